//! The language of a page: by its letters where there is enough text, else what its markup claims.
//!
//! Left out on purpose: pages in several languages.

use crate::limits::{LANGUAGE_SAMPLE_BYTES, LANGUAGE_SAMPLE_MIN_BYTES};
use crate::text::Language;

/// The ISO 639-1 code of a text's language; `lang` is the attribute of the `html` element.
pub(crate) fn of(text: &str, lang: Option<&str>) -> Option<String> {
    let told = told(text).or_else(|| lang.and_then(Language::from_code));
    told.map(|language| language.code().to_owned())
}

fn told(text: &str) -> Option<Language> {
    if text.len() < LANGUAGE_SAMPLE_MIN_BYTES {
        return None;
    }
    let sample = &text[..text.floor_char_boundary(LANGUAGE_SAMPLE_BYTES)];
    let info = whatlang::detect(sample).filter(whatlang::Info::is_reliable)?;
    code(info.lang())
}

/// The two-letter code of a language that whatlang knows by three letters.
fn code(lang: whatlang::Lang) -> Option<Language> {
    use whatlang::Lang as L;
    Language::from_code(match lang {
        L::Epo => "eo",
        L::Eng => "en",
        L::Rus => "ru",
        L::Cmn => "zh",
        L::Spa => "es",
        L::Por => "pt",
        L::Ita => "it",
        L::Ben => "bn",
        L::Fra => "fr",
        L::Deu => "de",
        L::Ukr => "uk",
        L::Kat => "ka",
        L::Ara => "ar",
        L::Hin => "hi",
        L::Jpn => "ja",
        L::Heb => "he",
        L::Yid => "yi",
        L::Pol => "pl",
        L::Amh => "am",
        L::Jav => "jv",
        L::Kor => "ko",
        L::Nob => "nb",
        L::Dan => "da",
        L::Swe => "sv",
        L::Fin => "fi",
        L::Tur => "tr",
        L::Nld => "nl",
        L::Hun => "hu",
        L::Ces => "cs",
        L::Ell => "el",
        L::Bul => "bg",
        L::Bel => "be",
        L::Mar => "mr",
        L::Kan => "kn",
        L::Ron => "ro",
        L::Slv => "sl",
        L::Hrv => "hr",
        L::Srp => "sr",
        L::Mkd => "mk",
        L::Lit => "lt",
        L::Lav => "lv",
        L::Est => "et",
        L::Tam => "ta",
        L::Vie => "vi",
        L::Urd => "ur",
        L::Tha => "th",
        L::Guj => "gu",
        L::Uzb => "uz",
        L::Pan => "pa",
        L::Aze => "az",
        L::Ind => "id",
        L::Tel => "te",
        L::Pes => "fa",
        L::Mal => "ml",
        L::Ori => "or",
        L::Mya => "my",
        L::Nep => "ne",
        L::Sin => "si",
        L::Khm => "km",
        L::Tuk => "tk",
        L::Aka => "ak",
        L::Zul => "zu",
        L::Sna => "sn",
        L::Afr => "af",
        L::Lat => "la",
        L::Slk => "sk",
        L::Cat => "ca",
        L::Tgl => "tl",
        L::Hye => "hy",
        _ => return None,
    })
}
