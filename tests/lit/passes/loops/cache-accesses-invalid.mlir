// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "cache-accesses{memory=m loop=i}"

func.func @another_name(%a: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'scf.for' op accesses no memory named 'm'; it accesses 'a', 'out'}}
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @unknown_index(%m: memref<8xf32>, %out: memref<8xf32>, %at: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot use a copy of 'm': an index in dimension 0 is not known to be in range}}
  scf.for %i = %c0 to %c8 step %c1 {
    %j = memref.load %at[%i] : memref<8xindex>
    %x = memref.load %m[%j] : memref<8xf32>
    memref.store %x, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @unknown_size(%m: memref<?xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot use a copy of 'm': an index in dimension 0 is not known to be in range}}
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<?xf32>
    memref.store %x, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @symbolic_row(%n: index, %out: memref<8xf32>, %v: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc(%n) : memref<?xf32>
  // expected-error@+1 {{'i' cannot use a copy of 'm': the number of elements that an iteration accesses is not a constant}}
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      memref.store %v, %m[%k] : memref<?xf32>
    }
  } {loop_name = "i"}
  func.return
}

// -----

func.func @written_view(%m: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot use a copy of 'm': it accesses memory that may overlap the copied one}}
  scf.for %i = %c0 to %c8 step %c1 {
    %view = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1] : memref<8xf32> to memref<8xf32>
    %x = memref.load %m[%i] : memref<8xf32>
    memref.store %x, %view[%c0] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @assertion(%m: memref<8xf32>, %out: memref<8xf32>, %ok: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot use a copy of 'm': 'cf.assert' may depend on other iterations}}
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<8xf32>
    cf.assert %ok, "f: fails"
    memref.store %x, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}
