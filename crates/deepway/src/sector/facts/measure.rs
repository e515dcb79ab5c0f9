//! Measuring the inside of a room: its outline, its floor, and how things stand in it.

use super::super::carve::Interior;
use crate::cell::Cell;
use crate::material::Material;

/// The cells of a room, without those where links stand.
pub(super) struct Cells<'a> {
    inside: &'a Interior,
    width: i32,
    by_kind: Vec<(Cell, Vec<[i32; 2]>)>,
}

impl<'a> Cells<'a> {
    pub(super) fn new(inside: &'a Interior) -> Self {
        let width = inside.width();
        // A room has few kinds.
        let mut by_kind: Vec<(Cell, Vec<[i32; 2]>)> = Vec::new();
        for (index, &cell) in inside.cells().iter().enumerate() {
            if !inside.is_reserved(index) {
                let at = [index as i32 % width, index as i32 / width];
                match by_kind.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, places)) => places.push(at),
                    None => by_kind.push((cell, vec![at])),
                }
            }
        }
        Self {
            inside,
            width,
            by_kind,
        }
    }

    /// The places of a kind.
    pub(super) fn of(&self, kind: Cell) -> &[[i32; 2]] {
        let known = self.by_kind.iter().find(|(known, _)| *known == kind);
        known.map_or(&[], |(_, places)| places)
    }

    fn index(&self, [x, y]: [i32; 2]) -> Option<usize> {
        let inside = 0..self.width;
        (inside.contains(&x) && inside.contains(&y)).then(|| (y * self.width + x) as usize)
    }

    fn is_wall(&self, at: [i32; 2]) -> bool {
        self.index(at)
            .is_none_or(|index| self.inside.cells()[index] == Cell::Wall)
    }

    /// How many of a hundred cells can be walked on.
    pub(super) fn open(&self) -> u32 {
        let all: usize = self.by_kind.iter().map(|(_, cells)| cells.len()).sum();
        let open = self.by_kind.iter().filter(|(kind, _)| kind.is_walkable());
        let open: usize = open.map(|(_, cells)| cells.len()).sum();
        (open * 100 / all.max(1)) as u32
    }

    /// The outline, by its corners.
    pub(super) fn outline(&self) -> &'static str {
        let far = self.width - 1;
        let walls = self.of(Cell::Wall).len();
        if walls * 100 > self.inside.cells().len() * 55 {
            return "lanes";
        }
        let reach = self.width / 4 + 1;
        let corners = [[0, 0], [far, 0], [far, far], [0, far]];
        // 0 is whole, 1 cut, 2 missing.
        let corners = corners.map(|[x, y]| {
            let inward = |at: i32, step: i32| if at == 0 { step } else { at - step };
            let diagonal = (0..reach).map(|step| [inward(x, step), inward(y, step)]);
            let walls = diagonal.filter(|&at| self.is_wall(at)).count() as i32;
            match walls {
                0 => 0,
                // A stone in the corner of a wide room is no other shape.
                1 if reach >= 4 => 0,
                walls if walls * 4 >= reach * 3 => 2,
                _ => 1,
            }
        });
        let turned = |by: usize| -> [i32; 4] { std::array::from_fn(|i| corners[(i + by) % 4]) };
        let is_like = |pattern: [i32; 4]| (0..4).any(|by| turned(by) == pattern);
        match corners {
            [0, 0, 0, 0] => "square",
            [1, 1, 1, 1] if !self.is_ragged() => "round",
            [2, 2, 2, 2] if !self.is_ragged() => "cross",
            _ if is_like([2, 0, 0, 0]) => "ell",
            _ if is_like([2, 2, 0, 0]) => "tee",
            _ if is_like([1, 1, 0, 0]) => "apse",
            _ => "irregular",
        }
    }

    /// Whether rock reaches the room in the middle of a side, where a built room is open.
    fn is_ragged(&self) -> bool {
        let far = self.width - 1;
        let reach = (far / 4).min(8);
        let mut middles = (0..=far).filter(|at| (2 * at - far).abs() <= reach);
        middles.any(|at| {
            let sides = [[at, 0], [at, far], [0, at], [far, at]];
            sides.into_iter().any(|side| self.is_wall(side))
        })
    }

    /// How things stand.
    pub(super) fn arrangement(&self, places: &[[i32; 2]]) -> &'static str {
        let count = places.len();
        match count {
            0 => return "none",
            1 => return "single",
            _ => {}
        }
        let is_at_wall = |&&[x, y]: &&[i32; 2]| {
            let beside = [[x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1]];
            beside.into_iter().any(|at| self.is_wall(at))
        };
        if places.iter().filter(is_at_wall).count() * 4 >= count * 3 {
            return "walls";
        }
        // From the middle, in half cells.
        let away = |at: i32| 2 * at - (self.width - 1);
        let spots = places.iter().map(|&[x, y]| [away(x), away(y)]);
        let squares = spots.clone().map(|[x, y]| x * x + y * y);
        let (near, far) = (
            squares.clone().min().unwrap_or(0),
            squares.max().unwrap_or(0),
        );
        let has = |side: fn([i32; 2]) -> bool| spots.clone().any(side);
        let is_around = has(|[x, _]| x < 0)
            && has(|[x, _]| x > 0)
            && has(|[_, y]| y < 0)
            && has(|[_, y]| y > 0);
        if count >= 6 && near > 0 && far <= 2 * near && is_around {
            return "ring";
        }
        let lines = |axis: usize| {
            let mut lines: Vec<i32> = places.iter().map(|at| at[axis]).collect();
            lines.sort_unstable();
            lines.dedup();
            lines.len()
        };
        if count >= 4 && 2 * lines(0).min(lines(1)) <= count {
            return "rows";
        }
        let half = self.width / 2;
        if spots
            .clone()
            .all(|[x, y]| x.abs() <= half && y.abs() <= half)
        {
            return "centre";
        }
        "scattered"
    }

    /// The material of the liquid, if there is any.
    pub(super) fn liquid(&self) -> Option<Material> {
        let kinds = [Cell::DeepLiquid, Cell::ShallowLiquid];
        let first = kinds.iter().find_map(|&kind| self.of(kind).first());
        let index = first.and_then(|&at| self.index(at))?;
        self.inside.materials().get(index).copied()
    }

    /// What most of the floor is made of.
    pub(super) fn floor(&self) -> &'static str {
        let mut shares: Vec<(Material, u32)> = Vec::new();
        for &at in self.of(Cell::Floor) {
            if let Some(index) = self.index(at) {
                let material = self.inside.materials()[index];
                match shares.iter_mut().find(|(known, _)| *known == material) {
                    Some((_, share)) => *share += 1,
                    None => shares.push((material, 1)),
                }
            }
        }
        let most = shares
            .iter()
            .max_by_key(|&&(material, share)| (share, std::cmp::Reverse(material)));
        most.map_or("rock", |(material, _)| floor_word(*material))
    }
}

fn floor_word(material: Material) -> &'static str {
    match material {
        Material::WOOD => "wood",
        Material::DRESSED_STONE_1
        | Material::DRESSED_STONE_2
        | Material::DRESSED_STONE_3
        | Material::DRESSED_STONE_4
        | Material::DRESSED_STONE_5 => "stone",
        Material::MOSS => "moss",
        Material::ASH => "ash",
        Material::ICE => "ice",
        Material::SOIL => "soil",
        Material::IRON => "iron",
        Material::SAND => "sand",
        Material::BONE => "bone",
        Material::CRUST => "crust",
        _ => "rock",
    }
}

/// The word for a liquid.
pub(super) fn liquid_word(material: Material) -> &'static str {
    match material {
        Material::WATER => "water",
        Material::OIL => "oil",
        Material::SLIME => "slime",
        Material::LAVA => "lava",
        _ => "none",
    }
}
