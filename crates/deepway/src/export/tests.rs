//! What the writers promise, without the readers of other tools: `scripts/exchange` has those.

use super::*;
use crate::codec;

fn tower() -> crate::world::World {
    codec::open(
        "tower",
        b"floor:0\n#####\n#.L+#\n#####\nfloor:1\n#####\n#oL.#\n#####\n@ 3,1,1 label \"Top <1>\"\n",
    )
    .unwrap()
}

#[test]
fn every_format_writes_the_same_bytes_twice() {
    let world = tower();
    let source = Source::new(&world, "The Tower!").unwrap();
    for format in Format::all() {
        if matches!(format, Format::MovingAi) {
            continue;
        }
        let first = export(&source, format).unwrap();
        assert_eq!(first, export(&source, format).unwrap(), "{}", format.name());
        assert_eq!(
            first.files.len() > 1,
            format.info().is_folder,
            "{}",
            format.name()
        );
        for file in &first.files {
            assert!(
                !file.bytes.is_empty() && !file.name.contains(".."),
                "{}",
                file.name
            );
        }
    }
}
