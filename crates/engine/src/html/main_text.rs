//! Finds the main text of a page: the blocks that are not navigation, lists of links, or other boilerplate.
//!
//! A block is a line of the text. Whether it belongs to the main text depends on its number of words, on the share of them within links, and on
//! both figures of the blocks before and after it. Two neighboring CJK characters count as a word.
//!
//! Not covered: links that are not among a document's links, such as those to the page itself or to an e-mail address. They count as text.
//!
//! Source: Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features", WSDM 2010, §4.2, the decision tree of the
//! number of words.

use super::document::Document;
use crate::text::words;

/// The words of a block.
#[derive(Clone, Copy, Default)]
struct Block {
    words: u32,
    linked: u32,
}

impl Block {
    /// Returns the share of words within links; 0 for a block without words.
    fn link_density(self) -> f64 {
        f64::from(self.linked) / f64::from(self.words.max(1))
    }
}

/// Returns true if a block belongs to the main text.
fn is_main(previous: Block, block: Block, next: Block) -> bool {
    if block.link_density() > 1.0 / 3.0 {
        false
    } else if previous.link_density() > 5.0 / 9.0 {
        block.words > 40 || next.words > 17
    } else {
        block.words > 16 || next.words > 15 || previous.words > 4
    }
}

impl Document {
    /// Returns the main text of the page: the blocks of the text that are not navigation, lists of links or other boilerplate, separated by
    /// `\n`; empty if there are none. Source: Kohlschütter, Fankhauser and Nejdl 2010.
    pub fn main_text(&self) -> String {
        let mut spans = self.links.iter().map(|link| link.span).peekable();
        let lines: Vec<&str> = self.body.split('\n').collect();
        let mut start = 0;
        let count = |line: &&str| {
            let mut block = Block::default();
            words(line, |word| {
                let at = crate::count(start + word.start);
                while spans.next_if(|(_, end)| *end <= at).is_some() {}
                block.words += 1;
                block.linked += u32::from(spans.peek().is_some_and(|(start, _)| *start <= at));
            });
            start += line.len() + 1;
            block
        };
        let blocks: Vec<Block> = lines.iter().map(count).collect();
        let at = |index: Option<usize>| {
            let block = index.and_then(|index| blocks.get(index));
            block.copied().unwrap_or_default()
        };
        let main = lines.iter().enumerate().filter(|(index, _)| {
            let (previous, next) = (index.checked_sub(1), index.checked_add(1));
            is_main(at(previous), blocks[*index], at(next))
        });
        main.map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use crate::html::EncodingRs;
    use types::url::CanonicalUrl;

    fn main_of(html: &str) -> String {
        let url = CanonicalUrl::parse("http://a.test/").unwrap();
        read(html.as_bytes(), None, &url, &EncodingRs).main_text()
    }

    const TEXT: &str =
        "Jumping spiders hunt by day and see better than any other spider, and many of them wave their legs to court.";

    #[test]
    fn navigation_and_lists_of_links_are_left_out() {
        let html = format!(
            "<ul><li><a href=/home>Home and news</a><li><a href=/about>About us</a></ul><h1>Jumping spiders</h1><p>{TEXT}</p>
             <p><a href=/1>One</a> <a href=/2>Two</a> and <a href=/3>three more pages</a></p><p>Copyright.</p>"
        );
        assert_eq!(main_of(&html), format!("Jumping spiders\n{TEXT}"));
    }

    #[test]
    fn short_blocks_belong_to_the_text_around_them() {
        let html = format!("<p>{TEXT}</p><p>So they dance.</p><p>{TEXT}</p>");
        assert_eq!(main_of(&html), format!("{TEXT}\nSo they dance.\n{TEXT}"));
    }

    #[test]
    fn a_block_after_links_needs_more_words() {
        let links = "<p><a href=/1>Some other pages of interest</a></p>";
        assert_eq!(main_of(&format!("{links}<p>{TEXT}</p>")), "");
        let long = format!("{TEXT} {TEXT}");
        assert_eq!(main_of(&format!("{links}<p>{long}</p>")), long);
    }

    #[test]
    fn a_text_with_some_links_is_kept_and_an_empty_page_has_none() {
        let html = format!("<p>{TEXT} See <a href=/portia>Portia</a>.</p>");
        assert_eq!(main_of(&html), format!("{TEXT} See Portia."));
        assert_eq!(main_of(""), "");
        assert_eq!(main_of("<a href=/1>Only links</a>"), "");
    }
}
