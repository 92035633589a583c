//! Any bytes as the body of a lexicon, under a right head and checksum: it is refused, or everything can be asked of
//! it.
#![no_main]

use engine::lexicon::{ExcludedWords, Lexicon, Measure, Mentions, Pos, Probe, Term};
use engine::text::{Analyzer, TextOptions};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

fn with_body(body: &[u8]) -> Vec<u8> {
    let mut bytes = b"SLEX\x02\x00".to_vec();
    bytes.extend(xxh3_64(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

fn ask_everything(lexicon: &Lexicon) {
    let (excluded, _) = ExcludedWords::read(lexicon, ["dog#n#1", "cat", "go#v#2"]);
    let forms = ["dog", "wolves", "went", "hot dogs", "x ray", "entity", "a", "", "ä b"];
    let terms: Vec<Term> = forms.iter().filter_map(|form| lexicon.term(form)).collect();
    for &a in &terms {
        let probe = Probe::new(lexicon, a, &excluded);
        for &b in &terms {
            for measure in [Measure::Path, Measure::LI, Measure::Synonyms] {
                let similarity = probe.similarity(lexicon, b, measure);
                assert!((0.0..=1.0).contains(&similarity), "{similarity}");
            }
        }
        lexicon.related(a, Measure::Path, 0.2, 10);
        for lemma in lexicon.synonyms(a) {
            let _ = (lexicon.written(lemma), lexicon.senses_as(lemma, Pos::Adjective));
        }
        for (lemma, synset) in lexicon.senses_of(a) {
            let _ = (lexicon.depth(synset), lexicon.pos(synset), lexicon.hypernyms(synset), lexicon.hyponyms(synset));
            let _ = lexicon.notation(lemma, synset);
        }
    }
    let mut analyzer = Analyzer::new(TextOptions::default());
    Mentions::new().find(lexicon, &mut analyzer, "Hot dogs run away, x-ray.", None, |_| {});
    let _ = lexicon.title();
}

fuzz_target!(|body: &[u8]| {
    for bytes in [body, &with_body(body)] {
        if let Ok(lexicon) = Lexicon::read(bytes) {
            ask_everything(&lexicon);
        }
    }
});
