"""Data rights: players get what is kept of them, and can have it deleted, also while playing."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.decisions import data as own_data
from bot.app.documents.dailies import DAILIES
from bot.app.documents.effects import Redraw
from bot.app.documents.seats import NOBODY
from bot.app.documents.shown import shown_name
from bot.app.documents.spaces import CHAT, chat_space, game_name, player_space
from bot.app.documents.state import ChatState, Session
from bot.app.documents.undecided import BOTH_REST_MS, is_undecided
from bot.app.requests.access import Access
from bot.app.requests.actions import Delete, Hint, Invite, Press
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.i18n import Text
from bot.store.backend import Stored
from core.game import Outcome
from core.grid import Grid
from core.move import Move, Open, move_text
from tests.bot.app.conftest import TRANSLATOR, Table, effects_held, words
from tests.bot.app.duelling import accept, begin_here, invite

WALL = "3x4/3 ##M# ##M# ##M#"


DONE = (
    "Deleted. For two days I keep a note of when that was and which boards of the day you tried, "
    "and for 90 how many games a private chat has had; nothing else of yours is kept here. "
    "If you have played in other chats, ask for /delete there too."
)


async def test_export(table: Table) -> None:
    """The export holds statistics, settings and games, and no mine of a running one."""
    await table.deal(WALL)
    await table.ask("d1 d2 d3")
    await table.deal(WALL)
    await table.ask("!c1")
    await table.settled("/save evening")
    reply = await table.ask("/export")
    assert reply.file
    data = json.loads(reply.file)
    assert data["player"] == {"id": "test:ann", "name": "Ann"}
    won, running = data["games"]
    assert won["outcome"] == "won"
    assert running["name"] == "evening"
    assert running["board"][1:] == ["02F#", "03##", "02##"]
    assert [move for _, move in running["moves"]] == ["a1", "!c1"]
    assert data["settings"] is not None
    tally = data["statistics"]["custom"]["ranked"]
    assert (tally["games"], tally["wins"], tally["wins_in_a_row"]) == (1, 1, 1)
    assert tally["best_time_ms"] == tally["time_of_timed_wins_ms"]
    assert tally["newest_games"] == [{"ended_at": "1970-01-01T00:16:41.000+00:00", "won": True}]
    assert data["reads"] == {"language": "", "coordinates": None, "client": ""}
    await table.ask("/settings coordinates zero")
    await table.ask("/language ru")
    file = (await table.ask("/export")).file
    assert file
    assert json.loads(file)["reads"] == {
        "language": "ru",
        "coordinates": "zero",
        "client": "",
    }


async def test_export_of_what_was_chosen_elsewhere(table: Table) -> None:
    """A worker that has just read a player's choices exports those made at another one since."""
    other = Service(table.store, table.advisor)
    await other.handle(table.request("/export"))
    await table.ask("/language ru")
    file = (await other.handle(table.request("/export"))).file
    assert file
    assert json.loads(file)["reads"]["language"] == "ru"


async def test_games_are_written_out_in_a_thread(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves, of which there may be very many, are not put in words where others wait for it."""
    threads: list[int] = []

    def noted(move: Move, grid: Grid) -> str:
        threads.append(threading.get_ident())
        return move_text(move, grid)

    monkeypatch.setattr(own_data, "move_text", noted)
    await table.deal(WALL)
    await table.ask("d1 !c1")
    assert (await table.ask("/export")).file
    assert len(threads) == 3
    assert threading.get_ident() not in threads


async def test_deletion_is_asked_back(table: Table) -> None:
    """Nothing is deleted before it is confirmed."""
    await table.deal(WALL)
    await table.settled("d1")
    before = dict(table.backend.documents)
    reply = await table.ask("/delete")
    assert TRANSLATOR.say(reply.buttons[0][0].label, "en") == "🗑 Yes, delete"
    await table.store.settled()
    assert table.backend.documents == before
    assert await table.board() == ["02#2", "03##", "02##"]


@pytest.mark.parametrize("private", [True, False])
async def test_games_are_deleted_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, *, private: bool
) -> None:
    """Where games are shown is read for all of them at once, so that all is decided once."""
    table.private, table.in_place = private, not private
    read, asked = table.backend.read, list[tuple[str, ...]]()

    async def noted(space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        asked.append(names)
        return await read(space, names)

    effects_held(table.store)
    monkeypatch.setattr(table.backend, "read", noted)
    for _ in range(20):
        await table.deal(WALL)
    await table.ask(Delete(sure=True))
    first = next(names for names in asked if shown_name(7) in names)
    assert {shown_name(number) for number in range(1, 21)} <= {*first}


async def test_deletion_is_confirmed_in_words(table: Table) -> None:
    """Without buttons the question says what to write, and writing that deletes."""
    await table.deal(WALL)
    assert (await table.say("/delete"))[1] == "If you are sure, write /delete yes."
    assert await table.say("/delete no") == ["Nothing was deleted."]
    assert await table.board() == ["02##", "03##", "02##"]
    assert await table.say("/delete yes") == [DONE]
    assert (await table.say("/games"))[0].startswith("There are no unfinished games here.")
    table.in_place = True
    assert (await table.ask("/delete")).texts == (Text("delete.sure"),)


async def test_deletion_in_private(table: Table) -> None:
    """Deletion leaves no games, settings or statistics, and is confirmed in the old language."""
    await table.ask("/settings coordinates zero")
    await table.ask("/language ru")
    await table.deal(WALL)
    await table.ask("d1 d2 d3")
    await table.deal(WALL)
    button = (await table.ask("/delete")).buttons[0][0]
    done = await table.ask(button.action)
    assert (words(done, "en"), done.language) == ([DONE], "ru")
    reply = await table.ask("/export")
    assert reply.file
    data = json.loads(reply.file)
    assert data["games"] == []
    assert data["statistics"] == {}
    assert (data["settings"]["coordinates"], data["settings"]["language"]) == ("letters", None)
    assert data["reads"] == {"language": "", "coordinates": None, "client": ""}
    assert await table.say("/games") == [
        "There are no unfinished games here. Start one with /newgame."
    ]


async def test_deletion_of_what_is_read(table: Table) -> None:
    """A deleted language is forgotten at once, also for private notices in a group."""
    await table.ask("/language ru")
    spoken = []
    for _ in range(2):
        table.chat, table.private = "test:group", False
        notice = await table.ask("/load nothing")
        assert notice.private
        spoken.append(notice.language)
        table.chat, table.private = "test:room", True
        await table.ask(Delete(sure=True))
    assert spoken == ["ru", "en"]


async def test_deletion_in_a_group(table: Table) -> None:
    """In a group the player's seat loses its name without notice to others, and play goes on."""
    table.private = False
    await table.deal(WALL)
    await table.deal(WALL)
    await table.ask("!c1", "bob")
    asked_back = await table.ask("/delete", "bob")
    done = await table.ask(asked_back.buttons[0][0].action, "bob")
    assert (asked_back.private, done.private) == (True, True)
    screen = await table.shown("/board")
    assert screen.players == ("Ann", "?")
    assert (await table.say("d1"))[0] == "Opened d1."
    export = await table.ask("/export", "bob")
    assert export.file
    assert json.loads(export.file)["games"] == []


async def test_boards_after_a_deletion_in_a_group(table: Table) -> None:
    """A running board is shown anew without the name; no finished one is sent again."""
    table.private, table.in_place = False, True
    for moves in ("d1 d2 d3", "!c1"):
        await table.deal(WALL)
        await table.ask(moves, "bob")
    await table.store.settled()
    effects = effects_held(table.store)
    await table.settled(Delete(sure=True), "bob")
    assert effects == [Redraw(table.chat, 2)]
    screen = await table.screen(2)
    assert (screen.players, screen.mover) == (("Ann", "?"), "?")


async def test_deletion_of_who_only_looked_on(table: Table) -> None:
    """A group's game also forgets somebody who was only told a hint on it."""
    table.private = False
    await table.deal(WALL)
    await table.ask(Hint(alone=True), "bob")
    assert "test:bob" in repr(await table.session())
    await table.ask(Delete(sure=True), "bob")
    assert "test:bob" not in repr(await table.session())


@pytest.mark.parametrize(
    ("private", "part"),
    [(True, "and this chat's games and settings."), (False, "and your name in this chat's games.")],
)
async def test_deletion_is_of_one_chat(table: Table, *, private: bool, part: str) -> None:
    """Games of other chats stay until deletion is asked for there; question and answer say so."""
    table.private, table.chat = False, "test:elsewhere"
    await table.deal(WALL)
    await table.ask("!c1", "bob")
    table.private, table.chat = private, "test:room"
    await table.deal(WALL)
    await table.ask("!c1", "bob")
    asked_back = (await table.say("/delete", "bob"))[0]
    assert f"{part} Games in other chats stay until you ask there" in asked_back
    done = await table.say("/delete yes", "bob")
    assert done == [DONE]
    assert b"Bob" not in everything(table, "test:room")
    assert b"Bob" in everything(table, "test:elsewhere")
    table.private, table.chat = False, "test:elsewhere"
    await table.ask("/delete yes", "bob")
    assert b"Bob" not in everything(table)


async def test_deletion_of_the_owner(table: Table) -> None:
    """A game whose owner deletes their data belongs to nobody."""
    table.private = False
    await table.deal(WALL)
    button = (await table.ask("/delete")).buttons[0][0]
    await table.ask(button.action)
    assert (await table.session()).owner == NOBODY
    for player in ("ann", "bob"):
        assert await table.say("/access solo", player) == [
            "Only the one who started this game can change that."
        ]


async def test_giving_up_for_nobody(table: Table) -> None:
    """Nobody is asked whether to give up for all what only a deleted player has played."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/delete yes")
    assert (await table.shown("/giveup", "bob")).over


async def test_numbers_after_a_deletion(table: Table) -> None:
    """A game after a deletion has a number of its own, and its result counts again."""
    await table.deal(WALL)
    await table.settled("d1 d2 d3")
    await table.ask(Delete(sure=True))
    await table.deal(WALL)
    screen = await table.shown("d1 d2 d3")
    assert screen.number == 2
    await table.store.settled()
    assert (await table.say("/stats"))[1].startswith("custom: 1 game, 1 win")
    assert (await table.ask("/board", game=1)).screen is None


async def test_deletion_in_a_tournament(table: Table) -> None:
    """Players of an earlier round keep their points there, but neither id nor name."""
    table.private = False
    await table.ask("/tournament 2 easy")
    for player in ("bob", "cid"):
        await table.ask("3 3 1 1 8 8 1 8 8 1 5 5", player)
    await table.ask("/giveup yes")
    await table.ask("/next")
    for player in ("bob", "cid"):
        await table.ask(Delete(sure=True), player)
    tournament = (await table.session(2)).tournament
    assert tournament
    ids = [each.player for each in tournament.before]
    assert len(ids) == len(set(ids)) >= 2
    assert not {"test:bob", "test:cid"} & set(ids)
    assert not {"Bob", "Cid"} & {each.name for each in tournament.before}


@pytest.mark.parametrize("wins", [True, False])
@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("passes", [0, BOTH_REST_MS + 1])
async def test_deletion_in_a_duel(table: Table, *, private: bool, wins: bool, passes: int) -> None:
    """Neither the duel nor the rival's board keeps id or name, played to its end or not.

    Nor is anything left if the duel itself is no longer kept.
    """
    table.chat, table.private = "test:den", private
    invitation = await invite(table)
    table.chat = "test:elsewhere"
    await accept(table, invitation)
    for chat, player in (("test:elsewhere", "bob"), ("test:den", "ann")):
        table.chat = chat
        if wins:
            await table.settled("/giveup yes", player)
    await table.wait(passes)
    assert b"Ann" in everything(table, "test:elsewhere")
    await table.settled(Delete(sure=True))
    left = everything(table)
    assert b"Ann" not in left
    assert b"test:ann" not in left
    assert b"test:den" not in everything(table, "test:elsewhere")
    table.chat = "test:elsewhere"
    is_open = is_undecided(await table.session(), table.time.now)
    assert is_open is not (wins or passes > 0), "a rest is not begun anew"
    screen = await table.service.screen("test:elsewhere", 1)
    assert screen
    assert screen.rival
    assert words(Reply((screen.rival,)))[0].startswith("⚔ ? 💥")


def everything(table: Table, chat: str = "") -> bytes:
    """Return all that is kept at the table, or of one chat, and has not expired."""
    kept = [
        stored.blob
        for (space, _), (stored, expires) in table.backend.documents.items()
        if chat in space and (expires is None or expires > table.time.now)
    ]
    return b"".join(kept)


async def test_deletion_of_the_invited(table: Table) -> None:
    """Somebody who was let in but never played is no longer known to the game."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access invited")
    await table.ask(Invite("test:bob", "Bob"))
    await table.ask(Delete(sure=True), "bob")
    known = await table.session()
    assert not known.invited
    assert (known.owner, known.access) == ("test:ann", Access.INVITED)
    assert (await table.ask("!c1", "bob", game=1)).texts == (Text("access.invited"),)


async def test_deletion_of_the_warned(table: Table) -> None:
    """Somebody who was warned of a mine but played nothing is no longer known to the game.

    The warning stays when somebody else's data are deleted.
    """
    table.private = False
    await table.deal(WALL)
    await table.ask(Press(Open(2), 1), "bob", game=1)
    await table.ask(Delete(sure=True), "cid")
    warned = (await table.session()).warned
    assert warned is not None
    assert warned.player == "test:bob"
    await table.ask(Delete(sure=True), "bob")
    assert (await table.session()).warned is None


@pytest.mark.parametrize("action", ["/export", Delete(sure=True)], ids=["export", "delete"])
async def test_many_games(
    table: Table, monkeypatch: pytest.MonkeyPatch, action: str | Delete
) -> None:
    """However many games a chat has had, they are read in batches, each once or twice."""
    await table.deal(WALL)
    await table.ask("d1 d2 d3")
    end = 10_000

    def many(documents: Documents, _now: int) -> Decision[None]:
        chat, game = documents.get(CHAT), documents.get("game:1")
        assert isinstance(chat, ChatState)
        assert isinstance(game, Session)
        last = replace(game, number=end - 1)
        writes = {CHAT: Write(replace(chat, next_number=end)), game_name(end - 1): Write(last)}
        return Decision(None, writes)

    await table.store.update(chat_space(table.chat), "many", many)
    sizes: list[int] = []
    for name in ("snapshot", "read"):
        ask = getattr(table.backend, name)

        async def counted(space: str, names: tuple[str, ...], ask: Any = ask) -> Any:
            sizes.append(len(names))
            return await ask(space, names)

        monkeypatch.setattr(table.backend, name, counted)
    file = (await table.ask(action)).file
    if file is not None:
        assert len(json.loads(file)["games"]) == 2
    else:
        assert (await table.ask("/board", game=end - 1)).screen is None
    assert max(sizes) < 500
    assert end < sum(sizes) < 3 * end


@pytest.mark.parametrize(("passes", "ended"), [(0, Outcome.GIVEN_UP), (BOTH_REST_MS + 1, None)])
async def test_deletion_in_a_duel_of_one_group(
    table: Table, passes: int, ended: Outcome | None
) -> None:
    """The rival's board forgets the name and goes on; one's own ends if the duel was still on."""
    table.private = False
    await begin_here(table)
    await table.wait(passes)
    assert b"Ann" in everything(table, table.chat)
    await table.ask(Delete(sure=True))
    assert b"Ann" not in everything(table, table.chat)
    assert [(await table.session(each)).game.outcome for each in (1, 2)] == [ended, None]


async def test_nothing_is_counted_for_who_was_deleted(table: Table) -> None:
    """A game that ends after one of its players was deleted counts for the others alone."""
    table.private = False
    await table.deal("3x4/3 ##M# ##M# ##M#")
    await table.ask("d1", "bob")
    await table.settled(Delete(sure=True))
    assert (await table.settled("d2 d3", "bob", game=1)).screen
    assert player_space("test:bob") in {space for space, _ in table.backend.documents}
    assert not [space for space, _ in table.backend.documents if NOBODY in space]


async def test_how_long_a_deleted_try_is_known(table: Table) -> None:
    """That a board of the day was tried is not kept for longer because it is asked for again."""
    await table.ask("/daily easy")
    await table.ask(Delete(sure=True))
    kept = player_space("test:ann"), DAILIES
    _, expires = table.backend.documents[kept]
    table.chat = "test:another"
    assert (await table.ask("/daily easy")).texts[0].key == "daily.done"
    assert expires is not None
    assert table.backend.documents[kept][1] == expires


async def test_deletion_after_ones_own_end_of_a_duel(table: Table) -> None:
    """A player who is done while the rival plays on is forgotten; both boards stay."""
    table.private = False
    await begin_here(table)
    await table.settled("/giveup yes")
    ended = (await table.session()).game
    assert await table.say("/delete yes") == [DONE]
    assert b"Ann" not in everything(table, table.chat)
    assert [(await table.session(each)).game.outcome for each in (1, 2)] == [ended.outcome, None]


@pytest.mark.parametrize("private", [True, False])
async def test_export_of_a_game_without_own_moves(table: Table, *, private: bool) -> None:
    """A game that one has only started is in the export with its name and without moves."""
    table.private = private
    await table.ask("/newgame 5 5 3")
    if not private:
        await table.ask("c3", "bob")
    await table.ask("/save evening")
    file = (await table.ask("/export")).file
    assert file
    [game] = json.loads(file)["games"]
    assert (game["number"], game["name"], game["moves"]) == (1, "evening", [])


async def test_export_in_a_group(table: Table) -> None:
    """The export of a shared game has one's own moves, and nobody else's."""
    table.private = False
    await table.deal(WALL)
    for cell, player in (("c1", "bob"), ("c2", "ann"), ("c3", "bob")):
        await table.ask(f"!{cell}", player)
    file = (await table.ask("/export", "bob")).file
    assert file
    data = json.loads(file)
    [game] = data["games"]
    assert [move for _, move in game["moves"]] == ["!c1", "!c3"]
    assert data["settings"] is None, "the group's are nobody's own"


async def test_nobody_is_asked_about_who_is_gone(table: Table) -> None:
    """A game whose other player was deleted is one's own: given up at once, parked by another."""
    table.private = False
    for _ in range(2):
        await table.deal(WALL)
        await table.ask("!c1", "bob")
    await table.ask("/delete yes", "bob")
    await table.ask("!c2")
    await table.ask("/newgame easy")
    assert (await table.session(2)).clock.since is None
    await table.ask("/giveup", game=1)
    assert (await table.session()).game.outcome is Outcome.GIVEN_UP


async def test_deletion_of_names(table: Table) -> None:
    """In a group the names go that games were saved under which are the player's, or nobody's.

    Those of others' games stay, and so do all games in the order of the list.
    """
    table.private = False
    played = ("bob", "ann", "of Bob"), ("ann", "bob", "of Ann"), ("bob", "bob", "x")
    for owner, player, name in played:
        await table.ask("/newgame 5 5 3", owner)
        await table.ask("c3", player)
        await table.ask(f"/save {name}", owner)
    listed = await table.ask("/games", "bob")
    assert await table.say("/delete yes") == [DONE]
    chat = everything(table, table.chat)
    assert [name in chat for name in (b"of Bob", b"of Ann")] == [True, False]
    assert (await table.ask("/games", "bob")).buttons == listed.buttons
    await table.ask("/load 2", "bob")
    await table.ask("/save by Bob", "bob")
    await table.ask("/delete yes", "bob")
    assert all(name not in everything(table, table.chat) for name in (b"of Bob", b"by Bob"))
