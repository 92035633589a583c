//! Loads topics from a file ([`evaluation::compare::read_topics`]) or from the demo web.

use crate::LabError;
use crate::web::combined;
use demo_web::{DemoWeb, DemoWebSpec, GroundTruth};
pub use evaluation::compare::Topic;
use evaluation::compare::{read_topics, taxonomy};
use std::collections::BTreeSet;
use std::path::Path;
use types::taxonomy::Taxonomy;
use types::url::CanonicalUrl;

/// Reads a file of topics, in the order of their names. Reports trail pages that cannot be crawled on the standard
/// error.
pub fn read(path: &Path) -> Result<Vec<Topic>, LabError> {
    crate::file::read(path, |text| {
        let (topics, warnings) = read_topics(text).map_err(|error| error.to_string())?;
        for warning in warnings {
            eprintln!("{warning}");
        }
        Ok(topics)
    })
}

/// Returns the topics of a comparison: those of a file if one is named, else those of the web.
pub fn of_comparison(web: &str, file: Option<&Path>) -> Result<Vec<Topic>, LabError> {
    match (file, crate::web::demo_webs(web)?.as_deref()) {
        (Some(file), _) => read(file),
        (None, Some([one])) => Ok(of_demo(*one)),
        (None, Some(webs)) => Ok(of_worlds(webs)),
        (None, None) => Err(LabError::flag("topics", "name a topics file: only the demo web has built-in topics")),
    }
}

/// Returns the topics of several demo webs: each is the same topic in all of them, with the seeds and pages of all.
fn of_worlds(webs: &[DemoWebSpec]) -> Vec<Topic> {
    let mut topics: Vec<Topic> = Vec::new();
    for &web in webs {
        for topic in of_demo(web) {
            let topic = moved(topic, web.seed);
            match topics.iter_mut().find(|known| known.name == topic.name) {
                None => topics.push(topic),
                Some(known) => {
                    known.seeds.extend(topic.seeds);
                    known.examples.extend(topic.examples);
                    known.trails.trails.extend(topic.trails.trails);
                    known.relevant.extend(topic.relevant);
                    known.targets.extend(topic.targets);
                }
            }
        }
    }
    topics
}

/// Returns a topic with the addresses that the web has in a combination of webs.
fn moved(mut topic: Topic, seed: u64) -> Topic {
    let moved = |url: &str| combined::address(url, seed);
    let set =
        |urls: &BTreeSet<CanonicalUrl>| canonical(&urls.iter().map(|url| moved(url.as_str())).collect::<Vec<_>>());
    for url in topic.seeds.iter_mut().chain(&mut topic.examples) {
        *url = moved(url);
    }
    for page in topic.trails.trails.iter_mut().flat_map(|trail| &mut trail.pages) {
        page.url = moved(&page.url);
    }
    topic.relevant = set(&topic.relevant);
    topic.targets = set(&topic.targets);
    topic
}

/// Returns the topics of a demo web with its ground truth. The targets are the relevant pages on sites whose home page
/// does not mention the topic.
pub fn of_demo(spec: impl Into<DemoWebSpec>) -> Vec<Topic> {
    let web = DemoWeb::sized(spec.into());
    let truth = GroundTruth::new(&web);
    let topic = |topic: &demo_web::Topic| Topic {
        name: topic.id.to_string(),
        query: topic.query.to_string(),
        seeds: topic.seeds.clone(),
        relevant: canonical(&truth.relevant_urls(topic.id)),
        targets: canonical(&truth.hidden_relevant_urls(topic.id)),
        examples: topic.examples.clone(),
        trails: web.trails(topic.id),
    };
    web.topics().iter().map(topic).collect()
}

fn canonical(urls: &[String]) -> BTreeSet<CanonicalUrl> {
    urls.iter().filter_map(|url| CanonicalUrl::parse(url).ok()).collect()
}

/// Reads one topic in the notation `FILE#NAME`, and the taxonomy with it as the target. The name of a demo web can
/// replace the file.
pub fn read_one(reference: &str) -> Result<(Topic, Taxonomy), LabError> {
    let flag = |problem| LabError::flag("topic", problem);
    let (file, name) = reference
        .rsplit_once('#')
        .ok_or_else(|| flag(format!("“{reference}” does not name a topic: write FILE#NAME")))?;
    let topics = match crate::web::demo_web(file)? {
        Some(spec) => of_demo(spec),
        None => read(Path::new(file))?,
    };
    let found = topics.iter().position(|topic| topic.name == name);
    let found = found.ok_or_else(|| {
        let names: Vec<&str> = topics.iter().map(|topic| &*topic.name).collect();
        flag(format!("there is no topic “{name}”: {file} has {}", names.join(", ")))
    })?;
    Ok((topics[found].clone(), taxonomy(&topics, found)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::{CombinedDemoWebs, Web as _};

    #[test]
    fn several_demo_webs_have_each_topic_once_with_existing_pages() {
        let (one, both) = (of_demo(3), of_worlds(&[3, 4].map(DemoWebSpec::from)));
        assert_eq!(one.len(), both.len());
        let web = CombinedDemoWebs::new(&[3, 4].map(DemoWebSpec::from));
        for (one, both) in one.iter().zip(&both) {
            assert_eq!(one.name, both.name);
            assert_eq!(both.seeds.len(), 2 * one.seeds.len());
            assert!(both.relevant.len() > one.relevant.len());
            let on_trails = both.trails.trails.iter().flat_map(|trail| &trail.pages);
            let urls = both.seeds.iter().chain(&both.examples).map(String::as_str);
            let urls = urls.chain(on_trails.map(|page| &*page.url));
            for url in urls.chain(both.relevant.iter().map(CanonicalUrl::as_str)) {
                assert!(web.response(url).is_some(), "{url}");
            }
        }
    }

    #[test]
    fn the_demo_web_has_topics_with_seeds_trails_and_ground_truth() {
        for topic in of_demo(demo_web::DEFAULT_SEED) {
            let name = &topic.name;
            let judgments = topic.judgments();
            assert!(!topic.seeds.is_empty() && judgments.len() > 5, "{name}");
            assert!(topic.trails.check().is_ok(), "{name}");
            assert!(topic.targets.len() > 7, "{name}");
        }
    }
}
