//! Implements `salticid-lab serve`: a web, or simulated services over it, until the program is asked to end.

use super::{asked_to_end, print};
use crate::services::{FailingService, SimulatedServices};
use crate::web::Web;
use crate::{LabError, serve, topics, web};
use clap::Args;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The address that no server listens on, for offline services: port 1 (TCPMUX, RFC 7805 made it historic).
const NOBODY: &str = "127.0.0.1:1";

/// Flags of a server.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// A recording (.warc, .warc.gz, .warc.zst, .arc.gz or .wacz), `demo`, `demo:SEED`, `demo:SEEDxSIZE` for one of
    /// SIZE times as many articles, or several demo webs as `demo:1+2`.
    #[arg(id = "web", long = "web", value_name = "FILE", required_unless_present = "services")]
    web: Option<String>,
    /// Answer as the search services do, over the web (by default the demo web) and built-in pages. Prints the flags
    /// for `salticid-proxy` and `salticid-lab record` that lead the names of the services here.
    #[arg(long)]
    services: bool,
    /// A service that fails, as SERVICE=FAILURE: `wikipedia=slow`, `all=offline` (repeatable).
    #[arg(long = "fail", value_name = "SERVICE=FAILURE", requires = "services")]
    failing: Vec<FailingService>,
    /// Refuse requests above the limits of the real services: ten searches a minute of GitHub, four an hour of SearXNG.
    #[arg(long, requires = "services")]
    limits: bool,
    /// Address and port to listen on; port 0 selects a free one.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    listen: String,
}

impl ServeArgs {
    pub(super) fn run(&self) -> Result<(), LabError> {
        let name = self.web.as_deref().unwrap_or("demo");
        if self.services {
            let services = simulated(name, &self.failing)?;
            let services = Arc::new(if self.limits { services.with_limits()? } else { services });
            let hosts = services.hosts();
            return self.serve(services, &format!("services over {name}"), |address| proxy_flags(&hosts, address));
        }
        self.serve(web::open(name)?.into(), name, |_| String::new())
    }

    /// Serves a web. The last line of the standard output names it; `before` returns the lines before.
    fn serve(&self, web: Arc<dyn Web>, name: &str, before: impl FnOnce(SocketAddr) -> String) -> Result<(), LabError> {
        let failed = |source| LabError::Serve { address: self.listen.clone(), source };
        let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
        runtime.block_on(async {
            let listener = TcpListener::bind(&self.listen).await.map_err(failed)?;
            let address = listener.local_addr().map_err(failed)?;
            print(&format!("{}serving {name} on http://{address}\n", before(address)))?;
            serve::serve(listener, web, asked_to_end()).await.map_err(failed)
        })
    }
}

/// Creates the simulated services over the web with this name.
///
/// # Errors
/// The web cannot be opened.
pub(super) fn simulated(name: &str, failing: &[FailingService]) -> Result<SimulatedServices, LabError> {
    let topics = if web::is_made_up(name) { topics::of_comparison(name, None)? } else { Vec::new() };
    SimulatedServices::new(web::open(name)?, &topics, failing)
}

/// Returns the flags by which the proxy fetches these hosts from this address, one a line.
fn proxy_flags<'a>(hosts: impl IntoIterator<Item = (&'a String, &'a bool)>, address: SocketAddr) -> String {
    let mut flags = String::new();
    for (host, is_offline) in hosts {
        let at = if *is_offline { NOBODY.to_owned() } else { address.to_string() };
        for port in [80, 443] {
            let _ = writeln!(flags, "--resolve={host}:{port}:http://{at}");
        }
    }
    flags
}
