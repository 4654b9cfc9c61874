"""The language of the code in archives: scripts with other names around them."""
