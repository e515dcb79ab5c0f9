//! Every walkable cell belongs to a room, a passage or a connection, and is of the right kind.

use crate::cell::{Cell, LinkKind};
use crate::ids::{ConnectionId, ExitId, RoomId};
use crate::report::{Finding, Rule, Subject};
use crate::sector::{CarvedSector, Climb, Exit, UNIT};
use crate::space::{Direction, Pos, RoomPos};

/// What a cell belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Label {
    Nothing,
    Room(RoomId),
    /// Doors and the corridor between them, by the first of the two exits.
    Doorway(ExitId),
    Connection(ConnectionId),
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
        for room in sector.rooms() {
            let (side, RoomPos { x, y, z }) = (room.size.side(), room.position);
            let north_west = RoomPos::new(x, y.saturating_add(side - 1), z);
            let label = Label::Room(room.id);
            labels.fill(carved, north_west, [1, 1], [side * UNIT - 1; 2], label);
        }
        for exit in sector.exits() {
            let label = Label::Doorway(doorway(&exit));
            let [x, y] = in_wall(exit.direction);
            labels.fill(carved, exit.unit, [x, y], [x, y], label);
            let units: Vec<RoomPos> = exit.via().collect();
            for &unit in &units {
                labels.fill(carved, unit, [1, 1], [UNIT - 1; 2], label);
            }
            for pair in units.windows(2) {
                if let Some(direction) = side_of(pair[0], pair[1]) {
                    let [x, y] = in_wall(direction);
                    labels.fill(carved, pair[0], [x, y], [x, y], label);
                }
            }
        }
        for connection in sector.connections() {
            for &pos in carved.connection_cells(connection.id) {
                labels.set(pos, Label::Connection(connection.id));
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

    /// Labels the cells of a block between two corners.
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

/// The first of the two exits of a passage.
pub(super) fn doorway(exit: &Exit<'_>) -> ExitId {
    ExitId::new(exit.id.number() / 2 * 2)
}

pub(super) fn check(carved: &CarvedSector, labels: &Labels, findings: &mut Vec<Finding>) {
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
                    matches!(labels.at(pos), Label::Doorway(_)) && cell == Cell::StairsBoth;
                if cell.is_vertical() && !is_connection && !is_climb {
                    let glyph = cell.glyph();
                    findings.push(Finding::new(
                        Rule::CellMismatch,
                        [Subject::Cell(pos)],
                        format!("{glyph} at {pos} belongs to no connection"),
                    ));
                }
            }
        }
    }
    if let Some(pos) = stray {
        findings.push(Finding::new(
            Rule::CellMismatch,
            [Subject::Cell(pos)],
            format!("{count} cells belong to nothing, for example {pos}: expected wall"),
        ));
    }
    // A door in a shared wall belongs to both exits.
    for exit in sector.exits() {
        if exit.from > exit.to && exit.via().len() == 0 {
            continue;
        }
        let expected = match exit.is_secret {
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
            findings.push(Finding::of_rooms(
                Rule::CellMismatch,
                [exit.from, exit.to],
                format!("the exit at {pos} is {found}: expected {expected}"),
            ));
        }
    }
    for connection in sector.connections() {
        let id = connection.id;
        let kind = match connection.climb() {
            _ if !connection.is_two_way() => LinkKind::Stairs,
            Climb::Ladder => LinkKind::Ladder,
            Climb::Shaft => LinkKind::Shaft,
            Climb::Elevator { .. } => LinkKind::Elevator,
            Climb::Stairs => LinkKind::Stairs,
        };
        let mut say = |text: String| {
            let rooms = connection.ends().map(Subject::Room);
            let subjects = [Subject::Connection(id)].into_iter().chain(rooms);
            findings.push(Finding::new(Rule::CellMismatch, subjects, text));
        };
        let cells = carved.connection_cells(id);
        let is_right = |cell: Cell| match connection.is_blocked() {
            true => cell == Cell::Rubble,
            false => cell.link_kind() == Some(kind),
        };
        let wrong = cells.iter().find(|&&pos| !is_right(volume.get(pos)));
        if let Some(&pos) = wrong {
            let expected = match connection.is_blocked() {
                true => "rubble",
                false => kind.name(),
            };
            let found = volume.get(pos).info().name;
            say(format!("{id} at {pos} is {found}: expected {expected}"));
        }
        let ([x, y], [low, high]) = (connection.column(), connection.heights());
        // Further apart than layers can be: the sector's own rules report that.
        for z in low..=high.min(low.saturating_add(64)) {
            let unit = RoomPos::new(x, y, z);
            let in_unit = |&pos: &Pos| carved.frame().unit(pos) == Some(unit);
            if !cells.iter().any(in_unit) {
                say(format!("{id} has no cell at {unit}"));
            }
        }
    }
}
