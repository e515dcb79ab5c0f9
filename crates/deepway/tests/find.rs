//! `docs/find.md` lists the properties as the tables have them.
//!
//! `DEEPWAY_WRITE_FIND=1 cargo test -p deepway --all-features --test find` rewrites its tables.

use deepway::expression::Type;
use deepway::generate::find::{Property, Search};
use std::fmt::Write;

const PAGE: &str = include_str!("../../../docs/find.md");
const TABLES: &str = "## Properties of sectors\n";

fn table<C>(title: &str, rows: &[Property<C>]) -> String {
    let mut text = format!(
        "## Properties of {title}\n\n| property | | known from | means |\n|---|---|---|---|\n"
    );
    for row in rows {
        let kind = match row.kind {
            Type::Number => "number",
            Type::Text => "text",
            Type::Set => "set",
            Type::Truth => "yes or no",
        };
        let words: Vec<String> = row.words().iter().map(|word| format!("`{word}`")).collect();
        let words = match words.is_empty() {
            true => String::new(),
            false => format!(": {}", words.join(", ")),
        };
        let (name, stage, meaning) = (row.name, row.stage.id(), row.meaning);
        let _ = writeln!(text, "| `{name}` | {kind} | {stage} | {meaning}{words} |");
    }
    text
}

#[test]
fn the_page_has_every_property_and_no_other() {
    let tables = [
        table("sectors", Search::SECTORS),
        table("mazes", Search::MAZES),
        table("zones", Search::ZONES),
    ];
    let tables = tables.join("\n");
    if std::env::var_os("DEEPWAY_WRITE_FIND").is_some() {
        let above = &PAGE[..PAGE.find(TABLES).unwrap_or(PAGE.len())];
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/find.md");
        std::fs::write(path, format!("{above}{tables}")).expect("the page can be written");
        return;
    }
    let found = PAGE.find(TABLES).map(|place| &PAGE[place..]);
    assert_eq!(found, Some(tables.as_str()));
}

/// Every expression in the page's blocks of code can be read.
#[test]
fn the_expressions_of_the_page_can_be_read() {
    let mut count = 0;
    for line in PAGE
        .lines()
        .filter(|line| line.starts_with("deepway find "))
    {
        let kind = line.split_whitespace().nth(2).expect("a kind");
        let condition = line.split("--where '").nth(1).expect("--where");
        let condition = condition.split('\'').next().expect("its end");
        let error = match kind {
            "sectors" => Search::sectors(condition).err(),
            "mazes" => Search::mazes(condition).err(),
            _ => Search::zones(condition).err(),
        };
        assert_eq!(error, None, "{line}");
        count += 1;
    }
    assert!(count > 5);
}
