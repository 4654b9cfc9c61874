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
// TE-NEXT: %[[V25:.*]] = te.compute (%[[I_1:.*]] = 1, %[[J_1:.*]] = 32, %[[K_1:.*]] = 16, %[[L:.*]] = 16) : tensor<1x32x16x16xf32> attributes {te.stored, te.blocks = array<i64: 1, 16>} {
// TE-NEXT: %[[V26:.*]] = te.load %[[V0]][%[[J_1]], %[[K_1]], %[[L]]] : tensor<32x16x16xf32>
// TE-NEXT: te.yield %[[V26]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V27:.*]] = te.compute (%[[I_2:.*]] = 1, %[[J_2:.*]] = 32, %[[K_2:.*]] = 4, %[[L_1:.*]] = 4, %[[I4:.*]] = 49) : tensor<1x32x4x4x49xf32> attributes {te.stored} {
// TE-NEXT: %[[V28:.*]] = arith.constant 0 : index
// TE-NEXT: %[[V29:.*]] = arith.constant 7 : index
// TE-NEXT: %[[V30:.*]] = arith.divui %[[I4]], %[[V29]] : index
// TE-NEXT: %[[V31:.*]] = arith.remui %[[I4]], %[[V29]] : index
// TE-NEXT: %[[V32:.*]] = arith.constant 2 : index
// TE-NEXT: %[[V33:.*]] = arith.muli %[[V28]], %[[V29]] : index
// TE-NEXT: %[[V34:.*]] = arith.addi %[[V33]], %[[V30]] : index
// TE-NEXT: %[[V35:.*]] = arith.muli %[[V34]], %[[V32]] : index
// TE-NEXT: %[[V36:.*]] = arith.muli %[[V31]], %[[V32]] : index
// TE-NEXT: %[[V37:.*]] = arith.cmpi eq, %[[K_2]], %[[V28]] : index
// TE-NEXT: %[[V38:.*]] = arith.constant 1 : index
// TE-NEXT: %[[V39:.*]] = arith.cmpi eq, %[[K_2]], %[[V38]] : index
// TE-NEXT: %[[V40:.*]] = arith.cmpi eq, %[[K_2]], %[[V32]] : index
// TE-NEXT: %[[V41:.*]] = arith.constant 3 : index
// TE-NEXT: %[[V42:.*]] = arith.cmpi eq, %[[K_2]], %[[V41]] : index
// TE-NEXT: %[[V43:.*]] = arith.select %[[V40]], %[[V32]], %[[V38]] : index
// TE-NEXT: %[[V44:.*]] = arith.select %[[V37]], %[[V28]], %[[V43]] : index
// TE-NEXT: %[[V45:.*]] = arith.select %[[V42]], %[[V41]], %[[V32]] : index
// TE-NEXT: %[[V46:.*]] = arith.select %[[V40]], %[[V38]], %[[V45]] : index
// TE-NEXT: %[[V47:.*]] = arith.addi %[[V35]], %[[V44]] : index
// TE-NEXT: %[[V48:.*]] = arith.addi %[[V35]], %[[V46]] : index
// TE-NEXT: %[[V49:.*]] = arith.constant 1.000000e+00 : f32
// TE-NEXT: %[[V50:.*]] = arith.constant -1.000000e+00 : f32
// TE-NEXT: %[[V51:.*]] = arith.select %[[V39]], %[[V49]], %[[V50]] : f32
// TE-NEXT: %[[V52:.*]] = arith.cmpi eq, %[[L_1]], %[[V28]] : index
// TE-NEXT: %[[V53:.*]] = arith.cmpi eq, %[[L_1]], %[[V38]] : index
// TE-NEXT: %[[V54:.*]] = arith.cmpi eq, %[[L_1]], %[[V32]] : index
// TE-NEXT: %[[V55:.*]] = arith.cmpi eq, %[[L_1]], %[[V41]] : index
// TE-NEXT: %[[V56:.*]] = arith.select %[[V54]], %[[V32]], %[[V38]] : index
// TE-NEXT: %[[V57:.*]] = arith.select %[[V52]], %[[V28]], %[[V56]] : index
// TE-NEXT: %[[V58:.*]] = arith.select %[[V55]], %[[V41]], %[[V32]] : index
// TE-NEXT: %[[V59:.*]] = arith.select %[[V54]], %[[V38]], %[[V58]] : index
// TE-NEXT: %[[V60:.*]] = arith.addi %[[V36]], %[[V57]] : index
// TE-NEXT: %[[V61:.*]] = arith.addi %[[V36]], %[[V59]] : index
// TE-NEXT: %[[V62:.*]] = arith.select %[[V53]], %[[V49]], %[[V50]] : f32
// TE-NEXT: %[[V63:.*]] = te.load %[[V25]][%[[V28]], %[[J_2]], %[[V47]], %[[V60]]] : tensor<1x32x16x16xf32>
// TE-NEXT: %[[V64:.*]] = te.load %[[V25]][%[[V28]], %[[J_2]], %[[V47]], %[[V61]]] : tensor<1x32x16x16xf32>
// TE-NEXT: %[[V65:.*]] = arith.mulf %[[V64]], %[[V62]] : f32
// TE-NEXT: %[[V66:.*]] = arith.addf %[[V63]], %[[V65]] : f32
// TE-NEXT: %[[V67:.*]] = te.load %[[V25]][%[[V28]], %[[J_2]], %[[V48]], %[[V60]]] : tensor<1x32x16x16xf32>
// TE-NEXT: %[[V68:.*]] = te.load %[[V25]][%[[V28]], %[[J_2]], %[[V48]], %[[V61]]] : tensor<1x32x16x16xf32>
// TE-NEXT: %[[V69:.*]] = arith.mulf %[[V68]], %[[V62]] : f32
// TE-NEXT: %[[V70:.*]] = arith.addf %[[V67]], %[[V69]] : f32
// TE-NEXT: %[[V71:.*]] = arith.mulf %[[V70]], %[[V51]] : f32
// TE-NEXT: %[[V72:.*]] = arith.addf %[[V66]], %[[V71]] : f32
// TE-NEXT: te.yield %[[V72]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V73:.*]] = arith.constant 0.000000e+00 : f32
// TE-NEXT: %[[V74:.*]] = te.reduce (%[[I_3:.*]] = 1, %[[J_3:.*]] = 4, %[[K_3:.*]] = 4, %[[L_2:.*]] = 1, %[[I4_1:.*]] = 49, %[[I5:.*]] = 32) over (%[[I6:.*]] = 32) init (%[[ACC:.*]] = %[[V73]] : f32) : tensor<1x4x4x1x49x32xf32> {
// TE-NEXT: %[[V75:.*]] = te.load %[[W]][%[[J_3]], %[[K_3]], %[[L_2]], %[[I6]], %[[I5]]] : tensor<4x4x1x32x32xf32>
// TE-NEXT: %[[V76:.*]] = te.load %[[V27]][%[[I_3]], %[[I6]], %[[J_3]], %[[K_3]], %[[I4_1]]] : tensor<1x32x4x4x49xf32>
// TE-NEXT: %[[V77:.*]] = arith.mulf %[[V76]], %[[V75]] : f32
// TE-NEXT: %[[V78:.*]] = arith.addf %[[ACC]], %[[V77]] fastmath<reassoc> : f32
// TE-NEXT: te.yield %[[V78]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V79:.*]] = te.compute (%[[I_4:.*]] = 1, %[[J_4:.*]] = 1, %[[K_4:.*]] = 14, %[[L_3:.*]] = 13, %[[I4_2:.*]] = 32) : tensor<1x1x14x13x32xf32> attributes {te.stored} {
// TE-NEXT: %[[V80:.*]] = arith.constant 2 : index
// TE-NEXT: %[[V81:.*]] = arith.divui %[[K_4]], %[[V80]] : index
// TE-NEXT: %[[V82:.*]] = arith.divui %[[L_3]], %[[V80]] : index
// TE-NEXT: %[[V83:.*]] = arith.constant 7 : index
// TE-NEXT: %[[V84:.*]] = arith.muli %[[V81]], %[[V83]] : index
// TE-NEXT: %[[V85:.*]] = arith.addi %[[V84]], %[[V82]] : index
// TE-NEXT: %[[V86:.*]] = arith.remui %[[K_4]], %[[V80]] : index
// TE-NEXT: %[[V87:.*]] = arith.remui %[[L_3]], %[[V80]] : index
// TE-NEXT: %[[V88:.*]] = arith.constant 0 : index
// TE-NEXT: %[[V89:.*]] = arith.cmpi eq, %[[V86]], %[[V88]] : index
// TE-NEXT: %[[V90:.*]] = arith.constant 1.000000e+00 : f32
// TE-NEXT: %[[V91:.*]] = arith.constant -1.000000e+00 : f32
// TE-NEXT: %[[V92:.*]] = arith.select %[[V89]], %[[V90]], %[[V91]] : f32
// TE-NEXT: %[[V93:.*]] = arith.cmpi eq, %[[V87]], %[[V88]] : index
// TE-NEXT: %[[V94:.*]] = arith.select %[[V93]], %[[V90]], %[[V91]] : f32
// TE-NEXT: %[[V95:.*]] = arith.constant 1 : index
// TE-NEXT: %[[V96:.*]] = arith.addi %[[V86]], %[[V95]] : index
// TE-NEXT: %[[V97:.*]] = arith.addi %[[V86]], %[[V80]] : index
// TE-NEXT: %[[V98:.*]] = arith.addi %[[V87]], %[[V95]] : index
// TE-NEXT: %[[V99:.*]] = arith.addi %[[V87]], %[[V80]] : index
// TE-NEXT: %[[V100:.*]] = te.load %[[V74]][%[[I_4]], %[[V86]], %[[V87]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V101:.*]] = te.load %[[V74]][%[[I_4]], %[[V86]], %[[V98]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V102:.*]] = te.load %[[V74]][%[[I_4]], %[[V86]], %[[V99]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V103:.*]] = arith.addf %[[V101]], %[[V102]] : f32
// TE-NEXT: %[[V104:.*]] = arith.mulf %[[V103]], %[[V94]] : f32
// TE-NEXT: %[[V105:.*]] = arith.addf %[[V100]], %[[V104]] : f32
// TE-NEXT: %[[V106:.*]] = te.load %[[V74]][%[[I_4]], %[[V96]], %[[V87]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V107:.*]] = te.load %[[V74]][%[[I_4]], %[[V96]], %[[V98]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V108:.*]] = te.load %[[V74]][%[[I_4]], %[[V96]], %[[V99]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V109:.*]] = arith.addf %[[V107]], %[[V108]] : f32
// TE-NEXT: %[[V110:.*]] = arith.mulf %[[V109]], %[[V94]] : f32
// TE-NEXT: %[[V111:.*]] = arith.addf %[[V106]], %[[V110]] : f32
// TE-NEXT: %[[V112:.*]] = te.load %[[V74]][%[[I_4]], %[[V97]], %[[V87]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V113:.*]] = te.load %[[V74]][%[[I_4]], %[[V97]], %[[V98]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V114:.*]] = te.load %[[V74]][%[[I_4]], %[[V97]], %[[V99]], %[[J_4]], %[[V85]], %[[I4_2]]] : tensor<1x4x4x1x49x32xf32>
// TE-NEXT: %[[V115:.*]] = arith.addf %[[V113]], %[[V114]] : f32
// TE-NEXT: %[[V116:.*]] = arith.mulf %[[V115]], %[[V94]] : f32
// TE-NEXT: %[[V117:.*]] = arith.addf %[[V112]], %[[V116]] : f32
// TE-NEXT: %[[V118:.*]] = arith.addf %[[V111]], %[[V117]] : f32
// TE-NEXT: %[[V119:.*]] = arith.mulf %[[V118]], %[[V92]] : f32
// TE-NEXT: %[[V120:.*]] = arith.addf %[[V105]], %[[V119]] : f32
// TE-NEXT: te.yield %[[V120]] : f32
// TE-NEXT: }
// TE-NEXT: %[[V121:.*]] = te.compute (%[[I_5:.*]] = 1, %[[J_5:.*]] = 1, %[[K_5:.*]] = 32, %[[L_4:.*]] = 14, %[[I4_3:.*]] = 13) : tensor<1x1x32x14x13xf32> attributes {te.stored} {
// TE-NEXT: %[[V122:.*]] = te.load %[[V79]][%[[I_5]], %[[J_5]], %[[L_4]], %[[I4_3]], %[[K_5]]] : tensor<1x1x14x13x32xf32>
// TE-NEXT: te.yield %[[V122]] : f32
// TE-NEXT: }
// TE-NEXT: %[[R:.*]] = te.compute (%[[I_6:.*]] = 32, %[[J_6:.*]] = 14, %[[K_6:.*]] = 13) : tensor<32x14x13xf32> {
// TE-NEXT: %[[V123:.*]] = arith.constant 0 : index
// TE-NEXT: %[[V124:.*]] = te.load %[[V121]][%[[V123]], %[[V123]], %[[I_6]], %[[J_6]], %[[K_6]]] : tensor<1x1x32x14x13xf32>
// TE-NEXT: te.yield %[[V124]] : f32
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
