"""Every pass of this package by name, with its class, imported on first use.

`foo-bar` is class `FooBarPass` in `foo_bar.py`. Grouped by folder, in the order of the levels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.passes import ModulePass

from xdsl_torchscript.dialects.lazy_import import lazy_import

PASSES: dict[str, str] = {
    # core
    "verify-level": "core.verify_level:VerifyLevelPass",
    # ts/modules
    "freeze": "ts.modules.freeze:FreezePass",
    "lower-graph": "ts.modules.lower_graph:LowerGraphPass",
    # ts/control_flow
    "branch-on-none": "ts.control_flow.branch_on_none:BranchOnNonePass",
    "fold-branches": "ts.control_flow.fold_branches:FoldBranchesPass",
    "inline-calls": "ts.control_flow.inline_calls:InlineCallsPass",
    "inline-fork-wait": "ts.control_flow.inline_fork_wait:InlineForkWaitPass",
    "licm": "ts.control_flow.licm:LicmPass",
    "lower-exits": "ts.control_flow.lower_exits:LowerExitsPass",
    "peel-loops": "ts.control_flow.peel_loops:PeelLoopsPass",
    "unroll-loops": "ts.control_flow.unroll_loops:UnrollLoopsPass",
    # ts/mutation
    "check-inplace": "ts.mutation.check_inplace:CheckInplacePass",
    "create-functional-graphs": "ts.mutation.create_functional_graphs:CreateFunctionalGraphsPass",
    "functionalize": "ts.mutation.functionalize:FunctionalizePass",
    "print-aliases": "ts.mutation.print_aliases:PrintAliasesPass",
    "remove-inplace-ops": "ts.mutation.remove_inplace_ops:RemoveInplaceOpsPass",
    "remove-mutation": "ts.mutation.remove_mutation:RemoveMutationPass",
    # ts/containers
    "allocate-appended-lists": "ts.containers.allocate_appended_lists:AllocateAppendedListsPass",
    "index-unbound-lists": "ts.containers.index_unbound_lists:IndexUnboundListsPass",
    "lists-as-tensors": "ts.containers.lists_as_tensors:ListsAsTensorsPass",
    "lists-as-tuples": "ts.containers.lists_as_tuples:ListsAsTuplesPass",
    "lower-all-tuples": "ts.containers.lower_all_tuples:LowerAllTuplesPass",
    "lower-simple-tuples": "ts.containers.lower_simple_tuples:LowerSimpleTuplesPass",
    "stack-appended-lists": "ts.containers.stack_appended_lists:StackAppendedListsPass",
    "unpack-constants": "ts.containers.unpack_constants:UnpackConstantsPass",
    "unpack-returned-lists": "ts.containers.unpack_returned_lists:UnpackReturnedListsPass",
    # ts/types
    "erase-number-types": "ts.types.erase_number_types:EraseNumberTypesPass",
    "erase-types": "ts.types.erase_types:EraseTypesPass",
    "insert-expands": "ts.types.insert_expands:InsertExpandsPass",
    "print-facts": "ts.types.print_facts:PrintFactsPass",
    "propagate-requires-grad": "ts.types.propagate_requires_grad:PropagateRequiresGradPass",
    "propagate-types": "ts.types.propagate_types:PropagateTypesPass",
    "remove-expands": "ts.types.remove_expands:RemoveExpandsPass",
    "scalarize-integers": "ts.types.scalarize_integers:ScalarizeIntegersPass",
    "specialize-inputs": "ts.types.specialize_inputs:SpecializeInputsPass",
    # ts/simplification
    "batch-mm": "ts.simplification.batch_mm:BatchMmPass",
    "canonicalize-ops": "ts.simplification.canonicalize_ops:CanonicalizeOpsPass",
    "constant-pooling": "ts.simplification.constant_pooling:ConstantPoolingPass",
    "constant-propagation": "ts.simplification.constant_propagation:ConstantPropagationPass",
    "cse": "ts.simplification.cse:CsePass",
    "dce": "ts.simplification.dce:DcePass",
    "fold-chunks": "ts.simplification.fold_chunks:FoldChunksPass",
    "fold-to-fixpoint": "ts.simplification.fold_to_fixpoint:FoldToFixpointPass",
    "peephole": "ts.simplification.peephole:PeepholePass",
    # ts/decomposition
    "decompose-operators": "ts.decomposition.decompose_operators:DecomposeOperatorsPass",
    "decompose-ops": "ts.decomposition.decompose_ops:DecomposeOpsPass",
    # ts/weights
    "fold-conv-bn": "ts.weights.fold_conv_bn:FoldConvBnPass",
    "fold-linear-bn": "ts.weights.fold_linear_bn:FoldLinearBnPass",
    "optimize-frozen-graph": "ts.weights.optimize_frozen_graph:OptimizeFrozenGraphPass",
    # ts/quantized
    "lower-quantized": "ts.quantized.lower_quantized:LowerQuantizedPass",
    # ts/profiling
    "check-inputs": "ts.profiling.check_inputs:CheckInputsPass",
    "eliminate-guards": "ts.profiling.eliminate_guards:EliminateGuardsPass",
    "insert-bailouts": "ts.profiling.insert_bailouts:InsertBailoutsPass",
    "insert-guards": "ts.profiling.insert_guards:InsertGuardsPass",
    "insert-profiling": "ts.profiling.insert_profiling:InsertProfilingPass",
    "remove-profiling": "ts.profiling.remove_profiling:RemoveProfilingPass",
    "specialize-autograd-zero": "ts.profiling.specialize_autograd_zero:SpecializeAutogradZeroPass",
    # ts/fusion
    "check-strict-fusion": "ts.fusion.check_strict_fusion:CheckStrictFusionPass",
    "create-fusion-groups": "ts.fusion.create_fusion_groups:CreateFusionGroupsPass",
    "inline-fusion-groups": "ts.fusion.inline_fusion_groups:InlineFusionGroupsPass",
    "remove-strict-fusion": "ts.fusion.remove_strict_fusion:RemoveStrictFusionPass",
    "type-check-fusion-groups": "ts.fusion.type_check_fusion_groups:TypeCheckFusionGroupsPass",
    # ts_to_te
    "convert-ts-to-te": "ts_to_te.convert_ts_to_te:ConvertTsToTePass",
    # ts_to_te/weights
    "pack-weights": "ts_to_te.weights.pack_weights:PackWeightsPass",
    # ts_to_te/complex_numbers
    "expand-complex": "ts_to_te.complex_numbers.expand_complex:ExpandComplexPass",
    # ts_to_te/groups
    "create-function-group": "ts_to_te.groups.create_function_group:CreateFunctionGroupPass",
    "decompose-for-groups": "ts_to_te.groups.decompose_for_groups:DecomposeForGroupsPass",
    "decompose-unlowered": "ts_to_te.groups.decompose_unlowered:DecomposeUnloweredPass",
    # ts_to_te/narrow_types
    "widen-bytes": "ts_to_te.narrow_types.widen_bytes:WidenBytesPass",
    "widen-halves": "ts_to_te.narrow_types.widen_halves:WidenHalvesPass",
    # te
    "block-channels": "te.block_channels:BlockChannelsPass",
    "hoist-checks": "te.hoist_checks:HoistChecksPass",
    "hoist-reductions": "te.hoist_reductions:HoistReductionsPass",
    "inline-producers": "te.inline_producers:InlineProducersPass",
    # te_to_loops
    "convert-te-to-loops": "te_to_loops.convert_te_to_loops:ConvertTeToLoopsPass",
    # loops
    "check-bounds": "loops.check_bounds:CheckBoundsPass",
    "collapse-loops": "loops.collapse_loops:CollapseLoopsPass",
    "fuse-loops": "loops.fuse_loops:FuseLoopsPass",
    "fuse-rows": "loops.fuse_rows:FuseRowsPass",
    "parallelize-loops": "loops.parallelize_loops:ParallelizeLoopsPass",
    "split-index-sets": "loops.split_index_sets:SplitIndexSetsPass",
    "split-reductions": "loops.split_reductions:SplitReductionsPass",
    # loops/schedule
    "accumulate-in-memory": "loops.schedule.accumulate_in_memory:AccumulateInMemoryPass",
    "apply-schedule": "loops.schedule.apply_schedule:ApplySchedulePass",
    "cache-accesses": "loops.schedule.cache_accesses:CacheAccessesPass",
    "compute-at": "loops.schedule.compute_at:ComputeAtPass",
    "distribute-loop": "loops.schedule.distribute_loop:DistributeLoopPass",
    "name-loops": "loops.schedule.name_loops:NameLoopsPass",
    "parallelize-loop": "loops.schedule.parallelize_loop:ParallelizeLoopPass",
    "reorder-loops": "loops.schedule.reorder_loops:ReorderLoopsPass",
    "rfactor": "loops.schedule.rfactor:RfactorPass",
    "split-loop": "loops.schedule.split_loop:SplitLoopPass",
    "unroll-loop": "loops.schedule.unroll_loop:UnrollLoopPass",
    "vectorize-loop": "loops.schedule.vectorize_loop:VectorizeLoopPass",
    # loops/vectors
    "vectorize-loops": "loops.vectors.vectorize_loops:VectorizeLoopsPass",
    "vectorize-reductions": "loops.vectors.vectorize_reductions:VectorizeReductionsPass",
    "vectorize-transposes": "loops.vectors.vectorize_transposes:VectorizeTransposesPass",
    # loops/contractions
    "pack-panels": "loops.contractions.pack_panels:PackPanelsPass",
    "prefetch-panels": "loops.contractions.prefetch_panels:PrefetchPanelsPass",
    "split-panels": "loops.contractions.split_panels:SplitPanelsPass",
    "tile-contractions": "loops.contractions.tile_contractions:TileContractionsPass",
    # loops/memory
    "eliminate-dead-stores": "loops.memory.eliminate_dead_stores:EliminateDeadStoresPass",
    "flatten-indices": "loops.memory.flatten_indices:FlattenIndicesPass",
    "hoist-allocations": "loops.memory.hoist_allocations:HoistAllocationsPass",
    "plan-memory": "loops.memory.plan_memory:PlanMemoryPass",
    "prefetch-rows": "loops.memory.prefetch_rows:PrefetchRowsPass",
    # loops/elementary
    "expand-math": "loops.elementary.expand_math:ExpandMathPass",
    # loops_to_llvm
    "check-allocations": "loops_to_llvm.check_allocations:CheckAllocationsPass",
    "convert-arith-to-llvm": "loops_to_llvm.convert_arith_to_llvm:ConvertArithToLlvmPass",
    "convert-cf-to-llvm": "loops_to_llvm.convert_cf_to_llvm:ConvertCfToLlvmPass",
    "convert-func-to-llvm": "loops_to_llvm.convert_func_to_llvm:ConvertFuncToLlvmPass",
    "convert-math-to-llvm": "loops_to_llvm.convert_math_to_llvm:ConvertMathToLlvmPass",
    "convert-memref-to-llvm": "loops_to_llvm.convert_memref_to_llvm:ConvertMemrefToLlvmPass",
    "convert-parallel-to-llvm": "loops_to_llvm.convert_parallel_to_llvm:ConvertParallelToLlvmPass",
    "convert-vector-to-llvm": "loops_to_llvm.convert_vector_to_llvm:ConvertVectorToLlvmPass",
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
