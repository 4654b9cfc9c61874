// RUN: %ts-opt %S/Inputs/relu.graph | %check %s
// RUN: %ts-opt -f graph < %S/Inputs/relu.graph | %check %s
// RUN: %ts-opt %S/Inputs/relu.graph | %ts-opt - | %check %s
// RUN: not %ts-opt -f graph %s 2>&1 | %check %s --check-prefix=NOT-GRAPH

// CHECK:      func.func @graph(%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT:   %[[Y:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:   func.return %[[Y]]

// NOT-GRAPH: frontends.mlir:1:1: error
