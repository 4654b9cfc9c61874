// What operators are made of. Written by tools/gen_decompositions.py from
// frontend/script/library/decompositions/; one function for each operator, of its name.
func.func @aten.l1_loss(%self: !ts.tensor, %target: !ts.tensor, %reduction: i64 {ts.default = 1 : i64}) -> !ts.tensor {
  %0 = prim.Constant 1 : i64
  %1 = aten.sub.Tensor(%self, %target, %0) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %loss = aten.abs(%1) : (!ts.tensor) -> !ts.tensor
  %2 = prim.Constant 1 : i64
  %3 = aten.eq.int(%reduction, %2) : (i64, i64) -> i1
  %loss_1 = prim.If %3 -> (!ts.tensor) {
    %4 = prim.Constant : !ts.none
    %loss_2 = aten.mean(%loss, %4) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %loss_2 : !ts.tensor
  } else {
    %5 = prim.Constant 2 : i64
    %6 = aten.eq.int(%reduction, %5) : (i64, i64) -> i1
    %loss_3 = prim.If %6 -> (!ts.tensor) {
      %7 = prim.Constant : !ts.none
      %loss_4 = aten.sum(%loss, %7) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %loss_4 : !ts.tensor
    } else {
      prim.If.yield %loss : !ts.tensor
    }
    prim.If.yield %loss_3 : !ts.tensor
  }
  func.return %loss_1 : !ts.tensor
}
func.func @aten.margin_ranking_loss(%input1: !ts.tensor, %input2: !ts.tensor, %target: !ts.tensor, %margin: f64 {ts.default = 0.000000e+00 : f64}, %reduction: i64 {ts.default = 1 : i64}) -> !ts.tensor {
  %0 = aten.neg(%target) : (!ts.tensor) -> !ts.tensor
  %1 = prim.Constant 1 : i64
  %2 = aten.sub.Tensor(%input1, %input2, %1) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %3 = aten.mul.Tensor(%0, %2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %4 = prim.Constant 1 : i64
  %5 = aten.add.Scalar(%3, %margin, %4) : (!ts.tensor, f64, i64) -> !ts.tensor
  %6 = prim.Constant 0 : i64
  %loss = aten.clamp_min(%5, %6) : (!ts.tensor, i64) -> !ts.tensor
  %7 = prim.Constant 1 : i64
  %8 = aten.eq.int(%reduction, %7) : (i64, i64) -> i1
  %loss_1 = prim.If %8 -> (!ts.tensor) {
    %9 = prim.Constant : !ts.none
    %loss_2 = aten.mean(%loss, %9) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %loss_2 : !ts.tensor
  } else {
    %10 = prim.Constant 2 : i64
    %11 = aten.eq.int(%reduction, %10) : (i64, i64) -> i1
    %loss_3 = prim.If %11 -> (!ts.tensor) {
      %12 = prim.Constant : !ts.none
      %loss_4 = aten.sum(%loss, %12) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %loss_4 : !ts.tensor
    } else {
      prim.If.yield %loss : !ts.tensor
    }
    prim.If.yield %loss_3 : !ts.tensor
  }
  func.return %loss_1 : !ts.tensor
}
func.func @aten.hinge_embedding_loss(%self: !ts.tensor, %target: !ts.tensor, %margin: f64 {ts.default = 1.000000e+00 : f64}, %reduction: i64 {ts.default = 1 : i64}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = prim.Constant : !ts.none
  %2 = prim.Constant : !ts.none
  %3 = prim.Constant : !ts.none
  %4 = prim.Constant : !ts.none
  %zeros = aten.zeros_like(%self, %0, %1, %2, %3, %4) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %5 = prim.Constant 1 : i64
  %6 = aten.eq.Scalar(%target, %5) : (!ts.tensor, i64) -> !ts.tensor
  %7 = prim.Constant : !ts.none
  %8 = prim.Constant : !ts.none
  %9 = prim.Constant : !ts.none
  %10 = prim.Constant : !ts.none
  %11 = prim.Constant : !ts.none
  %12 = aten.full_like(%self, %margin, %7, %8, %9, %10, %11) : (!ts.tensor, f64, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %13 = prim.Constant 1 : i64
  %14 = aten.sub.Tensor(%12, %self, %13) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %15 = prim.Constant 0 : i64
  %16 = aten.clamp_min(%14, %15) : (!ts.tensor, i64) -> !ts.tensor
  %far = aten.where.self(%6, %zeros, %16) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
  %17 = prim.Constant -1 : i64
  %18 = aten.eq.Scalar(%target, %17) : (!ts.tensor, i64) -> !ts.tensor
  %near = aten.where.self(%18, %zeros, %self) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
  %19 = prim.Constant 1 : i64
  %loss = aten.add.Tensor(%far, %near, %19) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %20 = prim.Constant 1 : i64
  %21 = aten.eq.int(%reduction, %20) : (i64, i64) -> i1
  %loss_1 = prim.If %21 -> (!ts.tensor) {
    %22 = prim.Constant : !ts.none
    %loss_2 = aten.mean(%loss, %22) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %loss_2 : !ts.tensor
  } else {
    %23 = prim.Constant 2 : i64
    %24 = aten.eq.int(%reduction, %23) : (i64, i64) -> i1
    %loss_3 = prim.If %24 -> (!ts.tensor) {
      %25 = prim.Constant : !ts.none
      %loss_4 = aten.sum(%loss, %25) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %loss_4 : !ts.tensor
    } else {
      prim.If.yield %loss : !ts.tensor
    }
    prim.If.yield %loss_3 : !ts.tensor
  }
  func.return %loss_1 : !ts.tensor
}
func.func @aten.cosine_embedding_loss(%input1: !ts.tensor, %input2: !ts.tensor, %target: !ts.tensor, %margin: f64 {ts.default = 0.000000e+00 : f64}, %reduction: i64 {ts.default = 1 : i64}) -> !ts.tensor {
  %0 = aten.dim(%target) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.gt.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = aten.dim(%input1) : (!ts.tensor) -> i64
    %6 = aten.dim(%target) : (!ts.tensor) -> i64
    %7 = prim.Constant 1 : i64
    %8 = aten.add.int(%6, %7) : (i64, i64) -> i64
    %9 = aten.ne.int(%5, %8) : (i64, i64) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %12 = aten.dim(%input2) : (!ts.tensor) -> i64
      %13 = aten.dim(%target) : (!ts.tensor) -> i64
      %14 = prim.Constant 1 : i64
      %15 = aten.add.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If.yield %10 : i1
  }
  prim.If %3 {
    %17 = prim.Constant "cosine_embedding_loss: a target of 0 or 1 dimensions and inputs of one more are expected" : !ts.str
    %18 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%17, %18) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %19 = aten.mul.Tensor(%input1, %input2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %20 = aten.dim(%target) : (!ts.tensor) -> i64
  %21 = prim.ListConstruct(%20) : (i64) -> !ts.list<i64>
  %22 = prim.Constant false
  %23 = prim.Constant : !ts.none
  %products = aten.sum.dim_IntList(%19, %21, %22, %23) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %24 = aten.mul.Tensor(%input1, %input1) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %25 = aten.dim(%target) : (!ts.tensor) -> i64
  %26 = prim.ListConstruct(%25) : (i64) -> !ts.list<i64>
  %27 = prim.Constant false
  %28 = prim.Constant : !ts.none
  %29 = aten.sum.dim_IntList(%24, %26, %27, %28) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %30 = prim.Constant 1.000000e-12 : f64
  %31 = prim.Constant 1 : i64
  %32 = aten.add.Scalar(%29, %30, %31) : (!ts.tensor, f64, i64) -> !ts.tensor
  %33 = aten.mul.Tensor(%input2, %input2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %34 = aten.dim(%target) : (!ts.tensor) -> i64
  %35 = prim.ListConstruct(%34) : (i64) -> !ts.list<i64>
  %36 = prim.Constant false
  %37 = prim.Constant : !ts.none
  %38 = aten.sum.dim_IntList(%33, %35, %36, %37) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %39 = prim.Constant 1.000000e-12 : f64
  %40 = prim.Constant 1 : i64
  %41 = aten.add.Scalar(%38, %39, %40) : (!ts.tensor, f64, i64) -> !ts.tensor
  %squares = aten.mul.Tensor(%32, %41) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %42 = aten.sqrt(%squares) : (!ts.tensor) -> !ts.tensor
  %cosine = aten.div.Tensor(%products, %42) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %43 = prim.Constant : !ts.none
  %44 = prim.Constant : !ts.none
  %45 = prim.Constant : !ts.none
  %46 = prim.Constant : !ts.none
  %47 = prim.Constant : !ts.none
  %zeros = aten.zeros_like(%cosine, %43, %44, %45, %46, %47) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %48 = prim.Constant 1 : i64
  %49 = aten.eq.Scalar(%target, %48) : (!ts.tensor, i64) -> !ts.tensor
  %50 = prim.Constant 1 : i64
  %51 = aten.neg(%cosine) : (!ts.tensor) -> !ts.tensor
  %52 = prim.Constant 1 : i64
  %53 = aten.add.Scalar(%51, %50, %52) : (!ts.tensor, i64, i64) -> !ts.tensor
  %alike = aten.where.self(%49, %53, %zeros) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
  %54 = prim.Constant -1 : i64
  %55 = aten.eq.Scalar(%target, %54) : (!ts.tensor, i64) -> !ts.tensor
  %56 = prim.Constant 1 : i64
  %57 = aten.sub.Scalar(%cosine, %margin, %56) : (!ts.tensor, f64, i64) -> !ts.tensor
  %58 = prim.Constant 0 : i64
  %59 = aten.clamp_min(%57, %58) : (!ts.tensor, i64) -> !ts.tensor
  %apart = aten.where.self(%55, %59, %zeros) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
  %60 = prim.Constant 1 : i64
  %loss = aten.add.Tensor(%alike, %apart, %60) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %61 = prim.Constant 1 : i64
  %62 = aten.eq.int(%reduction, %61) : (i64, i64) -> i1
  %loss_1 = prim.If %62 -> (!ts.tensor) {
    %63 = prim.Constant : !ts.none
    %loss_2 = aten.mean(%loss, %63) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %loss_2 : !ts.tensor
  } else {
    %64 = prim.Constant 2 : i64
    %65 = aten.eq.int(%reduction, %64) : (i64, i64) -> i1
    %loss_3 = prim.If %65 -> (!ts.tensor) {
      %66 = prim.Constant : !ts.none
      %loss_4 = aten.sum(%loss, %66) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %loss_4 : !ts.tensor
    } else {
      prim.If.yield %loss : !ts.tensor
    }
    prim.If.yield %loss_3 : !ts.tensor
  }
  func.return %loss_1 : !ts.tensor
}
func.func @aten.pairwise_distance(%x1: !ts.tensor, %x2: !ts.tensor, %p: f64 {ts.default = 2.000000e+00 : f64}, %eps: f64 {ts.default = 1.000000e-06 : f64}, %keepdim: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.dim(%x1) : (!ts.tensor) -> i64
  %1 = aten.dim(%x2) : (!ts.tensor) -> i64
  %2 = prim.max.int(%0, %1) : (i64, i64) -> i64
  %3 = prim.Constant 1 : i64
  %last = aten.sub.int(%2, %3) : (i64, i64) -> i64
  %4 = prim.Constant 1 : i64
  %5 = aten.sub.Tensor(%x1, %x2, %4) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %6 = prim.Constant 1 : i64
  %input = aten.add.Scalar(%5, %eps, %6) : (!ts.tensor, f64, i64) -> !ts.tensor
  %7 = prim.ListConstruct(%last) : (i64) -> !ts.list<i64>
  %dtype = prim.Constant : !ts.optional<i64>
  %p_1 = prim.unchecked_cast(%p) : (f64) -> !ts.optional<!ts.number>
  %dim = prim.unchecked_cast(%7) : (!ts.list<i64>) -> !ts.optional<!ts.list<i64>>
  %8 = prim.Constant : !ts.none
  %9 = aten.__is__(%p_1, %8) : (!ts.optional<!ts.number>, !ts.none) -> i1
  %order = prim.If %9 -> (!ts.number) {
    %10 = prim.Constant 2.000000e+00 : f64
    prim.If.yield %10 : f64
  } else {
    %p_2 = prim.unchecked_cast(%p_1) : (!ts.optional<!ts.number>) -> !ts.number
    prim.If.yield %p_2 : !ts.number
  }
  %11 = aten.linalg_vector_norm(%input, %order, %dim, %keepdim, %dtype) : (!ts.tensor, !ts.number, !ts.optional<!ts.list<i64>>, i1, !ts.optional<i64>) -> !ts.tensor
  func.return %11 : !ts.tensor
}
func.func @aten.triplet_margin_loss(%anchor: !ts.tensor, %positive: !ts.tensor, %negative: !ts.tensor, %margin: f64 {ts.default = 1.000000e+00 : f64}, %p: f64 {ts.default = 2.000000e+00 : f64}, %eps: f64 {ts.default = 1.000000e-06 : f64}, %swap: i1 {ts.default = false}, %reduction: i64 {ts.default = 1 : i64}) -> !ts.tensor {
  %0 = aten.dim(%anchor) : (!ts.tensor) -> i64
  %1 = aten.dim(%positive) : (!ts.tensor) -> i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = aten.dim(%anchor) : (!ts.tensor) -> i64
    %6 = aten.dim(%negative) : (!ts.tensor) -> i64
    %7 = aten.ne.int(%5, %6) : (i64, i64) -> i1
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.dim(%anchor) : (!ts.tensor) -> i64
    %9 = aten.dim(%positive) : (!ts.tensor) -> i64
    %10 = aten.dim(%negative) : (!ts.tensor) -> i64
    %11 = prim.Constant "triplet_margin_loss: anchor, positive and negative have {}, {} and {} dimensions; the same number is expected" : !ts.str
    %12 = aten.format(%11, %8, %9, %10) : (!ts.str, i64, i64, i64) -> !ts.str
    %13 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%12, %13) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %14 = prim.Constant false
  %near = aten.pairwise_distance(%anchor, %positive, %p, %eps, %14) : (!ts.tensor, !ts.tensor, f64, f64, i1) -> !ts.tensor
  %15 = prim.Constant false
  %far = aten.pairwise_distance(%anchor, %negative, %p, %eps, %15) : (!ts.tensor, !ts.tensor, f64, f64, i1) -> !ts.tensor
  %far_1 = prim.If %swap -> (!ts.tensor) {
    %16 = prim.Constant false
    %17 = aten.pairwise_distance(%positive, %negative, %p, %eps, %16) : (!ts.tensor, !ts.tensor, f64, f64, i1) -> !ts.tensor
    %far_2 = aten.minimum(%far, %17) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %far_2 : !ts.tensor
  } else {
    prim.If.yield %far : !ts.tensor
  }
  %18 = prim.Constant 1 : i64
  %19 = aten.add.Scalar(%near, %margin, %18) : (!ts.tensor, f64, i64) -> !ts.tensor
  %20 = prim.Constant 1 : i64
  %21 = aten.sub.Tensor(%19, %far_1, %20) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %22 = prim.Constant 0 : i64
  %loss = aten.clamp_min(%21, %22) : (!ts.tensor, i64) -> !ts.tensor
  %23 = prim.Constant 1 : i64
  %24 = aten.eq.int(%reduction, %23) : (i64, i64) -> i1
  %loss_1 = prim.If %24 -> (!ts.tensor) {
    %25 = prim.Constant : !ts.none
    %loss_2 = aten.mean(%loss, %25) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %loss_2 : !ts.tensor
  } else {
    %26 = prim.Constant 2 : i64
    %27 = aten.eq.int(%reduction, %26) : (i64, i64) -> i1
    %loss_3 = prim.If %27 -> (!ts.tensor) {
      %28 = prim.Constant : !ts.none
      %loss_4 = aten.sum(%loss, %28) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %loss_4 : !ts.tensor
    } else {
      prim.If.yield %loss : !ts.tensor
    }
    prim.If.yield %loss_3 : !ts.tensor
  }
  func.return %loss_1 : !ts.tensor
}
func.func @aten.kl_div(%self: !ts.tensor, %target: !ts.tensor, %reduction: i64 {ts.default = 1 : i64}, %log_target: i1 {ts.default = false}) -> !ts.tensor {
  %loss = prim.If %log_target -> (!ts.tensor) {
    %0 = aten.exp(%target) : (!ts.tensor) -> !ts.tensor
    %1 = prim.Constant 1 : i64
    %2 = aten.sub.Tensor(%target, %self, %1) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %loss_1 = aten.mul.Tensor(%0, %2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %loss_1 : !ts.tensor
  } else {
    %3 = aten.xlogy.Tensor(%target, %target) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %4 = aten.mul.Tensor(%target, %self) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %5 = prim.Constant 1 : i64
    %loss_2 = aten.sub.Tensor(%3, %4, %5) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %loss_2 : !ts.tensor
  }
  %6 = prim.Constant 1 : i64
  %7 = aten.eq.int(%reduction, %6) : (i64, i64) -> i1
  %loss_3 = prim.If %7 -> (!ts.tensor) {
    %8 = prim.Constant : !ts.none
    %loss_4 = aten.mean(%loss, %8) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %loss_4 : !ts.tensor
  } else {
    %9 = prim.Constant 2 : i64
    %10 = aten.eq.int(%reduction, %9) : (i64, i64) -> i1
    %loss_5 = prim.If %10 -> (!ts.tensor) {
      %11 = prim.Constant : !ts.none
      %loss_6 = aten.sum(%loss, %11) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %loss_6 : !ts.tensor
    } else {
      prim.If.yield %loss : !ts.tensor
    }
    prim.If.yield %loss_5 : !ts.tensor
  }
  func.return %loss_3 : !ts.tensor
}
func.func @aten.poisson_nll_loss(%input: !ts.tensor, %target: !ts.tensor, %log_input: i1, %full: i1, %eps: f64, %reduction: i64) -> !ts.tensor {
  %loss = prim.If %log_input -> (!ts.tensor) {
    %0 = aten.exp(%input) : (!ts.tensor) -> !ts.tensor
    %1 = aten.mul.Tensor(%target, %input) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %2 = prim.Constant 1 : i64
    %loss_1 = aten.sub.Tensor(%0, %1, %2) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %loss_1 : !ts.tensor
  } else {
    %3 = prim.Constant 1 : i64
    %4 = aten.add.Scalar(%input, %eps, %3) : (!ts.tensor, f64, i64) -> !ts.tensor
    %5 = aten.log(%4) : (!ts.tensor) -> !ts.tensor
    %6 = aten.mul.Tensor(%target, %5) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %7 = prim.Constant 1 : i64
    %loss_2 = aten.sub.Tensor(%input, %6, %7) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %loss_2 : !ts.tensor
  }
  %loss_3 = prim.If %full -> (!ts.tensor) {
    %8 = aten.log(%target) : (!ts.tensor) -> !ts.tensor
    %9 = aten.mul.Tensor(%target, %8) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %10 = prim.Constant 1 : i64
    %11 = aten.sub.Tensor(%9, %target, %10) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %12 = prim.Constant 5.000000e-01 : f64
    %13 = prim.Constant 6.2831853071795862 : f64
    %14 = aten.mul.Scalar(%target, %13) : (!ts.tensor, f64) -> !ts.tensor
    %15 = aten.log(%14) : (!ts.tensor) -> !ts.tensor
    %16 = aten.mul.Scalar(%15, %12) : (!ts.tensor, f64) -> !ts.tensor
    %17 = prim.Constant 1 : i64
    %stirling = aten.add.Tensor(%11, %16, %17) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %18 = prim.Constant 1 : i64
    %19 = aten.le.Scalar(%target, %18) : (!ts.tensor, i64) -> !ts.tensor
    %20 = prim.Constant 0 : i64
    %21 = aten.masked_fill.Scalar(%stirling, %19, %20) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %22 = prim.Constant 1 : i64
    %loss_4 = aten.add.Tensor(%loss, %21, %22) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %loss_4 : !ts.tensor
  } else {
    prim.If.yield %loss : !ts.tensor
  }
  %23 = prim.Constant 1 : i64
  %24 = aten.eq.int(%reduction, %23) : (i64, i64) -> i1
  %loss_5 = prim.If %24 -> (!ts.tensor) {
    %25 = prim.Constant : !ts.none
    %loss_6 = aten.mean(%loss_3, %25) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %loss_6 : !ts.tensor
  } else {
    %26 = prim.Constant 2 : i64
    %27 = aten.eq.int(%reduction, %26) : (i64, i64) -> i1
    %loss_7 = prim.If %27 -> (!ts.tensor) {
      %28 = prim.Constant : !ts.none
      %loss_8 = aten.sum(%loss_3, %28) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %loss_8 : !ts.tensor
    } else {
      prim.If.yield %loss_3 : !ts.tensor
    }
    prim.If.yield %loss_7 : !ts.tensor
  }
  func.return %loss_5 : !ts.tensor
}
func.func @aten.cosine_similarity(%x1: !ts.tensor, %x2: !ts.tensor, %dim: i64 {ts.default = 1 : i64}, %eps: f64 {ts.default = 1.000000e-08 : f64}) -> !ts.tensor {
  %dtype = aten.result_type.Tensor(%x1, %x2) : (!ts.tensor, !ts.tensor) -> i64
  %0 = prim.Constant false
  %1 = prim.Constant false
  %2 = prim.Constant : !ts.none
  %3 = aten.to.dtype(%x1, %dtype, %0, %1, %2) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  %4 = prim.Constant false
  %5 = prim.Constant false
  %6 = prim.Constant : !ts.none
  %7 = aten.to.dtype(%x2, %dtype, %4, %5, %6) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  %8 = prim.ListConstruct(%3, %7) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %9 = aten.broadcast_tensors(%8) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%9) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %10 = aten.is_floating_point(%a) : (!ts.tensor) -> i1
  %11 = aten.__not__(%10) : (i1) -> i1
  %12 = prim.If %11 -> (i1) {
    %13 = aten.is_complex(%a) : (!ts.tensor) -> i1
    %14 = aten.__not__(%13) : (i1) -> i1
    prim.If.yield %14 : i1
  } else {
    %15 = prim.Constant false
    prim.If.yield %15 : i1
  }
  prim.If %12 {
    %16 = prim.Constant "cosine_similarity: tensors of a floating type are expected" : !ts.str
    %17 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%16, %17) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %18 = prim.Constant 2 : i64
  %19 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
  %20 = prim.Constant true
  %21 = prim.Constant : !ts.none
  %22 = aten.linalg_vector_norm(%a, %18, %19, %20, %21) : (!ts.tensor, i64, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %lengths = aten.clamp_min(%22, %eps) : (!ts.tensor, f64) -> !ts.tensor
  %23 = prim.Constant 2 : i64
  %24 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
  %25 = prim.Constant true
  %26 = prim.Constant : !ts.none
  %27 = aten.linalg_vector_norm(%b, %23, %24, %25, %26) : (!ts.tensor, i64, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %others = aten.clamp_min(%27, %eps) : (!ts.tensor, f64) -> !ts.tensor
  %28 = aten.div.Tensor(%a, %lengths) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %29 = aten.div.Tensor(%b, %others) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %30 = aten.mul.Tensor(%28, %29) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %31 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
  %32 = prim.Constant false
  %33 = prim.Constant : !ts.none
  %34 = aten.sum.dim_IntList(%30, %31, %32, %33) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  func.return %34 : !ts.tensor
}
func.func @aten.pdist(%self: !ts.tensor, %p: f64 {ts.default = 2.000000e+00 : f64}) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = aten.dim(%self) : (!ts.tensor) -> i64
    %4 = prim.Constant "pdist: a matrix is expected, not a tensor of {} dimensions" : !ts.str
    %5 = aten.format(%4, %3) : (!ts.str, i64) -> !ts.str
    %6 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%5, %6) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %7 = prim.Constant 0 : i64
  %8 = aten.lt.float_int(%p, %7) : (f64, i64) -> i1
  prim.If %8 {
    %9 = prim.Constant "pdist: an order that is not negative is expected, not {}" : !ts.str
    %10 = aten.format(%9, %p) : (!ts.str, f64) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = prim.Constant 0 : i64
  %13 = aten.contiguous(%self, %12) : (!ts.tensor, i64) -> !ts.tensor
  %14 = aten._pdist_forward(%13, %p) : (!ts.tensor, f64) -> !ts.tensor
  func.return %14 : !ts.tensor
}
func.func @aten.multilabel_margin_loss(%self: !ts.tensor, %target: !ts.tensor, %reduction: i64 {ts.default = 1 : i64}) -> !ts.tensor {
  %loss, %targets = aten.multilabel_margin_loss_forward(%self, %target, %reduction) : (!ts.tensor, !ts.tensor, i64) -> (!ts.tensor, !ts.tensor)
  func.return %loss : !ts.tensor
}
func.func @aten.nll_loss(%self: !ts.tensor, %target: !ts.tensor, %weight: !ts.optional<!ts.tensor> {ts.default}, %reduction: i64 {ts.default = 1 : i64}, %ignore_index: i64 {ts.default = -100 : i64}) -> !ts.tensor {
  %loss, %weights = aten.nll_loss_forward(%self, %target, %weight, %reduction, %ignore_index) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, i64, i64) -> (!ts.tensor, !ts.tensor)
  func.return %loss : !ts.tensor
}
func.func @aten.nll_loss2d(%self: !ts.tensor, %target: !ts.tensor, %weight: !ts.optional<!ts.tensor> {ts.default}, %reduction: i64 {ts.default = 1 : i64}, %ignore_index: i64 {ts.default = -100 : i64}) -> !ts.tensor {
  %loss, %weights = aten.nll_loss2d_forward(%self, %target, %weight, %reduction, %ignore_index) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, i64, i64) -> (!ts.tensor, !ts.tensor)
  func.return %loss : !ts.tensor
}
func.func @aten.nll_loss_nd(%self: !ts.tensor, %target: !ts.tensor, %weight: !ts.optional<!ts.tensor> {ts.default}, %reduction: i64 {ts.default = 1 : i64}, %ignore_index: i64 {ts.default = -100 : i64}) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.lt.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "nll_loss: an input of at least one dimension is expected" : !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = aten.dim(%self) : (!ts.tensor) -> i64
  %6 = prim.Constant 1 : i64
  %7 = aten.ne.int(%5, %6) : (i64, i64) -> i1
  %8 = prim.If %7 -> (i1) {
    %9 = aten.dim(%target) : (!ts.tensor) -> i64
    %10 = prim.Constant 1 : i64
    %11 = aten.lt.int(%9, %10) : (i64, i64) -> i1
    %12 = prim.If %11 -> (i1) {
      %13 = prim.Constant true
      prim.If.yield %13 : i1
    } else {
      %14 = prim.Constant 0 : i64
      %15 = aten.size.int(%self, %14) : (!ts.tensor, i64) -> i64
      %16 = prim.Constant 0 : i64
      %17 = aten.size.int(%target, %16) : (!ts.tensor, i64) -> i64
      %18 = aten.ne.int(%15, %17) : (i64, i64) -> i1
      prim.If.yield %18 : i1
    }
    prim.If.yield %12 : i1
  } else {
    %19 = prim.Constant false
    prim.If.yield %19 : i1
  }
  prim.If %8 {
    %20 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
    %21 = aten.size(%target) : (!ts.tensor) -> !ts.list<i64>
    %22 = prim.Constant "nll_loss: an input of size {} and a target of size {} differ in the first size" : !ts.str
    %23 = aten.format(%22, %20, %21) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
    %24 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%23, %24) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %25 = aten.dim(%self) : (!ts.tensor) -> i64
  %26 = prim.Constant 2 : i64
  %27 = aten.le.int(%25, %26) : (i64, i64) -> i1
  %28 = prim.If %27 -> (!ts.tensor) {
    %29 = aten.nll_loss(%self, %target, %weight, %reduction, %ignore_index) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, i64, i64) -> !ts.tensor
    prim.If.yield %29 : !ts.tensor
  } else {
    %30 = aten.dim(%self) : (!ts.tensor) -> i64
    %31 = prim.Constant 4 : i64
    %32 = aten.eq.int(%30, %31) : (i64, i64) -> i1
    %33 = prim.If %32 -> (!ts.tensor) {
      %34 = aten.nll_loss2d(%self, %target, %weight, %reduction, %ignore_index) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, i64, i64) -> !ts.tensor
      prim.If.yield %34 : !ts.tensor
    } else {
      %sizes = aten.size(%target) : (!ts.tensor) -> !ts.list<i64>
      %35 = prim.Constant 0 : i64
      %36 = aten.size.int(%self, %35) : (!ts.tensor, i64) -> i64
      %37 = prim.ListConstruct(%36) : (i64) -> !ts.list<i64>
      %38 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
      %39 = prim.Constant 2 : i64
      %40 = prim.Constant : !ts.none
      %41 = prim.Constant 1 : i64
      %42 = aten.slice.t(%38, %39, %40, %41) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
      %43 = aten.add.t(%37, %42) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
      %44 = aten.ne.int_list(%43, %sizes) : (!ts.list<i64>, !ts.list<i64>) -> i1
      prim.If %44 {
        %45 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
        %46 = prim.Constant 0 : i64
        %47 = aten.size.int(%self, %46) : (!ts.tensor, i64) -> i64
        %48 = prim.ListConstruct(%47) : (i64) -> !ts.list<i64>
        %49 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
        %50 = prim.Constant 2 : i64
        %51 = prim.Constant : !ts.none
        %52 = prim.Constant 1 : i64
        %53 = aten.slice.t(%49, %50, %51, %52) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
        %54 = aten.add.t(%48, %53) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
        %55 = prim.Constant "nll_loss: an input of size {} takes a target of size {}, not {}" : !ts.str
        %56 = aten.format(%55, %45, %54, %sizes) : (!ts.str, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>) -> !ts.str
        %57 = prim.Constant "builtins.RuntimeError" : !ts.str
        prim.RaiseException(%56, %57) : (!ts.str, !ts.str) -> ()
        prim.If.yield
      } else {
        prim.If.yield
      }
      %58 = aten.numel(%target) : (!ts.tensor) -> i64
      %59 = prim.Constant 0 : i64
      %60 = aten.size.int(%self, %59) : (!ts.tensor, i64) -> i64
      %61 = prim.Constant 1 : i64
      %62 = prim.max.int(%60, %61) : (i64, i64) -> i64
      %places = aten.floordiv.int(%58, %62) : (i64, i64) -> i64
      %63 = prim.Constant 0 : i64
      %64 = aten.size.int(%self, %63) : (!ts.tensor, i64) -> i64
      %65 = prim.Constant 1 : i64
      %66 = aten.size.int(%self, %65) : (!ts.tensor, i64) -> i64
      %67 = prim.Constant 1 : i64
      %68 = prim.ListConstruct(%64, %66, %67, %places) : (i64, i64, i64, i64) -> !ts.list<i64>
      %scores = aten.reshape(%self, %68) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %69 = prim.Constant 0 : i64
      %70 = aten.size.int(%self, %69) : (!ts.tensor, i64) -> i64
      %71 = prim.Constant 1 : i64
      %72 = prim.ListConstruct(%70, %71, %places) : (i64, i64, i64) -> !ts.list<i64>
      %73 = aten.reshape(%target, %72) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %loss = aten.nll_loss2d(%scores, %73, %weight, %reduction, %ignore_index) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, i64, i64) -> !ts.tensor
      %74 = prim.Constant 0 : i64
      %75 = aten.eq.int(%reduction, %74) : (i64, i64) -> i1
      %loss_1 = prim.If %75 -> (!ts.tensor) {
        %loss_2 = aten.view(%loss, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
        prim.If.yield %loss_2 : !ts.tensor
      } else {
        prim.If.yield %loss : !ts.tensor
      }
      prim.If.yield %loss_1 : !ts.tensor
    }
    prim.If.yield %33 : !ts.tensor
  }
  func.return %28 : !ts.tensor
}
func.func @aten.cross_entropy_loss(%self: !ts.tensor, %target: !ts.tensor, %weight: !ts.optional<!ts.tensor> {ts.default}, %reduction: i64 {ts.default = 1 : i64}, %ignore_index: i64 {ts.default = -100 : i64}, %label_smoothing: f64 {ts.default = 0.000000e+00 : f64}) -> !ts.tensor {
  %0 = prim.Constant 0 : i64
  %1 = aten.lt.float_int(%label_smoothing, %0) : (f64, i64) -> i1
  %2 = prim.If %1 -> (i1) {
    %3 = prim.Constant true
    prim.If.yield %3 : i1
  } else {
    %4 = prim.Constant 1 : i64
    %5 = aten.gt.float_int(%label_smoothing, %4) : (f64, i64) -> i1
    prim.If.yield %5 : i1
  }
  prim.If %2 {
    %6 = prim.Constant "cross_entropy_loss: a label smoothing from 0 to 1 is expected, not {}" : !ts.str
    %7 = aten.format(%6, %label_smoothing) : (!ts.str, f64) -> !ts.str
    %8 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%7, %8) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %classes = prim.Constant 1 : i64
  %9 = aten.dim(%self) : (!ts.tensor) -> i64
  %10 = prim.Constant 2 : i64
  %11 = aten.lt.int(%9, %10) : (i64, i64) -> i1
  %classes_1 = prim.If %11 -> (i64) {
    %classes_2 = prim.Constant 0 : i64
    prim.If.yield %classes_2 : i64
  } else {
    prim.If.yield %classes : i64
  }
  %12 = prim.dtype(%self) : (!ts.tensor) -> i64
  %logs = aten.log_softmax.int(%self, %classes_1, %12) : (!ts.tensor, i64, i64) -> !ts.tensor
  %13 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %14 = aten.size(%target) : (!ts.tensor) -> !ts.list<i64>
  %15 = aten.eq.int_list(%13, %14) : (!ts.list<i64>, !ts.list<i64>) -> i1
  %16 = prim.If %15 -> (!ts.tensor) {
    %17 = prim.Constant 0 : i64
    %18 = aten.ge.int(%ignore_index, %17) : (i64, i64) -> i1
    prim.If %18 {
      %19 = prim.Constant "cross_entropy_loss: no probability is ignored, ignore_index is not to be given" : !ts.str
      %20 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%19, %20) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %21 = aten.is_floating_point(%target) : (!ts.tensor) -> i1
    %22 = aten.__not__(%21) : (i1) -> i1
    prim.If %22 {
      %23 = prim.Constant "cross_entropy_loss: a target of the size of the input holds probabilities, and is of a floating type" : !ts.str
      %24 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%23, %24) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %count = aten.size.int(%logs, %classes_1) : (!ts.tensor, i64) -> i64
    %25 = prim.Constant 0 : i64
    %26 = aten.gt.float_int(%label_smoothing, %25) : (f64, i64) -> i1
    %target_1 = prim.If %26 -> (!ts.tensor) {
      %27 = prim.Constant 1 : i64
      %28 = aten.sub.int_float(%27, %label_smoothing) : (i64, f64) -> f64
      %29 = aten.mul.Scalar(%target, %28) : (!ts.tensor, f64) -> !ts.tensor
      %30 = aten.div(%label_smoothing, %count) : (f64, i64) -> f64
      %31 = prim.Constant 1 : i64
      %target_2 = aten.add.Scalar(%29, %30, %31) : (!ts.tensor, f64, i64) -> !ts.tensor
      prim.If.yield %target_2 : !ts.tensor
    } else {
      prim.If.yield %target : !ts.tensor
    }
    %products = aten.mul.Tensor(%logs, %target_1) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %32 = prim.Constant : !ts.none
    %33 = aten.__isnot__(%weight, %32) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %products_1 = prim.If %33 -> (!ts.tensor) {
      %weight_1 = prim.unchecked_cast(%weight) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      %rank = aten.dim(%logs) : (!ts.tensor) -> i64
      %34 = prim.Constant 1 : i64
      %35 = prim.ListConstruct(%34) : (i64) -> !ts.list<i64>
      %sizes = aten.mul.left_t(%35, %rank) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %36 = prim.Constant 0 : i64
      %37 = aten.size.int(%weight_1, %36) : (!ts.tensor, i64) -> i64
      %38 = aten._set_item.t(%sizes, %classes_1, %37) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
      %39 = aten.view(%weight_1, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %products_2 = aten.mul.Tensor(%products, %39) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      prim.If.yield %products_2 : !ts.tensor
    } else {
      prim.If.yield %products : !ts.tensor
    }
    %40 = prim.Constant 0 : i64
    %41 = aten.eq.int(%reduction, %40) : (i64, i64) -> i1
    %42 = prim.If %41 -> (!ts.tensor) {
      %43 = prim.ListConstruct(%classes_1) : (i64) -> !ts.list<i64>
      %44 = prim.Constant false
      %45 = prim.Constant : !ts.none
      %46 = aten.sum.dim_IntList(%products_1, %43, %44, %45) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
      %47 = aten.neg(%46) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %47 : !ts.tensor
    } else {
      %48 = prim.Constant 2 : i64
      %49 = aten.eq.int(%reduction, %48) : (i64, i64) -> i1
      %50 = prim.If %49 -> (!ts.tensor) {
        %51 = prim.Constant : !ts.none
        %52 = aten.sum(%products_1, %51) : (!ts.tensor, !ts.none) -> !ts.tensor
        %53 = aten.neg(%52) : (!ts.tensor) -> !ts.tensor
        prim.If.yield %53 : !ts.tensor
      } else {
        %54 = aten.numel(%logs) : (!ts.tensor) -> i64
        %55 = prim.Constant 0 : i64
        %56 = aten.eq.int(%54, %55) : (i64, i64) -> i1
        %57 = prim.If %56 -> (!ts.tensor) {
          %58 = prim.Constant : !ts.none
          %59 = aten.sum(%products_1, %58) : (!ts.tensor, !ts.none) -> !ts.tensor
          %60 = aten.neg(%59) : (!ts.tensor) -> !ts.tensor
          %61 = prim.Constant "nan" : !ts.str
          %62 = aten.Float.str(%61) : (!ts.str) -> f64
          %63 = aten.mul.Scalar(%60, %62) : (!ts.tensor, f64) -> !ts.tensor
          prim.If.yield %63 : !ts.tensor
        } else {
          %64 = prim.Constant : !ts.none
          %65 = aten.sum(%products_1, %64) : (!ts.tensor, !ts.none) -> !ts.tensor
          %66 = aten.neg(%65) : (!ts.tensor) -> !ts.tensor
          %67 = aten.numel(%logs) : (!ts.tensor) -> i64
          %68 = aten.floordiv.int(%67, %count) : (i64, i64) -> i64
          %69 = aten.div.Scalar(%66, %68) : (!ts.tensor, i64) -> !ts.tensor
          prim.If.yield %69 : !ts.tensor
        }
        prim.If.yield %57 : !ts.tensor
      }
      prim.If.yield %50 : !ts.tensor
    }
    prim.If.yield %42 : !ts.tensor
  } else {
    %loss = aten.nll_loss_nd(%logs, %target, %weight, %reduction, %ignore_index) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, i64, i64) -> !ts.tensor
    %70 = prim.Constant 0 : i64
    %71 = aten.gt.float_int(%label_smoothing, %70) : (f64, i64) -> i1
    %loss_1 = prim.If %71 -> (!ts.tensor) {
      %72 = prim.Constant : !ts.none
      %73 = aten.__is__(%weight, %72) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
      %loss_2 = prim.If %73 -> (!ts.tensor) {
        %74 = prim.ListConstruct(%classes_1) : (i64) -> !ts.list<i64>
        %75 = prim.Constant false
        %76 = prim.Constant : !ts.none
        %77 = aten.sum.dim_IntList(%logs, %74, %75, %76) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
        %loss_3 = aten.neg(%77) : (!ts.tensor) -> !ts.tensor
        prim.If.yield %loss_3 : !ts.tensor
      } else {
        %weight_2 = prim.unchecked_cast(%weight) : (!ts.optional<!ts.tensor>) -> !ts.tensor
        %rank_1 = aten.dim(%logs) : (!ts.tensor) -> i64
        %78 = prim.Constant 1 : i64
        %79 = prim.ListConstruct(%78) : (i64) -> !ts.list<i64>
        %sizes_1 = aten.mul.left_t(%79, %rank_1) : (!ts.list<i64>, i64) -> !ts.list<i64>
        %80 = prim.Constant 0 : i64
        %81 = aten.size.int(%weight_2, %80) : (!ts.tensor, i64) -> i64
        %82 = aten._set_item.t(%sizes_1, %classes_1, %81) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
        %83 = aten.view(%weight_2, %sizes_1) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
        %84 = aten.mul.Tensor(%logs, %83) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        %85 = prim.ListConstruct(%classes_1) : (i64) -> !ts.list<i64>
        %86 = prim.Constant false
        %87 = prim.Constant : !ts.none
        %88 = aten.sum.dim_IntList(%84, %85, %86, %87) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
        %loss_4 = aten.neg(%88) : (!ts.tensor) -> !ts.tensor
        prim.If.yield %loss_4 : !ts.tensor
      }
      %ignored = aten.eq.Scalar(%target, %ignore_index) : (!ts.tensor, i64) -> !ts.tensor
      %89 = prim.Constant 0 : i64
      %loss_5 = aten.masked_fill.Scalar(%loss_2, %ignored, %89) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
      %90 = prim.Constant 0 : i64
      %91 = aten.eq.int(%reduction, %90) : (i64, i64) -> i1
      %smooth = prim.If %91 -> (!ts.tensor) {
        prim.If.yield %loss_5 : !ts.tensor
      } else {
        %92 = prim.Constant 2 : i64
        %93 = aten.eq.int(%reduction, %92) : (i64, i64) -> i1
        %94 = prim.If %93 -> (!ts.tensor) {
          %95 = prim.Constant : !ts.none
          %96 = aten.sum(%loss_5, %95) : (!ts.tensor, !ts.none) -> !ts.tensor
          prim.If.yield %96 : !ts.tensor
        } else {
          %97 = prim.Constant : !ts.none
          %98 = aten.__is__(%weight, %97) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
          %99 = prim.If %98 -> (!ts.tensor) {
            %100 = aten.bitwise_not(%ignored) : (!ts.tensor) -> !ts.tensor
            %101 = aten.masked_select(%loss_5, %100) : (!ts.tensor, !ts.tensor) -> !ts.tensor
            %102 = prim.Constant : !ts.none
            %103 = aten.mean(%101, %102) : (!ts.tensor, !ts.none) -> !ts.tensor
            prim.If.yield %103 : !ts.tensor
          } else {
            %weight_3 = prim.unchecked_cast(%weight) : (!ts.optional<!ts.tensor>) -> !ts.tensor
            %weight_4 = prim.unchecked_cast(%weight) : (!ts.optional<!ts.tensor>) -> !ts.tensor
            %104 = prim.Constant : !ts.none
            %105 = aten.sum(%loss_5, %104) : (!ts.tensor, !ts.none) -> !ts.tensor
            %106 = prim.Constant 0 : i64
            %107 = aten.bitwise_not(%ignored) : (!ts.tensor) -> !ts.tensor
            %108 = aten.masked_select(%target, %107) : (!ts.tensor, !ts.tensor) -> !ts.tensor
            %109 = prim.Constant false
            %110 = aten.gather(%weight_4, %106, %108, %109) : (!ts.tensor, i64, !ts.tensor, i1) -> !ts.tensor
            %111 = prim.Constant : !ts.none
            %112 = aten.sum(%110, %111) : (!ts.tensor, !ts.none) -> !ts.tensor
            %113 = aten.div.Tensor(%105, %112) : (!ts.tensor, !ts.tensor) -> !ts.tensor
            prim.If.yield %113 : !ts.tensor
          }
          prim.If.yield %99 : !ts.tensor
        }
        prim.If.yield %94 : !ts.tensor
      }
      %114 = prim.Constant 1 : i64
      %115 = aten.sub.int_float(%114, %label_smoothing) : (i64, f64) -> f64
      %116 = aten.mul.Scalar(%loss, %115) : (!ts.tensor, f64) -> !ts.tensor
      %117 = aten.size.int(%self, %classes_1) : (!ts.tensor, i64) -> i64
      %118 = aten.div(%label_smoothing, %117) : (f64, i64) -> f64
      %119 = aten.mul.Scalar(%smooth, %118) : (!ts.tensor, f64) -> !ts.tensor
      %120 = prim.Constant 1 : i64
      %loss_6 = aten.add.Tensor(%116, %119, %120) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
      prim.If.yield %loss_6 : !ts.tensor
    } else {
      prim.If.yield %loss : !ts.tensor
    }
    prim.If.yield %loss_1 : !ts.tensor
  }
  func.return %16 : !ts.tensor
}
func.func @aten.relu6(%self: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant 0.000000e+00 : f64
  %1 = prim.Constant 6.000000e+00 : f64
  %2 = aten.hardtanh(%self, %0, %1) : (!ts.tensor, f64, f64) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.selu(%self: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant 1.6732632423543772 : f64
  %1 = prim.Constant 1.0507009873554805 : f64
  %2 = prim.Constant 1 : i64
  %3 = aten.elu(%self, %0, %1, %2) : (!ts.tensor, f64, f64, i64) -> !ts.tensor
  func.return %3 : !ts.tensor
}
func.func @aten.log_sigmoid(%self: !ts.tensor) -> !ts.tensor {
  %result, %buffer = aten.log_sigmoid_forward(%self) : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
  func.return %result : !ts.tensor
}
func.func @aten.isfinite(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.is_floating_point(%self) : (!ts.tensor) -> i1
  %1 = aten.__not__(%0) : (i1) -> i1
  %2 = prim.If %1 -> (i1) {
    %3 = aten.is_complex(%self) : (!ts.tensor) -> i1
    %4 = aten.__not__(%3) : (i1) -> i1
    prim.If.yield %4 : i1
  } else {
    %5 = prim.Constant false
    prim.If.yield %5 : i1
  }
  %6 = prim.If %2 -> (!ts.tensor) {
    %7 = prim.Constant 11 : i64
    %8 = prim.Constant : !ts.none
    %9 = prim.Constant : !ts.none
    %10 = prim.Constant : !ts.none
    %11 = prim.Constant : !ts.none
    %12 = aten.ones_like(%self, %7, %8, %9, %10, %11) : (!ts.tensor, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %12 : !ts.tensor
  } else {
    %13 = aten.eq.Tensor(%self, %self) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %14 = aten.abs(%self) : (!ts.tensor) -> !ts.tensor
    %15 = prim.Constant "inf" : !ts.str
    %16 = aten.Float.str(%15) : (!ts.str) -> f64
    %17 = aten.ne.Scalar(%14, %16) : (!ts.tensor, f64) -> !ts.tensor
    %18 = aten.__and__.Tensor(%13, %17) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %18 : !ts.tensor
  }
  func.return %6 : !ts.tensor
}
func.func @aten.isreal(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.is_complex(%self) : (!ts.tensor) -> i1
  %1 = aten.__not__(%0) : (i1) -> i1
  %2 = prim.If %1 -> (!ts.tensor) {
    %3 = prim.Constant 11 : i64
    %4 = prim.Constant : !ts.none
    %5 = prim.Constant : !ts.none
    %6 = prim.Constant : !ts.none
    %7 = prim.Constant : !ts.none
    %8 = aten.ones_like(%self, %3, %4, %5, %6, %7) : (!ts.tensor, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %8 : !ts.tensor
  } else {
    %9 = aten.imag(%self) : (!ts.tensor) -> !ts.tensor
    %10 = prim.Constant 0 : i64
    %11 = aten.eq.Scalar(%9, %10) : (!ts.tensor, i64) -> !ts.tensor
    prim.If.yield %11 : !ts.tensor
  }
  func.return %2 : !ts.tensor
}
func.func @aten.square(%self: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant 2 : i64
  %1 = aten.pow.Tensor_Scalar(%self, %0) : (!ts.tensor, i64) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.isclose(%self: !ts.tensor, %other: !ts.tensor, %rtol: f64 {ts.default = 1.000000e-05 : f64}, %atol: f64 {ts.default = 1.000000e-08 : f64}, %equal_nan: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.dtype(%self) : (!ts.tensor) -> i64
  %1 = prim.dtype(%other) : (!ts.tensor) -> i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "isclose: two tensors of one element type are expected" : !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = prim.Constant 0 : i64
  %6 = aten.lt.float_int(%rtol, %5) : (f64, i64) -> i1
  %7 = prim.If %6 -> (i1) {
    %8 = prim.Constant true
    prim.If.yield %8 : i1
  } else {
    %9 = prim.Constant 0 : i64
    %10 = aten.lt.float_int(%atol, %9) : (f64, i64) -> i1
    prim.If.yield %10 : i1
  }
  prim.If %7 {
    %11 = prim.Constant "isclose: tolerances that are not negative are expected, not rtol={} and atol={}" : !ts.str
    %12 = aten.format(%11, %rtol, %atol) : (!ts.str, f64, f64) -> !ts.str
    %13 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%12, %13) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %close = aten.eq.Tensor(%self, %other) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %14 = prim.If %equal_nan -> (i1) {
    %15 = aten.is_floating_point(%self) : (!ts.tensor) -> i1
    %16 = prim.If %15 -> (i1) {
      %17 = prim.Constant true
      prim.If.yield %17 : i1
    } else {
      %18 = aten.is_complex(%self) : (!ts.tensor) -> i1
      prim.If.yield %18 : i1
    }
    prim.If.yield %16 : i1
  } else {
    %19 = prim.Constant false
    prim.If.yield %19 : i1
  }
  %close_1 = prim.If %14 -> (!ts.tensor) {
    %20 = aten.ne.Tensor(%self, %self) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %21 = aten.ne.Tensor(%other, %other) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %22 = aten.__and__.Tensor(%20, %21) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %close_2 = aten.__or__.Tensor(%close, %22) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %close_2 : !ts.tensor
  } else {
    prim.If.yield %close : !ts.tensor
  }
  %23 = prim.Constant 0 : i64
  %24 = aten.eq.float_int(%rtol, %23) : (f64, i64) -> i1
  %25 = prim.If %24 -> (i1) {
    %26 = prim.Constant 0 : i64
    %27 = aten.eq.float_int(%atol, %26) : (f64, i64) -> i1
    prim.If.yield %27 : i1
  } else {
    %28 = prim.Constant false
    prim.If.yield %28 : i1
  }
  %29 = prim.If %25 -> (!ts.tensor) {
    prim.If.yield %close_1 : !ts.tensor
  } else {
    %30 = aten.is_floating_point(%self) : (!ts.tensor) -> i1
    %31 = aten.__not__(%30) : (i1) -> i1
    %32 = prim.If %31 -> (i1) {
      %33 = aten.is_complex(%self) : (!ts.tensor) -> i1
      %34 = aten.__not__(%33) : (i1) -> i1
      prim.If.yield %34 : i1
    } else {
      %35 = prim.Constant false
      prim.If.yield %35 : i1
    }
    %self_1, %other_1 = prim.If %32 -> (!ts.tensor, !ts.tensor) {
      %36 = prim.Constant 1.000000e+00 : f64
      %self_2 = aten.mul.Scalar(%self, %36) : (!ts.tensor, f64) -> !ts.tensor
      %37 = prim.Constant 1.000000e+00 : f64
      %other_2 = aten.mul.Scalar(%other, %37) : (!ts.tensor, f64) -> !ts.tensor
      prim.If.yield %self_2, %other_2 : !ts.tensor, !ts.tensor
    } else {
      prim.If.yield %self, %other : !ts.tensor, !ts.tensor
    }
    %38 = prim.Constant 1 : i64
    %39 = aten.sub.Tensor(%self_1, %other_1, %38) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %distance = aten.abs(%39) : (!ts.tensor) -> !ts.tensor
    %40 = aten.isfinite(%distance) : (!ts.tensor) -> !ts.tensor
    %41 = aten.mul.Scalar(%other_1, %rtol) : (!ts.tensor, f64) -> !ts.tensor
    %42 = aten.abs(%41) : (!ts.tensor) -> !ts.tensor
    %43 = prim.Constant 1 : i64
    %44 = aten.add.Scalar(%42, %atol, %43) : (!ts.tensor, f64, i64) -> !ts.tensor
    %45 = aten.le.Tensor(%distance, %44) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %46 = aten.__and__.Tensor(%40, %45) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %47 = aten.__or__.Tensor(%close_1, %46) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %47 : !ts.tensor
  }
  func.return %29 : !ts.tensor
}
func.func @aten.float_power.Tensor_Tensor(%self: !ts.tensor, %exponent: !ts.tensor) -> !ts.tensor {
  %0 = aten.is_complex(%self) : (!ts.tensor) -> i1
  %1 = prim.If %0 -> (i1) {
    %2 = prim.Constant true
    prim.If.yield %2 : i1
  } else {
    %3 = aten.is_complex(%exponent) : (!ts.tensor) -> i1
    prim.If.yield %3 : i1
  }
  %4 = prim.If %1 -> (!ts.tensor) {
    %5 = prim.Constant 10 : i64
    %6 = prim.Constant false
    %7 = prim.Constant false
    %8 = prim.Constant : !ts.none
    %9 = aten.to.dtype(%self, %5, %6, %7, %8) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %10 = prim.Constant 10 : i64
    %11 = prim.Constant false
    %12 = prim.Constant false
    %13 = prim.Constant : !ts.none
    %14 = aten.to.dtype(%exponent, %10, %11, %12, %13) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %15 = aten.pow.Tensor_Tensor(%9, %14) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %15 : !ts.tensor
  } else {
    %16 = prim.Constant 7 : i64
    %17 = prim.Constant false
    %18 = prim.Constant false
    %19 = prim.Constant : !ts.none
    %20 = aten.to.dtype(%self, %16, %17, %18, %19) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %21 = prim.Constant 7 : i64
    %22 = prim.Constant false
    %23 = prim.Constant false
    %24 = prim.Constant : !ts.none
    %25 = aten.to.dtype(%exponent, %21, %22, %23, %24) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %26 = aten.pow.Tensor_Tensor(%20, %25) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %26 : !ts.tensor
  }
  func.return %4 : !ts.tensor
}
func.func @aten.float_power.Tensor_Scalar(%self: !ts.tensor, %exponent: !ts.number) -> !ts.tensor {
  %0 = aten.is_complex(%self) : (!ts.tensor) -> i1
  %1 = prim.If %0 -> (i1) {
    %2 = prim.Constant true
    prim.If.yield %2 : i1
  } else {
    %3 = prim.isinstance(%exponent) {types = [complex<f64>]} : (!ts.number) -> i1
    prim.If.yield %3 : i1
  }
  %4 = prim.If %1 -> (!ts.tensor) {
    %5 = prim.Constant 10 : i64
    %6 = prim.Constant false
    %7 = prim.Constant false
    %8 = prim.Constant : !ts.none
    %9 = aten.to.dtype(%self, %5, %6, %7, %8) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %10 = aten.pow.Tensor_Scalar(%9, %exponent) : (!ts.tensor, !ts.number) -> !ts.tensor
    prim.If.yield %10 : !ts.tensor
  } else {
    %11 = prim.Constant 7 : i64
    %12 = prim.Constant false
    %13 = prim.Constant false
    %14 = prim.Constant : !ts.none
    %15 = aten.to.dtype(%self, %11, %12, %13, %14) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %16 = aten.pow.Tensor_Scalar(%15, %exponent) : (!ts.tensor, !ts.number) -> !ts.tensor
    prim.If.yield %16 : !ts.tensor
  }
  func.return %4 : !ts.tensor
}
func.func @aten.float_power.Scalar(%self: !ts.number, %exponent: !ts.tensor) -> !ts.tensor {
  %0 = prim.isinstance(%self) {types = [complex<f64>]} : (!ts.number) -> i1
  %1 = prim.If %0 -> (i1) {
    %2 = prim.Constant true
    prim.If.yield %2 : i1
  } else {
    %3 = aten.is_complex(%exponent) : (!ts.tensor) -> i1
    prim.If.yield %3 : i1
  }
  %4 = prim.If %1 -> (!ts.tensor) {
    %5 = prim.Constant 10 : i64
    %6 = prim.Constant false
    %7 = prim.Constant false
    %8 = prim.Constant : !ts.none
    %9 = aten.to.dtype(%exponent, %5, %6, %7, %8) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %10 = aten.pow.Scalar(%self, %9) : (!ts.number, !ts.tensor) -> !ts.tensor
    prim.If.yield %10 : !ts.tensor
  } else {
    %11 = prim.Constant 7 : i64
    %12 = prim.Constant false
    %13 = prim.Constant false
    %14 = prim.Constant : !ts.none
    %15 = aten.to.dtype(%exponent, %11, %12, %13, %14) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    %16 = aten.pow.Scalar(%self, %15) : (!ts.number, !ts.tensor) -> !ts.tensor
    prim.If.yield %16 : !ts.tensor
  }
  func.return %4 : !ts.tensor
}
func.func @aten.prelu(%self: !ts.tensor, %weight: !ts.tensor) -> !ts.tensor {
  %channels = prim.Constant 1 : i64
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.gt.int(%0, %1) : (i64, i64) -> i1
  %channels_1 = prim.If %2 -> (i64) {
    %3 = prim.Constant 1 : i64
    %channels_2 = aten.size.int(%self, %3) : (!ts.tensor, i64) -> i64
    prim.If.yield %channels_2 : i64
  } else {
    prim.If.yield %channels : i64
  }
  %4 = aten.dim(%weight) : (!ts.tensor) -> i64
  %5 = prim.Constant 1 : i64
  %6 = aten.gt.int(%4, %5) : (i64, i64) -> i1
  %7 = prim.If %6 -> (i1) {
    %8 = prim.Constant true
    prim.If.yield %8 : i1
  } else {
    %9 = aten.numel(%weight) : (!ts.tensor) -> i64
    %10 = prim.Constant 1 : i64
    %11 = aten.ne.int(%9, %10) : (i64, i64) -> i1
    %12 = prim.If %11 -> (i1) {
      %13 = aten.numel(%weight) : (!ts.tensor) -> i64
      %14 = aten.ne.int(%13, %channels_1) : (i64, i64) -> i1
      prim.If.yield %14 : i1
    } else {
      %15 = prim.Constant false
      prim.If.yield %15 : i1
    }
    prim.If.yield %12 : i1
  }
  prim.If %7 {
    %16 = aten.size(%weight) : (!ts.tensor) -> !ts.list<i64>
    %17 = prim.Constant "prelu: one weight or one for each of {} channels is expected, not a tensor of size {}" : !ts.str
    %18 = aten.format(%17, %channels_1, %16) : (!ts.str, i64, !ts.list<i64>) -> !ts.str
    %19 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%18, %19) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %20 = prim.Constant 1 : i64
  %21 = prim.ListConstruct(%20) : (i64) -> !ts.list<i64>
  %22 = aten.dim(%self) : (!ts.tensor) -> i64
  %sizes = aten.mul.left_t(%21, %22) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %23 = aten.dim(%self) : (!ts.tensor) -> i64
  %24 = prim.Constant 1 : i64
  %25 = aten.gt.int(%23, %24) : (i64, i64) -> i1
  prim.If %25 {
    %26 = aten.numel(%weight) : (!ts.tensor) -> i64
    %27 = prim.Constant 1 : i64
    %28 = aten._set_item.t(%sizes, %27, %26) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    prim.If.yield
  } else {
    prim.If.yield
  }
  %29 = aten.reshape(%weight, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %30 = aten._prelu_kernel(%self, %29) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %30 : !ts.tensor
}
func.func @aten.type_as(%self: !ts.tensor, %other: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant false
  %1 = prim.Constant false
  %2 = prim.Constant : !ts.none
  %3 = aten.to.other(%self, %other, %0, %1, %2) : (!ts.tensor, !ts.tensor, i1, i1, !ts.none) -> !ts.tensor
  func.return %3 : !ts.tensor
}
func.func @aten.outer(%self: !ts.tensor, %vec2: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = aten.dim(%vec2) : (!ts.tensor) -> i64
    %6 = prim.Constant 1 : i64
    %7 = aten.ne.int(%5, %6) : (i64, i64) -> i1
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.dim(%self) : (!ts.tensor) -> i64
    %9 = aten.dim(%vec2) : (!ts.tensor) -> i64
    %10 = prim.Constant "outer: expected two vectors, got tensors of {} and {} dimensions" : !ts.str
    %11 = aten.format(%10, %8, %9) : (!ts.str, i64, i64) -> !ts.str
    %12 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%11, %12) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %13 = prim.Constant 1 : i64
  %14 = aten.unsqueeze(%self, %13) : (!ts.tensor, i64) -> !ts.tensor
  %15 = aten.mul.Tensor(%14, %vec2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %15 : !ts.tensor
}
func.func @aten.inner(%self: !ts.tensor, %other: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = aten.dim(%other) : (!ts.tensor) -> i64
    %6 = prim.Constant 0 : i64
    %7 = aten.eq.int(%5, %6) : (i64, i64) -> i1
    prim.If.yield %7 : i1
  }
  %8 = prim.If %3 -> (!ts.tensor) {
    %9 = aten.mul.Tensor(%self, %other) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %9 : !ts.tensor
  } else {
    %10 = prim.Constant -1 : i64
    %11 = aten.size.int(%self, %10) : (!ts.tensor, i64) -> i64
    %12 = prim.Constant -1 : i64
    %13 = aten.size.int(%other, %12) : (!ts.tensor, i64) -> i64
    %14 = aten.ne.int(%11, %13) : (i64, i64) -> i1
    prim.If %14 {
      %15 = prim.Constant -1 : i64
      %16 = aten.size.int(%self, %15) : (!ts.tensor, i64) -> i64
      %17 = prim.Constant -1 : i64
      %18 = aten.size.int(%other, %17) : (!ts.tensor, i64) -> i64
      %19 = prim.Constant "inner: the last sizes are {} and {}, the same is expected" : !ts.str
      %20 = aten.format(%19, %16, %18) : (!ts.str, i64, i64) -> !ts.str
      %21 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%20, %21) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %22 = prim.Constant -1 : i64
    %23 = prim.ListConstruct(%22) : (i64) -> !ts.list<i64>
    %24 = prim.Constant -1 : i64
    %25 = prim.ListConstruct(%24) : (i64) -> !ts.list<i64>
    %26 = aten.tensordot(%self, %other, %23, %25) : (!ts.tensor, !ts.tensor, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %26 : !ts.tensor
  }
  func.return %8 : !ts.tensor
}
func.func @aten.linalg_vecdot(%x: !ts.tensor, %y: !ts.tensor, %dim: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = aten.conj(%x) : (!ts.tensor) -> !ts.tensor
  %1 = aten.mul.Tensor(%0, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %2 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
  %3 = prim.Constant false
  %4 = prim.Constant : !ts.none
  %5 = aten.sum.dim_IntList(%1, %2, %3, %4) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  func.return %5 : !ts.tensor
}
func.func @aten.linalg_matmul(%self: !ts.tensor, %other: !ts.tensor) -> !ts.tensor {
  %0 = aten.matmul(%self, %other) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.kron(%self: !ts.tensor, %other: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = aten.dim(%other) : (!ts.tensor) -> i64
  %rank = prim.max.int(%0, %1) : (i64, i64) -> i64
  %left = prim.ListConstruct() : () -> !ts.list<i64>
  %right = prim.ListConstruct() : () -> !ts.list<i64>
  %sizes = prim.ListConstruct() : () -> !ts.list<i64>
  %2 = prim.Constant true
  prim.Loop %rank, %2 : () -> () {
  ^bb0(%i: i64):
    %a = prim.Constant 1 : i64
    %b = prim.Constant 1 : i64
    %3 = aten.dim(%self) : (!ts.tensor) -> i64
    %4 = aten.sub.int(%rank, %3) : (i64, i64) -> i64
    %5 = aten.ge.int(%i, %4) : (i64, i64) -> i1
    %a_1 = prim.If %5 -> (i64) {
      %6 = aten.sub.int(%i, %rank) : (i64, i64) -> i64
      %a_2 = aten.size.int(%self, %6) : (!ts.tensor, i64) -> i64
      prim.If.yield %a_2 : i64
    } else {
      prim.If.yield %a : i64
    }
    %7 = aten.dim(%other) : (!ts.tensor) -> i64
    %8 = aten.sub.int(%rank, %7) : (i64, i64) -> i64
    %9 = aten.ge.int(%i, %8) : (i64, i64) -> i1
    %b_1 = prim.If %9 -> (i64) {
      %10 = aten.sub.int(%i, %rank) : (i64, i64) -> i64
      %b_2 = aten.size.int(%other, %10) : (!ts.tensor, i64) -> i64
      prim.If.yield %b_2 : i64
    } else {
      prim.If.yield %b : i64
    }
    %11 = prim.Constant 1 : i64
    %12 = prim.ListConstruct(%a_1, %11) : (i64, i64) -> !ts.list<i64>
    aten.extend.t(%left, %12) : (!ts.list<i64>, !ts.list<i64>) -> ()
    %13 = prim.Constant : !ts.none
    %14 = prim.Constant 1 : i64
    %15 = prim.ListConstruct(%14, %b_1) : (i64, i64) -> !ts.list<i64>
    aten.extend.t(%right, %15) : (!ts.list<i64>, !ts.list<i64>) -> ()
    %16 = prim.Constant : !ts.none
    %17 = aten.mul.int(%a_1, %b_1) : (i64, i64) -> i64
    %18 = aten.append.t(%sizes, %17) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %19 = prim.Constant true
    prim.Loop.condition %19
  }
  %20 = aten.reshape(%self, %left) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %21 = aten.reshape(%other, %right) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %22 = aten.mul.Tensor(%20, %21) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %23 = aten.reshape(%22, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %23 : !ts.tensor
}
func.func @aten.chain_matmul(%matrices: !ts.list<!ts.tensor>) -> !ts.tensor {
  %0 = aten.len.t(%matrices) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.Constant 0 : i64
    %5 = aten.__getitem__.t(%matrices, %4) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.If.yield %5 : !ts.tensor
  } else {
    %6 = aten.linalg_multi_dot(%matrices) : (!ts.list<!ts.tensor>) -> !ts.tensor
    prim.If.yield %6 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.bilinear(%input1: !ts.tensor, %input2: !ts.tensor, %weight: !ts.tensor, %bias: !ts.optional<!ts.tensor> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant -1 : i64
  %1 = prim.Constant -1 : i64
  %2 = aten.size.int(%input1, %1) : (!ts.tensor, i64) -> i64
  %3 = prim.ListConstruct(%0, %2) : (i64, i64) -> !ts.list<i64>
  %first = aten.reshape(%input1, %3) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %4 = prim.Constant -1 : i64
  %5 = prim.Constant -1 : i64
  %6 = aten.size.int(%input2, %5) : (!ts.tensor, i64) -> i64
  %7 = prim.ListConstruct(%4, %6) : (i64, i64) -> !ts.list<i64>
  %second = aten.reshape(%input2, %7) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %8 = aten.size(%input1) : (!ts.tensor) -> !ts.list<i64>
  %9 = prim.Constant : !ts.none
  %10 = prim.Constant -1 : i64
  %11 = prim.Constant 1 : i64
  %sizes = aten.slice.t(%8, %9, %10, %11) : (!ts.list<i64>, !ts.none, i64, i64) -> !ts.list<i64>
  %12 = prim.Constant 0 : i64
  %13 = aten.size.int(%weight, %12) : (!ts.tensor, i64) -> i64
  %14 = aten.append.t(%sizes, %13) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %15 = prim.Constant "bi,oij,bj->bo" : !ts.str
  %16 = prim.ListConstruct(%first, %weight, %second) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %17 = prim.Constant : !ts.none
  %18 = aten.einsum(%15, %16, %17) : (!ts.str, !ts.list<!ts.tensor>, !ts.none) -> !ts.tensor
  %result = aten.reshape(%18, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %19 = prim.Constant : !ts.none
  %20 = aten.__isnot__(%bias, %19) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %result_1 = prim.If %20 -> (!ts.tensor) {
    %bias_1 = prim.unchecked_cast(%bias) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %21 = prim.Constant 1 : i64
    %result_2 = aten.add.Tensor(%result, %bias_1, %21) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %result_2 : !ts.tensor
  } else {
    prim.If.yield %result : !ts.tensor
  }
  func.return %result_1 : !ts.tensor
}
func.func @aten.ger(%self: !ts.tensor, %vec2: !ts.tensor) -> !ts.tensor {
  %0 = aten.outer(%self, %vec2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.cross(%self: !ts.tensor, %other: !ts.tensor, %dim: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%dim, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.tensor) {
    %dim_1 = prim.unchecked_cast(%dim) : (!ts.optional<i64>) -> i64
    %3 = aten.linalg_cross(%self, %other, %dim_1) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %3 : !ts.tensor
  } else {
    %4 = aten.dim(%self) : (!ts.tensor) -> i64
    %5 = prim.Constant true
    %6 = prim.Constant false
    %7 = prim.Uninitialized() : () -> !ts.tensor
    %8, %9 = prim.Loop %4, %5, iter(%6, %7) : (i1, !ts.tensor) -> (i1, !ts.tensor) {
    ^bb0(%i: i64, %10: i1, %11: !ts.tensor):
      %12 = aten.size.int(%self, %i) : (!ts.tensor, i64) -> i64
      %13 = prim.Constant 3 : i64
      %14 = aten.eq.int(%12, %13) : (i64, i64) -> i1
      %15, %16, %17 = prim.If %14 -> (i1, i1, !ts.tensor) {
        %18 = aten.linalg_cross(%self, %other, %i) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
        %19 = prim.Constant true
        %20 = prim.Constant true
        prim.If.yield %20, %19, %18 : i1, i1, !ts.tensor
      } else {
        %21 = prim.Constant false
        %22 = prim.Uninitialized() : () -> !ts.tensor
        %23 = prim.Constant false
        prim.If.yield %23, %21, %22 : i1, i1, !ts.tensor
      }
      %24 = prim.If %15 -> (i1) {
        %25 = prim.Constant false
        prim.If.yield %25 : i1
      } else {
        %26 = prim.Constant true
        prim.If.yield %26 : i1
      }
      prim.Loop.condition %24, iter(%16, %17) : (i1, !ts.tensor)
    }
    %27 = prim.If %8 -> (!ts.tensor) {
      prim.If.yield %9 : !ts.tensor
    } else {
      %28 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
      %29 = prim.Constant "cross: a dimension of size 3 is expected, not {}" : !ts.str
      %30 = aten.format(%29, %28) : (!ts.str, !ts.list<i64>) -> !ts.str
      %31 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%30, %31) : (!ts.str, !ts.str) -> ()
      %32 = prim.Uninitialized() : () -> !ts.tensor
      prim.If.yield %32 : !ts.tensor
    }
    prim.If.yield %27 : !ts.tensor
  }
  func.return %2 : !ts.tensor
}
func.func @aten.linalg_multi_dot(%tensors: !ts.list<!ts.tensor>) -> !ts.tensor {
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.lt.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
    %4 = prim.Constant "linalg.multi_dot: at least 2 tensors are expected, not {}" : !ts.str
    %5 = aten.format(%4, %3) : (!ts.str, i64) -> !ts.str
    %6 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%5, %6) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %matrices = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %7 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %8 = prim.Constant true
  prim.Loop %7, %8 : () -> () {
  ^bb0(%i: i64):
    %matrix = aten.__getitem__.t(%tensors, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %9 = aten.dim(%matrix) : (!ts.tensor) -> i64
    %10 = prim.Constant 1 : i64
    %11 = aten.eq.int(%9, %10) : (i64, i64) -> i1
    %12 = prim.If %11 -> (i1) {
      %13 = prim.Constant 0 : i64
      %14 = aten.eq.int(%i, %13) : (i64, i64) -> i1
      prim.If.yield %14 : i1
    } else {
      %15 = prim.Constant false
      prim.If.yield %15 : i1
    }
    %matrix_1 = prim.If %12 -> (!ts.tensor) {
      %16 = prim.Constant 0 : i64
      %matrix_2 = aten.unsqueeze(%matrix, %16) : (!ts.tensor, i64) -> !ts.tensor
      prim.If.yield %matrix_2 : !ts.tensor
    } else {
      %17 = aten.dim(%matrix) : (!ts.tensor) -> i64
      %18 = prim.Constant 1 : i64
      %19 = aten.eq.int(%17, %18) : (i64, i64) -> i1
      %20 = prim.If %19 -> (i1) {
        %21 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
        %22 = prim.Constant 1 : i64
        %23 = aten.sub.int(%21, %22) : (i64, i64) -> i64
        %24 = aten.eq.int(%i, %23) : (i64, i64) -> i1
        prim.If.yield %24 : i1
      } else {
        %25 = prim.Constant false
        prim.If.yield %25 : i1
      }
      %matrix_3 = prim.If %20 -> (!ts.tensor) {
        %26 = prim.Constant -1 : i64
        %matrix_4 = aten.unsqueeze(%matrix, %26) : (!ts.tensor, i64) -> !ts.tensor
        prim.If.yield %matrix_4 : !ts.tensor
      } else {
        prim.If.yield %matrix : !ts.tensor
      }
      prim.If.yield %matrix_3 : !ts.tensor
    }
    %27 = aten.dim(%matrix_1) : (!ts.tensor) -> i64
    %28 = prim.Constant 2 : i64
    %29 = aten.ne.int(%27, %28) : (i64, i64) -> i1
    prim.If %29 {
      %30 = aten.__getitem__.t(%tensors, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      %31 = aten.size(%30) : (!ts.tensor) -> !ts.list<i64>
      %32 = prim.Constant "linalg.multi_dot: matrices are expected, the first and the last may be vectors, but tensor {} has size {}" : !ts.str
      %33 = aten.format(%32, %i, %31) : (!ts.str, i64, !ts.list<i64>) -> !ts.str
      %34 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%33, %34) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %35 = aten.append.t(%matrices, %matrix_1) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    %36 = prim.Constant true
    prim.Loop.condition %36
  }
  %n = aten.len.t(%matrices) : (!ts.list<!ts.tensor>) -> i64
  %37 = prim.Constant 0 : i64
  %38 = aten.__getitem__.t(%matrices, %37) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %39 = prim.Constant 0 : i64
  %40 = aten.size.int(%38, %39) : (!ts.tensor, i64) -> i64
  %sizes = prim.ListConstruct(%40) : (i64) -> !ts.list<i64>
  %41 = aten.len.t(%matrices) : (!ts.list<!ts.tensor>) -> i64
  %42 = prim.Constant true
  prim.Loop %41, %42 : () -> () {
  ^bb0(%43: i64):
    %matrix_5 = aten.__getitem__.t(%matrices, %43) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %44 = prim.Constant 1 : i64
    %45 = aten.size.int(%matrix_5, %44) : (!ts.tensor, i64) -> i64
    %46 = aten.append.t(%sizes, %45) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %47 = prim.Constant true
    prim.Loop.condition %47
  }
  %48 = aten.len.t(%sizes) : (!ts.list<i64>) -> i64
  %49 = prim.Constant 1 : i64
  %n_1 = aten.sub.int(%48, %49) : (i64, i64) -> i64
  %50 = prim.Constant 0.000000e+00 : f64
  %51 = prim.ListConstruct(%50) : (f64) -> !ts.list<f64>
  %52 = aten.mul.int(%n_1, %n_1) : (i64, i64) -> i64
  %costs = aten.mul.left_t(%51, %52) : (!ts.list<f64>, i64) -> !ts.list<f64>
  %53 = prim.Constant 0 : i64
  %54 = prim.ListConstruct(%53) : (i64) -> !ts.list<i64>
  %55 = aten.mul.int(%n_1, %n_1) : (i64, i64) -> i64
  %splits = aten.mul.left_t(%54, %55) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %56 = prim.Constant 1 : i64
  %57 = prim.Constant 1 : i64
  %58 = aten.__range_length(%56, %n_1, %57) : (i64, i64, i64) -> i64
  %59 = prim.Constant true
  prim.Loop %58, %59 : () -> () {
  ^bb0(%60: i64):
    %length = aten.__derive_index(%60, %56, %57) : (i64, i64, i64) -> i64
    %61 = aten.sub.int(%n_1, %length) : (i64, i64) -> i64
    %62 = prim.Constant true
    prim.Loop %61, %62 : () -> () {
    ^bb0(%i_1: i64):
      %j = aten.add.int(%i_1, %length) : (i64, i64) -> i64
      %63 = prim.Constant "inf" : !ts.str
      %64 = aten.Float.str(%63) : (!ts.str) -> f64
      %65 = aten.mul.int(%i_1, %n_1) : (i64, i64) -> i64
      %66 = aten.add.int(%65, %j) : (i64, i64) -> i64
      %67 = aten._set_item.t(%costs, %66, %64) : (!ts.list<f64>, i64, f64) -> !ts.list<f64>
      %68 = prim.Constant 1 : i64
      %69 = aten.__range_length(%i_1, %j, %68) : (i64, i64, i64) -> i64
      %70 = prim.Constant true
      prim.Loop %69, %70 : () -> () {
      ^bb0(%71: i64):
        %k = aten.__derive_index(%71, %i_1, %68) : (i64, i64, i64) -> i64
        %72 = aten.mul.int(%i_1, %n_1) : (i64, i64) -> i64
        %73 = aten.add.int(%72, %k) : (i64, i64) -> i64
        %74 = aten.__getitem__.t(%costs, %73) : (!ts.list<f64>, i64) -> f64
        %75 = prim.Constant 1 : i64
        %76 = aten.add.int(%k, %75) : (i64, i64) -> i64
        %77 = aten.mul.int(%76, %n_1) : (i64, i64) -> i64
        %78 = aten.add.int(%77, %j) : (i64, i64) -> i64
        %79 = aten.__getitem__.t(%costs, %78) : (!ts.list<f64>, i64) -> f64
        %80 = aten.add.float(%74, %79) : (f64, f64) -> f64
        %81 = aten.__getitem__.t(%sizes, %i_1) : (!ts.list<i64>, i64) -> i64
        %82 = aten.Float.Scalar(%81) : (i64) -> f64
        %83 = prim.Constant 1 : i64
        %84 = aten.add.int(%k, %83) : (i64, i64) -> i64
        %85 = aten.__getitem__.t(%sizes, %84) : (!ts.list<i64>, i64) -> i64
        %86 = aten.mul.float_int(%82, %85) : (f64, i64) -> f64
        %87 = prim.Constant 1 : i64
        %88 = aten.add.int(%j, %87) : (i64, i64) -> i64
        %89 = aten.__getitem__.t(%sizes, %88) : (!ts.list<i64>, i64) -> i64
        %90 = aten.mul.float_int(%86, %89) : (f64, i64) -> f64
        %cost = aten.add.float(%80, %90) : (f64, f64) -> f64
        %91 = aten.mul.int(%i_1, %n_1) : (i64, i64) -> i64
        %92 = aten.add.int(%91, %j) : (i64, i64) -> i64
        %93 = aten.__getitem__.t(%costs, %92) : (!ts.list<f64>, i64) -> f64
        %94 = aten.lt.float(%cost, %93) : (f64, f64) -> i1
        prim.If %94 {
          %95 = aten.mul.int(%i_1, %n_1) : (i64, i64) -> i64
          %96 = aten.add.int(%95, %j) : (i64, i64) -> i64
          %97 = aten._set_item.t(%costs, %96, %cost) : (!ts.list<f64>, i64, f64) -> !ts.list<f64>
          %98 = aten.mul.int(%i_1, %n_1) : (i64, i64) -> i64
          %99 = aten.add.int(%98, %j) : (i64, i64) -> i64
          %100 = aten._set_item.t(%splits, %99, %k) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
          prim.If.yield
        } else {
          prim.If.yield
        }
        %101 = prim.Constant true
        prim.Loop.condition %101
      }
      %102 = prim.Constant true
      prim.Loop.condition %102
    }
    %103 = prim.Constant true
    prim.Loop.condition %103
  }
  %104 = prim.Constant 0 : i64
  %first = prim.ListConstruct(%104) : (i64) -> !ts.list<i64>
  %105 = prim.Constant 1 : i64
  %106 = aten.sub.int(%n, %105) : (i64, i64) -> i64
  %last = prim.ListConstruct(%106) : (i64) -> !ts.list<i64>
  %107 = prim.Constant 0 : i64
  %ready = prim.ListConstruct(%107) : (i64) -> !ts.list<i64>
  %done = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %108 = prim.Constant 9223372036854775807 : i64
  %109 = aten.len.t(%first) : (!ts.list<i64>) -> i64
  %110 = prim.Constant 0 : i64
  %111 = aten.gt.int(%109, %110) : (i64, i64) -> i1
  prim.Loop %108, %111 : () -> () {
  ^bb0(%112: i64):
    %113 = prim.Constant -1 : i64
    %i_2 = aten.pop.t(%first, %113) : (!ts.list<i64>, i64) -> i64
    %114 = prim.Constant -1 : i64
    %j_1 = aten.pop.t(%last, %114) : (!ts.list<i64>, i64) -> i64
    %115 = aten.eq.int(%i_2, %j_1) : (i64, i64) -> i1
    prim.If %115 {
      %116 = prim.Constant -1 : i64
      %117 = aten.pop.t(%ready, %116) : (!ts.list<i64>, i64) -> i64
      %118 = aten.__getitem__.t(%matrices, %i_2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      %119 = aten.append.t(%done, %118) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
      prim.If.yield
    } else {
      %120 = prim.Constant -1 : i64
      %121 = aten.pop.t(%ready, %120) : (!ts.list<i64>, i64) -> i64
      %122 = prim.Constant 1 : i64
      %123 = aten.eq.int(%121, %122) : (i64, i64) -> i1
      prim.If %123 {
        %124 = prim.Constant -1 : i64
        %right = aten.pop.t(%done, %124) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
        %125 = prim.Constant -1 : i64
        %left = aten.pop.t(%done, %125) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
        %126 = aten.mm(%left, %right) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        %127 = aten.append.t(%done, %126) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
        prim.If.yield
      } else {
        %128 = aten.mul.int(%i_2, %n) : (i64, i64) -> i64
        %129 = aten.add.int(%128, %j_1) : (i64, i64) -> i64
        %k_1 = aten.__getitem__.t(%splits, %129) : (!ts.list<i64>, i64) -> i64
        %130 = prim.Constant 1 : i64
        %131 = aten.add.int(%k_1, %130) : (i64, i64) -> i64
        %132 = prim.ListConstruct(%i_2, %131, %i_2) : (i64, i64, i64) -> !ts.list<i64>
        aten.extend.t(%first, %132) : (!ts.list<i64>, !ts.list<i64>) -> ()
        %133 = prim.Constant : !ts.none
        %134 = prim.ListConstruct(%j_1, %j_1, %k_1) : (i64, i64, i64) -> !ts.list<i64>
        aten.extend.t(%last, %134) : (!ts.list<i64>, !ts.list<i64>) -> ()
        %135 = prim.Constant : !ts.none
        %136 = prim.Constant 1 : i64
        %137 = prim.Constant 0 : i64
        %138 = prim.Constant 0 : i64
        %139 = prim.ListConstruct(%136, %137, %138) : (i64, i64, i64) -> !ts.list<i64>
        aten.extend.t(%ready, %139) : (!ts.list<i64>, !ts.list<i64>) -> ()
        %140 = prim.Constant : !ts.none
        prim.If.yield
      }
      prim.If.yield
    }
    %141 = aten.len.t(%first) : (!ts.list<i64>) -> i64
    %142 = prim.Constant 0 : i64
    %143 = aten.gt.int(%141, %142) : (i64, i64) -> i1
    prim.Loop.condition %143
  }
  %144 = prim.Constant 0 : i64
  %product = aten.__getitem__.t(%done, %144) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %145 = prim.Constant -1 : i64
  %146 = aten.__getitem__.t(%tensors, %145) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %147 = aten.dim(%146) : (!ts.tensor) -> i64
  %148 = prim.Constant 1 : i64
  %149 = aten.eq.int(%147, %148) : (i64, i64) -> i1
  %product_1 = prim.If %149 -> (!ts.tensor) {
    %150 = prim.Constant -1 : i64
    %product_2 = aten.squeeze.dim(%product, %150) : (!ts.tensor, i64) -> !ts.tensor
    prim.If.yield %product_2 : !ts.tensor
  } else {
    prim.If.yield %product : !ts.tensor
  }
  %151 = prim.Constant 0 : i64
  %152 = aten.__getitem__.t(%tensors, %151) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %153 = aten.dim(%152) : (!ts.tensor) -> i64
  %154 = prim.Constant 1 : i64
  %155 = aten.eq.int(%153, %154) : (i64, i64) -> i1
  %product_3 = prim.If %155 -> (!ts.tensor) {
    %156 = prim.Constant 0 : i64
    %product_4 = aten.squeeze.dim(%product_1, %156) : (!ts.tensor, i64) -> !ts.tensor
    prim.If.yield %product_4 : !ts.tensor
  } else {
    prim.If.yield %product_1 : !ts.tensor
  }
  func.return %product_3 : !ts.tensor
}
func.func @aten.tensordot(%self: !ts.tensor, %other: !ts.tensor, %dims_self: !ts.list<i64>, %dims_other: !ts.list<i64>) -> !ts.tensor {
  %0 = aten.len.t(%dims_self) : (!ts.list<i64>) -> i64
  %1 = aten.len.t(%dims_other) : (!ts.list<i64>) -> i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "tensordot: as many dimensions of both tensors are expected, not {} and {}" : !ts.str
    %4 = aten.format(%3, %dims_self, %dims_other) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
    %5 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%4, %5) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %6 = aten.len.t(%dims_self) : (!ts.list<i64>) -> i64
  %7 = prim.Constant true
  %self_1, %other_1 = prim.Loop %6, %7, iter(%self, %other) : (!ts.tensor, !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  ^bb0(%i: i64, %self_2: !ts.tensor, %other_2: !ts.tensor):
    %8 = aten.__getitem__.t(%dims_self, %i) : (!ts.list<i64>, i64) -> i64
    %left = aten.size.int(%self_2, %8) : (!ts.tensor, i64) -> i64
    %9 = aten.__getitem__.t(%dims_other, %i) : (!ts.list<i64>, i64) -> i64
    %right = aten.size.int(%other_2, %9) : (!ts.tensor, i64) -> i64
    %10 = prim.Constant 1 : i64
    %11 = aten.eq.int(%left, %10) : (i64, i64) -> i1
    %12 = prim.If %11 -> (i1) {
      %13 = prim.Constant 1 : i64
      %14 = aten.ne.int(%right, %13) : (i64, i64) -> i1
      prim.If.yield %14 : i1
    } else {
      %15 = prim.Constant false
      prim.If.yield %15 : i1
    }
    %self_3, %other_3 = prim.If %12 -> (!ts.tensor, !ts.tensor) {
      %16 = aten.__getitem__.t(%dims_other, %i) : (!ts.list<i64>, i64) -> i64
      %17 = prim.ListConstruct(%16) : (i64) -> !ts.list<i64>
      %18 = prim.Constant true
      %19 = prim.Constant : !ts.none
      %other_4 = aten.sum.dim_IntList(%other_2, %17, %18, %19) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
      prim.If.yield %self_2, %other_4 : !ts.tensor, !ts.tensor
    } else {
      %20 = prim.Constant 1 : i64
      %21 = aten.eq.int(%right, %20) : (i64, i64) -> i1
      %22 = prim.If %21 -> (i1) {
        %23 = prim.Constant 1 : i64
        %24 = aten.ne.int(%left, %23) : (i64, i64) -> i1
        prim.If.yield %24 : i1
      } else {
        %25 = prim.Constant false
        prim.If.yield %25 : i1
      }
      %self_4 = prim.If %22 -> (!ts.tensor) {
        %26 = aten.__getitem__.t(%dims_self, %i) : (!ts.list<i64>, i64) -> i64
        %27 = prim.ListConstruct(%26) : (i64) -> !ts.list<i64>
        %28 = prim.Constant true
        %29 = prim.Constant : !ts.none
        %self_5 = aten.sum.dim_IntList(%self_2, %27, %28, %29) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
        prim.If.yield %self_5 : !ts.tensor
      } else {
        %30 = aten.ne.int(%left, %right) : (i64, i64) -> i1
        prim.If %30 {
          %31 = aten.__getitem__.t(%dims_self, %i) : (!ts.list<i64>, i64) -> i64
          %32 = aten.__getitem__.t(%dims_other, %i) : (!ts.list<i64>, i64) -> i64
          %33 = prim.Constant "tensordot: the sizes {} and {} of dimensions {} and {} differ" : !ts.str
          %34 = aten.format(%33, %left, %right, %31, %32) : (!ts.str, i64, i64, i64, i64) -> !ts.str
          %35 = prim.Constant "builtins.RuntimeError" : !ts.str
          prim.RaiseException(%34, %35) : (!ts.str, !ts.str) -> ()
          prim.If.yield
        } else {
          prim.If.yield
        }
        prim.If.yield %self_2 : !ts.tensor
      }
      prim.If.yield %self_4, %other_2 : !ts.tensor, !ts.tensor
    }
    %36 = prim.Constant true
    prim.Loop.condition %36, iter(%self_3, %other_3) : (!ts.tensor, !ts.tensor)
  }
  %rank = aten.dim(%self_1) : (!ts.tensor) -> i64
  %rest = prim.ListConstruct() : () -> !ts.list<i64>
  %37 = prim.Constant true
  prim.Loop %rank, %37 : () -> () {
  ^bb0(%dim: i64):
    %38 = aten.__contains__.int_list(%dims_self, %dim) : (!ts.list<i64>, i64) -> i1
    %39 = aten.__not__(%38) : (i1) -> i1
    %40 = prim.If %39 -> (i1) {
      %41 = aten.sub.int(%dim, %rank) : (i64, i64) -> i64
      %42 = aten.__contains__.int_list(%dims_self, %41) : (!ts.list<i64>, i64) -> i1
      %43 = aten.__not__(%42) : (i1) -> i1
      prim.If.yield %43 : i1
    } else {
      %44 = prim.Constant false
      prim.If.yield %44 : i1
    }
    prim.If %40 {
      %45 = aten.append.t(%rest, %dim) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      prim.If.yield
    }
    %46 = prim.Constant true
    prim.Loop.condition %46
  }
  %rank_1 = aten.dim(%other_1) : (!ts.tensor) -> i64
  %rest_1 = prim.ListConstruct() : () -> !ts.list<i64>
  %47 = prim.Constant true
  prim.Loop %rank_1, %47 : () -> () {
  ^bb0(%dim_1: i64):
    %48 = aten.__contains__.int_list(%dims_other, %dim_1) : (!ts.list<i64>, i64) -> i1
    %49 = aten.__not__(%48) : (i1) -> i1
    %50 = prim.If %49 -> (i1) {
      %51 = aten.sub.int(%dim_1, %rank_1) : (i64, i64) -> i64
      %52 = aten.__contains__.int_list(%dims_other, %51) : (!ts.list<i64>, i64) -> i1
      %53 = aten.__not__(%52) : (i1) -> i1
      prim.If.yield %53 : i1
    } else {
      %54 = prim.Constant false
      prim.If.yield %54 : i1
    }
    prim.If %50 {
      %55 = aten.append.t(%rest_1, %dim_1) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      prim.If.yield
    }
    %56 = prim.Constant true
    prim.Loop.condition %56
  }
  %sizes = aten.size(%self_1) : (!ts.tensor) -> !ts.list<i64>
  %count = prim.Constant 1 : i64
  %57 = aten.len.t(%dims_self) : (!ts.list<i64>) -> i64
  %58 = prim.Constant true
  %count_1 = prim.Loop %57, %58, iter(%count) : (i64) -> (i64) {
  ^bb0(%59: i64, %count_2: i64):
    %dim_2 = aten.__getitem__.t(%dims_self, %59) : (!ts.list<i64>, i64) -> i64
    %60 = aten.__getitem__.t(%sizes, %dim_2) : (!ts.list<i64>, i64) -> i64
    %count_3 = aten.mul.int(%count_2, %60) : (i64, i64) -> i64
    %61 = prim.Constant true
    prim.Loop.condition %61, iter(%count_3) : (i64)
  }
  %62 = aten.add.t(%rest, %dims_self) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %63 = aten.permute(%self_1, %62) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %sizes_1 = aten.size(%self_1) : (!ts.tensor) -> !ts.list<i64>
  %count_4 = prim.Constant 1 : i64
  %64 = aten.len.t(%rest) : (!ts.list<i64>) -> i64
  %65 = prim.Constant true
  %count_5 = prim.Loop %64, %65, iter(%count_4) : (i64) -> (i64) {
  ^bb0(%66: i64, %count_6: i64):
    %dim_3 = aten.__getitem__.t(%rest, %66) : (!ts.list<i64>, i64) -> i64
    %67 = aten.__getitem__.t(%sizes_1, %dim_3) : (!ts.list<i64>, i64) -> i64
    %count_7 = aten.mul.int(%count_6, %67) : (i64, i64) -> i64
    %68 = prim.Constant true
    prim.Loop.condition %68, iter(%count_7) : (i64)
  }
  %69 = prim.ListConstruct(%count_5, %count_1) : (i64, i64) -> !ts.list<i64>
  %rows = aten.reshape(%63, %69) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %70 = aten.add.t(%dims_other, %rest_1) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %71 = aten.permute(%other_1, %70) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %sizes_2 = aten.size(%other_1) : (!ts.tensor) -> !ts.list<i64>
  %count_8 = prim.Constant 1 : i64
  %72 = aten.len.t(%rest_1) : (!ts.list<i64>) -> i64
  %73 = prim.Constant true
  %count_9 = prim.Loop %72, %73, iter(%count_8) : (i64) -> (i64) {
  ^bb0(%74: i64, %count_10: i64):
    %dim_4 = aten.__getitem__.t(%rest_1, %74) : (!ts.list<i64>, i64) -> i64
    %75 = aten.__getitem__.t(%sizes_2, %dim_4) : (!ts.list<i64>, i64) -> i64
    %count_11 = aten.mul.int(%count_10, %75) : (i64, i64) -> i64
    %76 = prim.Constant true
    prim.Loop.condition %76, iter(%count_11) : (i64)
  }
  %77 = prim.ListConstruct(%count_1, %count_9) : (i64, i64) -> !ts.list<i64>
  %columns = aten.reshape(%71, %77) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %sizes_3 = prim.ListConstruct() : () -> !ts.list<i64>
  %78 = aten.len.t(%rest) : (!ts.list<i64>) -> i64
  %79 = prim.Constant true
  prim.Loop %78, %79 : () -> () {
  ^bb0(%80: i64):
    %dim_5 = aten.__getitem__.t(%rest, %80) : (!ts.list<i64>, i64) -> i64
    %81 = aten.size.int(%self_1, %dim_5) : (!ts.tensor, i64) -> i64
    %82 = aten.append.t(%sizes_3, %81) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %83 = prim.Constant true
    prim.Loop.condition %83
  }
  %84 = aten.len.t(%rest_1) : (!ts.list<i64>) -> i64
  %85 = prim.Constant true
  prim.Loop %84, %85 : () -> () {
  ^bb0(%86: i64):
    %dim_6 = aten.__getitem__.t(%rest_1, %86) : (!ts.list<i64>, i64) -> i64
    %87 = aten.size.int(%other_1, %dim_6) : (!ts.tensor, i64) -> i64
    %88 = aten.append.t(%sizes_3, %87) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %89 = prim.Constant true
    prim.Loop.condition %89
  }
  %90 = aten.mm(%rows, %columns) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %91 = aten.reshape(%90, %sizes_3) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %91 : !ts.tensor
}
func.func @aten.linalg_matrix_power(%self: !ts.tensor, %n: i64) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.lt.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = prim.Constant -1 : i64
    %6 = aten.size.int(%self, %5) : (!ts.tensor, i64) -> i64
    %7 = prim.Constant -2 : i64
    %8 = aten.size.int(%self, %7) : (!ts.tensor, i64) -> i64
    %9 = aten.ne.int(%6, %8) : (i64, i64) -> i1
    prim.If.yield %9 : i1
  }
  prim.If %3 {
    %10 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
    %11 = prim.Constant "linalg.matrix_power: square matrices are expected, not a tensor of size {}" : !ts.str
    %12 = aten.format(%11, %10) : (!ts.str, !ts.list<i64>) -> !ts.str
    %13 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%12, %13) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %14 = prim.Constant 0 : i64
  %15 = aten.eq.int(%n, %14) : (i64, i64) -> i1
  %16 = prim.If %15 -> (!ts.tensor) {
    %17 = prim.Constant -1 : i64
    %18 = aten.size.int(%self, %17) : (!ts.tensor, i64) -> i64
    %19 = prim.dtype(%self) : (!ts.tensor) -> i64
    %20 = prim.Constant : !ts.none
    %21 = prim.Constant : !ts.none
    %22 = prim.Constant : !ts.none
    %23 = aten.eye(%18, %19, %20, %21, %22) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %24 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
    %25 = prim.Constant false
    %26 = aten.expand(%23, %24, %25) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
    %27 = prim.Constant : !ts.none
    %28 = aten.clone(%26, %27) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %28 : !ts.tensor
  } else {
    %29 = prim.Constant 0 : i64
    %30 = aten.lt.int(%n, %29) : (i64, i64) -> i1
    %n_1, %power = prim.If %30 -> (i64, !ts.tensor) {
      %power_1 = aten.linalg_inv(%self) : (!ts.tensor) -> !ts.tensor
      %n_2 = aten.neg.int(%n) : (i64) -> i64
      prim.If.yield %n_2, %power_1 : i64, !ts.tensor
    } else {
      prim.If.yield %n, %self : i64, !ts.tensor
    }
    %31 = prim.Constant 1 : i64
    %32 = aten.eq.int(%n_1, %31) : (i64, i64) -> i1
    %33 = prim.If %32 -> (!ts.tensor) {
      %34 = prim.Constant : !ts.none
      %35 = aten.clone(%power, %34) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %35 : !ts.tensor
    } else {
      %36 = prim.Constant 3 : i64
      %37 = aten.eq.int(%n_1, %36) : (i64, i64) -> i1
      %38 = prim.If %37 -> (!ts.tensor) {
        %39 = aten.matmul(%power, %power) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        %40 = aten.matmul(%39, %power) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        prim.If.yield %40 : !ts.tensor
      } else {
        %found = prim.Constant false
        %41 = prim.Constant 9223372036854775807 : i64
        %42 = prim.Constant 0 : i64
        %43 = aten.gt.int(%n_1, %42) : (i64, i64) -> i1
        %result, %found_1, %n_3, %power_2 = prim.Loop %41, %43, iter(%power, %found, %n_1, %power) : (!ts.tensor, i1, i64, !ts.tensor) -> (!ts.tensor, i1, i64, !ts.tensor) {
        ^bb0(%44: i64, %result_1: !ts.tensor, %found_2: i1, %n_4: i64, %power_3: !ts.tensor):
          %45 = prim.Constant 2 : i64
          %46 = aten.remainder.int(%n_4, %45) : (i64, i64) -> i64
          %47 = prim.Constant 1 : i64
          %48 = aten.eq.int(%46, %47) : (i64, i64) -> i1
          %result_2, %found_3 = prim.If %48 -> (!ts.tensor, i1) {
            %result_3, %found_4 = prim.If %found_2 -> (!ts.tensor, i1) {
              %result_4 = aten.matmul(%result_1, %power_3) : (!ts.tensor, !ts.tensor) -> !ts.tensor
              prim.If.yield %result_4, %found_2 : !ts.tensor, i1
            } else {
              %found_5 = prim.Constant true
              prim.If.yield %power_3, %found_5 : !ts.tensor, i1
            }
            prim.If.yield %result_3, %found_4 : !ts.tensor, i1
          } else {
            prim.If.yield %result_1, %found_2 : !ts.tensor, i1
          }
          %49 = prim.Constant 2 : i64
          %n_5 = aten.floordiv.int(%n_4, %49) : (i64, i64) -> i64
          %50 = prim.Constant 0 : i64
          %51 = aten.gt.int(%n_5, %50) : (i64, i64) -> i1
          %power_4 = prim.If %51 -> (!ts.tensor) {
            %power_5 = aten.matmul(%power_3, %power_3) : (!ts.tensor, !ts.tensor) -> !ts.tensor
            prim.If.yield %power_5 : !ts.tensor
          } else {
            prim.If.yield %power_3 : !ts.tensor
          }
          %52 = prim.Constant 0 : i64
          %53 = aten.gt.int(%n_5, %52) : (i64, i64) -> i1
          prim.Loop.condition %53, iter(%result_2, %found_3, %n_5, %power_4) : (!ts.tensor, i1, i64, !ts.tensor)
        }
        prim.If.yield %result : !ts.tensor
      }
      prim.If.yield %38 : !ts.tensor
    }
    prim.If.yield %33 : !ts.tensor
  }
  func.return %16 : !ts.tensor
}
func.func @aten.matrix_power(%self: !ts.tensor, %n: i64) -> !ts.tensor {
  %0 = aten.linalg_matrix_power(%self, %n) : (!ts.tensor, i64) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.trapezoid.x(%y: !ts.tensor, %x: !ts.tensor, %dim: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %5 = prim.Constant false
    %6 = prim.Constant : !ts.none
    %7 = aten.sum.dim_IntList(%y, %4, %5, %6) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %8 = prim.Constant : !ts.none
    %9 = prim.Constant : !ts.none
    %10 = prim.Constant : !ts.none
    %11 = prim.Constant : !ts.none
    %12 = prim.Constant : !ts.none
    %13 = aten.zeros_like(%7, %8, %9, %10, %11, %12) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %13 : !ts.tensor
  } else {
    %14 = aten.dim(%x) : (!ts.tensor) -> i64
    %15 = prim.Constant 1 : i64
    %16 = aten.eq.int(%14, %15) : (i64, i64) -> i1
    %17 = prim.If %16 -> (i1) {
      %18 = aten.dim(%y) : (!ts.tensor) -> i64
      %19 = prim.Constant 1 : i64
      %20 = aten.gt.int(%18, %19) : (i64, i64) -> i1
      prim.If.yield %20 : i1
    } else {
      %21 = prim.Constant false
      prim.If.yield %21 : i1
    }
    %x_1 = prim.If %17 -> (!ts.tensor) {
      %22 = prim.Constant 1 : i64
      %23 = prim.ListConstruct(%22) : (i64) -> !ts.list<i64>
      %24 = aten.dim(%y) : (!ts.tensor) -> i64
      %sizes = aten.mul.left_t(%23, %24) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %25 = prim.Constant 0 : i64
      %26 = aten.size.int(%x, %25) : (!ts.tensor, i64) -> i64
      %27 = aten._set_item.t(%sizes, %dim, %26) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
      %x_2 = aten.view(%x, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      prim.If.yield %x_2 : !ts.tensor
    } else {
      %28 = aten.dim(%x) : (!ts.tensor) -> i64
      %29 = aten.dim(%y) : (!ts.tensor) -> i64
      %30 = aten.lt.int(%28, %29) : (i64, i64) -> i1
      %x_3 = prim.If %30 -> (!ts.tensor) {
        %31 = prim.Constant 1 : i64
        %32 = prim.ListConstruct(%31) : (i64) -> !ts.list<i64>
        %33 = aten.dim(%y) : (!ts.tensor) -> i64
        %34 = aten.dim(%x) : (!ts.tensor) -> i64
        %35 = aten.sub.int(%33, %34) : (i64, i64) -> i64
        %36 = aten.mul.left_t(%32, %35) : (!ts.list<i64>, i64) -> !ts.list<i64>
        %37 = aten.size(%x) : (!ts.tensor) -> !ts.list<i64>
        %38 = aten.add.t(%36, %37) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
        %x_4 = aten.view(%x, %38) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
        prim.If.yield %x_4 : !ts.tensor
      } else {
        prim.If.yield %x : !ts.tensor
      }
      prim.If.yield %x_3 : !ts.tensor
    }
    %39 = prim.Constant 1 : i64
    %40 = aten.size.int(%x_1, %dim) : (!ts.tensor, i64) -> i64
    %41 = prim.Constant 1 : i64
    %42 = aten.sub.int(%40, %41) : (i64, i64) -> i64
    %43 = aten.narrow(%x_1, %dim, %39, %42) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
    %44 = prim.Constant 0 : i64
    %45 = aten.size.int(%x_1, %dim) : (!ts.tensor, i64) -> i64
    %46 = prim.Constant 1 : i64
    %47 = aten.sub.int(%45, %46) : (i64, i64) -> i64
    %48 = aten.narrow(%x_1, %dim, %44, %47) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
    %49 = prim.Constant 1 : i64
    %widths = aten.sub.Tensor(%43, %48, %49) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %50 = prim.Constant 1 : i64
    %51 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
    %52 = prim.Constant 1 : i64
    %53 = aten.sub.int(%51, %52) : (i64, i64) -> i64
    %54 = aten.narrow(%y, %dim, %50, %53) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
    %55 = prim.Constant 0 : i64
    %56 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
    %57 = prim.Constant 1 : i64
    %58 = aten.sub.int(%56, %57) : (i64, i64) -> i64
    %59 = aten.narrow(%y, %dim, %55, %58) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
    %60 = prim.Constant 1 : i64
    %heights = aten.add.Tensor(%54, %59, %60) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %61 = aten.mul.Tensor(%widths, %heights) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %62 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %63 = prim.Constant false
    %64 = prim.Constant : !ts.none
    %65 = aten.sum.dim_IntList(%61, %62, %63, %64) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %66 = prim.Constant 2.000000e+00 : f64
    %67 = aten.div.Scalar(%65, %66) : (!ts.tensor, f64) -> !ts.tensor
    prim.If.yield %67 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.trapezoid.dx(%y: !ts.tensor, %dx: !ts.number {ts.default = 1 : i64}, %dim: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %5 = prim.Constant false
    %6 = prim.Constant : !ts.none
    %7 = aten.sum.dim_IntList(%y, %4, %5, %6) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %8 = prim.Constant : !ts.none
    %9 = prim.Constant : !ts.none
    %10 = prim.Constant : !ts.none
    %11 = prim.Constant : !ts.none
    %12 = prim.Constant : !ts.none
    %13 = aten.zeros_like(%7, %8, %9, %10, %11, %12) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %13 : !ts.tensor
  } else {
    %14 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %15 = prim.Constant false
    %16 = prim.Constant : !ts.none
    %17 = aten.sum.dim_IntList(%y, %14, %15, %16) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %18 = prim.Constant 2 : i64
    %19 = aten.mul.Scalar(%17, %18) : (!ts.tensor, i64) -> !ts.tensor
    %20 = prim.Constant 0 : i64
    %21 = aten.select.int(%y, %dim, %20) : (!ts.tensor, i64, i64) -> !ts.tensor
    %22 = prim.Constant 1 : i64
    %23 = aten.sub.Tensor(%19, %21, %22) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %24 = prim.Constant -1 : i64
    %25 = aten.select.int(%y, %dim, %24) : (!ts.tensor, i64, i64) -> !ts.tensor
    %26 = prim.Constant 1 : i64
    %inside = aten.sub.Tensor(%23, %25, %26) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %27 = aten.mul.Scalar(%inside, %dx) : (!ts.tensor, !ts.number) -> !ts.tensor
    %28 = prim.Constant 2.000000e+00 : f64
    %29 = aten.div.Scalar(%27, %28) : (!ts.tensor, f64) -> !ts.tensor
    prim.If.yield %29 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.trapz.x(%y: !ts.tensor, %x: !ts.tensor, %dim: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = aten.trapezoid.x(%y, %x, %dim) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.trapz.dx(%y: !ts.tensor, %dx: f64 {ts.default = 1.000000e+00 : f64}, %dim: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = aten.trapezoid.dx(%y, %dx, %dim) : (!ts.tensor, f64, i64) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.diff(%self: !ts.tensor, %n: i64 {ts.default = 1 : i64}, %dim: i64 {ts.default = -1 : i64}, %prepend: !ts.optional<!ts.tensor> {ts.default}, %append: !ts.optional<!ts.tensor> {ts.default}) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "diff: a tensor of at least one dimension is expected" : !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = prim.Constant 0 : i64
  %6 = aten.lt.int(%n, %5) : (i64, i64) -> i1
  prim.If %6 {
    %7 = prim.Constant "diff: the order is {}, and is not to be negative" : !ts.str
    %8 = aten.format(%7, %n) : (!ts.str, i64) -> !ts.str
    %9 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%8, %9) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %10 = prim.Constant 0 : i64
  %11 = aten.eq.int(%n, %10) : (i64, i64) -> i1
  %12 = prim.If %11 -> (!ts.tensor) {
    %13 = prim.Constant : !ts.none
    %14 = aten.clone(%self, %13) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %14 : !ts.tensor
  } else {
    %15 = prim.Constant : !ts.none
    %16 = aten.__isnot__(%prepend, %15) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %found = prim.If %16 -> (!ts.tensor) {
      %prepend_1 = prim.unchecked_cast(%prepend) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      %17 = prim.ListConstruct(%prepend_1, %self) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
      %found_1 = aten.cat(%17, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      prim.If.yield %found_1 : !ts.tensor
    } else {
      prim.If.yield %self : !ts.tensor
    }
    %18 = prim.Constant : !ts.none
    %19 = aten.__isnot__(%append, %18) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %found_2 = prim.If %19 -> (!ts.tensor) {
      %append_1 = prim.unchecked_cast(%append) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      %20 = prim.ListConstruct(%found, %append_1) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
      %found_3 = aten.cat(%20, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      prim.If.yield %found_3 : !ts.tensor
    } else {
      prim.If.yield %found : !ts.tensor
    }
    %21 = aten.size.int(%found_2, %dim) : (!ts.tensor, i64) -> i64
    %22 = aten.ge.int(%n, %21) : (i64, i64) -> i1
    %23 = prim.If %22 -> (!ts.tensor) {
      %24 = prim.Constant 0 : i64
      %25 = prim.Constant 0 : i64
      %26 = aten.narrow(%found_2, %dim, %24, %25) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
      prim.If.yield %26 : !ts.tensor
    } else {
      %27 = prim.Constant true
      %found_4 = prim.Loop %n, %27, iter(%found_2) : (!ts.tensor) -> (!ts.tensor) {
      ^bb0(%i: i64, %found_5: !ts.tensor):
        %28 = prim.Constant 0 : i64
        %29 = aten.size.int(%found_5, %dim) : (!ts.tensor, i64) -> i64
        %30 = prim.Constant 1 : i64
        %31 = aten.sub.int(%29, %30) : (i64, i64) -> i64
        %before = aten.narrow(%found_5, %dim, %28, %31) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
        %32 = prim.Constant 1 : i64
        %33 = aten.size.int(%found_5, %dim) : (!ts.tensor, i64) -> i64
        %34 = prim.Constant 1 : i64
        %35 = aten.sub.int(%33, %34) : (i64, i64) -> i64
        %behind = aten.narrow(%found_5, %dim, %32, %35) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
        %36 = prim.dtype(%found_5) : (!ts.tensor) -> i64
        %37 = prim.Constant 11 : i64
        %38 = aten.eq.int(%36, %37) : (i64, i64) -> i1
        %found_6 = prim.If %38 -> (!ts.tensor) {
          %found_7 = aten.logical_xor(%behind, %before) : (!ts.tensor, !ts.tensor) -> !ts.tensor
          prim.If.yield %found_7 : !ts.tensor
        } else {
          %39 = prim.Constant 1 : i64
          %found_8 = aten.sub.Tensor(%behind, %before, %39) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
          prim.If.yield %found_8 : !ts.tensor
        }
        %40 = prim.Constant true
        prim.Loop.condition %40, iter(%found_6) : (!ts.tensor)
      }
      prim.If.yield %found_4 : !ts.tensor
    }
    prim.If.yield %23 : !ts.tensor
  }
  func.return %12 : !ts.tensor
}
func.func @aten.cumulative_trapezoid.x(%y: !ts.tensor, %x: !ts.tensor, %dim: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = aten.dim(%x) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = aten.dim(%y) : (!ts.tensor) -> i64
    %5 = prim.Constant 1 : i64
    %6 = aten.gt.int(%4, %5) : (i64, i64) -> i1
    prim.If.yield %6 : i1
  } else {
    %7 = prim.Constant false
    prim.If.yield %7 : i1
  }
  %x_1 = prim.If %3 -> (!ts.tensor) {
    %8 = prim.Constant 0 : i64
    %9 = aten.size.int(%x, %8) : (!ts.tensor, i64) -> i64
    %10 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
    %11 = aten.ne.int(%9, %10) : (i64, i64) -> i1
    prim.If %11 {
      %12 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
      %13 = prim.Constant 0 : i64
      %14 = aten.size.int(%x, %13) : (!ts.tensor, i64) -> i64
      %15 = prim.Constant "cumulative_trapezoid: {} places are expected, not {}" : !ts.str
      %16 = aten.format(%15, %12, %14) : (!ts.str, i64, i64) -> !ts.str
      %17 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%16, %17) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %18 = prim.Constant 1 : i64
    %19 = prim.ListConstruct(%18) : (i64) -> !ts.list<i64>
    %20 = aten.dim(%y) : (!ts.tensor) -> i64
    %sizes = aten.mul.left_t(%19, %20) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %21 = prim.Constant 0 : i64
    %22 = aten.size.int(%x, %21) : (!ts.tensor, i64) -> i64
    %23 = aten._set_item.t(%sizes, %dim, %22) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    %x_2 = aten.view(%x, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %x_2 : !ts.tensor
  } else {
    %24 = aten.dim(%x) : (!ts.tensor) -> i64
    %25 = aten.dim(%y) : (!ts.tensor) -> i64
    %26 = aten.lt.int(%24, %25) : (i64, i64) -> i1
    %x_3 = prim.If %26 -> (!ts.tensor) {
      %27 = prim.Constant 1 : i64
      %28 = prim.ListConstruct(%27) : (i64) -> !ts.list<i64>
      %29 = aten.dim(%y) : (!ts.tensor) -> i64
      %30 = aten.dim(%x) : (!ts.tensor) -> i64
      %31 = aten.sub.int(%29, %30) : (i64, i64) -> i64
      %32 = aten.mul.left_t(%28, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = aten.size(%x) : (!ts.tensor) -> !ts.list<i64>
      %34 = aten.add.t(%32, %33) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
      %x_4 = aten.view(%x, %34) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      prim.If.yield %x_4 : !ts.tensor
    } else {
      prim.If.yield %x : !ts.tensor
    }
    prim.If.yield %x_3 : !ts.tensor
  }
  %35 = prim.Constant 1 : i64
  %36 = aten.size.int(%x_1, %dim) : (!ts.tensor, i64) -> i64
  %37 = prim.Constant 1 : i64
  %38 = aten.sub.int(%36, %37) : (i64, i64) -> i64
  %39 = aten.narrow(%x_1, %dim, %35, %38) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %40 = prim.Constant 0 : i64
  %41 = aten.size.int(%x_1, %dim) : (!ts.tensor, i64) -> i64
  %42 = prim.Constant 1 : i64
  %43 = aten.sub.int(%41, %42) : (i64, i64) -> i64
  %44 = aten.narrow(%x_1, %dim, %40, %43) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %45 = prim.Constant 1 : i64
  %widths = aten.sub.Tensor(%39, %44, %45) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %46 = prim.Constant 1 : i64
  %47 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
  %48 = prim.Constant 1 : i64
  %49 = aten.sub.int(%47, %48) : (i64, i64) -> i64
  %50 = aten.narrow(%y, %dim, %46, %49) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %51 = prim.Constant 0 : i64
  %52 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
  %53 = prim.Constant 1 : i64
  %54 = aten.sub.int(%52, %53) : (i64, i64) -> i64
  %55 = aten.narrow(%y, %dim, %51, %54) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %56 = prim.Constant 1 : i64
  %57 = aten.add.Tensor(%50, %55, %56) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %58 = aten.mul.Tensor(%57, %widths) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %59 = prim.Constant : !ts.none
  %60 = aten.cumsum(%58, %dim, %59) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
  %61 = prim.Constant 2.000000e+00 : f64
  %62 = aten.div.Scalar(%60, %61) : (!ts.tensor, f64) -> !ts.tensor
  func.return %62 : !ts.tensor
}
func.func @aten.cumulative_trapezoid.dx(%y: !ts.tensor, %dx: !ts.number {ts.default = 1 : i64}, %dim: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = prim.Constant 2.000000e+00 : f64
  %1 = aten.div(%dx, %0) : (!ts.number, f64) -> f64
  %2 = prim.Constant 1 : i64
  %3 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
  %4 = prim.Constant 1 : i64
  %5 = aten.sub.int(%3, %4) : (i64, i64) -> i64
  %6 = aten.narrow(%y, %dim, %2, %5) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %7 = prim.Constant 0 : i64
  %8 = aten.size.int(%y, %dim) : (!ts.tensor, i64) -> i64
  %9 = prim.Constant 1 : i64
  %10 = aten.sub.int(%8, %9) : (i64, i64) -> i64
  %11 = aten.narrow(%y, %dim, %7, %10) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %12 = prim.Constant 1 : i64
  %13 = aten.add.Tensor(%6, %11, %12) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %14 = prim.Constant : !ts.none
  %15 = aten.cumsum(%13, %dim, %14) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
  %16 = aten.mul.Scalar(%15, %1) : (!ts.tensor, f64) -> !ts.tensor
  func.return %16 : !ts.tensor
}
func.func @aten.vander(%x: !ts.tensor, %N: !ts.optional<i64> {ts.default}, %increasing: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.dim(%x) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = aten.dim(%x) : (!ts.tensor) -> i64
    %4 = prim.Constant "vander: a vector is expected, not a tensor of {} dimensions" : !ts.str
    %5 = aten.format(%4, %3) : (!ts.str, i64) -> !ts.str
    %6 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%5, %6) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %powers = aten.linalg_vander(%x, %N) : (!ts.tensor, !ts.optional<i64>) -> !ts.tensor
  %7 = aten.__not__(%increasing) : (i1) -> i1
  %powers_1 = prim.If %7 -> (!ts.tensor) {
    %8 = prim.Constant -1 : i64
    %9 = prim.ListConstruct(%8) : (i64) -> !ts.list<i64>
    %powers_2 = aten.flip(%powers, %9) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %powers_2 : !ts.tensor
  } else {
    prim.If.yield %powers : !ts.tensor
  }
  func.return %powers_1 : !ts.tensor
}
func.func @aten.sum_to_size(%self: !ts.tensor, %size: !ts.list<i64>) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = aten.len.t(%size) : (!ts.list<i64>) -> i64
  %lead = aten.sub.int(%0, %1) : (i64, i64) -> i64
  %2 = prim.Constant 0 : i64
  %3 = aten.lt.int(%lead, %2) : (i64, i64) -> i1
  prim.If %3 {
    %4 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
    %5 = prim.Constant "sum_to_size: a tensor of size {} has fewer dimensions than {}" : !ts.str
    %6 = aten.format(%5, %4, %size) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
    %7 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %dims = prim.ListConstruct() : () -> !ts.list<i64>
  %8 = aten.dim(%self) : (!ts.tensor) -> i64
  %9 = prim.Constant true
  prim.Loop %8, %9 : () -> () {
  ^bb0(%i: i64):
    %10 = aten.lt.int(%i, %lead) : (i64, i64) -> i1
    prim.If %10 {
      %11 = aten.append.t(%dims, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      %12 = aten.sub.int(%i, %lead) : (i64, i64) -> i64
      %13 = aten.__getitem__.t(%size, %12) : (!ts.list<i64>, i64) -> i64
      %14 = prim.Constant 1 : i64
      %15 = aten.eq.int(%13, %14) : (i64, i64) -> i1
      prim.If %15 {
        %16 = aten.size.int(%self, %i) : (!ts.tensor, i64) -> i64
        %17 = prim.Constant 1 : i64
        %18 = aten.ne.int(%16, %17) : (i64, i64) -> i1
        prim.If %18 {
          %19 = aten.append.t(%dims, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
          prim.If.yield
        } else {
          prim.If.yield
        }
        prim.If.yield
      } else {
        %20 = aten.sub.int(%i, %lead) : (i64, i64) -> i64
        %21 = aten.__getitem__.t(%size, %20) : (!ts.list<i64>, i64) -> i64
        %22 = aten.size.int(%self, %i) : (!ts.tensor, i64) -> i64
        %23 = aten.ne.int(%21, %22) : (i64, i64) -> i1
        prim.If %23 {
          %24 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
          %25 = prim.Constant "sum_to_size: a tensor of size {} is not broadcast to {}" : !ts.str
          %26 = aten.format(%25, %size, %24) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
          %27 = prim.Constant "builtins.RuntimeError" : !ts.str
          prim.RaiseException(%26, %27) : (!ts.str, !ts.str) -> ()
          prim.If.yield
        } else {
          prim.If.yield
        }
        prim.If.yield
      }
      prim.If.yield
    }
    %28 = prim.Constant true
    prim.Loop.condition %28
  }
  %29 = aten.len.t(%size) : (!ts.list<i64>) -> i64
  %30 = prim.Constant 0 : i64
  %31 = aten.eq.int(%29, %30) : (i64, i64) -> i1
  %32 = prim.If %31 -> (!ts.tensor) {
    %33 = prim.Constant : !ts.none
    %34 = aten.sum(%self, %33) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %34 : !ts.tensor
  } else {
    %35 = aten.len.t(%dims) : (!ts.list<i64>) -> i64
    %36 = prim.Constant 0 : i64
    %37 = aten.gt.int(%35, %36) : (i64, i64) -> i1
    %self_1 = prim.If %37 -> (!ts.tensor) {
      %38 = prim.Constant true
      %39 = prim.Constant : !ts.none
      %self_2 = aten.sum.dim_IntList(%self, %dims, %38, %39) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
      prim.If.yield %self_2 : !ts.tensor
    } else {
      prim.If.yield %self : !ts.tensor
    }
    %40 = prim.Constant 0 : i64
    %41 = aten.gt.int(%lead, %40) : (i64, i64) -> i1
    %self_3 = prim.If %41 -> (!ts.tensor) {
      %self_4 = aten.view(%self_1, %size) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      prim.If.yield %self_4 : !ts.tensor
    } else {
      prim.If.yield %self_1 : !ts.tensor
    }
    prim.If.yield %self_3 : !ts.tensor
  }
  func.return %32 : !ts.tensor
}
func.func @aten.std_mean(%self: !ts.tensor, %unbiased: i1 {ts.default = true}) -> (!ts.tensor, !ts.tensor) {
  %0 = prim.Constant : !ts.none
  %1 = aten.Int.bool(%unbiased) : (i1) -> i64
  %2 = prim.Constant false
  %3, %4 = aten.std_mean.correction(%self, %0, %1, %2) : (!ts.tensor, !ts.none, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %3, %4 : !ts.tensor, !ts.tensor
}
func.func @aten.std_mean.dim(%self: !ts.tensor, %dim: !ts.optional<!ts.list<i64>>, %unbiased: i1 {ts.default = true}, %keepdim: i1 {ts.default = false}) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.Int.bool(%unbiased) : (i1) -> i64
  %1, %2 = aten.std_mean.correction(%self, %dim, %0, %keepdim) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %1, %2 : !ts.tensor, !ts.tensor
}
func.func @aten.var_mean(%self: !ts.tensor, %unbiased: i1 {ts.default = true}) -> (!ts.tensor, !ts.tensor) {
  %0 = prim.Constant : !ts.none
  %1 = aten.Int.bool(%unbiased) : (i1) -> i64
  %2 = prim.Constant false
  %3, %4 = aten.var_mean.correction(%self, %0, %1, %2) : (!ts.tensor, !ts.none, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %3, %4 : !ts.tensor, !ts.tensor
}
func.func @aten.var_mean.dim(%self: !ts.tensor, %dim: !ts.optional<!ts.list<i64>>, %unbiased: i1 {ts.default = true}, %keepdim: i1 {ts.default = false}) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.Int.bool(%unbiased) : (i1) -> i64
  %1, %2 = aten.var_mean.correction(%self, %dim, %0, %keepdim) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %1, %2 : !ts.tensor, !ts.tensor
}
func.func @aten.std(%self: !ts.tensor, %unbiased: i1 {ts.default = true}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.Int.bool(%unbiased) : (i1) -> i64
  %2 = prim.Constant false
  %3 = aten.std.correction(%self, %0, %1, %2) : (!ts.tensor, !ts.none, i64, i1) -> !ts.tensor
  func.return %3 : !ts.tensor
}
func.func @aten.std.dim(%self: !ts.tensor, %dim: !ts.optional<!ts.list<i64>>, %unbiased: i1 {ts.default = true}, %keepdim: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.Int.bool(%unbiased) : (i1) -> i64
  %1 = aten.std.correction(%self, %dim, %0, %keepdim) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i64, i1) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.var(%self: !ts.tensor, %unbiased: i1 {ts.default = true}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.Int.bool(%unbiased) : (i1) -> i64
  %2 = prim.Constant false
  %3 = aten.var.correction(%self, %0, %1, %2) : (!ts.tensor, !ts.none, i64, i1) -> !ts.tensor
  func.return %3 : !ts.tensor
}
func.func @aten.var.dim(%self: !ts.tensor, %dim: !ts.optional<!ts.list<i64>>, %unbiased: i1 {ts.default = true}, %keepdim: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.Int.bool(%unbiased) : (i1) -> i64
  %1 = aten.var.correction(%self, %dim, %0, %keepdim) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i64, i1) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.rnn_tanh_cell(%input: !ts.tensor, %hx: !ts.tensor, %w_ih: !ts.tensor, %w_hh: !ts.tensor, %b_ih: !ts.optional<!ts.tensor> {ts.default}, %b_hh: !ts.optional<!ts.tensor> {ts.default}) -> !ts.tensor {
  %0 = aten.linear(%input, %w_ih, %b_ih) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %1 = aten.linear(%hx, %w_hh, %b_hh) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %2 = prim.Constant 1 : i64
  %3 = aten.add.Tensor(%0, %1, %2) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %4 = aten.tanh(%3) : (!ts.tensor) -> !ts.tensor
  func.return %4 : !ts.tensor
}
func.func @aten.rnn_relu_cell(%input: !ts.tensor, %hx: !ts.tensor, %w_ih: !ts.tensor, %w_hh: !ts.tensor, %b_ih: !ts.optional<!ts.tensor> {ts.default}, %b_hh: !ts.optional<!ts.tensor> {ts.default}) -> !ts.tensor {
  %0 = aten.linear(%input, %w_ih, %b_ih) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %1 = aten.linear(%hx, %w_hh, %b_hh) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %2 = prim.Constant 1 : i64
  %3 = aten.add.Tensor(%0, %1, %2) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %4 = aten.relu(%3) : (!ts.tensor) -> !ts.tensor
  func.return %4 : !ts.tensor
}
func.func @aten.lstm_cell(%input: !ts.tensor, %hx: !ts.list<!ts.tensor>, %w_ih: !ts.tensor, %w_hh: !ts.tensor, %b_ih: !ts.optional<!ts.tensor> {ts.default}, %b_hh: !ts.optional<!ts.tensor> {ts.default}) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.linear(%input, %w_ih, %b_ih) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %1 = prim.Constant 0 : i64
  %2 = aten.__getitem__.t(%hx, %1) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %3 = aten.linear(%2, %w_hh, %b_hh) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %4 = prim.Constant 1 : i64
  %gates = aten.add.Tensor(%0, %3, %4) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %5 = prim.Constant 4 : i64
  %6 = prim.Constant 1 : i64
  %7 = aten.chunk(%gates, %5, %6) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %entering, %forgetting, %cell, %leaving = prim.ListUnpack(%7) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  %8 = aten.sigmoid(%forgetting) : (!ts.tensor) -> !ts.tensor
  %9 = prim.Constant 1 : i64
  %10 = aten.__getitem__.t(%hx, %9) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %11 = aten.mul.Tensor(%8, %10) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %12 = aten.sigmoid(%entering) : (!ts.tensor) -> !ts.tensor
  %13 = aten.tanh(%cell) : (!ts.tensor) -> !ts.tensor
  %14 = aten.mul.Tensor(%12, %13) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %15 = prim.Constant 1 : i64
  %memory = aten.add.Tensor(%11, %14, %15) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %16 = aten.sigmoid(%leaving) : (!ts.tensor) -> !ts.tensor
  %17 = aten.tanh(%memory) : (!ts.tensor) -> !ts.tensor
  %18 = aten.mul.Tensor(%16, %17) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %18, %memory : !ts.tensor, !ts.tensor
}
func.func @aten.gru_cell(%input: !ts.tensor, %hx: !ts.tensor, %w_ih: !ts.tensor, %w_hh: !ts.tensor, %b_ih: !ts.optional<!ts.tensor> {ts.default}, %b_hh: !ts.optional<!ts.tensor> {ts.default}) -> !ts.tensor {
  %0 = aten.linear(%input, %w_ih, %b_ih) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %1 = prim.Constant 3 : i64
  %2 = prim.Constant 1 : i64
  %from_input = aten.chunk(%0, %1, %2) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %3 = aten.linear(%hx, %w_hh, %b_hh) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  %4 = prim.Constant 3 : i64
  %5 = prim.Constant 1 : i64
  %from_state = aten.chunk(%3, %4, %5) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %6 = prim.Constant 0 : i64
  %7 = aten.__getitem__.t(%from_state, %6) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %8 = prim.Constant 0 : i64
  %9 = aten.__getitem__.t(%from_input, %8) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %10 = prim.Constant 1 : i64
  %11 = aten.add.Tensor(%7, %9, %10) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %reset = aten.sigmoid(%11) : (!ts.tensor) -> !ts.tensor
  %12 = prim.Constant 1 : i64
  %13 = aten.__getitem__.t(%from_state, %12) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %14 = prim.Constant 1 : i64
  %15 = aten.__getitem__.t(%from_input, %14) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %16 = prim.Constant 1 : i64
  %17 = aten.add.Tensor(%13, %15, %16) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %update = aten.sigmoid(%17) : (!ts.tensor) -> !ts.tensor
  %18 = prim.Constant 2 : i64
  %19 = aten.__getitem__.t(%from_input, %18) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %20 = prim.Constant 2 : i64
  %21 = aten.__getitem__.t(%from_state, %20) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %22 = aten.mul.Tensor(%21, %reset) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %23 = prim.Constant 1 : i64
  %24 = aten.add.Tensor(%19, %22, %23) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %new = aten.tanh(%24) : (!ts.tensor) -> !ts.tensor
  %25 = prim.Constant 1 : i64
  %26 = aten.sub.Tensor(%hx, %new, %25) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %27 = aten.mul.Tensor(%26, %update) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %28 = prim.Constant 1 : i64
  %29 = aten.add.Tensor(%27, %new, %28) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %29 : !ts.tensor
}
func.func @aten.hstack(%tensors: !ts.list<!ts.tensor>) -> !ts.tensor {
  %wide = aten.atleast_1d.Sequence(%tensors) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  %0 = aten.len.t(%wide) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.gt.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant 0 : i64
    %5 = aten.__getitem__.t(%wide, %4) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %6 = aten.dim(%5) : (!ts.tensor) -> i64
    %7 = prim.Constant 1 : i64
    %8 = aten.eq.int(%6, %7) : (i64, i64) -> i1
    prim.If.yield %8 : i1
  } else {
    %9 = prim.Constant false
    prim.If.yield %9 : i1
  }
  %10 = prim.If %3 -> (!ts.tensor) {
    %11 = prim.Constant 0 : i64
    %12 = aten.cat(%wide, %11) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.If.yield %12 : !ts.tensor
  } else {
    %13 = prim.Constant 1 : i64
    %14 = aten.cat(%wide, %13) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.If.yield %14 : !ts.tensor
  }
  func.return %10 : !ts.tensor
}
func.func @aten.vstack(%tensors: !ts.list<!ts.tensor>) -> !ts.tensor {
  %0 = aten.atleast_2d.Sequence(%tensors) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  %1 = prim.Constant 0 : i64
  %2 = aten.cat(%0, %1) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.dstack(%tensors: !ts.list<!ts.tensor>) -> !ts.tensor {
  %0 = aten.atleast_3d.Sequence(%tensors) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  %1 = prim.Constant 2 : i64
  %2 = aten.cat(%0, %1) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.fliplr(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.lt.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = aten.dim(%self) : (!ts.tensor) -> i64
    %4 = prim.Constant "fliplr: a tensor of at least 2 dimensions is expected, not {}" : !ts.str
    %5 = aten.format(%4, %3) : (!ts.str, i64) -> !ts.str
    %6 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%5, %6) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %7 = prim.Constant 1 : i64
  %8 = prim.ListConstruct(%7) : (i64) -> !ts.list<i64>
  %9 = aten.flip(%self, %8) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %9 : !ts.tensor
}
func.func @aten.flipud(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.lt.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "flipud: a tensor of at least 1 dimension is expected, not 0" : !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = prim.Constant 0 : i64
  %6 = prim.ListConstruct(%5) : (i64) -> !ts.list<i64>
  %7 = aten.flip(%self, %6) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %7 : !ts.tensor
}
func.func @aten.tile(%self: !ts.tensor, %dims: !ts.list<i64>) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = aten.len.t(%dims) : (!ts.list<i64>) -> i64
  %missing = aten.sub.int(%0, %1) : (i64, i64) -> i64
  %2 = prim.Constant 0 : i64
  %3 = aten.gt.int(%missing, %2) : (i64, i64) -> i1
  %dims_1 = prim.If %3 -> (!ts.list<i64>) {
    %4 = prim.Constant 1 : i64
    %5 = prim.ListConstruct(%4) : (i64) -> !ts.list<i64>
    %6 = aten.mul.left_t(%5, %missing) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %dims_2 = aten.add.t(%6, %dims) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
    prim.If.yield %dims_2 : !ts.list<i64>
  } else {
    prim.If.yield %dims : !ts.list<i64>
  }
  %7 = aten.repeat(%self, %dims_1) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %7 : !ts.tensor
}
func.func @aten.msort(%self: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant 0 : i64
  %1 = prim.Constant false
  %values, %indices = aten.sort(%self, %0, %1) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %values : !ts.tensor
}
func.func @aten.argsort(%self: !ts.tensor, %dim: i64 {ts.default = -1 : i64}, %descending: i1 {ts.default = false}) -> !ts.tensor {
  %values, %indices = aten.sort(%self, %dim, %descending) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %indices : !ts.tensor
}
func.func @aten.argsort.stable(%self: !ts.tensor, %stable: i1, %dim: i64 {ts.default = -1 : i64}, %descending: i1 {ts.default = false}) -> !ts.tensor {
  %values, %indices = aten.sort.stable(%self, %stable, %dim, %descending) : (!ts.tensor, i1, i64, i1) -> (!ts.tensor, !ts.tensor)
  func.return %indices : !ts.tensor
}
func.func @aten.take_along_dim(%self: !ts.tensor, %indices: !ts.tensor, %dim: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%dim, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %self_1, %indices_1, %dim_1 = prim.If %1 -> (!ts.tensor, !ts.tensor, i64) {
    %2 = prim.Constant -1 : i64
    %3 = prim.ListConstruct(%2) : (i64) -> !ts.list<i64>
    %self_2 = aten.reshape(%self, %3) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %4 = prim.Constant -1 : i64
    %5 = prim.ListConstruct(%4) : (i64) -> !ts.list<i64>
    %indices_2 = aten.reshape(%indices, %5) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %dim_2 = prim.Constant 0 : i64
    prim.If.yield %self_2, %indices_2, %dim_2 : !ts.tensor, !ts.tensor, i64
  } else {
    %dim_3 = prim.unchecked_cast(%dim) : (!ts.optional<i64>) -> i64
    prim.If.yield %self, %indices, %dim_3 : !ts.tensor, !ts.tensor, i64
  }
  %6 = aten.dim(%self_1) : (!ts.tensor) -> i64
  %7 = aten.dim(%indices_1) : (!ts.tensor) -> i64
  %8 = aten.ne.int(%6, %7) : (i64, i64) -> i1
  prim.If %8 {
    %9 = aten.dim(%self_1) : (!ts.tensor) -> i64
    %10 = aten.dim(%indices_1) : (!ts.tensor) -> i64
    %11 = prim.Constant "take_along_dim: tensor and indices have {} and {} dimensions; the same number is expected" : !ts.str
    %12 = aten.format(%11, %9, %10) : (!ts.str, i64, i64) -> !ts.str
    %13 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%12, %13) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %14 = prim.Constant 0 : i64
  %15 = aten.lt.int(%dim_1, %14) : (i64, i64) -> i1
  %at = prim.If %15 -> (i64) {
    %16 = aten.dim(%self_1) : (!ts.tensor) -> i64
    %at_1 = aten.add.int(%dim_1, %16) : (i64, i64) -> i64
    prim.If.yield %at_1 : i64
  } else {
    prim.If.yield %dim_1 : i64
  }
  %source = prim.ListConstruct() : () -> !ts.list<i64>
  %chosen = prim.ListConstruct() : () -> !ts.list<i64>
  %17 = aten.dim(%self_1) : (!ts.tensor) -> i64
  %18 = prim.Constant true
  prim.Loop %17, %18 : () -> () {
  ^bb0(%i: i64):
    %19 = aten.eq.int(%i, %at) : (i64, i64) -> i1
    prim.If %19 {
      %20 = aten.size.int(%self_1, %i) : (!ts.tensor, i64) -> i64
      %21 = aten.append.t(%source, %20) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %22 = aten.size.int(%indices_1, %i) : (!ts.tensor, i64) -> i64
      %23 = aten.append.t(%chosen, %22) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      %24 = aten.size.int(%self_1, %i) : (!ts.tensor, i64) -> i64
      %25 = aten.size.int(%indices_1, %i) : (!ts.tensor, i64) -> i64
      %both = prim.max.int(%24, %25) : (i64, i64) -> i64
      %26 = aten.append.t(%source, %both) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %27 = aten.append.t(%chosen, %both) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    }
    %28 = prim.Constant true
    prim.Loop.condition %28
  }
  %29 = prim.Constant 0 : i64
  %30 = aten.lt.Scalar(%indices_1, %29) : (!ts.tensor, i64) -> !ts.tensor
  %31 = aten.size.int(%self_1, %at) : (!ts.tensor, i64) -> i64
  %32 = prim.Constant 1 : i64
  %33 = aten.add.Scalar(%indices_1, %31, %32) : (!ts.tensor, i64, i64) -> !ts.tensor
  %places = aten.where.self(%30, %33, %indices_1) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
  %34 = prim.Constant false
  %35 = aten.expand(%self_1, %source, %34) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  %36 = prim.Constant false
  %37 = aten.expand(%places, %chosen, %36) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  %38 = prim.Constant false
  %39 = aten.gather(%35, %at, %37, %38) : (!ts.tensor, i64, !ts.tensor, i1) -> !ts.tensor
  func.return %39 : !ts.tensor
}
func.func @aten.concat(%tensors: !ts.list<!ts.tensor>, %dim: i64 {ts.default = 0 : i64}) -> !ts.tensor {
  %0 = aten.cat(%tensors, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.concatenate(%tensors: !ts.list<!ts.tensor>, %dim: i64 {ts.default = 0 : i64}) -> !ts.tensor {
  %0 = aten.cat(%tensors, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.column_stack(%tensors: !ts.list<!ts.tensor>) -> !ts.tensor {
  %columns = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant true
  prim.Loop %0, %1 : () -> () {
  ^bb0(%2: i64):
    %tensor = aten.__getitem__.t(%tensors, %2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %3 = aten.dim(%tensor) : (!ts.tensor) -> i64
    %4 = prim.Constant 1 : i64
    %5 = aten.le.int(%3, %4) : (i64, i64) -> i1
    %tensor_1 = prim.If %5 -> (!ts.tensor) {
      %6 = aten.numel(%tensor) : (!ts.tensor) -> i64
      %7 = prim.Constant 1 : i64
      %8 = prim.ListConstruct(%6, %7) : (i64, i64) -> !ts.list<i64>
      %tensor_2 = aten.reshape(%tensor, %8) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      prim.If.yield %tensor_2 : !ts.tensor
    } else {
      prim.If.yield %tensor : !ts.tensor
    }
    %9 = aten.append.t(%columns, %tensor_1) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    %10 = prim.Constant true
    prim.Loop.condition %10
  }
  %11 = aten.hstack(%columns) : (!ts.list<!ts.tensor>) -> !ts.tensor
  func.return %11 : !ts.tensor
}
func.func @aten.atleast_1d(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.Constant 1 : i64
    %5 = prim.ListConstruct(%4) : (i64) -> !ts.list<i64>
    %6 = aten.reshape(%self, %5) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %6 : !ts.tensor
  } else {
    prim.If.yield %self : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.atleast_2d(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.Constant 1 : i64
    %5 = prim.Constant 1 : i64
    %6 = prim.ListConstruct(%4, %5) : (i64, i64) -> !ts.list<i64>
    %7 = aten.reshape(%self, %6) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %7 : !ts.tensor
  } else {
    %8 = aten.dim(%self) : (!ts.tensor) -> i64
    %9 = prim.Constant 1 : i64
    %10 = aten.eq.int(%8, %9) : (i64, i64) -> i1
    %11 = prim.If %10 -> (!ts.tensor) {
      %12 = prim.Constant 0 : i64
      %13 = aten.unsqueeze(%self, %12) : (!ts.tensor, i64) -> !ts.tensor
      prim.If.yield %13 : !ts.tensor
    } else {
      prim.If.yield %self : !ts.tensor
    }
    prim.If.yield %11 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.atleast_3d(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.Constant 1 : i64
    %5 = prim.Constant 1 : i64
    %6 = prim.Constant 1 : i64
    %7 = prim.ListConstruct(%4, %5, %6) : (i64, i64, i64) -> !ts.list<i64>
    %8 = aten.reshape(%self, %7) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %8 : !ts.tensor
  } else {
    %9 = aten.dim(%self) : (!ts.tensor) -> i64
    %10 = prim.Constant 1 : i64
    %11 = aten.eq.int(%9, %10) : (i64, i64) -> i1
    %12 = prim.If %11 -> (!ts.tensor) {
      %13 = prim.Constant 0 : i64
      %14 = aten.unsqueeze(%self, %13) : (!ts.tensor, i64) -> !ts.tensor
      %15 = prim.Constant -1 : i64
      %16 = aten.unsqueeze(%14, %15) : (!ts.tensor, i64) -> !ts.tensor
      prim.If.yield %16 : !ts.tensor
    } else {
      %17 = aten.dim(%self) : (!ts.tensor) -> i64
      %18 = prim.Constant 2 : i64
      %19 = aten.eq.int(%17, %18) : (i64, i64) -> i1
      %20 = prim.If %19 -> (!ts.tensor) {
        %21 = prim.Constant -1 : i64
        %22 = aten.unsqueeze(%self, %21) : (!ts.tensor, i64) -> !ts.tensor
        prim.If.yield %22 : !ts.tensor
      } else {
        prim.If.yield %self : !ts.tensor
      }
      prim.If.yield %20 : !ts.tensor
    }
    prim.If.yield %12 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.atleast_1d.Sequence(%tensors: !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor> {
  %wide = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant true
  prim.Loop %0, %1 : () -> () {
  ^bb0(%2: i64):
    %tensor = aten.__getitem__.t(%tensors, %2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %3 = aten.atleast_1d(%tensor) : (!ts.tensor) -> !ts.tensor
    %4 = aten.append.t(%wide, %3) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    %5 = prim.Constant true
    prim.Loop.condition %5
  }
  func.return %wide : !ts.list<!ts.tensor>
}
func.func @aten.atleast_2d.Sequence(%tensors: !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor> {
  %wide = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant true
  prim.Loop %0, %1 : () -> () {
  ^bb0(%2: i64):
    %tensor = aten.__getitem__.t(%tensors, %2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %3 = aten.atleast_2d(%tensor) : (!ts.tensor) -> !ts.tensor
    %4 = aten.append.t(%wide, %3) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    %5 = prim.Constant true
    prim.Loop.condition %5
  }
  func.return %wide : !ts.list<!ts.tensor>
}
func.func @aten.atleast_3d.Sequence(%tensors: !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor> {
  %wide = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant true
  prim.Loop %0, %1 : () -> () {
  ^bb0(%2: i64):
    %tensor = aten.__getitem__.t(%tensors, %2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %3 = aten.atleast_3d(%tensor) : (!ts.tensor) -> !ts.tensor
    %4 = aten.append.t(%wide, %3) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    %5 = prim.Constant true
    prim.Loop.condition %5
  }
  func.return %wide : !ts.list<!ts.tensor>
}
func.func @aten.diagflat(%self: !ts.tensor, %offset: i64 {ts.default = 0 : i64}) -> !ts.tensor {
  %0 = prim.Constant -1 : i64
  %1 = prim.ListConstruct(%0) : (i64) -> !ts.list<i64>
  %2 = aten.reshape(%self, %1) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %3 = aten.diag(%2, %offset) : (!ts.tensor, i64) -> !ts.tensor
  func.return %3 : !ts.tensor
}
func.func @aten.diag(%self: !ts.tensor, %diagonal: i64 {ts.default = 0 : i64}) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.Constant -2 : i64
    %5 = prim.Constant -1 : i64
    %6 = aten.diag_embed(%self, %diagonal, %4, %5) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
    prim.If.yield %6 : !ts.tensor
  } else {
    %7 = aten.dim(%self) : (!ts.tensor) -> i64
    %8 = prim.Constant 2 : i64
    %9 = aten.ne.int(%7, %8) : (i64, i64) -> i1
    prim.If %9 {
      %10 = aten.dim(%self) : (!ts.tensor) -> i64
      %11 = prim.Constant "diag: a vector or a matrix is expected, not a tensor of {} dimensions" : !ts.str
      %12 = aten.format(%11, %10) : (!ts.str, i64) -> !ts.str
      %13 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%12, %13) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %14 = prim.Constant 0 : i64
    %15 = prim.Constant 1 : i64
    %16 = aten.diagonal(%self, %diagonal, %14, %15) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
    %17 = prim.Constant : !ts.none
    %18 = aten.clone(%16, %17) : (!ts.tensor, !ts.none) -> !ts.tensor
    prim.If.yield %18 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.linalg_diagonal(%A: !ts.tensor, %offset: i64 {ts.default = 0 : i64}, %dim1: i64 {ts.default = -2 : i64}, %dim2: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = aten.diagonal(%A, %offset, %dim1, %dim2) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.ravel(%self: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant 0 : i64
  %1 = aten.contiguous(%self, %0) : (!ts.tensor, i64) -> !ts.tensor
  %2 = prim.Constant -1 : i64
  %3 = prim.ListConstruct(%2) : (i64) -> !ts.list<i64>
  %4 = aten.view(%1, %3) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %4 : !ts.tensor
}
func.func @aten.mT(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    prim.If.yield %self : !ts.tensor
  } else {
    %4 = aten.dim(%self) : (!ts.tensor) -> i64
    %5 = prim.Constant 2 : i64
    %6 = aten.lt.int(%4, %5) : (i64, i64) -> i1
    prim.If %6 {
      %7 = aten.dim(%self) : (!ts.tensor) -> i64
      %8 = prim.Constant "mT: a tensor of at least 2 dimensions is expected, not {}" : !ts.str
      %9 = aten.format(%8, %7) : (!ts.str, i64) -> !ts.str
      %10 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%9, %10) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %11 = prim.Constant -2 : i64
    %12 = prim.Constant -1 : i64
    %13 = aten.transpose.int(%self, %11, %12) : (!ts.tensor, i64, i64) -> !ts.tensor
    prim.If.yield %13 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.matrix_H(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = aten.conj(%self) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %4 : !ts.tensor
  } else {
    %5 = aten.dim(%self) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.ne.int(%5, %6) : (i64, i64) -> i1
    prim.If %7 {
      %8 = aten.dim(%self) : (!ts.tensor) -> i64
      %9 = prim.Constant "H: a matrix is expected, not a tensor of {} dimensions" : !ts.str
      %10 = aten.format(%9, %8) : (!ts.str, i64) -> !ts.str
      %11 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %12 = aten.is_complex(%self) : (!ts.tensor) -> i1
    %13 = prim.If %12 -> (!ts.tensor) {
      %14 = prim.Constant 0 : i64
      %15 = prim.Constant 1 : i64
      %16 = aten.transpose.int(%self, %14, %15) : (!ts.tensor, i64, i64) -> !ts.tensor
      %17 = aten.conj(%16) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %17 : !ts.tensor
    } else {
      %18 = prim.Constant 0 : i64
      %19 = prim.Constant 1 : i64
      %20 = aten.transpose.int(%self, %18, %19) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.If.yield %20 : !ts.tensor
    }
    prim.If.yield %13 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.mH(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.adjoint(%self) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.adjoint(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = aten.conj(%self) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %4 : !ts.tensor
  } else {
    %5 = aten.dim(%self) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.lt.int(%5, %6) : (i64, i64) -> i1
    prim.If %7 {
      %8 = aten.dim(%self) : (!ts.tensor) -> i64
      %9 = prim.Constant "adjoint: a tensor of at least 2 dimensions is expected, not {}" : !ts.str
      %10 = aten.format(%9, %8) : (!ts.str, i64) -> !ts.str
      %11 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %12 = aten.is_complex(%self) : (!ts.tensor) -> i1
    %13 = prim.If %12 -> (!ts.tensor) {
      %14 = prim.Constant -2 : i64
      %15 = prim.Constant -1 : i64
      %16 = aten.transpose.int(%self, %14, %15) : (!ts.tensor, i64, i64) -> !ts.tensor
      %17 = aten.conj(%16) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %17 : !ts.tensor
    } else {
      %18 = prim.Constant -2 : i64
      %19 = prim.Constant -1 : i64
      %20 = aten.transpose.int(%self, %18, %19) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.If.yield %20 : !ts.tensor
    }
    prim.If.yield %13 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.movedim.int(%self: !ts.tensor, %source: i64, %destination: i64) -> !ts.tensor {
  %0 = prim.ListConstruct(%source) : (i64) -> !ts.list<i64>
  %1 = prim.ListConstruct(%destination) : (i64) -> !ts.list<i64>
  %2 = aten.movedim.intlist(%self, %0, %1) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.narrow.Tensor(%self: !ts.tensor, %dim: i64, %start: !ts.tensor, %length: i64) -> !ts.tensor {
  %0 = aten.Int.Tensor(%start) : (!ts.tensor) -> i64
  %1 = aten.narrow(%self, %dim, %0, %length) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.unflatten.int(%self: !ts.tensor, %dim: i64, %sizes: !ts.list<i64>) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "unflatten: a tensor of at least one dimension is expected" : !ts.str
    %4 = prim.Constant "builtins.IndexError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = aten.len.t(%sizes) : (!ts.list<i64>) -> i64
  %6 = prim.Constant 0 : i64
  %7 = aten.eq.int(%5, %6) : (i64, i64) -> i1
  prim.If %7 {
    %8 = prim.Constant "unflatten: sizes are expected, there is none" : !ts.str
    %9 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%8, %9) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %10 = prim.Constant 0 : i64
  %11 = aten.lt.int(%dim, %10) : (i64, i64) -> i1
  %at = prim.If %11 -> (i64) {
    %12 = aten.dim(%self) : (!ts.tensor) -> i64
    %at_1 = aten.add.int(%dim, %12) : (i64, i64) -> i64
    prim.If.yield %at_1 : i64
  } else {
    prim.If.yield %dim : i64
  }
  %size = aten.size.int(%self, %dim) : (!ts.tensor, i64) -> i64
  %given = prim.Constant 1 : i64
  %inferred = prim.Constant -1 : i64
  %13 = aten.len.t(%sizes) : (!ts.list<i64>) -> i64
  %14 = prim.Constant true
  %inferred_1, %given_1 = prim.Loop %13, %14, iter(%inferred, %given) : (i64, i64) -> (i64, i64) {
  ^bb0(%i: i64, %inferred_2: i64, %given_2: i64):
    %15 = aten.__getitem__.t(%sizes, %i) : (!ts.list<i64>, i64) -> i64
    %16 = prim.Constant -1 : i64
    %17 = aten.eq.int(%15, %16) : (i64, i64) -> i1
    %inferred_3, %given_3 = prim.If %17 -> (i64, i64) {
      %18 = prim.Constant 0 : i64
      %19 = aten.ge.int(%inferred_2, %18) : (i64, i64) -> i1
      prim.If %19 {
        %20 = prim.Constant "unflatten: one size may be -1, not several, as in {}" : !ts.str
        %21 = aten.format(%20, %sizes) : (!ts.str, !ts.list<i64>) -> !ts.str
        %22 = prim.Constant "builtins.RuntimeError" : !ts.str
        prim.RaiseException(%21, %22) : (!ts.str, !ts.str) -> ()
        prim.If.yield
      } else {
        prim.If.yield
      }
      prim.If.yield %i, %given_2 : i64, i64
    } else {
      %23 = aten.__getitem__.t(%sizes, %i) : (!ts.list<i64>, i64) -> i64
      %given_4 = aten.mul.int(%given_2, %23) : (i64, i64) -> i64
      prim.If.yield %inferred_2, %given_4 : i64, i64
    }
    %24 = prim.Constant true
    prim.Loop.condition %24, iter(%inferred_3, %given_3) : (i64, i64)
  }
  %parts = aten.list.t(%sizes) : (!ts.list<i64>) -> !ts.list<i64>
  %25 = prim.Constant 0 : i64
  %26 = aten.ge.int(%inferred_1, %25) : (i64, i64) -> i1
  %27 = prim.If %26 -> (i1) {
    %28 = prim.Constant 0 : i64
    %29 = aten.ne.int(%given_1, %28) : (i64, i64) -> i1
    prim.If.yield %29 : i1
  } else {
    %30 = prim.Constant false
    prim.If.yield %30 : i1
  }
  %given_5 = prim.If %27 -> (i64) {
    %31 = aten.floordiv.int(%size, %given_1) : (i64, i64) -> i64
    %32 = aten._set_item.t(%parts, %inferred_1, %31) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    %33 = aten.__getitem__.t(%parts, %inferred_1) : (!ts.list<i64>, i64) -> i64
    %given_6 = aten.mul.int(%given_1, %33) : (i64, i64) -> i64
    prim.If.yield %given_6 : i64
  } else {
    prim.If.yield %given_1 : i64
  }
  %34 = aten.ne.int(%given_5, %size) : (i64, i64) -> i1
  prim.If %34 {
    %35 = prim.Constant "unflatten: sizes {} are not those of {} elements" : !ts.str
    %36 = aten.format(%35, %sizes, %size) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
    %37 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%36, %37) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %38 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %39 = prim.Constant : !ts.none
  %40 = prim.Constant 1 : i64
  %41 = aten.slice.t(%38, %39, %at, %40) : (!ts.list<i64>, !ts.none, i64, i64) -> !ts.list<i64>
  %42 = aten.add.t(%41, %parts) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %43 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %44 = prim.Constant 1 : i64
  %45 = aten.add.int(%at, %44) : (i64, i64) -> i64
  %46 = prim.Constant : !ts.none
  %47 = prim.Constant 1 : i64
  %48 = aten.slice.t(%43, %45, %46, %47) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %49 = aten.add.t(%42, %48) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %50 = aten.view(%self, %49) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %50 : !ts.tensor
}
func.func @aten.expand_as(%self: !ts.tensor, %other: !ts.tensor) -> !ts.tensor {
  %0 = aten.size(%other) : (!ts.tensor) -> !ts.list<i64>
  %1 = prim.Constant false
  %2 = aten.expand(%self, %0, %1) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.broadcast_to(%self: !ts.tensor, %size: !ts.list<i64>) -> !ts.tensor {
  %0 = prim.Constant false
  %1 = aten.expand(%self, %size, %0) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.view_as(%self: !ts.tensor, %other: !ts.tensor) -> !ts.tensor {
  %0 = aten.size(%other) : (!ts.tensor) -> !ts.list<i64>
  %1 = aten.view(%self, %0) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.reshape_as(%self: !ts.tensor, %other: !ts.tensor) -> !ts.tensor {
  %0 = aten.size(%other) : (!ts.tensor) -> !ts.list<i64>
  %1 = aten.reshape(%self, %0) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.tensor_split.tensor_indices_or_sections(%self: !ts.tensor, %tensor_indices_or_sections: !ts.tensor, %dim: i64 {ts.default = 0 : i64}) -> !ts.list<!ts.tensor> {
  %0 = aten.dim(%tensor_indices_or_sections) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.list<!ts.tensor>) {
    %4 = aten.Int.Tensor(%tensor_indices_or_sections) : (!ts.tensor) -> i64
    %5 = aten.tensor_split.sections(%self, %4, %dim) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
    prim.If.yield %5 : !ts.list<!ts.tensor>
  } else {
    %6 = aten.dim(%tensor_indices_or_sections) : (!ts.tensor) -> i64
    %7 = prim.Constant 1 : i64
    %8 = aten.ne.int(%6, %7) : (i64, i64) -> i1
    %9 = prim.If %8 -> (i1) {
      %10 = prim.Constant true
      prim.If.yield %10 : i1
    } else {
      %11 = prim.dtype(%tensor_indices_or_sections) : (!ts.tensor) -> i64
      %12 = prim.Constant 4 : i64
      %13 = aten.ne.int(%11, %12) : (i64, i64) -> i1
      prim.If.yield %13 : i1
    }
    prim.If %9 {
      %14 = prim.Constant "tensor_split: a number of sections or a vector of indices is expected, of int64" : !ts.str
      %15 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%14, %15) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %indices = prim.ListConstruct() : () -> !ts.list<i64>
    %16 = prim.Constant 0 : i64
    %17 = aten.size.int(%tensor_indices_or_sections, %16) : (!ts.tensor, i64) -> i64
    %18 = prim.Constant true
    prim.Loop %17, %18 : () -> () {
    ^bb0(%i: i64):
      %19 = prim.Constant 0 : i64
      %20 = aten.select.int(%tensor_indices_or_sections, %19, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
      %21 = aten.Int.Tensor(%20) : (!ts.tensor) -> i64
      %22 = aten.append.t(%indices, %21) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %23 = prim.Constant true
      prim.Loop.condition %23
    }
    %24 = aten.tensor_split.indices(%self, %indices, %dim) : (!ts.tensor, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
    prim.If.yield %24 : !ts.list<!ts.tensor>
  }
  func.return %3 : !ts.list<!ts.tensor>
}
func.func @aten.hsplit.int(%self: !ts.tensor, %sections: i64) -> !ts.list<!ts.tensor> {
  %name = prim.Constant "hsplit" : !ts.str
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.sub.int(%0, %1) : (i64, i64) -> i64
  %3 = prim.Constant 1 : i64
  %dim = prim.min.int(%2, %3) : (i64, i64) -> i64
  %rank = prim.Constant 1 : i64
  %4 = aten.dim(%self) : (!ts.tensor) -> i64
  %5 = aten.lt.int(%4, %rank) : (i64, i64) -> i1
  prim.If %5 {
    %6 = aten.dim(%self) : (!ts.tensor) -> i64
    %7 = prim.Constant "{}: a tensor of at least {} dimensions is expected, not {}" : !ts.str
    %8 = aten.format(%7, %name, %rank, %6) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %9 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%8, %9) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %10 = prim.Constant 0 : i64
  %11 = aten.le.int(%sections, %10) : (i64, i64) -> i1
  %12 = prim.If %11 -> (i1) {
    %13 = prim.Constant true
    prim.If.yield %13 : i1
  } else {
    %14 = aten.size.int(%self, %dim) : (!ts.tensor, i64) -> i64
    %15 = aten.remainder.int(%14, %sections) : (i64, i64) -> i64
    %16 = prim.Constant 0 : i64
    %17 = aten.ne.int(%15, %16) : (i64, i64) -> i1
    prim.If.yield %17 : i1
  }
  prim.If %12 {
    %18 = aten.size.int(%self, %dim) : (!ts.tensor, i64) -> i64
    %19 = prim.Constant "{}: {} is not {} parts of one size" : !ts.str
    %20 = aten.format(%19, %name, %18, %sections) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %21 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%20, %21) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %22 = aten.tensor_split.sections(%self, %sections, %dim) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  func.return %22 : !ts.list<!ts.tensor>
}
func.func @aten.hsplit.array(%self: !ts.tensor, %indices: !ts.list<i64>) -> !ts.list<!ts.tensor> {
  %name = prim.Constant "hsplit" : !ts.str
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.sub.int(%0, %1) : (i64, i64) -> i64
  %3 = prim.Constant 1 : i64
  %dim = prim.min.int(%2, %3) : (i64, i64) -> i64
  %rank = prim.Constant 1 : i64
  %4 = aten.dim(%self) : (!ts.tensor) -> i64
  %5 = aten.lt.int(%4, %rank) : (i64, i64) -> i1
  prim.If %5 {
    %6 = aten.dim(%self) : (!ts.tensor) -> i64
    %7 = prim.Constant "{}: a tensor of at least {} dimensions is expected, not {}" : !ts.str
    %8 = aten.format(%7, %name, %rank, %6) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %9 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%8, %9) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %10 = aten.tensor_split.indices(%self, %indices, %dim) : (!ts.tensor, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
  func.return %10 : !ts.list<!ts.tensor>
}
func.func @aten.vsplit.int(%self: !ts.tensor, %sections: i64) -> !ts.list<!ts.tensor> {
  %name = prim.Constant "vsplit" : !ts.str
  %dim = prim.Constant 0 : i64
  %rank = prim.Constant 2 : i64
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = aten.lt.int(%0, %rank) : (i64, i64) -> i1
  prim.If %1 {
    %2 = aten.dim(%self) : (!ts.tensor) -> i64
    %3 = prim.Constant "{}: a tensor of at least {} dimensions is expected, not {}" : !ts.str
    %4 = aten.format(%3, %name, %rank, %2) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %5 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%4, %5) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %6 = prim.Constant 0 : i64
  %7 = aten.le.int(%sections, %6) : (i64, i64) -> i1
  %8 = prim.If %7 -> (i1) {
    %9 = prim.Constant true
    prim.If.yield %9 : i1
  } else {
    %10 = aten.size.int(%self, %dim) : (!ts.tensor, i64) -> i64
    %11 = aten.remainder.int(%10, %sections) : (i64, i64) -> i64
    %12 = prim.Constant 0 : i64
    %13 = aten.ne.int(%11, %12) : (i64, i64) -> i1
    prim.If.yield %13 : i1
  }
  prim.If %8 {
    %14 = aten.size.int(%self, %dim) : (!ts.tensor, i64) -> i64
    %15 = prim.Constant "{}: {} is not {} parts of one size" : !ts.str
    %16 = aten.format(%15, %name, %14, %sections) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %17 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%16, %17) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %18 = aten.tensor_split.sections(%self, %sections, %dim) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  func.return %18 : !ts.list<!ts.tensor>
}
func.func @aten.vsplit.array(%self: !ts.tensor, %indices: !ts.list<i64>) -> !ts.list<!ts.tensor> {
  %name = prim.Constant "vsplit" : !ts.str
  %dim = prim.Constant 0 : i64
  %rank = prim.Constant 2 : i64
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = aten.lt.int(%0, %rank) : (i64, i64) -> i1
  prim.If %1 {
    %2 = aten.dim(%self) : (!ts.tensor) -> i64
    %3 = prim.Constant "{}: a tensor of at least {} dimensions is expected, not {}" : !ts.str
    %4 = aten.format(%3, %name, %rank, %2) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %5 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%4, %5) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %6 = aten.tensor_split.indices(%self, %indices, %dim) : (!ts.tensor, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
  func.return %6 : !ts.list<!ts.tensor>
}
func.func @aten.dsplit.int(%self: !ts.tensor, %sections: i64) -> !ts.list<!ts.tensor> {
  %name = prim.Constant "dsplit" : !ts.str
  %dim = prim.Constant 2 : i64
  %rank = prim.Constant 3 : i64
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = aten.lt.int(%0, %rank) : (i64, i64) -> i1
  prim.If %1 {
    %2 = aten.dim(%self) : (!ts.tensor) -> i64
    %3 = prim.Constant "{}: a tensor of at least {} dimensions is expected, not {}" : !ts.str
    %4 = aten.format(%3, %name, %rank, %2) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %5 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%4, %5) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %6 = prim.Constant 0 : i64
  %7 = aten.le.int(%sections, %6) : (i64, i64) -> i1
  %8 = prim.If %7 -> (i1) {
    %9 = prim.Constant true
    prim.If.yield %9 : i1
  } else {
    %10 = aten.size.int(%self, %dim) : (!ts.tensor, i64) -> i64
    %11 = aten.remainder.int(%10, %sections) : (i64, i64) -> i64
    %12 = prim.Constant 0 : i64
    %13 = aten.ne.int(%11, %12) : (i64, i64) -> i1
    prim.If.yield %13 : i1
  }
  prim.If %8 {
    %14 = aten.size.int(%self, %dim) : (!ts.tensor, i64) -> i64
    %15 = prim.Constant "{}: {} is not {} parts of one size" : !ts.str
    %16 = aten.format(%15, %name, %14, %sections) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %17 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%16, %17) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %18 = aten.tensor_split.sections(%self, %sections, %dim) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  func.return %18 : !ts.list<!ts.tensor>
}
func.func @aten.dsplit.array(%self: !ts.tensor, %indices: !ts.list<i64>) -> !ts.list<!ts.tensor> {
  %name = prim.Constant "dsplit" : !ts.str
  %dim = prim.Constant 2 : i64
  %rank = prim.Constant 3 : i64
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = aten.lt.int(%0, %rank) : (i64, i64) -> i1
  prim.If %1 {
    %2 = aten.dim(%self) : (!ts.tensor) -> i64
    %3 = prim.Constant "{}: a tensor of at least {} dimensions is expected, not {}" : !ts.str
    %4 = aten.format(%3, %name, %rank, %2) : (!ts.str, !ts.str, i64, i64) -> !ts.str
    %5 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%4, %5) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %6 = aten.tensor_split.indices(%self, %indices, %dim) : (!ts.tensor, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
  func.return %6 : !ts.list<!ts.tensor>
}
func.func @aten.meshgrid.indexing(%tensors: !ts.list<!ts.tensor>, %indexing: !ts.str) -> !ts.list<!ts.tensor> {
  %0 = prim.Constant "ij" : !ts.str
  %1 = aten.ne.str(%indexing, %0) : (!ts.str, !ts.str) -> i1
  %2 = prim.If %1 -> (i1) {
    %3 = prim.Constant "xy" : !ts.str
    %4 = aten.ne.str(%indexing, %3) : (!ts.str, !ts.str) -> i1
    prim.If.yield %4 : i1
  } else {
    %5 = prim.Constant false
    prim.If.yield %5 : i1
  }
  prim.If %2 {
    %6 = prim.Constant "meshgrid: indexing is 'ij' or 'xy', not '{}'" : !ts.str
    %7 = aten.format(%6, %indexing) : (!ts.str, !ts.str) -> !ts.str
    %8 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%7, %8) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %9 = prim.Constant "xy" : !ts.str
  %10 = aten.eq.str(%indexing, %9) : (!ts.str, !ts.str) -> i1
  %swapped = prim.If %10 -> (i1) {
    %11 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
    %12 = prim.Constant 2 : i64
    %13 = aten.ge.int(%11, %12) : (i64, i64) -> i1
    prim.If.yield %13 : i1
  } else {
    %14 = prim.Constant false
    prim.If.yield %14 : i1
  }
  %15 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %16 = prim.Constant 0 : i64
  %17 = aten.eq.int(%15, %16) : (i64, i64) -> i1
  prim.If %17 {
    %18 = prim.Constant "meshgrid: at least one tensor is expected" : !ts.str
    %19 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%18, %19) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %lines = aten.list.t(%tensors) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  prim.If %swapped {
    %20 = prim.Constant 1 : i64
    %21 = aten.__getitem__.t(%tensors, %20) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %22 = prim.Constant 0 : i64
    %23 = aten._set_item.t(%lines, %22, %21) : (!ts.list<!ts.tensor>, i64, !ts.tensor) -> !ts.list<!ts.tensor>
    %24 = prim.Constant 0 : i64
    %25 = aten.__getitem__.t(%tensors, %24) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %26 = prim.Constant 1 : i64
    %27 = aten._set_item.t(%lines, %26, %25) : (!ts.list<!ts.tensor>, i64, !ts.tensor) -> !ts.list<!ts.tensor>
    prim.If.yield
  } else {
    prim.If.yield
  }
  %sizes = prim.ListConstruct() : () -> !ts.list<i64>
  %28 = aten.len.t(%lines) : (!ts.list<!ts.tensor>) -> i64
  %29 = prim.Constant true
  prim.Loop %28, %29 : () -> () {
  ^bb0(%30: i64):
    %line = aten.__getitem__.t(%lines, %30) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %31 = aten.dim(%line) : (!ts.tensor) -> i64
    %32 = prim.Constant 1 : i64
    %33 = aten.gt.int(%31, %32) : (i64, i64) -> i1
    prim.If %33 {
      %34 = aten.dim(%line) : (!ts.tensor) -> i64
      %35 = prim.Constant "meshgrid: tensors of one dimension or none are expected, not of {}" : !ts.str
      %36 = aten.format(%35, %34) : (!ts.str, i64) -> !ts.str
      %37 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%36, %37) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %38 = prim.dtype(%line) : (!ts.tensor) -> i64
    %39 = prim.Constant 0 : i64
    %40 = aten.__getitem__.t(%lines, %39) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %41 = prim.dtype(%40) : (!ts.tensor) -> i64
    %42 = aten.ne.int(%38, %41) : (i64, i64) -> i1
    prim.If %42 {
      %43 = prim.Constant "meshgrid: tensors of one element type are expected" : !ts.str
      %44 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%43, %44) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %45 = aten.numel(%line) : (!ts.tensor) -> i64
    %46 = aten.append.t(%sizes, %45) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %47 = prim.Constant true
    prim.Loop.condition %47
  }
  %grids = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %48 = aten.len.t(%lines) : (!ts.list<!ts.tensor>) -> i64
  %49 = prim.Constant true
  prim.Loop %48, %49 : () -> () {
  ^bb0(%i: i64):
    %50 = prim.Constant 1 : i64
    %51 = prim.ListConstruct(%50) : (i64) -> !ts.list<i64>
    %52 = aten.len.t(%lines) : (!ts.list<!ts.tensor>) -> i64
    %along = aten.mul.left_t(%51, %52) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %53 = prim.Constant -1 : i64
    %54 = aten._set_item.t(%along, %i, %53) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    %55 = aten.__getitem__.t(%lines, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %56 = aten.view(%55, %along) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %57 = prim.Constant false
    %58 = aten.expand(%56, %sizes, %57) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
    %59 = aten.append.t(%grids, %58) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    %60 = prim.Constant true
    prim.Loop.condition %60
  }
  prim.If %swapped {
    %61 = prim.Constant 0 : i64
    %first = aten.__getitem__.t(%grids, %61) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %62 = prim.Constant 1 : i64
    %63 = aten.__getitem__.t(%grids, %62) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %64 = prim.Constant 0 : i64
    %65 = aten._set_item.t(%grids, %64, %63) : (!ts.list<!ts.tensor>, i64, !ts.tensor) -> !ts.list<!ts.tensor>
    %66 = prim.Constant 1 : i64
    %67 = aten._set_item.t(%grids, %66, %first) : (!ts.list<!ts.tensor>, i64, !ts.tensor) -> !ts.list<!ts.tensor>
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return %grids : !ts.list<!ts.tensor>
}
func.func @aten.meshgrid(%tensors: !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor> {
  %0 = prim.Constant "ij" : !ts.str
  %1 = aten.meshgrid.indexing(%tensors, %0) : (!ts.list<!ts.tensor>, !ts.str) -> !ts.list<!ts.tensor>
  func.return %1 : !ts.list<!ts.tensor>
}
func.func @aten.cartesian_prod(%tensors: !ts.list<!ts.tensor>) -> !ts.tensor {
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant true
  prim.Loop %0, %1 : () -> () {
  ^bb0(%2: i64):
    %tensor = aten.__getitem__.t(%tensors, %2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %3 = aten.dim(%tensor) : (!ts.tensor) -> i64
    %4 = prim.Constant 1 : i64
    %5 = aten.ne.int(%3, %4) : (i64, i64) -> i1
    prim.If %5 {
      %6 = aten.dim(%tensor) : (!ts.tensor) -> i64
      %7 = prim.Constant "cartesian_prod: vectors are expected, not a tensor of {} dimensions" : !ts.str
      %8 = aten.format(%7, %6) : (!ts.str, i64) -> !ts.str
      %9 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%8, %9) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %10 = prim.Constant true
    prim.Loop.condition %10
  }
  %11 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %12 = prim.Constant 1 : i64
  %13 = aten.eq.int(%11, %12) : (i64, i64) -> i1
  %14 = prim.If %13 -> (!ts.tensor) {
    %15 = prim.Constant 0 : i64
    %16 = aten.__getitem__.t(%tensors, %15) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.If.yield %16 : !ts.tensor
  } else {
    %columns = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %17 = aten.meshgrid(%tensors) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
    %18 = aten.len.t(%17) : (!ts.list<!ts.tensor>) -> i64
    %19 = prim.Constant true
    prim.Loop %18, %19 : () -> () {
    ^bb0(%20: i64):
      %grid = aten.__getitem__.t(%17, %20) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      %21 = prim.Constant 0 : i64
      %22 = prim.Constant -1 : i64
      %23 = aten.flatten.using_ints(%grid, %21, %22) : (!ts.tensor, i64, i64) -> !ts.tensor
      %24 = aten.append.t(%columns, %23) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
      %25 = prim.Constant true
      prim.Loop.condition %25
    }
    %26 = prim.Constant 1 : i64
    %27 = aten.stack(%columns, %26) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.If.yield %27 : !ts.tensor
  }
  func.return %14 : !ts.tensor
}
func.func @aten.combinations(%self: !ts.tensor, %r: i64 {ts.default = 2 : i64}, %with_replacement: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = prim.Constant 0 : i64
    %6 = aten.lt.int(%r, %5) : (i64, i64) -> i1
    prim.If.yield %6 : i1
  }
  prim.If %3 {
    %7 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
    %8 = prim.Constant "combinations: a vector and a number that is not negative are expected, not {} and {}" : !ts.str
    %9 = aten.format(%8, %7, %r) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
    %10 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%9, %10) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %11 = prim.Constant 0 : i64
  %12 = aten.eq.int(%r, %11) : (i64, i64) -> i1
  %13 = prim.If %12 -> (!ts.tensor) {
    %14 = prim.Constant 0 : i64
    %15 = prim.ListConstruct(%14) : (i64) -> !ts.list<i64>
    %16 = prim.dtype(%self) : (!ts.tensor) -> i64
    %17 = prim.Constant : !ts.none
    %18 = prim.Constant : !ts.none
    %19 = prim.Constant : !ts.none
    %20 = prim.Constant : !ts.none
    %21 = aten.empty.memory_format(%15, %16, %17, %18, %19, %20) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %21 : !ts.tensor
  } else {
    %count = aten.numel(%self) : (!ts.tensor) -> i64
    %22 = prim.Constant : !ts.none
    %23 = prim.Constant : !ts.none
    %24 = prim.Constant : !ts.none
    %25 = prim.Constant : !ts.none
    %26 = aten.arange(%count, %22, %23, %24, %25) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %27 = prim.ListConstruct(%26) : (!ts.tensor) -> !ts.list<!ts.tensor>
    %28 = aten.mul.left_t(%27, %r) : (!ts.list<!ts.tensor>, i64) -> !ts.list<!ts.tensor>
    %grids = aten.meshgrid(%28) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
    %29 = prim.ListConstruct(%count) : (i64) -> !ts.list<i64>
    %30 = aten.mul.left_t(%29, %r) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %31 = prim.Constant 11 : i64
    %32 = prim.Constant : !ts.none
    %33 = prim.Constant : !ts.none
    %34 = prim.Constant : !ts.none
    %taken = aten.ones(%30, %31, %32, %33, %34) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %35 = prim.Constant 1 : i64
    %36 = aten.sub.int(%r, %35) : (i64, i64) -> i64
    %37 = prim.Constant true
    %taken_1 = prim.Loop %36, %37, iter(%taken) : (!ts.tensor) -> (!ts.tensor) {
    ^bb0(%i: i64, %taken_2: !ts.tensor):
      %taken_3 = prim.If %with_replacement -> (!ts.tensor) {
        %38 = aten.__getitem__.t(%grids, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
        %39 = prim.Constant 1 : i64
        %40 = aten.add.int(%i, %39) : (i64, i64) -> i64
        %41 = aten.__getitem__.t(%grids, %40) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
        %42 = aten.le.Tensor(%38, %41) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        %taken_4 = aten.__and__.Tensor(%taken_2, %42) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        prim.If.yield %taken_4 : !ts.tensor
      } else {
        %43 = aten.__getitem__.t(%grids, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
        %44 = prim.Constant 1 : i64
        %45 = aten.add.int(%i, %44) : (i64, i64) -> i64
        %46 = aten.__getitem__.t(%grids, %45) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
        %47 = aten.lt.Tensor(%43, %46) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        %taken_5 = aten.__and__.Tensor(%taken_2, %47) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        prim.If.yield %taken_5 : !ts.tensor
      }
      %48 = prim.Constant true
      prim.Loop.condition %48, iter(%taken_3) : (!ts.tensor)
    }
    %columns = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %49 = prim.ListConstruct(%self) : (!ts.tensor) -> !ts.list<!ts.tensor>
    %50 = aten.mul.left_t(%49, %r) : (!ts.list<!ts.tensor>, i64) -> !ts.list<!ts.tensor>
    %51 = aten.meshgrid(%50) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
    %52 = aten.len.t(%51) : (!ts.list<!ts.tensor>) -> i64
    %53 = prim.Constant true
    prim.Loop %52, %53 : () -> () {
    ^bb0(%54: i64):
      %grid = aten.__getitem__.t(%51, %54) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      %55 = aten.masked_select(%grid, %taken_1) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      %56 = aten.append.t(%columns, %55) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
      %57 = prim.Constant true
      prim.Loop.condition %57
    }
    %58 = prim.Constant 1 : i64
    %59 = aten.stack(%columns, %58) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.If.yield %59 : !ts.tensor
  }
  func.return %13 : !ts.tensor
}
func.func @aten.repeat_interleave.self_Tensor(%self: !ts.tensor, %repeats: !ts.tensor, %dim: !ts.optional<i64> {ts.default}, %output_size: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%dim, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %self_1, %dim_1 = prim.If %1 -> (!ts.tensor, i64) {
    %2 = prim.Constant 0 : i64
    %3 = prim.Constant -1 : i64
    %self_2 = aten.flatten.using_ints(%self, %2, %3) : (!ts.tensor, i64, i64) -> !ts.tensor
    %dim_2 = prim.Constant 0 : i64
    prim.If.yield %self_2, %dim_2 : !ts.tensor, i64
  } else {
    %dim_3 = prim.unchecked_cast(%dim) : (!ts.optional<i64>) -> i64
    prim.If.yield %self, %dim_3 : !ts.tensor, i64
  }
  %4 = aten.dim(%repeats) : (!ts.tensor) -> i64
  %5 = prim.Constant 0 : i64
  %6 = aten.eq.int(%4, %5) : (i64, i64) -> i1
  %7 = prim.If %6 -> (i1) {
    %8 = prim.Constant true
    prim.If.yield %8 : i1
  } else {
    %9 = aten.dim(%repeats) : (!ts.tensor) -> i64
    %10 = prim.Constant 1 : i64
    %11 = aten.eq.int(%9, %10) : (i64, i64) -> i1
    %12 = prim.If %11 -> (i1) {
      %13 = prim.Constant 0 : i64
      %14 = aten.size.int(%repeats, %13) : (!ts.tensor, i64) -> i64
      %15 = prim.Constant 1 : i64
      %16 = aten.eq.int(%14, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    } else {
      %17 = prim.Constant false
      prim.If.yield %17 : i1
    }
    prim.If.yield %12 : i1
  }
  %repeats_1 = prim.If %7 -> (!ts.tensor) {
    %18 = prim.Constant 1 : i64
    %19 = prim.ListConstruct(%18) : (i64) -> !ts.list<i64>
    %20 = aten.reshape(%repeats, %19) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %21 = aten.size.int(%self_1, %dim_1) : (!ts.tensor, i64) -> i64
    %22 = prim.ListConstruct(%21) : (i64) -> !ts.list<i64>
    %23 = prim.Constant false
    %repeats_2 = aten.expand(%20, %22, %23) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
    prim.If.yield %repeats_2 : !ts.tensor
  } else {
    %24 = aten.dim(%repeats) : (!ts.tensor) -> i64
    %25 = prim.Constant 1 : i64
    %26 = aten.ne.int(%24, %25) : (i64, i64) -> i1
    %27 = prim.If %26 -> (i1) {
      %28 = prim.Constant true
      prim.If.yield %28 : i1
    } else {
      %29 = prim.Constant 0 : i64
      %30 = aten.size.int(%repeats, %29) : (!ts.tensor, i64) -> i64
      %31 = aten.size.int(%self_1, %dim_1) : (!ts.tensor, i64) -> i64
      %32 = aten.ne.int(%30, %31) : (i64, i64) -> i1
      prim.If.yield %32 : i1
    }
    prim.If %27 {
      %33 = aten.size.int(%self_1, %dim_1) : (!ts.tensor, i64) -> i64
      %34 = aten.size(%repeats) : (!ts.tensor) -> !ts.list<i64>
      %35 = prim.Constant "repeat_interleave: a number of repetitions for each of {} places is expected, not a tensor of size {}" : !ts.str
      %36 = aten.format(%35, %33, %34) : (!ts.str, i64, !ts.list<i64>) -> !ts.str
      %37 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%36, %37) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %repeats : !ts.tensor
  }
  %38 = aten.repeat_interleave.Tensor(%repeats_1, %output_size) : (!ts.tensor, !ts.optional<i64>) -> !ts.tensor
  %39 = aten.index_select(%self_1, %dim_1, %38) : (!ts.tensor, i64, !ts.tensor) -> !ts.tensor
  func.return %39 : !ts.tensor
}
func.func @aten.repeat_interleave.self_int(%self: !ts.tensor, %repeats: i64, %dim: !ts.optional<i64> {ts.default}, %output_size: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant 0 : i64
  %1 = aten.lt.int(%repeats, %0) : (i64, i64) -> i1
  prim.If %1 {
    %2 = prim.Constant "repeat_interleave: a number that is not negative is expected, not {}" : !ts.str
    %3 = aten.format(%2, %repeats) : (!ts.str, i64) -> !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = prim.Constant : !ts.none
  %6 = aten.__is__(%dim, %5) : (!ts.optional<i64>, !ts.none) -> i1
  %dim_1, %self_1 = prim.If %6 -> (i64, !ts.tensor) {
    %7 = prim.Constant 0 : i64
    %8 = prim.Constant -1 : i64
    %self_2 = aten.flatten.using_ints(%self, %7, %8) : (!ts.tensor, i64, i64) -> !ts.tensor
    %dim_2 = prim.Constant 0 : i64
    prim.If.yield %dim_2, %self_2 : i64, !ts.tensor
  } else {
    %dim_3 = prim.unchecked_cast(%dim) : (!ts.optional<i64>) -> i64
    prim.If.yield %dim_3, %self : i64, !ts.tensor
  }
  %9 = prim.Constant 0 : i64
  %10 = aten.lt.int(%dim_1, %9) : (i64, i64) -> i1
  %at = prim.If %10 -> (i64) {
    %11 = aten.dim(%self_1) : (!ts.tensor) -> i64
    %at_1 = aten.add.int(%dim_1, %11) : (i64, i64) -> i64
    prim.If.yield %at_1 : i64
  } else {
    prim.If.yield %dim_1 : i64
  }
  %sizes = aten.size(%self_1) : (!ts.tensor) -> !ts.list<i64>
  %12 = prim.Constant : !ts.none
  %13 = aten.__isnot__(%output_size, %12) : (!ts.optional<i64>, !ts.none) -> i1
  %14 = prim.If %13 -> (i1) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<i64>) -> i64
    %15 = aten.__getitem__.t(%sizes, %at) : (!ts.list<i64>, i64) -> i64
    %16 = aten.mul.int(%15, %repeats) : (i64, i64) -> i64
    %17 = aten.ne.int(%output_size_1, %16) : (i64, i64) -> i1
    prim.If.yield %17 : i1
  } else {
    %18 = prim.Constant false
    prim.If.yield %18 : i1
  }
  prim.If %14 {
    %output_size_2 = prim.unchecked_cast(%output_size) : (!ts.optional<i64>) -> i64
    %19 = aten.__getitem__.t(%sizes, %at) : (!ts.list<i64>, i64) -> i64
    %20 = prim.Constant "repeat_interleave: {} places repeated {} times are not {}" : !ts.str
    %21 = aten.format(%20, %19, %repeats, %output_size_2) : (!ts.str, i64, i64, i64) -> !ts.str
    %22 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%21, %22) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %places = aten.list.t(%sizes) : (!ts.list<i64>) -> !ts.list<i64>
  %23 = prim.Constant 1 : i64
  %24 = aten.add.int(%at, %23) : (i64, i64) -> i64
  aten.insert.t(%places, %24, %repeats) : (!ts.list<i64>, i64, i64) -> ()
  %25 = prim.Constant : !ts.none
  %26 = prim.Constant 1 : i64
  %27 = aten.add.int(%at, %26) : (i64, i64) -> i64
  %28 = aten.unsqueeze(%self_1, %27) : (!ts.tensor, i64) -> !ts.tensor
  %29 = prim.Constant false
  %30 = aten.expand(%28, %places, %29) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  %31 = prim.Constant 0 : i64
  %32 = aten.clone(%30, %31) : (!ts.tensor, i64) -> !ts.tensor
  %33 = prim.Constant 1 : i64
  %34 = aten.add.int(%at, %33) : (i64, i64) -> i64
  %35 = aten.flatten.using_ints(%32, %at, %34) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %35 : !ts.tensor
}
func.func @aten.pad_sequence(%sequences: !ts.list<!ts.tensor>, %batch_first: i1 {ts.default = false}, %padding_value: f64 {ts.default = 0.000000e+00 : f64}, %padding_side: !ts.str {ts.default = "right"}) -> !ts.tensor {
  %0 = aten.len.t(%sequences) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "pad_sequence: at least one sequence is expected" : !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = prim.Constant "left" : !ts.str
  %6 = aten.ne.str(%padding_side, %5) : (!ts.str, !ts.str) -> i1
  %7 = prim.If %6 -> (i1) {
    %8 = prim.Constant "right" : !ts.str
    %9 = aten.ne.str(%padding_side, %8) : (!ts.str, !ts.str) -> i1
    prim.If.yield %9 : i1
  } else {
    %10 = prim.Constant false
    prim.If.yield %10 : i1
  }
  prim.If %7 {
    %11 = prim.Constant "pad_sequence: sequences are padded on the 'left' or 'right', not '{}'" : !ts.str
    %12 = aten.format(%11, %padding_side) : (!ts.str, !ts.str) -> !ts.str
    %13 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%12, %13) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %length = prim.Constant 0 : i64
  %14 = aten.len.t(%sequences) : (!ts.list<!ts.tensor>) -> i64
  %15 = prim.Constant true
  %length_1 = prim.Loop %14, %15, iter(%length) : (i64) -> (i64) {
  ^bb0(%16: i64, %length_2: i64):
    %sequence = aten.__getitem__.t(%sequences, %16) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %17 = prim.Constant 0 : i64
    %18 = aten.size.int(%sequence, %17) : (!ts.tensor, i64) -> i64
    %length_3 = prim.max.int(%length_2, %18) : (i64, i64) -> i64
    %19 = prim.Constant true
    prim.Loop.condition %19, iter(%length_3) : (i64)
  }
  %20 = prim.Constant 0 : i64
  %21 = aten.__getitem__.t(%sequences, %20) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %22 = aten.size(%21) : (!ts.tensor) -> !ts.list<i64>
  %23 = prim.Constant 1 : i64
  %24 = prim.Constant : !ts.none
  %25 = prim.Constant 1 : i64
  %rest = aten.slice.t(%22, %23, %24, %25) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %padded = prim.If %batch_first -> (!ts.tensor) {
    %26 = aten.len.t(%sequences) : (!ts.list<!ts.tensor>) -> i64
    %27 = prim.ListConstruct(%26, %length_1) : (i64, i64) -> !ts.list<i64>
    %28 = aten.add.t(%27, %rest) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
    %29 = prim.Constant 0 : i64
    %30 = aten.__getitem__.t(%sequences, %29) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %31 = prim.dtype(%30) : (!ts.tensor) -> i64
    %32 = prim.Constant : !ts.none
    %33 = prim.Constant : !ts.none
    %34 = prim.Constant : !ts.none
    %padded_1 = aten.full(%28, %padding_value, %31, %32, %33, %34) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %padded_1 : !ts.tensor
  } else {
    %35 = aten.len.t(%sequences) : (!ts.list<!ts.tensor>) -> i64
    %36 = prim.ListConstruct(%length_1, %35) : (i64, i64) -> !ts.list<i64>
    %37 = aten.add.t(%36, %rest) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
    %38 = prim.Constant 0 : i64
    %39 = aten.__getitem__.t(%sequences, %38) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %40 = prim.dtype(%39) : (!ts.tensor) -> i64
    %41 = prim.Constant : !ts.none
    %42 = prim.Constant : !ts.none
    %43 = prim.Constant : !ts.none
    %padded_2 = aten.full(%37, %padding_value, %40, %41, %42, %43) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %padded_2 : !ts.tensor
  }
  %44 = aten.__not__(%batch_first) : (i1) -> i1
  %rows = prim.If %44 -> (!ts.tensor) {
    %45 = prim.Constant 0 : i64
    %46 = prim.Constant 1 : i64
    %rows_1 = aten.transpose.int(%padded, %45, %46) : (!ts.tensor, i64, i64) -> !ts.tensor
    prim.If.yield %rows_1 : !ts.tensor
  } else {
    prim.If.yield %padded : !ts.tensor
  }
  %47 = aten.len.t(%sequences) : (!ts.list<!ts.tensor>) -> i64
  %48 = prim.Constant true
  prim.Loop %47, %48 : () -> () {
  ^bb0(%i: i64):
    %start = prim.Constant 0 : i64
    %49 = prim.Constant "left" : !ts.str
    %50 = aten.eq.str(%padding_side, %49) : (!ts.str, !ts.str) -> i1
    %start_1 = prim.If %50 -> (i64) {
      %51 = aten.__getitem__.t(%sequences, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      %52 = prim.Constant 0 : i64
      %53 = aten.size.int(%51, %52) : (!ts.tensor, i64) -> i64
      %start_2 = aten.sub.int(%length_1, %53) : (i64, i64) -> i64
      prim.If.yield %start_2 : i64
    } else {
      prim.If.yield %start : i64
    }
    %54 = prim.Constant 0 : i64
    %55 = aten.select.int(%rows, %54, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
    %56 = prim.Constant 0 : i64
    %57 = aten.__getitem__.t(%sequences, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %58 = prim.Constant 0 : i64
    %59 = aten.size.int(%57, %58) : (!ts.tensor, i64) -> i64
    %60 = aten.narrow(%55, %56, %start_1, %59) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
    %61 = aten.__getitem__.t(%sequences, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %62 = prim.Constant false
    %63 = aten.copy_(%60, %61, %62) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
    %64 = prim.Constant true
    prim.Loop.condition %64
  }
  func.return %padded : !ts.tensor
}
func.func @aten.one_hot(%self: !ts.tensor, %num_classes: i64 {ts.default = -1 : i64}) -> !ts.tensor {
  %0 = prim.dtype(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 4 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "one_hot: indices of int64 are expected" : !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = aten.numel(%self) : (!ts.tensor) -> i64
  %6 = prim.Constant 0 : i64
  %7 = aten.eq.int(%5, %6) : (i64, i64) -> i1
  %8 = prim.If %7 -> (i1) {
    %9 = prim.Constant 0 : i64
    %10 = aten.le.int(%num_classes, %9) : (i64, i64) -> i1
    prim.If.yield %10 : i1
  } else {
    %11 = prim.Constant false
    prim.If.yield %11 : i1
  }
  prim.If %8 {
    %12 = prim.Constant "one_hot: of no indices the number of classes is to be given" : !ts.str
    %13 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%12, %13) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %14 = aten.numel(%self) : (!ts.tensor) -> i64
  %15 = prim.Constant 0 : i64
  %16 = aten.gt.int(%14, %15) : (i64, i64) -> i1
  %17 = prim.If %16 -> (i1) {
    %18 = aten.min(%self) : (!ts.tensor) -> !ts.tensor
    %19 = aten.Int.Tensor(%18) : (!ts.tensor) -> i64
    %20 = prim.Constant 0 : i64
    %21 = aten.lt.int(%19, %20) : (i64, i64) -> i1
    prim.If.yield %21 : i1
  } else {
    %22 = prim.Constant false
    prim.If.yield %22 : i1
  }
  prim.If %17 {
    %23 = prim.Constant "one_hot: classes are numbers that are not negative" : !ts.str
    %24 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%23, %24) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %25 = prim.Constant -1 : i64
  %26 = aten.eq.int(%num_classes, %25) : (i64, i64) -> i1
  %num_classes_1 = prim.If %26 -> (i64) {
    %27 = aten.max(%self) : (!ts.tensor) -> !ts.tensor
    %28 = aten.Int.Tensor(%27) : (!ts.tensor) -> i64
    %29 = prim.Constant 1 : i64
    %num_classes_2 = aten.add.int(%28, %29) : (i64, i64) -> i64
    prim.If.yield %num_classes_2 : i64
  } else {
    %30 = prim.Constant 1 : i64
    %31 = aten.lt.int(%num_classes, %30) : (i64, i64) -> i1
    %32 = prim.If %31 -> (i1) {
      %33 = prim.Constant true
      prim.If.yield %33 : i1
    } else {
      %34 = aten.numel(%self) : (!ts.tensor) -> i64
      %35 = prim.Constant 0 : i64
      %36 = aten.gt.int(%34, %35) : (i64, i64) -> i1
      %37 = prim.If %36 -> (i1) {
        %38 = aten.max(%self) : (!ts.tensor) -> !ts.tensor
        %39 = aten.Int.Tensor(%38) : (!ts.tensor) -> i64
        %40 = aten.ge.int(%39, %num_classes) : (i64, i64) -> i1
        prim.If.yield %40 : i1
      } else {
        %41 = prim.Constant false
        prim.If.yield %41 : i1
      }
      prim.If.yield %37 : i1
    }
    prim.If %32 {
      %42 = prim.Constant "one_hot: classes below {} are expected" : !ts.str
      %43 = aten.format(%42, %num_classes) : (!ts.str, i64) -> !ts.str
      %44 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%43, %44) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %num_classes : i64
  }
  %45 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %46 = prim.ListConstruct(%num_classes_1) : (i64) -> !ts.list<i64>
  %47 = aten.add.t(%45, %46) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %48 = prim.Constant 4 : i64
  %49 = prim.Constant : !ts.none
  %50 = prim.Constant : !ts.none
  %51 = prim.Constant : !ts.none
  %52 = aten.zeros(%47, %48, %49, %50, %51) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %53 = prim.Constant -1 : i64
  %54 = prim.Constant -1 : i64
  %55 = aten.unsqueeze(%self, %54) : (!ts.tensor, i64) -> !ts.tensor
  %56 = prim.Constant 1 : i64
  %57 = aten.scatter.value(%52, %53, %55, %56) : (!ts.tensor, i64, !ts.tensor, i64) -> !ts.tensor
  func.return %57 : !ts.tensor
}
func.func @aten.argwhere(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.nonzero(%self) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.nonzero_numpy(%self: !ts.tensor) -> !ts.list<!ts.tensor> {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %self_1 = prim.If %2 -> (!ts.tensor) {
    %3 = prim.Constant 0 : i64
    %self_2 = aten.unsqueeze(%self, %3) : (!ts.tensor, i64) -> !ts.tensor
    prim.If.yield %self_2 : !ts.tensor
  } else {
    prim.If.yield %self : !ts.tensor
  }
  %4 = aten.nonzero(%self_1) : (!ts.tensor) -> !ts.tensor
  %5 = prim.Constant 1 : i64
  %6 = aten.unbind.int(%4, %5) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
  func.return %6 : !ts.list<!ts.tensor>
}
func.func @aten.where(%condition: !ts.tensor) -> !ts.list<!ts.tensor> {
  %0 = aten.nonzero_numpy(%condition) : (!ts.tensor) -> !ts.list<!ts.tensor>
  func.return %0 : !ts.list<!ts.tensor>
}
func.func @aten.fft_fftshift(%self: !ts.tensor, %dim: !ts.optional<!ts.list<i64>> {ts.default}) -> !ts.tensor {
  %forwards = prim.Constant true
  %dims = prim.ListConstruct() : () -> !ts.list<i64>
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%dim, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  prim.If %1 {
    %2 = aten.dim(%self) : (!ts.tensor) -> i64
    %3 = prim.ListConstruct() : () -> !ts.list<i64>
    %4 = prim.Constant true
    prim.Loop %2, %4 : () -> () {
    ^bb0(%5: i64):
      %6 = aten.append.t(%3, %5) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %7 = prim.Constant true
      prim.Loop.condition %7
    }
    aten.extend.t(%dims, %3) : (!ts.list<i64>, !ts.list<i64>) -> ()
    %8 = prim.Constant : !ts.none
    prim.If.yield
  } else {
    %dim_1 = prim.unchecked_cast(%dim) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    aten.extend.t(%dims, %dim_1) : (!ts.list<i64>, !ts.list<i64>) -> ()
    %9 = prim.Constant : !ts.none
    prim.If.yield
  }
  %shifts = prim.ListConstruct() : () -> !ts.list<i64>
  %10 = aten.len.t(%dims) : (!ts.list<i64>) -> i64
  %11 = prim.Constant true
  prim.Loop %10, %11 : () -> () {
  ^bb0(%12: i64):
    %i = aten.__getitem__.t(%dims, %12) : (!ts.list<i64>, i64) -> i64
    prim.If %forwards {
      %13 = aten.size.int(%self, %i) : (!ts.tensor, i64) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.floordiv.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.append.t(%shifts, %15) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      %17 = aten.size.int(%self, %i) : (!ts.tensor, i64) -> i64
      %18 = prim.Constant 1 : i64
      %19 = aten.add.int(%17, %18) : (i64, i64) -> i64
      %20 = prim.Constant 2 : i64
      %21 = aten.floordiv.int(%19, %20) : (i64, i64) -> i64
      %22 = aten.append.t(%shifts, %21) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    }
    %23 = prim.Constant true
    prim.Loop.condition %23
  }
  %24 = aten.roll(%self, %shifts, %dims) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor
  func.return %24 : !ts.tensor
}
func.func @aten.fft_ifftshift(%self: !ts.tensor, %dim: !ts.optional<!ts.list<i64>> {ts.default}) -> !ts.tensor {
  %forwards = prim.Constant false
  %dims = prim.ListConstruct() : () -> !ts.list<i64>
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%dim, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  prim.If %1 {
    %2 = aten.dim(%self) : (!ts.tensor) -> i64
    %3 = prim.ListConstruct() : () -> !ts.list<i64>
    %4 = prim.Constant true
    prim.Loop %2, %4 : () -> () {
    ^bb0(%5: i64):
      %6 = aten.append.t(%3, %5) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %7 = prim.Constant true
      prim.Loop.condition %7
    }
    aten.extend.t(%dims, %3) : (!ts.list<i64>, !ts.list<i64>) -> ()
    %8 = prim.Constant : !ts.none
    prim.If.yield
  } else {
    %dim_1 = prim.unchecked_cast(%dim) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    aten.extend.t(%dims, %dim_1) : (!ts.list<i64>, !ts.list<i64>) -> ()
    %9 = prim.Constant : !ts.none
    prim.If.yield
  }
  %shifts = prim.ListConstruct() : () -> !ts.list<i64>
  %10 = aten.len.t(%dims) : (!ts.list<i64>) -> i64
  %11 = prim.Constant true
  prim.Loop %10, %11 : () -> () {
  ^bb0(%12: i64):
    %i = aten.__getitem__.t(%dims, %12) : (!ts.list<i64>, i64) -> i64
    prim.If %forwards {
      %13 = aten.size.int(%self, %i) : (!ts.tensor, i64) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.floordiv.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.append.t(%shifts, %15) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      %17 = aten.size.int(%self, %i) : (!ts.tensor, i64) -> i64
      %18 = prim.Constant 1 : i64
      %19 = aten.add.int(%17, %18) : (i64, i64) -> i64
      %20 = prim.Constant 2 : i64
      %21 = aten.floordiv.int(%19, %20) : (i64, i64) -> i64
      %22 = aten.append.t(%shifts, %21) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    }
    %23 = prim.Constant true
    prim.Loop.condition %23
  }
  %24 = aten.roll(%self, %shifts, %dims) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor
  func.return %24 : !ts.tensor
}
func.func @aten._dim_arange(%like: !ts.tensor, %dim: i64) -> !ts.tensor {
  %0 = aten.size.int(%like, %dim) : (!ts.tensor, i64) -> i64
  %1 = prim.Constant 4 : i64
  %2 = prim.Constant : !ts.none
  %3 = prim.Constant : !ts.none
  %4 = prim.Constant : !ts.none
  %5 = aten.arange(%0, %1, %2, %3, %4) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return %5 : !ts.tensor
}
func.func @aten._reshape_from_tensor(%self: !ts.tensor, %shape: !ts.tensor) -> !ts.tensor {
  %sizes = prim.ListConstruct() : () -> !ts.list<i64>
  %0 = prim.Constant 0 : i64
  %1 = aten.size.int(%shape, %0) : (!ts.tensor, i64) -> i64
  %2 = prim.Constant true
  prim.Loop %1, %2 : () -> () {
  ^bb0(%i: i64):
    %3 = prim.Constant 0 : i64
    %4 = aten.select.int(%shape, %3, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
    %5 = aten.Int.Tensor(%4) : (!ts.tensor) -> i64
    %6 = aten.append.t(%sizes, %5) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %7 = prim.Constant true
    prim.Loop.condition %7
  }
  %8 = aten.reshape(%self, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %8 : !ts.tensor
}
func.func @aten.mT.a(%self: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant -2 : i64
  %1 = prim.Constant -1 : i64
  %2 = aten.transpose.int(%self, %0, %1) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.mH.a(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.adjoint(%self) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.matrix_H.a(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.adjoint(%self) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.moveaxis.int(%self: !ts.tensor, %source: i64, %destination: i64) -> !ts.tensor {
  %0 = prim.ListConstruct(%source) : (i64) -> !ts.list<i64>
  %1 = prim.ListConstruct(%destination) : (i64) -> !ts.list<i64>
  %2 = aten.movedim.intlist(%self, %0, %1) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.linalg_det(%A: !ts.tensor) -> !ts.tensor {
  %determinant, %factors, %pivots = aten._linalg_det(%A) : (!ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  func.return %determinant : !ts.tensor
}
func.func @aten.det(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.linalg_det(%self) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.linalg_slogdet(%A: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %sign, %logarithm, %factors, %pivots = aten._linalg_slogdet(%A) : (!ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor)
  func.return %sign, %logarithm : !ts.tensor, !ts.tensor
}
func.func @aten.slogdet(%self: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %0, %1 = aten.linalg_slogdet(%self) : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
  %2 = prim.TupleConstruct(%0, %1) : (!ts.tensor, !ts.tensor) -> !ts.named_tuple<@"", sign: !ts.tensor, logabsdet: !ts.tensor>
  %3 = prim.unchecked_cast(%2) : (!ts.named_tuple<@"", sign: !ts.tensor, logabsdet: !ts.tensor>) -> !ts.tuple<!ts.tensor, !ts.tensor>
  %4, %5 = prim.TupleUnpack(%3) : (!ts.tuple<!ts.tensor, !ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %4, %5 : !ts.tensor, !ts.tensor
}
func.func @aten.logdet(%self: !ts.tensor) -> !ts.tensor {
  %sign, %logarithm = aten.linalg_slogdet(%self) : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
  %0 = aten.is_complex(%self) : (!ts.tensor) -> i1
  %1 = prim.If %0 -> (!ts.tensor) {
    %2 = aten.log(%sign) : (!ts.tensor) -> !ts.tensor
    %3 = prim.Constant 1 : i64
    %4 = aten.add.Tensor(%2, %logarithm, %3) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %4 : !ts.tensor
  } else {
    %5 = prim.Constant -1.000000e+00 : f64
    %6 = aten.eq.Scalar(%sign, %5) : (!ts.tensor, f64) -> !ts.tensor
    %7 = prim.Constant "nan" : !ts.str
    %8 = aten.Float.str(%7) : (!ts.str) -> f64
    %9 = aten.where.ScalarSelf(%6, %8, %logarithm) : (!ts.tensor, f64, !ts.tensor) -> !ts.tensor
    prim.If.yield %9 : !ts.tensor
  }
  func.return %1 : !ts.tensor
}
func.func @aten.linalg_inv(%A: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant true
  %inverse, %info = aten.linalg_inv_ex(%A, %0) : (!ts.tensor, i1) -> (!ts.tensor, !ts.tensor)
  func.return %inverse : !ts.tensor
}
func.func @aten.inverse(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.linalg_inv(%self) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.linalg_tensorinv(%self: !ts.tensor, %ind: i64 {ts.default = 2 : i64}) -> !ts.tensor {
  %0 = prim.Constant 0 : i64
  %1 = aten.le.int(%ind, %0) : (i64, i64) -> i1
  prim.If %1 {
    %2 = prim.Constant "linalg.tensorinv: a positive number of dimensions is expected, not {}" : !ts.str
    %3 = aten.format(%2, %ind) : (!ts.str, i64) -> !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %6 = prim.Constant : !ts.none
  %7 = prim.Constant 1 : i64
  %ends = aten.slice.t(%5, %6, %ind, %7) : (!ts.list<i64>, !ts.none, i64, i64) -> !ts.list<i64>
  %8 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %9 = prim.Constant : !ts.none
  %10 = prim.Constant 1 : i64
  %starts = aten.slice.t(%8, %ind, %9, %10) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %rows = prim.Constant 1 : i64
  %11 = aten.len.t(%starts) : (!ts.list<i64>) -> i64
  %12 = prim.Constant true
  %rows_1 = prim.Loop %11, %12, iter(%rows) : (i64) -> (i64) {
  ^bb0(%13: i64, %rows_2: i64):
    %size = aten.__getitem__.t(%starts, %13) : (!ts.list<i64>, i64) -> i64
    %rows_3 = aten.mul.int(%rows_2, %size) : (i64, i64) -> i64
    %14 = prim.Constant true
    prim.Loop.condition %14, iter(%rows_3) : (i64)
  }
  %columns = prim.Constant 1 : i64
  %15 = aten.len.t(%ends) : (!ts.list<i64>) -> i64
  %16 = prim.Constant true
  %columns_1 = prim.Loop %15, %16, iter(%columns) : (i64) -> (i64) {
  ^bb0(%17: i64, %columns_2: i64):
    %size_1 = aten.__getitem__.t(%ends, %17) : (!ts.list<i64>, i64) -> i64
    %columns_3 = aten.mul.int(%columns_2, %size_1) : (i64, i64) -> i64
    %18 = prim.Constant true
    prim.Loop.condition %18, iter(%columns_3) : (i64)
  }
  %19 = aten.ne.int(%rows_1, %columns_1) : (i64, i64) -> i1
  prim.If %19 {
    %20 = prim.Constant "linalg.tensorinv: the products of the sizes {} and {} differ" : !ts.str
    %21 = aten.format(%20, %ends, %starts) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
    %22 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%21, %22) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %23 = prim.ListConstruct(%columns_1, %rows_1) : (i64, i64) -> !ts.list<i64>
  %24 = aten.reshape(%self, %23) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %25 = aten.linalg_inv(%24) : (!ts.tensor) -> !ts.tensor
  %26 = aten.add.t(%starts, %ends) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %27 = aten.reshape(%25, %26) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %27 : !ts.tensor
}
func.func @aten.linalg_tensorsolve(%self: !ts.tensor, %other: !ts.tensor, %dims: !ts.optional<!ts.list<i64>> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%dims, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %turned = prim.If %1 -> (!ts.tensor) {
    %dims_1 = prim.unchecked_cast(%dims) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %last = prim.ListConstruct() : () -> !ts.list<i64>
    %2 = aten.len.t(%dims_1) : (!ts.list<i64>) -> i64
    %3 = prim.Constant true
    prim.Loop %2, %3 : () -> () {
    ^bb0(%i: i64):
      %4 = aten.dim(%self) : (!ts.tensor) -> i64
      %5 = aten.len.t(%dims_1) : (!ts.list<i64>) -> i64
      %6 = aten.sub.int(%4, %5) : (i64, i64) -> i64
      %7 = aten.add.int(%6, %i) : (i64, i64) -> i64
      %8 = aten.append.t(%last, %7) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %9 = prim.Constant true
      prim.Loop.condition %9
    }
    %turned_1 = aten.movedim.intlist(%self, %dims_1, %last) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %turned_1 : !ts.tensor
  } else {
    prim.If.yield %self : !ts.tensor
  }
  %10 = aten.size(%turned) : (!ts.tensor) -> !ts.list<i64>
  %11 = aten.dim(%other) : (!ts.tensor) -> i64
  %12 = prim.Constant : !ts.none
  %13 = prim.Constant 1 : i64
  %sizes = aten.slice.t(%10, %11, %12, %13) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %count = prim.Constant 1 : i64
  %14 = aten.len.t(%sizes) : (!ts.list<i64>) -> i64
  %15 = prim.Constant true
  %count_1 = prim.Loop %14, %15, iter(%count) : (i64) -> (i64) {
  ^bb0(%16: i64, %count_2: i64):
    %size = aten.__getitem__.t(%sizes, %16) : (!ts.list<i64>, i64) -> i64
    %count_3 = aten.mul.int(%count_2, %size) : (i64, i64) -> i64
    %17 = prim.Constant true
    prim.Loop.condition %17, iter(%count_3) : (i64)
  }
  %18 = aten.numel(%other) : (!ts.tensor) -> i64
  %19 = aten.ne.int(%count_1, %18) : (i64, i64) -> i1
  prim.If %19 {
    %20 = aten.size(%other) : (!ts.tensor) -> !ts.list<i64>
    %21 = prim.Constant "linalg.tensorsolve: the products of the sizes {} and {} differ" : !ts.str
    %22 = aten.format(%21, %sizes, %20) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
    %23 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %24 = prim.ListConstruct(%count_1, %count_1) : (i64, i64) -> !ts.list<i64>
  %25 = aten.reshape(%turned, %24) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %26 = prim.Constant 0 : i64
  %27 = prim.Constant -1 : i64
  %28 = aten.flatten.using_ints(%other, %26, %27) : (!ts.tensor, i64, i64) -> !ts.tensor
  %29 = prim.Constant true
  %30 = aten.linalg_solve(%25, %28, %29) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
  %31 = aten.reshape(%30, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %31 : !ts.tensor
}
func.func @aten.linalg_matrix_rank.atol_rtol_tensor(%input: !ts.tensor, %atol: !ts.optional<!ts.tensor> {ts.default}, %rtol: !ts.optional<!ts.tensor> {ts.default}, %hermitian: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.numel(%input) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
    %5 = prim.Constant : !ts.none
    %6 = prim.Constant -2 : i64
    %7 = prim.Constant 1 : i64
    %8 = aten.slice.t(%4, %5, %6, %7) : (!ts.list<i64>, !ts.none, i64, i64) -> !ts.list<i64>
    %9 = prim.Constant 4 : i64
    %10 = prim.Constant : !ts.none
    %11 = prim.Constant : !ts.none
    %12 = prim.Constant : !ts.none
    %13 = aten.zeros(%8, %9, %10, %11, %12) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %13 : !ts.tensor
  } else {
    %14 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %15 = prim.Constant 7 : i64
    %16 = prim.ListConstruct() : () -> !ts.list<i64>
    %17 = prim.Constant : !ts.none
    %18 = prim.Constant : !ts.none
    %19 = prim.Constant : !ts.none
    %absolute = aten.zeros(%16, %15, %17, %18, %19) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %20 = prim.Constant : !ts.none
    %21 = aten.__isnot__(%atol, %20) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %absolute_1 = prim.If %21 -> (!ts.tensor) {
      %atol_1 = prim.unchecked_cast(%atol) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      prim.If.yield %atol_1 : !ts.tensor
    } else {
      prim.If.yield %absolute : !ts.tensor
    }
    %22 = prim.dtype(%input) : (!ts.tensor) -> i64
    %23 = prim.Constant 7 : i64
    %24 = aten.eq.int(%22, %23) : (i64, i64) -> i1
    %25 = prim.If %24 -> (i1) {
      %26 = prim.Constant true
      prim.If.yield %26 : i1
    } else {
      %27 = prim.dtype(%input) : (!ts.tensor) -> i64
      %28 = prim.Constant 10 : i64
      %29 = aten.eq.int(%27, %28) : (i64, i64) -> i1
      prim.If.yield %29 : i1
    }
    %30 = prim.If %25 -> (f64) {
      %31 = prim.Constant 2.2204460492503131e-16 : f64
      prim.If.yield %31 : f64
    } else {
      %32 = prim.Constant 1.1920928955078125e-07 : f64
      prim.If.yield %32 : f64
    }
    %33 = prim.Constant -1 : i64
    %34 = aten.size.int(%input, %33) : (!ts.tensor, i64) -> i64
    %35 = prim.Constant -2 : i64
    %36 = aten.size.int(%input, %35) : (!ts.tensor, i64) -> i64
    %37 = prim.max.int(%34, %36) : (i64, i64) -> i64
    %usual = aten.mul.float_int(%30, %37) : (f64, i64) -> f64
    %38 = prim.Constant : !ts.none
    %39 = aten.__isnot__(%rtol, %38) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %relative = prim.If %39 -> (!ts.tensor) {
      %rtol_1 = prim.unchecked_cast(%rtol) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      prim.If.yield %rtol_1 : !ts.tensor
    } else {
      %40 = prim.Constant : !ts.none
      %41 = aten.__isnot__(%atol, %40) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
      %relative_1 = prim.If %41 -> (!ts.tensor) {
        %atol_2 = prim.unchecked_cast(%atol) : (!ts.optional<!ts.tensor>) -> !ts.tensor
        %42 = prim.Constant 0 : i64
        %43 = aten.gt.Scalar(%absolute_1, %42) : (!ts.tensor, i64) -> !ts.tensor
        %44 = prim.Constant 0.000000e+00 : f64
        %45 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
        %46 = prim.Constant 7 : i64
        %47 = prim.ListConstruct() : () -> !ts.list<i64>
        %48 = prim.Constant : !ts.none
        %49 = prim.Constant : !ts.none
        %50 = prim.Constant : !ts.none
        %51 = aten.full(%47, %usual, %46, %48, %49, %50) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
        %relative_2 = aten.where.ScalarSelf(%43, %44, %51) : (!ts.tensor, f64, !ts.tensor) -> !ts.tensor
        prim.If.yield %relative_2 : !ts.tensor
      } else {
        %52 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
        %53 = prim.Constant 7 : i64
        %54 = prim.ListConstruct() : () -> !ts.list<i64>
        %55 = prim.Constant : !ts.none
        %56 = prim.Constant : !ts.none
        %57 = prim.Constant : !ts.none
        %relative_3 = aten.full(%54, %usual, %53, %55, %56, %57) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
        prim.If.yield %relative_3 : !ts.tensor
      }
      prim.If.yield %relative_1 : !ts.tensor
    }
    %values = prim.If %hermitian -> (!ts.tensor) {
      %58 = prim.Constant "L" : !ts.str
      %59 = aten.linalg_eigvalsh(%input, %58) : (!ts.tensor, !ts.str) -> !ts.tensor
      %60 = aten.abs(%59) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %60 : !ts.tensor
    } else {
      %61 = prim.Constant : !ts.none
      %62 = aten.linalg_svdvals(%input, %61) : (!ts.tensor, !ts.none) -> !ts.tensor
      prim.If.yield %62 : !ts.tensor
    }
    %63 = prim.Constant -1 : i64
    %64 = prim.ListConstruct(%63) : (i64) -> !ts.list<i64>
    %65 = prim.Constant true
    %largest = aten.amax(%values, %64, %65) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
    %66 = prim.Constant -1 : i64
    %67 = aten.unsqueeze(%absolute_1, %66) : (!ts.tensor, i64) -> !ts.tensor
    %68 = prim.Constant -1 : i64
    %69 = aten.unsqueeze(%relative, %68) : (!ts.tensor, i64) -> !ts.tensor
    %70 = aten.mul.Tensor(%69, %largest) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %least = aten.maximum(%67, %70) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %71 = aten.gt.Tensor(%values, %least) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %72 = prim.Constant -1 : i64
    %73 = prim.ListConstruct(%72) : (i64) -> !ts.list<i64>
    %74 = prim.Constant false
    %75 = prim.Constant : !ts.none
    %76 = aten.sum.dim_IntList(%71, %73, %74, %75) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    prim.If.yield %76 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.linalg_matrix_rank.atol_rtol_float(%self: !ts.tensor, %atol: !ts.optional<f64> {ts.default}, %rtol: !ts.optional<f64> {ts.default}, %hermitian: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %1 = prim.Constant 0.000000e+00 : f64
  %2 = prim.Constant 7 : i64
  %3 = prim.ListConstruct() : () -> !ts.list<i64>
  %4 = prim.Constant : !ts.none
  %5 = prim.Constant : !ts.none
  %6 = prim.Constant : !ts.none
  %absolute = aten.full(%3, %1, %2, %4, %5, %6) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %7 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %8 = prim.dtype(%self) : (!ts.tensor) -> i64
  %9 = prim.Constant 7 : i64
  %10 = aten.eq.int(%8, %9) : (i64, i64) -> i1
  %11 = prim.If %10 -> (i1) {
    %12 = prim.Constant true
    prim.If.yield %12 : i1
  } else {
    %13 = prim.dtype(%self) : (!ts.tensor) -> i64
    %14 = prim.Constant 10 : i64
    %15 = aten.eq.int(%13, %14) : (i64, i64) -> i1
    prim.If.yield %15 : i1
  }
  %16 = prim.If %11 -> (f64) {
    %17 = prim.Constant 2.2204460492503131e-16 : f64
    prim.If.yield %17 : f64
  } else {
    %18 = prim.Constant 1.1920928955078125e-07 : f64
    prim.If.yield %18 : f64
  }
  %19 = prim.Constant -1 : i64
  %20 = aten.size.int(%self, %19) : (!ts.tensor, i64) -> i64
  %21 = prim.Constant -2 : i64
  %22 = aten.size.int(%self, %21) : (!ts.tensor, i64) -> i64
  %23 = prim.max.int(%20, %22) : (i64, i64) -> i64
  %24 = aten.mul.float_int(%16, %23) : (f64, i64) -> f64
  %25 = prim.Constant 7 : i64
  %26 = prim.ListConstruct() : () -> !ts.list<i64>
  %27 = prim.Constant : !ts.none
  %28 = prim.Constant : !ts.none
  %29 = prim.Constant : !ts.none
  %relative = aten.full(%26, %24, %25, %27, %28, %29) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %30 = prim.Constant : !ts.none
  %31 = aten.__isnot__(%atol, %30) : (!ts.optional<f64>, !ts.none) -> i1
  %relative_1, %absolute_1 = prim.If %31 -> (!ts.tensor, !ts.tensor) {
    %atol_1 = prim.unchecked_cast(%atol) : (!ts.optional<f64>) -> f64
    %32 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %33 = prim.Constant 7 : i64
    %34 = prim.ListConstruct() : () -> !ts.list<i64>
    %35 = prim.Constant : !ts.none
    %36 = prim.Constant : !ts.none
    %37 = prim.Constant : !ts.none
    %absolute_2 = aten.full(%34, %atol_1, %33, %35, %36, %37) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %38 = prim.Constant 0 : i64
    %39 = aten.gt.float_int(%atol_1, %38) : (f64, i64) -> i1
    %relative_2 = prim.If %39 -> (!ts.tensor) {
      %40 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
      %41 = prim.Constant 0.000000e+00 : f64
      %42 = prim.Constant 7 : i64
      %43 = prim.ListConstruct() : () -> !ts.list<i64>
      %44 = prim.Constant : !ts.none
      %45 = prim.Constant : !ts.none
      %46 = prim.Constant : !ts.none
      %relative_3 = aten.full(%43, %41, %42, %44, %45, %46) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
      prim.If.yield %relative_3 : !ts.tensor
    } else {
      prim.If.yield %relative : !ts.tensor
    }
    prim.If.yield %relative_2, %absolute_2 : !ts.tensor, !ts.tensor
  } else {
    prim.If.yield %relative, %absolute : !ts.tensor, !ts.tensor
  }
  %47 = prim.Constant : !ts.none
  %48 = aten.__isnot__(%rtol, %47) : (!ts.optional<f64>, !ts.none) -> i1
  %relative_4 = prim.If %48 -> (!ts.tensor) {
    %rtol_1 = prim.unchecked_cast(%rtol) : (!ts.optional<f64>) -> f64
    %49 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %50 = prim.Constant 7 : i64
    %51 = prim.ListConstruct() : () -> !ts.list<i64>
    %52 = prim.Constant : !ts.none
    %53 = prim.Constant : !ts.none
    %54 = prim.Constant : !ts.none
    %relative_5 = aten.full(%51, %rtol_1, %50, %52, %53, %54) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %relative_5 : !ts.tensor
  } else {
    prim.If.yield %relative_1 : !ts.tensor
  }
  %55 = aten.linalg_matrix_rank.atol_rtol_tensor(%self, %absolute_1, %relative_4, %hermitian) : (!ts.tensor, !ts.tensor, !ts.tensor, i1) -> !ts.tensor
  func.return %55 : !ts.tensor
}
func.func @aten.linalg_matrix_rank(%self: !ts.tensor, %tol: f64, %hermitian: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.Constant 0.000000e+00 : f64
  %1 = aten.linalg_matrix_rank.atol_rtol_float(%self, %tol, %0, %hermitian) : (!ts.tensor, f64, f64, i1) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.linalg_matrix_rank.tol_tensor(%input: !ts.tensor, %tol: !ts.tensor, %hermitian: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %1 = prim.Constant 7 : i64
  %2 = prim.ListConstruct() : () -> !ts.list<i64>
  %3 = prim.Constant : !ts.none
  %4 = prim.Constant : !ts.none
  %5 = prim.Constant : !ts.none
  %6 = aten.zeros(%2, %1, %3, %4, %5) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %7 = aten.linalg_matrix_rank.atol_rtol_tensor(%input, %tol, %6, %hermitian) : (!ts.tensor, !ts.tensor, !ts.tensor, i1) -> !ts.tensor
  func.return %7 : !ts.tensor
}
func.func @aten.pinverse(%self: !ts.tensor, %rcond: f64 {ts.default = 1.000000e-15 : f64}) -> !ts.tensor {
  %0 = prim.Constant false
  %1 = aten.linalg_pinv(%self, %rcond, %0) : (!ts.tensor, f64, i1) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten.norm_except_dim(%v: !ts.tensor, %pow: i64 {ts.default = 2 : i64}, %dim: i64 {ts.default = 0 : i64}) -> !ts.tensor {
  %0 = prim.Constant -1 : i64
  %1 = aten.eq.int(%dim, %0) : (i64, i64) -> i1
  %2 = prim.If %1 -> (!ts.tensor) {
    %3 = aten.norm.Scalar(%v, %pow) : (!ts.tensor, i64) -> !ts.tensor
    prim.If.yield %3 : !ts.tensor
  } else {
    %4 = aten.dim(%v) : (!ts.tensor) -> i64
    %5 = prim.Constant 1 : i64
    %6 = aten.sub.int(%4, %5) : (i64, i64) -> i64
    %7 = aten.eq.int(%dim, %6) : (i64, i64) -> i1
    %8 = prim.If %7 -> (!ts.tensor) {
      %9 = prim.Constant 0 : i64
      %10 = aten.contiguous(%v, %9) : (!ts.tensor, i64) -> !ts.tensor
      %11 = prim.Constant -1 : i64
      %12 = prim.Constant -1 : i64
      %13 = aten.size.int(%v, %12) : (!ts.tensor, i64) -> i64
      %14 = prim.ListConstruct(%11, %13) : (i64, i64) -> !ts.list<i64>
      %15 = aten.view(%10, %14) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %16 = prim.Constant 0 : i64
      %17 = prim.ListConstruct(%16) : (i64) -> !ts.list<i64>
      %18 = prim.Constant false
      %19 = aten.norm.ScalarOpt_dim(%15, %pow, %17, %18) : (!ts.tensor, i64, !ts.list<i64>, i1) -> !ts.tensor
      %20 = prim.Constant 1 : i64
      %21 = prim.ListConstruct(%20) : (i64) -> !ts.list<i64>
      %22 = aten.dim(%v) : (!ts.tensor) -> i64
      %23 = prim.Constant 1 : i64
      %24 = aten.sub.int(%22, %23) : (i64, i64) -> i64
      %25 = aten.mul.left_t(%21, %24) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %26 = prim.Constant -1 : i64
      %27 = aten.size.int(%v, %26) : (!ts.tensor, i64) -> i64
      %28 = prim.ListConstruct(%27) : (i64) -> !ts.list<i64>
      %29 = aten.add.t(%25, %28) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
      %30 = aten.view(%19, %29) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      prim.If.yield %30 : !ts.tensor
    } else {
      %31 = prim.Constant 0 : i64
      %turned = aten.transpose.int(%v, %31, %dim) : (!ts.tensor, i64, i64) -> !ts.tensor
      %32 = prim.Constant 0 : i64
      %33 = aten.contiguous(%turned, %32) : (!ts.tensor, i64) -> !ts.tensor
      %34 = prim.Constant 0 : i64
      %35 = aten.size.int(%turned, %34) : (!ts.tensor, i64) -> i64
      %36 = prim.Constant -1 : i64
      %37 = prim.ListConstruct(%35, %36) : (i64, i64) -> !ts.list<i64>
      %38 = aten.view(%33, %37) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %39 = prim.Constant 1 : i64
      %40 = prim.ListConstruct(%39) : (i64) -> !ts.list<i64>
      %41 = prim.Constant false
      %42 = aten.norm.ScalarOpt_dim(%38, %pow, %40, %41) : (!ts.tensor, i64, !ts.list<i64>, i1) -> !ts.tensor
      %43 = prim.Constant 0 : i64
      %44 = aten.size.int(%turned, %43) : (!ts.tensor, i64) -> i64
      %45 = prim.ListConstruct(%44) : (i64) -> !ts.list<i64>
      %46 = prim.Constant 1 : i64
      %47 = prim.ListConstruct(%46) : (i64) -> !ts.list<i64>
      %48 = aten.dim(%v) : (!ts.tensor) -> i64
      %49 = prim.Constant 1 : i64
      %50 = aten.sub.int(%48, %49) : (i64, i64) -> i64
      %51 = aten.mul.left_t(%47, %50) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %52 = aten.add.t(%45, %51) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
      %53 = aten.view(%42, %52) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %54 = prim.Constant 0 : i64
      %55 = aten.transpose.int(%53, %54, %dim) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.If.yield %55 : !ts.tensor
    }
    prim.If.yield %8 : !ts.tensor
  }
  func.return %2 : !ts.tensor
}
func.func @aten._weight_norm(%v: !ts.tensor, %g: !ts.tensor, %dim: i64 {ts.default = 0 : i64}) -> !ts.tensor {
  %0 = prim.Constant 2 : i64
  %1 = aten.norm_except_dim(%v, %0, %dim) : (!ts.tensor, i64, i64) -> !ts.tensor
  %2 = aten.div.Tensor(%g, %1) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %3 = aten.mul.Tensor(%v, %2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %3 : !ts.tensor
}
func.func @aten.nuclear_norm(%self: !ts.tensor, %keepdim: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.Constant "nuc" : !ts.str
  %1 = prim.Constant -2 : i64
  %2 = prim.Constant -1 : i64
  %3 = prim.ListConstruct(%1, %2) : (i64, i64) -> !ts.list<i64>
  %4 = prim.Constant : !ts.none
  %5 = aten.linalg_matrix_norm.str_ord(%self, %0, %3, %keepdim, %4) : (!ts.tensor, !ts.str, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  func.return %5 : !ts.tensor
}
func.func @aten.nanmean(%self: !ts.tensor, %dim: !ts.optional<!ts.list<i64>> {ts.default}, %keepdim: i1 {ts.default = false}, %dtype: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = aten.isnan(%self) : (!ts.tensor) -> !ts.tensor
  %1 = aten.bitwise_not(%0) : (!ts.tensor) -> !ts.tensor
  %2 = prim.Constant : !ts.none
  %count = aten.sum.dim_IntList(%1, %dim, %keepdim, %2) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i1, !ts.none) -> !ts.tensor
  %3 = aten.nansum(%self, %dim, %keepdim, %dtype) : (!ts.tensor, !ts.optional<!ts.list<i64>>, i1, !ts.optional<i64>) -> !ts.tensor
  %4 = aten.div.Tensor(%3, %count) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %4 : !ts.tensor
}
func.func @aten.nuclear_norm.dim(%self: !ts.tensor, %dim: !ts.list<i64>, %keepdim: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.Constant "nuc" : !ts.str
  %1 = prim.Constant : !ts.none
  %2 = aten.linalg_matrix_norm.str_ord(%self, %0, %dim, %keepdim, %1) : (!ts.tensor, !ts.str, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten.frobenius_norm.dim(%self: !ts.tensor, %dim: !ts.list<i64>, %keepdim: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.len.t(%dim) : (!ts.list<i64>) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.gt.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "frobenius_norm: 2 dimensions at most are expected, not {}" : !ts.str
    %4 = aten.format(%3, %dim) : (!ts.str, !ts.list<i64>) -> !ts.str
    %5 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%4, %5) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %6 = prim.Constant 2.000000e+00 : f64
  %7 = prim.Constant : !ts.none
  %8 = aten.linalg_vector_norm(%self, %6, %dim, %keepdim, %7) : (!ts.tensor, f64, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  func.return %8 : !ts.tensor
}
func.func @aten.instance_norm(%input: !ts.tensor, %weight: !ts.optional<!ts.tensor>, %bias: !ts.optional<!ts.tensor>, %running_mean: !ts.optional<!ts.tensor>, %running_var: !ts.optional<!ts.tensor>, %use_input_stats: i1, %momentum: f64, %eps: f64, %cudnn_enabled: i1) -> !ts.tensor {
  %0 = aten.__not__(%use_input_stats) : (i1) -> i1
  %1 = prim.If %0 -> (i1) {
    %2 = prim.Constant : !ts.none
    %3 = aten.__is__(%running_mean, %2) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %4 = prim.If %3 -> (i1) {
      %5 = prim.Constant true
      prim.If.yield %5 : i1
    } else {
      %running_mean_1 = prim.unchecked_cast(%running_mean) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      %6 = prim.Constant : !ts.none
      %7 = aten.__is__(%running_var, %6) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
      prim.If.yield %7 : i1
    }
    prim.If.yield %4 : i1
  } else {
    %8 = prim.Constant false
    prim.If.yield %8 : i1
  }
  prim.If %1 {
    %9 = prim.Constant "instance_norm: a running mean and variance are expected where the input's are not used" : !ts.str
    %10 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%9, %10) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %11 = prim.Constant 0 : i64
  %batch = aten.size.int(%input, %11) : (!ts.tensor, i64) -> i64
  %12 = prim.Constant 1 : i64
  %channels = aten.size.int(%input, %12) : (!ts.tensor, i64) -> i64
  %13 = prim.Constant : !ts.none
  %14 = aten.__isnot__(%weight, %13) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %weight_1 = prim.If %14 -> (!ts.optional<!ts.tensor>) {
    %weight_2 = prim.unchecked_cast(%weight) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %15 = prim.ListConstruct(%batch) : (i64) -> !ts.list<i64>
    %weight_3 = aten.repeat(%weight_2, %15) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %weight_3 : !ts.tensor
  } else {
    prim.If.yield %weight : !ts.optional<!ts.tensor>
  }
  %16 = prim.Constant : !ts.none
  %17 = aten.__isnot__(%bias, %16) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %bias_1 = prim.If %17 -> (!ts.optional<!ts.tensor>) {
    %bias_2 = prim.unchecked_cast(%bias) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %18 = prim.ListConstruct(%batch) : (i64) -> !ts.list<i64>
    %bias_3 = aten.repeat(%bias_2, %18) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %bias_3 : !ts.tensor
  } else {
    prim.If.yield %bias : !ts.optional<!ts.tensor>
  }
  %19 = prim.Constant : !ts.none
  %20 = aten.__isnot__(%running_mean, %19) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %means = prim.If %20 -> (!ts.optional<!ts.tensor>) {
    %running_mean_2 = prim.unchecked_cast(%running_mean) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %21 = prim.ListConstruct(%batch) : (i64) -> !ts.list<i64>
    %means_1 = aten.repeat(%running_mean_2, %21) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %means_1 : !ts.tensor
  } else {
    prim.If.yield %running_mean : !ts.optional<!ts.tensor>
  }
  %22 = prim.Constant : !ts.none
  %23 = aten.__isnot__(%running_var, %22) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %variances = prim.If %23 -> (!ts.optional<!ts.tensor>) {
    %running_var_1 = prim.unchecked_cast(%running_var) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %24 = prim.ListConstruct(%batch) : (i64) -> !ts.list<i64>
    %variances_1 = aten.repeat(%running_var_1, %24) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %variances_1 : !ts.tensor
  } else {
    prim.If.yield %running_var : !ts.optional<!ts.tensor>
  }
  %25 = prim.Constant 0 : i64
  %26 = aten.contiguous(%input, %25) : (!ts.tensor, i64) -> !ts.tensor
  %27 = prim.Constant 1 : i64
  %28 = aten.mul.int(%batch, %channels) : (i64, i64) -> i64
  %29 = prim.ListConstruct(%27, %28) : (i64, i64) -> !ts.list<i64>
  %30 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
  %31 = prim.Constant 2 : i64
  %32 = prim.Constant : !ts.none
  %33 = prim.Constant 1 : i64
  %34 = aten.slice.t(%30, %31, %32, %33) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %35 = aten.add.t(%29, %34) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %row = aten.view(%26, %35) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %result = aten.batch_norm(%row, %weight_1, %bias_1, %means, %variances, %use_input_stats, %momentum, %eps, %cudnn_enabled) : (!ts.tensor, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, i1, f64, f64, i1) -> !ts.tensor
  %36 = prim.Constant : !ts.none
  %37 = aten.__isnot__(%running_mean, %36) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %38 = prim.If %37 -> (i1) {
    %running_mean_3 = prim.unchecked_cast(%running_mean) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %39 = prim.Constant : !ts.none
    %40 = aten.__isnot__(%means, %39) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    prim.If.yield %40 : i1
  } else {
    %41 = prim.Constant false
    prim.If.yield %41 : i1
  }
  prim.If %38 {
    %running_mean_4 = prim.unchecked_cast(%running_mean) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %means_2 = prim.unchecked_cast(%means) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %42 = prim.ListConstruct(%batch, %channels) : (i64, i64) -> !ts.list<i64>
    %43 = aten.view(%means_2, %42) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %44 = prim.Constant 0 : i64
    %45 = prim.ListConstruct(%44) : (i64) -> !ts.list<i64>
    %46 = prim.Constant false
    %47 = prim.Constant : !ts.none
    %48 = aten.mean.dim(%43, %45, %46, %47) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %49 = prim.Constant false
    %50 = aten.copy_(%running_mean_4, %48, %49) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  %51 = prim.Constant : !ts.none
  %52 = aten.__isnot__(%running_var, %51) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %53 = prim.If %52 -> (i1) {
    %running_var_2 = prim.unchecked_cast(%running_var) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %54 = prim.Constant : !ts.none
    %55 = aten.__isnot__(%variances, %54) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    prim.If.yield %55 : i1
  } else {
    %56 = prim.Constant false
    prim.If.yield %56 : i1
  }
  prim.If %53 {
    %running_var_3 = prim.unchecked_cast(%running_var) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %variances_2 = prim.unchecked_cast(%variances) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %57 = prim.ListConstruct(%batch, %channels) : (i64, i64) -> !ts.list<i64>
    %58 = aten.view(%variances_2, %57) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %59 = prim.Constant 0 : i64
    %60 = prim.ListConstruct(%59) : (i64) -> !ts.list<i64>
    %61 = prim.Constant false
    %62 = prim.Constant : !ts.none
    %63 = aten.mean.dim(%58, %60, %61, %62) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %64 = prim.Constant false
    %65 = aten.copy_(%running_var_3, %63, %64) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  %66 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
  %67 = aten.view(%result, %66) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %67 : !ts.tensor
}
func.func @aten._batch_norm_impl_index(%input: !ts.tensor, %weight: !ts.optional<!ts.tensor>, %bias: !ts.optional<!ts.tensor>, %running_mean: !ts.optional<!ts.tensor>, %running_var: !ts.optional<!ts.tensor>, %training: i1, %momentum: f64, %eps: f64, %cudnn_enabled: i1) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, i64) {
  %result, %mean, %scale = aten.native_batch_norm(%input, %weight, %bias, %running_mean, %running_var, %training, %momentum, %eps) : (!ts.tensor, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, i1, f64, f64) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  %0 = prim.Constant 0 : i64
  %1 = prim.ListConstruct(%0) : (i64) -> !ts.list<i64>
  %2 = prim.Constant 0 : i64
  %3 = prim.Constant : !ts.none
  %4 = prim.Constant : !ts.none
  %5 = prim.Constant : !ts.none
  %6 = aten.zeros(%1, %2, %3, %4, %5) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %7 = prim.Constant 0 : i64
  func.return %result, %mean, %scale, %6, %7 : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, i64
}
func.func @aten.cov(%self: !ts.tensor, %correction: i64 {ts.default = 1 : i64}, %fweights: !ts.optional<!ts.tensor> {ts.default}, %aweights: !ts.optional<!ts.tensor> {ts.default}) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.gt.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = prim.dtype(%self) : (!ts.tensor) -> i64
    %6 = prim.Constant 11 : i64
    %7 = aten.eq.int(%5, %6) : (i64, i64) -> i1
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
    %9 = prim.Constant "cov: numbers in at most 2 dimensions are expected, not {}" : !ts.str
    %10 = aten.format(%9, %8) : (!ts.str, !ts.list<i64>) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = aten.dim(%self) : (!ts.tensor) -> i64
  %13 = prim.Constant 2 : i64
  %14 = aten.lt.int(%12, %13) : (i64, i64) -> i1
  %self_1 = prim.If %14 -> (!ts.tensor) {
    %15 = prim.Constant 1 : i64
    %16 = prim.Constant -1 : i64
    %17 = prim.ListConstruct(%15, %16) : (i64, i64) -> !ts.list<i64>
    %self_2 = aten.view(%self, %17) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %self_2 : !ts.tensor
  } else {
    prim.If.yield %self : !ts.tensor
  }
  %18 = prim.Constant 1 : i64
  %count = aten.size.int(%self_1, %18) : (!ts.tensor, i64) -> i64
  %weights = prim.Constant : !ts.optional<!ts.tensor>
  %19 = prim.Constant : !ts.none
  %20 = aten.__isnot__(%fweights, %19) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %weights_1 = prim.If %20 -> (!ts.optional<!ts.tensor>) {
    %fweights_1 = prim.unchecked_cast(%fweights) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %21 = aten.size(%fweights_1) : (!ts.tensor) -> !ts.list<i64>
    %22 = prim.ListConstruct(%count) : (i64) -> !ts.list<i64>
    %23 = aten.ne.int_list(%21, %22) : (!ts.list<i64>, !ts.list<i64>) -> i1
    %24 = prim.If %23 -> (i1) {
      %25 = prim.Constant true
      prim.If.yield %25 : i1
    } else {
      %26 = aten.is_floating_point(%fweights_1) : (!ts.tensor) -> i1
      %27 = prim.If %26 -> (i1) {
        %28 = prim.Constant true
        prim.If.yield %28 : i1
      } else {
        %29 = aten.is_complex(%fweights_1) : (!ts.tensor) -> i1
        %30 = prim.If %29 -> (i1) {
          %31 = prim.Constant true
          prim.If.yield %31 : i1
        } else {
          %32 = prim.dtype(%fweights_1) : (!ts.tensor) -> i64
          %33 = prim.Constant 11 : i64
          %34 = aten.eq.int(%32, %33) : (i64, i64) -> i1
          prim.If.yield %34 : i1
        }
        prim.If.yield %30 : i1
      }
      prim.If.yield %27 : i1
    }
    prim.If %24 {
      %35 = prim.Constant "cov: {} whole numbers are expected as fweights" : !ts.str
      %36 = aten.format(%35, %count) : (!ts.str, i64) -> !ts.str
      %37 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%36, %37) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %38 = prim.Constant 0 : i64
    %39 = aten.gt.int(%count, %38) : (i64, i64) -> i1
    %40 = prim.If %39 -> (i1) {
      %41 = aten.min(%fweights_1) : (!ts.tensor) -> !ts.tensor
      %42 = aten.Int.Tensor(%41) : (!ts.tensor) -> i64
      %43 = prim.Constant 0 : i64
      %44 = aten.lt.int(%42, %43) : (i64, i64) -> i1
      prim.If.yield %44 : i1
    } else {
      %45 = prim.Constant false
      prim.If.yield %45 : i1
    }
    prim.If %40 {
      %46 = prim.Constant "cov: fweights are not to be negative" : !ts.str
      %47 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%46, %47) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %fweights_1 : !ts.tensor
  } else {
    prim.If.yield %weights : !ts.optional<!ts.tensor>
  }
  %48 = prim.Constant : !ts.none
  %49 = aten.__isnot__(%aweights, %48) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %weights_2 = prim.If %49 -> (!ts.optional<!ts.tensor>) {
    %aweights_1 = prim.unchecked_cast(%aweights) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %50 = aten.size(%aweights_1) : (!ts.tensor) -> !ts.list<i64>
    %51 = prim.ListConstruct(%count) : (i64) -> !ts.list<i64>
    %52 = aten.ne.int_list(%50, %51) : (!ts.list<i64>, !ts.list<i64>) -> i1
    %53 = prim.If %52 -> (i1) {
      %54 = prim.Constant true
      prim.If.yield %54 : i1
    } else {
      %55 = aten.is_floating_point(%aweights_1) : (!ts.tensor) -> i1
      %56 = aten.__not__(%55) : (i1) -> i1
      prim.If.yield %56 : i1
    }
    prim.If %53 {
      %57 = prim.Constant "cov: {} numbers of a floating type are expected as aweights" : !ts.str
      %58 = aten.format(%57, %count) : (!ts.str, i64) -> !ts.str
      %59 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%58, %59) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %60 = prim.Constant 0 : i64
    %61 = aten.gt.int(%count, %60) : (i64, i64) -> i1
    %62 = prim.If %61 -> (i1) {
      %63 = aten.min(%aweights_1) : (!ts.tensor) -> !ts.tensor
      %64 = aten.Float.Tensor(%63) : (!ts.tensor) -> f64
      %65 = prim.Constant 0 : i64
      %66 = aten.lt.float_int(%64, %65) : (f64, i64) -> i1
      prim.If.yield %66 : i1
    } else {
      %67 = prim.Constant false
      prim.If.yield %67 : i1
    }
    prim.If %62 {
      %68 = prim.Constant "cov: aweights are not to be negative" : !ts.str
      %69 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%68, %69) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    %70 = prim.Constant : !ts.none
    %71 = aten.__is__(%weights_1, %70) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %weights_3 = prim.If %71 -> (!ts.tensor) {
      prim.If.yield %aweights_1 : !ts.tensor
    } else {
      %weights_4 = prim.unchecked_cast(%weights_1) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      %weights_5 = aten.mul.Tensor(%weights_4, %aweights_1) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      prim.If.yield %weights_5 : !ts.tensor
    }
    prim.If.yield %weights_3 : !ts.tensor
  } else {
    prim.If.yield %weights_1 : !ts.optional<!ts.tensor>
  }
  %72 = prim.Constant : !ts.none
  %73 = aten.__is__(%weights_2, %72) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %freedom, %again, %apart, %mean = prim.If %73 -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) {
    %74 = prim.Constant 1 : i64
    %75 = prim.ListConstruct(%74) : (i64) -> !ts.list<i64>
    %76 = prim.Constant true
    %77 = prim.Constant : !ts.none
    %78 = aten.sum.dim_IntList(%self_1, %75, %76, %77) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %mean_1 = aten.div.Scalar(%78, %count) : (!ts.tensor, i64) -> !ts.tensor
    %79 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %80 = aten.sub.int(%count, %correction) : (i64, i64) -> i64
    %81 = prim.Constant 4 : i64
    %82 = prim.ListConstruct() : () -> !ts.list<i64>
    %83 = prim.Constant : !ts.none
    %84 = prim.Constant : !ts.none
    %85 = prim.Constant : !ts.none
    %freedom_1 = aten.full(%82, %80, %81, %83, %84, %85) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %86 = prim.Constant 1 : i64
    %apart_1 = aten.sub.Tensor(%self_1, %mean_1, %86) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %freedom_1, %apart_1, %apart_1, %mean_1 : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor
  } else {
    %weights_6 = prim.unchecked_cast(%weights_2) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %87 = prim.Constant : !ts.none
    %total = aten.sum(%weights_6, %87) : (!ts.tensor, !ts.none) -> !ts.tensor
    %88 = aten.mul.Tensor(%self_1, %weights_6) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %89 = prim.Constant 1 : i64
    %90 = prim.ListConstruct(%89) : (i64) -> !ts.list<i64>
    %91 = prim.Constant true
    %92 = prim.Constant : !ts.none
    %93 = aten.sum.dim_IntList(%88, %90, %91, %92) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
    %mean_2 = aten.div.Tensor(%93, %total) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %94 = prim.Constant : !ts.none
    %95 = aten.__is__(%aweights, %94) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %96 = prim.If %95 -> (i1) {
      %97 = prim.Constant true
      prim.If.yield %97 : i1
    } else {
      %aweights_2 = prim.unchecked_cast(%aweights) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      %98 = prim.Constant 0 : i64
      %99 = aten.eq.int(%correction, %98) : (i64, i64) -> i1
      prim.If.yield %99 : i1
    }
    %freedom_2 = prim.If %96 -> (!ts.tensor) {
      %100 = prim.Constant 1 : i64
      %freedom_3 = aten.sub.Scalar(%total, %correction, %100) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.If.yield %freedom_3 : !ts.tensor
    } else {
      %aweights_3 = prim.unchecked_cast(%aweights) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      %101 = aten.mul.Tensor(%weights_6, %aweights_3) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      %102 = prim.Constant : !ts.none
      %103 = aten.sum(%101, %102) : (!ts.tensor, !ts.none) -> !ts.tensor
      %104 = aten.mul.Scalar(%103, %correction) : (!ts.tensor, i64) -> !ts.tensor
      %105 = aten.div.Tensor(%104, %total) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      %106 = prim.Constant 1 : i64
      %freedom_4 = aten.sub.Tensor(%total, %105, %106) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
      prim.If.yield %freedom_4 : !ts.tensor
    }
    %107 = prim.Constant 1 : i64
    %apart_2 = aten.sub.Tensor(%self_1, %mean_2, %107) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %again_1 = aten.mul.Tensor(%apart_2, %weights_6) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %freedom_2, %again_1, %apart_2, %mean_2 : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor
  }
  %108 = aten.Float.Tensor(%freedom) : (!ts.tensor) -> f64
  %109 = prim.Constant 0 : i64
  %110 = aten.le.float_int(%108, %109) : (f64, i64) -> i1
  %freedom_5 = prim.If %110 -> (!ts.tensor) {
    %111 = prim.Constant : !ts.none
    %112 = prim.Constant : !ts.none
    %113 = prim.Constant : !ts.none
    %114 = prim.Constant : !ts.none
    %115 = prim.Constant : !ts.none
    %freedom_6 = aten.zeros_like(%freedom, %111, %112, %113, %114, %115) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %freedom_6 : !ts.tensor
  } else {
    prim.If.yield %freedom : !ts.tensor
  }
  %116 = aten.t(%again) : (!ts.tensor) -> !ts.tensor
  %117 = aten.conj(%116) : (!ts.tensor) -> !ts.tensor
  %118 = aten.mm(%apart, %117) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %119 = aten.div.Tensor(%118, %freedom_5) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %120 = aten.squeeze(%119) : (!ts.tensor) -> !ts.tensor
  func.return %120 : !ts.tensor
}
func.func @aten.corrcoef(%self: !ts.tensor) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.gt.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = aten.dim(%self) : (!ts.tensor) -> i64
    %4 = prim.Constant "corrcoef: at most 2 dimensions are expected, not {}" : !ts.str
    %5 = aten.format(%4, %3) : (!ts.str, i64) -> !ts.str
    %6 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%5, %6) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %7 = prim.Constant 1 : i64
  %8 = prim.Constant : !ts.none
  %9 = prim.Constant : !ts.none
  %found = aten.cov(%self, %7, %8, %9) : (!ts.tensor, i64, !ts.none, !ts.none) -> !ts.tensor
  %10 = aten.dim(%found) : (!ts.tensor) -> i64
  %11 = prim.Constant 0 : i64
  %12 = aten.eq.int(%10, %11) : (i64, i64) -> i1
  %13 = prim.If %12 -> (!ts.tensor) {
    %14 = aten.div.Tensor(%found, %found) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %14 : !ts.tensor
  } else {
    %15 = prim.Constant 0 : i64
    %lengths = aten.diag(%found, %15) : (!ts.tensor, i64) -> !ts.tensor
    %16 = aten.is_complex(%found) : (!ts.tensor) -> i1
    %lengths_1 = prim.If %16 -> (!ts.tensor) {
      %lengths_2 = aten.real(%lengths) : (!ts.tensor) -> !ts.tensor
      prim.If.yield %lengths_2 : !ts.tensor
    } else {
      prim.If.yield %lengths : !ts.tensor
    }
    %lengths_3 = aten.sqrt(%lengths_1) : (!ts.tensor) -> !ts.tensor
    %17 = prim.Constant -1 : i64
    %18 = prim.Constant 1 : i64
    %19 = prim.ListConstruct(%17, %18) : (i64, i64) -> !ts.list<i64>
    %20 = aten.view(%lengths_3, %19) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %21 = aten.div.Tensor(%found, %20) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %22 = prim.Constant 1 : i64
    %23 = prim.Constant -1 : i64
    %24 = prim.ListConstruct(%22, %23) : (i64, i64) -> !ts.list<i64>
    %25 = aten.view(%lengths_3, %24) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %found_1 = aten.div.Tensor(%21, %25) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %26 = aten.is_complex(%found_1) : (!ts.tensor) -> i1
    %27 = prim.If %26 -> (!ts.tensor) {
      %28 = aten.real(%found_1) : (!ts.tensor) -> !ts.tensor
      %29 = prim.Constant -1 : i64
      %30 = prim.Constant 1 : i64
      %31 = aten.clamp(%28, %29, %30) : (!ts.tensor, i64, i64) -> !ts.tensor
      %32 = aten.imag(%found_1) : (!ts.tensor) -> !ts.tensor
      %33 = prim.Constant -1 : i64
      %34 = prim.Constant 1 : i64
      %35 = aten.clamp(%32, %33, %34) : (!ts.tensor, i64, i64) -> !ts.tensor
      %36 = aten.complex(%31, %35) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      prim.If.yield %36 : !ts.tensor
    } else {
      %37 = prim.Constant -1 : i64
      %38 = prim.Constant 1 : i64
      %39 = aten.clamp(%found_1, %37, %38) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.If.yield %39 : !ts.tensor
    }
    prim.If.yield %27 : !ts.tensor
  }
  func.return %13 : !ts.tensor
}
func.func @aten.adaptive_avg_pool1d(%self: !ts.tensor, %output_size: !ts.list<i64>) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = aten.dim(%self) : (!ts.tensor) -> i64
    %5 = prim.Constant 3 : i64
    %6 = aten.ne.int(%4, %5) : (i64, i64) -> i1
    prim.If.yield %6 : i1
  } else {
    %7 = prim.Constant false
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.dim(%self) : (!ts.tensor) -> i64
    %9 = prim.Constant "adaptive_avg_pool1d: 2 or 3 dimensions are expected, not {}" : !ts.str
    %10 = aten.format(%9, %8) : (!ts.str, i64) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = aten.len.t(%output_size) : (!ts.list<i64>) -> i64
  %13 = prim.Constant 1 : i64
  %14 = aten.ne.int(%12, %13) : (i64, i64) -> i1
  prim.If %14 {
    %15 = prim.Constant "adaptive_avg_pool1d: one size is expected, not {}" : !ts.str
    %16 = aten.format(%15, %output_size) : (!ts.str, !ts.list<i64>) -> !ts.str
    %17 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%16, %17) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %18 = prim.Constant -2 : i64
  %19 = aten.unsqueeze(%self, %18) : (!ts.tensor, i64) -> !ts.tensor
  %20 = prim.Constant 1 : i64
  %21 = prim.Constant 0 : i64
  %22 = aten.__getitem__.t(%output_size, %21) : (!ts.list<i64>, i64) -> i64
  %23 = prim.ListConstruct(%20, %22) : (i64, i64) -> !ts.list<i64>
  %24 = aten.adaptive_avg_pool2d(%19, %23) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %25 = prim.Constant -2 : i64
  %26 = aten.squeeze.dim(%24, %25) : (!ts.tensor, i64) -> !ts.tensor
  func.return %26 : !ts.tensor
}
func.func @aten.adaptive_max_pool1d(%self: !ts.tensor, %output_size: !ts.list<i64>) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = aten.dim(%self) : (!ts.tensor) -> i64
    %5 = prim.Constant 3 : i64
    %6 = aten.ne.int(%4, %5) : (i64, i64) -> i1
    prim.If.yield %6 : i1
  } else {
    %7 = prim.Constant false
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.dim(%self) : (!ts.tensor) -> i64
    %9 = prim.Constant "adaptive_max_pool1d: 2 or 3 dimensions are expected, not {}" : !ts.str
    %10 = aten.format(%9, %8) : (!ts.str, i64) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = aten.len.t(%output_size) : (!ts.list<i64>) -> i64
  %13 = prim.Constant 1 : i64
  %14 = aten.ne.int(%12, %13) : (i64, i64) -> i1
  prim.If %14 {
    %15 = prim.Constant "adaptive_max_pool1d: one size is expected, not {}" : !ts.str
    %16 = aten.format(%15, %output_size) : (!ts.str, !ts.list<i64>) -> !ts.str
    %17 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%16, %17) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %18 = prim.Constant -2 : i64
  %19 = aten.unsqueeze(%self, %18) : (!ts.tensor, i64) -> !ts.tensor
  %20 = prim.Constant 1 : i64
  %21 = prim.Constant 0 : i64
  %22 = aten.__getitem__.t(%output_size, %21) : (!ts.list<i64>, i64) -> i64
  %23 = prim.ListConstruct(%20, %22) : (i64, i64) -> !ts.list<i64>
  %values, %places = aten.adaptive_max_pool2d(%19, %23) : (!ts.tensor, !ts.list<i64>) -> (!ts.tensor, !ts.tensor)
  %24 = prim.Constant -2 : i64
  %25 = aten.squeeze.dim(%values, %24) : (!ts.tensor, i64) -> !ts.tensor
  %26 = prim.Constant -2 : i64
  %27 = aten.squeeze.dim(%places, %26) : (!ts.tensor, i64) -> !ts.tensor
  func.return %25, %27 : !ts.tensor, !ts.tensor
}
func.func @aten.avg_pool1d(%self: !ts.tensor, %kernel_size: !ts.list<i64>, %stride: !ts.list<i64> {ts.default = []}, %padding: !ts.list<i64> {ts.default = [0 : i64]}, %ceil_mode: i1 {ts.default = false}, %count_include_pad: i1 {ts.default = true}) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = aten.dim(%self) : (!ts.tensor) -> i64
    %5 = prim.Constant 3 : i64
    %6 = aten.ne.int(%4, %5) : (i64, i64) -> i1
    prim.If.yield %6 : i1
  } else {
    %7 = prim.Constant false
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.dim(%self) : (!ts.tensor) -> i64
    %9 = prim.Constant "avg_pool1d: 2 or 3 dimensions are expected, not {}" : !ts.str
    %10 = aten.format(%9, %8) : (!ts.str, i64) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = aten.len.t(%stride) : (!ts.list<i64>) -> i64
  %13 = prim.Constant 0 : i64
  %14 = aten.gt.int(%12, %13) : (i64, i64) -> i1
  %strides = prim.If %14 -> (!ts.list<i64>) {
    prim.If.yield %stride : !ts.list<i64>
  } else {
    prim.If.yield %kernel_size : !ts.list<i64>
  }
  %15 = prim.Constant -2 : i64
  %16 = aten.unsqueeze(%self, %15) : (!ts.tensor, i64) -> !ts.tensor
  %17 = prim.Constant 1 : i64
  %18 = prim.Constant 0 : i64
  %19 = aten.__getitem__.t(%kernel_size, %18) : (!ts.list<i64>, i64) -> i64
  %20 = prim.ListConstruct(%17, %19) : (i64, i64) -> !ts.list<i64>
  %21 = prim.Constant 1 : i64
  %22 = prim.Constant 0 : i64
  %23 = aten.__getitem__.t(%strides, %22) : (!ts.list<i64>, i64) -> i64
  %24 = prim.ListConstruct(%21, %23) : (i64, i64) -> !ts.list<i64>
  %25 = prim.Constant 0 : i64
  %26 = prim.Constant 0 : i64
  %27 = aten.__getitem__.t(%padding, %26) : (!ts.list<i64>, i64) -> i64
  %28 = prim.ListConstruct(%25, %27) : (i64, i64) -> !ts.list<i64>
  %29 = prim.Constant : !ts.none
  %30 = aten.avg_pool2d(%16, %20, %24, %28, %ceil_mode, %count_include_pad, %29) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, i1, !ts.none) -> !ts.tensor
  %31 = prim.Constant -2 : i64
  %32 = aten.squeeze.dim(%30, %31) : (!ts.tensor, i64) -> !ts.tensor
  func.return %32 : !ts.tensor
}
func.func @aten.max_pool1d_with_indices(%self: !ts.tensor, %kernel_size: !ts.list<i64>, %stride: !ts.list<i64> {ts.default = []}, %padding: !ts.list<i64> {ts.default = [0 : i64]}, %dilation: !ts.list<i64> {ts.default = [1 : i64]}, %ceil_mode: i1 {ts.default = false}) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = aten.dim(%self) : (!ts.tensor) -> i64
    %5 = prim.Constant 3 : i64
    %6 = aten.ne.int(%4, %5) : (i64, i64) -> i1
    prim.If.yield %6 : i1
  } else {
    %7 = prim.Constant false
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.dim(%self) : (!ts.tensor) -> i64
    %9 = prim.Constant "max_pool1d: 2 or 3 dimensions are expected, not {}" : !ts.str
    %10 = aten.format(%9, %8) : (!ts.str, i64) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = aten.len.t(%stride) : (!ts.list<i64>) -> i64
  %13 = prim.Constant 0 : i64
  %14 = aten.gt.int(%12, %13) : (i64, i64) -> i1
  %strides = prim.If %14 -> (!ts.list<i64>) {
    prim.If.yield %stride : !ts.list<i64>
  } else {
    prim.If.yield %kernel_size : !ts.list<i64>
  }
  %15 = prim.Constant -2 : i64
  %16 = aten.unsqueeze(%self, %15) : (!ts.tensor, i64) -> !ts.tensor
  %17 = prim.Constant 1 : i64
  %18 = prim.Constant 0 : i64
  %19 = aten.__getitem__.t(%kernel_size, %18) : (!ts.list<i64>, i64) -> i64
  %20 = prim.ListConstruct(%17, %19) : (i64, i64) -> !ts.list<i64>
  %21 = prim.Constant 1 : i64
  %22 = prim.Constant 0 : i64
  %23 = aten.__getitem__.t(%strides, %22) : (!ts.list<i64>, i64) -> i64
  %24 = prim.ListConstruct(%21, %23) : (i64, i64) -> !ts.list<i64>
  %25 = prim.Constant 0 : i64
  %26 = prim.Constant 0 : i64
  %27 = aten.__getitem__.t(%padding, %26) : (!ts.list<i64>, i64) -> i64
  %28 = prim.ListConstruct(%25, %27) : (i64, i64) -> !ts.list<i64>
  %29 = prim.Constant 1 : i64
  %30 = prim.Constant 0 : i64
  %31 = aten.__getitem__.t(%dilation, %30) : (!ts.list<i64>, i64) -> i64
  %32 = prim.ListConstruct(%29, %31) : (i64, i64) -> !ts.list<i64>
  %values, %places = aten.max_pool2d_with_indices(%16, %20, %24, %28, %32, %ceil_mode) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> (!ts.tensor, !ts.tensor)
  %33 = prim.Constant -2 : i64
  %34 = aten.squeeze.dim(%values, %33) : (!ts.tensor, i64) -> !ts.tensor
  %35 = prim.Constant -2 : i64
  %36 = aten.squeeze.dim(%places, %35) : (!ts.tensor, i64) -> !ts.tensor
  func.return %34, %36 : !ts.tensor, !ts.tensor
}
func.func @aten.native_channel_shuffle(%self: !ts.tensor, %groups: i64) -> !ts.tensor {
  %sizes = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %0 = aten.numel(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = aten.view(%self, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %4 : !ts.tensor
  } else {
    %5 = prim.Constant 0 : i64
    %6 = aten.__getitem__.t(%sizes, %5) : (!ts.list<i64>, i64) -> i64
    %7 = prim.Constant 1 : i64
    %8 = aten.__getitem__.t(%sizes, %7) : (!ts.list<i64>, i64) -> i64
    %9 = aten.floordiv.int(%8, %groups) : (i64, i64) -> i64
    %10 = prim.ListConstruct(%6, %groups, %9) : (i64, i64, i64) -> !ts.list<i64>
    %11 = prim.Constant 2 : i64
    %12 = prim.Constant : !ts.none
    %13 = prim.Constant 1 : i64
    %14 = aten.slice.t(%sizes, %11, %12, %13) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
    %15 = aten.add.t(%10, %14) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
    %split = aten.view(%self, %15) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %16 = prim.Constant 1 : i64
    %17 = prim.Constant 2 : i64
    %18 = aten.transpose.int(%split, %16, %17) : (!ts.tensor, i64, i64) -> !ts.tensor
    %19 = prim.Constant 0 : i64
    %20 = aten.contiguous(%18, %19) : (!ts.tensor, i64) -> !ts.tensor
    %21 = aten.view(%20, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %21 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.upsample_nearest1d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %39 = aten.upsample_nearest1d(%input, %2, %36) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>) -> !ts.tensor
  func.return %39 : !ts.tensor
}
func.func @aten.upsample_nearest2d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %44 = aten.upsample_nearest2d(%input, %2, %36, %41) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %44 : !ts.tensor
}
func.func @aten.upsample_nearest3d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %i_3 = prim.Constant 2 : i64
  %44 = prim.Constant : !ts.none
  %45 = aten.__is__(%scale_factors, %44) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %46 = prim.If %45 -> (!ts.optional<f64>) {
    %47 = prim.Constant : !ts.optional<f64>
    prim.If.yield %47 : !ts.optional<f64>
  } else {
    %scale_factors_9 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_10 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %48 = aten.__getitem__.t(%scale_factors_10, %i_3) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %48 : f64
  }
  %49 = aten.upsample_nearest3d(%input, %2, %36, %41, %46) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %49 : !ts.tensor
}
func.func @aten._upsample_nearest_exact1d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %39 = aten._upsample_nearest_exact1d(%input, %2, %36) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>) -> !ts.tensor
  func.return %39 : !ts.tensor
}
func.func @aten._upsample_nearest_exact2d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %44 = aten._upsample_nearest_exact2d(%input, %2, %36, %41) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %44 : !ts.tensor
}
func.func @aten._upsample_nearest_exact3d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %i_3 = prim.Constant 2 : i64
  %44 = prim.Constant : !ts.none
  %45 = aten.__is__(%scale_factors, %44) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %46 = prim.If %45 -> (!ts.optional<f64>) {
    %47 = prim.Constant : !ts.optional<f64>
    prim.If.yield %47 : !ts.optional<f64>
  } else {
    %scale_factors_9 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_10 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %48 = aten.__getitem__.t(%scale_factors_10, %i_3) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %48 : f64
  }
  %49 = aten._upsample_nearest_exact3d(%input, %2, %36, %41, %46) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %49 : !ts.tensor
}
func.func @aten.upsample_linear1d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %align_corners: i1, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %39 = aten.upsample_linear1d(%input, %2, %align_corners, %36) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>) -> !ts.tensor
  func.return %39 : !ts.tensor
}
func.func @aten.upsample_bilinear2d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %align_corners: i1, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %44 = aten.upsample_bilinear2d(%input, %2, %align_corners, %36, %41) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %44 : !ts.tensor
}
func.func @aten.upsample_trilinear3d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %align_corners: i1, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %i_3 = prim.Constant 2 : i64
  %44 = prim.Constant : !ts.none
  %45 = aten.__is__(%scale_factors, %44) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %46 = prim.If %45 -> (!ts.optional<f64>) {
    %47 = prim.Constant : !ts.optional<f64>
    prim.If.yield %47 : !ts.optional<f64>
  } else {
    %scale_factors_9 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_10 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %48 = aten.__getitem__.t(%scale_factors_10, %i_3) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %48 : f64
  }
  %49 = aten.upsample_trilinear3d(%input, %2, %align_corners, %36, %41, %46) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %49 : !ts.tensor
}
func.func @aten.upsample_bicubic2d.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %align_corners: i1, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %44 = aten.upsample_bicubic2d(%input, %2, %align_corners, %36, %41) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %44 : !ts.tensor
}
func.func @aten._upsample_bilinear2d_aa.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %align_corners: i1, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %44 = aten._upsample_bilinear2d_aa(%input, %2, %align_corners, %36, %41) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %44 : !ts.tensor
}
func.func @aten._upsample_bicubic2d_aa.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %align_corners: i1, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %44 = aten._upsample_bicubic2d_aa(%input, %2, %align_corners, %36, %41) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %44 : !ts.tensor
}
func.func @aten._upsample_lanczos2d_aa.vec(%input: !ts.tensor, %output_size: !ts.optional<!ts.list<i64>>, %align_corners: i1, %scale_factors: !ts.optional<!ts.list<f64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%output_size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.list<i64>) {
    %output_size_1 = prim.unchecked_cast(%output_size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = prim.Constant : !ts.none
    %4 = aten.__isnot__(%scale_factors, %3) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    prim.If %4 {
      %scale_factors_1 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %5 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
      %6 = aten.format(%5, %output_size_1, %scale_factors_1) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
      %7 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield %output_size_1 : !ts.list<i64>
  } else {
    %8 = prim.Constant : !ts.none
    %9 = aten.__is__(%scale_factors, %8) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %10 = prim.If %9 -> (i1) {
      %11 = prim.Constant true
      prim.If.yield %11 : i1
    } else {
      %scale_factors_2 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %12 = aten.len.t(%scale_factors_2) : (!ts.list<f64>) -> i64
      %13 = aten.dim(%input) : (!ts.tensor) -> i64
      %14 = prim.Constant 2 : i64
      %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
      %16 = aten.ne.int(%12, %15) : (i64, i64) -> i1
      prim.If.yield %16 : i1
    }
    prim.If %10 {
      %17 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
      %18 = aten.dim(%input) : (!ts.tensor) -> i64
      %19 = prim.Constant 2 : i64
      %20 = aten.sub.int(%18, %19) : (i64, i64) -> i64
      %21 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
      %22 = aten.format(%21, %17, %20) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
      %23 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%22, %23) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %scale_factors_3 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      prim.If.yield
    }
    %scale_factors_4 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %lengths = prim.ListConstruct() : () -> !ts.list<i64>
    %24 = aten.len.t(%scale_factors_4) : (!ts.list<f64>) -> i64
    %25 = prim.Constant true
    prim.Loop %24, %25 : () -> () {
    ^bb0(%i: i64):
      %26 = prim.Constant 2 : i64
      %27 = aten.add.int(%i, %26) : (i64, i64) -> i64
      %28 = aten.size.int(%input, %27) : (!ts.tensor, i64) -> i64
      %29 = aten.__getitem__.t(%scale_factors_4, %i) : (!ts.list<f64>, i64) -> f64
      %30 = aten.mul.int_float(%28, %29) : (i64, f64) -> f64
      %31 = aten.Int.float(%30) : (f64) -> i64
      %32 = aten.append.t(%lengths, %31) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %33 = prim.Constant true
      prim.Loop.condition %33
    }
    prim.If.yield %lengths : !ts.list<i64>
  }
  %i_1 = prim.Constant 0 : i64
  %34 = prim.Constant : !ts.none
  %35 = aten.__is__(%scale_factors, %34) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %36 = prim.If %35 -> (!ts.optional<f64>) {
    %37 = prim.Constant : !ts.optional<f64>
    prim.If.yield %37 : !ts.optional<f64>
  } else {
    %scale_factors_5 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_6 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %38 = aten.__getitem__.t(%scale_factors_6, %i_1) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %38 : f64
  }
  %i_2 = prim.Constant 1 : i64
  %39 = prim.Constant : !ts.none
  %40 = aten.__is__(%scale_factors, %39) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
  %41 = prim.If %40 -> (!ts.optional<f64>) {
    %42 = prim.Constant : !ts.optional<f64>
    prim.If.yield %42 : !ts.optional<f64>
  } else {
    %scale_factors_7 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %scale_factors_8 = prim.unchecked_cast(%scale_factors) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
    %43 = aten.__getitem__.t(%scale_factors_8, %i_2) : (!ts.list<f64>, i64) -> f64
    prim.If.yield %43 : f64
  }
  %44 = aten._upsample_lanczos2d_aa(%input, %2, %align_corners, %36, %41) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
  func.return %44 : !ts.tensor
}
func.func @aten.__interpolate.size_list_scale_list(%input: !ts.tensor, %size: !ts.optional<!ts.list<i64>> {ts.default}, %scale_factor: !ts.optional<!ts.list<f64>> {ts.default}, %mode: !ts.str {ts.default = "nearest"}, %align_corners: !ts.optional<i1> {ts.default}, %recompute_scale_factor: !ts.optional<i1> {ts.default}, %antialias: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %lengths = prim.If %1 -> (!ts.list<i64>) {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    prim.If.yield %size_1 : !ts.list<i64>
  } else {
    %2 = prim.Constant : !ts.none
    %3 = aten.__isnot__(%size, %2) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
    %lengths_1 = prim.If %3 -> (!ts.list<i64>) {
      %output_size = prim.unchecked_cast(%size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
      %4 = prim.Constant : !ts.none
      %5 = aten.__isnot__(%scale_factor, %4) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
      prim.If %5 {
        %scale_factors = prim.unchecked_cast(%scale_factor) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
        %6 = prim.Constant "a resampling takes either sizes or factors, not {} and {}" : !ts.str
        %7 = aten.format(%6, %output_size, %scale_factors) : (!ts.str, !ts.list<i64>, !ts.list<f64>) -> !ts.str
        %8 = prim.Constant "builtins.ValueError" : !ts.str
        prim.RaiseException(%7, %8) : (!ts.str, !ts.str) -> ()
        prim.If.yield
      } else {
        prim.If.yield
      }
      prim.If.yield %output_size : !ts.list<i64>
    } else {
      %9 = prim.Constant : !ts.none
      %10 = aten.__is__(%scale_factor, %9) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
      %11 = prim.If %10 -> (i1) {
        %12 = prim.Constant true
        prim.If.yield %12 : i1
      } else {
        %scale_factors_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
        %13 = aten.len.t(%scale_factors_1) : (!ts.list<f64>) -> i64
        %14 = aten.dim(%input) : (!ts.tensor) -> i64
        %15 = prim.Constant 2 : i64
        %16 = aten.sub.int(%14, %15) : (i64, i64) -> i64
        %17 = aten.ne.int(%13, %16) : (i64, i64) -> i1
        prim.If.yield %17 : i1
      }
      prim.If %11 {
        %18 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
        %19 = aten.dim(%input) : (!ts.tensor) -> i64
        %20 = prim.Constant 2 : i64
        %21 = aten.sub.int(%19, %20) : (i64, i64) -> i64
        %22 = prim.Constant "a resampling of a tensor of size {} takes either {} sizes or as many factors" : !ts.str
        %23 = aten.format(%22, %18, %21) : (!ts.str, !ts.list<i64>, i64) -> !ts.str
        %24 = prim.Constant "builtins.ValueError" : !ts.str
        prim.RaiseException(%23, %24) : (!ts.str, !ts.str) -> ()
        prim.If.yield
      } else {
        %scale_factors_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
        prim.If.yield
      }
      %scale_factors_3 = prim.unchecked_cast(%scale_factor) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %lengths_2 = prim.ListConstruct() : () -> !ts.list<i64>
      %25 = aten.len.t(%scale_factors_3) : (!ts.list<f64>) -> i64
      %26 = prim.Constant true
      prim.Loop %25, %26 : () -> () {
      ^bb0(%i: i64):
        %27 = prim.Constant 2 : i64
        %28 = aten.add.int(%i, %27) : (i64, i64) -> i64
        %29 = aten.size.int(%input, %28) : (!ts.tensor, i64) -> i64
        %30 = aten.__getitem__.t(%scale_factors_3, %i) : (!ts.list<f64>, i64) -> f64
        %31 = aten.mul.int_float(%29, %30) : (i64, f64) -> f64
        %32 = aten.Int.float(%31) : (f64) -> i64
        %33 = aten.append.t(%lengths_2, %32) : (!ts.list<i64>, i64) -> !ts.list<i64>
        %34 = prim.Constant true
        prim.Loop.condition %34
      }
      prim.If.yield %lengths_2 : !ts.list<i64>
    }
    prim.If.yield %lengths_1 : !ts.list<i64>
  }
  %factors = prim.Constant : !ts.optional<!ts.list<f64>>
  %35 = prim.Constant : !ts.none
  %36 = aten.__isnot__(%recompute_scale_factor, %35) : (!ts.optional<i1>, !ts.none) -> i1
  %37 = prim.If %36 -> (i1) {
    %recompute_scale_factor_1 = prim.unchecked_cast(%recompute_scale_factor) : (!ts.optional<i1>) -> i1
    %38 = aten.__not__(%recompute_scale_factor_1) : (i1) -> i1
    prim.If.yield %38 : i1
  } else {
    %39 = prim.Constant false
    prim.If.yield %39 : i1
  }
  %factors_1 = prim.If %37 -> (!ts.optional<!ts.list<f64>>) {
    %recompute_scale_factor_2 = prim.unchecked_cast(%recompute_scale_factor) : (!ts.optional<i1>) -> i1
    prim.If.yield %scale_factor : !ts.optional<!ts.list<f64>>
  } else {
    prim.If.yield %factors : !ts.optional<!ts.list<f64>>
  }
  %40 = aten.dim(%input) : (!ts.tensor) -> i64
  %41 = prim.Constant 2 : i64
  %rank = aten.sub.int(%40, %41) : (i64, i64) -> i64
  %42 = prim.Constant : !ts.none
  %43 = aten.__isnot__(%align_corners, %42) : (!ts.optional<i1>, !ts.none) -> i1
  %aligned = prim.If %43 -> (i1) {
    %align_corners_1 = prim.unchecked_cast(%align_corners) : (!ts.optional<i1>) -> i1
    prim.If.yield %align_corners_1 : i1
  } else {
    %44 = prim.Constant false
    prim.If.yield %44 : i1
  }
  %45 = prim.Constant "nearest" : !ts.str
  %46 = aten.eq.str(%mode, %45) : (!ts.str, !ts.str) -> i1
  %47 = prim.If %46 -> (i1) {
    %48 = prim.Constant true
    prim.If.yield %48 : i1
  } else {
    %49 = prim.Constant "area" : !ts.str
    %50 = aten.eq.str(%mode, %49) : (!ts.str, !ts.str) -> i1
    prim.If.yield %50 : i1
  }
  prim.If %47 {
    %51 = prim.Constant : !ts.none
    %52 = aten.__isnot__(%align_corners, %51) : (!ts.optional<i1>, !ts.none) -> i1
    prim.If %52 {
      %align_corners_2 = prim.unchecked_cast(%align_corners) : (!ts.optional<i1>) -> i1
      %53 = prim.Constant "interpolate: '{}' takes no align_corners" : !ts.str
      %54 = aten.format(%53, %mode) : (!ts.str, !ts.str) -> !ts.str
      %55 = prim.Constant "builtins.ValueError" : !ts.str
      prim.RaiseException(%54, %55) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.If.yield
  } else {
    prim.If.yield
  }
  %56 = prim.Constant "nearest" : !ts.str
  %57 = aten.eq.str(%mode, %56) : (!ts.str, !ts.str) -> i1
  %58 = prim.If %57 -> (i1) {
    %59 = prim.Constant 1 : i64
    %60 = aten.eq.int(%rank, %59) : (i64, i64) -> i1
    prim.If.yield %60 : i1
  } else {
    %61 = prim.Constant false
    prim.If.yield %61 : i1
  }
  %62 = prim.If %58 -> (!ts.tensor) {
    %i_1 = prim.Constant 0 : i64
    %63 = prim.Constant : !ts.none
    %64 = aten.__is__(%factors_1, %63) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
    %65 = prim.If %64 -> (!ts.optional<f64>) {
      %66 = prim.Constant : !ts.optional<f64>
      prim.If.yield %66 : !ts.optional<f64>
    } else {
      %scale_factors_4 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %scale_factors_5 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
      %67 = aten.__getitem__.t(%scale_factors_5, %i_1) : (!ts.list<f64>, i64) -> f64
      prim.If.yield %67 : f64
    }
    %68 = aten.upsample_nearest1d(%input, %lengths, %65) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>) -> !ts.tensor
    prim.If.yield %68 : !ts.tensor
  } else {
    %69 = prim.Constant "nearest" : !ts.str
    %70 = aten.eq.str(%mode, %69) : (!ts.str, !ts.str) -> i1
    %71 = prim.If %70 -> (i1) {
      %72 = prim.Constant 2 : i64
      %73 = aten.eq.int(%rank, %72) : (i64, i64) -> i1
      prim.If.yield %73 : i1
    } else {
      %74 = prim.Constant false
      prim.If.yield %74 : i1
    }
    %75 = prim.If %71 -> (!ts.tensor) {
      %i_2 = prim.Constant 0 : i64
      %76 = prim.Constant : !ts.none
      %77 = aten.__is__(%factors_1, %76) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
      %78 = prim.If %77 -> (!ts.optional<f64>) {
        %79 = prim.Constant : !ts.optional<f64>
        prim.If.yield %79 : !ts.optional<f64>
      } else {
        %scale_factors_6 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
        %scale_factors_7 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
        %80 = aten.__getitem__.t(%scale_factors_7, %i_2) : (!ts.list<f64>, i64) -> f64
        prim.If.yield %80 : f64
      }
      %i_3 = prim.Constant 1 : i64
      %81 = prim.Constant : !ts.none
      %82 = aten.__is__(%factors_1, %81) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
      %83 = prim.If %82 -> (!ts.optional<f64>) {
        %84 = prim.Constant : !ts.optional<f64>
        prim.If.yield %84 : !ts.optional<f64>
      } else {
        %scale_factors_8 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
        %scale_factors_9 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
        %85 = aten.__getitem__.t(%scale_factors_9, %i_3) : (!ts.list<f64>, i64) -> f64
        prim.If.yield %85 : f64
      }
      %86 = aten.upsample_nearest2d(%input, %lengths, %78, %83) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
      prim.If.yield %86 : !ts.tensor
    } else {
      %87 = prim.Constant "nearest" : !ts.str
      %88 = aten.eq.str(%mode, %87) : (!ts.str, !ts.str) -> i1
      %89 = prim.If %88 -> (i1) {
        %90 = prim.Constant 3 : i64
        %91 = aten.eq.int(%rank, %90) : (i64, i64) -> i1
        prim.If.yield %91 : i1
      } else {
        %92 = prim.Constant false
        prim.If.yield %92 : i1
      }
      %93 = prim.If %89 -> (!ts.tensor) {
        %i_4 = prim.Constant 0 : i64
        %94 = prim.Constant : !ts.none
        %95 = aten.__is__(%factors_1, %94) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
        %96 = prim.If %95 -> (!ts.optional<f64>) {
          %97 = prim.Constant : !ts.optional<f64>
          prim.If.yield %97 : !ts.optional<f64>
        } else {
          %scale_factors_10 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
          %scale_factors_11 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
          %98 = aten.__getitem__.t(%scale_factors_11, %i_4) : (!ts.list<f64>, i64) -> f64
          prim.If.yield %98 : f64
        }
        %i_5 = prim.Constant 1 : i64
        %99 = prim.Constant : !ts.none
        %100 = aten.__is__(%factors_1, %99) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
        %101 = prim.If %100 -> (!ts.optional<f64>) {
          %102 = prim.Constant : !ts.optional<f64>
          prim.If.yield %102 : !ts.optional<f64>
        } else {
          %scale_factors_12 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
          %scale_factors_13 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
          %103 = aten.__getitem__.t(%scale_factors_13, %i_5) : (!ts.list<f64>, i64) -> f64
          prim.If.yield %103 : f64
        }
        %i_6 = prim.Constant 2 : i64
        %104 = prim.Constant : !ts.none
        %105 = aten.__is__(%factors_1, %104) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
        %106 = prim.If %105 -> (!ts.optional<f64>) {
          %107 = prim.Constant : !ts.optional<f64>
          prim.If.yield %107 : !ts.optional<f64>
        } else {
          %scale_factors_14 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
          %scale_factors_15 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
          %108 = aten.__getitem__.t(%scale_factors_15, %i_6) : (!ts.list<f64>, i64) -> f64
          prim.If.yield %108 : f64
        }
        %109 = aten.upsample_nearest3d(%input, %lengths, %96, %101, %106) : (!ts.tensor, !ts.list<i64>, !ts.optional<f64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
        prim.If.yield %109 : !ts.tensor
      } else {
        %110 = prim.Constant "area" : !ts.str
        %111 = aten.eq.str(%mode, %110) : (!ts.str, !ts.str) -> i1
        %112 = prim.If %111 -> (i1) {
          %113 = prim.Constant 1 : i64
          %114 = aten.eq.int(%rank, %113) : (i64, i64) -> i1
          prim.If.yield %114 : i1
        } else {
          %115 = prim.Constant false
          prim.If.yield %115 : i1
        }
        %116 = prim.If %112 -> (!ts.tensor) {
          %117 = aten.adaptive_avg_pool1d(%input, %lengths) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
          prim.If.yield %117 : !ts.tensor
        } else {
          %118 = prim.Constant "area" : !ts.str
          %119 = aten.eq.str(%mode, %118) : (!ts.str, !ts.str) -> i1
          %120 = prim.If %119 -> (i1) {
            %121 = prim.Constant 2 : i64
            %122 = aten.eq.int(%rank, %121) : (i64, i64) -> i1
            prim.If.yield %122 : i1
          } else {
            %123 = prim.Constant false
            prim.If.yield %123 : i1
          }
          %124 = prim.If %120 -> (!ts.tensor) {
            %125 = aten.adaptive_avg_pool2d(%input, %lengths) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
            prim.If.yield %125 : !ts.tensor
          } else {
            %126 = prim.Constant "area" : !ts.str
            %127 = aten.eq.str(%mode, %126) : (!ts.str, !ts.str) -> i1
            %128 = prim.If %127 -> (i1) {
              %129 = prim.Constant 3 : i64
              %130 = aten.eq.int(%rank, %129) : (i64, i64) -> i1
              prim.If.yield %130 : i1
            } else {
              %131 = prim.Constant false
              prim.If.yield %131 : i1
            }
            %132 = prim.If %128 -> (!ts.tensor) {
              %133 = aten.adaptive_avg_pool3d(%input, %lengths) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
              prim.If.yield %133 : !ts.tensor
            } else {
              %134 = prim.Constant "linear" : !ts.str
              %135 = aten.eq.str(%mode, %134) : (!ts.str, !ts.str) -> i1
              %136 = prim.If %135 -> (i1) {
                %137 = prim.Constant 1 : i64
                %138 = aten.eq.int(%rank, %137) : (i64, i64) -> i1
                prim.If.yield %138 : i1
              } else {
                %139 = prim.Constant false
                prim.If.yield %139 : i1
              }
              %140 = prim.If %136 -> (!ts.tensor) {
                %i_7 = prim.Constant 0 : i64
                %141 = prim.Constant : !ts.none
                %142 = aten.__is__(%factors_1, %141) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                %143 = prim.If %142 -> (!ts.optional<f64>) {
                  %144 = prim.Constant : !ts.optional<f64>
                  prim.If.yield %144 : !ts.optional<f64>
                } else {
                  %scale_factors_16 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                  %scale_factors_17 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                  %145 = aten.__getitem__.t(%scale_factors_17, %i_7) : (!ts.list<f64>, i64) -> f64
                  prim.If.yield %145 : f64
                }
                %146 = aten.upsample_linear1d(%input, %lengths, %aligned, %143) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>) -> !ts.tensor
                prim.If.yield %146 : !ts.tensor
              } else {
                %147 = prim.Constant "bilinear" : !ts.str
                %148 = aten.eq.str(%mode, %147) : (!ts.str, !ts.str) -> i1
                %149 = prim.If %148 -> (i1) {
                  %150 = prim.Constant 2 : i64
                  %151 = aten.eq.int(%rank, %150) : (i64, i64) -> i1
                  prim.If.yield %151 : i1
                } else {
                  %152 = prim.Constant false
                  prim.If.yield %152 : i1
                }
                %153 = prim.If %149 -> (!ts.tensor) {
                  %i_8 = prim.Constant 0 : i64
                  %154 = prim.Constant : !ts.none
                  %155 = aten.__is__(%factors_1, %154) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                  %156 = prim.If %155 -> (!ts.optional<f64>) {
                    %157 = prim.Constant : !ts.optional<f64>
                    prim.If.yield %157 : !ts.optional<f64>
                  } else {
                    %scale_factors_18 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                    %scale_factors_19 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                    %158 = aten.__getitem__.t(%scale_factors_19, %i_8) : (!ts.list<f64>, i64) -> f64
                    prim.If.yield %158 : f64
                  }
                  %i_9 = prim.Constant 1 : i64
                  %159 = prim.Constant : !ts.none
                  %160 = aten.__is__(%factors_1, %159) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                  %161 = prim.If %160 -> (!ts.optional<f64>) {
                    %162 = prim.Constant : !ts.optional<f64>
                    prim.If.yield %162 : !ts.optional<f64>
                  } else {
                    %scale_factors_20 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                    %scale_factors_21 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                    %163 = aten.__getitem__.t(%scale_factors_21, %i_9) : (!ts.list<f64>, i64) -> f64
                    prim.If.yield %163 : f64
                  }
                  %164 = aten.upsample_bilinear2d(%input, %lengths, %aligned, %156, %161) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
                  prim.If.yield %164 : !ts.tensor
                } else {
                  %165 = prim.Constant "bicubic" : !ts.str
                  %166 = aten.eq.str(%mode, %165) : (!ts.str, !ts.str) -> i1
                  %167 = prim.If %166 -> (i1) {
                    %168 = prim.Constant 2 : i64
                    %169 = aten.eq.int(%rank, %168) : (i64, i64) -> i1
                    prim.If.yield %169 : i1
                  } else {
                    %170 = prim.Constant false
                    prim.If.yield %170 : i1
                  }
                  %171 = prim.If %167 -> (!ts.tensor) {
                    %i_10 = prim.Constant 0 : i64
                    %172 = prim.Constant : !ts.none
                    %173 = aten.__is__(%factors_1, %172) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                    %174 = prim.If %173 -> (!ts.optional<f64>) {
                      %175 = prim.Constant : !ts.optional<f64>
                      prim.If.yield %175 : !ts.optional<f64>
                    } else {
                      %scale_factors_22 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                      %scale_factors_23 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                      %176 = aten.__getitem__.t(%scale_factors_23, %i_10) : (!ts.list<f64>, i64) -> f64
                      prim.If.yield %176 : f64
                    }
                    %i_11 = prim.Constant 1 : i64
                    %177 = prim.Constant : !ts.none
                    %178 = aten.__is__(%factors_1, %177) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                    %179 = prim.If %178 -> (!ts.optional<f64>) {
                      %180 = prim.Constant : !ts.optional<f64>
                      prim.If.yield %180 : !ts.optional<f64>
                    } else {
                      %scale_factors_24 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                      %scale_factors_25 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                      %181 = aten.__getitem__.t(%scale_factors_25, %i_11) : (!ts.list<f64>, i64) -> f64
                      prim.If.yield %181 : f64
                    }
                    %182 = aten.upsample_bicubic2d(%input, %lengths, %aligned, %174, %179) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
                    prim.If.yield %182 : !ts.tensor
                  } else {
                    %183 = prim.Constant "trilinear" : !ts.str
                    %184 = aten.eq.str(%mode, %183) : (!ts.str, !ts.str) -> i1
                    %185 = prim.If %184 -> (i1) {
                      %186 = prim.Constant 3 : i64
                      %187 = aten.eq.int(%rank, %186) : (i64, i64) -> i1
                      prim.If.yield %187 : i1
                    } else {
                      %188 = prim.Constant false
                      prim.If.yield %188 : i1
                    }
                    %189 = prim.If %185 -> (!ts.tensor) {
                      %i_12 = prim.Constant 0 : i64
                      %190 = prim.Constant : !ts.none
                      %191 = aten.__is__(%factors_1, %190) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                      %192 = prim.If %191 -> (!ts.optional<f64>) {
                        %193 = prim.Constant : !ts.optional<f64>
                        prim.If.yield %193 : !ts.optional<f64>
                      } else {
                        %scale_factors_26 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                        %scale_factors_27 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                        %194 = aten.__getitem__.t(%scale_factors_27, %i_12) : (!ts.list<f64>, i64) -> f64
                        prim.If.yield %194 : f64
                      }
                      %i_13 = prim.Constant 1 : i64
                      %195 = prim.Constant : !ts.none
                      %196 = aten.__is__(%factors_1, %195) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                      %197 = prim.If %196 -> (!ts.optional<f64>) {
                        %198 = prim.Constant : !ts.optional<f64>
                        prim.If.yield %198 : !ts.optional<f64>
                      } else {
                        %scale_factors_28 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                        %scale_factors_29 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                        %199 = aten.__getitem__.t(%scale_factors_29, %i_13) : (!ts.list<f64>, i64) -> f64
                        prim.If.yield %199 : f64
                      }
                      %i_14 = prim.Constant 2 : i64
                      %200 = prim.Constant : !ts.none
                      %201 = aten.__is__(%factors_1, %200) : (!ts.optional<!ts.list<f64>>, !ts.none) -> i1
                      %202 = prim.If %201 -> (!ts.optional<f64>) {
                        %203 = prim.Constant : !ts.optional<f64>
                        prim.If.yield %203 : !ts.optional<f64>
                      } else {
                        %scale_factors_30 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                        %scale_factors_31 = prim.unchecked_cast(%factors_1) : (!ts.optional<!ts.list<f64>>) -> !ts.list<f64>
                        %204 = aten.__getitem__.t(%scale_factors_31, %i_14) : (!ts.list<f64>, i64) -> f64
                        prim.If.yield %204 : f64
                      }
                      %205 = aten.upsample_trilinear3d(%input, %lengths, %aligned, %192, %197, %202) : (!ts.tensor, !ts.list<i64>, i1, !ts.optional<f64>, !ts.optional<f64>, !ts.optional<f64>) -> !ts.tensor
                      prim.If.yield %205 : !ts.tensor
                    } else {
                      %206 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
                      %207 = prim.Constant "interpolate: 'nearest', 'area', 'linear', 'bilinear', 'bicubic' or 'trilinear' with as many dimensions are expected, not '{}' and a tensor of size {}" : !ts.str
                      %208 = aten.format(%207, %mode, %206) : (!ts.str, !ts.str, !ts.list<i64>) -> !ts.str
                      %209 = prim.Constant "builtins.ValueError" : !ts.str
                      prim.RaiseException(%208, %209) : (!ts.str, !ts.str) -> ()
                      %210 = prim.Uninitialized() : () -> !ts.tensor
                      prim.If.yield %210 : !ts.tensor
                    }
                    prim.If.yield %189 : !ts.tensor
                  }
                  prim.If.yield %171 : !ts.tensor
                }
                prim.If.yield %153 : !ts.tensor
              }
              prim.If.yield %140 : !ts.tensor
            }
            prim.If.yield %132 : !ts.tensor
          }
          prim.If.yield %124 : !ts.tensor
        }
        prim.If.yield %116 : !ts.tensor
      }
      prim.If.yield %93 : !ts.tensor
    }
    prim.If.yield %75 : !ts.tensor
  }
  func.return %62 : !ts.tensor
}
func.func @aten.__interpolate(%input: !ts.tensor, %size: !ts.optional<i64> {ts.default}, %scale_factor: !ts.optional<f64> {ts.default}, %mode: !ts.str {ts.default = "nearest"}, %align_corners: !ts.optional<i1> {ts.default}, %recompute_scale_factor: !ts.optional<i1> {ts.default}, %antialias: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%size, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<i64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<i64>>
    prim.If.yield %3 : !ts.optional<!ts.list<i64>>
  } else {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %size_2 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %4 = prim.ListConstruct(%size_2) : (i64) -> !ts.list<i64>
    %5 = aten.dim(%input) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.sub.int(%5, %6) : (i64, i64) -> i64
    %8 = aten.mul.left_t(%4, %7) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield %8 : !ts.list<i64>
  }
  %9 = prim.Constant : !ts.none
  %10 = aten.__is__(%scale_factor, %9) : (!ts.optional<f64>, !ts.none) -> i1
  %11 = prim.If %10 -> (!ts.optional<!ts.list<f64>>) {
    %12 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %12 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<f64>) -> f64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<f64>) -> f64
    %13 = prim.ListConstruct(%scale_factor_2) : (f64) -> !ts.list<f64>
    %14 = aten.dim(%input) : (!ts.tensor) -> i64
    %15 = prim.Constant 2 : i64
    %16 = aten.sub.int(%14, %15) : (i64, i64) -> i64
    %17 = aten.mul.left_t(%13, %16) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %17 : !ts.list<f64>
  }
  %18 = prim.Constant false
  %19 = aten.__interpolate.size_list_scale_list(%input, %2, %11, %mode, %align_corners, %recompute_scale_factor, %18) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, !ts.optional<i1>, !ts.optional<i1>, i1) -> !ts.tensor
  func.return %19 : !ts.tensor
}
func.func @aten.__interpolate.size_list(%input: !ts.tensor, %size: !ts.optional<!ts.list<i64>> {ts.default}, %scale_factor: !ts.optional<f64> {ts.default}, %mode: !ts.str {ts.default = "nearest"}, %align_corners: !ts.optional<i1> {ts.default}, %recompute_scale_factor: !ts.optional<i1> {ts.default}, %antialias: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%scale_factor, %0) : (!ts.optional<f64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<f64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %3 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<f64>) -> f64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<f64>) -> f64
    %4 = prim.ListConstruct(%scale_factor_2) : (f64) -> !ts.list<f64>
    %5 = aten.dim(%input) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.sub.int(%5, %6) : (i64, i64) -> i64
    %8 = aten.mul.left_t(%4, %7) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %8 : !ts.list<f64>
  }
  %9 = prim.Constant false
  %10 = aten.__interpolate.size_list_scale_list(%input, %size, %2, %mode, %align_corners, %recompute_scale_factor, %9) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, !ts.optional<i1>, !ts.optional<i1>, i1) -> !ts.tensor
  func.return %10 : !ts.tensor
}
func.func @aten.__interpolate.scale_list(%input: !ts.tensor, %size: !ts.optional<i64> {ts.default}, %scale_factor: !ts.optional<!ts.list<f64>> {ts.default}, %mode: !ts.str {ts.default = "nearest"}, %align_corners: !ts.optional<i1> {ts.default}, %recompute_scale_factor: !ts.optional<i1> {ts.default}, %antialias: i1 {ts.default = false}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%size, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<i64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<i64>>
    prim.If.yield %3 : !ts.optional<!ts.list<i64>>
  } else {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %size_2 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %4 = prim.ListConstruct(%size_2) : (i64) -> !ts.list<i64>
    %5 = aten.dim(%input) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.sub.int(%5, %6) : (i64, i64) -> i64
    %8 = aten.mul.left_t(%4, %7) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield %8 : !ts.list<i64>
  }
  %9 = prim.Constant false
  %10 = aten.__interpolate.size_list_scale_list(%input, %2, %scale_factor, %mode, %align_corners, %recompute_scale_factor, %9) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, !ts.optional<i1>, !ts.optional<i1>, i1) -> !ts.tensor
  func.return %10 : !ts.tensor
}
func.func @aten.__upsample(%input: !ts.tensor, %size: !ts.optional<i64> {ts.default}, %scale_factor: !ts.optional<i64> {ts.default}, %mode: !ts.str {ts.default = "nearest"}, %align_corners: !ts.optional<i1> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%size, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<i64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<i64>>
    prim.If.yield %3 : !ts.optional<!ts.list<i64>>
  } else {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %size_2 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %4 = prim.ListConstruct(%size_2) : (i64) -> !ts.list<i64>
    %5 = aten.dim(%input) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.sub.int(%5, %6) : (i64, i64) -> i64
    %8 = aten.mul.left_t(%4, %7) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield %8 : !ts.list<i64>
  }
  %9 = prim.Constant : !ts.none
  %10 = aten.__is__(%scale_factor, %9) : (!ts.optional<i64>, !ts.none) -> i1
  %11 = prim.If %10 -> (!ts.optional<!ts.list<f64>>) {
    %12 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %12 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %13 = aten.Float.Scalar(%scale_factor_2) : (i64) -> f64
    %14 = prim.ListConstruct(%13) : (f64) -> !ts.list<f64>
    %15 = aten.dim(%input) : (!ts.tensor) -> i64
    %16 = prim.Constant 2 : i64
    %17 = aten.sub.int(%15, %16) : (i64, i64) -> i64
    %18 = aten.mul.left_t(%14, %17) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %18 : !ts.list<f64>
  }
  %19 = prim.Constant : !ts.none
  %20 = prim.Constant false
  %21 = aten.__interpolate.size_list_scale_list(%input, %2, %11, %mode, %align_corners, %19, %20) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, !ts.optional<i1>, !ts.none, i1) -> !ts.tensor
  func.return %21 : !ts.tensor
}
func.func @aten.__upsample.size_list(%input: !ts.tensor, %size: !ts.optional<!ts.list<i64>> {ts.default}, %scale_factor: !ts.optional<i64> {ts.default}, %mode: !ts.str {ts.default = "nearest"}, %align_corners: !ts.optional<i1> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%scale_factor, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<f64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %3 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %4 = aten.Float.Scalar(%scale_factor_2) : (i64) -> f64
    %5 = prim.ListConstruct(%4) : (f64) -> !ts.list<f64>
    %6 = aten.dim(%input) : (!ts.tensor) -> i64
    %7 = prim.Constant 2 : i64
    %8 = aten.sub.int(%6, %7) : (i64, i64) -> i64
    %9 = aten.mul.left_t(%5, %8) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %9 : !ts.list<f64>
  }
  %10 = prim.Constant : !ts.none
  %11 = prim.Constant false
  %12 = aten.__interpolate.size_list_scale_list(%input, %size, %2, %mode, %align_corners, %10, %11) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, !ts.optional<i1>, !ts.none, i1) -> !ts.tensor
  func.return %12 : !ts.tensor
}
func.func @aten.__upsample_nearest(%input: !ts.tensor, %size: !ts.optional<i64> {ts.default}, %scale_factor: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%size, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<i64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<i64>>
    prim.If.yield %3 : !ts.optional<!ts.list<i64>>
  } else {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %size_2 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %4 = prim.ListConstruct(%size_2) : (i64) -> !ts.list<i64>
    %5 = aten.dim(%input) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.sub.int(%5, %6) : (i64, i64) -> i64
    %8 = aten.mul.left_t(%4, %7) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield %8 : !ts.list<i64>
  }
  %9 = prim.Constant : !ts.none
  %10 = aten.__is__(%scale_factor, %9) : (!ts.optional<i64>, !ts.none) -> i1
  %11 = prim.If %10 -> (!ts.optional<!ts.list<f64>>) {
    %12 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %12 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %13 = aten.Float.Scalar(%scale_factor_2) : (i64) -> f64
    %14 = prim.ListConstruct(%13) : (f64) -> !ts.list<f64>
    %15 = aten.dim(%input) : (!ts.tensor) -> i64
    %16 = prim.Constant 2 : i64
    %17 = aten.sub.int(%15, %16) : (i64, i64) -> i64
    %18 = aten.mul.left_t(%14, %17) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %18 : !ts.list<f64>
  }
  %19 = prim.Constant "nearest" : !ts.str
  %20 = prim.Constant : !ts.none
  %21 = prim.Constant : !ts.none
  %22 = prim.Constant false
  %23 = aten.__interpolate.size_list_scale_list(%input, %2, %11, %19, %20, %21, %22) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, !ts.none, !ts.none, i1) -> !ts.tensor
  func.return %23 : !ts.tensor
}
func.func @aten.__upsample_nearest.size_list(%input: !ts.tensor, %size: !ts.optional<!ts.list<i64>> {ts.default}, %scale_factor: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%scale_factor, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<f64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %3 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %4 = aten.Float.Scalar(%scale_factor_2) : (i64) -> f64
    %5 = prim.ListConstruct(%4) : (f64) -> !ts.list<f64>
    %6 = aten.dim(%input) : (!ts.tensor) -> i64
    %7 = prim.Constant 2 : i64
    %8 = aten.sub.int(%6, %7) : (i64, i64) -> i64
    %9 = aten.mul.left_t(%5, %8) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %9 : !ts.list<f64>
  }
  %10 = prim.Constant "nearest" : !ts.str
  %11 = prim.Constant : !ts.none
  %12 = prim.Constant : !ts.none
  %13 = prim.Constant false
  %14 = aten.__interpolate.size_list_scale_list(%input, %size, %2, %10, %11, %12, %13) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, !ts.none, !ts.none, i1) -> !ts.tensor
  func.return %14 : !ts.tensor
}
func.func @aten.__upsample_bilinear(%input: !ts.tensor, %size: !ts.optional<i64> {ts.default}, %scale_factor: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%size, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<i64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<i64>>
    prim.If.yield %3 : !ts.optional<!ts.list<i64>>
  } else {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %size_2 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %4 = prim.ListConstruct(%size_2) : (i64) -> !ts.list<i64>
    %5 = aten.dim(%input) : (!ts.tensor) -> i64
    %6 = prim.Constant 2 : i64
    %7 = aten.sub.int(%5, %6) : (i64, i64) -> i64
    %8 = aten.mul.left_t(%4, %7) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield %8 : !ts.list<i64>
  }
  %9 = prim.Constant : !ts.none
  %10 = aten.__is__(%scale_factor, %9) : (!ts.optional<i64>, !ts.none) -> i1
  %11 = prim.If %10 -> (!ts.optional<!ts.list<f64>>) {
    %12 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %12 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %13 = aten.Float.Scalar(%scale_factor_2) : (i64) -> f64
    %14 = prim.ListConstruct(%13) : (f64) -> !ts.list<f64>
    %15 = aten.dim(%input) : (!ts.tensor) -> i64
    %16 = prim.Constant 2 : i64
    %17 = aten.sub.int(%15, %16) : (i64, i64) -> i64
    %18 = aten.mul.left_t(%14, %17) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %18 : !ts.list<f64>
  }
  %19 = prim.Constant "bilinear" : !ts.str
  %20 = prim.Constant true
  %21 = prim.Constant : !ts.none
  %22 = prim.Constant false
  %23 = aten.__interpolate.size_list_scale_list(%input, %2, %11, %19, %20, %21, %22) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, i1, !ts.none, i1) -> !ts.tensor
  func.return %23 : !ts.tensor
}
func.func @aten.__upsample_bilinear.size_list(%input: !ts.tensor, %size: !ts.optional<!ts.list<i64>> {ts.default}, %scale_factor: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%scale_factor, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.optional<!ts.list<f64>>) {
    %3 = prim.Constant : !ts.optional<!ts.list<f64>>
    prim.If.yield %3 : !ts.optional<!ts.list<f64>>
  } else {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %scale_factor_2 = prim.unchecked_cast(%scale_factor) : (!ts.optional<i64>) -> i64
    %4 = aten.Float.Scalar(%scale_factor_2) : (i64) -> f64
    %5 = prim.ListConstruct(%4) : (f64) -> !ts.list<f64>
    %6 = aten.dim(%input) : (!ts.tensor) -> i64
    %7 = prim.Constant 2 : i64
    %8 = aten.sub.int(%6, %7) : (i64, i64) -> i64
    %9 = aten.mul.left_t(%5, %8) : (!ts.list<f64>, i64) -> !ts.list<f64>
    prim.If.yield %9 : !ts.list<f64>
  }
  %10 = prim.Constant "bilinear" : !ts.str
  %11 = prim.Constant true
  %12 = prim.Constant : !ts.none
  %13 = prim.Constant false
  %14 = aten.__interpolate.size_list_scale_list(%input, %size, %2, %10, %11, %12, %13) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, i1, !ts.none, i1) -> !ts.tensor
  func.return %14 : !ts.tensor
}
func.func @aten.__upsample_bilinear.scale_list(%input: !ts.tensor, %size: !ts.optional<i64> {ts.default}, %scale_factor: !ts.optional<!ts.list<i64>> {ts.default}) -> !ts.tensor {
  %factors = prim.Constant : !ts.optional<!ts.list<f64>>
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%scale_factor, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %factors_1 = prim.If %1 -> (!ts.optional<!ts.list<f64>>) {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %factors_2 = prim.ListConstruct() : () -> !ts.list<f64>
    %2 = aten.len.t(%scale_factor_1) : (!ts.list<i64>) -> i64
    %3 = prim.Constant true
    prim.Loop %2, %3 : () -> () {
    ^bb0(%4: i64):
      %factor = aten.__getitem__.t(%scale_factor_1, %4) : (!ts.list<i64>, i64) -> i64
      %5 = aten.Float.Scalar(%factor) : (i64) -> f64
      %6 = aten.append.t(%factors_2, %5) : (!ts.list<f64>, f64) -> !ts.list<f64>
      %7 = prim.Constant true
      prim.Loop.condition %7
    }
    prim.If.yield %factors_2 : !ts.list<f64>
  } else {
    prim.If.yield %factors : !ts.optional<!ts.list<f64>>
  }
  %8 = prim.Constant : !ts.none
  %9 = aten.__is__(%size, %8) : (!ts.optional<i64>, !ts.none) -> i1
  %10 = prim.If %9 -> (!ts.optional<!ts.list<i64>>) {
    %11 = prim.Constant : !ts.optional<!ts.list<i64>>
    prim.If.yield %11 : !ts.optional<!ts.list<i64>>
  } else {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %size_2 = prim.unchecked_cast(%size) : (!ts.optional<i64>) -> i64
    %12 = prim.ListConstruct(%size_2) : (i64) -> !ts.list<i64>
    %13 = aten.dim(%input) : (!ts.tensor) -> i64
    %14 = prim.Constant 2 : i64
    %15 = aten.sub.int(%13, %14) : (i64, i64) -> i64
    %16 = aten.mul.left_t(%12, %15) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield %16 : !ts.list<i64>
  }
  %17 = prim.Constant "bilinear" : !ts.str
  %18 = prim.Constant true
  %19 = prim.Constant : !ts.none
  %20 = prim.Constant false
  %21 = aten.__interpolate.size_list_scale_list(%input, %10, %factors_1, %17, %18, %19, %20) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, i1, !ts.none, i1) -> !ts.tensor
  func.return %21 : !ts.tensor
}
func.func @aten.__upsample_bilinear.size_list_scale_list(%input: !ts.tensor, %size: !ts.optional<!ts.list<i64>> {ts.default}, %scale_factor: !ts.optional<!ts.list<i64>> {ts.default}) -> !ts.tensor {
  %factors = prim.Constant : !ts.optional<!ts.list<f64>>
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%scale_factor, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %factors_1 = prim.If %1 -> (!ts.optional<!ts.list<f64>>) {
    %scale_factor_1 = prim.unchecked_cast(%scale_factor) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %factors_2 = prim.ListConstruct() : () -> !ts.list<f64>
    %2 = aten.len.t(%scale_factor_1) : (!ts.list<i64>) -> i64
    %3 = prim.Constant true
    prim.Loop %2, %3 : () -> () {
    ^bb0(%4: i64):
      %factor = aten.__getitem__.t(%scale_factor_1, %4) : (!ts.list<i64>, i64) -> i64
      %5 = aten.Float.Scalar(%factor) : (i64) -> f64
      %6 = aten.append.t(%factors_2, %5) : (!ts.list<f64>, f64) -> !ts.list<f64>
      %7 = prim.Constant true
      prim.Loop.condition %7
    }
    prim.If.yield %factors_2 : !ts.list<f64>
  } else {
    prim.If.yield %factors : !ts.optional<!ts.list<f64>>
  }
  %8 = prim.Constant "bilinear" : !ts.str
  %9 = prim.Constant true
  %10 = prim.Constant : !ts.none
  %11 = prim.Constant false
  %12 = aten.__interpolate.size_list_scale_list(%input, %size, %factors_1, %8, %9, %10, %11) : (!ts.tensor, !ts.optional<!ts.list<i64>>, !ts.optional<!ts.list<f64>>, !ts.str, i1, !ts.none, i1) -> !ts.tensor
  func.return %12 : !ts.tensor
}
func.func @aten.trace_backward(%grad: !ts.tensor, %sizes: !ts.list<i64>) -> !ts.tensor {
  %0 = aten.len.t(%sizes) : (!ts.list<i64>) -> i64
  %1 = prim.Constant 2 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = prim.Constant "trace_backward: a matrix is expected, not a tensor of size {}" : !ts.str
    %4 = aten.format(%3, %sizes) : (!ts.str, !ts.list<i64>) -> !ts.str
    %5 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%4, %5) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %6 = prim.Constant 0 : i64
  %7 = aten.__getitem__.t(%sizes, %6) : (!ts.list<i64>, i64) -> i64
  %8 = prim.Constant 1 : i64
  %9 = aten.__getitem__.t(%sizes, %8) : (!ts.list<i64>, i64) -> i64
  %10 = aten.mul.int(%7, %9) : (i64, i64) -> i64
  %11 = prim.ListConstruct(%10) : (i64) -> !ts.list<i64>
  %12 = prim.dtype(%grad) : (!ts.tensor) -> i64
  %13 = prim.Constant : !ts.none
  %14 = prim.Constant : !ts.none
  %15 = prim.Constant : !ts.none
  %result = aten.zeros(%11, %12, %13, %14, %15) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %16 = prim.Constant 0 : i64
  %17 = aten.numel(%result) : (!ts.tensor) -> i64
  %18 = prim.Constant 1 : i64
  %19 = aten.__getitem__.t(%sizes, %18) : (!ts.list<i64>, i64) -> i64
  %20 = prim.Constant 1 : i64
  %21 = aten.add.int(%19, %20) : (i64, i64) -> i64
  %22 = prim.Constant : !ts.none
  %23 = prim.Constant : !ts.none
  %24 = prim.Constant : !ts.none
  %25 = prim.Constant : !ts.none
  %places = aten.arange.start_step(%16, %17, %21, %22, %23, %24, %25) : (i64, i64, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %26 = prim.Constant 0 : i64
  %27 = aten.index_fill.int_Tensor(%result, %26, %places, %grad) : (!ts.tensor, i64, !ts.tensor, !ts.tensor) -> !ts.tensor
  %28 = aten.view(%27, %sizes) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %28 : !ts.tensor
}
func.func @aten.index_select_backward(%grad: !ts.tensor, %self_sizes: !ts.list<i64>, %dim: i64, %index: !ts.tensor) -> !ts.tensor {
  %0 = prim.dtype(%grad) : (!ts.tensor) -> i64
  %1 = prim.Constant : !ts.none
  %2 = prim.Constant : !ts.none
  %3 = prim.Constant : !ts.none
  %4 = aten.zeros(%self_sizes, %0, %1, %2, %3) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %5 = prim.Constant 1 : i64
  %6 = aten.index_add(%4, %dim, %index, %grad, %5) : (!ts.tensor, i64, !ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %6 : !ts.tensor
}
func.func @aten.masked_select_backward(%grad: !ts.tensor, %input: !ts.tensor, %mask: !ts.tensor) -> !ts.tensor {
  %0 = prim.ListConstruct(%input, %mask) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %1 = aten.broadcast_tensors(%0) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  %target, %places = prim.ListUnpack(%1) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %2 = prim.Constant 0 : i64
  %3 = prim.Constant : !ts.none
  %4 = prim.Constant : !ts.none
  %5 = prim.Constant : !ts.none
  %6 = prim.Constant : !ts.none
  %7 = aten.zeros_like(%target, %3, %4, %5, %6, %2) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, i64) -> !ts.tensor
  %8 = aten.masked_scatter(%7, %places, %grad) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %8 : !ts.tensor
}
func.func @aten.value_selecting_reduction_backward(%grad: !ts.tensor, %dim: i64, %indices: !ts.tensor, %sizes: !ts.list<i64>, %keepdim: i1) -> !ts.tensor {
  %0 = aten.__not__(%keepdim) : (i1) -> i1
  %1 = prim.If %0 -> (i1) {
    %2 = aten.len.t(%sizes) : (!ts.list<i64>) -> i64
    %3 = prim.Constant 0 : i64
    %4 = aten.gt.int(%2, %3) : (i64, i64) -> i1
    prim.If.yield %4 : i1
  } else {
    %5 = prim.Constant false
    prim.If.yield %5 : i1
  }
  %grad_1, %indices_1 = prim.If %1 -> (!ts.tensor, !ts.tensor) {
    %grad_2 = aten.unsqueeze(%grad, %dim) : (!ts.tensor, i64) -> !ts.tensor
    %indices_2 = aten.unsqueeze(%indices, %dim) : (!ts.tensor, i64) -> !ts.tensor
    prim.If.yield %grad_2, %indices_2 : !ts.tensor, !ts.tensor
  } else {
    prim.If.yield %grad, %indices : !ts.tensor, !ts.tensor
  }
  %6 = prim.dtype(%grad_1) : (!ts.tensor) -> i64
  %7 = prim.Constant : !ts.none
  %8 = prim.Constant : !ts.none
  %9 = prim.Constant : !ts.none
  %10 = aten.zeros(%sizes, %6, %7, %8, %9) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %11 = aten.scatter.src(%10, %dim, %indices_1, %grad_1) : (!ts.tensor, i64, !ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %11 : !ts.tensor
}
func.func @aten.gather_backward(%grad: !ts.tensor, %self: !ts.tensor, %dim: i64, %index: !ts.tensor, %sparse_grad: i1) -> !ts.tensor {
  prim.If %sparse_grad {
    %0 = prim.Constant "gather_backward: sparse gradients are not made" : !ts.str
    %1 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%0, %1) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %2 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
  %3 = prim.dtype(%grad) : (!ts.tensor) -> i64
  %4 = prim.Constant : !ts.none
  %5 = prim.Constant : !ts.none
  %6 = prim.Constant : !ts.none
  %7 = aten.zeros(%2, %3, %4, %5, %6) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %8 = aten.scatter_add(%7, %dim, %index, %grad) : (!ts.tensor, i64, !ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %8 : !ts.tensor
}
func.func @aten.cummaxmin_backward(%grad: !ts.tensor, %input: !ts.tensor, %indices: !ts.tensor, %dim: i64) -> !ts.tensor {
  %0 = aten.numel(%input) : (!ts.tensor) -> i64
  %1 = prim.Constant 0 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    prim.If.yield %input : !ts.tensor
  } else {
    %4 = aten.size(%input) : (!ts.tensor) -> !ts.list<i64>
    %5 = prim.dtype(%input) : (!ts.tensor) -> i64
    %6 = prim.Constant : !ts.none
    %7 = prim.Constant : !ts.none
    %8 = prim.Constant : !ts.none
    %9 = aten.zeros(%4, %5, %6, %7, %8) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %10 = aten.scatter_add(%9, %dim, %indices, %grad) : (!ts.tensor, i64, !ts.tensor, !ts.tensor) -> !ts.tensor
    prim.If.yield %10 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.cumprod_backward(%grad: !ts.tensor, %input: !ts.tensor, %dim: i64, %output: !ts.tensor) -> !ts.tensor {
  %0 = aten.numel(%input) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.le.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = aten.size.int(%input, %dim) : (!ts.tensor, i64) -> i64
    %6 = prim.Constant 1 : i64
    %7 = aten.eq.int(%5, %6) : (i64, i64) -> i1
    prim.If.yield %7 : i1
  }
  %8 = prim.If %3 -> (!ts.tensor) {
    prim.If.yield %grad : !ts.tensor
  } else {
    %factors = aten.conj_physical(%input) : (!ts.tensor) -> !ts.tensor
    %9 = prim.Constant 0 : i64
    %zero = aten.eq.Scalar(%factors, %9) : (!ts.tensor, i64) -> !ts.tensor
    %10 = aten.conj_physical(%output) : (!ts.tensor) -> !ts.tensor
    %11 = aten.mul.Tensor(%10, %grad) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %12 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %13 = aten.flip(%11, %12) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %14 = prim.Constant : !ts.none
    %15 = aten.cumsum(%13, %dim, %14) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
    %16 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %below = aten.flip(%15, %16) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %17 = prim.Constant : !ts.none
    %seen = aten.cumsum(%zero, %dim, %17) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
    %18 = prim.Constant 1 : i64
    %19 = aten.eq.Scalar(%seen, %18) : (!ts.tensor, i64) -> !ts.tensor
    %first = aten.__and__.Tensor(%zero, %19) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %20 = prim.Constant 1 : i64
    %21 = aten.masked_fill.Scalar(%factors, %first, %20) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %22 = prim.Constant : !ts.none
    %23 = aten.cumprod(%21, %dim, %22) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
    %24 = aten.mul.Tensor(%grad, %23) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %25 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %26 = aten.flip(%24, %25) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %27 = prim.Constant : !ts.none
    %28 = aten.cumsum(%26, %dim, %27) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
    %29 = prim.ListConstruct(%dim) : (i64) -> !ts.list<i64>
    %without = aten.flip(%28, %29) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    %30 = prim.Constant 1 : i64
    %31 = aten.masked_fill.Scalar(%factors, %zero, %30) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %32 = aten.div.Tensor(%below, %31) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %result = aten.where.self(%first, %without, %32) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
    %33 = prim.Constant 0 : i64
    %34 = aten.gt.Scalar(%seen, %33) : (!ts.tensor, i64) -> !ts.tensor
    %35 = aten.bitwise_not(%first) : (!ts.tensor) -> !ts.tensor
    %36 = aten.__and__.Tensor(%34, %35) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %37 = prim.Constant 0 : i64
    %38 = aten.masked_fill.Scalar(%result, %36, %37) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %38 : !ts.tensor
  }
  func.return %8 : !ts.tensor
}
func.func @aten._grad_sum_to_size(%self: !ts.tensor, %size: !ts.optional<!ts.list<i64>>) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%size, %0) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.tensor) {
    prim.If.yield %self : !ts.tensor
  } else {
    %size_1 = prim.unchecked_cast(%size) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    %3 = aten.sum_to_size(%self, %size_1) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %3 : !ts.tensor
  }
  func.return %2 : !ts.tensor
}
func.func @aten._pack_padded_sequence_backward(%grad: !ts.tensor, %input_size: !ts.list<i64>, %batch_sizes: !ts.tensor, %batch_first: i1) -> !ts.tensor {
  %steps = prim.If %batch_first -> (i64) {
    %0 = prim.Constant 1 : i64
    %1 = aten.__getitem__.t(%input_size, %0) : (!ts.list<i64>, i64) -> i64
    prim.If.yield %1 : i64
  } else {
    %2 = prim.Constant 0 : i64
    %3 = aten.__getitem__.t(%input_size, %2) : (!ts.list<i64>, i64) -> i64
    prim.If.yield %3 : i64
  }
  %4 = prim.Constant 0.000000e+00 : f64
  %result, %lengths = aten._pad_packed_sequence(%grad, %batch_sizes, %batch_first, %4, %steps) : (!ts.tensor, !ts.tensor, i1, f64, i64) -> (!ts.tensor, !ts.tensor)
  func.return %result : !ts.tensor
}
func.func @aten._masked_softmax_backward(%grad_output: !ts.tensor, %output: !ts.tensor, %mask: !ts.tensor, %dim: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = aten.size(%grad_output) : (!ts.tensor) -> !ts.list<i64>
  %1 = aten.size(%mask) : (!ts.tensor) -> !ts.list<i64>
  %2 = aten.ne.int_list(%0, %1) : (!ts.list<i64>, !ts.list<i64>) -> i1
  prim.If %2 {
    %3 = aten.size(%grad_output) : (!ts.tensor) -> !ts.list<i64>
    %4 = aten.size(%mask) : (!ts.tensor) -> !ts.list<i64>
    %5 = prim.Constant "masked_softmax: a mask of the size of the gradient, {}, is expected, not of {}" : !ts.str
    %6 = aten.format(%5, %3, %4) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
    %7 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%6, %7) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %8 = prim.Constant : !ts.none
  %9 = aten.__is__(%dim, %8) : (!ts.optional<i64>, !ts.none) -> i1
  %along = prim.If %9 -> (i64) {
    %10 = prim.Constant -1 : i64
    prim.If.yield %10 : i64
  } else {
    %dim_1 = prim.unchecked_cast(%dim) : (!ts.optional<i64>) -> i64
    prim.If.yield %dim_1 : i64
  }
  %11 = aten.mul.Tensor(%grad_output, %output) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %12 = prim.Constant 0 : i64
  %weighted = aten.masked_fill.Scalar(%11, %mask, %12) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %13 = prim.ListConstruct(%along) : (i64) -> !ts.list<i64>
  %14 = prim.Constant true
  %15 = prim.Constant : !ts.none
  %16 = aten.sum.dim_IntList(%weighted, %13, %14, %15) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %17 = aten.mul.Tensor(%output, %16) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %18 = prim.Constant 1 : i64
  %19 = aten.sub.Tensor(%weighted, %17, %18) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %20 = prim.Constant 0 : i64
  %21 = aten.masked_fill.Scalar(%19, %mask, %20) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %21 : !ts.tensor
}
func.func @aten._weight_norm_differentiable_backward(%grad_w: !ts.tensor, %saved_v: !ts.tensor, %saved_g: !ts.tensor, %saved_norms: !ts.tensor, %dim: i64) -> (!ts.tensor, !ts.tensor) {
  %0 = prim.Constant 0 : i64
  %1 = aten.ne.int(%dim, %0) : (i64, i64) -> i1
  %2 = prim.If %1 -> (i1) {
    %3 = aten.dim(%saved_v) : (!ts.tensor) -> i64
    %4 = prim.Constant 1 : i64
    %5 = aten.sub.int(%3, %4) : (i64, i64) -> i64
    %6 = aten.ne.int(%dim, %5) : (i64, i64) -> i1
    prim.If.yield %6 : i1
  } else {
    %7 = prim.Constant false
    prim.If.yield %7 : i1
  }
  prim.If %2 {
    %8 = prim.Constant "weight_norm: the first or the last dimension is expected, not {}" : !ts.str
    %9 = aten.format(%8, %dim) : (!ts.str, i64) -> !ts.str
    %10 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%9, %10) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %11 = prim.dtype(%saved_g) : (!ts.tensor) -> i64
  %12 = prim.Constant false
  %13 = prim.Constant false
  %14 = prim.Constant : !ts.none
  %norms = aten.to.dtype(%saved_norms, %11, %12, %13, %14) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  %others = prim.ListConstruct() : () -> !ts.list<i64>
  %15 = aten.dim(%saved_v) : (!ts.tensor) -> i64
  %16 = prim.Constant true
  prim.Loop %15, %16 : () -> () {
  ^bb0(%other: i64):
    %17 = aten.ne.int(%other, %dim) : (i64, i64) -> i1
    prim.If %17 {
      %18 = aten.append.t(%others, %other) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      prim.If.yield
    }
    %19 = prim.Constant true
    prim.Loop.condition %19
  }
  %20 = aten.mul.Tensor(%grad_w, %saved_v) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %21 = prim.Constant true
  %22 = prim.Constant : !ts.none
  %along = aten.sum.dim_IntList(%20, %others, %21, %22) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %23 = aten.div.Tensor(%saved_g, %norms) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %24 = aten.mul.Tensor(%norms, %norms) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %25 = aten.div.Tensor(%along, %24) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %26 = aten.mul.Tensor(%saved_v, %25) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %27 = prim.Constant 1 : i64
  %28 = aten.sub.Tensor(%grad_w, %26, %27) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %29 = aten.mul.Tensor(%23, %28) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %30 = aten.div.Tensor(%along, %norms) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %29, %30 : !ts.tensor, !ts.tensor
}
func.func @aten._weight_norm_interface_backward(%grad_w: !ts.tensor, %saved_v: !ts.tensor, %saved_g: !ts.tensor, %saved_norms: !ts.tensor, %dim: i64) -> (!ts.tensor, !ts.tensor) {
  %0, %1 = aten._weight_norm_differentiable_backward(%grad_w, %saved_v, %saved_g, %saved_norms, %dim) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, i64) -> (!ts.tensor, !ts.tensor)
  func.return %0, %1 : !ts.tensor, !ts.tensor
}
func.func @aten.batch_norm_backward(%grad_out: !ts.tensor, %input: !ts.tensor, %weight: !ts.tensor, %running_mean: !ts.optional<!ts.tensor>, %running_var: !ts.optional<!ts.tensor>, %save_mean: !ts.optional<!ts.tensor>, %save_var: !ts.optional<!ts.tensor>, %update: i1, %eps: f64, %output_mask: !ts.list<i1>, %reserve: !ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %0, %1, %2 = aten.native_batch_norm_backward(%grad_out, %input, %weight, %running_mean, %running_var, %save_mean, %save_var, %update, %eps, %output_mask) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, i1, f64, !ts.list<i1>) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  func.return %0, %1, %2 : !ts.tensor, !ts.tensor, !ts.tensor
}
func.func @aten._batch_norm_impl_index_backward(%impl_index: i64, %input: !ts.tensor, %grad_output: !ts.tensor, %weight: !ts.optional<!ts.tensor>, %running_mean: !ts.optional<!ts.tensor>, %running_var: !ts.optional<!ts.tensor>, %save_mean: !ts.optional<!ts.tensor>, %save_var_transform: !ts.optional<!ts.tensor>, %train: i1, %eps: f64, %output_mask: !ts.list<i1>, %reservedSpace: !ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %0 = prim.Constant 0 : i64
  %1 = aten.ne.int(%impl_index, %0) : (i64, i64) -> i1
  prim.If %1 {
    %2 = prim.Constant "batch_norm: implementation 0, that of CPUs, is expected, not {}" : !ts.str
    %3 = aten.format(%2, %impl_index) : (!ts.str, i64) -> !ts.str
    %4 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%3, %4) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %5, %6, %7 = aten.native_batch_norm_backward(%grad_output, %input, %weight, %running_mean, %running_var, %save_mean, %save_var_transform, %train, %eps, %output_mask) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>, i1, f64, !ts.list<i1>) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  func.return %5, %6, %7 : !ts.tensor, !ts.tensor, !ts.tensor
}
func.func @aten.glu_jvp(%glu: !ts.tensor, %x: !ts.tensor, %dx: !ts.tensor, %dim: i64) -> !ts.tensor {
  %half = aten.size.int(%glu, %dim) : (!ts.tensor, i64) -> i64
  %0 = aten.narrow(%x, %dim, %half, %half) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %share = aten.sigmoid(%0) : (!ts.tensor) -> !ts.tensor
  %1 = prim.Constant 0 : i64
  %2 = aten.narrow(%dx, %dim, %1, %half) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %3 = aten.mul.Tensor(%share, %2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %4 = aten.narrow(%dx, %dim, %half, %half) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %5 = aten.mul.Tensor(%share, %glu) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %6 = prim.Constant 1 : i64
  %7 = aten.sub.Tensor(%glu, %5, %6) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %8 = aten.mul.Tensor(%4, %7) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %9 = prim.Constant 1 : i64
  %10 = aten.add.Tensor(%3, %8, %9) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %10 : !ts.tensor
}
func.func @aten.glu_backward_jvp(%grad_x: !ts.tensor, %grad_glu: !ts.tensor, %x: !ts.tensor, %dgrad_glu: !ts.tensor, %dx: !ts.tensor, %dim: i64) -> !ts.tensor {
  %half = aten.size.int(%grad_glu, %dim) : (!ts.tensor, i64) -> i64
  %0 = prim.Constant 0 : i64
  %value = aten.narrow(%x, %dim, %0, %half) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %1 = aten.narrow(%x, %dim, %half, %half) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %share = aten.sigmoid(%1) : (!ts.tensor) -> !ts.tensor
  %2 = prim.Constant 1 : i64
  %3 = aten.neg(%share) : (!ts.tensor) -> !ts.tensor
  %4 = prim.Constant 1 : i64
  %5 = aten.add.Scalar(%3, %2, %4) : (!ts.tensor, i64, i64) -> !ts.tensor
  %steep = aten.mul.Tensor(%5, %share) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %6 = prim.Constant 0 : i64
  %dvalue = aten.narrow(%dx, %dim, %6, %half) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %dgate = aten.narrow(%dx, %dim, %half, %half) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %7 = aten.mul.Tensor(%dgrad_glu, %share) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %8 = aten.mul.Tensor(%grad_glu, %steep) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %9 = aten.mul.Tensor(%8, %dgate) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %10 = prim.Constant 1 : i64
  %of_value = aten.add.Tensor(%7, %9, %10) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %11 = aten.mul.Tensor(%dgrad_glu, %value) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %12 = prim.Constant 1 : i64
  %13 = prim.Constant 2 : i64
  %14 = aten.mul.Scalar(%share, %13) : (!ts.tensor, i64) -> !ts.tensor
  %15 = aten.neg(%14) : (!ts.tensor) -> !ts.tensor
  %16 = prim.Constant 1 : i64
  %17 = aten.add.Scalar(%15, %12, %16) : (!ts.tensor, i64, i64) -> !ts.tensor
  %18 = aten.mul.Tensor(%value, %17) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %19 = aten.mul.Tensor(%18, %dgate) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %20 = prim.Constant 1 : i64
  %21 = aten.add.Tensor(%dvalue, %19, %20) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %22 = aten.mul.Tensor(%grad_glu, %21) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %23 = prim.Constant 1 : i64
  %24 = aten.add.Tensor(%11, %22, %23) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %of_gate = aten.mul.Tensor(%steep, %24) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %25 = prim.ListConstruct(%of_value, %of_gate) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %26 = aten.cat(%25, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %26 : !ts.tensor
}
func.func @aten.matrix_exp_backward(%self: !ts.tensor, %grad: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant -1 : i64
  %size = aten.size.int(%self, %0) : (!ts.tensor, i64) -> i64
  %turned = aten.mH(%self) : (!ts.tensor) -> !ts.tensor
  %1 = prim.ListConstruct(%turned, %grad) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %2 = prim.Constant -1 : i64
  %3 = aten.cat(%1, %2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %4 = prim.Constant : !ts.none
  %5 = prim.Constant : !ts.none
  %6 = prim.Constant : !ts.none
  %7 = prim.Constant : !ts.none
  %8 = prim.Constant : !ts.none
  %9 = aten.zeros_like(%grad, %4, %5, %6, %7, %8) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %10 = prim.ListConstruct(%9, %turned) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %11 = prim.Constant -1 : i64
  %12 = aten.cat(%10, %11) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %13 = prim.ListConstruct(%3, %12) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %14 = prim.Constant -2 : i64
  %blocks = aten.cat(%13, %14) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %15 = aten.linalg_matrix_exp(%blocks) : (!ts.tensor) -> !ts.tensor
  %16 = prim.Constant -2 : i64
  %17 = prim.Constant 0 : i64
  %18 = aten.narrow(%15, %16, %17, %size) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %19 = prim.Constant -1 : i64
  %20 = aten.narrow(%18, %19, %size, %size) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
  %21 = prim.Constant 0 : i64
  %22 = aten.contiguous(%20, %21) : (!ts.tensor, i64) -> !ts.tensor
  func.return %22 : !ts.tensor
}
func.func @aten.conv_tbc_backward(%self: !ts.tensor, %input: !ts.tensor, %weight: !ts.tensor, %bias: !ts.tensor, %pad: i64) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %0 = prim.Constant 1 : i64
  %1 = prim.Constant 2 : i64
  %2 = prim.Constant 0 : i64
  %3 = prim.ListConstruct(%0, %1, %2) : (i64, i64, i64) -> !ts.list<i64>
  %4 = aten.permute(%self, %3) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %5 = prim.Constant 1 : i64
  %6 = prim.Constant 2 : i64
  %7 = prim.Constant 0 : i64
  %8 = prim.ListConstruct(%5, %6, %7) : (i64, i64, i64) -> !ts.list<i64>
  %9 = aten.permute(%input, %8) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %10 = prim.Constant 2 : i64
  %11 = prim.Constant 1 : i64
  %12 = prim.Constant 0 : i64
  %13 = prim.ListConstruct(%10, %11, %12) : (i64, i64, i64) -> !ts.list<i64>
  %14 = aten.permute(%weight, %13) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %15 = aten.size(%bias) : (!ts.tensor) -> !ts.list<i64>
  %16 = prim.Constant 1 : i64
  %17 = prim.ListConstruct(%16) : (i64) -> !ts.list<i64>
  %18 = prim.ListConstruct(%pad) : (i64) -> !ts.list<i64>
  %19 = prim.Constant 1 : i64
  %20 = prim.ListConstruct(%19) : (i64) -> !ts.list<i64>
  %21 = prim.Constant false
  %22 = prim.Constant 0 : i64
  %23 = prim.ListConstruct(%22) : (i64) -> !ts.list<i64>
  %24 = prim.Constant 1 : i64
  %25 = prim.Constant true
  %26 = prim.Constant true
  %27 = prim.Constant true
  %28 = prim.ListConstruct(%25, %26, %27) : (i1, i1, i1) -> !ts.list<i1>
  %of_input, %of_weight, %of_bias = aten.convolution_backward(%4, %9, %14, %15, %17, %18, %20, %21, %23, %24, %28) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.list<i64>, i64, !ts.list<i1>) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  %29 = prim.Constant 2 : i64
  %30 = prim.Constant 0 : i64
  %31 = prim.Constant 1 : i64
  %32 = prim.ListConstruct(%29, %30, %31) : (i64, i64, i64) -> !ts.list<i64>
  %33 = aten.permute(%of_input, %32) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %34 = prim.Constant 0 : i64
  %35 = aten.contiguous(%33, %34) : (!ts.tensor, i64) -> !ts.tensor
  %36 = prim.Constant 2 : i64
  %37 = prim.Constant 1 : i64
  %38 = prim.Constant 0 : i64
  %39 = prim.ListConstruct(%36, %37, %38) : (i64, i64, i64) -> !ts.list<i64>
  %40 = aten.permute(%of_weight, %39) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %41 = prim.Constant 0 : i64
  %42 = aten.contiguous(%40, %41) : (!ts.tensor, i64) -> !ts.tensor
  func.return %35, %42, %of_bias : !ts.tensor, !ts.tensor, !ts.tensor
}
func.func @aten._slow_conv2d_backward.output_mask(%grad_output: !ts.tensor, %self: !ts.tensor, %weight: !ts.tensor, %kernel_size: !ts.list<i64>, %stride: !ts.list<i64>, %padding: !ts.list<i64>, %output_mask: !ts.list<i1>) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %0 = prim.Constant 0 : i64
  %1 = aten.size.int(%weight, %0) : (!ts.tensor, i64) -> i64
  %2 = prim.ListConstruct(%1) : (i64) -> !ts.list<i64>
  %3 = prim.Constant 1 : i64
  %4 = prim.Constant 1 : i64
  %5 = prim.ListConstruct(%3, %4) : (i64, i64) -> !ts.list<i64>
  %6 = prim.Constant false
  %7 = prim.Constant 0 : i64
  %8 = prim.Constant 0 : i64
  %9 = prim.ListConstruct(%7, %8) : (i64, i64) -> !ts.list<i64>
  %10 = prim.Constant 1 : i64
  %11, %12, %13 = aten.convolution_backward(%grad_output, %self, %weight, %2, %stride, %padding, %5, %6, %9, %10, %output_mask) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.list<i64>, i64, !ts.list<i1>) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  func.return %11, %12, %13 : !ts.tensor, !ts.tensor, !ts.tensor
}
func.func @aten.max_pool2d_backward(%grad_output: !ts.tensor, %self: !ts.tensor, %kernel_size: !ts.list<i64>, %stride: !ts.list<i64> {ts.default = []}, %padding: !ts.list<i64> {ts.default = [0 : i64]}, %dilation: !ts.list<i64> {ts.default = [1 : i64]}, %ceil_mode: i1 {ts.default = false}) -> !ts.tensor {
  %largest, %places = aten.max_pool2d_with_indices(%self, %kernel_size, %stride, %padding, %dilation, %ceil_mode) : (!ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1) -> (!ts.tensor, !ts.tensor)
  %0 = aten.max_pool2d_with_indices_backward(%grad_output, %self, %kernel_size, %stride, %padding, %dilation, %ceil_mode, %places) : (!ts.tensor, !ts.tensor, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten.affine_grid_generator_backward(%grad: !ts.tensor, %size: !ts.list<i64>, %align_corners: i1) -> !ts.tensor {
  %0 = aten.len.t(%size) : (!ts.list<i64>) -> i64
  %1 = prim.Constant 2 : i64
  %rank = aten.sub.int(%0, %1) : (i64, i64) -> i64
  %2 = prim.Constant 1 : i64
  %3 = aten.add.int(%rank, %2) : (i64, i64) -> i64
  %4 = prim.dtype(%grad) : (!ts.tensor) -> i64
  %5 = prim.Constant : !ts.none
  %6 = prim.Constant : !ts.none
  %7 = prim.Constant : !ts.none
  %8 = aten.eye.m(%rank, %3, %4, %5, %6, %7) : (i64, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %9 = prim.Constant 0 : i64
  %same = aten.unsqueeze(%8, %9) : (!ts.tensor, i64) -> !ts.tensor
  %10 = prim.Constant 1 : i64
  %11 = prim.ListConstruct(%10) : (i64) -> !ts.list<i64>
  %12 = prim.Constant 1 : i64
  %13 = prim.Constant : !ts.none
  %14 = prim.Constant 1 : i64
  %15 = aten.slice.t(%size, %12, %13, %14) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %16 = aten.add.t(%11, %15) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %points = aten.affine_grid_generator(%same, %16, %align_corners) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  %17 = aten.size(%points) : (!ts.tensor) -> !ts.list<i64>
  %18 = prim.Constant : !ts.none
  %19 = prim.Constant -1 : i64
  %20 = prim.Constant 1 : i64
  %21 = aten.slice.t(%17, %18, %19, %20) : (!ts.list<i64>, !ts.none, i64, i64) -> !ts.list<i64>
  %22 = prim.Constant 1 : i64
  %23 = prim.ListConstruct(%22) : (i64) -> !ts.list<i64>
  %24 = aten.add.t(%21, %23) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %25 = prim.dtype(%grad) : (!ts.tensor) -> i64
  %26 = prim.Constant : !ts.none
  %27 = prim.Constant : !ts.none
  %28 = prim.Constant : !ts.none
  %29 = aten.ones(%24, %25, %26, %27, %28) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %30 = prim.ListConstruct(%points, %29) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %31 = prim.Constant -1 : i64
  %points_1 = aten.cat(%30, %31) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %32 = prim.Constant 1 : i64
  %33 = prim.Constant -1 : i64
  %34 = prim.Constant 1 : i64
  %35 = aten.add.int(%rank, %34) : (i64, i64) -> i64
  %36 = prim.ListConstruct(%32, %33, %35) : (i64, i64, i64) -> !ts.list<i64>
  %37 = aten.reshape(%points_1, %36) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %38 = prim.Constant 1 : i64
  %39 = prim.Constant 2 : i64
  %40 = aten.transpose.int(%37, %38, %39) : (!ts.tensor, i64, i64) -> !ts.tensor
  %41 = prim.Constant 0 : i64
  %42 = aten.__getitem__.t(%size, %41) : (!ts.list<i64>, i64) -> i64
  %43 = prim.Constant -1 : i64
  %44 = prim.ListConstruct(%42, %43, %rank) : (i64, i64, i64) -> !ts.list<i64>
  %45 = aten.reshape(%grad, %44) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %46 = aten.matmul(%40, %45) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %47 = prim.Constant 1 : i64
  %48 = prim.Constant 2 : i64
  %49 = aten.transpose.int(%46, %47, %48) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %49 : !ts.tensor
}
func.func @aten._scaled_dot_product_flash_attention_for_cpu_backward(%grad_out: !ts.tensor, %query: !ts.tensor, %key: !ts.tensor, %value: !ts.tensor, %out: !ts.tensor, %logsumexp: !ts.tensor, %dropout_p: f64, %is_causal: i1, %attn_mask: !ts.optional<!ts.tensor> {ts.default}, %scale: !ts.optional<f64> {ts.default}) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %0 = prim.Constant 0 : i64
  %1 = aten.gt.float_int(%dropout_p, %0) : (f64, i64) -> i1
  prim.If %1 {
    %2 = prim.Constant "scaled_dot_product_attention: no dropout is expected here" : !ts.str
    %3 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%2, %3) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %4 = prim.Constant : !ts.none
  %5 = aten.__is__(%scale, %4) : (!ts.optional<f64>, !ts.none) -> i1
  %factor = prim.If %5 -> (f64) {
    %6 = prim.Constant 1 : i64
    %7 = prim.Constant -1 : i64
    %8 = aten.size.int(%query, %7) : (!ts.tensor, i64) -> i64
    %9 = aten.sqrt.int(%8) : (i64) -> f64
    %10 = aten.div(%6, %9) : (i64, f64) -> f64
    prim.If.yield %10 : f64
  } else {
    %scale_1 = prim.unchecked_cast(%scale) : (!ts.optional<f64>) -> f64
    prim.If.yield %scale_1 : f64
  }
  %11 = prim.Constant -2 : i64
  %12 = prim.Constant -1 : i64
  %13 = aten.transpose.int(%key, %11, %12) : (!ts.tensor, i64, i64) -> !ts.tensor
  %14 = aten.matmul(%query, %13) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %scores = aten.mul.Scalar(%14, %factor) : (!ts.tensor, f64) -> !ts.tensor
  %15 = prim.Constant : !ts.none
  %16 = aten.__isnot__(%attn_mask, %15) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %scores_1 = prim.If %16 -> (!ts.tensor) {
    %attn_mask_1 = prim.unchecked_cast(%attn_mask) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %17 = prim.Constant 1 : i64
    %scores_2 = aten.add.Tensor(%scores, %attn_mask_1, %17) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.If.yield %scores_2 : !ts.tensor
  } else {
    prim.If.yield %scores : !ts.tensor
  }
  %scores_3 = prim.If %is_causal -> (!ts.tensor) {
    %18 = prim.Constant 11 : i64
    %19 = prim.Constant : !ts.none
    %20 = prim.Constant : !ts.none
    %21 = prim.Constant : !ts.none
    %22 = prim.Constant : !ts.none
    %23 = aten.ones_like(%scores_1, %18, %19, %20, %21, %22) : (!ts.tensor, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %24 = prim.Constant 1 : i64
    %25 = aten.triu(%23, %24) : (!ts.tensor, i64) -> !ts.tensor
    %26 = prim.Constant 0xfff0000000000000 : f64
    %scores_4 = aten.masked_fill.Scalar(%scores_1, %25, %26) : (!ts.tensor, !ts.tensor, f64) -> !ts.tensor
    prim.If.yield %scores_4 : !ts.tensor
  } else {
    prim.If.yield %scores_1 : !ts.tensor
  }
  %27 = prim.Constant -1 : i64
  %28 = aten.unsqueeze(%logsumexp, %27) : (!ts.tensor, i64) -> !ts.tensor
  %29 = prim.Constant 1 : i64
  %30 = aten.sub.Tensor(%scores_3, %28, %29) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %31 = aten.exp(%30) : (!ts.tensor) -> !ts.tensor
  %32 = prim.dtype(%query) : (!ts.tensor) -> i64
  %33 = prim.Constant false
  %34 = prim.Constant false
  %35 = prim.Constant : !ts.none
  %weights = aten.to.dtype(%31, %32, %33, %34, %35) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  %36 = prim.Constant -2 : i64
  %37 = prim.Constant -1 : i64
  %38 = aten.transpose.int(%value, %36, %37) : (!ts.tensor, i64, i64) -> !ts.tensor
  %39 = aten.matmul(%grad_out, %38) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %40 = aten.mul.Tensor(%grad_out, %out) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %41 = prim.Constant -1 : i64
  %42 = prim.ListConstruct(%41) : (i64) -> !ts.list<i64>
  %43 = prim.Constant true
  %44 = prim.Constant : !ts.none
  %45 = aten.sum.dim_IntList(%40, %42, %43, %44) : (!ts.tensor, !ts.list<i64>, i1, !ts.none) -> !ts.tensor
  %46 = prim.Constant 1 : i64
  %47 = aten.sub.Tensor(%39, %45, %46) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %slope = aten.mul.Tensor(%weights, %47) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %48 = aten.matmul(%slope, %key) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %49 = aten.mul.Scalar(%48, %factor) : (!ts.tensor, f64) -> !ts.tensor
  %50 = prim.Constant -2 : i64
  %51 = prim.Constant -1 : i64
  %52 = aten.transpose.int(%slope, %50, %51) : (!ts.tensor, i64, i64) -> !ts.tensor
  %53 = aten.matmul(%52, %query) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %54 = aten.mul.Scalar(%53, %factor) : (!ts.tensor, f64) -> !ts.tensor
  %55 = prim.Constant -2 : i64
  %56 = prim.Constant -1 : i64
  %57 = aten.transpose.int(%weights, %55, %56) : (!ts.tensor, i64, i64) -> !ts.tensor
  %58 = aten.matmul(%57, %grad_out) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %49, %54, %58 : !ts.tensor, !ts.tensor, !ts.tensor
}
func.func @aten._add_relu.Tensor(%self: !ts.tensor, %other: !ts.tensor, %alpha: !ts.number {ts.default = 1 : i64}) -> !ts.tensor {
  %0 = aten.add.Tensor(%self, %other, %alpha) : (!ts.tensor, !ts.tensor, !ts.number) -> !ts.tensor
  %1 = aten.relu(%0) : (!ts.tensor) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten._add_relu.Scalar(%self: !ts.tensor, %other: !ts.number, %alpha: !ts.number {ts.default = 1 : i64}) -> !ts.tensor {
  %0 = aten.add.Scalar(%self, %other, %alpha) : (!ts.tensor, !ts.number, !ts.number) -> !ts.tensor
  %1 = aten.relu(%0) : (!ts.tensor) -> !ts.tensor
  func.return %1 : !ts.tensor
}
func.func @aten._addmm_activation(%self: !ts.tensor, %mat1: !ts.tensor, %mat2: !ts.tensor, %beta: !ts.number {ts.default = 1 : i64}, %alpha: !ts.number {ts.default = 1 : i64}, %use_gelu: i1 {ts.default = false}) -> !ts.tensor {
  %result = aten.addmm(%self, %mat1, %mat2, %beta, %alpha) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.number, !ts.number) -> !ts.tensor
  %0 = prim.If %use_gelu -> (!ts.tensor) {
    %1 = prim.Constant "none" : !ts.str
    %2 = aten.gelu(%result, %1) : (!ts.tensor, !ts.str) -> !ts.tensor
    prim.If.yield %2 : !ts.tensor
  } else {
    %3 = aten.relu(%result) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %3 : !ts.tensor
  }
  func.return %0 : !ts.tensor
}
func.func @aten._compute_linear_combination(%input: !ts.tensor, %coefficients: !ts.tensor) -> !ts.tensor {
  %0 = prim.Constant 0 : i64
  %1 = aten.size.int(%input, %0) : (!ts.tensor, i64) -> i64
  %2 = prim.Constant 1 : i64
  %3 = aten.size.int(%coefficients, %2) : (!ts.tensor, i64) -> i64
  %4 = aten.ne.int(%1, %3) : (i64, i64) -> i1
  prim.If %4 {
    %5 = prim.Constant 0 : i64
    %6 = aten.size.int(%input, %5) : (!ts.tensor, i64) -> i64
    %7 = prim.Constant 1 : i64
    %8 = aten.size.int(%coefficients, %7) : (!ts.tensor, i64) -> i64
    %9 = prim.Constant "compute_linear_combination: coefficients for {} tensors are expected, not for {}" : !ts.str
    %10 = aten.format(%9, %6, %8) : (!ts.str, i64, i64) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = prim.Constant 1 : i64
  %13 = prim.ListConstruct(%12) : (i64) -> !ts.list<i64>
  %14 = prim.Constant 0 : i64
  %15 = prim.ListConstruct(%14) : (i64) -> !ts.list<i64>
  %16 = aten.tensordot(%coefficients, %input, %13, %15) : (!ts.tensor, !ts.tensor, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor
  func.return %16 : !ts.tensor
}
func.func @aten._grouped_mm(%self: !ts.tensor, %mat2: !ts.tensor, %offs: !ts.optional<!ts.tensor> {ts.default}, %bias: !ts.optional<!ts.tensor> {ts.default}, %out_dtype: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__isnot__(%bias, %0) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  prim.If %1 {
    %bias_1 = prim.unchecked_cast(%bias) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %2 = prim.Constant "grouped_mm: no bias is expected" : !ts.str
    %3 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%2, %3) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %4 = prim.Constant : !ts.none
  %5 = aten.__is__(%out_dtype, %4) : (!ts.optional<i64>, !ts.none) -> i1
  %dtype = prim.If %5 -> (i64) {
    %6 = prim.dtype(%self) : (!ts.tensor) -> i64
    prim.If.yield %6 : i64
  } else {
    %out_dtype_1 = prim.unchecked_cast(%out_dtype) : (!ts.optional<i64>) -> i64
    prim.If.yield %out_dtype_1 : i64
  }
  %7 = aten.dim(%self) : (!ts.tensor) -> i64
  %8 = prim.Constant 3 : i64
  %9 = aten.eq.int(%7, %8) : (i64, i64) -> i1
  %10 = prim.If %9 -> (i1) {
    %11 = aten.dim(%mat2) : (!ts.tensor) -> i64
    %12 = prim.Constant 3 : i64
    %13 = aten.eq.int(%11, %12) : (i64, i64) -> i1
    prim.If.yield %13 : i1
  } else {
    %14 = prim.Constant false
    prim.If.yield %14 : i1
  }
  %15 = prim.If %10 -> (!ts.tensor) {
    %16 = aten.bmm(%self, %mat2) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %17 = prim.Constant false
    %18 = prim.Constant false
    %19 = prim.Constant : !ts.none
    %20 = aten.to.dtype(%16, %dtype, %17, %18, %19) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    prim.If.yield %20 : !ts.tensor
  } else {
    %21 = prim.Constant : !ts.none
    %22 = aten.__is__(%offs, %21) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    prim.If %22 {
      %23 = prim.Constant "grouped_mm: the ends of the groups are expected where an operand is a matrix" : !ts.str
      %24 = prim.Constant "builtins.RuntimeError" : !ts.str
      prim.RaiseException(%23, %24) : (!ts.str, !ts.str) -> ()
      prim.If.yield
    } else {
      %offs_1 = prim.unchecked_cast(%offs) : (!ts.optional<!ts.tensor>) -> !ts.tensor
      prim.If.yield
    }
    %offs_2 = prim.unchecked_cast(%offs) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %25 = prim.Constant 1 : i64
    %26 = prim.Constant 0 : i64
    %ends = prim.tolist(%offs_2, %25, %26) : (!ts.tensor, i64, i64) -> !ts.list<i64>
    %27 = aten.dim(%mat2) : (!ts.tensor) -> i64
    %28 = prim.Constant 3 : i64
    %of_rows = aten.eq.int(%27, %28) : (i64, i64) -> i1
    %29 = aten.dim(%self) : (!ts.tensor) -> i64
    %30 = prim.Constant 3 : i64
    %of_columns = aten.eq.int(%29, %30) : (i64, i64) -> i1
    %31 = prim.If %of_rows -> (i1) {
      %32 = prim.Constant true
      prim.If.yield %32 : i1
    } else {
      prim.If.yield %of_columns : i1
    }
    %result = prim.If %31 -> (!ts.tensor) {
      %33 = prim.Constant -2 : i64
      %34 = aten.size.int(%self, %33) : (!ts.tensor, i64) -> i64
      %35 = prim.Constant -1 : i64
      %36 = aten.size.int(%mat2, %35) : (!ts.tensor, i64) -> i64
      %37 = prim.ListConstruct(%34, %36) : (i64, i64) -> !ts.list<i64>
      %38 = prim.Constant : !ts.none
      %39 = prim.Constant : !ts.none
      %40 = prim.Constant : !ts.none
      %result_1 = aten.zeros(%37, %dtype, %38, %39, %40) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
      prim.If.yield %result_1 : !ts.tensor
    } else {
      %41 = aten.len.t(%ends) : (!ts.list<i64>) -> i64
      %42 = prim.Constant -2 : i64
      %43 = aten.size.int(%self, %42) : (!ts.tensor, i64) -> i64
      %44 = prim.Constant -1 : i64
      %45 = aten.size.int(%mat2, %44) : (!ts.tensor, i64) -> i64
      %46 = prim.ListConstruct(%41, %43, %45) : (i64, i64, i64) -> !ts.list<i64>
      %47 = prim.Constant : !ts.none
      %48 = prim.Constant : !ts.none
      %49 = prim.Constant : !ts.none
      %result_2 = aten.zeros(%46, %dtype, %47, %48, %49) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
      prim.If.yield %result_2 : !ts.tensor
    }
    %start = prim.Constant 0 : i64
    %50 = aten.len.t(%ends) : (!ts.list<i64>) -> i64
    %51 = prim.Constant true
    %start_1 = prim.Loop %50, %51, iter(%start) : (i64) -> (i64) {
    ^bb0(%group: i64, %start_2: i64):
      %end = aten.__getitem__.t(%ends, %group) : (!ts.list<i64>, i64) -> i64
      prim.If %of_rows {
        %52 = prim.Constant 1 : i64
        %53 = prim.Constant 0 : i64
        %54 = aten.slice.Tensor(%self, %53, %start_2, %end, %52) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
        %55 = prim.Constant 0 : i64
        %56 = aten.select.int(%mat2, %55, %group) : (!ts.tensor, i64, i64) -> !ts.tensor
        %57 = aten.mm(%54, %56) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        %58 = prim.Constant false
        %59 = prim.Constant false
        %60 = prim.Constant : !ts.none
        %61 = aten.to.dtype(%57, %dtype, %58, %59, %60) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
        %62 = prim.Constant 1 : i64
        %63 = prim.Constant 0 : i64
        %64 = aten.slice.Tensor(%result, %63, %start_2, %end, %62) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
        %65 = prim.Constant false
        %66 = aten.copy_(%64, %61, %65) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
        prim.If.yield
      } else {
        prim.If %of_columns {
          %67 = prim.Constant 0 : i64
          %68 = aten.select.int(%self, %67, %group) : (!ts.tensor, i64, i64) -> !ts.tensor
          %69 = prim.Constant : !ts.none
          %70 = prim.Constant : !ts.none
          %71 = prim.Constant 1 : i64
          %72 = prim.Constant 0 : i64
          %73 = aten.slice.Tensor(%mat2, %72, %69, %70, %71) : (!ts.tensor, i64, !ts.none, !ts.none, i64) -> !ts.tensor
          %74 = prim.Constant 1 : i64
          %75 = prim.Constant 1 : i64
          %76 = aten.slice.Tensor(%73, %75, %start_2, %end, %74) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
          %77 = aten.mm(%68, %76) : (!ts.tensor, !ts.tensor) -> !ts.tensor
          %78 = prim.Constant false
          %79 = prim.Constant false
          %80 = prim.Constant : !ts.none
          %81 = aten.to.dtype(%77, %dtype, %78, %79, %80) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
          %82 = prim.Constant : !ts.none
          %83 = prim.Constant : !ts.none
          %84 = prim.Constant 1 : i64
          %85 = prim.Constant 0 : i64
          %86 = aten.slice.Tensor(%result, %85, %82, %83, %84) : (!ts.tensor, i64, !ts.none, !ts.none, i64) -> !ts.tensor
          %87 = prim.Constant 1 : i64
          %88 = prim.Constant 1 : i64
          %89 = aten.slice.Tensor(%86, %88, %start_2, %end, %87) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
          %90 = prim.Constant false
          %91 = aten.copy_(%89, %81, %90) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
          prim.If.yield
        } else {
          %92 = prim.Constant : !ts.none
          %93 = prim.Constant : !ts.none
          %94 = prim.Constant 1 : i64
          %95 = prim.Constant 0 : i64
          %96 = aten.slice.Tensor(%self, %95, %92, %93, %94) : (!ts.tensor, i64, !ts.none, !ts.none, i64) -> !ts.tensor
          %97 = prim.Constant 1 : i64
          %98 = prim.Constant 1 : i64
          %99 = aten.slice.Tensor(%96, %98, %start_2, %end, %97) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
          %100 = prim.Constant 1 : i64
          %101 = prim.Constant 0 : i64
          %102 = aten.slice.Tensor(%mat2, %101, %start_2, %end, %100) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
          %103 = aten.mm(%99, %102) : (!ts.tensor, !ts.tensor) -> !ts.tensor
          %104 = prim.Constant false
          %105 = prim.Constant false
          %106 = prim.Constant : !ts.none
          %107 = aten.to.dtype(%103, %dtype, %104, %105, %106) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
          %108 = prim.Constant 0 : i64
          %109 = aten.select.int(%result, %108, %group) : (!ts.tensor, i64, i64) -> !ts.tensor
          %110 = prim.Constant false
          %111 = aten.copy_(%109, %107, %110) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
          prim.If.yield
        }
        prim.If.yield
      }
      %112 = prim.Constant true
      prim.Loop.condition %112, iter(%end) : (i64)
    }
    prim.If.yield %result : !ts.tensor
  }
  func.return %15 : !ts.tensor
}
func.func @aten._logcumsumexp(%self: !ts.tensor, %dim: i64) -> !ts.tensor {
  %0 = aten.logcumsumexp(%self, %dim) : (!ts.tensor, i64) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten._unsafe_index_put(%self: !ts.tensor, %indices: !ts.list<!ts.optional<!ts.tensor>>, %values: !ts.tensor, %accumulate: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.index_put(%self, %indices, %values, %accumulate) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor, i1) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten._unsafe_index_put.hacked_twin(%self: !ts.tensor, %indices: !ts.list<!ts.tensor>, %values: !ts.tensor, %accumulate: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.index_put.hacked_twin(%self, %indices, %values, %accumulate) : (!ts.tensor, !ts.list<!ts.tensor>, !ts.tensor, i1) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten._index_put_impl(%self: !ts.tensor, %indices: !ts.list<!ts.optional<!ts.tensor>>, %values: !ts.tensor, %accumulate: i1 {ts.default = false}, %unsafe: i1 {ts.default = false}) -> !ts.tensor {
  %0 = aten.index_put(%self, %indices, %values, %accumulate) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor, i1) -> !ts.tensor
  func.return %0 : !ts.tensor
}
func.func @aten._reshape_copy(%self: !ts.tensor, %size: !ts.list<i64>) -> !ts.tensor {
  %0 = prim.Constant 0 : i64
  %1 = aten.clone(%self, %0) : (!ts.tensor, i64) -> !ts.tensor
  %2 = aten.view(%1, %size) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %2 : !ts.tensor
}
func.func @aten._ncf_view(%self: !ts.tensor, %input_shape: !ts.list<i64>, %normalized_ndim: i64) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.len.t(%input_shape) : (!ts.list<i64>) -> i64
  %2 = aten.sub.int(%1, %normalized_ndim) : (i64, i64) -> i64
  %3 = prim.Constant 1 : i64
  %4 = aten.slice.t(%input_shape, %0, %2, %3) : (!ts.list<i64>, !ts.none, i64, i64) -> !ts.list<i64>
  %5 = prim.Constant 1 : i64
  %6 = prim.ListConstruct(%5) : (i64) -> !ts.list<i64>
  %7 = aten.mul.left_t(%6, %normalized_ndim) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %8 = aten.add.t(%4, %7) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %9 = aten.reshape(%self, %8) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %9 : !ts.tensor
}
func.func @aten._ncf_unsqueeze(%self: !ts.tensor, %ndim: i64) -> !ts.tensor {
  %0 = aten.dim(%self) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = aten.size(%self) : (!ts.tensor) -> !ts.list<i64>
    %4 = prim.Constant "ncf_unsqueeze: a tensor of one dimension is expected, not of size {}" : !ts.str
    %5 = aten.format(%4, %3) : (!ts.str, !ts.list<i64>) -> !ts.str
    %6 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%5, %6) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %7 = prim.Constant 1 : i64
  %8 = prim.Constant 0 : i64
  %9 = aten.size.int(%self, %8) : (!ts.tensor, i64) -> i64
  %10 = prim.ListConstruct(%7, %9) : (i64, i64) -> !ts.list<i64>
  %11 = prim.Constant 1 : i64
  %12 = prim.ListConstruct(%11) : (i64) -> !ts.list<i64>
  %13 = prim.Constant 2 : i64
  %14 = aten.sub.int(%ndim, %13) : (i64, i64) -> i64
  %15 = aten.mul.left_t(%12, %14) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %16 = aten.add.t(%10, %15) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %17 = aten.reshape(%self, %16) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %17 : !ts.tensor
}
func.func @aten.to_dense(%self: !ts.tensor, %dtype: !ts.optional<i64> {ts.default}, %masked_grad: !ts.optional<i1> {ts.default}) -> !ts.tensor {
  %0 = prim.Constant : !ts.none
  %1 = aten.__is__(%dtype, %0) : (!ts.optional<i64>, !ts.none) -> i1
  %2 = prim.If %1 -> (!ts.tensor) {
    prim.If.yield %self : !ts.tensor
  } else {
    %dtype_1 = prim.unchecked_cast(%dtype) : (!ts.optional<i64>) -> i64
    %3 = prim.Constant false
    %4 = prim.Constant false
    %5 = prim.Constant : !ts.none
    %6 = aten.to.dtype(%self, %dtype_1, %3, %4, %5) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
    prim.If.yield %6 : !ts.tensor
  }
  func.return %2 : !ts.tensor
}
func.func @aten.to_dense_backward(%grad: !ts.tensor, %input: !ts.tensor, %masked_grad: !ts.optional<i1> {ts.default}) -> !ts.tensor {
  %0 = prim.dtype(%input) : (!ts.tensor) -> i64
  %1 = prim.Constant false
  %2 = prim.Constant false
  %3 = prim.Constant : !ts.none
  %4 = aten.to.dtype(%grad, %0, %1, %2, %3) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  func.return %4 : !ts.tensor
}
func.func @aten.flatten_dense_tensors(%tensors: !ts.list<!ts.tensor>) -> !ts.tensor {
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.eq.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (!ts.tensor) {
    %4 = prim.Constant 0 : i64
    %5 = aten.__getitem__.t(%tensors, %4) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %6 = prim.Constant 0 : i64
    %7 = aten.contiguous(%5, %6) : (!ts.tensor, i64) -> !ts.tensor
    %8 = prim.Constant -1 : i64
    %9 = prim.ListConstruct(%8) : (i64) -> !ts.list<i64>
    %10 = aten.view(%7, %9) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
    prim.If.yield %10 : !ts.tensor
  } else {
    %11 = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
    %12 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
    %13 = prim.Constant true
    prim.Loop %12, %13 : () -> () {
    ^bb0(%14: i64):
      %tensor = aten.__getitem__.t(%tensors, %14) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
      %15 = prim.Constant 0 : i64
      %16 = aten.contiguous(%tensor, %15) : (!ts.tensor, i64) -> !ts.tensor
      %17 = prim.Constant -1 : i64
      %18 = prim.ListConstruct(%17) : (i64) -> !ts.list<i64>
      %19 = aten.view(%16, %18) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %20 = aten.append.t(%11, %19) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
      %21 = prim.Constant true
      prim.Loop.condition %21
    }
    %22 = prim.Constant 0 : i64
    %23 = aten.cat(%11, %22) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    prim.If.yield %23 : !ts.tensor
  }
  func.return %3 : !ts.tensor
}
func.func @aten.unflatten_dense_tensors(%flat: !ts.tensor, %tensors: !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor> {
  %parts = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %start = prim.Constant 0 : i64
  %0 = aten.len.t(%tensors) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant true
  %start_1 = prim.Loop %0, %1, iter(%start) : (i64) -> (i64) {
  ^bb0(%2: i64, %start_2: i64):
    %tensor = aten.__getitem__.t(%tensors, %2) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %3 = aten.numel(%tensor) : (!ts.tensor) -> i64
    %4 = prim.Constant 0 : i64
    %5 = aten.eq.int(%3, %4) : (i64, i64) -> i1
    %start_3 = prim.If %5 -> (i64) {
      %6 = aten.size(%tensor) : (!ts.tensor) -> !ts.list<i64>
      %7 = prim.dtype(%flat) : (!ts.tensor) -> i64
      %8 = prim.Constant : !ts.none
      %9 = prim.Constant : !ts.none
      %10 = prim.Constant : !ts.none
      %11 = aten.zeros(%6, %7, %8, %9, %10) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
      %12 = aten.append.t(%parts, %11) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
      prim.If.yield %start_2 : i64
    } else {
      %13 = prim.Constant 0 : i64
      %14 = aten.numel(%tensor) : (!ts.tensor) -> i64
      %15 = aten.narrow(%flat, %13, %start_2, %14) : (!ts.tensor, i64, i64, i64) -> !ts.tensor
      %16 = aten.size(%tensor) : (!ts.tensor) -> !ts.list<i64>
      %17 = aten.view(%15, %16) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      %18 = aten.append.t(%parts, %17) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
      %19 = aten.numel(%tensor) : (!ts.tensor) -> i64
      %start_4 = aten.add.int(%start_2, %19) : (i64, i64) -> i64
      prim.If.yield %start_4 : i64
    }
    %20 = prim.Constant true
    prim.Loop.condition %20, iter(%start_3) : (i64)
  }
  func.return %parts : !ts.list<!ts.tensor>
}
func.func @aten._pack_sequence(%output: !ts.tensor, %batch_sizes: !ts.tensor, %sorted_indices: !ts.optional<!ts.tensor>, %unsorted_indices: !ts.optional<!ts.tensor>) -> (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>) {
  func.return %output, %batch_sizes, %sorted_indices, %unsorted_indices : !ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>
}
func.func @aten._jagged_to_padded_dense_forward(%values: !ts.tensor, %offsets: !ts.list<!ts.tensor>, %max_lengths: !ts.list<i64>, %padding_value: f64 {ts.default = 0.000000e+00 : f64}) -> !ts.tensor {
  %0 = aten.len.t(%offsets) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = aten.len.t(%max_lengths) : (!ts.list<i64>) -> i64
    %6 = prim.Constant 1 : i64
    %7 = aten.ne.int(%5, %6) : (i64, i64) -> i1
    prim.If.yield %7 : i1
  }
  prim.If %3 {
    %8 = aten.len.t(%offsets) : (!ts.list<!ts.tensor>) -> i64
    %9 = prim.Constant "jagged_to_padded_dense: one jagged dimension is expected, not {}" : !ts.str
    %10 = aten.format(%9, %8) : (!ts.str, i64) -> !ts.str
    %11 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%10, %11) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %12 = prim.Constant 0 : i64
  %13 = aten.__getitem__.t(%offsets, %12) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %14 = prim.Constant : !ts.none
  %15 = prim.Constant -1 : i64
  %16 = prim.Constant 1 : i64
  %17 = prim.Constant 0 : i64
  %18 = aten.slice.Tensor(%13, %17, %14, %15, %16) : (!ts.tensor, i64, !ts.none, i64, i64) -> !ts.tensor
  %19 = prim.Constant 1 : i64
  %starts = aten.unsqueeze(%18, %19) : (!ts.tensor, i64) -> !ts.tensor
  %20 = prim.Constant 0 : i64
  %21 = aten.__getitem__.t(%max_lengths, %20) : (!ts.list<i64>, i64) -> i64
  %22 = prim.Constant : !ts.none
  %23 = prim.Constant : !ts.none
  %24 = prim.Constant : !ts.none
  %25 = prim.Constant : !ts.none
  %steps = aten.arange(%21, %22, %23, %24, %25) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %26 = prim.Constant 0 : i64
  %27 = aten.__getitem__.t(%offsets, %26) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %28 = prim.Constant 1 : i64
  %29 = prim.Constant -1 : i64
  %30 = prim.Constant : !ts.none
  %31 = prim.Constant : !ts.none
  %32 = aten.diff(%27, %28, %29, %30, %31) : (!ts.tensor, i64, i64, !ts.none, !ts.none) -> !ts.tensor
  %33 = prim.Constant 1 : i64
  %34 = aten.unsqueeze(%32, %33) : (!ts.tensor, i64) -> !ts.tensor
  %inside = aten.lt.Tensor(%steps, %34) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %35 = aten.size(%inside) : (!ts.tensor) -> !ts.list<i64>
  %36 = aten.size(%values) : (!ts.tensor) -> !ts.list<i64>
  %37 = prim.Constant 1 : i64
  %38 = prim.Constant : !ts.none
  %39 = prim.Constant 1 : i64
  %40 = aten.slice.t(%36, %37, %38, %39) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %41 = aten.add.t(%35, %40) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %42 = prim.dtype(%values) : (!ts.tensor) -> i64
  %43 = prim.Constant : !ts.none
  %44 = prim.Constant : !ts.none
  %45 = prim.Constant : !ts.none
  %result = aten.full(%41, %padding_value, %42, %43, %44, %45) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %46 = prim.Constant 1 : i64
  %47 = aten.add.Tensor(%starts, %steps, %46) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %48 = prim.ListConstruct(%inside) : (!ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %49 = aten.index.Tensor(%47, %48) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  %50 = prim.ListConstruct(%49) : (!ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %51 = aten.index.Tensor(%values, %50) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  %52 = prim.ListConstruct(%inside) : (!ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %53 = prim.Constant false
  %54 = aten.index_put_(%result, %52, %51, %53) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor, i1) -> !ts.tensor
  func.return %result : !ts.tensor
}
func.func @aten._padded_dense_to_jagged_forward(%dense: !ts.tensor, %offsets: !ts.list<!ts.tensor>, %total_L: !ts.optional<i64> {ts.default}) -> !ts.tensor {
  %0 = aten.len.t(%offsets) : (!ts.list<!ts.tensor>) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  prim.If %2 {
    %3 = aten.len.t(%offsets) : (!ts.list<!ts.tensor>) -> i64
    %4 = prim.Constant "padded_dense_to_jagged: one jagged dimension is expected, not {}" : !ts.str
    %5 = aten.format(%4, %3) : (!ts.str, i64) -> !ts.str
    %6 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%5, %6) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %7 = prim.Constant 0 : i64
  %8 = aten.__getitem__.t(%offsets, %7) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %9 = prim.Constant -1 : i64
  %10 = prim.Constant 0 : i64
  %11 = aten.select.int(%8, %10, %9) : (!ts.tensor, i64, i64) -> !ts.tensor
  %total = aten.Int.Tensor(%11) : (!ts.tensor) -> i64
  %12 = prim.Constant : !ts.none
  %13 = aten.__isnot__(%total_L, %12) : (!ts.optional<i64>, !ts.none) -> i1
  %14 = prim.If %13 -> (i1) {
    %total_L_1 = prim.unchecked_cast(%total_L) : (!ts.optional<i64>) -> i64
    %15 = aten.ne.int(%total_L_1, %total) : (i64, i64) -> i1
    prim.If.yield %15 : i1
  } else {
    %16 = prim.Constant false
    prim.If.yield %16 : i1
  }
  prim.If %14 {
    %total_L_2 = prim.unchecked_cast(%total_L) : (!ts.optional<i64>) -> i64
    %17 = prim.Constant "padded_dense_to_jagged: {} rows are expected, and the last offset is {}" : !ts.str
    %18 = aten.format(%17, %total_L_2, %total) : (!ts.str, i64, i64) -> !ts.str
    %19 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%18, %19) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %20 = prim.Constant 1 : i64
  %21 = aten.size.int(%dense, %20) : (!ts.tensor, i64) -> i64
  %22 = prim.Constant : !ts.none
  %23 = prim.Constant : !ts.none
  %24 = prim.Constant : !ts.none
  %25 = prim.Constant : !ts.none
  %steps = aten.arange(%21, %22, %23, %24, %25) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %26 = prim.Constant 0 : i64
  %27 = aten.__getitem__.t(%offsets, %26) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %28 = prim.Constant 1 : i64
  %29 = prim.Constant -1 : i64
  %30 = prim.Constant : !ts.none
  %31 = prim.Constant : !ts.none
  %32 = aten.diff(%27, %28, %29, %30, %31) : (!ts.tensor, i64, i64, !ts.none, !ts.none) -> !ts.tensor
  %33 = prim.Constant 1 : i64
  %34 = aten.unsqueeze(%32, %33) : (!ts.tensor, i64) -> !ts.tensor
  %inside = aten.lt.Tensor(%steps, %34) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %35 = prim.ListConstruct(%total) : (i64) -> !ts.list<i64>
  %36 = aten.size(%dense) : (!ts.tensor) -> !ts.list<i64>
  %37 = prim.Constant 2 : i64
  %38 = prim.Constant : !ts.none
  %39 = prim.Constant 1 : i64
  %40 = aten.slice.t(%36, %37, %38, %39) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %41 = aten.add.t(%35, %40) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %42 = prim.dtype(%dense) : (!ts.tensor) -> i64
  %43 = prim.Constant : !ts.none
  %44 = prim.Constant : !ts.none
  %45 = prim.Constant : !ts.none
  %result = aten.zeros(%41, %42, %43, %44, %45) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %46 = prim.ListConstruct(%inside) : (!ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %47 = aten.index.Tensor(%dense, %46) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  %48 = prim.Constant 0 : i64
  %49 = aten.__getitem__.t(%offsets, %48) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %50 = prim.Constant : !ts.none
  %51 = prim.Constant -1 : i64
  %52 = prim.Constant 1 : i64
  %53 = prim.Constant 0 : i64
  %54 = aten.slice.Tensor(%49, %53, %50, %51, %52) : (!ts.tensor, i64, !ts.none, i64, i64) -> !ts.tensor
  %55 = prim.Constant 1 : i64
  %56 = aten.unsqueeze(%54, %55) : (!ts.tensor, i64) -> !ts.tensor
  %57 = prim.Constant 1 : i64
  %58 = aten.add.Tensor(%56, %steps, %57) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %59 = prim.ListConstruct(%inside) : (!ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %60 = aten.index.Tensor(%58, %59) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  %61 = prim.ListConstruct(%60) : (!ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %62 = prim.Constant false
  %63 = aten.index_put_(%result, %61, %47, %62) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor, i1) -> !ts.tensor
  func.return %result : !ts.tensor
}
func.func @aten._rowwise_prune(%weight: !ts.tensor, %mask: !ts.tensor, %compressed_indices_dtype: i64) -> (!ts.tensor, !ts.tensor) {
  %0 = aten.dim(%mask) : (!ts.tensor) -> i64
  %1 = prim.Constant 1 : i64
  %2 = aten.ne.int(%0, %1) : (i64, i64) -> i1
  %3 = prim.If %2 -> (i1) {
    %4 = prim.Constant true
    prim.If.yield %4 : i1
  } else {
    %5 = prim.Constant 0 : i64
    %6 = aten.size.int(%mask, %5) : (!ts.tensor, i64) -> i64
    %7 = prim.Constant 0 : i64
    %8 = aten.size.int(%weight, %7) : (!ts.tensor, i64) -> i64
    %9 = aten.ne.int(%6, %8) : (i64, i64) -> i1
    prim.If.yield %9 : i1
  }
  prim.If %3 {
    %10 = aten.size(%weight) : (!ts.tensor) -> !ts.list<i64>
    %11 = aten.size(%mask) : (!ts.tensor) -> !ts.list<i64>
    %12 = prim.Constant "rowwise_prune: a mask of the rows of {} is expected, not of size {}" : !ts.str
    %13 = aten.format(%12, %10, %11) : (!ts.str, !ts.list<i64>, !ts.list<i64>) -> !ts.str
    %14 = prim.Constant "builtins.RuntimeError" : !ts.str
    prim.RaiseException(%13, %14) : (!ts.str, !ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %15 = prim.Constant 0 : i64
  %16 = prim.Constant : !ts.none
  %17 = aten.cumsum(%mask, %15, %16) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
  %18 = prim.Constant 1 : i64
  %19 = prim.Constant 1 : i64
  %20 = aten.sub.Scalar(%17, %18, %19) : (!ts.tensor, i64, i64) -> !ts.tensor
  %21 = aten.bitwise_not(%mask) : (!ts.tensor) -> !ts.tensor
  %22 = prim.Constant -1 : i64
  %places = aten.masked_fill.Scalar(%20, %21, %22) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %23 = prim.ListConstruct(%mask) : (!ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %24 = aten.index.Tensor(%weight, %23) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  %25 = prim.Constant false
  %26 = prim.Constant false
  %27 = prim.Constant : !ts.none
  %28 = aten.to.dtype(%places, %compressed_indices_dtype, %25, %26, %27) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  func.return %24, %28 : !ts.tensor, !ts.tensor
}
func.func @aten._transform_bias_rescale_qkv(%qkv: !ts.tensor, %qkv_bias: !ts.tensor, %num_heads: i64) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %0 = prim.Constant -1 : i64
  %1 = aten.size.int(%qkv, %0) : (!ts.tensor, i64) -> i64
  %2 = prim.Constant 3 : i64
  %width = aten.floordiv.int(%1, %2) : (i64, i64) -> i64
  %3 = prim.Constant 1 : i64
  %4 = aten.add.Tensor(%qkv, %qkv_bias, %3) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %5 = prim.Constant 0 : i64
  %6 = aten.size.int(%qkv, %5) : (!ts.tensor, i64) -> i64
  %7 = prim.Constant 1 : i64
  %8 = aten.size.int(%qkv, %7) : (!ts.tensor, i64) -> i64
  %9 = prim.Constant 3 : i64
  %10 = aten.floordiv.int(%width, %num_heads) : (i64, i64) -> i64
  %11 = prim.ListConstruct(%6, %8, %9, %num_heads, %10) : (i64, i64, i64, i64, i64) -> !ts.list<i64>
  %parts = aten.view(%4, %11) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %12 = prim.Constant 2 : i64
  %13 = prim.Constant 0 : i64
  %14 = prim.Constant 3 : i64
  %15 = prim.Constant 1 : i64
  %16 = prim.Constant 4 : i64
  %17 = prim.ListConstruct(%12, %13, %14, %15, %16) : (i64, i64, i64, i64, i64) -> !ts.list<i64>
  %18 = aten.permute(%parts, %17) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %19 = prim.Constant 0 : i64
  %20 = aten.contiguous(%18, %19) : (!ts.tensor, i64) -> !ts.tensor
  %21 = prim.Constant 0 : i64
  %22 = aten.unbind.int(%20, %21) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
  %q, %k, %v = prim.ListUnpack(%22) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor, !ts.tensor)
  %23 = aten.floordiv.int(%width, %num_heads) : (i64, i64) -> i64
  %24 = aten.sqrt.int(%23) : (i64) -> f64
  %25 = aten.div.Scalar(%q, %24) : (!ts.tensor, f64) -> !ts.tensor
  func.return %25, %k, %v : !ts.tensor, !ts.tensor, !ts.tensor
}
