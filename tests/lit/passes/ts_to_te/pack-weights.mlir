// RUN: %ts-opt %s --split-input-file -p "pack-weights{arguments=1}" | %check %s
// RUN: %ts-opt %s --split-input-file -p "pack-weights{arguments=1},convert-ts-to-te,cse,dce" | %check %s --check-prefix=TE
// RUN: %ts-opt %s --split-input-file -p pack-weights | %check %s --check-prefix=NONE

// Fires: the caller passes the filters of 32 channels as neighbours, and the kernel does not copy
// them. Without the option no argument is a constant.
// CHECK-LABEL: func.func @many_channels
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[32,15],f32>, %[[W:.*]]: !ts.tensor<[64,32,8],f32> {ts.panels = 0 : index}) -> !ts.tensor<[64,8],f32> {
// CHECK: aten.conv1d(%[[X]], %[[W]],
// NONE-LABEL: func.func @many_channels
// NONE-SAME: %[[W:.*]]: !ts.tensor<[64,32,8],f32>) ->
// TE-LABEL: func.func @many_channels
// TE-SAME: (%[[X:.*]]: tensor<32x15xf32>, %[[W:.*]]: tensor<2x32x8x32xf32>) -> tensor<64x8xf32> {
// TE-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// TE-NEXT:   %[[V1:.*]] = te.reduce (%[[I:.*]] = 2, %[[J:.*]] = 8, %[[K:.*]] = 32) over (%[[L:.*]] = 256) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<2x8x32xf32> {
// TE-NEXT:     %[[V2:.*]] = arith.constant 8 : index
// TE-NEXT:     %[[V3:.*]] = arith.divui %[[L]], %[[V2]] : index
// TE-NEXT:     %[[V4:.*]] = arith.remui %[[L]], %[[V2]] : index
// TE-NEXT:     %[[V5:.*]] = te.load %[[W]][%[[I]], %[[V3]], %[[V4]], %[[K]]] : tensor<2x32x8x32xf32>
// TE-NEXT:     %[[V6:.*]] = arith.addi %[[J]], %[[V4]] : index
// TE-NEXT:     %[[V7:.*]] = te.load %[[X]][%[[V3]], %[[V6]]] : tensor<32x15xf32>
// TE-NEXT:     %[[V8:.*]] = arith.mulf %[[V7]], %[[V5]] : f32
// TE-NEXT:     %[[V9:.*]] = arith.addf %[[ACC]], %[[V8]] fastmath<reassoc> : f32
// TE-NEXT:     te.yield %[[V9]] : f32
// TE-NEXT:   }
// TE-NEXT:   %[[V10:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J_1:.*]] = 32, %[[K_1:.*]] = 8) : tensor<2x32x8xf32> attributes {te.stored} {
// TE-NEXT:     %[[V11:.*]] = te.load %[[V1]][%[[I_1]], %[[K_1]], %[[J_1]]] : tensor<2x8x32xf32>
// TE-NEXT:     te.yield %[[V11]] : f32
// TE-NEXT:   }
// TE-NEXT:   %[[R:.*]] = te.compute (%[[I_2:.*]] = 64, %[[J_2:.*]] = 8) : tensor<64x8xf32> {
// TE-NEXT:     %[[V12:.*]] = arith.constant 32 : index
// TE-NEXT:     %[[V13:.*]] = arith.divui %[[I_2]], %[[V12]] : index
// TE-NEXT:     %[[V14:.*]] = arith.remui %[[I_2]], %[[V12]] : index
// TE-NEXT:     %[[V15:.*]] = te.load %[[V10]][%[[V13]], %[[V14]], %[[J_2]]] : tensor<2x32x8xf32>
// TE-NEXT:     te.yield %[[V15]] : f32
// TE-NEXT:   }
// TE-NEXT:   func.return %[[R]] : tensor<64x8xf32>
// TE-NEXT: }
func.func @many_channels(%x: !ts.tensor<[32,15],f32>, %w: !ts.tensor<[64,32,8],f32>) -> !ts.tensor<[64,8],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %l, %p, %l, %one) : (!ts.tensor<[32,15],f32>, !ts.tensor<[64,32,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[64,8],f32>
  func.return %r : !ts.tensor<[64,8],f32>
}

// -----

// Fires: of a linear layer, the weights of 32 columns become neighbours.
// CHECK-LABEL: func.func @linear_layer
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[64,40],f32> {ts.panels = 0 : index}, %[[B:.*]]: !ts.tensor<[64],f32>) ->
// TE-LABEL: func.func @linear_layer
// TE-SAME: (%[[X:.*]]: tensor<8x40xf32>, %[[W:.*]]: tensor<2x40x32xf32>, %[[B:.*]]: tensor<64xf32>) -> tensor<8x64xf32> {
// TE-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// TE-NEXT:   %[[V1:.*]] = te.reduce (%[[I:.*]] = 8, %[[J:.*]] = 64) over (%[[K:.*]] = 40) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<8x64xf32> {
// TE-NEXT:     %[[V2:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<8x40xf32>
// TE-NEXT:     %[[V3:.*]] = arith.constant 32 : index
// TE-NEXT:     %[[V4:.*]] = arith.divui %[[J]], %[[V3]] : index
// TE-NEXT:     %[[V5:.*]] = arith.remui %[[J]], %[[V3]] : index
// TE-NEXT:     %[[V6:.*]] = te.load %[[W]][%[[V4]], %[[K]], %[[V5]]] : tensor<2x40x32xf32>
// TE-NEXT:     %[[V7:.*]] = arith.mulf %[[V2]], %[[V6]] : f32
// TE-NEXT:     %[[V8:.*]] = arith.addf %[[ACC]], %[[V7]] : f32
// TE-NEXT:     te.yield %[[V8]] : f32
// TE-NEXT:   }
// TE-NEXT:   %[[R:.*]] = te.compute (%[[I_1:.*]] = 8, %[[J_1:.*]] = 64) : tensor<8x64xf32> {
// TE-NEXT:     %[[V9:.*]] = te.load %[[V1]][%[[I_1]], %[[J_1]]] : tensor<8x64xf32>
// TE-NEXT:     %[[V10:.*]] = te.load %[[B]][%[[J_1]]] : tensor<64xf32>
// TE-NEXT:     %[[V11:.*]] = arith.addf %[[V9]], %[[V10]] : f32
// TE-NEXT:     te.yield %[[V11]] : f32
// TE-NEXT:   }
// TE-NEXT:   func.return %[[R]] : tensor<8x64xf32>
// TE-NEXT: }
func.func @linear_layer(%x: !ts.tensor<[8,40],f32>, %w: !ts.tensor<[64,40],f32>, %b: !ts.tensor<[64],f32>) -> !ts.tensor<[8,64],f32> {
  %r = aten.linear(%x, %w, %b) : (!ts.tensor<[8,40],f32>, !ts.tensor<[64,40],f32>, !ts.tensor<[64],f32>) -> !ts.tensor<[8,64],f32>
  func.return %r : !ts.tensor<[8,64],f32>
}

// -----

// Fires: 48 columns of a product are three panels of 16.
// CHECK-LABEL: func.func @right_factor
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[40,48],f32> {ts.panels = 1 : index}) ->
// TE-LABEL: func.func @right_factor
// TE-SAME: (%[[X:.*]]: tensor<8x40xf32>, %[[W:.*]]: tensor<3x40x16xf32>) -> tensor<8x48xf32> {
// TE-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// TE-NEXT:   %[[R:.*]] = te.reduce (%[[I:.*]] = 8, %[[J:.*]] = 48) over (%[[K:.*]] = 40) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<8x48xf32> {
// TE-NEXT:     %[[V1:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<8x40xf32>
// TE-NEXT:     %[[V2:.*]] = arith.constant 16 : index
// TE-NEXT:     %[[V3:.*]] = arith.divui %[[J]], %[[V2]] : index
// TE-NEXT:     %[[V4:.*]] = arith.remui %[[J]], %[[V2]] : index
// TE-NEXT:     %[[V5:.*]] = te.load %[[W]][%[[V3]], %[[K]], %[[V4]]] : tensor<3x40x16xf32>
// TE-NEXT:     %[[V6:.*]] = arith.mulf %[[V1]], %[[V5]] : f32
// TE-NEXT:     %[[V7:.*]] = arith.addf %[[ACC]], %[[V6]] : f32
// TE-NEXT:     te.yield %[[V7]] : f32
// TE-NEXT:   }
// TE-NEXT:   func.return %[[R]] : tensor<8x48xf32>
// TE-NEXT: }
func.func @right_factor(%x: !ts.tensor<[8,40],f32>, %w: !ts.tensor<[40,48],f32>) -> !ts.tensor<[8,48],f32> {
  %r = aten.mm(%x, %w) : (!ts.tensor<[8,40],f32>, !ts.tensor<[40,48],f32>) -> !ts.tensor<[8,48],f32>
  func.return %r : !ts.tensor<[8,48],f32>
}

// -----

// Must not fire: a few rows read the weights too seldom.
// CHECK-LABEL: func.func @few_rows
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @few_rows(%x: !ts.tensor<[3,40],f32>, %w: !ts.tensor<[40,64],f32>) -> !ts.tensor<[3,64],f32> {
  %r = aten.mm(%x, %w) : (!ts.tensor<[3,40],f32>, !ts.tensor<[40,64],f32>) -> !ts.tensor<[3,64],f32>
  func.return %r : !ts.tensor<[3,64],f32>
}

// -----

// Must not fire: the last panel would not be whole.
// CHECK-LABEL: func.func @no_whole_panels
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @no_whole_panels(%x: !ts.tensor<[8,40],f32>, %w: !ts.tensor<[40,50],f32>) -> !ts.tensor<[8,50],f32> {
  %r = aten.mm(%x, %w) : (!ts.tensor<[8,40],f32>, !ts.tensor<[40,50],f32>) -> !ts.tensor<[8,50],f32>
  func.return %r : !ts.tensor<[8,50],f32>
}

// -----

// Must not fire: two products read columns along different axes.
// CHECK-LABEL: func.func @both_axes
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @both_axes(%x: !ts.tensor<[8,32],f32>, %w: !ts.tensor<[32,32],f32>) -> !ts.tensor<[8,32],f32> {
  %none = prim.Constant : !ts.none
  %y = aten.mm(%x, %w) : (!ts.tensor<[8,32],f32>, !ts.tensor<[32,32],f32>) -> !ts.tensor<[8,32],f32>
  %r = aten.linear(%y, %w, %none) : (!ts.tensor<[8,32],f32>, !ts.tensor<[32,32],f32>, !ts.none) -> !ts.tensor<[8,32],f32>
  func.return %r : !ts.tensor<[8,32],f32>
}

// -----

// Must not fire: it is both factors.
// CHECK-LABEL: func.func @square
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @square(%x: !ts.tensor<[8,32],f32>, %w: !ts.tensor<[32,32],f32>) -> !ts.tensor<[32,32],f32> {
  %r = aten.mm(%w, %w) : (!ts.tensor<[32,32],f32>, !ts.tensor<[32,32],f32>) -> !ts.tensor<[32,32],f32>
  func.return %r : !ts.tensor<[32,32],f32>
}

// -----

// Must not fire: filters of short sums are not read in panels.
// CHECK-LABEL: func.func @sums_are_short
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @sums_are_short(%x: !ts.tensor<[4,15],f32>, %w: !ts.tensor<[64,4,8],f32>) -> !ts.tensor<[64,8],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %l, %p, %l, %one) : (!ts.tensor<[4,15],f32>, !ts.tensor<[64,4,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[64,8],f32>
  func.return %r : !ts.tensor<[64,8],f32>
}

// -----

// Must not fire: another operation reads the filters, too.
// CHECK-LABEL: func.func @read_otherwise
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @read_otherwise(%x: !ts.tensor<[64,15],f32>, %w: !ts.tensor<[64,64,4],f32>) -> !ts.tensor<[64,12],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %l, %p, %l, %one) : (!ts.tensor<[64,15],f32>, !ts.tensor<[64,64,4],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[64,12],f32>
  %f = aten.sum(%w, %none) : (!ts.tensor<[64,64,4],f32>, !ts.none) -> !ts.tensor<[],f32>
  %q = aten.mul.Tensor(%r, %f) : (!ts.tensor<[64,12],f32>, !ts.tensor<[],f32>) -> !ts.tensor<[64,12],f32>
  func.return %q : !ts.tensor<[64,12],f32>
}

// -----

// Must not fire: the argument is not a filter.
// CHECK-LABEL: func.func @not_a_convolution
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @not_a_convolution(%x: !ts.tensor<[64,32,8],f32>, %w: !ts.tensor<[64,32,8],f32>) -> !ts.tensor<[64,32,8],f32> {
  %r = aten.mul.Tensor(%x, %w) : (!ts.tensor<[64,32,8],f32>, !ts.tensor<[64,32,8],f32>) -> !ts.tensor<[64,32,8],f32>
  func.return %r : !ts.tensor<[64,32,8],f32>
}

// -----

// Must not fire: the filters of this convolution are the other argument.
// CHECK-LABEL: func.func @convolved_with
// CHECK-NOT: ts.panels
// CHECK: func.return
func.func @convolved_with(%w: !ts.tensor<[64,32,8],f32>, %x: !ts.tensor<[32,15],f32>) -> !ts.tensor<[64,8],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %p = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %r = aten.conv1d(%x, %w, %none, %l, %p, %l, %one) : (!ts.tensor<[32,15],f32>, !ts.tensor<[64,32,8],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[64,8],f32>
  func.return %r : !ts.tensor<[64,8],f32>
}

// -----

// Fires: the caller passes groups of four bytes of 16 columns as neighbours.
// CHECK-LABEL: func.func @groups_of_bytes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[5,8],ui8>, %[[W:.*]]: !ts.tensor<[16,8],i8> {ts.panels = 0 : index}) -> !ts.tensor<[5,16],i32> {
// NONE-LABEL: func.func @groups_of_bytes
// NONE-SAME: %[[W:.*]]: !ts.tensor<[16,8],i8>) ->
// TE-LABEL: func.func @groups_of_bytes
// TE-SAME: (%[[X:.*]]: tensor<5x8xi8>, %[[W:.*]]: tensor<1x2x16x4xi8>) -> tensor<5x16xi32> {
// TE-NEXT:   %[[V0:.*]] = arith.constant 0 : i32
// TE-NEXT:   %[[R:.*]] = te.reduce (%[[I:.*]] = 5, %[[J:.*]] = 16) over (%[[K:.*]] = 2, %[[L:.*]] = 4) init (%[[ACC:.*]] = %[[V0]] : i32) : tensor<5x16xi32> {
// TE-NEXT:     %[[V1:.*]] = arith.constant 16 : index
// TE-NEXT:     %[[V2:.*]] = arith.divui %[[J]], %[[V1]] : index
// TE-NEXT:     %[[V3:.*]] = arith.remui %[[J]], %[[V1]] : index
// TE-NEXT:     %[[V4:.*]] = te.load %[[W]][%[[V2]], %[[K]], %[[V3]], %[[L]]] : tensor<1x2x16x4xi8>
// TE-NEXT:     %[[V5:.*]] = arith.constant 4 : index
// TE-NEXT:     %[[V6:.*]] = arith.muli %[[K]], %[[V5]] : index
// TE-NEXT:     %[[V7:.*]] = arith.addi %[[V6]], %[[L]] : index
// TE-NEXT:     %[[V8:.*]] = te.load %[[X]][%[[I]], %[[V7]]] : tensor<5x8xi8>
// TE-NEXT:     %[[V9:.*]] = arith.extui %[[V8]] : i8 to i32
// TE-NEXT:     %[[V10:.*]] = arith.extsi %[[V4]] : i8 to i32
// TE-NEXT:     %[[V11:.*]] = arith.muli %[[V9]], %[[V10]] : i32
// TE-NEXT:     %[[V12:.*]] = arith.addi %[[ACC]], %[[V11]] : i32
// TE-NEXT:     te.yield %[[V12]] : i32
// TE-NEXT:   }
// TE-NEXT:   func.return %[[R]] : tensor<5x16xi32>
// TE-NEXT: }
func.func @groups_of_bytes(%x: !ts.tensor<[5,8],ui8>, %w: !ts.tensor<[16,8],i8>) -> !ts.tensor<[5,16],i32> {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %a = aten.to.dtype(%x, %i32, %no, %no, %none) : (!ts.tensor<[5,8],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[5,8],i32>
  %b = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor<[16,8],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[16,8],i32>
  %r = aten.linear(%a, %b, %none) : (!ts.tensor<[5,8],i32>, !ts.tensor<[16,8],i32>, !ts.none) -> !ts.tensor<[5,16],i32>
  func.return %r : !ts.tensor<[5,16],i32>
}
