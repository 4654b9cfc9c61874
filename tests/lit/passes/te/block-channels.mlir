// RUN: %ts-opt %s --split-input-file -p block-channels,cse,dce | %check %s

// Fires: the second convolution multiplies the columns of a panel by an element of %t, so %t keeps
// the blocks of the first one. The bias has neighbours for the channels of a block.
// CHECK-LABEL: func.func @borders_between_convolutions
// CHECK-SAME: (%[[X:.*]]: tensor<3x5xf32>, %[[W:.*]]: tensor<2x3x4xf32>, %[[B:.*]]: tensor<8xf32>, %[[V:.*]]: tensor<2x16x4xf32>) -> tensor<2x5x4xf32> {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%[[P:.*]] = 2, %[[Y:.*]] = 5, %[[L:.*]] = 4) over (%[[K:.*]] = 3) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<2x5x4xf32> {
// CHECK-NEXT:     %[[V0:.*]] = te.load %[[W]][%[[P]], %[[K]], %[[L]]] : tensor<2x3x4xf32>
// CHECK-NEXT:     %[[V1:.*]] = te.load %[[X]][%[[K]], %[[Y]]] : tensor<3x5xf32>
// CHECK-NEXT:     %[[V2:.*]] = arith.mulf %[[V1]], %[[V0]] : f32
// CHECK-NEXT:     %[[V3:.*]] = arith.addf %[[ACC]], %[[V2]] : f32
// CHECK-NEXT:     te.yield %[[V3]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[T:.*]] = te.compute (%[[C:.*]] = 2, %[[Y_1:.*]] = 6, %[[LANE:.*]] = 4) : tensor<2x6x4xf32> {
// CHECK-NEXT:     %[[LAST:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V4:.*]] = arith.minsi %[[Y_1]], %[[LAST]] : index
// CHECK-NEXT:     %[[V5:.*]] = te.load %[[R]][%[[C]], %[[V4]], %[[LANE]]] : tensor<2x5x4xf32>
// CHECK-NEXT:     %[[V6:.*]] = arith.muli %[[C]], %[[LAST]] : index
// CHECK-NEXT:     %[[V7:.*]] = arith.addi %[[V6]], %[[LANE]] : index
// CHECK-NEXT:     %[[V8:.*]] = te.load %[[B]][%[[V7]]] : tensor<8xf32>
// CHECK-NEXT:     %[[V9:.*]] = arith.addf %[[V5]], %[[V8]] : f32
// CHECK-NEXT:     te.yield %[[V9]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[U:.*]] = te.reduce (%[[P_1:.*]] = 2, %[[Y_2:.*]] = 5, %[[L_1:.*]] = 4) over (%[[K_1:.*]] = 16) init (%[[ACC_1:.*]] = %[[ZERO]] : f32) : tensor<2x5x4xf32> {
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V10:.*]] = arith.divui %[[K_1]], %[[C2]] : index
// CHECK-NEXT:     %[[V11:.*]] = arith.remui %[[K_1]], %[[C2]] : index
// CHECK-NEXT:     %[[V12:.*]] = arith.addi %[[Y_2]], %[[V11]] : index
// CHECK-NEXT:     %[[V13:.*]] = te.load %[[V]][%[[P_1]], %[[K_1]], %[[L_1]]] : tensor<2x16x4xf32>
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V14:.*]] = arith.divui %[[V10]], %[[C4]] : index
// CHECK-NEXT:     %[[V15:.*]] = arith.remui %[[V10]], %[[C4]] : index
// CHECK-NEXT:     %[[V16:.*]] = te.load %[[T]][%[[V14]], %[[V12]], %[[V15]]] : tensor<2x6x4xf32>
// CHECK-NEXT:     %[[V17:.*]] = arith.mulf %[[V16]], %[[V13]] : f32
// CHECK-NEXT:     %[[V18:.*]] = arith.addf %[[ACC_1]], %[[V17]] : f32
// CHECK-NEXT:     te.yield %[[V18]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[U]] : tensor<2x5x4xf32>
// CHECK-NEXT: }
func.func @borders_between_convolutions(%x: tensor<3x5xf32>, %w: tensor<2x3x4xf32>, %b: tensor<8xf32>, %v: tensor<2x16x4xf32>) -> tensor<2x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %r = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %w[%p, %k, %l] : tensor<2x3x4xf32>
    %1 = te.load %x[%k, %y] : tensor<3x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s = te.compute (%p = 2, %l = 4, %y = 5) : tensor<2x4x5xf32> attributes {te.stored} {
    %0 = te.load %r[%p, %y, %l] : tensor<2x5x4xf32>
    te.yield %0 : f32
  }
  %t = te.compute (%c = 8, %y = 6) : tensor<8x6xf32> {
    %c4 = arith.constant 4 : index
    %last = arith.constant 4 : index
    %0 = arith.divui %c, %c4 : index
    %1 = arith.remui %c, %c4 : index
    %2 = arith.minsi %y, %last : index
    %3 = te.load %s[%0, %1, %2] : tensor<2x4x5xf32>
    %4 = te.load %b[%c] : tensor<8xf32>
    %5 = arith.addf %3, %4 : f32
    te.yield %5 : f32
  }
  %u = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 16) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %c2 = arith.constant 2 : index
    %0 = arith.divui %k, %c2 : index
    %1 = arith.remui %k, %c2 : index
    %2 = arith.addi %y, %1 : index
    %3 = te.load %v[%p, %k, %l] : tensor<2x16x4xf32>
    %4 = te.load %t[%0, %2] : tensor<8x6xf32>
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.addf %acc, %5 : f32
    te.yield %6 : f32
  }
  func.return %u : tensor<2x5x4xf32>
}

// -----

// Fires: of two convolutions, the sum keeps the smaller blocks. The result reads half of the
// elements, as they are, and %n reads all of them, from a copy in planes.
// CHECK-LABEL: func.func @a_sum_with_other_readers
// CHECK-SAME: (%[[R:.*]]: tensor<8x6xf32>, %[[X:.*]]: tensor<3x6xf32>, %[[W:.*]]: tensor<2x3x4xf32>, %[[Z:.*]]: tensor<4x3x2xf32>, %[[V:.*]]: tensor<2x8x4xf32>) -> (tensor<2x6x4xf32>, tensor<8x3xf32>, tensor<8x6xf32>) {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[R4:.*]] = te.reduce (%[[P:.*]] = 2, %[[Y:.*]] = 6, %[[L:.*]] = 4) over (%[[K:.*]] = 3) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<2x6x4xf32> {
// CHECK-NEXT:     %[[V0:.*]] = te.load %[[W]][%[[P]], %[[K]], %[[L]]] : tensor<2x3x4xf32>
// CHECK-NEXT:     %[[V1:.*]] = te.load %[[X]][%[[K]], %[[Y]]] : tensor<3x6xf32>
// CHECK-NEXT:     %[[V2:.*]] = arith.mulf %[[V1]], %[[V0]] : f32
// CHECK-NEXT:     %[[V3:.*]] = arith.addf %[[ACC]], %[[V2]] : f32
// CHECK-NEXT:     te.yield %[[V3]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R2:.*]] = te.reduce (%[[P_1:.*]] = 4, %[[Y_1:.*]] = 6, %[[L_1:.*]] = 2) over (%[[K_1:.*]] = 3) init (%[[ACC_1:.*]] = %[[ZERO]] : f32) : tensor<4x6x2xf32> {
// CHECK-NEXT:     %[[V4:.*]] = te.load %[[Z]][%[[P_1]], %[[K_1]], %[[L_1]]] : tensor<4x3x2xf32>
// CHECK-NEXT:     %[[V5:.*]] = te.load %[[X]][%[[K_1]], %[[Y_1]]] : tensor<3x6xf32>
// CHECK-NEXT:     %[[V6:.*]] = arith.mulf %[[V5]], %[[V4]] : f32
// CHECK-NEXT:     %[[V7:.*]] = arith.addf %[[ACC_1]], %[[V6]] : f32
// CHECK-NEXT:     te.yield %[[V7]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[T:.*]] = te.compute (%[[C:.*]] = 4, %[[Y_2:.*]] = 6, %[[LANE:.*]] = 2) : tensor<4x6x2xf32> {
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V8:.*]] = arith.remui %[[C]], %[[C2]] : index
// CHECK-NEXT:     %[[V9:.*]] = arith.muli %[[V8]], %[[C2]] : index
// CHECK-NEXT:     %[[V10:.*]] = arith.divui %[[C]], %[[C2]] : index
// CHECK-NEXT:     %[[V11:.*]] = arith.addi %[[V9]], %[[LANE]] : index
// CHECK-NEXT:     %[[V12:.*]] = te.load %[[R4]][%[[V10]], %[[Y_2]], %[[V11]]] : tensor<2x6x4xf32>
// CHECK-NEXT:     %[[V13:.*]] = te.load %[[R2]][%[[C]], %[[Y_2]], %[[LANE]]] : tensor<4x6x2xf32>
// CHECK-NEXT:     %[[V14:.*]] = arith.addf %[[V12]], %[[V13]] : f32
// CHECK-NEXT:     te.yield %[[V14]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V15:.*]] = te.compute (%[[V16:.*]] = 4, %[[V17:.*]] = 2, %[[V18:.*]] = 6) : tensor<4x2x6xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V19:.*]] = te.load %[[T]][%[[V16]], %[[V18]], %[[V17]]] : tensor<4x6x2xf32>
// CHECK-NEXT:     te.yield %[[V19]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[U:.*]] = te.reduce (%[[P_2:.*]] = 2, %[[Y_3:.*]] = 6, %[[L_2:.*]] = 4) over (%[[K_2:.*]] = 8) init (%[[ACC_2:.*]] = %[[ZERO]] : f32) : tensor<2x6x4xf32> {
// CHECK-NEXT:     %[[V20:.*]] = te.load %[[V]][%[[P_2]], %[[K_2]], %[[L_2]]] : tensor<2x8x4xf32>
// CHECK-NEXT:     %[[C2_1:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V21:.*]] = arith.divui %[[K_2]], %[[C2_1]] : index
// CHECK-NEXT:     %[[V22:.*]] = arith.remui %[[K_2]], %[[C2_1]] : index
// CHECK-NEXT:     %[[V23:.*]] = te.load %[[T]][%[[V21]], %[[Y_3]], %[[V22]]] : tensor<4x6x2xf32>
// CHECK-NEXT:     %[[V24:.*]] = arith.mulf %[[V23]], %[[V20]] : f32
// CHECK-NEXT:     %[[V25:.*]] = arith.addf %[[ACC_2]], %[[V24]] : f32
// CHECK-NEXT:     te.yield %[[V25]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[M:.*]] = te.compute (%[[C_1:.*]] = 8, %[[Y_4:.*]] = 3) : tensor<8x3xf32> {
// CHECK-NEXT:     %[[C2_2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V26:.*]] = arith.divui %[[C_1]], %[[C2_2]] : index
// CHECK-NEXT:     %[[V27:.*]] = arith.remui %[[C_1]], %[[C2_2]] : index
// CHECK-NEXT:     %[[V28:.*]] = te.load %[[T]][%[[V26]], %[[Y_4]], %[[V27]]] : tensor<4x6x2xf32>
// CHECK-NEXT:     te.yield %[[V28]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[N:.*]] = te.compute (%[[C_2:.*]] = 8, %[[Y_5:.*]] = 6) : tensor<8x6xf32> {
// CHECK-NEXT:     %[[C2_3:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V29:.*]] = arith.divui %[[C_2]], %[[C2_3]] : index
// CHECK-NEXT:     %[[V30:.*]] = arith.remui %[[C_2]], %[[C2_3]] : index
// CHECK-NEXT:     %[[V31:.*]] = te.load %[[V15]][%[[V29]], %[[V30]], %[[Y_5]]] : tensor<4x2x6xf32>
// CHECK-NEXT:     %[[V32:.*]] = te.load %[[R]][%[[C_2]], %[[Y_5]]] : tensor<8x6xf32>
// CHECK-NEXT:     %[[V33:.*]] = arith.addf %[[V31]], %[[V32]] : f32
// CHECK-NEXT:     te.yield %[[V33]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[U]], %[[M]], %[[N]] : tensor<2x6x4xf32>, tensor<8x3xf32>, tensor<8x6xf32>
// CHECK-NEXT: }
func.func @a_sum_with_other_readers(%r: tensor<8x6xf32>, %x: tensor<3x6xf32>, %w: tensor<2x3x4xf32>, %z: tensor<4x3x2xf32>, %v: tensor<2x8x4xf32>) -> (tensor<2x6x4xf32>, tensor<8x3xf32>, tensor<8x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %r4 = te.reduce (%p = 2, %y = 6, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<2x6x4xf32> {
    %0 = te.load %w[%p, %k, %l] : tensor<2x3x4xf32>
    %1 = te.load %x[%k, %y] : tensor<3x6xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s4 = te.compute (%p = 2, %l = 4, %y = 6) : tensor<2x4x6xf32> attributes {te.stored} {
    %0 = te.load %r4[%p, %y, %l] : tensor<2x6x4xf32>
    te.yield %0 : f32
  }
  %r2 = te.reduce (%p = 4, %y = 6, %l = 2) over (%k = 3) init (%acc = %zero : f32) : tensor<4x6x2xf32> {
    %0 = te.load %z[%p, %k, %l] : tensor<4x3x2xf32>
    %1 = te.load %x[%k, %y] : tensor<3x6xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s2 = te.compute (%p = 4, %l = 2, %y = 6) : tensor<4x2x6xf32> attributes {te.stored} {
    %0 = te.load %r2[%p, %y, %l] : tensor<4x6x2xf32>
    te.yield %0 : f32
  }
  %t = te.compute (%c = 8, %y = 6) : tensor<8x6xf32> {
    %c4 = arith.constant 4 : index
    %c2 = arith.constant 2 : index
    %0 = arith.divui %c, %c4 : index
    %1 = arith.remui %c, %c4 : index
    %2 = te.load %s4[%0, %1, %y] : tensor<2x4x6xf32>
    %3 = arith.divui %c, %c2 : index
    %4 = arith.remui %c, %c2 : index
    %5 = te.load %s2[%3, %4, %y] : tensor<4x2x6xf32>
    %6 = arith.addf %2, %5 : f32
    te.yield %6 : f32
  }
  %u = te.reduce (%p = 2, %y = 6, %l = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<2x6x4xf32> {
    %0 = te.load %v[%p, %k, %l] : tensor<2x8x4xf32>
    %1 = te.load %t[%k, %y] : tensor<8x6xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %m = te.compute (%c = 8, %y = 3) : tensor<8x3xf32> {
    %0 = te.load %t[%c, %y] : tensor<8x6xf32>
    te.yield %0 : f32
  }
  %n = te.compute (%c = 8, %y = 6) : tensor<8x6xf32> {
    %0 = te.load %t[%c, %y] : tensor<8x6xf32>
    %1 = te.load %r[%c, %y] : tensor<8x6xf32>
    %2 = arith.addf %0, %1 : f32
    te.yield %2 : f32
  }
  func.return %u, %m, %n : tensor<2x6x4xf32>, tensor<8x3xf32>, tensor<8x6xf32>
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_the_tensor_is_a_result
// CHECK: te.compute (%[[C:.*]] = 8, %[[Y:.*]] = 5) : tensor<8x5xf32>
func.func @must_not_fire_as_the_tensor_is_a_result(%x: tensor<3x5xf32>, %w: tensor<2x3x4xf32>, %o: tensor<8x5xf32>, %v: tensor<2x8x4xf32>) -> (tensor<2x5x4xf32>, tensor<8x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %r = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %w[%p, %k, %l] : tensor<2x3x4xf32>
    %1 = te.load %x[%k, %y] : tensor<3x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s = te.compute (%p = 2, %l = 4, %y = 5) : tensor<2x4x5xf32> attributes {te.stored} {
    %0 = te.load %r[%p, %y, %l] : tensor<2x5x4xf32>
    te.yield %0 : f32
  }
  %t = te.compute (%c = 8, %y = 5) : tensor<8x5xf32> {
    %c4 = arith.constant 4 : index
    %0 = arith.divui %c, %c4 : index
    %1 = arith.remui %c, %c4 : index
    %2 = te.load %s[%0, %1, %y] : tensor<2x4x5xf32>
    %3 = math.absf %2 : f32
    te.yield %3 : f32
  }
  %u = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %v[%p, %k, %l] : tensor<2x8x4xf32>
    %1 = te.load %t[%k, %y] : tensor<8x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %u, %t : tensor<2x5x4xf32>, tensor<8x5xf32>
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_it_reads_planes_of_no_convolution
// CHECK: te.compute (%[[C:.*]] = 8, %[[Y:.*]] = 5) : tensor<8x5xf32>
func.func @must_not_fire_as_it_reads_planes_of_no_convolution(%x: tensor<3x5xf32>, %w: tensor<2x3x4xf32>, %o: tensor<8x5xf32>, %v: tensor<2x8x4xf32>) -> tensor<2x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %r = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %w[%p, %k, %l] : tensor<2x3x4xf32>
    %1 = te.load %x[%k, %y] : tensor<3x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s = te.compute (%p = 2, %l = 4, %y = 5) : tensor<2x4x5xf32> attributes {te.stored} {
    %0 = te.load %r[%p, %y, %l] : tensor<2x5x4xf32>
    te.yield %0 : f32
  }
  %t = te.compute (%c = 8, %y = 5) : tensor<8x5xf32> {
    %c4 = arith.constant 4 : index
    %0 = arith.divui %c, %c4 : index
    %1 = arith.remui %c, %c4 : index
    %2 = te.load %s[%0, %1, %y] : tensor<2x4x5xf32>
    %3 = te.load %o[%c, %y] : tensor<8x5xf32>
    %4 = arith.addf %2, %3 : f32
    te.yield %4 : f32
  }
  %u = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %v[%p, %k, %l] : tensor<2x8x4xf32>
    %1 = te.load %t[%k, %y] : tensor<8x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %u : tensor<2x5x4xf32>
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_it_needs_the_number_of_the_channel
// CHECK: te.compute (%[[C:.*]] = 8, %[[Y:.*]] = 5) : tensor<8x5xf32>
func.func @must_not_fire_as_it_needs_the_number_of_the_channel(%x: tensor<3x5xf32>, %w: tensor<2x3x4xf32>, %o: tensor<8x5xf32>, %v: tensor<2x8x4xf32>) -> tensor<2x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %r = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %w[%p, %k, %l] : tensor<2x3x4xf32>
    %1 = te.load %x[%k, %y] : tensor<3x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s = te.compute (%p = 2, %l = 4, %y = 5) : tensor<2x4x5xf32> attributes {te.stored} {
    %0 = te.load %r[%p, %y, %l] : tensor<2x5x4xf32>
    te.yield %0 : f32
  }
  %t = te.compute (%c = 8, %y = 5) : tensor<8x5xf32> {
    %c4 = arith.constant 4 : index
    %0 = arith.divui %c, %c4 : index
    %1 = arith.remui %c, %c4 : index
    %2 = te.load %s[%0, %1, %y] : tensor<2x4x5xf32>
    %3 = arith.cmpi eq, %c, %c4 : index
    %4 = arith.select %3, %zero, %2 : f32
    te.yield %4 : f32
  }
  %u = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %v[%p, %k, %l] : tensor<2x8x4xf32>
    %1 = te.load %t[%k, %y] : tensor<8x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %u : tensor<2x5x4xf32>
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_the_product_goes_along_its_rows
// CHECK: te.compute (%[[C:.*]] = 8, %[[Y:.*]] = 5) : tensor<8x5xf32>
func.func @must_not_fire_as_the_product_goes_along_its_rows(%x: tensor<3x5xf32>, %w: tensor<2x3x4xf32>, %o: tensor<8x5xf32>, %v: tensor<2x8x4xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %r = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %w[%p, %k, %l] : tensor<2x3x4xf32>
    %1 = te.load %x[%k, %y] : tensor<3x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s = te.compute (%p = 2, %l = 4, %y = 5) : tensor<2x4x5xf32> attributes {te.stored} {
    %0 = te.load %r[%p, %y, %l] : tensor<2x5x4xf32>
    te.yield %0 : f32
  }
  %t = te.compute (%c = 8, %y = 5) : tensor<8x5xf32> {
    %c4 = arith.constant 4 : index
    %0 = arith.divui %c, %c4 : index
    %1 = arith.remui %c, %c4 : index
    %2 = te.load %s[%0, %1, %y] : tensor<2x4x5xf32>
    %3 = math.absf %2 : f32
    te.yield %3 : f32
  }
  %u = te.reduce (%f = 4, %y = 5) over (%k = 8) init (%acc = %zero : f32) : tensor<4x5xf32> {
    %0 = te.load %o[%k, %f] : tensor<8x5xf32>
    %1 = te.load %t[%k, %y] : tensor<8x5xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %u : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_no_convolution_reads_it
// CHECK: te.compute (%[[C:.*]] = 8, %[[Y:.*]] = 5) : tensor<8x5xf32>
func.func @must_not_fire_as_no_convolution_reads_it(%x: tensor<3x5xf32>, %w: tensor<2x3x4xf32>, %o: tensor<8x5xf32>, %v: tensor<2x8x4xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = te.reduce (%p = 2, %y = 5, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<2x5x4xf32> {
    %0 = te.load %w[%p, %k, %l] : tensor<2x3x4xf32>
    %1 = te.load %x[%k, %y] : tensor<3x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  %s = te.compute (%p = 2, %l = 4, %y = 5) : tensor<2x4x5xf32> attributes {te.stored} {
    %0 = te.load %r[%p, %y, %l] : tensor<2x5x4xf32>
    te.yield %0 : f32
  }
  %t = te.compute (%c = 8, %y = 5) : tensor<8x5xf32> {
    %c4 = arith.constant 4 : index
    %0 = arith.divui %c, %c4 : index
    %1 = arith.remui %c, %c4 : index
    %2 = te.load %s[%0, %1, %y] : tensor<2x4x5xf32>
    %3 = math.absf %2 : f32
    te.yield %3 : f32
  }
  %u = te.compute (%c = 8) : tensor<8xf32> {
    %y = arith.constant 0 : index
    %0 = te.load %t[%c, %y] : tensor<8x5xf32>
    te.yield %0 : f32
  }
  func.return %u : tensor<8xf32>
}

// -----

// Fires: %p asks for blocks of two channels. It reads planes, so it stays as it is, and %v reads a
// copy. %v keeps the blocks of the copy, as a convolution reads it.
// CHECK-LABEL: func.func @copies_what_asks_for_blocks
// CHECK-SAME: (%[[X:.*]]: tensor<4x6xf32>, %[[W:.*]]: tensor<1x4x4xf32>) -> tensor<1x5x4xf32> {
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[P:.*]] = te.compute (%[[C:.*]] = 4, %[[Y:.*]] = 6) : tensor<4x6xf32> attributes {te.stored, te.blocks = array<i64: 0, 2>} {
// CHECK-NEXT: %[[V0:.*]] = te.load %[[X]][%[[C]], %[[Y]]] : tensor<4x6xf32>
// CHECK-NEXT: %[[V1:.*]] = math.absf %[[V0]] : f32
// CHECK-NEXT: te.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.*]] = te.compute (%[[V3:.*]] = 2, %[[V4:.*]] = 6, %[[V5:.*]] = 2) : tensor<2x6x2xf32> attributes {te.stored} {
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V6:.*]] = arith.muli %[[V3]], %[[C2]] : index
// CHECK-NEXT: %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : index
// CHECK-NEXT: %[[V8:.*]] = te.load %[[P]][%[[V7]], %[[V4]]] : tensor<4x6xf32>
// CHECK-NEXT: te.yield %[[V8]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V:.*]] = te.compute (%[[C_1:.*]] = 2, %[[Y_1:.*]] = 5, %[[LANE:.*]] = 2) : tensor<2x5x2xf32> attributes {te.stored} {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[Z:.*]] = arith.addi %[[Y_1]], %[[ONE]] : index
// CHECK-NEXT: %[[V9:.*]] = te.load %[[V2]][%[[C_1]], %[[Y_1]], %[[LANE]]] : tensor<2x6x2xf32>
// CHECK-NEXT: %[[V10:.*]] = te.load %[[V2]][%[[C_1]], %[[Z]], %[[LANE]]] : tensor<2x6x2xf32>
// CHECK-NEXT: %[[V11:.*]] = arith.addf %[[V9]], %[[V10]] : f32
// CHECK-NEXT: te.yield %[[V11]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[Q:.*]] = 1, %[[Y_2:.*]] = 5, %[[L:.*]] = 4) over (%[[K:.*]] = 4) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<1x5x4xf32> {
// CHECK-NEXT: %[[V12:.*]] = te.load %[[W]][%[[Q]], %[[K]], %[[L]]] : tensor<1x4x4xf32>
// CHECK-NEXT: %[[C2_1:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V13:.*]] = arith.divui %[[K]], %[[C2_1]] : index
// CHECK-NEXT: %[[V14:.*]] = arith.remui %[[K]], %[[C2_1]] : index
// CHECK-NEXT: %[[V15:.*]] = te.load %[[V]][%[[V13]], %[[Y_2]], %[[V14]]] : tensor<2x5x2xf32>
// CHECK-NEXT: %[[V16:.*]] = arith.mulf %[[V15]], %[[V12]] : f32
// CHECK-NEXT: %[[V17:.*]] = arith.addf %[[ACC]], %[[V16]] : f32
// CHECK-NEXT: te.yield %[[V17]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<1x5x4xf32>
func.func @copies_what_asks_for_blocks(%x: tensor<4x6xf32>, %w: tensor<1x4x4xf32>) -> tensor<1x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = te.compute (%c = 4, %y = 6) : tensor<4x6xf32> attributes {te.stored, te.blocks = array<i64: 0, 2>} {
    %0 = te.load %x[%c, %y] : tensor<4x6xf32>
    %1 = math.absf %0 : f32
    te.yield %1 : f32
  }
  %v = te.compute (%c = 4, %y = 5) : tensor<4x5xf32> attributes {te.stored} {
    %one = arith.constant 1 : index
    %z = arith.addi %y, %one : index
    %0 = te.load %p[%c, %y] : tensor<4x6xf32>
    %1 = te.load %p[%c, %z] : tensor<4x6xf32>
    %2 = arith.addf %0, %1 : f32
    te.yield %2 : f32
  }
  %r = te.reduce (%q = 1, %y = 5, %l = 4) over (%k = 4) init (%acc = %zero : f32) : tensor<1x5x4xf32> {
    %0 = te.load %w[%q, %k, %l] : tensor<1x4x4xf32>
    %1 = te.load %v[%k, %y] : tensor<4x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<1x5x4xf32>
}

// -----

// CHECK-LABEL: func.func @must_not_fire_as_blocks_would_not_be_whole
// CHECK: te.compute (%[[C:.*]] = 3, %[[Y:.*]] = 6) : tensor<3x6xf32>
// CHECK: te.compute (%[[C_1:.*]] = 3, %[[Y_1:.*]] = 5) : tensor<3x5xf32>
// CHECK-NOT: te.compute
func.func @must_not_fire_as_blocks_would_not_be_whole(%x: tensor<3x6xf32>, %w: tensor<1x3x4xf32>) -> tensor<1x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = te.compute (%c = 3, %y = 6) : tensor<3x6xf32> attributes {te.stored, te.blocks = array<i64: 0, 2>} {
    %0 = te.load %x[%c, %y] : tensor<3x6xf32>
    %1 = math.absf %0 : f32
    te.yield %1 : f32
  }
  %v = te.compute (%c = 3, %y = 5) : tensor<3x5xf32> attributes {te.stored} {
    %one = arith.constant 1 : index
    %z = arith.addi %y, %one : index
    %0 = te.load %p[%c, %y] : tensor<3x6xf32>
    %1 = te.load %p[%c, %z] : tensor<3x6xf32>
    %2 = arith.addf %0, %1 : f32
    te.yield %2 : f32
  }
  %r = te.reduce (%q = 1, %y = 5, %l = 4) over (%k = 3) init (%acc = %zero : f32) : tensor<1x5x4xf32> {
    %0 = te.load %w[%q, %k, %l] : tensor<1x3x4xf32>
    %1 = te.load %v[%k, %y] : tensor<3x5xf32>
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<1x5x4xf32>
}
