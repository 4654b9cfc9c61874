"""Dialects of thousands of ops whose classes are created on first use.

A `LazyDialect` works in any xDSL `Context`, which requests all classes and gets empty shells. A
`LazyContext` requests a class when the program first names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.ir import Attribute, Dialect, Operation

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.registry import dialect_factories, extended_factories

if TYPE_CHECKING:
    from xdsl_torchscript.dialects.schema.table import OperatorTable
    from xdsl_torchscript.dialects.schema_op import SchemaOp


def operator_table() -> OperatorTable:
    """Return the operator table; its module is imported on first use."""
    return lazy_import("xdsl_torchscript.dialects.schema.table:operator_table")()


def schema_op(name: str) -> type[SchemaOp]:
    """Return an operator's class; its module is imported on first use."""
    return lazy_import("xdsl_torchscript.dialects.schema_op:schema_op")(name)


class LazyDialect(Dialect):
    """Hand-written ops, and an op for every operator of the namespace `name`."""

    def __init__(
        self,
        name: str,
        hand_written: Sequence[type[Operation]] = (),
        attributes: Sequence[type[Attribute]] = (),
    ):
        super().__init__(name, list(hand_written), list(attributes))
        self._hand_written = {op.name: op for op in hand_written}

    def lookup(self, name: str) -> type[Operation] | None:
        """Return the op's class with this full name, preferring hand-written ones."""
        if (op := self._hand_written.get(name)) is not None:
            return op
        mine = name.startswith(f"{self.name}.") and name in operator_table()
        return schema_op(name) if mine else None

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """All classes, hand-written ones first."""
        yield from self._operations
        for name in operator_table().op_names(self.name):
            if name not in self._hand_written:
                yield schema_op(name)


class LazyContext(Context):
    """A context that loads the ops of a lazy dialect one by one.

    It also contains the operators added by `register_schema`, and xDSL's dialects as completed in
    `dialects/registry.py`.
    """

    @classmethod
    def complete(cls) -> LazyContext:
        """Return a context of all dialects, ours and xDSL's."""
        context = cls()
        for name, factory in (get_all_dialects() | dialect_factories()).items():
            context.register_dialect(name, factory)
        return context

    def register_dialect(self, name: str, dialect_factory: Callable[[], Dialect]) -> None:
        super().register_dialect(name, extended_factories().get(name, dialect_factory))

    def load_registered_dialect(self, name: str) -> None:
        factory = self._registered_dialects.get(name)
        dialect = None if factory is None else factory()
        if not isinstance(dialect, LazyDialect):
            super().load_registered_dialect(name)
            return
        self._loaded_dialects[dialect.name] = dialect
        for attribute in dialect.attributes:
            self.load_attr_or_type(attribute)

    def _get_known_op(self, name: str) -> type[Operation] | None:
        found = super()._get_known_op(name)
        namespace = name.partition(".")[0]
        dialect = self._loaded_dialects.get(namespace)
        if found is None and isinstance(dialect, LazyDialect):
            found = dialect.lookup(name)
        # An operator registered by the user, in a namespace without a dialect.
        if found is None and dialect is None and namespace != name and name in operator_table():
            found = schema_op(name)
        if found is not None:
            self._loaded_ops[name] = found
        return found

    def clone(self) -> LazyContext:
        return LazyContext(
            self.allow_unregistered,
            self._loaded_dialects.copy(),
            self._loaded_ops.copy(),
            self._loaded_attrs.copy(),
            self._loaded_types.copy(),
            self._registered_dialects.copy(),
        )
