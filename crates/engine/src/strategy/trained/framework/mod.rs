//! The framework of strategies that are trained on trails.

mod classes;
mod layer_options;
mod layer_tables;
mod layers;
mod learned_weights;
mod learner;
mod params;
mod relevant_centroid;
mod trained;
mod training_set;
mod word_classifier;

use prelude::*;

/// Re-exports what trained strategies use.
pub(in crate::strategy) mod prelude {
    pub(in crate::strategy) use super::classes::{
        graph_names, layer_names, layer_queue, most_likely, queued, two_classes,
    };
    pub(in crate::strategy) use super::layer_options::{
        CLUSTERS, COUNTS, Counted, DISCOUNT, EMISSIONS, HMM_WEIGHT, LINKS, LayerOptions, LookAheadPrediction, MIXING,
        MOST_CLUSTERS, NEIGHBORS, VISITS,
    };
    pub(in crate::strategy) use super::layers::{LayerModel, LayerState};
    pub(in crate::strategy) use super::learned_weights::{LearnedWeights, Terms};
    pub(in crate::strategy) use super::learner::Learner;
    pub(in crate::strategy) use super::params::{
        GRAPH_LAYERS, IDF, LAYERS, SMOOTHING, THRESHOLD, TRAINING_IDF, WORDS, words,
    };
    pub(in crate::strategy) use super::relevant_centroid::{OTHERS, RelevantCentroid, Text, Weights};
    pub(in crate::strategy) use super::trained::{Trained, training_steps};
    pub(in crate::strategy) use super::training_set::{
        TrailStep, TrainingFold, TrainingLink, TrainingPage, TrainingSet, around,
    };
    pub(in crate::strategy) use super::word_classifier::{
        ClassProbabilities, TERMS, WordClassifier, anchor_table, discriminative_words,
    };
    pub(in crate::strategy) use crate::strategy::prelude::*;
}
