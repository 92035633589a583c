//! Doubts: of which pages a classifier is least sure, each judged by a machine that never saw its label.
//!
//! The pages of the trails that the reader has kept are divided into parts, and each part is judged by a support vector machine that learned from
//! the others; pages that stand in no trail are judged by one that learned from all. What lies nearest to one half is worth a person's look
//! most (uncertainty sampling, Lewis and Gale 1994). One part of the work a turn, so that everything else gets its own.
//! Left out on purpose: fetching what was not kept; saying how good a model is, which needs whole trails left out ([`engine::learn::Fold`]).

use super::clock::Breath;
use super::shelf::Shelf;
use super::store::Store;
use crate::protocol::ToPage;
use crate::protocol::ahead::Label;
use crate::protocol::doubts::{Doubt, DoubtsNews, DoubtsOrder, Weighed};
use engine::fetch::Content;
use engine::learn::{Svm, SvmOptions};
use engine::text::{Language, SparseVector, TermCounts};
use engine::topic::{IdfSource, Lens};
use engine::url::CanonicalUrl;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Pages of trails that are weighed, the latest: enough for a machine, and done in a few seconds.
const LABELS: usize = 600;
/// Pages in no trail that are weighed.
const OTHERS: usize = 200;
/// Parts into which the pages of the trails are divided.
const FOLDS: usize = 5;
/// Relevant and other pages that are needed: less than two of a kind cannot be divided, and the learned is chance below some more.
const LEAST: usize = 3;
/// Doubts that are told.
const TOLD: usize = 40;
/// Distance from one half up to which a page is in doubt: beyond it, four of five such judgments are right if the machine knows itself.
const IN_DOUBT: f64 = 0.3;
/// Pages that are read between two turns for everything else.
const PAGES_A_TURN: usize = 8;

/// Weighs pages for one page of the app.
pub(super) struct Doubts {
    shelf: Rc<Shelf>,
    post: Rc<dyn Fn(&ToPage)>,
    /// The order that is carried out; another number ends it.
    latest: Cell<Option<u32>>,
}

/// A page that is weighed.
struct Page {
    url: CanonicalUrl,
    title: String,
    /// None where it stands in no trail.
    relevant: Option<bool>,
    counts: TermCounts,
}

/// It was given up.
struct GivenUp;

impl Doubts {
    pub(super) fn new(shelf: &Rc<Shelf>, post: &Rc<dyn Fn(&ToPage)>) -> Rc<Self> {
        Rc::new(Self {
            shelf: Rc::clone(shelf),
            post: Rc::clone(post),
            latest: Cell::new(None),
        })
    }

    pub(super) fn obey(self: &Rc<Self>, order: DoubtsOrder) {
        let DoubtsOrder::Weigh {
            number,
            labels,
            others,
        } = order
        else {
            return self.latest.set(None);
        };
        self.latest.set(Some(number));
        let doubts = Rc::clone(self);
        spawn_local(async move {
            if let Ok(weighed) = doubts.weigh(number, &labels, &others).await {
                doubts.latest.set(None);
                doubts.tell(DoubtsNews::Weighed { number, weighed });
            }
        });
    }

    fn tell(&self, news: DoubtsNews) {
        (self.post)(&ToPage::Doubts(Box::new(news)));
    }

    /// Lets everything else have its turn, and says how far it is.
    async fn turn(&self, number: u32, part: f64) -> Result<(), GivenUp> {
        self.tell(DoubtsNews::Weighing { number, part });
        Breath::new().take().await;
        if self.latest.get() == Some(number) {
            Ok(())
        } else {
            Err(GivenUp)
        }
    }

    async fn weigh(
        &self,
        number: u32,
        labels: &[Label],
        others: &[String],
    ) -> Result<Result<Weighed, String>, GivenUp> {
        let store = match self.shelf.store().await {
            Ok(store) => store,
            Err(error) => return Ok(Err(format!("{error}."))),
        };
        let mut lens = Lens::new(true, IdfSource::Crawl);
        let wanted = wanted(labels, others);
        let mut pages = Vec::new();
        for (done, (url, relevant)) in wanted.iter().enumerate() {
            pages.extend(read(&store, &mut lens, url, *relevant).await);
            if done % PAGES_A_TURN == 0 {
                self.turn(number, 0.5 * done as f64 / wanted.len() as f64)
                    .await?;
            }
        }
        let vectors: Vec<SparseVector> = pages
            .iter()
            .map(|page| lens.weigh(&page.counts).unit())
            .collect();
        if let Some(sentence) = too_few(&pages) {
            return Ok(Err(sentence));
        }
        let folds = folds(&pages);
        let mut doubts = Vec::new();
        for part in 0..=FOLDS {
            self.turn(number, 0.5 + 0.5 * part as f64 / (FOLDS + 1) as f64)
                .await?;
            doubts.extend(judged(&pages, &vectors, &folds, part));
        }
        let of_trails = wanted.iter().filter(|(_, relevant)| relevant.is_some());
        let kept = pages.iter().filter(|page| page.relevant.is_some());
        Ok(Ok(Weighed {
            pages: small(pages.len()),
            unknown: small(of_trails.count() - kept.count()),
            doubts: least_sure(doubts),
        }))
    }
}

/// The addresses that are weighed, each once; the label is none where it stands in no trail.
fn wanted(labels: &[Label], others: &[String]) -> Vec<(CanonicalUrl, Option<bool>)> {
    let mut seen = BTreeSet::new();
    let labels = labels.iter().take(LABELS);
    let labels = labels.map(|label| (label.url.as_str(), Some(label.relevant)));
    let others = others.iter().take(OTHERS).map(|url| (url.as_str(), None));
    let all = labels.chain(others).filter_map(|(url, relevant)| {
        let url = CanonicalUrl::parse(url).ok()?;
        Some((url, relevant))
    });
    all.filter(|(url, _)| seen.insert(url.clone())).collect()
}

async fn read(
    store: &Store,
    lens: &mut Lens,
    url: &CanonicalUrl,
    relevant: Option<bool>,
) -> Option<Page> {
    let kept = store.reading(url).await.ok()??;
    let Content::Page(document) = &kept.answer.content else {
        return None;
    };
    let language = document.language.as_deref().and_then(Language::from_code);
    let (counts, _) = lens.page(document, language);
    Some(Page {
        url: url.clone(),
        title: document.title.clone(),
        relevant,
        counts,
    })
}

/// What is missing to weigh anything, in a sentence.
fn too_few(pages: &[Page]) -> Option<String> {
    let count = |side| {
        pages
            .iter()
            .filter(|page| page.relevant == Some(side))
            .count()
    };
    let (relevant, rest) = (count(true), count(false));
    (relevant < LEAST || rest < LEAST).then(|| {
        format!("There are {relevant} relevant and {rest} other pages that were read here: {LEAST} of each are the least from which something can be learned.")
    })
}

/// The part of each page: those of a kind are dealt out in turn. Pages in no trail have the part after the last.
fn folds(pages: &[Page]) -> Vec<usize> {
    let mut dealt = [0_usize; 2];
    let fold = |page: &Page| {
        page.relevant.map_or(FOLDS, |relevant| {
            let next = &mut dealt[usize::from(relevant)];
            *next += 1;
            (*next - 1) % FOLDS
        })
    };
    pages.iter().map(fold).collect()
}

/// The pages of one part, judged by a machine that learned from all others that have a label.
fn judged(pages: &[Page], vectors: &[SparseVector], folds: &[usize], part: usize) -> Vec<Doubt> {
    let places: Vec<usize> = (0..pages.len()).filter(|at| folds[*at] == part).collect();
    let examples = (0..pages.len()).filter(|at| folds[*at] != part);
    let examples = examples.filter_map(|at| Some((pages[at].relevant?, &vectors[at])));
    if places.is_empty() {
        return Vec::new();
    }
    // With three of each kind and more, a part never holds all of one.
    let Ok(machine) = Svm::train(examples, SvmOptions::default()) else {
        return Vec::new();
    };
    let doubt = |at: usize| Doubt {
        url: pages[at].url.as_str().to_owned(),
        title: pages[at].title.clone(),
        probability: machine.probability(&vectors[at]),
        is_new: pages[at].relevant.is_none(),
    };
    places.into_iter().map(doubt).collect()
}

/// Those in doubt, the least sure first.
fn least_sure(mut doubts: Vec<Doubt>) -> Vec<Doubt> {
    let sureness = |doubt: &Doubt| (doubt.probability - 0.5).abs();
    doubts.retain(|doubt| sureness(doubt) <= IN_DOUBT);
    doubts.sort_by(|a, b| {
        let by_sureness = sureness(a).total_cmp(&sureness(b));
        by_sureness.then_with(|| a.url.cmp(&b.url))
    });
    doubts.truncate(TOLD);
    doubts
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
