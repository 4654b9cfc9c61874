// RUN: ts-opt %s -p remove-inplace-ops | filecheck %s

// CHECK-LABEL: func.func @sum_of_known_types
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[2],f32>, %[[Y:[^:]*]]: !ts.tensor<[2],f32>, %[[ONE:.*]]: i64)
// CHECK-NEXT:    %[[A:.*]] = aten.mul.Tensor(%[[X]], %[[Y]])
// CHECK-NEXT:    %[[B:.*]] = aten.add.Tensor(%[[A]], %[[Y]], %[[ONE]]) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor
// CHECK-NEXT:    %[[C:.*]] = aten.add.Tensor(%[[B]], %[[B]], %[[ONE]]) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT:    func.return %[[C]], %[[C]]
func.func @sum_of_known_types(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>, %one: i64) -> (!ts.tensor, !ts.tensor) {
  %a = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  %b = aten.add_.Tensor(%a, %y, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  %c = aten.add_.Tensor(%b, %a, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %a, %c : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @of_any_type
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = aten.exp(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.relu(%[[A]])
// CHECK-NEXT:    func.return %[[B]]
func.func @of_any_type(%x: !ts.tensor) -> !ts.tensor {
  %a = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %a : !ts.tensor
}

// CHECK-LABEL: func.func @a_view_behind_the_write
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = aten.exp(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.relu(%[[A]])
// CHECK-NEXT:    %[[V:.*]] = aten.t(%[[B]])
// CHECK-NEXT:    %[[W:.*]] = aten.relu_(%[[V]])
// CHECK-NEXT:    func.return %[[B]]
func.func @a_view_behind_the_write(%x: !ts.tensor) -> !ts.tensor {
  %a = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  %v = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %w = aten.relu_(%v) : (!ts.tensor) -> !ts.tensor
  func.return %a : !ts.tensor
}

// CHECK-LABEL: func.func @inside_of_a_loop
// CHECK:           %[[A:.*]] = aten.exp(
// CHECK-NEXT:      %[[B:.*]] = aten.relu(%[[A]])
// CHECK-NEXT:      prim.Loop.condition %{{.*}}, iter(%[[B]])
func.func @inside_of_a_loop(%x: !ts.tensor, %n: i64, %c: i1) -> !ts.tensor {
  %r = prim.Loop %n, %c, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %a = aten.exp(%y) : (!ts.tensor) -> !ts.tensor
    %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %c, iter(%a) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_caller_knows_it
// CHECK:         aten.relu_
func.func @stays_as_the_caller_knows_it(%x: !ts.tensor) -> !ts.tensor {
  %b = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
  func.return %b : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_view_knows_it
// CHECK:         aten.relu_
func.func @stays_as_a_view_knows_it(%x: !ts.tensor) -> !ts.tensor {
  %a = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
  %v = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %v : !ts.tensor
}

// Must not fire twice: a write through the result of a write, of a more precise type, needs a cast.

// CHECK-LABEL: func.func @stays_as_a_cast_is_written
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[2],f32>, %[[ONE:[^:]*]]: i64)
// CHECK-NEXT:    %[[A:.*]] = aten.mul.Tensor(%[[X]], %[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.add.Tensor(%[[A]], %[[X]], %[[ONE]])
// CHECK-NEXT:    %[[C:.*]] = prim.unchecked_cast(%[[B]])
// CHECK-NEXT:    %[[D:.*]] = aten.mul_.Tensor(%[[C]], %[[X]])
// CHECK-NEXT:    aten.add_.Tensor(%[[B]], %[[X]], %[[ONE]])
// CHECK-NEXT:    func.return %[[D]]
func.func @stays_as_a_cast_is_written(%x: !ts.tensor<[2],f32>, %one: i64) -> !ts.tensor<[2],f32> {
  %a = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  %b = aten.add_.Tensor(%a, %x, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
  %c = aten.mul_.Tensor(%b, %x) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %d = aten.add_.Tensor(%a, %x, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  func.return %c : !ts.tensor<[2],f32>
}

// A cast that is only read does not end the walk.

// CHECK-LABEL: func.func @a_cast_is_read
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[2],f32>, %[[ONE:[^:]*]]: i64)
// CHECK-NEXT:    %[[A:.*]] = aten.mul.Tensor(%[[X]], %[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.add.Tensor(%[[A]], %[[X]], %[[ONE]])
// CHECK-NEXT:    %[[C:.*]] = prim.unchecked_cast(%[[B]])
// CHECK-NEXT:    %[[T:.*]] = aten.tanh(%[[C]])
// CHECK-NEXT:    %[[D:.*]] = aten.add.Tensor(%[[B]], %[[X]], %[[ONE]])
// CHECK-NEXT:    func.return %[[T]], %[[D]]
func.func @a_cast_is_read(%x: !ts.tensor<[2],f32>, %one: i64) -> (!ts.tensor, !ts.tensor) {
  %a = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  %b = aten.add_.Tensor(%a, %x, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
  %t = aten.tanh(%b) : (!ts.tensor<[2],f32>) -> !ts.tensor
  %d = aten.add_.Tensor(%a, %x, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  func.return %t, %a : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_list_holds_it
// CHECK:         aten.relu_
func.func @stays_as_a_list_holds_it(%x: !ts.tensor) -> !ts.list<!ts.tensor> {
  %a = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
  %l = prim.ListConstruct(%a) : (!ts.tensor) -> !ts.list<!ts.tensor>
  %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_a_branch_writes_it
// CHECK:         aten.relu_
func.func @stays_as_a_branch_writes_it(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %a = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
  prim.If %c {
    %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return %a : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_one_constant_serves_all_calls
// CHECK:         aten.relu_
func.func @stays_as_one_constant_serves_all_calls() -> !ts.tensor {
  %a = prim.Constant dense<-1.0> : tensor<2xf32> : !ts.tensor
  %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %b : !ts.tensor
}

// An integer tensor takes no fractions in place.
// CHECK-LABEL: func.func @stays_as_the_sum_may_be_of_another_type
// CHECK:         aten.add_.Tensor
func.func @stays_as_the_sum_may_be_of_another_type(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],f32>, %one: i64) -> !ts.tensor {
  %a = aten.neg(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor
  %b = aten.add_.Tensor(%a, %y, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor
  func.return %b : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_sum_may_have_other_sizes
// CHECK:         aten.add_.Tensor
func.func @stays_as_the_sum_may_have_other_sizes(%x: !ts.tensor<[?],f32>, %y: !ts.tensor<[?],f32>, %one: i64) -> !ts.tensor {
  %a = aten.neg(%x) : (!ts.tensor<[?],f32>) -> !ts.tensor
  %b = aten.add_.Tensor(%a, %y, %one) : (!ts.tensor, !ts.tensor<[?],f32>, i64) -> !ts.tensor
  func.return %b : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_writes_sizes
// CHECK:         aten.t_
func.func @stays_as_it_writes_sizes(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %a = aten.exp(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %b = aten.t_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %b : !ts.tensor
}

// Fires: activations keep the type of their operand.

// CHECK-LABEL: func.func @activations
// CHECK: %[[A:.*]] = aten.clone
// CHECK-NEXT: %[[B:.*]] = aten.hardsigmoid(%[[A]])
// CHECK-NEXT: %[[C:.*]] = aten.silu(%[[B]])
// CHECK-NEXT: func.return %[[C]]
func.func @activations(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %a = aten.clone(%x, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
  %b = aten.hardsigmoid_(%a) : (!ts.tensor) -> !ts.tensor
  %c = aten.silu_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Fires: rounded integers are integers.

// CHECK-LABEL: func.func @rounded
// CHECK: %[[A:.*]] = aten.clone
// CHECK-NEXT: %[[B:.*]] = aten.floor(%[[A]])
// CHECK-NEXT: %[[C:.*]] = aten.ceil(%[[B]])
// CHECK-NEXT: %[[D:.*]] = aten.trunc(%[[C]])
// CHECK-NEXT: func.return %[[D]]
func.func @rounded(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %a = aten.clone(%x, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
  %b = aten.floor_(%a) : (!ts.tensor) -> !ts.tensor
  %c = aten.ceil_(%a) : (!ts.tensor) -> !ts.tensor
  %d = aten.trunc_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Must not fire: the absolute values of complex numbers are real, those of floats stay floats.

// CHECK-LABEL: func.func @absolute
// CHECK: aten.abs_
func.func @absolute(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %a = aten.clone(%x, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
  %b = aten.abs_(%a) : (!ts.tensor) -> !ts.tensor
  func.return %a : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_tensor_may_not_be_contiguous
// CHECK:         %[[A:.*]] = aten.exp(
// CHECK-NEXT:    %[[B:.*]] = aten.tril_(%[[A]]
// CHECK-NEXT:    %[[C:.*]] = aten.masked_fill_.Scalar(%[[B]]
// CHECK-NEXT:    func.return %[[C]]
func.func @stays_as_the_tensor_may_not_be_contiguous(%x: !ts.tensor<[2,3],f32>, %m: !ts.tensor<[2,3],i1>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %a = aten.exp(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %b = aten.tril_(%a, %zero) : (!ts.tensor, i64) -> !ts.tensor
  %c = aten.masked_fill_.Scalar(%b, %m, %zero) : (!ts.tensor, !ts.tensor<[2,3],i1>, i64) -> !ts.tensor
  func.return %c : !ts.tensor
}

// CHECK-LABEL: func.func @contiguous_tensors
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[2,3],f32, strides=[3,1]>, %[[Y:[^:]*]]: !ts.tensor<[3],f32>, %[[M:[^:]*]]: !ts.tensor<[3],i1>)
// CHECK:         %[[ZERO:.*]] = prim.Constant 0
// CHECK:         %[[A:.*]] = aten.exp(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.tril(%[[A]], %[[ZERO]])
// CHECK-NEXT:    %[[C:.*]] = aten.exp(%[[Y]])
// CHECK-NEXT:    %[[D:.*]] = aten.masked_fill.Scalar(%[[C]], %[[M]], %[[ZERO]])
// CHECK-NEXT:    %[[E:.*]] = aten.zeros(
// CHECK-NEXT:    %[[F:.*]] = aten.triu(%[[E]], %[[ZERO]])
// CHECK-NEXT:    func.return %[[B]], %[[D]], %[[F]]
func.func @contiguous_tensors(%x: !ts.tensor<[2,3],f32, strides=[3,1]>, %y: !ts.tensor<[3],f32>, %m: !ts.tensor<[3],i1>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %none = prim.Constant : !ts.none
  %s = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %a = aten.exp(%x) : (!ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor
  %b = aten.tril_(%a, %zero) : (!ts.tensor, i64) -> !ts.tensor
  %c = aten.exp(%y) : (!ts.tensor<[3],f32>) -> !ts.tensor
  %d = aten.masked_fill_.Scalar(%c, %m, %zero) : (!ts.tensor, !ts.tensor<[3],i1>, i64) -> !ts.tensor
  %e = aten.zeros(%s, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %f = aten.triu_(%e, %zero) : (!ts.tensor, i64) -> !ts.tensor
  func.return %b, %d, %f : !ts.tensor, !ts.tensor, !ts.tensor
}

// Zeros like a contiguous tensor, and functions of its elements, are contiguous.
// CHECK-LABEL: func.func @like_contiguous_tensors
// CHECK: aten.scatter_add(
// CHECK: aten.scatter_add(
// CHECK-NOT: _(
func.func @like_contiguous_tensors(%x: !ts.tensor<[2,3],f32>, %w: !ts.tensor<[3,3],f32>, %i: !ts.tensor<[2,3],i64>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %n = prim.Constant : !ts.none
  %m = aten.mm(%x, %w) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3,3],f32>) -> !ts.tensor
  %a = aten.zeros_like(%m, %n, %n, %n, %n, %n) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %b = aten.scatter_add_(%a, %zero, %i, %m) : (!ts.tensor, i64, !ts.tensor<[2,3],i64>, !ts.tensor) -> !ts.tensor
  %r = aten.relu(%b) : (!ts.tensor) -> !ts.tensor
  %c = aten.zeros_like(%r, %n, %n, %n, %n, %n) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %d = aten.scatter_add_(%c, %zero, %i, %m) : (!ts.tensor, i64, !ts.tensor<[2,3],i64>, !ts.tensor) -> !ts.tensor
  func.return %d : !ts.tensor
}

// So are comparisons of rows with columns, as in the masks of attention.
// CHECK-LABEL: func.func @like_a_comparison
// CHECK: %[[M:.*]] = aten.ge.Tensor(
// CHECK: %[[A:.*]] = aten.zeros_like(%[[M]],
// CHECK: %[[R:.*]] = aten.masked_fill.Scalar(%[[A]], %[[M]],
// CHECK-NEXT: %[[B:.*]] = prim.unchecked_cast(%[[R]])
// CHECK-NEXT: return %[[B]]
func.func @like_a_comparison(%lengths: !ts.tensor<[2],i64>, %sizes: !ts.list<i64>, %f32: i64) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %n = prim.Constant : !ts.none
  %no = prim.Constant false
  %i = aten.arange(%one, %n, %n, %n, %n) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %row = aten.expand(%i, %sizes, %no) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  %column = aten.unsqueeze(%lengths, %one) : (!ts.tensor<[2],i64>, i64) -> !ts.tensor
  %m = aten.ge.Tensor(%row, %column) : (!ts.tensor, !ts.tensor) -> !ts.tensor<[2,3],i1>
  %a = aten.zeros_like(%m, %f32, %n, %n, %n, %n) : (!ts.tensor<[2,3],i1>, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2,3],f32>
  %b = aten.masked_fill_.Scalar(%a, %m, %one) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],i1>, i64) -> !ts.tensor
  func.return %b : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_tensor_is_like_a_comparison_of_any_strides
// CHECK: aten.masked_fill_.Scalar(
func.func @stays_as_the_tensor_is_like_a_comparison_of_any_strides(%x: !ts.tensor<[2,3],f32>, %f32: i64) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %n = prim.Constant : !ts.none
  %m = aten.ge.Scalar(%x, %one) : (!ts.tensor<[2,3],f32>, i64) -> !ts.tensor<[2,3],i1>
  %a = aten.zeros_like(%m, %f32, %n, %n, %n, %n) : (!ts.tensor<[2,3],i1>, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2,3],f32>
  %b = aten.masked_fill_.Scalar(%a, %m, %one) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],i1>, i64) -> !ts.tensor
  func.return %b : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_tensor_is_like_the_result_of_a_branch
// CHECK: aten.scatter_add_(
func.func @stays_as_the_tensor_is_like_the_result_of_a_branch(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2,3],f32>, %c: i1, %i: !ts.tensor<[2,3],i64>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %n = prim.Constant : !ts.none
  %b = prim.If %c -> (!ts.tensor) {
    prim.If.yield %x : !ts.tensor<[2,3],f32>
  } else {
    prim.If.yield %y : !ts.tensor<[2,3],f32>
  }
  %a = aten.zeros_like(%b, %n, %n, %n, %n, %n) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %d = aten.scatter_add_(%a, %zero, %i, %x) : (!ts.tensor, i64, !ts.tensor<[2,3],i64>, !ts.tensor<[2,3],f32>) -> !ts.tensor
  func.return %d : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_tensor_is_like_one_that_may_not_be_contiguous
// CHECK: aten.scatter_add_(
func.func @stays_as_the_tensor_is_like_one_that_may_not_be_contiguous(%x: !ts.tensor<[2,3],f32>, %i: !ts.tensor<[2,3],i64>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %n = prim.Constant : !ts.none
  %a = aten.zeros_like(%x, %n, %n, %n, %n, %n) : (!ts.tensor<[2,3],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %b = aten.scatter_add_(%a, %zero, %i, %x) : (!ts.tensor, i64, !ts.tensor<[2,3],i64>, !ts.tensor<[2,3],f32>) -> !ts.tensor
  func.return %b : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_tensor_may_require_a_gradient
// CHECK:         %[[A:.*]] = aten.tensor.float(
// CHECK-NEXT:    aten.relu_(%[[A]])
// CHECK-NEXT:    %[[B:.*]] = aten.tensor.float(
// CHECK-NEXT:    aten.relu_(%[[B]])
// CHECK-NEXT:    %[[C:.*]] = aten.tensor.float(
// CHECK-NEXT:    %[[D:.*]] = aten.relu(%[[C]])
// CHECK-NEXT:    func.return %[[A]], %[[B]], %[[D]]
func.func @stays_as_the_tensor_may_require_a_gradient(%x: f64, %grad: i1) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %true = prim.Constant true
  %false = prim.Constant false
  %a = aten.tensor.float(%x, %none, %none, %grad) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  %c = aten.tensor.float(%x, %none, %none, %true) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %d = aten.relu_(%c) : (!ts.tensor) -> !ts.tensor
  %e = aten.tensor.float(%x, %none, %none, %false) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %f = aten.relu_(%e) : (!ts.tensor) -> !ts.tensor
  func.return %a, %c, %e : !ts.tensor, !ts.tensor, !ts.tensor
}

// Fires: writes of random numbers draw the same ones for new tensors.

// CHECK-LABEL: func.func @random_numbers
// CHECK:         %[[A:.*]] = aten.zeros(
// CHECK-NEXT:    %[[B:.*]] = aten.uniform(%[[A]], %[[ZERO:.*]], %[[ONE:.*]], %[[NONE:.*]]) :
// CHECK-NEXT:    %[[C:.*]] = aten.dropout(%[[B]], %[[ONE]], %[[YES:.*]]) :
// CHECK-NEXT:    %[[D:.*]] = aten.normal_functional(%[[C]], %[[ZERO]], %[[ONE]], %[[NONE]]) :
// CHECK-NEXT:    func.return %[[D]]
func.func @random_numbers(%size: !ts.list<i64>) -> !ts.tensor {
  %n = prim.Constant : !ts.none
  %zero = prim.Constant 0.0 : f64
  %one = prim.Constant 1.0 : f64
  %yes = prim.Constant true
  %a = aten.zeros(%size, %n, %n, %n, %n) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %b = aten.uniform_(%a, %zero, %one, %n) : (!ts.tensor, f64, f64, !ts.none) -> !ts.tensor
  %c = aten.dropout_(%b, %one, %yes) : (!ts.tensor, f64, i1) -> !ts.tensor
  %d = aten.normal_(%c, %zero, %one, %n) : (!ts.tensor, f64, f64, !ts.none) -> !ts.tensor
  func.return %d : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_normal_numbers_depend_on_the_layout
// CHECK: aten.normal_(
func.func @stays_as_normal_numbers_depend_on_the_layout(%x: !ts.tensor<[4,5],f32>) -> !ts.tensor {
  %zero = prim.Constant 0.0 : f64
  %one = prim.Constant 1.0 : f64
  %n = prim.Constant : !ts.none
  %a = aten.relu(%x) : (!ts.tensor<[4,5],f32>) -> !ts.tensor
  %b = aten.normal_(%a, %zero, %one, %n) : (!ts.tensor, f64, f64, !ts.none) -> !ts.tensor
  func.return %b : !ts.tensor
}
