//! Generates a thousand sectors and counts how deep they go.
//!
//!     cargo run --release --example survey

use deepway::generate::{self, survey::Tally};
use deepway::sector::Blueprint;
use deepway::{Layer, Seed};

fn main() {
    let mut tally = Tally::default();
    for seed in 0..1000 {
        tally.count(
            seed,
            &generate::sector(&Blueprint::default(), Seed::new(seed)),
        );
    }
    for (&z, &count) in &tally.deepest {
        let layer = Layer::from_z(z as i32).map_or(String::new(), |layer| layer.to_string());
        println!(
            "{layer:<13} {:>5.1} %",
            count as f64 * 100.0 / tally.sectors as f64
        );
    }
    println!(
        "{} of {} have something wrong",
        tally.failed(),
        tally.sectors
    );
}
