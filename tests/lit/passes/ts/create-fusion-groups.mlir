// RUN: %ts-opt %s -p create-fusion-groups | %check %s
// RUN: %ts-opt %s -p 'create-fusion-groups{min-work=1000000}' | %check %s --check-prefix=LARGE
// LARGE-NOT: prim.TensorExprGroup

// Fires: constants go inside, and a type inside follows from the guards.

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: !ts.tensor)
// CHECK:      %[[G:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[R:.*]] = prim.TensorExprGroup(%[[G]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[K:.*]] = prim.Constant 2.000000e+00 : f64
// CHECK-NEXT:   %[[M:.*]] = aten.mul.Scalar(%[[A]], %[[K]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, f64) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:   %[[T:.*]] = aten.tanh(%[[M]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:   prim.return %[[T]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]]
func.func @chain(%x: !ts.tensor) -> !ts.tensor {
  %k = prim.Constant 2.0 : f64
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
  %m = aten.mul.Scalar(%g, %k) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, f64) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a chunk of a member's result is a view inside, and the sizes of the product are computed
// after the group.

// CHECK-LABEL: func.func @chunk_and_size
// CHECK:      %[[R:.*]], %[[Y:.*]] = prim.TensorExprGroup(%[[X:.*]]) :
// CHECK:        %[[M:.*]] = aten.mul.Tensor
// CHECK-NEXT:   %[[P:.*]], %[[Q:.*]] = prim.ConstantChunk(%[[M]])
// CHECK-NEXT:   %[[A:.*]] = aten.maximum(%[[P]], %[[Q]])
// CHECK-NEXT:   prim.return %[[M]], %[[A]]
// CHECK:      %[[N:.*]] = aten.numel(%[[R]])
// CHECK-NEXT: func.return %[[Y]], %[[N]]
func.func @chunk_and_size(%x: !ts.tensor<[2,4],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, i64) {
  %m = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,4],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,4],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %n = aten.numel(%m) : (!ts.tensor) -> i64
  %p, %q = prim.ConstantChunk(%m) {chunks = 2 : i64, dim = 1 : i64} : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
  %a = aten.maximum(%p, %q) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %a, %n : !ts.tensor, i64
}

// Fires: sizes of the product are those of its operands, broadcast, which may have a fallback graph.

// CHECK-LABEL: func.func @broadcast_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor)
// CHECK:      %[[T:.*]] = prim.TensorExprGroup(%{{.*}}, %{{.*}}) :
// CHECK:        prim.return %{{.*}} : !ts.tensor<[2,4],f32, device="cpu", requires_grad=false>
// CHECK:      %[[A:.*]] = aten.size(%[[X]]) : (!ts.tensor) -> !ts.list<i64>
// CHECK-NEXT: %[[B:.*]] = aten.size(%[[Y]]) : (!ts.tensor) -> !ts.list<i64>
// CHECK-NEXT: %[[N:.*]] = prim.BroadcastSizes(%[[A]], %[[B]])
// CHECK-NEXT: func.return %[[T]], %[[N]]
func.func @broadcast_sizes(%x: !ts.tensor, %y: !ts.tensor) -> (!ts.tensor, !ts.list<i64>) {
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2,4],f32, device="cpu", requires_grad=false>
  %b = prim.Guard(%y) : (!ts.tensor) -> !ts.tensor<[4],f32, device="cpu", requires_grad=false>
  %m = aten.mul.Tensor(%a, %b) : (!ts.tensor<[2,4],f32, device="cpu", requires_grad=false>, !ts.tensor<[4],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  %n = aten.size(%m) : (!ts.tensor) -> !ts.list<i64>
  func.return %t, %n : !ts.tensor, !ts.list<i64>
}

// Fires: each input is asked once, also one that several operators take.

// CHECK-LABEL: func.func @broadcast_sizes_of_several_operators
// CHECK-SAME: (%[[X:.*]]: !ts.tensor{{.*}}, %[[Y:.*]]: !ts.tensor{{.*}})
// CHECK:      %[[T:.*]] = prim.TensorExprGroup(%[[X]], %[[Y]]) :
// CHECK:      %[[A:.*]] = aten.size(%[[X]])
// CHECK-NEXT: %[[B:.*]] = aten.size(%[[Y]])
// CHECK-NEXT: %[[N:.*]] = prim.BroadcastSizes(%[[A]], %[[B]])
// CHECK-NEXT: func.return %[[T]], %[[N]]
func.func @broadcast_sizes_of_several_operators(%x: !ts.tensor<[2,4],f32, device="cpu", requires_grad=false>, %y: !ts.tensor<[4],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.list<i64>) {
  %a = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2,4],f32, device="cpu", requires_grad=false>, !ts.tensor<[4],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %b = aten.mul.Tensor(%a, %y) : (!ts.tensor, !ts.tensor<[4],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%b) : (!ts.tensor) -> !ts.tensor
  %n = aten.size(%b) : (!ts.tensor) -> !ts.list<i64>
  func.return %t, %n : !ts.tensor, !ts.list<i64>
}

// Must not fire: a result has to be computed, and the sizes are its own.

// CHECK-LABEL: func.func @stays_as_nothing_else_is_requested
// CHECK: %[[T:.*]] = prim.TensorExprGroup
// CHECK: aten.size(%[[T]])
func.func @stays_as_nothing_else_is_requested(%x: !ts.tensor<[2,4],f32, device="cpu", requires_grad=false>, %y: !ts.tensor<[4],f32, device="cpu", requires_grad=false>) -> !ts.list<i64> {
  %m = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2,4],f32, device="cpu", requires_grad=false>, !ts.tensor<[4],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  %n = aten.size(%t) : (!ts.tensor) -> !ts.list<i64>
  func.return %n : !ts.list<i64>
}

// Must not fire: no guard states the operand's type.

// CHECK-LABEL: func.func @stays_as_no_guard_states_the_type
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_no_guard_states_the_type(%x: !ts.tensor) -> !ts.tensor {
  %m = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the write between them, which is no member, changes the second one's operand.

// CHECK-LABEL: func.func @stays_as_a_write_is_between
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_a_write_is_between(%x: !ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %n = prim.Constant 1 : i64
  %m = aten.relu(%x) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %rate = prim.Constant 0.0 : f64
  %none = prim.Constant : !ts.none
  %w = aten.exponential_(%x, %rate, %none) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>, f64, !ts.none) -> !ts.tensor
  %t = aten.add.Tensor(%m, %x, %n) : (!ts.tensor, !ts.tensor<[2],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: after a write the tensor may require gradients, so the later guard states less.

// CHECK-LABEL: func.func @guard_before_a_write
// CHECK-SAME:    (%[[X:[^ :]*]]:
// CHECK:       aten.add_.Tensor(%[[X]],
// CHECK-NEXT:  %[[G:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu">
// CHECK-NEXT:  prim.TensorExprGroup(%[[G]])
func.func @guard_before_a_write(%x: !ts.tensor, %y: !ts.tensor, %n: i64) -> !ts.tensor {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
  %w = aten.add_.Tensor(%x, %y, %n) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %r = aten.relu(%g) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: after a resize the guard does not hold.

// CHECK-LABEL: func.func @stays_as_a_resize_follows_the_guard
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_a_resize_follows_the_guard(%x: !ts.tensor, %sizes: !ts.list<i64>) -> !ts.tensor {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
  %none = prim.Constant : !ts.optional<i64>
  %w = aten.resize_(%x, %sizes, %none) : (!ts.tensor, !ts.list<i64>, !ts.optional<i64>) -> !ts.tensor
  %r = aten.relu(%g) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a kernel takes tensors that require gradients.

// CHECK-LABEL: func.func @parameter
// CHECK-SAME:    (%[[X:[^ :]*]]:
// CHECK-NEXT:  prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=true>)
func.func @parameter(%x: !ts.tensor<[2],f32, device="cpu", requires_grad=true>) -> !ts.tensor {
  %r = aten.relu(%x) : (!ts.tensor<[2],f32, device="cpu", requires_grad=true>) -> !ts.tensor
  %t = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a kernel for a small product is not slower.

// CHECK-LABEL: func.func @small_product
// CHECK:       prim.TensorExprGroup
// CHECK:       aten.mm
// CHECK:       aten.tanh
// CHECK:       prim.return
func.func @small_product(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a kernel computes a large convolution, too.

// CHECK-LABEL: func.func @large_convolution
// CHECK:       prim.TensorExprGroup
// CHECK:       aten.conv2d
// CHECK:       aten.tanh
// CHECK:       prim.return
func.func @large_convolution(%x: !ts.tensor<[1,64,56,56],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[64,64,3,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %p = aten.conv2d(%x, %w, %none, %two, %two, %two, %one) : (!ts.tensor<[1,64,56,56],f32, device="cpu", requires_grad=false>, !ts.tensor<[64,64,3,3],f32, device="cpu", requires_grad=false>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %t = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: only a run knows how large the product is.

// CHECK-LABEL: func.func @stays_as_the_product_has_any_size
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_the_product_has_any_size(%x: !ts.tensor<[s0,s0],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %x) : (!ts.tensor<[s0,s0],f32, device="cpu", requires_grad=false>, !ts.tensor<[s0,s0],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a kernel is faster on few windows.

// CHECK-LABEL: func.func @small_pooling
// CHECK:       prim.TensorExprGroup
// CHECK:       aten.max_pool2d
// CHECK:       aten.tanh
// CHECK:       prim.return
func.func @small_pooling(%x: !ts.tensor<[1,8,4,4],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %k = prim.Constant [2 : i64, 2 : i64] : !ts.list<i64>
  %s = prim.Constant [] : !ts.list<i64>
  %p = prim.Constant [0 : i64, 0 : i64] : !ts.list<i64>
  %d = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %ceil = prim.Constant false
  %m = aten.max_pool2d(%x, %k, %s, %p, %d, %ceil) : (!ts.tensor<[1,8,4,4],f32, device="cpu", requires_grad=false>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: windows without borders are tested nowhere.

// CHECK-LABEL: func.func @large_pooling(
// CHECK:       prim.TensorExprGroup
// CHECK:       aten.max_pool2d
// CHECK:       aten.tanh
// CHECK:       prim.return
func.func @large_pooling(%x: !ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %k = prim.Constant [2 : i64, 2 : i64] : !ts.list<i64>
  %s = prim.Constant [] : !ts.list<i64>
  %p = prim.Constant [0 : i64, 0 : i64] : !ts.list<i64>
  %d = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %ceil = prim.Constant false
  %m = aten.max_pool2d(%x, %k, %s, %p, %d, %ceil) : (!ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a kernel copies borders around the image, if windows are 2 apart.

// CHECK-LABEL: func.func @large_pooling_with_borders
// CHECK:       prim.TensorExprGroup
// CHECK:       aten.max_pool2d
// CHECK:       aten.tanh
// CHECK:       prim.return
func.func @large_pooling_with_borders(%x: !ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %k = prim.Constant [3 : i64, 3 : i64] : !ts.list<i64>
  %s = prim.Constant [2 : i64, 2 : i64] : !ts.list<i64>
  %p = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %d = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %ceil = prim.Constant false
  %m = aten.max_pool2d(%x, %k, %s, %p, %d, %ceil) : (!ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: a kernel reads all elements of long windows, also those of neighbours.

// CHECK-LABEL: func.func @stays_as_long_windows_overlap
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_long_windows_overlap(%x: !ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %k = prim.Constant [9 : i64, 9 : i64] : !ts.list<i64>
  %s = prim.Constant [3 : i64, 3 : i64] : !ts.list<i64>
  %p = prim.Constant [0 : i64, 0 : i64] : !ts.list<i64>
  %d = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %ceil = prim.Constant false
  %m = aten.max_pool2d(%x, %k, %s, %p, %d, %ceil) : (!ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the interpreter pools large images with borders faster, if windows are 3 apart.

// CHECK-LABEL: func.func @stays_as_the_interpreter_pools_it_faster
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_the_interpreter_pools_it_faster(%x: !ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %k = prim.Constant [3 : i64, 3 : i64] : !ts.list<i64>
  %s = prim.Constant [] : !ts.list<i64>
  %p = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %d = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %ceil = prim.Constant false
  %m = aten.max_pool2d(%x, %k, %s, %p, %d, %ceil) : (!ts.tensor<[1,8,56,56],f32, device="cpu", requires_grad=false>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> !ts.tensor
  %t = aten.tanh(%m) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a kernel computes the product of matrices of medium size, and the operators around it.

// CHECK-LABEL: func.func @product_of_medium_size
// CHECK: prim.TensorExprGroup
// CHECK: aten.relu
// CHECK: aten.mm
// CHECK: aten.tanh
// CHECK: prim.return
func.func @product_of_medium_size(%x: !ts.tensor<[512,512],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %m = aten.relu(%x) : (!ts.tensor<[512,512],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %p = aten.mm(%m, %m) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %t = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the product of large matrices, which is left to BLAS, needs the first and
// is needed by the second.

// CHECK-LABEL: func.func @stays_as_a_product_for_blas_is_between
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_a_product_for_blas_is_between(%x: !ts.tensor<[1024,1024],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %m = aten.relu(%x) : (!ts.tensor<[1024,1024],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %p = aten.mm(%m, %m) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %t = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the product has few rows, and loads each element of a large factor for them alone.

// CHECK-LABEL: func.func @stays_as_a_product_of_few_rows_is_between
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_a_product_of_few_rows_is_between(%x: !ts.tensor<[8,2048],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[2048,2048],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %m = aten.relu(%x) : (!ts.tensor<[8,2048],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %p = aten.mm(%m, %w) : (!ts.tensor, !ts.tensor<[2048,2048],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the result may be the operand itself rather than a new tensor.

// CHECK-LABEL: func.func @stays_as_the_result_may_be_the_operand
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_the_result_may_be_the_operand(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %s = prim.Constant 4 : i64
  %l = prim.ListConstruct(%s) : (i64) -> !ts.list<i64>
  %r = aten.reshape(%x, %l) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, !ts.list<i64>) -> !ts.tensor
  %t = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: a dropout that does not train returns its operand.

// CHECK-LABEL: func.func @stays_as_dropout_returns_its_operand
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_dropout_returns_its_operand(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, %p: f64) -> !ts.tensor {
  %train = prim.Constant false
  %d = aten.dropout(%x, %p, %train) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, f64, i1) -> !ts.tensor
  %t = aten.tanh(%d) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not be repeated inside: the copy would be the list before the write.

// CHECK-LABEL: func.func @stays_outside_as_the_list_is_written
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>)
// CHECK:      %[[I:.*]] = aten.__getitem__.t(
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[I]])
func.func @stays_outside_as_the_list_is_written(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%one, %two) : (i64, i64) -> !ts.list<i64>
  aten.insert.t(%l, %one, %two) : (!ts.list<i64>, i64, i64) -> ()
  %i = aten.__getitem__.t(%l, %one) : (!ts.list<i64>, i64) -> i64
  %m = aten.tanh(%x) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %d = aten.add.Scalar(%m, %i, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %d : !ts.tensor
}

// Must not fire: kernels run on the CPU and record no gradients.

// CHECK-LABEL: func.func @stays_as_it_is_elsewhere_or_records_gradients
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_it_is_elsewhere_or_records_gradients(%x: !ts.tensor<[2],f32, device="cuda:0">, %y: !ts.tensor<[2],f32, requires_grad=true>) -> (!ts.tensor, !ts.tensor) {
  %a = aten.relu(%x) : (!ts.tensor<[2],f32, device="cuda:0">) -> !ts.tensor
  %b = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  %c = aten.relu(%y) : (!ts.tensor<[2],f32, requires_grad=true>) -> !ts.tensor
  %d = aten.tanh(%c) : (!ts.tensor) -> !ts.tensor
  func.return %b, %d : !ts.tensor, !ts.tensor
}

// Fires: an attribute is read before the group, whose operators may raise.

// CHECK-LABEL: func.func @read_between
// CHECK-SAME:    (%[[X:[^ :]*]]: {{.*}}, %[[SELF:[^ :]*]]:
// CHECK-NEXT:  %[[W:.*]] = prim.GetAttr(%[[SELF]])
// CHECK-NEXT:  %[[G:.*]] = prim.Guard(%[[W]])
// CHECK-NEXT:  %[[H:.*]] = prim.TensorExprGroup(%[[X]], %[[G]])
// CHECK-NEXT:  ^bb0(%[[A:[^ :]*]]: {{.*}}, %[[B:[^ :]*]]:
// CHECK-NEXT:    %[[M:.*]] = aten.mm(%[[A]], %[[A]])
// CHECK-NEXT:    %[[N:.*]] = aten.mm(%[[M]], %[[B]])
// CHECK-NEXT:    prim.return %[[N]]
ts.class @Scale module {
  ts.attr @weight : !ts.tensor
}
func.func @read_between(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, %self: !ts.class<@Scale>) -> !ts.tensor {
  %m = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %w = prim.GetAttr(%self) {name = "weight"} : (!ts.class<@Scale>) -> !ts.tensor
  %g = prim.Guard(%w) : (!ts.tensor) -> !ts.tensor<[2,2],f32, device="cpu", requires_grad=true>
  %n = aten.mm(%m, %g) : (!ts.tensor, !ts.tensor<[2,2],f32, device="cpu", requires_grad=true>) -> !ts.tensor
  func.return %n : !ts.tensor
}

// Fires: sizes that types imply are computed in the group again, for its fallback graph.

// CHECK-LABEL: func.func @heads
// CHECK-SAME:    (%[[X:[^ :]*]]:
// CHECK-NEXT:  %{{.*}} = prim.Constant 2 : i64
// CHECK-NEXT:  %{{.*}} = prim.Constant 0 : i64
// CHECK-NEXT:  %[[R:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK-NEXT:  ^bb0(%[[Y:[^ :]*]]:
// CHECK-NEXT:    %[[M:.*]] = aten.relu(%[[Y]])
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[S:.*]] = aten.size(%[[Y]])
// CHECK-NEXT:    %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[S]])
// CHECK-NEXT:    %[[H:.*]] = aten.floordiv.int(%[[B]], %[[TWO]])
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[TWO]], %[[A]], %[[H]])
// CHECK-NEXT:    %[[V:.*]] = aten.view(%[[M]], %[[L]])
// CHECK:         %[[U:.*]] = aten.unbind.int(%[[V]],
// CHECK-NEXT:    %[[Q:.*]], %[[K:.*]] = prim.ListUnpack(%[[U]])
// CHECK-NEXT:    aten.mm(%[[Q]], %[[K]])
// CHECK:         prim.return
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R]]
func.func @heads(%x: !ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %zero = prim.Constant 0 : i64
  %s = aten.size(%x) : (!ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.list<i64>
  %a, %b = prim.ListUnpack(%s) : (!ts.list<i64>) -> (i64, i64)
  %m = aten.relu(%x) : (!ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %h = aten.floordiv.int(%b, %two) : (i64, i64) -> i64
  %l = prim.ListConstruct(%two, %a, %h) : (i64, i64, i64) -> !ts.list<i64>
  %v = aten.view(%m, %l) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %u = aten.unbind.int(%v, %zero) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
  %q, %k = prim.ListUnpack(%u) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %p = aten.mm(%q, %k) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %p : !ts.tensor
}

// The parts of a split are views, which a group repeats.

// CHECK-LABEL: func.func @parts_of_a_split
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,6],f32, device="cpu", requires_grad=false>)
// CHECK:       %[[R:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK:         %[[S:.*]] = aten.split.sizes(%{{.*}},
// CHECK-NEXT:    %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[S]])
// CHECK-NEXT:    %[[T:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:    %[[U:.*]] = aten.relu(%[[B]])
// CHECK-NEXT:    aten.mm(%[[T]], %[[U]])
// CHECK:         prim.return
func.func @parts_of_a_split(%x: !ts.tensor<[2,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %sizes = prim.Constant [2, 4] : !ts.list<i64>
  %one = prim.Constant 1 : i64
  %s = aten.split.sizes(%x, %sizes, %one) : (!ts.tensor<[2,6],f32, device="cpu", requires_grad=false>, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%s) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %t = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  %u = aten.relu(%b) : (!ts.tensor) -> !ts.tensor
  %p = aten.mm(%t, %u) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %p : !ts.tensor
}

// Must not fire across the view: only a run knows the number.

// CHECK-LABEL: func.func @stays_as_only_a_run_knows_the_number
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_only_a_run_knows_the_number(%x: !ts.tensor<[3,6],f32, device="cpu", requires_grad=false>, %n: i64) -> !ts.tensor {
  %m = aten.relu(%x) : (!ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %l = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  %v = aten.view(%m, %l) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %t = aten.tanh(%v) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire across the view: the list of sizes is written.

// CHECK-LABEL: func.func @stays_as_the_sizes_are_written
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_the_sizes_are_written(%x: !ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %n = prim.Constant 6 : i64
  %m = aten.relu(%x) : (!ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %s = aten.size(%x) : (!ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.list<i64>
  %w = aten.append.t(%s, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %v = aten.view(%m, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %t = aten.tanh(%v) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the interpreter's libraries sort many elements faster than kernels.

// CHECK-LABEL: func.func @stays_as_libraries_sort_faster
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_libraries_sort_faster(%x: !ts.tensor<[64,64],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %no = prim.Constant false : i1
  %m = aten.relu(%x) : (!ts.tensor<[64,64],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %v, %i = aten.sort(%m, %one, %no) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  %t = aten.special_bessel_j0(%v) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a few elements are sorted in a kernel.

// CHECK-LABEL: func.func @sorts_few_elements
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[3,6],f32, device="cpu", requires_grad=false>)
// CHECK:       %[[G:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK:       ^bb0(%[[A:.*]]: !ts.tensor
// CHECK:         %[[R:.*]] = aten.relu(%[[A]])
// CHECK:         %[[V:.*]], %[[I:.*]] = aten.sort(%[[R]],
// CHECK-NEXT:    prim.return %[[V]]
// CHECK:       func.return %[[G]]
func.func @sorts_few_elements(%x: !ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %no = prim.Constant false : i1
  %m = aten.relu(%x) : (!ts.tensor<[3,6],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %v, %i = aten.sort(%m, %one, %no) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %v : !ts.tensor
}

// Must not fire: a view whose sizes are those of a tensor that the group does not take.

// CHECK-LABEL: func.func @stays_as_the_group_takes_no_such_tensor
// CHECK:       %[[B:.*]] = aten.size.int(
// CHECK:       %[[S:.*]] = prim.TensorExprGroup(
// CHECK-NOT:     aten.view
// CHECK:       %[[L:.*]] = prim.ListConstruct(%[[B]],
// CHECK-NEXT:  %[[V:.*]] = aten.view(%[[S]], %[[L]])
// CHECK-NEXT:  %[[G:.*]] = prim.Guard(%[[V]])
// CHECK-NEXT:  %[[Q:.*]] = prim.TensorExprGroup(%[[G]])
// CHECK:       func.return %[[Q]]
func.func @stays_as_the_group_takes_no_such_tensor(%h: !ts.tensor<[2,5],f32,device="cpu",requires_grad=false>, %x: !ts.tensor<[6,12],f32,device="cpu",requires_grad=false>, %w: !ts.tensor<[3],f32,device="cpu",requires_grad=false>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %m1 = prim.Constant -1 : i64
  %b = aten.size.int(%h, %zero) : (!ts.tensor<[2,5],f32,device="cpu",requires_grad=false>, i64) -> i64
  %rate = prim.Constant 1.0 : f64
  %none = prim.Constant : !ts.none
  %z = aten.exponential_(%w, %rate, %none) : (!ts.tensor<[3],f32,device="cpu",requires_grad=false>, f64, !ts.none) -> !ts.tensor
  %t = aten.tanh(%x) : (!ts.tensor<[6,12],f32,device="cpu",requires_grad=false>) -> !ts.tensor
  %s = aten.sigmoid(%t) : (!ts.tensor) -> !ts.tensor
  %l = prim.ListConstruct(%b, %m1) : (i64, i64) -> !ts.list<i64>
  %v = aten.view(%s, %l) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %r = aten.tanh(%v) : (!ts.tensor) -> !ts.tensor
  %q = aten.relu(%r) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Must not fire: kernels compute no quantised operators, and begin behind `dequantize`.

// CHECK-LABEL: func.func @stays_as_operands_are_quantised
// CHECK:       %[[R:.*]] = aten.relu(%{{.*}})
// CHECK-NEXT:  %[[S:.*]] = aten.relu(%[[R]])
// CHECK-NEXT:  %[[D:.*]] = aten.dequantize.self(%[[S]])
// CHECK:       %[[Q:.*]] = prim.TensorExprGroup(
// CHECK:         aten.tanh
// CHECK:         aten.sigmoid
// CHECK:       func.return %[[Q]]
func.func @stays_as_operands_are_quantised(%q: !ts.tensor<[2,5],!ts.dtype<"QUInt8">, device="cpu", requires_grad=false>) -> !ts.tensor {
  %r = aten.relu(%q) : (!ts.tensor<[2,5],!ts.dtype<"QUInt8">, device="cpu", requires_grad=false>) -> !ts.tensor
  %s = aten.relu(%r) : (!ts.tensor) -> !ts.tensor
  %d = aten.dequantize.self(%s) : (!ts.tensor) -> !ts.tensor<[2,5],f32, device="cpu", requires_grad=false>
  %t = aten.tanh(%d) : (!ts.tensor<[2,5],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %u = aten.sigmoid(%t) : (!ts.tensor) -> !ts.tensor
  func.return %u : !ts.tensor
}

// Fires: dropout in training makes a new tensor, and the draws of members keep their order.

// CHECK-LABEL: func.func @draws_of_members
// CHECK:      %[[G:.*]] = prim.TensorExprGroup(%[[X:.*]]) :
// CHECK:        %[[D:.*]] = aten.dropout(
// CHECK-NEXT:   %[[N:.*]] = prim.Constant
// CHECK-NEXT:   %[[U:.*]] = aten.rand_like(%[[D]],
// CHECK:        prim.return
// CHECK:      func.return %[[G]]
func.func @draws_of_members(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = prim.Constant 0.5 : f64
  %yes = prim.Constant true
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %d = aten.dropout(%x, %p, %yes) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, f64, i1) -> !ts.tensor
  %u = aten.rand_like(%d, %none, %none, %none, %none, %none) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %r = aten.add.Tensor(%d, %u, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire across a draw that stays outside: few normal numbers have no kernel.

// CHECK-LABEL: func.func @stays_behind_another_draw
// CHECK:      prim.TensorExprGroup
// CHECK:        aten.rand_like
// CHECK:      aten.randn_like
// CHECK:      prim.TensorExprGroup
// CHECK:        aten.rand_like
func.func @stays_behind_another_draw(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %t = aten.tanh(%x) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %a = aten.rand_like(%t, %none, %none, %none, %none, %none) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %b = aten.randn_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %c = aten.rand_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %d = aten.tanh(%c) : (!ts.tensor) -> !ts.tensor
  func.return %a, %b, %d : !ts.tensor, !ts.tensor, !ts.tensor
}

// Must not fire across an operation that may raise: it raises before the second draw.

// CHECK-LABEL: func.func @stays_behind_what_may_raise
// CHECK:      prim.TensorExprGroup
// CHECK:        aten.rand_like
// CHECK:      aten.floordiv.int
// CHECK:      prim.TensorExprGroup
// CHECK:        aten.rand_like
func.func @stays_behind_what_may_raise(%x: !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, %m: i64, %n: i64) -> (!ts.tensor, i64, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %a = aten.rand_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %t = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  %q = aten.floordiv.int(%m, %n) : (i64, i64) -> i64
  %c = aten.rand_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %d = aten.tanh(%c) : (!ts.tensor) -> !ts.tensor
  func.return %t, %q, %d : !ts.tensor, i64, !ts.tensor
}

// Fires: a draw of known sizes needs no tensor.

// CHECK-LABEL: func.func @draws_without_operands
// CHECK:      %[[G:.*]] = prim.TensorExprGroup() :
// CHECK:        %[[U:.*]] = aten.rand(
// CHECK-NEXT:   %[[T:.*]] = aten.tanh(%[[U]])
// CHECK-NEXT:   prim.return %[[T]]
// CHECK:      func.return %[[G]]
func.func @draws_without_operands() -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %two = prim.Constant 2 : i64
  %size = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %u = aten.rand(%size, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2,2],f32, device="cpu", requires_grad=false>
  %t = aten.tanh(%u) : (!ts.tensor<[2,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  func.return %t : !ts.tensor
}
