// RUN: %ts-opt %s -p convert-te-to-loops | %check %s

// In place: each element is read where it is stored, and later readers see the new one.
// CHECK-LABEL: func.func @elements
// CHECK-SAME: (%[[K:.*]]: memref<8xf32>, %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[K]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:   %[[V1:.*]] = memref.load %[[X]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:   %[[V2:.*]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   memref.store %[[V2]], %[[K]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I_1:.*]] = %[[C0_1]] to %[[C8_1]] step %[[C1_1]] {
// CHECK-NEXT:   %[[V3:.*]] = memref.load %[[K]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:   %[[V4:.*]] = math.sin %[[V3]] : f32
// CHECK-NEXT:   memref.store %[[V4]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @elements(%k: tensor<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = te.compute (%i = 8) : tensor<8xf32> {
    %1 = te.load %k[%i] : tensor<8xf32>
    %2 = te.load %x[%i] : tensor<8xf32>
    %3 = arith.addf %1, %2 : f32
    te.yield %3 : f32
  }
  %4 = te.compute (%i = 8) : tensor<8xf32> {
    %5 = te.load %0[%i] : tensor<8xf32>
    %6 = math.sin %5 : f32
    te.yield %6 : f32
  }
  te.assign %0 to %k : tensor<8xf32>
  func.return %4 : tensor<8xf32>
}

// In place: a row is stored, the others are not copied.
// CHECK-LABEL: func.func @a_row
// CHECK-SAME: (%[[K:.*]]: memref<?x8xf32>, %[[X:.*]]: memref<8xf32>, %[[P:.*]]: index, %[[N:.*]]: index)
// CHECK-NEXT: %[[K_1:.*]] = memref.reinterpret_cast %[[K]] to offset: [0], sizes: [%[[N]], 8], strides: [8, 1] : memref<?x8xf32> to memref<?x8xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[X]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V0]], %[[K_1]][%[[P]], %[[J]]] : memref<?x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @a_row(%k: tensor<?x8xf32> {te.sizes = array<i64: 3>}, %x: tensor<8xf32>, %p: index, %n: index) {
  %0 = te.scatter (%j = 8) into %k : tensor<?x8xf32> {
    %1 = te.load %x[%j] : tensor<8xf32>
    te.put %1 at [%p, %j] set : f32
  }
  te.assign %0 to %k : tensor<?x8xf32>
  func.return
}

// In place: a loop carries the argument.
// CHECK-LABEL: func.func @rows_in_a_loop
// CHECK-SAME: (%[[K:.*]]: memref<4x8xf32>, %[[X:.*]]: f32)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:   %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0_1]] to %[[C8]] step %[[C1_1]] {
// CHECK-NEXT:     memref.store %[[X]], %[[K]][%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @rows_in_a_loop(%k: tensor<4x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %k) -> (tensor<4x8xf32>) {
    %1 = te.scatter (%j = 8) into %u : tensor<4x8xf32> {
      te.put %x at [%i, %j] set : f32
    }
    scf.yield %1 : tensor<4x8xf32>
  }
  te.assign %0 to %k : tensor<4x8xf32>
  func.return
}

// Copied at the end: other elements are read than the one that is stored.
// CHECK-LABEL: func.func @reversed
// CHECK-SAME: (%[[K:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[V0:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   %[[J:.*]] = arith.subi %[[C7]], %[[I]] : index
// CHECK-NEXT:   %[[V1:.*]] = memref.load %[[K]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V1]], %[[V0]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[V2:.*]] = %[[C0_1]] to %[[C8_1]] step %[[C1_1]] {
// CHECK-NEXT:   %[[V3:.*]] = memref.load %[[V0]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V3]], %[[K]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[V0]] : memref<8xf32>
// CHECK-NEXT: func.return
func.func @reversed(%k: tensor<8xf32>) {
  %c7 = arith.constant 7 : index
  %0 = te.compute (%i = 8) : tensor<8xf32> {
    %j = arith.subi %c7, %i : index
    %1 = te.load %k[%j] : tensor<8xf32>
    te.yield %1 : f32
  }
  te.assign %0 to %k : tensor<8xf32>
  func.return
}

// Copied at the end: the old elements are read afterwards.
// CHECK-LABEL: func.func @read_afterwards
// CHECK-SAME: (%[[K:.*]]: memref<8xf32>, %[[X:.*]]: f32, %[[OUT:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[V1:.*]] = %[[C0_1]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   %[[V2:.*]] = memref.load %[[K]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V2]], %[[V0]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C1_2:.*]] = arith.constant 1 : index
// CHECK-NEXT: memref.store %[[X]], %[[V0]][%[[C0]]] : memref<8xf32>
// CHECK-NEXT: %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0_3]] to %[[C8_1]] step %[[C1_3]] {
// CHECK-NEXT:   %[[V3:.*]] = memref.load %[[K]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V3]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_4:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_4:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_2:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[V4:.*]] = %[[C0_4]] to %[[C8_2]] step %[[C1_4]] {
// CHECK-NEXT:   %[[V5:.*]] = memref.load %[[V0]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V5]], %[[K]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[V0]] : memref<8xf32>
// CHECK-NEXT: func.return
func.func @read_afterwards(%k: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = te.scatter (%i = 1) into %k : tensor<8xf32> {
    te.put %x at [%c0] set : f32
  }
  %1 = te.compute (%i = 8) : tensor<8xf32> {
    %2 = te.load %k[%i] : tensor<8xf32>
    te.yield %2 : f32
  }
  te.assign %0 to %k : tensor<8xf32>
  func.return %1 : tensor<8xf32>
}

// Copied at the end: a check behind it may fail, and then nothing is written.
// CHECK-LABEL: func.func @checked_afterwards
// CHECK-SAME: (%[[K:.*]]: memref<8xf32>, %[[X:.*]]: f32, %[[OK:.*]]: i1)
// CHECK-NEXT: %[[V0:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   memref.store %[[X]], %[[V0]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: cf.assert %[[OK]], "late"
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[V1:.*]] = %[[C0_1]] to %[[C8_1]] step %[[C1_1]] {
// CHECK-NEXT:   %[[V2:.*]] = memref.load %[[V0]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V2]], %[[K]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[V0]] : memref<8xf32>
// CHECK-NEXT: func.return
func.func @checked_afterwards(%k: tensor<8xf32>, %x: f32, %ok: i1) {
  %0 = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  cf.assert %ok, "late"
  te.assign %0 to %k : tensor<8xf32>
  func.return
}

// The arguments change places: one is made elsewhere, until the other one is written.
// CHECK-LABEL: func.func @swapped
// CHECK-SAME: (%[[K:.*]]: memref<8xf32>, %[[V:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[V0:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   %[[V1:.*]] = memref.load %[[V]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V1]], %[[V0]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I_1:.*]] = %[[C0_1]] to %[[C8_1]] step %[[C1_1]] {
// CHECK-NEXT:   %[[V2:.*]] = memref.load %[[K]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V2]], %[[V]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_2:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_2:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[V3:.*]] = %[[C0_2]] to %[[C8_2]] step %[[C1_2]] {
// CHECK-NEXT:   %[[V4:.*]] = memref.load %[[V0]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V4]], %[[K]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[V0]] : memref<8xf32>
// CHECK-NEXT: func.return
func.func @swapped(%k: tensor<8xf32>, %v: tensor<8xf32>) {
  %0 = te.compute (%i = 8) : tensor<8xf32> {
    %1 = te.load %v[%i] : tensor<8xf32>
    te.yield %1 : f32
  }
  %2 = te.compute (%i = 8) : tensor<8xf32> {
    %3 = te.load %k[%i] : tensor<8xf32>
    te.yield %3 : f32
  }
  te.assign %0 to %k : tensor<8xf32>
  te.assign %2 to %v : tensor<8xf32>
  func.return
}

// A result that is assigned is copied.
// CHECK-LABEL: func.func @returned
// CHECK-SAME: (%[[K:.*]]: memref<8xf32>, %[[X:.*]]: f32, %[[OUT:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   memref.store %[[X]], %[[K]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[V0:.*]] = %[[C0_1]] to %[[C8_1]] step %[[C1_1]] {
// CHECK-NEXT:   %[[V1:.*]] = memref.load %[[K]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[V1]], %[[OUT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @returned(%k: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
  %0 = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  te.assign %0 to %k : tensor<8xf32>
  func.return %0 : tensor<8xf32>
}
