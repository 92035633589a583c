"""Webs that fit on a screen, and the program that crawls must agree with."""

import contextlib
import http.server
import os
import subprocess
import threading

import pytest

#: A small site: the links about spiders lead to two pages about spiders.
SITE = {
    "http://a.test/": b"<p>spider <a href=/web>spider web</a> <a href=/cars>cars</a></p>",
    "http://a.test/web": b"<p>spider spider <a href=/silk>spider silk</a></p>",
    "http://a.test/cars": b"<p>cars cars <a href=/engines>engines</a></p>",
    "http://a.test/silk": b"<p>spider silk</p>",
    "http://a.test/engines": b"<p>engines</p>",
}


@pytest.fixture
def site():
    return dict(SITE)


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append((self.path, self.headers))
        self.server.agents.add(self.headers["User-Agent"])
        if self.server.hangs.is_set():
            self.server.ended.wait(60)
        host = self.headers["Host"] if self.headers["Host"].endswith(".test") else "a.test"
        html = self.server.site.get(f"http://{host}{self.path}")
        headers = self.server.headers.get(self.path, {})
        if headers.get("ETag", "none") == self.headers["If-None-Match"]:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(404 if html is None else 200)
        for name, value in headers.items():
            self.send_header(name, value)
        kind = {"txt": "text/plain", "xml": "text/xml"}.get(self.path.rpartition(".")[2], "text/html")
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(html or b"")

    def log_message(self, *_):
        pass


@pytest.fixture
def server(site):
    """A server of the site, which notes requests, and answers none while it hangs. It sends its `headers` by path."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.agents, server.requests, server.site, server.headers = set(), [], site, {}
    server.hangs, server.ended = threading.Event(), threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.ended.set()
    server.shutdown()


@pytest.fixture
def full_disk():
    """A context in which every file ends after a kilobyte, as on a full disk."""
    resource = pytest.importorskip("resource")

    @contextlib.contextmanager
    def limited():
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_024, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited


@pytest.fixture(scope="session")
def lab():
    """Runs `salticid-lab`, which `cargo xtask test` names."""
    program = os.environ.get("SALTICID_LAB")
    if program is None:
        pytest.skip("SALTICID_LAB does not name salticid-lab: run cargo xtask test")

    def run(*arguments):
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True)
        return done.stdout

    return run
