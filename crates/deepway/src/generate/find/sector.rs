//! What can be asked about sectors.

use super::Stage::{Cells, Layout, Plan, Words};
use super::{Property, row};
use crate::expression::Type::{Number, Set, Text};
use crate::expression::Value;
use crate::generate::survey::bounding;
use crate::ids::RoomId;
use crate::sector::{
    self, Blueprint, CarvedSector, Connection, ConnectionKind, Inventory, NodeKind, Passage,
    Realised, Room, RoomGraph, Sector,
};
use crate::seed::Seed;
use crate::space::Biome;
use std::cell::OnceCell;
use std::collections::VecDeque;

/// A sector that is made as far as it is asked about.
pub struct SectorCandidate {
    blueprint: Blueprint,
    seed: Seed,
    plan: OnceCell<Option<sector::Plan>>,
    outline: OnceCell<Option<Sector>>,
    whole: OnceCell<Option<Sector>>,
    carved: OnceCell<Option<CarvedSector>>,
}

impl SectorCandidate {
    /// The sector of a seed.
    pub fn new(blueprint: Blueprint, seed: Seed) -> Self {
        Self {
            blueprint,
            seed,
            plan: OnceCell::new(),
            outline: OnceCell::new(),
            whole: OnceCell::new(),
            carved: OnceCell::new(),
        }
    }

    fn graph(&self) -> Option<&RoomGraph> {
        Some(&self.plan()?.graph)
    }

    fn plan(&self) -> Option<&sector::Plan> {
        let plan = || sector::plan(&self.blueprint, self.seed).ok();
        self.plan.get_or_init(plan).as_ref()
    }

    /// Its rooms and passages.
    fn outline(&self) -> Option<&Sector> {
        let join = || Some(sector::outline(self.plan()?, &self.blueprint, self.seed));
        self.outline.get_or_init(join).as_ref()
    }

    /// The sector; none if there is none for the seed.
    pub fn sector(&self) -> Option<&Sector> {
        let complete = || {
            let mut sector = self.outline()?.clone();
            sector::complete(&mut sector, self.graph()?, sector::Lore::default());
            Some(sector)
        };
        self.whole.get_or_init(complete).as_ref()
    }

    fn carved(&self) -> Option<&CarvedSector> {
        let carve = || sector::carve(self.sector()?.clone()).ok();
        self.carved.get_or_init(carve).as_ref()
    }

    /// How many planned rooms are of a kind.
    fn planned(&self, is_counted: fn(NodeKind) -> bool) -> Option<Value> {
        let rooms = self.graph()?.rooms.iter();
        let count = rooms.filter(|plan| is_counted(plan.node)).count();
        Some(Value::count(count))
    }

    /// How many connections there are for which something holds.
    fn connections(&self, is_counted: fn(&Connection<'_>) -> bool) -> Option<Value> {
        let connections = self.outline()?.connections();
        Some(Value::count(connections.filter(is_counted).count()))
    }

    /// How many rooms have a number of passages for which something holds.
    fn rooms_with(&self, is_counted: fn(usize) -> bool) -> Option<Value> {
        let passages = passages(self.outline()?).into_iter();
        Some(Value::count(
            passages.filter(|&count| is_counted(count)).count(),
        ))
    }

    fn highest(&self, height: fn(&Room) -> i32) -> Option<Value> {
        let heights = self.outline()?.rooms().iter().map(height);
        Some(heights.max()?.into())
    }
}

/// How many passages each room has.
fn passages(sector: &Sector) -> Vec<usize> {
    let mut counts = vec![0; sector.rooms().len()];
    for end in sector.passages().iter().flat_map(Passage::ends) {
        counts[end.index()] += 1;
    }
    counts
}

/// The room of the boss.
fn boss(sector: &Sector) -> Option<&Room> {
    let mut rooms = sector.rooms().iter();
    rooms.find(|room| room.node == NodeKind::Boss)
}

/// How many passages lead from the entry hall to the boss at least, none of them blocked.
fn rooms_away(sector: &Sector) -> Option<u32> {
    let mut onward = vec![Vec::new(); sector.rooms().len()];
    for passage in sector.passages() {
        let [a, b] = passage.ends();
        for (end, [from, to]) in [[a, b], [b, a]].into_iter().enumerate() {
            if passage.leads(end) {
                onward[from.index()].push(to);
            }
        }
    }
    let goal = boss(sector)?.id;
    let mut far = vec![None; sector.rooms().len()];
    let mut open = VecDeque::from([RoomId::ENTRY]);
    *far.first_mut()? = Some(0);
    while let Some(room) = open.pop_front() {
        for &next in &onward[room.index()] {
            if far[next.index()].is_none() {
                far[next.index()] = far[room.index()].map(|steps: u32| steps + 1);
                open.push_back(next);
            }
        }
    }
    far[goal.index()]
}

/// Everything that can be asked about a sector; a row is all that a new property needs.
pub(super) const TABLE: &[Property<SectorCandidate>] = &[
    row("seed", Number, Plan, "the seed", |it| {
        Some(i64::try_from(it.seed.number()).ok()?.into())
    }),
    row("rooms", Number, Plan, "how many rooms it has", |it| {
        it.planned(|_| true)
    }),
    row(
        "main_path",
        Number,
        Plan,
        "rooms on the main path, from the entry hall to the boss",
        |it| it.planned(|node| matches!(node, NodeKind::Start | NodeKind::Main | NodeKind::Boss)),
    ),
    row(
        "branches",
        Number,
        Plan,
        "rooms off the main path that are not secret",
        |it| it.planned(|node| node == NodeKind::Branch),
    ),
    row("secrets", Number, Plan, "rooms behind secret doors", |it| {
        it.planned(|node| node == NodeKind::Secret)
    }),
    row(
        "biome",
        Text,
        Plan,
        "the biome of its ground level",
        |it: &SectorCandidate| Some(it.blueprint.biome.id().into()),
    )
    .one_of(biomes),
    row(
        "widest",
        Number,
        Plan,
        "the side of its largest room, in units",
        |it| {
            let sides = it.graph()?.rooms.iter().map(|plan| plan.size.side());
            Some(sides.max()?.into())
        },
    ),
    row("volume", Number, Plan, "the units of all rooms", |it| {
        let sides = it
            .graph()?
            .rooms
            .iter()
            .map(|plan| i64::from(plan.size.side()));
        Some(sides.map(|side| side * side).sum::<i64>().into())
    }),
    row(
        "shortest",
        Number,
        Layout,
        "rooms on the shortest way from the entry hall to the boss, both included, past nothing that is blocked",
        |it| Some((rooms_away(it.outline()?)? + 1).into()),
    ),
    row(
        "passages",
        Number,
        Layout,
        "passages between rooms, through walls or up and down",
        |it| Some(Value::count(it.outline()?.passages().len())),
    ),
    row(
        "loops",
        Number,
        Layout,
        "passages beyond those that join all rooms",
        |it| {
            let sector = it.outline()?;
            let loops = sector.passages().len() as i64 - sector.rooms().len() as i64 + 1;
            Some(loops.into())
        },
    ),
    row("locks", Number, Plan, "locks, each with a key", |it| {
        Some(Value::count(it.graph()?.locks.len()))
    }),
    row(
        "corridors",
        Number,
        Layout,
        "passages through walls with a corridor between the rooms",
        |it| {
            let doorways = it.outline()?.doorways();
            Some(Value::count(
                doorways.filter(|exit| exit.via().len() > 0).count(),
            ))
        },
    ),
    row(
        "longest_corridor",
        Number,
        Layout,
        "the units of its longest corridor",
        |it| {
            let lengths = it.outline()?.doorways().map(|exit| exit.via().len());
            Some(Value::count(lengths.max().unwrap_or(0)))
        },
    ),
    row("layers", Number, Layout, "layers with rooms", |it| {
        let rooms = it.outline()?.rooms().iter();
        let mut heights: Vec<i32> = rooms.map(|room| room.position.z).collect();
        heights.sort_unstable();
        heights.dedup();
        Some(Value::count(heights.len()))
    }),
    row(
        "lowest",
        Number,
        Layout,
        "its lowest layer, -3 to 3",
        |it| {
            let heights = it.outline()?.rooms().iter().map(|room| room.position.z);
            Some(heights.min()?.into())
        },
    ),
    row(
        "highest",
        Number,
        Layout,
        "its highest layer, -3 to 3",
        |it| it.highest(|room| room.position.z),
    ),
    row(
        "connections",
        Number,
        Layout,
        "passages up and down",
        |it| it.connections(|_| true),
    ),
    row(
        "stairs",
        Number,
        Layout,
        "stairs, collapsed ones included",
        |it| it.connections(|connection| connection.climb().kind() == ConnectionKind::Stairs),
    ),
    row(
        "ladders",
        Number,
        Layout,
        "ladders, collapsed ones included",
        |it| it.connections(|connection| connection.climb().kind() == ConnectionKind::Ladder),
    ),
    row(
        "shafts",
        Number,
        Layout,
        "shafts, collapsed ones included",
        |it| it.connections(|connection| connection.climb().kind() == ConnectionKind::Shaft),
    ),
    row(
        "elevators",
        Number,
        Layout,
        "elevators, collapsed ones included",
        |it| it.connections(|connection| connection.climb().kind() == ConnectionKind::Elevator),
    ),
    row(
        "unpowered",
        Number,
        Layout,
        "elevators without power",
        |it| it.connections(|connection| connection.powered() == Some(false)),
    ),
    row(
        "blocked",
        Number,
        Layout,
        "connections that have to be cleared first, collapsed ones included",
        |it| it.connections(|connection| connection.blockage().is_some()),
    ),
    row(
        "collapsed",
        Number,
        Layout,
        "connections that have collapsed",
        |it| it.connections(|connection| connection.kind() == ConnectionKind::Collapsed),
    ),
    row(
        "longest_climb",
        Number,
        Layout,
        "the levels of its longest connection",
        |it| {
            let levels = it
                .outline()?
                .connections()
                .map(|connection| connection.levels());
            Some(levels.max().unwrap_or(0).into())
        },
    ),
    row(
        "vertical",
        Number,
        Layout,
        "edges of the graph that change level, in percent",
        |it| {
            let sector = it.outline()?;
            let is_vertical = |edge: &sector::SectorEdge| edge.realised == Realised::Connection;
            let (all, vertical) = (
                sector.edges().count(),
                sector.edges().filter(is_vertical).count(),
            );
            Some(Value::count(vertical * 100 / all.max(1)))
        },
    ),
    row(
        "dead_ends",
        Number,
        Layout,
        "rooms with one passage",
        |it| it.rooms_with(|passages| passages == 1),
    ),
    row(
        "junctions",
        Number,
        Layout,
        "rooms with three passages or more",
        |it| it.rooms_with(|passages| passages >= 3),
    ),
    row(
        "entry.exits",
        Number,
        Layout,
        "passages of the entry hall",
        |it| Some(Value::count(passages(it.outline()?).first().copied()?)),
    ),
    row(
        "boss.layer",
        Number,
        Layout,
        "the layer of the boss, -3 to 3",
        |it| Some(boss(it.outline()?)?.position.z.into()),
    ),
    row(
        "boss.rooms_away",
        Number,
        Layout,
        "passages from the entry hall to the boss, on the shortest way",
        |it| Some(rooms_away(it.outline()?)?.into()),
    ),
    row(
        "compactness",
        Number,
        Layout,
        "its bounding box in percent of its rooms' units: less is denser",
        |it| Some(bounding(it.outline()?).into()),
    ),
    row(
        "boss.biome",
        Text,
        Words,
        "the biome of the boss",
        |it: &SectorCandidate| Some(boss(it.sector()?)?.biome.id().into()),
    )
    .one_of(biomes),
    row(
        "biomes",
        Set,
        Words,
        "the biomes of its rooms",
        |it: &SectorCandidate| {
            let rooms = it.sector()?.rooms().iter();
            Some(rooms.map(|room| room.biome.id()).collect::<Vec<_>>().into())
        },
    )
    .one_of(biomes),
    row(
        "hazards",
        Number,
        Words,
        "hazards on its connections",
        |it| {
            let connections = it.sector()?.connections();
            let hazards = connections.map(|connection| connection.hazards().len());
            Some(Value::count(hazards.sum()))
        },
    ),
    row("creatures", Number, Words, "creatures in its rooms", |it| {
        let inventory = Inventory::of(it.sector()?);
        Some(inventory.creatures.into())
    }),
    row(
        "threat",
        Number,
        Words,
        "the levels of all its creatures together",
        |it| {
            let inventory = Inventory::of(it.sector()?);
            Some(inventory.threat.into())
        },
    ),
    row(
        "treasure",
        Number,
        Words,
        "what can be taken is worth so much",
        |it| {
            let inventory = Inventory::of(it.sector()?);
            Some(Value::count(inventory.treasure as usize))
        },
    ),
    row(
        "traps",
        Number,
        Words,
        "traps and hazards in its rooms",
        |it| {
            let inventory = Inventory::of(it.sector()?);
            Some(inventory.traps.into())
        },
    ),
    row(
        "curiosities",
        Number,
        Words,
        "things that are odd to look at",
        |it| {
            let inventory = Inventory::of(it.sector()?);
            Some(inventory.curiosities.into())
        },
    ),
    row("rests", Number, Words, "rooms to rest in", |it| {
        let inventory = Inventory::of(it.sector()?);
        Some(inventory.rests.into())
    }),
    row("boss.level", Number, Words, "the level of the boss", |it| {
        let inventory = Inventory::of(it.sector()?);
        Some(inventory.boss.into())
    }),
    row("walkable", Number, Cells, "walkable cells", |it| {
        let volume = it.carved()?.volume();
        let levels = (0..volume.size().levels()).map(|z| volume.walkable().count(z));
        Some(Value::count(levels.sum::<u64>() as usize))
    }),
];

fn biomes() -> Vec<&'static str> {
    Biome::ALL.map(Biome::id).to_vec()
}
