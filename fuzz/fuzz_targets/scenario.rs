//! Any bytes are a scenario or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match deepway::text::read_scenario("scen", bytes) {
        Ok(queries) => assert!(queries.iter().all(|query| query.optimal.is_finite())),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
