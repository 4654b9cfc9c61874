// RUN: %ts-opt %s -p flatten-indices --verify-diagnostics --split-input-file

func.func @unknown_inner_size(%a: memref<?x?xf32>, %i: index) -> f32 {
  // expected-error@+1 {{'memref.load' op accesses a memref<?x?xf32> of unknown inner sizes; view it through a memref.reinterpret_cast that names them}}
  %x = memref.load %a[%i, %i] : memref<?x?xf32>
  func.return %x : f32
}

// -----

func.func @layout(%a: memref<4x4xf32, strided<[8, 1]>>, %i: index) -> f32 {
  // expected-error@+1 {{'memref.load' op has memory with a layout of its own}}
  %x = memref.load %a[%i, %i] : memref<4x4xf32, strided<[8, 1]>>
  func.return %x : f32
}

// -----

func.func @moved(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'memref.reinterpret_cast' op changes offset or strides}}
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [1, 4] : memref<4x4xf32> to memref<4x4xf32>
  func.return
}

// -----

func.func private @callee(memref<4x4xf32>)

func.func @given_away(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'func.call' op needs memory of rank 2 as it is}}
  func.call @callee(%a) : (memref<4x4xf32>) -> ()
  func.return
}
