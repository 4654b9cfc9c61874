// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @three_bytes_for_a_lane(%x: vector<12xi8>, %acc: vector<4xi32>) {
  // expected-error@+1 {{'simd.usdot' op needs 4 bytes for each lane of one dimension}}
  %r = simd.usdot %x, %x, %acc : vector<12xi8>, vector<12xi8> into vector<4xi32>
  func.return
}

// -----

func.func @two_dimensions(%x: vector<2x8xi8>, %acc: vector<2x2xi32>) {
  // expected-error@+1 {{'simd.usdot' op needs 4 bytes for each lane of one dimension}}
  %r = simd.usdot %x, %x, %acc : vector<2x8xi8>, vector<2x8xi8> into vector<2x2xi32>
  func.return
}

// -----

func.func @other_numbers(%x: vector<16xi8>, %acc: vector<4xi64>) {
  // expected-error@+2 {{Expected attribute i32 but got i64}}
  %r = simd.usdot %x, %x, %acc : vector<16xi8>, vector<16xi8> into vector<4xi64>
  func.return
}
