//! The hidden Markov model of a crawl: hidden states are layers (link distances to a target), what is seen of them is the cluster of each page.
//!
//! Pages of the trails are clustered, the model is counted along the trails, and a crawled page is of the cluster of its nearest neighbors among the
//! training pages. Its layers follow from its cluster and the layers of the page that linked to it; its links are worth the probability
//! that one link further is a target. Beside the thesis's clusters the page's own words may say how likely each layer is (`emissions`).
//!
//! Two priorities closer than ε count as one, and the two-step probability decides. Closeness is no order (a near b, b near c), so ties are those
//! within a cell of a grid of width ε.
//!
//! Source: Batsakis §2.5, §3.4.1, Fig. 9.

use super::{Course, Lecture, Lessons, Stop, Text, Weights, heat_row, layer_names};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::learn::{
    Clusters, Hmm, KMeansOptions, NaiveBayes, Neighbors, Priors, Vote, k_means, x_means,
};
use crate::limits;
use crate::report::{Cell, Insight, Reading};
use crate::strategy::{Materials, PageView, Param, Range};
use crate::text::{Idf, SparseVector, TermCounts, TermId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many of the nearest training pages vote on a page's cluster.
pub(in crate::strategy) const NEIGHBORS: Param = Param {
    name: "neighbors",
    title: "Neighbors",
    range: Range::Whole {
        min: 1,
        max: 100,
        default: 5,
    },
    help: "How many of the most similar pages of your trails vote on what kind of page a page is.",
};

/// What is added to the counts of the model.
pub(in crate::strategy) const COUNTS: Param = Param {
    name: "model_smoothing",
    title: "Smoothing of the model",
    range: Range::Real {
        min: 0.0,
        max: 10.0,
        default: 0.1,
    },
    help: "Added to every count of steps between layers and of clusters in layers, so that what your trails do not show is not impossible.",
};

/// What says how likely a page is in each layer.
pub(in crate::strategy) const EMISSIONS: Param = Param {
    name: "emissions",
    title: "Evidence of a page",
    range: Range::Choice(&["clusters", WORDS]),
    help: "Clusters: the kind of page that it is, as in the thesis. Words: its own words, by naive Bayes.",
};
const WORDS: &str = "words";

/// How many clusters K-means makes.
pub(in crate::strategy) const CLUSTERS: Param = Param {
    name: "clusters",
    title: "Clusters",
    range: Range::Whole {
        min: 2,
        max: 100,
        default: 5,
    },
    help: "How many kinds of pages are told apart; the relevant ones are one of them.",
};

/// How many clusters X-means may make.
pub(in crate::strategy) const MOST_CLUSTERS: Param = Param {
    name: "most_clusters",
    title: "Most clusters",
    range: Range::Whole {
        min: 1,
        max: 100,
        default: 20,
    },
    help: "How many kinds of pages may be found at most.",
};

/// Whether links of one page differ.
pub(in crate::strategy) const LINKS: Param = Param {
    name: "links",
    title: "Links of a page",
    range: Range::Choice(&["alike", BY_WORDS]),
    help: "Alike: the model says the same of all links of a page, as in the thesis. Words: the words at a link are evidence of where it leads.",
};
const BY_WORDS: &str = "words";

/// How far ahead the model looks.
pub(in crate::strategy) const DISCOUNT: Param = Param {
    name: "discount",
    title: "Looking further ahead",
    range: Range::Real {
        min: 0.0,
        max: 0.99,
        default: 0.0,
    },
    help: "What a relevant page one link further on counts beside a nearer one, so that the way into a long corridor is worth something. 0: the next page alone, as in the thesis.",
};

/// What the model weighs in a hybrid.
pub(in crate::strategy) const HMM_WEIGHT: Param = Param {
    name: "model_weight",
    title: "Weight of the model",
    range: Range::Real {
        min: 0.0,
        max: 1.0,
        default: 0.5,
    },
    help: "How much the model of your trails counts beside likeness to your relevant pages; the thesis has them count alike.",
};

/// Whether the weights are given or learned.
pub(in crate::strategy) const MIXING: Param = Param {
    name: "weights",
    title: "Weights of the terms",
    range: Range::Choice(&["given", LEARNED]),
    help: "Given: the weight of the model as set here. Learned: by how well model, page and link text tell the good links of your trails from the others.",
};
const LEARNED: &str = "learned";

/// True where the weights are learned.
pub(in crate::strategy) fn are_weights_learned(settings: &crate::strategy::Settings) -> bool {
    settings.choice(MIXING.name) == LEARNED
}

/// How close two priorities count as one.
pub(in crate::strategy) const TIES: Param = Param {
    name: "ties",
    title: "Ties within",
    range: Range::Real {
        min: 0.0,
        max: 1.0,
        default: 0.01,
    },
    help: "Priorities as close as this count as equal, and what is probable two links on decides; 0: only equal ones.",
};

/// How the model is made.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct LayerOptions {
    pub(in crate::strategy) layers: usize,
    clustering: Clustering,
    neighbors: usize,
    smoothing: f64,
    pub(in crate::strategy) by_training: bool,
    by_words: bool,
    by_links: bool,
    /// What a target one link further on counts, in 0..1.
    discount: f64,
    /// Known words by which a page or a link is judged at most; 0: all.
    text_words: u32,
    ties: f64,
    pub(in crate::strategy) seed: u64,
}

/// How training pages are clustered.
#[derive(Clone, Copy, Debug)]
enum Clustering {
    /// The relevant pages are one cluster, the others are divided into one less than so many by K-means.
    Means(usize),
    /// All pages are divided by X-means, into so many at most.
    Grown(usize),
}

impl LayerOptions {
    /// As the settings have it. X-means where they have `most_clusters`.
    pub(in crate::strategy) fn of(materials: &Materials<'_>, grown: bool) -> Self {
        let settings = materials.settings;
        Self {
            layers: settings.whole(super::LAYERS.name),
            clustering: if grown {
                Clustering::Grown(settings.whole(MOST_CLUSTERS.name))
            } else {
                Clustering::Means(settings.whole(CLUSTERS.name))
            },
            neighbors: settings.whole(NEIGHBORS.name),
            smoothing: settings.real(COUNTS.name),
            by_training: Weights::by_training(settings),
            by_words: settings.choice(EMISSIONS.name) == WORDS,
            by_links: settings.choice(LINKS.name) == BY_WORDS,
            discount: settings.real(DISCOUNT.name),
            text_words: super::words(settings),
            ties: settings.real(TIES.name),
            seed: materials.plan.rng_seed,
        }
    }

    /// The cluster of each page.
    fn cluster(self, pages: &[Stop<'_>], vectors: &[SparseVector], restarts: u32) -> Vec<usize> {
        let options = KMeansOptions {
            seed: self.seed,
            restarts,
            ..KMeansOptions::default()
        };
        match self.clustering {
            Clustering::Grown(most) => {
                let telling = telling_terms(pages);
                let only = |vector: &SparseVector| vector.only(&telling).unit();
                let vectors: Vec<SparseVector> = vectors.iter().map(only).collect();
                x_means(&vectors, LEAST_CLUSTERS.min(most), most, options).assignment
            }
            Clustering::Means(clusters) => {
                let others = pages.iter().zip(vectors).filter(|(stop, _)| stop.layer > 0);
                let others: Vec<&SparseVector> = others.map(|(_, vector)| vector).collect();
                let Clusters { assignment, .. } =
                    k_means(&others, clusters.saturating_sub(1).max(1), options);
                let mut of_others = assignment.into_iter();
                let cluster = |stop: &Stop<'_>| match stop.layer {
                    0 => 0,
                    _ => of_others.next().map_or(0, |cluster| cluster + 1),
                };
                pages.iter().map(cluster).collect()
            }
        }
    }
}

/// Clusters that X-means begins with; fewer where fewer are allowed. With one, its criterion stops at two kinds of pages on every web tried.
const LEAST_CLUSTERS: usize = 4;
/// Terms by which X-means tells pages apart: its criterion counts a parameter for each, so that with all terms no division ever pays.
const GROWN_TERMS: usize = 300;
/// Terms of a larger share of pages tell none apart.
const COMMON_SHARE: f64 = 1.0 / 3.0;

/// The terms that many pages have, but not most.
fn telling_terms(pages: &[Stop<'_>]) -> Vec<TermId> {
    let idf = Idf::of(pages.iter().map(|stop| &stop.lecture.counts));
    idf.common(GROWN_TERMS, COMMON_SHARE)
}

/// What was learned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct LayerModel {
    weights: Weights,
    /// The training pages with their clusters.
    neighbors: Neighbors,
    hmm: Hmm,
    /// What words say of layers; none where clusters do.
    words: Option<NaiveBayes>,
    /// What the words at a link say of the layer that it leads to; none where all links of a page are alike.
    links: Option<NaiveBayes>,
    /// A name for each cluster: its most telling words.
    names: Vec<String>,
}

/// What the crawl adds: what each page was taken for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::strategy) struct Layered {
    pages: BTreeMap<UrlId, Taken>,
}

/// What a page was taken for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Taken {
    alpha: Vec<f64>,
    cluster: Option<usize>,
}

/// What the model says of the pages behind a page's links.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::strategy) struct Outlook {
    /// The probability that they are targets; with a discount, the mean of it and of those further on.
    pub(in crate::strategy) one_step: f64,
    /// The probability that those behind them are.
    pub(in crate::strategy) two_steps: f64,
}

impl LayerModel {
    /// Learns from the trails, or says why that cannot be done.
    pub(in crate::strategy) fn train(
        options: LayerOptions,
        lessons: Lessons<'_>,
    ) -> Result<Self, String> {
        let pages = lessons.pages(options.layers);
        let weights = Weights::of(lessons, options.by_training);
        let unit = |stop: &Stop<'_>| weights.vector(stop.lecture.into()).unit();
        let vectors: Vec<SparseVector> = pages.iter().map(unit).collect();
        let restarts = if lessons.is_whole() {
            KMeansOptions::default().restarts
        } else {
            1
        };
        let clusters = options.cluster(&pages, &vectors, restarts);
        let symbols = clusters.iter().max().map_or(1, |most| most + 1);
        let names = names(&clusters, &vectors, symbols, lessons.course);
        let neighbors: Neighbors = clusters.iter().copied().zip(vectors).collect();
        let known: BTreeMap<usize, usize> =
            pages.iter().map(|stop| stop.page).zip(clusters).collect();
        let seen = |stop: &Stop<'_>| {
            let own = known.get(&stop.page).copied();
            let cluster = own.or_else(|| {
                let vector = weights.vector(stop.lecture.into());
                neighbors.class(&vector, options.neighbors, Vote::default())
            });
            Some((stop.layer, cluster?))
        };
        let trails = lessons
            .numbers()
            .map(|trail| lessons.stops(trail, options.layers));
        // A page that could not be read parts a trail: no link led over the gap.
        let runs = |stops: Vec<Stop<'_>>| -> Vec<Vec<(usize, usize)>> {
            let unbroken = stops.chunk_by(|one, next| next.at == one.at + 1);
            unbroken
                .map(|run| run.iter().filter_map(seen).collect())
                .collect()
        };
        let trails: Vec<Vec<(usize, usize)>> = trails.flat_map(runs).collect();
        let hmm = Hmm::estimate(
            trails.iter().map(Vec::as_slice),
            options.layers,
            symbols,
            options.smoothing,
        );
        Ok(Self {
            hmm: hmm.map_err(|error| error.to_string())?,
            words: options
                .by_words
                .then(|| by_words(&pages, options.layers))
                .transpose()?,
            links: options
                .by_links
                .then(|| by_links(lessons, options.layers))
                .transpose()?,
            weights,
            neighbors,
            names,
        })
    }

    /// True where it has so many layers, and its parts fit together.
    pub(in crate::strategy) fn fits(&self, options: LayerOptions) -> bool {
        let clusters = self
            .neighbors
            .examples()
            .iter()
            .all(|(cluster, _)| *cluster < self.hmm.symbols());
        let words = self
            .words
            .as_ref()
            .is_none_or(|words| words.classes() == self.hmm.states());
        let links = self.links.as_ref();
        let links = links.is_none_or(|links| links.classes() == self.hmm.states());
        let asked =
            self.words.is_some() == options.by_words && self.links.is_some() == options.by_links;
        clusters
            && words
            && asked
            && links
            && self.hmm.states() == options.layers
            && self.names.len() == self.hmm.symbols()
    }

    fn take(&self, options: LayerOptions, before: Option<&[f64]>, text: Text<'_>) -> Taken {
        let vector = self.weights.vector(text);
        let cluster = self
            .neighbors
            .class(&vector, options.neighbors, Vote::default());
        let alpha = match &self.words {
            None => self.hmm.filter(before, cluster),
            Some(words) => {
                let likelihoods = words.probabilities_of_at_most(text.counts, options.text_words);
                self.hmm.filter_by(before, |layer| likelihoods[layer])
            }
        };
        Taken { alpha, cluster }
    }

    /// The layers of the pages of a trail, in their order.
    pub(in crate::strategy) fn classify(
        &self,
        options: LayerOptions,
        pages: &[&Lecture],
    ) -> Vec<Option<usize>> {
        let mut before: Option<Vec<f64>> = None;
        let layer = |page: &&Lecture| {
            let taken = self.take(options, before.as_deref(), (*page).into());
            let most = largest(&taken.alpha);
            before = Some(taken.alpha);
            most
        };
        pages.iter().map(layer).collect()
    }

    /// Takes a page of the crawl in, and says what is behind its links.
    pub(in crate::strategy) fn outlook(
        &self,
        options: LayerOptions,
        crawl: &mut Layered,
        page: &PageView<'_>,
    ) -> Outlook {
        let before = page.parent.and_then(|parent| crawl.pages.get(&parent));
        let before = before.map(|taken| taken.alpha.as_slice());
        let taken = self.take(options, before, page.into());
        let outlook = self.seen_from(options, &self.hmm.predict(&taken.alpha));
        crawl.pages.insert(page.id, taken);
        outlook
    }

    /// The same for one link, whose words are evidence of where it leads.
    pub(in crate::strategy) fn of_link(
        &self,
        options: LayerOptions,
        crawl: &Layered,
        page: UrlId,
        outlook: Outlook,
        words: impl FnOnce() -> TermCounts,
    ) -> Outlook {
        match crawl.pages.get(&page) {
            Some(taken) if self.links.is_some() => self.behind(options, &taken.alpha, &words()),
            _ => outlook,
        }
    }

    /// What is behind a link with these words on a page of these layers.
    fn behind(&self, options: LayerOptions, alpha: &[f64], words: &TermCounts) -> Outlook {
        let next = match &self.links {
            None => self.hmm.predict(alpha),
            Some(links) => {
                let shares = links.probabilities_of_at_most(words, options.text_words);
                self.hmm.filter_by(Some(alpha), |layer| shares[layer])
            }
        };
        self.seen_from(options, &next)
    }

    /// What is to be expected from a page of these layers on: that it is a target, or with a discount one behind it.
    fn seen_from(&self, options: LayerOptions, layers: &[f64]) -> Outlook {
        let second = self.hmm.predict(layers);
        let (mut sum, mut all, mut counts) = (layers[0], 1.0, options.discount);
        let mut further = second.clone();
        for _ in 1..options.layers {
            sum += counts * further[0];
            all += counts;
            counts *= options.discount;
            further = self.hmm.predict(&further);
        }
        Outlook {
            one_step: sum / all,
            two_steps: second[0],
        }
    }

    /// The same for the links of a trail's pages, in their order: for each page, what is behind each of its links.
    pub(in crate::strategy) fn along(
        &self,
        options: LayerOptions,
        stops: &[Stop<'_>],
    ) -> Vec<Vec<Outlook>> {
        let mut before: Option<Vec<f64>> = None;
        let of_page = |stop: &Stop<'_>| {
            let taken = self.take(options, before.as_deref(), stop.lecture.into());
            let links = stop.lecture.links.iter();
            let outlooks = links
                .map(|link| self.behind(options, &taken.alpha, &link.around))
                .collect();
            before = Some(taken.alpha);
            outlooks
        };
        stops.iter().map(of_page).collect()
    }

    /// What a page of the crawl was taken for.
    pub(in crate::strategy) fn readings(&self, crawl: &Layered, page: UrlId) -> Vec<Reading> {
        let Some(taken) = crawl
            .pages
            .get(&page)
            .filter(|taken| taken.alpha.len() == self.hmm.states())
        else {
            return Vec::new();
        };
        let names = layer_names(taken.alpha.len());
        let next = self.hmm.predict(&taken.alpha);
        let steps = |shares: &[f64]| {
            shares
                .iter()
                .zip(0_u32..)
                .fold(0.0, |sum, (share, layer)| sum + share * f64::from(layer))
        };
        let by_layer = |shares: &[f64]| names.iter().cloned().zip(shares.iter().copied()).collect();
        vec![
            Reading::shares("Layer of this page", by_layer(&taken.alpha)),
            Reading::shares("Layer of the pages behind its links", by_layer(&next)),
            Reading::numbers(
                "Expected links to a relevant page",
                vec![
                    ("from this page".to_owned(), steps(&taken.alpha)),
                    ("from the pages behind its links".to_owned(), steps(&next)),
                ],
            ),
            self.kind(taken),
        ]
    }

    /// The cluster of a page, with how likely it is in each layer.
    fn kind(&self, taken: &Taken) -> Reading {
        let Some(cluster) = taken.cluster.filter(|cluster| *cluster < self.names.len()) else {
            return Reading::shares("Cluster: like no page of your trails", Vec::new());
        };
        let title = format!("Cluster {}: {}", cluster + 1, self.names[cluster]);
        let likely = self.hmm.emissions().iter().map(|row| row[cluster]);
        Reading::shares(
            &title,
            layer_names(self.hmm.states())
                .into_iter()
                .zip(likely)
                .collect(),
        )
    }

    /// The model for people: clusters, π, A, B, and the trails as it reads them.
    pub(in crate::strategy) fn tables(
        &self,
        options: LayerOptions,
        lessons: Lessons<'_>,
    ) -> Vec<Insight> {
        let names = layer_names(self.hmm.states());
        let heads = |first: &'static str, names: &[String]| {
            std::iter::once(first.to_owned())
                .chain(names.iter().cloned())
                .collect::<Vec<_>>()
        };
        let clusters: Vec<String> = (1..=self.names.len())
            .map(|n| format!("Cluster {n}"))
            .collect();
        let heat =
            |title: &str, help: &str, columns: Vec<String>, rows: &[Vec<f64>], names: &[String]| {
                let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
                let rows = names
                    .iter()
                    .zip(rows)
                    .map(|(name, shares)| heat_row(name, shares));
                Insight::new(title, help, &columns, rows).as_heat()
            };
        vec![
            self.cluster_table(options, lessons),
            heat(
                "Share of pages in each layer (π)",
                "How far from a relevant page the pages of your trails are.",
                heads("", &names),
                &[self.hmm.initial().to_vec()],
                &["all pages".to_owned()],
            ),
            heat(
                "Steps between layers (A)",
                "From a page of each row, the share of links that led to a page of each column.",
                heads("From", &names),
                self.hmm.transitions(),
                &names,
            ),
            heat(
                "Clusters in each layer (B)",
                "Of the pages of each layer, the share that is of each cluster.",
                heads("Layer", &clusters),
                self.hmm.emissions(),
                &names,
            ),
            self.path_table(options, lessons, &names),
        ]
    }

    fn cluster_table(&self, options: LayerOptions, lessons: Lessons<'_>) -> Insight {
        let pages = lessons.pages(options.layers);
        let classes = self
            .neighbors
            .examples()
            .iter()
            .map(|(cluster, _)| *cluster);
        let placed: Vec<(usize, &Stop<'_>)> = classes.zip(&pages).collect();
        let row = |(cluster, name): (usize, &String)| {
            let members: Vec<&Stop<'_>> = placed
                .iter()
                .filter(|(of, _)| *of == cluster)
                .map(|(_, stop)| *stop)
                .collect();
            let relevant = members.iter().filter(|stop| stop.layer == 0).count();
            let titles: Vec<&str> = members
                .iter()
                .take(limits::CLUSTER_EXAMPLES)
                .map(|stop| stop.lecture.title.as_str())
                .collect();
            vec![
                Cell::Text(format!("Cluster {}", cluster + 1)),
                Cell::Count(super::count(members.len())),
                Cell::Count(super::count(relevant)),
                Cell::Text(name.clone()),
                Cell::Text(titles.join(" · ")),
            ]
        };
        Insight::new(
            "Clusters of pages",
            "Kinds of pages on your trails, by their words: what the model sees of a page.",
            &["Cluster", "Pages", "Relevant", "Telling words", "Examples"],
            self.names.iter().enumerate().map(row),
        )
    }

    /// The most probable layers of each trail's pages beside the true ones.
    fn path_table(&self, options: LayerOptions, lessons: Lessons<'_>, names: &[String]) -> Insight {
        let of_trail = |trail: usize| {
            let stops = lessons.stops(trail, options.layers);
            let seen: Vec<usize> = stops
                .iter()
                .map(|stop| {
                    let vector = self.weights.vector(stop.lecture.into());
                    // A symbol beyond the last tells nothing.
                    self.neighbors
                        .class(&vector, options.neighbors, Vote::default())
                        .unwrap_or(self.hmm.symbols())
                })
                .collect();
            let path = self.hmm.viterbi(&seen);
            let name = lessons.trails.trails()[trail].name.clone();
            let row = move |(stop, layer): (Stop<'_>, usize)| {
                vec![
                    Cell::Text(name.clone()),
                    Cell::Text(stop.lecture.title.clone()),
                    Cell::Text(names[stop.layer].clone()),
                    Cell::Text(names[layer].clone()),
                ]
            };
            stops.into_iter().zip(path).map(row).collect::<Vec<_>>()
        };
        Insight::new(
            "Your trails as the model reads them",
            "For every page its true layer, and its layer on the most probable path through the whole trail (Viterbi).",
            &["Trail", "Page", "Layer", "Read as"],
            lessons.numbers().flat_map(of_trail),
        )
    }
}

impl LayerOptions {
    /// The score of a link: its priority tied to those near it, and what is two links on to decide between them.
    pub(in crate::strategy) fn score(
        self,
        priority: f64,
        outlook: &Outlook,
        parts: Vec<f64>,
    ) -> Score {
        let first = if self.ties > 0.0 {
            libm::floor(priority / self.ties) * self.ties
        } else {
            priority
        };
        Score {
            first,
            second: outlook.two_steps,
            parts,
        }
    }
}

/// What the words of pages say of layers, all layers alike before a word is read.
fn by_words(pages: &[Stop<'_>], layers: usize) -> Result<NaiveBayes, String> {
    let examples = pages.iter().map(|stop| (stop.layer, &stop.lecture.counts));
    let examples: Vec<(usize, &TermCounts)> = examples.collect();
    NaiveBayes::train(layers, examples, 1.0, Priors::Uniform).map_err(|error| error.to_string())
}

/// What the words at links say of the layer that they lead to: links that the trails passed by lead nowhere near.
fn by_links(lessons: Lessons<'_>, layers: usize) -> Result<NaiveBayes, String> {
    let mut links: Vec<(usize, &TermCounts)> = Vec::new();
    for trail in lessons.numbers() {
        let found = lessons.followed(trail, layers).into_iter();
        links.extend(found.map(|found| (found.layer, &found.link.around)));
    }
    for stop in lessons.pages(layers) {
        let passed = stop.lecture.links.iter().filter(|link| link.to.is_none());
        links.extend(passed.map(|link| (layers - 1, &link.around)));
    }
    NaiveBayes::train(layers, links, 1.0, Priors::Uniform).map_err(|error| error.to_string())
}

/// The words in which each cluster is most above all pages.
fn names(
    clusters: &[usize],
    vectors: &[SparseVector],
    symbols: usize,
    course: &Course,
) -> Vec<String> {
    let all = SparseVector::centroid(vectors);
    let name = |cluster: usize| {
        let own = clusters
            .iter()
            .zip(vectors)
            .filter(|(of, _)| **of == cluster);
        let center = SparseVector::centroid(own.map(|(_, vector)| vector));
        let telling = center.beyond(&all);
        course.words(
            telling
                .top(limits::CLUSTER_WORDS)
                .into_iter()
                .map(|(term, _)| term),
        )
    };
    (0..symbols).map(name).collect()
}

/// The first of the largest.
fn largest(shares: &[f64]) -> Option<usize> {
    let places = 0..shares.len();
    places.max_by(|a, b| shares[*a].total_cmp(&shares[*b]).then(b.cmp(a)))
}
