"""Writes the text of a PDF file as pdf_oxide reads it: oxide.py FOLDER FILE."""

import pathlib
import sys
import time

from pdf_oxide import PdfDocument

folder, file = map(pathlib.Path, sys.argv[1:])
start = time.monotonic()
pdf = PdfDocument(str(file))
text = "\n\n".join(pdf.extract_text(page) for page in range(min(pdf.page_count(), 300)))
print(f"{file}\t0\t{(time.monotonic() - start) * 1000:.1f}\tread")
(folder / (file.name + ".txt")).write_text(text, errors="replace")
