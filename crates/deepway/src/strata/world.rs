//! The world: zones that are built when they are first asked for, and kept while there is room.

use super::address::Address;
use super::boundary::Vertical;
use super::build::{self, Workshop};
use super::changes::Changes;
use super::plan::Plan;
use super::registry::{Entry, EntryError, Registry};
use super::route::name;
use super::zone::Zone;
use crate::cell::Cell;
use crate::link::{self, Link};
use crate::population::Tables;
use crate::rules::{Gravity, MoveRules};
use crate::seed::Seed;
use crate::space::{Direction, Pos, ZonePos};
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size, SizeError, Volume};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use thiserror::Error;

/// An open world. Many threads may ask it at once; each zone is built once.
#[derive(Debug)]
pub struct Strata {
    plan: Plan,
    /// Who and what can be met, if not the built-in tables say so.
    tables: Option<Box<Tables>>,
    changes: RwLock<Changes>,
    cache: Mutex<Cache>,
    /// Memory for building, for as many threads as build at once.
    workshops: Mutex<Vec<Workshop>>,
}

/// Why a cell cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// A place outside the world.
    #[error("{pos} is outside the world: expected x 0 to 19199, y 0 to 1874 and z 0 to 49")]
    Outside {
        /// Where.
        pos: Pos,
    },
    /// A place on the border of a zone.
    #[error("{} is on the border of its zone, which stays as it is: expected x 1 to 78 and y 1 to 23", name(*pos))]
    Border {
        /// Where.
        pos: Pos,
    },
    /// A place from which something leads up or down, or where it ends.
    #[error("{} is an end of what joins two levels: expected a cell beside it", name(*pos))]
    Joined {
        /// Where.
        pos: Pos,
    },
    /// A cell that leads up or down.
    #[error("{}: {} leads to another level: expected it to be added, not drawn", name(*pos), cell.info().name)]
    Leads {
        /// Where.
        pos: Pos,
        /// What was to be there.
        cell: Cell,
    },
}

/// Whether zones on a sheet have labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetLabels {
    /// They have.
    Shown,
    /// They have not.
    Hidden,
}

/// A zone that is built, or being built.
type Slot = Arc<OnceLock<Arc<Zone>>>;

/// Zones by number, and in the order in which they were last used.
#[derive(Debug)]
struct Cache {
    zones: HashMap<u32, (Slot, u64)>,
    by_use: BTreeMap<u64, u32>,
    uses: u64,
    most: usize,
    built: u64,
}

impl Strata {
    /// The bytes that zones may take unless [`Strata::set_budget`] says otherwise: 64 MiB.
    pub const DEFAULT_BUDGET: u64 = 64 << 20;

    /// The world of a seed.
    pub fn new(seed: Seed) -> Self {
        let cache = Cache {
            zones: HashMap::new(),
            by_use: BTreeMap::new(),
            uses: 0,
            most: (Self::DEFAULT_BUDGET / Zone::BYTES) as usize,
            built: 0,
        };
        Self {
            plan: Plan::new(seed),
            tables: None,
            changes: RwLock::default(),
            cache: Mutex::new(cache),
            workshops: Mutex::new(Vec::new()),
        }
    }

    /// Sets the bytes that kept zones may take; one zone is always kept.
    pub fn set_budget(&mut self, bytes: u64) {
        let cache = self.cache.get_mut().unwrap_or_else(PoisonError::into_inner);
        cache.most = (bytes / Zone::BYTES).max(1) as usize;
        cache.make_room();
    }

    /// Puts other creatures and items into the world.
    pub fn set_tables(&mut self, tables: Tables) {
        self.tables = Some(Box::new(tables));
        self.lock().forget_all();
    }

    /// Who and what can be met.
    pub fn tables(&self) -> &Tables {
        self.tables.as_deref().unwrap_or_else(|| Tables::built_in())
    }

    /// Its plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How one moves here: shafts pull.
    pub fn rules() -> MoveRules {
        MoveRules {
            gravity: Gravity::On,
            ..MoveRules::default()
        }
    }

    /// How many zones have been built so far.
    pub fn built(&self) -> u64 {
        self.lock().built
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Cache> {
        // Nothing that holds the lock can panic, so what is in there is whole.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A zone: the one that is kept, or a new one, always the same.
    pub fn zone(&self, pos: ZonePos) -> Arc<Zone> {
        self.fetch(pos).0
    }

    /// A zone, and whether it had to be built.
    pub(super) fn fetch(&self, pos: ZonePos) -> (Arc<Zone>, bool) {
        let slot = self.lock().slot(pos.number());
        let mut is_new = false;
        let zone = slot.get_or_init(|| {
            is_new = true;
            let mut workshop = self.workshop();
            let changes = self.changes();
            let additions = changes.registry.additions(&self.plan, pos);
            let edits = changes.edits.get(&pos).cloned().unwrap_or_default();
            drop(changes);
            let mut zone = build::build(&self.plan, self.tables(), pos, additions, &mut workshop);
            zone.edit(&edits);
            let zone = Arc::new(zone);
            let workshops = self.workshops.lock();
            workshops
                .unwrap_or_else(PoisonError::into_inner)
                .push(workshop);
            self.lock().built += 1;
            zone
        });
        (Arc::clone(zone), is_new)
    }

    fn workshop(&self) -> Workshop {
        let workshops = self.workshops.lock();
        let mut workshops = workshops.unwrap_or_else(PoisonError::into_inner);
        workshops.pop().unwrap_or_default()
    }

    pub(super) fn changes(&self) -> RwLockReadGuard<'_, Changes> {
        self.changes.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn changes_mut(&self) -> RwLockWriteGuard<'_, Changes> {
        self.changes.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was added to the world so far.
    pub fn registry(&self) -> Registry {
        self.changes().registry.clone()
    }

    /// Puts another registry in place of the world's own. It must be of the same plan.
    pub fn set_registry(&self, registry: Registry) {
        self.changes_mut().registry = registry;
        self.lock().forget_all();
    }

    /// Adds an entry; says whether it is new. Zones that it changes are built again when they
    /// are next asked for.
    pub fn add(&self, entry: Entry) -> Result<bool, EntryError> {
        let column = entry.zone.column();
        let is_new = self.changes_mut().registry.add(&self.plan, entry)?;
        if is_new {
            self.forget_column(column);
        }
        Ok(is_new)
    }

    /// Takes an entry away; says whether it was there.
    pub fn remove(&self, entry: &Entry) -> bool {
        let was_there = self.changes_mut().registry.remove(entry);
        if was_there {
            self.forget_column(entry.zone.column());
        }
        was_there
    }

    /// Lets go of the zones of a column, for flights that touch are listed from end to end.
    ///
    /// Whoever builds one of them now began before the change, and keeps it to himself.
    pub(super) fn forget_column(&self, column: [u32; 2]) {
        let mut cache = self.lock();
        for zone in (0..ZonePos::DEPTHS).filter_map(|z| ZonePos::at(column, z)) {
            cache.forget(zone.number());
        }
    }

    /// Lets go of a zone.
    pub(super) fn forget_zone(&self, zone: ZonePos) {
        self.lock().forget(zone.number());
    }

    /// Refuses a cell that cannot be drawn at a column and a row of a zone.
    pub(super) fn check_cell(zone: ZonePos, [x, y]: [u8; 2], cell: Cell) -> Result<(), EditError> {
        let [columns, rows] = Registry::CELLS;
        let pos = zone.to_world(x.into(), y.into());
        let Some(pos) = pos.filter(|_| columns.contains(&x) && rows.contains(&y)) else {
            let pos = zone.to_world(0, 0).unwrap_or_default();
            let [right, down] = [x, y].map(i32::from);
            let pos = Pos::new(pos.x + right, pos.y + down, pos.z);
            return Err(EditError::Border { pos });
        };
        match cell.is_vertical() {
            true => Err(EditError::Leads { pos, cell }),
            false => Ok(()),
        }
    }

    /// Changes a cell inside a zone, whatever the generator says: digs, walls up, furnishes.
    ///
    /// What joins zones is not changed this way: the border of a zone stays as it is, and so
    /// does whatever leads up or down. [`Strata::add`] makes such ways.
    pub fn set_cell(&self, pos: Pos, cell: Cell) -> Result<(), EditError> {
        let (zone, [x, y]) = ZonePos::from_world(pos).ok_or(EditError::Outside { pos })?;
        let place = [y as u8, x as u8];
        Self::check_cell(zone, [place[1], place[0]], cell)?;
        let mut vertical = Vec::new();
        self.verticals(zone, &mut vertical);
        if vertical.iter().any(|known| [known.y, known.x] == place) {
            return Err(EditError::Joined { pos });
        }
        let mut changes = self.changes_mut();
        changes.edits.entry(zone).or_default().insert(place, cell);
        drop(changes);
        self.forget_zone(zone);
        Ok(())
    }

    /// Puts everything vertical with a cell in a zone into a list, in order, without building
    /// the zone.
    pub(super) fn verticals(&self, zone: ZonePos, found: &mut Vec<Vertical>) {
        match self.changes().registry.additions(&self.plan, zone) {
            Some(additions) => *found = additions.vertical,
            None => self.plan.verticals(zone, found),
        }
    }

    /// Calls `visit` with the column and row of every cell of a zone that pulls down, without
    /// building the zone.
    pub(super) fn for_each_pull(&self, zone: ZonePos, mut visit: impl FnMut(usize, usize)) {
        let additions = self.changes().registry.additions(&self.plan, zone);
        let Some(additions) = additions else {
            return self.plan.for_each_pull(zone, visit);
        };
        for vertical in &additions.vertical {
            if vertical.kind.pulls() && vertical.has_link_cell(zone.z()) {
                visit(vertical.x.into(), vertical.y.into());
            }
        }
        for [x, y] in additions.free_of(&self.plan.belts(zone)).cells() {
            visit(x, y);
        }
    }

    /// The zones of one depth around a zone, so many to each side, as a map of one level with
    /// rock in its walls. Fewer at the edge of the world.
    pub fn around(&self, zone: ZonePos, zones: u32) -> Result<Volume, SizeError> {
        let mut draft = self.draft(zone, zones, 1)?;
        self.draw(&mut draft, zone, zones, Zone::draw);
        self.draw(&mut draft, zone, zones, Zone::draw_stairs);
        Ok(draft.finish())
    }

    /// The same with the levels below it, so many with its own, and with what joins them.
    /// Fewer at the bottom of the world. The lowest is level 0.
    pub fn stack(
        &self,
        zone: ZonePos,
        zones: u32,
        levels: u32,
    ) -> Result<(Volume, Vec<Link>), SizeError> {
        let levels = levels.clamp(1, ZonePos::DEPTHS - zone.z());
        let mut draft = self.draft(zone, zones, levels)?;
        self.draw(&mut draft, zone, zones, Zone::draw);
        // Links are found by the cells as they are, not as they are drawn.
        let links = link::scan(&draft.finish(), &Self::rules());
        let mut draft = self.draft(zone, zones, levels)?;
        self.draw(&mut draft, zone, zones, Zone::draw);
        self.draw(&mut draft, zone, zones, Zone::draw_stairs);
        Ok((draft.finish(), links))
    }

    /// The cells of the same zones as they are, where [`Strata::stack`] has stairs as they are
    /// drawn, and what joins them.
    pub fn cells_around(
        &self,
        zone: ZonePos,
        zones: u32,
        levels: u32,
    ) -> Result<(Volume, Vec<Link>), SizeError> {
        let levels = levels.clamp(1, ZonePos::DEPTHS - zone.z());
        let mut draft = self.draft(zone, zones, levels)?;
        self.draw(&mut draft, zone, zones, Zone::draw);
        let volume = draft.finish();
        let links = link::scan(&volume, &Self::rules());
        Ok((volume, links))
    }

    /// The columns and rows of zones around one, so many to each side.
    fn span(zone: ZonePos, zones: u32) -> [Range<u32>; 2] {
        let [x, y] = zone.column();
        let range = |at: u32, count: u32| {
            let last = at.saturating_add(zones).min(count - 1);
            at.saturating_sub(zones)..last + 1
        };
        [range(x, ZonePos::COLUMNS), range(y, ZonePos::ROWS)]
    }

    /// Room for the zones around one on so many levels.
    fn draft(&self, zone: ZonePos, zones: u32, levels: u32) -> Result<Draft, SizeError> {
        let [columns, rows] = Self::span(zone, zones);
        let width = columns.len() as u32 * ZonePos::WIDTH;
        let height = rows.len() as u32 * ZonePos::HEIGHT;
        Ok(Draft::new(Size::new(width, height, levels)?))
    }

    /// Draws the zones around one, and those below them, as far as there is room.
    fn draw(
        &self,
        draft: &mut Draft,
        zone: ZonePos,
        zones: u32,
        draw: impl Fn(&Zone, &mut Draft, Pos),
    ) {
        let [columns, rows] = Self::span(zone, zones);
        let levels = draft.size().levels();
        for level in 0..levels {
            for (south, y) in (0..).zip(rows.clone()) {
                for (east, x) in (0..).zip(columns.clone()) {
                    if let Some(pos) = ZonePos::at([x, y], zone.z() + levels - 1 - level) {
                        let corner = [east * ZonePos::WIDTH, south * ZonePos::HEIGHT, level];
                        let [x, y, z] = corner.map(|at| at as i32);
                        draw(&self.zone(pos), draft, Pos::new(x, y, z));
                    }
                }
            }
        }
    }

    /// Many zones beside each other on one map of one level, so many in a row, each under a
    /// label with its address and what it is if there are labels.
    pub fn sheet(
        &self,
        zones: &[ZonePos],
        columns: u32,
        labels: SheetLabels,
    ) -> Result<Volume, SizeError> {
        const GAP: u32 = 3;
        let columns = columns.clamp(1, zones.len().max(1) as u32);
        let rows = (zones.len() as u32).div_ceil(columns);
        let [across, down] = [ZonePos::WIDTH + GAP, ZonePos::HEIGHT + GAP];
        let mut draft = Draft::new(Size::new(columns * across, rows.max(1) * down, 1)?);
        for (number, &pos) in (0..).zip(zones) {
            let corner = [number % columns * across, number / columns * down + GAP - 1];
            let [left, top] = corner.map(|at| at as i32);
            let zone = self.zone(pos);
            let corner = Pos::new(left, top, 0);
            zone.draw(&mut draft, corner);
            zone.draw_stairs(&mut draft, corner);
            if labels == SheetLabels::Shown {
                let name = format!("{} {}", Address::of(pos), zone.blueprint());
                let place = Pos::new(left + ZonePos::WIDTH as i32 / 2, top - 1, 0);
                // The place is inside, and the name is short.
                let _ = draft.add_thing(Thing::new(place, ThingKind::Label, name));
            }
        }
        Ok(draft.finish())
    }

    /// The cell at a place of the whole world; open air outside.
    pub fn cell(&self, pos: Pos) -> Cell {
        ZonePos::from_world(pos).map_or(Cell::Air, |(zone, [x, y])| self.zone(zone).cell(x, y))
    }

    /// The links that begin or end at a place, their groups unknown: at most one up and one
    /// down, for the world has no ramps.
    pub fn links_at(&self, pos: Pos) -> Vec<Link> {
        let mut links = Vec::new();
        for maker in [pos, pos.step(Direction::Up)] {
            let cell = self.cell(maker);
            let get = |pos| self.cell(pos);
            link::find_at(get, &Self::rules(), maker, cell, |link| links.push(link));
        }
        links
    }
}

impl Cache {
    /// The slot of a zone, which is now the one used last.
    fn slot(&mut self, number: u32) -> Slot {
        self.uses += 1;
        let now = self.uses;
        let (slot, used) = self.zones.entry(number).or_default();
        self.by_use.remove(used);
        *used = now;
        self.by_use.insert(now, number);
        let slot = Arc::clone(slot);
        self.make_room();
        slot
    }

    /// Lets go of a zone.
    fn forget(&mut self, number: u32) {
        if let Some((_, used)) = self.zones.remove(&number) {
            self.by_use.remove(&used);
        }
    }

    /// Lets go of all zones.
    fn forget_all(&mut self) {
        self.zones.clear();
        self.by_use.clear();
    }

    /// Lets go of the zones that were not used for longest.
    fn make_room(&mut self) {
        while self.zones.len() > self.most {
            let Some((_, number)) = self.by_use.pop_first() else {
                break;
            };
            self.zones.remove(&number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::registry::EntryKind;
    use super::*;

    fn zones() -> Vec<ZonePos> {
        let zones = ZonePos::all().filter(|zone| zone.z() >= 10);

        zones.step_by(3571).collect()
    }

    #[test]
    fn what_was_let_go_comes_back_the_same() {
        let mut small = Strata::new(Seed::new(3));
        small.set_budget(0);
        let large = Strata::new(Seed::new(3));
        let zones = zones();
        for &zone in zones.iter().chain(zones.iter().rev()) {
            assert_eq!(small.zone(zone), large.zone(zone));
        }
        assert_eq!(large.built(), zones.len() as u64);
        // The last of the first half is the first of the second half.
        assert_eq!(small.built(), 2 * zones.len() as u64 - 1);
    }

    #[test]
    fn each_zone_is_built_once_however_many_ask() {
        let strata = Strata::new(Seed::new(4));
        let zones = zones();
        std::thread::scope(|scope| {
            for turn in 0..7 {
                let (strata, zones) = (&strata, &zones);
                scope.spawn(move || {
                    for i in 0..zones.len() {
                        let zone = zones[(i * (turn + 1) + turn) % zones.len()];
                        assert_eq!(strata.zone(zone).pos(), zone);
                    }
                });
            }
        });
        for &zone in &zones {
            strata.zone(zone);
        }
        assert_eq!(strata.built(), zones.len() as u64);
    }

    #[test]
    fn the_links_of_the_world_are_those_of_its_zones() {
        let strata = Strata::new(Seed::new(5));
        for pos in zones() {
            let zone = strata.zone(pos);
            for connection in zone.connections() {
                let at = pos.to_world(connection.x.into(), connection.y.into());
                let at = at.expect("connections are inside");
                let links = strata.links_at(at);
                match connection.face {
                    Direction::Up => assert!(links.iter().any(|link| link.low == at)),
                    Direction::Down => assert!(links.iter().any(|link| link.high == at)),
                    face => assert!(strata.cell(at.step(face)).is_walkable()),
                }
            }
        }
    }

    #[test]
    fn a_stack_is_its_levels_with_what_joins_them() {
        let strata = Strata::new(Seed::new(7));
        let top = ZonePos::at([34, 67], 11).unwrap();
        let (volume, links) = strata.stack(top, 0, 4).unwrap();
        assert_eq!(volume.size().levels(), 4);
        assert!(!links.is_empty());
        for z in 0..4 {
            let zone = ZonePos::at([34, 67], 14 - z).unwrap();
            let alone = strata.around(zone, 0).unwrap();
            for y in 0..ZonePos::HEIGHT {
                assert!(volume.row(y, z).eq(alone.row(y, 0)));
            }
        }
        // Those of the world that begin and end inside.
        for link in &links {
            let [low, high] = [link.low, link.high].map(|end| {
                let zone = ZonePos::at([34, 67], 14 - end.z as u32).unwrap();
                zone.to_world(end.x as u32, end.y as u32).unwrap()
            });
            let all = strata.links_at(low);
            assert!(
                all.iter()
                    .any(|known| known.low == low && known.high == high)
            );
        }
        let bottom = ZonePos::at([0, 0], 48).unwrap();
        assert_eq!(strata.stack(bottom, 1, 9).unwrap().0.size().levels(), 2);
    }

    #[test]
    fn changed_cells_stay_changed() {
        let strata = Strata::new(Seed::new(6));
        let pos = ZonePos::at([3, 4], 15).unwrap();
        let (at, border) = (pos.to_world(9, 9).unwrap(), pos.to_world(0, 9).unwrap());
        let sky = ZonePos::at([3, 4], 2).unwrap().to_world(1, 1).unwrap();
        let before = strata.zone(pos);
        for (at, cell) in [(at, Cell::Door), (sky, Cell::Dais)] {
            assert_eq!(strata.set_cell(at, cell), Ok(()));
            assert_eq!(strata.cell(at), cell);
        }
        let outside = Pos::new(-1, 0, 0);
        let refused = [
            (outside, Cell::Floor, EditError::Outside { pos: outside }),
            (border, Cell::Floor, EditError::Border { pos: border }),
            (
                at,
                Cell::Ladder,
                EditError::Leads {
                    pos: at,
                    cell: Cell::Ladder,
                },
            ),
        ];
        for (at, cell, error) in refused {
            let before = strata.cell(at);
            assert_eq!(strata.set_cell(at, cell), Err(error));
            assert_eq!(strata.cell(at), before);
        }
        for known in before.boundary().vertical() {
            let pos = pos.to_world(known.x.into(), known.y.into()).unwrap();
            let error = EditError::Joined { pos };
            assert_eq!(strata.set_cell(pos, Cell::Floor), Err(error));
        }
        let zone = pos;
        let entry = |kind| Entry {
            zone,
            y: 9,
            x: 9,
            kind,
            object: None,
        };
        // What joins levels comes last, whatever was drawn there; without it the drawing is back.
        assert_eq!(strata.add(entry(EntryKind::StairsDown)), Ok(true));
        assert_eq!(strata.cell(at), Cell::StairsBoth);
        assert_eq!(strata.cell(at.step(Direction::Down)), Cell::StairsBoth);
        assert!(strata.remove(&entry(EntryKind::StairsDown)));
        assert_eq!(strata.cell(at), Cell::Door);
        assert_ne!(before, strata.zone(pos));
        assert_eq!(before.cell(9, 9), Strata::new(Seed::new(6)).cell(at));
    }

    /// Some dig while others look: in the end everybody sees the same.
    #[test]
    fn many_may_dig_at_once() {
        let entries: Vec<Entry> = (0..60)
            .map(|number| Entry {
                zone: ZonePos::at([7 + number % 2, 7], 12 + number % 5).unwrap(),
                y: 3 + (number % 7) as u8,
                x: 20 + (number % 11) as u8,
                kind: EntryKind::ALL[number as usize % 6],
                object: None,
            })
            .collect();
        let alone = Strata::new(Seed::new(6));
        for entry in &entries {
            alone.add(entry.clone()).unwrap();
        }
        let mut strata = Strata::new(Seed::new(6));
        strata.set_budget(4 * Zone::BYTES);
        std::thread::scope(|scope| {
            for turn in 0..4 {
                let (strata, entries) = (&strata, &entries);
                scope.spawn(move || {
                    for i in 0..entries.len() {
                        let entry = &entries[(i * 7 + turn * 13) % entries.len()];
                        strata.add(entry.clone()).unwrap();
                        strata.zone(entry.zone);
                    }
                });
            }
        });
        for entry in &entries {
            assert_eq!(strata.zone(entry.zone), alone.zone(entry.zone));
        }
    }
}
