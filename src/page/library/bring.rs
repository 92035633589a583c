//! Files that are brought in: handed to the worker unread; addresses that it found in one go into the form.

use super::words::shown;
use super::{Act, Library};
use crate::page::catalog::{Catalog, Worker};
use crate::page::digits::percent;
use crate::page::files;
use crate::page::form::{Form, problem};
use crate::page::hands::Hands;
use crate::page::place::{Place, go, here};
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::library::LibraryOrder;
use std::rc::Rc;
use web_sys::{Blob, File};
use yew::prelude::*;

/// The choice of a file.
pub(super) fn bring(catalog: &Catalog, hands: &Hands) -> Html {
    html! {
        <section class="bring" aria-labelledby="bring">
            <h2 id="bring">{ "Bring in" }</h2>
            <p class="fine">{ "A crawl that was saved whole (.salticid), to go on with it here; a recording (.warc, .warc.gz), to crawl with no network; or addresses to start from: a list, one a line, or bookmarks that a browser saved as HTML. Choose a file or drop it anywhere on this page." }</p>
            { files::choice("bring-file", "Choose a file", "", taking(catalog, hands)) }
        </section>
    }
}

/// How far the file is that is being read, and the way to leave it; nothing where none is.
pub(crate) fn reading(library: &Library, hands: &Hands) -> Html {
    let Some((name, part)) = &library.reading else {
        return Html::default();
    };
    let label = format!("Reading “{}”", shown(name));
    let order = LibraryOrder::StopImport;
    let onclick = hands.on_say(ToWorker::Library(order));
    html! {
        <div class="reading">
            <p class="fine" id="reading">{ format!("{label}… {}", percent(*part)) }</p>
            <progress max="1" value={part.to_string()} aria-labelledby="reading" />
            <button type="button" class="quiet" {onclick} aria-label={format!("Cancel: {label}")}>{ "Cancel" }</button>
        </div>
    }
}

/// Hands a file to the worker.
pub(crate) fn taking(catalog: &Catalog, hands: &Hands) -> Callback<File> {
    let hands = hands.clone();
    let is_ready = catalog.worker == Worker::Ready;
    Callback::from(move |file: File| {
        let name = file.name();
        if !is_ready {
            let sentence = format!(
                "“{name}” was not read: the crawler is not there yet. Choose it again in a moment."
            );
            return hands.act.emit(Action::Library(Act::Wrong(sentence)));
        }
        hands.act.emit(Action::Library(Act::Bring(name.clone())));
        let file = Blob::from(file);
        hands
            .say
            .emit(ToWorker::Library(LibraryOrder::Import { name, file }));
    })
}

/// Puts what a file had into the form, and goes there: addresses to start from, or a recorded web; asks for the list where a crawl was taken in.
#[hook]
pub(super) fn use_taken(library: &Library, hands: &Hands) {
    let own = hands.clone();
    use_effect_with(library.seeds.clone(), move |seeds| {
        if let Some(seeds) = seeds {
            let seeds = Rc::clone(seeds);
            let change = move |form: &mut Form| {
                form.seeds = seeds.urls.join("\n");
                let complaint = seeds.complaint.clone();
                form.problems
                    .extend(complaint.map(|sentence| problem("seeds", sentence)));
            };
            own.act.emit(Action::Edit("seeds".into(), Box::new(change)));
            own.act.emit(Action::Library(Act::Seeded));
            own.act.emit(Action::Ask);
            own.act.emit(Action::Point("#seeds"));
            go("#/crawl");
        }
    });
    let own = hands.clone();
    use_effect_with(library.web.clone(), move |web| {
        if let Some(web) = web.clone() {
            let change = move |form: &mut Form| form.take_web(&web);
            own.act
                .emit(Action::Edit("source".into(), Box::new(change)));
            // Who trains goes on reading, from this web, and who compares compares on it.
            if !matches!(here(), Place::Train | Place::Compare) {
                own.act.emit(Action::Ask);
                go("#/crawl");
            }
        }
    });
    let say = hands.say.clone();
    use_effect_with(library.taken, move |taken| {
        if *taken > 0 {
            say.emit(ToWorker::Library(LibraryOrder::List));
        }
    });
}
