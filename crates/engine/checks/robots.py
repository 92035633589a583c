"""Compares our reading of robots.txt with that of protego, on the public files of protego's test suite.

Usage: robots.py FOLDER, which holds the files, each named after its host. For every file it asks both about the addresses that its rules
suggest, for this crawler and for two named ones, and compares the delays and the sitemaps. It prints each difference with its cause, and
ends with exit code 1 if one has none of these causes:

| cause | answers | difference |
|---|---|---|
| absolute | 1,447 | A rule that is an absolute URL (`Disallow: http://…`) matches nothing for us, as for Google; protego puts a slash before it. |
| groups | 1,949 | Other records (`Crawl-delay`, `Noindex`) do not end a list of names for us (RFC 9309 §2.2.4), nor for Google; for protego they do. |
| canonical | 96 | We require that the canonical URL is allowed too: `/w/load.php` for `/w/load.php?`, `/` for `/index.asp`. |
| names | 28 | Names are product tokens for us (RFC 9309 §2.2.1): `bingbot/2.0` is bingbot, `bing` and `google` are not. protego searches for the text. |
| bytes | 26 | We decode files in UTF-16, and match invalid UTF-8 byte by byte (`%E9`). protego gets text, in which both are lost. |
| most | 10 | Our delays end at 300 seconds. |
| index | 3 | `Allow: /x/index.htm` allows `/x/` for us and Google; protego requires `index.html`. |
| smallest | 3 | Of several delays for one name we take the smallest, protego the last. |

The counts are those of protego 0.7.0 with 4,231 files: 3,562 of 1,019,646 questions. None is a rule with stars.
"""
import re
import sys
from collections import Counter
from pathlib import Path

import salticid
from protego import Protego

AGENTS = ("salticid", "googlebot", "bingbot")
RULE = re.compile(r"^[ \t]*(?:dis+al+ow|al+ow)[ \t]*:?[ \t]*([^\s#]+)", re.I | re.M)
NAME = re.compile(r"^[ \t]*user.?agent[ \t]*:?([^\r\n#]*)", re.I | re.M)
OTHER = re.compile(r"^[ \t]*(?!user.?agent|dis?s?al?low|diasllow|disallaw|allow|site.?map)[^\r\n]*", re.I | re.M)


def main(folder):
    found, asked, files = Counter(), 0, sorted(Path(folder).iterdir())
    for path in files:
        file = File(path)
        for agent in AGENTS:
            for url in file.addresses():
                asked += 1
                if file.ours.allows(url, agent) != file.theirs.can_fetch(url, agent):
                    report(found, path.name, agent, url, file.cause(url, agent))
            ours, theirs = file.ours.crawl_delay(agent), file.theirs.crawl_delay(agent)
            if ours != theirs:
                report(found, path.name, agent, f"delay {ours} for {theirs}", file.cause_of_delay(agent))
        ours, theirs = len(file.ours.sitemaps), len([*file.theirs.sitemaps])
        if ours != theirs:
            report(found, path.name, "", f"sitemaps {ours} for {theirs}", file.cause_of_sitemaps())
    print(f"{len(files)} files, {asked} questions, differences: {dict(found)}")
    sys.exit("none" in found)


def report(found, host, agent, what, cause):
    found[cause] += 1
    print(cause, host, agent, what, sep="\t")


class File:
    def __init__(self, path):
        data = path.read_bytes()
        self.text = data.decode("utf-8-sig", "replace")
        self.base = "http://" + re.sub(r"_\d+$", "", path.name)
        self.data = data
        self.ours = salticid.Robots(data, url=self.base + "/robots.txt")
        self.theirs = Protego.parse(self.text)
        # What other records do to groups, and what the middle of a line does to a record.
        self.without_others = Protego.parse(OTHER.sub("", self.text))

    def addresses(self):
        """Returns addresses that the rules match, and some that they barely do not."""
        paths = {"/", "/index.html", "/a/b?c=d"}
        for value in [*dict.fromkeys(RULE.findall(self.text))][:200]:
            for star in ("", "x", "/y/"):
                path = value.rstrip("$").replace("*", star)
                path = path if path.startswith("/") else "/" + path
                paths |= {path, path + "z"}
        return [self.base + path for path in sorted(paths)]

    def cause(self, url, agent):
        if salticid.canonical_url(url) != url and self.ours.allows(url, agent) < self.theirs.can_fetch(url, agent):
            return "canonical"
        if "/http" in url:
            return "absolute"
        if "\ufffd" in url:
            return "bytes"
        if self.is_named_otherwise(agent):
            return "names"
        if self.without_others.can_fetch(url, agent) == self.ours.allows(url, agent):
            return "groups"
        return "index" if re.search(r"/index\.htm(?!l)", self.text) else "none"

    def is_named_otherwise(self, agent):
        """Returns true if a group has a part of the name, or the name and more."""
        names = (name.strip().lower() for name in NAME.findall(self.text))
        return any(name != agent and name and (name in agent or agent in name) for name in names)

    def cause_of_delay(self, agent):
        ours, theirs = self.ours.crawl_delay(agent), self.theirs.crawl_delay(agent)
        if ours == 300 < (theirs or 0):
            return "most"
        if self.is_named_otherwise(agent):
            return "names"
        if ours is not None and theirs is not None:
            return "smallest"
        return "none"

    def cause_of_sitemaps(self):
        return "bytes" if b"\0" in self.data else "none"


main(sys.argv[1])
