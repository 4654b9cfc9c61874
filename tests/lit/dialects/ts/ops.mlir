// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s

// CHECK-LABEL: func.func @operator(%a: !ts.tensor, %n: i64)
func.func @operator(%a: !ts.tensor, %n: i64) {
  // CHECK-NEXT: %{{.*}} = ts.operator "my::op"(%a, %n) : (!ts.tensor, i64) -> !ts.tensor
  %0 = ts.operator "my::op"(%a, %n) : (!ts.tensor, i64) -> !ts.tensor
  // CHECK-NEXT: %{{.*}}, %{{.*}} = ts.operator "my::two"(%a) {axis = 1 : i64, mode = "fast"} : (!ts.tensor) -> (i64, f64)
  %1, %2 = ts.operator "my::two"(%a) {axis = 1 : i64, mode = "fast"} : (!ts.tensor) -> (i64, f64)
  // CHECK-NEXT: ts.operator "my::effect"() : () -> ()
  ts.operator "my::effect"() : () -> ()
  // CHECK-NEXT: %{{.*}} = ts.operator "my::nested"(%n) : (i64) -> i64 {
  // CHECK-NEXT: ^bb0(%{{.*}}: i64):
  // CHECK-NEXT:   "test.termop"() : () -> ()
  // CHECK-NEXT: } {
  // CHECK-NEXT:   "test.termop"() : () -> ()
  // CHECK-NEXT: }
  %3 = ts.operator "my::nested"(%n) : (i64) -> i64 {
  ^bb0(%x: i64):
    "test.termop"() : () -> ()
  } {
    "test.termop"() : () -> ()
  }
  func.return
}
