//! Pages of any size from a few bytes: a beginning and a part that is repeated, which finds what costs more than its size.

/// The separator between the parts of an input; it occurs in no text.
const SEPARATOR: u8 = 0xFF;
/// Times that the beginning is repeated, for each unit of the first byte.
const TIMES: usize = 4;
/// Bytes of a page where nothing else is said: small enough for hundreds of pages a second.
const BYTES: usize = 128 * 1024;

/// Returns the page that an input stands for.
///
/// Without a separator the input is the page. With one, it is a number, a beginning that is repeated that often, a unit that is
/// repeated up to [`bytes`], and an end. A number that is wanted in each repetition is written `§`.
#[must_use]
pub fn page(input: &[u8]) -> Vec<u8> {
    let mut parts = input.splitn(3, |byte| *byte == SEPARATOR);
    let (Some([times, beginning @ ..]), Some(unit)) = (parts.next(), parts.next()) else {
        return input.to_vec();
    };
    let end = parts.next().unwrap_or_default();
    let mut page = Vec::new();
    for n in 0..usize::from(*times) * TIMES {
        push(&mut page, beginning, n);
    }
    let mut n = 0;
    while !unit.is_empty() && page.len() + unit.len() < bytes() {
        push(&mut page, unit, n);
        n += 1;
    }
    page.extend_from_slice(end);
    page.truncate(bytes());
    page
}

fn bytes() -> usize {
    crate::bytes_or(BYTES)
}

fn push(page: &mut Vec<u8>, text: &[u8], n: usize) {
    let mut rest = text;
    while let Some(at) = rest.windows(2).position(|two| two == "§".as_bytes()) {
        page.extend_from_slice(&rest[..at]);
        page.extend_from_slice(n.to_string().as_bytes());
        rest = &rest[at + 2..];
    }
    page.extend_from_slice(rest);
}
