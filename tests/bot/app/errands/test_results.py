"""Results: a finished game counts once for each player who opened cells, in its mode."""

from __future__ import annotations

import asyncio

import pytest

from bot.app.documents.effects import Redraw
from bot.app.documents.forgotten import FORGOTTEN
from bot.app.documents.mode import Mode
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import STATS, Guesses, Stats, Tally, Worth
from bot.app.errands import finder, results
from bot.app.requests.actions import Delete
from tests.bot.app.conftest import Table
from tests.outbox import outbox
from tests.patience import PATIENCE_S

WON, LOST = "c2", "c1"
LAYOUT = "2x3/1 ##M ###"


async def stats(table: Table, player: str = "ann") -> Stats:
    """Return the statistics of ``player`` once all results are in."""
    await table.store.settled()
    found = await table.store.view(player_space(f"test:{player}"), lambda docs, _: docs.get(STATS))
    return found if isinstance(found, Stats) else Stats()


async def test_ranked_games(table: Table) -> None:
    """Wins and losses count, and make streaks."""
    for move in (WON, WON, LOST, WON):
        await table.deal(LAYOUT)
        await table.say(move)
    tally = (await stats(table)).tally("custom", Mode.RANKED)
    assert (tally.games, tally.wins, tally.streak, tally.best_streak) == (4, 3, 1, 2)


async def test_guesses_are_counted_with_their_chances(table: Table) -> None:
    """Opens that were not certain count as guesses with their chances."""
    await table.deal("2x2/1 #M ##")  # a1 shows 1: three closed cells, one mine
    await table.say("b2")
    await table.say("a2")
    tally = (await stats(table)).tally("custom", Mode.RANKED)
    assert (tally.guesses.made, tally.guesses.survived) == (2, 2)
    assert abs(tally.guesses.expected - (2 / 3 + 1 / 2)) < 1e-9


async def test_what_is_no_guess(table: Table) -> None:
    """Neither a certain open nor one that was certain to hit a mine counts as a guess."""
    await table.deal("2x6/2 ###M## ###M##")  # with a1 open all is known
    await table.say("e1")
    await table.say("d1")
    tally = (await stats(table)).tally("custom", Mode.RANKED)
    assert (tally.games, tally.worth.games, tally.guesses) == (1, 1, Guesses())


async def test_drifting_games(table: Table) -> None:
    """A game whose mines have moved counts, but cannot be looked back on."""
    await table.ask("/newgame easy drifting")
    for text in ("d4", "/giveup"):
        await table.ask(text)
    tally = (await stats(table)).tally("easy", Mode.CASUAL)
    assert (tally.games, tally.worth, tally.guesses) == (1, Worth(), Guesses())


@pytest.mark.parametrize("texts", [("/scan a2", "b2", "a2"), ("b2", "/scan a2", "a2")])
async def test_scanned_games(table: Table, texts: tuple[str, ...]) -> None:
    """What the scanner showed is not known to a review, so guesses and luck do not count.

    Nor do guesses before it: guesses a game are those of games that are reviewed from end to end.
    """
    await table.deal("2x2/1 #M ##", undo=True)
    for text in ("b2", "a2"):
        await table.ask(text)
    await table.deal("2x2/1 #M ##")
    for text in texts:
        await table.ask(text)
    tally = (await stats(table)).tally("custom", Mode.CASUAL)
    assert (tally.wins, tally.worth.games, tally.guesses.made) == (2, 1, 2)
    assert "2 guesses a game" in " ".join(await table.say("/stats custom"))


async def test_guesses_of_each(table: Table) -> None:
    """In a game of two each has their own guesses; those taken back do not count."""
    await table.deal("2x2/1 #M ##", undo=True)
    for text, player in (("b2", "bob"), ("/undo", "ann"), ("b2", "bob"), ("a2", "ann")):
        await table.ask(text, player)
    for player in ("ann", "bob"):
        assert (await stats(table, player)).tally("custom", Mode.CASUAL).guesses.made == 1


async def test_times_and_clicks(table: Table) -> None:
    """A ranked win counts with its time and its clicks."""
    await table.deal(LAYOUT)
    await table.wait(5_000)
    await table.say(WON)
    tally = (await stats(table)).tally("custom", Mode.RANKED)
    assert (tally.best, tally.won_time, tally.won_bbbv, tally.won_clicks) == (5_000, 5_000, 2, 2)


async def test_undone_after_a_deletion(table: Table) -> None:
    """An undo takes nothing off after a deletion, unless it was counted since."""
    await table.deal(LAYOUT, undo=True)
    await table.say(LOST)
    await table.store.settled()
    table.chat = "test:other"
    await table.ask("/delete yes")
    table.chat = "test:room"
    for text, games in (("/undo", 0), (LOST, 1), ("/undo", 0)):
        await table.wait(1_000)
        await table.say(text)
        assert (await stats(table)).tally("custom", Mode.CASUAL).games == games


async def test_chord_is_as_safe_as_all_its_cells_together(table: Table) -> None:
    """A chord on an unproved flag is a guess that the flag is right."""
    await table.deal("2x2/1 #M ##")
    await table.say("!b1 @a1")
    tally = (await stats(table)).tally("custom", Mode.RANKED)
    assert (tally.games, tally.wins, tally.guesses.made) == (1, 1, 1)
    assert abs(tally.guesses.expected - 1 / 3) < 1e-9


async def test_hints_make_a_game_assisted(table: Table) -> None:
    """A game with hints counts apart, with the number of positions asked about."""
    await table.deal(LAYOUT)
    for _ in range(3):
        await table.say("/hint")
    await table.say(WON)
    counted = await stats(table)
    assert counted.tally("custom", Mode.RANKED).games == 0
    assert counted.tally("custom", Mode.ASSISTED).hints == 1


async def test_casual_games_count_apart(table: Table) -> None:
    """Casual games have no streak or time; an undone end is taken off."""
    await table.deal(LAYOUT, undo=True)
    await table.say(LOST)
    assert (await stats(table)).tally("custom", Mode.CASUAL).games == 1
    await table.say("/undo")
    assert (await stats(table)).tally("custom", Mode.CASUAL).games == 0
    await table.say(WON)
    tally = (await stats(table)).tally("custom", Mode.CASUAL)
    assert (tally.games, tally.wins, tally.best, tally.streak) == (1, 1, None, 0)


async def test_lives_are_casual(table: Table) -> None:
    """A game with several lives counts as casual."""
    await table.deal(LAYOUT, lives=2)
    await table.say(WON)
    assert (await stats(table)).tally("custom", Mode.CASUAL).wins == 1


async def test_shared_games_count_for_all_who_opened(table: Table) -> None:
    """A game of two counts apart for both who opened; a player who only flagged has no result."""
    await table.deal("2x3/1 ##M ###")
    await table.ask("!c2", "zoe")
    await table.ask("?c2", "bob")
    await table.ask("c2", "bob")
    assert (await stats(table)).tally("custom", Mode.TOGETHER).wins == 1
    assert (await stats(table, "bob")).tally("custom", Mode.TOGETHER).wins == 1
    assert (await stats(table, "zoe")).tallies == {}


async def test_a_chord_opens_too(table: Table) -> None:
    """A game counts for who has opened cells by a chord only."""
    await table.deal("2x2/1 #M ##")
    await table.ask("!b1")
    await table.ask("@a1", "bob")
    assert (await stats(table)).tally("custom", Mode.TOGETHER).wins == 1
    assert (await stats(table, "bob")).tally("custom", Mode.TOGETHER).wins == 1


async def test_repeated_effects_count_once(table: Table) -> None:
    """A result that is carried out again, after a worker died, changes nothing."""
    carry, effects = table.store.carry, []
    assert carry

    async def twice(space: str, effect: object) -> None:
        effects.append(effect)
        await carry(space, effect)
        await carry(space, effect)

    table.store.carry = twice
    await table.deal(LAYOUT)
    await table.say(WON)
    assert (await stats(table)).tally("custom", Mode.RANKED).games == 1
    assert len(effects) == 1


async def test_an_end_for_good(table: Table) -> None:
    """Of an end that nobody can undo nothing is kept to take it back."""
    for move, undo in ((LOST, False), (WON, True)):
        await table.deal(LAYOUT, undo=undo)
        await table.say(move)
        assert (await stats(table)).undoable == ()


async def test_giving_up_is_a_loss(table: Table) -> None:
    """A game given up counts as lost and ends the streak."""
    await table.deal(LAYOUT)
    await table.say(WON)
    await table.deal(LAYOUT)
    await table.say("/giveup")
    tally = (await stats(table)).tally("custom", Mode.RANKED)
    assert (tally.games, tally.wins, tally.streak) == (2, 1, 0)


async def test_stats_are_told(table: Table) -> None:
    """The statistics have a game right after its end."""
    await table.deal(LAYOUT)
    await table.say(WON)
    assert (await table.say("/stats"))[1].startswith(
        "custom: 1 game, 1 win: 100%, likely 21% to 100%"
    )


async def test_unknown_effects_are_left(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """An effect of an unknown kind is not carried out, and stays for a worker who knows it."""
    assert table.store.carry
    with pytest.raises(TypeError, match="unknown effect"):
        await table.store.carry("chat:test:room", "something else")
    assert not caplog.records


async def test_games_too_large_to_look_back_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game too large to be reviewed in time counts without its guesses."""
    monkeypatch.setattr(results, "_PATIENCE_S", 0.0)
    await table.deal("2x2/1 #M ##")
    await table.say("b2")
    await table.say("a2")
    tally = (await stats(table)).tally("custom", Mode.RANKED)
    assert (tally.games, tally.guesses.made) == (1, 0)
    assert await outbox(table.backend) == []


async def test_what_was_counted_is_taken_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An end counted without review is taken back so, even if it is reviewed by then."""
    for patience, late in ((0.0, 10.0), (10.0, 0.0)):
        monkeypatch.setattr(results, "_PATIENCE_S", patience)
        await table.deal("2x2/1 #M ##", undo=True)
        await table.say("a2 b1")
        assert (await stats(table)).tally("custom", Mode.CASUAL).games == 1
        monkeypatch.setattr(results, "_PATIENCE_S", late)
        await table.say("/undo")
        assert (await stats(table)).tally("custom", Mode.CASUAL) == Tally()
    assert (await stats(table)).undoable == ()


async def test_deleted_players_have_no_statistics(table: Table) -> None:
    """A deleted player's seat counts for nobody; the game still counts as shared."""
    table.private = False
    await table.deal("2x3/1 ##M ###")
    await table.ask(Delete(sure=True))
    await table.ask(WON, "bob")
    assert (await stats(table, "bob")).tally("custom", Mode.TOGETHER).wins == 1
    assert {space for space, _ in table.backend.documents if space != "player:test:ann"} == {
        "chat:test:room",
        "player:test:bob",
    }
    kept = [name for space, name in table.backend.documents if space == "player:test:ann"]
    assert kept == [FORGOTTEN], "that something was deleted, for two days"


async def test_slow_results_do_not_hold_up_the_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Statistics are told without a slow result, as is said to its player, and with it then."""
    may_count = asyncio.Event()
    carry = table.store.carry
    assert carry

    async def slow(space: str, effect: object) -> None:
        await may_count.wait()
        await carry(space, effect)

    table.store.carry = slow
    monkeypatch.setattr(finder, "_SETTLE_S", 0.01)
    await table.deal(LAYOUT)
    await table.say(WON)
    said = await table.say("/stats")
    assert said[0].startswith("There are no games in your statistics yet")
    assert said[1:] == [
        "A game that has just ended is still being counted. Look again in a moment."
    ]
    assert len(await table.say("/stats", "bob")) == 1, "nothing of theirs is missing"
    may_count.set()
    assert (await stats(table)).tally("custom", Mode.RANKED).games == 1
    assert (await table.say("/stats"))[-1] != said[-1]


async def test_boards_do_not_hold_up_the_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Statistics are told at once even if a platform takes no boards."""
    carry = table.store.carry
    assert carry
    redrawn = asyncio.Event()

    async def shut_out(space: str, effect: object) -> None:
        if not isinstance(effect, Redraw):
            await carry(space, effect)
            return
        redrawn.set()
        await asyncio.Event().wait()

    table.store.carry, table.in_place = shut_out, True
    monkeypatch.setattr(finder, "_SETTLE_S", None)
    await table.deal(LAYOUT)
    await table.say(WON)
    await asyncio.wait_for(redrawn.wait(), PATIENCE_S)
    told = await asyncio.wait_for(table.say("/stats"), PATIENCE_S)
    assert not told[0].startswith("There are no games in your statistics yet")
