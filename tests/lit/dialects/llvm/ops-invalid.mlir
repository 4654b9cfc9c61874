// RUN: %ts-opt %s --verify-diagnostics --split-input-file

llvm.func @lanes(%c: vector<2xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{condition vector<2xi1> does not have the lanes of vector<4xf32>}}
  %0 = llvm.select %c, %v, %v : vector<2xi1>, vector<4xf32>
  llvm.return
}

// -----

llvm.func @predicate(%a: i64) {
  // expected-error@+1 {{unknown predicate 'less' of llvm.icmp}}
  %0 = llvm.icmp "less" %a, %a : i64
  llvm.return
}

// -----

llvm.func @result_of_comparison(%v: vector<4xf32>) {
  // expected-error@+1 {{result must be vector<4xi1>}}
  %0 = "llvm.fcmp"(%v, %v) <{predicate = 1 : i64}> : (vector<4xf32>, vector<4xf32>) -> i1
  llvm.return
}

// -----

llvm.func @switch(%a: i64) {
  // expected-error@+1 {{has 2 case values, 1 case blocks and operands for 1}}
  "llvm.switch"(%a)[^b, ^b] <{case_values = dense<[1, 2]> : vector<2xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> ()
^b:
  llvm.return
}

// -----

llvm.func @annotation() {
  // expected-error@+1 {{llvm.loop_annotation has no 'speed', only disableNonforced, vectorize, unroll, mustProgress}}
  llvm.br ^b {loop_annotation = #llvm.loop_annotation<speed = true>}
^b:
  llvm.return
}

// -----

llvm.func @scope(%p: !llvm.ptr) {
  // expected-error@+1 {{llvm.alias_scope needs 'domain'}}
  %0 = llvm.load %p {alias_scopes = [#llvm.alias_scope<id = "a">]} : !llvm.ptr -> f32
  llvm.return
}
