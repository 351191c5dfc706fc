"""What holds whatever couriers do: budgets, one sender at a time, silence, no idle waiting."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.turns import Budget, Rate, Return
from bot.delivery import Turns
from bot.store.turns_memory import MemoryTurns
from tests.bot.delivery.workers import VirtualTime, die, finish

S = 1_000_000
LEASE = 3.0
POLL = 0.05
RATES = st.builds(Rate, st.sampled_from([0.05, 0.3, 1.0]), st.integers(1, 4))
BUDGETS = st.builds(Budget, st.just("test"), RATES, RATES, st.just(LEASE))
TIMES = st.sampled_from([0.0, 0.0, 0.1, 0.5, 1.0, 2.0, 4.0])
SHORT = st.sampled_from([0.0, 0.0, 0.0, 0.1, 0.5, 2.0])


@dataclass(frozen=True)
class Plan:
    """What a courier is going to do."""

    worker: int
    chat: str
    begins: float
    lasts: float
    """It may be more than the lease."""
    ends: Return | None
    """None: it dies with the turn, and its worker, which is its own."""
    patience: float | None = None
    """It goes away when it has waited that long."""


@dataclass
class Sent:
    """What a courier did, in us."""

    plan: Plan
    asked: int
    at: int
    ended: int = 0

    @property
    def free(self) -> int:
        """When the chat was free again."""
        return self.ended if self.plan.ends else self.ended + int(LEASE * S * 2 / 3)


POSTPONE = SHORT.map(lambda s: Return(postpone=s))
DONE = st.just(Return())
ENDS = st.one_of(
    *(DONE, DONE, DONE, st.none(), st.just(Return(unused=True)), POSTPONE),
    SHORT.map(lambda s: Return(postpone_all=s)),
)
CHATS = st.sampled_from("aab")
ANY = st.builds(
    Plan, st.integers(0, 2), CHATS, TIMES, SHORT | st.just(3.5), ENDS, st.none() | SHORT
)
ORDERLY = st.builds(Plan, st.integers(0, 2), CHATS, TIMES, SHORT, DONE | POSTPONE)


class Play:
    """Couriers at work."""

    def __init__(self, budget: Budget) -> None:
        """Let three workers share a keeper."""
        self.time = VirtualTime()
        self.keeper = MemoryTurns(self.time)
        self.workers = [Turns(self.keeper, self.time) for _ in range(3)]
        self.budget = budget
        self.sent: list[Sent] = []

    async def run(self, plans: list[Plan]) -> None:
        """Let all plans come true."""
        await self.time.run(*(self._carry(plan) for plan in plans))
        for worker in self.workers:
            await worker.settled()

    async def _carry(self, plan: Plan) -> None:
        await self.time.sleep(plan.begins)
        asked = self.time.now
        worker = self.workers[plan.worker] if plan.ends else Turns(self.keeper, self.time)
        take = asyncio.create_task(worker.take(plan.chat, self.budget))
        leave = asyncio.create_task(self._leave(take, plan.patience))
        await asyncio.wait([take])
        if take.cancelled():
            return
        leave.cancel()
        self.sent.append(sent := Sent(plan, asked, self.time.now))
        await self.time.sleep(plan.lasts)
        sent.ended = self.time.now
        if plan.ends:
            finish(take.result(), plan.ends)
        else:
            die(worker)

    async def _leave(self, take: asyncio.Task[object], patience: float | None) -> None:
        if patience is not None:
            await self.time.sleep(patience)
            take.cancel()


def keeps(rate: Rate, times: list[int]) -> bool:
    """Tell whether no window between two of ``times`` has more than ``rate`` allows."""
    return all(
        (j - i + 1 - rate.burst) * rate.interval * S <= times[j] - times[i] + 1
        for i in range(len(times))
        for j in range(i, len(times))
    )


def free_at(rate: Rate, times: list[int]) -> float:
    """Return when ``rate`` allows one more after ``times``."""
    due = 0.0
    for moment in times:
        due = max(due, moment) + rate.interval * S
    return due - (rate.burst - 1) * rate.interval * S


def used(sent: list[Sent]) -> list[int]:
    """Return when something was sent."""
    return [s.at for s in sent if not (s.plan.ends and s.plan.ends.unused)]


@settings(max_examples=200)
@given(BUDGETS, st.lists(ANY, min_size=8, max_size=30))
def test_budgets_and_silence_are_kept(budget: Budget, plans: list[Plan]) -> None:
    """Whatever couriers do, no more is sent than is allowed, and not while it is not."""
    play = Play(budget)
    asyncio.run(play.run(plans))
    check_budgets(budget, play.sent)
    check_silence(play.sent)
    patient = [plan for plan in plans if plan.patience is None]
    assert all(any(s.plan is plan for s in play.sent) for plan in patient)


def check_budgets(budget: Budget, sent: list[Sent]) -> None:
    """Check that no window has more sends than the chat's and the overall rate allow."""
    assert keeps(budget.overall, used(sent))
    for chat in "ab":
        assert keeps(budget.chat, used([s for s in sent if s.plan.chat == chat]))


def check_silence(sent: list[Sent]) -> None:
    """Check that a chat never has two senders, however long, and none while postponed."""
    for number, one in enumerate(sent):
        later = sent[number + 1 :]
        same = [s for s in later if s.plan.chat == one.plan.chat]
        assert not [s for s in same if s.at < one.free]
        if one.plan.ends:
            until = one.ended + one.plan.ends.postpone * S
            assert not [s for s in same if one.ended < s.at < until]
            until = one.ended + one.plan.ends.postpone_all * S
            assert not [s for s in later if one.ended < s.at < until]


@settings(max_examples=200)
@given(BUDGETS, st.lists(ORDERLY, min_size=8, max_size=30))
def test_nobody_waits_for_nothing(budget: Budget, plans: list[Plan]) -> None:
    """A turn comes as soon as chat, budgets and silence allow, give or take two polls."""
    play = Play(replace(budget, lease=5.0))
    asyncio.run(play.run(plans))
    for number, sent in enumerate(play.sent):
        before = play.sent[:number]
        same = [s for s in before if s.plan.chat == sent.plan.chat]
        silence = [s.ended + s.plan.ends.postpone * S for s in same if s.plan.ends]
        needed = max(
            sent.asked,
            free_at(budget.overall, [s.at for s in before]),
            free_at(budget.chat, [s.at for s in same]),
            *(s.ended for s in same),
            # After a silence there is no burst, so that later ones wait for the rate.
            *(until + budget.chat.interval * S * after(same, until) for until in silence),
        )
        assert sent.at <= needed + 2 * POLL * S


def after(sent: list[Sent], moment: float) -> int:
    """Return how many were sent from ``moment`` on."""
    return sum(s.at >= moment for s in sent)
