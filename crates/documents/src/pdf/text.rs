//! Normalizes the text of glyphs, and decodes the text strings of metadata.

use icu_normalizer::ComposingNormalizerBorrowed;

/// Returns the text of a glyph without ligatures, Arabic presentation forms, and characters that no text has.
pub(super) fn normalized(text: &str) -> Box<str> {
    let is_form = |c: char| matches!(c, '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{132}' | '\u{133}');
    let is_text = |c: &char| !matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{feff}' | '\u{fffd}'..='\u{ffff}');
    if text.contains(is_form) {
        let expanded = ComposingNormalizerBorrowed::new_nfkc().normalize(text).into_owned();
        return expanded.chars().filter(is_text).collect::<String>().into();
    }
    let as_space = |c: char| if c.is_whitespace() { ' ' } else { c };
    text.chars().map(as_space).filter(is_text).collect::<String>().into()
}

/// Decodes a text string (ISO 32000-1 §7.9.2.2): UTF-16 or UTF-8 with a byte order mark, else `PDFDocEncoding`, whose
/// upper half is Latin-1.
pub(super) fn decoded(bytes: &[u8]) -> String {
    let units = |from: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].as_chunks().0.iter().map(|pair| from(*pair)).collect();
        String::from_utf16_lossy(&units)
    };
    let text = match bytes {
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| doc_encoded(*byte)).collect(),
    };
    let is_text = |c: &char| !c.is_control() && !matches!(c, '\u{fffd}' | '\u{feff}');
    let kept: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(is_text).collect();
    kept.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a character of `PDFDocEncoding` (Annex D.3).
fn doc_encoded(byte: u8) -> char {
    const UPPER: &str = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž";
    match byte {
        0x80..=0x9e => UPPER.chars().nth(usize::from(byte - 0x80)).unwrap_or(' '),
        0xa0 => '€',
        other => char::from(other),
    }
}

/// Returns true for letters of scripts that are written from right to left.
pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}')
        && c.is_alphabetic()
}

/// Returns true for characters of scripts that put no spaces between words.
pub(super) fn has_no_spaces(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ligatures_and_presentation_forms_are_expanded() {
        for (text, expected) in
            [("ﬁ", "fi"), ("ﬃ", "ffi"), ("\u{fef3}", "\u{64a}"), ("a\u{1}\u{fffd}b", "ab"), ("\u{a0}", " "), ("½", "½")]
        {
            assert_eq!(&*normalized(text), expected);
        }
    }

    #[test]
    fn text_strings_are_decoded_by_their_marks() {
        for (bytes, expected) in [
            (&b"\xfe\xff\0A\x20\xac"[..], "A€"),
            (b"\xff\xfeA\0", "A"),
            (b"\xef\xbb\xbf\xc3\xa9", "é"),
            (b" a\n\x93\xe9\x84 ", "a ﬁé—"),
            (b"\xfe\xff\xd8", ""),
        ] {
            assert_eq!(decoded(bytes), expected);
        }
    }
}
