//! Every limit of the proxy: unit, default, and the reason for the number.
//!
//! Limits are plain data, so a test injects short ones and runs the same code. What is not here on purpose: which
//! addresses may be dialed ([`crate::guard::address`]), since that is not a matter of degree.

use std::num::NonZeroU32;
use std::time::Duration;

/// The limits of one proxy. The program uses `Limits::default()`.
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
    /// Bytes of a body once decoded, and of every step on the way there. Default 8 MiB: the crawler
    /// reads at most 2 MiB of a page and 5 MiB of a list.
    pub decoded_bytes: usize,
    /// Bytes of a robots.txt that are handed on; what stands behind them is not read. Default 1 MiB: RFC 9309 asks a
    /// crawler to read 500 KiB at least, and one that cuts there itself sees that there was more.
    pub robots_bytes: usize,
    /// Bytes of a web page that are handed on; what stands behind them is not read. Default 2 MiB and 4 KiB: the crawler
    /// reads 2 MiB, and sees by the rest that there was more.
    pub page_bytes: usize,
    /// Members of a gzip body, over all its encodings. Default 1,024: `bgzip` begins one every 64 KiB, which makes 129 for
    /// a body of the largest size, and an empty member costs time and puts out nothing.
    pub members: usize,
    /// Blocks of compressed data in a body whatever its size. Default 16,384: a page that was flushed after each of 8,000
    /// lines, which makes two blocks. One costs up to five microseconds, for its tables.
    pub blocks: usize,
    /// Bytes over the wire that allow one more block. Default 256: compressors begin a block every few KiB. With `blocks`
    /// a body of the largest size has 32,768 blocks at most, which are read in 0.1 to 0.2 s.
    pub bytes_per_block: usize,
    /// Bodies that are decoded at once. Default: one less than there are cores, at least 1 and at most 4, so that a core
    /// is left for callers; each takes up to 16 MiB of `memory` for a brotli window.
    pub decoders: usize,
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
    /// Tickets of one caller, which is a network address and an origin. Default 96: more than one crawl has under way,
    /// and a quarter of the table is left for others.
    pub tickets_per_caller: usize,
    /// The lifetime of a ticket. Default 60 s: twice the longest fetch.
    pub ticket_life: Duration,
    /// Bytes of memory for all answers together, from their first byte until the caller has taken their last: under way,
    /// waiting under a ticket, or stuck behind a caller that does not read. Default 192 MiB: 23 answers of the largest
    /// size, thousands of the usual one, and little beside the browser next to it. Over it, fetches end as busy.
    pub memory: usize,
    /// Age at which the addresses of the machine's interfaces are listed again. Default 5 s: listing takes some
    /// microseconds, and an interface that comes up is refused within this time.
    pub interfaces: Duration,
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
            page_bytes: 2 * 1024 * 1024 + 4 * 1024,
            members: 1_024,
            blocks: 16 * 1_024,
            bytes_per_block: 256,
            decoders: spare_cores().clamp(1, 4),
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
            tickets_per_caller: 96,
            ticket_life: Duration::from_mins(1),
            memory: 192 * 1024 * 1024,
            interfaces: Duration::from_secs(5),
            connections: 800,
            caller: Duration::from_secs(10),
            reader: Duration::from_secs(30),
            shutdown: Duration::from_secs(10),
        }
    }
}

/// One less than the number of cores.
fn spare_cores() -> usize {
    std::thread::available_parallelism().map_or(0, |cores| cores.get() - 1)
}

/// Returns a rate above zero; zero is read as one, since a proxy that may never fetch has no use.
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
