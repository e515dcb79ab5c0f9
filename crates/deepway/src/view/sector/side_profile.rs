//! A sector from the side: rooms as boxes on their layers, and connections.

use super::canvas::{Canvas, cut};
use super::describe;
use crate::ids::RoomId;
use crate::sector::{Connection, NodeKind, Sector};
use crate::space::Layer;

/// The width of a box, and the gap to the next.
struct Boxes {
    width: usize,
    gap: usize,
}

const WIDE: Boxes = Boxes { width: 18, gap: 5 };
const MEDIUM: Boxes = Boxes { width: 14, gap: 3 };
/// The height of a box, in lines.
const HIGH: usize = 5;
/// The space left of the boxes, for the names of layers.
const MARGIN: usize = 18;
/// Lines between two layers.
const BETWEEN: usize = 2;

/// Rooms above each other, joined by connections, from the lowest up.
struct Chain {
    rooms: Vec<RoomId>,
    slot: usize,
}

/// A sector from the side, at most `columns` characters wide if possible.
///
/// Rooms that a connection joins are above each other. As far as that allows, west is left.
/// What does not fit side by side follows below, in further strips.
pub fn side_profile(sector: &Sector, columns: u32) -> String {
    let mut chains = chains(sector);
    let slots = arrange(sector, &mut chains);
    let columns = columns as usize;
    let fits = |boxes: &Boxes| boxes.right(sector, &chains, slots) <= columns;
    let (boxes, most) = match [WIDE, MEDIUM].into_iter().find(fits) {
        Some(boxes) => (boxes, slots),
        None => {
            let pitch = MEDIUM.width + MEDIUM.gap;
            let most = (columns + MEDIUM.gap).saturating_sub(MARGIN) / pitch;
            (MEDIUM, most.max(1))
        }
    };
    let mut text = String::new();
    let mut rest = chains.as_mut_slice();
    rest.sort_by_key(|chain| chain.slot);
    while !rest.is_empty() {
        let first = rest[0].slot;
        let end = rest.partition_point(|chain| chain.slot < first + most);
        let (strip, after) = rest.split_at_mut(end);
        strip.iter_mut().for_each(|chain| chain.slot -= first);
        if !text.is_empty() {
            text.push('\n');
        }
        text += &draw_strip(sector, strip, &boxes);
        rest = after;
    }
    text
}

impl Boxes {
    fn left(&self, slot: usize) -> usize {
        MARGIN + slot * (self.width + self.gap)
    }

    /// The width of `slots` slots, with the labels of the last slot's connections.
    fn right(&self, sector: &Sector, chains: &[Chain], slots: usize) -> usize {
        let last = slots.saturating_sub(1);
        let labels = chains.iter().filter(|chain| chain.slot == last);
        let labels = labels.flat_map(|chain| chain.rooms.windows(2));
        let labels = labels.filter_map(|pair| sector.connection_between(pair[0], pair[1]));
        let labels = labels.flat_map(|connection| describe(&connection));
        let longest = labels.map(|label| label.chars().count()).max();
        let beside = longest.map_or(0, |longest| self.width / 2 + 2 + longest.min(self.label()));
        self.left(last) + self.width.max(beside)
    }

    /// The longest label of a connection.
    fn label(&self) -> usize {
        self.width + self.gap - 3
    }
}

/// Draws some chains, whose slots begin at 0.
fn draw_strip(sector: &Sector, chains: &[Chain], boxes: &Boxes) -> String {
    let height = |room: RoomId| sector[room].position.z;
    let slots = 1 + chains.iter().map(|chain| chain.slot).max().unwrap_or(0);
    let rooms = chains.iter().flat_map(|chain| chain.rooms.iter());
    let heights = rooms.map(|&room| height(room).clamp(-3, 3));
    let top = heights.clone().max().unwrap_or(0);
    let bottom = heights.min().unwrap_or(0);
    let pitch = HIGH + BETWEEN;
    let row = |z: i32| (top - z.clamp(-3, 3)) as usize * pitch;
    let mut canvas = Canvas::new(boxes.right(sector, chains, slots), row(bottom) + HIGH);
    for z in bottom..=top {
        if let Some(layer) = Layer::from_z(z) {
            canvas.write(0, row(z) + 1, &format!("{z:+} {layer}").replace("+0", " 0"));
            canvas.write(
                3,
                row(z) + 2,
                &format!("{:+} m", layer.metres()).replace("+0", "0"),
            );
        }
    }
    for chain in chains {
        for &room in &chain.rooms {
            let (x, y) = (boxes.left(chain.slot), row(height(room)));
            let room = &sector[room];
            canvas.frame(x, y, boxes.width, HIGH);
            let inner = boxes.width - 2;
            let (first, second) = room.name.split_once(' ').unwrap_or(("", &room.name));
            canvas.centre(x + 1, y + 1, inner, first);
            canvas.centre(x + 1, y + 2, inner, second);
            let side = room.size.side();
            let about = match room.node {
                NodeKind::Start => format!("{} START", room.id),
                NodeKind::Boss => format!("{} BOSS", room.id),
                _ => format!("{} {side}×{side}", room.id),
            };
            canvas.centre(x + 1, y + 3, inner, &about);
        }
        for pair in chain.rooms.windows(2) {
            let connection = sector.connection_between(pair[0], pair[1]);
            let rows = [row(height(pair[1])) + HIGH - 1, row(height(pair[0]))];
            let x = boxes.left(chain.slot) + boxes.width / 2;
            draw_connection(&mut canvas, x, rows, connection, boxes.label());
        }
    }
    draw_exits(&mut canvas, sector, chains, boxes, |slot, z| {
        (boxes.left(slot), row(z))
    });
    canvas.text()
}

/// The line of a connection from the bottom of a box to the top of another.
fn draw_connection(
    canvas: &mut Canvas,
    x: usize,
    [top, bottom]: [usize; 2],
    connection: Option<Connection<'_>>,
    width: usize,
) {
    canvas.put(x, top, '┬');
    canvas.put(x, bottom, '┴');
    let is_blocked = connection.is_some_and(|connection| connection.is_blocked());
    for y in top + 1..bottom {
        canvas.put(x, y, if is_blocked { '┊' } else { '│' });
    }
    for (text, y) in connection
        .as_ref()
        .map(describe)
        .into_iter()
        .flatten()
        .zip(top + 1..)
    {
        canvas.write(x + 2, y, &cut(&text, width));
    }
}

/// Draws lines between adjacent boxes of a layer whose rooms share a passage.
fn draw_exits(
    canvas: &mut Canvas,
    sector: &Sector,
    chains: &[Chain],
    boxes: &Boxes,
    place: impl Fn(usize, i32) -> (usize, usize),
) {
    for z in -3..=3 {
        let mut rooms: Vec<(usize, RoomId)> = Vec::new();
        for chain in chains {
            let same = chain
                .rooms
                .iter()
                .filter(|&&room| sector[room].position.z == z);
            rooms.extend(same.map(|&room| (chain.slot, room)));
        }
        rooms.sort_unstable();
        for pair in rooms.windows(2) {
            let ((slot, a), (next, b)) = (pair[0], pair[1]);
            let is_joined = sector.exits().any(|exit| (exit.from, exit.to) == (a, b));
            if !is_joined {
                continue;
            }
            let ((x, y), (to, _)) = (place(slot, z), place(next, z));
            let (from, y) = (x + boxes.width - 1, y + 1);
            // Cross other lines, do not cut them.
            for x in from + 1..to {
                let glyph = if canvas.get(x, y) == '│' {
                    '┼'
                } else {
                    '─'
                };
                canvas.put(x, y, glyph);
            }
            canvas.put(from, y, '├');
            canvas.put(to, y, '┤');
        }
    }
}

/// The chains of rooms that connections join.
fn chains(sector: &Sector) -> Vec<Chain> {
    let height = |room: RoomId| sector[room].position.z;
    let mut up: Vec<Option<RoomId>> = vec![None; sector.rooms().len()];
    let mut has_below = vec![false; sector.rooms().len()];
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        // An unsound sector may have several; draw the first.
        let is_free = up[low.index()].is_none() && !has_below[high.index()];
        if is_free && height(low) < height(high) {
            up[low.index()] = Some(high);
            has_below[high.index()] = true;
        }
    }
    let lowest = RoomId::all(sector.rooms().len()).filter(|room| !has_below[room.index()]);
    let mut chains: Vec<Chain> = lowest
        .map(|room| {
            let rooms = std::iter::successors(Some(room), |&room| up[room.index()]).collect();
            Chain { rooms, slot: 0 }
        })
        .collect();
    chains.sort_by_key(|chain| {
        let at = sector[chain.rooms[0]].position;
        (at.x, at.y)
    });
    chains
}

/// Gives each chain a slot, from west to east; returns the number of slots.
fn arrange(sector: &Sector, chains: &mut [Chain]) -> usize {
    // The layers that are taken in each slot.
    let mut slots: Vec<u32> = Vec::new();
    for chain in chains {
        let height = |room: &RoomId| (sector[*room].position.z.clamp(-3, 3) + 3) as u32;
        let low = chain.rooms.first().map_or(0, height);
        let high = chain.rooms.last().map_or(0, height);
        let layers = (low..=high).fold(0, |layers, layer| layers | 1 << layer);
        let last = slots.len().saturating_sub(3);
        let free = (last..slots.len()).find(|&slot| slots[slot] & layers == 0);
        chain.slot = free.unwrap_or_else(|| {
            slots.push(0);
            slots.len() - 1
        });
        slots[chain.slot] |= layers;
    }
    slots.len().max(1)
}
