"""The jobs on Apache Spark give the results of the engine on one machine."""

import gzip
import hashlib
import http.server
import io
import json
import math
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import pytest
import salticid

pytest.importorskip("pyspark")
from pyspark.sql import functions as F  # noqa: E402
from salticid import spark as jobs  # noqa: E402
from salticid.spark.__main__ import main  # noqa: E402

TOPIC = "demo#asthma"

#: The options of a session. The tables are small: to compile the code of a query takes longer than to run it.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
OPTIONS = {
    "spark_driver_bindAddress": "127.0.0.1",
    "spark_driver_extraJavaOptions": JAVA,
    "spark_driver_host": "127.0.0.1",
    "spark_executor_extraJavaOptions": JAVA,
    "spark_sql_adaptive_enabled": "false",
    "spark_sql_codegen_factoryMode": "NO_CODEGEN",
    "spark_sql_codegen_wholeStage": "false",
    "spark_sql_shuffle_partitions": "2",
    "spark_ui_enabled": "false",
}


@pytest.fixture(scope="module")
def spark():
    """A session with two threads."""
    os.environ["SPARK_MASTER"] = "local[2]"
    session = jobs.session("tests", **OPTIONS)
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def record(path, pages, broken=()):
    """Writes a WARC file of pages by URL; the records of `broken` are damaged."""
    writer = salticid._native.WarcWriter("pages of a test", 0)
    parts = [writer.head]
    for url, html in pages.items():
        part = writer.response(url, 1_000, 200, [("content-type", "text/html")], html, 5)
        if url in broken:
            part = part[:40] + bytes(byte ^ 0xFF for byte in part[40:60]) + part[60:]
        parts.append(part)
    path.write_bytes(b"".join(parts))
    return str(path)


@pytest.fixture(scope="module")
def demo(tmp_path_factory, lab):
    """The first pages of a crawl of the demo web as two WARC files, with their HTML by URL."""
    topic = salticid.topic(TOPIC)
    folder = tmp_path_factory.mktemp("demo")
    whole = folder / "whole.warc.gz"
    seeds = [part for seed in topic["seeds"] for part in ("--seed", seed)]
    lab("crawl", "--web", "demo", "--query", "x", *seeds, "--strategy", "breadth-first", "--pages", 40, "--export", whole, "--log", folder / "log")
    recorded = salticid.WarcReader(open(whole, "rb"))
    is_page = lambda item: item.status == 200 and dict(item.headers).get("content-type", "").startswith("text/html")  # noqa: E731
    pages = {salticid.canonical_url(item.url): item.body for item in recorded if is_page(item)}
    halves = list(pages.items())
    files = [
        record(folder / "one.warc.gz", dict(halves[:20])),
        record(folder / "two.warc.gz", dict(halves[20:])),
    ]
    return topic, pages, files


def test_scores_are_those_of_a_scorer(spark, demo):
    topic, pages, files = demo
    scored = jobs.score(spark, files, topic["query"], strategy="shark-search", text=True)
    scorer = salticid.Scorer(topic["query"], strategy="shark-search")
    found = {row["url"]: row for row in scored.pages.collect()}
    assert found.keys() == pages.keys()
    links = {}
    for row in scored.links.collect():
        links.setdefault(row["source"], []).append((row["target"], row["score"]))
    for url, html in pages.items():
        page = salticid.parse(html, url)
        assert found[url]["relevance"] == scorer.relevance(page)
        assert (found[url]["title"], found[url]["text"]) == (page.title, page.main_text)
        assert (found[url]["status"], found[url]["fetched_at"].timestamp()) == (200, 1.0)
        assert found[url]["digest"] == hashlib.sha256(html).hexdigest() and url.startswith(found[url]["host"] + "/")
        expected = [(link.url, link.score) for link in scorer.links(page)]
        assert links.get(url, []) == expected
    assert {row["label"] for row in found.values()} == {"relevant", "other"}
    assert scored.failures.count() == 0
    scored.close()


def test_damaged_records_and_files_are_listed_and_the_rest_is_read(spark, tmp_path):
    pages = {f"http://a.test/{n}": f"<title>{n}</title><p>spiders {n}".encode() for n in range(4)}
    good = record(tmp_path / "good.warc.gz", pages)
    half = record(tmp_path / "half.warc.gz", pages, broken={"http://a.test/1"})
    (tmp_path / "noise.warc.gz").write_bytes(b"<html>no recording</html>")
    (tmp_path / "list.txt").write_text("good.warc.gz\nmissing.warc.gz\n")
    scored = jobs.score(
        spark,
        [str(tmp_path / "*.warc.gz"), str(tmp_path / "list.txt")],
        "spiders",
        base=f"{tmp_path}/",
    )
    read = sorted((pathlib.Path(row["path"]).name, row["url"][-1]) for row in scored.pages.collect())
    assert read == [("good.warc.gz", n) for n in "0123"] + [("half.warc.gz", n) for n in "023"]
    failures = {pathlib.Path(row["path"]).name: row for row in scored.failures.collect()}
    assert failures.keys() == {"half.warc.gz", "noise.warc.gz", "missing.warc.gz"}
    whole = salticid.WarcReader(open(good, "rb"))
    assert len(list(whole)) == 4
    assert failures["half.warc.gz"]["offset"] > 0 and "gzip" in failures["half.warc.gz"]["reason"]
    with pytest.raises(FileNotFoundError, match=r"no such file: .*\.nothing, .*missing\.warc"):
        jobs.score(spark, [str(tmp_path / "*.nothing"), good, str(tmp_path / "missing.warc")], "spiders")


def response(url, body=b"<p>spiders", head=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"):
    """Returns a record of a response."""
    block = head + b"\r\n" + body
    line = f"WARC-Target-URI: {url}\r\n" if url else ""
    return f"WARC/1.1\r\nWARC-Type: response\r\n{line}Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def batches_of(path, records, members=True):
    """Scores a file of these records; returns the rows of each batch."""
    from salticid.spark._score import _score_file

    path.write_bytes(b"".join(map(gzip.compress, records)) if members else gzip.compress(b"".join(records)))
    scorer = salticid.Scorer("spiders", strategy="best-first")
    return [batch.to_pylist() for batch in _score_file(str(path), scorer._native)]


def test_batches_of_large_pages_have_bounded_bytes(tmp_path, monkeypatch):
    from salticid.spark import _score

    given = []
    scored = _score._scored

    def measured(path, pages, *rest):
        given.append(sum(page.size() for page in pages))
        return scored(path, pages, *rest)

    monkeypatch.setattr(_score, "_scored", measured)
    packed = gzip.compress(b"<title>spiders</title>" + b" " * (8 << 20))
    gzipped = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nX: " + b"y" * (200 << 10) + b"\r\n"
    records = [response(f"http://a.test/{n}", packed, gzipped) for n in range(20)]
    kinds = [row["kind"] for rows in batches_of(tmp_path / "large.warc.gz", records) for row in rows]
    assert kinds == ["page"] * 20 + ["file"]
    page = salticid._native.PAGE_BYTES + (201 << 10)
    assert len(given) == 3 and max(given) < _score.BATCH_BYTES + page, given


def test_failures_are_sent_in_batches(tmp_path):
    rows = batches_of(tmp_path / "damaged.warc.gz", [response(None)] * 600 + [response("http://a.test/")])
    assert [len(some) for some in rows] == [256, 256, 1, 600 - 512 + 1]
    failures = [row for some in rows for row in some if row["kind"] == "failure"]
    assert len({row["offset"] for row in failures}) == 600 and "WARC-Target-URI" in failures[0]["reason"]


def links_frame(spark, pairs):
    return spark.createDataFrame(pairs, "`source` string, `target` string")


def test_pagerank_and_hits_are_those_of_networkx(spark):
    networkx = pytest.importorskip("networkx")
    # A graph with a hub, a chain, dead ends, doubled links and links to themselves.
    pairs = [(f"p{n}", f"p{n * n % 17}") for n in range(40)] + [("hub", f"p{n}") for n in range(9)]
    pairs += [("p1", "p1"), ("hub", "p3"), ("p3", "end"), ("p5", "end")]
    graph = networkx.DiGraph((one, two) for one, two in pairs if one != two)
    ranks = {row["url"]: row["rank"] for row in jobs.pagerank(links_frame(spark, pairs), damping=0.5).collect()}
    expected = networkx.pagerank(graph, alpha=0.5, tol=1e-12, max_iter=500)
    assert ranks.keys() == expected.keys()
    assert all(abs(ranks[url] - rank) < 1e-6 for url, rank in expected.items())
    rows = {row["url"]: row for row in jobs.hits(links_frame(spark, pairs), tolerance=1e-6).collect()}
    hubs, authorities = networkx.hits(graph, max_iter=1_000, tol=1e-12)
    assert all(abs(rows[url]["hub"] - hubs[url]) < 1e-5 for url in hubs)
    assert all(abs(rows[url]["authority"] - authorities[url]) < 1e-5 for url in authorities)


def test_layers_have_the_least_distance_to_a_good_page(spark):
    pairs = [("b", "a"), ("c", "b"), ("d", "c"), ("d", "a"), ("e", "d"), ("f", "e"), ("x", "y"), ("a", "f")]
    rows = jobs.layers(links_frame(spark, pairs), ["a", "z"], distance=2).collect()
    found = sorted((row["url"], row["layer"]) for row in rows)
    assert found == [("a", 0), ("b", 1), ("c", 2), ("d", 1), ("e", 2), ("z", 0)]


def addresses(count):
    """Addresses of hosts with folders of unlike sizes, some with a part of their own."""
    for n in range(count):
        site = n * 7 % 12
        last = f"item-{n}" if n % 3 == 0 else f"page-{n % 5}"
        folder = "/".join(f"{part}{site % 5}" for part in ("a", "b", "c")[: n % 4])
        query = f"?id={n % 11}" if n % 5 == 0 else ""
        yield f"http://site{site}.test{n % 2}/{folder}/{last}{query}"


@pytest.mark.parametrize(("eps", "min_points"), [(0.2, 3), (0.3, 8), (0.5, 5), (1.0, 3)])
def test_clusters_of_urls_are_those_of_the_engine(spark, eps, min_points):
    urls = sorted({salticid.canonical_url(url) for url in addresses(400)})
    frame = spark.createDataFrame([(url,) for url in reversed(urls)], "url string").repartition(5)
    rows = jobs.cluster_urls(frame, eps=eps, min_points=min_points).collect()
    found = {row["url"]: row["cluster"] for row in rows}
    assert found == dict(zip(urls, salticid.cluster_urls(urls, eps, min_points)))
    assert eps > 0.4 or len({*found.values()}) > 5


def test_a_sample_of_clusters_keeps_their_relative_sizes_and_starts_a_crawl(spark):
    folders = {"k": 60, "m": 30, "n": 4}
    urls = [f"http://{folder}.test/{folder}/{n:02}" for folder, count in folders.items() for n in range(count)]
    clusters = jobs.cluster_urls(spark.createDataFrame([(url,) for url in [*urls, "http://noise.org/1"]], "url string"))

    def counts(sample):
        return {folder: sum(f"http://{folder}.test" in url for url in sample) for folder in folders}

    assert counts(jobs.cluster_sample(clusters)) == folders
    # Of 30 URLs the smallest cluster would have one, so it is left out. Every third URL remains of the others.
    sample = jobs.cluster_sample(clusters, most=30)
    assert counts(sample) == {"k": 20, "m": 10, "n": 0}
    assert [url[-2:] for url in sample if "m.test" in url] == [f"{n:02}" for n in range(2, 30, 3)]
    assert salticid.cluster_urls(sample) == [0] * 20 + [1] * 10
    assert jobs.cluster_sample(clusters.where("cluster IS NULL")) == []
    web = {"http://a.test/": b"<p><a href=http://n.test/n/x>one</a> <a href=http://m.test/m/x>two</a> <a href=http://k.test/k/x>three</a>"}
    run = salticid.crawl("spider", ["http://a.test/"], strategy="url-clusters", web=web, settings={"past": sample}).run()
    assert [page["host"] for page in run.pages] == [f"http://{name}.test" for name in "akmn"]


def test_a_model_is_trained_on_recorded_pages_and_their_link_graph(spark, demo, tmp_path):
    topic, pages, files = demo
    scored = jobs.score(spark, files, topic["query"])
    best = scored.pages.orderBy("relevance", ascending=False).limit(3)
    good = [row["url"] for row in best.collect()]
    examples = jobs.context_set(scored.links, good, distance=2, name="two recordings")
    assert examples["kind"] == "set" and examples["graphs"][0]["source"]["name"] == "two recordings"
    model = jobs.train(spark, files, [examples], "context-focused", query=topic["query"])
    assert model.report["read"] > 3
    model.save(tmp_path / "spark.salticid-model")
    again = salticid.Model.load(tmp_path / "spark.salticid-model")
    assert again.strategy == "context-focused"
    by_model = jobs.score(spark, files, model=again)
    assert by_model.pages.count() == len(pages)
    others = [row["url"] for row in scored.pages.orderBy("relevance").limit(3).collect()]
    topics = [{"name": "Good", "topics": [{"name": "Best", "good": True, "examples": good}]}, {"name": "Others", "examples": others}]
    focused = jobs.train(spark, files, strategy="focused", taxonomy={"topics": topics})
    assert focused.report["read"] == 6
    of_topics = jobs.score(spark, files, model=focused)
    url = good[0]
    expected = [(link.url, link.score) for link in salticid.Scorer(model=focused).links(salticid.parse(pages[url], url))]
    links = of_topics.links.where(F.col("source") == url).collect()
    assert [(row["target"], row["score"]) for row in links] == expected
    with pytest.raises(salticid.PlanError, match="none of the pages"):
        jobs.train(spark, files, [{"pages": [{"url": "http://no.test/", "relevant": True}]}], "svm")


def log(run):
    return [(page["url"], page["relevance"], page["priority"], page["depth"], page["parent"]) for page in run]


def rows_of(tables):
    rows = [row.asDict() for row in tables.pages.orderBy("n").collect()]
    return [{**row, "at": round(row["fetched_at"].timestamp() * 1_000)} for row in rows]


def near(one, other):
    """Sums of the same words in another order differ in their last bits."""
    return len(one) == len(other) and all(
        a[0] == b[0] and a[3:] == b[3:] and math.isclose(a[1], b[1], abs_tol=1e-12) and math.isclose(a[2], b[2], abs_tol=1e-12)
        for a, b in zip(one, other)
    )


def demo_crawl(spark, out, **given):
    """Crawls the demo web in rounds without printing their figures."""
    topic = salticid.topic(TOPIC)
    quiet = {"on_round": lambda figures: None, **given}
    return jobs.crawl(spark, str(out), topic["query"], topic["seeds"], web="demo", **quiet)


#: Rounds of several pages, of more than one host.
ROUNDS = {"per_round": 8, "per_site": 6, "strategy": "best-first-anchor"}


@pytest.mark.parametrize("strategy", ["best-first", "adaptive", "url-clusters"])
def test_one_page_a_round_is_the_crawl_of_the_lab(spark, tmp_path, strategy):
    expected = salticid.crawl(topic=salticid.topic(TOPIC), pages=7, strategy=strategy, settings={"parallel": 1}).run().pages
    tables = demo_crawl(spark, tmp_path / "crawl", pages=7, per_round=1, tasks=1, strategy=strategy)
    assert near(log(rows_of(tables)), log(expected))


def test_a_crawl_that_the_driver_scores_is_the_same_after_interruptions_and_continues_in_the_app(spark, tmp_path, monkeypatch):
    from salticid.spark import _driver_rounds

    given = {"per_round": 8, "per_site": 6, "strategy": "adaptive"}
    figures = []
    whole = demo_crawl(spark, tmp_path / "whole", tasks=1, pages=40, on_round=figures.append, **given)
    assert whole.frontier.count() == figures[-1]["frontier"] > 0
    assert sum(figure["pages"] for figure in figures) == 40 == len({row["url"] for row in rows_of(whole)})

    monkeypatch.setattr(_driver_rounds, "GROWTH", 2.5)  # After the first rounds there is a snapshot, and rounds after it.
    commit = _driver_rounds.DriverRounds._commit

    def killed(job, manifest):
        if manifest["round"] == 4:
            raise InterruptedError
        commit(job, manifest)

    with monkeypatch.context() as interrupted, pytest.raises(InterruptedError):
        interrupted.setattr(_driver_rounds.DriverRounds, "_commit", killed)
        demo_crawl(spark, tmp_path / "parts", tasks=3, pages=40, **given)
    last = jobs.CrawlTables(spark, str(tmp_path / "parts")).rounds[-1]
    assert last["round"] == 3 and last["tables"]["snapshot"] and last["tables"]["replayed"]
    parts = demo_crawl(spark, tmp_path / "parts", tasks=2, pages=40, **given)
    assert near(log(rows_of(parts)), log(rows_of(whole)))
    assert {*map(tuple, parts.links.collect())} == {*map(tuple, whole.links.collect())}

    saved = tmp_path / "whole.salticid"
    assert jobs.export(spark, str(tmp_path / "whole"), saved) == 40
    assert near(log(salticid.read_saved_crawl(saved)), log(rows_of(whole)))
    assert jobs.export(spark, str(tmp_path / "whole"), saved, pages=5) == 5


def test_a_trained_strategy_with_state_runs_by_its_model(spark, demo, tmp_path):
    topic, pages, files = demo
    urls = [*pages]
    topics = [{"name": "Good", "good": True, "examples": urls[:3]}, {"name": "Others", "examples": urls[-3:]}]
    model = jobs.train(spark, files, strategy="focused", taxonomy={"topics": topics})
    quiet = {"on_round": lambda figures: None}
    tables = jobs.crawl(spark, str(tmp_path), seeds=topic["seeds"], web="demo", model=model, pages=9, per_round=3, **quiet)
    expected = {page["url"]: page["relevance"] for page in rows_of(tables)}
    assert len(expected) == 9
    assert jobs.export(spark, str(tmp_path), tmp_path / "a.salticid", model=model) == 9


def test_rounds_are_the_same_with_any_number_of_tasks_and_continue(spark, tmp_path, monkeypatch):
    from salticid.spark import _rounds

    figures = []
    one = demo_crawl(spark, tmp_path / "one", tasks=1, pages=24, on_round=figures.append, **ROUNDS)
    # Here the best URLs are chosen among few, and among all if those are of too few sites.
    monkeypatch.setattr(_rounds, "CANDIDATES", 1)
    demo_crawl(spark, tmp_path / "two", tasks=3, pages=12, **ROUNDS)
    two = demo_crawl(spark, tmp_path / "two", tasks=2, pages=24, **ROUNDS)
    assert near(log(rows_of(one)), log(rows_of(two)))
    assert [figure["round"] for figure in figures] == list(range(1, len(figures) + 1))
    assert sum(figure["pages"] for figure in figures) == 24 == one.pages.count()
    assert len({row["url"] for row in rows_of(two)}) == 24, "no page is visited twice"
    waiting = [row["url"] for row in one.frontier.collect()]
    assert len(waiting) == len({*waiting}) == figures[-1]["frontier"]
    assert not {*waiting} & {row["url"] for row in rows_of(one)}
    seeds = salticid.topic(TOPIC)["seeds"]
    with pytest.raises(salticid.PlanError, match="another plan"):
        jobs.crawl(spark, str(tmp_path / "one"), "other words", seeds, web="demo", pages=30, **ROUNDS)


def test_a_frontier_that_is_too_large_is_cut_by_a_threshold(spark, tmp_path):
    from salticid.spark._rounds import _best_by_threshold

    def kept(rows, most):
        columns = "tier int, first double, seq long, position long, factor double"
        waiting = spark.createDataFrame([(*row, 1.0) for row in rows], columns)
        best = _best_by_threshold(waiting, most, len(rows)).orderBy("tier", F.desc("first"), "seq", "position")
        return [tuple(row)[:4] for row in best.collect()]

    # Tier, score, number of the page, position: seeds first, URLs that were left last, the older one among equals.
    equal = [(1, 0.5, number, position) for number in (3, 2, 1) for position in (1, 0)]
    rows = [(0, 0.1, 9, 0), (1, 0.9, 5, 0), *equal, (1, 0.2, 0, 0), (2, 1.0, 0, 0)]
    assert kept(rows, 5) == [*rows[:2], *sorted(equal)[:3]]
    assert kept(rows, len(rows) - 1) == [*rows[:2], *sorted(equal), rows[-2]]
    seeds = [(0, 1.0, 0, position) for position in range(40)]
    assert kept(seeds, 10) == seeds[:10], "also if all are equal"
    figures = []
    demo_crawl(spark, tmp_path / "small", pages=12, settings={"frontier": 40}, on_round=figures.append, **ROUNDS)
    assert max(figure["frontier"] for figure in figures) <= 50, "it may be a quarter larger"
    assert 40 in [figure["frontier"] for figure in figures]


def test_tables_and_recordings_of_many_rounds_are_joined_and_none_is_empty(spark, tmp_path, monkeypatch):
    from salticid.spark import _rounds

    async def fetch(url):
        number = int(url.split(".")[0].removeprefix("http://p"))
        links = f"<a href=http://p{number + 1}.test/>spiders</a> <a href=http://p1.test/>spiders</a>"
        body = "" if url.endswith("robots.txt") else f"<p>spiders {links}"
        return 200, {"content-type": "text/html"}, body.encode()

    monkeypatch.setattr(_rounds, "JOINED", 2)
    given = {"per_round": 1, "tasks": 2, "fetch": fetch, "on_round": lambda figures: None}
    for pages in (3, 5):  # The second call continues the first.
        tables = jobs.crawl(spark, str(tmp_path), "spiders", ["http://p1.test/"], pages=pages, **given)
    assert [(page["n"], page["url"]) for page in rows_of(tables)] == [(n, f"http://p{n}.test/") for n in range(1, 6)]
    assert tables.links.count() == 9
    files = [pathlib.Path(path.removeprefix("file:")) for path in tables.recordings]
    joined, last = [path.relative_to(tmp_path / "warc").as_posix() for path in files]
    assert joined == "00004-000.warc.gz" and last.startswith("00005/")
    others = {path.parent.name for path in (tmp_path / "warc").rglob("*.warc.gz") if path not in files}
    assert others == {"00004"}, "joined files stay for one round"
    recorded = [item.url for file in files for item in salticid.WarcReader(open(file, "rb"))]
    pages = [url for url in recorded if not url.endswith("robots.txt")]
    assert pages == [f"http://p{n}.test/" for n in range(1, 6)]
    assert not (tmp_path / "rounds/00001/results").exists() and (tmp_path / "rounds/00004/all-results").exists()
    # Rounds that read several joined tables: no URL is visited again.
    tables = jobs.crawl(spark, str(tmp_path), "spiders", ["http://p1.test/"], pages=8, **given)
    assert [page["url"] for page in rows_of(tables)] == [f"http://p{n}.test/" for n in range(1, 9)]


def test_impossible_plans_are_refused_before_the_first_round(spark, tmp_path):
    for scope in ({"alow": []}, ["a.test"]):
        with pytest.raises(salticid.PlanError, match="allow and deny"):
            jobs.crawl(spark, str(tmp_path / "scope"), plan={"query": "asthma", "scope": scope}, web="demo")
    with pytest.raises(salticid.PlanError, match="learns from pages"):
        jobs.crawl(spark, str(tmp_path / "svm"), "asthma", ["http://portal.test/"], web="demo", strategy="svm")


def test_a_contact_that_is_no_address_is_refused_before_the_first_round(spark, tmp_path):
    with pytest.raises(salticid.PlanError, match="contact: .* is not a URL such as"):
        jobs.crawl(spark, str(tmp_path / "nameless"), "asthma", ["http://a.test/"], contact="http://me.test/\nX: y")


def test_a_folder_is_of_one_driver_at_a_time(spark, tmp_path, monkeypatch):
    from salticid.spark import _store

    # It is renewed while rounds are committed.
    monkeypatch.setattr(_store, "LEASE_SECONDS", 2.0)

    def crawl():
        return demo_crawl(spark, tmp_path, pages=2, per_round=1, strategy="best-first-anchor")

    def second(_figures):
        with pytest.raises(salticid.PlanError, match=f"in use by process {os.getpid()} on .*: end that crawl"):
            crawl()

    demo_crawl(spark, tmp_path, pages=1, per_round=1, strategy="best-first-anchor", on_round=second)
    lease, checksum = tmp_path / "lease.json", tmp_path / ".lease.json.crc"
    assert not lease.exists()
    # The process of a container that was killed has the same number when it starts again.
    checksum.unlink(missing_ok=True)
    lease.write_text(json.dumps({"owner": "x", "host": socket.gethostname(), "process": os.getpid(), "at": time.time()}))
    assert crawl().pages.count() == 2
    monkeypatch.undo()

    def lent(at):
        checksum.unlink(missing_ok=True)
        lease.write_text(json.dumps({"owner": "x", "host": "elsewhere", "process": 1, "at": at}))

    # The lease of a driver on another machine ends a minute after its last sign of life.
    lent(time.time() - 50)
    with pytest.raises(salticid.PlanError, match="in use by process 1 on elsewhere"):
        crawl()
    lent(time.time() - 70)
    assert crawl().pages.count() == 2
    # A driver that lost it commits nothing more.
    stolen = {"on_round": lambda figures: lent(time.time())}
    with pytest.raises(salticid.PlanError, match="has taken it over"):
        demo_crawl(spark, tmp_path, pages=4, per_round=1, strategy="best-first-anchor", **stolen)
    assert len(_store.Store(spark, str(tmp_path)).rounds()) == 4


def test_a_store_whose_files_appear_whole_needs_no_renaming(spark, tmp_path):
    from salticid.spark._store import Store

    store, asked = Store(spark, str(tmp_path)), []

    class Files:
        def __getattr__(self, name):
            asked.append(name)
            return getattr(files, name)

    files, store._files, store._is_whole = store._files, Files(), True
    store.write("a.json", [1])
    assert (store.read("a.json"), "rename" in asked) == ([1], False)
    store._is_whole = False
    store.write("a.json", [2])
    assert (store.read("a.json"), "rename" in asked) == ([2], True)


#: A driver that crawls a local site and is killed from outside.
DRIVER = f"""
import sys
from salticid import spark as jobs
out, site, pages = sys.argv[1:]
spark = jobs.session("driver", **{OPTIONS})
spark.sparkContext.setLogLevel("ERROR")
tables = jobs.crawl(spark, out, "spiders", ["http://" + site + "/0"], pages=int(pages), per_round=3, per_site=3,
                    tasks=2, allow_address=[site], seconds=60)
print([row["url"] for row in tables.pages.orderBy("n").collect()], flush=True)
"""


#: Pages of the local site that are elsewhere: one that is new, and one that is known by then.
REDIRECTS = {"/3": "/30", "/4": "/2"}


class Site:
    """A local site of pages that link to the next two; it notes its requests with their times, and their User-Agents. At first it may ask for a
    pause of some seconds.
    """

    def __init__(self, hangs=False, pause=0):
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from threading import Thread

        self.requests, self.times, self.agents = requests, times, agents = [], [], set()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                requests.append(self.path)
                times.append(time.time())
                agents.add(self.headers["User-Agent"])
                while hangs:
                    time.sleep(1)
                is_robots = self.path == "/robots.txt"
                if pause and len(requests) == 2:
                    self.send_response(429)
                    self.send_header("retry-after", str(pause))
                    self.send_header("content-length", "0")
                    self.end_headers()
                    return
                if self.path in REDIRECTS:
                    self.send_response(302)
                    self.send_header("location", REDIRECTS[self.path])
                    self.send_header("content-length", "0")
                    self.end_headers()
                    return
                n = 0 if is_robots else int(self.path[1:])
                text = "User-agent: *\nAllow: /" if is_robots else f"<p>spiders <a href=/{n + 1}>spiders</a> <a href=/{n + 2}>more</a>"
                body = text.encode()
                self.send_response(200)
                self.send_header("content-type", "text/plain" if is_robots else "text/html")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        # An address of its own, since all ports of one address are one site.
        host = "127.0.0.2" if hangs or pause else "127.0.0.1"
        self._server = ThreadingHTTPServer((host, 0), Handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"{host}:{self._server.server_port}"

    def close(self):
        self._server.shutdown()


def test_functions_of_the_caller_fetch_and_render_in_the_executors(spark, tmp_path):
    agents = "another program"

    async def fetch(url):
        html = "User-agent: *" if url.endswith("robots.txt") else "<p>cars"
        return 200, {"content-type": "text/html"}, html.encode()

    def render(url, html):
        return f"{html} spiders {agents} <a href=/2>spiders"

    named = {"web": "live", "fetch": fetch, "render": render, "on_round": lambda figures: None}
    tables = jobs.crawl(spark, str(tmp_path), "spiders", ["http://a.test/1"], pages=2, **named)
    pages = rows_of(tables)
    assert [page["url"] for page in pages] == ["http://a.test/1", "http://a.test/2"]
    assert all(page["relevance"] > 0 for page in pages)


def drive(out, site, pages, master="local[2]"):
    command = [sys.executable, "-c", DRIVER, str(out), site.address, str(pages)]
    environment = {**os.environ, "SPARK_MASTER": master, "SPARK_LOCAL_IP": "127.0.0.1"}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def executors_of(driver):
    """The processes of the executors of a driver that runs in `local-cluster`."""
    parents = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            is_executor = b"CoarseGrainedExecutorBackend" in (process / "cmdline").read_bytes()
            if is_executor and os.getsid(int(process.name)) == driver.pid:
                parents[int(process.name)] = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass  # It ended.
    # A program that an executor starts has the executor's command line until it runs.
    return [process for process, parent in parents.items() if parent not in parents]


def until(is_true, process):
    """Waits for something that happens while a process runs."""
    end = time.time() + 120
    while not is_true() and time.time() < end and process.poll() is None:
        time.sleep(0.05)


def nothing_is_lost_or_requested_twice(site, out, printed):
    pages = [path for path in site.requests if path != "/robots.txt"]
    assert sorted(pages) == sorted({*pages}), "a page was requested twice"
    last = printed.strip().splitlines()[-1]
    found = [url.rsplit("/", 1)[1] for url in json.loads(last.replace("'", '"'))]
    assert len(found) == 7 == len({*found}) and found[:3] == ["0", "1", "2"]
    assert "30" in found and not {"3", "4"} & {*found}, "redirects are followed, each page is visited once"
    files = sorted((out / "warc").glob("*/*"))
    recorded = [item.url for file in files for item in salticid.WarcReader(open(file, "rb"))]
    assert sorted(recorded) == sorted({*recorded}), "every response is recorded once"


@pytest.mark.skipif(not pathlib.Path("/proc/self/cmdline").exists(), reason="executors are found in /proc")
def test_killed_executors_and_a_killed_driver_lose_no_page_and_request_none_twice(tmp_path):
    site = Site()
    try:
        first = drive(tmp_path / "live", site, 7, master="local-cluster[2,1,1024]")
        # In the middle of a round: the page of the second round that is first to arrive.
        until(lambda: len(site.requests) >= 4, first)
        killed = executors_of(first)
        for executor in killed:
            os.kill(executor, signal.SIGKILL)
        # In the middle of the third round, in the executors that replaced them.
        until(lambda: len(site.requests) >= 6, first)
        assert first.poll() is None, first.stderr.read()[-2_000:]
        # The driver with its Java runtimes and Python workers.
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        second = drive(tmp_path / "live", site, 7)
        out, err = second.communicate(timeout=300)
        assert second.returncode == 0, err[-2_000:]
    finally:
        site.close()
    assert len(killed) == 2, "both executors ran"
    nothing_is_lost_or_requested_twice(site, tmp_path / "live", out)


@pytest.mark.parametrize("strategy", ["best-first", "shark-search"])
def test_a_host_that_hangs_delays_a_round_by_its_deadline_and_waits(spark, tmp_path, strategy):
    site, hanging = Site(), Site(hangs=True)
    seeds = [f"http://{hanging.address}/0", f"http://{site.address}/0"]
    allowed = [site.address, hanging.address]
    figures = []
    try:
        tables = jobs.crawl(
            spark, str(tmp_path / "live"), "spiders", seeds, pages=3, per_round=3, per_site=3, tasks=2, seconds=3,
            allow_address=allowed, contact="http://me.test/", on_round=figures.append, strategy=strategy,
        )  # fmt: skip
    finally:
        site.close()
        hanging.close()
    assert sorted(row["url"] for row in rows_of(tables)) == [f"http://{site.address}/{n}" for n in (0, 1, 2)]
    waiting = [row["url"] for row in tables.frontier.collect()]
    assert seeds[0] in waiting and (strategy == "shark-search" or waiting[-1] == seeds[0]), "it waits, in a table behind all others"
    assert {*hanging.requests} == {"/robots.txt"}
    assert {*site.agents, *hanging.agents} == {f"Salticid/{salticid.__version__} (+http://me.test/; topical crawler in Spark)"}
    assert [(figure["pages"], figure["left"]) for figure in figures] == [(1, 1), (2, 0)]


@pytest.mark.parametrize("strategy", ["best-first", "shark-search"])
def test_a_site_that_asks_for_a_pause_holds_up_no_round_and_is_asked_again_after_it(spark, tmp_path, strategy):
    site, pausing = Site(), Site(pause=8)
    seeds = [f"http://{pausing.address}/0", f"http://{site.address}/0"]
    figures = []
    try:
        jobs.crawl(
            spark, str(tmp_path / "live"), "spiders", seeds, pages=4, per_round=2, per_site=1, tasks=2,
            settings={"depth": 1}, allow_address=[site.address, pausing.address], on_round=figures.append, strategy=strategy,
        )  # fmt: skip
    finally:
        site.close()
        pausing.close()
    assert (figures[0]["left"], figures[0]["pauses"]) == (1, 1)
    assert pausing.requests[:3] == ["/robots.txt", "/0", "/0"]
    assert pausing.times[2] - pausing.times[1] >= 8


def test_a_slow_site_has_as_many_urls_as_it_can_answer_in_the_time_of_a_round(spark):
    from salticid.spark._rounds import share

    rows = [("a", 1.0, 9), ("b", 3.0, 9), ("c", 16.0, 9), ("d", 16.0, 0), ("e", None, None), ("f", None, 9), ("g", 1.0, 9)]
    known = spark.createDataFrame(rows, "site string, seconds double, round long").withColumns(
        {
            "pause_ends": F.when(F.col("site") == "f", 1).otherwise(0),
            "requests": F.when(F.col("site") != "e", 4),
            "failures": F.when(F.col("site") == "g", 4).when(F.col("site") != "e", 3),
        }
    )
    times = [(6, 1.0), (4, 1.0), (9, 3.0), (6, None)]
    shares = known.select("site", share(times, 10, 20).alias("share")).collect()
    assert {row["site"]: row["share"] for row in shares} == {"a": 20, "b": 2, "c": 0, "d": 0, "e": 20, "f": 1, "g": 1}
    later = known.select("site", share(times, 17, 20).alias("share")).collect()
    assert {row["site"]: row["share"] for row in later} == {"a": 20, "b": 2, "c": 0, "d": 1, "e": 20, "f": 1, "g": 1}, "one after 17 rounds"


def test_commands_run_the_jobs_and_name_mistakes(spark, demo, tmp_path, capfd):
    topic, pages, files = demo

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capfd.readouterr()

    code, out, _ = run("score", *files, "--query", topic["query"], "--out", tmp_path / "scored")
    assert code == 0 and out.strip().startswith(f"{len(pages)} pages, ")
    good = tmp_path / "good.txt"
    good.write_text("\n".join(list(pages)[-2:]))
    assert run("graph", tmp_path / "scored/links", "layers", "--good", good, "--out", tmp_path / "layers")[0] == 0
    assert spark.read.parquet(str(tmp_path / "layers")).where("layer = 0").count() == 2
    assert run("cluster_urls", tmp_path / "scored/pages", "--out", tmp_path / "clusters")[0] == 0
    assert spark.read.parquet(str(tmp_path / "clusters")).count() == len(pages)
    model = tmp_path / "made.salticid-model"
    train = ("train", *files, "--strategy", "centroid", "--good", good, "--links", tmp_path / "scored/links", "--out", model)
    assert run(*train)[0] == 0
    topics = tmp_path / "topics.json"
    topics.write_text(json.dumps({"topics": [{"name": "A", "good": True, "examples": list(pages)[:2]}, {"name": "B", "words": "jazz"}]}))
    focused = ("train", *files, "--strategy", "focused", "--taxonomy", topics, "--out", tmp_path / "focused.salticid-model")
    assert run(*focused)[0] == 0
    crawl = ("crawl", "--web", "demo", "--model", model, "--seed", topic["seeds"][0], "--pages", 3, "--out", tmp_path / "crawl")
    code, out, _ = run(*crawl)
    figures = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    assert code == 0 and figures[-1]["all_pages"] == 3
    saved = tmp_path / "made.salticid"
    code, _, err = run("export", tmp_path / "crawl", "--out", saved)
    assert code == 2 and "name the model of the crawl" in err
    assert run("export", tmp_path / "crawl", "--out", saved, "--model", model)[0] == 0
    assert [page["n"] for page in salticid.read_saved_crawl(saved)] == [1, 2, 3]
    code, _, err = run("crawl", "--web", "demo", "--query", "x", "--seed", "http://nowhere.test/", "--out", tmp_path / "empty")
    assert code == 2 and "no page could be read: " in err
    code, _, err = run("score", tmp_path / "*.nothing", "--query", "x", "--out", tmp_path / "none")
    assert code == 2 and "there is no such file" in err and "*.nothing" in err
    (tmp_path / "list.txt").write_text(f"{tmp_path}/missing.warc.gz")
    code, _, err = run("score", tmp_path / "list.txt", "--query", "x", "--out", tmp_path / "none")
    assert code == 2 and "no page was found in" in err and "missing.warc.gz" in err
    layers = ("graph", tmp_path / "scored/links", "layers", "--good", tmp_path / "no")
    for arguments in [("graph", tmp_path / "no", "hits"), ("cluster_urls", tmp_path / "no"), layers]:
        code, _, err = run(*arguments, "--out", tmp_path / "none")
        assert code == 2 and str(tmp_path / "no") in err
    # As after an interruption between two tables.
    (tmp_path / "scored/_INCOMPLETE").touch()
    code, _, err = run("graph", tmp_path / "scored/links", "hits", "--out", tmp_path / "none")
    assert code == 2 and "run it again" in err
    assert run("score", *files, "--query", topic["query"], "--text", "--out", tmp_path / "scored")[0] == 0
    assert not (tmp_path / "scored/_INCOMPLETE").exists()
    assert "text" in spark.read.parquet(str(tmp_path / "scored/pages")).columns


def test_paths_are_files_patterns_of_hadoop_and_lists(spark, tmp_path):
    from salticid.spark._files import expanded

    (tmp_path / "warc.paths.gz").write_bytes(gzip.compress(b"a.warc.gz\n\nb.warc.gz\n"))
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.warc.gz").touch()
    paths = [str(tmp_path / name) for name in ("warc.paths.gz", "{one,two}.warc.gz", "t*.warc.gz")]
    found = expanded(spark, paths, base="s3a://commoncrawl/")
    listed = ["s3a://commoncrawl/a.warc.gz", "s3a://commoncrawl/b.warc.gz"]
    assert found == listed + [str(tmp_path / f"{name}.warc.gz") for name in ("one", "two", "three")]
    with pytest.raises(salticid.FileError, match="unknown://bucket/a.warc.gz: .*scheme"):
        expanded(spark, "unknown://bucket/a.warc.gz")


def unchunked(stream):
    """Reads a body in chunks to its end."""
    whole = b""
    while size := int(stream.readline().split(b";")[0], 16):
        whole += stream.read(size)
        stream.readline()
    while stream.readline().strip():
        pass  # fields after the body
    return whole


class ObjectStore(http.server.BaseHTTPRequestHandler):
    """An S3 server whose objects are the files of this machine: the key of an object is the path of its file."""

    protocol_version = "HTTP/1.1"

    def answer(self, status=200, body=b"", **headers):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def asked(self):
        """Returns the file of the request, and its query."""
        self.server.signatures.append(self.headers["Authorization"])
        url = urllib.parse.urlsplit(self.path)
        self.key = urllib.parse.unquote(url.path).split("/", 2)[2:]
        query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        return pathlib.Path("/", *self.key), query

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        path, query = self.asked()
        if "list-type" in query:
            self.list_files(query["prefix"])
        elif path.is_file():
            body = path.read_bytes()
            if asked := self.headers["Range"]:
                start, end = (int(n) for n in asked.removeprefix("bytes=").split("-"))
                whole, body = len(body), body[start : end + 1]
                self.answer(206, body, Content_Range=f"bytes {start}-{start + len(body) - 1}/{whole}")
            else:
                self.answer(200, body)
        else:
            self.answer(200 if not self.key else 404)

    def list_files(self, prefix):
        folder = pathlib.Path("/", prefix)
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        items = "".join(
            f"<CommonPrefixes><Prefix>{prefix}{one.name}/</Prefix></CommonPrefixes>"
            if one.is_dir()
            else f"<Contents><Key>{prefix}{one.name}</Key><Size>{one.stat().st_size}</Size>"
            "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
            for one in found
        )
        self.answer(200, f"<ListBucketResult><IsTruncated>false</IsTruncated>{items}</ListBucketResult>".encode())

    def body(self):
        """Returns the body of the request, which may be in chunks (RFC 9112 §7.1), and in the signed chunks of S3."""
        if length := self.headers["Content-Length"]:
            body = self.rfile.read(int(length))
        else:
            body = unchunked(self.rfile)
        is_signed = "aws-chunked" in (self.headers["Content-Encoding"] or "")
        return unchunked(io.BytesIO(body)) if is_signed else body

    def do_PUT(self):
        path, query = self.asked()
        body = self.body()
        if "uploadId" in query:
            self.server.uploads[path][int(query["partNumber"])] = body
        elif self.key and self.key[-1].endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        else:
            self.store(path, body)
        self.answer(200, ETag='"0"')

    def do_POST(self):
        path, query = self.asked()
        self.body()
        if "uploads" in query:
            self.server.uploads[path] = {}
            self.answer(200, b"<InitiateMultipartUploadResult><UploadId>0</UploadId></InitiateMultipartUploadResult>")
            return
        parts = self.server.uploads.pop(path)
        self.store(path, b"".join(parts[number] for number in sorted(parts)))
        self.answer(200, b'<CompleteMultipartUploadResult><ETag>"0"</ETag></CompleteMultipartUploadResult>')

    def store(self, path, body):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        self.server.stored.append(path.name)

    def log_message(self, *_):
        pass


#: The same store for Hadoop: it refuses to rename, and its files appear when they are closed.
HADOOP_STORE = """
public class ObjectStore extends org.apache.hadoop.fs.RawLocalFileSystem {
    public java.net.URI getUri() { return java.net.URI.create("s3a://store"); }
    public String getScheme() { return "s3a"; }
    public org.apache.hadoop.fs.FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws java.io.IOException {
        org.apache.hadoop.fs.FileStatus local = super.getFileStatus(path);
        return new org.apache.hadoop.fs.FileStatus(
            local.getLen(), local.isDirectory(), 1, local.getBlockSize(), local.getModificationTime(), local.getPath());
    }
    public org.apache.hadoop.fs.FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws java.io.IOException {
        org.apache.hadoop.fs.FileStatus one = getFileStatus(path);
        return one.isDirectory() ? super.listStatus(path) : new org.apache.hadoop.fs.FileStatus[] {one};
    }
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) {
        throw new UnsupportedOperationException("an object has no new name");
    }
    public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability) {
        return capability.equals("fs.capability.outputstream.abortable");
    }
}
"""


@pytest.fixture(scope="module")
def object_store(spark):
    """An S3 server, whose bucket `store` has settings of its own; other buckets have other credentials."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ObjectStore)
    server.signatures, server.uploads, server.stored = [], {}, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    jvm, conf = spark._jvm, spark.sparkContext._jsc.hadoopConfiguration()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    given = {"access.key": "other", "secret.key": "secret", "endpoint.region": "eu-1"}
    given |= {"bucket.store.access.key": "me", "bucket.store.endpoint": endpoint, "impl": "ObjectStore"}
    given["bucket.open.data.aws.credentials.provider"] = "org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider"
    before = {name: conf.get(f"fs.s3a.{name}") for name in given}
    for name, value in given.items():
        conf.set(f"fs.s3a.{name}", value)
    compiler, loader = jvm.org.codehaus.janino.SimpleCompiler(), conf.getClassLoader()
    compiler.cook(HADOOP_STORE)
    conf.setClassLoader(compiler.getClassLoader())
    # From now on, Hadoop has it in its cache.
    files = jvm.org.apache.hadoop.fs.FileSystem.get(jvm.java.net.URI("s3a://store/"), conf)
    conf.setClassLoader(loader)
    yield server
    server.shutdown()
    files.close()
    for name, value in before.items():
        conf.unset(f"fs.s3a.{name}") if value is None else conf.set(f"fs.s3a.{name}", value)


def test_recordings_are_read_from_s3_with_the_settings_of_hadoop(spark, object_store, tmp_path):
    from salticid.spark._files import HadoopFiles, located

    others = {"access_key": "other", "secret_key": "secret", "region": "eu-1"}
    endpoint = f"127.0.0.1:{object_store.server_port}"
    own = {**others, "access_key": "me", "endpoint_override": endpoint, "scheme": "http"}
    public = {"region": "eu-1", "anonymous": True}
    assert HadoopFiles(spark).storage() == {"": others, "open.data": public, "store": own}
    located("s3a://open.data/a.warc.gz", HadoopFiles(spark).storage())
    record(tmp_path / "a.warc.gz", {"http://a.test/": b"<p>spiders"})
    (tmp_path / "list.txt").write_text(f"s3a://store{tmp_path}/a.warc.gz")
    scored = jobs.score(spark, str(tmp_path / "list.txt"), "spiders")
    assert [row["url"] for row in scored.pages.collect()] == ["http://a.test/"]
    assert all("Credential=me/" in signature for signature in object_store.signatures) and object_store.signatures
    scored.close()


@pytest.mark.parametrize(("strategy", "first", "all_pages"), [("best-first", 3, 5), ("adaptive", 1, 3)])
def test_a_crawl_on_an_object_store_renames_nothing(
    spark, object_store, tmp_path, strategy, first, all_pages, monkeypatch
):
    from salticid.spark import _rounds, _store

    def fetch(url):
        """A page of a host of its own that links to the next two hosts."""
        n = int(url.split("//h")[1].split(".")[0])
        links = f"<p>spiders <a href=http://h{n + 1}.test/>spiders</a> <a href=http://h{n + 2}.test/>more</a>"
        return 200, {"content-type": "text/html"}, b"User-agent: *" if url.endswith("robots.txt") else links.encode()

    def crawl(out, pages):
        named = {"web": "live", "fetch": fetch, "strategy": strategy, "on_round": lambda figures: None}
        return jobs.crawl(spark, out, "spiders", ["http://h1.test/"], pages=pages, per_round=2, **named)

    monkeypatch.setattr(_rounds, "JOINED", 2)
    out = f"s3a://store{tmp_path}/stored"
    names = crawl(out, first).rounds[-1]["tables"]["round"]
    # An attempt that was interrupted has left a file beside those that count.
    results = tmp_path / "stored" / next(name for name in names if name.endswith("/results"))
    (results / "part-other.parquet").write_bytes(next(results.glob("*.parquet")).read_bytes())
    tables = crawl(out, all_pages)
    hosts = [f"http://h{n}.test/" for n in range(8)]
    assert sorted(row["url"] for row in rows_of(tables)) == hosts[1 : all_pages + 1]
    links = [(hosts[n], hosts[n + step]) for n in range(1, all_pages + 1) for step in (1, 2)]
    assert sorted(map(tuple, tables.links.collect())) == links
    assert {"parquet", "gz"} <= {name.rsplit(".", 1)[1] for name in object_store.stored}
    scored = jobs.score(spark, tables.recordings, "spiders")
    scored.write(f"s3a://store{tmp_path}/scored")
    pages = f"s3a://store{tmp_path}/scored/pages"
    assert spark.read.parquet(pages).count() == scored.pages.count() >= all_pages
    assert spark.read.parquet(f"s3a://store{tmp_path}/scored/failures").columns == scored.failures.columns
    part = next((tmp_path / "scored/pages").glob("*.parquet"))
    (tmp_path / "scored/pages/part-other.parquet").write_bytes(part.read_bytes())
    assert _store.table(spark, pages).count() == scored.pages.count()
    (tmp_path / "scored/pages/_INCOMPLETE").touch()
    with pytest.raises(salticid.FileError, match="has not ended"):
        _store.table(spark, pages)
    _store.Store(spark, pages).write_table("", scored.pages)
    assert spark.read.parquet(pages).count() == scored.pages.count(), "only the files of this time are there"
    scored.close()


def test_a_list_that_cannot_be_read_is_an_error_of_the_file(spark, tmp_path):
    from salticid.spark import _files

    packed = gzip.compress(os.urandom(3_000).hex().encode())
    for name, data, reason in [
        ("truncated.paths.gz", packed[:500], "end-of-stream|ended"),
        ("damaged.paths.gz", packed[:500] + b"\xff" * 500 + packed[1_000:], "Error -3|CRC|invalid"),
        ("plain.paths.gz", b"a.warc.gz\n", "[Nn]ot a gzipped file"),
        ("latin.paths", b"caf\xe9.warc.gz\n", "utf-8"),
        ("missing.paths", None, "missing"),
        ("large.paths.gz", gzip.compress(b"a.warc.gz\n" * (_files.LIST_BYTES // 10 + 1)), "over 64 MiB"),
        ("bomb.paths.gz", gzip.compress(b"x" * (256 << 20), 1), "over 64 MiB"),
    ]:
        if data is not None:
            (tmp_path / name).write_bytes(data)
        with pytest.raises(salticid.FileError, match=reason) as raised:
            _files.expanded(spark, str(tmp_path / name))
        assert name in str(raised.value)


def test_a_task_keeps_the_recorded_responses_of_its_hosts_alone(tmp_path):
    from salticid.spark._fetch import Recorder, RoundConfig

    urls = ["http://a.test/", "http://a.test/robots.txt", "http://a.test:8080/", "http://b.test/", "HTTP://A.test/x/../y#z", "urn:x"]
    record(tmp_path / "00005-00.warc.gz", {url: b"<p>spiders" for url in urls})
    left = (str(tmp_path / "00005-00.warc.gz"),)
    shared = RoundConfig(plan={}, web="live", model=None, live={}, warc=str(tmp_path), seconds=None, recorded=left)
    recorder = Recorder.of(shared, 1, 0, {"http://a.test", "http://c.test"})
    recorder.close()
    assert [*recorder.known] == [urls[0], urls[1], urls[4]]
    assert recorder.known[urls[0]][3] == b"<p>spiders"


def test_a_crawl_of_the_engine_is_given_the_responses_of_its_own_urls():
    from salticid.spark._fetch import Recorder, _fetch_some

    class Fetcher:
        def fetch(self, urls, known, seconds):
            self.given = [response[0] for response in known]
            raise StopIteration

    fetcher, rows = Fetcher(), [{"url": "http://a.test/1"}]
    paths = ["1", "2", "1?", "robots.txt"]
    known = {f"http://a.test/{path}": (f"http://a.test/{path}", 200, [], b"", 0) for path in paths}
    others = {"http://a.test/2", "http://a.test/robots.txt"}
    with pytest.raises(RuntimeError):
        next(_fetch_some(fetcher, False, rows, known, others, None, Recorder()))
    assert fetcher.given == [f"http://a.test/{path}" for path in ("1", "1?", "robots.txt")]


#: A plan as the app exports it.
PLAN = pathlib.Path(__file__).parents[2] / "crates/archive/tests/golden/crawl.plan.json"


def test_a_plan_of_the_app_is_crawled_and_exported_to_its_library(spark, demo, lab, tmp_path, capfd):
    out, saved = tmp_path / "crawl", tmp_path / "crawl.salticid"
    arguments = ["crawl", "--plan", PLAN, "--web", "demo", "--per-round", 6, "--out", out]
    assert main([str(argument) for argument in arguments]) == 0
    tables = jobs.CrawlTables(spark, str(out))
    rows = rows_of(tables)
    given = json.loads(PLAN.read_text())
    assert len(rows) == given["pages"] and rows[0]["url"] == given["seeds"][0]
    assert not any("daily-herald.test" in row["url"] for row in rows), "the scope of the plan holds"
    assert tables.identity["plan"]["strategy"] == "best-n-first" and tables.identity["plan"]["params"] == given["params"]
    whole = ["export", out, "--out", saved, "--name", "From Spark"]
    assert main([str(argument) for argument in whole]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == f"20 pages in {saved}: import the file in the Library of the app"
    opened = salticid.read_saved_crawl(saved)
    same = ("n", "url", "parent", "depth", "priority", "relevance", "title", "anchor", "parts", "outcome", "status", "at", "language")
    assert [{name: page.get(name) for name in same} for page in opened] == [{name: row[name] for name in same} for row in rows]
    # The best pages, in the order of the crawl.
    assert jobs.export(spark, str(out), saved, pages=5) == 5
    best = sorted(rows, key=lambda row: (-row["relevance"], row["n"]))[:5]
    sample = salticid.read_saved_crawl(saved)
    assert [page["url"] for page in sample] == [row["url"] for row in sorted(best, key=lambda row: row["n"])]


def test_what_is_no_crawl_or_no_plan_is_refused_with_the_remedy(spark, tmp_path, capfd):
    def refusal(*arguments):
        assert main([str(argument) for argument in arguments]) == 2
        return capfd.readouterr().err

    assert "name the folder" in refusal("export", tmp_path, "--out", tmp_path / "no.salticid")
    plan = tmp_path / "plan.json"
    for text, reason in [("web = 1", "not a plan in JSON"), ("[]", "not a plan"), ('{"sedes": []}', "no setting sedes")]:
        plan.write_text(text)
        assert reason in refusal("crawl", "--plan", plan, "--out", tmp_path / "out")
