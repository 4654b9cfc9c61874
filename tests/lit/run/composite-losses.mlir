// RUN: %interp %s --input x=f32[4]{1.5,-2,3,0.25} --input y=f32[4]{1,-1,1,-1} | %check %s
// RUN: %native %s --input x=f32[4]{1.5,-2,3,0.25} --input y=f32[4]{1,-1,1,-1} | %check %s
// RUN: %native %s --symbolic --input x=f32[4]{1.5,-2,3,0.25} --input y=f32[4]{1,-1,1,-1} | %check %s
// Composite operators: the interpreter runs their decompositions, the compiler replaces them
// by these.

func.func @losses(%x: !ts.tensor, %y: !ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %margin = prim.Constant 1.0 : f64
  %none = prim.Constant 0 : i64
  %mean = prim.Constant 1 : i64
  %sum = prim.Constant 2 : i64
  %near = aten.l1_loss(%x, %y, %none) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %hinge = aten.hinge_embedding_loss(%x, %y, %margin, %sum) : (!ts.tensor, !ts.tensor, f64, i64) -> !ts.tensor
  %rank = aten.margin_ranking_loss(%x, %y, %y, %margin, %mean) : (!ts.tensor, !ts.tensor, !ts.tensor, f64, i64) -> !ts.tensor
  func.return %near, %hinge, %rank : !ts.tensor, !ts.tensor, !ts.tensor
}

// CHECK: near: f32[4] = [0.5, 1.0, 2.0, 1.25]
// CHECK-NEXT: hinge: f32[] = 8.25
// CHECK-NEXT: rank: f32[] = 0.6875
