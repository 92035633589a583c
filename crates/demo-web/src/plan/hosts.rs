//! Defines the hosts of the web: their pages, URL style, language, character set and behavior.

use crate::text::{Language, subject_index};

/// Type of a site, which decides the pages it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SiteType {
    /// Home, a section for each subtopic, articles.
    Sections,
    /// Home, sections by theme, and articles of which a few are about a topic.
    General,
    /// Home, numbered sections whose names do not reveal their subject, articles.
    NumberedSections(&'static str),
    /// Home, categories, a directory of links for each subject.
    Portal,
    /// Home, departments, people, papers.
    University,
    /// A copy of the first host's pages.
    Mirror,
}

/// Style of a host's URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    /// UTF-8, declared in the header.
    Utf8,
    /// Windows-1252, declared in the header as `iso-8859-1`.
    Windows1252,
    /// GB 2312, declared in the document only, as `gb18030`.
    Gb2312,
}

/// Behavior of a host that a crawler has to handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Host {
    /// Name in lower case.
    pub(crate) name: &'static str,
    /// Display name of its site.
    pub(crate) title: &'static str,
    /// Type of its site.
    pub(crate) site_type: SiteType,
    /// Ids of the subjects of its pages; empty for all.
    subject_ids: &'static [&'static str],
    /// Number of articles in a web of size 1.
    pub(crate) articles: usize,
    /// Style of its URLs.
    pub(crate) url_style: UrlStyle,
    /// Character set of its pages.
    pub(crate) charset: Charset,
    /// Language of its pages.
    pub(crate) language: Language,
    /// Behavior towards crawlers.
    pub(crate) behavior: Behavior,
}

const fn host(
    name: &'static str,
    title: &'static str,
    site_type: SiteType,
    subject_ids: &'static [&'static str],
    articles: usize,
    url_style: UrlStyle,
) -> Host {
    Host {
        name,
        title,
        site_type,
        subject_ids,
        articles,
        url_style,
        charset: Utf8,
        language: English,
        behavior: Behavior::Normal,
    }
}

impl Host {
    const fn in_language(mut self, language: Language, charset: Charset) -> Self {
        self.language = language;
        self.charset = charset;
        self
    }

    const fn with(mut self, behavior: Behavior) -> Self {
        self.behavior = behavior;
        self
    }

    /// Returns the host's root URL without the trailing slash.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.name)
    }

    /// Returns the indices of the subjects of its pages.
    pub(crate) fn subjects(&self) -> Vec<usize> {
        if self.subject_ids.is_empty() {
            return self.language.subjects();
        }
        let ids = self.subject_ids.iter();
        ids.filter_map(|id| subject_index(id)).collect()
    }

    /// Returns true when the host's entry lists the subject.
    pub(crate) fn covers(&self, subject_id: &str) -> bool {
        self.subject_ids.contains(&subject_id)
    }

    /// Returns true for an English site that a person can read without obstacles.
    pub(crate) fn is_readable(&self) -> bool {
        let works = matches!(self.behavior, Behavior::Normal | Behavior::NoRobots);
        works && self.language == English
    }
}

use Behavior::{
    CrawlDelay, DisallowedPaths, Failing, MalformedHtml, NoRobots, RateLimited, Redirects, RobotsMetadata,
    RobotsUnavailable, ScriptInjection, Slow, StressDocuments, Traps,
};
use Charset::{Gb2312, Utf8, Windows1252};
use Language::{Chinese, English, Spanish};
use SiteType::{General, Mirror, NumberedSections, Portal, Sections, University};
use UrlStyle::{Dated, Descriptive, Html, Node, Query};

/// All planned hosts. The mirror copies the first.
#[rustfmt::skip]
pub(crate) static HOSTS: [Host; 66] = [
    // Two sites for each topic.
    host("asthma-guide.test", "The Asthma Guide", Sections, &["asthma"], 60, Descriptive),
    host("easy-breathing.test", "Easy Breathing", Sections, &["asthma"], 40, Node),
    host("penguin-desk.test", "Penguin Desk", Sections, &["linux"], 60, Descriptive),
    host("shell-and-kernel.test", "Shell and Kernel", Sections, &["linux"], 40, Dated),
    host("robot-workshop.test", "The Robot Workshop", Sections, &["robotics"], 60, Html),
    host("moving-machines.test", "Moving Machines", Sections, &["robotics"], 40, Query),
    host("dengue-watch.test", "Dengue Watch", Sections, &["dengue-fever"], 60, Descriptive),
    host("rainy-season.test", "Rainy Season", Sections, &["dengue-fever"], 40, Node),
    host("java-notebook.test", "Java Notebook", Sections, &["java-programming"], 60, Html),
    host("the-heap.test", "The Heap", Sections, &["java-programming"], 40, Query),
    host("first-aid-manual.test", "First Aid Manual", Sections, &["first-aid"], 60, Descriptive),
    host("ready-hands.test", "Ready Hands", Sections, &["first-aid"], 40, Node).with(NoRobots),
    host("star-almanac.test", "Star Almanac", Sections, &["astronomy"], 60, Html),
    host("dark-sky-club.test", "Dark Sky Club", Sections, &["astronomy"], 40, Dated),
    host("cheese-cellar.test", "The Cheese Cellar", Sections, &["cheese-making"], 60, Descriptive),
    host("curd-and-whey.test", "Curd and Whey", Sections, &["cheese-making"], 40, Node),
    host("bird-diary.test", "Bird Diary", Sections, &["bird-watching"], 60, Dated),
    host("feather-and-field.test", "Feather and Field", Sections, &["bird-watching"], 40, Query).with(NoRobots),
    host("blue-note-pages.test", "Blue Note Pages", Sections, &["jazz"], 60, Descriptive),
    host("swing-street.test", "Swing Street", Sections, &["jazz"], 40, Html),
    host("under-sail.test", "Under Sail", Sections, &["sailing"], 60, Descriptive),
    host("leeward.test", "Leeward", Sections, &["sailing"], 40, Node),
    host("bread-school.test", "The Bread School", Sections, &["bread-baking"], 60, Html),
    host("crust-and-crumb.test", "Crust and Crumb", Sections, &["bread-baking"], 40, Query),
    host("chess-corner.test", "Chess Corner", Sections, &["chess"], 60, Descriptive),
    host("sixty-four.test", "Sixty-Four", Sections, &["chess"], 40, Dated),
    // Magazines on several topics.
    host("health-letters.test", "Health Letters", Sections, &["asthma", "dengue-fever", "first-aid"], 108, Query),
    host("tech-notes.test", "Tech Notes", Sections, &["linux", "robotics", "java-programming"], 108, Node),
    host("kitchen-journal.test", "Kitchen Journal", Sections, &["cheese-making", "bread-baking", "home"], 108, Dated),
    host("outdoor-weekly.test", "Outdoor Weekly", Sections, &["bird-watching", "sailing", "astronomy", "travel"], 144, Html),
    host("arts-review.test", "Arts Review", Sections, &["jazz", "chess", "town"], 108, Descriptive).with(CrawlDelay),
    // Portals.
    host("portal.test", "Portal", Portal, &[], 0, Descriptive),
    host("web-guide.test", "Web Guide", Portal, &[], 0, Query).with(NoRobots),
    host("start-here.test", "Start Here", Portal, &[], 0, Node),
    // Universities, whose home pages do not name the subjects of their papers.
    host("northfield-university.test", "University of Northfield", University, &["linux", "asthma", "robotics", "astronomy"], 0, Descriptive),
    host("aldbury-college.test", "Aldbury College", University, &["dengue-fever", "java-programming", "jazz", "bread-baking"], 0, Html),
    host("marwick-institute.test", "Marwick Institute", University, &["first-aid", "robotics", "chess", "cheese-making"], 0, Node),
    host("vellin-university.test", "University of Vellin", University, &["java-programming", "asthma", "bird-watching", "sailing"], 0, Descriptive),
    host("ardmore-academy.test", "Ardmore Academy", University, &["linux", "dengue-fever", "first-aid", "jazz"], 0, Query).with(NoRobots),
    // General sites, and a mirror.
    host("daily-herald.test", "The Daily Herald", General, &["town", "money", "travel"], 250, Dated),
    host("evening-post.test", "Evening Post", General, &["town", "home", "money"], 250, Query),
    host("hansen-family.test", "The Hansen Family", General, &["home", "travel"], 200, Html),
    host("slow-journeys.test", "Slow Journeys", General, &["travel"], 200, Descriptive),
    host("plain-money.test", "Plain Money", General, &["money", "home"], 220, Descriptive),
    host("campus-life.test", "Campus Life", General, &["study", "travel"], 210, Node),
    host("corner-shop.test", "Corner Shop", General, &["home", "money"], 200, Query).with(NoRobots),
    host("old-town.test", "Old Town", General, &["town", "study"], 220, Html),
    host("open-almanac.test", "Open Almanac", NumberedSections("Volume"), &[], 270, Descriptive),
    host("ask-around.test", "Ask Around", NumberedSections("Board"), &[], 230, Node),
    host("asthma-guide-mirror.test", "The Asthma Guide", Mirror, &["asthma"], 0, Descriptive),
    // Other languages.
    host("zhishi.test", "知识网", Sections, &[], 60, Descriptive).in_language(Chinese, Utf8),
    host("baike.test", "百科", Sections, &[], 60, Node).in_language(Chinese, Gb2312),
    host("vida-sana.test", "Vida sana", Sections, &["asthma", "dengue-fever", "first-aid"], 40, Descriptive).in_language(Spanish, Windows1252),
    host("la-enciclo.test", "La Enciclo", Sections, &[], 50, Query).in_language(Spanish, Utf8),
    // Hosts with unusual behavior.
    host("closed-garden.test", "The Closed Garden", NumberedSections("Bed"), &["home", "bird-watching"], 40, Descriptive).with(DisallowedPaths),
    host("broken-robots.test", "Broken Robots", NumberedSections("Room"), &["robotics", "town"], 24, Html).with(RobotsUnavailable),
    host("do-not-index.test", "Do Not Index", NumberedSections("File"), &["money", "linux"], 40, Descriptive).with(RobotsMetadata),
    host("moved.test", "Moved", NumberedSections("Box"), &["town", "chess"], 24, Descriptive).with(Redirects),
    host("maze.test", "The Maze", NumberedSections("Hall"), &["travel", "astronomy"], 24, Node).with(Traps),
    host("slow.test", "The Slow Server", NumberedSections("Row"), &["sailing", "first-aid"], 40, Html).with(Slow),
    host("failing.test", "The Failing Server", NumberedSections("Rack"), &["java-programming", "home"], 40, Node).with(Failing),
    host("busy.test", "The Busy Server", NumberedSections("Desk"), &["bread-baking", "dengue-fever"], 40, Descriptive).with(RateLimited),
    host("tag-soup.test", "Tag Soup", NumberedSections("Bowl"), &["cheese-making", "jazz"], 40, Html).with(MalformedHtml),
    host("heavy.test", "Heavy", NumberedSections("Crate"), &["robotics", "study"], 24, Descriptive).with(StressDocuments),
    host("mischief.test", "Mischief", NumberedSections("Prank"), &["asthma", "linux", "first-aid"], 26, Descriptive).with(ScriptInjection),
    host("last-stop.test", "Last Stop", General, &["travel", "town"], 120, Dated),
];

/// Returns the index of the host with this name.
pub(crate) fn find_host(name: &str) -> Option<usize> {
    HOSTS.iter().position(|host| host.name == name)
}
