//! The book of a map, a maze or zones: maps, links, and what is there.

use super::font::Font;
use super::{Book, Cover, Paper, begun, bound};
use crate::cell::Cell;
use crate::link::Link;
use crate::space::Pos;
use crate::view::words::count;
use crate::view::{PictureOptions, Reader, ShowError, Theme, Veil, plan, stack, veiled};
use crate::world::World;

pub(super) fn book(
    world: &World,
    links: &[Link],
    title: &str,
    reader: Reader,
    paper: Paper,
) -> Result<Book, ShowError> {
    let cells = match reader {
        Reader::Keeper => world.cells()?.clone(),
        Reader::Player => veiled(world.cells()?, links, Veil::Rooms),
    };
    let is_seen = |pos: Pos| cells.get(pos) == world.cells().map_or(Cell::Air, |all| all.get(pos));
    let links: Vec<Link> = links
        .iter()
        .copied()
        .filter(|link| is_seen(link.low) && is_seen(link.high))
        .collect();
    let links = &links[..];
    let size = cells.size();
    let options = PictureOptions {
        theme: Theme::Print,
        ground: world.ground(),
        names: (0..size.levels()).map(|z| world.level_name(z)).collect(),
        ..PictureOptions::default()
    };
    let mut flow = begun(paper, title);
    for z in (0..size.levels()).rev() {
        flow.section(&format!("Map: level {}", world.level_name(z)), 1);
        let scene = Theme::Print.grey(plan(&cells, links, z, &options)?);
        let most = flow.room() - 60.0;
        flow.picture(scene, most);
        flow.paragraph(&[(Font::Italic, "North is up.")], 9.5);
    }
    if !links.is_empty() {
        flow.section("Links", 1);
        let rows = links.iter().map(|link| {
            let way = match (link.up, link.down) {
                (true, true) => "both ways",
                (true, false) => "up only",
                _ => "down only",
            };
            let name = |pos: Pos| {
                format!(
                    "{} on level {}",
                    world.place_name(pos),
                    world.level_name(pos.z as u32)
                )
            };
            vec![
                link.kind.name().to_owned(),
                name(link.low),
                name(link.high),
                way.to_owned(),
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        flow.table(
            &[1.0, 2.0, 2.0, 1.0],
            &["Kind", "From below", "To above", "Leads"],
            &rows,
        );
    }
    if cells.thing_count() > 0 {
        flow.section("What is there", 1);
        let rows = cells.things().map(|(_, thing)| {
            let properties = thing
                .properties
                .iter()
                .map(|(key, value)| format!("{key} {value}"));
            vec![
                thing.kind.name().to_owned(),
                thing.name.clone(),
                world.place_name(thing.place),
                properties.collect::<Vec<_>>().join("; "),
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        flow.table(
            &[1.0, 1.6, 1.2, 4.0],
            &["Kind", "Name", "Where", "About"],
            &rows,
        );
    }
    let picture = stack(&cells, links, &options)
        .ok()
        .map(|scene| Theme::Print.grey(scene));
    let what = match reader {
        Reader::Keeper => "The keeper's book",
        Reader::Player => "The players' book",
    };
    let cover = Cover {
        title: title.to_owned(),
        about: vec![
            what.to_owned(),
            count(u64::from(size.levels()), "level", "levels"),
        ],
        picture,
        foot: "Made with Deepway".to_owned(),
    };
    Ok(bound(cover, flow, paper))
}
