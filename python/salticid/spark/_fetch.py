"""Fetches and scores the URLs of a round in the Python workers.

A task has all URLs of its sites. It fetches them with the crawl of the engine, which obeys robots.txt and keeps the delays of each host. The target of
a redirect waits for the next round, since it may belong to another task. Every response is written to a WARC file before the crawl goes on. A
task that runs again, after its executor was lost, takes the responses from the files of earlier attempts and requests only the rest.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Collection, Generator, Iterator, Mapping

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyarrow import fs
from pyspark import TaskContext

from salticid._native import Model, Round, RoundFetcher, WarcReader, WarcResponse, WarcWriter, canonical_url
from salticid.errors import UrlError
from salticid.spark._files import located, opened
from salticid.spark._session import deserialized

#: The most URLs that one crawl of the engine starts from. Its frontier has the best 1,000,000 of their links.
SEEDS = 1_000
#: The most redirects from one URL to the next.
REDIRECTS = 5
#: The age in milliseconds at which a robots.txt is requested again (RFC 9309 section 2.4).
ROBOTS_MS = 24 * 60 * 60 * 1_000
#: The bytes at which a WARC file ends, as is usual.
WARC_BYTES = 1 << 30

_HEADER = pa.struct([("name", pa.string()), ("value", pa.string())])
#: A URL that waits, in the frontier.
ENTRY = pa.schema(
    [
        ("url", pa.string()),
        ("host", pa.string()),
        ("site", pa.string()),
        ("tier", pa.int32()),
        ("first", pa.float64()),
        ("second", pa.float64()),
        ("parts", pa.list_(pa.float64())),
        ("factor", pa.float64()),
        ("parent", pa.string()),
        ("anchor", pa.string()),
        ("depth", pa.int32()),
        ("pages", pa.int64()),
        ("hops", pa.int32()),
        ("seq", pa.int64()),
        ("position", pa.int64()),
    ]
)
#: A page.
PAGE = pa.schema(
    [
        ("round", pa.int32()),
        ("seq", pa.int64()),
        ("url", pa.string()),
        ("requested", pa.string()),
        ("status", pa.int32()),
        ("parent", pa.string()),
        ("depth", pa.int32()),
        ("priority", pa.float64()),
        ("relevance", pa.float64()),
        ("host", pa.string()),
        ("outcome", pa.string()),
        ("title", pa.string()),
        ("anchor", pa.string()),
        ("parts", pa.list_(pa.float64())),
        ("ms", pa.int64()),
        ("at", pa.int64()),
        ("language", pa.string()),
        ("probability", pa.float64()),
        ("repeats", pa.string()),
        # The record of the engine as JSON, with the snippet and the matched words.
        ("record", pa.string()),
    ]
)
#: The robots.txt of a host.
ROBOTS = pa.schema(
    [
        ("url", pa.string()),
        ("host", pa.string()),
        ("at", pa.int64()),
        ("status", pa.int32()),
        ("headers", pa.list_(_HEADER)),
        ("body", pa.binary()),
        ("ms", pa.int64()),
    ]
)
#: A site of the live web: the seconds of a request with the delay after it, unknown for a site that asked for a pause,
#: the numbers of requests and of those without a response or with a server error, and the end of the pause in
#: milliseconds since 1970, or 0.
HOST = pa.schema(
    [
        ("site", pa.string()),
        ("seconds", pa.float64()),
        ("requests", pa.int64()),
        ("failures", pa.int64()),
        ("pause_ends", pa.int64()),
    ]
)
#: The answer to a request, for a crawl that the driver scores: the number of the URL that led there, the place
#: among the answers of the task, the requested address, the time, and the answer in bytes.
ANSWER = pa.schema(
    [
        ("seq", pa.int64()),
        ("position", pa.int64()),
        ("address", pa.string()),
        ("at", pa.int64()),
        ("data", pa.binary()),
    ]
)
#: The settings that tasks do not use if the driver scores.
SCORING = ("trails", "taxonomy", "past", "excluded", "idf", "relevance", "main_content")
#: A result of a round: one of the columns has a value, that of its kind.
RESULT = pa.schema(
    [
        ("kind", pa.string()),
        ("page", pa.struct(list(PAGE))),
        ("offer", pa.struct(list(ENTRY))),
        ("link", pa.struct([("source", pa.string()), ("target", pa.string())])),
        ("robots", pa.struct(list(ROBOTS))),
        ("answer", pa.struct(list(ANSWER))),
        ("left", pa.string()),
        ("host", pa.struct(list(HOST))),
        ("failure", pa.struct([("code", pa.string()), ("count", pa.int64())])),
        # The name of a WARC file that was written to its end.
        ("warc", pa.string()),
    ]
)


@dataclass(frozen=True)
class RoundConfig:
    """What all tasks of a crawl share."""

    plan: dict[str, Any]
    web: str
    model: Model | None
    live: dict[str, Any]
    #: The folder of WARC files, in which each round has one of its own; `None` writes none.
    warc: str | None
    #: The seconds after which a task returns what it has not fetched.
    seconds: float | None
    #: WARC files of the round that an interrupted run has left.
    recorded: tuple[str, ...] = ()
    #: The settings of S3.
    storage: dict[str, Any] = field(default_factory=dict)
    #: True if the driver scores the links: tasks return the answers to their requests.
    driver_scores: bool = False


@lru_cache(maxsize=2)
def fetcher_of(config: bytes) -> RoundFetcher:
    """Returns the fetcher of a crawl. A Python worker opens a recording and reads a model once."""
    shared: RoundConfig = deserialized(config)
    if not shared.driver_scores:
        return RoundFetcher(shared.plan, shared.web, shared.model, shared.live)
    plan = {name: value for name, value in shared.plan.items() if name not in SCORING}
    return RoundFetcher({**plan, "strategy": "breadth-first", "params": {}}, shared.web, None, shared.live, keeps_answers=True)


def fetch(batches: Iterator[pa.RecordBatch], config: bytes, round_number: int) -> Iterator[pa.RecordBatch]:
    """Fetches the URLs of a task, in their order, and scores the links of their pages."""
    rows: list[dict[str, Any]] = []
    robots: list[dict[str, Any]] = []
    for batch in batches:
        for row in batch.to_pylist():
            (robots if row["robots"] else rows).append(row)
    shared: RoundConfig = deserialized(config)
    task = TaskContext.get()
    hosts = frozenset(row["host"] for row in rows)
    recorder = Recorder.of(shared, round_number, 0 if task is None else task.partitionId(), hosts)
    known = {item[0]: item for row in robots if (item := _robots_of(row["robots"])) is not None}
    known |= recorder.known
    results = [_robots_row(*response) for url, response in recorder.known.items() if url.endswith("/robots.txt")]
    yield pa.RecordBatch.from_pylist(results, schema=RESULT)
    paused: frozenset[str] = frozenset()
    fetcher, ends = fetcher_of(config), None if shared.seconds is None else time.monotonic() + shared.seconds
    for start in range(0, len(rows), SEEDS):
        left = None if ends is None else max(0.0, ends - time.monotonic())
        some = rows[start : start + SEEDS]
        held = [row["url"] for row in some if left == 0 or row["site"] in paused]
        yield pa.RecordBatch.from_pylist([{"kind": "left", "left": url} for url in held], schema=RESULT)
        some = [row for row in some if row["url"] not in held]
        if not some:
            continue
        others = {row["url"] for row in rows} - {row["url"] for row in some}
        paused |= yield from _fetch_some(fetcher, shared.driver_scores, some, known, others, left, recorder)
    recorder.close()
    yield pa.RecordBatch.from_pylist([{"kind": "warc", "warc": name} for name in recorder.written], schema=RESULT)


def _robots_row(url: str, status: int, headers: Any, body: bytes, ms: int) -> dict[str, Any]:
    fields = [{"name": name, "value": value} for name, value in headers]
    at = now_ms()
    host = url.removesuffix("/robots.txt")
    robots = {"url": url, "host": host, "at": at, "status": status, "headers": fields, "body": body, "ms": ms}
    return {"kind": "robots", "robots": robots}


def _robots_of(robots: dict[str, Any]) -> tuple[Any, ...] | None:
    if now_ms() - robots["at"] > ROBOTS_MS:
        return None
    headers = [(header["name"], header["value"]) for header in robots["headers"]]
    return (robots["url"], robots["status"], headers, robots["body"], robots["ms"])


def _fetch_some(
    fetcher: RoundFetcher,
    driver_scores: bool,
    rows: list[dict[str, Any]],
    known: dict[str, Any],
    others: set[str],
    seconds: float | None,
    recorder: Recorder,
) -> Generator[pa.RecordBatch, None, frozenset[str]]:
    """Fetches some URLs of a task, which is given the known responses without those of the other URLs. Returns the
    sites that asked for a pause which lasts.
    """
    seeds = [row["url"] for row in rows]
    given = [response for url, response in known.items() if url not in others or url.endswith("/robots.txt")]
    current = fetcher.fetch(seeds, given, seconds)
    results: list[dict[str, Any]] = []
    for url, at, status, headers, body, ms, is_robots in current:
        recorder.write(url, at, status, headers, body, ms)
        if is_robots:
            known[url] = (url, status, headers, body, ms)
            results.append(_robots_row(*known[url]))
    results += _answers(current, rows) if driver_scores else _pages_and_offers(current, rows)
    results += [{"kind": "left", "left": url} for url in current.left()]
    now, own = now_ms(), {row["site"] for row in rows}
    hosts = [_host(name, *times, now) for name, times in current.sites().items() if name in own]
    results += [{"kind": "host", "host": host} for host in hosts]
    results += [{"kind": "link", "link": {"source": source, "target": target}} for source, target in current.links()]
    failures = current.failures().items()
    results += [{"kind": "failure", "failure": {"code": code, "count": count}} for code, count in failures]
    for start in range(0, len(results), 10_000):
        yield pa.RecordBatch.from_pylist(results[start : start + 10_000], schema=RESULT)
    return frozenset(host["site"] for host in hosts if host["pause_ends"])


def _answers(current: Round, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    answers = enumerate(current.take_answers())
    fields = [(rows[origin]["seq"], position, *answer) for position, (origin, *answer) in answers]
    return [{"kind": "answer", "answer": dict(zip(ANSWER.names, values))} for values in fields]


def _pages_and_offers(current: Round, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    pages = [_page(line, record, rows[origin]) for origin, line, record in current.pages()]
    offers = [_offer(position, offer, pages, rows) for position, offer in enumerate(current.offers())]
    results = [{"kind": "page", "page": page} for page in pages]
    return results + [{"kind": "offer", "offer": row} for row in offers if row]


def _host(name: str, requests: int, failures: int, milliseconds: int, pause_ends: int, now: int) -> dict[str, Any]:
    """Returns the row of a site. A pause that is over counts no more."""
    is_paused = pause_ends > now
    seconds = None if is_paused or requests == 0 else milliseconds / 1_000 / requests
    counts = {"requests": requests, "failures": failures}
    return {"site": name, "seconds": seconds, **counts, "pause_ends": pause_ends if is_paused else 0}


def now_ms() -> int:
    """Returns the time in milliseconds since 1970."""
    return int(time.time() * 1_000)


def _page(line: dict[str, Any], record: str, row: dict[str, Any]) -> dict[str, Any]:
    """Returns a page with the discovery data of the URL that was chosen."""
    kept = {name: line.get(name) for name in PAGE.names}
    own = {name: row[name] for name in ("round", "seq", "parent", "depth", "anchor", "parts")}
    return {**kept, **own, "requested": row["url"], "priority": row["priority"], "record": record}


def _offer(
    position: int, offer: tuple[Any, ...], pages: list[dict[str, Any]], rows: list[dict[str, Any]]
) -> dict[str, Any] | None:
    """Returns a row of the frontier; `None` for the target of too many redirects."""
    url, host, site, origin, (first, second, parts, count), factor, page, anchor, depth = offer
    if origin is not None:
        # A redirect keeps the place and the discovery data of the URL that redirects.
        row = rows[origin]
        kept = {name: row[name] for name in ENTRY.names if name not in ("url", "host", "site", "tier", "hops")}
        return {**kept, "url": url, "host": host, "site": site, "tier": 0, "hops": row["hops"] + 1} if row["hops"] < REDIRECTS else None
    parent = pages[page]
    return {
        "url": url,
        "host": host,
        "site": site,
        "tier": 1,
        "first": first,
        "second": second,
        "parts": parts,
        "factor": factor,
        "parent": parent["url"],
        "anchor": anchor,
        "depth": parent["depth"] + depth,
        "pages": count,
        "hops": 0,
        "seq": parent["seq"],
        "position": position,
    }


@dataclass
class Recorder:
    """The WARC files of an attempt of a task, and the responses that earlier attempts recorded. A file begins with the
    first response that it has, and ends at 1 GiB.
    """

    known: dict[str, Any] = field(default_factory=dict)
    #: The names of the files that were written to their end.
    written: list[str] = field(default_factory=list)
    #: The folder of the round; `None` writes nothing.
    _folder: str | None = None
    _storage: Mapping[str, Any] = field(default_factory=dict)
    _task: int = 0
    #: The number of the current or next file of the task.
    _number: int = 0
    _file: Any = None
    _writer: WarcWriter | None = None
    _bytes: int = 0

    @classmethod
    def of(cls, shared: RoundConfig, round_number: int, task: int, hosts: Collection[str]) -> Recorder:
        """Reads the responses of the task's hosts from the files of earlier attempts. A killed attempt may have left an
        incomplete record at the end.
        """
        if shared.warc is None:
            return cls()
        files = recorded_files(shared, round_number)
        own = [path for path in files if path.rsplit("/", 1)[1].startswith(f"{task:05}-")]
        known: dict[str, Any] = {}
        for path in dict.fromkeys([*shared.recorded, *own]):
            known |= _recorded(path, hosts, shared.storage)
        return cls(known, [], f"{shared.warc}/{round_number:05}", shared.storage, task, len(own))

    def write(self, url: str, at: int, status: int, headers: Any, body: bytes, ms: int) -> None:
        """Adds a response, and passes it to the operating system."""
        if self._folder is None:
            return
        writer = self._writer or self._begin(self._folder)
        self._add(writer.response(url, at, status, headers, body, ms))
        self._file.flush()
        if self._bytes >= WARC_BYTES:
            self.close()

    def _begin(self, folder: str) -> WarcWriter:
        """Opens the next file."""
        filesystem, inner = located(folder, self._storage)
        filesystem.create_dir(inner, recursive=True)
        path = f"{inner}/{self._name}"
        is_local = filesystem.type_name == "local"
        # Arrow's stream keeps bytes in a buffer, which a kill would lose.
        self._file = open(path, "xb") if is_local else filesystem.open_output_stream(path, compression=None)
        self._writer, self._bytes = WarcWriter("one task of a crawl in rounds", now_ms()), 0
        self._add(self._writer.head)
        return self._writer

    @property
    def _name(self) -> str:
        """The name of the current or next file."""
        return f"{self._task:05}-{self._number:02}.warc.gz"

    def _add(self, data: bytes) -> None:
        self._file.write(data)
        self._bytes += len(data)

    def close(self) -> None:
        """Ends the file, if one has begun."""
        if self._writer is not None:
            self._file.close()
            self.written.append(self._name)
            self._writer, self._number = None, self._number + 1


def recorded_files(shared: RoundConfig, round_number: int) -> tuple[str, ...]:
    """Returns the WARC files that runs of a round have left."""
    folder = f"{shared.warc}/{round_number:05}"
    filesystem, inner = located(folder, shared.storage)
    infos = filesystem.get_file_info(fs.FileSelector(inner, allow_not_found=True))
    return tuple(f"{folder}/{info.base_name}" for info in infos)


def _recorded(path: str, hosts: Collection[str], storage: dict[str, Any]) -> dict[str, Any]:
    """Returns the responses of some hosts in a file by address."""
    with opened(path, storage) as file:
        return {
            item.url: (item.url, item.status, item.headers, item.body, 0)
            for item in WarcReader(file)
            if isinstance(item, WarcResponse) and _host_of(item.url) in hosts
        }


def _host_of(url: str) -> str | None:
    """Returns scheme, host and port of a URL, as in the frontier; `None` if it is not a URL."""
    try:
        return "/".join(canonical_url(url).split("/")[:3])
    except UrlError:
        return None
