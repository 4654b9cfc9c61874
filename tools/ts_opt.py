"""ts-opt: read a program, run passes over it, and write it; xdsl-opt with TorchScript.

All options of xdsl-opt work here too; docs/testing.md shows the additional ones.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.arg_spec import parse_spec
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    InvalidIRException,
    ShrinkException,
    UnregisteredConstructException,
)
from xdsl.xdsl_opt_main import xDSLOptMain

from xdsl_torchscript.dialects.crashes import CRASHES
from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.mlir_text import parse_mlir
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.analysis.verification import verify_program
from xdsl_torchscript.lowering.core.pass_runner import Instrument, run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import (
    PipelineError,
    PipelineStep,
    build_pipeline,
    step_text,
)
from xdsl_torchscript.runtime.passes import pass_factories
from xdsl_torchscript.tools.opt import instruments
from xdsl_torchscript.tools.opt.chunks import Chunk, split
from xdsl_torchscript.tools.opt.diagnostics import (
    Diagnostic,
    InputError,
    UnreadableError,
    from_exception,
    from_finding,
    from_source_error,
)
from xdsl_torchscript.tools.opt.expected import mismatches
from xdsl_torchscript.tools.opt.listing import list_passes
from xdsl_torchscript.tools.opt.on_demand import (
    ENDINGS,
    TARGETS,
    archive_bytes,
    named_pipelines,
    read_archived,
    read_graph,
    read_script,
    show_refusals,
)
from xdsl_torchscript.tools.opt.options import add_arguments
from xdsl_torchscript.tools.opt.reproducer import Reproducer, reproducer_arguments
from xdsl_torchscript.tools.process import (
    RECURSION_LIMIT,
    UsageError,
    check_output,
    read_input,
    run_tool,
    write_file,
)
from xdsl_torchscript.tools.version import VERSION_FORMAT

ARCHIVE = "pt"
"""The name of the frontend and the target for archives."""

_FAILURES = (DiagnosticException, InvalidIRException, UnregisteredConstructException)
"""Exceptions of passes, verifiers and targets that reject a program."""


class TsOptMain(xDSLOptMain):
    """The driver: the dialects, frontends, passes and targets, and the processing of each chunk."""

    steps: tuple[PipelineStep, ...]
    archive: Any
    """The archive that was read last."""

    version_format = VERSION_FORMAT.format(
        tool="ts-opt", version=version("xdsl-torchscript"), xdsl_version="{xdsl_version}"
    )

    def __init__(self, args: Sequence[str] | None = None):
        super().__init__("Read a program, run passes on it, and print it.", args)
        self.name = "<stdin>" if self.args.input_file in (None, "-") else self.args.input_file
        self.timing = instruments.Timing()

    def register_all_dialects(self) -> None:
        self.ctx = LazyContext()
        super().register_all_dialects()
        # The printer requests it for the resources that the IR names, even if no text was parsed.
        self.ctx.load_registered_dialect("builtin")

    def register_all_frontends(self) -> None:
        super().register_all_frontends()
        self.available_frontends["mlir"] = self._read_mlir
        self.available_frontends["graph"] = self._read_graph
        self.available_frontends["py"] = self._read_script
        self.available_frontends["pt"] = self._read_archive

    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.available_passes.update(pass_factories())

    def register_all_targets(self) -> None:
        super().register_all_targets()
        self.available_targets.update(TARGETS)

    def register_all_arguments(self, arg_parser: ArgumentParser) -> None:
        super().register_all_arguments(arg_parser)
        add_arguments(arg_parser)

    def setup_pipeline(self) -> None:
        ways = {
            "-p": self.args.passes,
            "--pass-pipeline": self.args.pass_pipeline,
            "--pipeline": self.args.pipeline,
        }
        given = [way for way, text in ways.items() if text]
        if len(given) > 1:
            raise UsageError(f"give only one of {' and '.join(given)}")
        text = self.args.passes or self.args.pass_pipeline or ""
        if self.args.pipeline:
            known, names = named_pipelines(), self.args.pipeline.split(",")
            if unknown := [name for name in names if name not in known]:
                raise UsageError(f"unknown pipeline '{unknown[0]}'; choose from {', '.join(known)}")
            text = ",".join(spec for name in names for spec in known[name])
        self.steps = build_pipeline(text, self.available_passes)
        shown = self.args.print_ir_before | self.args.print_ir_after
        if unknown := sorted(shown - self.available_passes.keys()):
            raise UsageError(f"--print-ir-before and -after: unknown pass '{unknown[0]}'")

    def _read_mlir(self, io: IO[bytes]) -> ModuleOp:
        text = Chunk(io.read(), self.name).text()
        return parse_mlir(
            self.ctx, text, self.name, implicit_module=not self.args.no_implicit_module
        )

    def _read_graph(self, io: IO[bytes]) -> ModuleOp:
        return read_graph(Chunk(io.read(), self.name).text(), self.name)

    def _read_script(self, io: IO[bytes]) -> ModuleOp:
        return read_script(Chunk(io.read(), self.name).text(), self.name)

    def _read_archive(self, io: IO[bytes]) -> ModuleOp:
        self.archive, module = read_archived(self.name if Path(self.name).is_file() else io.read())
        return module

    def run(self) -> None:
        """Process the input and exit."""
        sys.exit(self.execute())

    def execute(self) -> int:
        """Process the input; return the exit code. Errors are printed to stderr."""
        if self.args.list_passes:
            print(list_passes(self.available_passes))
            return 0
        if self.args.dump_pass_pipeline:
            print(",".join(map(step_text, self.steps)))
            return 0
        if self.args.debug_rewrites:
            show_refusals(sys.stderr)
        try:
            code = self._process_input()
        except ShrinkException:
            print("Success, can shrink")
            return 0
        if self.args.shrink:
            print("Failure, can't shrink")
            return 1
        return code

    def _process_input(self) -> int:
        extension = "mlir" if self.name == "<stdin>" else Path(self.name).suffix.lstrip(".")
        frontend = self.args.frontend or extension
        if frontend not in self.available_frontends:
            known = ", ".join(self.available_frontends)
            raise UsageError(
                f"'{self.name}' has an unknown extension, expected {known}; name its format with -f"
            )
        path, target = self.args.output_file, parse_spec(self.args.target).name
        if path is not None and target in ENDINGS:
            fitting = (f"; or say '-t {t}'" for t, e in ENDINGS.items() if e == Path(path).suffix)
            kind = f"the output of '-t {target}'"
            check_output(path, ENDINGS[target], kind, next(fitting, ""))
        if self.args.target == ARCHIVE:
            self._check_archive(frontend)
        source = read_input("-" if self.name == "<stdin>" else self.name)
        chunks = split(source, self.name, at_separators=self.args.split_input_file)
        results = [self._process(chunk, frontend) for chunk in chunks]
        if self.args.target != ARCHIVE and all(text is not None for text in results):
            self._write("// -----\n".join(filter(None, results)))
        if self.args.time_passes:
            print(self.timing.report(), file=sys.stderr)
        return int(None in results)

    def _check_archive(self, frontend: str) -> None:
        """Check the options of an archive as output: it needs weights from an archive, and a
        file."""
        if frontend != ARCHIVE:
            raise UsageError(
                f"'-t {ARCHIVE}' keeps the weights of a .pt file, and '{self.name}' is read as "
                f"{frontend}; ts.save writes a program that Python has loaded or scripted"
            )
        if self.args.output_file is None:
            raise UsageError(f"'-t {ARCHIVE}' writes a file: give its name with -o")

    def _write(self, text: str) -> None:
        if self.args.output_file is None:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            write_file(self.args.output_file, text.encode())

    def _process(self, chunk: Chunk, frontend: str) -> str | None:
        """Return the output for one chunk, None after errors, which are printed."""
        output, diagnostics, tolerated = "", (), False
        try:
            output = self._compile(chunk, frontend)
        except InputError as error:
            diagnostics = error.diagnostics
            tolerated = self.args.parsing_diagnostics and isinstance(error, UnreadableError)
        if self.args.verify_diagnostics:
            diagnostics = mismatches(diagnostics, chunk.lines(), self.name)
        rendered = "".join(d.render(chunk.lines(), self.name) + "\n" for d in diagnostics)
        if tolerated:
            return rendered
        sys.stderr.write(rendered)
        return None if diagnostics else output

    def _compile(self, chunk: Chunk, frontend: str) -> str:
        """Read, verify, transform, print. Raises InputError."""
        try:
            module = self._parse(chunk, frontend)
            self._transform(module)
            return self._emit(module)
        except RecursionError as error:
            message = "the program is nested too deeply"
            raise InputError([Diagnostic(self.name, 0, 0, message)]) from error

    def _parse(self, chunk: Chunk, frontend: str) -> ModuleOp:
        try:
            module = self.available_frontends[frontend](BytesIO(chunk.data))
        except SourceError as error:
            errors = [from_source_error(e) for e in (error, *error.further)]
            raise UnreadableError(errors) from error
        self.timing.lap("(parse)")
        return module

    def _transform(self, module: ModuleOp) -> None:
        """Verify the input and run the passes."""
        if not self.args.disable_verify:
            faults = verify_program(module)
            self.timing.lap("(verify)")
            if faults:
                raise InputError([from_finding(fault, self.name) for fault in faults])
        try:
            with paused_collection():
                run_pipeline(self.steps, self.ctx, module, self._instruments())
        except _FAILURES as error:
            raise InputError(from_exception(error, module, self.name)) from error

    def _instruments(self) -> list[Instrument]:
        args = self.args
        style = instruments.PrintStyle(args.print_op_generic, args.print_debuginfo)
        when = instruments.PrintWhen(
            before=args.print_ir_before,
            after=args.print_ir_after,
            before_all=args.print_ir_before_all,
            after_all=args.print_ir_after_all,
            after_change=args.print_ir_after_change,
            after_failure=args.print_ir_after_failure,
        )
        chosen: dict[Instrument, bool] = {
            self.timing: args.time_passes,
            instruments.PrintIR(when, style): True,
            instruments.PrintBetweenPasses(style): args.print_between_passes,
            instruments.VerifyEach(): args.verify_each and not args.disable_verify,
        }
        watching = [instrument for instrument, wanted in chosen.items() if wanted]
        if args.crash_reproducer is not None:
            # The input of a reproducer is MLIR, whatever that of this run is.
            flags = {
                "--frontend=mlir": True,
                "--allow-unregistered-dialect": args.allow_unregistered_dialect,
                "--disable-verify": args.disable_verify,
                "--no-verify-each": not args.verify_each,
            }
            given = [flag for flag, is_given in flags.items() if is_given]
            watching.append(Reproducer(args.crash_reproducer, given))
        return watching

    def _emit(self, module: ModuleOp) -> str:
        try:
            if self.args.target == ARCHIVE:
                write_file(self.args.output_file, archive_bytes(self.archive, module))
                return ""
            text = self.output_resulting_program(module)
        except _FAILURES as error:
            raise InputError(from_exception(error, module, self.name)) from error
        except (ImportError, *CRASHES) as error:
            message = f"target '{self.args.target}' failed: {type(error).__name__}: {error}"
            raise InputError([Diagnostic(self.name, 0, 0, message)]) from error
        self.timing.lap("(print)")
        return text


def _tool(arguments: Sequence[str]) -> TsOptMain:
    """Return the driver for a command line, or for the one in a reproducer."""
    tool = TsOptMain(arguments)
    if not tool.args.run_reproducer:
        return tool
    if tool.name == "<stdin>":
        raise UsageError("--run-reproducer takes a file")
    text = Path(tool.name).read_text(encoding="utf-8", errors="replace")
    stored = reproducer_arguments(text)
    if stored is None:
        raise UsageError(f"'{tool.name}' is not a reproducer: it has no '// configuration:' line")
    return TsOptMain([*(a for a in arguments if a != "--run-reproducer"), *stored])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ts-opt; return the exit code."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    given = sys.argv[1:] if arguments is None else arguments
    return run_tool("ts-opt", lambda: _run(given))


def _run(arguments: Sequence[str]) -> int:
    try:
        return _tool(arguments).execute()
    except (UsageError, PipelineError, ArgSpecParseError) as error:
        print(f"ts-opt: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
