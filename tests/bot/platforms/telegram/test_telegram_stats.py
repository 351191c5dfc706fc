"""Statistics on Telegram: the pages of levels, of which some have a card."""

from __future__ import annotations

import pytest

from bot.app.decision import Decision, Write
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import STATS, Guesses, Mode, Result, Stats, Worth
from bot.i18n import Text
from tests.bot.platforms.telegram.playing import TRANSLATOR, Playing

WORTH = Worth.of(won=True, expected=0.4, accuracy=0.9)


def played() -> Stats:
    """Return statistics of a level with a card, and of one where all else was played."""
    levels = {"easy": (Mode.RANKED, Mode.RANKED), "expert": set(Mode) - {Mode.RANKED}}
    stats = Stats()
    for level, modes in levels.items():
        for mode in modes:
            stats = stats.add(Result(level, mode, True, 1, 61_000, 40, Guesses(), 1, 44, WORTH))
    return stats


@pytest.mark.parametrize("private", [True, False])
async def test_card_of_another_level(play: Playing, *, private: bool) -> None:
    """A level without a card is not shown below another's; in a group it stays its asker's."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    chat = play.world.private(ann) if private else play.world.supergroup("Sweepers", ann, bob)
    kept = Decision(None, {STATS: Write(played())})
    await play.store.update(player_space(f"telegram:{ann.id}"), "played", lambda *_: kept)
    first = await play.say(chat, ann, "/stats easy")
    assert first.picture
    await play.press(first, ann, "expert")
    assert first.deleted
    other = chat.last
    assert "expert" in other.text.splitlines()[1]
    assert other.picture is None
    if not private:
        refused = await play.press(other, bob, "easy")
        assert refused.toast == TRANSLATOR.say(Text("press.not_yours"), "en")
    await play.press(other, ann, "easy")
    assert chat.last is other
    assert other.picture
