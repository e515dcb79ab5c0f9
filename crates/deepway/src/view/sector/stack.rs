//! A sector as an exploded isometric picture: layer above layer, and what joins them.

use super::super::palette::{BACKGROUND, FAINT, INK};
use super::super::scene::{Anchor, Colour, Point, Scene};
use super::describe;
use crate::sector::{ConnectionKind, NodeKind, Room, Sector};
use crate::space::{Direction, Layer, RoomPos};

/// What the colour of a room says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// Its layer.
    #[default]
    Layer,
    /// What it is for.
    Role,
}

/// A unit from west to east, and half of it from south to north, in pixels.
const EAST: f32 = 44.0;
const NORTH: f32 = 22.0;
/// How high a room stands.
const WALL: f32 = 13.0;
/// How far apart two layers are at least, and how much of a layer the next may cover.
const APART: f32 = 120.0;
const COVERED: f32 = 0.35;
/// How much smaller a room is drawn than its units, on each side.
const INSET: f32 = 0.12;
const MARGIN: f32 = 70.0;

/// Where things are in the picture.
struct View {
    left: f32,
    top: f32,
    /// From layer to layer.
    apart: f32,
}

impl View {
    /// The point of a place in units, so many pixels above its floor.
    fn point(&self, x: f32, y: f32, z: i32, up: f32) -> Point {
        let right = (x - y) * EAST / 2.0;
        let down = -(x + y) * NORTH / 2.0 - z as f32 * self.apart - up;
        Point::new(right + self.left, down + self.top)
    }
}

fn layer_colour(z: i32) -> Colour {
    const LAYERS: [Colour; 7] = [
        Colour::rgb(0x7A_6F_C0),
        Colour::rgb(0x62_86_CE),
        Colour::rgb(0x4F_A4_C0),
        Colour::rgb(0x62_B8_8E),
        Colour::rgb(0xA6_C0_6A),
        Colour::rgb(0xDC_BE_62),
        Colour::rgb(0xEC_98_66),
    ];
    LAYERS[(z.clamp(-3, 3) + 3) as usize]
}

fn role_colour(node: NodeKind) -> Colour {
    match node {
        NodeKind::Start => Colour::rgb(0x6F_C2_8B),
        NodeKind::Main => Colour::rgb(0x6C_93_CF),
        NodeKind::Branch => Colour::rgb(0x9A_9F_B4),
        NodeKind::Secret => Colour::rgb(0xB0_7C_D6),
        NodeKind::Boss => Colour::rgb(0xDF_6B_5E),
    }
}

fn kind_colour(kind: ConnectionKind) -> Colour {
    match kind {
        ConnectionKind::Stairs => Colour::rgb(0xF2_E6_C4),
        ConnectionKind::Shaft => Colour::rgb(0x8F_D3_F0),
        ConnectionKind::Elevator => Colour::rgb(0xF0_B4_4E),
        ConnectionKind::Ladder => Colour::rgb(0x9C_E0_8C),
        ConnectionKind::Collapsed => Colour::rgb(0xE0_6A_6A),
    }
}

/// A picture of the whole sector, seen from the south-west.
pub fn sector_stack(sector: &Sector, tint: Tint, title: &str) -> Scene {
    let frame = Frame::new(sector);
    let mut scene = Scene {
        width: frame.width,
        height: frame.height,
        background: BACKGROUND,
        items: Vec::new(),
    };
    let title_at = Point::new(MARGIN * 0.6, 44.0);
    scene.label(title_at, title, 26.0, INK, Anchor::Start);
    let about = format!(
        "{} rooms, {} ways up and down, seed {}",
        sector.rooms.len(),
        sector.connections.len(),
        sector.seed
    );
    scene.label(
        Point::new(MARGIN * 0.6, 68.0),
        about,
        15.0,
        FAINT,
        Anchor::Start,
    );
    for z in frame.low..=frame.high {
        draw_layer(&mut scene, &frame, sector, tint, z);
    }
    if sector.rooms.len() <= 40 {
        draw_notes(&mut scene, &frame.view, sector);
    }
    draw_legend(&mut scene, sector, tint, frame.height);
    scene
}

/// The size of the picture and what it shows.
struct Frame {
    view: View,
    width: f32,
    height: f32,
    low: i32,
    high: i32,
    /// From west to east and from south to north.
    x: [f32; 2],
    y: [f32; 2],
}

impl Frame {
    fn new(sector: &Sector) -> Self {
        let vias = sector
            .exits
            .iter()
            .flat_map(|exit| exit.via.iter().copied());
        let units: Vec<RoomPos> = sector
            .rooms
            .iter()
            .flat_map(Room::units)
            .chain(vias)
            .collect();
        let range = |place: fn(&RoomPos) -> i32| {
            let low = units.iter().map(place).min().unwrap_or(0).max(-10_000);
            let high = units.iter().map(place).max().unwrap_or(0).min(10_000);
            [low as f32, high as f32 + 1.0]
        };
        let (x, y) = (range(|unit| unit.x), range(|unit| unit.y));
        let heights = sector.rooms.iter().map(|room| room.position.z.clamp(-3, 3));
        let corridors = units.iter().map(|unit| unit.z.clamp(-3, 3));
        let low = heights.clone().chain(corridors.clone()).min().unwrap_or(0);
        let high = heights.chain(corridors).max().unwrap_or(0);
        let sheet = (x[1] - x[0] + y[1] - y[0]) * NORTH / 2.0;
        let mut view = View {
            left: 0.0,
            top: 0.0,
            apart: APART.max(sheet * (1.0 - COVERED)),
        };
        let corners = |view: &View| {
            let mut corners = Vec::new();
            for z in [low, high] {
                for (x, y) in [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])] {
                    corners.push(view.point(x, y, z, 0.0));
                }
            }
            corners
        };
        let around = corners(&view);
        let least = |place: fn(&Point) -> f32| around.iter().map(place).fold(f32::MAX, f32::min);
        let most = |place: fn(&Point) -> f32| around.iter().map(place).fold(f32::MIN, f32::max);
        let (left, right) = (least(|point| point.x), most(|point| point.x));
        let (top, bottom) = (least(|point| point.y), most(|point| point.y));
        view.left = MARGIN + 110.0 - left;
        view.top = MARGIN + 60.0 - top;
        Self {
            view,
            width: (right - left + 2.0 * MARGIN + 130.0).max(560.0),
            height: bottom - top + 2.0 * MARGIN + 130.0,
            low,
            high,
            x,
            y,
        }
    }
}

fn draw_layer(scene: &mut Scene, frame: &Frame, sector: &Sector, tint: Tint, z: i32) {
    let view = &frame.view;
    let colour = layer_colour(z);
    let ([west, east], [south, north]) = (frame.x, frame.y);
    let sheet = [(west, south), (east, south), (east, north), (west, north)];
    let sheet = |grow: f32| {
        let middle = ((west + east) / 2.0, (south + north) / 2.0);
        sheet
            .map(|(x, y)| {
                let (dx, dy) = (
                    (x - middle.0).signum() * grow,
                    (y - middle.1).signum() * grow,
                );
                view.point(x + dx, y + dy, z, 0.0)
            })
            .to_vec()
    };
    scene.shape(vec![sheet(0.4)], colour.opacity(20));
    let mut rim = sheet(0.4);
    rim.push(rim[0]);
    scene.lines(vec![rim], colour.opacity(90), 1.0);
    if let Some(layer) = Layer::from_z(z) {
        let corner = view.point(west - 0.4, north + 0.4, z, 0.0);
        let at = Point::new(corner.x - 12.0, corner.y + 2.0);
        scene.label(at, layer.to_string(), 15.0, colour, Anchor::End);
        let below = Point::new(at.x, at.y + 17.0);
        scene.label(
            below,
            format!("{:+} m", layer.metres()).replace("+0", "0"),
            12.0,
            FAINT,
            Anchor::End,
        );
    }
    draw_corridors(scene, view, sector, z);
    // Behind first: from the north-east to the south-west.
    let mut rooms: Vec<&Room> = sector
        .rooms
        .iter()
        .filter(|room| room.position.z == z)
        .collect();
    rooms.sort_by_key(|room| {
        let far = room.position.x.saturating_add(room.position.y);
        std::cmp::Reverse(far.saturating_add(room.size.side()))
    });
    for room in rooms {
        draw_room(scene, view, room, tint);
        draw_doors(scene, view, sector, room);
    }
    // Ways up from here, over this layer and under the next.
    for one in &sector.connections {
        let ends = [one.from, one.to].map(|room| sector.rooms[room as usize].position.z);
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if low != z || high.abs_diff(low) > 6 {
            continue;
        }
        let [x, y] = one.column.map(|at| at as f32 + 0.5);
        let (foot, head) = (view.point(x, y, low, WALL), view.point(x, y, high, 0.0));
        let colour = kind_colour(one.kind);
        let faint = if one.blocked { 150 } else { 255 };
        for (width, colour) in [(6.0, BACKGROUND), (3.0, colour.opacity(faint))] {
            scene.lines(vec![vec![foot, head]], colour, width);
        }
        scene.shape(vec![diamond(view, x, y, low, WALL, 0.16)], colour);
    }
}

/// What each way up takes, beside it and over everything else, where there is space.
fn draw_notes(scene: &mut Scene, view: &View, sector: &Sector) {
    let mut taken: Vec<[f32; 4]> = Vec::new();
    for one in &sector.connections {
        let ends = [one.from, one.to].map(|room| sector.rooms[room as usize].position.z);
        let [x, y] = one.column.map(|at| at as f32 + 0.5);
        let low = ends[0].min(ends[1]).clamp(-3, 3);
        let (foot, head) = (view.point(x, y, low, WALL), view.point(x, y, low + 1, 0.0));
        let [kind, takes] = describe(one);
        let wide = kind.len().max(takes.len()) as f32 * 7.6 + 6.0;
        let places = [0.55, 0.3, 0.8].map(|share: f32| {
            let (x, y) = (foot.x + 9.0, foot.y * (1.0 - share) + head.y * share);
            [x - 4.0, y - 13.0, x + wide, y + 19.0]
        });
        let is_free = |place: &[f32; 4]| {
            !taken.iter().any(|other| {
                place[0] < other[2]
                    && other[0] < place[2]
                    && place[1] < other[3]
                    && other[1] < place[3]
            })
        };
        let Some(place) = places.into_iter().find(is_free) else {
            continue;
        };
        taken.push(place);
        let [left, top, right, bottom] = place;
        let plate = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let plate = plate.map(|(x, y)| Point::new(x, y));
        scene.shape(vec![plate.to_vec()], BACKGROUND.opacity(190));
        let at = Point::new(left + 4.0, top + 13.0);
        scene.label(at, kind, 13.0, kind_colour(one.kind), Anchor::Start);
        let below = Point::new(at.x, at.y + 14.0);
        scene.label(below, takes, 11.0, INK, Anchor::Start);
    }
}

fn diamond(view: &View, x: f32, y: f32, z: i32, up: f32, size: f32) -> Vec<Point> {
    let corners = [(-size, -size), (size, -size), (size, size), (-size, size)];
    let corners = corners.map(|(dx, dy)| view.point(x + dx, y + dy, z, up));
    corners.to_vec()
}

/// A block with a top and the two sides that one sees.
fn draw_room(scene: &mut Scene, view: &View, room: &Room, tint: Tint) {
    let z = room.position.z;
    let colour = match tint {
        Tint::Layer => layer_colour(z),
        Tint::Role => role_colour(room.node),
    };
    let side = room.size.side() as f32;
    let (west, south) = (
        room.position.x as f32 + INSET,
        room.position.y as f32 + INSET,
    );
    let (east, north) = (west + side - 2.0 * INSET, south + side - 2.0 * INSET);
    let point = |x: f32, y: f32, up: f32| view.point(x, y, z, up);
    let (dark, light) = (Colour::rgb(0x10_12_1C), Colour::rgb(0xFF_FF_FF));
    // South and west are in front.
    let west_wall = vec![
        point(west, north, 0.0),
        point(west, south, 0.0),
        point(west, south, WALL),
        point(west, north, WALL),
    ];
    let south_wall = vec![
        point(west, south, 0.0),
        point(east, south, 0.0),
        point(east, south, WALL),
        point(west, south, WALL),
    ];
    let top = vec![
        point(west, south, WALL),
        point(east, south, WALL),
        point(east, north, WALL),
        point(west, north, WALL),
    ];
    scene.shape(vec![west_wall], colour.towards(dark, 110));
    scene.shape(vec![south_wall], colour.towards(dark, 160));
    scene.shape(vec![top.clone()], colour.towards(dark, 20));
    let mut rim = top;
    rim.push(rim[0]);
    scene.lines(vec![rim], colour.towards(light, 90), 1.2);
    let middle = point((west + east) / 2.0, (south + north) / 2.0, WALL);
    let size = if side > 1.0 { 15.0 } else { 11.0 };
    let at = Point::new(middle.x, middle.y + size / 3.0);
    let mark = match room.node {
        NodeKind::Start => "START",
        NodeKind::Boss => "BOSS",
        _ => room.id.as_str(),
    };
    scene.label(at, mark, size, colour.towards(dark, 215), Anchor::Middle);
}

/// Bright thresholds where a room is left.
fn draw_doors(scene: &mut Scene, view: &View, sector: &Sector, room: &Room) {
    let number = sector.room(&room.id);
    for exit in sector.exits.iter().filter(|exit| Some(exit.from) == number) {
        let (x, y, z) = (exit.unit.x as f32, exit.unit.y as f32, exit.unit.z);
        let (near, far) = (1.0 - INSET, 1.0 + INSET);
        let threshold = match exit.direction {
            Direction::North => [(0.35, near), (0.65, near), (0.65, far), (0.35, far)],
            Direction::South => [(0.35, INSET), (0.65, INSET), (0.65, -INSET), (0.35, -INSET)],
            Direction::East => [(near, 0.35), (near, 0.65), (far, 0.65), (far, 0.35)],
            _ => [(INSET, 0.35), (INSET, 0.65), (-INSET, 0.65), (-INSET, 0.35)],
        };
        let threshold = threshold.map(|(dx, dy)| view.point(x + dx, y + dy, z, WALL * 0.5));
        scene.shape(vec![threshold.to_vec()], Colour::rgb(0xF6_EE_D6));
    }
}

fn draw_corridors(scene: &mut Scene, view: &View, sector: &Sector, z: i32) {
    let colour = Colour::rgb(0xC9_C2_AE);
    for exit in sector.exits.iter().filter(|exit| exit.from < exit.to) {
        let centre =
            |unit: RoomPos| view.point(unit.x as f32 + 0.5, unit.y as f32 + 0.5, unit.z, 3.0);
        let last = exit.via.last().and_then(|_| {
            let back = sector
                .exits
                .iter()
                .find(|other| (other.from, other.to) == (exit.to, exit.from));
            back.map(|back| back.unit)
        });
        if exit.via.is_empty() {
            continue;
        }
        let way: Vec<RoomPos> = [exit.unit]
            .into_iter()
            .chain(exit.via.iter().copied())
            .chain(last)
            .collect();
        for pair in way.windows(2) {
            // A climb is drawn with the lower of its layers.
            if pair[0].z.min(pair[1].z) == z {
                let is_climb = pair[0].z != pair[1].z;
                let (wide, colour) = if is_climb {
                    (4.0, colour.opacity(170))
                } else {
                    (7.0, colour)
                };
                scene.lines(
                    vec![pair.iter().map(|&unit| centre(unit)).collect()],
                    colour,
                    wide,
                );
            }
        }
    }
}

fn draw_legend(scene: &mut Scene, sector: &Sector, tint: Tint, height: f32) {
    let mut x = MARGIN * 0.6;
    let y = height - 30.0;
    let mut entry = |colour: Colour, text: &str| {
        let square = [(0.0, -11.0), (11.0, -11.0), (11.0, 0.0), (0.0, 0.0)];
        let square = square.map(|(dx, dy)| Point::new(x + dx, y + dy)).to_vec();
        scene.shape(vec![square], colour);
        scene.label(Point::new(x + 16.0, y), text, 12.0, FAINT, Anchor::Start);
        x += 30.0 + text.len() as f32 * 7.2;
    };
    for kind in ConnectionKind::ALL {
        if sector.connections.iter().any(|one| one.kind == kind) {
            entry(kind_colour(kind), kind.id());
        }
    }
    if tint == Tint::Role {
        for &node in NodeKind::ALL {
            if sector.rooms.iter().any(|room| room.node == node) {
                entry(role_colour(node), node.id());
            }
        }
    }
}
