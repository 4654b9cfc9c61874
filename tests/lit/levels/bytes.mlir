// RUN: %ts-run %s --entry=dot --input x=i8[16]{-1,-1,-1,-1,1,2,3,4,0,0,0,0,-1,0,0,0} --input w=i8[16]{-128,-128,-128,-128,1,-1,1,-1,9,9,9,9,127,1,1,1} --input s=i32[4]{1,10,100,2147483647} | %check %s
// RUN: %ts-opt %s -p convert-vector-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts | %ts-run - -f mlir --entry=dot --input x=i8[16]{-1,-1,-1,-1,1,2,3,4,0,0,0,0,-1,0,0,0} --input w=i8[16]{-128,-128,-128,-128,1,-1,1,-1,9,9,9,9,127,1,1,1} --input s=i32[4]{1,10,100,2147483647} | %check %s

// Bytes of %x are unsigned, -1 is 255; sums wrap around.
// CHECK: s: i32[4] = [-130559, 8, 100, -2147451264]
func.func @dot(%x: memref<16xi8>, %w: memref<16xi8>, %s: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0] : memref<16xi8>, vector<16xi8>
  %1 = vector.load %w[%c0] : memref<16xi8>, vector<16xi8>
  %2 = vector.load %s[%c0] : memref<4xi32>, vector<4xi32>
  %3 = simd.usdot %0, %1, %2 : vector<16xi8>, vector<16xi8> into vector<4xi32>
  vector.store %3, %s[%c0] : memref<4xi32>, vector<4xi32>
  func.return
}
