//! Lists the addresses of this machine's network interfaces, which may be public but lead only to this machine.
//!
//! Services there often trust callers on the machine itself. Interfaces change while the proxy runs, so the list is
//! renewed after some seconds. It does not cover the address of a router or load balancer in front, which no interface
//! has.

use std::collections::HashSet;
use std::io;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::error::Refusal;

/// Lists the addresses of the machine's interfaces.
pub type ListInterfaces = fn() -> io::Result<Vec<IpAddr>>;

/// Lists the addresses reported by the operating system.
///
/// # Errors
/// Fails if the operating system does not answer.
pub fn system_interfaces() -> io::Result<Vec<IpAddr>> {
    let interfaces = if_addrs::get_if_addrs()?;
    Ok(interfaces.iter().map(if_addrs::Interface::ip).collect())
}

/// Holds the machine's addresses, which are listed again after some time.
#[derive(Debug)]
pub(crate) struct Interfaces {
    list: ListInterfaces,
    age: Duration,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// The time of the last successful listing.
    listed: Option<Instant>,
    addresses: HashSet<IpAddr>,
}

impl Interfaces {
    pub(crate) fn new(list: ListInterfaces, age: Duration) -> Self {
        Self { list, age, known: Mutex::default() }
    }

    /// Returns true for an address of this machine. If listing fails, the previous list is used.
    ///
    /// # Errors
    /// [`Refusal::Interfaces`] if no listing has succeeded so far, because any address may be this machine's.
    pub(crate) fn contains(&self, ip: IpAddr) -> Result<bool, Refusal> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.listed.is_none_or(|listed| listed.elapsed() >= self.age)
            && let Ok(addresses) = (self.list)()
        {
            let canonical = addresses.iter().map(IpAddr::to_canonical);
            known.addresses = canonical.collect();
            known.listed = Some(Instant::now());
        }
        match known.listed {
            Some(_) => Ok(known.addresses.contains(&ip.to_canonical())),
            None => Err(Refusal::Interfaces),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Returns another address each time, and fails the third time.
    fn changing() -> io::Result<Vec<IpAddr>> {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        match ASKED.fetch_add(1, Ordering::SeqCst) {
            0 => Ok(vec![address("93.184.215.14")]),
            1 => Ok(vec![address("::ffff:93.184.215.15")]),
            _ => Err(io::Error::other("no list")),
        }
    }

    /// Fails the first time.
    fn late() -> io::Result<Vec<IpAddr>> {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        match ASKED.fetch_add(1, Ordering::SeqCst) {
            0 => Err(io::Error::other("no list")),
            _ => Ok(vec![address("93.184.215.14")]),
        }
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_that_the_machine_gets_or_loses_is_noticed_within_the_age_of_the_list() {
        let interfaces = Interfaces::new(changing, Duration::from_secs(5));
        let (first, second) = (address("93.184.215.14"), address("93.184.215.15"));
        let both = || (interfaces.contains(first), interfaces.contains(second));
        assert_eq!(both(), (Ok(true), Ok(false)));
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(both(), (Ok(true), Ok(false)));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(both(), (Ok(false), Ok(true)));
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(both(), (Ok(false), Ok(true)), "the last list holds");
    }

    #[tokio::test(start_paused = true)]
    async fn until_the_addresses_were_listed_once_no_address_passes() {
        let interfaces = Interfaces::new(late, Duration::from_secs(5));
        let (local, other) = (address("93.184.215.14"), address("93.184.215.15"));
        assert_eq!(interfaces.contains(other), Err(Refusal::Interfaces));
        assert_eq!(interfaces.contains(other), Ok(false));
        assert_eq!(interfaces.contains(local), Ok(true));
    }

    #[test]
    fn the_system_names_the_loopback_address() {
        let interfaces = system_interfaces().expect("a list");
        assert!(interfaces.iter().any(IpAddr::is_loopback), "{interfaces:?}");
    }
}
