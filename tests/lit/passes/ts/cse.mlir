// RUN: ts-opt %s -p cse | filecheck %s

// CHECK-LABEL: func.func @equal_operators
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[R:.*]] = aten.add.Tensor(%[[A]], %[[A]], %[[N]])
// CHECK-NEXT:    func.return %[[R]]
func.func @equal_operators(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %r = aten.add.Tensor(%a, %b, %n) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Elements are written between the two, sizes are not.
// CHECK-LABEL: func.func @sizes_across_a_write_of_elements
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[A:.*]] = aten.size.int(%[[X]], %[[N]])
// CHECK-NEXT:    aten.add_.Scalar
// CHECK-NEXT:    func.return %[[A]], %[[A]]
func.func @sizes_across_a_write_of_elements(%x: !ts.tensor, %n: i64) -> (i64, i64) {
  %a = aten.size.int(%x, %n) : (!ts.tensor, i64) -> i64
  %w = aten.add_.Scalar(%x, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  %b = aten.size.int(%x, %n) : (!ts.tensor, i64) -> i64
  func.return %a, %b : i64, i64
}

// A view sees the write whenever it was made.
// CHECK-LABEL: func.func @views_across_a_write_of_elements
// CHECK-NEXT:    %[[A:.*]] = aten.t(
// CHECK-NEXT:    aten.add_.Scalar
// CHECK-NEXT:    %[[R:.*]] = aten.mm(%[[A]], %[[A]])
func.func @views_across_a_write_of_elements(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %a = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %w = aten.add_.Scalar(%x, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  %b = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %r = aten.mm(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @equal_branches_in_equal_regions
// CHECK:         %[[A:.*]] = prim.If
// CHECK-NOT:     prim.If %
// CHECK:         func.return %[[A]], %[[A]]
func.func @equal_branches_in_equal_regions(%n: i64, %c: i1) -> (i64, i64) {
  %a = prim.If %c -> (i64) {
    %s = aten.add.int(%n, %n) : (i64, i64) -> i64
    prim.If.yield %s : i64
  } else {
    prim.If.yield %n : i64
  }
  %b = prim.If %c -> (i64) {
    %s = aten.add.int(%n, %n) : (i64, i64) -> i64
    prim.If.yield %s : i64
  } else {
    prim.If.yield %n : i64
  }
  func.return %a, %b : i64, i64
}

// The constant is dead where it stands, and is at hand in both branches.
// CHECK-LABEL: func.func @dead_constant_for_equal_ones_in_branches
// CHECK-SAME:    (%[[C:.*]]: i1)
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[R:.*]] = prim.If %[[C]] -> (i64) {
// CHECK-NEXT:      prim.If.yield %[[TWO]] : i64
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[S:.*]] = aten.add.int(%[[TWO]], %[[TWO]])
// CHECK-NEXT:      prim.If.yield %[[S]] : i64
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[R]] : i64
func.func @dead_constant_for_equal_ones_in_branches(%c: i1) -> i64 {
  %dead = prim.Constant 2 : i64
  %other = prim.Constant 3 : i64
  %r = prim.If %c -> (i64) {
    %a = prim.Constant 2 : i64
    prim.If.yield %a : i64
  } else {
    %b = prim.Constant 2 : i64
    %s = aten.add.int(%b, %b) : (i64, i64) -> i64
    prim.If.yield %s : i64
  }
  func.return %r : i64
}

// Whether a tensor is None does not depend on which tensor it is.
// CHECK-LABEL: func.func @tensors_compared_with_none
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:    %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[C:.*]] = aten.__is__(%[[A]], %[[NONE]])
// CHECK-NEXT:    func.return %[[C]], %[[C]] : i1, i1
func.func @tensors_compared_with_none(%x: !ts.tensor) -> (i1, i1) {
  %none = prim.Constant : !ts.none
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %c = aten.__is__(%a, %none) : (!ts.tensor, !ts.none) -> i1
  %d = aten.__is__(%b, %none) : (!ts.tensor, !ts.none) -> i1
  func.return %c, %d : i1, i1
}

// A None may be of an optional type, too.
// CHECK-LABEL: func.func @tensors_compared_with_an_optional_none
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[NONE:.*]] = prim.Constant : !ts.optional<!ts.tensor>
// CHECK-NEXT:    %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[C:.*]] = aten.__is__(%[[A]], %[[NONE]])
// CHECK-NEXT:    func.return %[[C]], %[[C]] : i1, i1
func.func @tensors_compared_with_an_optional_none(%x: !ts.tensor) -> (i1, i1) {
  %none = prim.Constant : !ts.optional<!ts.tensor>
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %c = aten.__is__(%a, %none) : (!ts.tensor, !ts.optional<!ts.tensor>) -> i1
  %d = aten.__is__(%b, %none) : (!ts.tensor, !ts.optional<!ts.tensor>) -> i1
  func.return %c, %d : i1, i1
}

// A dict distinguishes its keys by identity, so the default does not matter.
// CHECK-LABEL: func.func @keep_tensors_that_are_keys
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[ONE:.*]]: i64)
// CHECK:         %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[D:.*]] = prim.DictConstruct(%[[A]], %[[ONE]])
// CHECK-NEXT:    aten.get.default_Tensor(%[[D]], %[[B]],
func.func @keep_tensors_that_are_keys(%x: !ts.tensor, %one: i64) -> !ts.optional<i64> {
  %none = prim.Constant : !ts.none
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %d = prim.DictConstruct(%a, %one) : (!ts.tensor, i64) -> !ts.dict<!ts.tensor, !ts.optional<i64>>
  %r = aten.get.default_Tensor(%d, %b, %none) : (!ts.dict<!ts.tensor, !ts.optional<i64>>, !ts.tensor, !ts.none) -> !ts.optional<i64>
  func.return %r : !ts.optional<i64>
}

// CHECK-LABEL: func.func @keep_tensors_that_are_compared
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[C:.*]] = aten.__is__(%[[A]], %[[B]])
func.func @keep_tensors_that_are_compared(%x: !ts.tensor) -> i1 {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %c = aten.__is__(%a, %b) : (!ts.tensor, !ts.tensor) -> i1
  func.return %c : i1
}

// CHECK-LABEL: func.func @keep_read_after_write
// CHECK:         %[[A:.*]] = aten.sum
// CHECK:         %[[B:.*]] = aten.sum
// CHECK:         func.return %[[A]], %[[B]]
func.func @keep_read_after_write(%x: !ts.tensor, %n: i64, %o: !ts.none) -> (!ts.tensor, !ts.tensor) {
  %v = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %a = aten.sum(%x, %o) : (!ts.tensor, !ts.none) -> !ts.tensor
  %w = aten.add_.Scalar(%v, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  %b = aten.sum(%x, %o) : (!ts.tensor, !ts.none) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// If the types agree, `to` hands back its operand; if not, each call makes a tensor of its own.
// CHECK-LABEL: func.func @keep_possible_copies_one_of_which_is_written
// CHECK:         %[[A:.*]] = aten.to.dtype
// CHECK:         %[[B:.*]] = aten.to.dtype
// CHECK:         func.return %[[A]], %[[B]]
func.func @keep_possible_copies_one_of_which_is_written(
  %x: !ts.tensor, %n: i64, %f: i1, %o: !ts.none
) -> (!ts.tensor, !ts.tensor) {
  %a = aten.to.dtype(%x, %n, %f, %f, %o) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  %b = aten.to.dtype(%x, %n, %f, %f, %o) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  %w = aten.add_.Scalar(%a, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @keep_views_one_of_which_gets_other_sizes
// CHECK:         %[[A:.*]] = aten.t(
// CHECK:         %[[B:.*]] = aten.t(
func.func @keep_views_one_of_which_gets_other_sizes(
  %x: !ts.tensor, %n: i64
) -> (!ts.tensor, !ts.tensor) {
  %a = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %w = aten.unsqueeze_(%a, %n) : (!ts.tensor, i64) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @keep_list_constant_that_is_written
// CHECK:         %[[A:.*]] = prim.Constant [1 : i64]
// CHECK:         %[[B:.*]] = prim.Constant [1 : i64]
// CHECK:         aten.len.t(%[[B]])
func.func @keep_list_constant_that_is_written(%n: i64) -> i64 {
  %a = prim.Constant [1 : i64] : !ts.list<i64>
  %b = prim.Constant [1 : i64] : !ts.list<i64>
  %w = aten.append.t(%a, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %r = aten.len.t(%b) : (!ts.list<i64>) -> i64
  func.return %r : i64
}

// The caller could distinguish one result from two.
// CHECK-LABEL: func.func @keep_two_results
// CHECK-NEXT:    %[[A:.*]] = aten.relu
// CHECK-NEXT:    %[[B:.*]] = aten.relu
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @keep_two_results(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// The returned list would hold one tensor many times.
// CHECK-LABEL: func.func @keep_a_tensor_for_each_iteration
// CHECK:         aten.relu
// CHECK:         prim.Loop
// CHECK:           aten.relu
func.func @keep_a_tensor_for_each_iteration(
  %x: !ts.tensor, %n: i64, %c: i1, %l: !ts.list<!ts.tensor>, %o: !ts.none
) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %s = aten.sum(%a, %o) : (!ts.tensor, !ts.none) -> !ts.tensor
  prim.Loop %n, %c : () -> () {
  ^bb0(%i: i64):
    %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    %k = aten.append.t(%l, %b) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    prim.Loop.condition %c
  }
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @keep_random_numbers
// CHECK-COUNT-2: aten.rand_like
func.func @keep_random_numbers(%x: !ts.tensor, %n: i64, %o: !ts.none) -> !ts.tensor {
  %a = aten.rand_like(%x, %o, %o, %o, %o, %o)
    : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %b = aten.rand_like(%x, %o, %o, %o, %o, %o)
    : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %r = aten.add.Tensor(%a, %b, %n) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @two_constants_stay_as_their_values_are_omitted
// CHECK-NEXT:    %[[A:.*]] = prim.Constant #ts.opaque
// CHECK-NEXT:    %[[B:.*]] = prim.Constant #ts.opaque
// CHECK-NEXT:    aten.mm(%[[A]], %[[B]])
func.func @two_constants_stay_as_their_values_are_omitted() -> !ts.tensor {
  %a = prim.Constant #ts.opaque<"<Tensor>"> : !ts.tensor
  %b = prim.Constant #ts.opaque<"<Tensor>"> : !ts.tensor
  %r = aten.mm(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// A constant is one object in all calls. The caller may write the second before the next call.
// CHECK-LABEL: func.func @two_constants_stay_as_the_caller_gets_one
// CHECK-NEXT:    %[[A:.*]] = prim.Constant dense
// CHECK-NEXT:    %[[B:.*]] = prim.Constant dense
// CHECK-NEXT:    %[[N:.*]] = aten.numel(%[[A]])
// CHECK-NEXT:    func.return %[[N]], %[[B]]
func.func @two_constants_stay_as_the_caller_gets_one() -> (i64, !ts.tensor) {
  %a = prim.Constant dense<[1.0, 2.0]> : tensor<2xf32> : !ts.tensor
  %b = prim.Constant dense<[1.0, 2.0]> : tensor<2xf32> : !ts.tensor
  %n = aten.numel(%a) : (!ts.tensor) -> i64
  func.return %n, %b : i64, !ts.tensor
}
