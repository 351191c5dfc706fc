"""Naughty names and texts through every field: names, saved games, moves, commands, data."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.app.documents.state import ChatState
from bot.i18n import Text, clean_name, isolate
from core.game import Outcome
from core.shares import shares
from tests.bot.platforms.naughty import DIRECTIONS, NAUGHTY, SURROGATE
from tests.bot.platforms.telegram.playing import TRANSLATOR, Playing, opening_keys, playing
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.entities import kept
from tests.emulators.telegram.people import User
from tests.emulators.telegram.world import Options

APOLOGY = "Something went wrong here"


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Playing]:
    """Return a running bot in a world that takes any number of messages."""
    async with playing(tmp_path, Options(flood=False, check=False)) as play:
        yield play


def is_in_order(text: str) -> bool:
    """Tell whether ``text`` has no marks of direction but isolates, all of them closed."""
    controls = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c"
    opened = text.count("\u2068")
    return not set(controls) & set(text) and opened == text.count("\u2069")


async def current(play: Playing, chat: Chat) -> int | None:
    """Return the number of the game that moves typed in ``chat`` go to."""
    state = await play.store.view(f"chat:telegram:{chat.id}", lambda docs, _: docs.get("chat"))
    assert isinstance(state, ChatState)
    return state.current


async def test_case_31_names(play: Playing) -> None:
    """Case 31: players of any name win together; names are cleaned, isolated, and no mentions."""
    names = [*NAUGHTY[::6], *DIRECTIONS, "", "@everyone", "<b>x</b>", "*x* _y_", "😀" * 5000]
    people = [play.world.user(name) for name in names]
    teams = [people[at::6] for at in range(6)]
    groups = [play.world.supergroup("Sweepers", *team) for team in teams]
    for team, group in zip(teams, groups, strict=True):
        await play.deal(group, team[0], "3x3/1 ### #M# ###")
        group.say(team[0], "/board")
    for at, cell in enumerate(("b1", "c1", "a2", "c2", "a3", "b3", "c3"), 1):
        await play.settle()
        for team, group in zip(teams, groups, strict=True):
            person = team[at % len(team)]
            group.last.forge(person, "1p.menu")
            group.say(person, cell, group.last)
    await play.settle()
    for team, group in zip(teams, groups, strict=True):
        for person in team:
            group.say(person, "/stats")
    await play.settle()
    for team, group in zip(teams, groups, strict=True):
        session = await play.session(group)
        assert session.game.outcome is Outcome.WON
        assert session.names == tuple(clean_name(person.first_name) for person in team)
        shown = [isolate(name) for name in session.names]
        board, *stats = [unjoined(each.text) for each in group.shown]
        most_first = sorted(
            shares(session.game).items(), key=lambda each: (-each[1].cells, each[0])
        )
        opened = [f"{shown[seat]} {share.cells}" for seat, share in most_first]
        assert len(opened) == len(team)
        assert unjoined(f"Opened: {', '.join(opened[:-1])} and {opened[-1]}\n") in board
        for name, text in zip(shown, stats, strict=True):
            assert unjoined(f"\n🏅 {name}: a win together\n") in board
            assert text.startswith(unjoined(f"Games of {name}\ncustom, together: 1 game, 1 win: "))
        assert all(is_in_order(each.text) for each in group.shown)
        kinds = {entity["type"] for each in group.shown for entity in each.content.entities}
        assert not kinds & {"mention", "text_mention", "text_link"}


@pytest.mark.parametrize("name", ["<b>Ann</b> & *Bob*", "\u202eevil", "@everyone", "א" * 40, ""])
async def test_case_31_last_move(play: Playing, name: str) -> None:
    """Case 31: a name beside the board is shown as written, and cannot disturb what is around."""
    ann, other = play.world.user("Ann"), play.world.user(name)
    group = play.world.supergroup("Sweepers", ann, other)
    await play.settle()
    board = await play.dealt(group, ann, "3x5/2 ##M## ##M## #####")
    await play.answer(group, other, "!c1", board)
    shown = board.text.translate(dict.fromkeys((0x2060, 0x2068, 0x2069)))
    assert f"last move: {clean_name(name)}" in shown
    assert {entity["type"] for entity in board.content.entities} == {"bold"}
    assert is_in_order(board.text)


async def test_websites(play: Playing) -> None:
    """A board has no link preview, even if a player is named like a website."""
    ann, bob = play.world.user("example.com"), play.world.user("Bob")
    group = play.world.supergroup("Sweepers", ann, bob)
    board = await play.say(group, ann, "/newgame easy")
    for person in (ann, bob):
        await play.press(board, person, next(opening_keys(board))[0])
    for method in ("sendMessage", "editMessageText"):
        assert play.world.calls(method)
        for call in play.world.calls(method):
            assert call["link_preview_options"] == {"is_disabled": True}


async def test_case_31_surrogate(play: Playing) -> None:
    """Case 31: half a character in a name, which Telegram never sends, stops no other chat."""
    ann, bob = play.world.user(f"A{SURROGATE}n"), play.world.user("Bob")
    chats = [play.world.private(each) for each in (ann, bob)]
    chats[0].say(ann, "/newgame simple")
    chats[1].say(bob, "/newgame simple")
    await play.settle()
    assert "New game" in chats[1].last.text
    assert not chats[0].shown


@dataclass
class Saver:
    """A player who saves a game under one text after another; ``saved`` has them by their names."""

    ann: User
    chat: Chat
    saved: dict[str, int] = field(default_factory=dict)

    def told(self, text: str, number: int) -> Text:
        """Return the answer to /save ``text`` in the game ``number``, and note if it is saved."""
        name = clean_name(text)
        if is_blank(text):
            return Text("save.usage")
        if name.casefold() in {*self.saved, *map(str, range(1, number))}:
            return Text("save.taken", name=name)
        self.saved[name.casefold()] = number
        return Text("save.done", name=name)


def is_blank(text: str) -> bool:
    """Tell whether ``text`` is only space by the time Telegram has stored it."""
    return not kept(text, [])[0].strip()


def unjoined(text: str) -> str:
    """Return ``text`` without the word joiners that keep names from being links and mentions."""
    return text.replace("\u2060", "")


async def test_case_32_saves(play: Playing) -> None:
    """Case 32: games saved under every naughty string are listed, and loaded again by it.

    A string that shows nothing, or is what another game is called, is refused in a sentence.
    """
    people = [play.world.user("Ann") for _ in NAUGHTY[::10]]
    savers = [Saver(ann, play.world.private(ann)) for ann in people]
    texts = [NAUGHTY[at : at + len(savers)] for at in range(0, len(NAUGHTY), len(savers))]
    answers = Counter[str]()
    for number, tried in enumerate(texts, 1):
        for one, text in zip(savers, tried, strict=False):
            await play.deal(one.chat, one.ann, "3x5/2 ##M## ##M## #####")
            one.chat.say(one.ann, f"/save {text}")
        await play.settle()
        for one, text in zip(savers, tried, strict=False):
            told = one.told(text, number)
            answers[told.key] += 1
            shown = [unjoined(each.text) for each in one.chat.shown[-2:]]
            assert unjoined(TRANSLATOR.say(told, "en")) in shown, text
            plays = None if number in one.saved.values() else number
            assert await current(play, one.chat) == plays, text
    for one in savers:
        one.chat.say(one.ann, "/games")
    await play.settle()
    assert min(answers[f"save.{key}"] for key in ("done", "taken", "usage")) > 1
    lists = [unjoined(one.chat.last.text).casefold() for one in savers]
    for tried in texts:
        for one, text in zip(savers, tried, strict=False):
            one.chat.say(one.ann, f"/load {text}")
        await play.settle()
        for one, text, listed in zip(savers, tried, lists, strict=False):
            if not is_blank(text):
                name = clean_name(text).casefold()
                number = one.saved.get(name, 1)  # "1" is what the first game is called
                assert unjoined(f"game {number} “{isolate(name)}”:") in listed or name == "1"
                assert await current(play, one.chat) == number, text
                assert dict(opening_keys(one.chat.last)), text
    for one in savers:
        assert not any(APOLOGY in each.text for each in one.chat.shown)
        assert all(is_in_order(each.text) for each in one.chat.shown)


BEFORE = ("", "/newgame ", "/open ", "/language ", "/", "@mines_test_bot ")


@pytest.mark.parametrize("before", BEFORE)
async def test_case_32_texts(play: Playing, before: str) -> None:
    """Case 32: every naughty string as a message is answered in words; nothing fails."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame 9 9 10")
    for text in NAUGHTY:
        chat.say(ann, f"{before}{text}"[:4096])
    await play.settle()
    assert len(chat.shown) >= 2
    assert not any(APOLOGY in each.text for each in chat.shown)
    assert (await play.say(chat, ann, "/board")).labels


async def test_case_32_data(play: Playing) -> None:
    """Case 32: every naughty string as the data of a press is refused, and answered."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame simple")
    presses = [board.forge(ann, text[:64]) for text in NAUGHTY]
    await play.settle()
    assert {press.toast for press in presses} == {
        "This button is not from here. Start a game with /newgame."
    }


async def test_case_32_queries(play: Playing) -> None:
    """Case 32: every naughty string as an inline query is answered with boards."""
    ann = play.world.user("Ann")
    for at in range(0, len(NAUGHTY), 5):
        queries = [play.world.inline(ann, text) for text in NAUGHTY[at : at + 5]]
        await play.settle()
        assert all(query.results for query in queries)
