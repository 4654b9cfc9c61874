// RUN: %ts-opt %s -p check-strict-fusion | %check %s

!strict = !ts.class<@"__torch__.torch.jit.strict_fusion">

builtin.module attributes {ts.partial} {
  // CHECK-LABEL: func.func @holds_a_group
  // CHECK:         prim.TensorExprGroup
  func.func @holds_a_group(%x: !ts.tensor) -> !ts.tensor<[2],f32> {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %one = prim.Constant 1 : i64
    %y = prim.TensorExprGroup(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
    ^bb0(%b: !ts.tensor<[2],f32>):
      %c = aten.relu(%b) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
      prim.return %c : !ts.tensor<[2],f32>
    }
    prim.Exit(%m) : (!strict) -> ()
    func.return %y : !ts.tensor<[2],f32>
  }

  // CHECK-LABEL: func.func @holds_a_checked_group
  // CHECK:         prim.FallbackGraph
  func.func @holds_a_checked_group(%x: !ts.tensor) -> !ts.tensor {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    %a, %ok = prim.TypeCheck(%x) {types = [!ts.tensor<[2],f32>]} : (!ts.tensor) -> (!ts.tensor<[2],f32>, i1)
    %r = prim.If %ok -> (!ts.tensor) {
      %y = prim.TensorExprGroup(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
      ^bb0(%b: !ts.tensor<[2],f32>):
        %c = aten.relu(%b) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
        prim.return %c : !ts.tensor<[2],f32>
      }
      prim.If.yield %y : !ts.tensor<[2],f32>
    } else {
      %z = prim.FallbackGraph(%x) : (!ts.tensor) -> !ts.tensor {
      ^bb1(%d: !ts.tensor):
        %e = aten.relu(%d) : (!ts.tensor) -> !ts.tensor
        prim.return %e : !ts.tensor
      }
      prim.If.yield %z : !ts.tensor
    }
    prim.Exit(%m) : (!strict) -> ()
    func.return %r : !ts.tensor
  }

  // CHECK-LABEL: func.func @passes_around_a_nested_block
  func.func @passes_around_a_nested_block() {
    %m = prim.CreateObject() : () -> !strict
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    %k = prim.CreateObject() : () -> !strict
    %o = prim.Enter(%k) : (!strict) -> !ts.none
    prim.Exit(%k) : (!strict) -> ()
    prim.Exit(%m) : (!strict) -> ()
    func.return
  }

  // CHECK-LABEL: func.func @passes_operators_outside_of_the_block
  // CHECK:         aten.relu
  func.func @passes_operators_outside_of_the_block(%x: !ts.tensor) -> !ts.tensor {
    %m = prim.CreateObject() : () -> !strict
    %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    %n = prim.Enter(%m) : (!strict) -> !ts.none
    prim.Exit(%m) : (!strict) -> ()
    %z = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
    func.return %z : !ts.tensor
  }

  // CHECK-LABEL: func.func @passes_as_another_class_is_entered
  // CHECK:         aten.relu
  func.func @passes_as_another_class_is_entered(%m: !ts.class<@no_grad>, %x: !ts.tensor) -> !ts.tensor {
    %n = prim.Enter(%m) : (!ts.class<@no_grad>) -> !ts.none
    %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    prim.Exit(%m) : (!ts.class<@no_grad>) -> ()
    func.return %y : !ts.tensor
  }
}
