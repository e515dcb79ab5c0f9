//! `docs/rules.md` lists the rules as the engine has them.
//!
//! `DEEPWAY_WRITE_RULES=1 cargo test -p deepway --all-features --test rules` rewrites it.

use deepway::report::Rule;

const PAGE: &str = include_str!("../../../docs/rules.md");

/// The text above the table.
const ABOVE: &str = "\
# Rules

The rules that `deepway check` applies, and what breaking each of them means. The names are frozen: programs may compare them.

**Critical** means that the world is impossible: generation fails. **Error** means that it breaks a promise. **Warning** means that it can be played, but is not what was asked for. An *intended* finding, such as a maze level that was planned without a way back, only looks wrong. Any finding that is neither a warning nor intended makes `deepway check` exit with 1.

| rule | severity | means |
|---|---|---|
";

#[test]
fn the_page_has_every_rule_and_no_other() {
    let row = |rule: &Rule| {
        let (severity, about) = (rule.severity().id(), rule.about());
        format!("| `{rule}` | {severity} | {about} |\n")
    };
    let rows: String = Rule::ALL.iter().map(row).collect();
    let page = format!("{ABOVE}{rows}");
    if std::env::var_os("DEEPWAY_WRITE_RULES").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
        std::fs::write(path, page).expect("the page can be written");
        return;
    }
    assert_eq!(PAGE, page);
}

#[test]
fn names_of_rules_are_plain_words() {
    for rule in Rule::ALL {
        let id = rule.id();
        assert!(
            id.chars().all(|letter| letter.is_ascii_alphabetic()),
            "{id}"
        );
        assert!(
            id.starts_with(|letter: char| letter.is_ascii_uppercase()),
            "{id}"
        );
        assert!(rule.about().ends_with('.'), "{id}");
    }
}

#[test]
fn a_thing_is_lost_in_a_wall_and_nowhere_else() {
    let map = b"#=.\n@ 0,0,0 label \"in\"\n@ 0,0,0 tag \"mine\"\n@ 1,0,0 label \"lake\"\n@ 2,0,0 key \"k\"\n";
    let world = deepway::codec::open("map", map).expect("a map");
    let findings = deepway::validate::check(&world);
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        ["warning: ThingInWall: 0,0,0: the label \"in\" is in wall"]
    );
}
