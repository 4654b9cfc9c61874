// RUN: %ts-opt %s -p propagate-types --verify-diagnostics --split-input-file

func.func @sizes_that_do_not_broadcast(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[4],f32>) {
  // expected-error@+1 {{'aten.mul.Tensor' op sizes [2, 3] and [4] do not broadcast: 3 is not 4}}
  %a = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4],f32>) -> !ts.tensor
  func.return
}

// -----

func.func @uncompared_sizes(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[s1],f32>) {
  // expected-error@+1 {{sizes [s0] and [s1] do not broadcast: nothing says that s0 equals s1}}
  %a = aten.mul.Tensor(%x, %y) : (!ts.tensor<[s0],f32>, !ts.tensor<[s1],f32>) -> !ts.tensor
  func.return
}

// -----

func.func @stated_sizes_are_wrong(%x: !ts.tensor<[2],f32>) {
  %a = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  // expected-error@+1 {{'aten.relu' op states the sizes [3], but has [2]}}
  %b = aten.relu(%a) : (!ts.tensor) -> !ts.tensor<[3],f32>
  func.return
}

// -----

func.func @stated_dtype_is_wrong(%x: !ts.tensor<[2],i64>) {
  %a = aten.neg(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor
  // expected-error@+1 {{'aten.sin' op states the element type f64, but has f32}}
  %b = aten.sin(%a) : (!ts.tensor) -> !ts.tensor<[2],f64>
  func.return
}

// -----

func.func @no_kernel_for_integers(%x: !ts.tensor<[2],i64>) {
  // expected-error@+1 {{'aten.silu' op takes floats, not int64}}
  %a = aten.silu(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor
  func.return
}

// -----

func.func @difference_of_bools(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],i1>) {
  %one = prim.Constant 1 : i64
  // expected-error@+1 {{'aten.sub.Tensor' op does not take bools}}
  %a = aten.sub.Tensor(%x, %y, %one) : (!ts.tensor<[2],f32>, !ts.tensor<[2],i1>, i64) -> !ts.tensor
  func.return
}

// -----

func.func @negative_size(%o: !ts.none) {
  %n = prim.Constant [-1 : i64] : !ts.list<i64>
  // expected-error@+1 {{'aten.zeros' op a size is negative in [-1]}}
  %a = aten.zeros(%n, %o, %o, %o, %o)
    : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return
}

// -----

func.func @a_slice_of_a_number(%x: !ts.tensor<[],f32>, %n: i64) {
  // expected-error@+1 {{'aten.slice.Tensor' op takes a tensor of rank 1 or more, not of sizes []}}
  %a = aten.slice.Tensor(%x, %n, %n, %n, %n) : (!ts.tensor<[],f32>, i64, i64, i64, i64) -> !ts.tensor
  func.return
}

// -----

func.func @batches_of_rank_2(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[3,2,2],f32>, %n: i64) {
  // expected-error@+1 {{'aten.baddbmm' op takes a tensor of rank 3, not of sizes [2, 2]}}
  %a = aten.baddbmm(%x, %x, %y, %n, %n) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>, !ts.tensor<[3,2,2],f32>, i64, i64) -> !ts.tensor
  func.return
}

// -----

func.func @elements_that_do_not_fit(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[2],f32>) {
  // expected-error@+1 {{'aten.view_as' op [2, 3] does not reshape to [2]}}
  %a = aten.view_as(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return
}

// -----

func.func @positions_in_a_matrix(%x: !ts.tensor<[2,2],f32>, %i: !ts.tensor<[1,2],i64>) {
  %dim = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.index_select' op takes a vector of positions, not sizes [1, 2]}}
  %a = aten.index_select(%x, %dim, %i) : (!ts.tensor<[2,2],f32>, i64, !ts.tensor<[1,2],i64>) -> !ts.tensor
  func.return
}
