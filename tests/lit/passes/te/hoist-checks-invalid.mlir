// RUN: %ts-opt %s -p hoist-checks --verify-diagnostics

func.func @a_ts_program(%x: !ts.tensor) -> !ts.tensor {
  // expected-error@+1 {{'hoist-checks' takes level 'te', but 'aten.tanh' is of level 'ts'}}
  %y = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}
