// RUN: not %ts-opt %s --split-input-file 2>%t.err
// RUN: %check %s --check-prefix=ERROR --input-file=%t.err
// RUN: %ts-opt %s --split-input-file --parsing-diagnostics -p 'builtin.module(func.func(cse))' | %check %s

// Each piece is a module of its own, lines count from the start of the file, and one bad piece does
// not hide the others.

// ERROR:      split-input-file.mlir:29:15: error: use of undefined value '%nothing'
// ERROR-NEXT:   func.return %nothing : i64
// ERROR-NEXT: {{^              \^$}}
// ERROR:      split-input-file.mlir:36:15: error: use of undefined value '%again'

// CHECK:      builtin.module
// CHECK:        func.func @f()
// CHECK:      // {{-----}}
// CHECK-NOT:  module
// CHECK:      split-input-file.mlir:29:15: error
// CHECK:      func.func @f()
func.func @f() {
  func.return
}

// -----



func.func @f() -> i64 {

  func.return %nothing : i64
}

// -----

func.func @f() -> i64 {

  func.return %again : i64
}

// -----

func.func @f() {
  func.return
}
