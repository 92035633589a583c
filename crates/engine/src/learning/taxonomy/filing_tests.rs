//! Tests filing against values computed by hand.

use super::*;

fn topic(name: &str, words: &str, topics: Vec<Topic>) -> Topic {
    Topic { name: name.to_owned(), words: words.to_owned(), topics, ..Topic::default() }
}

fn of(topics: Vec<Topic>) -> Taxonomy {
    Taxonomy { topics }
}

/// Two topics of 3 and 4 words, 4 distinct ones.
fn two() -> Taxonomy {
    of(vec![topic("Health", "doctor doctor pill", vec![]), topic("Sports", "ball ball game ball", vec![])])
}

#[track_caller]
fn check(taxonomy: &Taxonomy, text: &str, expected: Option<(usize, f64)>) {
    let fit = Filer::new(taxonomy, false).best_fit(text);
    assert_eq!(fit.map(|fit| fit.index), expected.map(|(place, _)| place));
    if let (Some(fit), Some((_, share))) = (fit, expected) {
        assert!((fit.share - share).abs() < 1e-9, "{fit:?}, not {share}");
    }
}

#[test]
fn a_text_is_filed_as_computed_by_hand() {
    // Health 3/7 · 1/7 = 3/49, Sports 1/8 · 4/8 = 1/16: 1/16 / (1/16 + 3/49) = 49/97.
    check(&two(), "doctor ball", Some((1, 49.0 / 97.0)));
    // Health 2/7, Sports 1/8; the unknown word is ignored.
    check(&two(), "pill unknown", Some((0, 16.0 / 23.0)));
    // Health (3/7)² · 1/7 = 9/343, Sports 1/8 · 1/8 · 2/8 = 1/256: 9/343 / (9/343 + 1/256) = 2304/2647.
    check(&two(), "doctor game doctor", Some((0, 2304.0 / 2647.0)));
}

#[test]
fn words_and_number_of_the_topics_below_count() {
    let mut taxonomy = two();
    taxonomy.topics[0].topics = vec![topic("Heart", "pulse", vec![])];
    // 4 and 4 words, 5 distinct ones; priors 2/3 and 1/3. Health 2/3 · 2/9, Sports 1/3 · 1/9.
    check(&taxonomy, "pulse", Some((0, 0.8)));
}

#[test]
fn targets_and_topics_without_words_are_not_candidates() {
    let mut taxonomy = two();
    taxonomy.topics.insert(0, topic("Pages", "", vec![]));
    taxonomy.topics.push(topic("Site pages", "doctor doctor doctor", vec![]));
    taxonomy.topics[3].contrast = true;
    check(&taxonomy, "doctor", Some((1, (3.0 / 7.0) / (3.0 / 7.0 + 1.0 / 8.0))));
    taxonomy.topics[1].good = true;
    check(&taxonomy, "doctor", None);
    check(&taxonomy, "ball", Some((2, 1.0)));
    let mut within = two();
    within.topics[0].topics = vec![Topic { good: true, ..topic("Heart", "pulse", vec![]) }];
    check(&within, "pulse", None);
}

#[test]
fn a_text_without_a_known_word_matches_no_topic() {
    check(&two(), "unknown", None);
    check(&two(), "the", None);
    check(&Taxonomy::default(), "doctor", None);
}

/// Returns the path of the target, and its words.
fn target(taxonomy: &Taxonomy, query: &str) -> Option<(String, String)> {
    let filed = with_query(taxonomy, query, true)?;
    let checked = filed.check().expect("it can be learned from");
    let target = checked.nodes().iter().find(|node| node.good)?;
    let words = filed.all().find(|topic| topic.good)?.words.clone();
    Some((target.path.clone(), words))
}

#[test]
fn a_query_becomes_a_target_below_its_best_match_or_at_the_top() {
    let filed = |query: &str| target(&two(), query).map(|(path, _)| path);
    assert_eq!(filed(" doctors "), Some("Health/doctors".to_owned()));
    assert_eq!(filed("ball game"), Some("Sports/ball game".to_owned()));
    assert_eq!(filed("quark"), Some("quark".to_owned()));
    assert_eq!(filed(" "), None);
    // A topmost topic already has this name.
    assert_eq!(filed("Sports"), Some("Sports (query)".to_owned()));
    let long = "ball ".repeat(50);
    let (path, words) = target(&two(), &long).expect("it is filed");
    assert!(path.len() <= "Sports/".len() + NAME_CHARS && words == long.trim());
}

#[test]
fn a_taxonomy_with_a_target_or_without_words_stays_as_it_is() {
    let mut marked = two();
    marked.topics[1].good = true;
    assert_eq!(with_query(&marked, "doctor", true), None);
    let pages = of(vec![topic("Pages", " ", vec![])]);
    assert_eq!(with_query(&pages, "doctor", true), None);
}
