//! Defines the messages about models: trained on trails, saved with a name, used to start crawls.
//!
//! A model has a copy of its training trails, which does not change when the person edits the trails
//! ([`super::trails`]).

use super::message::attachment;
use super::{Source, digest};
use serde::{Deserialize, Serialize};
use types::plan::Plan;
use types::report::{Millis, TrainingReport};
use types::spec::StrategySpec;
use types::trails::Trails;
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ModelsRequest {
    /// Lists the saved models; answered by [`ModelsEvent::Models`].
    List,
    /// Trains and saves a model; answered by [`ModelsEvent::Learning`] and [`ModelsEvent::Learned`]. A later request
    /// ends an earlier one. Saved models stay.
    Learn {
        /// The request's number, which its events carry.
        number: u32,
        /// The name of the model.
        name: String,
        /// The trails, the strategy and its settings.
        plan: Box<Plan>,
        /// The source of trails without one.
        source: Source,
        /// The sources of the trails, in order.
        sources: Vec<Option<Source>>,
    },
    /// Trains and saves a model on the judgments of a topic, after which it is named; answered like [`Self::Learn`].
    LearnSubject {
        /// The request's number, which its events carry.
        number: u32,
        /// The id of the topic.
        subject: String,
    },
    /// Trains without the pages that are not read yet.
    SkipUnread,
    /// Cancels the training. Nothing is saved.
    Cancel,
    /// Requests a model; answered by [`ModelsEvent::Opened`].
    Open {
        /// Its id.
        id: String,
    },
    /// Renames a model.
    Rename {
        /// Its id.
        id: String,
        /// Its new name.
        name: String,
    },
    /// Deletes the model with this id. It is erased when a worker starts a minute or more later; one whose card cannot
    /// be read, at once.
    Delete(String),
    /// Restores the deleted model with this id.
    Restore(String),
    /// Exports a model; answered by [`ModelsEvent::Written`].
    Write {
        /// Its id.
        id: String,
    },
    /// Imports and saves a model; answered by [`ModelsEvent::Imported`].
    Take {
        /// The name of the file.
        name: String,
        /// The file; at most [`types::limits::MODEL_BYTES`] long.
        #[serde(with = "attachment")]
        file: Blob,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ModelsEvent {
    /// The saved models, the latest first, or the error in a sentence.
    Models(Result<Vec<ModelCard>, String>),
    /// The progress of training.
    Learning {
        /// The request's number.
        number: u32,
        /// The number of pages of the trails that were fetched or failed.
        pages: u32,
        /// The number of all pages of the trails.
        of_pages: u32,
        /// The numbers of finished and of all slices of training; `None` before all pages are fetched.
        slices: Option<(u32, u32)>,
        /// The cause of a standstill, in a sentence.
        standstill: Option<String>,
        /// The hosts with pages that failed or have to wait, in the order of their names.
        hosts: Vec<HostTrouble>,
    },
    /// The result of training.
    Learned {
        /// The request's number.
        number: u32,
        /// The model, or the error in sentences.
        learned: Result<Box<ModelView>, String>,
    },
    /// A model, or the error in a sentence.
    Opened {
        /// Its id.
        id: String,
        /// The model.
        model: Result<Box<ModelView>, String>,
    },
    /// The exported file.
    Written {
        /// The model's id.
        id: String,
        /// The file, or the error in a sentence.
        #[serde(with = "attachment")]
        file: Blob,
        /// The name.
        name: String,
    },
    /// The result of an import; errors are the end of a sentence. A model of which only the inputs can be read has a
    /// reason and must be retrained.
    Imported {
        /// The name.
        name: String,
        /// The imported model.
        result: Result<Box<ModelCard>, String>,
    },
}

/// A host with pages of the trails that failed or have to wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostTrouble {
    /// Its name.
    pub host: String,
    /// The number of these pages.
    pub pages: u32,
    /// The reason of the latest one, in a sentence without a period.
    pub reason: String,
}

/// A model in a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelCard {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its strategy with the parameters of its training.
    pub strategy: StrategySpec,
    /// The time of its training.
    pub at: Millis,
    /// The number of training trails.
    pub trails: u32,
    /// The number of their pages that could be read.
    pub pages: u32,
    /// The share of the pages of held-out trails that were classified into their own layer, in 0..=1; `None` if there
    /// were too few.
    #[serde(rename = "right")]
    pub accuracy: Option<f64>,
    /// The size in bytes.
    pub bytes: u64,
    /// The reason that it cannot start crawls and must be retrained, in a sentence.
    pub stale: Option<String>,
    /// The query of its training, besides the trails; empty if its strategy needs none.
    pub query: String,
    /// The digest of its training trails ([`trails_digest`]). A crawl's plan contains the trails, which identify the
    /// model.
    pub trails_digest: String,
    /// The source of most of its training trails, which is the default of crawls with it; `None` for an imported model.
    pub source: Option<Source>,
    /// The source of each training trail; empty for an imported model.
    pub trail_sources: Vec<Source>,
    /// The time of its deletion, which can be undone for a while.
    pub deleted: Option<Millis>,
}

impl ModelCard {
    /// Returns false for the entry of a card that cannot be read.
    pub fn is_readable(&self) -> bool {
        !self.strategy.id.is_empty()
    }
}

/// Returns a digest of the addresses, labels and link graphs of trails.
pub fn trails_digest(trails: &Trails) -> String {
    let mut text = String::new();
    for trail in &trails.trails {
        for page in &trail.pages {
            text.push(if page.relevant { '+' } else { '-' });
            text.push_str(&page.url);
            text.push('\n');
        }
        text.push('\n');
        for graph in &trail.graphs {
            text.push_str(&graph.source.fingerprint);
            for page in &graph.pages {
                text.push_str(&page.url);
                text.push('\n');
            }
            for at in &graph.unlabeled {
                text.push('?');
                text.push_str(&at.to_string());
            }
        }
    }
    digest(&text)
}

/// A complete model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelView {
    /// Its card.
    pub card: ModelCard,
    /// The plan of the training.
    #[serde(with = "super::plan")]
    pub plan: Plan,
    /// The training report; empty if it must be retrained.
    pub report: TrainingReport,
}
