//! Computes the difference of two texts of a page: deleted and inserted lines, and the changed words of replaced lines.

use crate::context::Context;
use crate::storage::database::VisitedText;
use protocol::revisit::{PieceKind, TextPiece};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};
use types::text::clean;

/// The largest product of the numbers of words of two texts that are compared word by word; more would take too long.
const MOST_WORDS: usize = 1_000_000;
/// The bytes of common text that are shown before and after a change.
const AROUND: usize = 200;

/// Returns the last change of a page's text. The error is the reason, in a sentence.
pub(super) async fn last_change(context: &Context, id: &str, n: u32) -> Result<Vec<TextPiece>, String> {
    let unread = |error| format!("The saved text cannot be read: {error}.");
    let store = context.store().await.map_err(unread)?;
    let texts = store.texts(id, n).await.map_err(unread)?;
    let texts = texts.before.zip(texts.latest);
    let (before, latest) = texts.ok_or("The earlier text of this page is not saved.")?;
    let [before, latest] = VisitedText::compared(&before, &latest).map(|text| clean_lines(&text));
    Ok(between(&before, &latest))
}

/// Returns the lines of a text, cleaned. The last one ends as the others do, so that text after it is no change of it.
fn clean_lines(text: &str) -> String {
    let mut lines = text.lines().map(clean).collect::<Vec<_>>().join("\n");
    lines.push('\n');
    lines
}

/// Returns the pieces of two texts.
fn between(before: &str, latest: &str) -> Vec<TextPiece> {
    let lines = [before, latest].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut pieces = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &lines[0], &lines[1]) {
        let [old, new] = parts(&op, &lines);
        if op.tag() == DiffTag::Replace {
            words(&old, &new, &mut pieces);
        } else {
            push(op.tag(), &old, &new, &mut pieces);
        }
    }
    shortened(pieces)
}

/// Compares the words of two texts.
fn words(old: &str, new: &str, pieces: &mut Vec<TextPiece>) {
    let words = [old, new].map(|text| text.split_inclusive(char::is_whitespace).collect::<Vec<_>>());
    if words[0].len().saturating_mul(words[1].len()) > MOST_WORDS {
        return push(DiffTag::Replace, old, new, pieces);
    }
    for op in capture_diff_slices(Algorithm::Myers, &words[0], &words[1]) {
        let [old, new] = parts(&op, &words);
        push(op.tag(), &old, &new, pieces);
    }
}

/// Returns the old and the new text of a difference.
fn parts(op: &DiffOp, texts: &[Vec<&str>; 2]) -> [String; 2] {
    [texts[0][op.old_range()].concat(), texts[1][op.new_range()].concat()]
}

fn push(tag: DiffTag, old: &str, new: &str, pieces: &mut Vec<TextPiece>) {
    let piece = |kind, text: &str| TextPiece { kind, text: text.to_owned() };
    if tag == DiffTag::Equal {
        return pieces.push(piece(PieceKind::Kept, old));
    }
    let both = [(PieceKind::Deleted, old), (PieceKind::Inserted, new)];
    let changed = both.into_iter().filter(|(_, text)| !text.is_empty());
    pieces.extend(changed.map(|(kind, text)| piece(kind, text)));
}

/// Omits the middle of long pieces that are in both texts.
fn shortened(pieces: Vec<TextPiece>) -> Vec<TextPiece> {
    let last = pieces.len().saturating_sub(1);
    let mut short = Vec::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        if piece.kind != PieceKind::Kept || piece.text.len() <= 3 * AROUND {
            short.push(piece);
            continue;
        }
        let text = &piece.text;
        let kept = |text: &str| TextPiece { kind: PieceKind::Kept, text: text.to_owned() };
        if at > 0 {
            short.push(kept(&text[..text.floor_char_boundary(AROUND)]));
        }
        short.push(TextPiece { kind: PieceKind::Omitted, text: String::new() });
        if at < last {
            short.push(kept(&text[text.ceil_char_boundary(text.len() - AROUND)..]));
        }
    }
    short
}
