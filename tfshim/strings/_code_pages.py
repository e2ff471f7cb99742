"""East Asian encodings as TensorFlow reads them: the code pages of Windows and IBM, with private characters for free cells."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator


def _python(codec: str) -> Callable[[bytes], int | None]:
    def decode(data: bytes) -> int | None:
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            return None
        return ord(text) if len(text) == 1 else None

    return decode


_CP950, _CP932, _GBK, _GB2312, _EUC_JP, _EUC_KR = map(_python, ("cp950", "cp932", "gbk", "gb2312", "euc_jp", "euc_kr"))
_PRIVATE = 0xE000


def _big5(lead: int, trail: int) -> int | None:
    if 0x40 <= trail <= 0x7E or 0xA1 <= trail <= 0xFE:
        cell = trail - (0x40 if trail < 0x7F else 0x62)
        for first, last, base in (0xFA, 0xFE, _PRIVATE), (0x8E, 0xA0, 0xE311), (0x81, 0x8D, 0xEEB8):
            if first <= lead <= last:
                return base + (lead - first) * 157 + cell
        if 0xC6A1 <= lead << 8 | trail <= 0xC8FE:
            return 0xF672 + (lead - 0xC6) * 157 + cell
    return _CP950(bytes((lead, trail)))


def _shift_jis(lead: int, trail: int) -> int | None:
    if 0xF0 <= lead <= 0xF9:
        return _PRIVATE + (lead - 0xF0) * 188 + trail - 0x40 - (trail > 0x7F)
    return _CP932(bytes((lead, trail)))


def _gbk(lead: int, trail: int) -> int | None:
    if 0xA1 <= lead <= 0xA7 and trail <= 0xA0:
        return 0xE4C6 + (lead - 0xA1) * 96 + trail - 0x40 - (trail > 0x7F)
    for first, last, base in (0xAA, 0xAF, _PRIVATE), (0xF8, 0xFE, 0xE234):
        if first <= lead <= last and trail >= 0xA1:
            return base + (lead - first) * 94 + trail - 0xA1
    found = _GBK(bytes((lead, trail)))
    return _free_of_gbk().get((lead, trail)) if found is None else found


@functools.cache
def _free_of_gbk() -> dict[tuple[int, int], int]:
    """What the cells are that Python's codec leaves free, beside the blocks of private ones."""
    cells = [
        (a, b) for a in range(0xA2, 0xFF) for b in sorted(_ALL_TRAILS) if not (a < 0xA8 and b < 0xA1 or a > 0xA9 and b > 0xA0 and a != 0xD7)
    ]
    return _numbered([cell for cell in cells if _GBK(bytes(cell)) is None], 0xE766)


def _numbered(cells: list[tuple[int, int]], first: int) -> dict[tuple[int, int], int]:
    return {cell: first + i for i, cell in enumerate(cells)}


def _euc_jp(lead: int, trail: int) -> int | None:
    if lead == 0x8E:
        return {0xE0: 0xA2, 0xE1: 0xA3, 0xE2: 0xAC}.get(trail) or _EUC_JP(bytes((lead, trail)))
    # The same cell of the same table as Shift JIS has it.
    row, cell = lead - 0xA1, trail - 0xA1
    first = row // 2 + (0x81 if row < 62 else 0xC1)
    return _CP932(bytes((first, cell + 0x9F if row % 2 else cell + 0x40 + (cell >= 63))))


def _gb2312(lead: int, trail: int) -> int | None:
    found = 0xB4 if (lead, trail) == (0xA3, 0xA7) else _GB2312(bytes((lead, trail)))
    return _free_of_gb2312().get((lead, trail)) if found is None else found


@functools.cache
def _free_of_gb2312() -> dict[tuple[int, int], int]:
    cells = [(a, b) for a in range(0xA2, 0xFF) for b in range(0xA1, 0xFF) if a << 8 | b <= 0xFEDF]
    return _numbered([cell for cell in cells if _GB2312(bytes(cell)) is None], _PRIVATE)


def _euc_kr(lead: int, trail: int) -> int | None:
    if lead in (0xC9, 0xFE):
        return _PRIVATE + 94 * (lead == 0xFE) + trail - 0xA1
    place = lead << 8 | trail
    if place in (0xA2E6, 0xA2E7):
        return None
    return 0x3164 if place == 0xA4D4 else _EUC_KR(bytes((lead, trail)))


_EUC_LEADS, _EUC_TRAILS = frozenset(range(0xA1, 0xFF)), frozenset(range(0xA1, 0xFF))
_EUC_SINGLES = {b: b for b in range(0x80, 0xA0) if b not in (0x8E, 0x8F)}
_ALL_LEADS = frozenset(range(0x81, 0xFF))
_ALL_TRAILS = frozenset([*range(0x40, 0x7F), *range(0x80, 0xFF)])
# For each the leads, the trails, what a pair is, and the single bytes that are not ASCII.
_PAGES: dict[str, tuple[frozenset[int], frozenset[int], Callable[[int, int], int | None], dict[int, int]]] = {
    "big5": (_ALL_LEADS, _ALL_TRAILS, _big5, {0x80: 0x80, 0xFF: 0xF8F8}),
    "gbk": (_ALL_LEADS, _ALL_TRAILS, _gbk, {0x80: 0x20AC, 0xFF: 0xF8F5}),
    "shift_jis": (
        frozenset([*range(0x81, 0xA0), *range(0xE0, 0xFD)]),
        frozenset([*range(0x40, 0x7F), *range(0x80, 0xFD)]),
        _shift_jis,
        {0x1A: 0x1C, 0x1C: 0x7F, 0x7F: 0x1A, **{b: b - 0xA1 + 0xFF61 for b in range(0xA1, 0xE0)}},
    ),
    "euc_jp": (_EUC_LEADS | {0x8E}, _EUC_TRAILS, _euc_jp, _EUC_SINGLES),
    "gb2312": (_EUC_LEADS, _EUC_TRAILS, _gb2312, _EUC_SINGLES),
    "euc_kr": (_EUC_LEADS, _EUC_TRAILS, _euc_kr, _EUC_SINGLES),
}


def known(codec: str) -> bool:
    """Whether `characters` reads what Python calls `codec`."""
    return codec in _PAGES


@functools.cache
def _pair(codec: str, lead: int, trail: int) -> int | None:
    return _PAGES[codec][2](lead, trail)


def characters(data: bytes, codec: str) -> Iterator[tuple[int | None, int]]:
    """The (code point or None for bytes that are no character, byte offset) pairs of `data`."""
    leads, trails, _, singles = _PAGES[codec]
    at = 0
    while at < len(data):
        start, byte = at, data[at]
        at += 1
        if byte == 0x8F and codec == "euc_jp":  # two more follow
            at += next((i for i, trail in enumerate(data[at : at + 2]) if trail not in trails), len(data[at : at + 2]))
            yield _EUC_JP(data[start:at]) if at == start + 3 else None, start
        elif byte in leads and at < len(data):
            trail = data[at]
            if trail in trails and (byte != 0x8E or codec != "euc_jp" or trail < 0xE5):
                at += 1
                yield _pair(codec, byte, trail), start
            else:
                at += trail == 0xA0 and codec.startswith(("euc", "gb2312"))  # which begins nothing, and so belongs to what is wrong
                yield None, start
        else:
            yield singles.get(byte, byte if byte < 0x80 else None), start
