"""The parts of ts-inspect."""
