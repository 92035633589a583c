"""Counts how many headings, list items, tables, quotes, code blocks and links of the main texts of our corpus are in our Markdown, and in
that of trafilatura.

Usage: markdown.py SALTICID-LAB. Needs trafilatura, lxml_html_clean, warcio and markdown-it-py.
"""

import collections
import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import trafilatura
from markdown_it import MarkdownIt
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

CORPUS = Path(__file__).parents[2] / "engine/tests/main_text"
MARKUP = {"heading": "h[1-6]", "list_item": "li|dd", "table": "table", "blockquote": "blockquote", "fence": "pre", "link": r"a\s[^>]*href"}


def main(lab):
    pages = {path.stem: path.read_text(encoding="utf-8").splitlines(True) for path in sorted(CORPUS.glob("*.html"))}
    html = {name: "".join(line.removeprefix("+ ") for line in lines) for name, lines in pages.items()}
    ours = exported(lab, html)
    wanted, found = collections.Counter(), [collections.Counter(), collections.Counter()]
    for name, lines in pages.items():
        text = "".join(line[2:] for line in lines if line.startswith("+ "))
        page = collections.Counter({kind: len(re.findall(f"<(?:{tag})", text, re.I)) for kind, tag in MARKUP.items()})
        wanted += page
        theirs = trafilatura.extract(html[name], output_format="markdown", include_links=True, include_formatting=True, url=address(name))
        for counts, markdown in zip(found, (ours[name], theirs or "")):
            counts += page & kinds(markdown)
    print("in the pages", dict(wanted), "ours", dict(found[0]), "trafilatura", dict(found[1]), sep="\n")


def address(name):
    return f"http://corpus.test/{name}"


def exported(lab, html):
    """Crawls the pages as seeds, and returns their Markdown with their titles as headings."""
    with tempfile.TemporaryDirectory() as folder:
        web, out = f"{folder}/corpus.warc", f"{folder}/pages.text.jsonl"
        with open(web, "wb") as file:
            writer = WARCWriter(file, gzip=False)
            for name, page in html.items():
                head = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
                body = io.BytesIO(page.encode())
                writer.write_record(writer.create_warc_record(address(name), "response", payload=body, http_headers=head))
        seeds = [word for name in html for word in ("--seed", address(name))]
        plan = ["--strategy", "breadth-first", "--query", "spider report", "--pages", "200", "--log", f"{folder}/log.jsonl"]
        subprocess.run([lab, "crawl", "--web", web, *plan, "--export", out, *seeds], check=True)
        lines = [json.loads(line) for line in open(out, encoding="utf-8")]
    return {line["url"].rsplit("/", 1)[1]: f"# {line['title']}\n\n{line['text']}" for line in lines}


def kinds(markdown):
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    inner = [child.type for token in tokens for child in token.children or []]
    return collections.Counter(kind.removesuffix("_open") for kind in [token.type for token in tokens] + inner)


main(sys.argv[1])
