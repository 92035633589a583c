//! What a model is and how good it is, in plain words.
//!
//! The limits are rules of thumb: with a handful of trails a few points above chance say nothing, and ten are seen in a crawl.

use crate::page::digits::{counted, percent};
use crate::protocol::models::ModelCard;
use engine::report::Lesson;

/// Points above chance from which a model is said to have learned something.
const MORE: f64 = 0.1;

/// Where a model comes from and how often it is right, in half a sentence.
pub fn facts(card: &ModelCard) -> String {
    let from = format!(
        "From {} with {}",
        counted(card.trails, "trail"),
        counted(card.pages, "page")
    );
    match card.right {
        Some(right) => format!("{from}; {} right on trails it had not seen", percent(right)),
        None => from,
    }
}

/// A reason as a sentence of its own.
pub fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    let end = if reason.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    first.unwrap_or_default() + letters.as_str() + end
}

/// How well a model tells how far pages are from a relevant one, in sentences.
pub fn how_well(lesson: &Lesson) -> String {
    let Some(right) = lesson.right else {
        return "How well it does could not be tried out: for that each trail is left out once, and there are too few of them.".to_owned();
    };
    let chance = lesson.chance.unwrap_or_default();
    let verdict = match right - chance {
        more if more >= MORE => "That is clearly better.",
        more if more > 0.0 => "That is hardly better: more trails make it surer.",
        _ => {
            "That is no better: it has learned little that holds for other trails. Record more, and mark what is relevant in all of them."
        }
    };
    let side = lesson.right_side.map_or_else(String::new, |side| {
        format!(
            " Whether a page is relevant at all was told rightly for {}.",
            percent(side)
        )
    });
    format!(
        "Each trail was read by a model that had not seen it: {} of the pages were taken for what they are. Always saying what most pages are is right for {}. {verdict}{side}",
        percent(right),
        percent(chance)
    )
}
