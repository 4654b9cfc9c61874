"""Operators on strings, lists, dicts and objects as Python text.

`{0}`, `{1}`, ... are the operands, `{f}` is the operator's function: strings outside of ASCII are
left to it, as their elements are bytes, and so are failures, unless Python's message is the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_torchscript.dialects.byte_strings import SPACE

_METHODS = "isalnum isalpha isdigit islower istitle isupper lower upper".split()
"""Methods of str that treat ASCII as TorchScript does. More of it is white space to other ones."""
_KEYS = ("str", "int", "bool")
"""Types of keys of a dict that equal themselves, unlike NaN."""

EXPRESSIONS: Mapping[str, str] = {
    "prim.Uninitialized": "None",
    "aten.len.t": "len({0})",
    "aten.__getitem__.t": "{0}[{1}]",
    "aten.__contains__.str_list": "{1} in {0}",
    "aten.__contains__.int_list": "{1} in {0}",
    "aten.isspace": f"{{0}}.isspace() and not {{0}}.strip({SPACE!r})",
    **{f"aten.len.Dict_{key}": "len({0})" for key in _KEYS},
    **{f"aten.__contains__.{key}": "{1} in {0}" for key in _KEYS},
    **{f"aten.get.default_{key}": "{0}.get({1}, {2})" for key in _KEYS},
    **{
        f"aten.__getitem__.Dict_{key}": "{0}[{1}] if {1} in {0} else {f}({0}, {1})" for key in _KEYS
    },
}
"""Operators with one result."""

ON_ASCII: Mapping[str, str] = {
    "aten.len.str": "len({0})",
    "aten.__getitem__.str": "{0}[{1}]",
    "aten.slice.str": "{0}[{1}:{2}:{3}]",
    "aten.add.str": "{0} + {1}",
    **{f"aten.{method}": f"{{0}}.{method}()" for method in _METHODS},
}
"""Operators on strings that are ASCII; a string that results is ASCII, too."""

STATEMENTS: Mapping[str, str] = {
    "aten.append.t": "{0}.append({1})",
    "aten.extend.t": "{0}.extend({1})",
    **{f"aten._set_item.{key}": "{0}[{1}] = {2}" for key in _KEYS},
}
"""Operators of which no result is read."""
