// RUN: %ts-opt %s -p "vectorize-reductions{width=4}" | %check %s
// RUN: %ts-opt %s -p "vectorize-reductions{width=4 masked=true}" | %check %s --check-prefix=MASK

// The terms may be reordered; a scalar loop computes the remainder of four lanes.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[T:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.*]] = arith.remsi %[[N]], %[[C4]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.subi %[[N]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %[[V3:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[V1]] step %[[C4]] iter_args(%[[V4:.*]] = %[[V2]]) -> (vector<4xf32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.addf %[[V4]], %[[X]] fastmath<reassoc> : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V5:.*]] = vector.reduction <add>, %[[V3]] fastmath<reassoc> : vector<4xf32> into f32
// CHECK-NEXT: %[[V6:.*]] = arith.addf %[[INIT]], %[[V5]] fastmath<reassoc> : f32
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K_1:.*]] = %[[V1]] to %[[N]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V6]]) -> (f32) {
// CHECK-NEXT:   %[[X_1:.*]] = memref.load %[[T]][%[[K_1]]] : memref<?xf32>
// CHECK-NEXT:   %[[Y_1:.*]] = arith.addf %[[ACC]], %[[X_1]] fastmath<reassoc> : f32
// CHECK-NEXT:   scf.yield %[[Y_1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f32
func.func @sum(%t: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<?xf32>
    %y = arith.addf %acc, %x fastmath<reassoc> : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// A maximum may start from the initial value in every lane. Nothing is left over.
// CHECK-LABEL: func.func @maximum
// CHECK-SAME: (%[[T:.*]]: memref<8xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[INIT]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8_1]] step %[[C4]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<4xf32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.maximumf %[[X]], %[[V2]] : vector<4xf32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.*]] = vector.reduction <maximumf>, %[[V1]] : vector<4xf32> into f32
// CHECK-NEXT: %[[R:.*]] = arith.maximumf %[[V3]], %[[INIT]] : f32
// CHECK-NEXT: func.return %[[R]] : f32
func.func @maximum(%t: memref<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<8xf32>
    %y = arith.maximumf %x, %acc : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// The counter as a number differs by one from lane to lane.
// CHECK-LABEL: func.func @counter
// CHECK-SAME: (%[[N:.*]]: index) -> i64
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[INIT:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.*]] = arith.remsi %[[N]], %[[C4]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.subi %[[N]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.constant dense<0> : vector<4xi64>
// CHECK-NEXT: %[[V3:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// CHECK-NEXT: %[[V4:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[V1]] step %[[C4]] iter_args(%[[V5:.*]] = %[[V2]]) -> (vector<4xi64>) {
// CHECK-NEXT:   %[[V6:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:   %[[V7:.*]] = vector.broadcast %[[V6]] : i64 to vector<4xi64>
// CHECK-NEXT:   %[[V8:.*]] = arith.addi %[[V7]], %[[V3]] : vector<4xi64>
// CHECK-NEXT:   %[[Y:.*]] = arith.addi %[[V5]], %[[V8]] : vector<4xi64>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<4xi64>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V9:.*]] = vector.reduction <add>, %[[V4]] : vector<4xi64> into i64
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[INIT]], %[[V9]] : i64
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K_1:.*]] = %[[V1]] to %[[N]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V10]]) -> (i64) {
// CHECK-NEXT:   %[[X:.*]] = arith.index_cast %[[K_1]] : index to i64
// CHECK-NEXT:   %[[Y_1:.*]] = arith.addi %[[ACC]], %[[X]] : i64
// CHECK-NEXT:   scf.yield %[[Y_1]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : i64
func.func @counter(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant 0 : i64
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (i64) {
    %x = arith.index_cast %k : index to i64
    %y = arith.addi %acc, %x : i64
    scf.yield %y : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @must_keep_the_order
// CHECK-SAME: (%[[T:.*]]: memref<8xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[T]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.addf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:   scf.yield %[[Y]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f32
func.func @must_keep_the_order(%t: memref<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<8xf32>
    %y = arith.addf %acc, %x : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// CHECK-LABEL: func.func @uses_the_value_so_far
// CHECK-SAME: (%[[T:.*]]: memref<8xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[X:.*]] = arith.mulf %[[ACC]], %[[ACC]] : f32
// CHECK-NEXT:   %[[Y:.*]] = arith.maximumf %[[X]], %[[ACC]] : f32
// CHECK-NEXT:   scf.yield %[[Y]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f32
func.func @uses_the_value_so_far(%t: memref<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = arith.mulf %acc, %acc : f32
    %y = arith.maximumf %x, %acc : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// CHECK-LABEL: func.func @reads_with_another_stride
// CHECK-SAME: (%[[T:.*]]: memref<24xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[I:.*]] = arith.muli %[[K]], %[[C3]] : index
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[T]][%[[I]]] : memref<24xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.maximumf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:   scf.yield %[[Y]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f32
func.func @reads_with_another_stride(%t: memref<24xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
    %i = arith.muli %k, %c3 : index
    %x = memref.load %t[%i] : memref<24xf32>
    %y = arith.maximumf %acc, %x : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// CHECK-LABEL: func.func @runs_less_than_four_times
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
func.func @runs_less_than_four_times(%t: memref<3xf32>, %init: f32) -> f32 {
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

// CHECK-LABEL: func.func @writes
// CHECK-SAME: (%[[T:.*]]: memref<8xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[T]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:   memref.store %[[INIT]], %[[T]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.maximumf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:   scf.yield %[[Y]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f32
func.func @writes(%t: memref<8xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<8xf32>
    memref.store %init, %t[%k] : memref<8xf32>
    %y = arith.maximumf %acc, %x : f32
    scf.yield %y : f32
  }
  func.return %r : f32
}

// A vector with lanes off adds what the vectors leave over; lanes that are off keep their sums.
// MASK-LABEL: func.func @a_mask_for_the_remainder
// MASK-SAME: (%[[A:.*]]: memref<21xf32>, %[[Z:.*]]: f32) -> f32 {
// MASK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT:   %[[C21:.*]] = arith.constant 21 : index
// MASK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// MASK-NEXT:   %[[C20:.*]] = arith.constant 20 : index
// MASK-NEXT:   %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// MASK-NEXT:   %[[V1:.*]] = scf.for %[[I:.*]] = %[[C0]] to %[[C20]] step %[[C4]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<4xf32>) {
// MASK-NEXT:     %[[X:.*]] = vector.load %[[A]][%[[I]]] : memref<21xf32>, vector<4xf32>
// MASK-NEXT:     %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : vector<4xf32>
// MASK-NEXT:     %[[S:.*]] = arith.addf %[[V2]], %[[Y]] fastmath<reassoc> : vector<4xf32>
// MASK-NEXT:     scf.yield %[[S]] : vector<4xf32>
// MASK-NEXT:   }
// MASK-NEXT:   %[[V3:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// MASK-NEXT:   %[[V4:.*]] = scf.for %[[I_1:.*]] = %[[C20]] to %[[C21]] step %[[C4]] iter_args(%[[V5:.*]] = %[[V1]]) -> (vector<4xf32>) {
// MASK-NEXT:     %[[V6:.*]] = arith.index_cast %[[I_1]] : index to i64
// MASK-NEXT:     %[[V7:.*]] = arith.index_cast %[[C21]] : index to i64
// MASK-NEXT:     %[[V8:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// MASK-NEXT:     %[[V9:.*]] = arith.subi %[[V7]], %[[V6]] : i64
// MASK-NEXT:     %[[V10:.*]] = vector.broadcast %[[V9]] : i64 to vector<4xi64>
// MASK-NEXT:     %[[V11:.*]] = arith.cmpi slt, %[[V8]], %[[V10]] : vector<4xi64>
// MASK-NEXT:     %[[X_1:.*]] = vector.maskedload %[[A]][%[[I_1]]], %[[V11]], %[[V3]] : memref<21xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// MASK-NEXT:     %[[Y_1:.*]] = arith.mulf %[[X_1]], %[[X_1]] : vector<4xf32>
// MASK-NEXT:     %[[S_1:.*]] = arith.addf %[[V5]], %[[Y_1]] fastmath<reassoc> : vector<4xf32>
// MASK-NEXT:     %[[V12:.*]] = arith.select %[[V11]], %[[S_1]], %[[V5]] : vector<4xi1>, vector<4xf32>
// MASK-NEXT:     scf.yield %[[V12]] : vector<4xf32>
// MASK-NEXT:   }
// MASK-NEXT:   %[[V13:.*]] = vector.reduction <add>, %[[V4]] fastmath<reassoc> : vector<4xf32> into f32
// MASK-NEXT:   %[[R:.*]] = arith.addf %[[Z]], %[[V13]] fastmath<reassoc> : f32
// MASK-NEXT:   func.return %[[R]] : f32
// MASK-NEXT: }
func.func @a_mask_for_the_remainder(%a: memref<21xf32>, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  %r = scf.for %i = %c0 to %c21 step %c1 iter_args(%acc = %z) -> (f32) {
    %x = memref.load %a[%i] : memref<21xf32>
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y fastmath<reassoc> : f32
    scf.yield %s : f32
  }
  func.return %r : f32
}
