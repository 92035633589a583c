"""Calls every function of the package with random arguments: each returns, or raises an ordinary exception.

A panic of the engine is a `PanicException`, which is no `Exception`, and an abort ends pytest itself. `SALTICID_FUZZ=50` makes 50 times as
many calls, `SALTICID_FUZZ_SEED` other ones.
"""

import inspect
import itertools
import json
import os
import random

import pytest
import salticid
from salticid import _native
from salticid._live import live_options

CALLS = int(os.environ.get("SALTICID_FUZZ", "1"))
SEED = os.environ.get("SALTICID_FUZZ_SEED", "37")
URLS = [f"http://a.test/{name}" for name in ("", "web", "cars", "silk", "engines")]
LINKS = list(itertools.pairwise(URLS))
TRAILS = [{"name": "t", "pages": [{"url": URLS[0], "relevant": False}, {"url": URLS[1]}, {"url": URLS[3], "relevant": True}]}]
TOPICS = {"topics": [{"name": "Spiders", "good": True, "words": "spider silk"}, {"name": "Cars", "words": "cars", "topics": []}]}
LIVE = live_options("Python")
NUMBERS = [0, 1, -1, 2, 255, 2**16, 2**31, 2**32 - 1, 2**32, 2**53, 2**63, 2**64 - 1, 2**64, 10**30, -(2**63)]
NUMBERS += [0.0, -0.0, 0.5, 1e-300, 1e18, 1e300, float("inf"), float("nan")]
WORDS = ["", "a", "\0", "\ud800", "é\u202e", "%", "//", "?", "(" * 300, "x" * 5_000, "n=1:n=2"]
WORDS += ["http://", "http://a.test:99999/", "http://[::1]/"]
RECORDS = [
    b"WARC/1.1\r\nContent-Length: %d\r\n\r\n" % length for length in (0, 5, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 60, 2**64 - 1, 2**64)
]
BYTES = [b"", b"\0", b"\xff\xfe", b"\x1f\x8b\x08", b"<a href=", b"\r\n" * 99, b"WARC/", b"<div>" * 2_000, *RECORDS]


class File:
    """A file whose `read` returns less or more than it was asked for, other types, or raises."""

    def __init__(self, rng, data):
        self.rng, self.data, self.reader = rng, data, None

    def read(self, size):
        kind = self.rng.randrange(16)
        if kind == 0:
            return self.rng.choice([b"x" * (size + 1), b"x" * (size * 2), "text", None, bytearray(4), memoryview(b"a"), 7])
        if kind == 1:
            raise self.rng.choice([OSError("gone"), EOFError(), InterruptedError(), MemoryError(), ValueError("\ud800")])
        if kind == 2 and self.reader is not None:
            next(self.reader)
        size = self.rng.choice([size, size, 1, 7, 1_000])
        part, self.data = self.data[:size], self.data[size:]
        return part


def anything(rng, depth=0):
    kind = rng.randrange(8 if depth < 3 else 5)
    if kind < 5:
        return rng.choice([rng.choice(NUMBERS), rng.choice(WORDS), rng.choice(BYTES), rng.choice(URLS), None, True, object()])
    some = [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    return [some, tuple(some), {str(one)[:9]: one for one in some}][kind - 5]


def changed(rng, value):
    """Returns a value that is somewhat different."""
    if rng.randrange(6) == 0:
        return anything(rng)
    if isinstance(value, dict) and value:
        name = rng.choice(list(value))
        rest = {key: one for key, one in value.items() if key != name}
        return rng.choice([rest, {**rest, rng.choice(WORDS): value[name]}, *3 * [{**rest, name: changed(rng, value[name])}]])
    if isinstance(value, (list, tuple)) and value:
        at = rng.randrange(len(value))
        one = rng.choice([[], 2 * [value[at]], *3 * [[changed(rng, value[at])]]])
        return type(value)([*value[:at], *one, *value[at + 1 :]])
    if isinstance(value, (str, bytes)):
        some, (at, to) = WORDS if isinstance(value, str) else BYTES, sorted(rng.randrange(len(value) + 1) for _ in range(2))
        return value[:at] + rng.choice([*some, value[at:to] * 2]) + value[to:]
    if isinstance(value, (int, float)):
        return rng.choice([*NUMBERS, value + 1, -value])
    return anything(rng)


def used(thing):
    """Reads everything that an object has."""
    repr(thing)
    for name in dir(type(thing)):
        if not name.startswith("_") and not callable(getattr(type(thing), name, None)):
            getattr(thing, name)
    if hasattr(thing, "__next__"):
        for _ in itertools.islice(thing, 40):
            pass


def tried(rng, function, /, *args, **named):
    """Calls a function with some of the arguments changed. Returns what it returns; `None` after an exception."""
    args, named = list(args), dict(named)
    for _ in range(rng.randrange(4)):
        places = [(args, at) for at in range(len(args))] + [(named, name) for name in named]
        for place, at in rng.sample(places, min(1, len(places))):
            place[at] = changed(rng, place[at])
    try:
        result = function(*args, **named)
        used(result)
    except Exception:
        return None
    return result


def crawled(rng, plan, model):
    """Sends random events to a crawl."""
    crawl = tried(rng, salticid.Crawl, plan, model)
    if crawl is None:
        return
    commands = tried(rng, crawl.start, 0) or []
    for now in range(0, 60_000, 2_000):
        ids = [command.id for command in commands if isinstance(command, salticid.Fetch)] or [0]
        number = rng.choice(ids)
        html = rng.choice([b"<a href=/web>spider</a>", b"User-agent: *", rng.choice(BYTES)])
        commands = rng.choice(
            [
                lambda: tried(rng, crawl.fetched, number, 200, [("Content-Type", "text/html")], html, now=now, elapsed_ms=5),
                lambda: tried(rng, crawl.fetched, number, 301, [("Location", "/silk")], b"", now),
                lambda: tried(rng, crawl.failed, number, "timeout", "slow", now),
                lambda: tried(rng, crawl.tick, now),
                lambda: tried(rng, rng.choice([crawl.pause, crawl.resume, crawl.stop]), now) if rng.randrange(4) == 0 else None,
            ]
        )() or []
        for function, value in ((crawl.next_up, 3), (crawl.pages, 0), (crawl.model, "m")):
            tried(rng, function, value)


def recorded(site):
    writer = _native.WarcWriter("a site", 0)
    parts = [writer.response(url, 5, 200, [("content-type", "text/html")], html, 1) for url, html in site.items()]
    return writer.head + b"".join(parts)


@pytest.fixture(scope="module")
def model():
    return salticid.train(strategy="focused", taxonomy=TOPICS)


@pytest.fixture
def functions(site, model, tmp_path, monkeypatch):
    """A number of calls and a call, for the name of each function."""
    monkeypatch.chdir(tmp_path)
    warc, rng = recorded(site), random.Random(SEED)
    (tmp_path / "site.warc.gz").write_bytes(warc)
    topics = {"topics": {"a": {"query": "spider", "seeds": URLS[:1], "relevant": URLS[1:3], "targets": URLS[3:]}}}
    plan = salticid.plan("spider", URLS[:1], pages=5, strategy="best-first", params={}, rng=1)
    page = salticid.parse(site[URLS[0]], URLS[0])
    scorer, robots = salticid.Scorer("spider"), salticid.Robots("User-agent: *\nDisallow: /x")
    fetcher = _native.RoundFetcher(plan, site, None, LIVE)
    ids = [strategy["id"] for strategy in salticid.strategies()]
    rounds = fetcher.fetch(URLS[:2], [], None)
    list(rounds)
    rows = [
        {**line, "record": record, "parent": None, "queue": 1, "anchor": "", "repeats": None} for _, line, record in rounds.pages()
    ]
    waiting = {"url": URLS[4], "parent": URLS[0], "first": 0.5, "second": 0.0, "parts": None, "factor": 1.0, "anchor": "", "depth": 1}
    waiting = [{**waiting, "pages": 1, "hops": 0}]
    saved = _native.saved_crawl(plan, "demo", None, "name", rows, LINKS, waiting)

    def read_warc(data):
        file = File(rng, data)
        file.reader = salticid.WarcReader(file)
        used(file.reader)

    def read_saved(data):
        (tmp_path / "a.salticid").write_bytes(data)
        return salticid.read_saved_crawl("a.salticid")

    def read_topic(text, name):
        (tmp_path / "topics.json").write_text(text)
        return salticid.topics("topics.json"), salticid.topic(f"topics.json#{name}")

    def compare(fields):
        (tmp_path / "topics.json").write_text(json.dumps(topics))
        tried(rng, salticid.compare, fields, threads=2, out="out", on_crawl=print)

    def fetch(urls, known, seconds):
        done = fetcher.fetch(urls, known, seconds)
        return list(done), done.pages(), done.links(), done.offers(), done.left(), done.failures()

    def batch_crawl():
        crawl = tried(rng, _native.BatchCrawl, plan, site, None, LIVE)
        if crawl is not None:
            tried(rng, crawl.choose_batch, 0, 2, 9, {"a.test": 1})
            tried(rng, crawl.take_answer, 5, URLS[0], b"\0\xc8\1\0")
            used((crawl.end_batch(), crawl.pages(0), crawl.frontier(3), crawl.sites, len(crawl)))
            tried(rng, crawl.open, crawl.snapshot())
            tried(rng, crawl.saved_crawl, "demo", "name")

    def crawl():
        trained = rng.choice([None, None, model])
        ours = {**plan, "strategy": None if trained else rng.choice(ids), "params": {"layers": 3} if rng.randrange(4) == 0 else {}}
        crawled(rng, ours, trained)

    def run(query, seeds, **named):
        run = salticid.crawl(query, seeds, web=site, strategy=rng.choice(ids), **named).run()
        return run, run.log(URLS[1:], URLS[2:]), run.summary(URLS[1:]), run.rows()

    comparison = {"web": "site.warc.gz", "topics_file": "topics.json", "strategies": ["best-first"], "pages": 4, "repeats": 1}
    comparison |= {"parallel": 1, "idf": "none", "ceiling": True, "at": [2], "measures": ["harvest", "recall"]}
    more = {"rng": 1, "parallel": 2, "idf": "none", "past": URLS[:1], "allow": ["a.test"], "good": 0.1, "depth": 3, "host_pages": 9}
    reader = salticid.WarcReader(File(random.Random(1), warc))
    started = _native.Run(plan, site, None, LIVE, None, 100)
    return {
        "parse": (200, lambda: tried(rng, salticid.parse, site[URLS[0]], URLS[0], "text/html; charset=utf-8")),
        "canonical_url": (300, lambda: tried(rng, salticid.canonical_url, "../x?a=1&b#c", URLS[1])),
        "url_parts": (100, lambda: tried(rng, _native.url_parts, "http://a.test/b.c?d=e&f")),
        "site": (60, lambda: tried(rng, salticid.site, "http://www.a.co.uk:80/b")),
        "cluster_urls": (60, lambda: tried(rng, salticid.cluster_urls, URLS, 0.3, 3)),
        "context_set": (60, lambda: tried(rng, salticid.context_set, URLS[3:], LINKS, pages=URLS[:3], distance=4, name="n")),
        "Robots": (60, lambda: tried(rng, salticid.Robots, "User-agent: a\nDisallow: /x\nCrawl-delay: 5\nSitemap: http://a.test/s", 200)),
        "Robots.allows": (60, lambda: (tried(rng, robots.allows, URLS[1], "bot"), tried(rng, robots.crawl_delay, "bot"))),
        "strategies": (2, lambda: tried(rng, rng.choice([salticid.strategies, lambda: salticid.strategies(1)]))),
        "topics": (10, lambda: tried(rng, read_topic, json.dumps(topics), "a")),
        "topic": (10, lambda: tried(rng, salticid.topic, "demo#asthma")),
        "plan": (60, lambda: tried(rng, salticid.plan, "spider", URLS[:1], params={}, **more)),
        "Crawl": (30, crawl),
        "crawl": (20, lambda: tried(rng, run, "spider", URLS[:1], pages=5, settings=more, topic={}, trails=TRAILS)),
        "CrawlRun": (5, lambda: tried(rng, salticid.CrawlRun, None, 1, False, {})),
        "Scorer": (30, lambda: tried(rng, salticid.Scorer, "spider", strategy="best-first", idf="none", excluded=["a"], params={})),
        "Scorer.batch": (60, lambda: tried(rng, scorer.batch, [(site[URLS[0]], URLS[0], "text/html")], threads=2, skip_unreadable=True)),
        "Scorer.columns": (60, lambda: tried(rng, scorer._native.columns, [(site[URLS[0]], URLS[0], [("content-type", "text/html")])])),
        "Scorer.links": (20, lambda: (tried(rng, scorer.links, page), tried(rng, scorer.relevance, page))),
        "train": (20, lambda: tried(rng, salticid.train, TRAILS, rng.choice(ids), taxonomy=TOPICS, web=site, query="spider", params={})),
        "Model": (60, lambda: tried(rng, salticid.Model.from_bytes, model.to_bytes())),
        "Model.load": (20, lambda: (tried(rng, salticid.Model.load, "a.model"), tried(rng, model.save, "a.model"))),
        "evaluate": (60, lambda: tried(rng, salticid.evaluate, URLS, URLS[2:], URLS[3:], excluded=URLS[:1], at=[1, 3])),
        "compare": (12, lambda: compare(rng.choice([comparison, changed(rng, comparison)]))),
        "read_saved_crawl": (30, lambda: tried(rng, read_saved, saved)),
        "saved_crawl": (60, lambda: tried(rng, _native.saved_crawl, plan, "demo", None, "name", rows, LINKS, waiting)),
        "write_file": (20, lambda: tried(rng, _native.write_file, "a.bin", b"content")),
        "WarcReader": (150, lambda: tried(rng, read_warc, rng.choice([warc, rng.choice(RECORDS) + b"abc", warc + b"\x1f\x8b\x08" + warc]))),
        "WarcReader.others": (1, lambda: tried(rng, lambda: reader)),
        "WarcWriter": (20, lambda: tried(rng, _native.WarcWriter, "a site", 0)),
        "WarcWriter.response": (60, lambda: tried(rng, _native.WarcWriter("", 0).response, URLS[0], 5, 200, [("a", "b")], b"x", 1)),
        "BatchCrawl": (20, batch_crawl),
        "scores_pages_independently": (20, lambda: tried(rng, _native.scores_pages_independently, plan, site, None)),
        "RoundFetcher": (20, lambda: tried(rng, _native.RoundFetcher, plan, site, None, LIVE)),
        "RoundFetcher.merge": (60, lambda: tried(rng, fetcher.merge, [(0.5, 0.1, [0.1], 1), (0.2, 0.0, [], 2)])),
        "Round": (30, lambda: tried(rng, fetch, URLS[:2], [(URLS[0], 200, [("a", "b")], b"x", 1)], 5.0)),
        "Run": (20, lambda: tried(rng, _native.Run, plan, site, None, LIVE, None, 9)),
        "Run.content": (20, lambda: (tried(rng, started.wait, 0.1), started.take(), tried(rng, started.content, 1))),
        "find_seeds": (5, lambda: tried(rng, salticid.find_seeds, "spider", sites=[URLS[0]], web=site)),
        "convert": (20, lambda: tried(rng, _native.convert, "site.warc.gz", ["b.md"], "spider")),
        "lab": (2, lambda: tried(rng, _native.lab, ["list"])),
        # It serves until it is ended, unless it checks another server.
        "app": (20, lambda: tried(rng, lambda option: _native.app(["--check-health", option]), "--listen=127.0.0.1:9")),
    }


#: Classes without constructors, and what is no function.
NONE = ["Confirm", "CrawledPage", "Fetch", "Finished", "Link", "Page", "ScoredLink", "ScoredPage", "Wait", "WarcDamage", "WarcResponse"]
NONE += ["__version__", "DOCUMENT_BYTES", "PAGE_BYTES", "PAGE_FIELDS", "SETTINGS"]


def test_every_function_of_the_package_is_called(functions):
    names = {*salticid.__all__, *_native.__all__} - {*NONE}
    errors = {name for name in names if inspect.isclass(thing := getattr(salticid, name, None)) and issubclass(thing, Exception)}
    assert names - errors <= {*functions}


def test_no_argument_ends_the_interpreter_or_raises_a_panic(functions):
    for calls, call in functions.values():
        for _ in range(calls * CALLS):
            call()


def test_numbers_near_the_limits_of_their_types_are_numbers(site):
    graph = salticid.context_set(URLS[3:4], LINKS, distance=2**64 - 1)["graphs"][0]
    assert len(graph["pages"]) == 4
    fetcher = _native.RoundFetcher(salticid.plan("spider", URLS[:1]), site, None, LIVE)
    for seconds in (1e18, 1e300, float("inf"), float("nan"), -1.0):
        assert list(fetcher.fetch(URLS[:2], [], seconds)) == []
    (score, _) = fetcher.merge([(0.5, 0.0, [], 2**32 - 1), (0.1, 0.0, [], 2**32 - 1)])
    assert score[3] == 2**31
    assert len(salticid.Scorer("spider").batch([(b"", URLS[0])], threads=2**64 - 1)) == 1


def test_values_without_constructors_cannot_be_made():
    for name in NONE[:-4]:
        with pytest.raises(TypeError):
            getattr(salticid, name)(*NUMBERS[:2])
