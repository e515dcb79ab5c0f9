//! Times, medians, and memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Every query is timed in so many passes, whoever answers it, after a first one.
const PASSES: usize = 3;

/// Microseconds of each query, in order of size.
pub struct Times {
    /// Of the first call.
    pub first: Vec<f64>,
    /// The best of those after it.
    pub again: Vec<f64>,
    /// Of the very first call of all.
    pub very_first: f64,
}

/// Counts the bytes in use. The program has one thread, so a load and a store do.
pub struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.store(IN_USE.load(Relaxed).wrapping_add(layout.size()), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        IN_USE.store(IN_USE.load(Relaxed).wrapping_sub(layout.size()), Relaxed);
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let without = IN_USE.load(Relaxed).wrapping_sub(layout.size());
        IN_USE.store(without.wrapping_add(size), Relaxed);
        unsafe { System.realloc(ptr, layout, size) }
    }
}

/// Runs something and says how many milliseconds it took and how many bytes it keeps.
pub fn build<T>(make: impl FnOnce() -> T) -> (T, f64, usize) {
    let (before, start) = (IN_USE.load(Relaxed), Instant::now());
    let made = make();
    let took = start.elapsed().as_secs_f64() * 1e3;
    (made, took, IN_USE.load(Relaxed).saturating_sub(before))
}

/// Times queries the first time and again; `look` is shown what each first call has found.
pub fn times<Q, T>(
    queries: &[Q],
    mut run: impl FnMut(&Q) -> T,
    mut look: impl FnMut(&Q, T),
) -> Times {
    let mut first = Vec::with_capacity(queries.len());
    for query in queries {
        let start = Instant::now();
        let found = black_box(run(query));
        first.push(start.elapsed().as_secs_f64() * 1e6);
        look(query, found);
    }
    let very_first = first.first().copied().unwrap_or(0.0);
    first.sort_by(f64::total_cmp);
    let again = again(queries, |query| drop(black_box(run(query))));
    Times {
        first,
        again,
        very_first,
    }
}

/// The best microseconds of each query, in order of size.
pub fn again<Q>(queries: &[Q], mut run: impl FnMut(&Q)) -> Vec<f64> {
    let mut best = vec![f64::MAX; queries.len()];
    for _ in 0..PASSES {
        for (query, best) in queries.iter().zip(&mut best) {
            let start = Instant::now();
            run(query);
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    best.sort_by(f64::total_cmp);
    best
}

/// The value below which a share of the sorted ones lies.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() as f64 * share) as usize).min(sorted.len() - 1)]
}

pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    quantile(&sorted, 0.5)
}
