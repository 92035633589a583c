//! The flags of `salticid-proxy`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use types::agent;

use crate::guard::caller::{AllowedOrigin, PublicHost};
use crate::guard::rules::{AllowedAddress, Mapping};
use crate::settings::Settings;

/// Fetches public web pages for the Salticid app, and serves the app and its demo web on the same address.
///
/// Only public addresses are fetched, and only for the proxy's own page. Each flag below opens one exact exception.
#[derive(Debug, Parser)]
#[allow(clippy::doc_markdown, rustdoc::bare_urls, reason = "these lines are the help text in a terminal")]
#[command(name = "salticid-proxy", version, max_term_width = 100)]
pub struct Args {
    /// Address and port to listen on. Keep it on 127.0.0.1 unless others shall use the proxy.
    #[arg(
        long,
        value_name = "ADDR",
        env = "SALTICID_LISTEN",
        hide_env_values = true,
        default_value = "127.0.0.1:8181"
    )]
    pub listen: SocketAddr,

    /// Folder of the built app to serve, such as dist.
    #[arg(long, value_name = "DIR")]
    dist: Option<PathBuf>,

    /// Allow fetching from this exact address or name and port, public or not. Repeatable.
    #[arg(long, value_name = "HOST:PORT")]
    allow_address: Vec<AllowedAddress>,

    /// Fetch this name and port from the given address and port instead of asking DNS. Repeatable. With `http://`
    /// before a loopback address, port 443 is fetched without TLS, from a stand-in for tests.
    #[arg(long, value_name = "NAME:PORT:ADDRESS:PORT")]
    resolve: Vec<Mapping>,

    /// Do not answer for the hosts of the demo web.
    #[arg(long)]
    no_demo_web: bool,

    /// Let pages of this origin use the proxy, such as https://user.github.io. Exact; never null. Repeatable.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<AllowedOrigin>,

    /// A further name that the proxy is reached under, such as crawler.example.org. Repeatable.
    #[arg(long, value_name = "NAME")]
    host: Vec<PublicHost>,

    /// Token that lets programs fetch: they send it in the X-Salticid-Token header. Without it only pages may fetch.
    #[arg(long, value_name = "TOKEN", env = "SALTICID_TOKEN", hide_env_values = true, value_parser = token)]
    token: Option<String>,

    /// Page about whoever runs this proxy; named in the User-Agent of every fetch instead of the page of Salticid.
    #[arg(long, value_name = "URL", value_parser = agent::contact)]
    contact: Option<String>,

    /// Ask the proxy that listens on --listen whether it runs, and exit: with status 0 if it does.
    #[arg(long)]
    pub check_health: bool,
}

impl From<Args> for Settings {
    fn from(args: Args) -> Self {
        Self {
            listen: args.listen,
            dist: args.dist,
            allowed_addresses: args.allow_address,
            mappings: args.resolve,
            demo_web: !args.no_demo_web,
            allowed_origins: args.allow_origin,
            hosts: args.host,
            token: args.token,
            contact: args.contact,
            ..Self::default()
        }
    }
}

fn token(text: &str) -> Result<String, String> {
    let fits = text.len() >= 16 && text.bytes().all(|b| b.is_ascii_graphic());
    if fits { Ok(text.to_owned()) } else { Err("a token has at least 16 visible ASCII characters".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(flags: &[&str]) -> Result<Settings, clap::Error> {
        Args::try_parse_from([&["salticid-proxy"], flags].concat()).map(Settings::from)
    }

    #[test]
    fn defaults_listen_on_loopback_and_allow_only_the_public_web() {
        let (parsed, default) = (parse(&[]).expect("no flags are fine"), Settings::default());
        assert_eq!((parsed.listen, parsed.demo_web), (default.listen, default.demo_web));
        assert_eq!(parsed.listen, ([127, 0, 0, 1], 8181).into());
        assert!(parsed.allowed_addresses.is_empty() && parsed.mappings.is_empty());
        assert!(parsed.allowed_origins.is_empty() && parsed.hosts.is_empty());
        assert_eq!(parsed.token, None);
    }

    #[test]
    fn bad_values_are_refused_at_the_start() {
        for flags in [
            ["--listen", "localhost"],
            ["--allow-address", "10.0.0.0/8"],
            ["--resolve", "wiki.test:80"],
            ["--allow-origin", "null"],
            ["--allow-origin", "*"],
            ["--host", "a b"],
            ["--host", "a,b"],
            ["--host", "évil.com"],
            ["--host", "%65vil.com"],
            ["--host", "evil.com:+80"],
            ["--allow-address", "127.0.0.1:+80"],
            ["--resolve", "a..test:80:127.0.0.1:80"],
            ["--token", "short"],
            ["--contact", "me"],
            ["--contact", "https://example.org/\nX: y"],
        ] {
            assert!(parse(&flags).is_err(), "{flags:?}");
        }
    }
}
