// RUN: not %ts-opt %s -p "reorder-loops{loops=i,i}" 2>&1 | %check %s
// RUN: not %ts-opt %s -p "reorder-loops{loops}" 2>&1 | %check %s --check-prefix=NOTHING
// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "reorder-loops{loops=k,i}"

// CHECK: error: reorder-loops: expected different loops, found i,i
// NOTHING: error: pass 'reorder-loops': loops must be tuple[str, ...], not nothing

func.func @repeated_element(%a: memref<8x8xf32>, %out: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: 'i' and 'k' repeat the elements that it writes, so they must keep their order}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %x = memref.load %a[%i, %k] : memref<8x8xf32>
      %acc = memref.load %out[%c0] : memref<1xf32>
      %sum = arith.addf %acc, %x : f32
      memref.store %sum, %out[%c0] : memref<1xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @other_iteration(%a: memref<9x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: it reads or writes what another iteration may write}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %next = arith.addi %i, %c1 : index
      %x = memref.load %a[%i, %k] : memref<9x9xf32>
      memref.store %x, %a[%next, %k] : memref<9x9xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @shared_element(%out: memref<16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: different iterations may write the same element}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %0 = arith.addi %i, %k : index
      memref.store %x, %out[%0] : memref<16xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @overlapping_rows(%out: memref<16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: different iterations may write the same element}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      scf.for %l = %c0 to %n step %c1 {
        %0 = arith.addi %i, %l : index
        memref.store %x, %out[%0] : memref<16xf32>
      }
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @unknown_address(%at: memref<8xindex>, %out: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: an address is not linear in the counters}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %at[%k] : memref<8xindex>
      memref.store %x, %out[%0] : memref<8xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @triangle(%out: memref<8x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: the bounds of 'k' depend on a counter}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %i step %c1 {
      memref.store %x, %out[%i, %k] : memref<8x8xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @more_than_a_loop(%out: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: 'k' is not the only operation in 'i'}}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %out[%i] : memref<8xf32>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %x, %out[%k] : memref<8xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @assertion(%out: memref<8x8xf32>, %x: f32, %ok: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: 'cf.assert' may depend on other iterations}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      cf.assert %ok, "f: fails"
      memref.store %x, %out[%i, %k] : memref<8x8xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func @carried(%a: memref<8x8xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: 'i' carries values from iteration to iteration}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %row = scf.for %k = %c0 to %n step %c1 iter_args(%part = %acc) -> (f32) {
      %y = memref.load %a[%i, %k] : memref<8x8xf32>
      %z = arith.addf %part, %y : f32
      scf.yield %z : f32
    } {loop_name = "k"}
    scf.yield %row : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @siblings(%out: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  // expected-error@+1 {{'k' cannot be reordered: 'i' is not inside 'k'}}
  scf.for %k = %c0 to %n step %c1 {
    memref.store %x, %out[%k] : memref<8xf32>
  } {loop_name = "k"}
  func.return
}

// -----

func.func @carried_index(%m: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: an address depends on more than counters and sizes}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %last = scf.for %l = %c0 to %n step %c1 iter_args(%at = %c0) -> (index) {
        %x = memref.load %m[%i, %at] : memref<8x8xf32>
        memref.store %x, %m[%i, %at] : memref<8x8xf32>
        %next = arith.addi %at, %c1 : index
        scf.yield %next : index
      }
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}

// -----

func.func private @ts_random_words(memref<?xi32>, index) -> ()

func.func @draws(%w: memref<?xi32>, %out: memref<8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: 'func.call' may depend on other iterations}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      func.call @ts_random_words(%w, %c1) : (memref<?xi32>, index) -> ()
      %v = memref.load %w[%c0] : memref<?xi32>
      memref.store %v, %out[%i, %k] : memref<8x8xi32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}
