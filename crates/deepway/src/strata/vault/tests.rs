use super::influence::Region;
use super::*;
use crate::seed::Stream;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};

const NOTATIONS: [&str; 10] = [
    "Zone",
    "Full",
    "BSP:4",
    "BSP:12",
    "Ring:2",
    "Ring:3",
    "Blocks:2d4,24,12",
    "Blocks:30,12,9",
    "Circle:40,12,11",
    "Tower:40,12,11,6",
];

fn parse(text: &str) -> Segmentation {
    text.parse().unwrap()
}

fn stream(seed: u64) -> Stream {
    Seed::new(seed).stream()
}

/// A board from a drawing: the cells that are one of these letters.
fn board(rows: &[&str], letters: &str) -> Board {
    let mut board = Board::EMPTY;
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            if letters.contains(letter) {
                board.set(x, y);
            }
        }
    }
    board
}

// Segmentations.

#[test]
fn notations_read_back() {
    let others = [
        "BSP:1",
        "BSP:64",
        "Blocks:1,8,8",
        "Blocks:2-4,78,23",
        "Circle:4,4,3",
        "Circle:75,20,3",
        "Tower:5,5,4,3",
        "Tower:74,19,4,3",
    ];
    for notation in NOTATIONS.into_iter().chain(others) {
        assert_eq!(parse(notation).to_string(), notation);
    }
    assert_eq!(parse("BSP:0007").to_string(), "BSP:7");
    assert_eq!(parse("Blocks:02D4,08,009").to_string(), "Blocks:2d4,8,9");
}

#[test]
fn wrong_notations_are_refused_where_they_go_wrong() {
    for (text, column) in [
        ("", 1),
        ("zone", 1),
        (" Zone", 1),
        ("Zone ", 5),
        ("Zone:", 5),
        ("Full;Zone", 5),
        ("Zone\0", 5),
        ("ゾーン", 1),
        ("Zoneé", 5),
        ("BSP", 4),
        ("BSP:", 5),
        ("BSP: 4", 5),
        ("BSP:0", 5),
        ("BSP:65", 5),
        ("BSP:-4", 5),
        ("BSP:+4", 5),
        ("BSP:4,", 6),
        ("BSP:4.5", 6),
        ("BSP:18446744073709551617", 5),
        ("BSP:٤", 5),
        ("Ring:1", 6),
        ("Ring:4", 6),
        ("Ring,2", 5),
        ("Blocks:", 8),
        ("Blocks:0,8,8", 8),
        ("Blocks:65,8,8", 8),
        ("Blocks:d4-1,8,8", 8),
        ("Blocks:1d100,8,8", 8),
        ("Blocks:4", 9),
        ("Blocks:4,7,8", 10),
        ("Blocks:4,79,8", 10),
        ("Blocks:4,8,24", 12),
        ("Blocks:4,8", 11),
        ("Blocks:4,8,8,8", 13),
        ("Circle:40,12,2", 14),
        ("Circle:40,12,12", 14),
        ("Circle:3,12,3", 8),
        ("Circle:40,21,3", 11),
        ("Circle:10,12,10", 14),
        ("Circle:40,12", 13),
        ("Tower:40,12,11", 15),
        ("Tower:40,12,11,2", 16),
        ("Tower:40,12,11,11", 16),
        ("Tower:40,12,3,3", 13),
        ("Tower:99999999999,12,3,3", 7),
    ] {
        let error = text.parse::<Segmentation>().unwrap_err();
        assert_eq!(error.column, column, "{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    let error = parse_error("BSP:x\n\u{202E}");
    assert_eq!(
        error,
        "not a segmentation: \"BSP:x\\n\\u{202e}\", character 5: \
         expected a number of pieces from 1 to 64"
    );
}

fn parse_error(text: &str) -> String {
    text.parse::<Segmentation>().unwrap_err().to_string()
}

#[test]
fn very_long_notations_have_short_messages() {
    for start in ["", "BSP:", "Blocks:", "Circle:40,", "Zone"] {
        for filling in ["9", "Z", "é", ",", "\n"] {
            let text = format!("{start}{}", filling.repeat(10_000_000 / filling.len()));
            assert!(parse_error(&text).len() < 400);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*|(Zone|Full|BSP|Ring|Blocks|Circle|Tower)[:,;0-9d+ -]*") {
        match text.parse::<Segmentation>() {
            Ok(segmentation) => prop_assert_eq!(parse(&segmentation.to_string()), segmentation),
            Err(error) => {
                prop_assert!(error.to_string().lines().count() == 1);
                prop_assert!(error.column as usize <= text.chars().count() + 1);
            }
        }
    }

    #[test]
    fn any_text_is_a_file_of_samples_or_not(text in "([#.+I&T_*M]{4,6}\n){3,8}|\\PC*|([#.\n x;])*") {
        if let Err(error) = Samples::read("x", &text) {
            prop_assert!(error.to_string().lines().count() == 1);
            prop_assert!(error.line as usize <= text.lines().count() + 1);
        }
    }
}

#[test]
fn segments_are_apart_and_inside() {
    for notation in NOTATIONS {
        for seed in 0..300 {
            let segments = parse(notation).segments(&mut stream(seed));
            assert!(!segments.is_empty(), "{notation}");
            let mut seen = Board::EMPTY;
            for segment in &segments {
                assert!(segment.count() > 0);
                assert_eq!(segment.without(&Board::INSIDE), Board::EMPTY, "{notation}");
                // Not even side by side.
                assert_eq!(segment.grown().and(&seen), Board::EMPTY, "{notation}");
                seen = seen.or(segment);
            }
        }
    }
}

/// The columns and rows of a segment that is a rectangle.
fn sides(segment: &Board) -> Option<(u32, u32)> {
    let rows: Vec<u128> = segment.0.into_iter().filter(|row| *row != 0).collect();
    let width = rows[0].count_ones();
    let is_one = rows.iter().all(|row| *row == rows[0])
        && rows[0] >> rows[0].trailing_zeros() == (1 << width) - 1;
    is_one.then_some((width, rows.len() as u32))
}

#[test]
fn pieces_and_blocks_are_large_enough() {
    let mut widths = BTreeSet::new();
    for pieces in 1..=64 {
        for seed in 0..20 {
            let segments = Segmentation::Bsp(pieces).segments(&mut stream(seed));
            assert!(segments.len() <= pieces as usize);
            assert!(pieces > 6 || segments.len() == pieces as usize);
            for segment in segments {
                let (width, height) = sides(&segment).unwrap();
                assert!(width >= 8 && height >= 8, "{width} × {height}");
                if pieces == 2 {
                    widths.insert(width);
                }
            }
        }
    }
    assert!(widths.len() > 8, "cuts differ: {widths:?}");
    for seed in 0..300 {
        for segment in parse("Blocks:20,14,10").segments(&mut stream(seed)) {
            let (width, height) = sides(&segment).unwrap();
            assert!((8..=14).contains(&width) && (8..=10).contains(&height));
        }
    }
}

#[test]
fn cuts_are_nearer_to_the_middle_than_even_draws() {
    let mut middle = 0;
    for seed in 0..1000 {
        let segments = Segmentation::Bsp(2).segments(&mut stream(seed));
        let (width, height) = sides(&segments[0]).unwrap();
        // The cut of an upright piece: 61 places from 8 to 69.
        middle += u32::from(if width < 78 {
            (24..=54).contains(&width)
        } else {
            (9..=13).contains(&height)
        });
    }
    assert!(middle > 800, "{middle} of 1000");
}

#[test]
fn numbers_beyond_the_notation_do_no_harm() {
    for segmentation in [
        Segmentation::Bsp(0),
        Segmentation::Bsp(u32::MAX),
        Segmentation::Ring(0),
        Segmentation::Ring(u32::MAX),
        Segmentation::Blocks {
            rolls: "1000d1000000".parse().unwrap(),
            width: u32::MAX,
            height: 0,
        },
        Segmentation::Circle {
            x: u32::MAX,
            y: 0,
            r: u32::MAX,
        },
        Segmentation::Tower {
            x: 5,
            y: 5,
            r: 2,
            t: u32::MAX,
        },
    ] {
        for segment in segmentation.segments(&mut stream(1)) {
            assert_eq!(segment.without(&Board::INSIDE), Board::EMPTY);
        }
        draw(
            Theme::Stars.samples(),
            &segmentation,
            Seed::new(1),
            &mut Wave::default(),
        );
    }
}

// Samples.

/// A small sample that tiles: with rock all around it goes on in every direction.
const ROOM_IN_ROCK: &str = "\
########
########
########
###..###
########
########
########
########
";

#[test]
fn built_in_samples_have_no_mistakes() {
    for theme in Theme::ALL {
        let samples = Samples::read(theme.name(), theme.text()).unwrap();
        println!("{}: {:?} patterns", theme.name(), samples.sizes());
        assert!(samples.sizes().len() >= 2);
        assert_eq!(theme.samples().sizes(), samples.sizes());
        assert_eq!(Theme::from_name(theme.name()), Some(theme));
    }
    assert_eq!(Theme::from_name("Stars"), None);
}

#[test]
fn wrong_samples_are_refused_where_they_go_wrong() {
    let long_row = "#".repeat(65);
    let tall = "####\n".repeat(65);
    let large = "; \n".repeat(400_000);
    let noise: String = {
        let mut random = stream(1);
        let row = |_| -> String {
            (0..40)
                .map(|_| ['#', '.'][random.below(2) as usize])
                .collect()
        };
        (0..40).map(row).collect::<Vec<_>>().join("\n")
    };
    let many = format!("{ROOM_IN_ROCK}\n").repeat(17);
    for (text, line, column, problem) in [
        ("", 1, 1, "no sample"),
        ("; nothing\n\n// here", 1, 1, "no sample"),
        ("####\n#..#\n#x.#\n####", 3, 2, "unknown character 'x'"),
        ("####\n#. #\n####\n####", 2, 3, "unknown character ' '"),
        ("####\n#é.#", 2, 2, "unknown character 'é'"),
        ("####\n#..#\n#..\n####", 3, 4, "3 characters: expected 4"),
        ("####\n#...#", 2, 5, "5 characters: expected 4"),
        (
            "\n####\n; comment\n#..#\n####\n",
            2,
            1,
            "4 × 3: expected 4 × 4",
        ),
        ("###\n#.#\n#.#\n###", 1, 1, "3 × 4"),
        (long_row.as_str(), 1, 65, "line too long"),
        (tall.as_str(), 65, 1, "one line too many"),
        (large.as_str(), 1, 1, "bytes"),
        ("####\n####\n####\n####", 1, 1, "no ."),
        ("....\n....\n....\n....", 1, 1, "no #"),
        (noise.as_str(), 1, 1, "too many patterns"),
        ("#...\n.#..\n..#.\n...#", 1, 1, "does not tile"),
        (many.as_str(), 145, 1, "one sample too many"),
    ] {
        let error = Samples::read("mine.txt", text).unwrap_err();
        assert!(error.problem.contains(problem), "{error}");
        assert_eq!((error.line, error.column), (line, column), "{error}");
        assert!(
            error
                .to_string()
                .starts_with(&format!("mine.txt:{line}:{column}: "))
        );
    }
}

#[test]
fn lines_may_end_as_on_any_system() {
    let other = ROOM_IN_ROCK.replace('\n', " \r\n");
    let sizes = |text: &str| Samples::read("x", text).unwrap().sizes();
    assert_eq!(sizes(ROOM_IN_ROCK), sizes(&other));
}

// Drawings.

/// The windows of 3 × 3 of each sample of a file, read without the code of the library.
fn windows(text: &str) -> Vec<HashSet<[u8; 9]>> {
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    let lines: Vec<&[u8]> = lines.map(str::as_bytes).collect();
    let blocks = lines.split(|line| line.is_empty());
    let blocks = blocks.filter(|block| !block.is_empty());
    let windows = blocks.map(|block| {
        let mut windows = HashSet::new();
        for y in 0..block.len() - 2 {
            for x in 0..block[0].len() - 2 {
                windows.insert([0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| block[y + i / 3][x + i % 3]));
            }
        }
        windows
    });
    windows.collect()
}

/// Whether all windows inside a segment are some of these.
fn matches(drawing: &Drawing, segment: &Board, known: &HashSet<[u8; 9]>) -> bool {
    for y in 0..HEIGHT - 2 {
        for x in 0..WIDTH - 2 {
            let at = |i: usize| (x + i % 3, y + i / 3);
            let cells = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(at);
            if cells.iter().all(|&(x, y)| segment.get(x, y)) {
                let window = cells.map(|(x, y)| drawing.glyphs[y][x].letter() as u8);
                if !known.contains(&window) {
                    return false;
                }
            }
        }
    }
    true
}

#[test]
fn every_window_is_one_of_its_sample() {
    let mut wave = Wave::default();
    let (mut segments, mut fallbacks) = (0, 0);
    for theme in Theme::ALL {
        let known = windows(theme.text());
        assert_eq!(known.len(), theme.samples().sizes().len());
        for notation in NOTATIONS {
            let segmentation = parse(notation);
            for seed in 0..300 {
                let seed = Seed::new(seed);
                let drawing = draw(theme.samples(), &segmentation, seed, &mut wave);
                let strange = drawing
                    .segments
                    .iter()
                    .filter(|segment| !known.iter().any(|known| matches(&drawing, segment, known)));
                assert!(strange.count() as u32 <= drawing.fallbacks);
                segments += drawing.segments.len() as u32;
                fallbacks += drawing.fallbacks;
                assert_eq!(
                    drawing.collapses + drawing.fallbacks,
                    drawing.segments.len() as u32
                );
                // What is open, and where doors are, is what the glyphs say.
                let all = drawing.segments.iter().fold(Board::EMPTY, |a, b| a.or(b));
                assert_eq!(drawing.open.without(&all), Board::EMPTY);
                assert_eq!(drawing.doors.without(&drawing.open), Board::EMPTY);
                assert!(drawing.open.count() * 6 >= all.count(), "{notation} {seed}");
            }
        }
    }
    println!("{fallbacks} of {segments} segments are plain");
    assert!(fallbacks * 100 < segments);
}

#[test]
fn a_drawing_depends_on_its_seed_alone() {
    let mut used = Wave::default();
    for theme in Theme::ALL {
        for notation in NOTATIONS {
            let segmentation = parse(notation);
            let draw =
                |seed, wave: &mut Wave| draw(theme.samples(), &segmentation, Seed::new(seed), wave);
            let first: Vec<_> = (0..4).map(|seed| draw(seed, &mut used)).collect();
            for seed in [2, 0, 3, 1] {
                let again = draw(seed, &mut Wave::default());
                assert_eq!(again, first[seed as usize]);
            }
            assert_ne!(first[0].glyphs, first[1].glyphs);
        }
    }
}

#[test]
fn without_samples_there_are_plain_rooms() {
    let none = Samples::default();
    for notation in NOTATIONS {
        let drawing = draw(&none, &parse(notation), Seed::new(1), &mut Wave::default());
        assert_eq!(drawing.fallbacks as usize, drawing.segments.len());
        assert!(drawing.open.count() * 3 > drawing.segments.iter().map(Board::count).sum());
        // Each door leads from a cell to a cell.
        for y in 1..HEIGHT - 1 {
            for x in (1..WIDTH - 1).filter(|&x| drawing.doors.get(x, y)) {
                let open = |x, y| drawing.open.get(x, y);
                let is_way = open(x - 1, y) && open(x + 1, y) || open(x, y - 1) && open(x, y + 1);
                assert!(is_way, "{notation}: {x} {y}");
            }
        }
    }
}

#[test]
fn what_waves_cannot_fill_becomes_plain_rooms() {
    let fallbacks = |text: &str| -> u32 {
        let samples = Samples::read("hard", text).unwrap();
        let known = &windows(text)[0];
        let mut wave = Wave::default();
        let seeds = 0..20;
        let fallbacks = seeds.map(|seed| {
            let drawing = draw(&samples, &parse("BSP:6"), Seed::new(seed), &mut wave);
            let segments = drawing.segments.iter();
            let strange = segments.filter(|segment| !matches(&drawing, segment, known));
            assert!(strange.count() as u32 <= drawing.fallbacks);
            drawing.fallbacks
        });
        fallbacks.sum()
    };
    // Nearly all of it is rock, and so is whatever looks like it.
    assert_eq!(fallbacks(ROOM_IN_ROCK), 120);
    // Checks of 2 × 2 never fit into walls, but do without.
    let checks = "##..##..\n##..##..\n..##..##\n..##..##\n".repeat(2);
    assert_eq!(fallbacks(&checks), 0);
}

// Regions.

/// The entrances of a region, counted cell by cell.
fn entrances(open: &Board, region: &Board) -> u32 {
    region.grown().without(region).and(open).count()
}

/// Checks all that is promised of regions.
fn check_regions(open: &Board, doors: &Board, points: &Board, segments: &[Board]) -> Vec<Region> {
    let regions = regions(open, doors, points, segments);
    let mut seen = Board::EMPTY;
    let mut has_end = false;
    for region in &regions {
        assert!(region.cells.count() > 0);
        assert_eq!(seen.and(&region.cells), Board::EMPTY);
        seen = seen.or(&region.cells);
        let is_end =
            entrances(open, &region.cells) == 1 && points.and(&region.cells) == Board::EMPTY;
        has_end |= is_end;
        assert!(region.kind != RegionKind::Vault || is_end);
        assert!(region.kind != RegionKind::Connection || entrances(open, &region.cells) > 1);
    }
    assert_eq!(seen, *open);
    let has_vault = regions
        .iter()
        .any(|region| region.kind == RegionKind::Vault);
    assert_eq!(has_vault, has_end);
    regions
}

#[test]
fn regions_are_the_open_cells_and_vaults_have_one_entrance() {
    let mut wave = Wave::default();
    for theme in Theme::ALL {
        for notation in NOTATIONS {
            for seed in 0..60 {
                let seed = Seed::new(seed);
                let mut drawing = draw(theme.samples(), &parse(notation), seed, &mut wave);
                // Dug at random, as by whoever joins the parts.
                let mut random = seed.stream();
                for _ in 0..4 {
                    let y = random.between(1, 23) as usize;
                    drawing.open.0[y] |=
                        Board::INSIDE.0[y] & Board::INSIDE.0[y] >> random.below(60);
                }
                let points = Board::random(&mut random, 1).and(&Board::random(&mut random, 1));
                let segments = match seed.number() % 3 {
                    0 => &[],
                    _ => drawing.segments.as_slice(),
                };
                check_regions(&drawing.open, &drawing.doors, &points, segments);
                check_regions(&drawing.open, &drawing.doors, &Board::EMPTY, segments);
            }
        }
    }
    for of_32 in 0..=32 {
        let open = Board::random(&mut stream(of_32), of_32 as u32).and(&Board::FULL);
        check_regions(&open, &Board::EMPTY, &Board::FULL, &[]);
        check_regions(&open, &Board::EMPTY, &Board::EMPTY, &[]);
    }
    check_regions(&Board::FULL, &Board::EMPTY, &Board::EMPTY, &[Board::EMPTY]);
}

#[test]
fn a_far_room_with_one_door_is_a_vault() {
    let rows = [
        "########################",
        "#<...#......#.....######",
        "#....+......+.....+...##",
        "#....#......#.....#...##",
        "###+########+##########",
        "###.########....########",
        "###.########....########",
        "###...........+.....####",
        "##############....######",
        "########################",
    ];
    let open = board(&rows, ".+<");
    let regions = check_regions(&open, &board(&rows, "+"), &board(&rows, "<"), &[]);
    let kind = |x, y| {
        let region = regions.iter().find(|region| region.cells.get(x, y));
        region.map(|region| region.kind)
    };
    assert_eq!(kind(20, 2), Some(RegionKind::Vault));
    assert_eq!(kind(5, 2), Some(RegionKind::Connection));
    assert_eq!(kind(3, 6), Some(RegionKind::Connection));
    assert_eq!(kind(8, 2), Some(RegionKind::Cult));
    assert_eq!(kind(2, 2), Some(RegionKind::Abandoned));
    assert_eq!(kind(0, 0), None);
}

#[test]
fn niches_and_gaps_behind_pillars_belong_to_their_room() {
    let rows = [
        "#############",
        "####.########",
        "##.........##",
        "##.I.I.I.I..#",
        "##.........##",
        "#############",
    ];
    let open = board(&rows, ".");
    assert_eq!(
        check_regions(&open, &Board::EMPTY, &Board::EMPTY, &[]).len(),
        1
    );
}
