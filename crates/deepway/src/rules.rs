//! How one may move: the rules that every search, check and view obeys.

use crate::cell::LinkKind;
use crate::space::Pos;
use thiserror::Error;

/// The rules of movement.
///
/// The default suits hand-made maps: eight moves, ramps up only, stairs as
/// their cells say, no gravity, and every link as long as a straight step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
}

/// Costs that no search can work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
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
        Ok(())
    }
}

/// Steps on a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Moves {
    /// North, east, south and west.
    Four,
    /// Diagonally too, where both cells beside the step are walkable.
    #[default]
    Eight,
}

/// Ramps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ramps {
    /// A ramp is climbed, never descended.
    #[default]
    Up,
    /// A ramp is a way up and a way down.
    Both,
}

/// Stairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stairs {
    /// `<` below `>` is a way up only.
    #[default]
    OneWay,
    /// `<` below `>` is an ordinary staircase, up and down.
    Paired,
}

/// Gravity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    fn the_default_rules_are_those_for_maps() {
        let rules = MoveRules::default();
        assert_eq!(rules.ramps, Ramps::Up);
        assert_eq!(rules.stairs, Stairs::OneWay);
        assert_eq!(rules.gravity, Gravity::Off);
        assert_eq!(rules.moves, Moves::Eight);
        assert_eq!(rules.weights, PullDownWeights { on: 99, beside: 4 });
    }
}
