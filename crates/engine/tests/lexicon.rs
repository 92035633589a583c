//! Compares the committed WordNet 3.0 lexicon with human ratings of pairs of nouns, and with lengths and correlations that a second
//! program computed from WordNet's database.

mod wordnet;

use engine::lexicon::{Lexicon, Measure, Mentions, Pos, Term};
use engine::text::{Analyzer, TextOptions};

/// The similarity of 65 pairs of nouns as rated by 51 people, from 0 to 4: Rubenstein and Goodenough, "Contextual
/// correlates of synonymy", Communications of the ACM 8(10), 1965.
const RUBENSTEIN_GOODENOUGH: [(&str, &str, f64); 65] = [
    ("gem", "jewel", 3.94),
    ("midday", "noon", 3.94),
    ("automobile", "car", 3.92),
    ("cemetery", "graveyard", 3.88),
    ("cushion", "pillow", 3.84),
    ("boy", "lad", 3.82),
    ("cock", "rooster", 3.68),
    ("implement", "tool", 3.66),
    ("forest", "woodland", 3.65),
    ("coast", "shore", 3.60),
    ("autograph", "signature", 3.59),
    ("journey", "voyage", 3.58),
    ("serf", "slave", 3.46),
    ("grin", "smile", 3.46),
    ("glass", "tumbler", 3.45),
    ("cord", "string", 3.41),
    ("hill", "mound", 3.29),
    ("magician", "wizard", 3.21),
    ("furnace", "stove", 3.11),
    ("asylum", "madhouse", 3.04),
    ("brother", "monk", 2.74),
    ("food", "fruit", 2.69),
    ("bird", "cock", 2.63),
    ("bird", "crane", 2.63),
    ("oracle", "sage", 2.61),
    ("sage", "wizard", 2.46),
    ("brother", "lad", 2.41),
    ("crane", "implement", 2.37),
    ("magician", "oracle", 1.82),
    ("glass", "jewel", 1.78),
    ("cemetery", "mound", 1.69),
    ("car", "journey", 1.55),
    ("hill", "woodland", 1.48),
    ("crane", "rooster", 1.41),
    ("furnace", "implement", 1.37),
    ("coast", "hill", 1.26),
    ("bird", "woodland", 1.24),
    ("shore", "voyage", 1.22),
    ("cemetery", "woodland", 1.18),
    ("food", "rooster", 1.09),
    ("forest", "graveyard", 1.00),
    ("lad", "wizard", 0.99),
    ("mound", "shore", 0.97),
    ("automobile", "cushion", 0.97),
    ("boy", "sage", 0.96),
    ("monk", "oracle", 0.91),
    ("shore", "woodland", 0.90),
    ("grin", "lad", 0.88),
    ("coast", "forest", 0.85),
    ("asylum", "cemetery", 0.79),
    ("monk", "slave", 0.57),
    ("cushion", "jewel", 0.45),
    ("boy", "rooster", 0.44),
    ("glass", "magician", 0.44),
    ("graveyard", "madhouse", 0.44),
    ("asylum", "monk", 0.39),
    ("asylum", "fruit", 0.19),
    ("grin", "implement", 0.18),
    ("mound", "stove", 0.14),
    ("automobile", "wizard", 0.11),
    ("autograph", "shore", 0.06),
    ("fruit", "furnace", 0.05),
    ("noon", "string", 0.04),
    ("rooster", "voyage", 0.04),
    ("chord", "smile", 0.02),
];

/// The similarity of 30 of these pairs as rated by 38 people: Miller and Charles, "Contextual correlates of semantic
/// similarity", Language and Cognitive Processes 6(1), 1991.
const MILLER_CHARLES: [(&str, &str, f64); 30] = [
    ("car", "automobile", 3.92),
    ("gem", "jewel", 3.84),
    ("journey", "voyage", 3.84),
    ("boy", "lad", 3.76),
    ("coast", "shore", 3.70),
    ("asylum", "madhouse", 3.61),
    ("magician", "wizard", 3.50),
    ("midday", "noon", 3.42),
    ("furnace", "stove", 3.11),
    ("food", "fruit", 3.08),
    ("bird", "cock", 3.05),
    ("bird", "crane", 2.97),
    ("tool", "implement", 2.95),
    ("brother", "monk", 2.82),
    ("lad", "brother", 1.66),
    ("crane", "implement", 1.68),
    ("journey", "car", 1.16),
    ("monk", "oracle", 1.10),
    ("cemetery", "woodland", 0.95),
    ("food", "rooster", 0.89),
    ("coast", "hill", 0.87),
    ("forest", "graveyard", 0.84),
    ("shore", "woodland", 0.63),
    ("monk", "slave", 0.55),
    ("coast", "forest", 0.42),
    ("lad", "wizard", 0.42),
    ("chord", "smile", 0.13),
    ("glass", "magician", 0.11),
    ("rooster", "voyage", 0.08),
    ("noon", "string", 0.08),
];

fn term(lexicon: &Lexicon, written: &str) -> Term {
    lexicon
        .term(written)
        .unwrap_or_else(|| panic!("WordNet has \u{201c}{written}\u{201d}"))
}

/// Pearson's correlation of the measure with the human ratings.
fn correlation(lexicon: &Lexicon, pairs: &[(&str, &str, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let ours = pairs.iter().map(|(a, b, _)| {
        let (a, b) = (term(lexicon, a), term(lexicon, b));
        lexicon.similarity(a, b, Measure::LI)
    });
    let ours: Vec<f64> = ours.collect();
    let theirs: Vec<f64> = pairs.iter().map(|&(_, _, rating)| rating).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / n;
    let (x, y) = (mean(&ours), mean(&theirs));
    let product = |a: &[f64], b: &[f64], x: f64, y: f64| {
        a.iter().zip(b).map(|(a, b)| (a - x) * (b - y)).sum::<f64>()
    };
    product(&ours, &theirs, x, y)
        / (product(&ours, &ours, x, x) * product(&theirs, &theirs, y, y)).sqrt()
}

#[test]
fn li_correlates_with_people_as_the_reference_does() {
    let lexicon = wordnet::lexicon();
    for (name, pairs, expected) in [
        (
            "Rubenstein and Goodenough",
            &RUBENSTEIN_GOODENOUGH[..],
            0.854_350,
        ),
        ("Miller and Charles", &MILLER_CHARLES[..], 0.798_526),
    ] {
        let found = correlation(lexicon, pairs);
        assert!((found - expected).abs() < 1e-6, "{name}: {found}");
    }
}

#[test]
fn paths_have_the_lengths_that_are_known() {
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
        ("asthma", "ask for it", None),
    ] {
        let found = lexicon.path_length(term(lexicon, a), term(lexicon, b));
        assert_eq!(found, expected, "{a}, {b}");
    }
}

#[test]
fn forms_are_brought_to_their_lemmas_by_wordnets_rules() {
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
        ("dog", Pos::Noun, None),
        ("qwertz", Pos::Noun, None),
    ] {
        let found = lexicon.base(form, pos).map(|lemma| lexicon.written(lemma));
        assert_eq!(found, expected, "{form}");
    }
}

#[test]
fn the_committed_lexicon_is_within_its_sizes() {
    let lexicon = wordnet::lexicon();
    assert_eq!(lexicon.title(), "WordNet 3.0");
    assert_eq!(lexicon.lemmas_len(), 125_231);
    assert_eq!(lexicon.synsets_len(), 82_115 + 13_767);
    assert_eq!(lexicon.senses_len(), 146_312 + 25_047);
    assert!(lexicon.memory() < 15_000_000, "{}", lexicon.memory());
}

#[test]
fn a_term_that_is_a_lemma_and_an_inflection_has_the_senses_of_both() {
    let lexicon = wordnet::lexicon();
    for (form, expected) in [
        ("links", vec!["links", "link"]),
        ("crawling", vec!["crawling", "crawl"]),
        ("glasses", vec!["glasses", "glass"]),
        ("gas", vec!["gas"]),
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
fn senses_are_told_apart_by_their_names_and_their_kinds() {
    let lexicon = wordnet::lexicon();
    let shown = |word: &str| {
        let senses = lexicon.related(term(lexicon, word), Measure::Path, 0.5, 3);
        let shown = senses.iter().map(|sense| {
            let related = sense.related.iter().map(|term| &*term.word);
            format!(
                "{}: {} | {} -> {}",
                sense.notation,
                sense.synonyms.join(", "),
                sense.hypernyms.join(", "),
                related.collect::<Vec<_>>().join(", ")
            )
        });
        shown.collect::<Vec<_>>()
    };
    assert_eq!(
        shown("python"),
        [
            "python#n#1:  | boa -> boa, carpet snake, python variegatus",
            "python#n#2:  | spirit -> spirit, disembodied spirit",
            "python#n#3:  | mythical monster -> mythical monster, mythical creature",
        ]
    );
    assert_eq!(
        shown("asthma"),
        [
            "asthma#n#1: asthma attack, bronchial asthma | respiratory disease -> \
             asthma attack, bronchial asthma, respiratory disease"
        ]
    );
}

#[test]
fn collocations_are_found_in_running_text() {
    let lexicon = wordnet::lexicon();
    let mut analyzer = Analyzer::new(TextOptions::default());
    let text = "Dengue fever and Alzheimer's disease: the text-editor of St. Louis, Missouri, took off in the United States of \
                America. Spiders crawl; attorneys general wait.";
    let mut found = Vec::new();
    Mentions::new().find(lexicon, &mut analyzer, text, None, |mention| {
        let lemma = mention.term.and_then(|term| term.lemmas().next());
        found.push(
            lemma
                .map_or(mention.stem, |lemma| lexicon.written(lemma))
                .to_owned(),
        );
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
