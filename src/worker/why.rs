//! Why a page was found, in its own words: the passages of its text in which the words stand.
//!
//! The text is read anew out of what its server sent, where that is kept; pages of webs that are at hand (built in, recorded) are asked for
//! again; others only where the person wishes it, by one request, as the reader makes it. Left out on purpose: the page's record.

use super::charset::BrowserDecoder;
use super::clock;
use super::fetch::Fetcher;
use super::pack;
use super::reader::hops::{self, no_page};
use super::shelf::Shelf;
use super::store::Body;
use crate::protocol::why::{PageText, Untold, WhyOrder};
use crate::protocol::{SourceKind, ToPage};
use engine::fetch::{Answer, Content, FetchId, Order, Purpose, RawAnswer};
use engine::html::Document;
use engine::limits::PAGE_BYTES;
use engine::text::{Language, passages};
use engine::url::CanonicalUrl;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// What a text came from.
struct Read {
    answer: Answer,
    is_new: bool,
}

/// Tells what stands in a page.
pub(super) fn tell(
    shelf: &Rc<Shelf>,
    order: WhyOrder,
    fetcher: Fetcher,
    post: &Rc<dyn Fn(&ToPage)>,
) {
    let (shelf, post) = (Rc::clone(shelf), Rc::clone(post));
    spawn_local(async move {
        let read = read(&shelf, &order, &fetcher).await;
        let is_new = read.as_ref().is_ok_and(|read| read.is_new);
        let text = read.and_then(|read| match &read.answer.content {
            Content::Page(document) => Ok(of(document, &order)),
            _ => Err(Untold::Failed(no_page(&read.answer, &order.source).message)),
        });
        post(&ToPage::Why(Box::new(PageText {
            n: order.n,
            url: order.url,
            text,
            is_new,
        })));
    });
}

fn of(document: &Document, order: &WhyOrder) -> engine::text::Passages {
    let language = order.language.as_deref().and_then(Language::from_code);
    passages(&document.body, &order.words, order.stemming, language)
}

async fn read(shelf: &Shelf, order: &WhyOrder, fetcher: &Fetcher) -> Result<Read, Untold> {
    if let Some(body) = kept(shelf, order).await {
        let answer = answered(&order.url, body).await;
        return Ok(Read {
            answer,
            is_new: false,
        });
    }
    let kind = order.source.kind();
    let is_at_hand = matches!(kind, SourceKind::Demo | SourceKind::Recorded);
    if !is_at_hand && !order.again {
        return Err(Untold::NotKept);
    }
    if let Fetcher::Proxy(proxy) = fetcher {
        proxy.check().await.map_err(Untold::Failed)?;
    }
    let arrived = hops::follow(fetcher, order.url.clone(), &order.source).await;
    let arrived = arrived.map_err(|unread| Untold::Failed(unread.message))?;
    Ok(Read {
        answer: arrived.answer,
        is_new: !is_at_hand,
    })
}

/// What the page's server sent; none where it is not kept, or cannot be read.
async fn kept(shelf: &Shelf, order: &WhyOrder) -> Option<Body> {
    let store = shelf.store().await.ok()?;
    store.body(order.crawl.as_deref()?, order.n).await.ok()?
}

/// The answer of a page that was kept, read as it was then.
pub(super) async fn answered(url: &CanonicalUrl, body: Body) -> Answer {
    let plain = if body.packed.starts_with(pack::GZIP) {
        // What cannot be unpacked gives an empty page.
        let most = 2 * PAGE_BYTES;
        pack::gunzip(body.packed, most).await.unwrap_or_default()
    } else {
        body.packed
    };
    let asked = Order {
        id: FetchId(0),
        url: url.clone(),
        exact: Some(body.address.into()),
        purpose: Purpose::Page,
    };
    let raw = RawAnswer {
        status: body.status,
        headers: &body.headers,
        body: &plain,
        elapsed_ms: 0,
    };
    Answer::read(&asked, raw, clock::now(), &BrowserDecoder)
}
