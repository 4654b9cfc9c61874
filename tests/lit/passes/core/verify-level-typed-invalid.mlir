// RUN: %ts-opt %s -p 'verify-level{level=typed}' --verify-diagnostics --split-input-file

func.func @acts_on_the_world(%x: !ts.tensor<[2],f32>, %s: !ts.str, %none: !ts.none) {
  // expected-error@+1 {{'prim.Print' op prints, which is not allowed in a typed program}}
  prim.Print(%x) : (!ts.tensor<[2],f32>) -> ()
  // expected-error@+1 {{'prim.RaiseException' op raises an exception, which is not allowed in a typed program}}
  prim.RaiseException(%s) : (!ts.str) -> ()
  // expected-error@+1 {{'aten.rand_like' op draws random numbers, which is not allowed in a typed program}}
  %0 = aten.rand_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[2],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],f32>
  // expected-error@+1 {{'aten.relu_' op writes to one of its operands, which is not allowed in a typed program}}
  %1 = aten.relu_(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return
}
