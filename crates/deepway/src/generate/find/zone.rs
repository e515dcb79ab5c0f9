//! What can be asked about zones of an open world.

use super::Stage::{Cells, Plan};
use super::{Property, row};
use crate::cell::Cell;
use crate::expression::Type::{Number, Set, Text, Truth};
use crate::expression::Value;
use crate::material::Material;
use crate::population::Growth;
use crate::space::{Direction, ZonePos};
use crate::strata::{self, Blueprint, Connection, Culture, Strata, Zone};
use crate::thing::ThingKind;
use std::cell::OnceCell;
use std::sync::Arc;

/// A zone that is built when it is asked about.
pub struct ZoneCandidate {
    strata: Arc<Strata>,
    pos: ZonePos,
    zone: OnceCell<Arc<Zone>>,
}

impl ZoneCandidate {
    /// A zone of a world.
    pub fn new(strata: Arc<Strata>, pos: ZonePos) -> Self {
        let zone = OnceCell::new();
        Self { strata, pos, zone }
    }

    fn zone(&self) -> &Zone {
        self.zone.get_or_init(|| self.strata.zone(self.pos))
    }

    fn plan(&self) -> &strata::Plan {
        self.strata.plan()
    }

    /// How many cells of a liquid there are, deep or shallow.
    fn liquid(&self, liquid: Material) -> Option<Value> {
        let zone = self.zone();
        let cells = (0..ZonePos::HEIGHT)
            .flat_map(|y| (0..).zip(zone.row(y)).map(move |(x, cell)| (x, y, cell)));
        let is_liquid = |&(x, y, cell): &(u32, u32, Cell)| {
            let is_liquid = matches!(cell, Cell::DeepLiquid | Cell::ShallowLiquid);
            is_liquid && zone.material(x, y) == liquid
        };
        Some(Value::count(cells.filter(is_liquid).count()))
    }

    fn things(&self, is_counted: fn(&ThingKind) -> bool) -> Option<Value> {
        let things = self.zone().things().iter();
        Some(Value::count(
            things.filter(|thing| is_counted(&thing.kind)).count(),
        ))
    }

    fn ways(&self, is_counted: fn(&Connection) -> bool) -> Option<Value> {
        Some(Value::count(
            self.zone().connections().filter(is_counted).count(),
        ))
    }
}

/// What gives zones their shape, from the surface down; the first is nothing.
fn rocks() -> Vec<&'static str> {
    let mut names = vec!["none"];
    for z in ZonePos::SURFACE..ZonePos::DEPTHS {
        let here = strata::rocks(z).iter();
        for name in here.filter_map(|(rock, _)| Some(rock.info()?.name)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The kinds of what has a name or a use in a zone.
const LANDMARKS: [&str; 16] = [
    "lair",
    "vault",
    "chute",
    "progressive cave",
    "great shaft",
    "tower",
    "town",
    "ruin",
    "river",
    "lake",
    "waterfall",
    "bridge",
    "road",
    "rubble",
    "drips",
    "dressed stone",
];

/// Everything that can be asked about a zone; a row is all that a new property needs.
pub(super) const TABLE: &[Property<ZoneCandidate>] = &[
    row(
        "x",
        Number,
        Plan,
        "its column, in zones from the west",
        |it| Some(it.pos.column()[0].into()),
    ),
    row(
        "y",
        Number,
        Plan,
        "its row, in zones from the north",
        |it| Some(it.pos.column()[1].into()),
    ),
    row(
        "z",
        Number,
        Plan,
        "its depth: 10 is the surface, 49 the deepest",
        |it| Some(it.pos.z().into()),
    ),
    row("tier", Number, Plan, "how dangerous it is, 1 to 8", |it| {
        Some(u32::from(it.plan().tier(it.pos)).into())
    }),
    row(
        "blueprint",
        Text,
        Plan,
        "what it is",
        |it: &ZoneCandidate| Some(it.plan().blueprint(it.pos).name().into()),
    )
    .one_of(|| Blueprint::ALL.map(Blueprint::name).to_vec()),
    row("region", Text, Plan, "the name of its region", |it| {
        let region = it.plan().region(it.pos.column());
        Some(Value::Text(region.name.clone().into()))
    }),
    row(
        "culture",
        Text,
        Plan,
        "who lives in its region",
        |it: &ZoneCandidate| Some(it.plan().region(it.pos.column()).culture.name().into()),
    )
    .one_of(|| Culture::ALL.map(Culture::name).to_vec()),
    row(
        "rock",
        Text,
        Plan,
        "the rock that gives it its shape; none above ground",
        |it: &ZoneCandidate| {
            let rock = it.plan().rock(it.pos).info().map(|info| info.name);
            let rock = rock.filter(|_| it.pos.z() >= ZonePos::SURFACE);
            Some(rock.unwrap_or("none").into())
        },
    )
    .one_of(rocks),
    row(
        "biome",
        Text,
        Plan,
        "what grows there most; none if nothing does",
        |it: &ZoneCandidate| {
            let growths = it.plan().growths(it.pos);
            Some(
                growths
                    .first()
                    .map_or("none", |here| here.growth.id())
                    .into(),
            )
        },
    )
    .one_of(|| [&["none"], &Growth::ALL.map(Growth::id)[..]].concat()),
    row(
        "biomes",
        Set,
        Plan,
        "what grows there",
        |it: &ZoneCandidate| {
            let growths = it.plan().growths(it.pos).into_iter();
            Some(
                growths
                    .map(|here| here.growth.id())
                    .collect::<Vec<_>>()
                    .into(),
            )
        },
    )
    .one_of(|| Growth::ALL.map(Growth::id).to_vec()),
    row(
        "sealed",
        Truth,
        Plan,
        "whether it can be reached from above only",
        |it| Some(Value::Truth(it.plan().is_sealed(it.pos))),
    ),
    row(
        "river",
        Truth,
        Plan,
        "whether a river runs through it",
        |it| {
            let [river, _] = it.plan().has_river_and_road(it.pos.column());
            Some(Value::Truth(river && it.pos.z() == ZonePos::SURFACE))
        },
    ),
    row(
        "road",
        Truth,
        Plan,
        "whether a road runs through it",
        |it| {
            let [_, road] = it.plan().has_river_and_road(it.pos.column());
            Some(Value::Truth(road && it.pos.z() == ZonePos::SURFACE))
        },
    ),
    row("liquid.water", Number, Cells, "cells of water", |it| {
        it.liquid(Material::WATER)
    }),
    row("liquid.oil", Number, Cells, "cells of oil", |it| {
        it.liquid(Material::OIL)
    }),
    row("liquid.asphalt", Number, Cells, "cells of asphalt", |it| {
        it.liquid(Material::ASPHALT)
    }),
    row("liquid.lava", Number, Cells, "cells of lava", |it| {
        it.liquid(Material::LAVA)
    }),
    row("liquid.slime", Number, Cells, "cells of slime", |it| {
        it.liquid(Material::SLIME)
    }),
    row("liquid.acid", Number, Cells, "cells of acid", |it| {
        it.liquid(Material::ACID)
    }),
    row("walkable", Number, Cells, "walkable cells, of 2000", |it| {
        let zone = it.zone();
        let cells = (0..ZonePos::HEIGHT).flat_map(|y| zone.row(y));
        Some(Value::count(
            cells.filter(|cell| cell.is_walkable()).count(),
        ))
    }),
    row("creatures", Number, Cells, "creatures", |it| {
        it.things(|kind| *kind == ThingKind::Creature)
    }),
    row("items", Number, Cells, "items", |it| {
        it.things(|kind| *kind == ThingKind::Item)
    }),
    row(
        "things",
        Number,
        Cells,
        "everybody and everything in it",
        |it| it.things(|_| true),
    ),
    row(
        "landmarks",
        Set,
        Cells,
        "the kinds of what has a name or a use in it",
        |it: &ZoneCandidate| {
            let landmarks = it.zone().landmarks().iter();
            Some(
                landmarks
                    .map(|landmark| landmark.kind)
                    .collect::<Vec<_>>()
                    .into(),
            )
        },
    )
    .one_of(|| LANDMARKS.to_vec()),
    row(
        "ways_up",
        Number,
        Cells,
        "stairs, shafts and others that lead up",
        |it| it.ways(|way| way.face == Direction::Up),
    ),
    row(
        "ways_down",
        Number,
        Cells,
        "stairs, shafts and others that lead down",
        |it| it.ways(|way| way.face == Direction::Down),
    ),
    row(
        "openings",
        Number,
        Cells,
        "cells of its border that are open",
        |it| it.ways(|way| way.kind == strata::ConnectionKind::Opening),
    ),
];
