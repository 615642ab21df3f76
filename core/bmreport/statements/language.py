"""Which language a text is written in, as far as its script and its commonest words tell."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

__all__ = ["language_of", "script_of"]

_SCRIPTS = (
    ("Latin", re.compile("[A-Za-z\u00c0-\u024f]")),
    ("Chinese or Japanese", re.compile("[\u3040-\u30ff\u3400-\u9fff]")),
    ("Korean", re.compile("[\uac00-\ud7af]")),
    ("Cyrillic", re.compile("[\u0400-\u052f]")),
    ("Greek", re.compile("[\u0370-\u03ff]")),
    ("Arabic", re.compile("[\u0600-\u06ff\u0750-\u077f]")),
    ("Hebrew", re.compile("[\u0590-\u05ff]")),
    ("Devanagari", re.compile("[\u0900-\u097f]")),
    ("Thai", re.compile("[\u0e00-\u0e7f]")),
)
# The commonest small words, those of more than one of these languages left out.
_COMMON = {
    "English": "the of and with was were is are by from for than which not no this that have had been be its their "
    "to at",
    "German": "der die das und nicht ist wurde wurden mit bei von zu den dem ein eine einer auf für sich als auch "
    "nach im",
    "French": "le les des du et est dans pour par une sur avec qui ont été chez aux plus ces cette sont pas être au",
    "Spanish": "el los las del y en por una con fue fueron más entre como para que se su sus al pero también hubo",
    "Italian": "il gli della delle dei nel nella con è stato sono di che per una più tra alla dal degli anche è si",
    "Portuguese": "o os das dos da do em por uma com foi foram mais entre como não ao à pela pelo são também",
    "Dutch": "het een van en met bij niet was werd werden voor door dan zijn ook naar deze dat te aan op",
    "Swedish": "och att det som en ett för med av på är inte var till hos den eller från vid har",
    "Polish": "w i z na nie jest oraz się do po przez dla był była od które który lub u",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_ALL = frozenset().union(*_WORDS.values())
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 600
_LEAST_HITS = 3


def script_of(text: str) -> str:
    """The script that most letters of the text belong to; empty for a text without letters."""
    if text[:_SAMPLE].isascii():
        return "Latin" if any(map(str.isalpha, text[:_SAMPLE])) else ""
    counts = {name: len(pattern.findall(text[:_SAMPLE])) for name, pattern in _SCRIPTS}
    name = max(counts, key=lambda one: counts[one])
    return name if counts[name] else ""


@lru_cache(maxsize=4096)
def language_of(text: str) -> str:
    """The language of a text in Latin script; another script's name; empty where it cannot be told.

    A language is told by at least three of its small words, and half as many again as of any other language.
    """
    script = script_of(text)
    if script != "Latin":
        return script
    words = [word.lower() for word in _WORD.findall(text[:_SAMPLE])]
    small = Counter(word for word in words if word in _ALL)
    counts = sorted(
        ((sum(small[word] for word in small.keys() & known), name) for name, known in _WORDS.items()), reverse=True
    )
    (most, language), (second, _) = counts[0], counts[1]
    return language if most >= _LEAST_HITS and most >= 1.5 * second else ""
