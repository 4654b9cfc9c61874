"""Tensors, the operator library, the interpreter and native execution."""

if __name__ != "xdsl_torchscript.runtime":
    raise ImportError(
        "import this package as 'xdsl_torchscript.runtime'; a second copy under another name "
        "would define every class twice"
    )
