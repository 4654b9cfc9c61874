// RUN: %ts-opt %s --split-input-file -p check-allocations | %check %s

// A function without memory returns a status; what it has allocated before is freed, the last first.
// CHECK-LABEL: llvm.func @fires
// CHECK-SAME:  (%[[SIZE:.*]]: i64, %[[OUT:.*]]: !llvm.ptr) -> (!llvm.ptr {ts.status}) {
// CHECK-NEXT:    %[[ALIGN:.*]] = llvm.mlir.constant(64) : i64
// CHECK-NEXT:    %[[A:.*]] = llvm.call @aligned_alloc(%[[ALIGN]], %[[SIZE]]) : (i64, i64) -> !llvm.ptr
// CHECK-NEXT:    %[[NULL_A:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    %[[FAILED_A:.*]] = llvm.icmp "eq" %[[A]], %[[NULL_A]] : !llvm.ptr
// CHECK-NEXT:    llvm.cond_br %[[FAILED_A]], ^[[FAIL_A:.*]], ^[[HAS_A:.*]]
// CHECK-NEXT:  ^[[HAS_A]]:
// CHECK-NEXT:    %[[B:.*]] = llvm.call @aligned_alloc(%[[ALIGN]], %[[SIZE]]) : (i64, i64) -> !llvm.ptr
// CHECK-NEXT:    %[[NULL_B:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    %[[FAILED_B:.*]] = llvm.icmp "eq" %[[B]], %[[NULL_B]] : !llvm.ptr
// CHECK-NEXT:    llvm.cond_br %[[FAILED_B]], ^[[FAIL_B:.*]], ^[[HAS_B:.*]]
// CHECK-NEXT:  ^[[HAS_B]]:
// CHECK-NEXT:    llvm.call @free(%[[A]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    %[[C:.*]] = llvm.call @aligned_alloc(%[[ALIGN]], %[[SIZE]]) : (i64, i64) -> !llvm.ptr
// CHECK-NEXT:    %[[NULL_C:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    %[[FAILED_C:.*]] = llvm.icmp "eq" %[[C]], %[[NULL_C]] : !llvm.ptr
// CHECK-NEXT:    llvm.cond_br %[[FAILED_C]], ^[[FAIL_C:.*]], ^[[HAS_C:.*]]
// CHECK-NEXT:  ^[[HAS_C]]:
// CHECK-NEXT:    llvm.store %[[C]], %[[OUT]] : !llvm.ptr, !llvm.ptr
// CHECK-NEXT:    llvm.call @free(%[[B]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    llvm.call @free(%[[C]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    %[[DONE:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[DONE]] : !llvm.ptr
// CHECK-NEXT:  ^[[FAIL_A]]:
// CHECK-NEXT:    %[[STATUS_A:.*]] = llvm.mlir.addressof @fires_no_memory : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[STATUS_A]] : !llvm.ptr
// CHECK-NEXT:  ^[[FAIL_B]]:
// CHECK-NEXT:    llvm.call @free(%[[A]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    %[[STATUS_B:.*]] = llvm.mlir.addressof @fires_no_memory : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[STATUS_B]] : !llvm.ptr
// CHECK-NEXT:  ^[[FAIL_C]]:
// CHECK-NEXT:    llvm.call @free(%[[B]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    %[[STATUS_C:.*]] = llvm.mlir.addressof @fires_no_memory : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[STATUS_C]] : !llvm.ptr
// CHECK-NEXT:  }
// CHECK:       llvm.mlir.global private constant @fires_no_memory("not enough memory\00")
llvm.func @fires(%size: i64, %out: !llvm.ptr) {
  %align = llvm.mlir.constant(64) : i64
  %a = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  %b = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  llvm.call @free(%a) : (!llvm.ptr) -> ()
  %c = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  llvm.store %c, %out : !llvm.ptr, !llvm.ptr
  llvm.call @free(%b) : (!llvm.ptr) -> ()
  llvm.call @free(%c) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

// -----

// Memory of an iteration; that from before the loop is freed, too. Here nothing else declares free.
// CHECK-LABEL: llvm.func @fires_in_a_loop
// CHECK-SAME:  (%[[SIZE:.*]]: i64, %[[MORE:.*]]: i1) -> (!llvm.ptr {ts.status}) {
// CHECK:         %[[A:.*]] = llvm.call @aligned_alloc
// CHECK:         llvm.br ^[[LOOP:.*]]
// CHECK-NEXT:  ^[[LOOP]]:
// CHECK-NEXT:    %[[B:.*]] = llvm.call @aligned_alloc
// CHECK-NEXT:    %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    %[[FAILED:.*]] = llvm.icmp "eq" %[[B]], %[[NULL]] : !llvm.ptr
// CHECK-NEXT:    llvm.cond_br %[[FAILED]], ^[[FAIL:.*]], ^[[REST:.*]]
// CHECK-NEXT:  ^[[REST]]:
// CHECK-NEXT:    llvm.cond_br %[[MORE]], ^[[LOOP]], ^[[DONE:.*]]
// CHECK:       ^[[FAIL]]:
// CHECK-NEXT:    llvm.call @free(%[[A]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    %[[STATUS:.*]] = llvm.mlir.addressof @fires_in_a_loop_no_memory : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[STATUS]] : !llvm.ptr
// CHECK:       llvm.func @free(!llvm.ptr)
llvm.func @fires_in_a_loop(%size: i64, %more: i1) {
  %a = llvm.call @aligned_alloc(%size, %size) : (i64, i64) -> !llvm.ptr
  llvm.br ^loop
^loop:
  %b = llvm.call @aligned_alloc(%size, %size) : (i64, i64) -> !llvm.ptr
  llvm.cond_br %more, ^loop, ^done
^done:
  llvm.return
}
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr

// -----

// The status of a body that allocates is passed on by its parallel loop.
// CHECK-LABEL: llvm.func @fires_for_a_body_that_allocates
// CHECK-SAME:  (%[[CONTEXT:.*]]: !llvm.ptr, %[[N:.*]]: i64) -> (!llvm.ptr {ts.status}) {
// CHECK-NEXT:    %[[BODY:.*]] = llvm.mlir.addressof @body : !llvm.ptr
// CHECK-NEXT:    %[[FOUND:.*]] = llvm.call @ts_parallel_for(%[[BODY]], %[[CONTEXT]], %[[N]]) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
// CHECK-NEXT:    %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    %[[FAILED:.*]] = llvm.icmp "ne" %[[FOUND]], %[[NULL]] : !llvm.ptr
// CHECK-NEXT:    llvm.cond_br %[[FAILED]], ^[[FAIL:.*]], ^[[REST:.*]]
// CHECK-NEXT:  ^[[REST]]:
// CHECK-NEXT:    %[[DONE:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[DONE]] : !llvm.ptr
// CHECK-NEXT:  ^[[FAIL]]:
// CHECK-NEXT:    llvm.return %[[FOUND]] : !llvm.ptr
// CHECK-NEXT:  }
llvm.func @fires_for_a_body_that_allocates(%context: !llvm.ptr, %n: i64) {
  %body = llvm.mlir.addressof @body : !llvm.ptr
  %status = llvm.call @ts_parallel_for(%body, %context, %n) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func internal @body
// CHECK-SAME:  (%[[BEGIN:.*]]: i64, %{{.*}}: i64, %{{.*}}: !llvm.ptr) -> (!llvm.ptr {ts.status}) {
// CHECK-NEXT:    %[[A:.*]] = llvm.call @aligned_alloc(%[[BEGIN]], %[[BEGIN]]) : (i64, i64) -> !llvm.ptr
// CHECK:         llvm.cond_br %{{.*}}, ^[[FAIL:.*]], ^[[REST:.*]]
// CHECK-NEXT:  ^[[REST]]:
// CHECK-NEXT:    llvm.call @free(%[[A]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[NULL]] : !llvm.ptr
// CHECK-NEXT:  ^[[FAIL]]:
// CHECK-NEXT:    %[[STATUS:.*]] = llvm.mlir.addressof @body_no_memory : !llvm.ptr
// CHECK-NEXT:    llvm.return %[[STATUS]] : !llvm.ptr
llvm.func internal @body(%begin: i64, %end: i64, %context: !llvm.ptr) -> (!llvm.ptr {ts.status}) {
  %a = llvm.call @aligned_alloc(%begin, %begin) : (i64, i64) -> !llvm.ptr
  llvm.call @free(%a) : (!llvm.ptr) -> ()
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}
llvm.func @ts_parallel_for(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

// -----

// CHECK-LABEL: llvm.func @must_not_fire_for_a_body_that_cannot_fail
// CHECK-SAME:  (%[[CONTEXT:.*]]: !llvm.ptr, %[[N:.*]]: i64) {
// CHECK-NEXT:    %[[BODY:.*]] = llvm.mlir.addressof @body : !llvm.ptr
// CHECK-NEXT:    %{{.*}} = llvm.call @ts_parallel_for(%[[BODY]], %[[CONTEXT]], %[[N]])
// CHECK-NEXT:    llvm.return
// CHECK-NEXT:  }
llvm.func @must_not_fire_for_a_body_that_cannot_fail(%context: !llvm.ptr, %n: i64) {
  %body = llvm.mlir.addressof @body : !llvm.ptr
  %status = llvm.call @ts_parallel_for(%body, %context, %n) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  llvm.return
}

llvm.func internal @body(%begin: i64, %end: i64, %context: !llvm.ptr) -> (!llvm.ptr {ts.status}) {
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}
llvm.func @ts_parallel_for(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr

// CHECK-LABEL: llvm.func @must_not_fire_without_allocations
// CHECK-SAME:  (%[[X:.*]]: !llvm.ptr) {
// CHECK-NEXT:    llvm.call @free(%[[X]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    llvm.return
llvm.func @must_not_fire_without_allocations(%x: !llvm.ptr) {
  llvm.call @free(%x) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @free(!llvm.ptr)

// -----

// Where no status can be returned, the program is stopped.
// CHECK-LABEL: llvm.func @must_not_fire_for_results
// CHECK-SAME:  (%[[SIZE:.*]]: i64) -> !llvm.ptr {
// CHECK-NEXT:    %[[A:.*]] = llvm.call @aligned_alloc(%[[SIZE]], %[[SIZE]]) : (i64, i64) -> !llvm.ptr
// CHECK-NEXT:    %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    %[[FAILED:.*]] = llvm.icmp "eq" %[[A]], %[[NULL]] : !llvm.ptr
// CHECK-NEXT:    llvm.cond_br %[[FAILED]], ^[[FAIL:.*]], ^[[REST:.*]]
// CHECK-NEXT:  ^[[REST]]:
// CHECK-NEXT:    llvm.return %[[A]] : !llvm.ptr
// CHECK-NEXT:  ^[[FAIL]]:
// CHECK-NEXT:    llvm.intr.trap
// CHECK-NEXT:    llvm.unreachable
llvm.func @must_not_fire_for_results(%size: i64) -> !llvm.ptr {
  %a = llvm.call @aligned_alloc(%size, %size) : (i64, i64) -> !llvm.ptr
  llvm.return %a : !llvm.ptr
}

// CHECK-LABEL: llvm.func @must_not_fire_for_called_functions
// CHECK-SAME:  (%[[SIZE_1:.*]]: i64) {
// CHECK:         llvm.intr.trap
llvm.func @must_not_fire_for_called_functions(%size: i64) {
  %a = llvm.call @aligned_alloc(%size, %size) : (i64, i64) -> !llvm.ptr
  llvm.call @free(%a) : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @caller
// CHECK-NEXT:    llvm.call @must_not_fire_for_called_functions
// CHECK-NEXT:    llvm.return
llvm.func @caller(%size: i64) {
  llvm.call @must_not_fire_for_called_functions(%size) : (i64) -> ()
  llvm.return
}
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
