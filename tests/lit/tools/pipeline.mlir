// RUN: %ts-opt %s --pipeline=ts-to-te | %check %s --check-prefix=TE
// RUN: %ts-opt %s --pipeline=ts-to-te,te-to-loops | %check %s --check-prefix=LOOPS
// RUN: %ts-opt --pipeline=ts-to-te --dump-pass-pipeline | %check %s --check-prefix=DUMP

// DUMP: {{^}}remove-strict-fusion,inline-fork-wait,scalarize-integers,fold-chunks,index-unbound-lists,peephole,constant-propagation{immutable-only=true},fold-branches,stack-appended-lists,allocate-appended-lists,lists-as-tensors,propagate-types,fold-branches,functionalize{arguments=true},widen-halves,decompose-unlowered,widen-bytes,unpack-returned-lists,dce,verify-level{level="typed"},convert-ts-to-te,cse,dce,verify-level{level="te"}

// TE-LABEL: func.func @f
// TE:         te.compute

// LOOPS-LABEL: func.func @f
// LOOPS-NOT:     te.compute
// LOOPS:         scf.for
func.func @f(%x: !ts.tensor<[64],f32>) -> !ts.tensor<[64],f32> {
  %0 = aten.relu(%x) : (!ts.tensor<[64],f32>) -> !ts.tensor<[64],f32>
  func.return %0 : !ts.tensor<[64],f32>
}
