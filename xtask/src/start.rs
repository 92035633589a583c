//! `cargo xtask start`: gets what is missing, builds, and serves the app and the proxy on one address.

use crate::app::{self, Build};
use crate::shell::{QUICK, become_it, build_program, program, say, shell};
use crate::tools;
use anyhow::{Result, bail};
use std::net::{Ipv4Addr, TcpListener};
use xshell::cmd;

/// The default port, the same as the proxy's.
const PORT: u16 = 8181;
/// The number of ports to try above the default one.
const PORTS_TRIED: u16 = 50;

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The port on 127.0.0.1; the command fails if it is taken. Default: 8181 or the next free one.
    #[arg(long)]
    port: Option<u16>,
    /// Options of salticid-proxy.
    #[arg(last = true, value_name = "PROXY-OPTIONS")]
    for_proxy: Vec<String>,
}

/// Builds and serves until it is ended.
pub(crate) fn run(options: &Options) -> Result<()> {
    tools::ready_for_wasm()?;
    let app = app::build(Build::Quick)?;
    let proxy = program("salticid-proxy", QUICK);
    if !proxy.is_file() {
        say("the proxy: building it (about a minute, once)");
    }
    build_program("salticid-proxy", QUICK)?;
    let address = format!("127.0.0.1:{}", port(options.port)?);
    say(&format!("serving; open http://{address}/ in a browser (Ctrl+C ends it)"));
    let (shell, more) = (shell(), &options.for_proxy);
    become_it(cmd!(shell, "{proxy} --dist {app} --listen {address} {more...}"))
}

/// Returns the wanted port, or the first free one.
fn port(wanted: Option<u16>) -> Result<u16> {
    match wanted {
        Some(port) if is_free(port) => Ok(port),
        Some(port) => bail!("port {port} is taken: end what uses it, or name another with --port"),
        None => {
            let last = PORT + PORTS_TRIED;
            let Some(free) = (PORT..=last).find(|port| is_free(*port)) else {
                bail!("no port from {PORT} to {last} is free: name one with --port");
            };
            if free != PORT {
                say(&format!("port {PORT} is taken; taking {free}"));
            }
            Ok(free)
        }
    }
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
        assert!(port(Some(number)).is_err_and(|error| error.to_string().contains(&number.to_string())));
        drop(listener);
        assert!(is_free(number));
        Ok(())
    }
}
