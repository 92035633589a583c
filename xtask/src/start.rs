//! `cargo xtask start`: gets what is missing, builds, and serves the app and the proxy on one address.

use crate::failure::{Failure, Outcome};
use crate::places::{self, Build, QUICK};
use crate::run::{Run, say};
use crate::{app, toolbox};
use std::net::{Ipv4Addr, TcpListener};

/// The default address, the same as the proxy's.
const PORT: u16 = 8181;
/// The number of ports to try above the wanted one.
const PORTS_TRIED: u16 = 50;

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// The port on 127.0.0.1; the command fails if it is taken. Default: 8181 or the next free one.
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// Options of salticid-proxy.
    #[arg(last = true, value_name = "PROXY-OPTIONS")]
    pub(crate) for_proxy: Vec<String>,
}

/// Builds and serves until it is ended.
pub(crate) fn run(options: &Options) -> Outcome {
    toolbox::ready_for_wasm()?;
    let app = app::build(Build::Quick)?;
    let proxy = places::program("salticid-proxy", QUICK);
    if !proxy.is_file() {
        say("the proxy: building it (about a minute, once)");
    }
    build_program("salticid-proxy", QUICK)?;
    let address = format!("127.0.0.1:{}", port(options.port)?);
    let app = app.display().to_string();
    say(&format!("serving; open http://{address}/ in a browser (Ctrl+C ends it)"));
    let mut arguments = vec!["--dist", &app, "--listen", &address];
    arguments.extend(options.for_proxy.iter().map(String::as_str));
    Run::new(proxy, &arguments).become_it()
}

/// Builds one of the workspace's native programs with a profile.
pub(crate) fn build_program(package: &str, profile: &str) -> Outcome {
    let arguments = ["build", "--locked", "--package", package];
    Run::cargo(&[&arguments[..], &["--profile", profile]].concat()).now()
}

/// Returns the wanted port, or the first free one.
fn port(wanted: Option<u16>) -> Outcome<u16> {
    let first = wanted.unwrap_or(PORT);
    let last = if wanted.is_some() { first } else { first.saturating_add(PORTS_TRIED) };
    let free = (first..=last).find(|port| is_free(*port)).ok_or(Failure::NoPort { first, last })?;
    if free != first {
        say(&format!("port {first} is taken; taking {free}"));
    }
    Ok(free)
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_refused_when_it_was_asked_for_by_number() -> std::io::Result<()> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let number = listener.local_addr()?.port();
        assert!(!is_free(number));
        assert!(matches!(port(Some(number)), Err(Failure::NoPort { first, .. }) if first == number));
        drop(listener);
        assert!(is_free(number));
        Ok(())
    }
}
