// RUN: not %ts-opt %s -p "pack-weights{arguments=1}" 2>&1 | %check %s

// CHECK: pack-weights: @f has 1 arguments, and none of number 1
func.func @f(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %r = aten.neg(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}
