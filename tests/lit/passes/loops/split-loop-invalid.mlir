// RUN: not %ts-opt %s -p "split-loop{loop=i factor=0}" 2>&1 | %check %s --check-prefix=FACTOR
// RUN: not %ts-opt %s -p "split-loop{loop=i factor=2 tail=none}" 2>&1 | %check %s --check-prefix=TAIL
// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "split-loop{loop=i factor=8}"

// FACTOR: pass-pipeline:1:1: error: pass 'split-loop': factor must be at least 1, not 0
// TAIL: pass-pipeline:1:1: error: pass 'split-loop': tail must be one of loop, mask, not none

// expected-error@+1 {{'func.func' op has no loop named 'i'; it has 'j'}}
func.func @another_name(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "j"}
  func.return
}

// -----

// expected-error@+1 {{has no loop named 'i'; it has no named loops; 'name-loops' names loops after their counters}}
func.func @no_name(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %m[%i] : memref<8xf32>
  }
  func.return
}

// -----

func.func @two_of_the_name(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "i"}
  // expected-error@+1 {{'scf.for' op is another loop named 'i'; names must be unique in a function}}
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @fewer_iterations(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  // expected-error@+1 {{'i' cannot be split: it runs 7 iterations, fewer than the factor 8}}
  scf.for %i = %c0 to %c7 step %c1 {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @step_of_two(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be split: it does not count from 0 by 1 in numbers of type index}}
  scf.for %i = %c0 to %c8 step %c2 {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @counter_of_64_bits(%x: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  // expected-error@+1 {{'i' cannot be split: it does not count from 0 by 1 in numbers of type index}}
  scf.for %i = %c0 to %x step %c1 : i64 {
  } {loop_name = "i"}
  func.return
}

// -----

func.func @name_is_taken(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be split: there is a loop 'io' already}}
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %x, %m[%i] : memref<8xf32>
    } {loop_name = "io"}
  } {loop_name = "i"}
  func.return
}
