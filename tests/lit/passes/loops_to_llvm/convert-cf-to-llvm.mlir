// RUN: %ts-opt %s -p convert-cf-to-llvm,reconcile-unrealized-casts | %check %s

// Arguments of blocks get the types of LLVM.
// CHECK-LABEL: func.func @index_argument
// CHECK-SAME:  (%[[C:.*]]: i1, %[[N:.*]]: i64) {
// CHECK-NEXT:  %[[I:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK-NEXT:  %[[I_1:.*]] = builtin.unrealized_conversion_cast %[[I]] : index to i64
// CHECK-NEXT:  llvm.br ^[[B_HEAD:.*]](%[[I_1]] : i64)
// CHECK-NEXT:  ^[[B_HEAD]](%[[K:.*]]: i64):
// CHECK-NEXT:  llvm.cond_br %[[C]], ^[[B_HEAD]](%[[K]] : i64), ^[[B_DONE:.*]]
// CHECK-NEXT:  ^[[B_DONE]]:
// CHECK-NEXT:  func.return
func.func @index_argument(%c: i1, %n: i64) {
  %i = arith.index_cast %n : i64 to index
  cf.br ^head(%i : index)
^head(%k: index):
  cf.cond_br %c, ^head(%k : index), ^done
^done:
  func.return
}

// CHECK-LABEL: func.func @buffer_argument
// CHECK-SAME:  (%[[M:.*]]: memref<4xf32>) {
// CHECK-NEXT:  %[[M_1:.*]] = builtin.unrealized_conversion_cast %[[M]] : memref<4xf32> to !llvm.ptr
// CHECK-NEXT:  llvm.br ^[[B_NEXT:.*]](%[[M_1]] : !llvm.ptr)
// CHECK-NEXT:  ^[[B_NEXT]](%[[P:.*]]: !llvm.ptr):
// CHECK-NEXT:  func.return
func.func @buffer_argument(%m: memref<4xf32>) {
  cf.br ^next(%m : memref<4xf32>)
^next(%p: memref<4xf32>):
  func.return
}

// CHECK-LABEL: func.func @switch
// CHECK-SAME:  (%[[K:.*]]: i32, %[[A:.*]]: f32) -> f32 {
// CHECK-NEXT:  llvm.switch %[[K]] : i32, ^[[B_A:.*]](%[[A]] : f32) [3: ^[[B:.*]]]
// CHECK-NEXT:  ^[[B_A]](%[[X:.*]]: f32):
// CHECK-NEXT:  func.return %[[X]] : f32
// CHECK-NEXT:  ^[[B]]:
// CHECK-NEXT:  func.return %[[A]] : f32
func.func @switch(%k: i32, %a: f32) -> f32 {
  cf.switch %k : i32, [
    default: ^a(%a : f32),
    3: ^b
  ]
^a(%x: f32):
  func.return %x : f32
^b:
  func.return %a : f32
}

// CHECK-LABEL: func.func @annotation
// CHECK-SAME:  (%[[C:.*]]: i1) {
// CHECK-NEXT:  llvm.br ^[[B_A:.*]]
// CHECK-NEXT:  ^[[B_A]]:
// CHECK-NEXT:  llvm.cond_br %[[C]], ^[[B_A]], ^[[B:.*]] {loop_annotation = #llvm.loop_annotation<mustProgress = true>}
// CHECK-NEXT:  ^[[B]]:
// CHECK-NEXT:  func.return
func.func @annotation(%c: i1) {
  cf.br ^a
^a:
  cf.cond_br %c, ^a, ^b {"llvm.loop_annotation" = #llvm.loop_annotation<mustProgress = true>}
^b:
  func.return
}

// A failed assertion ends the program.
// CHECK-LABEL: func.func @assertion
// CHECK-SAME:  (%[[C:.*]]: i1) {
// CHECK-NEXT:  llvm.cond_br %[[C]], ^[[BB1:.*]], ^[[BB2:.*]]
// CHECK-NEXT:  ^[[BB1]]:
// CHECK-NEXT:  func.return
// CHECK-NEXT:  ^[[BB2]]:
// CHECK-NEXT:  llvm.intr.trap
// CHECK-NEXT:  llvm.unreachable
func.func @assertion(%c: i1) {
  cf.assert %c, "sizes differ"
  func.return
}

// CHECK-LABEL: func.func @no_branch
// CHECK-SAME:  (%[[A:.*]]: index) -> index {
// CHECK-NEXT:  func.return %[[A]] : index
func.func @no_branch(%a: index) -> index {
  func.return %a : index
}
