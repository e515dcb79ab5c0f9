//! A sector that was saved: every move is saved as it happens.

use super::{Move, act, name_of};
use crate::store;
use anyhow::Result;
use deepway::Stream;
use deepway::json;
use deepway::play::Expedition;
use deepway::traverse::{Character, Outcome};
use deepway_store::{
    Change, Over, Revision, Store, StoreError, check_name, load_character, save_character,
};

/// How often a move is made again if somebody else was faster.
const TRIES: u32 = 20;

/// Where a sector and a character in it are kept, and how often they were saved.
pub(super) struct Kept {
    store: Box<dyn Store>,
    world: String,
    who: String,
    character: Revision,
    sector: Revision,
}

impl Kept {
    /// Somebody enters a sector, or goes on in it.
    pub(super) fn enter(world: &str, who: &str) -> Result<(Expedition, Option<Self>)> {
        check_name(who)?;
        let mut store = store::existing()?;
        let entered = match load_character(store.as_mut(), world, who) {
            Err(StoreError::NoSave { .. }) => {
                let (document, sector) = store.load(world)?;
                let mut new = json::read_expedition(world, &document.json)?;
                let name = who.to_owned();
                new.set_character(Character {
                    name,
                    ..new.character()
                });
                (new, 0, sector)
            }
            entered => entered?,
        };
        let (expedition, character, sector) = entered;
        let kept = Self {
            store,
            world: world.to_owned(),
            who: who.to_owned(),
            character,
            sector,
        };
        Ok((expedition, Some(kept)))
    }

    /// Saves somebody who has just come in, or whose values were set.
    pub(super) fn begin(&mut self, expedition: &mut Expedition, is_changed: bool) -> Result<()> {
        let event = match (self.character, is_changed) {
            (0, _) => Some(("entered", format!("{} comes in", self.who))),
            (_, true) => Some(("changed", format!("{} is not who they were", self.who))),
            (_, false) => return Ok(()),
        };
        let event = event
            .as_ref()
            .map(|(kind, detail)| (*kind, detail.as_str()));
        match self.put(expedition, None, event) {
            // Somebody of this name came in at the same moment.
            Err(StoreError::SaveTaken { .. } | StoreError::Conflict { .. }) => {
                self.read(expedition)
            }
            done => Ok(done?),
        }
    }

    /// Where everything is saved, for people.
    pub(super) fn place(&self) -> String {
        format!(
            "{} is saved in {:?} in {}",
            self.who,
            self.world,
            self.store.place()
        )
    }

    /// Makes a move and saves what it changed. If somebody else changed the sector first, the move
    /// is made again there, with the same dice.
    pub(super) fn play(
        &mut self,
        expedition: &mut Expedition,
        dice: &mut Stream,
        made: &Move,
    ) -> Result<Outcome> {
        let is_known = |change: &Change| match change {
            Change::World(name) => *name != self.world,
            Change::Zone { .. } => true,
            Change::Everything => false,
        };
        if !self.store.heard()?.iter().all(is_known) && self.character > 0 {
            self.read(expedition)?;
        }
        let mut tries = 0;
        loop {
            let (before, dice_before) = (expedition.clone(), dice.clone());
            let outcome = act(expedition, dice, made);
            if *expedition == before {
                return Ok(outcome);
            }
            let error = match self.save(&before, expedition, made, &outcome) {
                Ok(()) => return Ok(outcome),
                Err(error) => error,
            };
            // What was not saved did not happen.
            (*expedition, *dice) = (before, dice_before);
            tries += 1;
            if !error.is_worth_a_retry() || tries == TRIES {
                return Err(error.into());
            }
            self.read(expedition)?;
        }
    }

    fn save(
        &mut self,
        before: &Expedition,
        after: &Expedition,
        made: &Move,
        outcome: &Outcome,
    ) -> Result<(), StoreError> {
        let changed = (before.carved() != after.carved()).then_some(self.sector);
        let first = outcome.message.lines().next().unwrap_or_default();
        let detail = format!("{}, {}: {first}", self.who, name_of(made));
        self.put(after, changed, Some(("played", detail.as_str())))
    }

    /// Saves the character and, if its revision is given, the sector.
    fn put(
        &mut self,
        expedition: &Expedition,
        sector: Option<Revision>,
        event: Option<(&str, &str)>,
    ) -> Result<(), StoreError> {
        let over = match self.character {
            0 => Over::Nothing,
            revision => Over::Revision(revision),
        };
        let (store, world) = (self.store.as_mut(), &self.world);
        let saved = save_character(store, world, &self.who, expedition, sector, over, event)?;
        let (character, sector) = saved;
        self.character = character;
        self.sector = sector.unwrap_or(self.sector);
        Ok(())
    }

    /// Reads the sector and the character as they are now. Somebody who was never saved enters
    /// again.
    fn read(&mut self, expedition: &mut Expedition) -> Result<()> {
        match load_character(self.store.as_mut(), &self.world, &self.who) {
            Ok((now, character, sector)) => {
                (*expedition, self.character, self.sector) = (now, character, sector);
            }
            Err(StoreError::NoSave { .. }) => {
                let (document, sector) = self.store.load(&self.world)?;
                let mut new = json::read_expedition(&self.world, &document.json)?;
                new.set_character(expedition.character());
                (*expedition, self.character, self.sector) = (new, 0, sector);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
