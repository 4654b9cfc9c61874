// RUN: %ts-opt %s -t python | %check %s
// Containers, casts, objects and calls.

// CHECK-LABEL: def containers(x: Tensor) -> Tuple[Tensor, List[Optional[Tensor]], Dict[str, int], List[int]]:
// CHECK-NEXT:    _0 = annotate(List[Optional[Tensor]], [x, None])
// CHECK-NEXT:    _1 = (x, _0, {"a": 1}, annotate(List[int], []))
// CHECK-NEXT:    return _1
func.func @containers(%x: !ts.tensor) -> !ts.tuple<!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.dict<!ts.str, i64>, !ts.list<i64>> {
  %none = prim.Constant : !ts.none
  %a = prim.Constant "a" : !ts.str
  %one = prim.Constant 1 : i64
  %0 = prim.ListConstruct(%x, %none) : (!ts.tensor, !ts.none) -> !ts.list<!ts.optional<!ts.tensor>>
  %1 = prim.DictConstruct(%a, %one) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
  %2 = prim.ListConstruct() : () -> !ts.list<i64>
  %3 = prim.TupleConstruct(%x, %0, %1, %2) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.dict<!ts.str, i64>, !ts.list<i64>) -> !ts.tuple<!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.dict<!ts.str, i64>, !ts.list<i64>>
  func.return %3 : !ts.tuple<!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.dict<!ts.str, i64>, !ts.list<i64>>
}

// CHECK-LABEL: def parts(t: Tuple[int, str, bool],
// CHECK-NEXT:      xs: List[int]) -> int:
// CHECK-NEXT:    _0, _1, = (t)[1:3]
// CHECK-NEXT:    _2, = xs
// CHECK-NEXT:    _3 = torch.append(xs, (t)[0])
// CHECK-NEXT:    return torch.add(_2, xs[0])
func.func @parts(%t: !ts.tuple<i64, !ts.str, i1>, %xs: !ts.list<i64>) -> i64 {
  %zero = prim.Constant 0 : i64
  %0 = prim.TupleSlice(%t) {beg = 1 : i64, end = 3 : i64} : (!ts.tuple<i64, !ts.str, i1>) -> !ts.tuple<!ts.str, i1>
  %1, %2 = prim.TupleUnpack(%0) : (!ts.tuple<!ts.str, i1>) -> (!ts.str, i1)
  %3 = prim.ListUnpack(%xs) : (!ts.list<i64>) -> i64
  %4 = prim.TupleIndex(%t, %zero) : (!ts.tuple<i64, !ts.str, i1>, i64) -> i64
  %5 = aten.append.t(%xs, %4) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %6 = aten.__getitem__.t(%xs, %zero) : (!ts.list<i64>, i64) -> i64
  %7 = aten.add.int(%3, %6) : (i64, i64) -> i64
  func.return %7 : i64
}

// A test by isinstance gets a name: in the condition it would refine its value once more.
// CHECK-LABEL: def casts(a: Any,
// CHECK-NEXT:      x: Tensor) -> int:
// CHECK-NEXT:    _0 = isinstance(a, (int, str))
// CHECK-NEXT:    if _0:
// CHECK-NEXT:      _1 = unchecked_cast(int, a)
// CHECK-NEXT:    else:
// CHECK-NEXT:      _1 = uninitialized(int)
// CHECK-NEXT:    return torch.add(_1, annotate(int, x))
func.func @casts(%a: !ts.any, %x: !ts.tensor) -> i64 {
  %0 = prim.isinstance(%a) {types = [i64, !ts.str]} : (!ts.any) -> i1
  %1 = prim.If %0 -> (i64) {
    %2 = prim.unchecked_cast(%a) : (!ts.any) -> i64
    prim.If.yield %2 : i64
  } else {
    %3 = prim.Uninitialized() : () -> i64
    prim.If.yield %3 : i64
  }
  %4 = aten.IntImplicit(%x) : (!ts.tensor) -> i64
  %5 = aten.add.int(%1, %4) : (i64, i64) -> i64
  func.return %5 : i64
}

// The type of the result makes the cast again.
// CHECK-LABEL: def widens(n: int) -> Optional[int]:
// CHECK-NEXT:    return n
func.func @widens(%n: i64) -> !ts.optional<i64> {
  %0 = prim.unchecked_cast(%n) : (i64) -> !ts.optional<i64>
  func.return %0 : !ts.optional<i64>
}

// CHECK-LABEL: def objects(n: int) -> __torch__.Cell:
// CHECK-NEXT:    _0 = __torch__.Cell.__new__(__torch__.Cell)
// CHECK-NEXT:    _1 = (_0).__init__(n, )
// CHECK-NEXT:    _0.n = torch.add(_0.n, getattr(_0, "0"))
// CHECK-NEXT:    print("made", hasattr(_0, "n"))
// CHECK-NEXT:    return _0
func.func @objects(%n: i64) -> !ts.class<@__torch__.Cell> {
  %made = prim.Constant "made" : !ts.str
  %0 = prim.CreateObject() : () -> !ts.class<@__torch__.Cell>
  %1 = prim.CallMethod(%0, %n) {name = "__init__"} : (!ts.class<@__torch__.Cell>, i64) -> !ts.none
  %2 = prim.GetAttr(%0) {name = "n"} : (!ts.class<@__torch__.Cell>) -> i64
  %3 = prim.GetAttr(%0) {name = "0"} : (!ts.class<@__torch__.Cell>) -> i64
  %4 = aten.add.int(%2, %3) : (i64, i64) -> i64
  prim.SetAttr(%0, %4) {name = "n"} : (!ts.class<@__torch__.Cell>, i64) -> ()
  %5 = prim.HasAttr(%0) {name = "n"} : (!ts.class<@__torch__.Cell>) -> i1
  prim.Print(%made, %5) : (!ts.str, i1) -> ()
  func.return %0 : !ts.class<@__torch__.Cell>
}

// CHECK-LABEL: def calls(n: int) -> Optional[int]:
// CHECK-NEXT:    return widens(n, )
func.func @calls(%n: i64) -> !ts.optional<i64> {
  %f = prim.Constant @widens : !ts.function<@widens>
  %0 = prim.CallFunction(%f, %n) : (!ts.function<@widens>, i64) -> !ts.optional<i64>
  func.return %0 : !ts.optional<i64>
}
