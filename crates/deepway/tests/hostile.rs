//! Sectors and mazes from files that somebody has edited: they are refused, or validated,
//! asked, walked and drawn, and nothing panics.

use deepway::maze::{self, Command, Crossing, CrossingRule, MazePlan};
use deepway::play::{Answer, Walk};
use deepway::report::is_sound;
use deepway::sector::{Blueprint, carve, generate};
use deepway::view::{self, Ink, Light, Tint};
use deepway::{Direction, Layer, MoveRules, RoomPos, Seed, Stream, json, link, validate};

/// Changes some numbers and words of a text.
fn edit(text: &str, random: &mut Stream) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_number = |letter: char| letter.is_ascii_digit() || letter == '-';
        let end = rest.find(|letter| is_number(letter) != is_number(first));
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        parts.push(part.to_owned());
        rest = after;
    }
    for _ in 0..=random.below(4) {
        let at = random.below(parts.len() as u64) as usize;
        const NUMBERS: [&str; 10] = [
            "0",
            "1",
            "2",
            "-1",
            "7",
            "99",
            "2147483647",
            "-2147483648",
            "4294967295",
            "1e3",
        ];
        let part = &mut parts[at];
        match part
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == '-')
        {
            true => *part = (*random.pick(&NUMBERS).unwrap_or(&"0")).to_owned(),
            false if random.chance(1, 3) => *part = part.replace("true", "false"),
            false if random.chance(1, 2) => *part = part.replace("exit", "dropped"),
            false => *part = part.replace("north", "up"),
        }
    }
    parts.concat()
}

#[test]
fn edited_sectors_do_no_harm() {
    let mut random = Seed::new(5).child("hostile").stream();
    let (mut read, mut sound, mut carved, mut contradicting) = (0, 0, 0, 0);
    for seed in 0..4000 {
        let blueprint = Blueprint {
            target_rooms: 5 + seed as u32 % 12,
            // Most edits should change what rooms are, not what is in them.
            is_empty: seed % 16 != 0,
            ..Blueprint::default()
        };
        let sector = generate(&blueprint, Seed::new(seed)).expect("every seed gives a sector");
        let text = edit(&json::write_sector(&sector, &[]), &mut random);
        let edited = match json::read_sector("edited", &text) {
            Ok(edited) => edited,
            Err(error) => {
                // What can be read and contradicts itself is told apart from bad input.
                contradicting += u32::from(!error.findings.is_empty());
                continue;
            }
        };
        read += 1;
        sound += u32::from(is_sound(&validate::sector(&edited)));
        // Far-off rooms make cells that take long to look at.
        let units = edited.doorways().flat_map(|exit| exit.via());
        let mut units = edited.rooms().iter().map(|room| room.position).chain(units);
        let is_near = |at: i32| (-30..30).contains(&at);
        if units.all(|at| is_near(at.x) && is_near(at.y) && (-4..=4).contains(&at.z)) {
            carved += 1;
            let made = carve(edited.clone()).expect("it is small enough");
            validate::agreement(&made);
        }
        view::side_profile(&edited, 100);
        view::room_list(&edited, 100);
        view::sector_stack(&edited, Tint::Role, "edited");
        for layer in Layer::ALL {
            view::layer_plan(&edited, layer);
            assert!(edited.at_layer(layer).count() <= edited.rooms().len());
        }
        for room in edited.rooms() {
            edited.above(room.id);
            edited.below(room.id);
            edited.reachable_layers(room.id);
        }
        for corner in [i32::MIN, -1, i32::MAX] {
            let centre = RoomPos::new(corner, corner, corner);
            assert!(edited.in_range(centre, u32::MAX).count() <= edited.rooms().len());
        }
    }
    // Many edits can be read, and many contradict themselves; most of the rest are found.
    assert!(
        read > 1000 && contradicting > 250 && carved > 800 && sound < read * 3 / 4,
        "{read} read, {contradicting} contradicting, {sound} sound, {carved} carved"
    );
}

/// Changes some characters of a text into others that it has.
fn scramble(text: &str, random: &mut Stream) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(6) {
        let [at, from] = [0; 2].map(|_: u32| random.below(letters.len() as u64) as usize);
        letters[at] = match random.below(3) {
            0 => '.',
            1 => letters[from],
            _ => char::from(b'0' + random.below(10) as u8),
        };
    }
    letters.into_iter().collect()
}

#[test]
fn edited_mazes_do_no_harm() {
    let mut random = Seed::new(6).child("hostile").stream();
    let (mut read, mut sound) = (0, 0);
    for seed in 0..3000 {
        let plan = MazePlan {
            size: 8 + seed as u32 % 5,
            levels: 1 + seed as u32 % 6,
            ..MazePlan::default()
        };
        let maze = maze::generate(&plan, Seed::new(seed)).expect("every seed gives a maze");
        let text = match seed % 2 {
            0 => edit(&json::write_maze(&maze), &mut random),
            _ => scramble(&json::write_maze(&maze), &mut random),
        };
        let Ok(edited) = json::read_maze("edited", &text) else {
            continue;
        };
        read += 1;
        assert_eq!(
            json::read_maze("again", &json::write_maze(&edited)),
            Ok(edited.clone())
        );
        let is_sound = is_sound(&validate::maze(&edited));
        sound += u32::from(is_sound);
        let volume = edited.to_volume().expect("it is small");
        let links = link::scan(&volume, &MoveRules::default());
        view::maze_map(&edited, None, None).expect("it is small");
        view::first_person_sheet(&edited);
        let Ok(start) = edited.entrance() else {
            continue;
        };
        let crossings = Crossing::all(&edited, CrossingRule::Cells(3));
        let walk = Walk::new(&edited, start, Direction::North).expect("an open cell");
        let mut walk = walk.with_crossings(crossings);
        for _ in 0..200 {
            let (_, command) = random.pick(&Command::ALL).expect("there are some");
            let before = walk.at();
            let step = walk.obey(*command);
            assert!(edited.is_open(walk.at()));
            // Whoever climbs does so by a link of the cells.
            if let Answer::ClimbedUp | Answer::ClimbedDown(_) = step.answer
                && step.crossing.is_none()
                && is_sound
            {
                let ends = [before, walk.at()].map(|at| edited.cell_pos(at).expect("inside"));
                assert!(
                    links
                        .iter()
                        .any(|link| ends.contains(&link.low) && ends.contains(&link.high))
                );
            }
            let light = Light::default();
            let seen = view::first_person(&edited, walk.at(), walk.facing(), light);
            view::first_person_text(&seen, 80, Ink::Coloured);
        }
        let player = Some((walk.at(), walk.facing()));
        for number in 0..8 {
            let map = view::maze_level(&edited, number, player, 80, Ink::Coloured);
            assert_eq!(map.is_some(), (1..=edited.plan.levels).contains(&number));
        }
    }
    assert!(read > 250 && sound > 25 && sound < read, "{read} {sound}");
}
