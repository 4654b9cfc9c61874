// RUN: %ts-opt %s -p "vectorize-reductions{width=16}" | %check %s

// Fires: a vector of eight lanes takes all of a short row.
// CHECK-LABEL: func.func @short_row
// CHECK-SAME: (%[[T:.*]]: memref<8xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C8_2:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[INIT]] : f32 to vector<8xf32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8_2]] step %[[C8_1]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<8xf32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<8xf32>, vector<8xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.maximumf %[[V2]], %[[X]] : vector<8xf32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.*]] = vector.reduction <maximumf>, %[[V1]] : vector<8xf32> into f32
// CHECK-NEXT: %[[R:.*]] = arith.maximumf %[[INIT]], %[[V3]] : f32
// CHECK-NEXT: func.return %[[R]] : f32
func.func @short_row(%t: memref<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<8xf32>
    %y = arith.maximumf %acc, %x : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// Fires: a vector of four lanes takes four of the five terms that sixteen lanes leave.
// CHECK-LABEL: func.func @remainder
// CHECK-SAME: (%[[T:.*]]: memref<21xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C21:.*]] = arith.constant 21 : index
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[C16_1:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C16_1]] step %[[C16]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<16xf32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<21xf32>, vector<16xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.addf %[[V2]], %[[X]] fastmath<reassoc> : vector<16xf32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.*]] = vector.reduction <add>, %[[V1]] fastmath<reassoc> : vector<16xf32> into f32
// CHECK-NEXT: %[[V4:.*]] = arith.addf %[[INIT]], %[[V3]] fastmath<reassoc> : f32
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C20:.*]] = arith.constant 20 : index
// CHECK-NEXT: %[[V5:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %[[V6:.*]] = scf.for %[[K_1:.*]] = %[[C16_1]] to %[[C20]] step %[[C4]] iter_args(%[[V7:.*]] = %[[V5]]) -> (vector<4xf32>) {
// CHECK-NEXT:   %[[X_1:.*]] = vector.load %[[T]][%[[K_1]]] : memref<21xf32>, vector<4xf32>
// CHECK-NEXT:   %[[Y_1:.*]] = arith.addf %[[V7]], %[[X_1]] fastmath<reassoc> : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[Y_1]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V8:.*]] = vector.reduction <add>, %[[V6]] fastmath<reassoc> : vector<4xf32> into f32
// CHECK-NEXT: %[[V9:.*]] = arith.addf %[[V4]], %[[V8]] fastmath<reassoc> : f32
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K_2:.*]] = %[[C20]] to %[[C21]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V9]]) -> (f32) {
// CHECK-NEXT:   %[[X_2:.*]] = memref.load %[[T]][%[[K_2]]] : memref<21xf32>
// CHECK-NEXT:   %[[Y_2:.*]] = arith.addf %[[ACC]], %[[X_2]] fastmath<reassoc> : f32
// CHECK-NEXT:   scf.yield %[[Y_2]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f32
func.func @remainder(%t: memref<21xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  %r = scf.for %k = %c0 to %c21 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<21xf32>
    %y = arith.addf %acc, %x fastmath<reassoc> : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// Does not fire: the loop around it has wider vectors, of results.
// CHECK-LABEL: func.func @vectors_of_results
// CHECK-SAME: (%[[T:.*]]: memref<40xf32>, %[[W:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<32xf32>, %[[INIT:.*]]: f32)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// CHECK-NEXT:   %[[R:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:     %[[AT:.*]] = arith.addi %[[I]], %[[K]] : index
// CHECK-NEXT:     %[[X:.*]] = memref.load %[[T]][%[[AT]]] : memref<40xf32>
// CHECK-NEXT:     %[[Y:.*]] = memref.load %[[W]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:     %[[Z:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:     %[[S:.*]] = arith.addf %[[ACC]], %[[Z]] fastmath<reassoc> : f32
// CHECK-NEXT:     scf.yield %[[S]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.store %[[R]], %[[OUT]][%[[I]]] : memref<32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @vectors_of_results(%t: memref<40xf32>, %w: memref<8xf32>, %out: memref<32xf32>, %init: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
      %at = arith.addi %i, %k : index
      %x = memref.load %t[%at] : memref<40xf32>
      %y = memref.load %w[%k] : memref<8xf32>
      %z = arith.mulf %x, %y : f32
      %s = arith.addf %acc, %z fastmath<reassoc> : f32
      scf.yield %s : f32
    }
    memref.store %r, %out[%i] : memref<32xf32>
  }
  func.return
}

// Does not fire: there are fewer elements than lanes of the narrowest vector.
// CHECK-LABEL: func.func @three_elements
// CHECK-SAME: (%[[T:.*]]: memref<3xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[T]][%[[K]]] : memref<3xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.maximumf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:   scf.yield %[[Y]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f32
func.func @three_elements(%t: memref<3xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<3xf32>
    %y = arith.maximumf %acc, %x : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}
