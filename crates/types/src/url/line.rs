//! Addresses among other words of a line: in lists, mails and the fields of forms.

/// Returns the addresses in a line: if any word contains `http://` or `https://`, those and the words that look like a
/// host name; otherwise every word, so that typos are reported and not dropped.
pub fn addresses(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split_whitespace();
    let some_begin = words.clone().any(|word| begin(word).is_some());
    words.filter_map(
        move |word| {
            if some_begin { address(word) } else { Some(bare(word)).filter(|word| !word.is_empty()) }
        },
    )
}

fn address(word: &str) -> Option<&str> {
    if let Some(begin) = begin(word) {
        return absolute_address(word.get(begin..)?);
    }
    let word = bare(word);
    let name = word.split('/').next().unwrap_or(word);
    let host = name.split('.').count() > 1 && name.split('.').all(|label| !label.is_empty());
    (host || word.contains("://")).then_some(word)
}

/// Returns the address with which a text begins, up to white space or a sign that closes what it did not open; `None`
/// if that is not `http://` or `https://`.
pub fn absolute_address(text: &str) -> Option<&str> {
    begins_absolute(text).then(|| until_closed(text))
}

/// Returns true for a text that begins with `http://` or `https://`, in any case.
pub fn begins_absolute(text: &str) -> bool {
    let starts = |scheme: &str| {
        let start = text.as_bytes().get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    };
    starts("http://") || starts("https://")
}

/// Returns the position of `http://` or `https://`.
fn begin(word: &str) -> Option<usize> {
    word.char_indices().map(|(at, _)| at).find(|at| begins_absolute(&word[*at..]))
}

/// Cuts an address at white space, or at the first closing character that it did not open, such as a bracket or quote,
/// and drops punctuation at its end.
fn until_closed(text: &str) -> &str {
    let mut open = 0_usize;
    let end = text.find(|sign| {
        match sign {
            '(' | '[' => open += 1,
            ')' | ']' if open > 0 => open -= 1,
            ')' | ']' | '}' | '<' | '>' | '"' | '|' | '`' | '」' | '』' | '》' | '】' => return true,
            _ if sign.is_whitespace() => return true,
            _ => {}
        }
        false
    });
    let address = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    address.trim_end_matches([',', ';', '.', '!', '\'', '*'])
}

/// Strips the punctuation that lists and mails put around addresses.
fn bare(word: &str) -> &str {
    word.trim_matches([',', ';', '<', '>', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_among_the_words_of_a_line() {
        for (line, expected) in [
            ("see http://a.test/x, and HTTPS://b.test/y.", &["http://a.test/x", "HTTPS://b.test/y"][..]),
            ("http://a.test <b.test/y> a.. .b word; ftp://c", &["http://a.test", "b.test/y", "ftp://c"]),
            ("a.test, <b.test>; \"typo\" ,", &["a.test", "b.test", "typo"]),
            ("[text](http://a.test/b) (http://c.test).", &["http://a.test/b", "http://c.test"]),
            (
                "http://a.test/Jazz_(music) http://a.test/x[1][2])",
                &["http://a.test/Jazz_(music)", "http://a.test/x[1][2]"],
            ),
            ("http://a.test/(b))c <http://a.test/y>z", &["http://a.test/(b)", "http://a.test/y"]),
            (" ", &[]),
        ] {
            assert_eq!(addresses(line).collect::<Vec<_>>(), expected, "{line}");
        }
    }

    #[test]
    fn an_address_ends_at_white_space() {
        assert_eq!(absolute_address("Http://a.test/b c"), Some("Http://a.test/b"));
        assert_eq!(absolute_address("a.test"), None);
    }
}
