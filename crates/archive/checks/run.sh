#!/bin/sh
# Crawls the demo web, exports the crawl in every format, and opens each file with software that is not ours.
# Needs cargo, Node 20, Python 3.11 or later with venv, and the package registries of both.
# Usage: crates/archive/checks/run.sh [PAGES]
set -eu
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -r crates/archive/checks/requirements.txt
cargo run --quiet --release -p salticid-lab -- crawl --web demo --strategy best-first --query "dengue fever mosquito" \
    --seed http://portal.test/ --pages "${1:-300}" --log "$work/log.jsonl" --export "$work/out" --export "$work/pages.wacz"
"$work/venv/bin/warcio" check "$work/out/pages.warc.gz"
"$work/venv/bin/wacz" validate -f "$work/pages.wacz"
npm install --silent --no-audit --ignore-scripts --prefix "$work" @webrecorder/wabac@2.26.5 fake-indexeddb@6.2.8
cp crates/archive/checks/wabac.mjs "$work"
node "$work/wabac.mjs" "$work/pages.wacz" "$work/out"
"$work/venv/bin/python" crates/archive/checks/check.py "$work/out"
"$work/venv/bin/python" crates/archive/checks/check.py crates/archive/tests/golden
"$work/venv/bin/python" crates/archive/checks/people.py "$work/out"
"$work/venv/bin/python" crates/archive/checks/people.py crates/archive/tests/golden
