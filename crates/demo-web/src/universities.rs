//! Universities: home page, departments, people, papers. Nothing above a paper names what it is about.
//!
//! This is Pant's case of the mathematics department (Pant §3.4): a crawler that goes by words alone sees no
//! reason to enter, one that has learned the way does. The pages on the way look alike from one university to the next.

use crate::draft::{Draft, slug};
use crate::hosts::{HOSTS, Style};
use crate::plan::{Kind, Page, Plan};
use crate::prose::{capital, person};
use crate::sites::subjects;
use crate::tongues::Tongue;
use crate::topics::{SUBJECTS, position};

/// Which department works on a subject. None of the names gives the subject away.
static DEPARTMENTS: [(&str, &str); 13] = [
    ("linux", "Department of Computing"),
    ("java-programming", "Department of Informatics"),
    ("robotics", "Department of Engineering"),
    ("asthma", "Department of Medicine"),
    ("dengue-fever", "Department of Public Health"),
    ("first-aid", "Department of Nursing"),
    ("astronomy", "Department of Physics"),
    ("cheese-making", "Department of Agriculture"),
    ("bread-baking", "Department of Nutrition"),
    ("bird-watching", "Department of Biology"),
    ("jazz", "Department of Music"),
    ("sailing", "Department of Sport"),
    ("chess", "Department of Mathematics"),
];

static OFFICES: [&str; 4] = [
    "Admissions",
    "The library",
    "News and dates",
    "Student services",
];

/// Plans a university.
pub(crate) fn lay_out(draft: &mut Draft, host: usize) {
    let home = draft.home(host, None);
    draft.named(
        home,
        Kind::About,
        "About this site",
        "/about.html".to_owned(),
        (None, 0),
    );
    let study = position("study");
    for subject in subjects(&HOSTS[host]) {
        let name = department(subject);
        let path = format!("/{}/", slug(name));
        let at = draft.named(home, Kind::Department, name, path, (None, 0));
        for member in 0..5 {
            let subject = if member < 3 {
                subject
            } else {
                study.unwrap_or(subject)
            };
            staff(draft, at, subject);
        }
    }
    for office in OFFICES {
        let path = format!("/{}/", slug(office));
        let at = draft.named(home, Kind::Section, office, path, (study, 0));
        for number in 0..8 {
            draft.article(at, Kind::Article, study.unwrap_or(0), number % 2);
        }
    }
}

fn department(subject: usize) -> &'static str {
    let id = SUBJECTS[subject].id;
    DEPARTMENTS
        .iter()
        .find(|(of, _)| *of == id)
        .map_or("Department of Letters", |(_, name)| name)
}

fn staff(draft: &mut Draft, department: usize, subject: usize) {
    let name = person(Tongue::English, &mut draft.rng);
    let host = draft.pages[department].host;
    let path = match HOSTS[host].style {
        Style::Html => format!("/~{}/", slug(&name)),
        _ => format!("/people/{}/", slug(&name)),
    };
    let at = draft.named(department, Kind::Person, &name, path, (None, 0));
    let parts = SUBJECTS[subject].parts.len();
    let (papers, first) = (draft.rng.between(3, 6), draft.rng.below(parts));
    for number in 0..papers {
        draft.article(at, Kind::Paper, subject, (first + number / 3) % parts);
    }
}

/// The anchor that an author gives to one of the papers.
pub(crate) fn paper_anchor(number: usize, serial: usize) -> String {
    let word = ["Working paper", "Lecture notes", "Draft", "Handout", "Talk"][serial % 5];
    format!("{word} {}", number + 1)
}

/// The paragraphs of a page on the way to the papers.
pub(crate) fn paragraphs(plan: &Plan, at: usize, page: &Page) -> Vec<String> {
    let mut rng = plan.rng(at, 7);
    let school = page.site().title;
    let above = &plan.pages[page.parent].title;
    let name = &page.title;
    let lines: Vec<String> = match page.kind {
        Kind::Home => vec![
            format!("{school} was founded in {} and is home to four departments, a library and some {} students.", rng.between(1790, 1960), rng.between(3, 19) * 1000),
            "Our departments teach and study in small groups. Each department introduces its people, and its people introduce their work.".to_owned(),
            "The academic year begins in October. Visitors are welcome in the reading room and at the public lectures on Thursdays.".to_owned(),
        ],
        Kind::Department => vec![
            format!("The {name} is one of the four departments of {school}. Its staff offer courses for undergraduate and graduate students."),
            format!("Members of the department are listed below with links to their personal pages. The secretary's office, room {}, can be reached in the morning.", rng.between(100, 420)),
            "The department seminar meets every second Tuesday. Theses are supervised by all members of the faculty.".to_owned(),
        ],
        _ => vec![
            format!("{name} is a member of the {above} at {school}. Office hours: {}, room {}.", ["Monday", "Tuesday", "Wednesday", "Thursday"][rng.below(4)], rng.between(100, 420)),
            format!("{} teaches undergraduate and graduate courses, serves on the library committee, and has been with the faculty since {}.", capital(name), rng.between(1978, 2012)),
            "Publications, lecture notes and course material are collected here for students and colleagues. Earlier papers are available on request from the secretary.".to_owned(),
        ],
    };
    lines
}
