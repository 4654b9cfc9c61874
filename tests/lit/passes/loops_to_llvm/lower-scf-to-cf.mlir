// RUN: %ts-opt %s -p lower-scf-to-cf | %check %s

// A counted loop: head, body, exit. The carried value is an argument of the head.
// CHECK-LABEL: func.func @for_loop
// CHECK-SAME:  (%[[LB:.*]]: index, %[[UB:.*]]: index, %[[STEP:.*]]: index, %[[INIT:.*]]: f32, %[[M:.*]]: memref<?xf32>) -> f32 {
// CHECK-NEXT:  cf.br ^[[BB1:.*]](%[[LB]], %[[INIT]] : index, f32)
// CHECK-NEXT:  ^[[BB1]](%[[I:.*]]: index, %[[ACC:.*]]: f32):
// CHECK-NEXT:  %[[V0:.*]] = arith.cmpi slt, %[[I]], %[[UB]] : index
// CHECK-NEXT:  cf.cond_br %[[V0]], ^[[BB2:.*]], ^[[BB3:.*]]
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  %[[X:.*]] = memref.load %[[M]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:  %[[NEXT:.*]] = arith.addf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:  %[[V1:.*]] = arith.addi %[[I]], %[[STEP]] : index
// CHECK-NEXT:  cf.br ^[[BB1]](%[[V1]], %[[NEXT]] : index, f32)
// CHECK-NEXT:  ^[[BB3]]:
// CHECK-NEXT:  func.return %[[ACC]] : f32
func.func @for_loop(%lb: index, %ub: index, %step: index, %init: f32, %m: memref<?xf32>) -> f32 {
  %sum = scf.for %i = %lb to %ub step %step iter_args(%acc = %init) -> (f32) {
    %x = memref.load %m[%i] : memref<?xf32>
    %next = arith.addf %acc, %x : f32
    scf.yield %next : f32
  }
  func.return %sum : f32
}

// A loop's annotation moves to the branch that closes it.
// CHECK-LABEL: func.func @annotated_loop
// CHECK-SAME:  (%[[LB:.*]]: index, %[[UB:.*]]: index, %[[STEP:.*]]: index) {
// CHECK-NEXT:  cf.br ^[[BB1:.*]](%[[LB]] : index)
// CHECK-NEXT:  ^[[BB1]](%[[I:.*]]: index):
// CHECK-NEXT:  %[[V0:.*]] = arith.cmpi slt, %[[I]], %[[UB]] : index
// CHECK-NEXT:  cf.cond_br %[[V0]], ^[[BB2:.*]], ^[[BB3:.*]]
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  "test.op"(%[[I]]) : (index) -> ()
// CHECK-NEXT:  %[[V1:.*]] = arith.addi %[[I]], %[[STEP]] : index
// CHECK-NEXT:  cf.br ^[[BB1]](%[[V1]] : index) {llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
// CHECK-NEXT:  ^[[BB3]]:
// CHECK-NEXT:  func.return
func.func @annotated_loop(%lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    "test.op"(%i) : (index) -> ()
  } {"llvm.loop_annotation" = #llvm.loop_annotation<unroll = <disable = true>>}
  func.return
}

// With a result, both branches hand theirs to the block after.
// CHECK-LABEL: func.func @if_with_result
// CHECK-SAME:  (%[[C:.*]]: i1, %[[A:.*]]: f32, %[[B:.*]]: f32) -> f32 {
// CHECK-NEXT:  cf.cond_br %[[C]], ^[[BB1:.*]], ^[[BB2:.*]]
// CHECK-NEXT:  ^[[BB1]]:
// CHECK-NEXT:  %[[X:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK-NEXT:  cf.br ^[[BB3:.*]](%[[X]] : f32)
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  cf.br ^[[BB3]](%[[B]] : f32)
// CHECK-NEXT:  ^[[BB3]](%[[R:.*]]: f32):
// CHECK-NEXT:  func.return %[[R]] : f32
func.func @if_with_result(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    %x = arith.addf %a, %b : f32
    scf.yield %x : f32
  } else {
    scf.yield %b : f32
  }
  func.return %r : f32
}

// CHECK-LABEL: func.func @if_without_else
// CHECK-SAME:  (%[[C:.*]]: i1) {
// CHECK-NEXT:  cf.cond_br %[[C]], ^[[BB1:.*]], ^[[BB2:.*]]
// CHECK-NEXT:  ^[[BB1]]:
// CHECK-NEXT:  "test.op"() : () -> ()
// CHECK-NEXT:  cf.br ^[[BB2]]
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  func.return
func.func @if_without_else(%c: i1) {
  scf.if %c {
    "test.op"() : () -> ()
  }
  func.return
}

// Inner control flow splits the blocks of outer control flow.
// CHECK-LABEL: func.func @if_in_loop
// CHECK-SAME:  (%[[LB:.*]]: index, %[[UB:.*]]: index, %[[STEP:.*]]: index, %[[C:.*]]: i1) {
// CHECK-NEXT:  cf.br ^[[BB1:.*]](%[[LB]] : index)
// CHECK-NEXT:  ^[[BB1]](%[[I:.*]]: index):
// CHECK-NEXT:  %[[V0:.*]] = arith.cmpi slt, %[[I]], %[[UB]] : index
// CHECK-NEXT:  cf.cond_br %[[V0]], ^[[BB2:.*]], ^[[BB5:.*]]
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  cf.cond_br %[[C]], ^[[BB3:.*]], ^[[BB4:.*]]
// CHECK-NEXT:  ^[[BB3]]:
// CHECK-NEXT:  "test.op"(%[[I]]) : (index) -> ()
// CHECK-NEXT:  cf.br ^[[BB4]]
// CHECK-NEXT:  ^[[BB4]]:
// CHECK-NEXT:  "test.op"() : () -> ()
// CHECK-NEXT:  %[[V1:.*]] = arith.addi %[[I]], %[[STEP]] : index
// CHECK-NEXT:  cf.br ^[[BB1]](%[[V1]] : index)
// CHECK-NEXT:  ^[[BB5]]:
// CHECK-NEXT:  func.return
func.func @if_in_loop(%lb: index, %ub: index, %step: index, %c: i1) {
  scf.for %i = %lb to %ub step %step {
    scf.if %c {
      "test.op"(%i) : (index) -> ()
    }
    "test.op"() : () -> ()
  }
  func.return
}

// CHECK-LABEL: func.func @while_loop
// CHECK-SAME:  (%[[START:.*]]: i64, %[[LIMIT:.*]]: i64) -> i64 {
// CHECK-NEXT:  cf.br ^[[BB1:.*]](%[[START]] : i64)
// CHECK-NEXT:  ^[[BB1]](%[[K:.*]]: i64):
// CHECK-NEXT:  %[[MORE:.*]] = arith.cmpi slt, %[[K]], %[[LIMIT]] : i64
// CHECK-NEXT:  cf.cond_br %[[MORE]], ^[[BB2:.*]](%[[K]] : i64), ^[[BB3:.*]](%[[K]] : i64)
// CHECK-NEXT:  ^[[BB2]](%[[J:.*]]: i64):
// CHECK-NEXT:  %[[NEXT:.*]] = arith.muli %[[J]], %[[J]] : i64
// CHECK-NEXT:  cf.br ^[[BB1]](%[[NEXT]] : i64)
// CHECK-NEXT:  ^[[BB3]](%[[R:.*]]: i64):
// CHECK-NEXT:  func.return %[[R]] : i64
func.func @while_loop(%start: i64, %limit: i64) -> i64 {
  %r = scf.while (%k = %start) : (i64) -> i64 {
    %more = arith.cmpi slt, %k, %limit : i64
    scf.condition(%more) %k : i64
  } do {
  ^bb0(%j : i64):
    %next = arith.muli %j, %j : i64
    scf.yield %next : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @switch
// CHECK-SAME:  (%[[K:.*]]: index, %[[A:.*]]: f32, %[[B:.*]]: f32) -> f32 {
// CHECK-NEXT:  %[[V0:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-NEXT:  cf.switch %[[V0]] : i64, [
// CHECK-NEXT:  default: ^[[BB1:.*]],
// CHECK-NEXT:  2: ^[[BB2:.*]]
// CHECK-NEXT:  ]
// CHECK-NEXT:  ^[[BB1]]:
// CHECK-NEXT:  cf.br ^[[BB3:.*]](%[[B]] : f32)
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  cf.br ^[[BB3]](%[[A]] : f32)
// CHECK-NEXT:  ^[[BB3]](%[[R:.*]]: f32):
// CHECK-NEXT:  func.return %[[R]] : f32
func.func @switch(%k: index, %a: f32, %b: f32) -> f32 {
  %r = scf.index_switch %k -> f32
  case 2 {
    scf.yield %a : f32
  }
  default {
    scf.yield %b : f32
  }
  func.return %r : f32
}

// A region that is left in two places.
// CHECK-LABEL: func.func @region
// CHECK-SAME:  (%[[C:.*]]: i1, %[[A:.*]]: f32, %[[B:.*]]: f32) -> f32 {
// CHECK-NEXT:  cf.br ^[[BB1:.*]]
// CHECK-NEXT:  ^[[BB1]]:
// CHECK-NEXT:  cf.cond_br %[[C]], ^[[B_ONE:.*]], ^[[B_TWO:.*]]
// CHECK-NEXT:  ^[[B_ONE]]:
// CHECK-NEXT:  cf.br ^[[BB4:.*]](%[[A]] : f32)
// CHECK-NEXT:  ^[[B_TWO]]:
// CHECK-NEXT:  cf.br ^[[BB4]](%[[B]] : f32)
// CHECK-NEXT:  ^[[BB4]](%[[R:.*]]: f32):
// CHECK-NEXT:  func.return %[[R]] : f32
func.func @region(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.execute_region -> (f32) {
    cf.cond_br %c, ^one, ^two
  ^one:
    scf.yield %a : f32
  ^two:
    scf.yield %b : f32
  }
  func.return %r : f32
}

// One loop per dimension; the reduction is carried through both.
// CHECK-LABEL: func.func @parallel
// CHECK-SAME:  (%[[LB:.*]]: index, %[[UB:.*]]: index, %[[STEP:.*]]: index, %[[INIT:.*]]: f32) -> f32 {
// CHECK-NEXT:  cf.br ^[[BB1:.*]](%[[LB]], %[[INIT]] : index, f32)
// CHECK-NEXT:  ^[[BB1]](%[[I:.*]]: index, %[[R:.*]]: f32):
// CHECK-NEXT:  %[[V0:.*]] = arith.cmpi slt, %[[I]], %[[UB]] : index
// CHECK-NEXT:  cf.cond_br %[[V0]], ^[[BB2:.*]], ^[[BB6:.*]]
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  cf.br ^[[BB3:.*]](%[[LB]], %[[R]] : index, f32)
// CHECK-NEXT:  ^[[BB3]](%[[J:.*]]: index, %[[L:.*]]: f32):
// CHECK-NEXT:  %[[V1:.*]] = arith.cmpi slt, %[[J]], %[[UB]] : index
// CHECK-NEXT:  cf.cond_br %[[V1]], ^[[BB4:.*]], ^[[BB5:.*]]
// CHECK-NEXT:  ^[[BB4]]:
// CHECK-NEXT:  %[[X:.*]] = "test.op"(%[[I]], %[[J]]) : (index, index) -> f32
// CHECK-NEXT:  %[[SUM:.*]] = arith.addf %[[L]], %[[X]] : f32
// CHECK-NEXT:  %[[V2:.*]] = arith.addi %[[J]], %[[STEP]] : index
// CHECK-NEXT:  cf.br ^[[BB3]](%[[V2]], %[[SUM]] : index, f32)
// CHECK-NEXT:  ^[[BB5]]:
// CHECK-NEXT:  %[[V3:.*]] = arith.addi %[[I]], %[[STEP]] : index
// CHECK-NEXT:  cf.br ^[[BB1]](%[[V3]], %[[L]] : index, f32)
// CHECK-NEXT:  ^[[BB6]]:
// CHECK-NEXT:  func.return %[[R]] : f32
func.func @parallel(%lb: index, %ub: index, %step: index, %init: f32) -> f32 {
  %r = "scf.parallel"(%lb, %lb, %ub, %ub, %step, %step, %init) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
  ^bb0(%i : index, %j : index):
    %x = "test.op"(%i, %j) : (index, index) -> f32
    scf.reduce (%x : f32) {
    ^bb1(%l : f32, %s : f32):
      %sum = arith.addf %l, %s : f32
      scf.reduce.return %sum : f32
    }
  }) : (index, index, index, index, index, index, f32) -> f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @no_structured_control_flow
// CHECK-SAME:  (%[[C:.*]]: i1) {
// CHECK-NEXT:  cf.cond_br %[[C]], ^[[B_A:.*]], ^[[B:.*]]
// CHECK-NEXT:  ^[[B_A]]:
// CHECK-NEXT:  cf.br ^[[B]]
// CHECK-NEXT:  ^[[B]]:
// CHECK-NEXT:  func.return
func.func @no_structured_control_flow(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^b
^b:
  func.return
}
