//! Sets rooms: the main path, branches, secret rooms, overpasses.

use super::super::graph::{EdgeKind, NodeKind};
use super::super::layout::wall_unit;
use super::district::Districts;
use super::site::{Bounds, Offer, Site};
use crate::seed::Stream;
use crate::space::Direction;

/// What a place costs: each unit that the box grows by, each unit of corridor, each room that
/// it happens to lie above or below, and a little chance.
const GROWTH: i64 = 2;
const CORRIDOR: i64 = 5;
const STACKED: i64 = 14;
const CHANCE: u64 = 16;
/// What each unit costs that a room is outside the district where it should be.
const PULL: i64 = 8;
/// What a place far above or below another room is worth: long shafts and elevators are rare.
const TOWER: i64 = 24;

/// What a place beside a room is worth that a passage could lead on to, where loops are wanted.
const CONTACT: i64 = 30;

/// How rooms are set, and what is left to do.
pub(super) struct Grower<'a> {
    pub(super) site: Site,
    pub(super) random: Stream,
    pub(super) districts: &'a Districts,
    /// How many edges should still change level, and how many edges there will still be.
    pub(super) climbs: [u32; 2],
    /// How many rooms may still happen to lie above or below others.
    pub(super) stacks: u32,
    /// How many branches should come to lie where they can rejoin.
    pub(super) contacts: u32,
    offers: Vec<Offer>,
}

impl<'a> Grower<'a> {
    pub(super) fn new(
        random: Stream,
        districts: &'a Districts,
        climbs: [u32; 2],
        stacks: u32,
    ) -> Self {
        Self {
            site: Site::new(2),
            random,
            districts,
            climbs,
            stacks,
            contacts: 0,
            offers: Vec::new(),
        }
    }

    /// Units along the side of a room that is on a way.
    pub(super) fn side(&mut self) -> i32 {
        *self
            .random
            .weighted(&[(1, 9), (2, 8), (3, 3)])
            .unwrap_or(&1)
    }

    /// Sets the main path; says whether it could.
    pub(super) fn path(&mut self, deltas: &[i32]) -> bool {
        let steps = deltas.len();
        let mut failures = 0;
        self.site.rooms[0].step = Some(0);
        while self.site.rooms.len() <= steps {
            let step = self.site.rooms.len();
            let is_boss = step == steps;
            let side = if is_boss { 3 } else { self.side() };
            let node = if is_boss {
                NodeKind::Boss
            } else {
                NodeKind::Main
            };
            let delta = deltas[step - 1];
            self.offer(step - 1, side, delta);
            let region = self.districts.of_step(step as u32, steps as u32);
            match self.best(Some(step as u32), node, region) {
                Some(offer) => {
                    let room = self.site.place(step - 1, &offer, node, EdgeKind::Normal);
                    self.site.rooms[room].step = Some(step as u32);
                }
                None => {
                    failures += 1;
                    if failures > 12 + steps / 2 {
                        return false;
                    }
                    // The deeper the trouble, the more is taken back.
                    for _ in 0..(1 + failures % 4).min(step - 1) {
                        self.site.take_back();
                    }
                }
            }
        }
        let climbs = deltas.iter().filter(|delta| **delta != 0).count() as u32;
        self.climbs[0] = self.climbs[0].saturating_sub(climbs);
        self.climbs[1] = self.climbs[1].saturating_sub(steps as u32);
        true
    }

    /// Sets a room of a branch beside a room, or above or below it; says which one it is.
    pub(super) fn branch(&mut self, from: usize) -> Option<usize> {
        if !self.site.has_space(from) {
            return None;
        }
        let [climbs, edges] = self.climbs;
        let side = self.side();
        let region = self.districts.all();
        let mut deltas = [0, 0];
        if self.random.chance(climbs.min(edges), edges.max(1)) {
            deltas = *self.random.pick(&[[1, -1], [-1, 1]]).unwrap_or(&deltas);
        }
        for delta in deltas {
            self.offer(from, side, delta);
            let contact = Some(from).filter(|_| self.contacts > 0);
            if let Some(offer) = self.best_of(None, NodeKind::Branch, region, contact) {
                let rejoins = self.touches(from, &offer);
                self.contacts = self.contacts.saturating_sub(u32::from(rejoins));
                let room = self
                    .site
                    .place(from, &offer, NodeKind::Branch, EdgeKind::Normal);
                self.count(delta != 0);
                return Some(room);
            }
            if delta == 0 {
                return None;
            }
        }
        None
    }

    /// Sets a secret room beside a room.
    pub(super) fn secret(&mut self, from: usize) -> bool {
        if !self.site.has_space(from) {
            return false;
        }
        self.offer(from, 1, 0);
        let region = self.districts.all();
        match self.best(None, NodeKind::Secret, region) {
            Some(offer) => {
                self.site
                    .place(from, &offer, NodeKind::Secret, EdgeKind::Secret);
                self.count(false);
                true
            }
            None => false,
        }
    }

    /// Counts an edge.
    pub(super) fn count(&mut self, climbs: bool) {
        self.climbs[0] = self.climbs[0].saturating_sub(u32::from(climbs));
        self.climbs[1] = self.climbs[1].saturating_sub(1);
    }

    /// Finds all places for a room that is reached from another.
    pub(super) fn offer(&mut self, from: usize, side: i32, delta: i32) {
        self.offers.clear();
        match delta {
            0 => self.site.beside(from, side, 2, &mut self.offers),
            _ => self.site.stacked(from, side, delta, &mut self.offers),
        }
    }

    /// Keeps the offers that a test passes.
    pub(super) fn keep(&mut self, is_fit: impl Fn(&Site, &Offer) -> bool) {
        let site = &self.site;
        self.offers.retain(|offer| is_fit(site, offer));
    }

    /// The offers that pass a test.
    pub(super) fn kept(&self, is_fit: impl Fn(&Site, &Offer) -> bool) -> Vec<Offer> {
        let offers = self.offers.iter().copied();
        offers.filter(|offer| is_fit(&self.site, offer)).collect()
    }

    /// One of some offers that lie inside a region, by chance.
    pub(super) fn choose(
        &mut self,
        mut offers: Vec<Offer>,
        region: Option<[Bounds; 2]>,
    ) -> Option<Offer> {
        offers.retain(|offer| {
            let own = Bounds::of(offer.anchor, offer.side);
            region.is_none_or(|[region, _]| region.covers(own))
        });
        self.random.pick(&offers).copied()
    }

    /// The best of the places inside a region, if there is one.
    pub(super) fn best(
        &mut self,
        step: Option<u32>,
        node: NodeKind,
        region: Option<[Bounds; 2]>,
    ) -> Option<Offer> {
        self.best_of(step, node, region, None)
    }

    /// Whether a room on a place would lie beside another room, to which a passage could lead.
    fn touches(&self, from: usize, offer: &Offer) -> bool {
        let site = &self.site;
        let near = |room: usize| room == from || site.are_joined(room, from);
        Direction::STRAIGHT.into_iter().any(|direction| {
            (0..offer.side).any(|i| {
                let unit = wall_unit(offer.anchor, offer.side, direction, i);
                let found = site.room_at(unit.step(direction));
                found.is_some_and(|room| {
                    let node = site.rooms[room].node;
                    !matches!(node, NodeKind::Boss | NodeKind::Secret)
                        && !near(room)
                        && site.has_space(room)
                        && !site.is_taken(room, direction.opposite())
                })
            })
        })
    }

    /// The best of the places inside a region; with `contact`, the room that it is reached from,
    /// places from which a passage could lead on to another room are better.
    fn best_of(
        &mut self,
        step: Option<u32>,
        node: NodeKind,
        region: Option<[Bounds; 2]>,
        contact: Option<usize>,
    ) -> Option<Offer> {
        let offers = std::mem::take(&mut self.offers);
        let mut best: Option<(i64, Offer, u32)> = None;
        let now = self.site.bounds();
        for offer in &offers {
            let own = Bounds::of(offer.anchor, offer.side);
            if region.is_some_and(|[region, _]| !region.covers(own)) {
                continue;
            }
            let mut cost = self.random.below(CHANCE) as i64 + CORRIDOR * i64::from(offer.gap);
            cost += match region {
                None => GROWTH * (now.with(own).area() - now.area()),
                Some([_, goal]) => PULL * i64::from(goal.steps_to(own)),
            };
            if contact.is_some_and(|from| self.touches(from, offer)) {
                cost -= CONTACT;
            }
            if best
                .as_ref()
                .is_some_and(|(least, ..)| cost - TOWER >= *least)
            {
                continue;
            }
            let mut stacks = 0;
            if !matches!(node, NodeKind::Boss | NodeKind::Secret) {
                for (room, apart) in self.site.over_and_under(offer.anchor, offer.side, 6) {
                    let other = &self.site.rooms[room];
                    if matches!(other.node, NodeKind::Boss | NodeKind::Secret) {
                        continue;
                    }
                    let near = step
                        .zip(other.step)
                        .is_some_and(|(step, other)| step.abs_diff(other) <= 1);
                    if near {
                        continue;
                    }
                    stacks += 1;
                    cost += match apart {
                        _ if self.stacks == 0 => 3 * STACKED,
                        3.. => -TOWER,
                        _ => -STACKED / 2,
                    };
                }
            }
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, *offer, stacks));
            }
        }
        self.offers = offers;
        let (_, offer, stacks) = best?;
        self.stacks = self.stacks.saturating_sub(stacks);
        Some(offer)
    }
}
