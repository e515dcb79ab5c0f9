//! Movement rules from the command line.

use clap::{Args, ValueEnum};
use deepway::{Gravity, MoveRules, Ramps, Stairs};

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
