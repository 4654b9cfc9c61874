// RUN: %ts-opt %s -p create-function-group | %check %s

// The types of arguments imply all others, so the loop is one group. It also returns
// whether the result is the argument, which it is without an iteration.
// CHECK-LABEL: func.func @groups_a_loop
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[N:.*]]: i64) -> !ts.tensor {
// CHECK-NEXT: %[[G:.*]], %[[INPUT:.*]] = prim.TensorExprGroup(%[[X]], %[[N]])
// CHECK-NEXT: ^bb0(%[[Y:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[M:.*]]: i64):
// CHECK-NEXT: %[[T:.*]] = prim.Constant true
// CHECK-NEXT: %[[FIRST:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]], %[[K:.*]] = prim.Loop %[[M]], %[[T]], iter(%[[Y]], %[[FIRST]])
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Z:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[J:.*]]: i64):
// CHECK-NEXT: %[[H:.*]] = aten.tanh(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[4],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[NEW:.*]] = prim.Constant -1 : i64
// CHECK-NEXT: prim.Loop.condition %[[T]], iter(%[[H]], %[[NEW]])
// CHECK: prim.return %[[L]], %[[K]]
// CHECK: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[SAME:.*]] = aten.eq.int(%[[INPUT]], %[[ZERO]])
// CHECK-NEXT: %[[R:.*]] = prim.If %[[SAME]] -> (!ts.tensor) {
// CHECK-NEXT: prim.If.yield %[[X]]
// CHECK: prim.If.yield %[[G]]
// CHECK: func.return %[[R]]
func.func @groups_a_loop(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %t = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// A loop of at least one iteration returns a new tensor; tuples are made behind the group.
// CHECK-LABEL: func.func @returns_a_new_tensor_in_a_tuple
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[G:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK: %[[P:.*]] = prim.TupleConstruct(%[[G]], %[[X]])
// CHECK-NEXT: func.return %[[P]]
func.func @returns_a_new_tensor_in_a_tuple(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tuple<!ts.tensor, !ts.tensor> {
  %true = prim.Constant true
  %n = prim.Constant 3 : i64
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %t = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  %p = prim.TupleConstruct(%r, %x) : (!ts.tensor, !ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tuple<!ts.tensor, !ts.tensor>
  func.return %p : !ts.tuple<!ts.tensor, !ts.tensor>
}

// Numbers alone are a group, too: nothing is interpreted in between.
// CHECK-LABEL: func.func @groups_a_loop_over_numbers
// CHECK-SAME: (%[[N:.*]]: i64) -> i64
// CHECK-NEXT: %[[G:.*]] = prim.TensorExprGroup(%[[N]]) : (i64) -> i64
// CHECK: aten.remainder.int
// CHECK: func.return %[[G]] : i64
func.func @groups_a_loop_over_numbers(%n: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %seven = prim.Constant 7 : i64
  %r = prim.Loop %n, %true, iter(%zero) : (i64) -> (i64) {
  ^bb0(%i: i64, %s: i64):
    %t = aten.add.int(%s, %i) : (i64, i64) -> i64
    %u = aten.remainder.int(%t, %seven) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%u) : (i64)
  }
  func.return %r : i64
}

// A guard of an argument holds for the group; guards inside go.
// CHECK-LABEL: func.func @takes_guarded_types
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK-NEXT: %[[A:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[G:.*]] = prim.TensorExprGroup(%[[A]], %[[C]])
// CHECK-NOT: prim.Guard
// CHECK: func.return %[[G]]
func.func @takes_guarded_types(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
    %t = aten.tanh(%g) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
    prim.If.yield %t : !ts.tensor
  } else {
    %n = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %n : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// An iteration counts below the size that it indexes.
// CHECK-LABEL: func.func @groups_steps_of_time
// CHECK: prim.TensorExprGroup
func.func @groups_steps_of_time(%x: !ts.tensor<[5,3],f32,device="cpu",requires_grad=false>, %h: !ts.tensor<[3],f32,device="cpu",requires_grad=false>) -> !ts.tensor {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %n = aten.size.int(%x, %zero) : (!ts.tensor<[5,3],f32,device="cpu",requires_grad=false>, i64) -> i64
  %r = prim.Loop %n, %true, iter(%h) : (!ts.tensor<[3],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %s = aten.select.int(%x, %zero, %i) : (!ts.tensor<[5,3],f32,device="cpu",requires_grad=false>, i64, i64) -> !ts.tensor
    %t = aten.add.Tensor(%y, %s, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// A kernel ends with an error where an index is out of range.
// CHECK-LABEL: func.func @groups_an_index_of_any_value
// CHECK: prim.TensorExprGroup
func.func @groups_an_index_of_any_value(%x: !ts.tensor<[5,3],f32,device="cpu",requires_grad=false>, %h: !ts.tensor<[3],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %r = prim.Loop %n, %true, iter(%h) : (!ts.tensor<[3],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %s = aten.select.int(%x, %zero, %i) : (!ts.tensor<[5,3],f32,device="cpu",requires_grad=false>, i64, i64) -> !ts.tensor
    %t = aten.add.Tensor(%y, %s, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// A kernel ends with an error where it divides by zero.
// CHECK-LABEL: func.func @groups_a_division
// CHECK: prim.TensorExprGroup
func.func @groups_a_division(%n: i64, %d: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %s: i64):
    %u = aten.floordiv.int(%s, %d) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%u) : (i64)
  }
  func.return %r : i64
}

// A loop that the number in a tensor ends: the kernel compares, and fails for an int of NaN.
// CHECK-LABEL: func.func @groups_a_loop_that_a_tensor_ends
// CHECK: %[[G:.*]] = prim.TensorExprGroup(%[[X:.*]], %[[N:.*]]) :
// CHECK: %[[A:.*]] = aten.item(%[[Y:.*]]) : ({{.*}}) -> f64
// CHECK: %[[I:.*]] = aten.Int.Scalar(%[[A]]) : (f64) -> i64
// CHECK: %[[C:.*]] = aten.lt(%[[I]], %[[M:.*]]) : (i64, i64) -> i1
func.func @groups_a_loop_that_a_tensor_ends(%x: !ts.tensor<[1],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %two = prim.Constant 2 : i64
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[1],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %z = aten.mul.Scalar(%y, %two) : (!ts.tensor, i64) -> !ts.tensor
    %a = aten.item(%z) : (!ts.tensor) -> !ts.number
    %k = aten.Int.Scalar(%a) : (!ts.number) -> i64
    %more = aten.lt(%k, %n) : (i64, i64) -> i1
    prim.Loop.condition %more, iter(%z) : (!ts.tensor)
  }
  %s = aten.neg(%r) : (!ts.tensor) -> !ts.tensor
  func.return %s : !ts.tensor
}

// A check of an argument: the kernel fails where the function raises.
// CHECK-LABEL: func.func @groups_an_exception
// CHECK: %[[G:.*]] = prim.TensorExprGroup(%[[X:.*]], %[[C:.*]]) :
// CHECK: prim.RaiseException(
// CHECK: func.return %[[G]]
func.func @groups_an_exception(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %c: i1) -> !ts.tensor {
  %text = prim.Constant "no" : !ts.str
  prim.If %c {
    prim.RaiseException(%text) : (!ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %y = aten.tanh(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  func.return %y : !ts.tensor
}

// A kernel that fails has written nothing: the interpreter writes and raises.
// CHECK-LABEL: func.func @groups_an_exception_after_a_write_to_an_argument
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[C:.*]]: i1)
// CHECK-NEXT: %[[G:.*]] = prim.TensorExprGroup(%[[X]], %[[C]])
// CHECK-NEXT: ^{{.*}}(%[[Y:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[D:.*]]: i1):
// CHECK:        %[[W:.*]] = aten.relu_(%[[Y]])
// CHECK-NEXT:   prim.If %[[D]]
// CHECK-NEXT:     prim.RaiseException(
// CHECK:        %[[R:.*]] = aten.tanh(%[[W]])
// CHECK-NEXT:   prim.return %[[R]]
// CHECK:      func.return %[[G]]
func.func @groups_an_exception_after_a_write_to_an_argument(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %c: i1) -> !ts.tensor {
  %text = prim.Constant "no" : !ts.str
  %w = aten.relu_(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  prim.If %c {
    prim.RaiseException(%text) : (!ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %y = aten.tanh(%w) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @leaves_a_rounding_that_may_raise
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_a_rounding_that_may_raise(%n: i64, %x: f64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %s: i64):
    %u = aten.ceil.float(%x) : (f64) -> i64
    prim.Loop.condition %true, iter(%u) : (i64)
  }
  func.return %r : i64
}

// A tensor of optional type, too, carries the number of the input that it is.
// CHECK-LABEL: func.func @leaves_a_tensor_that_a_branch_leaves_uninitialized
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_a_tensor_that_a_branch_leaves_uninitialized(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %b: i1, %c: i1) -> !ts.tensor {
  %u = prim.If %b -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %x : !ts.tensor<[4],f32,device="cpu",requires_grad=false>
  } else {
    %n = prim.Uninitialized() : () -> !ts.optional<!ts.tensor>
    prim.If.yield %n : !ts.optional<!ts.tensor>
  }
  %r = prim.If %c -> (!ts.tensor) {
    %y = prim.unchecked_cast(%u) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    prim.If.yield %y : !ts.tensor
  } else {
    %t = aten.tanh(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.If.yield %t : !ts.tensor
  }
  %z = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Writes to a tensor of the function alone become new tensors, which loops carry.
// CHECK-LABEL: func.func @groups_a_write_to_a_local_tensor
// CHECK: %[[G:.*]] = prim.TensorExprGroup(%[[X:.*]], %[[N:.*]]) :
// CHECK: prim.Loop %[[M:.*]], %[[TRUE:.*]], iter(
// CHECK: aten.tanh(
// CHECK-NOT: aten.tanh_
// CHECK: func.return %[[G]]
func.func @groups_a_write_to_a_local_tensor(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %y = aten.neg(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %t = aten.tanh_(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true
  }
  func.return %y : !ts.tensor
}

// The layout of the copy does not matter: the results of a loop are row-major anyway.
// CHECK-LABEL: func.func @writes_a_copy_of_unknown_layout
// CHECK: prim.TensorExprGroup(%[[X:.*]], %[[M:.*]], %[[N:.*]]) :
// CHECK-NEXT: ^{{.*}}(%[[X1:.*]]: {{.*}}, %[[M1:.*]]: {{.*}}, %[[N1:.*]]: i64):
// CHECK: %[[C:.*]] = aten.clone(%[[H:.*]], %[[NONE:.*]]) :
// CHECK-NEXT: %[[W:.*]] = aten.masked_fill.Scalar(%[[C]], %[[M1]], %[[ZERO:.*]]) :
// CHECK-NEXT: aten.mul.Tensor(%[[W]], %[[X1]]) :
func.func @writes_a_copy_of_unknown_layout(%x: !ts.tensor<[4,2],f32,device="cpu",requires_grad=false>, %m: !ts.tensor<[4,2],i1,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4,2],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %h: !ts.tensor):
    %c = aten.clone(%h, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
    %w = aten.masked_fill_.Scalar(%c, %m, %zero) : (!ts.tensor, !ts.tensor<[4,2],i1,device="cpu",requires_grad=false>, i64) -> !ts.tensor
    %y = aten.mul.Tensor(%c, %x) : (!ts.tensor, !ts.tensor<[4,2],f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.Loop.condition %true, iter(%y) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// The group returns the elements of a tuple that the function returns as another type.
// CHECK-LABEL: func.func @groups_the_elements_of_a_cast_tuple
// CHECK:      %[[A:.*]], %[[B:.*]] = prim.TensorExprGroup(
// CHECK:      %[[T:.*]] = prim.TupleConstruct(%[[A]], %[[B]]) : {{.*}} -> !ts.tuple<!ts.tensor, !ts.tensor>
// CHECK-NEXT: func.return %[[T]]
func.func @groups_the_elements_of_a_cast_tuple(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tuple<!ts.tensor, !ts.tensor> {
  %true = prim.Constant true
  %first = aten.tanh(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  %a = prim.Loop %n, %true, iter(%first) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %z = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%z) : (!ts.tensor)
  }
  %b = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  %named = prim.TupleConstruct(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.named_tuple<@P, a: !ts.tensor, b: !ts.tensor>
  %plain = prim.unchecked_cast(%named) : (!ts.named_tuple<@P, a: !ts.tensor, b: !ts.tensor>) -> !ts.tuple<!ts.tensor, !ts.tensor>
  func.return %plain : !ts.tuple<!ts.tensor, !ts.tensor>
}

// The elements of a tuple enter the group, also where no iteration changes them.
// CHECK-LABEL: func.func @groups_the_elements_of_a_tuple
// CHECK-SAME: (%[[P:.*]]: !ts.tuple<!ts.tensor<[4],f32, device="cpu", requires_grad=false>, !ts.tuple<i64, f64>>) -> !ts.tensor {
// CHECK-NEXT: %[[X:.*]], %[[Q:.*]] = prim.TupleUnpack(%[[P]])
// CHECK-NEXT: %[[N:.*]], %[[A:.*]] = prim.TupleUnpack(%[[Q]])
// CHECK-NEXT: %[[G:.*]], %[[INPUT:.*]] = prim.TensorExprGroup(%[[X]], %[[N]], %[[A]]) :
// CHECK-NEXT: ^bb0(%[[Y:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[M:.*]]: i64, %[[B:.*]]: f64):
// CHECK:      aten.mul.Scalar(%[[Z:.*]], %[[B]])
// CHECK:      %[[R:.*]] = prim.If %[[SAME:.*]] -> (!ts.tensor) {
// CHECK-NEXT: prim.If.yield %[[X]]
// CHECK:      func.return %[[R]]
func.func @groups_the_elements_of_a_tuple(%p: !ts.tuple<!ts.tensor<[4],f32,device="cpu",requires_grad=false>, !ts.tuple<i64, f64>>) -> !ts.tensor {
  %true = prim.Constant true
  %x, %q = prim.TupleUnpack(%p) : (!ts.tuple<!ts.tensor<[4],f32,device="cpu",requires_grad=false>, !ts.tuple<i64, f64>>) -> (!ts.tensor<[4],f32,device="cpu",requires_grad=false>, !ts.tuple<i64, f64>)
  %n, %a = prim.TupleUnpack(%q) : (!ts.tuple<i64, f64>) -> (i64, f64)
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %t = aten.mul.Scalar(%y, %a) : (!ts.tensor, f64) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @leaves_a_tuple_of_tensors_of_unknown_sizes
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_a_tuple_of_tensors_of_unknown_sizes(%p: !ts.tuple<!ts.tensor, i64>) -> !ts.tensor {
  %true = prim.Constant true
  %x, %n = prim.TupleUnpack(%p) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %t = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @groups_a_write_to_an_argument
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[N:.*]]: i64)
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[N]])
// CHECK-NEXT: ^{{.*}}(%[[Y:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[M:.*]]: i64):
// CHECK-NEXT:   %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:   prim.Loop %[[M]], %[[TRUE]]
// CHECK:          aten.tanh_(%[[Y]])
// CHECK:        prim.return
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[X]]
func.func @groups_a_write_to_an_argument(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor<[4],f32,device="cpu",requires_grad=false> {
  %true = prim.Constant true
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %t = aten.tanh_(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.Loop.condition %true
  }
  func.return %x : !ts.tensor<[4],f32,device="cpu",requires_grad=false>
}

// Resizing changes more than elements.
// CHECK-LABEL: func.func @leaves_a_resize_of_an_argument
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_a_resize_of_an_argument(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %c: i1) {
  %sizes = prim.Constant [2] : !ts.list<i64>
  %none = prim.Constant : !ts.none
  prim.If %c {
    %t = aten.resize_(%x, %sizes, %none) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>, !ts.list<i64>, !ts.none) -> !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return
}

// CHECK-LABEL: func.func @leaves_tensors_that_may_require_gradients
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_tensors_that_may_require_gradients(%x: !ts.tensor<[4],f32>, %c: i1) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %t = aten.tanh(%x) : (!ts.tensor<[4],f32>) -> !ts.tensor
    prim.If.yield %t : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor<[4],f32>
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @leaves_tensors_of_unknown_sizes
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_tensors_of_unknown_sizes(%x: !ts.tensor<*,f32,device="cpu",requires_grad=false>, %c: i1) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %t = aten.tanh(%x) : (!ts.tensor<*,f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.If.yield %t : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor<*,f32,device="cpu",requires_grad=false>
  }
  func.return %r : !ts.tensor
}

// The branch returns a view of its argument, which a kernel would copy.
// CHECK-LABEL: func.func @leaves_a_view_of_an_argument
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_a_view_of_an_argument(%x: !ts.tensor<[4,1],f32,device="cpu",requires_grad=false>, %c: i1) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %t = aten.t(%x) : (!ts.tensor<[4,1],f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.If.yield %t : !ts.tensor
  } else {
    %u = aten.neg(%x) : (!ts.tensor<[4,1],f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.If.yield %u : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @leaves_two_results_that_share_memory
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_two_results_that_share_memory(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %c: i1) -> (!ts.tensor, !ts.tensor) {
  %a = aten.tanh(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  %r = prim.If %c -> (!ts.tensor) {
    prim.If.yield %a : !ts.tensor
  } else {
    %u = aten.neg(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.If.yield %u : !ts.tensor
  }
  func.return %a, %r : !ts.tensor, !ts.tensor
}

// A loop carries the elements of a tuple.
// CHECK-LABEL: func.func @carries_a_tuple
// CHECK:       prim.TensorExprGroup
// CHECK-NOT:   prim.Tuple
// CHECK:       prim.Loop
// CHECK-NEXT:  ^bb{{.*}}(%{{.*}}: i64, %[[C:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[D:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %{{.*}}: i64):
// CHECK-NEXT:    %[[T:.*]] = aten.mul.Tensor(%[[C]], %[[D]])
// CHECK:         prim.Loop.condition %{{.*}}, iter(%[[D]], %[[T]], %{{.*}})
// CHECK-NOT:   prim.Tuple
func.func @carries_a_tuple(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %y = aten.tanh(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  %p = prim.TupleConstruct(%x, %y) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>, !ts.tensor) -> !ts.tuple<!ts.tensor, !ts.tensor>
  %r = prim.Loop %n, %true, iter(%p) : (!ts.tuple<!ts.tensor, !ts.tensor>) -> (!ts.tuple<!ts.tensor, !ts.tensor>) {
  ^bb0(%i: i64, %q: !ts.tuple<!ts.tensor, !ts.tensor>):
    %a, %b = prim.TupleUnpack(%q) : (!ts.tuple<!ts.tensor, !ts.tensor>) -> (!ts.tensor, !ts.tensor)
    %c = aten.mul.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %s = prim.TupleConstruct(%b, %c) : (!ts.tensor, !ts.tensor) -> !ts.tuple<!ts.tensor, !ts.tensor>
    prim.Loop.condition %true, iter(%s) : (!ts.tuple<!ts.tensor, !ts.tensor>)
  }
  %a, %b = prim.TupleUnpack(%r) : (!ts.tuple<!ts.tensor, !ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %z = aten.mul.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Straight code is left to create-fusion-groups, which also groups parts.
// CHECK-LABEL: func.func @leaves_straight_code
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_straight_code(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor {
  %t = aten.tanh(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Attributes that a method reads from its object are read before the group.
ts.class @M module {
  ts.attr @scale parameter : !ts.tensor<[4],f32,device="cpu",requires_grad=false>
  ts.attr @steps : i64
  // CHECK-LABEL: func.func @reads_attributes_before_the_group
  // CHECK-SAME: (%[[SELF:.*]]: !ts.class<@M>, %[[X:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>)
  // CHECK-NEXT: %[[STEPS:.*]] = prim.GetAttr(%[[SELF]]) {name = "steps"}
  // CHECK-NEXT: %[[SCALE:.*]] = prim.GetAttr(%[[SELF]]) {name = "scale"}
  // CHECK-NEXT: %[[G:.*]], %[[INPUT:.*]] = prim.TensorExprGroup(%[[X]], %[[STEPS]], %[[SCALE]])
  func.func @reads_attributes_before_the_group(%self: !ts.class<@M>, %x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor {
    %true = prim.Constant true
    %n = prim.GetAttr(%self) {name = "steps"} : (!ts.class<@M>) -> i64
    %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
    ^bb0(%i: i64, %y: !ts.tensor):
      %w = prim.GetAttr(%self) {name = "scale"} : (!ts.class<@M>) -> !ts.tensor<[4],f32,device="cpu",requires_grad=false>
      %t = aten.mul.Tensor(%y, %w) : (!ts.tensor, !ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> !ts.tensor
      prim.Loop.condition %true, iter(%t) : (!ts.tensor)
    }
    func.return %r : !ts.tensor
  }

  // CHECK-LABEL: func.func @leaves_a_write_of_an_attribute
  // CHECK-NOT: prim.TensorExprGroup
  func.func @leaves_a_write_of_an_attribute(%self: !ts.class<@M>, %c: i1) -> i64 {
    prim.If %c {
      %n = prim.Constant 3 : i64
      prim.SetAttr(%self, %n) {name = "steps"} : (!ts.class<@M>, i64) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %m = prim.GetAttr(%self) {name = "steps"} : (!ts.class<@M>) -> i64
    func.return %m : i64
  }
}

// Slices that are only written have their size, or the kernel fails.
// CHECK-LABEL: func.func @writes_slices_in_a_loop
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32, device="cpu", requires_grad=false>, %[[X:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>, %[[N:.*]]: i64)
// CHECK-NEXT: prim.TensorExprGroup(%[[K]], %[[X]], %[[N]]) : (!ts.tensor<[8],f32, device="cpu", requires_grad=false>, !ts.tensor<[2],f32, device="cpu", requires_grad=false>, i64) -> () {
// CHECK-NEXT: ^{{.*}}(%[[K_1:.*]]: !ts.tensor<[8],f32, device="cpu", requires_grad=false>, %[[X_1:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>, %[[N_1:.*]]: i64):
// CHECK-NEXT:   %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:   %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT:   prim.Loop %[[N_1]], %[[TRUE]] : () -> () {
// CHECK-NEXT:   ^{{.*}}(%[[I:.*]]: i64):
// CHECK-NEXT:     %[[J:.*]] = aten.add.int(%[[I]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT:     %[[V:.*]] = aten.slice.Tensor(%[[K_1]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]]) : {{.*}} -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:     %[[W:.*]] = aten.copy_(%[[V]], %[[X_1]], %[[FALSE]])
// CHECK-NEXT:     prim.Loop.condition %[[TRUE]]
// CHECK-NEXT:   }
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @writes_slices_in_a_loop(%k: !ts.tensor<[8],f32,device="cpu",requires_grad=false>, %x: !ts.tensor<[2],f32,device="cpu",requires_grad=false>, %n: i64) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %true = prim.Constant true
  %false = prim.Constant false
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %j = aten.add.int(%i, %two) : (i64, i64) -> i64
    %v = aten.slice.Tensor(%k, %zero, %i, %j, %one) : (!ts.tensor<[8],f32,device="cpu",requires_grad=false>, i64, i64, i64, i64) -> !ts.tensor
    %w = aten.copy_(%v, %x, %false) : (!ts.tensor, !ts.tensor<[2],f32,device="cpu",requires_grad=false>, i1) -> !ts.tensor
    prim.Loop.condition %true
  }
  func.return
}

// Fires: the slices have two elements, or the kernel fails. So the result states no size.
// CHECK-LABEL: func.func @reads_slices_in_a_loop
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[8],f32, device="cpu", requires_grad=false>, %[[Y:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>, %[[N:.*]]: i64)
// CHECK-NEXT: %[[V0:.*]], %[[V1:.*]] = prim.TensorExprGroup(%[[X]], %[[Y]], %[[N]]) : (!ts.tensor<[8],f32, device="cpu", requires_grad=false>, !ts.tensor<[2],f32, device="cpu", requires_grad=false>, i64) -> (!ts.tensor, i64) {
// CHECK-NEXT: ^{{.*}}(%[[X_1:.*]]: !ts.tensor<[8],f32, device="cpu", requires_grad=false>, %[[Y_1:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>, %[[N_1:.*]]: i64):
// CHECK-NEXT:   %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:   %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[V2:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[R:.*]], %[[R_1:.*]] = prim.Loop %[[N_1]], %[[TRUE]], iter(%[[Y_1]], %[[V2]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>, i64) -> (!ts.tensor<[2],f32, device="cpu", requires_grad=false>, i64) {
// CHECK-NEXT:   ^{{.*}}(%[[I:.*]]: i64, %[[Z:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>, %[[V3:.*]]: i64):
// CHECK-NEXT:     %[[J:.*]] = aten.add.int(%[[I]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT:     %[[V:.*]] = aten.slice.Tensor(%[[X_1]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT:     %[[S:.*]] = aten.mul.Tensor(%[[Z]], %[[V]])
// CHECK-NEXT:     %[[V4:.*]] = prim.Constant -1 : i64
// CHECK-NEXT:     prim.Loop.condition %[[TRUE]], iter(%[[S]], %[[V4]])
// CHECK-NEXT:   }
// CHECK-NEXT:   prim.return %[[R]], %[[R_1]] : !ts.tensor<[2],f32, device="cpu", requires_grad=false>, i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V3]] = aten.eq.int(%[[V1]], %[[V2]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V4]] = prim.If %[[V3]] -> (!ts.tensor) {
// CHECK-NEXT:   prim.If.yield %[[Y]] : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: } else {
// CHECK-NEXT:   prim.If.yield %[[V0]] : !ts.tensor
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V4]] : !ts.tensor
func.func @reads_slices_in_a_loop(%x: !ts.tensor<[8],f32,device="cpu",requires_grad=false>, %y: !ts.tensor<[2],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %r = prim.Loop %n, %true, iter(%y) : (!ts.tensor<[2],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %z: !ts.tensor):
    %j = aten.add.int(%i, %two) : (i64, i64) -> i64
    %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[8],f32,device="cpu",requires_grad=false>, i64, i64, i64, i64) -> !ts.tensor
    %s = aten.mul.Tensor(%z, %v) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%s) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// Must not fire: a slice was clipped in one of the iterations that were profiled.
// CHECK-LABEL: func.func @leaves_slices_that_were_clipped
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[8],f32, device="cpu", requires_grad=false>, %[[Y:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>, %[[N:.*]]: i64)
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[Y]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> (!ts.tensor) {
// CHECK-NEXT: ^{{.*}}(%[[I:.*]]: i64, %[[Z:.*]]: !ts.tensor):
// CHECK-NEXT:   %[[J:.*]] = aten.add.int(%[[I]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[V:.*]] = aten.slice.Tensor(%[[X]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT:   %[[W:.*]] = prim.Guard(%[[V]])
// CHECK-NEXT:   %[[S:.*]] = aten.mul.Tensor(%[[Z]], %[[W]])
// CHECK-NEXT:   prim.Loop.condition %[[TRUE]], iter(%[[S]]) : (!ts.tensor)
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @leaves_slices_that_were_clipped(%x: !ts.tensor<[8],f32,device="cpu",requires_grad=false>, %y: !ts.tensor<[2],f32,device="cpu",requires_grad=false>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %r = prim.Loop %n, %true, iter(%y) : (!ts.tensor<[2],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %z: !ts.tensor):
    %j = aten.add.int(%i, %two) : (i64, i64) -> i64
    %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[8],f32,device="cpu",requires_grad=false>, i64, i64, i64, i64) -> !ts.tensor
    %w = prim.Guard(%v) : (!ts.tensor) -> !ts.tensor<[?],f32,device="cpu",requires_grad=false>
    %s = aten.mul.Tensor(%z, %w) : (!ts.tensor, !ts.tensor<[?],f32,device="cpu",requires_grad=false>) -> !ts.tensor
    prim.Loop.condition %true, iter(%s) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// The elements of a list of sizes are constants where it was read.
// CHECK-LABEL: func.func @leaves_out_a_list_that_is_not_used
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu", requires_grad=false>, %[[SIZES:.*]]: !ts.list<i64>, %[[N:.*]]: i64) -> !ts.tensor {
// CHECK-NEXT: %[[G:.*]], %[[INPUT:.*]] = prim.TensorExprGroup(%[[X]], %[[N]])
func.func @leaves_out_a_list_that_is_not_used(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %sizes: !ts.list<i64>, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %t = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @leaves_a_list_that_is_read
// CHECK-NOT: prim.TensorExprGroup
func.func @leaves_a_list_that_is_read(%x: !ts.tensor<[4],f32,device="cpu",requires_grad=false>, %steps: !ts.list<i64>) -> !ts.tensor {
  %true = prim.Constant true
  %n = aten.len.t(%steps) : (!ts.list<i64>) -> i64
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32,device="cpu",requires_grad=false>) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %t = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// An int that is a symbol decides the size of a slice, so a function without loops is a group, too.
// CHECK-LABEL: func.func @groups_by_a_size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[3,s0],f32, device="cpu", requires_grad=false>, %[[N:.*]]: !ts.size<s1>)
// CHECK-NEXT: %[[G:.*]] = prim.TensorExprGroup(%[[X]], %[[N]])
// CHECK-NEXT: ^bb0(%[[Y:.*]]: !ts.tensor<[3,s0],f32, device="cpu", requires_grad=false>, %[[K:.*]]: !ts.size<s1>):
// CHECK: %[[V:.*]] = prim.size_value(%[[K]]) : (!ts.size<s1>) -> i64
// CHECK: %[[S:.*]] = aten.slice.Tensor(%[[Y]], %[[ONE:.*]], %[[NONE:.*]], %[[V]], %[[ONE]]) : {{.*}} -> !ts.tensor<[3,s1],f32, device="cpu", requires_grad=false>
// CHECK: func.return %[[G]] : !ts.tensor
func.func @groups_by_a_size(%x: !ts.tensor<[3,s0],f32,device="cpu",requires_grad=false>, %n: !ts.size<s1>) -> !ts.tensor {
  %v = prim.size_value(%n) : (!ts.size<s1>) -> i64
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %s = aten.slice.Tensor(%x, %one, %none, %v, %one) : (!ts.tensor<[3,s0],f32,device="cpu",requires_grad=false>, i64, !ts.none, i64, i64) -> !ts.tensor
  %r = aten.tanh(%s) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// No kernel selects as many elements as only the run knows.
// CHECK-LABEL: func.func @stays_as_no_kernel_selects_so_many
// CHECK-NOT: prim.TensorExprGroup
// CHECK: func.return
func.func @stays_as_no_kernel_selects_so_many(%x: !ts.tensor<[3,s0],f32,device="cpu",requires_grad=false>, %n: !ts.size<s1>) -> !ts.tensor {
  %v = prim.size_value(%n) : (!ts.size<s1>) -> i64
  %one = prim.Constant 1 : i64
  %true = prim.Constant true
  %r, %i = aten.topk(%x, %v, %one, %true, %true) : (!ts.tensor<[3,s0],f32,device="cpu",requires_grad=false>, i64, i64, i1, i1) -> (!ts.tensor, !ts.tensor)
  func.return %r : !ts.tensor
}

// What is behind the start of a slice has as many elements as are left, or the kernel fails.
// CHECK-LABEL: func.func @groups_what_is_left
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[3,12],f32, device="cpu", requires_grad=false>, %[[N:.*]]: !ts.size<s0>)
// CHECK-NEXT: %[[G:.*]] = prim.TensorExprGroup(%[[X]], %[[N]])
// CHECK-NEXT: ^bb0(%[[Y:.*]]: !ts.tensor<[3,12],f32, device="cpu", requires_grad=false>, %[[K:.*]]: !ts.size<s0>):
// CHECK: %[[V:.*]] = prim.size_value(%[[K]]) : (!ts.size<s0>) -> i64
// CHECK: %[[S:.*]] = aten.slice.Tensor(%[[Y]], %[[ONE:.*]], %[[V]], %[[NONE:.*]], %[[ONE]]) : {{.*}} -> !ts.tensor<[3,-s0+12],f32, device="cpu", requires_grad=false>
// CHECK: func.return %[[G]] : !ts.tensor
func.func @groups_what_is_left(%x: !ts.tensor<[3,12],f32,device="cpu",requires_grad=false>, %n: !ts.size<s0>) -> !ts.tensor {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %s = aten.slice.Tensor(%x, %one, %v, %none, %one) : (!ts.tensor<[3,12],f32,device="cpu",requires_grad=false>, i64, i64, !ts.none, i64) -> !ts.tensor
  %r = aten.tanh(%s) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// A slice that had one element, or none, is no size of at least 2.
// CHECK-LABEL: func.func @stays_as_one_element_was_left
// CHECK-NOT: prim.TensorExprGroup
// CHECK: func.return
func.func @stays_as_one_element_was_left(%x: !ts.tensor<[3,12],f32,device="cpu",requires_grad=false>, %n: !ts.size<s0>) -> !ts.tensor {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %s = aten.slice.Tensor(%x, %one, %v, %none, %one) : (!ts.tensor<[3,12],f32,device="cpu",requires_grad=false>, i64, i64, !ts.none, i64) -> !ts.tensor
  %g = prim.Guard(%s) : (!ts.tensor) -> !ts.tensor<[3,1],f32,device="cpu",requires_grad=false>
  %r = aten.tanh(%g) : (!ts.tensor<[3,1],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  func.return %r : !ts.tensor
}
