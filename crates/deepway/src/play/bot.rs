//! Players that are programs: to know that worlds can be finished, and how it feels.

use super::actor::{Actor, ActorId, Side};
use super::aim::{Aim, Home};
use super::command::Command;
use super::explore::{Explorer, Halt};
use super::game::Game;
use crate::cell::Cell;
use crate::seed::Stream;
use crate::space::{Direction, Pos};
use std::collections::BTreeSet;

/// The kinds of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotKind {
    /// Sees everything first, then does what there is to do.
    Explorer,
    /// Does anything.
    Random,
    /// Knows the world, and goes the shortest way.
    Speedrun,
}

impl BotKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Explorer, Self::Random, Self::Speedrun];

    /// What the command line calls it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Explorer => "explorer",
            Self::Random => "random",
            Self::Speedrun => "speedrun",
        }
    }
}

/// A player that is a program. What it does follows from the game and its own seed alone.
pub struct Bot {
    kind: BotKind,
    explorer: Explorer,
    random: Stream,
    /// Where it has looked for secret doors, and how often.
    searched: BTreeSet<Pos>,
    looks: u32,
}

/// How often it looks for something hidden in one place.
const LOOKS: u32 = 4;

impl Bot {
    /// A bot for a game.
    pub fn new(kind: BotKind, game: &Game) -> Self {
        let explorer = match kind {
            BotKind::Speedrun => Explorer::knowing_all(game),
            BotKind::Explorer | BotKind::Random => Explorer::new(game),
        };
        Self {
            kind,
            explorer,
            random: game.seed().child("bot").stream(),
            searched: BTreeSet::new(),
            looks: 0,
        }
    }

    /// What it does next; none once the game is over.
    pub fn next(&mut self, game: &Game) -> Option<Command> {
        if game.ending().is_some() {
            return None;
        }
        if game.prompt().is_some() {
            return Some(Command::Answer(
                self.kind == BotKind::Random && self.random.chance(1, 2),
            ));
        }
        Some(match self.kind {
            BotKind::Random => self.anything(game),
            BotKind::Explorer | BotKind::Speedrun => self.sensible(game),
        })
    }

    fn sensible(&mut self, game: &Game) -> Command {
        if let Some(command) = self.fight(game) {
            return command;
        }
        if let Some(command) = self.finish(game) {
            return command;
        }
        if self.kind == BotKind::Speedrun
            && let Some(command) = self.fetch(game)
        {
            return command;
        }
        match self.explorer.explore_on(game) {
            Ok(command) => command,
            Err(Halt::Done | Halt::NoWay | Halt::There) => self.search(game),
            Err(_) => Command::Wait,
        }
    }

    /// Strikes whoever is in reach, drinks when it is time, rests when nobody is about.
    fn fight(&mut self, game: &Game) -> Option<Command> {
        let player = game.player();
        let foes = game.actors().filter(|actor| actor.side == Side::Foes);
        let mut reached: Vec<&Actor> = foes
            .clone()
            .filter(|foe| game.reaches(player.place, foe.place))
            .collect();
        reached.sort_by_key(|foe| (foe.hp, foe.id));
        let is_weak = player.hp * 3 < player.max_hp;
        if let Some(foe) = reached.first() {
            let draught = player.items.iter().position(|item| {
                let kind = item.properties.get("item");
                kind.is_some_and(|kind| kind == "draught" || kind == "food")
            });
            return Some(match draught.filter(|_| is_weak) {
                Some(number) => Command::Apply(number as u32),
                None => Command::Strike(foe.place),
            });
        }
        let is_seen = { foes }.any(|foe| game.sees(foe.place));
        let is_worn = player.hp * 4 < player.max_hp * 3;
        (is_worn && !is_seen).then_some(Command::Rest)
    }

    /// Goes home once it has what it came for.
    fn finish(&mut self, game: &Game) -> Option<Command> {
        match game.aim() {
            Aim::Fetch { relic, home, .. } => {
                let has = game.player().items.iter().any(|item| item.name == *relic);
                let home = match home {
                    _ if !has => return None,
                    Home::Place(place) => *place,
                    Home::Room(room, _) => game.middle_of_room(*room)?,
                    Home::Column(..) => return None,
                };
                self.explorer.nearest(game, &[home])
            }
            Aim::Reach(place) => self.explorer.nearest(game, &[*place]),
            Aim::Descend { .. } | Aim::Explore { .. } => None,
        }
    }

    /// Goes to what it came for, or to the nearest key.
    fn fetch(&mut self, game: &Game) -> Option<Command> {
        let here = game.player().place;
        let Aim::Fetch { relic, .. } = game.aim() else {
            return None;
        };
        let wanted = |name: &str| name == relic;
        let relics = game.goods().filter(|thing| wanted(&thing.name));
        let relics: Vec<Pos> = relics.map(|thing| thing.place).collect();
        let keys = game
            .goods()
            .filter(|thing| thing.properties.contains_key("lock"));
        let keys: Vec<Pos> = keys.map(|thing| thing.place).collect();
        if relics.contains(&here) || keys.contains(&here) {
            return Some(Command::Take);
        }
        let way = self.explorer.nearest(game, &relics);
        way.or_else(|| self.explorer.nearest(game, &keys))
            .or_else(|| self.knock(game))
    }

    /// Goes to the nearest secret door, and looks for it.
    fn knock(&mut self, game: &Game) -> Option<Command> {
        let beside: Vec<Pos> = game
            .hidden_doors()
            .into_iter()
            .flat_map(|door| Direction::STRAIGHT.map(|way| door.step(way)))
            .collect();
        match beside.contains(&game.player().place) {
            true => Some(Command::Search),
            false => self.explorer.nearest(game, &beside),
        }
    }

    /// Looks for what is hidden, disarms what is in the way, and gives up in the end.
    fn search(&mut self, game: &Game) -> Command {
        let here = game.player().place;
        let traps: Vec<Pos> = game.known_traps().collect();
        for towards in &Direction::ALL[..8] {
            if traps.contains(&here.step(*towards)) {
                return Command::Disarm(*towards);
            }
        }
        let beside: Vec<Pos> = traps
            .iter()
            .flat_map(|trap| Direction::ALL[..8].iter().map(|way| trap.step(*way)))
            .collect();
        if let Some(command) = self.explorer.nearest(game, &beside) {
            return command;
        }
        if self.looks > 0 {
            self.looks -= 1;
            return Command::Search;
        }
        let is_far = |pos: &Pos| {
            let near = self.searched.iter().filter(|known| known.z == pos.z);
            !{ near }.any(|known| (known.x - pos.x).abs() <= 2 && (known.y - pos.y).abs() <= 2)
        };
        let places: Vec<Pos> = self.explorer.walls().into_iter().filter(is_far).collect();
        if places.contains(&here) {
            self.searched.insert(here);
            self.looks = LOOKS - 1;
            return Command::Search;
        }
        match self.explorer.nearest(game, &places) {
            Some(command) => command,
            None => Command::Leave,
        }
    }

    fn anything(&mut self, game: &Game) -> Command {
        let random = &mut self.random;
        let way = Direction::ALL[random.below(8) as usize];
        let steep = match random.below(2) {
            0 => Direction::Up,
            _ => Direction::Down,
        };
        let Pos { x, y, z } = game.player().place;
        let [right, down] = [(); 2].map(|()| random.between(-3, 3));
        let near = Pos::new(x + right, y + down, z + random.between(-1, 1));
        let item = random.below(4) as u32;
        match random.below(32) {
            0 | 1 => Command::Climb(steep),
            2 => Command::Use(steep),
            3 => Command::Use(way),
            4 => Command::Wait,
            5 => Command::Rest,
            6 => Command::Search,
            7 => Command::Clear(None),
            8 => Command::Blast(Some(steep)),
            9 => Command::Repair(None),
            10 => Command::Disarm(way),
            11 => Command::Take,
            12 => Command::Drop(item),
            13 => Command::Apply(item),
            14 => Command::Throw(item, near),
            15 => Command::Strike(near),
            16 => Command::Shove(way),
            17 => Command::Turn(way),
            18 => Command::Answer(true),
            _ => Command::Step(way),
        }
    }
}

impl Game {
    /// Where one stands in the middle of a room.
    pub fn middle_of_room(&self, room: crate::ids::RoomId) -> Option<Pos> {
        self.stage().sector()?.middle_of(room)
    }

    /// Secret doors that nobody has found, among what is loaded.
    fn hidden_doors(&self) -> Vec<Pos> {
        let (cells, corner) = self.cells();
        let size = cells.size();
        let rows = (0..size.levels()).flat_map(|z| (0..size.height()).map(move |y| (y, z)));
        let doors = rows.flat_map(|(y, z)| {
            let row = (0..).zip(cells.row(y, z));
            let doors = row.filter(|(_, cell)| *cell == Cell::SecretDoor);
            doors.map(move |(x, _)| Pos::new(x, y as i32, z as i32))
        });
        let doors = doors.map(|pos| Pos::new(pos.x + corner.x, pos.y + corner.y, pos.z + corner.z));
        doors.filter(|pos| self.is_hidden(*pos)).collect()
    }

    /// Whether somebody is the player.
    pub fn is_player(&self, who: ActorId) -> bool {
        who == ActorId::PLAYER
    }
}
