// RUN: not %ts-opt %s -p "vectorize-loop{loop=j width=1}" 2>&1 | %check %s
// RUN: not %ts-opt %s -p "vectorize-loop{loop=j width=100000}" 2>&1 | %check %s --check-prefix=WIDE
// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "vectorize-loop{loop=j width=4}"

// CHECK: pass-pipeline:1:1: error: pass 'vectorize-loop': width must be at least 2, not 1
// WIDE: pass-pipeline:1:1: error: pass 'vectorize-loop': width must be at most 1024, not 100000

func.func @next_element(%a: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'j' cannot be vectorized: it reads or writes what another iteration writes}}
  scf.for %j = %c0 to %c8 step %c1 {
    %next = arith.addi %j, %c1 : index
    %x = memref.load %a[%j] : memref<9xf32>
    memref.store %x, %a[%next] : memref<9xf32>
  } {loop_name = "j"}
  func.return
}

// -----

func.func @few_iterations(%a: memref<3xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // expected-error@+1 {{'j' cannot be vectorized: it runs fewer than 4 times}}
  scf.for %j = %c0 to %c3 step %c1 {
    memref.store %x, %a[%j] : memref<3xf32>
  } {loop_name = "j"}
  func.return
}

// -----

func.func @loop_inside(%a: memref<8x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'j' cannot be vectorized: it contains a branch, or a loop that is no reduction}}
  scf.for %j = %c0 to %c8 step %c1 {
    scf.for %k = %c0 to %c8 step %c1 {
      memref.store %x, %a[%k, %j] : memref<8x8xf32>
    } {loop_name = "k"}
  } {loop_name = "j"}
  func.return
}
