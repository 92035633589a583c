//! Exports the plan and the model with which a crawl runs on Apache Spark, and the commands.

use super::{LibraryService, file};
use crate::services::file_stem;
use crate::storage::database::{Database, StorageError};
use engine::strategy;
use protocol::Source;
use protocol::library::{CrawlFile, SparkFiles};
use protocol::models::{ModelCard, trails_digest};
use types::plan::Plan;
use types::spec::StrategySpec;
use types::text::clean;

/// The reason that a model is missing.
const NO_MODEL: &str = "this browser does not have the model of this crawl: import its file under Models, or train it \
    again on the same trails";

/// The reason that a strategy cannot learn there.
const NO_TOPICS: &str = "its strategy learns from the example pages of topics before the crawl, and a crawl on Spark \
    does not: train a model with “python -m salticid.spark train --taxonomy”, or choose another strategy in \
    “Steer”";

impl LibraryService {
    /// Returns the files and commands with which a crawl runs on Spark, by its present plan. The error is the reason
    /// that it cannot run there.
    pub(in super::super) async fn spark_files(&self, id: &str) -> Result<SparkFiles, StorageError> {
        let store = self.context.store().await?;
        let kept = store.read(id).await?;
        let crawl = self.context.rebuild(&kept).await?;
        let plan = crawl.plan();
        let entry = strategy::find(&plan.strategy.id);
        if entry.is_some_and(|entry| entry.needs.taxonomy) {
            return Err(StorageError::Unreadable(NO_TOPICS.to_owned()));
        }
        let model = match entry.filter(|entry| entry.needs.trails) {
            Some(_) => Some(model_of(&store, plan).await?),
            None => None,
        };
        let stem = file_stem(&kept.card.name, "crawl");
        let text = archive::plan::json(plan, model.is_some());
        let plan = file(format!("{stem}.plan.json"), text.as_bytes())?;
        let commands = commands(&stem, &plan, model.as_ref(), &kept.card.source);
        Ok(SparkFiles { plan, model, commands })
    }
}

/// Returns the file of the model that was trained on the trails of a plan, with its query and parameters.
async fn model_of(store: &Database, plan: &Plan) -> Result<CrawlFile, StorageError> {
    let digest = trails_digest(&plan.trails);
    let cards = store.model_cards().await?;
    let settings = |spec: &StrategySpec| strategy::find(&spec.id)?.settings(&spec.params).ok();
    let wanted = settings(&plan.strategy);
    let is_trained_alike = |card: &ModelCard| {
        settings(&card.strategy).zip(wanted.as_ref()).is_some_and(|(trained, wanted)| trained.is_trained_like(wanted))
    };
    let is_wanted = |card: &&ModelCard| {
        card.stale.is_none()
            && card.strategy.id == plan.strategy.id
            && card.trails_digest == digest
            && (card.query.is_empty() || card.query == plan.query)
            && is_trained_alike(card)
    };
    let card = cards.iter().find(is_wanted).ok_or_else(|| StorageError::Unreadable(NO_MODEL.to_owned()))?;
    let (card, bytes) = store.model(&card.id).await?;
    file(file_stem(&card.name, "model") + ".salticid-model", &bytes)
}

/// Returns the command that crawls, and the one that writes the results as a file for the Library.
fn commands(stem: &str, plan: &CrawlFile, model: Option<&CrawlFile>, source: &Source) -> [String; 2] {
    let model = model.map_or_else(String::new, |model| format!(" --model {}", quoted(&model.name)));
    let web = match source {
        Source::Demo => " --web demo".to_owned(),
        Source::RecordedIn(name) => format!(" --web {}", quoted(&clean(name))),
        Source::Recorded => " --web recording.warc.gz".to_owned(),
        Source::Proxy | Source::ProxyAt(_) | Source::Direct | Source::DirectWith(_) => String::new(),
    };
    let (job, plan, out) = ("python -m salticid.spark", quoted(&plan.name), quoted(stem));
    [
        format!("{job} crawl --plan {plan}{model}{web} --out {out}"),
        format!("{job} export {out}{model} --out {}", quoted(&format!("{stem}.salticid"))),
    ]
}

/// Quotes a file name for a shell, which then takes it as one word and not as an option.
fn quoted(name: &str) -> String {
    let name = if name.starts_with('-') { format!("./{name}") } else { name.to_owned() };
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./".contains(sign);
    if !name.is_empty() && name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
}
