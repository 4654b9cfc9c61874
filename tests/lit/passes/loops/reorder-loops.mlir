// RUN: %ts-opt %s --split-input-file -p "reorder-loops{loops=k,i}" | %check %s

// Fires: the loops between the two keep their places.
// CHECK-LABEL: func.func @swapped
// CHECK-SAME:  (%[[A:.*]]: memref<4x7x8xf32>, %[[B:.*]]: memref<4x6x8xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C6]] step %[[C1]] {
// CHECK-NEXT:        scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:          %[[NEXT:.*]] = arith.addi %[[J]], %[[C1]] : index
// CHECK-NEXT:          %[[X:.*]] = memref.load %[[A]][%[[I]], %[[NEXT]], %[[K]]] : memref<4x7x8xf32>
// CHECK-NEXT:          memref.store %[[X]], %[[B]][%[[I]], %[[J]], %[[K]]] : memref<4x6x8xf32>
// CHECK-NEXT:        } {loop_name = "i"}
// CHECK-NEXT:      } {loop_name = "j"}
// CHECK-NEXT:    } {loop_name = "k"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @swapped(%a: memref<4x7x8xf32>, %b: memref<4x6x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %c6 = arith.constant 6 : index
    scf.for %j = %c0 to %c6 step %c1 {
      %next = arith.addi %j, %c1 : index
      %c8 = arith.constant 8 : index
      scf.for %k = %c0 to %c8 step %c1 {
        %x = memref.load %a[%i, %next, %k] : memref<4x7x8xf32>
        memref.store %x, %b[%i, %j, %k] : memref<4x6x8xf32>
      } {loop_name = "k"}
    } {loop_name = "j"}
  } {loop_name = "i"}
  func.return
}

// -----

// Fires: along %k, the sums of elements keep their order.
// CHECK-LABEL: func.func @sums_in_memory
// CHECK-SAME:  (%[[A:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<4xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[A]][%[[I]], %[[K]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[ACC:.*]] = memref.load %[[OUT]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:        %[[SUM:.*]] = arith.addf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:        memref.store %[[SUM]], %[[OUT]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:      } {loop_name = "i"}
// CHECK-NEXT:    } {loop_name = "k"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @sums_in_memory(%a: memref<4x8xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i, %k] : memref<4x8xf32>
      %acc = memref.load %out[%i] : memref<4xf32>
      %sum = arith.addf %acc, %x : f32
      memref.store %sum, %out[%i] : memref<4xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

// Fires: rows of symbolic length that an inner loop writes.
// CHECK-LABEL: func.func @symbolic_rows
// CHECK-SAME:  (%[[N:.*]]: index, %[[M:.*]]: index, %[[L:.*]]: index, %[[OUT:.*]]: memref<?xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    scf.for %[[K:.*]] = %[[C0]] to %[[M]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[I:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:        scf.for %[[L_1:.*]] = %[[C0]] to %[[L]] step %[[C1]] {
// CHECK-NEXT:          %[[V0:.*]] = arith.muli %[[I]], %[[M]] : index
// CHECK-NEXT:          %[[V1:.*]] = arith.addi %[[V0]], %[[K]] : index
// CHECK-NEXT:          %[[V2:.*]] = arith.muli %[[V1]], %[[L]] : index
// CHECK-NEXT:          %[[V3:.*]] = arith.addi %[[V2]], %[[L_1]] : index
// CHECK-NEXT:          memref.store %[[X]], %[[OUT]][%[[V3]]] : memref<?xf32>
// CHECK-NEXT:        } {loop_name = "l"}
// CHECK-NEXT:      } {loop_name = "i"}
// CHECK-NEXT:    } {loop_name = "k"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @symbolic_rows(%n: index, %m: index, %l: index, %out: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %m step %c1 {
      scf.for %l_1 = %c0 to %l step %c1 {
        %0 = arith.muli %i, %m : index
        %1 = arith.addi %0, %k : index
        %2 = arith.muli %1, %l : index
        %3 = arith.addi %2, %l_1 : index
        memref.store %x, %out[%3] : memref<?xf32>
      } {loop_name = "l"}
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}
