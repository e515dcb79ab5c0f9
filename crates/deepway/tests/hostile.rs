//! Sectors from files that somebody has edited: they are refused, or validated, asked and
//! drawn, and nothing panics.

use deepway::sector::{Blueprint, carve, generate};
use deepway::view::{self, Tint};
use deepway::{Layer, RoomPos, Seed, Stream, json, validate};

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
    let (mut read, mut sound, mut carved) = (0, 0, 0);
    for seed in 0..4000 {
        let blueprint = Blueprint {
            target_rooms: 5 + seed as u32 % 12,
            ..Blueprint::default()
        };
        let sector = generate(&blueprint, Seed::new(seed)).expect("every seed gives a sector");
        let text = edit(&json::write_sector(&sector, &[]), &mut random);
        let Ok(edited) = json::read_sector("edited", &text) else {
            continue;
        };
        read += 1;
        sound += u32::from(validate::sector(&edited).is_empty());
        // Far-off rooms make cells that take long to look at.
        let units = edited
            .exits
            .iter()
            .flat_map(|exit| exit.via.iter().copied());
        let mut units = edited.rooms.iter().map(|room| room.position).chain(units);
        let is_near = |at: i32| (-30..30).contains(&at);
        if units.all(|at| is_near(at.x) && is_near(at.y) && (-4..=4).contains(&at.z)) {
            carved += 1;
            let made = carve(edited.clone()).expect("it is small enough");
            validate::agreement(&made);
        }
        view::side_profile(&edited, 100);
        view::room_list(&edited);
        view::sector_stack(&edited, Tint::Role, "edited");
        for layer in Layer::ALL {
            view::layer_plan(&edited, layer);
            assert!(edited.at_layer(layer).count() <= edited.rooms.len());
        }
        for room in 0..edited.rooms.len() as u32 {
            edited.above(room);
            edited.below(room);
            edited.reachable_layers(room);
        }
        for corner in [i32::MIN, -1, i32::MAX] {
            let centre = RoomPos::new(corner, corner, corner);
            assert!(edited.in_range(centre, u32::MAX).count() <= edited.rooms.len());
        }
    }
    // Most edits can be read, and most of those are found.
    assert!(
        read > 1000 && carved > 800 && sound < read * 3 / 4,
        "{read} read, {sound} sound, {carved} carved"
    );
}
