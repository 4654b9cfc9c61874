// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// The reduction over a short window is written out; no index is outside of the tensor.
// CHECK-LABEL: func.func @max_pool(
// CHECK-SAME: %[[X:.*]]: tensor<3x8xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 3, %[[J:.*]] = 4) : tensor<3x4xf32> attributes {te.stored} {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[K0:.*]] = arith.muli %[[ZERO]], %[[ONE]] : index
// CHECK-NEXT:   %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[START:.*]] = arith.muli %[[J]], %[[TWO]] : index
// CHECK-NEXT:   %[[J0:.*]] = arith.addi %[[START]], %[[K0]] : index
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]], %[[J0]]] : tensor<3x8xf32>
// CHECK-NEXT:   %[[K1:.*]] = arith.muli %[[ONE]], %[[ONE]] : index
// CHECK-NEXT:   %[[J1:.*]] = arith.addi %[[START]], %[[K1]] : index
// CHECK-NEXT:   %[[V1:.*]] = te.load %[[X]][%[[I]], %[[J1]]] : tensor<3x8xf32>
// CHECK-NEXT:   %[[MAX:.*]] = arith.maximumf %[[V0]], %[[V1]] fastmath<nsz> : f32
// CHECK-NEXT:   te.yield %[[MAX]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<3x4xf32>
func.func @max_pool(%x: !ts.tensor<[3,8],f32>) -> !ts.tensor<[3,4],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %twos = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %zeros = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %ones = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %false = prim.Constant false
  %r = aten.max_pool1d(%x, %twos, %twos, %zeros, %ones, %false) : (!ts.tensor<[3,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor<[3,4],f32>
  func.return %r : !ts.tensor<[3,4],f32>
}

// The border is tested for each element: the nearest one is read, and the neutral one chosen.
// CHECK-LABEL: func.func @padded(
// CHECK-SAME: %[[X:.*]]: tensor<3x8xf32>) -> tensor<3x3xf32>
// CHECK-NEXT: te.compute (%[[I:.*]] = 3, %[[J:.*]] = 3)
// CHECK:        %[[START:.*]] = arith.addi %[[MANY:.*]], %[[LESS:.*]] : index
// CHECK-NEXT:   %[[PLACE:.*]] = arith.addi %[[START]], %[[K0:.*]] : index
// CHECK:        %[[BEFORE:.*]] = arith.cmpi slt, %[[PLACE]], %[[END:.*]] : index
// CHECK:        %[[BEHIND:.*]] = arith.cmpi sge, %[[PLACE]], %[[BEGIN:.*]] : index
// CHECK-NEXT:   %[[INSIDE:.*]] = arith.andi %[[BEHIND]], %[[BEFORE]] : i1
// CHECK:        %[[LEAST:.*]] = arith.maxsi %[[PLACE]], %[[BEGIN]] : index
// CHECK-NEXT:   %[[NEAR:.*]] = arith.minsi %[[LEAST]], %[[LAST:.*]] : index
// CHECK-NEXT:   %[[V:.*]] = te.load %[[X]][%[[I]], %[[NEAR]]] : tensor<3x8xf32>
// CHECK:        arith.select %[[INSIDE]], %[[V]], %[[NEUTRAL:.*]] : f32
func.func @padded(%x: !ts.tensor<[3,8],f32>) -> !ts.tensor<[3,3],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %three = prim.Constant 3 : i64
  %twos = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %threes = prim.ListConstruct(%three) : (i64) -> !ts.list<i64>
  %zeros = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %ones = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %false = prim.Constant false
  %r = aten.max_pool1d(%x, %twos, %threes, %ones, %ones, %false) : (!ts.tensor<[3,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor<[3,3],f32>
  func.return %r : !ts.tensor<[3,3],f32>
}

// Windows two apart read every second element of a copy with borders, which vectors can.
// CHECK-LABEL: func.func @every_second
// CHECK-SAME: (%[[X:.*]]: tensor<3x8xf32>) -> tensor<3x5xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.compute (%[[I:.*]] = 3, %[[J:.*]] = 10) : tensor<3x10xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V1:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V2:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V3:.*]] = arith.muli %[[V1]], %[[V2]] : index
// CHECK-NEXT:     %[[V4:.*]] = arith.muli %[[J]], %[[V2]] : index
// CHECK-NEXT:     %[[V5:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V6:.*]] = arith.addi %[[V4]], %[[V5]] : index
// CHECK-NEXT:     %[[V7:.*]] = arith.addi %[[V6]], %[[V3]] : index
// CHECK-NEXT:     %[[V8:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[V9:.*]] = arith.cmpi slt, %[[V7]], %[[V8]] : index
// CHECK-NEXT:     %[[V10:.*]] = arith.cmpi sge, %[[V7]], %[[V1]] : index
// CHECK-NEXT:     %[[V11:.*]] = arith.andi %[[V10]], %[[V9]] : i1
// CHECK-NEXT:     %[[V12:.*]] = arith.addi %[[V8]], %[[V5]] : index
// CHECK-NEXT:     %[[V13:.*]] = arith.maxsi %[[V7]], %[[V1]] : index
// CHECK-NEXT:     %[[V14:.*]] = arith.minsi %[[V13]], %[[V12]] : index
// CHECK-NEXT:     %[[V15:.*]] = te.load %[[X]][%[[I]], %[[V14]]] : tensor<3x8xf32>
// CHECK-NEXT:     %[[V16:.*]] = arith.constant 0xff800000 : f32
// CHECK-NEXT:     %[[V17:.*]] = arith.select %[[V11]], %[[V15]], %[[V16]] : f32
// CHECK-NEXT:     te.yield %[[V17]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_1:.*]] = 3, %[[J_1:.*]] = 5) : tensor<3x5xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V18:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V19:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V20:.*]] = arith.muli %[[V18]], %[[V19]] : index
// CHECK-NEXT:     %[[V21:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V22:.*]] = arith.muli %[[J_1]], %[[V21]] : index
// CHECK-NEXT:     %[[V23:.*]] = arith.addi %[[V22]], %[[V20]] : index
// CHECK-NEXT:     %[[V24:.*]] = te.load %[[V0]][%[[I_1]], %[[V23]]] : tensor<3x10xf32>
// CHECK-NEXT:     %[[V25:.*]] = arith.muli %[[V19]], %[[V19]] : index
// CHECK-NEXT:     %[[V26:.*]] = arith.addi %[[V22]], %[[V25]] : index
// CHECK-NEXT:     %[[V27:.*]] = te.load %[[V0]][%[[I_1]], %[[V26]]] : tensor<3x10xf32>
// CHECK-NEXT:     %[[V28:.*]] = arith.maximumf %[[V24]], %[[V27]] fastmath<nsz> : f32
// CHECK-NEXT:     te.yield %[[V28]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<3x5xf32>
// CHECK-NEXT: }
func.func @every_second(%x: !ts.tensor<[3,8],f32>) -> !ts.tensor<[3,5],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %twos = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %zeros = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %ones = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %false = prim.Constant false
  %r = aten.max_pool1d(%x, %twos, %twos, %ones, %ones, %false) : (!ts.tensor<[3,8],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor<[3,5],f32>
  func.return %r : !ts.tensor<[3,5],f32>
}

// A long window is an axis that is reduced.
// CHECK-LABEL: func.func @long(
// CHECK-NEXT: %[[LEAST:.*]] = arith.constant 0xff800000 : f32
// CHECK-NEXT: te.reduce (%[[I:.*]] = 3, %[[J:.*]] = 4) over (%[[K:.*]] = 9) init (%[[ACC:.*]] = %[[LEAST]] : f32)
func.func @long(%x: !ts.tensor<[3,15],f32>) -> !ts.tensor<[3,4],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %nine = prim.Constant 9 : i64
  %nines = prim.ListConstruct(%nine) : (i64) -> !ts.list<i64>
  %twos = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %zeros = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %ones = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %false = prim.Constant false
  %r = aten.max_pool1d(%x, %nines, %twos, %zeros, %ones, %false) : (!ts.tensor<[3,15],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor<[3,4],f32>
  func.return %r : !ts.tensor<[3,4],f32>
}
