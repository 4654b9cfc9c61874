// RUN: %ts-opt %s -p lower-asserts | %check %s

// The memory that is allocated at an assertion is freed on both ways.
// CHECK-LABEL: func.func @frees_memory
// CHECK-SAME:  (%[[OK:.*]]: i1, %[[OUT:.*]]: memref<4xf32>) -> (!llvm.ptr {ts.status}) {
// CHECK-NEXT:  %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:  %[[B:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[A]] : memref<4xf32>
// CHECK-NEXT:  %[[C:.*]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:  cf.cond_br %[[OK]], ^[[B_BB1:.*]], ^[[B_BB2:.*]]
// CHECK-NEXT:  ^[[B_BB1]]:
// CHECK-NEXT:  memref.dealloc %[[B]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[C]] : memref<2xf32>
// CHECK-NEXT:  %[[V0:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:  func.return %[[V0]] : !llvm.ptr
// CHECK-NEXT:  ^[[B_BB2]]:
// CHECK-NEXT:  memref.dealloc %[[C]] : memref<2xf32>
// CHECK-NEXT:  memref.dealloc %[[B]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = llvm.mlir.addressof @frees_memory_message_0 : !llvm.ptr
// CHECK-NEXT:  func.return %[[V1]] : !llvm.ptr
func.func @frees_memory(%ok: i1, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<8xf32>
  memref.dealloc %a : memref<4xf32>
  %c = memref.alloc() : memref<2xf32>
  cf.assert %ok, "aten.take: index out of range"
  memref.dealloc %b : memref<8xf32>
  memref.dealloc %c : memref<2xf32>
  func.return
}

// Assertions in blocks know the memory of the blocks before them; one message is stored once.
// CHECK-LABEL: func.func @in_blocks
// CHECK-SAME:  (%[[OK_1:.*]]: i1, %[[C_1:.*]]: i1) -> (!llvm.ptr {ts.status}) {
// CHECK-NEXT:  %[[A_1:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:  cf.cond_br %[[C_1]], ^[[B_INSIDE:.*]], ^[[B_DONE:.*]]
// CHECK-NEXT:  ^[[B_INSIDE]]:
// CHECK-NEXT:  %[[B_1:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  cf.cond_br %[[OK_1]], ^[[B_BB2:.*]], ^[[B_BB8:.*]]
// CHECK-NEXT:  ^[[B_BB2]]:
// CHECK-NEXT:  memref.dealloc %[[B_1]] : memref<8xf32>
// CHECK-NEXT:  cf.br ^[[B_DONE]]
// CHECK-NEXT:  ^[[B_DONE]]:
// CHECK-NEXT:  cf.cond_br %[[C_1]], ^[[B_BB4:.*]], ^[[B_BB6:.*]]
// CHECK-NEXT:  ^[[B_BB4]]:
// CHECK-NEXT:  cf.cond_br %[[OK_1]], ^[[B_BB5:.*]], ^[[B_BB7:.*]]
// CHECK-NEXT:  ^[[B_BB5]]:
// CHECK-NEXT:  memref.dealloc %[[A_1]] : memref<4xf32>
// CHECK-NEXT:  %[[V0_1:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:  func.return %[[V0_1]] : !llvm.ptr
// CHECK-NEXT:  ^[[B_BB6]]:
// CHECK-NEXT:  memref.dealloc %[[A_1]] : memref<4xf32>
// CHECK-NEXT:  %[[V1_1:.*]] = llvm.mlir.addressof @in_blocks_message_0 : !llvm.ptr
// CHECK-NEXT:  func.return %[[V1_1]] : !llvm.ptr
// CHECK-NEXT:  ^[[B_BB7]]:
// CHECK-NEXT:  memref.dealloc %[[A_1]] : memref<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = llvm.mlir.addressof @in_blocks_message_1 : !llvm.ptr
// CHECK-NEXT:  func.return %[[V2]] : !llvm.ptr
// CHECK-NEXT:  ^[[B_BB8]]:
// CHECK-NEXT:  memref.dealloc %[[B_1]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[A_1]] : memref<4xf32>
// CHECK-NEXT:  %[[V3:.*]] = llvm.mlir.addressof @in_blocks_message_0 : !llvm.ptr
// CHECK-NEXT:  func.return %[[V3]] : !llvm.ptr
func.func @in_blocks(%ok: i1, %c: i1) {
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^inside, ^done
^inside:
  %b = memref.alloc() : memref<8xf32>
  cf.assert %ok, "aten.embedding: index out of range"
  memref.dealloc %b : memref<8xf32>
  cf.br ^done
^done:
  cf.assert %c, "aten.embedding: index out of range"
  cf.assert %ok, "aten.fmod.Tensor: division by zero"
  memref.dealloc %a : memref<4xf32>
  func.return
}

// CHECK-LABEL: func.func @must_not_fire_without_assertions
// CHECK-SAME:  (%[[A_2:.*]]: f32) {
// CHECK-NEXT:  func.return
func.func @must_not_fire_without_assertions(%a: f32) {
  func.return
}

// CHECK-LABEL: func.func @must_not_fire_for_results
// CHECK-SAME:  (%[[OK_2:.*]]: i1, %[[A_3:.*]]: f32) -> f32 {
// CHECK-NEXT:  cf.assert %[[OK_2]], "no"
// CHECK-NEXT:  func.return %[[A_3]] : f32
func.func @must_not_fire_for_results(%ok: i1, %a: f32) -> f32 {
  cf.assert %ok, "no"
  func.return %a : f32
}

// CHECK-LABEL: func.func @must_not_fire_for_called_functions
// CHECK-SAME:  (%[[OK_3:.*]]: i1) {
// CHECK-NEXT:  cf.assert %[[OK_3]], "no"
// CHECK-NEXT:  func.return
func.func @must_not_fire_for_called_functions(%ok: i1) {
  cf.assert %ok, "no"
  func.return
}

// CHECK-LABEL: func.func @caller
// CHECK-SAME:  (%[[OK_4:.*]]: i1) {
// CHECK-NEXT:  func.call @must_not_fire_for_called_functions(%[[OK_4]]) : (i1) -> ()
// CHECK-NEXT:  func.return
func.func @caller(%ok: i1) {
  func.call @must_not_fire_for_called_functions(%ok) : (i1) -> ()
  func.return
}

// CHECK:      llvm.mlir.global private constant @frees_memory_message_0("aten.take: index out of range\00")
// CHECK-NEXT: llvm.mlir.global private constant @in_blocks_message_0("aten.embedding: index out of range\00")
// CHECK-NEXT: llvm.mlir.global private constant @in_blocks_message_1("aten.fmod.Tensor: division by zero\00")
// CHECK-NOT:  llvm.mlir.global
