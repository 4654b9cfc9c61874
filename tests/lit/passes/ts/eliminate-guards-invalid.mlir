// RUN: not %ts-opt %s -p 'eliminate-guards{step=merge}' 2>&1 | %check %s

// CHECK: unknown step 'merge'; choose from move, coalesce, eliminate
func.func @f(%x: !ts.tensor) -> !ts.tensor {
  func.return %x : !ts.tensor
}
