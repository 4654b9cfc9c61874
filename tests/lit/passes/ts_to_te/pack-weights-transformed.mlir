// RUN: %ts-opt %s --split-input-file -p "pack-weights{arguments=1}" | %check %s
// RUN: %ts-opt %s --split-input-file -p "pack-weights{arguments=1 transform=false}" | %check %s --check-prefix=PLAIN
// RUN: %ts-opt %s --split-input-file -p "pack-weights{arguments=1},convert-ts-to-te,cse,dce" | %check %s --check-prefix=TE

// Fires: the caller passes transformed filters for tiles of 2x2 results. The last tiles end behind
// the right border, so it has one more zero.
// CHECK-LABEL: func.func @transforms_filters_of_3x3
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[32,32,3,3],f32> {ts.panels = 0 : index, ts.transformed}) ->
// PLAIN-LABEL: func.func @transforms_filters_of_3x3
// PLAIN-SAME: %[[W:.*]]: !ts.tensor<[32,32,3,3],f32> {ts.panels = 0 : index}) ->
// TE-LABEL: func.func @transforms_filters_of_3x3
// TE-SAME: (%[[X:.*]]: tensor<32x14x13xf32>, %[[W:.*]]: tensor<4x4x1x32x32xf32>) -> tensor<32x14x13xf32> {
// TE-NEXT: %[[V0:.*]] = te.compute (%[[I:.*]] = 32, %[[J:.*]] = 16, %[[K:.*]] = 16) : tensor<32x16x16xf32> {
// TE-NEXT: %[[V1:.*]] = arith.constant true
// TE-NEXT: %[[V2:.*]] = arith.constant -1 : index
// TE-NEXT: %[[V3:.*]] = arith.addi %[[J]], %[[V2]] : index
// TE-NEXT: %[[V4:.*]] = arith.constant 0 : index
// TE-NEXT: %[[V5:.*]] = arith.cmpi sge, %[[V3]], %[[V4]] : index
// TE-NEXT: %[[V6:.*]] = arith.andi %[[V1]], %[[V5]] : i1
// TE-NEXT: %[[V7:.*]] = arith.constant 14 : index
// TE-NEXT: %[[V8:.*]] = arith.cmpi slt, %[[V3]], %[[V7]] : index
// TE-NEXT: %[[V9:.*]] = arith.andi %[[V6]], %[[V8]] : i1
// TE-NEXT: %[[V10:.*]] = arith.addi %[[V7]], %[[V2]] : index
// TE-NEXT: %[[V11:.*]] = arith.maxsi %[[V3]], %[[V4]] : index
// TE-NEXT: %[[V12:.*]] = arith.minsi %[[V11]], %[[V10]] : index
// TE-NEXT: %[[V13:.*]] = arith.addi %[[K]], %[[V2]] : index
// TE-NEXT: %[[V14:.*]] = arith.cmpi sge, %[[V13]], %[[V4]] : index
// TE-NEXT: %[[V15:.*]] = arith.andi %[[V9]], %[[V14]] : i1
// TE-NEXT: %[[V16:.*]] = arith.constant 13 : index
// TE-NEXT: %[[V17:.*]] = arith.cmpi slt, %[[V13]], %[[V16]] : index
// TE-NEXT: %[[V18:.*]] = arith.andi %[[V15]], %[[V17]] : i1
// TE-NEXT: %[[V19:.*]] = arith.addi %[[V16]], %[[V2]] : index
// TE-NEXT: %[[V20:.*]] = arith.maxsi %[[V13]], %[[V4]] : index
// TE-NEXT: %[[V21:.*]] = arith.minsi %[[V20]], %[[V19]] : index
// TE-NEXT: %[[V22:.*]] = te.load %[[X]][%[[I]], %[[V12]], %[[V21]]] : tensor<32x14x13xf32>
// TE-NEXT: %[[V23:.*]] = arith.constant 0.000000e+00 : f32
// TE-NEXT: %[[V24:.*]] = arith.select %[[V18]], %[[V22]], %[[V23]] : f32
// TE-NEXT: te.yield %[[V24]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V25:.*]] = te.compute (%[[I_1:.*]] = 32, %[[J_1:.*]] = 16, %[[K_1:.*]] = 16) : tensor<32x16x16xf32> attributes {te.stored, te.blocks = array<i64: 0, 16>} {
// TE-NEXT: %[[V26:.*]] = te.load %[[V0]][%[[I_1]], %[[J_1]], %[[K_1]]] : tensor<32x16x16xf32>
// TE-NEXT: te.yield %[[V26]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V27:.*]] = te.compute (%[[I_2:.*]] = 32, %[[J_2:.*]] = 4, %[[K_2:.*]] = 4, %[[L:.*]] = 49) : tensor<32x4x4x49xf32> attributes {te.stored} {
// TE-NEXT: %[[V28:.*]] = arith.constant 7 : index
// TE-NEXT: %[[V29:.*]] = arith.divui %[[L]], %[[V28]] : index
// TE-NEXT: %[[V30:.*]] = arith.remui %[[L]], %[[V28]] : index
// TE-NEXT: %[[V31:.*]] = arith.constant 0 : index
// TE-NEXT: %[[V32:.*]] = arith.cmpi eq, %[[J_2]], %[[V31]] : index
// TE-NEXT: %[[V33:.*]] = arith.constant 1 : index
// TE-NEXT: %[[V34:.*]] = arith.cmpi eq, %[[J_2]], %[[V33]] : index
// TE-NEXT: %[[V35:.*]] = arith.constant 2 : index
// TE-NEXT: %[[V36:.*]] = arith.cmpi eq, %[[J_2]], %[[V35]] : index
// TE-NEXT: %[[V37:.*]] = arith.constant 3 : index
// TE-NEXT: %[[V38:.*]] = arith.cmpi eq, %[[J_2]], %[[V37]] : index
// TE-NEXT: %[[V39:.*]] = arith.muli %[[V29]], %[[V35]] : index
// TE-NEXT: %[[V40:.*]] = arith.select %[[V36]], %[[V35]], %[[V33]] : index
// TE-NEXT: %[[V41:.*]] = arith.select %[[V32]], %[[V31]], %[[V40]] : index
// TE-NEXT: %[[V42:.*]] = arith.select %[[V38]], %[[V37]], %[[V35]] : index
// TE-NEXT: %[[V43:.*]] = arith.select %[[V36]], %[[V33]], %[[V42]] : index
// TE-NEXT: %[[V44:.*]] = arith.addi %[[V39]], %[[V41]] : index
// TE-NEXT: %[[V45:.*]] = arith.addi %[[V39]], %[[V43]] : index
// TE-NEXT: %[[V46:.*]] = arith.constant 1.000000e+00 : f32
// TE-NEXT: %[[V47:.*]] = arith.constant -1.000000e+00 : f32
// TE-NEXT: %[[V48:.*]] = arith.select %[[V34]], %[[V46]], %[[V47]] : f32
// TE-NEXT: %[[V49:.*]] = arith.cmpi eq, %[[K_2]], %[[V31]] : index
// TE-NEXT: %[[V50:.*]] = arith.cmpi eq, %[[K_2]], %[[V33]] : index
// TE-NEXT: %[[V51:.*]] = arith.cmpi eq, %[[K_2]], %[[V35]] : index
// TE-NEXT: %[[V52:.*]] = arith.cmpi eq, %[[K_2]], %[[V37]] : index
// TE-NEXT: %[[V53:.*]] = arith.muli %[[V30]], %[[V35]] : index
// TE-NEXT: %[[V54:.*]] = arith.select %[[V51]], %[[V35]], %[[V33]] : index
// TE-NEXT: %[[V55:.*]] = arith.select %[[V49]], %[[V31]], %[[V54]] : index
// TE-NEXT: %[[V56:.*]] = arith.select %[[V52]], %[[V37]], %[[V35]] : index
// TE-NEXT: %[[V57:.*]] = arith.select %[[V51]], %[[V33]], %[[V56]] : index
// TE-NEXT: %[[V58:.*]] = arith.addi %[[V53]], %[[V55]] : index
// TE-NEXT: %[[V59:.*]] = arith.addi %[[V53]], %[[V57]] : index
// TE-NEXT: %[[V60:.*]] = arith.select %[[V50]], %[[V46]], %[[V47]] : f32
// TE-NEXT: %[[V61:.*]] = te.load %[[V25]][%[[I_2]], %[[V44]], %[[V58]]] : tensor<32x16x16xf32>
// TE-NEXT: %[[V62:.*]] = te.load %[[V25]][%[[I_2]], %[[V44]], %[[V59]]] : tensor<32x16x16xf32>
// TE-NEXT: %[[V63:.*]] = arith.mulf %[[V62]], %[[V60]] : f32
// TE-NEXT: %[[V64:.*]] = arith.addf %[[V61]], %[[V63]] : f32
// TE-NEXT: %[[V65:.*]] = te.load %[[V25]][%[[I_2]], %[[V45]], %[[V58]]] : tensor<32x16x16xf32>
// TE-NEXT: %[[V66:.*]] = te.load %[[V25]][%[[I_2]], %[[V45]], %[[V59]]] : tensor<32x16x16xf32>
// TE-NEXT: %[[V67:.*]] = arith.mulf %[[V66]], %[[V60]] : f32
// TE-NEXT: %[[V68:.*]] = arith.addf %[[V65]], %[[V67]] : f32
// TE-NEXT: %[[V69:.*]] = arith.mulf %[[V68]], %[[V48]] : f32
// TE-NEXT: %[[V70:.*]] = arith.addf %[[V64]], %[[V69]] : f32
// TE-NEXT: te.yield %[[V70]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V71:.*]] = arith.constant 0.000000e+00 : f32
// TE-NEXT: %[[V72:.*]] = te.reduce (%[[I_3:.*]] = 4, %[[J_3:.*]] = 4, %[[K_3:.*]] = 1, %[[L_1:.*]] = 49, %[[I4:.*]] = 32) over (%[[I5:.*]] = 32) init (%[[ACC:.*]] = %[[V71]] : f32) : tensor<4x4x1x49x32xf32> {
// TE-NEXT: %[[V73:.*]] = te.load %[[W]][%[[I_3]], %[[J_3]], %[[K_3]], %[[I5]], %[[I4]]] : tensor<4x4x1x32x32xf32>
// TE-NEXT: %[[V74:.*]] = te.load %[[V27]][%[[I5]], %[[I_3]], %[[J_3]], %[[L_1]]] : tensor<32x4x4x49xf32>
// TE-NEXT: %[[V75:.*]] = arith.mulf %[[V74]], %[[V73]] : f32
// TE-NEXT: %[[V76:.*]] = arith.addf %[[ACC]], %[[V75]] fastmath<reassoc> : f32
// TE-NEXT: te.yield %[[V76]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V77:.*]] = te.compute (%[[I_4:.*]] = 1, %[[J_4:.*]] = 14, %[[K_4:.*]] = 13, %[[L_2:.*]] = 32) : tensor<1x14x13x32xf32> attributes {te.stored} {
// TE-NEXT: %[[V78:.*]] = arith.constant 2 : index
// TE-NEXT: %[[V79:.*]] = arith.divui %[[J_4]], %[[V78]] : index
// TE-NEXT: %[[V80:.*]] = arith.divui %[[K_4]], %[[V78]] : index
// TE-NEXT: %[[V81:.*]] = arith.constant 7 : index
// TE-NEXT: %[[V82:.*]] = arith.muli %[[V79]], %[[V81]] : index
// TE-NEXT: %[[V83:.*]] = arith.addi %[[V82]], %[[V80]] : index
// TE-NEXT: %[[V84:.*]] = arith.remui %[[J_4]], %[[V78]] : index
// TE-NEXT: %[[V85:.*]] = arith.remui %[[K_4]], %[[V78]] : index
// TE-NEXT: %[[V86:.*]] = arith.constant 0 : index
// TE-NEXT: %[[V87:.*]] = arith.cmpi eq, %[[V84]], %[[V86]] : index
// TE-NEXT: %[[V88:.*]] = arith.constant 1.000000e+00 : f32
// TE-NEXT: %[[V89:.*]] = arith.constant -1.000000e+00 : f32
// TE-NEXT: %[[V90:.*]] = arith.select %[[V87]], %[[V88]], %[[V89]] : f32
// TE-NEXT: %[[V91:.*]] = arith.cmpi eq, %[[V85]], %[[V86]] : index
// TE-NEXT: %[[V92:.*]] = arith.select %[[V91]], %[[V88]], %[[V89]] : f32
// TE-NEXT: %[[V93:.*]] = arith.constant 1 : index
// TE-NEXT: %[[V94:.*]] = arith.addi %[[V84]], %[[V93]] : index
// TE-NEXT: %[[V95:.*]] = arith.addi %[[V84]], %[[V78]] : index
// TE-NEXT: %[[V96:.*]] = arith.addi %[[V85]], %[[V93]] : index
// TE-NEXT: %[[V97:.*]] = arith.addi %[[V85]], %[[V78]] : index
// TE-NEXT: %[[V98:.*]] = te.load %[[V72]][%[[V84]], %[[V85]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V99:.*]] = te.load %[[V72]][%[[V84]], %[[V96]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V100:.*]] = te.load %[[V72]][%[[V84]], %[[V97]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V101:.*]] = arith.addf %[[V99]], %[[V100]] : f32
// TE-NEXT: %[[V102:.*]] = arith.mulf %[[V101]], %[[V92]] : f32
// TE-NEXT: %[[V103:.*]] = arith.addf %[[V98]], %[[V102]] : f32
// TE-NEXT: %[[V104:.*]] = te.load %[[V72]][%[[V94]], %[[V85]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V105:.*]] = te.load %[[V72]][%[[V94]], %[[V96]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V106:.*]] = te.load %[[V72]][%[[V94]], %[[V97]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V107:.*]] = arith.addf %[[V105]], %[[V106]] : f32
// TE-NEXT: %[[V108:.*]] = arith.mulf %[[V107]], %[[V92]] : f32
// TE-NEXT: %[[V109:.*]] = arith.addf %[[V104]], %[[V108]] : f32
// TE-NEXT: %[[V110:.*]] = te.load %[[V72]][%[[V95]], %[[V85]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V111:.*]] = te.load %[[V72]][%[[V95]], %[[V96]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V112:.*]] = te.load %[[V72]][%[[V95]], %[[V97]], %[[I_4]], %[[V83]], %[[L_2]]] : tensor<4x4x1x49x32xf32>
// TE-NEXT: %[[V113:.*]] = arith.addf %[[V111]], %[[V112]] : f32
// TE-NEXT: %[[V114:.*]] = arith.mulf %[[V113]], %[[V92]] : f32
// TE-NEXT: %[[V115:.*]] = arith.addf %[[V110]], %[[V114]] : f32
// TE-NEXT: %[[V116:.*]] = arith.addf %[[V109]], %[[V115]] : f32
// TE-NEXT: %[[V117:.*]] = arith.mulf %[[V116]], %[[V90]] : f32
// TE-NEXT: %[[V118:.*]] = arith.addf %[[V103]], %[[V117]] : f32
// TE-NEXT: te.yield %[[V118]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V119:.*]] = te.compute (%[[I_5:.*]] = 1, %[[J_5:.*]] = 32, %[[K_5:.*]] = 14, %[[L_3:.*]] = 13) : tensor<1x32x14x13xf32> attributes {te.stored} {
// TE-NEXT: %[[V120:.*]] = te.load %[[V77]][%[[I_5]], %[[K_5]], %[[L_3]], %[[J_5]]] : tensor<1x14x13x32xf32>
// TE-NEXT: te.yield %[[V120]] : f32
// TE-NEXT: }
// TE-NEXT: %[[R:.*]] = te.compute (%[[I_6:.*]] = 32, %[[J_6:.*]] = 14, %[[K_6:.*]] = 13) : tensor<32x14x13xf32> {
// TE-NEXT: %[[V121:.*]] = arith.constant 0 : index
// TE-NEXT: %[[V122:.*]] = te.load %[[V119]][%[[V121]], %[[I_6]], %[[J_6]], %[[K_6]]] : tensor<1x32x14x13xf32>
// TE-NEXT: te.yield %[[V122]] : f32
// TE-NEXT: }
// TE-NEXT: func.return %[[R]] : tensor<32x14x13xf32>
func.func @transforms_filters_of_3x3(%x: !ts.tensor<[32,14,13],f32>, %w: !ts.tensor<[32,32,3,3],f32>) -> !ts.tensor<[32,14,13],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %r = aten.conv2d(%x, %w, %none, %l, %l, %l, %one) : (!ts.tensor<[32,14,13],f32>, !ts.tensor<[32,32,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[32,14,13],f32>
  func.return %r : !ts.tensor<[32,14,13],f32>
}

// -----

// Windows of neighbouring results must overlap in two of three elements.
// CHECK-LABEL: func.func @keeps_filters_of_strided_windows
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[32,32,3,3],f32> {ts.panels = 0 : index}) ->
func.func @keeps_filters_of_strided_windows(%x: !ts.tensor<[32,28,28],f32>, %w: !ts.tensor<[32,32,3,3],f32>) -> !ts.tensor<[32,14,14],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %r = aten.conv2d(%x, %w, %none, %s, %l, %l, %one) : (!ts.tensor<[32,28,28],f32>, !ts.tensor<[32,32,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[32,14,14],f32>
  func.return %r : !ts.tensor<[32,14,14],f32>
}

// -----

// So must those of a dilation of 1 alone.
// CHECK-LABEL: func.func @keeps_filters_of_dilated_windows
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[32,32,3,3],f32> {ts.panels = 0 : index}) ->
func.func @keeps_filters_of_dilated_windows(%x: !ts.tensor<[32,14,14],f32>, %w: !ts.tensor<[32,32,3,3],f32>) -> !ts.tensor<[32,14,14],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %r = aten.conv2d(%x, %w, %none, %l, %s, %s, %one) : (!ts.tensor<[32,14,14],f32>, !ts.tensor<[32,32,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[32,14,14],f32>
  func.return %r : !ts.tensor<[32,14,14],f32>
}

// -----

// Products of few channels do not make up for the transforms.
// CHECK-LABEL: func.func @keeps_filters_of_few_channels
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[32,16,3,3],f32> {ts.panels = 0 : index}) ->
func.func @keeps_filters_of_few_channels(%x: !ts.tensor<[16,14,13],f32>, %w: !ts.tensor<[32,16,3,3],f32>) -> !ts.tensor<[32,14,13],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %r = aten.conv2d(%x, %w, %none, %l, %l, %l, %one) : (!ts.tensor<[16,14,13],f32>, !ts.tensor<[32,16,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[32,14,13],f32>
  func.return %r : !ts.tensor<[32,14,13],f32>
}

// -----

// Fewer than 16 tiles do not make up for the memory of the filters.
// CHECK-LABEL: func.func @keeps_filters_of_few_tiles
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[32,32,3,3],f32> {ts.panels = 0 : index}) ->
func.func @keeps_filters_of_few_tiles(%x: !ts.tensor<[32,6,8],f32>, %w: !ts.tensor<[32,32,3,3],f32>) -> !ts.tensor<[32,6,8],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %r = aten.conv2d(%x, %w, %none, %l, %l, %l, %one) : (!ts.tensor<[32,6,8],f32>, !ts.tensor<[32,32,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[32,6,8],f32>
  func.return %r : !ts.tensor<[32,6,8],f32>
}

// -----

// More than 64 MiB of patches and sums do not stay in caches.
// CHECK-LABEL: func.func @keeps_filters_of_large_images
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[32,32,3,3],f32> {ts.panels = 0 : index}) ->
func.func @keeps_filters_of_large_images(%x: !ts.tensor<[32,258,256],f32>, %w: !ts.tensor<[32,32,3,3],f32>) -> !ts.tensor<[32,258,256],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %s = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %r = aten.conv2d(%x, %w, %none, %l, %l, %l, %one) : (!ts.tensor<[32,258,256],f32>, !ts.tensor<[32,32,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[32,258,256],f32>
  func.return %r : !ts.tensor<[32,258,256],f32>
}

// -----

// Only sizes that are numbers have blocks of channels.
// CHECK-LABEL: func.func @keeps_filters_for_symbolic_batches
// CHECK-SAME: %[[W:.*]]: !ts.tensor<[32,32,3,3],f32> {ts.panels = 0 : index}) ->
func.func @keeps_filters_for_symbolic_batches(%x: !ts.tensor<[n,32,14,14],f32>, %w: !ts.tensor<[32,32,3,3],f32>) -> !ts.tensor<[n,32,14,14],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %r = aten.conv2d(%x, %w, %none, %l, %l, %l, %one) : (!ts.tensor<[n,32,14,14],f32>, !ts.tensor<[32,32,3,3],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[n,32,14,14],f32>
  func.return %r : !ts.tensor<[n,32,14,14],f32>
}
