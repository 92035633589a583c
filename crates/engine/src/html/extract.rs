//! Collects the text and links of a page from its elements.
//!
//! The visible text grows in one buffer; headings, anchors and blocks are ranges of it, so nothing is copied until the
//! page has been read. Not covered: invisible content (scripts, styles, templates), the options of select boxes, hidden
//! elements, vector graphics, formulas and the readings of `ruby` except their links, and the pages in frames, which
//! are links.
//!
//! Source: fields of Evolving §2.1.4 and Pant §3.2 (the words around a link in the tag tree).

use super::element::{Role, ScriptSigns, by_name, is_button, role, shows_page};
use super::flow::{Separator, TextBuilder};
use super::link::{LinkKind, LinkPlace};
use super::main_text::Mark;
use super::name::Name;
use super::outline::record::Record;
use super::refresh::Refresh;
use super::tokenizer::{Attributes, Text};
use crate::robots::{MetaRobots, directives};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use types::limits::{PAGE_BOLD, PAGE_LINKS};

/// Maximum number of bytes of a note that a page shows until its scripts show the content.
const NOTE_BYTES: usize = 64;

/// The text and links of a page, borrowed from its HTML.
#[derive(Default)]
pub(crate) struct DocumentText<'a> {
    pub(crate) flow: TextBuilder,
    pub(crate) title: Option<String>,
    pub(crate) lang: Option<Cow<'a, str>>,
    pub(crate) base: Option<Cow<'a, str>>,
    pub(crate) robots: MetaRobots,
    /// The encodings that `<meta>` elements declare, in order.
    pub(crate) charsets: Vec<String>,
    /// The value of the first `<meta http-equiv=refresh>`, and the base URL before it.
    pub(crate) refresh: Option<(Cow<'a, str>, Option<Cow<'a, str>>)>,
    /// The reference of the first `<link rel=canonical>`.
    pub(crate) canonical: Option<Cow<'a, str>>,
    pub(crate) blocks: Vec<Range<usize>>,
    /// The facts that the elements of the blocks state about their content.
    pub(crate) marks: Vec<Mark>,
    /// The place of the links directly in each block.
    pub(crate) places: Vec<LinkPlace>,
    pub(crate) headings: Vec<Range<usize>>,
    /// Bold text outside headings.
    pub(crate) bold: Vec<Range<usize>>,
    pub(crate) links: Vec<Found<'a>>,
    pub(crate) cut: bool,
    /// The number of links beyond the limit.
    pub(crate) more_links: u32,
    pub(crate) scripts: ScriptSigns,
    /// The elements that structure the text and the data about the page; `None` unless they are asked for.
    pub(crate) record: Option<Record<'a>>,
    /// True if hidden elements are read as well.
    shows_hidden: bool,
    /// True if a hidden element was not read.
    has_hidden: bool,
    /// The bytes of text and the number of links that are not the page's own: in `noscript`, frames and hidden links.
    aside: (usize, usize),
    /// The number of steps so far.
    steps: Cell<usize>,
    /// The number of open headings and bold elements.
    emphases: u32,
    /// The innermost open block, as an index into `blocks`.
    block: Option<usize>,
    /// The last heading, open or closed, as an index into `headings`.
    heading: Option<usize>,
    /// The innermost open link, as an index into `links`.
    link: Option<usize>,
}

/// A link with an unresolved reference.
#[derive(Clone)]
pub(crate) struct Found<'a> {
    pub(crate) href: Text<'a>,
    /// The labels that replace the anchor of a link without text: `alt`, `aria-label`, `title`.
    pub(crate) labels: [Option<Text<'a>>; 3],
    pub(crate) is_nofollow: bool,
    pub(crate) kind: LinkKind,
    /// True if it counts only if its target is of the same site.
    pub(crate) is_inset: bool,
    /// True in a hidden element.
    pub(crate) is_hidden: bool,
    pub(crate) anchor: Range<usize>,
    pub(crate) block: Option<usize>,
    pub(crate) heading: Option<usize>,
}

/// The range that an element opened and its end closes: its index among those of its kind, and the value that was
/// current before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    None,
    /// The content is not read.
    Skipped,
    /// Only the links of the content are read, since a menu that a script opens is hidden at first.
    Hidden,
    /// Only the links of the content are read.
    LinksOnly,
    Block {
        gap: Separator,
        index: usize,
        outer: Option<usize>,
    },
    Heading {
        index: usize,
        outer: Option<usize>,
    },
    Bold {
        index: usize,
    },
    /// The length of the text and the number of links before a `noscript`.
    Noscript {
        start: usize,
        links: usize,
    },
    Link {
        index: usize,
        outer: Option<usize>,
    },
}

impl<'a> DocumentText<'a> {
    /// Returns an empty document; with `shows_hidden`, hidden elements are read as well, and with `is_recorded`, the
    /// elements are recorded.
    pub(crate) fn new(shows_hidden: bool, is_recorded: bool) -> Self {
        Self { shows_hidden, record: is_recorded.then(Record::default), ..Self::default() }
    }

    /// Returns true if all content of the page is hidden, so that a script must show it.
    pub(crate) fn hides_everything(&self) -> bool {
        self.hides_most() && self.own_text() == 0
    }

    /// Returns true if the page hides content and has no more of its own than a note such as "Loading...".
    pub(crate) fn hides_most(&self) -> bool {
        self.has_hidden && self.links.len() == self.aside.1 && self.own_text() <= NOTE_BYTES
    }

    /// Returns true if the page has at least ten times as much text as a note.
    pub(crate) fn exceeds_notes(&self) -> bool {
        self.own_text() >= 10 * NOTE_BYTES
    }

    /// Returns the number of bytes of text outside `noscript`.
    fn own_text(&self) -> usize {
        self.flow.len().abs_diff(self.aside.0)
    }

    /// Returns the number of steps that reading the page took.
    pub(crate) fn steps(&self) -> usize {
        self.steps.get()
    }

    /// Counts steps.
    pub(crate) fn count(&self, steps: usize) {
        self.steps.update(|before| before + steps);
    }

    /// Enters an element; returns its effect, which [`Self::leave`] ends.
    pub(crate) fn enter(&mut self, name: Name, attributes: &Attributes<'a>) -> Effect {
        self.scripts.enter(name, attributes);
        let role = match role(name, attributes) {
            Role::Hidden if self.shows_hidden => by_name(name),
            role => role,
        };
        if !matches!(role, Role::Skipped | Role::Hidden | Role::LinksOnly)
            && let Some(record) = &mut self.record
        {
            record.start(self.flow.len(), name, attributes);
        }
        match role {
            Role::Skipped => return Effect::Skipped,
            Role::Hidden => {
                self.has_hidden = true;
                return Effect::Hidden;
            }
            Role::LinksOnly => return Effect::LinksOnly,
            Role::Base => self.base(attributes),
            Role::Meta => self.meta(attributes),
            Role::Relation => self.relation(attributes),
            Role::Frame => self.frame(attributes.get("src"), attributes, false),
            Role::Inset => {
                let reference = attributes.get(if name == Name::Object { "data" } else { "src" });
                let page = reference.filter(|reference| name == Name::Iframe || shows_page(attributes, *reference));
                self.frame(page, attributes, true);
            }
            Role::Noscript => {
                return Effect::Noscript { start: self.flow.len(), links: self.links.len() };
            }
            Role::Link => {
                if is_button(attributes) {
                    self.button();
                }
                return self.enter_link(attributes);
            }
            Role::Image => self.image(attributes),
            Role::Heading => return self.enter_heading(),
            Role::Bold => return self.enter_bold(),
            Role::Block => return self.enter_element(Separator::Line, name, attributes),
            Role::Cell => return self.enter_element(Separator::Space, name, attributes),
            Role::Break => self.flow.gap(Separator::Line),
            Role::Inline if name == Name::Button => self.button(),
            Role::Inline => {}
        }
        Effect::None
    }

    /// Records the language of the page.
    pub(crate) fn html(&mut self, attributes: &Attributes<'a>) {
        if self.lang.is_none() {
            self.lang = attributes.value("lang").or_else(|| attributes.value("xml:lang"));
        }
    }

    /// Records the first title of the page.
    pub(crate) fn title(&mut self, text: Option<Text<'a>>) {
        let text = || text.map_or_else(String::new, |text| text.decoded().into_owned());
        self.title.get_or_insert_with(text);
    }

    /// Returns true if no text, link or block was found so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.links.is_empty() && self.flow.len() == 0
    }

    /// Marks the block around a button.
    fn button(&mut self) {
        if let Some(block) = self.block {
            self.marks[block].add_button(self.flow.len());
        }
    }

    /// Adds a block without content.
    pub(crate) fn empty_block(&mut self) {
        let effect = self.enter_block(Separator::Line, Mark::default(), self.place(self.block));
        self.leave(effect);
    }

    /// Returns the place of the links directly in a block.
    pub(crate) fn place(&self, block: Option<usize>) -> LinkPlace {
        block.map_or_else(LinkPlace::default, |block| self.places[block])
    }

    fn enter_element(&mut self, gap: Separator, name: Name, attributes: &Attributes<'a>) -> Effect {
        let mark = Mark::new(name, attributes);
        self.enter_block(gap, mark, mark.place(name, attributes, self.place(self.block)))
    }

    fn enter_block(&mut self, gap: Separator, mark: Mark, place: LinkPlace) -> Effect {
        self.flow.gap(gap);
        let index = self.blocks.len();
        self.blocks.push(self.flow.here());
        self.marks.push(mark);
        self.places.push(place);
        let outer = self.block.replace(index);
        Effect::Block { gap, index, outer }
    }

    fn enter_heading(&mut self) -> Effect {
        self.flow.gap(Separator::Line);
        let index = self.headings.len();
        self.headings.push(self.flow.here());
        self.emphases += 1;
        let outer = self.heading.replace(index);
        Effect::Heading { index, outer }
    }

    /// Begins a range of bold text. Text in a heading or in other bold text is already emphasized.
    fn enter_bold(&mut self) -> Effect {
        if self.emphases > 0 || self.bold.len() >= PAGE_BOLD {
            return Effect::None;
        }
        self.emphases += 1;
        let index = self.bold.len();
        self.bold.push(self.flow.here());
        Effect::Bold { index }
    }

    fn enter_link(&mut self, attributes: &Attributes<'a>) -> Effect {
        let Some(href) = attributes.get("href") else {
            return Effect::None;
        };
        self.add_link(|here, block, heading| Found {
            href,
            labels: ["alt", "aria-label", "title"].map(|name| attributes.get(name)),
            is_nofollow: attributes.value("rel").is_some_and(|rel| is_nofollow(&rel)),
            kind: LinkKind::Anchor,
            is_inset: false,
            is_hidden: false,
            anchor: here,
            block,
            heading,
        })
    }

    /// Adds a frame as a link without text.
    fn frame(&mut self, reference: Option<Text<'a>>, attributes: &Attributes<'a>, is_inset: bool) {
        let Some(href) = reference else {
            return;
        };
        let effect = self.add_link(|anchor, block, heading| Found {
            href,
            labels: [None, attributes.get("aria-label"), attributes.get("title")],
            is_nofollow: false,
            kind: LinkKind::Frame,
            is_inset,
            is_hidden: false,
            anchor,
            block,
            heading,
        });
        self.leave(effect);
        self.aside.1 += usize::from(effect != Effect::None);
    }

    /// Adds a link of an element whose text is not read; returns its index.
    pub(crate) fn unread_link(&mut self, attributes: &Attributes<'a>, is_hidden: bool) -> Option<usize> {
        let href = attributes.get("href").or_else(|| attributes.get("xlink:href"))?;
        let title = attributes.get("title").or_else(|| attributes.get("xlink:title"));
        let effect = self.add_link(|anchor, block, heading| Found {
            href,
            labels: [attributes.get("alt"), attributes.get("aria-label"), title],
            is_nofollow: attributes.value("rel").is_some_and(|rel| is_nofollow(&rel)),
            kind: LinkKind::Anchor,
            is_inset: false,
            is_hidden,
            anchor,
            block,
            heading,
        });
        self.leave(effect);
        let Effect::Link { index, .. } = effect else { return None };
        self.aside.1 += usize::from(is_hidden);
        Some(index)
    }

    /// Uses a text that is not read as the label of the link around it, unless it has one.
    pub(crate) fn label(&mut self, link: usize, text: Text<'a>) {
        let labels = &mut self.links[link].labels;
        if labels.iter().all(Option::is_none) && !text.raw().trim().is_empty() {
            labels[0] = Some(text);
        }
    }

    fn add_link(&mut self, found: impl FnOnce(Range<usize>, Option<usize>, Option<usize>) -> Found<'a>) -> Effect {
        if self.links.len() >= PAGE_LINKS {
            self.cut = true;
            self.more_links += 1;
            return Effect::None;
        }
        let index = self.links.len();
        let found = found(self.flow.here(), self.block, self.heading);
        self.links.push(found);
        let outer = self.link.replace(index);
        Effect::Link { index, outer }
    }

    /// Enters a formatting element again, since it continues in the next block. `effect` is that of its first part.
    pub(crate) fn reenter(&mut self, name: Name, effect: Effect) -> Effect {
        match effect {
            Effect::Skipped | Effect::Hidden => effect,
            Effect::Link { index, .. } => {
                let earlier = self.links[index].clone();
                self.add_link(|anchor, block, heading| Found { anchor, block, heading, ..earlier })
            }
            _ if matches!(name, Name::B | Name::Strong) => self.enter_bold(),
            _ => Effect::None,
        }
    }

    fn image(&mut self, attributes: &Attributes<'a>) {
        if let Some(index) = self.link {
            let [alt, ..] = &mut self.links[index].labels;
            *alt = alt.or_else(|| attributes.get("alt"));
        }
    }

    /// Records the first base URL of the page.
    fn base(&mut self, attributes: &Attributes<'a>) {
        if self.base.is_none() {
            self.base = attributes.value("href");
        }
    }

    /// Records the first canonical URL of the page, which counts before its content only (WHATWG HTML §4.6.7: not
    /// "body-ok").
    fn relation(&mut self, attributes: &Attributes<'a>) {
        let rel = attributes.value("rel").unwrap_or_default();
        let is_in_head = self.canonical.is_none() && self.is_empty();
        if is_in_head && rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical")) {
            self.canonical = attributes.value("href").filter(|href| !href.trim().is_empty());
        }
        if let Some(record) = &mut self.record {
            record.relation(attributes);
        }
    }

    /// Records the first refresh, and the directives for all crawlers or for this one; several are combined.
    fn meta(&mut self, attributes: &Attributes<'a>) {
        let pragma = attributes.value("http-equiv").unwrap_or_default();
        if self.refresh.is_none() && pragma.trim().eq_ignore_ascii_case("refresh") {
            let value = attributes.value("content").filter(|value| Refresh::parse(value).is_some());
            self.refresh = value.map(|value| (value, self.base.clone()));
        }
        let name = attributes.value("name").unwrap_or_default();
        let mut known = ["robots", "salticid"].iter();
        if known.any(|known| known.eq_ignore_ascii_case(name.trim())) {
            let content = attributes.value("content").unwrap_or_default();
            self.robots = self.robots.and(directives(&content));
        }
        if let Some(record) = &mut self.record {
            record.meta(attributes);
        }
    }

    /// Records the end of an element that was entered.
    pub(crate) fn end(&mut self, name: Name) {
        if let Some(record) = &mut self.record {
            record.end(self.flow.len(), name);
        }
    }

    /// Closes the range that an element opened.
    pub(crate) fn leave(&mut self, effect: Effect) {
        match effect {
            Effect::None | Effect::Skipped | Effect::Hidden | Effect::LinksOnly => {}
            Effect::Noscript { start, links } => {
                self.scripts.noscript(self.flow.text_since(start));
                self.aside.0 += self.flow.len() - start;
                self.aside.1 += self.links.len() - links;
            }
            Effect::Block { gap, index, outer } => {
                self.flow.gap(gap);
                self.blocks[index] = self.flow.since(self.blocks[index].start);
                self.block = outer;
            }
            Effect::Heading { index, outer } => {
                self.flow.gap(Separator::Line);
                self.emphases -= 1;
                self.headings[index] = self.flow.since(self.headings[index].start);
                if self.headings[index].is_empty() {
                    self.heading = outer;
                }
            }
            Effect::Bold { index } => {
                self.emphases -= 1;
                self.bold[index] = self.flow.since(self.bold[index].start);
            }
            Effect::Link { index, outer } => {
                self.links[index].anchor = self.flow.since(self.links[index].anchor.start);
                self.link = outer;
            }
        }
    }

    /// Divides a link that ends while `blocks` inside it are open: one part before the first block, and one in each
    /// block. A block is given by the start of its text and its effect.
    pub(crate) fn divide_link(&mut self, index: usize, blocks: &[(usize, Effect)]) {
        let end = self.links[index].anchor.end;
        let starts = blocks.iter().map(|(start, _)| *start);
        let ends: Vec<usize> = starts.chain([end]).collect();
        let whole = self.links[index].clone();
        self.links[index].anchor = self.flow.between(whole.anchor.start, ends[0]);
        let (mut block, mut heading) = (whole.block, whole.heading);
        for (part, (start, effect)) in blocks.iter().enumerate() {
            match effect {
                Effect::Block { index, .. } => block = Some(*index),
                Effect::Heading { index, .. } => heading = Some(*index),
                _ => {}
            }
            if self.links.len() < PAGE_LINKS {
                let anchor = self.flow.between(*start, ends[part + 1]);
                self.links.push(Found { anchor, block, heading, ..whole.clone() });
            } else {
                self.cut = true;
                self.more_links += 1;
            }
        }
    }
}

fn is_nofollow(rel: &str) -> bool {
    // Some pages separate the words with other signs than spaces.
    rel.split(|c: char| c.is_ascii_whitespace() || matches!(c, ',' | ';'))
        .any(|word| ["nofollow", "ugc", "sponsored"].iter().any(|known| known.eq_ignore_ascii_case(word)))
}
