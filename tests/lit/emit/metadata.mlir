// RUN: %ts-opt %s -t llvmir | %check %s

// Two loops have distinct nodes with equal contents; the contents are shared.
// CHECK-LABEL: define void @loops
// CHECK:       br i1 %[[C:.*]], label %[[A:.*]], label %[[B:.*]], !llvm.loop ![[LOOP:.*]]
// CHECK:       br label %[[B]], !llvm.loop ![[OTHER:.*]]
llvm.func @loops(%c: i1) {
  llvm.br ^a
^a:
  llvm.cond_br %c, ^a, ^b {loop_annotation = #llvm.loop_annotation<vectorize = <disable = false, width = 8 : i32>, unroll = <disable = true>, mustProgress = true>}
^b:
  llvm.br ^b {loop_annotation = #llvm.loop_annotation<vectorize = <disable = false, width = 8 : i32>, unroll = <disable = true>, mustProgress = true>}
}

// CHECK-LABEL: define void @scopes
// CHECK-SAME:  (ptr %[[P:.*]], ptr %[[Q:.*]])
// CHECK:       %[[V:.*]] = load float, ptr %[[P]], !alias.scope ![[X:.*]], !noalias ![[Y:.*]]
// CHECK-NEXT:  store float %[[V]], ptr %[[Q]], !alias.scope ![[Y]], !noalias ![[X]]
llvm.func @scopes(%p: !llvm.ptr, %q: !llvm.ptr) {
  %0 = llvm.load %p {alias_scopes = [#llvm.alias_scope<id = "p", domain = <id = "scopes">>], noalias_scopes = [#llvm.alias_scope<id = "q", domain = <id = "scopes">>]} : !llvm.ptr -> f32
  llvm.store %0, %q {alias_scopes = [#llvm.alias_scope<id = "q", domain = <id = "scopes">>], noalias_scopes = [#llvm.alias_scope<id = "p", domain = <id = "scopes">>]} : f32, !llvm.ptr
  llvm.return
}

// CHECK:      !0 = !{!"llvm.loop.mustprogress"}
// CHECK-NEXT: !1 = !{!"llvm.loop.vectorize.enable", i1 true}
// CHECK-NEXT: !2 = !{!"llvm.loop.vectorize.width", i32 8}
// CHECK-NEXT: !3 = !{!"llvm.loop.unroll.disable"}
// CHECK-NEXT: !4 = distinct !{!4, !0, !1, !2, !3}
// CHECK-NEXT: !5 = distinct !{!5, !0, !1, !2, !3}
// CHECK-NEXT: !6 = !{!"scopes"}
// CHECK-NEXT: !7 = !{!"scopes: p", !6}
// CHECK-NEXT: !8 = !{!7}
// CHECK-NEXT: !9 = !{!"scopes: q", !6}
// CHECK-NEXT: !10 = !{!9}
