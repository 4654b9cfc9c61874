// RUN: %ts-opt %s | %ts-opt | %check %s

// CHECK-LABEL: func.func @dot
// CHECK-SAME: (%[[X:.*]]: vector<16xi8>, %[[W:.*]]: vector<16xi8>, %[[ACC:.*]]: vector<4xi32>) -> vector<4xi32> {
// CHECK-NEXT:   %[[R:.*]] = simd.usdot %[[X]], %[[W]], %[[ACC]] : vector<16xi8>, vector<16xi8> into vector<4xi32>
// CHECK-NEXT:   func.return %[[R]] : vector<4xi32>
// CHECK-NEXT: }
func.func @dot(%x: vector<16xi8>, %w: vector<16xi8>, %acc: vector<4xi32>) -> vector<4xi32> {
  %r = simd.usdot %x, %w, %acc : vector<16xi8>, vector<16xi8> into vector<4xi32>
  func.return %r : vector<4xi32>
}
