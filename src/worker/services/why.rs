//! Shows why a page was found: the passages of its text in which its words occur.
//!
//! The text is parsed again from the saved response. Pages of the demo web and of a recording are fetched again. Others are fetched
//! only if the person wants it, by one request, as in the reader.

use crate::protocol::why::{PageText, TextUnavailable, WhyRequest};
use crate::protocol::{SourceKind, ToPage};
use crate::worker::browser::decoder::BrowserDecoder;
use crate::worker::browser::{clock, gzip};
use crate::worker::context::Context;
use crate::worker::services::reader::redirects::{self, no_page};
use crate::worker::storage::database::Body;
use engine::fetch::{Content, FetchId, FetchRequest, FetchResponse, Purpose, RawResponse};
use engine::html::Document;
use engine::text::{Language, passages};
use std::rc::Rc;
use types::limits::PAGE_BYTES;
use types::text::Passages;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// An answer and whether it was fetched just now.
struct Read {
    response: FetchResponse,
    is_new: bool,
}

/// Sends the passages of a page in which its words occur.
pub(crate) fn on_message(context: &Rc<Context>, message: WhyRequest) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let read = read(&context, &message).await;
        let is_new = read.as_ref().is_ok_and(|read| read.is_new);
        let text = read.and_then(|read| passages_of(&read.response, &message));
        context.send(&ToPage::Why(Box::new(PageText {
            n: message.n,
            url: message.url,
            text,
            is_new,
        })));
    });
}

fn passages_of(
    response: &FetchResponse,
    request: &WhyRequest,
) -> Result<Passages, TextUnavailable> {
    match &response.content {
        Content::Page(document) => Ok(of(document, request)),
        _ => Err(TextUnavailable::Failed(
            no_page(response, &request.source).message,
        )),
    }
}

fn of(document: &Document, request: &WhyRequest) -> Passages {
    let language = request.language.as_deref().and_then(Language::from_code);
    passages(&document.body, &request.words, request.stemming, language)
}

async fn read(context: &Context, request: &WhyRequest) -> Result<Read, TextUnavailable> {
    if let Some(body) = kept(context, request).await {
        let response = answered(&request.url, body).await;
        return Ok(Read {
            response,
            is_new: false,
        });
    }
    let kind = request.source.kind();
    let is_at_hand = matches!(kind, SourceKind::Demo | SourceKind::Recorded);
    if !is_at_hand && !request.again {
        return Err(TextUnavailable::NotKept);
    }
    let fetcher = context.fetcher(&request.source);
    fetcher.check().await.map_err(TextUnavailable::Failed)?;
    let arrived = redirects::follow(&fetcher, request.url.clone(), &request.source).await;
    let arrived = arrived.map_err(|unread| TextUnavailable::Failed(unread.message))?;
    Ok(Read {
        response: arrived.response,
        is_new: !is_at_hand,
    })
}

/// Returns the saved response; `None` if there is none or it cannot be read.
async fn kept(context: &Context, request: &WhyRequest) -> Option<Body> {
    let store = context.store().await.ok()?;
    store
        .body(request.crawl.as_deref()?, request.n)
        .await
        .ok()?
}

/// Parses a saved response as it was parsed during the crawl.
pub(crate) async fn answered(url: &CanonicalUrl, body: Body) -> FetchResponse {
    let plain = if body.packed.starts_with(gzip::MAGIC) {
        // A body that cannot be decompressed is empty. Of a long one the beginning is parsed, as during the crawl.
        let plain = gzip::decompress_head(body.packed, PAGE_BYTES).await;
        plain.unwrap_or_default().bytes
    } else {
        body.packed
    };
    let asked = FetchRequest {
        id: FetchId(0),
        url: url.clone(),
        exact: Some(body.address.into()),
        purpose: Purpose::Page,
    };
    let raw = RawResponse {
        status: body.status,
        headers: &body.headers,
        body: &plain,
        elapsed_ms: 0,
    };
    FetchResponse::read(&asked, raw, clock::now(), &BrowserDecoder)
}
