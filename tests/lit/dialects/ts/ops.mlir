// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s
// RUN: xdsl-opt %s | %check %s

// CHECK-LABEL: func.func @operator(
// CHECK-SAME: %[[A:.*]]: !ts.tensor, %[[N:.*]]: i64) {
func.func @operator(%a: !ts.tensor, %n: i64) {
  // CHECK-NEXT: %[[R:.*]] = ts.operator "my::op"(%[[A]], %[[N]]) : (!ts.tensor, i64) -> !ts.tensor
  %r = ts.operator "my::op"(%a, %n) : (!ts.tensor, i64) -> !ts.tensor
  // CHECK-NEXT: %[[X:.*]], %[[Y:.*]] = ts.operator "my::two"(%[[A]]) {axis = 1 : i64, mode = "fast"} : (!ts.tensor) -> (i64, f64)
  %x, %y = ts.operator "my::two"(%a) {axis = 1 : i64, mode = "fast"} : (!ts.tensor) -> (i64, f64)
  // CHECK-NEXT: ts.operator "my::effect"() : () -> ()
  ts.operator "my::effect"() : () -> ()
  // CHECK-NEXT: %[[Z:.*]] = ts.operator "my::nested"(%[[N]]) : (i64) -> i64 {
  %z = ts.operator "my::nested"(%n) : (i64) -> i64 {
  // CHECK-NEXT: ^bb0(%[[K:.*]]: i64):
  ^bb0(%k: i64):
    // CHECK-NEXT: "test.termop"() : () -> ()
    "test.termop"() : () -> ()
  // CHECK-NEXT: } {
  } {
    // CHECK-NEXT: "test.termop"() : () -> ()
    "test.termop"() : () -> ()
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
}
