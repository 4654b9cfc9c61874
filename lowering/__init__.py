"""Passes by level, the analyses they share, and the pipelines that name their order."""

if __name__ != "xdsl_torchscript.lowering":
    raise ImportError(
        "import this package as 'xdsl_torchscript.lowering'; a second copy under another name "
        "would define every class twice"
    )
