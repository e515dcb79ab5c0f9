use super::*;
use crate::seed::Seed;
use proptest::prelude::*;

fn plan() -> Plan {
    Plan::new(Seed::new(7))
}

const GOOD: &str =
    r#"{"zone":"World.11.22.1.1.12","from":"u","x":10,"y":12,"type":"StairsUp","object":null}"#;

#[test]
fn a_registry_reads_back_the_same() {
    let plan = plan();
    let mut text = String::new();
    for (number, kind) in EntryKind::ALL.into_iter().enumerate() {
        for object in ["null", "\"a rope\"", "\"\\\"\\\\\""] {
            text += &format!(
                r#"{{"zone":"World.11.22.1.1.{}","from":"{}","x":{},"y":7,"type":"{}","object":{object}}}"#,
                12 + number,
                kind.from(),
                20 + number,
                kind.name()
            );
            text += "\n\n";
        }
    }
    let registry = read_registry("r", &text, &plan).unwrap();
    assert_eq!(registry.len(), 18);
    let written = write_registry(&registry);
    assert_eq!(read_registry("r", &written, &plan), Ok(registry));
    let twice = written.clone() + "\r\n" + &written;
    assert_eq!(
        write_registry(&read_registry("r", &twice, &plan).unwrap()),
        written
    );
    let one = read_registry("r", GOOD, &plan).unwrap();
    assert_eq!(write_registry(&one), GOOD.to_owned() + "\n");
}

#[test]
fn places_can_be_asked_for() {
    let line = GOOD.replace("\"x\":10,\"y\":12", r#""x":"10-30","number":4,"reachable":true,"empty_only":true,"avoid":["shaft","stairs up and down"]"#);
    let registry = read_registry("r", &line, &plan()).unwrap();
    assert_eq!(registry.len(), 4);
    assert!(registry.iter().all(|entry| (10..=30).contains(&entry.x)));
    let other = GOOD.replace("World", "World@Cave@deep");
    let lines = [&line, GOOD, &other].map(str::to_owned);
    let [a, b, c] = &lines;
    let plan = plan();
    let read = |text: String| read_registry("r", &text, &plan).unwrap();
    let registry = read(format!("{a}\n{b}\n{c}"));
    assert_eq!(registry.len(), 5);
    assert_eq!(read(format!("{c}\n{a}\n{b}\n{a}\n")), registry);
}

#[test]
fn bad_lines_say_what_is_wrong_where() {
    for (old, new, said) in [
        (
            "World",
            "Moon",
            "zone: \"Moon.11.22.1.1.12\" is in another world: expected World",
        ),
        (
            "World",
            "World@Lair",
            "zone: \"World@Lair.11.22.1.1.12\" is no Lair: expected Cave",
        ),
        (
            ".12\"",
            ".50\"",
            "zone: the depth is \"50\": expected 0 to 49",
        ),
        (
            ".12\"",
            ".9\"",
            "zone: World.11.22.1.1.9 is open air: expected depth 10 to 49, or a floor of a tower",
        ),
        (
            ".12\"",
            ".10\"",
            "type: StairsUp in World.11.22.1.1.10: expected a zone above it that is not open air",
        ),
        ("\"u\"", "\"d\"", "from: \"d\": expected \"u\" for StairsUp"),
        ("\"u\"", "1", "from: 1: expected u"),
        ("StairsUp", "UpEnd", "from: \"u\": expected \"d\" for UpEnd"),
        (
            "StairsUp",
            "Connection",
            "from: \"u\": expected \"-\" for Connection",
        ),
        (
            "StairsUp",
            "Lift",
            "type: \"Lift\": expected StairsUp, StairsDown, DownEnd, UpEnd, PullDownEnd, Connection",
        ),
        (
            "\"type\"",
            "\"typ\"",
            "column 59: unknown key \"typ\": expected one of zone, from, x, y, type, object, number, reachable, empty_only, avoid",
        ),
        (
            ",\"type\":\"StairsUp\"",
            "",
            "type: missing: expected a type, as StairsUp",
        ),
        (
            "\"y\":12,",
            "",
            "y: missing: expected a whole number or dice, as in \"10-30\"",
        ),
        (
            "\"y\":12",
            "\"x\":12",
            "column 50: the key \"x\" is there twice: expected it once",
        ),
        (
            "10,",
            "79,",
            "x: 79: expected 1 to 78, inside the border of the zone",
        ),
        ("10,", "300,", "x: 300: expected 1 to 78"),
        ("10,", "-1,", "x: -1: expected 1 to 78"),
        ("10,", "1.5,", "x: 1.5: expected 1 to 78"),
        (
            "10,",
            "\"10-\",",
            "x: not dice: \"10-\", column 4: expected the upper end of the range: from 10 to 1000000",
        ),
        (
            "10,",
            "\"90-95\",",
            "number: 1 in World.11.22.1.1.12: expected at most 0, for no more places fit x, y and the rest",
        ),
        (
            "null",
            "7",
            "object: 7: expected null or a name of at most 100 characters on one line",
        ),
        (
            "null",
            "\"a\\nb\"",
            "object: \"a\\nb\": expected null or a name of at most 100 characters on one line",
        ),
        ("null", "null,\"number\":0", "number: 0: expected 1 to 100"),
        (
            "null",
            "null,\"reachable\":1",
            "reachable: 1: expected true or false",
        ),
        (
            "null",
            "null,\"avoid\":\"shaft\"",
            "avoid: \"shaft\": expected a list of names of cells",
        ),
        (
            "null",
            "null,\"avoid\":[\"shaft\",3]",
            "avoid[1]: 3: expected the name of a cell",
        ),
        (
            ":null}",
            "",
            "column 80: the line ends too early, within an object: expected } at its end",
        ),
        ("{", "[{", "no object: expected braces around the keys"),
        (
            "}",
            "}{}",
            "column 87: text after the end: expected nothing after the last bracket",
        ),
    ] {
        assert_eq!(GOOD.matches(old).count(), 1, "{old}");
        let text = format!("{GOOD}\n{}\n", GOOD.replace(old, new));
        let error = read_registry("file", &text, &plan()).unwrap_err();
        assert_eq!(error.to_string(), format!("file: line 2: {said}"));
    }
}

#[test]
fn too_much_is_refused() {
    let plan = plan();
    let long = format!("{GOOD}{}", " ".repeat(10_000));
    let error = read_registry("file", &long, &plan).unwrap_err();
    assert_eq!(error.problem, "line 1: 10086 bytes: expected at most 10000");
    let blank = "\n".repeat(1_000_000);
    assert!(read_registry("file", &blank, &plan).unwrap().is_empty());
    let error = read_registry("file", &(blank + GOOD), &plan).unwrap_err();
    assert_eq!(
        error.problem,
        "line 1000001: expected at most 1000000 lines"
    );
    let deep = "[".repeat(9_000);
    let text = GOOD.replace("null", &deep);
    assert!(read_registry("file", &text, &plan).is_err());
    let key = format!("{{\"{}\\u001b\":1}}", "x".repeat(9_000));
    let error = read_registry("file", &key, &plan).unwrap_err().problem;
    assert!(error.len() < 600 && !error.contains('\u{1b}'));
}

#[test]
fn dice_ask_for_one_place_and_the_other_coordinate_may_be_left_out() {
    for line in [
        GOOD.replace("10,", "\"10-30\",").replace("\"y\":12,", ""),
        GOOD.replace("\"x\":10,", "").replace("12,", "\"5-20\","),
    ] {
        let registry = read_registry("file", &line, &plan()).unwrap();
        assert_eq!(registry.len(), 1, "{line}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_registry_or_an_error(text in "\\PC*", key in 0..6_usize, value in "[\\[\\]{}\",:0-9a-z.-]{0,12}") {
        let plan = plan();
        let _ = read_registry("r", &text, &plan);
        let key = ["zone", "from", "x", "y", "type", "object"][key];
        let start = GOOD.find(&format!("\"{key}\":")).unwrap() + key.len() + 3;
        let end = start + GOOD[start..].find([',', '}']).unwrap();
        let text = format!("{}{value}{}", &GOOD[..start], &GOOD[end..]);
        let _ = read_registry("r", &text, &plan);
    }
}
