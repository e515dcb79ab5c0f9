//! The levels of a map of a sector, pulled apart so far that none hides another.

use super::{Extent, NAMES, Projection, draw_levels, wall_height};
use crate::cell::Cell;
use crate::link::Link;
use crate::view::scene::{Scene, is_buried};
use crate::view::sector::chart::{Chart, Marked, Page};
use crate::view::theme::Theme;
use crate::view::{PictureOptions, TooDetailed, detail, legend, route};
use crate::volume::Volume;
use std::collections::HashMap;

/// Draws all levels of a map of a sector, pulled apart so far that none hides another, with
/// numbers, ways up and down, and the key beside them.
pub(in crate::view) fn charted_stack(
    chart: &Chart<'_>,
    links: &[Link],
    options: &PictureOptions,
) -> Result<Scene, TooDetailed> {
    let (volume, theme) = (&chart.cells, options.theme);
    let size = volume.size();
    detail::check(volume, 0..size.levels(), links.len(), true)?;
    let levels: Vec<Extent> = (0..size.levels()).map(|z| Extent::of(volume, z)).collect();
    let west = levels.iter().map(|level| level.west).min().unwrap_or(0) as f32;
    let east = levels.iter().map(|level| level.east).max().unwrap_or(0) as f32;
    let mut half = (1100.0 / (east - west).max(1.0)).clamp(5.5, 20.0);
    let mut ups = clear_ups(volume, &levels, half);
    let extent = |half: f32, ups: &[f32]| {
        let edges =
            |level: &Extent| [level.north, level.south].map(|edge| edge as f32 * half / 2.0);
        let tops = levels
            .iter()
            .zip(ups)
            .map(|(level, up)| edges(level)[0] - up);
        let ends = levels
            .iter()
            .zip(ups)
            .map(|(level, up)| edges(level)[1] - up);
        (
            tops.fold(f32::MAX, f32::min) - wall_height(half),
            ends.fold(f32::MIN, f32::max),
        )
    };
    let (top, end) = extent(half, &ups);
    // A very large map gets smaller cells.
    let share = (LARGEST / ((end - top) * (east - west) * half).max(1.0))
        .sqrt()
        .min(1.0);
    half *= share;
    ups.iter_mut().for_each(|up| *up *= share);
    let (top, end) = extent(half, &ups);
    let drawing = [NAMES + (east - west) * half, end - top];
    let shown = chart.levels();
    let more = (!options.route.is_empty()).then(legend::path);
    let more = more.into_iter().collect();
    let page = Page::new(
        chart,
        &shown,
        &chart.about(&shown),
        drawing,
        None,
        more,
        options,
    );
    let Page {
        mut scene,
        corner,
        mut board,
    } = page;
    let (left, above) = (corner.x + NAMES, corner.y);
    let middles = levels.iter().zip(&ups);
    let middles = middles
        .map(|(level, up)| above - top + (level.north + level.south) as f32 * half / 4.0 - up);
    // Names stand above each other, wherever on its level a level has its rooms.
    let mut last = f32::MAX;
    let middles = middles.map(|middle| {
        last = middle.min(last - 48.0);
        last
    });
    let projection = Projection {
        half,
        names: left - 16.0,
        middles: middles.collect(),
        left: left - west * half,
        bottom: above - top,
        ups,
    };
    let named = PictureOptions {
        names: (0..size.levels())
            .map(|z| chart.height(z).to_string())
            .collect(),
        ground: u32::try_from(-chart.carved.frame().corner.z).ok(),
        ..options.clone()
    };
    let mut drawn = Scene {
        items: Vec::new(),
        background: Theme::Dark.background(),
        ..scene
    };
    draw_levels(&mut drawn, volume, links, &projection, &named, true);
    scene.items.extend(theme.applied(drawn).items);
    let marked: Vec<_> = shown
        .iter()
        .map(|&z| {
            let projection = &projection;
            Marked {
                chart,
                z,
                at: move |x, y| projection.at(x, y, z, 0.0),
                cell: half * 1.4,
                theme,
            }
        })
        .collect();
    marked.iter().for_each(|level| level.reserve(&mut board));
    let centre = |pos| projection.centre(pos);
    route::reserve(&mut board, &options.route, None, centre, half);
    marked.iter().for_each(|level| level.draw_signs(&mut scene));
    marked
        .iter()
        .for_each(|level| level.draw_plates(&mut scene, &mut board));
    if !options.route.is_empty() {
        let mut marks = Scene {
            items: Vec::new(),
            ..scene
        };
        route::draw_marks(&mut marks, &mut board, &options.route, None, centre, half);
        scene.items.extend(theme.applied(marks).items);
    }
    Ok(theme.grey(scene))
}

/// The most square pixels of a map of a sector.
const LARGEST: f32 = 4.0e7;

/// How far each level has to be above the lowest, so that none hides anything of another.
fn clear_ups(volume: &Volume, levels: &[Extent], half: f32) -> Vec<f32> {
    let outlines: Vec<HashMap<i32, [i32; 2]>> = (0..volume.size().levels())
        .map(|z| outline(volume, z))
        .collect();
    let between = wall_height(half) + half * 0.35 + 14.0;
    let mut ups: Vec<f32> = Vec::new();
    for (z, own) in outlines.iter().enumerate() {
        let deep = levels.get(z).map_or(0, |level| level.south - level.north);
        let least = ups
            .last()
            .map_or(0.0, |up| up + deep as f32 * half / 2.0 * 0.3 + 56.0);
        let clear = outlines.iter().zip(&ups).map(|(below, up)| {
            let shared = own
                .iter()
                .filter_map(|(column, [_, south])| Some(south - below.get(column)?[0]));
            shared
                .max()
                .map_or(0.0, |steps| up + steps as f32 * half / 2.0 + between)
        });
        ups.push(clear.fold(least, f32::max));
    }
    ups
}

/// The first and the last step down at which a level is drawn, for each step to the right.
fn outline(volume: &Volume, z: u32) -> HashMap<i32, [i32; 2]> {
    let mut columns: HashMap<i32, [i32; 2]> = HashMap::new();
    for y in 0..volume.size().height() {
        for (x, cell) in (0..).zip(volume.row(y, z)) {
            if cell == Cell::Air || (cell == Cell::Wall && is_buried(volume, x as u32, y, z)) {
                continue;
            }
            let y = y as i32;
            for column in [x - y - 1, x - y, x - y + 1] {
                let [north, south] = columns.entry(column).or_insert([x + y, x + y + 2]);
                (*north, *south) = ((*north).min(x + y), (*south).max(x + y + 2));
            }
        }
    }
    columns
}
