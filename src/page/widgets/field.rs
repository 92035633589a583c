//! Renders a field of a form: label, control, help and problem, connected for screen readers.

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
        Self {
            described_by,
            invalid: problem.map(|_| "true"),
        }
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

/// A field for a number.
pub(crate) struct NumberField<'a> {
    pub(crate) id: String,
    /// Its label.
    pub(crate) label: &'a str,
    /// The help text.
    pub(crate) help: &'a str,
    /// The least and the largest value, as a text.
    pub(crate) range: String,
    /// Only whole numbers.
    pub(crate) whole: bool,
    /// The text.
    pub(crate) value: String,
    /// Its problem.
    pub(crate) problem: Option<String>,
    /// Called with the typed text.
    pub(crate) oninput: Callback<InputEvent>,
}

impl NumberField<'_> {
    /// Renders the field as a text field, so that an invalid number differs from an empty field.
    pub(crate) fn draw(&self) -> Html {
        let ties = AriaLinks::of(&self.id, true, self.problem.as_ref());
        html! {
            <div class="field number">
                <label for={self.id.clone()}>{ self.label }</label>
                <input id={self.id.clone()} type="text" autocomplete="off"
                    inputmode={if self.whole { "numeric" } else { "decimal" }}
                    value={self.value.clone()} oninput={self.oninput.clone()}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                { problem_line(&self.id, self.problem.as_ref()) }
                <p class="help" id={format!("{}-help", self.id)}>{ self.help }{ " " }<span class="range">{ &self.range }</span></p>
            </div>
        }
    }
}

/// A field for a text.
pub(crate) struct TextField<'a> {
    pub(crate) id: String,
    /// Its label.
    pub(crate) label: &'a str,
    /// The help text.
    pub(crate) help: &'a str,
    /// The text.
    pub(crate) value: String,
    /// Its problem.
    pub(crate) problem: Option<String>,
    /// Called with the typed text.
    pub(crate) oninput: Callback<InputEvent>,
}

impl TextField<'_> {
    /// Renders the field.
    pub(crate) fn draw(&self) -> Html {
        let ties = AriaLinks::of(&self.id, true, self.problem.as_ref());
        html! {
            <div class="field">
                <label for={self.id.clone()}>{ self.label }</label>
                <input id={self.id.clone()} type="text" autocomplete="off" spellcheck="false"
                    value={self.value.clone()} oninput={self.oninput.clone()}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                { problem_line(&self.id, self.problem.as_ref()) }
                <p class="help" id={format!("{}-help", self.id)}>{ self.help }</p>
            </div>
        }
    }
}

/// Renders a check box with its label.
pub(crate) fn check_box(
    id: &str,
    label: &str,
    help: &str,
    checked: bool,
    oninput: Callback<InputEvent>,
) -> Html {
    let help_id = (!help.is_empty()).then(|| format!("{id}-help"));
    html! {
        <div class="field">
            <label class="check"><input id={id.to_owned()} type="checkbox" {checked} {oninput} aria-describedby={help_id.clone()} />{ label }</label>
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
