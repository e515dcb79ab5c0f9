//! A book as PDF: the standard fonts, text that can be selected, compressed pages, an outline.

use crate::view::{Anchor, Book, Colour, Drawn, Font, Item, Scene, byte, pieces};
use miniz_oxide::deflate;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// How hard to compress pages.
const EFFORT: u8 = 8;

/// A book as a PDF file. It has no date, so the same book is always the same file.
pub fn pdf(book: &Book) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let (catalog, tree, outline) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let font = |number: usize| Ref::new(4 + number as i32);
    let first = 4 + Font::ALL.len() as i32 + 1;
    let page = |number: usize| Ref::new(first + 2 * number as i32);
    let content = |number: usize| Ref::new(first + 2 * number as i32 + 1);
    let items = first + 2 * book.sheets.len() as i32;
    let heads: Vec<_> = book
        .headings
        .iter()
        .filter(|(level, ..)| *level == 1)
        .collect();
    let item = |number: usize| Ref::new(items + number as i32);
    {
        let mut root = pdf.catalog(catalog);
        root.pages(tree);
        if !heads.is_empty() {
            root.outlines(outline);
        }
    }
    let count = book.sheets.len();
    pdf.pages(tree)
        .kids((0..count).map(page))
        .count(count as i32);
    let [width, height] = book.paper.size();
    for (number, own) in Font::ALL.into_iter().enumerate() {
        let mut made = pdf.type1_font(font(number));
        made.base_font(Name(own.name().as_bytes()));
        if own != Font::Signs {
            made.encoding_predefined(Name(b"WinAnsiEncoding"));
        }
    }
    for (number, sheet) in book.sheets.iter().enumerate() {
        let mut made = pdf.page(page(number));
        made.media_box(Rect::new(0.0, 0.0, width, height));
        made.parent(tree);
        made.contents(content(number));
        {
            let mut resources = made.resources();
            let mut fonts = resources.fonts();
            for (number, own) in Font::ALL.into_iter().enumerate() {
                fonts.pair(Name(key(own).as_bytes()), font(number));
            }
        }
        made.finish();
        let drawn = draw(&sheet.drawn, height);
        let packed = deflate::compress_to_vec_zlib(&drawn, EFFORT);
        pdf.stream(content(number), &packed)
            .filter(Filter::FlateDecode);
    }
    if let Some(last) = heads.len().checked_sub(1) {
        pdf.outline(outline)
            .first(item(0))
            .last(item(last))
            .count(heads.len() as i32);
        for (number, (_, text, sheet)) in heads.iter().enumerate() {
            let mut made = pdf.outline_item(item(number));
            made.title(TextStr(text)).parent(outline);
            if number > 0 {
                made.prev(item(number - 1));
            }
            if number < last {
                made.next(item(number + 1));
            }
            made.dest().page(page(*sheet)).fit();
        }
    }
    let info = Ref::new(items + heads.len() as i32);
    let mut about = pdf.document_info(info);
    about
        .title(TextStr(&book.title))
        .producer(TextStr("Deepway"));
    about.finish();
    pdf.finish()
}

/// The name of a font on a page.
fn key(font: Font) -> &'static str {
    match font {
        Font::Text => "T",
        Font::Italic => "I",
        Font::Bold => "B",
        Font::Sans => "S",
        Font::Head => "H",
        Font::Signs => "Z",
    }
}

fn draw(drawn: &[Drawn], height: f32) -> Vec<u8> {
    let mut out = Content::new();
    out.set_line_join(LineJoinStyle::RoundJoin);
    for item in drawn {
        match item {
            Drawn::Text {
                at,
                font,
                size,
                grey,
                text,
            } => {
                out.set_fill_gray(*grey);
                put(&mut out, [at[0], height - at[1]], *font, *size, text);
            }
            Drawn::Fill { area, grey } => {
                let [x, y, wide, high] = *area;
                out.set_fill_gray(*grey);
                out.rect(x, height - y - high, wide, high).fill_nonzero();
            }
            Drawn::Line {
                ends: [a, b],
                width,
                grey,
                dash,
            } => {
                out.set_stroke_gray(*grey).set_line_width(*width);
                out.set_dash_pattern(dash.iter().flatten().copied(), 0.0);
                out.move_to(a[0], height - a[1])
                    .line_to(b[0], height - b[1])
                    .stroke();
            }
            Drawn::Picture { at, scale, scene } => picture(&mut out, *at, *scale, scene, height),
        }
    }
    out.finish().to_vec()
}

/// A text in pieces of one font each.
fn put(out: &mut Content, [mut x, y]: [f32; 2], font: Font, size: f32, text: &str) {
    out.begin_text();
    out.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]);
    for (own, piece) in pieces(font, text) {
        let bytes: Vec<u8> = piece.chars().map(byte).collect();
        out.set_font(Name(key(own).as_bytes()), size);
        out.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]);
        out.show(Str(&bytes));
        x += own.width(&piece, size);
    }
    out.end_text();
}

/// A colour on white paper: what is not opaque is mixed with it.
fn shades(Colour { r, g, b, a }: Colour) -> [f32; 3] {
    let mixed = |part: u8| {
        let (part, a) = (u32::from(part), u32::from(a));
        (part * a + 255 * (255 - a)) as f32 / (255.0 * 255.0)
    };
    [mixed(r), mixed(g), mixed(b)]
}

fn fill(out: &mut Content, colour: Colour) {
    match shades(colour) {
        [r, g, b] if r == g && g == b => out.set_fill_gray(r),
        [r, g, b] => out.set_fill_rgb(r, g, b),
    };
}

fn stroke(out: &mut Content, colour: Colour) {
    match shades(colour) {
        [r, g, b] if r == g && g == b => out.set_stroke_gray(r),
        [r, g, b] => out.set_stroke_rgb(r, g, b),
    };
}

fn picture(out: &mut Content, at: [f32; 2], scale: f32, scene: &Scene, height: f32) {
    let place = |x: f32, y: f32| {
        // A hundredth of a point is finer than any printer.
        let round = |value: f32| (value * 100.0).round() / 100.0;
        [round(at[0] + x * scale), round(height - at[1] - y * scale)]
    };
    for item in &scene.items {
        match item {
            Item::Shape {
                polygons,
                fill: own,
            } => {
                if own.a == 0 {
                    continue;
                }
                fill(out, *own);
                stroke(out, *own);
                out.set_line_width(0.1).set_dash_pattern([], 0.0);
                for polygon in polygons {
                    for (number, point) in polygon.iter().enumerate() {
                        let [x, y] = place(point.x, point.y);
                        match number {
                            0 => out.move_to(x, y),
                            _ => out.line_to(x, y),
                        };
                    }
                    out.close_path();
                }
                match own.a {
                    255 => out.fill_nonzero_and_stroke(),
                    _ => out.fill_nonzero(),
                };
            }
            Item::Lines {
                lines,
                colour,
                width,
                dash,
            } => {
                if colour.a == 0 {
                    continue;
                }
                stroke(out, *colour);
                let dash = dash.iter().flatten().map(|length| length * scale);
                out.set_line_cap(LineCapStyle::ButtCap);
                out.set_line_width((width * scale).max(0.2))
                    .set_dash_pattern(dash, 0.0);
                for line in lines {
                    for (number, point) in line.iter().enumerate() {
                        let [x, y] = place(point.x, point.y);
                        match number {
                            0 => out.move_to(x, y),
                            _ => out.line_to(x, y),
                        };
                    }
                }
                out.stroke();
            }
            Item::Label {
                at,
                text,
                size,
                colour,
                anchor,
            } => {
                fill(out, *colour);
                let size = size * scale;
                let wide: f32 = pieces(Font::Sans, text)
                    .iter()
                    .map(|(font, piece)| font.width(piece, size))
                    .sum();
                let before = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => wide / 2.0,
                    Anchor::End => wide,
                };
                let [x, y] = place(at.x, at.y);
                put(out, [x - before, y], Font::Sans, size, text);
            }
            Item::Begin(_) | Item::End => {}
        }
    }
}
