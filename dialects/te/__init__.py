"""The `te` dialect: tensor expressions, each a scalar program run for every index of its result.

    %0 = te.compute (%i = %s0, %j = 128) : tensor<?x128xf32> {
      %1 = te.load %t[%i, %j] : tensor<?x128xf32>
      %2 = arith.mulf %1, %1 : f32
      te.yield %2 : f32
    }
    %3 = te.reduce (%i = %s0) over (%k = 128) init (%acc = %zero : f32) : tensor<?xf32> {
      %4 = te.load %0[%i, %k] : tensor<?x128xf32>
      %5 = arith.addf %acc, %4 : f32
      te.yield %5 : f32
    }

    %5 = te.scan (%i = %s0, %j = 128) along 1 init (%acc = %zero : f32) : tensor<?x128xf32> {
      %6 = te.load %0[%i, %j] : tensor<?x128xf32>
      %7 = arith.addf %acc, %6 : f32
      te.yield %7 : f32
    }
    %8 = te.scatter (%i = 64) into %5 : tensor<?x128xf32> {
      %9, %10 = ...
      te.put %9 at [%10, %i] add : f32
    }

    %w = te.draw : tensor<64xi32>
    te.assign %8 to %t : tensor<?x128xf32>

Tensors are values: nothing here reads or writes memory. The extent of an axis is a number or an
`index` value. A body contains `arith`, `math` and `te.load`, and may use scalars and tensors from
outside. `te.reduce` visits the reduced axes in order, the last one fastest; `te.scan` keeps each
partial result along one axis. These and `te.compute` may have several results of equal sizes, such
as extremes and their places. `te.scatter` is a tensor with some elements replaced or combined.
`te.draw` takes the next words from the default stream of random numbers, in program order.
`te.assign` is the way to write an argument: it holds the tensor when the function returns.

A `te.compute` with the attribute `te.stored` is a schedule's copy: it is computed as it stands, in
memory of its own, and never where it is read. One with `te.blocks = array<i64: axis, width>` asks
for blocks of so many elements of an axis in memory (`block-channels`).
"""

from __future__ import annotations

from xdsl.ir import Dialect

from xdsl_torchscript.dialects.te.arguments import SIZES, sizes_of_argument
from xdsl_torchscript.dialects.te.assign import AssignOp
from xdsl_torchscript.dialects.te.axes import AnyTensor, Extent, tensor_type
from xdsl_torchscript.dialects.te.body import LoadOp, NestOp, YieldOp
from xdsl_torchscript.dialects.te.draw import DrawOp
from xdsl_torchscript.dialects.te.expressions import BLOCKS, STORED, ComputeOp, ReduceOp, ScanOp
from xdsl_torchscript.dialects.te.scatter import PutOp, ScatterOp

__all__ = [
    "BLOCKS",
    "SIZES",
    "STORED",
    "TE",
    "AnyTensor",
    "AssignOp",
    "ComputeOp",
    "DrawOp",
    "Extent",
    "LoadOp",
    "NestOp",
    "PutOp",
    "ReduceOp",
    "ScanOp",
    "ScatterOp",
    "YieldOp",
    "sizes_of_argument",
    "tensor_type",
]

TE = Dialect(
    "te",
    [ComputeOp, ReduceOp, ScanOp, ScatterOp, DrawOp, LoadOp, YieldOp, PutOp, AssignOp],
    [],
)
