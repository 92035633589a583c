//! Where a crawl for a topic may start: a portal, a general site, an almanac, and a university that never says what it has; and a few
//! pages about the topic.

use crate::Topic;
use crate::hosts::{HOSTS, Host, Quirk, Site};
use crate::plan::{Kind, Plan};
use crate::topics::{SUBJECTS, TOPICS};

/// The topics with their seeds.
pub(crate) fn topics(plan: &Plan) -> Vec<Topic> {
    (0..TOPICS).map(|at| topic(plan, at)).collect()
}

fn topic(plan: &Plan, at: usize) -> Topic {
    let words = SUBJECTS[at];
    let of = |wanted: fn(&Host) -> bool| -> Vec<&Host> {
        HOSTS.iter().filter(|host| wanted(host)).collect()
    };
    let portals = of(|host| host.site == Site::Portal);
    let general = of(|host| host.site == Site::General);
    let mut hosts = vec![
        portals[at % portals.len()],
        general[at % general.len()],
        general[(at + 3) % general.len()],
    ];
    hosts.extend(university(at).map(|at| &HOSTS[at]));
    let seeds = hosts
        .iter()
        .map(|host| format!("{}/", host.origin()))
        .collect();
    Topic {
        id: words.id,
        title: words.title,
        query: words.query,
        seeds,
        examples: examples(plan, at)
            .into_iter()
            .map(|at| plan.pages[at].url())
            .collect(),
    }
}

/// The first university that has something on a topic.
pub(crate) fn university(topic: usize) -> Option<usize> {
    let id = SUBJECTS[topic].id;
    HOSTS
        .iter()
        .position(|host| host.site == Site::University && host.about.contains(&id))
}

/// Pages of a topic that a person may have bookmarked.
const EXAMPLES: usize = 8;

/// Articles on hosts without quirks, in English, evenly from all parts of the topic.
pub(crate) fn examples(plan: &Plan, topic: usize) -> Vec<usize> {
    let is_fine = |at: &usize| {
        let page = &plan.pages[*at];
        let site = page.site();
        page.topic() == Some(topic)
            && page.kind == Kind::Article
            && page.original.is_none()
            && site.quirk == Quirk::Plain
            && site.tongue.grammar().code == "en"
    };
    let pages: Vec<usize> = (0..plan.pages.len()).filter(is_fine).collect();
    let step = (pages.len() / EXAMPLES).max(1);
    pages.into_iter().step_by(step).take(EXAMPLES).collect()
}
