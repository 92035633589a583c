//! Folds the spellings of a word that people type without distinction: letter case, compatible characters, vowel signs.
//!
//! Compatible characters become one (NFKC): full-width Latin, half-width kana, ligatures, the positional forms of
//! Arabic letters, the radicals of Kangxi. In Arabic script, vowel signs and tatweel are left out, and the forms of
//! alef, yeh, kaf and heh become one each; in Hebrew and Syriac script the vowel points are left out. Greek loses its
//! accents, breathings and iota subscripts, and the final sigma, which capitals do not have. Devanagari loses its dots
//! (nukta), and its two signs of nasal vowels and its n without a vowel are one. Letters of Malayalam and Bengali
//! without a vowel (chillus, khanda ta) are the letter with its virama. Thai sara e, typed twice, is sara ae, and tone
//! marks of Thai and Lao precede the sign of sara am. Digits of all scripts are those of ASCII. ё is е, œ is oe, ß is
//! ss, and İ and ı are i, since the capital of ı is I. Romanian ș and ț have a cedilla, as in older texts and in
//! Turkish. A sign that is composed with no letter is left out: the stress marks of dictionaries in Cyrillic script,
//! the tones of Yoruba, joiners, variation selectors. Not covered: the accents of Latin letters, which distinguish
//! words, Vietnamese ones too.
//!
//! Source: UAX #15 (NFKC); Unicode §3.13 (case folding of ß); `ArabicNormalizer`, `PersianNormalizer`,
//! `GreekLowerCaseFilter`, `HindiNormalizer`, `IndicNormalizer` and `DecimalDigitFilter` of Apache Lucene.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// Writes the folded form of a word to `folded`.
pub(super) fn fold(word: &str, folded: &mut String) {
    folded.clear();
    if word.is_ascii() {
        folded.push_str(word);
        folded.make_ascii_lowercase();
        return;
    }
    // The `url` crate already links most of these tables for host names.
    let compatible = ComposingNormalizerBorrowed::new_nfkc().normalize(word);
    folded.extend(compatible.to_lowercase().chars().filter_map(letter));
    if folded.contains(|c: char| matches!(c, 'œ' | 'ß' | '\u{900}'..='\u{dff}' | 'เ' | '\u{e4d}' | '\u{ecd}')) {
        for (from, to) in SPELLINGS {
            if folded.contains(from) {
                *folded = folded.replace(from, to);
            }
        }
    }
}

/// Spellings of more than one character, or that become more than one.
const SPELLINGS: [(&str, &str); 20] = [
    ("œ", "oe"),
    ("ß", "ss"),
    // Thai sara e, typed twice for sara ae, which looks the same.
    ("เเ", "แ"),
    // The tone marks of Thai and Lao, typed behind the first half of sara am.
    ("\u{e4d}\u{e48}", "\u{e48}\u{e4d}"),
    ("\u{e4d}\u{e49}", "\u{e49}\u{e4d}"),
    ("\u{e4d}\u{e4a}", "\u{e4a}\u{e4d}"),
    ("\u{e4d}\u{e4b}", "\u{e4b}\u{e4d}"),
    ("\u{ecd}\u{ec8}", "\u{ec8}\u{ecd}"),
    ("\u{ecd}\u{ec9}", "\u{ec9}\u{ecd}"),
    ("\u{ecd}\u{eca}", "\u{eca}\u{ecd}"),
    ("\u{ecd}\u{ecb}", "\u{ecb}\u{ecd}"),
    ("न\u{94d}", "\u{902}"),
    ("ৎ", "ত\u{9cd}"),
    ("ൺ", "ണ\u{d4d}"),
    ("ൻ", "ന\u{d4d}"),
    ("ർ", "ര\u{d4d}"),
    ("ൽ", "ല\u{d4d}"),
    ("ൾ", "ള\u{d4d}"),
    ("ൿ", "ക\u{d4d}"),
    // A chillu in a conjunct had a virama already.
    ("\u{d4d}\u{d4d}", "\u{d4d}"),
];

/// Returns the letter that stands for this one; `None` for a sign that is left out.
fn letter(c: char) -> Option<char> {
    Some(match c {
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        'ı' => 'i',
        'ș' => 'ş',
        'ț' => 'ţ',
        '\u{901}' => '\u{902}',
        // Polytonic letters: α with its signs.
        '\u{1f00}'..='\u{1fff}' => DecomposingNormalizerBorrowed::new_nfd().normalize_iter([c].into_iter()).next()?,
        // Letters are composed with these marks where Unicode has the composition; İ in lower case has one more.
        '\u{300}'..='\u{36f}'
        | '\u{483}'..='\u{487}'
        | '\u{591}'..='\u{5bd}'
        | '\u{5bf}'
        | '\u{5c1}'
        | '\u{5c2}'
        | '\u{5c4}'
        | '\u{5c5}'
        | '\u{5c7}'
        | '\u{610}'..='\u{61a}'
        | '\u{640}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}'
        | '\u{6e7}'
        | '\u{6e8}'
        | '\u{6ea}'..='\u{6ed}'
        | '\u{711}'
        | '\u{730}'..='\u{74a}'
        | '\u{8d3}'..='\u{8e1}'
        | '\u{8e3}'..='\u{8ff}'
        | '\u{93c}'
        | '\u{180b}'..='\u{180d}'
        | '\u{200c}'
        | '\u{200d}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}' => return None,
        'آ' | 'أ' | 'إ' | 'ٱ' => 'ا',
        'ى' | 'ی' | 'ے' => 'ي',
        'ک' => 'ك',
        'ة' | 'ۀ' | 'ہ' | 'ۂ' | 'ۃ' => 'ه',
        '\u{660}'..='\u{1819}' => digit(c),
        _ => c,
    })
}

/// The zeros of scripts with digits of their own: Arabic, Persian, `N'Ko`, Devanagari and its relatives, Thai, Lao,
/// Tibetan, Myanmar, Khmer, Mongolian.
const ZEROS: [char; 18] = [
    '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}', '\u{c66}',
    '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}', '\u{17e0}', '\u{1810}',
];

/// Returns the ASCII digit of a digit in any of these scripts, and other characters as they are.
fn digit(c: char) -> char {
    let value = |zero: &char| char::from_digit(u32::from(c).checked_sub(u32::from(*zero))?, 10);
    ZEROS.iter().find_map(value).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_have_one_form() {
        for (spellings, expected) in [
            (["العَنْكَبُوتُ", "العنكبـــوت", "اﻟﻌﻨﻜﺒﻮﺕ"], "العنكبوت"),
            (["أحمد", "إحمد", "ا\u{655}حمد"], "احمد"),
            (["على", "علی", "علي"], "علي"),
            (["کتاب", "كِتاب", "كتاب"], "كتاب"),
            (["مدرسة", "مدرسه", "مدرسۀ"], "مدرسه"),
            (["١٩٨٤", "۱۹۸۴", "１９８４"], "1984"),
            (["१९८४", "๑๙๘๔", "၁၉၈၄"], "1984"),
            (["עַכָּבִישׁ", "עכביש", "ﬠכביש"], "עכביש"),
            (["ｶﾞﾗｽ", "カ\u{3099}ラス", "ガラス"], "ガラス"),
            (["ＳＰＩＤＥＲ", "Spider", "ｓｐｉｄｅｒ"], "spider"),
            (["ﬁlm", "FILM", "ﬁＬm"], "film"),
            (["E\u{301}té", "ÉTÉ", "été"], "été"),
            (["ΑΡΑΧΝΗΣ", "αράχνης", "ΑΡΆΧΝΗΣ"], "αραχνησ"),
            (["Ёжик", "ЕЖИК", "е\u{308}жик"], "ежик"),
            (["İzmir", "I\u{307}zmir", "izmir"], "izmir"),
            (["ısı", "ISI", "Isı"], "isi"),
            (["ἄνθρωπος", "α\u{313}\u{301}νθρωπος", "ΑΝΘΡΩΠΟΣ"], "ανθρωποσ"),
            (["ᾠδῇ", "ωδη", "ᾨΔΗ\u{342}\u{345}"], "ωδη"),
            (["ῥήτωρ", "Ῥήτωρ", "ρητωρ"], "ρητωρ"),
            (["пау\u{301}к", "Паук", "ПАУ\u{301}К"], "паук"),
            (["й\u{301}од", "и\u{306}од", "ЙОД"], "йод"),
            (["ма\u{300}йка", "майка", "Майка"], "майка"),
            (["ज़मीन", "ज\u{93c}मीन", "जमीन"], "जमीन"),
            (["हँस", "हंस", "हँस"], "हंस"),
            (["ශ්\u{200d}රී", "ශ්රී", "ශ්\u{200d}රී"], "ශ්රී"),
            (["ọ\u{300}run", "o\u{323}\u{300}run", "ọrun"], "ọrun"),
            (["nhện", "nhe\u{323}\u{302}n", "NHỆN"], "nhện"),
            (["葛\u{e0100}", "葛\u{fe00}", "葛"], "葛"),
            (["ܡܰܠܟܳܐ", "ܡܠܟܐ", "ܡܠܟܐ"], "ܡܠܟܐ"),
            (["և", "եւ", "ԵՒ"], "եւ"),
            (["ὈΔΥΣΣΕΎΣ", "Ὀδυσσεύς", "οδυσσευς"], "οδυσσευσ"),
            (["แมงมุม", "เเมงมุม", "แมงมุม"], "แมงมุม"),
            (["น้ำ", "น\u{e49}\u{e4d}\u{e32}", "น\u{e4d}\u{e49}\u{e32}"], "น้\u{e4d}า"),
            (["Știință", "știinţă", "S\u{326}tiint\u{327}ă"], "ştiinţă"),
            (["cœur", "CŒUR", "coeur"], "coeur"),
            (["Straße", "STRASSE", "STRAẞE"], "strasse"),
            (
                ["\u{e99}\u{ec9}\u{eb3}", "\u{e99}\u{ec9}\u{ecd}\u{eb2}", "\u{e99}\u{ecd}\u{ec9}\u{eb2}"],
                "\u{e99}\u{ec9}\u{ecd}\u{eb2}",
            ),
            (["हिन्दी", "हिन\u{94d}\u{200d}दी", "हिंदी"], "हिंदी"),
            (["उन्नति", "उन\u{94d}\u{200c}नति", "उंनति"], "उंनति"),
            (["അവൻ", "അവന\u{d4d}\u{200d}", "അവന\u{d4d}"], "അവന\u{d4d}"),
            (["എന\u{d4d}റെ", "എൻ\u{d4d}റെ", "എന\u{d4d}\u{200d}റെ"], "എന\u{d4d}റെ"),
            (["উৎসব", "উত\u{9cd}\u{200d}সব", "উত\u{9cd}সব"], "উত\u{9cd}সব"),
            (["각", "\u{1100}\u{1161}\u{11a8}", "각"], "각"),
        ] {
            for spelling in spellings {
                let mut folded = String::new();
                fold(spelling, &mut folded);
                assert_eq!(folded, expected, "{spelling}");
            }
        }
    }

    #[test]
    fn accents_that_distinguish_words_stay() {
        for word in ["año", "schön", "æble", "ėjo"] {
            let mut folded = String::new();
            fold(word, &mut folded);
            assert_eq!(folded, word);
        }
    }
}
