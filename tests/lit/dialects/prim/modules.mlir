// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s

// CHECK-LABEL: func.func @attributes(
// CHECK-SAME: %[[SELF:.*]]: !ts.class<@__torch__.M>, %[[X:.*]]: !ts.tensor) {
func.func @attributes(%self: !ts.class<@__torch__.M>, %x: !ts.tensor) {
  // CHECK-NEXT: %[[WEIGHT:.*]] = prim.GetAttr(%[[SELF]]) {name = "weight"} : (!ts.class<@__torch__.M>) -> !ts.tensor
  %weight = prim.GetAttr(%self) {name = "weight"} : (!ts.class<@__torch__.M>) -> !ts.tensor
  // CHECK-NEXT: prim.SetAttr(%[[SELF]], %[[X]]) {name = "weight"} : (!ts.class<@__torch__.M>, !ts.tensor) -> ()
  prim.SetAttr(%self, %x) {name = "weight"} : (!ts.class<@__torch__.M>, !ts.tensor) -> ()
  // CHECK-NEXT: %[[HAS:.*]] = prim.HasAttr(%[[SELF]]) {name = "bias"} : (!ts.class<@__torch__.M>) -> i1
  %has = prim.HasAttr(%self) {name = "bias"} : (!ts.class<@__torch__.M>) -> i1
  // CHECK-NEXT: func.return
  func.return
}

func.func private @f(!ts.tensor) -> !ts.tensor

// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[SELF:.*]]: !ts.class<@__torch__.M>, %[[I:.*]]: !ts.interface<@I>, %[[F:.*]]: !ts.function<@f>, %[[X:.*]]: !ts.tensor) {
func.func @calls(%self: !ts.class<@__torch__.M>, %i: !ts.interface<@I>, %f: !ts.function<@f>, %x: !ts.tensor) {
  // CHECK-NEXT: %[[A:.*]] = prim.CallMethod(%[[SELF]], %[[X]]) {name = "forward"} : (!ts.class<@__torch__.M>, !ts.tensor) -> !ts.tensor
  %a = prim.CallMethod(%self, %x) {name = "forward"} : (!ts.class<@__torch__.M>, !ts.tensor) -> !ts.tensor
  // CHECK-NEXT: %[[B:.*]] = prim.CallMethod(%[[I]]) {name = "run"} : (!ts.interface<@I>) -> !ts.none
  %b = prim.CallMethod(%i) {name = "run"} : (!ts.interface<@I>) -> !ts.none
  // CHECK-NEXT: %[[C:.*]] = prim.CallFunction(%[[F]], %[[X]]) : (!ts.function<@f>, !ts.tensor) -> !ts.tensor
  %c = prim.CallFunction(%f, %x) : (!ts.function<@f>, !ts.tensor) -> !ts.tensor
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @objects(
func.func @objects() {
  // CHECK-NEXT: %[[OBJECT:.*]] = prim.CreateObject() : () -> !ts.class<@__torch__.no_grad>
  %object = prim.CreateObject() : () -> !ts.class<@__torch__.no_grad>
  // CHECK-NEXT: %[[ENTERED:.*]] = prim.Enter(%[[OBJECT]]) : (!ts.class<@__torch__.no_grad>) -> !ts.none
  %entered = prim.Enter(%object) : (!ts.class<@__torch__.no_grad>) -> !ts.none
  // CHECK-NEXT: %[[LEFT:.*]] = prim.Exit(%[[OBJECT]]) : (!ts.class<@__torch__.no_grad>) -> !ts.tensor
  %left = prim.Exit(%object) : (!ts.class<@__torch__.no_grad>) -> !ts.tensor
  // CHECK-NEXT: prim.Exit(%[[OBJECT]], %[[ENTERED]]) : (!ts.class<@__torch__.no_grad>, !ts.none) -> ()
  prim.Exit(%object, %entered) : (!ts.class<@__torch__.no_grad>, !ts.none) -> ()
  // CHECK-NEXT: func.return
  func.return
}
