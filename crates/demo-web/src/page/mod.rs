//! Renders planned pages as HTML and encodes them.

mod charset;
mod content;
mod html;
mod injections;
mod layout;
mod malformed;
mod university;
mod updates;

pub(crate) use charset::encode;
pub(crate) use content::content;
pub(crate) use html::{element, escape, simple_document};
pub(crate) use layout::document;
pub(crate) use updates::news;

#[cfg(test)]
mod tests {
    use super::{document, encode};
    use crate::plan::{Charset, Plan};

    #[test]
    fn every_character_of_a_page_exists_in_its_charset() {
        let plan = Plan::generate(crate::DemoWebSpec::default());
        let question_marks = |bytes: &[u8]| bytes.split(|&byte| byte == b'?').count();
        let mut checked = 0;
        for (index, page) in plan.pages.iter().enumerate() {
            let charset = page.site().charset;
            if charset == Charset::Utf8 {
                continue;
            }
            let document = document(&plan, index, 2);
            assert_eq!(
                question_marks(&encode(charset, document.clone())),
                question_marks(document.as_bytes()),
                "{}",
                page.url()
            );
            checked += 1;
        }
        assert!(checked > 90, "{checked} pages");
    }
}
