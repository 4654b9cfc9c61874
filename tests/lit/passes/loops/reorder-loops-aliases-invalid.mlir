// RUN: %ts-opt %s --verify-diagnostics -p "reorder-loops{loops=k,i noalias=false}"

func.func @overlapping_arguments(%a: memref<8x8xf32>, %out: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be reordered: it accesses memory that may overlap what it writes}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %x = memref.load %a[%i, %k] : memref<8x8xf32>
      memref.store %x, %out[%i, %k] : memref<8x8xf32>
    } {loop_name = "k"}
  } {loop_name = "i"}
  func.return
}
