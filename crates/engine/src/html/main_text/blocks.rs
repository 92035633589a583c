//! Arranges the blocks of a page as a tree, with the sums of their segments.

use super::mark::{BlockKind, Class, Mark};
use super::segment::Segment;
use crate::html::page_class::is_cookie_notice;
use std::ops::Range;

/// A block, or the page, with the sums of its segments.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The index of the block around it; 0 for the page and the blocks in it.
    pub(super) parent: usize,
    pub(super) mark: Mark,
    pub(super) letters: u32,
    pub(super) linked: u32,
    pub(super) commas: u32,
    /// The letters in running text outside links.
    pub(super) prose: u32,
    /// The same, without boilerplate.
    pub(super) open_prose: u32,
    /// The letters of text outside links and headings, in running text or not.
    text: u32,
    /// The same, without boilerplate.
    open_text: u32,
    /// The letters without boilerplate.
    open_letters: u32,
    /// The letters in items of lists.
    pub(super) listed: u32,
    /// The number of segments and blocks directly in it.
    pub(super) parts: u32,
    /// True if it or a block around it is boilerplate.
    pub(super) is_excluded: bool,
    /// True within the main content or an article.
    is_in_main: bool,
    /// The score of the running text in it, before the density of its links counts.
    score: Option<f64>,
}

/// The share of the page's running text that a block contains which may be content, whatever its name: a half.
const MOST: u32 = 2;
/// Such a block is content if it has so many times the text outside boilerplate.
const OTHER_TEXT: u32 = 4;
/// The letters that are added to that text, since a short page is not its footer.
const OTHER_LETTERS: u32 = 20;
/// The letters of running text below which comments may be the content of a page.
const THREAD_LETTERS: u32 = 150;
/// They are if they have so many times the other running text.
const COMMENTS: u32 = 2;
/// The letters of the longest notice about cookies without a name.
const NOTICE_LETTERS: u32 = 500;
/// The letters of the shortest segment that is scored.
const SCORED_LETTERS: u32 = 25;
/// The levels of blocks around a segment that its score counts for.
const LEVELS: u32 = 5;
/// The score of a name of content. Source: Readability, `_getClassWeight`.
const NAME_SCORE: f64 = 25.0;

impl Block {
    /// Returns the share of the letters within links.
    pub(super) fn link_density(&self) -> f64 {
        f64::from(self.linked) / f64::from(self.letters.max(1))
    }

    /// Returns the score of a candidate for the block of the main text; `None` if no text counts for it.
    pub(super) fn score(&self) -> Option<f64> {
        self.score.map(|score| score * (1.0 - self.link_density()))
    }

    /// Returns the score before any text counts. Source: Readability, `_initializeNode`.
    fn initial_score(&self) -> f64 {
        let by_kind = match self.mark.kind {
            BlockKind::Container => 5.0,
            BlockKind::Paragraph | BlockKind::Cell => 3.0,
            BlockKind::List | BlockKind::Item | BlockKind::Form => -3.0,
            BlockKind::Table | BlockKind::Row | BlockKind::Header => 0.0,
        };
        by_kind + NAME_SCORE * f64::from(self.mark.weight)
    }
}

/// Returns the page and its blocks, and sets the block of each segment.
pub(super) fn tree(text: &str, ranges: &[Range<usize>], marks: &[Mark], segments: &mut [Segment]) -> Vec<Block> {
    let page = std::iter::once(Block::default());
    let mut blocks: Vec<Block> =
        page.chain(marks.iter().map(|mark| Block { mark: *mark, ..Block::default() })).collect();
    let end = |block: usize| block.checked_sub(1).map_or(usize::MAX, |index| ranges[index].end);
    let (mut open, mut next) = (vec![0], 0);
    for segment in segments.iter_mut() {
        while let Some(range) = ranges.get(next).filter(|range| range.start <= segment.range.start) {
            next += 1;
            if !range.is_empty() {
                close(&mut open, |block| end(block) <= range.start);
                blocks[next].parent = open.last().copied().unwrap_or_default();
                open.push(next);
            }
        }
        close(&mut open, |block| end(block) < segment.range.end);
        segment.block = open.last().copied().unwrap_or_default();
        segment.is_row = blocks[segment.block].mark.kind == BlockKind::Row;
    }
    add_up(&mut blocks, segments);
    mark_notices(&mut blocks, ranges, text);
    exclude(&mut blocks);
    blocks
}

/// Removes the innermost blocks that have ended; the page stays.
fn close(open: &mut Vec<usize>, has_ended: impl Fn(usize) -> bool) {
    while open.len() > 1 && open.last().is_some_and(|block| has_ended(*block)) {
        open.pop();
    }
}

fn add_up(blocks: &mut [Block], segments: &[Segment]) {
    for segment in segments {
        let block = &mut blocks[segment.block];
        block.letters += segment.letters;
        block.linked += segment.linked;
        block.commas += segment.commas;
        block.prose += if segment.is_prose() { segment.unlinked() } else { 0 };
        block.text += if segment.is_heading || segment.is_links() { 0 } else { segment.unlinked() };
        block.parts += 1;
    }
    for index in (1..blocks.len()).rev() {
        let block = blocks[index].clone();
        if block.parts > 0 {
            let parent = &mut blocks[block.parent];
            parent.letters += block.letters;
            parent.linked += block.linked;
            parent.commas += block.commas;
            parent.prose += block.prose;
            parent.text += block.text;
            parent.listed += if block.mark.kind == BlockKind::List { block.letters } else { block.listed };
            parent.parts += 1;
            parent.mark.button = [parent.mark.button, block.mark.button].into_iter().flatten().min();
        }
    }
}

/// Marks the notices about cookies that no name tells, if most running text is elsewhere.
fn mark_notices(blocks: &mut [Block], ranges: &[Range<usize>], text: &str) {
    let prose = blocks[0].prose;
    for (block, range) in blocks[1..].iter_mut().zip(ranges) {
        let is_small = block.letters <= NOTICE_LETTERS && 2 * block.prose < prose;
        let button = block.mark.button.filter(|_| block.mark.class == Class::Content && is_small);
        let part = |start: usize| text.get(start..range.end.min(text.len()));
        let parts = button.and_then(|button| part(range.start).zip(part(button)));
        if parts.is_some_and(|(notice, buttons)| is_cookie_notice(notice, buttons)) {
            block.mark.class = Class::Notice;
        }
    }
}

/// Excludes boilerplate. Comments are content where there is hardly any other, as in a thread.
fn exclude(blocks: &mut [Block]) {
    exclude_marked(blocks, Class::is_beside_content);
    let without_comments = blocks[0].open_prose;
    if without_comments < THREAD_LETTERS {
        exclude_marked(blocks, |class| matches!(class, Class::Boilerplate | Class::Notice));
        if blocks[0].open_prose < COMMENTS * without_comments {
            exclude_marked(blocks, Class::is_beside_content);
        }
    }
}

/// Excludes the blocks of some classes, except those of boilerplate that are content whatever their names.
fn exclude_marked(blocks: &mut [Block], is_marked: impl Fn(Class) -> bool) {
    exclude_if(blocks, |block| is_marked(block.mark.class));
    let page = blocks[0].clone();
    let has_main = blocks.iter().any(|block| block.mark.class == Class::Main && block.parts > 0 && !block.is_excluded);
    let is_content = |block: &Block| {
        block.mark.class == Class::Boilerplate
            && (block.is_in_main || !has_main)
            && MOST * block.prose > page.prose
            && block.text > OTHER_TEXT * (page.open_text + OTHER_LETTERS)
            && block.text > page.open_letters
    };
    if blocks.iter().any(is_content) {
        exclude_if(blocks, |block| is_marked(block.mark.class) && !is_content(block));
    }
}

/// Excludes some blocks with those in them, and sums up the others.
fn exclude_if(blocks: &mut [Block], is_boilerplate: impl Fn(&Block) -> bool) {
    for index in 1..blocks.len() {
        let parent = &blocks[blocks[index].parent];
        let is_in_main = parent.is_in_main || parent.mark.class == Class::Main;
        let is_excluded = parent.is_excluded || is_boilerplate(&blocks[index]);
        let block = &mut blocks[index];
        (block.is_in_main, block.is_excluded) = (is_in_main, is_excluded);
    }
    for block in blocks.iter_mut() {
        (block.open_prose, block.open_text, block.open_letters) = (block.prose, block.text, block.letters);
    }
    for index in (1..blocks.len()).rev() {
        let block = blocks[index].clone();
        let parent = &mut blocks[block.parent];
        if block.parts > 0 && !parent.is_excluded {
            let excluded = |all: u32, open: u32| if block.is_excluded { all } else { all - open };
            parent.open_prose = parent.open_prose.saturating_sub(excluded(block.prose, block.open_prose));
            parent.open_text = parent.open_text.saturating_sub(excluded(block.text, block.open_text));
            parent.open_letters = parent.open_letters.saturating_sub(excluded(block.letters, block.open_letters));
        }
    }
}

/// Adds the scores of the segments to the blocks around them. Source: Readability, `_grabArticle`.
pub(super) fn score(blocks: &mut [Block], segments: &[Segment]) {
    let is_scored = |segment: &&Segment| {
        segment.letters >= SCORED_LETTERS
            && segment.is_sentence
            && !segment.is_heading
            && !segment.is_links()
            && !blocks[segment.block].is_excluded
    };
    let scored: Vec<&Segment> = segments.iter().filter(is_scored).collect();
    for segment in scored {
        let length = f64::from(segment.letters) / 100.0;
        let score = 1.0 + f64::from(segment.commas) + length.min(3.0);
        let mut block = segment.block;
        if blocks[block].parts == 1 && block > 0 {
            block = blocks[block].parent;
        }
        for level in 0..LEVELS {
            let share = match level {
                0 => 1.0,
                1 => 2.0,
                more => 3.0 * f64::from(more),
            };
            let initial = blocks[block].initial_score();
            *blocks[block].score.get_or_insert(initial) += score / share;
            if block == 0 {
                break;
            }
            block = blocks[block].parent;
        }
    }
}
