//! What page and worker say about models: what was learned from trails, kept under a name, with which crawls are started.
//!
//! Left out on purpose: the trails that a person edits ([`super::trails`]); a model has a copy of those that it was learned from.

use super::{Source, digest};
use engine::crawl::Recipe;
use engine::event::Millis;
use engine::report::Lesson;
use engine::strategy::ParamValue;
use engine::trails::Trails;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ModelsOrder {
    /// Tell the models that are kept; answered by [`ModelsNews::Models`].
    List,
    /// Learn, and keep what was learned; [`ModelsNews::Learning`] tells how far it is, [`ModelsNews::Learned`] how it ended. What was learned
    /// before under another order goes on being kept; one order is carried out at a time, a later one ends an earlier one.
    Learn {
        /// The order's number: all that is told of it has the same.
        number: u32,
        /// What to learn: the trails, the strategy and its settings.
        recipe: Box<Recipe>,
        /// Where pages come from that the reader has not kept.
        source: Source,
    },
    /// Give up learning. Nothing is kept of it.
    Cancel,
    /// Tell what a model is; answered by [`ModelsNews::Opened`].
    Open {
        /// Its id.
        id: String,
    },
    /// Call a model something else.
    Rename {
        /// Its id.
        id: String,
        /// Its new name.
        name: String,
    },
    /// Forget a model.
    Erase {
        /// Its id.
        id: String,
    },
    /// Make a file of a model; answered by [`ModelsNews::Written`].
    Write {
        /// Its id.
        id: String,
    },
    /// Take in a file of a model, and keep it; answered by [`ModelsNews::Taken`].
    Take {
        /// What the file is called.
        name: String,
        /// The file; at most [`engine::limits::MODEL_BYTES`] long.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ModelsNews {
    /// The models that are kept, the latest first, or why they cannot be told, in a sentence.
    Models(Result<Vec<ModelCard>, String>),
    /// How far learning is.
    Learning {
        /// The order's number.
        number: u32,
        /// Pages of the trails that are done, read or not.
        pages: u32,
        /// All pages of the trails.
        of_pages: u32,
        /// Slices of learning that are done, and all of them; none before all pages are.
        slices: Option<(u32, u32)>,
        /// Why pages do not come, in a sentence.
        trouble: Option<String>,
    },
    /// How learning ended.
    Learned {
        /// The order's number.
        number: u32,
        /// The model, or why there is none, in sentences.
        learned: Result<Box<ModelView>, String>,
    },
    /// A model, or why it cannot be told, in a sentence.
    Opened {
        /// Its id.
        id: String,
        /// What it is.
        model: Result<Box<ModelView>, String>,
    },
    /// The file that was asked for.
    Written {
        /// The model's id.
        id: String,
        /// The file, named after the model, or why there is none, in a sentence.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
        /// What to call it.
        name: String,
    },
    /// What became of a file, as the end of a sentence where nothing was taken. A model of which only the recipe could be read is told with the reason:
    /// it has to be learned again.
    Taken {
        /// What it is called.
        name: String,
        /// What was taken.
        taken: Result<Box<ModelCard>, String>,
    },
}

/// A model, as a list has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelCard {
    /// Its id.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// The id of its strategy.
    pub strategy: String,
    /// When it was learned.
    pub at: Millis,
    /// Trails that it was learned from.
    pub trails: u32,
    /// Pages of them that could be read.
    pub pages: u32,
    /// Share of the pages of trails left out that were put into their own layer, in 0..=1; none where there were too few.
    pub right: Option<f64>,
    /// What it takes, in bytes.
    pub bytes: u64,
    /// Why it cannot start crawls, in a sentence: it has to be learned again.
    pub stale: Option<String>,
    /// The parameters that it was learned with; those left out had their defaults.
    #[serde(default)]
    pub params: BTreeMap<String, ParamValue>,
    /// The words that it was learned with beside the trails; empty where its strategy needs none.
    #[serde(default)]
    pub query: String,
    /// Which trails it was learned from ([`trails_digest`]): a crawl has them in its plan, and so its model is found.
    #[serde(default)]
    pub trails_digest: String,
}

/// A short name for trails, by their addresses and marks.
pub fn trails_digest(trails: &Trails) -> String {
    let mut text = String::new();
    for trail in &trails.trails {
        for page in &trail.pages {
            text.push(if page.relevant { '+' } else { '-' });
            text.push_str(&page.url);
            text.push('\n');
        }
        text.push('\n');
    }
    digest(&text)
}

/// A model, whole, for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelView {
    /// Its card.
    pub card: ModelCard,
    /// What it was learned from.
    pub recipe: Recipe,
    /// What was learned; empty where it has to be learned again.
    pub lesson: Lesson,
}
