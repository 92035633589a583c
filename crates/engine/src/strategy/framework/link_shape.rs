//! The shape of a link: where it leads, how its text is written, and where it stands, without any of its words.
//!
//! Words of one site are rarely those of the next: the names of people, the codes of courses. Their shape is the same:
//! a list of forty links whose texts are two capitalized words, a folder with a tilde, a course code below the menu.

use super::{LinkView, PageView};
use crate::html::{BlockKind, Document, Link};
use crate::text::{TermCounts, TermId};
use types::url::CanonicalUrl;

/// The number of features that describe the link and its place in the markup; the others describe its position and
/// its page.
const OWN: usize = 10;
/// The number of features.
const FEATURES: usize = 14;
/// The number of values of each feature; more than any has.
const VALUES: u8 = 8;
/// Maximum length of the text around a link that stands alone, in bytes.
const ALONE: usize = 20;

/// The value of each feature of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::strategy) struct LinkShape([u8; FEATURES]);

impl LinkShape {
    /// Returns the shape of each link of a page, in their order.
    pub(in crate::strategy) fn of_links(url: &CanonicalUrl, document: &Document) -> Vec<Self> {
        let mut shapes: Vec<Self> = document.links.iter().map(|link| Self::new(url, document, link)).collect();
        for run in shapes.chunk_by_mut(|one, next| one.own() == next.own()) {
            let length = class(run.len(), [1, 4, 9, 24]);
            for shape in run {
                shape.0[FEATURES - 1] = length;
            }
        }
        shapes
    }

    /// Returns the shape of some links of a page, in their order.
    pub(in crate::strategy) fn of_views(page: &PageView<'_>, links: &[LinkView<'_>]) -> Vec<Self> {
        let shapes = Self::of_links(page.url, page.document);
        let mut known = page.document.links.iter().zip(shapes);
        let mut shape = |view: &LinkView<'_>| {
            let found = known.find(|(link, _)| std::ptr::eq(*link, view.link));
            found.map_or_else(|| Self::new(page.url, page.document, view.link), |(_, shape)| shape)
        };
        links.iter().map(&mut shape).collect()
    }

    fn new(url: &CanonicalUrl, document: &Document, link: &Link) -> Self {
        let path = link.url.path();
        let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
        let body = document.body.len().max(1);
        let place = (link.span.0 as usize).min(body) * 10 / body;
        Self([
            direction(url, &link.url),
            class(link.url.segments().count(), [0, 1, 2, 3]),
            u8::from(path.ends_with('/')) + 2 * u8::from(has_digit(path)),
            u8::from(path.contains('~')) + 2 * u8::from(link.url.query().is_some()),
            class(link.anchor.split_whitespace().count(), [0, 1, 3, 6]),
            capitals(&link.anchor),
            u8::from(has_digit(&link.anchor)),
            u8::from(link.context.len() <= ALONE),
            u8::from(link.hidden) + 2 * u8::from(link.place.is_aside),
            block_class(link.place.block),
            [0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2][place],
            class(document.links.len(), [5, 20, 60, 200]),
            class(body, [500, 2_000, 8_000, 32_000]),
            0,
        ])
    }

    /// Returns the features of the link itself.
    fn own(&self) -> &[u8] {
        &self.0[..OWN]
    }

    /// Returns a number for the links of the same shape and path in the markup as this one, whatever their page.
    pub(in crate::strategy) fn group(page: &PageView<'_>, link: &Link) -> u32 {
        Self::new(page.url, page.document, link).own_number().rotate_left(16) ^ u32::from(link.place.path)
    }

    fn own_number(&self) -> u32 {
        self.own().iter().fold(0, |number, value| number * u32::from(VALUES) + u32::from(*value))
    }

    /// Returns each feature with its value as a term of its own.
    pub(in crate::strategy) fn terms(self) -> TermCounts {
        let term = |(feature, value): (u8, u8)| (TermId::from(feature) * TermId::from(VALUES) + TermId::from(value), 1);
        (0..).zip(self.0).map(term).collect()
    }
}

/// Returns the index of the first limit that is not below the number; the number of limits if all are.
fn class(number: usize, limits: [usize; 4]) -> u8 {
    limits.iter().fold(0, |class, limit| class + u8::from(number > *limit))
}

/// Returns whether a block is a container or a header, a paragraph, a list, an item, a table or its row, a cell or a
/// form.
fn block_class(block: BlockKind) -> u8 {
    match block {
        BlockKind::Container | BlockKind::Header => 0,
        BlockKind::Paragraph => 1,
        BlockKind::List => 2,
        BlockKind::Item => 3,
        BlockKind::Table | BlockKind::Row => 4,
        BlockKind::Cell => 5,
        BlockKind::Form => 6,
    }
}

/// Returns where a link leads: another host, its page's folder or below, the folder above it, or elsewhere on the host.
fn direction(from: &CanonicalUrl, to: &CanonicalUrl) -> u8 {
    if from.host_key() != to.host_key() {
        return 0;
    }
    let folder = |path: &str| path[..path.rfind('/').map_or(0, |at| at + 1)].len();
    let (here, there) = (&from.path()[..folder(from.path())], &to.path()[..folder(to.path())]);
    match () {
        () if here == there => 1,
        () if there.starts_with(here) => 2,
        () if here.starts_with(there) => 3,
        () => 4,
    }
}

/// Returns whether no word of a text, some or all begin with a capital letter.
fn capitals(text: &str) -> u8 {
    let words = text.split_whitespace();
    let (all, capital) = words.fold((0, 0), |(all, capital), word| {
        (all + 1, capital + usize::from(word.chars().next().is_some_and(char::is_uppercase)))
    });
    u8::from(capital > 0) + u8::from(capital > 0 && capital == all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{self, EncodingRs};

    #[test]
    fn links_to_people_have_one_shape_on_two_sites_and_courses_another() {
        let shapes = |host: &str, links: &str| {
            let url = CanonicalUrl::parse(&format!("http://{host}.test/people/")).unwrap();
            let document = html::read(links.as_bytes(), Some("text/html"), &url, &EncodingRs);
            LinkShape::of_links(&url, &document)
        };
        let one = shapes("a", "<ul><li><a href=/~chen>Wei Chen</a><li><a href=/~ross>Ann Ross</a></ul>");
        let two = shapes("b", "<ul><li><a href=/~xu>Li Xu</a><li><a href=/cs/314/>CS 314</a></ul>");
        assert_eq!(one[0].own_number(), two[0].own_number());
        assert_eq!(one[0].own_number(), one[1].own_number());
        assert_ne!(two[0].own_number(), two[1].own_number());
    }
}
