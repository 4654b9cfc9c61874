// RUN: %ts-opt %s -p convert-ts-to-te --verify-diagnostics --split-input-file

func.func @states_of_another_batch(%x: !ts.tensor<[5,2,4],f32>, %h: !ts.tensor<[1,3,3],f32>, %w: !ts.tensor<[3,4],f32>, %u: !ts.tensor<[3,3],f32>) -> !ts.tensor<[5,2,3],f32> {
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[3,4],f32>, !ts.tensor<[3,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  // expected-error@+1 {{'aten.rnn_tanh.input' op has states of [[1, 3, 3]] for 1 layers, 1 directions, and 2 sequences}}
  %all, %last = aten.rnn_tanh.input(%x, %h, %params, %no, %one, %zero, %no, %no, %no) : (!ts.tensor<[5,2,4],f32>, !ts.tensor<[1,3,3],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,2,3],f32>, !ts.tensor<[1,3,3],f32>)
  func.return %all : !ts.tensor<[5,2,3],f32>
}

// -----

func.func @weights_of_another_size(%x: !ts.tensor<[5,2,4],f32>, %h: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[3,5],f32>, %u: !ts.tensor<[3,3],f32>) -> !ts.tensor<[5,2,3],f32> {
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[3,5],f32>, !ts.tensor<[3,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  // expected-error@+1 {{'aten.rnn_tanh.input' op has weights of [[3, 5], [3, 3]], expected [[3, 4], [3, 3]]}}
  %all, %last = aten.rnn_tanh.input(%x, %h, %params, %no, %one, %zero, %no, %no, %no) : (!ts.tensor<[5,2,4],f32>, !ts.tensor<[1,2,3],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,2,3],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[5,2,3],f32>
}

// -----

func.func @no_batch(%x: !ts.tensor<[5,4],f32>, %h: !ts.tensor<[1,3],f32>, %w: !ts.tensor<[3,4],f32>, %u: !ts.tensor<[3,3],f32>) -> !ts.tensor<[5,3],f32> {
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[3,4],f32>, !ts.tensor<[3,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  // expected-error@+1 {{'aten.rnn_tanh.input' op has sequences without a batch or elements}}
  %all, %last = aten.rnn_tanh.input(%x, %h, %params, %no, %one, %zero, %no, %no, %no) : (!ts.tensor<[5,4],f32>, !ts.tensor<[1,3],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,3],f32>, !ts.tensor<[1,3],f32>)
  func.return %all : !ts.tensor<[5,3],f32>
}

// -----

func.func @lstm_without_cells(%x: !ts.tensor<[5,2,4],f32>, %h: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[12,4],f32>, %u: !ts.tensor<[12,3],f32>) -> !ts.tensor<[5,2,3],f32> {
  %states = prim.ListConstruct(%h) : (!ts.tensor<[1,2,3],f32>) -> !ts.list<!ts.tensor>
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[12,4],f32>, !ts.tensor<[12,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  // expected-error@+1 {{'aten.lstm.input' op has 1 states, expected 2}}
  %all, %last, %cells = aten.lstm.input(%x, %states, %params, %no, %one, %zero, %no, %no, %no) : (!ts.tensor<[5,2,4],f32>, !ts.list<!ts.tensor>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,2,3],f32>, !ts.tensor<[1,2,3],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[5,2,3],f32>
}
