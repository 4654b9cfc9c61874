// RUN: %ts-opt %s -p create-fusion-groups | %check %s

// Fires: a linear layer reads its weights in order, with few rows, too, or any number of them.

// CHECK-LABEL: func.func @layers_of_any_rows
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.linear
// CHECK:         aten.linear
func.func @layers_of_any_rows(%x: !ts.tensor<[8,4096],f32, device="cpu", requires_grad=false>, %y: !ts.tensor<[s0,4096],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[4096,4096],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %p = aten.linear(%x, %w, %none) : (!ts.tensor<[8,4096],f32, device="cpu", requires_grad=false>, !ts.tensor<[4096,4096],f32, device="cpu", requires_grad=false>, !ts.none) -> !ts.tensor
  %q = aten.linear(%y, %w, %none) : (!ts.tensor<[s0,4096],f32, device="cpu", requires_grad=false>, !ts.tensor<[4096,4096],f32, device="cpu", requires_grad=false>, !ts.none) -> !ts.tensor
  func.return %p, %q : !ts.tensor, !ts.tensor
}

// Fires: libraries compute a linear layer in two passes, the product and its bias.

// CHECK-LABEL: func.func @a_layer_alone
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.linear
func.func @a_layer_alone(%x: !ts.tensor<[8,32],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[16,32],f32, device="cpu", requires_grad=false>, %b: !ts.tensor<[16],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.linear(%x, %w, %b) : (!ts.tensor<[8,32],f32, device="cpu", requires_grad=false>, !ts.tensor<[16,32],f32, device="cpu", requires_grad=false>, !ts.tensor<[16],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  func.return %p : !ts.tensor
}

// Fires: heads of attention have a known size, sequences any length.

// CHECK-LABEL: func.func @heads
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.matmul
// CHECK:         aten.softmax.int
// CHECK:         aten.matmul
func.func @heads(%q: !ts.tensor<[2,4,s0,32],f32, device="cpu", requires_grad=false>, %k: !ts.tensor<[2,4,32,s0],f32, device="cpu", requires_grad=false>, %v: !ts.tensor<[2,4,s0,32],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  %p = aten.matmul(%q, %k) : (!ts.tensor<[2,4,s0,32],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,4,32,s0],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,4,s0,s0],f32, device="cpu", requires_grad=false>
  %s = aten.softmax.int(%p, %last, %none) : (!ts.tensor<[2,4,s0,s0],f32, device="cpu", requires_grad=false>, i64, !ts.none) -> !ts.tensor<[2,4,s0,s0],f32, device="cpu", requires_grad=false>
  %r = aten.matmul(%s, %v) : (!ts.tensor<[2,4,s0,s0],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,4,s0,32],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: a small right factor has known sizes, the other one any number of rows.

// CHECK-LABEL: func.func @rows_of_a_small_matrix
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.mm
// CHECK:         aten.tanh
func.func @rows_of_a_small_matrix(%x: !ts.tensor<[s0,64],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[64,96],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %w) : (!ts.tensor<[s0,64],f32, device="cpu", requires_grad=false>, !ts.tensor<[64,96],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// CHECK-LABEL: func.func @rows_of_a_vector
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.mv
// CHECK:         aten.tanh
func.func @rows_of_a_vector(%x: !ts.tensor<[s0,64],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[64],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mv(%x, %w) : (!ts.tensor<[s0,64],f32, device="cpu", requires_grad=false>, !ts.tensor<[64],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Fires: sums have few terms, with any number of rows and columns.

// CHECK-LABEL: func.func @sums_of_few_terms
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.mm
// CHECK:         aten.tanh
func.func @sums_of_few_terms(%x: !ts.tensor<[s0,16],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[16,s1],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %w) : (!ts.tensor<[s0,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[16,s1],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Fires: a right factor has few columns.

// CHECK-LABEL: func.func @rows_of_few_columns
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.mm
// CHECK:         aten.tanh
func.func @rows_of_few_columns(%x: !ts.tensor<[s0,s1],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[s1,16],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %w) : (!ts.tensor<[s0,s1],f32, device="cpu", requires_grad=false>, !ts.tensor<[s1,16],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Fires: few results follow from any number of terms.

// CHECK-LABEL: func.func @few_results
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.mm
// CHECK:         aten.tanh
func.func @few_results(%x: !ts.tensor<[3,s0],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[s0,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %w) : (!ts.tensor<[3,s0],f32, device="cpu", requires_grad=false>, !ts.tensor<[s0,2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Fires: each element of the matrix is read once.

// CHECK-LABEL: func.func @a_vector_of_unknown_terms
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.mv
// CHECK:         aten.tanh
func.func @a_vector_of_unknown_terms(%x: !ts.tensor<[s0,s1],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[s1],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mv(%x, %w) : (!ts.tensor<[s0,s1],f32, device="cpu", requires_grad=false>, !ts.tensor<[s1],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Must not fire: no side of these matrices is known.

// CHECK-LABEL: func.func @stays_as_all_sides_are_unknown
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_all_sides_are_unknown(%x: !ts.tensor<[2,s0,s1],f32, device="cpu", requires_grad=false>, %y: !ts.tensor<[2,s1,s0],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.bmm(%x, %y) : (!ts.tensor<[2,s0,s1],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,s1,s0],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Must not fire: terms of the right factor are not neighbours.

// CHECK-LABEL: func.func @stays_as_terms_are_apart
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_terms_are_apart(%y: !ts.tensor<[s0,4096],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[4096,4096],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%y, %w) : (!ts.tensor<[s0,4096],f32, device="cpu", requires_grad=false>, !ts.tensor<[4096,4096],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Must not fire: vectors along columns need their number.

// CHECK-LABEL: func.func @stays_as_columns_are_unknown
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_columns_are_unknown(%x: !ts.tensor<[96,128],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[128,s0],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %w) : (!ts.tensor<[96,128],f32, device="cpu", requires_grad=false>, !ts.tensor<[128,s0],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Must not fire: BLAS adds many terms of many results faster.

// CHECK-LABEL: func.func @stays_as_many_results_have_unknown_terms
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_many_results_have_unknown_terms(%x: !ts.tensor<[8,s0],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mm(%x, %w) : (!ts.tensor<[8,s0],f32, device="cpu", requires_grad=false>, !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// Must not fire: BLAS adds many terms of a vector faster.

// CHECK-LABEL: func.func @stays_as_sums_are_long
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_sums_are_long(%x: !ts.tensor<[s0,30000],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[30000],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %p = aten.mv(%x, %w) : (!ts.tensor<[s0,30000],f32, device="cpu", requires_grad=false>, !ts.tensor<[30000],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}
