//! Addresses out of a line that was typed or pasted: a bare list, or text with addresses in it, such as Markdown or mail.

/// The addresses in a line. Where some begin with `http`, they and whatever looks like a host's name count; otherwise every word does,
/// so that what is mistyped is told and not dropped.
pub(in crate::page) fn addresses(line: &str) -> Vec<String> {
    let words = line.split_whitespace();
    if words.clone().all(|word| begin(word).is_none()) {
        return words
            .map(bare)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
    }
    words.filter_map(address).collect()
}

fn address(word: &str) -> Option<String> {
    if let Some(begin) = begin(word) {
        return Some(until_closed(word.get(begin..)?).to_owned());
    }
    let word = bare(word);
    let name = word.split('/').next().unwrap_or(word);
    let host = name.split('.').count() > 1 && name.split('.').all(|label| !label.is_empty());
    (host || word.contains("://")).then(|| word.to_owned())
}

/// Where `http://` or `https://` begins.
fn begin(word: &str) -> Option<usize> {
    let lower = word.to_ascii_lowercase();
    [lower.find("http://"), lower.find("https://")]
        .into_iter()
        .flatten()
        .min()
}

/// An address up to the sign that closes what it stands in; a bracket that it opened itself is its own.
fn until_closed(text: &str) -> &str {
    let mut open = 0_usize;
    let end = text.find(|sign| {
        match sign {
            '(' | '[' => open += 1,
            ')' | ']' if open > 0 => open -= 1,
            ')' | ']' | '<' | '>' | '"' | '|' | '`' => return true,
            _ => {}
        }
        false
    });
    let address = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    address.trim_end_matches([',', ';', '.', '!', '\'', '*'])
}

/// A word without what lists and mails put around addresses.
fn bare(word: &str) -> &str {
    word.trim_matches([',', ';', '<', '>', '"'])
}
