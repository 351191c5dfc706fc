"""A deletion holds, however it mixes with another worker's news of earlier duels."""

from __future__ import annotations

import pytest

from bot.app.documents.duel import FULL, Claim, Standing, rematch_code
from bot.app.documents.effects import DuelJoined, DuelMoved
from bot.app.documents.seats import emptied
from bot.app.documents.shown import Shown, shown_name
from bot.app.errands.duels import Duels
from bot.app.errands.results import Results
from bot.app.requests.actions import Delete
from bot.app.requests.board_actions import JoinDuel
from bot.app.requests.day import DAY_MS
from bot.app.requests.request import Chat, Player, Request
from bot.app.service import Service
from bot.delivery.scene import keep_where
from bot.i18n import Text
from tests.bot.app.conftest import Table
from tests.bot.app.duelling import (
    HOUR_MS,
    ask,
    begin,
    challenge,
    invite,
    lose,
    naming,
    play_out,
    screen_of,
    seat_twice,
    status,
    there,
    verdict,
    win,
)
from tests.bot.app.errands.pausing import Pausing

_MOST_UPDATES = 12
"""More than either of the two takes."""
BOB = Player("test:bob", "Bob")


class Workers:
    """One carries out what a player does in a duel, one deletes what is kept of Bob."""

    def __init__(
        self, table: Table, kind: type[DuelJoined | DuelMoved], player: str = BOB.id
    ) -> None:
        """Have the ``table`` leave the ``player``'s effects of ``kind`` to the first of them."""
        self._table, self._kind, self._player = table, kind, player
        self._carry = table.store.carry
        self._held: list[object] = []
        self.telling = table.another(Pausing)
        self.deleting = table.another(Pausing)
        self.deleting.carry = Results(self.deleting, table.advisor)
        table.store.carry = self._hold

    async def _hold(self, space: str, effect: object) -> None:
        player = effect.duellist.player if isinstance(effect, DuelJoined) else None
        player = effect.player if isinstance(effect, DuelMoved) else player
        if isinstance(effect, self._kind) and player == self._player:
            self._held.append(effect)
        else:
            assert self._carry
            await self._carry(space, effect)

    async def tell(self) -> None:
        """Carry out what was left to the first."""
        for effect in self._held:
            await Results(self.telling, self._table.advisor)("", effect)

    async def delete(self) -> None:
        """Delete Bob's data, and carry out everything that follows."""
        asked = Request("delete", Chat(BOB.id, private=True), BOB, Delete(sure=True), "en")
        await Service(self.deleting, self._table.advisor).carry_out(asked)
        await self.deleting.settled()

    async def close(self) -> None:
        """Let both end."""
        await self.telling.close()
        await self.deleting.close()


async def mix(workers: Workers, pausing: str, left: int) -> None:
    """Have one do all of its work before update ``left`` of the other, or after its last one."""
    first, second, paused = workers.tell, workers.delete, workers.telling
    if pausing == "deleting":
        first, second, paused = workers.delete, workers.tell, workers.deleting
    paused.left, paused.meanwhile = left, second
    await first()
    if paused.meanwhile is not None:
        paused.meanwhile = None
        await second()


@pytest.mark.parametrize("pausing", ["telling", "deleting"])
@pytest.mark.parametrize("left", range(_MOST_UPDATES))
async def test_begun(table: Table, pausing: str, left: int) -> None:
    """Of a duel that Bob began and whose effect comes late, only a nameless seat is left."""
    workers = Workers(table, DuelJoined)
    await ask(table, "bob", "/duel easy")
    await mix(workers, pausing, left)
    assert naming(table) == []
    await workers.close()


@pytest.mark.parametrize("pausing", ["telling", "deleting"])
@pytest.mark.parametrize("left", range(_MOST_UPDATES))
@pytest.mark.parametrize("kind", [DuelJoined, DuelMoved])
async def test_joined(
    table: Table, pausing: str, left: int, kind: type[DuelJoined | DuelMoved]
) -> None:
    """Bob's rival is told that he has left, but no longer sees his name."""
    workers = Workers(table, kind)
    await begin(table)
    await win(table, "bob")
    await mix(workers, pausing, left)
    assert naming(table) == []
    assert status(await screen_of(table, "ann")).startswith("⚔ ? ")
    await workers.close()


async def test_gone_before_it_was_told(table: Table) -> None:
    """A player deleted before the rival heard of their joining has given the duel up."""
    workers = Workers(table, DuelJoined)
    await begin(table)
    await workers.delete()
    await workers.tell()
    assert status(await screen_of(table, "ann")).startswith("⚔ ? 💥 ")
    await workers.close()


async def test_a_seat_that_was_claimed_for_nothing(table: Table) -> None:
    """Whoever claims a seat and never begins their game is forgotten within two hours."""
    code, duels = (await invite(table)).code, Duels(table.store)
    bob, cat = Claim(BOB.id), Claim("test:cat")
    assert await duels.claim(code, bob, "1") == await duels.claim(code, bob, "2")
    assert (await duels.claim(code, cat, "3"))[1] == FULL
    await table.wait(2 * HOUR_MS)
    assert naming(table) == []
    assert (await duels.claim(code, cat, "4"))[1] == ""


async def test_a_seat_that_was_taken_too_late(table: Table) -> None:
    """A duel has two players, even if the game of a third who claimed a seat is told of late."""
    invitation = await challenge(table)
    await seat_twice(table, invitation)
    players = await Duels(table.store).players(invitation.code)
    assert [each.player for each in players] == ["test:ann", "test:cat"]


async def test_gone_after_a_third_came_too_late(table: Table) -> None:
    """Who came too late to a duel has no name of whom they would have played against."""
    invitation = (await ask(table, "bob", "/duel easy")).link
    assert isinstance(invitation, JoinDuel)
    await seat_twice(table, invitation, late="ann")
    await ask(table, "bob", "/delete yes")
    assert naming(table) == []


@pytest.mark.parametrize("first", ["ann", "bob"])
@pytest.mark.parametrize("is_joined", [True, False])
async def test_gone_from_a_rematch(table: Table, first: str, *, is_joined: bool) -> None:
    """A rematch forgets a deleted player as asker and as seat, taken or not."""
    await play_out(table)
    second = "bob" if first == "ann" else "ann"
    for player in (first, second) if is_joined else (first,):
        assert (await ask(table, player, "/rematch")).texts[0].key == "duel.begun"
    await ask(table, "bob", "/delete yes")
    assert naming(table) == []
    if is_joined:
        assert status(await screen_of(table, "ann", 2)).startswith("⚔ ? 💥 ")


async def test_gone_from_a_duel_before_its_rematch(table: Table) -> None:
    """A rematch that a deleted player plays has no seat for others, though that is told later."""
    code, duels = await play_out(table), Duels(table.store)
    for player in ("ann", "bob"):
        await ask(table, player, "/rematch")
    gone = DuelMoved(code, BOB.id, Standing(moves=9), f"{BOB.id}:1", ghost=emptied("gone"))
    await duels.moved(gone, "gone")
    assert (await duels.claim(rematch_code(code), Claim("test:cat"), "cat"))[1] == FULL


@pytest.mark.parametrize("pausing", ["telling", "deleting"])
@pytest.mark.parametrize("left", range(_MOST_UPDATES))
async def test_gone_before_a_rematch_is_told(table: Table, pausing: str, left: int) -> None:
    """A rematch that is told late has no seat for whoever was deleted since it was begun."""
    await play_out(table)
    workers = Workers(table, DuelJoined, "test:ann")
    await ask(table, "ann", "/rematch")
    await mix(workers, pausing, left)
    assert naming(table) == []
    await workers.close()


async def test_gone_after_the_end(table: Table) -> None:
    """A duel stays won and lost after its winner's data are deleted."""
    await begin(table)
    await win(table, "bob")
    await lose(table, "ann")
    await ask(table, "bob", "/delete yes")
    screen = await screen_of(table, "ann")
    assert status(screen).startswith("⚔ ? 🏆 ")
    assert verdict(screen) == ["⚔ ? wins the duel."]


@pytest.mark.parametrize("days", [1, 8, 31, 400])
async def test_gone_while_the_rival_plays(table: Table, days: int) -> None:
    """However long the rival leaves their board, it forgets a deleted player's name."""
    await begin(table)
    await win(table, "bob")
    await table.wait(days * DAY_MS)
    await ask(table, "bob", "/delete yes")
    assert naming(table) == []
    assert status(await screen_of(table, "ann")).startswith("⚔ ? 🏆 ")


@pytest.mark.parametrize("days", [1, 8, 400])
async def test_both_boards_expire(table: Table, days: int) -> None:
    """However late the rival finishes, both boards get the result and expire a month later.

    Where they were shown is forgotten then as well.
    """
    await begin(table)
    await keep_where(table.store, "test:bob", 1, None, Shown("7", "text"))
    await win(table, "bob")
    await table.wait(days * DAY_MS)
    await lose(table, "ann")
    assert verdict(await screen_of(table, "bob")) == ["⚔ Bob wins the duel."]
    assert status(await screen_of(table, "bob")).startswith("⚔ Ann 💥 ")
    boards = {("chat:test:ann", "game:1"), ("chat:test:bob", "game:1")}
    boards |= {("chat:test:bob", shown_name(1))}
    assert boards <= there(table).keys()
    await table.wait(31 * DAY_MS)
    assert boards.isdisjoint(there(table))


async def test_rematch_of_one_who_is_gone(table: Table) -> None:
    """A rematch of a duel whose rival was deleted waits for whoever comes, not for them."""
    await begin(table)
    await win(table, "ann")
    await ask(table, "bob", "/delete yes")
    invitation = await challenge(table, "/rematch")
    assert (await ask(table, "ann", "/rematch")).texts == (Text("duel.unaccepted"),)
    assert (await ask(table, "cat", invitation)).screen


async def test_gone_after_a_rematch_was_begun(table: Table) -> None:
    """A rematch whose rival is deleted before they come waits for whoever comes as well."""
    await begin(table)
    await win(table, "ann")
    invitation = await challenge(table, "/rematch")
    await ask(table, "bob", "/delete yes")
    assert naming(table) == []
    assert (await ask(table, "ann", "/rematch")).texts == (Text("duel.unaccepted"),)
    assert (await ask(table, "cat", invitation)).screen


@pytest.mark.parametrize("days", [0, 8])
async def test_gone_after_asking_for_a_rematch(table: Table, days: int) -> None:
    """Nobody is said to want a rematch any more once their data were deleted, however late."""
    await play_out(table)
    await ask(table, "bob", "/rematch")
    assert "⚔ Bob wants a rematch. To begin it: /rematch" in verdict(await screen_of(table, "ann"))
    await table.wait(days * DAY_MS)
    await ask(table, "bob", "/delete yes")
    assert "wants a rematch" not in str(verdict(await screen_of(table, "ann")))


async def test_both_gone_one_in_a_group(table: Table) -> None:
    """The board that a deleted player leaves in a group does not name a rival deleted later."""
    table.private, table.chat = False, "test:hall"
    invitation = await invite(table)
    table.private = True
    await ask(table, "bob", invitation)
    table.private, table.chat = False, "test:hall"
    await table.settled("/delete yes")
    table.private = True
    await ask(table, "bob", "/delete yes")
    assert naming(table) == []


async def test_gone_after_a_late_end(table: Table) -> None:
    """A board finished after the duel was forgotten still loses a deleted rival's name."""
    await begin(table)
    await lose(table, "ann")
    await table.wait(40 * DAY_MS)
    await win(table, "bob")
    await ask(table, "ann", "/delete yes")
    assert status(await screen_of(table, "bob")).startswith("⚔ ? 💥 ")
    await ask(table, "bob", "/delete yes")
    assert naming(table) == []
