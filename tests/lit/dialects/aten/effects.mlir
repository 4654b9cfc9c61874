// RUN: ts-opt %s -p cse,dce | %check %s
// RUN: xdsl-opt %s -p cse,dce | %check %s

// An unused operation that only reads a tensor is erased.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT:    func.return
func.func @dead(%x: !ts.tensor, %i: i64) {
  %0 = aten.sin(%x) : (!ts.tensor) -> !ts.tensor
  %1 = aten.size(%0) : (!ts.tensor) -> !ts.list<i64>
  %2 = aten.add.int(%i, %i) : (i64, i64) -> i64
  func.return
}

// CHECK-LABEL: func.func @kept_writes
// CHECK-NEXT:    aten.add_.Tensor
// CHECK-NEXT:    aten.append.t
// CHECK-NEXT:    func.return
func.func @kept_writes(%x: !ts.tensor, %l: !ts.list<!ts.tensor>, %i: i64) {
  %0 = aten.add_.Tensor(%x, %x, %i) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %1 = aten.append.t(%l, %x) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
  func.return
}

// Random numbers move the generator; a warning is seen.
// CHECK-LABEL: func.func @kept_effects
// CHECK-NEXT:    aten.rand_like
// CHECK-NEXT:    aten.warn
// CHECK-NEXT:    func.return
func.func @kept_effects(%x: !ts.tensor, %n: !ts.none, %s: !ts.str, %i: i64) {
  %0 = aten.rand_like(%x, %n, %n, %n, %n, %n) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  aten.warn(%s, %i) : (!ts.str, i64) -> ()
  func.return
}

// Scalars are values: equal ones are one.
// CHECK-LABEL: func.func @merged_scalars
// CHECK:         %[[A:.*]] = aten.add.int
// CHECK-NEXT:    %[[B:.*]] = aten.mul.int(%[[A]], %[[A]])
// CHECK-NEXT:    func.return %[[B]]
func.func @merged_scalars(%i: i64) -> i64 {
  %0 = aten.add.int(%i, %i) : (i64, i64) -> i64
  %1 = aten.add.int(%i, %i) : (i64, i64) -> i64
  %2 = aten.mul.int(%0, %1) : (i64, i64) -> i64
  func.return %2 : i64
}

// Two new tensors stay two: one of them is written.
// CHECK-LABEL: func.func @fresh_tensors_stay_apart
// CHECK:         %[[A:.*]] = aten.sin
// CHECK-NEXT:    %[[B:.*]] = aten.sin
// CHECK-NEXT:    %[[C:.*]] = aten.relu_(%[[B]])
// CHECK-NEXT:    func.return %[[A]], %[[C]]
func.func @fresh_tensors_stay_apart(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.sin(%x) : (!ts.tensor) -> !ts.tensor
  %1 = aten.sin(%x) : (!ts.tensor) -> !ts.tensor
  %2 = aten.relu_(%1) : (!ts.tensor) -> !ts.tensor
  func.return %0, %2 : !ts.tensor, !ts.tensor
}

// Two reads with a write between them differ, without one they are one.
// CHECK-LABEL: func.func @reads_across_a_write
// CHECK:         %[[A:.*]] = aten.size.int
// CHECK-NEXT:    aten.unsqueeze_
// CHECK-NEXT:    %[[B:.*]] = aten.size.int
// CHECK-NEXT:    func.return %[[A]], %[[B]], %[[B]]
func.func @reads_across_a_write(%x: !ts.tensor, %i: i64) -> (i64, i64, i64) {
  %0 = aten.size.int(%x, %i) : (!ts.tensor, i64) -> i64
  %1 = aten.unsqueeze_(%x, %i) : (!ts.tensor, i64) -> !ts.tensor
  %2 = aten.size.int(%x, %i) : (!ts.tensor, i64) -> i64
  %3 = aten.size.int(%x, %i) : (!ts.tensor, i64) -> i64
  func.return %0, %2, %3 : i64, i64, i64
}

// `to` may return its operand or a copy; the first of two copies is written.
// CHECK-LABEL: func.func @possible_copies_stay_apart
// CHECK:         %[[A:.*]] = aten.to.prim_dtype
// CHECK-NEXT:    %[[B:.*]] = aten.to.prim_dtype
// CHECK-NEXT:    aten.zero_(%[[A]])
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @possible_copies_stay_apart(%x: !ts.tensor, %d: i64, %f: i1) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.to.prim_dtype(%x, %d, %f, %f) : (!ts.tensor, i64, i1, i1) -> !ts.tensor
  %1 = aten.to.prim_dtype(%x, %d, %f, %f) : (!ts.tensor, i64, i1, i1) -> !ts.tensor
  %2 = aten.zero_(%0) : (!ts.tensor) -> !ts.tensor
  func.return %0, %1 : !ts.tensor, !ts.tensor
}

// Two views of one tensor have sizes of their own.
// CHECK-LABEL: func.func @views_stay_apart
// CHECK:         %[[A:.*]] = aten.alias
// CHECK-NEXT:    %[[B:.*]] = aten.alias
// CHECK-NEXT:    aten.t_(%[[A]])
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @views_stay_apart(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.alias(%x) : (!ts.tensor) -> !ts.tensor
  %1 = aten.alias(%x) : (!ts.tensor) -> !ts.tensor
  %2 = aten.t_(%0) : (!ts.tensor) -> !ts.tensor
  func.return %0, %1 : !ts.tensor, !ts.tensor
}

// An unused view is erased.
// CHECK-LABEL: func.func @dead_views
// CHECK-NEXT:    func.return
func.func @dead_views(%x: !ts.tensor) {
  %0 = aten.alias(%x) : (!ts.tensor) -> !ts.tensor
  %1, %2 = prim.ConstantChunk(%0) {chunks = 2 : i64, dim = 0 : i64} : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
  %3 = prim.Constant [1 : i64] : !ts.list<i64>
  func.return
}

// An element of a list is the same object at each read.
// CHECK-LABEL: func.func @merged_elements
// CHECK:         %[[A:.*]] = aten.__getitem__.t
// CHECK-NEXT:    func.return %[[A]], %[[A]]
func.func @merged_elements(%l: !ts.list<!ts.tensor>, %i: i64) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %1 = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %0, %1 : !ts.tensor, !ts.tensor
}

// One of two equal list literals is written.
// CHECK-LABEL: func.func @list_literals_stay_apart
// CHECK:         %[[A:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT:    %[[B:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT:    aten.append.t(%[[A]]
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @list_literals_stay_apart(%i: i64) -> (!ts.list<i64>, !ts.list<i64>) {
  %0 = prim.Constant [1 : i64] : !ts.list<i64>
  %1 = prim.Constant [1 : i64] : !ts.list<i64>
  %2 = aten.append.t(%0, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %0, %1 : !ts.list<i64>, !ts.list<i64>
}
