//! All levels of a map from above, beside each other.

use super::notes::Shown;
use super::placing::Board;
use super::plan::{self, Spot};
use super::scene::{Anchor, Point, Scene};
use super::{PictureOptions, TooDetailed, detail, layer_of, legend, route, things};
use crate::link::Link;
use crate::space::Pos;
use crate::volume::Volume;

/// Room for the numbers of rows and columns, and for the name of a level.
const RULER: f32 = 26.0;
const NAME: f32 = 30.0;
const BETWEEN: f32 = 36.0;

/// Draws all levels from above on one sheet, highest first, north at the top of each.
pub fn sheet(
    volume: &Volume,
    links: &[Link],
    options: &PictureOptions,
) -> Result<Scene, TooDetailed> {
    let (size, levels) = (volume.size(), volume.size().levels());
    detail::check(volume, 0..levels, links.len(), true)?;
    let (width, height) = (size.width() as f32, size.height() as f32);
    // As many in a row as make the sheet about as wide as a page lying on its side.
    let columns = (levels as f32 * 1.4 * height / width)
        .sqrt()
        .round()
        .max(1.0);
    let columns = (columns as u32).min(levels);
    let rows = levels.div_ceil(columns);
    let cell = (1600.0 / (width * columns as f32).max(height * rows as f32)).floor();
    let cell = cell.clamp(1.0, 24.0);
    let step = [
        RULER + width * cell + BETWEEN,
        NAME + RULER + height * cell + BETWEEN,
    ];
    let materials = Shown::Levels(0..levels).materials(volume);
    let drawn = (0..levels).flat_map(|z| things::on_level(volume, z));
    let mut key = legend::key(volume, links, materials, drawn, options.theme);
    if !options.route.is_empty() {
        key.insert(0, legend::path());
    }
    let (mut scene, corner) = legend::frame(
        columns as f32 * step[0] - BETWEEN,
        rows as f32 * step[1] - BETWEEN,
        &options.title,
        &key,
        options.theme,
    );
    let mut board = Board::new([0.0, 0.0, scene.width, scene.height]);
    for (number, z) in (0..levels).rev().enumerate() {
        let (column, row) = (number as u32 % columns, number as u32 / columns);
        let left = corner.x + column as f32 * step[0];
        let top = corner.y + row as f32 * step[1];
        let spot = Spot {
            corner: Point::new(left + RULER, top + NAME + RULER),
            cell,
        };
        let name = options.names.get(z as usize).cloned();
        let name = name.unwrap_or_else(|| z.to_string());
        let layer = layer_of(z, options.ground);
        let title = match layer {
            Some(layer) => format!("level {name}, {layer}"),
            None => format!("level {name}"),
        };
        let touching = |link: &&Link| link.low.z == z as i32 || link.high.z == z as i32;
        let links: Vec<Link> = links.iter().filter(touching).copied().collect();
        scene.begin(format!("level-{name}"), &title, Vec::new());
        let at = Point::new(left + RULER, top + 14.0);
        scene.label(at, title, 16.0, options.theme.ink(), Anchor::Start);
        let first = scene.items.len();
        plan::draw(&mut scene, volume, &links, z, options, spot);
        let faint = options.theme.faint();
        plan::rulers(
            &mut scene,
            [0, size.width()],
            [0, size.height()],
            faint,
            spot,
        );
        let first_leg = route::legs(&options.route, z).next();
        if !options.route.is_empty() && first_leg.is_none() {
            route::dim(&mut scene, first);
        }
        if first_leg.is_some() {
            let centre = |pos: Pos| spot.at(pos.x as f32 + 0.5, pos.y as f32 + 0.5);
            route::reserve(&mut board, &options.route, Some(z), centre, cell);
            route::draw_marks(
                &mut scene,
                &mut board,
                &options.route,
                Some(z),
                centre,
                cell,
            );
        }
        scene.end();
    }
    Ok(options.theme.applied(scene))
}
