// RUN: %ts-opt %s -p peephole,peephole | %check %s

// CHECK-LABEL: func.func @a_known_size_is_one_constant
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,3],f32>) -> (i64, i64)
// CHECK-NEXT: %[[S:.*]] = aten.size(%[[X]])
// CHECK-NEXT: %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[S]])
// CHECK-NEXT: func.return %[[A]], %[[THREE]]
func.func @a_known_size_is_one_constant(%x: !ts.tensor<[s0,3],f32>) -> (i64, i64) {
  %s = aten.size(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
  %a, %b = prim.ListUnpack(%s) : (!ts.list<i64>) -> (i64, i64)
  func.return %a, %b : i64, i64
}
