//! `salticid-proxy`: reads its flags, serves until it is told to stop.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser;
use salticid_proxy::args::Args;
use salticid_proxy::{Server, Settings};

/// The warning at the start: hosts block crawlers without contact.
const NAMELESS: &str =
    "Hosts cannot contact you about these requests. Name a page about you with --contact.";

#[tokio::main]
async fn main() -> ExitCode {
    let settings = Settings::from(Args::parse());
    let listen = settings.listen;
    match serve(settings).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(
                io::stderr(),
                "Cannot listen on {listen}: {error}. Name another address with --listen."
            );
            ExitCode::FAILURE
        }
    }
}

async fn serve(settings: Settings) -> io::Result<()> {
    let nameless = settings.contact.is_none();
    let server = Server::bind(settings).await?;
    // Nobody may be there to read it, which is no reason to end.
    let _ = writeln!(
        io::stdout(),
        "Salticid proxy on http://{}/",
        server.local_addr()
    );
    if nameless {
        let _ = writeln!(io::stderr(), "{NAMELESS}");
    }
    server.run(stopped()).await;
    Ok(())
}

/// Completes on Ctrl-C, and on SIGTERM where there is one.
async fn stopped() {
    #[cfg(unix)]
    if let Ok(mut terminate) =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
    {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        return;
    }
    let _ = tokio::signal::ctrl_c().await;
}
