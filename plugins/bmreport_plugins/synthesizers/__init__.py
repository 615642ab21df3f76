"""Built-in synthesizers."""
