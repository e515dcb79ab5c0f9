//! One move in the world.

use super::Strata;
use super::route::name;
use crate::cell::Cell;
use crate::space::{Direction, Pos, ZonePos};
use thiserror::Error;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The cells that one came to, the last of which is where one is now. There are two where
    /// one stepped onto a cell that pulls: that cell, and the one where the fall ended.
    pub path: Vec<Pos>,
}

/// Why a move is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// Nobody can be where the move should begin.
    #[error("nobody can stand at {}: it is {}", name(*pos), cell.info().name)]
    NotStanding {
        /// Where.
        pos: Pos,
        /// What is there.
        cell: Cell,
    },
    /// The world ends there.
    #[error("the world ends there: nothing lies {} {}", side(*towards), name(*pos))]
    EdgeOfWorld {
        /// Where the move would begin.
        pos: Pos,
        /// Which way it would lead.
        towards: Direction,
    },
    /// Something is in the way.
    #[error("{} is in the way at {}", cell.info().name, name(*pos))]
    Blocked {
        /// Where.
        pos: Pos,
        /// What is there.
        cell: Cell,
    },
    /// A diagonal step around a corner.
    #[error("a diagonal step needs room on both sides, and {} is not walkable: it is {}", name(*pos), cell.info().name)]
    Corner {
        /// The cell beside the step.
        pos: Pos,
        /// What is there.
        cell: Cell,
    },
    /// Nothing leads up or down there.
    #[error("nothing leads {towards} from {}, which is {}", name(*pos), cell.info().name)]
    NothingLeads {
        /// Where one is.
        pos: Pos,
        /// Which way one wants to go.
        towards: Direction,
        /// What is there.
        cell: Cell,
    },
    /// One is on a cell that pulls: there is no way but down.
    #[error("{} pulls down: nothing else is possible there", name(*pos))]
    Pulled {
        /// Where.
        pos: Pos,
    },
}

/// Where something lies, seen from somewhere else.
fn side(towards: Direction) -> String {
    match towards {
        Direction::Up => "above".to_owned(),
        Direction::Down => "below".to_owned(),
        side => format!("{side} of"),
    }
}

impl Strata {
    /// Makes one move: a step on the level, over borders of zones too, or by a link up or down.
    /// Whoever steps onto a cell that pulls falls to where the shaft ends.
    ///
    /// A diagonal step needs both cells beside it. Down a pit one goes from its own cell only,
    /// as somebody does who begins there.
    pub fn step(&self, at: Pos, towards: Direction) -> Result<Moved, Refused> {
        let here = self.cell(at);
        if !here.is_walkable() {
            return Err(Refused::NotStanding {
                pos: at,
                cell: here,
            });
        }
        let pulled = self.pulls(at);
        if pulled && towards != Direction::Down {
            return Err(Refused::Pulled { pos: at });
        }
        let to = at.step(towards);
        if ZonePos::from_world(to).is_none() {
            return Err(Refused::EdgeOfWorld { pos: at, towards });
        }
        if pulled {
            return Ok(Moved {
                path: vec![self.landing(at)],
            });
        }
        let (east, north, up) = towards.east_north_up();
        if up != 0 {
            let mut links = self.links_at(at).into_iter();
            let leads = links.any(|link| match towards {
                Direction::Up => link.low == at && link.up,
                _ => link.high == at && link.down,
            });
            if !leads {
                return Err(Refused::NothingLeads {
                    pos: at,
                    towards,
                    cell: here,
                });
            }
        } else {
            let cell = self.cell(to);
            if !cell.is_walkable() {
                return Err(Refused::Blocked { pos: to, cell });
            }
            if east != 0 && north != 0 {
                for pos in [Pos { x: to.x, ..at }, Pos { y: to.y, ..at }] {
                    let cell = self.cell(pos);
                    if !cell.is_walkable() {
                        return Err(Refused::Corner { pos, cell });
                    }
                }
            }
        }
        let mut path = vec![to];
        if self.pulls(to) {
            path.push(self.landing(to));
        }
        Ok(Moved { path })
    }

    /// Whether a cell pulls down whoever steps there.
    pub(super) fn pulls(&self, pos: Pos) -> bool {
        self.cell(pos) == Cell::Shaft && self.cell(pos.step(Direction::Down)).is_walkable()
    }

    /// Where whoever is at a cell ends: there, or at the bottom of the shaft.
    pub(super) fn landing(&self, mut pos: Pos) -> Pos {
        while self.pulls(pos) {
            pos = pos.step(Direction::Down);
        }
        pos
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use crate::strata::ConnectionKind;

    /// The first cell of the world, zone by zone, that something vertical of a kind stands on,
    /// and how many floors it leads through.
    fn first(strata: &Strata, kind: ConnectionKind, levels: u8) -> Pos {
        let zones = ZonePos::all().filter(|zone| zone.z() == 20);
        let found = zones.into_iter().find_map(|zone| {
            let boundary = strata.plan().boundary(zone);
            let vertical = boundary.vertical().iter().find(|vertical| {
                (vertical.kind, vertical.levels, vertical.top) == (kind, levels, 20)
            });
            vertical.and_then(|at| zone.to_world(at.x.into(), at.y.into()))
        });
        found.expect("there is one on each level")
    }

    #[test]
    fn stairs_lead_both_ways_and_pits_only_down() {
        let strata = Strata::new(Seed::new(3));
        let top = first(&strata, ConnectionKind::Stairs, 1);
        let bottom = top.step(Direction::Down);
        let step = |at, towards| strata.step(at, towards).map(|moved| moved.path);
        assert_eq!(step(top, Direction::Down), Ok(vec![bottom]));
        assert_eq!(step(bottom, Direction::Up), Ok(vec![top]));
        let no_more = step(bottom, Direction::Down).unwrap_err();
        assert!(matches!(no_more, Refused::NothingLeads { .. }));

        let pit = first(&strata, ConnectionKind::Pit, 1);
        let landing = pit.step(Direction::Down);
        let edge = pit.step(Direction::West);
        assert_eq!(step(edge, Direction::East), Ok(vec![pit, landing]));
        assert_eq!(step(pit, Direction::Down), Ok(vec![landing]));
        assert_eq!(
            step(pit, Direction::West),
            Err(Refused::Pulled { pos: pit })
        );
        let not_back = step(landing, Direction::Up).unwrap_err();
        assert!(not_back.to_string().starts_with("nothing leads up from "));

        let shaft = first(&strata, ConnectionKind::Shaft, 3);
        let landing = shaft.step_by(Direction::Down, 3);
        let edge = shaft.step(Direction::South);
        assert_eq!(step(edge, Direction::North), Ok(vec![shaft, landing]));
    }

    #[test]
    fn refusals_say_why() {
        let strata = Strata::new(Seed::new(3));
        let refused = |at, towards| strata.step(at, towards).unwrap_err();
        let zone = |x, y, z| ZonePos::at([x, y], z).unwrap();
        // The corner of a zone is rock.
        let corner = zone(3, 3, 11).to_world(0, 0).unwrap();
        assert_eq!(
            refused(corner, Direction::North).to_string(),
            "nobody can stand at World.1.1.0.0.11:0,0: it is wall"
        );
        let sky = zone(0, 0, 3).to_world(9, 9).unwrap();
        assert_eq!(
            refused(sky, Direction::Down),
            Refused::NotStanding {
                pos: sky,
                cell: Cell::Air
            }
        );
        let outside = Pos::new(-1, 0, 0);
        assert!(matches!(
            refused(outside, Direction::East),
            Refused::NotStanding { .. }
        ));
    }

    #[test]
    fn every_step_is_possible_or_says_what_is_in_the_way() {
        let strata = Strata::new(Seed::new(5));
        let at = ZonePos::at([20, 20], 15).unwrap();
        let mut met = std::collections::BTreeSet::new();
        for y in 0..ZonePos::HEIGHT {
            for x in 0..ZonePos::WIDTH {
                let pos = at.to_world(x, y).unwrap();
                if !strata.cell(pos).is_walkable() || strata.pulls(pos) {
                    continue;
                }
                for towards in &Direction::ALL[..8] {
                    let to = pos.step(*towards);
                    let beside = [Pos { x: to.x, ..pos }, Pos { y: to.y, ..pos }];
                    let is_open = |pos: &Pos| strata.cell(*pos).is_walkable();
                    match strata.step(pos, *towards) {
                        Ok(moved) => {
                            assert_eq!(moved.path[0], to);
                            assert!(is_open(&to) && beside.iter().all(is_open));
                            let is_inside = ZonePos::from_world(to).unwrap().0 == at;
                            met.insert(if is_inside { "step" } else { "border" });
                        }
                        Err(Refused::Blocked { pos, .. }) => {
                            assert!(pos == to && !is_open(&to));
                            met.insert("blocked");
                        }
                        Err(Refused::Corner { pos, .. }) => {
                            assert!(beside.contains(&pos) && !is_open(&pos));
                            met.insert("corner");
                        }
                        Err(refused) => panic!("{refused}"),
                    }
                }
            }
        }
        let all = ["blocked", "border", "corner", "step"];
        assert!(met.into_iter().eq(all));
    }
}
