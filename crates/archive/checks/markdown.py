"""Counts how many headings, list items, tables, quotes, code blocks, links and words of the main texts of our corpus are in our Markdown,
and in that of trafilatura and crawl4ai (all of the page, and "fit", pruned), and how many words are in it beside them.

Usage: markdown.py SALTICID-LAB. Needs trafilatura, crawl4ai, warcio and markdown-it-py.
"""

import collections
import io
import json
import re
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

import trafilatura
from crawl4ai.content_filter_strategy import PruningContentFilterLXML
from crawl4ai.content_scraping_strategy import LXMLWebScrapingStrategy
from crawl4ai.markdown_generation_strategy import DefaultMarkdownGenerator
from markdown_it import MarkdownIt
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

CORPUS = Path(__file__).parents[2] / "engine/tests/main_text"
WORD = re.compile(r"\w+")
MARKUP = {"heading": "h[1-6]", "list_item": "li|dd", "table": "table", "blockquote": "blockquote", "fence": "pre", "link": r"a\s[^>]*href"}


def main(lab):
    pages = {path.stem: path.read_text(encoding="utf-8").splitlines(True) for path in sorted(CORPUS.glob("*.html"))}
    html = {name: "".join(line.removeprefix("+ ") for line in lines) for name, lines in pages.items()}
    ours = exported(lab, html)
    wanted, found = collections.Counter(), collections.defaultdict(collections.Counter)
    for name, lines in pages.items():
        text = "".join(line[2:] for line in lines if line.startswith("+ "))
        page = collections.Counter({kind: len(re.findall(f"<(?:{tag})", text, re.I)) for kind, tag in MARKUP.items()})
        words = collections.Counter(WORD.findall(re.sub(r"<[^>]*>", " ", unescape(text)).lower()))
        wanted += page + collections.Counter(words=words.total())
        for tool, markdown in {"Salticid": ours[name], **others(name, html[name])}.items():
            elements, said = read(markdown)
            found[tool] += page & elements
            found[tool] += collections.Counter(words=(words & said).total(), other_words=(said - words).total())
    print("in the pages", dict(wanted), *(f"{tool} {dict(counts)}" for tool, counts in found.items()), sep="\n")


def others(name, html):
    """Returns the Markdown of the other tools."""
    extracted = trafilatura.extract(html, output_format="markdown", include_links=True, include_formatting=True, url=address(name))
    cleaned = LXMLWebScrapingStrategy().scrap(address(name), html).cleaned_html
    made = DefaultMarkdownGenerator(PruningContentFilterLXML()).generate_markdown(cleaned, address(name), citations=False)
    return {"trafilatura": extracted or "", "crawl4ai": made.raw_markdown, "crawl4ai fit": made.fit_markdown}


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


def read(markdown):
    """Returns the kinds of the elements of a Markdown text, and its words."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    inner = [child for token in tokens for child in token.children or []]
    kinds = collections.Counter(token.type.removesuffix("_open") for token in tokens + inner)
    blocks = [token.content for token in tokens if token.type in ("fence", "code_block")]
    texts = blocks + [child.content for child in inner if child.type in ("text", "code_inline")]
    return kinds, collections.Counter(WORD.findall(" ".join(texts).lower()))


main(sys.argv[1])
