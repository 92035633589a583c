//! Defines the hosts of the web: their pages, URL style, language, character set and behavior.

use crate::data::{by_name, rows};
use crate::text::{Language, subject_index};
use serde::Deserialize;
use std::sync::LazyLock;

/// Type of a site, which decides the pages it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SiteType {
    /// Home, a section for each subtopic, articles.
    Sections,
    /// Home, sections by theme, and articles of which a few are about a topic.
    General,
    /// Home, numbered sections whose names do not reveal their subject, articles.
    NumberedSections,
    /// Home, categories, a directory of links for each subject.
    Portal,
    /// Home, departments, people, papers.
    University,
    /// A copy of the first host's pages.
    Mirror,
}

/// Style of a host's URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum UrlStyle {
    /// `/inhaler-technique/how-to-clean-the-spacer`
    Descriptive,
    /// `/articles/how-to-clean-the-spacer.html`
    Html,
    /// `/2014/03/how-to-clean-the-spacer`
    Dated,
    /// `/node/4711`
    Node,
    /// `/p?id=12`
    Query,
}

/// Character set of a host's pages, and where it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Charset {
    /// UTF-8, declared in the header.
    Utf8,
    /// Windows-1252, declared in the header as `iso-8859-1`.
    Windows1252,
    /// GB 2312, declared in the document only, as `gb18030`.
    Gb2312,
}

/// Behavior of a host that a crawler has to handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Behavior {
    /// Nothing unusual.
    Normal,
    /// robots.txt is a 404.
    NoRobots,
    /// robots.txt disallows some paths.
    DisallowedPaths,
    /// robots.txt is a 503.
    RobotsUnavailable,
    /// robots.txt requests a delay.
    CrawlDelay,
    /// Pages have robots meta tags and headers.
    RobotsMetadata,
    /// Redirects of all kinds.
    Redirects,
    /// Endless generated pages.
    Traps,
    /// Slow answers.
    Slow,
    /// Broken connections and server errors.
    Failing,
    /// Status 429 for a third of the pages.
    RateLimited,
    /// Malformed HTML.
    MalformedHtml,
    /// Documents that are too deep, too large or not HTML.
    StressDocuments,
    /// Pages that try to run script in the reader's program.
    ScriptInjection,
}

/// A host.
#[derive(Debug)]
pub(crate) struct Host {
    /// Name in lower case.
    pub(crate) name: &'static str,
    /// Display name of its site.
    pub(crate) title: &'static str,
    /// Type of its site.
    pub(crate) site_type: SiteType,
    /// The word before the number of a numbered section.
    pub(crate) section_word: &'static str,
    /// Ids of the subjects of its pages; empty for all. They are looked up on use, so that the names of the hosts need
    /// no vocabularies.
    subject_ids: Vec<&'static str>,
    /// Number of articles in a web of size 1.
    pub(crate) articles: usize,
    /// Style of its URLs.
    pub(crate) url_style: UrlStyle,
    /// Behavior towards crawlers.
    pub(crate) behavior: Behavior,
    /// Language of its pages.
    pub(crate) language: Language,
    /// Character set of its pages.
    pub(crate) charset: Charset,
}

/// All planned hosts. The mirror copies the first.
pub(crate) static HOSTS: LazyLock<Vec<Host>> =
    LazyLock::new(|| rows(include_str!("../../data/hosts.txt")).filter_map(|row| host(&row)).collect());

/// Returns the host of a row of the table.
fn host(row: &[&'static str]) -> Option<Host> {
    let [name, title, site_type, subjects, articles, url_style, rest @ ..] = row else {
        return None;
    };
    let (site_type, section_word) = site_type.split_once(' ').unwrap_or((site_type, ""));
    let rest = |column: usize| rest.get(column).copied();
    Some(Host {
        name,
        title,
        site_type: by_name(site_type)?,
        section_word,
        subject_ids: subjects.split_whitespace().collect(),
        articles: articles.parse().ok()?,
        url_style: by_name(url_style)?,
        behavior: rest(0).map_or(Some(Behavior::Normal), by_name)?,
        language: rest(1).map_or(Some(Language::English), by_name)?,
        charset: rest(2).map_or(Some(Charset::Utf8), by_name)?,
    })
}

impl Host {
    /// Returns the host's root URL without the trailing slash.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.name)
    }

    /// Returns the subjects of its pages.
    pub(crate) fn subjects(&self) -> Vec<usize> {
        if self.subject_ids.is_empty() {
            return self.language.subject_indices();
        }
        self.subject_ids.iter().filter_map(|id| subject_index(id)).collect()
    }

    /// Returns true for an English site that a person can read without obstacles.
    pub(crate) fn is_readable(&self) -> bool {
        matches!(self.behavior, Behavior::Normal | Behavior::NoRobots) && self.language == Language::English
    }
}

/// Returns the index of the host with this name.
pub(crate) fn find_host(name: &str) -> Option<usize> {
    HOSTS.iter().position(|host| host.name == name)
}

/// A page outside the plan.
pub(crate) struct SpecialPage {
    /// Behavior of the hosts that have it.
    pub(crate) behavior: Behavior,
    /// Path and query.
    pub(crate) path: &'static str,
    /// Anchor text of the home page's link; empty if it has none.
    pub(crate) anchor: &'static str,
    /// Status and location of a redirect, or the name of a fault; empty for a generated page.
    pub(crate) response: &'static str,
}

/// All special pages.
pub(crate) static SPECIAL_PAGES: LazyLock<Vec<SpecialPage>> = LazyLock::new(|| {
    let rows = rows(include_str!("../../data/special-pages.txt"));
    let page = |row: Vec<&'static str>| {
        let column = |column: usize| row.get(column).copied().unwrap_or_default();
        Some(SpecialPage { behavior: by_name(column(0))?, path: column(1), anchor: column(2), response: column(3) })
    };
    rows.filter_map(page).collect()
});
