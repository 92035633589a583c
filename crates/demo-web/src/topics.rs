//! Lists the topics of the web, with seeds and example pages for a crawl.

use crate::data::records;
use crate::plan::{Behavior, HOSTS, Host, PageKind, Plan, SiteType};
use crate::text::{Language, TOPIC_COUNT, subjects};

/// Number of example pages of a topic.
const EXAMPLES: usize = 8;

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

/// Returns the topics of the web of [`crate::DEFAULT_SEED`] from a list, for a program that offers them before it loads
/// the web.
pub fn default_topics() -> Vec<Topic> {
    let owned = |urls: Vec<&str>| urls.into_iter().map(str::to_owned).collect();
    records(include_str!("../data/default-topics.txt"))
        .map(|record| Topic {
            id: record.text("id"),
            title: record.text("title"),
            query: record.text("query"),
            seeds: owned(record.texts("seed")),
            examples: owned(record.texts("example")),
        })
        .collect()
}

/// Returns the topics of a plan.
pub(crate) fn topics(plan: &Plan) -> Vec<Topic> {
    let topic = |topic: usize| {
        let subject = &subjects()[topic];
        Topic {
            id: subject.id,
            title: subject.title,
            query: subject.query,
            seeds: seeds(topic),
            examples: examples(plan, topic).into_iter().map(|page| plan.pages[page].url()).collect(),
        }
    };
    (0..TOPIC_COUNT).map(topic).collect()
}

/// Returns the home pages of a portal, of two general sites, and of a university with papers on the topic.
fn seeds(topic: usize) -> Vec<String> {
    let of_type = |site_type| -> Vec<&Host> { HOSTS.iter().filter(|host| host.site_type == site_type).collect() };
    let (portals, general) = (of_type(SiteType::Portal), of_type(SiteType::General));
    let mut hosts =
        vec![portals[topic % portals.len()], general[topic % general.len()], general[(topic + 3) % general.len()]];
    hosts.extend(university(topic).map(|host| &HOSTS[host]));
    hosts.iter().map(|host| host.origin() + "/").collect()
}

/// Returns the first university with papers on a topic.
pub(crate) fn university(topic: usize) -> Option<usize> {
    HOSTS.iter().position(|host| host.site_type == SiteType::University && host.subjects().contains(&topic))
}

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
