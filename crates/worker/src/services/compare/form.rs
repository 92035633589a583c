//! Converts a plan to the page's form and back. Parts that the form does not show are passed through as text.
//!
//! So the page can fill in a form without parsing URLs; a URL parser would make it a fifth larger.

use super::begin::field_problem;
use engine::count;
use evaluation::compare::{Comparison, Topic};
use protocol::compare::{ComparisonForm, HiddenCounts, TopicForm};
use protocol::{Problem, digest};
use std::collections::BTreeSet;
use types::plan::Plan;
use types::sorting;
use types::url::CanonicalUrl;

/// The most relevant pages of a topic that the form lists; further ones are counted.
const RELEVANT_SHOWN: usize = 50;

/// Returns a plan for the form. Its compared topics are included as if they had been typed.
pub(super) fn form(plan: &Comparison) -> ComparisonForm {
    let named = |topic: &&Topic| plan.topics.is_empty() || plan.topics.contains(&topic.name);
    let typed: Vec<TopicForm> = plan.own_topics.iter().filter(named).map(typed).collect();
    let is_given = |name: &&String| !typed.iter().any(|topic| topic.name == **name);
    let given = plan.topics.iter().filter(is_given).cloned().collect();
    let whole = Comparison { own_topics: Vec::new(), ..plan.clone() };
    let form = ComparisonForm {
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
        parallel: plan.settings.in_flight,
        rng: plan.rng,
        past_pages: plan.past_pages,
        measures: plan.measures.clone(),
        has_trails: !plan.trails.trails.is_empty(),
        has_taxonomy: !plan.taxonomy.topics.is_empty(),
        starter_topics: plan.starter_topics,
    };
    ComparisonForm {
        untouched: match &plan.fingerprint {
            Some(_) => built(form.clone()).map_or_else(|_| String::new(), |built| runs(built, plan)),
            None => String::new(),
        },
        ..form
    }
}

/// Returns a digest of the data that determine the crawls of a plan made from `origin`.
///
/// The form names topics and webs in its own way: all topics if the plan names none, those of a file as if they had
/// been typed, and a recording by its file.
fn runs(plan: Comparison, origin: &Comparison) -> String {
    digest(&json(&Comparison {
        web: String::new(),
        topics: Vec::new(),
        own_topics: if origin.topics_file.is_some() { Vec::new() } else { plan.own_topics },
        title: String::new(),
        measures: Vec::new(),
        at: Vec::new(),
        ceiling: false,
        claims: Vec::new(),
        fingerprint: None,
        ..plan
    }))
}

/// Returns a topic for the form.
pub(super) fn typed(topic: &Topic) -> TopicForm {
    let mut rest = topic.clone();
    let is_shown = rest.relevant.len() <= RELEVANT_SHOWN;
    let shown = if is_shown { std::mem::take(&mut rest.relevant) } else { BTreeSet::default() };
    TopicForm {
        whole: json(&rest),
        beyond: HiddenCounts {
            relevant: count(rest.relevant.len()),
            targets: count(rest.targets.len()),
            examples: count(rest.examples.len()),
            trails: count(rest.trails.trails.len()),
        },
        name: topic.name.clone(),
        query: topic.query.clone(),
        seeds: topic.seeds.join("\n"),
        relevant: shown.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

/// Returns the plan of a form. Results of the original plan are dropped if the form changes its crawls. The error is
/// the problems by field.
pub(super) fn plan(form: ComparisonForm) -> Result<Comparison, Vec<Problem>> {
    let (origin, untouched) = (part::<Comparison>(&form.whole)?, form.untouched.clone());
    let plan = built(form)?;
    let has_same_topics = plan.topics.is_empty() || origin.topics.is_empty() || plan.topics == origin.topics;
    let is_same = has_same_topics && runs(plan.clone(), &origin) == untouched;
    Ok(Comparison { fingerprint: plan.fingerprint.filter(|_| is_same), ..plan })
}

fn built(form: ComparisonForm) -> Result<Comparison, Vec<Problem>> {
    let whole = part::<Comparison>(&form.whole)?;
    let own_topics = topics(&form.typed)?;
    let mut topics = form.topics;
    if !topics.is_empty() {
        // Topics in the form precede those in the plan.
        let names = own_topics.iter().map(|topic| topic.name.clone());
        let more: Vec<String> = names.filter(|name| !topics.contains(name)).collect();
        topics.extend(more);
        // Topics keep the order of the plan that filled the form.
        sorting::sort_by_key(&mut topics, |name| whole.topics.iter().position(|one| one == name).unwrap_or(usize::MAX));
    }
    Ok(Comparison {
        title: form.title,
        web: form.web,
        strategies: form.strategies,
        topics,
        topics_file: None,
        own_topics,
        seeds: form.seeds,
        pages: form.pages,
        repeats: form.repeats,
        settings: Plan { in_flight: form.parallel, ..whole.settings },
        rng: form.rng,
        past_pages: form.past_pages,
        starter_topics: form.starter_topics,
        measures: form.measures,
        ..whole
    })
}

/// Parses the topics of the form. The error is the problems by field.
fn topics(typed: &[TopicForm]) -> Result<Vec<Topic>, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut topics = Vec::new();
    for (at, typed) in typed.iter().enumerate() {
        match topic(at, typed, &mut problems) {
            Ok(topic) => topics.push(topic),
            Err(wrong) => problems.extend(wrong),
        }
    }
    if problems.is_empty() { Ok(topics) } else { Err(problems) }
}

fn topic(at: usize, typed: &TopicForm, problems: &mut Vec<Problem>) -> Result<Topic, Vec<Problem>> {
    let rest = part::<Topic>(&typed.whole)?;
    let mut wrong = |field: &str, message: String| {
        problems.push(field_problem(&format!("topic.{at}.{field}"), &message));
    };
    let (name, query) = (typed.name.trim(), typed.query.trim());
    let name = if name.is_empty() { query } else { name };
    if name.is_empty() {
        wrong("query", "Enter a query.".to_owned());
    }
    if addresses(&typed.seeds).next().is_none() {
        wrong("seeds", "Enter at least one seed.".to_owned());
    }
    let mut read = |field: &str, text: &str| -> Vec<CanonicalUrl> {
        let read = addresses(text).map(CanonicalUrl::from_person);
        read.filter_map(|url| url.map_err(|why| wrong(field, why.to_string())).ok()).collect()
    };
    Ok(Topic {
        seeds: read("seeds", &typed.seeds).iter().map(ToString::to_string).collect(),
        relevant: read("relevant", &typed.relevant).into_iter().chain(rest.relevant).collect(),
        name: name.to_owned(),
        query: query.to_owned(),
        ..rest
    })
}

/// Returns the addresses in a typed text.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(types::url::addresses)
}

/// Parses text that the page passed through; empty text means the default.
fn part<T: Default + serde::de::DeserializeOwned>(text: &str) -> Result<T, Vec<Problem>> {
    if text.is_empty() {
        return Ok(T::default());
    }
    let problem = |error| format!("The plan is no longer valid: {error}. Import it again.");
    serde_json::from_str(text).map_err(|error| vec![field_problem("plan", &problem(error))])
}

fn json<T: serde::Serialize>(what: &T) -> String {
    serde_json::to_string(what).unwrap_or_default()
}
