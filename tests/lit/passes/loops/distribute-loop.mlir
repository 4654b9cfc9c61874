// RUN: %ts-opt %s --split-input-file -p "distribute-loop{loop=i},cse,dce" | %check %s

// Fires: the initialisation and the update of each element.
// CHECK-LABEL: func.func @two_parts
// CHECK-SAME:  (%[[A:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<4xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[OUT]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:        %[[Y:.*]] = memref.load %[[A]][%[[I_1]], %[[K]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[ACC:.*]] = memref.load %[[OUT]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:        %[[Z:.*]] = arith.addf %[[ACC]], %[[Y]] : f32
// CHECK-NEXT:        memref.store %[[Z]], %[[OUT]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:      } {loop_name = "k"}
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @two_parts(%a: memref<4x8xf32>, %out: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %out[%i] : memref<4xf32>
    scf.for %k = %c0 to %c8 step %c1 {
      %y = memref.load %a[%i, %k] : memref<4x8xf32>
      %acc = memref.load %out[%i] : memref<4xf32>
      %z = arith.addf %acc, %y : f32
      memref.store %z, %out[%i] : memref<4xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

// Each part reads and computes what it needs, as nothing writes that memory.
// CHECK-LABEL: func.func @shared_reads
// CHECK-SAME:  (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<4xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[A]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:      %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:      memref.store %[[Y]], %[[B]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[X_1:.*]] = memref.load %[[A]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:      %[[Y_1:.*]] = arith.mulf %[[X_1]], %[[X_1]] : f32
// CHECK-NEXT:      %[[Z:.*]] = arith.addf %[[Y_1]], %[[X_1]] : f32
// CHECK-NEXT:      memref.store %[[Z]], %[[C]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @shared_reads(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %a[%i] : memref<4xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %b[%i] : memref<4xf32>
    %z = arith.addf %y, %x : f32
    memref.store %z, %c[%i] : memref<4xf32>
  } {loop_name = "i"}
  func.return
}

// -----

// What is read before a write stays with it: the element of %a is read once, and %c has its own loop.
// CHECK-LABEL: func.func @read_before_write
// CHECK-SAME:  (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<4xf32>, %[[V:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[A]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:      memref.store %[[V]], %[[A]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:      memref.store %[[X]], %[[B]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[V]], %[[C]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @read_before_write(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %a[%i] : memref<4xf32>
    memref.store %v, %a[%i] : memref<4xf32>
    memref.store %x, %b[%i] : memref<4xf32>
    memref.store %v, %c[%i] : memref<4xf32>
  } {loop_name = "i"}
  func.return
}

// -----

// The result of a loop stays with its use, and what is between the two.
// CHECK-LABEL: func.func @loop_result
// CHECK-SAME:  (%[[A:.*]]: memref<4x8xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<4xf32>, %[[D:.*]]: memref<4xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[B]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[X]]) -> (f32) {
// CHECK-NEXT:        %[[Y:.*]] = memref.load %[[A]][%[[I_1]], %[[K]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[Z:.*]] = arith.addf %[[ACC]], %[[Y]] : f32
// CHECK-NEXT:        scf.yield %[[Z]] : f32
// CHECK-NEXT:      } {loop_name = "k"}
// CHECK-NEXT:      memref.store %[[X]], %[[C]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:      memref.store %[[SUM]], %[[D]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @loop_result(%a: memref<4x8xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %d: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %b[%i] : memref<4xf32>
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
      %y = memref.load %a[%i, %k] : memref<4x8xf32>
      %z = arith.addf %acc, %y : f32
      scf.yield %z : f32
    } {loop_name = "k"}
    memref.store %x, %c[%i] : memref<4xf32>
    memref.store %sum, %d[%i] : memref<4xf32>
  } {loop_name = "i"}
  func.return
}
