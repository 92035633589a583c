//! Plans the pages of each type of site.
//!
//! No page of a university above a paper names the paper's subject. This models the mathematics department of Pant
//! §3.4: text similarity alone gives a crawler no reason to enter, but a crawler trained on trails does.

use super::builder::{PlanBuilder, slug};
use super::hosts::{Behavior, HOSTS, SiteType, UrlStyle};
use super::{PageKind, Plan};
use crate::DemoWebSpec;
use crate::page::INJECTIONS;
use crate::text::{Language, TOPIC_COUNT, is_topic, person_name, subject_index, subjects};

/// A portal's categories with the subjects in each.
static CATEGORIES: [(&str, &[&str]); 6] = [
    ("Health", &["asthma", "dengue-fever", "first-aid"]),
    ("Computers and machines", &["linux", "java-programming", "robotics"]),
    ("Nature and science", &["astronomy", "bird-watching"]),
    ("Food and drink", &["cheese-making", "bread-baking"]),
    ("Leisure", &["jazz", "sailing", "chess"]),
    ("Life", &["town", "travel", "money", "study", "home"]),
];

/// The offices of a university.
static OFFICES: [&str; 4] = ["Admissions", "The library", "News and dates", "Student services"];

/// Share of a general site's articles that are about a topic, in percent.
const TOPIC_ARTICLES_PERCENT: usize = 7;

/// One in this many articles on a topic has a print version.
const PRINT_VERSION_INTERVAL: usize = 12;

/// Articles for each numbered section, on average.
const ARTICLES_PER_SECTION: usize = 28;

/// Members of a department; the first three write about its subject, the others about studying.
const MEMBERS: usize = 5;

/// Articles of an office.
const OFFICE_ARTICLES: usize = 8;

/// Plans all sites.
pub(super) fn plan_sites(spec: DemoWebSpec) -> Plan {
    let mut builder = PlanBuilder::new(spec);
    for (index, host) in HOSTS.iter().enumerate() {
        match host.site_type {
            SiteType::Sections | SiteType::General => sections(&mut builder, index),
            SiteType::NumberedSections => numbered_sections(&mut builder, index),
            SiteType::Portal => portal(&mut builder, index),
            SiteType::University => university(&mut builder, index),
            SiteType::Mirror => mirror(&mut builder, index),
        }
    }
    builder.plan
}

fn sections(builder: &mut PlanBuilder, host: usize) {
    let site = &HOSTS[host];
    let subjects = site.subjects();
    let has_main_subject = subjects.len() == 1 || site.site_type == SiteType::General;
    let main_subject = subjects.first().copied().filter(|_| has_main_subject);
    let home = builder.add_home(host, main_subject);
    builder.add_about(home);
    let mut sections = Vec::new();
    for subject in subjects {
        for (subtopic, words) in site.language.subject(subject).subtopics.iter().enumerate() {
            let path = format!("/{}/", words.slug);
            let section = builder.add_page(home, PageKind::Section, words.title, path, (Some(subject), subtopic));
            sections.push((section, subject, subtopic));
        }
    }
    for number in 0..builder.articles(host) {
        article(builder, host, sections[number % sections.len()], number);
    }
}

/// Adds an article to a section, sometimes with a print version, or one about another topic on general sites. The
/// section comes with its subject and subtopic.
fn article(builder: &mut PlanBuilder, host: usize, section: (usize, usize, usize), number: usize) {
    let (parent, subject, subtopic) = section;
    if HOSTS[host].site_type == SiteType::General && builder.rng.chance(TOPIC_ARTICLES_PERCENT) {
        let (topic, subtopic) = (builder.rng.below(TOPIC_COUNT), builder.rng.below(4));
        builder.add_text(parent, PageKind::Article, topic, subtopic);
        return;
    }
    let article = builder.add_text(parent, PageKind::Article, subject, subtopic);
    if is_topic(subject) && number % PRINT_VERSION_INTERVAL == 5 {
        let path = &builder.plan.pages[article].path;
        let path = path.strip_prefix("/p?").map_or_else(|| format!("/print{path}"), |query| format!("/print?{query}"));
        builder.add_copy(article, host, article, PageKind::Print, path);
    }
}

/// Plans a site whose sections have a number instead of a subject, so that only an article's own title reveals its
/// subject.
fn numbered_sections(builder: &mut PlanBuilder, host: usize) {
    let site = &HOSTS[host];
    let home = builder.add_general_home(host);
    let (articles, about) = (builder.articles(host), site.subjects());
    let sections: Vec<usize> = (1..=articles / ARTICLES_PER_SECTION + 2)
        .map(|number| {
            let title = format!("{} {number}", site.section_word);
            let path = format!("/{}/", slug(&title));
            builder.add_page(home, PageKind::Section, &title, path, (None, 0))
        })
        .collect();
    for number in 0..articles {
        let subject = about[number % about.len()];
        let subtopics = &subjects()[subject].subtopics;
        let subtopic = number / about.len() % subtopics.len();
        let parent = sections[(number * 5 + subject) % sections.len()];
        if site.behavior == Behavior::ScriptInjection {
            let name = INJECTIONS[number % INJECTIONS.len()].name;
            let title = format!("{}: {}", subtopics[subtopic].title, name.replace('-', " "));
            builder.add_page(parent, PageKind::Article, &title, format!("/{name}"), (Some(subject), subtopic));
        } else {
            builder.add_text(parent, PageKind::Article, subject, subtopic);
        }
    }
}

fn portal(builder: &mut PlanBuilder, host: usize) {
    let home = builder.add_general_home(host);
    for (title, ids) in CATEGORIES {
        let path = format!("/{}/", slug(title));
        let category = builder.add_page(home, PageKind::Category, title, path.clone(), (None, 0));
        for subject in ids.iter().filter_map(|id| subject_index(id)) {
            let (title, path) = (subjects()[subject].title, format!("{path}{}/", subjects()[subject].id));
            builder.add_page(category, PageKind::Directory, title, path, (Some(subject), 0));
        }
    }
}

/// Copies every page of the first host to the same path.
fn mirror(builder: &mut PlanBuilder, host: usize) {
    let count = builder.plan.pages.iter().filter(|page| page.host == 0).count();
    let first = builder.add_home(host, builder.plan.pages[0].subject);
    for original in 1..count {
        let page = &builder.plan.pages[original];
        let (parent, kind, path) = (first + page.parent, page.kind, page.path.clone());
        builder.add_copy(original, host, parent, kind, path);
    }
}

/// Plans a university: home page, departments, people, papers, offices.
fn university(builder: &mut PlanBuilder, host: usize) {
    let home = builder.add_general_home(host);
    let study = subject_index("study").unwrap_or(0);
    for subject in HOSTS[host].subjects() {
        let title = subjects()[subject].department;
        let department = add_titled(builder, home, PageKind::Department, title, None);
        for member in 0..MEMBERS {
            add_member(builder, department, if member < 3 { subject } else { study });
        }
    }
    for office in OFFICES {
        let office = add_titled(builder, home, PageKind::Section, office, Some(study));
        for number in 0..OFFICE_ARTICLES {
            builder.add_text(office, PageKind::Article, study, number % 2);
        }
    }
}

/// Adds a page whose path is its title.
fn add_titled(builder: &mut PlanBuilder, home: usize, kind: PageKind, title: &str, subject: Option<usize>) -> usize {
    builder.add_page(home, kind, title, format!("/{}/", slug(title)), (subject, 0))
}

/// Adds a member of a department with three to six papers.
fn add_member(builder: &mut PlanBuilder, department: usize, subject: usize) {
    let name = person_name(Language::English, &mut builder.rng);
    let path = match builder.plan.pages[department].site().url_style {
        UrlStyle::Html => format!("/~{}/", slug(&name)),
        _ => format!("/people/{}/", slug(&name)),
    };
    let person = builder.add_page(department, PageKind::Person, &name, path, (None, 0));
    let subtopics = subjects()[subject].subtopics.len();
    let (papers, first) = (builder.rng.between(3, 6), builder.rng.below(subtopics));
    for number in 0..papers {
        builder.add_text(person, PageKind::Paper, subject, (first + number / 3) % subtopics);
    }
}
