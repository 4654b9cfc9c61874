"""Conversion of `te.draw`: a call of a function of the runtime that fills memory with words.

    %w = te.draw %n : tensor<?xi32>

becomes

    %m = memref.alloc(%n) : memref<?xi32>
    func.call @ts_random_words(%m, %n) : (memref<?xi32>, index) -> ()

No pass knows what the function does, so none moves the call, or divides a loop around it.
"""

from __future__ import annotations

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType, ModuleOp, i32, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.te import DrawOp
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer
from xdsl_torchscript.lowering.te_to_loops.conversion import LoopsConversion

DRAW_FUNCTIONS: dict[Attribute, str] = {i32: "ts_random_words", i64: "ts_random_long_words"}
"""The function that draws, by the type of the words."""


def convert_draw(to: LoopsConversion, op: DrawOp) -> Buffer:
    """`te.draw`: memory for the words, and the call that fills it."""
    target, (size,) = to.place(op.words, op.extents), op.extents
    type = MemRefType(target.element, [DYNAMIC_INDEX])
    memory = target.memory
    if memory.type != type:
        memory = to.emit(memref.CastOp.get(memory, type)).dest
    count = to.emit.index(size) if isinstance(size, int) else to.value(size)
    to.emit(func.CallOp(_declare(op, type), [memory, count], []))
    return target


def _declare(op: DrawOp, type: MemRefType[Attribute]) -> str:
    """Declare the function that draws words of a type, unless the module does; return its name."""
    name, module = DRAW_FUNCTIONS[type.element_type], op.get_toplevel_object()
    if not isinstance(module, ModuleOp):
        fail(op, "is not in a module")
    declared = (f.sym_name.data for f in module.ops if isinstance(f, func.FuncOp))
    if name not in declared:
        declaration = func.FuncOp.external(name, [type, IndexType()], [])
        module.body.block.add_ops(propagate_location(op, [declaration]))
    return name
