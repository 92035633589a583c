//! Compares the committed word vectors with human ratings of pairs of nouns, and counts the words of the demo web that
//! have a vector.

use crate::english;
use crate::ratings::{self, MILLER_CHARLES, RUBENSTEIN_GOODENOUGH};
use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};
use engine::html::{EncodingRs, read};
use engine::text::{Analyzer, Language, TermCounts, Terms, TextOptions};
use engine::vectors::TermVectors;
use types::limits;
use types::url::CanonicalUrl;

/// Returns the cosine of two texts.
fn cosine(a: &str, b: &str) -> f64 {
    let (mut analyzer, mut terms) = (Analyzer::new(TextOptions::default()), Terms::new());
    let mut known = TermVectors::new(english::vectors());
    let [a, b] = [a, b].map(|text| {
        let counts = TermCounts::count(text, Some(Language::ENGLISH), &mut analyzer, &mut terms);
        known.update(&terms);
        known.text(&counts)
    });
    a.cosine(&b)
}

#[test]
fn the_cosine_of_two_words_correlates_with_people() {
    ratings::check(&RUBENSTEIN_GOODENOUGH, cosine, 0.795_685);
    ratings::check(&MILLER_CHARLES, cosine, 0.830_874);
}

#[test]
fn texts_of_one_subject_are_closer_than_texts_of_two() {
    for (text, near, far) in [
        ("guitar music", "jazz musicians", "government debt"),
        ("The planets of the sun", "astronomy", "the bread that we bake"),
        ("breathing difficulties", "asthma", "sailing boats"),
    ] {
        let (near, far) = (cosine(text, near), cosine(text, far));
        assert!(near > 0.3 && far < 0.15, "{text}: {near}, {far}");
    }
}

#[test]
fn most_words_of_the_demo_web_have_a_vector() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let (mut analyzer, vectors) = (Analyzer::new(TextOptions::default()), english::vectors());
    let (mut found, mut all) = (0.0, 0.0);
    let truth = GroundTruth::new(&web);
    for url in truth.pages().filter(|url| truth.language_of(url) == Some("en")) {
        let (address, fetched) = (CanonicalUrl::parse(url), web.fetch(url));
        let response = fetched.and_then(|fetched| fetched.result.ok());
        let (Ok(address), Some(response)) = (address, response) else {
            continue;
        };
        let document = read(&response.body, Some("text/html"), &address, &EncodingRs);
        analyzer.tokens(&document.body, Some(Language::ENGLISH), |token| {
            all += 1.0;
            found += f64::from(u8::from(vectors.find(token.term).is_some()));
        });
    }
    let share: f64 = found / all;
    assert!((share - 0.961_986).abs() < 1e-6, "{share} of {all}");
}

#[test]
fn the_most_similar_words_are_synonyms_and_words_of_the_same_family() {
    let table = english::vectors();
    let near = |stem: &str| {
        let word = table.find(stem).expect("it is there");
        let near = table.nearest(word, limits::SIMILAR_WORDS, limits::SIMILAR_WORD);
        near.iter().map(|(word, _)| table.stem(*word)).collect::<Vec<_>>()
    };
    assert_eq!(near("doctor"), ["physician", "medic", "dr", "medicin"]);
    assert_eq!(near("car"), ["automobil", "vehicl"]);
    assert_eq!(near("energi"), ["energet"]);
    assert_eq!(near("python"), [""; 0]);
}
