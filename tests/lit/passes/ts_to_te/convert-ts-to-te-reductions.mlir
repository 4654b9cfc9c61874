// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// Truth is reduced, not the numbers.
// CHECK-LABEL: func.func @any
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>) -> tensor<2x1xi1>
// CHECK-NEXT: %[[V0:.*]] = arith.constant false
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 2, %[[J:.*]] = 1) over (%[[K:.*]] = 3) init (%[[ACC:.*]] = %[[V0]] : i1) : tensor<2x1xi1> {
// CHECK-NEXT:   %[[V1:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<2x3xf32>
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V3:.*]] = arith.cmpf une, %[[V1]], %[[V2]] : f32
// CHECK-NEXT:   %[[V4:.*]] = arith.ori %[[ACC]], %[[V3]] : i1
// CHECK-NEXT:   te.yield %[[V4]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2x1xi1>
func.func @any(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,1],i1> {
  %one = prim.Constant 1 : i64
  %keep = prim.Constant true
  %r = aten.any.dim(%x, %one, %keep) : (!ts.tensor<[2,3],f32>, i64, i1) -> !ts.tensor<[2,1],i1>
  func.return %r : !ts.tensor<[2,1],i1>
}

// The index of a maximum is the least one of an element equal to it, or of NaN.
// The least of places that i32 holds is found in i32.
// CHECK-LABEL: func.func @argmax
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x3xf32> {te.sizes = array<i64: 0>}) -> tensor<?xi64>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0xff800000 : f32
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = %[[S0]], %[[J:.*]] = 1) over (%[[K:.*]] = 3) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<?x1xf32> {
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<?x3xf32>
// CHECK-NEXT:   %[[V3:.*]] = arith.maximumf %[[ACC]], %[[V2]] fastmath<nsz> : f32
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = arith.constant 2147483647 : i32
// CHECK-NEXT: %[[V5:.*]] = te.reduce (%[[I_1:.*]] = %[[S0]]) over (%[[J_1:.*]] = 3) init (%[[ACC_1:.*]] = %[[V4]] : i32) : tensor<?xi32> {
// CHECK-NEXT:   %[[V6:.*]] = te.load %[[X]][%[[I_1]], %[[J_1]]] : tensor<?x3xf32>
// CHECK-NEXT:   %[[V7:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V8:.*]] = te.load %[[V1]][%[[I_1]], %[[V7]]] : tensor<?x1xf32>
// CHECK-NEXT:   %[[V9:.*]] = arith.cmpf oeq, %[[V6]], %[[V8]] : f32
// CHECK-NEXT:   %[[V10:.*]] = arith.cmpf uno, %[[V6]], %[[V6]] : f32
// CHECK-NEXT:   %[[V11:.*]] = arith.ori %[[V9]], %[[V10]] : i1
// CHECK-NEXT:   %[[V12:.*]] = arith.index_cast %[[J_1]] : index to i32
// CHECK-NEXT:   %[[V13:.*]] = arith.select %[[V11]], %[[V12]], %[[V4]] : i32
// CHECK-NEXT:   %[[V14:.*]] = arith.minsi %[[ACC_1]], %[[V13]] : i32
// CHECK-NEXT:   te.yield %[[V14]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I_2:.*]] = %[[S0]]) : tensor<?xi64> {
// CHECK-NEXT:   %[[V15:.*]] = te.load %[[V5]][%[[I_2]]] : tensor<?xi32>
// CHECK-NEXT:   %[[V16:.*]] = arith.extsi %[[V15]] : i32 to i64
// CHECK-NEXT:   te.yield %[[V16]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?xi64>
func.func @argmax(%x: !ts.tensor<[s0,3],f32>) -> !ts.tensor<[s0],i64> {
  %one = prim.Constant 1 : i64
  %drop = prim.Constant false
  %r = aten.argmax(%x, %one, %drop) : (!ts.tensor<[s0,3],f32>, i64, i1) -> !ts.tensor<[s0],i64>
  func.return %r : !ts.tensor<[s0],i64>
}

// Only a run knows the number of places: they are i64.
// CHECK-LABEL: func.func @places_of_unknown_number
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<3x?xi64> {te.sizes = array<i64: 0>}) -> tensor<3xi64>
// CHECK-NEXT: %[[V0:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = 3, %[[J:.*]] = 1) over (%[[K:.*]] = %[[S0]]) init (%[[ACC:.*]] = %[[V0]] : i64) : tensor<3x1xi64> {
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<3x?xi64>
// CHECK-NEXT:   %[[V3:.*]] = arith.maxsi %[[ACC]], %[[V2]] : i64
// CHECK-NEXT:   te.yield %[[V3]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = arith.constant 9223372036854775807 : i64
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I_1:.*]] = 3) over (%[[J_1:.*]] = %[[S0]]) init (%[[ACC_1:.*]] = %[[V4]] : i64) : tensor<3xi64> {
// CHECK-NEXT:   %[[V5:.*]] = te.load %[[X]][%[[I_1]], %[[J_1]]] : tensor<3x?xi64>
// CHECK-NEXT:   %[[V6:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V7:.*]] = te.load %[[V1]][%[[I_1]], %[[V6]]] : tensor<3x1xi64>
// CHECK-NEXT:   %[[V8:.*]] = arith.cmpi eq, %[[V5]], %[[V7]] : i64
// CHECK-NEXT:   %[[V9:.*]] = arith.index_cast %[[J_1]] : index to i64
// CHECK-NEXT:   %[[V10:.*]] = arith.select %[[V8]], %[[V9]], %[[V4]] : i64
// CHECK-NEXT:   %[[V11:.*]] = arith.minsi %[[ACC_1]], %[[V10]] : i64
// CHECK-NEXT:   te.yield %[[V11]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<3xi64>
func.func @places_of_unknown_number(%x: !ts.tensor<[3,s0],i64>) -> !ts.tensor<[3],i64> {
  %one = prim.Constant 1 : i64
  %drop = prim.Constant false
  %r = aten.argmax(%x, %one, %drop) : (!ts.tensor<[3,s0],i64>, i64, i1) -> !ts.tensor<[3],i64>
  func.return %r : !ts.tensor<[3],i64>
}

// i32 does not hold the last place and a number behind it.
// CHECK-LABEL: func.func @places_beyond_i32
// CHECK-SAME: (%[[X:.*]]: tensor<65536x32768xi64>) -> tensor<i64>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 9223372036854775807 : i64
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = 1, %[[J:.*]] = 1) over (%[[K:.*]] = 65536, %[[L:.*]] = 32768) init (%[[ACC:.*]] = %[[V0]] : i64) : tensor<1x1xi64> {
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[K]], %[[L]]] : tensor<65536x32768xi64>
// CHECK-NEXT:   %[[V3:.*]] = arith.minsi %[[ACC]], %[[V2]] : i64
// CHECK-NEXT:   te.yield %[[V3]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.reduce () over (%[[I_1:.*]] = 65536, %[[J_1:.*]] = 32768) init (%[[ACC_1:.*]] = %[[V0]] : i64) : tensor<i64> {
// CHECK-NEXT:   %[[V4:.*]] = te.load %[[X]][%[[I_1]], %[[J_1]]] : tensor<65536x32768xi64>
// CHECK-NEXT:   %[[V5:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V6:.*]] = te.load %[[V1]][%[[V5]], %[[V5]]] : tensor<1x1xi64>
// CHECK-NEXT:   %[[V7:.*]] = arith.cmpi eq, %[[V4]], %[[V6]] : i64
// CHECK-NEXT:   %[[V8:.*]] = arith.constant 32768 : index
// CHECK-NEXT:   %[[V9:.*]] = arith.muli %[[I_1]], %[[V8]] : index
// CHECK-NEXT:   %[[V10:.*]] = arith.addi %[[V9]], %[[J_1]] : index
// CHECK-NEXT:   %[[V11:.*]] = arith.index_cast %[[V10]] : index to i64
// CHECK-NEXT:   %[[V12:.*]] = arith.select %[[V7]], %[[V11]], %[[V0]] : i64
// CHECK-NEXT:   %[[V13:.*]] = arith.minsi %[[ACC_1]], %[[V12]] : i64
// CHECK-NEXT:   te.yield %[[V13]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<i64>
func.func @places_beyond_i32(%x: !ts.tensor<[65536,32768],i64>) -> !ts.tensor<[],i64> {
  %none = prim.Constant : !ts.none
  %drop = prim.Constant false
  %r = aten.argmin(%x, %none, %drop) : (!ts.tensor<[65536,32768],i64>, !ts.none, i1) -> !ts.tensor<[],i64>
  func.return %r : !ts.tensor<[],i64>
}

// A variance takes two passes; the correction is less than the number of elements.
// CHECK-LABEL: func.func @variance
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<2x?xf32> {te.sizes = array<i64: 0>}) -> tensor<2xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = 2, %[[J:.*]] = 1) over (%[[K:.*]] = %[[S0]]) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<2x1xf32> {
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<2x?xf32>
// CHECK-NEXT:   %[[V3:.*]] = arith.addf %[[ACC]], %[[V2]] fastmath<reassoc> : f32
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J_1:.*]] = 1) : tensor<2x1xf32> {
// CHECK-NEXT:   %[[V5:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V6:.*]] = te.load %[[V1]][%[[I_1]], %[[V5]]] : tensor<2x1xf32>
// CHECK-NEXT:   %[[V7:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT:   %[[V8:.*]] = arith.sitofp %[[V7]] : i64 to f32
// CHECK-NEXT:   %[[V9:.*]] = arith.divf %[[V6]], %[[V8]] : f32
// CHECK-NEXT:   te.yield %[[V9]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V10:.*]] = te.reduce (%[[I_2:.*]] = 2) over (%[[J_2:.*]] = %[[S0]]) init (%[[ACC_1:.*]] = %[[V0]] : f32) : tensor<2xf32> {
// CHECK-NEXT:   %[[V11:.*]] = te.load %[[X]][%[[I_2]], %[[J_2]]] : tensor<2x?xf32>
// CHECK-NEXT:   %[[V12:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V13:.*]] = te.load %[[V4]][%[[I_2]], %[[V12]]] : tensor<2x1xf32>
// CHECK-NEXT:   %[[V14:.*]] = arith.subf %[[V11]], %[[V13]] : f32
// CHECK-NEXT:   %[[V15:.*]] = arith.mulf %[[V14]], %[[V14]] : f32
// CHECK-NEXT:   %[[V16:.*]] = arith.addf %[[ACC_1]], %[[V15]] fastmath<reassoc> : f32
// CHECK-NEXT:   te.yield %[[V16]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I_3:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V17:.*]] = te.load %[[V10]][%[[I_3]]] : tensor<2xf32>
// CHECK-NEXT:   %[[V18:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT:   %[[V19:.*]] = arith.sitofp %[[V18]] : i64 to f32
// CHECK-NEXT:   %[[V20:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %[[V21:.*]] = arith.subf %[[V19]], %[[V20]] : f32
// CHECK-NEXT:   %[[V22:.*]] = arith.maximumf %[[V21]], %[[V0]] fastmath<nsz> : f32
// CHECK-NEXT:   %[[V23:.*]] = arith.divf %[[V17]], %[[V22]] : f32
// CHECK-NEXT:   te.yield %[[V23]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2xf32>
func.func @variance(%x: !ts.tensor<[2,s0],f32>) -> !ts.tensor<[2],f32> {
  %one = prim.Constant 1 : i64
  %axes = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %drop = prim.Constant false
  %r = aten.var.correction(%x, %axes, %one, %drop) : (!ts.tensor<[2,s0],f32>, !ts.list<i64>, i64, i1) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// The powers of a softmax are stored, since they are read twice.
// CHECK-LABEL: func.func @softmax
// CHECK-SAME: (%[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: tensor<?x?xf32> {te.sizes = array<i64: 0, 1>}) -> tensor<?x?xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0xff800000 : f32
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = %[[S0]], %[[J:.*]] = 1) over (%[[K:.*]] = %[[S1]]) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<?x1xf32> {
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<?x?xf32>
// CHECK-NEXT:   %[[V3:.*]] = arith.maximumf %[[ACC]], %[[V2]] fastmath<nsz> : f32
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = te.compute (%[[I_1:.*]] = %[[S0]], %[[J_1:.*]] = %[[S1]]) : tensor<?x?xf32> {
// CHECK-NEXT:   %[[V5:.*]] = te.load %[[X]][%[[I_1]], %[[J_1]]] : tensor<?x?xf32>
// CHECK-NEXT:   %[[V6:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V7:.*]] = te.load %[[V1]][%[[I_1]], %[[V6]]] : tensor<?x1xf32>
// CHECK-NEXT:   %[[V8:.*]] = arith.subf %[[V5]], %[[V7]] : f32
// CHECK-NEXT:   %[[V9:.*]] = math.exp %[[V8]] : f32
// CHECK-NEXT:   te.yield %[[V9]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V10:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V11:.*]] = te.reduce (%[[I_2:.*]] = %[[S0]], %[[J_2:.*]] = 1) over (%[[K_1:.*]] = %[[S1]]) init (%[[ACC_1:.*]] = %[[V10]] : f32) : tensor<?x1xf32> {
// CHECK-NEXT:   %[[V12:.*]] = te.load %[[V4]][%[[I_2]], %[[K_1]]] : tensor<?x?xf32>
// CHECK-NEXT:   %[[V13:.*]] = arith.addf %[[ACC_1]], %[[V12]] fastmath<reassoc> : f32
// CHECK-NEXT:   te.yield %[[V13]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I_3:.*]] = %[[S0]], %[[J_3:.*]] = %[[S1]]) : tensor<?x?xf32> {
// CHECK-NEXT:   %[[V14:.*]] = te.load %[[V4]][%[[I_3]], %[[J_3]]] : tensor<?x?xf32>
// CHECK-NEXT:   %[[V15:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V16:.*]] = te.load %[[V11]][%[[I_3]], %[[V15]]] : tensor<?x1xf32>
// CHECK-NEXT:   %[[V17:.*]] = arith.divf %[[V14]], %[[V16]] : f32
// CHECK-NEXT:   te.yield %[[V17]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?x?xf32>
func.func @softmax(%x: !ts.tensor<[s0,s1],f32>) -> !ts.tensor<[s0,s1],f32> {
  %last = prim.Constant -1 : i64
  %none = prim.Constant : !ts.none
  %r = aten.softmax.int(%x, %last, %none) : (!ts.tensor<[s0,s1],f32>, i64, !ts.none) -> !ts.tensor<[s0,s1],f32>
  func.return %r : !ts.tensor<[s0,s1],f32>
}

// Without weight and bias; the mean and the scale of each row are of no use here.
// CHECK-LABEL: func.func @layer_norm
// CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = 2, %[[J:.*]] = 1) over (%[[K:.*]] = 4) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<2x1xf32> {
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<2x4xf32>
// CHECK-NEXT:   %[[V3:.*]] = arith.addf %[[ACC]], %[[V2]] fastmath<reassoc> : f32
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J_1:.*]] = 1) : tensor<2x1xf32> {
// CHECK-NEXT:   %[[V5:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V6:.*]] = te.load %[[V1]][%[[I_1]], %[[V5]]] : tensor<2x1xf32>
// CHECK-NEXT:   %[[V7:.*]] = arith.constant 4.000000e+00 : f32
// CHECK-NEXT:   %[[V8:.*]] = arith.divf %[[V6]], %[[V7]] : f32
// CHECK-NEXT:   te.yield %[[V8]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V9:.*]] = te.reduce (%[[I_2:.*]] = 2, %[[J_2:.*]] = 1) over (%[[K_1:.*]] = 4) init (%[[ACC_1:.*]] = %[[V0]] : f32) : tensor<2x1xf32> {
// CHECK-NEXT:   %[[V10:.*]] = te.load %[[X]][%[[I_2]], %[[K_1]]] : tensor<2x4xf32>
// CHECK-NEXT:   %[[V11:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V12:.*]] = te.load %[[V4]][%[[I_2]], %[[V11]]] : tensor<2x1xf32>
// CHECK-NEXT:   %[[V13:.*]] = arith.subf %[[V10]], %[[V12]] : f32
// CHECK-NEXT:   %[[V14:.*]] = arith.mulf %[[V13]], %[[V13]] : f32
// CHECK-NEXT:   %[[V15:.*]] = arith.addf %[[ACC_1]], %[[V14]] fastmath<reassoc> : f32
// CHECK-NEXT:   te.yield %[[V15]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V16:.*]] = te.compute (%[[I_3:.*]] = 2, %[[J_3:.*]] = 1) : tensor<2x1xf32> {
// CHECK-NEXT:   %[[V17:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V18:.*]] = te.load %[[V9]][%[[I_3]], %[[V17]]] : tensor<2x1xf32>
// CHECK-NEXT:   %[[V19:.*]] = arith.constant 4.000000e+00 : f32
// CHECK-NEXT:   %[[V20:.*]] = arith.divf %[[V18]], %[[V19]] : f32
// CHECK-NEXT:   %[[V21:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:   %[[V22:.*]] = arith.addf %[[V20]], %[[V21]] : f32
// CHECK-NEXT:   %[[V23:.*]] = math.sqrt %[[V22]] : f32
// CHECK-NEXT:   %[[V24:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %[[V25:.*]] = arith.divf %[[V24]], %[[V23]] : f32
// CHECK-NEXT:   te.yield %[[V25]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I_4:.*]] = 2, %[[J_4:.*]] = 4) : tensor<2x4xf32> {
// CHECK-NEXT:   %[[V26:.*]] = te.load %[[X]][%[[I_4]], %[[J_4]]] : tensor<2x4xf32>
// CHECK-NEXT:   %[[V27:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V28:.*]] = te.load %[[V4]][%[[I_4]], %[[V27]]] : tensor<2x1xf32>
// CHECK-NEXT:   %[[V29:.*]] = te.load %[[V16]][%[[I_4]], %[[V27]]] : tensor<2x1xf32>
// CHECK-NEXT:   %[[V30:.*]] = arith.subf %[[V26]], %[[V28]] : f32
// CHECK-NEXT:   %[[V31:.*]] = arith.mulf %[[V30]], %[[V29]] : f32
// CHECK-NEXT:   te.yield %[[V31]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2x4xf32>
func.func @layer_norm(%x: !ts.tensor<[2,4],f32>) -> !ts.tensor<[2,4],f32> {
  %four = prim.Constant 4 : i64
  %sizes = prim.ListConstruct(%four) : (i64) -> !ts.list<i64>
  %none = prim.Constant : !ts.none
  %eps = prim.Constant 0.5 : f64
  %false = prim.Constant false
  %r = aten.layer_norm(%x, %sizes, %none, %none, %eps, %false) : (!ts.tensor<[2,4],f32>, !ts.list<i64>, !ts.none, !ts.none, f64, i1) -> !ts.tensor<[2,4],f32>
  func.return %r : !ts.tensor<[2,4],f32>
}
