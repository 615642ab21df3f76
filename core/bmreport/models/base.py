"""What all models share."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A record of bmreport: unknown fields are refused, numbers must be finite."""

    # Schemas are built when a model is first used: a run needs few of them, and start-up counts.
    model_config = ConfigDict(
        defer_build=True,
        extra="forbid",
        populate_by_name=True,
        allow_inf_nan=False,
        validate_default=False,
        ser_json_inf_nan="constants",
    )


class Options(BaseModel):
    """Base for the options of a provider: frozen, unknown options are refused; docstrings of fields become help.

    `bmreport.option_help` reads the docstrings.
    """

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, allow_inf_nan=False)


class NoOptions(Options):
    """For providers that have none."""
