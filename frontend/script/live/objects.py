"""Meanings of Python objects in a program: functions, classes, enums, named tuples, constants.

Each object is defined in the program on first use, under its qualified name.
"""

from __future__ import annotations

import builtins
import enum
import inspect
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any, Protocol

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.frontend.python_parser import parse_python
from xdsl_torchscript.frontend.script.annotations import TypeScope as TextScope
from xdsl_torchscript.frontend.script.annotations import find_type
from xdsl_torchscript.frontend.script.context import SugaredValue
from xdsl_torchscript.frontend.script.definitions import FunctionDefinition
from xdsl_torchscript.frontend.script.live.callables import Failed, Ignored, Package, Unused
from xdsl_torchscript.frontend.script.live.classes import define_class, is_own
from xdsl_torchscript.frontend.script.live.constants import Opaque, constant
from xdsl_torchscript.frontend.script.live.functions import make_definition
from xdsl_torchscript.frontend.script.live.marks import Mark, mark_of
from xdsl_torchscript.frontend.script.live.naming import Namer, qualified_name
from xdsl_torchscript.frontend.script.live.scopes import (
    MISSING,
    PythonScope,
    evaluate,
    known_function,
)
from xdsl_torchscript.frontend.script.live.types import class_of, full_name, type_from_object
from xdsl_torchscript.frontend.script.names import MODULES
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.refusals import PYTHON_NAMES
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.frontend.script.values import BuiltinFunction, TypeName


class ScriptingHost(Protocol):
    """The runtime's types and functions, as the compiler needs them."""

    def type_of(self, value: Any) -> Attribute | None:
        """Return a tensor's type, a device, an object of the program, ...; None for others."""
        ...

    def function_name(self, value: Any) -> str | None:
        """Return the name of a function of this program, None for other objects."""
        ...


class Objects:
    """The Python objects used by one program.

    `around` has the names visible where `ts.script` is called and the classes defined since.
    Annotations may use names not yet in scope.
    """

    def __init__(self, program: Program, host: ScriptingHost) -> None:
        self.program = program
        self.host = host
        self.namer = Namer()
        self.around: Mapping[str, Any] = {}
        self._names: dict[Any, str] = {}

    # ---- any object

    def meaning(self, value: Any) -> SugaredValue | None:
        """Return the meaning of `value` in a program, None for parts of the language."""
        if isinstance(value, enum.Enum):
            owner = self.program.find(self.class_name(type(value)))
            return None if owner is None else owner.member(value.name)
        if isinstance(value, ModuleType):
            return Package(value, self.meaning)
        known = constant(value) or _eager(value) or known_function(value)
        if known is not None:
            return known
        function = self.host.function_name(value)
        if function is not None:
            return self.program.find(function)
        if isinstance(value, FunctionType):
            plain = inspect.unwrap(value)
            if (mark := mark_of(plain)) is Mark.IGNORE:
                return Ignored(plain.__name__)
            if mark is Mark.UNUSED:
                return Unused(self.definition(plain, plain.__name__))
            return self.program.find(self.function_name(plain))
        return self._type(value) or Opaque(value)

    def _type(self, value: Any) -> SugaredValue | None:
        """Return the meaning of a class, a constructed type or a builtin, or None."""
        name = getattr(value, "__name__", "")
        if vars(builtins).get(name) is value:
            known, advice = MODULES["builtins"].find(name), PYTHON_NAMES.get(name)
            if known is None and advice is not None:
                return Failed(f"'{name}' is not part of TorchScript; {advice}")
            return known
        if is_own(value):
            return self.program.find(self.class_name(value))
        type = self.type_of(value)
        return None if type is None else TypeName(type)

    # ---- functions

    def definition(
        self, function: FunctionType, name: str, self_type: Attribute | None = None
    ) -> FunctionDefinition:
        return make_definition(function, name, self.around, self.meaning, self_type)

    def function_name(self, function: FunctionType) -> str:
        """Return the name of a function in the program, defining it on first use."""
        if function not in self._names:
            definition = self.definition(function, qualified_name(function))
            definition.name = self.namer.unique(definition.name)
            self._names[function] = definition.name
            self.program.define(definition)
        return self._names[function]

    # ---- classes

    def user_type(self, what: Any) -> Attribute | None:
        """Return the type of a user's class, or None."""
        if not is_own(what):
            return None
        found = self.program.find(self.class_name(what))
        return None if found is None else found.annotation()

    def type_of(self, annotation: Any) -> Attribute | None:
        """Return the type for an evaluated annotation, or None."""
        return type_from_object(annotation, self.user_type)

    def value_type(self, value: Any) -> Attribute | None:
        """Return the type of a value other than scalars and containers, or None."""
        if isinstance(value, enum.Enum):
            return self.user_type(type(value))
        return i64 if isinstance(value, Dtype) else self.host.type_of(value)

    def annotation_type(self, annotation: Any, scope: PythonScope) -> Attribute | None:
        """Return the type for an annotation of a class, or None."""
        found = evaluate(annotation, scope)
        if found is not MISSING:
            return self.type_of(found)
        text = parse_python(annotation, mode="eval").body
        return find_type(TextScope(Script(annotation, "<annotation>"), lambda name: None), text)

    def class_name(self, kind: type) -> str:
        """Return the name of a class in the program, defining it on first use."""
        if kind not in self._names:
            self._names[kind] = name = self.namer.unique(qualified_name(kind))
            self.around = {**self.around, kind.__name__: kind}
            define_class(self, kind, name)
        return self._names[kind]


def _eager(value: Any) -> SugaredValue | None:
    """Return the meaning of an eager operator, also PyTorch's, or a module of them, or None."""
    kind = getattr(value, "torchscript_kind", None)
    if full_name(class_of(value)) == "torch._ops.OpOverloadPacket":
        kind = value._qualified_op_name
    if isinstance(kind, str):
        return BuiltinFunction(kind)
    module = getattr(value, "torchscript_module", None)
    return MODULES.get(module) if isinstance(module, str) else None
