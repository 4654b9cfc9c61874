// RUN: %ts-opt %s -p lower-quantized | %check %s

// The fused multiply-add of `quantize_per_tensor` is one in float64, NaN becomes the greatest
// integer, and `relu` leaves distances from the zero point that are not negative.
// CHECK-LABEL: func.func @to_integers_and_back
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[4],f32, requires_grad=false>)
// CHECK:         %[[F64:.*]] = prim.Constant 7 : i64
// CHECK:         %[[A:.*]] = aten.to.dtype(%[[X]], %[[F64]],
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2.000000e+00 : f64
// CHECK-NEXT:    %[[B:.*]] = aten.mul.Scalar(%[[A]], %[[TWO]]) : (!ts.tensor<[4],f64>, f64) -> !ts.tensor<[4],f64>
// CHECK-NEXT:    %[[Z:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[C:.*]] = aten.add.Scalar(%[[B]], %[[Z]], %[[ONE]])
// CHECK-NEXT:    %[[F32:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:    %[[D:.*]] = aten.to.dtype(%[[C]], %[[F32]],
// CHECK-NEXT:    %[[E:.*]] = aten.round(%[[D]]) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
// CHECK-NEXT:    %[[MAX:.*]] = prim.Constant 255 : i64
// CHECK-NEXT:    %[[IN:.*]] = aten.lt.Scalar(%[[E]], %[[MAX]])
// CHECK-NEXT:    %[[MOST:.*]] = prim.Constant 2.550000e+02 : f64
// CHECK-NEXT:    %[[F:.*]] = aten.where.ScalarOther(%[[IN]], %[[E]], %[[MOST]])
// CHECK-NEXT:    %[[MIN:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:    %[[Q:.*]] = aten.clamp_min(%[[F]], %[[MIN]])
// CHECK-NEXT:    %[[G:.*]] = aten.sub.Scalar(%[[Q]], %[[Z]], %[[ONE]])
// CHECK-NEXT:    %[[NIL:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:    %[[P:.*]] = aten.clamp_min(%[[G]], %[[NIL]])
// CHECK-NEXT:    %[[HALF:.*]] = prim.Constant 5.000000e-01 : f64
// CHECK-NEXT:    %[[R:.*]] = aten.mul.Scalar(%[[P]], %[[HALF]])
// CHECK-NEXT:    %[[S:.*]] = prim.unchecked_cast(%[[R]])
// CHECK-NEXT:    func.return %[[S]]
func.func @to_integers_and_back(%x: !ts.tensor<[4],f32,requires_grad=false>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %quint8 = prim.Constant 13 : i64
  %q = aten.quantize_per_tensor(%x, %half, %three, %quint8) : (!ts.tensor<[4],f32,requires_grad=false>, f64, i64, i64) -> !ts.tensor
  %p = aten.relu(%q) : (!ts.tensor) -> !ts.tensor
  %r = aten.dequantize.self(%p) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Of 0.1 in float32, the product with the zero point 3 is rounded: an addend in float64 makes up
// for that. The result is within 3 to 255, without the zero point 0 to 252.
// CHECK-LABEL: func.func @a_sum_of_reals
// CHECK-SAME:    (%[[I:.*]]: !ts.tensor<[4],ui8>)
// CHECK:         %[[FIRST:.*]] = aten.to.dtype(%[[I]],
// CHECK:         %[[D1:.*]] = aten.sub.Scalar(%[[FIRST]],
// CHECK:         %[[SECOND:.*]] = aten.to.dtype(%[[I]],
// CHECK:         %[[D2:.*]] = aten.sub.Scalar(%[[SECOND]],
// CHECK:         %[[HALF:.*]] = prim.Constant 5.000000e-01 : f64
// CHECK-NEXT:    %[[A:.*]] = aten.mul.Scalar(%[[D1]], %[[HALF]])
// CHECK:         %[[WIDE:.*]] = aten.to.dtype(%[[D2]],
// CHECK-NEXT:    %[[SCALE:.*]] = prim.Constant 0.10000000149011612 : f64
// CHECK-NEXT:    %[[W:.*]] = aten.mul.Scalar(%[[WIDE]], %[[SCALE]]) : (!ts.tensor<[4],f64>, f64) -> !ts.tensor<[4],f64>
// CHECK-NEXT:    %[[ERROR:.*]] = prim.Constant -7.4505805969238281e-09 : f64
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[V:.*]] = aten.add.Scalar(%[[W]], %[[ERROR]], %[[ONE]])
// CHECK-NEXT:    %[[F32:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:    %[[B:.*]] = aten.to.dtype(%[[V]], %[[F32]],
// CHECK-NEXT:    %[[T:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[ONE]])
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2.000000e+00 : f64
// CHECK-NEXT:    %[[U:.*]] = aten.mul.Scalar(%[[T]], %[[TWO]])
// CHECK-NEXT:    %[[R:.*]] = aten.round(%[[U]])
// CHECK-NEXT:    %[[MAX:.*]] = prim.Constant 252 : i64
// CHECK-NEXT:    %[[IN:.*]] = aten.lt.Scalar(%[[R]], %[[MAX]])
// CHECK-NEXT:    %[[MOST:.*]] = prim.Constant 2.520000e+02 : f64
// CHECK-NEXT:    %[[F:.*]] = aten.where.ScalarOther(%[[IN]], %[[R]], %[[MOST]])
// CHECK-NEXT:    %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:    %[[D:.*]] = aten.clamp_min(%[[F]], %[[ZERO]])
// CHECK-NEXT:    %[[Z:.*]] = prim.Constant 3 : i64
// CHECK:         %[[I:.*]] = aten.add.Scalar(%[[D]], %[[Z]],
// CHECK:         aten.to.dtype(%[[I]],
// CHECK-NOT:     quantized
func.func @a_sum_of_reals(%i: !ts.tensor<[4],ui8>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %tenth = prim.Constant 1.0e-01 : f64
  %three = prim.Constant 3 : i64
  %q = aten._make_per_tensor_quantized_tensor(%i, %half, %three) : (!ts.tensor<[4],ui8>, f64, i64) -> !ts.tensor
  %p = aten._make_per_tensor_quantized_tensor(%i, %tenth, %three) : (!ts.tensor<[4],ui8>, f64, i64) -> !ts.tensor
  %r = quantized.add_relu(%q, %p, %half, %three) : (!ts.tensor, !ts.tensor, f64, i64) -> !ts.tensor
  %s = aten.int_repr(%r) : (!ts.tensor) -> !ts.tensor
  func.return %s : !ts.tensor
}

// An operator that stays, and the caller, get a quantised tensor.
// CHECK-LABEL: func.func @between_operators_that_stay
// CHECK-SAME:    (%[[I:.*]]: !ts.tensor<[4],ui8>)
// CHECK:         %[[A:.*]] = aten.to.dtype(%[[I]],
// CHECK:         %[[B:.*]] = aten.sub.Scalar(%[[A]],
// CHECK:         %[[C:.*]] = aten.clamp_min(%[[B]],
// CHECK:         %[[D:.*]] = aten.add.Scalar(%[[C]],
// CHECK:         %[[E:.*]] = aten.to.dtype(%[[D]],
// CHECK:         %[[P:.*]] = aten._make_per_tensor_quantized_tensor(%[[E]],
// CHECK-NEXT:    %[[R:.*]] = aten.sigmoid(%[[P]])
// CHECK-NEXT:    func.return %[[R]]
func.func @between_operators_that_stay(%i: !ts.tensor<[4],ui8>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %zero = prim.Constant 0 : i64
  %q = aten._make_per_tensor_quantized_tensor(%i, %half, %zero) : (!ts.tensor<[4],ui8>, f64, i64) -> !ts.tensor
  %p = aten.relu(%q) : (!ts.tensor) -> !ts.tensor
  %r = aten.sigmoid(%p) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_operand_is_of_float64
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[4],f64, requires_grad=false>)
// CHECK:         %[[Q:.*]] = aten.quantize_per_tensor(%[[X]],
// CHECK-NEXT:    %[[R:.*]] = aten.dequantize.self(%[[Q]])
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_the_operand_is_of_float64(%x: !ts.tensor<[4],f64,requires_grad=false>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %quint8 = prim.Constant 13 : i64
  %q = aten.quantize_per_tensor(%x, %half, %three, %quint8) : (!ts.tensor<[4],f64,requires_grad=false>, f64, i64, i64) -> !ts.tensor
  %r = aten.dequantize.self(%q) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_gradient_would_be_recorded
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[4],f32>)
// CHECK:         %[[Q:.*]] = aten.quantize_per_tensor(%[[X]],
// CHECK-NEXT:    %[[R:.*]] = aten.dequantize.self(%[[Q]])
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_a_gradient_would_be_recorded(%x: !ts.tensor<[4],f32>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %quint8 = prim.Constant 13 : i64
  %q = aten.quantize_per_tensor(%x, %half, %three, %quint8) : (!ts.tensor<[4],f32>, f64, i64, i64) -> !ts.tensor
  %r = aten.dequantize.self(%q) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_scale_is_an_argument
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[4],f32, requires_grad=false>, %[[S:.*]]: f64)
// CHECK:         %[[Q:.*]] = aten.quantize_per_tensor(%[[X]], %[[S]],
// CHECK-NEXT:    %[[R:.*]] = aten.dequantize.self(%[[Q]])
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_the_scale_is_an_argument(%x: !ts.tensor<[4],f32,requires_grad=false>, %s: f64) -> !ts.tensor {
  %three = prim.Constant 3 : i64
  %quint8 = prim.Constant 13 : i64
  %q = aten.quantize_per_tensor(%x, %s, %three, %quint8) : (!ts.tensor<[4],f32,requires_grad=false>, f64, i64, i64) -> !ts.tensor
  %r = aten.dequantize.self(%q) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_dtype_is_qint32
// CHECK:         %[[Q:.*]] = aten.quantize_per_tensor(
// CHECK-NEXT:    %[[R:.*]] = aten.dequantize.self(%[[Q]])
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_the_dtype_is_qint32(%x: !ts.tensor<[4],f32,requires_grad=false>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %qint32 = prim.Constant 14 : i64
  %q = aten.quantize_per_tensor(%x, %half, %three, %qint32) : (!ts.tensor<[4],f32,requires_grad=false>, f64, i64, i64) -> !ts.tensor
  %r = aten.dequantize.self(%q) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_tensor_is_written
// CHECK:         %[[Q:.*]] = aten._make_per_tensor_quantized_tensor(
// CHECK-NEXT:    %[[W:.*]] = aten.relu_(%[[Q]])
// CHECK-NEXT:    %[[R:.*]] = aten.dequantize.self(%[[Q]])
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_the_tensor_is_written(%i: !ts.tensor<[4],ui8>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %q = aten._make_per_tensor_quantized_tensor(%i, %half, %three) : (!ts.tensor<[4],ui8>, f64, i64) -> !ts.tensor
  %w = aten.relu_(%q) : (!ts.tensor) -> !ts.tensor
  %r = aten.dequantize.self(%q) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_view_and_its_base_are_returned
// CHECK:         %[[Q:.*]] = aten._make_per_tensor_quantized_tensor(
// CHECK-NEXT:    %[[V:.*]] = aten.t(%[[Q]])
// CHECK-NEXT:    func.return %[[Q]], %[[V]]
func.func @stays_as_the_view_and_its_base_are_returned(%i: !ts.tensor<[2,3],ui8>) -> (!ts.tensor, !ts.tensor) {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %q = aten._make_per_tensor_quantized_tensor(%i, %half, %three) : (!ts.tensor<[2,3],ui8>, f64, i64) -> !ts.tensor
  %v = aten.t(%q) : (!ts.tensor) -> !ts.tensor
  func.return %q, %v : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_weights_are_an_argument
// CHECK-SAME:    (%[[I:.*]]: !ts.tensor<[2,3],ui8>, %[[P:.*]]: !ts.class<
// CHECK:         %[[Q:.*]] = aten._make_per_tensor_quantized_tensor(%[[I]],
// CHECK-NEXT:    %[[R:.*]] = quantized.linear(%[[Q]], %[[P]],
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_the_weights_are_an_argument(%i: !ts.tensor<[2,3],ui8>, %packed: !ts.class<@__torch__.torch.classes.quantized.LinearPackedParamsBase>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %q = aten._make_per_tensor_quantized_tensor(%i, %half, %three) : (!ts.tensor<[2,3],ui8>, f64, i64) -> !ts.tensor
  %r = quantized.linear(%q, %packed, %half, %three) : (!ts.tensor, !ts.class<@__torch__.torch.classes.quantized.LinearPackedParamsBase>, f64, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_quantised_image_counts_the_factor
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[1,1,4,5],f32, requires_grad=false>)
// CHECK:         %[[Q:.*]] = aten.quantize_per_tensor(%[[X]],
// CHECK-NEXT:    %[[R:.*]] = aten.upsample_nearest2d(%[[Q]],
// CHECK-NEXT:    %[[D:.*]] = aten.dequantize.self(%[[R]])
// CHECK-NEXT:    func.return %[[D]]
func.func @stays_as_a_quantised_image_counts_the_factor(%x: !ts.tensor<[1,1,4,5],f32,requires_grad=false>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %quint8 = prim.Constant 13 : i64
  %size = prim.Constant [8, 5] : !ts.list<i64>
  %two = prim.Constant 2.0 : f64
  %factor = prim.Constant 1.1 : f64
  %q = aten.quantize_per_tensor(%x, %half, %three, %quint8) : (!ts.tensor<[1,1,4,5],f32,requires_grad=false>, f64, i64, i64) -> !ts.tensor
  %p = aten.upsample_nearest2d(%q, %size, %two, %factor) : (!ts.tensor, !ts.list<i64>, f64, f64) -> !ts.tensor
  %r = aten.dequantize.self(%p) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}
