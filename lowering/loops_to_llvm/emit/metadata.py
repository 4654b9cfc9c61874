"""Metadata nodes of a module: loop annotations and alias scopes, numbered in order of use."""

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, NoneAttr
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended.llvm_attrs import (
    ABSENT,
    AliasScopeAttr,
    LoopAnnotationAttr,
    LoopUnrollAttr,
    LoopVectorizeAttr,
)
from xdsl_torchscript.lowering.loops_to_llvm.emit.text import Unsupported, quote_string


class MetadataTable:
    """The numbered `!n = ...` lines at the end of a module."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._known: dict[Attribute, str] = {}
        self._plain: dict[str, str] = {}

    def lines(self) -> list[str]:
        return [f"!{number} = {body}" for number, body in enumerate(self._lines)]

    def plain(self, body: str) -> str:
        """Return the node of a body such as `!{i32 1}`; equal bodies share it."""
        if body not in self._plain:
            self._plain[body] = self._add(body)
        return self._plain[body]

    def loop(self, annotation: Attribute) -> str:
        """Create a node for one loop, distinct from nodes of loops with the same content."""
        if not isinstance(annotation, LoopAnnotationAttr):
            raise Unsupported(f"has the loop annotation {annotation}, not #llvm.loop_annotation")
        vectorize, unroll = annotation.vectorize, annotation.unroll
        if not isinstance(vectorize, LoopVectorizeAttr):
            vectorize = LoopVectorizeAttr(ABSENT, ABSENT)
        if not isinstance(unroll, LoopUnrollAttr):
            unroll = LoopUnrollAttr(ABSENT, ABSENT, ABSENT)
        bodies = (
            _flag("mustprogress", annotation.must_progress),
            _flag("disable_nonforced", annotation.disable_nonforced),
            _enable_flag("vectorize.enable", vectorize.disable),
            _number("vectorize.width", vectorize.width),
            _flag("unroll.disable", unroll.disable),
            _flag("unroll.full", unroll.full),
            _number("unroll.count", unroll.count),
        )
        properties = [self.plain(body) for body in bodies if body]
        node = f"!{len(self._lines)}"
        return self._add(f"distinct !{{{', '.join([node, *properties])}}}")

    def scopes(self, scopes: Attribute) -> str:
        """Return the list node of `alias_scopes` or `noalias_scopes`."""
        if not isa(scopes, ArrayAttr[AliasScopeAttr]):
            raise Unsupported(f"has the scopes {scopes}, not a list of #llvm.alias_scope")
        return self.plain(f"!{{{', '.join(map(self._scope, scopes))}}}")

    def _scope(self, scope: AliasScopeAttr) -> str:
        if scope not in self._known:
            domain = scope.domain
            if domain not in self._known:
                self._known[domain] = self._add(f"!{{!{quote_string(domain.id.data.encode())}}}")
            # With its domain: nodes without `distinct` are equal if their text is.
            name = quote_string(f"{domain.id.data}: {scope.id.data}".encode())
            self._known[scope] = self._add(f"!{{!{name}, {self._known[domain]}}}")
        return self._known[scope]

    def _add(self, body: str) -> str:
        self._lines.append(body)
        return f"!{len(self._lines) - 1}"


def _flag(key: str, value: IntegerAttr | NoneAttr) -> str:
    given = isinstance(value, IntegerAttr) and value.value.data
    return f'!{{!"llvm.loop.{key}"}}' if given else ""


def _enable_flag(key: str, disabled: IntegerAttr | NoneAttr) -> str:
    if isinstance(disabled, NoneAttr):
        return ""
    return f'!{{!"llvm.loop.{key}", i1 {"false" if disabled.value.data else "true"}}}'


def _number(key: str, value: IntegerAttr | NoneAttr) -> str:
    if isinstance(value, NoneAttr):
        return ""
    return f'!{{!"llvm.loop.{key}", i32 {value.value.data}}}'
