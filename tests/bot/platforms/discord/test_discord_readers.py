"""Three players of different languages and coordinates in one channel on Discord."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    key_of,
    label,
    opening_keys,
    words,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User

WALL = "4x6/4 ###M## ###M## ###M## ###M##"
"""Opening cell 0 opens all left of the mines; what is right of them stays closed."""


@dataclass
class Three:
    """Three players, their channel, and its board."""

    play: PlayingDiscord
    people: dict[str, User]
    channel: Channel
    board: Message

    def key(self, cell: int) -> str:
        """Return the id of the button that opens ``cell``."""
        return key_of(self.board, cell)

    async def press(self, who: str, wanted: str) -> Interaction:
        """Let ``who`` press a button of the board; return the interaction."""
        return await self.play.press(self.board, self.people[who], wanted)


@pytest.fixture
async def three(play: PlayingDiscord) -> Three:
    """Return three players; two have chosen a language and coordinates in private."""
    people = {name: play.world.user(name) for name in ("Ann", "Bob", "Cid")}
    for name, language, how in (("Bob", "ru", "zero"), ("Cid", "zh", "one")):
        direct = play.world.dm(people[name])
        await play.slash(direct, people[name], "settings", change=f"coordinates {how}")
        await play.slash(direct, people[name], "language", language=language)
    channel = play.world.guild("Sweepers", *people.values()).channel("mines")
    await play.deal(channel, people["Ann"], WALL)
    board = (await play.slash(channel, people["Ann"], "board")).reply
    return Three(play, people, channel, board)


async def test_hints(three: Three) -> None:
    """A hint and its alt text suit the one who asked; shown to everyone they suit the channel."""
    told = {"Ann": ("Open e1;", "e1, f1"), "Bob": ("Открывайте 0:4:", "0:4, 0:5")}
    told["Cid"] = ("打开 1:5，", "1:5、1:6")
    for who, (said, cells) in told.items():
        hint = (await three.play.slash(three.channel, three.people[who], "hint", whole=True)).reply
        assert hint.viewer is three.people[who]
        assert said in hint.text
        assert cells in hint.alt_texts[0]
        if who == "Bob":
            everyone = next(key for key in hint.keys if "everyone" in key)
            shown = (await three.play.press(hint, three.people["Bob"], everyone)).reply
    assert shown.viewer is None
    assert told["Ann"][0] in shown.text
    assert told["Ann"][1] in shown.alt_texts[0]
    assert "0:4" not in shown.text + shown.alt_texts[0]


async def test_refusals(three: Three) -> None:
    """A late press is answered to its player alone in their words; the board stays as it was."""
    key = three.key(4)
    await three.press("Ann", key)
    before = three.board.text
    assert "Opened e1." in before
    told = {"Ann": "e1 is open already.", "Bob": "0:4 уже открыта.", "Cid": "1:5 已经开了。"}
    for who, said in told.items():
        press = three.board.forge(three.people[who], key)
        await three.play.settle(press)
        [notice] = press.follow_ups
        assert (notice.viewer, notice.text) == (three.people[who], said)
        assert re.sub(r"\d:\d\d", "", three.board.text) == re.sub(r"\d:\d\d", "", before)


async def test_errors(three: Three) -> None:
    """Refusals, own statistics and help are for the one who asks, in their words."""
    for command, options, told in (
        ("open", {"cell": "zz99"}, ("That is off", "Это за краем", "超出棋盘")),
        ("review", {}, ("This game is not over", "Эта игра ещё идёт", "这一局还没结束")),
        ("stats", {}, ("There are no games in your", "В вашей статистике", "你的战绩里")),
        (
            "help",
            {},
            (
                f"{words('greet.hello')}\n⌨ and then: 3 4 or d3",
                f"{words('greet.hello', 'ru')}\n⌨, а затем: 2 3 или 2:3",
                f"{words('greet.hello', 'zh')}\n（点 ⌨ 输入）3 4 或 3:4",
            ),
        ),
        (
            "settings",
            {"change": "colour red"},
            ("Write /settings", "Напишите /settings", "在 /settings"),
        ),
    ):
        for user, said in zip(three.people.values(), told, strict=True):
            notice = (await three.play.sent(three.channel, user, command, **options)).reply
            assert notice.viewer is user
            assert notice.text.startswith(said)


async def test_administrators(three: Three) -> None:
    """A player who may not change the settings is told so, alone, in their own words."""
    for who, said in (("Bob", "меняют только администраторы"), ("Cid", "只有管理员")):
        change = {"change": "theme moon"}
        refused = await three.play.slash(three.channel, three.people[who], "settings", **change)
        assert refused.reply.viewer is three.people[who]
        assert said in refused.reply.text


async def test_a_board_keeps_its_language(play: PlayingDiscord) -> None:
    """In a server a board stays in its starter's language; notices are in the presser's own."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "ru")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    key = next(opening_keys(board))[0]
    await play.press(board, ann, key)
    await play.press(board, bob, (await play.safe_keys(board, channel))[0])
    late = board.forge(bob, key)
    await play.settle(late)
    [notice] = late.follow_ups
    assert notice.text.endswith(" уже открыта.")
    assert "mode: open" in board.text
    assert board.labels[-1][0] == "⛏ Mode: open"


async def test_what_all_read(three: Three) -> None:
    """The board is in the channel's language and coordinates, whoever plays."""
    await three.play.slash(three.channel, three.people["Ann"], "language", language="ru")
    change = {"change": "coordinates one"}
    await three.play.slash(three.channel, three.people["Ann"], "settings", **change)
    three.board = (await three.play.slash(three.channel, three.people["Cid"], "board")).reply
    for row, (who, cell) in enumerate((("Ann", 4), ("Bob", 10), ("Cid", 16)), 1):
        await three.press(who, three.key(cell))
        assert "мины 4 · время" in three.board.text
        assert f"\nОткрыта {row}:5.\n" in three.board.text


async def test_forms_and_toys(three: Three) -> None:
    """A form is in its reader's language, a board of spoilers in the channel's."""
    three.board = (await three.play.slash(three.channel, three.people["Ann"], "board")).reply
    for who, language in (("Ann", "en"), ("Bob", "ru"), ("Cid", "zh")):
        form = (await three.press(who, label("typed"))).modal
        assert form
        assert form.title == words("form.title", language)
    direct = three.play.world.dm(three.people["Bob"])
    size = {"rows": 3, "cols": 3, "mines": 2}
    said = words("spoiler.title", "ru", **size)
    toy = (await three.play.slash(direct, three.people["Bob"], "spoiler", **size)).reply
    assert said in toy.text
    await three.play.slash(three.channel, three.people["Ann"], "language", language="ru")
    toy = (await three.play.slash(three.channel, three.people["Cid"], "spoiler", **size)).reply
    assert said in toy.text
    refused = await three.play.sent(
        three.channel, three.people["Cid"], "spoiler", rows=3, cols=3, mines=9
    )
    assert refused.reply.text == words("newgame.range_mines", "zh", low=1, high=8)
