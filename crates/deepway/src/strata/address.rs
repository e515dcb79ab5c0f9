//! What a zone is called: `World.11.22.1.1.10`.

use super::Blueprint;
use crate::space::{Direction, ZonePos};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The name of a zone: its world, perhaps what it is and which one, and where.
///
/// The parts are the world, the parasang from the west and from the north, the zone in it from
/// the west and from the north, and the depth. A blueprint and an instance may follow the
/// world's name.
///
/// ```
/// use deepway::Direction;
/// use deepway::strata::Address;
///
/// let address: Address = "World.11.22.2.1.10".parse()?;
/// let east = address.step(Direction::East).expect("the world goes on there");
/// assert_eq!(east.to_string(), "World.12.22.0.1.10");
/// assert_eq!(address.match_level(&east), 0);
/// # Ok::<(), deepway::strata::AddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    world: String,
    blueprint: Option<Blueprint>,
    instance: Option<String>,
    zone: ZonePos,
}

/// The parts of an address that have a range.
const NUMBERS: [(&str, u32); 5] = [
    ("parasang from the west", ZonePos::COLUMNS / 3),
    ("parasang from the north", ZonePos::ROWS / 3),
    ("zone from the west", 3),
    ("zone from the north", 3),
    ("depth", ZonePos::DEPTHS),
];

/// The most bytes that an address may have.
const MAX_LENGTH: usize = 200;

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// Far too long.
    #[error("an address of {found} bytes: expected at most 200, as in World.11.22.1.1.10")]
    TooLong {
        /// How many bytes there are.
        found: usize,
    },
    /// Too few parts, or too many.
    #[error("{found:?} is no address, for it has {parts} {}: expected 6, as in World.11.22.1.1.10", if *parts == 1 { "part" } else { "parts" })]
    Parts {
        /// The text.
        found: String,
        /// How many parts there are.
        parts: usize,
    },
    /// A name that cannot be one.
    #[error("the {part} is {found:?}: expected 1 to 32 letters, digits, - or _, a letter first")]
    Name {
        /// Which name.
        part: &'static str,
        /// What stands there.
        found: String,
    },
    /// A blueprint that does not exist.
    #[error("the blueprint is {found:?}: expected one of {}", Blueprint::names())]
    Blueprint {
        /// What stands there.
        found: String,
    },
    /// Another world.
    #[error("the world is {found:?}: expected {:?}", Address::WORLD)]
    OtherWorld {
        /// What stands there.
        found: String,
    },
    /// Another blueprint than the zone's own.
    #[error("the blueprint is {found}: expected {own}, which that zone is")]
    OtherBlueprint {
        /// What stands there.
        found: Blueprint,
        /// What the zone is.
        own: Blueprint,
    },
    /// A number that is none, or is out of range.
    #[error("the {part} is {found:?}: expected 0 to {}{}", count - 1, match found.starts_with('0') {
        true => ", without zeros before it",
        false => "",
    })]
    Number {
        /// Which number.
        part: &'static str,
        /// What stands there.
        found: String,
        /// How many values it can have.
        count: u32,
    },
}

impl Address {
    /// The name of the one world that there is.
    pub const WORLD: &'static str = "World";

    /// The plain address of a zone.
    pub fn of(zone: ZonePos) -> Self {
        Self {
            world: Self::WORLD.to_owned(),
            blueprint: None,
            instance: None,
            zone,
        }
    }

    /// The name of the world.
    pub fn world(&self) -> &str {
        &self.world
    }

    /// What the zone is said to be.
    pub fn blueprint(&self) -> Option<Blueprint> {
        self.blueprint
    }

    /// Which one it is said to be.
    pub fn instance(&self) -> Option<&str> {
        self.instance.as_deref()
    }

    /// The zone.
    pub fn zone(&self) -> ZonePos {
        self.zone
    }

    /// The address of the zone next to it, with a carry into the next parasang. Above depth 0 is
    /// depth 49, and the other way round: this is arithmetic, and nobody can walk there. `None`
    /// beyond the sides of the world.
    #[must_use]
    pub fn step(&self, towards: Direction) -> Option<Self> {
        let (east, north, up) = towards.east_north_up();
        let [x, y] = self.zone.column();
        let z = (self.zone.z() as i32 - up).rem_euclid(ZonePos::DEPTHS as i32);
        let x = x.checked_add_signed(east)?;
        let y = y.checked_add_signed(-north)?;
        Some(Self {
            zone: ZonePos::at([x, y], z as u32)?,
            ..self.clone()
        })
    }

    /// How far two addresses agree: −1 for different worlds, 0 for the same world, 1 for the
    /// same parasang, 2 for the same zone.
    pub fn match_level(&self, other: &Self) -> i32 {
        if self.world != other.world {
            -1
        } else if self.zone == other.zone {
            2
        } else {
            i32::from(self.zone.parasang() == other.zone.parasang())
        }
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        if text.len() > MAX_LENGTH {
            return Err(AddressError::TooLong { found: text.len() });
        }
        let parts: Vec<&str> = text.split('.').collect();
        let &[name, ref numbers @ ..] = parts.as_slice() else {
            return Err(parts_error(text, parts.len()));
        };
        let numbers: &[&str; 5] = numbers
            .try_into()
            .map_err(|_| parts_error(text, parts.len()))?;
        let mut names = name.splitn(3, '@');
        let world = check_name("world", names.next().unwrap_or_default())?;
        let blueprint = names.next().map(|name| {
            let found = || name.to_owned();
            Blueprint::from_name(name).ok_or_else(|| AddressError::Blueprint { found: found() })
        });
        let blueprint = blueprint.transpose()?;
        let instance = names.next().map(|name| check_name("instance", name));
        let instance = instance.transpose()?;
        let mut values = [0; 5];
        for ((value, found), (part, count)) in values.iter_mut().zip(numbers).zip(NUMBERS) {
            *value = number(found, count).ok_or_else(|| AddressError::Number {
                part,
                found: (*found).to_owned(),
                count,
            })?;
        }
        let [px, py, zx, zy, z] = values;
        let zone = ZonePos::new([px, py], [zx, zy], z);
        let zone = zone.ok_or_else(|| parts_error(text, parts.len()))?;
        Ok(Self {
            world,
            blueprint,
            instance,
            zone,
        })
    }
}

fn parts_error(found: &str, parts: usize) -> AddressError {
    let found = found.to_owned();
    AddressError::Parts { found, parts }
}

/// A number below a bound, written in the one way that it can be written.
fn number(text: &str, bound: u32) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let has_zero = text.len() > 1 && text.starts_with('0');
    let number = text.parse().ok().filter(|_| is_plain && !has_zero);
    number.filter(|number| *number < bound)
}

fn check_name(part: &'static str, name: &str) -> Result<String, AddressError> {
    let found = name.to_owned();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    match name.as_bytes() {
        [first, ..]
            if first.is_ascii_alphabetic() && name.len() <= 32 && name.bytes().all(is_plain) =>
        {
            Ok(found)
        }
        _ => Err(AddressError::Name { part, found }),
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.world)?;
        if let Some(blueprint) = self.blueprint {
            write!(f, "@{}", blueprint.name())?;
        }
        if let Some(instance) = &self.instance {
            write!(f, "@{instance}")?;
        }
        write!(f, ".{}", self.zone)
    }
}

/// A band of depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// Depths 0 to 9: the sky, and towers in it.
    UpperVoid,
    /// Depth 10.
    Surface,
    /// Depths 11 to 15.
    Shallow,
    /// Depths 16 to 25.
    Mid,
    /// Depths 26 to 35.
    Deep,
    /// Depths 36 to 49.
    Abyssal,
}

impl Band {
    /// All bands from the sky down, with their first depths and names.
    pub const ALL: [(Self, u32, &'static str); 6] = [
        (Self::UpperVoid, 0, "upper void"),
        (Self::Surface, 10, "surface"),
        (Self::Shallow, 11, "shallow"),
        (Self::Mid, 16, "mid"),
        (Self::Deep, 26, "deep"),
        (Self::Abyssal, 36, "abyssal"),
    ];

    /// The band of a depth.
    pub fn of(z: u32) -> Self {
        let bands = Self::ALL.iter().rev();
        let mut bands = bands.filter(|&&(_, first, _)| first <= z);
        bands.next().map_or(Self::UpperVoid, |&(band, ..)| band)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The first and the last depth.
    pub fn depths(self) -> [u32; 2] {
        let next = Self::ALL.get(self as usize + 1);
        let end = next.map_or(ZonePos::DEPTHS, |&(_, first, _)| first);
        [Self::ALL[self as usize].1, end - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_zone() -> impl Strategy<Value = ZonePos> {
        (0..240u32, 0..75u32, 0..50u32).prop_map(|(x, y, z)| ZonePos::at([x, y], z).unwrap())
    }

    proptest! {
        #[test]
        fn an_address_reads_back_the_same(zone in any_zone(), world in "[A-Za-z][A-Za-z0-9_-]{0,31}",
            blueprint in proptest::option::of(0..Blueprint::ALL.len()), instance in "[A-Za-z][A-Za-z0-9_-]{0,31}", is_one: bool) {
            let blueprint = blueprint.map(|number| Blueprint::ALL[number]);
            let instance = blueprint.filter(|_| is_one).map(|_| instance);
            let address = Address { world, blueprint, instance, zone };
            prop_assert_eq!(address.to_string().parse(), Ok(address));
        }

        #[test]
        fn nonsense_is_refused_or_reads_back(text in "(World|W)?(@(Cave|x))?[.0-9@ -]{0,20}") {
            if let Ok(address) = text.parse::<Address>() {
                prop_assert_eq!(address.to_string(), text);
            }
        }

        #[test]
        fn a_step_and_back_is_no_step(zone in any_zone(), towards in 0..10usize) {
            let (address, towards) = (Address::of(zone), Direction::ALL[towards]);
            match address.step(towards) {
                Some(next) => {
                    prop_assert_eq!(next.step(towards.opposite()), Some(address));
                    let ([x, y], [nx, ny]) = (zone.column(), next.zone().column());
                    prop_assert!(x.abs_diff(nx) <= 1 && y.abs_diff(ny) <= 1);
                    prop_assert_eq!(zone.step(towards), Some(next.zone()).filter(|next| next.z().abs_diff(zone.z()) <= 1));
                }
                None => {
                    prop_assert_eq!(zone.step(towards), None);
                    let [x, y] = zone.column();
                    prop_assert!(x == 0 || x == 239 || y == 0 || y == 74);
                }
            }
        }
    }

    #[test]
    fn every_wrong_part_is_named() {
        for (text, message) in [
            (
                "",
                "\"\" is no address, for it has 1 part: expected 6, as in World.11.22.1.1.10",
            ),
            (
                "World.1.1.1.1",
                "\"World.1.1.1.1\" is no address, for it has 5 parts: expected 6, as in World.11.22.1.1.10",
            ),
            (
                "World.1.1.1.1.10.3",
                "\"World.1.1.1.1.10.3\" is no address, for it has 7 parts: expected 6, as in World.11.22.1.1.10",
            ),
            (
                "World.80.1.1.1.10",
                "the parasang from the west is \"80\": expected 0 to 79",
            ),
            (
                "World.1.25.1.1.10",
                "the parasang from the north is \"25\": expected 0 to 24",
            ),
            (
                "World.1.1.3.1.10",
                "the zone from the west is \"3\": expected 0 to 2",
            ),
            (
                "World.1.1.1.-1.10",
                "the zone from the north is \"-1\": expected 0 to 2",
            ),
            ("World.1.1.1.1.50", "the depth is \"50\": expected 0 to 49"),
            (
                "World.1.1.1.1.010",
                "the depth is \"010\": expected 0 to 49, without zeros before it",
            ),
            ("World.1.1.1.1.+9", "the depth is \"+9\": expected 0 to 49"),
            (
                "World.1.1.1. 1.9",
                "the zone from the north is \" 1\": expected 0 to 2",
            ),
            (
                "World.99999999999999999999.1.1.1.9",
                "the parasang from the west is \"99999999999999999999\": expected 0 to 79",
            ),
            (
                ".1.1.1.1.9",
                "the world is \"\": expected 1 to 32 letters, digits, - or _, a letter first",
            ),
            (
                "W d.1.1.1.1.9",
                "the world is \"W d\": expected 1 to 32 letters, digits, - or _, a letter first",
            ),
            (
                "World@Cavern.1.1.1.1.9",
                "the blueprint is \"Cavern\": expected one of Surface, Tower, Cave, Lair, Vault, Chute, ProgressiveCave, GreatShaft, Town, Ruin, Air",
            ),
            (
                "World@Cave@.1.1.1.1.9",
                "the instance is \"\": expected 1 to 32 letters, digits, - or _, a letter first",
            ),
            (
                "World@Cave@a@b.1.1.1.1.9",
                "the instance is \"a@b\": expected 1 to 32 letters, digits, - or _, a letter first",
            ),
        ] {
            assert_eq!(text.parse::<Address>().unwrap_err().to_string(), message);
        }
        let dots = ".".repeat(10_000_000);
        let error = dots.parse::<Address>().unwrap_err().to_string();
        assert!(error.len() < 100, "{error}");
    }

    #[test]
    fn addresses_match_as_far_as_they_agree() {
        let level = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| text.parse::<Address>().unwrap());
            assert_eq!(a.match_level(&b), b.match_level(&a));
            a.match_level(&b)
        };
        assert_eq!(level("World.1.1.1.1.10", "Moon.1.1.1.1.10"), -1);
        assert_eq!(level("World.1.1.1.1.10", "World.1.2.1.1.10"), 0);
        assert_eq!(level("World.1.1.1.1.10", "World.1.1.1.2.10"), 1);
        assert_eq!(level("World.1.1.1.1.10", "World.1.1.1.1.49"), 1);
        assert_eq!(level("World.1.1.1.1.10", "World@Cave@x.1.1.1.1.10"), 2);
    }

    #[test]
    fn depths_wrap_for_arithmetic_only() {
        let top = "World.1.1.1.1.0".parse::<Address>().unwrap();
        let bottom = top.step(Direction::Up).unwrap();
        assert_eq!(bottom.to_string(), "World.1.1.1.1.49");
        assert_eq!(top.zone().step(Direction::Up), None);
        assert_eq!(bottom.zone().step(Direction::Down), None);
    }

    #[test]
    fn bands_follow_each_other() {
        let mut next = 0;
        for (band, first, name) in Band::ALL {
            assert_eq!((band.depths()[0], first, band.name()), (next, first, name));
            for z in band.depths()[0]..=band.depths()[1] {
                assert_eq!(Band::of(z), band);
                next += 1;
            }
        }
        assert_eq!(next, 50);
    }
}
