// A reproducer holds the IR before the pass that failed, and the passes that were left.

// RUN: not %ts-opt %s -p 'cse,verify-level{level=llvm},dce' --crash-reproducer=%t.repro 2>&1 | %check %s --check-prefix=FIRST
// RUN: %check %s --check-prefix=FILE --input-file=%t.repro
// RUN: not %ts-opt --run-reproducer %t.repro 2>&1 | %check %s --check-prefix=AGAIN
// RUN: %ts-opt %s -p cse --crash-reproducer=%t.none | %check %s --check-prefix=FINE
// RUN: not %ts-opt --run-reproducer %s 2>&1 | %check %s --check-prefix=NO-REPRODUCER

// FIRST: note: wrote a reproducer to
// FIRST: crash-reproducer.mlir:24:1: error: 'func.func' op is not legal at level 'llvm'

// FILE:      // {{RUN}}: ts-opt --run-reproducer %s
// FILE-NEXT: // configuration: '--pass-pipeline=builtin.module(verify-level{level="llvm"},dce)' --frontend=mlir
// FILE:      func.func @f
// FILE:        arith.addi
// FILE-NOT:    arith.addi
// FILE:      loc("{{.*}}crash-reproducer.mlir"

// AGAIN: error: 'func.func' op is not legal at level 'llvm'

// FINE: func.func @f

// NO-REPRODUCER: is not a reproducer: it has no '// configuration:' line
func.func @f(%a: i64) -> (i64, i64) {
  %0 = arith.addi %a, %a : i64
  %1 = arith.addi %a, %a : i64
  func.return %0, %1 : i64, i64
}
