"""The rounds of a crawl whose links the tasks score, and what they have in common with those of a crawl that the driver scores.

The frontier is a table. A round takes its best URLs, at most so many of a site; each site belongs to one task, which fetches and scores its pages.
Then the links that were found are merged into the frontier. A round counts once its manifest is written, so whatever is killed, at most the
running round is repeated, and a repeated task does not request again what its WARC file has.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import groupby
from statistics import median_low
from typing import Any, Callable, Iterator

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import Column, DataFrame, Observation, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from salticid._native import RoundFetcher, site
from salticid.errors import PlanError
from salticid.spark._fetch import (
    ENTRY,
    HOST,
    RESULT,
    ROBOTS,
    WARC_BYTES,
    RoundConfig,
    fetch,
    fetcher_of,
    now_ms,
    recorded_files,
)
from salticid.spark._files import join_files
from salticid.spark._session import serialized
from salticid.spark._store import Lease, Store, manifest_name

#: The default size of the frontier, which keeps the best URLs.
FRONTIER = 1_000_000
#: The tier of URLs that a round has left.
LEFT_TIER = 2
#: The number of groups of tables, or of WARC files, that are joined into one group. Each is of as many rounds.
JOINED = 16
#: The number of rounds whose robots.txt files are kept.
ROBOTS_TABLES = 64
#: The number of rounds after which the times of a site are forgotten.
HOST_ROUNDS = 64
#: A site is slow if its requests take so many times as long as those of half of the sites.
SLOW = 2.0
#: By how much a slow site may lengthen the rounds on average, as a share.
DELAY = 0.1
#: How many times as many URLs as a round takes are compared before all are, since a site may have most of the best.
CANDIDATES = 20
#: By how much the frontier may exceed its size before it is cut, as a share.
EXCESS = 0.25
#: The largest error of a threshold, as a share of the URLs.
THRESHOLD_ERROR = 0.001
#: More than the number of links of a page.
LINKS = 1_000_000
#: The kinds of results that a crawl keeps.
KEPT = ("page", "link")
#: What grows with the crawl: tables, and WARC files.
GROUPED = ("results", "seen", "warc")
#: The other kinds of names in a manifest, without those of interrupted tasks.
NAMED = ("frontier", "round", "robots", "hosts", "left", "snapshot", "replayed")
#: A URL of a round with its number.
CHOSEN = ENTRY.append(pa.field("priority", pa.float64())).append(pa.field("number", pa.int64()))
#: The times of a site with the latest round in which it was requested.
KNOWN_HOST = HOST.append(pa.field("round", pa.int64()))
#: The hash of a URL that must not be visited again, and the bucket of its host. Two of 10 million URLs have the same hash with a
#: probability of 3e-6.
VISITED = pa.schema([("bucket", pa.int32()), ("hash", pa.int64())])
#: The number of buckets of hosts. A round compares its links with the visited URLs in the buckets of their hosts only.
BUCKETS = 64


def priority() -> Column:
    """Returns the score reduced by the rules against traps; a negative score falls by the same amount."""
    factor = F.greatest(F.col("factor"), F.lit(sys.float_info.epsilon))
    return F.when(F.col("first") < 0, F.col("first") / factor).otherwise(F.col("first") * F.col("factor"))


def order() -> list[Column]:
    """Returns the order of the frontier: seeds and redirects, then links, then what was left; then the better score, then the older entry."""
    return [F.asc("tier"), F.desc("priority"), F.desc("second"), F.asc("seq"), F.asc("position")]


def _cut(waiting: DataFrame, most: int, share: Column | None) -> DataFrame:
    """Returns the best URLs, at most so many in all, and at most `share` of a site."""
    if share is not None:
        of_site = Window.partitionBy("site").orderBy(*order())
        ranked = waiting.withColumn("share", share).withColumn("rank", F.row_number().over(of_site))
        # Spark drops the rest of a site before it sorts if the limit is a number.
        waiting = ranked.where(F.col("rank") <= most).where("rank <= share")
    return waiting.orderBy(*order()).limit(most)


def _key() -> Column:
    """Returns the first two criteria of the order as one number, which is greater for the better URL."""
    ends = F.when(F.col("tier") == 0, float("inf")).when(F.col("tier") == LEFT_TIER, float("-inf"))
    return ends.otherwise(priority())


def _threshold(rows: DataFrame, value: Column, share: float) -> float:
    """Returns the value that about this share of the rows exceeds. There must be rows."""
    error = min(THRESHOLD_ERROR, share / 4)
    return rows.select(value.alias("value")).approxQuantile("value", [1 - share], error)[0]


def _best_by_threshold(waiting: DataFrame, most: int, size: int) -> DataFrame:
    """Returns about `most` URLs, the best of `size`; of those with equal scores the older ones. The number depends a
    little on how Spark divides the rows.
    """
    least = _threshold(waiting, _key(), most / size)
    better, equal = waiting.where(_key() > least), waiting.where(_key() == least)
    missing, equals = most - better.count(), equal.count()
    if missing <= 0:
        return better
    if missing < equals:
        age = -(F.col("seq") * LINKS + F.col("position"))
        equal = equal.where(age > _threshold(equal, age, missing / equals))
    return better.unionByName(equal)


def share(times: list[tuple[int, float | None]], number: int, per_site: int) -> Column:
    """Returns the most URLs of a site in round `number`. `times` are the URLs and the seconds for a request, if known,
    of the sites of a round with at most `per_site` URLs of each.

    A slow site has as many as it can answer while another one answers the most; if not even one, then one in a later
    round, so that it lengthens the rounds by little. A site has one if it asked for a pause, or if all requests of its
    last round failed.
    """
    known = [seconds for _, seconds in times if seconds is not None]
    is_tried = (F.col("pause_ends") > 0) | (F.col("failures") >= F.col("requests"))
    if not known:
        return F.when(is_tried, 1).otherwise(per_site)
    typical = median_low(known)
    longest = typical * max(urls for urls, seconds in times if seconds is None or seconds <= SLOW * typical)
    seconds, since = F.col("seconds"), F.lit(number) - F.col("round")
    is_due = (since * (DELAY * longest) >= seconds - longest) | (since >= HOST_ROUNDS // 2)
    share = F.greatest(F.floor(F.lit(longest) / seconds), is_due.cast("long"))
    rest = F.when(seconds > SLOW * typical, F.least(F.lit(per_site), share)).otherwise(per_site)
    return F.when(is_tried, F.least(F.lit(1), rest)).otherwise(rest)


def _hash() -> Column:
    return F.xxhash64("url").alias("hash")


def _bucket(url: str) -> Column:
    """Returns the bucket of the host of the URL in this column; null without a URL."""
    host = F.regexp_extract(url, "^[^/]+//([^/]+)", 1)
    bucket = F.pmod(F.xxhash64(host), F.lit(BUCKETS)).cast("int")
    return F.when(F.col(url).isNotNull(), bucket).alias("bucket")


def _without(rows: DataFrame, visited: DataFrame) -> DataFrame:
    """Returns the URLs that were not visited."""
    keyed = rows.withColumns({"bucket": _bucket("url"), "hash": _hash()})
    return keyed.join(visited, ["bucket", "hash"], "left_anti").drop("bucket", "hash")


def all_names(groups: list[Any]) -> list[str]:
    """Returns the names of groups of tables or files, each with the number of its rounds."""
    return [name for _, names in groups for name in names]


def _used(manifest: dict[str, Any]) -> set[str]:
    """Returns the tables and files that a crawl has after a round, without those of interrupted tasks."""
    tables = manifest["tables"]
    grouped = [name for kind in GROUPED for name in all_names(tables[kind])]
    return {*grouped, *(name for kind in NAMED for name in tables[kind])}


class Rounds:
    """The rounds of a crawl whose links the tasks score. The frontier is a table."""

    #: The default size of the frontier.
    CAPACITY = FRONTIER
    #: What scores the links.
    SCORED_BY = "tasks"

    def __init__(
        self, spark: SparkSession, out: str, shared: RoundConfig, warc: bool, depth: int, capacity: int | None, tasks: int | None
    ) -> None:
        self._spark = spark
        self._store = store = Store(spark, out)
        #: The right to write into the folder.
        self.lease = Lease(store)
        self._shared = replace(shared, warc=self._path("warc") if warc else None)
        self._config = serialized(self._shared)
        self._good = shared.plan.get("good", 0.1)
        self._depth, self._capacity = depth, capacity or self.CAPACITY
        self._tasks = tasks or spark.sparkContext.defaultParallelism
        model = shared.model and hashlib.sha256(shared.model.to_bytes()).hexdigest()
        #: What a call must have in common with the crawl that it continues.
        self._identity: dict[str, Any] = {
            "scored_by": self.SCORED_BY,
            "plan": json.loads(json.dumps(shared.plan)),
            "depth": depth,
            "web": shared.web,
            "model": model,
        }
        self._rounds: list[dict[str, Any]] = []

    @property
    def last(self) -> dict[str, Any]:
        """The manifest of the last round."""
        return self._rounds[-1]

    def start(self, seeds: list[str]) -> None:
        """Reads the committed rounds, or commits the seeds as round 0."""
        known = self._store.read("crawl.json")
        self._identity["seeds"] = seeds
        if known is None:
            if not seeds:
                raise PlanError("seeds: give at least one")
            self._store.write("crawl.json", self._identity)
        elif known != self._identity:
            raise PlanError(f"{self._store.folder} has a crawl with another plan, web or model: name another folder")
        self._rounds = self._store.rounds()
        self._delete_unused()
        if not self._rounds:
            rows = [_seed(url, position) for position, url in enumerate(dict.fromkeys(seeds))]
            frontier = self._spark.createDataFrame(pa.Table.from_pylist(rows, schema=ENTRY))
            self._store.write_table("rounds/00000/frontier", frontier)
            names = (*NAMED, "interrupted", *GROUPED)
            tables = {**{name: [] for name in names}, "frontier": ["rounds/00000/frontier"]}
            totals = {"all_pages": 0, "chosen": 0, "frontier": len(rows), "tables": tables}
            self._commit({"round": 0, **totals})

    def run(self, most: int, per_site: int | None) -> dict[str, Any]:
        """Runs and commits one round of at most so many URLs, in all and of a site."""
        started, number, before = time.time(), len(self._rounds), self.last
        at = f"rounds/{number:05}"
        chosen = self._chosen(at, most, per_site)
        self._fetched(at, number, chosen)
        results = self._judged(at, self._store.table(RESULT, f"{at}/results")).persist()
        counts, failures, recorded, buckets = self._counted(results)
        tables, waiting = self._update(at, chosen, results, buckets)
        done, found = counts["page"], counts["good"]
        seconds = time.time() - started
        figures = {
            "round": number,
            "pages": done,
            "read": counts["read"],
            "harvest": found / done if done else 0.0,
            "failures": failures,
            "seconds": round(seconds, 3),
            "pages_per_second": round(done / seconds, 2),
            "left": counts["left"],
            "pauses": counts["pauses"],
            "frontier": waiting,
            "all_pages": before["all_pages"] + done,
            "chosen": before["chosen"] + chosen.count(),
            "tables": {
                "round": [f"{at}/chosen", f"{at}/results", *tables["round"], *recorded],
                **{kind: tables.get(kind, []) for kind in ("frontier", "left", "snapshot", "replayed")},
                "robots": self._robots_tables(at, results, counts["robots"]),
                "hosts": self._hosts_table(at, results, counts["host"]),
                "results": self._grown("results", tables["results"], self._joined_results),
                "seen": self._grown("seen", tables["seen"], self._joined_seen),
                "warc": self._grown("warc", recorded, self._joined_recordings),
                "interrupted": self._interrupted(number, recorded),
            },
        }
        results.unpersist()
        self._commit(figures)
        return figures

    def _judged(self, at: str, results: DataFrame) -> DataFrame:
        """Returns the results of the round with its pages."""
        return results

    def _counted(self, results: DataFrame) -> tuple[Counter[str], dict[str, int], list[str], list[int]]:
        """Returns the number of results of each kind, of the read and of the good pages, the failures by code, the WARC
        files that were written, and the buckets of the links.
        """
        read, good = F.col("page.outcome") == "read", F.col("page.relevance") >= self._good
        sums = [F.count("*").alias("rows"), F.count_if(read).alias("read"), F.count_if(good).alias("good")]
        sums += [F.sum("failure.count").alias("failures"), F.count_if(F.col("host.pause_ends") > 0).alias("pauses")]
        sums += [F.sort_array(F.collect_list("warc")).alias("warc")]
        sums += [F.sort_array(F.collect_set(_bucket("offer.url"))).alias("buckets")]
        counts: Counter[str] = Counter()
        failures = {}
        recorded: list[str] = []
        buckets: list[int] = []
        for row in results.groupBy("kind", "failure.code").agg(*sums).collect():
            counts += Counter({row["kind"]: row["rows"], **{name: row[name] for name in ("read", "good", "pauses")}})
            if row["kind"] == "failure":
                failures[row["code"]] = row["failures"]
            recorded += [f"warc/{len(self._rounds):05}/{name}" for name in row["warc"]]
            buckets += row["buckets"]  # Only rows of one kind have links.
        return counts, failures, recorded, buckets

    def _commit(self, manifest: dict[str, Any]) -> None:
        self.lease.check()
        self._store.write(manifest_name(manifest["round"]), manifest)
        self._rounds.append(manifest)
        self._delete_unused()

    def _delete_unused(self) -> None:
        """Deletes what the last round but one did without. What only the last one did without is kept, because someone
        may be reading it.
        """
        if len(self._rounds) > 2:
            for name in _used(self._rounds[-3]) - _used(self._rounds[-2]):
                self._store.delete(name)

    def _waiting(self) -> DataFrame:
        """Returns the frontier of the last round."""
        return self._store.table(ENTRY, *self.last["tables"]["frontier"])

    def _chosen(self, at: str, most: int, per_site: int | None) -> DataFrame:
        """Returns the URLs of the round with their numbers. They are written before the first request, so a repeated round has the same."""
        name = f"{at}/chosen"
        if not self._store.has_table(name):
            waiting: int = self.last["frontier"]
            candidates = min(waiting, CANDIDATES * most)
            best = self._best(most, per_site, candidates).persist()
            if candidates < waiting and best.count() < most:
                best.unpersist()
                best = self._best(most, per_site, waiting)
            number = F.row_number().over(Window.orderBy(*order())) + F.lit(self.last["chosen"])
            chosen = best.select(*ENTRY.names, "priority").withColumn("number", number.cast("long"))
            self._store.write_table(name, chosen)
            best.unpersist()
        return self._store.table(CHOSEN, name)

    def _best(self, most: int, per_site: int | None, candidates: int) -> DataFrame:
        """Returns the best URLs among so many candidates, at most so many of a site. A slow site has as many as its
        time allows.
        """
        waiting = self._waiting().withColumn("priority", priority())
        if is_part := candidates < self.last["frontier"]:
            waiting = waiting.where(_key() >= _threshold(waiting, _key(), candidates / self.last["frontier"]))
        if not (hosts := self.last["tables"]["hosts"]):
            return _cut(waiting, most, None if per_site is None else F.lit(per_site))
        waiting = waiting.join(F.broadcast(self._store.table(KNOWN_HOST, *hosts)), "site", "left")
        per_site = most if per_site is None else per_site
        while True:
            now = now_ms()
            ready = waiting.where(F.coalesce("pause_ends", F.lit(0)) <= now)
            of_site = _cut(ready, most, F.lit(per_site)).groupBy("site", "seconds").count()
            times = [(row["count"], row["seconds"]) for row in of_site.collect()]
            if times or is_part:
                return _cut(ready, most, share(times, len(self._rounds), per_site))
            # All that waits is of sites that asked for a pause, of minutes at most.
            ends = waiting.agg(F.min("pause_ends").alias("ends")).collect()[0]["ends"]
            time.sleep(max(0, ends - now) / 1_000)

    def _fetched(self, at: str, number: int, chosen: DataFrame) -> None:
        """Fetches and scores the URLs of the round, and writes the results, unless an interrupted run has done so."""
        if self._store.has_table(f"{at}/results"):
            return
        own = from_arrow_schema(RESULT)
        recorded = recorded_files(self._shared, number) if self._shared.warc else ()
        config = serialized(replace(self._shared, recorded=recorded)) if recorded else self._config
        empty = F.lit(None).cast(from_arrow_schema(ROBOTS))
        columns = [name for name in ENTRY.names if name != "seq"]
        in_round = F.lit(number).cast("int").alias("round")
        rows = chosen.select(*columns, "priority", F.col("number").alias("seq"), in_round, empty.alias("robots"))
        if robots := self._robots(chosen):
            rows = rows.unionByName(robots, allowMissingColumns=True)
        parted = rows.repartition(self._tasks, "site").sortWithinPartitions("seq")
        results = parted.mapInArrow(lambda batches: fetch(batches, config, number), own)
        self._store.write_table(f"{at}/results", results)

    def _robots(self, chosen: DataFrame) -> DataFrame | None:
        """Returns the last known robots.txt of the hosts of the round."""
        tables = self.last["tables"]["robots"]
        if not tables:
            return None
        known = self._store.table(ROBOTS, *tables)
        newest = Window.partitionBy("url").orderBy(F.desc("at"))
        known = known.withColumn("rank", F.row_number().over(newest)).where("rank = 1")
        known = known.select("host", F.struct(*ROBOTS.names).alias("robots"))
        return known.join(chosen.select("host", "site").distinct(), "host")

    def _robots_tables(self, at: str, results: DataFrame, found: int) -> list[str]:
        """Writes the robots.txt files of the round, `found` in number; returns the latest tables of such files. Those
        of hosts that were not visited for long are requested again.
        """
        tables: list[str] = self.last["tables"]["robots"]
        if not found:
            return tables
        robots = results.where("kind = 'robots'").select("robots.*")
        self._store.write_table(f"{at}/robots", robots.coalesce(1))
        return [*tables, f"{at}/robots"][-ROBOTS_TABLES:]

    def _hosts_table(self, at: str, results: DataFrame, learned: int) -> list[str]:
        """Writes the times of the sites of the latest rounds; returns the name of the table."""
        before: list[str] = self.last["tables"]["hosts"]
        if not learned:
            return before
        number = len(self._rounds)
        hosts = results.where("kind = 'host'").select("host.*", F.lit(number).cast("long").alias("round"))
        new = hosts.groupBy("site").agg(*(F.max(name).alias(name) for name in KNOWN_HOST.names[1:]))
        old = self._store.table(KNOWN_HOST, *before).where(F.col("round") > number - HOST_ROUNDS)
        whole = new.unionByName(old.join(new, "site", "left_anti"))
        self._store.write_table(f"{at}/hosts", whole.coalesce(1))
        return [f"{at}/hosts"]

    def _update(
        self, at: str, chosen: DataFrame, results: DataFrame, buckets: list[int]
    ) -> tuple[dict[str, list[str]], int]:
        """Merges the links of the round, which are of these buckets, into the frontier, and writes what must not be
        visited again. Returns the names of the tables by kind, and the size of the frontier.
        """
        left = results.where("kind = 'left'").select(F.col("left").alias("url"))
        done = chosen.select("url").join(left, "url", "left_anti")
        final = results.where("kind = 'page'").select("page.url")
        new = done.union(final).distinct().select(_bucket("url"), _hash())
        self._store.write_table(f"{at}/seen", new)
        visited = self._store.table(VISITED, f"{at}/seen")
        seen = self._store.table(VISITED, f"{at}/seen", *all_names(self.last["tables"]["seen"]))
        # Parquet passes over row groups of other buckets, since joined tables are sorted by them.
        seen = seen.where(F.col("bucket").isin(buckets))
        waiting = _without(self._waiting(), visited)
        # URLs that were left wait behind all others, so that hosts that hang hold up no round.
        waiting = waiting.join(left.withColumn("is_left", F.lit(True)), "url", "left")
        waiting = waiting.withColumn("tier", F.when(F.col("is_left"), F.lit(LEFT_TIER).cast("int")).otherwise(F.col("tier"))).drop("is_left")
        offers = results.where("kind = 'offer'").select("offer.*").where(F.col("depth") <= self._depth)
        offers = _without(offers, seen)
        config = self._config
        # Only URLs that were found again need a merge, however large the frontier is.
        again = offers.select("url").distinct()
        both = waiting.join(again, "url", "left_semi").unionByName(offers)
        both = both.repartition(self._tasks, "url").sortWithinPartitions("url", "tier", "seq", "position")
        merged = both.mapInArrow(lambda batches: _merge(batches, config), from_arrow_schema(ENTRY))
        frontier = merged.unionByName(waiting.join(again, "url", "left_anti"))
        name = f"{at}/frontier"
        size = self._write_frontier(name, frontier)
        if size > (1 + EXCESS) * self._capacity:
            best = _best_by_threshold(self._store.table(ENTRY, name), self._capacity, size)
            size = self._write_frontier(f"{at}/best", best)
            self._store.delete(name)
            name = f"{at}/best"
        tables = {"frontier": [name], "round": [f"{at}/seen"], "seen": [f"{at}/seen"], "results": [f"{at}/results"]}
        return tables, size

    def _write_frontier(self, name: str, frontier: DataFrame) -> int:
        """Writes URLs that wait; returns their number."""
        waiting = Observation()
        self._store.write_table(name, frontier.observe(waiting, F.count("*").alias("urls")))
        return int(waiting.get["urls"])

    def _grown(self, kind: str, new: list[str], join: Callable[[list[str]], list[str]]) -> list[Any]:
        """Returns the groups of tables or files with those of this round. When there are [`JOINED`] groups of one size
        they become one group, which counts in the next size, so that there are few groups however long the crawl is.
        """
        groups: list[Any] = self.last["tables"][kind]
        if not new:
            return groups
        names, rounds = new, 1
        while [size for size, _ in groups[-(JOINED - 1) :]] == [rounds] * (JOINED - 1):
            names = [*all_names(groups[-(JOINED - 1) :]), *names]
            groups, rounds = groups[: -(JOINED - 1)], rounds * JOINED
        return [*groups, [rounds, names if rounds == 1 else join(names)]]

    def _joined_results(self, names: list[str]) -> list[str]:
        rows = self._store.table(RESULT, *names).where(F.col("kind").isin(*KEPT))
        return self._joined(rows.coalesce(self._tasks), "results")

    def _joined_seen(self, names: list[str]) -> list[str]:
        rows = self._store.table(VISITED, *names).repartition(self._tasks, "bucket")
        return self._joined(rows.sortWithinPartitions("bucket", "hash"), "seen")

    def _joined(self, rows: DataFrame, kind: str) -> list[str]:
        name = f"rounds/{len(self._rounds):05}/all-{kind}"
        self._store.write_table(name, rows)
        return [name]

    def _joined_recordings(self, names: list[str]) -> list[str]:
        """Joins WARC files to files of up to 1 GiB, in the executors."""
        groups: list[list[str]] = []
        total = WARC_BYTES
        for name in names:
            size = self._store.size(name)
            if total + size > WARC_BYTES:
                groups.append([])
                total = 0
            groups[-1].append(name)
            total += size
        number, storage = len(self._rounds), self._shared.storage
        new = [f"warc/{number:05}-{part:03}.warc.gz" for part in range(len(groups))]
        joined = [group[0] if len(group) == 1 else name for group, name in zip(groups, new)]
        jobs = [
            ([self._path(part) for part in group], self._path(name))
            for group, name in zip(groups, new)
            if len(group) > 1
        ]
        if jobs:
            self._spark.sparkContext.parallelize(jobs, len(jobs)).foreach(lambda job: join_files(*job, storage))
        return joined

    def _path(self, name: str) -> str:
        """Returns the path of a file in the folder, for Arrow."""
        return self._store.at(name).removeprefix("file:")

    def _interrupted(self, number: int, recorded: list[str]) -> list[str]:
        """Returns the WARC files of tasks that were interrupted, which may end in the middle of a record."""
        before: list[str] = self.last["tables"]["interrupted"]
        if not self._shared.warc:
            return before
        files = [path.rsplit("/", 1)[1] for path in recorded_files(self._shared, number)]
        names = [f"warc/{number:05}/{name}" for name in files]
        return [*before, *sorted({*names} - {*recorded})]


def _seed(url: str, position: int) -> dict[str, Any]:
    host = "/".join(url.split("/", 3)[:3])
    return {
        "url": url,
        "host": host,
        "site": site(url),
        "tier": 0,
        "first": 1.0,
        "second": 0.0,
        "parts": [],
        "factor": 1.0,
        "parent": None,
        "anchor": "",
        "depth": 0,
        "pages": 0,
        "hops": 0,
        "seq": 0,
        "position": position,
    }


def _merge(batches: Iterator[pa.RecordBatch], config: bytes) -> Iterator[pa.RecordBatch]:
    """Merges the rows of each URL, which follow each other: seeds and redirects stay as they are, scores of links are combined by the
    strategy."""
    fetcher = fetcher_of(config)
    rows = (row for batch in batches for row in batch.to_pylist())
    merged: list[dict[str, Any]] = []
    for _, same in groupby(rows, key=lambda row: row["url"]):
        merged.append(_merged(list(same), fetcher))
        if len(merged) == 10_000:
            yield pa.RecordBatch.from_pylist(merged, schema=ENTRY)
            merged = []
    yield pa.RecordBatch.from_pylist(merged, schema=ENTRY)


def _merged(rows: list[dict[str, Any]], fetcher: RoundFetcher) -> dict[str, Any]:
    if len(rows) == 1 or rows[0]["tier"] == 0:
        return rows[0]
    scores = [(row["first"], row["second"], row["parts"], row["pages"]) for row in rows]
    (first, second, parts, pages), kept = fetcher.merge(scores)
    found = rows[kept]
    score = {"first": first, "second": second, "parts": parts, "pages": pages}
    link = {name: found[name] for name in ("parent", "anchor", "depth")}
    # The place among equal scores stays that of the first discovery; the rules against traps are those of the last.
    return {**rows[0], **link, **score, "factor": rows[-1]["factor"]}
