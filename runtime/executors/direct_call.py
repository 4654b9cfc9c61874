"""Direct calls: machine code calls the kernels of plans that are one group, without Python.

    calls = direct_calls(plans, function)
    set_direct(function, (tables, engine, *calls))   # calls for which a kernel holds are direct

On each call, `native/direct_call.ll` reads the arguments and the module's attributes, and checks
their types and the identity of constants, for one plan after another: a polymorphic inline cache
(Hoelzle, Chambers and Ungar 1991). So parameters may be replaced, and sizes alternate. Python
handles calls under another engine, in a trace or budget, with keywords, or with other types.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from xdsl_torchscript.runtime.executors.last_graph import LAST, LastCall
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.executors.whole_plan import (
    ArgumentSource,
    ChosenResult,
    ConstantSource,
    InputSource,
    ReturnedNumber,
    WholePlan,
)
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE as BUDGET
from xdsl_torchscript.runtime.modules.direct_callable import DirectCallable
from xdsl_torchscript.runtime.modules.engines import ACTIVE, Selection
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.script_function import Callable
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.native.call_kernel import (
    pack_words,
    runtime,
    slot_offset,
    words_with_lists,
)
from xdsl_torchscript.runtime.native.once import once
from xdsl_torchscript.runtime.operators.language.modes import GRAD_MODE
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.tracing.active import RECORDER

_NONE_RETURNED = -(2**63)
"""The word of a result that is None."""
_EARLIER = 1 << 32
"""Added to the place of the same result before."""
_CHOSEN, _CHOOSER = 1 << 40, 20
"""Added to the place of a result that an input may replace, with the place of the number that says
so, shifted by as many bits."""
_NOTHING = object()
"""The end of a list."""

_CALL = sys.intern("call")


def direct_calls(plans: Sequence[WholePlan], function: Callable) -> Sequence[tuple[Any, ...]]:
    """Return the descriptions of the kernels of plans that may be called directly."""
    found = [_direct_call(plan, function) for plan in plans] if _is_installed() else []
    return [call for call in found if call is not None]


def _direct_call(plan: WholePlan, function: Callable) -> tuple[Any, ...] | None:
    """Return the description of direct calls of the kernel of a plan.

    Return None if a value would be unchecked. Each input of the kernel must be an argument, an
    attribute of the method's object, or a constant. Each argument and optional attribute must be an
    input, or an argument that must be a certain object. Inputs that may replace results are
    arguments, which live as long as the call. The length of no list of tensors is checked, no dict,
    no empty list, and no list or tuple of numbers among the arguments. An equal number or string
    that is another object is left to Python.
    """
    bound = len(function.first)
    is_single = len(plan.results) == 1 and not plan.is_tuple
    arguments, places, defaults = range(plan.count - bound), function.places, function.defaults
    needed = [number for number in arguments if number not in defaults]
    takes_keyword = bool(needed) and needed[-1] >= places
    returned = {-1 - number for number in plan.results if isinstance(number, int) and number < 0}
    choices = [number for number in plan.results if isinstance(number, ChosenResult)]
    chosen = {number for choice in choices for number in choice.inputs}
    fixed: dict[int, object] = {**dict.fromkeys(plan.absent), **dict(plan.constants.arguments)}
    has_list = any(value == [] for _, value in plan.constants.values)
    has_list |= any(isinstance(value, list | tuple) for value in fixed.values())
    if plan.constants.unpacked or has_list or takes_keyword or returned & plan.table.owned.keys():
        return None
    if not all(_is_argument(plan.sources[number], bound) for number in chosen):
        return None
    least, mode = needed[-1] + 1 if needed else 0, plan.constants.grad_mode
    words = [least, places, is_single, -1 if mode is None else mode]
    words += [len(arguments), *(id(defaults[n]) if n in defaults else 0 for n in arguments)]
    words.append(len(fixed))
    words += [word for number, value in fixed.items() for word in (number - bound, id(value))]
    words += [len(plan.results), *_result_words(plan.results)]
    kept = [*plan.table.kept, *function.first, *defaults.values(), *fixed.values()]
    taken = {*fixed}
    for number, source in enumerate(plan.sources):
        match source:
            case _ if number in plan.table.owned:
                words += _path(plan.table.owned[number], (), kept)
            case ArgumentSource(index, ()) if index >= bound:
                words.append(index - bound)
                taken.add(index)
            case ArgumentSource(index, path) if index < bound:
                words += _path(function.first[index], path, kept)
            case ConstantSource(value):
                words += _path(value, (), kept)
            case _:
                return None
    checked = {source.path for source in plan.sources if isinstance(source, ArgumentSource)}
    if len(taken) != len(arguments) or not checked.issuperset(plan.constants.present):
        return None
    constants = list(_constants(plan.constants))
    words.append(len(constants))
    for path, value in constants:
        kept.append(value)
        words += [0 if value is _NOTHING else id(value), *_path(function.first[0], path, kept)]
    lists = {n for n, s in enumerate(plan.sources) if isinstance(s, ArgumentSource) and s.is_list}
    table = pack_words(words_with_lists(plan.table, lists))
    return table, plan.graph, pack_words(words), *kept


def _is_argument(source: InputSource | None, bound: int) -> bool:
    """Return whether an input is an argument of the call, behind `bound` others."""
    return isinstance(source, ArgumentSource) and source.number >= bound and not source.path


def _result_words(results: Sequence[ReturnedNumber]) -> Iterator[int]:
    """Yield the words that say what is returned; an array that is returned again is one tensor."""
    for place, number in enumerate(results):
        if number is None:
            yield _NONE_RETURNED
        elif (earlier := results.index(number)) < place:
            yield _EARLIER + earlier
        elif isinstance(number, ChosenResult):
            yield _CHOSEN + (number.number << _CHOOSER) + number.made
        else:
            yield number


def _constants(constants: ModuleConstants) -> Iterator[tuple[Sequence[str | int], object]]:
    """Yield the objects that attributes must be, lists by their elements, and the flags of
    tensors."""
    for path, value in constants.values:
        if not isinstance(value, list):
            yield path, value
            continue
        yield from (((*path, number), element) for number, element in enumerate(value))
        yield (*path, len(value)), _NOTHING
    for path, flag in constants.gradients:
        yield (*path, "requires_grad"), flag


def _path(value: object, names: Sequence[str | int], kept: list[object]) -> Sequence[int]:
    steps = [sys.intern(name) if isinstance(name, str) else name for name in names]
    kept += [value, *steps]
    words = (id(step) if isinstance(step, str) else step for step in steps)
    return [-1 - len(steps), id(value), *words]


@once
def _is_installed() -> bool:
    """Let machine code answer function calls, methods and modules; return whether it can."""
    found = runtime()
    if found is None:
        return False
    found.set_variables(
        {
            "object_type": id(Object),
            "slots_offset": slot_offset(Object, "slots"),
            "direct_offset": slot_offset(DirectCallable, "_direct"),
            "engine_offset": slot_offset(Selection, "engine"),
            "selection": id(ACTIVE),
            "recorder": id(RECORDER),
            "budget": id(BUDGET),
            "grad_mode": id(GRAD_MODE),
            "last": id(LAST),
            "call_name": id(_CALL),
            "graph_offset": slot_offset(LastCall, "graph"),
        }
    )
    found.replace_call(Callable, "call_function")
    found.replace_call(ScriptModule, "call_module")
    found.replace_method(Tensor, "numpy", "tensor_numpy")
    return True
