// RUN: %ts-opt %s -p check-strict-fusion --verify-diagnostics

!strict = !ts.class<@"__torch__.torch.jit.strict_fusion">

builtin.module attributes {ts.partial} {
  func.func @operators(%x: !ts.tensor) -> !ts.tensor {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    // expected-error@+1 {{'aten.relu' op is in no fusion group}}
    %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    // expected-error@+1 {{'prim.Print' op is in no fusion group}}
    prim.Print(%y) : (!ts.tensor) -> ()
    prim.Exit(%m) : (!strict) -> ()
    func.return %y : !ts.tensor
  }

  func.func @a_branch_with_an_early_return(%x: !ts.tensor, %b: i1) -> !ts.tensor {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    // expected-error@+1 {{'prim.If' op is in no fusion group}}
    %y = prim.If %b -> (!ts.tensor) {
      prim.Exit(%m) : (!strict) -> ()
      prim.If.yield %x : !ts.tensor
    } else {
      prim.Exit(%m) : (!strict) -> ()
      %z = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %z : !ts.tensor
    }
    func.return %y : !ts.tensor
  }

  func.func @a_block_that_enters_another_class(%k: !ts.class<@no_grad>) {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    // expected-error@+1 {{'prim.Enter' op is in no fusion group}}
    %o = prim.Enter(%k) : (!ts.class<@no_grad>) -> !ts.none
    // expected-error@+1 {{'prim.Exit' op is in no fusion group}}
    prim.Exit(%k) : (!ts.class<@no_grad>) -> ()
    prim.Exit(%m) : (!strict) -> ()
    func.return
  }
}
