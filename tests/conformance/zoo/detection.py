"""A detection head. The operators of torchvision are declared here, so that archives name them."""

import torch
import torch.nn.functional as F
from model import call, zoo
from torch import Tensor, nn

VISION = torch.library.Library("torchvision", "FRAGMENT")
VISION.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
VISION.define(
    "roi_align(Tensor input, Tensor rois, float spatial_scale, int pooled_height, "
    "int pooled_width, int sampling_ratio, bool aligned) -> Tensor"
)


def nms(dets: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    """The boxes that overlap with no better one by more than the threshold, best first."""
    boxes = dets.double().tolist()

    def area(box: list[float]) -> float:
        return (box[2] - box[0]) * (box[3] - box[1])

    def overlap(a: list[float], b: list[float]) -> float:
        width = max(0.0, min(a[2], b[2]) - max(a[0], b[0]))
        height = max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
        return width * height / (area(a) + area(b) - width * height)

    kept: list[int] = []
    for i in torch.sort(scores, stable=True, descending=True).indices.tolist():
        if all(overlap(boxes[i], boxes[j]) <= iou_threshold for j in kept):
            kept.append(i)
    return torch.tensor(kept, dtype=torch.long)


def roi_align(
    input: Tensor, rois: Tensor, spatial_scale: float, pooled_height: int, pooled_width: int,
    sampling_ratio: int, aligned: bool,
) -> Tensor:  # fmt: skip
    """Averages of bilinear samples on a regular grid in each bin of each box, one after another."""
    height, width = input.shape[2:]

    def sample(image: Tensor, y: float, x: float) -> Tensor:
        if not (-1.0 <= y <= height and -1.0 <= x <= width):
            return torch.zeros_like(image[:, 0, 0])
        y, x = max(y, 0.0), max(x, 0.0)
        top, left = min(int(y), height - 1), min(int(x), width - 1)
        bottom, right = min(top + 1, height - 1), min(left + 1, width - 1)
        dy, dx = (y - top if top < height - 1 else 0.0), (x - left if left < width - 1 else 0.0)
        upper = image[:, top, left] * (1 - dx) + image[:, top, right] * dx
        lower = image[:, bottom, left] * (1 - dx) + image[:, bottom, right] * dx
        return upper * (1 - dy) + lower * dy

    result = input.new_zeros(len(rois), input.size(1), pooled_height, pooled_width)
    for n, (index, *corners) in enumerate(rois.tolist()):
        shift = 0.5 if aligned else 0.0
        left, top, right, bottom = (c * spatial_scale - shift for c in corners)
        wide, high = right - left, bottom - top
        if not aligned:
            wide, high = max(wide, 1.0), max(high, 1.0)
        down = sampling_ratio if sampling_ratio > 0 else -int(-high // pooled_height)
        along = sampling_ratio if sampling_ratio > 0 else -int(-wide // pooled_width)
        for i in range(pooled_height):
            for j in range(pooled_width):
                for a in range(down):
                    for b in range(along):
                        y = top + (i + (a + 0.5) / down) * high / pooled_height
                        x = left + (j + (b + 0.5) / along) * wide / pooled_width
                        result[n, :, i, j] += sample(input[int(index)], y, x)
        result[n] /= max(down * along, 1)
    return result


VISION.impl("nms", nms, "CPU")
VISION.impl("roi_align", roi_align, "CPU")


class DetectionHead(nn.Module):
    def __init__(self, channels: int, classes: int, stride: int):
        super().__init__()
        self.classes, self.stride = classes, stride
        self.backbone = nn.Conv2d(3, channels, stride, stride)
        self.scores, self.boxes = nn.Conv2d(channels, 2 * classes, 1), nn.Conv2d(channels, 8, 1)
        self.register_buffer("shapes", torch.tensor([[24.0, 16.0], [12.0, 20.0]]))
        self.refine = nn.Linear(channels * 9, 4)

    def anchors(self, rows: int, columns: int) -> Tensor:
        y = (torch.arange(rows) + 0.5) * self.stride
        x = (torch.arange(columns) + 0.5) * self.stride
        y, x = torch.meshgrid(y, x, indexing="ij")
        centres = torch.stack([x, y], dim=-1).view(-1, 1, 2).expand(-1, 2, -1)
        return torch.cat([centres, self.shapes.expand_as(centres)], dim=-1).reshape(-1, 4)

    def decoded(self, deltas: Tensor, anchors: Tensor) -> Tensor:
        centres = anchors[:, :2] + deltas[:, :2] * anchors[:, 2:] * 0.1
        sizes = anchors[:, 2:] * torch.exp(torch.clamp(deltas[:, 2:] * 0.2, max=4.135))
        return torch.cat([centres - sizes / 2, centres + sizes / 2], dim=1)

    def batched_nms(self, boxes: Tensor, scores: Tensor, labels: Tensor) -> Tensor:
        """Each label for itself: shifted so far that labels do not overlap."""
        if boxes.numel() == 0:
            return torch.empty((0,), dtype=torch.int64, device=boxes.device)
        shift = labels.to(boxes) * (boxes.max() + torch.tensor(1).to(boxes))
        return torch.ops.torchvision.nms(boxes + shift[:, None], scores, 0.3)

    def forward(self, images: Tensor, threshold: float, limit: int) -> list[dict[str, Tensor]]:
        features = F.relu(self.backbone(images))
        rows, columns = features.shape[-2:]
        logits = self.scores(features).permute(0, 2, 3, 1).reshape(images.size(0), -1, self.classes)
        deltas = self.boxes(features).permute(0, 2, 3, 1).reshape(images.size(0), -1, 4)
        anchors = self.anchors(rows, columns)
        found: list[dict[str, Tensor]] = []
        for i in range(images.size(0)):
            boxes = self.decoded(deltas[i], anchors)
            boxes[..., 0::2] = boxes[..., 0::2].clamp(0, images.size(3))
            boxes[..., 1::2].clamp_(0, images.size(2))
            scores = logits[i].sigmoid()
            kept = torch.nonzero(scores > threshold)
            scores = scores[kept[:, 0], kept[:, 1]]
            boxes, labels = boxes[kept[:, 0]], kept[:, 1]
            sides = boxes[:, 2:] - boxes[:, :2]
            large = torch.where((sides >= 1.0).all(dim=1))[0]
            boxes, scores, labels = boxes[large], scores[large], labels[large]
            chosen = self.batched_nms(boxes, scores, labels)[:limit]
            rois = torch.cat([torch.full((len(chosen), 1), float(i)), boxes[chosen]], dim=1)
            pooled = torch.ops.torchvision.roi_align(
                features, rois, 1.0 / self.stride, 3, 3, 2, False
            )
            refined = boxes[chosen] + self.refine(pooled.flatten(1))
            found.append({"boxes": refined, "scores": scores[chosen], "labels": labels[chosen]})
        return found


@zoo(small={"channels": 3, "size": 24}, ways=("script", "frozen"), kinds=())
def detection_head(channels: int = 16, size: int = 64):
    images = torch.randn(2, 3, size, size + 16)
    module = DetectionHead(channels, 3, 8)
    return module, [call(images, 0.5, 20), call(images[:1], 0.4, 5), call(images, 0.999, 5)]


class Pooler(nn.Module):
    def forward(self, x: Tensor, rois: Tensor) -> tuple[Tensor, Tensor]:
        adaptive = torch.ops.torchvision.roi_align(x, rois, 0.5, 2, 3, -1, True)
        return adaptive, torch.ops.torchvision.nms(rois[:, 1:], rois[:, 3], 0.2)


@zoo(kinds=("float64",))
def roi_pooler():
    rois = torch.tensor(
        [[0, 1.0, 2, 13, 9], [1, 0, 0, 4, 4], [1, -3, 5, 8, 30.5], [0, 2, 2, 12, 9.5]]
    )
    return Pooler(), [call(torch.randn(2, 3, 8, 10), rois)]
