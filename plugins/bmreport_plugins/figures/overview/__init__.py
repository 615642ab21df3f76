"""When studies appeared, and of what design they are."""
