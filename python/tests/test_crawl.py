import asyncio
import http.server
import json
import threading

import pytest
import salticid


def urls(pages):
    return [page["url"].removeprefix("http://a.test") for page in pages]


def test_a_crawl_follows_the_best_links_first(site):
    run = salticid.crawl("spider", ["http://a.test/"], web=site)
    assert urls(run) == ["/", "/web", "/silk", "/cars", "/engines"]
    assert [page["n"] for page in run.pages] == [1, 2, 3, 4, 5]
    assert run.phase == "ended"
    assert ("http://a.test/", "http://a.test/web") in run.links


def test_a_crawl_runs_only_while_it_is_iterated_and_can_be_continued(site):
    run = salticid.crawl("spider", ["http://a.test/"], web=site)
    assert next(run)["url"] == "http://a.test/"
    assert run.phase == "running"
    assert urls(run) == ["/web", "/silk", "/cars", "/engines"]
    assert next(run, None) is None


def test_progress_is_reported_after_each_page(site):
    seen = []
    salticid.crawl("spider", ["http://a.test/"], web=site, progress=lambda counts: seen.append(counts["pages"])).run()
    assert seen == [1, 2, 3, 4, 5]


def test_documents_are_listed_and_not_fetched():
    web = {"http://a.test/": b"<p>spider</p><a href=/x.pdf>spider report</a>"}
    run = salticid.crawl("spider", ["http://a.test/"], web=web).run()
    assert len(run.pages) == 1
    (document,) = run.documents
    assert (document["url"], document["kind"], document["page"]) == ("http://a.test/x.pdf", "Pdf", 1)


def test_progress_is_shown_on_the_standard_error(site, capsys):
    salticid.crawl("spider", ["http://a.test/"], web=site, progress=True).run()
    assert "5" in capsys.readouterr().err


def test_a_driver_in_python_gives_the_same_crawl(site):
    crawl = salticid.Crawl(salticid.plan("spider", ["http://a.test/"]))
    assert crawl.phase == "new"
    now, commands = 0, crawl.start(0)
    purposes = set()
    while not crawl.is_over:
        for command in commands:
            match_fetch = isinstance(command, salticid.Fetch)
            if match_fetch:
                purposes.add(command.purpose)
                html = site.get(command.url)
                headers = [("Content-Type", "text/html")]
                status = 404 if html is None else 200
                commands = crawl.fetched(command.id, status, headers, html or b"", now=now)
            elif isinstance(command, salticid.Wait):
                now = max(now, command.until)
                commands = crawl.tick(now)
    assert any(isinstance(command, salticid.Finished) for command in commands)
    assert purposes == {"page", "robots"}
    assert urls(crawl.pages()) == urls(salticid.crawl("spider", ["http://a.test/"], web=site))
    assert urls(crawl.pages(start=3)) == ["/cars", "/engines"]
    # One request a second at most.
    assert now >= 4_000


def test_a_driver_is_told_of_wrong_events(site):
    crawl = salticid.Crawl(salticid.plan("spider", ["http://a.test/"]))
    (fetch,) = [command for command in crawl.start(0) if isinstance(command, salticid.Fetch)]
    assert fetch.url == "http://a.test/robots.txt"
    crawl.failed(fetch.id, "dns", "the host has no address", now=1)
    with pytest.raises(salticid.PlanError, match="no request with the id 99 is pending"):
        crawl.failed(99, "dns", "x", now=2)
    # Without a robots.txt nothing of the host may be fetched (RFC 9309, section 2.3.1.4).
    crawl.tick(60_000)
    assert (crawl.phase, crawl.pages()) == ("ended", [])


def test_a_crawl_can_be_paused_and_stopped(site):
    crawl = salticid.Crawl(salticid.plan("spider", ["http://a.test/"]))
    crawl.start(0)
    assert [crawl.pause(1), crawl.phase] == [[], "paused"]
    crawl.resume(2)
    assert crawl.phase == "running"
    (finished,) = crawl.stop(3)
    assert (finished.reason, crawl.phase) == ("stopped", "ended")


@pytest.mark.parametrize("strategy", ["best-first", "adaptive", "info-spiders", "shark-search"])
def test_the_log_of_a_crawl_is_that_of_salticid_lab(lab, strategy):
    expected = lab("crawl", "--web", "demo", "--topic", "demo#asthma", "--strategy", strategy, "--pages", 60)
    run = salticid.crawl(topic="demo#asthma", strategy=strategy, pages=60).run()
    assert run.log() == expected
    assert run.summary() == json.loads(expected.splitlines()[-1])


def test_results_are_tables():
    pandas = pytest.importorskip("pandas")
    run = salticid.crawl(topic="demo#asthma", pages=5).run()
    table = run.to_pandas()
    assert isinstance(table, pandas.DataFrame)
    assert list(table.columns) == list(salticid.PAGE_FIELDS)
    assert {field for page in run.pages for field in page} <= set(salticid.PAGE_FIELDS)
    assert list(table["url"]) == [page["url"] for page in run.pages]


def test_results_are_arrow_tables_and_parquet_files(tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow.parquet

    run = salticid.crawl(topic="demo#asthma", pages=5).run()
    run.to_parquet(tmp_path / "pages.parquet")
    rows = pyarrow.parquet.read_table(tmp_path / "pages.parquet").to_pylist()
    assert rows == run.rows()


def test_a_full_disk_leaves_the_old_parquet_file(full_disk, tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "pages.parquet"
    path.write_bytes(b"the old file")
    run = salticid.crawl(topic="demo#asthma", pages=5).run()
    with full_disk(), pytest.raises(salticid.FileError, match="cannot be written"):
        run.to_parquet(path)
    assert path.read_bytes() == b"the old file"


def test_errors_of_a_crawl_list_all_problems(site, tmp_path):
    with pytest.raises(salticid.PlanError) as caught:
        salticid.crawl(web=site, pages=0)
    assert len(str(caught.value).splitlines()) == 3, caught.value
    with pytest.raises(salticid.PlanError, match="plan.rng: invalid type"):
        salticid.crawl("x", ["http://a.test/"], web=site, settings={"rng": "one"})
    with pytest.raises(salticid.UrlError):
        salticid.crawl("x", ["http://a.test/"], web={"no url": b""})
    with pytest.raises(OSError, match="cannot be read"):
        salticid.crawl("x", ["http://a.test/"], web=tmp_path / "missing.warc.gz")
    (tmp_path / "other.warc").write_bytes(b"no recording")
    with pytest.raises(salticid.ContentError, match="is not a recorded web"):
        salticid.crawl("x", ["http://a.test/"], web=tmp_path / "other.warc")
    with pytest.raises(salticid.PlanError, match="no setting colour"):
        salticid.crawl("x", ["http://a.test/"], web=site, settings={"colour": 1})


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.agents.add(self.headers["User-Agent"])
        html = self.server.site.get(f"http://a.test{self.path}")
        self.send_response(404 if html is None else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(html or b"")

    def log_message(self, *_):
        pass


@pytest.fixture
def server(site):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.agents = set()
    server.site = site
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


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


def test_a_live_crawl_without_contact_names_the_page_of_the_project(server):
    address = f"127.0.0.1:{server.server_port}"
    salticid.crawl("spider", [f"http://{address}/"], web="live", pages=1, allow_address=[address]).run()
    (agent,) = server.agents
    assert agent.startswith("Salticid/") and "(+https://" in agent


def test_a_live_crawl_refuses_addresses_that_are_not_public(server):
    seed = f"http://127.0.0.1:{server.server_port}/"
    run = salticid.crawl("spider", [seed], web="live", pages=1).run()
    assert run.pages == [] or run.pages[0]["status"] == 0
    assert server.agents == set()


def test_a_coroutine_iterates_while_others_run(site):
    async def crawled(name):
        run = salticid.crawl("spider", ["http://a.test/"], web=site, pages=4)
        return [(name, page["url"]) async for page in run]

    async def both():
        return await asyncio.gather(crawled("one"), crawled("two"))

    one, two = asyncio.run(both())
    assert [url for _, url in one] == [url for _, url in two]
    assert len(one) == 4
