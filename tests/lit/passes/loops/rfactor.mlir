// RUN: %ts-opt %s --split-input-file -p "rfactor{loop=i},cse,dce" | %check %s

// Fires: partial sums begin at 0, and the loop inside carries on.
// CHECK-LABEL: func.func @sum
// CHECK-SAME:  (%[[X:.*]]: memref<4x8xf32>, %[[INIT:.*]]: f32) -> f32 {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[I_PARTS:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    %[[ACC:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[PART:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[A:.*]] = %[[ACC]]) -> (f32) {
// CHECK-NEXT:        %[[V0:.*]] = memref.load %[[X]][%[[I]], %[[K]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[V1:.*]] = arith.addf %[[A]], %[[V0]] fastmath<reassoc> : f32
// CHECK-NEXT:        scf.yield %[[V1]] : f32
// CHECK-NEXT:      } {loop_name = "k"}
// CHECK-NEXT:      memref.store %[[PART]], %[[I_PARTS]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    %[[SUM:.*]] = scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[V2:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:      %[[V3:.*]] = memref.load %[[I_PARTS]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:      %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] fastmath<reassoc> : f32
// CHECK-NEXT:      scf.yield %[[V4]] : f32
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    memref.dealloc %[[I_PARTS]] : memref<4xf32>
// CHECK-NEXT:    func.return %[[SUM]] : f32
// CHECK-NEXT:  }
func.func @sum(%x: memref<4x8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
    %part = scf.for %k = %c0 to %c8 step %c1 iter_args(%a = %acc) -> (f32) {
      %0 = memref.load %x[%i, %k] : memref<4x8xf32>
      %1 = arith.addf %a, %0 fastmath<reassoc> : f32
      scf.yield %1 : f32
    } {loop_name = "k"}
    scf.yield %part : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

// Fires: a maximum may be combined with its initial value in each part.
// CHECK-LABEL: func.func @maximum
// CHECK-SAME:  (%[[X:.*]]: memref<4xi64>, %[[INIT:.*]]: i64) -> i64 {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[I_PARTS:.*]] = memref.alloc() : memref<4xi64>
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[V0:.*]] = memref.load %[[X]][%[[I]]] : memref<4xi64>
// CHECK-NEXT:      %[[V1:.*]] = arith.maxsi %[[V0]], %[[INIT]] : i64
// CHECK-NEXT:      memref.store %[[V1]], %[[I_PARTS]][%[[I]]] : memref<4xi64>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    %[[MOST:.*]] = scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[V2:.*]] = %[[INIT]]) -> (i64) {
// CHECK-NEXT:      %[[V3:.*]] = memref.load %[[I_PARTS]][%[[I_1]]] : memref<4xi64>
// CHECK-NEXT:      %[[V4:.*]] = arith.maxsi %[[V3]], %[[V2]] : i64
// CHECK-NEXT:      scf.yield %[[V4]] : i64
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    memref.dealloc %[[I_PARTS]] : memref<4xi64>
// CHECK-NEXT:    func.return %[[MOST]] : i64
// CHECK-NEXT:  }
func.func @maximum(%x: memref<4xi64>, %init: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %most = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (i64) {
    %0 = memref.load %x[%i] : memref<4xi64>
    %1 = arith.maxsi %0, %acc : i64
    scf.yield %1 : i64
  } {loop_name = "i"}
  func.return %most : i64
}
