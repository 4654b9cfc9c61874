// RUN: %ts-opt %s -p create-fusion-groups | %check %s

// Fires: the list of tensors that an operator takes is made inside of the group, too.

// CHECK-LABEL: func.func @list
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu">, %[[I:.*]]: !ts.tensor<[4],i64, device="cpu">)
// CHECK:      %[[G:.*]] = prim.TensorExprGroup(%[[X]], %[[I]]) : (!ts.tensor<[2,3],f32, device="cpu">, !ts.tensor<[4],i64, device="cpu">) -> !ts.tensor<[4,3],f32, device="cpu"> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: !ts.tensor<[2,3],f32, device="cpu">, %[[J:.*]]: !ts.tensor<[4],i64, device="cpu">):
// CHECK-NEXT:   %[[T:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:   %[[L:.*]] = prim.ListConstruct(%[[J]])
// CHECK-NEXT:   %[[R:.*]] = aten.index.Tensor(%[[T]], %[[L]])
// CHECK-NEXT:   prim.return %[[R]]
// CHECK:      func.return %[[G]]
func.func @list(%x: !ts.tensor<[2,3],f32, device="cpu">, %i: !ts.tensor<[4],i64, device="cpu">) -> !ts.tensor {
  %t = aten.tanh(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor
  %l = prim.ListConstruct(%i) : (!ts.tensor<[4],i64, device="cpu">) -> !ts.list<!ts.optional<!ts.tensor>>
  %r = aten.index.Tensor(%t, %l) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: a loop takes a list of tensors from before it, whose stated types hold in each iteration.

// CHECK-LABEL: func.func @list_before_a_loop
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu">, %[[I:.*]]: !ts.tensor<[2],i64, device="cpu">, %[[N:.*]]: i64)
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[X]])
// CHECK-NEXT: ^bb0(%{{.*}}: i64, %[[Y:.*]]: !ts.tensor<[2,3],f32, device="cpu">):
// CHECK-NEXT:   %[[G:.*]] = prim.TensorExprGroup(%[[Y]], %[[I]])
// CHECK-NEXT:   ^bb0(%[[A:.*]]: !ts.tensor<[2,3],f32, device="cpu">, %[[J:.*]]: !ts.tensor<[2],i64, device="cpu">):
// CHECK-NEXT:     %[[T:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:     %[[L:.*]] = prim.ListConstruct(%[[J]])
// CHECK-NEXT:     %[[E:.*]] = aten.index.Tensor(%[[T]], %[[L]])
// CHECK-NEXT:     prim.return %[[E]]
// CHECK:        prim.Loop.condition %[[TRUE]], iter(%[[G]])
func.func @list_before_a_loop(%x: !ts.tensor<[2,3],f32, device="cpu">, %i: !ts.tensor<[2],i64, device="cpu">, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %l = prim.ListConstruct(%i) : (!ts.tensor<[2],i64, device="cpu">) -> !ts.list<!ts.optional<!ts.tensor>>
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> (!ts.tensor) {
  ^bb0(%k: i64, %y: !ts.tensor<[2,3],f32, device="cpu">):
    %t = aten.tanh(%y) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor<[2,3],f32, device="cpu">
    %e = aten.index.Tensor(%t, %l) : (!ts.tensor<[2,3],f32, device="cpu">, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor<[2,3],f32, device="cpu">
    prim.Loop.condition %true, iter(%e) : (!ts.tensor<[2,3],f32, device="cpu">)
  }
  func.return %r : !ts.tensor
}

// Must not fire: a guard states the type, which holds in front of the loop alone.

// CHECK-LABEL: func.func @list_of_a_guarded_tensor_before_a_loop
// CHECK-NOT: prim.TensorExprGroup
func.func @list_of_a_guarded_tensor_before_a_loop(%x: !ts.tensor<[2,3],f32, device="cpu">, %i: !ts.tensor, %n: i64) -> !ts.tensor {
  %true = prim.Constant true
  %g = prim.Guard(%i) : (!ts.tensor) -> !ts.tensor<[2],i64, device="cpu">
  %l = prim.ListConstruct(%g) : (!ts.tensor<[2],i64, device="cpu">) -> !ts.list<!ts.optional<!ts.tensor>>
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> (!ts.tensor) {
  ^bb0(%k: i64, %y: !ts.tensor<[2,3],f32, device="cpu">):
    %t = aten.tanh(%y) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor<[2,3],f32, device="cpu">
    %e = aten.index.Tensor(%t, %l) : (!ts.tensor<[2,3],f32, device="cpu">, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor<[2,3],f32, device="cpu">
    prim.Loop.condition %true, iter(%e) : (!ts.tensor<[2,3],f32, device="cpu">)
  }
  func.return %r : !ts.tensor
}

// Must not fire: the list is written, and another list would be repeated.

// CHECK-LABEL: func.func @written_list
// CHECK-NOT: prim.TensorExprGroup
func.func @written_list(%x: !ts.tensor<[2,3],f32, device="cpu">, %i: !ts.tensor<[4],i64, device="cpu">) -> !ts.tensor {
  %l = prim.ListConstruct(%i) : (!ts.tensor<[4],i64, device="cpu">) -> !ts.list<!ts.optional<!ts.tensor>>
  %same = aten.append.t(%l, %i) : (!ts.list<!ts.optional<!ts.tensor>>, !ts.tensor<[4],i64, device="cpu">) -> !ts.list<!ts.optional<!ts.tensor>>
  %t = aten.tanh(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor
  %r = aten.index.Tensor(%t, %l) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: a product by einsum is a new tensor.

// CHECK-LABEL: func.func @einsum
// CHECK:      prim.TensorExprGroup
// CHECK:        %[[L:.*]] = prim.ListConstruct(%[[A:.*]], %[[B:.*]])
// CHECK:        aten.einsum(%[[TEXT:.*]], %[[L]], %[[PATH:.*]])
func.func @einsum(%x: !ts.tensor<[2,3],f32, device="cpu">, %y: !ts.tensor<[3,4],f32, device="cpu">) -> !ts.tensor {
  %text = prim.Constant "ij,jk->ik" : !ts.str
  %path = prim.Constant : !ts.none
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor<[2,3],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = aten.einsum(%text, %l, %path) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: einsum of one tensor may be a view of it.

// CHECK-LABEL: func.func @einsum_of_one
// CHECK-NOT: prim.TensorExprGroup
func.func @einsum_of_one(%x: !ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor {
  %text = prim.Constant "ij->ji" : !ts.str
  %path = prim.Constant : !ts.none
  %l = prim.ListConstruct(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = aten.einsum(%text, %l, %path) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: one tensor may be left in the list when einsum gets it.

// CHECK-LABEL: func.func @einsum_of_a_written_list
// CHECK-NOT: prim.TensorExprGroup
func.func @einsum_of_a_written_list(%x: !ts.tensor<[2,3],f32, device="cpu">, %y: !ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor {
  %text = prim.Constant "ij->ji" : !ts.str
  %path = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor<[2,3],f32, device="cpu">, !ts.tensor<[2,3],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %p = aten.pop.t(%l, %last) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %r = aten.einsum(%text, %l, %path) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: libraries compute a softmax in several passes over memory, so it is a group alone.

// CHECK-LABEL: func.func @several_passes
// CHECK:      prim.TensorExprGroup
// CHECK:        aten.softmax.int
func.func @several_passes(%x: !ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor {
  %axis = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %r = aten.softmax.int(%x, %axis, %none) : (!ts.tensor<[2,3],f32, device="cpu">, i64, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: one pass is one call of a library.

// CHECK-LABEL: func.func @one_pass
// CHECK-NOT: prim.TensorExprGroup
func.func @one_pass(%x: !ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor {
  %r = aten.tanh(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: tensors are joined in a kernel, whose loops are split between them.

// CHECK-LABEL: func.func @join_of_rows
// CHECK:      prim.TensorExprGroup
// CHECK:        aten.cat
func.func @join_of_rows(%x: !ts.tensor<[100,100],f32, device="cpu">) -> !ts.tensor {
  %axis = prim.Constant 0 : i64
  %t = aten.tanh(%x) : (!ts.tensor<[100,100],f32, device="cpu">) -> !ts.tensor
  %l = prim.ListConstruct(%t, %x) : (!ts.tensor, !ts.tensor<[100,100],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = aten.cat(%l, %axis) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: loops are split between parts of sizes that only the run knows.

// CHECK-LABEL: func.func @join_of_unknown_parts
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[100,s0],f32, device="cpu">)
// CHECK:      %[[G:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK:        %[[R:.*]] = aten.cat(
// CHECK-NEXT:   prim.return %[[R]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[G]]
func.func @join_of_unknown_parts(%x: !ts.tensor<[100,s0],f32, device="cpu">) -> !ts.tensor {
  %axis = prim.Constant -1 : i64
  %t = aten.tanh(%x) : (!ts.tensor<[100,s0],f32, device="cpu">) -> !ts.tensor
  %u = aten.relu(%t) : (!ts.tensor) -> !ts.tensor
  %l = prim.ListConstruct(%u, %x) : (!ts.tensor, !ts.tensor<[100,s0],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = aten.cat(%l, %axis) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire for the join: nothing says that a part has no fewer than 0 elements, so loops are not
// split, and each index would be tested.

// CHECK-LABEL: func.func @join_of_a_difference
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[100,s0-1],f32, device="cpu">)
// CHECK:      %[[T:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK:         %[[G:.*]] = aten.relu(
// CHECK-NEXT:    prim.return %[[G]]
// CHECK-NEXT:  }
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[T]], %[[X]])
// CHECK-NEXT: %[[R:.*]] = aten.cat(%[[L]],
// CHECK-NEXT: func.return %[[R]]
func.func @join_of_a_difference(%x: !ts.tensor<[100,s0-1],f32, device="cpu">) -> !ts.tensor {
  %axis = prim.Constant -1 : i64
  %t = aten.tanh(%x) : (!ts.tensor<[100,s0-1],f32, device="cpu">) -> !ts.tensor
  %u = aten.relu(%t) : (!ts.tensor) -> !ts.tensor
  %l = prim.ListConstruct(%u, %x) : (!ts.tensor, !ts.tensor<[100,s0-1],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = aten.cat(%l, %axis) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire for the border, of which each index is tested, in a large tensor.

// CHECK-LABEL: func.func @reflected_border
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[100,100],f32, device="cpu">)
// CHECK:      %[[T:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK:         %[[G:.*]] = aten.relu(
// CHECK-NEXT:    prim.return %[[G]]
// CHECK-NEXT:  }
// CHECK-NEXT: %[[R:.*]] = aten.reflection_pad1d(%[[T]],
// CHECK-NEXT: func.return %[[R]]
func.func @reflected_border(%x: !ts.tensor<[100,100],f32, device="cpu">) -> !ts.tensor {
  %sizes = prim.Constant [2, 2] : !ts.list<i64>
  %t = aten.tanh(%x) : (!ts.tensor<[100,100],f32, device="cpu">) -> !ts.tensor
  %u = aten.relu(%t) : (!ts.tensor) -> !ts.tensor
  %r = aten.reflection_pad1d(%u, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires across the attention, of which only a run knows the parts: it drops nothing, so it draws no
// random numbers.

// CHECK-LABEL: func.func @idle_dropout
// CHECK:      aten.scaled_dot_product_attention
// CHECK:      prim.TensorExprGroup
// CHECK:        aten.tanh
// CHECK:        aten.relu
func.func @idle_dropout(%x: !ts.tensor<[1,2,3],f32, device="cpu">, %causal: i1) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %rate = prim.Constant 0.0 : f64
  %no = prim.Constant false
  %t = aten.tanh(%x) : (!ts.tensor<[1,2,3],f32, device="cpu">) -> !ts.tensor
  %a = aten.scaled_dot_product_attention(%x, %x, %x, %none, %rate, %causal, %none, %no) : (!ts.tensor<[1,2,3],f32, device="cpu">, !ts.tensor<[1,2,3],f32, device="cpu">, !ts.tensor<[1,2,3],f32, device="cpu">, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  %r = aten.relu(%t) : (!ts.tensor) -> !ts.tensor
  func.return %a, %r : !ts.tensor, !ts.tensor
}

// Must not fire across the attention: it draws random numbers.

// CHECK-LABEL: func.func @dropout
// CHECK-NOT: prim.TensorExprGroup
func.func @dropout(%x: !ts.tensor<[1,2,3],f32, device="cpu">) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %rate = prim.Constant 0.5 : f64
  %no = prim.Constant false
  %t = aten.tanh(%x) : (!ts.tensor<[1,2,3],f32, device="cpu">) -> !ts.tensor
  %a = aten.scaled_dot_product_attention(%x, %x, %x, %none, %rate, %no, %none, %no) : (!ts.tensor<[1,2,3],f32, device="cpu">, !ts.tensor<[1,2,3],f32, device="cpu">, !ts.tensor<[1,2,3],f32, device="cpu">, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  %r = aten.relu(%t) : (!ts.tensor) -> !ts.tensor
  func.return %a, %r : !ts.tensor, !ts.tensor
}

// Fires: an operator of several results.

// CHECK-LABEL: func.func @several_results
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu">)
// CHECK:      %[[G:.*]], %[[H:.*]] = prim.TensorExprGroup(%[[X]])
// CHECK:        %[[T:.*]] = aten.tanh
// CHECK:        %[[V:.*]], %[[M:.*]] = aten.max.dim(%[[T]]
// CHECK-NEXT:   prim.return %[[V]], %[[M]]
// CHECK:      func.return %[[G]], %[[H]]
func.func @several_results(%x: !ts.tensor<[2,3],f32, device="cpu">) -> (!ts.tensor, !ts.tensor) {
  %no = prim.Constant false
  %t = aten.tanh(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor
  %axis = prim.Constant 1 : i64
  %v, %m = aten.max.dim(%t, %axis, %no) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %v, %m : !ts.tensor, !ts.tensor
}
