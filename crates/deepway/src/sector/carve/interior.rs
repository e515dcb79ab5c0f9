//! The inside of a room while it is furnished: the walkable cells always stay in one piece,
//! and doors and links within reach.

use super::super::exit::Exit;
use super::super::room::Room;
use super::{MIDDLE, UNIT, bridge, in_wall, north_west};
use crate::cell::Cell;
use crate::material::Material;
use crate::space::{Biome, RoomPos};

/// The cells inside the walls of a room.
#[derive(Clone)]
pub(in crate::sector) struct Interior {
    width: i32,
    cells: Vec<Cell>,
    materials: Vec<Material>,
    /// What its floor and its walls are made of, where nothing else is said.
    floor: Material,
    wall: Material,
    /// Cells that nothing may be put on.
    kept: Vec<bool>,
    /// Cells where links will stand.
    reserved: Vec<bool>,
    /// The cells in front of doors and links.
    fronts: Vec<[i32; 2]>,
    /// The cells in front of doors that anybody can see.
    door_fronts: Vec<[i32; 2]>,
}

impl Interior {
    /// The inside of a room with `side` units along each side: plain floor.
    pub(super) fn new(side: i32) -> Self {
        let width = side * UNIT - 1;
        let count = (width * width) as usize;
        Self {
            width,
            cells: vec![Cell::Floor; count],
            materials: vec![Material::NONE; count],
            floor: Material::NONE,
            wall: Material::NONE,
            kept: vec![false; count],
            reserved: vec![false; count],
            fronts: Vec::new(),
            door_fronts: Vec::new(),
        }
    }

    /// The number of cells from wall to wall.
    pub(in crate::sector) fn width(&self) -> i32 {
        self.width
    }

    /// Its cells, row by row.
    pub(in crate::sector) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What its cells are made of, row by row.
    pub(in crate::sector) fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// Whether a link will stand on the cell with this index.
    pub(in crate::sector) fn is_reserved(&self, index: usize) -> bool {
        self.reserved.get(index).copied().unwrap_or(false)
    }

    /// What the walls around it are made of.
    pub(super) fn wall(&self) -> Material {
        self.wall
    }

    /// Says what its floor and its walls are made of, where nothing else is said.
    pub(super) fn build_of(&mut self, floor: Material, wall: Material) {
        (self.floor, self.wall) = (floor, wall);
    }

    /// Says what a cell is made of.
    pub(super) fn paint(&mut self, at: [i32; 2], material: Material) {
        if let Some(index) = self.index(at)
            && material.may_fill(self.cells[index])
        {
            self.materials[index] = material;
        }
    }

    /// Mends bridges, and gives every cell its material. Lava has a rim of crust, not of shallow lava; cells where
    /// links will stand have no material, because the links change with the sector.
    pub(super) fn finish(&mut self, biome: Biome) {
        bridge::mend(self);
        let liquid = match biome {
            Biome::TheRoots | Biome::Niflheim | Biome::Neutral => Material::WATER,
            Biome::Muspelheim => Material::LAVA,
            Biome::Jotunheim => Material::OIL,
            Biome::Alfheim => Material::SLIME,
        };
        for index in 0..self.cells.len() {
            let cell = self.cells[index];
            let (cell, material) = match cell {
                Cell::ShallowLiquid if liquid == Material::LAVA => (Cell::Floor, Material::CRUST),
                Cell::ShallowLiquid | Cell::DeepLiquid => (cell, liquid),
                _ if self.materials[index] != Material::NONE => (cell, self.materials[index]),
                Cell::Floor => (cell, self.floor),
                Cell::Wall => (cell, self.wall),
                _ => (cell, Material::NONE),
            };
            let is_fitting = !self.reserved[index] && material.may_fill(cell);
            self.cells[index] = cell;
            self.materials[index] = match is_fitting {
                true => material,
                false => Material::NONE,
            };
        }
    }

    /// The cells in front of doors and links.
    pub(in crate::sector) fn fronts(&self) -> &[[i32; 2]] {
        &self.fronts
    }

    /// The cells in front of doors that anybody can see.
    pub(in crate::sector) fn door_fronts(&self) -> &[[i32; 2]] {
        &self.door_fronts
    }

    /// A cell, if it is inside.
    pub(super) fn get(&self, at: [i32; 2]) -> Option<Cell> {
        self.index(at).map(|index| self.cells[index])
    }

    fn index(&self, [x, y]: [i32; 2]) -> Option<usize> {
        let inside = 0..self.width;
        (inside.contains(&x) && inside.contains(&y)).then(|| (y * self.width + x) as usize)
    }

    /// A cell of a unit's block, in coordinates inside the walls.
    fn local(&self, room: &Room, unit: RoomPos, [x, y]: [i32; 2]) -> [i32; 2] {
        let corner = north_west(room);
        let (east, south) = (
            unit.x.saturating_sub(corner.x),
            corner.y.saturating_sub(unit.y),
        );
        let at = |units: i32, cell: i32| units.saturating_mul(UNIT).saturating_add(cell - 1);
        [at(east, x), at(south, y)]
    }

    fn keep(&mut self, at: [i32; 2]) {
        if let Some(index) = self.index(at) {
            self.kept[index] = true;
        }
    }

    /// Remembers a cell in front of a door or a link; it is outside the room only if the sector is
    /// not sound.
    fn add_front(&mut self, at: [i32; 2]) {
        if self.index(at).is_some() {
            self.fronts.push(at);
        }
    }

    /// Keeps the cell in front of a door free.
    pub(super) fn add_door(&mut self, room: &Room, exit: &Exit) {
        let [x, y] = in_wall(exit.direction);
        let inward = |at: i32| at + (MIDDLE - at).signum();
        let front = self.local(room, exit.unit, [inward(x), inward(y)]);
        self.keep(front);
        self.add_front(front);
        if !exit.is_secret && self.index(front).is_some() {
            self.door_fronts.push(front);
        }
    }

    /// Keeps cells of a unit for links, and the path to them free.
    pub(super) fn reserve(
        &mut self,
        room: &Room,
        unit: RoomPos,
        cells: &[[i32; 2]],
        before: [i32; 2],
    ) {
        for &cell in cells {
            if let Some(index) = self.index(self.local(room, unit, cell)) {
                self.reserved[index] = true;
                self.kept[index] = true;
            }
        }
        let (before, middle) = (
            self.local(room, unit, before),
            self.local(room, unit, [MIDDLE, MIDDLE]),
        );
        self.keep(before);
        self.keep(middle);
        self.add_front(middle);
    }

    /// Puts a pillar below the end of a shaft.
    pub(super) fn stand(&mut self, room: &Room, unit: RoomPos, cell: [i32; 2]) {
        if let Some(index) = self.index(self.local(room, unit, cell)) {
            self.cells[index] = Cell::Pillar;
            self.kept[index] = true;
        }
    }

    /// Whether the cell is walkable; cells where links will stand count as solid.
    fn is_open(&self, at: [i32; 2]) -> bool {
        self.index(at)
            .is_some_and(|index| self.cells[index].is_walkable() && !self.reserved[index])
    }

    /// Puts something on the floor if that does not split the room.
    pub(super) fn put(&mut self, [x, y]: [i32; 2], cell: Cell) -> bool {
        let Some(index) = self.index([x, y]) else {
            return false;
        };
        if self.kept[index] || !self.cells[index].is_walkable() {
            return false;
        }
        if cell == Cell::Air && !self.may_be_air([x, y]) {
            return false;
        }
        if !cell.is_walkable() && !self.is_spare([x, y]) {
            return false;
        }
        let is_gap = matches!(cell, Cell::Air | Cell::DeepLiquid);
        if !cell.is_walkable() && !is_gap && self.is_before_a_bridge([x, y]) {
            return false;
        }
        self.cells[index] = cell;
        true
    }

    /// Whether a bridge ends at a cell.
    fn is_before_a_bridge(&self, [x, y]: [i32; 2]) -> bool {
        let beside = [[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]];
        let mut beside = beside.into_iter();
        beside.any(|at| self.get(at) == Some(Cell::Bridge))
    }

    /// Whether a cell may be open air: air beside doors and links is walled up later.
    fn may_be_air(&self, [x, y]: [i32; 2]) -> bool {
        let far = self.width - 1;
        let is_inner = (1..far).contains(&x) && (1..far).contains(&y);
        let mut around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| [x, y]));
        is_inner && !around.any(|at| self.index(at).is_some_and(|index| self.reserved[index]))
    }

    /// Whether the neighbours of a cell stay joined around its corners without it, so that
    /// nothing is split (Yokoi's crossing number for four neighbours is at most 1).
    fn is_spare(&self, [x, y]: [i32; 2]) -> bool {
        const AROUND: [[i32; 2]; 8] = [
            [1, 0],
            [1, -1],
            [0, -1],
            [-1, -1],
            [-1, 0],
            [-1, 1],
            [0, 1],
            [1, 1],
        ];
        let open: [bool; 8] = AROUND.map(|[dx, dy]| self.is_open([x + dx, y + dy]));
        // The last cell of a room stays.
        if !(0..8).step_by(2).any(|side| open[side]) {
            return false;
        }
        let crossings = (0..8)
            .step_by(2)
            .filter(|&i| open[i] && !(open[i + 1] && open[(i + 2) % 8]))
            .count();
        crossings <= 1
    }

    /// Whether one can stand on a cell without getting wet, and it stays as it is.
    pub(super) fn is_firm(&self, at: [i32; 2]) -> bool {
        self.is_open(at) && self.get(at) != Some(Cell::ShallowLiquid)
    }

    /// Makes plain floor of a cell.
    pub(super) fn lay_floor(&mut self, at: [i32; 2]) {
        self.lay(at, Cell::Floor);
    }

    /// Puts something anywhere, whatever that does to the room.
    pub(super) fn lay(&mut self, at: [i32; 2], cell: Cell) {
        if let Some(index) = self.index(at) {
            self.cells[index] = cell;
        }
    }

    /// Whether at least a fifth of the room can be walked on.
    pub(in crate::sector) fn is_roomy(&self) -> bool {
        let cells = self.cells.iter().zip(&self.reserved);
        let known = cells.filter(|(_, is_reserved)| !**is_reserved);
        let (all, open) = known.fold((0, 0), |(all, open), (cell, _)| {
            (all + 1, open + usize::from(cell.is_walkable()))
        });
        5 * open >= all
    }

    /// Gives the room an outline: everything outside it becomes rock, except lanes from doors and
    /// links. Only the largest piece of the outline counts. Nothing happens if a door, a link or
    /// that piece would be cut off.
    pub(super) fn shape(&mut self, is_inside: impl Fn([i32; 2]) -> bool) {
        let at = |index: usize| [index as i32 % self.width, index as i32 / self.width];
        let outline: Vec<bool> = (0..self.cells.len())
            .map(|index| is_inside(at(index)))
            .collect();
        let outline = self.largest_piece(&outline);
        let mut body = outline.clone();
        for (body, &kept) in body.iter_mut().zip(&self.kept) {
            *body |= kept;
        }
        // The middle of the central unit, where lanes never meet a link.
        let middle = self.width / UNIT / 2 * UNIT + MIDDLE - 1;
        for &[x, y] in &self.fronts {
            // First away from the wall, then across.
            let is_north_south = y == 0 || y == self.width - 1;
            let legs = match is_north_south {
                true => [[x, middle], [middle, middle]],
                false => [[middle, y], [middle, middle]],
            };
            let mut here = [x, y];
            'lane: for to in legs {
                while here != to {
                    let Some(index) = self.index(here) else {
                        break 'lane;
                    };
                    if outline[index] {
                        break 'lane;
                    }
                    body[index] = true;
                    let step = |from: i32, to: i32| from + (to - from).signum();
                    here = [step(here[0], to[0]), step(here[1], to[1])];
                }
            }
            if let Some(index) = self.index(here) {
                body[index] = true;
            }
        }
        let front = self.fronts.first().and_then(|&front| self.index(front));
        let heart = (0..outline.len()).find(|&index| outline[index]);
        let reached = self.flood(&body, front.or(heart));
        if heart.is_none_or(|index| reached[index])
            && self
                .fronts
                .iter()
                .all(|&front| self.index(front).is_some_and(|index| reached[index]))
        {
            let cells = self.cells.iter_mut().zip(&self.kept).zip(reached);
            for ((cell, &kept), is_reached) in cells {
                if !kept && !is_reached {
                    *cell = Cell::Wall;
                }
            }
        }
    }

    /// The largest of the pieces of a body; of equal ones the first.
    fn largest_piece(&self, body: &[bool]) -> Vec<bool> {
        let mut largest = (0, vec![false; body.len()]);
        let mut seen = vec![false; body.len()];
        for index in 0..body.len() {
            let is_open = body[index] && !self.reserved[index] && self.cells[index].is_walkable();
            if !is_open || seen[index] {
                continue;
            }
            let piece = self.flood(body, Some(index));
            let mut size = 0;
            for (seen, _) in seen.iter_mut().zip(&piece).filter(|(_, is_in)| **is_in) {
                *seen = true;
                size += 1;
            }
            if size > largest.0 {
                largest = (size, piece);
            }
        }
        largest.1
    }

    /// The cells of a body that can be reached from one of them.
    fn flood(&self, body: &[bool], first: Option<usize>) -> Vec<bool> {
        let is_open =
            |index: usize| body[index] && !self.reserved[index] && self.cells[index].is_walkable();
        let mut reached = vec![false; body.len()];
        let mut open: Vec<usize> = first.into_iter().collect();
        open.iter().for_each(|&index| reached[index] = true);
        while let Some(index) = open.pop() {
            let [x, y] = [index as i32 % self.width, index as i32 / self.width];
            for beside in [[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]] {
                if let Some(next) = self.index(beside)
                    && is_open(next)
                    && !std::mem::replace(&mut reached[next], true)
                {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Whether a cell may be changed at all.
    pub(super) fn is_free(&self, at: [i32; 2]) -> bool {
        self.index(at)
            .is_some_and(|index| !self.kept[index] && self.cells[index] == Cell::Floor)
    }
}
