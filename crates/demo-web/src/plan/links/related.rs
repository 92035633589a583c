//! Creates links by topical locality, with anchor texts of varying relevance.

use super::{Link, LinkBuilder, LinkTarget};
use crate::text::{Language, TOPIC_COUNT, is_topic, related_subjects, subjects};

/// Chance of a link to a page that does not exist, in percent.
const DEAD_LINK_PERCENT: usize = 8;
/// Share of links to other hosts that lead through a redirect, in percent.
const REDIRECT_PERCENT: usize = 3;
/// Share of links to any subject that lead to a topic instead of a theme, in percent.
const TOPIC_PERCENT: usize = 12;

impl LinkBuilder<'_> {
    /// Draws links to related pages, at most one to each, and occasionally a dead link.
    pub(super) fn related(&mut self, count: usize) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::with_capacity(count);
        for _ in 0..count {
            let Some(page) = self.related_page() else {
                continue;
            };
            let link = Link { target: self.direct_or_redirect(page), anchor: self.anchor(page) };
            if page != self.index && !links.iter().any(|other| other.target == link.target) {
                links.push(link);
            }
        }
        if self.rng.chance(DEAD_LINK_PERCENT) {
            links.push(Link {
                target: LinkTarget::Path(format!("/gone/{}", self.rng.between(1, 999))),
                anchor: self.generic_anchor(),
            });
        }
        links
    }

    /// Draws a page of a related subject, or a sibling where the language has no such page.
    fn related_page(&mut self) -> Option<usize> {
        let language = self.language();
        let (subject, subtopic) = self.related_subject()?;
        let drawn = self.plan.draw_target(&mut self.rng, language, subject, subtopic);
        let siblings = &self.plan.children[self.page.parent];
        let page = drawn.or_else(|| self.rng.pick(siblings).copied())?;
        Some(self.page_or_ancestor(page))
    }

    /// Draws the same subtopic, the same topic, a related subject, or any subject. `None` as subtopic stands for any.
    fn related_subject(&mut self) -> Option<(usize, Option<usize>)> {
        let roll = self.rng.below(100);
        Some(match self.page.subject {
            Some(subject) if is_topic(subject) && roll < 22 => (subject, Some(self.page.subtopic)),
            Some(subject) if is_topic(subject) && roll < 36 => (subject, None),
            Some(subject) if !is_topic(subject) && roll < 45 => (subject, None),
            subject if roll < 58 => (self.rng.pick(&related_subjects(subject)).copied()?, None),
            _ if self.rng.chance(TOPIC_PERCENT) => (self.rng.below(TOPIC_COUNT), None),
            _ => (self.rng.between(TOPIC_COUNT, subjects().len() - 1), None),
        })
    }

    /// Replaces some pages by their parent or home page, as links between sites often lead there.
    fn page_or_ancestor(&mut self, page: usize) -> usize {
        match self.rng.below(100) {
            0..10 => self.plan.pages[page].parent,
            10..14 => self.plan.homes[self.plan.pages[page].host],
            _ => page,
        }
    }

    /// Draws the page's own language or, rarely, another.
    fn language(&mut self) -> Language {
        match (self.page.site().language, self.rng.below(100)) {
            (Language::English, 0) => Language::Chinese,
            (Language::English, 1) => Language::Spanish,
            (Language::Chinese | Language::Spanish, 0..6) => Language::English,
            (usual, _) => usual,
        }
    }

    fn direct_or_redirect(&mut self, page: usize) -> LinkTarget {
        let is_elsewhere = self.plan.pages[page].host != self.page.host;
        let is_redirect = is_elsewhere && self.rng.chance(REDIRECT_PERCENT);
        if is_redirect { LinkTarget::Redirect(page) } else { LinkTarget::Page(page) }
    }

    /// Draws the title of the page, its subtopic, a phrase on its subject, or a generic anchor text.
    fn anchor(&mut self, page: usize) -> String {
        let page = &self.plan.pages[page];
        let subtopic = page.subject.map(|subject| {
            let subtopics = &page.site().language.subject(subject).subtopics;
            &subtopics[page.subtopic % subtopics.len()]
        });
        match (self.rng.below(100), subtopic) {
            (0..50, _) | (50..75, None) => page.title.clone(),
            (50..63, Some(subtopic)) => subtopic.title.to_owned(),
            (63..75, Some(subtopic)) => self.rng.pick_phrase(&subtopic.noun_phrases).to_owned(),
            _ => self.generic_anchor(),
        }
    }

    fn generic_anchor(&mut self) -> String {
        self.rng.pick_phrase(&self.page.site().language.locale().generic_anchors).to_owned()
    }
}
