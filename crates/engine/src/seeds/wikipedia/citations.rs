//! Reads the external links and citations in the wikitext of an article, each with its text.
//!
//! A link has a label (`[https://… label]`); a citation is a template with a `url` and a title, under names that differ
//! between languages, so that all its texts are taken. Other URLs have the text of their line. Not covered: templates
//! that contain no URL, such as those for DOIs.
//!
//! Source: MediaWiki, Help:Links ("External links"); Help:Templates; the headings of the section "External links" in
//! the larger Wikipedias.

/// Maximum number of citations read of an article, outside of its external links and among them.
const MOST: usize = 300;
/// Maximum number of bytes of a citation, before its URL and after it.
const AROUND: usize = 600;

/// The headings of the section in lower case.
const HEADINGS: [&str; 40] = [
    "external links",
    "weblinks",
    "liens externes",
    "lien externe",
    "enlaces externos",
    "collegamenti esterni",
    "ligações externas",
    "externe links",
    "ссылки",
    "посилання",
    "linki zewnętrzne",
    "外部リンク",
    "外部链接",
    "外部連結",
    "외부 링크",
    "externa länkar",
    "eksterne lenker",
    "eksterne henvisninger",
    "aiheesta muualla",
    "externí odkazy",
    "externé odkazy",
    "legături externe",
    "külső hivatkozások",
    "további információk",
    "dış bağlantılar",
    "وصلات خارجية",
    "روابط خارجية",
    "پیوند به بیرون",
    "קישורים חיצוניים",
    "pranala luar",
    "liên kết ngoài",
    "enllaços externs",
    "εξωτερικοί σύνδεσμοι",
    "външни препратки",
    "спољашње везе",
    "vanjske poveznice",
    "बाहरी कड़ियाँ",
    "แหล่งข้อมูลอื่น",
    "kanpo estekak",
    "ligazóns externas",
];

/// The beginnings of the names of the parameter with a citation's title, in lower case.
const TITLES: [&str; 14] = [
    "titel",
    "title",
    "titre",
    "titol",
    "tít",
    "tytu",
    "заглав",
    "назва",
    "başlık",
    "标题",
    "標題",
    "タイトル",
    "제목",
    "عنوان",
];

/// A page that an article links to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Citation {
    /// Its URL, as written.
    pub(super) url: String,
    /// The text about it, without markup.
    pub(super) text: String,
    /// Its title or label; empty if there is none.
    pub(super) title: String,
    /// True in the section "External links".
    pub(super) is_external_link: bool,
}

/// Returns the citations of an article, in order. Takes linear time.
pub(super) fn citations(wikitext: &str) -> Vec<Citation> {
    let mut citations = Vec::new();
    let mut is_external_link = false;
    let mut left = [MOST, MOST];
    let mut start = 0;
    for line in wikitext.split_inclusive('\n') {
        if let Some(heading) = heading(line) {
            is_external_link = HEADINGS.contains(&heading.to_lowercase().as_str());
        }
        let mut at = 0;
        let left = &mut left[usize::from(is_external_link)];
        while let Some(found) = line[at..].find("://").filter(|_| *left > 0) {
            let colon = at + found;
            at = colon + 3;
            let scheme = ["https", "http"].into_iter().find(|scheme| line[..colon].ends_with(scheme));
            if let Some(scheme) = scheme {
                *left -= 1;
                citations.extend(citation(wikitext, start + colon - scheme.len(), is_external_link));
            }
        }
        start += line.len();
    }
    citations
}

/// Returns the text of a heading of the second level (`== External links ==`).
fn heading(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix("==")?.strip_suffix("==")?;
    Some(inner.trim()).filter(|inner| !inner.starts_with('='))
}

/// Returns the citation whose URL begins at a place; `None` for a copy of a page in an archive.
fn citation(wikitext: &str, start: usize, is_external_link: bool) -> Option<Citation> {
    let (before, rest) = wikitext.split_at(start);
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '|' | '}' | ']' | '[' | '<' | '>' | '{' | '"'));
    let (url, after) = rest.split_at(end.unwrap_or(rest.len()));
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(AROUND))..];
    let after = &after[..after.floor_char_boundary(AROUND)];
    let (mut title, text) = if before.ends_with('[') {
        let label = without_markup(after.split([']', '\n']).next().unwrap_or_default());
        let text = if is_external_link { text_of_line(before, after) } else { label.clone() };
        (label, text)
    } else if let Some(template) = template(before, after) {
        // Copies of the page have parameters of their own.
        let key = before.rsplit('|').next().unwrap_or_default().to_lowercase();
        if key.contains("arch") {
            return None;
        }
        texts_of_template(&template)
    } else {
        (String::new(), text_of_line(before, after))
    };
    if title.contains("://") {
        title.clear();
    }
    Some(Citation { url: url.trim_end_matches([',', ';', '.', ')']).to_owned(), text, title, is_external_link })
}

/// Returns the text of the line around a URL.
fn text_of_line(before: &str, after: &str) -> String {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let rest = after.split('\n').next().unwrap_or_default();
    without_markup(&format!("{line} {rest}"))
}

/// Returns the title and all texts of a template.
fn texts_of_template(template: &[&str]) -> (String, String) {
    let values = || template.iter().skip(1).map(|part| part.split_once('=').unwrap_or(("", part)));
    let is_title = |key: &str| TITLES.iter().any(|title| key.trim().to_lowercase().starts_with(title));
    let title = values().find(|(key, _)| is_title(key)).map(|(_, value)| without_markup(value)).unwrap_or_default();
    let texts: Vec<&str> = values().map(|(_, value)| value.trim()).filter(|value| !value.contains("://")).collect();
    (title, without_markup(&texts.join(" ")))
}

/// Returns the parts of the template around a place, its name first; `None` outside of templates.
fn template<'a>(before: &'a str, after: &'a str) -> Option<Vec<&'a str>> {
    let open = before.rfind("{{")?;
    let inner = &before[open + 2..];
    if inner.contains("}}") || inner.contains("<ref") {
        return None;
    }
    let rest = &after[..after.find("}}").unwrap_or(after.len())];
    Some(inner.split('|').chain(rest.split('|').skip(1)).collect())
}

/// Returns a text without the markup of links, emphasis and tags.
fn without_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_in_tag = false;
    for word in text.split_inclusive(char::is_whitespace) {
        if word.contains("://") {
            out.push(' ');
            continue;
        }
        for c in word.chars() {
            match c {
                '<' => is_in_tag = true,
                '>' if is_in_tag => is_in_tag = false,
                '[' | ']' | '{' | '}' | '|' | '*' => out.push(' '),
                _ if !is_in_tag => out.push(c),
                _ => {}
            }
        }
    }
    let words: Vec<&str> = out.split_whitespace().collect();
    words.join(" ").replace("'''", "").replace("''", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the URLs with their titles and texts; a star marks external links.
    fn read(wikitext: &str) -> Vec<String> {
        let shown = |citation: Citation| {
            let star = if citation.is_external_link { "*" } else { "" };
            format!("{star}{} | {} | {}", citation.url, citation.title, citation.text)
        };
        citations(wikitext).into_iter().map(shown).collect()
    }

    #[test]
    fn a_citation_has_the_texts_of_its_template_in_any_language() {
        for (wikitext, expected) in [
            (
                "a<ref>{{cite web |url=https://a.example.org/1 |title=Eyes of ''spiders'' |publisher=Lab}}</ref>",
                "https://a.example.org/1 | Eyes of spiders | Eyes of spiders Lab",
            ),
            (
                "{{Internetquelle |autor=Ada\n|url=https://a.example.org/2\n|titel=Springspinnen\n|abruf=2026-01-01}}",
                "https://a.example.org/2 | Springspinnen | Ada Springspinnen 2026-01-01",
            ),
            (
                "{{cite web|title=机器学习|url=https://a.example.org/3\
                |archive-url=https://web.archive.org/web/1/https://a.example.org/3}}",
                "https://a.example.org/3 | 机器学习 | 机器学习",
            ),
            ("see [https://a.example.org/4 The '''label'''] here", "https://a.example.org/4 | The label | The label"),
            ("* Ada: Plain, https://a.example.org/5.", "https://a.example.org/5 |  | Ada: Plain,"),
            ("{{статья|ссылка=http://a.example.org/6|заглавие=Пауки}}", "http://a.example.org/6 | Пауки | Пауки"),
        ] {
            assert_eq!(read(wikitext), [expected], "{wikitext}");
        }
    }

    #[test]
    fn external_links_are_those_of_their_section() {
        let wikitext = "x [https://a.example.org/ A]\n== Weblinks ==\n* [https://b.example.org/ B], a list\n\
            === Videos ===\n\
            * {{Official website|https://c.example.org/}}\n== Einzelnachweise ==\n[https://d.example.org/ D]";
        assert_eq!(
            read(wikitext),
            [
                "https://a.example.org/ | A | A",
                "*https://b.example.org/ | B | B , a list",
                "*https://c.example.org/ |  | ",
                "https://d.example.org/ | D | D"
            ]
        );
        for heading in HEADINGS {
            let lower = heading.to_lowercase();
            assert_eq!(lower, heading);
            assert!(citations(&format!("=={heading}==\nhttp://a.example.org/"))[0].is_external_link, "{heading}");
        }
    }

    #[test]
    fn hostile_text_takes_bounded_time_and_never_panics() {
        let many = "http://a.example.org/ ".repeat(50_000);
        assert_eq!(citations(&many).len(), MOST);
        assert_eq!(citations(&format!("{many}\n== External links ==\n* [http://b.example.org/ b]")).len(), MOST + 1);
        for text in [
            "://",
            "http://",
            "{{http://",
            "[http://",
            "é{{é|é=https://é|é",
            "==",
            "== ==",
            "{{a|url=http://x|title=}}",
        ] {
            citations(text);
            citations(&text.repeat(500));
        }
    }
}
