//! Any bytes are a map or an error; a map reads back from what is written, and
//! the order of its pieces does not matter. Covers text maps and MovingAI maps.
#![no_main]

use deepway::text::{self, MapReader};
use deepway::{MoveRules, link, view};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let whole = text::read("map", bytes);
    let mut reader = MapReader::new("map");
    let pieces = bytes.chunks(7).try_for_each(|piece| reader.feed(piece));
    assert_eq!(pieces.and_then(|()| reader.finish()), whole);
    let volume = match whole {
        Ok(volume) => volume,
        Err(error) => return assert!(!error.to_string().contains('\n')),
    };
    // A short file can ask for a large, empty volume; that is no news.
    if volume.size().cells() > 1 << 18 {
        return;
    }
    let written = text::to_text(&volume);
    assert_eq!(text::read("map", written.as_bytes()).as_ref(), Ok(&volume));
    if let Ok(map) = text::to_movingai(&volume) {
        assert_eq!(text::read("map", map.as_bytes()).as_ref(), Ok(&volume));
    }
    let links = link::scan(&volume, &MoveRules::default());
    for link in &links {
        assert!(volume.is_walkable(link.low) && volume.is_walkable(link.high));
        assert!(link.up || link.down);
        assert_eq!(link.low.z + 1, link.high.z);
    }
    if volume.size().cells() < 1 << 12 {
        let options = view::PictureOptions::default();
        let scene = view::stack(&volume, &links, &options).expect("few cells");
        assert!(!view::svg(&scene).is_empty());
    }
});
