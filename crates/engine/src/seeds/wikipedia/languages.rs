//! The Wikipedias that a query is sent to: that of its language, and others that it may be in.
//!
//! A few words of Latin letters rarely show their language: “Photosynthese” may come from an English browser. Words
//! that general English does not have are compared with the letters and endings that distinguish the larger Wikipedias,
//! with their function words, and with the statistics of their letters. Not covered: languages that share them, of
//! which the larger Wikipedia is asked; other scripts, of which [`html::query_language`] decides.

use crate::html;
use crate::text::{Analyzer, Idf, Language, Terms, TextOptions};

/// Letters, parts and endings (`$`) of words, by language, in the order of the Wikipedias' sizes: first those that show
/// the language, then those that several share or that English has borrowed.
const TRAITS: [(&str, &str, &str); 9] = [
    (
        "de",
        "ä ö ü ß heit keit pf tz cht sch kunst stadt berg gebiet bau$ verein$ ung$ schaft$ ismus$ these$ isch$ lich$ \
        werk$ rad$ eln$ nnen$ ieren$ see$",
        "",
    ),
    (
        "fr",
        "è ê ç œ eau aux$ eux$ ique$ iques$ isme$ iste$ ienne$ euse$ ité$ ée$ aire$ aires$ oire$ eurs$",
        "é à â ons$ ement$",
    ),
    ("es", "ñ ción ciones ijo dad$ dades$ encia$ ismo$ ía$ ó á í ares$ ores$", "ú é os$ as$ illa$"),
    ("it", "zione zioni ezza$ tà$ ò ù cch glia gli$ ismo$ aggio$ ezia$ elli$ etti$", "are$ ici$ ili$ ivi$ tori$ zz gn"),
    ("nl", "ij aa uu lijk$ heid$ schap$ heden$ cht$ these$ molen", ""),
    ("pl", "ł ż ś ć ń ę ą sz cz rz owie$ enie$ ość$", "ó aki$"),
    ("pt", "ção ções ões ã õ ê lh nh dade$ ência$ ismo$ eira$ á í ó", "ç ú é os$ as$"),
    ("sv", "å ö ä ning$ het$ ska$ tiden$ erna$ arna$", "lar$"),
    ("tr", "ğ ş ı ler$ leri lık$ lik$", "ü ç lar$"),
];
/// The languages most of whose words end in a vowel.
const VOCALIC: [&str; 3] = ["es", "it", "pt"];
/// The points of a trait that shows the language.
const STRONG: usize = 2;
/// The points below which no language is likely.
const LEAST: f64 = 2.0;
/// The least lead of the language that the letters resemble most.
const LEAD: f64 = 0.02;

/// General English: which words it has, and how rare they are.
pub(super) struct English {
    analyzer: Analyzer,
    terms: Terms,
    idf: Idf,
}

impl English {
    /// Reads the table.
    pub(super) fn new() -> Self {
        let (mut analyzer, mut terms) = (Analyzer::new(TextOptions::default()), Terms::new());
        let idf = Idf::general(&mut analyzer, &mut terms);
        Self { analyzer, terms, idf }
    }

    /// Returns the inverse document frequency of a word, and the largest one for a word that the table does not have; 0
    /// for a stop word.
    pub(super) fn idf(&mut self, word: &str) -> f64 {
        let mut found = 0.0_f64;
        let Self { analyzer, terms, idf } = self;
        analyzer.tokens(word, Some(Language::ENGLISH), |token| {
            found = found.max(idf.get(terms.get(token.term).unwrap_or(u32::MAX)));
        });
        found
    }

    /// Returns true for a word of the table, and for a stop word.
    fn has(&mut self, word: &str) -> bool {
        let mut has = true;
        let Self { analyzer, terms, .. } = self;
        analyzer.tokens(word, Some(Language::ENGLISH), |token| has &= terms.get(token.term).is_some());
        has
    }
}

/// Returns the languages of the Wikipedias to ask, the likeliest first. `spoken` is the tag of the person's language.
pub(super) fn languages(query: &str, spoken: &str, english: &mut English) -> Vec<Language> {
    let known = html::query_language(query, spoken);
    let is_latin = query.chars().filter(|c| c.is_alphabetic()).all(|c| c < '\u{250}');
    let mut languages = vec![known.language];
    let is_uncertain = known.may_be_english || (is_latin && known.language == Language::ENGLISH);
    let guess = Some(()).filter(|()| is_uncertain).and_then(|()| likely(query, english));
    languages.extend(guess.filter(|guess| *guess != known.language));
    if known.may_be_english && !languages.contains(&Language::ENGLISH) {
        languages.push(Language::ENGLISH);
    }
    languages
}

/// Returns the language with the most traits and function words in the words that English does not have, and whose
/// letters they resemble; `None` without enough of them.
fn likely(query: &str, english: &mut English) -> Option<Language> {
    let lower = query.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let strange: Vec<&str> = words.iter().copied().filter(|word| !english.has(word)).collect();
    if strange.is_empty() {
        return None;
    }
    let languages: Vec<Language> = TRAITS.iter().filter_map(|(code, ..)| Language::from_code(code)).collect();
    let nearest = html::nearest_language(&strange.join(" "), &languages);
    let nearest = nearest.filter(|(_, lead)| *lead >= LEAD);
    let mut best: Option<(f64, Language)> = None;
    for (language, (_, strong, weak)) in languages.into_iter().zip(TRAITS) {
        let points = points(language, [strong, weak], &words, &strange);
        let resembles = nearest.filter(|(other, _)| points > 0 && is_nearest(language, *other));
        let score = points as f64 + resembles.map_or(0.0, |(_, lead)| 1.0 + lead);
        if score >= LEAST && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, language));
        }
    }
    best.map(|(_, language)| language)
}

/// Returns the points of a language for the words of a query, of which English does not have the `strange` ones.
fn points(language: Language, [strong, weak]: [&str; 2], words: &[&str], strange: &[&str]) -> usize {
    let is_met =
        |of: &str, word: &str| of.strip_suffix('$').map_or_else(|| word.contains(of), |end| word.ends_with(end));
    let met = |traits: &str| {
        let traits = traits.split_ascii_whitespace();
        traits.filter(|of| strange.iter().any(|word| is_met(of, word))).count()
    };
    // English has some function words of others too, such as “de” in names.
    let own: Vec<&str> = language.stop_words().collect();
    let english: Vec<&str> = Language::ENGLISH.stop_words().collect();
    let is_own = |word: &str| own.binary_search(&word).is_ok() && english.binary_search(&word).is_err();
    let functions = words.iter().filter(|word| is_own(word));
    let functions: usize = functions.map(|word| if strange.contains(word) { 2 } else { 1 }).sum();
    // A name or a loanword stands beside English words.
    let contents: Vec<&&str> = words.iter().filter(|word| !is_own(word)).collect();
    let is_foreign = words.len() > 1 && contents.iter().all(|word| strange.contains(*word));
    let is_vocalic = is_foreign
        && VOCALIC.contains(&language.code())
        && contents.iter().all(|word| word.ends_with(['a', 'e', 'i', 'o']))
        && contents.iter().any(|word| !word.ends_with('e'));
    let weak = met(weak) * if is_foreign { 2 } else { 1 };
    STRONG * met(strong) + weak + functions + usize::from(is_vocalic)
}

/// Returns true if the letters of a text resemble a language, or Portuguese, whose words without letters of its own
/// Spanish has too, in the larger Wikipedia.
fn is_nearest(language: Language, nearest: Language) -> bool {
    language == nearest || (nearest.code() == "pt" && language.code() == "es")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_uncertain_query_is_sent_to_the_wikipedia_of_the_likely_language_too() {
        let english = &mut English::new();
        for (query, spoken, expected) in [
            ("Photosynthese", "en-US", "en de"),
            ("Springspinnen", "en-US", "en de"),
            ("Wasserkraftwerk", "en-GB", "en de"),
            ("Geschichte der Stadt Linz", "en", "en de"),
            ("Reinheitsgebot", "", "en de"),
            ("impressionisme", "en", "en fr"),
            ("architecture gothique", "en", "en fr"),
            ("inteligencia artificial", "en", "en es"),
            ("arañas saltarinas", "en", "en es"),
            ("historia de Sevilla", "en", "en es"),
            ("storia di Venezia", "en", "en it"),
            ("azulejos mudéjares", "en", "en es"),
            ("energía solar", "en-GB", "en es"),
            ("cocina peruana", "en", "en es"),
            ("aceite de oliva", "en", "en es"),
            ("pinturas rupestres", "en", "en es"),
            ("arquitectura gótica", "en", "en es"),
            ("fotosíntesis", "en", "en es"),
            ("murciélagos", "en", "en es"),
            ("ballenas jorobadas", "en", "en es"),
            ("maladie de Lyme", "en", "en fr"),
            ("mésange bleue", "en", "en fr"),
            ("cathédrales gothiques", "en", "en fr"),
            ("vélo électrique", "en", "en fr"),
            ("abeilles solitaires", "en", "en fr"),
            ("mosaici di Ravenna", "en", "en it"),
            ("città murate", "en", "en it"),
            ("funghi commestibili", "en", "en it"),
            ("ragni saltatori", "en", "en it"),
            ("Zeche Zollverein", "en", "en de"),
            ("Bergbau Ruhrgebiet", "en", "en de"),
            ("Pilze sammeln", "en", "en de"),
            ("Impfung", "en", "en de"),
            ("windmolens", "en", "en nl"),
            ("zeespiegelstijging", "en", "en nl"),
            ("pająki skaczące", "en", "en pl"),
            ("doença celíaca", "en", "en pt"),
            ("vikingatiden", "en", "en sv"),
            ("yarasalar değirmeni", "en", "en tr"),
            ("fotossíntese e respiração", "en", "pt"),
            ("habilidade", "en", "en pt"),
            ("leczenie cukrzycy", "en", "en pl"),
            ("Photosynthese", "de-AT", "de en"),
            ("architecture gothique", "de", "de fr en"),
            ("jumping spiders", "en", "en"),
            ("jumping spiders", "de", "de en"),
            ("photosynthesis", "en", "en"),
            ("history of glass making", "en", "en"),
            ("rust web framework", "en", "en"),
            ("Vermeer", "en", "en"),
            ("Marie Curie", "en", "en"),
            ("kimchi fermentation", "en", "en"),
            ("bats of Borneo", "en", "en"),
            ("mosaics in Ravenna", "en", "en"),
            ("llama wool", "en", "en"),
            ("cosmos flowers", "en", "en"),
            ("rhinoceros", "en", "en"),
            ("Hiroshima", "en", "en"),
            ("tortilla recipe", "en", "en"),
            ("samurai swords", "en", "en"),
            ("Fibonacci numbers", "en", "en"),
            ("Los Angeles history", "en", "en"),
            ("spider", "en-GB", "en"),
            ("паук", "en", "ru"),
            ("机器学习", "en", "zh"),
            ("1984", "en", "en"),
            ("", "", "en"),
        ] {
            let found = languages(query, spoken, english);
            let found: Vec<&str> = found.iter().map(Language::code).collect();
            assert_eq!(found.join(" "), expected, "{query} {spoken}");
        }
    }
}
