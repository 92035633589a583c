"""Times how a round leaves visited URLs out: compared with all of them, and with those in the buckets of its links.

`python python/benchmarks/visited.py VISITED OUT` writes a table of so many visited URLs of 5,000 hosts into the folder,
and compares 200,000 links of 2, 20 and 5,000 hosts with it, twice each.
"""

from __future__ import annotations

import sys
import time

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from salticid import spark as jobs
from salticid.spark import _rounds
from salticid.spark._store import Store

LINKS = 200_000


def urls(number: Column, hosts: int) -> Column:
    host = (F.col("id") % hosts).cast("string")
    return F.concat(F.lit("http://h"), host, F.lit(".test/"), number.cast("string")).alias("url")


def seconds(links: DataFrame, visited: DataFrame) -> float:
    started = time.time()
    _rounds._without(links, visited).count()
    return time.time() - started


def main(number: int, out: str) -> None:
    spark = jobs.session("visited URLs", spark_driver_memory="6g", spark_ui_enabled="false")
    store = Store(spark, out)
    keyed = spark.range(number).select(urls(F.col("id"), 5_000)).select(_rounds._bucket("url"), _rounds._hash())
    store.write_table("seen", keyed.repartition(8, "bucket").sortWithinPartitions("bucket", "hash"))
    visited = store.table(_rounds.VISITED, "seen")
    for hosts in (2, 20, 5_000):
        links = spark.range(LINKS).select(urls(F.col("id") * 7, hosts)).persist()
        buckets = [row["bucket"] for row in links.select(_rounds._bucket("url")).distinct().collect()]
        some = visited.where(F.col("bucket").isin(buckets))
        for _ in range(2):
            whole, part = seconds(links, visited), seconds(links, some)
            print(f"{len(buckets)} buckets: all {whole:.1f} s, some {part:.1f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
