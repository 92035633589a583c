//! Measures the main text over a corpus of pages: the F1 of its words, as bags, against those of the marked lines.
//!
//! `main_text/README.md` tells how the corpus was made. `cargo test -p engine --test engine main_text -- --nocapture`
//! prints every page.

use engine::html::{Document, EncodingRs, read};
use engine::text::{Analyzer, TextOptions};
use std::collections::BTreeMap;
use std::path::PathBuf;
use types::url::CanonicalUrl;

/// The lowest mean F1 over the pages for which the method was tuned.
const TUNED: f64 = 0.95;
/// The lowest mean F1 over the other pages: every third.
const HELD_OUT: f64 = 0.95;
/// The mark of a line of the main text.
const MARK: &str = "+ ";

/// A page of the corpus.
struct Page {
    name: String,
    html: String,
    /// The lines of the main text, as HTML.
    main: String,
}

fn pages() -> Vec<Page> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/main_text");
    let files = std::fs::read_dir(folder).expect("the corpus").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "html")).collect();
    files.sort();
    files.iter().map(|path| page(path.file_stem().expect("a name").to_string_lossy().into_owned(), path)).collect()
}

fn page(name: String, path: &PathBuf) -> Page {
    let marked = std::fs::read_to_string(path).expect("a page");
    let (mut html, mut main) = (String::new(), String::new());
    for line in marked.split_inclusive('\n') {
        let text = line.strip_prefix(MARK).unwrap_or(line);
        html.push_str(text);
        if text.len() < line.len() {
            main.push_str(text);
        }
    }
    Page { name, html, main }
}

fn document(html: &str) -> Document {
    let url = CanonicalUrl::parse("http://a.test/page").expect("a URL");
    read(html.as_bytes(), Some("text/html; charset=utf-8"), &url, &EncodingRs)
}

/// Returns how often a text contains each word.
fn bag(text: &str) -> BTreeMap<String, usize> {
    let mut analyzer = Analyzer::new(TextOptions { stemming: false, stop_words: false });
    let mut bag = BTreeMap::new();
    analyzer.written_words(text, None, |word| *bag.entry(word.written.to_owned()).or_default() += 1);
    bag
}

/// Returns precision, recall and F1 of the words of a text.
fn quality(found: &str, expected: &str) -> [f64; 3] {
    let (found, expected) = (bag(found), bag(expected));
    let common = found.iter().map(|(word, count)| expected.get(word).map_or(0, |wanted| *count.min(wanted)));
    let common = real(common.sum());
    let precision = common / real(found.values().sum()).max(1.0);
    let recall = common / real(expected.values().sum()).max(1.0);
    [precision, recall, 2.0 * precision * recall / (precision + recall).max(f64::MIN_POSITIVE)]
}

fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("few words"))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / real(values.len()).max(1.0)
}

#[test]
fn the_main_text_has_the_words_of_the_marked_lines() {
    let (mut tuned, mut held_out) = (Vec::new(), Vec::new());
    let pages = pages();
    assert!(pages.len() >= 60);
    for (index, page) in pages.iter().enumerate() {
        let [precision, recall, f1] = quality(&document(&page.html).main_text(), &document(&page.main).body);
        let part = if index % 3 == 2 { &mut held_out } else { &mut tuned };
        part.push(f1);
        println!("{f1:.3} precision {precision:.3} recall {recall:.3} {}", page.name);
    }
    println!("mean F1 {:.4} tuned, {:.4} held out", mean(&tuned), mean(&held_out));
    assert!(mean(&tuned) >= TUNED && mean(&held_out) >= HELD_OUT);
}
