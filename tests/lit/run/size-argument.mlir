// RUN: %interp %s --entry f --input x=arange:f32[3] --input n=3 | %check %s
// RUN: %native %s --entry f --input x=arange:f32[3] --input n=3 | %check %s
// An int that is declared as a size is given as an int.

func.func @f(%x: !ts.tensor<[s0],f32>, %n: !ts.size<s0>) -> !ts.tensor {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  %r = aten.mul.Scalar(%x, %v) : (!ts.tensor<[s0],f32>, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK: r: f32[3] = [0.0, 3.0, 6.0]
