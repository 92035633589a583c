//! `--check-health`, which containers and services run to see whether a proxy works.

use std::net::SocketAddr;
use std::process::{Command, Output};

use crate::common::{Host, ok, settings};
use salticid_proxy::Server;

async fn check(listen: SocketAddr) -> Output {
    let run = move || {
        Command::new(env!("CARGO_BIN_EXE_salticid-proxy"))
            .args(["--check-health", "--listen", &listen.to_string()])
            .output()
            .expect("the program runs")
    };
    tokio::task::spawn_blocking(run).await.expect("no panic")
}

#[tokio::test]
async fn a_running_proxy_is_healthy_and_a_stopped_one_is_not() {
    let server = Server::bind(settings(&[])).await.expect("a free port");
    let address = server.local_addr();
    let running = tokio::spawn(server.run(std::future::pending()));
    let healthy = check(address).await;
    assert!(healthy.status.success(), "{healthy:?}");
    assert!(healthy.stdout.is_empty() && healthy.stderr.is_empty());
    let everywhere = SocketAddr::from(([0, 0, 0, 0], address.port()));
    assert!(check(everywhere).await.status.success());

    running.abort();
    assert!(running.await.is_err_and(|end| end.is_cancelled()));
    let stopped = check(address).await;
    assert!(!stopped.status.success());
    let told = String::from_utf8_lossy(&stopped.stderr);
    assert!(told.contains(&address.to_string()), "{told}");
}

#[tokio::test]
async fn another_server_is_no_healthy_proxy() {
    let host = Host::start(|_| ok("content-type: application/json\r\n", b"{\"name\":\"x\"}")).await;
    let checked = check(host.address).await;
    assert!(!checked.status.success());
    let told = String::from_utf8_lossy(&checked.stderr);
    assert!(told.contains("something else"), "{told}");
}
