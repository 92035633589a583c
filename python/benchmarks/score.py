"""Measures `salticid.spark.score` beside `salticid-lab score` and beside the same job written with other libraries, in one run.

    pip install "./python[spark]" warcio beautifulsoup4 lxml fastwarc==0.15.2 resiliparse==0.15.2 scikit-learn
    SALTICID_LAB=target/release/salticid-lab python python/benchmarks/score.py FILE.warc.gz QUERY [RUNS]

Each job reads two copies of the file with two tasks or threads, and writes pages with their relevance and links with their scores: the mean
of the cosines of page and link text with the query, by tf-idf. Spark writes Parquet, the lab JSON lines. The time begins when the session is
ready. The others fit idf to the first pages of the file, outside of the time. Figures are pages a second of wall clock: for the lab and
`salticid.spark` the median of RUNS after a first one that is not counted, for the others one run. (Version 2 of Resiliparse took seconds to list
the links of some pages, hence 0.15.2.)
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice
from typing import Any, Callable, Iterator
from urllib.parse import urljoin

import pyarrow as pa
from bs4 import BeautifulSoup
from fastwarc.warc import ArchiveIterator as FastArchiveIterator
from fastwarc.warc import WarcRecordType
from pyspark.sql import functions as F
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import detect_encoding
from resiliparse.parse.html import HTMLTree
from sklearn.feature_extraction.text import TfidfVectorizer
from warcio.archiveiterator import ArchiveIterator

from salticid import spark as jobs

TASKS = 2
#: The pages to which idf is fitted.
FITTED = 500
BATCH = 256

Page = tuple[str, str, str, list[tuple[str, str]]]


def with_warcio(path: str) -> Iterator[Page]:
    """Yields URL, title, text and links of each page, with warcio and BeautifulSoup (lxml), as the examples of cc-pyspark do."""
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type != "response" or "html" not in (record.http_headers.get_header("content-type") or "html"):
                continue
            url = record.rec_headers.get_header("WARC-Target-URI")
            soup = BeautifulSoup(record.content_stream().read(), "lxml")
            links = [(urljoin(url, a["href"]), a.get_text(" ", strip=True)) for a in soup.find_all("a", href=True)]
            yield url, soup.title.get_text() if soup.title else "", soup.get_text(" "), links


def with_fastwarc(path: str) -> Iterator[Page]:
    """Yields the same, with FastWARC and Resiliparse."""
    for record in FastArchiveIterator(open(path, "rb"), record_types=WarcRecordType.response):
        if "html" not in (record.http_content_type or "html"):
            continue
        url = record.headers["WARC-Target-URI"]
        content = record.reader.read()
        tree = HTMLTree.parse_from_bytes(content, detect_encoding(content))
        anchors = tree.body.get_elements_by_tag_name("a") if tree.body else []
        links = [(urljoin(url, a.getattr("href")), a.text or "") for a in anchors if a.getattr("href")]
        yield url, tree.title or "", extract_plain_text(tree), links


def scored(read: Callable[[str], Iterator[Page]], vectors: Any, query: str, batches: Any) -> Iterator[pa.RecordBatch]:
    asked = vectors.transform([query]).T
    for batch in batches:
        for path in batch.column("path").to_pylist():
            pages = read(path)
            while rows := [scores(page, vectors, asked) for page in islice(pages, BATCH)]:
                yield pa.RecordBatch.from_pylist(rows)


def scores(page: Page, vectors: Any, asked: Any) -> dict[str, Any]:
    url, title, text, links = page
    relevance, *anchors = (vectors.transform([text, *(anchor for _, anchor in links)]) @ asked).toarray().ravel().tolist()
    scored_links = [{"to": to, "anchor": anchor, "score": (relevance + of_link) / 2} for (to, anchor), of_link in zip(links, anchors)]
    return {"url": url, "title": title, "relevance": relevance, "links": scored_links}


def other(spark: Any, files: list[str], out: str, read: Callable[[str], Iterator[Page]], vectors: Any, query: str) -> None:
    frame = spark.createDataFrame(spark.sparkContext.parallelize([(file,) for file in files], TASKS), "path string")
    row = "url string, title string, relevance double, links array<struct<to: string, anchor: string, score: double>>"
    rows = frame.mapInArrow(lambda batches: scored(read, vectors, query, batches), row).persist()
    rows.drop("links").write.parquet(f"{out}/pages")
    links = rows.select(F.col("url").alias("from"), F.explode("links").alias("link"))
    links.select("from", "link.*").write.parquet(f"{out}/links")
    rows.unpersist()


def own(spark: Any, files: list[str], out: str, query: str) -> None:
    with_scores = jobs.score(spark, files, query, strategy="best-first")
    with_scores.write(out)
    with_scores.close()


def lab(files: list[str], out: str, query: str) -> None:
    command = [os.environ["SALTICID_LAB"], "score", *files, "--strategy", "best-first", "--query", query]
    subprocess.run([*command, "--threads", str(TASKS), "--out", f"{out}.jsonl"], check=True, stderr=subprocess.DEVNULL)


def main() -> None:
    file, query = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    os.environ.setdefault("SPARK_MASTER", f"local[{TASKS}]")
    folder = tempfile.mkdtemp()
    files = [shutil.copy(file, f"{folder}/{n}.warc.gz") for n in range(TASKS)]
    vectors = TfidfVectorizer().fit(text for _, _, text, _ in islice(with_fastwarc(file), FITTED))
    spark = jobs.session("benchmark", spark_ui_enabled="false")
    spark.sparkContext.setLogLevel("ERROR")
    contenders: dict[str, Callable[[str], None]] = {
        "salticid-lab score": lambda out: lab(files, out, query),
        "salticid.spark.score": lambda out: own(spark, files, out, query),
        "FastWARC, Resiliparse, scikit-learn on Spark": lambda out: other(spark, files, out, with_fastwarc, vectors, query),
        "warcio, BeautifulSoup, scikit-learn on Spark": lambda out: other(spark, files, out, with_warcio, vectors, query),
    }
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    pages: dict[str, int] = {}
    for at, (name, job) in enumerate(contenders.items()):
        counted = range(1, runs + 1) if at < 2 else range(1)
        for run in range(counted.stop):
            out = f"{folder}/{at}-{run}"
            start = time.monotonic()
            job(out)
            if run in counted:
                seconds[name].append(time.monotonic() - start)
            if at:
                pages[name] = spark.read.parquet(f"{out}/pages").count()
    pages["salticid-lab score"] = pages["salticid.spark.score"]
    for name, times in seconds.items():
        print(f"{name}: {pages[name]} pages, {pages[name] / statistics.median(times):.0f} a second")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
