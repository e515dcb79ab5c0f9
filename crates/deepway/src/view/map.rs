//! A map for people: its levels, and the links between them.

use super::words::{count, thousands};
use super::{GAP, Ink, Shown, TextBlock, beside, biome_level, layer_of, notes};
use crate::cell::LinkKind;
use crate::link::{self, Link};
use crate::space::Biome;
use crate::volume::Volume;
use std::collections::HashMap;
use std::collections::HashSet;
use std::collections::hash_map::Entry;
use std::fmt::{self, Write};

/// Cells to describe, and the names of their levels.
pub(super) struct MapText<'a> {
    pub(super) cells: &'a Volume,
    pub(super) links: &'a [Link],
    /// The levels to describe, highest first.
    pub(super) levels: Vec<u32>,
    /// The name of a level.
    pub(super) name: &'a dyn Fn(u32) -> String,
    /// The ground level, if layers are to be named.
    pub(super) ground: Option<u32>,
    /// The biome of each level, if levels have biomes.
    pub(super) biomes: Vec<Option<Biome>>,
    pub(super) columns: u32,
    pub(super) ink: Ink,
}

impl MapText<'_> {
    /// Writes the levels, side by side as far as they fit, and then the links between them.
    pub(super) fn write(&self, out: &mut dyn Write) -> fmt::Result {
        // Only as many levels as fit side by side are in memory at a time.
        let mut row: Vec<TextBlock> = Vec::new();
        for &z in &self.levels {
            let biome = self.biomes.get(z as usize).copied().flatten();
            let layer = layer_of(z, self.ground);
            let layer = layer.map_or(String::new(), |layer| format!(", {layer}"));
            let title = format!("level {}{layer}", (self.name)(z));
            let block = biome_level(self.cells, z, &title, biome, self.ink);
            let used: u32 = row.iter().map(|block| block.width() + GAP).sum();
            if used + block.width() > self.columns && !row.is_empty() {
                write!(out, "\n{}", beside(&row, self.columns))?;
                row.clear();
            }
            row.push(block);
        }
        writeln!(out, "\n{}", beside(&row, self.columns))?;
        if let (Some(&high), Some(&low)) = (self.levels.first(), self.levels.last()) {
            let shown = Shown::Levels(low..high + 1);
            let notes = notes(self.cells, &shown, self.columns, self.ink);
            writeln!(out, "{}", beside(&[notes], self.columns))?;
        }
        self.write_links(out)?;
        self.write_dead_ends(out)
    }

    /// Lists the cells that are made for a link but have none.
    fn write_dead_ends(&self, out: &mut dyn Write) -> fmt::Result {
        let cells = link::dead_ends(self.cells, self.links);
        let mut dead = Vec::new();
        for &z in &self.levels {
            let here = cells.iter().filter(|pos| pos.z == z as i32);
            dead.extend(here.map(|&pos| format!("{} {pos}", self.cells.get(pos).glyph())));
        }
        if dead.is_empty() {
            return Ok(());
        }
        shorten(&mut dead);
        writeln!(out, "leading nowhere: {}", dead.join("   "))
    }

    /// Lists the links between each two levels, one line for each kind.
    fn write_links(&self, out: &mut dyn Write) -> fmt::Result {
        let is_shown = |z: i32| self.levels.contains(&(z as u32));
        let shown = |link: &&Link| is_shown(link.low.z) || is_shown(link.high.z);
        let links: Vec<Link> = self.links.iter().filter(shown).copied().collect();
        writeln!(out, "{}", link_summary(&links))?;
        let mut pairs: Vec<i32> = links.iter().map(|link| link.low.z).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut is_cut = false;
        for low in pairs.into_iter().rev() {
            let [upper, lower] = [low + 1, low].map(|z| (self.name)(z as u32));
            let mut heading = format!("  {upper} – {lower}");
            for kind in LinkKind::ALL {
                let between = links
                    .iter()
                    .filter(|link| link.kind == kind && link.low.z == low);
                let mut places: Vec<String> = flights(between.copied())
                    .iter()
                    .map(|(link, width)| match width {
                        1 => place(link),
                        _ => format!("{}, {width} wide", place(link)),
                    })
                    .collect();
                if places.is_empty() {
                    continue;
                }
                is_cut |= shorten(&mut places);
                let places = places.join("   ");
                writeln!(out, "{heading:<10} {:<9} {places}", kind.name())?;
                heading.clear();
            }
        }
        if is_cut {
            writeln!(out, "  (deepway links lists them all)")?;
        }
        Ok(())
    }
}

/// How many places are listed before the rest is only counted.
const LISTED: usize = 12;

/// Cuts a long list and adds how many are missing; true if it did.
fn shorten(places: &mut Vec<String>) -> bool {
    let rest = places.len().saturating_sub(LISTED);
    places.truncate(LISTED);
    if rest > 0 {
        places.push(format!("and {} more", thousands(rest as u64)));
    }
    rest > 0
}

/// The first link of each group, and how many cells wide it is.
fn flights(links: impl Iterator<Item = Link>) -> Vec<(Link, usize)> {
    let mut flights: Vec<(Link, usize)> = Vec::new();
    let mut known: HashMap<u32, usize> = HashMap::new();
    for link in links {
        match known.entry(link.group) {
            Entry::Occupied(flight) => flights[*flight.get()].1 += 1,
            Entry::Vacant(flight) => {
                flight.insert(flights.len());
                flights.push((link, 1));
            }
        }
    }
    flights
}

/// Where a link is and which way it leads: `↕ (4,7)`, `↑ (4,7)–(4,8)` for a ramp.
fn place(link: &Link) -> String {
    let arrow = match (link.up, link.down) {
        (true, true) => '↕',
        (true, false) => '↑',
        _ => '↓',
    };
    let at = |x, y| format!("({x},{y})");
    let (low, high) = (at(link.low.x, link.low.y), at(link.high.x, link.high.y));
    match low == high {
        true => format!("{arrow} {low}"),
        false => format!("{arrow} {low}–{high}"),
    }
}

/// How many links of each kind there are.
pub fn link_summary(links: &[Link]) -> String {
    let of_kind = |kind: LinkKind| links.iter().filter(move |link| link.kind == kind);
    let kinds = LinkKind::ALL.into_iter();
    let kinds = kinds.filter(|&kind| of_kind(kind).next().is_some());
    let kinds = kinds.map(|kind| {
        let groups: HashSet<u32> = of_kind(kind).map(|link| link.group).collect();
        let cells = of_kind(kind).count();
        match groups.len() {
            flights if cells > flights => {
                let flights = count(flights as u64, "flight", "flights");
                format!("{kind} {} (in {flights})", thousands(cells as u64))
            }
            _ => format!("{kind} {}", thousands(cells as u64)),
        }
    });
    let kinds: Vec<String> = kinds.collect();
    let total = count(links.len() as u64, "link", "links");
    match kinds.is_empty() {
        true => total,
        false => format!("{total}: {}", kinds.join(", ")),
    }
}

/// How many cells of some levels are walkable.
pub(super) fn walkable(cells: &Volume, levels: &[u32]) -> u64 {
    levels.iter().map(|&z| cells.walkable().count(z)).sum()
}
