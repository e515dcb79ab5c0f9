//! Every cell that can be walked on belongs to a room, a passage or a connection, and is
//! what it should be there.

use super::super::{Issue, Rule};
use super::issue;
use crate::cell::{Cell, LinkKind};
use crate::sector::{CarvedSector, ConnectionKind, Exit, UNIT};
use crate::space::{Direction, Pos, RoomPos};

/// What a cell belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Label {
    Nothing,
    Room(u32),
    /// The passage of an exit, by the number of the exit from the room with the lower
    /// number.
    Passage(u32),
    Connection(u32),
}

/// What each cell belongs to, as the sector says.
pub(super) struct Labels {
    width: usize,
    height: usize,
    labels: Vec<Label>,
}

impl Labels {
    pub(super) fn new(carved: &CarvedSector) -> Self {
        let (sector, size) = (carved.sector(), carved.volume().size());
        let mut labels = Self {
            width: size.width() as usize,
            height: size.height() as usize,
            labels: vec![Label::Nothing; size.cells() as usize],
        };
        for (number, room) in (0..).zip(&sector.rooms) {
            let side = room.size.side();
            let north_west =
                RoomPos::new(room.position.x, room.position.y + side - 1, room.position.z);
            labels.fill(
                carved,
                north_west,
                [1, 1],
                [side * UNIT - 1; 2],
                Label::Room(number),
            );
        }
        for (number, exit) in (0..).zip(&sector.exits) {
            let label = Label::Passage(passage_of(carved, number));
            let [x, y] = in_wall(exit.direction);
            labels.fill(carved, exit.unit, [x, y], [x, y], label);
            for &unit in &exit.via {
                labels.fill(carved, unit, [1, 1], [UNIT - 1; 2], label);
            }
            for pair in exit.via.windows(2) {
                if let Some(direction) = side_of(pair[0], pair[1]) {
                    let [x, y] = in_wall(direction);
                    labels.fill(carved, pair[0], [x, y], [x, y], label);
                }
            }
        }
        for number in 0..sector.connections.len() as u32 {
            for &pos in carved.connection_cells(number) {
                labels.set(pos, Label::Connection(number));
            }
        }
        labels
    }

    fn index(&self, pos: Pos) -> Option<usize> {
        let (x, y, z) = (pos.x as usize, pos.y as usize, pos.z as usize);
        let is_inside = pos.x >= 0 && pos.y >= 0 && pos.z >= 0 && x < self.width && y < self.height;
        is_inside.then(|| (z * self.height + y) * self.width + x)
    }

    pub(super) fn at(&self, pos: Pos) -> Label {
        let label = self.index(pos).and_then(|index| self.labels.get(index));
        label.copied().unwrap_or(Label::Nothing)
    }

    fn set(&mut self, pos: Pos, label: Label) {
        if let Some(place) = self.index(pos).and_then(|index| self.labels.get_mut(index)) {
            *place = label;
        }
    }

    /// Labels the cells of a block from one place in it to another.
    fn fill(
        &mut self,
        carved: &CarvedSector,
        unit: RoomPos,
        from: [i32; 2],
        to: [i32; 2],
        label: Label,
    ) {
        let Some(corner) = carved.frame().block(unit) else {
            return;
        };
        for y in from[1]..=to[1] {
            for x in from[0]..=to[0] {
                self.set(Pos::new(corner.x + x, corner.y + y, corner.z), label);
            }
        }
    }
}

/// The middle of a unit's wall on a side, in cells from its north-west corner.
fn in_wall(direction: Direction) -> [i32; 2] {
    match direction {
        Direction::North => [UNIT / 2, 0],
        Direction::South => [UNIT / 2, UNIT],
        Direction::West => [0, UNIT / 2],
        _ => [UNIT, UNIT / 2],
    }
}

fn side_of(unit: RoomPos, other: RoomPos) -> Option<Direction> {
    Direction::STRAIGHT
        .into_iter()
        .find(|&side| unit.step(side) == other)
}

/// The number of the exit that stands for a passage.
fn passage_of(carved: &CarvedSector, number: u32) -> u32 {
    let exits = &carved.sector().exits;
    let exit = &exits[number as usize];
    if exit.from < exit.to {
        return number;
    }
    let is_partner = |other: &&Exit| (other.from, other.to) == (exit.to, exit.from);
    let near = [number.wrapping_sub(1), number + 1];
    let near = near.into_iter().find(|&beside| {
        exits
            .get(beside as usize)
            .is_some_and(|other| is_partner(&other))
    });
    near.unwrap_or_else(|| {
        let place = exits.iter().position(|other| is_partner(&other));
        place.map_or(number, |place| place as u32)
    })
}

pub(super) fn check(carved: &CarvedSector, labels: &Labels, issues: &mut Vec<Issue>) {
    let (sector, volume) = (carved.sector(), carved.volume());
    let size = volume.size();
    let mut stray: Option<Pos> = None;
    let mut count = 0;
    for z in 0..size.levels() {
        for y in 0..size.height() {
            for (x, cell) in (0..).zip(volume.row(y, z)) {
                let pos = Pos::new(x, y as i32, z as i32);
                if cell.is_walkable() && labels.at(pos) == Label::Nothing {
                    stray.get_or_insert(pos);
                    count += 1;
                }
                let is_connection = matches!(labels.at(pos), Label::Connection(_));
                let is_climb =
                    matches!(labels.at(pos), Label::Passage(_)) && cell == Cell::StairsBoth;
                if cell.is_vertical() && !is_connection && !is_climb {
                    let glyph = cell.glyph();
                    issues.push(issue(
                        Rule::FalseCells,
                        [],
                        format!("{glyph} at {pos} belongs to no connection"),
                    ));
                }
            }
        }
    }
    if let Some(pos) = stray {
        issues.push(issue(
            Rule::FalseCells,
            [],
            format!("{count} cells belong to nothing, for example {pos}: expected wall"),
        ));
    }
    // The door in a shared wall is that of both exits.
    let doors = sector.exits.iter();
    for exit in doors.filter(|exit| exit.from < exit.to || !exit.via.is_empty()) {
        let expected = match sector.is_secret(exit) {
            true => Cell::SecretDoor,
            false => Cell::Door,
        };
        let corner = carved
            .frame()
            .block(exit.unit)
            .unwrap_or(Pos::new(-1, -1, -1));
        let [x, y] = in_wall(exit.direction);
        let pos = Pos::new(corner.x + x, corner.y + y, corner.z);
        let found = volume.get(pos);
        if found != expected {
            let (found, expected) = (found.info().name, expected.info().name);
            issues.push(issue(
                Rule::FalseCells,
                [exit.from, exit.to],
                format!("the exit at {pos} is {found}: expected {expected}"),
            ));
        }
    }
    for (number, one) in (0..).zip(&sector.connections) {
        let kind = match one.underlying.unwrap_or(one.kind) {
            _ if !one.two_way => LinkKind::Stairs,
            ConnectionKind::Ladder => LinkKind::Ladder,
            ConnectionKind::Shaft => LinkKind::Shaft,
            ConnectionKind::Elevator => LinkKind::Elevator,
            ConnectionKind::Stairs | ConnectionKind::Collapsed => LinkKind::Stairs,
        };
        let cells = carved.connection_cells(number);
        let is_right = |cell: Cell| match one.blocked {
            true => cell == Cell::Rubble,
            false => cell.link_kind() == Some(kind),
        };
        let wrong = cells.iter().find(|&&pos| !is_right(volume.get(pos)));
        if let Some(&pos) = wrong {
            let expected = if one.blocked { "rubble" } else { kind.name() };
            let found = volume.get(pos).info().name;
            issues.push(issue(
                Rule::FalseCells,
                [one.from, one.to],
                format!("{} at {pos} is {found}: expected {expected}", one.id),
            ));
        }
        let [low, high] = sector
            .low_and_high(one)
            .map(|room| sector.rooms[room as usize].position.z);
        for z in low..=high {
            let unit = RoomPos::new(one.column[0], one.column[1], z);
            let in_unit = cells
                .iter()
                .filter(|&&pos| carved.frame().unit(pos) == Some(unit));
            if in_unit.count() == 0 {
                issues.push(issue(
                    Rule::FalseCells,
                    [one.from, one.to],
                    format!("{} has no cell at {unit}", one.id),
                ));
            }
        }
    }
}
