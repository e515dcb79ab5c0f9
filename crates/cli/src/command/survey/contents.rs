//! What is in the zones of an open world, by depth: tables, and a picture.

use deepway::generate::contents::ContentsTally;
use deepway::generate::zones::ZoneTally;
use deepway::population::Growth;
use deepway::view::{Scene, Stacks, stacks};
use deepway::{Material, ZonePos};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

fn name(material: Material) -> &'static str {
    material.info().map_or("nothing", |info| info.name)
}

/// A table of shares by depth: for each depth what it has of each column, in percent.
fn table<K: Ord + Copy>(
    text: &mut String,
    title: &str,
    tally: &ZoneTally,
    of: impl Fn(&ContentsTally) -> &BTreeMap<K, u64>,
    label: impl Fn(K) -> String,
) {
    let keys: BTreeSet<K> = tally
        .contents
        .values()
        .flat_map(|here| of(here).keys().copied())
        .collect();
    if keys.is_empty() {
        return;
    }
    let labels: Vec<(K, String)> = keys.into_iter().map(|key| (key, label(key))).collect();
    let _ = writeln!(text, "  {title}, %");
    let heads: Vec<&str> = labels.iter().map(|(_, label)| label.as_str()).collect();
    let _ = writeln!(text, "  depth   {}", heads.join("  "));
    for (depth, here) in &tally.contents {
        let counts = of(here);
        let sum: u64 = counts.values().sum();
        if sum == 0 {
            continue;
        }
        let cells = labels.iter().map(|(key, label)| {
            let share = counts.get(key).copied().unwrap_or(0) as f64 * 100.0 / sum as f64;
            let width = label.chars().count();
            match share {
                0.0 => format!("{:>width$}", "·"),
                _ => format!("{share:>width$.1}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "  {depth:5}   {}", cells.join("  "));
    }
}

/// What is in the zones, as tables.
pub(super) fn report(tally: &ZoneTally) -> String {
    let mut text = String::new();
    let wide = |name: String| format!("{name:>5}");
    table(
        &mut text,
        "rock",
        tally,
        |here| &here.rocks,
        |rock| name(rock).to_owned(),
    );
    table(
        &mut text,
        "pools",
        tally,
        |here| &here.pools,
        |liquid| wide(name(liquid).to_owned()),
    );
    table(
        &mut text,
        "zones by tier",
        tally,
        |here| &here.tiers,
        |tier| wide(tier.to_string()),
    );
    table(
        &mut text,
        "creatures by tier",
        tally,
        |here| &here.creatures,
        |tier| wide(tier.to_string()),
    );
    let mut all = ContentsTally::default();
    for here in tally.contents.values() {
        all.add(here.clone());
    }
    text +=
        "  biome      strength     zones   of these among the two strongest   acting, % of those\n";
    for ((growth, intensity), [zones, strongest, acts]) in &all.growths {
        let _ = writeln!(
            text,
            "  {:<9}  {intensity:8}  {zones:8}   {strongest:32}   {:19.1}",
            growth.id(),
            *acts as f64 * 100.0 / (*strongest).max(1) as f64
        );
    }
    let list = |names: &mut dyn Iterator<Item = (String, u64)>| {
        let names: Vec<String> = names
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        names.join(", ")
    };
    let mut marks = all
        .landmarks
        .iter()
        .map(|(name, count)| ((*name).to_owned(), *count));
    let _ = writeln!(text, "  features: {}", list(&mut marks));
    let creatures: u64 = all.creatures.values().sum();
    let things = [
        ("creatures".to_owned(), creatures),
        ("items".to_owned(), all.items),
    ];
    let others = all
        .things
        .iter()
        .map(|(name, count)| (name.clone(), *count));
    let _ = writeln!(
        text,
        "  things: {}",
        list(&mut things.into_iter().chain(others))
    );
    let [filled, plain] = all.segments;
    let _ = writeln!(
        text,
        "  segments of vaults: {filled} filled by waves, {plain} plain rooms; cells of rivers: {}",
        all.river_cells
    );
    text
}

/// The colours of tiers, from calm to deadly.
const TIERS: [u32; 8] = [
    0x4E_A0_6A, 0x7E_B0_5A, 0xB0_B8_50, 0xD8_B4_48, 0xE0_92_40, 0xDC_6A_3E, 0xC8_46_4A, 0x96_3C_6E,
];

fn growth_colour(growth: Growth) -> u32 {
    match growth {
        Growth::Fungal => 0x6F_B0_5A,
        Growth::Slimy => 0x8A_5C_E0,
        Growth::Tarry => 0x6A_60_66,
        Growth::Rusty => 0xC0_70_38,
        Growth::Psychic => 0xE0_8A_C8,
    }
}

/// Shares by depth as a picture.
pub(super) fn picture(tally: &ZoneTally, title: &str) -> Scene {
    let depths: Vec<(u32, &ContentsTally)> = tally
        .contents
        .iter()
        .filter(|(depth, _)| **depth >= ZonePos::SURFACE)
        .map(|(depth, here)| (*depth, here))
        .collect();
    let zones = |depth: u32| tally.depths.get(&depth).map_or(1, |here| here.zones).max(1) as f32;
    let colour = |material: Material| material.info().map_or(0x80_80_80, |info| info.dark);
    let rocks: Vec<Material> = Material::all().take(13).collect();
    let liquids = [
        Material::WATER,
        Material::OIL,
        Material::ASPHALT,
        Material::LAVA,
        Material::SLIME,
    ];
    let by = |parts: &[Material], of: &dyn Fn(&ContentsTally, Material) -> f32| {
        let rows = depths.iter().map(|(depth, here)| {
            let sizes = parts.iter().map(|part| of(here, *part));
            (*depth, sizes.collect())
        });
        rows.collect::<Vec<(u32, Vec<f32>)>>()
    };
    let named = |parts: &[Material]| {
        let parts = parts
            .iter()
            .map(|part| (name(*part).to_owned(), colour(*part)));
        parts.collect::<Vec<_>>()
    };
    let count =
        |map: &BTreeMap<Material, u64>, part: Material| map.get(&part).copied().unwrap_or(0) as f32;
    let walkable = depths.iter().map(|(depth, _)| {
        let share = tally
            .depths
            .get(depth)
            .map_or(0.0, |here| here.walkable_share()[0]);
        (*depth, vec![share as f32])
    });
    let wet = depths.iter().map(|(depth, here)| {
        let sizes = liquids.iter().map(|liquid| {
            let cells = here.liquids.get(liquid).copied().unwrap_or_default();
            (cells[0] + cells[1]) as f32 / zones(*depth)
        });
        (*depth, sizes.collect())
    });
    let growths = depths.iter().map(|(depth, here)| {
        let sizes = Growth::ALL.iter().map(|growth| {
            let acts = here
                .growths
                .iter()
                .filter(|((found, _), _)| found == growth);
            acts.map(|(_, [_, _, acts])| *acts).sum::<u64>() as f32 / zones(*depth)
        });
        (*depth, sizes.collect())
    });
    let tiers = depths.iter().map(|(depth, here)| {
        let sizes = (1..=8)
            .map(|tier| here.creatures.get(&tier).copied().unwrap_or(0) as f32 / zones(*depth));
        (*depth, sizes.collect())
    });
    let tier_parts = (1..=8_u8).zip(TIERS);
    let tier_parts: Vec<(String, u32)> = tier_parts
        .map(|(tier, rgb)| (format!("tier {tier}"), rgb))
        .collect();
    let groups = [
        Stacks {
            title: "walkable cells, of 100 %".to_owned(),
            parts: vec![("walkable".to_owned(), 0x62_B8_8E)],
            rows: walkable.collect(),
            most: Some(100.0),
        },
        Stacks {
            title: "rock that gives zones their shape".to_owned(),
            parts: named(&rocks),
            rows: by(&rocks, &|here, rock| count(&here.rocks, rock)),
            most: None,
        },
        Stacks {
            title: "pools, by liquid".to_owned(),
            parts: named(&liquids[..4]),
            rows: by(&liquids[..4], &|here, liquid| count(&here.pools, liquid)),
            most: None,
        },
        Stacks {
            title: "cells of liquid a zone, up to 300".to_owned(),
            parts: named(&liquids),
            rows: wet.collect(),
            most: Some(300.0),
        },
        Stacks {
            title: "zones that a biome changed, up to 30 %".to_owned(),
            parts: Growth::ALL
                .map(|growth| (growth.id().to_owned(), growth_colour(growth)))
                .to_vec(),
            rows: growths.collect(),
            most: Some(0.3),
        },
        Stacks {
            title: "creatures a zone, up to 10, by tier".to_owned(),
            parts: tier_parts,
            rows: tiers.collect(),
            most: Some(10.0),
        },
    ];
    stacks(title, &groups)
}
