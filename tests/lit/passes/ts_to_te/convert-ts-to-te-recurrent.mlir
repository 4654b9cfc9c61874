// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// All steps are multiplied with the input weights at once, before the loop. A step puts one row.
// CHECK-LABEL: func.func @any_number_of_steps
// CHECK-SAME:  (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x2x4xf32> {te.sizes = array<i64: 0>}, %[[H:.*]]: tensor<1x2x3xf32>, %[[W:.*]]: tensor<3x4xf32>, %[[U:.*]]: tensor<3x3xf32>) -> tensor<?x2x3xf32> {
// CHECK-NEXT:  %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  %[[V1:.*]] = te.reduce (%[[I:.*]] = %[[S0]], %[[J:.*]] = 2, %[[K:.*]] = 3) over (%[[L:.*]] = 4) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<?x2x3xf32> {
// CHECK-NEXT:  %[[V2:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[L]]] : tensor<?x2x4xf32>
// CHECK-NEXT:  %[[V3:.*]] = te.load %[[W]][%[[K]], %[[L]]] : tensor<3x4xf32>
// CHECK-NEXT:  %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:  %[[V5:.*]] = arith.addf %[[ACC]], %[[V4]] fastmath<reassoc> : f32
// CHECK-NEXT:  te.yield %[[V5]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V6:.*]] = te.compute (%[[I_1:.*]] = %[[S0]], %[[J_1:.*]] = 2, %[[K_1:.*]] = 3) : tensor<?x2x3xf32> {
// CHECK-NEXT:  te.yield %[[V0]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V7:.*]] = te.compute (%[[I_2:.*]] = 2, %[[J_2:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:  %[[V8:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V9:.*]] = te.load %[[H]][%[[V8]], %[[I_2]], %[[J_2]]] : tensor<1x2x3xf32>
// CHECK-NEXT:  te.yield %[[V9]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V10:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V11:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[ALL:.*]], %[[V12:.*]] = scf.for %[[V13:.*]] = %[[V10]] to %[[S0]] step %[[V11]] iter_args(%[[V14:.*]] = %[[V6]], %[[V15:.*]] = %[[V7]]) -> (tensor<?x2x3xf32>, tensor<2x3xf32>) {
// CHECK-NEXT:  %[[V16:.*]] = te.reduce (%[[I_3:.*]] = 2, %[[J_3:.*]] = 3) over (%[[K_2:.*]] = 3) init (%[[ACC_1:.*]] = %[[V0]] : f32) : tensor<2x3xf32> {
// CHECK-NEXT:  %[[V17:.*]] = te.load %[[V15]][%[[I_3]], %[[K_2]]] : tensor<2x3xf32>
// CHECK-NEXT:  %[[V18:.*]] = te.load %[[U]][%[[J_3]], %[[K_2]]] : tensor<3x3xf32>
// CHECK-NEXT:  %[[V19:.*]] = arith.mulf %[[V17]], %[[V18]] : f32
// CHECK-NEXT:  %[[V20:.*]] = arith.addf %[[ACC_1]], %[[V19]] fastmath<reassoc> : f32
// CHECK-NEXT:  te.yield %[[V20]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V21:.*]] = te.compute (%[[I_4:.*]] = 2, %[[J_4:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:  %[[V22:.*]] = te.load %[[V1]][%[[V13]], %[[I_4]], %[[J_4]]] : tensor<?x2x3xf32>
// CHECK-NEXT:  %[[V23:.*]] = te.load %[[V16]][%[[I_4]], %[[J_4]]] : tensor<2x3xf32>
// CHECK-NEXT:  %[[V24:.*]] = arith.addf %[[V22]], %[[V23]] : f32
// CHECK-NEXT:  %[[V25:.*]] = math.tanh %[[V24]] : f32
// CHECK-NEXT:  te.yield %[[V25]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V26:.*]] = te.scatter (%[[I_5:.*]] = 2, %[[J_5:.*]] = 3) into %[[V14]] : tensor<?x2x3xf32> {
// CHECK-NEXT:  %[[V27:.*]] = te.load %[[V21]][%[[I_5]], %[[J_5]]] : tensor<2x3xf32>
// CHECK-NEXT:  te.put %[[V27]] at [%[[V13]], %[[I_5]], %[[J_5]]] set : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.yield %[[V26]], %[[V21]] : tensor<?x2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[ALL]] : tensor<?x2x3xf32>
func.func @any_number_of_steps(%x: !ts.tensor<[s0,2,4],f32>, %h: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[3,4],f32>, %u: !ts.tensor<[3,3],f32>) -> !ts.tensor<[s0,2,3],f32> {
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[3,4],f32>, !ts.tensor<[3,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  %all, %last = aten.rnn_tanh.input(%x, %h, %params, %no, %one, %zero, %no, %no, %no) : (!ts.tensor<[s0,2,4],f32>, !ts.tensor<[1,2,3],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[s0,2,3],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[s0,2,3],f32>
}

// The cell of an LSTM is computed before the hidden state, which loads it.
// CHECK-LABEL: func.func @cell_before_state
// CHECK-SAME:  (%[[X:.*]]: tensor<5x2x4xf32>, %[[H:.*]]: tensor<1x2x3xf32>, %[[C:.*]]: tensor<1x2x3xf32>, %[[W:.*]]: tensor<12x4xf32>, %[[U:.*]]: tensor<12x3xf32>) -> tensor<5x2x3xf32> {
// CHECK-NEXT:  %[[V0:.*]] = arith.constant 5 : index
// CHECK-NEXT:  %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  %[[V2:.*]] = te.reduce (%[[I:.*]] = 5, %[[J:.*]] = 2, %[[K:.*]] = 12) over (%[[L:.*]] = 4) init (%[[ACC:.*]] = %[[V1]] : f32) : tensor<5x2x12xf32> {
// CHECK-NEXT:  %[[V3:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[L]]] : tensor<5x2x4xf32>
// CHECK-NEXT:  %[[V4:.*]] = te.load %[[W]][%[[K]], %[[L]]] : tensor<12x4xf32>
// CHECK-NEXT:  %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// CHECK-NEXT:  %[[V6:.*]] = arith.addf %[[ACC]], %[[V5]] fastmath<reassoc> : f32
// CHECK-NEXT:  te.yield %[[V6]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V7:.*]] = te.compute (%[[I_1:.*]] = 5, %[[J_1:.*]] = 2, %[[K_1:.*]] = 3) : tensor<5x2x3xf32> {
// CHECK-NEXT:  te.yield %[[V1]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V8:.*]] = te.compute (%[[I_2:.*]] = 2, %[[J_2:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:  %[[V9:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V10:.*]] = te.load %[[H]][%[[V9]], %[[I_2]], %[[J_2]]] : tensor<1x2x3xf32>
// CHECK-NEXT:  te.yield %[[V10]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V11:.*]] = te.compute (%[[I_3:.*]] = 2, %[[J_3:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:  %[[V12:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V13:.*]] = te.load %[[C]][%[[V12]], %[[I_3]], %[[J_3]]] : tensor<1x2x3xf32>
// CHECK-NEXT:  te.yield %[[V13]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V14:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[V15:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[ALL:.*]], %[[V16:.*]], %[[V17:.*]] = scf.for %[[V18:.*]] = %[[V14]] to %[[V0]] step %[[V15]] iter_args(%[[V19:.*]] = %[[V7]], %[[V20:.*]] = %[[V8]], %[[V21:.*]] = %[[V11]]) -> (tensor<5x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
// CHECK-NEXT:  %[[V22:.*]] = te.reduce (%[[I_4:.*]] = 2, %[[J_4:.*]] = 12) over (%[[K_2:.*]] = 3) init (%[[ACC_1:.*]] = %[[V1]] : f32) : tensor<2x12xf32> {
// CHECK-NEXT:  %[[V23:.*]] = te.load %[[V20]][%[[I_4]], %[[K_2]]] : tensor<2x3xf32>
// CHECK-NEXT:  %[[V24:.*]] = te.load %[[U]][%[[J_4]], %[[K_2]]] : tensor<12x3xf32>
// CHECK-NEXT:  %[[V25:.*]] = arith.mulf %[[V23]], %[[V24]] : f32
// CHECK-NEXT:  %[[V26:.*]] = arith.addf %[[ACC_1]], %[[V25]] fastmath<reassoc> : f32
// CHECK-NEXT:  te.yield %[[V26]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V27:.*]] = te.compute (%[[I_5:.*]] = 2, %[[J_5:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:  %[[V29:.*]] = te.load %[[V2]][%[[V18]], %[[I_5]], %[[J_5]]] : tensor<5x2x12xf32>
// CHECK-NEXT:  %[[V30:.*]] = te.load %[[V22]][%[[I_5]], %[[J_5]]] : tensor<2x12xf32>
// CHECK-NEXT:  %[[V31:.*]] = arith.addf %[[V29]], %[[V30]] : f32
// CHECK-NEXT:  %[[V32:.*]] = arith.constant 3 : index
// CHECK-NEXT:  %[[V33:.*]] = arith.addi %[[J_5]], %[[V32]] : index
// CHECK-NEXT:  %[[V34:.*]] = te.load %[[V2]][%[[V18]], %[[I_5]], %[[V33]]] : tensor<5x2x12xf32>
// CHECK-NEXT:  %[[V35:.*]] = te.load %[[V22]][%[[I_5]], %[[V33]]] : tensor<2x12xf32>
// CHECK-NEXT:  %[[V36:.*]] = arith.addf %[[V34]], %[[V35]] : f32
// CHECK-NEXT:  %[[V37:.*]] = arith.constant 6 : index
// CHECK-NEXT:  %[[V38:.*]] = arith.addi %[[J_5]], %[[V37]] : index
// CHECK-NEXT:  %[[V39:.*]] = te.load %[[V2]][%[[V18]], %[[I_5]], %[[V38]]] : tensor<5x2x12xf32>
// CHECK-NEXT:  %[[V40:.*]] = te.load %[[V22]][%[[I_5]], %[[V38]]] : tensor<2x12xf32>
// CHECK-NEXT:  %[[V41:.*]] = arith.addf %[[V39]], %[[V40]] : f32
// CHECK-NEXT:  %[[V42:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:  %[[V43:.*]] = arith.negf %[[V36]] : f32
// CHECK-NEXT:  %[[V44:.*]] = math.exp %[[V43]] : f32
// CHECK-NEXT:  %[[V45:.*]] = arith.addf %[[V42]], %[[V44]] : f32
// CHECK-NEXT:  %[[V46:.*]] = arith.divf %[[V42]], %[[V45]] : f32
// CHECK-NEXT:  %[[V28:.*]] = te.load %[[V21]][%[[I_5]], %[[J_5]]] : tensor<2x3xf32>
// CHECK-NEXT:  %[[V47:.*]] = arith.mulf %[[V46]], %[[V28]] : f32
// CHECK-NEXT:  %[[V48:.*]] = arith.negf %[[V31]] : f32
// CHECK-NEXT:  %[[V49:.*]] = math.exp %[[V48]] : f32
// CHECK-NEXT:  %[[V50:.*]] = arith.addf %[[V42]], %[[V49]] : f32
// CHECK-NEXT:  %[[V51:.*]] = arith.divf %[[V42]], %[[V50]] : f32
// CHECK-NEXT:  %[[V52:.*]] = math.tanh %[[V41]] : f32
// CHECK-NEXT:  %[[V53:.*]] = arith.mulf %[[V51]], %[[V52]] : f32
// CHECK-NEXT:  %[[V54:.*]] = arith.addf %[[V47]], %[[V53]] : f32
// CHECK-NEXT:  te.yield %[[V54]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V55:.*]] = te.compute (%[[I_6:.*]] = 2, %[[J_6:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:  %[[V57:.*]] = arith.constant 9 : index
// CHECK-NEXT:  %[[V58:.*]] = arith.addi %[[J_6]], %[[V57]] : index
// CHECK-NEXT:  %[[V59:.*]] = te.load %[[V2]][%[[V18]], %[[I_6]], %[[V58]]] : tensor<5x2x12xf32>
// CHECK-NEXT:  %[[V60:.*]] = te.load %[[V22]][%[[I_6]], %[[V58]]] : tensor<2x12xf32>
// CHECK-NEXT:  %[[V61:.*]] = arith.addf %[[V59]], %[[V60]] : f32
// CHECK-NEXT:  %[[V62:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:  %[[V63:.*]] = arith.negf %[[V61]] : f32
// CHECK-NEXT:  %[[V64:.*]] = math.exp %[[V63]] : f32
// CHECK-NEXT:  %[[V65:.*]] = arith.addf %[[V62]], %[[V64]] : f32
// CHECK-NEXT:  %[[V66:.*]] = arith.divf %[[V62]], %[[V65]] : f32
// CHECK-NEXT:  %[[V56:.*]] = te.load %[[V27]][%[[I_6]], %[[J_6]]] : tensor<2x3xf32>
// CHECK-NEXT:  %[[V67:.*]] = math.tanh %[[V56]] : f32
// CHECK-NEXT:  %[[V68:.*]] = arith.mulf %[[V66]], %[[V67]] : f32
// CHECK-NEXT:  te.yield %[[V68]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V69:.*]] = te.scatter (%[[I_7:.*]] = 2, %[[J_7:.*]] = 3) into %[[V19]] : tensor<5x2x3xf32> {
// CHECK-NEXT:  %[[V70:.*]] = te.load %[[V55]][%[[I_7]], %[[J_7]]] : tensor<2x3xf32>
// CHECK-NEXT:  te.put %[[V70]] at [%[[V18]], %[[I_7]], %[[J_7]]] set : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.yield %[[V69]], %[[V55]], %[[V27]] : tensor<5x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[ALL]] : tensor<5x2x3xf32>
func.func @cell_before_state(%x: !ts.tensor<[5,2,4],f32>, %h: !ts.tensor<[1,2,3],f32>, %c: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[12,4],f32>, %u: !ts.tensor<[12,3],f32>) -> !ts.tensor<[5,2,3],f32> {
  %states = prim.ListConstruct(%h, %c) : (!ts.tensor<[1,2,3],f32>, !ts.tensor<[1,2,3],f32>) -> !ts.list<!ts.tensor>
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[12,4],f32>, !ts.tensor<[12,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  %all, %last, %cells = aten.lstm.input(%x, %states, %params, %no, %one, %zero, %no, %no, %no) : (!ts.tensor<[5,2,4],f32>, !ts.list<!ts.tensor>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,2,3],f32>, !ts.tensor<[1,2,3],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[5,2,3],f32>
}

// The output of a step is projected, and the next step takes that; the cells keep their size.
// CHECK-LABEL: func.func @projection
// CHECK:       %[[ALL:.*]], %[[H_END:.*]], %[[C_END:.*]] = scf.for %[[T:.*]] = %[[C0:.*]] to %[[STEPS:.*]] step %[[C1:.*]] iter_args(%[[ROWS0:.*]] = %[[BLANK:.*]], %[[H0:.*]] = %[[FIRST_H:.*]], %[[CELL0:.*]] = %[[FIRST_C:.*]]) -> (tensor<5x2x1xf32>, tensor<2x1xf32>, tensor<2x3xf32>) {
// CHECK:       %[[CELL:.*]] = te.compute (%[[I_C:.*]] = 2, %[[J_C:.*]] = 3) : tensor<2x3xf32> {
// CHECK:       %[[HIDDEN:.*]] = te.compute (%[[I_H:.*]] = 2, %[[J_H:.*]] = 3) : tensor<2x3xf32> {
// CHECK:       te.load %[[CELL]][
// CHECK:       %[[OUT:.*]] = te.reduce (%[[I:.*]] = 2, %[[J:.*]] = 1) over (%[[K:.*]] = 3)
// CHECK-NEXT:  %[[A:.*]] = te.load %[[HIDDEN]][%[[I]], %[[K]]] : tensor<2x3xf32>
// CHECK-NEXT:  %[[B:.*]] = te.load %p[%[[J]], %[[K]]] : tensor<1x3xf32>
// CHECK-NEXT:  %[[AB:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK:       %[[ROWS:.*]] = te.scatter
// CHECK-NEXT:  te.load %[[OUT]][
// CHECK:       scf.yield %[[ROWS]], %[[OUT]], %[[CELL]] : tensor<5x2x1xf32>, tensor<2x1xf32>, tensor<2x3xf32>
func.func @projection(%x: !ts.tensor<[5,2,4],f32>, %h: !ts.tensor<[1,2,1],f32>, %c: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[12,4],f32>, %u: !ts.tensor<[12,1],f32>, %p: !ts.tensor<[1,3],f32>) -> !ts.tensor<[5,2,1],f32> {
  %states = prim.ListConstruct(%h, %c) : (!ts.tensor<[1,2,1],f32>, !ts.tensor<[1,2,3],f32>) -> !ts.list<!ts.tensor>
  %params = prim.ListConstruct(%w, %u, %p) : (!ts.tensor<[12,4],f32>, !ts.tensor<[12,1],f32>, !ts.tensor<[1,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  %all, %last, %cells = aten.lstm.input(%x, %states, %params, %no, %one, %zero, %no, %no, %no) : (!ts.tensor<[5,2,4],f32>, !ts.list<!ts.tensor>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,2,1],f32>, !ts.tensor<[1,2,1],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[5,2,1],f32>
}
