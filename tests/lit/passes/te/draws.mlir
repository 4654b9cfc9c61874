// RUN: %ts-opt %s -p "inline-producers,block-channels,hoist-reductions,cse,dce" | %check %s

// Must not be merged, dropped or moved: each draw changes the stream.

// CHECK-LABEL: func.func @keeps_equal_draws_and_one_that_nothing_reads
// CHECK-NEXT:    %[[A:.*]] = te.draw : tensor<4xi32>
// CHECK-NEXT:    %[[U:.*]] = te.draw : tensor<4xi32>
// CHECK-NEXT:    %[[B:.*]] = te.draw : tensor<4xi32>
// CHECK-NEXT:    %[[R:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xi32> {
// CHECK-NEXT:      %[[X:.*]] = te.load %[[A]][%[[I]]] : tensor<4xi32>
// CHECK-NEXT:      %[[Y:.*]] = te.load %[[B]][%[[I]]] : tensor<4xi32>
// CHECK-NEXT:      %[[S:.*]] = arith.subi %[[X]], %[[Y]] : i32
func.func @keeps_equal_draws_and_one_that_nothing_reads() -> tensor<4xi32> {
  %a = te.draw : tensor<4xi32>
  %unused = te.draw : tensor<4xi32>
  %b = te.draw : tensor<4xi32>
  %r = te.compute (%i = 4) : tensor<4xi32> {
    %x = te.load %a[%i] : tensor<4xi32>
    %y = te.load %b[%i] : tensor<4xi32>
    %s = arith.subi %x, %y : i32
    te.yield %s : i32
  }
  func.return %r : tensor<4xi32>
}

// Must not leave its loop: a sum of words that each iteration draws.

// CHECK-LABEL: func.func @stays_as_each_iteration_draws
// CHECK:         scf.for
// CHECK-NEXT:      %[[W:.*]] = te.draw : tensor<8xi32>
// CHECK-NEXT:      %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8)
// CHECK-NEXT:        %[[X:.*]] = te.load %[[W]][%[[K]]] : tensor<8xi32>
func.func @stays_as_each_iteration_draws(%s: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %s) -> (tensor<4xi32>) {
    %w = te.draw : tensor<8xi32>
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : i32) : tensor<4xi32> {
      %x = te.load %w[%k] : tensor<8xi32>
      %n = arith.addi %acc, %x : i32
      te.yield %n : i32
    }
    %y = te.compute (%j = 4) : tensor<4xi32> {
      %p = te.load %g[%j] : tensor<4xi32>
      %q = te.load %r[%j] : tensor<4xi32>
      %u = arith.addi %p, %q : i32
      te.yield %u : i32
    }
    scf.yield %y : tensor<4xi32>
  }
  func.return %h : tensor<4xi32>
}
