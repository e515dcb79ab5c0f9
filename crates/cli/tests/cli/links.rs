//! `deepway links`.

use super::*;
use serde_json::{Value, json};

fn links(map: &str, args: &[&str]) -> Vec<Value> {
    let args = [&["links", "-", "--json"], args].concat();
    let text = printed(run_with(&args, map.as_bytes()));
    let json: Value = serde_json::from_str(&text).expect("JSON");
    json["links"].as_array().expect("a list").clone()
}

#[test]
fn the_json_is_the_documented_one() {
    assert_eq!(
        links("floor:0\n.L.\nfloor:1\n.L.\n", &[]),
        [json!({"kind":"ladder","low":[1,0,0],"high":[1,0,1],"up":true,"down":true,"group":0})]
    );
    assert_eq!(links("floor:0\n.\n", &[]), Vec::<Value>::new());
}

#[test]
fn a_ramp_leads_from_where_it_is_entered_to_the_cell_above_it() {
    let map = "floor:0\n...\n.^.\nfloor:1\n...\n...\n";
    let ramp = |down: bool| json!({"kind":"ramp","low":[1,0,0],"high":[1,1,1],"up":true,"down":down,"group":0});
    assert_eq!(links(map, &[]), [ramp(false)]);
    assert_eq!(links(map, &["--ramps", "both"]), [ramp(true)]);
}

#[test]
fn the_rules_change_stairs_and_shafts() {
    let map = "floor:0\n<O\nfloor:1\n>O\n";
    let ways = |args: &[&str]| -> Vec<(bool, bool)> {
        let way = |link: Value| (link["up"] == true, link["down"] == true);
        links(map, args).into_iter().map(way).collect()
    };
    assert_eq!(ways(&[]), [(true, false), (true, true)]);
    assert_eq!(ways(&["--stairs", "paired"]), [(true, true), (true, true)]);
    assert_eq!(ways(&["--gravity"]), [(true, false), (false, true)]);
}

#[test]
fn links_are_sorted_and_groups_numbered_in_that_order() {
    let text = printed(run(&["links", &watchtower(), "--json"]));
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let links = json["links"].as_array().expect("a list");
    let numbers = |value: &Value| -> Vec<i64> {
        value
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_i64)
            .collect()
    };
    let keys: Vec<_> = links
        .iter()
        .map(|link| (numbers(&link["low"]), numbers(&link["high"])))
        .collect();
    assert!(keys.is_sorted());
    let mut next = 0;
    for link in links {
        let group = link["group"].as_u64().expect("a number");
        assert!(group <= next);
        next = next.max(group + 1);
    }
}

#[test]
fn the_table_is_for_people() {
    let text = printed(run_with(&["links", "-"], b"floor:0\nXX<\nfloor:1\nXX>\n"));
    assert_eq!(
        text,
        "kind      low              high             way   group\n\
         stairs    0,0,0            0,0,1            both  0\n\
         stairs    1,0,0            1,0,1            both  0\n\
         stairs    2,0,0            2,0,1            up    1\n\
         3 links: stairs 3 (in 2 flights)\n"
    );
    assert_eq!(
        printed(run_with(&["links", "-"], b"floor:0\n.\n")),
        "0 links\n"
    );
}

#[test]
fn what_it_does_can_be_read_along() {
    let quiet = run(&["links", &watchtower()]);
    assert_eq!(quiet.stderr, b"");
    let text = run(&["links", &watchtower(), "-v"]);
    assert!(String::from_utf8_lossy(&text.stderr).contains("read world"));
    let json = run(&["-v", "links", &watchtower(), "--log-format", "json"]);
    let stderr = String::from_utf8(json.stderr).expect("text");
    let events: Vec<Value> = stderr
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(events[0]["message"], "read world");
    assert_eq!(events[1]["links"], 22);
    assert_eq!(quiet.stdout, json.stdout);
}
