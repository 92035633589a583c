//! Lays out the sites: which pages each kind of host has, and which stands above which.
//!
//! Universities have a file of their own.

use crate::draft::{Draft, slug};
use crate::hosts::{HOSTS, Host, Quirk, Site};
use crate::mischief;
use crate::plan::{Kind, Plan};
use crate::topics::{SUBJECTS, TOPICS, is_topic, position};
use crate::universities;

/// A portal's categories with the subjects in each.
static CATEGORIES: [(&str, &[&str]); 6] = [
    ("Health", &["asthma", "dengue-fever", "first-aid"]),
    (
        "Computers and machines",
        &["linux", "java-programming", "robotics"],
    ),
    ("Nature and science", &["astronomy", "bird-watching"]),
    ("Food and drink", &["cheese-making", "bread-baking"]),
    ("Leisure", &["jazz", "sailing", "chess"]),
    ("Life", &["town", "travel", "money", "study", "home"]),
];

/// Share of a general site's articles that are about a topic, in percent.
const STRAYS: usize = 7;

/// Plans all sites of a seed.
pub(crate) fn lay_out(seed: u64) -> Plan {
    let mut draft = Draft::new(seed);
    for (at, host) in HOSTS.iter().enumerate() {
        match host.site {
            Site::Sections | Site::General => sections(&mut draft, at),
            Site::Shelves(word) => shelves(&mut draft, at, word),
            Site::Portal => portal(&mut draft, at),
            Site::University => universities::lay_out(&mut draft, at),
            Site::Mirror => mirror(&mut draft, at),
        }
    }
    draft.finish()
}

/// The subjects of a host.
pub(crate) fn subjects(host: &Host) -> Vec<usize> {
    if host.about.is_empty() {
        return host.tongue.subjects();
    }
    host.about.iter().filter_map(|id| position(id)).collect()
}

fn sections(draft: &mut Draft, host: usize) {
    let site = &HOSTS[host];
    let subjects = subjects(site);
    let one = subjects
        .first()
        .copied()
        .filter(|_| subjects.len() == 1 || site.site == Site::General);
    let home = draft.home(host, one);
    about(draft, home);
    let mut shelves = Vec::new();
    for &subject in &subjects {
        for (part, words) in site.tongue.subject(subject).parts.iter().enumerate() {
            let path = format!("/{}/", words.slug);
            let at = draft.named(
                home,
                Kind::Section,
                words.title,
                path,
                (Some(subject), part),
            );
            shelves.push((at, subject, part));
        }
    }
    for number in 0..site.articles {
        let (parent, subject, part) = shelves[number % shelves.len()];
        if site.site == Site::General && draft.rng.chance(STRAYS) {
            let (stray, part) = (draft.rng.below(TOPICS), draft.rng.below(4));
            draft.article(parent, Kind::Article, stray, part);
            continue;
        }
        let at = draft.article(parent, Kind::Article, subject, part);
        if is_topic(subject) && number % 12 == 5 {
            let path = print_path(&draft.pages[at].path);
            draft.copy(at, host, at, Kind::Print, &path);
        }
    }
}

fn print_path(path: &str) -> String {
    match path.strip_prefix("/p?") {
        Some(query) => format!("/print?{query}"),
        None => format!("/print{path}"),
    }
}

fn about(draft: &mut Draft, home: usize) {
    let title = HOSTS[draft.pages[home].host]
        .tongue
        .label(crate::tongues::Label::About);
    draft.named(
        home,
        Kind::About,
        title,
        "/about.html".to_owned(),
        (None, 0),
    );
}

/// Shelves say nothing of what stands on them: only an article's own title does.
fn shelves(draft: &mut Draft, host: usize, word: &str) {
    let site = &HOSTS[host];
    let home = draft.home(host, None);
    about(draft, home);
    let count = site.articles / 28 + 2;
    let shelves: Vec<usize> = (1..=count)
        .map(|number| {
            let path = format!("/{}-{number}/", word.to_ascii_lowercase());
            draft.named(
                home,
                Kind::Section,
                &format!("{word} {number}"),
                path,
                (None, 0),
            )
        })
        .collect();
    let subjects = subjects(site);
    for number in 0..site.articles {
        let subject = subjects[number % subjects.len()];
        let part = number / subjects.len() % SUBJECTS[subject].parts.len();
        let parent = shelves[(number * 5 + subject) % count];
        if site.quirk == Quirk::Mischief {
            let trick = mischief::TRICKS[number % mischief::TRICKS.len()];
            let title = format!(
                "{}: {}",
                SUBJECTS[subject].parts[part].title,
                trick.replace('-', " ")
            );
            draft.named(
                parent,
                Kind::Article,
                &title,
                format!("/{trick}"),
                (Some(subject), part),
            );
        } else {
            draft.article(parent, Kind::Article, subject, part);
        }
    }
}

fn portal(draft: &mut Draft, host: usize) {
    let home = draft.home(host, None);
    about(draft, home);
    for (title, subjects) in CATEGORIES {
        let path = format!("/{}/", slug(title));
        let category = draft.named(home, Kind::Category, title, path.clone(), (None, 0));
        for subject in subjects.iter().filter_map(|id| position(id)) {
            let path = format!("{path}{}/", SUBJECTS[subject].id);
            draft.named(
                category,
                Kind::Directory,
                SUBJECTS[subject].title,
                path,
                (Some(subject), 0),
            );
        }
    }
}

/// Repeats every page of the first host at the same path.
fn mirror(draft: &mut Draft, host: usize) {
    let count = draft.pages.iter().filter(|page| page.host == 0).count();
    let first = draft.home(host, draft.pages[0].subject);
    for of in 1..count {
        let page = &draft.pages[of];
        let (parent, kind, path) = (first + page.parent, page.kind, page.path.clone());
        draft.copy(of, host, parent, kind, &path);
    }
}
