//! The standard fonts of PDF: how wide their letters are, and the bytes that stand for letters.

/// A font that every reader of PDF has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Font {
    /// Times, for text.
    Text,
    /// Times, slanted, for what is read aloud.
    Italic,
    /// Times, bold.
    Bold,
    /// Helvetica, for tables and maps.
    Sans,
    /// Helvetica, bold, for headings.
    Head,
    /// Zapf Dingbats, for arrows.
    Signs,
}

impl Font {
    /// All fonts.
    pub(crate) const ALL: [Self; 6] = [
        Self::Text,
        Self::Italic,
        Self::Bold,
        Self::Sans,
        Self::Head,
        Self::Signs,
    ];

    /// Its name in PDF.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "Times-Roman",
            Self::Italic => "Times-Italic",
            Self::Bold => "Times-Bold",
            Self::Sans => "Helvetica",
            Self::Head => "Helvetica-Bold",
            Self::Signs => "ZapfDingbats",
        }
    }

    const fn widths(self) -> &'static [u16; 95] {
        match self {
            Self::Text => &TIMES,
            Self::Italic => &TIMES_ITALIC,
            Self::Bold => &TIMES_BOLD,
            Self::Sans | Self::Signs => &HELVETICA,
            Self::Head => &HELVETICA_BOLD,
        }
    }

    /// How wide a letter is, in thousandths of the size.
    fn advance(self, letter: char) -> u16 {
        if self == Self::Signs {
            return 892;
        }
        let plain = match letter {
            'À'..='Å' => 'A',
            'Ç' => 'C',
            'È'..='Ë' => 'E',
            'Ì'..='Ï' => 'I',
            'Ò'..='Ö' | 'Ø' => 'O',
            'Ù'..='Ü' => 'U',
            'à'..='å' => 'a',
            'ç' | '“' | '”' => 'c',
            'è'..='ë' => 'e',
            'ì'..='ï' => 'i',
            'ñ' => 'n',
            'ò'..='ö' | 'ø' | 'ð' => 'o',
            'ù'..='ü' => 'u',
            'ý' | 'ÿ' => 'y',
            'þ' => 'p',
            'ß' => 'B',
            '’' | '‘' => '(',
            '×' | '±' | '−' => '+',
            '–' => '0',
            letter => letter,
        };
        match plain {
            ' '..='~' => self.widths()[plain as usize - 32],
            '—' | '…' | 'Æ' => 1000,
            'æ' => 700,
            '•' => 350,
            '°' => 400,
            _ => 556,
        }
    }

    /// How wide a text is in a size.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        let sum: u32 = text
            .chars()
            .map(|letter| u32::from(self.advance(letter)))
            .sum();
        sum as f32 * size / 1000.0
    }
}

/// A text in pieces of one font each, with arrows in the font that has them.
pub(crate) fn pieces(font: Font, text: &str) -> Vec<(Font, String)> {
    let mut pieces: Vec<(Font, String)> = Vec::new();
    for letter in text.chars() {
        let (own, letter) = match letter {
            '▲' => (Font::Signs, 's'),
            '▼' => (Font::Signs, 't'),
            '◆' => (Font::Signs, 'u'),
            letter => (font, letter),
        };
        match pieces.last_mut() {
            Some((last, text)) if *last == own => text.push(letter),
            _ => pieces.push((own, letter.to_string())),
        }
    }
    pieces
}

/// The byte of a letter in the encoding of the text fonts (Windows-1252).
pub(crate) fn byte(letter: char) -> u8 {
    match letter {
        ' '..='~' | '\u{A1}'..='\u{FF}' => letter as u32 as u8,
        '\u{A0}' | '\t' => b' ',
        '€' => 0x80,
        '…' => 0x85,
        'Š' => 0x8A,
        'Œ' => 0x8C,
        'Ž' => 0x8E,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' | '−' => 0x96,
        '—' => 0x97,
        'š' => 0x9A,
        'œ' => 0x9C,
        'ž' => 0x9E,
        'Ÿ' => 0x9F,
        _ => b'?',
    }
}

const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611,
    556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722,
    722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500,
    278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
const TIMES_ITALIC: [u16; 95] = [
    250, 333, 420, 500, 500, 833, 778, 214, 333, 333, 500, 675, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 333, 333, 675, 675, 675, 500, 920, 611, 611, 667, 722, 611,
    611, 722, 722, 333, 444, 667, 556, 833, 667, 722, 611, 722, 611, 500, 556, 722, 611, 833, 611,
    556, 556, 389, 278, 389, 422, 500, 333, 500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444,
    278, 722, 500, 500, 500, 500, 389, 389, 278, 500, 444, 667, 444, 444, 389, 400, 275, 400, 541,
];
const TIMES_BOLD: [u16; 95] = [
    250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667,
    611, 778, 778, 389, 500, 778, 667, 944, 722, 778, 611, 778, 722, 556, 667, 722, 722, 1000, 722,
    722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556,
    278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520,
];
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const HELVETICA_BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_standard_fonts() {
        assert_eq!(Font::Text.width("Deepway", 1000.0), 3776.0);
        assert_eq!(Font::Head.width("AV", 10.0), 13.89);
        assert_eq!(Font::Sans.width("", 10.0), 0.0);
    }

    #[test]
    fn arrows_have_a_font_of_their_own() {
        let found = pieces(Font::Sans, "▲ r4");
        assert_eq!(
            found,
            [
                (Font::Signs, "s".to_owned()),
                (Font::Sans, " r4".to_owned())
            ]
        );
        assert_eq!(byte('é'), 0xE9);
        assert_eq!(byte('龍'), b'?');
    }
}
