//! The key to colours and marks, and the compass.

use super::ways_out::CORRIDOR;
use super::{BACKGROUND, FAINT, INK, MARGIN, TITLE, Tint, kind_colour, role_colour};
use crate::sector::{ConnectionKind, NodeKind, Sector};
use crate::space::Biome;
use crate::view::font;
use crate::view::palette::biome_colour;
use crate::view::scene::{Anchor, Colour, Point, Scene};

/// The sign of an entry: a colour or the cross.
enum Key {
    Square(Colour),
    Cross,
}

/// The key to the colours and marks that occur.
fn legend(sector: &Sector, tint: Tint) -> Vec<(Key, &'static str)> {
    let mut entries = Vec::new();
    for kind in ConnectionKind::ALL {
        if sector
            .connections()
            .any(|connection| connection.kind() == kind)
        {
            entries.push((Key::Square(kind_colour(kind)), kind.id()));
        }
    }
    if sector
        .connections()
        .any(|connection| connection.is_blocked())
    {
        entries.push((Key::Cross, "blocked"));
    }
    if sector.exits().any(|exit| exit.via().len() > 0) {
        entries.push((Key::Square(CORRIDOR), "corridor"));
    }
    if sector.exits().any(|exit| exit.is_secret) && tint != Tint::Role {
        entries.push((Key::Square(role_colour(NodeKind::Secret)), "secret door"));
    }
    if tint == Tint::Biome {
        for biome in Biome::ALL {
            if sector.rooms().iter().any(|room| room.biome == biome) {
                entries.push((Key::Square(biome_colour(biome)), biome.name()));
            }
        }
    }
    if tint == Tint::Role {
        for &node in NodeKind::ALL {
            if sector.rooms().iter().any(|room| room.node == node) {
                entries.push((Key::Square(role_colour(node)), node.id()));
            }
        }
    }
    entries
}

pub(super) fn draw_legend(scene: &mut Scene, sector: &Sector, tint: Tint, title: &str) {
    let (mut x, y) = (MARGIN * 0.6, scene.height - 30.0);
    for (key, text) in legend(sector, tint) {
        match key {
            Key::Square(colour) => {
                let square = [(0.0, -11.0), (11.0, -11.0), (11.0, 0.0), (0.0, 0.0)];
                let square = square.map(|(dx, dy)| Point::new(x + dx, y + dy)).to_vec();
                scene.shape(vec![square], colour);
            }
            Key::Cross => draw_cross(scene, Point::new(x + 5.0, y - 5.0)),
        }
        scene.label(Point::new(x + 16.0, y), text, 12.0, FAINT, Anchor::Start);
        x += 34.0 + font::width(text, 12.0);
    }
    let title = MARGIN * 0.6 + font::width(title, TITLE) + 150.0;
    scene.width = scene.width.max(x + MARGIN * 0.6).max(title);
    draw_compass(scene, Point::new(scene.width - MARGIN, 76.0));
}

/// Draws arrows to the north and to the east.
fn draw_compass(scene: &mut Scene, at: Point) {
    for (dx, mark, colour, anchor) in [
        (-1.0, "N", INK, Anchor::End),
        (1.0, "E", FAINT, Anchor::Start),
    ] {
        let tip = Point::new(at.x + dx * 26.0, at.y - 13.0);
        scene.lines(vec![vec![at, tip]], colour, 2.0);
        let head = [
            Point::new(tip.x + dx * 7.0, tip.y - 3.5),
            Point::new(tip.x - dx * 2.0, tip.y - 4.0),
            Point::new(tip.x + dx * 1.0, tip.y + 4.0),
        ];
        scene.shape(vec![head.to_vec()], colour);
        let name = Point::new(tip.x + dx * 10.0, tip.y - 2.0);
        scene.label(name, mark, 13.0, colour, anchor);
    }
}

/// Draws the mark of a blocked connection.
pub(super) fn draw_cross(scene: &mut Scene, at: Point) {
    let colour = kind_colour(ConnectionKind::Collapsed);
    let line = |dx: f32| {
        vec![
            Point::new(at.x - dx, at.y - 6.0),
            Point::new(at.x + dx, at.y + 6.0),
        ]
    };
    scene.lines(vec![line(6.0), line(-6.0)], BACKGROUND, 6.0);
    scene.lines(vec![line(6.0), line(-6.0)], colour, 3.0);
}
