"""Write classifier.pt with PyTorch, which this needs: python examples/classifier.py"""

from pathlib import Path

import torch


class Layer(torch.nn.Module):
    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(outputs, inputs))
        self.bias = torch.nn.Parameter(torch.zeros(outputs))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.weight.t() + self.bias


class Classifier(torch.nn.Module):
    labels: list[str]

    def __init__(self) -> None:
        super().__init__()
        self.hidden = Layer(4, 8)
        self.out = Layer(8, 3)
        self.labels = ["cat", "dog", "owl"]

    def forward(self, x: torch.Tensor, sure: float = 0.5) -> list[str]:
        scores = torch.softmax(self.out(torch.relu(self.hidden(x))), dim=1)
        found: list[str] = []
        for row in scores:
            best = int(row.argmax())
            found.append(self.labels[best] if float(row[best]) > sure else "unknown")
        return found


if __name__ == "__main__":
    torch.manual_seed(1)
    model = torch.jit.script(Classifier().eval())
    torch.jit.save(model, str(Path(__file__).with_suffix(".pt")))
