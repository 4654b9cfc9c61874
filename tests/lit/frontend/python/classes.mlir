// RUN: %ts-opt %s -t python | %check %s
// Classes, interfaces, enums and named tuples; one file for each namespace.

// CHECK-LABEL: # __torch__.py
// CHECK-NEXT:  class Color(Enum):
// CHECK-NEXT:    RED = 1
// CHECK-NEXT:    GREEN = 2
ts.enum @__torch__.Color : i64 {RED = 1, GREEN = 2}

// CHECK-NEXT:  class Shape(ModuleInterface):
// CHECK-NEXT:    def area(self, x: Tensor, n: int=2) -> Tensor:
// CHECK-NEXT:      pass
ts.interface @__torch__.Shape module {
  func.func private @area(!ts.interface<@__torch__.Shape>, !ts.tensor, i64) -> !ts.tensor attributes {ts.arguments = [{name = "self"}, {name = "x"}, {name = "n", default = 2 : i64}]}
}

// CHECK-NEXT:  class Empty:
// CHECK-NEXT:    pass
ts.class @__torch__.Empty {
}

// CHECK-NEXT:  class Net(Module):
// CHECK-NEXT:    __parameters__ = ["weight", "odd-name", ]
// CHECK-NEXT:    __buffers__ = ["mean", ]
// CHECK-NEXT:    weight : Tensor
// CHECK-NEXT:    __annotations__["odd-name"] = Tensor
// CHECK-NEXT:    mean : Optional[Tensor]
// CHECK-NEXT:    shape : __torch__.Shape
// CHECK-NEXT:    kind : Final[__torch__.Color] = __torch__.Color.GREEN
// CHECK-NEXT:    sizes : Final[List[int]] = [1, 2]
// CHECK-NEXT:    def forward(self: __torch__.Net,
// CHECK-NEXT:      x: Tensor,
// CHECK-NEXT:      n_1: Optional[int]=None) -> __torch__.deep.Pair:
// CHECK-NEXT:      shape = self.shape
// CHECK-NEXT:      _0 = __torch__.deep.Pair((shape).area(x, 2, ), 3)
// CHECK-NEXT:      return _0
ts.class @__torch__.Net module {
  ts.attr @weight parameter : !ts.tensor
  ts.attr @"odd-name" parameter : !ts.tensor
  ts.attr @mean buffer : !ts.optional<!ts.tensor>
  ts.attr @kind = @__torch__.Color::@GREEN : !ts.enum<@__torch__.Color>
  ts.attr @shape : !ts.interface<@__torch__.Shape>
  ts.attr @sizes = [1, 2] : !ts.list<i64>
  func.func @forward(%self: !ts.class<@__torch__.Net>, %x: !ts.tensor, %n: !ts.optional<i64> {ts.default = unit, ts.name = "n_1"}) -> !ts.named_tuple<@__torch__.deep.Pair, a: !ts.tensor, b: i64 = "3"> {
    %two = prim.Constant 2 : i64
    %three = prim.Constant 3 : i64
    %shape = prim.GetAttr(%self) {name = "shape"} : (!ts.class<@__torch__.Net>) -> !ts.interface<@__torch__.Shape>
    %0 = prim.CallMethod(%shape, %x, %two) {name = "area"} : (!ts.interface<@__torch__.Shape>, !ts.tensor, i64) -> !ts.tensor
    %1 = prim.TupleConstruct(%0, %three) : (!ts.tensor, i64) -> !ts.named_tuple<@__torch__.deep.Pair, a: !ts.tensor, b: i64 = "3">
    func.return %1 : !ts.named_tuple<@__torch__.deep.Pair, a: !ts.tensor, b: i64 = "3">
  }
}

// CHECK-LABEL: # __torch__/deep.py
// CHECK-NEXT:  class Pair(NamedTuple):
// CHECK-NEXT:    a : Tensor
// CHECK-NEXT:    b : int = 3
