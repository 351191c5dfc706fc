"""A second opinion on the Discord emulator's limits: SimCord, which others wrote."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from simcord.components import ComponentValidationError, validate_message_state

from tests.emulators.discord import components as layout
from tests.emulators.discord import embeds as cards
from tests.emulators.discord.wire import Form, Json

V2 = 1 << 15


def texts(*lengths: int) -> st.SearchStrategy[str]:
    """Return texts of about these lengths."""
    near = [max(0, length + more) for length in lengths for more in (-1, 0, 1)]
    return st.sampled_from(near).map(lambda length: "x" * length)


BUTTONS = st.builds(
    lambda label, number, more: {"type": 2, "style": 1, "label": label, "custom_id": number + more},
    texts(2, 80),
    st.integers(0, 400).map(str),
    texts(2, 97),
)
ROWS = st.lists(BUTTONS, min_size=1, max_size=6).map(lambda b: {"type": 1, "components": b})
OPTIONS = st.lists(
    st.builds(
        lambda label, value: {"label": label, "value": value}, texts(2, 100), texts(2, 100, 50)
    ),
    max_size=3,
)
MENUS = st.builds(
    lambda options, name: {
        "type": 1,
        "components": [{"type": 3, "custom_id": name, "options": options}],
    },
    OPTIONS,
    texts(1, 100),
)
TEXTS = texts(2, 1000, 4000).map(lambda text: {"type": 10, "content": text})
GALLERIES = st.builds(
    lambda count, alt: {
        "type": 12,
        "items": [{"media": {"url": "https://x.org/y.png"}, "description": alt}] * count,
    },
    st.integers(0, 11),
    texts(2, 1024),
)
PARTS = st.one_of(ROWS, MENUS, TEXTS, GALLERIES, st.just({"type": 14}))
BOXES = st.lists(PARTS, min_size=1, max_size=8).map(lambda parts: {"type": 17, "components": parts})
LAYOUTS = st.lists(st.one_of(PARTS, BOXES), min_size=1, max_size=9)


def theirs(components: list[Json], content: str, embeds: list[Json], flags: int) -> bool:
    """Return whether SimCord takes a message."""
    try:
        validate_message_state(components, flags=flags, content=content, embeds=embeds)
    except ComponentValidationError:
        return False
    return True


def ours(components: list[Json], embeds: list[Json], *, v2: bool) -> bool:
    """Return whether the emulator takes a message."""
    form = Form()
    cards.check(embeds, form)
    layout.check(components, form, v2=v2, emojis=set())
    return not form.tree


def known_difference(components: list[Json]) -> bool:
    """Return whether a layout has what SimCord lets pass: buttons without label or emoji."""
    return '"label": ""' in str(components).replace("'", '"')


@settings(max_examples=150)
@given(LAYOUTS)
def test_layouts(components: list[Json]) -> None:
    """Both take and refuse the same layouts."""
    if not known_difference(components):
        assert ours(components, [], v2=True) == theirs(components, "", [], V2), components


@settings(max_examples=60)
@given(st.lists(st.one_of(ROWS, MENUS, TEXTS), min_size=1, max_size=6))
def test_old_layouts(components: list[Json]) -> None:
    """Both take and refuse the same rows of messages with text."""
    if not known_difference(components):
        assert ours(components, [], v2=False) == theirs(components, "x", [], 0), components


EMBEDS: st.SearchStrategy[list[dict[str, Any]]] = st.lists(
    st.builds(
        lambda title, text, footer: {
            "title": "t" + title,
            "description": text,
            "footer": {"text": "f" + footer},
        },
        texts(2, 255),
        texts(2, 3000, 4096),
        texts(2, 2047),
    ),
    max_size=11,
)


@settings(max_examples=60)
@given(EMBEDS)
def test_embeds(embeds: list[Json]) -> None:
    """Both take and refuse the same embeds."""
    assert ours([], embeds, v2=False) == theirs([], "x", embeds, 0), embeds
