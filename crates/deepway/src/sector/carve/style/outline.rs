//! The outlines of rooms.

use super::plot::Plot;

impl Plot<'_> {
    /// A circle.
    pub(super) fn round(&mut self) {
        let far = self.far();
        self.shape(|[u, v]| is_in_circle(far, [u, v]));
    }

    /// A square with its corners cut off.
    pub(super) fn octagon(&mut self) {
        let far = self.far();
        self.shape(|[u, v]| (2 * u - far).abs() + (2 * v - far).abs() <= far * 3 / 2);
    }

    /// Four arms.
    pub(super) fn cross(&mut self) {
        let far = self.far();
        let arm = far * 2 / 5;
        self.shape(|[u, v]| (2 * u - far).abs() <= arm || (2 * v - far).abs() <= arm);
    }

    /// Two wings at a right angle.
    pub(super) fn ell(&mut self) {
        let block = (self.far() + 1) * 2 / 5;
        self.shape(|[u, v]| u >= block || v >= block);
    }

    /// A long hall at the head of which two corners are missing.
    pub(super) fn tee(&mut self) {
        let far = self.far();
        let block = (far + 1) * 2 / 5;
        self.shape(|[u, v]| (block..=far - block).contains(&u) || v >= block);
    }

    /// Square at the foot, round at the head.
    pub(super) fn apse(&mut self) {
        let far = self.far();
        self.shape(|[u, v]| 2 * v >= far || is_in_circle(far, [u, v]));
    }

    /// Rock as it grew: the rim is random, and then smoothed.
    pub(super) fn cavern(&mut self) {
        let far = self.far();
        let depth = (far / 5).max(2);
        let side = (far + 1) as usize;
        let mut rock = vec![false; side * side];
        for [u, v] in self.all() {
            let from_wall = u.min(v).min(far - u).min(far - v);
            let from_corner = u.min(far - u) + v.min(far - v);
            let is_corner = from_corner < depth;
            let share = (depth - from_wall).max(0) as u32;
            let is_rock = is_corner || self.random.chance(share * 3, depth as u32 * 4);
            rock[v as usize * side + u as usize] = is_rock;
        }
        for _ in 0..2 {
            let before = rock.clone();
            let is_rock = |u: i32, v: i32| {
                let is_outside = u < 0 || v < 0 || u > far || v > far;
                is_outside || before[v as usize * side + u as usize]
            };
            for [u, v] in self.all() {
                let around = (v - 1..=v + 1).flat_map(|v| (u - 1..=u + 1).map(move |u| (u, v)));
                let count = around.filter(|&(u, v)| is_rock(u, v)).count();
                rock[v as usize * side + u as usize] = count >= 5;
            }
        }
        self.shape(|[u, v]| !rock[v as usize * side + u as usize]);
    }

    /// One of the outlines that suit a room that was built.
    pub(super) fn built_outline(&mut self) {
        match self.random.below(8) {
            0 | 1 => self.octagon(),
            2 => self.cross(),
            3 => self.ell(),
            4 => self.apse(),
            5 => self.tee(),
            _ => {}
        }
    }
}

fn is_in_circle(far: i32, [u, v]: [i32; 2]) -> bool {
    (2 * u - far).pow(2) + (2 * v - far).pow(2) <= (far + 1).pow(2)
}
