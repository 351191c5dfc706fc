"""Tables on Telegram: names of every kind stand in them as they are, and change nothing else."""

from __future__ import annotations

from functools import partial

from bot.app.decision import Decision, Documents, Write
from bot.app.decisions.knowledge import OfMonth
from bot.app.documents.skill import SKILL, Rated, Skill
from bot.app.documents.solved import SOLVED, Solved, SolvedBy
from bot.app.documents.stats import MILLION
from bot.app.documents.table import Table, TimeEntry
from bot.app.errands.tops import top_space
from bot.app.requests.day import month_of
from bot.i18n import clean_name
from tests.bot.platforms.naughty import NAUGHTY
from tests.bot.platforms.telegram.playing import Playing


def listing(_documents: Documents, _now: int, *, names: tuple[str, ...]) -> Decision[None]:
    """Write the three tables with ``names`` in them."""
    players = [(f"p{at:02}", clean_name(name)) for at, name in enumerate(names)]
    times = Table(tuple(TimeEntry(9000, *each) for each in players))
    skill = Skill(tuple(Rated(*each, 50, 30, 25 * MILLION) for each in players))
    solved = Solved(tuple(SolvedBy(*each, 7) for each in players))
    tables = {"table:easy.ranked": times, SKILL: skill, SOLVED: solved}
    return Decision(None, {name: Write(each) for name, each in tables.items()})


async def test_names(play: Playing) -> None:
    """Each naughty name stands on a line of its own in each table, ten of one rank together."""
    ann, chat = play.in_private()
    space = top_space(OfMonth(month_of(round(play.clock.now() * 1000)), None))
    for at in range(0, len(NAUGHTY), 10):
        names = NAUGHTY[at : at + 10]
        await play.store.update(space, f"list{at}", partial(listing, names=names))
        for text, lines in (("easy", 2), ("skill", 1), ("daily", 1)):
            shown = (await play.say(chat, ann, f"/top {text}")).text.split("\n")
            assert [line[:5] for line in shown[lines:]] == ["  1. "] * len(names)
