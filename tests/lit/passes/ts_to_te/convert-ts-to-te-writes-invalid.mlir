// RUN: %ts-opt %s -p convert-ts-to-te --split-input-file --verify-diagnostics

func.func @a_write_in_the_middle(%k: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32> {
  %false = prim.Constant false
  %a = aten.sin(%k) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  // expected-error@+1 {{'aten.copy_' op writes to memory}}
  %w = aten.copy_(%k, %a, %false) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i1) -> !ts.tensor<[4],f32>
  %b = aten.sin(%k) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  func.return %b : !ts.tensor<[4],f32>
}

// -----

func.func @a_view_that_may_overlap(%k: !ts.tensor<[4,4],f32>) {
  %false = prim.Constant false
  %a = aten.t(%k) : (!ts.tensor<[4,4],f32>) -> !ts.tensor<[4,4],f32>
  // expected-error@+1 {{'aten.copy_' op writes to memory}}
  %w = aten.copy_(%k, %a, %false) : (!ts.tensor<[4,4],f32>, !ts.tensor<[4,4],f32>, i1) -> !ts.tensor<[4,4],f32>
  func.return
}

// -----

func.func @another_element_type(%k: !ts.tensor<[4],f32>, %x: !ts.tensor<[4],f64>) {
  %false = prim.Constant false
  %a = aten.sin(%x) : (!ts.tensor<[4],f64>) -> !ts.tensor<[4],f64>
  // expected-error@+1 {{'aten.copy_' op writes to memory}}
  %w = aten.copy_(%k, %a, %false) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f64>, i1) -> !ts.tensor<[4],f32>
  func.return
}
