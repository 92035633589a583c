"""Writes the results of a crawl in rounds as a saved crawl of the app."""

from __future__ import annotations

import hashlib
from os import PathLike
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from salticid._live import live_options
from salticid._native import Model, saved_crawl, write_file
from salticid.errors import PlanError
from salticid.spark._crawl import CrawlTables
from salticid.spark._driver_rounds import WAITING, new_crawl, replay
from salticid.spark._fetch import RoundConfig

#: The most pages of a file: a tab has them all in memory.
PAGES = 100_000


def export(
    spark: SparkSession,
    crawl: str,
    out: str | PathLike[str],
    *,
    pages: int | None = None,
    name: str | None = None,
    model: Model | None = None,
) -> int:
    """Writes a crawl as a `.salticid` file, which the Library of the app imports; returns the number of its pages.

    The file has the pages with their order, scores and texts, the links between them, and the best 50,000 waiting URLs, with which the app
    can continue the crawl. It has no page bodies and no replay of the frontier. A whole crawl whose links the driver has scored continues with
    what its strategy has learned.

    Args:
        spark: The session.
        crawl: The folder of the crawl.
        out: The file to write, on the driver.
        pages: Writes only so many pages, those with the highest relevance, in the order of the crawl. The links and waiting URLs of other pages
            are left out, and a page whose link was found on another page counts as a seed. By default all pages, at most 100,000.
        name: The name of the crawl in the Library. By default its query.
        model: The model of the crawl, if it has one.

    Raises:
        PlanError: `crawl` is not the folder of a crawl, has too many pages for one file, or has another model.
        FileError: The file cannot be written.
    """
    tables = CrawlTables(spark, crawl)
    identity = _identity(tables, crawl, model)
    done = tables.rounds[-1]["all_pages"]
    if pages is None and done > PAGES:
        raise PlanError(f"the crawl has {done} pages, and one file at most {PAGES}: name a number of pages")
    if pages is not None and not 1 <= pages <= PAGES:
        raise PlanError(f"pages is {pages}: give a number from 1 to {PAGES}")
    if identity["scored_by"] == "driver" and (pages is None or pages >= done):
        return _export_whole(tables, identity, out, name, model)
    chosen = tables.numbered
    if pages is not None and pages < done:
        chosen = chosen.orderBy(F.desc("relevance"), "n").limit(pages)
    chosen = chosen.persist()
    sizes = [done["frontier"] for done in tables.rounds]
    rows = [{**row.asDict(), "queue": sizes[row["round"]]} for row in chosen.orderBy("n").collect()]
    plan = {**identity["plan"], "depth": identity["depth"], "seeds": identity["seeds"], "pages": max(1, len(rows))}
    links, waiting = _links(tables, chosen), _waiting(tables, chosen)
    chosen.unpersist()
    file = saved_crawl(plan, identity["web"], model, name, rows, links, waiting)
    write_file(out, file)
    return len(rows)


def _export_whole(
    tables: CrawlTables, identity: dict[str, Any], out: str | PathLike[str], name: str | None, model: Model | None
) -> int:
    """Writes a crawl that the driver has known whole, with what its strategy has learned."""
    shared = RoundConfig(identity["plan"], identity["web"], model, live_options("Spark"), warc=None, seconds=None)
    crawl = new_crawl(shared, identity["seeds"], identity["depth"], identity["frontier"])
    replay(tables.store, tables.rounds[-1], crawl)
    write_file(out, crawl.saved_crawl(identity["web"], name))
    return int(tables.rounds[-1]["all_pages"])


def _identity(tables: CrawlTables, folder: str, model: Model | None) -> dict[str, Any]:
    """Returns plan, web and seeds of the crawl, whose model must be this one."""
    identity = tables.identity
    if identity is None or not tables.rounds:
        raise PlanError(f"{folder} has no crawl: name the folder that the job crawl has written")
    if identity["model"] != (model and hashlib.sha256(model.to_bytes()).hexdigest()):
        reason = "name the model of the crawl" if model is None else "the crawl has another model, or none"
        raise PlanError(f"model: {reason}")
    return identity


def _links(tables: CrawlTables, pages: DataFrame) -> list[tuple[str, str]]:
    """Returns the links between these pages."""
    links = tables.links
    for end in ("source", "target"):
        links = links.join(pages.select(F.col("url").alias(end)), end, "left_semi")
    return sorted((row["source"], row["target"]) for row in links.distinct().collect())


def _waiting(tables: CrawlTables, pages: DataFrame) -> list[dict[str, Any]]:
    """Returns the best waiting URLs that were found on these pages, and the seeds that wait."""
    waiting = tables.frontier
    found = waiting.join(pages.select(F.col("url").alias("parent")), "parent", "left_semi")
    both = found.unionByName(waiting.where(F.col("parent").isNull()))
    return [row.asDict() for row in tables.ordered(both).limit(WAITING).collect()]
