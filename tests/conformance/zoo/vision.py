"""Networks of convolutions."""

from itertools import pairwise

import torch
import torch.nn.functional as F
from model import call, zoo
from torch import Tensor, nn


class BasicBlock(nn.Module):
    def __init__(self, inside: int, out: int, stride: int):
        super().__init__()
        self.conv1 = nn.Conv2d(inside, out, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(out)
        self.conv2 = nn.Conv2d(out, out, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(out)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = nn.Identity()
        if stride != 1 or inside != out:
            conv = nn.Conv2d(inside, out, 1, stride, bias=False)
            self.downsample = nn.Sequential(conv, nn.BatchNorm2d(out))

    def forward(self, x: Tensor) -> Tensor:
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.downsample(x)
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self, width: int, classes: int):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        widths = [width, width, width * 2, width * 4, width * 8]
        self.layers = nn.Sequential(
            *(
                nn.Sequential(BasicBlock(inside, out, 2 if depth else 1), BasicBlock(out, out, 1))
                for depth, (inside, out) in enumerate(pairwise(widths))
            )
        )
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(width * 8, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.avgpool(self.layers(x))
        return self.fc(torch.flatten(x, 1))


@zoo(train=True, small={"width": 2, "classes": 5, "size": 32})
def resnet18(width: int = 64, classes: int = 1000, size: int = 224):
    shapes = [(1, 3, size, size), (2, 3, size // 2, size // 2 + 5)]
    return ResNet(width, classes), [call(torch.randn(shape)) for shape in shapes]


class DoubleConv(nn.Sequential):
    def __init__(self, inside: int, out: int):
        super().__init__(
            nn.Conv2d(inside, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU(),
            nn.Conv2d(out, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU(),
        )  # fmt: skip


class UNet(nn.Module):
    def __init__(self, width: int, ups: list[nn.Module]):
        super().__init__()
        self.down1, self.down2 = DoubleConv(3, width), DoubleConv(width, 2 * width)
        self.bottom = DoubleConv(2 * width, 4 * width)
        self.dropout = nn.Dropout2d(0.2)
        self.up2, self.up1 = ups
        self.merge2 = DoubleConv(4 * width, 2 * width)
        self.merge1 = DoubleConv(2 * width, width)
        self.out = nn.Conv2d(width, 2, 1)

    def joined(self, skipped: Tensor, x: Tensor) -> Tensor:
        rows, columns = skipped.size(2) - x.size(2), skipped.size(3) - x.size(3)
        edges = [columns // 2, columns - columns // 2, rows // 2, rows - rows // 2]
        return torch.cat([skipped, F.pad(x, edges)], dim=1)

    def forward(self, x: Tensor) -> Tensor:
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        c = self.dropout(self.bottom(F.max_pool2d(b, 2)))
        b = self.merge2(self.joined(b, self.up2(c)))
        a = self.merge1(self.joined(a, self.up1(b)))
        return torch.sigmoid(self.out(a))


def images(size: int) -> list:
    return [call(torch.randn(1, 3, size, size)), call(torch.randn(2, 3, size // 2 + 3, size + 1))]


@zoo(train=True, small={"width": 3, "size": 16})
def unet_transposed(width: int = 16, size: int = 96):
    ups = [nn.ConvTranspose2d(width * n, width * n // 2, 2, stride=2) for n in (4, 2)]
    return UNet(width, ups), images(size)


@zoo(train=True, small={"width": 3, "size": 16})
def unet_bilinear(width: int = 16, size: int = 96):
    def up(inside: int) -> nn.Module:
        grown = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        return nn.Sequential(grown, nn.Conv2d(inside, inside // 2, 1))

    return UNet(width, [up(4 * width), up(2 * width)]), images(size)


class SqueezeExcitation(nn.Module):
    def __init__(self, channels: int, inner: int):
        super().__init__()
        self.fc1, self.fc2 = nn.Conv2d(channels, inner, 1), nn.Conv2d(inner, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        scale = F.relu(self.fc1(F.adaptive_avg_pool2d(x, 1)))
        return x * F.hardsigmoid(self.fc2(scale), inplace=True)


class InvertedResidual(nn.Module):
    def __init__(self, channels: int, kernel: int, activation: nn.Module):
        super().__init__()
        inner = 4 * channels
        padding = kernel // 2
        self.block = nn.Sequential(
            nn.Conv2d(channels, inner, 1, bias=False), nn.BatchNorm2d(inner, 1e-3), activation,
            nn.Conv2d(inner, inner, kernel, 1, padding, groups=inner, bias=False),
            nn.BatchNorm2d(inner, 1e-3), activation, SqueezeExcitation(inner, channels),
            nn.Conv2d(inner, channels, 1, bias=False), nn.BatchNorm2d(channels, 1e-3),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        return x + self.block(x)


class StochasticDepth(nn.Module):
    def __init__(self, p: float):
        super().__init__()
        self.p = p

    def forward(self, x: Tensor) -> Tensor:
        if not self.training:
            return x
        kept = torch.empty([x.size(0), 1, 1, 1], dtype=x.dtype, device=x.device)
        return x * kept.bernoulli_(1.0 - self.p).div_(1.0 - self.p)


@zoo(train=True, small={"channels": 4, "size": 8})
def mobilenet_v3_block(channels: int = 24, size: int = 28):
    blocks = [
        InvertedResidual(channels, 5, nn.Hardswish()),
        InvertedResidual(channels, 3, nn.SiLU()),
    ]
    module = nn.Sequential(*blocks, StochasticDepth(0.5))
    return module, [call(torch.randn(n, channels, size, size)) for n in (1, 3)]


class ConvNeXtBlock(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.depthwise = nn.Conv2d(channels, channels, 7, padding=3, groups=channels)
        self.norm = nn.LayerNorm(channels, eps=1e-6)
        self.grow, self.shrink = (
            nn.Linear(channels, 4 * channels),
            nn.Linear(4 * channels, channels),
        )
        self.gamma = nn.Parameter(torch.full((channels,), 0.5))

    def forward(self, x: Tensor) -> Tensor:
        y = self.depthwise(x).permute(0, 2, 3, 1)
        y = self.gamma * self.shrink(F.gelu(self.grow(self.norm(y))))
        return x + y.permute(0, 3, 1, 2)


@zoo(small={"channels": 4, "size": 8})
def convnext_block(channels: int = 48, size: int = 28):
    stem = nn.Conv2d(3, channels, 4, 4)
    module = nn.Sequential(stem, ConvNeXtBlock(channels), ConvNeXtBlock(channels))
    x = torch.randn(2, 3, 4 * size, 4 * size)
    return module, [call(x), call(x[:1].contiguous(memory_format=torch.channels_last))]
