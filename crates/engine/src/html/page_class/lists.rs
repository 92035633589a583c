//! Reads the lists of phrases and markers by which pages without content are recognized.

use memchr::memmem::Finder;
use std::sync::LazyLock;

/// A list of phrases or markers, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// A title or heading that says nothing but that a page was not found.
    NotFound,
    /// Phrases in a title or heading that say that a page does not exist.
    PageNotFound,
    /// A title or heading that is nothing but a demand to log in.
    Login,
    /// Phrases that ask to log in before anything is shown.
    MustLogIn,
    /// Phrases of an account form without a password.
    AccountWords,
    /// Phrases of challenges and rejections.
    Challenge,
    /// Phrases that offer a domain, or say that it has no site yet.
    Parked,
    /// Titles of the default pages of web servers.
    ServerDefault,
    /// Titles and headings that are nothing but an error.
    ErrorHead,
    /// Phrases in titles, headings and short texts that report a failure of the server.
    Error,
    /// The beginnings of messages of programs and databases.
    Dump,
    /// Phrases of short texts that ask to enable scripts.
    NeedsScript,
    /// Texts that stand where a script will write the content.
    Loading,
    /// Stems of lines that speak of consent to cookies and tracking.
    Consent,
    /// Phrases of the title or heading of a consent wall.
    ConsentHead,
    /// Words of the title of a policy, which is a page.
    Policy,
    /// Labels of buttons that give consent.
    Accept,
    /// Stems of the names of cookies.
    Cookies,
    /// Labels of buttons that close a notice.
    Dismiss,
    /// Phrases that say that the rest of an article is for subscribers.
    Subscribe,
    /// Questions for the age of the reader.
    Age,
    /// Challenges and rejections of firewalls. None occurs on pages that the vendor only protects.
    Firewall,
    /// Widgets that ask whether the reader is a person. Forms of normal pages have them as well.
    Captchas,
    /// Parking services and domain markets.
    Parking,
    /// Default pages of hosting providers, before there is a site.
    Hosting,
    /// Paywalls.
    Paywall,
    /// Fields for a password.
    Password,
    /// Fields for an account, and forms of single sign-on.
    Account,
    /// Scripts that count visits and write no text.
    Analytics,
}

/// A section for each list, with its name in brackets; its lines have a language, a colon and phrases separated by `¦`.
const FILE: &str = include_str!("../../../data/page-classes.txt");

static PHRASES: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let phrases = |section: &'static str| {
        let lines = section.lines().filter(|line| !line.starts_with('#'));
        let lines = lines.filter_map(|line| line.split_once(": "));
        lines.flat_map(|(_, phrases)| phrases.split('¦')).collect()
    };
    FILE.split("\n[").skip(1).map(phrases).collect()
});

/// The searchers of the phrases: to make one takes as long as to search a short text.
static FINDERS: LazyLock<Vec<Vec<Finder<'static>>>> =
    LazyLock::new(|| PHRASES.iter().map(|phrases| phrases.iter().map(Finder::new).collect()).collect());

impl List {
    /// Returns true if a text has one of the phrases.
    pub(super) fn is_in(self, text: &str) -> bool {
        FINDERS[self as usize].iter().any(|phrase| phrase.find(text.as_bytes()).is_some())
    }

    /// Returns true if a text begins with one of the phrases, as words of their own.
    pub(super) fn begins(self, text: &str) -> bool {
        let mut rests = self.phrases().iter().filter_map(|phrase| text.strip_prefix(phrase));
        rests.any(|rest| !rest.starts_with(char::is_alphanumeric))
    }

    /// Returns the phrases in all languages.
    pub(super) fn phrases(self) -> &'static [&'static str] {
        &PHRASES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sections_have_the_order_of_the_lists() {
        let names: Vec<&str> = FILE.split("\n[").skip(1).filter_map(|section| section.split(']').next()).collect();
        assert_eq!((PHRASES.len(), names.len()), (List::Analytics as usize + 1, PHRASES.len()));
        for (list, name) in [(List::NotFound, "not-found"), (List::Dump, "dump"), (List::Analytics, "analytics")] {
            assert_eq!(names[list as usize], name);
        }
        assert!(PHRASES.iter().flatten().all(|phrase| !phrase.is_empty()));
    }
}
