// RUN: ts-run %s --entry f --input a=f32[2,2]{1,2,3,4} --input %b=arange:i64[2,2] --input 2=full:f64[2]:0.5 --input flag=true --input n=-3 --input x=2.5 | filecheck %s
// RUN: ts-run %s --entry f --input a=f32[2,2]{1,2,3,4} --input b=arange:i64[2,2] --input c=full:f64[2]:0.5 --input flag=true --input n=-3 --input x=2.5 --output %t.npz
// RUN: ts-run %s --entry f --input a=f32[2,2]{1,2,3,4} --input b=arange:i64[2,2] --input c=full:f64[2]:0.5 --input flag=true --input n=-3 --input x=2.5 --compare | filecheck %s --check-prefix=COMPARE
// Every way to write an input; names, numbers and `%` before a name.

func.func @f(%a: !ts.tensor, %b: !ts.tensor, %c: !ts.tensor, %flag: i1, %n: i64, %x: f64) -> (!ts.tensor, !ts.tensor, !ts.tuple<i1, i64, f64>) {
  %one = prim.Constant 1 : i64
  %sum = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %half = aten.mul.Scalar(%c, %x) : (!ts.tensor, f64) -> !ts.tensor
  %all = prim.TupleConstruct(%flag, %n, %x) : (i1, i64, f64) -> !ts.tuple<i1, i64, f64>
  func.return %sum, %half, %all : !ts.tensor, !ts.tensor, !ts.tuple<i1, i64, f64>
}

// CHECK: sum: f32[2,2] = {{\[\[}}1.0, 3.0], [5.0, 7.0]]
// CHECK-NEXT: half: f64[2] = [1.25, 1.25]
// CHECK-NEXT: all.0: bool = true
// CHECK-NEXT: all.1: int = -3
// CHECK-NEXT: all.2: float = 2.5

// COMPARE: sum: at most 0 ulp apart
// COMPARE-NEXT: half: at most 0 ulp apart
// COMPARE-NEXT: all.0: equal
// COMPARE-NEXT: all.1: equal
// COMPARE-NEXT: all.2: at most 0 ulp apart

// Numbers that are no literals of Python, alone, in lists and as elements; complex elements.
// RUN: ts-run %s --entry numbers --input x=-inf --input 'l=[nan, -inf]' --input t=f32[3]{nan,-inf,1e99} --input c=c64[2]{1j,2.5-1j} --input r=random:c64[1] | filecheck %s --check-prefix=NUMBERS

func.func @numbers(%x: f64, %l: !ts.list<f64>, %t: !ts.tensor, %c: !ts.tensor, %r: !ts.tensor) -> (f64, !ts.list<f64>, !ts.tensor, !ts.tensor, !ts.tensor) {
  func.return %x, %l, %t, %c, %r : f64, !ts.list<f64>, !ts.tensor, !ts.tensor, !ts.tensor
}

// NUMBERS: x: float = -inf
// NUMBERS-NEXT: l: float[] = [nan, -inf]
// NUMBERS-NEXT: t: f32[3] = [nan, -inf, inf]
// NUMBERS-NEXT: c: c64[2] = [(0+1j), (2.5-1j)]
// NUMBERS-NEXT: r: c64[1] = [({{[^)]*[1-9]j}})]
