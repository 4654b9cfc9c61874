// RUN: %ts-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{1 strides for 2 sizes}}
func.func private @strides_of_another_rank(!ts.tensor<[2,3],f32, strides=[1]>)

// -----

// expected-error@+1 {{1 strides for unknown sizes}}
func.func private @strides_without_sizes(!ts.tensor<*,f32, strides=[1]>)

// -----

// expected-error@+1 {{a size is negative in [-2]}}
func.func private @negative_size(!ts.tensor<[-2],f32>)

// -----

// expected-error@+1 {{Expected ','}}
func.func private @no_dtype(!ts.tensor<[2]>)

// -----

// expected-error@+1 {{Expected one of}}
func.func private @unknown_fact(!ts.tensor<[2],f32, layout="sparse">)

// -----

// expected-error@+1 {{field 'y' has no default but one before it has}}
func.func private @default_before_none(!ts.named_tuple<@P, x: i64 = "1", y: i64>)

// -----

// expected-error@+1 {{expected 'ts.list<element>'}}
func.func private @no_element(!ts.list<>)

// -----

// expected-error@+1 {{expected 'ts.dict<key, value>'}}
func.func private @no_value(!ts.dict<i64>)

// -----

// expected-error@+1 {{expected 'ts.str' without parameters}}
func.func private @no_parameters(!ts.str<i64>)
