"""Measures what slow hosts cost `salticid.spark.crawl`: pages a second of 200 local hosts without and with some of them
that take 5 seconds to answer.

    pip install "./python[spark]"
    python python/benchmarks/slow_hosts.py PAGES PER_ROUND [SLOW]

SLOW is the share of slow hosts, by default .05. Each host has an address of its own (127.0.1.1 and on), so it is a
site. The hosts are crawled without slow ones, then with them; the script prints a line for each round, and at the end
both rates. Linux only: other systems have one local address.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
import time
from typing import Any

from salticid import spark as jobs

HOSTS = 200
SECONDS = 5.0
TASKS = 2


class Hosts:
    """Local hosts, which share a port. A page links to the next ones of its host."""

    def __init__(self) -> None:
        self.slow: frozenset[str] = frozenset()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._answer, "0.0.0.0", 0), self._loop).result()
        self.port = server.sockets[0].getsockname()[1]
        self.names = [f"127.0.{1 + n // 250}.{1 + n % 250}:{self.port}" for n in range(HOSTS)]

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        path = head.split(" ", 2)[1]
        name = next(line for line in head.splitlines() if line.lower().startswith("host:")).split(" ", 1)[1]
        if name in self.slow:
            await asyncio.sleep(SECONDS)
        if path == "/robots.txt":
            body, kind = "User-agent: *\nAllow: /", "text/plain"
        else:
            links = " ".join(f"<a href=/{10 * int(path[1:] or 0) + n}>spiders {n}</a>" for n in range(1, 4))
            body, kind = f"<title>{name}{path}</title><p>Jumping spiders of {name}, page {path}. {links}", "text/html"
        head = f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        writer.write(f"{head}{body}".encode())
        await writer.drain()
        writer.close()


def rate(spark: Any, hosts: Hosts, share: float, pages: int, per_round: int) -> float:
    """Crawls a share of slow hosts into a new folder; returns pages a second."""
    hosts.slow = frozenset(hosts.names[: round(share * HOSTS)])

    def told(figures: dict[str, Any]) -> None:
        done = f"{figures['pages']:>5} pages, {figures['seconds']:>6.1f} s"
        print(f"{share:.2f} slow: round {figures['round']:>2}, {done}", flush=True)

    seeds = [f"http://{name}/1" for name in hosts.names]
    started = time.time()
    with tempfile.TemporaryDirectory() as out:
        tables = jobs.crawl(
            spark, out, "jumping spiders", seeds, pages=pages, per_round=per_round, tasks=TASKS, allow_address=hosts.names,
            contact="https://example.test/", on_round=told,
        )  # fmt: skip
        done = tables.rounds[-1]["all_pages"]
    return float(done / (time.time() - started))


def main() -> None:
    pages, per_round = int(sys.argv[1]), int(sys.argv[2])
    share = float(sys.argv[3]) if len(sys.argv) > 3 else 0.05
    os.environ.setdefault("SPARK_MASTER", f"local[{TASKS}]")
    spark = jobs.session("benchmark", spark_ui_enabled="false", spark_sql_shuffle_partitions=str(TASKS))
    spark.sparkContext.setLogLevel("ERROR")
    hosts = Hosts()
    fast = rate(spark, hosts, 0.0, pages, per_round)
    slow = rate(spark, hosts, share, pages, per_round)
    print(f"{fast:.2f} pages a second without slow hosts, {slow:.2f} with them: {slow / fast:.2f}")


if __name__ == "__main__":
    main()
