"""Opens the exports of a crawl with software that is not ours, and holds them to the list of pages (pages.jsonl).

Usage: check.py FOLDER. What does not agree ends the program with a message and exit code 1.
"""

import csv
import json
import sys
from pathlib import Path

import bookmarks_parser
import networkx
from warcio.archiveiterator import ArchiveIterator


def main(folder):
    pages = [json.loads(line) for line in (folder / "pages.jsonl").open(encoding="utf-8")]
    check_csv(folder / "pages.csv", pages)
    graphs = [
        check_graph(networkx.read_gexf(folder / "graph.gexf"), "GEXF", pages),
        check_graph(networkx.read_graphml(folder / "graph.graphml"), "GraphML", pages),
    ]
    agree("the links of both graphs", *graphs)
    check_bookmarks(folder / "bookmarks.html", pages)
    for name in ("pages.warc", "pages.warc.gz"):
        if (folder / name).exists():
            check_warc(folder / name, pages)


def check_csv(path, pages):
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, strict=True))
    agree("pages of the CSV", len(rows), len(pages))
    for row, page in zip(rows, pages):
        agree("CSV order", int(row["n"]), page["n"])
        agree("CSV URL", row["url"], page["url"])
        agree("CSV title", row["title"].removeprefix("'"), page["title"].removeprefix("'"))
        agree("CSV anchor", row["anchor"].removeprefix("'"), page["anchor"].removeprefix("'"))
        agree("CSV score", float(row["score"]), page["priority"])
        agree("CSV relevance", float(row["relevance"]), page["relevance"])
        agree("CSV parent", row["parent"] or None, page["parent"])
        agree("CSV status", int(row["status"]), page["status"])
        for name in ("url", "title", "parent", "outcome", "language", "host", "anchor", "near_copy_of", "etag"):
            agree(f"{name} is no formula", row[name][:1] in tuple("=+-@\t\r"), False)
    print(f"csv: {len(rows)} rows agree with the list of pages")


def check_graph(graph, name, pages):
    by_url = {node["url"]: node for _, node in graph.nodes(data=True)}
    agree(f"{name} is directed", graph.is_directed(), True)
    agree(f"nodes of {name}", sorted(by_url), sorted(page["url"] for page in pages))
    for page in pages:
        node = by_url[page["url"]]
        agree(f"{name} title", node.get("title") or "", page["title"])
        agree(f"{name} host", node["host"], page["host"])
        agree(f"{name} relevance", float(node["relevance"]), page["relevance"])
        agree(f"{name} order", [node["order"], node["depth"], node["status"]], [page["n"], page["depth"], page["status"]])
    urls = networkx.get_node_attributes(graph, "url")
    print(f"networkx: {name} with {len(graph)} nodes and {graph.number_of_edges()} edges")
    return sorted((urls[source], urls[target]) for source, target in graph.edges())


def check_bookmarks(path, pages):
    known = {page["url"]: page for page in pages}
    top = bookmarks_parser.parse(str(path))
    found = list(leaves(top))
    for bookmark in found:
        page = known[bookmark["url"]]
        agree("bookmark title", bookmark["title"], page["title"] or page["url"])
    relevance = [known[bookmark["url"]]["relevance"] for bookmark in found]
    agree("the best bookmark first", relevance, sorted(relevance, reverse=True))
    print(f"bookmarks_parser: {len(found)} bookmarks")


def leaves(items):
    for item in items:
        if "url" in item:
            yield item
        yield from leaves(item.get("children", []))


def check_warc(path, pages):
    answers, kinds = {}, {}
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            kinds[record.rec_type] = kinds.get(record.rec_type, 0) + 1
            if record.rec_type == "response":
                body = record.content_stream().read()
                agree("Content-Length of the payload", int(record.http_headers.get_header("content-length")), len(body))
                agree("Content-Encoding", record.http_headers.get_header("content-encoding"), None)
                answers[record.rec_headers.get_header("WARC-Target-URI")] = int(record.http_headers.get_statuscode())
    for page in pages if kinds["response"] > 1 else []:
        if page["url"] in answers and page["status"]:
            agree("WARC status of " + page["url"], answers[page["url"]], page["status"])
    missing = [page["url"] for page in pages if page["status"] == 200 and page["url"] not in answers]
    print(f"warcio: {path.name} with {kinds}; {len(missing)} pages of status 200 under another spelling or not at all")


def agree(what, left, right):
    if left != right:
        sys.exit(f"{what}: {left!r} is not {right!r}")


main(Path(sys.argv[1]))
