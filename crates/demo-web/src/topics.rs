//! Lists the topics of the web, with seeds and example pages for a crawl.

use crate::plan::{Behavior, HOSTS, Host, PageKind, Plan, SiteType};
use crate::text::{Language, SUBJECTS, TOPIC_COUNT};

/// A topic of pages of the web, with seeds for a crawl.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// Identifier in lower case, stable over versions: `dengue-fever`.
    pub id: &'static str,
    /// Display name: `Dengue fever`.
    pub title: &'static str,
    /// A typical search query.
    pub query: &'static str,
    /// Three to five start URLs: portals and general pages, none of them about the topic.
    pub seeds: Vec<String>,
    /// URLs of about eight pages on the topic, as a person might have bookmarked them.
    pub examples: Vec<String>,
}

/// Returns the topics of a plan.
pub(crate) fn topics(plan: &Plan) -> Vec<Topic> {
    (0..TOPIC_COUNT).map(|topic| describe(plan, topic)).collect()
}

fn describe(plan: &Plan, topic: usize) -> Topic {
    let subject = SUBJECTS[topic];
    let urls = |pages: Vec<usize>| pages.iter().map(|&page| plan.pages[page].url()).collect();
    Topic {
        id: subject.id,
        title: subject.title,
        query: subject.query,
        seeds: seeds(topic),
        examples: urls(examples(plan, topic)),
    }
}

/// Returns the home pages of a portal, of two general sites, and of a university with papers on the topic.
fn seeds(topic: usize) -> Vec<String> {
    let of_type = |site_type| -> Vec<&Host> {
        let hosts = HOSTS.iter();
        hosts.filter(|host| host.site_type == site_type).collect()
    };
    let (portals, general) = (of_type(SiteType::Portal), of_type(SiteType::General));
    let mut hosts =
        vec![portals[topic % portals.len()], general[topic % general.len()], general[(topic + 3) % general.len()]];
    hosts.extend(university(topic).map(|host| &HOSTS[host]));
    let origins = hosts.iter().map(|host| host.origin());
    origins.map(|origin| origin + "/").collect()
}

/// Returns the first university with papers on a topic.
pub(crate) fn university(topic: usize) -> Option<usize> {
    let id = SUBJECTS[topic].id;
    HOSTS.iter().position(|host| host.site_type == SiteType::University && host.covers(id))
}

/// Number of example pages of a topic.
const EXAMPLES: usize = 8;

/// Returns English articles on a topic from normal hosts, evenly from all its subtopics.
pub(crate) fn examples(plan: &Plan, topic: usize) -> Vec<usize> {
    let is_example = |&index: &usize| {
        let page = &plan.pages[index];
        page.topic() == Some(topic)
            && page.kind == PageKind::Article
            && page.original.is_none()
            && page.site().behavior == Behavior::Normal
            && page.site().language == Language::English
    };
    let pages: Vec<usize> = (0..plan.pages.len()).filter(is_example).collect();
    let step = (pages.len() / EXAMPLES).max(1);
    pages.into_iter().step_by(step).take(EXAMPLES).collect()
}
