//! Tests that look-ups allocate nothing, with a counting allocator. A separate file, since the allocator counts for the
//! whole test program.

mod wordnet;

use allocation_counter::measure;
use engine::lexicon::{ExcludedWords, Measure, Pos, Probe};
use std::hint::black_box;

#[test]
fn look_ups_and_comparisons_allocate_nothing() {
    let lexicon = wordnet::lexicon();
    let (excluded, _) = ExcludedWords::read(lexicon, ["python#n#2", "mamba"]);
    let asthma = lexicon.term("asthma").expect("WordNet has it");
    let probe = Probe::new(lexicon, asthma, &excluded);
    let forms = [
        "asthma",
        "Dengue_fever",
        "wolves",
        "took off",
        "attorneys general",
        "qwertz",
        "X-rays",
        "sicker",
        "better off",
    ];
    let info = measure(|| {
        for form in forms {
            black_box(lexicon.find(form, Pos::Noun));
            for pos in Pos::ALL {
                black_box(lexicon.base(form, pos));
            }
            let Some(term) = lexicon.term(form) else {
                continue;
            };
            for (lemma, synset) in lexicon.senses_of(term) {
                black_box((lexicon.written(lemma), lexicon.lemmas(synset)));
                black_box((lexicon.hypernyms(synset), lexicon.hyponyms(synset)));
            }
            for measure in [Measure::Path, Measure::LI, Measure::Synonyms] {
                black_box(probe.similarity(lexicon, term, measure));
            }
        }
    });
    assert_eq!(info.count_total, 0);
    let made = measure(|| drop(black_box(lexicon.synonyms(asthma))));
    assert!(made.count_total > 0, "the allocator counts");
}
