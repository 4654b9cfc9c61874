// RUN: %ts-run %s --input n=7 --input xs=f32[3]{1,2,3} | %check %s
// RUN: %ts-opt %s -t python | %ts-run - -f py --input n=7 --input xs=f32[3]{1,2,3} | %check %s
// RUN: %ts-opt %s -t python > %t.once && %ts-opt -f py -t python %t.once | diff %t.once -
// The printed text runs as the original, and is printed to the same text.

// CHECK:      out0.0: float = inf
// CHECK-NEXT: out0.1: int = 3
// CHECK-NEXT: out0.2: f32[3] = [8.0, 16.0, 24.0]
// CHECK-NEXT: out0.3: NoneType = None
func.func @program(%n: i64, %xs: !ts.tensor) -> !ts.tuple<f64, i64, !ts.tensor, !ts.optional<i64>> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %inf = prim.Constant 0x7FF0000000000000 : f64
  %none = prim.Constant : !ts.none
  %true = prim.Constant true
  // The powers of two up to n, and how many.
  %count, %x = prim.Loop %n, %true, iter(%zero, %xs) : (i64, !ts.tensor) -> (i64, !ts.tensor) {
  ^bb0(%i: i64, %c: i64, %y: !ts.tensor):
    %0 = aten.add.int(%c, %one) : (i64, i64) -> i64
    %1 = aten.mul.Scalar(%y, %two) : (!ts.tensor, i64) -> !ts.tensor
    %2 = aten.pow.int_to_int(%two, %0) : (i64, i64) -> i64
    %3 = aten.le.int(%2, %n) : (i64, i64) -> i1
    prim.Loop.condition %3, iter(%0, %1) : (i64, !ts.tensor)
  }
  %4 = aten.lt.int(%n, %zero) : (i64, i64) -> i1
  %5 = prim.If %4 -> (!ts.optional<i64>) {
    prim.If.yield %n : i64
  } else {
    prim.If.yield %none : !ts.none
  }
  %6 = prim.TupleConstruct(%inf, %count, %x, %5) : (f64, i64, !ts.tensor, !ts.optional<i64>) -> !ts.tuple<f64, i64, !ts.tensor, !ts.optional<i64>>
  func.return %6 : !ts.tuple<f64, i64, !ts.tensor, !ts.optional<i64>>
}
