//! Events in words, as the player is told them.

use super::actor::ActorId;
use super::aim::{Aim, Ending, Home};
use super::event::{Cause, Event, How, News, Prompt};
use super::game::Game;
use crate::cell::LinkKind;
use crate::words::phrase::{capital, in_words};

impl Game {
    /// What the player is told about an event; none if it is not worth a word, or out of sight.
    pub fn tell(&self, event: &Event) -> Option<String> {
        const PLAYER: ActorId = ActorId::PLAYER;
        let text = match event {
            Event::Moved {
                who: PLAYER,
                how: How::Passage,
                ..
            } => "The floor gives way without a sound, and you stand a level further down."
                .to_owned(),
            Event::Moved {
                who: PLAYER,
                how: How::Carried,
                ..
            } => "The belt carries you on.".to_owned(),
            Event::Followed { who, .. } => format!("{} comes along.", self.name(*who)?),
            Event::FellDown {
                who, levels, to, ..
            } => {
                let levels = in_words(*levels);
                let word = if levels == "one" { "level" } else { "levels" };
                match *who {
                    PLAYER => format!("You fall {levels} {word}{}.", self.down_what(event)),
                    who if self.sees(*to) => {
                        format!(
                            "{} falls {levels} {word}, and lands in sight.",
                            self.name(who)?
                        )
                    }
                    who => format!("{} falls.", self.name(who)?),
                }
            }
            Event::OutOfTouch { who } => format!("You have lost touch with {}.", self.name(*who)?),
            Event::BackInTouch { who } => format!("{} is with you again.", self.name(*who)?),
            Event::Hurt { who, amount, cause } => match (*who, cause) {
                (PLAYER, Cause::Climb | Cause::Blast) => return None,
                (PLAYER, _) => format!("You lose {amount} hit points."),
                (who, Cause::Blow(PLAYER)) => format!("{} loses {amount}.", self.name(who)?),
                (who, _) if self.sees(self.actor(who)?.place) => {
                    format!("{} is hurt for {amount}.", self.name(who)?)
                }
                _ => return None,
            },
            Event::Died { who: PLAYER, .. } => "You die.".to_owned(),
            Event::Died { name, cause, .. } => match cause {
                Cause::Blow(PLAYER) => format!("You kill the {name}."),
                Cause::Fall => format!("The {name} does not survive the fall."),
                _ => format!("The {name} dies."),
            },
            Event::Blow {
                who,
                at,
                check,
                from_above,
            } => {
                let is_hit = check.roll == 20 || (check.roll != 1 && check.is_passed());
                let above = if *from_above { " from above" } else { "" };
                match (*who, *at) {
                    (PLAYER, at) => {
                        let verb = if is_hit { "hit" } else { "miss" };
                        format!("You {verb} {}{above}.", self.the(at)?)
                    }
                    (who, PLAYER) => {
                        let verb = if is_hit { "hits" } else { "misses" };
                        format!("{} {verb} you{above}.", self.name(who)?)
                    }
                    _ => return None,
                }
            }
            Event::Shoved { who, at, rolls } => {
                let won = rolls[0] >= rolls[1];
                match (*who, *at, won) {
                    (PLAYER, at, true) => format!("You push {} back.", self.the(at)?),
                    (PLAYER, at, false) => {
                        format!("You push {}, and are thrown back yourself.", self.the(at)?)
                    }
                    (who, PLAYER, true) => format!("{} pushes you.", self.name(who)?),
                    (who, PLAYER, false) => {
                        format!("{} pushes you, and you push harder.", self.name(who)?)
                    }
                    _ => return None,
                }
            }
            Event::Took { who: PLAYER, item } => format!("You take the {item}."),
            Event::Dropped { who: PLAYER, item } => format!("You put down the {item}."),
            Event::Threw {
                who: PLAYER, item, ..
            } => format!("You throw the {item}."),
            Event::Applied {
                who: PLAYER,
                item,
                text,
            } => format!("The {item}: {text}"),
            Event::Unlocked { key, .. } => format!("The {key} turns, and it is open."),
            Event::Found { what, .. } => format!("You find a {what}."),
            Event::Sprung { trap, effect, .. } if effect.is_empty() => {
                format!("The {trap} goes off!")
            }
            Event::Sprung { trap, effect, .. } => format!("The {trap} goes off: {effect}."),
            Event::Disarmed { trap } => format!("The {trap} is no danger any more."),
            Event::Opened { .. } => "The rock gives way where it was hit.".to_owned(),
            Event::Noticed { who } if self.sees(self.actor(*who)?.place) => {
                format!("{} has noticed you.", self.name(*who)?)
            }
            Event::News(news) => return self.tell_news(news),
            Event::Attempt {
                who: PLAYER, text, ..
            }
            | Event::Prompt(Prompt::Jump { text, .. }) => text.clone(),
            Event::Refused(reason) | Event::Interrupted(reason) => reason.clone(),
            Event::Ended(Ending::Won) => "You have done what you came for.".to_owned(),
            Event::Ended(Ending::Lost) => "That is the end of it.".to_owned(),
            Event::Ended(Ending::Left) => "You leave it at that.".to_owned(),
            _ => return None,
        };
        Some(text)
    }

    fn tell_news(&self, news: &News) -> Option<String> {
        Some(match news {
            News::Actor(who) => {
                let actor = self.actor(*who)?;
                match actor.properties.contains_key("called") {
                    true => format!("You see {}.", actor.name),
                    false => format!("You see {}.", a(&actor.name)),
                }
            }
            News::Thing(name, _) => format!("You see {}.", a(name)),
            News::Way(at) => {
                let ways = self.ways(*at);
                let way = ways.first()?;
                let leads: Vec<String> = ways.iter().map(|way| way.towards.to_string()).collect();
                let leads = leads.join(" and ");
                let far = match way.levels {
                    1 => String::new(),
                    levels => format!(" {} levels", in_words(levels)),
                };
                let where_it_is = match at.z - self.player().place.z {
                    0 => String::new(),
                    up => {
                        let levels = in_words(up.unsigned_abs());
                        let word = if levels == "one" { "level" } else { "levels" };
                        let side = if up > 0 { "up" } else { "down" };
                        format!("{levels} {word} {side}, ")
                    }
                };
                let what = match way.kind.link() {
                    LinkKind::Stairs => format!("stairs that lead {leads}{far}."),
                    kind => format!("{} that leads {leads}{far}.", a(kind.name())),
                };
                match where_it_is.is_empty() {
                    true => format!("You see {what}"),
                    false => capital(&format!("{where_it_is}you see {what}")),
                }
            }
            News::Room(name) => format!("{name}."),
        })
    }

    /// The words for where somebody fell: down the shaft, or as its marks say.
    fn down_what(&self, event: &Event) -> String {
        let Event::FellDown { from, .. } = event else {
            return String::new();
        };
        let marks = self.marks_at(*from);
        let property = |key: &str| {
            let mut values = marks.iter().filter_map(|mark| mark.properties.get(key));
            values.next()
        };
        if let Some(own) = property("PullMessage") {
            return format!(". {}", own.trim_end_matches('.'));
        }
        if property("GenericFall").is_some() {
            return String::new();
        }
        let name = marks
            .iter()
            .find(|mark| mark.properties.contains_key("FallPreposition"));
        let what = name.map_or("shaft", |mark| mark.name.as_str());
        let preposition = property("FallPreposition").map_or("down", String::as_str);
        let is_definite = property("FallUseDefiniteArticle").is_none_or(|on| on != "no");
        match (self.cell(*from), is_definite) {
            (crate::cell::Cell::Shaft, true) => format!(" {preposition} the {what}"),
            (crate::cell::Cell::Shaft, false) => format!(" {preposition} {}", a(what)),
            _ => String::new(),
        }
    }

    /// What somebody is called at the beginning of a sentence.
    fn name(&self, who: ActorId) -> Option<String> {
        let actor = self.actor(who)?;
        Some(match (actor.leader, actor.properties.get("called")) {
            (Some(ActorId::PLAYER), _) => actor.name.clone(),
            (_, Some(called)) => called.clone(),
            _ => format!("The {}", actor.name),
        })
    }

    fn the(&self, who: ActorId) -> Option<String> {
        let name = self.name(who)?;
        Some(match name.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => name,
        })
    }

    /// What the player is here for, in words.
    pub fn tell_aim(&self) -> String {
        if self.is_endless {
            return "Look around: there is nothing to win here.".to_owned();
        }
        match &self.aim {
            Aim::Fetch { relic, home, .. } => {
                let home = match home {
                    Home::Room(_, name) | Home::Column(_, name) => format!("the {name}"),
                    Home::Place(_) => "where you began".to_owned(),
                };
                let home = home.replace("the The ", "the ").replace("the the ", "the ");
                format!("Bring the {relic} to {home}.")
            }
            Aim::Descend { .. } => "Go down to the lowest level.".to_owned(),
            Aim::Reach(place) => format!("Reach {}.", self.world().place_name(*place)),
            Aim::Explore { left, .. } => {
                format!("See all there is to see: {left} cells are left.")
            }
        }
    }
}

/// A name with its indefinite article, at the beginning of a sentence.
pub(super) fn one(name: &str) -> String {
    capital(&a(name))
}

/// A name with its indefinite article.
fn a(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    match vowel {
        true => format!("an {name}"),
        false => format!("a {name}"),
    }
}
