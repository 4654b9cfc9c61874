"""Objects of classes other than modules, in Python."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any

from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.modules.arguments import Arguments, Unfit
from xdsl_torchscript.runtime.modules.copying import deep_copy
from xdsl_torchscript.runtime.modules.handle import Handle, object_of, program_of
from xdsl_torchscript.runtime.modules.script_function import ScriptMethod


def short_name(class_name: str) -> str:
    """Return the last part of a class name: `M` of `__torch__.package.M`."""
    return class_name.rpartition(".")[2]


_ABSENT: Mapping[str, str] = {
    **dict.fromkeys(("cuda", "ipu", "mtia", "xpu"), "programs run on the CPU alone"),
    **dict.fromkeys(
        ("register_forward_hook", "register_forward_pre_hook"),
        "scripted modules take no new hooks, in PyTorch either",
    ),
}


class MissingAttributeError(AttributeError):
    """A name that an object lacks. Close names are found when the message is printed."""

    def __init__(self, owner: Attributes, missing: str) -> None:
        super().__init__(owner, missing)
        self.owner, self.missing = owner, missing

    def __str__(self) -> str:
        close = ", ".join(difflib.get_close_matches(self.missing, dir(self.owner), n=3))
        hint = _ABSENT.get(self.missing, close and f"close names: {close}")
        message = f"'{self.owner.original_name}' has no attribute '{self.missing}'"
        return f"{message}; {hint}" if hint else message

    def __reduce__(self) -> tuple[type[AttributeError], tuple[str]]:
        """Pickle the message alone: errors of worker processes carry no modules."""
        return AttributeError, (str(self),)


class Attributes(Handle):
    """A handle with the attributes, properties and methods of its object.

    Lists and dicts are copies: set the attribute to change one.
    """

    @property
    def original_name(self) -> str:
        """The name of the class, without its package."""
        return short_name(object_of(self).class_name)

    def __getattr__(self, name: str) -> Any:
        if "_object" not in vars(self):
            raise AttributeError(name)
        owner, program = object_of(self), program_of(self)
        if name in owner.slots:
            return program.export(owner.slots[name])
        attribute = program.attributes(owner.class_name).get(name)
        if attribute is not None and attribute.value is not None:
            return literal(attribute.value, attribute.type, program)
        methods = program.definitions.method_names(owner.class_name)
        if name in methods:
            return self._cache(ScriptMethod(program, owner, name))
        if f"__{name}_getter" in methods:
            return ScriptMethod(program, owner, f"__{name}_getter")()
        raise MissingAttributeError(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute or a property.

        Raises AttributeError for a constant or undeclared name, InputMismatch for a value that is
        not of the declared type.
        """
        owner, program = object_of(self), program_of(self)
        attribute = program.attributes(owner.class_name).get(name)
        methods = program.definitions.method_names(owner.class_name)
        if attribute is None and f"__{name}_setter" in methods:
            ScriptMethod(program, owner, f"__{name}_setter")(value)
            return
        if attribute is None and f"__{name}_getter" in methods:
            message = f"the property '{name}' of '{self.original_name}' cannot be set"
            raise AttributeError(f"{message}; it has no setter")
        if attribute is None:
            raise AttributeError(
                f"'{self.original_name}' declares no attribute '{name}', and a scripted class "
                "allows no new ones"
            )
        if attribute.value is not None:
            raise AttributeError(f"'{name}' is a constant of '{self.original_name}'")
        try:
            owner.slots[name] = Arguments(program).value(value, attribute.type)
        except Unfit as error:
            where = f"the attribute '{name}' of '{self.original_name}'"
            raise InputMismatch(f"{where} takes a value of type {error}") from error

    def __dir__(self) -> list[str]:
        owner, program = object_of(self), program_of(self)
        own = [*program.attributes(owner.class_name)]
        own += program.definitions.method_names(owner.class_name)
        return sorted({*object.__dir__(self), *own})

    def get_method(self, name: str) -> ScriptMethod:
        """Return a method. Raises AttributeError, with the known methods, if the class lacks it."""
        known = vars(self).get(name)
        if type(known) is ScriptMethod:
            return known
        owner, program = object_of(self), program_of(self)
        methods = program.definitions.method_names(owner.class_name)
        if name in methods:
            return self._cache(ScriptMethod(program, owner, name))
        there = ", ".join(f"'{method}'" for method in methods) or "there are none"
        message = f"'{self.original_name}' has no method '{name}'; its methods: {there}"
        raise AttributeError(message)

    def _cache(self, method: ScriptMethod) -> ScriptMethod:
        """Cache a method as an attribute of the handle, unless Python's class has that name."""
        if not hasattr(type(self), method.name):
            vars(self)[method.name] = method
        return method

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return program_of(self).handle(deep_copy(object_of(self), memo))


class ScriptObject(Attributes):
    """An object of a TorchScript class. Operators call the methods that the class defines."""

    def __repr__(self) -> str:
        return f"<ScriptObject {self.original_name}>"


_OPERATORS = (
    "__add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __pow__ __matmul__ __and__ __or__ "
    "__xor__ __lshift__ __rshift__ __neg__ __pos__ __abs__ __invert__ __lt__ __le__ __gt__ __ge__ "
    "__getitem__ __setitem__ __delitem__ __contains__ __len__ __call__ __enter__ __exit__"
).split()


def _forward(name: str) -> Callable[..., Any]:
    def call(self: ScriptObject, *args: Any) -> Any:
        if name not in program_of(self).definitions.method_names(object_of(self).class_name):
            raise TypeError(f"'{self.original_name}' has no method '{name}'")
        return self.get_method(name)(*args)

    return call


for _name in _OPERATORS:
    setattr(ScriptObject, _name, _forward(_name))
