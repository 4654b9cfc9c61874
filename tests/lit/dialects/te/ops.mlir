// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s
// RUN: %ts-opt --print-op-generic %s | %check %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @compute
// CHECK-SAME:    (%[[S:.*]]: index, %[[T:.*]]: tensor<?x128xf32>)
func.func @compute(%s0: index, %t: tensor<?x128xf32>) -> tensor<?x128xf32> {
  // CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S]], %[[J:.*]] = 128) : tensor<?x128xf32> {
  // CHECK-NEXT:   %[[X:.*]] = te.load %[[T]][%[[I]], %[[J]]] : tensor<?x128xf32>
  // CHECK-NEXT:   %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : f32
  // CHECK-NEXT:   te.yield %[[Y]] : f32
  // CHECK-NEXT: }
  // GENERIC:      "te.compute"(%s0) <{static_extents = array<i64: -9223372036854775808, 128>}>
  %0 = te.compute (%i = %s0, %j = 128) : tensor<?x128xf32> {
    %1 = te.load %t[%i, %j] : tensor<?x128xf32>
    %2 = arith.mulf %1, %1 : f32
    te.yield %2 : f32
  }
  func.return %0 : tensor<?x128xf32>
}

// A tensor without axes has one element; attributes of a reader's own stay.
// CHECK-LABEL: func.func @no_axes
// CHECK-SAME:    (%[[X:.*]]: f32)
func.func @no_axes(%x: f32) -> tensor<f32> {
  // CHECK-NEXT: %[[R:.*]] = te.compute () : tensor<f32> attributes {note = "mine"} {
  // CHECK-NEXT:   te.yield %[[X]] : f32
  // CHECK-NEXT: }
  %0 = te.compute () : tensor<f32> attributes {note = "mine"} {
    te.yield %x : f32
  }
  func.return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @reduce
// CHECK-SAME:    (%[[S:.*]]: index, %[[T:.*]]: tensor<4x?xf32>, %[[Z:.*]]: f32)
func.func @reduce(%s0: index, %t: tensor<4x?xf32>, %zero: f32) -> tensor<4xf32> {
  // CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = %[[S]]) init (%[[A:.*]] = %[[Z]] : f32) : tensor<4xf32> {
  // CHECK-NEXT:   %[[X:.*]] = te.load %[[T]][%[[I]], %[[K]]] : tensor<4x?xf32>
  // CHECK-NEXT:   %[[Y:.*]] = arith.addf %[[A]], %[[X]] : f32
  // CHECK-NEXT:   te.yield %[[Y]] : f32
  // CHECK-NEXT: }
  // GENERIC:      "te.reduce"(%s0, %zero) <{static_extents = array<i64: 4>, static_reduced = array<i64: -9223372036854775808>, operandSegmentSizes = array<i32: 0, 1, 1>}>
  %0 = te.reduce (%i = 4) over (%k = %s0) init (%acc = %zero : f32) : tensor<4xf32> {
    %1 = te.load %t[%i, %k] : tensor<4x?xf32>
    %2 = arith.addf %acc, %1 : f32
    te.yield %2 : f32
  }
  func.return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scan
// CHECK-SAME:    (%[[S:.*]]: index, %[[T:.*]]: tensor<?x4xf32>, %[[Z:.*]]: f32)
func.func @scan(%s0: index, %t: tensor<?x4xf32>, %zero: f32) -> tensor<?x4xf32> {
  // CHECK-NEXT: %[[R:.*]] = te.scan (%[[I:.*]] = %[[S]], %[[J:.*]] = 4) along 0 init (%[[A:.*]] = %[[Z]] : f32) : tensor<?x4xf32> attributes {note = "mine"} {
  // CHECK-NEXT:   %[[X:.*]] = te.load %[[T]][%[[I]], %[[J]]] : tensor<?x4xf32>
  // CHECK-NEXT:   %[[Y:.*]] = arith.addf %[[A]], %[[X]] : f32
  // CHECK-NEXT:   te.yield %[[Y]] : f32
  // CHECK-NEXT: }
  // GENERIC:      "te.scan"(%s0, %zero) <{static_extents = array<i64: -9223372036854775808, 4>, dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1>}>
  %0 = te.scan (%i = %s0, %j = 4) along 0 init (%acc = %zero : f32) : tensor<?x4xf32> attributes {note = "mine"} {
    %1 = te.load %t[%i, %j] : tensor<?x4xf32>
    %2 = arith.addf %acc, %1 : f32
    te.yield %2 : f32
  }
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @several_results
// CHECK-SAME: (%[[S0:.*]]: index, %[[T:.*]]: tensor<4x?xf32>, %[[ZERO:.*]]: f32, %[[NONE:.*]]: i64) -> (tensor<4xf32>, tensor<4xi64>) {
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = te.compute (%[[I:.*]] = 4, %[[J:.*]] = %[[S0]]) : tensor<4x?xf32>, tensor<4x?xindex> {
// CHECK-NEXT: %[[V0:.*]] = te.load %[[T]][%[[I]], %[[J]]] : tensor<4x?xf32>
// CHECK-NEXT: te.yield %[[V0]], %[[J]] : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: %[[V:.*]], %[[W:.*]] = te.reduce (%[[I_1:.*]] = 4) over (%[[K:.*]] = %[[S0]]) init (%[[ACC:.*]] = %[[ZERO]] : f32, %[[AT:.*]] = %[[NONE]] : i64) : tensor<4xf32>, tensor<4xi64> {
// CHECK-NEXT: %[[V1:.*]] = te.load %[[A]][%[[I_1]], %[[K]]] : tensor<4x?xf32>
// CHECK-NEXT: %[[V2:.*]] = arith.cmpf ogt, %[[V1]], %[[ACC]] : f32
// CHECK-NEXT: %[[V3:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT: %[[V4:.*]] = arith.select %[[V2]], %[[V1]], %[[ACC]] : f32
// CHECK-NEXT: %[[V5:.*]] = arith.select %[[V2]], %[[V3]], %[[AT]] : i64
// CHECK-NEXT: te.yield %[[V4]], %[[V5]] : f32, i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[X:.*]], %[[Y:.*]] = te.scan (%[[I_2:.*]] = 4) along 0 init (%[[ACC_1:.*]] = %[[ZERO]] : f32, %[[AT_1:.*]] = %[[NONE]] : i64) : tensor<4xf32>, tensor<4xi64> attributes {note = "mine"} {
// CHECK-NEXT: te.yield %[[ACC_1]], %[[AT_1]] : f32, i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]], %[[W]] : tensor<4xf32>, tensor<4xi64>
func.func @several_results(%s0: index, %t: tensor<4x?xf32>, %zero: f32, %none: i64) -> (tensor<4xf32>, tensor<4xi64>) {
  %a, %b = te.compute (%i = 4, %j = %s0) : tensor<4x?xf32>, tensor<4x?xindex> {
    %0 = te.load %t[%i, %j] : tensor<4x?xf32>
    te.yield %0, %j : f32, index
  }
  %v, %w = te.reduce (%i = 4) over (%k = %s0) init (%acc = %zero : f32, %at = %none : i64) : tensor<4xf32>, tensor<4xi64> {
    %1 = te.load %a[%i, %k] : tensor<4x?xf32>
    %2 = arith.cmpf ogt, %1, %acc : f32
    %3 = arith.index_cast %k : index to i64
    %4 = arith.select %2, %1, %acc : f32
    %5 = arith.select %2, %3, %at : i64
    te.yield %4, %5 : f32, i64
  }
  %x, %y = te.scan (%i = 4) along 0 init (%acc = %zero : f32, %at = %none : i64) : tensor<4xf32>, tensor<4xi64> attributes {note = "mine"} {
    te.yield %acc, %at : f32, i64
  }
  func.return %v, %w : tensor<4xf32>, tensor<4xi64>
}

// CHECK-LABEL: func.func @scatter
// CHECK-SAME:    (%[[S:.*]]: index, %[[T:.*]]: tensor<8x4xf32>, %[[K:.*]]: tensor<?xindex>, %[[X:.*]]: f32)
func.func @scatter(%s0: index, %t: tensor<8x4xf32>, %k: tensor<?xindex>, %x: f32) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[R:.*]] = te.scatter (%[[I:.*]] = %[[S]], %[[J:.*]] = 4) into %[[T]] : tensor<8x4xf32> {
  // CHECK-NEXT:   %[[P:.*]] = te.load %[[K]][%[[I]]] : tensor<?xindex>
  // CHECK-NEXT:   te.put %[[X]] at [%[[P]], %[[J]]] max {note = "mine"} : f32
  // CHECK-NEXT: }
  // GENERIC:      "te.put"(%x, %[[G:.*]], %j) <{combination = "max"}> {note = "mine"}
  %0 = te.scatter (%i = %s0, %j = 4) into %t : tensor<8x4xf32> {
    %1 = te.load %k[%i] : tensor<?xindex>
    te.put %x at [%1, %j] max {note = "mine"} : f32
  }
  func.return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @draw
// CHECK-SAME:    (%[[S:.*]]: index)
func.func @draw(%s0: index) -> (tensor<?xi32>, tensor<4xi64>) {
  // CHECK-NEXT: %[[W:.*]] = te.draw %[[S]] {note = "mine"} : tensor<?xi32>
  // CHECK-NEXT: %[[V:.*]] = te.draw : tensor<4xi64>
  // GENERIC:      %w = "te.draw"(%s0) {note = "mine"} : (index) -> tensor<?xi32>
  %w = te.draw %s0 {note = "mine"} : tensor<?xi32>
  %v = te.draw : tensor<4xi64>
  func.return %w, %v : tensor<?xi32>, tensor<4xi64>
}

// CHECK-LABEL: func.func @assign
// CHECK-SAME:    (%[[K:.*]]: tensor<4xf32>, %[[X:.*]]: f32)
func.func @assign(%k: tensor<4xf32>, %x: f32) {
  // CHECK-NEXT: %[[V:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xf32> {
  // CHECK-NEXT:   te.yield %[[X]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: te.assign %[[V]] to %[[K]] {note = "mine"} : tensor<4xf32>
  // GENERIC:      "te.assign"(%0, %k) {note = "mine"} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %0 = te.compute (%i = 4) : tensor<4xf32> {
    te.yield %x : f32
  }
  te.assign %0 to %k {note = "mine"} : tensor<4xf32>
  func.return
}
