//! Takes out of a layout what is not needed: planes that corridors only cross.

use super::super::graph::RoomGraph;
use super::{Joint, Layout};
use crate::space::RoomPos;

/// One of the two horizontal axes.
#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

impl Axis {
    fn of(self, unit: RoomPos) -> i32 {
        match self {
            Self::X => unit.x,
            Self::Y => unit.y,
        }
    }

    fn of_mut(self, unit: &mut RoomPos) -> &mut i32 {
        match self {
            Self::X => &mut unit.x,
            Self::Y => &mut unit.y,
        }
    }
}

/// Squeezes a layout along both axes, and puts the entry hall back at the origin.
pub(super) fn squeeze(graph: &RoomGraph, layout: &mut Layout) {
    squeeze_along(Axis::X, graph, layout);
    squeeze_along(Axis::Y, graph, layout);
    centre(layout);
}

/// Moves everything so that the entry hall is at the origin of its layer.
pub(super) fn centre(layout: &mut Layout) {
    let Some(&RoomPos { x, y, .. }) = layout.anchors.first() else {
        return;
    };
    shift(layout, |unit| {
        unit.x -= x;
        unit.y -= y;
    });
}

fn shift(layout: &mut Layout, change: impl Fn(&mut RoomPos)) {
    layout.anchors.iter_mut().for_each(&change);
    for joint in &mut layout.joints {
        match joint {
            Joint::Doors { doors, via } => {
                doors.iter_mut().for_each(|door| change(&mut door.unit));
                via.iter_mut().for_each(&change);
            }
            Joint::Column { column } => {
                let mut unit = RoomPos::new(column[0], column[1], 0);
                change(&mut unit);
                *column = [unit.x, unit.y];
            }
            Joint::Dropped => {}
        }
    }
}

/// Takes out every plane across an axis that holds nothing but straight parts of corridors.
fn squeeze_along(axis: Axis, graph: &RoomGraph, layout: &mut Layout) {
    let sides = || graph.rooms.iter().map(|room| room.size.side());
    let rooms = layout.anchors.iter().zip(sides());
    let ends = rooms.flat_map(|(&anchor, side)| [axis.of(anchor), axis.of(anchor) + side - 1]);
    let corridors = layout.joints.iter().flat_map(units_of);
    let all = ends.chain(corridors.map(|&unit| axis.of(unit)));
    let (first, last) = all.fold((i32::MAX, i32::MIN), |(first, last), at| {
        (first.min(at), last.max(at))
    });
    if first > last {
        return;
    }
    let mut is_needed = vec![false; (last - first + 1) as usize];
    for (&anchor, side) in layout.anchors.iter().zip(sides()) {
        let from = (axis.of(anchor) - first) as usize;
        is_needed[from..from + side as usize].fill(true);
    }
    for joint in &layout.joints {
        let Joint::Doors { doors, via } = joint else {
            continue;
        };
        let ends = [doors[0].unit, doors[1].unit];
        for (i, &unit) in via.iter().enumerate() {
            let before = if i == 0 { ends[0] } else { via[i - 1] };
            let after = via.get(i + 1).copied().unwrap_or(ends[1]);
            let is_across = (axis.of(after) - axis.of(before)).abs() == 2;
            if !is_across {
                is_needed[(axis.of(unit) - first) as usize] = true;
            }
        }
    }
    // Where each plane comes to lie.
    let mut next = first;
    let places: Vec<i32> = is_needed
        .iter()
        .map(|&is_needed| {
            let place = next;
            next += i32::from(is_needed);
            place
        })
        .collect();
    for joint in &mut layout.joints {
        if let Joint::Doors { via, .. } = joint {
            via.retain(|&unit| is_needed[(axis.of(unit) - first) as usize]);
        }
    }
    shift(layout, |unit| {
        let at = axis.of_mut(unit);
        *at = places.get((*at - first) as usize).copied().unwrap_or(*at);
    });
}

fn units_of(joint: &Joint) -> &[RoomPos] {
    match joint {
        Joint::Doors { via, .. } => via,
        _ => &[],
    }
}

/// How much space a layout takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    /// The units of the box around everything.
    space: u64,
    /// The units of all corridors.
    corridors: u64,
}

impl Measure {
    pub(super) fn of(graph: &RoomGraph, layout: &Layout) -> Self {
        let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
        let mut add = |unit: RoomPos| {
            for (axis, at) in [unit.x, unit.y, unit.z].into_iter().enumerate() {
                low[axis] = low[axis].min(at);
                high[axis] = high[axis].max(at);
            }
        };
        for (&anchor, room) in layout.anchors.iter().zip(&graph.rooms) {
            let last = room.size.side() - 1;
            add(anchor);
            add(RoomPos::new(anchor.x + last, anchor.y + last, anchor.z));
        }
        let mut corridors = 0;
        for joint in &layout.joints {
            let units = units_of(joint);
            corridors += units.len() as u64;
            units.iter().for_each(|&unit| add(unit));
        }
        let lengths = low.iter().zip(high);
        let space = lengths.map(|(&low, high)| u64::from((high - low + 1).max(0) as u32));
        Self {
            space: space.product(),
            corridors,
        }
    }

    /// Lower is better.
    pub(super) fn cost(self) -> u64 {
        self.space + 3 * self.corridors
    }

    /// Whether nothing tighter needs to be tried.
    pub(super) fn is_good(self, graph: &RoomGraph) -> bool {
        let rooms = graph.rooms.iter();
        let units: u64 = rooms
            .map(|room| u64::from(room.size.side().pow(2) as u32))
            .sum();
        self.space <= 8 * units && self.corridors <= 2 * graph.edges.len() as u64
    }
}
