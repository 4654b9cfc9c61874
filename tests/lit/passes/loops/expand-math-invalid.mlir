// RUN: not %ts-opt %s -p "expand-math{precision=double}" 2>&1 | %check %s

// CHECK: expand-math: unknown precision 'double'; choose from fast, default, exact
func.func @f() {
  func.return
}
