"""Writes generated webs of university departments, and their topics, to measure what trails of other sites are worth.

    python python/benchmarks/department_webs.py FIRST LAST FOLDER

Writes FOLDER/departments-FIRST-LAST.warc.gz and FOLDER/departments-FIRST-LAST.json. Each number from FIRST to LAST is
a web of four departments, each with its own menu, words, paths, depth and sizes: home, people, lists, personal pages
with pages of their own, course catalogs, projects, news, reports. The pages link little beyond their own department.
A topic is a class of pages (faculty, course, project, student): the trails lead from the home pages of three
departments to pages of the class, and the targets are those of the fourth, where the crawl begins at the home page.

The shape follows the WebKB data set (Craven et al. 1998); names and texts are invented.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections import deque
from pathlib import Path

WORDS = {
    "home": "department computer science university welcome program graduate undergraduate school engineering college "
    "degree building campus information visitors admissions overview mission",
    "people": "people directory staff office phone list members index names alphabetical email room contact",
    "faculty": "professor associate assistant research interests publications teaching office phone phd conference "
    "journal university proceedings award systems tenure editor committee chair",
    "student": "student graduate resume advisor hobbies music favorite links friends photos thesis year roommate home "
    "movies sports undergraduate apartment cool guestbook construction",
    "staff": "secretary administrator office assistant support payroll purchasing room phone staff manager hours",
    "course": "course lecture homework assignment syllabus exam grading textbook instructor semester midterm section "
    "office hours announcements prerequisites project final quiz",
    "project": "project group system software members papers overview funded prototype release research goals "
    "implementation documentation sponsors demo download",
    "catalog": "courses semester fall spring number title credits schedule catalog offered prerequisites required",
    "other": "page last updated comments information available here click note following section see also mail",
    "report": "technical report abstract postscript paper author year bibliography appendix version draft references",
    "news": "news seminar talk speaker announcement colloquium visit event reception award date room",
    "work": "problem set due solution program input output test code hand points question answer lecture notes",
}
FIELDS = [
    "database query transaction relational storage index concurrency",
    "compiler optimization parallel program analysis loop language",
    "vision image robot motion camera recognition stereo",
    "network protocol routing congestion wireless multicast packet",
    "theory complexity algorithm graph bound approximation proof",
    "learning reasoning knowledge planning agent inference belief",
    "graphics rendering animation geometry surface illumination texture",
    "architecture cache processor memory pipeline instruction hardware",
]
GIVEN = "James Mary Wei Anna Robert Linda Ravi Elena David Susan Jing Peter Karen Omar Laura Thomas Mei Paul".split()
FAMILY = (
    "Smith Chen Kumar Garcia Miller Olsen Novak Brown Lee Rossi Tanaka Weber Cohen Silva Murphy Ivanov Larsen Adams "
    "Baker Clark Evans Foster Green Hill Irwin Jones King Lopez Moore Nash Owens Park Quinn Reed Stone Turner"
).split()
ODD = ["Welcome to my world", "The {0} zone", "{0}'s corner of the web", "Hello from {0}", "Under construction", "{0}"]
CLASSES = ["faculty", "course", "project", "student"]
# Titles of menus: one of each is drawn for a site.
MENUS = {
    "people": ["People", "Directory", "Faculty and Staff", "Who we are", "Personnel"],
    "courses": ["Courses", "Classes", "Academics", "Course information", "Teaching"],
    "research": ["Research", "Projects", "Research groups", "Labs"],
    "news": ["News", "Events", "Seminars", "What's new"],
    "about": ["About", "Admissions", "General information", "Visiting us"],
    "faculty": ["Faculty", "Professors", "Faculty members"],
    "student": ["Graduate students", "Students", "Grads"],
    "staff": ["Staff", "Support staff"],
}


class Site:
    """A department: its pages by address, with their titles, links and class."""

    def __init__(self, web: int, number: int) -> None:
        self.draw = draw = random.Random(f"{web} {number}")
        self.root = f"http://www.cs.dept{web}-{number}.test"
        self.pages: dict[str, dict] = {}
        own = {role: draw.sample(words.split(), len(words.split()) * 2 // 3) for role, words in WORDS.items()}
        local = [f"{draw.choice(FAMILY).lower()}{suffix}" for suffix in ("ville", "ton", "wood", "field", "state")]
        self.words = {role: words + local[:2] for role, words in own.items()}
        self.menu = {role: draw.choice(titles) for role, titles in MENUS.items()}
        paths = ["/~{0}/", "/people/{0}/", "/users/{0}/home.html", "/~{0}/index.html", "/info/{1}/{0}"]
        self.paths = draw.choice(paths)
        self.has_menu, self.deep = draw.random() < 0.5, draw.random() < 0.5
        self.build()

    def text(self, role: str, words: int, also: str = "") -> str:
        """Returns words of a role, of another text and of no role."""
        own, extra, draw = self.words[role], also.split(), self.draw
        any_word = [word for words in WORDS.values() for word in words.split()]

        def word() -> str:
            share = draw.random()
            if share < 0.45:
                return draw.choice(own)
            return draw.choice(extra) if extra and share < 0.65 else draw.choice(any_word)

        return " ".join(word() for _ in range(words))

    def page(self, path: str, title: str, role: str, words: int, also: str = "") -> str:
        url = self.root + path
        text = self.text(role, self.draw.randint(words // 2, words * 3 // 2), also)
        self.pages[url] = {"title": title, "text": text, "links": [], "class": role}
        return url

    def link(self, source: str, target: str, anchor: str) -> None:
        self.pages[source]["links"].append((target, anchor))

    def name(self) -> str:
        return f"{self.draw.choice(GIVEN)} {self.draw.choice(FAMILY)}"

    def build(self) -> None:
        draw, link = self.draw, self.link
        home = self.page("/", f"{draw.choice(['Computer Science', 'CS Department'])}", "home", 120)
        sections = ["people", "courses", "research", "news", "about"]
        draw.shuffle(sections)
        top = {}
        for section in sections:
            role = {"courses": "catalog", "research": "project"}.get(section, section)
            role = role if role in WORDS else "other"
            top[section] = self.page(f"/{section[: draw.randint(4, 8)]}/", self.menu[section], role, 60)
            self.pages[top[section]]["class"] = "list"
            link(home, top[section], self.menu[section])
        fields = draw.sample(FIELDS, 6)
        groups = {role: self.people(role, top["people"], count, fields) for role, count in self.sizes().items()}
        courses = self.courses(top["courses"], fields, groups)
        projects = self.projects(top["research"], fields, groups, courses)
        for number in range(draw.randint(20, 60)):
            news = self.page(f"/news/{draw.randint(1990, 1998)}-{number}.html", f"Talk {number}", "news", 60)
            link(top["news"], news, f"{draw.choice(['March', 'April', 'October'])} {draw.randint(1, 30)}: talk")
            if draw.random() < 0.4:
                link(news, draw.choice(groups["faculty"]), self.name())
        for number in range(draw.randint(10, 50)):
            about = self.page(f"/info/{number}.html", self.text("home", 3).title(), "other", 100)
            link(top["about"], about, self.text("home", 2))
            for _ in range(draw.randint(0, 4)):
                link(about, draw.choice(list(self.pages)), self.text("other", 2))
        for faculty in draw.sample(groups["faculty"], 2) + draw.sample(projects, 2):
            link(home, faculty, self.pages[faculty]["title"])
        for url in list(self.pages):
            if draw.random() < (0.9 if self.has_menu else 0.3):
                link(url, home, draw.choice(["Home", "CS home page", "Back to the department"]))
            if self.has_menu and self.pages[url]["class"] in ("list", "news", "other", "catalog"):
                for section, address in top.items():
                    link(url, address, self.menu[section])

    def sizes(self) -> dict[str, int]:
        draw = self.draw
        return {"faculty": draw.randint(25, 46), "student": draw.randint(80, 150), "staff": draw.randint(10, 30)}

    def people(self, role: str, people: str, count: int, fields: list[str]) -> list[str]:
        """Makes a list of people, on one page or by letters, and their pages."""
        draw, link = self.draw, self.link
        index = self.page(f"/people/{role}.html", self.menu[role], "people", 40)
        self.pages[index]["class"] = "list"
        link(people, index, self.menu[role])
        lists = [index]
        if self.deep and count > 60:
            lists = []
            for letters in ("A-F", "G-M", "N-Z"):
                lists.append(self.page(f"/people/{role}-{letters}.html", f"{self.menu[role]} {letters}", "people", 30))
                self.pages[lists[-1]]["class"] = "list"
                link(index, lists[-1], letters)
        made = []
        for number in range(count):
            name, field = self.name(), draw.choice(fields)
            login = f"{name.split()[1].lower()}{number}"
            odd = draw.random() < (0.2 if role == "faculty" else 0.5)
            title = draw.choice(ODD).format(name.split()[0]) if odd else f"{name}'s home page"
            words = draw.choice([25, 80, 200])
            url = self.page(self.paths.format(login, role), title, role, words, field)
            made.append(url)
            if draw.random() < 0.9:
                link(lists[number * len(lists) // count], url, name)
            elif len(made) > 1:
                link(draw.choice(made[:-1]), url, name)
            else:
                link(index, url, name)
            base = url[len(self.root) :].rsplit("/", 1)[0]
            for own in range(draw.choice([0, 0, 1, 2, 4])):
                kind = draw.choice(["report", "other", "report", "work"])
                extra = self.page(f"{base}/{login}-{kind}{own}.html", self.text(kind, 2).title(), kind, 90, field)
                link(url, extra, self.text(kind, 2))
                link(extra, url, "Back")
        return made

    def courses(self, catalog: str, fields: list[str], groups: dict[str, list[str]]) -> list[str]:
        draw, link = self.draw, self.link
        lists = [catalog]
        if self.deep:
            lists = []
            for term in ("fall96", "spring97", "fall97"):
                lists.append(self.page(f"/courses/{term}.html", f"Schedule {term}", "catalog", 50))
                self.pages[lists[-1]]["class"] = "list"
                link(catalog, lists[-1], term.title())
        made = []
        for _ in range(draw.randint(35, 85)):
            number, field = draw.randint(100, 899), draw.choice(fields)
            title = f"CS {number}: {' '.join(draw.sample(field.split(), 2)).title()}"
            path = draw.choice(["/courses/cs{0}/", "/class/{0}/", "/~cs{0}-1/"]).format(f"{number}-{len(made)}")
            url = self.page(path, title, "course", 120, field)
            made.append(url)
            link(draw.choice(lists), url, draw.choice([title, f"CS {number}"]))
            for group, share in (("faculty", 0.8), ("student", 0.6)):
                if draw.random() < share:
                    person = draw.choice(groups[group])
                    link(url, person, self.pages[person]["title"].replace("'s home page", ""))
                    if draw.random() < 0.6:
                        link(person, url, f"CS {number}")
            for own in range(draw.choice([0, 2, 5, 8])):
                work = self.page(f"{path}hw{own}.html", f"Assignment {own}", "work", 80, field)
                link(url, work, f"{draw.choice(['Homework', 'Problem set', 'Lecture'])} {own}")
        return made

    def projects(self, research: str, fields: list[str], groups: dict[str, list[str]], courses: list[str]) -> list[str]:
        draw, link = self.draw, self.link
        made = []
        for number in range(draw.randint(18, 26)):
            field = draw.choice(fields)
            name = draw.choice(field.split()).title() + draw.choice(["Lab", "Net", "X", "Star", " Project"])
            short, folder = f"{name.split()[0].lower()[:5]}{number}", draw.choice(["proj", "research", "grp"])
            url = self.page(f"/{folder}/{short}/", name, "project", 110, field)
            made.append(url)
            link(research, url, name)
            for person in draw.sample(groups["faculty"], 2) + draw.sample(groups["student"], draw.randint(0, 6)):
                link(url, person, self.pages[person]["title"].replace("'s home page", ""))
                if draw.random() < 0.6:
                    link(person, url, name)
            for own in range(draw.choice([0, 2, 4])):
                paper = self.page(f"/tr/{short}-{own}.html", self.text("report", 3).title(), "report", 100, field)
                link(url, paper, self.text("report", 3))
        return made

    def html(self, url: str) -> str:
        page = self.pages[url]
        names = self.pages[url]["class"] == "list"
        one = '<li><a href="{0}">{1}</a>\n' if names else '<p>{2} <a href="{0}">{1}</a> {3}</p>\n'
        draw = random.Random(url)
        words = page["text"].split()
        body = ""
        for target, anchor in page["links"]:
            near = [draw.choice(words) for _ in range(6)]
            body += one.format(target, anchor, " ".join(near[:3]), " ".join(near[3:]))
        body = f"<ul>{body}</ul>" if names else body
        title = page["title"]
        head = f"<html><head><title>{title}</title></head>"
        return f"{head}<body><h1>{title}</h1><p>{page['text']}</p>{body}</body></html>"

    def trails(self, role: str, count: int) -> list[dict]:
        """Returns shortest paths from the home page to pages of a class."""
        home = f"{self.root}/"
        before = {home: home}
        queue = deque([home])
        while queue:
            page = queue.popleft()
            for target, _ in self.pages[page]["links"]:
                if target not in before:
                    before[target] = page
                    queue.append(target)
        goals = [url for url, page in self.pages.items() if page["class"] == role and url in before]
        trails = []
        for goal in self.draw.sample(goals, min(count, len(goals))):
            path = [goal]
            while path[-1] != home:
                path.append(before[path[-1]])
            steps = [{"url": url, "relevant": self.pages[url]["class"] == role} for url in reversed(path)]
            trails.append({"name": goal, "pages": steps})
        return trails


def record(uri: str, html: str) -> bytes:
    """Returns a record of a recording."""
    body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(html)}\r\n\r\n{html}".encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 1998-01-01T00:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{random.Random(uri).randrange(16**12):012x}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + body + b"\r\n\r\n", compresslevel=1, mtime=0)


def main() -> None:
    first, last, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    topics = {}
    with open(folder / f"departments-{first}-{last}.warc.gz", "wb") as out:
        for web in range(first, last + 1):
            sites = [Site(web, number) for number in range(4)]
            for site in sites:
                for url in site.pages:
                    out.write(record(url, site.html(url)))
            test = sites.pop(web % 4)
            for role in CLASSES:
                trails = [trail for site in sites for trail in site.trails(role, 34)]
                known = [url for site in sites for url, page in site.pages.items() if page["class"] == role]
                topics[f"{role}-{web}"] = {
                    "query": role if role != "project" else "research project",
                    "seeds": [f"{test.root}/"],
                    "known_relevant": known,
                    "targets": [url for url, page in test.pages.items() if page["class"] == role],
                    "trails": trails,
                }
    with open(folder / f"departments-{first}-{last}.json", "w", encoding="utf-8") as out:
        json.dump({"version": 1, "web": f"departments-{first}-{last}.warc.gz", "topics": topics}, out)


if __name__ == "__main__":
    main()
