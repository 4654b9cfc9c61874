// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// The nearest element, at the floor of a product in floats.
// CHECK-LABEL: func.func @nearest(
// CHECK-SAME: %[[X:.*]]: tensor<1x1x4xf32>) -> tensor<1x1x6xf32> {
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = 6) : tensor<1x1x6xf32> {
// CHECK-NEXT:     %[[V0:.*]] = arith.constant 0.666666687 : f32
// CHECK-NEXT:     %[[V1:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:     %[[V2:.*]] = arith.sitofp %[[V1]] : i64 to f32
// CHECK-NEXT:     %[[V3:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:     %[[V5:.*]] = arith.mulf %[[V4]], %[[V0]] : f32
// CHECK-NEXT:     %[[V6:.*]] = math.floor %[[V5]] : f32
// CHECK-NEXT:     %[[V7:.*]] = arith.fptosi %[[V6]] : f32 to i64
// CHECK-NEXT:     %[[V8:.*]] = arith.index_cast %[[V7]] : i64 to index
// CHECK-NEXT:     %[[V9:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V10:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V11:.*]] = arith.addi %[[V9]], %[[V10]] : index
// CHECK-NEXT:     %[[V12:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V13:.*]] = arith.maxsi %[[V8]], %[[V12]] : index
// CHECK-NEXT:     %[[V14:.*]] = arith.minsi %[[V13]], %[[V11]] : index
// CHECK-NEXT:     %[[V15:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V14]]] : tensor<1x1x4xf32>
// CHECK-NEXT:     te.yield %[[V15]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x1x6xf32>
// CHECK-NEXT: }
func.func @nearest(%x: !ts.tensor<[1,1,4],f32>) -> !ts.tensor<[1,1,6],f32> {
  %six = prim.Constant 6 : i64
  %sizes = prim.ListConstruct(%six) : (i64) -> !ts.list<i64>
  %none = prim.Constant : !ts.none
  %r = aten.upsample_nearest1d(%x, %sizes, %none) : (!ts.tensor<[1,1,4],f32>, !ts.list<i64>, !ts.none) -> !ts.tensor<[1,1,6],f32>
  func.return %r : !ts.tensor<[1,1,6],f32>
}

// The size remains: a copy, whatever the factor.
// CHECK-LABEL: func.func @linear_of_the_same_size(
// CHECK-SAME: %[[X:.*]]: tensor<1x1x6xf32>) -> tensor<1x1x6xf32> {
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = 6) : tensor<1x1x6xf32> {
// CHECK-NEXT:     %[[V0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V2:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[K]]] : tensor<1x1x6xf32>
// CHECK-NEXT:     %[[V3:.*]] = arith.mulf %[[V2]], %[[V0]] : f32
// CHECK-NEXT:     %[[V4:.*]] = arith.mulf %[[V2]], %[[V1]] : f32
// CHECK-NEXT:     %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// CHECK-NEXT:     te.yield %[[V5]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x1x6xf32>
// CHECK-NEXT: }
func.func @linear_of_the_same_size(%x: !ts.tensor<[1,1,6],f32>) -> !ts.tensor<[1,1,6],f32> {
  %size = prim.Constant [6] : !ts.list<i64>
  %false = prim.Constant false
  %factor = prim.Constant 1.15 : f64
  %r = aten.upsample_linear1d(%x, %size, %false, %factor) : (!ts.tensor<[1,1,6],f32>, !ts.list<i64>, i1, f64) -> !ts.tensor<[1,1,6],f32>
  func.return %r : !ts.tensor<[1,1,6],f32>
}

// The rows of the image are weighed first, which reads neighbours, and stored; then the elements of
// each row.
// CHECK-LABEL: func.func @bilinear(
// CHECK-SAME: %[[X:.*]]: tensor<1x1x4x8xf32>) -> tensor<1x1x8x16xf32> {
// CHECK-NEXT:   %[[V0:.*]], %[[V1:.*]], %[[V2:.*]], %[[V3:.*]] = te.compute (%[[I:.*]] = 16) : tensor<16xi64>, tensor<16xf32>, tensor<16xi64>, tensor<16xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V4:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT:     %[[V5:.*]] = arith.sitofp %[[V4]] : i64 to f32
// CHECK-NEXT:     %[[V6:.*]] = arith.constant 0.466666669 : f32
// CHECK-NEXT:     %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// CHECK-NEXT:     %[[V8:.*]] = math.floor %[[V7]] : f32
// CHECK-NEXT:     %[[V9:.*]] = arith.fptosi %[[V8]] : f32 to i64
// CHECK-NEXT:     %[[V10:.*]] = arith.index_cast %[[V9]] : i64 to index
// CHECK-NEXT:     %[[V11:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[V12:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V13:.*]] = arith.addi %[[V11]], %[[V12]] : index
// CHECK-NEXT:     %[[V14:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V15:.*]] = arith.maxsi %[[V10]], %[[V14]] : index
// CHECK-NEXT:     %[[V16:.*]] = arith.minsi %[[V15]], %[[V13]] : index
// CHECK-NEXT:     %[[V17:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V18:.*]] = arith.addi %[[V16]], %[[V17]] : index
// CHECK-NEXT:     %[[V19:.*]] = arith.maxsi %[[V18]], %[[V14]] : index
// CHECK-NEXT:     %[[V20:.*]] = arith.minsi %[[V19]], %[[V13]] : index
// CHECK-NEXT:     %[[V21:.*]] = arith.index_cast %[[V16]] : index to i64
// CHECK-NEXT:     %[[V22:.*]] = arith.sitofp %[[V21]] : i64 to f32
// CHECK-NEXT:     %[[V23:.*]] = arith.subf %[[V7]], %[[V22]] : f32
// CHECK-NEXT:     %[[V24:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V25:.*]] = arith.maximumf %[[V23]], %[[V24]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V26:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V27:.*]] = arith.minimumf %[[V25]], %[[V26]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V28:.*]] = arith.subf %[[V26]], %[[V27]] : f32
// CHECK-NEXT:     %[[V29:.*]] = arith.index_cast %[[V20]] : index to i64
// CHECK-NEXT:     te.yield %[[V21]], %[[V28]], %[[V29]], %[[V27]] : i64, f32, i64, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V30:.*]] = te.compute (%[[I_1:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = 8, %[[L:.*]] = 8) : tensor<1x1x8x8xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V31:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:     %[[V32:.*]] = arith.sitofp %[[V31]] : i64 to f32
// CHECK-NEXT:     %[[V33:.*]] = arith.constant 0.428571433 : f32
// CHECK-NEXT:     %[[V34:.*]] = arith.mulf %[[V32]], %[[V33]] : f32
// CHECK-NEXT:     %[[V35:.*]] = math.floor %[[V34]] : f32
// CHECK-NEXT:     %[[V36:.*]] = arith.fptosi %[[V35]] : f32 to i64
// CHECK-NEXT:     %[[V37:.*]] = arith.index_cast %[[V36]] : i64 to index
// CHECK-NEXT:     %[[V38:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V39:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V40:.*]] = arith.addi %[[V38]], %[[V39]] : index
// CHECK-NEXT:     %[[V41:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V42:.*]] = arith.maxsi %[[V37]], %[[V41]] : index
// CHECK-NEXT:     %[[V43:.*]] = arith.minsi %[[V42]], %[[V40]] : index
// CHECK-NEXT:     %[[V44:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V45:.*]] = arith.addi %[[V43]], %[[V44]] : index
// CHECK-NEXT:     %[[V46:.*]] = arith.maxsi %[[V45]], %[[V41]] : index
// CHECK-NEXT:     %[[V47:.*]] = arith.minsi %[[V46]], %[[V40]] : index
// CHECK-NEXT:     %[[V48:.*]] = arith.index_cast %[[V43]] : index to i64
// CHECK-NEXT:     %[[V49:.*]] = arith.sitofp %[[V48]] : i64 to f32
// CHECK-NEXT:     %[[V50:.*]] = arith.subf %[[V34]], %[[V49]] : f32
// CHECK-NEXT:     %[[V51:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V52:.*]] = arith.maximumf %[[V50]], %[[V51]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V53:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V54:.*]] = arith.minimumf %[[V52]], %[[V53]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V55:.*]] = arith.subf %[[V53]], %[[V54]] : f32
// CHECK-NEXT:     %[[V56:.*]] = te.load %[[X]][%[[I_1]], %[[J]], %[[V43]], %[[L]]] : tensor<1x1x4x8xf32>
// CHECK-NEXT:     %[[V57:.*]] = arith.mulf %[[V56]], %[[V55]] : f32
// CHECK-NEXT:     %[[V58:.*]] = te.load %[[X]][%[[I_1]], %[[J]], %[[V47]], %[[L]]] : tensor<1x1x4x8xf32>
// CHECK-NEXT:     %[[V59:.*]] = arith.mulf %[[V58]], %[[V54]] : f32
// CHECK-NEXT:     %[[V60:.*]] = arith.addf %[[V57]], %[[V59]] : f32
// CHECK-NEXT:     te.yield %[[V60]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_2:.*]] = 1, %[[J_1:.*]] = 1, %[[K_1:.*]] = 8, %[[L_1:.*]] = 16) : tensor<1x1x8x16xf32> {
// CHECK-NEXT:     %[[V61:.*]] = te.load %[[V0]][%[[L_1]]] : tensor<16xi64>
// CHECK-NEXT:     %[[V62:.*]] = te.load %[[V1]][%[[L_1]]] : tensor<16xf32>
// CHECK-NEXT:     %[[V63:.*]] = te.load %[[V2]][%[[L_1]]] : tensor<16xi64>
// CHECK-NEXT:     %[[V64:.*]] = te.load %[[V3]][%[[L_1]]] : tensor<16xf32>
// CHECK-NEXT:     %[[V65:.*]] = arith.index_cast %[[V61]] : i64 to index
// CHECK-NEXT:     %[[V66:.*]] = arith.index_cast %[[V63]] : i64 to index
// CHECK-NEXT:     %[[V67:.*]] = te.load %[[V30]][%[[I_2]], %[[J_1]], %[[K_1]], %[[V65]]] : tensor<1x1x8x8xf32>
// CHECK-NEXT:     %[[V68:.*]] = arith.mulf %[[V67]], %[[V62]] : f32
// CHECK-NEXT:     %[[V69:.*]] = te.load %[[V30]][%[[I_2]], %[[J_1]], %[[K_1]], %[[V66]]] : tensor<1x1x8x8xf32>
// CHECK-NEXT:     %[[V70:.*]] = arith.mulf %[[V69]], %[[V64]] : f32
// CHECK-NEXT:     %[[V71:.*]] = arith.addf %[[V68]], %[[V70]] : f32
// CHECK-NEXT:     te.yield %[[V71]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x1x8x16xf32>
// CHECK-NEXT: }
func.func @bilinear(%x: !ts.tensor<[1,1,4,8],f32>) -> !ts.tensor<[1,1,8,16],f32> {
  %size = prim.Constant [8, 16] : !ts.list<i64>
  %yes = prim.Constant 1 : i1
  %none = prim.Constant : !ts.optional<f64>
  %r = aten.upsample_bilinear2d(%x, %size, %yes, %none, %none) : (!ts.tensor<[1,1,4,8],f32>, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor<[1,1,8,16],f32>
  func.return %r : !ts.tensor<[1,1,8,16],f32>
}

// The number of rows is known to grow: rows are made first, and then copied whole. The places in a
// row are in a table. Half of a size is a number, whatever the size.
// CHECK-LABEL: func.func @twice_the_size(
// CHECK-SAME: %[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: tensor<1x1x?x?xf32> {te.sizes = array<i64: 0, 1>}) -> tensor<1x1x?x?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.muli %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[SIZE_1:.*]] = arith.muli %[[S1]], %[[V0]] : index
// CHECK-NEXT:   %[[V1:.*]] = te.compute (%[[I:.*]] = %[[SIZE_1]]) : tensor<?xi64> attributes {te.stored} {
// CHECK-NEXT:     %[[V2:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:     %[[V3:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT:     %[[V4:.*]] = arith.sitofp %[[V3]] : i64 to f32
// CHECK-NEXT:     %[[V5:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V6:.*]] = arith.addf %[[V4]], %[[V5]] : f32
// CHECK-NEXT:     %[[V7:.*]] = arith.mulf %[[V6]], %[[V2]] : f32
// CHECK-NEXT:     %[[V8:.*]] = math.floor %[[V7]] : f32
// CHECK-NEXT:     %[[V9:.*]] = arith.fptosi %[[V8]] : f32 to i64
// CHECK-NEXT:     %[[V10:.*]] = arith.index_cast %[[V9]] : i64 to index
// CHECK-NEXT:     %[[V11:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V12:.*]] = arith.addi %[[S1]], %[[V11]] : index
// CHECK-NEXT:     %[[V13:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V14:.*]] = arith.maxsi %[[V10]], %[[V13]] : index
// CHECK-NEXT:     %[[V15:.*]] = arith.minsi %[[V14]], %[[V12]] : index
// CHECK-NEXT:     %[[V16:.*]] = arith.index_cast %[[V15]] : index to i64
// CHECK-NEXT:     te.yield %[[V16]] : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V17:.*]] = te.compute (%[[I_1:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = %[[S0]], %[[L:.*]] = %[[SIZE_1]]) : tensor<1x1x?x?xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V18:.*]] = te.load %[[V1]][%[[L]]] : tensor<?xi64>
// CHECK-NEXT:     %[[V19:.*]] = arith.index_cast %[[V18]] : i64 to index
// CHECK-NEXT:     %[[V20:.*]] = te.load %[[X]][%[[I_1]], %[[J]], %[[K]], %[[V19]]] : tensor<1x1x?x?xf32>
// CHECK-NEXT:     te.yield %[[V20]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_2:.*]] = 1, %[[J_1:.*]] = 1, %[[K_1:.*]] = %[[SIZE]], %[[L_1:.*]] = %[[SIZE_1]]) : tensor<1x1x?x?xf32> {
// CHECK-NEXT:     %[[V21:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:     %[[V22:.*]] = arith.index_cast %[[K_1]] : index to i64
// CHECK-NEXT:     %[[V23:.*]] = arith.sitofp %[[V22]] : i64 to f32
// CHECK-NEXT:     %[[V24:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V25:.*]] = arith.addf %[[V23]], %[[V24]] : f32
// CHECK-NEXT:     %[[V26:.*]] = arith.mulf %[[V25]], %[[V21]] : f32
// CHECK-NEXT:     %[[V27:.*]] = math.floor %[[V26]] : f32
// CHECK-NEXT:     %[[V28:.*]] = arith.fptosi %[[V27]] : f32 to i64
// CHECK-NEXT:     %[[V29:.*]] = arith.index_cast %[[V28]] : i64 to index
// CHECK-NEXT:     %[[V30:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V31:.*]] = arith.addi %[[S0]], %[[V30]] : index
// CHECK-NEXT:     %[[V32:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V33:.*]] = arith.maxsi %[[V29]], %[[V32]] : index
// CHECK-NEXT:     %[[V34:.*]] = arith.minsi %[[V33]], %[[V31]] : index
// CHECK-NEXT:     %[[V35:.*]] = te.load %[[V17]][%[[I_2]], %[[J_1]], %[[V34]], %[[L_1]]] : tensor<1x1x?x?xf32>
// CHECK-NEXT:     te.yield %[[V35]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x1x?x?xf32>
// CHECK-NEXT: }
func.func @twice_the_size(%x: !ts.tensor<[1,1,s0,s1],f32>) -> !ts.tensor<[1,1,s0*2,s1*2],f32> {
  %two = prim.Constant 2.0 : f64
  %n = prim.Constant 2 : i64
  %m = prim.Constant 3 : i64
  %size = aten.size.int(%x, %n) : (!ts.tensor<[1,1,s0,s1],f32>, i64) -> i64
  %other = aten.size.int(%x, %m) : (!ts.tensor<[1,1,s0,s1],f32>, i64) -> i64
  %height = aten.mul.int(%size, %n) : (i64, i64) -> i64
  %width = aten.mul.int(%other, %n) : (i64, i64) -> i64
  %sizes = prim.ListConstruct(%height, %width) : (i64, i64) -> !ts.list<i64>
  %r = aten.upsample_nearest2d(%x, %sizes, %two, %two) : (!ts.tensor<[1,1,s0,s1],f32>, !ts.list<i64>, f64, f64) -> !ts.tensor<[1,1,s0*2,s1*2],f32>
  func.return %r : !ts.tensor<[1,1,s0*2,s1*2],f32>
}

// The run computes the step of a size that another tensor has.
// CHECK-LABEL: func.func @size_of_another_tensor(
// CHECK-SAME: %[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: tensor<1x1x?xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<?xf32> {te.sizes = array<i64: 1>}) -> tensor<1x1x?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = arith.sitofp %[[V0]] : i64 to f32
// CHECK-NEXT:   %[[V2:.*]] = arith.index_cast %[[S1]] : index to i64
// CHECK-NEXT:   %[[V3:.*]] = arith.sitofp %[[V2]] : i64 to f32
// CHECK-NEXT:   %[[V4:.*]] = arith.divf %[[V1]], %[[V3]] : f32
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = %[[S1]]) : tensor<1x1x?xf32> {
// CHECK-NEXT:     %[[V5:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:     %[[V6:.*]] = arith.sitofp %[[V5]] : i64 to f32
// CHECK-NEXT:     %[[V7:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : f32
// CHECK-NEXT:     %[[V9:.*]] = arith.mulf %[[V8]], %[[V4]] : f32
// CHECK-NEXT:     %[[V10:.*]] = math.floor %[[V9]] : f32
// CHECK-NEXT:     %[[V11:.*]] = arith.fptosi %[[V10]] : f32 to i64
// CHECK-NEXT:     %[[V12:.*]] = arith.index_cast %[[V11]] : i64 to index
// CHECK-NEXT:     %[[V13:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V14:.*]] = arith.addi %[[S0]], %[[V13]] : index
// CHECK-NEXT:     %[[V15:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V16:.*]] = arith.maxsi %[[V12]], %[[V15]] : index
// CHECK-NEXT:     %[[V17:.*]] = arith.minsi %[[V16]], %[[V14]] : index
// CHECK-NEXT:     %[[V18:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V17]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     te.yield %[[V18]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x1x?xf32>
// CHECK-NEXT: }
func.func @size_of_another_tensor(%x: !ts.tensor<[1,1,s0],f32>, %y: !ts.tensor<[s1],f32>) -> !ts.tensor<[1,1,s1],f32> {
  %zero = prim.Constant 0 : i64
  %size = aten.size.int(%y, %zero) : (!ts.tensor<[s1],f32>, i64) -> i64
  %sizes = prim.ListConstruct(%size) : (i64) -> !ts.list<i64>
  %none = prim.Constant : !ts.none
  %r = aten.upsample_nearest1d(%x, %sizes, %none) : (!ts.tensor<[1,1,s0],f32>, !ts.list<i64>, !ts.none) -> !ts.tensor<[1,1,s1],f32>
  func.return %r : !ts.tensor<[1,1,s1],f32>
}

// The run asks whether the size remains: a copy disregards the factor and reads no neighbour.
// CHECK-LABEL: func.func @linear_may_copy(
// CHECK-SAME: %[[S0:.*]]: index, %[[X:.*]]: tensor<1x1x?xf32> {te.sizes = array<i64: 0>}) -> tensor<1x1x?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.divui %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.addi %[[V1]], %[[S0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 8.000000e-01 : f32
// CHECK-NEXT:   %[[V3:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V4:.*]] = arith.muli %[[S0]], %[[V3]] : index
// CHECK-NEXT:   %[[V5:.*]] = arith.cmpi eq, %[[SIZE]], %[[V4]] : index
// CHECK-NEXT:   %[[V6:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %[[V7:.*]] = arith.select %[[V5]], %[[V6]], %[[V2]] : f32
// CHECK-NEXT:   %[[V8:.*]] = arith.cmpi eq, %[[S0]], %[[SIZE]] : index
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = %[[SIZE]]) : tensor<1x1x?xf32> {
// CHECK-NEXT:     %[[V9:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:     %[[V10:.*]] = arith.sitofp %[[V9]] : i64 to f32
// CHECK-NEXT:     %[[V11:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:     %[[V12:.*]] = arith.addf %[[V10]], %[[V11]] : f32
// CHECK-NEXT:     %[[V13:.*]] = arith.mulf %[[V7]], %[[V12]] : f32
// CHECK-NEXT:     %[[V14:.*]] = arith.subf %[[V13]], %[[V11]] : f32
// CHECK-NEXT:     %[[V15:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V16:.*]] = arith.maximumf %[[V14]], %[[V15]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V17:.*]] = math.floor %[[V16]] : f32
// CHECK-NEXT:     %[[V18:.*]] = arith.fptosi %[[V17]] : f32 to i64
// CHECK-NEXT:     %[[V19:.*]] = arith.index_cast %[[V18]] : i64 to index
// CHECK-NEXT:     %[[V20:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V21:.*]] = arith.addi %[[S0]], %[[V20]] : index
// CHECK-NEXT:     %[[V22:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V23:.*]] = arith.maxsi %[[V19]], %[[V22]] : index
// CHECK-NEXT:     %[[V24:.*]] = arith.minsi %[[V23]], %[[V21]] : index
// CHECK-NEXT:     %[[V25:.*]] = arith.addi %[[V24]], %[[V3]] : index
// CHECK-NEXT:     %[[V26:.*]] = arith.maxsi %[[V25]], %[[V22]] : index
// CHECK-NEXT:     %[[V27:.*]] = arith.minsi %[[V26]], %[[V21]] : index
// CHECK-NEXT:     %[[V28:.*]] = arith.select %[[V8]], %[[V24]], %[[V27]] : index
// CHECK-NEXT:     %[[V29:.*]] = arith.index_cast %[[V24]] : index to i64
// CHECK-NEXT:     %[[V30:.*]] = arith.sitofp %[[V29]] : i64 to f32
// CHECK-NEXT:     %[[V31:.*]] = arith.subf %[[V16]], %[[V30]] : f32
// CHECK-NEXT:     %[[V32:.*]] = arith.maximumf %[[V31]], %[[V15]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V33:.*]] = arith.minimumf %[[V32]], %[[V6]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V34:.*]] = arith.subf %[[V6]], %[[V33]] : f32
// CHECK-NEXT:     %[[V35:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V24]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V36:.*]] = arith.mulf %[[V35]], %[[V34]] : f32
// CHECK-NEXT:     %[[V37:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V28]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V38:.*]] = arith.mulf %[[V37]], %[[V33]] : f32
// CHECK-NEXT:     %[[V39:.*]] = arith.addf %[[V36]], %[[V38]] : f32
// CHECK-NEXT:     te.yield %[[V39]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x1x?xf32>
// CHECK-NEXT: }
func.func @linear_may_copy(%x: !ts.tensor<[1,1,s0],f32>) -> !ts.tensor<[1,1,(s0*5) floordiv 4],f32> {
  %two = prim.Constant 2 : i64
  %five = prim.Constant 5 : i64
  %four = prim.Constant 4 : i64
  %size = aten.size.int(%x, %two) : (!ts.tensor<[1,1,s0],f32>, i64) -> i64
  %parts = aten.mul.int(%size, %five) : (i64, i64) -> i64
  %length = aten.floordiv.int(%parts, %four) : (i64, i64) -> i64
  %sizes = prim.ListConstruct(%length) : (i64) -> !ts.list<i64>
  %no = prim.Constant false
  %factor = prim.Constant 1.25 : f64
  %r = aten.upsample_linear1d(%x, %sizes, %no, %factor) : (!ts.tensor<[1,1,s0],f32>, !ts.list<i64>, i1, f64) -> !ts.tensor<[1,1,(s0*5) floordiv 4],f32>
  func.return %r : !ts.tensor<[1,1,(s0*5) floordiv 4],f32>
}

// The quotient of the distances between corners, which need not be at least 2; 0 for one element.
// CHECK-LABEL: func.func @corners(
// CHECK-SAME: %[[S0:.*]]: index, %[[X:.*]]: tensor<1x1x?xf32> {te.sizes = array<i64: 0>}) -> (tensor<1x1x8xf32>, tensor<1x1x1xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.index_cast %[[V1]] : index to i64
// CHECK-NEXT:   %[[V3:.*]] = arith.sitofp %[[V2]] : i64 to f32
// CHECK-NEXT:   %[[V4:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[V5:.*]] = arith.addi %[[V4]], %[[V0]] : index
// CHECK-NEXT:   %[[V6:.*]] = arith.index_cast %[[V5]] : index to i64
// CHECK-NEXT:   %[[V7:.*]] = arith.sitofp %[[V6]] : i64 to f32
// CHECK-NEXT:   %[[V8:.*]] = arith.divf %[[V3]], %[[V7]] : f32
// CHECK-NEXT:   %[[V9:.*]] = arith.cmpi eq, %[[S0]], %[[V4]] : index
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = 8) : tensor<1x1x8xf32> {
// CHECK-NEXT:     %[[V10:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:     %[[V11:.*]] = arith.sitofp %[[V10]] : i64 to f32
// CHECK-NEXT:     %[[V12:.*]] = arith.mulf %[[V11]], %[[V8]] : f32
// CHECK-NEXT:     %[[V13:.*]] = math.floor %[[V12]] : f32
// CHECK-NEXT:     %[[V14:.*]] = arith.fptosi %[[V13]] : f32 to i64
// CHECK-NEXT:     %[[V15:.*]] = arith.index_cast %[[V14]] : i64 to index
// CHECK-NEXT:     %[[V16:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V17:.*]] = arith.maxsi %[[V15]], %[[V16]] : index
// CHECK-NEXT:     %[[V18:.*]] = arith.minsi %[[V17]], %[[V1]] : index
// CHECK-NEXT:     %[[V19:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V20:.*]] = arith.addi %[[V18]], %[[V19]] : index
// CHECK-NEXT:     %[[V21:.*]] = arith.maxsi %[[V20]], %[[V16]] : index
// CHECK-NEXT:     %[[V22:.*]] = arith.minsi %[[V21]], %[[V1]] : index
// CHECK-NEXT:     %[[V23:.*]] = arith.select %[[V9]], %[[V18]], %[[V22]] : index
// CHECK-NEXT:     %[[V24:.*]] = arith.index_cast %[[V18]] : index to i64
// CHECK-NEXT:     %[[V25:.*]] = arith.sitofp %[[V24]] : i64 to f32
// CHECK-NEXT:     %[[V26:.*]] = arith.subf %[[V12]], %[[V25]] : f32
// CHECK-NEXT:     %[[V27:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V28:.*]] = arith.maximumf %[[V26]], %[[V27]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V29:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V30:.*]] = arith.minimumf %[[V28]], %[[V29]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V31:.*]] = arith.subf %[[V29]], %[[V30]] : f32
// CHECK-NEXT:     %[[V32:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V18]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V33:.*]] = arith.mulf %[[V32]], %[[V31]] : f32
// CHECK-NEXT:     %[[V34:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V23]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V35:.*]] = arith.mulf %[[V34]], %[[V30]] : f32
// CHECK-NEXT:     %[[V36:.*]] = arith.addf %[[V33]], %[[V35]] : f32
// CHECK-NEXT:     te.yield %[[V36]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[S:.*]] = te.compute (%[[I_1:.*]] = 1, %[[J_1:.*]] = 1, %[[K_1:.*]] = 1) : tensor<1x1x1xf32> {
// CHECK-NEXT:     %[[V37:.*]] = arith.index_cast %[[K_1]] : index to i64
// CHECK-NEXT:     %[[V38:.*]] = arith.sitofp %[[V37]] : i64 to f32
// CHECK-NEXT:     %[[V39:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V40:.*]] = arith.mulf %[[V38]], %[[V39]] : f32
// CHECK-NEXT:     %[[V41:.*]] = math.floor %[[V40]] : f32
// CHECK-NEXT:     %[[V42:.*]] = arith.fptosi %[[V41]] : f32 to i64
// CHECK-NEXT:     %[[V43:.*]] = arith.index_cast %[[V42]] : i64 to index
// CHECK-NEXT:     %[[V44:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V45:.*]] = arith.maxsi %[[V43]], %[[V44]] : index
// CHECK-NEXT:     %[[V46:.*]] = arith.minsi %[[V45]], %[[V1]] : index
// CHECK-NEXT:     %[[V47:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V48:.*]] = arith.addi %[[V46]], %[[V47]] : index
// CHECK-NEXT:     %[[V49:.*]] = arith.maxsi %[[V48]], %[[V44]] : index
// CHECK-NEXT:     %[[V50:.*]] = arith.minsi %[[V49]], %[[V1]] : index
// CHECK-NEXT:     %[[V51:.*]] = arith.index_cast %[[V46]] : index to i64
// CHECK-NEXT:     %[[V52:.*]] = arith.sitofp %[[V51]] : i64 to f32
// CHECK-NEXT:     %[[V53:.*]] = arith.subf %[[V40]], %[[V52]] : f32
// CHECK-NEXT:     %[[V54:.*]] = arith.maximumf %[[V53]], %[[V39]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V55:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V56:.*]] = arith.minimumf %[[V54]], %[[V55]] fastmath<nsz> : f32
// CHECK-NEXT:     %[[V57:.*]] = arith.subf %[[V55]], %[[V56]] : f32
// CHECK-NEXT:     %[[V58:.*]] = te.load %[[X]][%[[I_1]], %[[J_1]], %[[V46]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V59:.*]] = arith.mulf %[[V58]], %[[V57]] : f32
// CHECK-NEXT:     %[[V60:.*]] = te.load %[[X]][%[[I_1]], %[[J_1]], %[[V50]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V61:.*]] = arith.mulf %[[V60]], %[[V56]] : f32
// CHECK-NEXT:     %[[V62:.*]] = arith.addf %[[V59]], %[[V61]] : f32
// CHECK-NEXT:     te.yield %[[V62]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]], %[[S]] : tensor<1x1x8xf32>, tensor<1x1x1xf32>
// CHECK-NEXT: }
func.func @corners(%x: !ts.tensor<[1,1,s0],f32>) -> (!ts.tensor<[1,1,8],f32>, !ts.tensor<[1,1,1],f32>) {
  %eight = prim.Constant [8] : !ts.list<i64>
  %one = prim.Constant [1] : !ts.list<i64>
  %yes = prim.Constant true
  %none = prim.Constant : !ts.none
  %r = aten.upsample_linear1d(%x, %eight, %yes, %none) : (!ts.tensor<[1,1,s0],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor<[1,1,8],f32>
  %s = aten.upsample_linear1d(%x, %one, %yes, %none) : (!ts.tensor<[1,1,s0],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor<[1,1,1],f32>
  func.return %r, %s : !ts.tensor<[1,1,8],f32>, !ts.tensor<[1,1,1],f32>
}
