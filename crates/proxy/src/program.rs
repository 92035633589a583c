//! Runs the proxy as a program: parses its flags, and serves until it is told to stop.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use clap::{CommandFactory as _, FromArgMatches as _};

use crate::args::Args;
use crate::client::Client;
use crate::server::Server;
use crate::settings::Settings;

/// The hint at the start: hosts cannot reach the operator, and some limit or block such crawlers.
const NAMELESS: &str = "Requests name the page of Salticid, not you. Name a page about you with --contact.";

/// Does what the arguments of a program with this name ask for, and prints errors. Returns the exit code.
pub fn main(name: &'static str, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let command = Args::command().name(name).bin_name(name);
    let arguments = [OsString::from(name)].into_iter().chain(arguments);
    let args = command.try_get_matches_from(arguments).and_then(|matches| Args::from_arg_matches(&matches));
    let args = match args {
        Ok(args) => args,
        Err(error) => {
            // A closed standard error is no reason to fail otherwise.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(1);
        }
    };
    let done = tokio::runtime::Runtime::new().map_err(|error| error.to_string());
    let done = done.and_then(|runtime| runtime.block_on(run(args)));
    let Err(problem) = done else {
        return 0;
    };
    let _ = writeln!(io::stderr(), "{problem}");
    1
}

async fn run(args: Args) -> Result<(), String> {
    let listen = args.listen;
    if args.check_health {
        return check_health(listen).await;
    }
    let served = serve(Settings::from(args)).await;
    served.map_err(|error| format!("Cannot listen on {listen}: {error}. Name another address with --listen."))
}

async fn serve(settings: Settings) -> io::Result<()> {
    let nameless = settings.contact.is_none();
    let server = Server::bind(settings).await?;
    let stopped = stopped();
    // If nobody reads the output, the proxy continues.
    let _ = writeln!(io::stdout(), "Salticid proxy on http://{}/", server.local_addr());
    if nameless {
        let _ = writeln!(io::stderr(), "{NAMELESS}");
    }
    server.run(stopped).await;
    Ok(())
}

/// Checks whether the proxy at `listen` is running.
async fn check_health(listen: SocketAddr) -> Result<(), String> {
    let address = SocketAddr::new(reachable(listen.ip()), listen.port());
    let url = format!("http://{address}/healthz");
    match health(address, &url).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("{url}: something else than a Salticid proxy responds")),
        Err(problem) => Err(format!("{url}: {problem}")),
    }
}

/// Returns true if a proxy responds at `url`.
async fn health(address: SocketAddr, url: &str) -> Result<bool, String> {
    let settings = Settings { allowed_addresses: vec![address.to_string().parse()?], ..Settings::default() };
    let response = Client::new(&settings).get(url).await.map_err(|refusal| refusal.to_string())?;
    let name =
        serde_json::from_slice::<serde_json::Value>(&response.body).map(|json| json["name"] == env!("CARGO_PKG_NAME"));
    Ok(response.status == 200 && name.unwrap_or(false))
}

/// Returns the address to connect to: a proxy that listens on all addresses is reached at the loopback address.
fn reachable(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    }
}

/// Listens for Ctrl-C and SIGTERM from now on. The future completes on the first of them.
#[cfg(unix)]
fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async {
        let (Ok(mut interrupt), Ok(mut terminate)) = signals else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// Completes on Ctrl-C.
#[cfg(not(unix))]
async fn stopped() {
    let _ = tokio::signal::ctrl_c().await;
}
