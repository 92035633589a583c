import asyncio
import gzip
import json
import pickle

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


def test_pages_of_a_crawl_have_their_content(site):
    site["http://a.test/"] = (
        b"<title>Spiders</title><meta name=author content=Ada><link rel=canonical href=/home><meta property=og:type content=article>"
        b"<h1>Spiders</h1><p>Read about the <a href=/web>web of a spider</a> and its silk.</p><a href=/file.pdf>spider</a>"
    )
    pages = list(salticid.crawl("spider", ["http://a.test/", "http://a.test/missing"], web=site, text_chars=7))
    first, missing = pages[0], next(page for page in pages if page["url"].endswith("missing"))
    parsed = salticid.parse(site["http://a.test/"], "http://a.test/", "text/html", text_chars=7)
    assert first.html == site["http://a.test/"]
    assert (first.text, first.main_text, first.markdown) == ("Spiders", "Spiders", parsed.markdown)
    assert [link.url for link in first.links] == ["http://a.test/web", "http://a.test/file.pdf"]
    metadata = first.metadata
    assert (metadata["authors"], metadata["canonical"], metadata["type"]) == (["Ada"], "http://a.test/home", "article")
    assert (missing["status"], missing.text, missing.links, missing.metadata.get("title", "")) == (404, "", [], "")
    assert json.loads(json.dumps(first)) == first == pickle.loads(pickle.dumps(first))


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
    with pytest.raises(FileNotFoundError, match="cannot be read") as missing:
        salticid.crawl("x", ["http://a.test/"], web=tmp_path / "missing.warc.gz")
    assert isinstance(missing.value, salticid.FileError)
    for pages, problem in [
        (-1, r"plan\.pages: invalid value: integer `-1`, expected a whole number, 0 or more"),
        (float("nan"), r"plan\.pages: NaN and infinity are no numbers: give a finite one"),
        (object(), "plan: .*object"),
    ]:
        with pytest.raises(salticid.PlanError, match=problem):
            salticid.crawl("x", ["http://a.test/"], web=site, pages=pages)
    with pytest.raises(salticid.PlanError, match=r"plan\.past\[0\]\.good: NaN"):
        salticid.crawl("x", ["http://a.test/"], web=site, settings={"past": [{"url": "http://a.test/", "good": float("-inf")}]})
    (tmp_path / "other.warc").write_bytes(b"no recording")
    with pytest.raises(salticid.ContentError, match="is not a recorded web"):
        salticid.crawl("x", ["http://a.test/"], web=tmp_path / "other.warc")
    with pytest.raises(salticid.PlanError, match="no setting colour"):
        salticid.crawl("x", ["http://a.test/"], web=site, settings={"colour": 1})


def test_a_coroutine_iterates_while_others_run(site):
    async def crawled(name):
        run = salticid.crawl("spider", ["http://a.test/"], web=site, pages=4)
        return [(name, page["url"]) async for page in run]

    async def both():
        return await asyncio.gather(crawled("one"), crawled("two"))

    one, two = asyncio.run(both())
    assert [url for _, url in one] == [url for _, url in two]
    assert len(one) == 4


def test_numbers_of_numpy_are_numbers(site):
    numpy = pytest.importorskip("numpy")
    settings = {"good": numpy.float32(0.5), "stemming": numpy.bool_(False), "depth": numpy.int16(4)}
    run = salticid.crawl("spider", ["http://a.test/"], web=site, pages=numpy.int64(2), strategy="best-n-first", n=numpy.int32(3), settings=settings)
    assert len(run.run().pages) == 2


def test_a_gzip_sitemap_has_all_its_members_and_no_half_of_a_line():
    """RFC 1952 §2.2 (a file consists of members), §2.3.1 (each has a checksum)."""
    lines = b"http://a.test/one\nhttp://a.test/two\n"
    whole = gzip.compress(lines, 0)
    both = ["http://a.test/one", "http://a.test/two"]
    for packed, expected in [
        (whole, both),
        (gzip.compress(lines[:20]) + gzip.compress(lines[20:]), both),
        (whole + b"\0" * 9, both),
        (whole[:-12], both[:1]),
        (gzip.compress(lines[:20]) + gzip.compress(lines[20:], 0)[:-12], both[:1]),
    ]:
        found = salticid.find_seeds(sites=["http://a.test/list"], web={"http://a.test/list": packed})
        assert [seed["url"] for seed in found] == expected
    with pytest.raises(salticid.CrawlError, match="damaged"):
        salticid.find_seeds(sites=["http://a.test/list"], web={"http://a.test/list": whole[:12]})


def test_a_crawl_without_a_page_says_why(site):
    site["http://a.test/robots.txt"] = b"User-agent: *\nDisallow: /"
    run = salticid.crawl("spider", ["http://a.test/"], web=site)
    with pytest.raises(salticid.CrawlError, match="No page could be read.*robots: 1"):
        run.run()
    assert (run.reason, run.phase) == ("everything-blocked", "ended")
