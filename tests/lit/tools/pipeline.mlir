// RUN: %ts-opt %s --pipeline=ts-to-te | %check %s --check-prefix=TE
// RUN: %ts-opt %s --pipeline=ts-to-te,te-to-loops | %check %s --check-prefix=LOOPS

// TE-LABEL: func.func @f
// TE:         te.compute

// LOOPS-LABEL: func.func @f
// LOOPS-NOT:     te.compute
// LOOPS:         scf.for
func.func @f(%x: !ts.tensor<[64],f32>) -> !ts.tensor<[64],f32> {
  %0 = aten.relu(%x) : (!ts.tensor<[64],f32>) -> !ts.tensor<[64],f32>
  func.return %0 : !ts.tensor<[64],f32>
}
