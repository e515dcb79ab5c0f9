//! Sectors read back the same, and bad files say what is wrong.

use super::*;
use crate::sector::{Blueprint, Sector, Trend};
use crate::sector::{carve, generate};
use crate::seed::Seed;

fn sector() -> Sector {
    generate(&Blueprint::default(), Seed::new(12345)).unwrap()
}

#[test]
fn a_sector_reads_back_the_same() {
    for seed in 0..200 {
        let blueprint = Blueprint {
            target_rooms: 5 + seed as u32 % 30,
            trend: Trend::ALL[seed as usize % 3],
            ..Blueprint::default()
        };
        let sector = generate(&blueprint, Seed::new(seed)).unwrap();
        let text = write_sector(&sector, &[]);
        assert_eq!(read_sector("s", &text), Ok(sector));
    }
}

#[test]
fn cells_read_back_the_same() {
    for seed in 0..20 {
        let blueprint = Blueprint {
            target_rooms: 15,
            ..Blueprint::default()
        };
        let sector = generate(&blueprint, Seed::new(seed)).unwrap();
        let carved = carve(sector.clone()).unwrap();
        let text = write_carved(&carved, &[]);
        assert_eq!(read_cells("s", &text), Ok((sector.clone(), Some(carved))));
        assert_eq!(read_sector("s", &text).as_ref(), Ok(&sector));
        let plain = write_sector(&sector, &[]);
        assert_eq!(read_cells("s", &plain), Ok((sector, None)));
    }
}

#[test]
fn bad_cells_say_what_is_wrong() {
    let good = write_carved(&carve(sector()).unwrap(), &[]);
    for (old, new, message) in [
        ("\"unit\":8", "\"unit\":9", "s: cells.unit: 9: expected 8"),
        (
            "\"z\":-1,\"rows\"",
            "\"z\":-2,\"rows\"",
            "s: cells.levels[0].z: -2: expected -1",
        ),
        ("#..", "#?.", "s: cells.levels[0].rows["),
        ("#..", "#.", "s: cells.levels[0].rows["),
        ("\"rows\":[\"", "\"rows\":[\"\",\"", "s: cells.levels"),
        ("\"corner\":[-", "\"corner\":[-9", "s: cells.corner: "),
    ] {
        let bad = good.replacen(old, new, 1);
        assert_ne!(bad, good, "{old}");
        let error = read_cells("s", &bad).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn bad_files_say_what_is_wrong_where_and_what_would_be_right() {
    let good = write_sector(&sector(), &[]);
    for (old, new, message) in [
        (
            "\"kind\":\"sector\"",
            "\"kind\":\"maze\"",
            "s: kind: \"maze\": expected sector",
        ),
        (
            "\"format\":2",
            "\"format\":3",
            "s: format: 3: expected 1 to 2, the formats of this version",
        ),
        (
            "\"seed\":\"12345\"",
            "\"seed\":\"-1\"",
            "s: seed: \"-1\": expected a number from 0 to 18446744073709551615",
        ),
        (
            "\"id\":\"r1\"",
            "\"id\":\"r0\"",
            "s: rooms[1].id: \"r0\": expected r1",
        ),
        (
            "\"a\":\"r0\"",
            "\"a\":\"r99\"",
            "s: edges[0].a: there is no room \"r99\"",
        ),
        (
            "\"trend\":\"descend\"",
            "\"trend\":\"fly\"",
            "s: blueprint.trend: \"fly\": expected descend, climb, mixed",
        ),
        (
            "\"layer\":\"ground_level\"",
            "\"layer\":\"canopy\"",
            "s: rooms[0].layer: \"canopy\": expected ground_level",
        ),
        (
            "\"biome\":\"the_roots\",\"blend\"",
            "\"biome\":\"swamp\",\"blend\"",
            "s: rooms[0].biome: \"swamp\": expected the_roots, muspelheim, niflheim, jotunheim, alfheim, neutral",
        ),
        (
            "\"dropped_edges\":[]",
            "\"dropped_edges\":[{\"a\":\"r0\",\"b\":\"r1\"}]",
            "s: dropped_edges: expected the edges whose passage is \"dropped\", and no others",
        ),
    ] {
        let bad = good.replacen(old, new, 1);
        assert_ne!(bad, good, "{old}");
        assert_eq!(read_sector("s", &bad).unwrap_err().to_string(), message);
    }
    for end in 0..good.len() - 1 {
        if good.is_char_boundary(end) {
            assert!(read_sector("s", &good[..end]).is_err());
        }
    }
}
