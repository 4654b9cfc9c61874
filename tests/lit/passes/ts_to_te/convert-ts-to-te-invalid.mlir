// RUN: %ts-opt %s -p convert-ts-to-te --verify-diagnostics --split-input-file

// All reasons are reported at once.
// expected-error@+1 {{'func.func' op argument 1 has a value of type !ts.str, which is neither a tensor nor a number}}
func.func @all_reasons(%x: !ts.tensor, %s: !ts.str, %y: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  // expected-error@-1 {{'func.func' op argument 0 has a tensor of type !ts.tensor, whose sizes or element type are not known}}
  // expected-error@+1 {{'aten.special_airy_ai' op has no lowering to tensor expressions}}
  %a = aten.special_airy_ai(%y) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  // expected-error@+1 {{'ts.operator' op has no lowering to tensor expressions}}
  %b = ts.operator "my::op"(%y) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %a : !ts.tensor<[2],f32>
}

// -----

func.func @element_type(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],ui16> {
  %short = prim.Constant 27 : i64
  %false = prim.Constant false
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.to.dtype' op has a tensor of uint16, which is not compiled yet}}
  %a = aten.to.dtype(%x, %short, %false, %false, %none) : (!ts.tensor<[2],f32>, i64, i1, i1, !ts.none) -> !ts.tensor<[2],ui16>
  // expected-error@+1 {{has a tensor of uint16}}
  func.return %a : !ts.tensor<[2],ui16>
}

// -----

func.func @category(%x: !ts.tensor<[2],i1>) -> !ts.tensor<[2],i1> {
  // expected-error@+1 {{'aten.neg' op is not defined for bool}}
  %a = aten.neg(%x) : (!ts.tensor<[2],i1>) -> !ts.tensor<[2],i1>
  func.return %a : !ts.tensor<[2],i1>
}

// -----

func.func @argument_that_only_a_run_knows(%x: !ts.tensor<[4],f32>, %n: i64) -> !ts.tensor<[2,2],f32> {
  %l = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  %zero = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.slice.Tensor' op an argument is not constant}}
  %s = aten.slice.Tensor(%x, %zero, %n, %n, %n) : (!ts.tensor<[4],f32>, i64, i64, i64, i64) -> !ts.tensor<[2,2],f32>
  func.return %s : !ts.tensor<[2,2],f32>
}

// -----

func.func @negative_power(%x: !ts.tensor<[2],i64>) -> !ts.tensor<[2],i64> {
  %n = prim.Constant -1 : i64
  // expected-error@+1 {{'aten.pow.Tensor_Scalar' op integers to the power of -1 are not defined}}
  %a = aten.pow.Tensor_Scalar(%x, %n) : (!ts.tensor<[2],i64>, i64) -> !ts.tensor<[2],i64>
  func.return %a : !ts.tensor<[2],i64>
}

// -----

func.func @symbolic_part(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[2],f32> {
  // expected-error@+1 {{'prim.ConstantChunk' op takes parts of [2, 2] elements of [s0]}}
  %a, %b = prim.ConstantChunk(%x) {chunks = 2 : i64, dim = 0 : i64} : (!ts.tensor<[s0],f32>) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>)
  func.return %a : !ts.tensor<[2],f32>
}

// -----

func.func @parts_that_may_be_fewer(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[s1],f32>) -> (!ts.tensor<[s1],f32>, !ts.tensor<[s1],f32>) {
  %zero = prim.Constant 0 : i64
  %n = aten.size.int(%y, %zero) : (!ts.tensor<[s1],f32>, i64) -> i64
  %sizes = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  // expected-error@+1 {{'aten.split_with_sizes' op takes parts of [s1, s1] elements of [s0]}}
  %l = aten.split_with_sizes(%x, %sizes, %zero) : (!ts.tensor<[s0],f32>, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[s1],f32>, !ts.tensor<[s1],f32>)
  func.return %a, %b : !ts.tensor<[s1],f32>, !ts.tensor<[s1],f32>
}

// -----

func.func @branches_of_other_sizes(%c: i1, %x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) {
  // expected-error@+1 {{'prim.If' op yields !ts.tensor<[3],f32> where !ts.tensor<[2],f32> is expected}}
  %r = prim.If %c -> (!ts.tensor<[2],f32>) {
    prim.If.yield %x : !ts.tensor<[2],f32>
  } else {
    prim.If.yield %y : !ts.tensor<[3],f32>
  }
  func.return
}

// -----

func.func @loop_that_changes_its_type(%n: i64, %x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f64>) {
  %true = prim.Constant true
  // expected-error@+1 {{'prim.Loop' op carries on !ts.tensor<[2],f64> where !ts.tensor<[2],f32> is expected}}
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[2],f32>) -> (!ts.tensor<[2],f32>) {
  ^bb0(%i: i64, %a: !ts.tensor<[2],f32>):
    prim.Loop.condition %true, iter(%y) : (!ts.tensor<[2],f64>)
  }
  func.return
}

// -----

func.func @list_of_unknown_length(%x: !ts.tensor<[2],f32>, %l: !ts.tensor<[2],f32>) -> !ts.list<i64> {
  %s = aten.size(%x) : (!ts.tensor<[2],f32>) -> !ts.list<i64>
  // expected-error@+1 {{'func.return' op has a value of type !ts.list<i64>, which is neither a tensor nor a number}}
  func.return %s : !ts.list<i64>
}

// -----

func.func @stated_sizes_are_wrong(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[3],f32> {
  // expected-error@+1 {{'aten.relu' op results in value 0 of type !ts.tensor<[2],f32>, but states !ts.tensor<[3],f32>}}
  %a = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[3],f32>
  func.return %a : !ts.tensor<[3],f32>
}

// -----

func.func @list_of_another_length(%x: !ts.tensor<[2,3],f32>) -> i64 {
  %l = aten.size(%x) : (!ts.tensor<[2,3],f32>) -> !ts.list<i64>
  // expected-error@+1 {{'prim.ListUnpack' op unpacks 2 elements into 1 values}}
  %a = prim.ListUnpack(%l) : (!ts.list<i64>) -> i64
  func.return %a : i64
}

// -----

func.func @index_out_of_range(%x: !ts.tensor<[2,3],f32>) -> i64 {
  %two = prim.Constant 2 : i64
  %l = aten.size(%x) : (!ts.tensor<[2,3],f32>) -> !ts.list<i64>
  // expected-error@+1 {{'aten.__getitem__.t' op index 2 is out of range for size 2}}
  %a = aten.__getitem__.t(%l, %two) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// -----

func.func @float_alpha_of_integers(%x: !ts.tensor<[2],i64>) -> !ts.tensor<[2],i64> {
  %half = prim.Constant 0.5 : f64
  // expected-error@+1 {{'aten.add.Tensor' op takes integers, but a float as alpha; expected an int}}
  %y = aten.add.Tensor(%x, %x, %half) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i64>, f64) -> !ts.tensor<[2],i64>
  func.return %y : !ts.tensor<[2],i64>
}

// -----

func.func @contracted_sizes_may_differ(%x: !ts.tensor<[2,s0],f32>, %y: !ts.tensor<[s1,3],f32>) -> !ts.tensor<[2,3],f32> {
  // expected-error@+1 {{'aten.mm' op contracts the sizes s0 and s1, which may differ}}
  %z = aten.mm(%x, %y) : (!ts.tensor<[2,s0],f32>, !ts.tensor<[s1,3],f32>) -> !ts.tensor<[2,3],f32>
  func.return %z : !ts.tensor<[2,3],f32>
}

// -----

func.func @factors_of_different_types(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,3],f64>) -> !ts.tensor<[2,3],f32> {
  // expected-error@+1 {{'aten.mm' op has factors of different element types}}
  %z = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,3],f64>) -> !ts.tensor<[2,3],f32>
  func.return %z : !ts.tensor<[2,3],f32>
}

// -----

func.func @channels_of_no_group(%x: !ts.tensor<[4,8],f32>, %w: !ts.tensor<[5,3,2],f32>) -> !ts.tensor<[5,9],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  // expected-error@+1 {{'aten.conv1d' op has 4 channels and 5 filters in 1 groups}}
  %r = aten.conv1d(%x, %w, %none, %l, %l, %l, %one) : (!ts.tensor<[4,8],f32>, !ts.tensor<[5,3,2],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[5,9],f32>
  func.return %r : !ts.tensor<[5,9],f32>
}

// -----

func.func @mask_beside_an_index(%x: !ts.tensor<[4,3],f32>, %m: !ts.tensor<[4],i1>, %i: !ts.tensor<[4],i64>, %y: !ts.tensor<[],f32>) -> !ts.tensor<[4,3],f32> {
  %no = prim.Constant false
  %l = prim.ListConstruct(%m, %i) : (!ts.tensor<[4],i1>, !ts.tensor<[4],i64>) -> !ts.list<!ts.optional<!ts.tensor>>
  // expected-error@+1 {{'aten.index_put' op takes indices of type i1}}
  %r = aten.index_put(%x, %l, %y, %no) : (!ts.tensor<[4,3],f32>, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor<[],f32>, i1) -> !ts.tensor<[4,3],f32>
  func.return %r : !ts.tensor<[4,3],f32>
}

// -----

func.func @no_index(%x: !ts.tensor<[4],f32>, %y: !ts.tensor<[],f32>) -> !ts.tensor<[4],f32> {
  %no = prim.Constant false
  %l = prim.ListConstruct() : () -> !ts.list<!ts.optional<!ts.tensor>>
  // expected-error@+1 {{'aten.index_put' op has no index but None}}
  %r = aten.index_put(%x, %l, %y, %no) : (!ts.tensor<[4],f32>, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor<[],f32>, i1) -> !ts.tensor<[4],f32>
  func.return %r : !ts.tensor<[4],f32>
}

// -----

func.func @mask_of_other_sizes(%x: !ts.tensor<[4],f32>, %m: !ts.tensor<[1],i1>, %y: !ts.tensor<[],f32>) -> !ts.tensor<[4],f32> {
  %no = prim.Constant false
  %l = prim.ListConstruct(%m) : (!ts.tensor<[1],i1>) -> !ts.list<!ts.optional<!ts.tensor>>
  // expected-error@+1 {{'aten.index_put' op has a mask of sizes [1]}}
  %r = aten.index_put(%x, %l, %y, %no) : (!ts.tensor<[4],f32>, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor<[],f32>, i1) -> !ts.tensor<[4],f32>
  func.return %r : !ts.tensor<[4],f32>
}

// -----

func.func @values_for_each_place_of_a_mask(%x: !ts.tensor<[4],f32>, %m: !ts.tensor<[4],i1>, %y: !ts.tensor<[3],f32>) -> !ts.tensor<[4],f32> {
  %no = prim.Constant false
  %l = prim.ListConstruct(%m) : (!ts.tensor<[4],i1>) -> !ts.list<!ts.optional<!ts.tensor>>
  // expected-error@+1 {{'aten.index_put' op has values of sizes [3] for places of a mask}}
  %r = aten.index_put(%x, %l, %y, %no) : (!ts.tensor<[4],f32>, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor<[3],f32>, i1) -> !ts.tensor<[4],f32>
  func.return %r : !ts.tensor<[4],f32>
}

// -----

func.func @sums_at_a_mask(%x: !ts.tensor<[4],f32>, %m: !ts.tensor<[4],i1>, %y: !ts.tensor<[],f32>) -> !ts.tensor<[4],f32> {
  %yes = prim.Constant true
  %l = prim.ListConstruct(%m) : (!ts.tensor<[4],i1>) -> !ts.list<!ts.optional<!ts.tensor>>
  // expected-error@+1 {{'aten.index_put' op adds to the places of a mask}}
  %r = aten.index_put(%x, %l, %y, %yes) : (!ts.tensor<[4],f32>, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor<[],f32>, i1) -> !ts.tensor<[4],f32>
  func.return %r : !ts.tensor<[4],f32>
}

// -----

func.func @an_index_out_of_range(%x: !ts.tensor<[5,3],f32>) -> !ts.tensor<[3],f32> {
  %zero = prim.Constant 0 : i64
  %five = prim.Constant 5 : i64
  // expected-error@+1 {{'aten.select.int' op index 5 is out of range for size 5}}
  %s = aten.select.int(%x, %zero, %five) : (!ts.tensor<[5,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
  func.return %s : !ts.tensor<[3],f32>
}

// -----

func.func @subscripts_of_another_rank(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32> {
  %l = prim.ListConstruct(%x) : (!ts.tensor<[2,3],f32>) -> !ts.list<!ts.tensor>
  %e = prim.Constant "i->i" : !ts.str
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.einsum' op has the subscripts 'i' for 2 axes}}
  %r = aten.einsum(%e, %l, %none) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor<[3],f32>
  func.return %r : !ts.tensor<[3],f32>
}

// -----

func.func @losses_of_integers(%x: !ts.tensor<[3],i64>) -> !ts.tensor<[],i64> {
  %k = prim.Constant 1 : i64
  // expected-error@+1 {{'aten.mse_loss' op supports only floats}}
  %r = aten.mse_loss(%x, %x, %k) : (!ts.tensor<[3],i64>, !ts.tensor<[3],i64>, i64) -> !ts.tensor<[],i64>
  func.return %r : !ts.tensor<[],i64>
}

// -----

func.func @channels_of_a_transposed_convolution(%x: !ts.tensor<[4,8],f32>, %w: !ts.tensor<[5,3,2],f32>) -> !ts.tensor<[3,9],f32> {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %z = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  // expected-error@+1 {{'aten.conv_transpose1d' op has 4 channels for 5 in 1 groups}}
  %r = aten.conv_transpose1d(%x, %w, %none, %l, %z, %z, %one, %l) : (!ts.tensor<[4,8],f32>, !ts.tensor<[5,3,2],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64, !ts.list<i64>) -> !ts.tensor<[3,9],f32>
  func.return %r : !ts.tensor<[3,9],f32>
}

// -----

func.func @order_of_derivative(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %nine = prim.Constant 9 : i64
  // expected-error@+1 {{'aten.polygamma' op has the order 9; from 0 to 8 are compiled}}
  %a = aten.polygamma(%nine, %x) : (i64, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  // expected-error@+1 {{'aten.mvlgamma' op has 9 dimensions; from 1 to 8 are compiled}}
  %b = aten.mvlgamma(%a, %nine) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
  func.return %b : !ts.tensor<[2],f32>
}

// -----

func.func @powers_as_integers() -> !ts.tensor<[3],i64> {
  %one = prim.Constant 1 : i64
  %three = prim.Constant 3 : i64
  %base = prim.Constant 10.0 : f64
  %long = prim.Constant 4 : i64
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.logspace' op supports only floats}}
  %a = aten.logspace(%one, %three, %three, %base, %long, %none, %none, %none) : (i64, i64, i64, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[3],i64>
  func.return %a : !ts.tensor<[3],i64>
}

// -----

func.func @arithmetic_on_complex_numbers(%x: !ts.tensor<[3],complex<f32>>) -> !ts.tensor<[3],f32> {
  // expected-error@+1 {{'aten.conj' op has a tensor of complex64, which is not compiled yet}}
  %c = aten.conj(%x) : (!ts.tensor<[3],complex<f32>>) -> !ts.tensor<[3],complex<f32>>
  // expected-error@+1 {{'aten.abs' op has a tensor of complex64, which is not compiled yet}}
  %a = aten.abs(%c) : (!ts.tensor<[3],complex<f32>>) -> !ts.tensor<[3],f32>
  func.return %a : !ts.tensor<[3],f32>
}

// -----

func.func @long_transform(%x: !ts.tensor<[5000],f32>) -> !ts.tensor<[5000],complex<f32>> {
  %none = prim.Constant : !ts.none
  %last = prim.Constant -1 : i64
  // expected-error@+1 {{'aten.fft_fft' op transforms 5000 elements; up to 4096 are compiled}}
  %r = aten.fft_fft(%x, %none, %last, %none) : (!ts.tensor<[5000],f32>, !ts.none, i64, !ts.none) -> !ts.tensor<[5000],complex<f32>>
  func.return %r : !ts.tensor<[5000],complex<f32>>
}

// -----

func.func @rows_and_columns(%x: !ts.tensor<[3,2],f32>) -> !ts.tensor<[3,2],f32> {
  %no = prim.Constant false
  // expected-error@+1 {{'aten.linalg_cholesky' op takes square matrices, not 3 by 2}}
  %r = aten.linalg_cholesky(%x, %no) : (!ts.tensor<[3,2],f32>, i1) -> !ts.tensor<[3,2],f32>
  func.return %r : !ts.tensor<[3,2],f32>
}

// -----

func.func @symbolic_line(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32> {
  %zero = prim.Constant 0 : i64
  %no = prim.Constant false
  // expected-error@+1 {{'aten.sort' op needs a size that is a number, not s0}}
  %v, %i = aten.sort(%x, %zero, %no) : (!ts.tensor<[s0],f32>, i64, i1) -> (!ts.tensor<[s0],f32>, !ts.tensor<[s0],i64>)
  func.return %v : !ts.tensor<[s0],f32>
}

// -----

func.func @elements_that_do_not_fit(%x: !ts.tensor<[2,3],f32>, %few: !ts.tensor<[2],f32>, %odd: !ts.tensor<[4],f32>, %none: !ts.tensor<[0],f32>) {
  // expected-error@+1 {{'aten.view_as' op [2, 3] does not reshape to [2]}}
  %a = aten.view_as(%x, %few) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  // expected-error@+1 {{'aten.view_as' op [2, 3] does not reshape to [4]}}
  %b = aten.view_as(%x, %odd) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  // expected-error@+1 {{'aten.view_as' op [0] does not reshape to [2, 3]}}
  %c = aten.view_as(%none, %x) : (!ts.tensor<[0],f32>, !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  func.return
}

// -----

func.func @slices_of_a_number(%x: !ts.tensor<[],f32>) {
  %zero = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.unbind.int' op takes a tensor of rank 1 or more, not of sizes []}}
  %l = aten.unbind.int(%x, %zero) : (!ts.tensor<[],f32>, i64) -> !ts.list<!ts.tensor>
  func.return
}

// -----

func.func @part_of_other_sizes(%x: !ts.tensor<[3,4],f32>, %y: !ts.tensor<[1],f32>) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  // expected-error@+1 {{'aten.select_scatter' op [1] does not fit into [4]}}
  %a = aten.select_scatter(%x, %y, %zero, %one) : (!ts.tensor<[3,4],f32>, !ts.tensor<[1],f32>, i64, i64) -> !ts.tensor<[3,4],f32>
  // expected-error@+1 {{'aten.diagonal_scatter' op [1] does not fit into [3]}}
  %b = aten.diagonal_scatter(%x, %y, %zero, %zero, %one) : (!ts.tensor<[3,4],f32>, !ts.tensor<[1],f32>, i64, i64, i64) -> !ts.tensor<[3,4],f32>
  func.return
}

// -----

func.func @channels_in_no_groups(%x: !ts.tensor<[2,3,4],f32>) {
  %two = prim.Constant 2 : i64
  // expected-error@+1 {{'aten.channel_shuffle' op divides 3 channels into 2 groups}}
  %a = aten.channel_shuffle(%x, %two) : (!ts.tensor<[2,3,4],f32>, i64) -> !ts.tensor<[2,3,4],f32>
  func.return
}

// -----

func.func @the_number_in_a_tensor_of_two_elements(%x: !ts.tensor<[2],f32>) -> f64 {
  // expected-error@+1 {{'aten.item' op asks a tensor that does not have one element for its number}}
  %n = aten.item(%x) : (!ts.tensor<[2],f32>) -> f64
  func.return %n : f64
}

// -----

func.func @the_number_in_a_tensor_of_any_size(%x: !ts.tensor<[s0],f32>) -> i1 {
  // expected-error@+1 {{'aten.Bool.Tensor' op asks a tensor that does not have one element for its number}}
  %n = aten.Bool.Tensor(%x) : (!ts.tensor<[s0],f32>) -> i1
  func.return %n : i1
}

// -----

func.func @a_tensor_with_dimensions_for_a_number(%x: !ts.tensor<[1],i64>) -> i64 {
  // expected-error@+1 {{'aten.IntImplicit' op takes a tensor with dimensions for a number}}
  %n = aten.IntImplicit(%x) : (!ts.tensor<[1],i64>) -> i64
  func.return %n : i64
}

// -----

func.func @a_string_that_is_no_message(%n: i64) -> i1 {
  %format = prim.Constant "n is {}" : !ts.str
  // expected-error@+1 {{'aten.format' op makes a string that is not the message of an exception}}
  %made = aten.format(%format, %n) : (!ts.str, i64) -> !ts.str
  // expected-error@+1 {{'aten.eq.str' op has a value of type !ts.str, which is not a number}}
  %b = aten.eq.str(%made, %format) : (!ts.str, !ts.str) -> i1
  func.return %b : i1
}

// -----

func.func @copies_too_many_elements(%x: !ts.tensor<[3],f32>, %y: !ts.tensor<[2,3],f32>) -> !ts.tensor<[3],f32> {
  %false = prim.Constant false
  // expected-error@+1 {{'aten.copy' op [2, 3] does not fit into [3]}}
  %a = aten.copy(%x, %y, %false) : (!ts.tensor<[3],f32>, !ts.tensor<[2,3],f32>, i1) -> !ts.tensor<[3],f32>
  func.return %a : !ts.tensor<[3],f32>
}

// -----

func.func @a_tensor_of_nested_lists(%a: i64) -> !ts.tensor<[1,1],i64> {
  %none = prim.Constant : !ts.none
  %false = prim.Constant false
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %m = prim.ListConstruct(%l) : (!ts.list<i64>) -> !ts.list<!ts.list<i64>>
  // expected-error@+1 {{'aten.tensor' op is made of data other than a list of numbers that the program constructs}}
  %r = aten.tensor(%m, %none, %none, %false) : (!ts.list<!ts.list<i64>>, !ts.none, !ts.none, i1) -> !ts.tensor<[1,1],i64>
  func.return %r : !ts.tensor<[1,1],i64>
}

// -----

// Four channels that come last would be copied, others be scaled.
func.func @factor_of_a_large_image(%x: !ts.tensor<[1,4,123,6],f32>) -> !ts.tensor<[1,4,123,6],f32> {
  %size = prim.Constant [123, 6] : !ts.list<i64>
  %factor = prim.Constant 1.15 : f64
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.upsample_nearest2d' op disregards a factor in some layouts and for some sizes, which are not known}}
  %r = aten.upsample_nearest2d(%x, %size, %none, %factor) : (!ts.tensor<[1,4,123,6],f32>, !ts.list<i64>, !ts.none, f64) -> !ts.tensor<[1,4,123,6],f32>
  func.return %r : !ts.tensor<[1,4,123,6],f32>
}

// -----

func.func @factor_of_an_image_of_any_size(%x: !ts.tensor<[1,3,s0,6],f32>) -> !ts.tensor<[1,3,(s0*5) floordiv 4,6],f32> {
  %two = prim.Constant 2 : i64
  %four = prim.Constant 4 : i64
  %five = prim.Constant 5 : i64
  %six = prim.Constant 6 : i64
  %rows = aten.size.int(%x, %two) : (!ts.tensor<[1,3,s0,6],f32>, i64) -> i64
  %parts = aten.mul.int(%rows, %five) : (i64, i64) -> i64
  %height = aten.floordiv.int(%parts, %four) : (i64, i64) -> i64
  %size = prim.ListConstruct(%height, %six) : (i64, i64) -> !ts.list<i64>
  %factor = prim.Constant 1.25 : f64
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'aten.upsample_nearest2d' op disregards a factor in some layouts and for some sizes, which are not known}}
  %r = aten.upsample_nearest2d(%x, %size, %factor, %none) : (!ts.tensor<[1,3,s0,6],f32>, !ts.list<i64>, f64, !ts.none) -> !ts.tensor<[1,3,(s0*5) floordiv 4,6],f32>
  func.return %r : !ts.tensor<[1,3,(s0*5) floordiv 4,6],f32>
}

// -----

func.func @zeros_of_both_signs() -> !ts.tensor<[2],f32> {
  // expected-error@+1 {{'prim.Constant' op contains a tensor of different numbers}}
  %zeros = prim.Constant dense<[0.0, -0.0]> : tensor<2xf32> : !ts.tensor<[2],f32>
  func.return %zeros : !ts.tensor<[2],f32>
}

// -----

// What a cast states of elements would not be checked.
func.func @a_cast_that_states_more(%x: !ts.tensor<[2],f32>) -> !ts.tuple<!ts.tensor<[2],f32>> {
  %wide = prim.TupleConstruct(%x) : (!ts.tensor<[2],f32>) -> !ts.tuple<!ts.tensor>
  // expected-error@+1 {{'prim.unchecked_cast' op changes !ts.tuple<!ts.tensor> to !ts.tuple<!ts.tensor<[2],f32>>}}
  %narrow = prim.unchecked_cast(%wide) : (!ts.tuple<!ts.tensor>) -> !ts.tuple<!ts.tensor<[2],f32>>
  func.return %narrow : !ts.tuple<!ts.tensor<[2],f32>>
}

// -----

func.func @half_of_an_odd_number(%x: !ts.tensor<[3],f32>) -> !ts.tensor<[1],f32> {
  %dim = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.glu' op halves an axis of 3 elements}}
  %r = aten.glu(%x, %dim) : (!ts.tensor<[3],f32>, i64) -> !ts.tensor<[1],f32>
  func.return %r : !ts.tensor<[1],f32>
}

// -----

func.func @a_grid_of_any_dimension(%x: !ts.tensor<[s0,1,s1,s2],f32>, %g: !ts.tensor<[s0,3,5,s3],f32>) -> !ts.tensor<[s0,1,3,5],f32> {
  %mode = prim.Constant 0 : i64
  %corners = prim.Constant true
  // expected-error@+1 {{'aten.grid_sampler' op has a grid whose dimensions differ from the image}}
  %r = aten.grid_sampler(%x, %g, %mode, %mode, %corners) : (!ts.tensor<[s0,1,s1,s2],f32>, !ts.tensor<[s0,3,5,s3],f32>, i64, i64, i1) -> !ts.tensor<[s0,1,3,5],f32>
  func.return %r : !ts.tensor<[s0,1,3,5],f32>
}
