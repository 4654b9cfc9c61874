#!/bin/sh
# The main job, in front of the reader: two TorchScript graphs, from text to native code.
set -eu
cd "$(dirname "$0")/.."

show() {
  printf '\n$ %s\n' "$*"
  "$@"
}

pipeline=$(ts-opt --pipeline=ts-to-llvm --dump-pass-pipeline)

for graph in examples/nnc_example.graph examples/f.graph; do
  printf '\n======== %s, as PyTorch prints it\n' "$graph"
  cat "$graph"
  printf '\n-------- the same as MLIR'
  show ts-opt "$graph"
  printf '\n-------- through the whole pipeline to LLVM IR'
  show ts-opt --pass-pipeline="$pipeline" -t llvmir "$graph"
  printf '\n-------- run by the interpreter, and natively'
  show ts-run "$graph" --engine=interp
  show ts-run "$graph" --engine=native
  printf '\n-------- the two compared'
  show ts-run "$graph" --compare
done
