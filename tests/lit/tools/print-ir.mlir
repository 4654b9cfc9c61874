// The dumps are on stderr, under a header with the spec of the pass; the result is on stdout.

// RUN: %ts-opt %s -p 'cse,canonicalize' --print-ir-before=canonicalize 2>&1 >%t.out | %check %s --check-prefix=BEFORE
// RUN: %check %s --check-prefix=RESULT --input-file=%t.out
// BEFORE-NOT:  Before cse
// BEFORE:      // -----// IR Dump Before canonicalize //----- //
// BEFORE:        arith.addi
// BEFORE-NOT:    arith.addi
// RESULT-NOT:  IR Dump
// RESULT-NOT:  arith.addi

// RUN: %ts-opt %s -p 'cse,canonicalize' --print-ir-after=cse,dce 2>&1 >%t.out | %check %s --check-prefix=AFTER
// AFTER:       // -----// IR Dump After cse //----- //
// AFTER-NOT:   IR Dump

// RUN: %ts-opt %s -p 'cse,canonicalize' --print-ir-before-all 2>&1 >%t.out | %check %s --check-prefix=BEFORE-ALL
// BEFORE-ALL:  IR Dump Before cse
// BEFORE-ALL:  IR Dump Before canonicalize

// A nested pass sees, and prints, a module that holds one function.
// RUN: %ts-opt %s -p 'builtin.module(func.func(cse),dce)' --print-ir-after-all 2>&1 >%t.out | %check %s --check-prefix=AFTER-ALL
// AFTER-ALL:     IR Dump After cse
// AFTER-ALL:       @f
// AFTER-ALL-NOT:   @g
// AFTER-ALL:     IR Dump After cse
// AFTER-ALL-NOT:   @f
// AFTER-ALL:       @g
// AFTER-ALL:     IR Dump After dce
// AFTER-ALL:       @f
// AFTER-ALL:       @g

// RUN: %ts-opt %s -p 'cse,cse,canonicalize' --print-ir-after-change 2>&1 >%t.out | %check %s --check-prefix=CHANGE
// CHANGE:      IR Dump After cse
// CHANGE-NOT:  IR Dump After cse
// CHANGE:      IR Dump After canonicalize

// RUN: not %ts-opt %s -p 'cse,verify-level{level=te},verify-level{level=llvm}' --print-ir-after-failure 2>&1 >%t.out | %check %s --check-prefix=FAILURE
// FAILURE:      // -----// IR Dump After verify-level{level="llvm"} Failed //----- //
// FAILURE-NEXT: builtin.module {
// FAILURE:      error: 'func.func' op is not legal at level 'llvm'

// RUN: %ts-opt %s -p cse --print-ir-after-all --print-op-generic --print-debuginfo 2>&1 >%t.out | %check %s --check-prefix=STYLE
// STYLE: "arith.addi"(%{{.*}}) {{.*}} loc("{{.*}}print-ir.mlir":{{.*}})
func.func @f(%a: i64) -> (i64, i64) {
  %zero = arith.constant 0 : i64
  %0 = arith.addi %a, %zero : i64
  %1 = arith.addi %a, %zero : i64
  func.return %0, %1 : i64, i64
}

func.func @g() {
  func.return
}
