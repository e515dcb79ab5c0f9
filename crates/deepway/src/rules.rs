//! How one may move: the rules that every search, check and view obeys.

use crate::cell::LinkKind;

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
    fn the_default_rules_are_those_for_maps() {
        let rules = MoveRules::default();
        assert_eq!(rules.ramps, Ramps::Up);
        assert_eq!(rules.stairs, Stairs::OneWay);
        assert_eq!(rules.gravity, Gravity::Off);
        assert_eq!(rules.moves, Moves::Eight);
        assert_eq!(rules.weights, PullDownWeights { on: 99, beside: 4 });
    }
}
