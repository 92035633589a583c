//! Models: learned here from trails, kept, read from files and written into them.
//!
//! What is kept is changed in the order of the orders; learning goes on beside it, one at a time (`learn.rs`). Left out on purpose: crawling by a
//! model, which is the session's.

mod learn;

use super::clock;
use super::driver::Driver;
use super::fetch::Fetcher;
use super::lexicon::Library;
use super::shelf::{Shelf, drawn};
use super::store::StoreError;
use crate::protocol::ToPage;
use crate::protocol::models::{ModelCard, ModelView, ModelsNews, ModelsOrder, trails_digest};
use engine::crawl::{Model, Recipe};
use engine::journal::{self, JournalError, ModelFile};
use engine::limits::MODEL_BYTES;
use engine::report::Lesson;
use js_sys::{Array, Uint8Array};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;

/// The models of one page of the app.
pub(super) struct Models {
    shelf: Rc<Shelf>,
    lexicon: Rc<Library>,
    post: Rc<dyn Fn(&ToPage)>,
    /// The order that is being learned; another number ends it.
    learning: Cell<Option<u32>>,
    /// What reads the pages of the trails.
    driver: RefCell<Option<Rc<Driver>>>,
}

impl Models {
    pub(super) fn new(
        shelf: &Rc<Shelf>,
        lexicon: &Rc<Library>,
        post: &Rc<dyn Fn(&ToPage)>,
    ) -> Rc<Self> {
        Rc::new(Self {
            shelf: Rc::clone(shelf),
            lexicon: Rc::clone(lexicon),
            post: Rc::clone(post),
            learning: Cell::new(None),
            driver: RefCell::default(),
        })
    }

    /// Carries out an order; `fetcher` is where the pages come from that are to be learned from.
    pub(super) fn obey(self: &Rc<Self>, order: ModelsOrder, fetcher: Option<Fetcher>) {
        match (order, fetcher) {
            (
                ModelsOrder::Learn {
                    number,
                    recipe,
                    source,
                },
                Some(fetcher),
            ) => {
                self.give_up();
                self.learning.set(Some(number));
                let models = Rc::clone(self);
                spawn_local(async move {
                    models.learn(number, *recipe, &source, fetcher).await;
                });
            }
            (ModelsOrder::Cancel, _) => self.give_up(),
            (order, _) => {
                let models = Rc::clone(self);
                spawn_local(async move { models.carry_out(order).await });
            }
        }
    }

    /// True while something is being learned.
    pub(super) fn is_learning(&self) -> bool {
        self.learning.get().is_some()
    }

    /// Ends the learning that is under way, without a word.
    fn give_up(&self) {
        self.learning.set(None);
        if let Some(driver) = self.driver.take() {
            driver.abandon();
        }
    }

    fn tell(&self, news: ModelsNews) {
        (self.post)(&ToPage::Models(Box::new(news)));
    }

    async fn carry_out(&self, order: ModelsOrder) {
        let changed = match order {
            ModelsOrder::Open { id } => {
                let model = self
                    .view(&id)
                    .await
                    .map(Box::new)
                    .map_err(|error| error.to_string());
                return self.tell(ModelsNews::Opened { id, model });
            }
            ModelsOrder::Write { id } => return self.write(id).await,
            ModelsOrder::Take { name, file } => {
                let taken = self.take(&file).await.map(Box::new);
                self.tell(ModelsNews::Taken { name, taken });
                Ok(())
            }
            ModelsOrder::Rename { id, name } => self.rename(&id, name).await,
            ModelsOrder::Erase { id } => self.erase(&id).await,
            ModelsOrder::List | ModelsOrder::Learn { .. } | ModelsOrder::Cancel => Ok(()),
        };
        let models = match changed {
            Ok(()) => self.cards().await,
            Err(error) => Err(error),
        };
        self.tell(ModelsNews::Models(
            models.map_err(|error| error.to_string()),
        ));
    }

    async fn cards(&self) -> Result<Vec<ModelCard>, StoreError> {
        self.shelf.store().await?.model_cards().await
    }

    /// The model of this id, or why no crawl can be started from it, in a sentence.
    pub(super) async fn model(&self, id: &str) -> Result<Box<Model>, String> {
        let kept = match self.shelf.store().await {
            Ok(store) => store.model(id).await,
            Err(error) => Err(error),
        };
        let (_, file) = kept.map_err(|error| error.to_string())?;
        match journal::read_model(&file) {
            Ok(ModelFile::Whole(model)) => Ok(model),
            Ok(ModelFile::Recipe(_, reason)) => Err(stale(&reason)),
            Err(error) => Err(told(&error)),
        }
    }

    async fn view(&self, id: &str) -> Result<ModelView, StoreError> {
        let (card, file) = self.shelf.store().await?.model(id).await?;
        Ok(match journal::read_model(&file)? {
            ModelFile::Whole(model) => ModelView {
                card,
                lesson: model.lesson().clone(),
                recipe: model.recipe,
            },
            ModelFile::Recipe(recipe, reason) => ModelView {
                card: ModelCard {
                    stale: Some(stale(&reason)),
                    ..card
                },
                recipe: *recipe,
                lesson: Lesson::default(),
            },
        })
    }

    async fn rename(&self, id: &str, name: String) -> Result<(), StoreError> {
        let store = self.shelf.store().await?;
        let (card, file) = store.model(id).await?;
        let card = ModelCard {
            name: name.clone(),
            ..card
        };
        match journal::read_model(&file)? {
            ModelFile::Whole(mut model) => {
                model.recipe.name = name;
                let file = journal::write_model(&model)?;
                store.keep_model(&card, Some(&file)).await
            }
            // What cannot be read whole is not written again: its name is on the card alone.
            ModelFile::Recipe(..) => store.keep_model(&card, None).await,
        }
    }

    async fn erase(&self, id: &str) -> Result<(), StoreError> {
        self.shelf.store().await?.erase_model(id).await
    }

    async fn write(&self, id: String) {
        let kept = match self.shelf.store().await {
            Ok(store) => store.model(&id).await,
            Err(error) => Err(error),
        };
        let made = kept.and_then(|(card, file)| {
            let pieces = Array::of1(&Uint8Array::from(file.as_slice()));
            let file = Blob::new_with_u8_array_sequence(&pieces);
            let file =
                file.map_err(|_| StoreError::Unavailable("the file could not be made".to_owned()))?;
            Ok((
                file,
                super::librarian::file_stem(&card.name, "model") + ".salticid-model",
            ))
        });
        self.tell(match made {
            Ok((file, name)) => ModelsNews::Written { id, file, name },
            Err(error) => ModelsNews::Models(Err(error.to_string())),
        });
    }

    /// Takes a file in; or why not, as the end of a sentence.
    async fn take(&self, file: &Blob) -> Result<ModelCard, String> {
        if file.size() > MODEL_BYTES as f64 {
            return Err(format!(
                "the file is larger than {} MB, which no model is",
                MODEL_BYTES / 1024 / 1024
            ));
        }
        let buffer = JsFuture::from(file.array_buffer()).await;
        let buffer = buffer.map_err(|_| "the file cannot be read: choose it again".to_owned())?;
        let bytes = Uint8Array::new(&buffer).to_vec();
        let (recipe, lesson, stale) = match journal::read_model(&bytes)
            .map_err(|error| told(&error))?
        {
            ModelFile::Whole(model) => (model.recipe.clone(), model.lesson().clone(), None),
            ModelFile::Recipe(recipe, reason) => (*recipe, Lesson::default(), Some(stale(&reason))),
        };
        let card = ModelCard {
            stale,
            ..card(&recipe, &lesson, &bytes)
        };
        let kept = match self.shelf.store().await {
            Ok(store) => store.keep_model(&card, Some(&bytes)).await,
            Err(error) => Err(error),
        };
        kept.map(|()| card).map_err(|error| error.to_string())
    }
}

fn stale(reason: &JournalError) -> String {
    format!(
        "Its trails and settings are here, but what was learned cannot be used: {}. Learn it again.",
        told(reason)
    )
}

/// What is wrong with the file of a model: the engine's own words are of crawls.
fn told(error: &JournalError) -> String {
    match error {
        JournalError::NotOurs => {
            "this is no model: choose a file that Salticid saved as one".to_owned()
        }
        JournalError::Version { .. } => {
            "it was written by another version of this app, in another format".to_owned()
        }
        JournalError::Damaged { .. } => "the file is damaged".to_owned(),
        JournalError::Content(_) => "what stands in the file cannot be understood".to_owned(),
    }
}

fn card(recipe: &Recipe, lesson: &Lesson, file: &[u8]) -> ModelCard {
    ModelCard {
        id: drawn(),
        name: recipe.name.clone(),
        strategy: recipe.strategy.clone(),
        at: clock::now(),
        trails: u32::try_from(recipe.trails.trails.len()).unwrap_or(u32::MAX),
        pages: lesson.read,
        right: lesson.right,
        bytes: file.len() as u64,
        stale: None,
        params: recipe.params.clone(),
        query: recipe.query.clone(),
        trails_digest: trails_digest(&recipe.trails),
    }
}
