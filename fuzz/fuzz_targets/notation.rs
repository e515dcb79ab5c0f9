//! Any text is a notation, samples or a table, or an error. What is read reads back the same,
//! and dungeons are built from it.
#![no_main]

use deepway::Seed;
use deepway::population::Tables;
use deepway::strata::{Samples, Segmentation, Theme, VaultPlan};
use libfuzzer_sys::fuzz_target;

fn build(samples: &Samples, segmentation: Segmentation) {
    let plan = VaultPlan {
        samples,
        segmentation,
        tier: 1,
    };
    let level = plan.build(Seed::new(1));
    assert!(level.fallbacks <= level.segments);
}

fuzz_target!(|text: &str| {
    match text.parse::<Segmentation>() {
        Ok(segmentation) => {
            assert_eq!(segmentation.to_string().parse(), Ok(segmentation));
            build(Theme::Might.samples(), segmentation);
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    match Samples::read("x", text) {
        Ok(samples) => build(&samples, Segmentation::Full),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    for name in Tables::FILES {
        let mut tables = Tables::built_in().clone();
        match tables.replace(name, text) {
            Ok(()) => {
                let mut random = Seed::new(1).stream();
                let _ = tables.draw_creature(&mut random, 8, |_| true);
                let _ = tables.draw_item(&mut random, 8, |_| true);
            }
            Err(error) => {
                assert!(!error.to_string().contains('\n'));
                assert_eq!(&tables, Tables::built_in());
            }
        }
    }
});
