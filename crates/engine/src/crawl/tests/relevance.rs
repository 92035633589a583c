//! Tests the measures of relevance: by words, by meaning, by both.

use super::*;
use types::plan::RelevanceMeasure::{Auto, Both, Meaning, Words};
use types::plan::{IdfSource, RelevanceMeasure};

/// The cosine of “cat” and “dog” by the few vectors of the tests is .8, so that the relevance by meaning is .8³.
const DOG: f64 = 0.512;

/// Crawls two pages about “dogs”, of which the second is German, for the query “cats”. Returns their relevance, and the
/// priorities of the links.
fn relevance(strategy: &str, measure: RelevanceMeasure) -> ([f64; 2], Vec<Vec<f64>>) {
    let web = Web::default()
        .page("http://a.test/", "<html lang=en><p>dogs</p><a href=/de>dog</a>")
        .page("http://a.test/de", "<html lang=de><p>dogs</p><a href=/en>dog</a>");
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.query = "cats".to_owned();
        plan.strategy = strategy.into();
        plan.relevance = measure;
        plan.pages = 2;
    });
    let pages = seen.pages();
    let parts = pages.iter().map(|page| page.discovery.parts.clone());
    ([pages[0].relevance, pages[1].relevance], parts.collect())
}

#[test]
fn pages_are_judged_by_words_by_meaning_or_by_both_but_strategies_compare_words() {
    let (_, parts) = relevance("best-first", Words);
    for (measure, expected) in [(Words, 0.0), (Meaning, DOG), (Both, DOG / 2.0), (Auto, 0.0)] {
        let ([english, german], same) = relevance("best-first", measure);
        assert!((english - expected).abs() < 1e-6, "{measure:?}: {english}");
        assert!(german.abs() < 1e-12, "{measure:?}: {german}");
        assert_eq!(same, parts, "{measure:?}");
    }
}

#[test]
fn a_strategy_with_word_vectors_judges_by_both_unless_the_plan_says_otherwise() {
    for (measure, expected) in [(Auto, DOG / 2.0), (Words, 0.0)] {
        let ([english, _], _) = relevance("embedding", measure);
        assert!((english - expected).abs() < 1e-6, "{measure:?}: {english}");
    }
}

/// `cats` in the title counts three times beside `dogs`: 3 / √10; else once: 1 / √2.
#[test]
fn words_of_the_title_weigh_more_unless_the_plan_says_otherwise() {
    for (emphasis, expected) in [(true, 3.0 / 10.0_f64.sqrt()), (false, 0.5_f64.sqrt())] {
        let web = Web::default().page("http://a.test/", "<title>cats</title><p>dogs</p>");
        let seen = crawl(&web, &["http://a.test/"], |plan| {
            plan.query = "cats".to_owned();
            plan.idf = IdfSource::None;
            plan.emphasis = emphasis;
        });
        let relevance = seen.pages()[0].relevance;
        assert!((relevance - expected).abs() < 1e-12, "{emphasis}: {relevance}");
    }
}

#[test]
fn an_excluded_word_has_no_meaning() {
    let web = Web::default().page("http://a.test/", "<html lang=en><p>dogs</p>");
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.query = "cats".to_owned();
        plan.relevance = Meaning;
        plan.excluded = vec!["dogs".to_owned()];
    });
    assert!(seen.pages()[0].relevance.abs() < 1e-12);
}

#[test]
fn a_crawl_keeps_the_measure_of_its_first_strategy() {
    let assets = Assets { vectors: Some(Arc::new(crate::vectors::tests::tiny())), ..Assets::default() };
    let plan = Plan {
        query: "cats".to_owned(),
        seeds: vec!["http://a.test/".to_owned()],
        strategy: "embedding".into(),
        ..Plan::default()
    };
    let begun = CheckedPlan::new(plan, &assets).expect("it is valid");
    assert_eq!(begun.plan.relevance, Both);
    let switched = Plan { strategy: "best-first".into(), ..begun.plan };
    let switched = CheckedPlan::new(switched, &assets).expect("it is valid");
    assert_eq!(switched.plan.relevance, Both);
}

/// Returns the relevance by words of a page.
fn by_words(query: &str, html: &str) -> f64 {
    let seen = crawl(&Web::default().page("http://a.test/", html), &["http://a.test/"], |plan| {
        plan.query = query.to_owned();
        plan.relevance = Words;
        plan.idf = IdfSource::None;
    });
    seen.pages()[0].relevance
}

#[test]
fn the_readings_of_a_ruby_do_not_change_the_relevance() {
    for word in [
        "漢字",
        "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>",
        "<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>",
        "<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>",
    ] {
        let page = format!("<html lang=ja><p>{}", format!("{word}を書く。").repeat(5));
        let relevance = by_words("漢字", &page);
        assert!((relevance - 0.5).abs() < 1e-9, "{page}: {relevance}");
    }
}

#[test]
fn vowel_signs_and_tatweel_do_not_change_the_relevance() {
    let first = "العَنْكَبُوتُ حَيَوَانٌ لَهُ ثَمَانِيَةُ أَرْجُلٍ وَهُوَ يَصْنَعُ شَبَكَةً لِكَيْ يَصْطَادَ الحَشَرَاتِ.";
    let second = "يَعِيشُ العَنْكَبُوتُ فِي كُلِّ مَكَانٍ مِنَ العَالَمِ.";
    let vowelled = format!("<html lang=ar><p>{}", format!("{first} {second} ").repeat(3));
    let plain = vowelled.replace(|c| ('\u{64b}'..='\u{652}').contains(&c), "");
    for page in [vowelled, plain.replace("ن", "ن\u{640}"), plain] {
        let relevance = by_words("العنكبوت", &page);
        assert!((relevance - 0.447).abs() < 5e-4, "{page}: {relevance}");
    }
}
