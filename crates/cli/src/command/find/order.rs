//! The first of many that fit, on many threads.

use crate::command::survey::Progress;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many numbers a thread takes at a time.
const BATCH: u64 = 64;

/// What was found, and how many numbers it took.
pub(super) struct First<T> {
    pub(super) found: Vec<(u64, T)>,
    pub(super) looked: u64,
}

/// The first `limit` numbers of a range for which `look` has an answer, in their order; an
/// error counts as an answer that ends the search. The result does not depend on the threads.
pub(super) fn first<T: Send, E: Send>(
    range: &Range<u64>,
    limit: usize,
    threads: usize,
    look: impl Fn(u64) -> Result<Option<T>, E> + Sync,
) -> Result<First<T>, (u64, E)> {
    let next = AtomicU64::new(range.start);
    // Numbers from here on need not be looked at.
    let end = AtomicU64::new(range.end);
    let found: Mutex<BTreeMap<u64, Result<T, E>>> = Mutex::default();
    let progress = Progress::new(range.end - range.start);
    let note = |number: u64, answer: Result<T, E>| {
        let Ok(mut found) = found.lock() else {
            return;
        };
        if answer.is_err() {
            end.fetch_min(number, Ordering::Relaxed);
        }
        found.insert(number, answer);
        if let Some((&last, _)) = found.iter().nth(limit.saturating_sub(1)) {
            end.fetch_min(last, Ordering::Relaxed);
            // What comes after it is never answered.
            found.split_off(&last.saturating_add(1));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    // The range may end at the largest number.
                    let take = |next: u64| Some(next.saturating_add(BATCH).min(range.end));
                    let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
                    let start = taken.unwrap_or(range.end);
                    if start >= end.load(Ordering::Relaxed) {
                        break;
                    }
                    for number in start..range.end.min(start.saturating_add(BATCH)) {
                        if number >= end.load(Ordering::Relaxed) {
                            break;
                        }
                        if let Some(answer) = look(number).transpose() {
                            note(number, answer);
                        }
                    }
                    progress.add(BATCH);
                }
            });
        }
    });
    progress.finish();
    let mut first = First {
        found: Vec::new(),
        looked: range.end - range.start,
    };
    for (number, answer) in found.into_inner().unwrap_or_default() {
        match answer {
            Ok(answer) => first.found.push((number, answer)),
            Err(error) => return Err((number, error)),
        }
        if first.found.len() == limit {
            first.looked = number - range.start + 1;
            break;
        }
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that fit are scattered, and looking takes longer for some than for others.
    fn look(number: u64) -> Result<Option<u64>, &'static str> {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        for _ in 0..mixed % 3000 {
            std::hint::black_box(mixed);
        }
        Ok(mixed.is_multiple_of(97).then_some(mixed))
    }

    #[test]
    fn the_first_are_found_whatever_the_number_of_threads() {
        let all: Vec<u64> = (5..100_000)
            .filter(|&number| look(number) != Ok(None))
            .collect();
        for limit in [1, 2, 7, 64, 500, 5000] {
            for threads in [1, 2, 3, 8] {
                let first = first(&(5..100_000), limit, threads, look).expect("no error");
                let numbers: Vec<u64> = first.found.iter().map(|(number, _)| *number).collect();
                assert_eq!(numbers, all[..limit.min(all.len())]);
                let looked = match limit <= all.len() {
                    true => all[limit - 1] - 4,
                    false => 99_995,
                };
                assert_eq!(first.looked, looked);
            }
        }
    }

    #[test]
    fn an_error_ends_the_search_unless_enough_was_found_before_it() {
        let look = |number: u64| match number {
            7000 => Err("seven thousand"),
            number if number > 7000 && number % 3 == 0 => Err("later"),
            number => look(number),
        };
        for threads in [1, 2, 8] {
            let error = first(&(0..50_000), 1000, threads, look).err();
            assert_eq!(error, Some((7000, "seven thousand")));
            assert!(first(&(0..50_000), 10, threads, look).is_ok());
        }
    }

    #[test]
    fn a_range_may_end_at_the_largest_number() {
        let range = u64::MAX - 5..u64::MAX;
        let found = first(&range, 3, 2, |number| Ok::<_, ()>(Some(number))).expect("no error");
        let numbers: Vec<u64> = found.found.iter().map(|(_, number)| *number).collect();
        assert_eq!(numbers, [u64::MAX - 5, u64::MAX - 4, u64::MAX - 3]);
    }
}
