// RUN: %interp %s --input x=f32[0,3]{} --input y=f32[]{2.0} | %check %s
// RUN: %native %s --input x=f32[0,3]{} --input y=f32[]{2.0} | %check %s
// No elements at all, and a tensor without dimensions.

func.func @empty(%x: !ts.tensor, %y: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %p = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %q = aten.exp(%y) : (!ts.tensor) -> !ts.tensor
  func.return %p, %q : !ts.tensor, !ts.tensor
}

// CHECK: p: f32[0,3] = []
// CHECK-NEXT: q: f32[] = 7.3891
