//! Tests the terms of texts.

use super::*;

fn terms(text: &str, language: &str, options: TextOptions) -> Vec<String> {
    let mut analyzer = Analyzer::new(options);
    let mut found = Vec::new();
    analyzer.tokens(text, Language::from_code(language), |token| {
        found.push(token.term.to_owned());
    });
    found
}

const PLAIN: TextOptions = TextOptions { stemming: false, stop_words: false };

#[test]
fn words_are_runs_of_letters_and_digits_in_lower_case() {
    for (text, expected) in [
        ("The web-spider's 2 eyes.", vec!["the", "web", "spider", "s", "2", "eyes"]),
        ("example.com/a_b", vec!["example", "com", "a", "b"]),
        ("3.14 1,000", vec!["3", "14", "1", "000"]),
        ("mp3 1960s é2", vec!["mp3", "1960s", "é2"]),
        ("l’homme Müller-Straße", vec!["l", "homme", "müller", "strasse"]),
        ("abcé дом", vec!["abcé", "дом"]),
        ("e\u{301}te\u{301}", vec!["été"]),
        ("می\u{200c}رود", vec!["مي", "رود"]),
        ("Hawaiʻi пʼять", vec!["hawai", "i", "п", "ять"]),
        ("İstanbul ΣΊΣΥΦΟΣ", vec!["istanbul", "σισυφοσ"]),
        ("  \n… — !", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(terms(text, "en", PLAIN), expected, "{text}");
    }
}

#[test]
fn cjk_runs_become_bigrams() {
    for (text, expected) in [
        ("搜尋引擎", vec!["搜尋", "尋引", "引擎"]),
        ("網", vec!["網"]),
        ("Web蜘蛛2号", vec!["web", "蜘蛛", "2", "号"]),
        ("カタカナ、ひら", vec!["カタ", "タカ", "カナ", "ひら"]),
        ("거미 줄", vec!["거미", "줄"]),
        ("\u{1100}\u{1165}\u{1106}\u{1175} 줄", vec!["거미", "줄"]),
        ("ｶﾞﾗｽのﾋﾞﾝ", vec!["ガラ", "ラス", "スの", "のビ", "ビン"]),
        ("ｶﾞ", vec!["ガ"]),
        ("か\u{3099}く", vec!["がく"]),
        ("é蛛", vec!["é", "蛛"]),
        ("ปี๒๕๖๗", vec!["ปี", "2567"]),
        ("⽇本で⾒る", vec!["日本", "本で", "で見", "見る"]),
        ("二〇二六年", vec!["二〇", "〇二", "二六", "六年"]),
    ] {
        assert_eq!(terms(text, "zh", PLAIN), expected, "{text}");
    }
}

#[test]
fn spellings_of_one_text_have_the_same_terms() {
    for (language, text, other) in [
        ("ro", "ştiinţă", "știință"),
        ("fr", "Les coeurs", "Les cœurs"),
        ("te", "సాఫ్ట్వేర్", "సాఫ్ట్\u{200c}వేర్"),
        ("hi", "उन्नति", "उन्\u{200c}नति"),
        ("hi", "हिंदी", "हिन्दी"),
        ("ml", "അവൻ", "അവന\u{d4d}\u{200d}"),
        ("bn", "উৎসব", "উত\u{9cd}\u{200d}সব"),
        ("th", "แม่", "เเม่"),
        ("th", "น้\u{e33}", "น้\u{e4d}\u{e32}"),
        ("th", "น\u{e49}\u{e33}ตก", "น\u{e4d}\u{e49}\u{e32}ตก"),
        ("lo", "\u{e99}\u{ec9}\u{eb3}", "\u{e99}\u{ecd}\u{ec9}\u{eb2}"),
        ("de", "Straßen", "STRASSEN"),
        ("en", "Straße", "STRASSE"),
        ("lo", "ນ\u{eb3}", "ນ\u{ecd}\u{eb2}"),
        ("uk", "п'ять", "пʼять"),
        ("en", "Hawai'i", "Hawaiʻi"),
    ] {
        let expected = terms(text, language, TextOptions::default());
        assert_eq!(terms(other, language, TextOptions::default()), expected, "{other}");
    }
}

#[test]
fn words_are_stemmed_and_stop_words_dropped_by_language() {
    for (language, text, expected) in [
        ("en", "The crawlers were crawling relational pages", vec!["crawler", "crawl", "relat", "page"]),
        ("de", "Die Spinnen jagten in den Häusern", vec!["spinn", "jagt", "haus"]),
        ("fr", "Les araignées ont chassé", vec!["araign", "chass"]),
        ("es", "Las arañas cazaban", vec!["arañ", "caz"]),
        ("ru", "Пауки охотились и спали", vec!["паук", "охот", "спал"]),
        ("ar", "العنكبوت عنكبوت والعَنْكَبُوت", vec!["عنكبوت", "عنكبوت", "عنكبوت"]),
        ("it", "I ragni e le mosche", vec!["ragni", "mosche"]),
        ("sv", "Spindlarna och flugorna", vec!["spindlarna", "flugorna"]),
        ("xx", "The unknown words", vec!["the", "unknown", "words"]),
    ] {
        assert_eq!(terms(text, language, TextOptions::default()), expected, "{language}");
    }
}

#[test]
fn stemming_and_stop_words_can_be_disabled_separately() {
    let stems = TextOptions { stop_words: false, ..TextOptions::default() };
    assert_eq!(terms("the crawlers", "en", stems), ["the", "crawler"]);
    let words = TextOptions { stemming: false, ..TextOptions::default() };
    assert_eq!(terms("the crawlers", "en", words), ["crawlers"]);
}

#[test]
fn a_text_of_unknown_language_counts_as_english() {
    let mut analyzer = Analyzer::new(TextOptions::default());
    let mut found = Vec::new();
    analyzer.tokens("the spiders", None, |token| {
        found.push(token.term.to_owned());
    });
    assert_eq!(found, ["spider"]);
}

#[test]
fn a_token_has_the_byte_range_of_its_word() {
    let text = "Über Spiders, 蜘蛛網";
    let mut words = Vec::new();
    Analyzer::new(TextOptions::default()).tokens(text, None, |token| {
        words.push(&text[token.start..token.end]);
    });
    assert_eq!(words, ["Über", "Spiders", "蜘蛛", "蛛網"]);
}

#[test]
fn words_longer_than_the_limit_are_dropped() {
    let long = "é".repeat(TOKEN_CHARS);
    assert_eq!(terms(&format!("{long}é a{long} {long}"), "xx", PLAIN), [long]);
}

#[test]
fn terms_are_numbered_in_the_order_of_the_text_whatever_was_read_before() {
    let text = "Crawlers crawl the crawled web; the web crawls. 網網網 网";
    let mut analyzer = Analyzer::new(TextOptions::default());
    let mut numbered = |terms: &mut Terms| {
        let (mut found, mut names) = (Vec::new(), Vec::new());
        analyzer.term_ids(text, None, terms, |id| found.push(id));
        analyzer.tokens(text, None, |token| names.push(token.term.to_owned()));
        let again = names.iter().map(|name| terms.intern(name));
        assert_eq!(found, again.collect::<Vec<_>>());
        analyzer.forget_numbers();
        analyzer.tokens("web crawl spider", None, |_| {});
        found
    };
    let first = numbered(&mut Terms::new());
    assert_eq!(first[..5], [0, 1, 1, 2, 2]);
    assert_eq!(numbered(&mut Terms::new()), first);
}

#[test]
fn the_cache_of_words_is_bounded() {
    let mut analyzer = Analyzer::new(TextOptions::default());
    for page in 0..4 {
        let words: Vec<String> = (0..STEM_MEMO / 2).map(|n| format!("w{page}x{n}")).collect();
        analyzer.tokens(&words.join(" "), None, |_| {});
    }
    let held: usize = analyzer.vocabularies.iter().map(|known| known.terms.len()).sum();
    assert!(held <= STEM_MEMO * 3 / 2, "{held}");
    assert_eq!(terms("the end", "en", TextOptions::default()), ["end"]);
}

#[test]
fn written_words_have_their_terms() {
    let mut analyzer = Analyzer::new(TextOptions::default());
    let mut found = Vec::new();
    analyzer.written_words("The Text-Editors of", None, |word| {
        found.push((word.written.to_owned(), word.term.map(str::to_owned), word.start..word.end));
    });
    let expected =
        [("the", None, 0..3), ("text", Some("text"), 4..8), ("editors", Some("editor"), 9..16), ("of", None, 17..19)];
    let expected = expected.map(|(written, term, at)| (written.to_owned(), term.map(str::to_owned), at));
    assert_eq!(found, expected);
}
