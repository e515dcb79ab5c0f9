//! Texts in XML.

use std::fmt;

/// A text in an attribute or between tags. What XML cannot hold becomes a replacement mark.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\n' => f.write_str("&#10;")?,
                '\r' => f.write_str("&#13;")?,
                '\t' => f.write_str("&#9;")?,
                letter if !is_allowed(letter) => f.write_char('\u{FFFD}')?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Whether XML can hold a character.
pub(super) fn is_allowed(letter: char) -> bool {
    match letter {
        '\n' | '\r' | '\t' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        letter => letter >= ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_escaped() {
        let text = Escaped("a<b>&\"c\"\n\u{1}é").to_string();
        assert_eq!(text, "a&lt;b&gt;&amp;&quot;c&quot;&#10;\u{FFFD}é");
    }
}
