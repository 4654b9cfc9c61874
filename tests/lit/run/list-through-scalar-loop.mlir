// RUN: ts-run %s --input k=3 --input n=1 | filecheck %s

// The loop hands on the constant itself: an element that is appended to its result is seen in both.
// CHECK: c: int[] = [2, 4]
// CHECK: r: int[] = [2, 4]
func.func @f(%k: i64, %n: i64) -> (!ts.list<i64>, !ts.list<i64>) {
  %t = prim.Constant true
  %c = prim.Constant [2 : i64] : !ts.list<i64>
  %r, %m = prim.Loop %k, %t, iter(%c, %n) : (!ts.list<i64>, i64) -> (!ts.list<i64>, i64) {
  ^bb0(%i: i64, %l: !ts.list<i64>, %a: i64):
    %b = aten.add.int(%a, %i) : (i64, i64) -> i64
    prim.Loop.condition %t, iter(%c, %b) : (!ts.list<i64>, i64)
  }
  %w = aten.append.t(%r, %m) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %c, %r : !ts.list<i64>, !ts.list<i64>
}
