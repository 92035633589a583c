//! A field of the form: label, control, help, and what is wrong with it, tied together for screen readers.

use yew::prelude::*;

/// How a control is tied to its help and its problem.
pub(super) struct Ties {
    /// For `aria-describedby`.
    pub(super) described_by: Option<String>,
    /// For `aria-invalid`.
    pub(super) invalid: Option<&'static str>,
}

impl Ties {
    /// The ties of a control of this id, with or without help.
    pub(super) fn of(id: &str, has_help: bool, problem: Option<&String>) -> Self {
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

/// The sentence beside a field that says what is wrong.
pub(super) fn problem_line(id: &str, problem: Option<&String>) -> Html {
    match problem {
        Some(message) => {
            let lines = message.lines().map(|line| html! { <span>{ line }</span> });
            html! { <p class="problem" id={format!("{id}-problem")}>{ for lines }</p> }
        }
        None => Html::default(),
    }
}

/// A field for a number.
pub(super) struct NumberField<'a> {
    /// The control's id.
    pub(super) id: String,
    /// Its label.
    pub(super) label: &'a str,
    /// What it does.
    pub(super) help: &'a str,
    /// Least and largest value, in words.
    pub(super) range: String,
    /// Only whole numbers.
    pub(super) whole: bool,
    /// What stands in it.
    pub(super) value: String,
    /// What is wrong with it.
    pub(super) problem: Option<String>,
    /// Takes what was typed.
    pub(super) oninput: Callback<InputEvent>,
}

impl NumberField<'_> {
    /// Draws it: a text, so that what is no number can be told from nothing.
    pub(super) fn draw(&self) -> Html {
        let ties = Ties::of(&self.id, true, self.problem.as_ref());
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

/// A box to check, with a sentence about it.
pub(super) fn check_box(
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

/// A menu: names with titles, and which one is chosen.
pub(super) fn menu<'a>(
    id: &str,
    ties: Ties,
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
