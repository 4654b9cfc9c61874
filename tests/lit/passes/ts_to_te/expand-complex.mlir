// RUN: %ts-opt %s -p expand-complex,cse,dce | %check %s

// Fires: the parts of an argument are views of its memory, and the product of a number has parts.

// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],complex<f32>>)
// CHECK:      %[[TWO:.*]] = prim.Constant 2.000000e+00 : f64
// CHECK:      %[[PAIRS:.*]] = aten.view_as_real(%[[X]]) : (!ts.tensor<[4],complex<f32>>) -> !ts.tensor<[4,2],f32>
// CHECK:      %[[LAST:.*]] = prim.Constant -1 : i64
// CHECK:      %[[FIRST:.*]] = prim.Constant 0 : i64
// CHECK:      %[[A:.*]] = aten.select.int(%[[PAIRS]], %[[LAST]], %[[FIRST]])
// CHECK:      %[[SECOND:.*]] = prim.Constant 1 : i64
// CHECK:      %[[B:.*]] = aten.select.int(%[[PAIRS]], %[[LAST]], %[[SECOND]])
// CHECK:      %[[AR:.*]] = aten.mul.Scalar(%[[A]], %[[TWO]])
// CHECK:      %[[ZERO:.*]] = prim.Constant 0.000000e+00 : f64
// CHECK:      %[[BI:.*]] = aten.mul.Scalar(%[[B]], %[[ZERO]])
// CHECK:      %[[RE:.*]] = aten.sub.Tensor(%[[AR]], %[[BI]],
// CHECK:      %[[AI:.*]] = aten.mul.Scalar(%[[A]], %[[ZERO]])
// CHECK:      %[[BR:.*]] = aten.mul.Scalar(%[[B]], %[[TWO]])
// CHECK:      %[[IM:.*]] = aten.add.Tensor(%[[AI]], %[[BR]],
// CHECK:      %[[R:.*]] = aten.hypot(%[[RE]], %[[IM]])
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[4],f32>
func.func @product(%x: !ts.tensor<[4],complex<f32>>) -> !ts.tensor {
  %two = prim.Constant 2.0 : f64
  %y = aten.mul.Scalar(%x, %two) : (!ts.tensor<[4],complex<f32>>, f64) -> !ts.tensor
  %r = aten.abs(%y) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: the transform of frames of four, of which the kernel needs no complex number.

// CHECK-LABEL: func.func @transform
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[9,4],f32>)
// CHECK:      %[[WAVES:.*]] = prim.Constant dense<{{\[\[}}1.000000e+00, 1.000000e+00, 1.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00, -1.000000e+00, 0.000000e+00, -1.000000e+00, 0.000000e+00], [1.000000e+00, -1.000000e+00, 1.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<4x6xf32>
// CHECK:      %[[P:.*]] = aten.matmul(%[[X]], %[[WAVES]])
// CHECK:      %[[LAST:.*]] = prim.Constant -1 : i64
// CHECK:      %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK:      %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK:      %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK:      %[[RE:.*]] = aten.slice.Tensor(%[[P]], %[[LAST]], %[[NONE]], %[[COUNT]], %[[ONE]])
// CHECK:      %[[IM:.*]] = aten.slice.Tensor(%[[P]], %[[LAST]], %[[COUNT]], %[[NONE]], %[[ONE]])
// CHECK:      %[[R:.*]] = aten.hypot(%[[RE]], %[[IM]])
// CHECK-NEXT: func.return %[[R]]
func.func @transform(%x: !ts.tensor<[9,4],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  %z = aten.fft_rfft(%x, %none, %last, %none) : (!ts.tensor<[9,4],f32>, !ts.none, i64, !ts.none) -> !ts.tensor
  %r = aten.abs(%z) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: frames of a signal, of which frequencies come first.

// CHECK-LABEL: func.func @frames
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[20],f32>, %[[W:.*]]: !ts.tensor<[4],f32>)
// CHECK:      %[[LAST:.*]] = prim.Constant -1 : i64
// CHECK:      %[[SIZE:.*]] = prim.Constant 4 : i64
// CHECK:      %[[STEP:.*]] = prim.Constant 2 : i64
// CHECK:      %[[FRAMES:.*]] = aten.unfold(%[[X]], %[[LAST]], %[[SIZE]], %[[STEP]])
// CHECK:      %[[WEIGHED:.*]] = aten.mul.Tensor(%[[FRAMES]], %[[W]])
// CHECK:      %[[WAVES:.*]] = prim.Constant dense<
// CHECK:      %[[P:.*]] = aten.matmul(%[[WEIGHED]], %[[WAVES]])
// CHECK:      %[[A:.*]] = aten.slice.Tensor(%[[P]],
// CHECK:      %[[B:.*]] = aten.slice.Tensor(%[[P]],
// CHECK:      %[[RE:.*]] = aten.transpose.int(%[[A]],
// CHECK:      %[[IM:.*]] = aten.transpose.int(%[[B]],
// CHECK:      %[[R:.*]] = aten.hypot(%[[RE]], %[[IM]]) : {{.*}} -> !ts.tensor<[3,9],f32>
// CHECK-NEXT: func.return %[[R]]
func.func @frames(%x: !ts.tensor<[20],f32>, %w: !ts.tensor<[4],f32>) -> !ts.tensor {
  %size = prim.Constant 4 : i64
  %step = prim.Constant 2 : i64
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %yes = prim.Constant true
  %z = aten.stft(%x, %size, %step, %none, %w, %no, %none, %yes, %none) : (!ts.tensor<[20],f32>, i64, i64, !ts.none, !ts.tensor<[4],f32>, i1, !ts.none, i1, !ts.none) -> !ts.tensor
  %r = aten.abs(%z) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: a kernel reads the sizes of what a library transforms.

// CHECK-LABEL: func.func @long_transform
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[9,400],f32>)
// CHECK:      %[[Z:.*]] = aten.fft_rfft(%[[X]],
// CHECK-NEXT: %[[PAIRS:.*]] = aten.view_as_real(%[[Z]])
// CHECK:      %[[RE:.*]] = aten.select.int(%[[PAIRS]],
// CHECK:      %[[IM:.*]] = aten.select.int(%[[PAIRS]],
// CHECK:      aten.hypot(%[[RE]], %[[IM]])
func.func @long_transform(%x: !ts.tensor<[9,400],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  %z = aten.fft_rfft(%x, %none, %last, %none) : (!ts.tensor<[9,400],f32>, !ts.none, i64, !ts.none) -> !ts.tensor
  %a = aten.abs(%z) : (!ts.tensor) -> !ts.tensor
  %r = aten.exp(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the numbers leave the function.

// CHECK-LABEL: func.func @stays_returned
// CHECK:      %[[Z:.*]] = aten.fft_rfft
// CHECK:      %[[R:.*]] = aten.abs(%[[Z]])
// CHECK-NEXT: func.return %[[R]], %[[Z]]
func.func @stays_returned(%x: !ts.tensor<[9,4],f32>) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  %z = aten.fft_rfft(%x, %none, %last, %none) : (!ts.tensor<[9,4],f32>, !ts.none, i64, !ts.none) -> !ts.tensor
  %r = aten.abs(%z) : (!ts.tensor) -> !ts.tensor
  func.return %r, %z : !ts.tensor, !ts.tensor
}

// Must not fire: the real part that is returned shows the memory of complex numbers.

// CHECK-LABEL: func.func @stays_a_view
// CHECK:      %[[Z:.*]] = aten.complex
// CHECK-NEXT: %[[R:.*]] = aten.real(%[[Z]])
// CHECK-NEXT: func.return %[[R]]
func.func @stays_a_view(%x: !ts.tensor<[9],f32>, %y: !ts.tensor<[9],f32>) -> !ts.tensor {
  %z = aten.complex(%x, %y) : (!ts.tensor<[9],f32>, !ts.tensor<[9],f32>) -> !ts.tensor
  %r = aten.real(%z) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: a part is written after it was read.

// CHECK-LABEL: func.func @stays_written
// CHECK:      %[[Z:.*]] = aten.complex
// CHECK:      %[[R:.*]] = aten.abs(%[[Z]])
func.func @stays_written(%x: !ts.tensor<[9],f32>, %y: !ts.tensor<[9],f32>) -> !ts.tensor {
  %z = aten.complex(%x, %y) : (!ts.tensor<[9],f32>, !ts.tensor<[9],f32>) -> !ts.tensor
  %x1 = aten.zero_(%x) : (!ts.tensor<[9],f32>) -> !ts.tensor
  %r = aten.abs(%z) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the transform keeps the order in memory of the first two axes, a product does not.

// CHECK-LABEL: func.func @stays_in_order
// CHECK:      %[[Z:.*]] = aten.fft_rfft(
// CHECK-NEXT: aten.abs(%[[Z]])
func.func @stays_in_order(%x: !ts.tensor<[2,9,4],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  %z = aten.fft_rfft(%x, %none, %last, %none) : (!ts.tensor<[2,9,4],f32>, !ts.none, i64, !ts.none) -> !ts.tensor
  %r = aten.abs(%z) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: a product hides the order.

// CHECK-LABEL: func.func @order_is_hidden
// CHECK-NOT:  aten.fft_rfft
// CHECK:      aten.hypot
func.func @order_is_hidden(%x: !ts.tensor<[2,9,4],f32>, %w: !ts.tensor<[3,5],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  %z = aten.fft_rfft(%x, %none, %last, %none) : (!ts.tensor<[2,9,4],f32>, !ts.none, i64, !ts.none) -> !ts.tensor
  %a = aten.abs(%z) : (!ts.tensor) -> !ts.tensor
  %r = aten.matmul(%a, %w) : (!ts.tensor, !ts.tensor<[3,5],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: no kernel reads the sizes, and the library computes them in one call.

// CHECK-LABEL: func.func @stays_alone
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],complex<f32>>)
// CHECK-NEXT: aten.abs(%[[X]])
func.func @stays_alone(%x: !ts.tensor<[4],complex<f32>>) -> !ts.tensor {
  %r = aten.abs(%x) : (!ts.tensor<[4],complex<f32>>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: `view` raises for some strides of complex numbers, which the parts do not have.

// CHECK-LABEL: func.func @stays_a_view_that_may_raise
// CHECK:      aten.complex
// CHECK:      aten.view
func.func @stays_a_view_that_may_raise(%x: !ts.tensor<[4,2],f32>) -> !ts.tensor {
  %n = prim.Constant [8] : !ts.list<i64>
  %z = aten.complex(%x, %x) : (!ts.tensor<[4,2],f32>, !ts.tensor<[4,2],f32>) -> !ts.tensor
  %v = aten.view(%z, %n) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %r = aten.abs(%v) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the second operand is multiplied, or broadcast, or of another precision.

// CHECK-LABEL: func.func @stays_arithmetic
// CHECK:      aten.add.Tensor(
// CHECK:      aten.add.Tensor(
// CHECK:      aten.add.Tensor(
// CHECK-NOT:  aten.hypot
func.func @stays_arithmetic(%x: !ts.tensor<[4],complex<f32>>, %y: !ts.tensor<[2,4],f32>, %d: !ts.tensor<[4],f64>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %a = aten.add.Tensor(%x, %x, %two) : (!ts.tensor<[4],complex<f32>>, !ts.tensor<[4],complex<f32>>, i64) -> !ts.tensor
  %b = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[4],complex<f32>>, !ts.tensor<[2,4],f32>, i64) -> !ts.tensor
  %c = aten.add.Tensor(%x, %d, %one) : (!ts.tensor<[4],complex<f32>>, !ts.tensor<[4],f64>, i64) -> !ts.tensor
  %ra = aten.abs(%a) : (!ts.tensor) -> !ts.tensor
  %rb = aten.abs(%b) : (!ts.tensor) -> !ts.tensor
  %rc = aten.abs(%c) : (!ts.tensor) -> !ts.tensor
  func.return %ra, %rb, %rc : !ts.tensor, !ts.tensor, !ts.tensor
}
