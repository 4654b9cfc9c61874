// RUN: ts-opt %s -p check-inplace | filecheck %s

// CHECK-LABEL: func.func @passes_as_the_schema_states_the_write
// CHECK:         aten.relu_
func.func @passes_as_the_schema_states_the_write(%x: !ts.tensor) -> !ts.tensor {
  %y = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}
