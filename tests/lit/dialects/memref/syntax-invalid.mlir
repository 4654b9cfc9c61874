// RUN: %ts-opt %s --parsing-diagnostics --split-input-file 2>&1 | %check %s

// CHECK: syntax-invalid.mlir:5:27: error: expected read or write
func.func @no_such_access(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], both, locality<3>, data : memref<4xf32>
  func.return
}

// -----

// CHECK: syntax-invalid.mlir:13:46: error: expected data or instr
func.func @no_such_cache(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, disk : memref<4xf32>
  func.return
}
