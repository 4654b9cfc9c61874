// RUN: %ts-opt %s -p widen-bytes | %check %s

// Fires: bytes are added as int32, whose low byte is the sum.
// CHECK-LABEL: func.func @wraps_around
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],ui8>, %[[Y:.*]]: !ts.tensor<[4],ui8>)
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]], %[[I32:.*]], %[[NO:.*]], %[[NO]], %[[NONE:.*]]) : (!ts.tensor<[4],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],i32>
// CHECK-NEXT:   %[[B:.*]] = aten.to.dtype(%[[Y]], %[[I32]], %[[NO]], %[[NO]], %[[NONE]]) : (!ts.tensor<[4],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],i32>
// CHECK-NEXT:   %[[S:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[ONE:.*]]) : (!ts.tensor<[4],i32>, !ts.tensor<[4],i32>, i64) -> !ts.tensor<[4],i32>
// CHECK-NEXT:   %[[UI8:.*]] = prim.Constant 0 : i64
// CHECK:        %[[R:.*]] = aten.to.dtype(%[[S]], %[[UI8]], %[[NO1:.*]], %[[NO1]], %[[NONE1:.*]]) : (!ts.tensor<[4],i32>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],ui8>
// CHECK-NEXT:   func.return %[[R]] : !ts.tensor<[4],ui8>
func.func @wraps_around(%x: !ts.tensor<[4],ui8>, %y: !ts.tensor<[4],ui8>) -> !ts.tensor<[4],ui8> {
  %one = prim.Constant 1 : i64
  %r = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[4],ui8>, !ts.tensor<[4],ui8>, i64) -> !ts.tensor<[4],ui8>
  func.return %r : !ts.tensor<[4],ui8>
}

// Fires: the bytes of a list become numbers, which the result has in a wider dtype.
// CHECK-LABEL: func.func @joins_with_a_wider_dtype
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],ui8>, %[[Y:.*]]: !ts.tensor<[2],f32>)
// CHECK:        %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK:        %[[A:.*]] = aten.to.dtype(%[[X]], %[[F32:.*]], %[[NO:.*]], %[[NO]], %[[NONE:.*]]) : (!ts.tensor<[4],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],f32>
// CHECK-NEXT:   %[[L:.*]] = prim.ListConstruct(%[[A]], %[[Y]]) :
// CHECK-NEXT:   %[[R:.*]] = aten.cat(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[6],f32>
// CHECK-NEXT:   func.return %[[R]] : !ts.tensor<[6],f32>
func.func @joins_with_a_wider_dtype(%x: !ts.tensor<[4],ui8>, %y: !ts.tensor<[2],f32>) -> !ts.tensor<[6],f32> {
  %zero = prim.Constant 0 : i64
  %list = prim.ListConstruct(%x, %y) : (!ts.tensor<[4],ui8>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %r = aten.cat(%list, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[6],f32>
  func.return %r : !ts.tensor<[6],f32>
}

// CHECK-LABEL: func.func @must_not_fire_as_joined_bytes_stay_bytes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],ui8>)
// CHECK-NOT:    aten.to
// CHECK:        %[[L:.*]] = prim.ListConstruct(%[[X]], %[[X]]) :
// CHECK-NEXT:   %[[R:.*]] = aten.cat(%[[L]], %[[ZERO:.*]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[8],ui8>
func.func @must_not_fire_as_joined_bytes_stay_bytes(%x: !ts.tensor<[4],ui8>) -> !ts.tensor<[8],ui8> {
  %zero = prim.Constant 0 : i64
  %list = prim.ListConstruct(%x, %x) : (!ts.tensor<[4],ui8>, !ts.tensor<[4],ui8>) -> !ts.list<!ts.tensor>
  %r = aten.cat(%list, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[8],ui8>
  func.return %r : !ts.tensor<[8],ui8>
}

// CHECK-LABEL: func.func @must_not_fire_as_elements_only_move
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],ui8>)
// CHECK-NOT:    aten.to
// CHECK:        %[[V:.*]] = aten.t(%[[X]]) : (!ts.tensor<[2,3],ui8>) -> !ts.tensor<[3,2],ui8>
// CHECK-NEXT:   func.return %[[V]]
func.func @must_not_fire_as_elements_only_move(%x: !ts.tensor<[2,3],ui8>) -> !ts.tensor<[3,2],ui8> {
  %v = aten.t(%x) : (!ts.tensor<[2,3],ui8>) -> !ts.tensor<[3,2],ui8>
  func.return %v : !ts.tensor<[3,2],ui8>
}

// CHECK-LABEL: func.func @must_not_fire_as_a_scan_has_parts
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],ui8>)
// CHECK-NOT:    aten.to
// CHECK:        %[[S:.*]] = aten.cumsum(%[[X]], %[[DIM:.*]], %[[NONE:.*]]) : (!ts.tensor<[4],ui8>, i64, !ts.none) -> !ts.tensor<[4],i64>
// CHECK-NEXT:   func.return %[[S]]
func.func @must_not_fire_as_a_scan_has_parts(%x: !ts.tensor<[4],ui8>) -> !ts.tensor<[4],i64> {
  %dim = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %s = aten.cumsum(%x, %dim, %none) : (!ts.tensor<[4],ui8>, i64, !ts.none) -> !ts.tensor<[4],i64>
  func.return %s : !ts.tensor<[4],i64>
}
