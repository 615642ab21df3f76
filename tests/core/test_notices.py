"""Retracted articles, and notices about articles."""

from __future__ import annotations

import pytest

from bmreport.notices import RecordStatus, notice_subject, record_status, without_status_word

BY_TITLE = [
    ("RETRACTED: Foo", RecordStatus.RETRACTED),
    ("Retracted Article: Foo", RecordStatus.RETRACTED),
    ("[RETRACTED] Foo", RecordStatus.RETRACTED),
    ("Foo [Retracted]", RecordStatus.RETRACTED),
    ("<b>RETRACTED:</b> Foo", RecordStatus.RETRACTED),
    ("WITHDRAWN: Foo", RecordStatus.WITHDRAWN),
    ("Retraction: Foo", RecordStatus.RETRACTION_NOTICE),
    ("Retraction notice to Foo", RecordStatus.RETRACTION_NOTICE),
    ("Notice of Retraction", RecordStatus.RETRACTION_NOTICE),
    ("Retraction—Ileal lymphoid hyperplasia", RecordStatus.RETRACTION_NOTICE),
    ("Expression of concern: Foo", RecordStatus.CONCERN_NOTICE),
    ("Editorial expression of concern", RecordStatus.CONCERN_NOTICE),
    ("Erratum", RecordStatus.ERRATUM),
    ("Erratum to: Foo", RecordStatus.ERRATUM),
    ("Correction to Foo", RecordStatus.ERRATUM),
    ("Publisher Correction: Foo", RecordStatus.ERRATUM),
    ("Corrigendum", RecordStatus.ERRATUM),
    ("Retracted science and the retraction index", RecordStatus.ARTICLE),
    ("Retraction of the lung after surgery", RecordStatus.ARTICLE),
    ("Correction of hyponatraemia in adults", RecordStatus.ARTICLE),
    ("Withdrawn patients in trials", RecordStatus.ARTICLE),
    ("", RecordStatus.ARTICLE),
]


@pytest.mark.parametrize(("title", "status"), BY_TITLE)
def test_the_first_words_of_a_title_tell(title: str, status: RecordStatus) -> None:
    """Publishers' words before a title are read; the same words in a study's own title are not."""
    assert record_status([], title) is status


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        (["Journal Article", "Retracted Publication"], RecordStatus.RETRACTED),
        (["Retraction of Publication"], RecordStatus.RETRACTION_NOTICE),
        (["Published Erratum"], RecordStatus.ERRATUM),
        (["Expression of Concern"], RecordStatus.CONCERN_NOTICE),
        (["Published Erratum", "RETRACTED PUBLICATION"], RecordStatus.RETRACTED),
        (["Journal Article"], RecordStatus.ARTICLE),
    ],
)
def test_publication_types_tell(kinds: list[str], status: RecordStatus) -> None:
    """PubMed's types; the worst of several counts."""
    assert record_status(kinds, "Foo") is status


@pytest.mark.parametrize(
    "title", ["Retraction: Foo", "Notice of retraction: Foo", "Expression of concern to: Foo", "Erratum. Foo"]
)
def test_a_notice_names_its_subject(title: str) -> None:
    """So that the article it speaks of can be found."""
    assert notice_subject(title) == "Foo"


def test_other_titles_are_their_own_subject() -> None:
    """An article is no notice, whatever its title speaks of."""
    assert notice_subject("Correction of hyponatraemia") == "Correction of hyponatraemia"
    assert without_status_word("RETRACTED: Foo") == "Foo"
    assert without_status_word("RETRACTED:") == "RETRACTED:"
