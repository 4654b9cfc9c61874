// RUN: %ts-opt %s -p widen-halves | %check %s

// Fires: the sum is computed in f32, and rounded once.
// CHECK-LABEL: func.func @rounds_the_result
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f16>, %[[Y:.*]]: !ts.tensor<[2,3],f16>) -> !ts.tensor<[2,3],f16> {
// CHECK-NEXT:   %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]], %[[F32:.*]], %[[NO:.*]], %[[NO]], %[[NONE:.*]]) : (!ts.tensor<[2,3],f16>, i64, i1, i1, !ts.none) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT:   %[[B:.*]] = aten.to.dtype(%[[Y]], %[[F32]], %[[NO]], %[[NO]], %[[NONE]]) : (!ts.tensor<[2,3],f16>, i64, i1, i1, !ts.none) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT:   %[[S:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[ONE]]) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>, i64) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT:   %[[F16:.*]] = prim.Constant 5 : i64
// CHECK:        %[[R:.*]] = aten.to.dtype(%[[S]], %[[F16]], %[[NO1:.*]], %[[NO1]], %[[NONE1:.*]]) : (!ts.tensor<[2,3],f32>, i64, i1, i1, !ts.none) -> !ts.tensor<[2,3],f16>
// CHECK-NEXT:   func.return %[[R]] : !ts.tensor<[2,3],f16>
func.func @rounds_the_result(%x: !ts.tensor<[2,3],f16>, %y: !ts.tensor<[2,3],f16>) -> !ts.tensor<[2,3],f16> {
  %one = prim.Constant 1 : i64
  %r = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[2,3],f16>, !ts.tensor<[2,3],f16>, i64) -> !ts.tensor<[2,3],f16>
  func.return %r : !ts.tensor<[2,3],f16>
}

// Fires: an operand is converted, and a number rounded; a result of another dtype is not.
// CHECK-LABEL: func.func @compares
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],bf16>, %[[N:.*]]: f64)
// CHECK:        %[[BF16:.*]] = prim.Constant 15 : i64
// CHECK:        %[[T:.*]] = aten.scalar_tensor(%[[N]], %[[BF16]], %[[NONE0:.*]], %[[NONE0]], %[[NONE0]]) : (f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],bf16>
// CHECK-NEXT:   %[[ROUNDED:.*]] = aten.Float.Tensor(%[[T]]) : (!ts.tensor<[],bf16>) -> f64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]], %[[F32:.*]], %[[NO:.*]], %[[NO]], %[[NONE:.*]]) : (!ts.tensor<[2],bf16>, i64, i1, i1, !ts.none) -> !ts.tensor<[2],f32>
// CHECK-NEXT:   %[[R:.*]] = aten.gt.Scalar(%[[A]], %[[ROUNDED]]) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],i1>
// CHECK-NEXT:   func.return %[[R]]
func.func @compares(%x: !ts.tensor<[2],bf16>, %n: f64) -> !ts.tensor<[2],i1> {
  %r = aten.gt.Scalar(%x, %n) : (!ts.tensor<[2],bf16>, f64) -> !ts.tensor<[2],i1>
  func.return %r : !ts.tensor<[2],i1>
}

// Fires: a constant is rounded to the nearest float16, in which PyTorch compares.
// CHECK-LABEL: func.func @rounds_a_constant
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>)
// CHECK:        %[[ROUNDED:.*]] = prim.Constant 0.0999755859375 : f64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]],
// CHECK-NEXT:   %[[R:.*]] = aten.ge.Scalar(%[[A]], %[[ROUNDED]]) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],i1>
func.func @rounds_a_constant(%x: !ts.tensor<[2],f16>) -> !ts.tensor<[2],i1> {
  %n = prim.Constant 0.1 : f64
  %r = aten.ge.Scalar(%x, %n) : (!ts.tensor<[2],f16>, f64) -> !ts.tensor<[2],i1>
  func.return %r : !ts.tensor<[2],i1>
}

// Fires: a tensor of another dtype is rounded to float16 before it is converted to float32.
// CHECK-LABEL: func.func @rounds_a_tensor
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>, %[[Y:.*]]: !ts.tensor<[2],i64>)
// CHECK:        %[[H:.*]] = aten.to.dtype(%[[Y]], %[[F16:.*]], %[[NO:.*]], %[[NO]], %[[NONE:.*]]) : (!ts.tensor<[2],i64>, i64, i1, i1, !ts.none) -> !ts.tensor<[2],f16>
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]],
// CHECK:        %[[B:.*]] = aten.to.dtype(%[[H]], %[[F32:.*]], %[[NO1:.*]], %[[NO1]], %[[NONE1:.*]]) : (!ts.tensor<[2],f16>, i64, i1, i1, !ts.none) -> !ts.tensor<[2],f32>
// CHECK-NEXT:   %[[R:.*]] = aten.mul.Tensor(%[[A]], %[[B]]) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
func.func @rounds_a_tensor(%x: !ts.tensor<[2],f16>, %y: !ts.tensor<[2],i64>) -> !ts.tensor<[2],f16> {
  %r = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2],f16>, !ts.tensor<[2],i64>) -> !ts.tensor<[2],f16>
  func.return %r : !ts.tensor<[2],f16>
}

// Fires: the factor of a sum and the limit of hardshrink are rounded.
// CHECK-LABEL: func.func @rounds_a_factor_and_a_limit
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>, %[[Y:.*]]: !ts.tensor<[2],f16>)
// CHECK:        %[[FACTOR:.*]] = prim.Constant 0.0999755859375 : f64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]],
// CHECK:        %[[B:.*]] = aten.to.dtype(%[[Y]],
// CHECK-NEXT:   %[[S:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[FACTOR]]) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],f32>
// CHECK:        %[[LIMIT:.*]] = prim.Constant 0.0999755859375 : f64
// CHECK:        %[[R:.*]] = aten.hardshrink(%[[W:.*]], %[[LIMIT]]) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],f32>
func.func @rounds_a_factor_and_a_limit(%x: !ts.tensor<[2],f16>, %y: !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16> {
  %n = prim.Constant 0.1 : f64
  %s = aten.add.Tensor(%x, %y, %n) : (!ts.tensor<[2],f16>, !ts.tensor<[2],f16>, f64) -> !ts.tensor<[2],f16>
  %r = aten.hardshrink(%s, %n) : (!ts.tensor<[2],f16>, f64) -> !ts.tensor<[2],f16>
  func.return %r : !ts.tensor<[2],f16>
}

// CHECK-LABEL: func.func @must_not_round_a_number_that_is_a_half
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>)
// CHECK-NEXT:   %[[N:.*]] = prim.Constant 2 : i64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]],
// CHECK-NEXT:   %[[B:.*]] = aten.to.dtype(%[[X]],
// CHECK-NEXT:   %[[S:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[N]]) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
func.func @must_not_round_a_number_that_is_a_half(%x: !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16> {
  %n = prim.Constant 2 : i64
  %s = aten.add.Tensor(%x, %x, %n) : (!ts.tensor<[2],f16>, !ts.tensor<[2],f16>, i64) -> !ts.tensor<[2],f16>
  func.return %s : !ts.tensor<[2],f16>
}

// CHECK-LABEL: func.func @must_not_widen_as_steps_between_halves_differ
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>, %[[Y:.*]]: !ts.tensor<[2],f16>)
// CHECK-NEXT:   %[[R:.*]] = aten.nextafter(%[[X]], %[[Y]]) : (!ts.tensor<[2],f16>, !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16>
func.func @must_not_widen_as_steps_between_halves_differ(%x: !ts.tensor<[2],f16>, %y: !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16> {
  %r = aten.nextafter(%x, %y) : (!ts.tensor<[2],f16>, !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16>
  func.return %r : !ts.tensor<[2],f16>
}

// CHECK-LABEL: func.func @must_not_round_as_a_product_takes_float32
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>)
// CHECK:        %[[N:.*]] = prim.Constant 1.000000e-01 : f64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]],
// CHECK-NEXT:   %[[R:.*]] = aten.mul.Scalar(%[[A]], %[[N]]) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],f32>
func.func @must_not_round_as_a_product_takes_float32(%x: !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16> {
  %n = prim.Constant 0.1 : f64
  %r = aten.mul.Scalar(%x, %n) : (!ts.tensor<[2],f16>, f64) -> !ts.tensor<[2],f16>
  func.return %r : !ts.tensor<[2],f16>
}

// CHECK-LABEL: func.func @must_not_round_as_the_common_dtype_is_wider
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>, %[[Y:.*]]: !ts.tensor<[2],f32>)
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]],
// CHECK-NEXT:   %[[R:.*]] = aten.ge.Tensor(%[[A]], %[[Y]]) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[2],i1>
func.func @must_not_round_as_the_common_dtype_is_wider(%x: !ts.tensor<[2],f16>, %y: !ts.tensor<[2],f32>) -> !ts.tensor<[2],i1> {
  %r = aten.ge.Tensor(%x, %y) : (!ts.tensor<[2],f16>, !ts.tensor<[2],f32>) -> !ts.tensor<[2],i1>
  func.return %r : !ts.tensor<[2],i1>
}

// Fires: the dtype of a sum is widened, and its operand rounded, as the program asks for float16.
// CHECK-LABEL: func.func @sums_in_the_dtype_of_the_result
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[5],i64>)
// CHECK:        %[[H:.*]] = aten.to.dtype(%[[X]], %[[F16:.*]], %[[NO:.*]], %[[NO]], %[[NONE:.*]]) : (!ts.tensor<[5],i64>, i64, i1, i1, !ts.none) -> !ts.tensor<[5],f16>
// CHECK-NEXT:   %[[F32:.*]] = prim.Constant 6 : i64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[H]], %[[F32]], %[[NO1:.*]], %[[NO1]], %[[NONE1:.*]]) : (!ts.tensor<[5],f16>, i64, i1, i1, !ts.none) -> !ts.tensor<[5],f32>
// CHECK-NEXT:   %[[R:.*]] = aten.sum(%[[A]], %[[F32]]) : (!ts.tensor<[5],f32>, i64) -> !ts.tensor<[],f32>
// CHECK:        aten.to.dtype(%[[R]], %[[F16_1:.*]], %[[NO2:.*]], %[[NO2]], %[[NONE2:.*]]) : (!ts.tensor<[],f32>, i64, i1, i1, !ts.none) -> !ts.tensor<[],f16>
func.func @sums_in_the_dtype_of_the_result(%x: !ts.tensor<[5],i64>) -> !ts.tensor<[],f16> {
  %d = prim.Constant 5 : i64
  %r = aten.sum(%x, %d) : (!ts.tensor<[5],i64>, i64) -> !ts.tensor<[],f16>
  func.return %r : !ts.tensor<[],f16>
}

// CHECK-LABEL: func.func @must_not_fire_as_a_norm_does_not_narrow
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[5],f64>)
// CHECK-NOT:    aten.to
// CHECK:        aten.linalg_vector_norm(%[[X]],
func.func @must_not_fire_as_a_norm_does_not_narrow(%x: !ts.tensor<[5],f64>) -> !ts.tensor<[],f16> {
  %two = prim.Constant 2 : i64
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %d = prim.Constant 5 : i64
  %r = aten.linalg_vector_norm(%x, %two, %none, %no, %d) : (!ts.tensor<[5],f64>, i64, !ts.none, i1, i64) -> !ts.tensor<[],f16>
  func.return %r : !ts.tensor<[],f16>
}

// Fires: infinities become the limits of float16, a number that the program states stays.
// CHECK-LABEL: func.func @states_limits
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f16>)
// CHECK:        %[[NAN:.*]] = prim.Constant : !ts.none
// CHECK:        %[[HIGH:.*]] = prim.Constant 2.000000e+00 : f64
// CHECK-NEXT:   %[[LOW:.*]] = prim.Constant -6.550400e+04 : f64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]],
// CHECK-NEXT:   aten.nan_to_num(%[[A]], %[[NAN]], %[[HIGH]], %[[LOW]]) :
func.func @states_limits(%x: !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16> {
  %none = prim.Constant : !ts.none
  %high = prim.Constant 2.0 : f64
  %r = aten.nan_to_num(%x, %none, %high, %none) : (!ts.tensor<[2],f16>, !ts.none, f64, !ts.none) -> !ts.tensor<[2],f16>
  func.return %r : !ts.tensor<[2],f16>
}

// CHECK-LABEL: func.func @must_not_fire_as_elements_only_move
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f16>)
// CHECK-NOT:    aten.to
// CHECK:        %[[V:.*]] = aten.t(%[[X]]) : (!ts.tensor<[2,3],f16>) -> !ts.tensor<[3,2],f16>
// CHECK-NEXT:   %[[R:.*]] = aten.flip(%[[V]], %[[DIMS:.*]]) : (!ts.tensor<[3,2],f16>, !ts.list<i64>) -> !ts.tensor<[3,2],f16>
// CHECK-NEXT:   func.return %[[R]]
func.func @must_not_fire_as_elements_only_move(%x: !ts.tensor<[2,3],f16>) -> !ts.tensor<[3,2],f16> {
  %dims = prim.Constant [0 : i64] : !ts.list<i64>
  %v = aten.t(%x) : (!ts.tensor<[2,3],f16>) -> !ts.tensor<[3,2],f16>
  %r = aten.flip(%v, %dims) : (!ts.tensor<[3,2],f16>, !ts.list<i64>) -> !ts.tensor<[3,2],f16>
  func.return %r : !ts.tensor<[3,2],f16>
}

// CHECK-LABEL: func.func @must_not_fire_as_no_operand_is_a_half
// CHECK-NEXT:   %[[R:.*]] = aten.relu(%[[X:.*]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK-NEXT:   func.return %[[R]]
func.func @must_not_fire_as_no_operand_is_a_half(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %r = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @must_not_fire_as_dropout_rounds_its_scale
// CHECK-NOT:    aten.to
// CHECK:        aten.dropout(%[[X:.*]], %[[P:.*]], %[[YES:.*]]) : (!ts.tensor<[2],f16>, f64, i1) -> !ts.tensor<[2],f16>
func.func @must_not_fire_as_dropout_rounds_its_scale(%x: !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16> {
  %p = prim.Constant 0.5 : f64
  %yes = prim.Constant true
  %r = aten.dropout(%x, %p, %yes) : (!ts.tensor<[2],f16>, f64, i1) -> !ts.tensor<[2],f16>
  func.return %r : !ts.tensor<[2],f16>
}
