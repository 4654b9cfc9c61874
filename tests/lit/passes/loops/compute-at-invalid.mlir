// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "compute-at{memory=t loop=i}"

func.func @argument(%x: memref<8xf32>, %out: memref<8xf32>, %t: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': it is not a temporary that one store computes}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @two_stores(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  %v = memref.load %x[%c0] : memref<8xf32>
  memref.store %v, %t[%c0] : memref<8xf32>
  // expected-error@+1 {{'t' cannot be computed at 'i': it is not a temporary that one store computes}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @guarded(%x: memref<8xf32>, %out: memref<8xf32>, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    scf.if %b {
      memref.store %0, %t[%p] : memref<8xf32>
    }
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': the loops that compute it are not a perfect nest that counts from 0 by 1}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @part(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c1 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': the loops that compute it do not count through its elements}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @shifted(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %same = arith.muli %p, %c8 : index
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%same] : memref<8xf32>
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': the loops that compute it do not count through its elements}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @repeated(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %q = %c0 to %c8 step %c1 {
    scf.for %p = %c0 to %c8 step %c1 {
      %0 = memref.load %x[%p] : memref<8xf32>
      memref.store %0, %t[%p] : memref<8xf32>
    } {loop_name = "p"}
  } {loop_name = "q"}
  // expected-error@+1 {{'t' cannot be computed at 'i': the loops that compute it repeat its elements}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @other_memory(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
    memref.store %0, %x[%p] : memref<8xf32>
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': the loops that compute it write other memory, too}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @read_elsewhere(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': it is read elsewhere}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  %v = memref.load %t[%c0] : memref<8xf32>
  memref.store %v, %out[%c0] : memref<8xf32>
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @input_is_written(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': 'memref.store' may write what the loops that compute it read}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %x[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @assertion_between(%x: memref<8xf32>, %out: memref<8xf32>, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  cf.assert %b, "f: fails"
  // expected-error@+1 {{'t' cannot be computed at 'i': 'cf.assert' may write what the loops that compute it read}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @unknown_index(%x: memref<8xf32>, %out: memref<8xf32>, %at: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  // expected-error@+1 {{'t' cannot be computed at 'i': an index in dimension 0 is not known to be in range}}
  scf.for %i = %c0 to %c8 step %c1 {
    %j = memref.load %at[%i] : memref<8xindex>
    %0 = memref.load %t[%j] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  memref.dealloc %t : memref<8xf32>
  func.return
}

// -----

func.func @nest_behind(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  // expected-error@+1 {{'t' cannot be computed at 'i': the loop is not behind those that compute it}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  scf.for %p = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%p] : memref<8xf32>
    memref.store %0, %t[%p] : memref<8xf32>
  } {loop_name = "p"}
  memref.dealloc %t : memref<8xf32>
  func.return
}
