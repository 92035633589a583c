"""The rounds of a crawl whose links the driver scores: those of strategies that learn from all pages, or whose scores depend on them.

The driver has the whole crawl in memory. It chooses the URLs of a round, the tasks fetch and parse them, and it handles their answers in the
order of the choice. A snapshot is written whenever the crawl has grown by a quarter; the rounds after it are repeated from their tables.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from salticid._native import CentralCrawl
from salticid.spark._fetch import ENTRY, PAGE, RESULT, RoundConfig, now_ms
from salticid.spark._rounds import CHOSEN, KEPT, KNOWN_HOST, Rounds, share
from salticid.spark._store import Store

#: The most waiting URLs in the table of a round: those that an export has.
WAITING = 50_000
#: By how many times a crawl grows between two snapshots.
GROWTH = 1.25
#: The most seconds of one wait for sites that asked for a pause.
LONGEST_WAIT = 60.0
SNAPSHOT = "crawl.snapshot"
CHOICE = "choice.json"


class CentralRounds(Rounds):
    """The rounds of a crawl that the driver has in memory."""

    CAPACITY = 100_000

    def start(self, seeds: list[str]) -> None:
        plan = central_plan(self._shared.plan, seeds, self._depth, self._capacity)
        whole = replace(self._shared, plan=plan)
        crawl = begun(whole)
        super().start(seeds)
        names = self.last["tables"]["central"]
        #: The crawl, and the number of its pages at the last snapshot.
        self._crawl = repeated(self._store, whole, names, crawl)
        self._saved = len(self._crawl.pages(0)) if names[:1] and names[0].endswith(SNAPSHOT) else 0

    def _chosen(self, at: str, most: int, per_site: int | None) -> DataFrame:
        """Returns the URLs of the round. What decides on them is written before the first request, so that a repeated round has the same."""
        choice = self._store.read(f"{at}/{CHOICE}")
        if choice is None:
            choice, rows = self._choice(most, most if per_site is None else per_site)
            self._store.write(f"{at}/{CHOICE}", choice)
        else:
            rows = self._crawl.choose(**choice)
        base = self.last["chosen"] + 1
        numbered = [{**row, "seq": 0, "position": n, "number": base + n} for n, row in enumerate(rows)]
        self._write(f"{at}/chosen", numbered, CHOSEN)
        return self._store.table(CHOSEN, f"{at}/chosen")

    def _choice(self, most: int, per_site: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Chooses URLs, after a wait if all that wait are of sites that asked for a pause."""
        while True:
            now = now_ms() if self._shared.web == "live" else 0
            choice: dict[str, Any] = {"now": now, "most": most, "per_site": per_site, "shares": self._shares(most, per_site)}
            rows = self._crawl.choose(**choice)
            ready = self._crawl.ready_at()
            if rows or ready is None or not now:
                return choice, rows
            time.sleep(min(LONGEST_WAIT, max(1.0, (ready - now) / 1_000)))

    def _shares(self, most: int, per_site: int) -> dict[str, int]:
        """Returns how many URLs the sites may have that are slow or asked for a pause; none while the pause lasts."""
        if not (hosts := self.last["tables"]["hosts"]):
            return {}
        known = self._store.table(KNOWN_HOST, *hosts)
        times = [(per_site, row["seconds"]) for row in known.select("seconds").collect()]
        of_site = F.when(F.col("pause_ends") > now_ms(), 0).otherwise(share(times, len(self._rounds), per_site))
        few = known.select("site", of_site.cast("long").alias("share")).where(F.col("share") < per_site)
        return {row["site"]: row["share"] for row in few.collect()}

    def _judged(self, at: str, chosen: DataFrame, results: DataFrame) -> DataFrame:
        """Handles the answers of the round, and writes its pages beside its links."""
        done = self.last["all_pages"]
        handle(self._crawl, results)
        number = len(self._rounds)
        pages = [_page(line, record, number) for line, record in self._crawl.pages(done)]
        self._write(f"{at}/pages", [{"kind": "page", "page": page} for page in pages], RESULT)
        links = results.where(F.col("kind").isin(*KEPT))
        links.unionByName(self._store.table(RESULT, f"{at}/pages")).write.mode("overwrite").parquet(self._store.at(f"{at}/kept"))
        self._store.delete(f"{at}/pages")
        kept = self._store.table(RESULT, f"{at}/kept")
        return results.where(~F.col("kind").isin("answer", *KEPT)).unionByName(kept)

    def _update(self, at: str, chosen: DataFrame, results: DataFrame) -> tuple[dict[str, list[str]], int]:
        waiting = [{**row, "seq": 0, "position": n} for n, row in enumerate(self._crawl.frontier(WAITING))]
        self._write(f"{at}/frontier", waiting, ENTRY)
        central = [*self.last["tables"]["central"], f"{at}/{CHOICE}", f"{at}/results"]
        done = len(self._crawl.pages(self._saved)) + self._saved
        if done >= GROWTH * max(1, self._saved):
            central = [f"{at}/{SNAPSHOT}"]
            self._store.write_bytes(central[0], self._crawl.snapshot(), self._shared.storage)
            self._saved = done
        names = {"frontier": [f"{at}/frontier"], "seen": [], "results": [f"{at}/kept"], "central": central}
        return names, self._crawl.waiting

    def _write(self, name: str, rows: list[dict[str, Any]], schema: pa.Schema) -> None:
        table = self._spark.createDataFrame(pa.Table.from_pylist(rows, schema=schema))
        table.coalesce(1).write.mode("overwrite").parquet(self._store.at(name))


def central_plan(plan: dict[str, Any], seeds: list[str], depth: int, capacity: int) -> dict[str, Any]:
    """Returns the plan of the driver's crawl."""
    return {**plan, "seeds": seeds, "depth": depth, "frontier": capacity}


def begun(shared: RoundConfig, snapshot: bytes | None = None) -> CentralCrawl:
    """Returns the crawl of a plan, from the beginning or from a snapshot."""
    return CentralCrawl(shared.plan, shared.web, shared.model, shared.live, snapshot)


def repeated(store: Store, shared: RoundConfig, names: list[str], crawl: CentralCrawl) -> CentralCrawl:
    """Returns a crawl that has begun as it was after its last round. `names` are those of the last snapshot, if there is one, and of the
    choices and answers of the rounds after it, in order."""
    for name in names:
        if name.endswith(SNAPSHOT):
            crawl = begun(shared, store.read_bytes(name, shared.storage))
        elif name.endswith(CHOICE):
            crawl.choose(**store.read(name))
        else:
            handle(crawl, store.table(RESULT, name))
    return crawl


def handle(crawl: CentralCrawl, results: DataFrame) -> None:
    """Hands the answers of a round to its crawl, in the order of the choice."""
    answers = results.where("kind = 'answer'").select("answer.*").orderBy("seq", "position")
    for row in answers.toLocalIterator(prefetchPartitions=True):
        crawl.answer(row["at"], row["address"], row["data"])
    crawl.end_round()


def _page(line: dict[str, Any], record: str, number: int) -> dict[str, Any]:
    """Returns a page as the tasks of other crawls do."""
    kept = {name: line.get(name) for name in PAGE.names}
    return {**kept, "round": number, "seq": line["n"], "requested": line["url"], "record": record}
