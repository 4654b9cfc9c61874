"""The number of executors of one function for other constants."""

from __future__ import annotations

from typing import NamedTuple

MAX_VARIANTS = 4
"""Executors of one function for different constants of modules, such as `training`, and as many for
different arguments."""


class Variants(NamedTuple):
    """The executors that are left, this one included. The last one for attributes has no constants,
    and the last one for arguments none of these."""

    attributes: int = MAX_VARIANTS
    arguments: int = MAX_VARIANTS

    def next(self, *, for_arguments: bool) -> Variants:
        """Return what is left for the next executor, which is for other arguments or attributes."""
        attributes, arguments = self
        return Variants(attributes - (not for_arguments), arguments - for_arguments)
