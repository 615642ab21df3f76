"""Where there is evidence and where there is none: outcomes by design."""
