// RUN: not %ts-opt %s --verify-diagnostics --split-input-file 2>&1 | %check %s

// CHECK:      verify-diagnostics-invalid.mlir:11:1: error: expected error "this never comes" was not produced
// CHECK:      verify-diagnostics-invalid.mlir:20:15: error: unexpected error: use of undefined value '%b'
// CHECK-NEXT:   func.return %b : i64
// CHECK:      verify-diagnostics-invalid.mlir:28:15: error: unexpected error: use of undefined value '%c'
// CHECK:      verify-diagnostics-invalid.mlir:27:1: error: expected error "undefined value" was not produced
// CHECK:      verify-diagnostics-invalid.mlir:38:15: error: unexpected error: use of undefined value '%d'
// CHECK:      verify-diagnostics-invalid.mlir:37:1: error: expected error "another text" was not produced

// expected-error {{this never comes}}
func.func @an_announced_error_is_missing() {
  func.return
}

// -----

// The error of this function is announced nowhere.
func.func @an_error_is_unexpected(%a: i64) -> i64 {
  func.return %b : i64
}

// -----

// Announced on this line, it comes on the next one.
func.func @an_error_is_on_another_line(%a: i64) -> i64 {
  // expected-error {{undefined value}}
  func.return %c : i64
}

// -----

func.func @an_error_has_another_text(%a: i64) -> i64 {

  // The text must be a part of the message.

  // expected-error@+1 {{another text}}
  func.return %d : i64
}
