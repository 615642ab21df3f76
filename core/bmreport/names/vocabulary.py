"""Words and signs by which names are told apart: organisations, particles, suffixes, degrees, scripts."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Nobody's name is longer. Longer text stays literal, which also bounds the work that rules 2-4 can cost.
LONGEST = 500

# Words that make a name of two or more words an organisation. Words that are common surnames too (Bank, Church, Court,
# House, Press, Service, Task) are left out: a group that has only those is better written with braces.
ORGANISATION = _words("""
    academy agency alliance association board bureau center centers centre centres clinic coalition collaboration
    collaborations collaborative collaborator collaborators college commission committee conference conservancy
    consortium cooperative corporation council department departments directorate division federation foundation fund
    group groups guideline guidelines hospital hospitals inc initiative institute institutes institution investigators
    laboratories laboratory league ltd ministry network office organisation organization panel partnership programme
    programmes program project registry researchers school secretariat section services society study studies
    subcommittee survey team trial trialists trials trust union unit university workgroup
    gesellschaft verein bundesamt bundesärztekammer zentrum ministerium kommission klinikum
    académie agence assistance autorité centre comité commission conseil fédération fondation groupe hôpital hôpitaux
    institut ministère société université laboratoire école
    academia agencia asociación centro colaboración colegio comisión comité consejo escuela federación fundación grupo
    hospital instituto investigadores ministerio organización red sociedad universidad
    associazione comitato fondazione gruppo istituto ministero ospedale società università
    associação comissão fundação ministério organização sociedade universidade
    instituut ministerie groep raad stichting universiteit vereniging werkgroep ziekenhuis universitet sykehus selskab
    университет институт министерство общество группа комитет центр академия организация
    منظمة جامعة وزارة مجموعة جمعية معهد مركز
    """)

ORGANISATION_ENDINGS = (
    "gesellschaft", "gemeinschaft", "gruppe", "institut", "ministerium", "verband", "kommission", "stiftung",
    "universität", "klinik", "krankenhaus", "stichting", "vereniging",
)  # fmt: skip

ORGANISATION_CJK = re.compile(
    "大学|大學|学院|學院|学会|學會|协会|協会|協會|委员会|委員会|委員會|研究|医院|醫院|病院|中心|機構|机构|集团|集團|小组|"
    "グループ|センター|연구|학회|협회|위원회|대학|병원|센터"
)

JOINING = _words("of for and & on the with to und für et pour para per voor och og")

ACRONYMS = _words("WHO FDA EMA CDC NIH NICE NHS MRC AHRQ IQWIG SIGN UNICEF UNAIDS OECD")

PARTICLES = _words("""
    van von vom der den dem de het ten ter te op in 't ’t 's aan bij zu zum zur af av da das do dos del della delle
    dello dei degli di du des la le les lo las los al el bin ibn ben bint ould v.d. vd фон ван де дер
    """)

CAPITAL_PARTICLES = _words(
    "De Di Du Des Del Della Da Dos Das Van Von Der Den Ter Le La St St. Al El Bin Ibn Abu بن ابن أبو عبد آل"
)

# Where one of these stands, "Van" is a middle name and no particle.
VIETNAMESE = _words("nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly")

SUFFIX = re.compile(r"[JS]r\.?|[JS]R\.|2nd|3rd|4th|2d|3d")

ROMAN = frozenset({"II", "III", "IV"})

DEGREES = _words("""
    phd dphil mph msc bsc mbbs mbchb mbbch frcp frcpc frcs facc faccp facp facs faha fesc mrcp mrcgp drph scd dsc pharmd
    dvm dds dmd psyd edd msph mhs mhsc mba msn bsn dnp cnp rph rdn esq
    """)

MAYBE_DEGREES = _words("md ma ms ba bs do dm rn jd")  # initials as well

TITLES = frozenset({"dr", "prof", "professor"})

ROLE = re.compile(r"[ ,]*[(\[](?:eds?|editors?|hrsg|trans|dir)\.?[)\]]\.?$", re.IGNORECASE)

ROLE_ENDS = frozenset(")].*†‡§¶#⁰¹²³⁴⁵⁶⁷⁸⁹")

MARKS = "*†‡§¶#⁰¹²³⁴⁵⁶⁷⁸⁹ "

# Case counts: "Smith U. A." is a person. One alternation, searched only in the last characters of a text.
_MORE_WORDS = (
    r"(?i:et\.? al(?:ii|iae|ia|\.)?|(?:and|&) (?:\d+ )?(?:others|more|colleagues|co-?workers)|und andere|et autres)"
    r"|u\. ?a\.|e\. ?a\.|et coll\.?|y (?:otros|cols?\.?|colaboradores)|e (?:outros|altri|cols?\.?)|en anderen"
    r"|m\. ?fl\.|и др\.?|وآخرون|و همکاران|等人?|他|ほか|외|\.\.\.|…"
)

MORE_AT_END = re.compile(rf"(?:(?:^|[ ,;(\[])(?:{_MORE_WORDS})|(?<=[\u3400-\u9fff])等人?)[ .,;)\]]*$")

MORE_ALONE = re.compile(rf"[\[(]?(?:{_MORE_WORDS}|others|colleagues)[ .,;)\]]*")

SEPARATOR = re.compile("([;；؛|、]|(?<=[\u3400-\u9fff])，)")

SPACE = re.compile("( )")

COMMA = re.compile("([,，،])")

AND = re.compile(r"( (?:and|&|und|et(?! al\b)) )", re.IGNORECASE)

CJK = re.compile(
    r"[\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff ·]+"
)

HANGUL = re.compile("[\uac00-\ud7af]+")

HAN_FAMILIES = frozenset(
    "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧肖程曹袁邓鄧许許傅沈曾彭吕呂"
    "苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万段"
    "雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文"
)

TWO_SIGN_FAMILIES = _words("欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 皇甫 尉迟 公孙 慕容 令狐 남궁 황보 제갈 선우 독고")

PATRONYMICS = ("вич", "вна", "ична", "оглы", "кызы")

UNSEEN = dict.fromkeys(
    [0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
) | dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")

SURROGATE = re.compile("[\ud800-\udfff]")

# Joiners are spelling between letters of Hebrew, Arabic and Indic scripts, and stray anywhere else.
STRAY_JOINER = re.compile(
    "(?<![\u0590-\u060b\u0610-\u061a\u0620-\u0fff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u060b\u0610-\u061a\u0620-\u0fff])"
)

INITIALS = re.compile(r"[^\W\d_](?:\.?-?[^\W\d_])*\.?")

VOWELS = frozenset("AEIOUYАЕИОУЫЭЮЯΑΕΗΙΟΥΩ")
