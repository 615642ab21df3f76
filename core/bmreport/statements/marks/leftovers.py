"""What a model or a format leaves behind: mark-up, JSON, chat tokens, talk about itself, unseen characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.seen_text import INVISIBLE
from bmreport.statements.marks.mark import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["chatter", "hidden_characters", "markup"]

_TAGS = (
    r"a|abbr|b|blockquote|body|br|caption|cite|code|div|em|figure|font|footer|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link"
    r"|mark|meta|ol|p|pre|q|s|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|th|thead|title|tr|u|ul|think|answer|tool"
    r"|claim|claims|citation|source|passage|document|ref|user|assistant|system"
)
_MARKUP = re.compile(
    r"```|~~~|<\|[^|<>\s]{1,40}\|>|</?s>|\[/?INST\]|<</?SYS>>|</?(?:" + _TAGS + r")(?:\s[^<>]{0,200})?/?>|<!--|-->"
    r"|(?m:^\s{0,3}#{1,6}\s)|(?<=\s)#{2,6}(?=\s)|\*\*(?=\S)|(?<=\S)\*\*|(?<![\w_])__(?=\w)|(?<=\w)__(?![\w_])"
    r"|&(?:nbsp|lt|gt|amp|quot|#\d{1,6}|#x[0-9a-fA-F]{1,6}|[a-z]{2,8});|\\[nrt](?![a-z])|\\u[0-9a-fA-F]{4}|\\\"|\]\(https?:|!\["
    r"|[{\[]\s?\"[\w -]{1,40}\"\s?:"
    r"|\"(?:text|claims?|citation_ids|citations?|cites|sentences?|ids|role|sections?)\"\s?:"
    r"|\"\s?[}\]]\s?[,}\]]"
    r"|\\(?:textbf|emph|section|begin|end|ref|footnote)\{|<\?xml|<!\[CDATA\[|<!DOCTYPE"
)
_CHATTER = re.compile(
    r"\b[Aa]s\san?\s(?:large\s)?(?:AI|artificial\sintelligence|language\smodel)\b|\b(?:large\s)?language\smodel\s(?:I|trained)\b"
    r"|\b[Hh]ere(?:['’]s|\sis|\sare)\s(?:the|a|an|your|my|some)\s(?:\w+\s){0,3}(?:answer|summary|response|sentence|sentences|synthesis|report|overview|paragraph|JSON|text|draft|rewritten|revised|version|output)\b"
    r"|^(?:Sure|Certainly|Of\scourse|Absolutely|Okay|OK|Great\squestion|Thank\syou)[,!.:]|\bI(?:['’]m|\sam)\s(?:sorry|unable|not\sable|just\san?\s)"
    r"|\bI\s(?:cannot|can['’]t|can\snot|do\snot\shave|don['’]t\shave|apologi[sz]e)\b|\bmy\s(?:training|knowledge\scut)"
    r"|\bknowledge\scut-?off\b|^(?:Assistant|User|System|Human|Answer|Output|Response|Question|Note\sto\s\w+|Final\sanswer)\s?:"
    r"|\b(?:[Ll]et\sme\sknow|[Ff]eel\sfree\sto|I\shope\sthis\shelps|[Pp]lease\s(?:consult|note\sthat\sI|provide|let))\b"
    r"|\b(?:[Ii]gnore|[Dd]isregard)\s(?:all\s|any\s)?(?:the\s)?(?:above|previous|prior|earlier)\s(?:instructions?|prompts?|text)\b"
    r"|\b(?:the|your)\s(?:user|prompt|instructions?)\s(?:asks?|asked|says?|wants?|requests?)\b|\bEnd\sof\s(?:answer|response|output)\b",
)
_HIDDEN = re.compile(f"[{INVISIBLE}\ufffd\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]+")
_JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f\u200e\u200f]+")


def markup(text: str) -> Iterator[Mark]:
    """Fences, tags, chat tokens, headings, entities, JSON."""
    for match in _MARKUP.finditer(text):
        yield Mark(match.start(), match.end(), "left-over mark-up")


def chatter(text: str) -> Iterator[Mark]:
    """A model's talk about itself or to its user."""
    for match in _CHATTER.finditer(text):
        yield Mark(match.start(), match.end(), "a model's remark to its user")


def hidden_characters(text: str) -> Iterator[Mark]:
    """Characters that print or stand for nothing; joiners and direction marks count among Latin letters only."""
    for match in _HIDDEN.finditer(text):
        around = text[max(0, match.start() - 1) : match.start()] + text[match.end() : match.end() + 1]
        if _JOINERS.fullmatch(match[0]) and around and not any(sign.isascii() and sign.isalnum() for sign in around):
            continue  # Persian and the scripts of India need them, and so do emoji
        yield Mark(match.start(), match.end(), "a hidden character")
