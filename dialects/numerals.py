"""Numbers read from strings, as in the C library. Leading white space is skipped, trailing white
space rejected, and only ASCII digits count."""

from __future__ import annotations

import math
import re
import sys

_INT = re.compile(r"[\t-\r ]*[+-]?[0-9]+")
_FLOAT = re.compile(
    r"""[\t-\r ]*(?P<sign>[+-]?)(?:
    (?P<hexadecimal>0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?)
    |(?P<name>inf(?:inity)?|nan)(?:(?<=nan)\([0-9a-z_]*\))?
    |(?P<digits>[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)""",
    re.VERBOSE | re.IGNORECASE,
)


def parse_int(text: str) -> int:
    """Parse an int. Raises ValueError for another text, and OverflowError beyond 64 bits."""
    if _INT.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not an int to the base 10")
    value = int(text)
    if not -(2**63) <= value < 2**63:
        raise OverflowError(f"{value} does not fit in an int of 64 bits")
    return value


def parse_float(text: str) -> float:
    """Parse a float. Raises ValueError for another text, and OverflowError for numbers that are too
    large, or subnormal."""
    found = _FLOAT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a float")
    if found["name"]:
        return float(found["sign"] + found["name"])
    value = float.fromhex(text) if found["hexadecimal"] else float(text)
    tiny = abs(value) < sys.float_info.min and re.search("[1-9]", found["digits"] or "")
    if tiny or math.isinf(value):
        raise OverflowError(f"{text!r} is beyond the range of floats")
    return value
