//! Computes a spider's inputs from a link: the occurrences of its words near the link, weighted by nearness.
//!
//! The input of word k for link l is the sum of `1 / dist` over the occurrences of k in the page's text within distance
//! ρ of l. `dist` is 1 plus the number of links between the occurrence and l: an occurrence in l's own anchor, or in
//! the text beside it, contributes the maximum of 1. An occurrence in the anchor of another link is separated from l by
//! that link and contributes at most 1/2: the anchor must count most (Pant), so no link and one link in between must
//! differ. The papers do not bound the sum: a page that repeats a word a thousand times would saturate every unit,
//! which then stops learning. Here the input is `sum / (1 + sum)`, which is close to small sums and stays below 1. One
//! pass over the text finds the words; each occurrence is added only to the links within its reach.
//!
//! Source: Evolving §4.1 eq. 4-1 (Menczer and Belew 2000), Pant §3.5.

use super::net::Inputs;
use crate::html::{Document, Link};
use crate::text::TermId;

/// Returns the inputs of every link of a page, in page order, from the positions of words: term and byte offset,
/// ascending.
pub(super) fn inputs(
    document: &Document,
    occurrences: impl IntoIterator<Item = (TermId, usize)>,
    reach: usize,
) -> Vec<Inputs> {
    let links = &document.links;
    let mut sums: Vec<Vec<(TermId, f64)>> = vec![Vec::new(); links.len()];
    let mut begun = 0;
    for (term, at) in occurrences {
        begun += links[begun..].iter().take_while(|link| link.span.0 as usize <= at).count();
        let holder = begun.checked_sub(1).filter(|holder| at < links[*holder].span.1 as usize);
        let (last_before, first_after) = holder.map_or((begun.checked_sub(1), begun), |holder| (Some(holder), holder));
        let before = last_before.into_iter().flat_map(|last| {
            let from = (last + 1).saturating_sub(reach);
            (from..=last).map(move |link| (link, last - link))
        });
        let until = links.len().min(first_after.saturating_add(reach));
        // The anchor's own link is already among those before.
        let after = (first_after + usize::from(holder.is_some())..until).map(|link| (link, link - first_after));
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

/// Returns the index of a link on its page; of links that begin at the same byte, the first.
pub(super) fn index_of(document: &Document, link: &Link) -> usize {
    document.links.partition_point(|other| other.span.0 < link.span.0)
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
        let mut occurrences: Vec<(TermId, usize)> = Vec::new();
        for (term, word) in [(0, "web"), (1, "spider")] {
            let found_family = document.body.match_indices(word);
            occurrences.extend(found_family.map(|(at, _)| (term, at)));
        }
        occurrences.sort_by_key(|(_, at)| *at);
        let get = |inputs: &Inputs, term| {
            let found_family = inputs.iter().find(|(known, _)| *known == term);
            found_family.map_or(0.0, |(_, sum)| *sum)
        };
        let all = inputs(&document, occurrences, reach);
        let pairs = all.iter().map(|inputs| [get(inputs, 0), get(inputs, 1)]);
        pairs.collect()
    }

    /// Asserts that the inputs are those of the sums `wanted`.
    fn same(found_family: &[[f64; 2]], wanted: &[[f64; 2]]) {
        let near = |(a, b): (&[f64; 2], &[f64; 2])| {
            let near = |at: usize| (a[at] - squash(b[at])).abs() < 1e-12;
            near(0) && near(1)
        };
        assert_eq!(found_family.len(), wanted.len());
        assert!(found_family.iter().zip(wanted).all(near), "{found_family:?}, {wanted:?}");
    }

    const THIRD: f64 = 1.0 / 3.0;

    #[test]
    fn an_occurrence_counts_by_the_number_of_links_in_between() {
        let html =
            "<a href=/1>x</a> <a href=/2>x</a> web <a href=/3>x</a> <a href=/4>x</a> <a href=/5>x</a> <a href=/6>x</a>";
        // Number of links between the word and each link: 1, 0 | 0, 1, 2, 3.
        let wanted = [0.5, 1.0, 1.0, 0.5, THIRD, 0.25].map(|web| [web, 0.0]);
        same(&of(html, 5), &wanted);
        let narrow = [0.5, 1.0, 1.0, 0.5, 0.0, 0.0].map(|web| [web, 0.0]);
        same(&of(html, 2), &narrow);
    }

    #[test]
    fn a_word_in_an_anchor_counts_most_for_its_own_link() {
        let html = "<a href=/1>x</a> <a href=/2>the web</a> <a href=/3>x</a> <a href=/4>x</a> <a href=/5>x</a>";
        let wanted = [0.5, 1.0, 0.5, THIRD, 0.0].map(|web| [web, 0.0]);
        same(&of(html, 3), &wanted);
    }

    #[test]
    fn occurrences_add_up_word_by_word() {
        let html = "web <a href=/1>spider web</a> <a href=/2>x</a> <a href=/3>x</a> spider";
        // First link: web once before it and once in it; spider once in it and once behind two links (1/3). The others
        // alike.
        let wanted = [[2.0, 1.0 + THIRD], [1.0, 1.0], [2.0 * THIRD, THIRD + 1.0]];
        same(&of(html, 3), &wanted);
    }

    #[test]
    fn pages_without_links_or_words_give_no_inputs() {
        same(&of("web spider", 5), &[]);
        same(&of("<a href=/1>x</a>", 5), &[[0.0, 0.0]]);
    }

    #[test]
    fn a_link_is_identified_by_the_start_of_its_anchor() {
        let document = page("<a href=/1>one</a> and <a href=/2>two</a>");
        let occurrences: Vec<usize> = document.links.iter().map(|link| index_of(&document, link)).collect();
        assert_eq!(occurrences, [0, 1]);
    }
}
