//! `deepway query`.

use crate::{Status, input, output};
use anyhow::Result;
use clap::Subcommand;
use deepway::answer::{Query, QueryAnswer};
use deepway::sector::{Room, Sector};
use deepway::view::count;
use deepway::{Layer, RoomPos};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 there is an answer, 1 there is none (nothing above, not reachable), 2 bad
use or bad input.

Examples:
  deepway query sector.json position r3
  deepway query sector.json above r0
  deepway query sector.json at-layer \"upper roots\"
  deepway query sector.json layer ground
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

#[derive(Clone, Subcommand)]
enum Question {
    /// Where a room is
    Position {
        /// The id of the room
        room: String,
    },
    /// The rooms above a room that share a column with it, nearest first
    Above {
        /// The id of the room
        room: String,
    },
    /// The rooms below a room that share a column with it, nearest first
    Below {
        /// The id of the room
        room: String,
    },
    /// The rooms of a layer
    AtLayer {
        /// Its name (ground, lower trunk) or number (-3 to 3)
        #[arg(allow_hyphen_values = true)]
        layer: Layer,
    },
    /// What a layer is like, and its rooms
    Layer {
        /// Its name (ground, lower trunk) or number (-3 to 3)
        #[arg(allow_hyphen_values = true)]
        layer: Layer,
    },
    /// The rooms with a unit within a distance, in any direction
    InRange {
        /// The unit to measure from, as x,y,z
        #[arg(allow_hyphen_values = true, value_parser = unit)]
        centre: RoomPos,
        /// The distance, in units
        #[arg(allow_hyphen_values = true, value_parser = radius)]
        radius: u32,
    },
    /// The connection up or down between two rooms
    Between {
        /// The id of a room
        a: String,
        /// The id of another room
        b: String,
    },
    /// The layers that can be reached from a room without passing anything blocked
    ReachableLayers {
        /// The id of the room [default: the entry hall]
        room: Option<String>,
    },
    /// Whether a room can be reached from the entry hall
    Reachable {
        /// The id of the room
        room: String,
    },
}

fn unit(text: &str) -> Result<RoomPos, String> {
    let numbers: Result<Vec<i32>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[x, y, z]) => Ok(RoomPos::new(x, y, z)),
        _ => Err("expected x,y,z".to_owned()),
    }
}

fn radius(text: &str) -> Result<u32, String> {
    let most = u32::MAX;
    text.parse()
        .map_err(|_| format!("expected a whole number from 0 to {most}"))
}

impl Question {
    fn query(&self) -> Query {
        match self.clone() {
            Self::Position { room } => Query::Position(room),
            Self::Above { room } => Query::Above(room),
            Self::Below { room } => Query::Below(room),
            Self::AtLayer { layer } => Query::AtLayer(layer),
            Self::Layer { layer } => Query::Layer(layer),
            Self::InRange { centre, radius } => Query::InRange(centre, radius),
            Self::Between { a, b } => Query::Between(a, b),
            Self::ReachableLayers { room } => Query::ReachableLayers(room),
            Self::Reachable { room } => Query::Reachable(room),
        }
    }
}

pub(crate) fn run(args: &QueryArgs) -> Result<Status> {
    let world = input::read_world(&args.sector)?;
    let sector = super::sector::of(&world, &input::name(&args.sector))?;
    input::check(&world, &args.sector)?;
    let sector = sector.sector();
    let query = args.question.query();
    let answer = query.ask(sector)?;
    match args.json {
        true => output::print_json(&answer)?,
        false => output::print(|out| out.write_all(text(sector, &query, &answer).as_bytes()))?,
    }
    Ok(match answer.is_yes() {
        true => Status::Done,
        false => Status::No,
    })
}

/// An answer for people.
fn text(sector: &Sector, query: &Query, answer: &QueryAnswer) -> String {
    let room = |id: &String| {
        let room = sector.find_room(id)?;
        Some(line(&sector[room]) + "\n")
    };
    match (answer, query) {
        (QueryAnswer::Position { id, .. }, _) => room(id).unwrap_or_default(),
        (QueryAnswer::Rooms(rooms), _) if rooms.is_empty() => "none\n".to_owned(),
        (QueryAnswer::Rooms(rooms), _) => rooms.iter().filter_map(room).collect(),
        (
            QueryAnswer::Layer {
                name,
                depth_m,
                description,
                typical_biomes,
                rooms,
                ..
            },
            _,
        ) => {
            let metres = format!("{depth_m:+} m").replace("+0", "0");
            let biomes = typical_biomes.join(", ");
            let rooms: String = rooms.iter().filter_map(room).collect();
            format!("{name} ({metres}): {description}\nUsual biomes: {biomes}\n{rooms}")
        }
        (QueryAnswer::Between(Some(connection)), _) => format!(
            "{}: {}, DC {}, spans {}{}\n",
            connection.id,
            connection.kind,
            connection.dc,
            count(connection.levels.into(), "layer", "layers"),
            if connection.blocked { ", blocked" } else { "" }
        ),
        (QueryAnswer::Between(None), Query::Between(a, b)) => {
            format!("no way up or down joins {a} and {b}\n")
        }
        (QueryAnswer::Layers(layers), _) => {
            let layers = layers.iter().filter_map(|id| Layer::from_id(id));
            let line = |layer: Layer| format!("{:+} {layer}\n", layer.z()).replace("+0", " 0");
            layers.map(line).collect()
        }
        (QueryAnswer::Reachable(is_reachable), Query::Reachable(id)) => {
            let answer = if *is_reachable { "can" } else { "cannot" };
            format!("{id} {answer} be reached from the entry hall\n")
        }
        (QueryAnswer::Between(None) | QueryAnswer::Reachable(_), _) => "no\n".to_owned(),
    }
}

fn line(room: &Room) -> String {
    let side = room.size.side();
    format!(
        "{} {} at {}, {side}×{side}",
        room.id, room.name, room.position
    )
}
