//! Defines every limit of the proxy: unit, default, and the reason for the number.
//!
//! Limits are plain data, so a test injects short ones and runs the same code. The addresses that may be dialed
//! ([`crate::guard::address`]) are deliberately not configurable here.

use std::num::NonZeroU32;
use std::time::Duration;

/// The limits of one proxy. The program uses `Limits::default()`.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Name lookup, TCP and TLS handshake together. Default 5 s: a live host responds within one second from anywhere,
    /// and the rest allows for one lost packet of each kind.
    pub connect: Duration,
    /// From the request's last byte to the end of the response's head. Default 10 s: slower pages are hardly ever worth
    /// the wait.
    pub headers: Duration,
    /// Between two pieces of a body. Default 10 s, as for the head.
    pub idle: Duration,
    /// A fetch from its slot to its last byte. Default 30 s, which ends a body that sends one byte within every `idle`.
    pub total: Duration,
    /// Waiting for a slot of the host, and after the lookup for those of the addresses and of all fetches. Default 10
    /// s: two hundred callers of one host get a slot if a page takes 0.2 s.
    pub slot_wait: Duration,
    /// Bytes of a response's head, including the status line. Default 64 KiB: four times the usual limit of browsers.
    pub header_bytes: usize,
    /// Headers in a response's head. Default 2,048, so that `header_bytes` is the limit of any real head; hyper's own
    /// default of 100 refuses some sites.
    pub headers_in_head: usize,
    /// Interim (1xx) responses before a response. Default 8: a host sends one or two early hints (RFC 8297), and the
    /// proxy expects none.
    pub interim: usize,
    /// Bytes of a compressed body as they arrive. Default 4 MiB: compressed HTML of 8 MiB is far smaller.
    pub compressed_bytes: usize,
    /// Bytes of a decoded body, and of every intermediate layer. Default 8 MiB: the crawler reads at most 2 MiB of a
    /// page and 5 MiB of a list.
    pub decoded_bytes: usize,
    /// Bytes of a robots.txt that are passed on; the rest is not read. Default 1 MiB: RFC 9309 requires a crawler to
    /// read at least 500 KiB, and a crawler with that limit detects that there was more.
    pub robots_bytes: usize,
    /// Bytes of a web page that are passed on; the rest is not read. Default 2 MiB and 4 KiB: the crawler reads 2 MiB,
    /// and detects by the additional bytes that there was more.
    pub page_bytes: usize,
    /// Bytes of a document, such as a PDF file, that are passed on; the rest is not read. Default 10 MiB and 4 KiB: the
    /// crawler reads 10 MiB, and detects by the additional bytes that there was more.
    pub document_bytes: usize,
    /// Members of a gzip body, over all its encodings. Default 1,024: `bgzip` starts one every 64 KiB, which gives 129
    /// for a body of the largest size. An empty member costs time without output.
    pub members: usize,
    /// Blocks of compressed data in a body of any size. Default 16,384: a page that was flushed after each of 8,000
    /// lines, with two blocks each. A block costs up to five microseconds, for its tables.
    pub blocks: usize,
    /// Received bytes that allow one more block. Default 256: compressors start a block every few KiB. With `blocks`, a
    /// body of the largest size has at most 32,768 blocks, which are read in 0.1 to 0.2 s.
    pub bytes_per_block: usize,
    /// Bodies that are decoded at once. Default: one less than the number of cores, at least 1 and at most 4, so that a
    /// core is left for callers. Each takes up to 16 MiB of `memory` for a brotli window.
    pub decoders: usize,
    /// Encodings of one body. Default 2: more do not occur in practice, and each one multiplies a bomb.
    pub encodings: usize,
    /// Simultaneous fetches, and simultaneous lookups before them. Default 64: the size of one batch.
    pub fetches: usize,
    /// Simultaneous fetches from one host. Default 4: the crawler itself uses one, so this is a second safeguard.
    /// Hosts of the person's own ([`crate::Settings::own_hosts`]) are exempt.
    pub fetches_per_host: usize,
    /// Fetches per second from one host, as a steady rate. Default 8; hosts of the operator and the person are exempt.
    pub rate_per_host: NonZeroU32,
    /// Fetches from one host in a burst before the steady rate applies. Default 16.
    pub burst_per_host: NonZeroU32,
    /// Simultaneous fetches from one address, whatever the names; an IPv6 address counts by its first 64 bits. Default
    /// 8: twice a host's, because large services have many sites on one address. Hosts of the operator and
    /// the person are exempt.
    pub fetches_per_address: usize,
    /// Fetches per second from one address, as a steady rate; further ones wait. Default 16: twice a host's, and one a
    /// second for each of the 16 parallel fetches of a crawl, so that a crawl of one service's sites hardly waits.
    pub rate_per_address: NonZeroU32,
    /// Fetches from one address in a burst before the steady rate applies. Default 16: the parallel fetches of a crawl.
    pub burst_per_address: NonZeroU32,
    /// Fetches per second from all hosts. Default 100; hosts of the operator and the person are exempt.
    pub rate: NonZeroU32,
    /// Fetches from all hosts in a burst. Default 200: three batches.
    pub burst: NonZeroU32,
    /// Bytes of a URL. Default 2,083: the limit of the crawler and of old browsers.
    pub url_bytes: usize,
    /// URLs in one batch, and tickets named in one. Default 64: one for every slot.
    pub batch: usize,
    /// Bytes of a batch's JSON. Default 512 KiB: a full batch of the longest URLs, escaped.
    pub batch_bytes: usize,
    /// Bytes of memory for the JSON of all batches together, counted in full while one is read. Default 32 MiB, so that
    /// 64 are read at once. It is separate from `memory`, because only a batch can collect the responses that fill
    /// that.
    pub batch_memory: usize,
    /// Fetches that wait under a ticket. Default 128: two full batches. Their memory counts towards `memory`.
    pub tickets: usize,
    /// Tickets of one caller, which is a network address and an origin. Default 96: more than one crawl uses, which
    /// leaves a quarter of the table for others.
    pub tickets_per_caller: usize,
    /// The lifetime of a ticket. Default 60 s: twice the longest fetch.
    pub ticket_life: Duration,
    /// Bytes of memory for all responses together, from their first byte until the caller has read their last. They may
    /// be in progress, waiting under a ticket, or blocked by a caller that does not read. A file of the app counts
    /// once, however many callers get it. Default 192 MiB: 18 documents of the largest size, or thousands of the usual
    /// one. Beyond that, fetches end as busy.
    pub memory: usize,
    /// The age at which the addresses of the machine's interfaces are listed again. Default 5 s: listing takes some
    /// microseconds, and a new interface is refused within this time.
    pub interfaces: Duration,
    /// Connections from callers. Default 800: browsers open six each. With the hosts' 64, this is below the usual limit
    /// of 1,024 open files, and 500 hanging connections leave space for others.
    pub connections: usize,
    /// Reading a caller's head or body, and waiting for its next request. Default 10 s.
    pub caller: Duration,
    /// A caller that reads nothing of its response for this long is disconnected. Default 30 s: an active tab reads
    /// within a second, and a suspended one repeats its request.
    pub reader: Duration,
    /// The time to take each 64 KiB of a file or page, beyond `reader`; a caller that needs longer is disconnected.
    /// Default 4 s, which is 16 KiB a second: the largest page is taken within nine minutes, and slower lines are
    /// hardly in use.
    pub slice: Duration,
    /// From the signal to stop until connections are closed. Default 10 s.
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
            headers_in_head: 2_048,
            interim: 8,
            compressed_bytes: 4 * 1024 * 1024,
            decoded_bytes: 8 * 1024 * 1024,
            robots_bytes: 1024 * 1024,
            page_bytes: 2 * 1024 * 1024 + 4 * 1024,
            document_bytes: 10 * 1024 * 1024 + 4 * 1024,
            members: 1_024,
            blocks: 16 * 1_024,
            bytes_per_block: 256,
            decoders: spare_cores().clamp(1, 4),
            encodings: 2,
            fetches: 64,
            fetches_per_host: 4,
            rate_per_host: per_second(8),
            burst_per_host: per_second(16),
            fetches_per_address: 8,
            rate_per_address: per_second(16),
            burst_per_address: per_second(16),
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
            slice: Duration::from_secs(4),
            shutdown: Duration::from_secs(10),
        }
    }
}

/// Returns one less than the number of cores.
fn spare_cores() -> usize {
    std::thread::available_parallelism().map_or(0, |cores| cores.get() - 1)
}

/// Returns a rate above zero; zero becomes one, because a proxy that may never fetch is useless.
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
        assert_eq!([limits.header_bytes, limits.compressed_bytes, limits.decoded_bytes], [64 << 10, 4 << 20, 8 << 20]);
        assert!(limits.robots_bytes > 500 << 10 && limits.robots_bytes < limits.decoded_bytes);
        assert_eq!(limits.document_bytes, types::limits::DOCUMENT_BYTES + (4 << 10));
        assert_eq!((limits.encodings, limits.url_bytes), (2, 2_083));
        assert_eq!((limits.fetches, limits.fetches_per_host), (64, 4));
        let per_address = [limits.rate_per_address, limits.burst_per_address];
        assert_eq!(per_address.map(NonZeroU32::get), [16, 16]);
        assert_eq!((limits.fetches_per_address, limits.interim), (8, 8));
        assert_eq!((limits.reader.as_secs(), limits.slice.as_secs()), (30, 4));
    }

    #[test]
    fn a_full_batch_and_the_largest_answer_fit_into_their_budgets() {
        let limits = Limits::default();
        assert!(limits.batch * limits.header_bytes + limits.document_bytes < limits.memory);
        assert!(limits.batch * limits.url_bytes < limits.batch_bytes);
        assert!(limits.batch_bytes <= limits.batch_memory);
    }
}
