// RUN: ts-opt %s -p print-facts | filecheck %s

// CHECK-LABEL: facts of @inferred:
// CHECK-NEXT: %x: !ts.tensor<[s0,3],f32> (declared)
// CHECK-NEXT: %y: !ts.tensor<[3,s0],f32> (inferred)
// CHECK-NEXT: %n: i64 = 2 (inferred)
// CHECK-NEXT: %one: i64 = 1 (declared)
// CHECK-NEXT: %m: i64 = 3 (inferred)
func.func @inferred(%x: !ts.tensor<[s0,3],f32>) -> i64 {
  %y = aten.t(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.tensor
  %n = aten.dim(%y) : (!ts.tensor) -> i64
  %one = prim.Constant 1 : i64
  %m = aten.add.int(%n, %one) : (i64, i64) -> i64
  func.return %m : i64
}

// A write of sizes drops the facts about them.
// CHECK-LABEL: facts of @written_sizes:
// CHECK: %x: !ts.tensor<*,f32> (declared)
// CHECK: %v: !ts.tensor<[2,1],f32> (inferred)
// CHECK: %d: i64 (declared)
func.func @written_sizes(%y: !ts.tensor<[1,2],f32>) -> i64 {
  %zero = prim.Constant 0 : i64
  %x = aten.neg(%y) : (!ts.tensor<[1,2],f32>) -> !ts.tensor<[1,2],f32>
  %w = aten.squeeze_.dim(%x, %zero) : (!ts.tensor<[1,2],f32>, i64) -> !ts.tensor
  %a = aten.relu(%y) : (!ts.tensor<[1,2],f32>) -> !ts.tensor
  %v = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %d = aten.dim(%x) : (!ts.tensor<[1,2],f32>) -> i64
  func.return %d : i64
}

// The elements of a list that is written are not known; those of another list are.
// CHECK-LABEL: facts of @lists:
// CHECK: %n: i64 (declared)
// CHECK: %m: i64 = 2 (inferred)
func.func @lists() -> (i64, i64) {
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %k = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %w = aten.append.t(%l, %one) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %m = aten.len.t(%k) : (!ts.list<i64>) -> i64
  func.return %n, %m : i64, i64
}

// The second iteration has another rank than the first, inside of the group too.
// CHECK-LABEL: facts of @group_in_loop:
// CHECK: %y: !ts.tensor<*,f32> (inferred)
// CHECK: %a: !ts.tensor<*,f32> (inferred)
// CHECK-NEXT: %g: !ts.tensor<*,f32> (inferred)
// CHECK-NEXT: %p: !ts.tensor<*,f32> (inferred)
func.func @group_in_loop(%x: !ts.tensor<[2,3],f32>, %n: i64, %c: i1) -> !ts.tensor {
  %y = prim.Loop %n, %c, iter(%x) : (!ts.tensor<[2,3],f32>) -> (!ts.tensor) {
  ^bb0(%i: i64, %a: !ts.tensor):
    %g = prim.FusionGroup(%a) : (!ts.tensor) -> !ts.tensor {
    ^bb1(%p: !ts.tensor):
      %z = prim.Constant 0 : i64
      %q = aten.unsqueeze(%p, %z) : (!ts.tensor, i64) -> !ts.tensor
      prim.return %q : !ts.tensor
    }
    prim.Loop.condition %c, iter(%g) : (!ts.tensor)
  }
  func.return %y : !ts.tensor
}

// A guard ensures a type; a profile only saw it.
// CHECK-LABEL: facts of @speculation:
// CHECK: %p: !ts.tensor (declared), profiled !ts.tensor<[2],f32>
// CHECK-NEXT: %g: !ts.tensor<[2],f32> (guarded)
// CHECK-NEXT: %r: !ts.tensor<[2],f32> (inferred)
func.func @speculation(%x: !ts.tensor) -> !ts.tensor {
  %p = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %g = prim.Guard(%p) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %r = aten.relu(%g) : (!ts.tensor<[2],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Device, strides and requires_grad follow from those of the operands.
// CHECK-LABEL: facts of @properties:
// CHECK: %relu: !ts.tensor<[2,3],f32, strides=[3,1], device="cpu", requires_grad=false> (inferred)
// CHECK-NEXT: %turned: !ts.tensor<[3,2],f32, strides=[1,3], device="cpu", requires_grad=false> (inferred)
// CHECK-NEXT: %column: !ts.tensor<[2],f32, strides=[3], device="cpu", requires_grad=false> (inferred)
// CHECK-NEXT: %trained: !ts.tensor<[2,3],f32, device="cpu"> (inferred)
// CHECK-NEXT: %detached: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> (inferred)
// CHECK-NEXT: %mask: !ts.tensor<[2,3],i1, device="cpu", requires_grad=false> (inferred)
// CHECK-NEXT: %moved: !ts.tensor<[2,3],f32, device="cuda:0", requires_grad=false> (inferred)
func.func @properties(%x: !ts.tensor<[2,3],f32, strides=[3,1], device="cpu", requires_grad=false>, %w: !ts.tensor<[2,3],f32, device="cpu", requires_grad=true>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %six = prim.Constant 6 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %gpu = prim.Constant "cuda:0" : !ts.device
  %relu = aten.relu(%x) : (!ts.tensor<[2,3],f32, strides=[3,1], device="cpu", requires_grad=false>) -> !ts.tensor
  %turned = aten.t(%relu) : (!ts.tensor) -> !ts.tensor
  %column = aten.select.int(%turned, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %trained = aten.mul.Tensor(%relu, %w) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=true>) -> !ts.tensor
  %detached = aten.detach(%trained) : (!ts.tensor) -> !ts.tensor
  %mask = aten.gt.Scalar(%w, %zero) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=true>, i64) -> !ts.tensor
  %moved = aten.to.device(%relu, %gpu, %six, %no, %no, %none) : (!ts.tensor, !ts.device, i64, i1, i1, !ts.none) -> !ts.tensor
  func.return %moved : !ts.tensor
}

// A write may make a tensor, and values computed from it, require gradients.
// CHECK-LABEL: facts of @written_elements:
// CHECK: %y: !ts.tensor<[2],f32, device="cpu"> (inferred)
// CHECK-NEXT: %view: !ts.tensor<[2],f32, device="cpu"> (inferred)
// CHECK-NEXT: %w1: !ts.tensor<[2],f32, device="cpu"> (inferred)
// CHECK-NEXT: %z: !ts.tensor<[2],f32, device="cpu"> (inferred)
func.func @written_elements(%x: !ts.tensor<[2],f32, device="cpu", requires_grad=false>, %w: !ts.tensor<[2],f32, device="cpu", requires_grad=true>) -> !ts.tensor {
  %y = aten.relu(%x) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %view = aten.alias(%y) : (!ts.tensor) -> !ts.tensor
  %w1 = aten.mul_.Tensor(%view, %w) : (!ts.tensor, !ts.tensor<[2],f32, device="cpu", requires_grad=true>) -> !ts.tensor
  %z = aten.neg(%y) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Operands on two devices, a view of unknown strides, and one with an axis of size 1.
// CHECK-LABEL: facts of @not_known:
// CHECK: %sum: !ts.tensor<[2,3],f32> (inferred)
// CHECK-NEXT: %neg: !ts.tensor<[2,3],f32, device="cpu"> (inferred)
// CHECK-NEXT: %turned: !ts.tensor<[3,2],f32, device="cpu"> (inferred)
// CHECK-NEXT: %thin: !ts.tensor<[3,1],f32> (inferred)
func.func @not_known(%x: !ts.tensor<[2,3],f32, device="cpu">, %y: !ts.tensor<[2,3],f32, device="cuda:0">, %t: !ts.tensor<[3,1],f32, strides=[1,1]>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %sum = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[2,3],f32, device="cpu">, !ts.tensor<[2,3],f32, device="cuda:0">, i64) -> !ts.tensor
  %neg = aten.neg(%x) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor
  %turned = aten.t(%neg) : (!ts.tensor) -> !ts.tensor
  %thin = aten.neg(%t) : (!ts.tensor<[3,1],f32, strides=[1,1]>) -> !ts.tensor
  func.return %thin : !ts.tensor
}
