// Errors are file:line:col, message, source line, caret; on stderr, with exit code 1, never a traceback.

// RUN: not %ts-opt %s 2>&1 | %check %s
// CHECK:      {{.*}}errors.mlir:29:3: error: 'func.return' op Expected arguments
// CHECK-NEXT: {{^  func.return %a : i64$}}
// CHECK-NEXT: {{^  \^$}}
// CHECK:      {{.*}}errors.mlir:35:7: error: 'arith.addi' op operand #1 does not dominate this use
// CHECK-NEXT: {{^	%0 = arith.addi %a, %1 : i64$}}
// CHECK-NEXT: {{^	     \^$}}
// CHECK-NOT:  Traceback

// RUN: not %ts-opt %S/no-such-file.mlir 2>&1 | %check %s --check-prefix=FILE
// FILE: ts-opt: {{.*}}no-such-file.mlir: No such file or directory

// RUN: not %ts-opt %S/Inputs/latin-1.mlir 2>&1 | %check %s --check-prefix=BYTES
// BYTES:      latin-1.mlir:2:16: error: byte 0xe9 is not UTF-8 text

// RUN: not %ts-opt %S/lit.local.txt 2>&1 | %check %s --check-prefix=EXTENSION
// EXTENSION: has an unknown extension, expected mlir, graph, py, pt; name its format with -f

// RUN: not %ts-opt %s -o %S/no-such-folder/x.mlir --disable-verify 2>&1 | %check %s --check-prefix=OUTPUT
// OUTPUT: ts-opt: {{.*}}no-such-folder/x.mlir: No such file or directory

// RUN: not %ts-opt %s -t 'mlir{' 2>&1 | %check %s --check-prefix=TARGET
// TARGET: ts-opt: Error parsing pass pipeline specification
// TARGET-NOT: Traceback

func.func @types_of_results(%a: i64) {
  func.return %a : i64
}

// A tab before the caret is a tab under it.
func.func @order(%a: i64) {

	%0 = arith.addi %a, %1 : i64
  %1 = arith.addi %a, %a : i64
  func.return
}
