//! Creates the names of files that the person saves.

/// The most bytes of a name.
const NAME_BYTES: usize = 48;

/// Reduces a title to lower-case letters, digits and hyphens, which every system accepts. Returns `fallback` if nothing is left.
pub(crate) fn file_stem(title: &str, fallback: &str) -> String {
    let mut name = String::new();
    for word in title.split(|sign: char| !sign.is_alphanumeric()) {
        if word.is_empty() || name.len() + word.len() >= NAME_BYTES {
            continue;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(&word.to_lowercase());
    }
    if name.is_empty() { fallback.to_owned() } else { name }
}
