"""What became of the moves of the soak on Telegram, and what the chats show at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.app.documents.state import ChatState, Session
from bot.delivery import Scene
from bot.i18n import Translator
from bot.platforms.telegram.view import View
from bot.store import MailboxStore
from core import codec
from core.game import replay
from core.move import Open
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.keyboard import Keyboard
from tests.soak.kept import games_of, newest_of
from tests.soak.telegram_people import Person

_VIEW = View(Translator())


class Watched(Protocol):
    """A chat whose newest game has a board; ``games`` is that game's number."""

    @property
    def chat(self) -> Chat:
        """The chat."""

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
    strange: int = 0
    """Moves in a history that nobody sent, and games that nobody asked for."""
    unlike: int = 0
    """Games that are not what a replay of their history gives."""
    wrong: list[str] = field(default_factory=list)
    """Chats whose board does not show the game as it is."""
    twice: int = 0
    """Messages with the board of a game that another message shows: sent, and then forgotten."""

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled or shown wrong."""
        return not (self.lost or self.doubled or self.strange or self.unlike or self.wrong)


async def judge(people: list[Person], store: MailboxStore) -> Verdict:
    """Compare what is stored and shown with what was acknowledged."""
    verdict = Verdict()
    for person in people:
        games = await games_of(person.space, store)
        verdict.strange += await _next_number(person, store) - 1 - person.games
        for number in range(1, person.games + 1):
            _judge_game(verdict, person, number, games.get(number))
    verdict.wrong = await wrong_boards(people, store)
    verdict.twice = sum(map(_shown_twice, people))
    return verdict


def _judge_game(verdict: Verdict, person: Person, number: int, session: Session | None) -> None:
    here = [each for each in person.sent if each.game == number]
    sent, sure = [each.move for each in here], [each.move for each in here if each.surely]
    verdict.moves += len(sure)
    if session is None:
        verdict.lost += len(sure)
        return
    game = session.game
    made = Counter(timed.move for timed in game.history)
    replayed = replay(game.rules, game.minefield, game.history)
    verdict.unlike += codec.encode(replayed) != codec.encode(game)
    verdict.doubled += sum(count - 1 for count in made.values())
    verdict.strange += sum(move not in sent for move in made)
    for move in sure:
        # An open of a cell that an opening has opened before is rightly refused.
        is_done = move in made or (isinstance(move, Open) and game.opened[move.cell])
        verdict.lost += not is_done


async def _next_number(person: Person, store: MailboxStore) -> int:
    chat = await store.view(person.space, lambda documents, _: documents.get("chat"))
    assert isinstance(chat, ChatState)
    return chat.next_number


async def wrong_boards(people: Sequence[Watched], store: MailboxStore) -> list[str]:
    """Return the chats whose last board does not show their game as it is stored."""
    return [words for person in people if (words := await _wrong(person, store))]


async def _wrong(person: Watched, store: MailboxStore) -> str | None:
    expected, shown = await newest_of(person.space, person.games, store, _keyboard)
    message = person.chat.messages_by_id.get(shown) if shown else None
    if message is None or message.deleted:
        return f"{person.space} shows nothing"
    if message.content.keyboard != expected:
        return f"{person.space} shows {message.text!r}"
    return None


def _keyboard(scene: Scene) -> Keyboard:
    """Return the buttons below the board of ``scene``: each carries how many moves were made."""
    return tuple(map(tuple, _VIEW.scene(scene, inline=False).keyboard))


def _shown_twice(person: Person) -> int:
    games = Counter(
        key["callback_data"].partition("m.")[0]
        for message in person.chat.shown
        for key in [each for row in message.content.keyboard for each in row][-1:]
    )
    return sum(count - 1 for count in games.values())
