//! The hosts of the web: what each is, how its URLs look, and how it misbehaves.

use crate::tongues::Tongue;

/// What a host is, and so which pages it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Site {
    /// Home, a section for each subtopic, articles.
    Sections,
    /// Home, sections by theme, and now and then an article on a topic.
    General,
    /// Home, numbered shelves that say nothing, articles.
    Shelves(&'static str),
    /// Home, categories, a directory of links for each subject.
    Portal,
    /// Home, departments, people, and only then papers.
    University,
    /// The pages of the first host again.
    Mirror,
}

/// How URLs look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `/inhaler-technique/how-to-clean-the-spacer`
    Speaking,
    /// `/articles/how-to-clean-the-spacer.html`
    Html,
    /// `/2014/03/how-to-clean-the-spacer`
    Dated,
    /// `/node/4711`
    Node,
    /// `/p?id=12`
    Query,
}

/// How bodies are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    /// UTF-8, said in the header.
    Utf8,
    /// Windows-1252, said in the header as `iso-8859-1`.
    Latin,
    /// GB 2312, said only in the document, as `gb18030`.
    Chinese,
}

/// What makes a host worth a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quirk {
    /// Nothing.
    Plain,
    /// robots.txt is a 404.
    NoRobots,
    /// robots.txt closes parts.
    ClosedParts,
    /// robots.txt is a 503.
    RobotsDown,
    /// robots.txt asks for a delay.
    CrawlDelay,
    /// Pages carry robots metas and headers.
    RobotTags,
    /// Redirects of all kinds.
    Moved,
    /// Endless pages.
    Maze,
    /// Answers late.
    Slow,
    /// Fails in every way.
    Failing,
    /// Answers 429 to a third of its pages.
    Busy,
    /// Malformed HTML.
    Soup,
    /// Too deep, too big, not HTML.
    Heavy,
    /// Pages that try to make the reader's program act.
    Mischief,
}

/// A host.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Host {
    /// Name, lower case.
    pub(crate) name: &'static str,
    /// Name for people.
    pub(crate) title: &'static str,
    /// What it is.
    pub(crate) site: Site,
    /// Ids of the subjects of its pages; empty for all.
    pub(crate) about: &'static [&'static str],
    /// Number of articles.
    pub(crate) articles: usize,
    /// How its URLs look.
    pub(crate) style: Style,
    /// How its bodies are written.
    pub(crate) charset: Charset,
    /// Its language.
    pub(crate) tongue: Tongue,
    /// How it misbehaves.
    pub(crate) quirk: Quirk,
}

const fn host(
    name: &'static str,
    title: &'static str,
    site: Site,
    about: &'static [&'static str],
    articles: usize,
    style: Style,
) -> Host {
    let (charset, tongue, quirk) = (Charset::Utf8, Tongue::English, Quirk::Plain);
    Host {
        name,
        title,
        site,
        about,
        articles,
        style,
        charset,
        tongue,
        quirk,
    }
}

impl Host {
    const fn in_tongue(mut self, tongue: Tongue, charset: Charset) -> Self {
        self.tongue = tongue;
        self.charset = charset;
        self
    }

    const fn with(mut self, quirk: Quirk) -> Self {
        self.quirk = quirk;
        self
    }

    /// The host's root URL without the slash at its end.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.name)
    }
}

use Site::{General, Mirror, Portal, Sections, Shelves, University};
use Style::{Dated, Html, Node, Query, Speaking};

/// All hosts. The mirror copies the first.
#[rustfmt::skip]
pub(crate) static HOSTS: [Host; 66] = [
    // Two sites for each topic.
    host("asthma-guide.test", "The Asthma Guide", Sections, &["asthma"], 60, Speaking),
    host("easy-breathing.test", "Easy Breathing", Sections, &["asthma"], 40, Node),
    host("penguin-desk.test", "Penguin Desk", Sections, &["linux"], 60, Speaking),
    host("shell-and-kernel.test", "Shell and Kernel", Sections, &["linux"], 40, Dated),
    host("robot-workshop.test", "The Robot Workshop", Sections, &["robotics"], 60, Html),
    host("moving-machines.test", "Moving Machines", Sections, &["robotics"], 40, Query),
    host("dengue-watch.test", "Dengue Watch", Sections, &["dengue-fever"], 60, Speaking),
    host("rainy-season.test", "Rainy Season", Sections, &["dengue-fever"], 40, Node),
    host("java-notebook.test", "Java Notebook", Sections, &["java-programming"], 60, Html),
    host("the-heap.test", "The Heap", Sections, &["java-programming"], 40, Query),
    host("first-aid-manual.test", "First Aid Manual", Sections, &["first-aid"], 60, Speaking),
    host("ready-hands.test", "Ready Hands", Sections, &["first-aid"], 40, Node).with(Quirk::NoRobots),
    host("star-almanac.test", "Star Almanac", Sections, &["astronomy"], 60, Html),
    host("dark-sky-club.test", "Dark Sky Club", Sections, &["astronomy"], 40, Dated),
    host("cheese-cellar.test", "The Cheese Cellar", Sections, &["cheese-making"], 60, Speaking),
    host("curd-and-whey.test", "Curd and Whey", Sections, &["cheese-making"], 40, Node),
    host("bird-diary.test", "Bird Diary", Sections, &["bird-watching"], 60, Dated),
    host("feather-and-field.test", "Feather and Field", Sections, &["bird-watching"], 40, Query).with(Quirk::NoRobots),
    host("blue-note-pages.test", "Blue Note Pages", Sections, &["jazz"], 60, Speaking),
    host("swing-street.test", "Swing Street", Sections, &["jazz"], 40, Html),
    host("under-sail.test", "Under Sail", Sections, &["sailing"], 60, Speaking),
    host("leeward.test", "Leeward", Sections, &["sailing"], 40, Node),
    host("bread-school.test", "The Bread School", Sections, &["bread-baking"], 60, Html),
    host("crust-and-crumb.test", "Crust and Crumb", Sections, &["bread-baking"], 40, Query),
    host("chess-corner.test", "Chess Corner", Sections, &["chess"], 60, Speaking),
    host("sixty-four.test", "Sixty-Four", Sections, &["chess"], 40, Dated),
    // Magazines that share several.
    host("health-letters.test", "Health Letters", Sections, &["asthma", "dengue-fever", "first-aid"], 108, Query),
    host("tech-notes.test", "Tech Notes", Sections, &["linux", "robotics", "java-programming"], 108, Node),
    host("kitchen-journal.test", "Kitchen Journal", Sections, &["cheese-making", "bread-baking", "home"], 108, Dated),
    host("outdoor-weekly.test", "Outdoor Weekly", Sections, &["bird-watching", "sailing", "astronomy", "travel"], 144, Html),
    host("arts-review.test", "Arts Review", Sections, &["jazz", "chess", "town"], 108, Speaking).with(Quirk::CrawlDelay),
    // Portals.
    host("portal.test", "Portal", Portal, &[], 0, Speaking),
    host("web-guide.test", "Web Guide", Portal, &[], 0, Query).with(Quirk::NoRobots),
    host("start-here.test", "Start Here", Portal, &[], 0, Node),
    // Universities: nothing on their home pages names what lies below.
    host("northfield-university.test", "University of Northfield", University, &["linux", "asthma", "robotics", "astronomy"], 0, Speaking),
    host("aldbury-college.test", "Aldbury College", University, &["dengue-fever", "java-programming", "jazz", "bread-baking"], 0, Html),
    host("marwick-institute.test", "Marwick Institute", University, &["first-aid", "robotics", "chess", "cheese-making"], 0, Node),
    host("vellin-university.test", "University of Vellin", University, &["java-programming", "asthma", "bird-watching", "sailing"], 0, Speaking),
    host("ardmore-academy.test", "Ardmore Academy", University, &["linux", "dengue-fever", "first-aid", "jazz"], 0, Query).with(Quirk::NoRobots),
    // The rest of the web.
    host("daily-herald.test", "The Daily Herald", General, &["town", "money", "travel"], 250, Dated),
    host("evening-post.test", "Evening Post", General, &["town", "home", "money"], 250, Query),
    host("hansen-family.test", "The Hansen Family", General, &["home", "travel"], 200, Html),
    host("slow-journeys.test", "Slow Journeys", General, &["travel"], 200, Speaking),
    host("plain-money.test", "Plain Money", General, &["money", "home"], 220, Speaking),
    host("campus-life.test", "Campus Life", General, &["study", "travel"], 210, Node),
    host("corner-shop.test", "Corner Shop", General, &["home", "money"], 200, Query).with(Quirk::NoRobots),
    host("old-town.test", "Old Town", General, &["town", "study"], 220, Html),
    host("open-almanac.test", "Open Almanac", Shelves("Volume"), &[], 270, Speaking),
    host("ask-around.test", "Ask Around", Shelves("Board"), &[], 230, Node),
    host("asthma-guide-mirror.test", "The Asthma Guide", Mirror, &["asthma"], 0, Speaking),
    // Other languages.
    host("zhishi.test", "知识网", Sections, &[], 60, Speaking).in_tongue(Tongue::Chinese, Charset::Utf8),
    host("baike.test", "百科", Sections, &[], 60, Node).in_tongue(Tongue::Chinese, Charset::Chinese),
    host("vida-sana.test", "Vida sana", Sections, &["asthma", "dengue-fever", "first-aid"], 40, Speaking).in_tongue(Tongue::Spanish, Charset::Latin),
    host("la-enciclo.test", "La Enciclo", Sections, &[], 50, Query).in_tongue(Tongue::Spanish, Charset::Utf8),
    // Hosts with a bad side.
    host("closed-garden.test", "The Closed Garden", Shelves("Bed"), &["home", "bird-watching"], 40, Speaking).with(Quirk::ClosedParts),
    host("broken-robots.test", "Broken Robots", Shelves("Room"), &["robotics", "town"], 24, Html).with(Quirk::RobotsDown),
    host("do-not-index.test", "Do Not Index", Shelves("File"), &["money", "linux"], 40, Speaking).with(Quirk::RobotTags),
    host("moved.test", "Moved", Shelves("Box"), &["town", "chess"], 24, Speaking).with(Quirk::Moved),
    host("maze.test", "The Maze", Shelves("Hall"), &["travel", "astronomy"], 24, Node).with(Quirk::Maze),
    host("slow.test", "The Slow Server", Shelves("Row"), &["sailing", "first-aid"], 40, Html).with(Quirk::Slow),
    host("failing.test", "The Failing Server", Shelves("Rack"), &["java-programming", "home"], 40, Node).with(Quirk::Failing),
    host("busy.test", "The Busy Server", Shelves("Desk"), &["bread-baking", "dengue-fever"], 40, Speaking).with(Quirk::Busy),
    host("tag-soup.test", "Tag Soup", Shelves("Bowl"), &["cheese-making", "jazz"], 40, Html).with(Quirk::Soup),
    host("heavy.test", "Heavy", Shelves("Crate"), &["robotics", "study"], 24, Speaking).with(Quirk::Heavy),
    host("mischief.test", "Mischief", Shelves("Prank"), &["asthma", "linux", "first-aid"], 26, Speaking).with(Quirk::Mischief),
    host("last-stop.test", "Last Stop", General, &["travel", "town"], 120, Dated),
];

/// Position of the host with this name.
pub(crate) fn find(name: &str) -> Option<usize> {
    HOSTS.iter().position(|host| host.name == name)
}
