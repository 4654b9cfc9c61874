// RUN: %ts-opt %s -p convert-ts-to-te --verify-diagnostics --split-input-file

// expected-error@+1 {{'func.func' op argument 0 has type !ts.tensor<[s0*2],f32> with a computed size; specialise it to a number or a symbol}}
func.func @computed_argument(%x: !ts.tensor<[s0*2],f32>) -> !ts.tensor<[s0*2],f32> {
  %r = aten.relu(%x) : (!ts.tensor<[s0*2],f32>) -> !ts.tensor<[s0*2],f32>
  func.return %r : !ts.tensor<[s0*2],f32>
}

// -----

// expected-error@+1 {{'func.func' op argument 1 has type !ts.tensor<[s0+s1],f32> with a computed size; specialise it to a number or a symbol}}
func.func @a_symbol_that_no_argument_has(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[s0+s1],f32>) -> !ts.tensor<[s0+s1],f32> {
  %r = aten.relu(%y) : (!ts.tensor<[s0+s1],f32>) -> !ts.tensor<[s0+s1],f32>
  func.return %r : !ts.tensor<[s0+s1],f32>
}

// -----

// It may be 1, or equal 5.
func.func @broadcast_of_a_computed_size(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[5],f32>) -> !ts.tensor<[5],f32> {
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %a = aten.slice.Tensor(%x, %c0, %c1, %none, %c1) : (!ts.tensor<[s0],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[s0-1],f32>
  // expected-error@+1 {{'aten.mul.Tensor' op states !ts.tensor<[5],f32>, but gives !ts.tensor<[?],f32>; run 'propagate-types'}}
  %r = aten.mul.Tensor(%a, %y) : (!ts.tensor<[s0-1],f32>, !ts.tensor<[5],f32>) -> !ts.tensor<[5],f32>
  func.return %r : !ts.tensor<[5],f32>
}

// -----

func.func @reshape_of_a_computed_size(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[2,3],f32> {
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %l = prim.Constant [2, 3] : !ts.list<i64>
  %a = aten.slice.Tensor(%x, %c0, %c1, %none, %c1) : (!ts.tensor<[s0],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[s0-1],f32>
  // expected-error@+1 {{'aten.reshape' op reshapes [s0-1] to [2, 3], which may differ}}
  %r = aten.reshape(%a, %l) : (!ts.tensor<[s0-1],f32>, !ts.list<i64>) -> !ts.tensor<[2,3],f32>
  func.return %r : !ts.tensor<[2,3],f32>
}

// -----

func.func @a_division_by_a_size_for_each_element(%x: !ts.tensor<[s0,s1],f32>) -> !ts.tensor<[s0*s1],f32> {
  %l = prim.Constant [-1] : !ts.list<i64>
  // expected-error@+1 {{'aten.reshape' op reshapes the last, symbolic sizes of [s0, s1] into others}}
  %r = aten.reshape(%x, %l) : (!ts.tensor<[s0,s1],f32>, !ts.list<i64>) -> !ts.tensor<[s0*s1],f32>
  func.return %r : !ts.tensor<[s0*s1],f32>
}

// -----

func.func @as_many_elements_as_only_the_run_knows(%x: !ts.tensor<[s0],f32>, %n: i64) -> !ts.tensor<[4],f32> {
  %c0 = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.narrow' op takes as many elements as only the run knows}}
  %r = aten.narrow(%x, %c0, %c0, %n) : (!ts.tensor<[s0],f32>, i64, i64, i64) -> !ts.tensor<[4],f32>
  func.return %r : !ts.tensor<[4],f32>
}

// -----

func.func @cat_of_sizes_that_may_differ(%x: !ts.tensor<[2,s0],f32>, %y: !ts.tensor<[2,s1],f32>) -> !ts.tensor<[4,s0],f32> {
  %c0 = prim.Constant 0 : i64
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor<[2,s0],f32>, !ts.tensor<[2,s1],f32>) -> !ts.list<!ts.tensor>
  // expected-error@+1 {{'aten.cat' op joins [2, s1] for [4, s0], whose sizes may differ}}
  %r = aten.cat(%l, %c0) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[4,s0],f32>
  func.return %r : !ts.tensor<[4,s0],f32>
}

// -----

func.func @gather_at_an_index_that_may_be_larger(%x: !ts.tensor<[s0,3],f32>, %i: !ts.tensor<[s1,2],i64>) -> !ts.tensor<[s1,2],f32> {
  %c1 = prim.Constant 1 : i64
  %false = prim.Constant false
  // expected-error@+1 {{'aten.gather' op reads [s0, 3] at indices in [s1, 2], which may be larger}}
  %r = aten.gather(%x, %c1, %i, %false) : (!ts.tensor<[s0,3],f32>, i64, !ts.tensor<[s1,2],i64>, i1) -> !ts.tensor<[s1,2],f32>
  func.return %r : !ts.tensor<[s1,2],f32>
}

// -----

func.func @scatter_of_values_that_may_be_fewer(%x: !ts.tensor<[s0,3],f32>, %i: !ts.tensor<[s0,2],i64>, %v: !ts.tensor<[s1,2],f32>) -> !ts.tensor<[s0,3],f32> {
  %c1 = prim.Constant 1 : i64
  // expected-error@+1 {{'aten.scatter.src' op reads [s1, 2] at indices in [s0, 2], which may be larger}}
  %r = aten.scatter.src(%x, %c1, %i, %v) : (!ts.tensor<[s0,3],f32>, i64, !ts.tensor<[s0,2],i64>, !ts.tensor<[s1,2],f32>) -> !ts.tensor<[s0,3],f32>
  func.return %r : !ts.tensor<[s0,3],f32>
}

// -----

func.func @unequal_sizes_to_take_along(%x: !ts.tensor<[s0,3],f32>, %i: !ts.tensor<[s1,2],i64>) -> !ts.tensor<[s0,2],f32> {
  %c1 = prim.Constant 1 : i64
  // expected-error@+1 {{'aten.take_along_dim' op sizes [s1] and [s0] do not broadcast: nothing says that s1 equals s0}}
  %r = aten.take_along_dim(%x, %i, %c1) : (!ts.tensor<[s0,3],f32>, !ts.tensor<[s1,2],i64>, i64) -> !ts.tensor<[s0,2],f32>
  func.return %r : !ts.tensor<[s0,2],f32>
}
