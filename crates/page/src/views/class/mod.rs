//! Renders the view for a class: two strategies crawl the demo web beside each other, in large type.

mod side;

use crate::dom::fullscreen;
use crate::dom::tab::full_address;
use crate::views::ScreenProps;
use crate::views::crawl::pace;
use crate::views::parts::params::control;
use crate::views::prelude::*;
use crate::widgets;
use crate::widgets::buttons;
use page_state::class::{ClassAction, ClassRun, ClassState, PACES, Picture, SIDES, suggestions};
use protocol::pace::Pace;
use side::Side;
use types::plan::{PAGES, Plan};

/// The labels of the menus of strategies.
const LABELS: [&str; 2] = ["Left strategy", "Right strategy"];

/// Renders the view.
#[component]
pub(crate) fn ClassPage(props: &ScreenProps) -> Html {
    let ScreenProps { state, dispatch, .. } = props;
    let (class, catalog) = (&state.class, &state.catalog);
    use_effect_with((), |()| focus("#class"));
    use_focus_on_problem(class);
    let is_full = fullscreen::use_fullscreen();
    html! {
        <section id="class-view" class="class-view" aria-labelledby="class">
            // The style sheet is only downloaded for this view.
            <link rel="stylesheet" href={style_sheet("class")} />
            <header class="class-head">
                <h1 id="class" tabindex="-1">{ heading(class) }</h1>
                { controls(class, catalog, is_full, dispatch) }
            </header>
            <p class="fine" role="status">{ class.notice }</p>
            { settings(state, dispatch) }
            <p id="class-verdict" class="class-verdict" role="status">{ class.verdict(catalog) }</p>
            if class.is_under_way() {
                <div class="class-sides">
                    for at in 0..SIDES.len() {
                        <Side {at} state={state.clone()} dispatch={dispatch.clone()} />
                    }
                </div>
            }
        </section>
    }
}

/// Moves the focus to the first invalid field when problems appear.
#[hook]
fn use_focus_on_problem(class: &ClassState) {
    use_effect_with(class.form.problems.clone(), |problems| {
        if !problems.is_empty() {
            focus(".class-settings [aria-invalid=true], .class-settings [data-wrong]");
        }
    });
}

/// Returns the query, or the title of the view before the start.
fn heading(class: &ClassState) -> String {
    let request = class.sides.iter().find_map(|side| side.request.as_ref());
    request.map_or_else(|| "Two strategies side by side".to_owned(), StartRequest::title)
}

/// Renders the buttons, the pace and the choice of the picture.
fn controls(class: &ClassState, catalog: &Catalog, is_full: bool, dispatch: &Dispatch) -> Html {
    let on = |action: fn() -> ClassAction| dispatch.on::<MouseEvent>(move || vec![Action::Class(action())]);
    let start = if class.is_under_way() { "Start again" } else { "Start crawls" };
    let address = full_address(&class.address());
    let copy = dispatch.on(move || vec![Action::perform(Effect::Copy(address.clone()))]);
    let picture = |picture: Picture| {
        let onclick = dispatch.on(move || vec![ClassAction::edit(move |class| class.picture = picture)]);
        (picture.title(), class.picture == picture, onclick)
    };
    html! {
        <div class="controls">
            if class.is_under_way() && !class.is_over() {
                if class.run == ClassRun::Paused {
                    <button type="button" class="main" onclick={on(|| ClassAction::Pause(false))}>{ "Resume" }</button>
                } else {
                    <button type="button" onclick={on(|| ClassAction::Pause(true))}>{ "Pause" }</button>
                }
            }
            <button id="class-start" type="button" class={(!class.is_under_way()).then_some("main")}
                disabled={catalog.worker != Worker::Ready || class.run == ClassRun::Wanted}
                onclick={on(|| ClassAction::Start)}>
                { start }
            </button>
            { pace_slider(class, dispatch) }
            { buttons::switch("Picture", Picture::ALL.map(picture)) }
            <button type="button" onclick={copy}>{ "Copy link" }</button>
            if fullscreen::is_available() {
                <button type="button" onclick={|_| fullscreen::toggle("#class-view")}>
                    { if is_full { "Exit full screen" } else { "Full screen" } }
                </button>
            }
        </div>
    }
}

/// Renders the pace of both crawls.
fn pace_slider(class: &ClassState, dispatch: &Dispatch) -> Html {
    let actions = dispatch.actions.clone();
    let choose = Callback::from(move |pace: Pace| actions.emit(ClassAction::edit(move |class| class.pace = pace)));
    pace::range(&PACES, class.pace, pace::texts(class.pace), choose)
}

/// Renders the settings, which are folded while the crawls run.
fn settings(state: &State, dispatch: &Dispatch) -> Html {
    let State { class, catalog, .. } = state;
    let form = &class.form;
    let edit = |put: fn(&mut ClassState, String)| {
        dispatch.on_text(move |text| ClassAction::edit(move |class| put(class, text)))
    };
    let pages = control(
        "class-pages",
        &PAGES.info(&Plan::default()),
        form.setting(&PAGES, catalog),
        form.problem(PAGES.name),
        edit(|class, text| class.form.set(&PAGES, text)),
    );
    html! {
        <details class="class-settings" open={!class.is_under_way()}>
            <summary>{ "Settings" }</summary>
            <div class="class-fields">
                { topic(form, state, edit(|class, text| {
                    class.form.query.text = text;
                    class.form.query.is_touched = true;
                    class.form.scope.seeds.clear();
                })) }
                for (at, label) in LABELS.into_iter().enumerate() {
                    { strategy(at, label, class, catalog, dispatch) }
                }
                { pages }
            </div>
            { other_problems(form) }
            <p class="fine">
                { "Both crawl the demo web from the same seeds, and neither is ahead by more than a page. " }
                { "Both crawls are saved in the Library; leaving this page stops them." }
            </p>
        </details>
    }
}

/// Renders the field of the topic, which suggests those of the demo web and of its crawls in the Library.
fn topic(form: &Form, state: &State, oninput: Callback<InputEvent>) -> Html {
    let is_unknown = form.is_unknown_to_demo_web(&state.catalog);
    let help = if is_unknown { "None of the demo web’s topics has these words. Choose a suggested one." } else { "" };
    let suggestions = suggestions(&state.catalog, &state.library);
    let option = |(query, label): (&str, &str)| {
        html! { <option value={query.to_owned()} label={label.to_owned()} /> }
    };
    Field { id: "class-query", label: "Topic", help, problem: form.problem("query") }.draw(|ties| {
        html! {
            <>
                <input id="class-query" type="text" list="class-topics" autocomplete="off"
                    value={form.query.text.clone()} {oninput} aria-describedby={ties.described_by}
                    aria-invalid={ties.invalid} />
                <datalist id="class-topics">{ for suggestions.into_iter().map(option) }</datalist>
            </>
        }
    })
}

/// Renders the menu of the strategies for a side; those that need training are omitted.
fn strategy(at: usize, label: &str, class: &ClassState, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let id = format!("class-{}", SIDES[at]);
    let infos = catalog.strategies.iter().filter(|info| !info.needs.training());
    let options = infos.map(|info| (info.id.as_str(), info.title.as_str()));
    let oninput = dispatch.on_text(move |text| ClassAction::edit(move |class| class.strategies[at] = text));
    let chosen = catalog.strategy(&class.strategies[at]);
    let changed = chosen.map(|info| class.form.strategy.changed_settings(&info.id, &info.params)).unwrap_or_default();
    Field { id: &id, label, help: &changed, problem: class.form.problem(SIDES[at]) }
        .draw(|ties| menu(&id, ties, options, &class.strategies[at], oninput))
}

/// Renders the problems that belong to no field.
fn other_problems(form: &Form) -> Html {
    let is_shown = |field: &str| field == "query" || field == PAGES.name || SIDES.contains(&field);
    widgets::other_problems(&form.problems, is_shown)
}
