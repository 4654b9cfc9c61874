// RUN: %ts-run %s --entry=run --input n=1 | %check %s --check-prefix=DONE --allow-empty
// RUN: not %ts-run %s --entry=run --input n=4 2>&1 | %check %s

// An iteration that gets no memory ends the program.
// DONE-NOT: {{.}}
// CHECK: ts-run: out of memory: not enough memory
llvm.func @run(%n: i64) -> (!llvm.ptr {ts.status}) {
  %body = llvm.mlir.addressof @body : !llvm.ptr
  %status = llvm.call @ts_parallel_for(%body, %body, %n) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  llvm.return %status : !llvm.ptr
}
llvm.func @body(%begin: i64, %end: i64, %context: !llvm.ptr) -> (!llvm.ptr {ts.status}) {
  %one = llvm.mlir.constant(1) : i64
  %is_one = llvm.icmp "eq" %begin, %one : i64
  llvm.cond_br %is_one, ^fails, ^done
^fails:
  %message = llvm.mlir.addressof @message : !llvm.ptr
  llvm.return %message : !llvm.ptr
^done:
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}
llvm.func @ts_parallel_for(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
llvm.mlir.global private constant @message("not enough memory\00") : !llvm.array<18 x i8>
