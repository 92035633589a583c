//! Guesses the encoding of a page that declares none and is not valid UTF-8.
//!
//! Text in Chinese, Japanese or Korean must consist of valid pairs of bytes, most of them common characters. Otherwise
//! the encoding wins whose letters make the most plausible words: letters of one language, the frequent ones more
//! often, beside their usual neighbors, capitals at the start, no symbols within words. The tables of `chardetng`, the
//! detector of Firefox, would add 115 KB to the download; this takes eight.
//!
//! Single words often fit several encodings: there the page's language decides, or else the country of its host.
//!
//! Not covered: visual Hebrew, the encodings of the Macintosh.
//!
//! Source: the method of `compact_enc_det` and `chardetng`: validity, common pairs, letters and case.

use super::charset::{Decoder, WESTERN};

/// The maximum number of bytes beyond ASCII that are examined.
const SAMPLE: usize = 4_000;
/// The share of common characters that text in pairs of bytes needs.
const COMMON_SHARE: f64 = 0.7;
/// The advantage of the page's default in pairs of bytes, as a number of frequent characters.
const DECLARED_CHARACTERS: f64 = 1.1;
/// The advantage of the page's default among encodings with one byte for each character.
const DECLARED_BONUS: f64 = 0.1;
/// The advantage of the most common encoding on a page without another default.
const WESTERN_BONUS: f64 = 0.05;
/// The score below which no guess is better than the default.
const LEAST_SCORE: f64 = 0.45;

/// The least score and number of letters of a text that is surely in letters.
const SURE_SCORE: f64 = 0.7;
const SURE_COUNT: usize = 5;

/// Returns the label of the likeliest encoding; `default` is that of the page's language or its host's country.
pub(super) fn guess(bytes: &[u8], default: Option<&'static str>, decoder: &dyn Decoder) -> &'static str {
    let bytes = sample(bytes);
    let (by_pairs, by_letters) = (|| pairs(bytes, default, decoder), || letters(bytes, default, decoder));
    // Words in Cyrillic letters may look like pairs, but pairs hardly look like whole words.
    let is_declared = |label| PAIRS.iter().all(|pairs| pairs.label != label);
    let declared = default.filter(|label| *label != WESTERN);
    let has_letters = declared.map_or_else(|| is_sure(bytes, decoder), is_declared);
    let guess = if has_letters { by_letters().or_else(by_pairs) } else { by_pairs().or_else(by_letters) };
    guess.or(default).unwrap_or(WESTERN)
}

/// Returns the beginning of the bytes with at most [`SAMPLE`] bytes beyond ASCII.
fn sample(bytes: &[u8]) -> &[u8] {
    let mut high = bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii());
    high.nth(SAMPLE).map_or(bytes, |(end, _)| &bytes[..end])
}

/// An encoding with characters of two bytes.
struct Pairs {
    label: &'static str,
    /// The name of its line in [`FREQUENT`].
    language: &'static str,
    /// Returns the kind of a sequence that begins with these two bytes; the second is 0 at the end.
    kind: fn(u8, u8) -> Kind,
}

/// The most frequent characters beside kana, by language.
const FREQUENT: &str = include_str!("../../data/frequent-characters.txt");

/// The kind of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Invalid,
    Common,
    /// A common one that Chinese text in another encoding hardly has: kana.
    Frequent,
    Rare,
    /// A character of one byte.
    Single,
}

const PAIRS: [Pairs; 5] = [
    Pairs {
        label: "gb18030",
        language: "zh-Hans",
        kind: |lead, trail| match (lead, trail) {
            (0xb0..=0xd7 | 0xa3, 0xa1..=0xfe) | (0xa1, 0xa1..=0xbf) => Kind::Common,
            (0x81..=0xfe, 0x40..=0x7e | 0x80..=0xfe) => Kind::Rare,
            _ => Kind::Invalid,
        },
    },
    Pairs {
        label: "big5",
        language: "zh-Hant",
        kind: |lead, trail| match (lead, trail) {
            (0xa4..=0xc6, 0x40..=0x7e | 0xa1..=0xfe) | (0xa1, 0x40..=0x7e) => Kind::Common,
            (0xa1..=0xa3 | 0xc7..=0xf9, 0x40..=0x7e | 0xa1..=0xfe) => Kind::Rare,
            _ => Kind::Invalid,
        },
    },
    Pairs {
        label: "euc-jp",
        language: "ja",
        kind: |lead, trail| match (lead, trail) {
            (0xa4 | 0xa5, 0xa1..=0xf6) => Kind::Frequent,
            (0xb0..=0xcf, 0xa1..=0xfe) | (0xa1, 0xa1..=0xdf) => Kind::Common,
            (0xa1..=0xa8 | 0xad | 0xd0..=0xf4 | 0xfc, 0xa1..=0xfe) | (0x8e, 0xa1..=0xdf) => Kind::Rare,
            _ => Kind::Invalid,
        },
    },
    Pairs {
        label: "shift_jis",
        language: "ja",
        kind: |lead, trail| match (lead, trail) {
            (0x82, 0x9f..=0xf1) | (0x83, 0x40..=0x7e | 0x80..=0x96) => Kind::Frequent,
            (0x81 | 0x88..=0x97, 0x40..=0x7e | 0x80..=0xfc) => Kind::Common,
            (0x82..=0x87 | 0x98..=0x9f | 0xe0..=0xea | 0xed..=0xee | 0xfa..=0xfc, 0x40..=0x7e | 0x80..=0xfc) => {
                Kind::Rare
            }
            (0xa1..=0xdf, _) => Kind::Single,
            _ => Kind::Invalid,
        },
    },
    Pairs {
        label: "euc-kr",
        language: "ko",
        kind: |lead, trail| match (lead, trail) {
            (0xb0..=0xc8, 0xa1..=0xfe) | (0xa1, 0xa1..=0xbf) => Kind::Common,
            (0xa1..=0xac | 0xca..=0xfd, 0xa1..=0xfe) | (0x81..=0xc6, 0x41..=0x5a | 0x61..=0x7a | 0x81..=0xfe) => {
                Kind::Rare
            }
            _ => Kind::Invalid,
        },
    },
];

/// Returns the likeliest encoding with pairs of bytes, if there is one.
fn pairs(bytes: &[u8], default: Option<&str>, decoder: &dyn Decoder) -> Option<&'static str> {
    let mut best = (COMMON_SHARE, None);
    for encoding in &PAIRS {
        let is_default = default.is_some_and(|label| encoding.is_of_language(label));
        let bonus = if is_default { DECLARED_CHARACTERS } else { 0.0 };
        let score = encoding.score(bytes, bonus, decoder).unwrap_or_default();
        if score > best.0 {
            best = (score, Some(encoding.label));
        }
    }
    best.1
}

impl Pairs {
    /// Returns true for the encodings of the language that has this default.
    fn is_of_language(&self, default: &str) -> bool {
        self.label == default || (self.label == "euc-jp" && default == "shift_jis")
    }

    /// Returns the share of common characters plus that of frequent ones, to which `bonus` is added; `None` if the
    /// bytes are invalid, or no two characters are neighbors.
    ///
    /// A pair alone counts only if it is rare: in Western text most bytes beyond ASCII have no such neighbor.
    fn score(&self, bytes: &[u8], bonus: f64, decoder: &dyn Decoder) -> Option<f64> {
        let text = decoder.decode(self.label, bytes)?;
        let (mut characters, frequents) = (text.chars(), line(FREQUENT, self.language));
        let (mut at, mut common, mut all, mut frequent, mut neighbors) = (0, 0.0, 0.0, 0.0, 0);
        let mut alone = 0;
        while let (Some(&lead), Some(character)) = (bytes.get(at), characters.next()) {
            if lead.is_ascii() {
                alone = 0;
                at += 1;
                continue;
            }
            // The last character may be cut, which is rare.
            let Some(&trail) = bytes.get(at + 1) else {
                all += 1.0;
                break;
            };
            let kind = (self.kind)(lead, trail);
            at += if kind == Kind::Single { 1 } else { 2 };
            alone += 1;
            let is_neighbor = alone > 1 || bytes.get(at).is_some_and(|next| !next.is_ascii());
            match kind {
                Kind::Invalid => return None,
                Kind::Common | Kind::Frequent if is_neighbor => {
                    common += 1.0;
                    neighbors += 1;
                }
                Kind::Common | Kind::Frequent => continue,
                Kind::Rare | Kind::Single => {}
            }
            all += 1.0;
            let is_frequent = kind == Kind::Frequent || frequents.contains(character);
            frequent += f64::from(u8::from(is_frequent));
        }
        (neighbors > 1).then(|| (common + frequent + bonus) / all)
    }
}

/// The letters of a language beyond ASCII, and the encodings in which it is written.
struct Letters {
    labels: &'static [&'static str],
    /// The name of its line in [`NEIGHBORS`]; empty if it has none.
    language: &'static str,
    /// In lower case, the most frequent first.
    alphabet: &'static str,
}

/// The frequent neighbors of letters, by language.
const NEIGHBORS: &str = include_str!("../../data/letter-pairs.txt");

/// Returns the line of a table that begins with this word, or nothing.
fn line(table: &'static str, name: &str) -> &'static str {
    table.lines().find(|line| line.split(' ').next() == Some(name)).unwrap_or_default()
}

/// The languages with Cyrillic letters.
const CYRILLIC: Letters =
    row("", &["windows-1251", "koi8-u", "iso-8859-5", "ibm866"], "оеаинтсрвлкдмпуяыьгзбчіхйжшюцщэфїъєёґўјљњћђџѓќѕ");

/// Thai, whose signs count as letters.
const THAI: Letters = row(
    "",
    &["windows-874"],
    "านร\u{e31}\u{e48}\u{e49}อกเ\u{e34}\u{e35}งมยลวดทสตะปบคหแ\
    \u{e38}จพ\u{e37}\u{e39}ชข\u{e4c}ใไโผถ\u{e47}ซณ\u{e36}ธศฐภษำญฝฟฉฆฬฮฤๆ",
);

/// Arabic and Persian, whose marks count as letters.
const ARABIC: Letters = row(
    "",
    &["windows-1256", "iso-8859-6"],
    "اليمنوترهبدسعفةكقحجشصىخأطضذءثزغإئظؤآپچژگکی\u{64e}\u{650}\u{64f}\u{652}\u{651}\u{64b}",
);

/// The encodings of Greek, of which a page's default is the first.
const GREEK: [&str; 2] = ["iso-8859-7", "windows-1253"];
/// The letters of Hebrew, then its points.
const HEBREW: &str = "יוהלאמרבתשנעםדקחפסכטגזצןךףץ\u{5b8}\u{5b7}\u{5b4}\u{5b0}\u{5b6}\u{5b5}\u{5bc}\u{5b9}\
    \u{5bb}\u{5c1}\u{5c2}\u{5b2}\u{5b1}\u{5b3}";

/// The languages; of those with the same score, the first wins.
const LETTERS: [Letters; 25] = [
    // German, French, Spanish, Portuguese, Italian, Nordic, Icelandic, Catalan, Dutch.
    row("de", &["windows-1252"], "äöüß"),
    row("fr", &["windows-1252"], "éèàçêâîôûùëïœæ"),
    row("es", &["windows-1252"], "áéíóúñüºª"),
    row("pt", &["windows-1252"], "ãçáéíóêúâàôõº"),
    row("it", &["windows-1252"], "àèéìòù"),
    row("sv", &["windows-1252"], "åäöæøé"),
    row("is", &["windows-1252"], "áíéðóúýþæö"),
    row("ca", &["windows-1252"], "àèéíïòóúüç·"),
    row("nl", &["windows-1252"], "éëïöüèê"),
    // Polish, Czech, Slovak, Hungarian, Romanian, Croatian and Slovene.
    row("pl", &["windows-1250", "iso-8859-2"], "ąćęłńóśźż"),
    row("cs", &["windows-1250", "iso-8859-2"], "íáéěřýžčšůúťóňď"),
    row("sk", &["windows-1250", "iso-8859-2"], "áíéčšžýúľťôňäóďĺŕ"),
    row("hu", &["windows-1250", "iso-8859-2"], "áéőóöíüúű"),
    row("ro", &["windows-1250", "iso-8859-2"], "ăîşţâ"),
    row("sh", &["windows-1250", "iso-8859-2"], "čćđšž"),
    // Turkish, Lithuanian, Latvian, Estonian, Vietnamese.
    row("tr", &["windows-1254"], "ıişçğüöâî"),
    row("lt", &["windows-1257"], "ąčęėįšųūž"),
    row("lv", &["windows-1257"], "āīšēņļūķžčģ"),
    row("et", &["windows-1257"], "äõöüšž"),
    row("vi", &["windows-1258"], "ăâđêôơư\u{300}\u{301}\u{303}\u{309}\u{323}"),
    // Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian.
    CYRILLIC,
    row("", &GREEK, "αοιετσνηυρπκμλςίωόάέδήγύχθώφβξζψϊϋ"),
    row("", &["windows-1255"], HEBREW),
    ARABIC,
    THAI,
];

const fn row(language: &'static str, labels: &'static [&'static str], alphabet: &'static str) -> Letters {
    Letters { labels, language, alphabet }
}

/// Returns the likeliest encoding with one byte for each character, if one is plausible.
fn letters(bytes: &[u8], default: Option<&str>, decoder: &dyn Decoder) -> Option<&'static str> {
    let mut best = (LEAST_SCORE, None);
    for row in &LETTERS {
        let letters = row.weighted();
        for &label in row.labels {
            let Some(table) = table(label, decoder) else {
                continue;
            };
            let bonus = match default {
                // Many pages in other languages have kept the `lang=en` of a template.
                None | Some(WESTERN) if label == WESTERN => WESTERN_BONUS,
                Some(default) if label == default || [default, label] == GREEK => DECLARED_BONUS,
                _ => 0.0,
            };
            let score = plausibility(bytes, &table, &letters) + bonus;
            if score > best.0 {
                best = (score, Some(label));
            }
        }
    }
    best.1
}

/// Returns true for words in Cyrillic, Arabic or Thai letters, each of which stands where it may.
fn is_sure(bytes: &[u8], decoder: &dyn Decoder) -> bool {
    let count = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let fits = |row: &Letters| {
        let letters = row.weighted();
        let mut tables = row.labels.iter().filter_map(|label| table(label, decoder));
        tables.any(|table| plausibility(bytes, &table, &letters) > SURE_SCORE)
    };
    count >= SURE_COUNT && [CYRILLIC, ARABIC, THAI].iter().any(fits)
}

/// Returns the characters of the bytes from 0x80 in an encoding with one byte for each.
fn table(label: &str, decoder: &dyn Decoder) -> Option<Vec<char>> {
    let bytes: Vec<u8> = (0x80..=0xff).collect();
    let table: Vec<char> = decoder.decode(label, &bytes)?.chars().collect();
    (table.len() == bytes.len()).then_some(table)
}

/// Returns the mean plausibility of the characters beyond ASCII, at most [`FINAL_WEIGHT`]; a letter that the language
/// lacks, or a symbol within a word, counts against the encoding. A letter alone says nothing: in another encoding it
/// is a symbol, such as © or ×.
fn plausibility(bytes: &[u8], table: &[char], letters: &[Letter]) -> f64 {
    let character = |byte: u8| match byte {
        0x80.. => table[usize::from(byte) - 0x80],
        _ => char::from(byte),
    };
    let is_latin = letters.first().is_some_and(|letter| is_latin(letter.small));
    let has = |wanted| bytes.iter().any(|byte| character(*byte) == wanted);
    let has_quotes = has('«') && has('»');
    let (mut sum, mut all, mut before, mut run) = (0.0, 0.0, ' ', 0);
    // The number of capitals directly before.
    let mut capitals = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let c = character(byte);
        let previous = std::mem::replace(&mut before, c);
        capitals = if previous.is_uppercase() { capitals + 1 } else { 0 };
        if byte.is_ascii() {
            run = 0;
            continue;
        }
        run += 1;
        let next = bytes.get(at + 1).map_or(' ', |byte| character(*byte));
        let small = c.to_lowercase().next().unwrap_or(c);
        let letter = letters.iter().find(|letter| letter.small == small);
        let is_mixed = !is_latin && (previous.is_ascii_alphabetic() || next.is_ascii_alphabetic());
        let (is_after, is_before) = (previous.is_alphabetic(), next.is_alphabetic());
        let points = match letter {
            None if matches!(c, '«' | '»') && is_after != is_before => {
                Some(if has_quotes { QUOTE_WEIGHT } else { LONE_QUOTE_WEIGHT })
            }
            // In windows-1253 it is a capital: “Άνοιξη”.
            None if c == '\u{2019}' && !is_latin && is_before && (!is_after || previous.is_uppercase()) => Some(-1.0),
            None => symbol(c, is_after, is_before),
            Some(_) if !is_after && !is_before => None,
            Some(_) if is_mixed || (is_latin && run > 2) => Some(-1.0),
            Some(_) if FINAL.contains(c) => Some(if is_before && !is_point(next) { -1.0 } else { FINAL_WEIGHT }),
            Some(_) if is_mark(c) => Some(if is_thai(previous) { FINAL_WEIGHT } else { -1.0 }),
            // Capitals begin words, or all letters of a word are.
            Some(letter) if c != small && previous.is_uppercase() => Some(letter.capital_weight(previous, next)),
            Some(_) if is_after && (c != small || capitals > 1) => Some(-1.0),
            Some(letter) => Some(letter.weight_between(previous, next)),
        };
        if let Some(points) = points {
            (sum, all) = (sum + points, all + 1.0);
        }
    }
    if all > 0.0 { sum / all } else { 0.0 }
}

/// Letters that only end words, in Greek and Hebrew.
const FINAL: &str = "ςךםןףץ";
/// Their weight, and that of the signs of Thai: a letter at its place says more than others.
const FINAL_WEIGHT: f64 = 1.2;

/// The weight of a quotation mark at the edge of a word, if both marks occur.
const QUOTE_WEIGHT: f64 = 0.9;
/// The weight of one that stands there alone.
const LONE_QUOTE_WEIGHT: f64 = -0.3;

/// Returns true for letters of Latin script.
fn is_latin(letter: char) -> bool {
    letter < '\u{370}'
}

/// Returns true for the points of Hebrew.
fn is_point(c: char) -> bool {
    matches!(c, '\u{5b0}'..='\u{5c2}')
}

/// Returns true for the signs of Thai above and below a letter.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}')
}

/// Returns true for consonants of Thai, and signs of one.
fn is_thai(c: char) -> bool {
    is_mark(c) || matches!(c, '\u{e01}'..='\u{e2e}')
}

/// A letter of a language.
struct Letter {
    small: char,
    weight: f64,
    /// The sets of its frequent neighbors before and behind it, as sums of [`neighbor`]s.
    neighbors: Option<[u32; 2]>,
}

/// The weight of a letter with one frequent neighbor, relative to one with two. One with none has no weight.
const ONE_NEIGHBOR: f64 = 0.6;
/// The weight of a capital behind another one, relative to a small letter, with and without known neighbors.
const CAPITAL: f64 = 0.8;
const UNKNOWN_CAPITAL: f64 = 0.9;

impl Letters {
    /// Returns the letters with their weights: those that are written often have more.
    fn weighted(&self) -> Vec<Letter> {
        let is_latin = self.alphabet.starts_with(is_latin);
        let weight = |rank: u32| match rank {
            _ if is_latin => 1.0 - f64::from(rank) / 50.0,
            ..10 => 1.0,
            10..22 => 0.75,
            _ => 0.3,
        };
        let entries = line(NEIGHBORS, self.language);
        let neighbors = |letter: char| -> Option<[u32; 2]> {
            let sides = entries.split(' ').find_map(|entry| entry.strip_prefix(letter))?.split_once('-')?;
            Some([sides.0, sides.1].map(|side| side.chars().map(neighbor).sum()))
        };
        let weighted = |(rank, small)| Letter { small, weight: weight(rank), neighbors: neighbors(small) };
        (0..).zip(self.alphabet.chars()).map(weighted).collect()
    }
}

impl Letter {
    fn weight_between(&self, previous: char, next: char) -> f64 {
        let Some(neighbors) = self.neighbors else {
            return self.weight;
        };
        let frequent = neighbors.into_iter().zip([previous, next]).filter(|(set, c)| set & neighbor(*c) != 0);
        match frequent.count() {
            0 => 0.0,
            1 => ONE_NEIGHBOR * self.weight,
            _ => self.weight,
        }
    }

    /// Returns the weight of a capital behind another one.
    fn capital_weight(&self, previous: char, next: char) -> f64 {
        let capital = if self.neighbors.is_some() { CAPITAL } else { UNKNOWN_CAPITAL };
        capital * self.weight_between(previous, next)
    }
}

/// Returns the bit of a neighbor: a letter of ASCII, any other letter (`*`), or the border of a word (`_`).
fn neighbor(c: char) -> u32 {
    1 << match c {
        'a'..='z' | 'A'..='Z' => u32::from(c) % 32,
        _ if c.is_alphabetic() || c == '*' => 27,
        _ => 28,
    }
}

/// Returns the points of a character that is no letter of the language and stands after or before a letter; `None` if
/// it says nothing, as punctuation between words.
fn symbol(c: char, is_after: bool, is_before: bool) -> Option<f64> {
    let is_plausible = match c {
        '\u{2018}'..='\u{201e}' | '\u{2010}'..='\u{2015}' | '\u{ad}' | '·' => true,
        '\u{a0}' | '…' | '«' | '»' | '‹' | '›' | '©' | '®' | '™' | '°' | '§' | '№' | '€' | '£' | '•' | '¿' | '¡'
        | '²' | '³' => !(is_after && is_before),
        'µ' => !is_after,
        '×' | '÷' | '±' | '½' | '¼' | '¾' | '¹' | '¢' | '¥' | '¶' | '¬' | '¦' | '†' | '‡' | '‰' => {
            !is_after && !is_before
        }
        _ => false,
    };
    (!is_plausible).then_some(-1.0)
}

#[cfg(all(test, feature = "encoding_rs"))]
#[path = "detect_tests.rs"]
mod tests;
