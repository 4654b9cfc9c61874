// Operations and block arguments know their place; without --print-debuginfo nothing shows it.

// RUN: %ts-opt %s --allow-unregistered-dialect --print-debuginfo | %check %s
// RUN: %ts-opt %s --allow-unregistered-dialect | %check %s --check-prefix=PLAIN
// RUN: %ts-opt %s --allow-unregistered-dialect --print-debuginfo | %ts-opt --allow-unregistered-dialect --print-debuginfo | %check %s

// PLAIN-NOT: loc(

// CHECK:      func.func @f(%[[A:.*]]: i64 loc("{{.*}}locations.mlir":18:14), %[[B:.*]]: i64 loc("b.py":1:2))
// CHECK-NEXT:   %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i64 loc("{{.*}}locations.mlir":19:10)
// CHECK-NEXT:   cf.br ^[[NEXT:.*]](%[[SUM]] : i64) loc("a.py":7:9)
// CHECK-NEXT: ^[[NEXT]](%[[X:.*]]: i64 loc("{{.*}}locations.mlir":21:7)):
// CHECK-NEXT:   "some.op"(%[[X]]) : (i64) -> () loc(unknown)
// CHECK-NEXT:   "some.op"(%[[X]]) : (i64) -> () loc(callsite("f"("a.py":1:2) at "b.py":3:4))
// CHECK-NEXT:   func.return loc("{{.*}}locations.mlir":24:3)
// CHECK-NEXT: } loc("{{.*}}locations.mlir":18:1)
// CHECK-NEXT: } loc(
func.func @f(%a: i64, %b: i64 loc("b.py":1:2)) {
    %0 = arith.addi %a, %b : i64
  cf.br ^next(%0 : i64) loc("a.py":7:9)
^next(%x: i64):
  "some.op"(%x) : (i64) -> () loc(unknown)
  "some.op"(%x) : (i64) -> () loc(callsite("f"("a.py":1:2) at "b.py":3:4))
  func.return
}
