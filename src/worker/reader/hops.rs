//! From an address to an answer: redirects followed one by one, and a sentence for whatever is no page.

use crate::protocol::reader::Unread;
use crate::protocol::{Source, SourceKind};
use crate::worker::charset::BrowserDecoder;
use crate::worker::clock;
use crate::worker::fetch::Fetcher;
use engine::event::Millis;
use engine::fetch::{Answer, Content, Failure, FetchId, Order, Purpose, RawAnswer};
use engine::limits::{PAGE_BYTES, PAGE_REDIRECTS};
use engine::url::CanonicalUrl;

/// An answer, and where it came from.
pub(in crate::worker) struct Arrived {
    /// The address that was asked for first.
    pub(super) asked: CanonicalUrl,
    /// The address of the answer.
    pub(super) url: CanonicalUrl,
    /// When it came.
    pub(super) at: Millis,
    /// The answer, which is no redirect.
    pub(in crate::worker) answer: Answer,
}

/// Fetches a page and follows its redirects, as many as a crawl would.
pub(in crate::worker) async fn follow(
    fetcher: &Fetcher,
    asked: CanonicalUrl,
    source: &Source,
) -> Result<Arrived, Unread> {
    let mut order = Order {
        id: FetchId(0),
        url: asked.clone(),
        exact: None,
        purpose: Purpose::Page,
    };
    loop {
        let reply = fetcher.fetch(&order).await;
        let reply = reply.map_err(|failure| failed(&failure, source))?;
        let raw = RawAnswer {
            status: reply.status,
            headers: &reply.headers,
            body: &reply.body,
            elapsed_ms: reply.elapsed_ms,
        };
        let at = clock::now();
        let answer = Answer::read(&order, raw, at, &BrowserDecoder);
        let Some(location) = &answer.location else {
            return Ok(Arrived {
                asked,
                url: order.url,
                at,
                answer,
            });
        };
        order = next(&order, location)?;
    }
}

/// The order for the target of a redirect.
fn next(order: &Order, location: &str) -> Result<Order, Unread> {
    let (url, exact) = order.url.resolve(location).map_err(|problem| {
        let message =
            format!("The page sends readers on to an address that cannot be read: {problem}.");
        unread(problem.code(), &message)
    })?;
    let hops = order.id.0 + 1;
    if hops > u64::from(PAGE_REDIRECTS) || *exact == *order.address() {
        let message = format!(
            "The page sends readers on in a circle, or more than {PAGE_REDIRECTS} times in a row."
        );
        return Err(unread("redirects", &message));
    }
    Ok(Order {
        id: FetchId(hops),
        url,
        exact: Some(exact),
        purpose: Purpose::Page,
    })
}

/// Why an answer is no page that can be shown.
pub(in crate::worker) fn no_page(answer: &Answer, source: &Source) -> Unread {
    match &answer.content {
        Content::Unwanted { code, .. } if &**code == "size" => {
            let most = PAGE_BYTES / 1024 / 1024;
            let message = format!("The page is larger than the {most} MB that are read of one.");
            unread("size", &message)
        }
        Content::Unwanted { what, .. } => {
            let message = format!(
                "This is no page of text but a file of the type “{what}”: only pages (HTML) can be read here."
            );
            unread("type", &message)
        }
        _ => refused(answer.status, source),
    }
}

fn refused(status: u16, source: &Source) -> Unread {
    let why = match status {
        404 if source.kind() == SourceKind::Recorded => {
            "This address was not recorded. Choose another source to read it."
        }
        404 | 410 => "There is no such page.",
        401 | 403 | 451 => "The site does not show this page to everyone.",
        429 => "The site asks for fewer requests: try again in a while.",
        500..=599 => "The site could not make this page. It may work later.",
        _ => "The site answered with something that is no page.",
    };
    unread(
        &format!("status-{status}"),
        &format!("{why} (Status {status}.)"),
    )
}

fn failed(failure: &Failure, source: &Source) -> Unread {
    let elsewhere = if failure.code == "not-in-demo-web" && *source == Source::Demo {
        "This page is not in the demo web. Choose another source to read it."
    } else {
        &failure.message
    };
    unread(&failure.code, elsewhere)
}

/// The end of a sentence as a sentence.
pub(super) fn sentence(end: &str) -> String {
    let mut letters = end.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

pub(super) fn unread(code: &str, message: &str) -> Unread {
    Unread {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}
