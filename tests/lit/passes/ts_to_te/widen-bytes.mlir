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
