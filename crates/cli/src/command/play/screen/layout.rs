//! Which panel is where, on screens of any size.

use ratatui::layout::Rect;

/// The smallest screen that the game fits on.
pub(super) const SMALLEST: [u16; 2] = [60, 20];

/// The panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Areas {
    /// What is told about the world, above the plan.
    pub(super) title: Rect,
    pub(super) plan: Rect,
    /// The cut through the player's row, right below the plan: its columns are those of the plan.
    pub(super) side: Rect,
    pub(super) log: Rect,
    pub(super) status: Rect,
    /// The last line: keys, or the question that waits.
    pub(super) hint: Rect,
}

/// The panels of a screen; none if it is too small.
pub(super) fn areas(screen: Rect, has_side: bool) -> Option<Areas> {
    if screen.width < SMALLEST[0] || screen.height < SMALLEST[1] {
        return None;
    }
    let [wide, high] = [screen.width, screen.height];
    let status = match wide {
        ..76 => 20,
        76..110 => 27,
        110..160 => 36,
        _ => 46,
    };
    let log = match high {
        ..24 => 3,
        24..30 => 4,
        30..45 => 6,
        _ => 9,
    };
    let side = match (has_side, high) {
        (false, _) => 0,
        (true, ..24) => 4,
        (true, 24..30) => 5,
        (true, 30..45) => 9,
        (true, _) => 13,
    };
    let left = wide - status - 1;
    let rows = |from: u16, count: u16| Rect::new(screen.x, screen.y + from, left, count);
    let plan = high - 1 - 1 - log - side;
    Some(Areas {
        title: rows(0, 1),
        plan: rows(1, plan),
        side: rows(1 + plan, side),
        log: rows(1 + plan + side, log),
        status: Rect::new(screen.x + left + 1, screen.y, status, high - 1),
        hint: Rect::new(screen.x, screen.y + high - 1, wide, 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_fill_every_screen_and_never_overlap() {
        for wide in 60..220 {
            for high in 20..70 {
                for has_side in [false, true] {
                    let screen = Rect::new(0, 0, wide, high);
                    let areas = areas(screen, has_side).unwrap();
                    let all = [
                        areas.title,
                        areas.plan,
                        areas.side,
                        areas.log,
                        areas.status,
                        areas.hint,
                    ];
                    let cells: u32 = all.iter().map(|area| area.area()).sum();
                    // Between plan and status there is a column of its own.
                    let gap = u32::from(high - 1);
                    assert_eq!(cells + gap, screen.area(), "{wide} × {high}");
                    for (number, one) in all.iter().enumerate() {
                        assert_eq!(one.intersection(screen), *one);
                        for other in &all[number + 1..] {
                            assert!(!one.intersects(*other), "{wide} × {high}");
                        }
                    }
                    assert!(areas.plan.height >= 7 && areas.plan.width >= 39);
                }
            }
        }
        assert_eq!(areas(Rect::new(0, 0, 59, 20), true), None);
        assert_eq!(areas(Rect::new(0, 0, 1, 1), true), None);
    }
}
