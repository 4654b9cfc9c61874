// RUN: %ts-opt %s -p convert-vector-to-llvm --verify-diagnostics --split-input-file

func.func @out_of_bounds(%m: memref<?xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{'vector.transfer_read' op is not a plain access: only transfers in bounds, in order and unmasked lower}}
  %0 = vector.transfer_read %m[%i], %x : memref<?xf32>, vector<4xf32>
  func.return
}

// -----

func.func @two_dimensions(%m: memref<4x4xf32>, %i: index) {
  // expected-error@+1 {{'vector.load' op has the type vector<2x2xf32>; LLVM takes vectors of one dimension of fixed size}}
  %0 = vector.load %m[%i, %i] : memref<4x4xf32>, vector<2x2xf32>
  func.return
}

// -----

func.func @gaps(%m: memref<4xf32, strided<[2]>>, %i: index) {
  // expected-error@+1 {{whose last dimension is not contiguous}}
  %0 = vector.load %m[%i] : memref<4xf32, strided<[2]>>, vector<2xf32>
  func.return
}

// -----

func.func @no_lowering(%v: vector<4xf32>) {
  // expected-error@+1 {{'vector.print' op has no lowering to the llvm dialect}}
  "vector.print"(%v) : (vector<4xf32>) -> ()
  func.return
}

// -----

// Every fault is reported, except for consequences of another fault.
func.func @all_of_them(%m: memref<4xf32>, %i: index, %x: f32) -> vector<4xf32> {
  // expected-error@+1 {{'vector.transfer_read' op is not a plain access}}
  %0 = vector.transfer_read %m[%i], %x : memref<4xf32>, vector<4xf32>
  %1 = vector.fma %0, %0, %0 : vector<4xf32>
  // expected-error@+1 {{'vector.transfer_read' op is not a plain access}}
  %2 = vector.transfer_read %m[%i], %x : memref<4xf32>, vector<4xf32>
  func.return %1 : vector<4xf32>
}

// -----

func.func @half_a_register(%x: vector<8xi8>, %acc: vector<2xi32>) -> vector<2xi32> {
  // expected-error@+1 {{'simd.usdot' op has 64 bits; VNNI has registers of 128, 256, 512 bits}}
  %r = simd.usdot %x, %x, %acc : vector<8xi8>, vector<8xi8> into vector<2xi32>
  func.return %r : vector<2xi32>
}
