//! The named character references of the HTML standard.
//!
//! `entities.txt` has a line for each name with a semicolon, sorted by bytes: the name, `!` if it is valid without the
//! semicolon or else a space, and its characters as hexadecimal numbers. It was generated from the standard's
//! `entities.json`. The text is searched directly, so it adds 9 KB to a compressed download and no start-up time.
//!
//! Source: WHATWG HTML §13.5, "Named character references".

use std::cmp::Ordering;

static ENTITIES: &str = include_str!("entities.txt");

/// The number of names that are valid without a semicolon.
const OLD_NAMES: usize = 106;

/// The starts of their lines. They are so few that most ampersands which begin no reference are recognized by seven
/// comparisons.
static OLD: [u16; OLD_NAMES] = old_lines();

#[expect(clippy::cast_possible_truncation, reason = "the text is shorter, as the assertion checks")]
const fn old_lines() -> [u16; OLD_NAMES] {
    let text = ENTITIES.as_bytes();
    let mut lines = [0; OLD_NAMES];
    let (mut found, mut start, mut at) = (0, 0, 0);
    while at < text.len() {
        match text[at] {
            b'!' => {
                lines[found] = start;
                found += 1;
            }
            b'\n' => start = (at + 1) as u16,
            _ => {}
        }
        at += 1;
    }
    assert!(found == OLD_NAMES && text.len() <= u16::MAX as usize);
    lines
}

/// The maximum length of a name that is valid without a semicolon, in letters.
pub(super) const OLD_LETTERS: usize = 6;

/// A named character reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entity {
    /// Its characters as hexadecimal numbers.
    numbers: &'static str,
}

impl Entity {
    /// Returns its one or two characters.
    pub(super) fn characters(self) -> [Option<char>; 2] {
        let mut numbers = self.numbers.split(' ');
        let mut next = || char::from_u32(u32::from_str_radix(numbers.next()?, 16).ok()?);
        [next(), next()]
    }
}

/// Returns the reference with this name, given without `&` and `;`.
pub(super) fn find(name: &str) -> Option<Entity> {
    let entity = |numbers| Entity { numbers };
    match name {
        // Most pages use only these.
        "amp" => Some(entity("26")),
        "gt" => Some(entity("3E")),
        "lt" => Some(entity("3C")),
        "nbsp" => Some(entity("A0")),
        "quot" => Some(entity("22")),
        _ => search(name),
    }
}

/// Returns the reference with this name if it is valid without a semicolon.
pub(super) fn find_old(name: &str) -> Option<Entity> {
    let found = OLD.binary_search_by(|start| {
        let line = &ENTITIES[usize::from(*start)..];
        let (letters, end) = line.as_bytes().split_at(name.len().min(line.len()));
        let longer = || end.first().map_or(Ordering::Less, |end| end.cmp(&b'!'));
        letters.cmp(name.as_bytes()).then_with(longer)
    });
    let (line, _) = ENTITIES[usize::from(OLD[found.ok()?])..].split_once('\n')?;
    Some(Entity { numbers: &line[name.len() + 1..] })
}

/// Searches the sorted lines.
fn search(name: &str) -> Option<Entity> {
    let (mut low, mut high) = (0, ENTITIES.len());
    while low < high {
        let middle = low.midpoint(high);
        let start = ENTITIES[..middle].rfind('\n').map_or(0, |end| end + 1);
        let (line, _) = ENTITIES[start..].split_once('\n')?;
        let end = line.find(['!', ' '])?;
        match line[..end].cmp(name) {
            Ordering::Less => low = start + line.len() + 1,
            Ordering::Greater => high = start,
            Ordering::Equal => {
                return Some(Entity { numbers: &line[end + 1..] });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_found() {
        let names = ENTITIES.lines().map(|line| line.split(['!', ' ']).next());
        let names: Vec<&str> = names.map(Option::unwrap).collect();
        assert_eq!(names.len(), 2_125);
        assert!(names.is_sorted());
        for name in &names {
            let entity = find(name).unwrap();
            assert!(entity.characters()[0].is_some(), "{name}");
            assert!(entity.numbers.split(' ').count() <= 2, "{name}");
        }
        let old = names.iter().filter(|name| find_old(name).is_some());
        assert_eq!(old.clone().count(), 106);
        assert_eq!(old.map(|name| name.len()).max(), Some(OLD_LETTERS));
    }

    #[test]
    fn the_frequent_names_match_the_list() {
        for name in ["amp", "gt", "lt", "nbsp", "quot"] {
            assert_eq!(find(name), search(name), "{name}");
        }
    }

    #[test]
    fn unlisted_names_are_not_found() {
        for name in ["", "A", "AElig!", "AEli", "AEligg", "zwnjj", "\u{10ffff}", "amp;"] {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
