//! A zone being built: where one can stand, what is wet, and what cells look like.

use super::super::board::{Board, HEIGHT, WIDTH};
use super::super::land::RiverCell;
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::thing::ThingKind;
use std::collections::BTreeMap;

/// What a cell becomes, if it is shut in the end and if it is open.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Look {
    pub(in super::super) solid: Cell,
    pub(in super::super) wall: Material,
    pub(in super::super) floor: Cell,
    pub(in super::super) ground: Material,
    /// What it is wet with.
    pub(in super::super) liquid: Material,
}

const PLAIN: Look = Look {
    solid: Cell::Wall,
    wall: Material::NONE,
    floor: Cell::Floor,
    ground: Material::NONE,
    liquid: Material::NONE,
};

/// Something of a zone that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// What it is: `lair`, `fortress`, `road`, …
    pub kind: &'static str,
    /// What it is called; may be empty.
    pub name: String,
    /// What else there is to say.
    pub details: BTreeMap<&'static str, String>,
}

impl Landmark {
    pub(super) fn new(kind: &'static str, name: impl Into<String>) -> Self {
        Self {
            kind,
            name: name.into(),
            details: BTreeMap::new(),
        }
    }

    #[must_use]
    pub(super) fn with(mut self, detail: &'static str, value: impl ToString) -> Self {
        self.details.insert(detail, value.to_string());
        self
    }
}

/// What a builder wants to be somewhere, once the zone is whole.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    /// Somebody who rules here, a tier above others.
    Boss,
    /// Somebody who lives here.
    Somebody,
    /// One of the people of a town, who keeps a trade or none.
    Citizen(Option<&'static str>),
    /// One of those who keep watch in a town.
    Watch,
    /// An item of the kinds named, or any.
    Item(&'static [&'static str]),
    /// Something with a name.
    Thing(ThingKind, String, Vec<(&'static str, String)>),
}

/// A zone being built.
#[derive(Clone, Debug)]
pub(in super::super) struct Canvas {
    /// Where one can stand.
    pub(super) open: Board,
    /// Open air: around the floor of a tower, and in great shafts.
    pub(super) outside: Board,
    /// Open air that may be bridged.
    pub(super) spans: Board,
    /// Deep liquid, but where there is a ford; and shallow liquid.
    pub(in super::super) deep: Board,
    pub(in super::super) shallow: Board,
    /// What features keep for themselves.
    pub(super) boxes: Board,
    /// What the builder at work may write.
    pub(super) may: Board,
    /// What the boundary makes of the border: rock, and openings.
    pub(super) border_rock: Board,
    pub(super) openings: Board,
    pub(in super::super) looks: Box<[[Look; WIDTH]; HEIGHT]>,
    pub(super) wishes: Vec<([usize; 2], Wish)>,
    pub(in super::super) landmarks: Vec<Landmark>,
    pub(in super::super) river: Vec<RiverCell>,
    /// The insides of houses where people live.
    pub(super) homes: Board,
    /// The parts of a vault, until it is furnished.
    pub(super) segments: Vec<Board>,
    /// How often it tried to write elsewhere.
    #[cfg(test)]
    pub(super) refused: u32,
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self {
            open: Board::EMPTY,
            outside: Board::EMPTY,
            spans: Board::EMPTY,
            deep: Board::EMPTY,
            shallow: Board::EMPTY,
            boxes: Board::EMPTY,
            may: Board::EMPTY,
            border_rock: Board::EMPTY,
            openings: Board::EMPTY,
            looks: Box::new([[PLAIN; WIDTH]; HEIGHT]),
            wishes: Vec::new(),
            landmarks: Vec::new(),
            river: Vec::new(),
            homes: Board::EMPTY,
            segments: Vec::new(),
            #[cfg(test)]
            refused: 0,
        }
    }

    pub(in super::super) fn open(&self) -> &Board {
        &self.open
    }

    /// Open air, with bridges in it or not.
    pub(in super::super) fn air(&self) -> Board {
        self.outside.or(&self.spans)
    }

    /// Writes floor and rock wherever this builder may; what it may not write stays.
    pub(super) fn paint(&mut self, board: &Board) {
        self.open = self.open.without(&self.may).or(&board.and(&self.may));
    }

    /// Writes floor and rock inside an area, wherever this builder may.
    pub(super) fn paint_in(&mut self, area: &Board, board: &Board) {
        let may = self.may.and(area);
        self.open = self.open.without(&may).or(&board.and(&may));
    }

    /// Writes floor and rock, and hides where the border is: the rock of a shut one lies on one
    /// side only, as a part of larger masses, on the other the land goes up to it in most
    /// places, and behind openings there are bays, larger ones in wide land.
    pub(super) fn paint_to_the_border(
        &mut self,
        board: &Board,
        is_wide: bool,
        random: &mut Stream,
    ) {
        let border = self.may.without(&Board::INSIDE);
        let of_32 = if is_wide { 18 } else { 17 };
        let clumps = Board::random(random, of_32).majority().majority();
        let reach = |board: &Board| board.grown().grown().grown();
        let bays = match is_wide {
            true => border.grown().or(&reach(&self.openings)),
            false => border.grown().or(&self.openings.grown()),
        };
        let bays = bays.and(&clumps);
        let beyond = match is_wide {
            true => clumps.grown().grown(),
            false => clumps.grown(),
        };
        let floor = bays.or(&border.and(&beyond));
        let masses = reach(&self.border_rock).without(&clumps);
        self.paint(&board.without(&masses).or(&floor));
    }

    /// Opens a cell.
    pub(super) fn dig(&mut self, x: usize, y: usize) {
        match self.may.get(x, y) {
            true => self.open.set(x, y),
            #[cfg(test)]
            false => self.refused += 1,
            #[cfg(not(test))]
            false => {}
        }
    }

    /// Makes a cell what it shall be, if this builder may, and says what it is made of.
    pub(super) fn put(&mut self, [x, y]: [usize; 2], cell: Cell, material: Material) {
        if !self.may.get(x, y) {
            return;
        }
        let look = &mut self.looks[y][x];
        match cell.is_walkable() {
            true => {
                (look.floor, look.ground) = (cell, material);
                self.open.set(x, y);
            }
            false => {
                (look.solid, look.wall) = (cell, material);
                self.open.unset(x, y);
            }
        }
    }

    /// Makes a place on which nothing depends solid: one with open cells all around, which stay
    /// joined without it.
    pub(super) fn put_solid(&mut self, at: [usize; 2], cell: Cell, material: Material) -> bool {
        let [x, y] = at;
        let is_inner = (1..WIDTH - 1).contains(&x) && (1..HEIGHT - 1).contains(&y);
        let around = 7_u128 << (x.max(1) - 1);
        let is_free = is_inner
            && self.may.get(x, y)
            && (y - 1..=y + 1).all(|y| self.open.0[y] & around == around);
        if is_free {
            self.put(at, cell, material);
        }
        is_free
    }

    /// Says what the walls of an area are made of, and its floors.
    pub(super) fn dress(&mut self, area: &Board, wall: Material, ground: Material) {
        for [x, y] in area.cells() {
            let look = &mut self.looks[y][x];
            if wall != Material::NONE {
                look.wall = wall;
            }
            if ground != Material::NONE {
                look.ground = ground;
            }
        }
    }

    /// Pours a liquid, deep and shallow. Lava has crust where others are shallow.
    pub(super) fn pour(&mut self, deep: &Board, shore: &Board, liquid: Material) {
        self.open = self.open.without(deep).or(shore);
        self.deep = self.deep.or(deep);
        self.shallow = self.shallow.without(deep);
        for [x, y] in deep.cells() {
            self.looks[y][x].liquid = liquid;
        }
        for [x, y] in shore.cells() {
            let look = &mut self.looks[y][x];
            match liquid {
                Material::LAVA => look.ground = Material::CRUST,
                _ => look.liquid = liquid,
            }
        }
        if liquid != Material::LAVA {
            self.shallow = self.shallow.or(shore);
        }
    }

    /// The cells that a liquid stands in, deep or shallow.
    pub(super) fn wet_with(&self, liquid: Material) -> Board {
        let mut wet = Board::EMPTY;
        // Shallow liquid that was filled in is rock.
        for [x, y] in self.deep.or(&self.shallow.and(&self.open)).cells() {
            let is_crust = self.open.get(x, y) && liquid == Material::LAVA;
            if self.looks[y][x].liquid == liquid && !is_crust {
                wet.set(x, y);
            }
        }
        wet
    }

    /// Wants something to be at a place, or as near as can be.
    pub(super) fn wish(&mut self, at: [usize; 2], wish: Wish) {
        self.wishes.push((at, wish));
    }

    /// Wants a thing to be at a place, or as near as can be.
    pub(super) fn wish_thing(
        &mut self,
        at: [usize; 2],
        kind: ThingKind,
        name: impl Into<String>,
        properties: &[(&'static str, String)],
    ) {
        self.wish(at, Wish::Thing(kind, name.into(), properties.to_vec()));
    }

    /// What a cell is in the end, and what it is made of; nothing where that is for the rock.
    pub(in super::super) fn cell(&self, x: usize, y: usize) -> (Cell, Material) {
        let look = self.looks[y][x];
        let (is_open, is_deep) = (self.open.get(x, y), self.deep.get(x, y));
        match () {
            () if is_deep && !is_open => (Cell::DeepLiquid, look.liquid),
            () if is_deep && look.liquid == Material::LAVA => (Cell::Floor, Material::CRUST),
            () if is_open && (is_deep || self.shallow.get(x, y)) => {
                (Cell::ShallowLiquid, look.liquid)
            }
            () if is_open => (look.floor, look.ground),
            () if self.air().get(x, y) => (Cell::Air, Material::NONE),
            () => (look.solid, look.wall),
        }
    }
}
