//! `deepway query`.

use crate::message::count;
use crate::{Outcome, input, output};
use anyhow::{Result, anyhow};
use clap::Subcommand;
use deepway::sector::{ConnectionKind, Room, Sector};
use deepway::{Layer, RoomId, RoomPos};
use serde_json::{Value, json as object};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 there is an answer, 1 there is none (nothing above, not reachable), 2 bad
use or bad input.

Examples:
  deepway query sector.json position r3
  deepway query sector.json above r0
  deepway query sector.json at-layer upper_roots
  deepway query sector.json in-range 0,0,0 2
  deepway query sector.json between r0 r2
  deepway query sector.json reachable-layers r0
  deepway query sector.json reachable r4")]
pub(crate) struct QueryArgs {
    /// The sector, as JSON; - is standard input
    sector: PathBuf,
    #[command(subcommand)]
    question: Question,
    /// Print JSON, for a program
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Question {
    /// Where a room is
    Position {
        /// The id of the room
        room: String,
    },
    /// The rooms above a room, in columns that both have, the nearest first
    Above {
        /// The id of the room
        room: String,
    },
    /// The rooms below a room, in columns that both have, the nearest first
    Below {
        /// The id of the room
        room: String,
    },
    /// The rooms of a layer
    AtLayer {
        /// Its name (ground_level) or height (-3 to 3)
        #[arg(allow_hyphen_values = true, value_parser = layer)]
        layer: Layer,
    },
    /// The rooms that have a unit at most so far away, in every direction
    InRange {
        /// The unit to measure from, as x,y,z
        #[arg(allow_hyphen_values = true, value_parser = unit)]
        centre: RoomPos,
        /// How far, in units
        radius: u32,
    },
    /// The way up or down between two rooms
    Between {
        /// The id of a room
        a: String,
        /// The id of another
        b: String,
    },
    /// The layers that can be reached from a room without passing what is blocked
    ReachableLayers {
        /// The id of the room; the entry hall if left out
        room: Option<String>,
    },
    /// Whether a room can be reached from the entry hall
    Reachable {
        /// The id of the room
        room: String,
    },
}

fn layer(text: &str) -> Result<Layer, String> {
    let by_name = Layer::from_id(text);
    let by_height = || text.parse().ok().and_then(Layer::from_z);
    by_name.or_else(by_height).ok_or_else(|| {
        let names = Layer::ALL.map(Layer::id);
        format!("expected {} or -3 to 3", names.join(", "))
    })
}

fn unit(text: &str) -> Result<RoomPos, String> {
    let numbers: Result<Vec<i32>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[x, y, z]) => Ok(RoomPos::new(x, y, z)),
        _ => Err("expected x,y,z".to_owned()),
    }
}

/// An answer for people, for programs, and whether there is one.
struct Answer {
    text: String,
    json: Value,
    is_yes: bool,
}

pub(crate) fn run(args: &QueryArgs) -> Result<Outcome> {
    let sector = input::read_sector(&args.sector)?.sector;
    let answer = ask(&sector, &args.question)?;
    output::print(|out| match args.json {
        true => writeln!(out, "{}", answer.json),
        false => write!(out, "{}", answer.text),
    })?;
    Ok(if answer.is_yes {
        Outcome::Done
    } else {
        Outcome::No
    })
}

fn ask(sector: &Sector, question: &Question) -> Result<Answer> {
    let find = |text: &str| {
        sector.find_room(text).ok_or_else(|| {
            let [first, last] = [sector.rooms().first(), sector.rooms().last()]
                .map(|room| room.map_or(RoomId::ENTRY, |room| room.id));
            anyhow!("there is no room {text:?}: the sector has {first} to {last}")
        })
    };
    let room = |id: RoomId| &sector[id];
    Ok(match question {
        Question::Position { room: id } => {
            let room = room(find(id)?);
            let RoomPos { x, y, z } = room.position;
            Answer {
                text: format!("{}\n", line(room)),
                json: object!({"id": room.id, "position": {"x": x, "y": y, "z": z}}),
                is_yes: true,
            }
        }
        Question::Above { room: id } => list(sector.above(find(id)?).into_iter().map(room)),
        Question::Below { room: id } => list(sector.below(find(id)?).into_iter().map(room)),
        Question::AtLayer { layer } => list(sector.at_layer(*layer)),
        Question::InRange { centre, radius } => list(sector.in_range(*centre, *radius)),
        Question::Between { a, b } => match sector.connection_between(find(a)?, find(b)?) {
            Some(connection) => Answer {
                text: format!(
                    "{}: {}, DC {}, spans {}{}\n",
                    connection.id,
                    connection.kind().id(),
                    connection.dc(),
                    count(connection.levels().into(), "layer", "layers"),
                    if connection.is_blocked() {
                        ", blocked"
                    } else {
                        ""
                    }
                ),
                json: object!({
                    "id": connection.id,
                    "from": connection.from,
                    "to": connection.to,
                    "kind": connection.kind().id(),
                    "underlying": connection.underlying().map(ConnectionKind::id),
                    "column": connection.column(),
                    "dc": connection.dc(),
                    "levels": connection.levels(),
                    "blocked": connection.is_blocked(),
                    "two_way": connection.is_two_way(),
                    "powered": connection.powered(),
                }),
                is_yes: true,
            },
            None => Answer {
                text: format!("no way up or down joins {a} and {b}\n"),
                json: Value::Null,
                is_yes: false,
            },
        },
        Question::ReachableLayers { room } => {
            let from = room.as_deref().map_or(Ok(RoomId::ENTRY), find)?;
            let layers = sector.reachable_layers(from);
            let names: Vec<&str> = layers.iter().rev().map(|layer| layer.id()).collect();
            Answer {
                text: layers.iter().rev().fold(String::new(), |text, layer| {
                    text + &format!("{:+} {layer}\n", layer.z()).replace("+0", " 0")
                }),
                json: object!(names),
                is_yes: true,
            }
        }
        Question::Reachable { room: id } => {
            let is_reachable = sector.is_reachable_from_origin(find(id)?);
            let answer = if is_reachable { "can" } else { "cannot" };
            Answer {
                text: format!("{id} {answer} be reached from the entry hall\n"),
                json: object!(is_reachable),
                is_yes: is_reachable,
            }
        }
    })
}

fn line(room: &Room) -> String {
    let side = room.size.side();
    format!(
        "{} {} at {}, {side}×{side}",
        room.id, room.name, room.position
    )
}

fn list<'a>(rooms: impl Iterator<Item = &'a Room>) -> Answer {
    let rooms: Vec<&Room> = rooms.collect();
    let ids: Vec<RoomId> = rooms.iter().map(|room| room.id).collect();
    let mut text: String = rooms.iter().map(|room| line(room) + "\n").collect();
    if rooms.is_empty() {
        text = "none\n".to_owned();
    }
    Answer {
        text,
        json: object!(ids),
        is_yes: !rooms.is_empty(),
    }
}
