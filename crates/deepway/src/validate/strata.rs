//! An open world as a whole: every zone is reached from the surface and left again.

use crate::report::{Finding, Rule, Subject};
use crate::space::{Direction, ZonePos};
use crate::strata::{Blueprint, Plan};
use std::collections::VecDeque;

/// What a whole world is like, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Everything that is wrong.
    pub findings: Vec<Finding>,
    /// The zones that somebody can be in.
    pub zones: u32,
    /// Faces between two zones that are open, and all of them: sideways, and down; both below
    /// the surface only.
    pub open: [[u32; 2]; 2],
    /// Zones by the number of their open faces.
    pub degrees: [u32; 7],
    /// Falls: pits and shafts.
    pub falls: u32,
    /// The most zones that somebody has to pass from the surface to a zone.
    pub farthest: u32,
}

/// Goes through all faces of a world, of which nobody has been built.
pub fn reach(plan: &Plan) -> Reach {
    let mut reach = Reach::default();
    let count = (ZonePos::COLUMNS * ZonePos::ROWS * ZonePos::DEPTHS) as usize;
    const FAR: u32 = u32::MAX;
    let mut distance = vec![FAR; count];
    let mut queue = VecDeque::new();
    // What leads through each face, from what each zone lists.
    let mut ways: Vec<u8> = vec![0; count];
    let mut landings: Vec<ZonePos> = Vec::new();
    for zone in ZonePos::all() {
        if plan.blueprint(zone) == Blueprint::Air {
            continue;
        }
        reach.zones += 1;
        let boundary = plan.boundary(zone);
        let mut faces = 0;
        for connection in boundary.connections() {
            if connection.kind.leads_up() {
                faces |= bit(connection.face);
            }
            if connection.kind.pulls() && connection.face == Direction::Up {
                landings.push(zone);
            }
            if connection.kind.pulls() && connection.face == Direction::Down {
                reach.falls += u32::from(
                    connection
                        .levels
                        .is_some_and(|[top, _]| u32::from(top) == zone.z()),
                );
            }
        }
        ways[zone.number() as usize] = faces;
    }
    let leads = |zone: ZonePos, face: Direction| ways[zone.number() as usize] & bit(face) != 0;
    for zone in ZonePos::all().filter(|&zone| plan.blueprint(zone) != Blueprint::Air) {
        if zone.z() == ZonePos::SURFACE {
            distance[zone.number() as usize] = 0;
            queue.push_back(zone);
        }
        let degree = Direction::SIX
            .into_iter()
            .filter(|&face| leads(zone, face))
            .count();
        if zone.z() > ZonePos::SURFACE {
            reach.degrees[degree] += 1;
            for (kind, face) in [
                (0, Direction::East),
                (0, Direction::South),
                (1, Direction::Down),
            ] {
                if zone.step(face).is_some() {
                    reach.open[kind][1] += 1;
                    reach.open[kind][0] += u32::from(leads(zone, face));
                }
            }
        }
    }
    // What leads up leads down too, so whoever is reached can go back the same way.
    while let Some(zone) = queue.pop_front() {
        let here = distance[zone.number() as usize];
        reach.farthest = reach.farthest.max(here);
        for face in Direction::SIX.into_iter().filter(|&face| leads(zone, face)) {
            let next = zone.step(face).filter(|&next| leads(next, face.opposite()));
            let Some(next) = next else {
                let text = format!("{zone}: what leads {face} does not lead back");
                reach.findings.push(Finding::new(
                    Rule::JointMismatch,
                    [Subject::Zone(zone)],
                    text,
                ));
                continue;
            };
            let far = &mut distance[next.number() as usize];
            if *far == FAR {
                *far = here + 1;
                queue.push_back(next);
            }
        }
    }
    for zone in ZonePos::all() {
        if distance[zone.number() as usize] == FAR && plan.blueprint(zone) != Blueprint::Air {
            let what = match landings.contains(&zone) {
                true => "a fall ends there, and no way leads up",
                false => "it cannot be reached from the surface",
            };
            let text = format!("{zone}: {what}");
            reach.findings.push(Finding::new(
                Rule::ZoneUnreachable,
                [Subject::Zone(zone)],
                text,
            ));
        }
    }
    reach
}

/// A bit for each of the six faces.
const fn bit(face: Direction) -> u8 {
    match face {
        Direction::North => 1,
        Direction::East => 2,
        Direction::South => 4,
        Direction::West => 8,
        Direction::Up => 16,
        _ => 32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn a_whole_world_is_sound() {
        let reach = reach(&Plan::new(Seed::new(12)));
        assert_eq!(reach.findings, []);
        assert!(reach.zones > 720_000);
        assert!((20..200).contains(&reach.farthest), "{}", reach.farthest);
    }
}
