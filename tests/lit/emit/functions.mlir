// RUN: %ts-opt %s -t llvmir | %check %s

// Promises of the caller about pointers.
// CHECK-LABEL: define void @pointers
// CHECK-SAME:  (ptr noalias readonly captures(none) %[[A:.*]], ptr align 64 nonnull dereferenceable(128) %[[B:.*]], i64 noundef %[[N:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  ret void
llvm.func @pointers(%a: !llvm.ptr {llvm.noalias, llvm.readonly, llvm.nocapture}, %b: !llvm.ptr {llvm.align = 64 : i64, llvm.nonnull, llvm.dereferenceable = 128 : i64, other.attribute}, %n: i64 {llvm.noundef}) {
  llvm.return
}

// CHECK-LABEL: define internal fastcc noundef float @linkage_and_convention
// CHECK-SAME:  (float %[[X:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  ret float %[[X]]
llvm.func internal fastcc @linkage_and_convention(%x: f32) -> (f32 {llvm.noundef}) {
  llvm.return %x : f32
}

// CHECK-LABEL: define hidden void @attributes
// CHECK-SAME:  () noinline nounwind willreturn "prefer-vector-width"="512" "target-cpu"="znver4" {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  ret void
llvm.func hidden @attributes() attributes {no_inline, no_unwind, passthrough = ["willreturn", ["prefer-vector-width", "512"]], target_cpu = "znver4"} {
  llvm.return
}

// CHECK: define void @"name with spaces"() {
llvm.func @"name with spaces"() {
  llvm.return
}

// CHECK: declare i32 @printf(ptr, ...)
llvm.func @printf(!llvm.ptr, ...) -> i32

// CHECK: declare noalias ptr @aligned_alloc(i64, i64) nounwind
llvm.func @aligned_alloc(i64, i64) -> (!llvm.ptr {llvm.noalias}) attributes {no_unwind}
