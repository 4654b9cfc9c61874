// RUN: %ts-run %s --entry=uniform --seed 7 --input x=f32[2,3]{1,2,3,4,5,6} | %check %s --check-prefix=TE
// RUN: %ts-opt %s --pipeline=te-to-loops | %ts-run - --entry=uniform --seed 7 --input x=f32[2,3]{1,2,3,4,5,6} --input out=full:f32[2,3]:9 --input out_1=full:i64[1]:9 | %check %s
// RUN: %ts-opt %s --pipeline=te-to-loops | %native - --entry=uniform --seed 7 --input x=f32[2,3]{1,2,3,4,5,6} --input out=full:f32[2,3]:9 --input out_1=full:i64[1]:9 | %check %s
// RUN: %ts-opt %s --pipeline=te-to-loops | %ts-opt - -f mlir --pipeline=loops-to-llvm | %ts-run - --entry=uniform --seed 7 --input x=f32[2,3]{1,2,3,4,5,6} --input out=full:f32[2,3]:9 --input out_1=full:i64[1]:9 | %check %s

// Every level draws the same words: the low 24 bits of one for a float, and then a pair.
func.func @uniform(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<1xi64>) {
  %w = te.draw : tensor<6xi32>
  %pair = te.draw : tensor<1xi64>
  %y = te.compute (%i = 2, %j = 3) : tensor<2x3xf32> {
    %three = arith.constant 3 : index
    %bits = arith.constant 16777215 : i32
    %part = arith.constant 5.9604644775390625e-08 : f32
    %row = arith.muli %i, %three : index
    %at = arith.addi %row, %j : index
    %0 = te.load %w[%at] : tensor<6xi32>
    %1 = arith.andi %0, %bits : i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %2, %part : f32
    %4 = te.load %x[%i, %j] : tensor<2x3xf32>
    %5 = arith.addf %3, %4 : f32
    te.yield %5 : f32
  }
  func.return %y, %pair : tensor<2x3xf32>, tensor<1xi64>
}
// TE: y: f32[2,3] = {{\[\[}}1.5349, 2.1988, 3.6592], [4.6569, 5.2328, 6.4251]]
// TE-NEXT: pair: i64[1] = [-5101167053895551385]
// CHECK: out: f32[2,3] = {{\[\[}}1.5349, 2.1988, 3.6592], [4.6569, 5.2328, 6.4251]]
// CHECK-NEXT: out_1: i64[1] = [-5101167053895551385]
