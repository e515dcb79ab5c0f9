//! The key to a picture of zones: every sign, every colour as it is in the picture, and who is
//! there.

use super::inhabitants::Group;
use super::layers::{Look, looks, made_row};
use super::legend::{Entry, Sample};
use super::palette::{Stone, picture_stone};
use super::scene::{Colour, is_buried};
use super::setting::Grain;
use super::theme::Theme;
use super::things::Badge;
use super::{PictureOptions, icon, labels, things};
use crate::cell::Cell;
use crate::material::Material;
use crate::thing::{Thing, ThingKind};
use crate::volume::Volume;
use crate::words::legible;
use std::collections::BTreeMap;

/// The most sorts of creatures and things in the key.
const MOST: usize = 32;

/// The key to a level of zones, whose ground is drawn with a grain.
pub(super) fn key(
    volume: &Volume,
    z: u32,
    grain: &Grain,
    cell: f32,
    options: &PictureOptions,
) -> Vec<Entry> {
    let stone = picture_stone(z, volume.size().levels(), options);
    let mut entries = signs(volume, z, stone);
    entries.extend(colours(volume, z, stone, grain, options));
    entries.extend(edges(options));
    entries.extend(inhabitants(volume, z));
    entries.extend(labels::tag_entries(volume, z, cell));
    entries
}

/// Each kind of cell that has a sign, with its count.
fn signs(volume: &Volume, z: u32, stone: Stone) -> Vec<Entry> {
    let mut kinds: BTreeMap<Cell, (Material, u32)> = BTreeMap::new();
    for y in 0..volume.size().height() {
        for (cell, material) in made_row(volume, y, z) {
            kinds.entry(cell).or_insert((material, 0)).1 += 1;
        }
    }
    let plain = [
        Cell::Air,
        Cell::Wall,
        Cell::Floor,
        Cell::ShallowLiquid,
        Cell::DeepLiquid,
    ];
    let kinds = kinds.into_iter().filter(|(cell, _)| !plain.contains(cell));
    kinds
        .map(|(cell, (material, count))| {
            let strokes = icon::icon(cell, material, true);
            let name = match cell {
                Cell::Shaft => "pit or shaft",
                cell => cell.info().name,
            };
            Entry {
                sample: match strokes.is_empty() {
                    true => Sample::Square,
                    false => Sample::Sign(strokes),
                },
                colour: super::palette::ground(cell, material, stone),
                text: format!("{name} {count}"),
            }
        })
        .collect()
}

/// What a colour of the picture is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Ground,
    Wall,
    Shallow,
    Deep,
}

/// Each material with the colours that it mostly has in the picture, rock inside rock, and air.
fn colours(
    volume: &Volume,
    z: u32,
    stone: Stone,
    grain: &Grain,
    options: &PictureOptions,
) -> Vec<Entry> {
    let mut seen: BTreeMap<(Material, Part), Vec<(Colour, u32)>> = BTreeMap::new();
    let (mut has_air, mut buried) = (false, BTreeMap::<Material, u32>::new());
    for y in 0..volume.size().height() {
        let row = looks(volume, y, z, stone, grain);
        for ((x, (cell, material)), look) in (0..).zip(made_row(volume, y, z)).zip(row) {
            let (part, colour) = match (cell, look) {
                (Cell::Air, _) => {
                    has_air = true;
                    continue;
                }
                (Cell::Wall, Look::Nothing) if is_buried(volume, x, y, z) => {
                    *buried.entry(material).or_default() += 1;
                    continue;
                }
                (_, Look::Wall(material)) => (Part::Wall, stone.of(material).wall_top),
                (Cell::ShallowLiquid, Look::Ground(colour)) => (Part::Shallow, colour),
                (Cell::DeepLiquid, Look::Ground(colour)) => (Part::Deep, colour),
                (Cell::Floor, Look::Ground(colour)) => (Part::Ground, colour),
                _ => continue,
            };
            let colours = seen.entry((material, part)).or_default();
            match colours.iter_mut().find(|(known, _)| *known == colour) {
                Some((_, count)) => *count += 1,
                None => colours.push((colour, 1)),
            }
        }
    }
    let most = |colours: &Vec<(Colour, u32)>| {
        let most = colours.iter().rev().max_by_key(|(_, count)| *count);
        most.map(|(colour, _)| *colour)
    };
    let mut materials: Vec<Material> = seen.keys().map(|(material, _)| *material).collect();
    materials.dedup();
    let mut entries = Vec::new();
    for material in materials {
        let get = |part: Part| seen.get(&(material, part)).and_then(most);
        let name = volume.material_name(material).map(legible);
        let mut add = |sample: Sample, colour: Colour, suffix: &str, bare: &str| {
            entries.push(Entry {
                sample,
                colour,
                text: match &name {
                    Some(name) => format!("{name}{suffix}"),
                    None => bare.to_owned(),
                },
            });
        };
        match (get(Part::Ground), get(Part::Wall)) {
            (Some(floor), Some(wall)) => {
                add(
                    Sample::Pair(wall),
                    floor,
                    ", floor and wall",
                    "floor and wall",
                );
            }
            (Some(floor), None) => add(Sample::Square, floor, " floor", "floor"),
            (None, Some(wall)) => add(Sample::Square, wall, " wall", "wall"),
            (None, None) => {}
        }
        if let Some(colour) = get(Part::Shallow) {
            add(Sample::Square, colour, ", shallow", "shallow liquid");
        }
        if let Some(colour) = get(Part::Deep) {
            add(Sample::Square, colour, ", deep", "deep liquid");
        }
    }
    let has_setting = !options.settings.is_empty();
    let rock = buried.iter().max_by_key(|(_, count)| **count);
    if let Some((&material, _)) = rock.filter(|_| has_setting) {
        entries.push(Entry {
            sample: Sample::Square,
            colour: stone.of(material).buried(),
            text: "solid rock".to_owned(),
        });
    }
    if has_air && has_setting {
        entries.push(Entry {
            sample: Sample::Square,
            colour: stone.air(),
            text: "open air".to_owned(),
        });
    }
    entries
}

/// The marks along the edges of zones.
fn edges(options: &PictureOptions) -> Vec<Entry> {
    if options.settings.is_empty() {
        return Vec::new();
    }
    let [open, shut] = edge_colours(options);
    let entry = |colour: Colour, text: &str| Entry {
        sample: Sample::Line,
        colour,
        text: text.to_owned(),
    };
    vec![entry(open, "open to the next zone"), entry(shut, "shut")]
}

/// The colours of open and of shut edges.
pub(super) fn edge_colours(options: &PictureOptions) -> [Colour; 2] {
    let theme = options.theme;
    if theme == Theme::Print {
        return [Colour::rgb(0x10_10_10), Colour::rgb(0xC0_C0_C0)];
    }
    let open = theme.choose(Colour::rgb(0x4E_E8_8A), Colour::rgb(0x14_8A_44));
    let shut = theme.choose(Colour::rgb(0x54_58_66), Colour::rgb(0x9A_94_86));
    [open, shut]
}

/// Who and what is there: sign, name, count, and why a colour is not the usual one.
fn inhabitants(volume: &Volume, z: u32) -> Vec<Entry> {
    let drawn = things::on_level(volume, z).filter(|thing| thing.kind != ThingKind::Label);
    let mut groups = Group::gather(drawn, |thing| {
        (
            &thing.kind,
            &thing.name,
            things::sign(thing),
            things::colour(thing),
        )
    });
    let rest = groups.split_off(groups.len().min(MOST));
    let mut entries: Vec<Entry> = groups.iter().map(entry).collect();
    if !rest.is_empty() {
        entries.push(Entry {
            sample: Sample::Nothing,
            colour: labels::TAG,
            text: format!("and {} more", rest.len()),
        });
    }
    entries
}

fn entry(group: &Group) -> Entry {
    let thing: &Thing = group.thing;
    let name = match thing.name.is_empty() {
        true => legible(thing.kind.name()).chars().take(24).collect(),
        false => things::short_name(thing, 32),
    };
    let tinted = thing.properties.get("biome");
    let tinted = tinted.filter(|_| thing.properties.contains_key("colour"));
    let tinted = tinted.map(|biome| format!(" (tinted: {})", legible(biome)));
    Entry {
        sample: Sample::Letter(things::sign(thing).unwrap_or('?'), Badge::of(thing)),
        colour: things::colour(thing),
        text: format!(
            "{name} {}{}",
            group.places.len(),
            tinted.unwrap_or_default()
        ),
    }
}
