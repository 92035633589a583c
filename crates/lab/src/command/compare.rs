//! Implements `salticid-lab compare`, which runs the crawls of a plan and reports their outcomes.

use super::args::ThreadsArg;
use super::{print, quoted};
use crate::compare::journal::{Journal, JournalHeader};
use crate::compare::plan::{self, PlanFile};
use crate::compare::report;
use crate::experiment::{self, ExperimentContext};
use crate::web::{self, Web};
use crate::{LabError, assets};
use clap::Args;
use evaluation::compare::{Summary, TrialOutcome};
use evaluation::measures::WebMap;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use types::text::clean;

/// The file of outcomes, which identifies the folder of a comparison.
const JOURNAL: &str = "outcomes.jsonl";

/// Flags of a comparison.
#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// The plan in TOML or JSON; `--help` has an example.
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Folder for the outcomes and reports; by default one named after the plan in the current folder. An interrupted
    /// run continues from there.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// A web that replaces the plan's: a recording (.warc, .warc.gz or .wacz), `demo`, `demo:SEED`, `demo:SEEDxSIZE`
    /// for one of SIZE times as many articles, or several demo webs as `demo:1+2`.
    #[arg(long, value_name = "FILE")]
    web: Option<String>,
    /// A file of topics that replaces the plan's.
    #[arg(long, value_name = "FILE")]
    topics: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Omit the duration of each crawl from the outcomes, so that they are the same on every machine.
    #[arg(long)]
    no_seconds: bool,
    /// Print the plan as JSON, which the app imports, and run no crawl.
    #[arg(long, conflicts_with_all = ["out", "web", "topics", "threads", "no_seconds"])]
    as_json: bool,
}

impl CompareArgs {
    /// Runs the missing crawls, and writes the reports; or prints the plan.
    pub(super) fn run(&self) -> Result<(), LabError> {
        if self.as_json {
            return print(&plan::as_json(&self.plan)?);
        }
        self.compare()
    }

    fn compare(&self) -> Result<(), LabError> {
        let mut plan = PlanFile::read(&self.plan)?;
        plan.instead(self.web.as_deref(), self.topics.as_deref());
        plan.find_web()?;
        let checked = plan.check(&plan.topics()?)?;
        let (web, digest) = (web::open(&plan.web)?, web::digest(&plan.web)?);
        experiment::check_seeds(&checked, &*web)?;
        let out = self.folder()?;
        std::fs::create_dir_all(&out).map_err(LabError::write(&out))?;
        let (mut journal, done) = Journal::open(&out.join(JOURNAL), JournalHeader::new(&checked, digest))?;
        // The folder may contain more, of strategies that an earlier version of the plan named.
        let keys = checked.trials().map(|trial| trial.key);
        let known = keys.filter(|key| done.contains_key(key)).count();
        let bar = bar(checked.len(), known);
        let needs_map = checked.needs_map() && known < checked.len();
        let map = needs_map.then(|| map_web(&*web, &bar)).flatten();
        let context = ExperimentContext {
            web: &*web,
            map: map.as_ref(),
            assets: &assets::load(checked.strategies()),
            stop: &experiment::NEVER,
        };
        let outcomes = experiment::run(&checked, &context, self.threads.n(), done, |outcome| {
            if self.no_seconds {
                outcome.seconds = None;
            }
            journal.add(outcome)?;
            report_crawl(&bar, outcome);
            Ok(())
        })?;
        bar.finish_and_clear();
        journal.finish(&outcomes)?;
        let summary = Summary::new(&checked, &outcomes);
        report::write(&out, &checked, &outcomes, &summary, &plan, &self.command())?;
        print(&summary_text(&summary, &out))
    }

    /// Returns the output folder. A default folder with unrelated content is refused.
    fn folder(&self) -> Result<PathBuf, LabError> {
        if let Some(named) = &self.out {
            return Ok(named.clone());
        }
        let folder = PathBuf::from(self.plan.file_stem().unwrap_or_default());
        let is_ours = !folder.exists() || folder.join(JOURNAL).exists();
        if is_ours {
            return Ok(folder);
        }
        Err(LabError::flag(
            "out",
            format!("{} exists and is not a comparison: name another output folder", folder.display()),
        ))
    }

    /// Returns the command that repeats the comparison.
    fn command(&self) -> String {
        let plan = self.plan.to_string_lossy();
        let topics = self.topics.as_ref().map(|of| of.to_string_lossy());
        let mut words = vec!["salticid-lab", "compare", &*plan];
        if let Some(web) = &self.web {
            words.extend(["--web", web]);
        }
        if let Some(topics) = &topics {
            words.extend(["--topics", topics]);
        }
        quoted(&words)
    }
}

/// Returns the map of a web, which takes some seconds.
pub(super) fn map_web(web: &dyn Web, bar: &ProgressBar) -> Option<Arc<WebMap>> {
    const SAYS: &str = "reading the whole web once, for its links and the ideal crawl";
    bar.set_message(SAYS);
    if bar.is_hidden() {
        eprintln!("{SAYS}");
    }
    experiment::survey(web)
}

/// Summarizes the outcome and the speed of the crawls.
fn summary_text(summary: &Summary, folder: &Path) -> String {
    let mut text = format!(
        "{} {}; report.html, report.md, summary.csv and outcomes.jsonl are in {}\n",
        summary.done,
        if summary.done == 1 { "crawl" } else { "crawls" },
        folder.display()
    );
    if let Some(print) = &summary.fingerprint {
        let beside = match &summary.before {
            None => String::new(),
            Some(before) if before == print => ", as in the plan".to_owned(),
            Some(before) => format!(", but the plan has {before}: see the report"),
        };
        let _ = writeln!(text, "fingerprint {print}{beside}");
    }
    for (name, cost) in summary.contenders.iter().zip(&summary.costs) {
        if let Some(speed) = cost.speed {
            let _ = writeln!(text, "{name}: {speed:.0} pages a second");
        }
    }
    text
}

/// Reports a finished crawl: on the progress bar, or as a line if the standard error is no
/// terminal.
pub(super) fn report_crawl(bar: &ProgressBar, outcome: &TrialOutcome) {
    bar.inc(1);
    let key = clean(&outcome.key.to_string());
    bar.set_message(key.clone());
    if bar.is_hidden() {
        let (done, all) = (bar.position(), bar.length().unwrap_or_default());
        eprintln!("{done} of {all}: {key}");
    }
    if let Some(trouble) = &outcome.trouble {
        let line = format!("{} on {}: {trouble}", outcome.key.contender, outcome.key.topic);
        bar.suspend(|| eprintln!("{}", clean(&line)));
    }
}

/// Returns a progress bar on the standard error, if that is a terminal.
fn bar(crawls: usize, done: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} crawls, {eta} left, {msg}")
        .expect("the template has only known keys");
    let bar = ProgressBar::new(crawls as u64).with_style(style);
    bar.set_position(done as u64);
    bar.reset_eta();
    bar
}
