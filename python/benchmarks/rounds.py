"""Measures `salticid.spark.crawl` on generated pages: the cost of a page and the memory of the executors as the crawl grows.

    pip install "./python[spark]"
    python python/benchmarks/rounds.py WEB PAGES PER_ROUND OUT [STRATEGY]

WEB is a demo web such as `demo:1x40+2x40`, whose pages are rendered by the tasks, which takes a part of the time. STRATEGY is by default
`best-first`. The script prints a line for each round: pages so far, microseconds a page in this round (wall clock), the share of good ones, the
size of the frontier, and the largest resident memory so far, in megabytes, of the Python workers, of the Java runtime, and of the driver. Linux
only: it reads `/proc`.
"""

from __future__ import annotations

import os
import pathlib
import resource
import sys
from typing import Any

import salticid
from salticid import spark as jobs

TASKS = 2


def peaks() -> tuple[int, int]:
    """Returns the largest peak of the Python workers and that of the Java runtime below this process, in megabytes."""
    python, java = 0, 0
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            status = dict(line.split(":\t", 1) for line in (process / "status").read_text().splitlines() if ":\t" in line)
            peak = int(status.get("VmHWM", "0 kB").split()[0]) // 1_024
        except (OSError, ProcessLookupError):
            continue
        if b"pyspark.daemon" in command:
            python = max(python, peak)
        elif b"org.apache.spark" in command:
            java = max(java, peak)
    return python, java


def main() -> None:
    web, pages, per_round, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    strategy = sys.argv[5] if len(sys.argv) > 5 else "best-first"
    os.environ.setdefault("SPARK_MASTER", f"local[{TASKS}]")
    spark = jobs.session("benchmark", spark_ui_enabled="false", spark_driver_memory="4g", spark_sql_shuffle_partitions=str(TASKS))
    spark.sparkContext.setLogLevel("ERROR")
    topic = salticid.topic("demo#asthma")
    # Each of several demo webs has hosts of its own: those of seed number 7 end in `-w7.test`.
    numbers = [part.split("x")[0] for part in web.removeprefix("demo:").split("+")] if "+" in web else []
    seeds = [seed.replace(".test", f"-w{number}.test") for number in numbers for seed in topic["seeds"]] or topic["seeds"]

    def told(figures: dict[str, Any]) -> None:
        python, java = peaks()
        driver = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1_024
        cost = 1e6 * figures["seconds"] / max(1, figures["pages"])
        print(
            f"{figures['all_pages']:>9} pages {cost:>8.0f} us a page, {figures['harvest']:.2f} good {figures['frontier']:>9} wait"
            f" {python:>6} MB {java:>6} MB {driver:>6} MB",
            flush=True,
        )

    jobs.crawl(
        spark, out, topic["query"], seeds, pages=pages, per_round=per_round, web=web, tasks=TASKS, strategy=strategy,
        on_round=told,
    )  # fmt: skip


if __name__ == "__main__":
    main()
