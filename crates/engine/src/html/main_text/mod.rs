//! Finds the main text of a page: its content without navigation, notices, related links, comments and other
//! boilerplate.
//!
//! 1. Blocks that are boilerplate by their element, role, class or id are excluded, unless they hold almost all text
//!    and no other block is the main content by its element or role.
//! 2. Running text scores for the blocks around it. The block with the best score holds the main text, with those of
//!    its siblings that score well. If it holds only a small part of the page's running text, the page holds the main
//!    text.
//! 3. Within it, blocks of links, forms and notices are left out. A segment of links is kept between segments of
//!    running text; a heading is kept above a kept segment, and if it is a link, directly above running text.
//! 4. A page without running text (a list, a poem, a table) is kept but for its boilerplate; a page without anything
//!    else is kept whole.
//!
//! All steps take time that is linear in the text, blocks and links.
//!
//! Not covered: style sheets; boilerplate that only a comparison with other pages shows ([`crate::crawl`] compares the
//! pages of a host).
//!
//! Source: Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features", WSDM 2010 (length
//! and link density of segments and their neighbors); mozilla/readability (names and scores of blocks); Pomikálek,
//! "Removing Boilerplate and Duplicate Content from Web Corpora", 2011, §3.2 (jusText: segments take the class of their
//! neighbors).

mod blocks;
mod mark;
mod segment;
#[cfg(test)]
mod tests;

use super::document::Document;
use super::extract::DocumentText;
use blocks::Block;
pub use mark::BlockKind;
pub(crate) use mark::Mark;
use segment::Segment;
use std::borrow::Cow;
use std::ops::Range;

/// The part of the best score with which a sibling belongs to the main text. Source: Readability,
/// `siblingScoreThreshold`.
const SIBLING_SHARE: f64 = 0.2;
/// The smallest such score.
const SIBLING_SCORE: f64 = 10.0;
/// The letters of running text that are surely the main text. Source: about a half of Readability's `charThreshold`.
const FEW_LETTERS: u32 = 250;
/// The most segments of links between segments of running text.
const LINK_RUN: usize = 12;
/// The number of the next best blocks that are compared with the best one, and the part of its score that they must
/// have. Source: Readability, `nbTopCandidates` and `_grabArticle`.
const RIVALS: usize = 4;
/// See [`RIVALS`].
const RIVAL_SHARE: f64 = 0.75;
/// The number of such blocks in a block that make it hold the main text.
const SHARING: u8 = 3;
/// A block holds most of the running text if it has one part in so many: a half.
const MOST: u32 = 2;
/// A block with more commas has running text. Source: Readability, `_cleanConditionally`.
const COMMAS: u32 = 10;

impl Document {
    /// Returns the main text of the page: its blocks without navigation, notices, related links and other boilerplate,
    /// separated by `\n`. It is empty only if the page has no text.
    pub fn main_text(&self) -> Cow<'_, str> {
        if self.main.is_empty() {
            return Cow::Borrowed(&self.body);
        }
        let parts: Vec<&str> = self.main_ranges().filter_map(|range| self.body.get(range)).collect();
        Cow::Owned(parts.join("\n"))
    }

    /// Returns the text of the page outside the main text: one line or more for each part.
    pub fn other_text(&self) -> String {
        let mut from = 0;
        let ends = self.main_ranges().chain(std::iter::once(self.body.len()..self.body.len()));
        let parts = ends.filter_map(|range| self.body.get(std::mem::replace(&mut from, range.end)..range.start));
        parts.map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the byte ranges of the main text in the text, ascending.
    pub fn main_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let whole = self.main.is_empty().then_some(0..self.body.len());
        whole.into_iter().chain(self.main.iter().map(|(start, end)| *start as usize..*end as usize))
    }
}

/// Returns the ranges of the main text; none if it is the whole text.
pub(super) fn main_ranges(walk: &DocumentText<'_>, text: &str) -> Vec<(u32, u32)> {
    let mut anchors: Vec<Range<usize>> = walk.links.iter().map(|link| link.anchor.clone()).collect();
    if !anchors.is_sorted_by_key(|anchor| anchor.start) {
        anchors.sort_by_key(|anchor| anchor.start);
    }
    let mut segments = segment::segments(text, &walk.blocks, &walk.marks, &walk.headings, &anchors);
    let mut blocks = blocks::tree(text, &walk.blocks, &walk.marks, &mut segments);
    blocks::score(&mut blocks, &segments);
    let kept = keep(&blocks, &segments);
    if kept.iter().all(|kept| *kept) {
        return Vec::new();
    }
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let kept = segments.iter().zip(kept).filter(|(_, kept)| *kept);
    for range in kept.map(|(segment, _)| (crate::count(segment.range.start), crate::count(segment.range.end))) {
        match ranges.last_mut() {
            Some(last) if last.1 + 1 >= range.0 => last.1 = range.1,
            _ => ranges.push(range),
        }
    }
    ranges
}

/// Returns whether each segment belongs to the main text.
fn keep(blocks: &[Block], segments: &[Segment]) -> Vec<bool> {
    let page = Selection { blocks, segments };
    let whole = page.kept(&vec![true; blocks.len()]);
    if let Some(best) = best(blocks) {
        let kept = page.kept(&page.around(best));
        if page.prose(&kept) >= FEW_LETTERS || 2 * page.unlinked(&kept) >= page.unlinked(&whole) {
            return kept;
        }
    }
    if page.unlinked(&whole) > 0 {
        return if page.prose(&whole) == 0 { page.with_lists(whole) } else { whole };
    }
    let shown: Vec<bool> = segments.iter().map(|segment| !blocks[segment.block].is_excluded).collect();
    if shown.contains(&true) { shown } else { vec![true; segments.len()] }
}

/// Returns the block that holds the main text: the one with the best score, or one around it.
fn best(blocks: &[Block]) -> Option<usize> {
    let mut scored: Vec<(usize, f64)> =
        (0..blocks.len()).filter_map(|index| Some((index, blocks[index].score()?))).collect();
    // Of equal blocks, the outer one comes first.
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let (best, score) = *scored.first()?;
    let others = scored[1..].iter().take(RIVALS).filter(|(_, other)| *other >= RIVAL_SHARE * score);
    let others: Vec<usize> = others.map(|(index, _)| *index).collect();
    let best = climb(blocks, shared(blocks, best, &others), score);
    Some(holding_most(blocks, best))
}

/// Returns the innermost block around the best one that several other good blocks are in, such as the posts of a
/// thread. Source: Readability, `_grabArticle`.
fn shared(blocks: &[Block], best: usize, others: &[usize]) -> usize {
    let mut inside = vec![0_u8; blocks.len()];
    for other in others {
        let mut block = *other;
        while block > 0 {
            block = blocks[block].parent;
            inside[block] += 1;
        }
    }
    let mut block = best;
    while block > 0 {
        block = blocks[block].parent;
        if inside[block] >= SHARING {
            return block;
        }
    }
    best
}

/// Returns the block around a good one that scores better, if there is one: its parts have text as well. Source:
/// Readability, `_grabArticle`.
fn climb(blocks: &[Block], best: usize, score: f64) -> usize {
    let mut last = blocks[best].score().unwrap_or(score);
    let threshold = last / 3.0;
    let mut block = best;
    while block > 0 {
        block = blocks[block].parent;
        let Some(score) = blocks[block].score() else {
            continue;
        };
        if score < threshold {
            break;
        }
        if score > last {
            return block;
        }
        last = score;
    }
    best
}

/// Returns the innermost block around the best one that holds most of the running text outside boilerplate.
fn holding_most(blocks: &[Block], best: usize) -> usize {
    let all = blocks[0].open_prose;
    let mut block = best;
    while block > 0 && MOST * blocks[block].open_prose < all {
        block = blocks[block].parent;
    }
    block
}

/// A page of which segments are selected.
struct Selection<'a> {
    blocks: &'a [Block],
    segments: &'a [Segment],
}

impl Selection<'_> {
    fn sum(&self, kept: &[bool], letters: impl Fn(&Segment) -> u32) -> u32 {
        let kept = self.segments.iter().zip(kept).filter(|(_, kept)| **kept);
        kept.map(|(segment, _)| letters(segment)).sum()
    }

    /// Returns the letters outside links of some segments.
    fn unlinked(&self, kept: &[bool]) -> u32 {
        self.sum(kept, |segment| segment.letters - segment.linked)
    }

    /// Returns the letters outside links of running text.
    fn prose(&self, kept: &[bool]) -> u32 {
        self.sum(kept, |segment| if segment.is_prose() { segment.letters - segment.linked } else { 0 })
    }

    /// Returns whether each block is in the best block or in a sibling of it that scores well.
    fn around(&self, best: usize) -> Vec<bool> {
        let parent = self.blocks[best].parent;
        let score = self.blocks[best].score().unwrap_or_default();
        let threshold = (score * SIBLING_SHARE).max(SIBLING_SCORE);
        let mut within = vec![false; self.blocks.len()];
        within[best] = true;
        for index in 1..self.blocks.len() {
            let block = &self.blocks[index];
            let is_sibling = best > 0 && block.parent == parent && block.parts > 0 && !block.is_excluded;
            let is_good = || block.score().is_some_and(|score| score >= threshold) || is_paragraph(block);
            within[index] |= block.parent != index && within[block.parent] || is_sibling && is_good();
        }
        within
    }

    /// Returns whether each segment in these blocks belongs to the main text.
    fn kept(&self, within: &[bool]) -> Vec<bool> {
        let left_out = self.left_out(within);
        let is_open = |segment: &Segment| within[segment.block] && !left_out[segment.block];
        let mut kept: Vec<bool> =
            self.segments.iter().map(|segment| is_open(segment) && self.is_text(segment)).collect();
        self.keep_links(&mut kept, is_open);
        self.keep_linked_headings(&mut kept, is_open);
        self.keep_headings(&mut kept);
        self.keep_title(&mut kept);
        kept
    }

    /// Returns true for a segment that belongs to the main text whatever its neighbors are.
    fn is_text(&self, segment: &Segment) -> bool {
        let in_header = self.blocks[segment.block].mark.kind == BlockKind::Header;
        segment.is_prose() || !segment.is_links() && (!in_header || segment.is_heading)
    }

    /// Returns whether each block is boilerplate within the main text.
    fn left_out(&self, within: &[bool]) -> Vec<bool> {
        let main: u32 = self.blocks.iter().zip(within).find(|(_, within)| **within).map_or(0, |(block, _)| block.prose);
        let mut left_out = vec![false; self.blocks.len()];
        for index in 1..self.blocks.len() {
            let block = &self.blocks[index];
            let is_inner = within[block.parent] && 2 * block.prose <= main;
            let is_beside =
                block.mark.kind == BlockKind::Cell && block.prose == 0 && self.blocks[block.parent].prose > 0;
            left_out[index] = block.is_excluded || left_out[block.parent] || is_beside || is_inner && is_notice(block);
        }
        left_out
    }

    /// Keeps segments of links between running text, as in an encyclopedia.
    fn keep_links(&self, kept: &mut [bool], is_open: impl Fn(&Segment) -> bool) {
        let mut last: Option<usize> = None;
        for index in 0..self.segments.len() {
            if !kept[index] || !self.segments[index].is_prose() {
                continue;
            }
            if let Some(last) = last {
                let links = (last + 1..index).filter(|between| !kept[*between] && is_open(&self.segments[*between]));
                let links: Vec<usize> = links.collect();
                if links.len() <= LINK_RUN {
                    for between in links {
                        kept[between] = true;
                    }
                }
            }
            last = Some(index);
        }
    }

    /// Keeps headings that are links directly above kept running text of the same block, as in a reference.
    fn keep_linked_headings(&self, kept: &mut [bool], is_open: impl Fn(&Segment) -> bool) {
        for (index, pair) in self.segments.windows(2).enumerate() {
            let (heading, text) = (&pair[0], &pair[1]);
            let is_above = [text.block, self.blocks[text.block].parent].contains(&heading.block);
            let is_kept = kept[index + 1] && text.is_prose();
            kept[index] |= heading.is_heading && is_kept && is_above && is_open(heading);
        }
    }

    /// Leaves out headings without a kept segment below them.
    fn keep_headings(&self, kept: &mut [bool]) {
        let mut has_text = false;
        for index in (0..self.segments.len()).rev() {
            if self.segments[index].is_heading {
                kept[index] &= has_text;
            } else {
                has_text = kept[index];
            }
        }
    }

    /// Keeps lists of links with their headings: the content of a directory, which has no running text.
    fn with_lists(&self, mut kept: Vec<bool>) -> Vec<bool> {
        let mut heading = None;
        for (index, segment) in self.segments.iter().enumerate() {
            let block = &self.blocks[segment.block];
            if segment.is_heading {
                heading = Some(index);
            } else if block.mark.kind != BlockKind::Item {
                heading = None;
            } else if let Some(heading) = heading.filter(|_| !block.is_excluded) {
                kept[heading] = true;
                kept[index] = true;
            }
        }
        kept
    }

    /// Keeps the heading above the main text, if no running text is between them.
    fn keep_title(&self, kept: &mut [bool]) {
        let first = kept.iter().position(|kept| *kept).unwrap_or_default();
        let before = self.segments[..first].iter().enumerate().rev();
        let mut before = before.take_while(|(_, segment)| !segment.is_prose());
        let is_title = |segment: &Segment| segment.is_heading && !self.blocks[segment.block].is_excluded;
        if !self.segments.get(first).is_some_and(|segment| segment.is_heading)
            && let Some((index, _)) = before.find(|(_, segment)| is_title(segment))
        {
            kept[index] = true;
        }
    }
}

/// Returns true for a paragraph beside the main text that belongs to it. Source: Readability, `_grabArticle`.
fn is_paragraph(block: &Block) -> bool {
    block.mark.kind == BlockKind::Paragraph && block.prose > 0 && block.link_density() < 0.25
}

/// Returns true for a block of links, a form or a notice. Source: Readability, `_cleanConditionally`.
fn is_notice(block: &Block) -> bool {
    let has_links = |most: f64| block.link_density() > most;
    match block.mark.kind {
        BlockKind::Form => true,
        BlockKind::Container | BlockKind::Header if block.mark.weight < 0 => block.commas < COMMAS,
        BlockKind::Container if block.parts > 1 && 10 * block.listed < 9 * block.letters => {
            block.commas < COMMAS && has_links(0.33) && 2 * block.prose < block.letters
        }
        _ => false,
    }
}
