//! The named character references of the HTML standard.
//!
//! `entities.txt` has a line for each name with a semicolon, sorted by bytes: the name, `!` if it is valid without the semicolon or else a space,
//! and its characters as hexadecimal numbers. It was generated from the standard's `entities.json`. The text is searched directly, so it
//! adds 9 KB to a compressed download and no start-up time.
//!
//! Source: WHATWG HTML §13.5, "Named character references".

use std::cmp::Ordering;

static ENTITIES: &str = include_str!("entities.txt");

/// The maximum length of a name that is valid without a semicolon, in letters.
pub(super) const OLD_LETTERS: usize = 6;

/// A named character reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entity {
    /// True if the name is valid without a semicolon.
    is_old: bool,
    /// Its characters as hexadecimal numbers.
    numbers: &'static str,
}

impl Entity {
    const fn frequent(numbers: &'static str) -> Self {
        Self {
            is_old: true,
            numbers,
        }
    }

    /// Returns its one or two characters.
    pub(super) fn characters(self) -> [Option<char>; 2] {
        let mut numbers = self.numbers.split(' ');
        let mut next = || char::from_u32(u32::from_str_radix(numbers.next()?, 16).ok()?);
        [next(), next()]
    }
}

/// Returns the reference with this name, given without `&` and `;`.
pub(super) fn find(name: &str) -> Option<Entity> {
    match name {
        // Most pages use only these.
        "amp" => Some(Entity::frequent("26")),
        "gt" => Some(Entity::frequent("3E")),
        "lt" => Some(Entity::frequent("3C")),
        "nbsp" => Some(Entity::frequent("A0")),
        "quot" => Some(Entity::frequent("22")),
        _ => search(name),
    }
}

/// Returns the reference with this name if it is valid without a semicolon.
pub(super) fn find_old(name: &str) -> Option<Entity> {
    find(name).filter(|entity| entity.is_old)
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
                return Some(Entity {
                    is_old: line[end..].starts_with('!'),
                    numbers: &line[end + 1..],
                });
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
        for name in [
            "",
            "A",
            "AElig!",
            "AEli",
            "AEligg",
            "zwnjj",
            "\u{10ffff}",
            "amp;",
        ] {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
