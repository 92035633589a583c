//! Computes a spider's inputs from a link: its words near the link, closer ones counting more.
//!
//! The input of word k for link l is the sum of `1 / dist` over the occurrences of k in the page's text that are no further than ρ from l.
//! `dist` counts the links that stand between the occurrence and l, from 1: an occurrence in l's own anchor, or in the text beside it,
//! gives 1, the most that one occurrence can. An occurrence in the anchor of another link has that link between itself and l, and gives the
//! next links 1/2: the anchor has to count most (Pant), which it would not if nothing between and one link between were the same.
//! The papers leave the sum as it is, without an end: a page that repeats a word a thousand times would drive every unit to its limit, where it
//! learns no more. Here the net is given `sum / (1 + sum)`, which begins as the sum does and stays below 1.
//! One pass over the text finds the words, and each occurrence is told to the links in its reach alone.
//!
//! Source: Evolving §4.1 eq. 4-1 (Menczer and Belew 2000), Pant §3.5.

use super::net::Inputs;
use crate::html::{Document, Link};
use crate::text::TermId;

/// Returns the inputs of every link of a page, in the order of the page, from places where words stand: the term and a byte of the text, ascending.
pub(super) fn inputs(
    document: &Document,
    places: impl IntoIterator<Item = (TermId, usize)>,
    reach: usize,
) -> Vec<Inputs> {
    let links = &document.links;
    let mut sums: Vec<Vec<(TermId, f64)>> = vec![Vec::new(); links.len()];
    let mut begun = 0;
    for (term, at) in places {
        begun += links[begun..]
            .iter()
            .take_while(|link| link.span.0 as usize <= at)
            .count();
        let holder = begun
            .checked_sub(1)
            .filter(|holder| at < links[*holder].span.1 as usize);
        let (last_before, first_after) = holder.map_or((begun.checked_sub(1), begun), |holder| {
            (Some(holder), holder)
        });
        let before = last_before.into_iter().flat_map(|last| {
            let from = (last + 1).saturating_sub(reach);
            (from..=last).map(move |link| (link, last - link))
        });
        let until = links.len().min(first_after.saturating_add(reach));
        // The anchor's own link was counted among those before.
        let after = (first_after + usize::from(holder.is_some())..until)
            .map(|link| (link, link - first_after));
        for (link, between) in before.chain(after) {
            add(&mut sums[link], term, 1.0 / (between + 1) as f64);
        }
    }
    for (_, sum) in sums.iter_mut().flatten() {
        *sum = squash(*sum);
    }
    sums.into_iter().map(Vec::into_boxed_slice).collect()
}

/// Returns the net's input for a sum over occurrences.
pub(super) fn squash(sum: f64) -> f64 {
    sum / (1.0 + sum)
}

fn add(sums: &mut Vec<(TermId, f64)>, term: TermId, more: f64) {
    match sums.iter_mut().find(|(known, _)| *known == term) {
        Some((_, sum)) => *sum += more,
        None => sums.push((term, more)),
    }
}

/// Returns the place of a link among those of its page; of links that begin at the same byte the first.
pub(super) fn index_of(document: &Document, link: &Link) -> usize {
    document
        .links
        .partition_point(|other| other.span.0 < link.span.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{EncodingRs, read};
    use types::url::CanonicalUrl;

    fn page(html: &str) -> Document {
        let url = CanonicalUrl::parse("http://a.test/").expect("a URL");
        read(html.as_bytes(), None, &url, &EncodingRs)
    }

    /// Returns the inputs of each link, for the words `web` (0) and `spider` (1).
    fn of(html: &str, reach: usize) -> Vec<[f64; 2]> {
        let document = page(html);
        let mut places: Vec<(TermId, usize)> = Vec::new();
        for (term, word) in [(0, "web"), (1, "spider")] {
            let found_family = document.body.match_indices(word);
            places.extend(found_family.map(|(at, _)| (term, at)));
        }
        places.sort_by_key(|(_, at)| *at);
        let get = |inputs: &Inputs, term| {
            let found_family = inputs.iter().find(|(known, _)| *known == term);
            found_family.map_or(0.0, |(_, sum)| *sum)
        };
        let all = inputs(&document, places, reach);
        let pairs = all.iter().map(|inputs| [get(inputs, 0), get(inputs, 1)]);
        pairs.collect()
    }

    /// `wanted` are the sums.
    fn same(found_family: &[[f64; 2]], wanted: &[[f64; 2]]) {
        let near = |(a, b): (&[f64; 2], &[f64; 2])| {
            let near = |at: usize| (a[at] - squash(b[at])).abs() < 1e-12;
            near(0) && near(1)
        };
        assert_eq!(found_family.len(), wanted.len());
        assert!(
            found_family.iter().zip(wanted).all(near),
            "{found_family:?}, {wanted:?}"
        );
    }

    const THIRD: f64 = 1.0 / 3.0;

    #[test]
    fn a_word_between_links_counts_by_the_links_that_stand_between() {
        let html = "<a href=/1>x</a> <a href=/2>x</a> web <a href=/3>x</a> <a href=/4>x</a> <a href=/5>x</a> <a href=/6>x</a>";
        // Between the word and the links lie 1, 0 | 0, 1, 2, 3 links.
        let wanted = [0.5, 1.0, 1.0, 0.5, THIRD, 0.25].map(|web| [web, 0.0]);
        same(&of(html, 5), &wanted);
        let narrow = [0.5, 1.0, 1.0, 0.5, 0.0, 0.0].map(|web| [web, 0.0]);
        same(&of(html, 2), &narrow);
    }

    #[test]
    fn a_word_in_an_anchor_counts_most_there_and_has_that_link_before_it_elsewhere() {
        let html = "<a href=/1>x</a> <a href=/2>the web</a> <a href=/3>x</a> <a href=/4>x</a> <a href=/5>x</a>";
        let wanted = [0.5, 1.0, 0.5, THIRD, 0.0].map(|web| [web, 0.0]);
        same(&of(html, 3), &wanted);
    }

    #[test]
    fn occurrences_add_up_word_by_word() {
        let html = "web <a href=/1>spider web</a> <a href=/2>x</a> <a href=/3>x</a> spider";
        // /1: web before it 1 and in it 1, spider in it 1 and behind two links 1/3; and so on.
        let wanted = [[2.0, 1.0 + THIRD], [1.0, 1.0], [2.0 * THIRD, THIRD + 1.0]];
        same(&of(html, 3), &wanted);
    }

    #[test]
    fn pages_without_links_or_words_give_nothing() {
        same(&of("web spider", 5), &[]);
        same(&of("<a href=/1>x</a>", 5), &[[0.0, 0.0]]);
    }

    #[test]
    fn a_link_is_found_by_where_its_anchor_begins() {
        let document = page("<a href=/1>one</a> and <a href=/2>two</a>");
        let places: Vec<usize> = document
            .links
            .iter()
            .map(|link| index_of(&document, link))
            .collect();
        assert_eq!(places, [0, 1]);
    }
}
