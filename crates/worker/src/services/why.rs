//! Sends the passages of a page's text that contain its matched words, or the whole page for the reader.
//!
//! The text is parsed again from the saved response. Pages of the demo web and of a recording are fetched again. Others
//! are only fetched on the person's request, with one request as in the reader.

use crate::browser::{BrowserDecoder, clock, documents, gzip};
use crate::context::Context;
use crate::services::reader::{self, blocks, readable};
use crate::storage::database::Body;
use engine::fetch::{FetchRequest, FetchResponse, Purpose, RawResponse};
use engine::html::Document;
use engine::text::{Language, WordFinder, passages};
use protocol::reader::ReaderPage;
use protocol::why::{PageText, TextUnavailable, WhyRequest};
use protocol::{SourceKind, ToPage};
use std::rc::Rc;
use types::text::sentence;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;

/// A page that was loaded for a result, and whether it was just fetched.
struct LoadedPage {
    response: FetchResponse,
    is_new: bool,
}

/// Sends the passages of a page that contain its matched words.
pub(crate) fn on_message(context: &Rc<Context>, message: WhyRequest) {
    answer(context, message, ToPage::Why, |document, request| passages(&document.main_text(), &mut finder(request)));
}

/// Sends a page for the reader, with its words highlighted.
pub(crate) fn on_read(context: &Rc<Context>, message: WhyRequest) {
    answer(context, message, ToPage::ResultRead, page_of);
}

/// Loads a page and sends the result of `extract`.
fn answer<T: 'static>(
    context: &Rc<Context>,
    message: WhyRequest,
    to_page: fn(Box<PageText<T>>) -> ToPage,
    extract: fn(&Document, &WhyRequest) -> T,
) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let loaded = load(&context, &message).await;
        let is_new = loaded.as_ref().is_ok_and(|loaded| loaded.is_new);
        let text = loaded.and_then(|loaded| {
            let page = readable(&loaded.response, &message.source).map_err(TextUnavailable::Failed)?;
            Ok(extract(page, &message))
        });
        context.send(&to_page(Box::new(PageText { n: message.n, url: message.url, text, is_new })));
    });
}

fn page_of(document: &Document, request: &WhyRequest) -> ReaderPage {
    let mut page = blocks::reading(request.url.clone(), request.source.clone(), document, blocks::Part::Main);
    let mut finder = finder(request);
    for piece in page.blocks.iter_mut().flat_map(|block| &mut block.pieces) {
        piece.marks = finder.places(&piece.text);
    }
    page
}

fn finder(request: &WhyRequest) -> WordFinder {
    let language = request.language.as_deref().and_then(Language::from_code);
    WordFinder::new(&request.words, request.stemming, language)
}

async fn load(context: &Context, request: &WhyRequest) -> Result<LoadedPage, TextUnavailable> {
    if let Some(body) = kept(context, request).await {
        let response = answered(&request.url, body).await;
        return Ok(LoadedPage { response, is_new: false });
    }
    let kind = request.source.kind();
    let is_local = matches!(kind, SourceKind::Demo | SourceKind::Recorded);
    if !is_local && !request.again {
        return Err(TextUnavailable::NotKept);
    }
    if let Some(remedy) = context.recording.missing(&request.source) {
        let message = sentence(&format!("this page was not saved with its crawl; {remedy}"));
        return Err(TextUnavailable::Failed(message));
    }
    let fetcher = context.fetcher(&request.source);
    fetcher.check().await.map_err(TextUnavailable::Failed)?;
    let arrived = reader::follow(&fetcher, request.url.clone(), &request.source).await;
    let arrived = arrived.map_err(TextUnavailable::Failed)?;
    Ok(LoadedPage { response: arrived.response, is_new: !is_local })
}

/// Returns the saved response; `None` if there is none or it cannot be read.
async fn kept(context: &Context, request: &WhyRequest) -> Option<Body> {
    context.store().await.ok()?.body(request.crawl.as_deref()?, request.n).await.ok()?
}

/// Parses a saved response as it was parsed during the crawl.
pub(crate) async fn answered(url: &CanonicalUrl, body: Body) -> FetchResponse {
    // A body that cannot be decompressed is empty. Of a long body the beginning is parsed, as during the crawl.
    let types = body.headers.iter().filter(|(name, _)| name == "content-type");
    let most = Purpose::Page.most_bytes_of(types.map(|(_, value)| value.as_str()));
    let plain = gzip::head_of(body.packed, most).await;
    let asked = FetchRequest { exact: Some(body.address.into()), ..FetchRequest::page(url.clone()) };
    let raw = RawResponse { status: body.status, headers: &body.headers, body: &plain, elapsed_ms: 0 };
    // Without its reader, a document has no text.
    let _ = documents::load_for(&asked, raw).await;
    FetchResponse::read(&asked, raw, clock::now(), &BrowserDecoder)
}
