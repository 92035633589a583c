//! Generates the content of a page: paragraphs, headings, lists, the links inside the text, and what changes added over
//! time.

use super::{anchor, element, escape, simple_document};
use crate::plan::{Link, Page, PageKind, Plan, SiteType};
use crate::rng::{Purpose, Rng};
use crate::text::{Language, TOPIC_COUNT, TextGenerator, capitalized, is_topic, subjects};
use crate::{changes, data};

/// Share of general articles with a paragraph on a topic, in percent. They have a topic's words without being about it.
const TOPIC_ASIDE_PERCENT: usize = 9;

/// Share of articles on a topic with a paragraph on a general theme, in percent.
const THEME_ASIDE_PERCENT: usize = 30;

/// The number of changes whose text a page shows.
const SHOWN_CHANGES: usize = 2;

/// The number of new pages that a home page lists.
const LISTED_NEWS: usize = 5;

/// Generates the HTML between a page's heading and its list of links.
pub(crate) fn content(plan: &Plan, index: usize, inline: &[Link]) -> String {
    let page = &plan.pages[index];
    let template = match page.kind {
        PageKind::Article | PageKind::Paper | PageKind::Print => return article(plan, index, inline),
        PageKind::Home if page.site().site_type == SiteType::University => "university",
        PageKind::Department => "department",
        PageKind::Person => "person",
        PageKind::Home if page.subject.is_none() => "welcome",
        PageKind::Directory => "directory",
        PageKind::Category => "category",
        PageKind::About => "about the site",
        PageKind::Home | PageKind::Section => return introduction(plan, index, inline),
    };
    // None of these texts names a topic, except those of a directory.
    let mut rng = plan.rng(index, Purpose::GeneralText);
    let fill = |paragraph| data::fill(paragraph, |slot, text| fill_slot(plan, page, slot, &mut rng, text));
    let paragraphs = page.site().language.paragraphs(template).into_iter().map(fill);
    paragraphs.map(|text| element("p", &text)).collect()
}

/// Appends what a slot stands for in the text of a page that is not about a subject.
fn fill_slot(plan: &Plan, page: &Page, slot: &str, rng: &mut Rng, text: &mut String) {
    *text += &match slot {
        "site" => page.site().title.to_owned(),
        "title" => page.title.clone(),
        "Title" => capitalized(&page.title),
        "parent" => plan.pages[page.parent].title.clone(),
        "subject" => page.subject.map_or("", |subject| subjects()[subject].name).to_owned(),
        "founded" => rng.between(1790, 1960).to_string(),
        "students" => (rng.between(3, 19) * 1000).to_string(),
        "weekday" => ["Monday", "Tuesday", "Wednesday", "Thursday"][rng.below(4)].to_owned(),
        "room" => rng.between(100, 420).to_string(),
        _ => rng.between(1978, 2012).to_string(),
    };
}

fn introduction(plan: &Plan, index: usize, inline: &[Link]) -> String {
    let page = &plan.pages[index];
    let mut generator = generator(plan, index);
    let mut links = inline.iter();
    let count = if page.kind == PageKind::Home { 3 } else { 2 };
    (0..count).map(|_| paragraph(plan, page, &mut generator, links.next())).collect()
}

/// Creates the text generator of a page. A copy has its original's text, and pages without a subject are on a theme.
fn generator(plan: &Plan, index: usize) -> TextGenerator {
    let original = plan.pages[index].original.unwrap_or(index);
    generator_by(plan, index, plan.rng(original, Purpose::Text))
}

/// Creates a text generator on the subject of a page.
fn generator_by(plan: &Plan, index: usize, rng: Rng) -> TextGenerator {
    let page = &plan.pages[index];
    let original = page.original.unwrap_or(index);
    let theme = TOPIC_COUNT + original % (subjects().len() - TOPIC_COUNT);
    let subject = page.subject.unwrap_or(theme);
    TextGenerator::new(page.site().language, subject, page.subtopic, rng)
}

fn article(plan: &Plan, index: usize, inline: &[Link]) -> String {
    let page = &plan.pages[index];
    let mut generator = generator(plan, index);
    let mut html = byline(page, &mut generator);
    let mut links = inline.iter();
    let count = generator.rng().between(4, 8);
    for number in 0..count {
        if number > 0 && generator.rng().chance(45) {
            html += &element("h2", &generator.heading());
        }
        html += &paragraph(plan, page, &mut generator, links.next());
        if number == count / 2 {
            html += &block(page, &mut generator);
            html += &aside(page, &mut generator);
        }
    }
    html
}

fn byline(page: &Page, generator: &mut TextGenerator) -> String {
    let label = page.site().language.text("by");
    let (person, year) = (generator.person_name(), generator.year());
    format!("<p class=\"byline\">{label} {person}, {year}</p>\n")
}

fn paragraph(plan: &Plan, page: &Page, generator: &mut TextGenerator, link: Option<&Link>) -> String {
    let sentences = generator.rng().between(3, 6);
    let text = escape(&generator.paragraph(sentences));
    let reference = link.map_or_else(String::new, |link| {
        page.site().language.space().to_owned() + &reference(page, generator, &anchor(plan, page, link))
    });
    format!("<p>{text}{reference}</p>\n")
}

/// Returns a sentence with a link.
fn reference(page: &Page, generator: &mut TextGenerator, anchor: &str) -> String {
    let language = page.site().language;
    if language != Language::English {
        return format!("{}: {anchor}.", language.text("see also"));
    }
    match generator.rng().below(5) {
        0 => format!("See also {anchor}."),
        1 => format!("There is more on this elsewhere ({anchor})."),
        2 => format!("On the same matter: {anchor}."),
        3 => format!("{anchor}."),
        _ => format!("Compare {anchor}, which takes another view."),
    }
}

/// Draws a block other than a paragraph: steps, definitions, a table, a quotation, or nothing.
fn block(page: &Page, generator: &mut TextGenerator) -> String {
    match generator.rng().below(6) {
        0 | 1 => {
            let label = page.site().language.text("steps");
            let steps: String = (0..4).map(|_| element("li", &generator.instruction())).collect();
            format!("<h2>{label}</h2>\n<ol>\n{steps}</ol>\n")
        }
        2 => {
            let definitions: String = (0..3).map(|_| definition(generator)).collect();
            format!("<dl>\n{definitions}</dl>\n")
        }
        3 => {
            let rows: String = (0..3).map(|_| table_row(generator)).collect();
            format!("<table>\n{rows}</table>\n")
        }
        4 => format!("<blockquote>{}</blockquote>\n", element("p", &generator.paragraph(2))),
        _ => String::new(),
    }
}

fn definition(generator: &mut TextGenerator) -> String {
    element("dt", generator.noun_phrase()) + &element("dd", &generator.sentence())
}

fn table_row(generator: &mut TextGenerator) -> String {
    let (year, count) = (generator.year(), generator.rng().between(3, 900));
    format!("<tr><th>{}</th><td>{year}</td><td>{count}</td></tr>\n", escape(generator.noun_phrase()))
}

/// Draws a paragraph on something else: a theme in articles on a topic, a topic in general articles.
fn aside(page: &Page, generator: &mut TextGenerator) -> String {
    let on_topic = page.subject.is_some_and(is_topic);
    let percent = if on_topic { THEME_ASIDE_PERCENT } else { TOPIC_ASIDE_PERCENT };
    if page.site().language != Language::English || !generator.rng().chance(percent) {
        return String::new();
    }
    let rng = generator.rng();
    let subject = if on_topic { rng.between(TOPIC_COUNT, subjects().len() - 1) } else { rng.below(TOPIC_COUNT) };
    let subtopic = rng.below(4);
    let mut other = TextGenerator::new(Language::English, subject, subtopic, rng.clone());
    element("p", &other.paragraph(4))
}

/// Returns the HTML of a page's latest changes, the newest first, with links to the latest pages that a home page has
/// announced; empty for a page that never changed.
pub(super) fn updates(plan: &Plan, index: usize, version: usize) -> String {
    let latest = |count| (version.saturating_sub(count) + 1..=version).rev();
    let paragraph = |number| element("p", &update_generator(plan, index, number).paragraph(2));
    let mut html: String = latest(SHOWN_CHANGES).map(paragraph).collect();
    if plan.pages[index].kind == PageKind::Home && version > 0 {
        let item = |number| {
            let title = escape(&update_generator(plan, index, number).title());
            format!("<li><a href=\"/news/{number}\">{title}</a></li>\n")
        };
        let items = latest(LISTED_NEWS).map(item).collect::<Vec<_>>().concat();
        html.extend(["<ul>\n", &items, "</ul>\n"]);
    }
    html
}

/// Renders a page that the home page `home` announced by its change of this number.
pub(crate) fn news(plan: &Plan, home: usize, number: usize) -> String {
    let mut generator = update_generator(plan, home, number);
    let title = generator.title();
    let body = element("p", &generator.paragraph(5)) + &element("p", &generator.paragraph(5));
    simple_document(plan.pages[home].site(), &title, &body)
}

fn update_generator(plan: &Plan, index: usize, number: usize) -> TextGenerator {
    generator_by(plan, index, changes::text(plan, index, number))
}
