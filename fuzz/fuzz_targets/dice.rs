//! Any text is dice or an error; dice read back and roll within their ends.
#![no_main]

use deepway::{Dice, Seed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Dice>() {
        Ok(dice) => {
            assert_eq!(dice.to_string().parse(), Ok(dice));
            let rolled = dice.roll(&mut Seed::new(1).stream());
            assert!((dice.min()..=dice.max()).contains(&rolled));
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
