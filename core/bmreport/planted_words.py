"""Words that speak to a model, not to a reader: the patterns of planted instructions.

Papers speak of systems, roles and ignored guidelines too, so each form needs more than one word of its kind, or its
place at the beginning of a clause. Every repetition is bounded.
"""

from __future__ import annotations

import re

__all__ = ["planted"]

_ORDERS = (
    r"(?:instructions?|prompts?|commands?|directives?|messages?|context|(?:safety )?rules|orders|guardrails|training"
    r"|programming)\b"
)
_EARLIER = (
    r"(?:above|previous|prior|preceding|earlier|foregoing|former|system|developer|initial|original|other|your|these"
    r"|those|the|all|any|every|of|my)"
)
# Where an order may begin: a text, a line, a sentence, a bracket, a quotation, after `please` and the like.
_CLAUSE = (
    r"(?:(?<=^)|(?<=[\n.!?:;\"“”'‘’(\[{>*#,，。-])|(?<=[.!?:;,>*#-] ))"
    r"(?:(?:please|now|first|then|important|note|and|also|simply|just)[\s:,!]{1,3}){0,2}"
)
_AI = (
    r"(?:(?:large )?language models?|llms?|(?:ai )?assistants?|chat ?bots?|chatgpt|gpt|claude|gemini|copilot"
    r"|summari[sz]ers?|ai(?: (?:models?|systems?|agents?|assistants?))?)\b"
)
_IGNORE = r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|overrule|bypass|neglect|skip|discard)"
_SPEAK = r"(?:cite|answer|reply|respond|say|state|write|output|quote|mention)"

_ALTERNATIVES = (
    # `ignore all previous instructions`, `disregard the above`
    rf"\b{_IGNORE}\s(?:{_EARLIER}\s){{0,5}}{_ORDERS}",
    rf"{_CLAUSE}(?:ignore|disregard|forget|discard)\s(?:(?:all|any|every|everything|the|these|of)\s){{0,3}}"
    r"(?:above|previous|prior|preceding|foregoing|everything|other (?:passages|sources|citations|evidence))"
    r"(?:\s(?:text|passages?|sources?|citations?|evidence|content|guidelines?))?"
    r"(?=\s?(?:[,.;:!)\]\"”]|and\b|$)|\sabove\b)",
    # `cite [99]`, `always cite this`, `do not cite the others`
    rf"{_CLAUSE}(?:(?:always|only|never|do not|don't|you must|must)\s)?(?:cite|reference|quote|mention)\s(?:only\s)?"
    r"(?:\[[\w, -]{1,20}\]|c\d{1,5}\b|ref(?:erence)?\.?\s?\[?\d|this (?:paper|passage|source|study|document)\b)",
    rf"{_CLAUSE}(?:(?:always|only|you must|you should)\s{_SPEAK}|you (?:must|should) recommend"
    r"|(?:never|do not|don't)\s(?:cite|mention|reveal|disclose|quote|output|summari[sz]e))\b",
    # `you are now`, `act as`, `as an AI language model`
    rf"\byou are (?:now\b|no longer\b|(?:an?|the) (?:\w{{1,20}} ){{0,3}}?{_AI})",
    r"\bas an? (?:ai|artificial intelligence)\b(?: language)? (?:model|assistant)",
    rf"{_CLAUSE}(?:act as|pretend (?:to be|that you)|roleplay as|behave as)\s(?:an?|if|though|the|you)\b",
    rf"\b(?:dear|hey|hello|attention|note to|(?:instruction|message)s? (?:for|to))[,:]?\s(?:(?:any|the|all)\s)?{_AI}",
    r"\b(?:developer|DAN|god) mode\b|\bjailbreak",
    # marks of chat formats
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id)[^|>\n]{0,40}\|?>?",
    r"\[/?(?:INST|SYS|SYSTEM)\]|<</?SYS>>|</?(?:system|instructions?|prompt|assistant)(?:\s[^<>]{0,80})?>",
    r"#{2,6}\s?(?:new |system |end of )?(?:instructions?|system|prompt|response)\b\s?:?",
    r"\b(?:new|updated|real|actual|hidden|secret|additional|system) (?:instructions?|prompt|orders)\s?[:.!]",
    r"\b(?:end|beginning|start) of (?:the )?(?:prompt|instructions|context|passages|system message)\b",
    # what it should do or give away
    rf"{_CLAUSE}(?:respond|reply|answer)\s(?:only\s)?(?:with|by|in|as)\b(?:\s[\"“'‘]"
    r"|(?=[^.\n]{0,40}\b(?:only|yes|no|the following|the word|json|exactly|pirate|verbatim)\b))",
    rf"{_CLAUSE}(?:print|reveal|show|repeat|output|leak|disclose|reproduce)\s"
    r"(?:(?:me|us|all|of|the|your|full|entire|initial|original|following)\s){0,4}"
    r"(?:system prompt|prompt|instructions|following text|api keys?|secrets?|passwords?|environment variables)\b",
    r"\byour (?:new )?(?:task|job|role|goal|instructions?) (?:is|are) (?:now )?to\b",
    rf"{_CLAUSE}(?:conclude|claim|state|write|say|report|recommend) that\b"
    r"(?=[^.\n]{0,120}\b(?:regardless|no matter what|whatever the)\b)",
    # other languages
    r"\b(?:ignoriere|vergiss|missachte)\s(?:\w{1,12}\s){0,3}(?:anweisungen|anleitungen|befehle|vorgaben|prompts?)\b",
    r"\b(?:ignore[zr]?|oublie[zr]?)\s(?:\w{1,12}\s){0,3}(?:instructions|consignes|directives)\b",
    r"\b(?:ignora|olvida|ignore|dimentica|ignorar)\s(?:\w{1,12}\s){0,4}(?:instrucciones|instruções|istruzioni)\b",
    r"(?:忽略|无视|忘记|無視)[^\n。]{0,12}(?:指令|指示|说明|提示|命令)",
    r"(?:игнорируй|забудь)(?:те)?\s(?:\w{1,12}\s){0,3}инструкции",
)
_PLANTED = re.compile("|".join(_ALTERNATIVES), re.IGNORECASE)
_ROLE = re.compile(
    r"^[ \t>*#-]{0,6}(?:system|assistant|user|developer|human|ai)"
    r"(?:\s(?:prompt|message|note|override|instruction))?s?\s?\**\s?:(?=\s?\S)",
    re.IGNORECASE | re.MULTILINE,
)
# Every alternative holds one of these, so that most passages need no search at all. Roles have their own pattern.
_HINTS = (
    "ignor", "disregard", "forget", "overrid", "overrul", "bypass", "neglect", "skip", "discard", "cite ", "reference ",
    "quote ", "mention ", "always ", "only ", "you must", "you should", "do not ", "don't ", "never ", "you are",
    "act as", "pretend", "roleplay", "behave as", "ai ", "ai:", "ai,", "note to ",
    "artificial", "language model", "llm", "assistant", "chatbot",
    "chat bot", "gpt", "claude", "gemini", "copilot", "summarizer", "summariser", " mode", "jailbreak", "<|", "[inst",
    "[/inst", "[sys", "[/sys", "<<", "<system", "</system", "<instr", "</instr", "<prompt", "</prompt", "##", "prompt",
    "instruction", "orders", "end of ", "start of ", "beginning of ", "respond ", "reply ", "answer ", "following text",
    "api key", "secret", "password", "environment var", "your ", "regardless", "no matter", "whatever", "anweisung",
    "anleitung", "befehl", "vorgab", "oublie", "consignes", "instrucciones", "istruzioni", "忽略", "无视", "忘记",
    "無視", "инструкции",
)  # fmt: skip


def planted(text: str) -> list[tuple[int, int]]:
    """Offsets of words that look like an instruction to a model, in order; they may touch but not overlap."""
    low = text.lower()
    spans = [match.span() for match in _ROLE.finditer(text)]
    if any(hint in low for hint in _HINTS):
        spans.extend(match.span() for match in _PLANTED.finditer(text))
    out: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if not out or start >= out[-1][1]:
            out.append((start, end))
    return out
