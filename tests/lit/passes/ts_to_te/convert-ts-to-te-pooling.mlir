// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// A window is an axis that is reduced; without padding no index is outside, but all are tested.
// CHECK-LABEL: func.func @max_pool
// CHECK-SAME: (%[[X:.*]]: tensor<3x8xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0xff800000 : f32
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 3, %[[J:.*]] = 4) over (%[[K:.*]] = 2) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<3x4xf32> {
// CHECK-NEXT:   %[[V1:.*]] = arith.constant true
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V3:.*]] = arith.muli %[[K]], %[[V2]] : index
// CHECK-NEXT:   %[[V4:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[V5:.*]] = arith.muli %[[J]], %[[V4]] : index
// CHECK-NEXT:   %[[V6:.*]] = arith.addi %[[V5]], %[[V3]] : index
// CHECK-NEXT:   %[[V7:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V8:.*]] = arith.cmpi sge, %[[V6]], %[[V7]] : index
// CHECK-NEXT:   %[[V9:.*]] = arith.andi %[[V1]], %[[V8]] : i1
// CHECK-NEXT:   %[[V10:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[V11:.*]] = arith.cmpi slt, %[[V6]], %[[V10]] : index
// CHECK-NEXT:   %[[V12:.*]] = arith.andi %[[V9]], %[[V11]] : i1
// CHECK-NEXT:   %[[V13:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V14:.*]] = arith.addi %[[V10]], %[[V13]] : index
// CHECK-NEXT:   %[[V15:.*]] = arith.maxsi %[[V6]], %[[V7]] : index
// CHECK-NEXT:   %[[V16:.*]] = arith.minsi %[[V15]], %[[V14]] : index
// CHECK-NEXT:   %[[V17:.*]] = te.load %[[X]][%[[I]], %[[V16]]] : tensor<3x8xf32>
// CHECK-NEXT:   %[[V18:.*]] = arith.select %[[V12]], %[[V17]], %[[V0]] : f32
// CHECK-NEXT:   %[[V19:.*]] = arith.maximumf %[[ACC]], %[[V18]] : f32
// CHECK-NEXT:   te.yield %[[V19]] : f32
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

// The nearest element, at the floor of a product in floats.
// CHECK-LABEL: func.func @nearest
// CHECK-SAME: (%[[X:.*]]: tensor<1x1x4xf32>) -> tensor<1x1x6xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = 6) : tensor<1x1x6xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.666666687 : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:   %[[V2:.*]] = arith.sitofp %[[V1]] : i64 to f32
// CHECK-NEXT:   %[[V3:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:   %[[V5:.*]] = arith.mulf %[[V4]], %[[V0]] : f32
// CHECK-NEXT:   %[[V6:.*]] = math.floor %[[V5]] : f32
// CHECK-NEXT:   %[[V7:.*]] = arith.fptosi %[[V6]] : f32 to i64
// CHECK-NEXT:   %[[V8:.*]] = arith.index_cast %[[V7]] : i64 to index
// CHECK-NEXT:   %[[V9:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[V10:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V11:.*]] = arith.addi %[[V9]], %[[V10]] : index
// CHECK-NEXT:   %[[V12:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V13:.*]] = arith.maxsi %[[V8]], %[[V12]] : index
// CHECK-NEXT:   %[[V14:.*]] = arith.minsi %[[V13]], %[[V11]] : index
// CHECK-NEXT:   %[[V15:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V14]]] : tensor<1x1x4xf32>
// CHECK-NEXT:   te.yield %[[V15]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<1x1x6xf32>
func.func @nearest(%x: !ts.tensor<[1,1,4],f32>) -> !ts.tensor<[1,1,6],f32> {
  %six = prim.Constant 6 : i64
  %sizes = prim.ListConstruct(%six) : (i64) -> !ts.list<i64>
  %none = prim.Constant : !ts.none
  %r = aten.upsample_nearest1d(%x, %sizes, %none) : (!ts.tensor<[1,1,4],f32>, !ts.list<i64>, !ts.none) -> !ts.tensor<[1,1,6],f32>
  func.return %r : !ts.tensor<[1,1,6],f32>
}
