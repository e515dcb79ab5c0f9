//! The truth table, the verification list of the source, ramps, groups, and
//! the scan against a plain reading of the rules.

use super::*;
use crate::rules::{Gravity, Ramps, Stairs};
use crate::text;
use crate::volume::{Draft, Size};
use proptest::prelude::*;
use std::collections::HashMap;

fn links_with(map: &str, rules: &MoveRules) -> Vec<String> {
    let volume = text::read("map", map.as_bytes()).unwrap();
    let arrow = |link: &Link| match (link.up, link.down) {
        (true, true) => "<->",
        (true, false) => "->",
        (false, true) => "<-",
        (false, false) => "nowhere",
    };
    scan(&volume, rules)
        .iter()
        .map(|link| {
            format!(
                "{} {} {} {} {}",
                link.kind,
                link.low,
                arrow(link),
                link.high,
                link.group
            )
        })
        .collect()
}

/// Checks the links of a map under the default rules.
fn check(map: &str, expected: &[&str]) {
    check_with(map, &MoveRules::default(), expected);
}

fn check_with(map: &str, rules: &MoveRules, expected: &[&str]) {
    assert_eq!(links_with(map, rules), expected, "{map}");
}

fn ramps_both() -> MoveRules {
    MoveRules {
        ramps: Ramps::Both,
        ..MoveRules::default()
    }
}

/// Every pair of cell kinds: a row for the low cell, a column for the high cell.
///
/// Small letters are the kind (l ladder, s stairs, h hole, p shaft, e elevator),
/// `^` up only, `v` down only, `x` both; `--` no link.
const TRUTH: &str = "
low ''  #  %  =  .  +  ~  L  <  >  X  O  o  E  ^  v  {  }
' ' -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
'#' -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
'%' -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
'=' -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
'.' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
'+' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
'~' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
'L' -- -- -- -- -- -- -- lx -- sx sx pv hv -- -- -- -- --
'<' -- -- -- -- -- -- -- s^ -- s^ s^ pv hv -- -- -- -- --
'>' -- -- -- -- -- -- -- sv -- sv sv pv hv -- -- -- -- --
'X' -- -- -- -- -- -- -- sx -- sx sx pv hv -- -- -- -- --
'O' -- -- -- -- -- -- -- -- -- -- -- px hv -- -- -- -- --
'o' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
'E' -- -- -- -- -- -- -- -- -- -- -- pv hv ex -- -- -- --
'^' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
'v' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
'{' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
'}' -- -- -- -- -- -- -- -- -- -- -- pv hv -- -- -- -- --
";

/// The order of rows and columns in [`TRUTH`].
const GLYPHS: &str = " #%=.+~L<>XOoE^v{}";

fn code_of(low: char, high: char, rules: &MoveRules) -> String {
    // A single column, so that no ramp has a neighbour to be entered from.
    let links = links_with(&format!("floor:0\n{low}\nfloor:1\n{high}\n"), rules);
    let [link] = &links[..] else {
        return "--".to_owned();
    };
    let kind = [
        ("ladder", 'l'),
        ("stairs", 's'),
        ("hole", 'h'),
        ("shaft", 'p'),
        ("elevator", 'e'),
    ]
    .iter()
    .find(|(name, _)| link.starts_with(name))
    .unwrap()
    .1;
    let way = match link {
        link if link.contains("<->") => 'x',
        link if link.contains("->") => '^',
        _ => 'v',
    };
    format!("{kind}{way}")
}

/// The row of [`TRUTH`] for a cell; other cells lead nowhere, like wall or floor.
fn row_of(glyph: char) -> char {
    match glyph {
        'I' | '&' | 'M' | '*' | 'T' | 'd' | 'b' | 'H' | 'A' | 'B' | 'C' | '!' | 'u' | 'V' | '|'
        | 'Q' | 'Z' | '/' | 'Y' => '#',
        'S' | '_' | 'h' | '-' => '.',
        other => other,
    }
}

fn check_truth(rules: &MoveRules, exceptions: &[(char, char, &str)]) {
    let mut truth = HashMap::new();
    for (low, row) in GLYPHS.chars().zip(TRUTH.trim().lines().skip(1)) {
        let (label, codes) = row[1..].split_once('\'').unwrap();
        assert_eq!(label.chars().next().unwrap(), low);
        let codes: Vec<&str> = codes.split_whitespace().collect();
        assert_eq!(codes.len(), GLYPHS.len());
        let codes = GLYPHS.chars().zip(codes);
        truth.extend(codes.map(|(high, code)| ((low, high), code)));
    }
    for low in Cell::all().map(Cell::glyph) {
        for high in Cell::all().map(Cell::glyph) {
            let exception = exceptions.iter().find(|e| (e.0, e.1) == (low, high));
            let code = truth[&(row_of(low), row_of(high))];
            let expected = exception.map_or(code, |e| e.2);
            assert_eq!(
                code_of(low, high, rules),
                expected,
                "{low:?} below {high:?}"
            );
        }
    }
}

#[test]
fn every_pair_of_cells_under_the_default_rules() {
    check_truth(&MoveRules::default(), &[]);
}

#[test]
fn paired_stairs_change_one_pair() {
    let rules = MoveRules {
        stairs: Stairs::Paired,
        ..MoveRules::default()
    };
    check_truth(&rules, &[('<', '>', "sx")]);
}

#[test]
fn gravity_changes_one_pair() {
    let rules = MoveRules {
        gravity: Gravity::On,
        ..MoveRules::default()
    };
    check_truth(&rules, &[('O', 'O', "pv")]);
}

#[test]
fn two_way_ramps_change_no_pair() {
    check_truth(&ramps_both(), &[]);
}

// The verification list of S4, phase 1.

#[test]
fn stairs_up_below_stairs_down_lead_up_only() {
    let map = "
floor:0
##########
#........#
#...<....#
#........#
##########

floor:1
##########
#........#
#...>....#
#........#
##########
";
    check(map, &["stairs 4,2,0 -> 4,2,1 0"]);
    let paired = MoveRules {
        stairs: Stairs::Paired,
        ..MoveRules::default()
    };
    check_with(map, &paired, &["stairs 4,2,0 <-> 4,2,1 0"]);
}

#[test]
fn stairs_down_above_stairs_down_lead_down_only() {
    check("floor:0\n.>.\nfloor:1\n.>.\n", &["stairs 1,0,0 <- 1,0,1 0"]);
}

#[test]
fn stairs_both_work_like_a_ladder() {
    check(
        "
floor:0
##########
#..X.....#
##########

floor:1
##########
#..X.....#
##########
",
        &["stairs 3,1,0 <-> 3,1,1 0"],
    );
}

#[test]
fn stairs_up_on_both_levels_do_not_connect() {
    check("floor:0\n.<.\nfloor:1\n.<.\n", &[]);
}

#[test]
fn maps_with_ladders_work_as_before() {
    check(
        "floor:0\n.L.\nfloor:1\n.L.\nfloor:2\n.L.\n",
        &["ladder 1,0,0 <-> 1,0,1 0", "ladder 1,0,1 <-> 1,0,2 1"],
    );
}

// The verification list of S4, phase 2: ramps.

#[test]
fn a_ramp_is_entered_from_its_own_side_only() {
    let map = "
floor:0
##########
#........#
#..^.....#
#........#
##########

floor:1
##########
#........#
#..F.....#
#........#
##########
";
    check(map, &["ramp 3,1,0 -> 3,2,1 0"]);
    check_with(map, &ramps_both(), &["ramp 3,1,0 <-> 3,2,1 0"]);
}

#[test]
fn ramps_in_all_four_directions() {
    let top = "floor:1\n.......\n.......\n.......\n";
    check(
        &format!("floor:0\n...\n.^.\n...\n{top}"),
        &["ramp 1,0,0 -> 1,1,1 0"],
    );
    check(
        &format!("floor:0\n...\n.v.\n...\n{top}"),
        &["ramp 1,2,0 -> 1,1,1 0"],
    );
    check(
        &format!("floor:0\n...\n.{{.\n...\n{top}"),
        &["ramp 0,1,0 -> 1,1,1 0"],
    );
    check(
        &format!("floor:0\n...\n.}}.\n...\n{top}"),
        &["ramp 2,1,0 -> 1,1,1 0"],
    );
}

#[test]
fn a_ramp_at_the_edge_of_the_map_has_no_entry() {
    let open = "floor:1\n...\n...\n...\n";
    check(&format!("floor:0\n.^.\n...\n...\n{open}"), &[]);
    check(&format!("floor:0\n...\n...\n.v.\n{open}"), &[]);
    check(&format!("floor:0\n...\n{{..\n...\n{open}"), &[]);
    check(&format!("floor:0\n...\n..}}\n...\n{open}"), &[]);
    // At the edge, but entered from inside.
    check(
        &format!("floor:0\n.v.\n...\n...\n{open}"),
        &["ramp 1,1,0 -> 1,0,1 0"],
    );
}

#[test]
fn a_ramp_needs_both_its_ends() {
    check("floor:0\n...\n.^.\nfloor:1\n...\n.#.\n", &[]);
    check("floor:0\n...\n.^.\nfloor:1\n...\n. .\n", &[]);
    check("floor:0\n.#.\n.^.\nfloor:1\n...\n...\n", &[]);
    check("floor:0\n...\n.^.\n", &[]);
}

#[test]
fn a_hole_over_a_ramp_ends_on_the_ramp_and_the_ramp_under_the_hole() {
    check(
        "floor:0\n.\n^\nfloor:1\n.\no\n",
        &["ramp 0,0,0 -> 0,1,1 0", "hole 0,1,0 <- 0,1,1 1"],
    );
}

#[test]
fn opposite_ramps_share_no_link() {
    check(
        "floor:0\n.^v.\n....\nfloor:1\n....\n",
        &["ramp 2,1,0 -> 2,0,1 0"],
    );
    check(
        "floor:0\n{}..\nfloor:1\n....\n",
        // Each is entered from the far side of the other; the left ramp has no such cell.
        &["ramp 2,0,0 -> 1,0,1 0"],
    );
}

// Shafts, holes and elevators.

#[test]
fn a_shaft_is_climbed_and_ends_as_a_pit() {
    let map = "floor:0\n.\nfloor:1\nO\nfloor:2\nO\n";
    check(map, &["shaft 0,0,0 <- 0,0,1 0", "shaft 0,0,1 <-> 0,0,2 1"]);
    let gravity = MoveRules {
        gravity: Gravity::On,
        ..MoveRules::default()
    };
    check_with(
        map,
        &gravity,
        &["shaft 0,0,0 <- 0,0,1 0", "shaft 0,0,1 <- 0,0,2 1"],
    );
}

#[test]
fn an_elevator_stops_at_every_level() {
    check(
        "floor:0\nE\nfloor:1\nE\nfloor:2\nE\n",
        &["elevator 0,0,0 <-> 0,0,1 0", "elevator 0,0,1 <-> 0,0,2 1"],
    );
    check("floor:0\nE\nfloor:2\nE\n", &[]);
}

#[test]
fn nothing_leads_into_rock() {
    for high in GLYPHS.chars() {
        check(&format!("floor:0\n#\nfloor:1\n{high}\n"), &[]);
    }
}

// Wide staircases.

#[test]
fn like_stairs_side_by_side_are_one_group() {
    check(
        "floor:0\n.XX.\n..X.\nfloor:1\n.XX.\n..X.\n",
        &[
            "stairs 1,0,0 <-> 1,0,1 0",
            "stairs 2,0,0 <-> 2,0,1 0",
            "stairs 2,1,0 <-> 2,1,1 0",
        ],
    );
}

#[test]
fn a_diagonal_a_gap_or_another_kind_parts_a_staircase() {
    check(
        "floor:0\nX.X\n.X.\nfloor:1\nX.X\n.X.\n",
        &[
            "stairs 0,0,0 <-> 0,0,1 0",
            "stairs 1,1,0 <-> 1,1,1 1",
            "stairs 2,0,0 <-> 2,0,1 2",
        ],
    );
    // The same low cells under other partners.
    check(
        "floor:0\nXX\nfloor:1\nX>\n",
        &["stairs 0,0,0 <-> 0,0,1 0", "stairs 1,0,0 <-> 1,0,1 1"],
    );
}

#[test]
fn ladders_side_by_side_are_two_ladders() {
    check(
        "floor:0\nLL\nfloor:1\nLL\n",
        &["ladder 0,0,0 <-> 0,0,1 0", "ladder 1,0,0 <-> 1,0,1 1"],
    );
}

#[test]
fn stairs_on_other_levels_are_other_groups() {
    check(
        "floor:0\nXX\nfloor:1\nXX\nfloor:2\nX\n",
        &[
            "stairs 0,0,0 <-> 0,0,1 0",
            "stairs 0,0,1 <-> 0,0,2 1",
            "stairs 1,0,0 <-> 1,0,1 0",
        ],
    );
}

#[test]
fn a_staircase_that_closes_late_is_one_group() {
    // Two columns that meet only in the last row.
    let stairs = "X.X\nX.X\nXXX\n";
    let links = links_with(
        &format!("floor:0\n{stairs}floor:1\n{stairs}"),
        &MoveRules::default(),
    );
    assert_eq!(links.len(), 7);
    assert!(links.iter().all(|link| link.ends_with(" 0")), "{links:?}");
}

// Dead ends.

#[test]
fn dead_ends_are_cells_that_no_link_uses() {
    let dead = |map: &str| -> Vec<String> {
        let volume = text::read("map", map.as_bytes()).unwrap();
        let links = scan(&volume, &MoveRules::default());
        dead_ends(&volume, &links)
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(dead("floor:0\nLX<O\nfloor:1\nLX>O\n"), none);
    assert_eq!(
        dead("floor:0\nLX<O\n"),
        ["0,0,0", "1,0,0", "2,0,0", "3,0,0"]
    );
    // A hole that ends on stairs, and a hole above a ramp that cannot be entered.
    assert_eq!(dead("floor:0\nX^\nfloor:1\noo\n"), ["0,0,0", "1,0,0"]);
    assert_eq!(dead("floor:0\n.\n^\nfloor:1\n.\n.\n"), none);
    assert_eq!(dead("floor:0\n.\nfloor:1\nO\n"), none);
}

// The scan against the rules read literally, cell by cell.

/// The links of §1.4, by asking every question at every cell.
fn links_by_the_book(volume: &Volume, rules: &MoveRules) -> Vec<(LinkKind, Pos, Pos, bool, bool)> {
    let size = volume.size();
    let mut links = Vec::new();
    for x in 0..size.width() as i32 {
        for y in 0..size.height() as i32 {
            for z in 0..size.levels() as i32 {
                let low_at = Pos::new(x, y, z);
                let high_at = Pos::new(x, y, z + 1);
                let (low, high) = (volume.get(low_at).glyph(), volume.get(high_at).glyph());
                if !(volume.get(low_at).is_walkable() && volume.get(high_at).is_walkable()) {
                    continue;
                }
                let mut up = "<XL".contains(low) && ">XL".contains(high);
                let mut down = ">XL".contains(high) && ">XL".contains(low);
                let mut kind = if (low, high) == ('L', 'L') {
                    LinkKind::Ladder
                } else {
                    LinkKind::Stairs
                };
                if rules.stairs == Stairs::Paired && (low, high) == ('<', '>') {
                    down = true;
                }
                if high == 'o' {
                    (kind, down) = (LinkKind::Hole, true);
                }
                if high == 'O' {
                    (kind, down) = (LinkKind::Shaft, true);
                    up = low == 'O' && rules.gravity == Gravity::Off;
                }
                if (low, high) == ('E', 'E') {
                    (kind, up, down) = (LinkKind::Elevator, true, true);
                }
                if up || down {
                    links.push((kind, low_at, high_at, up, down));
                }
                for (ramp, dx, dy) in [('^', 0, -1), ('v', 0, 1), ('{', -1, 0), ('}', 1, 0)] {
                    let entry = Pos::new(x + dx, y + dy, z);
                    if low == ramp && volume.is_walkable(entry) {
                        links.push((
                            LinkKind::Ramp,
                            entry,
                            high_at,
                            true,
                            rules.ramps == Ramps::Both,
                        ));
                    }
                }
            }
        }
    }
    links.sort_by_key(|link| (link.1.to_array(), link.2.to_array()));
    links
}

/// Groups by flooding from each stair link over its equal neighbours.
fn groups_by_flooding(volume: &Volume, links: &[Link]) -> Vec<u32> {
    let kinds = |link: &Link| (volume.get(link.low), volume.get(link.high));
    let mut groups = vec![u32::MAX; links.len()];
    let mut next = 0;
    for start in 0..links.len() {
        if groups[start] != u32::MAX {
            continue;
        }
        groups[start] = next;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for other in 0..links.len() {
                let (a, b) = (&links[at], &links[other]);
                let beside = a.low.z == b.low.z
                    && (a.low.x - b.low.x).abs() + (a.low.y - b.low.y).abs() == 1;
                let stairs = a.kind == LinkKind::Stairs && b.kind == LinkKind::Stairs;
                if groups[other] == u32::MAX && beside && stairs && kinds(a) == kinds(b) {
                    groups[other] = next;
                    open.push(other);
                }
            }
        }
        next += 1;
    }
    groups
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_scan_finds_what_the_rules_say(
        width in 1..=9u32, height in 1..=9u32, levels in 1..=4u32,
        glyphs in proptest::collection::vec(proptest::sample::select(
            " #.+LLXX<>>OOooEE^v{}XX".chars().collect::<Vec<_>>()), 9 * 9 * 4),
        both: bool, paired: bool, gravity: bool,
    ) {
        let rules = MoveRules {
            ramps: if both { Ramps::Both } else { Ramps::Up },
            stairs: if paired { Stairs::Paired } else { Stairs::OneWay },
            gravity: if gravity { Gravity::On } else { Gravity::Off },
            ..MoveRules::default()
        };
        let mut draft = Draft::new(Size::new(width, height, levels).unwrap());
        let mut glyphs = glyphs.into_iter();
        for z in 0..levels { for y in 0..height { for x in 0..width {
            let cell = Cell::from_glyph(glyphs.next().unwrap()).unwrap();
            draft.set(Pos::new(x as i32, y as i32, z as i32), cell).unwrap();
        }}}
        let volume = draft.finish();
        let links = scan(&volume, &rules);
        let plain: Vec<_> = links.iter().map(|l| (l.kind, l.low, l.high, l.up, l.down)).collect();
        prop_assert_eq!(plain, links_by_the_book(&volume, &rules));
        let groups: Vec<u32> = links.iter().map(|link| link.group).collect();
        prop_assert_eq!(groups, groups_by_flooding(&volume, &links));
    }
}

/// Links are ordered by coordinates as numbers, however far from the corner they are.
#[test]
fn links_are_in_order_in_the_largest_volumes() {
    for (width, height, levels) in [(4096, 2, 3), (2, 4096, 3), (3, 3, 256)] {
        let size = Size::new(width, height, levels).unwrap();
        let mut draft = Draft::new(size);
        let mut random = crate::Seed::new(8).stream();
        let cells = ['L', 'X', '}', 'v', '.', '#'];
        for z in 0..levels as i32 {
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    let glyph = *random.pick(&cells).unwrap();
                    let cell = Cell::from_glyph(glyph).unwrap();
                    draft.set(Pos::new(x, y, z), cell).unwrap();
                }
            }
        }
        let volume = draft.finish();
        let rules = MoveRules::default();
        let links = scan(&volume, &rules);
        let ends = |link: &Link| [link.low.to_array(), link.high.to_array()];
        assert!(links.is_sorted_by_key(ends), "{size}");
        let far = links
            .iter()
            .map(|link| link.low.z.max(link.low.x).max(link.low.y));
        assert_eq!(
            far.max(),
            Some(width.max(height).max(levels) as i32 - if levels == 256 { 2 } else { 1 })
        );
        let plain: Vec<_> = links
            .iter()
            .map(|l| (l.kind, l.low, l.high, l.up, l.down))
            .collect();
        assert_eq!(plain, links_by_the_book(&volume, &rules), "{size}");
        // Groups are numbered in the order of links.
        let mut next = 0;
        for link in &links {
            assert!(link.group <= next, "{size}");
            next = next.max(link.group + 1);
        }
    }
}
