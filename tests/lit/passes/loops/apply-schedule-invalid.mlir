// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p apply-schedule

// expected-error@+1 {{'te.schedule' must be an array of strings, found "split-loop"}}
func.func @no_array() attributes {te.schedule = "split-loop"} {
  func.return
}

// -----

// expected-error@+1 {{'te.schedule' must be an array of strings, found [1 : i64]}}
func.func @no_strings() attributes {te.schedule = [1]} {
  func.return
}

// -----

// expected-error@+1 {{'te.schedule' has the element 'split-lop{loop=i}': unknown pass 'split-lop'; did you mean 'split-loop'}}
func.func @unknown_pass() attributes {te.schedule = ["split-lop{loop=i}"]} {
  func.return
}

// -----

// expected-error@+1 {{'te.schedule' has the element 'split-loop{loop=i': expected an option name or '}'}}
func.func @open_brace() attributes {te.schedule = ["split-loop{loop=i"]} {
  func.return
}

// -----

// expected-error@+1 {{has no loop named 'i'; it has no named loops; 'name-loops' names loops after their counters (in 'te.schedule': 'unroll-loop{loop=i}')}}
func.func @no_loops() attributes {te.schedule = ["unroll-loop{loop=i}"]} {
  func.return
}

// -----

func.func @second_pass_fails(%n: index, %m: memref<?xf32>, %x: f32)
    attributes {te.schedule = ["split-loop{loop=i factor=8}", "unroll-loop{loop=io}"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'io' cannot be unrolled: only a run knows its trip count; a factor unrolls as many iterations (in 'te.schedule': 'unroll-loop{loop=io}')}}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  func.return
}
