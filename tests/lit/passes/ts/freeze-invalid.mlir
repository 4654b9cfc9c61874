// RUN: not ts-opt %s -p 'freeze{object=m}' 2>&1 | filecheck %s
// RUN: not ts-opt %s -p 'freeze' 2>&1 | filecheck %s --check-prefix=WHICH
// RUN: not ts-opt %s -p 'freeze{object=n method=run}' 2>&1 | filecheck %s --check-prefix=METHOD

// WHICH: error: 'builtin.module' op needs one object: object=NAME, of these: m, n, n.other
// METHOD: error: 'ts.class' op has no method 'run' to freeze, of these: forward

ts.interface @I module {
  func.func private @forward(!ts.interface<@I>, !ts.tensor) -> !ts.tensor
}
ts.class @M module {
  ts.attr @part : !ts.interface<@I>
  func.func @forward(%self: !ts.class<@M>, %x: !ts.tensor) -> !ts.tensor {
    %part = prim.GetAttr(%self) {name = "part"} : (!ts.class<@M>) -> !ts.interface<@I>
    // CHECK: error: 'prim.CallMethod' op calls unknown code; freeze a module without interfaces
    %y = prim.CallMethod(%part, %x) {name = "forward"} : (!ts.interface<@I>, !ts.tensor) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}
ts.class @N module {
  func.func @forward(%self: !ts.class<@N>, %x: !ts.tensor) -> !ts.tensor {
    func.return %x : !ts.tensor
  }
}
ts.object @m : !ts.class<@M> {part = @n}
ts.object @n : !ts.class<@N> {}
ts.object @n.other : !ts.class<@N> {}
