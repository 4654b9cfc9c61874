// RUN: %ts-opt %s --split-input-file -p convert-ts-to-te,cse,dce | %check %s

// The elements of a window in all channels are summed; each window was copied, from a tensor with
// zeros at its borders.
// CHECK-LABEL: func.func @with_borders
// CHECK-SAME: (%[[X:.*]]: tensor<3x8xf32>, %[[W:.*]]: tensor<5x3x2xf32>) -> tensor<5x9xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.compute (%[[I:.*]] = 3, %[[J:.*]] = 10) : tensor<3x10xf32> {
// CHECK-NEXT:     %[[V1:.*]] = arith.constant true
// CHECK-NEXT:     %[[V2:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V3:.*]] = arith.addi %[[J]], %[[V2]] : index
// CHECK-NEXT:     %[[V4:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V5:.*]] = arith.cmpi sge, %[[V3]], %[[V4]] : index
// CHECK-NEXT:     %[[V6:.*]] = arith.andi %[[V1]], %[[V5]] : i1
// CHECK-NEXT:     %[[V7:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[V8:.*]] = arith.cmpi slt, %[[V3]], %[[V7]] : index
// CHECK-NEXT:     %[[V9:.*]] = arith.andi %[[V6]], %[[V8]] : i1
// CHECK-NEXT:     %[[V10:.*]] = arith.addi %[[V7]], %[[V2]] : index
// CHECK-NEXT:     %[[V11:.*]] = arith.maxsi %[[V3]], %[[V4]] : index
// CHECK-NEXT:     %[[V12:.*]] = arith.minsi %[[V11]], %[[V10]] : index
// CHECK-NEXT:     %[[V13:.*]] = te.load %[[X]][%[[I]], %[[V12]]] : tensor<3x8xf32>
// CHECK-NEXT:     %[[V14:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V15:.*]] = arith.select %[[V9]], %[[V13]], %[[V14]] : f32
// CHECK-NEXT:     te.yield %[[V15]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V16:.*]] = te.compute (%[[I_1:.*]] = 3, %[[J_1:.*]] = 2, %[[K:.*]] = 9) : tensor<3x2x9xf32> {
// CHECK-NEXT:     %[[V17:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V18:.*]] = arith.muli %[[K]], %[[V17]] : index
// CHECK-NEXT:     %[[V19:.*]] = arith.muli %[[J_1]], %[[V17]] : index
// CHECK-NEXT:     %[[V20:.*]] = arith.addi %[[V18]], %[[V19]] : index
// CHECK-NEXT:     %[[V21:.*]] = te.load %[[V0]][%[[I_1]], %[[V20]]] : tensor<3x10xf32>
// CHECK-NEXT:     te.yield %[[V21]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V22:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%[[I_2:.*]] = 5, %[[J_2:.*]] = 9) over (%[[K_1:.*]] = 6) init (%[[ACC:.*]] = %[[V22]] : f32) : tensor<5x9xf32> {
// CHECK-NEXT:     %[[V23:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V24:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V25:.*]] = arith.divui %[[K_1]], %[[V24]] : index
// CHECK-NEXT:     %[[V26:.*]] = arith.remui %[[K_1]], %[[V24]] : index
// CHECK-NEXT:     %[[V27:.*]] = arith.constant 5 : index
// CHECK-NEXT:     %[[V28:.*]] = arith.muli %[[V23]], %[[V27]] : index
// CHECK-NEXT:     %[[V29:.*]] = arith.addi %[[V28]], %[[I_2]] : index
// CHECK-NEXT:     %[[V30:.*]] = te.load %[[W]][%[[V29]], %[[V25]], %[[V26]]] : tensor<5x3x2xf32>
// CHECK-NEXT:     %[[V31:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[V32:.*]] = arith.muli %[[V23]], %[[V31]] : index
// CHECK-NEXT:     %[[V33:.*]] = arith.addi %[[V32]], %[[V25]] : index
// CHECK-NEXT:     %[[V34:.*]] = te.load %[[V16]][%[[V33]], %[[V26]], %[[J_2]]] : tensor<3x2x9xf32>
// CHECK-NEXT:     %[[V35:.*]] = arith.mulf %[[V30]], %[[V34]] : f32
// CHECK-NEXT:     %[[V36:.*]] = arith.addf %[[ACC]], %[[V35]] fastmath<reassoc> : f32
// CHECK-NEXT:     te.yield %[[V36]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<5x9xf32>
// CHECK-NEXT: }
func.func @with_borders(%x: !ts.tensor<[3,8],f32>, %w: !ts.tensor<[5,3,2],f32>) -> !ts.tensor<[5,9],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %l, %l, %l, %one) : (!ts.tensor<[3,8],f32>, !ts.tensor<[5,3,2],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[5,9],f32>
  func.return %r : !ts.tensor<[5,9],f32>
}

// -----

// Windows of one element are not copied, and the batch may be symbolic.
// CHECK-LABEL: func.func @one_element
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x3x8xf32> {te.sizes = array<i64: 0>}, %[[W:.*]]: tensor<5x3x1xf32>, %[[B:.*]]: tensor<5xf32>) -> tensor<?x5x8xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V1:.*]] = te.reduce (%[[I:.*]] = %[[S0]], %[[J:.*]] = 5, %[[K:.*]] = 8) over (%[[L:.*]] = 3) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<?x5x8xf32> {
// CHECK-NEXT:     %[[V2:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V3:.*]] = arith.constant 5 : index
// CHECK-NEXT:     %[[V4:.*]] = arith.muli %[[V2]], %[[V3]] : index
// CHECK-NEXT:     %[[V5:.*]] = arith.addi %[[V4]], %[[J]] : index
// CHECK-NEXT:     %[[V6:.*]] = te.load %[[W]][%[[V5]], %[[L]], %[[V2]]] : tensor<5x3x1xf32>
// CHECK-NEXT:     %[[V7:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[V8:.*]] = arith.muli %[[V2]], %[[V7]] : index
// CHECK-NEXT:     %[[V9:.*]] = arith.addi %[[V8]], %[[L]] : index
// CHECK-NEXT:     %[[V10:.*]] = te.load %[[X]][%[[I]], %[[V9]], %[[K]]] : tensor<?x3x8xf32>
// CHECK-NEXT:     %[[V11:.*]] = arith.mulf %[[V6]], %[[V10]] : f32
// CHECK-NEXT:     %[[V12:.*]] = arith.addf %[[ACC]], %[[V11]] fastmath<reassoc> : f32
// CHECK-NEXT:     te.yield %[[V12]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_1:.*]] = %[[S0]], %[[J_1:.*]] = 5, %[[K_1:.*]] = 8) : tensor<?x5x8xf32> {
// CHECK-NEXT:     %[[V13:.*]] = te.load %[[V1]][%[[I_1]], %[[J_1]], %[[K_1]]] : tensor<?x5x8xf32>
// CHECK-NEXT:     %[[V14:.*]] = te.load %[[B]][%[[J_1]]] : tensor<5xf32>
// CHECK-NEXT:     %[[V15:.*]] = arith.addf %[[V13]], %[[V14]] : f32
// CHECK-NEXT:     te.yield %[[V15]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<?x5x8xf32>
// CHECK-NEXT: }
func.func @one_element(%x: !ts.tensor<[s0,3,8],f32>, %w: !ts.tensor<[5,3,1],f32>, %b: !ts.tensor<[5],f32>) -> !ts.tensor<[s0,5,8],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %b, %l, %p, %l, %one) : (!ts.tensor<[s0,3,8],f32>, !ts.tensor<[5,3,1],f32>, !ts.tensor<[5],f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[s0,5,8],f32>
  func.return %r : !ts.tensor<[s0,5,8],f32>
}

// -----

// A filter for each channel: the sum over a window is written out, without a copy of it.
// CHECK-LABEL: func.func @of_each_channel
// CHECK-SAME: (%[[X:.*]]: tensor<3x8xf32>, %[[W:.*]]: tensor<3x1x2xf32>) -> tensor<3x7xf32> {
// CHECK:        %[[R:.*]] = te.compute (%[[C:.*]] = 3, %[[I:.*]] = 7) : tensor<3x7xf32> {
// CHECK-NEXT:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[W0:.*]] = te.load %[[W]][%[[C]], %[[ZERO]], %[[ZERO]]]
// CHECK-NEXT:     %[[X0:.*]] = te.load %[[X]][%[[C]], %[[I]]]
// CHECK-NEXT:     %[[P0:.*]] = arith.mulf %[[W0]], %[[X0]] : f32
// CHECK-NEXT:     %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[J:.*]] = arith.addi %[[I]], %[[ONE]] : index
// CHECK-NEXT:     %[[W1:.*]] = te.load %[[W]][%[[C]], %[[ZERO]], %[[ONE]]]
// CHECK-NEXT:     %[[X1:.*]] = te.load %[[X]][%[[C]], %[[J]]]
// CHECK-NEXT:     %[[P1:.*]] = arith.mulf %[[W1]], %[[X1]] : f32
// CHECK-NEXT:     %[[S:.*]] = arith.addf %[[P0]], %[[P1]] : f32
// CHECK-NEXT:     te.yield %[[S]] : f32
// CHECK:        func.return %[[R]] : tensor<3x7xf32>
func.func @of_each_channel(%x: !ts.tensor<[3,8],f32>, %w: !ts.tensor<[3,1,2],f32>) -> !ts.tensor<[3,7],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0 : i64
  %three = prim.Constant 3 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %l, %p, %l, %three) : (!ts.tensor<[3,8],f32>, !ts.tensor<[3,1,2],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[3,7],f32>
  func.return %r : !ts.tensor<[3,7],f32>
}

// -----

// Strided elements do not form a vector, so windows are copied.
// CHECK-LABEL: func.func @of_each_channel_with_a_stride
// CHECK: te.reduce
func.func @of_each_channel_with_a_stride(%x: !ts.tensor<[3,8],f32>, %w: !ts.tensor<[3,1,2],f32>) -> !ts.tensor<[3,4],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %three = prim.Constant 3 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %s, %p, %l, %three) : (!ts.tensor<[3,8],f32>, !ts.tensor<[3,1,2],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[3,4],f32>
  func.return %r : !ts.tensor<[3,4],f32>
}

// -----

// Long sums of many channels: filters are copied so that those of 32 channels are neighbours, and
// each row of channels is computed from elements in place. The batch may be symbolic.
// CHECK-LABEL: func.func @many_channels
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x32x37xf32> {te.sizes = array<i64: 0>}, %[[W:.*]]: tensor<64x32x8xf32>) -> tensor<?x64x10xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.compute (%[[I:.*]] = 2, %[[J:.*]] = 32, %[[K:.*]] = 8, %[[L:.*]] = 32) : tensor<2x32x8x32xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V1:.*]] = arith.constant 32 : index
// CHECK-NEXT:     %[[V2:.*]] = arith.muli %[[I]], %[[V1]] : index
// CHECK-NEXT:     %[[V3:.*]] = arith.addi %[[V2]], %[[L]] : index
// CHECK-NEXT:     %[[V4:.*]] = te.load %[[W]][%[[V3]], %[[J]], %[[K]]] : tensor<64x32x8xf32>
// CHECK-NEXT:     te.yield %[[V4]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V5:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V6:.*]] = te.reduce (%[[I_1:.*]] = %[[S0]], %[[J_1:.*]] = 2, %[[K_1:.*]] = 10, %[[L_1:.*]] = 32) over (%[[I4:.*]] = 256) init (%[[ACC:.*]] = %[[V5]] : f32) : tensor<?x2x10x32xf32> {
// CHECK-NEXT:     %[[V7:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[V8:.*]] = arith.divui %[[I4]], %[[V7]] : index
// CHECK-NEXT:     %[[V9:.*]] = arith.remui %[[I4]], %[[V7]] : index
// CHECK-NEXT:     %[[V10:.*]] = te.load %[[V0]][%[[J_1]], %[[V8]], %[[V9]], %[[L_1]]] : tensor<2x32x8x32xf32>
// CHECK-NEXT:     %[[V11:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[V12:.*]] = arith.muli %[[K_1]], %[[V11]] : index
// CHECK-NEXT:     %[[V13:.*]] = arith.addi %[[V12]], %[[V9]] : index
// CHECK-NEXT:     %[[V14:.*]] = te.load %[[X]][%[[I_1]], %[[V8]], %[[V13]]] : tensor<?x32x37xf32>
// CHECK-NEXT:     %[[V15:.*]] = arith.mulf %[[V14]], %[[V10]] : f32
// CHECK-NEXT:     %[[V16:.*]] = arith.addf %[[ACC]], %[[V15]] fastmath<reassoc> : f32
// CHECK-NEXT:     te.yield %[[V16]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V17:.*]] = te.compute (%[[I_2:.*]] = %[[S0]], %[[J_2:.*]] = 2, %[[K_2:.*]] = 32, %[[L_2:.*]] = 10) : tensor<?x2x32x10xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V18:.*]] = te.load %[[V6]][%[[I_2]], %[[J_2]], %[[L_2]], %[[K_2]]] : tensor<?x2x10x32xf32>
// CHECK-NEXT:     te.yield %[[V18]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_3:.*]] = %[[S0]], %[[J_3:.*]] = 64, %[[K_3:.*]] = 10) : tensor<?x64x10xf32> {
// CHECK-NEXT:     %[[V19:.*]] = arith.constant 32 : index
// CHECK-NEXT:     %[[V20:.*]] = arith.divui %[[J_3]], %[[V19]] : index
// CHECK-NEXT:     %[[V21:.*]] = arith.remui %[[J_3]], %[[V19]] : index
// CHECK-NEXT:     %[[V22:.*]] = te.load %[[V17]][%[[I_3]], %[[V20]], %[[V21]], %[[K_3]]] : tensor<?x2x32x10xf32>
// CHECK-NEXT:     te.yield %[[V22]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<?x64x10xf32>
// CHECK-NEXT: }
func.func @many_channels(%x: !ts.tensor<[s0,32,37],f32>, %w: !ts.tensor<[64,32,8],f32>) -> !ts.tensor<[s0,64,10],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %step = prim.Constant 3 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%step) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %s, %p, %l, %one) : (!ts.tensor<[s0,32,37],f32>, !ts.tensor<[64,32,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[s0,64,10],f32>
  func.return %r : !ts.tensor<[s0,64,10],f32>
}

// -----

// Must not fire: sums of 32 terms are too short to pay for copies of filters and results.
// CHECK-LABEL: func.func @sums_are_short
// CHECK: %[[WINDOWS:.*]] = te.compute (%{{.*}} = 4, %{{.*}} = 8, %{{.*}} = 10) : tensor<4x8x10xf32> {
// CHECK: te.reduce
// CHECK: te.load %[[WINDOWS]][
// CHECK-NOT: te.stored
func.func @sums_are_short(%x: !ts.tensor<[4,37],f32>, %w: !ts.tensor<[64,4,8],f32>) -> !ts.tensor<[64,10],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %step = prim.Constant 3 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%step) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %s, %p, %l, %one) : (!ts.tensor<[4,37],f32>, !ts.tensor<[64,4,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[64,10],f32>
  func.return %r : !ts.tensor<[64,10],f32>
}

// -----

// Must not fire: three positions are too few rows of a tile.
// CHECK-LABEL: func.func @rows_are_short
// CHECK: %[[WINDOWS:.*]] = te.compute (%{{.*}} = 32, %{{.*}} = 8, %{{.*}} = 3) : tensor<32x8x3xf32> {
// CHECK: te.reduce
// CHECK: te.load %[[WINDOWS]][
// CHECK-NOT: te.stored
func.func @rows_are_short(%x: !ts.tensor<[32,10],f32>, %w: !ts.tensor<[64,32,8],f32>) -> !ts.tensor<[64,3],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %step = prim.Constant 1 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%step) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %s, %p, %l, %one) : (!ts.tensor<[32,10],f32>, !ts.tensor<[64,32,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[64,3],f32>
  func.return %r : !ts.tensor<[64,3],f32>
}

// -----

// Of 48 channels, 16 are a panel.
// CHECK-LABEL: func.func @panels_of_one_vector
// CHECK-SAME: (%[[X:.*]]: tensor<32x37xf32>, %[[W:.*]]: tensor<48x32x8xf32>)
// CHECK: %[[PANELS:.*]] = te.compute (%{{.*}} = 3, %{{.*}} = 32, %{{.*}} = 8, %{{.*}} = 16) : tensor<3x32x8x16xf32> attributes {te.stored} {
// CHECK: te.reduce (%{{.*}} = 3, %{{.*}} = 10, %{{.*}} = 16) over (%{{.*}} = 256)
// CHECK-DAG: te.load %[[PANELS]][
// CHECK-DAG: te.load %[[X]][
func.func @panels_of_one_vector(%x: !ts.tensor<[32,37],f32>, %w: !ts.tensor<[48,32,8],f32>) -> !ts.tensor<[48,10],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %step = prim.Constant 3 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%step) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %s, %p, %l, %one) : (!ts.tensor<[32,37],f32>, !ts.tensor<[48,32,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[48,10],f32>
  func.return %r : !ts.tensor<[48,10],f32>
}

// -----

// Must not fire: 40 channels are two and a half panels.
// CHECK-LABEL: func.func @channels_are_left_over
// CHECK: %[[WINDOWS:.*]] = te.compute (%{{.*}} = 32, %{{.*}} = 8, %{{.*}} = 10) : tensor<32x8x10xf32> {
// CHECK: te.reduce
// CHECK: te.load %[[WINDOWS]][
// CHECK-NOT: te.stored
func.func @channels_are_left_over(%x: !ts.tensor<[32,37],f32>, %w: !ts.tensor<[40,32,8],f32>) -> !ts.tensor<[40,10],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %step = prim.Constant 3 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%step) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %s, %p, %l, %one) : (!ts.tensor<[32,37],f32>, !ts.tensor<[40,32,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[40,10],f32>
  func.return %r : !ts.tensor<[40,10],f32>
}

// -----

// Even places are sums with the taps 1 and 3, odd ones with the taps 0 and 2.
// CHECK-LABEL: func.func @transposed_by_place
// CHECK-SAME: (%[[X:.*]]: tensor<3x8xf32>, %[[W:.*]]: tensor<3x5x4xf32>)
// CHECK: %[[EVEN:.*]] = te.reduce (%{{.*}} = 5, %{{.*}} = 8) over (%{{.*}} = 6)
// CHECK: %[[ODD:.*]] = te.reduce (%{{.*}} = 5, %{{.*}} = 8) over (%{{.*}} = 6)
// CHECK: te.compute (%{{.*}} = 5, %[[I:.*]] = 16) : tensor<5x16xf32> {
// CHECK-DAG: %[[A:.*]] = te.load %[[EVEN]][
// CHECK-DAG: %[[B:.*]] = te.load %[[ODD]][
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %[[B]], %[[A]] : f32
// CHECK: te.yield %[[R]] : f32
func.func @transposed_by_place(%x: !ts.tensor<[3,8],f32>, %w: !ts.tensor<[3,5,4],f32>) -> !ts.tensor<[5,16],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %s = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %p = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %q = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %r = aten.conv_transpose1d(%x, %w, %none, %s, %p, %q, %one, %p) : (!ts.tensor<[3,8],f32>, !ts.tensor<[3,5,4],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64, !ts.list<i64>) -> !ts.tensor<[5,16],f32>
  func.return %r : !ts.tensor<[5,16],f32>
}

// -----

// With as many taps as the stride, the places are outputs of one product.
// CHECK-LABEL: func.func @transposed_without_overlap
// CHECK-SAME: (%[[X:.*]]: tensor<3x8xf32>, %[[W:.*]]: tensor<3x5x2xf32>)
// CHECK: %[[SUMS:.*]] = te.reduce (%{{.*}} = 10, %{{.*}} = 8) over (%{{.*}} = 3)
// CHECK-NOT: te.reduce
// CHECK: te.load %[[SUMS]][
// CHECK-NOT: arith.select
func.func @transposed_without_overlap(%x: !ts.tensor<[3,8],f32>, %w: !ts.tensor<[3,5,2],f32>) -> !ts.tensor<[5,16],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %s = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %d = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %r = aten.conv_transpose1d(%x, %w, %none, %s, %p, %p, %one, %d) : (!ts.tensor<[3,8],f32>, !ts.tensor<[3,5,2],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64, !ts.list<i64>) -> !ts.tensor<[5,16],f32>
  func.return %r : !ts.tensor<[5,16],f32>
}

// -----

// The windows of a transposed convolution of any size: its result has as many strides as the input
// has elements, and one more.
// CHECK-LABEL: func.func @transposed_of_any_size(
// CHECK-SAME: %[[S0:.*]]: index, %[[X:.*]]: tensor<1x1x?xf32> {te.sizes = array<i64: 0>}, %[[W:.*]]: tensor<1x1x3xf32>) -> tensor<1x1x?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.addi %[[V1]], %[[V2]] : index
// CHECK-NEXT:   %[[SIZE_1:.*]] = arith.addi %[[S0]], %[[V2]] : index
// CHECK-NEXT:   %[[SIZE_2:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[V3:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 1, %[[K:.*]] = %[[SIZE_2]]) : tensor<1x1x?xf32> {
// CHECK-NEXT:     %[[V4:.*]] = arith.constant true
// CHECK-NEXT:     %[[V5:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V6:.*]] = arith.addi %[[K]], %[[V5]] : index
// CHECK-NEXT:     %[[V7:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V8:.*]] = arith.cmpi sge, %[[V6]], %[[V7]] : index
// CHECK-NEXT:     %[[V9:.*]] = arith.andi %[[V4]], %[[V8]] : i1
// CHECK-NEXT:     %[[V10:.*]] = arith.cmpi slt, %[[V6]], %[[S0]] : index
// CHECK-NEXT:     %[[V11:.*]] = arith.andi %[[V9]], %[[V10]] : i1
// CHECK-NEXT:     %[[V12:.*]] = arith.addi %[[S0]], %[[V5]] : index
// CHECK-NEXT:     %[[V13:.*]] = arith.maxsi %[[V6]], %[[V7]] : index
// CHECK-NEXT:     %[[V14:.*]] = arith.minsi %[[V13]], %[[V12]] : index
// CHECK-NEXT:     %[[V15:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V14]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V16:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V17:.*]] = arith.select %[[V11]], %[[V15]], %[[V16]] : f32
// CHECK-NEXT:     te.yield %[[V17]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V18:.*]] = te.compute (%[[I_1:.*]] = 1, %[[J_1:.*]] = 1, %[[K_1:.*]] = 2) : tensor<1x1x2xf32> {
// CHECK-NEXT:     %[[V19:.*]] = arith.remui %[[I_1]], %[[V2]] : index
// CHECK-NEXT:     %[[V20:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V21:.*]] = arith.addi %[[V20]], %[[V0]] : index
// CHECK-NEXT:     %[[V22:.*]] = arith.muli %[[K_1]], %[[V0]] : index
// CHECK-NEXT:     %[[V23:.*]] = arith.subi %[[V21]], %[[V22]] : index
// CHECK-NEXT:     %[[V24:.*]] = arith.muli %[[I_1]], %[[V2]] : index
// CHECK-NEXT:     %[[V25:.*]] = arith.addi %[[V24]], %[[J_1]] : index
// CHECK-NEXT:     %[[V26:.*]] = arith.remui %[[I_1]], %[[V2]] : index
// CHECK-NEXT:     %[[V27:.*]] = te.load %[[W]][%[[V25]], %[[V26]], %[[V23]]] : tensor<1x1x3xf32>
// CHECK-NEXT:     te.yield %[[V27]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V28:.*]] = te.compute (%[[I_2:.*]] = 1, %[[J_2:.*]] = 1, %[[K_2:.*]] = 2, %[[L:.*]] = %[[SIZE_1]]) : tensor<1x1x2x?xf32> {
// CHECK-NEXT:     %[[V29:.*]] = arith.muli %[[L]], %[[V2]] : index
// CHECK-NEXT:     %[[V30:.*]] = arith.muli %[[K_2]], %[[V2]] : index
// CHECK-NEXT:     %[[V31:.*]] = arith.addi %[[V29]], %[[V30]] : index
// CHECK-NEXT:     %[[V32:.*]] = te.load %[[V3]][%[[I_2]], %[[J_2]], %[[V31]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     te.yield %[[V32]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V33:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V34:.*]] = te.reduce (%[[I_3:.*]] = 1, %[[J_3:.*]] = 1, %[[K_3:.*]] = %[[SIZE_1]]) over (%[[L_1:.*]] = 2) init (%[[ACC:.*]] = %[[V33]] : f32) : tensor<1x1x?xf32> {
// CHECK-NEXT:     %[[V35:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V36:.*]] = arith.muli %[[V35]], %[[V2]] : index
// CHECK-NEXT:     %[[V37:.*]] = arith.addi %[[V36]], %[[J_3]] : index
// CHECK-NEXT:     %[[V38:.*]] = te.load %[[V18]][%[[V37]], %[[V35]], %[[L_1]]] : tensor<1x1x2xf32>
// CHECK-NEXT:     %[[V39:.*]] = arith.addi %[[V36]], %[[V35]] : index
// CHECK-NEXT:     %[[V40:.*]] = te.load %[[V28]][%[[I_3]], %[[V39]], %[[L_1]], %[[K_3]]] : tensor<1x1x2x?xf32>
// CHECK-NEXT:     %[[V41:.*]] = arith.mulf %[[V38]], %[[V40]] : f32
// CHECK-NEXT:     %[[V42:.*]] = arith.addf %[[ACC]], %[[V41]] fastmath<reassoc> : f32
// CHECK-NEXT:     te.yield %[[V42]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V43:.*]] = te.compute (%[[I_4:.*]] = 1, %[[J_4:.*]] = 1, %[[K_4:.*]] = %[[SIZE_1]]) : tensor<1x1x?xf32> {
// CHECK-NEXT:     %[[V44:.*]] = arith.constant true
// CHECK-NEXT:     %[[V45:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V46:.*]] = arith.cmpi sge, %[[K_4]], %[[V45]] : index
// CHECK-NEXT:     %[[V47:.*]] = arith.andi %[[V44]], %[[V46]] : i1
// CHECK-NEXT:     %[[V48:.*]] = arith.cmpi slt, %[[K_4]], %[[S0]] : index
// CHECK-NEXT:     %[[V49:.*]] = arith.andi %[[V47]], %[[V48]] : i1
// CHECK-NEXT:     %[[V50:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V51:.*]] = arith.addi %[[S0]], %[[V50]] : index
// CHECK-NEXT:     %[[V52:.*]] = arith.maxsi %[[K_4]], %[[V45]] : index
// CHECK-NEXT:     %[[V53:.*]] = arith.minsi %[[V52]], %[[V51]] : index
// CHECK-NEXT:     %[[V54:.*]] = te.load %[[X]][%[[I_4]], %[[J_4]], %[[V53]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V55:.*]] = arith.select %[[V49]], %[[V54]], %[[V33]] : f32
// CHECK-NEXT:     te.yield %[[V55]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V56:.*]] = te.compute (%[[I_5:.*]] = 1, %[[J_5:.*]] = 1, %[[K_5:.*]] = 1) : tensor<1x1x1xf32> {
// CHECK-NEXT:     %[[V57:.*]] = arith.remui %[[I_5]], %[[V2]] : index
// CHECK-NEXT:     %[[V58:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V59:.*]] = arith.addi %[[V58]], %[[V2]] : index
// CHECK-NEXT:     %[[V60:.*]] = arith.muli %[[K_5]], %[[V0]] : index
// CHECK-NEXT:     %[[V61:.*]] = arith.subi %[[V59]], %[[V60]] : index
// CHECK-NEXT:     %[[V62:.*]] = arith.muli %[[I_5]], %[[V2]] : index
// CHECK-NEXT:     %[[V63:.*]] = arith.addi %[[V62]], %[[J_5]] : index
// CHECK-NEXT:     %[[V64:.*]] = arith.remui %[[I_5]], %[[V2]] : index
// CHECK-NEXT:     %[[V65:.*]] = te.load %[[W]][%[[V63]], %[[V64]], %[[V61]]] : tensor<1x1x3xf32>
// CHECK-NEXT:     te.yield %[[V65]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V66:.*]] = te.reduce (%[[I_6:.*]] = 1, %[[J_6:.*]] = 1, %[[K_6:.*]] = %[[SIZE_1]]) over (%[[L_2:.*]] = 1) init (%[[ACC_1:.*]] = %[[V33]] : f32) : tensor<1x1x?xf32> {
// CHECK-NEXT:     %[[V67:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V68:.*]] = arith.muli %[[V67]], %[[V2]] : index
// CHECK-NEXT:     %[[V69:.*]] = arith.addi %[[V68]], %[[J_6]] : index
// CHECK-NEXT:     %[[V70:.*]] = te.load %[[V56]][%[[V69]], %[[V67]], %[[V67]]] : tensor<1x1x1xf32>
// CHECK-NEXT:     %[[V71:.*]] = arith.addi %[[V68]], %[[V67]] : index
// CHECK-NEXT:     %[[V72:.*]] = te.load %[[V43]][%[[I_6]], %[[V71]], %[[K_6]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V73:.*]] = arith.mulf %[[V70]], %[[V72]] : f32
// CHECK-NEXT:     %[[V74:.*]] = arith.addf %[[ACC_1]], %[[V73]] fastmath<reassoc> : f32
// CHECK-NEXT:     te.yield %[[V74]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_7:.*]] = 1, %[[J_7:.*]] = 1, %[[K_7:.*]] = %[[SIZE]]) : tensor<1x1x?xf32> {
// CHECK-NEXT:     %[[V75:.*]] = arith.remui %[[K_7]], %[[V0]] : index
// CHECK-NEXT:     %[[V76:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V77:.*]] = arith.addi %[[V2]], %[[V76]] : index
// CHECK-NEXT:     %[[V78:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V79:.*]] = arith.maxsi %[[V75]], %[[V78]] : index
// CHECK-NEXT:     %[[V80:.*]] = arith.minsi %[[V79]], %[[V77]] : index
// CHECK-NEXT:     %[[V81:.*]] = arith.muli %[[J_7]], %[[V2]] : index
// CHECK-NEXT:     %[[V82:.*]] = arith.addi %[[V81]], %[[V80]] : index
// CHECK-NEXT:     %[[V83:.*]] = arith.divui %[[K_7]], %[[V0]] : index
// CHECK-NEXT:     %[[V84:.*]] = te.load %[[V34]][%[[I_7]], %[[V82]], %[[V83]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V85:.*]] = arith.constant true
// CHECK-NEXT:     %[[V86:.*]] = arith.remui %[[K_7]], %[[V0]] : index
// CHECK-NEXT:     %[[V87:.*]] = arith.cmpi sge, %[[V86]], %[[V2]] : index
// CHECK-NEXT:     %[[V88:.*]] = arith.andi %[[V85]], %[[V87]] : i1
// CHECK-NEXT:     %[[V89:.*]] = arith.cmpi slt, %[[V86]], %[[V0]] : index
// CHECK-NEXT:     %[[V90:.*]] = arith.andi %[[V88]], %[[V89]] : i1
// CHECK-NEXT:     %[[V91:.*]] = arith.remui %[[K_7]], %[[V0]] : index
// CHECK-NEXT:     %[[V92:.*]] = arith.addi %[[V91]], %[[V76]] : index
// CHECK-NEXT:     %[[V93:.*]] = arith.maxsi %[[V92]], %[[V78]] : index
// CHECK-NEXT:     %[[V94:.*]] = arith.minsi %[[V93]], %[[V77]] : index
// CHECK-NEXT:     %[[V95:.*]] = arith.addi %[[V81]], %[[V94]] : index
// CHECK-NEXT:     %[[V96:.*]] = te.load %[[V66]][%[[I_7]], %[[V95]], %[[V83]]] : tensor<1x1x?xf32>
// CHECK-NEXT:     %[[V97:.*]] = arith.select %[[V90]], %[[V96]], %[[V84]] : f32
// CHECK-NEXT:     te.yield %[[V97]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x1x?xf32>
// CHECK-NEXT: }
func.func @transposed_of_any_size(%x: !ts.tensor<[1,1,s0],f32>, %w: !ts.tensor<[1,1,3],f32>) -> !ts.tensor<[1,1,s0*2+1],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.Constant [2] : !ts.list<i64>
  %zero = prim.Constant [0] : !ts.list<i64>
  %ones = prim.Constant [1] : !ts.list<i64>
  %r = aten.conv_transpose1d(%x, %w, %none, %two, %zero, %zero, %one, %ones) : (!ts.tensor<[1,1,s0],f32>, !ts.tensor<[1,1,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64, !ts.list<i64>) -> !ts.tensor<[1,1,s0*2+1],f32>
  func.return %r : !ts.tensor<[1,1,s0*2+1],f32>
}
