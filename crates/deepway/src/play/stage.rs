//! The cells that a game is played on, and the ways up and down, in every kind of world.

mod maze;
mod sector;
mod strata;

use crate::cell::{Cell, Leads, LinkKind};
use crate::ids::{ConnectionId, RoomId};
use crate::link;
use crate::material::Material;
use crate::maze::Maze;
use crate::rules::{Gravity, MoveRules};
use crate::sector::CarvedSector;
use crate::space::{Direction, Pos, ZonePos};
use crate::strata::Strata;
use crate::thing::Thing;
use crate::volume::Volume;
use crate::world::{Body, Kind, World};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::setup::CannotPlay;

/// The cells of a world, or of the part of it that is loaded.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// The world that it is part of.
    pub(super) world: World,
    cells: Arc<Volume>,
    /// Where the loaded cells begin.
    corner: Pos,
    rules: MoveRules,
    realm: Realm,
    /// Cells that the game has changed.
    edits: BTreeMap<Pos, Cell>,
    /// Another number whenever the loaded cells are others.
    revision: u64,
}

/// What a kind of world has besides its cells.
#[derive(Clone, Debug)]
enum Realm {
    Map,
    Sector(Arc<CarvedSector>),
    Maze(Arc<Maze>),
    Strata(Arc<Strata>),
}

/// What a way up or down is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WayKind {
    /// A link between cells, without any check.
    Link(LinkKind),
    /// A connection of a sector, with its checks.
    Connection(LinkKind, ConnectionId),
}

impl WayKind {
    /// What it is made of.
    pub const fn link(self) -> LinkKind {
        match self {
            Self::Link(kind) | Self::Connection(kind, _) => kind,
        }
    }
}

/// A way up or down from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    /// What it is.
    pub kind: WayKind,
    /// Up or down.
    pub towards: Direction,
    /// Where it begins.
    pub from: Pos,
    /// Where it ends.
    pub to: Pos,
    /// How many levels it leads through.
    pub levels: u32,
}

impl Stage {
    /// The cells of a world around a place.
    pub(super) fn new(world: &World, gravity: Option<Gravity>) -> Result<Self, CannotPlay> {
        let (cells, realm) = match world.body() {
            Body::Map(map) => (map.clone(), Realm::Map),
            Body::Sector(sector) => {
                let carved = sector
                    .carved()
                    .map_err(|error| CannotPlay::Cells(error.into()))?;
                let carved = carved.clone();
                (carved.volume().clone(), Realm::Sector(Arc::new(carved)))
            }
            Body::Maze(maze) => {
                let cells = world.cells().map_err(CannotPlay::Cells)?;
                (cells.clone(), Realm::Maze(Arc::new(maze.maze().clone())))
            }
            Body::Strata(strata) => {
                let nothing = crate::volume::Size::new(1, 1, 1);
                let nothing = nothing.map_err(|error| CannotPlay::Cells(error.into()))?;
                (Volume::new(nothing), Realm::Strata(Arc::clone(strata)))
            }
        };
        Ok(Self {
            world: world.clone(),
            cells: Arc::new(cells),
            corner: Pos::new(0, 0, 0),
            rules: MoveRules {
                gravity: gravity.unwrap_or(world.rules().gravity),
                ..world.rules()
            },
            realm,
            edits: BTreeMap::new(),
            revision: 0,
        })
    }

    /// The kind of world.
    pub(super) fn kind(&self) -> Kind {
        self.world.kind()
    }

    /// The rules of movement.
    pub(super) fn rules(&self) -> &MoveRules {
        &self.rules
    }

    /// The loaded cells, and where they begin.
    pub(super) fn loaded(&self) -> (&Volume, Pos) {
        (&self.cells, self.corner)
    }

    /// The place of a cell among those that are loaded.
    pub(super) fn local(&self, pos: Pos) -> Pos {
        Pos::new(
            pos.x - self.corner.x,
            pos.y - self.corner.y,
            pos.z - self.corner.z,
        )
    }

    /// Whether a cell is loaded.
    pub(super) fn is_loaded(&self, pos: Pos) -> bool {
        self.cells.size().contains(self.local(pos))
    }

    /// What is at a place; zones that are not loaded are built for it.
    pub(super) fn cell(&self, pos: Pos) -> Cell {
        if self.is_loaded(pos) {
            return self.cells.get(self.local(pos));
        }
        match (&self.realm, self.edits.get(&pos)) {
            (_, Some(&cell)) => cell,
            (Realm::Strata(strata), _) => strata.cell(pos),
            _ => Cell::Air,
        }
    }

    /// What is at a place, if that can be told without building anything.
    pub(super) fn cell_if_loaded(&self, pos: Pos) -> Option<Cell> {
        self.is_loaded(pos).then(|| self.cells.get(self.local(pos)))
    }

    pub(super) fn is_walkable(&self, pos: Pos) -> bool {
        self.cell(pos).is_walkable()
    }

    pub(super) fn material(&self, pos: Pos) -> Material {
        self.cells.material(self.local(pos))
    }

    /// Whether the world has such a place at all.
    pub(super) fn contains(&self, pos: Pos) -> bool {
        match &self.realm {
            Realm::Strata(_) => ZonePos::from_world(pos).is_some(),
            _ => self.cells.size().contains(pos),
        }
    }

    /// Changes a cell of the game.
    pub(super) fn set(&mut self, pos: Pos, cell: Cell) {
        if self.contains(pos) {
            self.edits.insert(pos, cell);
            self.revision += 1;
            let local = self.local(pos);
            if self.is_loaded(pos) {
                // It is inside.
                let _ = Arc::make_mut(&mut self.cells).set(local, cell);
            }
        }
    }

    /// A number that changes with the loaded cells.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// The cells that the game has changed.
    pub(super) fn edits(&self) -> &BTreeMap<Pos, Cell> {
        &self.edits
    }

    /// Whether a cell pulls down whoever is in it, unless something holds them.
    pub(super) fn pulls(&self, pos: Pos) -> bool {
        self.rules.gravity != Gravity::Off
            && self.cell(pos) == Cell::Shaft
            && self.is_walkable(pos.step(Direction::Down))
    }

    /// The ways up and down from a cell, up first.
    pub(super) fn ways(&self, at: Pos) -> Vec<Way> {
        let mut ways = match &self.realm {
            Realm::Sector(carved) => sector::ways(carved, at).unwrap_or_else(|| self.links(at)),
            Realm::Map | Realm::Maze(_) | Realm::Strata(_) => self.links(at),
        };
        ways.sort_unstable_by_key(|way| (way.towards, way.from));
        ways
    }

    /// The other cells on the level of the way that stands at a cell: those of its connection, or
    /// equal ones side by side.
    pub(super) fn same_way(&self, at: Pos) -> Vec<Pos> {
        if let Some(carved) = self.sector()
            && let Some(id) = carved.connection_at(at)
        {
            let cells = carved.connection_cells(id).iter();
            return cells.filter(|cell| cell.z == at.z).copied().collect();
        }
        let kind = self.cell(at);
        let mut found = vec![at];
        let mut next = 0;
        while let Some(&pos) = found.get(next) {
            next += 1;
            for beside in Direction::STRAIGHT.map(|way| pos.step(way)) {
                if self.cell_if_loaded(beside) == Some(kind) && !found.contains(&beside) {
                    found.push(beside);
                }
            }
        }
        found
    }

    /// The plain links from a cell.
    fn links(&self, at: Pos) -> Vec<Way> {
        let mut ways = Vec::new();
        let get = |pos| self.cell(pos);
        // A link is made by its upper cell, or by a ramp: beside its low end, below its high one.
        let [above, below] = [Direction::Up, Direction::Down].map(|way| at.step(way));
        let beside = Direction::STRAIGHT.map(|way| at.step(way));
        for maker in [at, above, below].into_iter().chain(beside) {
            let cell = get(maker);
            let is_ramp = matches!(cell.info().leads, Leads::Ramp(_));
            if (maker != at && maker != above && !is_ramp) || !cell.is_vertical() {
                continue;
            }
            link::find_at(get, &self.rules, maker, cell, |link| {
                let way = |towards, to| Way {
                    kind: WayKind::Link(link.kind),
                    towards,
                    from: at,
                    to,
                    levels: 1,
                };
                if link.low == at && link.up {
                    ways.push(way(Direction::Up, link.high));
                }
                if link.high == at && link.down {
                    ways.push(way(Direction::Down, link.low));
                }
            });
        }
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// The zone that a place lies in, in an open world.
    pub(super) fn zone_of(&self, pos: Pos) -> Option<ZonePos> {
        match &self.realm {
            Realm::Strata(_) => ZonePos::from_world(pos).map(|(zone, _)| zone),
            _ => None,
        }
    }

    /// The room that a place lies in, in a sector.
    pub(super) fn room_at(&self, pos: Pos) -> Option<RoomId> {
        self.sector().and_then(|carved| carved.room_at(pos))
    }

    /// The sector, if it is one.
    pub(super) fn sector(&self) -> Option<&CarvedSector> {
        match &self.realm {
            Realm::Sector(carved) => Some(carved),
            _ => None,
        }
    }

    /// Works on a connection of the sector, and takes over the cells that have changed.
    pub(super) fn work_on<T>(
        &mut self,
        connection: ConnectionId,
        work: impl FnOnce(&mut CarvedSector) -> T,
    ) -> Option<T> {
        let Realm::Sector(carved) = &mut self.realm else {
            return None;
        };
        let carved = Arc::make_mut(carved);
        let done = work(carved);
        let cells = carved.connection_cells(connection).to_vec();
        let cells: Vec<(Pos, Cell)> = cells
            .into_iter()
            .map(|pos| (pos, carved.volume().get(pos)))
            .collect();
        for (pos, cell) in cells {
            if self.cell(pos) != cell {
                self.set(pos, cell);
            }
        }
        Some(done)
    }

    /// The maze, if it is one.
    pub(super) fn maze(&self) -> Option<&Maze> {
        match &self.realm {
            Realm::Maze(maze) => Some(maze),
            _ => None,
        }
    }

    /// The open world, if it is one.
    pub(super) fn strata(&self) -> Option<&Strata> {
        match &self.realm {
            Realm::Strata(strata) => Some(strata),
            _ => None,
        }
    }

    /// Loads what lies around a place. The things of zones that are loaded for the first time
    /// come with their places in the world.
    pub(super) fn load_around(
        &mut self,
        pos: Pos,
        is_peopled: impl Fn(ZonePos) -> bool,
    ) -> (Vec<ZonePos>, Vec<Thing>) {
        let Realm::Strata(strata) = &self.realm else {
            return Default::default();
        };
        let Some((zone, _)) = ZonePos::from_world(pos) else {
            return Default::default();
        };
        let Some(part) = strata::part(strata, zone, &self.edits) else {
            return Default::default();
        };
        let zones: Vec<ZonePos> = part
            .zones
            .into_iter()
            .filter(|zone| !is_peopled(*zone))
            .collect();
        let things = zones.iter().flat_map(|zone| strata::things(strata, *zone));
        let things = things.collect();
        self.cells = Arc::new(part.cells);
        self.revision += 1;
        self.corner = part.corner;
        (zones, things)
    }

    /// All things of a world that is loaded at once.
    pub(super) fn things(&self) -> Vec<Thing> {
        let things = self.cells.things();
        things.map(|(_, thing)| thing.clone()).collect()
    }

    /// Where a game begins, if nobody says so.
    pub(super) fn entrance(&self) -> Option<Pos> {
        match &self.realm {
            Realm::Map => {
                let spawn = self.cells.things().map(|(_, thing)| thing);
                let mut spawn = spawn.filter(|thing| thing.kind == crate::thing::ThingKind::Spawn);
                let spawn = spawn.find(|thing| self.is_walkable(thing.place));
                spawn
                    .map(|thing| thing.place)
                    .or_else(|| self.first_walkable())
            }
            Realm::Sector(carved) => carved.middle_of(RoomId::ENTRY),
            Realm::Maze(maze) => maze::entrance(maze),
            Realm::Strata(strata) => strata::entrance(strata),
        }
    }

    /// The walkable cell of a zone that is nearest to its middle.
    pub(super) fn middle_of(&self, zone: ZonePos) -> Option<Pos> {
        match &self.realm {
            Realm::Strata(strata) => strata::middle(strata, zone),
            _ => None,
        }
    }

    /// The first cell, from the top level down, where somebody can stand.
    fn first_walkable(&self) -> Option<Pos> {
        let size = self.cells.size();
        let levels = (0..size.levels()).rev();
        let rows = levels.flat_map(|z| (0..size.height()).map(move |y| (y, z)));
        let mut cells = rows.flat_map(|(y, z)| {
            (0..size.width()).map(move |x| Pos::new(x as i32, y as i32, z as i32))
        });
        cells.find(|pos| {
            let cell = self.cells.get(*pos);
            cell.is_walkable() && !cell.is_vertical()
        })
    }
}
