// RUN: %ts-run %s --entry=mean --input x=arange:f32[4,3] | %check %s --check-prefix=MEAN
// RUN: %ts-opt %s --pipeline=te-to-loops | %ts-run - --entry=mean --input n=4 --input x=arange:f32[4,3] --input out=full:f32[4]:0 --input out_1=full:i64[1]:0 | %check %s --check-prefix=LOWERED
// RUN: %ts-opt %s --pipeline=te-to-loops | %ts-opt - -f mlir --pipeline=loops-to-llvm | %ts-run - --entry=mean --input n=4 --input x=arange:f32[4,3] --input out=full:f32[4]:0 --input out_1=full:i64[1]:0 | %check %s --check-prefix=LOWERED
// RUN: %ts-opt %s --pipeline=te-to-loops | %native - --entry=mean --input n=4 --input x=arange:f32[4,3] --input out=full:f32[4]:0 --input out_1=full:i64[1]:0 | %check %s --check-prefix=LOWERED
// RUN: %ts-run %s --entry=control --input x=f32[2]{1,2} --input times=3 | %check %s --check-prefix=CONTROL
// RUN: %ts-run %s --entry=scalar --input x=f32[]{0.5} | %check %s --check-prefix=SCALAR
// RUN: %ts-run %s --entry=peaks --input t=f32[2,4]{0.5,2,2,1,-1,-3,-1,-2} | %check %s --check-prefix=PEAKS
// RUN: %ts-opt %s --pipeline=te-to-loops | %ts-run - --entry=peaks --input t=f32[2,4]{0.5,2,2,1,-1,-3,-1,-2} --input out=full:f32[2]:0 --input out_1=full:i64[2]:0 --input out_2=full:f32[4]:0 --input out_3=full:i64[4]:0 | %check %s --check-prefix=PEAKS-LOOPS
// RUN: %ts-opt %s --pipeline=te-to-loops | %ts-opt - -f mlir --pipeline=loops-to-llvm | %ts-run - --entry=peaks --input t=f32[2,4]{0.5,2,2,1,-1,-3,-1,-2} --input out=full:f32[2]:0 --input out_1=full:i64[2]:0 --input out_2=full:f32[4]:0 --input out_3=full:i64[4]:0 | %check %s --check-prefix=PEAKS-LOOPS
// RUN: %ts-opt %s --pipeline=te-to-loops | %native - --entry=peaks --input t=f32[2,4]{0.5,2,2,1,-1,-3,-1,-2} --input out=full:f32[2]:0 --input out_1=full:i64[2]:0 --input out_2=full:f32[4]:0 --input out_3=full:i64[4]:0 | %check %s --check-prefix=PEAKS-LOOPS
// RUN: not %ts-run %s --entry=mean --input x=arange:i64[4,3] 2>&1 | %check %s --check-prefix=DTYPE
// RUN: not %ts-run %s --entry=mean 2>&1 | %check %s --check-prefix=MISSING
// RUN: not %ts-run %s --entry=mean --input x=arange:f32[4,3] --compare 2>&1 | %check %s --check-prefix=OPTION
// RUN: not %ts-run %s --entry=mean --input x=arange:f32[4,3] --engine=native 2>&1 | %check %s --check-prefix=NATIVE
// RUN: not %ts-run %s --entry=mean --input x=arange:f32[4,3] --engine=profile 2>&1 | %check %s --check-prefix=ENGINE

// Tensor sizes need not be passed; te.sizes names the argument that defines each.
func.func @mean(%n: index, %x: tensor<?x3xf32> {te.sizes = array<i64: 0>})
    -> (tensor<?xf32>, index) {
  %zero = arith.constant 0.0 : f32
  %sum = te.reduce (%i = %n) over (%j = 3) init (%acc = %zero : f32) : tensor<?xf32> {
    %0 = te.load %x[%i, %j] : tensor<?x3xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  %mean = te.compute (%i = %n) : tensor<?xf32> {
    %0 = te.load %sum[%i] : tensor<?xf32>
    %1 = arith.constant 3.0 : f32
    %2 = arith.divf %0, %1 : f32
    te.yield %2 : f32
  }
  func.return %mean, %n : tensor<?xf32>, index
}
// MEAN: mean: f32[4] = [1.0, 4.0, 7.0, 10.0]
// MEAN-NEXT: n: int = 4
// LOWERED: out: f32[4] = [1.0, 4.0, 7.0, 10.0]
// LOWERED-NEXT: out_1: i64[1] = [4]
// DTYPE: ts-run: input 1 is int64[4, 3], the program declares tensor<?x3xf32>
// MISSING: ts-run: input 'n' of type index is missing: --input n=VALUE
// OPTION: ts-run: --compare takes programs of the ts level, this one is below it
// NATIVE: ts-run: '--engine=native' runs loops, and this program is of another level; 'ts-opt --pipeline=te-to-loops' lowers te
// ENGINE: ts-run: a program below the ts level runs with --engine=interp or native

func.func @control(%x: tensor<2xf32>, %times: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %doubled = scf.for %k = %c0 to %times step %c1 iter_args(%y = %x) -> (tensor<2xf32>) {
    %z = te.compute (%i = 2) : tensor<2xf32> {
      %0 = te.load %y[%i] : tensor<2xf32>
      %1 = arith.addf %0, %0 : f32
      te.yield %1 : f32
    }
    scf.yield %z : tensor<2xf32>
  }
  func.return %doubled : tensor<2xf32>
}
// CONTROL: doubled: f32[2] = [8.0, 16.0]

func.func @scalar(%x: tensor<f32>) -> (tensor<f32>, f32, i1) {
  %y = te.compute () : tensor<f32> {
    %0 = te.load %x[] : tensor<f32>
    %1 = math.sqrt %0 : f32
    te.yield %1 : f32
  }
  %z = te.load %y[] : tensor<f32>
  %half = arith.constant 0.5 : f32
  %more = arith.cmpf ogt, %z, %half : f32
  func.return %y, %z, %more : tensor<f32>, f32, i1
}
// SCALAR: y: f32[] = 0.70711
// SCALAR-NEXT: z: f32[] = 0.70711
// SCALAR-NEXT: more: bool = true

// The greatest element of each row and its place, and those of the sums of columns so far.
func.func @peaks(%t: tensor<2x4xf32>) -> (tensor<2xf32>, tensor<2xi64>, tensor<4xf32>, tensor<4xi64>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1 : i64
  %v, %w = te.reduce (%i = 2) over (%k = 4) init (%acc = %least : f32, %at = %none : i64) : tensor<2xf32>, tensor<2xi64> {
    %0 = te.load %t[%i, %k] : tensor<2x4xf32>
    %1 = arith.cmpf ogt, %0, %acc : f32
    %2 = arith.index_cast %k : index to i64
    %3 = arith.select %1, %0, %acc : f32
    %4 = arith.select %1, %2, %at : i64
    te.yield %3, %4 : f32, i64
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low, %sum = te.compute (%j = 4) : tensor<4xf32>, tensor<4xf32> {
    %0 = te.load %t[%c0, %j] : tensor<2x4xf32>
    %1 = te.load %t[%c1, %j] : tensor<2x4xf32>
    %2 = arith.minimumf %0, %1 : f32
    %3 = arith.addf %0, %1 : f32
    te.yield %2, %3 : f32, f32
  }
  %total, %count = te.scan (%j = 4) along 0 init (%acc = %zero : f32, %number = %none : i64) : tensor<4xf32>, tensor<4xi64> {
    %0 = te.load %low[%j] : tensor<4xf32>
    %1 = te.load %sum[%j] : tensor<4xf32>
    %2 = arith.addf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    %4 = arith.constant 1 : i64
    %5 = arith.addi %number, %4 : i64
    te.yield %3, %5 : f32, i64
  }
  func.return %v, %w, %total, %count : tensor<2xf32>, tensor<2xi64>, tensor<4xf32>, tensor<4xi64>
}
// PEAKS: v: f32[2] = [2.0, -1.0]
// PEAKS-NEXT: w: i64[2] = [1, 0]
// PEAKS-NEXT: total: f32[4] = [-1.5, -5.5, -5.5, -8.5]
// PEAKS-NEXT: count: i64[4] = [0, 1, 2, 3]
// PEAKS-LOOPS: out: f32[2] = [2.0, -1.0]
// PEAKS-LOOPS-NEXT: out_1: i64[2] = [1, 0]
// PEAKS-LOOPS-NEXT: out_2: f32[4] = [-1.5, -5.5, -5.5, -8.5]
// PEAKS-LOOPS-NEXT: out_3: i64[4] = [0, 1, 2, 3]
