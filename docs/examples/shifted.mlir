func.func @shifted(%x: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %next = arith.addi %i, %c1 : index
    %y = memref.load %x[%next] : memref<8xf32>
    memref.store %y, %out[%i] : memref<8xf32>
  }
  func.return
}
