//! Names of rooms, and notes on connections, where they hide least.

use super::{BACKGROUND, INK, View, WALL, kind_colour};
use crate::sector::{Connection, NodeKind, Room, Sector};
use crate::view::font;
use crate::view::scene::{Anchor, Point, Scene};
use crate::view::sector::describe;

/// The areas that connections cover: those that begin on a layer, or all.
pub(super) fn poles(view: &View, sector: &Sector, z: Option<i32>) -> Vec<Plate> {
    sector
        .connections()
        .filter(|connection| z.is_none_or(|z| connection.heights()[0] == z))
        .filter_map(|connection| pole(view, &connection))
        .map(|(foot, head)| [foot.x - 4.0, head.y, foot.x + 4.0, foot.y + 3.0])
        .collect()
}

/// The foot of a connection: behind the middle of its unit, so that it hides less.
pub(super) fn foot_of(connection: &Connection<'_>) -> [f32; 2] {
    connection.column().map(|at| at as f32 + 0.62)
}

/// Both ends of a connection; none if it spans more than all layers.
pub(super) fn pole(view: &View, connection: &Connection<'_>) -> Option<(Point, Point)> {
    let [low, high] = connection.heights();
    let [x, y] = foot_of(connection);
    (high.abs_diff(low) <= 6).then(|| (view.point(x, y, low, WALL), view.point(x, y, high, 0.0)))
}

/// A rectangle of the picture: left, top, right, bottom.
pub(super) type Plate = [f32; 4];

/// The area that two plates share, in pixels.
fn shared(a: Plate, b: Plate) -> f32 {
    let wide = a[2].min(b[2]) - a[0].max(b[0]);
    let high = a[3].min(b[3]) - a[1].max(b[1]);
    wide.max(0.0) * high.max(0.0)
}

/// Draws a note beside each connection, over everything else, where it hides least.
pub(super) fn draw_notes(scene: &mut Scene, view: &View, sector: &Sector) {
    let poles = poles(view, sector, None);
    let names: Vec<Plate> = sector
        .rooms()
        .iter()
        .map(|room| {
            let (mark, at, size) = name_of(view, room, &[]);
            name_plate(&mark, at, size)
        })
        .collect();
    let mut taken: Vec<Plate> = Vec::new();
    for connection in sector.connections() {
        let Some((foot, head)) = pole(view, &connection) else {
            continue;
        };
        let [kind, takes] = describe(&connection);
        let wide = font::width(&kind, 13.0).max(font::width(&takes, 11.0)) + 8.0;
        let places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].into_iter();
        let places = places.flat_map(|share: f32| {
            let y = foot.y * (1.0 - share) + head.y * share;
            let (right, left) = (foot.x + 5.0, foot.x - 5.0 - wide);
            [right, left].map(|x| [x, y - 15.0, x + wide, y + 17.0])
        });
        let hidden = |place: Plate| -> f32 {
            let names = names.iter().map(|&name| 4.0 * shared(place, name));
            let poles = poles.iter().map(|&pole| shared(place, pole));
            names.chain(poles).sum()
        };
        let free = places.filter(|&place| taken.iter().all(|&other| shared(place, other) == 0.0));
        let best = free.min_by(|&a, &b| hidden(a).total_cmp(&hidden(b)));
        let Some(place) = best else {
            continue;
        };
        taken.push(place);
        let [left, top, right, bottom] = place;
        let plate = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let plate = plate.map(|(x, y)| Point::new(x, y));
        scene.shape(vec![plate.to_vec()], BACKGROUND.opacity(170));
        let at = Point::new(left + 4.0, top + 13.0);
        scene.label(
            at,
            kind,
            13.0,
            kind_colour(connection.kind()),
            Anchor::Start,
        );
        let below = Point::new(at.x, at.y + 14.0);
        scene.label(below, takes, 11.0, INK, Anchor::Start);
    }
}

/// The label of a room, the point where connections hide it least, and its size.
pub(super) fn name_of(view: &View, room: &Room, poles: &[Plate]) -> (String, Point, f32) {
    let side = room.size.side() as f32;
    let mark = match room.node {
        NodeKind::Start => "START".to_owned(),
        NodeKind::Boss => "BOSS".to_owned(),
        _ => room.id.to_string(),
    };
    let size = match side > 1.0 {
        true => 15.0,
        false if mark.len() > 3 => 8.0,
        false => 11.0,
    };
    // In the middle, to the front, to the left, to the right.
    let shifts = [
        (0.5, 0.5),
        (0.3, 0.3),
        (0.34, 0.66),
        (0.66, 0.34),
        (0.22, 0.22),
    ];
    let places = shifts.map(|(x, y)| {
        let (x, y) = (
            room.position.x as f32 + side * x,
            room.position.y as f32 + side * y,
        );
        let middle = view.point(x, y, room.position.z, WALL);
        Point::new(middle.x, middle.y + size / 3.0)
    });
    let hidden = |&at: &Point| -> f32 {
        let plate = name_plate(&mark, at, size);
        poles.iter().map(|&pole| shared(plate, pole)).sum()
    };
    let best = places.into_iter();
    let best = best.min_by(|a, b| hidden(a).total_cmp(&hidden(b)));
    (mark, best.unwrap_or(places[0]), size)
}

fn name_plate(mark: &str, at: Point, size: f32) -> Plate {
    let half = font::width(mark, size) / 2.0;
    [at.x - half, at.y - size * 0.8, at.x + half, at.y + 2.0]
}
