"""The parts of ts-run."""
