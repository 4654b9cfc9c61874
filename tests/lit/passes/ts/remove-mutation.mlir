// RUN: ts-opt %s -p remove-mutation,dce | filecheck %s

// CHECK-LABEL: func.func @list_and_tensor
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[DIM:.*]]: i64)
// CHECK-NEXT:    %[[A:.*]] = aten.exp(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.relu(%[[A]])
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[X]], %[[B]])
// CHECK-NEXT:    %[[R:.*]] = aten.cat(%[[L]], %[[DIM]])
// CHECK-NEXT:    func.return %[[R]]
func.func @list_and_tensor(%x: !ts.tensor, %dim: i64) -> !ts.tensor {
  %l = prim.ListConstruct(%x) : (!ts.tensor) -> !ts.list<!ts.tensor>
  %a = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
  %w = aten.append.t(%l, %a) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
  %r = aten.cat(%w, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @every_write_of_a_list
// CHECK-SAME:    (%[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK:         %[[L:.*]] = prim.ListConstruct(%[[B]], %[[A]])
// CHECK-NEXT:    func.return %[[L]], %[[A]]
func.func @every_write_of_a_list(%a: i64, %b: i64) -> (!ts.list<i64>, i64) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct(%a, %b) : (i64, i64) -> !ts.list<i64>
  aten.clear.t(%l) : (!ts.list<i64>) -> ()
  %1 = aten.append.t(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  aten.insert.t(%l, %zero, %a) : (!ts.list<i64>, i64, i64) -> ()
  %2 = aten.append.t(%l, %b) : (!ts.list<i64>, i64) -> !ts.list<i64>
  aten.reverse.t(%l) : (!ts.list<i64>) -> ()
  %3 = aten.pop.t(%l, %last) : (!ts.list<i64>, i64) -> i64
  %4 = aten._set_item.t(%l, %one, %3) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  func.return %l, %3 : !ts.list<i64>, i64
}

// CHECK-LABEL: func.func @extended_by_lists
// CHECK-SAME:    (%[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[A]], %[[B]], %[[B]], %[[A]])
// CHECK-NEXT:    func.return %[[L]]
func.func @extended_by_lists(%a: i64, %b: i64) -> !ts.list<i64> {
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  %1 = prim.ListConstruct(%a, %b) : (i64, i64) -> !ts.list<i64>
  %2 = aten.add_.t(%l, %1) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %3 = prim.ListConstruct(%b, %a) : (i64, i64) -> !ts.list<i64>
  aten.extend.t(%l, %3) : (!ts.list<i64>, !ts.list<i64>) -> ()
  func.return %2 : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_new_elements_are_not_known
// CHECK-SAME:    (%[[A:.*]]: i64, %[[M:.*]]: !ts.list<i64>)
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[A]])
// CHECK-NEXT:    aten.extend.t(%[[L]], %[[M]])
// CHECK-NEXT:    func.return %[[L]]
func.func @stays_as_the_new_elements_are_not_known(%a: i64, %m: !ts.list<i64>) -> !ts.list<i64> {
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  aten.extend.t(%l, %m) : (!ts.list<i64>, !ts.list<i64>) -> ()
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_list_of_new_elements_is_written
// CHECK-SAME:    (%[[A:.*]]: i64)
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[A]])
// CHECK-NEXT:    %[[M:.*]] = prim.ListConstruct(%[[A]], %[[A]])
// CHECK-NEXT:    aten.extend.t(%[[L]], %[[M]])
// CHECK-NEXT:    func.return %[[L]]
func.func @stays_as_the_list_of_new_elements_is_written(%a: i64) -> !ts.list<i64> {
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %m = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %1 = aten.append.t(%m, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  aten.extend.t(%l, %m) : (!ts.list<i64>, !ts.list<i64>) -> ()
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @read_between
// CHECK-SAME:    (%[[A:.*]]: i64)
// CHECK-NEXT:    %[[L:.*]] = prim.ListConstruct(%[[A]])
// CHECK-NEXT:    %[[N:.*]] = aten.len.t(%[[L]])
// CHECK-NEXT:    %[[M:.*]] = prim.ListConstruct(%[[A]], %[[N]])
// CHECK-NEXT:    func.return %[[M]]
func.func @read_between(%a: i64) -> !ts.list<i64> {
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %1 = aten.append.t(%l, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_caller_knows_the_list
// CHECK:         aten.append.t
func.func @stays_as_the_caller_knows_the_list(%l: !ts.list<i64>, %a: i64) {
  %1 = aten.append.t(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return
}

// CHECK-LABEL: func.func @stays_as_a_tuple_holds_the_list
// CHECK:         aten.append.t
func.func @stays_as_a_tuple_holds_the_list(%a: i64) -> !ts.tuple<!ts.list<i64>> {
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %t = prim.TupleConstruct(%l) : (!ts.list<i64>) -> !ts.tuple<!ts.list<i64>>
  %1 = aten.append.t(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %t : !ts.tuple<!ts.list<i64>>
}

// CHECK-LABEL: func.func @stays_as_the_index_is_computed
// CHECK:         aten._set_item.t
func.func @stays_as_the_index_is_computed(%a: i64) -> !ts.list<i64> {
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %1 = aten._set_item.t(%l, %a, %a) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_list_is_empty
// CHECK:         aten.pop.t
func.func @stays_as_the_list_is_empty() -> !ts.list<i64> {
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  %1 = aten.pop.t(%l, %last) : (!ts.list<i64>, i64) -> i64
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_a_loop_appends
// CHECK:         aten.append.t
func.func @stays_as_a_loop_appends(%n: i64, %c: i1) -> !ts.list<i64> {
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  prim.Loop %n, %c : () -> () {
  ^bb0(%i: i64):
    %1 = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %c
  }
  func.return %l : !ts.list<i64>
}

// A key that the dict has keeps its place.
// CHECK-LABEL: func.func @entries_of_a_dict
// CHECK-SAME:    (%[[A:.*]]: i64, %[[B:.*]]: i64)
// CHECK-DAG:     %[[K:.*]] = prim.Constant "k"
// CHECK-DAG:     %[[L:.*]] = prim.Constant "l"
// CHECK:         %[[D:.*]] = prim.DictConstruct(%[[K]], %[[B]], %[[L]], %[[B]])
// CHECK-NEXT:    func.return %[[D]]
func.func @entries_of_a_dict(%a: i64, %b: i64) -> !ts.dict<!ts.str, i64> {
  %k = prim.Constant "k" : !ts.str
  %l = prim.Constant "l" : !ts.str
  %d = prim.DictConstruct(%k, %a) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
  aten._set_item.str(%d, %l, %b) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  aten._set_item.str(%d, %k, %b) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  func.return %d : !ts.dict<!ts.str, i64>
}

// CHECK-LABEL: func.func @stays_as_the_key_is_computed
// CHECK-SAME:    (%[[K:.*]]: !ts.str, %[[A:.*]]: i64)
// CHECK-NEXT:    %[[D:.*]] = prim.DictConstruct()
// CHECK-NEXT:    aten._set_item.str(%[[D]], %[[K]], %[[A]])
// CHECK-NEXT:    func.return %[[D]]
func.func @stays_as_the_key_is_computed(%k: !ts.str, %a: i64) -> !ts.dict<!ts.str, i64> {
  %d = prim.DictConstruct() : () -> !ts.dict<!ts.str, i64>
  aten._set_item.str(%d, %k, %a) : (!ts.dict<!ts.str, i64>, !ts.str, i64) -> ()
  func.return %d : !ts.dict<!ts.str, i64>
}

// CHECK-LABEL: func.func @stays_as_a_tuple_holds_the_dict
// CHECK:         %[[D:.*]] = prim.DictConstruct()
// CHECK-NEXT:    %[[T:.*]] = prim.TupleConstruct(%[[D]])
// CHECK-NEXT:    aten._set_item.int(%[[D]],
// CHECK-NEXT:    func.return %[[T]]
func.func @stays_as_a_tuple_holds_the_dict(%a: i64) -> !ts.tuple<!ts.dict<i64, i64>> {
  %k = prim.Constant 1 : i64
  %d = prim.DictConstruct() : () -> !ts.dict<i64, i64>
  %t = prim.TupleConstruct(%d) : (!ts.dict<i64, i64>) -> !ts.tuple<!ts.dict<i64, i64>>
  aten._set_item.int(%d, %k, %a) : (!ts.dict<i64, i64>, i64, i64) -> ()
  func.return %t : !ts.tuple<!ts.dict<i64, i64>>
}
