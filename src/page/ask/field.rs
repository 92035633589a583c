//! A field of the form: label, control, help, and what is wrong with it, tied together for screen readers.

use yew::prelude::*;

/// How a control is tied to its help and its problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ties {
    /// For `aria-describedby`.
    pub(crate) described_by: Option<String>,
    /// For `aria-invalid`.
    pub(crate) invalid: Option<&'static str>,
}

impl Ties {
    /// The ties of a control of this id.
    pub(crate) fn of(id: &str, has_help: bool, problem: Option<&String>) -> Self {
        let mut ids = Vec::new();
        if problem.is_some() {
            ids.push(format!("{id}-problem"));
        }
        if has_help {
            ids.push(format!("{id}-help"));
        }
        Self {
            described_by: (!ids.is_empty()).then(|| ids.join(" ")),
            invalid: problem.map(|_| "true"),
        }
    }
}

/// The sentence beside a field that says what is wrong.
pub(crate) fn problem_line(id: &str, problem: Option<&String>) -> Html {
    match problem {
        Some(message) => html! { <p class="problem" id={format!("{id}-problem")}>{ message }</p> },
        None => Html::default(),
    }
}

/// A number that is typed.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct NumberProps {
    /// The control's id.
    pub(crate) id: String,
    /// Its label.
    pub(crate) label: AttrValue,
    /// What it does.
    pub(crate) help: AttrValue,
    /// Which values it takes, in short.
    #[prop_or_default]
    pub(crate) range: AttrValue,
    /// Only whole numbers.
    pub(crate) whole: bool,
    /// What stands in it.
    pub(crate) value: String,
    /// What is wrong with it.
    pub(crate) problem: Option<String>,
    /// Takes what was typed.
    pub(crate) on: Callback<String>,
}

/// A field for a number: a text, so that what is no number can be told from nothing.
#[component]
pub(crate) fn NumberField(props: &NumberProps) -> Html {
    let ties = Ties::of(&props.id, true, props.problem.as_ref());
    let on = props.on.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let input = event.target_unchecked_into::<web_sys::HtmlInputElement>();
        on.emit(input.value());
    });
    html! {
        <div class="field number">
            <label for={props.id.clone()}>{ &props.label }</label>
            <input id={props.id.clone()} type="text" autocomplete="off"
                inputmode={if props.whole { "numeric" } else { "decimal" }}
                value={props.value.clone()} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line(&props.id, props.problem.as_ref()) }
            <p class="help" id={format!("{}-help", props.id)}>
                { &props.help }
                if !props.range.is_empty() { <span class="range">{ " " }{ &props.range }</span> }
            </p>
        </div>
    }
}
