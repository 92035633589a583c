#!/bin/sh
# Compares our reading of robots.txt with protego's, on the 4,231 public files of its test suite.
# Needs cargo, Python 3.11 or later with venv, and its package registry. Usage: crates/engine/checks/run.sh
set -eu
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -r crates/engine/checks/requirements.txt ./python
"$work/venv/bin/pip" download --quiet --no-deps --no-binary :all: --dest "$work" -r crates/engine/checks/requirements.txt
tar -xzf "$work"/protego-*.tar.gz -C "$work"
"$work/venv/bin/python" crates/engine/checks/robots.py "$work"/protego-*/tests/test_data
