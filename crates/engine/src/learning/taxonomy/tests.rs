//! Tests taxonomies: conversion from bookmarks, marks by path, and validation.

use super::*;
use crate::learning::bookmarks::{Bookmark, Folder};
use types::limits::{TAXONOMY_DEPTH, TAXONOMY_EXAMPLES, TAXONOMY_TOPICS, TOPIC_WORDS_BYTES};
use types::taxonomy::{Example, ExampleContent, TaxonomyError};
use types::url::CanonicalUrl;

fn topic(name: &str, examples: &[&str], topics: Vec<Topic>) -> Topic {
    Topic {
        name: name.into(),
        examples: examples.iter().map(|url| (*url).to_owned()).collect(),
        topics,
        ..Topic::default()
    }
}

/// Health ┬ (itself) a.test
///        ├ Asthma b.test, c.test
///        └ Dengue d.test
/// Sports e.test
fn taxonomy() -> Taxonomy {
    let asthma = topic("Asthma", &["http://b.test/", "http://c.test/"], vec![]);
    let dengue = topic("Dengue", &["http://d.test/"], vec![]);
    let health = topic("Health", &["http://a.test/"], vec![asthma, dengue]);
    let sports = topic("Sports", &["http://e.test/"], vec![]);
    Taxonomy { topics: vec![health, sports] }
}

fn folder(name: &str, pages: &[&str], folders: Vec<Folder>) -> Folder {
    let bookmark = |page: &&str| Bookmark {
        title: String::new(),
        url: CanonicalUrl::parse(&format!("http://{page}.test/")).unwrap(),
        added: None,
    };
    Folder { name: name.into(), bookmarks: pages.iter().map(bookmark).collect(), folders }
}

/// Returns the tree on one line: `Health[a Asthma[b c]]`.
fn drawn(topics: &[Topic]) -> String {
    let one = |topic: &Topic| {
        let hosts = topic.examples.iter();
        let hosts = hosts.map(|url| url.replace("http://", "").replace(".test/", ""));
        let mut parts: Vec<String> = hosts.collect();
        parts.extend(topic.topics.iter().map(|topic| drawn(std::slice::from_ref(topic))));
        format!("{}[{}]", topic.name, parts.join(" "))
    };
    topics.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn folders_become_topics_and_redundant_folders_are_removed() {
    let two = || vec![folder("X", &["x"], vec![]), folder("Y", &["y"], vec![])];
    for (file, expected) in [
        (folder("Bookmarks", &[], two()), "X[x] Y[y]"),
        // One folder contains everything, at several levels.
        (folder("Bookmarks", &[], vec![folder("Bar", &[], vec![folder("All", &[], two())])]), "X[x] Y[y]"),
        // Bookmarks beside folders form a topic with the name of their container.
        (folder("Bookmarks", &["l"], two()), "X[x] Y[y] Bookmarks[l]"),
        (folder("Bookmarks", &[], vec![folder("Bar", &["l"], two())]), "X[x] Y[y] Bar[l]"),
        (folder("X", &["l"], two()), "X[x l] Y[y]"),
        (folder("", &["l"], two()), "X[x] Y[y] Unnamed[l]"),
        // Empty folders are dropped, and folders that contain only such folders.
        (folder("Bookmarks", &["l"], vec![folder("E", &[], vec![folder("F", &[], vec![])])]), "Bookmarks[l]"),
        // Folders with the same name and parent are merged at every level.
        (
            folder(
                "B",
                &[],
                vec![folder("X", &["p"], two()), folder("Z", &["z"], vec![]), folder(" X ", &["q"], two())],
            ),
            "X[p q X[x x] Y[y y]] Z[z]",
        ),
        (folder("Bookmarks", &[], vec![]), ""),
    ] {
        assert_eq!(drawn(&Taxonomy::from(&file).topics), expected);
    }
}

#[test]
fn a_topic_is_marked_good_by_its_path() {
    let marked = |path: &str| {
        let mut taxonomy = taxonomy();
        taxonomy.mark_good(path).map(|()| taxonomy)
    };
    assert!(marked("Health").unwrap().topics[0].good);
    let taxonomy = marked("/Health/Dengue/").unwrap();
    assert!(taxonomy.topics[0].topics[1].good && !taxonomy.topics[0].good);
    for (path, says) in [
        ("Health/Cancer", "there is no topic “Health/Cancer”: “Cancer” is not one of “Asthma”, “Dengue”"),
        ("Sport", "“Sport” is not one of “Health”, “Sports”"),
        ("Sports/Golf", "“Golf” is not one of nothing"),
        ("", "“” is not one of"),
    ] {
        let error = marked(path).unwrap_err();
        assert!(matches!(error, TaxonomyError::TopicUnknown { .. }));
        assert_eq!(error.field(), "topics");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn names_with_slashes_can_be_marked() {
    let page: &[&str] = &["http://a.test/"];
    let mut taxonomy =
        Taxonomy { topics: vec![topic("TCP", page, vec![]), topic("TCP/IP", page, vec![topic("v6", page, vec![])])] };
    taxonomy.mark_good("TCP/IP/v6").unwrap();
    assert!(taxonomy.topics[1].topics[0].good);
}

fn content(example: &Example) -> &str {
    match &example.content {
        ExampleContent::Page(url) => url.as_str(),
        ExampleContent::Words(words) => words,
    }
}

#[test]
fn words_are_an_example_before_the_pages_of_their_topic() {
    let mut taxonomy = taxonomy();
    " ill well ".clone_into(&mut taxonomy.topics[0].words);
    "wheeze".clone_into(&mut taxonomy.topics[0].topics[0].words);
    taxonomy.topics[0].topics[0].good = true;
    let sports = &mut taxonomy.topics[1];
    (sports.words, sports.examples) = ("ball".to_owned(), Vec::new());
    let checked = taxonomy.check().unwrap();
    let examples = checked.examples().iter();
    let examples: Vec<_> = examples.map(|example| (content(example), example.node)).collect();
    let expected = [
        ("ill well", 2),
        ("http://a.test/", 2),
        ("wheeze", 3),
        ("http://b.test/", 3),
        ("http://c.test/", 3),
        ("http://d.test/", 4),
        ("ball", 5),
    ];
    assert_eq!(examples, expected);
}

#[test]
fn a_checked_taxonomy_is_flat_and_marks_are_inherited() {
    let mut taxonomy = taxonomy();
    taxonomy.mark_good("Health").unwrap();
    let checked = taxonomy.check().unwrap();
    let nodes: Vec<_> = checked
        .nodes()
        .iter()
        .map(|node| (node.path.as_str(), node.parent, node.good, node.holds_own_examples))
        .collect();
    let expected = [
        ("", None, false, false),
        ("Health", Some(0), true, false),
        ("Health", Some(1), true, true),
        ("Health/Asthma", Some(1), true, false),
        ("Health/Dengue", Some(1), true, false),
        ("Sports", Some(0), false, false),
    ];
    assert_eq!(nodes, expected);
    let examples: Vec<_> = checked.examples().iter().map(|example| (content(example), example.node)).collect();
    let expected = [
        ("http://a.test/", 2),
        ("http://b.test/", 3),
        ("http://c.test/", 3),
        ("http://d.test/", 4),
        ("http://e.test/", 5),
    ];
    assert_eq!(examples, expected);
    let shape: Vec<_> = shape(&checked).iter().map(|node| (node.parent, node.good)).collect();
    assert_eq!(shape[2..4], [(Some(1), true), (Some(1), true)]);
}

#[test]
fn an_example_counts_once_in_a_topic_but_may_be_in_several() {
    let pages: &[&str] = &["HTTP://a.test", " ", "http://a.test/#top", "a.test/"];
    let taxonomy =
        Taxonomy { topics: vec![Topic { good: true, ..topic("A", pages, vec![]) }, topic("B", pages, vec![])] };
    let nodes: Vec<usize> = taxonomy.check().unwrap().examples().iter().map(|example| example.node).collect();
    assert_eq!(nodes, [1, 2]);
}

/// Returns the name of an error's variant.
fn variant(error: &impl std::fmt::Debug) -> String {
    let debug = format!("{error:?}");
    let end = debug.find(|letter: char| !letter.is_alphabetic() && letter != '(');
    debug[..end.unwrap_or(debug.len())].trim_end_matches('(').to_owned()
}

/// Returns the variants and fields of all errors.
fn wrong(change: impl Fn(&mut Taxonomy)) -> Vec<(String, String)> {
    let mut taxonomy = taxonomy();
    taxonomy.topics[0].topics[0].good = true;
    change(&mut taxonomy);
    let errors = taxonomy.check().err().unwrap_or_default();
    errors.iter().map(|error| (variant(error), error.field().to_owned())).collect()
}

#[test]
fn every_error_names_its_position() {
    assert_eq!(wrong(|_| ()), []);
    let one = |variant: &str, field: &str| [(variant.to_owned(), field.to_owned())];
    assert_eq!(wrong(|t| t.topics.clear()), one("NoTopics", "topics"));
    assert_eq!(wrong(|t| t.topics[0].topics[0].good = false), one("NoGoodTopic", "topics"));
    let all = wrong(|t| t.topics.iter_mut().for_each(|topic| topic.good = true));
    assert_eq!(all, one("AllTopicsGood", "topics"));
    assert_eq!(wrong(|t| t.topics[1].examples.clear()), one("NoExamples", "topics[1]"));
    assert_eq!(wrong(|t| t.topics[1].examples = vec![" ".into()]), one("NoExamples", "topics[1]"));
    assert_eq!(wrong(|t| t.topics[0].topics[1].name = " ".into()), one("NameMissing", "topics[0].topics[1].name"));
    assert_eq!(
        wrong(|t| t.topics[0].topics[1].name = " Asthma".into()),
        one("NameRepeated", "topics[0].topics[1].name")
    );
    assert_eq!(
        wrong(|t| t.topics[0].topics[0].examples[1] = "mailto:a@b.test".into()),
        one("Example", "topics[0].topics[0].examples[1]")
    );
    assert_eq!(
        wrong(|t| t.topics[1].words = "w".repeat(TOPIC_WORDS_BYTES + 1)),
        one("WordsTooLong", "topics[1].words")
    );
    assert_eq!(
        wrong(|t| t.topics[1].examples = vec!["http://a.test/".into(); TAXONOMY_EXAMPLES + 1]),
        one("TooManyExamples", "topics")
    );
    assert_eq!(wrong(|t| t.topics = vec![Topic::default(); TAXONOMY_TOPICS + 1]), one("TooManyTopics", "topics"));
}

#[test]
fn all_errors_are_reported_together() {
    let all = wrong(|t| {
        t.topics[0].topics[0].good = false;
        t.topics[0].topics[0].name.clear();
        t.topics[1].examples[0] = "x".into();
    });
    let variants: Vec<_> = all.iter().map(|(variant, _)| &**variant).collect();
    assert_eq!(variants, ["NameMissing", "Example", "NoGoodTopic"]);
}

#[test]
fn topics_may_be_nested_up_to_the_limit() {
    let nested = |depth: usize| {
        let mut inner = topic("T", &["http://a.test/"], vec![]);
        for _ in 1..depth {
            inner = topic("T", &[], vec![inner]);
        }
        wrong(|t| t.topics[1] = inner.clone())
    };
    assert_eq!(nested(TAXONOMY_DEPTH), []);
    let deep = nested(TAXONOMY_DEPTH + 3);
    assert_eq!(deep.len(), 1);
    assert_eq!(deep[0], ("TooDeep".to_owned(), format!("topics[1]{}", ".topics[0]".repeat(TAXONOMY_DEPTH))));
}

#[test]
fn a_serialized_taxonomy_needs_only_names() {
    let text = r#"{"topics": [
        {"name": "Health", "examples": ["http://a.test/"], "topics": [
            {"name": "Asthma", "examples": ["http://b.test/", "http://c.test/"]},
            {"name": "Dengue", "good": false, "examples": ["http://d.test/"], "topics": []}]},
        {"name": "Sports", "examples": ["http://e.test/"]}]}"#;
    assert_eq!(serde_json::from_str::<Taxonomy>(text).unwrap(), taxonomy());
    assert!(!serde_json::to_string(&taxonomy()).unwrap().contains("words"));
    let bytes = postcard::to_stdvec(&taxonomy()).unwrap();
    assert_eq!(postcard::from_bytes::<Taxonomy>(&bytes).unwrap(), taxonomy());
}
