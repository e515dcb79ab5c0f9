//! `deepway book` and `deepway pack`.

use super::convert::UnitsArg;
use super::exchange::{In, ZoneArgs};
use crate::Status;
use crate::output::{self, Named};
use anyhow::{Context, Result};
use clap::ValueEnum;
use deepway::export::{self, Format, Source};
use deepway::view::{PaperSize, Reader};
use std::path::PathBuf;

#[derive(Clone, Copy, ValueEnum)]
enum PaperArg {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl PaperArg {
    fn size(self) -> PaperSize {
        match self {
            Self::A4 => PaperSize::A4,
            Self::Letter => PaperSize::Letter,
        }
    }
}

#[derive(clap::Args)]
#[command(after_help = "\
A book for the table: a cover with all levels, the hook and the rumours, a side profile, a keyed
map a level with where each way leads, room texts with boxes to read aloud, traps and their DCs,
connections with checks and odds, creatures, treasure, an index. The players' book has what is
plain to see, the hook, the rumours and room for notes: no secret door, trap or hidden room.
A book of a map or a maze has its maps, links and things.

Examples:
  deepway book sector.json --pdf book.pdf
  deepway book sector:8:rooms=14,trend=mixed --pdf book.pdf --paper letter
  deepway book sector.json --pdf handout.pdf --player")]
pub(crate) struct BookArgs {
    /// The world: a file, a saved world, or a seed such as sector:7; - is standard input
    world: String,
    /// The file to write; - is standard output
    #[arg(long, value_name = "FILE")]
    pdf: PathBuf,
    /// The size of its pages
    #[arg(long, value_enum, default_value = "a4")]
    paper: PaperArg,
    /// The players' book: without secrets, traps, and who or what waits in the rooms
    #[arg(long)]
    player: bool,
    #[command(flatten)]
    zones: ZoneArgs,
}

pub(crate) fn book(args: &BookArgs) -> Result<Status> {
    let origin = In::new(&args.world);
    let read: Vec<Named> = origin.named("WORLD").into_iter().collect();
    output::keep_apart(&read, &[Named::new("--pdf", &args.pdf)])?;
    let taken = origin.read(&args.zones)?;
    let reader = match args.player {
        true => Reader::Player,
        false => Reader::Keeper,
    };
    let bytes = taken.source()?.book(reader, args.paper.size());
    let bytes = bytes.with_context(|| taken.name.clone())?;
    let pending = output::prepare(&args.pdf, |out| out.write_all(&bytes))?;
    output::commit(vec![pending], "", !output::is_stdout(&args.pdf))?;
    Ok(Status::Done)
}

#[derive(clap::Args)]
#[command(after_help = "\
DIR must not exist yet; it appears once everything in it is written. Begin with its index.html.

Example:
  deepway pack sector.json evening")]
pub(crate) struct PackArgs {
    /// The world: a file, a saved world, or a seed such as sector:7; - is standard input
    world: String,
    /// The new folder: both books, a Foundry scene, Universal VTT files, pictures, the world as JSON
    dir: PathBuf,
    /// The size of the books' pages
    #[arg(long, value_enum, default_value = "a4")]
    paper: PaperArg,
    /// The units of the Foundry scene
    #[arg(long, value_enum, default_value = "metres")]
    units: UnitsArg,
    #[command(flatten)]
    zones: ZoneArgs,
}

pub(crate) fn pack(args: &PackArgs) -> Result<Status> {
    output::refuse_existing(&args.dir)?;
    let taken = In::new(&args.world).read(&args.zones)?;
    let source = taken.source()?;
    let files = files(args, &source).with_context(|| taken.name.clone())?;
    output::write_folder(&args.dir, &files)?;
    let (name, count) = (crate::message::shown(&args.dir), files.len());
    output::print(|out| writeln!(out, "wrote {name}: {count} files; begin with index.html"))?;
    Ok(Status::Done)
}

/// Everything that is in a pack.
fn files(args: &PackArgs, source: &Source<'_>) -> Result<Vec<(String, Vec<u8>)>> {
    let paper = args.paper.size();
    let mut files = vec![
        (
            "keeper/book.pdf".to_owned(),
            source.book(Reader::Keeper, paper)?,
        ),
        (
            "players/book.pdf".to_owned(),
            source.book(Reader::Player, paper)?,
        ),
    ];
    let mut pictures = Vec::new();
    for (z, _) in (0..).zip(source.level_names()) {
        if let Some(picture) = source.level_picture(z)? {
            pictures.push(z);
            files.push((players_picture(z), picture));
        }
    }
    for (folder, format) in [
        ("keeper/", Format::Png),
        ("keeper/", Format::Json),
        ("keeper/uvtt/", Format::Uvtt),
    ] {
        for file in export::export(source, format)?.files {
            files.push((format!("{folder}{}", file.name), file.bytes));
        }
    }
    for file in export::foundry(source, args.units.units())?.files {
        files.push((format!("keeper/foundry/{}", file.name), file.bytes));
    }
    files.push((
        "index.html".to_owned(),
        index(source, &pictures).into_bytes(),
    ));
    Ok(files)
}

fn players_picture(z: u32) -> String {
    format!("players/level-{z:03}.png")
}

/// The page that says what is what; players have pictures of some levels.
fn index(source: &Source<'_>, pictures: &[u32]) -> String {
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    let (title, stem) = (escaped(source.title()), source.stem());
    let levels = (0..).zip(source.level_names()).map(|(z, name): (u32, _)| {
        let name = escaped(name);
        let file = players_picture(z);
        let picture = match pictures.contains(&z) {
            true => format!(
                "<tr><td><a href=\"{file}\">{file}</a></td>\
                 <td>{name}, as players may see it</td></tr>\n"
            ),
            false => String::new(),
        };
        format!(
            "{picture}<tr><td><a href=\"keeper/uvtt/level-{z:03}.uvtt\">keeper/uvtt/level-{z:03}.uvtt</a></td>\
             <td>{name} for virtual tabletops that read Universal VTT</td></tr>\n"
        )
    });
    let levels: String = levels.collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body{{font:16px/1.5 serif;max-width:46em;margin:3em auto;padding:0 1em}}\
         td{{padding:.2em 1em .2em 0;vertical-align:top}}</style>\n\
         <h1>{title}</h1>\n\
         <p>What is in <b>keeper</b> is for whoever runs the game; hand out what is in <b>players</b>.</p>\n\
         <table>\n\
         <tr><td><a href=\"keeper/book.pdf\">keeper/book.pdf</a></td><td>the keeper's book: print it, or read it on the screen</td></tr>\n\
         <tr><td><a href=\"players/book.pdf\">players/book.pdf</a></td><td>the players' book: nothing hidden is in it</td></tr>\n\
         <tr><td><a href=\"keeper/{stem}.png\">keeper/{stem}.png</a></td><td>all levels in one picture</td></tr>\n\
         <tr><td><a href=\"keeper/foundry/README.txt\">keeper/foundry</a></td><td>a scene for Foundry Virtual Tabletop 14, with its pictures; its README says how to bring it in</td></tr>\n\
         {levels}\
         <tr><td><a href=\"keeper/{stem}.json\">keeper/{stem}.json</a></td><td>the world itself: deepway show, check, path and play read it</td></tr>\n\
         </table>\n</html>\n"
    )
}
