"""Cheats: ways to an unfair result, each tried on the whole app."""

from __future__ import annotations

import pytest

from bot.app.decision import Documents
from bot.app.documents.duel import Standing
from bot.app.documents.game_clock import IDLE_MS
from bot.app.documents.mode import Mode
from bot.app.documents.spaces import player_space
from bot.app.documents.state import SILENT_MS
from bot.app.documents.stats import STATS, Stats
from bot.app.documents.undecided import BOTH_REST_MS
from bot.app.errands.shared import find_shared
from bot.app.requests.access import Access
from bot.app.requests.actions import Begin, Invite, Left, Press, SetAccess, TakeOver, TurnPage
from bot.app.requests.board_actions import NextRound, ShowCard
from bot.app.requests.day import DAY_MS
from bot.app.requests.menu import Page
from bot.app.screens.controls import controls
from bot.app.screens.illustration import ResultCard
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.app.screens.tournament import standing_after
from bot.i18n import Text
from core.game import Outcome
from core.move import Flag, Open, Unflag
from tests.bot.app.conftest import Table, cells_left, drawn, first_mine, named, offered
from tests.bot.app.decisions.test_share import CORNER, code_of, shared
from tests.bot.app.duelling import (
    WEEK_MS,
    accept,
    ask,
    begin,
    begin_here,
    game_of,
    invite,
    screen_of,
)

LAYOUT = "5x5/3 ##M## ##### M#### ##### ####M"


async def test_a_forged_first_press(table: Table) -> None:
    """A first press on a board without a game opens nothing on somebody else's game."""
    table.private = False
    await table.deal(LAYOUT, first=7)
    await table.ask("/access solo")
    for command in ("/board", "/save hers"):
        await table.ask(command)
        before = await table.session()
        reply = await table.ask(Begin(5, 5, 3, 2), "bob", game=1)
        assert reply.texts == (Text("access.solo"),)
        assert await table.session() == before


async def opens(table: Table, number: int, cells: list[int], player: str) -> Reply:
    """Return the reply to ``player``, who opens ``cells`` with one message."""
    game = (await table.session(number)).game
    return await table.settled(named(game, *cells), player)


async def test_a_duel_has_no_breaks(table: Table) -> None:
    """Saving, another game and hours without a move take no time off the clock of a duel."""
    await begin(table)
    cells = cells_left((await game_of(table, "bob")).game)
    await opens(table, 1, cells[:1], "bob")
    passed = 0
    for text in ("/save later", "/newgame easy", "/board"):
        reply = await table.ask(text, "bob")
        assert text != "/save later" or reply.texts == (Text("duel.no_save"),)
        await table.wait(2 * IDLE_MS)
        passed += 2 * IDLE_MS
        await table.ask(Press(Flag(cells[-1]), 1), "bob", game=1)
        await table.ask(Press(Unflag(cells[-1]), 1), "bob", game=1)
        assert (await screen_of(table, "bob")).elapsed == passed
    for cell in cells:
        await table.ask(Press(Open(cell), 1), "bob", game=1)
    game = (await game_of(table, "bob")).game
    assert game.outcome is Outcome.WON
    assert Standing.of(game).time == passed


async def test_a_duel_in_a_group_is_not_copied(table: Table) -> None:
    """A player who waits to copy the rival's board loses: both clocks run from the start."""
    table.private = False
    invitation = await invite(table)
    cells = cells_left((await table.session()).game)
    early = await opens(table, 1, cells, "ann")
    assert early.texts == (Text("duel.early"),)
    assert cells_left((await table.session()).game) == cells
    await accept(table, invitation)
    await opens(table, 1, cells[:1], "ann")
    await table.wait(60_000)
    await opens(table, 1, cells[1:], "ann")
    await table.wait(1_000)
    last = len((await table.session()).game.opened) - 1
    await opens(table, 2, [last - cell for cell in cells], "bob")
    for number, seconds in ((1, 60), (2, 61)):
        screen = await table.screen(number)
        assert screen.elapsed // 1000 == seconds
        assert screen.verdict == (Text("duel.winner", name="Ann"),)
    await invite(table)
    await table.ask("/giveup yes", game=3)
    ended = await table.ask("/open a1", game=3)
    assert ended.texts[0].key == "refused.finished", "no rival is waited for any more"


@pytest.mark.parametrize("first", [True, False])
async def test_a_duel_between_a_group_and_a_private_chat(table: Table, *, first: bool) -> None:
    """Both clocks start together even if others can see only one of the two boards."""
    table.private, table.chat = first, "test:ann"
    invitation = await invite(table)
    before = await table.session()
    await table.wait(60_000)
    table.private, table.chat = not first, "test:bob"
    await accept(table, invitation)
    await table.wait(60_000)
    assert [(await screen_of(table, each)).elapsed for each in ("ann", "bob")] == [60_000] * 2
    # Nobody has moved, which matters to quiet hours.
    assert (await game_of(table, "ann")).clock.last == before.clock.last


async def test_a_duel_of_private_chats(table: Table) -> None:
    """If neither player can see the other's board, each clock starts with its first move."""
    await begin(table)
    await table.wait(60_000)
    assert [(await screen_of(table, each)).elapsed for each in ("ann", "bob")] == [0, 0]


@pytest.mark.parametrize("way", ["given up", "played late"])
async def test_a_duel_nobody_came_to(table: Table, way: str) -> None:
    """A duel in a group can be given up before a rival comes, and played once none can come."""
    table.private = False
    await invite(table)
    cells = cells_left((await table.session()).game)
    if way == "given up":
        await table.ask("/giveup yes")
    else:
        await table.wait(BOTH_REST_MS + 1)
        await opens(table, 1, cells, "ann")
    assert (await table.session()).game.outcome is not None


async def test_nobody_takes_a_duel_over(table: Table) -> None:
    """Nobody can take over a silent player's board until the duel is no longer kept."""
    table.private = False
    await begin_here(table)
    await table.wait(SILENT_MS + 1000)
    for player in ("bob", "cid"):
        refused = await table.ask("/giveup yes", player, game=1)
        assert refused.texts == (Text("access.solo"),)
        assert (await table.ask("/load 1", player)).texts == (Text("access.solo"),)
        assert (await table.ask(TakeOver(), player, game=1)).texts == (Text("handover.not_yet"),)
    await table.wait(WEEK_MS)
    assert (await table.ask(TakeOver(), "cid", game=1)).screen


async def test_a_duel_of_one_who_is_deleted(table: Table) -> None:
    """A deleted player has given the duel up, whatever somebody else makes of their board."""
    table.private = False
    await begin_here(table)
    await table.wait(BOTH_REST_MS + 1)
    await table.settled("/delete yes")
    before = (await table.session(2)).duel
    assert before
    assert before.standing.outcome is Outcome.GIVEN_UP
    assert (await table.ask(TakeOver(), "cid", game=1)).screen
    await opens(table, 1, cells_left((await table.session()).game), "cid")
    assert (await table.session()).game.outcome is Outcome.WON
    assert (await table.session(2)).duel == before


async def test_a_duel_of_one_who_has_left(table: Table) -> None:
    """A player who leaves has given up the duel: nobody takes it over, and the rival can win."""
    table.private = False
    await begin_here(table)
    assert (await table.ask(Left("test:ann"))).texts[0].key == "handover.duel"
    assert (await table.ask(TakeOver(), "bob", game=1)).texts == (Text("handover.nothing"),)
    await opens(table, 2, cells_left((await table.session(2)).game), "bob")
    for number in (1, 2):
        assert (await table.screen(number)).verdict == (Text("duel.winner", name="Bob"),)


async def counted(table: Table, player: str) -> Stats:
    """Return the statistics of ``player``."""
    await table.store.settled()

    def look(documents: Documents, _now: int) -> object:
        return documents.get(STATS)

    found = await table.store.view(player_space(f"test:{player}"), look)
    assert isinstance(found, Stats)
    return found


async def test_a_best_time_has_no_breaks(table: Table) -> None:
    """A win during which the clock was stopped counts as a win, but not as a best time."""
    for breaks, times in ((("/save x", "/load x"), {}), ((), {9: 1})):
        await table.deal(CORNER, first=15)
        await table.wait(9_500)
        for text in breaks:
            await table.wait(60_000)
            await table.ask(text)
        await table.ask("a1")
        tally = (await counted(table, "ann")).tally("custom", Mode.RANKED)
        assert tally.times == times
        assert (tally.best is None) == (not times)
    assert tally.wins == 2


@pytest.mark.parametrize("knows", [True, False])
async def test_a_time_to_beat(table: Table, *, knows: bool) -> None:
    """A win after hints sets no time to beat; nor does the win of one who was sent the board."""
    await table.deal(CORNER, first=15)
    await table.wait(9_500)
    if not knows:
        await table.ask("/hint all")
    await table.ask("a1")
    code = code_of(await shared(table))
    again = await table.ask(f"/play {code}", "bob")
    assert again.screen
    await opens(table, 2, cells_left((await table.session(2)).game), "bob")
    await shared(table, "bob")
    board = await find_shared(table.store, code)
    assert board
    assert board.won_in == (9_500 if knows else None)


async def test_the_solver_sets_no_time(table: Table) -> None:
    """A board that only the solver has played is shared without a time to beat."""
    await table.ask("/newgame 5 5 3")
    while (await table.session()).game.outcome is None:
        await table.ask("/solve step")
    assert (await table.session()).game.outcome is Outcome.WON
    board = await find_shared(table.store, code_of(await shared(table)))
    assert board
    assert board.won_in is None


async def test_given_up_by_another(table: Table) -> None:
    """A game that somebody else gives up counts as played together, not as one's own loss."""
    table.private = False
    for player, mode in (("bob", Mode.TOGETHER), ("ann", Mode.RANKED)):
        await table.deal(LAYOUT, first=7)
        await table.ask("/giveup yes", player)
        tallies = (await counted(table, "ann")).tallies
        assert [each for level in tallies.values() for each in level][-1:] == [mode]


async def test_another_game_beside_it(table: Table) -> None:
    """Starting a game stops the clock of another game only for the one who plays that alone."""
    table.private = False
    for player, stops in (("bob", False), ("ann", True)):
        await table.deal(LAYOUT, first=7)
        number = (await table.shown("/board")).number
        await table.wait(5_000)
        await table.ask("/newgame easy", player)
        assert (await table.session(number)).clock.stopped is stops


@pytest.mark.parametrize("minutes", [14, 15])
async def test_a_board_of_yesterday(table: Table, minutes: int) -> None:
    """A day's board is shown once tries at it no longer count; those still playing are told so."""
    is_over = minutes == 15
    for player in ("ann", "bob"):
        table.chat = f"test:{player}"
        await table.ask("/daily easy", player)
    await table.ask("/giveup yes", "bob")
    await table.wait(DAY_MS + minutes * 60_000 - table.time.now)
    said = [(await table.ask(each, "bob", game=1)).texts[0].key for each in ("/code", "/card")]
    assert (said == ["code.daily", "card.today"]) is not is_over
    assert ((await table.ask("/evf", "bob", game=1)).file is not None) is is_over
    page = await table.ask("/review", "bob", game=1)
    assert (ShowCard() in offered(page)) is is_over
    table.chat = "test:ann"
    flag = f"!{first_mine((await table.session()).game)}"
    assert (Text("daily.late") in (await table.ask(flag)).texts) is is_over
    await table.wait(30_000)
    won = await opens(table, 1, cells_left((await table.session()).game), "ann")
    assert Text("daily.late") not in won.texts
    mode = Mode.CASUAL if is_over else Mode.DAILY
    assert (await counted(table, "ann")).tally("easy", mode).wins == 1
    *_, best, _ways = (await table.ask("/daily")).texts
    assert best == Text("daily.next") if is_over else best.key == "daily.streak"


async def test_a_duel_is_played_without_a_net(table: Table) -> None:
    """In a duel no certain mine is warned of, neither in a group nor for one who chose it."""
    await begin(table)
    await ask(table, "bob", "/settings confirm on")
    for player, private in (("ann", False), ("bob", True)):
        table.chat, table.private = f"test:{player}", private
        game = (await table.session()).game
        advice = await table.advisor.advise(game.board)
        certain = [c for c in game.board.closed() if advice.analysis.probabilities[c] == 1]
        await opens(table, 1, certain[:1], player)
        assert certain
        assert (await table.session()).game.outcome is Outcome.LOST


async def test_no_figures_of_an_undecided_layout(table: Table) -> None:
    """The first to finish sees no figures of the layout until the rival is done as well."""
    await begin(table)
    for player, is_told in (("ann", False), ("bob", True)):
        ended = await ask(table, player, "/giveup yes")
        assert any(each.key.startswith("ending.figures") for each in ended.texts) is is_told
        card = drawn(await ask(table, player, "/card"), ResultCard)
        assert (len(card.figures) > 1) is is_told


async def test_the_leader_ends_no_round(table: Table) -> None:
    """A player who leads or is level cannot end a round that others play; one behind can."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await table.ask("a1", "bob")
    cells = cells_left((await table.session()).game)
    await opens(table, 1, cells[:1], "ann")
    refused = Text("tournament.leader")
    played = await table.session()
    assert played.tournament
    ranked = standing_after(played, played.tournament).before
    assert [each.points for each in ranked] == [1, 1]
    for player in ("ann", "bob"):
        assert (await table.ask("/giveup yes", player)).texts == (refused,)
    await opens(table, 1, cells_left(played.game)[:1], "bob")
    assert (await table.ask("/giveup yes", "bob")).texts == (refused,)
    assert (await table.ask("/giveup yes", "ann")).screen
    over = await table.ask("/giveup yes", "bob")
    assert over.texts[0].key == "refused.finished_round", "nobody is behind any more"
    await table.ask(NextRound(), game=1)
    assert (await table.ask("/giveup yes", "bob")).texts == (refused,)
    await table.wait(SILENT_MS + 1000)
    assert (await table.ask("/giveup yes", "bob")).screen


def offers_access(screen: Screen | None) -> bool:
    """Tell whether a control of a group's board is about who may play."""
    assert screen
    buttons = [each.action for row in controls(screen, private=False) for each in row]
    return TurnPage(Page.ACCESS) in buttons


async def test_who_plays_a_duel(table: Table) -> None:
    """Nobody can let somebody else play on their board of a duel."""
    table.private = False
    await table.ask("/newgame easy")
    assert offers_access((await table.ask(TurnPage(Page.MENU), game=1)).screen)
    await invite(table)
    for asked in (SetAccess(Access.OPEN), Invite("test:cid", "Cid")):
        refused = await table.ask(asked, game=2)
        assert (refused.texts, refused.private) == ((Text("duel.alone"),), True)
    assert not (await table.session(2)).may_play("test:cid")
    assert not offers_access((await table.ask(TurnPage(Page.MENU), game=2)).screen)


async def test_who_plays_a_tournament(table: Table) -> None:
    """Nobody can keep a round to themselves, not even by the group's setting."""
    table.private = False
    await table.ask("/settings players solo")
    await table.ask("/tournament 2 9 9 10")
    for asked in (SetAccess(Access.SOLO), Invite("test:cid", "Cid")):
        refused = await table.ask(asked, game=1)
        assert (refused.texts, refused.private) == ((Text("tournament.everybody"),), True)
    assert (await table.session()).may_play("test:bob")
    assert not offers_access((await table.ask(TurnPage(Page.MENU), game=1)).screen)
