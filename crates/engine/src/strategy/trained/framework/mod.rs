//! Provides the framework of strategies that learn from trails.

mod classes;
mod layer_options;
mod layer_tables;
mod layers;
mod learner;
mod mixture;
mod params;
mod tables;
mod target;
mod trained;
mod training_set;
mod weights;
mod words;

pub(in crate::strategy) use crate::strategy::ON_REDISCOVERY;
pub(in crate::strategy) use classes::{layer_names, layer_queue, most_likely, queued, two_classes};
pub(in crate::strategy) use layer_options::{
    CLUSTERS, COUNTS, DISCOUNT, EMISSIONS, HMM_WEIGHT, LINKS, LayerOptions, MIXING, MOST_CLUSTERS,
    NEIGHBORS, Outlook, TIES,
};
pub(in crate::strategy) use layers::{LayerModel, Layered};
pub(in crate::strategy) use learner::Method;
pub(in crate::strategy) use mixture::{Mixture, Terms};
pub(in crate::strategy) use params::{IDF, LAYERS, SMOOTHING, THRESHOLD, WORDS, words};
pub(in crate::strategy) use target::{OTHERS, Target};
pub(in crate::strategy) use trained::Trained;
pub(in crate::strategy) use training_set::{
    TrailStep, TrainingData, TrainingLink, TrainingPage, TrainingSet, around,
};
pub(in crate::strategy) use weights::{Text, Weights};
pub(in crate::strategy) use words::{Classed, LayerWords, TERMS, anchor_table, telling};
