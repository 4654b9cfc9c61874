"""`prim.If` from two branches, whose assignments become its results."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence

from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_torchscript.dialects.prim import IfOp, IfYieldOp, UncheckedCastOp, UninitializedOp
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import unify
from xdsl_torchscript.frontend.script.context import Context, Environment, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.hints import hint_of

_NUMBERED = re.compile(r"(.*?)(\d*)")


def sort_names(names: Iterable[str]) -> list[str]:
    """Sort names by letters, then by numbers: `a`, `x2`, `x10`.

    Names of only a number come last, as PyTorch's printer orders them.
    """
    return sorted(names, key=_rank)


def _rank(name: str) -> tuple[bool, str, int]:
    found = _NUMBERED.fullmatch(name)
    base, number = (found[1], found[2]) if found else (name, "")
    return base == "_", base, int(number or -1)


def end_branch(c: Context, block: Block, values: Sequence[SSAValue]) -> None:
    end = IfYieldOp(*values)
    end.location = c.script.location(c.place)
    block.add_op(end)


def choose(
    c: Context,
    condition: SSAValue,
    then: Callable[[], SSAValue],
    otherwise: Callable[[], SSAValue],
    node: ast.AST,
) -> SSAValue:
    """Emit a choice between two values, each computed only if needed."""
    blocks, values = (Block(), Block()), list[SSAValue]()
    for block, compute in zip(blocks, (then, otherwise), strict=True):
        with c.inside(block):
            values.append(compute())
    type = unify(values[0].type, values[1].type)
    if type is None:
        a, b = (spell(value.type) for value in values)
        raise c.error(f"the value is {a} if the condition holds and {b} if not", node)
    for block, value in zip(blocks, values, strict=True):
        end_branch(c, block, [value])
    return c.insert(IfOp(condition, [type], *map(Region, blocks))).results[0]


class _Join:
    """The values of names in both branches, and the results of the op that joins them."""

    def __init__(self, c: Context, then: Environment, otherwise: Environment) -> None:
        self._c = c
        self._then, self._otherwise = then, otherwise
        self.outputs: dict[str, tuple[SSAValue, SSAValue, Attribute]] = {}

    def both(self) -> None:
        """Join the names where control may come from either branch."""
        a, b = self._then, self._otherwise
        for name in sort_names({*a.values, *b.values, *a.undefined, *b.undefined}):
            self._join(name, a.find(name), b.find(name))

    def _join(self, name: str, a: SugaredValue | None, b: SugaredValue | None) -> None:
        outer = self._c.environment
        if a is None or b is None:
            which = "if the condition holds" if a is None else "if the condition does not hold"
            outer.forget(name, f"'{name}' has no value {which}")
            return
        if not isinstance(a, SimpleValue) or not isinstance(b, SimpleValue):
            if a != b:
                outer.forget(name, f"'{name}' is not a TorchScript value in one of the branches")
            return
        before = outer.find(name)
        if isinstance(before, SimpleValue) and _origin(a.ssa) is _origin(b.ssa) is _origin(
            before.ssa
        ):
            return
        declared = self._then.declared.get(name) or self._otherwise.declared.get(name)
        type = declared or unify(a.ssa.type, b.ssa.type) or outer.declaration(name)
        if type is None:
            types = f"{spell(a.ssa.type)} if the condition holds and {spell(b.ssa.type)} if not"
            outer.forget(name, f"'{name}' is {types}")
            return
        self.outputs[name] = a.ssa, b.ssa, type


def _origin(value: SSAValue) -> SSAValue:
    """Return the value before type refinements."""
    while isinstance(value.owner, UncheckedCastOp):
        value = value.owner.value
    return value


def join(
    c: Context,
    condition: SSAValue,
    blocks: tuple[Block, Block],
    environments: tuple[Environment, Environment],
) -> None:
    """Emit the op, and set the variables to their values after it."""
    then, otherwise = environments
    c.environment.exited = then.exited and otherwise.exited
    if then.exited != otherwise.exited:
        _join_one(c, condition, blocks, environments)
        return
    joined = _Join(c, then, otherwise)
    if not c.environment.exited:
        joined.both()
    outputs = joined.outputs
    end_branch(c, blocks[0], [value for value, _, _ in outputs.values()])
    end_branch(c, blocks[1], [value for _, value, _ in outputs.values()])
    types = [type for _, _, type in outputs.values()]
    op = c.insert(IfOp(condition, types, *map(Region, blocks)))
    for name, result in zip(outputs, op.results, strict=True):
        result.name_hint = hint_of(name)
        c.environment.set(name, SimpleValue(result))


def _join_one(
    c: Context,
    condition: SSAValue,
    blocks: tuple[Block, Block],
    environments: tuple[Environment, Environment],
) -> None:
    """Join where control reaches the end of one branch alone; keep its values and refinements."""
    gone = 0 if environments[0].exited else 1
    staying = environments[1 - gone]
    outputs: dict[str, SSAValue] = {}
    refined: dict[str, Attribute] = {}
    for name in sort_names(staying.values):
        found, before = staying.values[name], c.environment.find(name)
        if not isinstance(found, SimpleValue):
            c.environment.set(name, found)
        elif isinstance(before, SimpleValue) and _origin(found.ssa) is _origin(before.ssa):
            refined[name] = found.ssa.type
        else:
            outputs[name] = found.ssa
    for name, why in staying.undefined.items():
        c.environment.forget(name, why)
    with c.inside(blocks[gone]):
        unset = [c.insert(UninitializedOp(value.type)).result for value in outputs.values()]
    end_branch(c, blocks[gone], unset)
    end_branch(c, blocks[1 - gone], list(outputs.values()))
    types = [value.type for value in outputs.values()]
    op = c.insert(IfOp(condition, types, *map(Region, blocks)))
    for name, result in zip(outputs, op.results, strict=True):
        result.name_hint = hint_of(name)
        c.environment.set(name, SimpleValue(result))
    for name, type in refined.items():
        before = c.environment.find(name)
        if isinstance(before, SimpleValue) and before.ssa.type != type:
            again = c.insert(UncheckedCastOp(before.ssa, type)).result
            again.name_hint = hint_of(name)
            c.environment.set(name, SimpleValue(again))
