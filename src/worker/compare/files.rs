//! A comparison as files and as a link: its plan in and out, its figures and its curves out.
//!
//! A plan leaves as JSON that says only what is not as it is by default, so that most fit into a link; `salticid-lab compare` reads the same.

use super::run::Run;
use super::sheet::{sheet, typed};
use super::telling::{summary, whole};
use crate::protocol::compare::{CompareNews, Made, Paper, Read};
use crate::worker::librarian::file_stem;
use engine::compare::{Comparison, read_topics};
use js_sys::{Array, Uint8Array, encode_uri_component};
use serde_json::Value;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// Longest plan in a link, in bytes as the link has them: what browsers and mail programs let through.
const LINK_BYTES: usize = 8_000;
/// Largest file of a plan, in bytes: topics with many pages may be long.
const PLAN_BYTES: f64 = 16.0 * 1024.0 * 1024.0;

/// Reads a plan, or else a file of topics.
pub(super) fn read(text: &[u8], is_toml: bool) -> Result<Read, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is no text".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_toml {
        let plan: Comparison = toml::from_str(text).map_err(|error| error.to_string())?;
        return known(&plan);
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let plan: Result<Comparison, _> = serde_path_to_error::deserialize(&mut reader);
    let plan = plan.map_err(|error| match error.path().to_string().as_str() {
        "." | "?" => format!("it is not written as a plan is ({})", error.inner()),
        path => format!("{path}: {}", error.inner()),
    });
    plan.and_then(|plan| known(&plan))
        .or_else(|error| match read_topics(text) {
            Ok((topics, left_out)) if !topics.is_empty() => {
                Ok(Read::Topics(topics.iter().map(typed).collect(), left_out))
            }
            _ => Err(error),
        })
}

/// A plan for the form, unless it says nothing, or was written by a later version.
fn known(plan: &Comparison) -> Result<Read, String> {
    if plan.version > Comparison::default().version {
        let version = plan.version;
        return Err(format!(
            "it is of version {version}, which this app does not know: take a newer one"
        ));
    }
    if plan.strategies.is_empty() {
        return Err("it names no strategies: it is no plan of a comparison".to_owned());
    }
    if let Some(error) = plan.fingerprint_error() {
        return Err(error.to_string());
    }
    Ok(Read::Plan(Box::new(sheet(plan))))
}

/// The same of a file.
pub(super) async fn read_file(name: &str, file: &Blob) -> Result<Read, String> {
    if file.size() > PLAN_BYTES {
        return Err("it is larger than 16 MB, which no plan is".to_owned());
    }
    let buffer = JsFuture::from(file.array_buffer()).await;
    let buffer = buffer.map_err(|_| "it cannot be read: choose it again".to_owned())?;
    let bytes = Uint8Array::new(&buffer).to_vec();
    read(&bytes, name.to_lowercase().ends_with(".toml"))
}

/// A plan as a link has it; none where it is too long for one.
pub(super) fn link(plan: &Comparison) -> Option<String> {
    let text = serde_json::to_string(&said(plan)).ok()?;
    let link = String::from(encode_uri_component(&text));
    (link.len() <= LINK_BYTES).then_some(link)
}

/// A plan with what its crawls came to here, once all were run.
pub(super) fn reached(plan: &Comparison, fingerprint: Option<String>) -> Comparison {
    Comparison {
        fingerprint: fingerprint.or_else(|| plan.fingerprint.clone()),
        ..plan.clone()
    }
}

/// What of a plan is not as it is by default, and its version.
fn said(plan: &Comparison) -> Value {
    let value = |plan: &Comparison| serde_json::to_value(plan).unwrap_or_default();
    let usual = value(&Comparison::default());
    let mut said = value(plan);
    if let Value::Object(fields) = &mut said {
        let needed = |name: &str| matches!(name, "version" | "web" | "pages" | "measures");
        fields.retain(|name, field| needed(name) || usual.get(name.as_str()) != Some(field));
    }
    said
}

/// Makes a file of the comparison.
pub(super) fn make(run: &Run, paper: Paper) -> CompareNews {
    let plan = &run.checked.comparison;
    let ending = match paper {
        Paper::Csv => "csv",
        Paper::Svg => "svg",
        Paper::Png => "png",
        Paper::Plan => "json",
    };
    let text = match paper {
        Paper::Csv => Ok(csv(run)),
        Paper::Svg | Paper::Png => Ok(svg(run)),
        Paper::Plan => {
            let plan = reached(plan, run.fingerprint());
            serde_json::to_string_pretty(&said(&plan)).map_err(|error| error.to_string())
        }
    };
    let made = text.and_then(|text| blob(&text));
    CompareNews::Made {
        paper,
        name: format!("{}.{ending}", file_stem(&plan.title, "comparison")),
        made: made.map(|file| Made { file }),
    }
}

fn blob(text: &str) -> Result<Blob, String> {
    let pieces = Array::of1(&Uint8Array::from(text.as_bytes()));
    Blob::new_with_u8_array_sequence(&pieces)
        .map_err(|_| "the browser has no room for it".to_owned())
}

/// The curves of all crawls as a table.
fn csv(run: &Run) -> String {
    archive::compare::csv::figures(&run.checked, &run.outcomes.borrow())
}

/// The curves that are on the screen as a drawing.
fn svg(run: &Run) -> String {
    let summary = summary(run);
    let look = whole(run.look.get(), &summary);
    let measure = look.measure.unwrap_or_default();
    archive::compare::charts::figure(&summary, measure, look.axis).svg
}
