// RUN: not ts-opt %s -p 'lower-graph{object=m}' 2>&1 | filecheck %s
// RUN: not ts-opt %s -p 'lower-graph{object=m method=run}' 2>&1 | filecheck %s --check-prefix=METHOD
// RUN: not ts-opt %s -p 'lower-graph{object=n}' 2>&1 | filecheck %s --check-prefix=OBJECT

// METHOD: error: 'ts.class' op has no method 'run' to lower, of these: forward
// OBJECT: error: 'builtin.module' op needs one object: object=NAME, of these: m
ts.class @M module {
  ts.attr @count : i64
  func.func @forward(%self: !ts.class<@M>, %n: i64) -> i64 {
    // CHECK: error: 'prim.SetAttr' op uses the module 'self'; only reads of attributes become inputs
    prim.SetAttr(%self, %n) {name = "count"} : (!ts.class<@M>, i64) -> ()
    func.return %n : i64
  }
}
ts.object @m : !ts.class<@M> {count = 0 : i64}
