// RUN: not %ts-opt %s -p 'eliminate-guards{step=merge}' 2>&1 | %check %s

// CHECK: pass 'eliminate-guards': step must be one of move, coalesce, eliminate, not merge
func.func @f(%x: !ts.tensor) -> !ts.tensor {
  func.return %x : !ts.tensor
}
