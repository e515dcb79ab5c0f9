//! Times, medians, and memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Every query is timed in so many passes, and in more until so many seconds are over:
/// what takes microseconds would else be measured in one disturbed moment.
const PASSES: usize = 3;
const SECONDS: f64 = 0.5;

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

/// The microseconds of a first call of each query, in order of size.
pub fn once<Q>(queries: &[Q], mut run: impl FnMut(&Q)) -> Vec<f64> {
    let mut times: Vec<f64> = queries
        .iter()
        .map(|query| {
            let start = Instant::now();
            run(query);
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The best microseconds of each query, in order of size.
pub fn times<Q>(queries: &[Q], mut run: impl FnMut(&Q)) -> Vec<f64> {
    let mut best = vec![f64::MAX; queries.len()];
    let begin = Instant::now();
    for pass in 0.. {
        if pass >= PASSES && begin.elapsed().as_secs_f64() > SECONDS {
            break;
        }
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
