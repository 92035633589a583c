//! Parses a page's directives to crawlers: `<meta name=robots content=…>` and the `X-Robots-Tag` header.
//!
//! Not covered: rules about snippets, images and translation, which concern a search engine's display, and
//! `unavailable_after`, which would need a clock. Source: Google's "Robots meta tag, data-nosnippet, and X-Robots-Tag
//! specifications", which sites follow; RFC 9309 does not define directives.

use super::PRODUCT_TOKEN;
use serde::{Deserialize, Serialize};

/// The restrictions that a page or its `X-Robots-Tag` header puts on crawlers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetaRobots {
    /// True if the page must not be shown among the results.
    pub noindex: bool,
    /// True if the page's links must not be followed.
    pub nofollow: bool,
}

impl MetaRobots {
    /// Combines two sets of restrictions.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { noindex: self.noindex || other.noindex, nofollow: self.nofollow || other.nofollow }
    }
}

/// Rules with a value: the word before their colon is not a crawler's name.
const WITH_VALUE: [&str; 4] = ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

/// Parses the content of a `<meta name=robots>`, or of one for this crawler: words separated by commas or
/// spaces, or by other signs by mistake.
pub fn directives(content: &str) -> MetaRobots {
    let mut found = MetaRobots::default();
    for word in content.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | ':'))) {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        found.noindex |= is("noindex") || is("none");
        found.nofollow |= is("nofollow") || is("none");
    }
    found
}

/// Parses one `X-Robots-Tag` header.
///
/// `salticid: noindex` applies to this crawler, `googlebot: noindex` to another. A name applies to the rest of the
/// value or up to the next name; rules before the first name apply to all crawlers.
///
/// A page may send several such headers, which are parsed separately. If they arrive joined by commas, a rule for all
/// crawlers after a name counts for that name only, so the proxy puts rules for all crawlers first. A browser that
/// requests a site directly joins them in the site's order; such a rule is then missed.
pub fn header_robots(value: &str) -> MetaRobots {
    let mut found = MetaRobots::default();
    let mut for_us = true;
    for piece in value.split(',') {
        let rules = match addressee(piece) {
            Some((name, rules)) => {
                for_us = name == "*" || name.eq_ignore_ascii_case(PRODUCT_TOKEN);
                rules
            }
            None => piece,
        };
        if for_us {
            let stated = directives(rules);
            found.noindex |= stated.noindex;
            found.nofollow |= stated.nofollow;
        }
    }
    found
}

/// Returns the crawler that a part of the header names, if any, and the rules for it.
fn addressee(piece: &str) -> Option<(&str, &str)> {
    let (name, rules) = piece.split_once(':')?;
    let name = name.trim();
    let is_name = name == "*"
        || (!name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/')));
    let is_rule = WITH_VALUE.iter().any(|rule| rule.eq_ignore_ascii_case(name));
    (is_name && !is_rule).then_some((name, rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: MetaRobots = MetaRobots { noindex: false, nofollow: false };
    const NOINDEX: MetaRobots = MetaRobots { noindex: true, nofollow: false };
    const NOFOLLOW: MetaRobots = MetaRobots { noindex: false, nofollow: true };
    const BOTH: MetaRobots = MetaRobots { noindex: true, nofollow: true };

    #[test]
    fn a_meta_element_is_parsed() {
        for (content, expected) in [
            ("", NONE),
            ("index, follow", NONE),
            ("noindex", NOINDEX),
            ("NoFollow", NOFOLLOW),
            ("noindex,nofollow", BOTH),
            (" noindex nofollow ", BOTH),
            ("noindex;nofollow", BOTH),
            ("'noindex'|nofollow.", BOTH),
            ("none", BOTH),
            ("all, noarchive, max-snippet:20", NONE),
            ("noindexing", NONE),
        ] {
            assert_eq!(directives(content), expected, "{content}");
        }
    }

    #[test]
    fn a_header_applies_to_all_crawlers_or_to_the_named_one() {
        for (value, expected) in [
            ("noindex", NOINDEX),
            ("noarchive, nofollow", NOFOLLOW),
            ("salticid: noindex", NOINDEX),
            ("Salticid: none", BOTH),
            ("googlebot: noindex, nofollow", NONE),
            ("googlebot: noindex, salticid: nofollow", NOFOLLOW),
            ("noindex, googlebot: nofollow", NOINDEX),
            ("googlebot: noindex, *: nofollow", NOFOLLOW),
            ("max-snippet: 20, noindex", NOINDEX),
            ("nofollow, googlebot: noindex", NOFOLLOW),
            ("nofollow, googlebot: noarchive, salticid: noindex", BOTH),
            ("googlebot: max-snippet: 20, noindex", NONE),
            ("", NONE),
            (":,::,", NONE),
        ] {
            assert_eq!(header_robots(value), expected, "{value}");
        }
    }

    #[test]
    fn unavailable_after_is_not_a_crawler_name() {
        for value in [
            "unavailable_after: 25 Jun 2010 15:00:00 PST, noindex",
            "unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, noindex",
        ] {
            assert_eq!(header_robots(value), NOINDEX, "{value}");
        }
    }

    #[test]
    fn restrictions_of_page_and_header_add_up() {
        let restricted = |noindex, nofollow| MetaRobots { noindex, nofollow };
        for [one, other, both] in
            [[(true, false), (false, true), (true, true)], [(false, false), (false, true), (false, true)]]
        {
            let [one, other, both] = [one, other, both].map(|(noindex, nofollow)| restricted(noindex, nofollow));
            assert_eq!((one.and(other), other.and(one)), (both, both));
        }
        assert_eq!(MetaRobots::default().and(MetaRobots::default()), MetaRobots::default());
    }
}
