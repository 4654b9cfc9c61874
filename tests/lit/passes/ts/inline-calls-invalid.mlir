// RUN: %ts-opt %s -p inline-calls --split-input-file --verify-diagnostics

func.func @even(%n: i64) -> i64 {
  %f = prim.Constant @odd : !ts.function<@odd>
  %r = prim.CallFunction(%f, %n) : (!ts.function<@odd>, i64) -> i64
  func.return %r : i64
}

func.func @odd(%n: i64) -> i64 {
  %f = prim.Constant @even : !ts.function<@even>
  // expected-error @+1 {{'prim.CallFunction' op cannot be inlined, the functions call each other: even -> odd -> even}}
  %r = prim.CallFunction(%f, %n) : (!ts.function<@even>, i64) -> i64
  func.return %r : i64
}

// -----

ts.class @C {
  func.func @f(%self: !ts.class<@C>) -> i64 {
    // expected-error @+1 {{'prim.CallMethod' op cannot be inlined, the functions call each other: C.f -> C.f}}
    %r = prim.CallMethod(%self) {name = "f"} : (!ts.class<@C>) -> i64
    func.return %r : i64
  }
}
