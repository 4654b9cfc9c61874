// RUN: %ts-opt %s -t python | %check %s
// The nesting of expressions, and the arguments of operators that are printed.

// CHECK-LABEL: def inside(x: Tensor) -> Tensor:
// CHECK-NEXT:    return torch.relu(torch.add(x, 1))
func.func @inside(%x: !ts.tensor) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %0 = aten.add.Scalar(%x, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %1 = aten.relu(%0) : (!ts.tensor) -> !ts.tensor
  func.return %1 : !ts.tensor
}

// CHECK-LABEL: def named(x: Tensor) -> Tensor:
// CHECK-NEXT:    y = torch.relu(x)
// CHECK-NEXT:    return torch.tanh(y)
func.func @named(%x: !ts.tensor) -> !ts.tensor {
  %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %0 = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}

// Reads before the write stay before it.
// CHECK-LABEL: def order_of_effects(x: Tensor) -> Tensor:
// CHECK-NEXT:    _0 = torch.neg(x)
// CHECK-NEXT:    return torch.mul(torch.add_(x, 2), _0)
func.func @order_of_effects(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %one = prim.Constant 1 : i64
  %0 = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  %1 = aten.add_.Scalar(%x, %two, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %2 = aten.mul.Tensor(%1, %0) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %2 : !ts.tensor
}

// A delayed expression is named before a long one, which would otherwise run first.
// CHECK-LABEL: def long(x: Tensor) -> Tensor:
// CHECK-NEXT:    _0 = torch.add_(x, 2)
// CHECK-NEXT:    _1 = torch.softmax(torch.tanh(torch.relu(x)), -1)
// CHECK-NEXT:    return torch.mul(_0, _1)
func.func @long(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %one = prim.Constant 1 : i64
  %last = prim.Constant -1 : i64
  %none = prim.Constant : !ts.none
  %0 = aten.add_.Scalar(%x, %two, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %1 = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %2 = aten.tanh(%1) : (!ts.tensor) -> !ts.tensor
  %3 = aten.softmax.int(%2, %last, %none) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
  %4 = aten.mul.Tensor(%0, %3) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %4 : !ts.tensor
}

// CHECK-LABEL: def arguments(x: Tensor) -> Tensor:
// CHECK-NEXT:    dims = [0]
// CHECK-NEXT:    _0 = torch.add(torch.sum(x, dims, True, dtype=6), x, alpha=2)
// CHECK-NEXT:    return _0
func.func @arguments(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %dtype = prim.Constant 6 : i64
  %true = prim.Constant true
  %dims = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %0 = aten.sum.dim_IntList(%x, %dims, %true, %dtype) : (!ts.tensor, !ts.list<i64>, i1, i64) -> !ts.tensor
  %1 = aten.add.Tensor(%0, %x, %two) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %1 : !ts.tensor
}

// CHECK-LABEL: def other_namespaces(x: Tensor) -> Tensor:
// CHECK-NEXT:    return ops.my.op(x, ops.prim.dtype(x))
func.func @other_namespaces(%x: !ts.tensor) -> !ts.tensor {
  %0 = prim.dtype(%x) : (!ts.tensor) -> i64
  %1 = ts.operator "my::op"(%x, %0) : (!ts.tensor, i64) -> !ts.tensor
  func.return %1 : !ts.tensor
}

// CHECK-LABEL: def several_results(x: Tensor) -> Tensor:
// CHECK-NEXT:    values, indices = torch.max(x, 0)
// CHECK-NEXT:    a, b, = torch.min(x, 0)
// CHECK-NEXT:    _0 = torch.add(torch.add(values, indices), a)
// CHECK-NEXT:    return _0
func.func @several_results(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %false = prim.Constant false
  %values, %indices = aten.max.dim(%x, %zero, %false) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  %0, %1 = aten.min.dim(%x, %zero, %false) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  %2 = prim.TupleConstruct(%0, %1) : (!ts.tensor, !ts.tensor) -> !ts.tuple<!ts.tensor, !ts.tensor>
  %a, %b = prim.TupleUnpack(%2) : (!ts.tuple<!ts.tensor, !ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %3 = aten.add.Tensor(%values, %indices, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %4 = aten.add.Tensor(%3, %a, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %4 : !ts.tensor
}

// CHECK-LABEL: def reserved(range0: int,
// CHECK-NEXT:      x: int,
// CHECK-NEXT:      x0: int) -> int:
// CHECK-NEXT:    return torch.add(range0, torch.add(x, x0))
func.func @reserved(%range: i64, %x: i64, %x_1: i64) -> i64 {
  %0 = aten.add.int(%x, %x_1) : (i64, i64) -> i64
  %1 = aten.add.int(%range, %0) : (i64, i64) -> i64
  func.return %1 : i64
}
