// RUN: %ts-opt %s --verify-diagnostics --split-input-file --allow-unregistered-dialect -p 'verify-level{level=te}'

// Verification collects: one error per operation, each on its line.
func.func @several_operations(%a: i64, %b: f32) {
  // expected-error@+1 {{'func.return' op}}
  func.return %a : i64
}
func.func @a_second_one(%a: i64, %b: f32) {
  func.return %b : f32 // expected-error {{Expected arguments to have the same types}}
}

// -----

func.func @syntax_error(%a: i64) {
  // expected-error@below {{use of undefined value '%missing'}}
  %0 = arith.addi %a, %missing : i64
  func.return
}

// -----

func.func @value_is_used_before_it_is_defined(%a: i64) {
  // expected-error@+1 {{operand #1 does not dominate this use}}
  %0 = arith.addi %a, %1 : i64
  %1 = arith.addi %a, %a : i64
  func.return
}

// -----

func.func @a_note_locates_the_other_block() {
  cf.br ^a
^a:
  // expected-note@above {{originally declared here}}
  cf.br ^a
^a:
  // expected-error@above {{re-declaration of block 'a'}}
  func.return
}

// -----

func.func @errors_of_passes_count(%a: i64) {
  // Two lines up from the annotation, and several at once.
  "some.op"(%a) : (i64) -> ()
  "some.op"(%a) : (i64) -> ()
  // expected-error@-2 {{'some.op' op is not legal at level 'te'}}
  // expected-error@-2 {{'some.op' op is not legal at level 'te'}}
  func.return
}

// -----

// expected-error@unknown {{'some.op' op is not legal at level 'te'}}
"some.op"() : () -> () loc("module named by its text")
