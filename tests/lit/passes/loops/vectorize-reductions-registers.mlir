// RUN: %ts-opt %s -p "vectorize-reductions{width=4 unroll=2}" | %check %s

// Fires: twice as many lanes, so that partial sums do not wait for each other.
// CHECK-LABEL: func.func @few_values
// CHECK-SAME: (%[[T:.*]]: memref<16xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C16_1:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C16_1]] step %[[C8]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<8xf32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<16xf32>, vector<8xf32>
// CHECK-NEXT:   %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : vector<8xf32>
// CHECK-NEXT:   %[[Z:.*]] = arith.addf %[[V2]], %[[Y]] fastmath<reassoc> : vector<8xf32>
// CHECK-NEXT:   scf.yield %[[Z]] : vector<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.*]] = vector.reduction <add>, %[[V1]] fastmath<reassoc> : vector<8xf32> into f32
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[INIT]], %[[V3]] fastmath<reassoc> : f32
// CHECK-NEXT: func.return %[[R]] : f32
func.func @few_values(%t: memref<16xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %init) -> (f32) {
    %x = memref.load %t[%k] : memref<16xf32>
    %y = arith.mulf %x, %x : f32
    %z = arith.addf %acc, %y fastmath<reassoc> : f32
    scf.yield %z : f32
  }
  func.return %r : f32
}

// Does not fire: vectors of all values do not fit in registers.
// CHECK-LABEL: func.func @values_take_many_registers
// CHECK-SAME: (%[[T:.*]]: memref<16xf32>, %[[TOP:.*]]: f32, %[[INIT:.*]]: i32) -> i32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C16_1:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[INIT]] : i32 to vector<4xi32>
// CHECK-NEXT: %[[TOP_1:.*]] = vector.broadcast %[[TOP]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[V1:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// CHECK-NEXT: %[[INIT_1:.*]] = vector.broadcast %[[INIT]] : i32 to vector<4xi32>
// CHECK-NEXT: %[[V2:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C16_1]] step %[[C4]] iter_args(%[[V3:.*]] = %[[V0]]) -> (vector<4xi32>) {
// CHECK-NEXT:   %[[X:.*]] = vector.load %[[T]][%[[K]]] : memref<16xf32>, vector<4xf32>
// CHECK-NEXT:   %[[IS:.*]] = arith.cmpf oeq, %[[X]], %[[TOP_1]] : vector<4xf32>
// CHECK-NEXT:   %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : vector<4xf32>
// CHECK-NEXT:   %[[FOUND:.*]] = arith.ori %[[IS]], %[[NAN]] : vector<4xi1>
// CHECK-NEXT:   %[[V4:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:   %[[V5:.*]] = vector.broadcast %[[V4]] : i64 to vector<4xi64>
// CHECK-NEXT:   %[[V6:.*]] = arith.addi %[[V5]], %[[V1]] : vector<4xi64>
// CHECK-NEXT:   %[[V7:.*]] = arith.trunci %[[V6]] : vector<4xi64> to vector<4xi32>
// CHECK-NEXT:   %[[PLACE:.*]] = arith.select %[[FOUND]], %[[V7]], %[[INIT_1]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:   %[[Y:.*]] = arith.minsi %[[V3]], %[[PLACE]] : vector<4xi32>
// CHECK-NEXT:   scf.yield %[[Y]] : vector<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V8:.*]] = vector.reduction <minsi>, %[[V2]] : vector<4xi32> into i32
// CHECK-NEXT: %[[R:.*]] = arith.minsi %[[INIT]], %[[V8]] : i32
// CHECK-NEXT: func.return %[[R]] : i32
func.func @values_take_many_registers(%t: memref<16xf32>, %top: f32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %init) -> (i32) {
    %x = memref.load %t[%k] : memref<16xf32>
    %is = arith.cmpf oeq, %x, %top : f32
    %nan = arith.cmpf uno, %x, %x : f32
    %found = arith.ori %is, %nan : i1
    %n = arith.index_cast %k : index to i32
    %place = arith.select %found, %n, %init : i32
    %y = arith.minsi %acc, %place : i32
    scf.yield %y : i32
  }
  func.return %r : i32
}
