//! A plan as the page has it, and back: what the form shows in the open, the rest as text that the page hands through.
//!
//! So the page can fill a form without reading addresses, which would link the URL parser into it, a fifth of its size.

use super::begin::of;
use crate::protocol::compare::{Beyond, Sheet, TypedTopic};
use crate::protocol::{Problem, digest};
use engine::compare::{Comparison, Topic};
use engine::url::CanonicalUrl;
use std::collections::BTreeSet;

/// Relevant pages of a topic that the form shows one by one; more would fill the screen, and are counted.
const RELEVANT_SHOWN: usize = 50;

/// A plan for the form: of its own topics those that it compares on, each as if it were typed.
pub(super) fn sheet(plan: &Comparison) -> Sheet {
    let named = |topic: &&Topic| plan.topics.is_empty() || plan.topics.contains(&topic.name);
    let own: Vec<&Topic> = plan.own_topics.iter().filter(named).collect();
    let is_given = |name: &&String| !own.iter().any(|topic| topic.name == **name);
    let given = plan.topics.iter().filter(is_given).cloned().collect();
    let typed = own.into_iter().map(typed).collect();
    let whole = Comparison {
        own_topics: Vec::new(),
        ..plan.clone()
    };
    let sheet = Sheet {
        untouched: String::new(),
        whole: json(&whole),
        title: plan.title.clone(),
        web: plan.web.clone(),
        strategies: plan.strategies.clone(),
        topics: given,
        topics_file: plan.topics_file.clone(),
        typed,
        seeds: plan.seeds,
        pages: plan.pages,
        repeats: plan.repeats,
        rng: plan.rng,
        past_pages: plan.past_pages,
        measures: plan.measures.clone(),
        has_trails: !plan.trails.trails.is_empty(),
        has_taxonomy: !plan.taxonomy.topics.is_empty(),
    };
    Sheet {
        untouched: match &plan.fingerprint {
            Some(_) => {
                built(sheet.clone()).map_or_else(|_| String::new(), |built| runs(built, plan))
            }
            None => String::new(),
        },
        ..sheet
    }
}

/// A short name for what decides the crawls of a plan that came of `origin`. The form names topics and webs in its own way: all where the plan
/// names none, those of a file as if they were typed, a recording by the file that was dropped.
fn runs(plan: Comparison, origin: &Comparison) -> String {
    let own_topics = match origin.topics_file {
        Some(_) => Vec::new(),
        None => plan.own_topics,
    };
    digest(&json(&Comparison {
        web: String::new(),
        topics: Vec::new(),
        own_topics,
        title: String::new(),
        measures: Vec::new(),
        at: Vec::new(),
        ceiling: false,
        claims: Vec::new(),
        fingerprint: None,
        ..plan
    }))
}

/// True where both name the same topics, as far as both name any.
fn has_topics_of(plan: &Comparison, origin: &Comparison) -> bool {
    plan.topics.is_empty() || origin.topics.is_empty() || plan.topics == origin.topics
}

/// A topic for the form.
pub(super) fn typed(topic: &Topic) -> TypedTopic {
    let mut rest = topic.clone();
    let is_shown = rest.relevant.len() <= RELEVANT_SHOWN;
    let shown = if is_shown {
        std::mem::take(&mut rest.relevant)
    } else {
        BTreeSet::default()
    };
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    TypedTopic {
        whole: json(&rest),
        beyond: Beyond {
            relevant: count(rest.relevant.len()),
            targets: count(rest.targets.len()),
            examples: count(rest.examples.len()),
            trails: count(rest.trails.trails.len()),
        },
        name: topic.name.clone(),
        query: topic.query.clone(),
        seeds: topic.seeds.clone(),
        relevant: shown.iter().map(ToString::to_string).collect(),
    }
}

/// The plan that a form makes, or what is wrong with it, field by field. What its crawls came to elsewhere is forgotten where others were asked for.
pub(super) fn plan(sheet: Sheet) -> Result<Comparison, Vec<Problem>> {
    let (origin, untouched) = (part::<Comparison>(&sheet.whole)?, sheet.untouched.clone());
    let plan = built(sheet)?;
    let is_same = has_topics_of(&plan, &origin) && runs(plan.clone(), &origin) == untouched;
    Ok(Comparison {
        fingerprint: plan.fingerprint.filter(|_| is_same),
        ..plan
    })
}

fn built(sheet: Sheet) -> Result<Comparison, Vec<Problem>> {
    let whole = part::<Comparison>(&sheet.whole)?;
    let own_topics = topics(sheet.typed)?;
    let mut topics = sheet.topics;
    if !topics.is_empty() {
        // Topics that are named go before those that stand in the plan.
        let is_new = |topic: &&Topic| !topics.contains(&topic.name);
        let more: Vec<&Topic> = own_topics.iter().filter(is_new).collect();
        let more: Vec<String> = more.iter().map(|topic| topic.name.clone()).collect();
        topics.extend(more);
        // In the order of the plan that it was filled from.
        topics.sort_by_key(|name| {
            whole
                .topics
                .iter()
                .position(|one| one == name)
                .unwrap_or(usize::MAX)
        });
    }
    Ok(Comparison {
        title: sheet.title,
        web: sheet.web,
        strategies: sheet.strategies,
        topics,
        topics_file: None,
        own_topics,
        seeds: sheet.seeds,
        pages: sheet.pages,
        repeats: sheet.repeats,
        rng: sheet.rng,
        past_pages: sheet.past_pages,
        measures: sheet.measures,
        ..whole
    })
}

/// Reads the topics that were typed, or says what is wrong with which field of which.
fn topics(typed: Vec<TypedTopic>) -> Result<Vec<Topic>, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut topics = Vec::new();
    for (at, typed) in typed.into_iter().enumerate() {
        match topic(at, typed, &mut problems) {
            Ok(topic) => topics.push(topic),
            Err(wrong) => problems.extend(wrong),
        }
    }
    if problems.is_empty() {
        Ok(topics)
    } else {
        Err(problems)
    }
}

fn topic(at: usize, typed: TypedTopic, problems: &mut Vec<Problem>) -> Result<Topic, Vec<Problem>> {
    let rest = part::<Topic>(&typed.whole)?;
    let mut wrong = |field: &str, message: String| {
        problems.push(of(&format!("topic.{at}.{field}"), message));
    };
    if typed.name.is_empty() {
        wrong("query", "Say what to look for.".to_owned());
    }
    if typed.seeds.is_empty() {
        let told = "Give at least one address to start from.";
        wrong("seeds", told.to_owned());
    }
    let mut read = |field: &str, urls: &[String]| -> Vec<CanonicalUrl> {
        let read = urls.iter().map(|url| CanonicalUrl::from_person(url));
        let read = read.filter_map(|url| url.map_err(|why| wrong(field, why.to_string())).ok());
        read.collect()
    };
    let seeds = read("seeds", &typed.seeds);
    let relevant = read("relevant", &typed.relevant).into_iter();
    Ok(Topic {
        name: typed.name,
        query: typed.query,
        seeds: seeds.iter().map(ToString::to_string).collect(),
        relevant: relevant.chain(rest.relevant).collect(),
        ..rest
    })
}

/// What the page handed through; empty text is what nothing was said of.
fn part<T: Default + serde::de::DeserializeOwned>(text: &str) -> Result<T, Vec<Problem>> {
    if text.is_empty() {
        return Ok(T::default());
    }
    serde_json::from_str(text).map_err(|error| {
        vec![Problem {
            field: "plan".to_owned(),
            message: format!("The plan cannot be understood any more: {error}. Read it again."),
        }]
    })
}

fn json<T: serde::Serialize>(what: &T) -> String {
    serde_json::to_string(what).unwrap_or_default()
}
