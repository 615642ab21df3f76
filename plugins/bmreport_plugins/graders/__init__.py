"""Built-in graders."""
