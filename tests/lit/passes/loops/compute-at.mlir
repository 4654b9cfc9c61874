// RUN: %ts-opt %s --split-input-file -p "compute-at{memory=t loop=i},cse,dce" | %check %s

// Fires: an iteration computes the three elements that it reads two of.
// CHECK-LABEL: func.func @window
// CHECK-SAME:  (%[[X:.*]]: memref<10xf32>, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[T_CACHE:.*]] = memref.alloc() : memref<3xf32>
// CHECK-NEXT:      %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:      scf.for %[[T0:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:        %[[V0:.*]] = arith.addi %[[I]], %[[T0]] : index
// CHECK-NEXT:        %[[V1:.*]] = memref.load %[[X]][%[[V0]]] : memref<10xf32>
// CHECK-NEXT:        %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] : f32
// CHECK-NEXT:        memref.store %[[V2]], %[[T_CACHE]][%[[T0]]] : memref<3xf32>
// CHECK-NEXT:      } {loop_name = "t0"}
// CHECK-NEXT:      %[[V3:.*]] = memref.load %[[T_CACHE]][%[[C0]]] : memref<3xf32>
// CHECK-NEXT:      %[[V4:.*]] = memref.load %[[T_CACHE]][%[[C2]]] : memref<3xf32>
// CHECK-NEXT:      %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// CHECK-NEXT:      memref.store %[[V5]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:      memref.dealloc %[[T_CACHE]] : memref<3xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @window(%x: memref<10xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %t = memref.alloc() : memref<10xf32>
  scf.for %p = %c0 to %c10 step %c1 {
    %0 = memref.load %x[%p] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    memref.store %1, %t[%p] : memref<10xf32>
  } {loop_name = "p"}
  scf.for %i = %c0 to %c8 step %c1 {
    %right = arith.addi %i, %c2 : index
    %0 = memref.load %t[%i] : memref<10xf32>
    %1 = memref.load %t[%right] : memref<10xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<10xf32>
  func.return
}

// -----

// Fires: sums, in a transposed temporary with a dimension of size 1.
// CHECK-LABEL: func.func @sums
// CHECK-SAME:  (%[[X:.*]]: memref<8x4xf32>, %[[OUT:.*]]: memref<4x8xf32>, %[[ZERO:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[T_CACHE:.*]] = memref.alloc() : memref<8x1x1xf32>
// CHECK-NEXT:      scf.for %[[T0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:        %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:          %[[V0:.*]] = memref.load %[[X]][%[[T0]], %[[K]]] : memref<8x4xf32>
// CHECK-NEXT:          %[[V1:.*]] = arith.addf %[[ACC]], %[[V0]] : f32
// CHECK-NEXT:          scf.yield %[[V1]] : f32
// CHECK-NEXT:        } {loop_name = "k"}
// CHECK-NEXT:        memref.store %[[SUM]], %[[T_CACHE]][%[[T0]], %[[C0]], %[[C0]]] : memref<8x1x1xf32>
// CHECK-NEXT:      } {loop_name = "t0"}
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:        %[[V2:.*]] = memref.load %[[T_CACHE]][%[[J]], %[[C0]], %[[C0]]] : memref<8x1x1xf32>
// CHECK-NEXT:        memref.store %[[V2]], %[[OUT]][%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT:      } {loop_name = "j"}
// CHECK-NEXT:      memref.dealloc %[[T_CACHE]] : memref<8x1x1xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @sums(%x: memref<8x4xf32>, %out: memref<4x8xf32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8x1x4xf32>
  scf.for %p = %c0 to %c4 step %c1 {
    scf.for %q = %c0 to %c8 step %c1 {
      %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = memref.load %x[%q, %k] : memref<8x4xf32>
        %1 = arith.addf %acc, %0 : f32
        scf.yield %1 : f32
      } {loop_name = "k"}
      memref.store %sum, %t[%q, %c0, %p] : memref<8x1x4xf32>
    } {loop_name = "q"}
  } {loop_name = "p"}
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %0 = memref.load %t[%j, %c0, %i] : memref<8x1x4xf32>
      memref.store %0, %out[%i, %j] : memref<4x8xf32>
    } {loop_name = "j"}
  } {loop_name = "i"}
  memref.dealloc %t : memref<8x1x4xf32>
  func.return
}
