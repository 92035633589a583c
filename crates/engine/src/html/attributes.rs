//! Removes the attributes that are never read, before they reach the tree.
//!
//! The tree builder copies the attributes of a formatting element each time it reopens the element, and compares those of all
//! that are active. Without unused attributes, only a few of these elements can differ on any page. `hidden` represents both ways
//! of hiding an element: the attribute, and `display:none` in its style.

use super::element::is_root_id;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

/// Removes unused attributes from a tag.
pub(super) fn keep_read(tag: &mut Tag) {
    let is_hidden = tag.kind == TagKind::StartTag && tag.attrs.iter().any(hides);
    let kept = kept(tag);
    let is_div = tag.name == local_name!("div");
    let is_root = |attribute: &Attribute| {
        is_div && attribute.name.local == local_name!("id") && is_root_id(&attribute.value)
    };
    tag.attrs
        .retain(|attribute| kept(&attribute.name.local) || is_root(attribute));
    if tag.name == local_name!("font") {
        // Their presence decides where the element is placed in a drawing; their values are unused.
        tag.attrs.iter_mut().for_each(|one| one.value.clear());
    }
    if is_hidden {
        tag.attrs.push(Attribute {
            name: QualName::new(None, ns!(), local_name!("hidden")),
            value: StrTendril::new(),
        });
    }
}

/// Returns the attributes that are used of an element of this tag.
fn kept(tag: &Tag) -> fn(&LocalName) -> bool {
    match tag.name {
        _ if tag.kind == TagKind::EndTag => |_| false,
        local_name!("font") => is_of_font,
        _ if is_formatting(tag) && tag.name != local_name!("a") => |_| false,
        _ => is_read,
    }
}

fn is_read(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("alt")
            | local_name!("aria-label")
            | local_name!("content")
            | local_name!("encoding")
            | local_name!("href")
            | local_name!("lang")
            | local_name!("name")
            | local_name!("rel")
            | local_name!("title")
            | local_name!("type")
    )
}

fn is_of_font(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("color") | local_name!("face") | local_name!("size")
    )
}

/// Returns true for the tags of which the tree builder keeps a list (HTML standard, "formatting" elements).
pub(super) fn is_formatting(tag: &Tag) -> bool {
    matches!(
        tag.name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}

fn hides(attribute: &Attribute) -> bool {
    match attribute.name.local {
        local_name!("hidden") => true,
        local_name!("style") => has_display_none(&attribute.value),
        _ => false,
    }
}

fn has_display_none(style: &str) -> bool {
    style.split(';').any(|rule| {
        rule.split_once(':').is_some_and(|(name, value)| {
            name.trim().eq_ignore_ascii_case("display")
                && value
                    .trim_start()
                    .get(..4)
                    .is_some_and(|v| v.eq_ignore_ascii_case("none"))
        })
    })
}
