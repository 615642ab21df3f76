"""Funnel plots: effects against their standard errors, where a gap in a lower corner means missing small studies."""
