// RUN: ts-opt %s -p peephole,dce | filecheck %s

// ---- numbers

// CHECK-LABEL: func.func @neutral_elements
// CHECK-SAME:    (%[[N:.*]]: i64, %[[X:.*]]: f64, %[[B:.*]]: i1)
// CHECK-NEXT:    func.return %[[N]], %[[X]], %[[B]]
func.func @neutral_elements(%n: i64, %x: f64, %b: i1) -> (i64, f64, i1) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %1 = aten.add.int(%n, %zero) : (i64, i64) -> i64
  %2 = aten.add.int(%zero, %1) : (i64, i64) -> i64
  %3 = aten.sub.int(%2, %zero) : (i64, i64) -> i64
  %4 = aten.mul.int(%one, %3) : (i64, i64) -> i64
  %5 = aten.floordiv.int(%4, %one) : (i64, i64) -> i64
  %unit = prim.Constant 1.0 : f64
  %6 = aten.mul.float(%x, %unit) : (f64, f64) -> f64
  %7 = aten.div.float(%6, %unit) : (f64, f64) -> f64
  %true = prim.Constant true
  %8 = aten.eq.bool(%b, %true) : (i1, i1) -> i1
  %9 = aten.__not__(%8) : (i1) -> i1
  %10 = aten.__not__(%9) : (i1) -> i1
  func.return %5, %7, %10 : i64, f64, i1
}

// CHECK-LABEL: func.func @numbers_of_their_type
// CHECK-SAME:    (%[[N:.*]]: i64)
// CHECK-NEXT:    func.return %[[N]], %[[N]]
func.func @numbers_of_their_type(%n: i64) -> (i64, i64) {
  %a = aten.Int.Scalar(%n) : (i64) -> i64
  %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  %b = aten.Int.Tensor(%t) : (!ts.tensor) -> i64
  func.return %a, %b : i64, i64
}

// CHECK-LABEL: func.func @compared_with_itself
// CHECK-NEXT:    %[[R:.*]] = prim.Constant false
// CHECK-NEXT:    func.return %[[R]]
func.func @compared_with_itself(%n: i64) -> i1 {
  %r = aten.ne.int(%n, %n) : (i64, i64) -> i1
  func.return %r : i1
}

// CHECK-LABEL: func.func @a_branch_that_is_its_condition
// CHECK-SAME:    (%[[C:.*]]: i1)
// CHECK-NEXT:    func.return %[[C]]
func.func @a_branch_that_is_its_condition(%c: i1) -> i1 {
  %true = prim.Constant true
  %false = prim.Constant false
  %r = prim.If %c -> (i1) {
    prim.If.yield %true : i1
  } else {
    prim.If.yield %false : i1
  }
  func.return %r : i1
}

// CHECK-LABEL: func.func @one_result_that_is_the_condition
// CHECK-SAME:    (%[[C:.*]]: i1, %[[N:.*]]: i64)
// CHECK:         %[[R:.*]] = prim.If %[[C]] -> (i64)
// CHECK:         func.return %[[C]], %[[R]]
func.func @one_result_that_is_the_condition(%c: i1, %n: i64) -> (i1, i64) {
  %true = prim.Constant true
  %false = prim.Constant false
  %r, %m = prim.If %c -> (i1, i64) {
    %a = aten.neg.int(%n) : (i64) -> i64
    prim.If.yield %true, %a : i1, i64
  } else {
    prim.If.yield %false, %n : i1, i64
  }
  func.return %r, %m : i1, i64
}

// CHECK-LABEL: func.func @stays_as_it_is_the_opposite
// CHECK:         %[[R:.*]] = prim.If
// CHECK:         func.return %[[R]]
func.func @stays_as_it_is_the_opposite(%c: i1) -> i1 {
  %true = prim.Constant true
  %false = prim.Constant false
  %r = prim.If %c -> (i1) {
    prim.If.yield %false : i1
  } else {
    prim.If.yield %true : i1
  }
  func.return %r : i1
}

// CHECK-LABEL: func.func @stays_for_the_sign_of_zero
// CHECK-SAME:    (%[[X:.*]]: f64)
// CHECK-NEXT:    %[[ZERO:.*]] = prim.Constant -0.0
// CHECK-NEXT:    %[[R:.*]] = aten.sub.float(%[[X]], %[[ZERO]])
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_for_the_sign_of_zero(%x: f64) -> f64 {
  %zero = prim.Constant -0.0 : f64
  %r = aten.sub.float(%x, %zero) : (f64, f64) -> f64
  func.return %r : f64
}

// CHECK-LABEL: func.func @stays_as_the_tensor_of_the_number_is_written
// CHECK:         aten.Int.Tensor
func.func @stays_as_the_tensor_of_the_number_is_written(%n: i64) -> i64 {
  %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  %w = aten.add_.Scalar(%t, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  %b = aten.Int.Tensor(%t) : (!ts.tensor) -> i64
  func.return %b : i64
}

// ---- facts of types

// CHECK-LABEL: func.func @facts
// CHECK-NEXT:    %[[RANK:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[SIZE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:    %[[COUNT:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:    %[[TYPE:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:    %[[FLOAT:.*]] = prim.Constant true
// CHECK-NEXT:    %[[CUDA:.*]] = prim.Constant false
// CHECK-NEXT:    %[[CPU:.*]] = prim.Constant "cpu" : !ts.device
// CHECK-NEXT:    func.return %[[RANK]], %[[SIZE]], %[[COUNT]], %[[TYPE]], %[[FLOAT]], %[[CUDA]], %[[CPU]]
func.func @facts(%x: !ts.tensor<[2,3],f32, device="cpu">) -> (i64, i64, i64, i64, i1, i1, !ts.device) {
  %one = prim.Constant 1 : i64
  %rank = aten.dim(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> i64
  %size = aten.size.int(%x, %one) : (!ts.tensor<[2,3],f32, device="cpu">, i64) -> i64
  %count = aten.numel(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> i64
  %type = prim.dtype(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> i64
  %float = aten.is_floating_point(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> i1
  %cuda = prim.is_cuda(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> i1
  %device = prim.device(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.device
  func.return %rank, %size, %count, %type, %float, %cuda, %device : i64, i64, i64, i64, i1, i1, !ts.device
}

// CHECK-LABEL: func.func @a_new_list_of_sizes
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[TWO]], %[[THREE]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT:    %[[N:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    func.return %[[L]], %[[N]]
func.func @a_new_list_of_sizes(%x: !ts.tensor<[2,3],f32>) -> (!ts.list<i64>, i64) {
  %s = aten.size(%x) : (!ts.tensor<[2,3],f32>) -> !ts.list<i64>
  %n = aten.len.t(%s) : (!ts.list<i64>) -> i64
  func.return %s, %n : !ts.list<i64>, i64
}

// CHECK-LABEL: func.func @none
// CHECK-NEXT:    %[[NO:.*]] = prim.Constant false
// CHECK-NEXT:    %[[YES:.*]] = prim.Constant true
// CHECK-NEXT:    func.return %[[NO]], %[[YES]]
func.func @none(%x: !ts.tensor) -> (i1, i1) {
  %none = prim.Constant : !ts.none
  %a = aten.__is__(%x, %none) : (!ts.tensor, !ts.none) -> i1
  %b = aten.__isnot__(%x, %none) : (!ts.tensor, !ts.none) -> i1
  func.return %a, %b : i1, i1
}

// CHECK-LABEL: func.func @same_object
// CHECK-NEXT:    %[[YES:.*]] = prim.Constant true
// CHECK-NEXT:    %[[NO:.*]] = prim.Constant false
// CHECK-NEXT:    %[[NESTED:.*]] = prim.Constant false
// CHECK-NEXT:    func.return %[[YES]], %[[NO]], %[[NESTED]]
func.func @same_object(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> (i1, i1, i1) {
  %a = aten.__is__(%x, %x) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> i1
  %b = aten.__is__(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) -> i1
  %c = prim.is_nested(%x) : (!ts.tensor<[2],f32>) -> i1
  func.return %a, %b, %c : i1, i1, i1
}

// CHECK-LABEL: func.func @same_object_behind_profiles_and_casts
// CHECK:         %[[YES:.*]] = prim.Constant true
// CHECK-NEXT:    func.return %[[YES]]
func.func @same_object_behind_profiles_and_casts(%x: !ts.tensor<[2],f32>) -> i1 {
  %p = prim.profile(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %c = prim.unchecked_cast(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  %a = aten.__is__(%p, %c) : (!ts.tensor<[2],f32>, !ts.tensor) -> i1
  func.return %a : i1
}

// CHECK-LABEL: func.func @gradients
// CHECK-NEXT:    %[[NO:.*]] = prim.Constant false
// CHECK-NEXT:    %[[YES:.*]] = prim.Constant true
// CHECK-NEXT:    func.return %[[NO]], %[[YES]]
func.func @gradients(%x: !ts.tensor<*,?, requires_grad=false>, %y: !ts.tensor<*,?, requires_grad=true>) -> (i1, i1) {
  %a = prim.requires_grad(%x) : (!ts.tensor<*,?, requires_grad=false>) -> i1
  %b = prim.requires_grad(%y) : (!ts.tensor<*,?, requires_grad=true>) -> i1
  func.return %a, %b : i1, i1
}

// CHECK-LABEL: func.func @stays_as_the_flag_is_unknown_or_written
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor<*,?, requires_grad=false>)
// CHECK-NEXT:    %[[A:.*]] = prim.requires_grad(%[[X]])
// CHECK:         aten.requires_grad_(%[[Y]],
// CHECK-NEXT:    %[[B:.*]] = prim.requires_grad(%[[Y]])
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @stays_as_the_flag_is_unknown_or_written(%x: !ts.tensor, %y: !ts.tensor<*,?, requires_grad=false>) -> (i1, i1) {
  %a = prim.requires_grad(%x) : (!ts.tensor) -> i1
  %true = prim.Constant true : i1
  %w = aten.requires_grad_(%y, %true) : (!ts.tensor<*,?, requires_grad=false>, i1) -> !ts.tensor
  %b = prim.requires_grad(%y) : (!ts.tensor<*,?, requires_grad=false>) -> i1
  func.return %a, %b : i1, i1
}

// CHECK-LABEL: func.func @stays_as_the_attribute_may_have_been_set
// CHECK-SAME:    (%[[M:.*]]: !ts.class<@M>, %[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = prim.GetAttr(%[[M]])
// CHECK-NEXT:    prim.SetAttr(%[[M]], %[[X]])
// CHECK-NEXT:    %[[B:.*]] = prim.GetAttr(%[[M]])
// CHECK-NEXT:    aten.__is__(%[[A]], %[[B]])
func.func @stays_as_the_attribute_may_have_been_set(%m: !ts.class<@M>, %x: !ts.tensor) -> i1 {
  %a = prim.GetAttr(%m) {name = "state"} : (!ts.class<@M>) -> !ts.tensor
  prim.SetAttr(%m, %x) {name = "state"} : (!ts.class<@M>, !ts.tensor) -> ()
  %b = prim.GetAttr(%m) {name = "state"} : (!ts.class<@M>) -> !ts.tensor
  %c = aten.__is__(%a, %b) : (!ts.tensor, !ts.tensor) -> i1
  func.return %c : i1
}

// CHECK-LABEL: func.func @stays_as_two_arguments_may_be_one_object
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[2],f32>, %[[Y:.*]]: !ts.tensor<[2],f32>, %[[Z:.*]]: !ts.tensor)
// CHECK-NEXT:    aten.__is__(%[[X]], %[[Y]])
// CHECK-NEXT:    aten.__isnot__(%[[X]], %[[Z]])
// CHECK-NEXT:    prim.is_nested(%[[Z]])
func.func @stays_as_two_arguments_may_be_one_object(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>, %z: !ts.tensor) -> (i1, i1, i1) {
  %a = aten.__is__(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> i1
  %b = aten.__isnot__(%x, %z) : (!ts.tensor<[2],f32>, !ts.tensor) -> i1
  %c = prim.is_nested(%z) : (!ts.tensor) -> i1
  func.return %a, %b, %c : i1, i1, i1
}

// CHECK-LABEL: func.func @of_one_type
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:    func.return %[[X]], %[[TRUE]]
func.func @of_one_type(%x: !ts.tensor) -> (!ts.tensor, i1) {
  %a = aten._unwrap_optional(%x) : (!ts.tensor) -> !ts.tensor
  %b = prim.unchecked_cast(%a) : (!ts.tensor) -> !ts.tensor
  %c = prim.isinstance(%x) {types = [!ts.tensor]} : (!ts.tensor) -> i1
  func.return %b, %c : !ts.tensor, i1
}

// CHECK-LABEL: func.func @none_by_its_type
// CHECK-NEXT:    %[[N:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:    func.return %[[N]]
func.func @none_by_its_type(%m: !ts.class<@M>) -> !ts.none {
  %n = prim.GetAttr(%m) {name = "bias"} : (!ts.class<@M>) -> !ts.none
  func.return %n : !ts.none
}

// CHECK-LABEL: func.func @both_branches_yield_a_number
// CHECK-SAME:    (%[[C:.*]]: i1, %[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK:         %[[R:.*]] = prim.If %[[C]] -> (i64)
// CHECK:         %[[O:.*]] = prim.unchecked_cast(%[[R]]) : (i64) -> !ts.optional<i64>
// CHECK:         func.return %[[R]], %[[O]]
func.func @both_branches_yield_a_number(%c: i1, %a: i64, %b: i64) -> (i64, !ts.optional<i64>) {
  %r = prim.If %c -> (!ts.optional<i64>) {
    prim.If.yield %a : i64
  } else {
    prim.If.yield %b : i64
  }
  %u = aten._unwrap_optional(%r) : (!ts.optional<i64>) -> i64
  func.return %u, %r : i64, !ts.optional<i64>
}

// CHECK-LABEL: func.func @stays_as_it_may_be_none
// CHECK-SAME:    (%[[X:.*]]: !ts.optional<!ts.tensor>)
// CHECK:         %[[IS:.*]] = aten.__is__(%[[X]]
// CHECK-NEXT:    %[[U:.*]] = aten._unwrap_optional(%[[X]])
// CHECK-NEXT:    func.return %[[IS]], %[[U]]
func.func @stays_as_it_may_be_none(%x: !ts.optional<!ts.tensor>) -> (i1, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %a = aten.__is__(%x, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %b = aten._unwrap_optional(%x) : (!ts.optional<!ts.tensor>) -> !ts.tensor
  func.return %a, %b : i1, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_sizes_are_written
// CHECK:         aten.size.int
func.func @stays_as_the_sizes_are_written(%x: !ts.tensor<[2,3],f32>) -> i64 {
  %one = prim.Constant 1 : i64
  %w = aten.t_(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %n = aten.size.int(%x, %one) : (!ts.tensor<[2,3],f32>, i64) -> i64
  func.return %n : i64
}

// CHECK-LABEL: func.func @known_sizes_among_symbols
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[s0,3],f32>)
// CHECK-NEXT:    %[[S:.*]] = aten.size(%[[X]])
// CHECK-NEXT:    %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:    %[[A:.*]], %{{.*}} = prim.ListUnpack(%[[S]])
// CHECK-NEXT:    %[[C:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:    func.return %[[A]], %[[THREE]], %[[C]]
func.func @known_sizes_among_symbols(%x: !ts.tensor<[s0,3],f32>) -> (i64, i64, i64) {
  %one = prim.Constant 1 : i64
  %s = aten.size(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
  %a, %b = prim.ListUnpack(%s) : (!ts.list<i64>) -> (i64, i64)
  %c = aten.__getitem__.t(%s, %one) : (!ts.list<i64>, i64) -> i64
  func.return %a, %b, %c : i64, i64, i64
}

// CHECK-LABEL: func.func @stays_as_the_list_of_sizes_is_written
// CHECK:         %[[S:.*]] = aten.size(
// CHECK:         %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[S]])
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @stays_as_the_list_of_sizes_is_written(%x: !ts.tensor<[s0,3],f32>) -> (i64, i64) {
  %one = prim.Constant 1 : i64
  %s = aten.size(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
  %w = aten._set_item.t(%s, %one, %one) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %a, %b = prim.ListUnpack(%s) : (!ts.list<i64>) -> (i64, i64)
  func.return %a, %b : i64, i64
}

// CHECK-LABEL: func.func @stays_as_there_is_another_number_of_sizes
// CHECK:         %[[S:.*]] = aten.size(
// CHECK-NEXT:    %[[A:.*]], %[[B:.*]], %[[C:.*]] = prim.ListUnpack(%[[S]])
// CHECK-NEXT:    func.return %[[A]], %[[B]], %[[C]]
func.func @stays_as_there_is_another_number_of_sizes(%x: !ts.tensor<[s0,3],f32>) -> (i64, i64, i64) {
  %s = aten.size(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
  %a, %b, %c = prim.ListUnpack(%s) : (!ts.list<i64>) -> (i64, i64, i64)
  func.return %a, %b, %c : i64, i64, i64
}

// CHECK-LABEL: func.func @stays_as_the_size_is_a_symbol
// CHECK:         aten.size.int
// CHECK:         aten.size(
func.func @stays_as_the_size_is_a_symbol(%x: !ts.tensor<[s0,3],f32>) -> (i64, !ts.list<i64>) {
  %zero = prim.Constant 0 : i64
  %n = aten.size.int(%x, %zero) : (!ts.tensor<[s0,3],f32>, i64) -> i64
  %s = aten.size(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
  func.return %n, %s : i64, !ts.list<i64>
}

// ---- lists, dicts and tuples

// CHECK-LABEL: func.func @elements
// CHECK-SAME:    (%[[M:.*]]: i64, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[M]], %[[N]], %[[M]])
// CHECK-NEXT:    func.return %[[TWO]], %[[N]], %[[M]], %[[L]], %[[N]], %[[M]]
func.func @elements(%m: i64, %n: i64) -> (i64, i64, i64, !ts.list<i64>, i64, i64) {
  %last = prim.Constant -1 : i64
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%m, %n) : (i64, i64) -> !ts.list<i64>
  %length = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %item = aten.__getitem__.t(%l, %last) : (!ts.list<i64>, i64) -> i64
  %a, %b = prim.ListUnpack(%l) : (!ts.list<i64>) -> (i64, i64)
  %first = aten.slice.t(%l, %zero, %one, %one) : (!ts.list<i64>, i64, i64, i64) -> !ts.list<i64>
  %both = aten.add.t(%l, %first) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %key = prim.Constant "k" : !ts.str
  %d = prim.DictConstruct(%key, %n) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
  %entry = aten.__getitem__.Dict_str(%d, %key) : (!ts.dict<!ts.str, i64>, !ts.str) -> i64
  %t = prim.TupleConstruct(%n, %m) : (i64, i64) -> !ts.tuple<i64, i64>
  %part = prim.TupleIndex(%t, %one) : (!ts.tuple<i64, i64>, i64) -> i64
  func.return %length, %item, %a, %both, %entry, %part : i64, i64, i64, !ts.list<i64>, i64, i64
}

// The list is written later.
// CHECK-LABEL: func.func @the_length_before_a_write
// CHECK-SAME:    (%[[N:.*]]: i64)
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[N]])
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    aten.append.t(%[[L]], %[[N]])
// CHECK-NEXT:    func.return %[[ONE]], %[[L]]
func.func @the_length_before_a_write(%n: i64) -> (i64, !ts.list<i64>) {
  %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  %length = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %w = aten.append.t(%l, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %length, %l : i64, !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_after_a_write
// CHECK:         aten.append.t
// CHECK-NEXT:    %[[LENGTH:.*]] = aten.len.t
// CHECK-NEXT:    func.return %[[LENGTH]]
func.func @stays_after_a_write(%n: i64) -> i64 {
  %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  %w = aten.append.t(%l, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %length = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %length : i64
}

// CHECK-LABEL: func.func @stays_as_there_is_no_such_element
// CHECK:         aten.__getitem__.t
// CHECK:         prim.ListUnpack
func.func @stays_as_there_is_no_such_element(%n: i64) -> (i64, i64) {
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  %item = aten.__getitem__.t(%l, %one) : (!ts.list<i64>, i64) -> i64
  %a, %b = prim.ListUnpack(%l) : (!ts.list<i64>) -> (i64, i64)
  func.return %item, %b : i64, i64
}

// CHECK-LABEL: func.func @entries
// CHECK-SAME:    (%[[M:.*]]: i64, %[[N:.*]]: i64)
// CHECK-DAG:     %[[A:.*]] = prim.Constant "a"
// CHECK-DAG:     %[[B:.*]] = prim.Constant "b"
// CHECK:         %[[TWO:.*]] = prim.Constant 2
// CHECK-NEXT:    %[[YES:.*]] = prim.Constant true
// CHECK-NEXT:    %[[NO:.*]] = prim.Constant false
// CHECK-NEXT:    %[[KEYS:.*]] = prim.ListConstruct(%[[A]], %[[B]])
// CHECK-NEXT:    %[[VALUES:.*]] = prim.ListConstruct(%[[M]], %[[N]])
// CHECK-NEXT:    %[[S:.*]] = prim.TupleConstruct(%[[A]], %[[M]])
// CHECK-NEXT:    %[[T:.*]] = prim.TupleConstruct(%[[B]], %[[N]])
// CHECK-NEXT:    %[[ITEMS:.*]] = prim.ListConstruct(%[[S]], %[[T]])
// CHECK-NEXT:    func.return %[[TWO]], %[[YES]], %[[NO]], %[[KEYS]], %[[VALUES]], %[[ITEMS]]
func.func @entries(%m: i64, %n: i64) -> (i64, i1, i1, !ts.list<!ts.str>, !ts.list<i64>, !ts.list<!ts.tuple<!ts.str, i64>>) {
  %a = prim.Constant "a" : !ts.str
  %b = prim.Constant "b" : !ts.str
  %c = prim.Constant "c" : !ts.str
  %d = prim.DictConstruct(%a, %m, %b, %n) : (!ts.str, i64, !ts.str, i64) -> !ts.dict<!ts.str, i64>
  %length = aten.len.Dict_str(%d) : (!ts.dict<!ts.str, i64>) -> i64
  %yes = aten.__contains__.str(%d, %b) : (!ts.dict<!ts.str, i64>, !ts.str) -> i1
  %no = aten.__contains__.str(%d, %c) : (!ts.dict<!ts.str, i64>, !ts.str) -> i1
  %keys = aten.keys.str(%d) : (!ts.dict<!ts.str, i64>) -> !ts.list<!ts.str>
  %values = aten.values.str(%d) : (!ts.dict<!ts.str, i64>) -> !ts.list<i64>
  %items = aten.items.str(%d) : (!ts.dict<!ts.str, i64>) -> !ts.list<!ts.tuple<!ts.str, i64>>
  func.return %length, %yes, %no, %keys, %values, %items : i64, i1, i1, !ts.list<!ts.str>, !ts.list<i64>, !ts.list<!ts.tuple<!ts.str, i64>>
}

// A copy is another list than the one that is written.
// CHECK-LABEL: func.func @copies
// CHECK-SAME:    (%[[M:.*]]: i64)
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[M]])
// CHECK-NEXT:    %[[C:.*]] = prim.ListConstruct(%[[M]])
// CHECK-NEXT:    aten.append.t(%[[L]], %[[M]])
// CHECK-NEXT:    func.return %[[L]], %[[C]]
func.func @copies(%m: i64) -> (!ts.list<i64>, !ts.list<i64>) {
  %l = prim.ListConstruct(%m) : (i64) -> !ts.list<i64>
  %c = aten.list.t(%l) : (!ts.list<i64>) -> !ts.list<i64>
  %w = aten.append.t(%l, %m) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %l, %c : !ts.list<i64>, !ts.list<i64>
}

// A copy of sizes that is only read.
// CHECK-LABEL: func.func @copy_of_sizes
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[S:.*]] = aten.size(%[[X]])
// CHECK-NEXT:    %[[R:.*]] = aten.reshape(%[[Y]], %[[S]])
// CHECK-NEXT:    func.return %[[R]]
func.func @copy_of_sizes(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor {
  %s = aten.size(%x) : (!ts.tensor) -> !ts.list<i64>
  %c = aten.list.t(%s) : (!ts.list<i64>) -> !ts.list<i64>
  %r = aten.reshape(%y, %c) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_copy_of_sizes_is_written
// CHECK-NEXT:    aten.size
// CHECK-NEXT:    %[[C:.*]] = aten.list.t
// CHECK-NEXT:    aten.append.t(%[[C]]
func.func @stays_as_the_copy_of_sizes_is_written(%x: !ts.tensor, %y: !ts.tensor, %m: i64) -> !ts.tensor {
  %s = aten.size(%x) : (!ts.tensor) -> !ts.list<i64>
  %c = aten.list.t(%s) : (!ts.list<i64>) -> !ts.list<i64>
  %w = aten.append.t(%c, %m) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %r = aten.reshape(%y, %c) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_caller_may_write_either
// CHECK-NEXT:    %[[S:.*]] = aten.size
// CHECK-NEXT:    %[[C:.*]] = aten.list.t(%[[S]])
// CHECK-NEXT:    func.return %[[S]], %[[C]]
func.func @stays_as_the_caller_may_write_either(%x: !ts.tensor) -> (!ts.list<i64>, !ts.list<i64>) {
  %s = aten.size(%x) : (!ts.tensor) -> !ts.list<i64>
  %c = aten.list.t(%s) : (!ts.list<i64>) -> !ts.list<i64>
  func.return %s, %c : !ts.list<i64>, !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_dict_is_written_or_its_keys_are_computed
// CHECK:         aten._set_item.int
// CHECK-NEXT:    %[[A:.*]] = aten.values.int
// CHECK:         %[[B:.*]] = aten.len.Dict_str
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @stays_as_the_dict_is_written_or_its_keys_are_computed(%k: i64, %m: i64, %s: !ts.str) -> (!ts.list<i64>, i64) {
  %d = prim.DictConstruct() : () -> !ts.dict<i64, i64>
  aten._set_item.int(%d, %k, %m) : (!ts.dict<i64, i64>, i64, i64) -> ()
  %values = aten.values.int(%d) : (!ts.dict<i64, i64>) -> !ts.list<i64>
  %e = prim.DictConstruct(%s, %m) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
  %length = aten.len.Dict_str(%e) : (!ts.dict<!ts.str, i64>) -> i64
  func.return %values, %length : !ts.list<i64>, i64
}

// One element decides, whatever the others are.
// CHECK-LABEL: func.func @decided_by_an_element
// CHECK-SAME:    (%[[A:.*]]: i1)
// CHECK-NEXT:    %[[ANY:.*]] = prim.Constant true
// CHECK-NEXT:    %[[ALL:.*]] = prim.Constant false
// CHECK-NEXT:    func.return %[[ANY]], %[[ALL]]
func.func @decided_by_an_element(%a: i1) -> (i1, i1) {
  %true = prim.Constant true : i1
  %false = prim.Constant false : i1
  %l = prim.ListConstruct(%a, %true) : (i1, i1) -> !ts.list<i1>
  %any = aten.any.bool(%l) : (!ts.list<i1>) -> i1
  %k = prim.ListConstruct(%false, %a) : (i1, i1) -> !ts.list<i1>
  %all = aten.all.bool(%k) : (!ts.list<i1>) -> i1
  func.return %any, %all : i1, i1
}

// CHECK-LABEL: func.func @stays_as_no_element_decides
// CHECK-SAME:    (%[[A:.*]]: i1)
// CHECK:         %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:    %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[A]], %[[FALSE]])
// CHECK-NEXT:    %[[ANY:.*]] = aten.any.bool(%[[L]])
// CHECK-NEXT:    %[[K:.*]] = prim.ListConstruct(%[[TRUE]], %[[A]])
// CHECK-NEXT:    %[[ALL:.*]] = aten.all.bool(%[[K]])
// CHECK-NEXT:    func.return %[[ANY]], %[[ALL]]
func.func @stays_as_no_element_decides(%a: i1) -> (i1, i1) {
  %true = prim.Constant true : i1
  %false = prim.Constant false : i1
  %l = prim.ListConstruct(%a, %false) : (i1, i1) -> !ts.list<i1>
  %any = aten.any.bool(%l) : (!ts.list<i1>) -> i1
  %k = prim.ListConstruct(%true, %a) : (i1, i1) -> !ts.list<i1>
  %all = aten.all.bool(%k) : (!ts.list<i1>) -> i1
  func.return %any, %all : i1, i1
}

// CHECK-LABEL: func.func @stays_as_the_list_is_written
// CHECK:         aten.append.t
// CHECK-NEXT:    %[[ANY:.*]] = aten.any.bool
// CHECK-NEXT:    func.return %[[ANY]]
func.func @stays_as_the_list_is_written(%i: i64, %a: i1) -> i1 {
  %true = prim.Constant true : i1
  %l = prim.ListConstruct(%true) : (i1) -> !ts.list<i1>
  %s = aten._set_item.t(%l, %i, %a) : (!ts.list<i1>, i64, i1) -> !ts.list<i1>
  %w = aten.append.t(%l, %a) : (!ts.list<i1>, i1) -> !ts.list<i1>
  %any = aten.any.bool(%l) : (!ts.list<i1>) -> i1
  func.return %any : i1
}

// ---- tensors

// CHECK-LABEL: func.func @a_copy_of_which_nothing_is_seen
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor
// CHECK-NEXT:    %[[R:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    func.return %[[R]]
func.func @a_copy_of_which_nothing_is_seen(%x: !ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0 : i64
  %a = aten.mul.Scalar(%x, %one) : (!ts.tensor<[2,3],f32, strides=[3,1]>, i64) -> !ts.tensor
  %b = aten.sub.Scalar(%a, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %c = aten.div.Scalar(%b, %one) : (!ts.tensor, i64) -> !ts.tensor
  %r = aten.relu(%c) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @views_of_views
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[R:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    func.return %[[R]]
func.func @views_of_views(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %a = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %c = aten.transpose.int(%b, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %d = aten.transpose.int(%c, %one, %zero) : (!ts.tensor, i64, i64) -> !ts.tensor
  %r = aten.relu(%d) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// The elements are written through the view, which both see.
// CHECK-LABEL: func.func @a_view_through_which_elements_are_written
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor
// CHECK-NEXT:    aten.relu_(%[[X]])
func.func @a_view_through_which_elements_are_written(%x: !ts.tensor<[2,3],f32>) {
  %a = aten.expand_as(%x, %x) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>) -> !ts.tensor
  %r = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  func.return
}

// -1 keeps a size.
// CHECK-LABEL: func.func @expanded_to_its_sizes
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[2,3],f32>)
// CHECK-NEXT:    %[[R:.*]] = aten.relu(%[[X]])
func.func @expanded_to_its_sizes(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %sizes = prim.Constant [-1 : i64, 3 : i64] : !ts.list<i64>
  %false = prim.Constant false
  %a = aten.expand(%x, %sizes, %false) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i1) -> !ts.tensor<[2,3],f32>
  %r = aten.relu(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// The result has these sizes, unless the expansion fails.
// CHECK-LABEL: func.func @stays_as_the_sizes_may_not_fit
// CHECK:         %[[A:.*]] = aten.expand(
// CHECK:         %[[B:.*]] = aten.expand_as(
// CHECK:         func.return %[[A]], %[[B]]
func.func @stays_as_the_sizes_may_not_fit(%x: !ts.tensor<[3,2],f32>, %y: !ts.tensor<[?,?],f32>, %n: i64) -> (!ts.tensor<[3,2],f32>, !ts.tensor<[3,2],f32>) {
  %sizes = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  %false = prim.Constant false
  %a = aten.expand(%x, %sizes, %false) : (!ts.tensor<[3,2],f32>, !ts.list<i64>, i1) -> !ts.tensor<[3,2],f32>
  %b = aten.expand_as(%x, %y) : (!ts.tensor<[3,2],f32>, !ts.tensor<[?,?],f32>) -> !ts.tensor<[3,2],f32>
  func.return %a, %b : !ts.tensor<[3,2],f32>, !ts.tensor<[3,2],f32>
}

// CHECK-LABEL: func.func @stays_as_the_operand_gets_other_sizes
// CHECK:         %[[T:.*]] = aten.t(
// CHECK:         aten.as_strided_(%[[T]]
// CHECK-NEXT:    %[[R:.*]] = aten.t(%[[T]])
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_the_operand_gets_other_sizes(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %none = prim.Constant : !ts.none
  %s = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %a = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
  %t = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %w = aten.as_strided_(%t, %s, %s, %none) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.none) -> !ts.tensor
  %r = aten.t(%t) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_operand_gets_other_axes
// CHECK:         %[[T:.*]] = aten.transpose.int(
// CHECK:         aten.unsqueeze_(%[[T]]
// CHECK-NEXT:    %[[R:.*]] = aten.transpose.int(%[[T]]
// CHECK-NEXT:    func.return %[[R]]
func.func @stays_as_the_operand_gets_other_axes(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %a = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
  %t = aten.transpose.int(%a, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %w = aten.unsqueeze_(%t, %zero) : (!ts.tensor, i64) -> !ts.tensor
  %r = aten.transpose.int(%t, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @returned_in_place_of_a_local_copy
// CHECK:         %[[Z:.*]] = aten.zeros
// CHECK-NEXT:    func.return %[[Z]]
func.func @returned_in_place_of_a_local_copy() -> !ts.tensor<[2,2],f32, strides=[2,1]> {
  %two = prim.Constant 2 : i64
  %six = prim.Constant 6 : i64
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %s = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %z = aten.zeros(%s, %six, %none, %none, %none) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2,2],f32, strides=[2,1]>
  %a = aten.mul.Scalar(%z, %one) : (!ts.tensor<[2,2],f32, strides=[2,1]>, i64) -> !ts.tensor<[2,2],f32, strides=[2,1]>
  func.return %a : !ts.tensor<[2,2],f32, strides=[2,1]>
}

// CHECK-LABEL: func.func @stays_as_the_caller_gets_both
// CHECK:         aten.mul.Scalar
// CHECK:         aten.t(
// CHECK:         aten.t(
func.func @stays_as_the_caller_gets_both(%x: !ts.tensor<[2,3],f32, strides=[3,1]>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %a = aten.mul.Scalar(%x, %one) : (!ts.tensor<[2,3],f32, strides=[3,1]>, i64) -> !ts.tensor
  %b = aten.t(%x) : (!ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor
  %c = aten.t(%b) : (!ts.tensor) -> !ts.tensor
  func.return %a, %c : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_operand_is_written
// CHECK:         aten.mul.Scalar
func.func @stays_as_the_operand_is_written(%x: !ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mul.Scalar(%x, %one) : (!ts.tensor<[2,3],f32, strides=[3,1]>, i64) -> !ts.tensor
  %w = aten.relu_(%x) : (!ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// A constant is one object in all calls, and the caller may write its copy.
// CHECK-LABEL: func.func @stays_as_the_caller_gets_the_copy_of_a_constant
// CHECK:         %[[C:.*]] = prim.Constant dense
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[A:.*]] = aten.mul.Scalar(%[[C]], %[[ONE]])
// CHECK-NEXT:    func.return %[[A]]
func.func @stays_as_the_caller_gets_the_copy_of_a_constant() -> !ts.tensor<[2],f32, strides=[1]> {
  %c = prim.Constant dense<[1.0, 2.0]> : tensor<2xf32> : !ts.tensor<[2],f32, strides=[1]>
  %one = prim.Constant 1 : i64
  %a = aten.mul.Scalar(%c, %one) : (!ts.tensor<[2],f32, strides=[1]>, i64) -> !ts.tensor<[2],f32, strides=[1]>
  func.return %a : !ts.tensor<[2],f32, strides=[1]>
}

// A product may have other strides, which `view` sees.
// CHECK-LABEL: func.func @stays_as_the_strides_are_not_known
// CHECK:         aten.mul.Scalar
func.func @stays_as_the_strides_are_not_known(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mul.Scalar(%x, %one) : (!ts.tensor<[2,3],f32>, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_element_type_changes
// CHECK:         aten.div.Scalar
func.func @stays_as_the_element_type_changes(%x: !ts.tensor<[2,3],i64, strides=[3,1]>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.div.Scalar(%x, %one) : (!ts.tensor<[2,3],i64, strides=[3,1]>, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// -0.0 - -0.0 is 0.0.
// CHECK-LABEL: func.func @stays_as_minus_zero_less_minus_zero_is_zero
// CHECK:         aten.sub.Scalar(
func.func @stays_as_minus_zero_less_minus_zero_is_zero(%x: !ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor {
  %zero = prim.Constant -0.0 : f64
  %one = prim.Constant 1 : i64
  %a = aten.sub.Scalar(%x, %zero, %one) : (!ts.tensor<[2,3],f32, strides=[3,1]>, f64, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Infinity times 0 is NaN.
// CHECK-LABEL: func.func @stays_as_infinity_times_zero_is_nan
// CHECK:         aten.sub.Scalar(
func.func @stays_as_infinity_times_zero_is_nan(%x: !ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %alpha = prim.Constant 0x7FF0000000000000 : f64
  %a = aten.sub.Scalar(%x, %zero, %alpha) : (!ts.tensor<[2,3],f32, strides=[3,1]>, i64, f64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// -0.0 - -1 * 0.0 is 0.0.
// CHECK-LABEL: func.func @stays_as_alpha_turns_the_zero_around
// CHECK:         aten.sub.Scalar(
func.func @stays_as_alpha_turns_the_zero_around(%x: !ts.tensor<[2,3],f32, strides=[3,1]>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %alpha = prim.Constant -1 : i64
  %a = aten.sub.Scalar(%x, %zero, %alpha) : (!ts.tensor<[2,3],f32, strides=[3,1]>, i64, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// (inf + inf * i) * (1 + 0 * i) is NaN.
// CHECK-LABEL: func.func @stays_as_complex_infinity_times_one_is_nan
// CHECK:         aten.mul.Scalar(
func.func @stays_as_complex_infinity_times_one_is_nan(%x: !ts.tensor<[2,3],complex<f32>, strides=[3,1]>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mul.Scalar(%x, %one) : (!ts.tensor<[2,3],complex<f32>, strides=[3,1]>, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// The same holds for quotients.
// CHECK-LABEL: func.func @stays_as_complex_infinity_by_one_is_nan
// CHECK:         aten.div.Scalar(
func.func @stays_as_complex_infinity_by_one_is_nan(%x: !ts.tensor<[2,3],complex<f32>, strides=[3,1]>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.div.Scalar(%x, %one) : (!ts.tensor<[2,3],complex<f32>, strides=[3,1]>, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// -0.0 - 0.0 * i less 0 is -0.0 + 0.0 * i.
// CHECK-LABEL: func.func @stays_as_a_complex_difference_loses_signs
// CHECK:         aten.sub.Scalar(
func.func @stays_as_a_complex_difference_loses_signs(%x: !ts.tensor<[2,3],complex<f32>, strides=[3,1]>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %a = aten.sub.Scalar(%x, %zero, %one) : (!ts.tensor<[2,3],complex<f32>, strides=[3,1]>, i64, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @sum_of_ints_and_zero
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor
// CHECK-NEXT:    %[[R:.*]] = aten.neg(%[[X]])
// CHECK-NEXT:    func.return %[[R]]
func.func @sum_of_ints_and_zero(%x: !ts.tensor<[2,3],i64, strides=[3,1]>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %a = aten.add.Scalar(%x, %zero, %one) : (!ts.tensor<[2,3],i64, strides=[3,1]>, i64, i64) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_other_axes_are_transposed
// CHECK:         aten.transpose.int
// CHECK:         aten.transpose.int
func.func @stays_as_other_axes_are_transposed(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %a = aten.transpose.int(%x, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %b = aten.transpose.int(%a, %zero, %two) : (!ts.tensor, i64, i64) -> !ts.tensor
  %r = aten.relu(%b) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: another walk finds the consequences of a branch's type.

// CHECK-LABEL: func.func @cast_of_a_narrowed_result
// CHECK:         %[[V:.*]] = prim.If %{{.*}} -> (!ts.tensor) {
// CHECK-NOT:     prim.unchecked_cast
// CHECK:         %[[R:.*]] = aten.relu(%[[V]])
// CHECK-NEXT:    func.return %[[R]]
func.func @cast_of_a_narrowed_result(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %v = prim.If %c -> (!ts.optional<!ts.tensor>) {
    %a = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %a : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  %u = prim.unchecked_cast(%v) : (!ts.optional<!ts.tensor>) -> !ts.tensor
  %r = aten.relu(%u) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// A branch decides whether the value is None.
// CHECK-LABEL: func.func @asks_the_branch_for_none
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK: %[[B:.*]] = aten.__not__(%[[C]])
// CHECK: %[[R:.*]] = aten.relu(%[[X]])
// CHECK: func.return %[[C]], %[[B]], %[[R]] : i1, i1, !ts.tensor
func.func @asks_the_branch_for_none(%x: !ts.tensor, %c: i1) -> (i1, i1, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %none : !ts.none
  } else {
    prim.If.yield %x : !ts.tensor
  }
  %a = aten.__is__(%m, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %b = aten.__isnot__(%m, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %k = prim.unchecked_cast(%m) : (!ts.optional<!ts.tensor>) -> !ts.tensor
  %r = aten.relu(%k) : (!ts.tensor) -> !ts.tensor
  func.return %a, %b, %r : i1, i1, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_both_branches_may_yield_none
// CHECK: aten.__is__(
func.func @stays_as_both_branches_may_yield_none(%x: !ts.optional<!ts.tensor>, %c: i1) -> i1 {
  %none = prim.Constant : !ts.none
  %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %none : !ts.none
  } else {
    prim.If.yield %x : !ts.optional<!ts.tensor>
  }
  %a = aten.__is__(%m, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  func.return %a : i1
}

// A dropout that does not train returns its operand.
// CHECK-LABEL: func.func @dropout_in_evaluation
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[R:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    func.return %[[R]]
func.func @dropout_in_evaluation(%x: !ts.tensor) -> !ts.tensor {
  %p = prim.Constant 0.5 : f64
  %false = prim.Constant false
  %d = aten.dropout(%x, %p, %false) : (!ts.tensor, f64, i1) -> !ts.tensor
  %r = aten.relu(%d) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @dropout_in_place_in_evaluation
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = aten.sigmoid(%[[X]])
// CHECK-NEXT:    %[[R:.*]] = aten.relu(%[[A]])
// CHECK-NEXT:    func.return %[[A]], %[[R]]
func.func @dropout_in_place_in_evaluation(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %p = prim.Constant 0.5 : f64
  %false = prim.Constant false
  %a = aten.sigmoid(%x) : (!ts.tensor) -> !ts.tensor
  %d = aten.dropout_(%a, %p, %false) : (!ts.tensor, f64, i1) -> !ts.tensor
  %r = aten.relu(%d) : (!ts.tensor) -> !ts.tensor
  func.return %d, %r : !ts.tensor, !ts.tensor
}

// Must not fire: it trains, and writes.
// CHECK-LABEL: func.func @dropout_in_place_in_training
// CHECK:         %[[A:.*]] = aten.sigmoid
// CHECK:         %[[D:.*]] = aten.dropout_(%[[A]],
// CHECK:         func.return %[[A]]
func.func @dropout_in_place_in_training(%x: !ts.tensor) -> !ts.tensor {
  %p = prim.Constant 0.5 : f64
  %true = prim.Constant true
  %a = aten.sigmoid(%x) : (!ts.tensor) -> !ts.tensor
  %d = aten.dropout_(%a, %p, %true) : (!ts.tensor, f64, i1) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Must not fire: it trains, or its probability is to be refused.
// CHECK-LABEL: func.func @dropout_in_training
// CHECK:         %[[R:.*]] = aten.dropout
// CHECK:         %[[S:.*]] = aten.dropout
// CHECK:         func.return %[[R]], %[[S]]
func.func @dropout_in_training(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %p = prim.Constant 0.5 : f64
  %q = prim.Constant 2.0 : f64
  %true = prim.Constant true
  %false = prim.Constant false
  %r = aten.dropout(%x, %p, %true) : (!ts.tensor, f64, i1) -> !ts.tensor
  %s = aten.dropout(%x, %q, %false) : (!ts.tensor, f64, i1) -> !ts.tensor
  func.return %r, %s : !ts.tensor, !ts.tensor
}
