"""Scores the pages and links of recordings."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Any, Iterable, Iterator, Mapping, NamedTuple

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from salticid._native import DOCUMENT_BYTES, PAGE_BYTES, Model, WarcDamage, WarcReader, WarcResponse
from salticid._scorer import Scorer
from salticid.errors import Error
from salticid.spark._files import INCOMPLETE, HadoopFiles, expanded, opened
from salticid.spark._session import serialized, deserialized
from salticid.spark._store import Store

#: The most pages, or failures, that are sent to Spark in one batch.
BATCH = 256
#: The number of bytes of pages from which on they are scored, though they are fewer.
BATCH_BYTES = 16 << 20

_LINK = "struct<target: string, anchor: string, score: double>"
_ROW = (
    "kind string, path string, url string, host string, at long, status int, digest string, title string, "
    "language string, relevance double, label string, probability double, text string, "
    f"links array<{_LINK}>, offset long, reason string, count long"
)


@dataclass(frozen=True)
class Scored:
    """The tables of a job. They are computed once, at their first use; `close` frees their storage."""

    #: One row a page: path, url, host, fetched_at (timestamp), status, digest (SHA-256 of the decoded body), title,
    #: language, relevance (0 to 1), label, probability (0 to 1, or null), and text if it was asked for.
    pages: DataFrame
    #: One row a link: source, target, anchor, score.
    links: DataFrame
    #: One row a record or file that could not be read: path, offset, url, reason.
    failures: DataFrame
    #: One row a file: path, and the number of its records that are no pages with a status of success.
    files: DataFrame
    _rows: DataFrame

    def write(self, folder: str) -> None:
        """Writes each table as Parquet into a folder of its name. Until all are complete, other jobs refuse them."""
        store = Store(self._rows.sparkSession, folder)
        store.create(INCOMPLETE, {}, overwrites=True)
        for name in ("pages", "links", "failures", "files"):
            store.write_table(name, getattr(self, name))
        store.delete(INCOMPLETE)

    def close(self) -> None:
        """Frees the storage of the tables."""
        self._rows.unpersist()


def score(
    spark: SparkSession,
    paths: str | Iterable[str],
    query: str = "",
    *,
    strategy: str | None = None,
    model: Model | None = None,
    params: Mapping[str, Any] | None = None,
    base: str = "",
    partitions: int | None = None,
    text: bool = False,
    **settings: Any,
) -> Scored:
    """Scores the pages of WARC files and their links.

    Files are read from front to back, so their size does not matter. A damaged record or file never ends the job: the rest is read, and
    `failures` lists the place.

    Args:
        spark: The session.
        paths: WARC files (`.warc`, `.warc.gz`), patterns of Hadoop, or lists of paths; also `s3a://` with the settings
            `fs.s3a.*`, `gs://`, `hdfs://`.
        query: Words that describe the topic.
        strategy: An id of `salticid.strategies()`; see `Scorer`.
        model: A model trained by `train` or by the app.
        params: Parameters of the strategy.
        base: Precedes the paths of lists.
        partitions: Number of tasks; by default one a file.
        text: The table of pages has their main texts, the first 100,000 characters each.
        settings: Further arguments of `Scorer`: `idf`, `relevance`, `stemming`, `emphasis`, `excluded`.

    Raises:
        PlanError: The strategy or a parameter is unknown.
        FileError: A path or pattern names no file. Files of a list that are missing are in `failures`.
    """
    scorer = serialized(Scorer(query, strategy=strategy, model=model, params=params, **settings))
    files, storage = expanded(spark, paths, base), HadoopFiles(spark).storage()
    tasks = min(partitions or len(files), len(files))
    rows = spark.sparkContext.parallelize([(file,) for file in files], tasks)
    frame = spark.createDataFrame(rows, "path string")
    scored = frame.mapInArrow(lambda batches: _score_files(batches, scorer, storage, text), _ROW)
    scored = scored.persist(StorageLevel.DISK_ONLY)
    pages = scored.where("kind = 'page'")
    links = pages.select(F.col("url").alias("source"), F.explode("links").alias("link"))
    return Scored(
        pages=pages.select(
            *("path", "url", "host", F.timestamp_millis("at").alias("fetched_at"), "status", "digest", "title"),
            *("language", "relevance", "label", "probability"),
            *(["text"] if text else []),
        ),
        links=links.select("source", "link.target", "link.anchor", "link.score"),
        failures=scored.where("kind = 'failure'").select("path", "offset", "url", "reason"),
        files=scored.where("kind = 'file'").select("path", F.col("count").alias("skipped")),
        _rows=scored,
    )


def _score_files(
    batches: Iterator[pa.RecordBatch], scorer: bytes, storage: Mapping[str, Any], text: bool
) -> Iterator[pa.RecordBatch]:
    native = deserialized(scorer)._native
    for batch in batches:
        for path in batch.column("path").to_pylist():
            yield from _score_file(path, native, storage, text)


class _Page(NamedTuple):
    """A page that waits to be scored."""

    body: bytes
    url: str
    headers: list[tuple[str, str]]
    at: int | None
    status: int
    digest: str

    @classmethod
    def of(cls, response: WarcResponse) -> _Page:
        """Returns a page without the part of its body that is not read. One more byte reveals that it was cut."""
        # PDF files, and those in a ZIP package, are longer than pages.
        most = DOCUMENT_BYTES if response.body.startswith((b"%PDF-", b"PK")) else PAGE_BYTES
        body, digest = response.body[: most + 1], sha256(response.body).hexdigest()
        return cls(body, response.url, response.headers, response.at, response.status, digest)

    def size(self) -> int:
        """Returns its number of bytes with its URL and headers."""
        return len(self.body) + len(self.url) + sum(len(name) + len(value) for name, value in self.headers)


def _score_file(
    path: str, native: Any, storage: Mapping[str, Any] = {}, text: bool = False
) -> Iterator[pa.RecordBatch]:
    skipped, size = 0, 0
    failures: list[dict[str, Any]] = []
    waiting: list[_Page] = []
    try:
        with opened(path, storage) as file:
            for item in WarcReader(file):
                if isinstance(item, WarcDamage):
                    failures.append(_failure(path, item.reason, offset=item.offset))
                elif not item.is_page:
                    skipped += 1
                else:
                    waiting.append(_Page.of(item))
                    size += waiting[-1].size()
                if len(waiting) == BATCH or size >= BATCH_BYTES:
                    yield from _scored(path, waiting, native, text)
                    waiting, size = [], 0
                if len(failures) == BATCH:
                    yield _batch(failures)
                    failures = []
    except (Error, OSError, ValueError) as error:
        failures.append(_failure(path, str(error)))
    yield from _scored(path, waiting, native, text)
    yield _batch([*failures, {"kind": "file", "path": path, "count": skipped}])


def _failure(path: str, reason: str, offset: int | None = None, url: str | None = None) -> dict[str, Any]:
    return {"kind": "failure", "path": path, "offset": offset, "url": url, "reason": reason}


_LINK_TYPE = pa.struct([("target", pa.string()), ("anchor", pa.string()), ("score", pa.float64())])
_SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("path", pa.string()),
        ("url", pa.string()),
        ("host", pa.string()),
        ("at", pa.int64()),
        ("status", pa.int32()),
        ("digest", pa.string()),
        ("title", pa.string()),
        ("language", pa.string()),
        ("relevance", pa.float64()),
        ("label", pa.string()),
        ("probability", pa.float64()),
        ("text", pa.string()),
        ("links", pa.list_(_LINK_TYPE)),
        ("offset", pa.int64()),
        ("reason", pa.string()),
        ("count", pa.int64()),
    ]
)


def _batch(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(rows, schema=_SCHEMA)


def _scored(path: str, pages: list[_Page], native: Any, text: bool) -> Iterator[pa.RecordBatch]:
    """Returns the rows of these pages. They are made column by column: a page has hundreds of links."""
    columns = native.columns([page[:3] for page in pages], text)
    n = len(columns["index"])
    read = [pages[at] for at in columns["index"]]
    recorded = {name: [getattr(page, name) for page in read] for name in ("at", "status", "digest")}
    values = dict(columns, **recorded, kind=["page"] * n, path=[path] * n, text=columns["text"] if text else None)
    ends = pa.array([0, *accumulate(columns["links"])], pa.int32())
    links = [pa.array(columns[field.name], field.type) for field in _LINK_TYPE]
    values["links"] = pa.ListArray.from_arrays(ends, pa.StructArray.from_arrays(links, fields=list(_LINK_TYPE)))
    if n:
        yield pa.record_batch([_column(values.get(field.name), field.type, n) for field in _SCHEMA], schema=_SCHEMA)
    failures = [_failure(path, reason, url=pages[at].url) for at, reason in columns["failures"]]
    if failures:
        yield _batch(failures)


def _column(values: Any, kind: pa.DataType, n: int) -> pa.Array:
    if values is None:
        return pa.nulls(n, kind)
    return values if isinstance(values, pa.Array) else pa.array(values, kind)
