//! Compares the tokens of two tokenizers of HTML: the engine's and html5ever's.

use engine::html::tokenizer::{self, MAX_ATTRIBUTES, State};
use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use std::cell::RefCell;

/// A token in the form of the standard: names in lower case, everything decoded, adjacent characters joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plain {
    Text(String),
    Start(String, Vec<(String, String)>, bool),
    End(String),
    Comment(String),
    Doctype(Option<String>, Option<String>, Option<String>, bool),
}

/// Checks that both tokenizers find the same tokens in a text.
///
/// `is_foreign` tells whether `<![CDATA[` begins text. A tag with more attributes than the engine keeps is compared
/// without them.
///
/// # Panics
/// Panics if they differ.
pub fn assert_same_tokens(text: &str, is_foreign: bool) {
    let (own, other) = (own_tokens(text, is_foreign), other_tokens(text, is_foreign));
    let at = own.iter().zip(&other).take_while(|(one, other)| one == other);
    let at = at.count();
    assert_eq!(own.get(at), other.get(at), "token {at}");
}

/// Adds a token; characters join those before them.
fn add(tokens: &mut Vec<Plain>, token: Plain) {
    match (tokens.last_mut(), token) {
        (_, Plain::Text(text)) if text.is_empty() => {}
        (Some(Plain::Text(last)), Plain::Text(text)) => last.push_str(&text),
        (_, token) => tokens.push(token),
    }
}

fn start(name: String, mut attributes: Vec<(String, String)>, closes: bool) -> Plain {
    if attributes.len() >= MAX_ATTRIBUTES {
        attributes.clear();
    }
    Plain::Start(name, attributes, closes)
}

fn own_tokens(text: &str, is_foreign: bool) -> Vec<Plain> {
    let mut tokens = Vec::new();
    let mut tokenizer = tokenizer::Tokenizer::new(text);
    tokenizer.set_foreign(is_foreign);
    while let Some(token) = tokenizer.next() {
        if let tokenizer::Token::StartTag(tag) = token {
            tokenizer.switch(tag.content());
        }
        add(&mut tokens, own_token(token, tokenizer.attributes()));
    }
    tokens
}

fn own_token(token: tokenizer::Token<'_>, attributes: &tokenizer::Attributes<'_>) -> Plain {
    match token {
        tokenizer::Token::Text(text) => Plain::Text(text.decoded().into_owned()),
        tokenizer::Token::StartTag(tag) => {
            let pairs = attributes.iter();
            let pairs = pairs.map(|one| (name(one.name), one.value().decoded().into_owned()));
            start(name(tag.name), pairs.collect(), tag.self_closing)
        }
        tokenizer::Token::EndTag(tag) => Plain::End(name(tag.name)),
        tokenizer::Token::Comment(data) => Plain::Comment(data.decoded().into_owned()),
        tokenizer::Token::Doctype(doctype) => Plain::Doctype(
            doctype.name.map(name),
            doctype.public_id.map(id),
            doctype.system_id.map(id),
            doctype.force_quirks,
        ),
    }
}

fn name(text: &str) -> String {
    text.to_ascii_lowercase().replace('\0', "\u{fffd}")
}

fn id(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace('\0', "\u{fffd}")
}

/// The tokens as html5ever's tokenizer tells them.
struct Sink {
    tokens: RefCell<Vec<Plain>>,
    is_foreign: bool,
}

fn other_tokens(text: &str, is_foreign: bool) -> Vec<Plain> {
    let tokens = RefCell::default();
    let sink = Sink { tokens, is_foreign };
    let options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let tokenizer = Tokenizer::new(sink, options);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(text));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.tokens.into_inner()
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut tokens = self.tokens.borrow_mut();
        match token {
            Token::CharacterTokens(text) => add(&mut tokens, Plain::Text(text.to_string())),
            Token::NullCharacterToken => add(&mut tokens, Plain::Text("\0".to_owned())),
            Token::CommentToken(data) => add(&mut tokens, Plain::Comment(data.to_string())),
            Token::DoctypeToken(doctype) => add(&mut tokens, declaration(&doctype)),
            Token::TagToken(tag) => {
                add(&mut tokens, plain(&tag));
                return content(&tag);
            }
            Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.is_foreign
    }
}

fn declaration(doctype: &Doctype) -> Plain {
    let text = |one: &Option<StrTendril>| one.as_ref().map(ToString::to_string);
    Plain::Doctype(text(&doctype.name), text(&doctype.public_id), text(&doctype.system_id), doctype.force_quirks)
}

fn plain(tag: &Tag) -> Plain {
    if tag.kind == TagKind::EndTag {
        return Plain::End(tag.name.to_string());
    }
    let pairs = tag.attrs.iter();
    let pairs = pairs.map(|one| (one.name.local.to_string(), one.value.to_string()));
    start(tag.name.to_string(), pairs.collect(), tag.self_closing)
}

/// Returns the state after a start tag, from the engine's list, so that both read the same text.
fn content(tag: &Tag) -> TokenSinkResult<()> {
    if tag.kind == TagKind::EndTag {
        return TokenSinkResult::Continue;
    }
    let own = tokenizer::Tag { name: &tag.name, self_closing: false };
    match own.content() {
        State::Data | State::CdataSection => TokenSinkResult::Continue,
        State::Rcdata => TokenSinkResult::RawData(RawKind::Rcdata),
        State::RawText => TokenSinkResult::RawData(RawKind::Rawtext),
        State::ScriptData => TokenSinkResult::RawData(RawKind::ScriptData),
        State::PlainText => TokenSinkResult::Plaintext,
    }
}
