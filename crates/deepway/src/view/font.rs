//! A small font of straight strokes, so that PNGs need no font file.
//!
//! Its widths are used for all pictures, because it is wider than common fonts.

#[cfg(feature = "png")]
use super::scene::{Anchor, Point};

/// Characters as polylines on a grid, four units wide and six high.
///
/// Each pair of digits is a corner, x then y, with y = 0 at the height of
/// capitals and y = 6 on the baseline; a space lifts the pen.
const GLYPHS: &[(char, u8, &str)] = &[
    (' ', 2, ""),
    ('A', 4, "062046 1434"),
    ('B', 4, "000636454433 0030414233 0333"),
    ('C', 4, "4130100105163645"),
    ('D', 4, "00062644422000"),
    ('E', 4, "40000646 0333"),
    ('F', 4, "400006 0333"),
    ('G', 4, "41301001051636454323"),
    ('H', 4, "0006 4046 0343"),
    ('I', 2, "1016 0020 0626"),
    ('J', 4, "4045361605"),
    ('K', 4, "0006 400346"),
    ('L', 4, "000646"),
    ('M', 4, "0600234046"),
    ('N', 4, "06004640"),
    ('O', 4, "100105163645413010"),
    ('P', 4, "06003041423303"),
    ('Q', 4, "100105163645413010 2446"),
    ('R', 4, "06003041423303 2346"),
    ('S', 4, "413010010213334445361605"),
    ('T', 4, "0040 2026"),
    ('U', 4, "000516364540"),
    ('V', 4, "002640"),
    ('W', 4, "0016233640"),
    ('X', 4, "0046 4006"),
    ('Y', 4, "002340 2326"),
    ('Z', 4, "00400646"),
    ('a', 4, "12324346 441405163645"),
    ('b', 4, "0006 0312324345361605"),
    ('c', 4, "4332120305163645"),
    ('d', 4, "4046 4332120305163645"),
    ('e', 4, "04444332120305163645"),
    ('f', 3, "30201116 0232"),
    ('g', 4, "42473818 4332120305163645"),
    ('h', 4, "0006 0312324346"),
    ('i', 0, "0206 0001"),
    ('j', 1, "121708 1011"),
    ('k', 4, "0006 420446"),
    ('l', 2, "00051626"),
    ('m', 6, "0602 0312223336 3342526366"),
    ('n', 4, "0602 0312324346"),
    ('o', 4, "120305163645433212"),
    ('p', 4, "0208 0312324345361605"),
    ('q', 4, "4248 4332120305163645"),
    ('r', 3, "0602 031232"),
    ('s', 4, "43321203143445361605"),
    ('t', 3, "10152636 0232"),
    ('u', 4, "0205163645 4246"),
    ('v', 4, "022642"),
    ('w', 6, "0226334662"),
    ('x', 4, "0246 4206"),
    ('y', 4, "0226 4208"),
    ('z', 4, "02420646"),
    ('0', 4, "100105163645413010 3214"),
    ('1', 4, "112026 1636"),
    ('2', 4, "01103041420646"),
    ('3', 4, "01103041423313 334445361605"),
    ('4', 4, "36300444"),
    ('5', 4, "400002324345361605"),
    ('6', 4, "413010010516364544331304"),
    ('7', 4, "004016"),
    ('8', 4, "103041423313020110 130405163645443313"),
    ('9', 4, "051636454130100102133342"),
    ('.', 0, "0506"),
    (',', 1, "1507"),
    (':', 0, "0203 0506"),
    (';', 1, "1213 1507"),
    ('-', 3, "0333"),
    ('–', 4, "0343"),
    ('+', 4, "0444 2226"),
    ('=', 4, "0343 0545"),
    ('(', 2, "20111526"),
    (')', 2, "00111506"),
    ('[', 2, "20000626"),
    (']', 2, "00202606"),
    ('/', 4, "4006"),
    ('\\', 4, "0046"),
    ('_', 4, "0646"),
    ('\'', 0, "0001"),
    ('"', 1, "0001 1011"),
    ('!', 0, "0004 0506"),
    ('@', 4, "461605011030414434242242"),
    ('?', 4, "01103041422324 2526"),
    ('·', 0, "0304"),
    ('×', 4, "1335 3315"),
    ('#', 4, "1016 3036 0242 0444"),
    ('<', 4, "420446"),
    ('>', 4, "024406"),
    ('&', 4, "46111020310405163643"),
    ('*', 4, "2125 0145 4105"),
    ('~', 4, "04132334 3443"),
    ('$', 4, "413010010213334445361605 2027"),
    ('^', 4, "022042"),
    ('`', 1, "0011"),
    ('{', 3, "302011120314152636"),
    ('|', 0, "0007"),
    ('}', 3, "001021223324251606"),
    ('%', 4, "4006 0010110100 3545463635"),
    ('—', 5, "0353"),
    ('…', 4, "0506 2526 4546"),
    ('’', 0, "0001"),
    ('▲', 4, "06204606 153515 2226"),
    ('▼', 4, "00264000 113111 2024"),
    ('◆', 4, "2043260320 1333 2125"),
];

/// The replacement for a character that the font does not have.
const MISSING: (char, u8, &str) = ('□', 4, "0040460600");

/// The space between two characters, in units.
const GAP: f32 = 1.9;
/// The length of a unit, as a share of the font's size.
const UNIT: f32 = 0.118;

fn glyph(character: char) -> (char, u8, &'static str) {
    GLYPHS
        .iter()
        .copied()
        .find(|glyph| glyph.0 == character)
        .unwrap_or(MISSING)
}

/// How wide a label is.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|c| f32::from(glyph(c).1) + GAP).sum();
    (units - GAP).max(0.0) * size * UNIT
}

/// The strokes of a label, and how wide they should be drawn.
#[cfg(feature = "png")]
pub(super) fn strokes(text: &str, at: Point, size: f32, anchor: Anchor) -> (Vec<Vec<Point>>, f32) {
    let unit = size * UNIT;
    let width = width(text, size);
    let mut left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2.0,
        Anchor::End => at.x - width,
    };
    let mut lines = Vec::new();
    for character in text.chars() {
        let (_, advance, drawing) = glyph(character);
        for line in drawing.split(' ').filter(|line| !line.is_empty()) {
            let (corners, _) = line.as_bytes().as_chunks::<2>();
            let digit = |byte: u8| f32::from(byte - b'0');
            let point = |&[x, y]: &[u8; 2]| {
                Point::new(left + digit(x) * unit, at.y + (digit(y) - 6.0) * unit)
            };
            lines.push(corners.iter().map(point).collect());
        }
        left += (f32::from(advance) + GAP) * unit;
    }
    (lines, size * 0.088)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_drawn_on_the_grid() {
        for (character, advance, drawing) in GLYPHS.iter().chain([&MISSING]) {
            for line in drawing.split(' ').filter(|line| !line.is_empty()) {
                assert!(
                    line.len() >= 4 && line.len() % 2 == 0,
                    "{character}: {line}"
                );
                for corner in line.as_bytes().as_chunks::<2>().0 {
                    assert!(
                        (b'0'..=b'0' + advance).contains(&corner[0]),
                        "{character}: {line}"
                    );
                    assert!((b'0'..=b'8').contains(&corner[1]), "{character}: {line}");
                }
            }
        }
    }

    #[test]
    fn every_character_of_ascii_can_be_drawn() {
        let missing = (' '..='~').filter(|&character| glyph(character) == MISSING);
        assert_eq!(missing.collect::<String>(), "");
    }

    #[cfg(feature = "png")]
    #[test]
    fn labels_stand_where_they_are_anchored() {
        let span = |anchor| {
            let (lines, _) = strokes("HH", Point::new(100.0, 50.0), 20.0, anchor);
            let xs = || lines.iter().flatten().map(|point| point.x);
            (xs().fold(f32::MAX, f32::min), xs().fold(f32::MIN, f32::max))
        };
        assert!((span(Anchor::Start).0 - 100.0).abs() < 0.01);
        assert!((span(Anchor::End).1 - 100.0).abs() < 0.01);
        let (left, right) = span(Anchor::Middle);
        assert!(((left + right) / 2.0 - 100.0).abs() < 0.01);
    }
}
