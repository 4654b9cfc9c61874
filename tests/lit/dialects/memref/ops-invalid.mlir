// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @one_index_too_few(%m: memref<4x4xf32>, %i: index) {
  // expected-error@+1 {{expected 2 indices of memref<4x4xf32>}}
  memref.prefetch %m[%i], read, locality<3>, data : memref<4x4xf32>
  func.return
}

// -----

func.func @no_such_locality(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected a locality from 0 to 3, not 4}}
  memref.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
  func.return
}
