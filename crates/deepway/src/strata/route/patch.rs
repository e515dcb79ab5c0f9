//! A zone as a search sees it: where one can stand, what weighs, what leads up and down.

use super::super::board::{Board, HEIGHT, WIDTH};
use super::super::world::Strata;
use super::super::zone::Zone;
use super::gauge::Gauge;
use crate::rules::Moves;
use crate::space::{Direction, ZonePos};

/// The cells of a zone.
pub(super) const CELLS: usize = WIDTH * HEIGHT;

/// A cell of a zone: its row times 80, plus its column.
pub(super) type Cell = u16;

/// Column and row of a cell.
pub(super) const fn place(cell: Cell) -> [usize; 2] {
    [cell as usize % WIDTH, cell as usize / WIDTH]
}

/// The cell at a column and a row.
pub(super) const fn cell_at(x: usize, y: usize) -> Cell {
    (y * WIDTH + x) as Cell
}

/// The eight winds in the order of [`Direction::ALL`]: columns to the east, rows to the south.
pub(super) const WINDS: [[i32; 2]; 8] = [
    [0, -1],
    [1, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
];

/// For each wind how much it changes a cell's number.
const STRIDES: [i16; 8] = {
    let mut strides = [0; 8];
    let mut wind = 0;
    while wind < 8 {
        strides[wind] = (WINDS[wind][1] * WIDTH as i32 + WINDS[wind][0]) as i16;
        wind += 1;
    }
    strides
};

/// The winds that are open for each set of walkable cells around: three bits from west to east
/// for the row to the north, then the row itself, then the one to the south.
const OPEN_WINDS: [u8; 512] = {
    let mut table = [0; 512];
    let mut around = 0;
    while around < 512 {
        let north = around & 2 != 0;
        let east = around & 32 != 0;
        let south = around & 128 != 0;
        let west = around & 8 != 0;
        // A diagonal step needs both cells beside it.
        let open = [
            north,
            north && east && around & 4 != 0,
            east,
            south && east && around & 256 != 0,
            south,
            south && west && around & 64 != 0,
            west,
            north && west && around & 1 != 0,
        ];
        let mut wind = 0;
        while wind < 8 {
            table[around] |= (open[wind] as u8) << wind;
            wind += 1;
        }
        around += 1;
    }
    table
};

/// The winds of four moves.
const STRAIGHT: u8 = 0b0101_0101;

/// Where one can stand in a zone, with a border of cells where nobody can.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    rows: [u128; HEIGHT + 2],
    winds: u8,
}

impl Ground {
    pub(super) fn new(zone: &Zone, moves: Moves) -> Self {
        let mut rows = [0; HEIGHT + 2];
        for (row, cells) in rows[1..].iter_mut().zip(zone.cells()) {
            for (part, cells) in cells.chunks(16).enumerate() {
                let mut bits = 0_u32;
                for (x, cell) in cells.iter().enumerate() {
                    bits |= u32::from(cell.is_walkable()) << x;
                }
                *row |= u128::from(bits) << (16 * part + 1);
            }
        }
        let winds = match moves {
            Moves::Four => STRAIGHT,
            Moves::Eight => u8::MAX,
        };
        Self { rows, winds }
    }

    /// The winds in which one can step from a cell, inside the zone.
    #[inline]
    pub(super) fn open_winds(&self, cell: Cell) -> u8 {
        let [x, y] = place(cell);
        let part = |row: u128| (row >> x) as usize & 7;
        let [north, here, south] = [self.rows[y], self.rows[y + 1], self.rows[y + 2]].map(part);
        OPEN_WINDS[north | here << 3 | south << 6] & self.winds
    }
}

/// Calls `visit` with each wind of a set.
#[inline(always)]
pub(super) fn for_each_wind(mut winds: u8, mut visit: impl FnMut(usize)) {
    while winds != 0 {
        visit(winds.trailing_zeros() as usize);
        winds &= winds - 1;
    }
}

/// The cell next to a cell inside the zone.
#[inline(always)]
pub(super) fn beside(cell: Cell, wind: usize) -> Cell {
    cell.wrapping_add_signed(STRIDES[wind])
}

/// What cells weigh: those that pull, and those beside one.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) pulls: Board,
    beside: Board,
    /// Whether there are any.
    pub(super) any: bool,
}

impl Weights {
    /// The weights of a zone: its own cells that pull, and those just over its borders.
    pub(super) fn new(strata: &Strata, zone: ZonePos) -> Self {
        let mut weights = Self {
            pulls: Board::EMPTY,
            beside: Board::EMPTY,
            any: false,
        };
        strata.for_each_pull(zone, |x, y| {
            weights.pulls.set(x, y);
            weights.add(x as i32, y as i32);
        });
        let (width, height) = (WIDTH as i32, HEIGHT as i32);
        for (wind, [east, south]) in WINDS.into_iter().enumerate() {
            if let Some(next) = zone.step(Direction::ALL[wind]) {
                strata.for_each_pull(next, |x, y| {
                    weights.add(x as i32 + east * width, y as i32 + south * height);
                });
            }
        }
        weights.beside = weights.beside.without(&weights.pulls);
        weights
    }

    /// Marks the cells around one that pulls; it may lie outside.
    fn add(&mut self, x: i32, y: i32) {
        let inside = |at: i32, count: usize| (at - 1).max(0)..=(at + 1).min(count as i32 - 1);
        for y in inside(y, HEIGHT) {
            for x in inside(x, WIDTH) {
                self.beside.set(x as usize, y as usize);
                self.any = true;
            }
        }
    }

    /// What entering a cell costs besides the move.
    #[inline]
    pub(super) fn of(&self, cell: Cell, gauge: &Gauge) -> u32 {
        if !self.any {
            return 0;
        }
        let [x, y] = place(cell);
        if self.beside.get(x, y) {
            gauge.beside
        } else if self.pulls.get(x, y) {
            gauge.on
        } else {
            0
        }
    }

    /// Whether a cell pulls.
    #[inline]
    pub(super) fn pulls(&self, cell: Cell) -> bool {
        let [x, y] = place(cell);
        self.any && self.pulls.get(x, y)
    }
}
