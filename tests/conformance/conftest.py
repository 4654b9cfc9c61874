"""PyTorch on the CPU alone, in one thread: processes of tests share the cores."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _pytorch() -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)  # several would wait for one another, by spinning
    for device in (torch.cuda, torch.xpu, torch.mtia):
        device.manual_seed_all = lambda seed: None  # each records the stack, in milliseconds
