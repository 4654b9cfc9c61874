// RUN: %ts-opt %s -p convert-te-to-loops,check-bounds | %ts-run - --input n=3 --input x=arange:f32[3] --input at=i64[3]{2,1,0} --input out=full:f32[3]:9 | %check %s
// RUN: %ts-opt %s -p convert-te-to-loops,check-bounds | %native - --input n=3 --input x=arange:f32[3] --input at=i64[3]{2,1,0} --input out=full:f32[3]:9 | %check %s
// RUN: %ts-opt %s -p convert-te-to-loops,check-bounds | not %ts-run - --input n=3 --input x=arange:f32[3] --input at=i64[3]{2,1,3} --input out=full:f32[3]:9 2>&1 | %check %s --check-prefix=FAILS
// RUN: %ts-opt %s -p convert-te-to-loops,check-bounds | not %native - --input n=3 --input x=arange:f32[3] --input at=i64[3]{2,-1,0} --input out=full:f32[3]:9 2>&1 | %check %s --check-prefix=FAILS

// Checked accesses: an index out of range ends the program, and the error names the line.
func.func @gather(%n: index, %x: tensor<?xf32> {te.sizes = array<i64: 0>}, %at: tensor<3xi64>) -> tensor<3xf32> {
  %y = te.compute (%i = 3) : tensor<3xf32> {
    %0 = te.load %at[%i] : tensor<3xi64>
    %1 = arith.index_cast %0 : i64 to index
    %2 = te.load %x[%1] : tensor<?xf32>
    te.yield %2 : f32
  }
  func.return %y : tensor<3xf32>
}
// CHECK: out: f32[3] = [2.0, 1.0, 0.0]
// FAILS: error: 'memref.load' op failed: index is out of range in dimension 0 of %x, at {{.*}}bounds.mlir:11:10
