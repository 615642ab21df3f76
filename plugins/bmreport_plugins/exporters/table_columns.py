"""What stands in the columns of a table, and how wide they should be; all in characters of common width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.rendering import sentences
from bmreport.richtext import to_plain

if TYPE_CHECKING:
    from bmreport.rendering import RenderedTable

__all__ = ["GREAT_MANY", "MANY", "TableColumns", "column_count"]

MANY, GREAT_MANY = 5, 10
"""Numbers of columns from which on type is small, and smaller."""

_GAP = 4  # between two columns
_SHORT = 20  # a cell that should not be broken
_LONGEST = 90  # what is longer counts as this
_COMFORTABLE = 20  # the width at which a cell of several lines reads well
_MOST_FLOOR = 0.8  # of the room, for what must not be broken
_ROOMY = 0.85
_BOLD = 1.12


def column_count(table: RenderedTable) -> int:
    """That of the longest row."""
    return max((len(row) for row in (table.header, *table.rows)), default=0)


class TableColumns:
    """Lengths of the cells and words of each column, read once."""

    def __init__(self, table: RenderedTable) -> None:
        count = column_count(table)
        self._cells = [1] * count
        self._words = [1] * count
        self._comfortable = [1] * count
        self._body_breadths = [0.0] * count
        for row in (table.header, *table.rows):
            for place, cell in enumerate(row):
                self._read(place, to_plain(sentences(cell)), is_heading=row is table.header)

    def _read(self, place: int, text: str, *, is_heading: bool) -> None:
        words = text.split(" ")  # a no-break space keeps together what is on both sides of it
        longest_word = max(map(len, words), default=0)
        # A heading may well take two lines, and is bold.
        length = min(len(text) // 2 if is_heading else len(text), _LONGEST)
        self._cells[place] = max(self._cells[place], length)
        self._words[place] = max(self._words[place], round(_BOLD * longest_word) if is_heading else longest_word)
        self._comfortable[place] = max(self._comfortable[place], self._words[place], min(len(text), _COMFORTABLE))
        if not is_heading:
            self._body_breadths[place] = max(self._body_breadths[place], *map(_breadth, words), 0)

    @property
    def comfortable(self) -> int:
        """The line in which all columns read well beside one another."""
        return sum(self._comfortable) + _GAP * len(self._comfortable)

    def shares(self, line: int, *, gap: int = _GAP, hyphenates: bool = True) -> list[int]:
        """The width of each column in such a line: short ones unbroken if there is room, long ones in proportion.

        `gap` is the room between two columns. Where nothing `hyphenates`, all that is needed goes to the longest words.
        """
        most = _MOST_FLOOR if hyphenates else 1.0
        room = max(line - gap * len(self._cells), len(self._cells))
        pairs = zip(self._cells, self._words, strict=True)
        least = [max(length, word) if length <= _SHORT else word for length, word in pairs]
        if sum(least) > most * room:
            least = _lowered(self._words, int(most * room))
        return [share + gap for share in _shared(self._cells, least, room)]

    def roomy(self, shares: list[int]) -> list[int]:
        """The columns in which no word but of the heading need be divided."""
        return [place for place, share in enumerate(shares) if self._body_breadths[place] < _ROOMY * share]


def _breadth(word: str) -> float:
    """Capitals are broader than other letters."""
    return len(word) + 0.5 * sum(map(str.isupper, word))


def _lowered(words: list[int], room: int) -> list[int]:
    """The words' lengths, the longest of them cut to one length at which all fit into the room."""
    left, waiting = room, len(words)
    limit = max(words)
    for length in sorted(words):
        if length * waiting > left:
            limit = max(left // waiting, 1)
            break
        left, waiting = left - length, waiting - 1
    return [min(length, limit) for length in words]


def _shared(wanted: list[int], least: list[int], room: int) -> list[int]:
    """`wanted` in proportion, so that all fit into `room` and none is less than its `least`."""
    scale = min(1.0, room / sum(wanted))
    pairs = list(zip(wanted, least, strict=True))
    # What the short columns take beyond their proportion, the others go without.
    taken = sum(floor for length, floor in pairs if length * scale < floor)
    shared = sum(length for length, floor in pairs if length * scale >= floor)
    scale = min(1.0, max(room - taken, 1) / shared) if shared else scale
    return [max(round(length * scale), floor) for length, floor in pairs]
