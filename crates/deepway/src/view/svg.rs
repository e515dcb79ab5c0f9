//! Scenes as SVG.

use super::scene::{Anchor, Colour, Item, Point, Scene};
use std::collections::HashMap;
use std::fmt::Write;

/// A scene as an SVG document.
pub fn svg(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_svg(scene, &mut out);
    out
}

fn write_svg(scene: &Scene, out: &mut String) -> std::fmt::Result {
    let (width, height) = (Number(scene.width), Number(scene.height));
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Inter, 'DejaVu Sans', Helvetica, Arial, sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" {}/>\n",
        Paint("fill", scene.background)
    )?;
    let (mut open, mut used) = (0, HashMap::new());
    for item in &scene.items {
        match item {
            Item::Shape { polygons, fill } => {
                out.push_str("<path d=\"");
                for polygon in polygons {
                    write_line(out, polygon)?;
                    out.push('Z');
                }
                // A thin line of the same colour closes the seams between neighbours.
                let stroke = if fill.a == 255 {
                    *fill
                } else {
                    fill.opacity(0)
                };
                writeln!(
                    out,
                    "\" {} {} stroke-width=\".4\"/>",
                    Paint("fill", *fill),
                    Paint("stroke", stroke)
                )?;
            }
            Item::Lines {
                lines,
                colour,
                width,
                dash,
            } => {
                out.push_str("<path d=\"");
                for line in lines {
                    write_line(out, line)?;
                }
                let paint = Paint("stroke", *colour);
                write!(
                    out,
                    "\" fill=\"none\" {paint} stroke-width=\"{}\"",
                    Number(*width)
                )?;
                if let Some([dash, gap]) = dash {
                    write!(
                        out,
                        " stroke-dasharray=\"{} {}\"",
                        Number(*dash),
                        Number(*gap)
                    )?;
                }
                out.push_str("/>\n");
            }
            Item::Label {
                at,
                text,
                size,
                colour,
                anchor,
            } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let (x, y, size) = (Number(at.x), Number(at.y), Number(*size));
                let paint = Paint("fill", *colour);
                write!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" {paint}>"
                )?;
                text.chars().for_each(|character| escape(out, character));
                out.push_str("</text>\n");
            }
            Item::Begin(group) => {
                let count = used.entry(group.id.as_str()).or_insert(0u32);
                *count += 1;
                out.push_str("<g id=\"");
                group.id.chars().for_each(|letter| escape(out, letter));
                if *count > 1 {
                    write!(out, "-{count}")?;
                }
                out.push_str("\"><title>");
                group.title.chars().for_each(|letter| escape(out, letter));
                out.push_str("</title>\n");
                if !group.area.is_empty() {
                    // Nobody sees it, but whoever points at it sees the title.
                    out.push_str("<path d=\"");
                    write_line(out, &group.area)?;
                    out.push_str("Z\" fill-opacity=\"0\"/>\n");
                }
                open += 1;
            }
            Item::End if open > 0 => {
                out.push_str("</g>\n");
                open -= 1;
            }
            Item::End => {}
        }
    }
    (0..open).for_each(|_| out.push_str("</g>\n"));
    out.push_str("</svg>\n");
    Ok(())
}

fn write_line(out: &mut String, points: &[Point]) -> std::fmt::Result {
    for (i, point) in points.iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        write!(out, "{command}{} {}", Number(point.x), Number(point.y))?;
    }
    Ok(())
}

/// Writes a character of text; characters that XML cannot hold become a replacement mark.
fn escape(out: &mut String, character: char) {
    match character {
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '&' => out.push_str("&amp;"),
        '"' => out.push_str("&quot;"),
        c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
        c => out.push(c),
    }
}

/// A number with at most two decimals and no more digits than it needs.
struct Number(f32);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
        match part {
            0 => write!(f, "{sign}{whole}"),
            part if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
            part => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// A colour as an attribute.
struct Paint(&'static str, Colour);

impl std::fmt::Display for Paint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(attribute, Colour { r, g, b, a }) = self;
        match a {
            0 => write!(f, "{attribute}=\"none\""),
            255 => write!(f, "{attribute}=\"#{r:02x}{g:02x}{b:02x}\""),
            a => {
                let share = Number(f32::from(*a) / 255.0);
                write!(
                    f,
                    "{attribute}=\"#{r:02x}{g:02x}{b:02x}\" {attribute}-opacity=\"{share}\""
                )
            }
        }
    }
}
