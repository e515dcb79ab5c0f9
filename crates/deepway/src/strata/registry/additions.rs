//! What the registry makes of one zone.

use super::super::board::{Board, Parts};
use super::super::boundary::{Vertical, bits};
use super::super::plan::Plan;
use super::Registry;
use super::stack::Stack;
use crate::space::ZonePos;

/// What is added to a zone.
#[derive(Clone, Debug)]
pub(in super::super) struct Additions {
    /// Everything vertical with a cell in the zone: the generator's, and what was added.
    pub(in super::super) vertical: Vec<Vertical>,
    /// Floor that is cleared and must be reached.
    pub(in super::super) floors: Board,
}

impl Additions {
    /// The belts that are left: none where something leads up or down or must be reached.
    pub(in super::super) fn free_of(&self, belts: &Board) -> Board {
        let mut belts = belts.without(&self.floors);
        for vertical in &self.vertical {
            belts.unset(vertical.x.into(), vertical.y.into());
        }
        belts
    }
}

impl Registry {
    /// What is added to a zone; nothing in a column without entries.
    pub(in super::super) fn additions(&self, plan: &Plan, zone: ZonePos) -> Option<Additions> {
        let column = self.columns.get(&zone.column())?;
        let generated = plan.column_verticals(zone.column());
        let stacks = column.iter().map(|(&place, wanted)| {
            let here = generated.iter().filter(|known| [known.y, known.x] == place);
            (place, Stack::new(here.copied(), wanted))
        });
        let stacks: Vec<([u8; 2], Stack)> = stacks.collect();
        let pits: Vec<Board> = (0..ZonePos::DEPTHS)
            .map(|z| {
                let asked = stacks.iter().filter(|(_, stack)| stack.asks_for_pit(z));
                let asked: Vec<[u8; 2]> = asked.map(|&(place, _)| place).collect();
                let zone = ZonePos::at(zone.column(), z).filter(|_| !asked.is_empty());
                zone.map_or(Board::EMPTY, |zone| allowed_pits(plan, zone, &asked))
            })
            .collect();
        let z = zone.z();
        let is_here = |vertical: &Vertical| u32::from(vertical.top) <= z && z <= vertical.bottom();
        let mut additions = Additions {
            vertical: generated,
            floors: Board::EMPTY,
        };
        let is_free = |known: &Vertical| !column.contains_key(&[known.y, known.x]);
        additions
            .vertical
            .retain(|known| is_here(known) && is_free(known));
        for ([y, x], mut stack) in stacks {
            stack.dig(|z| pits[z as usize].get(x.into(), y.into()));
            additions
                .vertical
                .extend(stack.verticals([y, x]).filter(is_here));
            if stack.clears(z) {
                additions.floors.set(x.into(), y.into());
            }
        }
        additions.vertical.sort_unstable();
        Some(additions)
    }
}

/// The pits that may be dug: in the order of rows, each that leaves in one piece what can be
/// walked on, or dug so that one can.
fn allowed_pits(plan: &Plan, zone: ZonePos, asked: &[[u8; 2]]) -> Board {
    let boundary = plan.boundary(zone);
    let mut ground = Board::INSIDE;
    if zone.z() < ZonePos::SURFACE {
        let [columns, rows] = Registry::TOWER_CELLS;
        let columns = bits(u32::from(columns.start() - 1), u32::from(columns.end() + 1));
        ground = Board::EMPTY;
        for y in rows.start() - 1..=rows.end() + 1 {
            ground.0[usize::from(y)] = columns;
        }
    }
    ground = ground.or(&boundary.openings());
    for vertical in boundary.vertical() {
        if vertical.kind.pulls() && vertical.has_link_cell(zone.z()) {
            ground.0[usize::from(vertical.y)] &= !(1 << vertical.x);
        }
    }
    // Nobody walks across belts.
    ground = ground.without(&plan.belts(zone));
    let mut parts = Parts::default();
    let mut pits = Board::EMPTY;
    for &[y, x] in asked {
        let mut pit = Board::EMPTY;
        pit.set(x.into(), y.into());
        let left = ground.without(&pit);
        parts.find(&left);
        if parts.count() == 1 {
            ground = left;
            pits = pits.or(&pit);
        }
    }
    pits
}
