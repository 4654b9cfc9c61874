"""Factorisations, Fourier transforms, contractions and random streams without PyTorch: exact cases,
memory layout, and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.linear_algebra import lapack
from xdsl_torchscript.runtime.tensor import Array


def call(name: str, *args: Any) -> Any:
    run = implementation_of(f"aten.{name}")
    assert run is not None
    return run(*(ts.Tensor(a) if isinstance(a, np.ndarray) else a for a in args))


SPD = np.array([[4.0, 2.0], [2.0, 5.0]])


def test_factors_are_column_major() -> None:
    for factor in (
        call("linalg_cholesky", SPD, False),
        call("linalg_qr", SPD, "reduced")[0],
        call("linalg_lu_factor", SPD, True)[0],
        call("linalg_inv", SPD),
    ):
        assert factor.strides == (1, 2)
    assert call("linalg_cholesky", SPD, False).tolist() == [[2, 0], [1, 2]]


def test_singular_matrices_set_info_or_are_refused() -> None:
    batch = np.stack([np.eye(2), np.ones((2, 2))])
    inverse, info = call("linalg_inv_ex", batch, False)
    assert info.tolist() == [0, 2]
    assert inverse.numpy()[0].tolist() == [[1, 0], [0, 1]]
    with pytest.raises(np.linalg.LinAlgError, match=r"matrix 1 of the batch is singular \(row 2\)"):
        call("linalg_inv", batch)
    with pytest.raises(np.linalg.LinAlgError, match="not positive-definite"):
        call("linalg_cholesky", -SPD, False)


@pytest.mark.parametrize("pivots", [[0, 2], [1, 3], [-1, 2]])
def test_pivots_that_are_no_rows_are_refused(pivots: list[int]) -> None:
    given = np.array(pivots, np.int32)
    with pytest.raises(ValueError, match="expected rows from 1 to 2"):
        call("linalg_lu_solve", SPD, given, np.ones((2, 1)), True, False)


def test_a_lone_negative_pivot_is_refused() -> None:
    with pytest.raises(ValueError, match="one of a pair"):
        call("linalg_ldl_solve", SPD, np.array([1, -2], np.int32), np.ones((2, 1)), False)


@pytest.mark.parametrize("form", [lapack.PLAIN, lapack.TRANSPOSE, lapack.ADJOINT])
def test_systems_are_solved_on_one_thread(form: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    system = rng.normal(size=(5, 5)) + 1j * rng.normal(size=(5, 5))
    right = rng.normal(size=(5, 3)).astype(complex)
    factors, pivots, _ = lapack.lu_factors(system)
    assert pivots.tolist() != [1, 2, 3, 4, 5]

    def refused(name: str, like: Array) -> None:
        pytest.fail(f"'{name}' may start threads for systems of any size")

    monkeypatch.setattr(lapack, "routine", refused)
    found = lapack.solve_by_lu(factors, pivots, right, form)
    whole = {lapack.PLAIN: system, lapack.TRANSPOSE: system.T, lapack.ADJOINT: system.conj().T}
    np.testing.assert_allclose(whole[form] @ found, right, atol=1e-12)


def test_an_empty_batch_has_the_sizes_of_any_other() -> None:
    factors, pivots = call("linalg_lu_factor", np.empty((0, 3, 2)), True)
    assert (factors.shape, pivots.shape) == ((0, 3, 2), (0, 2))
    assert call("linalg_ldl_factor", np.empty((0, 3, 3)), False)[1].shape == (0, 3)


def test_ldl_solves_with_its_factors() -> None:
    indefinite = np.array([[0.0, 1.0], [1.0, 0.0]])
    factors, pivots = call("linalg_ldl_factor", indefinite, False)
    assert pivots.tolist() == [-2, -2]
    found = call("linalg_ldl_solve", factors, pivots, np.array([[3.0], [4.0]]), False)
    assert found.tolist() == [[4], [3]]


def test_einsum_sums_repeats_and_broadcasts() -> None:
    a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    tensors = [ts.Tensor(a), ts.Tensor(b)]
    assert call("einsum", "ij,jk->ki", tensors, None).tolist() == (a @ b).T.tolist()
    assert call("einsum", "ii", [ts.Tensor(SPD)], None).item() == 9
    assert call("einsum", "...j->...", [ts.Tensor(a)], None).tolist() == [3, 12]
    with pytest.raises(ValueError, match="several sizes"):
        call("einsum", "ij,ij", tensors, None)


def test_transformed_dimensions_come_last_in_memory() -> None:
    found = call("fft_fft", np.ones((2, 3, 4)), None, 1, None)
    assert found.strides == (12, 1, 3)
    assert found.numpy()[0, :, 0].tolist() == [3, 0, 0]
    with pytest.raises(TypeError, match="not defined on float16"):
        call("fft_fft", np.ones(4, np.float16), None, 0, None)


def test_histograms_of_pairs() -> None:
    points = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    counts, edges = call("histogramdd", points, [2, 2], None, None, False)
    assert counts.tolist() == [[1, 0], [1, 1]]
    assert [e.tolist() for e in edges] == [[0, 0.5, 1]] * 2


BINOMIAL = [1, 4, 3, 4, 3]
GAMMA = [3.577182892913637, 2.4343378143589907, 2.2353588028398588]


def test_rejected_numbers_are_those_of_the_stream() -> None:
    """Numbers that PyTorch 2.13 draws after `manual_seed(3)`."""
    ts.manual_seed(3)
    drawn = call("binomial", np.full(5, 10.0), np.full(5, 0.3), None)
    assert drawn.tolist() == BINOMIAL
    ts.manual_seed(3)
    np.testing.assert_allclose(call("_standard_gamma", np.full(3, 2.5), None).numpy(), GAMMA)
