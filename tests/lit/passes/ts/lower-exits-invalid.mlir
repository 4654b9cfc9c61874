// RUN: %ts-opt %s -p lower-exits --split-input-file --verify-diagnostics

func.func @leaves_a_loop_without_an_iteration(%n: i64, %x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    // expected-error@+1 {{'script.return' op leaves a loop whose body is not in a 'script.iteration'}}
    script.return %x : !ts.tensor
    prim.Loop.condition %true
  }
  func.return %x : !ts.tensor
}

// -----

func.func @next_outside_of_an_iteration(%x: !ts.tensor) -> !ts.tensor {
  // expected-error@+1 {{'script.next' op is not in a 'script.iteration'}}
  script.next %x : !ts.tensor
  func.return %x : !ts.tensor
}

// -----

func.func @iteration_outside_of_a_loop(%x: !ts.tensor) -> !ts.tensor {
  // expected-error@+1 {{'script.iteration' op is not in the body of a 'prim.Loop'}}
  script.iteration {
    script.next
  }
  func.return %x : !ts.tensor
}

// -----

func.func @returns_another_type(%c: i1, %x: !ts.tensor) -> i64 {
  prim.If %c {
    // expected-error@+1 {{'script.return' op returns value 0 of type !ts.tensor, expected i64}}
    script.return %x : !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  %n = prim.Constant 1 : i64
  func.return %n : i64
}

// -----

func.func @passes_another_type(%n: i64, %x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %carried: !ts.tensor):
    %next = script.iteration -> !ts.tensor {
      // expected-error@+1 {{'script.next' op passes value 0 of type i64, expected !ts.tensor}}
      script.next %n : i64
    }
    prim.Loop.condition %true, iter(%next) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// -----

func.func @iteration_without_an_end(%n: i64, %x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    // expected-error@+1 {{'script.iteration' op has a path that does not end in 'script.next', a return or an exception}}
    script.iteration {
      %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    }
    prim.Loop.condition %true
  }
  func.return %x : !ts.tensor
}
