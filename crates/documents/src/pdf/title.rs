//! Chooses the title: that of the metadata, unless a program put a file name there, else the largest text.

/// Maximum length of a title, in characters.
const TITLE_CHARS: usize = 300;
/// Fewest letters of a title.
const FEWEST_LETTERS: usize = 3;

/// Returns the title of the metadata if it is one.
pub(super) fn plausible(title: &str) -> Option<String> {
    let whole = title.trim();
    let title = ["Microsoft Word - ", "Microsoft PowerPoint - "].iter().find_map(|program| whole.strip_prefix(program));
    let title = title.unwrap_or(whole);
    let lower = title.to_lowercase();
    let extension = lower.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_file = matches!(
        extension,
        "dvi" | "tex" | "doc" | "docx" | "odt" | "indd" | "pdf" | "ps" | "ppt" | "pptx" | "xls" | "xlsx" | "qxd" | "fm"
    );
    let is_default = lower.starts_with("untitled") || matches!(&*lower, "title" | "document" | "presentation");
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let is_title = letters >= FEWEST_LETTERS && !is_file && !is_default;
    is_title.then(|| title.chars().take(TITLE_CHARS).collect())
}

/// Returns the largest text of a page: the lines of the greatest font size that follow each other.
pub(super) fn largest(lines: &[(f64, String)]) -> String {
    let is_text = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() >= FEWEST_LETTERS;
    let sizes = lines.iter().filter(|(_, text)| is_text(text)).map(|(size, _)| *size);
    let Some(greatest) = sizes.max_by(f64::total_cmp) else {
        return String::new();
    };
    let is_large = |(size, text): &&(f64, String)| *size >= 0.97 * greatest && !text.is_empty();
    let from = lines.iter().position(|line| is_large(&line) && is_text(&line.1)).unwrap_or(0);
    let mut title = String::new();
    for (_, line) in lines[from..].iter().take_while(is_large) {
        let is_divided = title.ends_with('-') && line.starts_with(char::is_lowercase);
        if is_divided {
            title.pop();
        } else if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(line.trim());
    }
    title.chars().take(TITLE_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_no_title() {
        for (title, expected) in [
            ("A study of spiders", Some("A study of spiders")),
            ("Microsoft Word - Spiders in Peru", Some("Spiders in Peru")),
            ("Microsoft Word - draft.doc", None),
            ("paper.dvi", None),
            ("untitled", None),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(plausible(title).as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn the_largest_lines_are_the_title() {
        let lines = [
            (8.0, "Journal"),
            (17.0, "Spiders of"),
            (17.2, "the An-"),
            (17.2, "des"),
            (12.0, "A. Author"),
            (17.2, "1"),
        ];
        let lines = lines.map(|(size, text)| (size, text.to_owned()));
        assert_eq!(largest(&lines), "Spiders of the Andes");
        assert_eq!(largest(&[]), "");
    }
}
