"""Compares the results of the Spark jobs with those of `salticid-lab`, of the engine and of networkx, on a recorded web of full size.

    pip install "./python[spark]" networkx scipy
    SALTICID_LAB=target/release/salticid-lab python python/benchmarks/equality.py FILE.warc.gz QUERY SEED PAGES URLS

It prints, for the recording: the pages whose relevance by `score` differs from that of `salticid-lab score`; the largest difference of a PageRank
to that of networkx (damping 0.85); the pages whose place differs between a crawl of PAGES pages in rounds of one page and `salticid-lab crawl`;
and the URLs of the links, at most URLs of them, whose cluster differs from that of the engine.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

import networkx
import salticid
from pyspark.sql import functions as F
from salticid import spark as jobs

STRATEGY = "best-first"


def lab(*arguments: str) -> list[dict[str, Any]]:
    command = [os.environ["SALTICID_LAB"], *arguments]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def main() -> None:
    web, query, seed, pages, most = sys.argv[1:]
    web = str(pathlib.Path(web).resolve())
    os.environ.setdefault("SPARK_MASTER", "local[2]")
    spark = jobs.session("equality", spark_ui_enabled="false", spark_driver_memory="4g", spark_sql_shuffle_partitions="2")
    spark.sparkContext.setLogLevel("ERROR")
    scored = jobs.score(spark, web, query, strategy=STRATEGY)

    expected = {page["url"]: page["relevance"] for page in lab("score", web, "--query", query, "--strategy", STRATEGY)}
    found = {row.url: row.relevance for row in scored.pages.select("url", "relevance").collect()}
    different = sum(expected.get(url) != found.get(url) for url in {*expected, *found})
    print(f"score: {len(found)} pages, {different} with another relevance", flush=True)

    links = scored.links.select("source", "target").persist()
    pairs = {(row[0], row[1]) for row in links.collect() if row[0] != row[1]}
    ranks = networkx.pagerank(networkx.DiGraph(sorted(pairs)), alpha=0.85, tol=1e-12, max_iter=500)
    found = {row.url: row.rank for row in jobs.pagerank(links, tolerance=1e-12, iterations=500).collect()}
    largest = max(abs(ranks[url] - found[url]) for url in ranks)
    print(f"pagerank: {len(ranks)} pages, {len(pairs)} links, largest difference {largest:.1e}", flush=True)

    urls = sorted({url for pair in pairs for url in pair})[: int(most)]
    frame = spark.createDataFrame([(url,) for url in urls], "url string")
    clusters = {row.url: row.cluster for row in jobs.cluster_urls(frame).select("url", F.col("cluster")).collect()}
    expected = dict(zip(urls, salticid.cluster_urls(urls)))
    different = sum(clusters[url] != expected[url] for url in urls)
    number = len({cluster for cluster in expected.values() if cluster is not None})
    print(f"cluster_urls: {len(urls)} URLs, {number} clusters, {different} in another cluster", flush=True)

    expected = [page["url"] for page in lab("crawl", "--web", web, "--strategy", STRATEGY, "--query", query, "--seed", seed, "--pages", pages) if "url" in page]
    with tempfile.TemporaryDirectory() as out:
        tables = jobs.crawl(spark, out, query, [seed], pages=int(pages), per_round=1, web=web, strategy=STRATEGY, tasks=1)
        found = [row.url for row in tables.pages.orderBy("n").select("url").collect()]
    different = sum(one != other for one, other in zip(expected, found)) + abs(len(expected) - len(found))
    print(f"crawl: {len(found)} pages in rounds of one, {different} at another place", flush=True)


if __name__ == "__main__":
    main()
