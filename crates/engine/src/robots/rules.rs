//! The rules of a crawler, and their matching against a path.
//!
//! Rules are sorted so that the first one that matches decides. A pattern matches by its leftmost parts, without
//! backtracking: the time for a rule is linear in the lengths of pattern and path, whatever its stars, so their number
//! needs no limit.
//! Source: RFC 9309 §2.2.2 (longest match, escapes) and §2.2.3 (`*`, `$`).

use memchr::memmem;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use types::limits::{ROBOTS_BYTES, ROBOTS_RULE_COST};
use types::url::{escaped_byte, is_unreserved};

/// The cost of a rule with a star, whose parts are searched for along the whole path, relative to matching the
/// beginning of a path.
const STAR_WORK: u64 = 20;
/// The number of bytes of such a pattern that add one unit, since the search prepares each part.
const WORK_BYTES: usize = 16;
/// The most bytes of escaped patterns and the most rules of a file of [`ROBOTS_BYTES`]: an escape has three bytes, a
/// rule at least eight.
const LIMITS: (usize, usize) = (3 * ROBOTS_BYTES, ROBOTS_BYTES / 8);

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Rule {
    is_allow: bool,
    /// The pattern in the form of [`pattern`].
    pattern: Box<str>,
}

/// The rules for one crawler, those that take precedence first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Rule>")]
pub(super) struct Rules(Vec<Rule>);

/// The error of a saved crawl with more rules than a robots.txt can have.
#[derive(Debug, thiserror::Error)]
#[error("the rules of a robots.txt are longer than its limit")]
struct TooManyRules;

impl TryFrom<Vec<Rule>> for Rules {
    type Error = TooManyRules;
    fn try_from(rules: Vec<Rule>) -> Result<Self, TooManyRules> {
        let bytes: usize = rules.iter().map(|rule| rule.pattern.len()).sum();
        if bytes > LIMITS.0 || rules.len() > LIMITS.1 {
            return Err(TooManyRules);
        }
        Ok(Self::sorted(rules))
    }
}

impl Rules {
    /// Returns the rules with these values; true for `Allow`. Empty values are no rules (§2.2.2).
    pub(super) fn new<'a>(values: impl IntoIterator<Item = (bool, &'a [u8])>) -> Self {
        let mut rules = Vec::new();
        for (is_allow, value) in values {
            if value.is_empty() {
                continue;
            }
            let pattern = pattern(value);
            let folder = folder_of_index(&pattern).filter(|_| is_allow);
            rules.extend(folder.map(|pattern| Rule { is_allow, pattern }));
            rules.push(Rule { is_allow, pattern: pattern.into() });
        }
        Self::sorted(rules)
    }

    /// Sorts rules by precedence: the longest pattern first, `Allow` before `Disallow` (§2.2.2).
    fn sorted(mut rules: Vec<Rule>) -> Self {
        rules.sort_unstable_by(|one, other| {
            let key = |rule: &Rule| (Reverse(rule.pattern.len()), !rule.is_allow);
            key(one).cmp(&key(other)).then_with(|| one.pattern.cmp(&other.pattern))
        });
        rules.dedup();
        Self(rules)
    }

    /// Returns whether the rules allow an address, by its path and query.
    pub(super) fn allow(&self, path_and_query: &str) -> bool {
        let path = path(path_and_query);
        let first = self.0.iter().find(|rule| matches(&rule.pattern, &path));
        first.is_none_or(|rule| rule.is_allow)
    }

    /// Returns true if the rules forbid every page, whatever its address.
    pub(super) fn forbid_all(&self) -> bool {
        let is_universal = |rule: &Rule| matches!(rule.pattern.trim_matches('*'), "" | "/");
        !self.0.iter().any(|rule| rule.is_allow) && self.0.iter().any(is_universal)
    }

    /// Returns the number of rules.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the cost of matching one address against all rules.
    pub(super) fn work(&self) -> u64 {
        let work = |rule: &Rule| {
            let pattern = rule.pattern.trim_end_matches('*');
            let stars = pattern.matches('*').count();
            if stars > 0 { STAR_WORK + (stars + pattern.len() / WORK_BYTES) as u64 } else { 1 }
        };
        self.0.iter().map(work).sum()
    }

    /// Returns the memory for the rules in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|rule| ROBOTS_RULE_COST + rule.pattern.len()).sum()
    }
}

/// Returns the rule for the folder of an allowed `index.html`. Google's parser adds it too, and canonical URLs omit the
/// default document.
fn folder_of_index(pattern: &str) -> Option<Box<str>> {
    let (folder, document) = pattern.rsplit_once('/')?;
    document.starts_with("index.htm").then(|| format!("{folder}/$").into())
}

/// Returns a pattern in the form in which it is compared: `*` and a `$` at the end are special, others are escaped.
fn pattern(value: &[u8]) -> String {
    match value.strip_suffix(b"$") {
        Some(body) => comparable(body, true) + "$",
        None => comparable(value, true),
    }
}

/// Returns path and query of an address in the form in which they are compared.
fn path(path_and_query: &str) -> String {
    comparable(path_and_query.as_bytes(), false)
}

/// Returns a text with the escapes of RFC 9309 §2.2.2: unreserved characters are plain, reserved characters are as
/// written, and all others are escaped. `*` and `$` are escaped (§2.2.3) unless `*` is a wildcard.
fn comparable(text: &[u8], has_wildcards: bool) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&first) = text.get(at) {
        let escaped = escaped_byte(&text[at..]);
        at += if escaped.is_some() { 3 } else { 1 };
        let byte = escaped.unwrap_or(first);
        let is_plain = is_unreserved(byte)
            || (escaped.is_none() && (b"%:/?#[]@!&'()+,;=".contains(&byte) || (byte == b'*' && has_wildcards)));
        if is_plain {
            out.push(char::from(byte));
        } else {
            out.extend(['%', HEX[usize::from(byte >> 4)].into(), HEX[usize::from(byte & 15)].into()]);
        }
    }
    out
}

/// Returns whether a pattern matches a path from its beginning. Each part after a star is taken at its leftmost place,
/// since a later one leaves less for the parts that follow.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_anchored) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*');
    let beginning = parts.next().unwrap_or_default();
    let Some(mut rest) = path.as_bytes().strip_prefix(beginning.as_bytes()) else {
        return false;
    };
    let Some(end) = parts.next_back() else {
        return !is_anchored || rest.is_empty();
    };
    for part in parts {
        let Some(at) = memmem::find(rest, part.as_bytes()) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    if is_anchored { rest.ends_with(end.as_bytes()) } else { memmem::find(rest, end.as_bytes()).is_some() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forged_rules_beyond_the_limits_are_refused() {
        let rule = |length: usize| Rule { is_allow: false, pattern: "a".repeat(length).into() };
        assert!(Rules::try_from(vec![rule(LIMITS.0)]).is_ok());
        assert!(Rules::try_from(vec![rule(LIMITS.0), rule(1)]).is_err());
        assert!(Rules::try_from(vec![rule(1); LIMITS.1 + 1]).is_err());
    }

    #[test]
    fn saved_rules_are_sorted_again() {
        let rule = |is_allow, pattern: &str| Rule { is_allow, pattern: pattern.into() };
        let rules = Rules::try_from(vec![rule(false, "/"), rule(true, "/"), rule(false, "/a")]).expect("few");
        assert!(rules.allow("/") && !rules.allow("/a"));
    }

    #[test]
    fn the_cost_and_the_memory_of_rules_follow_their_patterns() {
        let rules = Rules::new([(false, &b"/a*b"[..]), (true, b"/c"), (true, b"/d*")]);
        assert_eq!(rules.work(), 2 + STAR_WORK + 1);
        assert_eq!(rules.bytes(), 3 * ROBOTS_RULE_COST + "/a*b/c/d*".len());
    }
}
