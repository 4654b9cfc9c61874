// RUN: %ts-opt %s -p decompose-unlowered | %check %s

// CHECK-LABEL: func.func @fires
// CHECK-SAME: (%[[V:.*]]: !ts.tensor<[3],f32>, %[[W:.*]]: !ts.tensor<[2],f32>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[C:.*]] = aten.unsqueeze(%[[V]], %[[ONE]]) : (!ts.tensor<[3],f32>, i64) -> !ts.tensor<[3,1],f32>
// CHECK-NEXT: %[[R:.*]] = aten.mul.Tensor(%[[C]], %[[W]]) : (!ts.tensor<[3,1],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32>
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[3,2],f32>
func.func @fires(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32> {
  %r = aten.outer(%v, %w) : (!ts.tensor<[3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32>
  func.return %r : !ts.tensor<[3,2],f32>
}

// CHECK-LABEL: func.func @types_the_users_of_the_parts
// CHECK: %[[A:.*]], %{{.*}} = prim.ListUnpack(%{{.*}}) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>)
// CHECK: aten.unsqueeze(%[[A]], %{{.*}}) : (!ts.tensor<[2,3],f32>, i64) -> !ts.tensor<[2,3,1],f32>
func.func @types_the_users_of_the_parts(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor<[2,3,1],f32> {
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) -> !ts.list<!ts.tensor>
  %g = aten.meshgrid(%l) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%g) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %r = aten.atleast_3d(%a) : (!ts.tensor) -> !ts.tensor<[2,3,1],f32>
  func.return %r : !ts.tensor<[2,3,1],f32>
}

// CHECK-LABEL: func.func @keeps_a_composite_that_has_a_rule
// CHECK-NEXT: aten.square(
func.func @keeps_a_composite_that_has_a_rule(%x: !ts.tensor<[3],f32>) -> !ts.tensor<[3],f32> {
  %r = aten.square(%x) : (!ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
  func.return %r : !ts.tensor<[3],f32>
}

// CHECK-LABEL: func.func @leaves_what_is_neither_to_the_contract_of_a_typed_program
// CHECK: aten.cumsum(
func.func @leaves_what_is_neither_to_the_contract_of_a_typed_program(%x: !ts.tensor<[3],f32>) -> !ts.tensor {
  %n = prim.Constant : !ts.none
  %i = prim.Constant 0 : i64
  %r = aten.cumsum(%x, %i, %n) : (!ts.tensor<[3],f32>, i64, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// A check that raises is decided by the sizes, which types imply.
// CHECK-LABEL: func.func @decides_a_check_by_the_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT: %[[R:.*]] = aten.neg(%[[X]]) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[2,3],f32>
func.func @decides_a_check_by_the_sizes(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
  %one = prim.Constant 1 : i64
  %n = aten.size.int(%x, %one) : (!ts.tensor<[2,3],f32>, i64) -> i64
  %c = aten.eq.int(%n, %one) : (i64, i64) -> i1
  prim.If %c {
    %text = prim.Constant "one column" : !ts.str
    %kind = prim.Constant "builtins.ValueError" : !ts.str
    prim.RaiseException(%text, %kind) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %r = aten.neg(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  func.return %r : !ts.tensor<[2,3],f32>
}

// Only a run knows the size, so the check stays.
// CHECK-LABEL: func.func @leaves_a_check_of_a_symbolic_size
// CHECK: prim.RaiseException
func.func @leaves_a_check_of_a_symbolic_size(%x: !ts.tensor<[2,s0],f32>) -> !ts.tensor<[2,s0],f32> {
  %one = prim.Constant 1 : i64
  %n = aten.size.int(%x, %one) : (!ts.tensor<[2,s0],f32>, i64) -> i64
  %two = prim.Constant 2 : i64
  %c = aten.eq.int(%n, %two) : (i64, i64) -> i1
  prim.If %c {
    %text = prim.Constant "two columns" : !ts.str
    %kind = prim.Constant "builtins.ValueError" : !ts.str
    prim.RaiseException(%text, %kind) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %r = aten.neg(%x) : (!ts.tensor<[2,s0],f32>) -> !ts.tensor<[2,s0],f32>
  func.return %r : !ts.tensor<[2,s0],f32>
}


// A list that two results hold stays one list; a tuple of it keeps its names.
// CHECK-LABEL: func.func @returns_a_computed_list_as_one_object
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>)
// CHECK-NEXT: %[[FOUR:.*]] = prim.Constant 4.000000e+00 : f64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[FOUR]]) : (f64) -> !ts.list<f64>
// CHECK-NEXT: %[[E:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: %[[T:.*]] = prim.TupleConstruct(%[[L]], %[[E]])
// CHECK-NEXT: %[[N:.*]] = prim.TupleConstruct(%[[L]], %[[X]]) : {{.*}} -> !ts.named_tuple<@P, a: !ts.list<f64>, x: !ts.tensor>
// CHECK-NEXT: func.return %[[L]], %[[T]], %[[N]]
func.func @returns_a_computed_list_as_one_object(%x: !ts.tensor<[2],f32>) -> (!ts.list<f64>, !ts.tuple<!ts.list<f64>, !ts.list<i64>>, !ts.named_tuple<@P, a: !ts.list<f64>, x: !ts.tensor>) {
  %zero = prim.Constant 0 : i64
  %l = prim.Constant [3.0 : f64, 4.0 : f64] : !ts.list<f64>
  %p = aten.pop.t(%l, %zero) : (!ts.list<f64>, i64) -> f64
  %e = prim.ListConstruct() : () -> !ts.list<i64>
  %t = prim.TupleConstruct(%l, %e) : (!ts.list<f64>, !ts.list<i64>) -> !ts.tuple<!ts.list<f64>, !ts.list<i64>>
  %n = prim.TupleConstruct(%l, %x) : (!ts.list<f64>, !ts.tensor<[2],f32>) -> !ts.named_tuple<@P, a: !ts.list<f64>, x: !ts.tensor>
  func.return %l, %t, %n : !ts.list<f64>, !ts.tuple<!ts.list<f64>, !ts.list<i64>>, !ts.named_tuple<@P, a: !ts.list<f64>, x: !ts.tensor>
}

// A copy of a known list is another list, so appending to it does not change the first.
// CHECK-LABEL: func.func @appends_to_a_copy_of_a_list
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[A:.*]] = prim.ListConstruct(%[[ONE]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[B:.*]] = prim.ListConstruct(%[[ONE]], %[[ONE]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: func.return %[[A]], %[[B]]
func.func @appends_to_a_copy_of_a_list() -> (!ts.list<i64>, !ts.list<i64>) {
  %one = prim.Constant 1 : i64
  %a = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %b = aten.copy.t(%a) : (!ts.list<i64>) -> !ts.list<i64>
  %c = aten.append.t(%b, %one) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %a, %b : !ts.list<i64>, !ts.list<i64>
}

// Only a run knows the list, so it stays the same list.
// CHECK-LABEL: func.func @leaves_a_copy_of_a_list_that_only_a_run_knows
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>)
// CHECK: aten.copy.t(%[[L]])
func.func @leaves_a_copy_of_a_list_that_only_a_run_knows(%l: !ts.list<i64>) -> !ts.list<i64> {
  %b = aten.copy.t(%l) : (!ts.list<i64>) -> !ts.list<i64>
  func.return %b : !ts.list<i64>
}
