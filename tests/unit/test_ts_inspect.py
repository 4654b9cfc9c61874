"""ts-inspect: its counts, and robustness against every archive."""

from __future__ import annotations

import json
from dataclasses import asdict
from types import SimpleNamespace

import pytest
from archive_files import GOLDEN, archive, integer, module, name, tensor, text
from checkpoint_files import CHECKPOINTS
from console_blocks import ROOT
from test_archive_json import model, records
from test_archive_mutations import damage

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import ArchiveError, Checkpoint, read_archive, read_file
from xdsl_torchscript.tools import ts_inspect
from xdsl_torchscript.tools.inspection.code import read_program
from xdsl_torchscript.tools.inspection.findings import RULES
from xdsl_torchscript.tools.inspection.report import (
    Report,
    checkpoint_report,
    operator_report,
    report,
)
from xdsl_torchscript.tools.inspection.tensors import byte_count
from xdsl_torchscript.tools.inspection.text import checkpoint_text, report_text


def report_of(data: bytes) -> Report:
    found = read_file(data, lenient=True)
    assert not isinstance(found, Checkpoint)
    return report(found)


def archive_with_code(body: str) -> bytes:
    """Return an archive whose module has this statement in its code."""
    head = "class M(Module):\n  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n"
    return archive(module(), {"code/__torch__.py": f"{head}    {body}\n    return x\n".encode()})


def findings_of(data: bytes) -> list[tuple[str, str, str]]:
    return [(f.rule, f.what, f.place) for f in report_of(data).findings]


def program(body: str, path: str = "code/__torch__.py"):
    return read_program({path: body})


def test_operators_are_counted_where_they_are_written() -> None:
    found = program(
        "def f(x: Tensor) -> Tensor:\n"
        "  y = torch.add(torch.add(x, 1), int(x))\n"
        "  ops.prim.RaiseException('no')\n"
        "  z = ops.quantized.add(y, annotate(List[int], [1]))\n"
        "  for i in range(torch.len(z)):\n"
        "    z = g(z)\n"
        "  return (self.inner).forward(getattr(z, '0')[0], torch.device('cuda:1'))\n"
    )
    assert found.operators == {
        "aten::add": 2,
        "aten::Int": 1,
        "aten::len": 1,
        "prim::RaiseException": 1,
        "quantized::add": 1,
    }
    assert found.devices == {"cuda:1": 1}
    assert found.calls == 2
    assert found.functions["__torch__.f"].signature == "f(x: Tensor) -> Tensor"


@pytest.mark.parametrize(
    "body",
    [
        "(",
        "\0",
        "-" * 100_000 + "1",
        "a" + ".b" * 100_000,
        "if 1:\n pass\n" + "elif 1:\n pass\n" * 50_000,
    ],
)
def test_unreadable_code_is_reported(body: str) -> None:
    assert "code/__torch__.py" in program(body).unreadable


def test_too_much_code_is_not_looked_at() -> None:
    assert program("#" * (9 << 20)).unreadable == {"code/__torch__.py": "too long"}


def test_a_shared_module_is_shown_and_counted_once() -> None:
    part = b"c__torch__\nPart\n)\x81}(" + text("w") + tensor() + b"ubq\x20"
    code = b"class Part(Module):\n  __parameters__ = ['w']\nclass M(Module):\n  pass\n"
    pickled = module(text("a"), part, text("b"), b"h\x20")
    found = report_of(archive(pickled, {"data/0": bytes(8), "code/__torch__.py": code}))
    first, second = found.modules.modules
    assert (first.parameters, first.same_as) == (2, None)
    assert (second.parameters, second.same_as) == (0, "a")
    assert found.modules.parameters == 2


def nested_modules(depth: int) -> Report:
    """Return the report on a tensor in `depth` modules around each other."""
    begin = name("__torch__", "M") + b")\x81}(" + text("m")
    data = b"\x80\x02" + begin * depth + tensor() + b"ub" * depth + b"."
    code = b'class M(Module):\n  __parameters__ = ["m"]\n'
    return report_of(archive(data, {"code/__torch__.py": code, "data/0": bytes(8)}))


def test_a_tensor_is_measured_once_for_all_modules_around_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured: list[str] = []

    def counted(dtype: str, elements: int) -> int:
        measured.append(dtype)
        return byte_count(dtype, elements)

    monkeypatch.setattr("xdsl_torchscript.tools.inspection.report.byte_count", counted)
    for depth in (1, 20):
        measured.clear()
        found = nested_modules(depth).modules
        assert (found.parameters, found.parameter_bytes) == (2, 8)
        assert len(measured) == 2  # the tensor and its storage


def test_the_older_layout() -> None:
    """All tensors, including weights, are in one table; the report lists those named in code."""
    found = report_of(records(model()))
    assert found.modules.class_name == "Net"
    assert [inner.name for inner in found.modules.modules] == ["inner"]
    assert found.modules.parameters == 6
    assert [constant.name for constant in found.constants] == ["c1"]


def test_names_cannot_disturb_a_terminal() -> None:
    inner = b"c__torch__\nM\n)\x81}b"
    data = archive(
        module(text("\x1b[2J\u202e"), inner), {"code/__torch__.py": b"class M(Module):\n  pass"}
    )
    printed = report_text(report_of(data))
    assert "\\x1b[2J\\u202e" in printed and "\x1b" not in printed


def test_long_lists_are_cut() -> None:
    found = report(read_archive(GOLDEN / "layers.pt"))
    assert "more (--all)" not in report_text(found, everything=True)
    assert len(report_text(found).splitlines()) < 70


def test_any_readable_archive_is_reported() -> None:
    for number in range(300):
        try:
            read = read_file(damage(number), lenient=True)
        except ArchiveError:
            continue
        if isinstance(read, Checkpoint):
            found = checkpoint_report(read)
            checkpoint_text(found)
        else:
            found = report(read)
            report_text(found)
        json.dumps(asdict(found))


@pytest.mark.parametrize(
    ("body", "rule", "what"),
    [
        ("torch.save(x, '/etc/x')", "writes-file", "aten::save"),
        ("x = torch.from_file('/etc/passwd')", "reads-file", "aten::from_file"),
        ("ops.prim.PythonOp(x)", "python-op", "prim::PythonOp"),
        ("x = ops.my.relu(x)", "custom-operator", "my::relu"),
        ("x = ops.torchvision.nms(x, x, 0.5)", "custom-operator", "torchvision::nms"),
        ("x = torch.no_such_operator(x)", "custom-operator", "aten::no_such_operator"),
        ("x = ops.c10d.barrier(x)", "backend-operator", "c10d::barrier"),
        ("x = ops.inductor._reinterpret_tensor(x, [1], [1], 9)", "backend-operator", "inductor::"),
        ("ops.prim.rpc_sync('a', 'b')", "backend-operator", "prim::rpc_sync"),
        ("y = __torch__.torch.classes.a.B.c(x)", "custom-class", "__torch__.torch.classes.a.B"),
    ],
)
def test_findings_in_code(body: str, rule: str, what: str) -> None:
    ((found, of, place),) = findings_of(archive_with_code(body))
    assert (found, place) == (rule, "code/__torch__.py:3")
    assert of.startswith(what)


@pytest.mark.parametrize(
    "body",
    [
        "x = torch.relu(x)",
        "y = int(torch.len([x])); print(y)",
        "x = ops.quantized.add(x, x, 1., 0)",
        "ops.prim.RaiseException('no')",
        "y = 'torch.save(x)'",
    ],
)
def test_ordinary_code_is_clean(body: str) -> None:
    assert findings_of(archive_with_code(body)) == []


def test_code_that_is_not_looked_into_is_a_finding() -> None:
    assert findings_of(archive_with_code("(")) == [
        ("unreadable-code", "line 3", "code/__torch__.py")
    ]


def test_code_that_runs_at_load_is_a_finding() -> None:
    stateful = module(text("a"), name("__torch__", "S") + b")\x81K\x01b")
    assert findings_of(archive(stateful)) == [
        ("code-at-load", "__torch__.S.__setstate__", "data.pkl")
    ]


def test_objects_of_cpp_classes_are_a_finding() -> None:
    kind = name("__torch__.torch.classes.quantized", "Linear")
    ((rule, what, _),) = findings_of(archive(module(text("a"), kind + b")\x81K\x01b")))
    assert (rule, what) == ("custom-class", "__torch__.torch.classes.quantized.Linear")


def test_names_of_python_are_a_finding() -> None:
    call = name("posix", "system") + b"(" + text("true") + b"tR"
    assert findings_of(archive(module(text("a"), call))) == [
        ("python-name", "posix.system", "data.pkl")
    ]


def test_many_findings_are_cut() -> None:
    calls = [text(f"a{n}") + name("m", f"f{n}") for n in range(40)]
    found = report_of(archive(module(*calls)))
    assert len(found.findings) == 40
    assert "... 10 more (--all)" in report_text(found)


def test_odd_sizes_are_findings() -> None:
    hidden = archive(module(text("w"), tensor()), {"data/0": bytes(12)})
    assert findings_of(hidden) == [("hidden-bytes", "4 bytes after the storage", "data/0")]
    large = tensor(count=1 << 19)
    unreached = archive(module(text("w"), large), {"data/0": bytes(4 << 19)})
    assert findings_of(unreached) == [
        ("hidden-bytes", "2097144 bytes that no tensor reaches", "data/0")
    ]
    wide = tensor(shape=(1 << 28, 1, 1), strides=(0, 1, 1))
    assert findings_of(archive(module(text("w"), wide), {"data/0": bytes(8)})) == []
    wide = tensor(storage="DoubleStorage", shape=(1 << 28,), strides=(0,))
    expanded = archive(module(text("w"), wide), {"data/0": bytes(16)})
    assert findings_of(expanded) == [("expanded-tensor", "float64[268435456]", "data/0")]


@pytest.mark.parametrize("record", ["evil", "traced_inputs", "traced_inputs/a", "traced_inputs.py"])
def test_unknown_records_are_findings(record: str) -> None:
    odd = archive(module(), {record: b"x"})
    assert findings_of(odd) == [("unknown-record", record, record)]


def test_the_inputs_of_a_trace_are_no_findings() -> None:
    stored = {"traced_inputs.pkl": b"x", "traced_inputs/0": b"y", "traced_inputs/12": b"z"}
    assert findings_of(archive(module(), stored)) == []


@pytest.mark.parametrize(
    "file", ["layers", "attributes", "sharing", "sizes", "dtypes", "constants"]
)
def test_archives_of_pytorch_are_clean(file: str) -> None:
    assert findings_of((GOLDEN / f"{file}.pt").read_bytes()) == []


def test_quantised_and_sparse_tensors_are_listed() -> None:
    rows = {
        name: [(t.path, t.dtype, t.shape, t.layout) for t in found.tensors]
        for name in ("quantized", "sparse")
        for found in [report_of((GOLDEN / f"{name}.pt").read_bytes())]
    }
    assert rows == {
        "quantized": [("weight", "qint8", (2,), "quantised")],
        "sparse": [("weight", "float32", (2, 2), "sparse")],
    }


@pytest.mark.parametrize(
    ("file", "what", "path"),
    [
        (GOLDEN / "sparse.pt", "1 sparse tensor", "weight"),
        (CHECKPOINTS / "sparse.pt", "sparse tensor", ""),
    ],
)
def test_parts_that_are_not_loaded_are_findings(file, what: str, path: str, capfd) -> None:
    assert ts_inspect.main(["--check", str(file)]) == 3
    printed = capfd.readouterr().out
    assert "unsupported-tensor" in printed and what in printed and path in printed
    with pytest.raises(ArchiveError, match=what.split()[-2]):
        ts.load(file)


def test_a_quantised_storage_is_bounded() -> None:
    hooks = name("collections", "OrderedDict") + b")R"
    told = b"(" + text("storage") + name("torch", "QInt8Storage") + text("0") + text("cpu")
    params = b"(" + name("torch", "per_tensor_affine") + b"t"
    head = name("torch._utils", "_rebuild_qtensor") + b"(" + told + integer(2) + b"tQ"
    view = integer(1) + b"(" + integer(2) + b"t(" + integer(1) + b"t"
    data = archive(
        module(text("w"), head + view + params + b"\x89" + hooks + b"tR"), {"data/0": b"ab"}
    )
    with pytest.raises(ArchiveError, match="reaches to element 2"):
        report_of(data)


def test_the_tensors_of_a_checkpoint(capfd) -> None:
    for layout in ("values", "values-legacy"):
        assert ts_inspect.main(["--json", str(CHECKPOINTS / f"{layout}.pt")]) == 0
        found = json.loads(capfd.readouterr().out)
        rows = {row["path"]: row for row in found["tensors"]}
        assert rows["transposed"]["shape"] == [4, 3]
        assert (rows["conjugate"]["dtype"], found["verdict"]) == ("complex64", "clean")


def test_exit_codes(capfd) -> None:
    clean, finding = str(GOLDEN / "layers.pt"), str(GOLDEN / "stateful.pt")
    assert ts_inspect.main([clean, finding]) == 0
    assert ts_inspect.main(["--check", clean]) == 0
    assert ts_inspect.main(["--check", clean, finding]) == 3
    assert ts_inspect.main(["--check", finding, "missing.pt", clean]) == 1
    assert "missing.pt: No such file or directory" in capfd.readouterr().err


def test_operations_that_the_interpreter_makes_are_its_own(tmp_path, capfd) -> None:
    file = tmp_path / "f.py"
    file.write_text("def f(x: Any) -> bool:\n    return isinstance(x, int)\n")
    for kind in ("isinstance", "unchecked_cast", "Uninitialized"):
        assert operator_report(f"prim::{kind}", 1, [f"prim.{kind}"]).interpreted
    assert not operator_report("my::op", 1, ["my.op"]).interpreted
    assert ts_inspect.main([str(file)]) == 0
    assert "missing" not in capfd.readouterr().out


def test_errors_are_json_too(capfd) -> None:
    bad = ROOT / "LICENSE"
    assert ts_inspect.main(["--json", str(bad), str(GOLDEN / "layers.pt"), "missing.py"]) == 1
    printed = capfd.readouterr()
    damage, whole, missing = json.loads(printed.out)
    assert printed.err == ""
    assert (damage["file"], damage["verdict"]) == (str(bad), "unreadable")
    assert damage["error"]["found"] == "no zip directory at the end"
    assert whole["verdict"] == "clean"
    assert missing["error"] == {"message": "missing.py: No such file or directory"}


@pytest.mark.parametrize("file", [GOLDEN / "layers.pt", CHECKPOINTS / "values-legacy.pt"])
def test_standard_input(file, capfd, monkeypatch: pytest.MonkeyPatch) -> None:
    with file.open("rb") as stream:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=stream))
        assert ts_inspect.main(["-"]) == 0
    assert capfd.readouterr().out.startswith("<stdin>: ")


def test_findings_of_a_program_in_a_text(tmp_path, capfd) -> None:
    path = tmp_path / "f.graph"
    path.write_text(
        "graph(%x : Tensor):\n"
        '  %name : str = prim::Constant[value="f"]()\n'
        "   = aten::save(%x, %name)\n"
        "  return (%x)\n"
    )
    assert ts_inspect.main(["--check", str(path)]) == 3
    assert f"writes-file       aten::save  {path}:3" in capfd.readouterr().out


def test_the_rules_are_documented() -> None:
    page = (ROOT / "docs" / "inspecting.md").read_text()
    for rule, help in RULES.items():
        assert f"| `{rule}` | {help} |" in page
