"""Boards of spoilers: whole, within what Discord shows, and kept nowhere."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.decision import Documents
from bot.app.documents.spaces import CHAT, chat_space, game_name, player_space
from bot.app.documents.stats import STATS
from bot.i18n import LANGUAGES
from bot.platforms.discord import limits
from bot.platforms.discord.components import Payload
from bot.platforms.discord.spoilers import TOY_COLS, TOY_ROWS, deal_toy, spoiler_texts, toy_rules
from bot.platforms.discord.view import View
from bot.render import load_theme
from core.rules import MIN_SIDE, RulesError
from tests.bot.platforms.discord.playing_discord import (
    TRANSLATOR,
    PlayingDiscord,
)
from tests.emulators.discord.components import check
from tests.emulators.discord.limits import CONTENT, FOLLOW_UPS, SPOILERS
from tests.emulators.discord.wire import Form

THEME = load_theme("emoji")
VIEW = View(TRANSLATOR)
GLYPHS = "|".join(map(re.escape, (*THEME.numbers, THEME.mine)))
CELL = re.compile(rf"(\|\|)?({GLYPHS})(?(1)\|\|)")


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int, int]:
    """Return the rows, columns and mines of any toy."""
    rows, cols = draw(st.integers(MIN_SIDE, TOY_ROWS)), draw(st.integers(MIN_SIDE, TOY_COLS))
    return rows, cols, draw(st.integers(1, rows * cols - 1))


@settings(max_examples=60, deadline=None)
@given(sizes(), st.integers(0, 999), st.sampled_from(LANGUAGES))
def test_every_cell_once(size: tuple[int, int, int], seed: int, language: str) -> None:
    """Each cell is there once, open or as a spoiler of its content; the messages fit Discord."""
    toy = deal_toy(toy_rules(*size), Random(seed))
    texts = spoiler_texts(toy, THEME)
    rows = [row for text in texts for row in text.split("\n")]
    cells = [CELL.findall(row) for row in rows]
    assert [len(row) for row in cells] == [size[1]] * size[0]
    assert ["".join(f"{mark}{glyph}{mark}" for mark, glyph in row) for row in cells] == rows
    flat = [cell for row in cells for cell in row]
    assert [not mark for mark, _ in flat] == [bool(opened) for opened in toy.begun.opened]
    assert sum(glyph == THEME.mine for _, glyph in flat) == size[2]
    for cell, (mark, glyph) in enumerate(flat):
        if not mark:
            assert glyph == THEME.glyph(toy.begun, cell)
    for text in texts:
        hidden = len(re.findall(r"\|\|.+?\|\|", text))
        assert hidden <= SPOILERS
        assert len(CELL.findall(text)) + hidden + text.count("\n") + 1 <= limits.NODES
        assert len(text) <= CONTENT
    assert_fits(VIEW.toy(toy, language, 1_767_225_600))


def assert_fits(messages: list[Payload]) -> None:
    """Check that the messages and their number fit Discord's limits."""
    assert len(messages) <= 1 + FOLLOW_UPS
    for payload in messages:
        form = Form()
        check(payload.data()["components"], form, v2=True, emojis=set())
        assert not form.tree


@pytest.mark.parametrize("size", [(31, 2, 1), (2, 15, 1), (5, 5, 25), (1, 5, 1)])
def test_too_much(size: tuple[int, int, int]) -> None:
    """A board of spoilers that is too large, too small or too full is refused."""
    with pytest.raises(RulesError):
        toy_rules(*size)


@pytest.mark.parametrize("seed", range(20))
def test_opening(seed: int) -> None:
    """A board of spoilers begins with an opening, and shows no mine."""
    toy = deal_toy(toy_rules(9, 9, 10), Random(seed))
    assert toy.begun.opened.count(1) >= 9
    assert not any(toy.begun.shown)


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-US", "cannot see your taps"), ("ru", "нажатий я не вижу"), ("zh-TW", "看不到你的點擊")],
)
async def test_in_a_channel(play: PlayingDiscord, locale: str, words: str) -> None:
    """The largest board comes whole, says that taps cannot be seen, and nothing is stored."""
    ann, channel = play.in_server("Ann", locale)
    names = {"ru": ("строки", "столбцы", "мины"), "zh-TW": ("列", "欄", "雷")}
    keys = names.get(locale, ("rows", "cols", "mines"))
    size = dict(zip(keys, (TOY_ROWS, TOY_COLS, 80), strict=True))
    asked = await play.slash(channel, ann, "spoiler", **size)
    shown = [asked.reply, *asked.follow_ups]
    assert channel.shown == shown
    assert words in shown[0].text
    assert shown[0].text.startswith("🙂 ")
    begun = re.search(r"<t:(\d+):R>", shown[0].text)
    assert begun
    assert abs(int(begun[1]) - play.clock.now()) < 60
    assert len(CELL.findall("\n".join(message.text for message in shown))) == TOY_ROWS * TOY_COLS

    def is_empty(documents: Documents, _now: int) -> bool:
        return not any(map(documents.get, (CHAT, game_name(1), STATS)))

    for space in (chat_space(f"discord:{channel.id}"), player_space(f"discord:{ann.id}")):
        assert await play.store.view(space, is_empty)


async def test_too_dense(play: PlayingDiscord) -> None:
    """A board with as many mines as cells, or more, is refused to the one who asked alone."""
    ann, channel = play.in_server()
    for mines in (25, 26):
        asked = await play.slash(channel, ann, "spoiler", rows=5, cols=5, mines=mines)
        assert asked.reply.viewer is ann
        assert "24" in asked.reply.text
    assert not channel.shown
