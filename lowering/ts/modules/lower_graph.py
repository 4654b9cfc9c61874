"""`lower-graph`: the attributes that a method reads become inputs of a function.

    ts.class @M module {
      ts.attr @weight parameter : !ts.tensor
      func.func @forward(%self: !ts.class<@M>, %x: !ts.tensor) -> !ts.tensor {
        %w = prim.GetAttr(%self) {name = "weight"} : (!ts.class<@M>) -> !ts.tensor
        %y = aten.mul.Tensor(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        func.return %y : !ts.tensor
      }
    }

becomes

    func.func @forward(%x: !ts.tensor, %weight: !ts.tensor) -> !ts.tensor
        attributes {ts.attributes = ["weight"]} {
      %y = aten.mul.Tensor(%x, %weight) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      func.return %y : !ts.tensor
    }

Calls are inlined first. `ts.attributes` names the attribute behind each new input, as the path from
the module on: `layer.weight`. Everything else of the program is dropped. A method that sets
attributes, or uses modules otherwise than to read from them, is rejected.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.modules import EnumOp
from xdsl_torchscript.dialects.prim import GetAttrOp
from xdsl_torchscript.dialects.types import ClassType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_calls
from xdsl_torchscript.lowering.ts.modules.attribute_paths import Path, attribute_reads
from xdsl_torchscript.lowering.ts.modules.program_objects import class_of, root_object

ATTRIBUTES = "ts.attributes"
"""Attribute of a function: the paths of the attributes that its last inputs are."""


def lower_method(method: FuncOp) -> None:
    """Give `method` its attributes as inputs in place of `self`. Raises FindingsError."""
    block = method.body.block
    inputs: dict[Path, BlockArgument] = {}
    objects: list[GetAttrOp] = []
    for op, path in attribute_reads(method):
        if isinstance(op.result.type, ClassType):
            objects.append(op)
            continue
        if path not in inputs:
            inputs[path] = block.insert_arg(op.result.type, len(block.args))
            inputs[path].name_hint = path[-1] if path[-1].isidentifier() else None
            inputs[path].location = op.location
        op.result.replace_all_uses_with(inputs[path])
        Rewriter.erase_op(op)
    for op in reversed(objects):
        _require_unused(op.result, op.attribute.data)
        Rewriter.erase_op(op)
    _require_unused(block.args[0], "self")
    block.erase_arg(block.args[0])
    names = [StringAttr(".".join(path)) for path in inputs]
    method.attributes[ATTRIBUTES] = ArrayAttr(names)
    if method.arg_attrs is not None:
        described = [*method.arg_attrs.data[1:], *[DictionaryAttr({})] * len(inputs)]
        method.arg_attrs = ArrayAttr(described)
    method.update_function_type()


def _require_unused(value: SSAValue, name: str) -> None:
    """Raise FindingsError for an operation that uses an object otherwise than to read from it."""
    for use in value.uses:
        fail(use.operation, f"uses the module '{name}'; only reads of attributes become inputs")


@dataclass(frozen=True)
class LowerGraphPass(TsPass):
    """Turn a method into a function that takes the attributes it reads."""

    name = "lower-graph"
    level = "script"
    requires = ()
    ensures = ("no-script",)
    preserves = ()

    object: str = field(
        default="", metadata={"help": "the module; may be left out if no other one holds it"}
    )
    method: str = field(default="forward", metadata={"help": "the method that stays"})

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        inline_calls(module)
        owner = class_of(module, root_object(module, self.object))
        if self.method not in owner.methods:
            known = ", ".join(owner.methods) or "none"
            fail(owner, f"has no method '{self.method}' to lower, of these: {known}")
        method = owner.methods[self.method]
        lower_method(method)
        method.detach()
        for op in list(module.ops):
            if not isinstance(op, EnumOp):
                Rewriter.erase_op(op)
        module.body.block.add_op(method)
