//! Tests filing by the text of example pages against values computed by hand.

use super::*;
use crate::topic::Vectorizer;
use types::plan::IdfSource;
use types::taxonomy::{ExampleContent, Topic};

fn topic(name: &str, words: &str) -> Topic {
    Topic { name: name.to_owned(), words: words.to_owned(), ..Topic::default() }
}

/// Two broad topics, of 3 and 4 words, 4 distinct ones, with the target between them, which has pages 1 and 2.
fn three() -> Taxonomy {
    let mine = Topic {
        good: true,
        file_by_text: true,
        examples: vec!["http://a.test/1".into(), "http://a.test/2".into()],
        ..topic("Mine", "")
    };
    Taxonomy { topics: vec![topic("Health", "doctor doctor pill"), mine, topic("Sports", "ball ball game ball")] }
}

/// Returns the examples of a taxonomy as a crawl reads them: words, and pages with these texts.
fn read(checked: &CheckedTaxonomy, pages: &[&str]) -> ReadExamples {
    let mut vectorizer = Vectorizer::new(false, IdfSource::None);
    let mut pages = pages.iter();
    let examples = checked.examples().iter().enumerate();
    let texts = examples.map(|(number, example)| match &example.content {
        ExampleContent::Words(words) => (number, words.clone()),
        ExampleContent::Page(_) => (number, pages.next().map_or("", |page| *page).to_owned()),
    });
    texts.map(|(number, text)| (number, vectorizer.counts(&text, None))).collect()
}

#[track_caller]
fn check(taxonomy: &Taxonomy, pages: &[&str], expected: &[(usize, usize)]) {
    let checked = taxonomy.check().expect("it is one");
    let read = read(&checked, pages);
    assert_eq!(homes(taxonomy, &checked, &read), expected);
}

#[test]
fn the_pages_of_a_target_form_one_document() {
    // Health 3/7 · 1/7 = 3/49 is less than Sports 1/8 · 4/8 = 1/16.
    check(&three(), &["doctor unknown", "ball"], &[(1, 2)]);
    // Health (3/7)² · 1/7 = 9/343 is more than Sports (1/8)² · 4/8 = 1/128.
    check(&three(), &["doctor ball", "doctor"], &[(1, 0)]);
}

#[test]
fn pages_of_broad_topics_count_by_terms_of_words_and_pages_of_targets_do_not() {
    let mut taxonomy = three();
    let heart = Topic { good: true, examples: vec!["http://a.test/3".into()], ..topic("Heart", "") };
    taxonomy.topics[0].topics = vec![heart];
    let pages = ["ball ball ball pulse pulse pulse pulse pulse pulse", "ball ball", "doctor"];
    // Health (1/7)² · 3/7 = 3/343, Sports (4/8)² · 1/8 = 1/32.
    check(&taxonomy, &pages, &[(1, 2)]);
    // With three more words, Health (4/10)² · 3/10 = 6/125 is more. With "pulse" it would be (4/17)² · 3/17, which is
    // less.
    taxonomy.topics[0].topics[0].good = false;
    check(&taxonomy, &pages, &[(1, 0)]);
    // A broad topic that has only pages counts too: Health (4/5)², Sports (2/6)².
    taxonomy.topics[0].words.clear();
    let pages = ["game game game", "game game", "unknown"];
    check(&taxonomy, &pages, &[(1, 0)]);
}

#[test]
fn a_target_stays_at_the_top_without_the_flag_a_known_word_or_room() {
    let pages = ["doctor", "doctor"];
    check(&three(), &["unknown", ""], &[]);
    for change in [
        (|topics: &mut [Topic]| topics[1].file_by_text = false) as fn(&mut [Topic]),
        |topics| topics[0].topics = vec![topic(" Mine", "pulse")],
        |topics| topics[0].contrast = true,
    ] {
        let mut taxonomy = three();
        change(&mut taxonomy.topics);
        let checked = taxonomy.check().expect("it is one");
        let homes = homes(&taxonomy, &checked, &read(&checked, &pages));
        assert!(!homes.contains(&(1, 0)), "{homes:?}");
    }
    let mut deep = three();
    for _ in 1..types::limits::TAXONOMY_DEPTH {
        let below = std::mem::take(&mut deep.topics[1].topics);
        deep.topics[1].topics = vec![Topic { topics: below, ..topic("Deeper", "word") }];
    }
    check(&deep, &pages, &[]);
}

#[test]
fn moved_examples_keep_their_texts() {
    let mut taxonomy = three();
    taxonomy.topics[2].topics = vec![topic("Chess", "king pawn")];
    taxonomy.topics.push(topic("Travel", "train"));
    let checked = taxonomy.check().expect("it is one");
    let mut before = read(&checked, &["ball one", "ball two"]);
    // The second page could not be read.
    before.remove(&2);
    let homes = vec![(1, 2)];
    let filed = moved(&taxonomy, &homes).and_then(|moved| moved.check().ok());
    let filed = filed.expect("it is one");
    let after = renumbered(&checked, &homes, before.clone());
    let by_content = |checked: &CheckedTaxonomy, read: &ReadExamples| -> Vec<_> {
        let examples = checked.examples().iter().enumerate();
        let mut texts: Vec<_> =
            examples.map(|(number, example)| (format!("{:?}", example.content), read.get(&number).cloned())).collect();
        texts.sort_by(|one, other| one.0.cmp(&other.0));
        texts
    };
    assert_eq!(by_content(&filed, &after), by_content(&checked, &before));
    let node = |number: usize| filed.nodes()[filed.examples()[number].node].path.clone();
    let paths: Vec<String> = after.keys().map(|number| node(*number)).collect();
    let expected = ["Health", "Sports", "Sports/Chess", "Sports/Mine", "Travel"];
    assert_eq!(paths, expected);
}

#[test]
fn invalid_indices_are_rejected() {
    for homes in [vec![(1, 3)], vec![(3, 0)], vec![(1, 1)], vec![(1, 0), (1, 2)]] {
        assert_eq!(moved(&three(), &homes), None, "{homes:?}");
    }
}
