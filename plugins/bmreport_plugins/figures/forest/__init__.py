"""Forest plots: one line a study, a diamond for what they say together."""
