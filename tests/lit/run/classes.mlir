// RUN: %interp %s --entry f --input n=4 | %check %s --check-prefix=F
// RUN: not %ts-run %s --entry f --input n=0 2>&1 | %check %s --check-prefix=FAULT
// RUN: %interp %s --entry pure --input x=f32[2]{1,2} | %check %s --check-prefix=PURE
// RUN: %native %s --entry pure --input x=f32[2]{1,2} | %check %s --check-prefix=PURE
// RUN: not %native %s --entry f --input n=4 2>&1 | %check %s --check-prefix=NATIVE
// Functions make objects and call their methods; native code is made of functions without objects.

ts.class @__torch__.Counter {
  ts.attr @n : i64
  func.func @__init__(%self: !ts.class<@__torch__.Counter>, %n: i64) -> !ts.none {
    prim.SetAttr(%self, %n) {name = "n"} : (!ts.class<@__torch__.Counter>, i64) -> ()
    %none = prim.Constant : !ts.none
    func.return %none : !ts.none
  }
  func.func @share(%self: !ts.class<@__torch__.Counter>) -> i64 {
    %n = prim.GetAttr(%self) {name = "n"} : (!ts.class<@__torch__.Counter>) -> i64
    %many = prim.Constant 100 : i64
    %r = aten.floordiv.int(%many, %n) : (i64, i64) -> i64
    func.return %r : i64
  }
}

// F: r: int = 25
// FAULT: classes.mlir:18:{{[0-9]+}}: error: 'aten.floordiv.int' op failed: division by zero
// FAULT-NEXT: classes.mlir:30:{{[0-9]+}}: note: called from 'f'
// NATIVE: classes.mlir:29:{{[0-9]+}}: error: 'prim.CallMethod' op is not legal at level 'typed'
func.func @f(%n: i64) -> i64 {
  %c = prim.CreateObject() : () -> !ts.class<@__torch__.Counter>
  %u = prim.CallMethod(%c, %n) {name = "__init__"} : (!ts.class<@__torch__.Counter>, i64) -> !ts.none
  %r = prim.CallMethod(%c) {name = "share"} : (!ts.class<@__torch__.Counter>) -> i64
  func.return %r : i64
}

// PURE: y: f32[2] = [2.0, 4.0]
func.func @pure(%x: !ts.tensor) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %y = aten.add.Tensor(%x, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}
