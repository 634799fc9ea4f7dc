"""What vmstat calls its columns in other languages -> their English names.

Source: the translations of procps-ng 4.0. Their words are of one language each: Polish calls `wa` `io`. In Korean `si`
and `bi` have one name, and `so` and `bo`: the first one is that of swap, which stands before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SAME = "r b w swpd free buff inact cache active si so bi bo in cs us sy id wa st gu"


def language(**others: str) -> dict[str, tuple[str, ...]]:
    """Its name -> the English ones, in their order; `others`: English name -> its own."""
    names: dict[str, tuple[str, ...]] = {}
    for english in SAME.split():
        own = others.get(english, english)
        names[own] = (*names.get(own, ()), english)
    return names


LANGUAGES = (
    language(),
    language(free="frei", inact="inakt", active="aktiv", cache="Cache"),  # German
    language(free="libre", active="activo", buff="búf", cache="caché"),  # Spanish
    language(free="libre", active="actif", buff="tampon"),  # French
    language(free="თავისუფალია", active="აქტიური"),  # Georgian
    language(
        swpd="스왑",
        free="가용",
        inact="비활",
        active="활성",
        buff="버퍼",
        cache="캐시",
        si="입",
        so="출",
        bi="입",
        bo="출",
    ),  # Korean
    language(
        r="dz",
        b="bl",
        swpd="swap",
        free="wolna",
        inact="nieakt",
        active="akt",
        buff="bufor",
        us="uż",
        id="be",
        wa="io",
        st="sk",
        gu="go",
    ),  # Polish
    language(free="livre", inact="inativ", active="ativo"),  # Portuguese of Brazil
    language(free="liber", active="activă", si="sin", bi="bin"),  # Romanian
    language(
        r="k",
        swpd="växl",
        free="fritt",
        inact="inakt",
        active="aktivt",
        si="vi",
        so="vu",
        **{"bo": "bu", "in": "avb", "cs": "ktxb", "us": "an", "id": "ia", "wa": "vä", "gu": "gä"},
    ),  # Swedish
    language(active="активно", cache="кеш"),  # Ukrainian
    language(free="trống", active="hđộng", cache="nhớtạm"),  # Vietnamese
    language(swpd="交换", free="空闲", inact="不活动", active="活动", buff="缓冲", cache="缓存"),  # Chinese
)
SWAPPED = tuple(dict.fromkeys(own for names in LANGUAGES for own, english in names.items() if "swpd" in english))


def in_english(names: Sequence[str]) -> list[str]:
    """The names of a header in the language that knows most of them, the first two at least."""
    languages = (words for words in LANGUAGES if all(name in words for name in names[:2]))
    return max((_translated(names, words) for words in languages), key=_known, default=[])


def _translated(names: Iterable[str], words: dict[str, tuple[str, ...]]) -> list[str]:
    seen: dict[str, int] = {}
    english = []
    for name in names:
        place = seen[name] = seen.get(name, -1) + 1
        meanings = words.get(name, (name,))
        english.append(meanings[min(place, len(meanings) - 1)])
    return english


def _known(names: Sequence[str]) -> int:
    return len(set(names) & set(SAME.split()))
