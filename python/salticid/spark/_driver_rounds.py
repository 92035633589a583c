"""The rounds of a crawl whose links the driver scores: those of strategies that learn from all pages, or whose scores
depend on them.

The driver has the whole crawl in memory. It chooses the URLs of a round, the tasks fetch and parse them, and it handles
their answers in the order of the choice. A snapshot is written whenever the crawl has grown by a quarter; the rounds
after it are replayed from their tables.
"""

from __future__ import annotations

import io
import time
from typing import Any, Sequence

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyarrow import json  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from salticid._native import BatchCrawl, site
from salticid.spark._fetch import ENTRY, PAGE, RESULT, RoundConfig, now_ms
from salticid.spark._rounds import CHOSEN, KNOWN_HOST, Rounds, share
from salticid.spark._store import Store

#: The most waiting URLs in the table of a round, and of an export: as many as a crawl of the app has.
WAITING = 50_000
#: By how many times a crawl grows between two snapshots.
GROWTH = 1.25
#: The bytes of a part of a snapshot.
PART_BYTES = 8 << 20
#: A part of a snapshot.
SNAPSHOT = pa.schema([("part", pa.int64()), ("data", pa.binary())])


class DriverRounds(Rounds):
    """The rounds of a crawl that the driver has in memory."""

    CAPACITY = 100_000
    SCORED_BY = "driver"

    def start(self, seeds: list[str]) -> None:
        self._identity["frontier"] = self._capacity
        self._crawl = new_crawl(self._shared, seeds, self._depth, self._capacity)
        super().start(seeds)
        #: The number of pages at the last snapshot.
        self._saved = replay(self._store, self.last, self._crawl)
        names = self.last["tables"]["left"]
        #: The sites that have left URLs since they last answered.
        self._left_sites = set(self._store.read(names[0])) if names else set()

    def _chosen(self, at: str, most: int, per_site: int | None) -> DataFrame:
        """Returns the URLs of the round. What decides on them is written before they are chosen, so that a repeated
        round has the same.
        """
        choice = self._store.read(f"{at}/choice.json")
        if choice is None:
            choice = self._choice(most, most if per_site is None else per_site)
            self._store.write(f"{at}/choice.json", choice)
        base = self.last["chosen"] + 1
        rows = self._crawl.choose_batch(**choice)
        self._sites = {row["site"] for row in rows}
        self._write(f"{at}/chosen", [{**row, "number": base + row["position"]} for row in rows], CHOSEN)
        return self._store.table(CHOSEN, f"{at}/chosen")

    def _choice(self, most: int, per_site: int) -> dict[str, Any]:
        """Returns what decides on the URLs of a round, after a wait if all are of sites that asked for a pause.

        A slow site has as many URLs as its time allows, and one that has left its URLs none. If only such sites wait,
        each has at least one.
        """
        start = now_ms() if self._shared.web == "live" else 0
        choice: dict[str, Any] = {"now": start, "most": most, "per_site": per_site}
        hosts = self.last["tables"]["hosts"]
        if not (hosts or self._left_sites):
            return {**choice, "shares": {}}
        waiting = self._spark.createDataFrame([(name,) for name in self._crawl.sites], "site string")
        known = waiting.join(self._store.table(KNOWN_HOST, *hosts), "site", "left").persist()
        ends = {row["site"]: row["pause_ends"] or 0 for row in known.select("site", "pause_ends").collect()}
        earliest = min(ends.values(), default=0)
        time.sleep(max(0, earliest - now_ms()) / 1_000)
        now = max(now_ms(), earliest)
        ready = known.where(F.coalesce("pause_ends", F.lit(0)) <= now)
        times = [(per_site, row["seconds"]) for row in ready.select("seconds").collect()]
        few = ready.select("site", share(times, len(self._rounds), per_site).cast("long").alias("share"))
        shares = {row["site"]: row["share"] for row in few.where(F.col("share") < per_site).collect()}
        known.unpersist()
        shares |= dict.fromkeys(self._left_sites, 0)
        sites = [name for name, end in ends.items() if end <= now]
        if not any(shares.get(name, per_site) for name in sites):
            shares |= dict.fromkeys(sites, 1)
        shares |= dict.fromkeys(ends.keys() - sites, 0)
        return {**choice, "now": start and now, "shares": shares}

    def _judged(self, at: str, results: DataFrame) -> DataFrame:
        """Handles the answers of the round, and keeps its pages beside its links."""
        done = len(self._crawl)
        left = handle_answers(self._crawl, results)
        self._left_sites = (self._left_sites - self._sites) | {site(url) for url in left}
        self._store.write(f"{at}/left.json", sorted(self._left_sites))
        pages = [_page(line, record, len(self._rounds)) for line, record in self._crawl.pages(done)]
        rows: list[dict[str, Any]] = [{"kind": "left", "left": url} for url in left]
        self._write(f"{at}/pages", rows + [{"kind": "page", "page": page} for page in pages], RESULT)
        others = results.where(~F.col("kind").isin("answer", "left"))
        kept = others.unionByName(self._store.table(RESULT, f"{at}/pages"))
        self._store.write_table(f"{at}/kept", kept)
        self._store.delete(f"{at}/pages")
        return self._store.table(RESULT, f"{at}/kept")

    def _update(
        self, at: str, chosen: DataFrame, results: DataFrame, buckets: list[int]
    ) -> tuple[dict[str, list[str]], int]:
        lines = self._crawl.frontier(WAITING)
        options = json.ParseOptions(explicit_schema=ENTRY, unexpected_field_behavior="ignore")
        waiting = json.read_json(io.BytesIO(lines), parse_options=options) if lines else ENTRY.empty_table()
        self._write_table(f"{at}/frontier", waiting)
        replayed = [*self.last["tables"]["replayed"], f"{at}/choice.json", f"{at}/results"]
        snapshot = self.last["tables"]["snapshot"]
        if (done := len(self._crawl)) >= GROWTH * max(1, self._saved):
            data = memoryview(self._crawl.snapshot())
            starts = range(0, len(data), PART_BYTES)
            parts = [{"part": start, "data": data[start : start + PART_BYTES].tobytes()} for start in starts]
            self._write(f"{at}/snapshot", parts, SNAPSHOT)
            snapshot, replayed, self._saved = [f"{at}/snapshot"], [], done
        names = {
            "frontier": [f"{at}/frontier"],
            "round": [f"{at}/choice.json"],
            "seen": [],
            "results": [f"{at}/kept"],
            "left": [f"{at}/left.json"],
            "snapshot": snapshot,
            "replayed": replayed,
        }
        return names, self._crawl.waiting

    def _write(self, name: str, rows: list[dict[str, Any]], schema: pa.Schema) -> None:
        self._write_table(name, pa.Table.from_pylist(rows, schema=schema))

    def _write_table(self, name: str, table: pa.Table) -> None:
        self._store.write_table(name, self._spark.createDataFrame(table).coalesce(1))


def new_crawl(shared: RoundConfig, seeds: Sequence[str], depth: int, capacity: int) -> BatchCrawl:
    """Returns the crawl of a plan, at its beginning."""
    plan = {**shared.plan, "seeds": list(seeds), "depth": depth, "frontier": capacity}
    return BatchCrawl(plan, shared.web, shared.model, shared.live)


def replay(store: Store, manifest: dict[str, Any], crawl: BatchCrawl) -> int:
    """Brings a crawl from its beginning to the end of the round of a manifest; returns the number of its pages at the
    last snapshot.
    """
    tables, saved = manifest["tables"], 0
    if tables["snapshot"]:
        parts = store.table(SNAPSHOT, *tables["snapshot"]).orderBy("part").toLocalIterator()
        crawl.open(b"".join(bytes(row["data"]) for row in parts))
        saved = len(crawl)
    for choice, results in zip(tables["replayed"][::2], tables["replayed"][1::2]):
        crawl.choose_batch(**store.read(choice))
        handle_answers(crawl, store.table(RESULT, results))
    return saved


def handle_answers(crawl: BatchCrawl, results: DataFrame) -> list[str]:
    """Hands the answers of a round to its crawl, in the order of the choice; returns the URLs without an answer, which
    wait again.
    """
    answers = results.where("kind = 'answer'").select("answer.*").orderBy("seq", "position")
    for row in answers.toLocalIterator(prefetchPartitions=True):
        crawl.take_answer(row["at"], row["address"], row["data"])
    return crawl.end_batch()


def _page(line: dict[str, Any], record: str, number: int) -> dict[str, Any]:
    """Returns a page as the tasks of other crawls do."""
    kept = {name: line.get(name) for name in PAGE.names}
    return {**kept, "round": number, "seq": line["n"], "requested": line["url"], "record": record}
