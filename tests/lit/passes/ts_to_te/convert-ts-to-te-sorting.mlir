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
