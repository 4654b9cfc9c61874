// RUN: not ts-opt %s -p lower-all-tuples 2>&1 | filecheck %s

func.func @in_a_list(%t: !ts.tuple<i64>) -> !ts.list<!ts.tuple<i64>> {
  // CHECK: error: 'prim.ListConstruct' op takes a tuple that cannot be lowered, of type !ts.tuple<i64>
  %l = prim.ListConstruct(%t) : (!ts.tuple<i64>) -> !ts.list<!ts.tuple<i64>>
  func.return %l : !ts.list<!ts.tuple<i64>>
}
