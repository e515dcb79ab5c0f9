//! What a sentence needs to be true: facts of a room, and conditions on them.
//!
//! A condition is written `beds >= 2`, `doors = 1`, `open <= 60`, `liquid water`,
//! `outline round` or `beds in rows`.

use crate::cell::Cell;
use std::fmt;

/// A fact of a room that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// Cells from wall to wall.
    Width,
    /// How many of a hundred cells can be walked on; cells of connections do not count.
    Open,
    /// Doors that anybody can see.
    Doors,
    /// Secret doors.
    SecretDoors,
    /// Visible doors in the north wall.
    North,
    /// Visible doors in the east wall.
    East,
    /// Visible doors in the south wall.
    South,
    /// Visible doors in the west wall.
    West,
    /// 1 if open stairs lead up.
    StairsUp,
    /// 1 if open stairs lead down.
    StairsDown,
    /// 1 if an open ladder leads up.
    LadderUp,
    /// 1 if an open ladder leads down.
    LadderDown,
    /// 1 if an open shaft leads up.
    ShaftUp,
    /// 1 if an open shaft leads down.
    ShaftDown,
    /// 1 if an elevator leads up.
    ElevatorUp,
    /// 1 if an elevator leads down.
    ElevatorDown,
    /// Rooms that lie directly above, on the next layer.
    Above,
    /// Rooms that lie directly below, on the next layer.
    Below,
    /// Braziers and hearths.
    Lights,
    /// Whatever says what a room was for: tables, beds, machines, bars and the like.
    Furniture,
}

impl Number {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Width,
        Self::Open,
        Self::Doors,
        Self::SecretDoors,
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::StairsUp,
        Self::StairsDown,
        Self::LadderUp,
        Self::LadderDown,
        Self::ShaftUp,
        Self::ShaftDown,
        Self::ElevatorUp,
        Self::ElevatorDown,
        Self::Above,
        Self::Below,
        Self::Lights,
        Self::Furniture,
    ];

    /// The name in template files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Width => "width",
            Self::Open => "open",
            Self::Doors => "doors",
            Self::SecretDoors => "secret_doors",
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
            Self::StairsUp => "stairs_up",
            Self::StairsDown => "stairs_down",
            Self::LadderUp => "ladder_up",
            Self::LadderDown => "ladder_down",
            Self::ShaftUp => "shaft_up",
            Self::ShaftDown => "shaft_down",
            Self::ElevatorUp => "elevator_up",
            Self::ElevatorDown => "elevator_down",
            Self::Above => "above",
            Self::Below => "below",
            Self::Lights => "lights",
            Self::Furniture => "furniture",
        }
    }

    /// The largest value that a room can have.
    const fn most(self) -> u32 {
        match self {
            Self::Width => 127,
            Self::Open => 100,
            Self::Doors | Self::SecretDoors => 64,
            Self::North | Self::East | Self::South | Self::West => 16,
            Self::Above | Self::Below => 256,
            Self::Lights | Self::Furniture => 127 * 127,
            _ => 1,
        }
    }
}

/// What says for what a room was used.
pub const FURNITURE: [Cell; 14] = [
    Cell::Machine,
    Cell::Furniture,
    Cell::Table,
    Cell::Chair,
    Cell::Bed,
    Cell::Shelf,
    Cell::Altar,
    Cell::Barrel,
    Cell::Sarcophagus,
    Cell::Anvil,
    Cell::Bars,
    Cell::Throne,
    Cell::Rack,
    Cell::Fountain,
];

/// The kinds of cell that are counted, and what they are called.
pub const COUNTED: [(Cell, &str); 25] = [
    (Cell::Wall, "walls"),
    (Cell::Air, "chasm"),
    (Cell::Rubble, "rubble"),
    (Cell::DeepLiquid, "deep"),
    (Cell::ShallowLiquid, "shallow"),
    (Cell::Pillar, "pillars"),
    (Cell::Statue, "statues"),
    (Cell::Machine, "machines"),
    (Cell::Crystal, "crystals"),
    (Cell::Furniture, "crates"),
    (Cell::Table, "tables"),
    (Cell::Chair, "chairs"),
    (Cell::Bed, "beds"),
    (Cell::Shelf, "shelves"),
    (Cell::Altar, "altars"),
    (Cell::Barrel, "barrels"),
    (Cell::Sarcophagus, "sarcophagi"),
    (Cell::Brazier, "braziers"),
    (Cell::Hearth, "hearths"),
    (Cell::Anvil, "anvils"),
    (Cell::Bars, "bars"),
    (Cell::Fungus, "fungi"),
    (Cell::Throne, "thrones"),
    (Cell::Rack, "racks"),
    (Cell::Fountain, "fountains"),
];

/// Other kinds of cell that are counted: floors with a purpose.
pub const GROUNDS: [(Cell, &str); 2] = [(Cell::Dais, "dais"), (Cell::Bridge, "bridge")];

/// The outlines of rooms. A corner of a room is *cut* if some of the first quarter of its
/// diagonal is wall, and *missing* if three quarters of that are. A room with four such corners
/// is round or a cross only if the middles of its sides are open.
pub const OUTLINES: [&str; 8] = [
    "square",
    "round",
    "cross",
    "ell",
    "tee",
    "apse",
    "lanes",
    "irregular",
];
/// How things of a kind stand: one alone; most of them at a wall; all as far from the middle,
/// on all sides of it; in lines; all near the middle; or anyhow.
pub const ARRANGEMENTS: [&str; 7] = [
    "none",
    "single",
    "walls",
    "ring",
    "rows",
    "centre",
    "scattered",
];
/// What a pool is made of.
pub const LIQUIDS: [&str; 5] = ["none", "water", "oil", "slime", "lava"];
/// What most of a floor is made of.
pub const FLOORS: [&str; 11] = [
    "rock", "wood", "stone", "moss", "ash", "ice", "soil", "iron", "sand", "bone", "crust",
];
/// How warm a room is.
pub const CLIMATES: [&str; 3] = ["cold", "mild", "hot"];
/// How large a room is: one unit, two, three, or more along a side.
pub const SIZES: [&str; 4] = ["small", "medium", "large", "huge"];

/// Something that can be said about a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// A number.
    Number(Number),
    /// How many cells of a kind there are.
    Count(Cell),
    /// How the cells of a kind stand: one of [`ARRANGEMENTS`].
    Arranged(Cell),
    /// One of [`OUTLINES`].
    Outline,
    /// One of [`LIQUIDS`].
    Liquid,
    /// One of [`FLOORS`].
    Floor,
    /// One of [`CLIMATES`].
    Climate,
    /// One of [`SIZES`].
    Size,
}

/// The value of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(u32),
    /// A word of the list that belongs to the fact.
    Word(&'static str),
}

/// Somebody who knows the facts of a room.
pub trait Witness {
    /// The value of a fact.
    fn value(&self, fact: Fact) -> Value;

    /// Whether a condition holds.
    fn meets(&self, need: &Need) -> bool {
        match (need.test, self.value(need.fact)) {
            (Test::AtLeast(least), Value::Number(found)) => found >= least,
            (Test::AtMost(most), Value::Number(found)) => found <= most,
            (Test::Exactly(number), Value::Number(found)) => found == number,
            (Test::Is(word), Value::Word(found)) => found == word,
            _ => false,
        }
    }

    /// Whether all conditions hold.
    fn meets_all(&self, needs: &[Need]) -> bool {
        needs.iter().all(|need| self.meets(need))
    }
}

/// A condition on a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The fact.
    pub fact: Fact,
    /// What its value must be.
    pub test: Test,
}

/// What the value of a fact must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// This number or more.
    AtLeast(u32),
    /// This number or less.
    AtMost(u32),
    /// This number.
    Exactly(u32),
    /// This word.
    Is(&'static str),
}

impl Fact {
    /// What the fact is about: how many of something there are and how they stand is one topic.
    pub(crate) fn topic(self) -> Self {
        match self {
            Self::Arranged(cell) => Self::Count(cell),
            other => other,
        }
    }

    /// The fact of this name: a number or a count.
    pub fn counted(name: &str) -> Option<Self> {
        let number = Number::ALL.into_iter().find(|number| number.id() == name);
        number
            .map(Self::Number)
            .or_else(|| kind(name).map(Self::Count))
    }

    fn worded(name: &str) -> Option<Self> {
        match name {
            "outline" => Some(Self::Outline),
            "liquid" => Some(Self::Liquid),
            "floor" => Some(Self::Floor),
            "climate" => Some(Self::Climate),
            "size" => Some(Self::Size),
            _ => None,
        }
    }

    /// The words that its value can be; none for a number.
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Number(_) | Self::Count(_) => &[],
            Self::Arranged(_) => &ARRANGEMENTS,
            Self::Outline => &OUTLINES,
            Self::Liquid => &LIQUIDS,
            Self::Floor => &FLOORS,
            Self::Climate => &CLIMATES,
            Self::Size => &SIZES,
        }
    }
}

/// The kind of cell that is counted under a name.
fn kind(name: &str) -> Option<Cell> {
    let mut kinds = COUNTED.into_iter().chain(GROUNDS);
    kinds
        .find(|(_, known)| *known == name)
        .map(|(cell, _)| cell)
}

/// What the cells of a kind are called, if they are counted.
fn called(cell: Cell) -> &'static str {
    let mut kinds = COUNTED.into_iter().chain(GROUNDS);
    kinds
        .find(|(known, _)| *known == cell)
        .map_or("", |(_, name)| name)
}

/// The names of everything that can be counted.
fn names() -> String {
    let numbers = Number::ALL.map(Number::id).into_iter();
    let kinds = COUNTED.into_iter().chain(GROUNDS).map(|(_, name)| name);
    numbers.chain(kinds).collect::<Vec<_>>().join(", ")
}

impl Need {
    /// Reads a condition; the error says what is wrong with it and what would be right.
    pub fn read(text: &str) -> Result<Self, String> {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let word = |fact: Fact, word: &str| {
            let mut words = fact.words().iter();
            let known = words.find(|known| **known == word);
            let known = known.ok_or_else(|| {
                let list = fact.words().join(", ");
                format!("{:?}: expected {list}", brief(word))
            })?;
            Ok(Self {
                fact,
                test: Test::Is(known),
            })
        };
        match tokens[..] {
            [name, "in", arrangement] => match kind(name) {
                Some(cell) => word(Fact::Arranged(cell), arrangement),
                None => Err(format!("{:?}: expected one of {}", brief(name), names())),
            },
            [name, value] => match Fact::worded(name) {
                Some(fact) => word(fact, value),
                None => Err(format!(
                    "{:?}: expected outline, liquid, floor, climate or size and a word",
                    brief(name)
                )),
            },
            [name, sign, number] => {
                let fact = Fact::counted(name);
                let fact =
                    fact.ok_or_else(|| format!("{:?}: expected one of {}", brief(name), names()))?;
                let most = match fact {
                    Fact::Number(number) => number.most(),
                    _ => 127 * 127,
                };
                let value = number.parse().ok().filter(|&number: &u32| number <= most);
                let value =
                    value.ok_or_else(|| format!("{:?}: expected 0 to {most}", brief(number)))?;
                let test = match sign {
                    ">=" => Test::AtLeast(value),
                    "<=" => Test::AtMost(value),
                    "=" => Test::Exactly(value),
                    _ => return Err(format!("{:?}: expected >=, <= or =", brief(sign))),
                };
                Ok(Self { fact, test })
            }
            _ => Err(format!(
                "{:?}: expected a condition such as \"beds >= 2\", \"liquid water\" or \"beds in rows\"",
                brief(text)
            )),
        }
    }
}

fn brief(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fact {
            Fact::Number(number) => f.write_str(number.id())?,
            Fact::Count(cell) => f.write_str(called(cell))?,
            Fact::Arranged(cell) => write!(f, "{} in", called(cell))?,
            Fact::Outline => f.write_str("outline")?,
            Fact::Liquid => f.write_str("liquid")?,
            Fact::Floor => f.write_str("floor")?,
            Fact::Climate => f.write_str("climate")?,
            Fact::Size => f.write_str("size")?,
        }
        match self.test {
            Test::AtLeast(number) => write!(f, " >= {number}"),
            Test::AtMost(number) => write!(f, " <= {number}"),
            Test::Exactly(number) => write!(f, " = {number}"),
            Test::Is(word) => write!(f, " {word}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_written_as_they_are_read() {
        for text in [
            "beds >= 2",
            "doors = 1",
            "open <= 60",
            "liquid water",
            "outline round",
            "beds in rows",
            "dais >= 9",
        ] {
            assert_eq!(Need::read(text).unwrap().to_string(), text);
        }
        for (text, said) in [
            ("bedz >= 2", "\"bedz\": expected one of width, open"),
            ("beds > 2", "\">\": expected >=, <= or ="),
            ("open >= 101", "\"101\": expected 0 to 100"),
            ("liquid tea", "\"tea\": expected none, water"),
            ("beds in heaps", "\"heaps\": expected none, single"),
            ("beds", "\"beds\": expected a condition such as"),
            ("colour red", "\"colour\": expected outline"),
        ] {
            let error = Need::read(text).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
