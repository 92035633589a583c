"""Clusters URLs with DBSCAN, without comparing all pairs.

The steps, each a set of tasks:

1. URLs with the same length and the same shared parts (parts that occur in another URL) have the same distance from all others. They form one
   group: for example, the pages of a folder.
2. Blocking: two groups within the radius share one of their rarest parts. A group is compared only with groups that share a part of its
   prefix, the rarest parts without which the rest of the vector is too short to reach the cosine. No neighbor is missed.
3. Core groups have enough URLs within the radius. Each task unites the core groups that it sees, and the driver unites their forests.
4. A border URL belongs to the first cluster that reaches it.

The clusters are those of the engine (`salticid.cluster_urls`) for the URLs in alphabetical order.

Source: the DBSCAN paper, section 3; Ester et al. 1996. Prefixes: Bayardo, Ma and Srikant 2007, "Scaling up all pairs similarity search".
"""

from __future__ import annotations

from typing import Any, Iterator

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from salticid._native import url_parts
from salticid.errors import PlanError
from salticid.spark._session import checkpointed

#: The tolerance of a cosine, whose last bits depend on the order of its sums. It is that of the engine.
ROUNDING = 1e-12

#: The most pages of earlier crawls in a plan. It is that of the engine.
PAST_PAGES = 300

_PART_SCHEMA = pa.schema([("url", pa.string()), ("part", pa.string()), ("weight", pa.float64())])


def cluster_urls(urls: DataFrame, *, eps: float = 0.4, min_points: int = 3) -> DataFrame:
    """Clusters URLs by the cosine distance of their parts: host, path and query, split at `/` and `.`, the query at `&` and `=` as well.

    Args:
        urls: URLs in the column `url`.
        eps: The radius, above 0 and at most 1: 1 joins URLs without a common part.
        min_points: The least number of URLs within the radius of a core URL, including itself.

    Returns:
        `url` and `cluster`: a number from 0, in the alphabetical order of the first core URLs; null for noise.

    Raises:
        PlanError: `eps` or `min_points` is out of range.
    """
    if not 0 < eps <= 1 or min_points < 1:
        raise PlanError("eps must be above 0 and at most 1, and min_points at least 1")
    points = urls.select("url").distinct()
    if eps >= 1 - ROUNDING:
        cluster = 0 if points.count() >= min_points else None
        return points.withColumn("cluster", F.lit(cluster).cast("int"))
    parts = checkpointed(points.mapInArrow(_split, "url string, part string, weight double"))
    members, vectors, sizes = _groups(parts)
    reach = 1 - eps - ROUNDING
    near = checkpointed(_neighbors(vectors, reach))
    core, lonely = _core(sizes, near, min_points)
    keys = _keys(members, near, core, lonely)
    order = Window.orderBy("key")
    numbers = keys.select("key").where("key IS NOT NULL").distinct()
    numbers = numbers.withColumn("cluster", (F.row_number().over(order) - 1).cast("int"))
    return keys.join(numbers, "key", "left").select("url", "cluster")


def cluster_sample(clusters: DataFrame, *, most: int = PAST_PAGES, min_points: int = 3) -> list[str]:
    """Returns URLs of the clusters, from which the strategy `url-clusters` starts: pass them as `past` to `salticid.plan` or in the `settings`
    of `salticid.crawl`.

    The number of URLs of a cluster is proportional to its size, and they are spaced evenly in its alphabetical order. This keeps relative sizes and,
    approximately, centroids. The smallest clusters are left out if they would have fewer than `min_points` URLs.

    Args:
        clusters: The table of `cluster_urls` for the URLs of relevant pages.
        most: The most URLs. A plan has at most 300.
        min_points: As for `cluster_urls`. The strategy itself has 3.

    Raises:
        PlanError: `min_points` or `most` is too small.
    """
    if min_points < 1 or most < min_points:
        raise PlanError("min_points must be at least 1, and most at least min_points")
    rows = clusters.where("cluster IS NOT NULL").groupBy("cluster").agg(F.count("*").alias("size"))
    kept = [(row["cluster"], row["size"]) for row in rows.orderBy(F.desc("size"), "cluster").take(most // min_points)]
    total = sum(size for _, size in kept)
    while total > most and kept[-1][1] * most // total < min_points:
        total -= kept.pop()[1]
    shares = [(cluster, size, min(size, size * most // total)) for cluster, size in kept]
    sizes = clusters.sparkSession.createDataFrame(shares, "cluster int, size long, share long")
    at = F.row_number().over(Window.partitionBy("cluster").orderBy("url"))
    ranked = clusters.join(F.broadcast(sizes), "cluster").withColumn("at", at)
    steps = [F.floor(rank * F.col("share") / F.col("size")) for rank in (F.col("at"), F.col("at") - 1)]
    return [row["url"] for row in ranked.where(steps[0] > steps[1]).select("url").orderBy("url").collect()]


def _split(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = []
        for url in batch.column("url").to_pylist():
            parts = url_parts(url)
            rows += [{"url": url, "part": part, "weight": float(parts.count(part))} for part in dict.fromkeys(parts)]
        yield pa.RecordBatch.from_pylist(rows, schema=_PART_SCHEMA)


def _groups(parts: DataFrame) -> tuple[DataFrame, DataFrame, DataFrame]:
    """Returns the members of each group (url, group), its vector (group, part, value) and its size. A group is named by its first URL."""
    norms = parts.groupBy("url").agg(F.sqrt(F.sum(F.col("weight") * F.col("weight"))).alias("norm"))
    shared = parts.groupBy("part").count().where("count > 1").select("part")
    kept = parts.join(shared, "part").groupBy("url").agg(F.sort_array(F.collect_list(F.struct("part", "weight"))).alias("shared"))
    same = Window.partitionBy("norm", "shared")
    grouped = norms.join(kept, "url", "left").withColumn("group", F.min("url").over(same))
    grouped = checkpointed(grouped)
    first = grouped.where(F.col("url") == F.col("group")).where("shared IS NOT NULL")
    exploded = first.select("group", "norm", F.explode("shared").alias("term"))
    vectors = exploded.select("group", "term.part", (F.col("term.weight") / F.col("norm")).alias("value"))
    return grouped.select("url", "group"), checkpointed(vectors), checkpointed(grouped.groupBy("group").agg(F.count("*").alias("size")))


def _neighbors(vectors: DataFrame, reach: float) -> DataFrame:
    """Returns the pairs of groups within the radius (one, other), in both directions. A group whose members are near each other is its own
    neighbor."""
    frequency = vectors.groupBy("part").count()
    rest = Window.partitionBy("group").orderBy("count", "part").rowsBetween(Window.currentRow, Window.unboundedFollowing)
    tail = F.sqrt(F.sum(F.col("value") * F.col("value")).over(rest))
    prefix = vectors.join(frequency, "part").withColumn("tail", tail).where(F.col("tail") >= reach - ROUNDING)
    prefix = prefix.select("group", "part")
    one, other = prefix.withColumnRenamed("group", "one"), prefix.withColumnRenamed("group", "other")
    pairs = one.join(other, "part").where("one <= other").select("one", "other").distinct()
    of_one = vectors.select(F.col("group").alias("one"), "part", F.col("value").alias("left"))
    of_other = vectors.select(F.col("group").alias("other"), "part", F.col("value").alias("right"))
    products = pairs.join(of_one, "one").join(of_other, ["other", "part"])
    near = products.groupBy("one", "other").agg(F.sum(F.col("left") * F.col("right")).alias("cosine"))
    near = near.where(F.col("cosine") >= reach).select("one", "other")
    return near.union(near.where("one < other").select(F.col("other").alias("one"), F.col("one").alias("other")))


def _core(sizes: DataFrame, near: DataFrame, min_points: int) -> tuple[DataFrame, DataFrame]:
    """Returns the component of each core group (group, component), and the core groups whose members reach no core URL, not even each other."""
    of_other = sizes.withColumnRenamed("group", "other")
    reached = near.join(of_other, "other").groupBy(F.col("one").alias("group")).agg(
        F.sum("size").alias("reached"), F.max((F.col("one") == F.col("other")).cast("int")).alias("own")
    )
    counted = sizes.join(reached, "group", "left").fillna(0)
    points = F.col("reached") + F.when(F.col("own") == 1, 0).otherwise(1)
    core = checkpointed(counted.where(points >= min_points).select("group", "own"))
    names = core.select("group")
    edges = near.where("one < other").join(names.withColumnRenamed("group", "one"), "one")
    edges = edges.join(names.withColumnRenamed("group", "other"), "other").select("one", "other")
    forest = edges.mapInArrow(_forests, "one string, other string").toLocalIterator()
    roots = _united((row["one"], row["other"]) for row in forest)
    spark = sizes.sparkSession
    united = spark.createDataFrame(list(roots.items()), "group string, component string")
    core_of = core.join(united, "group", "left")
    lonely = core_of.where("component IS NULL AND own = 0").select("group")
    components = core_of.select("group", F.coalesce("component", "group").alias("component"))
    return checkpointed(components), checkpointed(lonely)


def _keys(members: DataFrame, near: DataFrame, core: DataFrame, lonely: DataFrame) -> DataFrame:
    """Returns the first core URL of the cluster of each URL (url, key); null for noise."""
    # A group is named by its first URL, so the least name of a component is its first core URL.
    first = core.groupBy("component").agg(F.min("group").alias("key"))
    of_core = core.join(first, "component").select("group", "key")
    border = near.join(of_core.withColumnRenamed("group", "other"), "other").groupBy(F.col("one").alias("group")).agg(F.min("key").alias("border"))
    joined = members.join(of_core, "group", "left").join(border, "group", "left")
    joined = joined.join(lonely.withColumn("alone", F.lit(True)), "group", "left")
    # URLs of a group that reaches no core URL are core URLs of clusters of their own.
    key = F.when(F.col("alone"), F.col("url")).otherwise(F.coalesce("key", "border"))
    return checkpointed(joined.select("url", key.alias("key")))


def _forests(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Replaces the edges of a task by those of a forest that unites the same groups."""
    pairs = (pair for batch in batches for pair in zip(batch.column("one").to_pylist(), batch.column("other").to_pylist()))
    rows = [{"one": group, "other": root} for group, root in _united(pairs).items()]
    yield pa.RecordBatch.from_pylist(rows, schema=pa.schema([("one", pa.string()), ("other", pa.string())]))


def _united(pairs: Any) -> dict[str, str]:
    """Unites the two groups of each pair; returns the root of each group."""
    roots: dict[str, str] = {}

    def root(group: str) -> str:
        path = []
        while (parent := roots.setdefault(group, group)) != group:
            path.append(group)
            group = parent
        for passed in path:
            roots[passed] = group
        return group

    for one, other in pairs:
        first, second = sorted((root(one), root(other)))
        roots[second] = first
    return {group: root(group) for group in list(roots)}
