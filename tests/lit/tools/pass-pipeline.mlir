// RUN: %ts-opt %s --pass-pipeline='builtin.module(func.func(cse, canonicalize), any(dce))' | %check %s
// RUN: %ts-opt %s --pass-pipeline=' cse , canonicalize{} ' | %check %s
// RUN: %ts-opt %s -p 'any(func.func(cse,canonicalize))' | %check %s
// RUN: %ts-opt %s -p cse,canonicalize, | %check %s
// RUN: %ts-opt %s -p 'builtin.module(scf.if(cse))' | %check %s --check-prefix=NOT-INSIDE


// CHECK-LABEL: func.func @equal_additions
// CHECK-SAME:    %[[A:.*]]: i64
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %[[A]], %[[A]]
// CHECK-NEXT:    func.return %[[SUM]], %[[SUM]]

// NOT-INSIDE-LABEL: func.func @equal_additions
// NOT-INSIDE-COUNT-2: arith.addi
func.func @equal_additions(%a: i64) -> (i64, i64) {
  %0 = arith.addi %a, %a : i64
  %1 = arith.addi %a, %a : i64
  func.return %0, %1 : i64, i64
}

// CHECK-LABEL: func.func @stays_at_its_place
func.func @stays_at_its_place() {
  func.return
}
