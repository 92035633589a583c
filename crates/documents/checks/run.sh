#!/bin/sh
# Measures readers of PDF files over the files in Debian's packages and in the tests of pdf.js, pypdf and others.
# Needs Debian with deb-src sources, pdftotext, cargo, Node 20, Python 3.11 or later with venv.
# Usage: crates/documents/checks/run.sh [--others] FOLDER
# FOLDER keeps the files. --others measures pdf_oxide and pdf.js as well.
set -eu
cd "$(dirname "$0")/../../.."
checks=$PWD/crates/documents/checks
others=
if [ "$1" = --others ]; then
    others=yes
    shift
fi
mkdir -p "$1"
work=$(cd "$1" && pwd)
if [ ! -d "$work/files" ]; then
    mkdir -p "$work/packages" "$work/unpacked"
    cd "$work/packages"
    apt-get download debmake-doc debian-reference-ja debian-reference-zh-cn maint-guide-ja developers-reference-ja \
        developers-reference-fr developers-reference-ru debian-policy texlive-lang-arabic texlive-lang-chinese \
        texlive-lang-cyrillic ghostscript-doc mrbayes-doc nauty-doc libpdfbox-java-doc docbook-xsl-doc-pdf \
        installation-guide-amd64 4ti2-doc music-doc freefem-doc
    apt-get source --download-only pdf.js pikepdf pdfminer
    pip download --quiet --no-deps --no-binary :all: pypdf==7.1.1 ocrmypdf==17.13.0 pdftotext==4.0.0 tabula-py==2.10.0 \
        pdfreader==0.1.15
    npm pack --silent pdf-parse@1.1.1
    for file in *.deb; do dpkg-deb -x "$file" "$work/unpacked/debian"; done
    for file in *.orig.tar.xz *.tar.gz *.tgz; do tar xf "$file" -C "$work/unpacked"; done
    find "$work/unpacked" -name '*.pdf.gz' -exec gunzip -kf {} \;
    python3 "$checks/collect.py" "$work/unpacked" "$work/files"
    cd "$checks/../../.."
fi
cargo build --quiet --release -p documents --example pdf_text
target=${CARGO_TARGET_DIR:-$PWD/target}
set -- "ours=$target/release/examples/pdf_text"
if [ "$others" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check pdf_oxide==0.3.78
    npm install --silent --no-audit --ignore-scripts --prefix "$work" pdfjs-dist@5.6.205
    cp "$checks/pdfjs.mjs" "$work"
    set -- "$@" "pdf_oxide=$work/venv/bin/python $checks/oxide.py" "pdf.js=node $work/pdfjs.mjs"
fi
python3 "$checks/measure.py" "$work/files" "$work/texts" "$@"
