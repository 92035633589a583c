//! The flags of a crawl that do not concern its topic: they are the same for one crawl and for an experiment.

use crate::context_graph::GoodPages;
use crate::trails::FolderMeaning;
use crate::{LabError, taxonomy, trails};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use engine::strategy;
use evaluation::compare::Comparison;
use std::path::PathBuf;
use types::limits;
use types::plan::{IdfSource, Plan, RelevanceMeasure, Speed};
use types::spec::{ParamValue, StrategySpec};
use types::taxonomy::Taxonomy;
use types::trails::Trails;

/// Options of the scores of links.
#[derive(Clone, Debug, Args)]
pub(super) struct Scoring {
    /// A parameter of the strategy (repeatable).
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = ParamValue::named)]
    params: Vec<(String, ParamValue)>,
    /// Source of the word weights.
    #[arg(long, value_parser = idf_sources(), default_value = "auto")]
    idf: IdfSource,
    /// Do not stem words.
    #[arg(long)]
    no_stemming: bool,
    /// A related word, or a sense like `spider#n#3`, to exclude (repeatable).
    #[arg(long = "exclude", alias = "strike", value_name = "WORD")]
    excluded: Vec<String>,
    /// A page of at least this relevance counts as relevant: as harvested, or by its label.
    #[arg(long, value_name = "SHARE", default_value_t = limits::GOOD_RELEVANCE)]
    good: f64,
}

/// Options that all crawls share.
#[derive(Clone, Debug, Args)]
pub(super) struct Settings {
    #[command(flatten)]
    scoring: Scoring,
    /// Number of pages to fetch.
    #[arg(long, value_name = "N", default_value_t = limits::PAGES_DEFAULT)]
    pub(super) pages: u32,
    /// The random seed, for strategies that use random numbers.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    rng: u64,
    /// Number of simultaneous fetches; 1 follows the strategy's order strictly.
    #[arg(long, value_name = "N", default_value_t = limits::IN_FLIGHT)]
    parallel: u32,
    /// Compute relevance from the main content of pages, without the blocks that the pages of a host repeat.
    #[arg(long)]
    main_content: bool,
    /// Select a host at most once in this many selections while others are ready; 0 switches the rule off.
    #[arg(long, value_name = "K", default_value_t = 0)]
    host_window: usize,
    /// Link distance from the seeds beyond which links are not followed.
    #[arg(long, value_name = "N", default_value_t = limits::DEPTH)]
    depth: u32,
    /// Maximum number of pages of one site.
    #[arg(long, value_name = "N", default_value_t = limits::HOST_PAGES)]
    host_pages: u32,
    /// Share of the pages for walls, error pages and other pages without content; further ones do not count as pages.
    #[arg(long, value_name = "SHARE", default_value_t = limits::UNREADABLE_SHARE)]
    unreadable: f64,
    /// Maximum number of URLs in the frontier; the best are kept.
    #[arg(long, value_name = "N", default_value_t = limits::FRONTIER_URLS)]
    frontier: usize,
    /// Training topics: a bookmark file as browsers export it (folders are topics), the JSON of a taxonomy, or `starter`
    /// for the broad topics that are included in the program. Without a target topic, the query is filed under the best fit.
    #[arg(long, value_name = "FILE|starter")]
    taxonomy: Option<PathBuf>,
    /// A target topic of the taxonomy, as a path with slashes (repeatable).
    #[arg(long = "good-topic", value_name = "PATH", requires = "taxonomy")]
    good_topics: Vec<String>,
    /// Training trails: JSON, a bookmark file (see `--folders`), or a list of addresses (an empty line between trails).
    #[arg(long, value_name = "FILE")]
    pub(super) trails: Option<PathBuf>,
    /// The meaning of the folders of a bookmark file given as trails.
    #[arg(long, value_enum, default_value_t = FolderMeaning::Paths, requires = "trails")]
    folders: FolderMeaning,
    #[command(flatten)]
    pub(super) good_pages: GoodPages,
}

/// The option of commands that judge pages, other than comparisons.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct RelevanceArgs {
    /// Measure of the relevance of pages.
    #[arg(long, value_name = "MEASURE", value_parser = relevance_measures(), default_value = "auto")]
    pub(super) relevance: RelevanceMeasure,
}

/// Returns the measures of relevance with their sentences.
fn relevance_measures() -> impl TypedValueParser<Value = RelevanceMeasure> {
    let values = RelevanceMeasure::ALL.map(|measure| {
        PossibleValue::new(measure.word()).help(match measure {
            RelevanceMeasure::Auto => "By both if the strategy uses word vectors, otherwise by words",
            RelevanceMeasure::Words => "By the cosine of the words of page and query",
            RelevanceMeasure::Meaning => "By the similarity in meaning, with word vectors",
            RelevanceMeasure::Both => "By the mean of both",
        })
    });
    PossibleValuesParser::new(values).map(|word| RelevanceMeasure::find(&word).unwrap_or_default())
}

/// Returns the sources of word weights with their sentences.
fn idf_sources() -> impl TypedValueParser<Value = IdfSource> {
    let values = IdfSource::ALL.map(|source| {
        PossibleValue::new(source.word()).help(match source {
            IdfSource::Auto => "General English for strategies whose paper has a background idf, raw counts for others",
            IdfSource::None => "Raw counts",
            IdfSource::General => "A table of general English that is included in the engine",
            IdfSource::Crawl => "The pages of the crawl so far",
        })
    });
    PossibleValuesParser::new(values).map(|word| IdfSource::find(&word).unwrap_or_default())
}

/// Returns the speeds with their sentences.
pub(super) fn speeds() -> impl TypedValueParser<Value = Speed> {
    let values = Speed::ALL.map(|speed| PossibleValue::new(speed.word()).help(speed.help()));
    PossibleValuesParser::new(values).map(|word| Speed::find(&word).unwrap_or_default())
}

impl Scoring {
    /// Returns a plan without topic for a strategy.
    pub(super) fn plan(&self, id: &str) -> Plan {
        Plan { strategy: self.strategy(id), ..self.comparison().plan() }
    }

    fn strategy(&self, id: &str) -> StrategySpec {
        StrategySpec { id: id.to_owned(), params: self.params.iter().cloned().collect() }
    }

    fn comparison(&self) -> Comparison {
        let params = self.params.iter();
        Comparison {
            params: params.map(|(name, value)| format!("{name}={value}")).collect(),
            idf: self.idf,
            stemming: !self.no_stemming,
            good: self.good,
            excluded: self.excluded.clone(),
            ..Comparison::default()
        }
    }
}

impl Settings {
    /// Returns a plan without topic for a strategy.
    pub(super) fn plan(&self, id: &str) -> Result<Plan, LabError> {
        Ok(Plan { strategy: self.scoring.strategy(id), ..self.comparison()?.plan() })
    }

    /// Returns the same settings for several strategies on several topics.
    pub(super) fn comparison(&self) -> Result<Comparison, LabError> {
        let taxonomy = match &self.taxonomy {
            Some(file) if !self.starter_topics() => taxonomy::read(file, &self.good_topics)?,
            _ => Taxonomy::default(),
        };
        let mut trails = match &self.trails {
            Some(file) => trails::read(file, self.folders)?,
            None => Trails::default(),
        };
        trails.trails.extend(self.good_pages.read(self.distance())?);
        Ok(Comparison {
            pages: self.pages,
            rng: self.rng,
            parallel: self.parallel,
            unreadable: self.unreadable,
            main_content: self.main_content,
            host_window: self.host_window,
            depth: self.depth,
            host_pages: self.host_pages,
            frontier: self.frontier,
            starter_topics: self.starter_topics(),
            taxonomy,
            trails,
            ..self.scoring.comparison()
        })
    }
}

impl Settings {
    /// Returns true if the starter topics are used unchanged: the query is the target.
    pub(super) fn starter_topics(&self) -> bool {
        let is_starter = self.taxonomy.as_deref().is_some_and(taxonomy::is_starter);
        is_starter && self.good_topics.is_empty()
    }

    /// Returns the link distance up to which a context graph grows: one less than the number of layers, if that is
    /// given.
    fn distance(&self) -> usize {
        let layers = self.scoring.params.iter().find(|(name, _)| name == "layers");
        let layers = layers.and_then(|(_, value)| value.to_string().parse::<usize>().ok());
        layers.map_or(limits::CONTEXT_DISTANCE, |layers| layers.saturating_sub(1))
    }
}

/// Ids of the strategies with their sentences, for `--strategy`.
pub(super) fn strategy_ids() -> clap::builder::PossibleValuesParser {
    let values = strategy::LIST.iter().map(|entry| clap::builder::PossibleValue::new(entry.id).help(entry.description));
    clap::builder::PossibleValuesParser::new(values)
}
