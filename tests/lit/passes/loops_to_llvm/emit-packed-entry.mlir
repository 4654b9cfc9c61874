// RUN: %ts-opt %s -p emit-packed-entry | %check %s

// A slot of 8 bytes per argument; a boolean is a byte.
// CHECK-LABEL: llvm.func @kernel
// CHECK-SAME:  (%[[N:.*]]: i64, %[[X:.*]]: !llvm.ptr, %[[S:.*]]: f32, %[[B:.*]]: i1) {
// CHECK-NEXT:  llvm.return
// CHECK-LABEL: llvm.func @kernel_packed
// CHECK-SAME:  (%[[ARGS:.*]]: !llvm.ptr) -> !llvm.ptr {
// CHECK-NEXT:  %[[N_1:.*]] = llvm.load %[[ARGS]] : !llvm.ptr -> i64
// CHECK-NEXT:  %[[V0:.*]] = llvm.getelementptr inbounds %[[ARGS]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:  %[[X_1:.*]] = llvm.load %[[V0]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:  %[[V1:.*]] = llvm.getelementptr inbounds %[[ARGS]][2] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:  %[[S_1:.*]] = llvm.load %[[V1]] : !llvm.ptr -> f32
// CHECK-NEXT:  %[[V2:.*]] = llvm.getelementptr inbounds %[[ARGS]][3] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:  %[[V3:.*]] = llvm.load %[[V2]] : !llvm.ptr -> i8
// CHECK-NEXT:  %[[V4:.*]] = llvm.mlir.constant(0 : i8) : i8
// CHECK-NEXT:  %[[B_1:.*]] = llvm.icmp "ne" %[[V3]], %[[V4]] : i8
// CHECK-NEXT:  llvm.call @kernel(%[[N_1]], %[[X_1]], %[[S_1]], %[[B_1]]) : (i64, !llvm.ptr, f32, i1) -> ()
// CHECK-NEXT:  %[[NULL_0:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:  llvm.return %[[NULL_0]] : !llvm.ptr
llvm.func @kernel(%n: i64, %x: !llvm.ptr, %s: f32, %b: i1) {
  llvm.return
}

// Results are stored in the slots after the arguments.
// CHECK-LABEL: llvm.func @result
// CHECK-SAME:  (%[[A:.*]]: f64) -> f64 {
// CHECK-NEXT:  llvm.return %[[A]] : f64
// CHECK-LABEL: llvm.func @result_packed
// CHECK-SAME:  (%[[ARGS_1:.*]]: !llvm.ptr) -> !llvm.ptr {
// CHECK-NEXT:  %[[A_1:.*]] = llvm.load %[[ARGS_1]] : !llvm.ptr -> f64
// CHECK-NEXT:  %[[V5:.*]] = llvm.call @result(%[[A_1]]) : (f64) -> f64
// CHECK-NEXT:  %[[V6:.*]] = llvm.getelementptr inbounds %[[ARGS_1]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:  llvm.store %[[V5]], %[[V6]] : f64, !llvm.ptr
// CHECK-NEXT:  %[[NULL_1:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:  llvm.return %[[NULL_1]] : !llvm.ptr
llvm.func @result(%a: f64) -> f64 {
  llvm.return %a : f64
}

// CHECK-LABEL: llvm.func @results
// CHECK-SAME:  (%[[S_2:.*]]: i64) -> !llvm.struct<(i64, i1)> {
// CHECK-NEXT:  %[[V7:.*]] = llvm.mlir.undef : !llvm.struct<(i64, i1)>
// CHECK-NEXT:  llvm.return %[[V7]] : !llvm.struct<(i64, i1)>
// CHECK-LABEL: llvm.func @results_packed
// CHECK-SAME:  (%[[ARGS_2:.*]]: !llvm.ptr) -> !llvm.ptr {
// CHECK-NEXT:  %[[S_3:.*]] = llvm.load %[[ARGS_2]] : !llvm.ptr -> i64
// CHECK-NEXT:  %[[V8:.*]] = llvm.call @results(%[[S_3]]) : (i64) -> !llvm.struct<(i64, i1)>
// CHECK-NEXT:  %[[V9:.*]] = llvm.extractvalue %[[V8]][0] : !llvm.struct<(i64, i1)>
// CHECK-NEXT:  %[[V10:.*]] = llvm.extractvalue %[[V8]][1] : !llvm.struct<(i64, i1)>
// CHECK-NEXT:  %[[V11:.*]] = llvm.getelementptr inbounds %[[ARGS_2]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:  llvm.store %[[V9]], %[[V11]] : i64, !llvm.ptr
// CHECK-NEXT:  %[[V12:.*]] = llvm.getelementptr inbounds %[[ARGS_2]][2] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:  %[[V13:.*]] = llvm.zext %[[V10]] : i1 to i8
// CHECK-NEXT:  llvm.store %[[V13]], %[[V12]] : i8, !llvm.ptr
// CHECK-NEXT:  %[[NULL_2:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:  llvm.return %[[NULL_2]] : !llvm.ptr
llvm.func @results(%s: i64) -> !llvm.struct<(i64, i1)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i64, i1)>
  llvm.return %0 : !llvm.struct<(i64, i1)>
}

// A status is returned, not stored.
// CHECK-LABEL: llvm.func @status
// CHECK-SAME:  (%[[A_3:.*]]: f64) -> (!llvm.ptr {ts.status}) {
// CHECK-NEXT:  %[[V14:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:  llvm.return %[[V14]] : !llvm.ptr
// CHECK-LABEL: llvm.func @status_packed
// CHECK-SAME:  (%[[ARGS_3:.*]]: !llvm.ptr) -> !llvm.ptr {
// CHECK-NEXT:  %[[A_4:.*]] = llvm.load %[[ARGS_3]] : !llvm.ptr -> f64
// CHECK-NEXT:  %[[V15:.*]] = llvm.call @status(%[[A_4]]) : (f64) -> !llvm.ptr
// CHECK-NEXT:  llvm.return %[[V15]] : !llvm.ptr
llvm.func @status(%a: f64) -> (!llvm.ptr {ts.status}) {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// CHECK-LABEL: llvm.func internal @not_internal
// CHECK-SAME:  (%[[A_2:.*]]: f64) {
// CHECK-NEXT:  llvm.return
llvm.func internal @not_internal(%a: f64) {
  llvm.return
}

// CHECK-NOT: _packed
llvm.func @not_a_declaration(f64) -> f64
