//! Tests each state of the tokenizer.

use super::*;

/// Returns the tokens of a text in a short form, with adjacent characters joined.
fn tokens(input: &str) -> Vec<String> {
    shown(Tokenizer::new(input))
}

fn shown(mut tokenizer: Tokenizer<'_>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut joins = false;
    while let Some(token) = tokenizer.next() {
        let is_characters = matches!(token, Token::Text(_));
        let form = match token {
            Token::Text(text) => text.decoded().into_owned(),
            Token::StartTag(tag) => start_tag(tag, tokenizer.attributes()),
            Token::EndTag(tag) => format!("</{}>", tag.name),
            Token::Comment(text) => format!("<!--{}-->", text.decoded()),
            Token::Doctype(doctype) => format!("<!{doctype:?}>"),
        };
        match all.last_mut().filter(|_| joins && is_characters) {
            Some(last) => last.push_str(&form),
            None => all.push(form),
        }
        joins = is_characters;
    }
    all
}

fn start_tag(tag: Tag<'_>, attributes: &Attributes<'_>) -> String {
    let attribute = |one: &Attribute<'_>| format!(" {}={}", one.name, one.value().decoded());
    let attributes: String = attributes.iter().map(attribute).collect();
    let end = if tag.self_closing { "/>" } else { ">" };
    format!("<{}{attributes}{end}", tag.name)
}

/// Returns the tokens after a start tag, read in this state.
fn after_tag(tag: &str, state: State, input: &str) -> Vec<String> {
    let input = format!("<{tag}>{input}");
    let mut tokenizer = Tokenizer::new(&input);
    assert!(tokenizer.next().is_some());
    tokenizer.switch(state);
    shown(tokenizer)
}

fn check(cases: &[(&str, &[&str])]) {
    for (input, expected) in cases {
        assert_eq!(tokens(input), *expected, "{input:?}");
    }
}

#[test]
fn data_is_text_up_to_markup() {
    check(&[
        ("", &[]),
        ("plain", &["plain"]),
        ("a < b <3 <= <", &["a < b <3 <= <"]),
        ("1<2<i>3", &["1<2", "<i>", "3"]),
        ("a\r\nb\rc\n", &["a\nb\nc\n"]),
        ("a\0b", &["a\0b"]),
        ("é<b>日本", &["é", "<b>", "日本"]),
    ]);
}

#[test]
fn a_tag_has_a_name_that_begins_with_a_letter() {
    check(&[
        ("<p>x</p>", &["<p>", "x", "</p>"]),
        ("<P\tCLASS>", &["<P CLASS=>"]),
        ("<a<b>", &["<a<b>"]),
        ("<my-tag.x>", &["<my-tag.x>"]),
        ("< p>", &["< p>"]),
        ("<é>", &["<é>"]),
        ("x</>y", &["xy"]),
        ("x</", &["x</"]),
        ("</ p>x", &["<!-- p-->", "x"]),
        ("</3>x", &["<!--3-->", "x"]),
    ]);
}

#[test]
fn an_incomplete_tag_at_the_end_is_dropped() {
    for rest in
        ["<p", "<p ", "<p a", "<p a ", "<p a=", "<p a= ", "<p a=b", "<p a='b", "<p a='b'", "<p /", "</p", "</p a=\""]
    {
        assert_eq!(tokens(&format!("seen{rest}")), ["seen"], "{rest}");
    }
}

#[test]
fn attributes_have_values_with_and_without_quotes() {
    check(&[
        ("<a b>", &["<a b=>"]),
        ("<a b = c d>", &["<a b=c d=>"]),
        ("<a b='x > y' c=\"it's\">", &["<a b=x > y c=it's>"]),
        ("<a b='1'c=2>", &["<a b=1 c=2>"]),
        ("<a b=>", &["<a b=>"]),
        ("<a =b=c =>", &["<a =b=c ==>"]),
        ("<a b=c/d/>", &["<a b=c/d/>"]),
        ("<a b='c\r\nd\0'>", &["<a b=c\nd\u{fffd}>"]),
        ("<a\x0cb\r\n=\r\nc>", &["<a b=c>"]),
        ("<a \"b'>", &["<a \"b'=>"]),
    ]);
}

#[test]
fn the_first_of_equal_attributes_counts_in_any_case() {
    check(&[("<a b=1 c=2 B=3 b>", &["<a b=1 c=2>"]), ("</a b=1>x", &["</a>", "x"])]);
}

#[test]
fn the_number_of_attributes_is_limited() {
    let many: Vec<String> = (0..MAX_ATTRIBUTES + 9).map(|n| format!("a{n}={n}")).collect();
    let input = format!("<p {}>after", many.join(" "));
    let mut tokenizer = Tokenizer::new(&input);
    assert!(matches!(tokenizer.next(), Some(Token::StartTag(_))));
    assert_eq!(tokenizer.attributes().iter().count(), MAX_ATTRIBUTES);
    assert_eq!(tokenizer.attributes().value("a7").as_deref(), Some("7"));
    assert_eq!(shown(tokenizer), ["after"]);
}

#[test]
fn a_slash_before_the_end_closes_a_tag() {
    check(&[
        ("<br/>", &["<br/>"]),
        ("<br />", &["<br/>"]),
        ("<br / >", &["<br>"]),
        ("<br a/>", &["<br a=/>"]),
        ("<br/a/b>", &["<br a= b=>"]),
    ]);
}

#[test]
fn named_references_are_resolved_with_the_longest_name() {
    check(&[
        ("&amp;&lt;&gt;&quot;&nbsp;", &["&<>\"\u{a0}"]),
        ("&copy &copyx &copy;x", &["© ©x ©x"]),
        ("&notin; &notit; &not", &["∉ ¬it; ¬"]),
        ("&NotEqualTilde;", &["≂\u{338}"]),
        ("&NewLine;&Tab;", &["\n\t"]),
        ("&CounterClockwiseContourIntegral;", &["∳"]),
        ("&CounterClockwiseContourIntegral", &["&CounterClockwiseContourIntegral"]),
        ("&hellip &other; &; & &&amp;", &["&hellip &other; &; & &&"]),
        ("&amp;lt;", &["&lt;"]),
        ("&AMP;&Amp;", &["&&Amp;"]),
    ]);
}

#[test]
fn an_old_name_in_an_attribute_needs_a_semicolon_before_letters() {
    check(&[
        ("<a b='?x&copy=1&amp;y&lt'>", &["<a b=?x&copy=1&y<>"]),
        ("<a b=&copyx c=&copy;x d=&copy>", &["<a b=&copyx c=©x d=©>"]),
        ("<a b='&notin;&notit;'>", &["<a b=∉&notit;>"]),
    ]);
}

#[test]
fn numbers_are_resolved_and_replaced_as_the_standard_says() {
    check(&[
        ("&#65;&#x42;&#X43&#68 ", &["ABCD "]),
        ("&#0;&#xD800;&#x110000;&#99999999999999999999;", &["\u{fffd}\u{fffd}\u{fffd}\u{fffd}"]),
        ("&#x80;&#150;&#x81;", &["€–\u{81}"]),
        ("&#;&#x;&#xg;&#", &["&#;&#x;&#xg;&#"]),
        ("&#0000000000000065;", &["A"]),
    ]);
}

#[test]
fn comments_end_with_two_dashes() {
    check(&[
        ("<!--a-->b", &["<!--a-->", "b"]),
        ("<!--a-- >b-->c", &["<!--a-- >b-->", "c"]),
        ("<!--a--!>b", &["<!--a-->", "b"]),
        ("<!-->b", &["<!---->", "b"]),
        ("<!--->b", &["<!---->", "b"]),
        ("<!---->b", &["<!---->", "b"]),
        ("<!----->b", &["<!----->", "b"]),
        ("<!--a<!--b-->c-->", &["<!--a<!--b-->", "c-->"]),
        ("<!--\0\r-->", &["<!--\u{fffd}\n-->"]),
        ("<!--<p>-->", &["<!--<p>-->"]),
    ]);
}

#[test]
fn an_unclosed_comment_excludes_an_incomplete_end_mark() {
    for (rest, data) in [("", ""), ("-", ""), ("a", "a"), ("a-", "a"), ("a--", "a"), ("a--!", "a"), ("a->b", "a->b")] {
        assert_eq!(tokens(&format!("<!--{rest}")), [format!("<!--{data}-->")]);
    }
}

#[test]
fn other_declarations_are_bogus_comments() {
    check(&[
        ("<?xml a='>'?>b", &["<!--?xml a='-->", "'?>b"]),
        ("<!>b", &["<!---->", "b"]),
        ("<!ELEMENT>b", &["<!--ELEMENT-->", "b"]),
        ("<!-a>b", &["<!---a-->", "b"]),
        ("<![CDATA[a]]>b", &["<!--[CDATA[a]]-->", "b"]),
        ("<?a", &["<!--?a-->"]),
    ]);
}

#[test]
fn a_cdata_section_is_text_in_foreign_content() {
    for (input, expected) in [
        ("<![CDATA[a&lt;<b>]]>c", vec!["a&lt;<b>c"]),
        ("<![CDATA[]]><i>", vec!["<i>"]),
        ("<![CDATA[a]]b", vec!["a]]b"]),
        ("<![CDATA[\0\r]]]>", vec!["\0\n]"]),
        ("<![cdata[a]]>", vec!["<!--[cdata[a]]-->"]),
    ] {
        let mut tokenizer = Tokenizer::new(input);
        tokenizer.set_foreign(true);
        assert_eq!(shown(tokenizer), expected, "{input}");
    }
}

#[test]
fn a_doctype_has_a_name_and_identifiers() {
    let doctype = |input| match Tokenizer::new(input).next() {
        Some(Token::Doctype(doctype)) => doctype,
        other => panic!("{other:?}"),
    };
    for (input, name, public_id, system_id, force_quirks) in [
        ("<!DOCTYPE html>", Some("html"), None, None, false),
        ("<!doctypehtml>", Some("html"), None, None, false),
        ("<!doctype>", None, None, None, true),
        ("<!doctype html", Some("html"), None, None, true),
        ("<!doctype a public 'p' \"s\">", Some("a"), Some("p"), Some("s"), false),
        ("<!doctype a PUBLIC'p''s'>", Some("a"), Some("p"), Some("s"), false),
        ("<!doctype a system 's' x>", Some("a"), None, Some("s"), false),
        ("<!doctype a system 's' x", Some("a"), None, Some("s"), false),
        ("<!doctype a public 'p>", Some("a"), Some("p"), None, true),
        ("<!doctype a public p>", Some("a"), None, None, true),
        ("<!doctype a other 'x'>", Some("a"), None, None, true),
    ] {
        let expected = Doctype { name, public_id, system_id, force_quirks };
        assert_eq!(doctype(input), expected, "{input}");
    }
    assert_eq!(tokens("<!doctype a 'x>y'>z")[1], "y'>z");
}

#[test]
fn rcdata_has_references_and_ends_with_its_tag() {
    for (input, expected) in [
        ("a &amp; <b></b></TITLE >c", vec!["a & <b></b>", "</TITLE>", "c"]),
        ("</title>", vec!["</title>"]),
        ("</titles></title/>", vec!["</titles>", "</title>"]),
        ("</title", vec!["</title"]),
        ("</title ", vec![]),
        ("a\0</ title>", vec!["a\u{fffd}</ title>"]),
    ] {
        assert_eq!(after_tag("title", State::Rcdata, input), expected, "{input}");
    }
}

#[test]
fn raw_text_has_no_references() {
    for (input, expected) in
        [("a&amp;<!--</style>b", vec!["a&amp;<!--", "</style>", "b"]), ("a\r\0", vec!["a\n\u{fffd}"])]
    {
        assert_eq!(after_tag("style", State::RawText, input), expected, "{input}");
    }
}

#[test]
fn a_script_ends_with_its_tag_except_in_an_escaped_script() {
    for (text, is_whole) in [
        ("if (a<b && c) { '<p>' }", true),
        ("<!-- x -->", true),
        ("<!-- </script", false),
        ("<!-- <script> </script> -->", true),
        ("<!-- <script></script> <script/></script\t> --", true),
        ("<!-- <script> --> x", true),
        ("<!--> <script> ", true),
        ("<!---> <script> ", true),
        ("<!-- <scripts> ", true),
        ("<!--script -script ", true),
        ("<!-- -/script> ", true),
        ("<!-- <script> -/script> </script> ", true),
        ("<!- <script> ", true),
        ("<!-- <script> -- > </script", false),
    ] {
        let end = if is_whole { "</script>" } else { "></script>" };
        let shown = after_tag("script", State::ScriptData, &format!("{text}{end}after"));
        let whole = vec![text.to_owned(), "</script>".to_owned(), "after".to_owned()];
        assert_eq!(shown == whole, is_whole, "{text}: {shown:?}");
    }
    let open = "<!-- <script> </script after";
    assert_eq!(after_tag("script", State::ScriptData, open), [open]);
}

#[test]
fn plain_text_never_ends() {
    let text = "</plaintext>&amp;<b>";
    assert_eq!(after_tag("plaintext", State::PlainText, text), [text]);
}
