// RUN: %ts-opt %s -p convert-memref-to-llvm --verify-diagnostics --split-input-file

func.func @unknown_inner_extent(%m: memref<4x?xf32>, %i: index) {
  // expected-error@+1 {{'memref.load' op has the type memref<4x?xf32> with unknown inner extents; run 'flatten-indices'}}
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  func.return
}

// -----

func.func @unknown_stride(%m: memref<4xf32, strided<[?]>>, %i: index) {
  // expected-error@+1 {{only layouts of constant strides from offset 0 lower}}
  %0 = memref.load %m[%i] : memref<4xf32, strided<[?]>>
  func.return
}

// -----

func.func @extent_of_an_argument(%m: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'memref.dim' op needs an extent of a buffer that is not allocated here; a pointer has none}}
  %0 = memref.dim %m, %c0 : memref<?xf32>
  func.return %0 : index
}

// -----

func.func @odd_element(%m: memref<4xi7>, %i: index) {
  // expected-error@+1 {{'memref.alloc' op keeps i7 in memory; elements are of 8, 16, 32, 64 or 128 bits}}
  %0 = memref.alloc() : memref<4xi7>
  func.return
}

// -----

func.func @view_of_unknown_inner_extent(%m: memref<64xi8>, %i: index) {
  // expected-error@+1 {{'memref.view' op has the type memref<4x?xf32> with unknown inner extents; run 'flatten-indices'}}
  %0 = memref.view %m[%i][%i] : memref<64xi8> to memref<4x?xf32>
  func.return
}

// -----

func.func @no_lowering(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.rank' op has no lowering to the llvm dialect}}
  %0 = "memref.rank"(%m) : (memref<4xf32>) -> index
  func.return
}

// -----

func.func @more_than_there_are_addresses() {
  // expected-error@+1 {{'memref.alloc' op takes 4000000000000000 bytes, more than there are addresses}}
  %0 = memref.alloc() : memref<100000x100000x100000xf32>
  func.return
}
