// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @one_size_per_axis(%x: f32) {
  // expected-error@+1 {{'te.compute' op result must have one size per axis (2x3), but is tensor<2x4xf32>}}
  %0 = te.compute (%i = 2, %j = 3) : tensor<2x4xf32> {
    te.yield %x : f32
  }
  func.return
}

// -----

func.func @number_where_a_value_stands(%n: index, %x: f32) {
  // expected-error@+1 {{result must have one size per axis (?), but is tensor<2xf32>}}
  %0 = te.compute (%i = %n) : tensor<2xf32> {
    te.yield %x : f32
  }
  func.return
}

// -----

func.func @yields_another_type(%x: f64) {
  // expected-error@+1 {{'te.compute' op body must yield f32, but yields f64}}
  %0 = te.compute (%i = 2) : tensor<2xf32> {
    te.yield %x : f64
  }
  func.return
}

// -----

func.func @body_without_yield(%x: f32) {
  // expected-error@+1 {{'te.compute' op body must end in 'te.yield'}}
  %0 = te.compute (%i = 2) : tensor<2xf32> {
    // expected-error@+1 {{'arith.addf' op Operation arith.addf terminates block}}
    %1 = arith.addf %x, %x : f32
  }
  func.return
}

// -----

func.func @g() -> f32 {
  %0 = arith.constant 1.0 : f32
  func.return %0 : f32
}

func.func @body_with_effects() {
  // expected-error@+1 {{'te.compute' op body may contain only arith, math and te.load, but contains 'func.call'}}
  %0 = te.compute (%i = 2) : tensor<2xf32> {
    %1 = func.call @g() : () -> f32
    te.yield %1 : f32
  }
  func.return
}

// -----

func.func @body_of_other_arguments(%x: f32) {
  // expected-error@+1 {{'te.compute' op body must take (index), but takes (i64)}}
  %0 = "te.compute"() <{static_extents = array<i64: 2>}> ({
  ^bb0(%i: i64):
    te.yield %x : f32
  }) : () -> tensor<2xf32>
  func.return
}

// -----

func.func @extents_without_values(%x: f32) {
  // expected-error@+1 {{'te.compute' op 0 values for 1 dynamic extents}}
  %0 = "te.compute"() <{static_extents = array<i64: -9223372036854775808>}> ({
  ^bb0(%i: index):
    te.yield %x : f32
  }) : () -> tensor<?xf32>
  func.return
}

// -----

func.func @negative_extent(%x: f32) {
  // expected-error@+1 {{'te.compute' op a number among the extents is negative}}
  %0 = "te.compute"() <{static_extents = array<i64: -2>}> ({
  ^bb0(%i: index):
    te.yield %x : f32
  }) : () -> tensor<2xf32>
  func.return
}

// -----

func.func @result_that_is_no_tensor(%x: f32) {
  // expected-error@+1 {{expected a tensor type}}
  %0 = te.compute () : f32 {
    te.yield %x : f32
  }
  func.return
}

// -----

func.func @init_of_another_type(%x: f64) {
  // expected-error@+1 {{'te.reduce' op init must be f32, but is f64}}
  %0 = te.reduce (%i = 2) over (%k = 3) init (%acc = %x : f64) : tensor<2xf32> {
    te.yield %acc : f64
  }
  func.return
}

// -----

func.func @too_few_indices(%t: tensor<2x3xf32>, %i: index) {
  // expected-error@+1 {{'te.load' op 1 indices into tensor<2x3xf32>}}
  %0 = te.load %t[%i] : tensor<2x3xf32>
  func.return
}

// -----

func.func @load_of_no_tensor(%t: f32, %i: index) {
  // expected-error@+1 {{'te.load' op operand must be a tensor, not f32}}
  %0 = te.load %t[%i] : f32
  func.return
}

// -----

func.func @load_of_another_type(%t: tensor<2xf32>, %i: index) {
  // expected-error@+1 {{'te.load' op result must be f32, not f64}}
  %0 = "te.load"(%t, %i) : (tensor<2xf32>, index) -> f64
  func.return
}

// -----

func.func @yield_outside_of_a_body(%x: f32) {
  // expected-error@+1 {{'te.yield'}}
  te.yield %x : f32
}

// -----

func.func @constant_outside(%t: tensor<4x2xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'te.load' op index #0 reaches 4, outside of dimension 0 of tensor<4x2xf32>}}
  %x = te.load %t[%c4, %c1] : tensor<4x2xf32>
  func.return %x : f32
}

// -----

func.func @negative_constant(%t: tensor<4xf32>) -> f32 {
  %m = arith.constant -1 : index
  // expected-error@+1 {{'te.load' op index #0 reaches -1, outside of dimension 0 of tensor<4xf32>}}
  %x = te.load %t[%m] : tensor<4xf32>
  func.return %x : f32
}

// -----

func.func @axis_longer_than_the_tensor(%t: tensor<4xf32>) -> tensor<5xf32> {
  %r = te.compute (%i = 5) : tensor<5xf32> {
    // expected-error@+1 {{'te.load' op index #0 reaches 4, outside of dimension 0 of tensor<4xf32>}}
    %x = te.load %t[%i] : tensor<4xf32>
    te.yield %x : f32
  }
  func.return %r : tensor<5xf32>
}

// -----

func.func @reduced_axis_longer_than_the_tensor(%t: tensor<2x4xf32>, %z: f32) -> tensor<2xf32> {
  %r = te.reduce (%i = 2) over (%k = 5) init (%acc = %z : f32) : tensor<2xf32> {
    // expected-error@+1 {{'te.load' op index #1 reaches 4, outside of dimension 1 of tensor<2x4xf32>}}
    %x = te.load %t[%i, %k] : tensor<2x4xf32>
    %s = arith.addf %acc, %x : f32
    te.yield %s : f32
  }
  func.return %r : tensor<2xf32>
}

// -----

// A body that never runs reads nothing.
func.func @no_elements(%t: tensor<4xf32>) -> tensor<0x5xf32> {
  %r = te.compute (%i = 0, %j = 5) : tensor<0x5xf32> {
    %x = te.load %t[%j] : tensor<4xf32>
    te.yield %x : f32
  }
  func.return %r : tensor<0x5xf32>
}

// -----

func.func @scan_along_no_axis(%x: f32) {
  // expected-error@+1 {{'te.scan' op has 1 axes, but runs along 1}}
  %0 = te.scan (%i = 2) along 1 init (%acc = %x : f32) : tensor<2xf32> {
    te.yield %acc : f32
  }
  func.return
}

// -----

func.func @scan_from_another_type(%x: f64) {
  // expected-error@+1 {{'te.scan' op init must be f32, but is f64}}
  %0 = te.scan (%i = 2) along 0 init (%acc = %x : f64) : tensor<2xf32> {
    te.yield %acc : f64
  }
  func.return
}

// -----

func.func @without_results() {
  // expected-error@+1 {{'te.compute' op must have a result}}
  "te.compute"() <{static_extents = array<i64: 2>}> ({
  ^bb0(%i: index):
    "te.yield"() : () -> ()
  }) : () -> ()
  func.return
}

// -----

func.func @results_of_other_sizes() {
  // expected-error@+1 {{'te.compute' op result must have one size per axis (2), but is tensor<3xindex>}}
  %0, %1 = te.compute (%i = 2) : tensor<2xindex>, tensor<3xindex> {
    te.yield %i, %i : index, index
  }
  func.return
}

// -----

func.func @too_few_values() {
  // expected-error@+1 {{'te.compute' op body must yield index, index, but yields index}}
  %0, %1 = te.compute (%i = 2) : tensor<2xindex>, tensor<2xindex> {
    te.yield %i : index
  }
  func.return
}

// -----

func.func @too_few_inits(%x: f32) {
  // expected-error@+1 {{'te.reduce' op init must be f32, f32, but is f32}}
  %0, %1 = te.reduce (%i = 2) over (%k = 3) init (%acc = %x : f32) : tensor<2xf32>, tensor<2xf32> {
    te.yield %acc, %acc : f32, f32
  }
  func.return
}

// -----

func.func @scatter_without_put(%t: tensor<2xf32>, %x: f32) {
  // expected-error@+1 {{'te.scatter' op body must end in 'te.put'}}
  %0 = te.scatter (%i = 2) into %t : tensor<2xf32> {
    te.yield %x : f32
  }
  func.return
}

// -----

func.func @put_of_another_type(%t: tensor<2xf32>, %x: f64) {
  // expected-error@+1 {{'te.scatter' op body must put f32, not f64}}
  %0 = te.scatter (%i = 2) into %t : tensor<2xf32> {
    te.put %x at [%i] set : f64
  }
  func.return
}

// -----

func.func @put_of_another_rank(%t: tensor<2x2xf32>, %x: f32) {
  // expected-error@+1 {{'te.scatter' op body puts at 1 indices into tensor<2x2xf32>}}
  %0 = te.scatter (%i = 2) into %t : tensor<2x2xf32> {
    te.put %x at [%i] set : f32
  }
  func.return
}

// -----

func.func @unknown_combination(%t: tensor<2xf32>, %x: f32) {
  %0 = te.scatter (%i = 2) into %t : tensor<2xf32> {
    // expected-error@+1 {{'te.put' op combines by 'mean', expected one of set, add, mul, max, min}}
    te.put %x at [%i] mean : f32
  }
  func.return
}

// -----

func.func @yield_outside(%x: f32) {
  // expected-error@+1 {{'te.yield' op must end a body of te, but is in 'func.func'}}
  te.yield %x : f32
}

// -----

func.func @blocks_of_an_unknown_axis() {
  // expected-error@+1 {{'te.compute' op has array<i64: 1, 16> as 'te.blocks', expected array<i64: axis, width> with an axis below 1}}
  %0 = te.compute (%i = 4) : tensor<4xf32> attributes {te.blocks = array<i64: 1, 16>} {
    %1 = arith.constant 0.0 : f32
    te.yield %1 : f32
  }
  func.return
}

// -----

func.func @blocks_without_elements() {
  // expected-error@+1 {{'te.compute' op has array<i64: 0, 0> as 'te.blocks', expected array<i64: axis, width> with an axis below 1}}
  %0 = te.compute (%i = 4) : tensor<4xf32> attributes {te.blocks = array<i64: 0, 0>} {
    %1 = arith.constant 0.0 : f32
    te.yield %1 : f32
  }
  func.return
}

// -----

func.func @draws_floats() {
  // expected-error@+1 {{'te.draw' op draws a tensor of one axis of i32 or i64, not tensor<4xf32>}}
  %w = te.draw : tensor<4xf32>
  func.return
}

// -----

func.func @draws_along_two_axes() {
  // expected-error@+1 {{'te.draw' op draws a tensor of one axis of i32 or i64, not tensor<4x4xi32>}}
  %w = te.draw : tensor<4x4xi32>
  func.return
}

// -----

func.func @draws_without_a_size() {
  // expected-error@+1 {{'te.draw' op takes a size if that of its result is dynamic, and only then}}
  %w = te.draw : tensor<?xi32>
  func.return
}

// -----

func.func @draws_with_two_sizes(%n: index) {
  // expected-error@+1 {{'te.draw' op takes a size if that of its result is dynamic, and only then}}
  %w = te.draw %n : tensor<4xi32>
  func.return
}

// -----

func.func @assigns_an_argument(%k: tensor<4xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{'te.assign' op assigns a tensor that the function computes, not an argument}}
  te.assign %v to %k : tensor<4xf32>
  func.return
}

// -----

func.func @assigns_to_a_result(%x: f32) {
  %0 = te.compute (%i = 4) : tensor<4xf32> {
    te.yield %x : f32
  }
  // expected-error@+1 {{'te.assign' op assigns to an argument of a function}}
  te.assign %0 to %0 : tensor<4xf32>
  func.return
}

// -----

func.func @assigns_a_number(%k: f32, %x: f32) {
  %0 = arith.addf %x, %x : f32
  // expected-error@+1 {{'te.assign' op assigns a tensor, not f32}}
  te.assign %0 to %k : f32
  func.return
}

// -----

func.func @assigns_in_the_middle(%k: tensor<4xf32>, %x: f32) -> f32 {
  %0 = te.compute (%i = 4) : tensor<4xf32> {
    te.yield %x : f32
  }
  // expected-error@+1 {{'te.assign' op stands before 'arith.addf', but must end the function}}
  te.assign %0 to %k : tensor<4xf32>
  %1 = arith.addf %x, %x : f32
  func.return %1 : f32
}

// -----

func.func @assigns_twice(%k: tensor<4xf32>, %x: f32) {
  %0 = te.compute (%i = 4) : tensor<4xf32> {
    te.yield %x : f32
  }
  // expected-error@+1 {{'te.assign' op assigns to an argument that is assigned again, or returned}}
  te.assign %0 to %k : tensor<4xf32>
  // expected-error@+1 {{'te.assign' op assigns to an argument that is assigned again, or returned}}
  te.assign %0 to %k : tensor<4xf32>
  func.return
}

// -----

func.func @assigns_to_what_it_returns(%k: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %0 = te.compute (%i = 4) : tensor<4xf32> {
    te.yield %x : f32
  }
  // expected-error@+1 {{'te.assign' op assigns to an argument that is assigned again, or returned}}
  te.assign %0 to %k : tensor<4xf32>
  func.return %k : tensor<4xf32>
}

// -----

// A nest is verified after its body.
func.func @load_in_a_nest_without_a_dynamic_extent(%t: tensor<?xf32>) {
  // expected-error@+1 {{'te.compute' op 0 values for 1 dynamic extents}}
  %0 = "te.compute"() <{static_extents = array<i64: -9223372036854775808>}> ({
  ^bb0(%i: index):
    %x = te.load %t[%i] : tensor<?xf32>
    te.yield %x : f32
  }) : () -> tensor<?xf32>
  func.return
}

// -----

func.func @load_in_a_nest_with_extents_of_another_attribute(%t: tensor<2xf32>) {
  // expected-error@+1 {{'te.compute' op 2 : i64 should be of base attribute array}}
  %0 = "te.compute"() <{static_extents = 2 : i64}> ({
  ^bb0(%i: index):
    %x = te.load %t[%i] : tensor<2xf32>
    te.yield %x : f32
  }) : () -> tensor<2xf32>
  func.return
}

// -----

func.func @load_in_a_nest_without_extents(%t: tensor<2xf32>) {
  // expected-error@+1 {{'te.compute' op property 'static_extents' expected}}
  %0 = "te.compute"() ({
  ^bb0(%i: index):
    %x = te.load %t[%i] : tensor<2xf32>
    te.yield %x : f32
  }) : () -> tensor<2xf32>
  func.return
}
