//! Determines the language of a page: from its letters if it has enough text, else from its markup.
//!
//! Not covered: pages in several languages.

use crate::text::Language;
use types::limits::{
    LANGUAGE_LINE_BYTES, LANGUAGE_LINE_MAX_BYTES, LANGUAGE_SAMPLE_BYTES, LANGUAGE_SAMPLE_LINES,
    LANGUAGE_SAMPLE_MIN_BYTES,
};

/// Returns the ISO 639-1 code of a text's language; `lang` is the attribute of the `html` element.
///
/// The declared language is accepted if stop words confirm it. This check takes a tenth of the time of detection by
/// letters, and errs less on pages full of names.
pub(crate) fn detect(text: &str, lang: Option<&str>) -> Option<String> {
    let claimed = lang.and_then(Language::from_code);
    let sample = sample(text);
    // Most pages are in English, including many that declare nothing or another language.
    let likely = [claimed, Some(Language::ENGLISH)].into_iter().flatten();
    let borne_out = likely.into_iter().find(|&language| is_confirmed(language, &sample));
    let language = borne_out.or_else(|| detected(&sample, claimed)).or(claimed);
    language.map(|language| language.code().to_owned())
}

/// The language of a query.
pub(crate) struct QueryLanguage {
    pub(crate) language: Language,
    /// True if the person's language was assumed because the letters do not distinguish it from English.
    pub(crate) may_be_english: bool,
}

/// Letters that not all languages of their script have, with those that have them.
const OWN_LETTERS: [(&str, &str); 13] = [
    ("ٹڈڑےںہھ", "ur"),
    ("پچژگکی", "fa ur"),
    ("ўЎ", "be"),
    ("іІ", "be uk"),
    ("їєґЇЄҐ", "uk"),
    ("ыэёЫЭЁ", "be ru"),
    ("ъЪ", "bg ru"),
    ("щЩ", "bg ru uk"),
    ("ђћЂЋ", "sr"),
    ("јљњџЈЉЊЏ", "mk sr"),
    ("ѓќѕЃЌЅ", "mk"),
    ("װױײ", "yi"),
    ("ळ", "mr"),
];

/// Returns true if a language has all letters of a query.
fn has_letters(language: Language, query: &str) -> bool {
    let mut foreign = OWN_LETTERS.iter().filter(|(_, codes)| codes.split(' ').all(|code| code != language.code()));
    foreign.all(|(letters, _)| !query.contains(|c| letters.contains(c)))
}

/// Returns a query without its Latin letters if it has two others side by side: names in Latin letters stand among
/// words of all scripts, single Greek letters among Latin ones.
fn in_one_script(query: &str) -> String {
    let is_latin = |c: char| c.is_alphabetic() && (c < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&c));
    let mut others = query.split(|c: char| !c.is_alphabetic() || is_latin(c));
    if others.any(|letters| letters.chars().nth(1).is_some()) { query.replace(is_latin, " ") } else { query.to_owned() }
}

/// Returns the language of a query: the one that its letters show; else the person's, whose tag is `spoken`, if it has
/// the same script; else the most common one of the script, which is English here for Latin letters.
pub(crate) fn detect_in_query(query: &str, spoken: &str) -> QueryLanguage {
    let certain = |language| QueryLanguage { language, may_be_english: false };
    let query = &in_one_script(query);
    let Some(info) = whatlang::detect(query) else {
        return certain(Language::ENGLISH);
    };
    let script = info.script();
    let spoken = Language::from_code(spoken);
    // whatlang reliably reports Chinese for any text in Han characters only.
    let is_han = info.lang() == whatlang::Lang::Cmn;
    if let Some(japanese) = spoken.filter(|spoken| is_han && spoken.code() == "ja") {
        return certain(japanese);
    }
    let detected = code(info.lang()).filter(|language| has_letters(*language, query));
    // Kana are Japanese, however few they are among Han characters.
    if let Some(detected) = detected.filter(|_| info.is_reliable() || info.lang() == whatlang::Lang::Jpn) {
        return certain(detected);
    }
    let is_latin = script == whatlang::Script::Latin;
    let all = script.langs().iter().filter_map(|lang| code(*lang));
    let mut possible = all.filter(|language| has_letters(*language, query));
    // Few words in Urdu lack its own letters.
    let first = possible.clone().min_by_key(|language| language.code() == "ur").filter(|_| !is_latin);
    let spoken = possible.find(|language| Some(*language) == spoken);
    let language = spoken.or(first).unwrap_or(Language::ENGLISH);
    QueryLanguage { language, may_be_english: is_latin && language != Language::ENGLISH }
}

/// Returns the language among some whose letters a short text resembles most, and its lead over the next one, in 0..=1.
pub(crate) fn nearest(text: &str, among: &[Language]) -> Option<(Language, f64)> {
    let all = whatlang::Lang::all().iter().copied();
    let allowed = all.filter(|lang| code(*lang).is_some_and(|language| among.contains(&language)));
    let info = whatlang::Detector::with_allowlist(allowed.collect()).detect(text)?;
    Some((code(info.lang())?, info.confidence()))
}

/// Returns a sample of the running text: long lines first, since the short lines of menus reveal little.
fn sample(text: &str) -> String {
    let mut sample = String::with_capacity(LANGUAGE_SAMPLE_BYTES);
    let lines = || text.lines().take(LANGUAGE_SAMPLE_LINES);
    let long = lines().filter(|line| line.len() >= LANGUAGE_LINE_BYTES);
    let short = lines().filter(|line| line.len() < LANGUAGE_LINE_BYTES);
    for line in long.chain(short) {
        let room = LANGUAGE_SAMPLE_BYTES - sample.len();
        if room <= 1 {
            break;
        }
        // Limits the share of each line: the single line of an information box may fill the sample.
        let end = line.floor_char_boundary(LANGUAGE_LINE_MAX_BYTES.min(room - 1));
        sample.push_str(&line[..end]);
        sample.push(' ');
    }
    sample
}

/// Returns true if at least one word in [`STOP_WORD_SHARE`] is a stop word of the language.
fn is_confirmed(language: Language, sample: &str) -> bool {
    let stop_words: Vec<&str> = language.stop_words().collect();
    let words = sample.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (mut all, mut stops) = (0, 0);
    for word in words {
        all += 1;
        stops += usize::from(stop_words.binary_search(&word).is_ok());
    }
    all >= CLAIM_WORDS && stops * STOP_WORD_SHARE >= all
}

/// The minimum number of words that can confirm a declared language.
const CLAIM_WORDS: usize = 20;
/// Every second or third word of running text is a stop word; words such as `a` and `o` that languages share are far
/// rarer.
const STOP_WORD_SHARE: usize = 5;

/// The codes of Danish and Norwegian, whose letters hardly differ.
const DANISH_OR_NORWEGIAN: [&str; 4] = ["da", "nb", "nn", "no"];

/// Returns the language that the letters show. Between Danish and Norwegian they often leave it open: then the declared
/// one of them is right, or else the likelier one.
fn detected(sample: &str, claimed: Option<Language>) -> Option<Language> {
    use whatlang::Lang::{Dan, Nob};
    if sample.len() < LANGUAGE_SAMPLE_MIN_BYTES {
        return None;
    }
    let info = whatlang::detect(sample)?;
    let other = match info.lang() {
        lang if info.is_reliable() => return code(lang),
        Dan => Nob,
        Nob => Dan,
        _ => return None,
    };
    let alone = whatlang::Detector::with_denylist(vec![other]).detect(sample);
    let info = alone.filter(whatlang::Info::is_reliable)?;
    claimed.filter(|claimed| DANISH_OR_NORWEGIAN.contains(&claimed.code())).or_else(|| code(info.lang()))
}

/// The languages that whatlang detects, each as ISO 639-3 and ISO 639-1 code.
const CODES: &str = "\
    afr af  aka ak  amh am  ara ar  aze az  bel be  ben bn  bul bg  cat ca  ces cs  cmn zh  cym cy  dan da \
    deu de  ell el  eng en  epo eo  est et  fin fi  fra fr  guj gu  heb he  hin hi  hrv hr  hun hu  hye hy \
    ind id  ita it  jav jv  jpn ja  kan kn  kat ka  khm km  kor ko  lat la  lav lv  lit lt  mal ml  mar mr \
    mkd mk  mya my  nep ne  nld nl  nob nb  ori or  pan pa  pes fa  pol pl  por pt  ron ro  rus ru  sin si \
    slk sk  slv sl  sna sn  spa es  srp sr  swe sv  tam ta  tel te  tgl tl  tha th  tuk tk  tur tr  ukr uk \
    urd ur  uzb uz  vie vi  yid yi  zul zu";

fn code(lang: whatlang::Lang) -> Option<Language> {
    let mut codes = CODES.split_ascii_whitespace();
    codes.find(|&word| word == lang.code())?;
    Language::from_code(codes.next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_a_query_comes_from_its_letters_or_the_person() {
        for (query, spoken, expected) in [
            ("jumping spiders", "en-US", "en"),
            ("jumping spiders", "", "en"),
            ("jumping spiders", "ja", "en"),
            ("jumping spiders", "de-AT", "de"),
            ("Springspinnen", "de-AT", "de"),
            ("chess endgame pawn structure", "en", "en"),
            ("пауки-скакуны", "ru-RU", "ru"),
            ("павуки", "uk", "uk"),
            ("паук", "en", "ru"),
            ("ハエトリグモの飼い方", "en", "ja"),
            ("跳蛛", "en-GB", "zh"),
            ("将棋", "ja", "ja"),
            ("将棋", "ko", "zh"),
            ("깡충거미", "en", "ko"),
            ("عنکبوت", "en", "fa"),
            ("پرندگان ایران", "en", "fa"),
            ("مکڑی", "en", "ur"),
            ("کتاب", "ur-PK", "ur"),
            ("عنكبوت", "en", "ar"),
            ("العنكبوت", "fa", "fa"),
            ("павук", "en", "ru"),
            ("їжак", "en", "uk"),
            ("вожык лясны ўначы", "en", "be"),
            ("паяк скачач", "mk", "mk"),
            ("ѓумбир", "en", "mk"),
            ("ћирилица", "bg", "sr"),
            ("WebAssembly 性能", "en", "zh"),
            ("Rustプログラミング", "en", "ja"),
            ("фреймворк React", "en", "ru"),
            ("TensorFlow로 기계 학습", "en", "ko"),
            ("β-carotene synthesis", "en", "en"),
            ("nhện nhảy ở Việt Nam", "en", "vi"),
            ("αράχνες", "no tag", "el"),
            ("1984", "de", "en"),
            ("", "", "en"),
        ] {
            let found = detect_in_query(query, spoken).language;
            assert_eq!(found.code(), expected, "{query} {spoken}");
        }
    }

    #[test]
    fn an_ambiguous_query_in_the_persons_language_may_be_english() {
        for (query, spoken, expected) in [
            ("jumping spiders", "de-AT", true),
            ("jumping spiders", "en-US", false),
            ("jumping spiders", "ja", false),
            ("Wie jagen Springspinnen ohne ein Netz zu bauen?", "de-AT", false),
            ("павуки", "uk", false),
            ("将棋", "ja", false),
            ("1984", "de", false),
        ] {
            let found = detect_in_query(query, spoken).may_be_english;
            assert_eq!(found, expected, "{query} {spoken}");
        }
    }

    #[test]
    fn every_detectable_language_has_a_two_letter_code() {
        for &lang in whatlang::Lang::all() {
            assert!(code(lang).is_some(), "{lang:?}");
        }
        assert_eq!(code(whatlang::Lang::Deu), Language::from_code("de"));
        assert_eq!(code(whatlang::Lang::Cmn), Language::from_code("zh"));
    }

    #[test]
    fn a_short_text_has_the_declared_language() {
        assert_eq!(detect("Kontakt", Some("de-CH")).as_deref(), Some("de"));
        assert_eq!(detect("Kontakt", None), None);
    }

    #[test]
    fn a_declared_language_is_accepted_if_running_text_confirms_it() {
        let text = format!(
            "{}\nNickel is a metal that is hard and ductile, and it belongs to the metals of the transition. It was \
             first isolated in the year 1751 by a chemist who took it for an ore of copper at the beginning.",
            "Nickel Ni cobalt copper Cu densitat metal general symbol serie ".repeat(30)
        );
        assert_eq!(detect(&text, Some("en")).as_deref(), Some("en"));
        assert_eq!(detect(&text, None).as_deref(), Some("en"));
    }

    #[test]
    fn a_long_text_has_the_detected_language_whatever_is_declared() {
        let text = "Springspinnen jagen ohne Netz: Sie sehen ihre Beute von weitem, schleichen sich an und springen. \
            Manche planen Umwege, auf denen die Beute nicht zu sehen ist, und finden sie am Ende doch wieder.";
        assert_eq!(detect(text, Some("en")).as_deref(), Some("de"));
    }

    #[test]
    fn danish_and_norwegian_are_detected_though_their_letters_hardly_differ() {
        let danish = "Edderkopperne lever i skoven og spinder deres net mellem grenene, hvor de venter på små \
            insekter. Når et insekt flyver ind i nettet, kan edderkoppen mærke det gennem trådene og løber hurtigt \
            hen for at fange det.";
        let norwegian = "Velkommen til vår side. Her finner du opplysninger om foreningens aktiviteter og om hvordan \
            du kan delta i dem hele året, både for barn og voksne.";
        for (text, lang, expected) in [
            (danish, Some("en"), "da"),
            (danish, Some("de"), "da"),
            (danish, None, "da"),
            (danish, Some("da-DK"), "da"),
            (norwegian, Some("en"), "nb"),
            (norwegian, None, "nb"),
            (norwegian, Some("no"), "no"),
            (norwegian, Some("nn-NO"), "nn"),
        ] {
            assert_eq!(detect(text, lang).as_deref(), Some(expected), "{lang:?}: {text}");
        }
    }
}
