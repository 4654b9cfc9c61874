// RUN: ts-opt %s -p print-aliases | filecheck %s

// A view is a tensor of its own over the storage of its operand; reshape may also copy.
// CHECK-LABEL: aliases of @views:
// CHECK-NEXT: %x: outside.tensor -> outside.storage
// CHECK-NEXT: %sizes: outside.numbers
// CHECK-NEXT: %y: y.tensor -> outside.storage
// CHECK-NEXT: %c: y.tensor, c.tensor -> outside.storage, c.storage
// CHECK-NEXT: %z: y.tensor -> outside.storage
// CHECK-NEXT: %f: f.tensor -> f.storage
// CHECK-NEXT: %t: f.tensor -> f.storage
// CHECK-NEXT: aten.add_.Scalar %z writes outside.storage
// CHECK-NEXT: aten.t_ %t writes f.tensor
func.func @views(%x: !ts.tensor, %sizes: !ts.list<i64>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %y = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %c = aten.reshape(%y, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %z = aten.add_.Scalar(%y, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %f = aten.relu(%z) : (!ts.tensor) -> !ts.tensor
  %t = aten.t_(%f) : (!ts.tensor) -> !ts.tensor
  func.return %c : !ts.tensor
}

// A constant list is an object of its own, also where it could have been None.
// CHECK-LABEL: aliases of @constant_lists:
// CHECK-NEXT: %s: s.numbers
// CHECK-NEXT: %o: o.numbers
func.func @constant_lists() {
  %s = prim.Constant [16 : i64, 16 : i64] : !ts.list<i64>
  %o = prim.Constant [16 : i64, 16 : i64] : !ts.optional<!ts.list<i64>>
  func.return
}

// An element that a loop puts into a list comes out of it in the next iteration.
// CHECK-LABEL: aliases of @list_filled_in_loop:
// CHECK: %l: l.list -> a.tensor, a.storage, b.tensor, b.storage
// CHECK-NEXT: %r: outside.tensor, a.tensor, b.tensor -> outside.storage, a.storage, b.storage
// CHECK-NEXT: %s: outside.tensor, a.tensor, b.tensor -> outside.storage, a.storage, b.storage
// CHECK-NEXT: %e: a.tensor, b.tensor -> a.storage, b.storage
// CHECK-NEXT: %k: l.list -> a.tensor, a.storage, b.tensor, b.storage
// CHECK-NEXT: aten.append.t %k writes l.list
func.func @list_filled_in_loop(%x: !ts.tensor, %n: i64, %c: i1) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  %l = prim.ListConstruct(%a) : (!ts.tensor) -> !ts.list<!ts.tensor>
  %r = prim.Loop %n, %c, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %s: !ts.tensor):
    %e = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %k = aten.append.t(%l, %b) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    prim.Loop.condition %c, iter(%e) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// A branch hands on either value; a tuple keeps its parts apart.
// CHECK-LABEL: aliases of @merges:
// CHECK: %a: a.tensor -> a.storage
// CHECK-NEXT: %r: outside.tensor, a.tensor -> outside.storage, a.storage
// CHECK-NEXT: %u: u.tuple -> outside.storage, outside.tensor, a.tensor, a.storage
// CHECK-NEXT: %p: outside.tensor -> outside.storage
// CHECK-NEXT: prim.Print {{.*}} writes world
func.func @merges(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %r = prim.If %c -> (!ts.tensor) {
    prim.If.yield %a : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  %u = prim.TupleConstruct(%a, %x) : (!ts.tensor, !ts.tensor) -> !ts.tuple<!ts.tensor, !ts.tensor>
  %p = prim.TupleIndex(%u, %one) : (!ts.tuple<!ts.tensor, !ts.tensor>, i64) -> !ts.tensor
  prim.Print(%p) : (!ts.tensor) -> ()
  func.return %r : !ts.tensor
}

// Unknown code may link a value that it has seen with anything outside.
// CHECK-LABEL: aliases of @escapes:
// CHECK: %a: a.tensor -> outside.storage, a.storage
// CHECK-NEXT: %b: b.tensor -> b.storage
// CHECK: ts.operator {{.*}} writes outside, generator, world, a.tensor, a.storage
func.func @escapes(%x: !ts.tensor) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  ts.operator "my::op"(%a) : (!ts.tensor) -> ()
  func.return %b : !ts.tensor
}

// Attributes belong to the outside; a new object refers to its arguments.
// CHECK-LABEL: aliases of @attributes:
// CHECK: %self: outside.object -> outside.storage, outside.tensor, outside.list, {{.*}}
// CHECK: %o: o.object -> a.tensor, a.storage
// CHECK-NEXT: %w: outside.tensor -> outside.storage
// CHECK-NEXT: %v: a.tensor -> a.storage
// CHECK-NEXT: prim.SetAttr {{.*}} writes o.object
func.func @attributes(%self: !ts.class<@M>, %x: !ts.tensor) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %o = prim.CreateObject() : () -> !ts.class<@P>
  prim.SetAttr(%o, %a) {name = "t"} : (!ts.class<@P>, !ts.tensor) -> ()
  %w = prim.GetAttr(%self) {name = "w"} : (!ts.class<@M>) -> !ts.tensor
  %v = prim.GetAttr(%o) {name = "t"} : (!ts.class<@P>) -> !ts.tensor
  func.return %v : !ts.tensor
}

// An element of a list of lists is a list that exists already.
// CHECK-LABEL: aliases of @lists_of_lists:
// CHECK: %inner: sizes.numbers
func.func @lists_of_lists(%n: i64) {
  %sizes = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  %outer = prim.ListConstruct(%sizes) : (!ts.list<i64>) -> !ts.list<!ts.list<i64>>
  %inner = aten.__getitem__.t(%outer, %n) : (!ts.list<!ts.list<i64>>, i64) -> !ts.list<i64>
  func.return
}

// CHECK-LABEL: aliases of @list_extended_in_place:
// CHECK: %same: sizes.numbers, same.numbers
func.func @list_extended_in_place(%n: i64) {
  %sizes = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  %same = aten.add_.t(%sizes, %sizes) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  func.return
}

// A product of several tensors is a new tensor; of one, it may be a view.
// CHECK-LABEL: aliases of @products:
// CHECK: %r: r.tensor -> r.storage
// CHECK: %v: outside.tensor, v.tensor, v.tensor -> outside.storage, v.storage, v.storage
func.func @products(%x: !ts.tensor, %y: !ts.tensor) {
  %text = prim.Constant "ij,jk->ik" : !ts.str
  %turned = prim.Constant "ij->ji" : !ts.str
  %none = prim.Constant : !ts.none
  %two = prim.ListConstruct(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %r = aten.einsum(%text, %two, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  %one = prim.ListConstruct(%x) : (!ts.tensor) -> !ts.list<!ts.tensor>
  %v = aten.einsum(%turned, %one, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  func.return
}

// The list of a product is written: one tensor may be left of two.
// CHECK-LABEL: aliases of @product_of_a_written_list:
// CHECK: %v: outside.tensor, v.tensor, v.tensor -> outside.storage, v.storage, v.storage
func.func @product_of_a_written_list(%x: !ts.tensor, %y: !ts.tensor, %at: i64) {
  %text = prim.Constant "ij->ji" : !ts.str
  %none = prim.Constant : !ts.none
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %p = aten.pop.t(%l, %at) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %v = aten.einsum(%text, %l, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  func.return
}
