"""One player in two chats accepts a duel: the game that has the seat alone counts."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.documents.duel import DUEL, Duel, Duellist, InDuel, Standing, duel_space, rematch_code
from bot.app.documents.effects import DuelJoined
from bot.app.documents.seats import NAMELESS, is_emptied
from bot.app.documents.spaces import chat_space, game_name
from bot.app.documents.state import Session
from bot.app.errands.whereabouts import game_now
from bot.app.requests.board_actions import JoinDuel
from bot.app.requests.links import typed_link
from core.game import Outcome
from tests.bot.app.conftest import Table, cells_left, effects_held, named
from tests.bot.app.duelling import HOUR_MS, accept, invite
from tests.bot.app.errands.test_stats_true import Doubtful

_HOMES = {"test:bob": "test:den", "test:room": "test:hall"}
"""Where Bob accepts, and where these chats go to."""
_MOVES = ("", "open", "open open", "open /giveup", "/giveup")


async def play(table: Table, chat: str, moves: str) -> None:
    """Let Bob open safe cells, or give up, in the game that he has in ``chat``."""
    for move in moves.split():
        table.chat, number = await game_now(table.store, chat, 1)
        game = (await table.session(number)).game
        text = named(game, cells_left(game)[0]) if move == "open" else "/giveup yes"
        await table.ask(text, "bob", game=number)


async def accept_twice(table: Table, join: JoinDuel, rng: Random) -> None:
    """Let Bob accept in both chats, hours apart, play on in each and see some of them moved."""
    chats = [*_HOMES]
    rng.shuffle(chats)
    for table.chat in chats:
        table.private = table.chat == "test:bob"
        assert (await table.ask(typed_link(join), "bob")).screen
        await table.wait(2 * HOUR_MS)
    for chat in rng.sample(chats, 2):
        await play(table, chat, rng.choice(("", "/giveup", "open /giveup")))
        if rng.random() < 0.5:
            await table.service.move_chat(chat, _HOMES[chat])
        await play(table, chat, rng.choice(("", "open", "/giveup")))


async def seat_of_bob(table: Table, code: str) -> Duellist:
    """Return the seat beside Ann's, which is the first one."""
    duel = await table.store.view(duel_space(code), lambda documents, _: documents.get(DUEL))
    assert isinstance(duel, Duel)
    [_, seat] = duel.duellists
    return seat


async def game_in(table: Table, chat: str) -> Session:
    """Return the game that was begun first in ``chat``, where it is by now."""
    table.chat, number = await game_now(table.store, chat, 1)
    return await table.session(number)


async def told(table: Table) -> InDuel:
    """Return what Ann is told of the other player."""
    duel = (await game_in(table, "test:ann")).duel
    assert duel
    return duel


@pytest.mark.parametrize("seed", range(40))
async def test_the_game_that_has_the_seat_counts(table: Table, seed: int) -> None:
    """Moves of a game that came too late are none of the one that has its player's seat.

    So it is in whatever order, and however often, they are told of, and wherever their chats go.
    """
    rng, table.chat = Random(seed), "test:ann"
    join, doubtful = await invite(table), Doubtful(table)
    await accept_twice(table, join, rng)
    await table.store.settled()
    await doubtful.carry_out(rng)
    for chat in _HOMES:  # what is done from here on is found by no joining that comes late
        await play(table, chat, rng.choice(("", "/giveup", "open /giveup")))
    await table.store.settled()
    await doubtful.carry_out(rng)
    seat = await seat_of_bob(table, join.code)
    [other] = _HOMES.keys() - {seat.chat}
    seated, late = await game_in(table, seat.chat), await game_in(table, other)
    assert late.duel
    assert late.duel.missed
    assert seated.duel
    assert (seated.duel.missed, seated.duel.rival) == (False, "Ann")
    assert seat.standing == Standing.of(seated.game)
    ann = await told(table)
    assert (ann.rival, ann.standing) == ("Bob", seat.standing)


@pytest.mark.parametrize("seed", range(40))
async def test_the_seat_of_the_deleted_game_is_emptied(table: Table, seed: int) -> None:
    """So it is where one of both is deleted: the duel is given up if that one came to be seated."""
    rng, table.chat = Random(seed), "test:ann"
    join = await invite(table)
    carry, effects = table.store.carry, effects_held(table.store)
    assert carry
    await accept_twice(table, join, rng)
    deleted = rng.choice([*_HOMES])
    [other] = _HOMES.keys() - {deleted}
    table.chat, _ = await game_now(table.store, deleted, 1)
    table.private = deleted == "test:bob"
    await table.settled("/delete yes", "bob")
    work = effects * 2
    rng.shuffle(work)
    for effect in work:
        await carry("", effect)
    joined = next(effect.duellist for effect in work if isinstance(effect, DuelJoined))
    seat, ann = await seat_of_bob(table, join.code), await told(table)
    assert (ann.rival, ann.standing) == (seat.name, seat.standing)
    if joined.chat == deleted:
        assert (is_emptied(seat.player), seat.name) == (True, NAMELESS)
        assert seat.standing.outcome is not None
    else:
        assert (seat.chat, seat.name) == (other, "Bob")
        assert seat.standing == Standing.of((await game_in(table, other)).game)


async def test_a_rematch_stays_whose_late_game_is_deleted(table: Table) -> None:
    """Who deletes a game that came too late still has the seat in the rematch of their other."""
    table.chat = "test:ann"
    join, carry = await invite(table), table.store.carry
    table.store.carry = None
    await accept_twice(table, join, Random(0))
    table.store.carry = carry
    await table.store.sweep(0)
    await table.store.settled()
    seat = await seat_of_bob(table, join.code)
    [late] = _HOMES.keys() - {seat.chat}
    for table.chat, player in ((seat.chat, "bob"), ("test:ann", "ann")):
        await table.settled("/giveup yes", player)
    assert (await table.settled("/rematch", "ann")).link
    table.chat, table.private = late, late == "test:bob"
    await table.settled("/delete yes", "bob")
    table.chat, table.private = seat.chat, seat.chat == "test:bob"
    assert (await table.ask(typed_link(JoinDuel(rematch_code(join.code))), "cid")).screen is None
    assert (await table.ask("/rematch", "bob")).screen


async def test_a_game_that_does_not_tell_its_name(table: Table) -> None:
    """A game that a worker of before has begun or written counts, and its seat is emptied.

    Such workers know of no name of a duel's game; the chats of theirs have mostly stayed.
    """
    table.chat = "test:ann"
    join = await invite(table)
    table.chat = "test:bob"
    await accept(table, join)

    def write_anew(documents: Documents, _now: int) -> Decision[None]:
        game = read_as(documents, game_name(1), Session)
        assert game
        assert game.duel
        before = replace(game, duel=replace(game.duel, game=InDuel("").game))
        return Decision(None, {game_name(1): Write(before)})

    await table.store.update(chat_space(table.chat), "before", write_anew)
    await play(table, "test:bob", "/giveup")
    await table.store.settled()
    assert (await told(table)).standing.outcome is Outcome.GIVEN_UP
    table.chat = "test:bob"
    await table.settled("/delete yes", "bob")
    assert is_emptied((await seat_of_bob(table, join.code)).player)
