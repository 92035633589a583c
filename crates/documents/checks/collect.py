"""Copies each different PDF file below a folder into another, named after its package: collect.py FROM TO."""

import hashlib
import pathlib
import re
import shutil
import sys

source, target = map(pathlib.Path, sys.argv[1:])
target.mkdir(parents=True)
known = set()
for file in sorted(source.rglob("*")):
    if not file.is_file() or file.suffix.lower() != ".pdf":
        continue
    digest = hashlib.sha256(file.read_bytes()).digest()
    if digest in known:
        continue
    known.add(digest)
    package = file.relative_to(source).parts[0].split("-")[0].lower()
    name = re.sub(r"[^A-Za-z0-9._-]", "_", f"{package}_{file.stem}")
    free = (f"{name}{number or ''}.pdf" for number in range(len(known)))
    shutil.copy(file, next(target / name for name in free if not (target / name).exists()))
