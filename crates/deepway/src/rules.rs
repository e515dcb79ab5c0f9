//! How one may move: the rules that every search, check and view obeys.

use crate::cell::{Cell, LinkKind};
use crate::material::{Material, MaterialNameError, check_name};
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::BTreeMap;
use thiserror::Error;

/// The rules of movement.
///
/// The default suits hand-made maps: eight moves, ramps up only, stairs as
/// their cells say, no gravity, and every link as long as a straight step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MoveRules {
    /// Whether one may step diagonally.
    pub moves: Moves,
    /// Whether ramps lead down as well as up.
    pub ramps: Ramps,
    /// How `<` below `>` is read.
    pub stairs: Stairs,
    /// Whether shafts pull down whoever steps into them.
    pub gravity: Gravity,
    /// What steps and links cost.
    pub costs: Costs,
    /// Extra costs near shafts; they count only where there is gravity.
    pub weights: PullDownWeights,
    /// What materials are kept away from; none by default.
    pub avoid: Avoid,
}

/// Costs that no search can work with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// A cost that is zero or too large.
    #[error("a {what} costs {found}: expected 1 to 65535")]
    Cost {
        /// What it is the cost of.
        what: &'static str,
        /// The cost.
        found: u32,
    },
    /// A diagonal step that is cheaper than a straight one, or dearer than two.
    #[error("a diagonal step costs {diagonal}: expected {straight} to {}, one to two straight steps", 2 * straight)]
    Diagonal {
        /// The cost of a diagonal step.
        diagonal: u32,
        /// The cost of a straight step.
        straight: u32,
    },
    /// A cell that weighs too much.
    #[error("the weight of {pos} is {found} straight steps: expected 0 to 65535")]
    Weight {
        /// The cell.
        pos: Pos,
        /// What it weighs.
        found: u32,
    },
    /// Shafts that weigh too much.
    #[error("a cell {place} a shaft weighs {found} straight steps: expected 0 to 65535")]
    ShaftWeight {
        /// `on` or `beside`.
        place: &'static str,
        /// What it weighs.
        found: u32,
    },
    /// A material that weighs too much.
    #[error("{material} weighs {found} straight steps: expected 0 to 65535, or closed")]
    MaterialWeight {
        /// Its name.
        material: String,
        /// What it weighs.
        found: u32,
    },
    /// A name that no material can have.
    #[error(transparent)]
    Material(#[from] MaterialNameError),
}

/// The most extra straight steps that a cell may cost.
pub(crate) const MAX_WEIGHT: u32 = 65_535;

impl MoveRules {
    /// Whether searches can work with these rules.
    pub fn check(&self) -> Result<(), RulesError> {
        let Costs {
            straight, diagonal, ..
        } = self.costs;
        let links = LinkKind::ALL.map(|kind| (kind.name(), self.costs.link(kind)));
        let steps = [("straight step", straight), ("diagonal step", diagonal)];
        for (what, found) in steps.into_iter().chain(links) {
            if !(1..=65_535).contains(&found) {
                return Err(RulesError::Cost { what, found });
            }
        }
        if !(straight..=2 * straight).contains(&diagonal) {
            return Err(RulesError::Diagonal { diagonal, straight });
        }
        let PullDownWeights { on, beside } = self.weights;
        for (place, found) in [("on", on), ("beside", beside)] {
            if found > MAX_WEIGHT {
                return Err(RulesError::ShaftWeight { place, found });
            }
        }
        for (material, avoided) in self.avoid.iter() {
            check_name(material)?;
            if let Avoided::Weight(found) = avoided
                && found > MAX_WEIGHT
            {
                let material = material.to_owned();
                return Err(RulesError::MaterialWeight { material, found });
            }
        }
        Ok(())
    }
}

/// How a material is kept away from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Avoided {
    /// Stepping onto a cell of it costs so many straight steps more.
    Weight(u32),
    /// Nobody steps onto a cell of it: it is as good as a wall, and no link begins or ends
    /// there.
    Closed,
}

/// The materials that are kept away from, by name, so that a rule serves all volumes.
///
/// ```
/// use deepway::{Avoid, Avoided, MoveRules};
///
/// let mut rules = MoveRules::default();
/// rules.avoid.set("slime", Avoided::Weight(5));
/// rules.avoid.set("my own goo", Avoided::Closed);
/// assert!(rules.check().is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Avoid(BTreeMap<String, Avoided>);

impl Avoid {
    /// Keeps away from the material of this name.
    pub fn set(&mut self, material: impl Into<String>, avoided: Avoided) {
        self.0.insert(material.into(), avoided);
    }

    /// Whether nothing is avoided.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of what is avoided, in their order, and how.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Avoided)> {
        self.0
            .iter()
            .map(|(material, &avoided)| (material.as_str(), avoided))
    }

    /// What is avoided of the materials that a volume has; `None` if nothing is.
    pub fn of(&self, volume: &Volume) -> Option<AvoidedHere> {
        if self.is_empty() || !volume.has_materials() {
            return None;
        }
        let mut by_byte = [None; 256];
        for (name, avoided) in self.iter() {
            if let Some(material) = volume.find_material(name) {
                by_byte[usize::from(material.byte())] = Some(avoided);
            }
        }
        let here = AvoidedHere(Box::new(by_byte));
        here.0.iter().any(Option::is_some).then_some(here)
    }
}

/// What is avoided in one volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvoidedHere(Box<[Option<Avoided>; 256]>);

impl AvoidedHere {
    /// How a material is kept away from; `None` if it is not.
    pub fn get(&self, material: Material) -> Option<Avoided> {
        self.0[usize::from(material.byte())]
    }

    /// What a cell of a material is to those who move: a wall where it is closed to them.
    pub(crate) fn seen(&self, cell: Cell, material: Material) -> Cell {
        match self.get(material) {
            Some(Avoided::Closed) if cell.is_walkable() => Cell::Wall,
            _ => cell,
        }
    }

    /// Whether some material is closed.
    pub(crate) fn closes_any(&self) -> bool {
        self.0.contains(&Some(Avoided::Closed))
    }
}

/// Steps on a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Moves {
    /// North, east, south and west.
    Four,
    /// Diagonally too, where both cells beside the step are walkable.
    #[default]
    Eight,
}

/// Ramps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ramps {
    /// A ramp is climbed, never descended.
    #[default]
    Up,
    /// A ramp is a way up and a way down.
    Both,
}

/// Stairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stairs {
    /// `<` below `>` is a way up only.
    #[default]
    OneWay,
    /// `<` below `>` is an ordinary staircase, up and down.
    Paired,
}

/// Gravity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Gravity {
    /// Shafts are climbed like ladders.
    #[default]
    Off,
    /// Shafts lead down only, and pull.
    On,
}

/// What steps and links cost: whole numbers from 1 to 65,535.
///
/// A diagonal step must cost as much as one to two straight ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Costs {
    /// A step north, east, south or west.
    pub straight: u32,
    /// A diagonal step; √2 straight ones, within 1 in 10,000, by default.
    pub diagonal: u32,
    /// Each kind of link, in the order of [`LinkKind::ALL`].
    pub links: [u32; LinkKind::ALL.len()],
}

impl Costs {
    /// What a link of this kind costs.
    pub const fn link(&self, kind: LinkKind) -> u32 {
        self.links[kind as usize]
    }
}

impl Default for Costs {
    fn default() -> Self {
        // 577 / 408 is a convergent of √2: off by one part in 665,857.
        Self {
            straight: 408,
            diagonal: 577,
            links: [408; LinkKind::ALL.len()],
        }
    }
}

/// Extra straight steps that a cell costs where there is gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PullDownWeights {
    /// Stepping onto a shaft cell.
    pub on: u32,
    /// Stepping onto a cell beside one.
    pub beside: u32,
}

impl PullDownWeights {
    /// Shafts are no reason to walk around them.
    pub const NONE: Self = Self { on: 0, beside: 0 };
}

impl Default for PullDownWeights {
    fn default() -> Self {
        Self { on: 99, beside: 4 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_is_the_root_of_two_and_a_link_a_step() {
        let costs = Costs::default();
        let ratio = f64::from(costs.diagonal) / f64::from(costs.straight);
        assert!((ratio - std::f64::consts::SQRT_2).abs() < 1e-4);
        for kind in LinkKind::ALL {
            assert_eq!(costs.link(kind), costs.straight);
        }
    }

    #[test]
    fn impossible_costs_are_refused() {
        assert_eq!(MoveRules::default().check(), Ok(()));
        let with = |costs| {
            MoveRules {
                costs,
                ..MoveRules::default()
            }
            .check()
        };
        let usual = Costs::default();
        for (costs, message) in [
            (
                Costs {
                    straight: 0,
                    ..usual
                },
                "a straight step costs 0: expected 1 to 65535",
            ),
            (
                Costs {
                    links: [70_000; 6],
                    ..usual
                },
                "a ladder costs 70000: expected 1 to 65535",
            ),
            (
                Costs {
                    straight: 10,
                    diagonal: 21,
                    ..usual
                },
                "a diagonal step costs 21: expected 10 to 20, one to two straight steps",
            ),
        ] {
            assert_eq!(with(costs).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn what_is_avoided_is_found_by_name_in_every_volume() {
        let with = |material: &str, avoided| {
            let mut rules = MoveRules::default();
            rules.avoid.set(material, avoided);
            rules
        };
        for (rules, message) in [
            (
                with("oil", Avoided::Weight(65_536)),
                "oil weighs 65536 straight steps: expected 0 to 65535, or closed",
            ),
            (
                with("", Avoided::Closed),
                "not a material: \"\": expected a name of 1 to 64 bytes, without control characters or spaces around it",
            ),
        ] {
            assert_eq!(rules.check().unwrap_err().to_string(), message);
        }
        let rules = with("goo", Avoided::Weight(7));
        assert_eq!(rules.check(), Ok(()));
        let mut volume = Volume::new(crate::volume::Size::new(2, 1, 1).unwrap());
        volume.name_material("tar").unwrap();
        assert_eq!(rules.avoid.of(&volume), None);
        let goo = volume.name_material("goo").unwrap();
        volume.set(Pos::default(), Cell::Floor).unwrap();
        volume.set_material(Pos::default(), goo).unwrap();
        let avoided = rules.avoid.of(&volume).unwrap();
        assert_eq!(avoided.get(goo), Some(Avoided::Weight(7)));
        assert_eq!(avoided.get(Material::OIL), None);
        assert_eq!(
            with("oil", Avoided::Closed)
                .avoid
                .of(&volume)
                .unwrap()
                .get(goo),
            None
        );
        assert!(MoveRules::default().avoid.is_empty());
    }

    #[test]
    fn the_default_rules_are_those_for_maps() {
        let rules = MoveRules::default();
        assert_eq!(rules.ramps, Ramps::Up);
        assert_eq!(rules.stairs, Stairs::OneWay);
        assert_eq!(rules.gravity, Gravity::Off);
        assert_eq!(rules.moves, Moves::Eight);
        assert_eq!(rules.weights, PullDownWeights { on: 99, beside: 4 });
    }
}
