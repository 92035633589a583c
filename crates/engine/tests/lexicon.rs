//! Compares the committed WordNet 3.0 lexicon with human ratings of pairs of nouns, and with path lengths and
//! correlations that another program computed from WordNet's database.

use crate::ratings::{self, MILLER_CHARLES, RUBENSTEIN_GOODENOUGH};
use crate::wordnet;
use engine::lexicon::{Lexicon, Measure, Mentions, Pos, Term};
use engine::text::{Analyzer, TextOptions};

fn term(lexicon: &Lexicon, written: &str) -> Term {
    lexicon.term(written).unwrap_or_else(|| panic!("WordNet has \u{201c}{written}\u{201d}"))
}

/// Returns Li's similarity of two words.
fn li(a: &str, b: &str) -> f64 {
    let lexicon = wordnet::lexicon();
    lexicon.similarity(term(lexicon, a), term(lexicon, b), Measure::LI)
}

#[test]
fn li_correlates_with_human_ratings_as_in_the_reference() {
    ratings::check(&RUBENSTEIN_GOODENOUGH, li, 0.854_350);
    ratings::check(&MILLER_CHARLES, li, 0.798_526);
}

#[test]
fn paths_have_known_lengths() {
    let lexicon = wordnet::lexicon();
    for (a, b, expected) in [
        ("dog", "cat", Some(4)),
        ("dog", "domestic dog", Some(0)),
        ("car", "automobile", Some(0)),
        ("asthma", "bronchial asthma", Some(0)),
        ("asthma", "respiratory disease", Some(1)),
        ("coast", "shore", Some(1)),
        ("paris", "city", Some(2)),
        ("bird", "crane", Some(3)),
        ("entity", "dog", Some(6)),
        ("forest", "graveyard", Some(8)),
        ("spider", "web", Some(9)),
        ("car", "journey", Some(17)),
        ("crawl", "swim", Some(1)),
        ("eat", "think", Some(3)),
        ("dogs", "dog", Some(0)),
        ("sick", "ill", Some(0)),
        // Roots of two verbs have a virtual root above them; adjectives have none.
        ("ill", "healthy", None),
        ("asthma", "ask for it", None),
    ] {
        let found = lexicon.path_length(term(lexicon, a), term(lexicon, b));
        assert_eq!(found, expected, "{a}, {b}");
    }
}

#[test]
fn forms_are_lemmatized_by_wordnets_rules() {
    let lexicon = wordnet::lexicon();
    for (form, pos, expected) in [
        ("wolves", Pos::Noun, Some("wolf")),
        ("boxes", Pos::Noun, Some("box")),
        ("churches", Pos::Noun, Some("church")),
        ("diseases", Pos::Noun, Some("disease")),
        ("policemen", Pos::Noun, Some("policeman")),
        ("women", Pos::Noun, Some("woman")),
        ("spoonsful", Pos::Noun, Some("spoonful")),
        ("bass", Pos::Noun, None),
        ("attorneys general", Pos::Noun, Some("attorney general")),
        ("Text_Editors", Pos::Noun, Some("text editor")),
        ("went", Pos::Verb, Some("go")),
        ("crawling", Pos::Verb, Some("crawl")),
        ("crawled", Pos::Verb, Some("crawl")),
        ("took off", Pos::Verb, Some("take off")),
        ("asked for it", Pos::Verb, Some("ask for it")),
        ("sicker", Pos::Adjective, Some("sick")),
        ("nicest", Pos::Adjective, Some("nice")),
        ("happier", Pos::Adjective, Some("happy")),
        ("better", Pos::Adjective, Some("good")),
        ("better", Pos::Adverb, Some("well")),
        ("quicker", Pos::Adverb, None),
        ("dog", Pos::Noun, None),
        ("qwertz", Pos::Noun, None),
    ] {
        let found = lexicon.base(form, pos).map(|lemma| lexicon.written(lemma));
        assert_eq!(found, expected, "{form}");
    }
}

#[test]
fn the_committed_lexicon_is_that_of_wordnet_3_0() {
    let lexicon = wordnet::lexicon();
    assert_eq!(lexicon.title(), "WordNet 3.0");
    assert_eq!(lexicon.synsets_len(), 82_115 + 13_767 + 18_156 + 3_621);
}

#[test]
fn a_term_that_is_a_lemma_and_an_inflection_has_the_senses_of_both() {
    let lexicon = wordnet::lexicon();
    for (form, expected) in [
        ("links", vec!["links", "link"]),
        ("crawling", vec!["crawling", "crawl"]),
        ("glasses", vec!["glasses", "glass"]),
        ("gas", vec!["gas"]),
        ("better", vec!["better", "good", "well"]),
        ("used", vec!["used", "use"]),
        ("older", vec!["older"]),
        ("number", vec!["number"]),
        ("working-class", vec!["working-class", "working class"]),
        ("forest", vec!["forest"]),
        ("news", vec!["news"]),
        ("mars", vec!["mars"]),
        ("asthma", vec!["asthma"]),
    ] {
        let lemmas = term(lexicon, form).lemmas();
        let written: Vec<&str> = lemmas.map(|lemma| lexicon.written(lemma)).collect();
        assert_eq!(written, expected, "{form}");
    }
}

#[test]
fn collocations_are_found_in_running_text() {
    let lexicon = wordnet::lexicon();
    let mut analyzer = Analyzer::new(TextOptions::default());
    let text = "Dengue fever and Alzheimer's disease: the text-editor of St. Louis, Missouri, took off in the United \
        States of America. Spiders crawl; attorneys general wait.";
    let mut found = Vec::new();
    Mentions::new().find(lexicon, &mut analyzer, text, None, |mention| {
        let lemma = mention.term.and_then(|term| term.lemmas().next());
        found.push(lemma.map_or(mention.stem, |lemma| lexicon.written(lemma)).to_owned());
    });
    assert_eq!(
        found,
        [
            "dengue fever",
            "alzheimer's disease",
            "text editor",
            "st. louis",
            "missouri",
            "take off",
            "united states of america",
            "spider",
            "crawl",
            "attorney general",
            "wait"
        ]
    );
}
