// RUN: ts-opt %s -p erase-types | filecheck %s

// CHECK-LABEL: func.func @tensors_and_lists_of_them
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.list<!ts.tensor> {
// CHECK-NEXT:    %[[Y:.*]] = aten.relu(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[Y]]) : (!ts.tensor) -> !ts.list<!ts.tensor>
// CHECK-NEXT:    func.return %[[L]] : !ts.list<!ts.tensor>
func.func @tensors_and_lists_of_them(
  %x: !ts.tensor<[2,3],f32>, %n: i64
) -> !ts.list<!ts.tensor<[2,3],f32>> {
  %y = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %l = prim.ListConstruct(%y) : (!ts.tensor<[2,3],f32>) -> !ts.list<!ts.tensor<[2,3],f32>>
  func.return %l : !ts.list<!ts.tensor<[2,3],f32>>
}

// CHECK-LABEL: func.func @inside_of_loops
// CHECK:         ^{{.*}}(%{{.*}}: i64, %[[A:.*]]: !ts.tensor):
// CHECK-NEXT:      %[[B:.*]] = aten.relu(%[[A]]) : (!ts.tensor) -> !ts.tensor
func.func @inside_of_loops(%x: !ts.tensor<[2],f32>, %n: i64, %c: i1) -> !ts.tensor<[2],f32> {
  %y = prim.Loop %n, %c, iter(%x) : (!ts.tensor<[2],f32>) -> (!ts.tensor<[2],f32>) {
  ^bb0(%i: i64, %a: !ts.tensor<[2],f32>):
    %b = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    prim.Loop.condition %c, iter(%b) : (!ts.tensor<[2],f32>)
  }
  func.return %y : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @keep_guarded_values
// CHECK:         prim.Guard(%{{.*}}) : (!ts.tensor) -> !ts.tensor<[2],f32>
func.func @keep_guarded_values(%x: !ts.tensor<[2],f32>) {
  %g = prim.Guard(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return
}

// Fires: a size is an int, of which the value is taken as before.

// CHECK-LABEL: func.func @a_size(
// CHECK-SAME: %[[N:.*]]: i64) -> i64 {
// CHECK-NEXT: %[[V:.*]] = prim.size_value(%[[N]]) : (i64) -> i64
// CHECK-NEXT: func.return %[[V]] : i64
func.func @a_size(%n: !ts.size<s0>) -> i64 {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  func.return %v : i64
}
