"""Rules of operators by op name, extensible to a program's operators.

Each field of an operator's record (`runtime/operator_rules.py`) is one table, in the layer that
owns the rules: `RESULT_TYPES`, `LOWERINGS`, `DECOMPOSITIONS`, ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

RuleT = TypeVar("RuleT")


class RuleTable(Generic[RuleT]):
    """A table of rules: `builtin` finds the built-in ones, others are registered."""

    def __init__(
        self, subject: str, builtin: Callable[[str], RuleT | None] = lambda op_name: None
    ) -> None:
        self._subject = subject
        self._builtin = builtin
        self._registered: dict[str, RuleT] = {}

    def lookup(self, op_name: str) -> RuleT | None:
        """Return the rule of the op `aten.add.Tensor`, or None."""
        return self._registered.get(op_name) or self._builtin(op_name)

    def register(self, op_name: str, rule: RuleT) -> None:
        """Add an operator's rule. Raises ValueError if it has another rule."""
        known = self.lookup(op_name)
        if known is not None and known is not rule:
            raise ValueError(f"operator '{op_name}' has {self._subject} already")
        self._registered[op_name] = rule

    def __contains__(self, op_name: object) -> bool:
        return isinstance(op_name, str) and self.lookup(op_name) is not None

    def __getitem__(self, op_name: str) -> RuleT:
        """Return an operator's rule. Raises KeyError if it has no rule."""
        rule = self.lookup(op_name)
        if rule is None:
            raise KeyError(f"operator '{op_name}' has no rule: {self._subject}")
        return rule
