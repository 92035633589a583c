//! Renders a field of a form: label, control, help and problem, connected for screen readers.

use page_state::digits::grouped;
use yew::prelude::*;

/// Connects a control to its help and its problem for screen readers.
pub(crate) struct AriaLinks {
    /// The value of `aria-describedby`.
    pub(crate) described_by: Option<String>,
    /// The value of `aria-invalid`.
    pub(crate) invalid: Option<&'static str>,
}

impl AriaLinks {
    /// Returns the links of the control with this id, with or without help.
    pub(crate) fn of(id: &str, has_help: bool, problem: Option<&String>) -> Self {
        let described_by = match (problem, has_help) {
            (Some(_), true) => Some(format!("{id}-problem {id}-help")),
            (Some(_), false) => Some(format!("{id}-problem")),
            (None, true) => Some(format!("{id}-help")),
            (None, false) => None,
        };
        Self { described_by, invalid: problem.map(|_| "true") }
    }
}

/// Renders the problem beside a field.
pub(crate) fn problem_line(id: &str, problem: Option<&String>) -> Html {
    match problem {
        Some(message) => {
            let lines = message.lines().map(|line| html! { <span>{ line }</span> });
            html! { <p class="problem" id={format!("{id}-problem")}>{ for lines }</p> }
        }
        None => Html::default(),
    }
}

/// Renders the details of a help text, folded.
pub(crate) fn learn_more(details: impl Into<Html>) -> Html {
    html! { <details class="how fine"><summary>{ "Learn more" }</summary>{ details.into() }</details> }
}

/// A field of a form without its control.
pub(crate) struct Field<'a> {
    /// The id of the control.
    pub(crate) id: &'a str,
    pub(crate) label: &'a str,
    /// The help text; may be empty.
    pub(crate) help: &'a str,
    pub(crate) problem: Option<String>,
}

impl Field<'_> {
    /// Renders the field around its control.
    pub(crate) fn draw(&self, control: impl FnOnce(AriaLinks) -> Html) -> Html {
        self.labeled("field", Html::default(), control)
    }

    /// Renders the field with an input for a text.
    pub(crate) fn text(&self, value: String, oninput: Callback<InputEvent>) -> Html {
        let id = self.id.to_owned();
        self.draw(|ties| {
            html! {
                <input {id} type="text" autocomplete="off" spellcheck="false" {value} {oninput}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            }
        })
    }

    /// Renders the field with an input for a number within a range. It is a text input, so that an invalid number
    /// differs from an empty field.
    pub(crate) fn number(
        &self,
        (min, max): (f64, f64),
        whole: bool,
        value: String,
        oninput: Callback<InputEvent>,
    ) -> Html {
        let id = self.id.to_owned();
        let range = format!("{} to {}.", grouped(min), grouped(max));
        let range = html! { <>{ " " }<span class="range">{ range }</span></> };
        self.labeled("field number", range, |ties| {
            html! {
                <input {id} type="text" autocomplete="off" inputmode={if whole { "numeric" } else { "decimal" }} {value}
                    {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            }
        })
    }

    /// Renders label, control, problem and help.
    fn labeled(&self, class: &'static str, range: Html, control: impl FnOnce(AriaLinks) -> Html) -> Html {
        let has_help = !self.help.is_empty() || range != Html::default();
        let id = self.id.to_owned();
        let ties = AriaLinks::of(&id, has_help, self.problem.as_ref());
        html! {
            <div {class}>
                <label for={id.clone()}>{ self.label }</label>
                { control(ties) }
                { problem_line(&id, self.problem.as_ref()) }
                if has_help { <p class="help" id={format!("{id}-help")}>{ self.help }{ range }</p> }
            </div>
        }
    }
}

/// Renders a check box with its label.
pub(crate) fn check_box(id: &str, label: &str, help: &str, checked: bool, oninput: Callback<InputEvent>) -> Html {
    let help_id = (!help.is_empty()).then(|| format!("{id}-help"));
    html! {
        <div class="field">
            <label class="check">
                <input id={id.to_owned()} type="checkbox" {checked} {oninput} aria-describedby={help_id.clone()} />
                { label }
            </label>
            if help_id.is_some() { <p class="help" id={help_id}>{ help }</p> }
        </div>
    }
}

/// Renders a menu of names with titles, with the selected one.
pub(crate) fn menu<'a>(
    id: &str,
    ties: AriaLinks,
    options: impl Iterator<Item = (&'a str, &'a str)>,
    chosen: &str,
    oninput: Callback<InputEvent>,
) -> Html {
    let option = |(name, title): (&str, &str)| {
        html! { <option value={name.to_owned()} selected={name == chosen}>{ title }</option> }
    };
    html! {
        <select id={id.to_owned()} {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid}>
            { for options.map(option) }
        </select>
    }
}
