"""How many tokens a text may take, where no tokenizer can be asked.

Window and prompt are counted in tokens, and some servers cut off without a word what does not fit. So the estimate errs
on the large side for every tokenizer in use: one that knows few words, cuts numbers into digits and letters outside
ASCII into bytes. For English medical prose it says up to twice what there is.
"""

from __future__ import annotations

import re

TEMPLATE_TOKENS = 128
"""Room for what a model's template puts around a system and a user message."""

_PIECES = re.compile(
    r"(?P<word>(?<![A-Za-z0-9])[A-Za-z][a-z]*+(?![A-Za-z0-9]))"
    r"|(?P<blank>[ ](?=[A-Za-z]))"
    r"|(?P<ascii>[\x00-\x7f])"
    r"|(?P<other>[^\x00-\x7f]+)"
)
_VOWELS = re.compile(r"[aeiouy]+")
_CROWDS = re.compile(r"[^aeiouy]{3,}")
_SILENT = re.compile(r"(?<=[a-z]{2})(?:e|es|ed)$")
_ENDINGS = re.compile(
    r"(?:tions?|sions?|ments?|ings?|ity|ities|ives?|ical|ally|ences?|ances?|able|ible|ness|ates?|ated|ized|ised|ously|ous)$"
)
_LONG = 9  # letters from which a word is seldom a token of its own
# Words that every tokenizer made for English has a token for.
_COMMON = frozenset(
    """
    a about after age all also among an analysis and any are as associated at based be been before between blood
    both but by can cancer cardiac care cases cells change clinical compared control data days death did
    different disease do dose drug during each effect effects either events evidence first five follow for four
    from group groups had has have health heart high higher however if in increase increased into is it its less
    level levels low lower made major may mean medical more mortality most no not number of on one only or other
    our outcome outcomes over patient patients per period placebo population primary rate rates ratio reduced
    results risk same secondary serious should showed shown significant significantly since six some stroke
    studies study such systematic than that the their them then there these they this those three through time
    to total treated treatment trial trials two type under up use used using versus was we weeks were when where
    which while who will with within without women would year years
    """.split()  # noqa: SIM905  # two hundred quoted words would be harder to read
)
_WORD = re.compile(r"\S*[^\W_]\S*")


def estimate_tokens(text: str) -> int:
    """At least as many tokens as the text takes; linear in its length.

    A word in lower case takes a token for each of its syllables, all other characters one each, or one for each byte of
    UTF-8 outside ASCII: that is what a tokenizer falls back to for letters it has no token for.
    """
    total = 0
    for piece in _PIECES.finditer(text):
        kind, found = piece.lastgroup, piece[0]
        if kind == "word":
            total += _word_tokens(found.lower())
        elif kind == "other":
            total += len(found.encode("utf-8", "surrogatepass"))
        elif kind == "ascii":  # a blank before a word belongs to the word's token
            total += 1
    # Tokenizers with small vocabularies, and words of other languages, take more than the rules above say.
    return total + total // 5 + 1


def fewest_tokens(text: str) -> int:
    """No tokenizer in use makes fewer tokens of the text: none of them joins two words to one token."""
    return sum(1 for _word in _WORD.finditer(text))


def _word_tokens(word: str) -> int:
    """One for each syllable, one for each consonant too many for a syllable, one more for a long word."""
    if word in _COMMON:
        return 1
    syllables = len(_VOWELS.findall(_SILENT.sub("", word)))
    if not syllables:
        return len(word)
    crowded = sum(len(crowd) - 2 for crowd in _CROWDS.findall(word))
    return max(1, syllables + crowded + (len(word) > _LONG) - bool(_ENDINGS.search(word)))
