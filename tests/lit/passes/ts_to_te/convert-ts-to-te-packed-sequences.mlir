// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// The rows are unpacked to steps of all sequences, and packed again. A sequence that has ended keeps
// its state. Row numbers are sums of the batch sizes, which are checked before.
// CHECK-LABEL: func.func @sequences_of_any_length
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x4xf32> {te.sizes = array<i64: 0>}, %[[SIZES:.*]]: tensor<5xi64>, %[[H:.*]]: tensor<1x2x3xf32>, %[[W:.*]]: tensor<3x4xf32>, %[[U:.*]]: tensor<3x3xf32>) -> tensor<?x3xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0 : i64
// CHECK-NEXT:   %[[V1:.*]] = te.reduce (%[[I:.*]] = 5) over (%[[J:.*]] = 5) init (%[[ACC:.*]] = %[[V0]] : i64) : tensor<5xi64> {
// CHECK-NEXT:     %[[V2:.*]] = arith.cmpi slt, %[[J]], %[[I]] : index
// CHECK-NEXT:     %[[V3:.*]] = te.load %[[SIZES]][%[[J]]] : tensor<5xi64>
// CHECK-NEXT:     %[[V4:.*]] = arith.select %[[V2]], %[[V3]], %[[V0]] : i64
// CHECK-NEXT:     %[[V5:.*]] = arith.addi %[[ACC]], %[[V4]] : i64
// CHECK-NEXT:     te.yield %[[V5]] : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V6:.*]] = arith.constant true
// CHECK-NEXT:   %[[V7:.*]] = te.reduce () over (%[[I_1:.*]] = 5) init (%[[ACC_1:.*]] = %[[V6]] : i1) : tensor<i1> {
// CHECK-NEXT:     %[[V8:.*]] = te.load %[[SIZES]][%[[I_1]]] : tensor<5xi64>
// CHECK-NEXT:     %[[V9:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V10:.*]] = arith.index_cast %[[V9]] : index to i64
// CHECK-NEXT:     %[[V11:.*]] = arith.constant 1 : i64
// CHECK-NEXT:     %[[V12:.*]] = arith.cmpi sge, %[[V8]], %[[V11]] : i64
// CHECK-NEXT:     %[[V13:.*]] = arith.cmpi sle, %[[V8]], %[[V10]] : i64
// CHECK-NEXT:     %[[V14:.*]] = arith.andi %[[V12]], %[[V13]] : i1
// CHECK-NEXT:     %[[V15:.*]] = arith.andi %[[ACC_1]], %[[V14]] : i1
// CHECK-NEXT:     te.yield %[[V15]] : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V16:.*]] = te.load %[[V7]][] : tensor<i1>
// CHECK-NEXT:   cf.assert %[[V16]], "aten.rnn_relu.data: batch sizes are not those of the sequences"
// CHECK-NEXT:   %[[V17:.*]] = te.reduce () over (%[[I_2:.*]] = 1) init (%[[ACC_2:.*]] = %[[V6]] : i1) : tensor<i1> {
// CHECK-NEXT:     %[[V18:.*]] = arith.constant 5 : index
// CHECK-NEXT:     %[[V19:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V20:.*]] = arith.subi %[[V18]], %[[V19]] : index
// CHECK-NEXT:     %[[V21:.*]] = te.load %[[V1]][%[[V20]]] : tensor<5xi64>
// CHECK-NEXT:     %[[V22:.*]] = te.load %[[SIZES]][%[[V20]]] : tensor<5xi64>
// CHECK-NEXT:     %[[V23:.*]] = arith.addi %[[V21]], %[[V22]] : i64
// CHECK-NEXT:     %[[V24:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT:     %[[V25:.*]] = arith.cmpi eq, %[[V23]], %[[V24]] : i64
// CHECK-NEXT:     %[[V26:.*]] = arith.andi %[[ACC_2]], %[[V25]] : i1
// CHECK-NEXT:     te.yield %[[V26]] : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V27:.*]] = te.load %[[V17]][] : tensor<i1>
// CHECK-NEXT:   cf.assert %[[V27]], "aten.rnn_relu.data: batch sizes are not those of the rows"
// CHECK-NEXT:   %[[V28:.*]] = te.compute (%[[I_3:.*]] = 5, %[[J_1:.*]] = 2, %[[K:.*]] = 4) : tensor<5x2x4xf32> {
// CHECK-NEXT:     %[[V29:.*]] = te.load %[[V1]][%[[I_3]]] : tensor<5xi64>
// CHECK-NEXT:     %[[V30:.*]] = arith.index_cast %[[V29]] : i64 to index
// CHECK-NEXT:     %[[V31:.*]] = arith.addi %[[V30]], %[[J_1]] : index
// CHECK-NEXT:     %[[V32:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V33:.*]] = arith.subi %[[S0]], %[[V32]] : index
// CHECK-NEXT:     %[[V34:.*]] = arith.minsi %[[V31]], %[[V33]] : index
// CHECK-NEXT:     %[[V35:.*]] = te.load %[[X]][%[[V34]], %[[K]]] : tensor<?x4xf32>
// CHECK-NEXT:     te.yield %[[V35]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V36:.*]] = arith.constant 5 : index
// CHECK-NEXT:   %[[V37:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V38:.*]] = te.reduce (%[[I_4:.*]] = 5, %[[J_2:.*]] = 2, %[[K_1:.*]] = 3) over (%[[L:.*]] = 4) init (%[[ACC_3:.*]] = %[[V37]] : f32) : tensor<5x2x3xf32> {
// CHECK-NEXT:     %[[V39:.*]] = te.load %[[V28]][%[[I_4]], %[[J_2]], %[[L]]] : tensor<5x2x4xf32>
// CHECK-NEXT:     %[[V40:.*]] = te.load %[[W]][%[[K_1]], %[[L]]] : tensor<3x4xf32>
// CHECK-NEXT:     %[[V41:.*]] = arith.mulf %[[V39]], %[[V40]] : f32
// CHECK-NEXT:     %[[V42:.*]] = arith.addf %[[ACC_3]], %[[V41]] fastmath<reassoc> : f32
// CHECK-NEXT:     te.yield %[[V42]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V43:.*]] = te.compute (%[[I_5:.*]] = 5, %[[J_3:.*]] = 2, %[[K_2:.*]] = 3) : tensor<5x2x3xf32> {
// CHECK-NEXT:     te.yield %[[V37]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V44:.*]] = te.compute (%[[I_6:.*]] = 2, %[[J_4:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:     %[[V45:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V46:.*]] = te.load %[[H]][%[[V45]], %[[I_6]], %[[J_4]]] : tensor<1x2x3xf32>
// CHECK-NEXT:     te.yield %[[V46]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V47:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V48:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V49:.*]], %[[V50:.*]] = scf.for %[[V51:.*]] = %[[V47]] to %[[V36]] step %[[V48]] iter_args(%[[V52:.*]] = %[[V43]], %[[V53:.*]] = %[[V44]]) -> (tensor<5x2x3xf32>, tensor<2x3xf32>) {
// CHECK-NEXT:     %[[V54:.*]] = te.reduce (%[[I_7:.*]] = 2, %[[J_5:.*]] = 3) over (%[[K_3:.*]] = 3) init (%[[ACC_4:.*]] = %[[V37]] : f32) : tensor<2x3xf32> {
// CHECK-NEXT:       %[[V55:.*]] = te.load %[[V53]][%[[I_7]], %[[K_3]]] : tensor<2x3xf32>
// CHECK-NEXT:       %[[V56:.*]] = te.load %[[U]][%[[J_5]], %[[K_3]]] : tensor<3x3xf32>
// CHECK-NEXT:       %[[V57:.*]] = arith.mulf %[[V55]], %[[V56]] : f32
// CHECK-NEXT:       %[[V58:.*]] = arith.addf %[[ACC_4]], %[[V57]] fastmath<reassoc> : f32
// CHECK-NEXT:       te.yield %[[V58]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V59:.*]] = te.compute (%[[I_8:.*]] = 2, %[[J_6:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:       %[[V60:.*]] = te.load %[[SIZES]][%[[V51]]] : tensor<5xi64>
// CHECK-NEXT:       %[[V61:.*]] = arith.index_cast %[[V60]] : i64 to index
// CHECK-NEXT:       %[[V62:.*]] = arith.cmpi slt, %[[I_8]], %[[V61]] : index
// CHECK-NEXT:       %[[V63:.*]] = te.load %[[V38]][%[[V51]], %[[I_8]], %[[J_6]]] : tensor<5x2x3xf32>
// CHECK-NEXT:       %[[V64:.*]] = te.load %[[V54]][%[[I_8]], %[[J_6]]] : tensor<2x3xf32>
// CHECK-NEXT:       %[[V65:.*]] = arith.addf %[[V63]], %[[V64]] : f32
// CHECK-NEXT:       %[[V66:.*]] = arith.maximumf %[[V65]], %[[V37]] fastmath<nsz> : f32
// CHECK-NEXT:       %[[V67:.*]] = te.load %[[V53]][%[[I_8]], %[[J_6]]] : tensor<2x3xf32>
// CHECK-NEXT:       %[[V68:.*]] = arith.select %[[V62]], %[[V66]], %[[V67]] : f32
// CHECK-NEXT:       te.yield %[[V68]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V69:.*]] = te.scatter (%[[I_9:.*]] = 2, %[[J_7:.*]] = 3) into %[[V52]] : tensor<5x2x3xf32> {
// CHECK-NEXT:       %[[V70:.*]] = te.load %[[V59]][%[[I_9]], %[[J_7]]] : tensor<2x3xf32>
// CHECK-NEXT:       te.put %[[V70]] at [%[[V51]], %[[I_9]], %[[J_7]]] set : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %[[V69]], %[[V59]] : tensor<5x2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V71:.*]] = te.reduce (%[[I_10:.*]] = %[[S0]]) over (%[[J_8:.*]] = 5) init (%[[ACC_5:.*]] = %[[V0]] : i64) : tensor<?xi64> {
// CHECK-NEXT:     %[[V72:.*]] = te.load %[[V1]][%[[J_8]]] : tensor<5xi64>
// CHECK-NEXT:     %[[V73:.*]] = arith.index_cast %[[I_10]] : index to i64
// CHECK-NEXT:     %[[V74:.*]] = arith.cmpi sle, %[[V72]], %[[V73]] : i64
// CHECK-NEXT:     %[[V75:.*]] = arith.cmpi sgt, %[[J_8]], %[[V47]] : index
// CHECK-NEXT:     %[[V76:.*]] = arith.andi %[[V74]], %[[V75]] : i1
// CHECK-NEXT:     %[[V77:.*]] = arith.extui %[[V76]] : i1 to i64
// CHECK-NEXT:     %[[V78:.*]] = arith.addi %[[ACC_5]], %[[V77]] : i64
// CHECK-NEXT:     te.yield %[[V78]] : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[ALL:.*]] = te.compute (%[[I_11:.*]] = %[[S0]], %[[J_9:.*]] = 3) : tensor<?x3xf32> {
// CHECK-NEXT:     %[[V79:.*]] = te.load %[[V71]][%[[I_11]]] : tensor<?xi64>
// CHECK-NEXT:     %[[V80:.*]] = arith.index_cast %[[V79]] : i64 to index
// CHECK-NEXT:     %[[V81:.*]] = te.load %[[V1]][%[[V80]]] : tensor<5xi64>
// CHECK-NEXT:     %[[V82:.*]] = arith.index_cast %[[V81]] : i64 to index
// CHECK-NEXT:     %[[V83:.*]] = arith.subi %[[I_11]], %[[V82]] : index
// CHECK-NEXT:     %[[V84:.*]] = te.load %[[V49]][%[[V80]], %[[V83]], %[[J_9]]] : tensor<5x2x3xf32>
// CHECK-NEXT:     te.yield %[[V84]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[ALL]] : tensor<?x3xf32>
// CHECK-NEXT: }
func.func @sequences_of_any_length(%x: !ts.tensor<[s0,4],f32>, %sizes: !ts.tensor<[5],i64>, %h: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[3,4],f32>, %u: !ts.tensor<[3,3],f32>) -> !ts.tensor<[s0,3],f32> {
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[3,4],f32>, !ts.tensor<[3,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  %all, %last = aten.rnn_relu.data(%x, %sizes, %h, %params, %no, %one, %zero, %no, %no) : (!ts.tensor<[s0,4],f32>, !ts.tensor<[5],i64>, !ts.tensor<[1,2,3],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1) -> (!ts.tensor<[s0,3],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[s0,3],f32>
}
