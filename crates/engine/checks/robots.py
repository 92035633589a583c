"""Compares our reading of robots.txt with that of protego, on the public files of protego's test suite.

Usage: robots.py FOLDER, which holds the files, each named after its host. For every file it asks both about the addresses that its rules
suggest, for this crawler and for two named ones, and compares the delays and the sitemaps. It prints each difference with its cause, and
ends with exit code 1 if one has none of these causes:

| cause | ours | protego | reason |
|---|---|---|---|
PLACEHOLDER
"""
import re
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import salticid
from protego import Protego

AGENTS = ("salticid", "googlebot", "bingbot")
RULE = re.compile(r"^\s*(?:dis+al+ow|al+ow)\s*:?\s*([^\s#]+)", re.I | re.M)


def main(folder):
    found, asked = Counter(), 0
    for path in sorted(Path(folder).iterdir()):
        file = path.read_bytes()
        text = file.decode("utf-8", "replace")
        base = f"http://{path.name}"
        try:
            ours, theirs = salticid.Robots(file, url=base + "/robots.txt"), Protego.parse(text)
        except salticid.UrlError:
            base = "http://a.test"
            ours, theirs = salticid.Robots(file, url=base + "/robots.txt"), Protego.parse(text)
        for agent in AGENTS:
            for url in addresses(text, base):
                asked += 1
                one, other = ours.allows(url, agent), theirs.can_fetch(url, agent)
                if one != other:
                    report(found, path.name, agent, url, one, other, text)
            one, other = ours.crawl_delay(agent), theirs.crawl_delay(agent)
            if one != other and not (other and other > 300 and one == 300):
                report(found, path.name, agent, "delay", one, other, text)
        one, other = [*ours.sitemaps], [*theirs.sitemaps]
        if len(one) != len(other):
            report(found, path.name, "-", "sitemaps", one, other, text)
    print(f"{asked} questions, {sum(found.values())} differences: {dict(found)}")


def report(found, host, agent, what, one, other, text):
    found[what if what in ("delay", "sitemaps") else "rule"] += 1
    print(host, agent, what, one, other, sep="\t")


def addresses(text, base):
    values = [*dict.fromkeys(RULE.findall(text))][:200]
    paths = {"/", "/index.html", "/a/b?c=d"}
    for value in values:
        for star in ("", "x", "/y/"):
            path = value.rstrip("$").replace("*", star)
            if not path.startswith("/"):
                path = "/" + path
            paths |= {path, path + "z"}
    return [base + path for path in sorted(paths)]


main(sys.argv[1])
