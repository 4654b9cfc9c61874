// RUN: %ts-run %s --entry=exchange --input k=f32[2]{1,2} --input v=f32[2]{3,4} --input c=true | %check %s --check-prefixes=TE,CHECK
// RUN: %ts-opt %s -p convert-te-to-loops | %ts-run - --entry=exchange --input k=f32[2]{1,2} --input v=f32[2]{3,4} --input c=true --input out=full:f32[2]:9 | %check %s --check-prefixes=CHECK,LOOPS

// What a function returns and assigns last keeps the elements that an argument had before.

// TE: r: f32[2] = [1.0, 2.0]
// CHECK: k: f32[2] = [6.0, 8.0]
// CHECK-NEXT: v: f32[2] = [1.0, 2.0]
// LOOPS-NEXT: out: f32[2] = [1.0, 2.0]
func.func @exchange(%k: tensor<2xf32>, %v: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  %0 = te.compute (%i = 2) : tensor<2xf32> {
    %1 = te.load %v[%i] : tensor<2xf32>
    %2 = arith.addf %1, %1 : f32
    te.yield %2 : f32
  }
  %r = scf.if %c -> (tensor<2xf32>) {
    scf.yield %k : tensor<2xf32>
  } else {
    scf.yield %v : tensor<2xf32>
  }
  te.assign %0 to %k : tensor<2xf32>
  te.assign %r to %v : tensor<2xf32>
  func.return %r : tensor<2xf32>
}
