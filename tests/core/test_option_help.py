"""The help of options, from the docstrings of their fields."""

from typing import Literal

from pydantic import Field

from bmreport import NoOptions, Options
from bmreport.option_help import option_help


class _Base(Options):
    """A model's own docstring is no option's."""

    size: int = 3
    """How large,
    in points."""
    colour: Literal["red", "blue"] = "red"
    """The colour."""


class _Derived(_Base):
    colour: Literal["red", "blue"] = "blue"
    """Another colour."""
    depth: int = Field(default=1, description="How deep.")
    bare: bool = False


def test_docstrings_become_help() -> None:
    """Each option has its docstring on one line."""
    assert option_help(_Base) == {"size": "How large, in points.", "colour": "The colour."}


def test_derived_models_inherit_help_and_may_change_it() -> None:
    """A field keeps the docstring of the class that documents it last; a description wins over none."""
    assert option_help(_Derived) == {
        "size": "How large, in points.",
        "colour": "Another colour.",
        "depth": "How deep.",
        "bare": "",
    }


def test_models_without_options_or_without_source_have_none() -> None:
    """No options make an empty mapping, and a model made from text that lies nowhere has options without help."""
    namespace: dict[str, object] = {"Options": Options}
    exec("class Made(Options):\n    size: int = 3\n    'How large.'", namespace)  # noqa: S102  # as a notebook does
    made = namespace["Made"]
    assert isinstance(made, type)
    assert option_help(NoOptions) == {}
    assert option_help(made) == {"size": ""}
