// RUN: ts-opt %s -p canonicalize-ops,dce | filecheck %s

// CHECK-LABEL: func.func @a_constant_becomes_a_number
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[?],f32>)
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2.000000e+00 : f64
// CHECK-NEXT:    %[[Y:.*]] = aten.mul.Scalar(%[[X]], %[[TWO]]) : (!ts.tensor<[?],f32>, f64) -> !ts.tensor
// CHECK-NEXT:    func.return %[[Y]]
func.func @a_constant_becomes_a_number(%x: !ts.tensor<[?],f32>) -> !ts.tensor {
  %two = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor<[],f32>
  %y = aten.mul.Tensor(%x, %two) : (!ts.tensor<[?],f32>, !ts.tensor<[],f32>) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @alpha_stays
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[?],i64>, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    aten.sub.Scalar(%[[X]], %[[TWO]], %[[N]])
func.func @alpha_stays(%x: !ts.tensor<[?],i64>, %n: i64) -> !ts.tensor {
  %two = prim.Constant dense<2> : tensor<i64> : !ts.tensor<[],i64>
  %y = aten.sub.Tensor(%x, %two, %n) : (!ts.tensor<[?],i64>, !ts.tensor<[],i64>, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @a_chunk
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]], %[[B:.*]] = prim.ConstantChunk(%[[X]]) {chunks = 2 : i64, dim = 0 : i64}
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @a_chunk(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %n = prim.Constant 2 : i64
  %d = prim.Constant 0 : i64
  %l = aten.chunk(%x, %n, %d) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_element_types_differ
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_element_types_differ(%x: !ts.tensor<[],f32>) -> !ts.tensor {
  %two = prim.Constant dense<2.0> : tensor<f64> : !ts.tensor<[],f64>
  %y = aten.mul.Tensor(%x, %two) : (!ts.tensor<[],f32>, !ts.tensor<[],f64>) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_element_type_is_not_known
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_element_type_is_not_known(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor<[],f32>
  %y = aten.mul.Tensor(%x, %two) : (!ts.tensor, !ts.tensor<[],f32>) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_constant_has_a_dimension
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_constant_has_a_dimension(%x: !ts.tensor<[],f32>) -> !ts.tensor {
  %two = prim.Constant dense<2.0> : tensor<1xf32> : !ts.tensor<[1],f32>
  %y = aten.mul.Tensor(%x, %two) : (!ts.tensor<[],f32>, !ts.tensor<[1],f32>) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_constant_is_written
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_constant_is_written(%x: !ts.tensor<[?],f32>) -> !ts.tensor {
  %two = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor<[],f32>
  %y = aten.mul.Tensor(%x, %two) : (!ts.tensor<[?],f32>, !ts.tensor<[],f32>) -> !ts.tensor
  %w = aten.relu_(%two) : (!ts.tensor<[],f32>) -> !ts.tensor<[],f32>
  func.return %y : !ts.tensor
}
