"""Built-in styles."""
