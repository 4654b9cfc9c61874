"""Op classes, dialects and contexts that are made from schemas on demand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects import test
from xdsl.dialects.builtin import i64
from xdsl.dialects.llvm import LLVM
from xdsl.parser import Parser
from xdsl.traits import MemoryEffectKind, get_effects

from xdsl_torchscript.dialects import schema
from xdsl_torchscript.dialects.aten import ATEN, operator_dialect
from xdsl_torchscript.dialects.families import Family, family_of, functional_of, is_view
from xdsl_torchscript.dialects.lazy import LazyContext, LazyDialect
from xdsl_torchscript.dialects.registry import (
    OPERATOR_NAMESPACES,
    dialect_factories,
    extended_factories,
)
from xdsl_torchscript.dialects.schema.effects import is_pure
from xdsl_torchscript.dialects.schema.table import operator_table, register_schema, schema_named
from xdsl_torchscript.dialects.schema_op import SchemaOp, accessor_name, schema_op
from xdsl_torchscript.dialects.types import ListType, TensorType

TENSOR = TensorType.get()


def instance(name: str, *operand_types, results=(TENSOR,)) -> SchemaOp:
    source = test.TestOp(result_types=operand_types)
    return schema_op(name).create(operands=source.results, result_types=results)


def test_accessors_have_the_names_of_the_schema() -> None:
    op = instance("aten.add.Tensor", TENSOR, TENSOR, i64)
    assert (op.self, op.other, op.alpha) == tuple(op.operands)
    assert op.result is op.results[0]
    assert op.argument("alpha") is op.alpha
    with pytest.raises(KeyError, match="has no argument 'beta'"):
        op.argument("beta")
    assert op.schema is schema_named("aten.add.Tensor")
    assert type(op) is schema_op("aten.add.Tensor")


def test_accessors_of_many_results_and_of_varargs() -> None:
    op = instance("aten.max.dim", TENSOR, i64, i64, results=(TENSOR, TENSOR))
    assert (op.values, op.indices) == tuple(op.results)
    op = instance("aten.std_mean", TENSOR, i64, results=(TENSOR, TENSOR))
    assert (op.result0, op.result1) == tuple(op.results)
    op = instance("aten.format", i64, TENSOR, TENSOR)
    assert tuple(op.varargs) == tuple(op.operands[1:])
    # The return is named as the argument that it is.
    op = instance("aten.sin.out", TENSOR, TENSOR)
    assert op.out is op.operands[1] and op.result is op.results[0]


def test_no_accessor_hides_a_name_of_every_op() -> None:
    assert accessor_name("from") == "from_"
    assert accessor_name("name") == "name_"
    assert accessor_name("schema") == "schema_"
    op = instance("aten.random_.from", TENSOR, i64, i64, i64)
    assert op.from_ is op.operands[1]
    assert op.name == "aten.random_.from"


def test_every_class_can_be_completed() -> None:
    """Operands and results of every operator have names that are free."""
    for namespace in operator_table().namespaces():
        for name in operator_table().op_names(namespace):
            names = [n for n, _ in schema_op(name).get_irdl_definition().operands]
            names += [n for n, _ in schema_op(name).get_irdl_definition().results]
            assert len(set(names)) == len(names), name
            assert not any(hasattr(SchemaOp, n) for n in names), name
            assert not {"name", "attributes", "operands", "regions"} & set(names), name


def test_build_through_irdl() -> None:
    source = test.TestOp(result_types=[TENSOR, TENSOR, i64])
    op = schema_op("aten.add.Tensor").build(operands=source.results, result_types=[TENSOR])
    op.verify()


def test_unknown_operator() -> None:
    with pytest.raises(KeyError, match=r"aten\.sinh"):
        schema_op("aten.sinhh")


def test_dialect() -> None:
    assert ATEN is operator_dialect("aten")
    assert ATEN.lookup("aten.t") is schema_op("aten.t")
    assert ATEN.lookup("aten.nothing") is None
    assert ATEN.lookup("prim.device") is None
    names = [op.name for op in ATEN.operations]
    assert len(names) == len(set(names)) > 3700


def test_hand_written_ops_come_first() -> None:
    class Device(SchemaOp):
        name = "prim.device"

    dialect = LazyDialect("prim", [Device])
    assert dialect.lookup("prim.device") is Device
    assert [op for op in dialect.operations if op.name == "prim.device"] == [Device]
    assert dialect.lookup("prim.min.int") is schema_op("prim.min.int")


def test_namespaces_of_the_table_are_dialects() -> None:
    text = "".join(file.read_text() for file in Path(schema.__file__).parent.glob("*.txt"))
    assert set(re.findall(r"^(\w+)::", text, re.M)) == {*OPERATOR_NAMESPACES, "prim"}


def test_every_dialect_loads_under_its_name() -> None:
    loaded = {name: factory().name for name, factory in dialect_factories().items()}
    assert all(name == own for name, own in loaded.items())
    assert {name: factory().name for name, factory in extended_factories().items()} == {
        name: name for name in extended_factories()
    }


def context_of(kind: type[Context]) -> Context:
    context = kind()
    for name, factory in dialect_factories().items():
        context.register_dialect(name, factory)
    return context


def test_a_lazy_context_creates_used_ops() -> None:
    context = context_of(LazyContext)
    assert context.get_optional_op("aten.sin") is schema_op("aten.sin")
    assert [op.name for op in context.loaded_ops] == ["aten.sin"]
    assert context.get_optional_op("aten.no_such") is None
    assert isinstance(context.clone(), LazyContext)
    assert context.clone().get_optional_op("aten.cos") is schema_op("aten.cos")
    assert len(list(context.loaded_ops)) == 1


def test_plain_context_has_all() -> None:
    context = context_of(Context)
    assert context.get_optional_op("aten.sin") is schema_op("aten.sin")
    assert len(list(context.loaded_ops)) > 3700


def test_lazy_context_knows_registered_operators() -> None:
    register_schema("test_ops::twice(Tensor x) -> Tensor")
    context = context_of(LazyContext)
    assert context.get_optional_op("test_ops.twice") is schema_op("test_ops.twice")
    text = '%x = "test_ops.twice"(%x) : (!ts.tensor) -> !ts.tensor'
    assert Parser(context, text).parse_operation().name == "test_ops.twice"


def test_lazy_context_extends_dialects_of_xdsl() -> None:
    context = LazyContext()
    context.register_dialect("llvm", lambda: LLVM)
    names = {op.name for op in LLVM.operations}
    extended = {op.name for op in context.get_dialect("llvm").operations}
    assert names < extended
    assert {"arith", "llvm"} <= set(extended_factories())


def kinds_of(op: SchemaOp) -> set[MemoryEffectKind] | None:
    effects = get_effects(op)
    return None if effects is None else {effect.kind for effect in effects}


def test_effects() -> None:
    read, write, alloc = MemoryEffectKind.READ, MemoryEffectKind.WRITE, MemoryEffectKind.ALLOC
    assert kinds_of(instance("aten.sin", TENSOR)) == {read, alloc}
    assert kinds_of(instance("aten.t", TENSOR)) == {read, alloc}
    assert kinds_of(instance("aten.contiguous", TENSOR, i64)) == {read, alloc}
    element = instance("aten.__getitem__.t", ListType(TENSOR), i64)
    assert kinds_of(element) == {read}
    parts = instance("aten.unbind.int", TENSOR, i64, results=(ListType(TENSOR),))
    assert kinds_of(parts) == {read, alloc}
    assert kinds_of(instance("aten.relu_", TENSOR)) == {read, write}
    assert kinds_of(instance("aten.add.int", i64, i64, results=(i64,))) == set()
    assert kinds_of(instance("aten.size.int", TENSOR, i64, results=(i64,))) == {read}
    assert kinds_of(instance("aten.size", TENSOR, results=(ListType(i64),))) == {read, alloc}
    assert kinds_of(instance("aten.zeros", results=())) is not None
    assert kinds_of(instance("aten.dropout", TENSOR, results=())) is None
    assert write in (kinds_of(instance("aten.rand_like", TENSOR)) or ())
    assert kinds_of(instance("prim.Print", TENSOR, results=())) is None
    assert kinds_of(instance("aten.manual_seed", i64, results=())) is None


def test_pure() -> None:
    pure = [n for n in operator_table().op_names("aten") if is_pure(schema_named(n))]
    assert {"aten.sin", "aten.view", "aten.format", "aten.add.int"} <= set(pure)
    assert not {"aten.add_.Tensor", "aten.rand", "aten.warn", "aten.wait", "aten.sin.out"} & set(
        pure
    )


@pytest.mark.parametrize(
    ("name", "family", "functional"),
    [
        ("aten.add.Tensor", Family.BINARY, "aten.add.Tensor"),
        ("aten.add_.Tensor", Family.BINARY, "aten.add.Tensor"),
        ("aten.add.out", Family.BINARY, "aten.add.Tensor"),
        ("aten.add.Scalar", Family.BINARY, "aten.add.Scalar"),
        ("aten.add.int", Family.SCALAR, "aten.add.int"),
        ("aten.add.t", Family.CONTAINER, "aten.add.t"),
        ("aten.sin", Family.UNARY, "aten.sin"),
        ("aten.leaky_relu", Family.UNARY, "aten.leaky_relu"),
        ("aten.arctan", Family.UNARY, "aten.arctan"),
        ("aten.lt.Scalar", Family.COMPARISON, "aten.lt.Scalar"),
        ("aten.greater.Tensor", Family.COMPARISON, "aten.greater.Tensor"),
        ("aten.clamp", Family.TERNARY, "aten.clamp"),
        ("aten.where.self", Family.TERNARY, "aten.where.self"),
        ("aten.__ior__.Tensor", Family.BINARY, "aten.__or__.Tensor"),
        ("aten.max", Family.REDUCTION, "aten.max"),
        ("aten.max.other", Family.BINARY, "aten.max.other"),
        ("aten.max.dim_max", Family.REDUCTION, "aten.max.dim"),
        ("aten.sum.dim_IntList", Family.REDUCTION, "aten.sum.dim_IntList"),
        ("aten.view", Family.VIEW, "aten.view"),
        ("aten.t_", Family.VIEW, "aten.t"),
        ("aten.chunk", Family.VIEW, "aten.chunk"),
        ("aten.zeros", Family.CREATION, "aten.zeros"),
        ("aten.ones_like", Family.CREATION, "aten.ones_like"),
        ("aten.randn", Family.RANDOM, "aten.randn"),
        ("aten.normal_", Family.RANDOM, None),
        ("aten.to.dtype", Family.CAST, "aten.to.dtype"),
        ("aten.mm", Family.MATMUL, "aten.mm"),
        ("aten.conv2d", Family.CONVOLUTION, "aten.conv2d"),
        ("aten.convolution_backward", Family.BACKWARD, "aten.convolution_backward"),
        ("aten.max_pool2d", Family.POOLING, "aten.max_pool2d"),
        ("aten.layer_norm", Family.NORMALIZATION, "aten.layer_norm"),
        ("aten.mse_loss", Family.LOSS, "aten.mse_loss"),
        ("aten.index_put_", Family.INDEXING, "aten.index_put"),
        ("aten.cat", Family.REARRANGEMENT, "aten.cat"),
        ("aten.cumsum", Family.SCAN, "aten.cumsum"),
        ("aten.topk", Family.SORTING, "aten.topk"),
        ("aten.linalg_svd", Family.LINALG, "aten.linalg_svd"),
        ("aten.fft_rfft", Family.FFT, "aten.fft_rfft"),
        ("aten.size.int", Family.QUERY, "aten.size.int"),
        ("aten.append.t", Family.CONTAINER, None),
        ("aten.copy_", Family.MUTATION, "aten.copy"),
        ("quantized.add", Family.QUANTIZATION, "quantized.add"),
        ("prims.sin", Family.UNARY, "prims.sin"),
    ],
)
def test_families(name: str, family: Family, functional: str | None) -> None:
    assert family_of(name) is family
    found = functional_of(name)
    assert (found and found.op_name) == functional


def test_views() -> None:
    assert is_view(schema_named("aten.view"))
    assert is_view(schema_named("aten.chunk"))
    assert not is_view(schema_named("aten.add_.Tensor"))
    assert not is_view(schema_named("aten.sin"))


def test_universe_imports_no_dialect() -> None:
    """xDSL's tools load the universe when they start."""
    code = (
        "import sys, xdsl.universe; before = set(sys.modules); import xdsl_torchscript.universe;"
        "print(sorted(m for m in set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {m for m in eval(run.stdout) if m.startswith("xdsl_torchscript")}
    assert loaded <= {
        "xdsl_torchscript",
        "xdsl_torchscript.dialects",
        "xdsl_torchscript.dialects.after_fork",
        "xdsl_torchscript.dialects.finish_imports",
        "xdsl_torchscript.dialects.lazy_import",  # the helper that imports by name
        "xdsl_torchscript.dialects.registry",
        "xdsl_torchscript.lowering",
        "xdsl_torchscript.lowering.core",
        "xdsl_torchscript.lowering.core.registry",
        "xdsl_torchscript.runtime",
        "xdsl_torchscript.runtime.passes",  # a table of names
        "xdsl_torchscript.universe",
    }
