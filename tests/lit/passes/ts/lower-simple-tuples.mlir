// RUN: ts-opt %s -p lower-simple-tuples | filecheck %s

// CHECK-LABEL: func.func @unpacked_and_indexed
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant -1 : i64
// CHECK-NEXT:    %[[R:.*]] = aten.add.Scalar(%[[X]], %[[N]], %[[N]])
// CHECK-NEXT:    func.return %[[R]]
func.func @unpacked_and_indexed(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %t = prim.TupleConstruct(%x, %n) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
  %last = prim.Constant -1 : i64
  %a, %m = prim.TupleUnpack(%t) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
  %k = prim.TupleIndex(%t, %last) : (!ts.tuple<!ts.tensor, i64>, i64) -> i64
  %r = aten.add.Scalar(%a, %m, %k) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @sliced
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[S:.*]] = prim.TupleConstruct(%[[N]]) : (i64) -> !ts.tuple<i64>
// CHECK-NEXT:    func.return %[[S]]
func.func @sliced(%x: !ts.tensor, %n: i64) -> !ts.tuple<i64> {
  %t = prim.TupleConstruct(%x, %n) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
  %s = prim.TupleSlice(%t) {beg = 1 : i64, end = 2 : i64} : (!ts.tuple<!ts.tensor, i64>) -> !ts.tuple<i64>
  func.return %s : !ts.tuple<i64>
}

// CHECK-LABEL: func.func @a_tuple_of_tuples
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT:    func.return %[[X]]
func.func @a_tuple_of_tuples(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %t = prim.TupleConstruct(%x) : (!ts.tensor) -> !ts.tuple<!ts.tensor>
  %u = prim.TupleConstruct(%t, %n) : (!ts.tuple<!ts.tensor>, i64) -> !ts.tuple<!ts.tuple<!ts.tensor>, i64>
  %v, %m = prim.TupleUnpack(%u) : (!ts.tuple<!ts.tuple<!ts.tensor>, i64>) -> (!ts.tuple<!ts.tensor>, i64)
  %y = prim.TupleUnpack(%v) : (!ts.tuple<!ts.tensor>) -> (!ts.tensor)
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @constructed_in_both_branches
// CHECK-SAME:    (%[[C:.*]]: i1, %[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[K:.*]], %[[A:.*]], %[[M:.*]] = prim.If %[[C]] -> (i64, !ts.tensor, i64) {
// CHECK:           prim.If.yield %[[N]], %[[X]], %[[N]] : i64, !ts.tensor, i64
// CHECK:         } else {
// CHECK:           %[[Y:.*]] = aten.relu(%[[X]])
// CHECK:           prim.If.yield %[[N]], %[[Y]], %[[N]] : i64, !ts.tensor, i64
// CHECK:         }
// CHECK:         func.return %[[A]], %[[M]], %[[K]]
func.func @constructed_in_both_branches(%c: i1, %x: !ts.tensor, %n: i64) -> (!ts.tensor, i64, i64) {
  %t, %k = prim.If %c -> (!ts.tuple<!ts.tensor, i64>, i64) {
    %t = prim.TupleConstruct(%x, %n) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
    prim.If.yield %t, %n : !ts.tuple<!ts.tensor, i64>, i64
  } else {
    %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    %t = prim.TupleConstruct(%y, %n) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
    prim.If.yield %t, %n : !ts.tuple<!ts.tensor, i64>, i64
  }
  %a, %m = prim.TupleUnpack(%t) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
  func.return %a, %m, %k : !ts.tensor, i64, i64
}

// CHECK-LABEL: func.func @stays_as_the_caller_made_it
// CHECK-NEXT:    prim.TupleUnpack
func.func @stays_as_the_caller_made_it(%t: !ts.tuple<!ts.tensor, i64>) -> !ts.tensor {
  %a, %m = prim.TupleUnpack(%t) : (!ts.tuple<!ts.tensor, i64>) -> (!ts.tensor, i64)
  func.return %a : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_index_is_computed
// CHECK-NEXT:    %[[T:.*]] = prim.TupleConstruct
// CHECK-NEXT:    prim.TupleIndex(%[[T]]
func.func @stays_as_the_index_is_computed(%n: i64) -> i64 {
  %t = prim.TupleConstruct(%n, %n) : (i64, i64) -> !ts.tuple<i64, i64>
  %a = prim.TupleIndex(%t, %n) : (!ts.tuple<i64, i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_one_branch_hands_it_on
// CHECK:         %[[T:.*]] = prim.If
// CHECK:         prim.TupleUnpack(%[[T]])
func.func @stays_as_one_branch_hands_it_on(%c: i1, %n: i64, %t: !ts.tuple<i64>) -> i64 {
  %u = prim.If %c -> (!ts.tuple<i64>) {
    %s = prim.TupleConstruct(%n) : (i64) -> !ts.tuple<i64>
    prim.If.yield %s : !ts.tuple<i64>
  } else {
    prim.If.yield %t : !ts.tuple<i64>
  }
  %a = prim.TupleUnpack(%u) : (!ts.tuple<i64>) -> (i64)
  func.return %a : i64
}

// CHECK-LABEL: func.func @seen_as_another_tuple
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor<[2],f32>, %[[N:.*]]: i64)
// CHECK:         %[[A:.*]] = prim.unchecked_cast(%[[X]]) : (!ts.tensor<[2],f32>) -> !ts.tensor
// CHECK-NEXT:    %[[R:.*]] = aten.relu(%[[A]])
// CHECK-NEXT:    func.return %[[R]]
func.func @seen_as_another_tuple(%x: !ts.tensor<[2],f32>, %n: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %t = prim.TupleConstruct(%x, %n) : (!ts.tensor<[2],f32>, i64) -> !ts.tuple<!ts.tensor<[2],f32>, i64>
  %c = prim.unchecked_cast(%t) : (!ts.tuple<!ts.tensor<[2],f32>, i64>) -> !ts.tuple<!ts.tensor, i64>
  %a = prim.TupleIndex(%c, %zero) : (!ts.tuple<!ts.tensor, i64>, i64) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}
