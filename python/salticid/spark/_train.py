"""Trains models on pages of recordings."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Mapping

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from salticid import _native
from salticid._lab import train as _train
from salticid._native import Model, WarcDamage, WarcReader
from salticid.errors import Error, PlanError, UrlError
from salticid.spark._files import HadoopFiles, expanded, opened
from salticid.spark._graph import layers

#: The most pages of a layer of a context graph that reach the driver, which samples from them.
LAYER_PAGES = 5_000

_PAGE = "url string, body binary"
_SCHEMA = pa.schema([("url", pa.string()), ("body", pa.binary())])


def context_set(
    links: DataFrame, good: Iterable[str], *, distance: int = 4, name: str = "links"
) -> dict[str, Any]:
    """Returns good pages with their context graph, as training data for `train` here and in `salticid`.

    Args:
        links: Links with the columns `source` and `target`. Every `source` is a page that was read.
        good: The URLs of good pages.
        distance: The largest link distance to a good page.
        name: The name of the link graph, which the model remembers.

    Raises:
        UrlError: A URL is not that of a page.
    """
    good = [_native.canonical_url(url) for url in good]
    pages = layers(links, good, distance=distance, most=LAYER_PAGES).select("url").persist()
    sources = pages.withColumnRenamed("url", "source")
    targets = pages.withColumnRenamed("url", "target")
    within = links.select("source", "target").distinct().join(sources, "source").join(targets, "target")
    pairs = sorted((row["source"], row["target"]) for row in within.collect())
    linking = links.select(F.col("source").alias("url")).distinct()
    read = sorted(row["url"] for row in pages.join(linking, "url", "left_semi").collect())
    return _native.context_set(name, good, read, pairs, distance)


def train(
    spark: SparkSession,
    paths: str | Iterable[str],
    trails: Any = None,
    strategy: str | None = None,
    *,
    taxonomy: Mapping[str, Any] | None = None,
    query: str = "",
    name: str | None = None,
    params: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    base: str = "",
) -> Model:
    """Trains a strategy on trails or topics whose pages are in WARC files, and returns the model.

    The executors search the files; the training itself, on some thousand pages, runs on the driver. The app opens the files of models that
    learned from trails.

    Args:
        spark: The session.
        paths: WARC files, patterns, or lists of paths; see `score`.
        trails: A list of trails, or of sets made by `context_set`; see `salticid.train`.
        strategy: A strategy that learns from trails or topics.
        taxonomy: The topics of a strategy that learns from topics; see `salticid.train`.
        query: Words that describe the topic, for strategies that need a query.
        name: The name of the model.
        params: Parameters of the strategy.
        settings: Further settings of the plan; see `salticid.train`.
        base: Precedes the paths of lists.

    Raises:
        PlanError: The strategy learns from neither trails nor topics, or no page of them is in the files.
        TrainingError: The strategy could not learn; the message says why.
    """
    wanted = frozenset([*_of_trails(trails or ()), *_of_topics(taxonomy or {})])
    pages = {}
    if wanted:  # Topics may have words alone.
        files, storage = expanded(spark, paths, base), HadoopFiles(spark).storage()
        rows = spark.sparkContext.parallelize([(file,) for file in files], len(files))
        frame = spark.createDataFrame(rows, "path string")
        found = frame.mapInArrow(lambda batches: _search(batches, wanted, storage), _PAGE)
        pages = {row["url"]: bytes(row["body"]) for row in found.dropDuplicates(["url"]).collect()}
        if not pages:
            raise PlanError("paths: the files have none of the pages of the trails or topics")
    return _train(trails, strategy, taxonomy=taxonomy, web=pages, query=query, name=name, params=params, settings=settings)


def _of_trails(trails: Any) -> Iterator[str]:
    """Returns the canonical URLs of all pages of trails and of their context graphs."""
    for trail in trails.get("trails", ()) if isinstance(trails, Mapping) else trails:
        graphs = [page for graph in trail.get("graphs", ()) for page in graph["pages"]]
        yield from _canonical(page["url"] for page in [*trail["pages"], *graphs])


def _of_topics(topic: Mapping[str, Any]) -> Iterator[str]:
    """Returns the canonical URLs of the examples of a topic, or of a taxonomy, and of the topics below it."""
    yield from _canonical(topic.get("examples", ()))
    for below in topic.get("topics", ()):
        yield from _of_topics(below)


def _canonical(urls: Iterable[str]) -> Iterator[str]:
    """Returns canonical URLs; leaves out what is not a URL."""
    for url in urls:
        try:
            yield _native.canonical_url(url)
        except UrlError:
            continue


def _search(
    batches: Iterator[pa.RecordBatch], wanted: frozenset[str], storage: Mapping[str, Any]
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for path in batch.column("path").to_pylist():
            rows: list[dict[str, Any]] = []
            try:
                with opened(path, storage) as file:
                    for item in WarcReader(file):
                        rows.extend(_wanted_page(item, wanted))
            except (Error, OSError, ValueError):
                pass  # What cannot be read is not found; `score` lists such files.
            yield pa.RecordBatch.from_pylist(rows, schema=_SCHEMA)


def _wanted_page(item: Any, wanted: frozenset[str]) -> Iterator[dict[str, Any]]:
    if isinstance(item, WarcDamage) or not 200 <= item.status < 300:
        return
    try:
        url = _native.canonical_url(item.url)
    except UrlError:
        return
    if url in wanted:
        yield {"url": url, "body": item.body}
