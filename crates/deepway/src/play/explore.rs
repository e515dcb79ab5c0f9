//! Exploring and travelling on their own: the next command, decided by what the player knows.

use super::actor::{Mind, Side};
use super::command::Command;
use super::event::{Event, News};
use super::game::Game;
use super::stage::{Way, WayKind};
use super::tell::one;
use crate::cell::{Cell, LinkKind};
use crate::nav::{Algorithm, Finder, Navigator};
use crate::rules::{Costs, Gravity, MoveRules};
use crate::space::{Direction, Pos, ZonePos};
use crate::thing::Thing;
use crate::volume::{Draft, Size, Volume};
use std::collections::BTreeSet;
use std::fmt;

/// Why there is nothing more to do on one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A foe is in sight.
    Foe(String),
    /// A question waits for an answer.
    Prompt,
    /// Everything that can be reached is known.
    Done,
    /// There is no known way to that place.
    NoWay,
    /// The player is there.
    There,
    /// The game is over.
    Over,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foe(name) => {
                let name = one(name);
                return write!(f, "{name} is in sight: fight, or walk away step by step.");
            }
            Self::Prompt => "There is a question to answer first: yes or no.",
            Self::Done => "You have seen everything that can be reached from here.",
            Self::NoWay => "You know of no way there.",
            Self::There => "You are there.",
            Self::Over => "The game is over.",
        })
    }
}

/// What the player knows of the world, as a map to find ways on.
///
/// It holds nothing that is not in the game: one that is made anew decides the same. Kept from
/// turn to turn, it learns only what is new.
pub struct Explorer {
    known: Volume,
    corner: Pos,
    navigator: Navigator,
    finder: Finder,
    /// The cells that the player has seen, by their place in the volume.
    seen: Vec<bool>,
    /// Known cells beside unknown ones.
    edge: BTreeSet<Pos>,
    /// What the map was made from.
    learnt: Learnt,
    /// Where locks, keys, traps and work may have changed what is passable.
    changeable: Vec<Pos>,
    /// Whether it knows more than the player does: everything that is loaded.
    knows_all: bool,
    /// The corners of what it is to explore; none if that is everything.
    bounds: Option<[Pos; 2]>,
}

/// How many zones and levels away somebody in an open world still goes to explore.
const FAR: i32 = 8;

/// Whether a way has to lead back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Return {
    Sure,
    Unsure,
}

/// What may change what is passable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Learnt {
    acts: u64,
    locks: usize,
    keys: usize,
    traps: usize,
    edits: usize,
}

impl Explorer {
    /// Learns what the player of a game knows.
    pub fn new(game: &Game) -> Self {
        Self::with(game, false)
    }

    /// Learns everything that is loaded, as somebody does who has been there before.
    pub fn knowing_all(game: &Game) -> Self {
        Self::with(game, true)
    }

    /// Explores no further than from one corner of the world to another.
    #[must_use]
    pub fn within(self, corners: [Pos; 2]) -> Self {
        Self {
            bounds: Some(corners),
            ..self
        }
    }

    /// Whether a place is to be explored.
    fn is_wanted(&self, pos: Pos) -> bool {
        self.bounds.is_none_or(|[low, high]| {
            (low.x..=high.x).contains(&pos.x)
                && (low.y..=high.y).contains(&pos.y)
                && (low.z..=high.z).contains(&pos.z)
        })
    }

    fn with(game: &Game, knows_all: bool) -> Self {
        let (corner, size) = Self::area(game, knows_all);
        let inside = |pos: Pos| Some(minus(pos, corner)).filter(|local| size.contains(*local));
        let mut known = Draft::new(size);
        let mut seen = vec![false; size.cells() as usize];
        for (pos, cell) in game.memory().iter() {
            let Some(local) = inside(pos) else {
                continue;
            };
            if let Some(place) = size.index(local) {
                seen[place] = true;
            }
            if !knows_all {
                // It is inside.
                let _ = known.set(local, game.passable(pos, cell));
            }
        }
        if knows_all {
            for local in all_of(size) {
                let pos = plus(local, corner);
                if !game.is_hidden(pos) {
                    let _ = known.set(local, game.passable(pos, game.cell(pos)));
                }
            }
        }
        let known = known.finish();
        let navigator = Navigator::new(&known, Self::rules(game))
            .expect("the rules of a world are sound, and so are costs from 12 to 60,000");
        let mut explorer = Self {
            known,
            corner,
            navigator,
            finder: Finder::default(),
            seen,
            edge: BTreeSet::new(),
            learnt: Self::state(game),
            changeable: Self::changeable(game),
            knows_all,
            bounds: None,
        };
        let all = game.memory().iter().map(|(pos, _)| pos);
        let edge = all.filter(|pos| explorer.is_edge(game, minus(*pos, corner)));
        explorer.edge = edge.collect();
        explorer
    }

    /// What the map covers: the world; of an open one all zones that the player remembers
    /// anything of, wherever they are now, so that the nearest goal does not change when other
    /// zones are loaded. Whoever has seen very many of them forgets the farthest.
    fn area(game: &Game, knows_all: bool) -> (Pos, Size) {
        let (cells, corner) = game.cells();
        let loaded = (corner, cells.size());
        let bounds = game.memory().bounds();
        let zone = game.stage().zone_of(game.player().place);
        let (Some(zone), Some([low, high]), false) = (zone, bounds, knows_all) else {
            return loaded;
        };
        let Some(here) = zone.to_world(0, 0) else {
            return loaded;
        };
        // From the first cell of a zone to the last of another.
        let span = |low: i32, high: i32, here: i32, side: u32, most: i32| {
            let side = side as i32;
            let [first, last] = [low.div_euclid(side), high.div_euclid(side)];
            let here = here.div_euclid(side);
            let (first, last) = (first.max(here - most), last.min(here + most));
            (first * side, ((last - first + 1).max(1) * side) as u32)
        };
        let (x, width) = span(low.x, high.x, here.x, ZonePos::WIDTH, FAR);
        let (y, height) = span(low.y, high.y, here.y, ZonePos::HEIGHT, FAR);
        let (z, levels) = span(low.z, high.z, here.z, 1, FAR);
        let size = Size::new(width, height, levels);
        size.map_or(loaded, |size| (Pos::new(x, y, z), size))
    }

    /// Whether a known cell lies beside an unknown one.
    fn is_edge(&self, game: &Game, local: Pos) -> bool {
        let size = self.known.size();
        let is_unseen = |beside: Pos| match size.index(beside) {
            Some(place) => !self.seen[place],
            None => game.stage().contains(plus(beside, self.corner)),
        };
        let cell = self.known.get(local);
        let mut around = Direction::STRAIGHT.into_iter().map(|way| local.step(way));
        cell.is_walkable()
            && around.any(is_unseen)
            && !(cell.is_vertical() && game.is_between_levels(plus(local, self.corner)))
    }

    /// The rules of careful people: what may hurt costs more than any detour.
    fn rules(game: &Game) -> MoveRules {
        let rules = game.stage().rules().clone();
        // Small numbers, so that a link can cost thousands of steps.
        let (straight, diagonal) = (12, 17);
        let is_sector = game.is_sector();
        let links = LinkKind::ALL.map(|kind| match kind {
            LinkKind::Ladder if is_sector => straight * 2000,
            LinkKind::Shaft if is_sector => straight * 5000,
            LinkKind::Hole => straight * 400,
            _ => straight,
        });
        let costs = Costs {
            straight,
            diagonal,
            links,
        };
        MoveRules {
            gravity: Gravity::Off,
            costs,
            ..rules
        }
    }

    /// Learns what is new since the last time.
    pub fn learn(&mut self, game: &Game) {
        let now = Self::state(game);
        let area = Self::area(game, self.knows_all);
        let is_elsewhere = area != (self.corner, self.known.size());
        let before = &self.learnt;
        // What was seen a command ago is no longer in the player's field.
        let is_late = now.acts > before.acts + 1 || now.acts < before.acts;
        let is_changed = [
            (before.locks, now.locks),
            (before.keys, now.keys),
            (before.traps, now.traps),
            (before.edits, now.edits),
        ];
        if is_elsewhere || is_late {
            let bounds = self.bounds;
            *self = Self::with(game, self.knows_all);
            self.bounds = bounds;
            return;
        }
        if *before != now {
            let corner = game.cells().1;
            let shown = game.field().shown();
            let shown = shown.map(|pos| plus(pos, corner));
            let shown: Vec<Pos> = shown.collect();
            let mut cells = shown;
            cells.extend(game.fresh());
            if is_changed.iter().any(|(old, new)| old != new) {
                let changeable = Self::changeable(game);
                cells.extend(std::mem::replace(&mut self.changeable, changeable));
                cells.extend(&self.changeable);
            }
            self.learn_cells(game, cells.into_iter());
            self.learnt = now;
        }
    }

    fn state(game: &Game) -> Learnt {
        let is_key = |item: &&Thing| item.properties.contains_key("lock");
        Learnt {
            acts: game.acts,
            locks: game.locks.len(),
            keys: game.player().items.iter().filter(is_key).count(),
            traps: game.known_traps().count(),
            edits: game.stage().edits().len() + game.running.len(),
        }
    }

    fn changeable(game: &Game) -> Vec<Pos> {
        let ways = game.seen_ways.iter().flat_map(|at| {
            let carved = game.stage().sector();
            let id = carved.and_then(|carved| carved.connection_at(*at));
            let cells = carved
                .zip(id)
                .map(|(carved, id)| carved.connection_cells(id));
            cells.unwrap_or_default().iter().chain([at])
        });
        let ways = ways.copied();
        let locks = game.locks.keys().copied();
        let edits = game.stage().edits().keys().copied();
        let mut all: Vec<Pos> = ways.chain(locks).chain(edits).collect();
        all.extend(game.known_traps());
        all
    }

    fn learn_cells(&mut self, game: &Game, cells: impl Iterator<Item = Pos>) {
        let size = self.known.size();
        let mut changed = Vec::new();
        for pos in cells {
            let local = minus(pos, self.corner);
            let Some(place) = size.index(local) else {
                continue;
            };
            let remembered = game.memory().get(pos);
            let is_new = remembered.is_some() && !std::mem::replace(&mut self.seen[place], true);
            let cell = match self.knows_all {
                true => Some(game.cell(pos)).filter(|_| !game.is_hidden(pos)),
                false => remembered,
            };
            let cell = cell.map_or(Cell::Air, |cell| game.passable(pos, cell));
            let is_other = self.known.get(local) != cell;
            if is_other {
                // It is inside.
                let _ = self.known.set(local, cell);
            }
            if is_new || is_other {
                changed.push(local);
            }
        }
        for local in changed {
            let around = Direction::STRAIGHT.map(|way| local.step(way));
            for local in around.into_iter().chain([local]) {
                let pos = plus(local, self.corner);
                match self.is_edge(game, local) {
                    true => self.edge.insert(pos),
                    false => self.edge.remove(&pos),
                };
            }
        }
        self.navigator.follow(&self.known);
    }

    /// What stops anything that goes on by itself.
    fn halt(game: &Game) -> Option<Halt> {
        if game.ending().is_some() {
            return Some(Halt::Over);
        }
        if game.prompt().is_some() {
            return Some(Halt::Prompt);
        }
        // Whoever sleeps was news, and may go on sleeping.
        let mut foes = game
            .actors()
            .filter(|actor| actor.side == Side::Foes && actor.mind != Mind::Sleep);
        let seen = foes.find(|actor| game.sees(actor.place));
        seen.map(|actor| Halt::Foe(actor.name.clone()))
    }

    /// The next command of somebody who explores: takes what lies about, looks at every corner
    /// of every level that can be reached, and uses what may hurt last.
    pub fn explore(&mut self, game: &Game) -> Result<Command, Halt> {
        if let Some(halt) = Self::halt(game) {
            return Err(halt);
        }
        self.explore_on(game)
    }

    /// The same with foes in sight.
    pub fn explore_on(&mut self, game: &Game) -> Result<Command, Halt> {
        self.learn(game);
        let here = game.player().place;
        if !game.goods_at(here).is_empty() && game.can_carry() {
            return Ok(Command::Take);
        }
        let goods = game.goods().map(|thing| thing.place);
        let goods = goods.filter(|place| game.memory().knows(*place) && game.can_carry());
        let mut goals: Vec<Pos> = self.edge.iter().copied().chain(goods).collect();
        goals.retain(|goal| *goal != here && self.is_wanted(*goal));
        // First whatever leads back here, then ways of no return.
        let near: Vec<Pos> = self.on_island(here, goals.iter().copied()).collect();
        if let Some(command) = self.towards_nearest(game, &near) {
            return Ok(command);
        }
        if let Some(way) = self.unknown_way(game, Return::Sure) {
            return self.take_or_go(game, &way);
        }
        if let Some(command) = self.towards_nearest(game, &goals) {
            return Ok(command);
        }
        match self.unknown_way(game, Return::Unsure) {
            Some(way) => self.take_or_go(game, &way),
            None => Err(Halt::Done),
        }
    }

    /// Those places from which a known way leads back to one.
    fn on_island(&self, here: Pos, places: impl Iterator<Item = Pos>) -> impl Iterator<Item = Pos> {
        let ground = self.navigator.on(&self.known).ok();
        let corner = self.corner;
        let island = move |pos: Pos| ground.and_then(|ground| ground.island(minus(pos, corner)));
        let own = island(here);
        places.filter(move |pos| own.is_some() && island(*pos) == own)
    }

    fn take_or_go(&mut self, game: &Game, way: &Way) -> Result<Command, Halt> {
        match way.from == game.player().place {
            true => Ok(self.take_way(game, way)),
            false => self.command_to(game, way.from),
        }
    }

    /// The command that takes a way; an elevator without power is mended first.
    fn take_way(&self, game: &Game, way: &Way) -> Command {
        match game.needs_repair(way) {
            true => Command::Repair(Some(way.towards)),
            false => Command::Climb(way.towards),
        }
    }

    /// A way up or down whose other end is not known, the safest and then the nearest.
    fn unknown_way(&self, game: &Game, back: Return) -> Option<Way> {
        let here = game.player().place;
        let islanders = self.on_island(here, game.seen_ways.iter().copied());
        let islanders: BTreeSet<Pos> = islanders.collect();
        let ground = self.navigator.on(&self.known).ok()?;
        let from = minus(here, self.corner);
        let mut ways: Vec<(u32, Way)> = Vec::new();
        for at in &game.seen_ways {
            let inside = self.known.is_walkable(minus(*at, self.corner));
            for way in game.ways(*at) {
                let is_known = game.memory_of_end(&way) && self.knows_between(&way);
                let is_new = inside && self.is_wanted(way.to) && !is_known;
                let is_sure = islanders.contains(at) && game.leads_back(&way);
                let is_wanted = back == Return::Unsure || is_sure;
                if is_new && is_wanted && game.is_passable(&way) {
                    ways.push((game.risk(&way), way));
                }
            }
        }
        ways.sort_unstable();
        for risk in ways.chunk_by(|a, b| a.0 == b.0) {
            let goals: Vec<Pos> = risk
                .iter()
                .map(|(_, way)| minus(way.from, self.corner))
                .collect();
            if let Some((goal, _)) = ground.nearest(from, &goals) {
                let goal = plus(goal, self.corner);
                return risk
                    .iter()
                    .map(|(_, way)| *way)
                    .find(|way| way.from == goal);
            }
        }
        None
    }

    /// Whether the cells between the ends of a way are known. Its other end may be in sight, down
    /// an opening or across a hall, and they are not.
    fn knows_between(&self, way: &Way) -> bool {
        let (low, high) = (way.from.z.min(way.to.z), way.from.z.max(way.to.z));
        let mut between = (low + 1..high).map(|z| Pos::new(way.from.x, way.from.y, z));
        between.all(|pos| self.known.is_walkable(minus(pos, self.corner)))
    }

    fn towards_nearest(&mut self, game: &Game, goals: &[Pos]) -> Option<Command> {
        let here = minus(game.player().place, self.corner);
        let local: Vec<Pos> = goals.iter().map(|goal| minus(*goal, self.corner)).collect();
        let ground = self.navigator.on(&self.known).ok()?;
        let (goal, _) = ground.nearest(here, &local)?;
        self.command_to(game, plus(goal, self.corner)).ok()
    }

    /// The next command of somebody who travels to a known place.
    pub fn travel(&mut self, game: &Game, to: Pos) -> Result<Command, Halt> {
        if let Some(halt) = Self::halt(game) {
            return Err(halt);
        }
        self.learn(game);
        self.command_to(game, to)
    }

    /// The next command on the way to the nearest of some places; none if there is no way to any.
    pub fn nearest(&mut self, game: &Game, goals: &[Pos]) -> Option<Command> {
        self.learn(game);
        self.towards_nearest(game, goals)
    }

    /// The places where one stands beside known walls: where somebody looks for secret doors.
    pub fn walls(&self) -> Vec<Pos> {
        let walkable = self.known.walkable();
        let size = self.known.size();
        let mut found = Vec::new();
        for z in 0..size.levels() {
            for y in 0..size.height() {
                for x in (0..size.width()).filter(|x| walkable.get(*x, y, z)) {
                    let pos = Pos::new(x as i32, y as i32, z as i32);
                    let mut beside = Direction::STRAIGHT.iter().map(|way| pos.step(*way));
                    if beside.any(|pos| self.known.get(pos) == Cell::Wall) {
                        found.push(plus(pos, self.corner));
                    }
                }
            }
        }
        found
    }

    /// The cells of the way to a known place, without where the player is.
    pub fn route(&mut self, game: &Game, to: Pos) -> Option<Vec<Pos>> {
        self.learn(game);
        let [from, to] = [game.player().place, to].map(|pos| minus(pos, self.corner));
        let ground = self.navigator.on(&self.known).ok()?;
        let route = self.finder.find(&ground, from, to, Algorithm::AUTO).ok()?;
        let cells = route.iter().skip(1).map(|pos| plus(pos, self.corner));
        Some(cells.collect())
    }

    fn command_to(&mut self, game: &Game, to: Pos) -> Result<Command, Halt> {
        let here = game.player().place;
        if here == to {
            return Err(Halt::There);
        }
        let route = {
            let [from, to] = [here, to].map(|pos| minus(pos, self.corner));
            let ground = self.navigator.on(&self.known).map_err(|_| Halt::NoWay)?;
            self.finder.find(&ground, from, to, Algorithm::AUTO)
        };
        let route = route.map_err(|_| Halt::NoWay)?;
        let next = route.iter().nth(1).map(|pos| plus(pos, self.corner));
        let next = next.ok_or(Halt::NoWay)?;
        if next.z != here.z {
            let towards = match next.z > here.z {
                true => Direction::Up,
                false => Direction::Down,
            };
            let way = game
                .ways(here)
                .into_iter()
                .find(|way| way.towards == towards);
            return match way {
                Some(way) => Ok(self.take_way(game, &way)),
                None => Err(Halt::NoWay),
            };
        }
        let mut all = Direction::ALL[..8].iter();
        let towards = all.find(|way| here.step(**way) == next);
        towards.map(|way| Command::Step(*way)).ok_or(Halt::NoWay)
    }

    /// The nearest known way up or down, if any; the player may be there already.
    pub fn nearest_way(&mut self, game: &Game, towards: Direction) -> Option<Way> {
        self.learn(game);
        let here = minus(game.player().place, self.corner);
        let ways = game.seen_ways.iter().flat_map(|at| game.ways(*at));
        let ways: Vec<Way> = ways
            .filter(|way| way.towards == towards && game.is_passable(way))
            .collect();
        let goals: Vec<Pos> = ways
            .iter()
            .map(|way| minus(way.from, self.corner))
            .collect();
        let ground = self.navigator.on(&self.known).ok()?;
        let (goal, _) = ground.nearest(here, &goals)?;
        let goal = plus(goal, self.corner);
        ways.into_iter().find(|way| way.from == goal)
    }
}

/// Whether somebody who explores or travels stops at an event.
pub fn is_news(event: &Event) -> bool {
    matches!(
        event,
        Event::News(News::Actor(_) | News::Room(_) | News::Way(_))
            | Event::Hurt {
                who: super::ActorId::PLAYER,
                ..
            }
            | Event::FellDown { .. }
            | Event::Found { .. }
            | Event::Sprung { .. }
            | Event::Prompt(_)
            | Event::Interrupted(_)
            | Event::Ended(_)
    )
}

/// Every place of a volume, row by row.
fn all_of(size: Size) -> impl Iterator<Item = Pos> {
    let [width, height, levels] =
        [size.width(), size.height(), size.levels()].map(|most| most as i32);
    let rows = (0..levels).flat_map(move |z| (0..height).map(move |y| [y, z]));
    rows.flat_map(move |[y, z]| (0..width).map(move |x| Pos::new(x, y, z)))
}

fn minus(pos: Pos, corner: Pos) -> Pos {
    Pos::new(pos.x - corner.x, pos.y - corner.y, pos.z - corner.z)
}

fn plus(pos: Pos, corner: Pos) -> Pos {
    Pos::new(pos.x + corner.x, pos.y + corner.y, pos.z + corner.z)
}

impl Game {
    fn is_sector(&self) -> bool {
        self.stage().sector().is_some()
    }

    /// A known cell as careful people pass it: locks without keys, known traps and what pulls
    /// count as walls.
    fn passable(&self, pos: Pos, cell: Cell) -> Cell {
        let lock = self.locks.get(&pos);
        let is_locked = lock.is_some_and(|lock| !self.has_key(lock));
        let is_pull = cell == Cell::Shaft && self.stage().rules().gravity != Gravity::Off;
        // Whoever stands on a belt steps off it.
        let is_pull = is_pull || (self.belt_at(pos).is_some() && self.player().place != pos);
        let is_still = cell == Cell::Elevator && self.is_still(pos);
        let is_cut_off = cell.is_vertical() && (is_locked || is_still || !self.can_be_taken(pos));
        let is_shut = is_locked && !cell.is_vertical();
        match is_shut || is_pull || self.known_trap(pos).is_some() {
            true => Cell::Wall,
            // Open air is what is not known.
            false if cell == Cell::Air => Cell::DeepLiquid,
            // One can stand there, and go nowhere.
            false if is_cut_off => Cell::Floor,
            false => cell,
        }
    }

    /// Whether a cell is no part of a connection, or of one that the party can take.
    fn can_be_taken(&self, pos: Pos) -> bool {
        let Some(carved) = self.stage().sector() else {
            return true;
        };
        let Some(id) = carved.connection_at(pos) else {
            return true;
        };
        let cells = carved.connection_cells(id);
        let ways = cells.iter().flat_map(|cell| self.ways(*cell));
        ways.into_iter().any(|way| self.is_passable(&way))
    }

    /// Whether the other end of a way is known.
    fn memory_of_end(&self, way: &Way) -> bool {
        let known = |pos: Pos| self.memory().knows(pos);
        let beside = Direction::STRAIGHT.map(|side| way.to.step(side));
        known(way.to) && beside.into_iter().any(known)
    }

    /// Whether a cell is the middle of a connection, which one passes without stopping.
    fn is_between_levels(&self, pos: Pos) -> bool {
        let carved = self.stage().sector();
        carved.is_some_and(|carved| carved.connection_at(pos).is_some())
            && self.ways(pos).is_empty()
    }

    /// Whether one can come back by a way.
    fn leads_back(&self, way: &Way) -> bool {
        let mut ways = self.ways(way.to).into_iter();
        ways.any(|back| back.towards == way.towards.opposite() && self.is_passable(&back))
    }

    /// How likely a way is to hurt: 0 is never.
    fn risk(&self, way: &Way) -> u32 {
        match way.kind {
            WayKind::Link(LinkKind::Hole) => 2,
            WayKind::Link(_) => 0,
            WayKind::Connection(kind, id) => {
                let carved = self.stage().sector();
                let connection = carved.and_then(|carved| carved.sector().connection(id));
                let dc = connection.map_or(0, |connection| connection.climb_dc());
                match kind {
                    LinkKind::Elevator if dc > 0 => 1,
                    LinkKind::Stairs | LinkKind::Elevator => 0,
                    LinkKind::Ladder => 3,
                    _ => 4,
                }
            }
        }
    }

    /// Whether a way is an elevator without power.
    fn needs_repair(&self, way: &Way) -> bool {
        let WayKind::Connection(LinkKind::Elevator, id) = way.kind else {
            return false;
        };
        let carved = self.stage().sector();
        let connection = carved.and_then(|carved| carved.sector().connection(id));
        connection.is_some_and(|connection| connection.powered() == Some(false))
    }
}
