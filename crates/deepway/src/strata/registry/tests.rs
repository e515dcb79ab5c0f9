use super::*;
use crate::cell::{Cell, LinkKind};
use crate::link;
use crate::seed::Seed;
use crate::space::Pos;
use crate::strata::{Connection, ConnectionKind, Strata, Vertical, Zone};
use crate::volume::{Draft, Size};
use proptest::prelude::*;
use std::sync::Arc;

const SEED: Seed = Seed::new(7);

fn entry(zone: ZonePos, [x, y]: [u8; 2], kind: EntryKind) -> Entry {
    let object = None;
    Entry {
        zone,
        y,
        x,
        kind,
        object,
    }
}

/// The zones of a column, as deep as any of these tests goes.
fn levels(strata: &Strata, column: [u32; 2]) -> Vec<Arc<Zone>> {
    let zones = (0..26).filter_map(|z| ZonePos::at(column, z));
    let zones = zones.filter(|&zone| strata.plan().blueprint(zone) != Blueprint::Air);
    zones.map(|zone| strata.zone(zone)).collect()
}

fn all_cells() -> impl Iterator<Item = (u32, u32)> {
    (0..25).flat_map(|y| (0..80).map(move |x| (x, y)))
}

/// Whether what one can stand on is in one piece, by a plain flood.
fn check_one_piece(zone: &Zone) {
    let stands = |x, y| {
        let cell = zone.cell(x, y);
        cell.is_walkable() && cell != Cell::Shaft
    };
    let standing: BTreeSet<(u32, u32)> = all_cells().filter(|&(x, y)| stands(x, y)).collect();
    let start = *standing.first().expect("somewhere to stand");
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some((x, y)) = open.pop() {
        let west = (x.wrapping_sub(1), y);
        let north = (x, y.wrapping_sub(1));
        for (x, y) in [(x + 1, y), west, (x, y + 1), north] {
            if stands(x, y) && seen.insert((x, y)) {
                open.push((x, y));
            }
        }
    }
    assert_eq!(seen, standing, "{}", zone.pos());
}

fn through(zone: &Zone, face: Direction) -> Vec<Connection> {
    let listed = zone.connections().filter(|known| known.face == face);
    listed.map(|known| Connection { face, ..known }).collect()
}

/// Whether two zones, one above the other, list what the scan finds, and both the same.
fn check_joint(upper: &Zone, lower: &Zone) {
    let listed = through(upper, Direction::Down);
    let above = through(lower, Direction::Up).into_iter();
    let face = Direction::Down;
    let above: Vec<Connection> = above.map(|known| Connection { face, ..known }).collect();
    assert_eq!(listed, above, "{}", upper.pos());
    let mut draft = Draft::new(Size::new(80, 25, 2).unwrap());
    for (z, zone) in [(1, upper), (0, lower)] {
        for (x, y) in all_cells() {
            let pos = Pos::new(x as i32, y as i32, z);
            draft.set(pos, zone.cell(x, y)).unwrap();
        }
    }
    let links = link::scan(&draft.finish(), &Strata::rules());
    let mut found: Vec<(i32, i32, bool, LinkKind)> = links
        .iter()
        .map(|link| (link.high.y, link.high.x, link.up, link.kind))
        .collect();
    let mut expected: Vec<(i32, i32, bool, LinkKind)> = listed
        .iter()
        .map(|known| {
            let kind = match known.kind {
                ConnectionKind::Hole => LinkKind::Hole,
                ConnectionKind::Pit | ConnectionKind::Shaft => LinkKind::Shaft,
                ConnectionKind::Elevator => LinkKind::Elevator,
                _ => LinkKind::Stairs,
            };
            (known.y.into(), known.x.into(), known.kind.leads_up(), kind)
        })
        .collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{}", upper.pos());
}

/// Whether a column keeps every law, and differs from the generator's only where it may.
fn check(strata: &Strata, column: [u32; 2]) {
    let zones = levels(strata, column);
    let plain = levels(&Strata::new(SEED), column);
    for (zone, plain) in zones.iter().zip(&plain) {
        check_one_piece(zone);
        for (x, y) in all_cells() {
            let (cell, before) = (zone.cell(x, y), plain.cell(x, y));
            if x == 0 || y == 0 || x == 79 || y == 24 {
                // What nobody can reach any more may become rock, but nothing opens.
                assert!(cell == before || before == Cell::Floor && cell == Cell::Wall);
            }
            assert!(!before.is_vertical() || cell == before, "{}", zone.pos());
        }
        for known in zone.connections() {
            assert!(zone.cell(known.x.into(), known.y.into()).is_walkable());
        }
        let sideways = |zone: &Zone| -> Vec<Connection> {
            let openings = zone.connections().filter(|known| known.levels.is_none());
            openings.collect()
        };
        assert_eq!(sideways(zone), sideways(plain));
    }
    for pair in zones.windows(2) {
        check_joint(&pair[0], &pair[1]);
    }
    // Whatever has a line is at least clear, at both ends, with what is around it.
    for entry in &strata.registry().entries {
        let other = entry
            .kind
            .source()
            .filter(|_| entry.kind != EntryKind::UpEnd);
        let other = other.and_then(|side| entry.zone.step(side));
        for zone in [Some(entry.zone), other].into_iter().flatten() {
            let zone = strata.zone(zone);
            let (x, y) = (u32::from(entry.x), u32::from(entry.y));
            let rows = (y - 1).max(1)..=(y + 1).min(23);
            let columns = (x - 1).max(1)..=(x + 1).min(78);
            let mut pad = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
            assert!(pad.all(|(x, y)| zone.cell(x, y).is_walkable()), "{entry:?}");
        }
    }
}

/// A column of a kind: plain, a tower, a lair, one with a shaft.
fn column(number: usize) -> [u32; 2] {
    let plan = Plan::new(SEED);
    let of = |blueprint| {
        let mut features = plan.features().iter();
        let feature = features.find(|feature| feature.blueprint == blueprint);
        feature.expect("the world has all of them").column
    };
    let with = |kind: ConnectionKind| {
        let mut columns = (0..ZonePos::COLUMNS).map(|x| [x, 40]);
        let has = |column: &[u32; 2]| {
            let verticals = plan.column_verticals(*column);
            verticals
                .iter()
                .any(|known| known.kind == kind && known.top < 14)
        };
        columns.find(has).expect("there is one in a hundred")
    };
    match number {
        0 => of(Blueprint::Tower),
        1 => of(Blueprint::Lair),
        2 => with(ConnectionKind::Shaft),
        3 => with(ConnectionKind::Pit),
        _ => [0, 0],
    }
}

/// Entries in a few zones of a column, often at the same places, often at those of the
/// generator, and often along the border.
fn some_entries() -> impl Strategy<Value = Vec<Entry>> {
    let line = (0..6_u32, 0..6_usize, 0..12_usize, 0..3_usize);
    (0..5_usize, prop::collection::vec(line, 1..=12)).prop_map(|(number, lines)| {
        let plan = Plan::new(SEED);
        let column = column(number);
        let top = match number {
            0 => 8,
            _ => 10,
        };
        let generated = plan.column_verticals(column);
        let near = generated.iter().filter(|known| known.top < 16);
        let near: Vec<[u8; 2]> = near.map(|known| [known.x, known.y]).collect();
        let fixed = [
            [30, 10],
            [31, 10],
            [1, 1],
            [2, 1],
            [1, 2],
            [78, 23],
            [40, 12],
        ];
        let entries = lines.into_iter().filter_map(|(z, kind, place, object)| {
            let [x, y] = match place.checked_sub(fixed.len()) {
                None => fixed[place],
                Some(place) => near[place % near.len()],
            };
            let mut entry = entry(ZonePos::at(column, top + z)?, [x, y], EntryKind::ALL[kind]);
            entry.object = [None, Some("rope".to_owned()), Some(String::new())][object].clone();
            entry.check(&plan).is_ok().then_some(entry)
        });
        entries.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_zone_is_a_function_of_the_set(entries in some_entries().prop_filter("some", |entries| !entries.is_empty()), order in any::<u64>()) {
        let column = entries[0].zone.column();
        let first = Strata::new(SEED);
        for entry in &entries {
            first.add(entry.clone()).unwrap();
        }
        check(&first, column);
        let expected = levels(&first, column);
        for turn in 0..3 {
            let mut shuffled = [entries.clone(), entries.clone()].concat();
            Seed::new(order).child(turn).stream().shuffle(&mut shuffled);
            // After the first build, one by one, with builds in between.
            let strata = Strata::new(SEED);
            levels(&strata, column);
            for (number, entry) in shuffled.iter().enumerate() {
                strata.add(entry.clone()).unwrap();
                if number % 3 == 0 {
                    strata.zone(entry.zone);
                }
            }
            prop_assert_eq!(&levels(&strata, column), &expected);
            // All at once, in a world that keeps next to nothing, and one more taken back.
            let mut registry = Registry::default();
            for entry in &shuffled {
                registry.add(strata.plan(), entry.clone()).unwrap();
            }
            prop_assert_eq!(&registry, &first.registry());
            let mut small = Strata::new(SEED);
            small.set_budget(0);
            small.set_registry(registry);
            let mut more = entries[0].clone();
            more.object = Some("more".to_owned());
            more.kind = EntryKind::Connection;
            small.add(more.clone()).unwrap();
            prop_assert!(small.remove(&more) && !small.remove(&more));
            prop_assert_eq!(&small.registry(), &first.registry());
            prop_assert_eq!(&levels(&small, column), &expected);
        }
        // Taking all away leaves the world as it was.
        for entry in &entries {
            first.remove(entry);
        }
        prop_assert_eq!(first.registry(), Registry::default());
        prop_assert_eq!(levels(&first, column), levels(&Strata::new(SEED), column));
    }
}

fn glyphs(
    strata: &Strata,
    column: [u32; 2],
    [x, y]: [u8; 2],
    depths: RangeInclusive<u32>,
) -> String {
    let zones = depths.filter_map(|z| ZonePos::at(column, z));
    let cells = zones.map(|zone| strata.zone(zone).cell(x.into(), y.into()));
    cells.map(Cell::glyph).collect()
}

fn listed(strata: &Strata, zone: ZonePos, [x, y]: [u8; 2]) -> Vec<Vertical> {
    let zone = strata.zone(zone);
    let all = zone.boundary().vertical().iter();
    all.filter(|known| [known.x, known.y] == [x, y])
        .copied()
        .collect()
}

/// Each kind of entry makes both of its ends, and cells that touch are one connection.
#[test]
fn entries_make_what_they_say() {
    use EntryKind::{DownEnd, PullDownEnd, StairsDown, StairsUp, UpEnd};
    for (lines, cells, connections) in [
        (vec![(21, StairsUp)], ".XX..", vec![("stairs", 20, 1)]),
        (vec![(20, StairsDown)], ".XX..", vec![("stairs", 20, 1)]),
        (vec![(21, DownEnd)], ".o...", vec![("hole", 20, 1)]),
        (vec![(21, PullDownEnd)], ".O...", vec![("pit", 20, 1)]),
        (vec![(21, UpEnd)], ".....", vec![]),
        (
            vec![(20, StairsUp), (20, StairsDown)],
            "XXX..",
            vec![("stairs", 19, 2)],
        ),
        // Two flights with a floor between them that nobody dug.
        (
            vec![(20, StairsUp), (22, StairsUp)],
            "XXXX.",
            vec![("stairs", 19, 3)],
        ),
        (
            vec![(20, PullDownEnd), (21, PullDownEnd)],
            "OO...",
            vec![("shaft", 19, 2)],
        ),
        (
            vec![(20, PullDownEnd), (21, DownEnd), (22, StairsDown)],
            "Oo.XX",
            vec![("pit", 19, 1), ("hole", 20, 1), ("stairs", 22, 1)],
        ),
        (
            vec![(21, PullDownEnd), (21, DownEnd)],
            ".O...",
            vec![("pit", 20, 1)],
        ),
        (
            vec![(21, PullDownEnd), (20, StairsUp)],
            "XX...",
            vec![("stairs", 19, 1)],
        ),
        (
            vec![(20, PullDownEnd), (21, StairsUp)],
            "OXX..",
            vec![("pit", 19, 1), ("stairs", 20, 1)],
        ),
    ] {
        let strata = Strata::new(SEED);
        let (column, place) = ([0, 0], [40, 13]);
        for z in 19..=23 {
            // So that there is floor to see.
            let zone = ZonePos::at(column, z).unwrap();
            strata
                .add(entry(zone, place, EntryKind::Connection))
                .unwrap();
        }
        let mut found = BTreeSet::new();
        for &(z, kind) in &lines {
            let zone = ZonePos::at(column, z).unwrap();
            strata.add(entry(zone, place, kind)).unwrap();
        }
        assert_eq!(glyphs(&strata, column, place, 19..=23), cells, "{lines:?}");
        for z in 19..=23 {
            let zone = ZonePos::at(column, z).unwrap();
            for known in listed(&strata, zone, place) {
                assert!((u32::from(known.top)..=known.bottom()).contains(&z));
                found.insert((known.top, known.kind.name(), known.levels));
            }
        }
        let connections = connections.into_iter();
        let connections: BTreeSet<_> = connections
            .map(|(kind, top, levels)| (top, kind, levels))
            .collect();
        assert_eq!(found, connections, "{lines:?}");
        check(&strata, column);
    }
}

#[test]
fn stairs_that_touch_a_generated_flight_become_part_of_it() {
    let strata = Strata::new(SEED);
    let generated = strata.plan().column_verticals([0, 0]);
    let flight = generated
        .iter()
        .find(|known| known.kind == ConnectionKind::Stairs);
    let flight = *flight.unwrap();
    let below = ZonePos::at([0, 0], flight.bottom()).unwrap();
    let place = [flight.x, flight.y];
    strata
        .add(entry(below, place, EntryKind::StairsDown))
        .unwrap();
    let levels = flight.levels + 1;
    for z in flight.top.into()..=flight.bottom() + 1 {
        let zone = ZonePos::at([0, 0], z).unwrap();
        assert_eq!(
            listed(&strata, zone, place),
            [Vertical { levels, ..flight }]
        );
    }
    check(&strata, [0, 0]);
}

/// However many pits there are, what is left can be walked on.
#[test]
fn pits_everywhere_leave_a_way_around() {
    for kind in [
        EntryKind::PullDownEnd,
        EntryKind::DownEnd,
        EntryKind::StairsUp,
    ] {
        let strata = Strata::new(SEED);
        let mut registry = Registry::default();
        let zone = ZonePos::at([5, 5], 20).unwrap();
        for y in 1..=23 {
            for x in 1..=78 {
                let entry = entry(zone, [x, y], kind);
                registry.add(strata.plan(), entry).unwrap();
            }
        }
        strata.set_registry(registry);
        let above = strata.zone(zone.step(Direction::Up).unwrap());
        let pits = all_cells().filter(|&(x, y)| above.cell(x, y) == Cell::Shaft);
        assert_eq!(pits.count() > 900, kind == EntryKind::PullDownEnd);
        check(&strata, zone.column());
    }
}

/// A shut border with a long ledge of floor: pits along it leave nobody stranded there.
#[test]
fn what_lies_behind_a_row_of_pits_becomes_rock() {
    let strata = Strata::new(SEED);
    let is_ledge = |zone: &ZonePos| {
        let boundary = strata.plan().boundary(*zone);
        let free = !boundary.rock[0][0];
        let is_long = (0..=56).any(|x| free >> x & 0xFF_FFFF == 0xFF_FFFF);
        boundary.open[0] == 0 && is_long
    };
    let zones = ZonePos::all().filter(|zone| (11..49).contains(&zone.z()));
    let mut zones = zones.step_by(7).filter(is_ledge);
    let zone = zones.next().expect("some border is like that");
    let ledge = |strata: &Strata| {
        strata
            .zone(zone)
            .row(0)
            .filter(|cell| cell.is_walkable())
            .count()
    };
    assert!(ledge(&strata) >= 24);
    let below = zone.step(Direction::Down).unwrap();
    for x in 1..=78 {
        strata
            .add(entry(below, [x, 1], EntryKind::PullDownEnd))
            .unwrap();
    }
    assert_eq!(ledge(&strata), 0);
    check_one_piece(&strata.zone(zone));
    check_one_piece(&strata.zone(below));
    check_joint(&strata.zone(zone), &strata.zone(below));
}

#[test]
fn what_does_not_fit_is_refused() {
    let plan = Plan::new(SEED);
    let mut registry = Registry::default();
    let tower = column(0);
    let zone = |column, z| ZonePos::at(column, z).unwrap();
    for (zone, place, kind, message) in [
        (
            zone([0, 0], 12),
            [0, 5],
            EntryKind::StairsUp,
            "x: 0: expected 1 to 78, inside the border of the zone",
        ),
        (
            zone([0, 0], 12),
            [255, 5],
            EntryKind::Connection,
            "x: 255: expected 1 to 78, inside the border of the zone",
        ),
        (
            zone([0, 0], 12),
            [5, 24],
            EntryKind::UpEnd,
            "y: 24: expected 1 to 23, inside the border of the zone",
        ),
        (
            zone([0, 0], 9),
            [5, 5],
            EntryKind::Connection,
            "zone: World.0.0.0.0.9 is open air: expected depth 10 to 49, or a floor of a tower",
        ),
        (
            zone([0, 0], 10),
            [5, 5],
            EntryKind::StairsUp,
            "type: StairsUp in World.0.0.0.0.10: expected a zone above it that is not open air",
        ),
        (
            zone([0, 0], 49),
            [5, 5],
            EntryKind::StairsDown,
            "type: StairsDown in World.0.0.0.0.49: expected a zone below it that is not open air",
        ),
        (
            zone(tower, 10),
            [5, 7],
            EntryKind::StairsUp,
            "x: 5: expected 20 to 59, inside the tower",
        ),
    ] {
        let error = registry.add(&plan, entry(zone, place, kind)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert!(registry.is_empty());
    let fine = entry(zone(tower, 10), [20, 6], EntryKind::StairsUp);
    assert_eq!(registry.add(&plan, fine.clone()), Ok(true));
    assert_eq!(registry.add(&plan, fine.clone()), Ok(false));
    for (z, count) in [(8, 0), (9, 1), (10, 1), (11, 0)] {
        assert_eq!(registry.in_zone(zone(tower, z)).count(), count);
    }
    assert_eq!(registry.iter().collect::<Vec<_>>(), [&fine]);
    assert_eq!(registry.len(), 1);
}

/// The floors of towers lie where entries may stand, or one cell beside.
#[test]
fn towers_are_as_large_as_the_registry_thinks() {
    let strata = Strata::new(SEED);
    let [columns, rows] = Registry::TOWER_CELLS.map(|range| {
        let (first, last) = (u32::from(*range.start()), u32::from(*range.end()));
        first - 1..=last + 1
    });
    for feature in strata.plan().features() {
        for z in feature.top..ZonePos::SURFACE {
            let zone = strata.zone(ZonePos::at(feature.column, z).unwrap());
            let mut open = all_cells().filter(|&(x, y)| zone.cell(x, y).is_walkable());
            assert!(open.all(|(x, y)| columns.contains(&x) && rows.contains(&y)));
        }
    }
}
