//! Tests terms and similarity with a small lexicon: entity > animal > (dog, cat, wolf, pet), where dog is also a pet
//! and Rex an instance of dog; entity > (hot dog, x-ray); the verbs move > run > run away, and chase; the adjectives
//! sick (ill), healthy (well) and good; the adverb well (good).

use super::*;
use crate::text::{Analyzer, TextOptions};
use types::lexicon::RelatedSense;

pub(crate) fn tiny() -> Lexicon {
    Lexicon::read(include_bytes!("../../tests/fixtures/tiny.lex")).unwrap()
}

fn names(lexicon: &Lexicon, lemmas: &[Lemma]) -> Vec<String> {
    let written = lemmas.iter().map(|&lemma| lexicon.written(lemma));
    written.map(str::to_owned).collect()
}

#[test]
fn a_term_is_found_in_any_spelling_and_inflection() {
    let lexicon = tiny();
    for (written, lemmas) in [
        ("dog", Some(vec!["dog"])),
        ("Dogs", Some(vec!["dog"])),
        ("domestic_dog", Some(vec!["domestic dog"])),
        ("Domestic  Dogs", Some(vec!["domestic dog"])),
        ("wolves", Some(vec!["wolf"])),
        ("went", Some(vec!["go"])),
        ("ran away", Some(vec!["run away"])),
        ("x ray", Some(vec!["x-ray"])),
        ("x-rays", Some(vec!["x-ray"])),
        ("hot-dog", Some(vec!["hot dog"])),
        ("sicker", Some(vec!["sick"])),
        ("healthier", Some(vec!["healthy"])),
        ("better", Some(vec!["good", "well"])),
        ("bird", None),
        ("", None),
    ] {
        let term = lexicon.term(written);
        let found = term.map(|term| names(&lexicon, &term.lemmas().collect::<Vec<_>>()));
        let expected = lemmas.map(|all| all.into_iter().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(found, expected, "{written}");
    }
}

#[test]
fn senses_are_ordered_by_part_of_speech_and_rank() {
    let lexicon = tiny();
    let dog = lexicon.lemma("dog").unwrap();
    let senses = lexicon.senses(dog).iter();
    let written: Vec<String> = senses.map(|&synset| lexicon.notation(dog, synset).to_string()).collect();
    assert_eq!(written, ["dog#n#1", "dog#n#2", "dog#v#1"]);
    for notation in &written {
        let parsed = Notation::parse(notation).unwrap();
        let (lemma, synset) = lexicon.sense(parsed).unwrap();
        assert_eq!(lexicon.notation(lemma, synset).to_string(), *notation);
    }
    for wrong in ["dog", "dog#n", "dog#n#0", "dog#x#1", "dog#n#x"] {
        assert_eq!(Notation::parse(wrong), None, "{wrong}");
    }
    for unknown in ["dog#n#3", "dog#a#1", "dog#r#1"] {
        assert_eq!(lexicon.sense(Notation::parse(unknown).unwrap()), None, "{unknown}");
    }
    for (written, expected) in [("ill#a#1", "ill#a#1"), ("good#s#1", "good#a#1"), ("good#r#1", "good#r#1")] {
        let (lemma, synset) = lexicon.sense(Notation::parse(written).unwrap()).unwrap();
        assert_eq!(lexicon.notation(lemma, synset).to_string(), expected);
    }
    let synonyms = lexicon.synonyms(dog.into());
    assert_eq!(names(&lexicon, &synonyms), ["chase", "domestic dog", "hot dog"]);
}

#[test]
fn each_sense_of_a_word_has_its_own_similarity() {
    let lexicon = tiny();
    let hot_dog = lexicon.term("hot dog").unwrap();
    let probe = Probe::new(&lexicon, hot_dog, &ExcludedWords::default());
    let dog = lexicon.lemma("dog").unwrap();
    // The only common ancestor of the animal and the sausage, which is the second sense, is the root.
    let expected = [0.0, libm::tanh(0.6), 0.0];
    for (sense, expected) in lexicon.senses(dog).iter().zip(expected) {
        let is = probe.similarity_to_sense(&lexicon, *sense, Measure::LI);
        assert!((is - expected).abs() < 1e-12, "{is}");
    }
}

#[test]
fn the_best_pair_of_senses_counts() {
    let lexicon = tiny();
    // Lengths are counted edges; depths are longest paths to the root: animal 1, pet 2, dog 3.
    let li = |length: f64, depth: f64| libm::exp(-0.2 * length) * libm::tanh(0.6 * depth);
    // Connected only by the virtual root.
    let rootless = [("move", "chase"), ("run", "chase")];
    for (a, b, length, expected_li) in [
        ("dog", "domestic dog", Some(0), li(0.0, 3.0)),
        ("dog", "cat", Some(2), li(2.0, 1.0)),
        ("rex", "pet", Some(2), li(2.0, 2.0)),
        ("rex", "cat", Some(3), li(3.0, 1.0)),
        // The sausage is nearer than the animal, but has only the root as common ancestor.
        ("dog", "x-ray", Some(2), 0.0),
        ("dog", "hot dog", Some(0), li(0.0, 1.0)),
        ("move", "run away", Some(2), 0.0),
        // Through the virtual root of the verbs.
        ("run", "chase", Some(3), 0.0),
        ("move", "chase", Some(2), 0.0),
        ("cat", "run", None, 0.0),
        ("cats", "cat", Some(0), 1.0),
    ] {
        let (ta, tb) = (lexicon.term(a).unwrap(), lexicon.term(b).unwrap());
        for (x, y) in [(ta, tb), (tb, ta)] {
            assert_eq!(lexicon.path_length(x, y), length, "{a}, {b}");
            let path = length.map_or(0.0, |length| 1.0 / f64::from(1 << length));
            assert!((lexicon.similarity(x, y, Measure::Path) - path).abs() < 1e-12, "{a}, {b}");
            let found = lexicon.similarity(x, y, Measure::BoundedPath(2));
            let within = !rootless.contains(&(a, b)) && length.is_some_and(|length| length <= 2);
            let expected = if within { path } else { 0.0 };
            assert!((found - expected).abs() < 1e-12, "{a}, {b}: {found}");
            let found = lexicon.similarity(x, y, Measure::LI);
            assert!((found - expected_li).abs() < 1e-12, "{a}, {b}: {found}");
            let same = f64::from(u8::from(length == Some(0)));
            let found = lexicon.similarity(x, y, Measure::Synonyms);
            assert!((found - same).abs() < 1e-12, "{a}, {b}: {found}");
        }
    }
}

#[test]
fn adjectives_and_adverbs_are_synonyms_or_unrelated_in_each_measure() {
    let lexicon = tiny();
    let li = [(0.2, 0.6), (0.0, 0.0), (5.0, 5.0)].map(|(alpha, beta)| Measure::Li { alpha, beta });
    let others = [Measure::Path, Measure::BoundedPath(0), Measure::BoundedPath(2), Measure::Synonyms];
    for (a, b, expected) in [
        ("sick", "ill", 1.0),
        ("sicker", "ill", 1.0),
        ("sick", "healthy", 0.0),
        ("well", "healthy", 1.0),
        ("well", "good", 1.0),
        ("healthy", "good", 0.0),
        ("sick", "dog", 0.0),
    ] {
        let (ta, tb) = (lexicon.term(a).unwrap(), lexicon.term(b).unwrap());
        for (x, y) in [(ta, tb), (tb, ta)] {
            assert_eq!(lexicon.path_length(x, y), (expected > 0.0).then_some(0), "{a}, {b}");
            for measure in others.into_iter().chain(li) {
                let found = lexicon.similarity(x, y, measure);
                assert!((found - expected).abs() < 1e-12, "{a}, {b}, {measure:?}: {found}");
            }
        }
    }
}

#[test]
fn excluded_words_and_senses_are_ignored() {
    let lexicon = tiny();
    let path = |excluded: &[&str], a: &str, b: &str| {
        let (excluded, unknown) = ExcludedWords::read(&lexicon, excluded.iter().copied());
        assert!(unknown.is_empty(), "{unknown:?}");
        let probe = Probe::new(&lexicon, lexicon.term(a).unwrap(), &excluded);
        probe.similarity(&lexicon, lexicon.term(b).unwrap(), Measure::Path)
    };
    for (excluded, a, b, expected) in [
        (&[][..], "dog", "cat", 0.25),
        // Without the animal only the sausage is left: up to the entity and down to the cat.
        (&["dog#n#1"][..], "dog", "cat", 0.125),
        // A sense is excluded only for its own word.
        (&["cat#n#1"], "dog", "cat", 0.25),
        (&["dog#n#1", "dog#n#2"], "dog", "cat", 0.0),
        (&["dog#n#1", "dog#n#2"], "dog", "chase", 1.0),
        (&["cats"], "dog", "cat", 0.0),
        (&["dog"], "dog", "cat", 0.0),
        (&["dog"], "dog", "dogs", 1.0),
        (&["ill#a#1"], "ill", "sick", 0.0),
        (&["sick#a#1"], "ill", "sick", 1.0),
    ] {
        let found = path(excluded, a, b);
        assert!((found - expected).abs() < 1e-12, "{excluded:?} {a}, {b}: {found}");
    }
    let (excluded, unknown) = ExcludedWords::read(&lexicon, ["unicorn", "dog#n#9"]);
    assert!(excluded.is_empty());
    assert_eq!(unknown, ["unicorn", "dog#n#9"]);
}

#[test]
fn related_words_are_listed_by_sense_and_similarity() {
    let lexicon = tiny();
    let related = |word, measure| lexicon.related(lexicon.term(word).unwrap(), measure, 0.25, 4);
    let shown = |sense: &RelatedSense| {
        let related = sense.related.iter();
        let related: Vec<String> = related.map(|term| format!("{} {}", term.word, term.similarity)).collect();
        format!(
            "{}: {} | {} -> {}{}",
            sense.notation,
            sense.synonyms.join(", "),
            sense.hypernyms.join(", "),
            related.join(", "),
            if sense.more { " …" } else { "" }
        )
    };
    assert_eq!(
        related("dog", Measure::Path).iter().map(shown).collect::<Vec<_>>(),
        [
            "dog#n#1: domestic dog | pet, animal -> domestic dog 1, animal 0.5, animate being 0.5, pet 0.5 …",
            "dog#n#2: hot dog | entity -> hot dog 1, entity 0.5, animal 0.25, animate being 0.25 …",
            "dog#v#1: chase |  -> chase 1",
        ]
    );
    assert_eq!(
        related("well", Measure::LI).iter().map(shown).collect::<Vec<_>>(),
        ["well#a#1: healthy |  -> healthy 1", "well#r#1: good |  -> good 1"]
    );
}

#[test]
fn the_longest_collocation_in_a_text_is_found() {
    let lexicon = tiny();
    let mut analyzer = Analyzer::new(TextOptions::default());
    for (text, expected) in [
        ("Hot dogs and cats", vec!["hot dog", "cat"]),
        ("hot-dog", vec!["hot dog"]),
        ("hot, dogs", vec!["(hot)", "dog"]),
        ("They ran away: the wolves ran.", vec!["run away", "wolf", "run"]),
        ("an X-ray of Rex's pets", vec!["x-ray", "rex", "pet"]),
        ("crawling", vec!["(crawl)"]),
        ("the of", vec![]),
    ] {
        let mut found = Vec::new();
        Mentions::new().find(&lexicon, &mut analyzer, text, None, |mention| {
            found.push(match mention.term.and_then(|term| term.lemmas().next()) {
                Some(lemma) => lexicon.written(lemma).to_owned(),
                None => format!("({})", mention.stem),
            });
            assert!(mention.start < mention.end && mention.end <= text.len());
        });
        assert_eq!(found, expected, "{text}");
    }
}
