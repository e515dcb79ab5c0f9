//! Movement rules from the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use deepway::nav::Algorithm;
use deepway::{Gravity, MoveRules, Moves, Ramps, Stairs};

#[derive(Args)]
#[command(next_help_heading = "Movement rules")]
pub(crate) struct RuleArgs {
    /// Whether ramps lead up only, or down as well
    #[arg(long, value_enum, default_value = "up", value_name = "WAY")]
    ramps: RampsArg,
    /// Whether < below > is a way up only, or an ordinary staircase
    #[arg(long, value_enum, default_value = "oneway", value_name = "WAY")]
    stairs: StairsArg,
    /// Shafts (O) pull down: nobody climbs them
    #[arg(long)]
    gravity: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum RampsArg {
    Up,
    Both,
}

#[derive(Clone, Copy, ValueEnum)]
enum StairsArg {
    Oneway,
    Paired,
}

impl RuleArgs {
    pub(crate) fn rules(&self) -> MoveRules {
        MoveRules {
            ramps: match self.ramps {
                RampsArg::Up => Ramps::Up,
                RampsArg::Both => Ramps::Both,
            },
            stairs: match self.stairs {
                StairsArg::Oneway => Stairs::OneWay,
                StairsArg::Paired => Stairs::Paired,
            },
            gravity: if self.gravity {
                Gravity::On
            } else {
                Gravity::Off
            },
            ..MoveRules::default()
        }
    }
}

/// The rules for links, and how to step on a level.
#[derive(Args)]
#[command(next_help_heading = "Movement rules")]
pub(crate) struct MoveArgs {
    /// Steps on a level: 4 straight ones, or 8 with diagonals that cut no corners
    #[arg(long, value_enum, default_value = "8", value_name = "N")]
    moves: MovesArg,
    #[command(flatten)]
    links: RuleArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum MovesArg {
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
}

impl MoveArgs {
    pub(crate) fn rules(&self) -> MoveRules {
        let moves = match self.moves {
            MovesArg::Four => Moves::Four,
            MovesArg::Eight => Moves::Eight,
        };
        MoveRules {
            moves,
            ..self.links.rules()
        }
    }
}

/// Reads the name of an algorithm, for the argument parser.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let names = Algorithm::ALL
        .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.summary()));
    PossibleValuesParser::new(names).map(|name| Algorithm::from_name(&name).unwrap_or_default())
}
