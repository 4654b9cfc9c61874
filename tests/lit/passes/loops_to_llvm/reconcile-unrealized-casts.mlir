// RUN: %ts-opt %s -p reconcile-unrealized-casts | %check %s

// CHECK-LABEL: func.func @cast_back
// CHECK-SAME:  (%[[I:.*]]: i64)
// CHECK-NEXT:  func.return %[[I]] : i64
func.func @cast_back(%i: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %i : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  func.return %1 : i64
}

// CHECK-LABEL: func.func @chain_of_four
// CHECK-SAME:  (%[[I:.*]]: i64)
// CHECK-NEXT:  func.return %[[I]] : i64
func.func @chain_of_four(%i: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %i : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to !llvm.ptr
  %2 = builtin.unrealized_conversion_cast %1 : !llvm.ptr to index
  %3 = builtin.unrealized_conversion_cast %2 : index to i64
  func.return %3 : i64
}

// CHECK-LABEL: func.func @result_without_uses
// CHECK-NEXT:  func.return
func.func @result_without_uses(%i: i64) {
  %0 = builtin.unrealized_conversion_cast %i : i64 to index
  func.return
}

// CHECK-LABEL: func.func @inside_of_a_loop
// CHECK-SAME:  (%[[I:.*]]: i64, %[[N:.*]]: index)
// CHECK-NEXT:  scf.for %[[K:.*]] = %[[N]] to %[[N]] step %[[N]] {
// CHECK-NEXT:    "test.op"(%[[I]]) : (i64) -> ()
func.func @inside_of_a_loop(%i: i64, %n: index) {
  %0 = builtin.unrealized_conversion_cast %i : i64 to index
  scf.for %k = %n to %n step %n {
    %1 = builtin.unrealized_conversion_cast %0 : index to i64
    "test.op"(%1) : (i64) -> ()
  }
  func.return
}

// CHECK-LABEL: func.func @only_the_inner_chain_leads_back
// CHECK-SAME:  (%[[I:.*]]: i64)
// CHECK-NEXT:  %[[P:.*]] = builtin.unrealized_conversion_cast %[[I]] : i64 to !llvm.ptr
// CHECK-NEXT:  func.return %[[P]] : !llvm.ptr
func.func @only_the_inner_chain_leads_back(%i: i64) -> !llvm.ptr {
  %0 = builtin.unrealized_conversion_cast %i : i64 to !llvm.ptr
  %1 = builtin.unrealized_conversion_cast %0 : !llvm.ptr to index
  %2 = builtin.unrealized_conversion_cast %1 : index to !llvm.ptr
  func.return %2 : !llvm.ptr
}

// CHECK-LABEL: func.func @not_used_under_its_own_type
// CHECK-SAME:  (%[[I:.*]]: i64)
// CHECK-NEXT:  %[[X:.*]] = builtin.unrealized_conversion_cast %[[I]] : i64 to index
// CHECK-NEXT:  func.return %[[X]] : index
func.func @not_used_under_its_own_type(%i: i64) -> index {
  %0 = builtin.unrealized_conversion_cast %i : i64 to index
  func.return %0 : index
}
