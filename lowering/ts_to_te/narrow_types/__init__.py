"""Bytes and halves, which compute in wider types."""
