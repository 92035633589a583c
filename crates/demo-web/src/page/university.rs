//! Generates the text of a university's pages above its papers. It does not name any topic.

use crate::plan::{PageKind, Plan};
use crate::rng::{Purpose, Rng};
use crate::text::capitalized;

static WEEKDAYS: [&str; 4] = ["Monday", "Tuesday", "Wednesday", "Thursday"];

/// Returns the paragraphs of a university's home page, of a department or of a person.
pub(super) fn paragraphs(plan: &Plan, index: usize) -> [String; 3] {
    let page = &plan.pages[index];
    let (name, university) = (&*page.title, page.site().title);
    let mut rng = plan.rng(index, Purpose::UniversityText);
    match page.kind {
        PageKind::Home => home(university, &mut rng),
        PageKind::Department => department(name, university, &mut rng),
        _ => person(name, &plan.pages[page.parent].title, university, &mut rng),
    }
}

fn home(university: &str, rng: &mut Rng) -> [String; 3] {
    [
        format!("{university} was founded in {} and is home to four departments, a library and some {} students.", rng.between(1790, 1960), rng.between(3, 19) * 1000),
        "Our departments teach and study in small groups. Each department introduces its people, and its people introduce their work.".to_owned(),
        "The academic year begins in October. Visitors are welcome in the reading room and at the public lectures on Thursdays.".to_owned(),
    ]
}

fn department(name: &str, university: &str, rng: &mut Rng) -> [String; 3] {
    [
        format!(
            "The {name} is one of the four departments of {university}. Its staff offer courses for undergraduate and graduate students."
        ),
        format!(
            "Members of the department are listed below with links to their personal pages. The secretary's office, room {}, can be reached in the morning.",
            rng.between(100, 420)
        ),
        "The department seminar meets every second Tuesday. Theses are supervised by all members of the faculty."
            .to_owned(),
    ]
}

fn person(name: &str, department: &str, university: &str, rng: &mut Rng) -> [String; 3] {
    [
        format!("{name} is a member of the {department} at {university}. Office hours: {}, room {}.", WEEKDAYS[rng.below(4)], rng.between(100, 420)),
        format!("{} teaches undergraduate and graduate courses, serves on the library committee, and has been with the faculty since {}.", capitalized(name), rng.between(1978, 2012)),
        "Publications, lecture notes and course material are collected here for students and colleagues. Earlier papers are available on request from the secretary.".to_owned(),
    ]
}
