// RUN: %ts-opt %s -p 'verify-level{level=typed}' --verify-diagnostics --split-input-file

func.func @acts_on_the_world(%x: !ts.tensor<[2],f32>, %none: !ts.none) {
  // expected-error@+1 {{'prim.Print' op prints, which is not allowed in a typed program}}
  prim.Print(%x) : (!ts.tensor<[2],f32>) -> ()
  %0 = aten.rand_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[2],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],f32>
  // expected-error@+1 {{'aten.relu_' op writes to one of its operands, which is not allowed in a typed program}}
  %1 = aten.relu_(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return
}

// -----

// Batches are normalised by their own statistics; the type of missing ones does not matter.
func.func @trains_without_statistics(%x: !ts.tensor<[2,3],f32>, %none: !ts.none, %d: f64) {
  %absent = prim.Constant : !ts.optional<!ts.tensor>
  %true = prim.Constant true
  %0 = aten.batch_norm(%x, %none, %none, %none, %absent, %true, %d, %d, %true) : (!ts.tensor<[2,3],f32>, !ts.none, !ts.none, !ts.none, !ts.optional<!ts.tensor>, i1, f64, f64, i1) -> !ts.tensor<[2,3],f32>
  func.return
}

// -----

func.func @writes_statistics(%x: !ts.tensor<[2,3],f32>, %m: !ts.tensor<[3],f32>, %none: !ts.none, %d: f64) {
  %true = prim.Constant true
  // expected-error@+1 {{'aten.batch_norm' op has unknown effects, which is not allowed in a typed program}}
  %0 = aten.batch_norm(%x, %none, %none, %m, %m, %true, %d, %d, %true) : (!ts.tensor<[2,3],f32>, !ts.none, !ts.none, !ts.tensor<[3],f32>, !ts.tensor<[3],f32>, i1, f64, f64, i1) -> !ts.tensor<[2,3],f32>
  func.return
}

// -----

// A recurrent network that does not train, or drops nothing, draws no random numbers.
func.func @drops_nothing(%x: !ts.tensor<[5,1,2],f32>, %h: !ts.tensor<[1,1,2],f32>, %w: !ts.tensor<[2,2],f32>) {
  %l = prim.ListConstruct(%w, %w) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.list<!ts.tensor>
  %one = prim.Constant 1 : i64
  %no = prim.Constant false
  %yes = prim.Constant true
  %none = prim.Constant 0.0 : f64
  %half = prim.Constant 0.5 : f64
  %a, %b = aten.rnn_tanh.input(%x, %h, %l, %no, %one, %none, %yes, %no, %no) : (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>)
  %c, %d = aten.rnn_tanh.input(%x, %h, %l, %no, %one, %half, %no, %no, %no) : (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>)
  // expected-error@+1 {{'aten.rnn_tanh.input' op drops elements at random in its steps, which is not allowed in a typed program}}
  %e, %f = aten.rnn_tanh.input(%x, %h, %l, %no, %one, %half, %yes, %no, %no) : (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1) -> (!ts.tensor<[5,1,2],f32>, !ts.tensor<[1,1,2],f32>)
  func.return
}

// -----

// One error for the whole program: each part of a module has the same remedy.
// expected-error@+1 {{'ts.class' op is not legal at level 'typed'; '-p freeze,inline-calls,lower-graph' turns a module's method into a function}}
ts.class @M module {
  ts.attr @weight : !ts.tensor
  func.func @forward(%self: !ts.class<@M>, %x: !ts.tensor) -> !ts.tensor {
    %w = prim.GetAttr(%self) {name = "weight"} : (!ts.class<@M>) -> !ts.tensor
    %r = aten.mul.Tensor(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    func.return %r : !ts.tensor
  }
}
