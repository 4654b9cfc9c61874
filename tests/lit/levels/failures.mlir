// RUN: %ts-run %s --entry=rows --input x=i64[3]{2,0,2} --input t=arange:f32[3,2] | %check %s --check-prefix=TE
// RUN: %ts-opt %s --pipeline=te-to-loops | %ts-run - --entry=rows --input x=i64[3]{2,0,2} --input t=arange:f32[3,2] --input out=full:f32[3,2]:9 --input out_1=full:f32[3,2]:9 | %check %s
// RUN: %ts-opt %s --pipeline=te-to-loops | %native - --entry=rows --input x=i64[3]{2,0,2} --input t=arange:f32[3,2] --input out=full:f32[3,2]:9 --input out_1=full:f32[3,2]:9 | %check %s
// RUN: %ts-opt %s --pipeline=te-to-loops,loops-to-llvm | %ts-run - --entry=rows --input x=i64[3]{2,0,2} --input t=arange:f32[3,2] --input out=full:f32[3,2]:9 --input out_1=full:f32[3,2]:9 | %check %s
// RUN: not %ts-run %s --entry=rows --input x=i64[3]{2,0,3} --input t=arange:f32[3,2] 2>&1 | %check %s --check-prefix=FAILS
// RUN: %ts-opt %s --pipeline=te-to-loops | not %ts-run - --entry=rows --input x=i64[3]{2,0,3} --input t=arange:f32[3,2] --input out=full:f32[3,2]:9 --input out_1=full:f32[3,2]:9 2>&1 | %check %s --check-prefix=FAILS
// RUN: %ts-opt %s --pipeline=te-to-loops | not %native - --entry=rows --input x=i64[3]{2,0,3} --input t=arange:f32[3,2] --input out=full:f32[3,2]:9 --input out_1=full:f32[3,2]:9 2>&1 | %check %s --check-prefix=FAILS
// RUN: %ts-opt %s --pipeline=te-to-loops,loops-to-llvm | not %ts-run - --entry=rows --input x=i64[3]{2,0,3} --input t=arange:f32[3,2] --input out=full:f32[3,2]:9 --input out_1=full:f32[3,2]:9 2>&1 | %check %s --check-prefix=FAILS

// Sums of rows at indices, and rows scattered there; an out-of-range index ends the program.
func.func @rows(%x: tensor<3xi64>, %t: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %true = arith.constant true
  %0 = te.reduce () over (%i = 3) init (%acc = %true : i1) : tensor<i1> {
    %1 = te.load %x[%i] : tensor<3xi64>
    %three = arith.constant 3 : i64
    %2 = arith.cmpi ult, %1, %three : i64
    %3 = arith.andi %acc, %2 : i1
    te.yield %3 : i1
  }
  %ok = te.load %0[] : tensor<i1>
  cf.assert %ok, "aten.index_add: index out of range"
  %zero = arith.constant 0.0 : f32
  %sums = te.scan (%i = 3, %j = 2) along 0 init (%acc = %zero : f32) : tensor<3x2xf32> {
    %1 = te.load %x[%i] : tensor<3xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = te.load %t[%2, %j] : tensor<3x2xf32>
    %4 = arith.addf %acc, %3 : f32
    te.yield %4 : f32
  }
  %added = te.scatter (%i = 3, %j = 2) into %t : tensor<3x2xf32> {
    %1 = te.load %x[%i] : tensor<3xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = te.load %t[%i, %j] : tensor<3x2xf32>
    te.put %3 at [%2, %j] add : f32
  }
  func.return %sums, %added : tensor<3x2xf32>, tensor<3x2xf32>
}
// TE:         sums: f32[3,2] = {{\[\[}}4.0, 5.0], [4.0, 6.0], [8.0, 11.0]]
// TE-NEXT:    added: f32[3,2] = {{\[\[}}2.0, 4.0], [2.0, 3.0], [8.0, 11.0]]
// CHECK:      out: f32[3,2] = {{\[\[}}4.0, 5.0], [4.0, 6.0], [8.0, 11.0]]
// CHECK-NEXT: out_1: f32[3,2] = {{\[\[}}2.0, 4.0], [2.0, 3.0], [8.0, 11.0]]
// FAILS:      error: 'aten.index_add' op failed: index out of range
