//! A sector as an exploded isometric picture: layer above layer, and what joins them.

use super::super::font;
use super::super::palette::{BACKGROUND, FAINT, INK, biome_colour};
use super::super::scene::{Anchor, Colour, Point, Scene};
use super::describe;
use crate::sector::{Connection, ConnectionKind, NodeKind, Room, Sector};
use crate::space::{Biome, Direction, Layer, RoomPos};
use std::collections::BTreeMap;

/// What the colour of a room says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// Its layer.
    #[default]
    Layer,
    /// What it is for.
    Role,
    /// Its biome.
    Biome,
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
const TITLE: f32 = 26.0;

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
    scene.label(title_at, title, TITLE, INK, Anchor::Start);
    let about = format!(
        "{}, {}",
        counted(sector.rooms.len(), "room", "rooms"),
        counted(
            sector.connections.len(),
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
    let passages = Passages::new(sector);
    for z in frame.low..=frame.high {
        draw_layer(&mut scene, &frame, sector, &passages, tint, z);
    }
    if sector.rooms.len() <= 40 {
        draw_notes(&mut scene, &frame.view, sector);
    }
    draw_legend(&mut scene, sector, tint, title);
    scene
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What leads out of each room, and the corridors by layer.
struct Passages {
    doors: Vec<Vec<Door>>,
    /// Pieces of corridors, each with the lower of its layers.
    corridors: BTreeMap<i32, Vec<[RoomPos; 2]>>,
}

/// How far it is from a unit to another.
fn step(from: RoomPos, to: RoomPos) -> [i64; 3] {
    let far = |from: i32, to: i32| i64::from(to) - i64::from(from);
    [far(from.x, to.x), far(from.y, to.y), far(from.z, to.z)]
}

struct Door {
    unit: RoomPos,
    direction: Direction,
    is_secret: bool,
}

impl Passages {
    fn new(sector: &Sector) -> Self {
        let mut doors: Vec<Vec<Door>> = sector.rooms.iter().map(|_| Vec::new()).collect();
        let mut units = BTreeMap::new();
        for exit in &sector.exits {
            units.insert([exit.from, exit.to], exit.unit);
            doors[exit.from as usize].push(Door {
                unit: exit.unit,
                direction: exit.direction,
                is_secret: sector.is_secret(exit),
            });
        }
        let mut corridors: BTreeMap<i32, Vec<[RoomPos; 2]>> = BTreeMap::new();
        for exit in &sector.exits {
            if exit.from > exit.to || exit.via.is_empty() {
                continue;
            }
            // Straight runs are one piece each.
            let last = units.get(&[exit.to, exit.from]);
            let way: Vec<RoomPos> = exit.via.iter().chain(last).copied().collect();
            let (mut start, mut before) = (exit.unit, exit.unit);
            for (i, &unit) in way.iter().enumerate() {
                let goes_on = way.get(i + 1).is_some_and(|&next| {
                    unit.z == before.z && step(before, unit) == step(unit, next)
                });
                if !goes_on {
                    let pieces = corridors.entry(start.z.min(unit.z)).or_default();
                    pieces.push([start, unit]);
                    start = unit;
                }
                before = unit;
            }
        }
        Self { doors, corridors }
    }
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
    passages: &Passages,
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
    draw_corridors(scene, view, passages, z);
    // Behind first: from the north-east to the south-west.
    let mut rooms: Vec<(&Room, &[Door])> = sector
        .rooms
        .iter()
        .zip(&passages.doors)
        .filter(|(room, _)| room.position.z == z)
        .map(|(room, doors)| (room, doors.as_slice()))
        .collect();
    rooms.sort_by_key(|(room, _)| {
        let far = room.position.x.saturating_add(room.position.y);
        std::cmp::Reverse(far.saturating_add(room.size.side()))
    });
    for &(room, doors) in &rooms {
        draw_room(scene, view, room, tint);
        draw_doors(scene, view, doors);
    }
    // Ways up from here, over this layer and under the next.
    for one in &sector.connections {
        let Some((foot, head)) = pole(view, sector, one).filter(|_| heights(sector, one)[0] == z)
        else {
            continue;
        };
        let colour = kind_colour(one.kind);
        scene.lines(vec![vec![foot, head]], BACKGROUND, 6.0);
        if one.blocked {
            let (dashes, middle) = (colour.opacity(200), (foot.y + head.y) / 2.0);
            scene.strokes(vec![vec![foot, head]], dashes, 3.0, Some([7.0, 5.0]));
            draw_cross(scene, Point::new(foot.x, middle));
        } else {
            scene.lines(vec![vec![foot, head]], colour, 3.0);
        }
        let [x, y] = foot_of(one);
        scene.shape(vec![diamond(view, x, y, z, WALL, 0.16)], colour);
    }
    let poles = poles(view, sector, Some(z));
    for (room, _) in rooms {
        let (mark, at, size) = name_of(view, room, &poles);
        scene.label(at, mark, size, Colour::rgb(0x14_18_22), Anchor::Middle);
    }
}

/// The layers that a connection joins, the lower one first.
fn heights(sector: &Sector, one: &Connection) -> [i32; 2] {
    let rooms = sector.low_and_high(one);
    rooms.map(|room| sector.rooms[room as usize].position.z)
}

/// What the ways up cover: those that begin on one layer, or all.
fn poles(view: &View, sector: &Sector, z: Option<i32>) -> Vec<Plate> {
    sector
        .connections
        .iter()
        .filter(|&one| z.is_none_or(|z| heights(sector, one)[0] == z))
        .filter_map(|one| pole(view, sector, one))
        .map(|(foot, head)| [foot.x - 4.0, head.y, foot.x + 4.0, foot.y + 3.0])
        .collect()
}

/// Where a way up stands: behind the middle of its unit, so that it hides less.
fn foot_of(one: &Connection) -> [f32; 2] {
    one.column.map(|at| at as f32 + 0.62)
}

/// Both ends of a way up; none if a sector says that it spans more than there is.
fn pole(view: &View, sector: &Sector, one: &Connection) -> Option<(Point, Point)> {
    let [low, high] = heights(sector, one);
    let [x, y] = foot_of(one);
    (high.abs_diff(low) <= 6).then(|| (view.point(x, y, low, WALL), view.point(x, y, high, 0.0)))
}

/// The mark of what is blocked.
fn draw_cross(scene: &mut Scene, at: Point) {
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

/// A rectangle of the picture: left, top, right, bottom.
type Plate = [f32; 4];

/// How much of a plate another covers, in pixels.
fn shared(one: Plate, other: Plate) -> f32 {
    let wide = one[2].min(other[2]) - one[0].max(other[0]);
    let high = one[3].min(other[3]) - one[1].max(other[1]);
    wide.max(0.0) * high.max(0.0)
}

/// What each way up takes, beside it and over everything else, where it hides least.
fn draw_notes(scene: &mut Scene, view: &View, sector: &Sector) {
    let poles = poles(view, sector, None);
    let names: Vec<Plate> = sector
        .rooms
        .iter()
        .map(|room| {
            let (mark, at, size) = name_of(view, room, &[]);
            name_plate(mark, at, size)
        })
        .collect();
    let mut taken: Vec<Plate> = Vec::new();
    for one in &sector.connections {
        let Some((foot, head)) = pole(view, sector, one) else {
            continue;
        };
        let [kind, takes] = describe(one);
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
        let best = free.min_by(|&one, &other| hidden(one).total_cmp(&hidden(other)));
        let Some(place) = best else {
            continue;
        };
        taken.push(place);
        let [left, top, right, bottom] = place;
        let plate = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let plate = plate.map(|(x, y)| Point::new(x, y));
        scene.shape(vec![plate.to_vec()], BACKGROUND.opacity(170));
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

/// What a room is called in the picture, where it hides least behind ways up, and how
/// large.
fn name_of<'a>(view: &View, room: &'a Room, poles: &[Plate]) -> (&'a str, Point, f32) {
    let side = room.size.side() as f32;
    let mark = match room.node {
        NodeKind::Start => "START",
        NodeKind::Boss => "BOSS",
        _ => room.id.as_str(),
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
        let plate = name_plate(mark, at, size);
        poles.iter().map(|&pole| shared(plate, pole)).sum()
    };
    let best = places.into_iter();
    let best = best.min_by(|one, other| hidden(one).total_cmp(&hidden(other)));
    (mark, best.unwrap_or(places[0]), size)
}

fn name_plate(mark: &str, at: Point, size: f32) -> Plate {
    let half = font::width(mark, size) / 2.0;
    [at.x - half, at.y - size * 0.8, at.x + half, at.y + 2.0]
}

/// Bright thresholds where a room is left.
fn draw_doors(scene: &mut Scene, view: &View, doors: &[Door]) {
    for door in doors {
        let (x, y, z) = (door.unit.x as f32, door.unit.y as f32, door.unit.z);
        let (near, far) = (1.0 - INSET, 1.0 + INSET);
        let threshold = match door.direction {
            Direction::North => [(0.35, near), (0.65, near), (0.65, far), (0.35, far)],
            Direction::South => [(0.35, INSET), (0.65, INSET), (0.65, -INSET), (0.35, -INSET)],
            Direction::East => [(near, 0.35), (near, 0.65), (far, 0.65), (far, 0.35)],
            _ => [(INSET, 0.35), (INSET, 0.65), (-INSET, 0.65), (-INSET, 0.35)],
        };
        let threshold = threshold.map(|(dx, dy)| view.point(x + dx, y + dy, z, WALL * 0.5));
        let colour = match door.is_secret {
            true => role_colour(NodeKind::Secret),
            false => Colour::rgb(0xF6_EE_D6),
        };
        scene.shape(vec![threshold.to_vec()], colour);
    }
}

const CORRIDOR: Colour = Colour::rgb(0xC9_C2_AE);

fn draw_corridors(scene: &mut Scene, view: &View, passages: &Passages, z: i32) {
    let centre = |unit: RoomPos| view.point(unit.x as f32 + 0.5, unit.y as f32 + 0.5, unit.z, 3.0);
    let pieces = passages.corridors.get(&z).into_iter().flatten();
    let (climbs, level): (Vec<_>, Vec<_>) = pieces.partition(|[a, b]| a.z != b.z);
    let lines = |pieces: Vec<&[RoomPos; 2]>| {
        let lines = pieces.into_iter().map(|piece| piece.map(centre).to_vec());
        lines.collect()
    };
    scene.lines(lines(climbs), CORRIDOR.opacity(170), 4.0);
    scene.lines(lines(level), CORRIDOR, 7.0);
}

/// What a colour, or the cross, stands for.
enum Key {
    Square(Colour),
    Cross,
}

/// The key to the colours and marks, as far as they occur.
fn legend(sector: &Sector, tint: Tint) -> Vec<(Key, &'static str)> {
    let mut entries = Vec::new();
    for kind in ConnectionKind::ALL {
        if sector.connections.iter().any(|one| one.kind == kind) {
            entries.push((Key::Square(kind_colour(kind)), kind.id()));
        }
    }
    if sector.connections.iter().any(|one| one.blocked) {
        entries.push((Key::Cross, "blocked"));
    }
    if sector.exits.iter().any(|exit| !exit.via.is_empty()) {
        entries.push((Key::Square(CORRIDOR), "corridor"));
    }
    if sector.exits.iter().any(|exit| sector.is_secret(exit)) && tint != Tint::Role {
        entries.push((Key::Square(role_colour(NodeKind::Secret)), "secret door"));
    }
    if tint == Tint::Biome {
        for biome in Biome::ALL {
            if sector.rooms.iter().any(|room| room.biome == biome) {
                entries.push((Key::Square(biome_colour(biome)), biome.id()));
            }
        }
    }
    if tint == Tint::Role {
        for &node in NodeKind::ALL {
            if sector.rooms.iter().any(|room| room.node == node) {
                entries.push((Key::Square(role_colour(node)), node.id()));
            }
        }
    }
    entries
}

fn draw_legend(scene: &mut Scene, sector: &Sector, tint: Tint, title: &str) {
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

/// Which way north is, and east.
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
