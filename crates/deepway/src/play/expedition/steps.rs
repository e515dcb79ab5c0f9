//! The steps of a character inside a room, or through an exit into the next.

use super::Expedition;
use crate::play::command::Command;
use crate::play::game::Game;
use crate::play::stage::WayKind;
use crate::space::{Direction, Pos, RoomPos};
use std::collections::{HashMap, HashSet, VecDeque};

impl Expedition {
    /// Walks to the nearest cell of the room that is wanted; whether there is one.
    pub(super) fn go_in_room(&mut self, is_goal: impl Fn(&Game, Pos) -> bool) -> bool {
        let units: HashSet<RoomPos> = self.carved().sector()[self.room()].units().collect();
        self.go_through(&units, is_goal)
    }

    /// Walks through some units to the nearest cell that is wanted, step by step; whether the
    /// character comes there.
    pub(super) fn go_through(
        &mut self,
        units: &HashSet<RoomPos>,
        is_goal: impl Fn(&Game, Pos) -> bool,
    ) -> bool {
        let Some(way) = self.steps(units, is_goal) else {
            return false;
        };
        for (command, to) in way {
            self.game.act(&command);
            if self.game.player().place != to {
                // The first time the door was unlocked.
                self.game.act(&command);
            }
            if self.game.player().place != to {
                return false;
            }
        }
        true
    }

    /// The commands of a shortest way, and where each leads.
    fn steps(
        &self,
        units: &HashSet<RoomPos>,
        is_goal: impl Fn(&Game, Pos) -> bool,
    ) -> Option<Vec<(Command, Pos)>> {
        let game = &self.game;
        let frame = self.carved().frame();
        let is_open = |pos: Pos| {
            let lock = game.locks.get(&pos);
            let is_shut = lock.is_some_and(|lock| !game.has_key(lock));
            game.cell(pos).is_walkable()
                && !is_shut
                && frame.unit(pos).is_some_and(|unit| units.contains(&unit))
        };
        let start = game.player().place;
        let mut came: HashMap<Pos, Option<(Command, Pos)>> = HashMap::from([(start, None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if is_goal(game, at) {
                let (mut way, mut to) = (Vec::new(), at);
                while let Some(Some((command, from))) = came.remove(&to) {
                    way.push((command, to));
                    to = from;
                }
                way.reverse();
                return Some(way);
            }
            let steps = Direction::STRAIGHT.map(|way| (Command::Step(way), at.step(way)));
            // A corridor may climb; connections are taken on purpose.
            let ways = game.ways(at).into_iter();
            let ways = ways.filter(|way| matches!(way.kind, WayKind::Link(_)));
            let climbs = ways.map(|way| (Command::Climb(way.towards), way.to));
            for (command, to) in steps.into_iter().chain(climbs) {
                if is_open(to) && !came.contains_key(&to) {
                    came.insert(to, Some((command, at)));
                    queue.push_back(to);
                }
            }
        }
        None
    }
}
