"""The link graph: importance of pages, and the pages that lead to good ones."""

from __future__ import annotations

from typing import Iterable

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from salticid.spark._session import checkpointed


def pagerank(
    links: DataFrame, *, damping: float = 0.85, tolerance: float = 1e-8, iterations: int = 100
) -> DataFrame:
    """Returns the PageRank of each page of a link graph: `url`, `rank`. The ranks sum to 1.

    Pages without links pass their rank on to all pages. Links of a page to itself do not count, and several links between two pages count once.

    Args:
        links: Links with the columns `source` and `target`.
        damping: The share of the rank that follows links, 0 to 1.
        tolerance: The iterations end when the ranks change by less than this in sum.
        iterations: Maximum number of iterations.

    Source: Batsakis, Petrakis and Milios 2009, section 2.2; Brin and Page 1998.
    """
    edges = _edges(links)
    degrees = edges.groupBy("source").count()
    urls = edges.select(F.col("source").alias("url")).union(edges.select("target")).distinct()
    ends = urls.join(degrees, urls["url"] == degrees["source"], "left")
    ends = checkpointed(ends.select("url", F.col("source").isNull().alias("ends")))
    shares = checkpointed(edges.join(degrees, "source").select("source", "target", (1 / F.col("count")).alias("share")))
    pages = max(ends.count(), 1)
    ranks = ends.withColumn("rank", F.lit(1.0 / pages))
    lost = ends.where("ends").count() / pages
    for _ in range(iterations):
        passed = shares.join(ranks, shares["source"] == ranks["url"])
        passed = passed.groupBy("target").agg(F.sum(F.col("share") * F.col("rank")).alias("passed"))
        rank = F.lit((1 - damping + damping * lost) / pages) + damping * F.coalesce(F.col("passed"), F.lit(0.0))
        new = ranks.withColumnRenamed("rank", "old").join(passed, ranks["url"] == passed["target"], "left")
        new = checkpointed(new.select("url", "ends", "old", rank.alias("rank")))
        change = F.sum(F.abs(F.col("rank") - F.col("old")))
        ended = F.sum(F.when(F.col("ends"), F.col("rank")).otherwise(0.0))
        difference, lost = new.agg(F.coalesce(change, F.lit(0.0)), F.coalesce(ended, F.lit(0.0))).collect()[0]
        ranks = new.drop("old")
        if difference < tolerance:
            break
    return ranks.drop("ends")


def hits(links: DataFrame, *, tolerance: float = 1e-8, iterations: int = 100) -> DataFrame:
    """Returns the hub and authority scores of each page of a link graph: `url`, `hub`, `authority`. Each kind sums to 1.

    Args:
        links: Links with the columns `source` and `target`.
        tolerance: The iterations end when the hub scores change by less than this in sum.
        iterations: Maximum number of iterations.

    Source: Kleinberg 1999; Pant, Srinivasan and Menczer 2004, section 3.3.
    """
    edges = checkpointed(_edges(links))
    hubs = edges.select(F.col("source").alias("url")).distinct().withColumn("value", F.lit(1.0))
    scale = 1.0
    for _ in range(iterations):
        passed = _passed(edges, _passed(edges, hubs, "source", "target"), "target", "source")
        old = hubs.withColumnRenamed("value", "old")
        new = checkpointed(passed.join(old, "url").withColumn("value", F.col("value") / F.lit(scale)))
        total, before = new.agg(F.sum("value"), F.sum("old")).collect()[0]
        if not total:
            break
        change = F.abs(F.col("value") / F.lit(total) - F.col("old") / F.lit(before))
        difference = new.agg(F.sum(change)).collect()[0][0]
        hubs, scale = new.drop("old"), total
        if difference < tolerance:
            break
    authorities = _normalized(_passed(edges, hubs, "source", "target")).withColumnRenamed("value", "authority")
    joined = _normalized(hubs).withColumnRenamed("value", "hub").join(authorities, "url", "outer")
    return checkpointed(joined.fillna(0.0))


def layers(
    links: DataFrame, good: Iterable[str], *, distance: int = 4, most: int | None = None
) -> DataFrame:
    """Returns the pages that lead to good pages: `url`, and `layer`, the least number of links to a good page, 0 to `distance`.

    These are the context graphs on which `context-focused` and `hot-word` are trained.

    Args:
        links: Links with the columns `source` and `target`.
        good: The URLs of good pages.
        distance: The largest distance.
        most: The most pages of a layer; by default all. Which ones depends only on their URLs.

    Source: Pant, Srinivasan and Menczer 2004, section 3.4; Tsay 2005, section 3.2.
    """
    edges = _edges(links).persist()
    spark = links.sparkSession
    known = spark.createDataFrame([(url, 0) for url in dict.fromkeys(good)], "url string, layer int")
    last = known
    for layer in range(1, distance + 1):
        linking = edges.join(last.select(F.col("url").alias("target")), "target")
        linking = linking.select(F.col("source").alias("url")).distinct()
        new = linking.join(known, "url", "left_anti")
        if most is not None:
            new = new.orderBy(F.xxhash64("url"), "url").limit(most)
        last = checkpointed(new.withColumn("layer", F.lit(layer)))
        known = known.union(last)
    return known


def _edges(links: DataFrame) -> DataFrame:
    return links.select("source", "target").where(F.col("source") != F.col("target")).distinct()


def _passed(edges: DataFrame, values: DataFrame, source: str, target: str) -> DataFrame:
    joined = edges.join(values, edges[source] == values["url"])
    return joined.groupBy(F.col(target).alias("url")).agg(F.sum("value").alias("value"))


def _normalized(values: DataFrame) -> DataFrame:
    total = values.agg(F.sum("value").alias("total"))
    return values.crossJoin(F.broadcast(total)).select("url", (F.col("value") / F.col("total")).alias("value"))
