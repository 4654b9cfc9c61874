// RUN: %ts-opt %s -p remove-profiling | %check %s

// CHECK-LABEL: func.func @profiled
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[X]])
// CHECK-NEXT: func.return %[[R]], %[[N]]
func.func @profiled(%x: !ts.tensor, %n: i64) -> (!ts.tensor, i64) {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  %m = prim.profile_ivalue(%n) : (i64) -> i64
  prim.profile() : () -> ()
  func.return %r, %m : !ts.tensor, i64
}

// Must not fire: a guard changes the execution.

// CHECK-LABEL: func.func @stays_as_a_guard_changes_the_execution
// CHECK-NEXT: %[[G:.*]] = prim.Guard(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor<[2],f32>
// CHECK-NEXT: func.return %[[G]]
func.func @stays_as_a_guard_changes_the_execution(%x: !ts.tensor) -> !ts.tensor<[2],f32> {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  func.return %g : !ts.tensor<[2],f32>
}
