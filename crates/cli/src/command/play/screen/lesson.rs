//! Lessons: a first walk that explains the keys as they are needed.

use super::keys::{Action, Keys};
use deepway::play::{Game, Setup, Side};
use deepway::world::World;
use deepway::{Direction, Gravity, Pos, Seed, Thing, ThingKind, text};

/// A well house: a cellar, the yard, and a gallery above it.
const MAP: &str = "\
floor:0
#########################
#.......#...............#
#.......#...............#
#.......+...............#
#....L..#...............#
#.......#...............#
#########################
floor:1
#########################
#.......#.......#.......#
#.......#.......#.......#
#.......+.......+.......#
#....L..#.......#...L...#
#.......#.......#.......#
#########################
floor:2
#########################
################........#
################...OOO..#
################...OOO..#
################....L...#
################........#
#########################
";

/// What is to be learnt, and whether it is.
type Lesson = (&'static str, fn(&Game) -> bool);

const LESSONS: [Lesson; 8] = [
    (
        "Walk with {e} or the arrows. Go through the door (+) in the east.",
        |game| game.player().place.x >= 8,
    ),
    (
        "{look} looks at a place, {esc} ends it. Something lies in this room: walk onto it, and {take} takes it.",
        |game| !game.player().items.is_empty(),
    ),
    (
        "That is a key. The next door is locked: walk into it, and go through.",
        |game| game.player().place.x >= 17,
    ),
    (
        "{explore} explores by itself and stops at news; press it until you know the ladder (L). Its letter is beside it: the other end has the same.",
        |game| {
            game.known_ways()
                .iter()
                .any(|way| way.from.x == 20 && way.from.z == 1)
        },
    ),
    (
        "{up} and {down} travel to the nearest way up or down, and then take it. Go up.",
        |game| game.player().place.z == 2,
    ),
    (
        "A gallery around a well. What is dim in the middle lies a level further down; the cut below the plan shows it from the side. Somebody dozes at its western edge: go to his other side, and {shove} shoves him over.",
        |game| {
            !game
                .actors()
                .any(|actor| actor.side == Side::Foes && actor.place.z == 2)
        },
    ),
    (
        "The quick way down: walk into the well, and say y. {rewind} takes back a turn, if you regret it.",
        |game| game.player().place.z < 2 && game.tally().falls > 0,
    ),
    (
        "{travel} travels by name. Travel to 2,3,1, where you began.",
        |game| game.player().place == START,
    ),
];

const START: Pos = Pos::new(2, 3, 1);

/// How far somebody has come.
pub(in super::super) struct Lessons {
    at: usize,
}

impl Lessons {
    pub(in super::super) fn new() -> Self {
        Self { at: 0 }
    }

    /// Notes what was learnt, and says so.
    pub(super) fn learn(&mut self, game: &Game) -> Option<String> {
        let before = self.at;
        while LESSONS
            .get(self.at)
            .is_some_and(|(_, is_learnt)| is_learnt(game))
        {
            self.at += 1;
        }
        match (self.at > before, self.at == LESSONS.len()) {
            (false, _) => None,
            (true, false) => Some("Well done.".to_owned()),
            (true, true) => {
                Some("That is all there is to it: deepway play begins a game.".to_owned())
            }
        }
    }

    /// The lesson, with the keys as they are bound.
    pub(super) fn text(&self, keys: &Keys) -> String {
        let Some((text, _)) = LESSONS.get(self.at) else {
            return "You know enough. q ends the lesson; deepway play begins a game.".to_owned();
        };
        let mut text = format!("Lesson {} of {}: {text}", self.at + 1, LESSONS.len());
        for (name, action) in [
            ("{e}", Action::Move(Direction::East)),
            ("{look}", Action::Look),
            ("{esc}", Action::Cancel),
            ("{take}", Action::Take),
            ("{explore}", Action::Explore),
            ("{up}", Action::Up),
            ("{down}", Action::Down),
            ("{shove}", Action::Shove),
            ("{rewind}", Action::Rewind),
            ("{travel}", Action::Travel),
        ] {
            let bound = keys.keys_of(action);
            let letter = bound.iter().find(|key| key.chars().count() == 1);
            let key = letter.or(bound.first());
            text = text.replace(name, key.map_or("(no key)", String::as_str));
        }
        text
    }
}

/// The world of the lessons, and how the game begins.
pub(in super::super) fn lesson() -> anyhow::Result<(World, Setup)> {
    let mut volume = text::read("lesson", MAP.as_bytes())?;
    for thing in [
        Thing::new(Pos::new(12, 5, 1), ThingKind::Key, "brass key").with("lock", "brass"),
        Thing::new(Pos::new(16, 3, 1), ThingKind::Lock, "lock").with("key", "brass"),
        Thing::new(Pos::new(18, 2, 2), ThingKind::Creature, "surly porter")
            .with("hp", "60")
            .with("damage", "1d2")
            .with("mind", "sleep")
            .with("ears", "0")
            .with("glyph", "p"),
    ] {
        volume.add_thing(thing)?;
    }
    let setup = Setup {
        seed: Seed::new(3),
        start: Some(START),
        companions: 0,
        hp: Some(400),
        is_endless: true,
        gravity: Some(Gravity::On),
        might: 12,
        ..Setup::default()
    };
    Ok((World::from(volume), setup))
}
