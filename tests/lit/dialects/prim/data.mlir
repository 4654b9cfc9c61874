// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s
// RUN: xdsl-opt %s | %check %s

// CHECK-LABEL: func.func @lists(
// CHECK-SAME: %[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor<[2],f32>) {
func.func @lists(%x: !ts.tensor, %y: !ts.tensor<[2],f32>) {
  // CHECK-NEXT: %[[LIST:.*]] = prim.ListConstruct(%[[X]], %[[Y]]) : (!ts.tensor, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %list = prim.ListConstruct(%x, %y) : (!ts.tensor, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[LIST]]) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %a, %b = prim.ListUnpack(%list) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  // CHECK-NEXT: %[[EMPTY:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
  %empty = prim.ListConstruct() : () -> !ts.list<i64>
  // CHECK-NEXT: prim.ListUnpack(%[[EMPTY]]) : (!ts.list<i64>) -> ()
  prim.ListUnpack(%empty) : (!ts.list<i64>) -> ()
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @tuples(
// CHECK-SAME: %[[X:.*]]: !ts.tensor, %[[I:.*]]: i64) {
func.func @tuples(%x: !ts.tensor, %i: i64) {
  // CHECK-NEXT: %[[TUPLE:.*]] = prim.TupleConstruct(%[[X]], %[[I]]) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
  %tuple = prim.TupleConstruct(%x, %i) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
  // CHECK-NEXT: %[[NAMED:.*]] = prim.TupleConstruct(%[[I]]) : (i64) -> !ts.named_tuple<@P, x: i64>
  %named = prim.TupleConstruct(%i) : (i64) -> !ts.named_tuple<@P, x: i64>
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.TupleUnpack(%[[TUPLE]]) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
  %a, %b = prim.TupleUnpack(%tuple) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
  // CHECK-NEXT: %[[ELEMENT:.*]] = prim.TupleIndex(%[[TUPLE]], %[[I]]) : (!ts.tuple<!ts.tensor, i64>, i64) -> !ts.tensor
  %element = prim.TupleIndex(%tuple, %i) : (!ts.tuple<!ts.tensor, i64>, i64) -> !ts.tensor
  // CHECK-NEXT: %[[SLICE:.*]] = prim.TupleSlice(%[[TUPLE]]) {beg = 1 : i64, end = 2 : i64} : (!ts.tuple<!ts.tensor, i64>) -> !ts.tuple<i64>
  %slice = prim.TupleSlice(%tuple) {beg = 1 : i64, end = 2 : i64} : (!ts.tuple<!ts.tensor, i64>) -> !ts.tuple<i64>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @dicts(
// CHECK-SAME: %[[K:.*]]: !ts.str, %[[V:.*]]: i64) {
func.func @dicts(%k: !ts.str, %v: i64) {
  // CHECK-NEXT: %[[DICT:.*]] = prim.DictConstruct(%[[K]], %[[V]]) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
  %dict = prim.DictConstruct(%k, %v) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
  // CHECK-NEXT: %[[EMPTY:.*]] = prim.DictConstruct() : () -> !ts.dict<i64, !ts.tensor>
  %empty = prim.DictConstruct() : () -> !ts.dict<i64, !ts.tensor>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @chunk(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[4,2],f32>, %[[Y:.*]]: !ts.tensor) {
func.func @chunk(%x: !ts.tensor<[4,2],f32>, %y: !ts.tensor) {
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ConstantChunk(%[[X]]) {chunks = 2 : i64, dim = 0 : i64} : (!ts.tensor<[4,2],f32>) -> (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>)
  %a, %b = prim.ConstantChunk(%x) {chunks = 2 : i64, dim = 0 : i64} : (!ts.tensor<[4,2],f32>) -> (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>)
  // CHECK-NEXT: %[[C:.*]] = prim.ConstantChunk(%[[Y]]) {chunks = 1 : i64, dim = -1 : i64} : (!ts.tensor) -> !ts.tensor
  %c = prim.ConstantChunk(%y) {chunks = 1 : i64, dim = -1 : i64} : (!ts.tensor) -> !ts.tensor
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @types(
// CHECK-SAME: %[[X:.*]]: !ts.any, %[[O:.*]]: !ts.optional<i64>) {
func.func @types(%x: !ts.any, %o: !ts.optional<i64>) {
  // CHECK-NEXT: %[[IS:.*]] = prim.isinstance(%[[X]]) {types = [i64, !ts.list<!ts.str>, !ts.any_tuple]} : (!ts.any) -> i1
  %is = prim.isinstance(%x) {types = [i64, !ts.list<!ts.str>, !ts.any_tuple]} : (!ts.any) -> i1
  // CHECK-NEXT: %[[LIST:.*]] = prim.unchecked_cast(%[[X]]) : (!ts.any) -> !ts.any_list
  %list = prim.unchecked_cast(%x) : (!ts.any) -> !ts.any_list
  // CHECK-NEXT: %[[INT:.*]] = prim.unchecked_cast(%[[O]]) : (!ts.optional<i64>) -> i64
  %int = prim.unchecked_cast(%o) : (!ts.optional<i64>) -> i64
  // CHECK-NEXT: %[[NEVER:.*]] = prim.Uninitialized() : () -> !ts.tensor
  %never = prim.Uninitialized() : () -> !ts.tensor
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @elements_from_the_end(
// CHECK-SAME: %[[T:.*]]: !ts.tuple<i64, f64>) {
func.func @elements_from_the_end(%t: !ts.tuple<i64, f64>) {
  // CHECK-NEXT: %[[I:.*]] = prim.Constant -1
  %i = prim.Constant -1
  // CHECK-NEXT: %[[LAST:.*]] = prim.TupleIndex(%[[T]], %[[I]]) : (!ts.tuple<i64, f64>, i64) -> f64
  %last = prim.TupleIndex(%t, %i) : (!ts.tuple<i64, f64>, i64) -> f64
  // CHECK-NEXT: func.return
  func.return
}

// PyTorch prints this where a caller is known to pass another type: the branch is never taken.
// CHECK-LABEL: func.func @casts_in_branches_that_are_never_taken(
// CHECK-SAME: %[[C:.*]]: i1, %[[X:.*]]: !ts.tensor, %[[F:.*]]: f64) {
func.func @casts_in_branches_that_are_never_taken(%c: i1, %x: !ts.tensor, %f: f64) {
  // CHECK-NEXT: prim.If %[[C]] {
  prim.If %c {
    // CHECK-NEXT: %[[L:.*]] = prim.unchecked_cast(%[[X]]) : (!ts.tensor) -> !ts.list<i64>
    %l = prim.unchecked_cast(%x) : (!ts.tensor) -> !ts.list<i64>
    // CHECK-NEXT: %[[U:.*]] = prim.unchecked_cast(%[[F]]) : (f64) -> !ts.union<i64, !ts.str>
    %u = prim.unchecked_cast(%f) : (f64) -> !ts.union<i64, !ts.str>
    // CHECK: prim.If.yield
    prim.If.yield
  } else {
    prim.If.yield
  }
  // CHECK: func.return
  func.return
}

// CHECK-LABEL: func.func @leaving_the_graph(
// CHECK-SAME: %[[X:.*]]: !ts.tensor, %[[N:.*]]: i64, %[[S:.*]]: !ts.str, %[[NONE:.*]]: !ts.none) {
func.func @leaving_the_graph(%x: !ts.tensor, %n: i64, %s: !ts.str, %none: !ts.none) {
  // CHECK-NEXT: %[[LIST:.*]] = prim.tolist(%[[X]], %[[N]], %[[N]]) : (!ts.tensor, i64, i64) -> !ts.list<!ts.list<i64>>
  %list = prim.tolist(%x, %n, %n) : (!ts.tensor, i64, i64) -> !ts.list<!ts.list<i64>>
  // CHECK-NEXT: prim.Print(%[[X]], %[[N]], %[[S]]) : (!ts.tensor, i64, !ts.str) -> ()
  prim.Print(%x, %n, %s) : (!ts.tensor, i64, !ts.str) -> ()
  // CHECK-NEXT: prim.Print() : () -> ()
  prim.Print() : () -> ()
  // CHECK-NEXT: prim.RaiseException(%[[S]]) : (!ts.str) -> ()
  prim.RaiseException(%s) : (!ts.str) -> ()
  // CHECK-NEXT: prim.RaiseException(%[[S]], %[[S]]) : (!ts.str, !ts.str) -> ()
  prim.RaiseException(%s, %s) : (!ts.str, !ts.str) -> ()
  // CHECK-NEXT: prim.RaiseException(%[[S]], %[[NONE]]) : (!ts.str, !ts.none) -> ()
  prim.RaiseException(%s, %none) : (!ts.str, !ts.none) -> ()
  // CHECK-NEXT: func.return
  func.return
}

// Operators of the namespace with a schema, next to the hand-written ops.
// CHECK-LABEL: func.func @with_a_schema(
// CHECK-SAME: %[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) {
func.func @with_a_schema(%x: !ts.tensor, %n: i64) {
  // CHECK-NEXT: %[[DEVICE:.*]] = prim.device(%[[X]]) : (!ts.tensor) -> !ts.device
  %device = prim.device(%x) : (!ts.tensor) -> !ts.device
  // CHECK-NEXT: %[[MIN:.*]] = prim.min.int(%[[N]], %[[N]]) : (i64, i64) -> i64
  %min = prim.min.int(%n, %n) : (i64, i64) -> i64
  // CHECK-NEXT: %[[TENSOR:.*]] = prim.NumToTensor.Scalar(%[[N]]) : (i64) -> !ts.tensor
  %tensor = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
  // CHECK-NEXT: %[[SIZES:.*]] = prim.BroadcastSizes() : () -> !ts.list<i64>
  %sizes = prim.BroadcastSizes() : () -> !ts.list<i64>
  // CHECK-NEXT: func.return
  func.return
}
