//! Any bytes are a world of another tool or an error of one line; the first byte says which tool.
//! A world is checked, written as LDtk has it, and reads back with the same cells.
#![no_main]

use deepway::export::{self, Format, Source};
use deepway::import::{self, Alone};
use deepway::validate;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&tool, bytes)) = bytes.split_first() else {
        return;
    };
    let (format, name) = match tool {
        b'x' => (Format::Xp, "a.xp"),
        b'l' => (Format::Ldtk, "a.ldtk"),
        b'j' => (Format::Tmj, "a.tmj"),
        b'o' => (Format::OnePage, "a.json"),
        _ => (Format::Tmx, "a.tmx"),
    };
    let files = [(name.to_owned(), bytes.to_vec())];
    let world = match import::import(format, &files, &mut Alone, None) {
        Ok(imported) => imported.world,
        Err(error) => return assert!(!error.to_string().contains('\n')),
    };
    // A short file can ask for a large, empty volume; that is no news.
    let Some(cells) = world
        .cells()
        .ok()
        .filter(|cells| cells.size().cells() < 1 << 14)
    else {
        return;
    };
    validate::check(&world);
    let source = Source::new(&world, "test").expect("it has cells");
    if let Ok(written) = export::export(&source, Format::Ldtk) {
        let files = written.files.into_iter();
        let files: Vec<(String, Vec<u8>)> = files.map(|file| (file.name, file.bytes)).collect();
        let again = import::import(Format::Ldtk, &files, &mut Alone, None);
        let again = again.expect("what was written is read").world;
        assert!(again.cells().ok() == Some(cells));
    }
});
