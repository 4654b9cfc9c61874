"""The reasons why names of PyTorch's TorchScript are not here: by owner, then by reason."""

from __future__ import annotations

DEVICES = "execution is CPU-only"
GRADIENTS = "there is no autograd"
PYTHON = "for operators that call Python, which are not supported"
REFUSED = 'PyTorch raises, too: "not supported on ScriptModules"'

REASONS: dict[str, dict[str, str]] = {
    "torch.jit": {
        "the FlatBuffer format of mobile builds, which PyTorch no longer ships": """
            jit_module_from_flatbuffer save_jit_module_to_flatbuffer""",
        "internal helper of PyTorch": "set_module",
        "use `isinstance`, in scripts and in Python": "isinstance",
        "scripted, loaded and traced programs are all `ts.ScriptModule` or "
        "`ts.ScriptObject`": """ONNXTracedModule RecursiveScriptClass RecursiveScriptModule
            TopLevelTracedModule TracedModule""",
        "`ts.LoadWarning` and `ts.TracerWarning` are the warning classes": "ScriptWarning",
    },
    "ScriptModule": {
        DEVICES: "cuda ipu mtia xpu share_memory",
        GRADIENTS: """register_backward_hook register_full_backward_hook
            register_full_backward_pre_hook""",
        REFUSED: """compile register_forward_hook register_forward_pre_hook
            register_load_state_dict_post_hook register_load_state_dict_pre_hook
            register_state_dict_post_hook register_state_dict_pre_hook set_submodule to_empty""",
        "internal to PyTorch": """T_destination call_super_init dump_patches
            forward_magic_method""",
        "the state of a scripted module is its attributes": "get_extra_state set_extra_state",
    },
    "ScriptFunction": {},
    "Graph": {
        "passes create fusion groups": "createCudaFusionGroup createFusionGroup",
        "use `ts-opt -p print-aliases`": "dump_alias_db",
        "use the argument of `str(print_source_ranges=False)`": """
            global_print_source_ranges set_global_print_source_ranges""",
    },
    "Block": {},
    "Node": {
        PYTHON: "cconv pyname pyobj scalar_args",
        "subgraphs are blocks of their node: use `blocks()`": "g g_ gs gs_",
        "use `scopeName` and `sourceRange`": "getModuleHierarchy",
    },
    "Value": {},
    "Type": {},
}
