//! Trains, saves, imports and exports models.
//!
//! A crawl's form names its model by id, and the worker applies the model's specification to the plan. Values typed by
//! the person take precedence. A saved crawl finds its model again by the digest of its trails
//! ([`protocol::models::trails_digest`]).
//!
//! One training runs at a time, concurrently with other requests (`train.rs`). The crawl service starts crawls with a
//! model.

mod subject;
mod train;

use crate::browser::{blob, clock};
use crate::context::Context;
use crate::crawl::driver::Driver;
use crate::services::file_stem;
use crate::storage::crawl_store::random_id;
use crate::storage::database::StorageError;
use engine::crawl::Model;
use engine::event::EventKind;
use engine::journal::{self, JournalError, ModelFile};
use protocol::ToPage;
use protocol::chunk;
use protocol::chunk::LocalFuture;
use protocol::models::{ModelCard, ModelView, ModelsEvent, ModelsRequest, trails_digest};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::limits::MODEL_BYTES;
use types::model::ModelSpec;
use types::plan::Plan;
use types::report::{Millis, TrainingReport};
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// The reason why a model that learned from topics is not imported: crawls of the app learn from topics when they
/// start.
const OF_TOPICS: &str = "this model learned from topics, and the app uses models that learned from trails: start a \
    crawl with the topics instead";

/// Trains and manages models.
pub(crate) struct ModelService {
    context: Rc<Context>,
    /// The number of the training in progress. Changing it ends that training.
    training: Cell<Option<u32>>,
    /// The crawl that reads the pages of the trails.
    driver: RefCell<Option<Rc<Driver>>>,
    /// The id of the topic whose judgments are trained on, which gets the model.
    subject: RefCell<Option<String>>,
}

impl ModelService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            training: Cell::new(None),
            driver: RefCell::default(),
            subject: RefCell::default(),
        })
    }

    /// Performs a request.
    pub(crate) fn on_message(self: &Rc<Self>, message: ModelsRequest) {
        let models = Rc::clone(self);
        match message {
            ModelsRequest::Learn { number, name, plan, source, sources } => {
                self.cancel();
                self.set_training(Some(number));
                let spec = ModelSpec::of(&name, &plan);
                spawn_local(async move { models.train(number, spec, &source, sources).await });
            }
            ModelsRequest::LearnSubject { number, subject } => {
                self.cancel();
                self.set_training(Some(number));
                spawn_local(async move { models.learn_subject(number, &subject).await });
            }
            ModelsRequest::SkipUnread => {
                if let Some(driver) = &*self.driver.borrow() {
                    driver.step(EventKind::UnreadSkipped);
                }
            }
            ModelsRequest::Cancel => self.cancel(),
            message => spawn_local(async move { models.handle(message).await }),
        }
    }

    fn set_training(&self, number: Option<u32>) {
        self.training.set(number);
        self.context.is_training.set(number.is_some());
    }

    fn is_training(&self, number: u32) -> bool {
        self.training.get() == Some(number)
    }

    /// Ends the training in progress. Nothing is sent.
    fn cancel(&self) {
        self.set_training(None);
        self.subject.take();
        if let Some(driver) = self.driver.take() {
            driver.abandon();
        }
    }

    fn send(&self, event: ModelsEvent) {
        self.context.send(&ToPage::Models(Box::new(event)));
    }

    async fn handle(&self, message: ModelsRequest) {
        let changed = match message {
            ModelsRequest::Open { id } => {
                let model = self.view(&id).await.map(Box::new).map_err(String::from);
                return self.send(ModelsEvent::Opened { id, model });
            }
            ModelsRequest::Write { id } => return self.write(id).await,
            ModelsRequest::Take { name, file } => {
                let result = self.take(&file).await.map(Box::new);
                self.send(ModelsEvent::Imported { name, result });
                Ok(())
            }
            ModelsRequest::Rename { id, name } => self.rename(&id, name).await,
            ModelsRequest::Delete(id) => self.mark(&id, Some(clock::now())).await,
            ModelsRequest::Restore(id) => self.mark(&id, None).await,
            ModelsRequest::List
            | ModelsRequest::Learn { .. }
            | ModelsRequest::LearnSubject { .. }
            | ModelsRequest::SkipUnread
            | ModelsRequest::Cancel => Ok(()),
        };
        let models = match changed {
            Ok(()) => async { self.context.store().await?.model_cards().await }.await,
            Err(error) => Err(error),
        };
        self.send(ModelsEvent::Models(models.map_err(String::from)));
    }

    async fn mark(&self, id: &str, deleted: Option<Millis>) -> Result<(), StorageError> {
        self.context.store().await?.mark_model(id, deleted).await
    }

    async fn view(&self, id: &str) -> Result<ModelView, StorageError> {
        let (card, file) = self.context.store().await?.model(id).await?;
        Ok(match journal::read_model(&file)? {
            ModelFile::Whole(model) => {
                ModelView { card, plan: model.spec.apply(Plan::default()), report: model.report().clone() }
            }
            ModelFile::SpecOnly(spec, reason) => ModelView {
                card: ModelCard { stale: Some(stale(&reason)), ..card },
                plan: spec.apply(Plan::default()),
                report: TrainingReport::default(),
            },
        })
    }

    async fn rename(&self, id: &str, name: String) -> Result<(), StorageError> {
        let store = self.context.store().await?;
        let (card, file) = store.model(id).await?;
        let card = ModelCard { name: name.clone(), ..card };
        match journal::read_model(&file)? {
            ModelFile::Whole(mut model) => {
                model.spec.name = name;
                let file = journal::write_model(&model)?;
                store.save_model(&card, Some(&file)).await
            }
            // A file that cannot be read completely is not rewritten, so only the card gets the new name.
            ModelFile::SpecOnly(..) => store.save_model(&card, None).await,
        }
    }

    async fn write(&self, id: String) {
        let kept = async { self.context.store().await?.model(&id).await }.await;
        let made = kept.and_then(|(card, file)| {
            let no_file = |_| StorageError::Unavailable("the browser could not create the file".to_owned());
            Ok((blob::write(&file).map_err(no_file)?, file_stem(&card.name, "model") + ".salticid-model"))
        });
        self.send(match made {
            Ok((file, name)) => ModelsEvent::Written { id, file, name },
            Err(error) => ModelsEvent::Models(Err(error.to_string())),
        });
    }

    /// Imports a file. The error is the end of a sentence.
    async fn take(&self, file: &Blob) -> Result<ModelCard, String> {
        let most = MODEL_BYTES / 1024 / 1024;
        let too_large = format!("the file is larger than {most} MB, the limit for models");
        let bytes = blob::read_short(file, MODEL_BYTES, too_large).await?;
        let (spec, report, stale) = match journal::read_model(&bytes).map_err(|error| file_problem(&error))? {
            ModelFile::Whole(model) => (model.spec.clone(), model.report().clone(), None),
            ModelFile::SpecOnly(spec, reason) => (*spec, TrainingReport::default(), Some(stale(&reason))),
        };
        if !spec.taxonomy.is_empty() {
            return Err(OF_TOPICS.to_owned());
        }
        let card = ModelCard { stale, ..card(&spec, &report, &bytes) };
        self.context.store().await?.save_model(&card, Some(&bytes)).await?;
        Ok(card)
    }
}

chunk!(training: fn find(context: Rc<Context>, id: String) -> LocalFuture<Result<Box<Model>, String>> {
    Box::pin(async move { read(&context, &id).await })
});

/// Returns the model of this id. The error is the reason that no crawl can start from it, in a sentence.
pub(crate) async fn model(context: Rc<Context>, id: String) -> Result<Box<Model>, String> {
    match find(context, id).await {
        Ok(model) => model.await,
        Err(error) => Err(error.sentence()),
    }
}

async fn read(context: &Context, id: &str) -> Result<Box<Model>, String> {
    let kept = async { context.store().await?.model(id).await }.await;
    let (_, file) = kept.map_err(String::from)?;
    match journal::read_model(&file) {
        Ok(ModelFile::Whole(model)) => Ok(model),
        Ok(ModelFile::SpecOnly(_, reason)) => Err(stale(&reason)),
        Err(error) => Err(file_problem(&error)),
    }
}

fn stale(reason: &JournalError) -> String {
    format!("Its trails and settings were imported, but not the trained model: {}. Retrain it.", file_problem(reason))
}

/// Returns the error of a model's file, because the engine's messages refer to crawls.
fn file_problem(error: &JournalError) -> String {
    match error {
        JournalError::NotOurs => "this is not a model: choose a .salticid-model file".to_owned(),
        JournalError::Version { .. } => "another version of this app wrote it, in another format".to_owned(),
        JournalError::Damaged { .. } => "the file is damaged".to_owned(),
        JournalError::Content(_) => "the content of the file is invalid".to_owned(),
    }
}

fn card(spec: &ModelSpec, report: &TrainingReport, file: &[u8]) -> ModelCard {
    ModelCard {
        id: random_id(),
        name: spec.name.clone(),
        strategy: spec.strategy.clone(),
        at: clock::now(),
        trails: engine::count(spec.trails.trails.len()),
        pages: report.read,
        accuracy: report.accuracy,
        bytes: file.len() as u64,
        stale: None,
        query: spec.query.clone(),
        trails_digest: trails_digest(&spec.trails),
        source: None,
        trail_sources: Vec::new(),
        deleted: None,
    }
}
