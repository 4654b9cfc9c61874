"""`export_opnames`: the operators that a program calls."""

from __future__ import annotations

from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.runtime.modules import module_tree
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.script_module import ScriptModule


def export_opnames(module: ScriptModule) -> list[str]:
    """Return the sorted operator names in all methods of a module and its submodules.

    A name is `aten::add.Tensor`. All methods are compiled. Raises SourceError.
    """
    program = program_of(module)
    found = module_tree.modules(program, object_of(module), (), set())
    names: set[str] = set()
    for class_name in dict.fromkeys(owner.class_name for _, owner in found):
        for name in program.definitions.method_names(class_name):
            ops = program.definitions.method(class_name, name).walk()
            names |= {
                op.kind.data if isinstance(op, OperatorOp) else op.schema.full_name
                for op in ops
                if isinstance(op, SchemaOp | OperatorOp)
            }
    return sorted(names)
