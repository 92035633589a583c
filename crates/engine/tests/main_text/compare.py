"""Prints the F1 of trafilatura on the pages of this folder, as `main_text.rs` measures it."""

import collections
import html
import pathlib
import re
import sys

import trafilatura

CJK = "[\u3005-\u3007\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"
WORD = re.compile(rf"(?:(?!{CJK})[^\W_]|[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0900-\u0903\u093a-\u094f])+|{CJK}+")


def bag(text):
    words = collections.Counter()
    for word in WORD.findall(text.lower()):
        if re.match(CJK, word) and len(word) > 1:
            words.update(word[i : i + 2] for i in range(len(word) - 1))
        else:
            words[word] += 1
    return words


def f1(found, expected):
    found, expected = bag(found), bag(expected)
    common = (found & expected).total()
    return 2 * common / max(1, found.total() + expected.total())


def text_of(markup):
    breaks = re.sub(r"</?(?!(?:a|b|i|em|strong|span|code|font|sup|sub|cite)\b)[a-zA-Z][^>]*>", "\n", markup)
    return html.unescape(re.sub(r"<[^>]*>", "", breaks))


def main():
    scores = ([], [])
    for index, path in enumerate(sorted(pathlib.Path(__file__).parent.glob("*.html"))):
        lines = path.read_text().splitlines(keepends=True)
        expected = text_of("".join(line[2:] for line in lines if line.startswith("+ ")))
        page = "".join(line.removeprefix("+ ") for line in lines)
        found = trafilatura.extract(page, include_comments=False) or ""
        score = f1(found, expected)
        scores[index % 3 == 2].append(score)
        if "-v" in sys.argv:
            print(f"{score:.3f} {path.stem}")
    tuned, held_out = (sum(part) / len(part) for part in scores)
    print(f"mean F1 {tuned:.4f} tuned, {held_out:.4f} held out")


if __name__ == "__main__":
    main()
