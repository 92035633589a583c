//! The slowest input of a run, by its CPU time: printed when it is found, and a failure above `SALTICID_FUZZ_MS`
//! milliseconds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// CPU time of the slowest input so far, in microseconds.
static SLOWEST: AtomicU64 = AtomicU64::new(0);

/// Runs `work` on an input, and prints the input if it took longer than all before it.
///
/// # Panics
/// If it takes more CPU time than `SALTICID_FUZZ_MS` allows.
pub fn timed<T>(input: &[u8], work: impl FnOnce() -> T) -> T {
    let before = cpu_time();
    let done = work();
    if let (Some(before), Some(after)) = (before, cpu_time()) {
        note(after.saturating_sub(before), input);
    }
    done
}

fn note(time: Duration, input: &[u8]) {
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    if SLOWEST.fetch_max(micros, Ordering::Relaxed) < micros {
        let text = String::from_utf8_lossy(input);
        eprintln!("slowest so far: {micros} µs: {text:?}");
    }
    let most = std::env::var("SALTICID_FUZZ_MS").ok();
    if let Some(most) = most.and_then(|text| text.parse::<u64>().ok()) {
        assert!(micros <= most * 1_000, "{micros} µs");
    }
}

/// Returns the CPU time of this thread so far, where the system tells.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = stat.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
