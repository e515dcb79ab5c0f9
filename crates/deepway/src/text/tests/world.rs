//! Materials and things in text maps.

use super::*;

const PAINTED: &str = "\
floor:0
#####
#.==#
#####
floor:1
#...#
#...#
#####
key a crust
key b lava
key c my own goo
paint:0
.
.abb
paint:1
.c.a
@ 3,0,1 label \"Guard room\" colour=red
@ 1,1,0 \"odd kind\" \"two\\nlines\" \"a b\"=\"\" size=3
@ 1,1,0 spawn
";

#[test]
fn materials_and_things_are_read_where_they_are_written() {
    let volume = volume_of(PAINTED);
    assert_eq!(to_text(&volume), PAINTED);
    assert_eq!(volume.material(Pos::new(1, 1, 0)), Material::CRUST);
    assert_eq!(volume.material(Pos::new(3, 1, 0)), Material::LAVA);
    assert_eq!(volume.material(Pos::new(0, 0, 0)), Material::NONE);
    let goo = volume.material(Pos::new(1, 0, 1));
    assert!(goo.is_custom());
    assert_eq!(volume.material_name(goo), Some("my own goo"));
    let things: Vec<&Thing> = volume.things().map(|(_, thing)| thing).collect();
    assert_eq!(
        things,
        [
            &Thing::new(Pos::new(3, 0, 1), ThingKind::Label, "Guard room").with("colour", "red"),
            &Thing::new(
                Pos::new(1, 1, 0),
                ThingKind::Other("odd kind".to_owned()),
                "two\nlines"
            )
            .with("a b", "")
            .with("size", "3"),
            &Thing::new(Pos::new(1, 1, 0), ThingKind::Spawn, ""),
        ]
    );
}

#[test]
fn the_order_of_sections_does_not_matter() {
    let lines: Vec<&str> = PAINTED.lines().collect();
    let part = |range: std::ops::Range<usize>| lines[range].join("\n") + "\n";
    let (floors, keys, paint, things) = (part(0..8), part(8..11), part(11..16), part(16..19));
    let volume = volume_of(PAINTED);
    for order in [
        [&things, &paint, &keys, &floors],
        [&keys, &floors, &things, &paint],
        [&paint, &floors, &keys, &things],
    ] {
        let text = order
            .map(|text| text.replace("paint:", "\n; paint\npaint: "))
            .concat();
        assert_eq!(volume_of(&text), volume, "{text}");
    }
    // In the middle of a floor too.
    let between = PAINTED.replacen("#.==#\n", &format!("#.==#\n{things}"), 1);
    let once = between.trim_end_matches(things.as_str());
    assert_eq!(volume_of(once), volume);
}

#[test]
fn wrong_paint_is_named_where_it_stands() {
    let glyph = "a letter for a material, '.' or a space";
    for (paint, message) in [
        ("paint:x\n", "map:4:7: expected a floor number from 0 to 255, found 'x'".to_owned()),
        ("paint:1\n", "map:4:7: expected a floor of this map, 0 to 0, found 'paint:1'".to_owned()),
        ("paint:0\npaint:0\n", "map:5:1: expected 'paint:0' once, and line 4 has it already, found 'paint:0'".to_owned()),
        ("paint:0\n.#\n", format!("map:5:2: expected {glyph}, found '#'")),
        ("paint:0\n.é#\n", format!("map:5:3: expected {glyph}, found '#'")),
        ("paint:0\n.ab\nkey a oil\n", "map:5:3: expected a line 'key b …' that names the material, found only the letter 'b'".to_owned()),
        ("paint:0\n~a\n", format!("map:5:1: expected {glyph}, found '~a'")),
        ("key a\n", "map:4:6: expected 'key', a letter and a material, as in 'key a lava', found the end of the line".to_owned()),
        ("key ab oil\n", "map:4:6: expected 'key', a letter and a material, as in 'key a lava', found 'b oil'".to_owned()),
        ("key # oil\n", "map:4:5: expected 'key', a letter and a material, as in 'key a lava', found '# oil'".to_owned()),
        ("key a oil\nkey a oil\n", "map:5:5: expected the letter 'a' once, and line 4 has it already, found 'a oil'".to_owned()),
        ("key a lava\npaint:0\n.a\n", "map:6:2: lava at 1,0,0 on floor: expected deep liquid there, or the material crust".to_owned()),
        ("key a lava\npaint:0\n\na\n", "map:7:1: lava at 0,1,0 on shallow liquid: expected deep liquid there, or the material crust".to_owned()),
        ("key a oil\npaint:0\n...a\n", "map:6:4: 3,0,0 is outside the map, which is 3 × 2 × 1: x from 0 to 2, y from 0 to 1, z from 0 to 0".to_owned()),
    ] {
        refused(format!("floor:0\n#.=\n~\n{paint}"), &message);
    }
    let name = "x".repeat(65);
    refused(
        format!(".\nkey a {name}\n"),
        &format!(
            "map:2:5: not a material: {:?}: expected a name of 1 to 64 bytes, without control characters or spaces around it",
            &name[..40]
        ),
    );
    let many: String = ('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain('À'..='ÿ')
        .chain('Ā'..='ſ')
        .filter(|letter| letter.is_alphabetic() || letter.is_ascii_digit())
        .take(129)
        .collect();
    let keys: String = many
        .chars()
        .map(|letter| format!("key {letter} own {letter}\n"))
        .collect();
    let row = "#".repeat(129);
    refused(
        format!("{row}\n{keys}paint:0\n{many}\n"),
        "map:130:5: too many custom materials: expected at most 128",
    );
    // A key that no cell uses counts as well, as it does in JSON.
    refused(
        format!("{row}\n{keys}"),
        "map:130:5: too many custom materials: expected at most 128",
    );
}

#[test]
fn wrong_things_are_named_where_they_stand() {
    let place = "expected a place x,y,z, such as 3,4,0";
    let property = "expected a property, such as colour=red";
    for (line, message) in [
        ("@", format!("map:2:2: {place}, found the end of the line")),
        ("@ 1,2 label", format!("map:2:3: {place}, found '1,2 label'")),
        ("@ 1,2,3,4 label", format!("map:2:3: {place}, found '1,2,3,4 label'")),
        ("@ 1,2,NaN label", format!("map:2:3: {place}, found '1,2,NaN label'")),
        ("@ 0,0,0", "map:2:8: expected a kind of thing, such as label, found the end of the line".to_owned()),
        ("@ 0,0,0 \"\"", "map:2:11: expected a kind of thing, such as label, found the end of the line".to_owned()),
        ("@ 0,0,0 label \"a", "map:2:17: expected a closing quotation mark, found the end of the line".to_owned()),
        ("@ 0,0,0 label \"a\"b", "map:2:18: expected a space, found 'b'".to_owned()),
        ("@ 0,0,0 label \"a\\x\"", "map:2:17: expected one of \\\" \\\\ \\n \\r \\t \\u{…}, found '\\\\x\\\"'".to_owned()),
        ("@ 0,0,0 label a b", format!("map:2:17: {property}, found 'b'")),
        ("@ 0,0,0 label x=1 b", format!("map:2:19: {property}, found 'b'")),
        ("@ 0,0,0 label x=1 x=2", "map:2:19: expected each property once, found 'x=2'".to_owned()),
        ("@ 0,1,0 label", "map:2:3: 0,1,0 is outside the map, which is 1 × 1 × 1: x from 0 to 0, y from 0 to 0, z from 0 to 0".to_owned()),
    ] {
        refused(format!(".\n{line}\n"), &message);
    }
    refused(
        format!(".\n@ 0,0,0 label \"{}\"\n", "x".repeat(1_000_000)),
        "map:2:1: a thing with 1000005 bytes of text: expected at most 65536",
    );
    refused(
        format!(".\n@ 0,0,0 label \"{}\"\n", "x".repeat(2_000_000)),
        "map:2:1048577: line longer than 1048576 bytes: expected a thing, whose texts have at most 65536",
    );
    let error = read("map", b".\n@ 0,0,0 label \xFF\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "map:2:15: expected text, found byte 0xFF (not valid UTF-8)"
    );
}

#[test]
fn more_things_than_a_world_may_have_are_refused() {
    let line = "@ 0,0,0 item\n";
    let text = format!(".\n{}", line.repeat(1_000_001));
    refused(
        text,
        "map:1000002:1: too many things: expected at most 1000000 in a world",
    );
}

#[test]
fn the_longest_thing_can_be_written() {
    // Each byte of its text has the longest escape.
    let mut volume = volume_of(".\n");
    let mut thing = Thing::new(Pos::default(), ThingKind::Label, "");
    for number in 0..20_000 {
        let key = char::from_u32(number % 31 + 1).unwrap().to_string();
        thing
            .properties
            .insert(format!("{key}{number:x}"), "\u{7f}".to_owned());
        if thing.text_len() > Thing::MAX_TEXT - 10 {
            break;
        }
    }
    volume.add_thing(thing.clone()).unwrap();
    assert_eq!(volume_of(&to_text(&volume)), volume);
    thing.properties.clear();
    thing.name = "\u{7f}".repeat(Thing::MAX_TEXT - 5);
    volume.add_thing(thing).unwrap();
    assert_eq!(volume_of(&to_text(&volume)), volume);
}

/// A volume with materials, some of them custom, and things with any texts.
pub(super) fn any_world() -> impl Strategy<Value = Volume> {
    let name = prop_oneof![
        proptest::sample::select(
            Material::all()
                .filter_map(|material| Some(material.info()?.name.to_owned()))
                .collect::<Vec<_>>()
        ),
        "[^\\pC]{1,12}".prop_filter("a name", |name| crate::material::check_name(name).is_ok()),
    ];
    let word = || prop_oneof!["[a-z]{1,6}", any::<String>()];
    let thing = (
        any::<[u16; 3]>(),
        word(),
        word(),
        proptest::collection::btree_map(word(), word(), 0..4),
    );
    (
        any_volume(),
        proptest::collection::vec(name, 0..90),
        proptest::collection::vec(any::<(u16, u16, u16, u8)>(), 0..60),
        proptest::collection::vec(thing, 0..6),
    )
        .prop_map(|(mut volume, names, painted, things)| {
            let size = volume.size();
            let place = |[x, y, z]: [u16; 3]| {
                let within = |at: u16, end: u32| i32::from(at) % end as i32;
                Pos::new(
                    within(x, size.width()),
                    within(y, size.height()),
                    within(z, size.levels()),
                )
            };
            let materials: Vec<Material> = names
                .iter()
                .map(|name| volume.name_material(name).unwrap())
                .collect();
            for (x, y, z, number) in painted {
                if !materials.is_empty() {
                    // Lava on a walkable cell is refused.
                    let _ = volume.set_material(
                        place([x, y, z]),
                        materials[usize::from(number) % materials.len()],
                    );
                }
            }
            for (at, kind, name, properties) in things {
                let kind = if kind.is_empty() {
                    ThingKind::Marker
                } else {
                    ThingKind::from(kind.as_str())
                };
                volume
                    .add_thing(Thing {
                        place: place(at),
                        kind,
                        name,
                        properties,
                    })
                    .unwrap();
            }
            volume
        })
}
