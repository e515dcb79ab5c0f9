//! A sector as an exploded isometric picture: layer above layer, and what joins them.

mod legend;
mod note;
mod ways_out;

use crate::sector::{ConnectionKind, NodeKind, Room, Sector};
use crate::space::{Layer, RoomPos};
use crate::view::palette::{BACKGROUND, FAINT, INK, biome_colour};
use crate::view::scene::{Anchor, Colour, Point, Scene};
use legend::{draw_cross, draw_legend};
use note::{draw_notes, foot_of, name_of, pole, poles};
use ways_out::{Door, WaysOut, draw_corridors, draw_doors};

/// What the colour of a room, or of the land of an open world, shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// Its layer.
    #[default]
    Layer,
    /// What it is for.
    Role,
    /// Its biome.
    Biome,
    /// How dangerous the land is; rooms show their layer.
    Tier,
}

/// A unit from west to east, and half of it from south to north, in pixels.
const EAST: f32 = 44.0;
const NORTH: f32 = 22.0;
/// How high a room stands.
const WALL: f32 = 13.0;
/// The least distance between layers, and how much of a layer the next may cover.
const APART: f32 = 120.0;
const COVERED: f32 = 0.35;
/// How much smaller than its units a room is drawn, on each side.
const INSET: f32 = 0.12;
const MARGIN: f32 = 70.0;
const TITLE: f32 = 26.0;

/// Where things are in the picture.
struct View {
    left: f32,
    top: f32,
    /// The distance from layer to layer.
    apart: f32,
}

impl View {
    /// The point of a place in units, `up` pixels above its floor.
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
    scene.label(title_at, title, TITLE, INK, Anchor::Start);
    let about = format!(
        "{}, {}",
        counted(sector.rooms().len(), "room", "rooms"),
        counted(
            sector.connections().count(),
            "way up and down",
            "ways up and down"
        )
    );
    scene.label(
        Point::new(MARGIN * 0.6, 68.0),
        about,
        15.0,
        FAINT,
        Anchor::Start,
    );
    let ways_out = WaysOut::new(sector);
    for z in frame.low..=frame.high {
        let name = Layer::from_z(z).map_or_else(|| z.to_string(), |layer| layer.to_string());
        scene.begin(format!("level-{z}"), name, Vec::new());
        draw_layer(&mut scene, &frame, sector, &ways_out, tint, z);
        scene.end();
    }
    if sector.rooms().len() <= 40 {
        draw_notes(&mut scene, &frame.view, sector);
    }
    draw_legend(&mut scene, sector, tint, title);
    scene
}

fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{count} {}", if count == 1 { singular } else { plural })
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
        let vias = sector.doorways().flat_map(|exit| exit.via());
        let units: Vec<RoomPos> = sector
            .rooms()
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
        let heights = sector
            .rooms()
            .iter()
            .map(|room| room.position.z.clamp(-3, 3));
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
            height: bottom - top + 2.0 * MARGIN + 110.0,
            low,
            high,
            x,
            y,
        }
    }
}

fn draw_layer(
    scene: &mut Scene,
    frame: &Frame,
    sector: &Sector,
    ways_out: &WaysOut,
    tint: Tint,
    z: i32,
) {
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
    draw_corridors(scene, view, ways_out, z);
    // Back to front: from the north-east to the south-west.
    let mut rooms: Vec<(&Room, &[Door])> = sector
        .rooms()
        .iter()
        .zip(&ways_out.doors)
        .filter(|(room, _)| room.position.z == z)
        .map(|(room, doors)| (room, doors.as_slice()))
        .collect();
    rooms.sort_by_key(|(room, _)| {
        let far = room.position.x.saturating_add(room.position.y);
        std::cmp::Reverse(far.saturating_add(room.size.side()))
    });
    for &(room, doors) in &rooms {
        scene.begin(format!("room-{}", room.id), &room.name, Vec::new());
        draw_room(scene, view, room, tint);
        draw_doors(scene, view, doors);
        scene.end();
    }
    // Connections from here up, over this layer and under the next.
    for connection in sector.connections() {
        let starts_here = connection.heights()[0] == z;
        let Some((foot, head)) = pole(view, &connection).filter(|_| starts_here) else {
            continue;
        };
        let colour = kind_colour(connection.kind());
        let [low, high] = connection.low_and_high();
        let title = format!("{} from {low} up to {high}", connection.kind().id());
        scene.begin(format!("connection-{}", connection.id), title, Vec::new());
        scene.lines(vec![vec![foot, head]], BACKGROUND, 6.0);
        if connection.is_blocked() {
            let (dashes, middle) = (colour.opacity(200), (foot.y + head.y) / 2.0);
            scene.strokes(vec![vec![foot, head]], dashes, 3.0, Some([7.0, 5.0]));
            draw_cross(scene, Point::new(foot.x, middle));
        } else {
            scene.lines(vec![vec![foot, head]], colour, 3.0);
        }
        let [x, y] = foot_of(&connection);
        scene.shape(vec![diamond(view, x, y, z, WALL, 0.16)], colour);
        scene.end();
    }
    let poles = poles(view, sector, Some(z));
    for (room, _) in rooms {
        let (mark, at, size) = name_of(view, room, &poles);
        scene.label(at, mark, size, Colour::rgb(0x14_18_22), Anchor::Middle);
    }
}

fn diamond(view: &View, x: f32, y: f32, z: i32, up: f32, size: f32) -> Vec<Point> {
    let corners = [(-size, -size), (size, -size), (size, size), (-size, size)];
    let corners = corners.map(|(dx, dy)| view.point(x + dx, y + dy, z, up));
    corners.to_vec()
}

/// Draws a room as a block with a top and its two visible sides.
fn draw_room(scene: &mut Scene, view: &View, room: &Room, tint: Tint) {
    let z = room.position.z;
    let colour = match tint {
        Tint::Layer | Tint::Tier => layer_colour(z),
        Tint::Role => role_colour(room.node),
        Tint::Biome => biome_colour(room.biome),
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
}
