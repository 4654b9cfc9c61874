// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @attributes(%self: !ts.class<@M>, %n: i64) {
  // expected-error@+1 {{'prim.GetAttr' op operand 'object' at position 0 does not verify}}
  %0 = prim.GetAttr(%n) {name = "x"} : (i64) -> i64
  // expected-error@+1 {{'prim.GetAttr' op property 'name' expected}}
  %1 = prim.GetAttr(%self) : (!ts.class<@M>) -> i64
  // expected-error@+1 {{'prim.SetAttr' op Expected 2 operands, but got 1}}
  prim.SetAttr(%self) {name = "x"} : (!ts.class<@M>) -> ()
  // expected-error@+1 {{'prim.HasAttr' op result 'result' at position 0 does not verify}}
  %2 = prim.HasAttr(%self) {name = "x"} : (!ts.class<@M>) -> i64
  func.return
}

// -----

func.func @calls(%self: !ts.class<@M>, %n: i64) {
  // expected-error@+1 {{'prim.CallMethod' op Expected at least 1 operand, but got 0}}
  %0 = prim.CallMethod() {name = "forward"} : () -> i64
  // expected-error@+1 {{'prim.CallMethod' op property 'name' expected}}
  %1 = prim.CallMethod(%self) : (!ts.class<@M>) -> i64
  // expected-error@+1 {{'prim.CallFunction' op operand 'callee' at position 0 does not verify}}
  %2 = prim.CallFunction(%self, %n) : (!ts.class<@M>, i64) -> i64
  func.return
}

// -----

func.func @objects(%n: i64) {
  // expected-error@+1 {{'prim.CreateObject' op result 'result' at position 0 does not verify}}
  %0 = prim.CreateObject() : () -> i64
  // expected-error@+1 {{'prim.Enter' op operand 'manager' at position 0 does not verify}}
  %1 = prim.Enter(%n) : (i64) -> i64
  func.return
}
