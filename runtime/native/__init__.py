"""Native execution: LLVM IR text to machine code in this process. The only user of llvmlite."""
