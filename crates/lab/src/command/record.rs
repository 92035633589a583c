//! Implements `salticid-lab record`, which writes a web as a WARC file, by crawling it or from a folder.

use super::asked_to_end;
use super::settings::{SettingFlags, strategy_ids};
use crate::record::folder::Folder;
use crate::record::{RecordingWriter, live};
use crate::{LabError, assets};
use clap::Args;
use engine::crawl::{CheckedPlan, Crawl};
use engine::strategy;
use indicatif::{ProgressBar, ProgressStyle};
use salticid_proxy::{AllowedAddress, Client, Mapping, Settings};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use types::agent;
use types::plan::{Plan, Politeness};
use types::settings::uses;
use types::spec::{ParamValue, StrategySpec, UNFOCUSED_STRATEGY};
use types::url::{Scope, ScopeRule};

/// The hint at the start: hosts cannot reach the operator, and some limit or block such crawlers.
const NAMELESS: &str = "Requests name the page of Salticid, not you. Name a page about you with --contact.";

/// Flags of a recording.
#[derive(Debug, Args)]
pub(super) struct RecordArgs {
    /// Recording to write; an existing file is not overwritten.
    #[arg(long, value_name = "FILE.warc.gz")]
    out: PathBuf,
    /// Record this folder of pages instead of crawling.
    #[arg(long, value_name = "FOLDER", requires = "base", conflicts_with_all = ["seeds", "query", "strategy"])]
    folder: Option<PathBuf>,
    /// The base URL of the folder's content.
    #[arg(long, value_name = "URL", requires = "folder")]
    base: Option<String>,
    /// Seed URL (repeatable).
    #[arg(long = "seed", value_name = "URL", required_unless_present = "folder")]
    seeds: Vec<String>,
    /// Query: words that describe the topic.
    #[arg(long, value_name = "WORDS", default_value = "")]
    query: String,
    /// Strategy; by default best-first with a query, else breadth-first.
    #[arg(long, value_name = "ID", value_parser = strategy_ids())]
    strategy: Option<String>,
    /// A parameter of the strategy (repeatable).
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = ParamValue::named)]
    params: Vec<(String, ParamValue)>,
    #[command(flatten)]
    flags: SettingFlags<{ uses::RECORD }>,
    /// Only follow links to this host (`example.org`), to it and its subdomains (`*.example.org`), or below this path
    /// (`example.org/docs`); repeatable.
    #[arg(long = "within", value_name = "HOST[/PATH]")]
    within: Vec<ScopeRule>,
    /// Allow fetching from this exact address or name and port, public or not (repeatable).
    #[arg(long, value_name = "HOST:PORT")]
    allow_address: Vec<AllowedAddress>,
    /// Fetch this name and port from the given address and port instead of asking DNS (repeatable).
    #[arg(long, value_name = "NAME:PORT:ADDRESS:PORT")]
    resolve: Vec<Mapping>,
    /// Page about the operator; named in the User-Agent of every fetch instead of the page of Salticid.
    #[arg(long, value_name = "URL", value_parser = agent::contact)]
    contact: Option<String>,
}

impl RecordArgs {
    /// Records, and prints a summary of the file to the standard error.
    pub(super) fn run(&self) -> Result<(), LabError> {
        match (&self.folder, &self.base) {
            (Some(folder), Some(base)) => self.of_folder(&Folder::open(folder, base)?),
            _ => self.of_web(),
        }
    }

    fn of_folder(&self, folder: &Folder) -> Result<(), LabError> {
        if folder.is_empty() {
            let reason =
                format!("none of its {} files is a page: name the folder with the .html files", folder.passed_over);
            return Err(LabError::NothingRecorded(reason));
        }
        let base = self.base.as_deref().unwrap_or_default();
        let mut tape = RecordingWriter::begin(&self.out, &format!("a folder as {base}"), folder.started())?;
        folder.write(&mut tape)?;
        eprintln!(
            "{} files recorded, {} skipped, {} bytes in {}",
            folder.len(),
            folder.passed_over,
            tape.bytes,
            self.out.display()
        );
        Ok(())
    }

    fn of_web(&self) -> Result<(), LabError> {
        let mut plan = self.plan()?;
        if self.contact.is_none() {
            eprintln!("{NAMELESS}");
        }
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
        let started = since_1970.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0));
        let mut tape = RecordingWriter::begin(&self.out, &self.description(), started)?;
        let runtime = tokio::runtime::Runtime::new().map_err(LabError::Runtime)?;
        let client = Arc::new(Client::new(&self.settings()));
        if client.serves_demo_web() {
            plan.plan.politeness = Politeness::AdaptiveExcept(demo_web::hosts().map(str::to_owned).collect());
        }
        let bar = bar(plan.plan.pages);
        let crawl = runtime.block_on(live::crawl(plan, client, &mut tape, asked_to_end(), |crawl, tape| {
            show_progress(&bar, crawl, tape);
        }))?;
        bar.finish_and_clear();
        self.report(&crawl, &tape)
    }

    fn description(&self) -> String {
        match self.query.as_str() {
            "" => format!("a crawl from {}", self.seeds.join(" ")),
            query => format!("a crawl for “{query}” from {}", self.seeds.join(" ")),
        }
    }

    fn plan(&self) -> Result<CheckedPlan, LabError> {
        let strategy = match (&self.strategy, self.query.trim()) {
            (Some(named), _) => named,
            (None, "") => UNFOCUSED_STRATEGY,
            (None, _) => strategy::DEFAULT.id,
        };
        check_needs_no_training(strategy)?;
        let mut plan = Plan {
            query: self.query.clone(),
            seeds: self.seeds.clone(),
            strategy: StrategySpec::new(strategy, self.params.iter().cloned()),
            scope: Scope { allow: self.within.clone(), deny: Vec::new() },
            ..Plan::default()
        };
        self.flags.apply(&mut plan);
        let assets = assets::load([&*plan.strategy.id]);
        CheckedPlan::new(plan, &assets).map_err(LabError::Plan)
    }

    fn settings(&self) -> Settings {
        Settings {
            allowed_addresses: self.allow_address.clone(),
            mappings: self.resolve.clone(),
            contact: self.contact.clone(),
            ..Settings::default()
        }
    }

    /// Returns the reason for an empty recording; deletes a file without any response.
    fn nothing(&self, tape: &RecordingWriter, lost: &[String]) -> LabError {
        let mut message = format!("no page could be read ({})", lost.join(", "));
        if let Some(reason) = &tape.refused {
            message = format!("{message}: {reason}");
        }
        let is_gone = tape.answers == 0 && std::fs::remove_file(&self.out).is_ok();
        if !is_gone {
            message = format!("{message} {} has the responses received", self.out.display());
        }
        LabError::NothingRecorded(message)
    }

    fn report(&self, crawl: &Crawl, tape: &RecordingWriter) -> Result<(), LabError> {
        let progress = crawl.progress();
        let read = crawl.pages().iter().filter(|page| page.outcome.is_read()).count();
        let lost = progress.failures.iter().chain(&progress.refusals);
        let lost: Vec<String> = lost.map(|(code, n)| format!("{code}: {n}")).collect();
        if read == 0 {
            return Err(self.nothing(tape, &lost));
        }
        eprintln!(
            "{read} pages read, {} responses recorded, {} bytes in {}",
            tape.answers,
            tape.bytes,
            self.out.display()
        );
        if !lost.is_empty() {
            eprintln!("not fetched: {}", lost.join(", "));
        }
        Ok(())
    }
}

/// Rejects a strategy that needs training data, which a recording does not have.
fn check_needs_no_training(strategy: &str) -> Result<(), LabError> {
    let entry = strategy::find(strategy);
    let from = match entry.map(|entry| entry.needs) {
        Some(needs) if needs.trails => "trails",
        Some(needs) if needs.taxonomy => "examples",
        _ => return Ok(()),
    };
    Err(LabError::flag(
        "strategy",
        format!(
            "{strategy} learns from {from}, which record does not support: use another strategy, such as best-first"
        ),
    ))
}

/// Returns a progress bar on the standard error, if that is a terminal.
fn bar(pages: u32) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40} {pos} of {len} pages, {msg}").expect("the template has only known keys");
    ProgressBar::new(pages.into()).with_style(style)
}

fn show_progress(bar: &ProgressBar, crawl: &Crawl, tape: &RecordingWriter) {
    let progress = crawl.progress();
    bar.set_position(progress.pages.into());
    bar.set_message(format!("{} in the frontier, {:.1} MB recorded", progress.queue, tape.bytes as f64 / 1e6));
}
