//! Ranks pages by the uncertainty of a classifier that was trained without them.
//!
//! The saved pages of the trails are divided into folds. Each fold is classified by a support vector machine trained on
//! the other folds; pages in no trail by one trained on all folds. Pages with a probability near one half are the most
//! useful to label (uncertainty sampling, Lewis and Gale 1994). Other tasks run between the folds. Pages that are not
//! saved are not fetched. The quality of a model is measured with whole trails left out instead
//! ([`engine::learning::Fold`]).

use crate::browser::clock::{LatestTask, Yielder};
use crate::context::Context;
use crate::storage::database::Database;
use engine::learning::{Svm, SvmOptions};
use engine::text::{Language, SparseVector, TermCounts};
use engine::topic::Vectorizer;
use protocol::ToPage;
use protocol::uncertainty::{Label, UncertainPage, UncertaintyEvent, UncertaintyRanking, UncertaintyRequest};
use std::collections::BTreeSet;
use std::rc::Rc;
use types::plan::IdfSource;
use types::sorting;
use types::url::CanonicalUrl;

/// The most pages of trails that are ranked, the latest first: enough for training, within a few seconds.
const LABELS: usize = 600;
/// The most pages in no trail that are ranked.
const OTHERS: usize = 200;
/// The number of folds.
const FOLDS: usize = 5;
/// The least number of relevant pages, and of other pages. Fewer than two cannot be divided, and with a few more the
/// result is chance.
const LEAST: usize = 3;
/// The most pages in the result.
const TOLD: usize = 40;
/// The largest distance from one half of an uncertain page. Beyond it, four of five predictions are right if the
/// classifier is calibrated.
const IN_DOUBT: f64 = 0.3;
/// The number of pages that are read before other tasks run.
const PAGES_A_TURN: usize = 8;

/// Ranks pages by uncertainty.
pub(crate) struct UncertaintyService {
    context: Rc<Context>,
    ranking: LatestTask,
}

/// A page that is ranked.
struct Page {
    url: CanonicalUrl,
    title: String,
    /// `None` for a page in no trail.
    relevant: Option<bool>,
    counts: TermCounts,
}

impl UncertaintyService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self { context: Rc::clone(context), ranking: LatestTask::default() })
    }

    pub(crate) fn on_message(self: &Rc<Self>, message: UncertaintyRequest) {
        let UncertaintyRequest::Rank { number, labels, others } = message else {
            return self.ranking.cancel();
        };
        let service = Rc::clone(self);
        self.ranking.run(async move {
            let ranked = service.rank(number, &labels, &others).await;
            service.send(UncertaintyEvent::Ranked { number, ranked });
        });
    }

    fn send(&self, event: UncertaintyEvent) {
        self.context.send(&ToPage::Uncertainty(Box::new(event)));
    }

    /// Yields to other tasks and reports progress.
    async fn turn(&self, number: u32, part: f64) {
        self.send(UncertaintyEvent::Progress { number, part });
        Yielder::new().yield_now().await;
    }

    async fn rank(&self, number: u32, labels: &[Label], others: &[String]) -> Result<UncertaintyRanking, String> {
        let store = self.context.store().await.map_err(|error| format!("{error}."))?;
        let mut vectorizer = Vectorizer::new(true, IdfSource::Crawl);
        let wanted = wanted(labels, others);
        let mut pages = Vec::new();
        for (done, (url, relevant)) in wanted.iter().enumerate() {
            pages.extend(read(&store, &mut vectorizer, url, *relevant).await);
            if done % PAGES_A_TURN == 0 {
                self.turn(number, 0.5 * done as f64 / wanted.len() as f64).await;
            }
        }
        let vectors: Vec<SparseVector> = pages.iter().map(|page| vectorizer.weigh(&page.counts).unit()).collect();
        if let Some(sentence) = too_few(&pages) {
            return Err(sentence);
        }
        let folds = folds(&pages);
        let mut uncertain = Vec::new();
        for part in 0..=FOLDS {
            self.turn(number, 0.5 + 0.5 * part as f64 / (FOLDS + 1) as f64).await;
            uncertain.extend(judged(&pages, &vectors, &folds, part));
        }
        let of_trails = wanted.iter().filter(|(_, relevant)| relevant.is_some());
        let kept = pages.iter().filter(|page| page.relevant.is_some());
        Ok(UncertaintyRanking {
            pages: engine::count(pages.len()),
            unknown: engine::count(of_trails.count() - kept.count()),
            uncertain: least_sure(uncertain),
        })
    }
}

/// Returns the addresses to rank, each once, with their labels; `None` for a page in no trail.
fn wanted(labels: &[Label], others: &[String]) -> Vec<(CanonicalUrl, Option<bool>)> {
    let mut seen = BTreeSet::new();
    let labels = labels.iter().take(LABELS).map(|label| (label.url.as_str(), Some(label.relevant)));
    let others = others.iter().take(OTHERS).map(|url| (url.as_str(), None));
    let all = labels.chain(others).filter_map(|(url, relevant)| {
        let url = CanonicalUrl::parse(url).ok()?;
        Some((url, relevant))
    });
    all.filter(|(url, _)| seen.insert(url.clone())).collect()
}

async fn read(
    store: &Database,
    vectorizer: &mut Vectorizer,
    url: &CanonicalUrl,
    relevant: Option<bool>,
) -> Option<Page> {
    let kept = store.reading(url).await.ok()??;
    let document = kept.response.document()?;
    let language = document.language.as_deref().and_then(Language::from_code);
    let (counts, _) = vectorizer.page(document, language);
    Some(Page { url: url.clone(), title: document.title.clone(), relevant, counts })
}

/// Returns the requirement that a ranking lacks, in a sentence.
fn too_few(pages: &[Page]) -> Option<String> {
    let count = |side| pages.iter().filter(|page| page.relevant == Some(side)).count();
    let (relevant, rest) = (count(true), count(false));
    (relevant < LEAST || rest < LEAST).then(|| {
        format!("Only {relevant} relevant and {rest} other pages were read here. Read at least {LEAST} of each.")
    })
}

/// Assigns a fold to each page, separately for relevant and other pages. Pages in no trail get the fold after the last.
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

/// Returns the pages of a fold, classified by a machine trained on all other labeled pages.
fn judged(pages: &[Page], vectors: &[SparseVector], folds: &[usize], part: usize) -> Vec<UncertainPage> {
    let places: Vec<usize> = (0..pages.len()).filter(|at| folds[*at] == part).collect();
    let examples = (0..pages.len()).filter(|at| folds[*at] != part);
    let examples = examples.filter_map(|at| Some((pages[at].relevant?, &vectors[at])));
    if places.is_empty() {
        return Vec::new();
    }
    // With at least three pages of each kind, no fold contains all of one kind.
    let Ok(machine) = Svm::train(examples, SvmOptions::default()) else {
        return Vec::new();
    };
    let doubt = |at: usize| UncertainPage {
        url: pages[at].url.as_str().to_owned(),
        title: pages[at].title.clone(),
        probability: machine.probability(&vectors[at]),
        is_new: pages[at].relevant.is_none(),
    };
    places.into_iter().map(doubt).collect()
}

/// Returns the uncertain pages, the least certain first.
fn least_sure(mut pages: Vec<UncertainPage>) -> Vec<UncertainPage> {
    let sureness = |doubt: &UncertainPage| (doubt.probability - 0.5).abs();
    pages.retain(|doubt| sureness(doubt) <= IN_DOUBT);
    sorting::sort_by(&mut pages, |a, b| sureness(a).total_cmp(&sureness(b)).then_with(|| a.url.cmp(&b.url)));
    pages.truncate(TOLD);
    pages
}
