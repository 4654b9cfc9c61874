// RUN: %ts-opt %s -p convert-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts | %check %s

// One getelementptr over the linear index; the first extent need not be known.
// CHECK-LABEL: llvm.func @load_and_store
// CHECK-SAME:  (%[[M:.*]]: !llvm.ptr, %[[I:.*]]: i64, %[[J:.*]]: i64) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.mlir.constant(128) : i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.mul %[[I]], %[[V0]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.add %[[V1]], %[[J]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V3:.*]] = llvm.getelementptr inbounds %[[M]][%[[V2]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V4:.*]] = llvm.load %[[V3]] : !llvm.ptr -> f32
// CHECK-NEXT:  %[[V5:.*]] = llvm.mlir.constant(128) : i64
// CHECK-NEXT:  %[[V6:.*]] = llvm.mul %[[J]], %[[V5]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V7:.*]] = llvm.add %[[V6]], %[[I]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V8:.*]] = llvm.getelementptr inbounds %[[M]][%[[V7]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  llvm.store %[[V4]], %[[V8]] : f32, !llvm.ptr
// CHECK-NEXT:  llvm.return
func.func @load_and_store(%m: memref<?x128xf32>, %i: index, %j: index) {
  %0 = memref.load %m[%i, %j] : memref<?x128xf32>
  memref.store %0, %m[%j, %i] : memref<?x128xf32>
  func.return
}

// The distance of a neighbour is a getelementptr of its own, for the displacement of an instruction.
// CHECK-LABEL: llvm.func @neighbours
// CHECK-SAME: (%[[M:.*]]: !llvm.ptr {llvm.readonly}, %[[I:.*]]: i64) -> !llvm.struct<(f32, f32)> {
// CHECK-NEXT:   %[[C1:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT:   %[[V0:.*]] = llvm.add %[[I]], %[[C1]] : i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.getelementptr inbounds %[[M]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[X:.*]] = llvm.load %[[V1]] : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT:   %[[V3:.*]] = llvm.getelementptr %[[M]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.getelementptr %[[V3]][%[[V2]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[Y:.*]] = llvm.load %[[V4]] : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.insertvalue %[[X]], %[[V5]][0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.insertvalue %[[Y]], %[[V6]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:   llvm.return %[[V7]] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: }
func.func @neighbours(%m: memref<?xf32>, %i: index) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %0 = arith.addi %i, %c1 : index
  %x = memref.load %m[%i] : memref<?xf32>
  %y = memref.load %m[%0] : memref<?xf32>
  func.return %x, %y : f32, f32
}

// Constant indices are summed; at the start there is nothing to compute.
// CHECK-LABEL: llvm.func @constant_indices
// CHECK-SAME:  (%[[M_1:.*]]: !llvm.ptr, %[[I_1:.*]]: i64) -> f64 {
// CHECK-NEXT:  %[[C0:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:  %[[C3:.*]] = llvm.mlir.constant(3) : i64
// CHECK-NEXT:  %[[V9:.*]] = llvm.load %[[M_1]] : !llvm.ptr -> f64
// CHECK-NEXT:  %[[V10:.*]] = llvm.mlir.constant(24) : i64
// CHECK-NEXT:  %[[V11:.*]] = llvm.add %[[I_1]], %[[V10]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V12:.*]] = llvm.getelementptr inbounds %[[M_1]][%[[V11]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT:  llvm.store %[[V9]], %[[V12]] : f64, !llvm.ptr
// CHECK-NEXT:  llvm.return %[[V9]] : f64
func.func @constant_indices(%m: memref<4x8xf64>, %i: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = memref.load %m[%c0, %c0] : memref<4x8xf64>
  memref.store %0, %m[%c3, %i] : memref<4x8xf64>
  func.return %0 : f64
}

// A boolean is a byte in memory.
// CHECK-LABEL: llvm.func @booleans
// CHECK-SAME:  (%[[M_2:.*]]: !llvm.ptr, %[[I_2:.*]]: i64) {
// CHECK-NEXT:  %[[V13:.*]] = llvm.getelementptr inbounds %[[M_2]][%[[I_2]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:  %[[V14:.*]] = llvm.load %[[V13]] : !llvm.ptr -> i8
// CHECK-NEXT:  %[[V15:.*]] = llvm.mlir.constant(0 : i8) : i8
// CHECK-NEXT:  %[[V16:.*]] = llvm.icmp "ne" %[[V14]], %[[V15]] : i8
// CHECK-NEXT:  %[[V17:.*]] = llvm.getelementptr inbounds %[[M_2]][%[[I_2]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:  %[[V18:.*]] = llvm.zext %[[V16]] : i1 to i8
// CHECK-NEXT:  llvm.store %[[V18]], %[[V17]] : i8, !llvm.ptr
// CHECK-NEXT:  llvm.return
func.func @booleans(%m: memref<?xi1>, %i: index) {
  %0 = memref.load %m[%i] : memref<?xi1>
  memref.store %0, %m[%i] : memref<?xi1>
  func.return
}

// CHECK-LABEL: llvm.func @heap
// CHECK-SAME:  (%[[N:.*]]: i64) {
// CHECK-NEXT:  %[[V19:.*]] = llvm.mlir.constant(512) : i64
// CHECK-NEXT:  %[[V20:.*]] = llvm.mlir.constant(64) : i64
// CHECK-NEXT:  %[[V21:.*]] = llvm.call @aligned_alloc(%[[V20]], %[[V19]]) : (i64, i64) -> !llvm.ptr
// CHECK-NEXT:  llvm.call @free(%[[V21]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:  %[[V22:.*]] = llvm.mlir.constant(3) : i64
// CHECK-NEXT:  %[[V23:.*]] = llvm.mul %[[N]], %[[V22]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V24:.*]] = llvm.mlir.constant(8) : i64
// CHECK-NEXT:  %[[V25:.*]] = llvm.mul %[[V23]], %[[V24]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V26:.*]] = llvm.mlir.constant(15) : i64
// CHECK-NEXT:  %[[V27:.*]] = llvm.add %[[V25]], %[[V26]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V28:.*]] = llvm.mlir.constant(-16) : i64
// CHECK-NEXT:  %[[V29:.*]] = llvm.and %[[V27]], %[[V28]] : i64
// CHECK-NEXT:  %[[V30:.*]] = llvm.mlir.constant(16) : i64
// CHECK-NEXT:  %[[V31:.*]] = llvm.call @aligned_alloc(%[[V30]], %[[V29]]) : (i64, i64) -> !llvm.ptr
// CHECK-NEXT:  llvm.call @free(%[[V31]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:  llvm.return
func.func @heap(%n: index) {
  %0 = memref.alloc() : memref<16x8xf32>
  memref.dealloc %0 : memref<16x8xf32>
  %1 = memref.alloc(%n) {alignment = 16 : i64} : memref<?x3xf64>
  memref.dealloc %1 : memref<?x3xf64>
  func.return
}

// On the stack, at the start of the function even if the buffer is needed in a loop.
// CHECK-LABEL: llvm.func @stack
// CHECK-SAME:  (%[[C:.*]]: i1, %[[I_3:.*]]: i64, %[[X:.*]]: f32) {
// CHECK-NEXT:  %[[V32:.*]] = llvm.mlir.constant(4) : i64
// CHECK-NEXT:  %[[V33:.*]] = llvm.alloca %[[V32]] x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:  llvm.br ^[[B_LOOP:.*]]
// CHECK-NEXT:  ^[[B_LOOP]]:
// CHECK-NEXT:  %[[V34:.*]] = llvm.getelementptr inbounds %[[V33]][%[[I_3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  llvm.store %[[X]], %[[V34]] : f32, !llvm.ptr
// CHECK-NEXT:  llvm.cond_br %[[C]], ^[[B_LOOP]], ^[[B_DONE:.*]]
// CHECK-NEXT:  ^[[B_DONE]]:
// CHECK-NEXT:  llvm.return
func.func @stack(%c: i1, %i: index, %x: f32) {
  llvm.br ^loop
^loop:
  %0 = memref.alloca() : memref<4xf32>
  memref.store %x, %0[%i] : memref<4xf32>
  llvm.cond_br %c, ^loop, ^done
^done:
  func.return
}

// An allocated buffer knows its extents.
// CHECK-LABEL: llvm.func @copy
// CHECK-SAME:  (%[[N_1:.*]]: i64, %[[M_3:.*]]: !llvm.ptr) -> i64 {
// CHECK-NEXT:  %[[C0_1:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:  %[[V35:.*]] = llvm.mlir.constant(2) : i64
// CHECK-NEXT:  %[[V36:.*]] = llvm.mul %[[N_1]], %[[V35]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V37:.*]] = llvm.mlir.constant(4) : i64
// CHECK-NEXT:  %[[V38:.*]] = llvm.mul %[[V36]], %[[V37]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V39:.*]] = llvm.mlir.constant(63) : i64
// CHECK-NEXT:  %[[V40:.*]] = llvm.add %[[V38]], %[[V39]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V41:.*]] = llvm.mlir.constant(-64) : i64
// CHECK-NEXT:  %[[V42:.*]] = llvm.and %[[V40]], %[[V41]] : i64
// CHECK-NEXT:  %[[V43:.*]] = llvm.mlir.constant(64) : i64
// CHECK-NEXT:  %[[V44:.*]] = llvm.call @aligned_alloc(%[[V43]], %[[V42]]) : (i64, i64) -> !llvm.ptr
// CHECK-NEXT:  %[[V45:.*]] = llvm.mlir.constant(4) : i64
// CHECK-NEXT:  %[[V46:.*]] = llvm.mul %[[V45]], %[[N_1]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V47:.*]] = llvm.mlir.constant(2) : i64
// CHECK-NEXT:  %[[V48:.*]] = llvm.mul %[[V46]], %[[V47]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  llvm.intr.memcpy(%[[V44]], %[[M_3]], %[[V48]]) {isVolatile = false} : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:  llvm.return %[[N_1]] : i64
func.func @copy(%n: index, %m: memref<?x2xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc(%n) : memref<?x2xf32>
  "memref.copy"(%m, %0) : (memref<?x2xf32>, memref<?x2xf32>) -> ()
  %1 = memref.dim %0, %c0 : memref<?x2xf32>
  func.return %1 : index
}

// Another view of the same elements.
// CHECK-LABEL: llvm.func @views
// CHECK-SAME:  (%[[M_4:.*]]: !llvm.ptr {llvm.readonly}, %[[I_4:.*]]: i64) -> f32 {
// CHECK-NEXT:  %[[V49:.*]] = llvm.getelementptr inbounds %[[M_4]][8] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V50:.*]] = llvm.getelementptr inbounds %[[V49]][%[[I_4]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V51:.*]] = llvm.load %[[V50]] : !llvm.ptr -> f32
// CHECK-NEXT:  llvm.return %[[V51]] : f32
func.func @views(%m: memref<4x8xf32>, %i: index) -> f32 {
  %0 = memref.reinterpret_cast %m to offset: [8], sizes: [3, 8], strides: [8, 1] : memref<4x8xf32> to memref<3x8xf32>
  %1 = memref.collapse_shape %0 [[0 : i64, 1 : i64]] : memref<3x8xf32> into memref<24xf32>
  %2 = memref.load %1[%i] : memref<24xf32>
  func.return %2 : f32
}

// CHECK-LABEL: llvm.func @strides
// CHECK-SAME:  (%[[M_5:.*]]: !llvm.ptr {llvm.readonly}, %[[I_5:.*]]: i64, %[[J_1:.*]]: i64) -> f32 {
// CHECK-NEXT:  %[[V52:.*]] = llvm.mlir.constant(16) : i64
// CHECK-NEXT:  %[[V53:.*]] = llvm.mul %[[I_5]], %[[V52]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V54:.*]] = llvm.mlir.constant(2) : i64
// CHECK-NEXT:  %[[V55:.*]] = llvm.mul %[[J_1]], %[[V54]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V56:.*]] = llvm.add %[[V53]], %[[V55]] overflow<nsw,nuw> : i64
// CHECK-NEXT:  %[[V57:.*]] = llvm.getelementptr inbounds %[[M_5]][%[[V56]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V58:.*]] = llvm.load %[[V57]] : !llvm.ptr -> f32
// CHECK-NEXT:  llvm.return %[[V58]] : f32
func.func @strides(%m: memref<4x8xf32, strided<[16, 2]>>, %i: index, %j: index) -> f32 {
  %0 = memref.load %m[%i, %j] : memref<4x8xf32, strided<[16, 2]>>
  func.return %0 : f32
}

// Alias attributes of an access are preserved.
// CHECK-LABEL: llvm.func @scopes
// CHECK-SAME:  (%[[M_6:.*]]: !llvm.ptr {llvm.readonly}, %[[I_6:.*]]: i64) -> f32 {
// CHECK-NEXT:  %[[V59:.*]] = llvm.getelementptr inbounds %[[M_6]][%[[I_6]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V60:.*]] = llvm.load %[[V59]] {alias_scopes = [#llvm.alias_scope<id = "m", domain = <id = "f">>]} : !llvm.ptr -> f32
// CHECK-NEXT:  llvm.return %[[V60]] : f32
func.func @scopes(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i] {alias_scopes = [#llvm.alias_scope<id = "m", domain = <id = "f">>]} : memref<4xf32>
  func.return %0 : f32
}

// CHECK-LABEL: llvm.func @no_memory
// CHECK-SAME:  (%[[X_1:.*]]: f32) -> f32 {
// CHECK-NEXT:  llvm.return %[[X_1]] : f32
func.func @no_memory(%x: f32) -> f32 {
  func.return %x : f32
}

// The element may lie outside the memory.
// CHECK-LABEL: llvm.func @prefetch
// CHECK-SAME: (%[[M:.*]]: !llvm.ptr, %[[I:.*]]: i64) {
// CHECK-NEXT:   %[[C16:.*]] = llvm.mlir.constant(16) : i64
// CHECK-NEXT:   %[[J:.*]] = llvm.add %[[I]], %[[C16]] : i64
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.constant(16) : i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.getelementptr %[[M]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V2:.*]] = llvm.getelementptr %[[V1]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   "llvm.intr.prefetch"(%[[V2]]) <{rw = 1 : i32, hint = 2 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
func.func @prefetch(%m: memref<?xf32>, %i: index) {
  %c16 = arith.constant 16 : index
  %j = arith.addi %i, %c16 : index
  memref.prefetch %m[%j], write, locality<2>, data : memref<?xf32>
  func.return
}

// CHECK-LABEL: llvm.func @prefetch_at_an_index
// CHECK-SAME: (%[[M:.*]]: !llvm.ptr, %[[I:.*]]: i64) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.getelementptr %[[M]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   "llvm.intr.prefetch"(%[[V0]])
func.func @prefetch_at_an_index(%m: memref<?xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<?xf32>
  func.return
}

// A view of bytes is a pointer to the first of them, and knows its size.
// CHECK-LABEL: llvm.func @views_of_bytes
// CHECK-SAME: (%[[M:.*]]: !llvm.ptr, %[[AT:.*]]: i64, %[[N:.*]]: i64, %[[X:.*]]: f32) -> i64 {
// CHECK-NEXT:   %[[ZERO:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:   %[[C192:.*]] = llvm.mlir.constant(192) : i64
// CHECK-NEXT:   %[[V0:.*]] = llvm.getelementptr inbounds %[[M]][192] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT:   %[[V1:.*]] = llvm.getelementptr inbounds %[[M]][%[[AT]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:   %[[V2:.*]] = llvm.getelementptr inbounds %[[M]][%[[AT]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT:   %[[D:.*]] = llvm.load %[[V2]] : !llvm.ptr -> f64
// CHECK-NEXT:   %[[V3:.*]] = llvm.getelementptr inbounds %[[V0]][%[[AT]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   llvm.store %[[X]], %[[V3]] : f32, !llvm.ptr
// CHECK-NEXT:   %[[C4:.*]] = llvm.mlir.constant(4) : i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.mul %[[AT]], %[[C4]] overflow<nsw,nuw> : i64
// CHECK-NEXT:   %[[V5:.*]] = llvm.getelementptr inbounds %[[V1]][%[[V4]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   llvm.store %[[X]], %[[V5]] : f32, !llvm.ptr
// CHECK-NEXT:   llvm.return %[[N]] : i64
func.func @views_of_bytes(%m: memref<?xi8>, %at: index, %n: index, %x: f32) -> index {
  %c0 = arith.constant 0 : index
  %c192 = arith.constant 192 : index
  %first = memref.view %m[%c0][] : memref<?xi8> to memref<8xf64>
  %second = memref.view %m[%c192][] : memref<?xi8> to memref<8xf32>
  %third = memref.view %m[%at][%n] : memref<?xi8> to memref<?x4xf32>
  %d = memref.load %first[%at] : memref<8xf64>
  memref.store %x, %second[%at] : memref<8xf32>
  memref.store %x, %third[%at, %c0] : memref<?x4xf32>
  %size = memref.dim %third, %c0 : memref<?x4xf32>
  func.return %size : index
}

// The constants of a global of bfloats are their bits.
// CHECK-LABEL: llvm.mlir.global internal constant @bfloats(dense<[16256, -16384]> : tensor<2xi16>)
// CHECK-SAME:  : !llvm.array<2 x i16>
"memref.global"() <{sym_name = "bfloats", type = memref<2xbf16>, initial_value = dense<[1.0, -2.0]> : tensor<2xbf16>, constant, sym_visibility = "private"}> : () -> ()

// CHECK:      llvm.func @aligned_alloc(i64, i64) -> (!llvm.ptr {llvm.noalias})
// CHECK-NEXT: llvm.func @free(!llvm.ptr)
