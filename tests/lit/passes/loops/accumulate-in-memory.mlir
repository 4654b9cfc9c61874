// RUN: %ts-opt %s -p "accumulate-in-memory{loop=k},cse,dce" | %check %s

// Fires: memory gets the initial value, and each iteration updates it.
// CHECK-LABEL: func.func @sum
// CHECK-SAME:  (%[[A:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<4x2xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[OUT]][%[[I]], %[[C1]]] : memref<4x2xf32>
// CHECK-NEXT:      scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:        %[[ACC:.*]] = memref.load %[[OUT]][%[[I]], %[[C1]]] : memref<4x2xf32>
// CHECK-NEXT:        %[[Y:.*]] = memref.load %[[A]][%[[I]], %[[K]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[Z:.*]] = arith.addf %[[ACC]], %[[Y]] : f32
// CHECK-NEXT:        memref.store %[[Z]], %[[OUT]][%[[I]], %[[C1]]] : memref<4x2xf32>
// CHECK-NEXT:      } {loop_name = "k"}
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @sum(%a: memref<4x8xf32>, %out: memref<4x2xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
      %y = memref.load %a[%i, %k] : memref<4x8xf32>
      %z = arith.addf %acc, %y : f32
      scf.yield %z : f32
    } {loop_name = "k"}
    %column = arith.constant 1 : index
    memref.store %sum, %out[%i, %column] : memref<4x2xf32>
  } {loop_name = "i"}
  func.return
}

// Several values, in memory of their own.
// CHECK-LABEL: func.func @two_values
// CHECK-SAME:  (%[[A:.*]]: memref<8xf32>, %[[SUM:.*]]: memref<1xf32>, %[[PRODUCT:.*]]: memref<1xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    memref.store %[[X]], %[[SUM]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[PRODUCT]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:    scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[U:.*]] = memref.load %[[SUM]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:      %[[V:.*]] = memref.load %[[PRODUCT]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:      %[[Y:.*]] = memref.load %[[A]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:      %[[V0:.*]] = arith.addf %[[U]], %[[Y]] : f32
// CHECK-NEXT:      %[[V1:.*]] = arith.mulf %[[V]], %[[Y]] : f32
// CHECK-NEXT:      memref.store %[[V0]], %[[SUM]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:      memref.store %[[V1]], %[[PRODUCT]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:    } {loop_name = "k"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @two_values(%a: memref<8xf32>, %sum: memref<1xf32>, %product: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s, %p = scf.for %k = %c0 to %c8 step %c1 iter_args(%u = %x, %v = %x) -> (f32, f32) {
    %y = memref.load %a[%k] : memref<8xf32>
    %0 = arith.addf %u, %y : f32
    %1 = arith.mulf %v, %y : f32
    scf.yield %0, %1 : f32, f32
  } {loop_name = "k"}
  memref.store %s, %sum[%c0] : memref<1xf32>
  memref.store %p, %product[%c0] : memref<1xf32>
  func.return
}

// The memory holds the initial value already: the loop around accumulates in it.
// CHECK-LABEL: func.func @loaded_before
// CHECK-SAME:  (%[[A:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<1xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:        %[[ACC:.*]] = memref.load %[[OUT]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:        %[[Y:.*]] = memref.load %[[A]][%[[I]], %[[K]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[Z:.*]] = arith.addf %[[ACC]], %[[Y]] : f32
// CHECK-NEXT:        memref.store %[[Z]], %[[OUT]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:      } {loop_name = "k"}
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @loaded_before(%a: memref<4x8xf32>, %out: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %init = memref.load %out[%c0] : memref<1xf32>
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
      %y = memref.load %a[%i, %k] : memref<4x8xf32>
      %z = arith.addf %acc, %y : f32
      scf.yield %z : f32
    } {loop_name = "k"}
    memref.store %sum, %out[%c0] : memref<1xf32>
  } {loop_name = "i"}
  func.return
}
