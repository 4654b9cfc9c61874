// RUN: %ts-opt %s -t python | %check %s
// Branches, loops, `with` and forks.

// CHECK-LABEL: def branch(c: bool,
// CHECK-NEXT:      x: int) -> int:
// CHECK-NEXT:    if c:
// CHECK-NEXT:      r, _0 = torch.add(x, 1), x
// CHECK-NEXT:    else:
// CHECK-NEXT:      r, _0 = x, 2
// CHECK-NEXT:    return torch.mul(r, _0)
func.func @branch(%c: i1, %x: i64) -> i64 {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %r, %0 = prim.If %c -> (i64, i64) {
    %1 = aten.add.int(%x, %one) : (i64, i64) -> i64
    prim.If.yield %1, %x : i64, i64
  } else {
    prim.If.yield %x, %two : i64, i64
  }
  %2 = aten.mul.int(%r, %0) : (i64, i64) -> i64
  func.return %2 : i64
}

// A type that neither value implies is annotated at the first assignment.
// CHECK-LABEL: def declared(c: bool) -> Optional[int]:
// CHECK-NEXT:    if c:
// CHECK-NEXT:      _0 : Optional[int] = 1
// CHECK-NEXT:    else:
// CHECK-NEXT:      _0 = 2
// CHECK-NEXT:    return _0
func.func @declared(%c: i1) -> !ts.optional<i64> {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %0 = prim.If %c -> (!ts.optional<i64>) {
    prim.If.yield %one : i64
  } else {
    prim.If.yield %two : i64
  }
  func.return %0 : !ts.optional<i64>
}

// CHECK-LABEL: def raises(c: bool) -> NoneType:
// CHECK-NEXT:    if c:
// CHECK-NEXT:      pass
// CHECK-NEXT:    else:
// CHECK-NEXT:      ops.prim.RaiseException("no", "builtins.ValueError")
// CHECK-NEXT:    return None
func.func @raises(%c: i1) -> !ts.none {
  %no = prim.Constant "no" : !ts.str
  %kind = prim.Constant "builtins.ValueError" : !ts.str
  %none = prim.Constant : !ts.none
  prim.If %c {
    prim.If.yield
  } else {
    prim.RaiseException(%no, %kind) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  }
  func.return %none : !ts.none
}

// CHECK-LABEL: def counts(n: int) -> int:
// CHECK-NEXT:    s = 0
// CHECK-NEXT:    for i in range(n):
// CHECK-NEXT:      s = torch.add(s, i)
// CHECK-NEXT:    return s
func.func @counts(%n: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %s = prim.Loop %n, %true, iter(%zero) : (i64) -> (i64) {
  ^bb0(%i: i64, %t: i64):
    %0 = aten.add.int(%t, %i) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%0) : (i64)
  }
  func.return %s : i64
}

// CHECK-LABEL: def tests(n: int) -> int:
// CHECK-NEXT:    k: Optional[int] = None
// CHECK-NEXT:    m = n
// CHECK-NEXT:    _0 = torch.gt(n, 0)
// CHECK-NEXT:    while _0:
// CHECK-NEXT:      m0 = torch.sub(m, 2)
// CHECK-NEXT:      _0, k, m = torch.gt(m0, 0), m, m0
// CHECK-NEXT:    return m
func.func @tests(%n: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %forever = prim.Constant 9223372036854775807 : i64
  %none = prim.Constant : !ts.none
  %0 = aten.gt.int(%n, %zero) : (i64, i64) -> i1
  %k, %m = prim.Loop %forever, %0, iter(%none, %n) : (!ts.none, i64) -> (!ts.optional<i64>, i64) {
  ^bb0(%i: i64, %l: !ts.optional<i64>, %a: i64):
    %m.1 = aten.sub.int(%a, %two) : (i64, i64) -> i64
    %1 = aten.gt.int(%m.1, %zero) : (i64, i64) -> i1
    prim.Loop.condition %1, iter(%a, %m.1) : (i64, i64)
  }
  func.return %m : i64
}

// A loop that counts and tests gets a variable that counts.
// CHECK-LABEL: def both(n: int) -> int:
// CHECK-NEXT:    s = 0
// CHECK-NEXT:    i = 0
// CHECK-NEXT:    _0 = torch.gt(n, 0)
// CHECK-NEXT:    while _0:
// CHECK-NEXT:      _1 = torch.add(s, i)
// CHECK-NEXT:      _2 = torch.lt(_1, 10)
// CHECK-NEXT:      _3 = torch.add(i, 1)
// CHECK-NEXT:      _0, s, i = torch.__and__(torch.lt(_3, n), _2), _1, _3
// CHECK-NEXT:    return s
func.func @both(%n: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %ten = prim.Constant 10 : i64
  %true = prim.Constant true
  %s = prim.Loop %n, %true, iter(%zero) : (i64) -> (i64) {
  ^bb0(%i: i64, %t: i64):
    %0 = aten.add.int(%t, %i) : (i64, i64) -> i64
    %1 = aten.lt.int(%0, %ten) : (i64, i64) -> i1
    prim.Loop.condition %1, iter(%0) : (i64)
  }
  func.return %s : i64
}

// CHECK-LABEL: def scope(m: Manager) -> int:
// CHECK-NEXT:    with m as k:
// CHECK-NEXT:      _0 = torch.add(k, k)
// CHECK-NEXT:    with m:
// CHECK-NEXT:      pass
// CHECK-NEXT:    return _0
func.func @scope(%m: !ts.class<@Manager>) -> i64 {
  %none = prim.Constant : !ts.none
  %k = prim.Enter(%m) : (!ts.class<@Manager>) -> i64
  %0 = aten.add.int(%k, %k) : (i64, i64) -> i64
  %1 = prim.Exit(%m, %none, %none, %none) : (!ts.class<@Manager>, !ts.none, !ts.none, !ts.none) -> !ts.none
  %2 = prim.Enter(%m) : (!ts.class<@Manager>) -> i64
  %3 = prim.Exit(%m, %none, %none, %none) : (!ts.class<@Manager>, !ts.none, !ts.none, !ts.none) -> !ts.none
  func.return %0 : i64
}

// CHECK-LABEL: def forks(x: Tensor) -> Tensor:
// CHECK-NEXT:    def __forked_function():
// CHECK-NEXT:      return torch.relu(x)
// CHECK-NEXT:    f = fork(__forked_function)
// CHECK-NEXT:    return torch.wait(f)
func.func @forks(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%y: !ts.tensor):
    %0 = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
    prim.return %0 : !ts.tensor
  }
  %1 = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %1 : !ts.tensor
}
