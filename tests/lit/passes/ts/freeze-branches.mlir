// RUN: ts-opt %s -p 'freeze{object=fires}' | filecheck %s
// RUN: ts-opt %s -p 'freeze{object=a_method_sets_the_number}' | filecheck %s --check-prefix=SET

// A branch that an attribute rules out is not inlined, so it may call its own method.
// CHECK:       func.func @forward(%[[SELF:.*]]: !ts.class<@Net>, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
// CHECK-NEXT:    %[[Y:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    func.return %[[Y]]

ts.class @Net module {
  ts.attr @training : i1
  ts.attr @deep : i1
  func.func @forward(%self: !ts.class<@Net>, %x: !ts.tensor) -> !ts.tensor {
    %deep = prim.GetAttr(%self) {name = "deep"} : (!ts.class<@Net>) -> i1
    %r = prim.If %deep -> (!ts.tensor) {
      %n = prim.CallMethod(%self, %x) {name = "forward"} : (!ts.class<@Net>, !ts.tensor) -> !ts.tensor
      prim.If.yield %n : !ts.tensor
    } else {
      %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %y : !ts.tensor
    }
    func.return %r : !ts.tensor
  }
}
ts.object @fires : !ts.class<@Net> {training = false, deep = false}

// SET:         func.func @forward(%[[SELF:.*]]: !ts.class<@Switch>, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
// SET:           %[[ON:.*]] = prim.GetAttr(%[[SELF]]) {name = "on"}
// SET-NEXT:      %[[R:.*]] = prim.If %[[ON]] -> (!ts.tensor) {
ts.class @Switch module {
  ts.attr @training : i1
  ts.attr @on : i1
  func.func @forward(%self: !ts.class<@Switch>, %x: !ts.tensor) -> !ts.tensor {
    %none = prim.CallMethod(%self) {name = "turn_on"} : (!ts.class<@Switch>) -> !ts.none
    %on = prim.GetAttr(%self) {name = "on"} : (!ts.class<@Switch>) -> i1
    %r = prim.If %on -> (!ts.tensor) {
      %n = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %n : !ts.tensor
    } else {
      prim.If.yield %x : !ts.tensor
    }
    func.return %r : !ts.tensor
  }
  func.func @turn_on(%self: !ts.class<@Switch>) -> !ts.none {
    %true = prim.Constant true : i1
    prim.SetAttr(%self, %true) {name = "on"} : (!ts.class<@Switch>, i1) -> ()
    %none = prim.Constant : !ts.none
    func.return %none : !ts.none
  }
}
ts.object @a_method_sets_the_number : !ts.class<@Switch> {training = false, on = false}
