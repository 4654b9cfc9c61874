// RUN: %ts-opt --list-passes | %check %s

// CHECK:       Passes of xdsl-torchscript:
// CHECK-NEXT:    verify-level
// CHECK-NEXT:      Check that a module contains only operations and types of a level.
// CHECK-NEXT:      (level any; preserves all)
// CHECK-NEXT:      level: str (required) one of script, graph, typed, te, loops, llvm
// CHECK:         constant-propagation
// CHECK-NEXT:      Fold operations on constants, and take branches whose condition is constant.
// CHECK-NEXT:      (level ts)
// CHECK-NEXT:      immutable-only: bool (default false) leave tensors and containers as they are
// CHECK:         convert-te-to-loops
// CHECK-NEXT:      Lower tensor expressions to loops over buffers; results become trailing arguments.
// CHECK-NEXT:      (level te; requires te; ensures loops)
// CHECK:         vectorize-loops
// CHECK:           width: int in [2, 1024] (default 8)
// CHECK:       Passes of xDSL:
// CHECK:         canonicalize
// CHECK-NEXT:      Applies all canonicalization patterns.
