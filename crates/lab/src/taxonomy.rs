//! Reads training topics from a file: bookmarks, or JSON. The starter topics are named `starter`.

use crate::{LabError, assets, file};
use engine::html::EncodingRs;
use engine::learning::bookmarks;
use std::path::Path;
use types::taxonomy::Taxonomy;

/// The name of the starter topics.
const STARTER: &str = "starter";

/// Returns true for the name of the starter topics.
pub(crate) fn is_starter(path: &Path) -> bool {
    path == Path::new(STARTER)
}

/// Reads a taxonomy and marks these topics as targets. Reports bookmarks that cannot be crawled on the standard error.
pub(crate) fn read(path: &Path, good: &[String]) -> Result<Taxonomy, LabError> {
    if is_starter(path) {
        return parse(assets::STARTER_TOPICS.as_bytes(), good).map_err(|problem| LabError::flag("good-topic", problem));
    }
    file::read_bytes(path, |bytes| parse(bytes, good))
}

fn parse(bytes: &[u8], good: &[String]) -> Result<Taxonomy, String> {
    let json = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut taxonomy = match of_bookmarks(bytes) {
        // A backup of bookmarks may be JSON too.
        Err(_) if json.trim_ascii_start().starts_with(b"{") => {
            serde_json::from_slice(json).map_err(|error| error.to_string())?
        }
        read => read?,
    };
    for topic in good {
        let marked = Taxonomy::mark_good(&mut taxonomy, topic);
        marked.map_err(|error| error.to_string())?;
    }
    Ok(taxonomy)
}

fn of_bookmarks(bytes: &[u8]) -> Result<Taxonomy, String> {
    let (file, warnings) = bookmarks::read(bytes, &EncodingRs).map_err(|error| error.to_string())?;
    for warning in warnings {
        eprintln!("{warning}");
    }
    Ok(Taxonomy::from(&file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{learn, response};
    use crate::web::Demo;
    use demo_web::{DEFAULT_SEED, DemoWeb};
    use engine::crawl::CheckedPlan;
    use engine::fetch::{Content, FetchRequest};
    use engine::learning::taxonomy::filing::Filer;
    use engine::strategy::Assets;
    use types::plan::Plan;
    use types::taxonomy::{TaxonomyError, Topic};
    use types::url::CanonicalUrl;

    fn starter() -> Taxonomy {
        read(Path::new("starter"), &[]).expect("they come with the program")
    }

    #[test]
    fn the_starter_topics_only_lack_a_target() {
        assert_eq!(starter().check(), Err(vec![TaxonomyError::NoGoodTopic]));
        let marked = read(Path::new("starter"), &["Health".to_owned()]);
        assert!(marked.is_ok_and(|marked| marked.check().is_ok()));
        let unknown = read(Path::new("starter"), &["Knitting".to_owned()]);
        let message = unknown.map_err(|error| error.to_string());
        assert!(message.is_err_and(|message| message.contains("“Knitting”")));
    }

    #[test]
    fn each_starter_topic_has_a_few_hundred_words_that_are_filed_under_it() {
        let starter = starter();
        let mut filer = Filer::new(&starter, true);
        for (place, topic) in starter.topics.iter().enumerate() {
            let words = topic.words.split_whitespace().count();
            assert!((200..400).contains(&words), "{}: {words}", topic.name);
            // No page is filed under the topic that all sites share.
            let is_home = !topic.contrast;
            assert_eq!(is_home, topic.name != "Site pages");
            let fit = filer.best_fit(&topic.words).map(|fit| fit.index);
            assert_eq!(fit == Some(place), is_home, "{}", topic.name);
        }
    }

    /// Returns the title and the text of a page of the demo web.
    fn page(web: &Demo, url: &str) -> String {
        let request = FetchRequest::page(CanonicalUrl::parse(url).expect("it is canonical"));
        let outcome = response(&request, web, 0).outcome;
        match outcome.expect("the demo web has the page").content {
            Content::Page(document) => format!("{}\n{}", document.title, document.body),
            other => panic!("{url}: {other:?}"),
        }
    }

    #[test]
    fn queries_and_example_pages_of_the_demo_web_are_filed() {
        let (web, starter) = (Demo::new(DEFAULT_SEED), starter());
        let mut filer = Filer::new(&starter, true);
        let mut home = |text: &str| {
            let fit = filer.best_fit(text);
            fit.map(|fit| &*starter.topics[fit.index].name)
        };
        let topics = DemoWeb::new(DEFAULT_SEED).topics().to_vec();
        let homes = topics.iter().map(|topic| {
            let pages = topic.examples.iter().map(|url| page(&web, url));
            let pages: Vec<String> = pages.take(5).collect();
            (topic.id, home(topic.query), home(&pages.concat()))
        });
        let expected = [
            ("linux", "Computing"),
            ("asthma", "Health"),
            ("robotics", "Computing"),
            ("dengue-fever", "Health"),
            ("java-programming", "Computing"),
            ("first-aid", "Health"),
            ("astronomy", "Science"),
            ("cheese-making", "Food"),
            ("bird-watching", "Nature"),
            ("jazz", "Arts"),
            ("sailing", "Sports"),
            ("bread-baking", "Food"),
            ("chess", "Games and hobbies"),
        ];
        let expected = expected.map(|(topic, home)| (topic, Some(home), Some(home)));
        assert_eq!(homes.collect::<Vec<_>>(), expected);
    }

    /// A crawl reads three example pages of each topic of the demo web, whose names have no matching words, and files
    /// them under the starter topics.
    #[test]
    fn a_crawl_files_its_targets_by_the_text_of_their_pages() {
        let web = Demo::new(DEFAULT_SEED);
        let demo_topics = DemoWeb::new(DEFAULT_SEED).topics().to_vec();
        let targets = demo_topics.iter().map(|topic| Topic {
            name: format!("Mine ({})", topic.id),
            good: true,
            file_by_text: true,
            examples: topic.examples.iter().take(3).cloned().collect(),
            ..Topic::default()
        });
        let plan = Plan {
            strategy: "focused".into(),
            seeds: demo_topics[0].seeds.clone(),
            taxonomy: Taxonomy { topics: starter().topics.into_iter().chain(targets).collect() },
            ..Plan::default()
        };
        let plan = CheckedPlan::new(plan, &Assets::default()).expect("nothing is missing");
        let crawl = learn(plan, &web, |_| {});
        let groups = &crawl.training_report().expect("it has learned").groups;
        let good = groups.iter().filter(|group| group.good);
        let mut homes: Vec<&str> = good.map(|group| &*group.name).collect();
        homes.sort_unstable();
        let mut expected = [
            "Arts/Mine (jazz)",
            "Computing/Mine (java-programming)",
            "Computing/Mine (linux)",
            "Computing/Mine (robotics)",
            "Food/Mine (bread-baking)",
            "Food/Mine (cheese-making)",
            "Games and hobbies/Mine (chess)",
            "Health/Mine (asthma)",
            "Health/Mine (dengue-fever)",
            "Health/Mine (first-aid)",
            "Nature/Mine (bird-watching)",
            "Science/Mine (astronomy)",
            "Sports/Mine (sailing)",
        ];
        expected.sort_unstable();
        assert_eq!(homes, expected);
    }
}
