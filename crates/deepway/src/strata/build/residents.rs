//! Who and what is in a zone: things, on cells where one can stand, none of which leads up or
//! down or pulls.

use super::super::board::Board;
use super::super::plan::{Culture, GrowthHere, Plan, growth_chance};
use super::canvas::Wish;
use super::{Canvas, cave, doors};
use crate::material::Material;
use crate::population::{Creature, Growth, Home, Item, Nature, Tables};
use crate::seed::{Seed, Stream};
use crate::space::{Pos, ZonePos};
use crate::strata::Blueprint;
use crate::thing::{Thing, ThingKind};

/// How many steps followers are from their leader, at most.
const NEAR: u32 = 8;

/// A zone that is being peopled.
pub(super) struct Settlement<'s> {
    canvas: &'s Canvas,
    pub(super) tables: &'s Tables,
    pub(super) culture: Culture,
    tier: u8,
    home: Option<Home>,
    /// What grows here and acts, with its chance in percent.
    growths: Vec<(Growth, u32)>,
    /// Where one can stand, and where there is still room.
    standing: Board,
    free: Board,
    /// The liquids of the zone, and the cells in or beside each where one can stand.
    shores: Vec<(Material, Board)>,
    pub(super) things: Vec<Thing>,
    parties: u32,
}

/// Puts creatures and items into a zone.
pub(super) fn build(
    canvas: &Canvas,
    standing: &Board,
    plan: &Plan,
    tables: &Tables,
    zone: ZonePos,
    growths: &[GrowthHere],
    seed: Seed,
) -> Vec<Thing> {
    let blueprint = plan.blueprint(zone);
    let acting = growths.iter().filter(|here| here.acts);
    let mut settlement = Settlement {
        canvas,
        tables,
        culture: plan.region(zone.column()).culture,
        tier: plan.tier(zone),
        home: blueprint.home(),
        growths: acting
            .map(|here| (here.growth, growth_chance(here.intensity)))
            .collect(),
        standing: *standing,
        // Nobody stands in a doorway.
        free: standing.without(&doors::doors(canvas)),
        shores: shores(canvas, standing, tables),
        things: Vec::new(),
        parties: 0,
    };
    let mut random = seed.child("wishes").stream();
    for (at, wish) in &canvas.wishes {
        settlement.fulfil(*at, wish, &mut random);
    }
    let mut random = seed.child("residents").stream();
    for _ in 0..parties(blueprint, zone.z(), &mut random) {
        settlement.add_party(None, &mut random);
    }
    let mut random = seed.child("items").stream();
    let [least, most] = match blueprint {
        Blueprint::Surface => [0, 1],
        Blueprint::Town => [1, 3],
        Blueprint::Vault | Blueprint::Lair => [2, 4],
        _ => [0, 3],
    };
    for _ in 0..random.between(least, most) {
        settlement.add_item(None, &[], &mut random);
    }
    // Nobody goes down a level of a progressive cave for nothing.
    let mut things = settlement.things.iter();
    let is_find = |thing: &Thing| matches!(thing.kind, ThingKind::Creature | ThingKind::Item);
    if blueprint == Blueprint::ProgressiveCave && !things.any(is_find) {
        settlement.add_item(None, &[], &mut random);
    }
    settlement.things
}

/// The liquids of a zone that somebody lives in, each with the cells in or beside it.
fn shores(canvas: &Canvas, standing: &Board, tables: &Tables) -> Vec<(Material, Board)> {
    let mut shores: Vec<(Material, Board)> = Vec::new();
    if canvas.deep.or(&canvas.shallow) == Board::EMPTY {
        return shores;
    }
    for liquid in tables.creatures().iter().filter_map(|one| one.liquid) {
        if !shores.iter().any(|(known, _)| *known == liquid) {
            let shore = canvas.wet_with(liquid).grown().and(standing);
            shores.push((liquid, shore));
        }
    }
    shores.retain(|(_, shore)| *shore != Board::EMPTY);
    shores
}

/// How many groups live in a zone.
fn parties(blueprint: Blueprint, z: u32, random: &mut Stream) -> i32 {
    let [least, most] = match blueprint {
        Blueprint::Air => [0, 0],
        Blueprint::Surface | Blueprint::Town => [0, 2],
        Blueprint::Lair if z > ZonePos::SURFACE => [3, 5],
        Blueprint::ProgressiveCave => cave::encounters(z),
        Blueprint::Vault => [1, 2],
        _ => [1, 3],
    };
    let parties = random.between(least, most);
    let is_boosted = blueprint == Blueprint::ProgressiveCave && z == cave::BOOSTED;
    parties + i32::from(is_boosted && random.chance(75, 100))
}

impl Settlement<'_> {
    fn fulfil(&mut self, at: [usize; 2], wish: &Wish, random: &mut Stream) {
        match wish {
            Wish::Boss => self.add_boss(at, random),
            Wish::Somebody => self.add_party(Some(at), random),
            Wish::Citizen(trade) => self.add_citizen(at, *trade, Nature::Person, random),
            Wish::Watch => self.add_citizen(at, None, Nature::Guard, random),
            Wish::Item(kinds) => self.add_item(Some(at), kinds, random),
            Wish::Thing(kind, name, properties) => {
                // Nobody puts up a sign in a pond.
                let dry = self.free.without(&self.canvas.deep);
                let dry = dry.without(&self.canvas.shallow);
                let place = self.take_in(&dry, Some(at), random);
                let Some(place) = place.or_else(|| self.take(Some(at), random)) else {
                    return;
                };
                let mut thing = Thing::new(place, kind.clone(), name.clone());
                for (key, value) in properties {
                    thing = thing.with(*key, value.clone());
                }
                self.things.push(thing);
            }
        }
    }

    /// Takes the free cell nearest to a place, or any.
    pub(super) fn take(&mut self, near: Option<[usize; 2]>, random: &mut Stream) -> Option<Pos> {
        self.take_in(&Board::FULL, near, random)
    }

    /// Takes the free cell of a board nearest to a place, or any.
    fn take_in(
        &mut self,
        board: &Board,
        near: Option<[usize; 2]>,
        random: &mut Stream,
    ) -> Option<Pos> {
        let free = self.free.and(board);
        let [x, y] = match near {
            Some(at) => free.nearest(at),
            None => free.draw(random),
        }?;
        self.free.unset(x, y);
        Some(Pos::new(x as i32, y as i32, 0))
    }

    /// Where a creature can be: in or beside its liquid, if it has one, and animals out of
    /// doors.
    fn range(&self, creature: &Creature) -> Board {
        let range = match creature.liquid {
            None => Board::FULL,
            Some(liquid) => {
                let shore = self.shores.iter().find(|(known, _)| *known == liquid);
                shore.map_or(Board::EMPTY, |(_, shore)| *shore)
            }
        };
        match creature.nature {
            Nature::Animal => range.without(&self.canvas.homes),
            _ => range,
        }
    }

    /// Whether a creature has a place here: one that lives in a liquid needs it.
    fn has_room_for(&self, creature: &Creature) -> bool {
        creature.liquid.is_none() || self.free.and(&self.range(creature)) != Board::EMPTY
    }

    /// Somebody who lives here, with those who follow.
    pub(super) fn add_party(&mut self, near: Option<[usize; 2]>, random: &mut Stream) {
        let Some(home) = self.home else {
            return;
        };
        // Towns keep out what is not theirs.
        let is_town = home == Home::Town && self.knows_people();
        let mut growth = self.growths.iter().filter(|_| !is_town);
        let growth = growth.find(|(_, percent)| random.chance(*percent, 100));
        let growth = growth.map(|(growth, _)| *growth);
        let tables = self.tables;
        let fits = |creature: &Creature| {
            creature.lives_in(home)
                && creature.growth.is_none()
                && (!is_town || creature.nature == Nature::Animal)
                && self.has_room_for(creature)
        };
        let of_growth =
            |creature: &Creature| creature.growth == growth && self.has_room_for(creature);
        let creature = match growth {
            Some(_) => tables
                .draw_creature(random, self.tier, of_growth)
                .or_else(|| tables.draw_creature(random, self.tier, fits)),
            None if is_town => tables.draw_citizen(random, fits),
            None => tables.draw_creature(random, self.tier, fits),
        };
        let Some(creature) = creature else {
            return;
        };
        let followers = creature
            .party
            .map_or(0, |dice| dice.roll(random).clamp(0, 12));
        let range = self.range(creature);
        let Some(place) = self.take_in(&range, near, random) else {
            return;
        };
        let at = [place.x as usize, place.y as usize];
        let around = range.and(&self.around(at));
        let mut places = Vec::new();
        for _ in 0..followers {
            // Where there is no room beside somebody, fewer come.
            places.extend(self.take_in(&around, Some(at), random));
        }
        self.parties += 1;
        let party = self.parties.to_string();
        let leader = self.creature(creature, place, growth, random);
        self.things.push(match places.len() {
            0 => leader,
            followers => leader
                .with("party", &*party)
                .with("leads", followers.to_string()),
        });
        for beside in places {
            let follower = self.creature(creature, beside, growth, random);
            self.things.push(
                follower
                    .with("party", &*party)
                    .with("follows", &*creature.name),
            );
        }
    }

    /// The cells within a few steps of one.
    fn around(&self, [x, y]: [usize; 2]) -> Board {
        let mut around = Board::EMPTY;
        around.set(x, y);
        for _ in 0..NEAR {
            around = around.grown().and(&self.standing);
        }
        around
    }

    /// Somebody a tier above others, who is met alone.
    fn add_boss(&mut self, at: [usize; 2], random: &mut Stream) {
        let tier = (self.tier + 1).min(8);
        let home = self.home;
        // The one that fits best, if there is one of that very tier, and by chance else.
        // Those without a home live in sectors.
        let fits = |creature: &Creature| {
            creature.nature == Nature::Monster
                && !creature.homes.is_empty()
                && self.has_room_for(creature)
        };
        let lives = |creature: &Creature| {
            fits(creature) && home.is_some_and(|home| creature.lives_in(home))
        };
        let creature = self
            .tables
            .draw_creature(random, tier, |creature| {
                lives(creature) && creature.tier() == tier
            })
            .or_else(|| {
                self.tables
                    .draw_creature(random, tier, |it| fits(it) && it.tier() == tier)
            })
            .or_else(|| {
                self.tables
                    .draw_creature(random, tier, |it| !it.homes.is_empty())
            });
        let Some(creature) = creature else {
            return;
        };
        let place = self.take_in(&self.range(creature), Some(at), random);
        let Some(place) = place.or_else(|| self.take(Some(at), random)) else {
            return;
        };
        let boss = self.creature(creature, place, None, random);
        let points = u64::from(creature.hit_points) * 3 / 2;
        let name = format!("great {}", boss.name);
        self.things.push(Thing {
            name,
            ..boss.with("boss", "yes").with("hp", points.to_string())
        });
    }

    /// A creature, which may be changed by what grows here.
    fn creature(
        &self,
        creature: &Creature,
        place: Pos,
        growth: Option<Growth>,
        random: &mut Stream,
    ) -> Thing {
        let thing = creature.thing(place);
        match growth {
            Some(growth) => thing.with("biome", growth.id()),
            None => self.changed(thing, random),
        }
    }

    fn add_item(&mut self, near: Option<[usize; 2]>, kinds: &[&str], random: &mut Stream) {
        let is_here = |item: &Item| item.realms.is_empty();
        let fits = |item: &Item| {
            is_here(item)
                && match kinds {
                    [] => item.kind != "relic",
                    kinds => kinds.contains(&&*item.kind),
                }
        };
        let item = self.tables.draw_item(random, self.tier, fits);
        let item = item.or_else(|| self.tables.draw_item(random, self.tier, is_here));
        let (Some(item), Some(place)) = (item, self.take(near, random)) else {
            return;
        };
        let thing = self.changed(item.thing(place), random);
        self.things.push(thing);
    }

    /// What grows here changes what is there: its name, its properties and its colour.
    fn changed(&self, thing: Thing, random: &mut Stream) -> Thing {
        let mut growth = self.growths.iter();
        let growth = growth.find(|(_, percent)| random.chance(*percent, 100));
        let Some(&(growth, _)) = growth else {
            return thing;
        };
        let (word, colour) = match growth {
            Growth::Fungal => ("spore-covered", "green"),
            Growth::Slimy => ("slimy", "purple"),
            Growth::Tarry => ("tarred", "grey"),
            Growth::Rusty => ("rusty", "orange"),
            Growth::Psychic => ("humming", "pink"),
        };
        let name = format!("{word} {}", thing.name);
        Thing { name, ..thing }
            .with("biome", growth.id())
            .with("colour", colour)
    }
}

/// Moves whoever stands where one can no longer stand to the nearest free place.
pub(super) fn make_way(things: &mut Vec<Thing>, standing: &Board) {
    let mut free = *standing;
    let place = |thing: &Thing| [thing.place.x as usize, thing.place.y as usize];
    for thing in things.iter() {
        let [x, y] = place(thing);
        free.unset(x, y);
    }
    for thing in things.iter_mut() {
        let at = place(thing);
        if standing.get(at[0], at[1]) {
            continue;
        }
        if let Some([x, y]) = free.nearest(at) {
            free.unset(x, y);
            thing.place = Pos::new(x as i32, y as i32, 0);
        }
    }
    // A zone that has no room left has nobody in it.
    things.retain(|thing| standing.get(thing.place.x as usize, thing.place.y as usize));
}
