// RUN: %ts-opt %s -p check-inputs | %check %s

// Fires: an argument has the profiled type in one branch, and none in the other.

// CHECK-LABEL: func.func @argument
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[A:.*]], %[[OK:.*]] = prim.TypeCheck(%[[X]]) {types = [!ts.tensor<[2],f32>]} : (!ts.tensor) -> (!ts.tensor<[2],f32>, i1)
// CHECK-NEXT: %[[R:.*]] = prim.If %[[OK]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[P:.*]] = prim.profile(%[[A]])
// CHECK-NEXT:   %[[M:.*]] = aten.mul.Scalar(%[[P]], %[[N]])
// CHECK-NEXT:   prim.If.yield %[[M]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[F:.*]] = prim.FallbackGraph(%[[X]], %[[N]]) : (!ts.tensor, i64) -> !ts.tensor {
// CHECK-NEXT:   ^bb0(%[[Y:.*]]: !ts.tensor, %[[K:.*]]: i64):
// CHECK-NEXT:     %[[S:.*]] = aten.mul.Scalar(%[[Y]], %[[K]]) : (!ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT:     prim.return %[[S]] : !ts.tensor
// CHECK:        prim.If.yield %[[F]]
// CHECK:      func.return %[[R]]
func.func @argument(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.mul.Scalar(%a, %n) : (!ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: an attribute is read where the function begins; whether it requires a gradient does not
// matter.

ts.class @Linear module {
  ts.attr @weight parameter : !ts.tensor
}
ts.class @M module {
  ts.attr @linear : !ts.class<@Linear>
  // CHECK-LABEL: func.func @attribute
  // CHECK-SAME: (%[[SELF:.*]]: !ts.class<@M>)
  // CHECK-NEXT: %[[L:.*]] = prim.GetAttr(%[[SELF]]) {name = "linear"}
  // CHECK-NEXT: %[[W:.*]] = prim.GetAttr(%[[L]]) {name = "weight"}
  // CHECK-NEXT: %[[A:.*]], %[[OK:.*]] = prim.TypeCheck(%[[W]]) {types = [!ts.tensor<[2],f32>]}
  // CHECK-NEXT: prim.If %[[OK]]
  // CHECK-NEXT:   %[[UNUSED:.*]] = prim.GetAttr(%[[SELF]]) {name = "linear"}
  // CHECK-NEXT:   %[[P:.*]] = prim.profile(%[[A]])
  // CHECK-NEXT:   %[[R:.*]] = aten.relu(%[[P]])
  // CHECK-NEXT:   prim.If.yield %[[R]]
  func.func @attribute(%self: !ts.class<@M>) -> !ts.tensor {
    %l = prim.GetAttr(%self) {name = "linear"} : (!ts.class<@M>) -> !ts.class<@Linear>
    %w = prim.GetAttr(%l) {name = "weight"} : (!ts.class<@Linear>) -> !ts.tensor
    %a = prim.profile(%w) {profiled_type = !ts.tensor<[2],f32, requires_grad=true>} : (!ts.tensor) -> !ts.tensor
    %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    func.return %r : !ts.tensor
  }
}

// Fires: the argument was None.

// CHECK-LABEL: func.func @absent
// CHECK-SAME: (%[[X:.*]]: !ts.optional<!ts.tensor>) -> i1
// CHECK-NEXT: %[[A:.*]], %[[OK:.*]] = prim.TypeCheck(%[[X]]) {types = [!ts.none]}
// CHECK-NEXT: prim.If %[[OK]]
// CHECK:        aten.__is__(%[[A]], %[[NONE:.*]]) : (!ts.none, !ts.none) -> i1
func.func @absent(%x: !ts.optional<!ts.tensor>) -> i1 {
  %a = prim.profile(%x) {profiled_type = !ts.none} : (!ts.optional<!ts.tensor>) -> !ts.optional<!ts.tensor>
  %none = prim.Constant : !ts.none
  %r = aten.__is__(%x, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  func.return %r : i1
}

// Fires: a constant is checked, as a call may give it another size.

// CHECK-LABEL: func.func @constant
// CHECK-NEXT: %[[C:.*]] = prim.Constant dense
// CHECK-NEXT: %[[A:.*]], %[[OK:.*]] = prim.TypeCheck(%[[C]])
// CHECK-NEXT: prim.If %[[OK]]
// CHECK-NEXT:   %[[P:.*]] = prim.profile(%[[A]])
// CHECK:      } else {
// CHECK-NEXT:   prim.FallbackGraph()
// CHECK-NEXT:     %[[D:.*]] = prim.Constant dense
// CHECK-NEXT:     aten.relu(%[[D]])
func.func @constant() -> !ts.tensor {
  %c = prim.Constant dense<[1.0, 2.0]> : tensor<2xf32> : !ts.tensor
  %a = prim.profile(%c) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: the sizes are symbols, which are the same in all inputs.

// CHECK-LABEL: func.func @symbols
// CHECK-NEXT: %[[A:.*]], %[[OK:.*]] = prim.TypeCheck(%[[X:.*]]) {types = [!ts.tensor<[s0,s0],f32>]}
func.func @symbols(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[s0,s0],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the type of the constant states its sizes.

// CHECK-LABEL: func.func @constant_of_known_sizes
// CHECK-NEXT: %[[C:.*]] = prim.Constant dense
// CHECK-NEXT: %[[P:.*]] = prim.profile(%[[C]])
func.func @constant_of_known_sizes() -> !ts.tensor {
  %c = prim.Constant dense<[1.0, 2.0]> : tensor<2xf32> : !ts.tensor<[2],f32>
  %a = prim.profile(%c) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor<[2],f32>) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: not even a symbol is known for the size.

// CHECK-LABEL: func.func @stays_as_the_size_is_not_known
// CHECK-NEXT: prim.profile
func.func @stays_as_the_size_is_not_known(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[?],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: two uses saw two types, so the function changes the size.

// CHECK-LABEL: func.func @stays_as_the_function_changes_the_size
// CHECK-NEXT: prim.profile
func.func @stays_as_the_function_changes_the_size(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %zero = prim.Constant 0 : i64
  %u = aten.unsqueeze_(%a, %zero) : (!ts.tensor, i64) -> !ts.tensor
  %b = prim.profile(%x) {profiled_type = !ts.tensor<[1,2],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%b) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the attribute is set.

ts.class @Counter module {
  ts.attr @state : !ts.tensor
  // CHECK-LABEL: func.func @stays_as_the_attribute_is_set
  // CHECK-NEXT: prim.GetAttr
  // CHECK-NEXT: prim.profile
  func.func @stays_as_the_attribute_is_set(%self: !ts.class<@Counter>) -> !ts.tensor {
    %s = prim.GetAttr(%self) {name = "state"} : (!ts.class<@Counter>) -> !ts.tensor
    %a = prim.profile(%s) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
    %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    prim.SetAttr(%self, %r) {name = "state"} : (!ts.class<@Counter>, !ts.tensor) -> ()
    func.return %r : !ts.tensor
  }
}

// Must not fire: a call may set attributes.

func.func @callee(%x: !ts.tensor) -> !ts.tensor {
  func.return %x : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_call_may_set_attributes
// CHECK-NEXT: prim.profile
func.func @stays_as_a_call_may_set_attributes(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %f = prim.Constant @callee : !ts.function<@callee>
  %r = prim.CallFunction(%f, %a) : (!ts.function<@callee>, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: a value in the middle of the function is not an input.

// CHECK-LABEL: func.func @stays_as_it_is_no_input
// CHECK-NEXT: aten.relu
// CHECK-NEXT: prim.profile
func.func @stays_as_it_is_no_input(%x: !ts.tensor) -> !ts.tensor {
  %r = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %a = prim.profile(%r) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %s = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %s : !ts.tensor
}

// Fires: an element of a tuple is read where the function begins.

// CHECK-LABEL: func.func @element_of_a_tuple
// CHECK-SAME: (%[[T:.*]]: !ts.tuple<!ts.tensor, i64>) -> !ts.tensor
// CHECK-NEXT: %[[X:.*]], %[[N:.*]] = prim.TupleUnpack(%[[T]])
// CHECK-NEXT: %[[A:.*]], %[[OK:.*]] = prim.TypeCheck(%[[X]]) {types = [!ts.tensor<[2],f32>]}
// CHECK-NEXT: %[[R:.*]] = prim.If %[[OK]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[P:.*]] = prim.profile(%[[A]])
// CHECK-NEXT:   %[[S:.*]] = aten.relu(%[[P]])
// CHECK-NEXT:   prim.If.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[F:.*]] = prim.FallbackGraph(%[[T]])
func.func @element_of_a_tuple(%t: !ts.tuple<!ts.tensor, i64>) -> !ts.tensor {
  %x, %n = prim.TupleUnpack(%t) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: a tuple that may be None has no elements where the function begins.

// CHECK-LABEL: func.func @stays_as_the_tuple_may_be_none
// CHECK-SAME: (%[[T:.*]]: !ts.optional<!ts.tuple<!ts.tensor, i64>>, %[[GIVEN:.*]]: i1) -> !ts.tensor
// CHECK-NEXT: prim.If %[[GIVEN]]
// CHECK-NEXT:   %[[U:.*]] = prim.unchecked_cast(%[[T]])
// CHECK-NEXT:   %[[X:.*]], %[[N:.*]] = prim.TupleUnpack(%[[U]])
// CHECK-NEXT:   prim.profile(%[[X]])
func.func @stays_as_the_tuple_may_be_none(%t: !ts.optional<!ts.tuple<!ts.tensor, i64>>, %given: i1) -> !ts.tensor {
  %r = prim.If %given -> (!ts.tensor) {
    %u = prim.unchecked_cast(%t) : (!ts.optional<!ts.tuple<!ts.tensor, i64>>) -> !ts.tuple<!ts.tensor, i64>
    %x, %n = prim.TupleUnpack(%u) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
    %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
    %s = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %s : !ts.tensor
  } else {
    %e = prim.Uninitialized() : () -> !ts.tensor
    prim.If.yield %e : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// Fires: an int is a symbol, which a tensor has as well.

// CHECK-LABEL: func.func @size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[S:.*]], %[[A:.*]], %[[OK:.*]] = prim.TypeCheck(%[[N]], %[[X]]) {types = [!ts.size<s0>, !ts.tensor<[s0],f32>]}
// CHECK-NEXT: %[[R:.*]] = prim.If %[[OK]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[V:.*]] = prim.size_value(%[[S]]) : (!ts.size<s0>) -> i64
// CHECK-NEXT:   %[[P:.*]] = prim.profile(%[[V]])
// CHECK-NEXT:   %[[B:.*]] = prim.profile(%[[A]])
// CHECK-NEXT:   %[[M:.*]] = aten.mul.Scalar(%[[B]], %[[V]])
func.func @size(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %k = prim.profile(%n) {profiled_type = !ts.size<s0>} : (i64) -> i64
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[s0],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.mul.Scalar(%a, %n) : (!ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: a size below 2 is a number.

// CHECK-LABEL: func.func @small_size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[S:.*]], %[[OK:.*]] = prim.TypeCheck(%[[N]]) {types = [!ts.size<1>]}
// CHECK-NEXT: %[[R:.*]] = prim.If %[[OK]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[V:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[P:.*]] = prim.profile(%[[V]])
// CHECK-NEXT:   %[[M:.*]] = aten.mul.Scalar(%[[X]], %[[V]])
func.func @small_size(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %k = prim.profile(%n) {profiled_type = !ts.size<1>} : (i64) -> i64
  %r = aten.mul.Scalar(%x, %n) : (!ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: a list is the tensor of its numbers, and its length is the size of that.

// CHECK-LABEL: func.func @numbers
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = prim.list_tensor(%[[L]]) : (!ts.list<i64>) -> !ts.tensor
// CHECK-NEXT: %[[L_1:.*]], %[[V1:.*]] = prim.TypeCheck(%[[V0]]) {types = [!ts.tensor<[s0],i64, device="cpu">]} : (!ts.tensor) -> (!ts.tensor<[s0],i64, device="cpu">, i1)
// CHECK-NEXT: %[[V2:.*]] = prim.If %[[V1]] -> (i64) {
// CHECK-NEXT: %[[V3:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V4:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V5:.*]] = prim.tolist(%[[L_1]], %[[V4]], %[[V3]]) : (!ts.tensor<[s0],i64, device="cpu">, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[P:.*]] = prim.profile(%[[L_1]]) {profiled_type = !ts.tensor<[s0],i64, device="cpu">} : (!ts.tensor<[s0],i64, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[L_1]], %[[V6]]) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[V5]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: %[[R:.*]] = aten.add.int(%[[A]], %[[N]]) : (i64, i64) -> i64
// CHECK-NEXT: prim.If.yield %[[R]] : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V7:.*]] = prim.FallbackGraph(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64 {
// CHECK-NEXT: ^bb0(%[[L_2:.*]]: !ts.list<i64>, %[[I_1:.*]]: i64):
// CHECK-NEXT: %[[N_1:.*]] = aten.len.t(%[[L_2]]) : (!ts.list<i64>) -> i64
// CHECK-NEXT: %[[A_1:.*]] = aten.__getitem__.t(%[[L_2]], %[[I_1]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: %[[R_1:.*]] = aten.add.int(%[[A_1]], %[[N_1]]) : (i64, i64) -> i64
// CHECK-NEXT: prim.return %[[R_1]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: prim.If.yield %[[V7]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V2]] : i64
// CHECK-NEXT: }
func.func @numbers(%l: !ts.list<i64>, %i: i64) -> i64 {
  %t = prim.list_tensor(%l) : (!ts.list<i64>) -> !ts.tensor
  %p = prim.profile(%t) {profiled_type = !ts.tensor<[s0],i64, device="cpu">} : (!ts.tensor) -> !ts.tensor
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  %r = aten.add.int(%a, %n) : (i64, i64) -> i64
  func.return %r : i64
}

// Must not fire: the list had elements of another type, of which there is no profile.

// CHECK-LABEL: func.func @stays_as_a_list_has_no_profile
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[T:.*]] = prim.list_tensor(%[[L]]) : (!ts.list<i64>) -> !ts.tensor
// CHECK-NEXT: %[[P:.*]] = prim.profile(%[[T]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_a_list_has_no_profile(%l: !ts.list<i64>, %i: i64) -> i64 {
  %t = prim.list_tensor(%l) : (!ts.list<i64>) -> !ts.tensor
  %p = prim.profile(%t) : (!ts.tensor) -> !ts.tensor
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}
