// RUN: %ts-opt %s -t llvmir | %check %s

// Arguments of blocks are phi instructions.
// CHECK-LABEL: define i64 @loop
// CHECK-SAME:  (i64 %[[N:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  br label %bb1
// CHECK-NEXT:  bb1:
// CHECK-NEXT:  %[[I:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %bb2 ]
// CHECK-NEXT:  %[[SUM:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT_SUM:.*]], %bb2 ]
// CHECK-NEXT:  %[[MORE:.*]] = icmp slt i64 %[[I]], %[[N]]
// CHECK-NEXT:  br i1 %[[MORE]], label %bb2, label %bb3
// CHECK-NEXT:  bb2:
// CHECK-NEXT:  %[[NEXT_SUM]] = add i64 %[[SUM]], %[[I]]
// CHECK-NEXT:  %[[NEXT]] = add i64 %[[I]], 1
// CHECK-NEXT:  br label %bb1
// CHECK-NEXT:  bb3:
// CHECK-NEXT:  ret i64 %[[SUM]]
llvm.func @loop(%n: i64) -> i64 {
  %zero = llvm.mlir.constant(0) : i64
  %one = llvm.mlir.constant(1) : i64
  llvm.br ^head(%zero, %zero : i64, i64)
^head(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^done
^body:
  %next_sum = llvm.add %sum, %i : i64
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next, %next_sum : i64, i64)
^done:
  llvm.return %sum : i64
}

// A phi names a predecessor once: the second edge gets a block of its own.
// CHECK-LABEL: define float @both_edges_to_one_block
// CHECK-SAME:  (i1 %[[C:.*]], float %[[A:.*]], float %[[B:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  br i1 %[[C]], label %bb1, label %entry.split
// CHECK-NEXT:  entry.split:
// CHECK-NEXT:  br label %bb1
// CHECK-NEXT:  bb1:
// CHECK-NEXT:  %[[X:.*]] = phi float [ %[[A]], %entry ], [ %[[B]], %entry.split ]
// CHECK-NEXT:  ret float %[[X]]
llvm.func @both_edges_to_one_block(%c: i1, %a: f32, %b: f32) -> f32 {
  llvm.cond_br %c, ^join(%a : f32), ^join(%b : f32)
^join(%x: f32):
  llvm.return %x : f32
}

// Without arguments the edges are indistinguishable.
// CHECK-LABEL: define void @edges_without_arguments
// CHECK-SAME:  (i1 %[[C:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  br i1 %[[C]], label %bb1, label %bb1
// CHECK-NEXT:  bb1:
// CHECK-NEXT:  ret void
llvm.func @edges_without_arguments(%c: i1) {
  llvm.cond_br %c, ^join, ^join
^join:
  llvm.return
}

// CHECK-LABEL: define float @switch
// CHECK-SAME:  (i32 %[[K:.*]], float %[[A:.*]], float %[[B:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  switch i32 %[[K]], label %bb2 [ i32 0, label %entry.split i32 -5, label %bb1 ]
// CHECK-NEXT:  entry.split:
// CHECK-NEXT:  br label %bb2
// CHECK-NEXT:  bb1:
// CHECK-NEXT:  br label %bb2
// CHECK-NEXT:  bb2:
// CHECK-NEXT:  %[[X:.*]] = phi float [ %[[A]], %entry ], [ %[[B]], %entry.split ], [ %[[B]], %bb1 ]
// CHECK-NEXT:  ret float %[[X]]
llvm.func @switch(%k: i32, %a: f32, %b: f32) -> f32 {
  llvm.switch %k : i32, ^done(%a : f32) [0: ^done(%b : f32), -5: ^other]
^other:
  llvm.br ^done(%b : f32)
^done(%x: f32):
  llvm.return %x : f32
}

// Blocks may be in any order; unreachable ones are omitted.
// CHECK-LABEL: define i64 @any_order
// CHECK-SAME:  (i64 %[[A:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  br label %bb1
// CHECK-NEXT:  bb1:
// CHECK-NEXT:  %[[SUM:.*]] = add i64 %[[A]], %[[A]]
// CHECK-NEXT:  br label %bb2
// CHECK-NEXT:  bb2:
// CHECK-NEXT:  ret i64 %[[SUM]]
llvm.func @any_order(%a: i64) -> i64 {
  llvm.br ^first
^last:
  llvm.return %sum : i64
^unreachable:
  llvm.br ^last
^first:
  %sum = llvm.add %a, %a : i64
  llvm.br ^last
}

// Two values of one name, and a name that a block has.
// CHECK-LABEL: define i64 @names
// CHECK-SAME:  (i1 %[[C:.*]], i64 %[[X:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  br i1 %[[C]], label %bb1, label %bb2
// CHECK-NEXT:  bb1:
// CHECK-NEXT:  %[[BB1_1:.*]] = add i64 %[[X]], %[[X]]
// CHECK-NEXT:  ret i64 %[[BB1_1]]
// CHECK-NEXT:  bb2:
// CHECK-NEXT:  %[[Y:.*]] = mul i64 %[[X]], %[[X]]
// CHECK-NEXT:  unreachable
llvm.func @names(%c: i1, %x: i64) -> i64 {
  llvm.cond_br %c, ^one, ^two
^one:
  %bb1 = llvm.add %x, %x : i64
  llvm.return %bb1 : i64
^two:
  %y = llvm.mul %x, %x : i64
  llvm.unreachable
}
