// RUN: not %ts-opt %s -p "unroll-loop{loop=i factor=-1}" 2>&1 | %check %s
// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "unroll-loop{loop=i}"

// CHECK: pass-pipeline:1:1: error: pass 'unroll-loop': factor must be at least 0, not -1

func.func @unknown_trip_count(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'i' cannot be unrolled: only a run knows its trip count; a factor unrolls as many iterations}}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @too_many(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000000 : index
  // expected-error@+1 {{'i' cannot be unrolled: its 1000000 iterations would be 2000000 operations, more than 65536}}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @counter_of_64_bits() {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  // expected-error@+1 {{'i' cannot be unrolled: its counter is not of type index}}
  scf.for %i = %c0 to %c2 step %c1 : i64 {
  } {loop_name = "i"}
  func.return
}
