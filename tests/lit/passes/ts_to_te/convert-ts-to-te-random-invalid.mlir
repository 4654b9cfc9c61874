// RUN: %ts-opt %s -p convert-ts-to-te --verify-diagnostics --split-input-file

func.func @in_another_order(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32> {
  %none = prim.Constant : !ts.none
  %t = aten.t(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[3,2],f32>
  // expected-error@+1 {{'aten.rand_like' op draws in the order of memory, which may not be that of rows}}
  %r = aten.rand_like(%t, %none, %none, %none, %none, %none) : (!ts.tensor<[3,2],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[3,2],f32>
  func.return %r : !ts.tensor<[3,2],f32>
}

// -----

func.func @channels_last(%x: !ts.tensor<[2,3,4,4],f32>) -> !ts.tensor<[2,3,4,4],f32> {
  %none = prim.Constant : !ts.none
  %last = prim.Constant 2 : i64
  // expected-error@+1 {{'aten.rand_like' op draws in the order of memory, which may not be that of rows}}
  %r = aten.rand_like(%x, %none, %none, %none, %none, %last) : (!ts.tensor<[2,3,4,4],f32>, !ts.none, !ts.none, !ts.none, !ts.none, i64) -> !ts.tensor<[2,3,4,4],f32>
  func.return %r : !ts.tensor<[2,3,4,4],f32>
}

// -----

// The order of what a loop carries may change from iteration to iteration.
func.func @carried(%x: !ts.tensor<[3,3],f32>, %n: i64) -> !ts.tensor<[3,3],f32> {
  %p = prim.Constant 0.5 : f64
  %yes = prim.Constant true
  %r = prim.Loop %n, %yes, iter(%x) : (!ts.tensor<[3,3],f32>) -> (!ts.tensor<[3,3],f32>) {
  ^bb0(%i: i64, %y: !ts.tensor<[3,3],f32>):
    // expected-error@+1 {{'aten.dropout' op draws in the order of memory, which may not be that of rows}}
    %d = aten.dropout(%y, %p, %yes) : (!ts.tensor<[3,3],f32>, f64, i1) -> !ts.tensor<[3,3],f32>
    %t = aten.t(%d) : (!ts.tensor<[3,3],f32>) -> !ts.tensor<[3,3],f32>
    prim.Loop.condition %yes, iter(%t) : (!ts.tensor<[3,3],f32>)
  }
  func.return %r : !ts.tensor<[3,3],f32>
}

// -----

func.func @few_normal_numbers(%x: !ts.tensor<[5],f32>) -> !ts.tensor<[5],f32> {
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.randn_like' op draws 5 normal numbers; fewer than 16 are drawn in pairs}}
  %r = aten.randn_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[5],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[5],f32>
  func.return %r : !ts.tensor<[5],f32>
}

// -----

func.func @unknown_number_of_normal_ones(%x: !ts.tensor<[s0,32],f32>) -> !ts.tensor<[s0,32],f32> {
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.randn_like' op needs a size that is a number, not s0}}
  %r = aten.randn_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[s0,32],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[s0,32],f32>
  func.return %r : !ts.tensor<[s0,32],f32>
}

// -----

func.func @generator(%x: !ts.tensor<[2],f32>, %g: !ts.generator) -> !ts.tensor<[2],f32> {
  %p = prim.Constant 0.5 : f64
  // expected-error@-2 {{'func.func' op argument 1 has a value of type !ts.generator, which is neither a tensor nor a number}}
  // expected-error@+1 {{'aten.bernoulli.p' op draws from a generator, and kernels draw from the default stream}}
  %r = aten.bernoulli.p(%x, %p, %g) : (!ts.tensor<[2],f32>, f64, !ts.generator) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// -----

func.func @no_probability(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %p = prim.Constant 1.5 : f64
  %yes = prim.Constant true
  // expected-error@+1 {{'aten.dropout' op has the probability 1.5}}
  %r = aten.dropout(%x, %p, %yes) : (!ts.tensor<[2],f32>, f64, i1) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// -----

func.func @halves(%x: !ts.tensor<[2],f16>) -> !ts.tensor<[2],f16> {
  %p = prim.Constant 0.5 : f64
  %yes = prim.Constant true
  // expected-error@+1 {{'aten.dropout' op drops float16, and kernels float32 and float64}}
  %r = aten.dropout(%x, %p, %yes) : (!ts.tensor<[2],f16>, f64, i1) -> !ts.tensor<[2],f16>
  func.return %r : !ts.tensor<[2],f16>
}

// -----

func.func @several_places(%x: !ts.tensor<[4],f32>) -> !ts.tensor<[2],i64> {
  %two = prim.Constant 2 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.multinomial' op draws several places}}
  %r = aten.multinomial(%x, %two, %no, %none) : (!ts.tensor<[4],f32>, i64, i1, !ts.none) -> !ts.tensor<[2],i64>
  func.return %r : !ts.tensor<[2],i64>
}

// -----

func.func @dropout_of_steps(%x: !ts.tensor<[5,1,2],f32>, %h: !ts.tensor<[1,1,2],f32>, %w: !ts.tensor<[2,2],f32>) -> !ts.tensor<[5,1,2],f32> {
  %l = prim.ListConstruct(%w, %w) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.list<!ts.tensor>
  %one = prim.Constant 1 : i64
  %no = prim.Constant false
  %yes = prim.Constant true
  %half = prim.Constant 0.5 : f64
  // expected-error@+1 {{'aten.rnn_tanh.input' op draws random numbers}}
  %a, %b = aten.rnn_tanh.input(%x, %h, %l, %no, %one, %half, %yes, %no, %no) : (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>)
  func.return %a : !ts.tensor<[5,1,2],f32>
}
