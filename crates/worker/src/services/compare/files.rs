//! Reads the plan of a comparison, and writes its plan, its data and its curves as files.
//!
//! A plan is written as JSON without default values; `salticid-lab compare` reads the same.

use super::form::{form, typed};
use super::run::ComparisonRun;
use super::view::{summary, whole};
use crate::browser::blob;
use crate::services::file_stem;
use evaluation::compare::{Comparison, read_topics};
use js_sys::encode_uri_component;
use protocol::compare::{CompareEvent, ComparisonFile, ComparisonFormat, Imported};
use types::json_path::json_path;
use web_sys::Blob;

/// The most bytes of a plan; topics with many pages may be long.
const PLAN_BYTES: f64 = 16.0 * 1024.0 * 1024.0;

/// Reads a plan, or else a file of topics.
pub(super) fn read(text: &str) -> Result<Imported, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let plan = serde_json::from_str(text).map_err(|error| misread(text, &error));
    plan.and_then(|plan| known(&plan)).or_else(|error| match read_topics(text) {
        Ok((topics, left_out)) if !topics.is_empty() => {
            Ok(Imported::Topics(topics.iter().map(typed).collect(), left_out))
        }
        _ => Err(error),
    })
}

/// Describes why a text is not a plan, with the line and the key if it is JSON.
fn misread(text: &str, error: &serde_json::Error) -> String {
    let message = error.to_string();
    let (problem, _) = message.rsplit_once(" at line ").unwrap_or((&message, ""));
    let path = json_path(text.as_bytes(), error.line(), error.column());
    if path.is_empty() || !error.is_data() {
        return format!("it is not a valid plan ({message})");
    }
    format!("line {}, {path}: {problem}", error.line())
}

/// Returns a plan for the form. Fails if the plan is empty, or of a later version.
fn known(plan: &Comparison) -> Result<Imported, String> {
    if plan.version > Comparison::default().version {
        let version = plan.version;
        return Err(format!(
            "it has version {version}, which this app does not support: use a newer version of the app"
        ));
    }
    if plan.strategies.is_empty() {
        return Err("it names no strategies, so it is not a comparison plan".to_owned());
    }
    if let Some(error) = plan.fingerprint_error() {
        return Err(error.to_string());
    }
    Ok(Imported::Plan(Box::new(form(plan))))
}

/// Reads a plan or topics from a file.
pub(super) async fn read_file(name: &str, file: &Blob) -> Result<Imported, String> {
    if file.size() > PLAN_BYTES {
        return Err("it is larger than 16 MB, the limit for plans".to_owned());
    }
    if name.to_ascii_lowercase().ends_with(".toml") {
        return Err(
            "the app imports plans in JSON: run “salticid-lab compare PLAN.toml --as-json > PLAN.json” with the name \
            of this file, and choose the new one"
                .to_owned(),
        );
    }
    let bytes = blob::read(file).await.map_err(|_| "the browser could not read it: choose it again".to_owned())?;
    read(std::str::from_utf8(&bytes).map_err(|_| "it is not a text file".to_owned())?)
}

/// Writes a file of the comparison.
pub(super) fn make(run: &ComparisonRun, format: ComparisonFormat) -> CompareEvent {
    let plan = &run.checked.comparison;
    let ending = match format {
        ComparisonFormat::Csv => "csv",
        ComparisonFormat::Svg => "svg",
        ComparisonFormat::Png => "png",
        ComparisonFormat::Plan => "json",
    };
    let text = match format {
        ComparisonFormat::Csv => Ok(csv(run)),
        ComparisonFormat::Svg | ComparisonFormat::Png => Ok(svg(run)),
        ComparisonFormat::Plan => {
            let plan = reached(plan, run.fingerprint());
            Ok(format!("{:#}", plan.without_defaults()))
        }
    };
    let made = text
        .and_then(|text| blob::write(text.as_bytes()).map_err(|_| "the browser has no storage left for it".to_owned()));
    CompareEvent::Exported {
        format,
        name: format!("{}.{ending}", file_stem(&plan.title, "comparison")),
        made: made.map(|file| ComparisonFile { file }),
    }
}

/// Returns the curves of all crawls as a table.
fn csv(run: &ComparisonRun) -> String {
    archive::compare::csv::figures(&run.checked, &run.outcomes.borrow())
}

/// Returns the visible curves as a drawing.
fn svg(run: &ComparisonRun) -> String {
    let summary = summary(run);
    let look = whole(run.look.get(), &summary);
    let measure = look.measure.unwrap_or_default();
    archive::compare::charts::figure(&summary, measure, look.axis).svg
}

/// The most encoded bytes of a plan in a link, which browsers and mail programs accept.
const LINK_BYTES: usize = 8_000;

/// Encodes a plan for a link; `None` if it is too long.
pub(super) fn link(plan: &Comparison) -> Option<String> {
    let text = plan.without_defaults().to_string();
    let link = String::from(encode_uri_component(&text));
    (link.len() <= LINK_BYTES).then_some(link)
}

/// Adds the fingerprint of the results to a plan, once all crawls have run.
pub(super) fn reached(plan: &Comparison, fingerprint: Option<String>) -> Comparison {
    Comparison { fingerprint: fingerprint.or_else(|| plan.fingerprint.clone()), ..plan.clone() }
}
