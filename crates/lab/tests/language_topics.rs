//! Tests that `lab/topics/demo-languages.json` has the Chinese and Spanish pages of the demo web.
//!
//! `SALTICID_BLESS=1 cargo test -p salticid-lab language_topics` writes the file.

use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};
use serde_json::{Value, json};
use std::fs;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lab/topics/demo-languages.json");

/// Name, language, topic of the demo web, query.
const TOPICS: [(&str, &str, &str, &str); 6] = [
    ("asthma-zh", "zh", "asthma", "哮喘 吸入器 治疗"),
    ("robotics-zh", "zh", "robotics", "机器人 技术"),
    ("first-aid-zh", "zh", "first-aid", "急救 伤口"),
    ("asthma-es", "es", "asthma", "asma inhalador tratamiento"),
    ("dengue-es", "es", "dengue-fever", "dengue mosquitos"),
    ("astronomy-es", "es", "astronomy", "astronomía telescopio estrellas"),
];

#[test]
fn the_topics_in_other_languages_list_the_pages_of_the_demo_web() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let topic = |(name, language, id, query): (&str, &str, &str, &str)| {
        let mut relevant = truth.relevant_urls(id);
        relevant.retain(|url| truth.language_of(url) == Some(language));
        assert!(relevant.len() > 10, "{name}: {}", relevant.len());
        let topics = web.topics().iter();
        let seeds: Vec<&String> = topics.filter(|topic| topic.id == id).flat_map(|topic| &topic.seeds).collect();
        let topic = json!({"query": query, "seeds": seeds, "known_relevant": relevant, "targets": []});
        (name.to_owned(), topic)
    };
    let topics: serde_json::Map<String, Value> = TOPICS.into_iter().map(topic).collect();
    let expected = json!({"version": 1, "topics": topics});
    if std::env::var_os("SALTICID_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&expected).expect("plain data");
        fs::write(FILE, text + "\n").expect("it is written");
    }
    let text = fs::read_to_string(FILE).expect("it is there");
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(found, expected, "run SALTICID_BLESS=1 cargo test -p salticid-lab language_topics");
}
