// RUN: %ts-opt %s --split-input-file -p convert-te-to-loops | %check %s

// Fires: memory for the words, and calls that fill it in program order. Each function is declared
// once.

// CHECK-LABEL: func.func @words
// CHECK-SAME:  (%[[N:.*]]: index, %[[OUT:.*]]: memref<4xi64>, %[[OUT1:.*]]: memref<?xi32>) {
// CHECK:         %[[B:.*]] = memref.reinterpret_cast %[[OUT1]]
// CHECK:         func.call @ts_random_words(%[[B]], %[[N]]) : (memref<?xi32>, index) -> ()
// CHECK-NEXT:    %[[C:.*]] = "memref.cast"(%[[OUT]]) : (memref<4xi64>) -> memref<?xi64>
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    func.call @ts_random_long_words(%[[C]], %[[C4]]) : (memref<?xi64>, index) -> ()
// CHECK-NEXT:    %[[A:.*]] = memref.alloc() : memref<2xi32>
// CHECK-NEXT:    %[[D:.*]] = "memref.cast"(%[[A]]) : (memref<2xi32>) -> memref<?xi32>
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    func.call @ts_random_words(%[[D]], %[[C2]]) : (memref<?xi32>, index) -> ()
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NEXT:    func.return
// CHECK:       func.func private @ts_random_words(memref<?xi32>, index) -> ()
// CHECK-NEXT:  func.func private @ts_random_long_words(memref<?xi64>, index) -> ()
// CHECK-NEXT:  }
func.func @words(%n: index) -> (tensor<4xi64>, tensor<?xi32>) {
  %v = te.draw %n : tensor<?xi32>
  %w = te.draw : tensor<4xi64>
  %unused = te.draw : tensor<2xi32>
  func.return %w, %v : tensor<4xi64>, tensor<?xi32>
}

// -----

// Fires: each iteration draws anew.

// CHECK-LABEL: func.func @in_a_loop
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           func.call @ts_random_words
// CHECK:           scf.for %[[J:.*]] =
// CHECK:         }
func.func @in_a_loop(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x) -> (tensor<4xi32>) {
    %w = te.draw : tensor<4xi32>
    %y = te.compute (%j = 4) : tensor<4xi32> {
      %0 = te.load %s[%j] : tensor<4xi32>
      %1 = te.load %w[%j] : tensor<4xi32>
      %2 = arith.addi %0, %1 : i32
      te.yield %2 : i32
    }
    scf.yield %y : tensor<4xi32>
  }
  func.return %r : tensor<4xi32>
}
