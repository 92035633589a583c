//! Folds the spellings of a word that people type without distinction: letter case, compatible characters, vowel signs.
//!
//! Compatible characters become one (NFKC): full-width Latin, half-width kana, ligatures, the positional forms of
//! Arabic letters. In Arabic script, vowel signs and tatweel are left out, and the forms of alef, yeh, kaf and heh
//! become one each, as do its digits; in Hebrew script the vowel points are left out. Greek loses its accents and the
//! final sigma, which capitals do not have. ё is е, and İ is i. Not covered: the accents of Latin letters, which
//! distinguish words.
//!
//! Source: UAX #15 (NFKC); `ArabicNormalizer`, `PersianNormalizer` and `GreekLowerCaseFilter` of Apache Lucene.

use icu_normalizer::ComposingNormalizerBorrowed;

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
}

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
        // U+0307 is the dot of İ in lower case; other letters are composed with it.
        '\u{307}'
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
        | '\u{6ea}'..='\u{6ed}' => return None,
        'آ' | 'أ' | 'إ' | 'ٱ' => 'ا',
        'ى' | 'ی' | 'ے' => 'ي',
        'ک' => 'ك',
        'ة' | 'ۀ' | 'ہ' | 'ۂ' | 'ۃ' => 'ه',
        '٠'..='٩' => digit(c, '٠'),
        '۰'..='۹' => digit(c, '۰'),
        _ => c,
    })
}

/// Returns the ASCII digit of a digit in a script whose zero is given.
fn digit(c: char, zero: char) -> char {
    char::from_digit(u32::from(c) - u32::from(zero), 10).unwrap_or(c)
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
            (["עַכָּבִישׁ", "עכביש", "ﬠכביש"], "עכביש"),
            (["ｶﾞﾗｽ", "カ\u{3099}ラス", "ガラス"], "ガラス"),
            (["ＳＰＩＤＥＲ", "Spider", "ｓｐｉｄｅｒ"], "spider"),
            (["ﬁlm", "FILM", "ﬁＬm"], "film"),
            (["E\u{301}té", "ÉTÉ", "été"], "été"),
            (["ΑΡΑΧΝΗΣ", "αράχνης", "ΑΡΆΧΝΗΣ"], "αραχνησ"),
            (["Ёжик", "ЕЖИК", "е\u{308}жик"], "ежик"),
            (["İzmir", "I\u{307}zmir", "izmir"], "izmir"),
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
        for word in ["año", "schön", "हिन्दी", "ėjo"] {
            let mut folded = String::new();
            fold(word, &mut folded);
            assert_eq!(folded, word);
        }
    }
}
