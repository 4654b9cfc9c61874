// RUN: %ts-opt %s -p "vectorize-loops{width=16}" | %check %s
// RUN: %ts-opt %s -p "vectorize-loops{width=16 masked=true}" | %check %s --check-prefix=MASK

// Fires: eight lanes, and two scalars.
// CHECK-LABEL: func.func @ten_functions
// CHECK-SAME: (%[[T:.*]]: memref<10xf32>, %[[OUT:.*]]: memref<10xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[K:.*]] = %[[C0]] to %[[C8_1]] step %[[C8]] {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<10xf32>, vector<8xf32>
// CHECK-NEXT:   %[[Y:.*]] = math.exp %[[X]] : vector<8xf32>
// CHECK-NEXT:   vector.store %[[Y]], %[[OUT]][%[[K]]] : memref<10xf32>, vector<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[K_1:.*]] = %[[C8_1]] to %[[C10]] step %[[C1]] {
// CHECK-NEXT:   %[[X_1:.*]] = memref.load %[[T]][%[[K_1]]] : memref<10xf32>
// CHECK-NEXT:   %[[Y_1:.*]] = math.exp %[[X_1]] : f32
// CHECK-NEXT:   memref.store %[[Y_1]], %[[OUT]][%[[K_1]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// With masks, one vector with lanes off.
// MASK-LABEL: func.func @ten_functions
// MASK-SAME: (%[[T:.*]]: memref<10xf32>, %[[OUT:.*]]: memref<10xf32>)
// MASK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// MASK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// MASK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// MASK-NEXT: %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// MASK-NEXT: scf.for %[[K:.*]] = %[[C0_1]] to %[[C10]] step %[[C16]] {
// MASK-NEXT:   %[[V1:.*]] = arith.index_cast %[[K]] : index to i64
// MASK-NEXT:   %[[V2:.*]] = arith.index_cast %[[C10]] : index to i64
// MASK-NEXT:   %[[V3:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi64>
// MASK-NEXT:   %[[V4:.*]] = arith.subi %[[V2]], %[[V1]] : i64
// MASK-NEXT:   %[[V5:.*]] = vector.broadcast %[[V4]] : i64 to vector<16xi64>
// MASK-NEXT:   %[[V6:.*]] = arith.cmpi slt, %[[V3]], %[[V5]] : vector<16xi64>
// MASK-NEXT:   %[[X:.*]] = vector.maskedload %[[T]][%[[K]]], %[[V6]], %[[V0]] : memref<10xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// MASK-NEXT:   %[[Y:.*]] = math.exp %[[X]] : vector<16xf32>
// MASK-NEXT:   vector.maskedstore %[[OUT]][%[[K]]], %[[V6]], %[[Y]] : memref<10xf32>, vector<16xi1>, vector<16xf32>
// MASK-NEXT: }
// MASK-NEXT: func.return
func.func @ten_functions(%t: memref<10xf32>, %out: memref<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %k = %c0 to %c10 step %c1 {
    %x = memref.load %t[%k] : memref<10xf32>
    %y = math.exp %x : f32
    memref.store %y, %out[%k] : memref<10xf32>
  }
  func.return
}

// Does not fire: without functions, a vector is not worth its loop.
// CHECK-LABEL: func.func @cheap_iterations
// CHECK-SAME: (%[[T:.*]]: memref<10xf32>, %[[OUT:.*]]: memref<10xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: scf.for %[[K:.*]] = %[[C0]] to %[[C10]] step %[[C1]] {
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[T]][%[[K]]] : memref<10xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:   memref.store %[[Y]], %[[OUT]][%[[K]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @cheap_iterations(%t: memref<10xf32>, %out: memref<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %k = %c0 to %c10 step %c1 {
    %x = memref.load %t[%k] : memref<10xf32>
    %y = arith.negf %x : f32
    memref.store %y, %out[%k] : memref<10xf32>
  }
  func.return
}

// Does not fire: there are fewer iterations than lanes of the narrowest vector.
// CHECK-LABEL: func.func @three_functions
// CHECK-SAME: (%[[T:.*]]: memref<3xf32>, %[[OUT:.*]]: memref<3xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: scf.for %[[K:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[T]][%[[K]]] : memref<3xf32>
// CHECK-NEXT:   %[[Y:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT:   memref.store %[[Y]], %[[OUT]][%[[K]]] : memref<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @three_functions(%t: memref<3xf32>, %out: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %k = %c0 to %c3 step %c1 {
    %x = memref.load %t[%k] : memref<3xf32>
    %y = math.exp %x : f32
    memref.store %y, %out[%k] : memref<3xf32>
  }
  func.return
}
