//! The states of the tokenizer between two tokens.

/// The state in which the tokenizer reads characters, named as in the standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Markup and character references.
    #[default]
    Data,
    /// Text with character references, up to the end tag: `title` and `textarea`.
    Rcdata,
    /// Text up to the end tag: `style`, `xmp`, `iframe`, `noembed`, `noframes`, `noscript`.
    RawText,
    /// Text of a `script` up to its end tag, except those of a `<script>` nested in `<!--`.
    ScriptData,
    /// Text up to the end of the input.
    PlainText,
    /// Text up to `]]>`.
    CdataSection,
}
