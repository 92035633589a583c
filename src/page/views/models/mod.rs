//! Renders the Models screens: the list of models that were trained on trails, and one model.
//!
//! The worker trains and stores models; these screens render them.

mod detail;
mod diagram;
mod list;
mod retrain;
mod row;

use crate::page::state::Shared;
use crate::page::state::catalog::Catalog;
use crate::page::state::form::Form;
use crate::page::state::models::Models;
use crate::page::state::train::Train;
pub(crate) use detail::ModelPage;
pub(crate) use list::ModelsPage;

use crate::page::state::dispatch::Dispatch;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The query of the address.
    pub(crate) query: String,
    /// The models.
    pub(crate) models: Shared<Models>,
    /// The trails, to which those of the model can be added.
    pub(crate) train: Shared<Train>,
    /// The form of a crawl, which holds the source of pages.
    pub(crate) form: Shared<Form>,
    /// The strategies' titles.
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) dispatch: Dispatch,
}
