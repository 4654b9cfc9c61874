// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// A reduction decides whether all indices are rows; the assertion precedes the gather.
// CHECK-LABEL: func.func @embedding
// CHECK-SAME:  (%[[S1:.*]]: index, %[[S0:.*]]: index, %[[W:.*]]: tensor<10x?xf32> {te.sizes = array<i64: 0>}, %[[I:.*]]: tensor<?xi64> {te.sizes = array<i64: 1>}) -> tensor<?x?xf32> {
// CHECK-NEXT:  %[[V0:.*]] = arith.constant true
// CHECK-NEXT:  %[[V1:.*]] = te.reduce () over (%[[I_1:.*]] = %[[S0]]) init (%[[ACC:.*]] = %[[V0]] : i1) : tensor<i1> {
// CHECK-NEXT:  %[[V2:.*]] = te.load %[[I]][%[[I_1]]] : tensor<?xi64>
// CHECK-NEXT:  %[[V3:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V4:.*]] = arith.cmpi sge, %[[V2]], %[[V3]] : i64
// CHECK-NEXT:  %[[V5:.*]] = arith.constant 10 : i64
// CHECK-NEXT:  %[[V6:.*]] = arith.cmpi slt, %[[V2]], %[[V5]] : i64
// CHECK-NEXT:  %[[V7:.*]] = arith.andi %[[V4]], %[[V6]] : i1
// CHECK-NEXT:  %[[V8:.*]] = arith.andi %[[ACC]], %[[V7]] : i1
// CHECK-NEXT:  te.yield %[[V8]] : i1
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V9:.*]] = te.load %[[V1]][] : tensor<i1>
// CHECK-NEXT:  cf.assert %[[V9]], "aten.embedding: index out of range"
// CHECK-NEXT:  %[[R:.*]] = te.compute (%[[I_2:.*]] = %[[S0]], %[[J:.*]] = %[[S1]]) : tensor<?x?xf32> {
// CHECK-NEXT:  %[[V10:.*]] = te.load %[[I]][%[[I_2]]] : tensor<?xi64>
// CHECK-NEXT:  %[[V11:.*]] = arith.index_cast %[[V10]] : i64 to index
// CHECK-NEXT:  %[[V12:.*]] = te.load %[[W]][%[[V11]], %[[J]]] : tensor<10x?xf32>
// CHECK-NEXT:  te.yield %[[V12]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R]] : tensor<?x?xf32>
func.func @embedding(%w: !ts.tensor<[10,s1],f32>, %i: !ts.tensor<[s0],i64>) -> !ts.tensor<[s0,s1],f32> {
  %k = prim.Constant -1 : i64
  %no = prim.Constant false
  %r = aten.embedding(%w, %i, %k, %no, %no) : (!ts.tensor<[10,s1],f32>, !ts.tensor<[s0],i64>, i64, i1, i1) -> !ts.tensor<[s0,s1],f32>
  func.return %r : !ts.tensor<[s0,s1],f32>
}

// Negative indices of an indexed tensor count from the end; adjacent ones stay in place.
// CHECK-LABEL: func.func @adjacent_indices
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3x4x5xf32>, %[[I_3:.*]]: tensor<6xi64>, %[[J_1:.*]]: tensor<7x1xi64>) -> tensor<2x7x6x5xf32> {
// CHECK-NEXT:  %[[V0_1:.*]] = arith.constant true
// CHECK-NEXT:  %[[V1_1:.*]] = te.reduce () over (%[[I_1_1:.*]] = 6) init (%[[ACC_1:.*]] = %[[V0_1]] : i1) : tensor<i1> {
// CHECK-NEXT:  %[[V2_1:.*]] = te.load %[[I_3]][%[[I_1_1]]] : tensor<6xi64>
// CHECK-NEXT:  %[[V3_1:.*]] = arith.constant 3 : i64
// CHECK-NEXT:  %[[V4_1:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V5_1:.*]] = arith.subi %[[V4_1]], %[[V3_1]] : i64
// CHECK-NEXT:  %[[V6_1:.*]] = arith.cmpi sge, %[[V2_1]], %[[V5_1]] : i64
// CHECK-NEXT:  %[[V7_1:.*]] = arith.cmpi slt, %[[V2_1]], %[[V3_1]] : i64
// CHECK-NEXT:  %[[V8_1:.*]] = arith.andi %[[V6_1]], %[[V7_1]] : i1
// CHECK-NEXT:  %[[V9_1:.*]] = arith.andi %[[ACC_1]], %[[V8_1]] : i1
// CHECK-NEXT:  te.yield %[[V9_1]] : i1
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V10_1:.*]] = te.load %[[V1_1]][] : tensor<i1>
// CHECK-NEXT:  cf.assert %[[V10_1]], "aten.index.Tensor: index out of range"
// CHECK-NEXT:  %[[V11_1:.*]] = te.reduce () over (%[[I_2_1:.*]] = 7, %[[J_1_1:.*]] = 1) init (%[[ACC_1_1:.*]] = %[[V0_1]] : i1) : tensor<i1> {
// CHECK-NEXT:  %[[V12_1:.*]] = te.load %[[J_1]][%[[I_2_1]], %[[J_1_1]]] : tensor<7x1xi64>
// CHECK-NEXT:  %[[V13:.*]] = arith.constant 4 : i64
// CHECK-NEXT:  %[[V14:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V15:.*]] = arith.subi %[[V14]], %[[V13]] : i64
// CHECK-NEXT:  %[[V16:.*]] = arith.cmpi sge, %[[V12_1]], %[[V15]] : i64
// CHECK-NEXT:  %[[V17:.*]] = arith.cmpi slt, %[[V12_1]], %[[V13]] : i64
// CHECK-NEXT:  %[[V18:.*]] = arith.andi %[[V16]], %[[V17]] : i1
// CHECK-NEXT:  %[[V19:.*]] = arith.andi %[[ACC_1_1]], %[[V18]] : i1
// CHECK-NEXT:  te.yield %[[V19]] : i1
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V20:.*]] = te.load %[[V11_1]][] : tensor<i1>
// CHECK-NEXT:  cf.assert %[[V20]], "aten.index.Tensor: index out of range"
// CHECK-NEXT:  %[[R_1:.*]] = te.compute (%[[I_3_1:.*]] = 2, %[[J_2:.*]] = 7, %[[K:.*]] = 6, %[[L:.*]] = 5) : tensor<2x7x6x5xf32> {
// CHECK-NEXT:  %[[V21:.*]] = te.load %[[I_3]][%[[K]]] : tensor<6xi64>
// CHECK-NEXT:  %[[V22:.*]] = arith.constant 3 : i64
// CHECK-NEXT:  %[[V23:.*]] = arith.addi %[[V21]], %[[V22]] : i64
// CHECK-NEXT:  %[[V24:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V25:.*]] = arith.cmpi slt, %[[V21]], %[[V24]] : i64
// CHECK-NEXT:  %[[V26:.*]] = arith.select %[[V25]], %[[V23]], %[[V21]] : i64
// CHECK-NEXT:  %[[V27:.*]] = arith.index_cast %[[V26]] : i64 to index
// CHECK-NEXT:  %[[V28:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V29:.*]] = te.load %[[J_1]][%[[J_2]], %[[V28]]] : tensor<7x1xi64>
// CHECK-NEXT:  %[[V30:.*]] = arith.constant 4 : i64
// CHECK-NEXT:  %[[V31:.*]] = arith.addi %[[V29]], %[[V30]] : i64
// CHECK-NEXT:  %[[V32:.*]] = arith.cmpi slt, %[[V29]], %[[V24]] : i64
// CHECK-NEXT:  %[[V33:.*]] = arith.select %[[V32]], %[[V31]], %[[V29]] : i64
// CHECK-NEXT:  %[[V34:.*]] = arith.index_cast %[[V33]] : i64 to index
// CHECK-NEXT:  %[[V35:.*]] = te.load %[[X]][%[[I_3_1]], %[[V27]], %[[V34]], %[[L]]] : tensor<2x3x4x5xf32>
// CHECK-NEXT:  te.yield %[[V35]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R_1]] : tensor<2x7x6x5xf32>
func.func @adjacent_indices(%x: !ts.tensor<[2,3,4,5],f32>, %i: !ts.tensor<[6],i64>, %j: !ts.tensor<[7,1],i64>) -> !ts.tensor<[2,7,6,5],f32> {
  %none = prim.Constant : !ts.none
  %l = prim.ListConstruct(%none, %i, %j) : (!ts.none, !ts.tensor<[6],i64>, !ts.tensor<[7,1],i64>) -> !ts.list<!ts.optional<!ts.tensor>>
  %r = aten.index.Tensor(%x, %l) : (!ts.tensor<[2,3,4,5],f32>, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor<[2,7,6,5],f32>
  func.return %r : !ts.tensor<[2,7,6,5],f32>
}

// An integer divisor is checked before the quotient; those of floats have a quotient by 0.
// CHECK-LABEL: func.func @division
// CHECK-SAME:  (%[[X_1:.*]]: tensor<4xi64>, %[[Y:.*]]: tensor<1xi64>, %[[Z:.*]]: tensor<4xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
// CHECK-NEXT:  %[[V0_2:.*]] = arith.constant true
// CHECK-NEXT:  %[[V1_2:.*]] = te.reduce () over (%[[I_4:.*]] = 1) init (%[[ACC_2:.*]] = %[[V0_2]] : i1) : tensor<i1> {
// CHECK-NEXT:  %[[V2_2:.*]] = te.load %[[Y]][%[[I_4]]] : tensor<1xi64>
// CHECK-NEXT:  %[[V3_2:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V4_2:.*]] = arith.cmpi ne, %[[V2_2]], %[[V3_2]] : i64
// CHECK-NEXT:  %[[V5_2:.*]] = arith.andi %[[ACC_2]], %[[V4_2]] : i1
// CHECK-NEXT:  te.yield %[[V5_2]] : i1
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V6_2:.*]] = te.load %[[V1_2]][] : tensor<i1>
// CHECK-NEXT:  cf.assert %[[V6_2]], "aten.fmod.Tensor: division by zero"
// CHECK-NEXT:  %[[R_2:.*]] = te.compute (%[[I_1_2:.*]] = 4) : tensor<4xi64> {
// CHECK-NEXT:  %[[V7_2:.*]] = te.load %[[X_1]][%[[I_1_2]]] : tensor<4xi64>
// CHECK-NEXT:  %[[V8_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V9_2:.*]] = te.load %[[Y]][%[[V8_2]]] : tensor<1xi64>
// CHECK-NEXT:  %[[V10_2:.*]] = arith.constant -1 : i64
// CHECK-NEXT:  %[[V11_2:.*]] = arith.cmpi eq, %[[V9_2]], %[[V10_2]] : i64
// CHECK-NEXT:  %[[V12_2:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V13_1:.*]] = arith.cmpi eq, %[[V9_2]], %[[V12_2]] : i64
// CHECK-NEXT:  %[[V14_1:.*]] = arith.ori %[[V11_2]], %[[V13_1]] : i1
// CHECK-NEXT:  %[[V15_1:.*]] = arith.constant 1 : i64
// CHECK-NEXT:  %[[V16_1:.*]] = arith.select %[[V14_1]], %[[V15_1]], %[[V9_2]] : i64
// CHECK-NEXT:  %[[V17_1:.*]] = arith.remsi %[[V7_2]], %[[V16_1]] : i64
// CHECK-NEXT:  te.yield %[[V17_1]] : i64
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[S:.*]] = te.compute (%[[I_2_2:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:  %[[V18_1:.*]] = te.load %[[Z]][%[[I_2_2]]] : tensor<4xf32>
// CHECK-NEXT:  %[[V19_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V20_1:.*]] = te.load %[[Y]][%[[V19_1]]] : tensor<1xi64>
// CHECK-NEXT:  %[[V21_1:.*]] = arith.sitofp %[[V20_1]] : i64 to f32
// CHECK-NEXT:  %[[V22_1:.*]] = arith.remf %[[V18_1]], %[[V21_1]] : f32
// CHECK-NEXT:  te.yield %[[V22_1]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R_2]], %[[S]] : tensor<4xi64>, tensor<4xf32>
func.func @division(%x: !ts.tensor<[4],i64>, %y: !ts.tensor<[1],i64>, %z: !ts.tensor<[4],f32>) -> (!ts.tensor<[4],i64>, !ts.tensor<[4],f32>) {
  %r = aten.fmod.Tensor(%x, %y) : (!ts.tensor<[4],i64>, !ts.tensor<[1],i64>) -> !ts.tensor<[4],i64>
  %s = aten.fmod.Tensor(%z, %y) : (!ts.tensor<[4],f32>, !ts.tensor<[1],i64>) -> !ts.tensor<[4],f32>
  func.return %r, %s : !ts.tensor<[4],i64>, !ts.tensor<[4],f32>
}

// CHECK-LABEL: func.func @scalar_division
// CHECK-SAME:  (%[[X_2:.*]]: i64, %[[Y_1:.*]]: i64) -> i64 {
// CHECK-NEXT:  %[[V0_3:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V1_3:.*]] = arith.cmpi ne, %[[Y_1]], %[[V0_3]] : i64
// CHECK-NEXT:  cf.assert %[[V1_3]], "aten.floordiv.int: division by zero"
// CHECK-NEXT:  %[[V2_3:.*]] = arith.constant -1 : i64
// CHECK-NEXT:  %[[V3_3:.*]] = arith.cmpi eq, %[[Y_1]], %[[V2_3]] : i64
// CHECK-NEXT:  %[[V4_3:.*]] = arith.cmpi eq, %[[Y_1]], %[[V0_3]] : i64
// CHECK-NEXT:  %[[V5_3:.*]] = arith.ori %[[V3_3]], %[[V4_3]] : i1
// CHECK-NEXT:  %[[V6_3:.*]] = arith.constant 1 : i64
// CHECK-NEXT:  %[[V7_3:.*]] = arith.select %[[V5_3]], %[[V6_3]], %[[Y_1]] : i64
// CHECK-NEXT:  %[[V8_3:.*]] = arith.divsi %[[X_2]], %[[V7_3]] : i64
// CHECK-NEXT:  %[[V9_3:.*]] = arith.subi %[[V0_3]], %[[X_2]] : i64
// CHECK-NEXT:  %[[V10_3:.*]] = arith.select %[[V3_3]], %[[V9_3]], %[[V8_3]] : i64
// CHECK-NEXT:  %[[V11_3:.*]] = arith.subi %[[V10_3]], %[[V6_3]] : i64
// CHECK-NEXT:  %[[V12_3:.*]] = arith.remsi %[[X_2]], %[[V7_3]] : i64
// CHECK-NEXT:  %[[V13_2:.*]] = arith.cmpi slt, %[[V12_3]], %[[V0_3]] : i64
// CHECK-NEXT:  %[[V14_2:.*]] = arith.cmpi slt, %[[Y_1]], %[[V0_3]] : i64
// CHECK-NEXT:  %[[V15_2:.*]] = arith.xori %[[V13_2]], %[[V14_2]] : i1
// CHECK-NEXT:  %[[V16_2:.*]] = arith.cmpi ne, %[[V12_3]], %[[V0_3]] : i64
// CHECK-NEXT:  %[[V17_2:.*]] = arith.andi %[[V16_2]], %[[V15_2]] : i1
// CHECK-NEXT:  %[[R_3:.*]] = arith.select %[[V17_2]], %[[V11_3]], %[[V10_3]] : i64
// CHECK-NEXT:  func.return %[[R_3]] : i64
func.func @scalar_division(%x: i64, %y: i64) -> i64 {
  %r = aten.floordiv.int(%x, %y) : (i64, i64) -> i64
  func.return %r : i64
}

// CHECK-LABEL: func.func @must_not_check_a_constant_divisor
// CHECK-SAME:  (%[[X_3:.*]]: i64, %[[Y_2:.*]]: tensor<4xi64>) -> (i64, tensor<4xi64>) {
// CHECK-NEXT:  %[[V0_4:.*]] = arith.constant 7 : i64
// CHECK-NEXT:  %[[V1_4:.*]] = arith.constant -1 : i64
// CHECK-NEXT:  %[[V2_4:.*]] = arith.cmpi eq, %[[V0_4]], %[[V1_4]] : i64
// CHECK-NEXT:  %[[V3_4:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V4_4:.*]] = arith.cmpi eq, %[[V0_4]], %[[V3_4]] : i64
// CHECK-NEXT:  %[[V5_4:.*]] = arith.ori %[[V2_4]], %[[V4_4]] : i1
// CHECK-NEXT:  %[[V6_4:.*]] = arith.constant 1 : i64
// CHECK-NEXT:  %[[V7_4:.*]] = arith.select %[[V5_4]], %[[V6_4]], %[[V0_4]] : i64
// CHECK-NEXT:  %[[V8_4:.*]] = arith.remsi %[[X_3]], %[[V7_4]] : i64
// CHECK-NEXT:  %[[V9_4:.*]] = arith.cmpi slt, %[[V8_4]], %[[V3_4]] : i64
// CHECK-NEXT:  %[[V10_4:.*]] = arith.cmpi slt, %[[V0_4]], %[[V3_4]] : i64
// CHECK-NEXT:  %[[V11_4:.*]] = arith.xori %[[V9_4]], %[[V10_4]] : i1
// CHECK-NEXT:  %[[V12_4:.*]] = arith.cmpi ne, %[[V8_4]], %[[V3_4]] : i64
// CHECK-NEXT:  %[[V13_3:.*]] = arith.andi %[[V12_4]], %[[V11_4]] : i1
// CHECK-NEXT:  %[[V14_3:.*]] = arith.addi %[[V8_4]], %[[V0_4]] : i64
// CHECK-NEXT:  %[[R_4:.*]] = arith.select %[[V13_3]], %[[V14_3]], %[[V8_4]] : i64
// CHECK-NEXT:  %[[S_1:.*]] = te.compute (%[[I_5:.*]] = 4) : tensor<4xi64> {
// CHECK-NEXT:  %[[V15_3:.*]] = te.load %[[Y_2]][%[[I_5]]] : tensor<4xi64>
// CHECK-NEXT:  %[[V16_3:.*]] = arith.remsi %[[V15_3]], %[[V0_4]] : i64
// CHECK-NEXT:  %[[V17_3:.*]] = arith.cmpi slt, %[[V16_3]], %[[V3_4]] : i64
// CHECK-NEXT:  %[[V18_2:.*]] = arith.xori %[[V17_3]], %[[V10_4]] : i1
// CHECK-NEXT:  %[[V19_2:.*]] = arith.cmpi ne, %[[V16_3]], %[[V3_4]] : i64
// CHECK-NEXT:  %[[V20_2:.*]] = arith.andi %[[V19_2]], %[[V18_2]] : i1
// CHECK-NEXT:  %[[V21_2:.*]] = arith.addi %[[V16_3]], %[[V0_4]] : i64
// CHECK-NEXT:  %[[V22_2:.*]] = arith.select %[[V20_2]], %[[V21_2]], %[[V16_3]] : i64
// CHECK-NEXT:  te.yield %[[V22_2]] : i64
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R_4]], %[[S_1]] : i64, tensor<4xi64>
func.func @must_not_check_a_constant_divisor(%x: i64, %y: !ts.tensor<[4],i64>) -> (i64, !ts.tensor<[4],i64>) {
  %k = prim.Constant 7 : i64
  %r = aten.remainder.int(%x, %k) : (i64, i64) -> i64
  %s = aten.remainder.Scalar(%y, %k) : (!ts.tensor<[4],i64>, i64) -> !ts.tensor<[4],i64>
  func.return %r, %s : i64, !ts.tensor<[4],i64>
}

// CHECK-LABEL: func.func @must_not_check_divisors_of_no_elements
// CHECK-SAME:  (%[[X_4:.*]]: tensor<0xi64>, %[[Y_3:.*]]: tensor<1xi64>) -> tensor<0xi64> {
// CHECK-NEXT:  %[[R_5:.*]] = te.compute (%[[I_6:.*]] = 0) : tensor<0xi64> {
// CHECK-NEXT:  %[[V0_5:.*]] = te.load %[[X_4]][%[[I_6]]] : tensor<0xi64>
// CHECK-NEXT:  %[[V1_5:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V2_5:.*]] = te.load %[[Y_3]][%[[V1_5]]] : tensor<1xi64>
// CHECK-NEXT:  %[[V3_5:.*]] = arith.constant -1 : i64
// CHECK-NEXT:  %[[V4_5:.*]] = arith.cmpi eq, %[[V2_5]], %[[V3_5]] : i64
// CHECK-NEXT:  %[[V5_5:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V6_5:.*]] = arith.cmpi eq, %[[V2_5]], %[[V5_5]] : i64
// CHECK-NEXT:  %[[V7_5:.*]] = arith.ori %[[V4_5]], %[[V6_5]] : i1
// CHECK-NEXT:  %[[V8_5:.*]] = arith.constant 1 : i64
// CHECK-NEXT:  %[[V9_5:.*]] = arith.select %[[V7_5]], %[[V8_5]], %[[V2_5]] : i64
// CHECK-NEXT:  %[[V10_5:.*]] = arith.remsi %[[V0_5]], %[[V9_5]] : i64
// CHECK-NEXT:  te.yield %[[V10_5]] : i64
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R_5]] : tensor<0xi64>
func.func @must_not_check_divisors_of_no_elements(%x: !ts.tensor<[0],i64>, %y: !ts.tensor<[1],i64>) -> !ts.tensor<[0],i64> {
  %r = aten.fmod.Tensor(%x, %y) : (!ts.tensor<[0],i64>, !ts.tensor<[1],i64>) -> !ts.tensor<[0],i64>
  func.return %r : !ts.tensor<[0],i64>
}

// -----

// None of an optional type is None.
// CHECK-LABEL: func.func @none_of_an_optional_type
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[I:.*]]: tensor<4xi64>)
// CHECK-DAG: te.load %[[I]][
// CHECK-DAG: te.load %[[X]][
func.func @none_of_an_optional_type(%x: !ts.tensor<[2,3],f32>, %i: !ts.tensor<[4],i64>) -> !ts.tensor<[2,4],f32> {
  %all = prim.Constant : !ts.optional<!ts.tensor>
  %l = prim.ListConstruct(%all, %i) : (!ts.optional<!ts.tensor>, !ts.tensor<[4],i64>) -> !ts.list<!ts.optional<!ts.tensor>>
  %r = aten.index.Tensor(%x, %l) : (!ts.tensor<[2,3],f32>, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor<[2,4],f32>
  func.return %r : !ts.tensor<[2,4],f32>
}
