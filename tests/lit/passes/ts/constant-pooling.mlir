// RUN: ts-opt %s -p constant-pooling | filecheck %s

// CHECK-LABEL: func.func @from_branches
// CHECK-SAME:    (%[[C:.*]]: i1, %[[N:.*]]: i64) -> i64
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[R:.*]] = prim.If %[[C]] -> (i64) {
// CHECK-NEXT:      %[[A:.*]] = aten.add.int(%[[N]], %[[ONE]])
// CHECK-NEXT:      prim.If.yield %[[A]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[B:.*]] = aten.mul.int(%[[ONE]], %[[TWO]])
// CHECK-NEXT:      prim.If.yield %[[B]]
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[R]]
func.func @from_branches(%c: i1, %n: i64) -> i64 {
  %r = prim.If %c -> (i64) {
    %one = prim.Constant 1 : i64
    %a = aten.add.int(%n, %one) : (i64, i64) -> i64
    prim.If.yield %a : i64
  } else {
    %one = prim.Constant 1 : i64
    %two = prim.Constant 2 : i64
    %b = aten.mul.int(%one, %two) : (i64, i64) -> i64
    prim.If.yield %b : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @equal_tensors
// CHECK-NEXT:    %[[A:.*]] = prim.Constant dense<1.000000e+00>
// CHECK-NEXT:    %[[R:.*]] = aten.mul.Tensor(%[[A]], %[[A]])
func.func @equal_tensors() -> !ts.tensor {
  %a = prim.Constant dense<1.0> : tensor<2xf32> : !ts.tensor
  %b = prim.Constant dense<1.0> : tensor<2xf32> : !ts.tensor
  %r = aten.mul.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @inside_of_a_subgraph
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[R:.*]] = prim.FunctionalGraph(%{{.*}}) : (i64) -> i64 {
// CHECK-NEXT:    ^{{.*}}(%[[M:.*]]: i64):
// CHECK-NEXT:      %[[INNER:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:      %[[A:.*]] = aten.add.int(%[[M]], %[[INNER]])
// CHECK-NEXT:      %[[B:.*]] = aten.add.int(%[[A]], %[[INNER]])
// CHECK-NEXT:      prim.return %[[B]]
// CHECK:         func.return %[[R]], %[[ONE]]
func.func @inside_of_a_subgraph(%n: i64) -> (i64, i64) {
  %r = prim.FunctionalGraph(%n) : (i64) -> i64 {
  ^bb0(%m: i64):
    %x = prim.Constant 1 : i64
    %a = aten.add.int(%m, %x) : (i64, i64) -> i64
    %y = prim.Constant 1 : i64
    %b = aten.add.int(%a, %y) : (i64, i64) -> i64
    prim.return %b : i64
  }
  %one = prim.Constant 1 : i64
  func.return %r, %one : i64, i64
}

// CHECK-LABEL: func.func @two_stay_for_another_type
// CHECK-NEXT:    %[[A:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:    %[[B:.*]] = prim.Constant : !ts.optional<i64>
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @two_stay_for_another_type() -> (!ts.none, !ts.optional<i64>) {
  %a = prim.Constant : !ts.none
  %b = prim.Constant : !ts.optional<i64>
  func.return %a, %b : !ts.none, !ts.optional<i64>
}

// CHECK-LABEL: func.func @two_stay_as_one_is_written
// CHECK-NEXT:    %[[A:.*]] = prim.Constant dense<1.000000e+00>
// CHECK-NEXT:    %[[B:.*]] = prim.Constant dense<1.000000e+00>
// CHECK-NEXT:    aten.relu_(%[[A]])
// CHECK-NEXT:    aten.mul.Tensor(%[[A]], %[[B]])
func.func @two_stay_as_one_is_written() -> !ts.tensor {
  %a = prim.Constant dense<1.0> : tensor<2xf32> : !ts.tensor
  %w = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  %b = prim.Constant dense<1.0> : tensor<2xf32> : !ts.tensor
  %r = aten.mul.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @two_stay_as_the_caller_gets_both
// CHECK-NEXT:    %[[A:.*]] = prim.Constant [1 : i64]
// CHECK-NEXT:    %[[B:.*]] = prim.Constant [1 : i64]
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @two_stay_as_the_caller_gets_both() -> (!ts.list<i64>, !ts.list<i64>) {
  %a = prim.Constant [1] : !ts.list<i64>
  %b = prim.Constant [1] : !ts.list<i64>
  func.return %a, %b : !ts.list<i64>, !ts.list<i64>
}

// A constant is one object in all calls. The caller may write the second before the next call.
// CHECK-LABEL: func.func @two_stay_as_the_caller_gets_one
// CHECK-NEXT:    %[[A:.*]] = prim.Constant [1 : i64]
// CHECK-NEXT:    %[[B:.*]] = prim.Constant [1 : i64]
// CHECK-NEXT:    %[[N:.*]] = aten.len.t(%[[A]])
// CHECK-NEXT:    func.return %[[N]], %[[B]]
func.func @two_stay_as_the_caller_gets_one() -> (i64, !ts.list<i64>) {
  %a = prim.Constant [1] : !ts.list<i64>
  %b = prim.Constant [1] : !ts.list<i64>
  %n = aten.len.t(%a) : (!ts.list<i64>) -> i64
  func.return %n, %b : i64, !ts.list<i64>
}

// CHECK-LABEL: func.func @two_stay_as_their_values_are_omitted
// CHECK-NEXT:    %[[A:.*]] = prim.Constant #ts.opaque
// CHECK-NEXT:    %[[B:.*]] = prim.Constant #ts.opaque
// CHECK-NEXT:    aten.mm(%[[A]], %[[B]])
func.func @two_stay_as_their_values_are_omitted() -> !ts.tensor {
  %a = prim.Constant #ts.opaque<"<Tensor>"> : !ts.tensor
  %b = prim.Constant #ts.opaque<"<Tensor>"> : !ts.tensor
  %r = aten.mm(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}
