// RUN: %ts-opt %s -p optimize-frozen-graph | %check %s

// The weights 2 and the bias [1, -1], times 3.
// CHECK-LABEL: func.func @a_number_scales_weights_and_bias
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK:         %[[V:.*]] = prim.Constant dense<6.000000e+00> : tensor<2x1x1x1xf32>
// CHECK-NEXT:    %[[C:.*]] = prim.Constant dense<[3.000000e+00, -3.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[Z:.*]] = aten.conv2d(%[[X]], %[[V]], %[[C]],
// CHECK-NEXT:    func.return %[[Z]]
func.func @a_number_scales_weights_and_bias(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %b = prim.Constant dense<[1.0, -1.0]> : tensor<2xf32> : !ts.tensor
  %three = prim.Constant 3 : i64
  %y = aten.conv2d(%x, %w, %b, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Scalar(%y, %three) : (!ts.tensor, i64) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @a_summand_of_each_channel_becomes_a_bias
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK:         %[[W:.*]] = prim.Constant dense<2.000000e+00> : tensor<2x1x1x1xf32>
// CHECK:         %[[C:.*]] = prim.Constant dense<[-4.000000e+00, -8.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[Z:.*]] = aten.conv2d(%[[X]], %[[W]], %[[C]],
// CHECK-NEXT:    func.return %[[Z]]
func.func @a_summand_of_each_channel_becomes_a_bias(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf32> : !ts.tensor
  %two = prim.Constant 2 : i64
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.sub.Tensor(%y, %c, %two) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %z : !ts.tensor
}

// The weights 2, divided by 2, and by the square roots of [4, 1]; the rank of the convolution is
// checked, not of the division.
// CHECK-LABEL: func.func @a_chain_behind_a_check_of_the_rank
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK:         %[[C:.*]] = prim.Constant dense<[-5.000000e-01, {{-?}}0.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[V:.*]] = prim.Constant dense<{{\[\[\[\[}}5.000000e-01]]], {{\[\[\[}}1.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-NEXT:    %[[Z:.*]] = aten.conv2d(%[[X]], %[[V]], %[[C]],
// CHECK-NEXT:    aten.dim(%[[Z]])
// CHECK:         prim.RaiseException
// CHECK-NOT:     aten.batch_norm
// CHECK:         func.return %[[Z]]
func.func @a_chain_behind_a_check_of_the_rank(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %four = prim.Constant 4 : i64
  %text = prim.Constant "expected 4D input" : !ts.str
  %two = prim.Constant 2.0 : f64
  %mean = prim.Constant dense<[1.0, 0.0]> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense<[4.0, 1.0]> : tensor<2xf32> : !ts.tensor
  %false = prim.Constant false
  %eps = prim.Constant 0.0 : f64
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %h = aten.div.Scalar(%y, %two) : (!ts.tensor, f64) -> !ts.tensor
  %d = aten.dim(%h) : (!ts.tensor) -> i64
  %wrong = aten.ne.int(%d, %four) : (i64, i64) -> i1
  prim.If %wrong -> () {
    prim.RaiseException(%text) : (!ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %z = aten.batch_norm(%h, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @an_axis_of_the_batch_behind_a_check_of_the_rank
// CHECK-NOT:     aten.mul.Tensor
// CHECK:         func.return
func.func @an_axis_of_the_batch_behind_a_check_of_the_rank(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %four = prim.Constant 4 : i64
  %text = prim.Constant "expected 4D input" : !ts.str
  %two = prim.Constant 2.0 : f64
  %c = prim.Constant dense<[[[[2.0]], [[4.0]]]]> : tensor<1x2x1x1xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %d = aten.dim(%y) : (!ts.tensor) -> i64
  %wrong = aten.ne.int(%d, %four) : (i64, i64) -> i1
  prim.If %wrong -> () {
    prim.RaiseException(%text) : (!ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_factor_may_add_an_axis
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_factor_may_add_an_axis(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<[[[[2.0]], [[4.0]]]]> : tensor<1x2x1x1xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_factor_differs_within_a_channel
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_factor_differs_within_a_channel(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<[2.0, 4.0]> : tensor<2xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_factor_adds_channels
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_factor_adds_channels(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<1x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_factor_has_a_larger_element_type
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_factor_has_a_larger_element_type(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf64> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_weights_are_not_constant
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_weights_are_not_constant(%x: !ts.tensor, %w: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %c = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_factor_is_not_constant
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_factor_is_not_constant(%x: !ts.tensor, %c: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_result_is_read_again
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_result_is_read_again(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %r = aten.add.Tensor(%y, %z, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_factor_is_written
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_factor_is_written(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor
  %v = aten.relu_(%c) : (!ts.tensor) -> !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_factor_is_returned
// CHECK:         aten.mul.Tensor
func.func @stays_as_the_factor_is_returned(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %c = prim.Constant dense<2.0> : tensor<f32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z, %c : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_channels_may_be_another_axis
// CHECK:         aten.batch_norm
func.func @stays_as_the_channels_may_be_another_axis(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %mean = prim.Constant dense<[1.0, 0.0]> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense<[4.0, 1.0]> : tensor<2xf32> : !ts.tensor
  %false = prim.Constant false
  %eps = prim.Constant 0.0 : f64
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_another_rank_is_checked
// CHECK:         aten.batch_norm
func.func @stays_as_another_rank_is_checked(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %four = prim.Constant 3 : i64
  %text = prim.Constant "expected 4D input" : !ts.str
  %two = prim.Constant 2.0 : f64
  %mean = prim.Constant dense<[1.0, 0.0]> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense<[4.0, 1.0]> : tensor<2xf32> : !ts.tensor
  %false = prim.Constant false
  %eps = prim.Constant 0.0 : f64
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %d = aten.dim(%y) : (!ts.tensor) -> i64
  %wrong = aten.ne.int(%d, %four) : (i64, i64) -> i1
  prim.If %wrong -> () {
    prim.RaiseException(%text) : (!ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_rank_is_checked_later
// CHECK:         aten.batch_norm
func.func @stays_as_the_rank_is_checked_later(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %steps = prim.Constant [1, 1] : !ts.list<i64>
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %four = prim.Constant 4 : i64
  %text = prim.Constant "expected 4D input" : !ts.str
  %two = prim.Constant 2.0 : f64
  %mean = prim.Constant dense<[1.0, 0.0]> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense<[4.0, 1.0]> : tensor<2xf32> : !ts.tensor
  %false = prim.Constant false
  %eps = prim.Constant 0.0 : f64
  %y = aten.conv2d(%x, %w, %none, %steps, %zero, %steps, %one) : (!ts.tensor, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  %d = aten.dim(%y) : (!ts.tensor) -> i64
  %wrong = aten.ne.int(%d, %four) : (i64, i64) -> i1
  prim.If %wrong -> () {
    prim.RaiseException(%text) : (!ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return %z : !ts.tensor
}
