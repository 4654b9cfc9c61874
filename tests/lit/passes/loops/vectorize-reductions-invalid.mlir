// RUN: not %ts-opt %s -p "vectorize-reductions{width=1}" 2>&1 | %check %s

// CHECK: vectorize-reductions: width must be at least 2 and unroll at least 1, not 1 and 1
func.func @f() {
  func.return
}
