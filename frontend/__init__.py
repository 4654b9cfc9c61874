"""Frontends: scripts, traces, archives and TorchScript graph text to IR, and IR back to text."""

if __name__ != "xdsl_torchscript.frontend":
    raise ImportError(
        "import this package as 'xdsl_torchscript.frontend'; a second copy under another name "
        "would define every class twice"
    )
