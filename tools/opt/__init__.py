"""The parts of ts-opt: options, diagnostics, instruments, input and output by name."""
