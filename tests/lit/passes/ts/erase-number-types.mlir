// RUN: ts-opt %s -p erase-number-types,dce | filecheck %s

// CHECK-LABEL: func.func @numbers_with_tensors
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[?],f32>, %[[N:[^:]*]]: !ts.tensor<*,i64>, %[[ALPHA:[^:]*]]: i64)
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant dense<2.000000e+00> : tensor<f32> : !ts.tensor<[],f32>
// CHECK-NEXT:    %[[Y:.*]] = aten.mul.Tensor(%[[X]], %[[TWO]]) : (!ts.tensor<[?],f32>, !ts.tensor<[],f32>) -> !ts.tensor
// CHECK-NEXT:    %[[SAME:.*]] = prim.Constant dense<2> : tensor<i64> : !ts.tensor<[],i64>
// CHECK-NEXT:    %[[Z:.*]] = aten.sub.Tensor(%[[N]], %[[SAME]], %[[ALPHA]])
// CHECK-NEXT:    func.return %[[Y]], %[[Z]]
func.func @numbers_with_tensors(%x: !ts.tensor<[?],f32>, %n: !ts.tensor<*,i64>, %alpha: i64) -> (!ts.tensor, !ts.tensor) {
  %two = prim.Constant 2 : i64
  %y = aten.mul.Scalar(%x, %two) : (!ts.tensor<[?],f32>, i64) -> !ts.tensor
  %z = aten.sub.Scalar(%n, %two, %alpha) : (!ts.tensor<*,i64>, i64, i64) -> !ts.tensor
  func.return %y, %z : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @a_number_beyond_the_range_is_infinite
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[?],f32>)
// CHECK-NEXT:    %[[LEAST:.*]] = prim.Constant dense<"0x000080FF"> : tensor<f32> : !ts.tensor<[],f32>
// CHECK-NEXT:    %[[Y:.*]] = aten.mul.Tensor(%[[X]], %[[LEAST]])
func.func @a_number_beyond_the_range_is_infinite(%x: !ts.tensor<[?],f32>) -> !ts.tensor {
  %n = prim.Constant -1.0e300 : f64
  %y = aten.mul.Scalar(%x, %n) : (!ts.tensor<[?],f32>, f64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_promotes
// CHECK:         aten.mul.Scalar
func.func @stays_as_it_promotes(%n: !ts.tensor<*,i64>) -> !ts.tensor {
  %half = prim.Constant 0.5 : f64
  %y = aten.mul.Scalar(%n, %half) : (!ts.tensor<*,i64>, f64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_element_type_is_not_known
// CHECK:         aten.mul.Scalar
func.func @stays_as_the_element_type_is_not_known(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %y = aten.mul.Scalar(%x, %two) : (!ts.tensor, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_number_is_computed
// CHECK:         aten.mul.Scalar
func.func @stays_as_the_number_is_computed(%x: !ts.tensor<*,f32>, %n: i64) -> !ts.tensor {
  %y = aten.mul.Scalar(%x, %n) : (!ts.tensor<*,f32>, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}
