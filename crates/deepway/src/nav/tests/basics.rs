//! Moves, fields and routes: what a game needs before it needs a search.

use super::*;

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn fields_agree_with_dijkstra(volume in any_volume(), rules in any_rules(), picks: [u32; 3]) {
        let size = volume.size();
        let goals = [nth(size, picks[0]), nth(size, picks[1])];
        let navigator = Navigator::new(&volume, rules).unwrap();
        let (ground, rules) = (navigator.on(&volume).unwrap(), navigator.rules());
        let field = ground.field(&goals);
        let mut finder = Finder::default();
        for n in 0..size.cells() as u32 {
            let from = nth(size, n);
            if is_left_out(size, from) && from != nth(size, picks[2]) {
                continue;
            }
            let costs = match volume.is_walkable(from) {
                true => costs_by_the_book(&volume, rules, &BTreeMap::new(), from),
                false => BTreeMap::new(),
            };
            let nearest = goals.iter().filter_map(|goal| costs.get(&goal.to_array())).min();
            prop_assert_eq!(field.cost(from), nearest.copied());
            prop_assert_eq!(ground.nearest(from, &goals).map(|(_, cost)| cost), nearest.copied());
            // Whoever follows the field pays what it says, and what the searches say.
            if let Some(&cost) = nearest {
                let mut way = vec![from];
                way.extend(field.descent(&ground, from));
                let end = way[way.len() - 1];
                prop_assert!(goals.contains(&end), "{} is no goal", end);
                prop_assert_eq!(cost_of(&way, &volume, rules, &BTreeMap::new()), cost);
                let route = finder.find(&ground, from, end, Algorithm::ASTAR).unwrap();
                prop_assert_eq!(route.cost, cost);
            } else {
                prop_assert_eq!(field.next(&ground, from), None);
            }
            if from == nth(size, picks[2]) {
                let budget = u64::from(rules.costs.straight) * 5;
                let mut expected: Vec<[i32; 3]> = costs.iter().filter(|(_, cost)| **cost <= budget).map(|(pos, _)| *pos).collect();
                let mut within: Vec<[i32; 3]> = ground.within(from, budget).iter().map(|(pos, _)| pos.to_array()).collect();
                expected.sort_unstable();
                within.sort_unstable();
                prop_assert_eq!(within, expected);
            }
        }
        let listed: Vec<(Pos, u64)> = (0..size.cells() as u32).map(|n| nth(size, n)).filter_map(|pos| Some((pos, field.cost(pos)?))).collect();
        prop_assert_eq!(field.iter().collect::<Vec<_>>(), listed);
    }

    #[test]
    fn a_field_of_given_costs_is_the_least_of_them_and_the_way(volume in any_volume(), rules in any_rules(),
        given in proptest::collection::vec((any::<u32>(), 0..5000u64), 1..6)) {
        let size = volume.size();
        let given: Vec<(Pos, u64)> = given.into_iter().map(|(n, cost)| (nth(size, n), cost)).collect();
        let navigator = Navigator::new(&volume, rules).unwrap();
        let ground = navigator.on(&volume).unwrap();
        let field = ground.field_of(given.iter().copied());
        for n in (0..size.cells() as u32).filter(|&n| !is_left_out(size, nth(size, n))) {
            let from = nth(size, n);
            let costs = match volume.is_walkable(from) {
                true => costs_by_the_book(&volume, navigator.rules(), &BTreeMap::new(), from),
                false => BTreeMap::new(),
            };
            let ways = given.iter().filter_map(|(goal, cost)| Some(costs.get(&goal.to_array())? + cost));
            prop_assert_eq!(field.cost(from), ways.min());
            // Down to a cell that is not worth leaving, and no further.
            let end = field.descent(&ground, from).last().unwrap_or(from);
            prop_assert!(field.cost(from).is_none() || given.iter().any(|&(pos, cost)| pos == end && field.cost(end) == Some(cost)));
        }
    }

    #[test]
    fn neighbours_are_the_steps_and_links_of_the_book(volume in any_volume(), rules in any_rules(), picks: [u32; 4]) {
        let size = volume.size();
        let navigator = Navigator::new(&volume, rules).unwrap();
        let (ground, rules) = (navigator.on(&volume).unwrap(), navigator.rules());
        let links = crate::link::scan(&volume, rules);
        for from in picks.map(|pick| nth(size, pick)).into_iter().chain([at(-1, 0, 0), at(0, 0, 99)]) {
            let mut expected: BTreeMap<[i32; 3], u64> = BTreeMap::new();
            if volume.is_walkable(from) {
                for (to, cost) in moves_by_the_book(&volume, rules, &BTreeMap::new(), from) {
                    let known = expected.entry(to.to_array()).or_insert(cost);
                    *known = cost.min(*known);
                }
            }
            let found: Vec<(Pos, u64)> = ground.neighbours(from).collect();
            let found_map: BTreeMap<[i32; 3], u64> = found.iter().map(|(pos, cost)| (pos.to_array(), *cost)).collect();
            prop_assert_eq!(found.len(), found_map.len(), "each once");
            prop_assert_eq!(&found_map, &expected);
            for n in 0..size.cells() as u32 {
                let to = nth(size, n);
                prop_assert_eq!(ground.can_step(from, to), expected.contains_key(&to.to_array()));
                // Whatever changes level is a link in that direction, unless it is a fall.
                if from.z != to.z && ground.can_step(from, to) && rules.gravity == Gravity::Off {
                    let is_link = |link: &crate::Link| link.up && (link.low, link.high) == (from, to)
                        || link.down && (link.high, link.low) == (from, to);
                    prop_assert!(links.iter().any(is_link));
                }
            }
        }
    }
}

#[test]
fn a_route_is_a_row_of_cells() {
    let known = Known::map(
        "floor:0\n..#\n...\n..L\nfloor:1\n...\n...\n..L\n",
        MoveRules::default(),
    );
    let route = known
        .find(at(0, 0, 0), at(0, 2, 1), Algorithm::AUTO)
        .unwrap();
    let expected = [
        at(0, 0, 0),
        at(1, 1, 0),
        at(2, 2, 0),
        at(2, 2, 1),
        at(1, 2, 1),
        at(0, 2, 1),
    ];
    assert_eq!(route.cells(), expected);
    let mut walked = Vec::new();
    for pos in &route {
        walked.push(pos);
    }
    assert_eq!(walked, expected);
    assert_eq!(route.iter().count(), 6);
}

#[test]
fn whoever_flees_leaves_a_dead_end_in_time() {
    // East of the danger D the way ends soon; past it, to the south, it goes on for long.
    let map = "floor:0\n............####\n.##########.####\n................\n";
    let known = Known::map(map, MoveRules::default());
    let ground = known.ground();
    let danger = ground.field(&[at(0, 0, 0)]);
    let most = danger.iter().map(|(_, cost)| cost).max().unwrap();
    let steeper = danger
        .iter()
        .map(|(pos, cost)| (pos, (most - cost) * 6 / 5));
    let flee = ground.field_of(steeper);
    // Straight away from the danger leads to the corner at (11,0); it goes on from there.
    let way: Vec<Pos> = flee.descent(&ground, at(6, 0, 0)).collect();
    assert_eq!(way.last(), Some(&at(15, 2, 0)));
    assert!(
        way.iter()
            .all(|&pos| danger.cost(pos) > danger.cost(at(6, 0, 0)))
    );
    assert_eq!(flee.next(&ground, at(15, 2, 0)), None, "nowhere is better");
    assert_eq!(
        flee.next(&ground, at(1, 1, 0)),
        None,
        "nobody stands in a wall"
    );
}
