// RUN: %ts-opt %s -p 'specialize-inputs{types="Float(2, 3)","Double(*, 4)","int" function="f"}' | %check %s

// The named function gets the types; propagate-types infers the results of its operators.
// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32>, %[[Y:.*]]: !ts.tensor<[?,4],f64>, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[R:.*]] = aten.mul.Tensor(%[[X]], %[[Y]]) : (!ts.tensor<[2,3],f32>, !ts.tensor<[?,4],f64>) -> !ts.tensor
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @f(%x: !ts.tensor, %y: !ts.tensor<*,f64>, %n: i64) -> !ts.tensor {
  %r = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor<*,f64>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_is_not_named
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[X]] : !ts.tensor
func.func @stays_as_it_is_not_named(%x: !ts.tensor) -> !ts.tensor {
  func.return %x : !ts.tensor
}
