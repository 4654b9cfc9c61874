"""Why names of PyTorch's TorchScript are not here: by owner, then by reason."""

from __future__ import annotations

EXECUTORS = "of the executors, which do not optimise yet: every call is interpreted"
DEVICES = "everything runs on the CPU"
GRADIENTS = "there are no gradients to hook"
PYTHON = "for operators that call Python, which no program here does"
REFUSED = 'PyTorch refuses it, too: "not supported on ScriptModules"'

REASONS: dict[str, dict[str, str]] = {
    "torch.jit": {
        EXECUTORS: """enable_onednn_fusion fuser last_executed_optimized_graph
            onednn_fusion_enabled optimize_for_inference optimized_execution
            run_frozen_optimizations set_fusion_strategy""",
        "freezing makes constants of a module's values; it comes with the executors": "freeze",
        "FlatBuffers are a format of mobile builds, which PyTorch no longer ships": """
            jit_module_from_flatbuffer save_jit_module_to_flatbuffer""",
        "a helper of PyTorch's own modules": "set_module",
        "a script has `isinstance`, and Python its own": "isinstance",
        "`ts.ScriptModule` and `ts.ScriptObject` are the classes of everything scripted, loaded "
        "or traced": """ONNXTracedModule RecursiveScriptClass RecursiveScriptModule
            TopLevelTracedModule TracedModule""",
        "warnings here are `ts.LoadWarning` and `ts.TracerWarning`": "ScriptWarning",
    },
    "ScriptModule": {
        EXECUTORS: "get_debug_state graph_for",
        DEVICES: "cuda ipu mtia xpu share_memory",
        GRADIENTS: """register_backward_hook register_full_backward_hook
            register_full_backward_pre_hook""",
        REFUSED: """compile register_forward_hook register_forward_pre_hook
            register_load_state_dict_post_hook register_load_state_dict_pre_hook
            register_state_dict_post_hook register_state_dict_pre_hook set_submodule to_empty""",
        "of PyTorch's own bookkeeping": """T_destination call_super_init dump_patches
            forward_magic_method""",
        "a scripted module has no state beside its attributes": "get_extra_state set_extra_state",
    },
    "ScriptFunction": {EXECUTORS: "get_debug_state graph_for"},
    "Graph": {
        "fusion groups are made by passes": "createCudaFusionGroup createFusionGroup",
        "`ts-opt -p print-aliases` prints what `alias_db` knows": "dump_alias_db",
        "a setting of the process; `str(print_source_ranges=False)` is one of the call": """
            global_print_source_ranges set_global_print_source_ranges""",
    },
    "Block": {},
    "Node": {
        PYTHON: "cconv pyname pyobj scalar_args",
        "a subgraph is the block of its node: `blocks()`": "g g_ gs gs_",
        "`scopeName` and `sourceRange` tell where a node comes from": "getModuleHierarchy",
    },
    "Value": {},
    "Type": {},
}
