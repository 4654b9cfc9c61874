// RUN: %ts-opt %s -p inline-calls | %check %s

func.func @double(%x: !ts.tensor) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %r = aten.add.Tensor(%x, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @inlines_callees_of_callees
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1) -> !ts.tensor
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[A:.*]] = aten.add.Tensor(%[[X]], %[[X]], %[[ONE]]) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT: %[[ONE2:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[B:.*]] = aten.add.Tensor(%[[A]], %[[A]], %[[ONE2]]) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT: prim.If.yield %[[B]] : !ts.tensor
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield %[[X]] : !ts.tensor
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @inlines_callees_of_callees(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %f = prim.Constant @twice : !ts.function<@twice>
    %y = prim.CallFunction(%f, %x) : (!ts.function<@twice>, !ts.tensor) -> !ts.tensor
    prim.If.yield %y : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %r : !ts.tensor
}

func.func @twice(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.Constant @double : !ts.function<@double>
  %y = prim.CallFunction(%f, %x) : (!ts.function<@double>, !ts.tensor) -> !ts.tensor
  %z = prim.CallFunction(%f, %y) : (!ts.function<@double>, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

func.func private @elsewhere(!ts.tensor) -> !ts.tensor

// CHECK-LABEL: func.func @leaves_a_function_of_elsewhere
// CHECK: prim.CallFunction
func.func @leaves_a_function_of_elsewhere(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.Constant @elsewhere : !ts.function<@elsewhere>
  %y = prim.CallFunction(%f, %x) : (!ts.function<@elsewhere>, !ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

func.func @maybe(%n: !ts.optional<i64>) -> !ts.optional<i64> {
  func.return %n : !ts.optional<i64>
}

// CHECK-LABEL: func.func @passes_none_as_a_constant
// CHECK-NEXT: %[[N:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[M:.*]] = prim.Constant : !ts.optional<i64>
// CHECK-NEXT: func.return %[[M]] : !ts.optional<i64>
func.func @passes_none_as_a_constant() -> !ts.optional<i64> {
  %n = prim.Constant : !ts.none
  %f = prim.Constant @maybe : !ts.function<@maybe>
  %r = prim.CallFunction(%f, %n) : (!ts.function<@maybe>, !ts.none) -> !ts.optional<i64>
  func.return %r : !ts.optional<i64>
}

// CHECK-LABEL: func.func @keeps_the_type_that_the_function_declares
// CHECK-SAME: (%[[N:.*]]: i64) -> !ts.optional<i64>
// CHECK-NEXT: %[[M:.*]] = prim.unchecked_cast(%[[N]]) : (i64) -> !ts.optional<i64>
// CHECK-NEXT: func.return %[[M]] : !ts.optional<i64>
func.func @keeps_the_type_that_the_function_declares(%n: i64) -> !ts.optional<i64> {
  %f = prim.Constant @maybe : !ts.function<@maybe>
  %r = prim.CallFunction(%f, %n) : (!ts.function<@maybe>, i64) -> !ts.optional<i64>
  func.return %r : !ts.optional<i64>
}

ts.class @Scale module {
  ts.attr @k : i64

  // CHECK-LABEL: func.func @twice_scaled
  // CHECK-SAME: (%[[SELF:.*]]: !ts.class<@Scale>, %[[X:.*]]: !ts.tensor) -> !ts.tensor
  // CHECK-NEXT: %[[K:.*]] = prim.GetAttr(%[[SELF]]) {name = "k"} : (!ts.class<@Scale>) -> i64
  // CHECK-NEXT: %[[Y:.*]] = aten.mul.Scalar(%[[X]], %[[K]]) : (!ts.tensor, i64) -> !ts.tensor
  // CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
  // CHECK-NEXT: %[[R:.*]] = aten.add.Tensor(%[[Y]], %[[Y]], %[[ONE]]) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  // CHECK-NEXT: func.return %[[R]] : !ts.tensor
  func.func @twice_scaled(%self: !ts.class<@Scale>, %x: !ts.tensor) -> !ts.tensor {
    %y = prim.CallMethod(%self, %x) {name = "forward"} : (!ts.class<@Scale>, !ts.tensor) -> !ts.tensor
    %f = prim.Constant @double : !ts.function<@double>
    %r = prim.CallFunction(%f, %y) : (!ts.function<@double>, !ts.tensor) -> !ts.tensor
    func.return %r : !ts.tensor
  }
  func.func @forward(%self: !ts.class<@Scale>, %x: !ts.tensor) -> !ts.tensor {
    %k = prim.GetAttr(%self) {name = "k"} : (!ts.class<@Scale>) -> i64
    %y = aten.mul.Scalar(%x, %k) : (!ts.tensor, i64) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}

// CHECK-LABEL: func.func @leaves_a_method_of_an_interface
// CHECK: prim.CallMethod
func.func @leaves_a_method_of_an_interface(%m: !ts.interface<@I>, %x: !ts.tensor) -> !ts.tensor {
  %y = prim.CallMethod(%m, %x) {name = "forward"} : (!ts.interface<@I>, !ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

ts.interface @I module {
  func.func private @forward(!ts.interface<@I>, !ts.tensor) -> !ts.tensor
}

// Each call returns the one list of the function.
// CHECK-LABEL: func.func @constant_list_stays_one_object
// CHECK-NEXT:    %[[L:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT:    func.return %[[L]], %[[L]]
func.func @numbers() -> !ts.list<i64> {
  %l = prim.Constant [1 : i64] : !ts.list<i64>
  func.return %l : !ts.list<i64>
}
func.func @constant_list_stays_one_object() -> (!ts.list<i64>, !ts.list<i64>) {
  %f = prim.Constant @numbers : !ts.function<@numbers>
  %a = prim.CallFunction(%f) : (!ts.function<@numbers>) -> !ts.list<i64>
  %b = prim.CallFunction(%f) : (!ts.function<@numbers>) -> !ts.list<i64>
  func.return %a, %b : !ts.list<i64>, !ts.list<i64>
}
