//! Every limit of the proxy: unit, default, and the reason for the number.
//!
//! Limits are plain data, so a test injects short ones and runs the same code. What is not here on purpose: which
//! addresses may be dialed ([`crate::address`]), since that is not a matter of degree.

use std::num::NonZeroU32;
use std::time::Duration;

/// The limits that one proxy works under. `Limits::default()` is what the program runs with.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Name lookup, TCP and TLS handshake together. Default 5 s: a live host answers within one second from anywhere,
    /// and the rest allows for one lost packet of each kind.
    pub connect: Duration,
    /// From the request's last byte to the end of the response's head. Default 10 s: pages that take longer to begin
    /// are hardly ever worth the wait of a person who watches.
    pub headers: Duration,
    /// Between two pieces of a body. Default 10 s, as for the head.
    pub idle: Duration,
    /// A fetch from its slot to its last byte. Default 30 s: a body that drips one byte within every `idle` ends here.
    pub total: Duration,
    /// Waiting for a free slot. Default 10 s: two hundred callers of one host get their turn if it takes 0.2 s a page.
    pub slot_wait: Duration,
    /// Bytes of a response's head, status line included. Default 64 KiB: four times what browsers commonly take.
    pub header_bytes: usize,
    /// Bytes of a compressed body as they arrive. Default 4 MiB: well-packed HTML of 8 MiB is far below.
    pub compressed_bytes: usize,
    /// Bytes of a body once decoded, and of every step on the way there. Default 8 MiB: the crawler reads at most one.
    pub decoded_bytes: usize,
    /// Bytes of a robots.txt that are handed on; what stands behind them is not read. Default 1 MiB: RFC 9309 asks a
    /// crawler to read 500 KiB at least, and one that cuts there itself sees that there was more.
    pub robots_bytes: usize,
    /// Encodings on one body. Default 2: more is not found in the wild, and each one multiplies a bomb.
    pub encodings: usize,
    /// Fetches under way at once. Default 64: the size of one batch.
    pub fetches: usize,
    /// Fetches under way at once on one host. Default 4: the crawler itself asks one at a time; this is the second lock.
    pub fetches_per_host: usize,
    /// Fetches a second on one host, as a steady rate. Default 8; hosts that the operator named are exempt.
    pub rate_per_host: NonZeroU32,
    /// Fetches that may come at once on one host before the steady rate holds. Default 16.
    pub burst_per_host: NonZeroU32,
    /// Fetches a second over all hosts. Default 100; hosts that the operator named are exempt.
    pub rate: NonZeroU32,
    /// Fetches that may come at once over all hosts. Default 200: three batches.
    pub burst: NonZeroU32,
    /// Bytes of a URL. Default 2,083: what the crawler takes at most, and the longest that old browsers could ask for.
    pub url_bytes: usize,
    /// URLs in one batch, and tickets named in one. Default 64: one for every slot.
    pub batch: usize,
    /// Bytes of a batch's JSON. Default 512 KiB: a full batch of the longest URLs, escaped.
    pub batch_bytes: usize,
    /// Bytes of memory for the JSON of all batches together, counted in full while one is read. Default 32 MiB: 64 are
    /// read at once. Kept apart from `memory`, since it takes a batch to collect what fills that.
    pub batch_memory: usize,
    /// Fetches that wait under a ticket. Default 128: two full batches. Their memory is counted in `memory`.
    pub tickets: usize,
    /// How long a ticket is kept, from the moment it is given. Default 60 s: twice the longest fetch.
    pub ticket_life: Duration,
    /// Bytes of memory for all answers together, from their first byte until the caller has taken their last: under way,
    /// waiting under a ticket, or stuck behind a caller that does not read. Default 256 MiB: 30 answers of the largest
    /// size, thousands of the usual one, and little beside the browser next to it. Over it, fetches end as busy.
    pub memory: usize,
    /// Connections from callers. Default 800: browsers open six each; with the hosts' 64 it stays under the 1,024 open
    /// files that systems commonly allow, and 500 that hang leave room for the others.
    pub connections: usize,
    /// Reading a caller's head or body, and waiting for its next request. Default 10 s.
    pub caller: Duration,
    /// A caller that takes nothing of its answer for this long is cut off. Default 30 s: a tab that still reads takes
    /// some within a second, and one that was put to sleep asks again when it wakes.
    pub reader: Duration,
    /// From the signal to stop until connections are cut. Default 10 s.
    pub shutdown: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            headers: Duration::from_secs(10),
            idle: Duration::from_secs(10),
            total: Duration::from_secs(30),
            slot_wait: Duration::from_secs(10),
            header_bytes: 64 * 1024,
            compressed_bytes: 4 * 1024 * 1024,
            decoded_bytes: 8 * 1024 * 1024,
            robots_bytes: 1024 * 1024,
            encodings: 2,
            fetches: 64,
            fetches_per_host: 4,
            rate_per_host: per_second(8),
            burst_per_host: per_second(16),
            rate: per_second(100),
            burst: per_second(200),
            url_bytes: 2_083,
            batch: 64,
            batch_bytes: 512 * 1024,
            batch_memory: 32 * 1024 * 1024,
            tickets: 128,
            ticket_life: Duration::from_mins(1),
            memory: 256 * 1024 * 1024,
            connections: 800,
            caller: Duration::from_secs(10),
            reader: Duration::from_secs(30),
            shutdown: Duration::from_secs(10),
        }
    }
}

/// A rate above zero; zero is read as one, since a proxy that may never fetch has no use.
pub(crate) const fn per_second(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(rate) => rate,
        None => NonZeroU32::MIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_the_promised_numbers() {
        let limits = Limits::default();
        let times = [limits.connect, limits.headers, limits.idle, limits.total];
        assert_eq!(times.map(|time| time.as_secs()), [5, 10, 10, 30]);
        assert_eq!(
            [
                limits.header_bytes,
                limits.compressed_bytes,
                limits.decoded_bytes
            ],
            [64 << 10, 4 << 20, 8 << 20]
        );
        assert!(limits.robots_bytes > 500 << 10 && limits.robots_bytes < limits.decoded_bytes);
        assert_eq!((limits.encodings, limits.url_bytes), (2, 2_083));
        assert_eq!((limits.fetches, limits.fetches_per_host), (64, 4));
    }

    #[test]
    fn a_full_batch_and_the_largest_answer_fit_into_their_budgets() {
        let limits = Limits::default();
        assert!(limits.batch * limits.header_bytes + limits.decoded_bytes < limits.memory);
        assert!(limits.batch * limits.url_bytes < limits.batch_bytes);
        assert!(limits.batch_bytes <= limits.batch_memory);
    }
}
