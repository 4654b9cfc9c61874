// RUN: %ts-opt %s --verify-diagnostics --split-input-file

ts.class @C {
  // expected-error@+1 {{'ts.attr' op is a parameter, which has no constant value}}
  ts.attr @k parameter = 3 : i64
}

// -----

ts.class @C {
  // expected-error@+1 {{'ts.attr' op has the value [3 : i64], expected a literal of !ts.list<f64>}}
  ts.attr @k = [3] : !ts.list<f64>
}

// -----

ts.class @C {
  // expected-error@+1 {{'ts.attr' op has the kind 'weight', expected 'parameter' or 'buffer'}}
  "ts.attr"() <{sym_name = "k", type = i64, kind = "weight"}> : () -> ()
}

// -----

ts.class @C {
  // expected-error@+1 {{expected ':' and the type of the attribute}}
  ts.attr @k = [1] }

// -----

// expected-error@+1 {{'ts.attr' expects parent op 'ts.class'}}
ts.attr @k : i64

// -----

// expected-error@+1 {{'ts.class' op Redefinition of symbol "forward"}}
ts.class @C {
  ts.attr @forward : i64
  func.func @forward(%self: !ts.class<@C>) {
    func.return
  }
}

// -----

// expected-error@+1 {{'ts.class' op has a method 'forward' whose first argument is i64, expected !ts.class<@C>}}
ts.class @C {
  func.func @forward(%self: i64) {
    func.return
  }
}

// -----

// expected-error@+1 {{'ts.class' op has a method 'forward' whose first argument is nothing, expected !ts.class<@C>}}
ts.class @C {
  func.func @forward() {
    func.return
  }
}

// -----

// expected-error@+1 {{'ts.class' op holds 'ts.operator', which does not belong there}}
ts.class @C {
  ts.operator "my::op"() : () -> ()
}

// -----

// expected-error@+1 {{'ts.class' op holds 'ts.class', which does not belong there}}
ts.class @C {
  // expected-error@+1 {{'ts.class' expects parent op 'builtin.module'}}
  ts.class @D {
  }
}

// -----

// expected-error@+1 {{'ts.interface' op has a method 'f' with a body, expected only declarations}}
ts.interface @I {
  func.func @f(%self: !ts.interface<@I>) {
    func.return
  }
}

// -----

// expected-error@+1 {{'ts.interface' op has a method 'f' whose first argument is !ts.class<@I>, expected !ts.interface<@I>}}
ts.interface @I {
  func.func private @f(!ts.class<@I>)
}

// -----

// expected-error@+1 {{'ts.enum' op has values of type i1, expected i64, f64 or !ts.str}}
ts.enum @E : i1 {}

// -----

// expected-error@+1 {{'ts.enum' op has the member 'B' = 2.000000e+00 : f64, expected a literal of i64}}
ts.enum @E : i64 {A = 1, B = 2.0}

// -----

// expected-error@+1 {{'ts.enum' op has two members with the same name}}
ts.enum @E : i64 {A = 1, A = 2}

// -----

// expected-error@+1 {{'ts.enum' op has two members with the same name}}
"ts.enum"() <{sym_name = "E", value_type = i64, names = ["A", "A"], values = [1, 2]}> : () -> ()

// -----

// expected-error@+1 {{'ts.enum' op has 1 values, expected 2}}
"ts.enum"() <{sym_name = "E", value_type = i64, names = ["A", "B"], values = [1]}> : () -> ()

// -----

ts.class @C {
  ts.attr @x : i64
  ts.attr @k = 3 : i64
}
// expected-error@+1 {{'ts.object' op has no value for the attribute 'x' of its class}}
ts.object @c : !ts.class<@C> {}

// -----

ts.class @C {
  ts.attr @k = 3 : i64
}
// expected-error@+1 {{'ts.object' op has a value for 'k', which is not an attribute of its class}}
ts.object @c : !ts.class<@C> {k = 3}

// -----

ts.class @C {
  ts.attr @x : i64
}
// expected-error@+1 {{'ts.object' op has the value "a" in 'x', expected a literal of i64}}
ts.object @c : !ts.class<@C> {x = "a"}

// -----

// expected-error@+1 {{expected a class type}}
ts.object @c : i64 {}

// -----

ts.class @C {
  ts.attr @parts : !ts.list<!ts.class<@D>>
}
ts.object @d : !ts.class<@E> {}
// expected-error@+1 {{'ts.object' op names '@e', which the module does not define}}
ts.object @a : !ts.class<@C> {parts = [@e]}
// expected-error@+1 {{'ts.object' op names '@d', which is of type !ts.class<@E>, expected !ts.class<@D>}}
ts.object @b : !ts.class<@C> {parts = [@d]}
