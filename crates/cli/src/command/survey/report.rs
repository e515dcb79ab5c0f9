//! A survey of many sectors as text, as a picture, as JSON.

use deepway::Layer;
use deepway::generate::survey::{Histogram, Tally, mean};
use deepway::sector::Blueprint;
use deepway::view::{self, Bars, Scene};
use deepway::view::{count, thousands};
use std::fmt::Write as _;

fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

/// A histogram as lines with bars.
fn bars(text: &mut String, title: &str, histogram: &Histogram, label: impl Fn(i64) -> String) {
    let (total, most) = (
        histogram.values().sum::<u64>(),
        histogram.values().max().copied().unwrap_or(1),
    );
    let _ = writeln!(text, "\n{title}");
    let width = histogram
        .keys()
        .map(|&value| label(value).chars().count())
        .max()
        .unwrap_or(0);
    for (&value, &count) in histogram {
        let bar = "█".repeat((count * 40 / most.max(1)) as usize);
        let label = label(value);
        let pad = width - label.chars().count();
        let _ = writeln!(
            text,
            "  {}{label} {:6.2} % {bar}",
            " ".repeat(pad),
            percent(count, total)
        );
    }
}

/// The histogram with all values from a limit up counted together.
fn capped(histogram: &Histogram, limit: i64) -> Histogram {
    let mut capped = Histogram::new();
    for (&value, &count) in histogram {
        *capped.entry(value.min(limit)).or_default() += count;
    }
    capped
}

pub(super) fn report(tally: &Tally, blueprint: &Blueprint, seconds: f64) -> String {
    let mut text = format!(
        "{} of up to {} rooms, {}: {:.1} s, {} a second\n",
        count(tally.sectors, "sector", "sectors"),
        blueprint.target_rooms,
        blueprint.trend,
        seconds,
        thousands((tally.sectors as f64 / seconds.max(1e-9)) as u64),
    );
    match tally.failed() {
        0 => text += "All are sound.\n",
        failed => {
            let _ = writeln!(text, "{} with trouble:", thousands(failed));
            for (reason, seen) in &tally.failures {
                let _ = writeln!(
                    text,
                    "  {} × {reason}, for example seed {}",
                    thousands(seen.count),
                    seen.example
                );
            }
        }
    }
    for (reason, seen) in &tally.warnings {
        let (count, example) = (thousands(seen.count), seen.example);
        let _ = writeln!(text, "{count} × {reason}, for example seed {example}");
    }
    let layer =
        |z: i64| Layer::from_z(z as i32).map_or_else(|| z.to_string(), |layer| layer.to_string());
    bars(&mut text, "Rooms by layer", &tally.layers, layer);
    bars(&mut text, "Deepest layer per sector", &tally.deepest, layer);
    bars(
        &mut text,
        "Rooms per sector",
        &capped(&tally.rooms, 10_000),
        |rooms| rooms.to_string(),
    );
    bars(&mut text, "Loops per sector", &tally.loops, |loops| {
        loops.to_string()
    });
    if tally.locks.keys().any(|&locks| locks > 0) {
        bars(&mut text, "Locks per sector", &tally.locks, |locks| {
            locks.to_string()
        });
    }
    let more = |limit: i64| {
        move |value: i64| {
            if value == limit {
                format!("{value}+")
            } else {
                value.to_string()
            }
        }
    };
    bars(
        &mut text,
        "Units per corridor (0: a shared wall)",
        &capped(&tally.corridors, 12),
        more(12),
    );
    let _ = writeln!(
        text,
        "\nOn average {:.2} units per corridor; the bounding box is {:.2} times the rooms' units.",
        mean(&tally.corridors),
        mean(&tally.bounding) / 100.0
    );
    text += "\nConnections by span, and what they are (or were, if collapsed)\n";
    for span in 1..=6 {
        let total: u64 = tally
            .kinds
            .iter()
            .filter(|((levels, _), _)| *levels == span)
            .map(|(_, count)| count)
            .sum();
        if total == 0 {
            continue;
        }
        let _ = write!(text, "  {span}: {:>10} ", thousands(total));
        for ((levels, kind), &count) in &tally.kinds {
            if *levels == span {
                let _ = write!(text, " {} {:.1} %", kind.id(), percent(count, total));
            }
        }
        text.push('\n');
    }
    let [all, blocked, collapsed, unpowered] = tally.connections;
    let _ = writeln!(
        text,
        "\n{:.1} % of connections are blocked (10 % are drawn, except where that would cut a room off), {:.1} % collapsed, {:.2} % elevators without power.",
        percent(blocked, all),
        percent(collapsed, all),
        percent(unpowered, all)
    );
    let [edges, vertical, dropped] = tally.edges;
    let _ = writeln!(
        text,
        "{:.1} % of edges change level; {:.3} % were dropped.",
        percent(vertical, edges),
        percent(dropped, edges)
    );
    let rooms: u64 = tally.layers.values().sum();
    if tally.creatures.keys().any(|&creatures| creatures > 0) {
        let _ = writeln!(
            text,
            "\nOn average a sector has {:.1} creatures of {:.0} levels together, in {:.0} % of its rooms, {:.1} traps, {:.1} curiosities, and treasure worth {:.0}.",
            mean(&tally.creatures),
            mean(&tally.threat),
            percent(tally.occupied, rooms),
            mean(&tally.traps),
            mean(&tally.curiosities),
            mean(&tally.treasure)
        );
    }
    text += "\nSectors that have at least one\n";
    for (name, &count) in &tally.having {
        let _ = writeln!(text, "  {name:10} {:7.3} %", percent(count, tally.sectors));
    }
    text
}

/// The distributions as a picture.
pub(super) fn picture(tally: &Tally, blueprint: &Blueprint) -> Scene {
    let bars = |title: &str, histogram: &Histogram, label: &dyn Fn(i64) -> String| {
        let total = histogram.values().sum::<u64>().max(1) as f32;
        let bars = histogram.iter();
        Bars {
            title: title.to_owned(),
            bars: bars
                .map(|(&value, &count)| (label(value), count as f32 / total))
                .collect(),
        }
    };
    let layer =
        |z: i64| Layer::from_z(z as i32).map_or_else(|| z.to_string(), |layer| layer.to_string());
    let plain = |value: i64| value.to_string();
    let kinds: u64 = tally.kinds.values().sum();
    let kinds = tally.kinds.iter().map(|((span, kind), &count)| {
        (
            format!("{} over {span}", kind.id()),
            count as f32 / kinds.max(1) as f32,
        )
    });
    let groups = [
        bars("Rooms by layer", &tally.layers, &layer),
        bars("Deepest layer per sector", &tally.deepest, &layer),
        bars("Highest layer per sector", &tally.highest, &layer),
        bars("Loops per sector", &tally.loops, &plain),
        bars("Rooms per sector", &tally.rooms, &plain),
        bars(
            "Units per corridor, 12 and more together",
            &capped(&tally.corridors, 12),
            &plain,
        ),
        Bars {
            title: "Ways up and down, by kind and layers".to_owned(),
            bars: kinds.collect(),
        },
    ];
    let title = format!(
        "{} of up to {} rooms, {}",
        count(tally.sectors, "sector", "sectors"),
        blueprint.target_rooms,
        blueprint.trend
    );
    view::histograms(&title, &groups)
}
