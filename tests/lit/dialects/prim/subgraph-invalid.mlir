// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @no_body() {
  // expected-error@+1 {{'prim.TensorExprGroup' op Expected 1 region, but got 0}}
  %0 = prim.TensorExprGroup() : () -> i64
  func.return
}

// -----

func.func @uses_outside_values(%n: i64) {
  // expected-error@+1 {{'prim.FallbackGraph' op Operation using value defined out of its IsolatedFromAbove parent}}
  %0 = prim.FallbackGraph() : () -> i64 {
    prim.return %n : i64
  }
  func.return
}

// -----

func.func @passes_too_little() {
  // expected-error@+1 {{'prim.FusionGroup' op passes 0 values, expected 1}}
  %0 = prim.FusionGroup() : () -> i64 {
  ^bb0(%x: i64):
    prim.return %x : i64
  }
  func.return
}

// -----

func.func @passes_another_type(%f: f64) {
  // expected-error@+1 {{'prim.FusionGroup' op passes value 0 of type f64, expected i64}}
  %0 = prim.FusionGroup(%f) : (f64) -> i64 {
  ^bb0(%x: i64):
    prim.return %x : i64
  }
  func.return
}

// -----

func.func @returns_another_type(%n: i64) {
  // expected-error@+1 {{'prim.DifferentiableGraph' op returns value 0 of type i64, expected f64}}
  %0 = prim.DifferentiableGraph(%n) : (i64) -> f64 {
  ^bb0(%x: i64):
    prim.return %x : i64
  }
  func.return
}

// -----

func.func @fork_of_another_type(%n: i64) {
  // expected-error@+1 {{'prim.fork' op returns value 0 of type i64, expected f64}}
  %0 = prim.fork(%n) : (i64) -> !ts.future<f64> {
  ^bb0(%x: i64):
    prim.return %x : i64
  }
  func.return
}

// -----

func.func @body_ends_like_a_function(%n: i64) {
  %0 = prim.TensorExprGroup(%n) : (i64) -> i64 {
  ^bb0(%x: i64):
    // expected-error@+1 {{'func.return' expects parent op 'func.func'}}
    func.return %x : i64
  }
  func.return
}

// -----

func.func @body_ends_like_nothing() {
  // expected-error@+1 {{'prim.TensorExprGroup' op does not end its body with 'prim.return'}}
  prim.TensorExprGroup() : () -> () {
    "test.termop"() : () -> ()
  }
  func.return
}

// -----

func.func @grad_of_nothing(%x: i64) {
  // expected-error@+1 {{'prim.GradOf' op property 'name' expected}}
  %0 = prim.GradOf() : () -> i64 {
    prim.return %x : i64
  }
  func.return
}
