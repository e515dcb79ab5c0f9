//! The book of a map, a maze or zones: maps, where their ways lead, and what is there.

use super::flow::Flow;
use super::{Book, BookNames, Cover, Paper, begun, bound, without_key};
use crate::cell::Cell;
use crate::link::Link;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::view::plan::{self, Spot};
use crate::view::printed::Printed;
use crate::view::scene::Point;
use crate::view::sector::chart;
use crate::view::sector::contents::facts;
use crate::view::words::count;
use crate::view::{
    PictureOptions, Reader, ShowError, Theme, TooDetailed, Veil, detail, has_sight, labels, legend,
    stack, veiled,
};
use crate::volume::Volume;
use crate::words::legible;
use crate::world::World;
use std::collections::BTreeMap;

/// How long the longer side of a level is drawn, and the smallest and the largest cell.
const WIDE: f32 = 525.0;
const CELLS: [f32; 2] = [16.0, 36.0];
/// Room for the compass and the scale.
const COMPASS: f32 = 60.0;
/// From so many ways on a level, they are a table at the end of the book.
const MOST_WAYS: usize = 24;

pub(super) fn book(
    world: &World,
    links: &[Link],
    names: &BookNames,
    reader: Reader,
    paper: Paper,
) -> Result<Book, ShowError> {
    let all = world.cells()?;
    let cells = match reader {
        Reader::Keeper => all.clone(),
        Reader::Player => veiled(all, links, Veil::Rooms),
    };
    let is_seen = |pos: Pos| cells.get(pos) == all.get(pos);
    let links: Vec<Link> = links
        .iter()
        .copied()
        .filter(|link| is_seen(link.low) && is_seen(link.high))
        .collect();
    let links = &links[..];
    let size = cells.size();
    let name = |z: u32| {
        let own = names.levels.get(z as usize);
        own.cloned().unwrap_or_else(|| world.level_name(z))
    };
    let options = PictureOptions {
        theme: Theme::Print,
        ground: world.ground(),
        names: (0..size.levels()).map(&name).collect(),
        ..PictureOptions::default()
    };
    let mut flow = begun(paper, &names.title);
    let ways = Ways {
        world,
        links,
        names: &options.names,
    };
    let levels: Vec<u32> = (0..size.levels())
        .rev()
        .filter(|&z| reader == Reader::Keeper || has_sight(&cells, z))
        .collect();
    let left_out = (0..size.levels()).filter(|z| !levels.contains(z)).collect();
    for &z in &levels {
        flow.section(&format!("Map: {}", level_title(&name(z))), 1);
        let printed = printed(&cells, links, z, &options)?;
        let told = "A square is {} on paper, and 1.25 m where nothing else is said.";
        let here = ways.of(z);
        match here.len() > MOST_WAYS {
            true => {
                let more = format!(
                    "{} lead up or down from here; the table of ways has them.",
                    count(here.len() as u64, "way", "ways")
                );
                flow.level(printed, told, "Ways up and down", &[more]);
            }
            false => flow.level(printed, told, "Ways up and down", &here),
        }
    }
    if levels.iter().any(|&z| ways.of(z).len() > MOST_WAYS) {
        ways.table(&mut flow);
    }
    if cells.thing_count() > 0 {
        things(&mut flow, world, &cells, &options.names);
    }
    let mut bare = cells.clone();
    // The cover has no room for signs and what they mean.
    let all: Vec<_> = bare.things().map(|(id, _)| id).collect();
    for id in all {
        bare.remove_thing(id);
    }
    let options = PictureOptions {
        left_out,
        ..options
    };
    let picture = stack(&bare, links, &options).ok().map(|mut scene| {
        without_key(&mut scene);
        Theme::Print.grey(scene)
    });
    let what = match reader {
        Reader::Keeper => "The keeper's book",
        Reader::Player => "The players' book",
    };
    let cover = Cover {
        title: names.title.clone(),
        about: vec![
            what.to_owned(),
            count(levels.len() as u64, "level", "levels"),
        ],
        picture,
        foot: "Made with Deepway".to_owned(),
    };
    Ok(bound(cover, flow, paper))
}

/// What a level is called where nothing else says that it is one.
fn level_title(name: &str) -> String {
    match name.parse::<u32>() {
        Ok(number) => format!("level {number}"),
        Err(_) => name.to_owned(),
    }
}

/// The first and the last column and row of a level that have anything to see; its walls count.
fn extent(cells: &Volume, z: u32) -> [u32; 4] {
    let size = cells.size();
    let mut extent: Option<[u32; 4]> = None;
    for y in 0..size.height() {
        for (x, cell) in (0..).zip(cells.row(y, z)) {
            if !matches!(cell, Cell::Wall | Cell::Air) {
                let [x0, y0, x1, y1] = extent.unwrap_or([x, y, x, y]);
                extent = Some([x0.min(x), y0.min(y), x1.max(x), y1.max(y)]);
            }
        }
    }
    // Where nothing can be entered, all of it.
    let [x0, y0, x1, y1] = extent.unwrap_or([0, 0, size.width() - 1, size.height() - 1]);
    [
        x0.saturating_sub(1),
        y0.saturating_sub(1),
        (x1 + 1).min(size.width() - 1),
        (y1 + 1).min(size.height() - 1),
    ]
}

/// A level for a page.
fn printed(
    cells: &Volume,
    links: &[Link],
    z: u32,
    options: &PictureOptions,
) -> Result<Printed, TooDetailed> {
    let touching = |link: &&Link| link.low.z == z as i32 || link.high.z == z as i32;
    let links: Vec<Link> = links.iter().filter(touching).copied().collect();
    detail::check(cells, z..z + 1, links.len(), true)?;
    let [x0, y0, x1, y1] = extent(cells, z);
    let sides = [x1 - x0 + 1, y1 - y0 + 1].map(|side| side as f32);
    let cell = (WIDE / sides[0].max(sides[1]))
        .floor()
        .clamp(CELLS[0], CELLS[1]);
    let mut key = chart::cell_entries(cells, &[z], options, true);
    key.extend(chart::thing_entries(cells, &[z]));
    key.extend(labels::tag_entries(cells, z, cell));
    let [width, height] = sides.map(|side| side * cell + 26.0);
    let (mut scene, corner) = legend::frame(width, height + COMPASS, "", &[], options.theme);
    let corner = Point::new(corner.x + 26.0, corner.y + 26.0);
    let spot = Spot {
        corner: Point::new(corner.x - x0 as f32 * cell, corner.y - y0 as f32 * cell),
        cell,
    };
    plan::draw(&mut scene, cells, &links, z, options, spot);
    let mut scene = options.theme.applied(scene);
    let below = Point::new(corner.x, corner.y + sides[1] * cell + 8.0);
    chart::compass(&mut scene, below, Some(cell), options.theme);
    let extent = [x0, y0, x1, y1];
    let theme = options.theme;
    Ok(Printed::new(&scene, corner, cell, extent, &key, theme))
}

/// Where links lead.
struct Ways<'a> {
    world: &'a World,
    links: &'a [Link],
    names: &'a [String],
}

/// Links of a group: one way of so many cells.
struct Way {
    link: Link,
    cells: usize,
}

impl Ways<'_> {
    fn all(&self) -> Vec<Way> {
        let mut groups: BTreeMap<u32, Way> = BTreeMap::new();
        for link in self.links {
            let way = groups.entry(link.group).or_insert(Way {
                link: *link,
                cells: 0,
            });
            way.cells += 1;
        }
        groups.into_values().collect()
    }

    fn level(&self, pos: Pos) -> String {
        let name = self.names.get(pos.z as usize);
        name.map_or_else(|| pos.z.to_string(), |name| level_title(name))
    }

    fn kind(way: &Way) -> String {
        match way.cells {
            1 => way.link.kind.name().to_owned(),
            cells => format!("{}, {cells} cells wide", way.link.kind.name()),
        }
    }

    /// The ways of a level, in words.
    fn of(&self, z: u32) -> Vec<String> {
        let mut ways = Vec::new();
        for way in self.all() {
            let Link {
                low,
                high,
                up,
                down,
                ..
            } = way.link;
            let ends = [(low, high, up, "up"), (high, low, down, "down")];
            for (from, to, leads, word) in ends {
                if from.z != z as i32 {
                    continue;
                }
                let not = if leads {
                    ""
                } else {
                    " (it does not lead this way)"
                };
                ways.push(format!(
                    "{}: {} {word} to {} on {}{not}.",
                    self.world.place_name(from),
                    Self::kind(&way),
                    self.world.place_name(to),
                    self.level(to)
                ));
            }
        }
        ways
    }

    fn table(&self, flow: &mut Flow) {
        flow.section("Ways up and down", 1);
        let rows = self.all().into_iter().map(|way| {
            let Link {
                low,
                high,
                up,
                down,
                ..
            } = way.link;
            let leads = match (up, down) {
                (true, true) => "both ways",
                (true, false) => "up only",
                _ => "down only",
            };
            let name = |pos: Pos| format!("{} on {}", self.world.place_name(pos), self.level(pos));
            vec![Self::kind(&way), name(low), name(high), leads.to_owned()]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let head = ["Kind", "From below", "To above", "Leads"];
        flow.table(&[1.2, 2.0, 2.0, 1.0], &head, &rows);
    }
}

/// Properties of creatures, items and traps that are said in other words.
const FACTS: [&str; 8] = [
    "level", "hp", "damage", "mind", "boss", "value", "notice", "disarm",
];
/// Properties that are of use to programs alone.
const INNER: [&str; 10] = [
    "hidden", "glyph", "id", "tier", "party", "leads", "follows", "room", "item", "colour",
];

/// A table of what is on each level, alike things in one row.
fn things(flow: &mut Flow, world: &World, cells: &Volume, names: &[String]) {
    flow.section("What is there", 1);
    for z in (0..cells.size().levels()).rev() {
        let here = cells.things().map(|(_, thing)| thing);
        let here = here.filter(|thing| thing.place.z == z as i32);
        let mut rows: Vec<([String; 3], Vec<String>)> = Vec::new();
        for thing in here {
            let told = [
                legible(thing.kind.name()),
                legible(&thing.name),
                about(thing),
            ];
            let place = world.place_name(thing.place);
            match rows.iter_mut().find(|(known, _)| *known == told) {
                Some((_, places)) => places.push(place),
                None => rows.push((told, vec![place])),
            }
        }
        if rows.is_empty() {
            continue;
        }
        rows.sort();
        let rows = rows.into_iter().map(|([kind, name, about], places)| {
            let number = places.len().to_string();
            vec![kind, name, number, about, places.join("; ")]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let title = names.get(z as usize).map(|name| level_title(name));
        flow.heading(&crate::words::phrase::capital(&title.unwrap_or_default()));
        flow.table(
            &[0.9, 1.6, 0.7, 2.4, 2.4],
            &["Kind", "Name", "Number", "About", "Where"],
            &rows,
        );
    }
}

/// What there is to know about a thing, in words.
fn about(thing: &Thing) -> String {
    let is_hidden = thing.properties.get("hidden");
    let is_hidden = is_hidden.is_some_and(|hidden| hidden != "false");
    let mut told = facts(&thing.kind, &thing.properties, is_hidden);
    if is_hidden {
        told.push("hidden".to_owned());
    }
    let has_facts = matches!(
        thing.kind,
        ThingKind::Creature | ThingKind::Item | ThingKind::Trap
    );
    let is_said = |key: &str| INNER.contains(&key) || (has_facts && FACTS.contains(&key));
    for (key, value) in &thing.properties {
        if !is_said(key) {
            told.push(format!("{} {}", legible(key), legible(value)));
        }
    }
    told.join("; ")
}
