import asyncio
import http.server
import logging
import os
import re
import signal
import threading
import time

import pytest
import salticid


def urls(pages):
    return [page["url"].removeprefix("http://a.test") for page in pages]


def crawl(server, seeds=("http://a.test/",), query="spider", **named):
    """A live crawl of the site, whose host needs no delay."""
    address = f"127.0.0.1:{server.server_port}"
    usual = {"delays": {"a.test": 0}, "own": ["a.test"], "allow_address": [address], "resolve": [f"a.test:80:{address}"]}
    return salticid.crawl(query, seeds, web="live", **{**usual, **named})


def test_a_live_crawl_fetches_through_the_guard(server):
    address = f"127.0.0.1:{server.server_port}"
    run = salticid.crawl(
        "spider",
        ["http://a.test/"],
        web="live",
        pages=2,
        allow_address=[address],
        resolve=[f"a.test:80:{address}"],
        contact="http://me.test/",
    )
    assert urls(run) == ["/", "/web"]
    (agent,) = server.agents
    assert "http://me.test/" in agent


@pytest.mark.parametrize("contact", [None, "http://me.test/", "mailto:me@me.test"])
def test_the_user_agent_names_the_package_and_the_page_of_the_project_or_of_the_person(server, contact):
    address = f"127.0.0.1:{server.server_port}"
    salticid.crawl("spider", [f"http://{address}/"], web="live", pages=1, allow_address=[address], contact=contact).run()
    (agent,) = server.agents
    named = re.escape(contact) if contact else r"https://\S+"
    assert re.fullmatch(rf"Salticid/\S+ \(\+{named}; topical crawler in Python\)", agent), agent


def test_a_live_crawl_refuses_addresses_that_are_not_public(server):
    seed = f"http://127.0.0.1:{server.server_port}/"
    run = salticid.crawl("spider", [seed], web="live", pages=1)
    with pytest.raises(salticid.CrawlError, match="No page could be read.*port: 1"):
        run.run()
    assert (run.reason, run.pages, server.agents) == ("everything-blocked", [], set())
    assert next(run, None) is None


def test_pages_of_the_live_web_have_their_content(server, site):
    pages = list(crawl(server))
    assert urls(pages) == ["/", "/web", "/silk", "/cars", "/engines"]
    assert [page.html for page in pages] == [site[page["url"]] for page in pages]
    assert pages[1].text == "spider spider spider silk"
    assert (pages[1].links[0].url, pages[1].content.url) == ("http://a.test/silk", "http://a.test/web")


def test_the_user_agent_headers_and_cookies_are_those_of_the_person(server):
    server.site["http://a.test/"] = b"<p>spider <a href=http://b.test/>b</a>"
    server.site["http://b.test/"] = b"<p>spider"
    address = f"127.0.0.1:{server.server_port}"
    run = crawl(
        server,
        user_agent="me/1 (+http://me.test/)",
        headers={"Accept-Language": "de"},
        cookies={"a.test": {"session": "1", "theme": "dark"}},
        delays={"a.test": 0, "b.test": 0},
        own=["a.test", "b.test"],
        resolve=[f"{host}.test:80:{address}" for host in "ab"],
    )
    assert len(run.run().pages) == 2
    assert server.agents == {"me/1 (+http://me.test/)"}
    assert {headers["Accept-Language"] for _, headers in server.requests} == {"de"}
    cookies = {headers["Host"]: headers.get("Cookie") for _, headers in server.requests}
    assert cookies == {"a.test": "session=1; theme=dark", "b.test": None}


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ({"contact": "http://me.test/\r\nX: y"}, "contact: .* is not a URL such as"),
        ({"contact": "me"}, "contact: .*mailto:me@example.org"),
        ({"user_agent": "a\nb"}, "user_agent: .*line breaks"),
        ({"headers": {"Cookie": "a=b"}}, "headers: .*every host"),
        ({"headers": {"Host": "b.test"}}, "headers: .*set by the client"),
        ({"delays": {"b.test": 0.5}}, "delays: b.test has 0.5 s, give 1 to 300; less only for hosts that you name as your own"),
        ({"delays": {"a.test": -1}}, "delays: a.test has -1 s"),
        ({"delays": {"a.test": float("nan")}}, "delays: a.test has NaN s"),
        (
            {"parallel_per_host": {"b.test": 2}},
            "parallel_per_host: b.test gets one request at a time, unless you name it as your own",
        ),
        ({"parallel_per_host": {"a.test": 0}}, "parallel_per_host: a.test has 0, give 1 to 64"),
        ({"timeout": 0}, "timeout: 0 is no number of seconds above 0"),
        ({"proxy": "socks5://a.test:1"}, "proxy: give an address"),
        ({"proxy": "http://a.test:99999"}, "proxy: give an address"),
        ({"proxy": "http://[::1"}, "proxy: give an address"),
        ({"cookies": {"a.test": 5}}, "cookies: give those of a.test as a text"),
        ({"settings": {"pages": 3}}, "settings: give pages as arguments of their own"),
    ],
)
def test_impossible_settings_of_requests_are_refused(server, named, problem):
    with pytest.raises(salticid.PlanError, match=problem):
        crawl(server, **named)


def test_a_host_that_is_not_ones_own_has_a_delay_of_a_second_at_least(server):
    begun = time.monotonic()
    crawl(server, pages=2, delays={}).run()
    # One delay after robots.txt, and one after the first page.
    assert time.monotonic() - begun >= 2


class ForwardProxy(http.server.BaseHTTPRequestHandler):
    """Answers requests with a whole URL, as an HTTP proxy does."""

    def do_GET(self):
        self.server.asked.append((self.path, self.headers["Proxy-Authorization"]))
        html = self.server.site.get(self.path)
        self.send_response(404 if html is None else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(html or b"")

    def do_CONNECT(self):
        self.server.asked.append((self.path, self.headers["Proxy-Authorization"]))
        self.send_error(502)

    def log_message(self, *_):
        pass


def test_requests_can_go_through_an_http_proxy(site):
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ForwardProxy)
    proxy.site, proxy.asked = site, []
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    site["http://a.test/"] = b"<p>spider <a href=/web>spider web</a> <a href=https://secure.test/>spider</a>"
    named = {"delays": {"a.test": 0}, "own": ["a.test"], "proxy": f"http://me:pass%20word@127.0.0.1:{proxy.server_port}"}
    run = salticid.crawl("spider", ["http://a.test/"], web="live", pages=3, **named).run()
    proxy.shutdown()
    assert urls(run.pages)[:2] == ["/", "/web"]
    assert proxy.asked[:2] == [("http://a.test/robots.txt", "Basic bWU6cGFzcyB3b3Jk"), ("http://a.test/", "Basic bWU6cGFzcyB3b3Jk")]
    assert "secure.test:443" in {address for address, _ in proxy.asked}


def test_a_function_fetches_in_place_of_the_package(site):
    asked = []

    class Response:
        def __init__(self, html):
            self.status_code, self.headers, self.content = 200 if html else 404, {"Content-Type": "text/html"}, html or b""

    def fetch(url):
        asked.append(url)
        return Response(site.get(url))

    named = {"web": "live", "delays": {"a.test": 0}, "own": ["a.test"]}
    run = salticid.crawl("spider", ["http://a.test/"], fetch=fetch, **named).run()
    assert urls(run.pages) == ["/", "/web", "/silk", "/cars", "/engines"]
    assert asked[0] == "http://a.test/robots.txt"
    assert run.pages[0].html == site["http://a.test/"]
    with pytest.raises(salticid.PlanError, match='web="live"'):
        salticid.crawl("spider", ["http://a.test/"], fetch=fetch)


def test_a_host_of_the_persons_own_gets_several_requests_at_a_time():
    links = b"".join(b"<a href=/%d>spider</a> " % n for n in range(9))
    at_once, most = 0, 0

    async def fetch(url):
        nonlocal at_once, most
        at_once, most = at_once + 1, max(most, at_once + 1)
        # The others come only while this one waits.
        for _ in range(100):
            if at_once == 3:
                break
            await asyncio.sleep(0.01)
        at_once -= 1
        return (404, [], b"") if url.endswith("robots.txt") else (200, [("content-type", "text/html")], links)

    named = {"web": "live", "fetch": fetch, "parallel_per_host": {"a.test": 3}, "own": "a.test"}
    run = salticid.crawl("spider", ["http://a.test/"], pages=10, **named).run()
    assert (len(run.pages), most) == (10, 3)


def test_an_exception_of_the_function_is_the_reason_that_the_crawl_waits(caplog):
    def fetch(url):
        raise OSError("the network is gone")

    run = salticid.crawl("spider", ["http://a.test/"], web="live", fetch=fetch)
    with caplog.at_level(logging.WARNING, logger="salticid"):
        for _ in range(10):
            run._native.wait(0.2)
            run._log()
    assert "robots.txt is requested again later: fetch failed: OSError: the network is gone" in caplog.text


def test_a_coroutine_function_fetches_on_the_loop_of_the_crawl(site):
    loops = set()

    async def fetch(url):
        await asyncio.sleep(0)
        loops.add(asyncio.get_running_loop())
        html = site.get(url)
        return (200 if html else 404, [("content-type", "text/html")], html or b"")

    named = {"web": "live", "fetch": fetch, "delays": {"a.test": 0}, "own": ["a.test"]}

    async def crawled():
        pages = [page async for page in salticid.crawl("spider", ["http://a.test/"], **named)]
        assert loops == {asyncio.get_running_loop()}
        return pages

    expected = ["/", "/web", "/silk", "/cars", "/engines"]
    assert urls(asyncio.run(crawled())) == expected
    # Without a loop, it has one of its own.
    assert urls(salticid.crawl("spider", ["http://a.test/"], **named)) == expected


def test_a_function_renders_the_pages_that_were_fetched(server, site):
    rendered = {}

    def render(url, html):
        rendered[url.removeprefix("http://a.test")] = html
        return "<p>spider ü <a href=/silk>silk" if url == "http://a.test/" else None

    site["http://a.test/silk"] = "<p>spider Zürich".encode()
    run = crawl(server, render=render).run()
    assert urls(run.pages) == ["/", "/silk"]
    assert rendered == {"/": server.site["http://a.test/"].decode(), "/silk": "<p>spider Zürich"}
    assert [page.text for page in run.pages] == ["spider ü silk", "spider Zürich"]
    assert run.pages[0].html.decode() == "<p>spider ü <a href=/silk>silk"
    with pytest.raises(salticid.PlanError, match='render: it is for the live web'):
        salticid.crawl("spider", ["http://a.test/"], render=render)


@pytest.mark.parametrize(
    ("render", "code", "problem"),
    [
        (lambda url, html: 1 / 0, "render", "render failed: ZeroDivisionError"),
        (lambda url, html: b"<p>spider", "render", "render failed: TypeError"),
        (lambda url, html: time.sleep(5), "timeout-total", "render took too long"),
    ],
)
def test_a_page_that_cannot_be_rendered_is_a_failure(server, caplog, render, code, problem):
    run = crawl(server, render=render, timeout=1)
    with caplog.at_level(logging.INFO, logger="salticid"), pytest.raises(salticid.CrawlError, match=f"{code}: 1"):
        run.run()
    assert f"page 1: http://a.test/ failed: {problem}" in caplog.text


def test_a_coroutine_function_renders_on_the_loop_of_the_crawl(server):
    loops = set()

    async def render(url, html):
        await asyncio.sleep(0)
        loops.add(asyncio.get_running_loop())
        return f"{html} rendered"

    async def crawled():
        pages = [page async for page in crawl(server, render=render)]
        assert loops == {asyncio.get_running_loop()}
        return pages

    assert [(page.text.split()[-1], page["rendered"]) for page in asyncio.run(crawled())] == [("rendered", True)] * 5
    # Without a loop, it has one of its own.
    assert len(crawl(server, render=render).run().pages) == 5


def test_an_http_cache_requests_fresh_responses_once_and_validates_stale_ones(server, tmp_path):
    server.headers = {"/web": {"Cache-Control": "max-age=600"}, "/": {"Cache-Control": "no-cache", "ETag": '"a"'}}
    first = crawl(server, cache=tmp_path / "cache").run()
    before = len(server.requests)
    again = crawl(server, cache=tmp_path / "cache").run()
    assert urls(again.pages) == urls(first.pages)
    assert [page.html for page in again.pages] == [page.html for page in first.pages]
    requests = {path: headers.get("If-None-Match") for path, headers in server.requests[before:]}
    assert requests == {"/robots.txt": None, "/": '"a"', "/silk": None, "/cars": None, "/engines": None}
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(salticid.FileError, match="cannot be written"):
        crawl(server, cache=tmp_path / "file" / "cache")


def test_sitemaps_have_seeds(server):
    server.site["http://a.test/robots.txt"] = b"User-agent: *\nAllow: /\nSitemap: http://a.test/map.xml"
    server.site["http://a.test/map.xml"] = b"<urlset><url><loc>http://a.test/cars</loc></url><url><loc>http://a.test/silk</loc></url></urlset>"
    run = crawl(server, [], sitemaps="http://a.test/", pages=2).run()
    assert sorted(urls(run.pages)) == ["/cars", "/silk"]
    del server.site["http://a.test/robots.txt"], server.site["http://a.test/map.xml"]
    with pytest.raises(salticid.CrawlError, match="no seeds were found: http://a.test/nothing"):
        crawl(server, [], sitemaps=["http://a.test/nothing"])


def interrupted(seconds):
    """Presses Ctrl+C in so many seconds, and returns the time at which it does."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()
    return time.monotonic() + seconds


def test_ctrl_c_ends_a_crawl_of_a_host_that_hangs_within_a_second(server):
    server.hangs.set()
    run = crawl(server)
    pressed = interrupted(0.5)
    with pytest.raises(KeyboardInterrupt):
        run.run()
    assert time.monotonic() - pressed < 1
    server.hangs.clear()
    run.close()
    assert next(run, None) is None


def test_ctrl_c_ends_a_coroutine_within_a_second(server):
    server.hangs.set()

    async def crawled():
        async with crawl(server) as run:
            async for _ in run:
                pass

    pressed = interrupted(0.5)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(crawled())
    assert time.monotonic() - pressed < 1
    server.hangs.clear()


def test_a_cancelled_step_loses_no_page(server):
    async def crawled():
        run, pages = crawl(server), []
        while True:
            try:
                pages.append(await asyncio.wait_for(anext(run), 0.002))
            except asyncio.TimeoutError:
                pass
            except StopAsyncIteration:
                return pages

    assert urls(asyncio.run(crawled())) == ["/", "/web", "/silk", "/cars", "/engines"]


def test_messages_are_logged_with_their_levels(server, caplog):
    server.site["http://a.test/robots.txt"] = b"User-agent: *\nDisallow: /cars"
    with caplog.at_level(logging.DEBUG, logger="salticid"):
        crawl(server).run()
    messages = {record.getMessage(): record.levelname for record in caplog.records}
    assert any(message.startswith("page 2: http://a.test/web read, relevance ") for message in messages)
    assert [level for message, level in messages.items() if message.startswith("http://a.test/cars refused")] == ["INFO"]
    assert messages["the crawl ended: No links are left to follow."] == "INFO"
