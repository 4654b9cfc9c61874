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

// -----

func.func @functions(%n: i64, %f: !ts.function<@plus>, %g: !ts.function<@undefined_function>) {
  // expected-error@+1 {{'prim.Constant' op names the function @plus, but is of type !ts.function<@minus>}}
  %0 = prim.Constant @plus : !ts.function<@minus>
  // expected-error@+1 {{'prim.CallFunction' op names '@undefined_function', which the module does not define}}
  %1 = prim.CallFunction(%g, %n) : (!ts.function<@undefined_function>, i64) -> i64
  // expected-error@+1 {{'prim.CallFunction' op passes 1 values, expected 2}}
  %2 = prim.CallFunction(%f, %n) : (!ts.function<@plus>, i64) -> f64
  // expected-error@+1 {{'prim.CallFunction' op passes value 1 of type i64, expected f64}}
  %3 = prim.CallFunction(%f, %n, %n) : (!ts.function<@plus>, i64, i64) -> f64
  // expected-error@+1 {{'prim.CallFunction' op results in value 0 of type f64, expected i64}}
  %4 = prim.CallFunction(%f, %n, %2) : (!ts.function<@plus>, i64, f64) -> i64
  func.return
}

func.func @plus(%a: i64, %b: f64) -> f64 {
  func.return %b : f64
}

// -----

ts.class @C {
}

func.func @a_class_is_no_function(%f: !ts.function<@C>) {
  // expected-error@+1 {{'prim.CallFunction' op names '@C', a 'ts.class', expected a 'func.func'}}
  %0 = prim.CallFunction(%f) : (!ts.function<@C>) -> !ts.class<@C>
  func.return
}

// -----

ts.class @C {
  ts.attr @n : i64
  ts.attr @k = 3
  func.func private @forward(!ts.class<@C>, i64) -> i64
}

func.func @members(%self: !ts.class<@C>, %n: i64) {
  // expected-error@+1 {{'prim.GetAttr' op needs the attribute 'm', which !ts.class<@C> does not have}}
  %0 = prim.GetAttr(%self) {name = "m"} : (!ts.class<@C>) -> i64
  // expected-error@+1 {{'prim.GetAttr' op needs the attribute 'forward', which !ts.class<@C> does not have}}
  %1 = prim.GetAttr(%self) {name = "forward"} : (!ts.class<@C>) -> i64
  // expected-error@+1 {{'prim.GetAttr' op reads value 0 of type i64, expected f64}}
  %2 = prim.GetAttr(%self) {name = "n"} : (!ts.class<@C>) -> f64
  // expected-error@+1 {{'prim.SetAttr' op needs the attribute 'm', which !ts.class<@C> does not have}}
  prim.SetAttr(%self, %n) {name = "m"} : (!ts.class<@C>, i64) -> ()
  // expected-error@+1 {{'prim.SetAttr' op writes value 0 of type f64, expected i64}}
  prim.SetAttr(%self, %2) {name = "n"} : (!ts.class<@C>, f64) -> ()
  // expected-error@+1 {{'prim.SetAttr' op writes 'k', which is a constant of its class}}
  prim.SetAttr(%self, %n) {name = "k"} : (!ts.class<@C>, i64) -> ()
  %has = prim.HasAttr(%self) {name = "m"} : (!ts.class<@C>) -> i1
  // expected-error@+1 {{'prim.CallMethod' op needs the method 'backward', which !ts.class<@C> does not have}}
  %3 = prim.CallMethod(%self, %n) {name = "backward"} : (!ts.class<@C>, i64) -> i64
  // expected-error@+1 {{'prim.CallMethod' op passes 1 values, expected 2}}
  %4 = prim.CallMethod(%self) {name = "forward"} : (!ts.class<@C>) -> i64
  // expected-error@+1 {{'prim.CallMethod' op results in value 0 of type i64, expected !ts.str}}
  %5 = prim.CallMethod(%self, %n) {name = "forward"} : (!ts.class<@C>, i64) -> !ts.str
  // expected-error@+1 {{'prim.Enter' op needs the method '__enter__', which !ts.class<@C> does not have}}
  %6 = prim.Enter(%self) : (!ts.class<@C>) -> i64
  // expected-error@+1 {{'prim.Exit' op needs the method '__exit__', which !ts.class<@C> does not have}}
  prim.Exit(%self) : (!ts.class<@C>) -> ()
  func.return
}

// -----

ts.interface @I {
  func.func private @run(!ts.interface<@I>) -> i64
}

func.func @interfaces(%i: !ts.interface<@I>) {
  // expected-error@+1 {{'prim.CallMethod' op needs the method 'stop', which !ts.interface<@I> does not have}}
  %0 = prim.CallMethod(%i) {name = "stop"} : (!ts.interface<@I>) -> i64
  // expected-error@+1 {{'prim.CallMethod' op results in value 0 of type i64, expected f64}}
  %1 = prim.CallMethod(%i) {name = "run"} : (!ts.interface<@I>) -> f64
  func.return
}

// -----

ts.enum @E : i64 {A = 1}
ts.object @d : !ts.class<@D> {}

func.func @constants() {
  // expected-error@+1 {{'prim.Constant' op names 'B', which !ts.enum<@E> does not have}}
  %0 = prim.Constant @B : !ts.enum<@E>
  // expected-error@+1 {{'prim.Constant' op names 'B', which !ts.enum<@E> does not have}}
  %1 = prim.Constant [@E::@A, @E::@B] : !ts.list<!ts.enum<@E>>
  // expected-error@+1 {{'prim.Constant' op names '@d', which is of type !ts.class<@D>, expected !ts.class<@C>}}
  %2 = prim.Constant @d : !ts.class<@C>
  // expected-error@+1 {{'prim.Constant' op names '@c', which the module does not define}}
  %3 = prim.Constant @c : !ts.class<@C>
  func.return
}

// -----

// Missing definitions may be elsewhere; existing ones must match.
builtin.module attributes {ts.partial} {
  ts.class @C {
    func.func private @forward(!ts.class<@C>) -> i64
  }
  func.func @partial(%self: !ts.class<@C>, %f: !ts.function<@f>) {
    %0 = prim.CallFunction(%f) : (!ts.function<@f>) -> i64
    %1 = prim.CallMethod(%self) {name = "backward"} : (!ts.class<@C>) -> i64
    %2 = prim.GetAttr(%self) {name = "n"} : (!ts.class<@C>) -> i64
    // expected-error@+1 {{'prim.CallMethod' op results in value 0 of type i64, expected f64}}
    %3 = prim.CallMethod(%self) {name = "forward"} : (!ts.class<@C>) -> f64
    func.return
  }
}
