"""Focused crawling on Apache Spark: the engine of Salticid over archives and crawls of millions of pages.

Each job is a function on DataFrames and a command (`python -m salticid.spark JOB …`, or `spark-submit`):

- `score`: the relevance of recorded pages, and the scores of their links.
- `pagerank`, `hits`, `layers`: the link graph, and the pages that lead to good pages.
- `cluster_urls`: DBSCAN over URLs, with the clusters of the engine, and `cluster_sample`: URLs of them, for the strategy `url-clusters`.
- `train`: models from trails, from topics, or from good pages and a link graph.
- `crawl`: a focused crawl in rounds, whose frontier is a table.
- `export`: a crawl as a file that the Library of the app imports.

Needs PySpark 4 and a Java runtime (`salticid[spark]`). docs/spark.md has clusters, sizes and costs.
"""

from salticid.spark._clusters import cluster_sample, cluster_urls
from salticid.spark._crawl import CrawlTables, crawl
from salticid.spark._export import export
from salticid.spark._graph import hits, layers, pagerank
from salticid.spark._score import Scored, score
from salticid.spark._session import session
from salticid.spark._train import context_set, train

__all__ = [
    "CrawlTables",
    "Scored",
    "cluster_sample",
    "cluster_urls",
    "context_set",
    "crawl",
    "export",
    "hits",
    "layers",
    "pagerank",
    "score",
    "session",
    "train",
]
