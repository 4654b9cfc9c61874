// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @literals_of_another_type() {
  // expected-error@+1 {{'prim.Constant' op has the value 1 : i64, expected a literal of f64}}
  %0 = prim.Constant 1 : i64 : f64
  // expected-error@+1 {{'prim.Constant' op has the value 1 : i32, expected a literal of i64}}
  %1 = prim.Constant 1 : i32 : i64
  // expected-error@+1 {{'prim.Constant' op has the value @f, expected a literal of !ts.str}}
  %2 = prim.Constant @f : !ts.str
  // expected-error@+1 {{'prim.Constant' op has the value [1.000000e+00 : f64], expected a literal of complex<f64>}}
  %3 = prim.Constant [1.0] : complex<f64>
  // expected-error@+1 {{'prim.Constant' op has the value [1 : i64, true], expected a literal of !ts.list<i64>}}
  %4 = prim.Constant [1, true] : !ts.list<i64>
  // expected-error@+1 {{'prim.Constant' op has the value [1 : i64, 2 : i64], expected a literal of !ts.tuple<i64>}}
  %5 = prim.Constant [1, 2] : !ts.tuple<i64>
  // expected-error@+1 {{'prim.Constant' op has the value ["a"], expected a literal of !ts.dict<!ts.str, i64>}}
  %6 = prim.Constant ["a"] : !ts.dict<!ts.str, i64>
  // expected-error@+1 {{'prim.Constant' op has the value 1 : i64, expected a literal of !ts.tensor}}
  %7 = prim.Constant 1 : i64 : !ts.tensor
  // expected-error@+1 {{'prim.Constant' op has the value true, expected a literal of !ts.union<i64, !ts.str>}}
  %8 = prim.Constant true : !ts.union<i64, !ts.str>
  // expected-error@+1 {{'prim.Constant' op has the value 1 : i64, expected a literal of !ts.future<i64>}}
  %9 = prim.Constant 1 : i64 : !ts.future<i64>
  func.return
}

// -----

func.func @none_where_a_value_must_be() {
  // expected-error@+1 {{'prim.Constant' op has the value none, expected a literal of i64}}
  %0 = prim.Constant : i64
  // expected-error@+1 {{'prim.Constant' op has the value 1 : i64, expected a literal of !ts.none}}
  %1 = prim.Constant 1 : i64 : !ts.none
  func.return
}

// -----

func.func @no_type() {
  %0 = prim.Constant "a"
  // expected-error@+1 {{expected ':' and the type of the constant}}
  func.return
}

// -----

// expected-error@+1 {{1.0e39 does not fit in f32}}
%0 = prim.Constant dense<1.0e39> : tensor<f32> : !ts.tensor

// -----

// expected-error@+1 {{70000.0 does not fit in f16}}
%0 = prim.Constant dense<[1.0, 70000.0]> : tensor<2xf16> : !ts.tensor

// -----

// expected-error@+1 {{0xFF800000 is not the 16 bits of a number of type f16}}
%0 = prim.Constant dense<0xFF800000> : tensor<2xf16> : !ts.tensor

// -----

// expected-error@+1 {{300 does not fit in i8, from -128 to 255}}
%0 = prim.Constant dense<300> : tensor<i8> : !ts.tensor

// -----

// expected-error@+1 {{-9223372036854775809 does not fit in i64, from -9223372036854775808 to 9223372036854775807}}
%0 = prim.Constant -9223372036854775809 : i64

// -----

// expected-error@+1 {{9223372036854775808 does not fit in i64, from -9223372036854775808 to 9223372036854775807}}
%0 = prim.Constant [1, 9223372036854775808] : !ts.list<i64>
