// RUN: not %ts-opt %s -p "vectorize-loops{width=1}" 2>&1 | %check %s --check-prefix=WIDTH
// RUN: not %ts-opt %s -p "vectorize-loops{width=1025}" 2>&1 | %check %s --check-prefix=WIDE
// RUN: not %ts-opt %s -p "vectorize-loops{width=true}" 2>&1 | %check %s --check-prefix=BOOL
// RUN: not %ts-opt %s -p "vectorize-loops{functions=1025}" 2>&1 | %check %s --check-prefix=FUNCTIONS

// WIDTH: pass-pipeline:1:1: error: pass 'vectorize-loops': width must be at least 2, not 1
// WIDE: pass-pipeline:1:1: error: pass 'vectorize-loops': width must be at most 1024, not 1025
// BOOL: pass-pipeline:1:1: error: pass 'vectorize-loops': width must be an integer, not true
// FUNCTIONS: pass-pipeline:1:1: error: pass 'vectorize-loops': functions must be at most 1024, not 1025
func.func @f() {
  func.return
}
