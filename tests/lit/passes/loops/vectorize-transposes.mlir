// RUN: %ts-opt %s --split-input-file -p 'vectorize-transposes{registers=8 bytes=16},cse,dce' | %check %s

// Fires: four rows are read, and four columns written.
// CHECK-LABEL: func.func @columns_become_rows
// CHECK-SAME: (%[[A:.*]]: memref<256xf32>, %[[B:.*]]: memref<256xf32>) {
// CHECK-NEXT:   %[[N:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C4]] {
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C4]] {
// CHECK-NEXT:       %[[V0:.*]] = arith.muli %[[J]], %[[C32]] : index
// CHECK-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[V0]] : index
// CHECK-NEXT:       %[[V2:.*]] = arith.addi %[[V1]], %[[C32]] : index
// CHECK-NEXT:       %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[V1]], %[[C64]] : index
// CHECK-NEXT:       %[[C96:.*]] = arith.constant 96 : index
// CHECK-NEXT:       %[[V4:.*]] = arith.addi %[[V1]], %[[C96]] : index
// CHECK-NEXT:       %[[R0:.*]] = vector.load %[[A]][%[[V1]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:       %[[R1:.*]] = vector.load %[[A]][%[[V2]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:       %[[R2:.*]] = vector.load %[[A]][%[[V3]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:       %[[R3:.*]] = vector.load %[[A]][%[[V4]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:       %[[S0:.*]] = vector.shuffle %[[R0]], %[[R2]] [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[S2:.*]] = vector.shuffle %[[R0]], %[[R2]] [2, 3, 6, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[S1:.*]] = vector.shuffle %[[R1]], %[[R3]] [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[S3:.*]] = vector.shuffle %[[R1]], %[[R3]] [2, 3, 6, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[T0:.*]] = vector.shuffle %[[S0]], %[[S1]] [0, 4, 2, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[T1:.*]] = vector.shuffle %[[S0]], %[[S1]] [1, 5, 3, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[T2:.*]] = vector.shuffle %[[S2]], %[[S3]] [0, 4, 2, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[T3:.*]] = vector.shuffle %[[S2]], %[[S3]] [1, 5, 3, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V5:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:       %[[V6:.*]] = arith.addi %[[V5]], %[[J]] : index
// CHECK-NEXT:       %[[V7:.*]] = arith.addi %[[V6]], %[[N]] : index
// CHECK-NEXT:       %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:       %[[V8:.*]] = arith.addi %[[V6]], %[[C16]] : index
// CHECK-NEXT:       %[[C24:.*]] = arith.constant 24 : index
// CHECK-NEXT:       %[[V9:.*]] = arith.addi %[[V6]], %[[C24]] : index
// CHECK-NEXT:       vector.store %[[T0]], %[[B]][%[[V6]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:       vector.store %[[T1]], %[[B]][%[[V7]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:       vector.store %[[T2]], %[[B]][%[[V8]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:       vector.store %[[T3]], %[[B]][%[[V9]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @columns_become_rows(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 32 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xj = arith.muli %j, %m : index
      %x = arith.addi %xj, %i : index
      %v = memref.load %a[%x] : memref<256xf32>
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %v, %b[%y] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Fires: the inner loop reads neighbours, and the last squares end with both axes. A register
// holds two elements of 8 bytes.
// CHECK-LABEL: func.func @left_over
// CHECK:         %[[C5:.*]] = arith.constant 5 : index
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[C2:.*]] {
// CHECK-NEXT:      scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %[[C2]] {
// CHECK-NEXT:        %[[ROW:.*]] = arith.minsi %[[I]], %[[C5]] : index
// CHECK-NEXT:        %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:        %[[COLUMN:.*]] = arith.minsi %[[J]], %[[C3]] : index
// CHECK:             %[[R0:.*]] = vector.load %{{.*}}[%[[FIRST:.*]]] : memref<35xf64>, vector<2xf64>
// CHECK-NEXT:        %[[R1:.*]] = vector.load
// CHECK-NEXT:        %[[T0:.*]] = vector.shuffle %[[R0]], %[[R1]] [0, 2] : vector<2xf64>, vector<2xf64>
// CHECK-NEXT:        %[[T1:.*]] = vector.shuffle %[[R0]], %[[R1]] [1, 3] : vector<2xf64>, vector<2xf64>
// CHECK:             vector.store %[[T0]]
// CHECK-NEXT:        vector.store %[[T1]]
// CHECK-NOT:         memref.load
func.func @left_over(%a: memref<35xf64>, %b: memref<35xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 7 : index
  %n = arith.constant 5 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xi = arith.muli %i, %n : index
      %x = arith.addi %xi, %j : index
      %v = memref.load %a[%x] : memref<35xf64>
      %yj = arith.muli %j, %m : index
      %y = arith.addi %yj, %i : index
      memref.store %v, %b[%y] : memref<35xf64>
    }
  }
  func.return
}

// -----

// Must not fire: a copy of rows needs no shuffles.
// CHECK-LABEL: func.func @neighbours_stay_neighbours
// CHECK-NOT:     vector
// CHECK:         memref.store
func.func @neighbours_stay_neighbours(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 32 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xi = arith.muli %i, %n : index
      %x = arith.addi %xi, %j : index
      %v = memref.load %a[%x] : memref<256xf32>
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %v, %b[%y] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Must not fire: the loop may read elements that it wrote.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT:     vector
// CHECK:         memref.store
func.func @in_place(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 32 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xj = arith.muli %j, %m : index
      %x = arith.addi %xj, %i : index
      %v = memref.load %a[%x] : memref<256xf32>
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %v, %a[%y] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Must not fire: the loop does more than copy.
// CHECK-LABEL: func.func @computes
// CHECK-NOT:     vector
// CHECK:         memref.store
func.func @computes(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 32 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xj = arith.muli %j, %m : index
      %x = arith.addi %xj, %i : index
      %v = memref.load %a[%x] : memref<256xf32>
      %u = arith.addf %v, %v : f32
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %u, %b[%y] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Must not fire: whether a square fits is known only at run time.
// CHECK-LABEL: func.func @unknown_size
// CHECK-NOT:     vector
// CHECK:         memref.store
func.func @unknown_size(%a: memref<?xf32>, %b: memref<?xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xj = arith.muli %j, %m : index
      %x = arith.addi %xj, %i : index
      %v = memref.load %a[%x] : memref<?xf32>
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %v, %b[%y] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Must not fire: a square does not fit.
// CHECK-LABEL: func.func @one_row
// CHECK-NOT:     vector
// CHECK:         memref.store
func.func @one_row(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 1 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xj = arith.muli %j, %m : index
      %x = arith.addi %xj, %i : index
      %v = memref.load %a[%x] : memref<256xf32>
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %v, %b[%y] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Must not fire: squares of bytes take too many shuffles.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT:     vector
// CHECK:         memref.store
func.func @narrow(%a: memref<256xi8>, %b: memref<256xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 32 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xj = arith.muli %j, %m : index
      %x = arith.addi %xj, %i : index
      %v = memref.load %a[%x] : memref<256xi8>
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %v, %b[%y] : memref<256xi8>
    }
  }
  func.return
}

// -----

// Must not fire: an address is not linear in the counters.
// CHECK-LABEL: func.func @not_linear
// CHECK-NOT:     vector
// CHECK:         memref.store
func.func @not_linear(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 32 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %xj = arith.muli %j, %j : index
      %x = arith.addi %xj, %i : index
      %v = memref.load %a[%x] : memref<256xf32>
      %yi = arith.muli %i, %n : index
      %y = arith.addi %yi, %j : index
      memref.store %v, %b[%y] : memref<256xf32>
    }
  }
  func.return
}
