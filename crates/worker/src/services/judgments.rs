//! Reads and saves the judgments of pages, during a crawl and of saved crawls: this needs no chunk.

use crate::browser::clock;
use crate::context::Context;
use crate::storage::database::StorageError;
use protocol::ToPage;
use protocol::subjects::{JudgmentsEvent, JudgmentsRequest};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Performs a request and sends the result.
pub(crate) fn on_message(context: &Rc<Context>, request: JudgmentsRequest) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let event = match request {
            JudgmentsRequest::Of(crawl) => judgments_of(&context, crawl).await.map(Some),
            JudgmentsRequest::Judge { subject, url, judgment } => {
                async { context.store().await?.judge(&subject, &url, &judgment).await.map(|()| None) }.await
            }
        };
        let event = event.unwrap_or_else(|error| Some(JudgmentsEvent::Failed(error.to_string())));
        if let Some(event) = event {
            context.send(&ToPage::Judgments(Box::new(event)));
        }
    });
}

/// Returns the judgments of the topic of a crawl.
pub(crate) async fn judgments_of(context: &Context, crawl: String) -> Result<JudgmentsEvent, StorageError> {
    let store = context.store().await?;
    let card = store.card(&crawl).await?;
    let (subject, judgments) = store.judgments_of(&card, clock::now()).await?;
    Ok(JudgmentsEvent::Judgments { crawl, subject, judgments: judgments.into_iter().collect() })
}
