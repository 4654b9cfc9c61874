// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "parallelize-loop{loop=i}"

func.func @sum_in_memory(%a: memref<8xf32>, %out: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be parallelized: it reads or writes what another iteration may write}}
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %acc = memref.load %out[%c0] : memref<1xf32>
    %sum = arith.addf %acc, %x : f32
    memref.store %sum, %out[%c0] : memref<1xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @step_of_two(%a: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be parallelized: it does not count from 0 by 1}}
  scf.for %i = %c0 to %c8 step %c2 {
    memref.store %x, %a[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @parallel_inside(%a: memref<8x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be parallelized: a loop around it or inside it is parallel}}
  scf.for %i = %c0 to %c8 step %c1 {
    "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%j: index):
      memref.store %x, %a[%i, %j] : memref<8x8xf32>
      scf.reduce
    }) : (index, index, index) -> ()
  } {loop_name = "i"}
  func.return
}
