"""The attributes of a module, and the arguments, that a plan relies on. Numbers, strings, None, and
lists and tuples of them, such as `training` and `kernel_size`, are constants, and optional
attributes stay present. So are arguments that decide sizes (`argument_constants.py`), and the
answers that transformer encoders ask for: whether parameters require gradients, and the modes of
gradients and autocast.

    constants = take_constants(function, inputs)   # reads become constants
    constants.are_valid_for(others)                # whether they hold for other inputs
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.constants import literal_attribute
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    DictConstructOp,
    EnterOp,
    GetAttrOp,
    ListConstructOp,
    ListUnpackOp,
)
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    ListType,
    OptionalType,
    StrType,
    TensorType,
)
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.ts.functions import calls_others
from xdsl_torchscript.lowering.ts.modules.attribute_paths import (
    ClassSlot,
    Path,
    attribute_reads,
    passes_through,
    source_of,
    written_slots,
)
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.runtime.executors.argument_constants import (
    MAX_LENGTH,
    ArgumentConstant,
    take_arguments,
)
from xdsl_torchscript.runtime.executors.attribute_check import AttributeCheck, attribute_check
from xdsl_torchscript.runtime.executors.tuple_arguments import take_tuples
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operators.language.modes import is_grad_enabled
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

ModuleConstant: TypeAlias = int | float | str | list[Any] | tuple[Any, ...] | Object | None

_AUTOCAST: tuple[str, ...] = ("aten.is_autocast_enabled", "aten.is_autocast_cpu_enabled")
"""Modes that are never on."""

_PACKED = "__torch__.torch.classes.quantized."
"""The classes of packed parameters."""

ListSource: TypeAlias = tuple[int, Path]
"""An argument by its number, or an attribute of it by the path."""

NameObject: TypeAlias = Callable[[Object], Attribute]
"""Returns the literal of an object, under a new name."""

_TENSORS = ListType(TensorType.get())
_DICT = DictType(StrType(), TensorType.get())
_NUMBERS = frozenset(map(ListType, (i1, i64, f64, StrType())))
_REQUIRES_GRAD = "prim.requires_grad"
_SETS_MODES = ("aten.set_grad_enabled", EnterOp.name)


@dataclass(frozen=True)
class ModuleConstants:
    """The values of the first input's attributes, the paths of its present optional attributes, the
    lengths of tensor lists among inputs and attributes, the keys of dicts of tensors among inputs,
    whether optional tuples among inputs are given, whether tensors among attributes require
    gradients, and the values of inputs that decide sizes. `grad_mode` is None if the mode is not
    read."""

    values: tuple[tuple[Path, ModuleConstant], ...] = ()
    present: tuple[Path, ...] = ()
    lists: tuple[tuple[ListSource, int], ...] = ()
    dicts: tuple[tuple[int, tuple[str, ...]], ...] = ()
    given: tuple[tuple[int, bool], ...] = ()
    gradients: tuple[tuple[Path, bool], ...] = ()
    grad_mode: bool | None = None
    arguments: tuple[tuple[int, ArgumentConstant], ...] = ()

    def are_valid_for(self, inputs: Sequence[Value]) -> bool:
        """Return whether the gradient mode, the numbers, lists, dicts and optional tuples among the
        inputs, and attributes of the first one are as here."""
        if self.grad_mode is not None and is_grad_enabled() is not self.grad_mode:
            return False
        if self.arguments and not self.are_arguments(inputs):
            return False
        for number, length in self._lengths:
            if len(inputs[number]) != length:
                return False
        for number, keys in self.dicts:
            if tuple(inputs[number]) != keys:
                return False
        for number, given in self.given:
            if (inputs[number] is not None) is not given:
                return False
        return self._check is None or self._check(inputs[0])

    def are_arguments(self, inputs: Sequence[Value]) -> bool:
        """Return whether the inputs that are constants are as here."""
        for number, value in self.arguments:
            if inputs[number] is not value and not _is_equal(inputs[number], value):
                return False
        return True

    @property
    def unpacked(self) -> dict[ListSource, int]:
        """The lengths of the lists, and of the lists of values of dicts, that are unpacked."""
        values: dict[ListSource, int] = {(number, ()): len(keys) for number, keys in self.dicts}
        return {**dict(self.lists), **values}

    @cached_property
    def _lengths(self) -> Sequence[tuple[int, int]]:
        """The numbers of inputs that are lists, and the lengths of these."""
        return [(number, length) for (number, path), length in self.lists if not path]

    @cached_property
    def _check(self) -> AttributeCheck | None:
        lengths = [(path, length) for (_, path), length in self.lists if path]
        if not (self.values or self.present or lengths or self.gradients):
            return None
        return attribute_check(self.values, self.present, lengths, self.gradients, _is_equal)

    def and_those(self, others: ModuleConstants) -> ModuleConstants:
        """Return these and others, of a function in which these are constants already."""
        return ModuleConstants(
            self.values + others.values,
            self.present + others.present,
            tuple(dict.fromkeys(self.lists + others.lists)),
            tuple(dict.fromkeys(self.dicts + others.dicts)),
            tuple(dict.fromkeys(self.given + others.given)),
            self.gradients + others.gradients,
            others.grad_mode if self.grad_mode is None else self.grad_mode,
            self.arguments + others.arguments,
        )


NO_CONSTANTS = ModuleConstants()
UNSET = object()
"""The value of a missing attribute, also of None."""


def read_attribute(value: Value, path: Path) -> Value:
    """Return the attribute that a path leads to, or UNSET."""
    for name in path:
        if not isinstance(value, Object) or name not in value.slots:
            return UNSET
        value = value.slots[name]
    return value


def constant_at(root: Value, path: Path) -> ModuleConstant:
    """Return the value of a constant attribute, of a list a copy."""
    value = read_attribute(root, path)
    return [*cast("list[Value]", value)] if isinstance(value, list) else value


def take_constants(
    function: FuncOp,
    inputs: Sequence[Value],
    name: NameObject | None = None,
    fixed: Set[int] = frozenset(),
) -> ModuleConstants:
    """Replace the reads of modes and constant attributes of the first input, and the inputs among
    those numbered `fixed` that decide sizes. Refine the types of other optional attributes, and
    unpack tensor lists, also among the inputs, and dicts of tensors and tuples among these. Return
    all of these.

    Packed parameters, which never change, are constants if `name` gives their literals. Attributes
    and modes that the function sets stay, and all of a function that calls others.
    """
    if calls_others(function):
        return ModuleConstants()
    ops = list(function.walk())
    grad_mode = _take_modes(ops)
    taken = tuple(take_arguments(function, inputs, fixed).items())
    arguments = function.body.block.args
    written = written_slots(function)
    lists = tuple(_take_lists(function, inputs, written).items())
    dicts = tuple(_take_dicts(function, inputs).items())
    given = tuple(take_tuples(function, inputs).items())
    if not arguments or not isinstance(arguments[0].type, ClassType):
        return ModuleConstants(
            lists=lists, dicts=dicts, given=given, grad_mode=grad_mode, arguments=taken
        )
    values: dict[Path, ModuleConstant] = _take_lists_of_numbers(function, inputs[0], written)
    gradients = _take_gradients(function, inputs[0], written)
    present: list[Path] = []
    for op, path in list(attribute_reads(function)):
        value, declared = read_attribute(inputs[0], path), op.result.type
        if passes_through(op.result, written) or value is UNSET:
            continue
        if isinstance(declared, OptionalType) and value is not None:
            declared = declared.element
        if isinstance(value, Object) and name and value.class_name.startswith(_PACKED):
            values[path] = value
            Rewriter.replace_op(op, ConstantOp(name(value), declared))
        elif _is_immutable(value):
            values[path] = value
            known = None if value is None else literal_attribute(value)
            Rewriter.replace_op(op, ConstantOp(known, declared))
        elif op.result.type != declared:
            retype(op.result, declared)
            present.append(path)
    return ModuleConstants(
        tuple(values.items()),
        tuple(dict.fromkeys(present)),
        lists,
        dicts,
        given,
        tuple(gradients.items()),
        grad_mode,
        taken,
    )


def _is_immutable(value: Value) -> bool:
    """Return whether a value is None, a number or a string, or a tuple of these."""
    if type(value) is tuple:
        return all(map(_is_immutable, cast("tuple[Value, ...]", value)))
    return value is None or isinstance(value, int | float | str)


def _take_modes(ops: Sequence[Operation]) -> bool | None:
    """Replace the reads of modes that no operation sets. Return whether gradients are recorded if
    an operation asks for it, else None."""
    modes = dict.fromkeys(_AUTOCAST, False)
    if not any(op.name in _SETS_MODES for op in ops):
        modes["aten.is_grad_enabled"] = is_grad_enabled()
    asked = {op.name for op in ops if op.name in modes}
    for op in ops:
        if op.name in asked:
            Rewriter.replace_op(op, ConstantOp(literal_attribute(modes[op.name]), i1))
    return modes["aten.is_grad_enabled"] if "aten.is_grad_enabled" in asked else None


def _take_lists(
    function: FuncOp, inputs: Sequence[Value], written: Set[ClassSlot]
) -> dict[ListSource, int]:
    """Unpack the arguments and attributes that are unmodified lists of tensors, and return their
    lengths."""
    arguments = function.body.block.args
    found: list[tuple[SSAValue, ListSource]] = [(each, (each.index, ())) for each in arguments]
    reads = attribute_reads(function) if arguments else ()
    found += [(op.result, (0, path)) for op, path in reads]
    tensors = [(value, source) for value, source in found if value.type == _TENSORS]
    if not tensors:
        return {}
    aliases, lists = AliasAnalysis(function), dict[ListSource, int]()
    for value, (number, path) in tensors:
        length = _length(read_attribute(inputs[number], path))
        is_set = passes_through(value, written)
        if length is None or length > MAX_LENGTH or is_set or aliases.has_writers(value):
            continue
        if _unpack(value, length, aliases):
            lists[number, path] = length
    return lists


def _take_lists_of_numbers(
    function: FuncOp, root: Value, written: Set[ClassSlot]
) -> dict[Path, ModuleConstant]:
    """Replace the reads of attributes that are lists of numbers or strings, which the function
    neither writes nor hands on, and return copies of the lists."""
    found: dict[GetAttrOp, tuple[Path, ConstantOp, ModuleConstant]] = {}
    for op, path in list(attribute_reads(function)):
        value, declared = constant_at(root, path), op.result.type
        if isinstance(declared, OptionalType):
            declared = declared.element
        is_list = isinstance(value, list) and declared in _NUMBERS
        if not is_list or passes_through(op.result, written):
            continue
        constant = ConstantOp(literal_attribute(value), declared)
        Rewriter.insert_op(propagate_location(op, [constant]), InsertPoint.after(op))
        op.result.replace_all_uses_with(constant.result)
        constant.result.name_hint = op.result.name_hint
        found[op] = path, constant, value
    if not found:
        return {}
    aliases, values = AliasAnalysis(function), dict[Path, ModuleConstant]()
    lists = [each.result for op, (_, constant, _) in found.items() for each in (op, constant)]
    is_written = any(map(aliases.has_writers, lists))  # maybe by another name
    escaping = {constant for _, constant, _ in found.values() if aliases.escapes(constant.result)}
    for op, (path, constant, value) in found.items():
        if is_written or constant in escaping:
            Rewriter.replace_op(constant, [], [op.result])
        else:
            values[path] = value
            Rewriter.erase_op(op)
    return values


def _take_gradients(function: FuncOp, root: Value, written: Set[ClassSlot]) -> dict[Path, bool]:
    """Replace the questions whether attributes require gradients, which the function does not
    change, and return the answers."""
    asked = [op for op in function.walk() if op.name == _REQUIRES_GRAD]
    if not asked:
        return {}
    aliases, answers = AliasAnalysis(function), dict[Path, bool]()
    for op in asked:
        tensor = op.operands[0]
        source = source_of(tensor)
        value = read_attribute(root, source.path)
        is_set = passes_through(tensor, written) or aliases.has_changed_properties(tensor)
        if source.root is function.body.block.args[0] and isinstance(value, Tensor) and not is_set:
            answers[source.path] = value.requires_grad
            Rewriter.replace_op(op, ConstantOp.of(value.requires_grad))
    return answers


def _take_dicts(function: FuncOp, inputs: Sequence[Value]) -> dict[int, tuple[str, ...]]:
    """Let the users of arguments that are unmodified dicts of tensors, which only read entries, use
    new dicts of the same entries. Return their keys."""
    arguments = [argument for argument in function.body.block.args if argument.type == _DICT]
    if not arguments:
        return {}
    aliases, found = AliasAnalysis(function), dict[int, tuple[str, ...]]()
    for argument in arguments:
        keys = tuple(cast("dict[str, Value]", inputs[argument.index]))
        users = [use.operation for use in argument.uses]
        is_read = all(aliases.only_reads(op, argument) for op in users)
        if users and is_read and len(keys) <= MAX_LENGTH and not aliases.has_writers(argument):
            _rebuild_dict(argument, keys)
            found[argument.index] = keys
    return found


def _rebuild_dict(argument: BlockArgument, keys: Sequence[str]) -> None:
    """Let the users of a dict of tensors use a new one with its values and these keys."""
    uses = list(argument.uses)
    values = schema_op("aten.values.str").create(operands=[argument], result_types=[_TENSORS])
    unpack = ListUnpackOp(values.results[0], [TensorType.get()] * len(keys))
    names = [ConstantOp.of(key) for key in keys]
    entries = [each for pair in zip(names, unpack.elements, strict=True) for each in pair]
    packed = DictConstructOp(entries, StrType(), TensorType.get())
    ops = propagate_location(uses[0].operation, [*names, values, unpack, packed])
    Rewriter.insert_op(ops, InsertPoint.at_start(argument.owner))
    for use in uses:
        use.operation.operands[use.index] = packed.result


def _unpack(value: SSAValue, length: int, aliases: AliasAnalysis) -> bool:
    """Let the users of a list of tensors, which only read elements, use a new list of them. Return
    whether an operation unpacks the list to that many elements.
    """
    users = [use.operation for use in value.uses]
    readers = [op for op in users if not isinstance(op, ListUnpackOp)]
    if not all(aliases.only_reads(op, value) for op in readers):
        return False
    if not readers:
        return any(isinstance(op, ListUnpackOp) and len(op.elements) == length for op in users)
    unpack = ListUnpackOp(value, [TensorType.get()] * length)
    packed = ListConstructOp(unpack.elements, TensorType.get())
    value.replace_uses_with_if(packed.result, lambda use: use.operation in readers)
    owner = value.owner
    is_result = isinstance(owner, Operation)
    start = InsertPoint.after(owner) if is_result else InsertPoint.at_start(owner)
    Rewriter.insert_op(propagate_location(readers[0], [unpack, packed]), start)
    return True


def _length(value: Value) -> int | None:
    return len(cast("list[Value]", value)) if isinstance(value, list) else None


def _is_equal(found: Value, value: ModuleConstant) -> bool:
    """Compare values; floats by identity, since 0.0 == -0.0 and a NaN equals nothing."""
    if isinstance(value, list | tuple):
        is_alike = isinstance(found, list if isinstance(value, list) else tuple)
        pairs = zip(cast("Sequence[Value]", found), value, strict=False) if is_alike else ()
        same = (one is other or _is_equal(one, other) for one, other in pairs)
        return is_alike and len(cast("Sequence[Value]", found)) == len(value) and all(same)
    return type(found) is type(value) and not isinstance(value, float) and found == value
