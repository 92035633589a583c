"""Compares the words of PDF readers with those of pdftotext: F1 of words, time, class.

Usage: measure.py FOLDER OUT READER=COMMAND...
FOLDER has the PDF files. A command gets a folder and a file, writes the text to FOLDER/NAME.txt, and may print a line:
path, bytes, milliseconds, class.
"""

import collections
import pathlib
import re
import statistics
import subprocess
import sys
import time
import unicodedata

# Words; a character of a script without spaces is one.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
SECONDS = 60
# Files with fewer words are no text files.
FEWEST_WORDS = 30


def words(text):
    """Counts the words of a text; words that a hyphen divides at the end of a line are mended."""
    text = unicodedata.normalize("NFKC", text).lower()
    text = re.sub(r"(\w)[-\u00ad\u2010]\n\s*(?=[^\W\d_])", r"\1", text)
    return collections.Counter(WORD.findall(text))


def f1(found, expected):
    """Returns the harmonic mean of precision and recall over words with their counts."""
    both = sum((found & expected).values())
    return 2 * both / max(1, sum(found.values()) + sum(expected.values()))


def read(command, file, folder):
    """Runs a reader on one file; returns the text, seconds, and class."""
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    try:
        run = subprocess.run([*command.split(), folder, file], capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "", SECONDS, "hangs"
    seconds = time.monotonic() - start
    told = run.stdout.decode(errors="replace").strip().split("\n")[-1].split("\t")
    kind = told[3] if len(told) > 3 else ""
    if run.returncode:
        kind = f"crashes ({run.returncode})"
    elif len(told) > 3:
        seconds = float(told[2]) / 1000
    path = folder / (file.name + ".txt")
    return (path.read_text(errors="replace") if path.exists() else ""), seconds, kind


def reference(file):
    """Returns the words that pdftotext finds on the first 300 pages."""
    command = ["pdftotext", "-enc", "UTF-8", "-l", "300", file, "-"]
    try:
        run = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return collections.Counter()
    return words(run.stdout.decode(errors="replace"))


def main():
    """Reads all files with all readers and prints a line each, then a table."""
    folder, out, *readers = sys.argv[1:]
    readers = dict(reader.split("=", 1) for reader in readers)
    rows = collections.defaultdict(list)
    for file in sorted(pathlib.Path(folder).glob("*.pdf")):
        expected = reference(file)
        is_text = sum(expected.values()) >= FEWEST_WORDS
        for reader, command in readers.items():
            text, seconds, kind = read(command, file, pathlib.Path(out) / reader)
            score = f1(words(text), expected) if is_text else None
            rows[reader].append((file.stat().st_size, seconds, kind, score))
            shown = "-" if score is None else f"{score:.3f}"
            print(f"{reader}\t{file.name}\t{file.stat().st_size}\t{seconds * 1000:.1f}\t{kind}\t{shown}", flush=True)
    print("\nreader\tfiles\ttext files\tF1 mean\tF1 median\tF1 < .9\tcrashes\thangs\tMB/s\tslowest, s")
    for reader, row in rows.items():
        scores = [score for *_, score in row if score is not None]
        crashes = sum(kind.startswith("crash") for _, _, kind, _ in row)
        hangs = sum(kind == "hangs" for _, _, kind, _ in row)
        slowest = max(seconds for _, seconds, *_ in row)
        speed = sum(size for size, *_ in row) / sum(seconds for _, seconds, *_ in row) / 1e6
        print(
            f"{reader}\t{len(row)}\t{len(scores)}\t{statistics.mean(scores):.3f}\t{statistics.median(scores):.3f}\t"
            f"{sum(score < 0.9 for score in scores)}\t{crashes}\t{hangs}\t{speed:.1f}\t{slowest:.2f}"
        )


if __name__ == "__main__":
    main()
