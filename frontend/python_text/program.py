"""A whole program as the files below `code/` in an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.dialects.modules import ClassOp, EnumOp, InterfaceOp, ObjectOp
from xdsl_torchscript.dialects.symbol_names import CPP_CLASSES
from xdsl_torchscript.frontend.python_text.definitions import (
    print_class,
    print_enum,
    print_interface,
    print_named_tuple,
)
from xdsl_torchscript.frontend.python_text.functions import (
    is_method,
    print_definition,
    split_name,
)
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError, Session
from xdsl_torchscript.frontend.python_text.text import Text, Writer

_NO_NAMESPACE = "program"

_DEFINITIONS: Mapping[type[Operation], Callable[..., None]] = {
    ClassOp: print_class, InterfaceOp: print_interface, EnumOp: print_enum,
    FuncOp: print_definition,
}  # fmt: skip


@dataclass(frozen=True)
class PrintedProgram:
    """A program's text.

    `sources` are the files by path: `__torch__/a/b.py` defines `__torch__.a.b.X`. `constants` are
    the values `CONSTANTS.c0`, `CONSTANTS.c1`, ... of the text: tensors, strings beyond ASCII, and
    opaque values. `ranges` has, for each file, byte offsets and the source locations of the text
    from there on.
    """

    sources: dict[str, str]
    constants: tuple[Attribute, ...]
    ranges: dict[str, tuple[tuple[int, FileLineColLoc], ...]]


def print_function(function: FuncOp, session: Session | None = None) -> str:
    """Print one function or method; the first argument of a method has no annotation.

    Raises:
        PythonPrintError: for IR that serialized code cannot express.
    """
    writer = Writer()
    names_self = not is_method(function)
    print_definition(function, writer, session or Session(), names_self=names_self)
    return writer.text().text


def print_program(module: ModuleOp, roots: Sequence[str] | None = None) -> PrintedProgram:
    """Print the definitions named by `roots`, or all of the module, and their dependencies, except
    classes that PyTorch defines in C++.

    Raises:
        PythonPrintError: for IR that serialized code cannot express.
        KeyError: for a root that the module does not define.
    """
    session = Session()
    printer = _ProgramPrinter(module, session)
    for root in printer.defined if roots is None else roots:
        if root not in printer.defined:
            raise KeyError(f"the module defines no '{root}'")
        session.mention(root)
    texts = printer.texts()
    return PrintedProgram(
        {path: text.text for path, text in texts.items()},
        tuple(session.constants),
        {path: tuple(_ranges(text)) for path, text in texts.items()},
    )


def _ranges(text: Text) -> Iterator[tuple[int, FileLineColLoc]]:
    last: FileLineColLoc | None = None
    for offset, location in text.marks:
        found = file_position(location)
        if found is not None and found != last:
            yield offset, found
            last = found


def print_text(module: ModuleOp) -> str:
    """Print a module as one text; if it has several files, a comment heads each."""
    sources = print_program(module).sources
    if len(sources) == 1:
        return next(iter(sources.values()))
    return "\n".join(f"# {path}\n{text}" for path, text in sources.items())


class _ProgramPrinter:
    """The printer of definitions and their dependencies."""

    def __init__(self, module: ModuleOp, session: Session) -> None:
        self._module = module
        self._session = session
        self._writers: dict[str, Writer] = {}
        self.defined: dict[str, Operation] = {}
        for op in module.ops:
            if isinstance(op, ObjectOp):
                continue
            if not isinstance(op, ClassOp | InterfaceOp | EnumOp | FuncOp):
                message = f"'{op.name}' op is not a definition of a TorchScript program"
                raise PythonPrintError(message, op.location)
            self.defined[op.sym_name.data] = op

    def texts(self) -> dict[str, Text]:
        for name in self._session.queue:  # the queue grows during iteration
            path = (split_name(name)[0].replace(".", "/") or _NO_NAMESPACE) + ".py"
            op, named_tuple = self.defined.get(name), self._session.named_tuples.get(name)
            if named_tuple is not None:
                writer = self._writers.setdefault(path, Writer())
                print_named_tuple(named_tuple, self._module, writer, self._session)
            elif op is not None and not name.startswith(CPP_CLASSES):
                writer = self._writers.setdefault(path, Writer())
                _DEFINITIONS[op.__class__](op, writer, self._session)
        return {path: writer.text() for path, writer in self._writers.items()}
