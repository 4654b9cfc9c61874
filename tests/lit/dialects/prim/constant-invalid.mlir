// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @literals_of_another_type() {
  // expected-error@+1 {{'prim.Constant' op has a value that is no f64: 1 : i64}}
  %0 = prim.Constant 1 : i64 : f64
  // expected-error@+1 {{'prim.Constant' op has a value that is no i64: 1 : i32}}
  %1 = prim.Constant 1 : i32 : i64
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.str: @f}}
  %2 = prim.Constant @f : !ts.str
  // expected-error@+1 {{'prim.Constant' op has a value that is no complex<f64>: [1.000000e+00 : f64]}}
  %3 = prim.Constant [1.0] : complex<f64>
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.list<i64>: [1 : i64, true]}}
  %4 = prim.Constant [1, true] : !ts.list<i64>
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.tuple<i64>: [1 : i64, 2 : i64]}}
  %5 = prim.Constant [1, 2] : !ts.tuple<i64>
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.dict<!ts.str, i64>: ["a"]}}
  %6 = prim.Constant ["a"] : !ts.dict<!ts.str, i64>
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.tensor: 1 : i64}}
  %7 = prim.Constant 1 : i64 : !ts.tensor
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.union<i64, !ts.str>: true}}
  %8 = prim.Constant true : !ts.union<i64, !ts.str>
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.future<i64>: 1 : i64}}
  %9 = prim.Constant 1 : i64 : !ts.future<i64>
  func.return
}

// -----

func.func @none_where_a_value_must_be() {
  // expected-error@+1 {{'prim.Constant' op has a value that is no i64: none}}
  %0 = prim.Constant : i64
  // expected-error@+1 {{'prim.Constant' op has a value that is no !ts.none: 1 : i64}}
  %1 = prim.Constant 1 : i64 : !ts.none
  func.return
}

// -----

func.func @no_type() {
  %0 = prim.Constant "a"
  // expected-error@+1 {{expected ':' and the type of the constant}}
  func.return
}
