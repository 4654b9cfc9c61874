// RUN: not %ts-opt %s -p "expand-math{precision=double}" 2>&1 | %check %s

// CHECK: pass 'expand-math': precision must be one of fast, default, exact, not double
func.func @f() {
  func.return
}
