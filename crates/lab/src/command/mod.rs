//! The command line of `salticid-lab`.

mod args;
mod compare;
mod crawl;
mod evolve;
pub mod export;
mod record;
mod revisit;
mod score;
mod seeds;
mod serve;
mod settings;
mod topics;
mod train;

use crate::compare::plan;
use crate::evolve::plan as evolve_plan;
use crate::revisit::plan as revisit_plan;
use crate::web::WebInfo;
use crate::{LabError, strategies, web};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use types::text::clean;

/// Runs crawling strategies over recorded webs and measures them. Only `record` touches the network.
#[derive(Debug, Parser)]
#[command(name = "salticid-lab", version)]
pub struct Program {
    #[command(subcommand)]
    command: Command,
}

/// The end of the help of commands with `--param`.
const PARAMETERS: &str = "Strategies with their parameters: salticid-lab list";

#[derive(Debug, Subcommand)]
enum Command {
    /// List the strategies and their parameters.
    List(ListArgs),
    /// Crawl a web with one strategy and write a log: one JSON object per page, then a summary.
    #[command(after_help = PARAMETERS)]
    Crawl(Box<crawl::CrawlArgs>),
    /// Train a model on trails, print its quality, and write it to a file for `crawl --model` and the app.
    #[command(after_help = PARAMETERS)]
    Train(Box<train::TrainArgs>),
    /// Run strategies on all topics of a file and print harvest rate or target recall as Markdown tables.
    #[command(after_help = PARAMETERS)]
    Topics(Box<topics::TopicsArgs>),
    /// Run the plan of a comparison on all cores and write the outcomes, the figures, and a report with curves.
    #[command(after_long_help = plan::help())]
    Compare(Box<compare::CompareArgs>),
    /// Evolve a formula that ranks links by genetic programming, and evaluate it on other topics.
    #[command(after_long_help = plan::example(evolve_plan::EXAMPLE))]
    Evolve(evolve::EvolveArgs),
    /// Revisit the pages of a changing demo web with several policies, and measure their freshness.
    #[command(after_long_help = plan::example(revisit_plan::EXAMPLE))]
    Revisit(revisit::RevisitArgs),
    /// Score the pages of WARC files and their links, each page apart from others: one JSON object per page.
    #[command(after_help = PARAMETERS)]
    Score(Box<score::ScoreArgs>),
    /// Record a web as a WARC file: by crawling it, politely and through the proxy's guard, or from a folder of pages.
    Record(Box<record::RecordArgs>),
    /// Inspect a recorded web.
    #[command(subcommand)]
    Web(WebCommand),
    /// Serve a web over HTTP, by the Host header; or simulated search services over it.
    Serve(serve::ServeArgs),
    /// Find seeds for queries with the simulated services, and count those that can be read.
    Seeds(seeds::SeedsArgs),
}

#[derive(Debug, Args)]
struct ListArgs {
    /// Print the whole list as JSON.
    #[arg(long)]
    json: bool,
    /// Print the tables of `docs/strategies.md`, between their markers.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

#[derive(Debug, Subcommand)]
enum WebCommand {
    /// Count pages, hosts, bytes, statuses, types, links and languages.
    Info {
        /// A recording (.warc, .warc.gz, .warc.zst, .arc.gz or .wacz).
        file: PathBuf,
        /// Print the figures as JSON.
        #[arg(long)]
        json: bool,
    },
}

impl Program {
    /// Does what the arguments of a program with this name ask for, and prints errors. Returns the exit code.
    pub fn main(name: &'static str, arguments: impl IntoIterator<Item = OsString>) -> u8 {
        let command = Self::command().name(name).bin_name(name);
        let arguments = [OsString::from(name)].into_iter().chain(arguments);
        let program = command.try_get_matches_from(arguments).and_then(|matches| Self::from_arg_matches(&matches));
        let program = match program {
            Ok(program) => program,
            Err(error) => {
                // A closed standard error is no reason to fail otherwise.
                let _ = error.print();
                return u8::try_from(error.exit_code()).unwrap_or(1);
            }
        };
        let Err(error) = program.run() else {
            return 0;
        };
        // Names come from untrusted files.
        let lines: Vec<String> = error.to_string().lines().map(clean).collect();
        eprintln!("{name}: {}", lines.join("\n"));
        error.exit_code()
    }

    /// Does what the command line asks for.
    fn run(self) -> Result<(), LabError> {
        match self.command {
            Command::List(args) => print(&list(&args)),
            Command::Crawl(args) => args.run(),
            Command::Train(args) => args.run(),
            Command::Topics(args) => args.run(),
            Command::Compare(args) => args.run(),
            Command::Evolve(args) => args.run(),
            Command::Revisit(args) => args.run(),
            Command::Score(args) => args.run(),
            Command::Record(args) => args.run(),
            Command::Web(WebCommand::Info { file, json }) => print(&info(&file, json)?),
            Command::Serve(args) => args.run(),
            Command::Seeds(args) => args.run(),
        }
    }
}

fn list(args: &ListArgs) -> String {
    match (args.json, args.markdown) {
        (true, _) => strategies::as_json() + "\n",
        (_, true) => strategies::as_markdown(),
        _ => strategies::for_people(),
    }
}

fn info(file: &std::path::Path, json: bool) -> Result<String, LabError> {
    let info = WebInfo::new(&web::open_recording(file)?);
    if !json {
        return Ok(info.to_string());
    }
    let text = serde_json::to_string_pretty(&info);
    Ok(text.expect("the figures are numbers and words") + "\n")
}

/// Completes when the person or the system asks the program to end.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        if let Ok(mut terminate) = terminate {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Returns the words as a shell command.
fn quoted(words: &[&str]) -> String {
    // No name of a file has the one character that cannot be quoted.
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

/// Writes to the standard output; a closed pipe is not an error.
fn print(text: &str) -> Result<(), LabError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(source) if source.kind() != std::io::ErrorKind::BrokenPipe => Err(LabError::write("-")(source)),
        _ => Ok(()),
    }
}

/// Creates the folder of a report: the one that was named, or one named after the plan in the current folder.
///
/// # Errors
/// The folder cannot be created.
fn report_folder(plan: &Path, named: Option<&Path>) -> Result<PathBuf, LabError> {
    let path = named.unwrap_or_else(|| Path::new(plan.file_stem().unwrap_or_default()));
    let path = path.to_owned();
    match std::fs::create_dir_all(&path) {
        Ok(()) => Ok(path),
        Err(source) => Err(LabError::write(path)(source)),
    }
}
