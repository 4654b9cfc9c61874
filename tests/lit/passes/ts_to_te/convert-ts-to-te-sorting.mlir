// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// Bisection: a line of five boundaries takes three steps, and each computes both ends of the
// places in question.
// CHECK-LABEL: func.func @bisected
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<5xf32>) -> tensor<4xi64>

// CHECK:      %[[FIRST:.*]] = te.compute (%{{.*}} = 4) : tensor<4xi64> {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-NEXT:   te.yield %[[ZERO]] : i64
// CHECK:      %[[END:.*]] = te.compute (%{{.*}} = 4) : tensor<4xi64> {
// CHECK-NEXT:   %[[FIVE:.*]] = arith.constant 5 : i64
// CHECK:      %[[R:.*]], %{{.*}} = scf.for %{{.*}} = %{{.*}} to %[[THREE:.*]] step %{{.*}} iter_args(%[[LOW:.*]] = %[[FIRST]], %[[HIGH:.*]] = %[[END]]) -> (tensor<4xi64>, tensor<4xi64>) {
// CHECK-NEXT:   %[[L:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xi64> {
// CHECK-NEXT:     %[[A:.*]] = te.load %[[LOW]][%[[I]]] : tensor<4xi64>
// CHECK-NEXT:     %[[Z:.*]] = te.load %[[HIGH]][%[[I]]] : tensor<4xi64>
// CHECK:          arith.cmpf oge
// CHECK:        %[[H:.*]] = te.compute
// CHECK:        scf.yield %[[L]], %[[H]] : tensor<4xi64>, tensor<4xi64>
// CHECK:      func.return %[[R]] : tensor<4xi64>
func.func @bisected(%x: !ts.tensor<[4],f32>, %b: !ts.tensor<[5],f32>) -> !ts.tensor<[4],i64> {
  %no = prim.Constant false : i1
  %r = aten.bucketize.Tensor(%x, %b, %no, %no) : (!ts.tensor<[4],f32>, !ts.tensor<[5],f32>, i1, i1) -> !ts.tensor<[4],i64>
  func.return %r : !ts.tensor<[4],i64>
}

// A line of one element is in order.
// CHECK-LABEL: func.func @one_element
// CHECK-NOT:  scf.for
func.func @one_element(%x: !ts.tensor<[1],f32>) -> !ts.tensor<[1],f32> {
  %zero = prim.Constant 0 : i64
  %no = prim.Constant false : i1
  %v, %i = aten.sort(%x, %zero, %no) : (!ts.tensor<[1],f32>, i64, i1) -> (!ts.tensor<[1],f32>, !ts.tensor<[1],i64>)
  func.return %v : !ts.tensor<[1],f32>
}

// Two rounds of two passes: an element, then its place.
// CHECK-LABEL: func.func @largest_two
// CHECK-SAME: (%[[X:.*]]: tensor<6xi64>) -> tensor<2xi64>
// CHECK-NEXT: %[[V0:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = 1) over (%[[J:.*]] = 6) init (%[[ACC:.*]] = %[[V0]] : i64) : tensor<1xi64> {
// CHECK-NEXT:   %[[V2:.*]] = arith.constant true
// CHECK-NEXT:   %[[V3:.*]] = te.load %[[X]][%[[J]]] : tensor<6xi64>
// CHECK-NEXT:   %[[V4:.*]] = arith.select %[[V2]], %[[V3]], %[[V0]] : i64
// CHECK-NEXT:   %[[V5:.*]] = arith.maxsi %[[ACC]], %[[V4]] : i64
// CHECK-NEXT:   te.yield %[[V5]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[V6:.*]] = arith.constant 9223372036854775807 : i64
// CHECK-NEXT: %[[V7:.*]] = te.reduce (%[[I_1:.*]] = 1) over (%[[J_1:.*]] = 6) init (%[[ACC_1:.*]] = %[[V6]] : i64) : tensor<1xi64> {
// CHECK-NEXT:   %[[V8:.*]] = te.load %[[X]][%[[J_1]]] : tensor<6xi64>
// CHECK-NEXT:   %[[V9:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V10:.*]] = te.load %[[V1]][%[[V9]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V11:.*]] = arith.cmpi sgt, %[[V10]], %[[V8]] : i64
// CHECK-NEXT:   %[[V12:.*]] = arith.constant true
// CHECK-NEXT:   %[[V13:.*]] = arith.xori %[[V11]], %[[V12]] : i1
// CHECK-NEXT:   %[[V14:.*]] = arith.andi %[[V12]], %[[V13]] : i1
// CHECK-NEXT:   %[[V15:.*]] = arith.index_cast %[[J_1]] : index to i64
// CHECK-NEXT:   %[[V16:.*]] = arith.select %[[V14]], %[[V15]], %[[V6]] : i64
// CHECK-NEXT:   %[[V17:.*]] = arith.minsi %[[ACC_1]], %[[V16]] : i64
// CHECK-NEXT:   te.yield %[[V17]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[V18:.*]] = te.reduce (%[[I_2:.*]] = 1) over (%[[J_2:.*]] = 6) init (%[[ACC_2:.*]] = %[[V0]] : i64) : tensor<1xi64> {
// CHECK-NEXT:   %[[V19:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V20:.*]] = te.load %[[V1]][%[[V19]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V21:.*]] = te.load %[[V7]][%[[V19]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V22:.*]] = te.load %[[X]][%[[J_2]]] : tensor<6xi64>
// CHECK-NEXT:   %[[V23:.*]] = arith.index_cast %[[J_2]] : index to i64
// CHECK-NEXT:   %[[V24:.*]] = arith.cmpi sgt, %[[V20]], %[[V22]] : i64
// CHECK-NEXT:   %[[V25:.*]] = arith.cmpi sgt, %[[V22]], %[[V20]] : i64
// CHECK-NEXT:   %[[V26:.*]] = arith.constant true
// CHECK-NEXT:   %[[V27:.*]] = arith.xori %[[V25]], %[[V26]] : i1
// CHECK-NEXT:   %[[V28:.*]] = arith.cmpi sgt, %[[V23]], %[[V21]] : i64
// CHECK-NEXT:   %[[V29:.*]] = arith.andi %[[V27]], %[[V28]] : i1
// CHECK-NEXT:   %[[V30:.*]] = arith.ori %[[V24]], %[[V29]] : i1
// CHECK-NEXT:   %[[V31:.*]] = arith.select %[[V30]], %[[V22]], %[[V0]] : i64
// CHECK-NEXT:   %[[V32:.*]] = arith.maxsi %[[ACC_2]], %[[V31]] : i64
// CHECK-NEXT:   te.yield %[[V32]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[V33:.*]] = te.reduce (%[[I_3:.*]] = 1) over (%[[J_3:.*]] = 6) init (%[[ACC_3:.*]] = %[[V6]] : i64) : tensor<1xi64> {
// CHECK-NEXT:   %[[V34:.*]] = te.load %[[X]][%[[J_3]]] : tensor<6xi64>
// CHECK-NEXT:   %[[V35:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V36:.*]] = te.load %[[V18]][%[[V35]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V37:.*]] = arith.cmpi sgt, %[[V36]], %[[V34]] : i64
// CHECK-NEXT:   %[[V38:.*]] = arith.constant true
// CHECK-NEXT:   %[[V39:.*]] = arith.xori %[[V37]], %[[V38]] : i1
// CHECK-NEXT:   %[[V40:.*]] = te.load %[[V1]][%[[V35]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V41:.*]] = te.load %[[V7]][%[[V35]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V42:.*]] = arith.index_cast %[[J_3]] : index to i64
// CHECK-NEXT:   %[[V43:.*]] = arith.cmpi sgt, %[[V40]], %[[V34]] : i64
// CHECK-NEXT:   %[[V44:.*]] = arith.cmpi sgt, %[[V34]], %[[V40]] : i64
// CHECK-NEXT:   %[[V45:.*]] = arith.xori %[[V44]], %[[V38]] : i1
// CHECK-NEXT:   %[[V46:.*]] = arith.cmpi sgt, %[[V42]], %[[V41]] : i64
// CHECK-NEXT:   %[[V47:.*]] = arith.andi %[[V45]], %[[V46]] : i1
// CHECK-NEXT:   %[[V48:.*]] = arith.ori %[[V43]], %[[V47]] : i1
// CHECK-NEXT:   %[[V49:.*]] = arith.andi %[[V48]], %[[V39]] : i1
// CHECK-NEXT:   %[[V50:.*]] = arith.select %[[V49]], %[[V42]], %[[V6]] : i64
// CHECK-NEXT:   %[[V51:.*]] = arith.minsi %[[ACC_3]], %[[V50]] : i64
// CHECK-NEXT:   te.yield %[[V51]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[I_4:.*]] = te.compute (%[[I_5:.*]] = 2) : tensor<2xi64> {
// CHECK-NEXT:   %[[V52:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V53:.*]] = te.load %[[V7]][%[[V52]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V54:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V55:.*]] = arith.cmpi eq, %[[I_5]], %[[V54]] : index
// CHECK-NEXT:   %[[V56:.*]] = te.load %[[V33]][%[[V52]]] : tensor<1xi64>
// CHECK-NEXT:   %[[V57:.*]] = arith.select %[[V55]], %[[V56]], %[[V53]] : i64
// CHECK-NEXT:   te.yield %[[V57]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[I_4]] : tensor<2xi64>
func.func @largest_two(%x: !ts.tensor<[6],i64>) -> !ts.tensor<[2],i64> {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %yes = prim.Constant true : i1
  %v, %i = aten.topk(%x, %two, %zero, %yes, %yes) : (!ts.tensor<[6],i64>, i64, i64, i1, i1) -> (!ts.tensor<[2],i64>, !ts.tensor<[2],i64>)
  func.return %i : !ts.tensor<[2],i64>
}

// An axis of any size has two elements; the run asks whether it has three.
// CHECK-LABEL: func.func @largest_of_any_size(
// CHECK-SAME: %[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>})
// CHECK-NOT:  cf.assert
// CHECK:      %[[A:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf32>
// CHECK:      %[[K:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[ENOUGH:.*]] = arith.cmpi sge, %[[S0]], %[[K]] : index
// CHECK-NEXT: cf.assert %[[ENOUGH]], "aten.topk: asks for 3 elements"
// CHECK:      %[[B:.*]] = te.compute (%[[J:.*]] = 3) : tensor<3xf32>
// CHECK:      func.return %[[A]], %[[B]]
func.func @largest_of_any_size(%x: !ts.tensor<[s0],f32>) -> (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) {
  %two = prim.Constant 2 : i64
  %three = prim.Constant 3 : i64
  %zero = prim.Constant 0 : i64
  %yes = prim.Constant true
  %a, %i = aten.topk(%x, %two, %zero, %yes, %yes) : (!ts.tensor<[s0],f32>, i64, i64, i1, i1) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],i64>)
  %b, %j = aten.topk(%x, %three, %zero, %yes, %yes) : (!ts.tensor<[s0],f32>, i64, i64, i1, i1) -> (!ts.tensor<[3],f32>, !ts.tensor<[3],i64>)
  func.return %a, %b : !ts.tensor<[2],f32>, !ts.tensor<[3],f32>
}
