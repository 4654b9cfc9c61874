"""Every pass of this package by name, with its class, imported on first use.

`foo-bar` is class `FooBarPass` in `lowering/<level>/foo_bar.py`. Grouped by level.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.passes import ModulePass

from xdsl_torchscript.dialects.lazy_import import lazy_import

PASSES: dict[str, str] = {
    # any level
    "verify-level": "core.verify_level:VerifyLevelPass",
    # ts
    "allocate-appended-lists": "ts.allocate_appended_lists:AllocateAppendedListsPass",
    "batch-mm": "ts.batch_mm:BatchMmPass",
    "branch-on-none": "ts.branch_on_none:BranchOnNonePass",
    "canonicalize-ops": "ts.canonicalize_ops:CanonicalizeOpsPass",
    "check-inputs": "ts.check_inputs:CheckInputsPass",
    "check-inplace": "ts.check_inplace:CheckInplacePass",
    "check-strict-fusion": "ts.check_strict_fusion:CheckStrictFusionPass",
    "constant-pooling": "ts.constant_pooling:ConstantPoolingPass",
    "constant-propagation": "ts.constant_propagation:ConstantPropagationPass",
    "create-fusion-groups": "ts.create_fusion_groups:CreateFusionGroupsPass",
    "create-functional-graphs": "ts.create_functional_graphs:CreateFunctionalGraphsPass",
    "cse": "ts.cse:CsePass",
    "dce": "ts.dce:DcePass",
    "decompose-operators": "ts.decompose_operators:DecomposeOperatorsPass",
    "decompose-ops": "ts.decompose_ops:DecomposeOpsPass",
    "eliminate-guards": "ts.eliminate_guards:EliminateGuardsPass",
    "erase-number-types": "ts.erase_number_types:EraseNumberTypesPass",
    "erase-types": "ts.erase_types:EraseTypesPass",
    "fold-branches": "ts.fold_branches:FoldBranchesPass",
    "fold-chunks": "ts.fold_chunks:FoldChunksPass",
    "fold-to-fixpoint": "ts.fold_to_fixpoint:FoldToFixpointPass",
    "unpack-returned-lists": "ts.unpack_returned_lists:UnpackReturnedListsPass",
    "fold-conv-bn": "ts.fold_conv_bn:FoldConvBnPass",
    "fold-linear-bn": "ts.fold_linear_bn:FoldLinearBnPass",
    "freeze": "ts.freeze:FreezePass",
    "functionalize": "ts.functionalize:FunctionalizePass",
    "index-unbound-lists": "ts.index_unbound_lists:IndexUnboundListsPass",
    "inline-calls": "ts.inline_calls:InlineCallsPass",
    "inline-fork-wait": "ts.inline_fork_wait:InlineForkWaitPass",
    "inline-fusion-groups": "ts.inline_fusion_groups:InlineFusionGroupsPass",
    "insert-bailouts": "ts.insert_bailouts:InsertBailoutsPass",
    "insert-expands": "ts.insert_expands:InsertExpandsPass",
    "insert-guards": "ts.insert_guards:InsertGuardsPass",
    "insert-profiling": "ts.insert_profiling:InsertProfilingPass",
    "licm": "ts.licm:LicmPass",
    "lists-as-tensors": "ts.lists_as_tensors:ListsAsTensorsPass",
    "lists-as-tuples": "ts.lists_as_tuples:ListsAsTuplesPass",
    "lower-all-tuples": "ts.lower_all_tuples:LowerAllTuplesPass",
    "lower-exits": "ts.lower_exits:LowerExitsPass",
    "lower-graph": "ts.lower_graph:LowerGraphPass",
    "lower-quantized": "ts.lower_quantized:LowerQuantizedPass",
    "lower-simple-tuples": "ts.lower_simple_tuples:LowerSimpleTuplesPass",
    "optimize-frozen-graph": "ts.optimize_frozen_graph:OptimizeFrozenGraphPass",
    "peel-loops": "ts.peel_loops:PeelLoopsPass",
    "peephole": "ts.peephole:PeepholePass",
    "print-aliases": "ts.print_aliases:PrintAliasesPass",
    "print-facts": "ts.print_facts:PrintFactsPass",
    "propagate-requires-grad": "ts.propagate_requires_grad:PropagateRequiresGradPass",
    "propagate-types": "ts.propagate_types:PropagateTypesPass",
    "remove-expands": "ts.remove_expands:RemoveExpandsPass",
    "remove-inplace-ops": "ts.remove_inplace_ops:RemoveInplaceOpsPass",
    "remove-mutation": "ts.remove_mutation:RemoveMutationPass",
    "remove-profiling": "ts.remove_profiling:RemoveProfilingPass",
    "remove-strict-fusion": "ts.remove_strict_fusion:RemoveStrictFusionPass",
    "scalarize-integers": "ts.scalarize_integers:ScalarizeIntegersPass",
    "specialize-autograd-zero": "ts.specialize_autograd_zero:SpecializeAutogradZeroPass",
    "specialize-inputs": "ts.specialize_inputs:SpecializeInputsPass",
    "stack-appended-lists": "ts.stack_appended_lists:StackAppendedListsPass",
    "type-check-fusion-groups": "ts.type_check_fusion_groups:TypeCheckFusionGroupsPass",
    "unpack-constants": "ts.unpack_constants:UnpackConstantsPass",
    "unroll-loops": "ts.unroll_loops:UnrollLoopsPass",
    # ts_to_te
    "create-function-group": "ts_to_te.create_function_group:CreateFunctionGroupPass",
    "convert-ts-to-te": "ts_to_te.convert_ts_to_te:ConvertTsToTePass",
    "decompose-for-groups": "ts_to_te.decompose_for_groups:DecomposeForGroupsPass",
    "decompose-unlowered": "ts_to_te.decompose_unlowered:DecomposeUnloweredPass",
    "pack-weights": "ts_to_te.pack_weights:PackWeightsPass",
    "widen-bytes": "ts_to_te.widen_bytes:WidenBytesPass",
    "widen-halves": "ts_to_te.widen_halves:WidenHalvesPass",
    # te
    "block-channels": "te.block_channels:BlockChannelsPass",
    "hoist-checks": "te.hoist_checks:HoistChecksPass",
    "hoist-reductions": "te.hoist_reductions:HoistReductionsPass",
    "inline-producers": "te.inline_producers:InlineProducersPass",
    # te_to_loops
    "convert-te-to-loops": "te_to_loops.convert_te_to_loops:ConvertTeToLoopsPass",
    # loops
    "accumulate-in-memory": "loops.accumulate_in_memory:AccumulateInMemoryPass",
    "apply-schedule": "loops.apply_schedule:ApplySchedulePass",
    "cache-accesses": "loops.cache_accesses:CacheAccessesPass",
    "check-bounds": "loops.check_bounds:CheckBoundsPass",
    "collapse-loops": "loops.collapse_loops:CollapseLoopsPass",
    "compute-at": "loops.compute_at:ComputeAtPass",
    "distribute-loop": "loops.distribute_loop:DistributeLoopPass",
    "eliminate-dead-stores": "loops.eliminate_dead_stores:EliminateDeadStoresPass",
    "expand-math": "loops.expand_math:ExpandMathPass",
    "flatten-indices": "loops.flatten_indices:FlattenIndicesPass",
    "hoist-allocations": "loops.hoist_allocations:HoistAllocationsPass",
    "fuse-rows": "loops.fuse_rows:FuseRowsPass",
    "fuse-loops": "loops.fuse_loops:FuseLoopsPass",
    "name-loops": "loops.name_loops:NameLoopsPass",
    "parallelize-loop": "loops.parallelize_loop:ParallelizeLoopPass",
    "parallelize-loops": "loops.parallelize_loops:ParallelizeLoopsPass",
    "plan-memory": "loops.plan_memory:PlanMemoryPass",
    "prefetch-panels": "loops.prefetch_panels:PrefetchPanelsPass",
    "prefetch-rows": "loops.prefetch_rows:PrefetchRowsPass",
    "rfactor": "loops.rfactor:RfactorPass",
    "split-index-sets": "loops.split_index_sets:SplitIndexSetsPass",
    "split-loop": "loops.split_loop:SplitLoopPass",
    "split-panels": "loops.split_panels:SplitPanelsPass",
    "split-reductions": "loops.split_reductions:SplitReductionsPass",
    "pack-panels": "loops.pack_panels:PackPanelsPass",
    "reorder-loops": "loops.reorder_loops:ReorderLoopsPass",
    "tile-contractions": "loops.tile_contractions:TileContractionsPass",
    "unroll-loop": "loops.unroll_loop:UnrollLoopPass",
    "vectorize-reductions": "loops.vectorize_reductions:VectorizeReductionsPass",
    "vectorize-loop": "loops.vectorize_loop:VectorizeLoopPass",
    "vectorize-loops": "loops.vectorize_loops:VectorizeLoopsPass",
    "vectorize-transposes": "loops.vectorize_transposes:VectorizeTransposesPass",
    # loops_to_llvm
    "check-allocations": "loops_to_llvm.check_allocations:CheckAllocationsPass",
    "convert-arith-to-llvm": "loops_to_llvm.convert_arith_to_llvm:ConvertArithToLlvmPass",
    "convert-cf-to-llvm": "loops_to_llvm.convert_cf_to_llvm:ConvertCfToLlvmPass",
    "convert-func-to-llvm": "loops_to_llvm.convert_func_to_llvm:ConvertFuncToLlvmPass",
    "convert-math-to-llvm": "loops_to_llvm.convert_math_to_llvm:ConvertMathToLlvmPass",
    "convert-memref-to-llvm": "loops_to_llvm.convert_memref_to_llvm:ConvertMemrefToLlvmPass",
    "convert-vector-to-llvm": "loops_to_llvm.convert_vector_to_llvm:ConvertVectorToLlvmPass",
    "convert-parallel-to-llvm": "loops_to_llvm.convert_parallel_to_llvm:ConvertParallelToLlvmPass",
    "emit-packed-entry": "loops_to_llvm.emit_packed_entry:EmitPackedEntryPass",
    "lower-asserts": "loops_to_llvm.lower_asserts:LowerAssertsPass",
    "lower-scf-to-cf": "loops_to_llvm.lower_scf_to_cf:LowerScfToCfPass",
    "reconcile-unrealized-casts": (
        "loops_to_llvm.reconcile_unrealized_casts:ReconcileUnrealizedCastsPass"
    ),
}
"""Pass name -> `module:class`, the module below `xdsl_torchscript.lowering`."""


def load(target: str) -> Any:
    """Import `module:name`, the module below `xdsl_torchscript.lowering`."""
    return lazy_import(f"xdsl_torchscript.lowering.{target}")


def load_pass(name: str) -> type[ModulePass]:
    """Return the class of a pass of the table. Raises KeyError for an unknown name."""
    return load(PASSES[name])


REPLACES_XDSL = frozenset({"cse", "dce", "licm", "reconcile-unrealized-casts"})
"""Passes that replace xDSL's passes of the same name in our tools."""


def pass_factories() -> dict[str, Callable[[], type[ModulePass]]]:
    """Return the table in the form that our tools expect."""
    return {name: lambda name=name: load_pass(name) for name in PASSES}


def plugin_factories() -> dict[str, Callable[[], type[ModulePass]]]:
    """Return the table in the form that xDSL's universe expects, without names of xDSL's passes."""
    return {name: make for name, make in pass_factories().items() if name not in REPLACES_XDSL}
