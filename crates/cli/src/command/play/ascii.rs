//! Signs of ASCII for those that are none.

/// The sign of ASCII that comes nearest to another one.
pub(super) fn sign(letter: char) -> char {
    match letter {
        letter if letter.is_ascii() => letter,
        '·' | '…' => '.',
        '×' => 'x',
        '│' | '┃' | '┊' | '║' => '|',
        '─' | '━' | '╶' | '╴' | '–' | '—' | '−' | '═' => '-',
        '→' | '▶' => '>',
        '←' | '◀' => '<',
        '▲' | '↑' => '^',
        '▼' | '▾' | '↓' => 'v',
        '█' | '▓' | '▒' => '#',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '\u{A0}' => ' ',
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'À'..='Å' => 'A',
        'È'..='Ë' => 'E',
        'Ò'..='Ö' | 'Ø' => 'O',
        'Ù'..='Ü' => 'U',
        _ => '?',
    }
}

/// A text in ASCII.
pub(super) fn text(text: &str) -> String {
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_becomes_one_of_ascii() {
        assert!(
            (0..=0x2_FFFF)
                .filter_map(char::from_u32)
                .all(|letter| sign(letter).is_ascii())
        );
        assert_eq!(text("b▼1 · Åsa’s → (× 3)…"), "bv1 . Asa's > (x 3).");
    }
}
