// RUN: not %ts-opt %s -p "vectorize-loops{width=1}" 2>&1 | %check %s

// CHECK: vectorize-loops: width must be at least 2, not 1
func.func @f() {
  func.return
}
