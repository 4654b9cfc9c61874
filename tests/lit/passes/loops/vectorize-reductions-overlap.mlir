// RUN: %ts-opt %s -p "vectorize-reductions{width=4}" | %check %s

// Fires: the least of ten elements is that of the first eight and the last four.
// CHECK-LABEL: func.func @last_elements_twice
// CHECK-SAME: (%[[T:.*]]: memref<10xi32>, %[[INIT:.*]]: i32) -> i32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[INIT]] : i32 to vector<4xi32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C4]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<4xi32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<10xi32>, vector<4xi32>
// CHECK-NEXT:   %[[Y:.*]] = arith.minsi %[[V2]], %[[X]] : vector<4xi32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT: %[[V3:.*]] = scf.for %[[K_1:.*]] = %[[C6]] to %[[C10]] step %[[C4]] iter_args(%[[V4:.*]] = %[[V1]]) -> (vector<4xi32>) {
// CHECK-NEXT:   %[[X_1:.*]] = vector.load %[[T]][%[[K_1]]] : memref<10xi32>, vector<4xi32>
// CHECK-NEXT:   %[[Y_1:.*]] = arith.minsi %[[V4]], %[[X_1]] : vector<4xi32>
// CHECK-NEXT:   scf.yield %[[Y_1]] : vector<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V5:.*]] = vector.reduction <minsi>, %[[V3]] : vector<4xi32> into i32
// CHECK-NEXT: %[[R:.*]] = arith.minsi %[[INIT]], %[[V5]] : i32
// CHECK-NEXT: func.return %[[R]] : i32
func.func @last_elements_twice(%t: memref<10xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %k = %c0 to %c10 step %c1 iter_args(%acc = %init) -> (i32) {
    %x = memref.load %t[%k] : memref<10xi32>
    %y = arith.minsi %acc, %x : i32
    scf.yield %y : i32
  }
  func.return %r : i32
}

// Does not fire: a scalar loop adds the last two terms.
// CHECK-LABEL: func.func @terms_of_a_sum_once
// CHECK-SAME: (%[[T:.*]]: memref<10xi32>, %[[INIT:.*]]: i32) -> i32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[V0:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C4]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<4xi32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<10xi32>, vector<4xi32>
// CHECK-NEXT:   %[[Y:.*]] = arith.addi %[[V2]], %[[X]] : vector<4xi32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.*]] = vector.reduction <add>, %[[V1]] : vector<4xi32> into i32
// CHECK-NEXT: %[[V4:.*]] = arith.addi %[[INIT]], %[[V3]] : i32
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K_1:.*]] = %[[C8]] to %[[C10]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V4]]) -> (i32) {
// CHECK-NEXT:   %[[X_1:.*]] = memref.load %[[T]][%[[K_1]]] : memref<10xi32>
// CHECK-NEXT:   %[[Y_1:.*]] = arith.addi %[[ACC]], %[[X_1]] : i32
// CHECK-NEXT:   scf.yield %[[Y_1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : i32
func.func @terms_of_a_sum_once(%t: memref<10xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %k = %c0 to %c10 step %c1 iter_args(%acc = %init) -> (i32) {
    %x = memref.load %t[%k] : memref<10xi32>
    %y = arith.addi %acc, %x : i32
    scf.yield %y : i32
  }
  func.return %r : i32
}

// Does not fire: there may be fewer elements than lanes.
// CHECK-LABEL: func.func @maybe_too_few_elements
// CHECK-SAME: (%[[T:.*]]: memref<?xi32>, %[[N:.*]]: index, %[[INIT:.*]]: i32) -> i32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.*]] = arith.remsi %[[N]], %[[C4]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.subi %[[N]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = vector.broadcast %[[INIT]] : i32 to vector<4xi32>
// CHECK-NEXT: %[[V3:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[V1]] step %[[C4]] iter_args(%[[V4:.*]] = %[[V2]]) -> (vector<4xi32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<?xi32>, vector<4xi32>
// CHECK-NEXT:   %[[Y:.*]] = arith.minsi %[[V4]], %[[X]] : vector<4xi32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V5:.*]] = vector.reduction <minsi>, %[[V3]] : vector<4xi32> into i32
// CHECK-NEXT: %[[V6:.*]] = arith.minsi %[[INIT]], %[[V5]] : i32
// CHECK-NEXT: %[[R:.*]] = scf.for %[[K_1:.*]] = %[[V1]] to %[[N]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V6]]) -> (i32) {
// CHECK-NEXT:   %[[X_1:.*]] = memref.load %[[T]][%[[K_1]]] : memref<?xi32>
// CHECK-NEXT:   %[[Y_1:.*]] = arith.minsi %[[ACC]], %[[X_1]] : i32
// CHECK-NEXT:   scf.yield %[[Y_1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : i32
func.func @maybe_too_few_elements(%t: memref<?xi32>, %n: index, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (i32) {
    %x = memref.load %t[%k] : memref<?xi32>
    %y = arith.minsi %acc, %x : i32
    scf.yield %y : i32
  }
  func.return %r : i32
}
