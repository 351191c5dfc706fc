"""Boards drawn with the application's own emoji, and what is done where they are missing."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain

import pytest

from bot.platforms.discord.emoji.names import Depicted, read_name
from bot.platforms.discord.emoji.upload import drawings
from bot.render.picture import Tile
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.message import Message
from tests.emulators.discord.wire import ApiError
from tests.emulators.discord.world import Options, World

pytestmark = pytest.mark.gateway

TAG = re.compile(r"<:(\w+):(\d+)>")
CHECKED = partial(Options, flood=False)
LAYOUT = """5x5/3
###M#
###M#
#####
#####
M####
"""


def with_emoji(world: World) -> None:
    """Give the application the emoji of every theme, and a foreign one."""
    world.hub.emojis[1] = "logo"
    for number, name in enumerate(drawings()):
        world.hub.emojis[10**18 + number] = name


def themes(message: Message) -> list[str]:
    """Return the theme of each of the application's emoji in the texts of ``message``."""
    shown = [read_name(name) for name, _ in TAG.findall(message.text)]
    return [each.theme for each in shown if each is not None]


def on_buttons(message: Message) -> list[str]:
    """Return what the application's emoji on the buttons of ``message`` show."""
    return [part["emoji"]["name"].partition("_")[0] for part in message.parts if "emoji" in part]


async def test_boards() -> None:
    """Boards are drawn with the emoji of the chat's theme, too large ones with Unicode emoji."""
    async with playing_discord(CHECKED(), before=with_emoji) as play:
        ann, direct = play.in_private()
        board = (await play.slash(direct, ann, "newgame", level="beginner")).reply
        assert themes(board) == ["classic"] * 81
        known = {str(number) for number in play.world.hub.emojis}
        assert {number for _, number in TAG.findall(board.text)} <= known
        assert len(board.text) < 4000
        await play.slash(direct, ann, "settings", change="theme moon")
        await play.press(board, ann, (await play.safe_keys(board, direct))[0])
        assert themes(board) == ["moon"] * 81
        large = (await play.slash(direct, ann, "newgame", rows=12, cols=12, mines=20)).reply
        assert themes(large) == []
        assert large.text.count("\u2b1c") == 143


async def test_a_theme_with_one_missing() -> None:
    """A theme that lacks an emoji is drawn with Unicode emoji, another with its own."""

    def incomplete(world: World) -> None:
        with_emoji(world)
        mine = Depicted("classic", Tile.MINE)
        [gone] = [at for at, name in world.hub.emojis.items() if read_name(name) == mine]
        del world.hub.emojis[gone]

    async with playing_discord(CHECKED(), before=incomplete) as play:
        ann, direct = play.in_private()
        board = await play.begin(direct, ann, level="beginner")
        assert themes(board) == []
        await play.slash(direct, ann, "settings", change="theme moon")
        board = (await play.slash(direct, ann, "board")).reply
        assert themes(board) == ["moon"] * 81


async def test_buttons(play: PlayingDiscord) -> None:
    """Numbers and flags on buttons are emoji, and become labels once Discord refuses those."""
    with_emoji(play.world)
    ann, direct = play.in_private()
    plain = (await play.slash(direct, ann, "newgame", level="simple")).reply
    await play.press(plain, ann, (await play.safe_keys(plain, direct))[0])
    assert on_buttons(plain) == []
    await play.bot._read_emoji()
    board = await play.dealt(direct, ann, LAYOUT)
    assert sorted(on_buttons(board)) == ["1"] * 6 + ["2"] * 2
    assert themes(board) == []
    await play.press(board, ann, board.keys[2])  # a 2 whose mines are plain
    assert sorted(on_buttons(board)) == ["1"] * 6 + ["2"] * 2 + ["flag"] * 2
    versions = len(board.versions)
    play.world.hub.emojis.clear()
    await play.press(board, ann, board.keys[4])  # a cell without a mine
    assert len(board.versions) == versions + 1
    assert on_buttons(board) == []
    assert sorted(chain(*board.labels[:5]))[:9] == ["1"] * 6 + ["2"] * 3
    assert play.world.requests[-1].name == "list_application_emojis"
    assert play.bot._chat._view._emoji.of("classic") is None


async def test_boards_keep_their_look() -> None:
    """Before and after a move a 10x10 board has its own emoji, an 11x11 board has none."""
    async with playing_discord(CHECKED(), before=with_emoji) as play:
        ann, direct = play.in_private()
        for side, own in ((10, 100), (11, 0)):
            size = {"rows": side, "cols": side, "mines": side}
            board = (await play.slash(direct, ann, "newgame", **size)).reply
            assert len(themes(board)) == own
            await play.press(board, ann, next(opening_keys(board))[0])
            assert len(themes(board)) == own


async def test_by_http() -> None:
    """At the HTTP endpoint, which learns of no refusal, buttons have labels, texts the emoji."""
    async with playing_discord(CHECKED(), by_http=True, before=with_emoji) as play:
        ann, direct = play.in_private()
        board = await play.dealt(direct, ann, LAYOUT)
        assert on_buttons(board) == []
        await play.slash(direct, ann, "giveup")
        assert themes(direct.last) == ["classic"] * 25


async def test_without_a_list() -> None:
    """If Discord refuses to list the emoji, boards are drawn with Unicode emoji."""

    def refuse(world: World) -> None:
        with_emoji(world)
        world.fail_next("list_application_emojis", ApiError(403, 20012, "Not authorized"))

    async with playing_discord(CHECKED(), before=refuse) as play:
        ann = play.world.user("Ann")
        board = (await play.slash(play.world.dm(ann), ann, "newgame", level="easy")).reply
        assert themes(board) == []
        assert board.text.count("\u2b1c") == 63


async def test_names_of_columns(play: PlayingDiscord) -> None:
    """A board of emoji names its rows and columns as the chat counts them."""
    ann, direct = play.in_private()
    board = (await play.slash(direct, ann, "newgame", rows=6, cols=12, mines=9)).reply
    seen = []
    for how in ("letters", "one", "zero"):
        await play.slash(direct, ann, "settings", change=f"coordinates {how}")
        board = (await play.slash(direct, ann, "board")).reply
        lines = [line for line in board.text.splitlines() if "\u2b1c" in line]
        # Two letters side by side would be seen as a flag.
        assert not re.search("[\U0001f1e6-\U0001f1ff]{2}", board.text)
        names = board.text.splitlines()[-7].replace("\u200b", "").replace("\ufe0f\u20e3", "")
        seen.append((names, [line.rpartition(" ")[2] for line in lines]))
    letters = "".join(chr(0x1F1E6 + col) for col in range(12))
    assert seen == [
        (letters, list("123456")),
        ("123456789\U0001f51f12", list("123456")),
        ("0123456789\U0001f51f1", list("012345")),
    ]
