// RUN: %ts-opt %s --pipeline ts-to-te,te-to-loops | %check %s
// The steps of a loop are written to their rows of the result: nothing copies the rows before.

// CHECK-LABEL: func.func @steps
// CHECK-SAME: (%[[X:.*]]: memref<384xf32>, %[[H:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<384xf32>)
// CHECK-NOT: memref.alloc() : memref<384xf32>
// CHECK-NOT: vector.load %[[OUT]]
// CHECK: math.tanh
// CHECK-NOT: memref.alloc() : memref<384xf32>
// CHECK-NOT: vector.load %[[OUT]]
// CHECK: vector.store %{{.*}}, %[[OUT]][%{{.*}}] : memref<384xf32>
// CHECK-NOT: vector.load %[[OUT]]
// CHECK: func.return
func.func @steps(%x: !ts.tensor<[6,64],f32, device="cpu">, %h: !ts.tensor<[64],f32, device="cpu">) -> !ts.tensor<[6,64],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %rows = aten.unbind.int(%x, %zero) : (!ts.tensor<[6,64],f32, device="cpu">, i64) -> !ts.list<!ts.tensor>
  %n = aten.len.t(%rows) : (!ts.list<!ts.tensor>) -> i64
  %r = prim.Loop %n, %true, iter(%h) : (!ts.tensor<[64],f32, device="cpu">) -> (!ts.tensor) {
  ^bb0(%t: i64, %g: !ts.tensor):
    %row = aten.__getitem__.t(%rows, %t) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %a = aten.add.Tensor(%row, %g, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %z = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[6,64],f32>
  func.return %s : !ts.tensor<[6,64],f32>
}
