"""What became of the moves of the soak on Discord, and what the channels show at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.app.documents.state import Session
from bot.delivery import Scene
from bot.i18n import Translator
from bot.platforms.discord.view import View
from bot.store import MailboxStore
from core import codec
from core.game import replay
from core.move import Move
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.tree import every
from tests.soak.discord_people import Person, game_of
from tests.soak.kept import games_of, newest_of

_VIEW = View(Translator())


class Watched(Protocol):
    """A channel whose newest game has a board; ``games`` is that game's number."""

    @property
    def channel(self) -> Channel:
        """The channel."""

    @property
    def space(self) -> str:
        """The space of its documents."""

    @property
    def games(self) -> int:
        """The newest game's number."""


@dataclass
class Verdict:
    """What became of the moves; ``good`` when none was lost, doubled or shown wrong."""

    moves: int = 0
    lost: int = 0
    doubled: int = 0
    """Moves that stand in a history more often than they were pressed."""
    unlike: int = 0
    """Games that are not what a replay of their history gives."""
    wrong: list[str] = field(default_factory=list)
    """Channels whose board does not show the game as it is."""
    twice: int = 0
    """Messages with the board of a game that another message shows: sent, and then forgotten."""

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled or shown wrong."""
        return not (self.lost or self.doubled or self.unlike or self.wrong)


async def judge(people: list[Person], store: MailboxStore) -> Verdict:
    """Compare what is stored and shown with what was answered."""
    verdict = Verdict()
    for person in people:
        games = await games_of(person.space, store)
        for number in games.keys() | {each.game for each in person.sent}:
            _judge_game(verdict, person, number, games.get(number))
    verdict.wrong = await wrong_boards(people, store)
    verdict.twice = sum(map(_shown_twice, people))
    return verdict


def _judge_game(verdict: Verdict, person: Person, number: int, session: Session | None) -> None:
    here = [each for each in person.sent if each.game == number]
    pressed: Counter[Move] = Counter(each.move for each in here)
    sure: Counter[Move] = Counter(each.move for each in here if each.surely)
    verdict.moves += sure.total()
    if session is None:
        verdict.lost += sure.total()
        return
    game = session.game
    made = Counter(timed.move for timed in game.history)
    replayed = replay(game.rules, game.minefield, game.history)
    verdict.unlike += codec.encode(replayed) != codec.encode(game)
    verdict.doubled += (made - pressed).total()
    verdict.lost += (sure - made).total()


async def wrong_boards(people: Sequence[Watched], store: MailboxStore) -> list[str]:
    """Return the channels whose last board does not show their game as it is stored."""
    return [words for person in people if (words := await _wrong(person, store))]


async def _wrong(person: Watched, store: MailboxStore) -> str | None:
    expected, shown = await newest_of(person.space, person.games, store, _keys)
    message = person.channel.messages_by_id.get(shown) if shown else None
    if message is None or message.deleted:
        return f"{person.space} shows nothing"
    if message.keys != expected:
        return f"{person.space} shows {message.text!r}"
    return None


def _keys(scene: Scene) -> list[str]:
    """Return the buttons below the board of ``scene``: each carries how many moves were made."""
    return [one["custom_id"] for one in every(_VIEW.scene(scene).components) if "custom_id" in one]


def _shown_twice(person: Person) -> int:
    games = Counter(filter(None, map(game_of, person.channel.shown)))
    return sum(count - 1 for count in games.values())
