"""Write PyTorch's answers about types into `tests/unit/data`, for `test_type_text` and
`test_subtyping`. Run with a Python that has torch:

    python tests/conformance/gen_types.py [another folder]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch._C import (
    AnyType,
    AwaitType,
    BoolType,
    ComplexType,
    DeviceObjType,
    DictType,
    FloatType,
    FutureType,
    IntType,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    RRefType,
    StringType,
    TensorType,
    TupleType,
    Type,
    UnionType,
)

DATA = Path(__file__).parents[1] / "unit" / "data"


class Color(Enum):
    RED = 1


class Point(NamedTuple):
    x: int
    y: Tensor


class Place(NamedTuple):
    x: int
    y: Tensor


class Other(NamedTuple):
    a: int
    b: Tensor


class Preset(NamedTuple):
    x: int
    scale: float = 2.5
    name: str = "a b"


@torch.jit.interface
class Runs:
    def run(self, x: Tensor) -> Tensor:  # type: ignore[empty-body]
        pass


@torch.jit.script
class Runner:
    def run(self, x: Tensor) -> Tensor:
        return x


def _named(
    c: Color, p: Point, q: Place, o: Other, s: Preset, r: Runner, i: Runs, g: torch.Generator | None
) -> None:
    return


def _tops(x: Any) -> None:
    if isinstance(x, list):
        print(x)
    if isinstance(x, tuple):
        print(x)


def spelling(type: Type) -> str:
    """Return the type as graphs print it."""
    graph = torch._C.Graph()
    graph.addInput().setType(type)
    return str(graph).removeprefix("graph(%0 : ").partition("):\n")[0]


def exact(type: Type) -> str:
    """Return the type with the facts of tensors that PyTorch omits inside these types."""
    if isinstance(type, DictType):
        return f"Dict({exact(type.getKeyType())}, {exact(type.getValueType())})"
    if isinstance(type, OptionalType):
        return f"{exact(type.getElementType())}?"
    if isinstance(type, AwaitType):
        return f"Await({exact(type.getElementType())})"
    return spelling(type)


def _from_text(text: str) -> Type:
    graph = torch._C.parse_ir(f"graph(%x : {text}):\n  return (%x)\n")
    return next(graph.inputs()).type()


def _scripted() -> Iterator[Type]:
    for value in torch.jit.script(_named).graph.inputs():
        yield value.type()
    for node in torch.jit.script(_tops).graph.findAllNodes("prim::unchecked_cast"):
        yield node.output().type()


def _tensors() -> Iterator[Type]:
    plain = TensorType.get()
    full = TensorType.create_from_tensor(torch.rand(2, 3))
    yield from (plain, full, full.with_sizes([None, 3]), full.with_sizes([None, None]))
    yield TensorType.create_from_tensor(torch.rand(2, 3, requires_grad=True).t())
    yield from (plain.with_dtype(torch.float32), plain.with_sizes([2, 3]))
    yield plain.with_dtype(torch.float32).with_sizes([2, 3])
    yield plain.with_dtype(torch.float32).with_sizes([2, None])
    yield plain.with_device(torch.device("cpu"))
    yield TensorType.create_from_tensor(torch.tensor(1.0))


def _scalars() -> tuple[Type, ...]:
    simple = (IntType, FloatType, BoolType, ComplexType, NumberType, StringType, NoneType)
    return (*(kind.get() for kind in simple), DeviceObjType.get(), AnyType.get())


def lattice_types() -> list[Type]:
    """Return the types whose relations are recorded."""
    i, f, _, _, number, s, none, _, top = _scalars()
    tensor, full, *_ = tensors = list(_tensors())
    return [
        *_scalars(), *tensors, *_scripted(),
        _from_text("AnyClassType"), _from_text("AnyEnumType"),
        ListType(i), ListType(f), ListType(number), ListType(tensor), ListType(full),
        ListType(OptionalType(i)), ListType(ListType(i)), ListType(top),
        OptionalType(i), OptionalType(f), OptionalType(number), OptionalType(tensor),
        OptionalType(full), OptionalType(ListType(i)), OptionalType(s),
        TupleType([]), TupleType([i]), TupleType([i, tensor]), TupleType([i, full]),
        TupleType([number, tensor]), TupleType([OptionalType(i), tensor]), TupleType([i, f]),
        DictType(s, tensor), DictType(s, full), DictType(s, i), DictType(i, tensor),
        FutureType(tensor), FutureType(full), FutureType(i), FutureType(ListType(full)),
        AwaitType(tensor), AwaitType(full), RRefType(tensor), RRefType(i),
        UnionType([i, s]), UnionType([i, s, none]), UnionType([i, f]), UnionType([s, tensor]),
        UnionType([f, s, i]), UnionType([ListType(i), i]), UnionType([f, none, i]),
    ]  # fmt: skip


def spelled_types() -> Iterator[Type]:
    """Yield types for the test of spellings: containers of everything, and those of all schemas."""
    basic = [*_scalars(), *_tensors()]
    wrappers = (ListType, OptionalType, FutureType, AwaitType, RRefType)
    yield from lattice_types()
    for wrap, element in product(wrappers, basic):
        if not (wrap is OptionalType and element in (NoneType.get(), AnyType.get())):
            yield wrap(element)
    for key, value in product((StringType.get(), IntType.get()), basic):
        yield DictType(key, ListType(value))
        yield DictType(key, FutureType(value))
        yield TupleType([value, TupleType([key]), OptionalType(key)])
    for scalar in sorted(
        name for name in dir(torch) if isinstance(getattr(torch, name), torch.dtype)
    ):
        yield TensorType.get().with_dtype(getattr(torch, scalar)).with_sizes([1, None])
    for schema in torch._C._jit_get_all_schemas():
        for argument in (*schema.arguments, *schema.returns):
            if "Sym" not in spelling(argument.type):  # no value of a program has such a type
                yield argument.type


def spellings_text() -> str:
    """Return `type_spellings.tsv`: each type in graphs and in annotations."""
    rows = {f"{spelling(t)}\t{t.annotation_str}" for t in spelled_types()}
    header = "# Types as PyTorch prints them in graphs and in annotations; written by gen_types.py"
    return "\n".join([header, *sorted(rows)]) + "\n"


def _unified(a: Type, b: Type) -> str:
    try:
        return exact(torch._C.unify_type_list([a, b]))
    except RuntimeError:
        return ""


def lattice_text() -> str:
    """Return `subtyping.txt`: types, their supertypes, and joins of unrelated ones."""
    types = lattice_types()
    lines = ["# Relations of types in PyTorch: types, subtypes, unions; written by gen_types.py"]
    lines += [f"type {number} {exact(t)}" for number, t in enumerate(types)]
    for number, a in enumerate(types):
        above = [str(other) for other, b in enumerate(types) if a.isSubtypeOf(b)]
        lines.append(f"below {number} {' '.join(above)}")
    for (i, a), (j, b) in product(enumerate(types), repeat=2):
        related = a.isSubtypeOf(b) or b.isSubtypeOf(a)
        if not related and (unified := _unified(a, b)):
            lines.append(f"unify {i} {j} {unified}")
    return "\n".join(lines) + "\n"


FILES = {"type_spellings.tsv": spellings_text, "subtyping.txt": lattice_text}

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    for name, text in FILES.items():
        (folder / name).write_text(text())
