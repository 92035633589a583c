"""Fetches and scores the URLs of a round in the Python workers.

A task has all URLs of its hosts. It fetches them with the crawl of the engine, which obeys robots.txt, keeps the delays of each host and
follows redirects. Every response is written to the WARC file of the task before the crawl goes on. A task that runs again, after its executor was
lost, takes the responses from that file and requests only the rest.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Iterator

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyspark import TaskContext

from salticid._native import Model, RoundFetcher, WarcReader, WarcResponse, WarcWriter
from salticid.spark._files import located, opened
from salticid.spark._session import unpacked

#: The most URLs that one crawl of the engine starts from.
SEEDS = 1_000
#: The age in milliseconds at which a robots.txt is requested again (RFC 9309 section 2.4).
ROBOTS_MS = 24 * 60 * 60 * 1_000

_HEADER = pa.struct([("name", pa.string()), ("value", pa.string())])
#: A URL that waits, in the frontier.
ENTRY = pa.schema(
    [
        ("url", pa.string()),
        ("host", pa.string()),
        ("tier", pa.int32()),
        ("first", pa.float64()),
        ("second", pa.float64()),
        ("parts", pa.list_(pa.float64())),
        ("factor", pa.float64()),
        ("parent", pa.string()),
        ("anchor", pa.string()),
        ("depth", pa.int32()),
        ("pages", pa.int64()),
        ("seq", pa.int64()),
        ("position", pa.int64()),
    ]
)
#: A page.
PAGE = pa.schema(
    [
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
#: A result of a round: one of the columns has a value, that of its kind.
RESULT = pa.schema(
    [
        ("kind", pa.string()),
        ("page", pa.struct(list(PAGE))),
        ("offer", pa.struct(list(ENTRY))),
        ("link", pa.struct([("from", pa.string()), ("to", pa.string())])),
        ("robots", pa.struct(list(ROBOTS))),
        ("left", pa.string()),
        ("failure", pa.struct([("code", pa.string()), ("count", pa.int64())])),
    ]
)


@dataclass(frozen=True)
class RoundConfig:
    """What all tasks of a crawl share."""

    plan: dict[str, Any]
    web: str
    model: Model | None
    live: dict[str, Any]
    #: The folder of WARC files; `None` writes none.
    warc: str | None
    #: The seconds after which a task returns what it has not fetched.
    seconds: float | None


@lru_cache(maxsize=2)
def fetcher_of(config: bytes) -> RoundFetcher:
    """Returns the fetcher of a crawl. A Python worker opens a recording and reads a model once."""
    shared: RoundConfig = unpacked(config)
    return RoundFetcher(shared.plan, shared.web, shared.model, shared.live)


def fetch(batches: Iterator[pa.RecordBatch], config: bytes, round_number: int) -> Iterator[pa.RecordBatch]:
    """Fetches the URLs of a task, in their order, and scores the links of their pages."""
    rows: list[dict[str, Any]] = []
    robots: list[dict[str, Any]] = []
    for batch in batches:
        for row in batch.to_pylist():
            (robots if row["robots"] else rows).append(row)
    shared: RoundConfig = unpacked(config)
    task = TaskContext.get()
    recorder = Recorder.of(shared, round_number, 0 if task is None else task.partitionId())
    known = {item[0]: item for row in robots if (item := _robots_of(row["robots"])) is not None}
    known |= recorder.known
    fetcher = fetcher_of(config)
    for start in range(0, len(rows), SEEDS):
        yield from _fetch_some(fetcher, rows[start : start + SEEDS], known, shared, recorder)
    recorder.close()


def _robots_of(robots: dict[str, Any]) -> tuple[Any, ...] | None:
    if time.time() * 1_000 - robots["at"] > ROBOTS_MS:
        return None
    headers = [(header["name"], header["value"]) for header in robots["headers"]]
    return (robots["url"], robots["status"], headers, robots["body"], robots["ms"])


def _fetch_some(
    fetcher: RoundFetcher, rows: list[dict[str, Any]], known: dict[str, Any], shared: RoundConfig, recorder: Recorder
) -> Iterator[pa.RecordBatch]:
    seeds = [row["url"] for row in rows]
    current = fetcher.fetch(seeds, list(known.values()), shared.seconds)
    results: list[dict[str, Any]] = []
    for url, at, status, headers, body, ms, is_robots in current:
        recorder.write(url, at, status, headers, body, ms)
        if is_robots:
            known[url] = (url, status, headers, body, ms)
            fields = [{"name": name, "value": value} for name, value in headers]
            robots = {"url": url, "host": _host(url), "at": at, "status": status, "headers": fields}
            results.append({"kind": "robots", "robots": {**robots, "body": body, "ms": ms}})
    pages = [_page(line, rows[origin]) for origin, line in current.pages()]
    results += [{"kind": "page", "page": page} for page in pages]
    results += [{"kind": "left", "left": url} for url in current.left()]
    results += [
        {"kind": "offer", "offer": _offer(position, offer, pages)} for position, offer in enumerate(current.offers())
    ]
    results += [{"kind": "link", "link": {"from": source, "to": target}} for source, target in current.links()]
    failures = current.failures().items()
    results += [{"kind": "failure", "failure": {"code": code, "count": count}} for code, count in failures]
    for start in range(0, len(results), 10_000):
        yield pa.RecordBatch.from_pylist(results[start : start + 10_000], schema=RESULT)


def _host(url: str) -> str:
    return url.removesuffix("/robots.txt")


def _page(line: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    """Returns a page with the discovery data of the URL that was chosen."""
    kept = {name: line.get(name) for name in PAGE.names}
    own = {name: row[name] for name in ("seq", "parent", "depth", "anchor", "parts")}
    return {**kept, **own, "requested": row["url"], "priority": row["priority"]}


def _offer(position: int, offer: tuple[Any, ...], pages: list[dict[str, Any]]) -> dict[str, Any]:
    url, host, is_ahead, (first, second, parts, count), factor, page, anchor, depth = offer
    # A redirect that leaves the hosts of the task has no page yet.
    parent = pages[page] if page is not None else None
    return {
        "url": url,
        "host": host,
        "tier": 0 if is_ahead else 1,
        "first": first,
        "second": second,
        "parts": parts,
        "factor": factor,
        "parent": parent["url"] if parent else None,
        "anchor": anchor,
        "depth": parent["depth"] + depth if parent else depth,
        "pages": count,
        "seq": parent["seq"] if parent else 0,
        "position": position,
    }


@dataclass
class Recorder:
    """The WARC file of a task: what it already has, and what is added."""

    known: dict[str, Any] = field(default_factory=dict)
    _file: Any = None
    _writer: WarcWriter | None = None

    @classmethod
    def of(cls, shared: RoundConfig, round_number: int, task: int) -> Recorder:
        """Opens the file of a task. A file on local or shared disks keeps the responses of an earlier attempt; object stores, which cannot
        append, have none."""
        if shared.warc is None:
            return cls()
        path = f"{shared.warc}/{round_number:05}-{task:05}.warc.gz"
        filesystem, inner = located(path)
        is_local = filesystem.type_name == "local"
        filesystem.create_dir(os.path.dirname(inner), recursive=True)
        known = _recorded(path) if is_local and os.path.exists(inner) else {}
        recorder = cls(known)
        recorder._writer = WarcWriter("one task of a crawl in rounds", int(time.time() * 1_000))
        recorder._file = open(inner, "ab") if is_local else filesystem.open_output_stream(inner, compression=None)
        if not known:
            recorder._file.write(recorder._writer.head)
        return recorder

    def write(self, url: str, at: int, status: int, headers: Any, body: bytes, ms: int) -> None:
        """Adds a response; it is in the file when this returns."""
        if self._writer is not None:
            self._file.write(self._writer.response(url, at, status, headers, body, ms))
            self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()


def _recorded(path: str) -> dict[str, Any]:
    """Returns the responses of a file by address. Its last record may be incomplete."""
    with opened(path) as file:
        responses = [item for item in WarcReader(file) if isinstance(item, WarcResponse)]
    return {item.url: (item.url, item.status, item.headers, item.body, 0) for item in responses}
