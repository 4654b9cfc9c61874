// RUN: %interp %s --input x=arange:f32[2,6] | %check %s
// RUN: %native %s --input x=arange:f32[2,6] | %check %s
// Reads through views with arbitrary strides.

func.func @views(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %five = prim.Constant 5 : i64
  %t = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %s = aten.slice.Tensor(%x, %one, %one, %five, %two) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
  %r = aten.select.int(%x, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %tt = aten.neg(%t) : (!ts.tensor) -> !ts.tensor
  %ss = aten.mul.Tensor(%s, %s) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %rr = aten.add.Tensor(%r, %r, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %tt, %ss, %rr : !ts.tensor, !ts.tensor, !ts.tensor
}

// CHECK: tt: f32[6,2] = {{\[\[}}-0.0, -6.0], [-1.0, -7.0], [-2.0, -8.0], [-3.0, -9.0], [-4.0, -10.0], [-5.0, -11.0]]
// CHECK-NEXT: ss: f32[2,2] = {{\[\[}}1.0, 9.0], [49.0, 81.0]]
// CHECK-NEXT: rr: f32[6] = [12.0, 14.0, 16.0, 18.0, 20.0, 22.0]
