// RUN: %ts-opt %s -p convert-te-to-loops | %check %s

// A scan stores its accumulator at each index of its axis.
// CHECK-LABEL: func.func @scan
// CHECK-SAME:  (%[[N:.*]]: index, %[[T:.*]]: memref<4x?xf32>, %[[ZERO:.*]]: f32, %[[OUT:.*]]: memref<4x?xf32>) {
// CHECK-NEXT:  %[[T_1:.*]] = memref.reinterpret_cast %[[T]] to offset: [0], sizes: [4, %[[N]]], strides: [%[[N]], 1] : memref<4x?xf32> to memref<4x?xf32>
// CHECK-NEXT:  %[[OUT_1:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [4, %[[N]]], strides: [%[[N]], 1] : memref<4x?xf32> to memref<4x?xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:  %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  %[[V0:.*]] = scf.for %[[I:.*]] = %[[C0_1]] to %[[C4]] step %[[C1_1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[T_1]][%[[I]], %[[J]]] : memref<4x?xf32>
// CHECK-NEXT:  %[[V2:.*]] = arith.addf %[[ACC]], %[[V1]] : f32
// CHECK-NEXT:  memref.store %[[V2]], %[[OUT_1]][%[[I]], %[[J]]] : memref<4x?xf32>
// CHECK-NEXT:  scf.yield %[[V2]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @scan(%n: index, %t: tensor<4x?xf32> {te.sizes = array<i64: 0>}, %zero: f32) -> tensor<4x?xf32> {
  %0 = te.scan (%i = 4, %j = %n) along 0 init (%acc = %zero : f32) : tensor<4x?xf32> {
    %1 = te.load %t[%i, %j] : tensor<4x?xf32>
    %2 = arith.addf %acc, %1 : f32
    te.yield %2 : f32
  }
  func.return %0 : tensor<4x?xf32>
}

// A scatter copies first; the combined element is read where it is written.
// CHECK-LABEL: func.func @scatter
// CHECK-SAME:  (%[[T_2:.*]]: memref<8xf32>, %[[K:.*]]: memref<4xi64>, %[[X:.*]]: memref<4xf32>, %[[OUT_2:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_2:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V0_1:.*]] = %[[C0_2]] to %[[C8]] step %[[C1_2]] {
// CHECK-NEXT:  %[[V1_1:.*]] = memref.load %[[T_2]][%[[V0_1]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1_1]], %[[OUT_2]][%[[V0_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[C0_1_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C4_1:.*]] = arith.constant 4 : index
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0_1_1]] to %[[C4_1]] step %[[C1_1_1]] {
// CHECK-NEXT:  %[[V2_1:.*]] = memref.load %[[K]][%[[I_1]]] : memref<4xi64>
// CHECK-NEXT:  %[[V3:.*]] = arith.index_cast %[[V2_1]] : i64 to index
// CHECK-NEXT:  %[[V4:.*]] = memref.load %[[X]][%[[I_1]]] : memref<4xf32>
// CHECK-NEXT:  %[[V5:.*]] = memref.load %[[OUT_2]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT:  %[[V6:.*]] = arith.maximumf %[[V5]], %[[V4]] fastmath<nsz> : f32
// CHECK-NEXT:  memref.store %[[V6]], %[[OUT_2]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @scatter(%t: tensor<8xf32>, %k: tensor<4xindex>, %x: tensor<4xf32>) -> tensor<8xf32> {
  %0 = te.scatter (%i = 4) into %t : tensor<8xf32> {
    %1 = te.load %k[%i] : tensor<4xindex>
    %2 = te.load %x[%i] : tensor<4xf32>
    te.put %2 at [%1] max : f32
  }
  func.return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @must_not_load_replaced_elements
// CHECK-SAME:  (%[[T_3:.*]]: memref<8xi8>, %[[K_1:.*]]: memref<4xi64>, %[[X_1:.*]]: i1, %[[OUT_3:.*]]: memref<8xi8>) {
// CHECK-NEXT:  %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V0_2:.*]] = %[[C0_3]] to %[[C8_1]] step %[[C1_3]] {
// CHECK-NEXT:  %[[V1_2:.*]] = memref.load %[[T_3]][%[[V0_2]]] : memref<8xi8>
// CHECK-NEXT:  memref.store %[[V1_2]], %[[OUT_3]][%[[V0_2]]] : memref<8xi8>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[C0_1_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_1_2:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C4_2:.*]] = arith.constant 4 : index
// CHECK-NEXT:  scf.for %[[I_2:.*]] = %[[C0_1_2]] to %[[C4_2]] step %[[C1_1_2]] {
// CHECK-NEXT:  %[[V2_2:.*]] = memref.load %[[K_1]][%[[I_2]]] : memref<4xi64>
// CHECK-NEXT:  %[[V3_1:.*]] = arith.index_cast %[[V2_2]] : i64 to index
// CHECK-NEXT:  %[[V4_1:.*]] = arith.extui %[[X_1]] : i1 to i8
// CHECK-NEXT:  memref.store %[[V4_1]], %[[OUT_3]][%[[V3_1]]] : memref<8xi8>
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @must_not_load_replaced_elements(%t: tensor<8xi1>, %k: tensor<4xindex>, %x: i1) -> tensor<8xi1> {
  %0 = te.scatter (%i = 4) into %t : tensor<8xi1> {
    %1 = te.load %k[%i] : tensor<4xindex>
    te.put %x at [%1] set : i1
  }
  func.return %0 : tensor<8xi1>
}

// The loop over the reduced axis carries a value for each result.
// CHECK-LABEL: func.func @several_results
// CHECK-SAME: (%[[T:.*]]: memref<4x8xf32>, %[[ZERO:.*]]: f32, %[[NONE:.*]]: i64, %[[OUT:.*]]: memref<4xf32>, %[[OUT_1:.*]]: memref<4xi64>) {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT: %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[V0:.*]], %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0_1]] to %[[C8]] step %[[C1_1]] iter_args(%[[ACC:.*]] = %[[ZERO]], %[[AT:.*]] = %[[NONE]]) -> (f32, i64) {
// CHECK-NEXT: %[[V2:.*]] = memref.load %[[T]][%[[I]], %[[K]]] : memref<4x8xf32>
// CHECK-NEXT: %[[V3:.*]] = arith.cmpf ogt, %[[V2]], %[[ACC]] : f32
// CHECK-NEXT: %[[V4:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT: %[[V5:.*]] = arith.select %[[V3]], %[[V2]], %[[ACC]] : f32
// CHECK-NEXT: %[[V6:.*]] = arith.select %[[V3]], %[[V4]], %[[AT]] : i64
// CHECK-NEXT: scf.yield %[[V5]], %[[V6]] : f32, i64
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[V0]], %[[OUT]][%[[I]]] : memref<4xf32>
// CHECK-NEXT: memref.store %[[V1]], %[[OUT_1]][%[[I]]] : memref<4xi64>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @several_results(%t: tensor<4x8xf32>, %zero: f32, %none: i64) -> (tensor<4xf32>, tensor<4xi64>) {
  %v, %w = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32, %at = %none : i64) : tensor<4xf32>, tensor<4xi64> {
    %1 = te.load %t[%i, %k] : tensor<4x8xf32>
    %2 = arith.cmpf ogt, %1, %acc : f32
    %3 = arith.index_cast %k : index to i64
    %4 = arith.select %2, %1, %acc : f32
    %5 = arith.select %2, %3, %at : i64
    te.yield %4, %5 : f32, i64
  }
  func.return %v, %w : tensor<4xf32>, tensor<4xi64>
}
