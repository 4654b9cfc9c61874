// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s
// RUN: xdsl-opt %s | %check %s

// CHECK-LABEL: func.func @if_with_results(
// CHECK-SAME: %[[C:.*]]: i1, %[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> (!ts.tensor, i64) {
func.func @if_with_results(%c: i1, %x: !ts.tensor, %n: i64) -> (!ts.tensor, i64) {
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.If %[[C]] -> (!ts.tensor, i64) {
  %a, %b = prim.If %c -> (!ts.tensor, i64) {
    // CHECK-NEXT: prim.If.yield %[[X]], %[[N]] : !ts.tensor, i64
    prim.If.yield %x, %n : !ts.tensor, i64
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: prim.If.yield %[[X]], %[[N]] : !ts.tensor, i64
    prim.If.yield %x, %n : !ts.tensor, i64
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return %[[A]], %[[B]] : !ts.tensor, i64
  func.return %a, %b : !ts.tensor, i64
}

// CHECK-LABEL: func.func @if_without_results(
// CHECK-SAME: %[[C:.*]]: i1) {
func.func @if_without_results(%c: i1) {
  // CHECK-NEXT: prim.If %[[C]] {
  prim.If %c {
    // CHECK-NEXT: prim.If.yield
    prim.If.yield
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: prim.If.yield
    prim.If.yield
  // CHECK-NEXT: } attributes {note = "mine"}
  } attributes {note = "mine"}
  // CHECK-NEXT: func.return
  func.return
}

// A branch may yield a subtype, and the facts known of a tensor may differ.
// CHECK-LABEL: func.func @if_joins_types(
// CHECK-SAME: %[[C:.*]]: i1, %[[N:.*]]: i64, %[[X:.*]]: !ts.tensor<[2],f32>, %[[Y:.*]]: !ts.tensor) {
func.func @if_joins_types(%c: i1, %n: i64, %x: !ts.tensor<[2],f32>, %y: !ts.tensor) {
  // CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
  %none = prim.Constant : !ts.none
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.If %[[C]] -> (!ts.optional<i64>, !ts.tensor<[2],f32>) {
  %a, %b = prim.If %c -> (!ts.optional<i64>, !ts.tensor<[2],f32>) {
    // CHECK-NEXT: prim.If.yield %[[N]], %[[X]] : i64, !ts.tensor<[2],f32>
    prim.If.yield %n, %x : i64, !ts.tensor<[2],f32>
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: prim.If.yield %[[NONE]], %[[Y]] : !ts.none, !ts.tensor
    prim.If.yield %none, %y : !ts.none, !ts.tensor
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[N:.*]]: i64, %[[C:.*]]: i1, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
func.func @loop(%n: i64, %c: i1, %x: !ts.tensor) -> !ts.tensor {
  // CHECK-NEXT: %[[R:.*]], %[[K:.*]] = prim.Loop %[[N]], %[[C]], iter(%[[X]], %[[N]]) : (!ts.tensor, i64) -> (!ts.tensor, i64) {
  %r, %k = prim.Loop %n, %c, iter(%x, %n) : (!ts.tensor, i64) -> (!ts.tensor, i64) {
  // CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor, %[[J:.*]]: i64):
  ^bb0(%i: i64, %y: !ts.tensor, %j: i64):
    // CHECK-NEXT: prim.Loop.condition %[[C]], iter(%[[Y]], %[[I]]) : (!ts.tensor, i64)
    prim.Loop.condition %c, iter(%y, %i) : (!ts.tensor, i64)
  // CHECK-NEXT: } attributes {note = "mine"}
  } attributes {note = "mine"}
  // CHECK-NEXT: func.return %[[R]] : !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @loop_without_carried_values(
// CHECK-SAME: %[[N:.*]]: i64, %[[C:.*]]: i1) {
func.func @loop_without_carried_values(%n: i64, %c: i1) {
  // CHECK-NEXT: prim.Loop %[[N]], %[[C]] : () -> () {
  prim.Loop %n, %c : () -> () {
  // CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
  ^bb0(%i: i64):
    // CHECK-NEXT: prim.Loop.condition %[[C]]
    prim.Loop.condition %c
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[N:.*]]: i64, %[[C:.*]]: i1, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
func.func @nested(%n: i64, %c: i1, %x: !ts.tensor) -> !ts.tensor {
  // CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[C]], iter(%[[X]]) : (!ts.tensor) -> (!ts.tensor) {
  %r = prim.Loop %n, %c, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  // CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor):
  ^bb0(%i: i64, %y: !ts.tensor):
    // CHECK-NEXT: %[[Z:.*]] = prim.If %[[C]] -> (!ts.tensor) {
    %z = prim.If %c -> (!ts.tensor) {
      // CHECK-NEXT: prim.If.yield %[[Y]] : !ts.tensor
      prim.If.yield %y : !ts.tensor
    // CHECK-NEXT: } else {
    } else {
      // CHECK-NEXT: prim.If.yield %[[X]] : !ts.tensor
      prim.If.yield %x : !ts.tensor
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: prim.Loop.condition %[[C]], iter(%[[Z]]) : (!ts.tensor)
    prim.Loop.condition %c, iter(%z) : (!ts.tensor)
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return %[[R]] : !ts.tensor
  func.return %r : !ts.tensor
}
