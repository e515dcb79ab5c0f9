//! What is told about two sectors, and what they were asked to be.

use super::{Difference, Matter};
use crate::sector::{Rumour, Sector};

fn truth(rumour: &Rumour) -> String {
    match rumour.is_true {
        true => "true".to_owned(),
        false => "false".to_owned(),
    }
}

fn said(rumour: &Rumour) -> String {
    format!("rumour {:?}", rumour.text)
}

impl Difference {
    /// Compares what is optional in two blueprints.
    pub(super) fn compare_blueprints(&mut self, sectors: [&Sector; 2]) {
        let both = sectors.map(Sector::blueprint);
        let asked = |count: Option<u32>| match count {
            Some(count) => count.to_string(),
            None => "default".to_owned(),
        };
        let facts = [
            ("loops", both.map(|it| asked(it.loops))),
            ("locks", both.map(|it| asked(it.locks))),
            ("verticality", both.map(|it| it.verticality.to_string())),
            ("branching", both.map(|it| it.branching.to_string())),
            (
                "empty",
                both.map(|it| if it.is_empty { "yes" } else { "no" }.to_owned()),
            ),
        ];
        for (fact, values) in facts {
            self.note_fact(Matter::World, "", fact, values);
        }
    }

    /// Compares the stories of two sectors: rumours are the same if they say the same.
    pub(super) fn compare_stories(&mut self, [a, b]: [&Sector; 2]) {
        let (before, after) = match (a.story(), b.story()) {
            (Some(before), Some(after)) => (before, after),
            (Some(only), None) => return self.note_removed(Matter::Story, "", only.name.clone()),
            (None, Some(only)) => return self.note_added(Matter::Story, "", only.name.clone()),
            (None, None) => return,
        };
        let both = [before, after];
        let facts: [(_, [String; 2]); 3] = [
            ("name", both.map(|story| story.name.clone())),
            ("hook", both.map(|story| story.hook.clone())),
            ("reason", both.map(|story| story.reason.clone())),
        ];
        for (fact, values) in facts {
            self.note_fact(Matter::Story, "", fact, values);
        }
        let mut left: Vec<&Rumour> = after.rumours.iter().collect();
        for rumour in &before.rumours {
            match left.iter().position(|other| other.text == rumour.text) {
                Some(place) => {
                    let values = [rumour, left.remove(place)].map(truth);
                    self.note_fact(Matter::Story, &said(rumour), "truth", values);
                }
                None => self.note_removed(Matter::Story, &said(rumour), truth(rumour)),
            }
        }
        for rumour in left {
            self.note_added(Matter::Story, &said(rumour), truth(rumour));
        }
    }
}
