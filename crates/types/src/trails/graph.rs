//! Context graphs: pages with the links by which they lead to good pages, taken from a known link graph.
//!
//! Layer 0 contains the good pages, layer i + 1 the pages that link to layer i and are in no smaller layer. The engine
//! grows context graphs from in-links.
//!
//! Source: Pant §3.4 (Diligenti et al. 2000), Tsay §3.2.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// A context graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContextGraph {
    /// The link graph that it was taken from.
    pub source: GraphSource,
    /// The pages, those of smaller layers first.
    pub pages: Vec<ContextPage>,
    /// The indexes of unlabeled pages: relevant ones that the person has not chosen among good pages.
    pub unlabeled: Vec<u32>,
}

impl ContextGraph {
    /// Returns the number of pages of each layer, starting with layer 0.
    pub fn layer_sizes(&self) -> Vec<usize> {
        let (mut layers, mut sizes): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for page in &self.pages {
            let inner = page.links.iter();
            let inner = inner.filter_map(|link| layers.get(usize::try_from(*link).ok()?));
            let layer = inner.min().map_or(0, |inner| inner + 1);
            sizes.resize(sizes.len().max(layer + 1), 0);
            sizes[layer] += 1;
            layers.push(layer);
        }
        sizes
    }
}

/// The origin of a context graph: a saved crawl or a recorded web.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GraphSource {
    /// Its name: that of the crawl or of the files.
    pub name: String,
    /// A hash of all of its links, in hexadecimal.
    pub fingerprint: String,
}

/// A page of a context graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContextPage {
    /// Its address.
    pub url: String,
    /// The indexes of earlier pages of the graph that it links to.
    pub links: Vec<u32>,
}

/// The nearest relevant page of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nearest {
    /// The shortest link distance to a relevant page.
    pub(super) distance: usize,
    /// The relevant page at this distance; ties are resolved by page order along the path.
    pub(super) page: usize,
}

/// Returns for each page the nearest relevant page; `None` if it reaches none.
pub(super) fn nearest(relevant: &[bool], links: &[(usize, usize)]) -> Vec<Option<Nearest>> {
    let mut linking: Vec<Vec<usize>> = vec![Vec::new(); relevant.len()];
    for (from, to) in links {
        linking[*to].push(*from);
    }
    let mut nearest = vec![None; relevant.len()];
    let mut open = VecDeque::new();
    for page in (0..relevant.len()).filter(|page| relevant[*page]) {
        nearest[page] = Some(Nearest { distance: 0, page });
        open.push_back(page);
    }
    while let Some(page) = open.pop_front() {
        let Some(known) = nearest[page] else { continue };
        for from in &linking[page] {
            if nearest[*from].is_none() {
                nearest[*from] = Some(Nearest { distance: known.distance + 1, ..known });
                open.push_back(*from);
            }
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 and 4 are relevant. 1 and 2 link to 0, 3 to 1 and to 4, 5 to 3; 6 is linked from 0 and leads nowhere.
    #[test]
    fn the_distance_is_that_of_the_shortest_path() {
        let links = [(1, 0), (2, 0), (3, 1), (3, 4), (5, 3), (0, 6), (2, 1)];
        let relevant = [0, 1, 2, 3, 4, 5, 6].map(|page| page == 0 || page == 4);
        let found = nearest(&relevant, &links).into_iter();
        let found: Vec<Option<(usize, usize)>> = found.map(|one| one.map(|one| (one.distance, one.page))).collect();
        let expected = [Some((0, 0)), Some((1, 0)), Some((1, 0)), Some((1, 4)), Some((0, 4)), Some((2, 4)), None];
        assert_eq!(found, expected);
    }
}
