"""The commands, one small module each."""

if __name__ != "xdsl_torchscript.tools":
    raise ImportError(
        "import this package as 'xdsl_torchscript.tools'; a second copy under another name "
        "would define every class twice"
    )
