// RUN: %ts-run %s --input x=arange:f32[6] --input out=full:f32[6]:0 | %check %s
// RUN: %ts-opt %s --pipeline=loops-to-llvm | %ts-run - --entry=f --input x=arange:f32[6] --input out=full:f32[6]:0 | %check %s

// Iterations run from the last to the first: a program may not depend on their order.
func.func @f(%x: memref<6xf32>, %out: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  "scf.parallel"(%c0, %c6, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^body(%i: index):
    %0 = memref.load %x[%i] : memref<6xf32>
    %1 = arith.mulf %0, %0 : f32
    memref.store %1, %out[%i] : memref<6xf32>
    memref.store %1, %out[%c0] : memref<6xf32>
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  func.return
}
// CHECK: out: f32[6] = [0.0, 1.0, 4.0, 9.0, 16.0, 25.0]
