//! Plans universities: home page, departments, people, papers. No page above a paper names the paper's subject.
//!
//! This models the mathematics department of Pant §3.4: text similarity alone gives a crawler no reason to enter, but a crawler trained on
//! trails does. The pages above the papers are similar in all universities.

use super::PageKind;
use super::builder::{NewPage, PlanBuilder, slug};
use super::hosts::{HOSTS, UrlStyle};
use crate::text::{Language, SUBJECTS, person_name, subject_index};

/// Department of each topic. None of the names reveals the topic.
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

static OFFICES: [&str; 4] = ["Admissions", "The library", "News and dates", "Student services"];

/// Members of a department; the first three write about its subject, the others about studying.
const MEMBERS: usize = 5;

/// Articles of an office.
const OFFICE_ARTICLES: usize = 8;

/// Plans a university.
pub(super) fn plan_university(builder: &mut PlanBuilder, host: usize) {
    let home = builder.add_home(host, None);
    builder.add_about(home, "About this site");
    let study = subject_index("study");
    for subject in HOSTS[host].subjects() {
        let department = add_titled(builder, home, PageKind::Department, department(subject), None);
        for member in 0..MEMBERS {
            let subject = study.filter(|_| member >= 3).unwrap_or(subject);
            add_member(builder, department, subject);
        }
    }
    for office in OFFICES {
        let office = add_titled(builder, home, PageKind::Section, office, study);
        for number in 0..OFFICE_ARTICLES {
            builder.add_text(office, PageKind::Article, study.unwrap_or(0), number % 2);
        }
    }
}

/// Adds a page whose path is its title.
fn add_titled(builder: &mut PlanBuilder, home: usize, kind: PageKind, title: &str, subject: Option<usize>) -> usize {
    let page = NewPage { kind, title, path: format!("/{}/", slug(title)), subject, subtopic: 0 };
    builder.add_page(home, page)
}

fn department(subject: usize) -> &'static str {
    let id = SUBJECTS[subject].id;
    DEPARTMENTS.iter().find(|(topic, _)| *topic == id).map_or("Department of Letters", |(_, name)| name)
}

/// Adds a member of a department with three to six papers.
fn add_member(builder: &mut PlanBuilder, department: usize, subject: usize) {
    let name = person_name(Language::English, &mut builder.rng);
    let host = builder.pages[department].host;
    let person = NewPage {
        kind: PageKind::Person,
        title: &name,
        path: match HOSTS[host].url_style {
            UrlStyle::Html => format!("/~{}/", slug(&name)),
            _ => format!("/people/{}/", slug(&name)),
        },
        subject: None,
        subtopic: 0,
    };
    let person = builder.add_page(department, person);
    let subtopics = SUBJECTS[subject].subtopics.len();
    let (papers, first) = (builder.rng.between(3, 6), builder.rng.below(subtopics));
    for number in 0..papers {
        let subtopic = (first + number / 3) % subtopics;
        builder.add_text(person, PageKind::Paper, subject, subtopic);
    }
}
