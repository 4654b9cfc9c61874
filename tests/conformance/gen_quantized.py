"""Write tests/unit/data/quantized: quantised archives with an input and PyTorch's result inside.

Results are those of the engine FBGEMM. The archives are without the places of the code, which are
most of their bytes, and name folders of this machine.
"""

import io
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Dict, List, Tuple  # noqa: UP035

import numpy as np
import torch
import torch.ao.quantization as tq
import torch.nn.functional as F
from torch import Tensor, nn
from torch.ao.nn.quantized import FloatFunctional
from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx

warnings.filterwarnings("ignore")
Q = torch.ops.quantized


class Residual(nn.Module):
    """Convolutions with normalisation, a sum, pooling and a linear layer."""

    def __init__(self):
        super().__init__()
        self.quant, self.dequant = tq.QuantStub(), tq.DeQuantStub()
        self.conv1, self.bn1, self.relu1 = nn.Conv2d(3, 4, 3, 2, 1), nn.BatchNorm2d(4), nn.ReLU()
        self.conv2, self.bn2 = nn.Conv2d(4, 4, 3, 1, 1), nn.BatchNorm2d(4)
        self.sum = FloatFunctional()
        self.pool, self.linear = nn.AdaptiveAvgPool2d(1), nn.Linear(4, 3)

    def forward(self, x: Tensor) -> Tensor:
        x = self.relu1(self.bn1(self.conv1(self.quant(x))))
        x = self.sum.add_relu(x, self.bn2(self.conv2(x)))
        return self.dequant(self.linear(self.pool(x).flatten(1)))

    FUSED = [["conv1", "bn1", "relu1"], ["conv2", "bn2"]]


class Inverted(nn.Module):
    """An inverted residual of MobileNet, whose middle convolution has one channel per group."""

    def __init__(self):
        super().__init__()
        self.quant, self.dequant = tq.QuantStub(), tq.DeQuantStub()
        self.wide, self.bn1, self.act1 = nn.Conv2d(4, 8, 1), nn.BatchNorm2d(8), nn.ReLU()
        self.deep = nn.Conv2d(8, 8, 3, 1, 1, groups=8)
        self.bn2, self.act2 = nn.BatchNorm2d(8), nn.Hardtanh(0.0, 6.0)
        self.narrow, self.bn3 = nn.Conv2d(8, 4, 1), nn.BatchNorm2d(4)
        self.sum = FloatFunctional()

    def forward(self, x: Tensor) -> Tensor:
        x = self.quant(x)
        y = self.act1(self.bn1(self.wide(x)))
        y = self.bn3(self.narrow(self.act2(self.bn2(self.deep(y)))))
        return self.dequant(self.sum.add(x, y))

    FUSED = [["wide", "bn1", "act1"], ["deep", "bn2"], ["narrow", "bn3"]]


class Sequence(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 3, 2, bidirectional=True)
        self.gru = nn.GRU(6, 3)
        self.linear = nn.Linear(3, 2)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear(self.gru(self.lstm(x)[0])[0])


class Functional(nn.Module):
    """Functions between layers, as FX quantises them."""

    def __init__(self):
        super().__init__()
        self.conv, self.bn = nn.Conv2d(3, 6, 3, padding=1), nn.BatchNorm2d(6)
        self.deep = nn.Conv2d(6, 6, 3, padding=1, groups=6)
        self.linear = nn.Linear(6, 4)

    def forward(self, x: Tensor) -> Tensor:
        x = F.relu6(self.bn(self.conv(x)))
        y = F.hardswish(self.deep(x))
        x = F.max_pool2d(torch.cat([x + y, x * y], 1)[:, 3:9], 2)
        x = F.interpolate(x, scale_factor=2.0)
        x = F.avg_pool2d(F.leaky_relu(torch.sigmoid(x) * x, 0.1), 2)
        return self.linear(F.adaptive_avg_pool2d(x, 1).flatten(1))


class Operators(nn.Module):
    """Operators on quantised tensors: the integers and quantizers of their results."""

    def __init__(self):
        super().__init__()
        self.sides = torch.rand(6) * 0.02 + 0.01
        self.zeros = torch.zeros(6, dtype=torch.int64)

    def ordinary(self, q: Tensor, r: Tensor) -> Dict[str, Tensor]:  # noqa: UP006
        return {
            "relu": torch.relu(q),
            "relu_": q.clone().relu_(),
            "relu6": F.relu6(q),
            "hardtanh": F.hardtanh(q, -0.5, 0.7),
            "clamp": torch.clamp(q, -0.4, 0.9),
            "sigmoid": torch.sigmoid(q),
            "tanh": torch.tanh(q),
            "hardsigmoid": F.hardsigmoid(q),
            "threshold": F.threshold(q, 0.25, 0.5),
            "gelu": F.gelu(q),
            "max_pool2d": F.max_pool2d(q, 3, 2, 1),
            "avg_pool2d": F.avg_pool2d(q, [3, 2], [2, 1], 1, True, False),
            "adaptive_avg_pool2d": F.adaptive_avg_pool2d(q, [3, 2]),
            "mean": q.mean([2, 3]),
            "mean channels": q.mean([1], True),
            "max": q.max(),
            "max dim": q.max(1)[0],
            "nearest": F.interpolate(q, scale_factor=2.0),
            "bilinear": F.interpolate(q, [9, 5], mode="bilinear", align_corners=True),
            "cat": torch.cat([q, r], 1),
            "stack": torch.stack([q, r]),
            "pad": F.pad(q, [1, 2]),
            "masked_fill": q.masked_fill(q.int_repr() > 100, 0.5),
            "fill_": torch.empty_like(q).fill_(0.75),
            "copy_": q.clone().copy_(r.dequantize()),
            "views": q.permute(0, 2, 3, 1)[:, 1:].contiguous().flatten(1).unsqueeze(0)[0, 0],
            "chunk": q.chunk(2, 1)[1],
            "index_select": q.index_select(1, torch.tensor([2, 0])),
        }

    def quantized(self, q: Tensor, r: Tensor) -> Dict[str, Tensor]:  # noqa: UP006
        scale, zero = 0.0297, 57
        one = self.sides
        return {
            "add": Q.add(q, r, scale, zero),
            "add_relu": Q.add_relu(q, r, scale, zero),
            "mul": Q.mul(q, r, scale, zero),
            "mul_relu": Q.mul_relu(q, r, scale, zero),
            "add_scalar": Q.add_scalar(q, 0.7),
            "add_scalar beyond": Q.add_scalar(q, -9.0),
            "mul_scalar": Q.mul_scalar(q, -1.5),
            "mul_scalar_relu": Q.mul_scalar_relu(q, 1.5),
            "quantized cat": Q.cat([q, r], 1, scale, zero),
            "quantized cat_relu": Q.cat_relu([q, r], 1, None, None),
            "batch_norm2d": Q.batch_norm2d(q, one, one, one, one, 1e-5, scale, zero),
            "batch_norm2d_relu": Q.batch_norm2d_relu(q, one, one, one, one, 1e-5, scale, zero),
            "hardswish": Q.hardswish(q, scale, zero),
            "leaky_relu": Q.leaky_relu(q, 0.2, False, scale, zero),
            "elu": Q.elu(q, scale, zero, 1.0),
            "celu": Q.celu(q, scale, zero, 1.25),
            "quantized sigmoid": Q.sigmoid(q, scale, zero),
            "layer_norm": Q.layer_norm(q, [5], one[:5], one[:5], 1e-5, scale, zero),
            "group_norm": Q.group_norm(q, 2, one, one, 1e-5, scale, zero),
            "instance_norm": Q.instance_norm(q, one, one, 1e-5, scale, zero),
            "softmax": Q.softmax(q, 1, 1 / 256, 0),
            "matmul": Q.matmul(q, r.transpose(2, 3), scale, zero),
        }

    def layers(self, q: Tensor, x: Tensor) -> Dict[str, Tensor]:  # noqa: UP006
        scale, zero = 0.0493, 101
        bias = self.sides[:4] * 20
        sides, zeros = self.sides[:4], self.zeros[:4]
        matrix, filter, row = x[0, 0, :4], x[:, :3, :3, :3].reshape(6, 3, 3)[:4], x[0, :4, :3, :3]
        upwards = x[:, :4, :2, :3].reshape(2, 4, 2, 3).repeat(3, 1, 1, 1)
        cube = x[:1, :4, :1, :1].reshape(4, 1, 1, 1, 1).repeat(1, 6, 1, 2, 2)
        whole = torch.quantize_per_tensor(matrix, 0.02, 0, torch.qint8)
        channels = torch.quantize_per_channel(matrix, sides, zeros, 0, torch.qint8)
        kernel = torch.quantize_per_channel(filter.unsqueeze(-1), sides, zeros, 0, torch.qint8)
        rows = torch.quantize_per_tensor(row, 0.02, 1, torch.qint8)
        ups = torch.quantize_per_tensor(upwards, 0.02, 0, torch.qint8)
        cubes = torch.quantize_per_tensor(cube, 0.02, 0, torch.qint8)
        plain = Q.linear_prepack(whole, bias)
        packed = Q.linear_prepack(channels, None)
        moves = Q.conv2d_prepack(kernel, bias, [2, 1], [1, 0], [1, 1], 2)
        line = Q.conv1d_prepack(rows, bias, [1], [1], [2], 2)
        turned = Q.conv_transpose2d_prepack(ups, bias, [2, 2], [1, 0], [1, 0], [1, 1], 1)
        volume = Q.conv3d_prepack(cubes, bias, [1, 1, 1], [0, 1, 1], [1, 1, 1], 1)
        weight, own = Q.linear_unpack(plain)
        assert own is not None
        return {
            "linear": Q.linear(q, plain, scale, zero),
            "linear channels": Q.linear(q, packed, scale, zero),
            "linear_relu": Q.linear_relu(q, plain, scale, zero),
            "conv1d": Q.conv1d(q[:, :, 0], line, scale, zero),
            "conv2d": Q.conv2d(q, moves, scale, zero),
            "conv2d_relu": Q.conv2d_relu(q, moves, scale, zero),
            "conv3d": Q.conv3d(q.unsqueeze(2), volume, scale, zero),
            "conv_transpose2d": Q.conv_transpose2d(q, turned, scale, zero),
            "unpacked": weight,
            "linear_dynamic": Q.linear_dynamic(x, plain, True),
            "linear_relu_dynamic": Q.linear_relu_dynamic(x, packed),
            "conv2d_dynamic": Q.conv2d_dynamic(x, moves, False),
        }

    def rounding(self, x: Tensor) -> Dict[str, Tensor]:  # noqa: UP006
        scale, zero = torch.tensor(0.04), torch.tensor(3)
        sides, zeros = self.sides, self.zeros
        fake = torch.fake_quantize_per_channel_affine(x, sides, zeros.to(torch.int32), 1, -128, 127)
        return {
            "quint8": torch.quantize_per_tensor(x, 0.02, 131, torch.quint8),
            "qint8": torch.quantize_per_tensor(x, scale, zero, torch.qint8),
            "qint32": torch.quantize_per_tensor(x, 1e-6, -5, torch.qint32),
            "dynamic": torch.quantize_per_tensor_dynamic(x, torch.quint8, True),
            "channels": torch.quantize_per_channel(x, sides, zeros, 1, torch.qint8).dequantize(),
            "fake": torch.fake_quantize_per_tensor_affine(x, 0.02, 3, 0, 127),
            "fake channels": fake,
        }

    def forward(self, x: Tensor) -> Tuple[Dict[str, Tensor], Dict[str, List[float]]]:  # noqa: UP006
        q = torch.quantize_per_tensor(x, 0.0213, 117, torch.quint8)
        r = torch.quantize_per_tensor(x.flip(0), 0.0317, 90, torch.quint8)
        found = self.ordinary(q, r)
        found.update(self.quantized(q, r))
        found.update(self.layers(q, x))
        found.update(self.rounding(x))
        values: Dict[str, Tensor] = {}  # noqa: UP006
        quantizers: Dict[str, List[float]] = {}  # noqa: UP006
        for name, value in found.items():
            values[name] = value.int_repr() if value.is_quantized else value
            if value.is_quantized:
                quantizers[name] = [value.q_scale(), float(value.q_zero_point())]
        return values, quantizers


def npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def save(module, x: Tensor, file: Path) -> None:
    result = module(x)
    values, quantizers = result if isinstance(result, tuple) else ({"result": result}, {})
    arrays = {f"value {name}": value.detach().numpy() for name, value in values.items()}
    arrays |= {f"quantizer {name}": np.array(numbers) for name, numbers in quantizers.items()}
    golden = npz(x=x.numpy(), **arrays)
    stream = io.BytesIO()
    torch.jit.save(module, stream, _extra_files={"golden.npz": golden})
    with zipfile.ZipFile(stream) as full, zipfile.ZipFile(file, "w") as made:
        for name in full.namelist():
            if not name.endswith(".debug_pkl"):
                made.writestr(zipfile.ZipInfo(name), full.read(name), zipfile.ZIP_DEFLATED)


def static(module, engine: str, x: Tensor):
    torch.backends.quantized.engine = engine
    model = tq.fuse_modules(module.eval(), module.FUSED)
    model.qconfig = tq.get_default_qconfig(engine)
    tq.prepare(model, inplace=True)
    model(torch.cat([x, x.flip(0), -x]))
    converted = tq.convert(model)
    torch.backends.quantized.engine = "fbgemm"
    return converted


def traced_by_fx(module, x: Tensor):
    prepared = prepare_fx(module.eval(), tq.get_default_qconfig_mapping("fbgemm"), (x,))
    prepared(torch.cat([x, x.flip(0), -x]))
    return convert_fx(prepared)


def main(folder: Path) -> None:
    torch.manual_seed(7)
    image, wide = torch.randn(2, 3, 8, 8), torch.randn(2, 4, 6, 5)
    for engine in ("fbgemm", "qnnpack"):
        model = static(Residual(), engine, image)
        save(torch.jit.script(model), image, folder / f"residual-{engine}.pt")
    save(torch.jit.trace(model, image), image, folder / "residual-traced.pt")
    frozen = torch.jit.freeze(torch.jit.script(model).eval())
    save(frozen, image, folder / "residual-frozen.pt")
    save(torch.jit.script(static(Inverted(), "fbgemm", wide)), wide, folder / "inverted.pt")
    steps = torch.randn(5, 2, 4)
    layers = {nn.LSTM, nn.GRU, nn.Linear}
    sequence = tq.quantize_dynamic(Sequence().eval(), layers, dtype=torch.qint8)
    save(torch.jit.script(sequence), steps, folder / "dynamic.pt")
    save(torch.jit.script(Operators()), torch.randn(2, 6, 7, 5), folder / "operators.pt")
    functional = torch.jit.script(traced_by_fx(Functional(), image))
    save(functional, image, folder / "functional.pt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
