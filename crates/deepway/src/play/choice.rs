//! What the player can do here, with the odds.

use super::actor::ActorId;
use super::command::Command;
use super::game::Game;
use super::goods::{SECRET, number};
use super::stage::{Way, WayKind};
use crate::sector::Connection;
use crate::space::{Direction, Pos};
use crate::words::phrase::in_words;

/// Something that can be done here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The command that does it.
    pub command: Command,
    /// What it is, in words.
    pub text: String,
    /// The odds in percent; none if it cannot fail, or if nobody knows.
    pub odds: Option<u32>,
}

impl Game {
    /// What can be done here and now, the most likely wish first.
    pub fn choices(&self) -> Vec<Choice> {
        let here = self.player().place;
        if self.ending().is_some() {
            return Vec::new();
        }
        if self.prompt().is_some() {
            return [(true, "Yes"), (false, "No")]
                .map(|(is_yes, text)| choice(Command::Answer(is_yes), text, None))
                .into();
        }
        let mut found = Vec::new();
        if !self.goods_at(here).is_empty() && self.can_carry() {
            let names = self.goods_at(here).iter().map(|thing| thing.name.as_str());
            let names = names.collect::<Vec<_>>().join(", ");
            found.push(choice(Command::Take, &format!("Take {names}"), None));
        }
        for way in self.ways(here) {
            self.add_way(&way, &mut found);
        }
        for towards in Direction::ALL[..8].iter().copied() {
            self.add_beside(here, towards, &mut found);
        }
        let wits = self.player().wits;
        found.push(choice(
            Command::Search,
            "Search around you: a secret door",
            Some(odds(wits, SECRET[0])),
        ));
        found
    }

    /// Taking a way, or the work that it needs first.
    fn add_way(&self, way: &Way, found: &mut Vec<Choice>) {
        let (kind, towards) = (way.kind.link().name(), way.towards);
        let connection = match way.kind {
            WayKind::Connection(_, id) => {
                let carved = self.stage().sector();
                carved.and_then(|carved| carved.sector().connection(id))
            }
            WayKind::Link(_) => None,
        };
        let check = self.check_of(way);
        let chance = check.as_ref().map(|(_, odds)| *odds);
        let is_blocked = connection.as_ref().is_some_and(Connection::is_blocked);
        let is_dead = connection.is_some_and(|own| own.powered() == Some(false));
        if is_blocked {
            let text = format!("Clear the {kind} {towards}");
            found.push(choice(Command::Clear(Some(towards)), &text, chance));
            let charges = self.player().explosives;
            if charges > 0 {
                let text = format!("Blast the {kind} {towards} open ({charges} charges left)");
                found.push(choice(Command::Blast(Some(towards)), &text, None));
            }
            return;
        }
        if is_dead {
            let text = format!("Repair the {kind} {towards}");
            found.push(choice(Command::Repair(Some(towards)), &text, chance));
            return;
        }
        let far = match way.levels {
            1 => String::new(),
            levels => format!(" {} levels", in_words(levels)),
        };
        let asks = check.map_or(String::new(), |(what, _)| format!(" ({what})"));
        let text = format!("Take the {kind} {towards}{far}{asks}");
        found.push(choice(Command::Climb(towards), &text, chance));
    }

    /// What can be done in a cell beside.
    fn add_beside(&self, here: Pos, towards: Direction, found: &mut Vec<Choice>) {
        let there = here.step(towards);
        let is_open = !self.is_cornered(here, there);
        if let Some(trap) = self.known_trap(there) {
            let text = format!("Disarm the {} {towards}", trap.name);
            let dc = number(trap, "disarm").unwrap_or(12);
            let chance = odds(self.player().wits, dc);
            found.push(choice(Command::Disarm(towards), &text, Some(chance)));
        }
        let lock = self.locks.get(&there).filter(|_| !self.is_hidden(there));
        if lock.is_some_and(|lock| self.has_key(lock)) && is_open {
            let text = format!("Unlock what is {towards}, and go in");
            found.push(choice(Command::Step(towards), &text, None));
        }
        let foe = self.at(there).and_then(|who| self.actor(who));
        if let Some(foe) = foe.filter(|actor| actor.side.fights(self.player().side)) {
            let chance = self.odds_to_hit(ActorId::PLAYER, foe.id);
            let text = format!("Strike the {} {towards}", foe.name);
            found.push(choice(Command::Strike(there), &text, chance));
            let text = format!("Shove the {} {towards}", foe.name);
            let chance = self.odds_to_shove(ActorId::PLAYER, foe.id);
            found.push(choice(Command::Shove(towards), &text, chance));
        }
        if self.can_stand(there) && self.at(there).is_none() && is_open {
            for way in self.ways(there) {
                let kind = way.kind.link().name();
                let up = way.towards;
                // One command uses whichever stair is beside: offer it once.
                if found.iter().all(|own| own.command != Command::Use(up)) {
                    let text = format!("Walk to the {kind} {towards}, and {up}");
                    found.push(choice(
                        Command::Use(up),
                        &text,
                        self.check_of(&way).map(|(_, odds)| odds),
                    ));
                }
            }
        }
    }
}

fn choice(command: Command, text: &str, odds: Option<u32>) -> Choice {
    Choice {
        command,
        text: text.to_owned(),
        odds,
    }
}

/// The odds in percent to roll a number with a d20 and a value.
pub(super) fn odds(value: i32, dc: u32) -> u32 {
    ((21 + value - dc as i32).clamp(0, 20) * 5) as u32
}
