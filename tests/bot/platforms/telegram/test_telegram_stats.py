"""Statistics on Telegram: the pages of levels, of which some have a card."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.decision import Decision, Write
from bot.app.documents.mode import Mode
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import STATS, Guesses, Result, Stats, Worth
from bot.i18n import LANGUAGES
from tests.bot.platforms.telegram.playing import Playing, words
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.message import Sender

WORTH = Worth.of(won=True, expected=0.4, accuracy=0.9)


def played() -> Stats:
    """Return statistics of a level with a card, and of one played in every mode but ranked."""
    levels = {"easy": (Mode.RANKED, Mode.RANKED), "expert": set(Mode) - {Mode.RANKED}}
    stats = Stats()
    for level, modes in levels.items():
        for mode in modes:
            stats = stats.add(Result(level, mode, True, 1, 61_000, 40, Guesses(), 1, 44, WORTH))
    return stats


@pytest.mark.parametrize("private", [True, False])
async def test_card_of_another_level(play: Playing, *, private: bool) -> None:
    """A level without a card gets a new message; in a group only the asker may press below it."""
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
        assert refused.toast == words("press.not_yours")
    await play.press(other, ann, "easy")
    assert chat.last is other
    assert other.picture


async def test_of_a_mentioned_member(play: Playing) -> None:
    """A member chosen from Telegram's list is known by id, whatever the command calls them."""
    ann, bob, group = play.two_in_group()
    kept = Decision(None, {STATS: Write(replace(played(), public=True))})
    await play.store.update(player_space(f"telegram:{bob.id}"), "played", lambda *_: kept)
    for command in ("/stats", f"/stats@{play.world.bot.username}"):
        text, offset = f"{command} Bobby", len(command) + 1
        mention = {"type": "text_mention", "offset": offset, "length": 5, "user": bob.card()}
        content = Content(text, (mention,))
        group.post(group.draft(Sender(ann), content))
        await play.settle()
        assert "expert" in group.last.text
        assert "Bob" in group.last.text
        assert "Bobby" not in group.last.text


@pytest.mark.parametrize("kind", ["blockquote", "strikethrough"])
async def test_of_a_name_beside_a_quoted_mention(play: Playing, kind: str) -> None:
    """A member mentioned only in a quotation, or struck out, is not the one that is named."""
    ann, bob, group = play.two_in_group()
    text = "/stats Cid\nBob"
    place = {"offset": text.index("Bob"), "length": 3}
    said = {"type": kind, **place}, {"type": "text_mention", **place, "user": bob.card()}
    group.post(group.draft(Sender(ann), Content(text, said)))
    await play.settle()
    assert group.last.text == words("stats.unknown", name="Cid")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_of_a_user_name(play: Playing, language: str) -> None:
    """/stats with an @name says what to write instead, as Telegram does not tell whose it is."""
    ann, group = play.in_group("Ann", language)
    await play.say(group, ann, "/stats @bob_the_sweeper")
    assert group.last.text == words("stats.user_name", language)
