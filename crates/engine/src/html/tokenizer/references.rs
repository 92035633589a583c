//! Resolves character references.
//!
//! Source: WHATWG HTML §13.2.5.72 to 80 ("character reference state" and those after it).

use super::entities;

/// The characters of a reference: one, or two for some names.
pub(super) type Characters = std::iter::Flatten<std::array::IntoIter<Option<char>, 2>>;

/// The maximum length of an entity name, in letters.
const NAME_LETTERS: usize = 31;

/// Returns the characters and the length of the reference after an ampersand; `None` if the ampersand is a plain
/// character.
pub(super) fn reference(after: &str, in_attribute: bool) -> Option<(Characters, usize)> {
    match after.as_bytes() {
        [b'#', b'x' | b'X', ..] => number(after, 2, 16),
        [b'#', ..] => number(after, 1, 10),
        _ => name(after, in_attribute),
    }
}

/// Resolves a number in this base after `start` bytes.
fn number(after: &str, start: usize, base: u32) -> Option<(Characters, usize)> {
    let digits = after[start..].chars().map_while(|c| c.to_digit(base));
    let (mut value, mut length) = (0_u32, start);
    for digit in digits {
        value = value.saturating_mul(base).saturating_add(digit);
        length += 1;
    }
    if length == start {
        return None;
    }
    length += usize::from(after[length..].starts_with(';'));
    Some((characters([Some(character(value)), None]), length))
}

fn characters(characters: [Option<char>; 2]) -> Characters {
    characters.into_iter().flatten()
}

/// Returns the character of a number. Numbers in the C1 control range mean Windows-1252.
fn character(value: u32) -> char {
    let value = match value {
        0x80..=0x9f => u32::from(WINDOWS_1252[(value - 0x80) as usize]),
        0 => return char::REPLACEMENT_CHARACTER,
        value => value,
    };
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The characters of 0x80 to 0x9F (HTML standard, "numeric character reference end state").
const WINDOWS_1252: [u16; 32] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
    0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
    0x17e, 0x178,
];

/// Resolves the longest name at the start of the text. Without a semicolon, only some old names are valid.
fn name(after: &str, in_attribute: bool) -> Option<(Characters, usize)> {
    let bytes = after.as_bytes();
    let letters = bytes.iter().take(NAME_LETTERS + 1);
    let length = letters.take_while(|b| b.is_ascii_alphanumeric()).count();
    if bytes.get(length) == Some(&b';')
        && let Some(entity) = entities::find(&after[..length])
    {
        return Some((characters(entity.characters()), length + 1));
    }
    let lengths = (2..=length.min(entities::OLD_LETTERS)).rev();
    let mut old = lengths.filter_map(|length| Some((entities::find_old(&after[..length])?, length)));
    let (entity, length) = old.next()?;
    // Before `=` or a letter, an old name is part of an address: `?a=b&copy=c`.
    let continues = |b: &u8| *b == b'=' || b.is_ascii_alphanumeric();
    if in_attribute && bytes.get(length).is_some_and(continues) {
        return None;
    }
    Some((characters(entity.characters()), length))
}
