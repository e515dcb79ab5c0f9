//! A page of a map: a title, levels from above, the key beside them, the signs below.

use super::Chart;
use super::key::{self, Block, COLUMN, GAP};
use super::marks::Marked;
use crate::cell::Cell;
use crate::link::Link;
use crate::space::{Layer, Pos};
use crate::view::legend::{Entry, frame};
use crate::view::placing::Board;
use crate::view::plan::{self, Spot};
#[cfg(feature = "exchange")]
use crate::view::printed::Printed;
use crate::view::scene::{Anchor, Point, Scene};
use crate::view::sector::overview::sector_title;
use crate::view::theme::Theme;
use crate::view::{PictureOptions, TooDetailed, detail, font, route};

/// Room for the numbers of rows and columns, and for what stands above a drawing.
const RULER: f32 = 26.0;
const ABOVE: f32 = 34.0;
/// The space between two levels on a sheet.
const BETWEEN: f32 = 40.0;
/// Room for the compass and the scale.
const COMPASS: f32 = 64.0;
/// The smallest and the largest cell, and how wide a drawing should be.
const CELLS: [f32; 2] = [16.0, 36.0];
const WIDE: f32 = 1050.0;
/// The most square pixels of a drawing.
const MOST: f32 = 3.0e7;
/// How long a cell is, in metres.
const METRES: f32 = 1.25;

/// A page that is being made.
pub(in crate::view) struct Page {
    pub(in crate::view) scene: Scene,
    /// Where the drawing begins.
    pub(in crate::view) corner: Point,
    /// Where plates may be: around the drawing, but not over the key.
    pub(in crate::view) board: Board,
}

impl Page {
    /// Arranges a drawing of a width and a height, the key to its levels, and the signs on them;
    /// cells are so wide, unless the drawing is seen from the side.
    pub(in crate::view) fn new(
        chart: &Chart<'_>,
        levels: &[u32],
        about: &str,
        [width, height]: [f32; 2],
        cell: Option<f32>,
        mut more: Vec<Entry>,
        options: &PictureOptions,
    ) -> Self {
        let theme = options.theme;
        let blocks: Vec<Block> = key::blocks(chart, levels);
        let columns = key::columns(&blocks, height.max(520.0) - COMPASS);
        let beside = columns.len().max(1) as f32 * (COLUMN + GAP);
        let high = height.max(key::height(&blocks, &columns) + COMPASS);
        let title = sector_title(chart.carved.sector());
        more.extend(key::legend(chart, levels, options));
        let wide = (width + GAP + beside).max(font::width(about, 14.0));
        let (mut scene, corner) = frame(wide, high + ABOVE, &title, &more, theme);
        let at = Point::new(corner.x, corner.y + 4.0);
        scene.label(at, about, 14.0, theme.faint(), Anchor::Start);
        let top = corner.y + ABOVE;
        let right = corner.x + width + GAP * 1.5;
        compass(&mut scene, Point::new(right, top - 12.0), cell, theme);
        let corner_of_key = Point::new(right, top + COMPASS);
        key::draw(&mut scene, &blocks, &columns, corner_of_key, theme);
        Self {
            scene,
            corner: Point::new(corner.x, top),
            board: Board::new([
                0.0,
                top - 20.0,
                corner.x + width + GAP * 1.2,
                top + high + 20.0,
            ]),
        }
    }
}

/// An arrow to the north, and a bar that says how long something is; from the side north is to
/// the upper right.
pub(in crate::view) fn compass(scene: &mut Scene, at: Point, cell: Option<f32>, theme: Theme) {
    let middle = Point::new(at.x + 18.0, at.y + 34.0);
    // A point on the arrow: so far to its side, and so far ahead.
    let point = |side: f32, ahead: f32| match cell {
        Some(_) => Point::new(middle.x + side, middle.y - ahead),
        None => Point::new(
            middle.x + side * 0.45 + ahead * 0.89,
            middle.y + side * 0.89 - ahead * 0.45,
        ),
    };
    let told = if cell.is_some() {
        "north is up"
    } else {
        "north is to the upper right"
    };
    scene.begin("compass", told, Vec::new());
    let half = |side: f32| vec![point(0.0, 18.0), point(0.0, -12.0), point(side, -18.0)];
    scene.shape(vec![half(-10.0)], theme.faint());
    scene.shape(vec![half(10.0)], theme.ink());
    let Point { x, y } = point(0.0, 25.0);
    scene.label(
        Point::new(x, y + 4.0),
        "N",
        14.0,
        theme.ink(),
        Anchor::Middle,
    );
    scene.end();
    let left = at.x + 62.0;
    let Some(cell) = cell else {
        let text = format!("a cell is {METRES} m");
        scene.label(
            Point::new(left, at.y + 34.0),
            text,
            12.0,
            theme.ink(),
            Anchor::Start,
        );
        return;
    };
    let lengths = [5.0_f32, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let long = |metres: f32| metres / METRES * cell;
    let Some(metres) = lengths.into_iter().find(|&metres| long(metres) >= 70.0) else {
        return;
    };
    let right = left + long(metres);
    scene.begin("scale", format!("{metres} metres"), Vec::new());
    let down = |x: f32, y: f32| Point::new(x, at.y + y);
    let line = |x0: f32, y0: f32, x1: f32, y1: f32| vec![down(x0, y0), down(x1, y1)];
    let bar = line(left, 38.0, right, 38.0);
    let ends = [left, right].map(|x| line(x, 33.0, x, 43.0));
    let mut lines = vec![bar];
    lines.extend(ends);
    scene.lines(lines, theme.ink(), 1.4);
    scene.lines(
        vec![line(left, 38.0, (left + right) / 2.0, 38.0)],
        theme.ink(),
        5.0,
    );
    let text = format!("{metres} m; a cell is {METRES} m");
    scene.label(down(left, 25.0), text, 12.0, theme.ink(), Anchor::Start);
    scene.end();
}

/// A level on a page: what it shows, how large it is.
struct Sheet {
    z: u32,
    extent: [u32; 4],
    /// Whether it has the numbers of its rows and columns.
    has_rulers: bool,
}

impl Sheet {
    fn size(&self) -> [f32; 2] {
        let [x0, y0, x1, y1] = self.extent;
        [(x1 - x0 + 1) as f32, (y1 - y0 + 1) as f32]
    }
}

/// How wide the cells of a drawing are.
pub(in crate::view) fn cell_size([width, height]: [f32; 2], wanted: f32) -> f32 {
    let cell = (wanted / width.max(height).max(1.0)).floor();
    let most = (MOST / (width * height).max(1.0)).sqrt();
    cell.clamp(CELLS[0], CELLS[1]).min(most).max(0.5)
}

/// One level on a page.
pub(in crate::view) fn page(
    chart: &Chart<'_>,
    links: &[Link],
    z: u32,
    options: &PictureOptions,
) -> Result<Scene, TooDetailed> {
    detail::check(&chart.cells, z..z + 1, links.len(), true)?;
    let extent = chart.extent(z).unwrap_or([0, 0, 7, 7]);
    let sheet = Sheet {
        z,
        extent,
        has_rulers: true,
    };
    let [width, height] = sheet.size();
    let cell = cell_size([width, height], WIDE);
    let about = format!("{} — {}", caption(chart, z), chart.about(&[z]));
    let drawing = [RULER + width * cell, RULER + height * cell];
    let page = Page::new(
        chart,
        &[z],
        &about,
        drawing,
        Some(cell),
        Vec::new(),
        options,
    );
    let Page {
        mut scene,
        corner,
        mut board,
    } = page;
    draw(
        &mut scene, &mut board, chart, links, &sheet, corner, cell, options,
    );
    Ok(options.theme.grey(scene))
}

/// A level without a key beside it, for a page that has its own text.
#[cfg(feature = "exchange")]
pub(in crate::view) fn drawing(
    chart: &Chart<'_>,
    links: &[Link],
    z: u32,
    options: &PictureOptions,
) -> Result<Printed, TooDetailed> {
    detail::check(&chart.cells, z..z + 1, links.len(), true)?;
    let extent = chart.extent(z).unwrap_or([0, 0, 7, 7]);
    let sheet = Sheet {
        z,
        extent,
        has_rulers: false,
    };
    let [width, height] = sheet.size();
    // Small cells, so that the signs are not too small on paper.
    let cell = cell_size([width, height], WIDE / 2.0);
    let drawn = [RULER + width * cell, RULER + height * cell + COMPASS];
    let (mut scene, corner) = frame(drawn[0], drawn[1], "", &[], options.theme);
    let at = Point::new(corner.x + RULER, corner.y + height * cell + RULER);
    compass(&mut scene, at, Some(cell), options.theme);
    let mut board = Board::new([
        0.0,
        corner.y - 10.0,
        corner.x + drawn[0] + 10.0,
        corner.y + drawn[1] - COMPASS + 10.0,
    ]);
    draw(
        &mut scene, &mut board, chart, links, &sheet, corner, cell, options,
    );
    let mut signs = key::legend(chart, &[z], options);
    for entry in &mut signs {
        // A number in the key would be taken for a room's.
        entry.text = entry
            .text
            .replace("▲ ▼ r1 way up, down to r1", "▲ ▼ way up, down to a room")
            .replace("◆ r1–r2 passes", "◆ passes");
    }
    let corner = Point::new(corner.x + RULER, corner.y + RULER);
    let theme = options.theme;
    Ok(Printed::new(&scene, corner, cell, extent, &signs, theme))
}

/// What stands above a level.
pub(in crate::view) fn caption(chart: &Chart<'_>, z: u32) -> String {
    let name = chart.level_name(z);
    match Layer::from_z(chart.height(z)) {
        Some(layer) => format!("{name}, {:+} m", layer.metres()).replace("+0 m", "0 m"),
        None => name,
    }
}

/// All levels on one sheet, beside each other, highest first.
pub(in crate::view) fn sheet(
    chart: &Chart<'_>,
    links: &[Link],
    options: &PictureOptions,
) -> Result<Scene, TooDetailed> {
    let levels = chart.levels();
    detail::check(
        &chart.cells,
        0..chart.cells.size().levels(),
        links.len(),
        true,
    )?;
    let sheets = levels.iter().filter_map(|&z| {
        Some(Sheet {
            z,
            extent: chart.extent(z)?,
            has_rulers: true,
        })
    });
    let sheets: Vec<Sheet> = sheets.collect();
    let longest = sheets.iter().flat_map(Sheet::size).fold(1.0, f32::max);
    let area: f32 = sheets
        .iter()
        .map(|sheet| sheet.size()[0] * sheet.size()[1])
        .sum();
    let cell = cell_size([longest, longest], 800.0).min((MOST / area.max(1.0)).sqrt().max(0.5));
    let outer = |sheet: &Sheet| {
        let [width, height] = sheet.size();
        let name = font::width(&caption(chart, sheet.z), 16.0);
        [
            (RULER + width * cell).max(name + RULER),
            ABOVE + RULER + height * cell,
        ]
    };
    // As many in a row as make the whole about as wide as a page lying on its side.
    let wide: f32 = sheets
        .iter()
        .map(|sheet| outer(sheet)[0] * outer(sheet)[1])
        .sum::<f32>()
        * 2.6;
    let wide = sheets
        .iter()
        .map(|sheet| outer(sheet)[0])
        .fold(wide.sqrt(), f32::max);
    let (mut places, mut x, mut y, mut row) = (Vec::new(), 0.0_f32, 0.0_f32, 0.0_f32);
    let mut used = 0.0_f32;
    for sheet in &sheets {
        let [width, height] = outer(sheet);
        if x > 0.0 && x + width > wide {
            (x, y, row) = (0.0, y + row + BETWEEN, 0.0);
        }
        places.push((x, y));
        (x, row, used) = (x + width + BETWEEN, row.max(height), used.max(x + width));
    }
    let drawing = [used, y + row];
    let about = chart.about(&levels);
    let page = Page::new(
        chart,
        &levels,
        &about,
        drawing,
        Some(cell),
        Vec::new(),
        options,
    );
    let Page {
        mut scene,
        corner,
        mut board,
    } = page;
    for (sheet, (x, y)) in sheets.iter().zip(places) {
        let at = Point::new(corner.x + x + RULER, corner.y + y + 12.0);
        scene.label(
            at,
            caption(chart, sheet.z),
            16.0,
            options.theme.ink(),
            Anchor::Start,
        );
        let corner = Point::new(corner.x + x, corner.y + y + ABOVE - 8.0);
        draw(
            &mut scene, &mut board, chart, links, sheet, corner, cell, options,
        );
    }
    Ok(options.theme.grey(scene))
}

/// Draws a level with its rulers and marks; `corner` is that of the rulers.
#[expect(
    clippy::too_many_arguments,
    reason = "they are what a page consists of"
)]
fn draw(
    scene: &mut Scene,
    board: &mut Board,
    chart: &Chart<'_>,
    links: &[Link],
    sheet: &Sheet,
    corner: Point,
    cell: f32,
    options: &PictureOptions,
) {
    let (z, [x0, y0, x1, y1]) = (sheet.z, sheet.extent);
    let spot = Spot {
        corner: Point::new(
            corner.x + RULER - x0 as f32 * cell,
            corner.y + RULER - y0 as f32 * cell,
        ),
        cell,
    };
    let touching = |link: &&Link| link.low.z == z as i32 || link.high.z == z as i32;
    let links: Vec<Link> = links.iter().filter(touching).copied().collect();
    let first = scene.items.len();
    scene.begin(
        format!("level-{}", chart.height(z)),
        chart.level_name(z),
        Vec::new(),
    );
    let mut cells = Scene {
        items: Vec::new(),
        ..*scene
    };
    let is_drawn = |cell: Cell| !matches!(cell, Cell::Door | Cell::SecretDoor);
    plan::draw_cells(&mut cells, &chart.cells, &links, z, options, spot, is_drawn);
    let centre = |pos: Pos| spot.at(pos.x as f32 + 0.5, pos.y as f32 + 0.5);
    route::draw(&mut cells, route::legs(&options.route, z), centre, cell);
    scene.items.extend(options.theme.applied(cells).items);
    if sheet.has_rulers {
        plan::rulers(
            scene,
            [x0, x1 + 1],
            [y0, y1 + 1],
            options.theme.faint(),
            spot,
        );
    }
    let marked = Marked {
        chart,
        z,
        at: |x, y| spot.at(x, y),
        cell,
        theme: options.theme,
    };
    marked.reserve(board);
    // The numbers of columns and rows.
    let [left, top] = [corner.x, corner.y];
    let (wide, high) = ((x1 - x0 + 1) as f32 * cell, (y1 - y0 + 1) as f32 * cell);
    board.take([left, top, left + RULER - 2.0, top + RULER + high]);
    board.take([left, top, left + RULER + wide, top + RULER - 2.0]);
    route::reserve(board, &options.route, Some(z), centre, cell);
    marked.draw_signs(scene);
    marked.draw_plates(scene, board);
    let first_leg = route::legs(&options.route, z).next();
    if !options.route.is_empty() && first_leg.is_none() {
        route::dim(scene, first);
    }
    if first_leg.is_some() {
        let mut marks = Scene {
            items: Vec::new(),
            ..*scene
        };
        route::draw_marks(&mut marks, board, &options.route, Some(z), centre, cell);
        scene.items.extend(options.theme.applied(marks).items);
    }
    scene.end();
}
