//! Any bytes are a world or an error: maps, sectors, mazes and saved expeditions. A world is
//! checked, asked for its cells and places, and written again, and reads back the same.
#![no_main]

use deepway::codec::{self, Format, Reader};
use deepway::validate;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let whole = codec::open("world", bytes);
    let mut reader = Reader::new("world");
    let pieces = bytes.chunks(7).try_for_each(|piece| reader.feed(piece));
    let pieces = pieces.and_then(|()| reader.finish());
    let world = match (whole, pieces) {
        (Ok(world), Ok(_)) => world,
        (Err(whole), Err(pieces)) => {
            assert_eq!(whole, pieces);
            return assert!(!whole.to_string().contains('\n'));
        }
        _ => panic!("its pieces are something else"),
    };
    let _ = validate::contradiction(&world);
    // A short file can ask for a large, empty volume; that is no news.
    let Some(cells) = world
        .cells()
        .ok()
        .filter(|cells| cells.size().cells() < 1 << 18)
    else {
        return;
    };
    for z in 0..cells.size().levels() {
        assert_eq!(world.level(&world.level_name(z)), Ok(z));
    }
    let mut text = String::new();
    codec::write(&world, Format::Json, &mut text).expect("every world is written");
    let again = codec::open("world", text.as_bytes()).expect("and read");
    assert_eq!(again.header(), world.header());
    assert!(again.cells().ok() == Some(cells));
});
