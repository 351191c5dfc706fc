"""Duels: one layout for two players, who are told each other's progress and who has won."""

from __future__ import annotations

import asyncio
import re

import pytest
from msgspec.structs import replace

from bot.app.documents.duel import Duel, Duellist, InDuel, Standing, Verdict
from bot.app.documents.effects import DuelJoined, DuelMoved
from bot.app.documents.mode import Mode, mode_of
from bot.app.documents.shared import SharedBoard
from bot.app.documents.undecided import BOTH_REST_MS
from bot.app.requests.actions import Delete, Left, Press
from bot.app.requests.board_actions import JoinDuel
from bot.app.requests.commands import read
from bot.app.requests.links import read_link, typed_link, write_link
from bot.app.screens.duel import ended_texts
from bot.app.screens.illustration import ResultCard
from bot.i18n import Text
from core.game import Game, Outcome
from core.move import Flag, Open
from core.rules import Rules
from tests.bot.app.conftest import Table, cells_left, drawn, named, words
from tests.bot.app.duelling import (
    HOUR_MS,
    ask,
    begin,
    begin_here,
    challenge,
    flag,
    game_of,
    lose,
    play_out,
    screen_of,
    status,
    verdict,
    win,
)

CODE = "abcdefghjk"


async def test_listed(table: Table) -> None:
    """The list of games never calls a duel parked, for nothing stops its clock.

    So it is also where its player has moved on it and plays another game for hours.
    """
    invitation = await challenge(table)
    await ask(table, "ann", "/newgame easy")
    listed = words(await ask(table, "ann", "/games"))
    assert [line.rpartition("(")[2] for line in listed[1:3]] == [
        "playing now)",
        "⚔ waiting for a rival)",
    ]
    await ask(table, "bob", invitation)
    assert words(await ask(table, "ann", "/games"))[2].endswith("(playing now)")
    await flag(table, "bob")
    await ask(table, "bob", "/newgame easy")
    await table.wait(2 * HOUR_MS)
    assert words(await ask(table, "bob", "/games"))[2].endswith("(playing now)")


LIVES = "3 lives: each mine takes one, the last one ends the game."


NO_GUESS = "No guessing: logic alone solves this board. /proof after the end says how."


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("", []),
        ("lives 3", [LIVES]),
        ("noguess", [NO_GUESS]),
        ("lives 3 noguess", [LIVES, NO_GUESS]),
    ],
)
async def test_rules_are_told(table: Table, wish: str, told: list[str]) -> None:
    """An invitation, its acceptance and a rematch say which rules are unusual."""
    invited = await ask(table, "ann", f"/duel 6 6 5 {wish}")
    assert invited.link
    joined = await ask(table, "bob", invited.link)
    for player in ("ann", "bob"):
        await ask(table, player, "/giveup yes")
    for reply in (invited, joined, await ask(table, "ann", "/rematch")):
        said, *special = words(reply)[: len(told) + 1]
        assert said.startswith("⚔ Duel: custom, 6×6, 5 mines.")
        assert special == told


@pytest.mark.parametrize("by_link", [False, True])
async def test_how_a_duel_goes_is_told_once(table: Table, *, by_link: bool) -> None:
    """How a duel goes is told to both players at its beginning, but not again at a rematch."""
    invited = await ask(table, "ann", "/duel easy")
    assert invited.link
    joined = await ask(table, "bob", invited.link)
    for player in ("ann", "bob"):
        await ask(table, player, "/giveup yes")
    again = await ask(table, "ann", "/rematch")
    assert again.link
    followed = await ask(table, "bob", again.link if by_link else "/rematch")
    assert followed.screen
    told = [Text("duel.how") in reply.texts for reply in (invited, joined, again, followed)]
    assert told == [True, True, False, False]
    await ask(table, "bob", "/giveup yes")
    assert Text("duel.how") in (await ask(table, "bob", "/duel easy")).texts, "others may read it"


async def test_how_a_duel_goes_is_told_to_who_comes_later(table: Table) -> None:
    """Who takes the place of a deleted player has only seen a duel, and is told how one goes."""
    table.private = False
    await begin_here(table)
    for player, number in (("ann", 1), ("bob", 2)):
        await table.settled("/giveup yes", player, game=number)
    await table.settled("/delete yes", "bob")
    again = await table.settled("/rematch", "ann")
    assert again.link
    assert Text("duel.how") not in again.texts
    assert Text("duel.how") in (await table.settled(again.link, "cid")).texts


def test_news_in_another_order() -> None:
    """A board that others can see has been one that they could, whatever is told later."""
    public = InDuel(CODE, public=True)
    assert public.learning(InDuel(CODE)).public


def test_links() -> None:
    """An invitation is a link and a command."""
    link = JoinDuel(CODE)
    assert read_link(write_link(link)) == read(typed_link(link)) == link


@pytest.mark.parametrize("text", ["/duel easy", "/duel 5 5 6 noguess"])
async def test_same_layout(table: Table, text: str) -> None:
    """Both players get the same board with its first cell open, and it counts as casual."""
    await begin(table, text)
    ann, bob = await game_of(table, "ann"), await game_of(table, "bob")
    assert ann.game.minefield == bob.game.minefield
    assert ann.game.opened == bob.game.opened
    assert mode_of(ann) is Mode.CASUAL
    assert status(await screen_of(table, "ann")) == "⚔ Bob " + f"{Standing.of(bob.game).percent}%"


async def test_waiting(table: Table) -> None:
    """Before a rival has come the board says so, and can be played on.

    Whoever accepts is told at once of the rival, who has been there from the start.
    """
    begun = await ask(table, "ann", "/duel easy")
    assert begun.screen
    assert status(begun.screen) == "⚔ waiting for a rival"
    await win(table, "ann")
    assert verdict(await screen_of(table, "ann")) == ["The mines are shown when both are done."]
    assert begun.link
    joined = await ask(table, "bob", begun.link)
    assert joined.screen
    assert status(joined.screen).startswith("⚔ Ann ")


async def test_progress(table: Table) -> None:
    """The other player is told how much is open, but no cell."""
    await begin(table)
    before, shown = await game_of(table, "bob"), await screen_of(table, "bob")
    await win(table, "ann")
    after, told = await game_of(table, "bob"), await screen_of(table, "bob")
    assert status(told) == "⚔ Ann 🏆 0:00"
    assert replace(told, rival=shown.rival) == shown
    assert (after.game, after.duel == before.duel) == (before.game, False)
    await lose(table, "bob")
    bob = Standing.of((await game_of(table, "bob")).game)
    assert status(await screen_of(table, "ann")) == f"⚔ Bob 💥 {bob.percent}%"
    for player in ("ann", "bob"):
        assert verdict(await screen_of(table, player)) == ["⚔ Ann wins the duel."]


async def test_progress_on_the_way(table: Table) -> None:
    """The rival is told one's progress as it grows, always less than 10 % behind."""
    await begin(table)
    game = (await game_of(table, "ann")).game
    for cell in cells_left(game)[:-1]:
        await ask(table, "ann", named(game, cell))
        own = Standing.of((await game_of(table, "ann")).game)
        told = (await game_of(table, "bob")).duel
        assert told is not None
        assert 0 <= own.percent - told.standing.percent < 10


async def test_loaded(table: Table) -> None:
    """A duel left for another game runs on; its player, coming back, is not told otherwise."""
    await begin(table)
    assert words(await ask(table, "ann", "/load 1"))[0].startswith("You play game 1 again.")
    await ask(table, "ann", "!a1-h8")
    await ask(table, "ann", "/newgame easy")
    await table.wait(2 * HOUR_MS)
    assert words(await ask(table, "ann", "/load 1")) == ["Welcome back. Your game goes on:"]


async def test_undo(table: Table) -> None:
    """A duel counts as casual but has no undo: the answer is which games have it."""
    await begin(table)
    await ask(table, "ann", "!a1-h8")
    assert words(await ask(table, "ann", "/undo")) == [
        "Only games begun with /newgame casual can be undone."
    ]


def test_verdicts() -> None:
    """A win beats a loss, a faster win a slower one, and a loss with more cells one with fewer."""
    won, slow = Standing(100, Outcome.WON, 10), Standing(100, Outcome.WON, 20)
    lost, far = Standing(10, Outcome.LOST, 5), Standing(60, Outcome.GIVEN_UP, 50)
    farther = Standing(60, Outcome.LOST, 90, opened=far.opened + 1)
    for better, worse in ((won, slow), (slow, farther), (farther, far), (far, lost)):
        assert InDuel(CODE, "Bob", worse).verdict(better) is Verdict.WON
        assert InDuel(CODE, "Bob", better).verdict(worse) is Verdict.LOST
    assert InDuel(CODE, "Bob", won).verdict(won) is Verdict.DRAWN
    assert InDuel(CODE, "Bob", far).verdict(far) is Verdict.DRAWN
    assert InDuel(CODE, "Bob").verdict(won) is None
    assert InDuel(CODE, "Bob", won).verdict(Standing(5)) is None


def test_a_cell_decides_between_losses() -> None:
    """On a large board one cell more is more open, also where both are as many per cent."""
    rules = Rules(16, 30, 99)
    fewer, more = (
        Standing.of(
            replace(
                Game.new(rules),
                opened=bytes(cell < opened for cell in rules.grid.cells()),
                outcome=Outcome.LOST,
            )
        )
        for opened in (100, 101)
    )
    assert more.percent == fewer.percent
    assert InDuel(CODE, "Bob", fewer).verdict(more) is Verdict.WON
    assert InDuel(CODE, "Bob", more).verdict(fewer) is Verdict.LOST


@pytest.mark.parametrize(
    ("language", "rule"),
    [
        ("en", "of two losses the one with more open"),
        ("ru", "при двух поражениях — кто открыл больше"),
        ("zh", "都输比谁开得多"),
        ("zh-TW", "都輸比誰開得多"),
    ],
)
async def test_what_decides_is_told(table: Table, language: str, rule: str) -> None:
    """How a duel is decided is told at its beginning, also if both should lose."""
    assert rule in " ".join(words(await ask(table, "ann", "/duel easy"), language))


async def test_in_one_chat(table: Table) -> None:
    """In a group each has a board of their own, and nobody else plays on it."""
    table.private = False
    invited = await table.settled("/duel easy")
    (row,) = invited.buttons
    assert (await table.ask(row[0].action, "ann")).texts == (Text("duel.yours_alone"),)
    joined = await table.settled(row[0].action, "bob")
    assert joined.screen
    assert joined.screen.number == 2
    assert joined.texts[-1] == Text("duel.turned")
    ann, bob = await table.session(), await table.session(2)
    assert ann.game.minefield
    assert bob.game.minefield
    assert bob.game.minefield.mines == ann.game.minefield.mines[::-1]
    assert bob.game.opened == ann.game.opened[::-1]
    assert all(each.focus is not None and each.game.opened[each.focus] for each in (ann, bob))
    stolen = await table.ask(Press(Open(ann.game.opened.index(0)), 1), "bob", game=1)
    assert stolen.private
    assert await table.session() == ann
    for player, said in (("bob", "yours"), ("ann", "yours"), ("cid", "full")):
        reply = await table.ask(row[0].action, player)
        assert reply.texts[0] == Text(f"duel.{said}")
        assert reply.private
        assert reply.buttons == ()
    assert (await table.ask("!h8", "ann")).screen
    for player in ("ann", "bob"):
        own = await table.shown("/giveup yes", player)
        assert own.over
    from_cid = await table.ask("/rematch", "cid", game=1)
    assert from_cid.texts == (Text("duel.not_yours"),)


async def test_own_board_after_the_end(table: Table) -> None:
    """A player who is done in a duel is shown their own board, even while the rival plays on."""
    table.private = False
    await begin_here(table)
    await table.ask("/giveup yes", "ann")
    await table.settled("!h8 !a8", "bob")
    for player, number in (("ann", 1), ("bob", 2), ("cid", 2)):
        assert (await table.shown("/board", player)).number == number
    card = drawn(await table.ask("/card", "ann"), ResultCard)
    assert card.screen.number == 1


@pytest.mark.parametrize("private", [True, False])
async def test_invitation_is_pressed_by_others(table: Table, *, private: bool) -> None:
    """In a group others accept by a button; in a private chat there is none."""
    table.private = private
    assert bool((await table.ask("/duel easy")).buttons) is not private


async def test_in_one_chat_beside_the_next_game(table: Table) -> None:
    """A player who is done and begins another board types on that, while the rival plays on."""
    table.private = False
    await begin_here(table)
    await table.ask("/giveup yes", "bob", game=2)
    await table.ask("/newgame easy", "bob")
    await table.ask("/flag h8", "bob")
    await table.ask("/flag h8", "ann", game=1)
    moved = await table.shown("/flag a1", "bob")
    assert moved.number == 3


async def test_in_one_chat_without_its_player(table: Table) -> None:
    """The board of a player who has left the group still says at the end who has won the duel."""
    table.private = False
    await begin_here(table)
    await table.settled("/giveup yes", "bob", game=2)
    await table.wait(BOTH_REST_MS + 1)
    await table.ask(Left("test:ann"), "ann")
    game = (await table.session()).game
    await table.settled(named(game, *cells_left(game)), "cid", game=1)
    assert (await table.session()).game.outcome is Outcome.WON
    screen = await table.screen()
    assert screen.verdict == (Text("duel.winner", name="Ann"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/duel aaaaaaaaaa", "duel.unknown"),
        ("/duel easy drifting", "duel.usage"),
        ("/duel easy casual", "duel.usage"),
        ("/duel 2 2 3", "duel.too_full"),
        ("/duel 2 2 3 noguess", "duel.too_full"),
        ("/duel 100 100 9999", "duel.too_full"),
        ("/duel 2 4 2", "duel.too_easy"),
        ("/duel 2 4 2 noguess", "duel.too_easy"),
        ("/duel 2 2 1 noguess", "no_guess.too_small"),
        ("/duel 3 3 7 noguess", "no_guess.too_small"),
        ("/duel 2 5 7 noguess", "no_guess.too_dense"),
        ("/duel 1 1 1", "newgame.range_rows"),
        ("/duel nonsense", "duel.usage"),
    ],
)
async def test_refused(table: Table, text: str, said: str) -> None:
    """A duel that cannot be is refused with a sentence."""
    assert [each.key for each in (await table.ask(text)).texts] == [said]
    assert (await table.ask(JoinDuel("?"))).texts == (Text("duel.unknown"),)


async def test_easy_without_guessing(table: Table) -> None:
    """Where the first cell solves some boards without guessing, a duel is on one of the others."""
    for number in range(20):
        assert isinstance((await ask(table, f"p{number}", "/duel 4 4 2 noguess")).link, JoinDuel)


async def test_two_join_at_once(table: Table) -> None:
    """If two players accept in the same moment, one gets the seat."""
    invitation = await challenge(table)
    table.chat = "test:room"
    replies = await asyncio.gather(*(table.ask(invitation, each) for each in ("bob", "cid")))
    assert sorted(reply.screen is not None for reply in replies) == [False, True]


@pytest.mark.parametrize("is_rematch", [False, True])
async def test_joined_in_two_chats_at_once(table: Table, *, is_rematch: bool) -> None:
    """Who accepts in two chats before it is known that they have joined plays in one of them."""
    if is_rematch:
        await play_out(table)
    invitation = await challenge(table, "/rematch" if is_rematch else "/duel easy")
    asked = []
    for table.chat in ("test:bob", "test:room"):
        asked.append(table.service.handle(table.request(invitation, "bob")))
    replies = await asyncio.gather(*asked)
    assert [each.texts for each in replies if each.screen is None] == [(Text("duel.yours"),)]


async def test_replayed(table: Table) -> None:
    """Effects that come twice, or late, change nothing."""
    code = await begin(table)
    await win(table, "ann")
    before = await game_of(table, "bob")
    game = (await game_of(table, "ann")).game
    assert table.store.carry
    late = DuelMoved(code, "test:ann", Standing(3, moves=1), "test:ann:1")
    last = DuelMoved(code, "test:ann", Standing.of(game), "test:ann:1")
    gone = DuelMoved("zzzzzzzzzz", "test:ann", Standing.of(game), "test:ann:1")
    seat = Duellist("test:ann", "Ann", "test:ann", 1, in_place=False)
    again = DuelJoined(code, SharedBoard.of(game), seat)
    for effect in (late, last, gone, again):
        await table.store.carry("", effect)
    assert (await game_of(table, "bob")) == before


async def test_few_reports(table: Table) -> None:
    """A flag changes nothing for the other player: unless a day begins with it, nothing is told."""
    await begin(table)
    before = await game_of(table, "bob")
    game = (await game_of(table, "ann")).game
    closed = game.opened.index(0)
    table.chat = "test:ann"
    effects: list[object] = []
    carry = table.store.carry
    assert carry

    async def note(space: str, effect: object) -> None:
        effects.append(effect)
        await carry(space, effect)

    table.store.carry = note
    await table.settled(Press(Flag(closed), 1), "ann", game=1)
    assert effects == []
    assert await game_of(table, "bob") == before


async def test_forgotten_board(table: Table) -> None:
    """A player whose chat has gone is told nothing, and the other plays on."""
    table.private = True
    await begin(table)
    table.chat = "test:bob"
    await table.ask("/delete", "bob")
    await table.settled(Delete(sure=True), "bob")
    left = {at: kept for at, kept in table.backend.documents.items() if at[0] == "chat:test:bob"}
    await win(table, "ann")
    assert verdict(await screen_of(table, "ann")) == ["⚔ Ann wins the duel."]
    now = {at: kept for at, kept in table.backend.documents.items() if at[0] == "chat:test:bob"}
    assert now == left
    assert [name for _, name in left] == ["chat"]


async def test_too_many(table: Table) -> None:
    """Whoever accepts or begins a duel in a full chat is refused, and the seat stays free."""
    invitation = await challenge(table)
    table.chat = "test:full"
    for _ in range(50):
        table.time.now += 5000
        await table.deal("5x5/3 ##M## ##### M#### ##### ####M", first=7)
    assert (await table.ask(invitation, "bob")).texts[0].key == "newgame.too_many"
    assert (await table.ask("/duel easy", "bob")).texts[0].key == "newgame.too_many"
    table.chat = "test:bob"
    assert (await table.ask(invitation, "bob")).screen


async def test_spectators(table: Table) -> None:
    """A third person is told how far both are, as often as they look, and who has won."""
    code = await begin(table)
    await win(table, "ann")
    seen = await ask(table, "cid", f"/duel {code}")
    assert [each.action for each in seen.buttons[0]] == [JoinDuel(code)]
    told = words(seen)
    assert told[0] == "This duel has both its players already."
    assert told[1].startswith("⚔ Ann 🏆")
    assert re.fullmatch(r"⚔ Bob \d+%", told[2])
    assert len(told) == 3
    await ask(table, "bob", "/giveup yes")
    again = words(await ask(table, "cid", f"/duel {code}"))
    assert again[2].startswith("⚔ Bob 💥")
    assert again[3] == "⚔ Ann wins the duel."


@pytest.mark.parametrize("percents", [(40, 40), (40, 50)])
async def test_spectators_of_a_lost_duel(percents: tuple[int, int]) -> None:
    """If nobody has solved it, whoever opened more has won; equally many is a draw."""
    duellists = tuple(
        Duellist(
            name, name.title(), "c", 1, in_place=False, standing=Standing(percent, Outcome.LOST)
        )
        for name, percent in zip(("ann", "bob"), percents, strict=True)
    )
    drawn = percents[0] == percents[1]
    expected = Text("duel.drawn") if drawn else Text("duel.winner", name="Bob")
    assert ended_texts(duellists) == (expected,)


def test_one_seat_each() -> None:
    """Who has a seat is not given the other one as well, with whichever game."""
    ann = Duellist("ann", "Ann", "c", 1, in_place=False)
    duel = Duel(SharedBoard.of(Game.new(Rules(5, 5, 4)))).seating(ann)
    assert duel.seating(replace(ann, number=2)) == duel


async def test_a_chat_that_moves(table: Table) -> None:
    """A duel follows a chat to its new id; a second board there is turned, as both are seen."""
    table.private = False
    code = await begin(table)
    await table.service.move_chat("test:ann", "test:hall")
    await win(table, "bob")
    assert status(await screen_of(table, "hall")).startswith("⚔ Bob 🏆")
    other = (await ask(table, "cid", "/duel easy")).link
    assert isinstance(other, JoinDuel)
    await table.service.move_chat("test:cid", "test:den")
    joined = await ask(table, "den", other)
    assert joined.texts[-1] == Text("duel.turned")
    assert code != other.code
