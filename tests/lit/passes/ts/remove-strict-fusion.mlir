// RUN: %ts-opt %s -p remove-strict-fusion | %check %s

!strict = !ts.class<@"__torch__.torch.jit.strict_fusion">

builtin.module attributes {ts.partial} {
  // CHECK-LABEL: func.func @a_block
  // CHECK-SAME: (%[[X:.*]]: !ts.tensor)
  // CHECK-NEXT: %[[Y:.*]] = aten.relu(%[[X]])
  // CHECK-NEXT: func.return %[[Y]]
  func.func @a_block(%x: !ts.tensor) -> !ts.tensor {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    prim.Exit(%m) : (!strict) -> ()
    func.return %y : !ts.tensor
  }

  // A function may return the manager and what it enters.

  // CHECK-LABEL: func.func @keeps_a_used_manager
  // CHECK-NEXT: %[[M:.*]] = prim.CreateObject()
  // CHECK-NEXT: %[[N:.*]] = prim.Constant : !ts.none
  // CHECK-NEXT: func.return %[[M]], %[[N]]
  func.func @keeps_a_used_manager() -> (!strict, !ts.none) {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    prim.Exit(%m) : (!strict) -> ()
    func.return %m, %n : !strict, !ts.none
  }

  // CHECK-LABEL: func.func @stays_as_another_class_is_entered
  // CHECK-SAME: (%[[K:.*]]: !ts.class<@no_grad>)
  // CHECK-NEXT: prim.Enter(%[[K]])
  // CHECK-NEXT: prim.Exit(%[[K]])
  func.func @stays_as_another_class_is_entered(%k: !ts.class<@no_grad>) {
    %n = prim.Enter(%k) : (!ts.class<@no_grad>) -> !ts.none
    prim.Exit(%k) : (!ts.class<@no_grad>) -> ()
    func.return
  }
}
