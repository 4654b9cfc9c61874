// RUN: ts-inspect %s | %check %s

// CHECK: TorchScript program, 1 function, 0 calls
// CHECK: {{^}}functions
// CHECK-NEXT:   f(Tensor x) -> Tensor
// CHECK: {{^}}operators
// CHECK-NEXT:       2  aten::neg                        interpreter, native
// CHECK-NOT: missing

func.func @f(%x: !ts.tensor) -> !ts.tensor {
  %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  %z = aten.neg(%y) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}
