"""The program of a live object as a module of IR of its own, with the object in it.

    module, resources = object_program(program, root)

is `archive_module` of the archive that `save` writes, without writing and compiling the code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from xdsl.dialects.builtin import DenseResourceAttr, ModuleOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.frontend.archive.model import PickledEnum
from xdsl_torchscript.frontend.archive.module import ROOT as ROOT
from xdsl_torchscript.frontend.archive.module import member_symbol
from xdsl_torchscript.frontend.archive.object_ops import object_ops
from xdsl_torchscript.frontend.archive.storages import TensorArrays
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.runtime.errors import SaveError
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.saved_program import SavedProgram
from xdsl_torchscript.runtime.modules.saved_storages import tensor_layout
from xdsl_torchscript.runtime.modules.saved_values import SavedValues, Snapshot
from xdsl_torchscript.runtime.quantized_tensor import tensor_over
from xdsl_torchscript.runtime.tensor import Array


def object_program(program: LinkedProgram, root: Object) -> tuple[ModuleOp, dict[str, Array]]:
    """Return the definitions that an object needs, with its objects, and the tensors that they
    name, which are views of the object's. The object is `@root`.

    Raises SourceError if a definition does not compile, SaveError for values that an archive cannot
    represent, and NoValueError for a tensor without elements.
    """
    snapshot = Snapshot.of(program, root, runs_code=False)
    saved = SavedProgram(program.definitions, snapshot.classes)
    constants = {key: program.resource(key) for key in _resources_of(saved.module)}
    layout = tensor_layout([*snapshot.tensors, *constants.values()])
    values = SavedValues(saved, snapshot, layout)

    def member(value: PickledEnum) -> Attribute:
        found = member_symbol(saved.module, value)
        if found is None:
            raise SaveError(f"{value.value!r} is the value of no member of {value.class_name}")
        return found

    objects = object_ops(values.object(root), ROOT, member, constants)
    saved.module.body.block.add_ops(objects.ops)
    arrays = TensorArrays(layout.arrays)
    records = objects.resources | {key: layout.records[id(t)] for key, t in constants.items()}
    return saved.module, {key: arrays.array(r) for key, r in records.items()}


def copies(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """Return copies of arrays. Those that share memory still do."""
    tensors = {key: tensor_over(array) for key, array in arrays.items()}
    layout = tensor_layout(tensors.values())
    copied = TensorArrays({key: np.array(array) for key, array in layout.arrays.items()})
    return {key: copied.array(layout.records[id(t)]) for key, t in tensors.items()}


def _resources_of(module: ModuleOp) -> Iterator[str]:
    """Yield the names of the tensors that the code of a program has as constants."""
    for op in operations_of(module, ConstantOp):
        if isinstance(op.value, DenseResourceAttr):
            yield op.value.resource_handle.data
