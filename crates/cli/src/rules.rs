//! Movement rules from the command line.

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use deepway::nav::Algorithm;
use deepway::world::World;
use deepway::{Avoided, Gravity, Material, MoveRules, Moves, Ramps, Stairs};

#[derive(Args)]
#[command(next_help_heading = "Movement rules")]
pub(crate) struct RuleArgs {
    /// Whether ramps lead up only, or down as well [default: up]
    #[arg(long, value_name = "WAY", value_parser = one_of([("up", Ramps::Up), ("both", Ramps::Both)]))]
    ramps: Option<Ramps>,
    /// Whether < below > is a way up only, or an ordinary staircase [default: oneway]
    #[arg(long, value_name = "WAY", value_parser = one_of([("oneway", Stairs::OneWay), ("paired", Stairs::Paired)]))]
    stairs: Option<Stairs>,
    /// Whether shafts (O) pull down, so that nobody climbs them [default: off]
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on",
        value_parser = one_of([("on", Gravity::On), ("off", Gravity::Off)]))]
    gravity: Option<Gravity>,
}

impl RuleArgs {
    /// Whether any rule is asked for.
    pub(crate) fn are_given(&self) -> bool {
        self.ramps.is_some() || self.stairs.is_some() || self.gravity.is_some()
    }

    /// The rules of a world, with those that are asked for in their place.
    pub(crate) fn rules(&self, world: &World) -> MoveRules {
        let rules = world.rules();
        MoveRules {
            ramps: self.ramps.unwrap_or(rules.ramps),
            stairs: self.stairs.unwrap_or(rules.stairs),
            gravity: self.gravity.unwrap_or(rules.gravity),
            ..rules
        }
    }
}

/// The rules for links, and how to step on a level.
#[derive(Args)]
#[command(next_help_heading = "Movement rules")]
pub(crate) struct MoveArgs {
    /// Steps on a level: 4 straight ones, or 8 with diagonals that cut no corners [default: 8]
    #[arg(long, value_name = "N", value_parser = one_of([("4", Moves::Four), ("8", Moves::Eight)]))]
    moves: Option<Moves>,
    /// Stay off a material: a cell of it costs STEPS more steps; without STEPS it is closed
    #[arg(long, value_name = "MATERIAL[=STEPS]")]
    avoid: Vec<String>,
    #[command(flatten)]
    links: RuleArgs,
}

impl MoveArgs {
    /// Whether any rule is asked for.
    pub(crate) fn are_given(&self) -> bool {
        self.moves.is_some() || !self.avoid.is_empty() || self.links.are_given()
    }

    /// The rules of a world, with those that are asked for in their place.
    pub(crate) fn rules(&self, world: &World) -> Result<MoveRules> {
        let mut rules = self.links.rules(world);
        rules.moves = self.moves.unwrap_or(rules.moves);
        let mut seen = Vec::new();
        for text in &self.avoid {
            let cells = world.cells()?;
            // The name of a material may contain the sign itself.
            let (material, avoided) = match cells.find_material(text) {
                Some(_) => (text.as_str(), Avoided::Closed),
                None => avoided(text)?,
            };
            let found = cells.find_material(material);
            if found.is_none() {
                let known = Material::all().filter_map(|known| cells.material_name(known));
                let known: Vec<&str> = known.collect();
                let start = material.get(..3).unwrap_or(material);
                if let Some(near) = known.iter().find(|known| known.starts_with(start)) {
                    bail!("--avoid {material}: there is no such material: did you mean {near}?");
                }
                bail!(
                    "--avoid {material}: there is no such material: expected a name from the map, or one of {}",
                    known.join(", ")
                );
            }
            if seen.contains(&found) {
                bail!("--avoid {material} is there twice: expected each material once");
            }
            seen.push(found);
            rules.avoid.set(material, avoided);
        }
        Ok(rules)
    }
}

/// Reads one of some words, for the argument parser.
fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let words = PossibleValuesParser::new(values.each_ref().map(|(word, _)| *word));
    words.try_map(move |word| {
        let value = values.iter().find(|(known, _)| *known == word);
        value.map(|(_, value)| value.clone()).ok_or("no such value")
    })
}

/// Reads a material, or a material and a weight.
fn avoided(text: &str) -> Result<(&str, Avoided)> {
    let Some((material, steps)) = text.rsplit_once('=') else {
        return Ok((text, Avoided::Closed));
    };
    let Ok(weight) = steps.parse() else {
        bail!(
            "--avoid {text}: {steps:?} is not a number of steps: expected 0 to 65535, as in {material}=5"
        );
    };
    Ok((material, Avoided::Weight(weight)))
}

/// Reads the name of an algorithm, for the argument parser.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let names = Algorithm::ALL
        .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.summary()));
    PossibleValuesParser::new(names).map(|name| Algorithm::from_name(&name).unwrap_or_default())
}
