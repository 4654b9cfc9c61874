// RUN: not %ts-opt %s -t python 2>&1 | %check %s
// An op that no program of Python is read to; the place is that of the op.

func.func @f(%x: !ts.tensor) -> !ts.tensor {
  // CHECK: invalid.mlir:6:12: error: 'prim.ConstantChunk' op has no Python form; print the graph or MLIR, or print before the pass that introduced it
  %a, %b = prim.ConstantChunk(%x) {chunks = 2 : i64, dim = 0 : i64} : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
  func.return %a : !ts.tensor
}
