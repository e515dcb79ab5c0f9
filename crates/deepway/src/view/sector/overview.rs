//! A sector for people, in words and drawings.

use super::super::Ink;
use super::super::words::{count, list_findings, tinted, wrapped, wrapped_key};
use super::chart::{self, Chart};
use super::{Reader, layer_plan, room_list, side_profile};
use crate::ids::LockId;
use crate::report::{Finding, is_sound};
use crate::sector::{CarvedSector, Sector};
use crate::space::{Biome, Layer};
use crate::words::legible;

/// A sector for people: its profile, its plans, its rooms, and whether it is sound.
pub fn sector_overview(sector: &Sector, findings: &[Finding], columns: u32, ink: Ink) -> String {
    let mut text = heading(sector);
    text += &story(sector, columns);
    text += &side_profile(sector, columns);
    let caption = "From the side: neighbours that share a passage are joined by a line; the list below has all.";
    text += &format!("\n{}\n", wrapped(caption, columns));
    for layer in Layer::ALL.into_iter().rev() {
        let mut metres = format!("{:+} m", layer.metres()).replace("+0", "0");
        if let Some(biome) = biome_at(sector, layer.z()) {
            metres += &format!(", {}", biome.name());
        }
        match layer_plan(sector, layer) {
            Some(plan) => {
                text += &format!("\n{layer} ({metres}), north is up\n{plan}");
            }
            None if sector.at_layer(layer).next().is_some() => {
                text += &format!("\n{layer} ({metres}) is too wide for a plan\n");
            }
            None => {}
        }
    }
    let key = "░ door or corridor  ? secret door  ▲ way up  ▼ way down  ◆ both  + corridor climbs";
    text += &format!("\n{}\n", wrapped_key(key, columns));
    text += &room_list(sector, columns);
    text.push('\n');
    text += &sound(sector, findings);
    tinted(&text, ink)
}

/// A sector in a line.
fn heading(sector: &Sector) -> String {
    let blueprint = sector.blueprint();
    format!(
        "Sector {}: {}, theme {}, {}\n\n",
        sector.seed(),
        count(sector.rooms().len() as u64, "room", "rooms"),
        blueprint.biome.name(),
        match sector.is_brought() {
            true => "from a user-supplied graph".to_owned(),
            false => format!("{}, {}", blueprint.trend, blueprint.difficulty),
        }
    )
}

/// What is told about a sector, for whoever runs it: which rumour is false is said.
fn story(sector: &Sector, columns: u32) -> String {
    let Some(story) = sector.story() else {
        return String::new();
    };
    let mut text = format!("{}\n", story.name);
    for part in [&story.hook, &story.reason] {
        text += &format!("{}\n", wrapped(part, columns));
    }
    for rumour in &story.rumours {
        let is_true = if rumour.is_true { "true" } else { "false" };
        let line = format!("  Rumour ({is_true}): {}", rumour.text);
        text += &format!("{}\n", wrapped(&line, columns));
    }
    text.push('\n');
    text
}

/// Whether a sector is sound, in a line or more.
fn sound(sector: &Sector, findings: &[Finding]) -> String {
    let mut text = list_findings(findings);
    if is_sound(findings) {
        text += &format!(
            "Sound: {} and {} checked, nothing wrong.\n",
            count(sector.rooms().len() as u64, "room", "rooms"),
            count(sector.passages().len() as u64, "passage", "passages")
        );
    }
    text
}

/// A carved sector for people: its levels cell by cell, its rooms and connections in words,
/// and whether it is sound.
pub fn carved_overview(
    carved: &CarvedSector,
    findings: &[Finding],
    columns: u32,
    ink: Ink,
) -> String {
    let chart = Chart::new(carved, Reader::Keeper, None);
    charted_overview(&chart, None, findings, columns, ink)
}

/// A map of a carved sector for people, of one level or of all; a player is told nothing of what
/// is not on it.
pub(in super::super) fn charted_overview(
    chart: &Chart<'_>,
    level: Option<u32>,
    findings: &[Finding],
    columns: u32,
    ink: Ink,
) -> String {
    let sector = chart.carved.sector();
    let shown = level.map_or_else(|| chart.levels(), |z| vec![z]);
    let mut text = match chart.reader {
        Reader::Keeper => heading(sector),
        Reader::Player => format!("Sector {}\n\n", sector.seed()),
    };
    let name = sector.story().map(|story| format!("{}, ", story.name));
    text += &format!("{}{}\n\n", name.unwrap_or_default(), chart.about(&shown));
    text += &chart::text::levels(chart, &shown, columns, ink);
    text += &chart::text::rooms(chart, &shown, columns, ink);
    if chart.reader == Reader::Player || level.is_some() {
        return text;
    }
    let mut about = "\n".to_owned();
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        let blockage = connection.blockage();
        let blockage = blockage.map_or(String::new(), |text| format!(" {text}"));
        let (id, kind) = (connection.id, connection.kind().id());
        let description = connection.description();
        let line = format!("{id} {kind} from {low} up to {high}: {description}{blockage}");
        about += &format!("{}\n", wrapped(&line, columns));
    }
    about.push('\n');
    about += &sound(sector, findings);
    text + &tinted(&about, ink)
}

/// The name of a sector, and its number.
pub(in super::super) fn sector_title(sector: &Sector) -> String {
    match sector.story() {
        Some(story) => format!("{}, sector {}", story.name, sector.seed()),
        None => format!("Sector {}", sector.seed()),
    }
}

/// The biome of a layer.
fn biome_at(sector: &Sector, z: i32) -> Option<Biome> {
    let room = sector.rooms().iter().find(|room| room.position.z == z);
    room.map(|room| room.biome)
}

/// The biome of each level of a carved sector, from the lowest up.
pub(in super::super) fn biomes(carved: &CarvedSector) -> Vec<Option<Biome>> {
    let lowest = carved.frame().corner.z;
    let levels = 0..carved.volume().size().levels() as i32;
    let biomes = levels.map(|level| biome_at(carved.sector(), lowest + level));
    biomes.collect()
}

fn locked(lock: Option<LockId>) -> String {
    lock.map_or(String::new(), |lock| format!(", locked, {lock}"))
}

/// The layers of a sector from the top down, and the rooms on each; then its connections, the
/// doors that are locked, and where the keys lie.
pub fn layer_list(sector: &Sector, findings: &[Finding]) -> String {
    let mut text = format!("Sector {}\n", sector.seed());
    for layer in Layer::ALL.into_iter().rev() {
        let rooms: Vec<String> = sector
            .at_layer(layer)
            .map(|room| {
                let (at, side) = (room.position, room.size.side());
                format!(
                    "{} {} at ({},{}), {side}×{side}",
                    room.id, room.name, at.x, at.y
                )
            })
            .collect();
        if !rooms.is_empty() {
            text += &format!("\nZ={:+} {layer} ({:+} m)\n", layer.z(), layer.metres())
                .replace("+0", "0");
            let biomes: Vec<&str> = layer
                .typical_biomes()
                .iter()
                .map(|biome| biome.name())
                .collect();
            text += &format!(
                "  {} Usual biomes: {}.\n",
                layer.description(),
                biomes.join(", ")
            );
            for room in rooms {
                text += &format!("  {room}\n");
            }
        }
    }
    text.push('\n');
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        text += &format!(
            "{}: {} from {low} up to {high}, {}, DC {}{}{}\n",
            connection.id,
            connection.kind().id(),
            count(connection.levels().into(), "layer", "layers"),
            connection.dc(),
            if connection.is_blocked() {
                ", blocked"
            } else {
                ""
            },
            locked(connection.lock)
        );
    }
    for exit in sector.doorways().filter(|exit| exit.lock.is_some()) {
        let (from, to, direction) = (exit.from, exit.to, exit.direction);
        let lock = locked(exit.lock);
        text += &format!("door from {from} {direction} to {to}{lock}\n");
    }
    for (id, lock) in LockId::all(sector.locks().len()).zip(sector.locks()) {
        text += &format!("{id}: The {} lies in {}\n", legible(&lock.name), lock.key);
    }
    text.push('\n');
    text += &sound(sector, findings);
    text
}
