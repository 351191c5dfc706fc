"""Moving: a chat that gets another id keeps its games, and nothing is kept twice."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from bot.app.decision import Decision, Write
from bot.app.documents.digests import DIGESTS, Digests
from bot.app.documents.spaces import CHAT, chat_space, game_name
from bot.app.documents.state import ChatState
from bot.app.errands import reviewing
from bot.app.errands.moving import bring, close
from bot.app.errands.whereabouts import game_now, whereabouts
from bot.app.ports import StoreUnavailable
from bot.app.requests.coach_actions import Replay
from bot.app.requests.coach_actions import Review as LookBack
from bot.app.screens.screen import Face
from bot.store.backend import KEEP_OPERATIONS_MS
from tests.bot.app.conftest import Table
from tests.bot.app.errands.pausing import Pausing

WALL = "3x4/3 ##M# ##M# ##M#"


async def test_games_follow(table: Table) -> None:
    """Games, settings and names are found under the new id, even if asked for at the old one."""
    await table.ask("/language ru")
    await table.deal(WALL)
    await table.deal(WALL)
    await table.ask("d1 d2 d3")
    await table.service.move_chat("test:room", "test:hall")
    await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:hall"
    assert (await table.ask("/games")).language == "ru"
    assert (await table.ask("/board", game=1)).screen
    assert (await table.ask("/board", game=2)).screen
    await table.ask("d1", game=1)
    table.chat = "test:room"
    old = await table.shown("/board", game=1)
    assert old.revision == 2


async def test_the_last_game_follows(table: Table) -> None:
    """The last game is shown under the new id, even if it is over."""
    await table.deal("2x3/1 ##M ###")
    await table.ask("c2")
    await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:hall"
    assert await table.board() == ["01M", "011"]


@pytest.mark.parametrize(
    "text", ["/listed off", "/review", "/review replay", "/stats Bob", "/train ?", "/delete yes"]
)
async def test_asked_at_the_old_id(table: Table, text: str) -> None:
    """Errands asked for at the old id are answered as under the new one."""
    table.private = False
    await table.ask("/language ru")
    await table.deal("2x3/1 ##M ###")
    await table.settled("c2", "bob")
    await table.service.move_chat("test:room", "test:hall")
    replies = []
    for table.chat in ("test:room", "test:hall"):
        reply = await table.ask(text, "cid")
        replies.append((reply.texts, reply.language, reply.buttons))
    assert replies[0] == replies[1]
    assert replies[0][0][0].key not in {"game.failed", "review.none", "stats.unknown"}


@pytest.mark.parametrize("look_back", [LookBack, Replay])
async def test_reviewed_at_the_old_id(table: Table, look_back: type[LookBack | Replay]) -> None:
    """An old button finds its game, whatever number that has got since."""
    await won_and_moved(table)
    page = await table.ask(look_back(1))
    assert page.texts[0].key == "review.won"
    assert page.chat == "test:hall"


async def test_the_solver_plays_on(table: Table) -> None:
    """The solver plays its game to the end, even if the chat moves to where there are others."""
    await table.deal("3x5/2 ##M## ##### ##M##")
    table.chat = "test:hall"
    await table.deal(WALL)
    await table.deal(WALL)
    table.chat = "test:room"
    asked = table.request("/solve all", game=1)
    replies = [await table.service.carry_out(asked)]
    await table.service.move_chat("test:room", "test:hall")
    while replies[-1].unfinished:
        replies.append(await table.service.more(asked, replies[-1]))
    assert len(replies) == 3
    assert replies[-1].screen
    assert replies[-1].screen.face is Face.WON


async def test_reviewed_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review asked for at the old id is of the same game to its end."""
    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)
    table.store.carry = None  # no review is made before, by which the game would be rated
    await won_and_moved(table)
    asked = table.request(LookBack(1))
    first = await table.service.carry_out(asked)
    assert first.unfinished
    assert (await table.service.more(asked, first)).texts[0].key == "review.won"


async def won_and_moved(table: Table) -> None:
    """Win the room's first game, then move the room to the hall, which has a game of its own."""
    await table.deal("2x3/1 ##M ###")
    await table.ask("c2")
    table.chat = "test:hall"
    await table.deal(WALL)
    await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:room"


async def broken_off(table: Table, left: int) -> None:
    """Move the room to the hall, with the store away from ``left`` steps on."""
    update = table.store.update

    async def broken(*given: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoreUnavailable("away")
        return await update(*given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(table.store, "update", broken)
        with pytest.raises(StoreUnavailable):
            await table.service.move_chat("test:room", "test:hall")


async def test_moving_that_was_broken_off(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that the store broke off at any step is completed when it is repeated."""
    monkeypatch.setattr("bot.app.documents.state._AT_ONCE", 2)
    for _ in range(5):
        await table.deal(WALL)
        await table.ask("d1 d2 d3")
    for steps in range(9):
        await broken_off(table, steps)
    await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:hall"
    for number in range(1, 6):
        assert (await table.ask("/board", game=number)).screen
        assert (chat_space("test:room"), game_name(number)) not in table.backend.documents


@pytest.mark.parametrize("steps", range(6))
async def test_moved_on(table: Table, steps: int) -> None:
    """Games arrive once, wherever a move was broken off before the new chat moved in its turn."""
    await table.deal(WALL)
    await broken_off(table, steps)
    table.chat = "test:hall"
    await table.deal("2x3/1 ##M ###")
    await table.service.move_chat("test:hall", "test:palace")
    await table.service.move_chat("test:room", "test:palace")
    table.chat = "test:palace"
    assert len(await table.say("/games")) == 4
    for number in (1, 2):
        assert (await table.ask("/board", game=number)).screen
    table.chat = "test:room"
    screen = await table.shown("/board", game=1)
    assert screen.board.grid.rows == 3


async def test_games_already_there(table: Table) -> None:
    """Games begun under the new id stay, and those that come are numbered after them."""
    await table.ask("/mode flag")
    for row in "123":
        await table.deal(WALL)
        await table.ask(f"d{row}")
    await table.ask("/save precious", game=2)
    table.chat = "test:hall"
    await table.deal("2x3/1 ##M ###")
    await table.deal("2x3/1 ##M ###")
    for _ in range(2):
        await table.service.move_chat("test:room", "test:hall")
    assert await table.board() == ["01#", "01#"]
    listed = await table.say("/games")
    assert [line.split(":")[0] for line in listed[1:-1]] == [
        *("game 2", "game 1", "game 4 “precious”", "game 5", "game 3")
    ]
    for number, line in ((3, 0), (4, 1), (5, 2)):
        screen = await table.shown("/board", game=number)
        assert screen.board.opened[line * 4 + 3]
        assert screen.number == number
    assert await table.say("/load precious") == [
        "You play game 4 “precious” again. Its clock starts with your next move."
    ]
    table.chat = "test:room"
    old = await table.shown("d3", game=1)
    assert (old.number, old.revision) == (3, 3)
    assert await game_now(table.store, "test:room", 1) == ("test:hall", 3)
    begun = await table.shown("/newgame")
    assert begun.number == 6
    assert await game_now(table.store, "test:hall", 6) == ("test:hall", 6)


async def test_played_on(table: Table) -> None:
    """Typed moves go to the game last played, and /again repeats what it would have before."""
    await table.deal(WALL)
    await table.deal(WALL)
    table.chat = "test:hall"
    await table.ask("/newgame easy")
    await table.ask("/save parked")
    for chat in ("test:hall", "test:yard"):
        await table.service.move_chat("test:room", chat)
    typed = await table.shown("d1")
    assert (typed.number, typed.board.grid.rows) == (3, 3)
    await table.service.move_chat("test:hall", "test:palace")
    table.chat = "test:palace"
    again = await table.shown("/again")
    assert (again.number, again.board.grid.rows) == (4, 8)


async def test_round_trip(table: Table) -> None:
    """A chat that is moved back to an id it had keeps each of its games once."""
    await table.deal(WALL)
    await table.service.move_chat("test:room", "test:hall")
    await table.service.move_chat("test:hall", "test:room")
    table.chat = "test:hall"
    assert len(await table.say("/games")) == 3
    assert await table.board() == ["02##", "03##", "02##"]


async def test_games_that_are_gone(table: Table) -> None:
    """A chat moves even if some of its games are no longer kept."""
    for _ in range(3):
        await table.deal(WALL)
    await table.ask("d1")
    gone = Decision(None, {game_name(2): Write(None)})
    await table.store.update(chat_space("test:room"), "gone", lambda *_: gone)
    await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:hall"
    assert (await table.board())[0] == "02#2"
    assert (await table.ask("/board", game=1)).screen


async def test_broken_off_long_ago(table: Table) -> None:
    """A move resumed after the store has forgotten its steps brings nothing twice."""
    for _ in range(2):
        await table.deal(WALL)
    await broken_off(table, 3)
    table.chat = "test:hall"
    await table.wait(KEEP_OPERATIONS_MS + 1000)
    await table.ask("d1", game=2)
    await table.service.move_chat("test:room", "test:hall")
    assert len(await table.say("/games")) == 4
    assert (await table.board())[0] == "02#2"


async def test_two_at_once(table: Table) -> None:
    """A move that was broken off is completed though another chat has come meanwhile."""
    await table.deal(WALL)
    await broken_off(table, 2)
    table.chat = "test:yard"
    await table.deal("2x3/1 ##M ###")
    for chat in ("test:yard", "test:room"):
        await table.service.move_chat(chat, "test:hall")
    table.chat = "test:hall"
    listed = await table.say("/games")
    assert [line.split(":")[0] for line in listed[1:-1]] == ["game 1", "game 2"]
    for old, number in (("test:room", 1), ("test:yard", 2)):
        assert await game_now(table.store, old, 1) == ("test:hall", number)


async def test_tables_stay(table: Table) -> None:
    """However often a chat moves, its tables are those of its first id, whoever joins it."""
    await table.deal(WALL)
    table.chat = "test:yard"
    await table.deal(WALL)
    for old, new in (("room", "hall"), ("hall", "palace"), ("yard", "palace")):
        await table.service.move_chat(f"test:{old}", f"test:{new}")
    chat = await table.store.view(chat_space("test:palace"), lambda docs, _: docs.get(CHAT))
    assert isinstance(chat, ChatState)
    assert chat.origin == "test:room"


async def test_what_is_left(table: Table) -> None:
    """Under the old id nothing is kept of the chat but its settings and where it has gone."""
    await table.deal(WALL)
    await table.ask("/save precious")
    await table.deal(WALL)
    await table.ask("/language ru")
    old = chat_space("test:room")
    kept = Decision(None, {DIGESTS: Write(Digests(wished=3))})
    await table.store.update(old, "kept", lambda *_: kept)
    await table.service.move_chat("test:room", "test:hall")
    chat, digests = await table.store.view(old, lambda docs, _: docs.get_all([CHAT, DIGESTS]))
    assert isinstance(chat, ChatState)
    assert (chat.moved_to, chat.settings.language) == ("test:hall", "ru")
    assert (chat.current, chat.games, chat.last_rules, digests) == (None, (), None, None)


async def test_choices_already_there(table: Table) -> None:
    """Settings chosen under the new id stay; all others come along."""
    table.private, table.in_place = False, True
    for chat, texts, player in (
        ("test:room", ("/settings quiet 22-7", "/settings boards 3", "/daily table"), "ann"),
        ("test:hall", ("/settings boards 4", "/daily table"), "bob"),
    ):
        table.chat = chat
        for text in texts:
            await table.ask(text, player)
    await table.store.settled()
    await table.service.move_chat("test:room", "test:hall")

    chat_ = await table.store.view(chat_space("test:hall"), lambda docs, _: docs.get(CHAT))
    assert isinstance(chat_, ChatState)
    assert (chat_.settings.boards, chat_.settings.quiet is None) == (4, False)


@pytest.mark.parametrize(
    ("there", "came", "both"),
    [
        (
            Digests(wished=5, sent=4, language="en"),
            Digests(wished=3, sent=6, language="ru", thread="7"),
            Digests(wished=5, sent=6, language="en", thread="7"),
        ),
        (
            Digests(wished=3, sent=6, thread="1"),
            Digests(wished=5, sent=4, language="ru", thread="7"),
            Digests(wished=5, sent=6, language="ru", thread="1"),
        ),
        (None, Digests(wished=3, thread="7"), Digests(wished=3, thread="7")),
        (Digests(wished=5, sent=4), None, Digests(wished=5, sent=4)),
    ],
)
async def test_tables_already_sent(
    table: Table, there: Digests | None, came: Digests | None, both: Digests
) -> None:
    """A day's table wanted or sent under either id stays so, with its topic and language."""
    for chat, digests in (("test:hall", there), ("test:room", came)):
        table.chat = chat
        await table.deal(WALL)
        kept = Decision(None, {DIGESTS: Write(digests)})
        await table.store.update(chat_space(chat), "kept", lambda *_, kept=kept: kept)
    await table.service.move_chat("test:room", "test:hall")
    looked = await table.store.view(chat_space("test:hall"), lambda docs, _: docs.get(DIGESTS))
    assert looked == both


async def test_what_arrived_is_lost(table: Table) -> None:
    """If the new chat's document is lost, the games are not deleted and the next one moves them."""
    await table.deal(WALL)
    update = table.store.update

    async def forgetting(space: str, operation: str, decide: Any) -> Any:
        done = await update(space, operation, decide)
        gone = Decision(None, {CHAT: Write(None)})
        await update(chat_space("test:hall"), f"lost:{operation}", lambda *_: gone)
        return done

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(table.store, "update", forgetting)
        with pytest.raises(StoreUnavailable):
            await table.service.move_chat("test:room", "test:hall")
    assert await table.board() == ["02##", "03##", "02##"]


@pytest.mark.parametrize("steps", range(1, 4))
@pytest.mark.parametrize("chat", ["test:room", "test:hall"])
async def test_damaged(table: Table, chat: str, steps: int) -> None:
    """A game that is found damaged on the way does not hold up the others, nor who asks."""
    await table.deal(WALL)
    await table.deal(WALL)
    await broken_off(table, steps)
    key = (chat_space(chat), game_name(1))
    stored, _ = table.backend.documents[chat_space("test:room"), game_name(1)]
    table.backend.documents[key] = type(stored)(b"other", b"garbage"), None
    assert (await table.ask("/board", game=2)).screen
    assert await game_now(table.store, "test:room", 2) == ("test:hall", 2)


async def test_nothing_to_move(table: Table) -> None:
    """Moving a chat that was never played in leaves no trace."""
    await table.service.move_chat("test:room", "test:hall")
    assert table.backend.documents == {}
    assert (await table.ask("/board")).screen is None


async def test_whereabouts(table: Table) -> None:
    """A chat is found from any of the ids that it has had."""
    await table.deal(WALL)
    for old, new in (("test:room", "test:hall"), ("test:hall", "test:palace")):
        await table.service.move_chat(old, new)
    for chat in ("test:room", "test:hall", "test:palace"):
        assert await whereabouts(table.store, chat) == "test:palace"
    assert await whereabouts(table.store, "test:nowhere") == "test:nowhere"


WAYS = {"attic": "room", "room": "hall", "hall": "room"}
"""What becomes what. The first in the alphabet is none of those that are told to be each other."""


async def told_to_become(table: Table, old: str, new: str) -> None:
    """Begin a game in a chat and close it, called another way from now on."""
    table.chat = f"test:{old}"
    await table.deal(WALL)
    closing = partial(close, to=f"test:{new}")
    await table.store.update(chat_space(table.chat), f"closed:{new}", closing)


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("asked", ["room", "hall", "attic"])
async def test_each_becomes_the_other(table: Table, asked: str, *, is_there: bool) -> None:
    """Chats that are told at once to become each other are one, wherever it is asked for first.

    ``is_there``: one has become the other before that is to go.
    """
    for old, new in WAYS.items():
        await told_to_become(table, old, new)
        if is_there and old == "room":
            await bring(table.store, "test:room", "test:hall")
    homes = {await whereabouts(table.store, f"test:{each}") for each in (asked, *WAYS)}
    assert len(homes) == 1
    assert len(await table.say("/games")) == 5


@pytest.mark.parametrize("asked", ["room", "hall"])
@pytest.mark.parametrize("left", range(8))
async def test_each_becomes_the_other_for_two(table: Table, asked: str, left: int) -> None:
    """Two workers that look such chats up at once find them as one, with all their games."""
    for old, new in WAYS.items():
        await told_to_become(table, old, new)
    store = table.another(Pausing)
    (other,) = {"room", "hall"} - {asked}

    async def look_up() -> None:
        await whereabouts(table.store, f"test:{other}")

    store.left, store.meanwhile = left, look_up
    await whereabouts(store, f"test:{asked}")
    homes = {await whereabouts(table.store, f"test:{each}") for each in WAYS}
    assert len(homes) == 1
    assert len(await table.say("/games")) == 5


@pytest.mark.parametrize("way", [["hall", "room"], ["hall", "attic", "room"]])
async def test_told_to_become_the_first(table: Table, way: list[str]) -> None:
    """Who looks a chat up finds it though its way becomes a ring meanwhile, partly gone already."""
    for old, new in pairwise(way):
        await told_to_become(table, old, new)
    store = table.another(Pausing)
    first, last_but_one, last = way[0], *way[-2:]

    async def close_the_ring() -> None:
        await bring(table.store, f"test:{last_but_one}", f"test:{last}")
        await told_to_become(table, last, first)

    store.left, store.meanwhile, store.counts_views = len(way) - 1, close_the_ring, True
    home = await whereabouts(store, f"test:{first}")
    assert {await whereabouts(table.store, f"test:{each}") for each in way} == {home}
    assert len(await table.say("/games")) == len(way) + 2


async def test_told_to_become_a_third(table: Table) -> None:
    """Whoever had one of two stay that became each other, late, does not reopen it for its next."""
    for old, new in (("room", "hall"), ("hall", "room")):
        await told_to_become(table, old, new)
    store = table.another(Pausing)

    async def end_as_a_third() -> None:
        assert await whereabouts(table.store, "test:room") == "test:hall"
        await told_to_become(table, "hall", "palace")

    store.left, store.meanwhile = 0, end_as_a_third
    homes = {await whereabouts(each, "test:room") for each in (store, table.store)}
    assert homes == {"test:palace"}
    assert len(await table.say("/games")) == 5


async def test_told_to_become_what_has_stayed(table: Table) -> None:
    """Who brings a chat away too late, as it stays for the other by now, takes no game from it."""
    await told_to_become(table, "hall", "room")
    store = table.another(Pausing)

    async def close_the_ring() -> None:
        await told_to_become(table, "room", "hall")
        assert await whereabouts(table.store, "test:room") == "test:hall"

    store.left, store.meanwhile = 0, close_the_ring
    assert await whereabouts(store, "test:hall") == "test:hall"
    table.chat = "test:hall"
    for number in (1, 2):
        assert (await table.ask("/board", game=number)).screen
    assert not [key for key in table.backend.documents if "room" in key[0] and "game" in key[1]]


async def test_told_again_to_become_what_it_is(table: Table) -> None:
    """A chat that is told once more to become one that has come keeps each of its games once."""
    await told_to_become(table, "room", "hall")
    await bring(table.store, "test:room", "test:hall")
    await told_to_become(table, "hall", "room")
    store = table.another(Pausing)

    async def close_again() -> None:
        closing = partial(close, to="test:room")
        await table.store.update(chat_space("test:hall"), "closed again", closing)
        store.left, store.meanwhile = 0, look_up

    async def look_up() -> None:
        await whereabouts(table.store, "test:hall")

    store.left, store.meanwhile, store.counts_views = 5, close_again, True
    assert await whereabouts(store, "test:hall") == "test:hall"
    await whereabouts(table.store, "test:hall")
    assert len(await table.say("/games")) == 4


async def test_gone_on_meanwhile(table: Table) -> None:
    """Who brings a chat late, to one that another has brought on since, finds it where it is."""
    await told_to_become(table, "room", "hall")
    store = table.another(Pausing)

    async def move_on() -> None:
        await table.service.move_chat("test:hall", "test:palace")

    store.left, store.meanwhile, store.counts_views = 4, move_on, True
    assert await whereabouts(store, "test:room") == "test:palace"
    assert len(await table.say("/games")) == 3
