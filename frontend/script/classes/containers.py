"""The children of modules: iteration over and indexing of `self.layers`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import GetAttrOp, constant_value
from xdsl_torchscript.dialects.types import ClassType, InterfaceType
from xdsl_torchscript.frontend.script.calls import call, known_integer
from xdsl_torchscript.frontend.script.classes.parts import SequenceValue
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.definitions import AttributeDefinition
from xdsl_torchscript.frontend.script.values import Special

Children = Mapping[str, Attribute]
"""The children of a module by attribute name, with their types."""

_OF_PARAMETERS = frozenset({"parameters", "parameter_dict"})
_DICTS = frozenset({"dict", "parameter_dict"})


def children_of(attributes: Mapping[str, AttributeDefinition], container: str | None) -> Children:
    """Return the modules in a module, or the parameters of a list or dict of them."""
    return {
        name: attribute.type
        for name, attribute in attributes.items()
        if (
            attribute.kind == "parameter"
            if container in _OF_PARAMETERS
            else attribute.value is None and isinstance(attribute.type, ClassType | InterfaceType)
        )
    }


def _child(c: Context, module: SSAValue, children: Children, name: str) -> SugaredValue:
    return SimpleValue(c.insert(GetAttrOp(module, name, children[name])).result)


def _values(c: Context, module: SSAValue, children: Children) -> Sequence[SugaredValue]:
    return [_child(c, module, children, name) for name in children]


def _keys(c: Context, module: SSAValue, children: Children) -> Sequence[SugaredValue]:
    return [SimpleValue(c.constant(name)) for name in children]


def _items(c: Context, module: SSAValue, children: Children) -> Sequence[SugaredValue]:
    keys, values = _keys(c, module, children), _values(c, module, children)
    return [SequenceValue(pair) for pair in zip(keys, values, strict=True)]


_ContainerMethod = Callable[[Context, SSAValue, Children], Sequence[SugaredValue]]
_OF_MODULES: Mapping[str, _ContainerMethod] = {"children": _values, "named_children": _items}
_OF_DICTS: Mapping[str, _ContainerMethod] = {"keys": _keys, "values": _values, "items": _items}
_OF_LISTS: Mapping[str, _ContainerMethod] = {}


def method_of_children(
    module: SSAValue, children: Children, container: str | None, name: str
) -> SugaredValue | None:
    """Return a method such as `self.layers.items()` or `self.children()`, or None."""
    own = _OF_DICTS if container in _DICTS else _OF_LISTS
    make = own.get(name) or _OF_MODULES.get(name)
    if make is None:
        return None

    def run(c: Context, node: ast.Call) -> SugaredValue:
        if node.args or node.keywords:
            raise c.error(f"'{name}' takes no arguments", node)
        return SequenceValue(tuple(make(c, module, children)))

    return Special(name, run)


def parts_of_container(
    c: Context, module: SSAValue, children: Children, container: str
) -> Sequence[SugaredValue]:
    """Return the parts that a loop over a container visits: names of a dict, else children."""
    return (_keys if container in _DICTS else _values)(c, module, children)


def child_at(
    c: Context, module: SSAValue, children: Children, container: str, node: ast.expr
) -> SugaredValue | SSAValue:
    """Return `self.layers[0]`, `self.layers[1:]` or `self.layers["name"]`; an unknown index
    itself."""
    names = list(children)
    if isinstance(node, ast.Slice):
        bounds = [_bound(c, part) for part in (node.lower, node.upper, node.step)]
        return SequenceValue(
            tuple(_child(c, module, children, name) for name in names[slice(*bounds)])
        )
    index = c.value(node)
    if container in _DICTS:
        known = constant_value(index)
        if not isinstance(known, StringAttr):
            return index
        if known.data not in children:
            shown = ", ".join(names) or "none"
            raise c.error(f"it does not contain '{known.data}', only {shown}", node)
        return _child(c, module, children, known.data)
    number = known_integer(index)
    if number is None:
        return index
    if not -len(names) <= number < len(names):
        raise c.error(f"index {number} is outside of {len(names)} modules", node)
    return _child(c, module, children, names[number])


def module_at(
    c: Context, module: SSAValue, index: SSAValue, wanted: InterfaceType, node: ast.AST
) -> SugaredValue:
    """Emit `m: Interface = self.layers[i]`, with an index or name known at run time."""
    found = call(c, "prim::ModuleContainerIndex", [module, index], None, node)
    return SimpleValue(Rewriter.replace_value_with_new_type(found, wanted))


def _bound(c: Context, node: ast.expr | None) -> int | None:
    if node is None:
        return None
    found = known_integer(c.value(node))
    if found is None:
        raise c.error("slice bounds of modules must be literals", node)
    return found
