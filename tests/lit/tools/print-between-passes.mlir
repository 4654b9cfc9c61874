// RUN: %ts-opt %s -p cse,canonicalize --print-between-passes | %check %s

// CHECK:       IR after cse:
// CHECK:         arith.constant 0
// CHECK-NEXT:    arith.addi
// CHECK-NEXT:    func.return
// CHECK:       builtin.module
// CHECK-NOT:     arith.addi
func.func @f(%a: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %0 = arith.addi %a, %zero : i64
  func.return %0 : i64
}
