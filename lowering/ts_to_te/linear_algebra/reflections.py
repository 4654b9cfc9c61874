"""QR: products of reflections, whose vectors are below the diagonal as in LAPACK.

    %a, %tau = aten.geqrf(%x)

becomes a loop over the columns, which carries the matrix and the scales. A reflection is the
identity less `tau v v^T`, where `v` is 0 above the diagonal and 1 on it.
"""

from __future__ import annotations

from xdsl.dialects.builtin import f64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.matrices import (
    entries,
    identity,
    matrix,
    size_of,
    transpose,
    triangle,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _vector_at(
    code: ScalarCode, vectors: Field, batch: list[SSAValue], row: SSAValue, current: SSAValue
) -> SSAValue:
    """Return an element of the vector of a reflection."""
    below = code.select(
        code.compare("gt", row, current),
        vectors.at(code, [*batch, row, current]),
        code.constant(0, f64),
    )
    return code.select(code.compare("eq", row, current), 1.0, below)


def _reflect(
    here: FieldConversion, vectors: Field, scale: Field, current: SSAValue, x: Field
) -> Field:
    """Return a reflection times matrices; `scale` is of the batch's shape."""
    *batch_shape, rows, columns = x.shape
    rank = len(x.shape)

    def term(code: ScalarCode, axes: Axes) -> SSAValue:
        *batch, row, column = axes
        own = _vector_at(code, vectors, batch, row, current)
        return code.mul(own, x.at(code, [*batch, row, column]))

    parts = here.reduce(SUM, Field(x.shape, f64, term), (rank - 2,))

    def entry(code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue) -> SSAValue:
        own = _vector_at(code, vectors, batch, row, current)
        part = code.mul(scale.at(code, batch), parts.at(code, [*batch, column]))
        return code.sub(x.at(code, [*batch, row, column]), code.mul(own, part))

    return entries((*batch_shape, rows, columns), entry)


def reflectors(to: FieldConversion, a: Field) -> tuple[Field, Field]:
    """Return the triangle with the vectors below it, and the scales."""
    steps, rank = min(size_of(a)), len(a.shape)
    scales = Field((*a.shape[:-2], steps), f64, lambda code, _: code.constant(0, f64))
    if 0 in a.shape:
        return a, scales

    def step(here: FieldConversion, current: SSAValue, fields: list[Field]) -> list[Field]:
        before, taus = fields

        def square(code: ScalarCode, axes: Axes) -> SSAValue:
            value = before.at(code, [*axes, current])
            return code.select(code.compare("gt", axes[-1], current), code.mul(value, value), 0.0)

        below = here.reduce(SUM, Field(a.shape[:-1], f64, square), (rank - 2,))

        def first(code: ScalarCode, batch: Axes) -> tuple[SSAValue, SSAValue, SSAValue]:
            """Return the column's head, its new value, and whether it is unchanged."""
            head, rest = before.at(code, [*batch, current, current]), below.at(code, batch)
            length = code.call("sqrt", code.add(code.mul(head, head), rest))
            stays = code.compare("eq", rest, 0.0)
            reflected = code.neg(code.call("copysign", length, head))
            return head, code.select(stays, head, reflected), stays

        def scale(code: ScalarCode, batch: Axes) -> SSAValue:
            head, reflected, stays = first(code, batch)
            return code.select(stays, 0.0, code.div(code.sub(reflected, head), reflected))

        def scaled(
            code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue
        ) -> SSAValue:
            """Write the vector below the column's head."""
            head, reflected, stays = first(code, batch)
            value = before.at(code, [*batch, row, column])
            inside = code.select(stays, value, code.div(value, code.sub(head, reflected)))
            mine = code.select(code.compare("eq", row, current), reflected, value)
            mine = code.select(code.compare("gt", row, current), inside, mine)
            return code.select(code.compare("eq", column, current), mine, value)

        tau = here.store(Field(a.shape[:-2], f64, scale))
        vectors = here.store(entries(a.shape, scaled))
        changed = _reflect(here, vectors, tau, current, vectors)

        def chosen(
            code: ScalarCode, batch: list[SSAValue], row: SSAValue, column: SSAValue
        ) -> SSAValue:
            at = [*batch, row, column]
            is_behind = code.compare("gt", column, current)
            return code.select(is_behind, changed.at(code, at), vectors.at(code, at))

        def with_scale(code: ScalarCode, axes: Axes) -> SSAValue:
            is_now = code.compare("eq", axes[-1], current)
            return code.select(is_now, tau.at(code, axes[:-1]), taus.at(code, axes))

        return [entries(a.shape, chosen), Field(scales.shape, f64, with_scale)]

    found, taus = to.iterate(steps, [a, scales], step)
    return found, taus


def _product(
    to: FieldConversion, vectors: Field, scales: Field, right: Field, *, forward: bool = False
) -> Field:
    """Return the product of all reflections with matrices, of its transpose if `forward`."""
    steps = scales.shape[-1]
    assert isinstance(steps, int)
    if 0 in right.shape:
        return right

    def step(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
        outside = here.to.code
        last = outside.constant(steps - 1, INDEX)
        current = number if forward else outside.sub(last, number)
        scale = scales.remap(scales.shape[:-1], lambda _, batch: [*batch, current])
        return [_reflect(here, vectors, scale, current, fields[0])]

    return to.iterate(steps, [right], step)[0]


def _geqrf(to: FieldConversion) -> list[Field]:
    return list(reflectors(to, matrix(to, "self")))


def _qr(to: FieldConversion) -> list[Field]:
    if to.has("A"):
        mode = to.call.constant("mode")
    else:
        mode = "reduced" if to.call.flag("some") else "complete"
    if mode not in ("reduced", "complete"):
        raise Refusal(f"has the mode {mode!r}")
    vectors, scales = reflectors(to, matrix(to, "A" if to.has("A") else "self"))
    *batch, rows, columns = vectors.shape
    width = rows if mode == "complete" else min(size_of(vectors))
    whole = identity((*batch, rows, width))
    upper = triangle(vectors, upper=True, shape=(*batch, width, columns))
    return [_product(to, vectors, scales, whole), upper]


def _reflections_operand(to: FieldConversion, name: str, tau: str) -> tuple[Field, Field]:
    vectors, scales = matrix(to, name), to.operand(tau)
    count = scales.shape[-1] if scales.shape else None
    if scales.shape[:-1] != vectors.shape[:-2] or not isinstance(count, int):
        raise Refusal("has scales whose sizes differ from the reflections")
    if count > min(size_of(vectors)):
        raise Refusal("has more scales than reflections")
    return vectors, to.store(scales.cast(f64))


def _householder(to: FieldConversion) -> Field:
    name = "input" if to.has("input") else "self"
    vectors, scales = _reflections_operand(to, name, "tau" if to.has("tau") else "input2")
    rows, columns = size_of(vectors)
    if rows < columns:
        raise Refusal(f"has {rows} rows for {columns} columns")
    return _product(to, vectors, scales, identity(vectors.shape))


def _ormqr(to: FieldConversion) -> Field:
    vectors, scales = _reflections_operand(to, "self", "input2")
    right, left = matrix(to, "input3"), to.call.flag("left")
    reflected = to.call.flag("transpose")
    rows, _ = size_of(vectors)
    if right.shape[:-2] != vectors.shape[:-2] or right.shape[-2 if left else -1] != rows:
        raise Refusal("has matrices whose sizes differ from the reflections")
    if left:
        return _product(to, vectors, scales, right, forward=reflected)
    found = _product(to, vectors, scales, to.store(transpose(right)), forward=not reflected)
    return transpose(found)


REFLECTIONS: dict[str, TeRule] = field_rules({
    "geqrf": _geqrf,
    "linalg_qr qr": _qr,
    "linalg_householder_product orgqr": _householder,
    "ormqr": _ormqr,
})  # fmt: skip
"""By op name."""
