"""Author names: strings and mappings to CSL-JSON names."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmreport.names import CslName, NameList, display_name, initials_of, parse_name, parse_names, parsing, vocabulary
from bmreport.names.settled import settled_name, settled_text

PERSONS: list[tuple[str, dict[str, str]]] = [
    ("Smith, J.", {"family": "Smith", "given": "J."}),
    ("Smith,J.A.", {"family": "Smith", "given": "J. A."}),
    ("Smith, JA", {"family": "Smith", "given": "J. A."}),
    ("Smith, John A., Jr.", {"family": "Smith", "given": "John A.", "suffix": "Jr."}),
    ("Hensley, Dana T Jr", {"family": "Hensley", "given": "Dana T.", "suffix": "Jr"}),
    ("King, Jr., Martin", {"family": "King", "given": "Martin", "suffix": "Jr."}),
    ("Gates, III, William", {"family": "Gates", "given": "William", "suffix": "III"}),
    ("Smith JA", {"family": "Smith", "given": "J. A."}),
    ("Smith J A", {"family": "Smith", "given": "J. A."}),
    ("Smith J.", {"family": "Smith", "given": "J."}),
    ("Smith JA Jr", {"family": "Smith", "given": "J. A.", "suffix": "Jr"}),
    ("Smith JA 3rd", {"family": "Smith", "given": "J. A.", "suffix": "3rd"}),
    ("Buzatti KCLR", {"family": "Buzatti", "given": "K. C. L. R."}),
    ("Ivanov IV", {"family": "Ivanov", "given": "I. V."}),
    ("John A. Smith", {"family": "Smith", "given": "John A."}),
    ("John Smith III", {"family": "Smith", "given": "John", "suffix": "III"}),
    ("John Smith, Jr.", {"family": "Smith", "given": "John", "suffix": "Jr."}),
    ("J.-A. Smith", {"family": "Smith", "given": "J.-A."}),
    ("JRR Tolkien", {"family": "Tolkien", "given": "J. R. R."}),
    ("Jalil, N. -E", {"family": "Jalil", "given": "N.-E."}),
    ("Tuittila, E-S", {"family": "Tuittila", "given": "E.-S."}),
    ("Hahn, A-Reum", {"family": "Hahn", "given": "A-Reum"}),
    ("SMITH, J", {"family": "SMITH", "given": "J."}),
    ("SMITH JAB", {"family": "SMITH", "given": "J. A. B."}),
    ("LI J", {"family": "LI", "given": "J."}),
    ("Jean DUPONT", {"family": "DUPONT", "given": "Jean"}),
    ("DUPONT Jean", {"family": "DUPONT", "given": "Jean"}),
    ("K C, Anup", {"family": "K C", "given": "Anup"}),
    ("Wong Kee Song LM", {"family": "Wong Kee Song", "given": "L. M."}),
    ("José Ortega y Gasset", {"family": "Ortega y Gasset", "given": "José"}),
    ("Brown, K. .", {"family": "Brown", "given": "K."}),
    ("Group, Anna", {"family": "Group", "given": "Anna"}),
    ("Task, Mark", {"family": "Task", "given": "Mark"}),
    ("Mark Task", {"family": "Task", "given": "Mark"}),
    ("Group A", {"family": "Group", "given": "A."}),
    ("O'Brien, Pat", {"family": "O'Brien", "given": "Pat"}),
    ("Luca D'Angelo", {"family": "D'Angelo", "given": "Luca"}),
    ("Luca d'Angelo", {"family": "d'Angelo", "given": "Luca"}),
    ("Al-Masri F", {"family": "Al-Masri", "given": "F."}),
    ("MacDonald, Ross", {"family": "MacDonald", "given": "Ross"}),
    ("Harsha Raj, M", {"family": "Harsha Raj", "given": "M."}),
]

PARTICLES: list[tuple[str, dict[str, str]]] = [
    ("van der Berg, Jan", {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"}),
    ("Jan van der Berg", {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"}),
    ("van der Berg J", {"family": "Berg", "given": "J.", "non-dropping-particle": "van der"}),
    ("Ludwig van Beethoven", {"family": "Beethoven", "given": "Ludwig", "non-dropping-particle": "van"}),
    ("de la Cruz M", {"family": "Cruz", "given": "M.", "non-dropping-particle": "de la"}),
    ("van 't Hoff, Jacobus", {"family": "Hoff", "given": "Jacobus", "non-dropping-particle": "van 't"}),
    ("da Silva Dias, João", {"family": "Silva Dias", "given": "João", "non-dropping-particle": "da"}),
    ("Perrot, Marc de", {"family": "Perrot", "given": "Marc", "dropping-particle": "de"}),
    ("KONING, A. P. JASON de", {"family": "KONING", "given": "A. P. JASON", "dropping-particle": "de"}),
    ("Barbosa, Tais de Souza", {"family": "Barbosa", "given": "Tais de Souza"}),
    ("Olmos de Koo, Lisa C", {"family": "Olmos de Koo", "given": "Lisa C."}),
    ("Van Huylenbroeck, Guido", {"family": "Van Huylenbroeck", "given": "Guido"}),
    ("Robert De Niro", {"family": "De Niro", "given": "Robert"}),
]

SCRIPTS: list[tuple[str, dict[str, str]]] = [
    ("王小明", {"family": "王", "given": "小明"}),
    ("王, 小明", {"family": "王", "given": "小明"}),
    ("欧阳修", {"family": "欧阳", "given": "修"}),
    ("山田 太郎", {"family": "山田", "given": "太郎"}),
    ("山田, 太郎", {"family": "山田", "given": "太郎"}),
    ("김철수", {"family": "김", "given": "철수"}),
    ("卡尔·马克思", {"literal": "卡尔·马克思"}),
    ("北京大学", {"literal": "北京大学"}),
    ("محمد علي حسن", {"family": "حسن", "given": "محمد علي"}),
    ("محمد بن سلمان", {"family": "بن سلمان", "given": "محمد"}),
    ("حسن، محمد", {"family": "حسن", "given": "محمد"}),
    ("علی\u200cزاده, مریم", {"family": "علی\u200cزاده", "given": "مریم"}),
    ("Иванов И.И.", {"family": "Иванов", "given": "И. И."}),
    ("Иванов ИИ", {"family": "Иванов", "given": "И. И."}),
    ("Иванов Иван Иванович", {"family": "Иванов", "given": "Иван Иванович"}),
    ("И. И. Иванов", {"family": "Иванов", "given": "И. И."}),
    ("Černý, Ž", {"family": "Černý", "given": "Ž."}),
]


@pytest.mark.parametrize(("text", "expected"), [*PERSONS, *PARTICLES, *SCRIPTS])
def test_reads_the_usual_forms_of_a_name(text: str, expected: dict[str, str]) -> None:
    """Each form that sources write is divided into the CSL parts."""
    assert parse_name(text) == expected
    assert parse_names([text]).names == (expected,)


GROUPS = [
    "Antithrombotic Trialists' (ATT) Collaboration",
    "World Health Organization",
    "WORLD HEALTH ORGANIZATION",
    "ASCEND Study Collaborative Group",
    "US Preventive Services Task Force",
    "The ARRIVE Investigators",
    "NICE",
    "EndoReCo",
    "GBD 2019 Stroke Collaborators",
    "Department of Health",
    "Department of Health and Human Services",
    "Centers for Disease Control and Prevention",
    "National Heart, Lung, and Blood Institute",
    "Council on Cardiopulmonary, Critical Care, Perioperative and Resuscitation",
    "Vitamin D and Omega-3 Trial Research Group",
    "Cancer, International Agency for Research on",
    "Bausch and Lomb",
    "Alfred P. Sloan Foundation",
    "São Paulo (Estado)",
    "Deutsche Gesellschaft für Kardiologie",
    "Robert Koch-Institut",
    "Haute Autorité de Santé",
    "Ministerio de Sanidad",
    "Istituto Superiore di Sanità",
    "Sociedade Brasileira de Cardiologia",
    "De Vlinderstichting",
    "Московский государственный университет",
    "منظمة الصحة العالمية",
    "日本循環器学会",
]


@pytest.mark.parametrize("text", GROUPS)
def test_groups_stay_literal(text: str) -> None:
    """An organisation is never cut into family and given name, whether alone or in a list."""
    assert parse_name(text) == {"literal": text}
    assert parse_names([text, "Smith J"]).names == ({"literal": text}, {"family": "Smith", "given": "J."})


@pytest.mark.parametrize("text", GROUPS)
def test_a_group_given_as_a_whole_field_stays_one(text: str) -> None:
    """A field that holds one organisation gives one name, commas and "and" or not."""
    assert parse_names(text).names == ({"literal": text},)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Smith, ANNA", "ANNA"),
        ("SMITH, ANNA", "ANNA"),
        ("SMITH, ANN", "ANN"),
        ("CASTOE, TODD A.", "TODD A."),
        ("GU, WANJUN", "WANJUN"),
    ],
)
def test_given_names_in_capitals_are_words(text: str, given: str) -> None:
    """A given name that is only written in capitals is not cut into initials."""
    name = parse_name(text)
    assert name["given"] == given
    assert display_name(name).split(", ")[1][:2] == f"{given[0]}."


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("{{World Health Organization}}", "World Health Organization"),
        ("{Badlands National Park}", "Badlands National Park"),
        ("{Smith, John}", "Smith, John"),
        ("{Barnes and Noble}", "Barnes and Noble"),
    ],
)
def test_braces_guard_a_literal(text: str, plain: str) -> None:
    """What BibTeX braces wrap is one literal name without the braces."""
    assert parse_name(text) == {"literal": plain}
    for other in ("Smith, J. and ", "Smith, John and ", "Smith J; "):
        assert parse_names(f"{other}{text}").names[1:] == ({"literal": plain},)
    assert parse_names(f"{text} and Smith, J.").names == ({"literal": plain}, {"family": "Smith", "given": "J."})


def test_braces_within_a_list_of_names() -> None:
    """A braced group between commas stays whole; a braced family keeps its comma form."""
    assert parse_names("Smith J, {World Health Organization}, Jones B").names[1] == {
        "literal": "World Health Organization"
    }
    assert parse_names("{World Health Organization}, Smith, John").names[1] == {"family": "Smith", "given": "John"}
    assert parse_name("Ian {Iliad Ipswich}") == {"family": "Iliad Ipswich", "given": "Ian"}
    assert parse_name("{Garcia, Lopez}, Jan") == {"family": "Garcia, Lopez", "given": "Jan"}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"family": "Smith", "given": "JA"}, {"family": "Smith", "given": "J. A."}),
        ({"last": "Smith", "first": "John", "middle": "A"}, {"family": "Smith", "given": "John A."}),
        ({"lastname": "Smith", "initials": "JA"}, {"family": "Smith", "given": "J. A."}),
        ({"lastname": "Smith", "forename": "Anna", "initials": "A"}, {"family": "Smith", "given": "Anna"}),
        (
            {"LastName": "Smith", "ForeName": "Anna", "Suffix": "Jr"},
            {"family": "Smith", "given": "Anna", "suffix": "Jr"},
        ),
        ({"lastName": "Costa", "firstName": "P. T., Jr."}, {"family": "Costa", "given": "P. T.", "suffix": "Jr."}),
        (
            {"family": "van der Berg", "given": "Jan"},
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
        ),
        ({"family": "Wright", "prefix": "von"}, {"family": "Wright", "non-dropping-particle": "von"}),
        ({"family": "Sychkov", "given": None}, {"family": "Sychkov"}),
        ({"literal": "Smith, J."}, {"literal": "Smith, J."}),
        ({"collectiveName": "ATT Collaboration"}, {"literal": "ATT Collaboration"}),
        ({"name": "John Smith"}, {"family": "Smith", "given": "John"}),
        ({"name": "Smith, John", "nameType": "Personal"}, {"family": "Smith", "given": "John"}),
        ({"name": "Alpha Omega", "nameType": "Organizational"}, {"literal": "Alpha Omega"}),
        ({"name": "Alpha Omega", "sequence": "first"}, {"literal": "Alpha Omega"}),
        ({"name": "Alpha Omega", "creatorType": "author"}, {"literal": "Alpha Omega"}),
        ({"display_name": "Marc de Perrot"}, {"family": "Perrot", "given": "Marc", "non-dropping-particle": "de"}),
        ({"given": "Madonna"}, {"literal": "Madonna"}),
        ({}, {}),
    ],
)
def test_reads_the_mappings_of_neighbouring_formats(fields: dict[str, object], expected: dict[str, str]) -> None:
    """CSL-JSON, PubMed, Europe PMC, Crossref, DataCite, Zotero and OpenAlex fields are known."""
    assert parse_name(fields) == expected


TWO = ({"family": "Smith", "given": "J."}, {"family": "Jones", "given": "B."})


@pytest.mark.parametrize(
    "text",
    [
        "Smith J, Jones B",
        "Smith, J.; Jones, B.",
        "Smith, J.;Jones, B.;",
        "Smith J; Jones B",
        "Smith J|Jones B",
        "Smith, J. and Jones, B.",
        "Smith, J. AND Jones, B.",
        "Smith, J., and Jones, B.",
        "Smith, J., & Jones, B.",
        "Smith J & Jones B",
        "Smith J und Jones B",
        "Smith, J., Jones, B.",
        "Smith, J., Jones, B. .",
        "J. Smith, B. Jones",
        "J. Smith and Jones, B.",
        "  Smith\u00a0J,\tJones\u2009B\n",
        "Smith\u200b J, \ufeffJones B",
    ],
)
def test_one_string_with_two_authors(text: str) -> None:
    """Every usual way to write two authors in one string gives the same two names."""
    found = parse_names(text)
    assert found.names == TWO
    assert not found.truncated


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("Smith, J., Johnson, A., Brown, K.", ["Smith", "Johnson", "Brown"]),
        ("John Smith, Mary Jones & Li Wei", ["Smith", "Jones", "Wei"]),
        ("John Smith, Mary Jones, Li Wei", ["Smith", "Jones", "Wei"]),
        ("LI, J., WU, X., HE, Y.", ["LI", "WU", "HE"]),
        ("MA, J., DO, T.", ["MA", "DO"]),
        ("Sears, Margaret E, Boardman, Lisa A", ["Sears", "Boardman"]),
        ("Garcia Lopez, Maria Jose and Smith, John", ["Garcia Lopez", "Smith"]),
        ("von Brandt, Ahasver and Erich Hoffmann", ["Brandt", "Hoffmann"]),
        ("Smith, John, and Mary Jones", ["Smith", "Jones"]),
        ("Smith J, MD, Jones B, PhD", ["Smith", "Jones"]),
        ("Smith J (ed.), Jones B (ed.)", ["Smith", "Jones"]),
        ("Aristotle and Smith, Joe and Smith, Jane", [None, "Smith", "Smith"]),
        ("Lesk, M. E. AND Kernighan, B. W. and others", ["Lesk", "Kernighan"]),
        ("王小明，李华", ["王", "李"]),
        ("王小明、李华", ["王", "李"]),
        ("Smith J, Jones B, World Health Organization", ["Smith", "Jones", None]),
        ("Smith J, Jones B; ASCEND Study Group", ["Smith", "Jones", None]),
        ("John Smith, Mary Jones and the ASCEND Study Group", ["Smith", "Jones", None]),
    ],
)
def test_longer_author_strings(text: str, families: list[str | None]) -> None:
    """Lists with commas, conjunctions, degrees and groups are divided into the right authors."""
    assert [name.get("family") for name in parse_names(text).names] == families


@pytest.mark.parametrize(
    "more",
    ["et al.", "et al", "et. al.", "Et al.", "ET AL.", "[et al.]", "and others", "u. a.", "und andere", "et coll.",
     "y cols.", "e altri", "m.fl.", "и др.", "وآخرون", "等", "ほか", "…", "...", "and 12 others", "and colleagues"],
)  # fmt: skip
@pytest.mark.parametrize("glue", [", ", " ", "; "])
def test_et_al_becomes_a_flag_and_never_a_person(more: str, glue: str) -> None:
    """Whatever the language, words for "and more" set `truncated` (they printed "et al. et al." elsewhere)."""
    found = parse_names(f"Smith J, Jones B{glue}{more}")
    assert found.names == TWO
    assert found.truncated
    listed = parse_names(["Smith, J.", "Jones, B.", more])
    assert listed.names == TWO
    assert listed.truncated


@pytest.mark.parametrize(
    "entry",
    [{"family": "others"}, {"literal": "et al."}, {"given": "et", "family": "al."}, {"name": "et al"}, "others"],
)
def test_et_al_in_structured_entries(entry: object) -> None:
    """Readers that already split "et al." into fields do not bring it back as a person."""
    found = parse_names([{"family": "Smith", "given": "J."}, entry])
    assert found.names == TWO[:1]
    assert found.truncated


def test_an_ellipsis_in_the_middle_marks_a_gap() -> None:
    """APA leaves out authors before the last one: both sides stay, and the gap is known."""
    found = parse_names("Smith, J., Jones, B., ... Brown, K.")
    assert [name["family"] for name in found.names] == ["Smith", "Jones", "Brown"]
    assert found.truncated


@pytest.mark.parametrize("text", ["Smith U. A.", "Smith, U. A.", "Alan, E.", "Etal, J.", "等等力 亮"])
def test_names_that_resemble_et_al_stay_persons(text: str) -> None:
    """Initials U. A. or E. A. and families that begin alike are no truncation, and no script is stripped."""
    found = parse_names([text])
    assert len(found.names) == 1
    assert not found.truncated


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("John Smith, MD, PhD", "MD, PhD"),
        ("Smith, John, MD", "MD"),
        ("Smith J, M.D.", "M.D."),
        ("Dr John Smith", "Dr"),
        ("Smith, Prof. John", "Prof."),
        ("John Smith (ed.)", "(ed.)"),
        ("John Smith*", "*"),
        ("John Smith¹", "¹"),
    ],
)
def test_degrees_titles_and_roles_are_left_out_with_a_note(text: str, lost: str) -> None:
    """CSL has no place for them, so the name is clean and the note says what went."""
    found = parse_names([text])
    assert found.names[0]["family"] == "Smith"
    assert found.names[0]["given"] in ("John", "J.")
    assert any(lost in note and note.startswith("author 1: ") for note in found.notes)


@pytest.mark.parametrize(
    ("text", "given"),
    [("Smith, MD", "M. D."), ("Smith, MA", "M. A."), ("Garcia Lopez, MA", "M. A."), ("Smith MD", "M. D.")],
)
def test_initials_that_look_like_a_degree_stay(text: str, given: str) -> None:
    """Without a given name before it, MD is a person's initials."""
    assert parse_name(text)["given"] == given


def test_doubtful_readings_are_noted() -> None:
    """Two full names or two names in Spanish style: the reading is given and said to be a guess."""
    found = parse_names("John Smith, Mary Jones")
    assert [name["family"] for name in found.names] == ["Smith", "Jones"]
    assert any("not certain" in note and "John Smith | Mary Jones" in note for note in found.notes)
    assert not parse_names(["Garcia Lopez, Maria Jose"]).notes
    for text in ("Smith and Jones", "Smith, Jones and Brown"):
        assert parse_names(text).names == ({"literal": text},)
        assert "not certain" in parse_names(text).notes[0]


def test_entries_that_hold_several_names_are_split_with_a_note() -> None:
    """One AU line with all authors does not become one person."""
    found = parse_names(["Smith, J.; Jones, B.", "Brown K"])
    assert [name["family"] for name in found.names] == ["Smith", "Jones", "Brown"]
    assert found.notes == ('author 1: one entry with 2 names was split: "Smith, J.; Jones, B."',)


@pytest.mark.parametrize("value", [None, "", "  \t\u200b ", []])
def test_nothing_gives_nothing(value: object) -> None:
    """A missing author field is no fault."""
    assert parse_names(value) == NameList()


@pytest.mark.parametrize(
    "junk",
    [3, 3.5, True, b"Smith J", ["Smith J"], {"orcid": "0000"}, None, "", object(), pytest.param(10**5000, id="huge")],
)
def test_junk_among_names_is_noted_and_passed_over(junk: object) -> None:
    """What is no name leaves a note with its place, and the other names stay."""
    found = parse_names(["Smith, J.", junk, "Jones, B."])
    assert found.names == TWO
    assert len(found.notes) == 1
    assert found.notes[0].startswith("author 2: ")


def test_fields_that_are_no_text_are_noted() -> None:
    """A number or a nested value in a known field is said to be left out."""
    found = parse_names([{"family": "Smith", "given": ["J"]}, {"family": "Jones", "literal": "Jones Group"}])
    assert found.names == ({"family": "Smith"}, {"family": "Jones"})
    assert "given" in found.notes[0]
    assert "Jones Group" in found.notes[1]


def test_unreadable_characters_are_replaced_and_noted() -> None:
    """A lone surrogate would break every writer later on."""
    found = parse_names(["Sm\ud800ith, J."])
    assert found.names == ({"family": "Sm\ufffdith", "given": "J."},)
    assert "unreadable" in found.notes[0]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ({"family": "Smith", "given": "John A."}, "Smith, J. A."),
        (
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der", "suffix": "Jr"},
            "van der Berg, J., Jr",
        ),
        ({"family": "Perrot", "given": "Marc", "dropping-particle": "de"}, "Perrot, M. de"),
        ({"family": "Smith"}, "Smith"),
        ({"literal": "World Health Organization"}, "World Health Organization"),
        ({"family": "王", "given": "小明"}, "王小明"),
        ({"given": "Madonna"}, "Madonna"),
        ({}, ""),
    ],
)
def test_display_name(name: CslName, shown: str) -> None:
    """The inverted form carries particle, initials and suffix; a literal is unchanged."""
    assert display_name(name) == shown


@pytest.mark.parametrize(
    ("given", "short"),
    [
        ("John A.", "J. A."),
        ("JA", "J. A."),
        ("J.A.", "J. A."),
        ("Jean-Paul", "J.-P."),
        ("A-Reum", "A.-R."),
        ("anna", "A."),
        ("ANNA", "A."),
        ("Élodie", "É."),
        ("Tais de Souza", "T. de S."),
        ("小明", "小明"),
        ("محمد", "محمد"),
        ("Иван", "Иван"),
        ("", ""),
    ],
)
def test_initials_of(given: str, short: str) -> None:
    """Latin words are shortened, other scripts and particles are left alone."""
    assert initials_of(given) == short


# Pieces that the rules turn on, so that generated text reaches every branch.
SPECIAL = """
    Smith J JA J.-A. van der de O'Brien , ; . and & et al. etal. Jr Jr. III IV MD PhD Dr Group of The { } ( ) (ed.) * …
    等 、 ， ، 王 小明 李华 山田太郎 · 김철수 محمد Иванов И. Иванович ANNA KCLR - -E 12 \u200c \u200d \ufeff \ud800 \x00
"""
PIECES = st.sampled_from([*SPECIAL.split(), " ", "  ", "\u00a0"])
NAME_TEXT = st.one_of(
    st.text(max_size=40), st.lists(PIECES, max_size=10).map(" ".join), st.lists(PIECES, max_size=8).map("".join)
)
KEYS = st.sampled_from(
    [
        "family",
        "given",
        "suffix",
        "literal",
        "name",
        "initials",
        "prefix",
        "dropping-particle",
        "non-dropping-particle",
        "x",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | NAME_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(NAME_TEXT | st.dictionaries(KEYS, NAME_TEXT, max_size=5))
@example("{a}, Jr")
@example("J.de")
@example("A -0")
@example("0,: Sr van")
@example({"family": "0", "given": "0,van"})
@example("\U00017000 :")
@example("س\u200c،س")
def test_reading_a_result_again_changes_nothing(value: "str | dict[str, str]") -> None:
    """parse_name is idempotent on any text and any mapping, and its values are clean text."""
    name = parse_name(value)
    assert parse_name(name) == name
    assert all(part == part.strip() and part for part in name.values() if isinstance(part, str))
    display_name(name).encode()


@settings(max_examples=200, deadline=None)
@given(JSON)
def test_any_value_gives_names_or_notes(value: object) -> None:
    """parse_names never raises; a value with content never vanishes without a name, a flag or a note."""
    found = parse_names(value)
    assert all(parse_name(name) == name for name in found.names)
    has_content = value is not None and value != [] and not (isinstance(value, str) and not parse_name(value))
    assert bool(found.names or found.truncated or found.notes) or not has_content


@settings(max_examples=150, deadline=None)
@given(NAME_TEXT)
@example("A. A Jr")
def test_no_letter_of_a_name_is_lost_in_silence(text: str) -> None:
    """Every letter of the text is in the names, unless a flag or a note speaks of it."""
    found = parse_names([text])
    kept = "".join(value for name in found.names for value in name.values() if isinstance(value, str))
    letters = sorted(sign for sign in text.casefold() if sign.isalpha() and sign.isascii())
    assert sorted(sign for sign in kept.casefold() if sign.isalpha() and sign.isascii()) == letters or (
        found.truncated or found.notes or "and" in text or "et" in text
    )


@pytest.mark.parametrize(
    "unit", ["Smith J, ", "Smith, J. and ", "a", "A.", "{", "{}", "et al. ", "van ", "(", "Jr, ", ";", "-"]
)
def test_huge_text_is_read_to_the_end(unit: str) -> None:
    """A long text of any pattern comes back; long stretches without a separator stay literal."""
    text = unit * (200_000 // len(unit))
    found = parse_names(text)
    assert found.names or found.truncated or found.notes
    assert isinstance(parse_name(text), dict)


NAME_WORDS = st.sampled_from(
    ["Smith", "van", "De", "Jr", "Sr", "II", "And", "Et", "Al", "O", "J.", "J.A.", "JA", "ANNA", "Mcdonald", "McDonald",
     "Jean-Paul", "J.-P.", "Ærøskøbing", "\u00df", "al-Masri", "{Iliad}", "others", "Others", "MD", ",", "-", "."]
)  # fmt: skip
NAME_PART = st.lists(NAME_WORDS, max_size=4).map(" ".join) | NAME_TEXT


@settings(max_examples=300, deadline=None)
@given(st.fixed_dictionaries({}, optional={"family": NAME_PART, "given": NAME_PART, "suffix": NAME_PART}))
@example({"family": "Al", "given": "Et"})
@example({"family": "Smith", "given": "Anna Jr"})
@example({"family": "Smith"})
def test_the_short_way_for_names_read_already_gives_the_same(fields: dict[str, str]) -> None:
    """A mapping that is taken as it stands is what reading it in full gives, and it needs no remark."""
    short = settled_name(fields)
    if short is not None:
        assert short == parse_name(fields)
        assert parse_names([fields]) == NameList((short,))


@pytest.mark.parametrize(
    "name",
    [{"family": "Smith", "given": "J. A."}, {"family": "Perez-Lopez", "given": "Jean-Paul M."}, {"family": "McDonald"}],
)
def test_most_names_need_no_second_reading(name: dict[str, str]) -> None:
    """Names as they are usually printed take the short way, on which the speed of large reports rests."""
    assert settled_name(name) == name


def in_full(text: str) -> NameList:
    """What the rules of the whole package make of one entry of a list."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parsing, "settled_text", lambda _text: None)
        return parse_names([text])


KNOWN_WORDS = sorted(
    {
        word.capitalize()
        for words in vars(vocabulary).values()
        if isinstance(words, frozenset | tuple)
        for word in words
        if isinstance(word, str)
    }
    | {"Et", "Al", "And", "Und", "Others", "Jr", "Sr", "Ed", "Eds", "Iii", "Anna", "Jean-Paul"}
)


@pytest.mark.parametrize("form", ["{}, J.", "{}, J. A.", "{}, M. D.", "{}, Anna", "Smith, {}", "Smith, {} J."])
def test_the_short_way_for_text_agrees_with_every_known_word(form: str) -> None:
    """A plain entry is read in short as it is in full, whatever word of the vocabulary stands in it."""
    for word in KNOWN_WORDS:
        short = settled_text(form.format(word))
        assert short is None or in_full(form.format(word)) == NameList((short,)), word


@settings(max_examples=200, deadline=None)
@given(st.tuples(NAME_PART, st.sampled_from([", ", ",", " "]), NAME_PART).map("".join))
@example("Smith, Et Al.")
def test_the_short_way_for_text_gives_the_same(text: str) -> None:
    """Whatever is read in short is read so in full."""
    short = settled_text(text)
    assert short is None or in_full(text) == NameList((short,))


@pytest.mark.parametrize("text", ["Smith, J.", "Smith,J.", "Smith, J. A.", "Garcia-Lopez, Ana", "McDonald, Ana M."])
def test_the_usual_text_needs_no_long_reading(text: str) -> None:
    """Entries as BMLibrarian and reference managers write them take the short way."""
    assert settled_text(text) is not None
