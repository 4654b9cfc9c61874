// RUN: %ts-opt %s -p scalarize-integers,dce | %check %s

// CHECK-LABEL: func.func @half_of_a_size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> i64
// CHECK-NEXT:   %[[AXIS:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[N:.*]] = aten.size.int(%[[X]], %[[AXIS]])
// CHECK-NEXT:   %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[H:.*]] = aten.floordiv.int(%[[N]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT:   func.return %[[H]] : i64
func.func @half_of_a_size(%x: !ts.tensor) -> i64 {
  %axis = prim.Constant 1 : i64
  %n = aten.size.int(%x, %axis) : (!ts.tensor, i64) -> i64
  %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  %two = prim.Constant dense<2> : tensor<i64> : !ts.tensor
  %h = aten.floor_divide(%t, %two) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %m = aten.Int.Tensor(%h) : (!ts.tensor) -> i64
  func.return %m : i64
}

// An int is computed once for all of its uses.
// CHECK-LABEL: func.func @sums_and_products
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64) -> (i64, i64)
// CHECK-NEXT:   %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:   %[[P:.*]] = aten.mul.int(%[[A]], %[[THREE]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[S:.*]] = aten.add.int(%[[P]], %[[B]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[D:.*]] = aten.sub.int(%[[P]], %[[B]]) : (i64, i64) -> i64
// CHECK-NEXT:   func.return %[[S]], %[[D]] : i64, i64
func.func @sums_and_products(%a: i64, %b: i64) -> (i64, i64) {
  %one = prim.Constant 1 : i64
  %three = prim.Constant 3 : i64
  %t = prim.NumToTensor.Scalar(%a) : (i64) -> !ts.tensor
  %u = prim.NumToTensor.Scalar(%b) : (i64) -> !ts.tensor
  %p = aten.mul.Scalar(%t, %three) : (!ts.tensor, i64) -> !ts.tensor
  %s = aten.add.Tensor(%p, %u, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %d = aten.sub.Tensor(%p, %u, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %m = aten.Int.Tensor(%s) : (!ts.tensor) -> i64
  %n = aten.Int.Tensor(%d) : (!ts.tensor) -> i64
  func.return %m, %n : i64, i64
}

// CHECK-LABEL: func.func @number_for_an_operator
// CHECK-SAME: (%[[A:.*]]: i64) -> !ts.tensor
// CHECK:        aten.arange(%[[A]],
func.func @number_for_an_operator(%a: i64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %t = prim.NumToTensor.Scalar(%a) : (i64) -> !ts.tensor
  %end = aten.ScalarImplicit(%t) : (!ts.tensor) -> !ts.number
  %r = aten.arange(%end, %none, %none, %none, %none) : (!ts.number, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_tensor_is_written
// CHECK:        aten.Int.Tensor
func.func @stays_as_the_tensor_is_written(%a: i64) -> i64 {
  %one = prim.Constant 1 : i64
  %t = prim.NumToTensor.Scalar(%a) : (i64) -> !ts.tensor
  %w = aten.add_.Scalar(%t, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %m = aten.Int.Tensor(%t) : (!ts.tensor) -> i64
  func.return %m : i64
}

// CHECK-LABEL: func.func @stays_as_a_float_is_converted
// CHECK:        aten.Int.Tensor
func.func @stays_as_a_float_is_converted(%a: f64) -> i64 {
  %t = prim.NumToTensor.Scalar(%a) : (f64) -> !ts.tensor
  %m = aten.Int.Tensor(%t) : (!ts.tensor) -> i64
  func.return %m : i64
}

// CHECK-LABEL: func.func @stays_as_the_ints_have_32_bits
// CHECK:        aten.Int.Tensor
func.func @stays_as_the_ints_have_32_bits(%a: i64) -> i64 {
  %t = prim.NumToTensor.Scalar(%a) : (i64) -> !ts.tensor
  %c = prim.Constant dense<2> : tensor<i32> : !ts.tensor
  %h = aten.floor_divide(%t, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %m = aten.Int.Tensor(%h) : (!ts.tensor) -> i64
  func.return %m : i64
}

// CHECK-LABEL: func.func @stays_as_an_operand_has_a_factor
// CHECK:        aten.Int.Tensor
func.func @stays_as_an_operand_has_a_factor(%a: i64) -> i64 {
  %two = prim.Constant 2 : i64
  %t = prim.NumToTensor.Scalar(%a) : (i64) -> !ts.tensor
  %s = aten.add.Tensor(%t, %t, %two) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %m = aten.Int.Tensor(%s) : (!ts.tensor) -> i64
  func.return %m : i64
}

// CHECK-LABEL: func.func @stays_as_the_tensor_is_an_argument
// CHECK:        aten.Int.Tensor
func.func @stays_as_the_tensor_is_an_argument(%t: !ts.tensor) -> i64 {
  %m = aten.Int.Tensor(%t) : (!ts.tensor) -> i64
  func.return %m : i64
}

// CHECK-LABEL: func.func @stays_as_the_type_would_change
// CHECK:        aten.ScalarImplicit
func.func @stays_as_the_type_would_change(%a: i64) -> !ts.number {
  %t = prim.NumToTensor.Scalar(%a) : (i64) -> !ts.tensor
  %n = aten.ScalarImplicit(%t) : (!ts.tensor) -> !ts.number
  func.return %n : !ts.number
}

// CHECK-LABEL: func.func @quotient_of_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> (i64, i64)
// CHECK-NEXT:   %[[AXIS:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[N:.*]] = aten.size.int(%[[X]], %[[AXIS]])
// CHECK-NEXT:   %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[H:.*]] = aten.floordiv.int(%[[N]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[G:.*]] = aten.floordiv.int(%[[N]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT:   func.return %[[H]], %[[G]] : i64, i64
func.func @quotient_of_sizes(%x: !ts.tensor) -> (i64, i64) {
  %axis = prim.Constant 1 : i64
  %n = aten.size.int(%x, %axis) : (!ts.tensor, i64) -> i64
  %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  %two = prim.Constant dense<2> : tensor<i64> : !ts.tensor
  %trunc = prim.Constant "trunc" : !ts.str
  %floor = prim.Constant "floor" : !ts.str
  %h = aten.div.Tensor_mode(%t, %two, %trunc) : (!ts.tensor, !ts.tensor, !ts.str) -> !ts.tensor
  %g = aten.div.Tensor_mode(%t, %two, %floor) : (!ts.tensor, !ts.tensor, !ts.str) -> !ts.tensor
  %m = aten.Int.Tensor(%h) : (!ts.tensor) -> i64
  %k = aten.Int.Tensor(%g) : (!ts.tensor) -> i64
  func.return %m, %k : i64, i64
}

// CHECK-LABEL: func.func @stays_as_the_quotient_may_be_negative
// CHECK:        aten.Int.Tensor
func.func @stays_as_the_quotient_may_be_negative(%n: i64) -> i64 {
  %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  %two = prim.Constant dense<2> : tensor<i64> : !ts.tensor
  %trunc = prim.Constant "trunc" : !ts.str
  %h = aten.div.Tensor_mode(%t, %two, %trunc) : (!ts.tensor, !ts.tensor, !ts.str) -> !ts.tensor
  %m = aten.Int.Tensor(%h) : (!ts.tensor) -> i64
  func.return %m : i64
}

// CHECK-LABEL: func.func @stays_as_the_quotient_is_not_rounded
// CHECK:        aten.Int.Tensor
func.func @stays_as_the_quotient_is_not_rounded(%n: i64) -> i64 {
  %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  %two = prim.Constant dense<2> : tensor<i64> : !ts.tensor
  %none = prim.Constant : !ts.none
  %h = aten.div.Tensor_mode(%t, %two, %none) : (!ts.tensor, !ts.tensor, !ts.none) -> !ts.tensor
  %m = aten.Int.Tensor(%h) : (!ts.tensor) -> i64
  func.return %m : i64
}
