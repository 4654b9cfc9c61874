#!/bin/sh
# The wheel, as a stranger gets it: built through the sdist, installed alone, used from elsewhere.
# Plain `xdsl-opt` must find our dialects and passes through the entry point.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check build
"$work/venv/bin/python" -m build --outdir "$work/dist" "$root" > "$work/build.log" 2>&1 || {
  cat "$work/build.log"
  exit 1
}
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$work"/dist/*.whl

cd "$work"
"$work/venv/bin/xdsl-opt" -p fold-chunks "$root/tests/wheel/program.mlir"
"$work/venv/bin/ts-opt" --version
"$work/venv/bin/ts-run" "$root/examples/nnc_example.graph" --compare --max-ulp=8
# The first hour of a user, with the wheel and nothing else.
"$work/venv/bin/python" "$root/tests/unit/console_blocks.py" --check "$root/docs/first-hour.md"
