"""The CSL engine `citeproc-py`: styles processed by citeproc-py, with exact pointers and links in what it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport import CslStyleSource, NoOptions, Options, StyledText, StyleJob

if TYPE_CHECKING:
    from bmreport_plugins.csl_engines.citeproc_parts.compiled import StyleCache

_KEPT_STYLES = 16


class CiteprocPy:
    """Processes CSL 1.0 styles with citeproc-py. Safe to use from several threads.

    Of CSL 1.0.2 it leaves out: disambiguation by more names or initials (years get letters instead), collapsing of
    years, `subsequent-author-substitute`, and cites without their author.
    """

    name = "citeproc-py"
    summary = "CSL processor in Python; no disambiguation by names"
    options_model: type[Options] = NoOptions

    def __init__(self) -> None:
        self._styles: StyleCache | None = None

    def process(self, style: CslStyleSource, job: StyleJob, options: Any) -> StyledText:  # noqa: ANN401  # as the Protocol
        """Render all clusters and the list. Raises StyleError naming the style and what is wrong with it."""
        # citeproc-py and lxml are loaded here and nowhere else: they cost more than the rest of a start-up together.
        from bmreport_plugins.csl_engines.citeproc_parts.compiled import StyleCache
        from bmreport_plugins.csl_engines.citeproc_parts.run import Run

        if self._styles is None:
            self._styles = StyleCache(_KEPT_STYLES)
        compiled = self._styles.get(style, job.locale)
        with compiled.lock:
            return Run(compiled, job).styled()
