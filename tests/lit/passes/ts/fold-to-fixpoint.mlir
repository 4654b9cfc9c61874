// RUN: %ts-opt %s -p fold-to-fixpoint,dce --split-input-file | %check %s

// Each branch implies the rank of the tensor that the next one queries.
// CHECK-LABEL: func.func @folds_a_chain_of_branches
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[2,3],f32>) -> !ts.tensor
// CHECK-NEXT:    %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.neg(%[[A]])
// CHECK-NEXT:    %[[C:.*]] = aten.abs(%[[B]])
// CHECK-NEXT:    func.return %[[C]] : !ts.tensor
func.func @folds_a_chain_of_branches(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %n = aten.dim(%x) : (!ts.tensor<[2,3],f32>) -> i64
  %p = aten.eq.int(%n, %two) : (i64, i64) -> i1
  %a = prim.If %p -> (!ts.tensor) {
    %r = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
    prim.If.yield %r : !ts.tensor
  } else {
    %f = aten.ravel(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
    prim.If.yield %f : !ts.tensor
  }
  %m = aten.dim(%a) : (!ts.tensor) -> i64
  %q = aten.eq.int(%m, %two) : (i64, i64) -> i1
  %b = prim.If %q -> (!ts.tensor) {
    %s = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %s : !ts.tensor
  } else {
    %f = aten.ravel(%a) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %f : !ts.tensor
  }
  %k = aten.dim(%b) : (!ts.tensor) -> i64
  %u = aten.eq.int(%k, %two) : (i64, i64) -> i1
  %c = prim.If %u -> (!ts.tensor) {
    %t = aten.abs(%b) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %t : !ts.tensor
  } else {
    %f = aten.ravel(%b) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %f : !ts.tensor
  }
  func.return %c : !ts.tensor
}

// -----

// CHECK-LABEL: func.func @stays_as_the_rank_is_not_known
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[N:.*]] = aten.dim(%[[X]])
// CHECK-NEXT:    %[[P:.*]] = aten.eq.int(%[[N]], %[[TWO]])
// CHECK-NEXT:    %[[A:.*]] = prim.If %[[P]] -> (!ts.tensor)
func.func @stays_as_the_rank_is_not_known(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %n = aten.dim(%x) : (!ts.tensor) -> i64
  %p = aten.eq.int(%n, %two) : (i64, i64) -> i1
  %a = prim.If %p -> (!ts.tensor) {
    %r = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %r : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %a : !ts.tensor
}
