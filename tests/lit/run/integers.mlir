// RUN: %interp %s --input a=i64[5]{7,-7,7,-7,9223372036854775807} --input b=i64[5]{2,2,-2,-2,2} | %check %s
// RUN: %native %s --input a=i64[5]{7,-7,7,-7,9223372036854775807} --input b=i64[5]{2,2,-2,-2,2} | %check %s
// Division rounds down or towards zero, remainders follow, and arithmetic wraps.

func.func @integers(%a: !ts.tensor, %b: !ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) {
  %trunc = prim.Constant "trunc" : !ts.str
  %floor = aten.floor_divide(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %down = aten.div.Tensor_mode(%a, %b, %trunc) : (!ts.tensor, !ts.tensor, !ts.str) -> !ts.tensor
  %rest = aten.remainder.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %fmod = aten.fmod.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %product = aten.mul.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %floor, %down, %rest, %fmod, %product : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor
}

// CHECK: floor: i64[5] = [3, -4, -4, 3, 4611686018427387903]
// CHECK-NEXT: down: i64[5] = [3, -3, -3, 3, 4611686018427387903]
// CHECK-NEXT: rest: i64[5] = [1, 1, -1, -1, 1]
// CHECK-NEXT: fmod: i64[5] = [1, -1, 1, -1, 1]
// CHECK-NEXT: product: i64[5] = [14, -14, -14, 14, -2]
