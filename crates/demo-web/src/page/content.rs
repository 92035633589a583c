//! Generates the content of a page: paragraphs, headings, lists, and the links inside the text.

use super::html::{anchor, element, escape};
use super::university;
use crate::plan::{Link, Page, PageKind, Plan, SiteType};
use crate::rng::{Purpose, Rng};
use crate::text::{Label, Language, SUBJECTS, TOPIC_COUNT, TextGenerator, is_topic};

/// Share of general articles with a paragraph on a topic, in percent. They have a topic's words without being about it.
const TOPIC_ASIDE_PERCENT: usize = 9;

/// Share of articles on a topic with a paragraph on a general theme, in percent.
const THEME_ASIDE_PERCENT: usize = 30;

/// Generates the HTML between a page's heading and its list of links.
pub(crate) fn content(plan: &Plan, index: usize, inline: &[Link]) -> String {
    let page = &plan.pages[index];
    match page.kind {
        PageKind::Article | PageKind::Paper | PageKind::Print => article(plan, index, inline),
        PageKind::Home if page.site().site_type == SiteType::University => {
            paragraphs(&university::paragraphs(plan, index))
        }
        PageKind::Department | PageKind::Person => paragraphs(&university::paragraphs(plan, index)),
        PageKind::Home if page.subject.is_none() => element("p", &welcome(page)),
        PageKind::Category | PageKind::Directory | PageKind::About => element("p", &notice(page)),
        PageKind::Home | PageKind::Section => introduction(plan, index, inline),
    }
}

fn paragraphs(texts: &[String]) -> String {
    texts.iter().map(|text| element("p", text)).collect()
}

/// Returns the welcome text of a general home page, which names no subject.
fn welcome(page: &Page) -> String {
    let title = page.site().title;
    match page.site().language {
        Language::English => format!(
            "Welcome to {title}. New pages are added every week, and old ones are kept. Choose one of the places below to begin, or follow the list of recent additions."
        ),
        Language::Chinese => format!("{title}：文章和知识。"),
        Language::Spanish => format!(
            "Bienvenidos a {title}. Cada semana se añaden páginas nuevas y se conservan las antiguas. Elija una sección para empezar."
        ),
    }
}

/// Returns the text of a directory, a category or a page about the site.
fn notice(page: &Page) -> String {
    let (title, site) = (&page.title, page.site().title);
    match (page.kind, page.site().language, page.subject) {
        (PageKind::Directory, _, Some(subject)) => format!(
            "Sites and pages on {}, collected by the editors of {site}. Entries are checked once a year; suggestions are welcome.",
            SUBJECTS[subject].name
        ),
        (PageKind::Category, ..) => format!(
            "{title}: the directories of this category in {site}. Each lists sites and pages that our editors found worth a visit."
        ),
        (_, Language::Chinese, _) => format!("{site}：关于本站。"),
        (_, Language::Spanish, _) => {
            format!("{site} es un sitio hecho por voluntarios. Se agradecen los comentarios y las correcciones.")
        }
        _ => format!(
            "{site} is kept by a handful of people in their spare time. Comments and corrections are welcome at the usual address. Nothing on these pages is advice."
        ),
    }
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
pub(super) fn generator_by(plan: &Plan, index: usize, rng: Rng) -> TextGenerator {
    let page = &plan.pages[index];
    let original = page.original.unwrap_or(index);
    let theme = TOPIC_COUNT + original % (SUBJECTS.len() - TOPIC_COUNT);
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
    let label = page.site().language.label(Label::By);
    let (person, year) = (generator.person_name(), generator.year());
    format!("<p class=\"byline\">{label} {person}, {year}</p>\n")
}

fn paragraph(plan: &Plan, page: &Page, generator: &mut TextGenerator, link: Option<&Link>) -> String {
    let sentences = generator.rng().between(3, 6);
    let text = escape(&generator.paragraph(sentences));
    let reference = link.map_or_else(String::new, |link| {
        let separator = page.site().language.locale().sentence_separator;
        separator.to_owned() + &reference(page, generator, &anchor(plan, page, link))
    });
    format!("<p>{text}{reference}</p>\n")
}

/// Returns a sentence with a link.
fn reference(page: &Page, generator: &mut TextGenerator, anchor: &str) -> String {
    let language = page.site().language;
    if language != Language::English {
        return format!("{}: {anchor}.", language.label(Label::SeeAlso));
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
            let label = page.site().language.label(Label::Steps);
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
    let subject = if on_topic { rng.between(TOPIC_COUNT, SUBJECTS.len() - 1) } else { rng.below(TOPIC_COUNT) };
    let subtopic = rng.below(4);
    let mut other = TextGenerator::new(Language::English, subject, subtopic, rng.clone());
    element("p", &other.paragraph(4))
}
