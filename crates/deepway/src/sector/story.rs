//! What is told about a whole sector: its name, a hook, rumours, and why it is as it is.

use super::Sector;
use super::connection::Connection;
use super::facts::RoomFacts;
use super::graph::NodeKind;
use super::passage::Climb;
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::seed::{Seed, Stream};
use crate::words::need::{Fact, Value, Witness};
use crate::words::phrase::in_words;
use crate::words::{Phrase, RumourWords, Templates};

/// What is told about a sector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// Its name.
    pub name: String,
    /// Two or three sentences that lead into it.
    pub hook: String,
    /// Why it is as it is.
    pub reason: String,
    /// What people say; in a generated sector three rumours, exactly one of them false.
    pub rumours: Vec<Rumour>,
}

/// Something that people say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rumour {
    /// What they say.
    pub text: String,
    /// Whether it was so when the sector was made; for the keeper.
    pub is_true: bool,
}

/// How many rumours there are.
const RUMOURS: usize = 3;

/// A topic for rumours, and what its braces stand for where it is so.
struct Topic {
    id: &'static str,
    room: String,
    other: String,
    what: String,
    /// A room for which the opposite holds.
    wrong: Option<String>,
}

/// Tells the story of a sector whose rooms have names.
pub(super) fn tell(
    sector: &Sector,
    facts: &[RoomFacts],
    templates: &Templates,
    seed: Seed,
) -> Story {
    let mut random = seed.child("story").stream();
    let words = templates.sectors();
    let pick =
        |texts: &[String], random: &mut Stream| random.pick(texts).cloned().unwrap_or_default();
    let biome = templates.biome(sector.blueprint.biome);
    // What is said about the whole must need nothing of a single room.
    let adjectives: Vec<&Phrase> = biome
        .adjectives
        .iter()
        .filter(|word| word.needs.is_empty())
        .collect();
    let adjective = random
        .pick(&adjectives)
        .map_or("", |word| word.text.as_str())
        .to_owned();
    let noun = pick(&words.nouns, &mut random);
    let place = pick(&words.places[0], &mut random) + &pick(&words.places[1], &mut random);
    let name = match random.below(3) {
        0 => format!("The {adjective} {noun}"),
        1 => format!("The {noun} of {place}"),
        _ => format!("The {adjective} {noun} of {place}"),
    };
    let goal = sector.rooms.iter().find(|room| room.node == NodeKind::Boss);
    let goal = goal.or(sector.rooms.last());
    let entry = sector.rooms.first();
    let fill = |text: String| {
        let name_of =
            |room: Option<&super::Room>| room.map_or(String::new(), |room| room.name.clone());
        text.replace("{entry}", &name_of(entry))
            .replace("{goal}", &name_of(goal))
            .replace("{rooms}", &in_words(sector.rooms.len() as u32))
            .replace("{place}", &place)
    };
    let hook = format!(
        "{} {}",
        fill(pick(&words.hooks[0], &mut random)),
        fill(pick(&words.hooks[1], &mut random))
    );
    let reasons = words.reasons.get(sector.blueprint.biome as usize);
    let reason = fill(pick(reasons.map_or(&[], Vec::as_slice), &mut random));
    let mut topics = topics(sector, facts, &mut random);
    random.shuffle(&mut topics);
    let rumours = rumours(&topics, &words.rumours, &mut random);
    Story {
        name,
        hook,
        reason,
        rumours,
    }
}

/// Two true rumours and a false one, in any order, each about a topic of its own.
fn rumours(topics: &[Topic], words: &[(String, RumourWords)], random: &mut Stream) -> Vec<Rumour> {
    let words_of = |topic: &Topic| words.iter().find(|(id, _)| id == topic.id);
    let mut rumours: Vec<Rumour> = Vec::new();
    for topic in topics {
        let Some((_, words)) = words_of(topic) else {
            continue;
        };
        let is_true = !rumours.is_empty();
        let texts = if is_true { &words.honest } else { &words.lies };
        let needs_wrong = |text: &&String| text.contains("{wrong}");
        let texts: Vec<&String> = texts
            .iter()
            .filter(|text| topic.wrong.is_some() || !needs_wrong(text))
            .collect();
        let Some(text) = random.pick(&texts) else {
            continue;
        };
        let text = text
            .replace("{room}", &topic.room)
            .replace("{other}", &topic.other)
            .replace("{what}", &topic.what)
            .replace("{wrong}", topic.wrong.as_deref().unwrap_or(""));
        rumours.push(Rumour { text, is_true });
        if rumours.len() == RUMOURS {
            break;
        }
    }
    random.shuffle(&mut rumours);
    rumours
}

/// Everything that there are rumours about.
fn topics(sector: &Sector, facts: &[RoomFacts], random: &mut Stream) -> Vec<Topic> {
    let name = |room: RoomId| sector[room].name.clone();
    let plain = |id: &'static str, room: RoomId| Topic {
        id,
        room: name(room),
        other: String::new(),
        what: String::new(),
        wrong: None,
    };
    let mut topics: Vec<Topic> = Vec::new();
    let ways: Vec<Connection<'_>> = sector.connections().collect();
    let mut way =
        |id: &'static str, random: &mut Stream, is_so: &dyn Fn(&Connection<'_>) -> bool| {
            let fitting: Vec<&Connection<'_>> = ways.iter().filter(|way| is_so(way)).collect();
            if let Some(way) = random.pick(&fitting) {
                let [low, high] = way.low_and_high();
                topics.push(Topic {
                    other: name(high),
                    what: way.climb().kind().id().to_owned(),
                    ..plain(id, low)
                });
            }
        };
    // A way that anybody can use at once.
    let open = |way: &Connection<'_>| !way.is_blocked() && way.lock.is_none();
    let elevator = |powered: bool| {
        move |way: &Connection<'_>| open(way) && way.climb() == (Climb::Elevator { powered })
    };
    way("dead_elevator", random, &elevator(false));
    way("live_elevator", random, &elevator(true));
    way("blocked", random, &|way| way.is_blocked());
    way("climb", random, &|way| {
        let leads_up = way.is_two_way() || way.from == way.low_and_high()[0];
        open(way) && leads_up && !matches!(way.climb(), Climb::Elevator { .. })
    });
    let secret = sector
        .rooms
        .iter()
        .find(|room| room.node == NodeKind::Secret);
    let some_room = RoomId::new(random.below(sector.rooms.len() as u64) as u32);
    let has_secret_door = facts.iter().any(|facts| facts.secret_doors > 0);
    topics.extend(match (secret, has_secret_door) {
        (Some(room), true) => Some(plain("secret", room.id)),
        (None, false) => Some(plain("no_secret", some_room)),
        _ => None,
    });
    let pick = |fitting: Vec<RoomId>, random: &mut Stream| random.pick(&fitting).copied();
    let rooms = || sector.rooms.iter();
    let bottom = rooms().map(|room| room.position.z).min().unwrap_or(0);
    let at_bottom = |is_low: bool| -> Vec<RoomId> {
        let rooms = rooms().filter(|room| (room.position.z == bottom) == is_low);
        rooms.map(|room| room.id).collect()
    };
    if let (Some(lowest), Some(higher)) = (
        pick(at_bottom(true), random),
        pick(at_bottom(false), random),
    ) {
        topics.push(Topic {
            wrong: Some(name(higher)),
            ..plain("lowest", lowest)
        });
    }
    // A fountain is no pool, but no place with a fountain is dry.
    let has_fountain = facts.iter().any(|facts| facts.count(Cell::Fountain) > 0);
    let wet = |is_wet: bool| -> Vec<RoomId> {
        let rooms = facts
            .iter()
            .filter(|facts| facts.liquid.is_some() == is_wet);
        rooms.map(|facts| facts.room).collect()
    };
    topics.extend(match pick(wet(true), random) {
        Some(room) => {
            let liquid = match facts[room.index()].value(Fact::Liquid) {
                Value::Word(word) => word.to_owned(),
                Value::Number(_) => String::new(),
            };
            Some(Topic {
                what: liquid,
                ..plain("liquid", room)
            })
        }
        None if has_fountain => None,
        None => pick(wet(false), random).map(|room| plain("dry", room)),
    });
    if let Some(boss) = rooms().find(|room| room.node == NodeKind::Boss) {
        let others = rooms().filter(|room| room.id != boss.id && room.id != RoomId::ENTRY);
        let others: Vec<RoomId> = others.map(|room| room.id).collect();
        topics.push(Topic {
            wrong: pick(others, random).map(name),
            ..plain("boss", boss.id)
        });
    }
    let many_doors = facts
        .iter()
        .filter(|facts| facts.doors.iter().sum::<u32>() >= 2);
    if let Some(room) = pick(many_doors.map(|facts| facts.room).collect(), random) {
        topics.push(Topic {
            what: in_words(facts[room.index()].doors.iter().sum()),
            ..plain("doors", room)
        });
    }
    topics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sector::{Blueprint, generate};
    use crate::space::Biome;
    use std::collections::HashSet;

    #[test]
    fn exactly_one_of_three_rumours_is_false() {
        let mut names = HashSet::new();
        for seed in 0..300 {
            let blueprint = Blueprint {
                biome: Biome::ALL[seed as usize % 6],
                target_rooms: 5 + seed as u32 % 12,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let story = sector.story().unwrap();
            let lies = story.rumours.iter().filter(|rumour| !rumour.is_true);
            assert_eq!((story.rumours.len(), lies.count()), (3, 1), "seed {seed}");
            for text in [&story.name, &story.hook, &story.reason]
                .into_iter()
                .chain(story.rumours.iter().map(|rumour| &rumour.text))
            {
                assert!(!text.is_empty() && !text.contains(['{', '}']), "{text}");
                assert!(!text.contains("  "), "{text}");
            }
            let words: Vec<&str> = story.name.split([' ', '-']).collect();
            assert!(
                words.windows(2).all(|two| two[0] != two[1]),
                "{}",
                story.name
            );
            names.insert(story.name.clone());
        }
        assert!(names.len() > 250);
    }

    /// Reads rumours back and compares them with the sector.
    #[test]
    fn rumours_are_as_true_as_they_are_marked() {
        let mut seen = [0; 2];
        for seed in 0..300 {
            let blueprint = Blueprint {
                target_rooms: 20,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let bottom = sector.rooms.iter().map(|room| room.position.z).min();
            let named = |text: &str, room: &crate::sector::Room| text.contains(&room.name);
            for rumour in &sector.story().unwrap().rumours {
                let text = &rumour.text;
                if text.contains("lies lower") || text.contains("as far down") {
                    let rooms = sector.rooms.iter().filter(|room| named(text, room));
                    let room = rooms.max_by_key(|room| room.name.len()).unwrap();
                    let is_lowest = Some(room.position.z) == bottom;
                    assert_eq!(is_lowest, rumour.is_true, "{text}");
                    seen[usize::from(rumour.is_true)] += 1;
                }
                if text.contains("levator") {
                    let is_dead = sector.connections().any(|way| {
                        way.powered() == Some(false)
                            && way.ends().iter().all(|room| named(text, &sector[*room]))
                    });
                    let says_dead = ["no power", "is dead", "will not move"]
                        .iter()
                        .any(|word| text.contains(word));
                    assert_eq!(says_dead == is_dead, rumour.is_true, "{text}");
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }

    /// Where there is a fountain nobody says that there is nothing to drink.
    #[test]
    fn places_with_fountains_are_not_called_dry() {
        let mut dry = 0;
        for seed in 0..400 {
            let blueprint = Blueprint {
                biome: Biome::ALL[seed as usize % 6],
                target_rooms: 8,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let facts = sector.facts();
            let is_wet =
                |facts: &RoomFacts| facts.liquid.is_some() || facts.count(Cell::Fountain) > 0;
            for rumour in &sector.story().unwrap().rumours {
                if ["puddle", "a pool or a fountain"]
                    .iter()
                    .any(|word| rumour.text.contains(word))
                {
                    assert!(rumour.is_true && !facts.iter().any(is_wet), "seed {seed}");
                    dry += 1;
                }
            }
        }
        assert!(dry > 0);
    }
}
