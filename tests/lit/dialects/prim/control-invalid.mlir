// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @if_condition_is_no_bool(%n: i64) {
  // expected-error@+1 {{operand is used with type i1, but has been previously used or defined with type i64}}
  prim.If %n {
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return
}

// -----

func.func @generic_if_condition_is_no_bool(%n: i64) {
  // expected-error@+1 {{'prim.If' op operand 'condition' at position 0 does not verify}}
  "prim.If"(%n) ({
    prim.If.yield
  }, {
    prim.If.yield
  }) : (i64) -> ()
  func.return
}

// -----

func.func @two_conditions(%c: i1) {
  // expected-error@+1 {{'prim.If' op Expected 1 operand, but got 2}}
  "prim.If"(%c, %c) ({
    prim.If.yield
  }, {
    prim.If.yield
  }) : (i1, i1) -> ()
  func.return
}

// -----

func.func @one_branch(%c: i1) {
  // expected-error@+1 {{'prim.If' op Expected 2 regions, but got 1}}
  "prim.If"(%c) ({
    prim.If.yield
  }) : (i1) -> ()
  func.return
}

// -----

func.func @no_else(%c: i1) {
  prim.If %c {
    prim.If.yield
  }
  // expected-error@+1 {{Expected 'else'}}
  func.return
}

// -----

func.func @then_yields_too_little(%c: i1, %x: !ts.tensor) {
  // expected-error@+1 {{'prim.If' op yields in its then branch 0 values, expected 1}}
  %r = prim.If %c -> (!ts.tensor) {
    prim.If.yield
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return
}

// -----

func.func @else_yields_too_much(%c: i1, %x: !ts.tensor) {
  // expected-error@+1 {{'prim.If' op yields in its else branch 1 values, expected 0}}
  prim.If %c {
    prim.If.yield
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return
}

// -----

func.func @else_yields_another_type(%c: i1, %x: !ts.tensor, %n: i64) {
  // expected-error@+1 {{'prim.If' op yields in its else branch value 1 of type i64, expected !ts.tensor}}
  %a, %b = prim.If %c -> (i64, !ts.tensor) {
    prim.If.yield %n, %x : i64, !ts.tensor
  } else {
    prim.If.yield %n, %n : i64, i64
  }
  func.return
}

// -----

func.func @yields_a_supertype(%c: i1, %x: !ts.optional<i64>) {
  // expected-error@+1 {{'prim.If' op yields in its then branch value 0 of type !ts.optional<i64>, expected i64}}
  %r = prim.If %c -> (i64) {
    prim.If.yield %x : !ts.optional<i64>
  } else {
    prim.If.yield %x : !ts.optional<i64>
  }
  func.return
}

// -----

func.func @branch_without_terminator(%c: i1) {
  prim.If %c {
    prim.If.yield
  } else {
    // expected-error@+1 {{'prim.Constant' op Operation prim.Constant terminates block in single-block region but is not a terminator}}
    %0 = prim.Constant 1 : i64
  }
  func.return
}

// -----

func.func @empty_branch(%c: i1) {
  // expected-error@+1 {{'prim.If' op Region 'else_region' at position 1 expected a single block, but got 0 blocks}}
  prim.If %c {
    prim.If.yield
  } else {
  }
  func.return
}

// -----

func.func @wrong_terminator(%c: i1) {
  prim.If %c {
    // expected-error@+1 {{'prim.return' op ends the body of a subgraph, not of 'prim.If'}}
    prim.return
  } else {
    prim.If.yield
  }
  func.return
}

// -----

func.func @terminator_without_a_parent(%c: i1) {
  // expected-error@+1 {{'prim.If' op does not end its then branch with 'prim.If.yield'}}
  prim.If %c {
    "test.termop"() : () -> ()
  } else {
    prim.If.yield
  }
  func.return
}

// -----

func.func @branch_with_arguments(%c: i1) {
  // expected-error@+1 {{'prim.If' op has arguments on its else branch}}
  prim.If %c {
    prim.If.yield
  } else {
  ^bb0(%x: i64):
    prim.If.yield
  }
  func.return
}

// -----

func.func @yield_outside_of_if() {
  // expected-error@+1 {{'prim.If.yield' expects parent op 'prim.If'}}
  prim.If.yield
}

// -----

func.func @value_of_the_other_branch(%c: i1, %n: i64) {
  %r = prim.If %c -> (i64) {
    %x = prim.Constant 1 : i64
    prim.If.yield %x : i64
  } else {
    // expected-error@+1 {{use of undefined value '%x'}}
    prim.If.yield %x : i64
  }
  func.return
}

// -----

func.func @trip_count_is_no_int(%c: i1) {
  // expected-error@+1 {{operand is used with type i64, but has been previously used or defined with type i1}}
  prim.Loop %c, %c : () -> () {
  ^bb0(%i: i64):
    prim.Loop.condition %c
  }
  func.return
}

// -----

func.func @loop_body_without_turn(%n: i64, %c: i1) {
  // expected-error@+1 {{'prim.Loop' op needs the iteration number, an i64, as first argument of its body}}
  prim.Loop %n, %c : () -> () {
    prim.Loop.condition %c
  }
  func.return
}

// -----

func.func @loop_starts_with_too_little(%n: i64, %c: i1) {
  // expected-error@+1 {{'prim.Loop' op starts with 0 values, expected 1}}
  prim.Loop %n, %c : () -> () {
  ^bb0(%i: i64, %x: i64):
    prim.Loop.condition %c
  }
  func.return
}

// -----

func.func @loop_starts_with_another_type(%n: i64, %c: i1) {
  // expected-error@+1 {{'prim.Loop' op starts with value 0 of type i1, expected i64}}
  %r = prim.Loop %n, %c, iter(%c) : (i1) -> (i64) {
  ^bb0(%i: i64, %x: i64):
    prim.Loop.condition %c, iter(%x) : (i64)
  }
  func.return
}

// -----

func.func @loop_carries_on_another_type(%n: i64, %c: i1) {
  // expected-error@+1 {{'prim.Loop' op carries on value 0 of type i1, expected i64}}
  %r = prim.Loop %n, %c, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %x: i64):
    prim.Loop.condition %c, iter(%c) : (i1)
  }
  func.return
}

// -----

func.func @loop_results_in_another_type(%n: i64, %c: i1) {
  // expected-error@+1 {{'prim.Loop' op results in value 0 of type i64, expected f64}}
  %r = prim.Loop %n, %c, iter(%n) : (i64) -> (f64) {
  ^bb0(%i: i64, %x: i64):
    prim.Loop.condition %c, iter(%x) : (i64)
  }
  func.return
}

// -----

func.func @loop_body_ends_like_a_branch(%n: i64, %c: i1) {
  prim.Loop %n, %c : () -> () {
  ^bb0(%i: i64):
    // expected-error@+1 {{'prim.If.yield' expects parent op 'prim.If'}}
    prim.If.yield
  }
  func.return
}

// -----

func.func @fewer_types_than_values(%n: i64, %c: i1) {
  prim.Loop %n, %c, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %x: i64):
    // expected-error@+1 {{expected 2 operand types but had 1}}
    prim.Loop.condition %c, iter(%x) : (i64, i64)
  }
  func.return
}
