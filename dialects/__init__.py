"""IR definitions: types, operator schemas and dialects. Depends on xDSL alone."""

if __name__ != "xdsl_torchscript.dialects":
    raise ImportError(
        "import this package as 'xdsl_torchscript.dialects'; a second copy under another name "
        "would define every class twice"
    )
