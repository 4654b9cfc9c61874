// RUN: %ts-opt %s -p 'lower-quantized{bytes=true}' | %check %s

// Results are stored as bytes, of which `relu` reads the distances from the zero point.
// CHECK-LABEL: func.func @bytes_between_operators
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, requires_grad=false>) -> !ts.tensor {
// CHECK-NEXT:   %[[V0:.*]] = prim.Constant 7 : i64
// CHECK-NEXT:   %[[V1:.*]] = prim.Constant false
// CHECK-NEXT:   %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[V3:.*]] = aten.to.dtype(%[[X]], %[[V0]], %[[V1]], %[[V1]], %[[V2]]) : (!ts.tensor<[4],f32, requires_grad=false>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],f64>
// CHECK-NEXT:   %[[V4:.*]] = prim.Constant 2.000000e+00 : f64
// CHECK-NEXT:   %[[V5:.*]] = aten.mul.Scalar(%[[V3]], %[[V4]]) : (!ts.tensor<[4],f64>, f64) -> !ts.tensor<[4],f64>
// CHECK-NEXT:   %[[V6:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:   %[[V7:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V8:.*]] = aten.add.Scalar(%[[V5]], %[[V6]], %[[V7]]) : (!ts.tensor<[4],f64>, i64, i64) -> !ts.tensor<[4],f64>
// CHECK-NEXT:   %[[V9:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:   %[[V10:.*]] = aten.to.dtype(%[[V8]], %[[V9]], %[[V1]], %[[V1]], %[[V2]]) : (!ts.tensor<[4],f64>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V11:.*]] = aten.round(%[[V10]]) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V12:.*]] = prim.Constant 255 : i64
// CHECK-NEXT:   %[[V13:.*]] = aten.lt.Scalar(%[[V11]], %[[V12]]) : (!ts.tensor<[4],f32>, i64) -> !ts.tensor<[4],i1>
// CHECK-NEXT:   %[[V14:.*]] = prim.Constant 2.550000e+02 : f64
// CHECK-NEXT:   %[[V15:.*]] = aten.where.ScalarOther(%[[V13]], %[[V11]], %[[V14]]) : (!ts.tensor<[4],i1>, !ts.tensor<[4],f32>, f64) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V16:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[V17:.*]] = aten.clamp_min(%[[V15]], %[[V16]]) : (!ts.tensor<[4],f32>, i64) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V18:.*]] = aten.sub.Scalar(%[[V17]], %[[V6]], %[[V7]]) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V19:.*]] = aten.add.Scalar(%[[V18]], %[[V6]], %[[V7]]) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V20:.*]] = aten.to.dtype(%[[V19]], %[[V6]], %[[V1]], %[[V1]], %[[V2]]) : (!ts.tensor<[4],f32>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],i32>
// CHECK-NEXT:   %[[V21:.*]] = aten.to.dtype(%[[V20]], %[[V16]], %[[V1]], %[[V1]], %[[V2]]) : (!ts.tensor<[4],i32>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],ui8>
// CHECK-NEXT:   %[[V22:.*]] = aten.to.dtype(%[[V21]], %[[V9]], %[[V1]], %[[V1]], %[[V2]]) : (!ts.tensor<[4],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V23:.*]] = aten.sub.Scalar(%[[V22]], %[[V6]], %[[V7]]) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V24:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[V25:.*]] = aten.clamp_min(%[[V23]], %[[V24]]) : (!ts.tensor<[4],f32>, i64) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V26:.*]] = prim.Constant 5.000000e-01 : f64
// CHECK-NEXT:   %[[V27:.*]] = aten.mul.Scalar(%[[V25]], %[[V26]]) : (!ts.tensor<[4],f32>, f64) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[V28:.*]] = prim.unchecked_cast(%[[V27]]) : (!ts.tensor<[4],f32>) -> !ts.tensor
// CHECK-NEXT:   func.return %[[V28]] : !ts.tensor
// CHECK-NEXT: }
func.func @bytes_between_operators(%x: !ts.tensor<[4],f32,requires_grad=false>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %quint8 = prim.Constant 13 : i64
  %q = aten.quantize_per_tensor(%x, %half, %three, %quint8) : (!ts.tensor<[4],f32,requires_grad=false>, f64, i64, i64) -> !ts.tensor
  %p = aten.relu(%q) : (!ts.tensor) -> !ts.tensor
  %r = aten.dequantize.self(%p) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// The maxima of windows are those of bytes; borders have the least integer.
// CHECK-LABEL: func.func @pooled_bytes_with_channels_last
// CHECK-SAME: (%[[I:.*]]: !ts.tensor<[1,8,4,5],ui8>) -> !ts.tensor {
// CHECK-NEXT:   %[[V0:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:   %[[V1:.*]] = prim.Constant false
// CHECK-NEXT:   %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[V3:.*]] = aten.to.dtype(%[[I]], %[[V0]], %[[V1]], %[[V1]], %[[V2]]) : (!ts.tensor<[1,8,4,5],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,8,4,5],f32>
// CHECK-NEXT:   %[[V4:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:   %[[V5:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V6:.*]] = aten.sub.Scalar(%[[V3]], %[[V4]], %[[V5]]) : (!ts.tensor<[1,8,4,5],f32>, i64, i64) -> !ts.tensor<[1,8,4,5],f32>
// CHECK-NEXT:   %[[V7:.*]] = prim.Constant [0 : i64, 2 : i64, 3 : i64, 1 : i64] : !ts.list<i64>
// CHECK-NEXT:   %[[V8:.*]] = aten.permute(%[[V6]], %[[V7]]) : (!ts.tensor<[1,8,4,5],f32>, !ts.list<i64>) -> !ts.tensor<[1,4,5,8],f32>
// CHECK-NEXT:   %[[V9:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:   %[[V10:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V11:.*]] = aten.add.Scalar(%[[V8]], %[[V9]], %[[V10]]) : (!ts.tensor<[1,4,5,8],f32>, i64, i64) -> !ts.tensor<[1,4,5,8],f32>
// CHECK-NEXT:   %[[V12:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[V13:.*]] = prim.Constant false
// CHECK-NEXT:   %[[V14:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[V15:.*]] = aten.to.dtype(%[[V11]], %[[V12]], %[[V13]], %[[V13]], %[[V14]]) : (!ts.tensor<[1,4,5,8],f32>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,4,5,8],ui8>
// CHECK-NEXT:   %[[V16:.*]] = prim.Constant [0 : i64, 0 : i64, 1 : i64, 1 : i64, 0 : i64, 0 : i64] : !ts.list<i64>
// CHECK-NEXT:   %[[V17:.*]] = aten.constant_pad_nd(%[[V15]], %[[V16]], %[[V12]]) : (!ts.tensor<[1,4,5,8],ui8>, !ts.list<i64>, i64) -> !ts.tensor<[1,4,7,8],ui8>
// CHECK-NEXT:   %[[V18:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[V19:.*]] = aten.slice.Tensor(%[[V17]], %[[V10]], %[[V12]], %[[V9]], %[[V18]]) : (!ts.tensor<[1,4,7,8],ui8>, i64, i64, i64, i64) -> !ts.tensor<[1,2,7,8],ui8>
// CHECK-NEXT:   %[[V20:.*]] = prim.Constant 5 : i64
// CHECK-NEXT:   %[[V21:.*]] = aten.slice.Tensor(%[[V19]], %[[V18]], %[[V12]], %[[V20]], %[[V18]]) : (!ts.tensor<[1,2,7,8],ui8>, i64, i64, i64, i64) -> !ts.tensor<[1,2,3,8],ui8>
// CHECK-NEXT:   %[[V22:.*]] = aten.slice.Tensor(%[[V17]], %[[V10]], %[[V12]], %[[V9]], %[[V18]]) : (!ts.tensor<[1,4,7,8],ui8>, i64, i64, i64, i64) -> !ts.tensor<[1,2,7,8],ui8>
// CHECK-NEXT:   %[[V23:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:   %[[V24:.*]] = aten.slice.Tensor(%[[V22]], %[[V18]], %[[V10]], %[[V23]], %[[V18]]) : (!ts.tensor<[1,2,7,8],ui8>, i64, i64, i64, i64) -> !ts.tensor<[1,2,3,8],ui8>
// CHECK-NEXT:   %[[V25:.*]] = aten.maximum(%[[V21]], %[[V24]]) : (!ts.tensor<[1,2,3,8],ui8>, !ts.tensor<[1,2,3,8],ui8>) -> !ts.tensor<[1,2,3,8],ui8>
// CHECK-NEXT:   %[[V26:.*]] = aten.to.dtype(%[[V25]], %[[V23]], %[[V13]], %[[V13]], %[[V14]]) : (!ts.tensor<[1,2,3,8],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,2,3,8],f32>
// CHECK-NEXT:   %[[V27:.*]] = aten.sub.Scalar(%[[V26]], %[[V9]], %[[V10]]) : (!ts.tensor<[1,2,3,8],f32>, i64, i64) -> !ts.tensor<[1,2,3,8],f32>
// CHECK-NEXT:   %[[V28:.*]] = prim.Constant [0 : i64, 3 : i64, 1 : i64, 2 : i64] : !ts.list<i64>
// CHECK-NEXT:   %[[V29:.*]] = aten.permute(%[[V27]], %[[V28]]) : (!ts.tensor<[1,2,3,8],f32>, !ts.list<i64>) -> !ts.tensor<[1,8,2,3],f32>
// CHECK-NEXT:   %[[V30:.*]] = prim.Constant [0 : i64, 3 : i64, 1 : i64, 2 : i64] : !ts.list<i64>
// CHECK-NEXT:   %[[V31:.*]] = aten.permute(%[[V25]], %[[V30]]) : (!ts.tensor<[1,2,3,8],ui8>, !ts.list<i64>) -> !ts.tensor<[1,8,2,3],ui8>
// CHECK-NEXT:   %[[V32:.*]] = prim.Constant 5.000000e-01 : f64
// CHECK-NEXT:   %[[V33:.*]] = aten.mul.Scalar(%[[V29]], %[[V32]]) : (!ts.tensor<[1,8,2,3],f32>, f64) -> !ts.tensor<[1,8,2,3],f32>
// CHECK-NEXT:   %[[V34:.*]] = prim.unchecked_cast(%[[V33]]) : (!ts.tensor<[1,8,2,3],f32>) -> !ts.tensor
// CHECK-NEXT:   func.return %[[V34]] : !ts.tensor
// CHECK-NEXT: }
func.func @pooled_bytes_with_channels_last(%i: !ts.tensor<[1,8,4,5],ui8>) -> !ts.tensor {
  %half = prim.Constant 5.0e-01 : f64
  %three = prim.Constant 3 : i64
  %two = prim.Constant [1, 2] : !ts.list<i64>
  %step = prim.Constant [2, 2] : !ts.list<i64>
  %border = prim.Constant [0, 1] : !ts.list<i64>
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %no = prim.Constant false
  %q = aten._make_per_tensor_quantized_tensor(%i, %half, %three) : (!ts.tensor<[1,8,4,5],ui8>, f64, i64) -> !ts.tensor
  %p = aten.max_pool2d(%q, %two, %step, %border, %one, %no) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  %r = aten.dequantize.self(%p) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}
