//! Wishes for entries whose places are to be found.

use super::build::{self, Workshop};
use super::plan::Plan;
use super::registry::{Entry, EntryError, EntryKind, Registry};
use super::zone::Zone;
use crate::cell::Cell;
use crate::population::Tables;
use crate::seed::{Dice, Seed};
use crate::space::ZonePos;

/// A wish for one or more entries somewhere in a zone.
///
/// Which places it gets depends on the seed and on itself alone: they are looked for in the
/// zone as the generator alone builds it. They are never places where the generator has a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The zone in which something is placed.
    pub zone: ZonePos,
    /// What is placed.
    pub kind: EntryKind,
    /// What the running game puts there, if anything.
    pub object: Option<String>,
    /// How many are placed.
    pub number: u32,
    /// The column; any inside the border if there are no dice.
    pub x: Option<Dice>,
    /// The row; any inside the border if there are no dice.
    pub y: Option<Dice>,
    /// Only where one can walk already.
    pub reachable: bool,
    /// Only where there is plain floor.
    pub empty_only: bool,
    /// Not on those cells, and not beside them.
    pub avoid: Vec<Cell>,
}

/// How often dice are rolled for a place before any place is taken that they could give.
const ROLLS: u32 = 32;

impl Request {
    /// The entries that it asks for.
    pub fn resolve(&self, plan: &Plan) -> Result<Vec<Entry>, EntryError> {
        let [x, y] = [self.x, self.y];
        let mut left = self.places(plan)?;
        let mut random = self.seed(plan).stream();
        let mut entries = Vec::new();
        for _ in 0..self.number {
            let mut roll = || {
                let mut number = |dice: Option<Dice>, [low, high]: [i32; 2]| match dice {
                    Some(dice) => dice.roll(&mut random),
                    None => random.between(low, high),
                };
                [number(y, [1, 23]), number(x, [1, 78])]
            };
            let found = (0..ROLLS).find_map(|_| {
                let rolled = roll();
                left.iter().position(|place| place.map(i32::from) == rolled)
            });
            let number = found.unwrap_or_else(|| random.below(left.len() as u64) as usize);
            let [y, x] = left.swap_remove(number);
            entries.push(self.entry([y, x]));
        }
        Ok(entries)
    }

    fn entry(&self, [y, x]: [u8; 2]) -> Entry {
        Entry {
            zone: self.zone,
            y,
            x,
            kind: self.kind,
            object: self.object.clone(),
        }
    }

    /// A seed that no other request has.
    fn seed(&self, plan: &Plan) -> Seed {
        let dice = |dice: Option<Dice>| dice.map_or_else(String::new, |dice| dice.to_string());
        let avoided = Cell::all().filter(|cell| self.avoid.contains(cell));
        let seed = plan.keys.request.child(self.zone.number());
        let seed = seed.child(self.kind.name()).child(self.number);
        let seed = seed.child(&*dice(self.x)).child(&*dice(self.y));
        let seed = seed.child(u8::from(self.reachable) | u8::from(self.empty_only) << 1);
        let seed = seed.child(&*avoided.map(Cell::glyph).collect::<String>());
        match &self.object {
            Some(object) => seed.child(&**object),
            None => seed,
        }
    }

    /// The places that will do, row by row: as many as are asked for, or more.
    fn places(&self, plan: &Plan) -> Result<Vec<[u8; 2]>, EntryError> {
        // Whether anything fits there at all.
        self.entry([12, 40]).check(plan)?;
        let zone = build::build(
            plan,
            Tables::built_in(),
            self.zone,
            None,
            &mut Workshop::default(),
        );
        let source = self.kind.source().and_then(|side| self.zone.step(side));
        let source = source.map(|source| (source.z(), plan.boundary(source)));
        let is_taken = |[y, x]: [u8; 2]| {
            source.as_ref().is_some_and(|(z, boundary)| {
                let mut vertical = boundary.vertical().iter();
                vertical.any(|known| [known.y, known.x] == [y, x] && known.has_link_cell(*z))
            })
        };
        let [columns, rows] = Registry::CELLS;
        let places = rows.flat_map(|y| columns.clone().map(move |x| [y, x]));
        let places = places.filter(|&[y, x]| {
            is_in(self.y, y)
                && is_in(self.x, x)
                && self.entry([y, x]).check(plan).is_ok()
                && self.fits(&zone, [y, x])
                && !is_taken([y, x])
        });
        let places: Vec<[u8; 2]> = places.collect();
        match self.number as usize > places.len() {
            true => Err(EntryError::Room {
                zone: self.zone,
                asked: self.number,
                found: places.len() as u32,
            }),
            false => Ok(places),
        }
    }

    /// Whether a cell of the zone is as it is asked for.
    fn fits(&self, zone: &Zone, [y, x]: [u8; 2]) -> bool {
        let (x, y) = (u32::from(x), u32::from(y));
        let cell = zone.cell(x, y);
        let mut near = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
        !cell.is_vertical()
            && (!self.reachable || cell.is_walkable())
            && (!self.empty_only || cell == Cell::Floor)
            && (self.avoid.is_empty() || near.all(|(x, y)| !self.avoid.contains(&zone.cell(x, y))))
    }
}

/// Whether dice can give a number; no dice can give any.
fn is_in(dice: Option<Dice>, number: u8) -> bool {
    dice.is_none_or(|dice| (dice.min()..=dice.max()).contains(&i32::from(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(z: u32) -> Request {
        Request {
            zone: ZonePos::at([30, 30], z).unwrap(),
            kind: EntryKind::StairsUp,
            object: None,
            number: 3,
            x: Some("5-60".parse().unwrap()),
            y: Some("3d4+2".parse().unwrap()),
            reachable: true,
            empty_only: true,
            avoid: vec![Cell::StairsBoth, Cell::Shaft],
        }
    }

    #[test]
    fn places_are_as_asked_for_and_always_the_same() {
        let plan = Plan::new(Seed::new(7));
        let mut all = std::collections::BTreeSet::new();
        for z in 11..49 {
            let request = request(z);
            let entries = request.resolve(&plan).unwrap();
            assert_eq!(entries, request.resolve(&plan).unwrap());
            let zone = build::build(
                &plan,
                Tables::built_in(),
                request.zone,
                None,
                &mut Workshop::default(),
            );
            let mut registry = Registry::default();
            for entry in entries {
                let (x, y) = (u32::from(entry.x), u32::from(entry.y));
                assert!((5..=60).contains(&x) && (5..=14).contains(&y));
                assert_eq!(zone.cell(x, y), Cell::Floor);
                for (x, y) in (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y))) {
                    let cell = zone.cell(x, y);
                    assert!(cell != Cell::StairsBoth && cell != Cell::Shaft);
                }
                all.insert([entry.x, entry.y]);
                assert_eq!(registry.add(&plan, entry), Ok(true));
            }
        }
        assert!(all.len() > 60, "{}", all.len());
    }

    #[test]
    fn what_differs_in_a_wish_may_differ_in_its_place() {
        let plan = Plan::new(Seed::new(7));
        let plain = Request {
            number: 1,
            ..request(20)
        };
        let named = |object: &str| Request {
            object: Some(object.to_owned()),
            ..plain.clone()
        };
        let wishes = ["a", "b", "c", "d"].map(named);
        let places = wishes.map(|wish| {
            let entry = wish.resolve(&plan).unwrap().remove(0);
            [entry.x, entry.y]
        });
        assert!(places.iter().any(|place| *place != places[0]));
    }

    #[test]
    fn wishes_that_cannot_come_true_say_so() {
        let plan = Plan::new(Seed::new(7));
        for (wish, message) in [
            (
                Request {
                    x: Some("79-90".parse().unwrap()),
                    ..request(20)
                },
                "number: 3 in World.10.10.0.0.20: expected at most 0, for no more places fit x, y and the rest",
            ),
            (
                Request {
                    number: u32::MAX,
                    x: Some("7".parse().unwrap()),
                    y: Some("7".parse().unwrap()),
                    reachable: false,
                    empty_only: false,
                    ..request(20)
                },
                "number: 4294967295 in World.10.10.0.0.20: expected at most 1, for no more places fit x, y and the rest",
            ),
            (
                request(10),
                "type: StairsUp in World.10.10.0.0.10: expected a zone above it that is not open air",
            ),
        ] {
            assert_eq!(wish.resolve(&plan).unwrap_err().to_string(), message);
        }
    }
}
