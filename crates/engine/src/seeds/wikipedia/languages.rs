//! The Wikipedias that a query is sent to: that of its language, and others that it may be in.
//!
//! A few words of Latin letters rarely show their language: “Photosynthese” may come from an English browser. Words
//! that general English does not have are compared with the letters and endings that distinguish the larger Wikipedias,
//! and with their stop words. Not covered: languages that share them, of which the larger Wikipedia is asked; other
//! scripts, of which [`html::query_language`] decides.

use crate::html;
use crate::text::{Analyzer, Idf, Language, Terms, TextOptions};

/// Letters, parts and endings (`$`) of words, by language, in the order of the Wikipedias' sizes.
const TRAITS: [(&str, &str); 9] = [
    (
        "de",
        "ä ö ü ß heit keit pf tz cht kunst stadt ung$ schaft$ ismus$ these$ isch$ sche$ lich$ werk$ nnen$ ieren$ see$",
    ),
    ("fr", "è ê ç œ eau aux$ eux$ ique$ isme$ iste$ ienne$ euse$ ité$ é aire$ ement$"),
    ("es", "ñ ción ciones dad$ dades$ encia$ ismo$ illa$ ía$ ó á í"),
    ("it", "zione zioni ezza$ ità$ ò ù cchi glia gli$ ismo$ aggio$ ezia$"),
    ("nl", "ij aa uu lijk$ heid$ schap$ heden$ cht$ these$"),
    ("pl", "ł ż ś ć ń ę ą sz cz rz owie$ enie$ ość$"),
    ("pt", "ção ções ã õ lh nh dade$ ência$ ismo$"),
    ("sv", "å ö ä ning$ het$ ska$"),
    ("tr", "ğ ş ı lar$ ler$ lık$ lik$"),
];

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

/// Returns the language with the most traits in the words that English does not have; `None` without any.
fn likely(query: &str, english: &mut English) -> Option<Language> {
    let lower = query.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let strange: Vec<&str> = words.iter().copied().filter(|word| !english.has(word)).collect();
    if strange.is_empty() {
        return None;
    }
    let mut best: Option<(usize, Language)> = None;
    for (code, traits) in TRAITS {
        let Some(language) = Language::from_code(code) else { continue };
        let is_met =
            |of: &str, word: &str| of.strip_suffix('$').map_or_else(|| word.contains(of), |end| word.ends_with(end));
        let met = traits.split(' ').filter(|of| strange.iter().any(|word| is_met(of, word))).count();
        // English has some of the words too, such as “die”: they count only beside another trait.
        let stop_words: Vec<&str> = language.stop_words().collect();
        let stops = words.iter().filter(|word| stop_words.binary_search(word).is_ok()).count();
        let score = if met > 0 || words.len() > 2 { met + stops } else { 0 };
        if score > best.map_or(0, |(most, _)| most) {
            best = Some((score, language));
        }
    }
    best.map(|(_, language)| language)
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
