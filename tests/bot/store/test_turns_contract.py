"""The contract of a keeper of turns, in memory and on a real server, at times set by tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.app.turns import Budget, Rate, Return, Ticket, TurnKeeper
from bot.store.embedded import EmbeddedServer
from bot.store.turns_memory import MemoryTurns
from bot.store.turns_micros import micros
from tests.bot.store.turn_keepers import BUDGET, Keepers, ManualClock, ticket


@pytest.fixture(params=["memory", "redis"])
async def keepers(request: pytest.FixtureRequest, server: EmbeddedServer) -> AsyncIterator[Keepers]:
    """Return a maker of keepers of each kind, with state of the test's own."""
    made = Keepers(request.param, server)
    yield made
    await made.client.aclose()


async def test_one_holder_at_a_time(keepers: Keepers) -> None:
    """A turn that is taken is free for nobody else until it is given back."""
    one, two = keepers.make(), keepers.make()
    mine, other = ticket(), ticket()
    assert await one.ask(mine, 0) == 0
    assert await two.ask(other, 0) == 0.05
    await one.give_back(mine, Return())
    assert await two.ask(other, 0.05) == 0


async def test_asking_again_does_no_harm(keepers: Keepers) -> None:
    """A holder who asks for its turn again still has it, and is charged once."""
    keeper, mine, other = keepers.make(), ticket(), ticket()
    assert [await keeper.ask(mine, 0) for _ in range(3)] == [0, 0, 0]
    await keeper.give_back(mine, Return())
    assert await keeper.ask(other, 0) == 0


async def test_the_rate_of_a_chat(keepers: Keepers) -> None:
    """A burst goes out at once, then one each interval; other chats have their own rate."""
    keeper = keepers.make()
    for _ in range(2):
        await keeper.ask(sent := ticket(), 0)
        await keeper.give_back(sent, Return())
    third = ticket()
    assert await keeper.ask(third, 0) == 1
    assert await keeper.ask(ticket("elsewhere"), 0) == 0
    keepers.clock.move(0.999_999)
    assert await keeper.ask(third, 0.999_999) == 0.000_001
    keepers.clock.move(0.000_001)
    assert await keeper.ask(third, 1) == 0


async def test_the_overall_rate(keepers: Keepers) -> None:
    """Beyond the overall burst turns wait in line, each one interval after the other."""
    keeper, tickets = keepers.make(), [ticket(str(n)) for n in range(6)]
    waits = [await keeper.ask(each, 0) for each in tickets]
    assert waits == [0, 0, 0, 0.1, 0.2, 0.3]
    keepers.clock.move(0.2)
    assert [await keeper.ask(each, 0.2) for each in tickets[3:]] == [0, 0, 0.1]


async def test_behind_a_place_in_the_line(keepers: Keepers) -> None:
    """A chat's next turn cannot come before a turn of that chat waiting in the overall line."""
    keeper, slow = keepers.make(), Budget("test", Rate(1.0, burst=5), Rate(30.0, burst=1))
    assert await keeper.ask(ticket("elsewhere", slow), 0) == 0
    assert await keeper.ask(ticket(budget=slow), 0) == 30
    assert await keeper.ask(ticket(budget=slow), 0) == 30


async def test_platforms_have_budgets_of_their_own(keepers: Keepers) -> None:
    """Sends on one platform do not count on another, even for chats of the same name."""
    keeper, elsewhere = keepers.make(), replace(BUDGET, platform="elsewhere")
    for chat in "abc":
        await keeper.ask(ticket(chat), 0)
    assert await keeper.ask(ticket("a", elsewhere), 0) == 0


async def test_who_waits_longest_goes_first(keepers: Keepers) -> None:
    """A worker that asks for turn after turn does not keep the others from theirs."""
    one, two = keepers.make(), keepers.make()
    await one.ask(mine := ticket(), 0)
    patient, newcomer = ticket(), ticket()
    assert await one.ask(newcomer, 0) == 0.05
    assert await two.ask(patient, 0.05) == 0.05
    await one.give_back(mine, Return())
    assert await one.ask(newcomer, 0.02) == 0.05
    assert await two.ask(patient, 0.1) == 0


async def test_who_waits_while_the_longest_waiting_sends(keepers: Keepers) -> None:
    """While the longest waiting sends, the next longest is noted, before any newcomer."""
    one, two = keepers.make(), keepers.make()
    longest, later, newcomer = ticket(), ticket(), ticket()
    await one.ask(mine := ticket(), 0)
    assert await one.ask(longest, 7) == 0.05
    await one.give_back(mine, Return(unused=True))
    assert await one.ask(longest, 7) == 0
    assert await two.ask(later, 3) == 0.05
    await one.give_back(longest, Return())
    assert await one.ask(newcomer, 0) == 0.05
    assert await two.ask(later, 3) == 0


async def test_who_does_not_come_is_passed_over(keepers: Keepers) -> None:
    """A worker that was next but died or went away holds nobody up."""
    keeper = keepers.make()
    for leaves, wait in ((False, 0.05), (True, 0)):
        keepers.clock.move(100)
        await keeper.ask(mine := ticket(), 0)
        await keeper.ask(gone := ticket(), 7)
        await keeper.give_back(mine, Return())
        if leaves:
            await keeper.give_back(gone, Return(unused=True))
        keepers.clock.move(0.05)
        heir = ticket()
        assert await keeper.ask(heir, 0) == wait
        keepers.clock.move(wait)
        assert await keeper.ask(heir, wait) == 0
        await keeper.give_back(heir, Return())


async def test_a_lease_ends(keepers: Keepers) -> None:
    """The turn of a worker that died is free after its lease, and not before."""
    keeper = keepers.make()
    await keeper.ask(ticket(), 0)
    other = ticket()
    keepers.clock.move(9.96)
    assert await keeper.ask(other, 9.96) == 0.04
    keepers.clock.move(0.04)
    assert await keeper.ask(other, 10) == 0


async def test_who_was_to_go_next_is_waited_for_so_long(keepers: Keepers) -> None:
    """Others wait for the one that is next until it is passed over, and no longer."""
    keeper = keepers.make()
    await keeper.ask(mine := ticket(), 0)
    await keeper.ask(ticket(), 7)
    await keeper.give_back(mine, Return(unused=True))
    keepers.clock.move(0.09)
    heir = ticket()
    assert await keeper.ask(heir, 0) == 0.01
    keepers.clock.move(0.01)
    assert await keeper.ask(heir, 0.01) == 0


async def test_a_worker_that_died_keeps_no_chat_for_long(keepers: Keepers) -> None:
    """A dead worker's turn is free within seconds, so a player soon sees the board."""
    keeper, budget = keepers.make(), Budget("test", Rate(1.0, burst=3), Rate(0.1, burst=3))
    await keeper.ask(Ticket("chat", budget, "died"), 0)
    keepers.clock.move(6)
    assert await keeper.ask(Ticket("chat", budget, "heir"), 6) == 0


async def _come_late(keepers: Keepers, keeper: TurnKeeper, late: Ticket) -> None:
    """Have ``late`` come at 5 s for a turn that was due after 0.1 s."""
    for chat in "abc":
        await keeper.ask(ticket(chat), 0)
    assert await keeper.ask(late, 0) == 0.1
    keepers.clock.move(5)
    assert await keeper.ask(late, 5) == 0


async def test_a_lease_of_a_turn_that_was_waited_for(keepers: Keepers) -> None:
    """After a wait in line a lease begins when its ticket comes, not when it was due."""
    keeper, late, other = keepers.make(), ticket(), ticket()
    await _come_late(keepers, keeper, late)
    keepers.clock.move(9.96)
    assert await keeper.ask(other, 0) == 0.04


async def test_a_turn_that_came_late(keepers: Keepers) -> None:
    """A late turn counts from when its ticket came, so it leaves no room for an extra burst."""
    keeper, late, second = keepers.make(), ticket(), ticket()
    await _come_late(keepers, keeper, late)
    await keeper.give_back(late, Return())
    assert await keeper.ask(second, 0) == 0
    await keeper.give_back(second, Return())
    assert await keeper.ask(ticket(), 0) == 1


async def test_a_lease_is_renewed(keepers: Keepers) -> None:
    """A renewal extends a lease, even while all are to be silent, and costs no send."""
    keeper = keepers.make()
    await keeper.ask(mine := ticket(), 0)
    await keeper.give_back(ticket("elsewhere"), Return(postpone_all=20))
    other = ticket()
    for _ in range(3):
        keepers.clock.move(9)
        assert await keeper.renew(mine)
        assert await keeper.ask(other, 9) > 0
    await keeper.give_back(mine, Return())
    assert await keeper.ask(other, 27) == 0
    keepers.clock.move(0.5)
    assert await keeper.ask(ticket("third"), 0) == 0


async def test_a_lease_renewed_late(keepers: Keepers) -> None:
    """A lease that has ended can be renewed unless another has taken the turn."""
    keeper = keepers.make()
    await keeper.ask(late := ticket(), 0)
    keepers.clock.move(11)
    await keeper.renew(late)
    other = ticket()
    assert await keeper.ask(other, 0) == 0.05
    keepers.clock.move(11)
    assert await keeper.ask(other, 11) == 0
    assert not await keeper.renew(late)
    await keeper.give_back(other, Return())
    assert not await keeper.renew(late)
    assert await keeper.ask(ticket(), 0) == 0.05


async def test_what_was_shown_last(keepers: Keepers) -> None:
    """A ticket can ask which game its chat showed last, and when its own turn was granted."""
    keeper, mine, other = keepers.make(), ticket(), ticket()
    await keeper.ask(mine, 0)
    keepers.clock.move(2)
    assert await keeper.last_shown(other) is None
    await keeper.ask(other, 2)
    await keeper.give_back(mine, Return(shown=7))
    assert await keeper.ask(other, 2) == 0
    keepers.clock.move(0.5)
    assert await keeper.last_shown(other) == (7, 2.5)
    assert await keeper.last_shown(ticket()) == (7, 2.5)
    assert await keeper.last_shown(ticket("elsewhere")) is None


async def test_what_was_shown_without_a_turn(keepers: Keepers) -> None:
    """A board shown by a worker that had lost its turn is not noted as shown last."""
    keeper, late, other = keepers.make(), ticket(), ticket()
    await keeper.ask(late, 0)
    keepers.clock.move(11)
    await keeper.ask(other, 0)
    await keeper.give_back(late, Return(shown=7))
    await keeper.give_back(other, Return())
    await keeper.renew(late)
    await keeper.give_back(late, Return(shown=7))
    assert await keeper.last_shown(ticket()) is None


async def test_a_turn_given_back_late(keepers: Keepers) -> None:
    """Giving a turn back after another has taken it neither ends that turn nor refunds any."""
    keeper = keepers.make()
    await keeper.ask(late := ticket(), 0)
    keepers.clock.move(10)
    await keeper.ask(ticket(), 0)
    await keeper.give_back(late, Return(unused=True))
    assert await keeper.ask(ticket(), 0) == 0.05
    assert await keeper.ask(late, 10) == 0.05


async def test_a_postponed_chat(keepers: Keepers) -> None:
    """A postponed chat waits on every worker, without a burst afterwards; others go on."""
    one, two = keepers.make(), keepers.make()
    await one.ask(refused := ticket(), 0)
    await one.give_back(refused, Return(postpone=245))
    again = ticket()
    assert await two.ask(again, 0) == 245
    assert await two.ask(ticket("elsewhere"), 0) == 0
    keepers.clock.move(245)
    assert await two.ask(again, 245) == 0
    await two.give_back(again, Return())
    assert await one.ask(ticket(), 0) == 1


async def test_a_late_postponement_counts(keepers: Keepers) -> None:
    """A postponement that is told after the lease still holds, also for tickets in line."""
    keeper = keepers.make()
    await keeper.ask(late := ticket(), 0)
    keepers.clock.move(10)
    for chat in "abc":
        await keeper.ask(ticket(chat), 0)
    waiting = ticket()
    assert await keeper.ask(waiting, 0) == 0.1
    await keeper.give_back(late, Return(postpone=5))
    keepers.clock.move(0.1)
    assert await keeper.ask(waiting, 0.1) == 4.9
    keepers.clock.move(4.9)
    assert await keeper.ask(waiting, 5) == 0


async def test_all_are_postponed(keepers: Keepers) -> None:
    """If the platform wants silence, tickets in line wait too, and then come one by one."""
    keeper, tickets = keepers.make(), [ticket(str(n)) for n in range(5)]
    assert [await keeper.ask(each, 0) for each in tickets] == [0, 0, 0, 0.1, 0.2]
    await keeper.give_back(tickets[0], Return(postpone_all=30))
    new = ticket()
    assert await keeper.ask(new, 0) == 30
    keepers.clock.move(0.2)
    assert [await keeper.ask(each, 0.2) for each in tickets[3:]] == [29.9, 30]
    keepers.clock.move(29.8)
    assert await keeper.ask(new, 30) == 0
    keepers.clock.move(0.2)
    assert [await keeper.ask(each, 30) for each in tickets[3:]] == [0, 0]


async def test_a_shorter_silence_after_a_longer_one(keepers: Keepers) -> None:
    """Of two silences the longer one holds, for tickets in line too."""
    keeper, tickets = keepers.make(), [ticket(str(n)) for n in range(4)]
    assert [await keeper.ask(each, 0) for each in tickets] == [0, 0, 0, 0.1]
    await keeper.give_back(tickets[0], Return(postpone_all=30))
    await keeper.give_back(tickets[1], Return(postpone_all=1))
    keepers.clock.move(2)
    assert await keeper.ask(tickets[3], 2) == 28


async def test_an_unused_turn_costs_nothing(keepers: Keepers) -> None:
    """Turns given back unused are not charged."""
    keeper = keepers.make()
    for _ in range(20):
        mine = ticket()
        assert await keeper.ask(mine, 0) == 0
        await keeper.give_back(mine, Return(unused=True))


async def test_an_unused_turn_given_back_late(keepers: Keepers) -> None:
    """A turn given back after its lease counts as used, even if unused and at a slow rate."""
    keeper, slow = keepers.make(), replace(BUDGET, chat=Rate(20, 1))
    await keeper.ask(late := ticket(budget=slow), 0)
    keepers.clock.move(10)
    await keeper.give_back(late, Return(unused=True))
    assert await keeper.ask(ticket(budget=slow), 0) == 10


async def test_an_unused_turn_before_others(keepers: Keepers) -> None:
    """The overall budget is not refunded once others have sent, as too many could follow."""
    keeper = keepers.make()
    await keeper.ask(mine := ticket(), 0)
    keepers.clock.move(0.09)
    await keeper.ask(ticket("a"), 0)
    await keeper.give_back(mine, Return(unused=True))
    assert [await keeper.ask(ticket(chat), 0) for chat in "bc"] == [0, 0.01]
    assert await keeper.ask(ticket(), 0) == 0.11


async def test_chats_with_nothing_to_remember_are_forgotten() -> None:
    """Memory holds only chats with something to remember, now or a short time ago."""
    clock = ManualClock()
    keeper, quick = MemoryTurns(clock), replace(BUDGET, overall=Rate(0.000_001, 1000))
    for number in range(10_000):
        mine = ticket(str(number), quick)
        assert await keeper.ask(mine, 0) == 0
        await keeper.give_back(mine, Return())
        clock.move(0.01)
    assert len(keeper._chats) <= 1000


async def test_chats_with_something_to_remember_are_kept() -> None:
    """Memory forgets no chat with a turn taken, a rate, a silence or a next in line."""
    clock = ManualClock()
    keeper, quick = MemoryTurns(clock), replace(BUDGET, overall=Rate(0.000_001, 3000))
    await keeper.ask(ticket("held", quick), 0)
    clock.move(5)
    await keeper.give_back(ticket("silent", quick), Return(postpone=100))
    for _ in range(2):
        await keeper.ask(sent := ticket("paced", quick), 0)
        await keeper.give_back(sent, Return())
    await keeper.ask(mine := ticket("claimed", quick), 0)
    await keeper.ask(ticket("claimed", quick), 7)
    await keeper.give_back(mine, Return(unused=True))
    for number in range(2000):
        await keeper.ask(passing := ticket(str(number), quick), 0)
        await keeper.give_back(passing, Return(unused=True))
    assert len(keeper._chats) <= 1004
    chats = ("held", "silent", "paced", "claimed")
    waits = [await keeper.ask(ticket(chat, quick), 0) for chat in chats]
    assert waits == [0.05, 100, 1, 0.05]


async def test_memory_has_a_clock() -> None:
    """Without a clock given, real time passes between turns."""
    keeper, slow = MemoryTurns(), replace(BUDGET, chat=Rate(1000, 1))
    await keeper.ask(mine := ticket(budget=slow), 0)
    await keeper.give_back(mine, Return())
    assert 900 < await keeper.ask(ticket(budget=slow), 0) <= 1000


def test_rates() -> None:
    """A rate of at most n in a time includes its burst; one without room for it is refused."""
    assert Rate.at_most(20, 60, burst=5) == Rate(4, 5)
    for burst in (0, 20):
        with pytest.raises(ValueError, match="burst"):
            Rate.at_most(20, 60, burst)


def test_times_are_rounded_up() -> None:
    """Thirds of a second are rounded up, so that a second never has four sends of three."""
    assert (micros(1 / 3), micros(2 / 3)) == (333_334, 666_667)
