// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// A float is the low 24 bits of a word, in row-major order.
// CHECK-LABEL: func.func @uniform
// CHECK-NEXT:    %[[W:.*]] = te.draw : tensor<6xi32>
// CHECK-NEXT:    %[[R:.*]] = te.compute (%[[I:.*]] = 2, %[[J:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:      %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:      %[[ROW:.*]] = arith.muli %[[I]], %[[C3]] : index
// CHECK-NEXT:      %[[N:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:      %[[A:.*]] = te.load %[[W]][%[[N]]] : tensor<6xi32>
// CHECK-NEXT:      %[[BITS:.*]] = arith.constant 16777215 : i32
// CHECK-NEXT:      %[[B:.*]] = arith.andi %[[A]], %[[BITS]] : i32
// CHECK-NEXT:      %[[C:.*]] = arith.sitofp %[[B]] : i32 to f32
// CHECK-NEXT:      %[[PART:.*]] = arith.constant 5.9{{.*}}e-08 : f32
// CHECK-NEXT:      %[[D:.*]] = arith.mulf %[[C]], %[[PART]] : f32
// CHECK-NEXT:      te.yield %[[D]] : f32
func.func @uniform() -> !ts.tensor<[2,3],f32> {
  %none = prim.Constant : !ts.none
  %two = prim.Constant 2 : i64
  %three = prim.Constant 3 : i64
  %size = prim.ListConstruct(%two, %three) : (i64, i64) -> !ts.list<i64>
  %r = aten.rand(%size, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2,3],f32>
  func.return %r : !ts.tensor<[2,3],f32>
}

// Dropout compares 53 bits of a pair of words with the probability, and scales what is kept.
// CHECK-LABEL: func.func @dropout
// CHECK-SAME:    (%[[S:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>})
// CHECK-NEXT:    %[[W:.*]] = te.draw %[[S]] : tensor<?xi64>
// CHECK-NEXT:    %[[R:.*]] = te.compute (%[[I:.*]] = %[[S]]) : tensor<?xf32> {
// CHECK-NEXT:      %[[A:.*]] = te.load %[[W]][%[[I]]] : tensor<?xi64>
// CHECK-NEXT:      %[[BITS:.*]] = arith.constant 9007199254740991 : i64
// CHECK-NEXT:      %[[B:.*]] = arith.andi %[[A]], %[[BITS]] : i64
// CHECK-NEXT:      %[[LIMIT:.*]] = arith.constant 6755399441055744 : i64
// CHECK-NEXT:      %[[KEPT:.*]] = arith.cmpi slt, %[[B]], %[[LIMIT]] : i64
// CHECK-NEXT:      %[[Y:.*]] = te.load %[[X]][%[[I]]] : tensor<?xf32>
// CHECK-NEXT:      %[[SCALE:.*]] = arith.constant 1.333333{{.*}} : f32
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK-NEXT:      %[[F:.*]] = arith.select %[[KEPT]], %[[SCALE]], %[[ZERO]] : f32
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[Y]], %[[F]] : f32
// CHECK-NEXT:      te.yield %[[P]] : f32
func.func @dropout(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32> {
  %p = prim.Constant 0.25 : f64
  %yes = prim.Constant true
  %r = aten.dropout(%x, %p, %yes) : (!ts.tensor<[s0],f32>, f64, i1) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}

// Nothing is drawn outside of training, nor for a probability of 0 or 1.
// CHECK-LABEL: func.func @draws_nothing
// CHECK-SAME:    (%[[X:.*]]: tensor<2xf32>, %{{.*}}: f64)
// CHECK-NOT:     te.draw
// CHECK:         func.return %[[X]], %[[X]], %[[ZEROS:.*]] : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
func.func @draws_nothing(%x: !ts.tensor<[2],f32>, %q: f64) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[2],f32>) {
  %zero = prim.Constant 0.0 : f64
  %one = prim.Constant 1.0 : f64
  %yes = prim.Constant true
  %no = prim.Constant false
  %a = aten.dropout(%x, %q, %no) : (!ts.tensor<[2],f32>, f64, i1) -> !ts.tensor<[2],f32>
  %b = aten.dropout(%x, %zero, %yes) : (!ts.tensor<[2],f32>, f64, i1) -> !ts.tensor<[2],f32>
  %c = aten.dropout(%x, %one, %yes) : (!ts.tensor<[2],f32>, f64, i1) -> !ts.tensor<[2],f32>
  func.return %a, %b, %c : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
}

// 20 normal numbers take 20 words, and 16 more for the last block of 16.
// CHECK-LABEL: func.func @normal
// CHECK-NEXT:    %[[W:.*]] = te.draw : tensor<36xi32>
// CHECK-NEXT:    %[[COS:.*]], %[[SIN:.*]] = te.compute (%[[I:.*]] = 2, %[[J:.*]] = 8) : tensor<2x8xf32>, tensor<2x8xf32> {
// CHECK:         %[[D:.*]] = te.compute (%[[B:.*]] = 2, %[[H:.*]] = 2, %[[K:.*]] = 8) : tensor<2x2x8xf32> attributes {te.stored} {
// CHECK:         %[[L:.*]] = te.compute (%[[N:.*]] = 20) : tensor<20xf32> attributes {te.stored} {
func.func @normal(%x: !ts.tensor<[4,5],f32>) -> !ts.tensor<[4,5],f32> {
  %none = prim.Constant : !ts.none
  %r = aten.randn_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[4,5],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[4,5],f32>
  func.return %r : !ts.tensor<[4,5],f32>
}

// Probabilities are checked before the draw.
// CHECK-LABEL: func.func @one_of_each_row
// CHECK:         cf.assert %[[VALID:.*]], "aten.multinomial: probabilities must be finite, non-negative, and not all zero"
// CHECK:         cf.assert %[[POSITIVE:.*]], "aten.multinomial: probabilities must be finite, non-negative, and not all zero"
// CHECK:         %[[W:.*]] = te.draw : tensor<8xi64>
func.func @one_of_each_row(%x: !ts.tensor<[2,4],f32>) -> !ts.tensor<[2,1],i64> {
  %one = prim.Constant 1 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %r = aten.multinomial(%x, %one, %no, %none) : (!ts.tensor<[2,4],f32>, i64, i1, !ts.none) -> !ts.tensor<[2,1],i64>
  func.return %r : !ts.tensor<[2,1],i64>
}
