//! The people of towns: in every house with a trade somebody who keeps it, others at home and on
//! the square, all with names in the tongue of their region.

use super::residents::Settlement;
use crate::population::{Creature, Home, Nature};
use crate::seed::Stream;
use crate::thing::Thing;

impl Settlement<'_> {
    /// Whether tables say who the people of towns are.
    pub(super) fn knows_people(&self) -> bool {
        let mut creatures = self.tables.creatures().iter();
        creatures.any(|one| one.lives_in(Home::Town) && one.nature != Nature::Monster)
    }

    /// One of the people of a town: somebody who keeps this trade, if there is such a one.
    pub(super) fn add_citizen(
        &mut self,
        at: [usize; 2],
        trade: Option<&str>,
        nature: Nature,
        random: &mut Stream,
    ) {
        if !self.knows_people() {
            return self.add_party(Some(at), random);
        }
        let tables = self.tables;
        let lives = |creature: &Creature| creature.lives_in(Home::Town);
        let keeps = |creature: &Creature| {
            lives(creature)
                && trade.is_some_and(|trade| creature.trades.iter().any(|it| it == trade))
        };
        let is_free = |creature: &Creature, nature: Nature| {
            lives(creature) && creature.trades.is_empty() && creature.nature == nature
        };
        let citizen = trade.and_then(|_| tables.draw_citizen(random, keeps));
        let citizen = citizen.or_else(|| tables.draw_citizen(random, |it| is_free(it, nature)));
        let citizen = citizen.or_else(|| {
            let is_person = |it: &Creature| is_free(it, Nature::Person);
            tables.draw_citizen(random, is_person)
        });
        let Some(citizen) = citizen else {
            return;
        };
        let Some(place) = self.take(Some(at), random) else {
            return;
        };
        let called = self.culture.draw_given_name(random);
        let person = citizen.thing(place).with("called", &*called);
        let person = match trade.filter(|_| keeps(citizen)) {
            Some(trade) => person.with("keeps", trade),
            None => person,
        };
        let name = format!("{called} the {}", citizen.name);
        self.things.push(Thing { name, ..person });
    }
}
