// RUN: %ts-opt %s -p convert-ts-to-te --verify-diagnostics --split-input-file

func.func @rows_of_another_rank(%x: !ts.tensor<[6,1,4],f32>, %sizes: !ts.tensor<[5],i64>, %h: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[3,4],f32>, %u: !ts.tensor<[3,3],f32>) -> !ts.tensor<[6,1,3],f32> {
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[3,4],f32>, !ts.tensor<[3,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  // expected-error@+1 {{'aten.rnn_relu.data' op has rows, batch sizes or states of another rank}}
  %all, %last = aten.rnn_relu.data(%x, %sizes, %h, %params, %no, %one, %zero, %no, %no) : (!ts.tensor<[6,1,4],f32>, !ts.tensor<[5],i64>, !ts.tensor<[1,2,3],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1) -> (!ts.tensor<[6,1,3],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[6,1,3],f32>
}

// -----

func.func @weights_of_another_size(%x: !ts.tensor<[s0,4],f32>, %sizes: !ts.tensor<[5],i64>, %h: !ts.tensor<[1,2,3],f32>, %w: !ts.tensor<[3,5],f32>, %u: !ts.tensor<[3,3],f32>) -> !ts.tensor<[s0,3],f32> {
  %params = prim.ListConstruct(%w, %u) : (!ts.tensor<[3,5],f32>, !ts.tensor<[3,3],f32>) -> !ts.list<!ts.tensor>
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  // expected-error@+1 {{'aten.rnn_relu.data' op has weights of [[3, 5], [3, 3]], expected [[3, 4], [3, 3]]}}
  %all, %last = aten.rnn_relu.data(%x, %sizes, %h, %params, %no, %one, %zero, %no, %no) : (!ts.tensor<[s0,4],f32>, !ts.tensor<[5],i64>, !ts.tensor<[1,2,3],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1) -> (!ts.tensor<[s0,3],f32>, !ts.tensor<[1,2,3],f32>)
  func.return %all : !ts.tensor<[s0,3],f32>
}
