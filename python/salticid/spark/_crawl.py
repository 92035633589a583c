"""Focused crawls in rounds: generate, fetch, parse, update. With N pages a round this is best-N-first (Pant, Srinivasan and Menczer 2004,
section 3.1), and with one page a round it visits the pages in the order of `salticid-lab`.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence
from urllib.parse import urlsplit

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from salticid._live import Requests, live_options
from salticid._native import Model, canonical_url, scores_pages_independently
from salticid._plan import arguments
from salticid._plan import plan as complete_plan
from salticid.errors import PlanError
from salticid.spark._driver_rounds import DriverRounds
from salticid.spark._fetch import ENTRY, RESULT, RoundConfig, fetcher_of
from salticid.spark._files import HadoopFiles
from salticid.spark._rounds import Rounds, all_names, order, priority
from salticid.spark._session import serialized
from salticid.spark._store import Store

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The default number of pages.
PAGES = 1_000
#: The default link distance from the seeds beyond which links are not followed.
DEPTH = 20
#: The most rounds in a row in which nothing is fetched because of sites that ask for pauses.
PAUSES = 3
#: The seconds of a task on the live web.
SECONDS = 600.0


class CrawlTables:
    """The tables of a crawl in rounds, with its committed rounds."""

    def __init__(self, spark: SparkSession, folder: str) -> None:
        self._spark = spark
        #: The folder.
        self.store = Store(spark, folder)
        self._rounds = self.store.rounds()

    @property
    def rounds(self) -> list[dict[str, Any]]:
        """The figures of each round: `round`, `pages`, `read`, `harvest` (0 to 1), `frontier`, `seconds`, `failures` by code, and totals."""
        return self._rounds

    @property
    def pages(self) -> DataFrame:
        """All pages with the fields of the log of `salticid-lab`, but `fetched_at`, a timestamp, in place of `at`.

        `n` is the position in the crawl, from 1.
        """
        return self.numbered.drop("record", "round").withColumn("fetched_at", F.timestamp_millis("at")).drop("at")

    @property
    def numbered(self) -> DataFrame:
        """All pages, with their rounds, and their records as JSON."""
        ends = [done["all_pages"] for done in self._rounds]
        before = self._spark.createDataFrame([*enumerate(ends, 1)], "round int, before long")
        in_round = F.row_number().over(Window.partitionBy("round").orderBy("seq", "at"))
        pages = self._results("page", "page").join(F.broadcast(before), "round")
        return pages.withColumn("n", in_round + F.col("before")).drop("before", "seq", "requested")

    @property
    def recordings(self) -> list[str]:
        """The WARC files with all responses."""
        tables = self._rounds[-1]["tables"]
        return [self.store.at(name) for name in (*all_names(tables["warc"]), *tables["interrupted"])]

    @property
    def identity(self) -> dict[str, Any] | None:
        """The plan, web, model and seeds of the crawl; `None` if the folder has no crawl."""
        identity: dict[str, Any] | None = self.store.read("crawl.json")
        return identity

    @property
    def links(self) -> DataFrame:
        """The links of the pages: `source`, `target`."""
        return self._results("link", "link")

    @property
    def frontier(self) -> DataFrame:
        """The URLs that wait, best first."""
        return self.ordered(self.store.table(ENTRY, *self._rounds[-1]["tables"]["frontier"]))

    def ordered(self, waiting: DataFrame) -> DataFrame:
        """Returns URLs that wait, best first."""
        return waiting.withColumn("priority", priority()).orderBy(*order())

    def _results(self, kind: str, column: str) -> DataFrame:
        names = all_names(self._rounds[-1]["tables"]["results"])
        return self.store.table(RESULT, *names).where(F.col("kind") == kind).select(f"{column}.*")


def crawl(
    spark: SparkSession,
    out: str,
    query: str = "",
    seeds: Sequence[str] = (),
    *,
    plan: Mapping[str, Any] | None = None,
    pages: int | None = None,
    per_round: int = 100,
    per_site: int | None = None,
    web: str = "live",
    strategy: str | None = None,
    model: Model | None = None,
    params: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    tasks: int | None = None,
    warc: bool | None = None,
    seconds: float | None = None,
    on_round: Callable[[dict[str, Any]], Any] | None = None,
    **requests: Unpack[Requests],
) -> CrawlTables:
    """Crawls in rounds until `pages` pages are done or nothing waits, or until a round could fetch none of its URLs in time. The same call
    continues a crawl that has ended like that or was interrupted.

    Links are scored by the tasks if the strategy scores each page independently. Otherwise, and with word weights of the crawl or main
    content, the tasks fetch and parse, and the driver scores the links, in one crawl that it has in memory.

    Args:
        spark: The session.
        out: A folder for the tables, on storage that all executors reach.
        query: Words that describe the topic.
        seeds: URLs to start from.
        plan: A plan as `salticid.plan` returns it and the app exports it as JSON. The other arguments take precedence.
        pages: Number of pages to fetch in all. By default that of the plan, else 1,000. A later call may raise it.
        per_round: Number of URLs of a round. More is faster and follows the scores less closely.
        per_site: Most URLs of one site in a round. By default a tenth of `per_round`, at least 1, on the live web, and no limit elsewhere.
        web: `live`, the path of a WARC file that all executors reach, or a demo web such as `demo:7`.
        strategy: An id of `salticid.strategies()`. By default that of the model, else `best-first`.
        model: A model, for a strategy that is trained.
        params: Parameters of the strategy.
        settings: Further settings of the plan: `idf`, `relevance`, `stemming`, `emphasis`, `good`, `depth`, `frontier`, `allow`, `deny`, `stay`; see `salticid.plan`.
        tasks: Number of tasks of a round. By default the parallelism of the session.
        warc: Writes all responses as WARC files to `out/warc`. By default on the live web.
        seconds: Seconds after which a task returns what it has not fetched, to later rounds. By default 600 on the live web.
        on_round: Called with the figures of each round. By default they are printed, one line of JSON each.
        requests: The arguments of `salticid.crawl` about live requests: `contact`, `user_agent`, `headers`, `cookies`,
            `proxy`, `delays`, `parallel_per_host`, `own`, `timeout`, `cache`, `allow_address`, `resolve`, and the
            functions `fetch` and `render`, which run in the executors. A cache is a folder of each executor's machine.

    Raises:
        PlanError: The plan is not possible, `out` has another crawl, or another driver crawls into it.
        ModelError: The model was trained with other settings.
    """
    given = _without_numpy(_combined(plan, strategy, params, settings, model is not None))
    pages, per_round, per_site, tasks = _without_numpy([pages, per_round, per_site, tasks])
    of_plan = {name: given.pop(name, default) for name, default in (("query", ""), ("seeds", ()), ("pages", PAGES))}
    query, seeds = query or of_plan["query"], seeds or of_plan["seeds"]
    pages = of_plan["pages"] if pages is None else pages
    if pages < 1 or per_round < 1:
        raise PlanError("pages and per_round must be at least 1")
    if spark.conf.get("spark.speculation", "false") == "true":
        raise PlanError("spark.speculation requests pages twice: set it to false")
    is_live = web == "live"
    depth, capacity = given.pop("depth", DEPTH), given.pop("frontier", None)
    if given.pop("stay", False):
        given["allow"] = [*given.get("allow", ()), *dict.fromkeys(urlsplit(canonical_url(seed)).hostname for seed in seeds)]
    planned = complete_plan(query, **given)
    driver_scores = not scores_pages_independently(planned, web, model)
    shared = RoundConfig(
        plan=planned,
        web=web,
        model=model,
        live=live_options("Spark", **requests),
        warc=None,
        seconds=seconds if seconds is not None else (SECONDS if is_live else None),
        storage=HadoopFiles(spark).storage(),
        driver_scores=driver_scores,
    )
    fetcher_of(serialized(shared))  # Problems of the plan are reported before the first round.
    rounds = DriverRounds if driver_scores else Rounds
    job = rounds(spark, out, shared, is_live if warc is None else warc, depth, capacity, tasks)
    if per_site is None and is_live:
        per_site = max(1, per_round // 10)
    with job.lease:
        job.start([canonical_url(seed) for seed in seeds])
        in_vain = 0
        while (missing := pages - job.last["all_pages"]) > 0 and job.last["frontier"] > 0:
            before = job.last["chosen"]
            figures = job.run(min(per_round, missing), per_site)
            (on_round or _print)(figures)
            in_vain = in_vain + 1 if figures["left"] == figures["chosen"] - before else 0
            if in_vain >= (PAUSES if figures["pauses"] else 1):
                break  # No site answered in time: a later call tries again.
    return CrawlTables(spark, out)


def _without_numpy(value: Any) -> Any:
    """Returns a value in which numbers and arrays of numpy are those of Python, which can be written as JSON."""
    if isinstance(value, Mapping):
        return {name: _without_numpy(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_numpy(one) for one in value]
    return value.tolist() if hasattr(value, "tolist") else value


def _combined(
    plan: Mapping[str, Any] | None, strategy: str | None, params: Mapping[str, Any] | None, settings: Mapping[str, Any] | None, has_model: bool
) -> dict[str, Any]:
    """Returns the settings of a plan, with those that take precedence. A model contains the examples of its training."""
    given = {**arguments(plan or {}), **(settings or {})}
    if strategy is not None:
        given |= {"strategy": strategy, "params": {}}
    if params is not None:
        given["params"] = params
    if has_model:
        given.pop("trails", None)
        given.pop("taxonomy", None)
    return given


def _print(figures: dict[str, Any]) -> None:
    print(json.dumps({name: value for name, value in figures.items() if name != "tables"}), file=sys.stdout, flush=True)
