"""Ways into the IR and out of it: TorchScript graph text, and later scripts, traces, archives."""

if __name__ != "xdsl_torchscript.frontend":
    raise ImportError(
        "import this package as 'xdsl_torchscript.frontend'; a second copy under another name "
        "would define every class twice"
    )
