"""Built-in csl_engines."""
