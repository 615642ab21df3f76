"""Made-up evidence of any size; the same numbers give the same records."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

_FAMILIES = [
    "Adams",
    "Baker",
    "Castro",
    "Dubois",
    "Eriksen",
    "Fischer",
    "Garcia",
    "Haddad",
    "Ivanov",
    "Jansen",
    "Kim",
    "Larsen",
    "Moreau",
    "Novak",
    "Okafor",
    "Patel",
]
_TOPICS = [
    "stroke",
    "bleeding",
    "mortality",
    "infarction",
    "dementia",
    "cancer",
    "diabetes",
    "hypertension",
    "anaemia",
    "fracture",
]
_DRUGS = ["aspirin", "placebrol", "samplidine", "testopril", "exemplane"]


def csl_items(count: int) -> list[dict[str, Any]]:
    """CSL-JSON articles with 1 to 12 authors each."""
    chance = random.Random(count)  # noqa: S311  # no secret, only made-up data
    return [_item(number, chance) for number in range(1, count + 1)]


def citations(count: int, per_document: int = 1) -> list[dict[str, Any]]:
    """BMLibrarian citations, `per_document` passages from each document."""
    chance = random.Random(count)  # noqa: S311  # as above
    documents = [_item(number, chance) for number in range(1, count // per_document + 1)]
    return [_citation(number, documents[(number - 1) // per_document], chance) for number in range(1, count + 1)]


def write_json(path: Path, value: object) -> Path:
    """Write a value as JSON and return the path."""
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def _item(number: int, chance: random.Random) -> dict[str, Any]:
    authors = [
        {"family": chance.choice(_FAMILIES), "given": f"{chance.choice('ABCDEFGH')}. {chance.choice('JKLMNOP')}."}
        for _ in range(chance.randint(1, 12))
    ]
    drug, topic = chance.choice(_DRUGS), chance.choice(_TOPICS)
    return {
        "id": f"item{number}",
        "type": "article-journal",
        "title": f"Effect of {drug} on {topic} in study number {number}",
        "author": authors,
        "container-title": "Journal of Made-up Medicine",
        "issued": {"date-parts": [[chance.randint(1985, 2025), chance.randint(1, 12)]]},
        "volume": str(chance.randint(1, 400)),
        "issue": str(chance.randint(1, 12)),
        "page": f"{100 + number}-{110 + number}",
        "DOI": f"10.5555/made.up.{number}",
    }


def _citation(number: int, item: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    drug, topic = chance.choice(_DRUGS), chance.choice(_TOPICS)
    return {
        "id": f"c{number}",
        "passage": (
            f"In study {number} {drug} changed the risk of {topic} by {chance.randint(1, 40)}% "
            f"(95% CI {chance.randint(1, 9)}-{chance.randint(41, 60)}). "
            f"Follow-up was {chance.randint(1, 12)} years in {chance.randint(100, 30000)} adults."
        ),
        "summary": f"{drug} and {topic}",
        "relevance_score": round(0.6 + 0.4 * chance.random(), 3),
        "document_id": item["id"],
        "document_title": item["title"],
        "authors": [f"{author['family']}, {author['given']}" for author in item["author"]],
        "publication_date": str(item["issued"]["date-parts"][0][0]),
        "publication": item["container-title"],
        "volume": item["volume"],
        "pages": item["page"],
        "doi": item["DOI"],
    }
