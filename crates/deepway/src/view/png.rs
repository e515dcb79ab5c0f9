//! Scenes as PNG.

use super::font;
use super::scene::{Colour, Item, Point, Scene};
use ::png::{ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use thiserror::Error;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

/// Why a scene could not become a PNG.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PngError {
    /// It would have too many pixels.
    #[error(
        "a picture of {width} × {height} pixels: expected at most {max} in all; an SVG has no such limit"
    )]
    TooLarge {
        /// Pixels from left to right.
        width: u64,
        /// Pixels from top to bottom.
        height: u64,
        /// The most pixels in all.
        max: u64,
    },
    /// The encoder failed.
    #[error("the picture could not be encoded: {0}")]
    Encoding(String),
}

/// The most pixels in a picture.
const MAX_PIXELS: u64 = 120_000_000;

/// A scene as a PNG file, with `scale` pixels per unit of the scene.
pub fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, PngError> {
    let (width, height) = (
        (scene.width * scale).ceil() as u64,
        (scene.height * scale).ceil() as u64,
    );
    let too_large = PngError::TooLarge {
        width,
        height,
        max: MAX_PIXELS,
    };
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    pixmap.fill(colour(scene.background));
    let transform = Transform::from_scale(scale, scale);
    for item in &scene.items {
        match item {
            Item::Shape { polygons, fill } => {
                let Some(path) = path(polygons, true) else {
                    continue;
                };
                pixmap.fill_path(&path, &paint(*fill), FillRule::Winding, transform, None);
                if fill.a == 255 {
                    // A thin line of the same colour closes the seams between neighbours.
                    let seam = Stroke {
                        width: 0.4,
                        ..Stroke::default()
                    };
                    pixmap.stroke_path(&path, &paint(*fill), &seam, transform, None);
                }
            }
            Item::Lines {
                lines,
                colour,
                width,
                dash,
            } => {
                let Some(path) = path(lines, false) else {
                    continue;
                };
                let stroke = Stroke {
                    width: *width,
                    dash: dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0)),
                    ..Stroke::default()
                };
                pixmap.stroke_path(&path, &paint(*colour), &stroke, transform, None);
            }
            Item::Label {
                at,
                text,
                size,
                colour,
                anchor,
            } => {
                let (lines, width) = font::strokes(text, *at, *size, *anchor);
                let Some(path) = path(&lines, false) else {
                    continue;
                };
                let stroke = Stroke {
                    width,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                pixmap.stroke_path(&path, &paint(*colour), &stroke, transform, None);
            }
            Item::Begin(_) | Item::End => {}
        }
    }
    encode(&pixmap).map_err(|error| PngError::Encoding(error.to_string()))
}

/// Encodes the pixels without opacity, since none is transparent, and without filters or more
/// effort, which do not make pictures of lines and plain areas smaller.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let pixels = pixmap.pixels().iter();
    let bytes: Vec<u8> = pixels
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(3));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(file)
}

fn path(lines: &[Vec<Point>], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for line in lines {
        for (i, point) in line.iter().enumerate() {
            match i {
                0 => builder.move_to(point.x, point.y),
                _ => builder.line_to(point.x, point.y),
            }
        }
        if closed {
            builder.close();
        }
    }
    builder.finish()
}

fn colour(Colour { r, g, b, a }: Colour) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(r, g, b, a)
}

fn paint(of: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(of));
    paint.anti_alias = true;
    paint
}
