"""Strings: methods, formatting, comparison."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: "Hello World"
def cases(s: str):
    return s.upper(), s.lower(), s.capitalize(), s.title(), s.swapcase()


#: "  ab c  "
def strips(s: str):
    return s.strip(), s.lstrip(), s.rstrip(), "xxaxx".strip("x"), "xxa".lstrip("x"), "axx".rstrip("x")


#: "a,b,,c"
def splits(s: str):
    return s.split(","), s.split(",", 1), " a  b ".split(), s.rsplit(",", 1), "a\nb\n".splitlines()


#: "a,b,c"
def partitions(s: str):
    return s.partition(","), s.rpartition(","), s.partition("x"), s.rpartition("x")


#: ["a", "b", "c"]
def joins(xs: List[str]):
    return ",".join(xs), "".join(xs), " - ".join(["x"])


#: "banana"
def finds(s: str):
    return s.find("an"), s.find("an", 2), s.rfind("an"), s.find("x"), s.index("n"), s.rindex("n"), s.count("a"), s.count("an", 2)


#: "banana"
def index_error(s: str) -> int:
    return s.index("x")


#: "banana"
def tests(s: str):
    return s.startswith("ba"), s.endswith("na"), s.startswith("an", 1), "an" in s, "x" in s, "x" not in s


#: "aaa"
def replaces(s: str):
    return s.replace("a", "b"), s.replace("a", "b", 2), s.replace("x", "y"), s.replace("a", "")


#: "12", "ab", "a1", "  "
def kinds(a: str, b: str, c: str, d: str):
    return a.isdigit(), b.isalpha(), c.isalnum(), d.isspace(), a.isnumeric(), a.isdecimal(), b.islower(), b.isupper(), "Ab".istitle(), b.isidentifier(), b.isprintable()


#: "ab"
def pads(s: str):
    return s.center(6), s.ljust(5), s.rjust(5), "7".zfill(3), s.center(6, "*"), s.ljust(5, "."), s.rjust(5, "-"), "-7".zfill(4)


#: "a\tb"
def tabs(s: str):
    return s.expandtabs(4), s.expandtabs()


#: "ab", "cd"
def concatenates(a: str, b: str):
    return a + b, a + "-" + b, "lit" "eral"


#: "ab", "abc"
def compares(a: str, b: str):
    return a == b, a != b, a < b, a > b, a <= b, a >= b, a == "ab"


#: "abc"
def lengths(s: str):
    return len(s), len(""), len(s + s)


#: 5, 2.5, "x", True
def f_strings(n: int, x: float, s: str, b: bool):
    return f"{n}", f"{n} {x} {s} {b}", f"a{n}b{n}", f"{n + 1}", f"{{}}{n}", f"plain"


#: 5
def f_string_expressions(n: int):
    return f"{[n, n + 1]}", f"{(n, 'a')}", f"{len([1, 2])} of {n * 2}"


#: 5, 2.5, "x"
def formats(n: int, x: float, s: str):
    return "{}".format(n), "{} and {}".format(x, s), "{}{}{}".format(n, x, s), "none".format()


#: 5, 2.5, "x"
def percents(n: int, x: float, s: str):
    return "%d" % n, "%s and %s" % (s, n), "%f" % x, "%s" % x, "%d%%" % n


#: 7, 3.14159
def percent_signs(n: int, x: float):
    return "%d|%i" % (n, n), "%f" % x, "%s %s" % (n, x), "%c" % n if n > 100 else "-", "100%%"


#: 255, 3.14159
def percent_widths(n: int, x: float):
    return "%x" % n, "%e" % x, "%g" % x


#: "a"
def escapes(s: str):
    return "tab\tnew\nquote\"back\\slash", 'single\'s', "\x41", "\u00e9", r"raw\n", """triple
line"""


#: 5, -3, 2.0, True, False
def to_string(n: int, m: int, x: float, t: bool, f: bool):
    return str(n), str(m), str(x), str(t), str(f), str(x * 1e20), str(0.1), str(1e-7), str(1.5e10)


#: [1, 2], [1.5], ["a"], [True], (1, "a"), {"k": 1}
def container_to_string(a: List[int], b: List[float], c: List[str], d: List[bool], e: Tuple[int, str], f: Dict[str, int]):
    return str(a), str(b), str(c), str(d), str(e), str(f)


#: None
#: 3
def optional_to_string(n: Optional[int]) -> str:
    return str(n)


#: "12", "3.5", "-7"
def from_string(a: str, b: str, c: str):
    return int(a), float(b), int(c), float(a), float("inf"), float("-inf")


#: "x"
def from_string_error(a: str) -> int:
    return int(a)


#: "a"
def characters(s: str):
    return ord(s), chr(ord(s) + 1), hex(255), oct(8), bin(5)


#: "abc"
def reversed_string(s: str) -> str:
    return s[::-1]


#: "abc"
def as_list(s: str) -> List[str]:
    return list(s)


#: ["b", "a", "C"]
def sorts(xs: List[str]):
    ys = sorted(xs)
    xs.sort()
    return xs, ys


#: "one two three"
def longest(s: str) -> str:
    best = ""
    for w in s.split():
        if len(w) > len(best):
            best = w
    return best


#: "racecar"
#: "abc"
def palindrome(s: str) -> bool:
    for i in range(len(s) // 2):
        if s[i] != s[len(s) - 1 - i]:
            return False
    return True


#: "hello world"
def caesar(s: str) -> str:
    out: List[str] = []
    for ch in s:
        if ch.isalpha():
            out.append(chr((ord(ch) - ord("a") + 3) % 26 + ord("a")))
        else:
            out.append(ch)
    return "".join(out)


#: "a"
#: ""
def truth(s: str) -> bool:
    return len(s) > 0 and s != "b"


#: 7
def digits(n: int) -> List[str]:
    return [str(i) + ":" + str(i * i) for i in range(n)]


#: "k=v;x=y"
def parse_pairs(s: str) -> Dict[str, str]:
    out: Dict[str, str] = {}
    for part in s.split(";"):
        k, v = part.split("=")
        out[k] = v
    return out


#: "abc", "b"
def contains_variable(s: str, t: str):
    return t in s, t in ["a", "b"], s not in ["abc"]
