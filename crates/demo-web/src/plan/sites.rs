//! Plans the pages of each type of site. Universities are planned in [`super::universities`].

use super::builder::{NewPage, PlanBuilder, slug};
use super::hosts::{Behavior, HOSTS, SiteType};
use super::special_pages::INJECTIONS;
use super::{PageKind, Plan, universities};
use crate::DemoWebSpec;
use crate::text::{Label, SUBJECTS, TOPIC_COUNT, is_topic, subject_index};

/// A portal's categories with the subjects in each.
static CATEGORIES: [(&str, &[&str]); 6] = [
    ("Health", &["asthma", "dengue-fever", "first-aid"]),
    ("Computers and machines", &["linux", "java-programming", "robotics"]),
    ("Nature and science", &["astronomy", "bird-watching"]),
    ("Food and drink", &["cheese-making", "bread-baking"]),
    ("Leisure", &["jazz", "sailing", "chess"]),
    ("Life", &["town", "travel", "money", "study", "home"]),
];

/// Share of a general site's articles that are about a topic, in percent.
const TOPIC_ARTICLES_PERCENT: usize = 7;

/// One in this many articles on a topic has a print version.
const PRINT_VERSION_INTERVAL: usize = 12;

/// Articles for each numbered section, on average.
const ARTICLES_PER_SECTION: usize = 28;

/// Plans all sites.
pub(super) fn plan_sites(spec: DemoWebSpec) -> Plan {
    let mut builder = PlanBuilder::new(spec);
    for (index, host) in HOSTS.iter().enumerate() {
        match host.site_type {
            SiteType::Sections | SiteType::General => sections(&mut builder, index),
            SiteType::NumberedSections(word) => numbered_sections(&mut builder, index, word),
            SiteType::Portal => portal(&mut builder, index),
            SiteType::University => universities::plan_university(&mut builder, index),
            SiteType::Mirror => mirror(&mut builder, index),
        }
    }
    builder.build()
}

/// A section with its subject and subtopic.
type Section = (usize, usize, usize);

fn sections(builder: &mut PlanBuilder, host: usize) {
    let site = &HOSTS[host];
    let subjects = site.subjects();
    let has_main_subject = subjects.len() == 1 || site.site_type == SiteType::General;
    let main_subject = subjects.first().copied().filter(|_| has_main_subject);
    let home = builder.add_home(host, main_subject);
    builder.add_about(home, site.language.label(Label::About));
    let mut sections = Vec::new();
    for &subject in &subjects {
        for (subtopic, words) in site.language.subject(subject).subtopics.iter().enumerate() {
            let section = NewPage {
                kind: PageKind::Section,
                title: words.title,
                path: format!("/{}/", words.slug),
                subject: Some(subject),
                subtopic,
            };
            sections.push((builder.add_page(home, section), subject, subtopic));
        }
    }
    for number in 0..builder.articles(host) {
        article(builder, host, sections[number % sections.len()], number);
    }
}

/// Adds an article to a section, sometimes with a print version, or one about another topic on general sites.
fn article(builder: &mut PlanBuilder, host: usize, section: Section, number: usize) {
    let (parent, subject, subtopic) = section;
    let is_general = HOSTS[host].site_type == SiteType::General;
    if is_general && builder.rng.chance(TOPIC_ARTICLES_PERCENT) {
        let (topic, subtopic) = (builder.rng.below(TOPIC_COUNT), builder.rng.below(4));
        builder.add_text(parent, PageKind::Article, topic, subtopic);
        return;
    }
    let article = builder.add_text(parent, PageKind::Article, subject, subtopic);
    if is_topic(subject) && number % PRINT_VERSION_INTERVAL == 5 {
        let path = print_path(&builder.pages[article].path);
        builder.add_copy(article, host, article, PageKind::Print, &path);
    }
}

fn print_path(path: &str) -> String {
    match path.strip_prefix("/p?") {
        Some(query) => format!("/print?{query}"),
        None => format!("/print{path}"),
    }
}

/// Plans a site whose sections have a number instead of a subject, so that only an article's own title reveals its subject.
fn numbered_sections(builder: &mut PlanBuilder, host: usize, word: &str) {
    let site = &HOSTS[host];
    let home = builder.add_home(host, None);
    builder.add_about(home, site.language.label(Label::About));
    let articles = builder.articles(host);
    let count = articles / ARTICLES_PER_SECTION + 2;
    let sections: Vec<usize> = (1..=count).map(|number| numbered_section(builder, home, word, number)).collect();
    let subjects = site.subjects();
    for number in 0..articles {
        let subject = subjects[number % subjects.len()];
        let subtopic = number / subjects.len() % SUBJECTS[subject].subtopics.len();
        let parent = sections[(number * 5 + subject) % count];
        if site.behavior == Behavior::ScriptInjection {
            injection(builder, parent, number, (subject, subtopic));
        } else {
            builder.add_text(parent, PageKind::Article, subject, subtopic);
        }
    }
}

fn numbered_section(builder: &mut PlanBuilder, home: usize, word: &str, number: usize) -> usize {
    let section = NewPage {
        kind: PageKind::Section,
        title: &format!("{word} {number}"),
        path: format!("/{}-{number}/", word.to_ascii_lowercase()),
        subject: None,
        subtopic: 0,
    };
    builder.add_page(home, section)
}

/// Adds an article that carries a script injection.
fn injection(builder: &mut PlanBuilder, parent: usize, number: usize, about: (usize, usize)) {
    let name = INJECTIONS[number % INJECTIONS.len()];
    let subtopic = SUBJECTS[about.0].subtopics[about.1].title;
    let article = NewPage {
        kind: PageKind::Article,
        title: &format!("{subtopic}: {}", name.replace('-', " ")),
        path: format!("/{name}"),
        subject: Some(about.0),
        subtopic: about.1,
    };
    builder.add_page(parent, article);
}

fn portal(builder: &mut PlanBuilder, host: usize) {
    let home = builder.add_home(host, None);
    builder.add_about(home, HOSTS[host].language.label(Label::About));
    for (title, subjects) in CATEGORIES {
        let path = format!("/{}/", slug(title));
        let category = NewPage { kind: PageKind::Category, title, path: path.clone(), subject: None, subtopic: 0 };
        let category = builder.add_page(home, category);
        for subject in subjects.iter().filter_map(|id| subject_index(id)) {
            let directory = NewPage {
                kind: PageKind::Directory,
                title: SUBJECTS[subject].title,
                path: format!("{path}{}/", SUBJECTS[subject].id),
                subject: Some(subject),
                subtopic: 0,
            };
            builder.add_page(category, directory);
        }
    }
}

/// Copies every page of the first host to the same path.
fn mirror(builder: &mut PlanBuilder, host: usize) {
    let count = builder.pages.iter().filter(|page| page.host == 0).count();
    let first = builder.add_home(host, builder.pages[0].subject);
    for original in 1..count {
        let page = &builder.pages[original];
        let (parent, kind, path) = (first + page.parent, page.kind, page.path.clone());
        builder.add_copy(original, host, parent, kind, &path);
    }
}
