"""Counting tokens where nobody counts them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.llm import estimate_tokens
from bmreport.llm.tokens import fewest_tokens

from ..servers.real_model import running_model

TEXTS = {
    "prose": "Aspirin lowered the risk of a first myocardial infarction in healthy men, but serious bleeding was more "
    "common with treatment than with placebo. The trial enrolled patients who had no history of vascular disease, and "
    "follow-up lasted for five years. There was no significant difference in mortality between the groups.",
    "drugs": "pembrolizumab, nivolumab, ticagrelor, prasugrel, dapagliflozin, empagliflozin, sacubitril/valsartan, "
    "ustekinumab, certolizumab pegol, tocilizumab, upadacitinib, fondaparinux, marbofloxacin, idarucizumab",
    "genes": "BRCA1 BRCA2 TP53 NSTEMI STEMI HFrEF NT-proBNP hs-CRP HbA1c PCSK9 CYP2C19 SLC22A12 HLA-B*27 MTHFR",
    "figures": "RR 0.78 (95% CI 0.65–0.93; p=0.004), 22 % vs 28 %, 1,234/5,678; 12.5 mg/dL; n = 10251",
    "identifiers": "https://doi.org/10.1056/NEJMoa1803955 10.1016/S0140-6736(18)31924-X PMID: 30158069 NCT00501059",
    "chemistry": "2-(acetyloxy)benzoic acid; N-acetyl-p-benzoquinone imine; poly(lactic-co-glycolic acid)",
    "sequence": "acgtacgttgcaacgtttgacc ATGCGTACGTTAGC MKTAYIAKQRQISFVKSHFSRQ",
    "abbreviations": "mg po qd bid tid kg cm mm bp hr vs ns ci or rr",
    "german": "Die Sterblichkeit war in der Gruppe mit Acetylsalicylsäure geringfügig niedriger; schwere Blutungen "
    "traten häufiger auf. Krankenhausaufenthalte wurden nachverfolgt.",
    "finnish": "Asetyylisalisyylihappo vähensi sydäninfarkteja mutta lisäsi vakavia verenvuotoja iäkkäillä potilailla.",
    "chinese": "阿司匹林降低心肌梗死风险，但增加出血。",
    "japanese": "アスピリンは心筋梗塞を減らした。",
    "korean": "아스피린은 심근경색 위험을 낮추었다.",
    "arabic": "الأسبرين يقلل من خطر احتشاء عضلة القلب",
    "russian": "Аспирин снизил риск инфаркта миокарда, но увеличил частоту кровотечений.",
    "signs": "α-adrenergic β-blocker μg/mL ≥ 5 ± 2 × 10⁹/L → ↑",
    "emoji": "😀👩‍⚕️🧬💊",
    "noise": "qXz7Kp9aLm2Vb0Rt5Yw8Nc3Df6Gh1Jk4 xkvjq zzrtp wqkjx vbnmh ghtyu plmko",
    "layout": "a        b\n\n\n   c\t\t\td\n" + json.dumps({"text": "x", "ids": ["p1"]}, indent=4),
    "nothing": "",
}


def test_the_estimate_is_never_below_what_a_real_tokenizer_counts() -> None:
    """For every kind of text: prose, names of drugs and genes, figures, other scripts, noise; words are never more.

    The tokenizer of the real model knows few words, cuts numbers into digits and strange letters into bytes.
    """
    with running_model(n_ctx=512) as model:
        from bmreport.http import HttpDoor

        with HttpDoor() as door:
            for name, text in TEXTS.items():
                counted = door.post_json(f"{model.url}/tokenize", {"content": text})
                assert isinstance(counted, dict)
                real = len(counted["tokens"])
                assert fewest_tokens(text) <= real <= estimate_tokens(text), name


def test_the_estimate_leaves_room_for_work() -> None:
    """For English prose, at most half a token for each letter: a window is not left half empty."""
    prose = TEXTS["prose"]
    assert len(prose) / 5 < estimate_tokens(prose) < len(prose) / 2


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
def test_more_text_takes_no_fewer_tokens(left: str, right: str) -> None:
    """Any text: never fewer tokens than words, and the words of two texts are counted in their sum."""
    assert estimate_tokens(left) >= 1
    assert estimate_tokens(left + "\n" + right) >= max(fewest_tokens(left), fewest_tokens(right))
    assert fewest_tokens(f"{left}\n{right}") == fewest_tokens(left) + fewest_tokens(right)


@pytest.mark.parametrize("text", ["漢" * 1000, "7" * 1000, "-" * 1000, "x" * 1000, "X" * 1000, "\n" * 1000, "é" * 1000])
def test_one_letter_over_and_over_counts_fully(text: str) -> None:
    """Runs of figures, signs and letters that no word has: at least one token each."""
    assert estimate_tokens(text) >= 1000


def test_a_long_text_is_counted_in_linear_time() -> None:
    """Twice the text is twice the count, and a megabyte is no matter."""
    text = TEXTS["prose"] * 1500
    twice = estimate_tokens(text + text)
    assert abs(twice - 2 * estimate_tokens(text)) < twice // 100


def test_medical_words_of_a_report_are_covered() -> None:
    """The worked example of the documentation is prose to the estimate, and not noise."""
    path = Path(__file__).parents[2] / "docs" / "examples" / "aspirin" / "citations.json"
    text = path.read_text(encoding="utf-8")
    assert fewest_tokens(text) < estimate_tokens(text) < len(text)
