//! Runs `salticid-proxy`: parses its flags, and serves until it is told to stop.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;

use clap::Parser;
use salticid_proxy::args::Args;
use salticid_proxy::{Client, Server, Settings};

/// The hint at the start: hosts cannot reach the operator, and some limit or block such crawlers.
const NAMELESS: &str = "Requests name the page of Salticid, not you. Name a page about you with --contact.";

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    let listen = args.listen;
    if args.check_health {
        return check_health(listen).await;
    }
    match serve(Settings::from(args)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "Cannot listen on {listen}: {error}. Name another address with --listen.");
            ExitCode::FAILURE
        }
    }
}

async fn serve(settings: Settings) -> io::Result<()> {
    let nameless = settings.contact.is_none();
    let server = Server::bind(settings).await?;
    // If nobody reads the output, the proxy continues.
    let _ = writeln!(io::stdout(), "Salticid proxy on http://{}/", server.local_addr());
    if nameless {
        let _ = writeln!(io::stderr(), "{NAMELESS}");
    }
    server.run(stopped()).await;
    Ok(())
}

/// Checks whether the proxy at `listen` is running.
async fn check_health(listen: SocketAddr) -> ExitCode {
    let address = SocketAddr::new(reachable(listen.ip()), listen.port());
    let url = format!("http://{address}/healthz");
    let problem = match health(address, &url).await {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => "something else than a Salticid proxy responds".to_owned(),
        Err(problem) => problem,
    };
    let _ = writeln!(io::stderr(), "{url}: {problem}");
    ExitCode::FAILURE
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

/// Completes on Ctrl-C, and on SIGTERM where there is one.
async fn stopped() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        return;
    }
    let _ = tokio::signal::ctrl_c().await;
}
