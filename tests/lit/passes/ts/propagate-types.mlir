// RUN: %ts-opt %s -p propagate-types | %check %s

// Sizes broadcast, a 0-d tensor of doubles does not widen floats, a comparison gives bools.
// CHECK-LABEL: func.func @pointwise
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,1,3],f32>, %[[Y:.*]]: !ts.tensor<[s0,1],f32>, %[[Z:.*]]: !ts.tensor<[],f64>, %[[N:.*]]: i64) -> !ts.tensor<[s0,s0,3],i1>
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[A:.*]] = aten.add.Tensor(%[[X]], %[[Y]], %[[ONE]]) : (!ts.tensor<[s0,1,3],f32>, !ts.tensor<[s0,1],f32>, i64) -> !ts.tensor<[s0,s0,3],f32>
// CHECK-NEXT: %[[B:.*]] = aten.mul.Tensor(%[[A]], %[[Z]]) : (!ts.tensor<[s0,s0,3],f32>, !ts.tensor<[],f64>) -> !ts.tensor<[s0,s0,3],f32>
// CHECK-NEXT: %[[C:.*]] = aten.gt.Scalar(%[[B]], %[[N]]) : (!ts.tensor<[s0,s0,3],f32>, i64) -> !ts.tensor<[s0,s0,3],i1>
// CHECK-NEXT: func.return %[[C]] : !ts.tensor<[s0,s0,3],i1>
func.func @pointwise(%x: !ts.tensor<[s0,1,3],f32>, %y: !ts.tensor<[s0,1],f32>, %z: !ts.tensor<[],f64>, %n: i64) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[s0,1,3],f32>, !ts.tensor<[s0,1],f32>, i64) -> !ts.tensor
  %b = aten.mul.Tensor(%a, %z) : (!ts.tensor, !ts.tensor<[],f64>) -> !ts.tensor
  %c = aten.gt.Scalar(%b, %n) : (!ts.tensor, i64) -> !ts.tensor
  func.return %c : !ts.tensor
}

// Operands of unknown rank: the element type is known where it is the same for all ranks.
// CHECK-LABEL: func.func @unknown_ranks
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<*,f32>, %[[Y:.*]]: !ts.tensor<*,f64>, %[[Z:.*]]: !ts.tensor<[2],f64>) -> (!ts.tensor<*,f32>, !ts.tensor, !ts.tensor<*,f64>)
// CHECK-NEXT: %[[A:.*]] = aten.mul.Tensor(%[[X]], %[[X]]) : (!ts.tensor<*,f32>, !ts.tensor<*,f32>) -> !ts.tensor<*,f32>
// CHECK-NEXT: %[[B:.*]] = aten.mul.Tensor(%[[X]], %[[Y]]) : (!ts.tensor<*,f32>, !ts.tensor<*,f64>) -> !ts.tensor
// CHECK-NEXT: %[[C:.*]] = aten.mul.Tensor(%[[X]], %[[Z]]) : (!ts.tensor<*,f32>, !ts.tensor<[2],f64>) -> !ts.tensor<*,f64>
// CHECK-NEXT: func.return %[[A]], %[[B]], %[[C]] : !ts.tensor<*,f32>, !ts.tensor, !ts.tensor<*,f64>
func.func @unknown_ranks(%x: !ts.tensor<*,f32>, %y: !ts.tensor<*,f64>, %z: !ts.tensor<[2],f64>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %a = aten.mul.Tensor(%x, %x) : (!ts.tensor<*,f32>, !ts.tensor<*,f32>) -> !ts.tensor
  %b = aten.mul.Tensor(%x, %y) : (!ts.tensor<*,f32>, !ts.tensor<*,f64>) -> !ts.tensor
  %c = aten.mul.Tensor(%x, %z) : (!ts.tensor<*,f32>, !ts.tensor<[2],f64>) -> !ts.tensor
  func.return %a, %b, %c : !ts.tensor, !ts.tensor, !ts.tensor
}

// Integers become floats for a quotient and for a function of real numbers, not for a remainder.
// CHECK-LABEL: func.func @integers
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],i64>, %[[Y:.*]]: !ts.tensor<[2],i32>) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[2],i64>)
// CHECK-NEXT: %[[A:.*]] = aten.div.Tensor(%[[X]], %[[Y]]) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i32>) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[B:.*]] = aten.sin(%[[X]]) : (!ts.tensor<[2],i64>) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[C:.*]] = aten.remainder.Tensor(%[[X]], %[[Y]]) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i32>) -> !ts.tensor<[2],i64>
// CHECK-NEXT: func.return %[[A]], %[[B]], %[[C]] : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[2],i64>
func.func @integers(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],i32>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %a = aten.div.Tensor(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i32>) -> !ts.tensor
  %b = aten.sin(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor
  %c = aten.remainder.Tensor(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i32>) -> !ts.tensor
  func.return %a, %b, %c : !ts.tensor, !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @views
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,s0,1],f32>) -> !ts.tensor<[s0,2],f32>
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[END:.*]] = prim.Constant 9223372036854775807 : i64
// CHECK-NEXT: %[[T:.*]] = aten.transpose.int(%[[X]], %[[ZERO]], %[[ONE]]) : (!ts.tensor<[4,s0,1],f32>, i64, i64) -> !ts.tensor<[s0,4,1],f32>
// CHECK-NEXT: %[[S:.*]] = aten.squeeze.dim(%[[T]], %[[TWO]]) : (!ts.tensor<[s0,4,1],f32>, i64) -> !ts.tensor<[s0,4],f32>
// CHECK-NEXT: %[[E:.*]] = aten.slice.Tensor(%[[S]], %[[ONE]], %[[ONE]], %[[END]], %[[TWO]]) : (!ts.tensor<[s0,4],f32>, i64, i64, i64, i64) -> !ts.tensor<[s0,2],f32>
// CHECK-NEXT: %[[U:.*]] = aten.unsqueeze(%[[E]], %[[ZERO]]) : (!ts.tensor<[s0,2],f32>, i64) -> !ts.tensor<[1,s0,2],f32>
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[X]], %[[ONE]]) : (!ts.tensor<[4,s0,1],f32>, i64) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[N]], %[[TWO]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V:.*]] = aten.view(%[[U]], %[[L]]) : (!ts.tensor<[1,s0,2],f32>, !ts.list<i64>) -> !ts.tensor<[s0,2],f32>
// CHECK-NEXT: func.return %[[V]] : !ts.tensor<[s0,2],f32>
func.func @views(%x: !ts.tensor<[4,s0,1],f32>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %end = prim.Constant 9223372036854775807 : i64
  %t = aten.transpose.int(%x, %zero, %one) : (!ts.tensor<[4,s0,1],f32>, i64, i64) -> !ts.tensor
  %s = aten.squeeze.dim(%t, %two) : (!ts.tensor, i64) -> !ts.tensor
  %e = aten.slice.Tensor(%s, %one, %one, %end, %two) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
  %u = aten.unsqueeze(%e, %zero) : (!ts.tensor, i64) -> !ts.tensor
  %n = aten.size.int(%x, %one) : (!ts.tensor<[4,s0,1],f32>, i64) -> i64
  %l = prim.ListConstruct(%n, %two) : (i64, i64) -> !ts.list<i64>
  %v = aten.view(%u, %l) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %v : !ts.tensor
}

// A fact in the program stays, in addition to the inferred ones.
// Tensors that traces make from numbers are on the CPU; those of sizes need no gradient.

// CHECK-LABEL: func.func @a_number_as_a_tensor
// CHECK-NEXT: %[[T:.*]] = prim.NumToTensor.Scalar(%[[N:.*]]) : (i64) -> !ts.tensor<[],i64, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[R:.*]] = aten.sqrt(%[[T]]) : (!ts.tensor<[],i64, device="cpu", requires_grad=false>) -> !ts.tensor<[],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: func.return %[[R]]
func.func @a_number_as_a_tensor(%n: i64) -> !ts.tensor {
  %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  %r = aten.sqrt(%t) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @keeps_stated_facts
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[A:.*]] = aten.relu(%[[X]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: func.return %[[A]] : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
func.func @keeps_stated_facts(%x: !ts.tensor<[2],f32>) -> !ts.tensor<*,?, device="cpu", requires_grad=false> {
  %a = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<*,?, device="cpu", requires_grad=false>
  func.return %a : !ts.tensor<*,?, device="cpu", requires_grad=false>
}

// CHECK-LABEL: func.func @leaves_an_operator_without_a_rule
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,2],f32>) -> !ts.tensor
// CHECK-NEXT: %[[A:.*]] = aten.q_per_channel_scales(%[[X]]) : (!ts.tensor<[2,2],f32>) -> !ts.tensor
// CHECK-NEXT: %[[B:.*]] = aten.relu(%[[A]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[B]] : !ts.tensor
func.func @leaves_an_operator_without_a_rule(%x: !ts.tensor<[2,2],f32>) -> !ts.tensor {
  %a = aten.q_per_channel_scales(%x) : (!ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %b : !ts.tensor
}

// CHECK-LABEL: func.func @branches
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: !ts.tensor<[2,3],f32>, %[[Y:.*]]: !ts.tensor<[2,4],f32>) -> !ts.tensor<[2,?],f32>
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor<[2,?],f32>) {
// CHECK-NEXT:   %[[A:.*]] = aten.relu(%[[X]]) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT:   prim.If.yield %[[A]] : !ts.tensor<[2,3],f32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   prim.If.yield %[[Y]] : !ts.tensor<[2,4],f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[2,?],f32>
func.func @branches(%c: i1, %x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2,4],f32>) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %a = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
    prim.If.yield %a : !ts.tensor
  } else {
    prim.If.yield %y : !ts.tensor<[2,4],f32>
  }
  func.return %r : !ts.tensor
}

// The first iteration converts the floats to doubles: only the size holds in all iterations.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: !ts.tensor<[2],f32>, %[[Y:.*]]: !ts.tensor<[2],f64>) -> !ts.tensor<[2],?>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[2],f32>) -> (!ts.tensor<[2],?>) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[A:.*]]: !ts.tensor<[2],?>):
// CHECK-NEXT:   %[[B:.*]] = aten.mul.Tensor(%[[A]], %[[Y]]) : (!ts.tensor<[2],?>, !ts.tensor<[2],f64>) -> !ts.tensor<[2],?>
// CHECK-NEXT:   prim.Loop.condition %[[TRUE]], iter(%[[B]]) : (!ts.tensor<[2],?>)
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[2],?>
func.func @loop(%n: i64, %x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f64>) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[2],f32>) -> (!ts.tensor) {
  ^bb0(%i: i64, %a: !ts.tensor):
    %b = aten.mul.Tensor(%a, %y) : (!ts.tensor, !ts.tensor<[2],f64>) -> !ts.tensor
    prim.Loop.condition %true, iter(%b) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @group
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[R:.*]] = prim.FusionGroup(%[[X]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: !ts.tensor<[2],f32>):
// CHECK-NEXT:   %[[B:.*]] = aten.exp(%[[A]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK-NEXT:   prim.return %[[B]] : !ts.tensor<[2],f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[2],f32>
func.func @group(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %r = prim.FusionGroup(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor {
  ^bb0(%a: !ts.tensor):
    %b = aten.exp(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// Values that the body returns beyond the results are for the backward graph.
// CHECK-LABEL: func.func @group_with_captures
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[R:.*]] = prim.DifferentiableGraph(%[[X]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: !ts.tensor<[2],f32>):
// CHECK-NEXT:   %[[B:.*]] = aten.exp(%[[A]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK-NEXT:   prim.return %[[B]], %[[A]] : !ts.tensor<[2],f32>, !ts.tensor<[2],f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[2],f32>
func.func @group_with_captures(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %r = prim.DifferentiableGraph(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor {
  ^bb0(%a: !ts.tensor):
    %b = aten.exp(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %b, %a : !ts.tensor, !ts.tensor
  }
  func.return %r : !ts.tensor
}

// The ends have one element type; a weight without dimensions may have another.
// CHECK-LABEL: func.func @weight
// CHECK-SAME: (%[[A:.*]]: !ts.tensor<[],i64>, %[[W:.*]]: !ts.tensor<[],f32>) -> !ts.tensor<[],f32>
// CHECK-NEXT: %[[R:.*]] = aten.lerp.Tensor(%[[A]], %[[A]], %[[W]]) : (!ts.tensor<[],i64>, !ts.tensor<[],i64>, !ts.tensor<[],f32>) -> !ts.tensor<[],f32>
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[],f32>
func.func @weight(%a: !ts.tensor<[],i64>, %w: !ts.tensor<[],f32>) -> !ts.tensor {
  %r = aten.lerp.Tensor(%a, %a, %w) : (!ts.tensor<[],i64>, !ts.tensor<[],i64>, !ts.tensor<[],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the list may not have the elements that it is made from.

// CHECK-LABEL: func.func @a_list_of_sizes_that_grows
// CHECK: aten.zeros({{.*}}) : ({{.*}}) -> !ts.tensor<*,f32, device="cpu", requires_grad=false>{{$}}
func.func @a_list_of_sizes_that_grows() -> !ts.tensor {
  %three = prim.Constant 3 : i64
  %none = prim.Constant : !ts.none
  %sizes = prim.ListConstruct(%three) : (i64) -> !ts.list<i64>
  %same = aten.append.t(%sizes, %three) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %r = aten.zeros(%sizes, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @a_constant_list_of_sizes_that_is_written
// CHECK: aten.zeros({{.*}}) : ({{.*}}) -> !ts.tensor<*,f32, device="cpu", requires_grad=false>{{$}}
func.func @a_constant_list_of_sizes_that_is_written() -> !ts.tensor {
  %three = prim.Constant 3 : i64
  %none = prim.Constant : !ts.none
  %sizes = prim.Constant [2 : i64] : !ts.list<i64>
  %same = aten.append.t(%sizes, %three) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %r = aten.zeros(%sizes, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @a_list_of_tensors_that_grows
// CHECK: aten.__getitem__.t({{.*}}) : ({{.*}}) -> !ts.tensor{{$}}
func.func @a_list_of_tensors_that_grows(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %list = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %same = aten.append.t(%list, %x) : (!ts.list<!ts.tensor>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %r = aten.__getitem__.t(%list, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @a_list_inside_a_list_that_others_write
// CHECK: aten.zeros({{.*}}) : ({{.*}}) -> !ts.tensor<*,f32, device="cpu", requires_grad=false>{{$}}
func.func @a_list_inside_a_list_that_others_write() -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %sizes = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %outer = prim.ListConstruct(%sizes) : (!ts.list<i64>) -> !ts.list<!ts.list<i64>>
  %inner = aten.__getitem__.t(%outer, %zero) : (!ts.list<!ts.list<i64>>, i64) -> !ts.list<i64>
  %same = aten.append.t(%inner, %zero) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %r = aten.zeros(%sizes, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Sizes of symbols stay known where they are computed.
// CHECK-LABEL: func.func @computed_sizes
// CHECK: %[[S:.*]] = aten.slice.Tensor({{.*}}) : ({{.*}}) -> !ts.tensor<[s0-1,4],f32>
// CHECK: aten.cat({{.*}}) : ({{.*}}) -> !ts.tensor<[s0*2-1,4],f32>
// CHECK: aten.view(%[[S]], {{.*}}) : ({{.*}}) -> !ts.tensor<[s0*2-2,2],f32>
func.func @computed_sizes(%x: !ts.tensor<[s0,4],f32>) -> (!ts.tensor, !ts.tensor) {
  %minus = prim.Constant -1 : i64
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %end = prim.Constant 9223372036854775807 : i64
  %s = aten.slice.Tensor(%x, %zero, %one, %end, %one) : (!ts.tensor<[s0,4],f32>, i64, i64, i64, i64) -> !ts.tensor
  %l = prim.ListConstruct(%x, %s) : (!ts.tensor<[s0,4],f32>, !ts.tensor) -> !ts.list<!ts.tensor>
  %c = aten.cat(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %sizes = prim.ListConstruct(%minus, %two) : (i64, i64) -> !ts.list<i64>
  %v = aten.view(%s, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %c, %v : !ts.tensor, !ts.tensor
}

// Of int64 results bounds and step are cut off before elements are counted, of others after.
// CHECK-LABEL: func.func @counted_numbers
// CHECK-NEXT: %[[START:.*]] = prim.Constant 0.000000e+00 : f64
// CHECK-NEXT: %[[END:.*]] = prim.Constant -8.500000e+00 : f64
// CHECK-NEXT: %[[STEP:.*]] = prim.Constant -4.000000e+00 : f64
// CHECK: aten.arange.start_step(%[[START]], %[[END]], %[[STEP]], {{.*}}) : ({{.*}}) -> !ts.tensor<[2],i64, requires_grad=false>
// CHECK: aten.arange.start_step(%[[START]], %[[END]], %[[STEP]], {{.*}}) : ({{.*}}) -> !ts.tensor<[3],i32, requires_grad=false>
func.func @counted_numbers(%d: !ts.device) -> (!ts.tensor, !ts.tensor) {
  %start = prim.Constant 0.000000e+00 : f64
  %end = prim.Constant -8.500000e+00 : f64
  %step = prim.Constant -4.000000e+00 : f64
  %int = prim.Constant 3 : i64
  %long = prim.Constant 4 : i64
  %none = prim.Constant : !ts.none
  %x = aten.arange.start_step(%start, %end, %step, %long, %none, %d, %none) : (f64, f64, f64, i64, !ts.none, !ts.device, !ts.none) -> !ts.tensor
  %y = aten.arange.start_step(%start, %end, %step, %int, %none, %d, %none) : (f64, f64, f64, i64, !ts.none, !ts.device, !ts.none) -> !ts.tensor
  func.return %x, %y : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @batches_of_attention_broadcast
// CHECK-SAME: (%[[Q:.*]]: !ts.tensor<[4,3,8],f32>, %[[K:.*]]: !ts.tensor<[5,4,6,8],f32>, %[[V:.*]]: !ts.tensor<[4,6,7],f32>)
// CHECK: aten.scaled_dot_product_attention(%[[Q]], %[[K]], %[[V]], {{.*}}) : ({{.*}}) -> !ts.tensor<[5,4,3,7],f32>
func.func @batches_of_attention_broadcast(%q: !ts.tensor<[4,3,8],f32>, %k: !ts.tensor<[5,4,6,8],f32>, %v: !ts.tensor<[4,6,7],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0.000000e+00 : f64
  %no = prim.Constant false
  %y = aten.scaled_dot_product_attention(%q, %k, %v, %none, %zero, %no, %none, %no) : (!ts.tensor<[4,3,8],f32>, !ts.tensor<[5,4,6,8],f32>, !ts.tensor<[4,6,7],f32>, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Along an axis, indices and counts are always computed, requested or not.
// CHECK-LABEL: func.func @runs_along_an_axis
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[5,2],f32>)
// CHECK: %[[NO:.*]] = prim.Constant false
// CHECK: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK: aten.unique_consecutive(%[[X]], %[[NO]], %[[NO]], %[[ZERO]]) : ({{.*}}) -> (!ts.tensor<[?,2],f32>, !ts.tensor<[5],i64>, !ts.tensor<[?],i64>)
func.func @runs_along_an_axis(%x: !ts.tensor<[5,2],f32>) -> !ts.tensor {
  %no = prim.Constant false
  %zero = prim.Constant 0 : i64
  %y, %places, %counts = aten.unique_consecutive(%x, %no, %no, %zero) : (!ts.tensor<[5,2],f32>, i1, i1, i64) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @the_parts_of_a_tensor_are_on_its_device
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[6,4],f32, device="cpu", requires_grad=false>)
// CHECK: %[[L:.*]] = aten.split.sizes(%[[X]],
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[L]]) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[2,4],f32, device="cpu", requires_grad=false>, !ts.tensor<[4,4],f32, device="cpu", requires_grad=false>)
func.func @the_parts_of_a_tensor_are_on_its_device(%x: !ts.tensor<[6,4],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %sizes = prim.Constant [2, 4] : !ts.list<i64>
  %zero = prim.Constant 0 : i64
  %l = aten.split.sizes(%x, %sizes, %zero) : (!ts.tensor<[6,4],f32, device="cpu", requires_grad=false>, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @a_tensor_in_the_program_is_on_the_cpu
// CHECK-NEXT: %[[C:.*]] = prim.Constant dense<2.000000e+00> : tensor<2xf32> : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: func.return %[[C]]
func.func @a_tensor_in_the_program_is_on_the_cpu() -> !ts.tensor {
  %c = prim.Constant dense<2.0> : tensor<2xf32> : !ts.tensor
  func.return %c : !ts.tensor
}

// CHECK-LABEL: func.func @an_optional_tensor_stays_optional
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>)
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[X]]) : (!ts.tensor<[2],f32>) -> !ts.list<!ts.optional<!ts.tensor>>
// CHECK-NEXT: prim.ListUnpack(%[[L]]) : (!ts.list<!ts.optional<!ts.tensor>>) -> !ts.optional<!ts.tensor>
func.func @an_optional_tensor_stays_optional(%x: !ts.tensor<[2],f32>) -> !ts.optional<!ts.tensor> {
  %l = prim.ListConstruct(%x) : (!ts.tensor<[2],f32>) -> !ts.list<!ts.optional<!ts.tensor>>
  %y = prim.ListUnpack(%l) : (!ts.list<!ts.optional<!ts.tensor>>) -> !ts.optional<!ts.tensor>
  func.return %y : !ts.optional<!ts.tensor>
}

// CHECK-LABEL: func.func @repeated_slices
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32>, %[[N:.*]]: !ts.tensor<[3],i64>)
// CHECK: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK: aten.repeat_interleave.self_Tensor(%[[X]], %[[N]], %[[ONE]], %[[NONE]]) : ({{.*}}) -> !ts.tensor<[2,?],f32>
// CHECK: aten.repeat_interleave.self_int(%[[X]], %[[TWO]], %[[NONE]], %[[NONE]]) : ({{.*}}) -> !ts.tensor<[12],f32>
func.func @repeated_slices(%x: !ts.tensor<[2,3],f32>, %n: !ts.tensor<[3],i64>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %none = prim.Constant : !ts.none
  %a = aten.repeat_interleave.self_Tensor(%x, %n, %one, %none) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],i64>, i64, !ts.none) -> !ts.tensor
  %b = aten.repeat_interleave.self_int(%x, %two, %none, %none) : (!ts.tensor<[2,3],f32>, i64, !ts.none, !ts.none) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// The first write finds the elements that the list is made of; behind it they are not known.
// CHECK-LABEL: func.func @the_first_element_popped
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>, %[[Y:.*]]: !ts.tensor<[3],f32>) -> (!ts.tensor<[3],f32>, !ts.tensor)
// CHECK: %[[L:.*]] = prim.ListConstruct(%[[X]], %[[Y]])
// CHECK-NEXT: %[[A:.*]] = aten.pop.t(%[[L]], %{{.*}}) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[3],f32>
// CHECK-NEXT: %[[B:.*]] = aten.pop.t(%[[L]], %{{.*}}) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[A]], %[[B]] : !ts.tensor<[3],f32>, !ts.tensor
func.func @the_first_element_popped(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> (!ts.tensor, !ts.tensor) {
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) -> !ts.list<!ts.tensor>
  %a = aten.pop.t(%l, %last) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %b = aten.pop.t(%l, %last) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @an_element_popped_in_each_iteration
// CHECK: aten.pop.t(%{{.*}}, %{{.*}}) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor{{$}}
func.func @an_element_popped_in_each_iteration(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>, %n: i64, %c: i1) -> !ts.tensor {
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) -> !ts.list<!ts.tensor>
  %r = prim.Loop %n, %c, iter(%x) : (!ts.tensor<[2],f32>) -> (!ts.tensor) {
  ^bb0(%i: i64, %z: !ts.tensor):
    %a = aten.pop.t(%l, %last) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.Loop.condition %c, iter(%a) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @an_element_popped_after_a_write_in_a_branch
// CHECK: aten.pop.t(%{{.*}}, %{{.*}}) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor{{$}}
func.func @an_element_popped_after_a_write_in_a_branch(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>, %c: i1) -> !ts.tensor {
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct(%x) : (!ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  prim.If %c {
    %k = aten.append.t(%l, %y) : (!ts.list<!ts.tensor>, !ts.tensor<[3],f32>) -> !ts.list<!ts.tensor>
    prim.If.yield
  } else {
    prim.If.yield
  }
  %a = aten.pop.t(%l, %last) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %a : !ts.tensor
}

// A number of no stated type is a float, in randint as in zeros.

// CHECK-LABEL: func.func @randint
// CHECK: aten.randint({{.*}}) : ({{.*}}) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
func.func @randint() -> !ts.tensor {
  %high = prim.Constant 4 : i64
  %two = prim.Constant 2 : i64
  %sizes = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %none = prim.Constant : !ts.none
  %r = aten.randint(%high, %sizes, %none, %none, %none, %none) : (i64, !ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}

// A size that is known stays known where a rule has a name for it.

// CHECK-LABEL: func.func @number_and_symbol
// CHECK: aten.relu({{.*}}) : ({{.*}}) -> !ts.tensor<[2,3],f32>
func.func @number_and_symbol(%x: !ts.tensor<[s0,3],f32>) -> !ts.tensor<[2,3],f32> {
  %r = aten.relu(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.tensor<[2,3],f32>
  func.return %r : !ts.tensor<[2,3],f32>
}

// CHECK-LABEL: func.func @view_as_of_unknown_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor<[s0,3],f32>) -> !ts.tensor<[s0,3],?>
// CHECK-NEXT: %[[A:.*]] = aten.view_as(%[[X]], %[[Y]]) : (!ts.tensor, !ts.tensor<[s0,3],f32>) -> !ts.tensor<[s0,3],?>
// CHECK-NEXT: func.return %[[A]] : !ts.tensor<[s0,3],?>
func.func @view_as_of_unknown_sizes(%x: !ts.tensor, %y: !ts.tensor<[s0,3],f32>) -> !ts.tensor {
  %a = aten.view_as(%x, %y) : (!ts.tensor, !ts.tensor<[s0,3],f32>) -> !ts.tensor
  func.return %a : !ts.tensor
}

// The future of a fork has the type that the fork returns, and so has the result of its wait.

// CHECK-LABEL: func.func @future
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK:      %[[F:.*]] = prim.fork(%[[X]]) : (!ts.tensor<[2],f32>) -> !ts.future<!ts.tensor<[2],f32>>
// CHECK:      %[[W:.*]] = aten.wait(%[[F]]) : (!ts.future<!ts.tensor<[2],f32>>) -> !ts.tensor<[2],f32>
func.func @future(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor<[2],f32>) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor<[2],f32>):
    %r = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor
    prim.return %r : !ts.tensor
  }
  %w = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %w : !ts.tensor
}

// A branch that leaves a value uninitialized does not affect its type.

// CHECK-LABEL: func.func @uninitialized
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>, %[[C:.*]]: i1)
// CHECK:      %[[V:.*]], %[[OK:.*]] = prim.If %[[C]] -> (!ts.tensor<[2],f32>, i1)
func.func @uninitialized(%x: !ts.tensor<[2],f32>, %c: i1) -> !ts.tensor {
  %v, %ok = prim.If %c -> (!ts.tensor, i1) {
    %r = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
    %true = prim.Constant true : i1
    prim.If.yield %r, %true : !ts.tensor, i1
  } else {
    %u = prim.Uninitialized() : () -> !ts.tensor
    %false = prim.Constant false : i1
    prim.If.yield %u, %false : !ts.tensor, i1
  }
  %y = prim.If %ok -> (!ts.tensor) {
    prim.If.yield %v : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor<[2],f32>
  }
  func.return %y : !ts.tensor
}

// A branch that the ranks exclude does not affect the type, so the loop carries all sizes.

// CHECK-LABEL: func.func @a_rank_check_in_a_loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: !ts.tensor<[3,4],f32>) -> !ts.tensor<[3,4],f32>
// CHECK:      %[[R:.*]] = prim.Loop %[[N]], %[[TRUE:.*]], iter(%[[X]]) : (!ts.tensor<[3,4],f32>) -> (!ts.tensor<[3,4],f32>) {
// CHECK:      ^{{.*}}(%[[I:.*]]: i64, %[[H:.*]]: !ts.tensor<[3,4],f32>):
// CHECK:      %[[V:.*]] = prim.If %[[ISTWO:.*]] -> (!ts.tensor<[3,4],f32>)
func.func @a_rank_check_in_a_loop(%n: i64, %x: !ts.tensor<[3,4],f32>) -> !ts.tensor {
  %true = prim.Constant true : i1
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[3,4],f32>) -> (!ts.tensor) {
  ^bb0(%i: i64, %h: !ts.tensor):
    %rank = aten.dim(%h) : (!ts.tensor) -> i64
    %is_two = aten.eq.int(%rank, %two) : (i64, i64) -> i1
    %v = prim.If %is_two -> (!ts.tensor) {
      prim.If.yield %h : !ts.tensor
    } else {
      %u = aten.unsqueeze(%h, %zero) : (!ts.tensor, i64) -> !ts.tensor
      prim.If.yield %u : !ts.tensor
    }
    %s = aten.relu(%v) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%s) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// The first iteration excludes the other branch, the second takes it.

// CHECK-LABEL: func.func @a_branch_that_a_later_iteration_takes
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: !ts.tensor<[3],f32>) -> !ts.tensor<*,f32>
// CHECK:      %[[V:.*]] = prim.If %[[ISONE:.*]] -> (!ts.tensor<*,f32>)
func.func @a_branch_that_a_later_iteration_takes(%n: i64, %x: !ts.tensor<[3],f32>) -> !ts.tensor {
  %true = prim.Constant true : i1
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[3],f32>) -> (!ts.tensor) {
  ^bb0(%i: i64, %h: !ts.tensor):
    %rank = aten.dim(%h) : (!ts.tensor) -> i64
    %is_one = aten.eq.int(%rank, %one) : (i64, i64) -> i1
    %v = prim.If %is_one -> (!ts.tensor) {
      %u = aten.unsqueeze(%h, %zero) : (!ts.tensor, i64) -> !ts.tensor
      prim.If.yield %u : !ts.tensor
    } else {
      %s = aten.sum(%h, %none) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %s : !ts.tensor
    }
    prim.Loop.condition %true, iter(%v) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// The element type of a tensor is that of its number.

// CHECK-LABEL: func.func @the_number_in_a_tensor
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: !ts.tensor<[1],f32>) -> (f64, i1)
// CHECK:      %[[A:.*]] = aten.item(%[[X]]) : (!ts.tensor<[1],f32>) -> f64
// CHECK:      %[[R:.*]] = prim.Loop %[[N]], %[[TRUE:.*]], iter(%[[A]]) : (f64) -> (f64) {
// CHECK:      ^{{.*}}(%[[I:.*]]: i64, %[[S:.*]]: f64):
// CHECK:      %[[T:.*]] = aten.mul(%[[S]], %[[N]]) : (f64, i64) -> f64
// CHECK:      %[[MORE:.*]] = aten.gt(%[[R]], %[[N]]) : (f64, i64) -> i1
func.func @the_number_in_a_tensor(%n: i64, %x: !ts.tensor<[1],f32>) -> (!ts.number, i1) {
  %true = prim.Constant true : i1
  %a = aten.item(%x) : (!ts.tensor<[1],f32>) -> !ts.number
  %r = prim.Loop %n, %true, iter(%a) : (!ts.number) -> (!ts.number) {
  ^bb0(%i: i64, %s: !ts.number):
    %t = aten.mul(%s, %n) : (!ts.number, i64) -> !ts.number
    prim.Loop.condition %true, iter(%t) : (!ts.number)
  }
  %more = aten.gt(%r, %n) : (!ts.number, i64) -> i1
  func.return %r, %more : !ts.number, i1
}

// CHECK-LABEL: func.func @a_number_that_is_an_int_or_a_float
// CHECK:      %[[R:.*]] = prim.If %[[C:.*]] -> (!ts.number) {
func.func @a_number_that_is_an_int_or_a_float(%c: i1, %n: i64, %x: !ts.tensor<[],f32>) -> !ts.number {
  %r = prim.If %c -> (!ts.number) {
    %a = aten.item(%x) : (!ts.tensor<[],f32>) -> !ts.number
    prim.If.yield %a : !ts.number
  } else {
    prim.If.yield %n : i64
  }
  func.return %r : !ts.number
}

// CHECK-LABEL: func.func @the_number_in_a_tensor_of_an_unknown_type
// CHECK:      %[[A:.*]] = aten.item(%[[X:.*]]) : (!ts.tensor) -> !ts.number
func.func @the_number_in_a_tensor_of_an_unknown_type(%x: !ts.tensor) -> !ts.number {
  %a = aten.item(%x) : (!ts.tensor) -> !ts.number
  func.return %a : !ts.number
}

// An early return: the loop carries the types of values that are read.

// CHECK-LABEL: func.func @values_that_are_not_read
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: !ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
// CHECK:      %[[U:.*]] = prim.Uninitialized() : () -> !ts.tensor<[3],f32>
// CHECK:      %[[R:.*]] = prim.Loop %[[N]], %[[TRUE:.*]], iter(%[[U]]) : (!ts.tensor<[3],f32>) -> (!ts.tensor<[3],f32>) {
// CHECK:      ^{{.*}}(%[[I:.*]]: i64, %[[H:.*]]: !ts.tensor<[3],f32>):
// CHECK:      %[[Y:.*]] = prim.If %[[C:.*]] -> (!ts.tensor<[3],f32>) {
// CHECK:      %[[V:.*]] = prim.Uninitialized() : () -> !ts.tensor<[3],f32>
// CHECK-NEXT: prim.If.yield %[[V]] : !ts.tensor<[3],f32>
func.func @values_that_are_not_read(%n: i64, %x: !ts.tensor<[3],f32>) -> !ts.tensor {
  %true = prim.Constant true : i1
  %two = prim.Constant 2 : i64
  %u = prim.Uninitialized() : () -> !ts.tensor
  %r = prim.Loop %n, %true, iter(%u) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %h: !ts.tensor):
    %c = aten.eq.int(%i, %two) : (i64, i64) -> i1
    %y = prim.If %c -> (!ts.tensor) {
      %z = aten.relu(%x) : (!ts.tensor<[3],f32>) -> !ts.tensor
      prim.If.yield %z : !ts.tensor
    } else {
      %v = prim.Uninitialized() : () -> !ts.tensor
      prim.If.yield %v : !ts.tensor
    }
    %more = aten.__not__(%c) : (i1) -> i1
    prim.Loop.condition %more, iter(%y) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @an_uninitialized_value_in_two_places_of_different_types
// CHECK:      %[[U:.*]] = prim.Uninitialized() : () -> !ts.tensor{{$}}
func.func @an_uninitialized_value_in_two_places_of_different_types(%c: i1, %x: !ts.tensor<[3],f32>, %y: !ts.tensor<[2],f32>) -> (!ts.tensor, !ts.tensor) {
  %u = prim.Uninitialized() : () -> !ts.tensor
  %r, %s = prim.If %c -> (!ts.tensor, !ts.tensor) {
    prim.If.yield %u, %u : !ts.tensor, !ts.tensor
  } else {
    prim.If.yield %x, %y : !ts.tensor<[3],f32>, !ts.tensor<[2],f32>
  }
  func.return %r, %s : !ts.tensor, !ts.tensor
}

// A number that becomes an int in the first iteration.

// CHECK-LABEL: func.func @a_loop_from_a_float_to_an_int
// CHECK:      %[[A:.*]] = aten.item(%[[X:.*]]) : (!ts.tensor<[],f32>) -> f64
// CHECK:      %[[R:.*]] = prim.Loop %[[N:.*]], %[[TRUE:.*]], iter(%[[A]]) : (f64) -> (!ts.number) {
func.func @a_loop_from_a_float_to_an_int(%n: i64, %x: !ts.tensor<[],f32>) -> !ts.number {
  %true = prim.Constant true : i1
  %a = aten.item(%x) : (!ts.tensor<[],f32>) -> !ts.number
  %r = prim.Loop %n, %true, iter(%a) : (!ts.number) -> (!ts.number) {
  ^bb0(%i: i64, %s: !ts.number):
    prim.Loop.condition %true, iter(%n) : (i64)
  }
  func.return %r : !ts.number
}

// The element type of quantised tensors is named by the operator that makes them, and kept by views
// and selections. That of other results is unknown: the rules are for numbers.
// CHECK-LABEL: func.func @quantised
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,3],f32>)
// CHECK-NEXT: %[[SCALE:.*]] = prim.Constant 5.000000e-01 : f64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[DTYPE:.*]] = prim.Constant 13 : i64
// CHECK-NEXT: %[[Q:.*]] = aten.quantize_per_tensor(%[[X]], %[[SCALE]], %[[ZERO]], %[[DTYPE]]) : (!ts.tensor<[s0,3],f32>, f64, i64, i64) -> !ts.tensor<[s0,3],!ts.dtype<"QUInt8">>
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[Q]]) : (!ts.tensor<[s0,3],!ts.dtype<"QUInt8">>) -> !ts.tensor<[s0,3],!ts.dtype<"QUInt8">>
// CHECK-NEXT: %[[T:.*]] = aten.t(%[[R]]) : (!ts.tensor<[s0,3],!ts.dtype<"QUInt8">>) -> !ts.tensor<[3,s0],!ts.dtype<"QUInt8">>
// CHECK-NEXT: %[[S:.*]] = aten.sigmoid(%[[T]]) : (!ts.tensor<[3,s0],!ts.dtype<"QUInt8">>) -> !ts.tensor
// CHECK-NEXT: %[[I:.*]] = aten.int_repr(%[[T]]) : (!ts.tensor<[3,s0],!ts.dtype<"QUInt8">>) -> !ts.tensor<[3,s0],ui8>
// CHECK-NEXT: %[[D:.*]] = aten.dequantize.self(%[[S]]) : (!ts.tensor) -> !ts.tensor<*,f32>
// CHECK-NEXT: func.return %[[I]], %[[D]] : !ts.tensor<[3,s0],ui8>, !ts.tensor<*,f32>
func.func @quantised(%x: !ts.tensor<[s0,3],f32>) -> (!ts.tensor, !ts.tensor) {
  %scale = prim.Constant 0.5 : f64
  %zero = prim.Constant 3 : i64
  %dtype = prim.Constant 13 : i64
  %q = aten.quantize_per_tensor(%x, %scale, %zero, %dtype) : (!ts.tensor<[s0,3],f32>, f64, i64, i64) -> !ts.tensor
  %r = aten.relu(%q) : (!ts.tensor) -> !ts.tensor
  %t = aten.t(%r) : (!ts.tensor) -> !ts.tensor
  %s = aten.sigmoid(%t) : (!ts.tensor) -> !ts.tensor
  %i = aten.int_repr(%t) : (!ts.tensor) -> !ts.tensor
  %d = aten.dequantize.self(%s) : (!ts.tensor) -> !ts.tensor
  func.return %i, %d : !ts.tensor, !ts.tensor
}

// Must not fire for the result: a group whose slice is clipped returns other sizes.
// CHECK-LABEL: func.func @a_group_states_its_results
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32>, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = prim.TensorExprGroup(%[[X]], %[[I]], %[[J]]) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.tensor {
// CHECK-NEXT: ^{{.*}}(%[[A:.*]]: !ts.tensor<[4],f32>, %[[K:.*]]: i64, %[[L:.*]]: i64):
// CHECK-NEXT:   %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.slice.Tensor(%[[A]], %[[ZERO]], %[[K]], %[[L]], %[[ONE]])
// CHECK-NEXT:   %[[S:.*]] = aten.sin(%[[V]])
// CHECK-NEXT:   prim.return %[[S]] : !ts.tensor<[2],f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @a_group_states_its_results(%x: !ts.tensor<[4],f32>, %i: i64, %j: i64) -> !ts.tensor {
  %r = prim.TensorExprGroup(%x, %i, %j) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.tensor {
  ^bb0(%a: !ts.tensor<[4],f32>, %k: i64, %l: i64):
    %zero = prim.Constant 0 : i64
    %one = prim.Constant 1 : i64
    %v = aten.slice.Tensor(%a, %zero, %k, %l, %one) : (!ts.tensor<[4],f32>, i64, i64, i64, i64) -> !ts.tensor<[2],f32>
    %s = aten.sin(%v) : (!ts.tensor<[2],f32>) -> !ts.tensor
    prim.return %s : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// Fires: a tensor that is created without a device is on the CPU.

// CHECK-LABEL: func.func @a_created_tensor
// CHECK: %[[A:.*]] = aten.ones({{.*}}) : ({{.*}}) -> !ts.tensor<[3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[B:.*]] = aten.tensor.float({{.*}}) : ({{.*}}) -> !ts.tensor<[],f32, device="cpu">
func.func @a_created_tensor(%t: f64) -> (!ts.tensor, !ts.tensor) {
  %sizes = prim.Constant [3 : i64] : !ts.list<i64>
  %none = prim.Constant : !ts.none
  %yes = prim.Constant true
  %a = aten.ones(%sizes, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %b = aten.tensor.float(%t, %none, %none, %yes) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// Must not fire: the device may be another.

// CHECK-LABEL: func.func @keeps_an_optional_device
// CHECK: aten.ones({{.*}}) : ({{.*}}) -> !ts.tensor<[3],f32, requires_grad=false>
func.func @keeps_an_optional_device(%device: !ts.optional<!ts.device>) -> !ts.tensor {
  %sizes = prim.Constant [3 : i64] : !ts.list<i64>
  %none = prim.Constant : !ts.none
  %a = aten.ones(%sizes, %none, %none, %device, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.optional<!ts.device>, !ts.none) -> !ts.tensor
  func.return %a : !ts.tensor
}
