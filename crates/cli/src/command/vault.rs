//! `deepway vault`.

use super::picture::{PictureArgs, ThemeArgs};
use crate::output::Named;
use crate::{Status, input, message, output};
use anyhow::{Context, Result};
use deepway::answer::VaultAnswer;
use deepway::strata::{Samples, Segmentation, Theme, VaultPlan};
use deepway::view::{self, Ink, PictureOptions, Shown, count};
use deepway::world::World;
use deepway::{MoveRules, Seed};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
A level is cut into segments; each is filled by wave function collapse from samples of its
theme, then all parts are joined. Segments: Zone, Full, BSP:pieces, Ring:2 or Ring:3,
Blocks:rolls,width,height, Circle:x,y,radius, Tower:x,y,radius,thickness.

Exit code: 0 done, 2 bad input.

Examples:
  deepway vault --seed 7
  deepway vault --builders might --segments Ring:3 --seed 7 --png vault.png
  deepway vault --builders might --seed 7 --png vault.png --theme light
  deepway vault --builders stars --segments Blocks:2d6,24,12 --tier 8 --json")]
pub(crate) struct VaultArgs {
    /// What its builders cared for: scholarship, might or stars
    #[arg(long, value_name = "THEME", default_value = "scholarship", value_parser = theme)]
    builders: Theme,
    /// How the level is cut into segments
    #[arg(
        long,
        value_name = "CUT",
        default_value = "BSP:6",
        allow_hyphen_values = true
    )]
    segments: String,
    /// How dangerous it is, 1 to 8: the more, the older its walls
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=8))]
    tier: u8,
    /// Samples of your own instead of the theme's: a text file, as docs/formats.md says
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// The seed
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::command::generate::seed, allow_hyphen_values = true)]
    seed: u64,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

fn theme(text: &str) -> Result<Theme, String> {
    let names = Theme::ALL.map(Theme::name).join(", ");
    Theme::from_name(text).ok_or_else(|| format!("expected one of {names}"))
}

pub(crate) fn run(args: &VaultArgs, ink: Ink) -> Result<Status> {
    let file = args.samples.as_deref();
    let inputs: Vec<Named> = file
        .map(|file| Named::new("--samples", file))
        .into_iter()
        .collect();
    args.pictures.check(&inputs, args.json)?;
    args.theme.check(&args.pictures)?;
    let segmentation: Segmentation = args.segments.parse().context("--segments")?;
    let own = match file {
        Some(file) => {
            let text = input::read_limited(file, Samples::MAX_BYTES)?;
            Some(Samples::read(&input::name(file), &text)?)
        }
        None => None,
    };
    let plan = VaultPlan {
        samples: own.as_ref().unwrap_or_else(|| args.builders.samples()),
        segmentation,
        tier: args.tier,
    };
    let level = plan.build(Seed::new(args.seed));
    let answer = VaultAnswer::new(args.seed, args.builders, &segmentation, &level);
    let title = format!(
        "vault {}, {}, seed {}",
        answer.theme, answer.segmentation, args.seed
    );
    let files = args.pictures.prepare_if_wanted(|| {
        let world = World::from(level.volume.clone());
        let links = world.links(&MoveRules::default())?;
        let options = PictureOptions {
            title: title.clone(),
            theme: args.theme.theme(),
            ..PictureOptions::default()
        };
        Ok(view::plan(&level.volume, &links, 0, &options)?)
    })?;
    if args.json {
        output::print_json(&answer)?;
    } else if !args.pictures.is_wanted() {
        let drawn = view::level(&level.volume, 0, &title, ink);
        let notes = view::notes(&level.volume, &Shown::Levels(0..1), message::columns(), ink);
        output::print(|out| {
            for line in drawn.lines().chain([""]).chain(notes.lines()) {
                writeln!(out, "{}", line.trim_end())?;
            }
            writeln!(
                out,
                "\n{}, {}, {}, {}; period {}",
                count(answer.segments.into(), "segment", "segments"),
                count(answer.vaults.into(), "vault", "vaults"),
                count(answer.cults.into(), "den of a cult", "dens of a cult"),
                count(answer.abandoned.into(), "abandoned room", "abandoned rooms"),
                answer.period
            )?;
            match answer.fallbacks {
                0 => Ok(()),
                some => writeln!(
                    out,
                    "{some} of the segments are plain rooms: no wave filled them"
                ),
            }
        })?;
    }
    output::commit(files, "", !args.json && !args.pictures.takes_stdout())?;
    Ok(Status::Done)
}
