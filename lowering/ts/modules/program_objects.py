"""The objects and classes of a program, and the module that no other object holds."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr

from xdsl_torchscript.dialects.modules import ClassOp, ObjectOp
from xdsl_torchscript.lowering.core.diagnostics import fail


def objects_of(module: ModuleOp) -> dict[str, ObjectOp]:
    """Return the objects of a program by name."""
    return {op.sym_name.data: op for op in module.ops if isinstance(op, ObjectOp)}


def classes_in(module: ModuleOp) -> dict[str, ClassOp]:
    """Return the classes of a module by name."""
    return {op.sym_name.data: op for op in module.ops if isinstance(op, ClassOp)}


def root_object(module: ModuleOp, name: str) -> ObjectOp:
    """Return the object of that name or, without a name, the object that no other holds.

    Raises FindingsError.
    """
    objects = objects_of(module)
    held = {
        value.string_value()
        for op in objects.values()
        for value in op.slots.data.values()
        if isinstance(value, SymbolRefAttr)
    }
    names = [name] if name else [other for other in objects if other not in held]
    if len(names) != 1 or names[0] not in objects:
        known = ", ".join(objects) or "none"
        fail(module, f"needs one object: object=NAME, of these: {known}")
    return objects[names[0]]


def class_of(module: ModuleOp, made: ObjectOp) -> ClassOp:
    """Return an object's class. Raises FindingsError."""
    classes = classes_in(module)
    if made.class_name not in classes:
        fail(made, f"is of the class @{made.class_name}, which the module does not define")
    return classes[made.class_name]
