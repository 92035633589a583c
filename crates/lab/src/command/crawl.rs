//! Implements `salticid-lab crawl`, which runs one crawl and writes its log.

use super::args::WebArg;
use super::export::{self, ExportedCrawl};
use super::settings::{SettingFlags, Settings, strategy_ids};
use crate::driver::Exchange;
use crate::file::NewFile;
use crate::web::{RecordingWeb, Web};
use crate::{LabError, assets, driver, log, model, past, sets, topics, training_report};
use clap::Args;
use engine::crawl::{CheckedPlan, Crawl, Model};
use engine::strategy::{self, Entry};
use evaluation::compare::seeds_and_training_pages;
use evaluation::measures::{JudgingData, JudgingSources, RelevanceJudgments};
use std::path::{Path, PathBuf};
use std::time::Instant;
use types::plan::Plan;
use types::report::Notification;
use types::settings::uses;
use types::site_map::Arrangement;

/// Flags of one crawl.
#[derive(Debug, Args)]
pub(super) struct CrawlArgs {
    #[command(flatten)]
    web: WebArg,
    /// The strategy; by default that of the model.
    #[arg(long, value_name = "ID", value_parser = strategy_ids(), required_unless_present = "model")]
    strategy: Option<String>,
    /// A model written by `train`, which replaces the training.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trails", "examples"])]
    model: Option<PathBuf>,
    /// Query: words that describe the topic.
    #[arg(long, value_name = "WORDS")]
    query: Option<String>,
    /// Seed URL (repeatable).
    #[arg(long = "seed", value_name = "URL")]
    seeds: Vec<String>,
    /// Query, seeds, known pages, examples and trails of a topic, such as `demo#asthma`; other flags take precedence.
    #[arg(long, value_name = "FILE#NAME")]
    topic: Option<String>,
    /// The log of an earlier crawl of this web, for strategies that start with its best pages (repeatable).
    #[arg(long = "past", value_name = "LOG.jsonl")]
    past: Vec<PathBuf>,
    /// Relevant pages that count for target recall, unless they are seeds or training pages: a JSON array of URLs, or
    /// one URL per line.
    #[arg(long, value_name = "FILE")]
    targets: Option<PathBuf>,
    /// Pages known to be relevant: a JSON array of URLs, or one URL per line.
    #[arg(long, value_name = "FILE")]
    relevant: Option<PathBuf>,
    /// Log file; `-` is the standard output.
    #[arg(long, value_name = "OUT.jsonl", default_value = "-")]
    log: PathBuf,
    /// Export the crawl in the format of the file's extension, such as .md, .csv or .warc.gz (docs/exports.md has all); a
    /// folder gets one of each (repeatable).
    #[arg(long = "export", value_name = "FILE|FOLDER")]
    exports: Vec<PathBuf>,
    /// The maximum number of tokens of an exported text (.md, .md.zip, .text.txt): the best pages that fit.
    #[arg(long, value_name = "N", requires = "exports", default_value_t = u32::MAX, hide_default_value = true)]
    tokens: u32,
    /// Include link targets that were not crawled in exported graphs.
    #[arg(long, requires = "exports")]
    uncrawled: bool,
    /// Write the site map of the crawl as an .html, .svg or .graphml file: its pages as a tree, with the pages on the
    /// topic and the paths to them (repeatable).
    #[arg(long = "site-map", value_name = "FILE")]
    site_maps: Vec<PathBuf>,
    /// The tree that an .svg site map draws: by path, or by links.
    #[arg(long, value_name = "TREE", value_parser = ["path", "links"], default_value = "path", requires = "site_maps")]
    site_map_by: String,
    /// Write the documents that pages link to (PDF, Office files, data sets), which are not read, as a .md, .html
    /// (bookmarks), .ris, .bib, .csl.json, .csv, .txt (addresses) or .jsonl file (repeatable).
    #[arg(long, value_name = "FILE")]
    documents: Vec<PathBuf>,
    /// Only follow links to the hosts of the seeds.
    #[arg(long)]
    stay: bool,
    #[command(flatten)]
    flags: SettingFlags<{ uses::CRAWL }>,
    #[command(flatten)]
    settings: Settings,
}

impl CrawlArgs {
    /// Crawls, writes the log, and prints the duration to the standard error.
    pub(super) fn run(&self) -> Result<(), LabError> {
        let web = self.web.open()?;
        let (crawl, known) = self.crawl(&*web)?;
        let mut exports = export::plan(&self.exports)?;
        exports.extend(export::documents(&self.documents)?);
        exports.extend(export::site_maps(&self.site_maps, self.arrangement())?);
        let mut out = open(&self.log)?;
        let start = Instant::now();
        let witness = RecordingWeb::new(&*web);
        let crawl = driver::run_crawl(crawl, &witness, |exchange| {
            if let Exchange::Step(step) = exchange {
                report_training(&step.notifications);
            }
        });
        let seconds = start.elapsed().as_secs_f64();
        let written = log::write(&mut out, &crawl, known).and_then(|()| out.finish());
        written.map_err(LabError::write(&self.log))?;
        report(&crawl, seconds);
        let asked = witness.into_requested();
        let exported = ExportedCrawl {
            crawl: &crawl,
            web: &*web,
            asked: &asked,
            with_uncrawled: self.uncrawled,
            tokens: self.tokens,
        };
        exported.write(&exports)
    }

    fn arrangement(&self) -> Arrangement {
        match self.site_map_by.as_str() {
            "links" => Arrangement::Links,
            _ => Arrangement::Path,
        }
    }

    /// Returns the crawl, with a model if one was named, and the known pages if any were given.
    fn crawl(&self, web: &dyn Web) -> Result<(Crawl, Option<JudgingData>), LabError> {
        let model = self.model.as_deref().map(model::read).transpose()?;
        let strategy = strategy_of(self.strategy.as_ref(), model.as_ref())?;
        let (plan, known) = self.plan(&strategy, model.as_ref(), web)?;
        let crawl = Crawl::from_model(plan, model).map_err(|error| LabError::flag("model", error.to_string()))?;
        Ok((crawl, known))
    }

    /// Returns the checked plan, and the known pages if any were given.
    fn plan(
        &self,
        strategy: &str,
        model: Option<&Model>,
        web: &dyn Web,
    ) -> Result<(CheckedPlan, Option<JudgingData>), LabError> {
        check_trails_are_used(strategy, &self.settings)?;
        self.past_is_of_use(strategy)?;
        let topic = self.topic.as_deref().map(topics::read_one).transpose()?;
        let has_sets = topic.is_some() || self.relevant.is_some() || self.targets.is_some();
        let (mut plan, mut judgments) = (self.settings.plan(strategy)?, RelevanceJudgments::default());
        let mut apart = Vec::new();
        if let Some((topic, taxonomy)) = topic {
            judgments = topic.judgments();
            apart = topic.seeds.iter().chain(&topic.examples).cloned().collect();
            (plan.query, plan.seeds) = (topic.query, topic.seeds);
            if plan.taxonomy.topics.is_empty() && !self.settings.starter_topics() {
                plan.taxonomy = taxonomy;
            }
            if plan.trails.trails.is_empty() {
                plan.trails = topic.trails;
            }
        }
        self.override_topic(&mut plan, &mut judgments)?;
        if let Some(model) = model {
            plan = model.spec.apply(plan);
        }
        topics_are_there(&plan)?;
        check_trails_are_given(&plan)?;
        plan.past = past::read(&self.past, web, &plan.query)?;
        self.flags.apply(&mut plan);
        let assets = assets::load_for_plan(&plan);
        let mut plan = CheckedPlan::new(plan, &assets).map_err(LabError::Plan)?;
        if self.stay {
            plan.stay_on_hosts();
        }
        let learns = plan.entry.needs.taxonomy;
        let folders = learns.then_some(&plan.plan.taxonomy);
        let written = apart.iter().chain(&plan.plan.seeds);
        let sources = JudgingSources {
            judgments,
            excluded: seeds_and_training_pages(written, &plan.plan.trails, folders),
            ..JudgingSources::default()
        };
        let known = has_sets.then(|| log::known(sources, web));
        Ok((plan, known))
    }

    /// The person named earlier crawls, so the strategy must use them.
    fn past_is_of_use(&self, strategy: &str) -> Result<(), LabError> {
        let entry = strategy::find(strategy).filter(|entry| !entry.needs.past);
        match entry.filter(|_| !self.past.is_empty()) {
            None => Ok(()),
            Some(entry) => {
                Err(LabError::flag("past", format!("“{}” does not use earlier crawls: omit the flag", entry.title)))
            }
        }
    }

    fn override_topic(&self, plan: &mut Plan, judgments: &mut RelevanceJudgments) -> Result<(), LabError> {
        if let Some(query) = &self.query {
            plan.query.clone_from(query);
        }
        if !self.seeds.is_empty() {
            plan.seeds.clone_from(&self.seeds);
        }
        if let Some(file) = &self.relevant {
            judgments.relevant = sets::read(file)?;
        }
        if let Some(file) = &self.targets {
            judgments.targets = sets::read(file)?;
        }
        Ok(())
    }
}

/// Returns the named strategy, or the model's.
pub(super) fn strategy_of(named: Option<&String>, model: Option<&Model>) -> Result<String, LabError> {
    match (named, model) {
        (Some(named), Some(model)) if *named != model.spec.strategy.id => Err(LabError::flag(
            "strategy",
            format!("the model was trained by “{}”: name that strategy, or omit the flag", model.spec.strategy.id),
        )),
        (Some(named), _) => Ok(named.clone()),
        (None, Some(model)) => Ok(model.spec.strategy.id.clone()),
        (None, None) => Err(LabError::flag("strategy", "name a strategy, or a model")),
    }
}

/// Checks that the strategy uses the given trails.
pub(super) fn check_trails_are_used(strategy: &str, settings: &Settings) -> Result<(), LabError> {
    let entry = strategy::find(strategy).filter(|entry| !entry.needs.trails);
    for (flag, is_given) in
        [("trails", settings.trails.is_some()), ("examples", settings.good_pages.examples.is_some())]
    {
        let wrong = entry.filter(|_| is_given);
        flagged(flag, wrong, "does not learn from trails: omit the flag")?;
    }
    Ok(())
}

/// The error names the flags for topics of a strategy that learns from topics.
fn topics_are_there(plan: &Plan) -> Result<(), LabError> {
    let entry = strategy::find(&plan.strategy.id).filter(|entry| entry.needs.taxonomy);
    let has_any = !plan.taxonomy.topics.is_empty() || !plan.query.trim().is_empty();
    flagged(
        "taxonomy",
        entry.filter(|_| !has_any),
        "learns from topics: give a --query, name a bookmark file or a taxonomy (JSON) and the --good-topic, or use \
        --topic",
    )
}

/// Checks that a strategy that needs trails gets them; the error names the flags.
pub(super) fn check_trails_are_given(plan: &Plan) -> Result<(), LabError> {
    let entry = strategy::find(&plan.strategy.id).filter(|entry| entry.needs.trails);
    let wrong = entry.filter(|_| plan.trails.trails.is_empty());
    flagged(
        "trails",
        wrong,
        "learns from trails: name a trails file (JSON, bookmarks, or a list of URLs), good pages by --examples with a \
        --graph, or use --topic, such as demo#asthma",
    )
}

/// Returns the problem of a strategy with a flag, if there is one.
fn flagged(flag: &'static str, wrong: Option<&Entry>, what: &str) -> Result<(), LabError> {
    wrong.map_or(Ok(()), |entry| {
        let problem = format!("“{}” {what}", entry.title);
        Err(LabError::flag(flag, problem))
    })
}

/// Prints what a strategy learned from its examples, if these notifications report it.
pub(super) fn report_training(notifications: &[Notification]) {
    for notification in notifications {
        if let Notification::Prepared(report) = notification {
            eprint!("{}", training_report::for_people(report));
        }
    }
}

fn report(crawl: &Crawl, seconds: f64) {
    let pages = crawl.pages().len();
    let speed = pages as f64 / seconds.max(1e-9);
    let memory =
        peak_memory().map_or_else(String::new, |bytes| format!(", {:.0} MB of memory at most", bytes as f64 / 1e6));
    eprintln!("{pages} pages in {seconds:.2} s, {speed:.0} pages a second{memory}");
}

/// Returns the peak memory of this program so far, in bytes, if the system reports it (Linux).
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Returns the log, opened before the crawl, so that an invalid path fails immediately.
pub(super) fn open(path: &Path) -> Result<NewFile, LabError> {
    if path == Path::new("-") {
        return Ok(NewFile::stdout());
    }
    NewFile::create(path).map_err(LabError::write(path))
}
