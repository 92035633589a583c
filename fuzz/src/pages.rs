//! Pages of any size from a few bytes: a beginning and a part that is repeated, which finds what costs more than its
//! size.

/// The separator between the parts of an input; it occurs in no text.
const SEPARATOR: u8 = 0xFF;
/// Times that the beginning is repeated, for each unit of the first byte.
const TIMES: usize = 4;
/// Bytes of a page where nothing else is said: small enough for hundreds of pages a second.
const BYTES: usize = 128 * 1024;

/// Returns the page that an input stands for.
///
/// Without a separator the input is the page. With one, it is the [`Parts`] of a page of `bytes`.
#[must_use]
pub fn page(input: &[u8]) -> Vec<u8> {
    let Some(parts) = Parts::new(input) else {
        return input.to_vec();
    };
    let mut page = parts.page(bytes());
    page.truncate(bytes());
    page
}

/// The parts of a page: a head, a beginning that is repeated some times, a unit that is repeated up to a size, and an
/// end. A number that is wanted in each repetition is written `§`.
///
/// In an input they are a byte for the number of times, the beginning, the unit, and optionally the end and the head,
/// each after a separator.
pub struct Parts<'a> {
    head: &'a [u8],
    times: usize,
    beginning: &'a [u8],
    /// The part that is repeated up to a size.
    pub unit: &'a [u8],
    end: &'a [u8],
}

impl<'a> Parts<'a> {
    /// Returns the parts of an input, if it has a separator.
    #[must_use]
    pub fn new(input: &'a [u8]) -> Option<Self> {
        let mut parts = input.splitn(4, |byte| *byte == SEPARATOR);
        let [times, beginning @ ..] = parts.next()? else {
            return None;
        };
        Some(Self {
            times: usize::from(*times) * TIMES,
            beginning,
            unit: parts.next()?,
            end: parts.next().unwrap_or_default(),
            head: parts.next().unwrap_or_default(),
        })
    }

    /// Returns what comes before the first unit.
    #[must_use]
    pub fn start(&self) -> Vec<u8> {
        let mut start = self.head.to_vec();
        for n in 0..self.times {
            push(&mut start, self.beginning, n);
        }
        start
    }

    /// Returns the page whose units end before this size.
    #[must_use]
    pub fn page(&self, bytes: usize) -> Vec<u8> {
        let mut page = self.start();
        let mut n = 0;
        while !self.unit.is_empty() && page.len() + self.unit.len() < bytes {
            push(&mut page, self.unit, n);
            n += 1;
        }
        page.extend_from_slice(self.end);
        page
    }
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
