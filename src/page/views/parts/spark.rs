//! Renders the files and commands with which a crawl runs on Apache Spark.

use crate::page::views::prelude::*;
use crate::protocol::library::{CrawlFile, SparkFiles};

/// Renders the section for an open crawl.
pub(crate) fn section(id: &str, library: &Library, dispatch: &Dispatch) -> Html {
    let ready = library.exports.spark.as_ref().filter(|(crawl, _)| crawl == id);
    let title = if ready.is_none() { "Show commands" } else { "Update commands" };
    let onclick = dispatch.on_send(ToWorker::Library(LibraryRequest::Spark(id.to_owned())));
    html! {
        <section class="spark" aria-labelledby="run-on-spark">
            <h3 id="run-on-spark">{ "Run on Spark" }</h3>
            <p class="fine">{ "Crawl more pages with the same plan, on one machine or a cluster, with the Python package." }</p>
            // The button stays, because it has the focus.
            <button type="button" {onclick}>{ title }</button>
            {
                match ready {
                    Some((_, Ok(files))) => steps(files, dispatch),
                    Some((_, Err(reason))) => html! {
                        <p class="problem" role="alert">{ format!("This crawl cannot run on Spark: {}", sentence(&clean(reason))) }</p>
                    },
                    None => Html::default(),
                }
            }
        </section>
    }
}

fn steps(files: &SparkFiles, dispatch: &Dispatch) -> Html {
    let [crawl, export] = &files.commands;
    html! {
        <ol class="spark-steps">
            <li>
                { "Save the files." }
                <p class="spark-files">
                    { save("Save plan", &files.plan, dispatch) }
                    if let Some(model) = &files.model { { save("Save model", model, dispatch) } }
                </p>
            </li>
            <li>{ "Crawl. Add " }<code>{ "--pages" }</code>{ " for more pages." }{ command("crawl command", crawl, dispatch) }</li>
            <li>{ "Write the results, then import the file in the Library." }{ command("export command", export, dispatch) }</li>
        </ol>
    }
}

fn save(title: &'static str, file: &CrawlFile, dispatch: &Dispatch) -> Html {
    let effect = Effect::save(&file.name, &file.file);
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Perform(Box::new(effect.clone()))]);
    html! { <button type="button" {onclick} title={file.name.clone()}>{ title }</button> }
}

fn command(name: &'static str, text: &str, dispatch: &Dispatch) -> Html {
    let copy = Effect::Copy(text.to_owned());
    let onclick = dispatch.on::<MouseEvent>(move || vec![Action::Perform(Box::new(copy.clone()))]);
    html! {
        <>
            <code class="command">{ for text.split_inclusive(' ').map(|word| html! { <span>{ word }</span> }) }</code>
            <button type="button" class="quiet" {onclick} aria-label={format!("Copy {name}")}>{ "Copy" }</button>
        </>
    }
}
