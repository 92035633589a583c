//! Writes the text of a page: paragraphs, headings, lists, and the links inside the text.

use crate::links::Link;
use crate::plan::{Kind, Page, Plan};
use crate::prose::Voice;
use crate::render::{anchor, escape, tag};
use crate::tongues::{Label, Tongue};
use crate::topics::{SUBJECTS, TOPICS, is_topic};
use crate::universities;

/// Share of general articles with a paragraph on a topic, in percent: words without targets.
const DECOYS: usize = 9;

/// Share of articles on a topic that wander off for a paragraph, in percent.
const ASIDES: usize = 30;

/// The HTML of a page's text.
pub(crate) fn body(plan: &Plan, at: usize, inline: &[Link]) -> String {
    let page = &plan.pages[at];
    match page.kind {
        Kind::Article | Kind::Paper | Kind::Print => article(plan, at, inline),
        Kind::Home if page.site().site == crate::hosts::Site::University => {
            lines(&universities::paragraphs(plan, at, page))
        }
        Kind::Department | Kind::Person => lines(&universities::paragraphs(plan, at, page)),
        Kind::Home if page.subject.is_none() => lines(&welcome(page)),
        Kind::Category | Kind::Directory | Kind::About => lines(&[notice(page)]),
        Kind::Home | Kind::Section => introduction(plan, at, inline),
    }
}

fn lines(lines: &[String]) -> String {
    lines
        .iter()
        .map(|line| tag("p", line))
        .collect::<Vec<_>>()
        .concat()
}

/// A general home page speaks of itself and of nothing else.
fn welcome(page: &Page) -> Vec<String> {
    let title = page.site().title;
    let line = match page.site().tongue {
        Tongue::English => format!(
            "Welcome to {title}. New pages are added every week, and old ones are kept. Choose one of the places below to begin, or follow the list of recent additions."
        ),
        Tongue::Chinese => format!("{title}：文章和知识。"),
        Tongue::Spanish => format!(
            "Bienvenidos a {title}. Cada semana se añaden páginas nuevas y se conservan las antiguas. Elija una sección para empezar."
        ),
    };
    vec![line]
}

fn notice(page: &Page) -> String {
    let (title, site) = (&page.title, page.site().title);
    match (page.kind, page.site().tongue, page.subject) {
        (Kind::Directory, _, Some(subject)) => format!(
            "Sites and pages on {}, collected by the editors of {site}. Entries are checked once a year; suggestions are welcome.",
            SUBJECTS[subject].name
        ),
        (Kind::Category, ..) => format!(
            "{title}: the directories of this category in {site}. Each lists sites and pages that our editors found worth a visit."
        ),
        (_, Tongue::Chinese, _) => format!("{site}：关于本站。"),
        (_, Tongue::Spanish, _) => format!(
            "{site} es un sitio hecho por voluntarios. Se agradecen los comentarios y las correcciones."
        ),
        _ => format!(
            "{site} is kept by a handful of people in their spare time. Comments and corrections are welcome at the usual address. Nothing on these pages is advice."
        ),
    }
}

fn introduction(plan: &Plan, at: usize, inline: &[Link]) -> String {
    let page = &plan.pages[at];
    let mut voice = voice(plan, at);
    let mut links = inline.iter();
    let count = if page.kind == Kind::Home { 3 } else { 2 };
    let mut html = String::new();
    for _ in 0..count {
        paragraph(plan, page, &mut voice, links.next(), &mut html);
    }
    html
}

/// The voice of a page; neutral pages speak of a theme.
fn voice(plan: &Plan, at: usize) -> Voice {
    let page = &plan.pages[at];
    let of = page.original.unwrap_or(at);
    let subject = page
        .subject
        .unwrap_or(TOPICS + of % (SUBJECTS.len() - TOPICS));
    Voice::new(page.site().tongue, subject, page.part, plan.rng(of, 4))
}

fn article(plan: &Plan, at: usize, inline: &[Link]) -> String {
    let page = &plan.pages[at];
    let mut voice = voice(plan, at);
    let mut html = byline(page, &mut voice);
    let mut links = inline.iter();
    let count = voice.rng().between(4, 8);
    for number in 0..count {
        if number > 0 && voice.rng().chance(45) {
            html += &tag("h2", &voice.heading());
        }
        paragraph(plan, page, &mut voice, links.next(), &mut html);
        if number == count / 2 {
            html += &extra(page, &mut voice);
            html += &aside(page, &mut voice);
        }
    }
    html
}

fn byline(page: &Page, voice: &mut Voice) -> String {
    let label = page.site().tongue.label(Label::By);
    let (person, year) = (voice.person(), voice.year());
    format!("<p class=\"byline\">{label} {person}, {year}</p>\n")
}

fn paragraph(plan: &Plan, page: &Page, voice: &mut Voice, link: Option<&Link>, html: &mut String) {
    let sentences = voice.rng().between(3, 6);
    *html += "<p>";
    *html += &escape(&voice.paragraph(sentences));
    if let Some(link) = link {
        *html += page.site().tongue.grammar().gap;
        *html += &pointer(plan, page, voice, link);
    }
    *html += "</p>\n";
}

/// A sentence with a link in it.
fn pointer(plan: &Plan, page: &Page, voice: &mut Voice, link: &Link) -> String {
    let anchor = anchor(plan, page, link);
    if page.site().tongue != Tongue::English {
        return format!("{}: {anchor}.", page.site().tongue.label(Label::See));
    }
    match voice.rng().below(5) {
        0 => format!("See also {anchor}."),
        1 => format!("There is more on this elsewhere ({anchor})."),
        2 => format!("On the same matter: {anchor}."),
        3 => format!("{anchor}."),
        _ => format!("Compare {anchor}, which takes another view."),
    }
}

/// A block that is no paragraph: steps, questions, figures or a quotation.
fn extra(page: &Page, voice: &mut Voice) -> String {
    match voice.rng().below(6) {
        0 | 1 => {
            let label = page.site().tongue.label(Label::Steps);
            let steps = (0..4)
                .map(|_| tag("li", &voice.step()))
                .collect::<Vec<_>>()
                .concat();
            format!("<h2>{label}</h2>\n<ol>\n{steps}</ol>\n")
        }
        2 => {
            let rows = (0..3).map(|_| tag("dt", voice.thing()) + &tag("dd", &voice.sentence()));
            format!("<dl>\n{}</dl>\n", rows.collect::<Vec<_>>().concat())
        }
        3 => {
            let rows = (0..3).map(|_| figures(voice)).collect::<Vec<_>>().concat();
            format!("<table>\n{rows}</table>\n")
        }
        4 => format!(
            "<blockquote>{}</blockquote>\n",
            tag("p", &voice.paragraph(2))
        ),
        _ => String::new(),
    }
}

fn figures(voice: &mut Voice) -> String {
    let (year, count) = (voice.year(), voice.rng().between(3, 900));
    format!(
        "<tr><th>{}</th><td>{year}</td><td>{count}</td></tr>\n",
        escape(voice.thing())
    )
}

/// A paragraph on something else: articles on a topic wander off, general ones mention a topic in passing.
fn aside(page: &Page, voice: &mut Voice) -> String {
    let on_topic = page.subject.is_some_and(is_topic);
    let share = if on_topic { ASIDES } else { DECOYS };
    if page.site().tongue != Tongue::English || !voice.rng().chance(share) {
        return String::new();
    }
    let subject = if on_topic {
        voice.rng().between(TOPICS, SUBJECTS.len() - 1)
    } else {
        voice.rng().below(TOPICS)
    };
    let part = voice.rng().below(4);
    let mut other = Voice::new(Tongue::English, subject, part, voice.rng().clone());
    tag("p", &other.paragraph(4))
}
