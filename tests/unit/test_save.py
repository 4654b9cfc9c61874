"""`ts.save`: modules and functions become archives, and archives the same modules again."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from archive_files import EXPECTED, GOLDEN, line_of, load_golden, reload

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import Archive, DictValue, ListValue, read_archive
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.runtime.errors import SaveError
from xdsl_torchscript.runtime.modules.handle import object_of
from xdsl_torchscript.runtime.modules.saved_storages import tensor_layout


def save_bytes(program: Any, **more: Any) -> bytes:
    stream = io.BytesIO()
    ts.save(program, stream, **more)
    return stream.getvalue()


def numbers(*values: float) -> ts.Tensor:
    return ts.Tensor.of(np.array(values, dtype=np.float32))


# Functions.

FUNCTIONS = """
class Pair(NamedTuple):
    left: Tensor
    right: int

class Counter:
    def __init__(self, start: int):
        self.count = start
    def add(self, other: 'Counter') -> 'Counter':
        return Counter(self.count + other.count)

def helper(x, times: int = 3):
    c = Counter(times).add(Counter(1))
    return Pair(x * c.count, c.count)

def main(x, flag: bool = True, name: Optional[str] = None):
    if flag and name is None:
        p = helper(x)
        return p.left + p.right
    return x

def unused(x):
    return undefined(x)
"""


def test_a_function_is_saved_with_its_callees() -> None:
    unit = ts.compile(FUNCTIONS)
    data = save_bytes(unit.main)
    module = ts.load(data)
    assert np.asarray(module(numbers(1, 2))).tolist() == [8, 12]
    assert np.asarray(module(numbers(1), name="x")).tolist() == [1]
    assert str(module.get_method("forward").schema) == (
        "forward(__torch__.PlaceholderModule self, Tensor x, bool flag=True, "
        "str? name=None) -> Tensor"
    )
    code = read_archive(data).sources["code/__torch__.py"]
    assert "def helper" in code and "class Counter" in code and "unused" not in code
    assert save_bytes(ts.compile(FUNCTIONS).main) == data


def test_code_that_does_not_compile_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "f.pt"
    with pytest.raises(SourceError, match="undefined"):
        ts.save(ts.compile(FUNCTIONS).unused, path)
    assert not path.exists()


def test_values_that_are_not_programs() -> None:
    with pytest.raises(TypeError, match=r"ts\.script"):
        ts.save(3, io.BytesIO())  # pyright: ignore[reportArgumentType]


def test_constants_of_the_code() -> None:
    module = load_golden("constants")
    repeated = reload(reload(module))
    x = np.ones((2, 2), np.float32)
    expected = np.asarray(module(x)).tolist()
    assert np.asarray(repeated(x)).tolist() == expected
    assert len(read_archive(save_bytes(module)).constants) == len(
        read_archive(save_bytes(repeated)).constants
    )


# Modules.


@pytest.mark.parametrize("name", EXPECTED)
def test_golden_archives(name: str) -> None:
    module = load_golden(name)
    data = save_bytes(module)
    repeated = ts.load(data)
    ours, theirs = repeated.state_dict(), module.state_dict()
    assert list(ours) == list(theirs)
    for key, tensor in ours.items():
        assert tensor.type == theirs[key].type, key
        assert tensor.array.tobytes() == theirs[key].array.tobytes(), key
    assert repr(repeated) == repr(module)


def shape_of(value: Any) -> Any:
    """Return a value without the data that differ between runs."""
    if isinstance(value, list | tuple):
        return type(value).__name__, [shape_of(part) for part in value]
    if isinstance(value, dict):
        return [(shape_of(k), shape_of(v)) for k, v in value.items()]
    return np.asarray(value).tolist() if isinstance(value, ts.Tensor) else value


NAMES = "table by_number pairs nothing maybe point color place z numbers floats bools words empty "
NAMES += "mixed tensors"


def test_attributes_of_each_type() -> None:
    module = load_golden("attributes")
    repeated = reload(module)
    for name in NAMES.split():
        assert shape_of(getattr(repeated, name)) == shape_of(getattr(module, name)), name
    assert repeated.counter.count == 4
    root = read_archive(save_bytes(module)).root.attributes
    table, empty = root["table"], root["empty"]
    assert isinstance(table, DictValue) and table.type == "Dict[str, int]"
    assert isinstance(empty, ListValue) and (empty.type, [*empty.items]) == ("List[str]", [])


def test_changes_are_saved() -> None:
    module = load_golden("layers")
    module.scale.copy_(numbers(3, 4))
    module.eval()
    repeated = reload(module)
    assert np.asarray(repeated.scale).tolist() == [3, 4]
    assert repeated.training is False and repeated.blocks[0].training is False


def test_a_state_is_the_result_of_getstate() -> None:
    root = read_archive(save_bytes(load_golden("stateful"))).root
    assert root.has_state and isinstance(root.state, tuple)
    assert np.asarray(reload(load_golden("stateful")).weight).tolist() == [1, 2]


def test_extra_files(tmp_path: Path) -> None:
    path = tmp_path / "m.pt"
    load_golden("layers").save(path, extra_files={"a.txt": "h\u00e9", "b/c": b"\x00"})
    assert dict(read_archive(path).extra_files) == {"a.txt": "h\u00e9".encode(), "b/c": b"\x00"}


def test_extra_files_have_pytorchs_name_too(tmp_path: Path) -> None:
    ts.save(load_golden("layers"), tmp_path / "m.pt", _extra_files={"a.txt": b"x"})
    found = {"a.txt": b""}
    ts.load(tmp_path / "m.pt", _extra_files=found)
    assert found == {"a.txt": b"x"}


def test_saving_over_the_file_that_is_mapped(tmp_path: Path) -> None:
    path = tmp_path / "m.pt"
    path.write_bytes((GOLDEN / "sharing.pt").read_bytes())
    module = ts.load(path)
    module.base.copy_(numbers(*range(12)) * 2)
    module.save(path)
    assert np.asarray(ts.load(path).matrix)[1, 1] == 10
    assert np.asarray(module.matrix)[1, 1] == 10


def test_an_object_that_holds_itself_is_refused() -> None:
    module = load_golden("layers")
    block = object_of(module.blocks)
    block.slots["0"] = block
    with pytest.raises(SaveError, match=r"blocks\.0 is an object that contains itself"):
        save_bytes(module)


def test_places_in_the_source_are_kept() -> None:
    found = read_archive(save_bytes(load_golden("function"))).debug_ranges["code/__torch__.py"]
    (at,) = [r for r in found if r.filename and r.start == 11]
    assert at.filename == "/opt/pytorch/gen_archives.py"
    before = read_archive(GOLDEN / "function.pt").debug_ranges["code/__torch__.py"]
    assert line_of(at) in [line_of(r) for r in before if r.text[r.start : r.end] == "x + y"]


# Storages.


def laid_out(*arrays: np.ndarray) -> tuple[list[Any], dict[str, list[Any]]]:
    tensors = [ts.Tensor(array) for array in arrays]
    layout = tensor_layout(tensors)
    records = [layout.records[id(tensor)] for tensor in tensors]
    return records, {key: array.tolist() for key, array in layout.arrays.items()}


def test_views_become_one_storage() -> None:
    base = np.arange(12, dtype=np.float32)
    table = base.reshape(3, 4)
    records, arrays = laid_out(base, table[:, 1], table.T, np.broadcast_to(base[2:3], (5,)))
    assert len(arrays) == 1
    assert [r.offset for r in records] == [0, 1, 0, 2]
    assert [r.strides for r in records] == [(1,), (4,), (1, 4), (0,)]


def test_memory_without_views_is_not_saved() -> None:
    base = np.arange(100, dtype=np.int64)
    records, arrays = laid_out(base[10:30:4], base[50:52], base[20:25])
    assert [*arrays.values()] == [
        [10, 0, 0, 0, 14, 0, 0, 0, 18, 0, 20, 21, 22, 23, 24, 0, 26],
        [50, 51],
    ]
    assert [(r.offset, r.strides) for r in records] == [(0, (4,)), (0, (1,)), (10, (1,))]


def test_strides_that_no_archive_holds() -> None:
    base = np.arange(4, dtype=np.float32)
    records, arrays = laid_out(base[::-1], base, np.zeros((0, 3)), np.array(7))
    assert arrays[records[0].storage] == [3, 2, 1, 0]
    assert arrays[records[1].storage] == [0, 1, 2, 3]
    assert (records[2].shape, arrays[records[2].storage]) == ((0, 3), [])
    assert (records[3].shape, arrays[records[3].storage]) == ((), [7])


def test_types_of_elements_do_not_share() -> None:
    base = np.arange(4, dtype=np.float32)
    records, arrays = laid_out(base, base.view(np.int32))
    assert len(arrays) == 2
    assert {r.dtype for r in records} == {"float32", "int32"}


def test_sharing_lasts() -> None:
    of = read_archive(save_bytes(load_golden("sharing")))
    assert isinstance(of, Archive)
    assert len(of.storages) == 3
    module = reload(load_golden("sharing"))
    module.base.copy_(numbers(*[-1.0] * 12))
    assert np.asarray(module.matrix)[1, 1] == np.asarray(module.column)[2] == -1
    assert module.same is module.base


def test_a_state_is_no_program() -> None:
    state = {"w": ts.ones(1000)}
    with pytest.raises(TypeError, match=r"cannot save 'dict': expected a ScriptModule"):
        ts.save(state, io.BytesIO())  # pyright: ignore[reportArgumentType]


class Product(ts.Module):
    def forward(self, x: ts.Tensor, y: ts.Tensor) -> ts.Tensor:
        return x @ y  # of 2 matrices


def test_the_fault_of_a_saved_program_shows_its_line() -> None:
    program = ts.script(Product().eval())
    for module in (program, ts.load(program.save_to_buffer())):
        with pytest.raises(ts.RuntimeFault) as raised:
            module(np.ones((2, 3)), np.ones((2, 3)))
        assert str(raised.value).splitlines()[1:] == [
            "        return x @ y  # of 2 matrices",
            "               ^",
        ]
