// RUN: %ts-opt %s -p block-channels --verify-diagnostics

func.func @a_ts_program(%x: !ts.tensor) -> !ts.tensor {
  // expected-error@+1 {{'block-channels' takes level 'te', but 'aten.tanh' is of level 'ts'}}
  %y = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}
