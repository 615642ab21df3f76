"""The built-in providers of bmreport. They come in by entry points and use only what a stranger's plugin could."""
