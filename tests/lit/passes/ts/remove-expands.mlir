// RUN: ts-opt %s -p remove-expands | filecheck %s

// CHECK-LABEL: func.func @an_implicit_one
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[2,3],f32>, %[[Y:[^:]*]]: !ts.tensor<[3],f32>)
// CHECK-NOT:     aten.expand
// CHECK:         %[[Z:.*]] = aten.mul.Tensor(%[[X]], %[[Y]])
// CHECK-NEXT:    func.return %[[Z]]
func.func @an_implicit_one(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %true = prim.Constant true
  %sizes = prim.Constant [2, 3] : !ts.list<i64>
  %e = aten.expand(%y, %sizes, %true) : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  %z = aten.mul.Tensor(%x, %e) : (!ts.tensor<[2,3],f32>, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_is_explicit
// CHECK:         aten.expand
func.func @stays_as_it_is_explicit(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %false = prim.Constant false
  %sizes = prim.Constant [2, 3] : !ts.list<i64>
  %e = aten.expand(%y, %sizes, %false) : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  %z = aten.mul.Tensor(%x, %e) : (!ts.tensor<[2,3],f32>, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_result_would_be_smaller
// CHECK:         aten.expand
func.func @stays_as_the_result_would_be_smaller(%y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %true = prim.Constant true
  %sizes = prim.Constant [2, 3] : !ts.list<i64>
  %e = aten.expand(%y, %sizes, %true) : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  %z = aten.mul.Tensor(%e, %y) : (!ts.tensor, !ts.tensor<[3],f32>) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_caller_gets_it
// CHECK:         aten.expand
func.func @stays_as_the_caller_gets_it(%y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %true = prim.Constant true
  %sizes = prim.Constant [2, 3] : !ts.list<i64>
  %e = aten.expand(%y, %sizes, %true) : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  func.return %e : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_is_handed_on
// CHECK:         aten.expand
func.func @stays_as_it_is_handed_on(%y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %true = prim.Constant true
  %sizes = prim.Constant [3] : !ts.list<i64>
  %e = aten.expand(%y, %sizes, %true) : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  %format = prim.Constant 0 : i64
  %z = aten.contiguous(%e, %format) : (!ts.tensor, i64) -> !ts.tensor
  func.return %z : !ts.tensor
}
