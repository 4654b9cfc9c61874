// RUN: %ts-opt %s -p decompose-for-groups | %check %s

// Fires: the parts of an outer product have kernels.

// CHECK-LABEL: func.func @outer
// CHECK-SAME: (%[[V:.*]]: !ts.tensor<[3],f32>, %[[W:.*]]: !ts.tensor<[2],f32>)
// CHECK:      %[[C:.*]] = aten.unsqueeze(%[[V]], %[[ONE:.*]]) : (!ts.tensor<[3],f32>, i64) -> !ts.tensor<[3,1],f32>
// CHECK:      %[[O:.*]] = aten.mul.Tensor(%[[C]], %[[W]])
// CHECK-NOT:  aten.outer
func.func @outer(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor {
  %o = aten.outer(%v, %w) : (!ts.tensor<[3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %o : !ts.tensor
}

// Fires: the type of the operand follows from the argument, and is stated.

// CHECK-LABEL: func.func @inferred
// CHECK:      %[[T:.*]] = aten.tanh(%[[V:.*]]) : (!ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
// CHECK:      aten.unsqueeze(%[[T]]
func.func @inferred(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor {
  %t = aten.tanh(%v) : (!ts.tensor<[3],f32>) -> !ts.tensor
  %o = aten.outer(%t, %w) : (!ts.tensor, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %o : !ts.tensor
}

// Fires: the elements of a list of sizes are known by the rank.

// CHECK-LABEL: func.func @sizes_of_a_tensor
// CHECK-SAME:  (%[[X:.*]]: !ts.tensor<[s0,2,s1,s2],f32>, %[[T:.*]]: !ts.tensor<[s0,2,3],f32>)
// CHECK:       %[[S:.*]] = aten.size(%[[X]])
// CHECK-NEXT:  %[[N:.*]], %[[C:.*]], %[[H:.*]], %[[W:.*]] = prim.ListUnpack(%[[S]])
// CHECK:       aten.linspace(%{{.*}}, %{{.*}}, %[[W]],
// CHECK:       aten.linspace(%{{.*}}, %{{.*}}, %[[H]],
// CHECK-NOT:   aten.affine_grid_generator
func.func @sizes_of_a_tensor(%x: !ts.tensor<[s0,2,s1,s2],f32>, %t: !ts.tensor<[s0,2,3],f32>) -> !ts.tensor {
  %false = prim.Constant false
  %s = aten.size(%x) : (!ts.tensor<[s0,2,s1,s2],f32>) -> !ts.list<i64>
  %g = aten.affine_grid_generator(%t, %s, %false) : (!ts.tensor<[s0,2,3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  func.return %g : !ts.tensor
}

// Must not fire: the list of sizes is written.

// CHECK-LABEL: func.func @written_sizes
// CHECK:       aten.affine_grid_generator
func.func @written_sizes(%x: !ts.tensor<[s0,2,s1,s2],f32>, %t: !ts.tensor<[s0,2,3],f32>) -> !ts.tensor {
  %false = prim.Constant false
  %zero = prim.Constant 0 : i64
  %s = aten.size(%x) : (!ts.tensor<[s0,2,s1,s2],f32>) -> !ts.list<i64>
  %w = aten._set_item.t(%s, %zero, %zero) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %g = aten.affine_grid_generator(%t, %s, %false) : (!ts.tensor<[s0,2,3],f32>, !ts.list<i64>, i1) -> !ts.tensor
  func.return %g : !ts.tensor
}

// Must not fire: the rank is not known, which outer checks.

// CHECK-LABEL: func.func @unknown_rank
// CHECK-NEXT: aten.outer
func.func @unknown_rank(%v: !ts.tensor, %w: !ts.tensor<[2],f32>) -> !ts.tensor {
  %o = aten.outer(%v, %w) : (!ts.tensor, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %o : !ts.tensor
}

// Must not fire: the result is rounded to a half, but not the parts.

// CHECK-LABEL: func.func @halves
// CHECK-NEXT: aten.outer
func.func @halves(%v: !ts.tensor<[3],f16>, %w: !ts.tensor<[2],f16>) -> !ts.tensor {
  %o = aten.outer(%v, %w) : (!ts.tensor<[3],f16>, !ts.tensor<[2],f16>) -> !ts.tensor
  func.return %o : !ts.tensor
}

// Must not fire: a softmax has a kernel of its own.

// CHECK-LABEL: func.func @has_a_kernel
// CHECK:      aten.softmax.int
func.func @has_a_kernel(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %axis = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %r = aten.softmax.int(%x, %axis, %none) : (!ts.tensor<[2,3],f32>, i64, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: of a large attention BLAS computes the products.

// CHECK-LABEL: func.func @large_products
// CHECK:      aten.scaled_dot_product_attention
func.func @large_products(%x: !ts.tensor<[8,512,512],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0.0 : f64
  %no = prim.Constant false
  %a = aten.scaled_dot_product_attention(%x, %x, %x, %none, %zero, %no, %none, %no) : (!ts.tensor<[8,512,512],f32>, !ts.tensor<[8,512,512],f32>, !ts.tensor<[8,512,512],f32>, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Must not fire: a write changes the sizes of an operand.

// CHECK-LABEL: func.func @size_changes
// CHECK:      aten.outer
func.func @size_changes(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor {
  %n = prim.Constant [2] : !ts.list<i64>
  %none = prim.Constant : !ts.none
  %same = aten.resize_(%v, %n, %none) : (!ts.tensor<[3],f32>, !ts.list<i64>, !ts.none) -> !ts.tensor
  %o = aten.outer(%v, %w) : (!ts.tensor<[3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %o : !ts.tensor
}

// Fires: only the used result is computed. The second one would depend on the strides of the table.

// CHECK-LABEL: func.func @bags_of_which_the_sums_are_used
// CHECK-SAME: (%[[W:.*]]: !ts.tensor<[9,4],f32>, %[[I:.*]]: !ts.tensor<[6],i64>, %[[B:.*]]: !ts.tensor<[2],i64>)
// CHECK:      %[[ROWS:.*]] = aten.embedding(%[[W]], %[[I]],
// CHECK:      %[[SUMS:.*]] = aten.index_add(%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %[[ROWS]],
// CHECK-NOT:  aten.embedding_bag
func.func @bags_of_which_the_sums_are_used(%w: !ts.tensor<[9,4],f32>, %i: !ts.tensor<[6],i64>, %b: !ts.tensor<[2],i64>) -> !ts.tensor {
  %no = prim.Constant false
  %sum = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %o:4 = aten.embedding_bag.padding_idx(%w, %i, %b, %no, %sum, %no, %none, %no, %none) : (!ts.tensor<[9,4],f32>, !ts.tensor<[6],i64>, !ts.tensor<[2],i64>, i1, i64, i1, !ts.none, i1, !ts.none) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  func.return %o#0 : !ts.tensor
}

// Must not fire: whether the second result is empty depends on strides, which are not known.

// CHECK-LABEL: func.func @bags_of_each_row
// CHECK:      aten.embedding_bag.padding_idx
func.func @bags_of_each_row(%w: !ts.tensor<[9,4],f32>, %i: !ts.tensor<[6],i64>, %b: !ts.tensor<[2],i64>) -> !ts.tensor {
  %no = prim.Constant false
  %sum = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %o:4 = aten.embedding_bag.padding_idx(%w, %i, %b, %no, %sum, %no, %none, %no, %none) : (!ts.tensor<[9,4],f32>, !ts.tensor<[6],i64>, !ts.tensor<[2],i64>, i1, i64, i1, !ts.none, i1, !ts.none) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  func.return %o#1 : !ts.tensor
}

// Must not fire: six elements are not three for each size that `s0` may be.

// CHECK-LABEL: func.func @sizes_that_may_not_fit
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32>, %[[Y:.*]]: !ts.tensor<[s0,1,3],f32>)
// CHECK-NEXT: %[[R:.*]] = aten.reshape_as(%[[X]], %[[Y]])
// CHECK-NEXT: func.return %[[R]]
func.func @sizes_that_may_not_fit(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[s0,1,3],f32>) -> !ts.tensor {
  %r = aten.reshape_as(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[s0,1,3],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}
