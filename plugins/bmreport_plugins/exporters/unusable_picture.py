"""What is wrong with a picture, said to whoever made it."""

from __future__ import annotations

__all__ = ["UnusablePictureError"]


class UnusablePictureError(ValueError):
    """A picture that must not or cannot be shown; the message completes the sentence `the picture …`."""
