"""What a message on Discord asks of the bot, if anything."""

from __future__ import annotations

import msgspec
import pytest

from bot.app.requests.actions import INVITE_USAGE, Greet, Hint, Invite, Misread, Typed
from bot.app.requests.coach_actions import ShowStats
from bot.app.requests.commands import read
from bot.app.requests.coordinates import NUMBERS
from bot.app.requests.request import Request
from bot.i18n import Text
from bot.platforms.discord.text_reading import asked_by
from bot.platforms.discord.writing import Answered, Author, Written


def read_by_bot(said: Written) -> Request:
    """Return what ``said`` asks for, as a bot with the id 4 reads it."""
    request = asked_by(said, "4", None)
    assert request is not None
    return request


@pytest.mark.parametrize(("kind", "is_asked"), [(0, True), (19, True), (3, False), (7, False)])
def test_lines_of_discord(kind: int, is_asked: bool) -> None:  # noqa: FBT001  # a case
    """Messages and replies are read; a line that Discord writes, such as of a call, is not."""
    line = Written("3", "2", Author("1", "ann"), type=kind)
    assert (asked_by(line, "4", None) is not None) is is_asked


@pytest.mark.parametrize("text", ["@everyone try <@4>", "@here <@4> 3 4", "/help <@4> @here"])
def test_said_to_all(text: str) -> None:
    """A message that rings everybody is not read, although it mentions the bot."""
    said = Written("3", "2", Author("1", "ann"), text, guild_id="9", mentions=(Author("4", "bot"),))
    assert asked_by(said, "4", None) is not None
    assert asked_by(msgspec.structs.replace(said, mention_everyone=True), "4", None) is None


@pytest.mark.parametrize("server", [None, "9"])
@pytest.mark.parametrize("name", ["<@4>", "<@!4>"])
def test_named_alone(name: str, server: str | None) -> None:
    """A bare mention, in either form, is read as a greeting, a command after it as a command."""
    said = Written("3", "2", Author("1", "ann"), name, guild_id=server, mentions=(Author("4"),))
    assert read_by_bot(said).action == Greet()
    assert isinstance(
        read_by_bot(msgspec.structs.replace(said, content=f"{name} /hint")).action, Hint
    )


@pytest.mark.parametrize("slash", ["/", "／"])
def test_commands_among_answers(slash: str) -> None:
    """A reply behind a slash, a Chinese keyboard's as well, is read as a command."""
    said = Written("3", "2", Author("1", "ann"), f"{slash}hint", 19, "9", mentions=(Author("4"),))
    assert isinstance(read_by_bot(said).action, Hint)


@pytest.mark.parametrize("is_told", [True, False])
def test_invited_without_being_rung(*, is_told: bool) -> None:
    """/invite in a reply that rings nobody invites its author, if Discord says who that is."""
    answered = Answered(Author("2", "bob") if is_told else None)
    said = Written("3", "2", Author("1", "ann"), "<@4> /invite", referenced_message=answered)
    request = read_by_bot(msgspec.structs.replace(said, guild_id="9"))
    wanted = Invite("discord:2", "bob") if is_told else Misread(INVITE_USAGE)
    assert request.action == wanted


def test_statistics_of_who_asks() -> None:
    """Who mentions themselves asks for their own statistics, and is answered in their language."""
    ann = Author("1", "ann")
    text = "<@4> /stats <@1>"
    request = read_by_bot(Written("3", "2", ann, text, 0, "9", mentions=(Author("4"), ann)))
    assert request.action == ShowStats(for_all=True)


def test_answer_to_another_bot() -> None:
    """A reply to another bot's message names no game, whatever its buttons are."""
    row = {"components": [{"type": 2, "style": 5, "url": "https://x"}, {"custom_id": "typed.3"}]}
    answered = Answered(Author("2", "other", bot=True), (row,))
    said = Written("3", "2", Author("1", "ann"), "<@4> c3", referenced_message=answered)
    assert read_by_bot(said).game is None


@pytest.mark.parametrize("server", [None, "9"])
def test_rights_that_are_not_known(server: str | None) -> None:
    """In a server unknown to the library nobody may change settings; in private a player may."""
    said = Written("3", "2", Author("1", "ann"), "<@4> /settings text on", guild_id=server)
    assert read_by_bot(said).may_set is (server is None)


@pytest.mark.parametrize("server", [None, "9"])
@pytest.mark.parametrize(
    ("text", "own"),
    [("> c4\nd5", "d5"), ("d5\n > c4", "d5"), ("d5\n>>> c4\nb2", "d5"), ("**d5**", "**d5**")],
)
def test_quoted_lines(text: str, own: str, server: str | None) -> None:
    """Of an answer to a board only what is no quotation is read."""
    row = {"components": [{"custom_id": "1m.o.0.0"}]}
    answered = Answered(Author("4", "bot", bot=True), (row,))
    said = Written("3", "2", Author("1", "ann"), text, 19, server, referenced_message=answered)
    request = read_by_bot(said)
    assert (request.action, request.game) == (Typed(own), 1)


@pytest.mark.parametrize("text", ["> c4", ">>> c4\nd5", "> <@4> /hint"])
def test_nothing_but_quoted(text: str) -> None:
    """A quotation alone asks nothing in a server; in private it is answered like what says none."""
    said = Written("3", "2", Author("1", "ann"), text, 19, "9", mentions=(Author("4"),))
    assert asked_by(said, "4", None) is None
    assert read_by_bot(msgspec.structs.replace(said, guild_id=None)).action == Misread(
        Text("unknown.nothing", numbers=NUMBERS)
    )


@pytest.mark.parametrize("own", ["c4", "/giveup yes"])
def test_named_in_a_quotation(own: str) -> None:
    """Who quotes what was said to the bot says nothing to it, unless that answers its board."""
    quoted = f"> <@4> b2\n{own}"
    said = Written("3", "2", Author("1", "ann"), quoted, 0, "9", mentions=(Author("4"),))
    assert asked_by(said, "4", None) is None
    row = {"components": [{"custom_id": "1m.o.0.0"}]}
    answered = Answered(Author("4", "bot", bot=True), (row,))
    assert read_by_bot(msgspec.structs.replace(said, referenced_message=answered)).action == read(
        own
    )
