"""The figures of medical prose: what they are, what they belong to, and the effects that they tell."""

from bmreport.statements.numbers.effects import Effect, effects_of
from bmreport.statements.numbers.measures import Measure
from bmreport.statements.numbers.quantities import quantities
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.units import Unit

__all__ = ["Effect", "Kind", "Measure", "Quantity", "Unit", "effects_of", "quantities"]
