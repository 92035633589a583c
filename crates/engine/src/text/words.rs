//! Splits a text into words: runs of letters, digits and combining marks. Scripts without spaces give character
//! bigrams, but their digits form words.
//!
//! Not covered: the word boundaries of UAX #29, which keep `example.com` and `don't` whole.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

/// A word or a bigram, by its byte range.
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// True for two neighbors of a run of CJK characters, or the one character of a run of one.
    pub(crate) is_gram: bool,
}

/// Calls `each` with every word of the text, in order.
pub(crate) fn words(text: &str, mut each: impl FnMut(Word)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii() && !bytes[at].is_ascii_alphanumeric() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
            at += 1;
        }
        if bytes.get(at).is_none_or(u8::is_ascii) {
            each(Word { start, end: at, is_gram: false });
        } else {
            at = wide(text, start, &mut each);
        }
    }
}

/// Returns the end of the run that starts at `start` and contains characters beyond ASCII.
fn wide(text: &str, start: usize, each: &mut impl FnMut(Word)) -> usize {
    let kind = |c: char| match c {
        // The letters ʻ and ʼ are written as apostrophes as well, which end a word.
        '\u{2bb}' | '\u{2bc}' => Kind::Other,
        _ if is_cjk(c) => Kind::Cjk,
        _ if c.is_alphanumeric() || is_mark(c) => Kind::Letter,
        _ => Kind::Other,
    };
    let mut chars = text[start..].char_indices().map(|(at, c)| (start + at, c, kind(c)));
    let Some((_, first, run)) = chars.next() else {
        return text.len();
    };
    let mut end = start + first.len_utf8();
    // The starts of the last two characters of a run of CJK characters, each with its signs.
    let (mut before, mut last) = (None, start);
    let mut previous = ['\0', first];
    let mut grams = 0;
    for (at, c, next) in chars {
        let continues = continues_character(previous, c);
        previous = [previous[1], c];
        if next != run && !continues {
            break;
        }
        if run == Kind::Cjk && !continues {
            if let Some(before) = before.replace(last) {
                each(Word { start: before, end, is_gram: true });
                grams += 1;
            }
            last = at;
        }
        end = at + c.len_utf8();
    }
    if let Some(before) = before {
        each(Word { start: before, end, is_gram: true });
        grams += 1;
    }
    match run {
        Kind::Letter => each(Word { start, end, is_gram: false }),
        Kind::Cjk if grams == 0 => each(Word { start, end, is_gram: true }),
        Kind::Cjk | Kind::Other => {}
    }
    end
}

/// Returns true for a sign that belongs to the character before it: the voiced sound marks of kana, the vowels and
/// final consonants of decomposed Hangul, joiners, and the selectors of a character's form. Also for the second half of
/// Thai sara ae and of Thai and Lao sara am, for a tone mark between these halves, for sara am behind a tone mark, and
/// for the non-joiner in Indic scripts; in Persian it ends a word. `previous` are the two characters before.
fn continues_character(previous: [char; 2], c: char) -> bool {
    matches!(c,
        '\u{3099}' | '\u{309a}' | '\u{ff9e}' | '\u{ff9f}' | '\u{1160}'..='\u{11ff}' | '\u{200d}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
        || matches!(
            (previous, c),
            ([_, 'เ'], 'เ')
                | ([_, '\u{e4d}'], '\u{e32}' | '\u{e48}'..='\u{e4b}')
                | (['\u{e4d}', '\u{e48}'..='\u{e4b}'], '\u{e32}')
                | ([_, '\u{e48}'..='\u{e4b}'], '\u{e33}' | '\u{e4d}')
                | ([_, '\u{ecd}'], '\u{eb2}' | '\u{ec8}'..='\u{ecb}')
                | (['\u{ecd}', '\u{ec8}'..='\u{ecb}'], '\u{eb2}')
                | ([_, '\u{ec8}'..='\u{ecb}'], '\u{eb3}' | '\u{ecd}')
                | ([_, '\u{900}'..='\u{dff}'], '\u{200c}')
        )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Cjk,
    Other,
}

/// Returns true for scripts without spaces between words (Han with its radicals, Kana, Thai, Lao, Myanmar, Khmer)
/// except their digits, and for Hangul, whose words have suffixes.
fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0e4f}'
        | '\u{0e5a}'..='\u{0ecf}'
        | '\u{0eda}'..='\u{0eff}'
        | '\u{1000}'..='\u{103f}'
        | '\u{104a}'..='\u{108f}'
        | '\u{109a}'..='\u{109f}'
        | '\u{1100}'..='\u{11ff}'
        | '\u{1780}'..='\u{17df}'
        | '\u{17ea}'..='\u{17ff}'
        | '\u{2e80}'..='\u{2fdf}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3041}'..='\u{3096}'
        | '\u{3099}'..='\u{309a}'
        | '\u{30a1}'..='\u{30ff}'
        | '\u{3130}'..='\u{318f}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{323af}')
}

/// Returns true for combining characters (Unicode general category M).
pub(crate) fn is_mark(c: char) -> bool {
    !c.is_ascii() && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}
