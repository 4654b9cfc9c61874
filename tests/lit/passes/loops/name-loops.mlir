// RUN: %ts-opt %s -p name-loops | %check %s

// Fires: the second loop with a counter %i, and the one without a name, get numbers.
// CHECK-LABEL: func.func @after_counters
// CHECK-SAME:  (%[[M:.*]]: memref<4xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[LOOP:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        memref.store %[[X]], %[[M]][%[[LOOP]]] : memref<4xf32>
// CHECK-NEXT:      } {loop_name = "loop"}
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @after_counters(%m: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %m[%i] : memref<4xf32>
  }
  scf.for %i_1 = %c0 to %c4 step %c1 {
    scf.for %0 = %c0 to %c4 step %c1 {
      memref.store %x, %m[%0] : memref<4xf32>
    }
  }
  func.return
}

// Names of another function are free.
// CHECK-LABEL: func.func @another_function
// CHECK-SAME:  (%[[M:.*]]: memref<4xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @another_function(%m: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %m[%i] : memref<4xf32>
  }
  func.return
}

// Must not fire: a loop keeps its name, also where a counter has it.
// CHECK-LABEL: func.func @keeps_names
// CHECK-SAME:  (%[[M:.*]]: memref<4xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[J]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "j_1"}
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "j"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @keeps_names(%m: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %j = %c0 to %c4 step %c1 {
    memref.store %x, %m[%j] : memref<4xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %m[%i] : memref<4xf32>
  } {loop_name = "j"}
  func.return
}
