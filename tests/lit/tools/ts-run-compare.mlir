// RUN: %ts-run %s --compare --max-ulp=8 --input x=f32[4]{0.5,1,2,3} | %check %s
// RUN: not %ts-run %s --compare --max-ulp=-1 --input x=f32[4]{0.5,1,2,3} | %check %s --check-prefix=FAR

// CHECK: y: within 8 ulp
// FAR:   y: {{[0-9]+}} ulp apart, more than -1
func.func @f(%x: !ts.tensor) -> !ts.tensor {
  %y = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}
