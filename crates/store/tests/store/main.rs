//! What every store promises, on each of them.
//!
//! PostgreSQL is used where `DEEPWAY_TEST_POSTGRES` names a server.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails where something is missing"
)]

mod contract;
mod copies;
mod hostile;
mod kills;
mod migrations;
mod saves;
mod servers;
mod tables;
mod zones;

use deepway_store::{Store, open};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("deepway-store-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn location(&self) -> String {
        format!("sqlite:{}", self.0.join("worlds.db").display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The address of the server for tests, with a schema of its own for each of them.
pub(crate) fn postgres() -> Option<String> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let server = std::env::var("DEEPWAY_TEST_POSTGRES").ok()?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let schema = format!("test_{}_{number}", std::process::id());
    let mut client = postgres::Client::connect(&server, postgres::NoTls).expect("the server");
    let made = client.batch_execute(&format!("CREATE SCHEMA {schema}"));
    made.expect("a schema");
    let sign = if server.contains('?') { '&' } else { '?' };
    Some(format!("{server}{sign}options=-csearch_path%3D{schema}"))
}

/// Runs a test on every store there is.
pub(crate) fn on_each(mut test: impl FnMut(&mut dyn Store)) {
    let folder = Folder::new();
    let locations = ["memory:".to_owned(), folder.location()];
    for location in locations.into_iter().chain(postgres()) {
        let mut store = open(&location).expect("a store");
        test(store.as_mut());
    }
}
