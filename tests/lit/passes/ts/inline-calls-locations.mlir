// RUN: %ts-opt %s -p inline-calls --print-debuginfo | %check %s
// RUN: %ts-opt %s -p inline-calls --print-debuginfo -o %t.mlir
// RUN: %ts-opt %t.mlir --print-debuginfo | diff %t.mlir -

func.func @half(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 loc("m.py":1:1)
  %r = aten.div.Scalar(%x, %two) : (!ts.tensor, i64) -> !ts.tensor loc("__module.a"("m.py":2:2))
  func.return %r : !ts.tensor
}

func.func @quarter(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.Constant @half : !ts.function<@half>
  %a = prim.CallFunction(%f, %x) : (!ts.function<@half>, !ts.tensor) -> !ts.tensor loc("m.py":3:3)
  %b = prim.CallFunction(%f, %a) : (!ts.function<@half>, !ts.tensor) -> !ts.tensor loc("m.py":4:4)
  func.return %b : !ts.tensor
}

// Both copies name their call, and the call of that; a scope stays.
// CHECK-LABEL: func.func @keeps_the_chain_of_calls
// CHECK-NEXT: prim.Constant 2 : i64 loc(callsite(callsite("half"("m.py":1:1) at "quarter"("m.py":3:3)) at "m.py":5:5))
// CHECK-NEXT: aten.div.Scalar{{.*}} loc(callsite(callsite("half"("__module.a"("m.py":2:2)) at "quarter"("m.py":3:3)) at "m.py":5:5))
// CHECK-NEXT: prim.Constant 2 : i64 loc(callsite(callsite("half"("m.py":1:1) at "quarter"("m.py":4:4)) at "m.py":5:5))
// CHECK-NEXT: aten.div.Scalar{{.*}} loc(callsite(callsite("half"("__module.a"("m.py":2:2)) at "quarter"("m.py":4:4)) at "m.py":5:5))
// CHECK-NEXT: func.return
func.func @keeps_the_chain_of_calls(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.Constant @quarter : !ts.function<@quarter>
  %r = prim.CallFunction(%f, %x) : (!ts.function<@quarter>, !ts.tensor) -> !ts.tensor loc("m.py":5:5)
  func.return %r : !ts.tensor
}
